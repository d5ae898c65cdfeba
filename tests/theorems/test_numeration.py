"""Numeration systems: each number has one representation, and the automata of comparisons agree with the numbers."""

from __future__ import annotations

from itertools import islice, product

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.theorems.linear import Compare, Congruent, holds, linear
from grundy.theorems.numeration import BASES, QUADRATIC, NumerationSystem, atom, exclusive_or, valid

SYSTEMS = (*BASES, *QUADRATIC)
every_system = pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)


def greedy(system: NumerationSystem, number: int, length: int) -> tuple[int, ...]:
    """The representation by the definition: as much of the heaviest place as there is, and so on."""
    digits = []
    for weight in reversed(list(islice(system.weights(), length))):
        digit, number = divmod(number, weight)
        digits.append(digit)
    assert number == 0
    return tuple(digits)


@every_system
def test_weights_follow_the_recurrence(system: NumerationSystem) -> None:
    weights = list(islice(system.weights(), 8))
    assert weights[0] == 1
    assert all(weights[i + 1] == system.a * weights[i] + system.b * weights[i - 1] for i in range(1, 7))


def test_known_weights() -> None:
    assert list(islice(NumerationSystem(1, 1).weights(), 8)) == [1, 2, 3, 5, 8, 13, 21, 34]  # OEIS A000045
    assert list(islice(NumerationSystem(2, 1).weights(), 6)) == [1, 3, 7, 17, 41, 99]  # OEIS A001333
    assert list(islice(NumerationSystem(3, -1).weights(), 6)) == [1, 3, 8, 21, 55, 144]  # OEIS A001906
    assert list(islice(NumerationSystem(10).weights(), 4)) == [1, 10, 100, 1000]


@every_system
def test_words_that_are_numbers_are_the_greedy_ones(system: NumerationSystem) -> None:
    length = 6 if system.digits < 5 else 3
    count = list(islice(system.weights(), length + 1))[-1]
    numbers = {greedy(system, number, length) for number in range(count)}
    one = valid(system, ("n",))
    words = product(range(system.digits), repeat=length)
    assert {word for word in words if one.output([word]) == 1} == numbers


@every_system
def test_numbers_are_read_as_they_are_written(system: NumerationSystem) -> None:
    one = valid(system, ("n",))
    for number in (*range(300), 10**40 + 7, 3**1000, 10**2000):
        digits = system.write(number)
        assert system.read(digits) == number
        assert one.output([digits]) == 1
        assert not digits or digits[0] != 0


@every_system
@settings(max_examples=examples(12))  # in each of the systems
@given(data=st.data())
def test_comparisons(system: NumerationSystem, data: st.DataObject) -> None:
    tracks = data.draw(st.integers(1, 3 if system.digits < 5 else 2))
    terms = [(name, data.draw(st.integers(-4, 4))) for name in "abc"[:tracks]]
    left = linear(terms, data.draw(st.integers(-12, 12)))
    relation = data.draw(st.sampled_from(["<=", "=="]))
    formulas = [Compare(left, relation), Congruent(left, data.draw(st.integers(1, 6)))]
    numbers = data.draw(st.lists(st.integers(0, 60), min_size=tracks, max_size=tracks))
    values = dict(zip("abc", numbers, strict=False))
    for formula in formulas:
        one = atom(system, formula)
        words = system.words([values[name] for name in one.names], pad=data.draw(st.integers(0, 2)))
        assert one.output(words) == holds(formula, values)


@every_system
def test_comparisons_of_all_small_numbers(system: NumerationSystem) -> None:
    formula = Compare(linear([("a", 2), ("b", -3)], 1), "<=")
    one = atom(system, formula)
    for a, b in product(range(40), repeat=2):
        assert one.output(system.words([a, b])) == (2 * a + 1 <= 3 * b)


def test_large_numbers_are_compared() -> None:
    for system in SYSTEMS:
        one = atom(system, Compare(linear([("a", 2), ("b", -3)], 5), "=="))
        b = 10**300 + 1
        assert one.output(system.words([(3 * b - 5) // 2, b])) == ((3 * b - 5) % 2 == 0)
        assert one.output(system.words([(3 * b - 5) // 2 + 1, b])) == 0


@every_system
@pytest.mark.parametrize("constants", [(301, -999_999_999), pytest.param((-9_999, 7_000_000), marks=pytest.mark.long)])
def test_large_constants_have_as_few_states_as_digits(system: NumerationSystem, constants: tuple[int, ...]) -> None:
    for constant in constants:
        one = atom(system, Compare(linear([("n", -1)], constant), "<="))
        assert one.states < 4 * len(system.write(abs(constant))) + 4
        two = atom(system, Compare(linear([("a", 2), ("b", -3)], constant), "=="))
        for n in (0, 1, 300, 9_998, 9_999, 6_999_999, 7_000_000, 7_000_001, 10**30):
            assert one.output([system.write(n)]) == (n >= constant)
            a = max((3 * n - constant) // 2, 0)
            assert two.output(system.words([a, n])) == (2 * a + constant == 3 * n)


def test_exclusive_or() -> None:
    one, two = exclusive_or(("a", "b", "c")), NumerationSystem(2)
    for a, b, c in product(range(9), repeat=3):
        assert one.output(two.words([a, b, c])) == (a ^ b == c)


@pytest.mark.parametrize(("a", "b"), [(1, 0), (0, 0), (1, 2), (2, -1), (3, -2), (-3, 1)])
def test_other_recurrences_are_refused(a: int, b: int) -> None:
    with pytest.raises(ValueError, match="unique digits"):
        NumerationSystem(a, b)

"""The automata of the checker of theorems, each beside arithmetic with small numbers.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest

from grundy.proof import check

SYSTEMS = [check.System(a, b) for a, b in ((2, 0), (3, 0), (10, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, -1), (4, -2))]


def weights(system: check.System, most: int) -> list[int]:
    """From the heaviest that is at most `most` down to 1."""
    rising = [1, system.a + (system.b > 0)]
    while rising[-1] <= most:
        rising.append(system.a * rising[-1] + system.b * rising[-2])
    return rising[::-1]


def words(system: check.System, numbers: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The letters of some numbers, greedily, with a zero in front of the longest at least."""
    left = list(numbers)
    for weight in weights(system, max(numbers, default=0)):
        letter = []
        for place, number in enumerate(left):
            digit, left[place] = divmod(number, weight)
            letter.append(digit)
        yield tuple(letter)


def accepted(one: check.Reads, system: check.System, numbers: Sequence[int]) -> bool:
    """Whether an automaton accepts these numbers, in the order of its tracks."""
    state: int | None = 0
    for letter in words(system, numbers):
        state = None if state is None else one.rows[state].get(letter)
    return state in one.accepts


def true(condition: check.Condition, values: dict[int, int]) -> bool:
    relation, modulus, terms, constant = condition
    total = sum(times * values[track] for track, times in terms.items()) + constant
    return total % modulus == 0 if modulus else total <= 0 if relation == "<=" else total == 0


def test_words_that_may_stand_are_the_greedy_ones() -> None:
    for system in SYSTEMS:
        for length in range(1, 6 if system.digits < 4 else 4):
            for word in product(range(system.digits), repeat=length):
                state = 0
                for digit in word:
                    state = system.follow(state, digit) if state >= 0 else state
                places = weights(system, 10**6)[-length:]
                number = sum(digit * weight for digit, weight in zip(word, places, strict=True))
                written = [letter[0] for letter in words(system, [number])]
                plain = "".join(map(str, word)).lstrip("0")
                assert (state >= 0) == ("".join(map(str, written)).lstrip("0") == plain), (system, word)


def conditions(rng: Random) -> Iterator[check.Condition]:
    for _ in range(14):
        terms = {track: rng.choice((-3, -2, -1, 1, 2, 3)) for track in rng.sample((0, 1), rng.choice((1, 2)))}
        relation = rng.choice(("<=", "<=", "==", "mod"))
        yield relation, rng.randint(1, 5) if relation == "mod" else 0, terms, rng.randint(-12, 12)


def test_conditions_are_sums() -> None:
    rng = Random(7)
    for system in SYSTEMS:
        for condition in conditions(rng):
            one = check._satisfies(system, condition)
            assert one.tracks == tuple(sorted(condition[2]))
            pairs = [*product(range(16), repeat=2), *((rng.randrange(10**6), rng.randrange(10**6)) for _ in range(9))]
            for pair in pairs:
                numbers = [pair[track] for track in one.tracks]
                assert accepted(one, system, numbers) == true(condition, dict(enumerate(pair))), (system, condition)


def test_large_constants_are_read_as_their_digits() -> None:
    for number, system in enumerate(SYSTEMS):
        for constant in (300, 301, -301, *((302, 4_181, -4_999, 999_999_999) if number % 3 == 0 else ())):
            for relation in ("<=", "=="):
                condition = (relation, 0, {0: -1 if constant > 0 else 1, 1: 1}, constant)
                one = check._satisfies(system, condition)
                size = abs(constant)
                assert len(one.rows) < 3_000 and one.tracks == (0, 1)
                for off in (0, 1, 2, 3, size):
                    for gap in (-2, -1, 0, 1, 2):
                        pair = {0: size + off + gap, 1: off} if constant > 0 else {0: off, 1: max(size - off + gap, 0)}
                        assert accepted(one, system, [pair[0], pair[1]]) == true(condition, pair), (system, condition)


def test_large_constants_beside_a_modulus_are_their_remainders() -> None:
    for system in SYSTEMS:
        for constant in (301, -4_999, 999_999_999):
            condition = ("mod", 7, {0: 2}, constant)
            one = check._satisfies(system, condition)
            assert [n for n in range(30) if accepted(one, system, [n])] == [
                n for n in range(30) if (2 * n + constant) % 7 == 0
            ]


@pytest.mark.parametrize(
    ("sign", "constant"),
    [(1, -57), *(pytest.param(*one, marks=pytest.mark.long) for one in ((1, -55), (-1, 57), (-1, 55)))],
)
def test_a_sum_that_swings_is_not_settled_too_early(sign: int, constant: int) -> None:
    """The heaviest digits of this sum weigh 22, -8, 36, -1, 57: with p - q for p + q it was called above 57."""
    fibonacci = check.System(1, 1)
    terms = {track: sign * times for track, times in enumerate((22, -29, -1))}
    condition = ("<=", 0, terms, constant)
    one = check._satisfies(fibonacci, condition)
    numbers = [12, 7, 5]  # 10101, 1010 and 1000, whose sum is 56
    assert accepted(one, fibonacci, numbers) == true(condition, dict(enumerate(numbers)))


def test_one_number_alone() -> None:
    for system in SYSTEMS:
        for number in (1, 2, 7, 54, 301):
            one = check._only(system, 5, number)
            assert one.tracks == (5,)
            assert [n for n in range(320) if accepted(one, system, [n])] == [number]


def test_a_sum_takes_the_place_of_a_variable() -> None:
    put = check._put(("<=", 0, {0: 2, 1: 3}, 4), 1, {0: -1, 2: 5}, 7)
    assert put == ("<=", 0, {0: -1, 2: 15}, 25)
    assert check._put(("mod", 3, {0: 3, 1: 1}, 0), 1, {0: -3, 4: 1}, 0) == ("mod", 3, {4: 1}, 0)
    assert check._put(("==", 0, {0: 2}, 4), 1, {2: 1}, 9) == ("==", 0, {0: 2}, 4)  # a condition without it


def test_variables_are_left_out() -> None:
    """For some k and m: n = 3k + 20m + 5, k <= 4: also where these have more digits than n."""
    for system in (SYSTEMS[0], SYSTEMS[1], SYSTEMS[3], SYSTEMS[7]):
        sums = check._satisfies(system, ("==", 0, {0: 1, 1: -3, 2: -20}, -5))
        few = check._satisfies(system, ("<=", 0, {1: 1}, -4))
        one = check._for_some([sums, few], {0})
        assert one.tracks == (0,)
        numbers = {3 * k + 20 * m + 5 for k in range(5) for m in range(10)}
        assert [n for n in range(200) if accepted(one, system, [n])] == sorted(n for n in numbers if n < 200)
        smaller = check._for_some([check._satisfies(system, ("==", 0, {0: -1, 1: 1}, -77))], {0})  # k = n + 77
        assert all(accepted(smaller, system, [n]) for n in range(100))


def test_nothing_to_satisfy_is_satisfied() -> None:
    one = check._for_some([], {0})
    assert one == check.Reads((), [{(): 0}], {0})


def step(bound: int, given: Sequence[check.Condition], parts: Sequence[tuple[dict[int, int], int]]) -> check.Step:
    return check.Step(bound, tuple(given), tuple((part,) for part in parts))


def theorem(move: check.Step) -> check.TheoremCertificate:
    return check.TheoremCertificate(False, 1, (move,), ({0: 1},), SYSTEMS[0], "values", (0,), ((0, 0),))


def test_moves_lead_where_their_sums_say() -> None:
    """With a variable for each number of a part: the same pairs of a position and its parts, by trying."""
    at_least_1: check.Condition = ("<=", 0, {0: -1}, 1)
    moves = [
        step(0, [at_least_1], [({0: 1}, -1)]),
        step(0, [at_least_1], [({}, 0)]),
        step(0, [at_least_1], [({}, 3), ({0: 1}, 0)]),
        step(0, [at_least_1], [({0: 1}, 0), ({0: 2}, 0)]),
        step(1, [("==", 0, {0: 1, 1: -2}, 0)], [({1: 1}, 0)]),
        step(1, [("==", 0, {0: 1, 1: -2}, 0)], [({1: 1}, 1)]),
        step(1, [("==", 0, {0: -1, 1: 1}, 2), ("<=", 0, {0: 1}, -9)], [({0: 1}, 2)]),  # k = n - 2 is not negative
        step(2, [("==", 0, {0: 1, 1: -1, 2: -3}, -1), ("<=", 0, {2: 1}, -4)], [({1: 1}, 0), ({2: 1}, 0)]),
        step(2, [("==", 0, {1: 1, 2: -1}, 0), ("<=", 0, {1: 1, 0: -1}, 1)], [({1: 1, 2: 1}, 0)]),
    ]
    system = SYSTEMS[0]
    for move in moves:
        given, parts = check._ready(theorem(move), move)
        tracks = [track for part in parts for track in part]
        variables = {0, *tracks}
        one = check._for_some([check._satisfies(system, condition) for condition in given], variables)
        assert all(len(set(part)) == len(part) for part in parts)
        for n in range(12):
            expected = set()
            for bound in product(range(14), repeat=move.bound):
                values = dict(enumerate((n, *bound)))
                if all(true(condition, values) for condition in move.conditions):
                    sums = [sum(t * values[v] for v, t in terms.items()) + more for ((terms, more),) in move.parts]
                    expected.add(tuple(sums))
            pairs = set()
            for numbers in product(range(26), repeat=len(parts)):
                values = {0: n, **dict(zip(tracks, numbers, strict=True))}
                same = values[0] == n and [values[track] for track in tracks] == list(numbers)
                if same and accepted(one, system, [values[track] for track in one.tracks]):
                    pairs.add(numbers)
            assert pairs == expected, (move, n)

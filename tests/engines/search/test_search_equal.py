"""Rules that say which of their states are equal and what these fall into: compiled, in plain Python, and neither."""

from __future__ import annotations

import itertools
import linecache
from typing import Any

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from test_search_own import run_to_end

import grundy
from grundy import BadRule, OutOfReach, to
from grundy.compile.subset import NotCompiled
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.search import user_rule as own
from grundy.engines.search.compiled import Compiled
from grundy.engines.search.equal import Defined, parts_of, require_true
from grundy.engines.search.user_rule import PlainSearch, Questions, SearchOwn
from grundy.engines.search.user_rule import engine as searching
from grundy.model.rule import Rule

NAMES = itertools.count()
TEXT = """\
MIRROR = {mirror}

def game(a):
    for i in range({bits} - 1):
        if a >> i & 3 == 3:
            yield a & ~(3 << i)
    for i in range({bits} - 2):
        if a >> i & 5 == 5 and {odd}:
            yield to(a & (1 << i) - 1, a >> i + 3 << i + 3)

def mirrored(a):
    if not a:
        return 0
    back = 0
    for i in range({bits}):
        back = back << 1 | (a >> MIRROR[i] & 1)
    return min(back, a)

def runs(a):
    while a:
        run = a & ~(a + (a & -a))
        yield run
        a &= ~run
"""


def rules(bits: int, odd: bool) -> tuple[Rule, Rule]:
    """Dominoes on a strip (with `odd`, also of two squares with one between, which is then lost), as it is, and with
    what is equal and what falls apart."""
    text = TEXT.format(bits=bits, mirror=tuple(range(bits)), odd=odd)
    name = f"<equal {next(NAMES)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to}
    exec(compile(text, name, "exec"), names)
    told = grundy.rule(canonical=names["mirrored"], split=names["runs"] if not odd else None)(names["game"])
    return grundy.rule(names["game"]), told


@pytest.mark.parametrize("odd", [False, True])
def test_equal_states_and_parts_are_compiled(odd: bool) -> None:
    plain, told = rules(9, odd)
    expected = {state: grundy.value_by_definition(plain(state)) for state in range(1 << 9)}
    searched = Compiled(told, [511], 1 << 30)
    asked = PlainSearch(told, 8, None, 1 << 30)
    for state in (*range(0, 511, 7), 511):
        for engine in (searched, asked):
            total = 0
            for part in parts_of(told, [state]):
                total ^= run_to_end(engine.value(part))  # type: ignore[attr-defined]
            assert total == expected[state]
    searched.check(Defined())
    assert searched.count < 200  # of 512 states


PAIRS = """
def game(a, b):
    for k in range(a):
        yield k, b
    for k in range(b):
        yield a, k

def ordered(pair):
    a, b = pair
    while a > b:
        a, b = b, a
    return a, b

def apart(pair):
    a, b = pair
    if a:
        yield a, 0
    if b:
        yield 0, b

def doubled(pair):
    return pair[0] + pair[1]
"""


def pairs(**functions: str) -> Rule:
    """Nim of two heaps as one state, with functions of its text."""
    name = f"<equal {next(NAMES)}>"
    linecache.cache[name] = (len(PAIRS), None, PAIRS.splitlines(keepends=True), name)
    names: dict[str, Any] = {}
    exec(compile(PAIRS, name, "exec"), names)
    return grundy.rule(**{verb: names[function] for verb, function in functions.items()})(names["game"])


@pytest.mark.parametrize(
    ("given", "most"),
    [({"canonical": "ordered"}, 66), ({"split": "apart"}, 22), ({"canonical": "ordered", "split": "apart"}, 11)],
)
def test_states_of_several_numbers_are_compiled_too(given: dict[str, str], most: int) -> None:
    """Both take one tuple; what they give is counted: of 121 pairs, those in order, those with a 0, and both."""
    rule = pairs(**given)
    searched = Compiled(rule, [(10, 10)], 1 << 30)
    for a in range(11):
        for b in range(11):
            total = 0
            for part in parts_of(rule, [(a, b)]):
                total ^= run_to_end(searched.value(part))
            assert total == a ^ b
    searched.check(Defined())
    assert searched.count <= most


def test_a_function_of_several_numbers_returns_a_state() -> None:
    with pytest.raises(NotCompiled, match="return a state of 2 numbers"):
        Compiled(pairs(canonical="doubled"), [(3, 4)], 1 << 30)


@settings(max_examples=examples(40))
@given(st.integers(0, 2**12 - 1), st.integers(0, 5))
def test_questions_about_states_that_fall_apart(state: int, n: int) -> None:
    plain, told = STRIP
    value = grundy.value_by_definition(plain(state))
    questions = Questions(told, SearchOptions("couples"), 10**6)
    questions.few = None  # so that it is compiled at once
    assert run_to_end(questions.values([state])(None)) == [value]
    options = list(told.options(state))
    right = [grundy.value_by_definition(plain(*option.parts)) == n for option in options]
    assert run_to_end(questions.leading_to(state, options, n)(None)) == right
    assert questions.compiled is not None


STRIP = rules(12, False)


def test_few_states_are_asked_in_plain_python_and_many_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    _, told = rules(40, False)
    few = searching(told, DEFAULT_OPTIONS).answer([(1 << 10) - 1])
    assert few.values == [3]  # Dawson's Kayles, 0.07: A002187 from 0 on is 0 0 1 1 2 0 3 1 1 0 3
    assert few.evidence.reason.startswith(own.BY)
    set_limits(monkeypatch, "engines.search", FEW_POSITIONS=10)
    many = searching(told, DEFAULT_OPTIONS).answer([(1 << 40) - 1])
    assert many.values == [grundy.solve(grundy.parse("octal:0.07(40)")).nim_value]
    assert many.evidence.reason.startswith(own.BY_COMPILED)


def test_what_is_not_compiled_is_asked_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", FEW_POSITIONS=3)

    @grundy.rule(canonical=lambda rows: tuple(sorted(rows)), split=lambda rows: [(n,) for n in rows if n])
    def pins(rows: tuple[int, ...]) -> Any:
        for place, n in enumerate(rows):
            for taken in (1, 2):
                for left in range(n - taken + 1):
                    yield (*rows[:place], left, n - taken - left, *rows[place + 1 :])

    answer = searching(pins, DEFAULT_OPTIONS).answer([(12, 9)])
    assert answer.values == [4 ^ 4]  # A002186
    assert answer.evidence.reason.startswith(own.BY)


def test_an_error_of_what_the_rule_says_names_the_state() -> None:
    @grundy.rule(canonical=lambda n: n // (n - 3) and n)
    def down(n: int) -> Any:
        yield from range(n)

    with pytest.raises(grundy.BadRule, match="down: canonical of 3: ZeroDivisionError"):
        grundy.solve(down(5))


def test_a_mistake_in_a_compiled_form_is_told_in_the_words_of_python(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", FEW_POSITIONS=3)
    text = "def form(n):\n    return n // (n - 3) + n\n\ndef game(n):\n    yield from range(n)\n"
    name = "<a form that fails>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    with pytest.raises(grundy.BadRule, match="game: canonical of 3: ZeroDivisionError"):
        searching(grundy.rule(canonical=names["form"])(names["game"]), DEFAULT_OPTIONS).answer([20])


def test_a_search_that_is_not_compiled_gives_up_without_limits() -> None:
    @grundy.rule(canonical=lambda rows: rows)
    def wide(rows: tuple[int, ...]) -> Any:
        for place, n in enumerate(rows):
            if n:
                yield (*rows[:place], n - 1, *rows[place + 1 :])

    with pytest.raises(OutOfReach, match=r"more than 3,000 positions"):
        SearchOwn(wide, DEFAULT_OPTIONS, most=3000).answer([(9,) * 6])


def down(n: int) -> Any:
    """Take one to three counters."""
    yield from range(max(0, n - 3), n)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        ({"canonical": lambda n: [n]}, r"down: canonical of 5 is \[5\]: expected a hashable state"),
        ({"canonical": lambda n: None}, "down: canonical of 5 is None: expected a hashable state"),
        ({"split": lambda n: [[n]]}, r"down: split of 5 yields \[5\]: expected a hashable state"),
        ({"split": lambda n: [to(n)]}, r"down: split of 5 yields Option\(.*: expected a hashable state"),
        ({"split": lambda n: None}, "down: split of 5: a function that returns nothing"),
    ],
)
def test_what_is_no_state_is_refused_where_it_was_given(told: dict[str, Any], message: str) -> None:
    with pytest.raises(grundy.BadRule, match=message):
        grundy.solve(grundy.rule(**told)(down)(5))


@pytest.mark.parametrize("wrong", [7, (1,), (1, 2, 3)])
@pytest.mark.parametrize("given", ["canonical", "split"])
def test_a_state_of_too_many_or_too_few_values_is_refused_where_it_was_given(given: str, wrong: Any) -> None:
    """The rule was called with it, and what Python says of that was the message."""

    def pairs(a: int, b: int) -> Any:
        if a:
            yield a - 1, b

    told = {"canonical": lambda pair: wrong, "split": lambda pair: [wrong]}[given]
    verb = "is" if given == "canonical" else "yields"
    with pytest.raises(grundy.BadRule) as refused:
        grundy.solve(grundy.rule(**{given: told})(pairs)(3, 4))
    assert str(refused.value) == f"pairs: {given} of (3, 4) {verb} {wrong!r}: expected a state of 2 values"


def test_rules_of_one_function_are_searched_apart_where_they_say_other_things() -> None:
    """Who compares a rule with and without what it says of its states compares two searches, not one with itself."""
    assert grundy.solve(grundy.rule(canonical=lambda n: n % 4)(down)(9)).nim_value == 1
    assert grundy.value_by_definition(grundy.rule(down)(9)) == 1
    for wrong in ({"canonical": lambda n: 0}, {"split": lambda n: ()}):
        with pytest.raises(grundy.BadRule, match="state 9 is worth 1 by its options alone, and 0"):
            grundy.solve(grundy.rule(**wrong)(down)(9))


def test_a_cycle_that_a_form_makes_is_told_with_what_makes_it() -> None:
    """Play from 9 ends; only a form that gives 3 for every state leads from 3 to 3."""
    with pytest.raises(grundy.BadRule, match=r"cycle 3 -> 3.*; its states are those that canonical gives$"):
        grundy.solve(grundy.rule(canonical=lambda n: 3)(down)(9))
    with pytest.raises(grundy.BadRule, match=r"play that may return$"):
        grundy.solve(grundy.rule(lambda n: iter([n ^ 1]))(3))


@pytest.mark.parametrize("few", [2000, 3])
def test_what_is_not_true_of_all_states_is_found(monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    """Three skittles are not worth what two are, nor are two piles with one between them a sum of what is left."""
    set_limits(monkeypatch, "engines.search", FEW_POSITIONS=few)
    text = (
        "def fewer(n):\n    return n - 1 if n > 2 else n\n\n"
        "def apart(n):\n    if n > 3:\n        yield n - 2\n        yield 2\n    else:\n        yield n\n\n"
        "def game(n):\n    if n > 0:\n        yield n - 1\n    if n > 1:\n        yield n - 2\n"
    )
    name = f"<what is not true {next(NAMES)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {}
    exec(compile(text, name, "exec"), names)
    for forms in ({"canonical": names["fewer"]}, {"split": names["apart"]}):
        with pytest.raises(grundy.BadRule, match=r"by its options alone, and \d with what (canonical|split) says"):
            searching(grundy.rule(**forms)(names["game"]), DEFAULT_OPTIONS).answer([30])


def test_what_is_said_of_every_state_below_is_compared() -> None:
    """The value that was found is right, and what the rule says of a state that no search came to is not."""

    @grundy.rule(split=lambda n: (1, 1) if n == 3 else (n,))
    def piles(n: int) -> Any:
        yield from range(n)

    by = Defined()
    with pytest.raises(BadRule, match=r"state 3 is worth 3 by its options alone, and 0, that of 1 \+ 1,"):
        require_true(piles, [(5, 5)], by)
    assert by.compared <= set(range(6))

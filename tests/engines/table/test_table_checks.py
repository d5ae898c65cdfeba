"""Before a table is given away it is checked by the rule itself: a fault that all later values follow is seen too."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from limits import set_limits
from trials.ways import table

import grundy
from grundy import rule, to
from grundy.answering.tables import nim_values, p_positions
from grundy.compile import kernel
from grundy.compile.form import form_of as really_read
from grundy.engines.recheck import FIRST_STATES
from grundy.engines.table import plain
from grundy.engines.table.reached import Reached
from grundy.errors import BadRule, InternalError
from grundy.model.rule import Rule
from grundy.reading.core import Core

NUMBERS = count()


def made(text: str) -> Rule:
    """A rule from its text."""
    name = f"<checked {next(NUMBERS)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to}
    exec(compile(text, name, "exec"), names)
    return rule(names["game"])


HEAP = "def game(n):\n    for k in (1, 3, 4):\n        if k <= n:\n            yield n - k\n"
SPLIT = "def game(n):\n    for k in range(1, n // 2 + 1):\n        if n > 2:\n            yield to(k - 1, n - k - 1)\n"
PAIR = (
    "def game(a, b):\n    for k in (1, 2):\n        if k <= a:\n            yield a - k, b\n"
    "        if k <= b:\n            yield a, b - k\n"
)
QUEEN = (
    "def game(a, b):\n    yield from ((a - k, b) for k in range(1, a + 1))\n"
    "    yield from ((a, b - k) for k in range(1, b + 1))\n"
    "    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))\n"
)


@pytest.fixture
def miscompiled(monkeypatch: pytest.MonkeyPatch) -> Callable[[Rule, str], None]:
    """Have the compiler read another text than a rule's: a fault of it, in whatever states the other text says.

    On a busy machine the checks' time was over before they came to it.
    """
    set_limits(monkeypatch, "engines.table", LONG_SECONDS=float("inf"))

    def plant(game: Rule, text: str) -> None:
        other = made(text)

        def form_of(rule: Rule) -> Core:
            return really_read(other if rule.function is game.function else rule)

        monkeypatch.setattr(kernel, "form_of", form_of)

    return plant


def without(text: str, states: str) -> str:
    """The rule without a move in some states."""
    head, rest = text.split("\n", 1)
    return f"{head}\n    if {states}:\n        return\n{rest}"


FAULTS = {
    "three early states": (HEAP, without(HEAP, "n in (5, 8, 11)"), 300_000),
    "three of the first thousand": (HEAP, without(HEAP, "n in (641, 642, 999)"), 300_000),
    "one state of sums": (SPLIT, without(SPLIT, "n == 6"), 20_001),
}


@pytest.mark.parametrize("where", FAULTS)
def test_a_fault_in_early_states_is_seen(where: str, miscompiled: Callable[[Rule, str], None]) -> None:
    right, wrong, states = FAULTS[where]
    game = made(right)
    assert len(table(game, states)) == states
    miscompiled(game, wrong)
    with pytest.raises(InternalError, match="fault of grundy's"):
        nim_values(game, states)


@pytest.mark.parametrize("misere", [False, True])
def test_a_fault_in_early_outcomes_is_seen(misere: bool, miscompiled: Callable[[Rule, str], None]) -> None:
    game = made(HEAP)
    assert len(p_positions(game, 300_000, misere)) == 37_500
    miscompiled(game, without(HEAP, "n in (5, 8, 11)"))
    with pytest.raises(InternalError, match=r"state [0-9]+: expected [01] as the rule has it, found [01]"):
        p_positions(game, 300_000, misere)


@pytest.mark.parametrize("text", [PAIR, QUEEN])
@pytest.mark.parametrize("faults", [((0, 1), (0, 40), (0, 901)), ((3, 2), (4, 6))])
def test_a_fault_in_the_corner_of_a_box_is_seen(
    text: str, faults: tuple[tuple[int, int], ...], miscompiled: Callable[[Rule, str], None]
) -> None:
    game = made(text)
    miscompiled(game, without(text, " or ".join(f"a == {a} and b == {b}" for a, b in faults)))
    with pytest.raises(InternalError):
        nim_values(game, (300, 1000))


def test_a_fault_in_early_states_that_are_reached_is_seen(miscompiled: Callable[[Rule, str], None]) -> None:
    text = "def game(n):\n    for k in (2, 3, 5):\n        if n:\n            yield n // k\n"
    game = made(text)
    assert Reached(game, [10**12]).values([10**12])
    miscompiled(game, without(text, "n in (5, 8, 11)"))
    with pytest.raises(InternalError):
        Reached(game, [10**12]).values([10**12])


def test_a_rule_that_is_no_function_of_its_state_is_at_fault() -> None:
    text = "CALLS = [0]\ndef game(n):\n    CALLS[0] += 1\n    if n and CALLS[0] % 3:\n        yield n - 1\n"
    for states in (50, 21_000):
        with pytest.raises(BadRule, match="is the rule the same whenever it is called"):
            nim_values(made(text), states)


def with_body(body: str, state: str = "n") -> str:
    return f"def game({state}):\n" + "".join(f"    {line}\n" for line in body.splitlines())


STATES = 3_000_000
RARE = {  # a branch, the same as it is miscompiled, and the states at which their options differ
    "one heap": ("if n == 777_777:\n    yield 5", "", {777_777}),
    "heaps in a row": ("if 2_000_000 < n <= 2_000_003:\n    return", "", set(range(2_000_001, 2_000_004))),
    "the last heaps": ("if 2_999_990 < n < 2_999_999:\n    return", "", set(range(2_999_991, STATES - 1))),
    "heaps that are listed": ("if n in (1_234_567, 2_345_678):\n    yield 2", "", {1_234_567, 2_345_678}),
    "a residue far out": (
        "if n % 4999 == 4000 and n > 2_900_000:\n    yield n - 2",
        "",
        {n for n in range(2_900_001, STATES) if n % 4999 == 4000},
    ),
    "bits": ("if n & 4095 == 95 and n > 2_950_000:\n    return", "", set(range(2_953_311, STATES, 4096))),
    "a number": ("if n:\n    yield n - (1 if n != 2_222_222 else 2)", "if n:\n    yield n - 1", {2_222_222}),
}


@pytest.mark.parametrize("branch", RARE)
def test_a_rare_branch_that_is_miscompiled_is_seen(branch: str, miscompiled: Callable[[Rule, str], None]) -> None:
    """At the first thousand states and a thousand random ones all is right, so that such tables were given away."""
    *texts, rare = RARE[branch]
    right, wrong = (with_body(body + "\nif n:\n    yield n - 1") for body in texts)
    game, misread = made(right), made(wrong)
    for n in rare:
        assert list(game.options(n)) != list(misread.options(n))
    assert rare.isdisjoint({*range(FIRST_STATES), *plain.samples(STATES)})
    miscompiled(game, wrong)
    with pytest.raises(InternalError, match="fault of grundy's"):
        nim_values(game, STATES)


def test_a_rare_branch_of_a_box_is_seen(miscompiled: Callable[[Rule, str], None]) -> None:
    rare, rest = "if a == 700 and b > 650:\n    return\n", "if a:\n    yield a - 1, b\nif b:\n    yield a, b - 1"
    game, states = made(with_body(rare + rest, "a, b")), set(plain.samples(800 * 700))
    assert states.isdisjoint(range(700 * 700 + 651, 701 * 700))
    miscompiled(game, with_body(rest, "a, b"))
    with pytest.raises(InternalError, match=r"state \(700, 6[5-9][0-9]\)"):
        nim_values(game, (800, 700))


@pytest.mark.parametrize("misere", [False, True])
def test_a_rare_branch_of_outcomes_is_seen(misere: bool, miscompiled: Callable[[Rule, str], None]) -> None:
    rest = "if n:\n    yield n - 1"
    game = made(with_body(RARE["heaps in a row"][0] + "\n" + rest))
    miscompiled(game, with_body(rest))
    with pytest.raises(InternalError, match=r"state 200000[1-3]"):
        p_positions(game, STATES, misere)


def test_what_was_never_seen_both_ways_is_said_with_the_table() -> None:
    """That n >= 0 is always true is no fault: the table is right, and says what nobody has seen."""
    game = made(
        "def game(n):\n    if n >= 0 and n % 3 == 2:\n        yield n - 2\n    if n > 10**9:\n        yield 1\n"
    )
    reason = grundy.table(game, 30_000).evidence.reason
    assert reason.startswith("a table of all states; of what the rule asks, ") and reason.endswith(" more")
    assert "n >= 0 (is always true at the states that were looked at), and of 1 more" in reason
    down = made("def game(n):\n    if n >= 0 and n > 1:\n        yield n - 2\n    if n > 2:\n        yield n - 1\n")
    solved = grundy.solve(down(200_000)).evidence.reason
    assert "checked by the definition; of what the rule asks, " in solved and "n >= 0 (is always true at" in solved
    whole = made("def game(n):\n    if n % 3 == 2:\n        yield n - 2\n")
    for asked in (grundy.table(whole, 30_000), grundy.table(game, 900)):  # of few states all are compared
        assert asked.evidence.reason == "a table of all states"

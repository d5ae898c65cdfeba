"""Before a table is given away it is checked by the rule itself: a fault that all later values follow is seen too."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from trials.ways import table

from grundy import rule, to
from grundy.answering.tables import nim_values, p_positions
from grundy.compile import kernel
from grundy.compile.form import form_of as really_read
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
    monkeypatch.setattr(plain, "LONG_SECONDS", float("inf"))

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

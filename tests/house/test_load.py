"""What else a machine does decides no answer: where nobody set a limit, no clock on the wall is looked at.

The same is asked while clocks are right, and while they leap by a minute whenever they are read, as they seem to in a
process that is seldom given a processor.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

import grundy
from grundy.answering.theorem import at_last
from grundy.api.prove import proof_soon
from grundy.engines.question import Question
from grundy.runs.clock import CLOCK

CLOCKS = ("monotonic", "perf_counter")


def of_an_unsteady_rule() -> str:
    calls: list[int] = []

    @grundy.rule
    def unsteady(n: int) -> Iterator[int]:
        calls.append(n)
        yield from range(max(0, n - 2 - (len(calls) - 1) // 12), n)

    return refusal(unsteady(12))


def of_states_that_are_not_equal() -> str:
    @grundy.rule(canonical=lambda n: min(n, 4))
    def unequal(n: int) -> Iterator[int]:
        yield from range(n)

    return refusal(unequal(9))


def refusal(position: grundy.Position) -> str:
    with pytest.raises(grundy.BadRule) as refused:
        grundy.solve(position)
    return str(refused.value)


def of_a_theorem() -> Any:
    proof_soon.forget()
    answer = at_last(Question(((grundy.laskers_nim, [4 * 10**30]),)), proof_soon)
    return answer and answer.values[0]


def of_the_computer() -> list[str]:
    """Its answers in a lost position, where it looks for the move that is hard to answer."""
    return [str(grundy.play("nim 4 5 1", seed=seed).play_computer_move()) for seed in range(8)]


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        (of_an_unsteady_rule, "others the second time"),
        (of_states_that_are_not_equal, "that is not true of all states"),
        (of_a_theorem, str(4 * 10**30 - 1)),  # Lasker's Nim: Winning Ways, ch. 4
        (of_the_computer, ""),
    ],
)
def test_clocks_that_leap_change_no_answer(ask: Any, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = ask()
    assert expected in str(right)
    leaps = count(time.monotonic(), 60.0)
    leaping = {clock: lambda: next(leaps) for clock in CLOCKS}
    unsteady = SimpleNamespace(**{**vars(time), **leaping})
    # `time` itself stays as it is: what is first imported now would keep a clock that leaps for all later tests
    for name, module in list(sys.modules.items()):
        if not name.startswith("grundy."):
            continue
        for own in CLOCKS:
            if own in vars(module):
                monkeypatch.setattr(module, own, leaping[own])
        if vars(module).get("time") is time:
            monkeypatch.setattr(module, "time", unsteady)
    monkeypatch.setattr(CLOCK, "now", leaping["monotonic"])
    assert ask() == right

"""Every format, whichever there are: its sample and small inputs are answered as its cases played out are.

A case is a position of a rule, and tests/entry_checks.py plays it out. What the sample should be answered with is the
judge's own, in `sample_out`. Formats of plain numbers have tests of their own (tests/judges/test_nim_judges.py).
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from entry_checks import faults_of_judge, unfinished, wrong

import grundy
from grundy.judges import JUDGES, Judge
from grundy.model.rule import Component
from grundy.text.reader import Text

PLAYED, NUMBERS = {"winner", "moves", "results"}, {"nim-products", "nim-inverses"}
GAMES = [judge for judge in JUDGES if judge.asks in PLAYED]


def test_what_formats_ask_for_is_known_here() -> None:
    assert {judge.asks for judge in JUDGES} <= PLAYED | NUMBERS


@pytest.mark.parametrize("judge", GAMES, ids=lambda judge: judge.name)
def test_a_format_is_answered_as_the_judge_says_and_the_definition(judge: Judge) -> None:
    assert faults_of_judge(judge) == []


def test_a_wrong_answer_is_seen() -> None:
    """As of a format whose rule is another one, or whose words are exchanged."""
    judge = next(one for one in GAMES if one.name == "gfg-take-1-to-3")
    (case,) = judge.read(Text("4\n", "in"))
    assert wrong(judge, case, False) == "" and "expected False, by the definition" in str(wrong(judge, case, True))
    assert "expected 0" in str(wrong(replace(judge, asks="moves"), case, 1))
    assert wrong(replace(judge, asks="results"), case, grundy.solve(grundy.nim(4)))
    assert wrong(judge, Component(case.rule, (10**6,)), True) is None
    (fault,) = faults_of_judge(replace(judge, sample_out="Player 2 will win\n", inputs=None))
    assert fault == "gfg-take-1-to-3: expected 'Player 2 will win\\n' for its sample, found 'Player 1 will win\\n'"


def test_what_a_template_asks_for_is_seen() -> None:
    judge = replace(GAMES[0], limits="(say them)", inputs=None)
    assert unfinished(judge) == faults_of_judge(judge) == ["(say them): write it"]

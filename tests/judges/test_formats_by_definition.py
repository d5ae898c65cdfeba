"""Every format, whichever there are: its sample and small inputs are answered as its cases played out are.

A case is a position of a rule; played out is its definition, `grundy.value_of`, which knows no engine and no theorem.
What the sample should be answered with is the judge's own, in `sample_out`. Formats of plain numbers have tests of
their own (tests/judges/test_nim_judges.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

import grundy
from grundy.judges import JUDGES, Judge
from grundy.model.rule import Component, Position
from grundy.text.reader import Text

MOST = 2_000  # positions of a case that is played out
SMALL, SIZES = 40, (1, 1, 2)  # of the inputs that a format makes: how many, and the sizes of random ones
PLAYED = {"winner", "moves", "results"}
NUMBERS = {"nim-products", "nim-inverses"}


def value(position: Position) -> Any:
    """By the definition; None where more positions would have to be played."""
    try:
        return grundy.value_of(position, most=MOST)
    except grundy.OutOfReach:
        return None


def winning(position: Position) -> set[str] | None:
    """The moves that leave what the second player wins, by the definition."""
    left = {str(move): value(position.play(move)) for move in position.moves()}
    return None if None in left.values() else {move for move, rest in left.items() if rest == 0}


def wrong(judge: Judge, case: Component, answer: Any) -> str | None:
    """What is wrong about an answer to a case; "" if nothing is, None if the case is too large to be played out."""
    position = Position((case,))
    right: Any = value(position)
    if right is None:
        return None
    given = answer
    if judge.asks == "winner":
        right, given = right != 0, bool(answer)
    elif judge.asks == "moves":
        moves = winning(position)
        if moves is None:
            return None
        right = len(moves)
    else:
        moves = winning(position)
        right, given = (right, moves), (answer.nim_value, {str(move) for move in answer.winning_moves})
        if moves is None:
            return None
    return "" if given == right else f"{judge.name}: {position}: expected {right}, by the definition; found {given}"


def answered(judge: Judge, text: str) -> tuple[str, list[Component], list[Any]]:
    """The output for an input, the cases that were read, and what was handed to the writer for each."""
    handed: list[Any] = []

    def write(reading: Any, answers: Sequence[Any], **options: str) -> str:
        handed[:] = answers
        return judge.write(reading, answers, **options)

    spied = replace(judge, write=write, read_large=None, answer_large=None)
    output = grundy.judge(spied, text)
    return output, list(judge.read(Text(text, "in"))), handed


def played_out(judge: Judge, text: str) -> int:
    """Compare all cases of an input that are small enough; how many these are."""
    output, cases, answers = answered(judge, text)
    assert grundy.judge(judge, text) == output, judge.name
    found = [wrong(judge, case, answer) for case, answer in zip(cases, answers, strict=True)]
    assert not list(filter(None, found))
    return len([one for one in found if one is not None])


def test_what_formats_ask_for_is_known_here() -> None:
    assert {judge.asks for judge in JUDGES} <= PLAYED | NUMBERS


GAMES = [judge for judge in JUDGES if judge.asks in PLAYED]


@pytest.mark.parametrize("judge", GAMES, ids=lambda judge: judge.name)
def test_the_sample_is_answered_as_the_judge_says_and_the_definition(judge: Judge) -> None:
    assert played_out(judge, judge.sample_in), "no case of the sample is small enough to be played out"
    assert grundy.judge(judge, judge.sample_in) == judge.sample_out


@pytest.mark.parametrize("judge", [judge for judge in GAMES if judge.inputs], ids=lambda judge: judge.name)
def test_small_inputs_are_answered_as_the_definition_says(judge: Judge) -> None:
    assert judge.inputs
    chances = Random(judge.name)
    cases = [*islice(judge.inputs.small(), SMALL), *(judge.inputs.random(chances, size) for size in SIZES)]
    assert sum(played_out(judge, judge.inputs.write([case])) for case in cases) > SMALL // 2


def test_a_wrong_answer_is_seen() -> None:
    """As of a format whose rule is another one, or whose words are exchanged."""
    judge = next(one for one in GAMES if one.name == "gfg-take-1-to-3")
    (case,) = judge.read(Text("4\n", "in"))
    assert wrong(judge, case, False) == "" and "expected False, by the definition" in str(wrong(judge, case, True))
    assert "expected 0" in str(wrong(replace(judge, asks="moves"), case, 1))
    assert wrong(replace(judge, asks="results"), case, grundy.solve(grundy.nim(4)))
    assert wrong(judge, Component(case.rule, (10**6,)), True) is None

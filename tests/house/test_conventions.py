"""The page of conventions has every verb and every play, and an empty cell says why."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest
from conventions import ELSEWHERE, MATRIX, PLAYS, Empty, Run, Unbuilt, answer, answers

from grundy.cli.main import cli

ANSWERS = Path(__file__).parents[1] / "data" / "conventions.txt"
WITHOUT = {"quotient", "genus"}  # which have no such option: about misère play alone


def commands() -> dict[str, click.Command]:
    context = click.Context(cli)
    names = cli.list_commands(context)
    return {name: command for name in names if (command := cli.get_command(context, name)) is not None}


def options(command: click.Command) -> set[str]:
    return {option for parameter in command.params for option in parameter.opts}


def test_every_verb_has_a_row() -> None:
    verbs = {row.split()[0] for row in MATRIX}
    assert verbs | ELSEWHERE == set(commands()) and not verbs & ELSEWHERE
    assert all(set(cells) == set(PLAYS) for cells in MATRIX.values())


@pytest.mark.parametrize("play", ["misere", "loopy"])
def test_a_verb_that_takes_a_play_answers_in_it(play: str) -> None:
    """An option without a cell, or a cell without its option, is what the page is to show."""
    for verb, command in commands().items():
        if verb in ELSEWHERE | WITHOUT | {"judge"}:  # a judge's options are those of its formats
            continue
        assert (f"--{play}" in options(command)) == isinstance(MATRIX[verb][play], Run), verb


def test_a_cell_is_a_command_of_its_verb_or_says_why_there_is_none() -> None:
    for row, cells in MATRIX.items():
        verb, *named = row.split()
        for play, cell in cells.items():
            if isinstance(cell, Empty):
                assert re.search(r"\(.+ (19|20)\d\d\)$", cell.why), f"{row}, {play}: whose theorem makes it empty?"
                continue
            if isinstance(cell, Unbuilt):
                assert len(cell.why.split()) >= 5, (row, play)
                continue
            words = cell.command.split()
            assert words[0] == verb, (row, play)
            assert all(option in words or play != "normal" for option in named), (row, play)
            told = "-" in words[1:2] or any(play in word for word in words)  # letters that are read are of any play
            assert verb in WITHOUT or play not in ("misere", "loopy") or told


def test_every_command_answers_as_before() -> None:
    assert list(answers()) == ANSWERS.read_text(encoding="utf-8").splitlines()


def test_a_command_that_refuses_or_tells_nothing_is_seen() -> None:
    with pytest.raises(ValueError, match="exit status 2"):
        answer(Run("solve nim x"))
    with pytest.raises(ValueError, match="expected a line that begins with 'Nobody'"):
        answer(Run("solve nim 1", "Nobody"))

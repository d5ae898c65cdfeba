"""What each verb says of positions where a move keeps the turn or has to be answered: an answer, or what to ask."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from command import grundy

RULES = """
from grundy import again, answer, rule, to


@rule
def top(n):
    yield from (to(k, n - k) for k in range(1, n // 2 + 1))
    if n:
        yield answer(n - 1)


@rule
def twice(n):
    if n % 3 == 2:
        yield again(n - 1)
    if n:
        yield n - 1
"""
ALWAYS = "whatever stands beside it"  # of a loony position
REFUSED = [  # a command, what it names, and what it says to write instead
    ("sequence nimstring --to 5", "nimstring: expected states 0, 1, 2, ..., found graph states", "'grundy solve'"),
    ("table nimstring --to 5", "nimstring: expected states 0, 1, 2, ..., found graph states", "'grundy solve'"),
    ("period nimstring", "nimstring: expected states 0, 1, 2, ..., found graph states", "'grundy solve'"),
    ("check nimstring n --to 5", "nimstring: expected states 0, 1, 2, ..., found graph states", "'grundy solve'"),
    ("prove nimstring", "nimstring: theorems are about states that are numbers", "'grundy solve'"),
    ("prove chomp:3xN", "chomp:3xN: theorems are about moves from numbers", "'grundy solve chomp:3xN 20' says"),
    ("solve nimstring 2x2 --misere", "nimstring: expected a play it is valid for (normal", "entailing)"),
    *(
        row
        for game, first in (("top-entails", 1), ("{top}", 1), ("{twice}", 2))
        for row in (
            (f"sequence {game} --to 9 --bfile", f"state {first} is loony: whoever is to move", "--csv"),
            (f"table {game} --to 9", f"state {first}, which is loony: whoever is to move", "--outcomes"),
            (f"table {game} --to 9 --json", f"state {first}, which is loony: whoever is to move", "--outcomes"),
            (f"period {game}", f"heap {first}, which is loony: whoever is to move", "'grundy sequence'"),
            (f"period {game} --json", f"heap {first}, which is loony: whoever is to move", "'grundy sequence'"),
            (f"check {game} 0 --to 9 --start {first}", f"at n = {first}, found a", "--outcomes"),
            (f"options {game} 5", "says who moves next, so that what it leaves has no", "'grundy solve'"),
            (f"prove {game}", "says who moves next, and theorems are about rules in which", "'grundy sequence'"),
        )
    ),
    ("solve {twice} 5 --misere", "found 'again' at 5", "in normal play"),
    ("quotient {top} --to 5", "found 'answer' at 1", "in normal play"),
]
ANSWERED = [  # a command, its exit status, and what it prints
    ("options nimstring 2x2", 0, "so its nim-value (mex) is 0"),
    ("sequence top-entails --to 9 --json", 0, '"values": [0, "loony", 0, "loony", 1, 0, 2, 1, 3, 0]'),  # Winning Ways
    ("sequence {top} --to 9 --csv", 0, "\n3,loony,"),
    ("solve top-entails 1", 0, "No nim-value: loony."),
    ("table {top} --to 9 --outcomes", 0, "0 2 5 9"),
    ("check {top} 'n not in (0, 2, 5, 9)' --to 9 --outcomes", 0, "holds for n = 0..9"),
    ("check {top} 0 --to 9 --outcomes", 1, "at n = 1: claimed a P-position, the position is an N-position"),
    ("check {top} n%2-1 --to 9 --json --outcomes", 1, '"counter_example": {"at": 0, "claimed": -1, "actual": 0}'),
]


@pytest.fixture(scope="module")
def of_file(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The names of the rules in a file."""
    file: Path = tmp_path_factory.mktemp("turns") / "turns.py"
    file.write_text(RULES, encoding="utf-8")
    return {name: f"{file}:{name}" for name in ("top", "twice")}


@pytest.mark.parametrize(("command", "names", "instead"), REFUSED)
def test_a_refusal_names_what_why_and_what_else(
    command: str, names: str, instead: str, of_file: dict[str, str]
) -> None:
    refused = grundy(*words(command, of_file))
    assert (refused.status, refused.out) == (2, "")
    told = " ".join(refused.err.split())
    assert names in told and instead in told
    assert "Traceback" not in told
    assert "loony" not in told or ALWAYS in told


@pytest.mark.parametrize(("command", "status", "shown"), ANSWERED)
def test_an_answer_says_what_the_value_is(command: str, status: int, shown: str, of_file: dict[str, str]) -> None:
    answered = grundy(*words(command, of_file))
    assert (answered.status, answered.err) == (status, "")
    assert shown in answered.out


def words(command: str, of_file: dict[str, str]) -> list[str]:
    """The arguments of a command."""
    return [one.format(**of_file) for one in shlex.split(command)]

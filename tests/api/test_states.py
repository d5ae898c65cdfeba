"""`solve` and `table` take the same states: Python's own whole numbers, as they are given and as a rule yields them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from trials.ways import table

import grundy
from grundy.cli.main import cli
from grundy.errors import BadRule, BadText
from grundy.model.rule import Rule


def down(n: Any) -> Any:
    """Take one or two counters."""
    yield from (n - k for k in (1, 2) if k <= n)


def knight(a: Any, b: Any) -> Any:
    """Two numbers, of which the first falls."""
    if a > 0:
        yield a - 1, b


NUMBERS = [
    True,
    False,
    2.0,
    2.5,
    float("inf"),
    np.int64(3),
    np.uint8(3),
    np.float32(2),
    np.bool_(True),
    Fraction(2),
    2j,
]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{type(number).__name__}")
def test_a_number_of_another_type_is_no_state(number: Any) -> None:
    kind = type(number).__name__
    if isinstance(number, np.integer):  # as good as Python's own, where a person gives it
        assert [type(part.state) for part in grundy.rule(down)(number).parts()] == [int]
        assert [list(map(type, part.state)) for part in grundy.rule(knight)(number, 1).parts()] == [[int, int]]
        return
    with pytest.raises(BadRule, match=rf"of type int, not {kind}; int\(...\) would make one"):
        grundy.rule(down)(number)
    for pair in ((number, 1), (1, number)):
        with pytest.raises(BadRule, match=f"not {kind}"):
            grundy.rule(knight)(pair)
        with pytest.raises(BadRule, match=f"not {kind}"):
            grundy.rule(knight)(*pair)


def yielding(state: Any) -> Rule:
    def game(n: int) -> Any:
        if n > 5:
            yield state
        elif n:
            yield n - 1

    return grundy.rule(game)


def yielding_pairs(state: Any) -> Rule:
    def game(a: int, b: int) -> Any:
        if a > 2:
            yield state
        elif a:
            yield a - 1, b

    return grundy.rule(game)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{type(number).__name__}")
@pytest.mark.parametrize("wrap", [lambda state: state, lambda state: grundy.to(state, why="a label")])
def test_no_rule_yields_one(number: Any, wrap: Any) -> None:
    kind = type(number).__name__
    for rule, state, size in (
        (yielding(wrap(number)), 9, 20),
        (yielding_pairs(wrap((number, 0))), (4, 1), (5, 3)),
        (yielding_pairs(wrap((0, number))), (4, 1), (5, 3)),
    ):
        says = rf"state (6|9|\(3, 0\)|\(4, 1\)) yields .*, with numbers of type int, not {kind}; int\(...\) would make"
        with pytest.raises(BadRule, match=says):
            grundy.solve(rule(state))
        with pytest.raises(BadRule, match=says):
            grundy.solve(rule(state), misere=True)
        for compiled in (True, False):
            with pytest.raises(BadRule, match=says):
                table(rule, size, compiled=compiled)
        with pytest.raises(BadRule, match=says):
            rule.nim_values(size)


@pytest.mark.parametrize("number", NUMBERS, ids=lambda number: f"{type(number).__name__}")
@pytest.mark.parametrize("said", ["canonical", "split"])
def test_none_is_what_canonical_or_split_gives(number: Any, said: str) -> None:
    function: Any = {"canonical": lambda n: number, "split": lambda n: (number,)}[said]
    with pytest.raises(BadRule, match=f"{said} of 9.*expected a hashable state.*not {type(number).__name__}"):
        grundy.solve(grundy.rule(**{said: function})(down)(9))


def test_what_is_in_a_state_of_ones_own_is_ones_own() -> None:
    """A row of lamps, on or off: switch one off, and the one after it the other way."""

    @grundy.rule
    def lamps(row: tuple[bool, ...]) -> Any:
        for i, on in enumerate(row):
            if on:
                yield (*row[:i], False, *row[i + 1 :])

    assert grundy.solve(lamps((True, False, True))).nim_value == 0
    assert grundy.solve(lamps((True, True, True))).nim_value == 1


def test_the_command_line_takes_the_same(tmp_path: Path) -> None:
    file = tmp_path / "game.py"
    file.write_text(
        "import grundy\n@grundy.rule\ndef game(n):\n    yield from range(n)\n\n"
        "@grundy.rule\ndef pair(a, b):\n    if a:\n        yield a - 1, b\n"
    )
    for words in (["game", "True"], ["game", "3", "False"], ["pair", "(True, 2)"], ["pair", "(1, False)"]):
        done = CliRunner().invoke(cli, ["solve", f"{file}:{words[0]}", *words[1:]])
        assert isinstance(done.exception, BadText)
        assert "with numbers of type int, not bool; int(...) would make one" in str(done.exception)
    assert CliRunner().invoke(cli, ["solve", f"{file}:game", "3"]).exit_code == 0


def test_a_named_tuple_is_the_tuple_that_it_is_in_both() -> None:
    from typing import NamedTuple

    class Place(NamedTuple):
        a: int
        b: int

    @grundy.rule
    def game(a: int, b: int) -> Any:
        if a:
            yield Place(a - 1, b)

    assert grundy.solve(game(3, 1)).nim_value == 1
    assert table(game, (4, 2)) == [0, 0, 1, 1, 0, 0, 1, 1]

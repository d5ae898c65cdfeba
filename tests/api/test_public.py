"""The public names: all games are values, texts and objects do, and what is shown is a line that people can read."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.errors import BadRule, BadText

NAMED = [name for name, game in grundy.catalogue.items() if game.rule(None) is not None and ":" not in game.example[0]]


def test_dir_is_what_may_be_used() -> None:
    """It hid three names and showed what the module had imported."""
    names = dir(grundy)
    assert set(names) == {*grundy.__all__, "__version__"} and len(names) == len(set(names))
    assert all(hasattr(grundy, name) for name in names)
    modules = [name for name in names if inspect.ismodule(getattr(grundy, name))]
    assert modules == ["nimber", "oeis"]  # which are modules of grundy, and public as such


@pytest.mark.parametrize("name", grundy.catalogue)
def test_every_game_is_a_public_value(name: str) -> None:
    assert name.replace("-", "_") in grundy.__all__


@pytest.mark.parametrize("name", NAMED)
def test_a_game_reads_the_positions_that_people_type(name: str) -> None:
    example = grundy.catalogue[name].example
    value = getattr(grundy, name.replace("-", "_"))
    assert value(example[1]) == grundy.parse(" ".join(example))
    assert repr(value) == f"Rule({name!r})" and grundy.catalogue[name].name == name


def test_texts_that_are_no_positions() -> None:
    with pytest.raises(BadText, match="<argument>:1:1: expected a pile size, 0 or more, found 'x'"):
        grundy.kayles("x")
    with pytest.raises(BadText, match="<argument>"):
        grundy.cram("3y5")
    with pytest.raises(BadText, match="expected a shape"):
        grundy.parse_rule("placement:zz/")


@pytest.mark.parametrize("make", [grundy.take_away, grundy.floor_division, grundy.all_but])
@pytest.mark.parametrize("wrong", [(0,), (3, -1), (2.0,), (True, 2)])
def test_sets_of_no_rule(make: Callable[..., grundy.Rule], wrong: tuple[Any, ...]) -> None:
    """An amount of 0 made a rule whose play never ends."""
    with pytest.raises(BadRule, match=r"expected (amounts|divisors) of [12] or more, found"):
        make(*wrong)


def test_a_set_of_nothing_spared() -> None:
    """It was an IndexError."""
    with pytest.raises(BadRule, match="all-but: expected amounts that may not be taken, found none"):
        grundy.all_but()


def test_a_text_that_is_a_state_stays_one() -> None:
    @grundy.rule
    def shorter(word):  # type: ignore[no-untyped-def]
        yield from (word[:place] for place in range(len(word)))

    (part,) = shorter("3 4").parts()
    assert part.state == "3 4"


def test_notebooks_draw_boards() -> None:
    position = grundy.cram("2x3") + grundy.nim(3) + grundy.euclid(25, 7)
    drawn = position._repr_html_()  # type: ignore[attr-defined]
    assert drawn.count("<svg ") + drawn.count("<code>") == 3
    shown = grundy.solve(grundy.cram("2x3"))._repr_html_()  # type: ignore[attr-defined]
    assert "<svg " in shown and "The first player wins: an N-position, nim-value ∗1." in shown


def test_playing_the_winning_move_leaves_a_p_position() -> None:
    position = grundy.cram("3x5") + grundy.nim(3, 5)
    result = grundy.solve(position)
    assert result.nim_value == 1 ^ 3 ^ 5  # the value of Cram 3x5 is held in tests/games/test_known.py
    for move in result.winning_moves:
        after = position.play(move)
        assert grundy.solve(after).winner == "second" and position.play(str(move)) == after


def test_moves_by_place() -> None:
    moves = grundy.solve(grundy.cram("3x5")).winning_moves
    listed = list(moves)
    assert [moves[place] for place in range(-8, 8)] == listed + listed
    assert moves[1:3] == listed[1:3] and moves[::-1] == listed[::-1] and moves[5:] == listed[5:]
    with pytest.raises(IndexError, match="winning move 8: there are 8"):
        moves[8]


def test_moves_that_cannot_be_played() -> None:
    with pytest.raises(BadRule, match="expected one of its moves, found 'pile 1, take 9'"):
        grundy.nim(3).play("pile 1, take 9")

    @grundy.rule
    def box(n):  # type: ignore[no-untyped-def]
        if n:
            yield grundy.again(n - 1)

    with pytest.raises(BadRule, match="says who moves next"):
        box(2).play(grundy.parse_move("place 1, to (1,)"))


LONG = {  # the verbs that take limits, each with what it is asked at least
    "atlas": (["0.3"],), "certify": ("nim 3", "c.txt"), "check": ("nim", "n", 9), "genera": ("nim", 5),
    "guess": ([0, 1, 2, 3, 4],), "option_values": ("nim 3",), "period": ("kayles",), "picture": ("nim",),
    "prove": ("nim",), "misere_quotient": ("nim", 2), "sequence": ("nim", 5), "solve": ("nim 3",), "table": ("nim", 5),
    "verify": ("c.txt",),
}  # fmt: skip


def test_a_misspelt_limit_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was taken, and there was no limit."""
    monkeypatch.chdir(tmp_path)
    verbs = {name: value for name in grundy.__all__ if inspect.isfunction(value := getattr(grundy, name))}
    assert {name for name, verb in verbs.items() if "work" in inspect.signature(verb).parameters} == set(LONG)
    for name, given in LONG.items():
        with pytest.raises(TypeError, match="unexpected keyword argument 'time_limt'"):
            getattr(grundy, name)(*given, time_limt=60)
    assert not list(tmp_path.iterdir())

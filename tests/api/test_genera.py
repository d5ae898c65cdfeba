"""Genera of heaps: against play by the definition beside heaps of 2, which shares nothing with them."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import count
from pathlib import Path

import pytest
from command import grundy as command
from limits import set_limits
from steps import Steps

import grundy
from grundy import genera
from grundy.runs.clock import Signal


def beside_nim(rule: grundy.Rule, heap: int, twos: int) -> int:
    """The misère value: the size of the nim-heap beside which a heap and some heaps of 2 are lost."""

    @cache
    def lost(heaps: tuple[int, ...], piles: tuple[int, ...]) -> bool:
        after = [
            (tuple(sorted((*heaps[:at], *option.parts, *heaps[at + 1 :]))), piles)
            for at, one in enumerate(heaps)
            for option in rule.options(one)
        ]
        after += [
            (heaps, tuple(sorted((*piles[:at], size, *piles[at + 1 :]))))
            for at, pile in enumerate(piles)
            for size in range(pile)
        ]
        return bool(after) and not any(lost(*one) for one in after)

    return next(size for size in range(20) if lost((heap,), tuple(sorted((2,) * twos + (size,)))))


@pytest.mark.parametrize(("game", "to"), [("kayles", 9), ("grundys-game", 13), ("octal:0.07", 14), ("nim", 5)])
def test_the_superscripts_are_misere_values(game: str, to: int) -> None:
    rule = grundy.parse_rule(game)
    genus_table = genera(game, to)
    for heap, genus in enumerate(genus_table.genera):
        assert genus.value == grundy.value_by_definition(rule(heap))
        assert [genus.misere(twos) for twos in range(3)] == [beside_nim(rule, heap, twos) for twos in range(3)]


def test_tame_and_wild() -> None:
    # Winning Ways, ch. 13: nim-heaps are tame, and the least wild heap of Kayles is 5, of genus 4^146
    assert all(genera("nim", 9).tame)
    kayles = genera("kayles", 20)
    assert (kayles.tame.index(False), str(kayles.genera[5])) == (5, "4^146")
    assert (str(kayles.genera[20]), kayles.tame[20]) == ("1^031", False)
    # so is what has the tame quotient, of 2^n + 2 elements with two in P
    assert all(genera("octal:0.123", 5).tame)
    assert grundy.misere_quotient("octal:0.123", 5).order == 6


def test_printed_and_for_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    genus_table = genera("kayles", 5)
    assert command("genus", "kayles", "--to", "5", "--no-store").out == f"{genus_table}\n"
    described = command("genus", "kayles", "--to", "5", "--json", "--no-store").json()
    assert described["genera"][5] == {"value": 4, "miseres": [1, 4, 6], "tame": False}
    assert repr(genus_table) == "<genera of kayles, heaps 0 to 5: 1 wild>"
    set_limits(monkeypatch, "engines.misere.genus", MOST=50)
    done = command("genus", "kayles", "--no-store")
    assert done.status == 2
    assert re.search("No more heaps: heap [0-9]+: genus: more than 50 moves", done.out)
    assert command("genus", "wythoff").status == 2


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store of runs of the test's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def in_steps(heaps: int = -1, signal: Signal = "interrupted") -> Steps:
    """A chunk for each heap, of two seconds; stopped after so many."""
    chunks = count(1)
    return Steps(each=1.0, reading=1.0, stop=lambda chunk: next(chunks) == heaps, signal=signal)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("why", "status", "to"), [("interrupted", 130, 20), ("terminated", 143, 20), ("interrupted", 130, 8)]
)
def test_what_is_known_when_it_is_stopped_is_printed(why: Signal, status: int, to: int) -> None:
    """It said that genera were known, and none was printed."""
    with in_steps(8, why):
        done = command("genus", "kayles", "--to", str(to), "--json")
    told = json.loads(done.out)
    assert (done.status, told["reason"], told["to"]) == (status, why, 7)
    assert told["genera"] == genera("kayles", 7).as_dict()["genera"]


@pytest.mark.usefixtures("home")
def test_what_is_kept_is_not_less_when_it_is_stopped_again() -> None:
    """Resumed, it began with nothing."""
    with in_steps(8):
        first = command("genus", "kayles", "--to", "20")
    assert first.err.endswith("Go on with: grundy resume 1\n")
    with in_steps(3):
        again = command("resume")
    assert again.out == first.out and "heaps 0 to 7" in again.out
    last = command("resume")
    assert last.status == 0 and last.out == f"{genera('kayles', 20)}\n"


@pytest.mark.usefixtures("home")
def test_a_limit_says_how_to_go_on() -> None:
    with in_steps():
        done = command("genus", "grundys-game", "--to", "20", "--time-limit", "10s")
    assert done.status == 2 and "No more heaps: out of time." in done.out
    assert done.err.endswith("Go on with: grundy resume 1\n")

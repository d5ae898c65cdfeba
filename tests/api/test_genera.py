"""Genera of heaps: against play by the definition beside heaps of 2, which shares nothing with them."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest
from command import grundy as command
from command import grundy_apart

import grundy
from grundy import genera


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
    found = genera(game, to)
    for heap, genus in enumerate(found.genera):
        assert genus.value == grundy.value_of(rule(heap))
        assert [genus.misere(twos) for twos in range(3)] == [beside_nim(rule, heap, twos) for twos in range(3)]


def test_tame_and_wild() -> None:
    # Winning Ways, ch. 13: nim-heaps are tame, and the least wild heap of Kayles is 5, of genus 4^146
    assert all(genera("nim", 9).tame)
    kayles = genera("kayles", 20)
    assert (kayles.tame.index(False), str(kayles.genera[5])) == (5, "4^146")
    assert (str(kayles.genera[20]), kayles.tame[20]) == ("1^031", False)
    # so is what has the tame quotient, of 2^n + 2 elements with two in P
    assert all(genera("octal:0.123", 5).tame)
    assert grundy.quotient("octal:0.123", 5).order == 6


def test_printed_and_for_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    found = genera("kayles", 5)
    assert command("genus", "kayles", "--to", "5", "--no-store").out == f"{found}\n"
    described = command("genus", "kayles", "--to", "5", "--json", "--no-store").json()
    assert described["genera"][5] == {"value": 4, "miseres": [1, 4, 6], "tame": False}
    assert repr(found) == "<genera of kayles, heaps 0 to 5: 1 wild>"
    monkeypatch.setattr("grundy.engines.misere.genus.MOST", 50)
    done = command("genus", "kayles", "--no-store")
    assert done.status == 2
    assert re.search("No more heaps: heap [0-9]+: genus: more than 50 moves", done.out)
    assert command("genus", "wythoff").status == 2


LONG = "from grundy.runs import loop, recorder; loop.LONG = recorder.LONG = 0.0"  # all work is recorded
STOPPED = """
import itertools, os, signal, time
from grundy.api import genera
whole = genera.genera_of
def stopped(rule, to):
    for heap, row in enumerate(whole(rule, to)):
        if heap == 7:
            os.kill(os.getpid(), signal.NUMBER)
            time.sleep(0.3)
        yield row
genera.genera_of, genera.SOON = stopped, 0.0
"""


@pytest.mark.parametrize(("number", "status", "why"), [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "terminated")])
def test_what_is_known_when_it_is_stopped_is_printed(tmp_path: Path, number: str, status: int, why: str) -> None:
    """It said that genera were known, and none was printed."""
    done = grundy_apart(
        "genus", "kayles", "--to", "20", "--json", prelude=STOPPED.replace("NUMBER", number), folder=tmp_path
    )
    told = json.loads(done.out)
    assert (done.status, told["reason"]) == (status, why)
    assert told["genera"] == genera("kayles", told["to"]).as_dict()["genera"]


def test_what_is_kept_is_not_less_when_it_is_stopped_again(tmp_path: Path) -> None:
    """Resumed, it began with nothing."""
    first = grundy_apart(
        "genus", "kayles", "--to", "20", prelude=f"{LONG}{STOPPED.replace('NUMBER', 'SIGINT')}", folder=tmp_path
    )
    assert first.err.endswith("go on with: grundy resume 1\n")
    sooner = STOPPED.replace("NUMBER", "SIGINT").replace("== 7", "== 2")
    again = grundy_apart("resume", prelude=f"{LONG}{sooner}", folder=tmp_path)
    assert again.out == first.out and "heaps 0 to 7" in again.out
    last = grundy_apart("resume", folder=tmp_path)
    assert last.status == 0 and last.out == f"{genera('kayles', 20)}\n"


def test_a_limit_says_how_to_go_on(tmp_path: Path) -> None:
    done = grundy_apart("genus", "grundys-game", "--to", "400", "--time-limit", "1.2s", folder=tmp_path)
    assert done.status == 2 and "No more heaps: out of time." in done.out
    assert done.err.endswith("go on with: grundy resume 1\n")

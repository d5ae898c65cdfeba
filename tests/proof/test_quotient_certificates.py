"""Certificates of misère quotients: true ones are accepted, and whatever is changed in one makes it false."""

from __future__ import annotations

import io
import random
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from command import grundy as command

import grundy
from grundy.proof import check


@cache
def lines_of(game: str, to: int | None) -> tuple[str, ...]:
    return grundy.quotient(game, to).certificate().lines


def verdict(lines: list[str] | tuple[str, ...]) -> str:
    """What the checker says: "" where all is proved."""
    try:
        check.check(check.read(io.StringIO("".join(f"{line}\n" for line in lines))))
    except check.Refused as refused:
        return str(refused)
    return ""


GAMES = [
    ("kayles", None), ("octal:0.123", None), ("octal:0.07", 16), ("nim", 7), ("take-away:1,2", None), ("kayles", 0),
    ("octal:4.7", 8), ("grundys-game", 12), ("octal:0.07", 1),
]  # fmt: skip


@pytest.mark.parametrize(("game", "to"), GAMES)
def test_true_ones_are_accepted(game: str, to: int | None) -> None:
    assert verdict(lines_of(game, to)) == ""


def test_the_checker_says_the_game_and_the_claim(tmp_path: Path) -> None:
    file = tmp_path / "c.txt"
    done = command("quotient", "kayles", "--certificate", str(file), "--no-store")
    assert done.out.endswith(f"checked: 'grundy verify {file}' does it again.\n")
    alone = [sys.executable, "-I", "-S", check.__file__, str(file)]
    said = subprocess.run(alone, capture_output=True, text=True, check=True).stdout.splitlines()
    assert said[0].endswith(": take 1 and leave 0 or 1 or 2 heaps; take 2 and leave 0 or 1 or 2 heaps")
    assert said[1].endswith(
        ": claims the misere quotient has 40 elements, 9 in P, for all heaps: those below 168 repeat with period 12 "
        "from 71 on"
    )
    assert said[2].endswith(": proved")


@pytest.mark.parametrize(("game", "to"), [("octal:0.123", None), ("octal:0.07", 12), ("nim", 3)])
def test_any_other_number_is_a_false_claim(game: str, to: int | None) -> None:
    # the least monoid is unique, and its elements are numbered: every single change makes a certificate false
    rng = random.Random(1)
    true = lines_of(game, to)
    places = [at for at, line in enumerate(true) if line.split()[0] in ("p", "product", "period", "preperiod")]
    places += range(true.index(next(line for line in true if line.startswith("values"))) + 1, len(true) - 1)
    for _ in range(150):
        at = rng.choice(places)
        words = true[at].split()
        place = rng.randrange(1, len(words))
        words[place] = str(rng.choice([number for number in range(20) if str(number) != words[place]]))
        forged = [*true[:at], " ".join(words), *true[at + 1 :]]
        assert verdict(forged), forged[at]


def test_what_each_step_refuses() -> None:
    head = ["grundy-certificate 1", "kind quotient", "amounts 1", "period 0", "preperiod 0"]

    def one(p: str, product: list[str], values: str) -> str:
        count = len(values.split()) - 1
        return verdict(
            [*head, f"elements {len(product)}", p, *(f"product {x}" for x in product), f"values {count}", values, "end"]
        )

    assert one("p 1", ["0 1", "1 0"], "0 0 1 0") == ""
    assert "no product of elements" in one("p 1", ["0 1 2", "1 0 2", "2 2 2"], "0 0 1 0")
    assert "associative" in one("p 1", ["0 1 2", "1 2 0", "2 0 0"], "0 0 1 2")
    assert "told apart by nothing" in one("p", ["0 1", "1 0"], "0 0 1 0")
    assert "nothing is lost" in one("p 0", ["0 1", "1 0"], "0 0 1 0")
    assert "not the element of nothing" in one("p 1", ["0 1", "1 0"], "0 1 0 1")
    assert "from P to P" in one("p 1", ["0 1", "1 1"], "0 0 1 1")
    assert "has no move into P" in one("p 1", ["0 1 2", "1 2 0", "2 0 1"], "0 0 1 2")


def test_a_forged_period_is_refused() -> None:
    true = list(lines_of("octal:0.123", None))
    for line, false in (("period 5", "period 10"), ("preperiod 5", "preperiod 6"), ("preperiod 5", "preperiod 4")):
        assert verdict([false if one == line else one for one in true])
    short = list(lines_of("octal:0.123", 11))  # 12 heaps do not prove a period of 5
    short[short.index("period 0")] = "period 5"
    short[short.index("preperiod 0")] = "preperiod 5"
    assert "needs the values of" in verdict(short)


def test_no_element_will_do_for_a_heap_that_needs_more() -> None:
    # Dawson's Kayles has 24 elements to heap 24 and more to heap 25, so that each element is wrong for heap 25
    true = list(lines_of("octal:0.07", 24))
    at = true.index("values 25")
    for element in range(24):
        assert verdict([*true[:at], "values 26", *true[at + 1 : -2], f"{true[-2]} {element}", "end"])

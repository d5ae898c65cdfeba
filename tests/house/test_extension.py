"""The package as somebody extends it: a copy in a temporary folder, and what is to be written in one of its files."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import grundy
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP

SOURCES = Path(__file__).parents[2] / "src"
PLAIN = """

def take_a_power(n):
    amount = 1
    while amount <= n:
        yield to(n - amount, take=amount)
        amount *= 2


from grundy.games.entry import no_parameters

GAMES = (*GAMES, Game(
    "powers-of-2",
    "Take 1, 2, 4, 8, ... counters from one pile.",
    "pile sizes with blanks between them",
    no_parameters(Rule("powers-of-2", take_a_power, space=HEAP{theory})),
    ("powers-of-2", "5 4"),
    "by hand",
    (Known("powers-of-2", "9", "9 = 3 * 3", nim_value=0),),
))
"""
FORMULA = ", theory=Theory('by induction', value=lambda n: n % 3)"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    shutil.copytree(SOURCES, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    return tmp_path / "src"


def run(package: Path, *words: str, stdin: str = "") -> str:
    """What a command of the copy prints."""
    environment = os.environ | {"PYTHONPATH": str(package), "XDG_DATA_HOME": str(package / "home")}
    done = subprocess.run(
        [sys.executable, "-m", "grundy", *words],
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        timeout=200,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize(("theory", "known"), [("", "Computed: "), (FORMULA, "Proved: by induction ")])
def test_a_game_is_one_entry(package: Path, theory: str, known: str) -> None:
    """With a formula and no list of moves it ended in an AssertionError. No power of 2 is 0 mod 3."""
    with open(package / "grundy" / "games" / "heaps.py", "a") as file:
        file.write(PLAIN.replace("{theory}", theory))
    solved = run(package, "solve", "powers-of-2", "5", "4")
    assert "nim-value 3." in solved and known in solved and "  pile 1, take 1, to (4,)\n" in solved
    assert "powers-of-2" in run(package, "games") and "9 = 3 * 3" in run(package, "games", "powers-of-2")
    assert "  0    0  1  2  0  1  2  0\n" in run(package, "sequence", "powers-of-2", "--to", "6")
    assert "powers-of-2(5) + nim(3)" in run(package, "solve", "powers-of-2(5) + nim(3)", "--json")


def powers(n: int) -> list[Option]:
    return [to(n - (1 << bit), take=1 << bit) for bit in range(n.bit_length()) if 1 << bit <= n]


def test_moves_are_found_where_a_theorem_names_none() -> None:
    """Against the definition, for values and for who wins."""
    plain = Rule("plain powers", powers, space=HEAP)
    formula = Rule("powers", powers, space=HEAP, theory=Theory("by induction", value=lambda n: n % 3))
    for n in range(40):
        for m in (0, 1, 5):
            by_rule, by_formula = grundy.solve(plain(n, m)), grundy.solve(formula(n, m))
            assert by_formula.nim_value == by_rule.nim_value == n % 3 ^ m % 3
            assert list(by_formula.winning_moves) == list(by_rule.winning_moves)


ENGINE = """

from grundy.engines.engine import Answer, Direct, listed
from grundy.model.result import Evidence


def up_to(rule, options):
    k = len(rule.shape.amounts)

    def moves_to(n, rest):
        return listed([(("take", take),) for take in range(1, min(k, n) + 1) if (n - take) % (k + 1) == rest])

    evidence = Evidence("proved", "n modulo k + 1, by the row of this test")
    return Direct(lambda states: Answer([n % (k + 1) for n in states], evidence, moves_to))


def is_up_to(asked):
    shape = asked.rule.shape
    return isinstance(shape, TakeAway) and shape.amounts == tuple(range(1, len(shape.amounts) + 1))


TABLE = (Row("heaps of which up to k are taken", is_up_to, "dispatch:up_to", "the heap modulo k + 1"), *TABLE)
"""


def test_an_engine_is_a_function_and_a_row(package: Path) -> None:
    """It answers what its row fits, sums too; what it does not fit is answered as before."""
    before = run(package, "solve", "take-away:1,2,3", "3", "4", "6", "--json")
    other = run(package, "solve", "take-away:1,3", "3", "4", "6")
    with open(package / "grundy" / "engines" / "dispatch.py", "a") as file:
        file.write(ENGINE)
    after = json.loads(run(package, "solve", "take-away:1,2,3", "3", "4", "6", "--json"))
    assert after.pop("evidence") == {"status": "proved", "by": "n modulo k + 1, by the row of this test"}
    assert after.items() <= json.loads(before).items() and after["nim_value"] == 3 ^ 0 ^ 2
    assert "; n modulo k + 1, by the row" in run(package, "solve", "nim(2) + take-away:1,2(7)")
    assert run(package, "solve", "take-away:1,3", "3", "4", "6") == other

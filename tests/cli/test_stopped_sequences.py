"""`grundy sequence` that is stopped keeps its terms: gone on with, it prints what nobody disturbed would print."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import IO

import pytest
from command import Done, grundy_apart

from grundy.answering.sequence import first_values, terms_work
from grundy.engines.options import run_plainly
from grundy.notation.expression import parse_rule
from grundy.runs.chunk import Chunk
from grundy.runs.store import get_run, list_runs

TESTS = Path(__file__).parents[1]
STORE = "home/grundy/runs.sqlite"
RULES = """
import grundy

@grundy.rule
def split(n):
    for left in range(1, (n + 1) // 2):
        yield grundy.to(left, n - left)

@grundy.rule
def listed(n):
    options = [n - amount for amount in (1, 3, 4) if amount <= n]
    yield from options
"""
COMMANDS: dict[str, tuple[int, bool]] = {  # after how many terms it is stopped, and whether they are kept
    "octal:0.6 --to 3000": (500, True),
    "octal:0.6 --to 10000 --json": (9000, True),  # beyond the first 8,192 heaps a period is looked for
    "grundys-game --to 3000 --latex": (1000, True),
    "rules.py:split --to 1500 --csv --remarks": (500, True),
    "rules.py:listed --to 300 --bfile": (100, True),
    "node-kayles:grid:3xN --to 7 --json": (4, True),
    "cram:3xN --to 5": (3, True),
    "chomp:3xN --to 9 --csv": (5, True),
    "kayles --to 10000": (64, False),
    "take-away:1,4,10 --to 10000": (0, False),
    "nim --to 70000 --bfile": (0, False),  # two blocks
    "octal:0.6 --to 2000 --plot p.svg": (1500, False),
    "rules.py:listed --to 300 --plot p.svg": (0, False),
    "node-kayles:grid:3xN --to 5 --plot p.svg": (3, False),
}
NOT_KEPT = ("take-away:1,4,10 --to 10000", "nim --to 70000 --bfile")  # which is said, and they are worked out anew
IN_STEPS = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from steps import Steps
from grundy.engines import terms
from grundy.engines.table import code, memory
memory.FEW_STATES = 0
"""
SPIES = """
import atexit
from grundy.engines.heap.octal.values import NaiveTable
began = []
atexit.register(lambda: print("began at", min(began), file=sys.stderr))
def spied(function, place):
    def called(*given, **more):
        began.append(place(*given))
        return function(*given, **more)
    return called
terms.values_by = spied(terms.values_by, lambda ask, rule, states: min(states))
if not {own}:  # the values of games that a rule of one's own is compared with are no terms of it
    NaiveTable.step = spied(NaiveTable.step, lambda table, stop: table.size)
code.value_at = spied(code.value_at, lambda rule, shape, table, index: index)
code._call = spied(code._call, lambda kernel, table, first, *rest: first)
"""


def grundy(folder: Path, *words: str, steps: str = "", more: str = "", stdout: IO[str] | None = None) -> Done:
    """A command of which a chunk takes a second, and whatever an engine does at a time, more than a tenth."""
    prelude = f"{IN_STEPS}{more}\nSteps(each=1.0, reading=0.15, {steps}).__enter__()"
    return grundy_apart(*words, folder=folder, prelude=prelude, stdout=stdout)


def prepared(folder: Path) -> Path:
    folder.mkdir()
    (folder / "rules.py").write_text(RULES)
    return folder


def assert_first_terms(printed: str, command: str, folder: Path, err: str) -> None:
    """What is printed of a sequence that was stopped are the first terms, as the same command prints them alone."""
    known = re.search(r" after [^:]*: terms 0\.\.([\d,]+)", err)
    if "--plot" in command or known is None:
        assert printed == ""
        return
    last = known[1].replace(",", "")
    words = command.split()
    at = words.index("--to")
    words[at + 1] = last
    assert printed == grundy(folder, "sequence", *words, "--no-store").out


@pytest.mark.parametrize("command", COMMANDS)
def test_terms_are_kept_and_not_worked_out_again(tmp_path: Path, command: str) -> None:
    """Ctrl-C lost all of it."""
    after, goes_on = COMMANDS[command]
    words = ["sequence", *command.split()]
    usual, folder = prepared(tmp_path / "usual"), prepared(tmp_path / "stopped")
    status, expected, err = grundy(usual, *words)
    assert status == 0 and expected, err
    status, printed, err = grundy(folder, *words, steps=f"stop=lambda chunk: chunk.done >= {after}")
    assert status == 130 and "Interrupted after " in err, err
    assert_first_terms(printed, command, folder, err)
    goes_on_with = "Nothing was saved to resume." if command in NOT_KEPT else "Go on with: grundy resume 1"
    assert err.endswith(f". {goes_on_with}\n"), err
    (run,) = list_runs(folder / STORE)
    assert run.status == "interrupted" and run.command == tuple(words)
    status, printed, err = grundy(
        folder, "resume", "1", more=SPIES.format(own="rules.py" in command) if goes_on else ""
    )
    assert (status, printed) == (0, expected), err
    if goes_on:
        assert int(err.split("began at")[1]) >= after, err
    assert get_run(folder / STORE, 1).status == "finished"
    for file in usual.glob("*.svg"):
        assert (folder / file.name).read_bytes() == file.read_bytes()


def test_other_stops(tmp_path: Path) -> None:
    words = ["sequence", "rules.py:listed", "--to", "300"]
    folder = prepared(tmp_path / "stopped")
    steps = "signal='terminated', stop=lambda chunk: chunk.done >= 100"
    status, printed, err = grundy(folder, *words, steps=steps)
    assert status == 143 and "Go on with: grundy resume 1" in err, err
    assert_first_terms(printed, "rules.py:listed --to 300", folder, err)
    status, printed, err = grundy(folder, "resume", "--time-limit", "0")
    assert status == 2 and "Go on with: grundy resume 1" in err, err
    with open("/dev/full", "w") as full:
        assert grundy(folder, "resume", stdout=full).status == 2
    assert get_run(folder / STORE, 1).status == "failed"
    status, printed, err = grundy(folder, "resume")
    assert status == 0, err
    assert printed == grundy(folder, *words, "--no-store")[1]


@pytest.mark.parametrize(
    "game",
    [
        "octal:0.6",
        "octal:0.05",
        "octal:4.[3]",
        "hexadecimal:0.9",
        "cram:2xN",
        "chomp:3xN",
        "rule:n->n-k,for k in {1,3,4}",
    ],
)
@pytest.mark.parametrize("stop", [1, 5, 40])
def test_any_chunk_can_be_gone_on_from(game: str, stop: int) -> None:
    """By an engine that begins anew from each of its chunks."""
    rule = parse_rule(game)
    count = 7 if "N" in game else 3000
    expected = [int(value) for value in first_values(rule, count)]
    work: Callable[..., object] = terms_work(rule, count)
    state = None
    for place, chunk in enumerate(work(None)):  # type: ignore[call-overload, var-annotated, arg-type]
        assert isinstance(chunk, Chunk)
        state = chunk.state
        if place == stop:
            break
    terms = run_plainly(lambda _: terms_work(rule, count)(state))
    assert [int(value) for block in terms.blocks() for value in block] == expected

"""Tables on the command line: what is refused, what is said, and what is gone on with after a kill."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from grundy.engines.table.code import fill, job
from grundy.faces.cli import cli
from grundy.games.expression import parse_rule
from grundy.model.rule import rule
from grundy.runs.perform import about, resume
from grundy.runs.store import Run, add_run
from grundy.runs.table_file import create_table

SET = """
import grundy

@grundy.rule
def set_of_amounts(n):
    for amount in {1, 3, 4}:
        if amount <= n:
            yield n - amount
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "--no-store"] if words[0] == "table" else words, catch_exceptions=True)


@rule
def any_number(n):
    """Nim: G(n) = n (Bouton 1901)."""
    yield from range(n)


@pytest.mark.parametrize("compiled", [True, False])
def test_a_kill_between_a_widening_and_the_next_chunk_is_gone_on_with(compiled: bool) -> None:
    # the state says bytes, and the file that was widened has entries of two bytes: this was an error
    array = np.zeros(400, np.uint16)
    array[:256] = range(256)
    for _ in fill(job(any_number, 400), lambda dtype, entries: array, compiled)({"done": 256, "way": "stamps8"}):
        pass
    assert array.tolist() == list(range(400))


def test_a_file_is_gone_on_with_by_its_own_run(tmp_path: Path) -> None:
    # a killed run of another rule, whose file of that name was removed, was taken for it
    path, store = tmp_path / "table.npy", tmp_path / "runs.sqlite"
    _, lock = add_run(store, Run(("table", "other"), "other", key="other 1", table=str(path), status="killed"))
    lock.release()
    own = Run(("table", "own"), "own", key="own 1")
    create_table(path, (3,), "|u1", own.key, about(own)).close()
    assert resume(str(path), store).run.command == ("table", "own")


def test_an_uncompiled_rule_is_named_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "amounts.py"
    file.write_text(SET)
    done = run("table", str(file), "--states", "30000")
    assert done.exit_code == 0
    assert "amounts.py:6: a set is not compiled; write a tuple" in done.stderr
    assert "period 7" in done.stdout  # Winning Ways ch. 4: take 1, 3 or 4
    assert not run("table", str(file), "--states", "300").stderr


@pytest.mark.parametrize("name", ["grundys-game", "nim", "chess-rows:20", "octal:0.77", "floor-division:2,3"])
def test_a_table_of_the_catalogue_is_that_of_its_rule(name: str, tmp_path: Path) -> None:
    assert run("table", name, "--states", "600", "--out", str(tmp_path / "a.npy")).exit_code == 0
    array = np.zeros(600, np.uint16)
    for _ in fill(job(parse_rule(name), 600), lambda dtype, entries: array, compiled=False)(None):
        pass
    assert np.load(tmp_path / "a.npy").tolist() == array.tolist()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("table rectangle --states 5", "expected states 0, 1, 2, ..., found board"),
        ("table nim --states 5 --emit cpp --json", "leave out"),
        ("table wythoff --box 4x4x4 --emit cpp", "one number or two"),
        ("table floor-division:2,3 --states 900000000000", "needs 838.2 GiB of memory"),
        ("sequence wythoff", "expected states 0, 1, 2, ..., found states of 2 numbers"),
        ("table examples/take_or_halve.py --states 9 --outcomes", "yields a sum"),
        ("stress --values hdu5724-chess true", "go with a game or a rule"),
    ],
)
def test_what_is_refused(line: str, said: str) -> None:
    words = [word.replace("examples", str(Path(__file__).parents[1] / "examples")) for word in line.split()]
    done = run(*words)
    told = done.stderr + str(done.exception or "")
    assert said in told
    assert not done.stdout


def test_a_table_as_json() -> None:
    told = json.loads(run("table", "nim", "--states", "4", "--json").stdout)
    assert (told["shape"], told["largest"], told["p_positions"]) == ([4], 3, [0])

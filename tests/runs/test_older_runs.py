"""What 0.1 wrote is resumed, opened and verified: a store of stopped runs, two tables, a saved game, links of pages.

`data/runs-0.1` is a folder /tmp/games as version 0.1.0 left it. Each run of its store but the last was stopped on its
way, by Ctrl-C, SIGTERM, kill -9 or an output without room. The tests move the folder, as a user may, and change nothing
but its name.
A version that cannot resume these runs must have another number, which `resume` then says; samples of its own take
their place here.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from command import Done, grundy_apart
from older import LINKS, OLD
from serving import Server, served

from grundy.runs.store import get_run
from grundy.runs.table_read import open_table

FOLDER = "/tmp/games"  # where the samples were made
TAKEN = (0, 1, 0, 1, 2, 3, 2)  # nim-values of taking 1, 3 or 4, of period 7: Winning Ways, ch. 4
PERIODS = {"0.07": ["34", "53"], "0.45": ["20", "498"], "0.165": ["1550", "5181"]}  # OEIS A002187, Czajka


def sealed(lines: list[str]) -> str:
    """Lines, and the digest of them that ends the file of a table."""
    text = "".join(f"{line}\n" for line in lines)
    return f"{text}sha256 {hashlib.sha256(text.encode()).hexdigest()}\n"


def seal(number: int, record: str, state: str | None) -> str:
    """The digest of a run, as its row has it."""
    return hashlib.sha256(json.dumps([number, record, state], separators=(",", ":")).encode()).hexdigest()


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The folder of the samples in another place."""
    folder = tmp_path / "games"
    shutil.copytree(OLD, folder)
    name = json.dumps(str(folder))[1:-1]
    with closing(sqlite3.connect(folder / "runs.sqlite", isolation_level=None)) as store:
        for number, record, state, digest in store.execute("SELECT number, record, state, sha256 FROM run").fetchall():
            assert digest == seal(number, record, state)
            moved = record.replace(FOLDER, name)
            row = (moved, seal(number, moved, state), number)
            store.execute("UPDATE run SET record = ?, sha256 = ? WHERE number = ?", row)
    partial = folder / "take.npy.partial.sha256"
    lines = partial.read_text().splitlines()[:-1]
    assert partial.read_text() == sealed(lines)
    partial.write_text(sealed([line.replace(FOLDER, name) for line in lines]))
    return folder


def said(games: Path, *words: str, watched: str = "", stdin: bytes = b"") -> Done:
    """A command in the folder; it counts as long at once, so that its record is kept."""
    prelude = f"import os\nos.chdir({str(games)!r})\n"
    prelude += "from grundy.runs import loop, recorder\nloop.LONG = recorder.LONG = 0.0\n"
    return grundy_apart(*words, prelude=prelude + watched, environment={"XDG_DATA_HOME": str(games)}, stdin=stdin)


WATCHED = """
from grundy.runs.chunk import Chunk
real = Chunk.falls_behind
def falls_behind(chunk, before):
    with open("first.txt", "a") as file:
        print(chunk.done, *chunk.phase, file=file)
    return real(chunk, before)
Chunk.falls_behind = falls_behind
"""


def resumed(games: Path, target: str, number: int = 0, *, small_first: bool = False) -> Done:
    """What `resume` prints of a run to its end; it may not have begun anew, but for small cases in the first chunks."""
    before = get_run(games / "runs.sqlite", number or int(target))
    assert before.status in ("interrupted", "terminated", "killed", "failed") and before.version == "0.1.0"
    done = said(games, "resume", target, "--store", "runs.sqlite", watched=WATCHED)
    after = get_run(games / "runs.sqlite", number or int(target))
    assert after.status == "finished" and (after.phase, after.done) >= (before.phase, before.done), done.err
    if not small_first and (games / "first.txt").exists():
        (first, *phase), *_ = (map(int, line.split()) for line in (games / "first.txt").read_text().splitlines())
        assert (tuple(phase), first) >= (before.phase, before.done if before.kept is None else before.kept)
    return done


def test_the_store_is_listed(games: Path) -> None:
    done = said(games, "runs", "--store", "runs.sqlite", "--json")
    rows = [json.loads(line) for line in done.out.splitlines()]
    assert done.status == 0 and [row["run"] for row in rows] == [*range(1, 11)]
    assert {row["status"] for row in rows} == {"interrupted", "terminated", "killed", "failed", "finished"}
    assert all(row["version"] == "0.1.0" for row in rows)


def test_a_period_is_resumed(games: Path) -> None:
    assert (
        resumed(games, "1", small_first=True).out.splitlines()[0] == "octal:0.16: period 149459, pre-period 105351"
    )  # Gangolli 1989


def test_a_sequence_is_resumed(games: Path) -> None:
    """Take one, and leave one heap or two: octal 0.6 by its definition."""
    values = [0, 0]
    while len(values) <= 3000:
        left = {values[a] ^ values[len(values) - 1 - a] for a in range(1, (len(values) + 1) // 2)} | {values[-1]}
        values.append(next(value for value in range(len(left) + 1) if value not in left))
    expected = [f"{n},{value},computed" for n, value in enumerate(values)]
    assert resumed(games, "2", small_first=True).out.splitlines() == ["n,nim_value,status", *expected]


@pytest.mark.parametrize("target", ["3", "take.npy"])
def test_a_table_is_resumed(games: Path, target: str) -> None:
    done = resumed(games, target, 3)
    assert done.status == 0, done.err
    assert np.array_equal(open_table(games / "take.npy").whole(), np.resize(TAKEN, 9000))
    assert not list(games.glob("take.npy.partial*"))


def test_a_search_is_resumed(games: Path) -> None:
    done = resumed(games, "4")
    assert "The first player wins: an N-position, nim-value 2.\n" in done.out  # Beling 2025


def test_a_search_of_a_rule_in_a_file_is_resumed(games: Path) -> None:
    assert f"nim-value {7 ^ 9 ^ 11 ^ 8}." in resumed(games, "5", small_first=True).out  # Bouton 1901


@pytest.mark.parametrize("target", ["3", "5", "9"])
def test_a_run_of_another_source_is_read_and_not_resumed(games: Path, target: str) -> None:
    rules = games / "rules.py"
    rules.write_text(rules.read_text() + "\nAFTER = 1\n")
    done = said(games, "resume", target, "--store", "runs.sqlite")
    assert done.status == 2 and "rules.py: it has changed since the run began" in done.err
    row = json.loads(said(games, "runs", target, "--store", "runs.sqlite", "--json").out)
    assert row["run"] == int(target) and row["status"] != "finished"


def test_lines_are_resumed(games: Path) -> None:
    values = [n ^ n % 7 for n in range(1, 65)]
    players = ["first" if value else "second" for value in values]
    read = [line.split("  (")[0].split(": ") for line in resumed(games, "6").out.splitlines()]
    assert [text for text, _ in read] == (games / "lines.txt").read_text().splitlines()
    expected = zip(players, values, strict=True)
    assert [words.split()[:3] for _, words in read] == [[player, "nim-value", str(n)] for player, n in expected]


def test_an_atlas_is_resumed(games: Path) -> None:
    rows = {row[0]: row[1:] for row in (line.split() for line in resumed(games, "7").out.splitlines())}
    assert {code: rows[code][:2] for code in PERIODS} == PERIODS
    assert rows["0.16"][-2:] == ["16000", "none"]  # its period comes later


def test_an_answer_that_was_not_out_is_printed(games: Path) -> None:
    assert resumed(games, "8").out.splitlines()[0] == "kayles: period 12, pre-period 71"  # Guy & Smith 1956


def test_a_check_is_resumed(games: Path) -> None:
    assert resumed(games, "9").out.startswith("holds for n = 0..40,000")


def test_a_finished_table_is_read(games: Path) -> None:
    values = open_table(games / "whole.npy").whole()
    assert values[:21].tolist() == [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]  # OEIS A002188
    assert said(games, "table", "whole.npy", "--show", "18").out.startswith("G(18) = 4\n")
    assert said(games, "resume", "10", "--store", "runs.sqlite").status == 2


def test_a_saved_game_goes_on(games: Path) -> None:
    done = said(games, "play", "--load", "game.json", stdin=b"undo\nsave again.json\nquit\n")
    assert done.status == 0, done.err
    first, again = (json.loads((games / name).read_text()) for name in ("game.json", "again.json"))
    assert again["moves"] == first["moves"][:-2] and (again["game"], again["position"]) == ("nim", "3 4 5")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with served("--workers", "1") as running:
        yield running


@pytest.mark.parametrize(("address", "winner", "value"), LINKS)
def test_a_link_leads_to_its_position(server: Server, address: str, winner: str, value: str) -> None:
    page, query = urlsplit(address).path, parse_qs(urlsplit(address).query)
    assert server.get(address).status == server.get(page).status == 200
    question: Mapping[str, Any] = {
        "components": list(zip(query["g"], query["p"], strict=True)),
        "play": query.get("play", ["normal"])[0],
    }
    solution = server.post("/api/look", question).json()["result"]
    assert (solution["winner"], str(solution["nim_value"] if value != "-" else "-")) == (winner, value)

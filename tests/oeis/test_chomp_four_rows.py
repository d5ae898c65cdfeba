"""The P-positions of Chomp on four rows under results: against a sieve by the definition, and as published."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "results" / "chomp_four_rows.py"
sys.path.insert(0, str(ROOT / "results"))

from chomp_four_rows import LIST, SIZES, first_rows_of, lines_of, positions_in, record_of, write  # noqa: E402
from records import listed  # noqa: E402

RECORDS = listed(LIST)
# OEIS A395126, the last rows of the P-positions in lexicographic order
FOURTH = """
0 0 0 1 0 0 1 1 0 0 1 0 2 0 2 0 2 0 0 0 2 0 2 0 2 3 4 0 3 0 3 2 0 2 0 2 0 2 2 3 3 0 2 2 0 4 0 4 0 4 0 5 6 7 3 4 0 0 2 3
2 3 4 5 6 0 2 3 4 5 7 0 5 2 4 4 3 3 0 2 0 2 3 0 2 0 2
"""
Rows = tuple[int, ...]


def sieved(columns: int) -> list[Rows]:
    """The P-positions in lexicographic order: a board is one unless a bite leads from it to an earlier one."""
    won = numpy.zeros((columns + 1,) * 4, bool)
    found = []
    for board in boards(columns):
        if not won[board]:
            found.append(board)
            for row, length in enumerate(board):
                below = (cells if cells < length else slice(length, None) for cells in board[row + 1 :])
                won[(*board[:row], slice(length + 1, None), *below)] = True
    return found


def boards(columns: int) -> Iterator[Rows]:
    """All boards but the empty one: who bites the poison has lost."""
    for x in range(1, columns + 1):
        for y in range(x + 1):
            for z in range(y + 1):
                for w in range(z + 1):
                    yield x, y, z, w


def found(columns: int) -> list[Rows]:
    return list(map(tuple, positions_in(first_rows_of(columns), columns).tolist()))


def plain(columns: int) -> list[Rows]:
    """The same by each bite of each board."""
    lost: set[Rows] = set()
    for board in boards(columns):
        after = (
            (*board[:row], *(min(cells, column) for cells in board[row:]))
            for row, length in enumerate(board)
            for column in range(length)
        )
        if not any(left in lost for left in after):
            lost.add(board)
    return sorted(lost)


@pytest.mark.parametrize("columns", [1, 2, 5, 10])
def test_small_boards_by_each_bite(columns: int) -> None:
    assert found(columns) == sieved(columns) == plain(columns)


@pytest.mark.parametrize("columns", [30, pytest.param(100, marks=pytest.mark.long)])
def test_larger_boards_by_a_sieve(columns: int) -> None:
    assert found(columns) == sieved(columns)


def test_the_last_rows_are_the_published_ones() -> None:
    published = list(map(int, FOURTH.split()))
    assert [w for *_, w in found(20)][: len(published)] == published


def test_what_a_record_says_follows_from_the_definition() -> None:
    """No first row has more than 25 cells here, so that a sieve of 30 sees all of them."""
    (record, _), wide = record_of(10), sieved(30)
    extended = {board[1:]: board[0] for board in wide if board[1] <= 10}
    triples = [board[1:] for board in boards(10) if board[0] == 10]
    furthest = max(x - y for (y, _, _), x in extended.items())
    first = min(rest for rest, x in extended.items() if x - rest[0] == furthest)
    assert (record["triples"], record["without"]) == (len(triples), len(set(triples) - set(extended)))
    assert record["furthest"] == [extended[first], *first]
    within = [board for board in wide if board[0] <= 10]
    assert (record["positions"], record["fourth_row"]) == (len(within), sum(w > 0 for *_, w in within))


def test_the_list_is_what_the_script_finds() -> None:
    assert [record["name"] for record in RECORDS] == [f"chomp 4x{columns}" for columns in SIZES]
    for record, columns in zip(RECORDS[:2], SIZES[:2], strict=True):
        assert record == record_of(columns)[0]
    assert [record["triples"] for record in RECORDS] == [(n + 1) * (n + 2) * (n + 3) // 6 for n in SIZES]


def test_lines_and_arrays_are_the_same_positions(tmp_path: Path) -> None:
    record, positions = record_of(12)
    for name in ("p.txt", "p.npy"):
        write(positions, tmp_path / name)
    text = (tmp_path / "p.txt").read_text()
    assert hashlib.sha256(text.encode()).hexdigest() == record["sha256"]
    assert [tuple(map(int, line.split())) for line in text.splitlines()] == sieved(12)
    assert numpy.load(tmp_path / "p.npy").tolist() == positions.tolist()
    printed = subprocess.run([sys.executable, SCRIPT, "12"], capture_output=True, text=True, check=True).stdout
    assert printed == text == lines_of(positions)


@pytest.mark.parametrize(("words", "says"), [(["0"], "expected N of 1 or more, found 0"), (["--out", "p"], "needs N")])
def test_other_words_are_refused(words: list[str], says: str) -> None:
    ended = subprocess.run([sys.executable, SCRIPT, *words], capture_output=True, text=True, check=False)
    assert ended.returncode == 2 and says in ended.stderr

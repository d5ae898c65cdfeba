"""A table is read as its rule is: by state, in pieces, from memory and from a file."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from limits import set_limits

import grundy
from grundy.api import table_work
from grundy.engines.table.job import job
from grundy.errors import BadRule, OutOfReach, StoreError

XOR = np.bitwise_xor.outer(np.arange(9), np.arange(7))  # Bouton 1901, of two heaps


@grundy.rule
def two_heaps(a: int, b: int):  # type: ignore[no-untyped-def]
    """Take from one of two heaps."""
    for n in range(a):
        yield n, b
    for n in range(b):
        yield a, n


PLACES = [
    (3, 5),
    (-1, 0),
    (slice(2, 5), 1),
    (slice(None), slice(None, None, -2)),
    (slice(None, None, 3),),
    (8, range(2)),
]


@pytest.mark.parametrize("kept", [False, True])
def test_pieces_are_those_of_the_rule(tmp_path: Path, kept: bool) -> None:
    out = tmp_path / "xor.npy" if kept else None
    made = grundy.table(two_heaps, box=(9, 7), out=out)
    for table in (made, grundy.open_table(out)) if out else (made,):
        assert table.values.tolist() == XOR.tolist() and table.evidence.status == "computed"
        for place in PLACES:
            assert np.array_equal(table[place], XOR[place]), place
        assert isinstance(table[3, 5], int) and table[3].tolist() == XOR[3].tolist()
        assert table[4:4, :3].shape == (0, 3)
        for wrong in ((9, 0), (0, -8), (1, 2, 3)):
            with pytest.raises(IndexError):
                table[wrong]


@pytest.mark.parametrize("misere", [False, True])
def test_outcomes_are_letters(tmp_path: Path, misere: bool) -> None:
    file = tmp_path / "nim.npy"
    made = grundy.table("take-away:1,2,3", 40, outcomes=True, misere=misere, out=file)
    expected = ["P" if n % 4 == misere else "N" for n in range(40)]  # the last counter wins, or loses
    for table in (made, grundy.open_table(file)):
        assert (
            table[:].tolist() == expected and table[9] == expected[9] and table[20:3:-3].tolist() == expected[20:3:-3]
        )
        assert [one.statement for one in table.patterns] == [f"zero where n % 4 == {int(misere)}, and only there"]


def test_only_the_pieces_that_are_asked_for_must_be_whole(tmp_path: Path) -> None:
    file = tmp_path / "rows.npy"
    grundy.table("take-away:1,2,3", 1_200_000, out=file)  # of more than a MiB: two pieces
    data = bytearray(file.read_bytes())
    data[-1] ^= 1
    file.write_bytes(data)
    table = grundy.open_table(file)
    assert table[57] == 57 % 4
    with pytest.raises(StoreError, match="is damaged"):
        table[-1]
    with pytest.raises(StoreError, match="is damaged"):
        _ = table.values


@pytest.mark.parametrize("sizes", [{}, {"states": 5, "box": (3, 3)}])
def test_one_size_is_expected(sizes: dict[str, int]) -> None:
    with pytest.raises(BadRule, match="a number of states or a box"):
        grundy.table("nim", **sizes)


def test_a_rule_without_source_is_answered_by_every_verb() -> None:
    """What `exec` makes has no source text; tables and sequences ended in an OSError of `inspect`."""
    made: dict[str, grundy.Rule] = {}
    exec("import grundy\n@grundy.rule\ndef down(n):\n    if n:\n        yield n - 1\n", made)
    down = made["down"]
    assert list(grundy.table(down, 50).values) == [n % 2 for n in range(50)]
    assert list(grundy.sequence(down, 9)) == [n % 2 for n in range(10)]
    period = grundy.period(down, 50).repetition
    assert period is not None and period.period == 2
    with pytest.raises(OutOfReach, match="its source text is not there: write the rule in a file"):
        grundy.prove(down)


KAYLES = (4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7)  # Guy & Smith 1956: G(n) by n % 12, from n = 71 on


def test_known_values_need_no_compiled_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """200,000,000 states of Kayles were refused by the limit of uncompiled tables, which nobody had asked for."""
    set_limits(monkeypatch, "api", MOST_KNOWN=1000)
    set_limits(monkeypatch, "engines.table", MOST_UNCOMPILED=1000)
    made = grundy.table("kayles", 9000)
    assert made[71:].tolist() == [KAYLES[n % 12] for n in range(71, 9000)]
    assert made.evidence.reason == "each nim-value from those of smaller heaps, or by a period that is proved"
    assert "".join(grundy.table("kayles", 9000, outcomes=True)[:]) == "P" + 8999 * "N"  # only 0 is worth 0


@pytest.mark.parametrize("stops", range(5))
def test_known_values_that_are_in_a_table_stay(stops: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They came in one piece, and a stop before its end lost all."""
    set_limits(monkeypatch, "engines.terms", BLOCK=300)
    set_limits(monkeypatch, "api", MANY=300)
    arrays = [np.zeros(70_000, np.uint8)]

    def allocate(dtype: str, entries: int) -> Any:
        if np.dtype(dtype).itemsize > arrays[-1].itemsize:
            arrays.append(arrays[-1].astype(dtype))
        return arrays[-1]

    work = table_work.table_work(job(grundy.nim, 70_000), allocate)
    *_, chunk = islice(work(None), 1 + 50 * stops)
    assert chunk.done == 15_000 * stops and arrays[-1][: chunk.done].tolist() == list(range(chunk.done))
    arrays[-1][: chunk.done] = 7  # what is right is not written again
    last = [one.done for one in work(chunk.state)][-1]
    assert last == 70_000 and arrays[-1].tolist() == [7] * chunk.done + list(range(chunk.done, 70_000))


def test_memory_of_known_values_is_asked_for_first() -> None:
    """It was not asked for until all values were worked out."""
    with pytest.raises(OutOfReach, match=r"kayles: a table of 200,000,000 states needs .* try fewer states"):
        grundy.table("kayles", 200_000_000, memory=100 * 2**20)

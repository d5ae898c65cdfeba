"""A file of nim-values of parts: what was written is read, and what is not right is refused with a sentence."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import grundy
from grundy.errors import StoreError
from grundy.runs.durable import digest
from grundy.runs.values_file import read_values, write_values

FAMILIES = {
    "aa": np.array([[7, 1], [2**63 + 5, 2]], np.uint64),
    "bb": np.array([[1, 2, 3]], np.uint64),
}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_values(tmp_path / "x.values", FAMILIES)
    return tmp_path / "x.values"


def sealed(body: bytes) -> bytes:
    return body + f"sha256 {digest(body)}\n".encode("ascii")


def test_what_was_written_is_read(path: Path) -> None:
    assert {name: rows.tolist() for name, rows in read_values(path).items()} == {
        name: rows.tolist() for name, rows in FAMILIES.items()
    }
    assert [entry.name for entry in path.parent.iterdir()] == ["x.values"]


def test_every_flipped_bit_and_every_missing_end_is_noticed(path: Path) -> None:
    data = path.read_bytes()
    for place in range(len(data)):
        path.write_bytes(data[:place] + bytes([data[place] ^ 4]) + data[place + 1 :])
        with pytest.raises(StoreError):
            read_values(path)
    for size in range(len(data)):
        path.write_bytes(data[:size])
        with pytest.raises(StoreError):
            read_values(path)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "expected a file of nim-values that --values wrote, found something else"),
        (b"grundy-table 1 {}\n", "expected a file of nim-values that --values wrote, found something else"),
        (sealed(b'grundy-values 2 {"families":[]}\n'), "has format 2, and this grundy reads 1"),
        (sealed(b'grundy-values 1 {"families":[["aa",1,9]]}\n'), "expected the entries that its first line lists"),
        (sealed(b"grundy-values 1 []\n"), "expected the entries that its first line lists"),
        (b'grundy-values 1 {"families":[]}\nsha256 00\n', "damaged: its last line is not the SHA-256"),
    ],
)
def test_files_that_are_not_right_are_refused(path: Path, data: bytes, sentence: str) -> None:
    path.write_bytes(data)
    with pytest.raises(StoreError) as refused:
        grundy.solve("cram 3x4", values=path)
    assert str(refused.value).startswith(f"{path}: {sentence}")
    assert path.read_bytes() == data  # and it is left as it was


def test_solve_keeps_values_and_merges_files(tmp_path: Path) -> None:
    one, other = tmp_path / "one.values", tmp_path / "other.values"
    first = grundy.solve("cram 4x7", values=one)
    again = grundy.solve("cram 4x7", values=one)
    assert (first.nim_value, [*first.winning_moves]) == (again.nim_value, [*again.winning_moves])
    assert "nim-values of parts from" not in first.evidence.reason
    assert f"nim-values of parts from {one}" in again.evidence.reason
    content = one.read_bytes()
    grundy.solve("cram 3x3", values=[other, one])  # needs no search: the files are merged all the same
    assert read_values(other).keys() == read_values(one).keys()
    assert one.read_bytes() == content
    with pytest.raises(StoreError, match="found no such file"):
        grundy.solve("cram 3x3", values=[other, tmp_path / "none.values"])

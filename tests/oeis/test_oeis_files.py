"""Files of the OEIS as users have them: read in pieces, and each damage named with its line."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from limits import set_limits

from grundy.errors import BadText, GrundyError, OutOfReach
from grundy.oeis.files import NAMES, PIECE, STRIPPED, blocks, checked_blocks, index_path, read_bfile

HEAD = "# OEIS Sequence Data (http://oeis.org/stripped.gz)\n#\n"
ENTRIES = "A000001 ,0,1,1,1,2,\nA000002 ,1,2,2,-1,\nA1000003 ,\n"


def text_of(path: Path) -> bytes:
    return b"".join(block for _, block in blocks(path))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, lambda data: gzip.compress(data[:9]) + gzip.compress(data[9:])])
def test_a_file_is_read_compressed_or_not(pack: object, tmp_path: Path) -> None:
    data = (HEAD + ENTRIES).encode()
    path = tmp_path / "stripped"
    path.write_bytes(pack(data))  # type: ignore[operator]
    assert b"".join(checked_blocks(path, STRIPPED)) == data


def test_of_a_long_file_only_pieces_are_in_memory(tmp_path: Path) -> None:
    line = b"A000001 ,0,1,1,1,2,\n"
    path = tmp_path / "stripped.gz"
    path.write_bytes(gzip.compress(line * 1_000_000))  # a thousandth of its size when compressed
    sizes = [(first, len(block)) for first, block in blocks(path)]
    assert sum(size for _, size in sizes) == len(line) * 1_000_000 and path.stat().st_size < PIECE
    assert max(size for _, size in sizes) <= 2 * PIECE
    assert all((first - 1) * len(line) == sum(size for _, size in sizes[:n]) for n, (first, _) in enumerate(sizes))


DAMAGED = {  # what the file has, and the place and what is said of it
    "cut": (gzip.compress((HEAD + ENTRIES).encode() * 999)[:-200], "whole compressed data, found the end of the file"),
    "no end": (gzip.compress(ENTRIES.encode())[:-8], ":4:1: expected whole compressed data, found the end of the file"),
    "checksum": (gzip.compress(ENTRIES.encode())[:-8] + bytes(8), ":1:1: expected whole compressed data, found damage"),
    "more behind": (gzip.compress(ENTRIES.encode()) + b"more", ":4:1: expected whole compressed data, found damage"),
    "binary": (bytes(range(128, 256)) * 9, ":1:1: expected an entry, such as 'A002186 ,0,1,2,3,1,4,3,', found "),
    "word": ((HEAD + "A000001 ,0,1,x,\n").encode(), ":3:14: expected an entry, such as"),
    "no comma": ((HEAD + "A000001 ,0,1\n").encode(), ":3:12: expected an entry, such as"),
    "number": ((HEAD + ENTRIES + "\nB000001 ,0,1,\n").encode(), ":7:1: expected an entry, such as"),
    "empty": (b"", ":1:1: expected an entry, such as 'A002186 ,0,1,2,3,1,4,3,', found the end of the input"),
    "empty inside": (gzip.compress(b""), ":1:1: expected an entry, such as 'A002186 ,0,1,2,3,1,4,3,', found the end"),
    "remarks": (HEAD.encode(), ":3:1: expected an entry, such as 'A002186 ,0,1,2,3,1,4,3,', found the end"),
    "no line": (b"A" * (3 << 20), ":1:1: expected a line of at most 1,048,576 bytes, found a longer one"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_said_with_its_line(name: str, tmp_path: Path) -> None:
    data, said = DAMAGED[name]
    path = tmp_path / "it"
    path.write_bytes(data)
    with pytest.raises(BadText) as told:
        list(checked_blocks(path, STRIPPED))
    assert said in str(told.value) and str(told.value).startswith(f"{path}:")


def test_what_would_fill_the_memory_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_limits(monkeypatch, "oeis", MOST_BYTES=1 << 21)
    path = tmp_path / "names.gz"
    path.write_bytes(gzip.compress(b"A000001 Number of groups of order n.\n" * 100_000))
    with pytest.raises(OutOfReach, match="found more"):
        list(checked_blocks(path, NAMES))


def test_a_file_that_is_not_there_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(GrundyError, match="expected a file that can be read, found: No such file"):
        list(blocks(tmp_path / "none"))
    monkeypatch.delenv("GRUNDY_OEIS", raising=False)
    with pytest.raises(GrundyError, match="as --oeis PATH or in GRUNDY_OEIS, found neither"):
        index_path()
    monkeypatch.setenv("GRUNDY_OEIS", str(tmp_path))
    assert index_path() == tmp_path / "stripped.gz"
    tmp_path.joinpath("stripped").write_text(ENTRIES)
    assert index_path() == tmp_path / "stripped"


def test_a_b_file_has_a_first_number(tmp_path: Path) -> None:
    path = tmp_path / "b000001.txt"
    path.write_bytes(b"# A000001\r\n\n 5 -1\r\n6  20 # twenty\n\t7\t" + b"9" * 60)
    read = read_bfile(path)
    assert (read.first, read.terms, read.lines) == (5, [-1, 20, int("9" * 60)], [3, 4, 5])


B_FILES = {
    "gap": ("1 0\n2 1\n4 2\n", ":3:1: expected term 3, found term 4"),
    "twice": ("1 0\n\n1 0\n", ":3:1: expected term 2, found term 1"),
    "backwards": ("# it\n -1 0\n -2 0\n", ":3:2: expected term 0, found term -2"),
    "one number": ("1 0\n2\n", ":2:1: expected two numbers 'n a(n)', found 2"),
    "three": ("1 0 0\n", ":1:1: expected two numbers 'n a(n)', found '1 0 0'"),
    "word": ("1 0\n2 1.5\n", ":2:3: expected a whole number, found '1.5'"),
    "nothing": ("# only a remark\n", ":2:1: expected a line 'n a(n)', found the end of the input"),
    "empty": ("", ":1:1: expected a line 'n a(n)', found the end of the input"),
}


@pytest.mark.parametrize("name", B_FILES)
def test_a_damaged_b_file_is_refused_at_its_line(name: str, tmp_path: Path) -> None:
    text, said = B_FILES[name]
    path = tmp_path / "b000001.txt"
    path.write_text(text)
    with pytest.raises(BadText) as told:
        read_bfile(path)
    assert str(told.value) == f"{path}{said}"


def test_a_b_file_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    set_limits(monkeypatch, "oeis", MOST_TERMS=2)
    path = tmp_path / "b000001.txt"
    path.write_text("0 0\n1 1\n2 2\n")
    with pytest.raises(OutOfReach, match=":3: expected at most 2 terms, found more"):
        read_bfile(path)

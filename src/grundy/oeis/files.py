"""The files of the OEIS that users have: `stripped`, `names` and b-files, compressed or not, read in pieces.

All that is wrong with one is a BadText that names its line; no more than some lines of a file are in memory.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NoReturn

from grundy.errors import BadText, Finding, GrundyError, OutOfReach
from grundy.text.numbers import short_repr
from grundy.text.reader import Text, describe, number

VARIABLE = "GRUNDY_OEIS"
PIECE = 1 << 20  # bytes that are read at a time
MOST_LINE = 1 << 20  # bytes of a line
MOST_BYTES = 1 << 32  # of a file when it is uncompressed
MOST_TERMS = 10_000_000  # of a b-file
NUMBER = re.compile(r"A[0-9]{6,9}")
GZIP = b"\x1f\x8b"


@dataclass(frozen=True, slots=True)
class Lines:
    """What the lines of a kind of file look like, and in words."""

    each: re.Pattern[bytes]
    expected: str


STRIPPED = Lines(re.compile(rb"A\d{6,9} ,(?:-?\d+,)*+"), "an entry, such as 'A002186 ,0,1,2,3,1,4,3,'")
NAMES = Lines(re.compile(rb"A\d{6,9} [^\n]*+"), "a name, such as 'A002186 Sprague-Grundy values for Kayles.'")
_MANY = {lines: re.compile(rb"(?:(?:%b|#[^\n]*+)?\r?\n)*+" % lines.each.pattern) for lines in (STRIPPED, NAMES)}


def index_path(oeis: str | Path | None = None) -> Path:
    """The file `stripped` that a user has: the path given, or GRUNDY_OEIS, or in the folder that these name.

    Raises:  GrundyError: neither is given, or the folder has no such file.
    """
    given = oeis if oeis is not None else os.environ.get(VARIABLE)
    if not given:
        raise GrundyError(
            f"expected the file stripped.gz of the OEIS or its folder, as --oeis PATH or in {VARIABLE}, found neither; "
            "oeis.org/stripped.gz has it"
        )
    path = Path(given)
    return (in_folder(path, "stripped") or path / "stripped.gz") if path.is_dir() else path


def in_folder(folder: Path, name: str) -> Path | None:
    """A file of that name in a folder, compressed or not; None if there is none."""
    return next((path for path in (folder / f"{name}.gz", folder / name) if path.is_file()), None)


def refuse(source: str, line: int, column: int, expected: str, actual: str) -> NoReturn:
    """Raise BadText at a place."""
    raise BadText([Finding(line, column, expected, actual, source)])


def blocks(path: Path) -> Iterator[tuple[int, bytes]]:
    """Blocks of whole lines of a file, each with the number of its first line; uncompressed, where it is compressed.

    Raises:  GrundyError: it cannot be read. BadText: damaged data, a line without an end. OutOfReach: too long.
    """
    first, total, rest = 1, 0, b""
    name = str(path)
    try:
        with open(path, "rb") as stream:
            for piece in _plain(stream):
                total += len(piece)
                whole = rest + piece
                cut = whole.rfind(b"\n") + 1
                if cut:
                    yield first, whole[:cut]
                    first += whole.count(b"\n", 0, cut)
                rest = whole[cut:]
                if len(rest) > MOST_LINE:
                    refuse(name, first, 1, f"a line of at most {MOST_LINE:,} bytes", "a longer one")
                if total > MOST_BYTES:
                    raise OutOfReach(f"{name}: expected at most {MOST_BYTES >> 30} GiB of text, found more")
    except _Damaged as problem:
        refuse(name, first, 1, "whole compressed data", str(problem))
    except OSError as problem:
        raise GrundyError(f"{name}: expected a file that can be read, found: {problem.strerror}") from problem
    if rest:
        yield first, rest + b"\n"


class _Damaged(Exception):
    """Compressed data that is not whole; its text is what was found."""


def _plain(stream: BinaryIO) -> Iterator[bytes]:
    """The bytes of a file in pieces; of compressed data what it holds, at most a piece at a time. Raises _Damaged."""
    data = stream.read(PIECE)
    if not data.startswith(GZIP):
        while data:
            yield data
            data = stream.read(PIECE)
        return
    try:
        while data:
            inflate = zlib.decompressobj(31)
            while not inflate.eof:
                data = data or stream.read(PIECE)
                if data:
                    yield inflate.decompress(data, PIECE)
                    data = inflate.unconsumed_tail
                    continue
                yield inflate.flush()
                if not inflate.eof:
                    raise _Damaged("the end of the file")
            data = inflate.unused_data or stream.read(PIECE)
    except zlib.error as problem:
        raise _Damaged(f"damage ({problem})") from problem


def checked_blocks(path: Path, lines: Lines) -> Iterator[bytes]:
    """The blocks of a file whose lines are all of a kind, or remarks.

    Raises:  as `blocks`; BadText: a line is of another kind, or all are remarks, as in a file of which nothing came.
    """
    last, found = 1, False
    for first, block in blocks(path):
        whole = _MANY[lines].match(block)
        assert whole
        if whole.end() < len(block):
            start = whole.end()
            _refuse_line(path, first + block.count(b"\n", 0, start), block[start : block.index(b"\n", start)], lines)
        last, found = first + block.count(b"\n"), found or block.startswith(b"A") or b"\nA" in block
        yield block
    if not found:
        refuse(str(path), last, 1, lines.expected, "the end of the input")


def _refuse_line(path: Path, number: int, line: bytes, lines: Lines) -> NoReturn:
    """Say where a line is not of its kind."""
    begins = lines.each.match(line)
    column = len(line[: begins.end()].decode("utf-8", "surrogateescape")) if begins else 0
    refuse(str(path), number, column + 1, lines.expected, Text(line, str(path)).here(column))


# A b-file: the terms of one sequence, a line a term, with its number.

_TERM = re.compile(r"[ \t]*(\S+)[ \t]+(\S+)[ \t]*(?:#.*)?")


@dataclass(frozen=True, slots=True)
class BFile:
    """The terms of a b-file.

    Attributes
    ----------
    source : str
        The file, or the number of the entry.
    first : int
        The number of the first term.
    terms : list of int
    lines : list of int
        The line of each term; empty where the terms come from one line.
    """

    source: str
    first: int
    terms: list[int]
    lines: list[int]


def read_bfile(path: str | Path) -> BFile:
    """Read a b-file, which must be whole: each term has the next number.

    Parameters
    ----------
    path : path
        Lines "n a(n)", blank lines and remarks after '#'; it may be compressed.

    Returns
    -------
    BFile

    Raises
    ------
    BadText
        A line is none of these, or a number does not follow the one before: with its place.
    GrundyError, OutOfReach
        It cannot be read; more than 10,000,000 terms.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     written = Path(folder, "b002186.txt").write_text("0 0\\n1 1\\n2 2\\n")
    ...     read_bfile(Path(folder, "b002186.txt")).terms
    [0, 1, 2]
    """
    path = Path(path)
    name = str(path)
    first, line = 0, 0
    terms: list[int] = []
    places: list[int] = []
    for start, block in blocks(path):
        text = block.decode("utf-8", "surrogateescape")
        for line, row in enumerate(text.removesuffix("\n").split("\n"), start):
            row = row.removesuffix("\r").removeprefix("\ufeff")
            if not row.strip(" \t") or row.lstrip(" \t").startswith("#"):
                continue
            n, value = _term(name, line, row)
            expected = first + len(terms)
            if not terms:
                first = n
            elif n != expected:
                refuse(name, line, 1 + row.index(row.strip(" \t")[0]), f"term {expected}", f"term {short_repr(n)}")
            if len(terms) == MOST_TERMS:
                raise OutOfReach(f"{name}:{line}: expected at most {MOST_TERMS:,} terms, found more")
            terms.append(value)
            places.append(line)
    if not terms:
        refuse(name, line + 1, 1, "a line 'n a(n)'", "the end of the input")
    return BFile(name, first, terms, places)


def _term(name: str, line: int, row: str) -> tuple[int, int]:
    """The number of a term and its value. Raises BadText: the line is none."""
    match = _TERM.fullmatch(row)
    if not match:
        refuse(name, line, 1, "two numbers 'n a(n)'", describe(row))
    numbers = []
    for group in (1, 2):
        word = match[group]
        size = number(word.removeprefix("-"))
        if size is None:
            refuse(name, line, match.start(group) + 1, "a whole number", describe(word))
        numbers.append(-size if word.startswith("-") else size)
    return numbers[0], numbers[1]

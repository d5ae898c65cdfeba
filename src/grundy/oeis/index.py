"""Entries of the OEIS that have some values, from the user's own copy of `stripped`; and their names.

The text of a compressed file is copied into the user's cache once, where it is searched in a tenth of the time. A copy
belongs to the SHA-256 of its file, and has a checksum of its own: a changed file, or a damaged copy, makes a new one.
"""

from __future__ import annotations

import json
import os
import sys
import zlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from heapq import nsmallest
from pathlib import Path
from typing import Any, BinaryIO, SupportsIndex

from grundy.errors import BadRule, GrundyError
from grundy.folders import cache_folder
from grundy.oeis.files import GZIP, NAMES, NUMBER, PIECE, STRIPPED, BFile, Lines, checked_blocks, in_folder, index_path
from grundy.text.numbers import short_repr

FEWEST = 4  # values with which anything is looked for
DROPPED = 3  # values before the first term of an entry, at most
COMPARED = 10  # terms of an entry that must be equal, or all that are given
MOST_LISTED = 20
HEAD = 256  # bytes of a copy that say what it is of


@dataclass(frozen=True, slots=True)
class EntryMatch:
    """An entry that has some values.

    Attributes
    ----------
    number : str
        As in ``"A002186"``.
    name : str
        "" where no file has the names.
    shift : int
        Value i is the entry's term i + shift, both counted from 0; below 0 the entry begins with a later value.
    equal : int
        How many terms were compared, all of them equal.
    """

    number: str
    name: str
    shift: int
    equal: int

    def __str__(self) -> str:
        where = f"value {-self.shift} is its first" if self.shift < 0 else f"value 0 is its term {self.shift}"
        shift = f", {where}, counted from 0" if self.shift else ""
        return f"{self.number}: {self.equal} terms equal{shift}{f': {self.name}' if self.name else ''}"


@dataclass(frozen=True, slots=True)
class Matches:
    """The entries that have some values: the best of them, and how many there are.

    Attributes
    ----------
    listed : tuple of Match
        At most 20: of most equal terms, and of these with the smallest shift.
    count : int
        How many there are.
    """

    listed: tuple[EntryMatch, ...]
    count: int

    def lines(self) -> Iterator[str]:
        """A line for each entry."""
        yield from map(str, self.listed)
        if self.count > len(self.listed):
            yield f"and {self.count - len(self.listed):,} more; more values would tell them apart"

    def as_dict(self) -> dict[str, Any]:
        """The entries for machines."""
        keys = ("number", "name", "shift", "equal")
        return {"count": self.count, "entries": [{key: getattr(entry, key) for key in keys} for entry in self.listed]}


def find(values: Iterable[SupportsIndex], oeis: str | Path | None = None) -> Matches:
    """Entries of the OEIS that have some values in a row, in the user's copy of the file `stripped`.

    Parameters
    ----------
    values : iterable of int
        Four or more. An entry that has them may begin up to three values later, and may end before they do: then ten
        terms must be equal.
    oeis : path, optional
        The file stripped.gz of the OEIS, or the folder in which it and names.gz are; else GRUNDY_OEIS names it.

    Returns
    -------
    Matches

    Raises
    ------
    BadRule
        Too few values.
    BadText, GrundyError
        The file is damaged, at a line that is named, or cannot be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     _ = Path(folder, "stripped").write_text("A002186 ,0,1,2,3,1,4,3,2,1,4,2,6,\\n")
    ...     print(*find([1, 2, 3, 1, 4, 3], folder).lines())
    A002186: 6 terms equal, value 0 is its term 1, counted from 0
    """
    words = [b"%d" % value.__index__() for value in values]
    if len(words) < FEWEST:
        raise BadRule(f"expected {FEWEST} values or more, found {len(words)}")
    path = index_path(oeis)
    first = max(0, min(DROPPED, len(words) - 2 * DROPPED))
    needle = b",%b," % b",".join(words[first : first + COMPARED])
    count = 0

    def fitting() -> Iterator[EntryMatch]:
        nonlocal count
        for line in _lines_with(_text_of(path, STRIPPED), needle):
            number, _, terms = line.rstrip(b"\r").partition(b" ,")
            fit = _fit(words, terms.split(b",")[:-1], first)
            if fit:
                count += 1
                yield EntryMatch(number.decode(), "", *fit)

    best = nsmallest(MOST_LISTED, fitting(), key=lambda entry: (-entry.equal, abs(entry.shift), entry.number))
    names = _names({entry.number for entry in best}, path)
    return Matches(tuple(EntryMatch(m.number, names.get(m.number, ""), m.shift, m.equal) for m in best), count)


def _lines_with(text: Iterable[bytes], needle: bytes) -> Iterator[bytes]:
    """The lines of entries that have some bytes."""
    for block in text:
        at = block.find(needle)
        while at >= 0:
            start, stop = block.rfind(b"\n", 0, at) + 1, block.index(b"\n", at)
            if not block.startswith(b"#", start):
                yield block[start:stop]
            at = block.find(needle, stop)


def _fit(words: Sequence[bytes], terms: Sequence[bytes], first: int) -> tuple[int, int] | None:
    """The least shift with which an entry has the values from some `first` one on, and how many terms are equal."""
    least = min(len(words) - first, COMPARED)
    for place in range(len(terms) - least + 1):
        shift = place - first
        begin, end = max(0, -shift), min(len(words), len(terms) - shift)
        if terms[place] == words[first] and all(terms[i + shift] == words[i] for i in range(begin, end)):
            return shift, end - begin
    return None


def _names(numbers: Collection[str], path: Path) -> dict[str, str]:
    """The names of some entries, from the file `names` beside another."""
    file = in_folder(path.parent, "names") if numbers else None
    if file is None:
        return {}
    names: dict[str, str] = {}
    for block in _text_of(file, NAMES):
        for number in numbers - names.keys():
            head = b"%b " % number.encode()
            at = 0 if block.startswith(head) else block.find(b"\n" + head) + 1
            if at or block.startswith(head):
                name = block[at + len(head) : block.index(b"\n", at)]
                names[number] = name.decode("utf-8", "replace").strip()
    return names


def published(number: str, oeis: str | Path | None = None) -> BFile:
    """The terms of an entry as the file `stripped` has them, which does not say the number of the first.

    Raises:  BadText: no such number. GrundyError: the file, or the entry in it, is not there.
    """
    if not NUMBER.fullmatch(number):
        raise BadRule(f"expected the number of an entry, such as A002186, found {short_repr(number)}")
    path = index_path(oeis)
    head = b"\n%b ," % number.encode()
    for block in _text_of(path, STRIPPED):
        at = 0 if block.startswith(head[1:]) else block.find(head) + 1
        if at or block.startswith(head[1:]):
            terms = block[at + len(head) - 1 : block.index(b"\n", at)].rstrip(b"\r").split(b",")[:-1]
            return BFile(number, 0, list(map(int, terms)), [])
    raise GrundyError(f"{path}: expected the entry {number}, found none; its b-file b{number[1:]}.txt would do")


# The text of a file, from a copy in the user's cache.


def _text_of(path: Path, lines: Lines) -> Iterator[bytes]:
    """The blocks of a file whose lines are of a kind: of a compressed one from its copy, which is made where it is not.

    Raises:  as `checked_blocks`.
    """
    try:
        with open(path, "rb") as stream:
            compressed = stream.read(len(GZIP)) == GZIP
            digest = sha256()
            stream.seek(0)
            while compressed and (piece := stream.read(PIECE)):
                digest.update(piece)
        folder = cache_folder() / "oeis"
    except OSError as problem:
        raise GrundyError(f"{path}: expected a file that can be read, found: {problem.strerror}") from problem
    except RuntimeError:  # the user has no home
        compressed = False
    if compressed:
        copy = folder / f"{sha256(os.fsencode(path.absolute())).hexdigest()[:16]}.txt"
        text = _open_copy(copy, digest.hexdigest())
        if text is None and _copied(path, lines, copy, digest.hexdigest()):
            text = _open_copy(copy, digest.hexdigest())
        if text is not None:
            return _blocks_of_copy(text)
    return checked_blocks(path, lines)


def _open_copy(copy: Path, digest: str) -> BinaryIO | None:
    """A copy, opened behind its head; None if it is not whole, or not of the file with this digest."""
    try:
        stream = open(copy, "rb")  # noqa: SIM115 (kept open)
    except OSError:
        return None
    with suppress(OSError, ValueError):
        head = json.loads(stream.read(HEAD))
        checksum = 0
        while piece := stream.read(PIECE):
            checksum = zlib.crc32(piece, checksum)
        if head == _head(digest, checksum):
            stream.seek(HEAD)
            return stream
    stream.close()
    return None


def _head(digest: str, checksum: int) -> dict[str, Any]:
    return {"oeis": 1, "sha256": digest, "crc32": checksum}


def _blocks_of_copy(text: BinaryIO) -> Iterator[bytes]:
    with text:
        rest = b""
        while piece := text.read(PIECE):
            whole = rest + piece
            cut = whole.rfind(b"\n") + 1
            yield whole[:cut]
            rest = whole[cut:]


def _copied(path: Path, lines: Lines, copy: Path, digest: str) -> bool:
    """Copy the text of a file; False where no copy can be written. Raises: as `checked_blocks`."""
    from grundy.runs.durable import beside

    try:
        copy.parent.mkdir(parents=True, exist_ok=True)
        with beside(copy.with_suffix(".new")) as (aside, stream):
            stream.write(bytes(HEAD))
            checksum = 0
            for block in checked_blocks(path, lines):
                stream.write(block)
                checksum = zlib.crc32(block, checksum)
            stream.seek(0)
            stream.write(json.dumps(_head(digest, checksum)).encode().ljust(HEAD - 1) + b"\n")
            stream.flush()
            if sys.platform == "win32":  # no open file is renamed there
                stream.close()
            os.replace(aside, copy)
    except OSError:
        return False
    return True

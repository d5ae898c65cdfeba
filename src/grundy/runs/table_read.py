"""Finished tables, read with every piece checked before it is used."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import StoreError
from grundy.model.frozen import frozen
from grundy.runs.durable import digest, plain_json, whole_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# ---- The digest file beside a table: a line for each chunk, so that damage is noticed and its place named
#
#     grundy-table 1 {"dtype":"|u1","game":"kayles normal","shape":[3000000]}
#     0 1048576 5647f05ec18958947d32874eeb788fa396a05d0bab7c1b71f112ceb7e9b31eee
#     1048576 1048576 2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6
#     2097152 902976 18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4
#     sha256 bd4cc9c9b1dba9d0b0ae2a3cb5d6b5b5d70e3f2d3a1d8c6a3d9c6c3a4b1b8e5f
#
# A chunk's line has its offset and length in bytes of the .npy file, header included, and its SHA-256 (`tail -c
# +OFFSET+1 FILE | head -c LENGTH | sha256sum`). The last line is the SHA-256 of all lines before.
#
# While a table is being filled, NAME.npy.partial.sha256 has the same form; its chunks may be incomplete, and a line
# `run {...}` before the last one says what is needed to go on: the data file, the engine's state, the command.


FORMAT = 1
HEADER = 128  # bytes of the .npy header; the entries behind it are aligned for every vector unit
WIDTHS = {"|u1": 1, "<u2": 2, "<u4": 4, "<u8": 8}  # the dtypes of tables, and their bytes
SMALLEST_CHUNK = 2**20
MOST_CHUNKS = 4096

Segment = tuple[int, int]  # offset, length


@frozen
class Header:
    """What a table is: the key of its game, its dtype in NumPy's notation, its shape."""

    game: str
    dtype: str
    shape: tuple[int, ...]

    @property
    def entries(self) -> int:
        return prod(self.shape)

    @property
    def size(self) -> int:
        """Bytes of the .npy file."""
        return HEADER + self.entries * WIDTHS[self.dtype]

    @property
    def chunk(self) -> int:
        """Bytes of a chunk: a power of two that follows from the size alone, so that equal tables have equal digests.

        >>> Header("nim", "|u1", (2**33,)).chunk
        4194304
        """
        return max(SMALLEST_CHUNK, 1 << max(0, -(-self.size // MOST_CHUNKS) - 1).bit_length())

    def npy(self) -> bytes:
        """The first bytes of the .npy file, format 1.0.

        >>> len(Header("nim", "|u1", (5,)).npy()), Header("nim", "|u1", (5,)).npy()[:8]
        (128, b'\\x93NUMPY\\x01\\x00')
        """
        text = f"{{'descr': '{self.dtype}', 'fortran_order': False, 'shape': {self.shape!r}, }}"
        if len(text) > HEADER - 11:
            raise StoreError(f"a table of shape {self.shape}: too many dimensions for the header of the file")
        return b"\x93NUMPY\x01\x00" + (HEADER - 10).to_bytes(2, "little") + f"{text:<{HEADER - 11}}\n".encode("ascii")

    def segments(self, ranges: list[tuple[int, int]]) -> list[Segment]:
        """Which bytes the header and the entries of some disjoint ranges take, cut at the bounds of chunks.

        >>> Header("nim", "<u2", (2**20,)).segments([(0, 600_000)])
        [(0, 1048576), (1048576, 151552)]
        """
        width = WIDTHS[self.dtype]
        spans = [(HEADER + a * width, HEADER + b * width) for a, b in ranges]
        if spans and spans[0][0] == HEADER:
            spans[0] = (0, spans[0][1])
        else:
            spans.insert(0, (0, HEADER))
        segments = []
        for start, stop in spans:
            while start < stop:
                end = min(stop, start - start % self.chunk + self.chunk)
                segments.append((start, end - start))
                start = end
        return segments

    def ranges(self, segments: list[Segment]) -> list[tuple[int, int]]:
        """The entries that lie in some segments: what `segments` was made from, neighbours joined."""
        width = WIDTHS[self.dtype]
        ranges: list[tuple[int, int]] = []
        for offset, length in sorted(segments):
            start = (max(offset, HEADER) - HEADER) // width
            stop = (max(offset + length, HEADER) - HEADER) // width
            if ranges and ranges[-1][1] == start:
                ranges[-1] = (ranges[-1][0], stop)
            elif start < stop:
                ranges.append((start, stop))
        return ranges


@frozen
class Digests:
    """A digest file as read: what the table is, its segments with their digests, and how to go on if it is partial."""

    header: Header
    segments: dict[Segment, str]
    run: Mapping[str, Any] | None = None

    def text(self) -> str:
        """The digest file."""
        described = {"game": self.header.game, "dtype": self.header.dtype, "shape": list(self.header.shape)}
        lines = [f"grundy-table {FORMAT} {plain_json(described)}"]
        lines += [f"{offset} {length} {value}" for (offset, length), value in sorted(self.segments.items())]
        if self.run is not None:
            lines.append(f"run {plain_json(self.run)}")
        body = "".join(f"{line}\n" for line in lines)
        return f"{body}sha256 {digest(body.encode('ascii'))}\n"


def read_digests(path: Path) -> Digests:
    """Read a digest file, checked as a whole.

    Raises:  StoreError: it cannot be read, is foreign, damaged, or written by a newer version.
    """
    data = whole_file(path, "the digests of a table of grundy's")
    first = data[:40].split(b" ")
    if first[0] != b"grundy-table" or len(first) < 3:
        raise StoreError(f"{path}: expected the digests of a table of grundy's, found something else (or damage)")
    body, _, last = data[:-1].rpartition(b"\n")
    body += b"\n"
    if not data.endswith(b"\n") or last != f"sha256 {digest(body)}".encode("ascii"):
        raise StoreError(f"{path}: damaged: its last line is not the SHA-256 of the lines before; it is not used")
    if first[1] != str(FORMAT).encode("ascii"):
        version = first[1].decode("ascii", "replace")
        raise StoreError(f"{path}: has format {version}, and this grundy reads {FORMAT}; a newer grundy may read it")
    try:
        return _parse(body.decode("ascii").splitlines())
    except (ValueError, KeyError, TypeError) as problem:
        raise StoreError(f"{path}: expected the lines of a digest file, found: {problem}") from problem


def _parse(lines: list[str]) -> Digests:
    """The digests in lines that are as they were written."""
    described = json.loads(lines[0].split(" ", 2)[2])
    header = Header(described["game"], described["dtype"], tuple(described["shape"]))
    if header.dtype not in WIDTHS:
        raise ValueError(f"dtype {header.dtype}")
    run = None
    if lines[-1].startswith("run "):
        run = json.loads(lines.pop()[4:])
    segments = {}
    for line in lines[1:]:
        offset, length, value = line.split(" ")
        segments[int(offset), int(length)] = value
    return Digests(header, segments, run)


def is_complete(digests: Digests) -> bool:
    """Whether the segments are all chunks of the table, each whole."""
    return list(digests.segments) == digests.header.segments([(0, digests.header.entries)])


def merge(ranges: list[tuple[int, int]], start: int, stop: int) -> None:
    """Add a range to sorted disjoint ranges, in place; ranges that touch become one.

    >>> found = [(0, 4), (8, 9)]
    >>> merge(found, 4, 8)
    >>> found
    [(0, 9)]
    """
    first = bisect_left(ranges, start, key=lambda pair: pair[1])
    last = first
    while last < len(ranges) and ranges[last][0] <= stop:
        start, stop = min(start, ranges[last][0]), max(stop, ranges[last][1])
        last += 1
    ranges[first:last] = [(start, stop)]


class SavedTable:
    """A finished table, mapped and read-only; see `open_table`. A chunk is checked when it is first asked for."""

    def __init__(self, path: Path, header: Header, expected: list[tuple[int, int, str]]) -> None:
        import numpy as np

        self.path, self.header = path, header
        self._expected = expected
        self._checked = bytearray(len(expected))
        self._raw = np.memmap(path, np.uint8, "r")
        self._array: NDArray[np.unsignedinteger] = self._raw[HEADER:].view(header.dtype).reshape(header.shape)

    @property
    def array(self) -> NDArray[np.unsignedinteger]:
        """The table in its shape, read-only; nothing but what `read` was asked for is checked."""
        return self._array

    def read(self, start: int, stop: int) -> NDArray[np.unsignedinteger]:
        """Entries start..stop-1, counted in C order, as a one-dimensional read-only array.

        Raises:  StoreError: a chunk that they touch is damaged; the message has its place.
        """
        if not 0 <= start <= stop <= self.header.entries:
            raise IndexError(f"entries {start}..{stop} of a table with {self.header.entries}")
        width = WIDTHS[self.header.dtype]
        first, last = (HEADER + start * width) // self.header.chunk, (HEADER + stop * width - 1) // self.header.chunk
        for number in range(first, last + 1):
            self._check(number)
        return self._array.reshape(-1)[start:stop]

    def whole(self) -> NDArray[np.unsignedinteger]:
        """The table in its shape, read-only, all of it checked.

        Raises:  StoreError: a chunk is damaged. Cost: reads all of it once, about 1 GB/s.
        """
        for number in range(len(self._expected)):
            self._check(number)
        return self._array

    def _check(self, number: int) -> None:
        if not self._checked[number]:
            offset, length, expected = self._expected[number]
            require_digest(self.path, offset, length, self._raw[offset : offset + length], expected, self.header)
            self._checked[number] = 1


def open_table(path: Path, game: str | None = None) -> SavedTable:
    """Open a finished table.

    Args:    path: NAME.npy; NAME.npy.sha256 must lie beside it. game: the key that the table must have.
    Raises:  StoreError: a file is missing, foreign, damaged in what is read here, or of another game.
    Cost:    reads the digest file; the table itself is read and checked as it is asked for.
    """
    digests = read_digests(path.with_name(path.name + ".sha256"))
    require_game(path, digests.header, game)
    if digests.run is not None or not is_complete(digests):
        raise StoreError(f"{path}.sha256: expected the digests of a finished table, found an unfinished one")
    require_size(path, digests.header)
    expected = [(offset, length, value) for (offset, length), value in sorted(digests.segments.items())]
    saved = SavedTable(path, digests.header, expected)
    if bytes(saved._raw[:HEADER]) != digests.header.npy():
        raise StoreError(f"{path}: chunk 0 is damaged: its .npy header is not that of the digest file; it is not used")
    return saved


def require_game(path: Path, header: Header, game: str | None) -> None:
    if game is not None and header.game != game:
        same = game.split(" ")[0] == header.game.split(" ")[0]
        why = "; the rule, its parameters or what was asked of it has changed" if same else ""
        raise StoreError(f"{path}: expected a table of {game}, found one of {header.game}{why}")


def require_size(path: Path, header: Header) -> None:
    try:
        size = path.stat().st_size
    except OSError as problem:
        raise StoreError(f"{path}: expected a table of {header.size} bytes, found: {problem.strerror}") from problem
    if size != header.size:
        raise StoreError(f"{path}: expected {header.size} bytes, found {size}; the table is not used")


def require_digest(path: Path, offset: int, length: int, part: Any, expected: str, header: Header) -> None:
    if digest(part) != expected:
        place = f"chunk {offset // header.chunk} (bytes {offset}..{offset + length - 1})"
        raise StoreError(f"{path}: {place} is damaged: its SHA-256 is not that of the digest file; it is not used")

"""The digest file beside a table: a line for each chunk, so that damage is noticed and its place named.

    grundy-table 1 {"dtype":"|u1","game":"kayles normal","shape":[3000000]}
    0 1048576 5647f05ec18958947d32874eeb788fa396a05d0bab7c1b71f112ceb7e9b31eee
    1048576 1048576 2e7d2c03a9507ae265ecf5b5356885a53393a2029d241394997265a1a25aefc6
    2097152 902976 18ac3e7343f016890c510e93f935261169d9e3f565436429830faf0934f4f8e4
    sha256 bd4cc9c9b1dba9d0b0ae2a3cb5d6b5b5d70e3f2d3a1d8c6a3d9c6c3a4b1b8e5f

A chunk's line has its offset and length in bytes of the .npy file, header included, and its SHA-256
(`tail -c +OFFSET+1 FILE | head -c LENGTH | sha256sum`). The last line is the SHA-256 of all lines before.

While a table is being filled, NAME.npy.partial.sha256 has the same form; its chunks may be incomplete, and a
line `run {...}` before the last one says what is needed to go on: the data file, the engine's state, the command.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

from grundy.errors import StoreError
from grundy.runs.durable import digest, plain_json, whole_file

FORMAT = 1
HEADER = 128  # bytes of the .npy header; the entries behind it are aligned for every vector unit
WIDTHS = {"|u1": 1, "<u2": 2, "<u4": 4, "<u8": 8}  # the dtypes of tables, and their bytes
SMALLEST_CHUNK = 2**20
MOST_CHUNKS = 4096

Segment = tuple[int, int]  # offset, length


@dataclass(frozen=True, slots=True)
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
        found = []
        for start, stop in spans:
            while start < stop:
                end = min(stop, start - start % self.chunk + self.chunk)
                found.append((start, end - start))
                start = end
        return found

    def ranges(self, segments: list[Segment]) -> list[tuple[int, int]]:
        """The entries that lie in some segments: what `segments` was made from, neighbours joined."""
        width = WIDTHS[self.dtype]
        found: list[tuple[int, int]] = []
        for offset, length in sorted(segments):
            start = (max(offset, HEADER) - HEADER) // width
            stop = (max(offset + length, HEADER) - HEADER) // width
            if found and found[-1][1] == start:
                found[-1] = (found[-1][0], stop)
            elif start < stop:
                found.append((start, stop))
        return found


@dataclass(frozen=True, slots=True)
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

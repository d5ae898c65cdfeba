"""Finished tables, read with every piece checked before it is used."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import StoreError
from grundy.runs.digests import HEADER, WIDTHS, Header, is_complete, read_digests
from grundy.runs.durable import digest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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

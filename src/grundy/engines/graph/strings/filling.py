"""The table of a part while it is filled, and how a run that is stopped keeps it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.engines.graph.strings.plain import LOONY
from grundy.errors import StoreError
from grundy.runs.values import packed_bytes, unpacked_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Key: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""The two coins of each string of a part, and the ground."""
CHUNK = 1 << 22  # sets of strings, an even number
PIECE = 1 << 22  # sets of strings in one text
SHORT = 15  # a loony set in half a byte


def strings_of(first: Sequence[int], second: Sequence[int], ground: int, always: int) -> tuple[list[int], list[int]]:
    """For both coins of each string, the strings that they have; the ground has `always`."""
    strings: dict[int, int] = {}
    for string, ends in enumerate(zip(first, second, strict=True)):
        for coin in {*ends}:
            strings[coin] = strings.get(coin, 0) | 1 << string
    strings[ground] = always
    return [strings[coin] for coin in first], [strings[coin] for coin in second]


def spread(strings: Sequence[int]) -> NDArray[np.int64]:
    """What there is of each string, at the place where the kernel looks for it."""
    import numpy as np

    from grundy.engines.graph.strings.kernels import PLACES

    table = np.zeros(PLACES, np.int64)
    for string, mask in enumerate(strings):
        table[(1 << string) % PLACES] = mask
    return table


class PartTable:
    """The table of a part while it is filled.

    done   how many sets of strings, the first of them, have their values; these never change

    Args:    saved: what runs kept of tables (`state`); that of the same graph is taken over.
    Raises:  StoreError: it has not the length that it says.
    """

    def __init__(self, key: Key, strings: int, saved: Sequence[Mapping[str, Any]] = ()) -> None:
        import numpy as np

        self.key = key
        self.values, self.done = np.zeros(1 << strings, np.uint8), 1
        self._texts: list[str] = []  # of the first pieces
        for entry in saved:
            if entry["ends"] == [list(key[0]), list(key[1])]:
                self._restore(entry["sets"], entry["values"])

    def _restore(self, sets: int, texts: Sequence[str]) -> None:
        pieces = list(map(unpacked_values, texts))
        if sum(map(len, pieces)) != sets or not 0 < sets <= len(self.values):
            raise StoreError("cannot be resumed: a table that was kept has another length; start it anew")
        for number, piece in enumerate(pieces):
            self.values[number * PIECE : number * PIECE + len(piece)] = piece
        self.done, self._texts = sets, list(texts[: sets // PIECE])

    def steps(self) -> Iterator[int]:
        """Fill the table; yield how far it is."""
        from grundy.engines.graph.strings.kernels import GROUND, string_values

        of_first, of_second = (spread(masks) for masks in strings_of(*self.key, GROUND))
        while self.done < len(self.values):
            stop = min(self.done // CHUNK * CHUNK + CHUNK, len(self.values))
            string_values(of_first, of_second, self.done, stop, self.values)
            self.done = stop
            yield stop

    def state(self, sets: int) -> Mapping[str, Any]:
        """The values of the first sets of strings, in JSON's types, from any thread."""
        first, second, _ = self.key
        full = sets // PIECE
        for piece in range(len(self._texts), full):
            self._texts.append(packed_values(self.values[piece * PIECE : (piece + 1) * PIECE]))
        rest = self.values[full * PIECE : sets]
        texts = [*self._texts[:full], *([packed_values(rest)] if len(rest) else [])]
        return {"ends": [list(first), list(second)], "sets": sets, "values": texts}


def packed_values(values: NDArray[np.uint8]) -> str:
    """An even number of values as a text; small ones take half a byte before they are packed."""
    loony = values == LOONY
    if (values[~loony] >= SHORT).any():
        return f"bytes {packed_bytes(values.tobytes())}"
    short = values.copy()
    short[loony] = SHORT
    return packed_bytes((short[::2] | short[1::2] << 4).tobytes())


def unpacked_values(text: str) -> NDArray[np.uint8]:
    """The values that `packed_values` made a text of."""
    import numpy as np

    kind, _, data = text.rpartition(" ")
    read = np.frombuffer(unpacked_bytes(data), np.uint8)
    if kind == "bytes":
        return read
    values = np.empty(2 * len(read), np.uint8)
    values[::2], values[1::2] = read & SHORT, read >> 4
    values[values == SHORT] = LOONY
    return values

"""Nim-values and bytes in the state of work: as text, short where they are small or repeat."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

PIECE = 1 << 16  # values in one piece


def packed_bytes(data: bytes | memoryview) -> str:
    """Bytes as a text.

    >>> unpacked_bytes(packed_bytes(b"values"))
    b'values'
    """
    return b64encode(zlib.compress(data, 1)).decode("ascii")


def unpacked_bytes(text: str) -> bytes:
    """The bytes of a text that `packed_bytes` made."""
    return zlib.decompress(b64decode(text))


def packed(values: Sequence[int]) -> dict[str, Any]:
    """Values below 2**64, in JSON's types; "size" says how many they are.

    >>> unpacked(packed([3, 0, 2**40]))
    [3, 0, 1099511627776]
    """
    data = array("Q", map(int, values)).tobytes()
    return {"size": len(values), "values": packed_bytes(data)}


def unpacked(state: Mapping[str, Any]) -> list[int]:
    """The values that `packed` made a state of; none of a state that has no values."""
    if "values" not in state:
        return []
    values = array("Q")
    values.frombytes(unpacked_bytes(state["values"]))
    return values.tolist()


class PackedValues:
    """Values that become more, in JSON's types: pieces that are full are packed once."""

    def __init__(self, state: Mapping[str, Any] | None = None) -> None:
        self._full: list[dict[str, Any]] = list(state["pieces"][:-1]) if state else []

    def state(self, values: Sequence[int]) -> dict[str, Any]:
        """What `values_of` gives the values back from; those of the call before are the first of them."""
        while (len(self._full) + 1) * PIECE <= len(values):
            self._full.append(packed(values[len(self._full) * PIECE : (len(self._full) + 1) * PIECE]))
        return {"pieces": [*self._full, packed(values[len(self._full) * PIECE :])]}


def values_of(state: Mapping[str, Any] | None) -> list[int]:
    """The values that `PackedValues` made a state of; none of no state.

    >>> values_of(PackedValues().state([3, 0, 2**40]))
    [3, 0, 1099511627776]
    """
    return [value for piece in (state or {"pieces": []})["pieces"] for value in unpacked(piece)]


class Deferred(Mapping[str, Any]):
    """A state that is made when somebody first reads it, in any thread: where that is dear, for most are never saved.

    >>> state = Deferred(lambda: {"done": 5})
    >>> dict(state)
    {'done': 5}
    """

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[str, Any]:
        return self._make()

    def __getitem__(self, name: str) -> Any:
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

"""Nim-values in the state of work: as text, short where they are small or repeat."""

from __future__ import annotations

import zlib
from array import array
from base64 import b64decode, b64encode
from collections.abc import Mapping, Sequence
from typing import Any

PIECE = 1 << 16  # values in one piece


def packed(values: Sequence[int]) -> dict[str, Any]:
    """Values below 2**64, in JSON's types; "size" says how many they are.

    >>> unpacked(packed([3, 0, 2**40]))
    [3, 0, 1099511627776]
    """
    data = array("Q", map(int, values)).tobytes()
    return {"size": len(values), "values": b64encode(zlib.compress(data, 1)).decode("ascii")}


def unpacked(state: Mapping[str, Any]) -> list[int]:
    """The values that `packed` made a state of; none of a state that has no values."""
    if "values" not in state:
        return []
    values = array("Q")
    values.frombytes(zlib.decompress(b64decode(state["values"])))
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

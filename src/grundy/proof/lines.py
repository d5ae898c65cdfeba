"""The lines that certificates of several kinds have, and the last line of each, as FORMAT.md says."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from grundy.model.shapes import BitmaskMove

VALUES_A_LINE = 20
OPTIONS_A_LINE = 1000
LONGEST_REMARK = 1000


@dataclass(frozen=True, slots=True)
class Moves:
    """The moves as a certificate carries them: digits of a finite code, or the amounts that may be taken."""

    digits: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Parity:
    """The mask M and the twist T of a sparse space, and small heaps whose splits show most values."""

    mask: int
    twist: int
    tries: tuple[int, ...] = ()


def sealed(lines: Iterable[str]) -> bytes:
    """A certificate as it stands in a file: its lines, and last the SHA-256 of all bytes before that line.

    >>> print(sealed(["end"]).decode(), end="")
    end
    sha256 48332fe667bc51ac4a51ba0efe734441c90def55c60a26d7db275ecbbcf42f15
    """
    text = "".join(f"{line}\n" for line in lines).encode("ascii")
    return text + f"sha256 {hashlib.sha256(text).hexdigest()}\n".encode("ascii")


def heap_line(moves: Moves) -> str:
    """The line that says the moves of heaps."""
    return " ".join(["digits", *map(str, moves.digits)] if moves.digits else ["amounts", *map(str, moves.amounts)])


def mask_lines(squares: Sequence[tuple[int, int]], places: int, moves: Sequence[BitmaskMove]) -> Iterator[str]:
    """The lines that say the moves of sets of places; row and column of each place, or none."""
    yield f"places {places}"
    if squares:
        yield " ".join(["squares", *(f"{r} {c}" for r, c in squares)])
    yield f"moves {len(moves)}"
    for need, off, clear, flip in moves:
        yield f"move {need:x} {off:x} {clear:x} {flip:x}"


def node_lines(after: Sequence[Sequence[Sequence[int]]], names: Sequence[str] = ()) -> Iterator[str]:
    """The lines that say for each node what each move leaves: smaller nodes.

    >>> list(node_lines([[], [(), (0, 0)]], ["a", "b"]))
    ['nodes 2', '# a', 'node 0', '# b', 'node 1 - 0+0']
    """
    yield f"nodes {len(after)}"
    for node, options in enumerate(after):
        if names:
            yield remark_line(names[node])
        words = ["+".join(map(str, left)) or "-" for left in options]
        for start in range(0, max(len(words), 1), OPTIONS_A_LINE):
            yield " ".join(["node", str(node), *words[start : start + OPTIONS_A_LINE]])


def piece_lines(rows: Sequence[str], pieces: Iterable[str]) -> Iterator[str]:
    """The lines that say a board of '.' (free) and '#', and the pieces that may be put on it."""
    yield f"board {len(rows)} {len(rows[0])}"
    yield from (f"row {row}" for row in rows)
    yield from (f"piece {piece}" for piece in pieces)


def remark_line(text: str) -> str:
    """A line for people, in one line of letters that are safe to print."""
    told = " ".join(text.split()).encode("ascii", "replace").decode()
    cut = f" ... ({len(told):,} letters in all)" if len(told) > LONGEST_REMARK else ""
    return "# " + "".join(letter if letter.isprintable() else "?" for letter in told[:LONGEST_REMARK]) + cut


def number_lines(first: int, values: Sequence[int]) -> Iterator[str]:
    """The lines of many numbers, each beginning with the place of its first."""
    for start in range(0, len(values), VALUES_A_LINE):
        yield " ".join(map(str, [first + start, *(int(value) for value in values[start : start + VALUES_A_LINE])]))

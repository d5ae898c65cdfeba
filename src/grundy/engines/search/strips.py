"""Boards of one row as words: a part is a word, whatever the board it came from.

A column is a letter, the set of the layers that are there, and a part the word of its columns, without empty ones at
its ends. So equal parts are equal words on boards of every length, and on all of them one memo serves.

Why parts are independent. A place on which no move ever puts anything is lasting. A move needs its lasting places, its
core, to be there: where one has gone the move can never be made again. So the moves that are possible now or later are
those whose core is there; each reaches over the columns that it needs, excludes, clears or sets. Where none of them
reaches over the border of two columns, no move on one side reads or changes anything on the other, now or later: moves
on both sides may be made in any order, and neither makes one possible on the other. The word is cut there, and the
nim-values add. A place that no such move touches is left out: nothing ever asks for it.

What a move does to a word, and where the word is cut then, depends on some columns around it alone. So it is worked out
once for each such stretch of letters and kept.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple

from grundy.engines.search.board import Board, Way
from grundy.errors import OutOfReach
from grundy.model.convention import mex

EMPTY = "\0"
LAYERS = 16  # of a letter
BORDER = chr(1 << LAYERS)
EVERY = 64  # parts between two looks from outside
A_WORD = 160  # bytes of a word that is kept, besides its letters
A_FRAME, OF_FRAME = 1_000, 8  # bytes of a part that is begun, and of each of its letters
GIB = 2**30

Cells = frozenset[tuple[int, int]]
"""Columns, from that of a move's first needed place, and layers."""


@dataclass(frozen=True, slots=True)
class StripMove:
    """A move as it stands in every column: places by column and layer."""

    need: Cells
    off: Cells
    clear: Cells
    flip: Cells
    core: Cells

    @property
    def touched(self) -> Cells:
        """All places that it reads or changes."""
        return self.need | self.off | self.clear | self.flip


class BegunPart(NamedTuple):
    """A part whose options are being looked at; `again`: the one at which that stopped for want of a value."""

    part: str
    options: Iterator[tuple[str, ...]]
    option_values: set[int]
    again: tuple[tuple[str, ...], ...] = ()


@dataclass(eq=False, slots=True)
class StripSearch:
    """The moves of boards of one row, and what is known of their parts.

    moves    each move, from the first column of what it needs
    lasting  the layers on which no move puts anything
    left, right  how far moves reach from that column
    mirrored  whether a word is worth the same backwards
    values   of each word that was worked out, and of its mirror image
    size     bytes that they take, about
    inside   by the letters around a column: its own letter in a part, and BORDER if the word is cut behind it
    after    by the letters around a column: what the moves there leave of the middle of them, cut
    """

    moves: tuple[StripMove, ...]
    lasting: frozenset[int]
    left: int
    right: int
    mirrored: bool
    values: dict[str, int] = field(default_factory=dict)
    size: int = 0
    inside: dict[str, str] = field(default_factory=dict)
    after: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)

    @property
    def span(self) -> int:
        """So many columns to either side of a move's corner are read by moves that read one of the move's own."""
        return self.left + self.right

    def word(self, board: Board, places: int) -> str:
        """A set of places of a board as a word."""
        inside = (1 << board.layers) - 1
        return "".join(chr(places >> board.layers * column & inside) for column in range(board.columns))

    def reached(self, stretch: str, at: int) -> Iterator[tuple[int, int, Cells]]:
        """Of each move with its corner at a letter that is possible now or later: the first and last column that it
        reaches, and the places of the stretch that it touches."""
        for move in self.moves:
            if all(_has(stretch, at + column, layer) for column, layer in move.core):
                touched = [
                    (at + column, layer)
                    for column, layer in move.touched
                    if layer not in self.lasting or _has(stretch, at + column, layer)
                ]
                columns = [column for column, _ in touched]
                yield min(columns), max(columns), frozenset(touched)

    def cut(self, stretch: str, first: int, last: int) -> tuple[str, ...]:
        """The columns first..last of a stretch, cut where no move reaches across, and without what none touches.

        The first and the last piece go on beyond; between them are no empty ones.
        """
        joined: set[int] = set()
        places: set[tuple[int, int]] = set()
        for at in range(max(0, first - self.span), min(len(stretch), last + self.span + 1)):
            for low, high, touched in self.reached(stretch, at):
                joined.update(range(low, high))
                places.update(touched)
        pieces = [""]
        for column in range(first, last + 1):
            layers = sum(
                1 << layer for layer in range(LAYERS) if (column, layer) in places and _has(stretch, column, layer)
            )
            pieces[-1] += chr(layers)
            if column < last and column not in joined:
                pieces.append("")
        middle = [piece for piece in (inner.strip(EMPTY) for inner in pieces[1:-1]) if piece]
        return (pieces[0], *middle, *pieces[1:][-1:])

    def parts(self, word: str) -> list[str]:
        """What a word falls into."""
        wide = 3 * self.span
        padded = EMPTY * wide + word + EMPTY * wide
        letters = []
        for at in range(len(word)):
            around = padded[at : at + 2 * wide + 1]
            letter = self.inside.get(around)
            if letter is None:
                here = self.cut(around, wide, wide + 1)
                letter = self.inside[around] = here[0][:1] + BORDER * (len(here) - 1)
            letters.append(letter)
        pieces = (piece.strip(EMPTY) for piece in "".join(letters).split(BORDER))
        return [piece for piece in pieces if piece]

    def _left_by(self, around: str) -> tuple[tuple[str, ...], ...]:
        """What the moves with their corner in the middle of a stretch leave of its inner columns, cut."""
        middle = len(around) // 2
        reach = self.span + max(self.left, self.right)
        rests = []
        for move in self.moves:
            if all(_has(around, middle + column, layer) for column, layer in move.need) and not any(
                _has(around, middle + column, layer) for column, layer in move.off
            ):
                letters = [ord(letter) for letter in around]
                for column, layer in move.clear:
                    letters[middle + column] &= ~(1 << layer)
                for column, layer in move.flip:
                    letters[middle + column] ^= 1 << layer
                left = "".join(map(chr, letters))
                rests.append(self.cut(left, middle - reach, middle + reach))
        return tuple(dict.fromkeys(rests))

    def options(self, word: str) -> Iterator[tuple[str, ...]]:
        """The parts that each move in a part leaves."""
        reach = self.span + max(self.left, self.right)
        wide = reach + 2 * self.span
        padded = EMPTY * wide + word + EMPTY * wide
        after = self.after
        for at in range(len(word)):
            around = padded[at : at + 2 * wide + 1]
            left_by = after.get(around)
            if left_by is None:
                left_by = after[around] = self._left_by(around)
                self.size += 8 * A_WORD
            if left_by:
                before, behind = word[: max(0, at - reach)], word[at + reach + 1 :]
                for pieces in left_by:
                    if len(pieces) == 1:
                        ends = (before + pieces[0] + behind).strip(EMPTY)
                        yield (ends,) if ends else ()
                    else:
                        first, *middle, last = pieces
                        first, last = (before + first).strip(EMPTY), (last + behind).strip(EMPTY)
                        yield (first, *middle, last)

    def value(self, word: str, most: int | None, memory: int) -> Generator[int, None, int]:
        """The nim-value of a word, the XOR of its parts, each the mex of its options; yields how many are known.

        Args:    most: letters times options that may be looked at, or None.
        Raises:  OutOfReach: there is more to look at, or to keep.
        """
        values = self.values
        roots = self.parts(word)
        spent, looked = 0, 0
        for root in roots:
            if root in values:
                continue
            frames = [BegunPart(root, self.options(root), set())]
            while frames:
                part, options, option_values, again = frames[-1]
                spent += 0 if again else len(part)
                if most is not None and spent > most:
                    raise OutOfReach("the row has more parts than are worked out in plain Python")
                missing = ""
                for pieces in chain(again, options):
                    total = 0
                    for piece in pieces:
                        if piece:
                            piece_value = values.get(piece)
                            if piece_value is None:
                                missing = piece
                                break
                            total ^= piece_value
                    if missing:
                        frames[-1] = BegunPart(part, options, option_values, (pieces,))
                        frames.append(BegunPart(missing, self.options(missing), set()))
                        self.size += A_FRAME + OF_FRAME * len(missing)
                        break
                    option_values.add(total)
                else:
                    frames.pop()
                    self.size -= (A_FRAME + OF_FRAME * len(part)) * bool(frames)
                    self._keep(part, mex(option_values), memory)
                looked += 1
                if looked % EVERY == 0:
                    yield len(values)
        total = 0
        for root in roots:
            total ^= values[root]
        return total

    def _keep(self, part: str, value: int, memory: int) -> None:
        for word in {part, part[::-1] if self.mirrored else part}:
            self.values[word] = value
            self.size += len(word) + A_WORD
        if self.size > memory:
            raise OutOfReach(
                f"{len(self.values):,} parts of a row need more than the {memory / GIB:.2f} GiB allowed; "
                "a shorter row or a larger --memory would help"
            )


def _has(stretch: str, column: int, layer: int) -> bool:
    return 0 <= column < len(stretch) and bool(ord(stretch[column]) >> layer & 1)


def strip_of(board: Board) -> StripSearch | None:
    """The moves of a board as those of a strip, if it is one row whose moves are the same all along it."""
    if board.rows != 1 or board.patterns is None or not board.splits or board.layers > LAYERS:
        return None
    listed = [(need, way) for need, ways in board.patterns.found.items() for way in ways]
    set_layers = {layer for _, (_, _, flip) in listed for _, _, layer in flip}
    lasting = frozenset(range(board.layers)) - set_layers
    moves = tuple(_move(need, way, lasting) for need, way in listed)
    columns = [column for move in moves for column, _ in move.touched]
    if not columns or not all(move.core for move in moves):
        return None
    return StripSearch(moves, lasting, max(0, -min(columns)), max(0, *columns), bool(board.turns >> 2 & 1))


def _move(need: Iterable[tuple[int, int, int]], way: Way, lasting: frozenset[int]) -> StripMove:
    wanted, off, clear, flip = (frozenset((column, layer) for _, column, layer in part) for part in (need, *way))
    return StripMove(wanted, off, clear, flip, frozenset(cell for cell in wanted if cell[1] in lasting))

"""Moves of a grid as shapes that may stand anywhere on it: whether they are so, and which turns keep them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass

Square = tuple[int, int]
Cell = tuple[int, int, int]
"""Row, column and layer."""
Shape = frozenset[Cell]
Way = tuple[Shape, Shape, Shape]
"""Where off, clear and flip lie, from the corner of what is needed."""
CellMove = tuple[Shape, Shape, Shape, Shape]
"""need, off, clear and flip."""


@dataclass(frozen=True, eq=False, slots=True)
class Patterns:
    """The moves of a grid as shapes that may stand anywhere on it.

    found   by the shape of `need` in the corner: where off, clear and flip lie from that corner, on any board
    """

    rows: int
    columns: int
    found: dict[Shape, frozenset[Way]]

    @staticmethod
    def of(moves: Iterable[CellMove], there: Set[Cell], rows: int, columns: int) -> Patterns | None:
        """The patterns, or None where some move is missing or another somewhere on the grid; `there` are its cells.

        What is excluded and cleared may end at the edge or at a hole, where nothing ever is. What is set may not, and
        lies within the rows and columns of what is needed: else a shape could do more in the middle than in a corner.
        """
        standing: dict[Shape, dict[Square, set[Way]]] = {}
        for move in moves:
            if not move[0]:
                return None
            top, left, _ = (min(axis) for axis in zip(*move[0], strict=True))
            shape, off, clear, flip = (_from(top, left, part) for part in move)
            standing.setdefault(shape, {}).setdefault((top, left), set()).add((off, clear, flip))
        found = {}
        for shape, ways_at in standing.items():
            ways = _unclipped(ways_at.values())
            height, width = 1 + max(r for r, _, _ in shape), 1 + max(c for _, c, _ in shape)
            if any(not (0 <= r < height and 0 <= c < width) for *_, flip in ways for r, c, _ in flip):
                return None
            for top in range(rows - height + 1):
                for left in range(columns - width + 1):
                    if not _from(-top, -left, shape) <= there:
                        continue  # it needs a hole

                    def clipped(part: Shape, top: int = top, left: int = left) -> Shape:
                        return frozenset(cell for cell in part if (top + cell[0], left + cell[1], cell[2]) in there)

                    seen = {(clipped(off), clipped(clear), flip) for off, clear, flip in ways}
                    if ways_at.get((top, left)) != seen:
                        return None
            found[shape] = ways
        return Patterns(rows, columns, found)

    def moves(self) -> Iterator[CellMove]:
        """All moves of the grid, as cells."""
        for shape, ways in self.found.items():
            height, width = 1 + max(r for r, _, _ in shape), 1 + max(c for _, c, _ in shape)
            for top in range(self.rows - height + 1):
                for left in range(self.columns - width + 1):
                    for way in ways:
                        need, off, clear, flip = (_from(-top, -left, part) for part in (shape, *way))
                        yield need, self._within(off), self._within(clear), flip

    def _within(self, shape: Shape) -> Shape:
        return frozenset(cell for cell in shape if 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns)

    def agree(self, larger: Patterns) -> bool:
        """Whether a shape of this grid has the same moves on another of as many rows and more columns."""
        if self.rows != larger.rows or self.columns > larger.columns:
            return False

        def close(shape: Shape) -> Shape:
            return frozenset(cell for cell in shape if abs(cell[1]) < self.columns)

        def near(found: dict[Shape, frozenset[Way]]) -> dict[Shape, set[Way]]:
            return {
                need: {(close(off), close(clear), flip) for off, clear, flip in ways}
                for need, ways in found.items()
                if max(c for _, c, _ in need) < self.columns
            }

        return near(self.found) == near(larger.found)

    def keeps(self, t: int, f: int) -> bool:
        """Whether the patterns stay the same when transposed (t) and turned over (f)."""
        near = self.rows if t else self.columns  # no shape that is transposed is longer than a column

        def turned(shape: Shape) -> list[Cell]:
            swapped = [((c, r, layer) if t else (r, c, layer)) for r, c, layer in shape]
            return [(-r if f & 1 else r, -c if f & 2 else c, layer) for r, c, layer in swapped]

        def seen(shape: Shape, need: Shape) -> Shape:
            top, left, _ = (min(axis) for axis in zip(*turned(need), strict=True))
            return _from(top, left, turned(shape))

        def close(shape: Shape) -> Shape:
            return frozenset(cell for cell in shape if abs(cell[0]) < self.rows and abs(cell[1]) < near)

        for need, ways in self.found.items():
            if t and max(c for _, c, _ in need) >= self.rows:
                continue  # it stands in no shape that is transposed
            other = self.found.get(seen(need, need))
            if other is None:
                return False
            turned_ways = {tuple(close(seen(part, need)) for part in way) for way in ways}
            if turned_ways != {tuple(close(part) for part in way) for way in other}:
                return False
        return True


def _from(top: int, left: int, cells: Iterable[Cell]) -> Shape:
    """Cells as they lie from a corner."""
    return frozenset((r - top, c - left, layer) for r, c, layer in cells)


def _unclipped(standing: Iterable[set[Way]]) -> frozenset[Way]:
    """The ways of a shape where no edge cuts them off: all that is seen of the only one, or those of most cells."""
    seen = list(standing)
    if all(len(ways) == 1 for ways in seen):
        each = [next(iter(ways)) for ways in seen]
        off, clear, flip = (frozenset[Cell]().union(*(way[k] for way in each)) for k in range(3))
        return frozenset({(off, clear, flip)})
    most: set[Way] = max(seen, key=lambda ways: (len(ways), sum(len(part) for way in ways for part in way)))
    return frozenset(most)

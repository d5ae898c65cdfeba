"""A field of places and moves, made ready for the kernels: numbered, linked, its symmetries found in the moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations
from typing import Any

from grundy.errors import OutOfReach
from grundy.model.frozen import frozen
from grundy.model.shapes import BitmaskMove, BitmaskMoves, Masks, Shape, Square, Strips, SubsetGame, Subsets

MOST_PLACES = 1024  # sets of more are slow, and no such board has ever been solved
MOST_IN_ROW = 8192  # of a row, which is searched by the words of its parts
TURNS = tuple((t, f) for t in (0, 1) for f in range(4))  # transposed or not; then top to bottom (1), left to right (2)
MOST_AROUND = 4  # times as many places as the field has: a grid of hardly anything but holes is searched as it stands


@dataclass(frozen=True, eq=False)
class Board:
    """A field in the order of the kernels.

    order    the place of the field at each place here; those that only fill up the grid have numbers beyond it
    moves    (need, off, clear, flip) over places here, those in the middle of the board first
    rows, columns   of the grid whose shapes may be moved about; 0 and 0 where that is not so
    layers   the places of each square of the grid: place (column * layers + layer) * rows + row
    turns    8 bits: the ways in which shapes on the grid may be turned over (see kernels.Keys.allowed)
    images   permutations of the places that keep the moves, where there is no grid
    links    (near, wide): what joins places; see kernels.Moves
    patterns   of the grid
    splits   whether a set falls into parts that are independent: every move needs a place that no move ever sets
    """

    field: SubsetGame
    order: tuple[int, ...]
    moves: tuple[BitmaskMove, ...]
    rows: int
    columns: int
    turns: int
    images: tuple[tuple[int, ...], ...]
    splits: bool
    patterns: Patterns | None = None
    layers: int = 1

    def knows(self, larger: Board) -> bool:
        """Whether the nim-values of shapes here are those of the same keys on a board of more columns."""
        if self.patterns is None or larger.patterns is None or self.turns != larger.turns:
            return False
        return self.patterns.agree(larger.patterns)

    @property
    def places(self) -> int:
        return len(self.order)

    def square(self, place: int) -> tuple[int, int, int]:
        """The row, column and layer of a place of the grid."""
        column, rest = divmod(place, self.rows * self.layers)
        return rest % self.rows, column, rest // self.rows

    def place(self, row: int, column: int, layer: int) -> int:
        """The place of a row, column and layer of the grid."""
        return (column * self.layers + layer) * self.rows + row

    @cached_property
    def value_bits(self) -> int:
        """Bits that hold any nim-value, and any XOR of two: a value is at most the number of moves."""
        return max(1, len(self.moves).bit_length())

    @property
    def words(self) -> int:
        """64-bit words that hold a set and a value."""
        return -(-(self.places + self.value_bits) // 64)

    @cached_property
    def falls(self) -> bool:
        """Whether every move leads to a smaller number."""
        return falls(self.moves)

    @cached_property
    def links(self) -> tuple[list[int], list[int]]:
        return links(self.moves, self.places)

    @cached_property
    def turned(self) -> list[tuple[list[int], list[int], list[int]]]:
        """Of each way to turn the grid that keeps its moves: of each place the row, the column and the bit, away from
        the upper left corner of a grid that all ways fit on."""
        last, orientations = max(self.rows, self.columns) - 1, []
        for t, f in TURNS:
            if self.turns >> 4 * t + f & 1:
                cells = [self.square(i) for i in range(self.places)]
                cells = [(c, r, layer) if t else (r, c, layer) for r, c, layer in cells]
                cells = [(last - r if f & 1 else r, last - c if f & 2 else c, layer) for r, c, layer in cells]
                rows, columns, _ = (list(axis) for axis in zip(*cells, strict=True))
                orientations.append((rows, columns, [1 << self.place(*cell) for cell in cells]))
        return orientations

    @cached_property
    def _at(self) -> dict[int, int]:
        return {place: here for here, place in enumerate(self.order)}

    def inward(self, places: int) -> int:
        """A set of the field, as a set of places here."""
        return moved(places, self._at)

    def parts(self, places: int) -> list[int]:
        """The parts of a set here that have moves, each once for every time that it is there."""
        if not self.splits:
            return [places] if places else []
        near, wide = self.links
        alone = {need for need, *_ in self.moves}
        parts = []
        while places:
            part = fresh = places & -places
            while fresh:
                joined = 0
                for i in bits(fresh):
                    joined |= near[i]
                fresh = joined & places & ~part
                part |= fresh
                for link in wide:
                    if link & part and link & places == link:
                        fresh |= link & ~part
                        part |= link
            places &= ~part
            if part & part - 1 or part in alone:
                parts.append(part)
        return parts


def bits(places: int) -> list[int]:
    """The places of a set, in order."""
    indices = []
    while places:
        low = places & -places
        indices.append(low.bit_length() - 1)
        places ^= low
    return indices


def moved(places: int, to: dict[int, int] | Sequence[int]) -> int:
    """A set with each place i replaced by to[i]."""
    image = 0
    for i in bits(places):
        image |= 1 << to[i]
    return image


def prepare(field: SubsetGame, widen: bool = True) -> Board:
    """Number the places of a field for the kernels, and find which symmetries its moves have.

    Args:    widen: whether places and moves may be added that fill up a grid: where it has holes, or squares of several
             places. Without it the moves are those of the field.
    Raises:  OutOfReach: too many places.
    Cost:    about 10 us for each move and symmetry.
    """
    in_row = widen and any(len(set(axis)) == 1 for axis in zip(*field.squares, strict=True))
    require_reach(field.places, "a row" if in_row else "a board", MOST_IN_ROW if in_row else MOST_PLACES)
    moves = [_plain(move) for move in field.moves]
    if field.squares:
        board = _on_grid(field, moves, widen)
        if board is not None:
            return board
    require_reach(field.places)
    images = tuple(image for image in candidate_images(field) if _keeps(moves, image))
    order = tuple(range(field.places))
    return Board(field, order, _central(moves, [(0, i) for i in order]), 0, 0, 0, images, _splits(moves))


def _splits(moves: Iterable[BitmaskMove]) -> bool:
    """Whether every move needs a place that no move ever sets."""
    listed = list(moves)
    lasting = lasting_places(listed)
    return all(need & lasting for need, *_ in listed)


def require_reach(places: int, what: str = "a board", most: int = MOST_PLACES) -> None:
    """Refuse what is hopeless to search.

    >>> require_reach(10_000)
    Traceback (most recent call last):
    grundy.errors.OutOfReach: a board of 10000 places, more than the 1,024 that a search takes; a smaller one would help
    """
    if places > most:
        raise OutOfReach(
            f"{what} of {places} places, more than the {most:,} that a search takes; a smaller one would help"
        )


def _plain(move: BitmaskMove) -> BitmaskMove:
    """A move that flips only places that it does not need: flipping a full place is clearing it, or leaving it there
    where it is cleared as well."""
    need, off, clear, flip = move
    return need, off, (clear & ~(need & flip)) | (need & ~clear & flip), flip & ~need


def _on_grid(field: SubsetGame, moves: list[BitmaskMove], widen: bool) -> Board | None:
    """The field as a grid whose shapes may be moved about, if its moves say so; columns of `rows` places a layer.

    A grid with holes is filled up, and the moves with it: they need a place that is never there. Places on one square
    are its layers, in their order.
    """
    (top, left), (bottom, right) = ([side(axis) for axis in zip(*field.squares, strict=True)] for side in (min, max))
    swap = bottom - top > right - left
    rows, columns = sorted((bottom - top + 1, right - left + 1))
    at: list[Cell] = []
    used: dict[Square, int] = {}
    for r, c in field.squares:
        square = (c - left, r - top) if swap else (r - top, c - left)
        at.append((*square, used.setdefault(square, 0)))
        used[square] += 1
    layers = max(used.values())
    places = rows * columns * layers
    whole = places == field.places
    if not whole and (not widen or places > min(MOST_IN_ROW if rows == 1 else MOST_PLACES, MOST_AROUND * field.places)):
        return None
    if not widen and (layers > 1 or any(flip for *_, flip in moves)):
        return None
    shapes = ([frozenset(at[i] for i in bits(part)) for part in move] for move in moves)
    patterns = Patterns.of(((need, off, clear, flip) for need, off, clear, flip in shapes), set(at), rows, columns)
    if patterns is None:
        return None
    turns = sum(1 << 4 * t + f for t, f in TURNS if patterns.keeps(t, f))
    cells = [(r, c, layer) for c in range(columns) for layer in range(layers) for r in range(rows)]
    own = {cell: place for place, cell in enumerate(at)}
    order = tuple(own.get(cell, field.places + number) for number, cell in enumerate(cells))
    number = {cell: place for place, cell in enumerate(cells)}
    filled = [tuple(sum(1 << number[cell] for cell in cells) for cells in move) for move in patterns.moves()]
    central = _central(filled, cells)  # type: ignore[arg-type]
    return Board(field, order, central, rows, columns, turns, (), _splits(central), patterns, layers)


def _central(moves: Iterable[BitmaskMove], at: Sequence[tuple[int, ...]]) -> tuple[BitmaskMove, ...]:
    """Moves from the middle outwards, each once: those in the middle split most."""
    middle = [(max(axis) + min(axis)) / 2 for axis in zip(*at, strict=True)] if at else [0, 0]

    def distance(move: BitmaskMove) -> float:
        places = bits(move[0])
        return sum(abs(at[i][0] - middle[0]) + abs(at[i][1] - middle[1]) for i in places) / max(1, len(places))

    return tuple(sorted(dict.fromkeys(moves), key=lambda move: (distance(move), move)))


def candidate_images(field: SubsetGame) -> list[tuple[int, ...]]:
    """Permutations that may keep the moves: those given, and the turns of a grid."""
    images = list(field.images)
    if field.squares and len(set(field.squares)) == len(field.squares):
        bottom, right = max(r for r, _ in field.squares), max(c for _, c in field.squares)
        at = {square: place for place, square in enumerate(field.squares)}
        for t, f in TURNS[1:]:
            high, wide = (right, bottom) if t else (bottom, right)
            ends = []
            for r, c in field.squares:
                r, c = (c, r) if t else (r, c)
                ends.append(at.get((high - r if f & 1 else r, wide - c if f & 2 else c), -1))
            if -1 not in ends:
                images.append(tuple(ends))
    return [image for image in dict.fromkeys(images) if image != tuple(range(field.places))]


def _keeps(moves: Iterable[BitmaskMove], image: Sequence[int]) -> bool:
    """Whether a permutation of the places takes the moves to the moves."""
    own = set(moves)
    return sorted(image) == list(range(len(image))) and all(
        tuple(moved(places, image) for places in move) in own for move in own
    )


def falls(moves: Iterable[BitmaskMove]) -> bool:
    """Whether every move leads to a smaller number, by its highest place that changes.

    >>> falls([(2, 1, 0, 3)]), falls([(3, 4, 3, 4)])
    (True, False)
    """
    return all((need & (clear ^ flip)).bit_length() > (flip & ~need).bit_length() for need, _, clear, flip in moves)


def lasting_places(moves: Iterable[BitmaskMove]) -> int:
    """The places that no move ever sets, as a set without end: once gone they are gone for ever."""
    lasting = -1
    for _, _, _, flip in moves:
        lasting &= ~flip
    return lasting


def links(moves: Iterable[BitmaskMove], places: int) -> tuple[list[int], list[int]]:
    """What joins places as long as they are in a set: near[i], those joined to i alone; sets joined when all are in.

    A move is possible, now or later, only where all that it needs and no move ever sets is in; it then joins what it
    needs, excludes, clears and sets. Two moves that touch a place which moves set join what they need, whether or not
    that place is in now. A set that is joined by the pairs in it already says nothing new.
    """
    near = [0] * places
    wide: set[int] = set()
    listed = list(moves)
    lasting = lasting_places(listed)
    touching: dict[int, set[int]] = {}
    for need, off, clear, flip in listed:
        core = need & lasting
        if core.bit_count() > 1:
            wide.add(core)
        touched = need | off | clear | flip
        wide.update(core | 1 << i for i in bits(touched & ~core))
        for i in bits(touched & ~lasting):
            touching.setdefault(i, set()).add(core)
    for cores in touching.values():
        wide.update(first | other for first, other in combinations(cores, 2) if not first & other)
    for link in list(wide):
        if link.bit_count() == 2:
            a, b = bits(link)
            near[a] |= 1 << b
            near[b] |= 1 << a
            wide.remove(link)
    left = []
    for link in sorted(wide):
        part = link & -link
        grown = 0
        while part != grown:
            grown = part
            for i in bits(part):
                part |= near[i] & link
        if part != link:
            left.append(link)
    return near, left


# ---- Moves of a grid as shapes that may stand anywhere on it: whether they are so, and which turns keep them


Cell = tuple[int, int, int]
"""Row, column and layer."""
CellSet = frozenset[Cell]
Way = tuple[CellSet, CellSet, CellSet]
"""Where off, clear and flip lie, from the corner of what is needed."""
CellMove = tuple[CellSet, CellSet, CellSet, CellSet]
"""need, off, clear and flip."""


@frozen(eq=False)
class Patterns:
    """The moves of a grid as shapes that may stand anywhere on it.

    found   by the shape of `need` in the corner: where off, clear and flip lie from that corner, on any board
    """

    rows: int
    columns: int
    found: dict[CellSet, frozenset[Way]]

    @staticmethod
    def of(moves: Iterable[CellMove], there: Set[Cell], rows: int, columns: int) -> Patterns | None:
        """The patterns, or None where some move is missing or another somewhere on the grid; `there` are its cells.

        What is excluded and cleared may end at the edge or at a hole, where nothing ever is. What is set may not, and
        lies within the rows and columns of what is needed: else a shape could do more in the middle than in a corner.
        """
        standing: dict[CellSet, dict[Square, set[Way]]] = {}
        for move in moves:
            if not move[0]:
                return None
            top, left, _ = (min(axis) for axis in zip(*move[0], strict=True))
            shape, off, clear, flip = (_from(top, left, part) for part in move)
            standing.setdefault(shape, {}).setdefault((top, left), set()).add((off, clear, flip))
        patterns = {}
        for shape, ways_at in standing.items():
            ways = _unclipped(ways_at.values())
            height, width = 1 + max(r for r, _, _ in shape), 1 + max(c for _, c, _ in shape)
            if any(not (0 <= r < height and 0 <= c < width) for *_, flip in ways for r, c, _ in flip):
                return None
            for top in range(rows - height + 1):
                for left in range(columns - width + 1):
                    if not _from(-top, -left, shape) <= there:
                        continue  # it needs a hole

                    def clipped(part: CellSet, top: int = top, left: int = left) -> CellSet:
                        return frozenset(cell for cell in part if (top + cell[0], left + cell[1], cell[2]) in there)

                    seen = {(clipped(off), clipped(clear), flip) for off, clear, flip in ways}
                    if ways_at.get((top, left)) != seen:
                        return None
            patterns[shape] = ways
        return Patterns(rows, columns, patterns)

    def moves(self) -> Iterator[CellMove]:
        """All moves of the grid, as cells."""
        for shape, ways in self.found.items():
            height, width = 1 + max(r for r, _, _ in shape), 1 + max(c for _, c, _ in shape)
            for top in range(self.rows - height + 1):
                for left in range(self.columns - width + 1):
                    for way in ways:
                        need, off, clear, flip = (_from(-top, -left, part) for part in (shape, *way))
                        yield need, self._within(off), self._within(clear), flip

    def _within(self, shape: CellSet) -> CellSet:
        return frozenset(cell for cell in shape if 0 <= cell[0] < self.rows and 0 <= cell[1] < self.columns)

    def agree(self, larger: Patterns) -> bool:
        """Whether a shape of this grid has the same moves on another of as many rows and more columns."""
        if self.rows != larger.rows or self.columns > larger.columns:
            return False

        def close(shape: CellSet) -> CellSet:
            return frozenset(cell for cell in shape if abs(cell[1]) < self.columns)

        def near(patterns: dict[CellSet, frozenset[Way]]) -> dict[CellSet, set[Way]]:
            return {
                need: {(close(off), close(clear), flip) for off, clear, flip in ways}
                for need, ways in patterns.items()
                if max(c for _, c, _ in need) < self.columns
            }

        return near(self.found) == near(larger.found)

    def keeps(self, t: int, f: int) -> bool:
        """Whether the patterns stay the same when transposed (t) and turned over (f)."""
        near = self.rows if t else self.columns  # no shape that is transposed is longer than a column

        def turned(shape: CellSet) -> list[Cell]:
            swapped = [((c, r, layer) if t else (r, c, layer)) for r, c, layer in shape]
            return [(-r if f & 1 else r, -c if f & 2 else c, layer) for r, c, layer in swapped]

        def seen(shape: CellSet, need: CellSet) -> CellSet:
            top, left, _ = (min(axis) for axis in zip(*turned(need), strict=True))
            return _from(top, left, turned(shape))

        def close(shape: CellSet) -> CellSet:
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


def _from(top: int, left: int, cells: Iterable[Cell]) -> CellSet:
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


# ---- Rules of other shapes as sets of places, for what their own engines do not reach; and boards side by side


def as_sets(shape: Shape | None) -> Subsets | None:
    """The same moves on sets of places, or None where the shape has no such form."""
    match shape:
        case Subsets():
            return shape
        case Strips(sets=sets):
            return sets
        case Masks():
            return _of_masks(shape)
        case BitmaskMoves(bits, moves):
            field = SubsetGame(bits, moves)
            return Subsets(lambda state: (field, int))
    return None


def _of_masks(shape: Masks) -> Subsets:
    """Boards of cells: the field is the whole rectangle around the cells that are there."""

    @cache
    def whole(rows: int, columns: int) -> SubsetGame:
        require_reach(rows * columns)
        cells = [(r, c) for r in range(rows) for c in range(columns)]
        at = {cell: place for place, cell in enumerate(cells)}
        masks = [sum(1 << at[cell] for cell in move) for move in shape.moves(cells)]
        return SubsetGame(len(cells), tuple((mask, 0, mask, 0) for mask in masks), tuple(cells))

    def field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        cells: Sequence[Square] = shape.cells(state) or [(0, 0)]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        width = max(c for _, c in cells) - left + 1
        game = whole(max(r for r, _ in cells) - top + 1, width)
        return game, lambda below: sum(1 << (r - top) * width + c - left for r, c in shape.cells(below))

    return Subsets(field)


def side_by_side(boards: Sequence[SubsetGame]) -> SubsetGame:
    """Several boards as one, the places of each after those of the one before; equal boards may change places."""
    moves: list[tuple[int, int, int, int]] = []
    images: list[tuple[int, ...]] = []
    starts = [0]
    for field in boards:
        starts.append(starts[-1] + field.places)
    whole = list(range(starts[-1]))
    for number, field in enumerate(boards):
        start = starts[number]
        moves += [
            (need << start, off << start, clear << start, flip << start) for need, off, clear, flip in field.moves
        ]
        for image in field.images:
            images.append((*whole[:start], *(start + end for end in image), *whole[starts[number + 1] :]))
        for other in range(number + 1, len(boards)):
            if boards[other] is field:
                swapped = list(whole)
                for i in range(field.places):
                    swapped[start + i], swapped[starts[other] + i] = starts[other] + i, start + i
                images.append(tuple(swapped))
    return SubsetGame(starts[-1], tuple(moves), (), tuple(images))

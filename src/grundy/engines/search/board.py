"""A field of places and moves, made ready for the kernels: numbered, linked, its symmetries found in the moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from grundy.errors import OutOfReach
from grundy.model.shapes import BitmaskMove, SubsetGame

MOST_PLACES = 1024  # sets of more are slow, and no such board has ever been solved
TURNS = tuple((t, f) for t in (0, 1) for f in range(4))  # transposed or not; then top to bottom (1), left to right (2)


@dataclass(frozen=True, eq=False)
class Board:
    """A field in the order of the kernels.

    order    the place of the field at each place here
    moves    (need, off, clear, flip) over places here, those in the middle of the board first
    rows, columns   of the grid whose shapes may be moved about; 0 and 0 where that is not so
    turns    8 bits: the ways in which shapes on the grid may be turned over (see kernels.Keys.allowed)
    images   permutations of the places that keep the moves, where there is no grid
    links    (near, wide): what joins places; see kernels.Moves
    patterns   of the grid
    splits   whether a set falls into parts that are independent: no move ever sets a place
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

    def knows(self, larger: Board) -> bool:
        """Whether the nim-values of shapes here are those of the same keys on a board of more columns."""
        if self.patterns is None or larger.patterns is None or self.turns != larger.turns:
            return False
        return self.patterns.agree(larger.patterns)

    @property
    def places(self) -> int:
        return len(self.order)

    @cached_property
    def value_bits(self) -> int:
        """Bits that hold any nim-value, and any XOR of two: a value is at most the number of moves."""
        return max(1, len(self.moves).bit_length())

    @property
    def words(self) -> int:
        """64-bit words that hold a set and a value."""
        return -(-(self.places + self.value_bits) // 64)

    @cached_property
    def links(self) -> tuple[list[int], list[int]]:
        return links(self.moves, self.places)

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
        found = []
        while places:
            part = places & -places
            grown = 0
            while part != grown:
                grown = part
                for i in bits(part):
                    part |= near[i] & places
                for link in wide:
                    if link & part and link & places == link:
                        part |= link
            places &= ~part
            if part & part - 1 or part in alone:
                found.append(part)
        return found


def bits(places: int) -> list[int]:
    """The places of a set, in order."""
    found = []
    while places:
        low = places & -places
        found.append(low.bit_length() - 1)
        places ^= low
    return found


def moved(places: int, to: dict[int, int] | Sequence[int]) -> int:
    """A set with each place i replaced by to[i]."""
    found = 0
    for i in bits(places):
        found |= 1 << to[i]
    return found


def prepare(field: SubsetGame) -> Board:
    """Number the places of a field for the kernels, and find which symmetries its moves have.

    Raises:  OutOfReach: too many places.
    Cost:    about 10 us for each move and symmetry.
    """
    require_reach(field.places)
    moves = [_plain(move) for move in field.moves]
    splits = not any(flip for *_, flip in moves)
    if field.squares and splits:
        found = _on_grid(field, moves)
        if found is not None:
            return found
    images = tuple(image for image in _candidates(field) if _keeps(moves, image))
    order = tuple(range(field.places))
    return Board(field, order, _central(moves, [(0, i) for i in order]), 0, 0, 0, images, splits)


def require_reach(places: int, what: str = "a board") -> None:
    """Refuse what is hopeless to search.

    >>> require_reach(10_000)
    Traceback (most recent call last):
    grundy.errors.OutOfReach: a board of 10000 places, more than the 1,024 that a search takes; a smaller one would help
    """
    if places > MOST_PLACES:
        raise OutOfReach(
            f"{what} of {places} places, more than the {MOST_PLACES:,} that a search takes; a smaller one would help"
        )


def _plain(move: BitmaskMove) -> BitmaskMove:
    """A move that flips only places that it neither needs nor clears: flipping a full place is clearing it."""
    need, off, clear, flip = move
    return need, off, (clear & ~flip) | (need & ~clear & flip), flip & ~(need & ~clear)


def _on_grid(field: SubsetGame, moves: list[BitmaskMove]) -> Board | None:
    """The field as a grid whose shapes may be moved about, if its moves say so; columns of `rows` places."""
    squares = field.squares
    rows, columns = 1 + max(r for r, _ in squares), 1 + max(c for _, c in squares)
    if len(set(squares)) != len(squares) or len(squares) != rows * columns:
        return None
    swap = rows > columns
    at = [(c, r) if swap else (r, c) for r, c in squares]
    if swap:
        rows, columns = columns, rows
    patterns = Patterns.of(moves, at, rows, columns)
    if patterns is None:
        return None
    turns = sum(1 << 4 * t + f for t, f in TURNS if patterns.keeps(t, f))
    order = sorted(range(len(at)), key=lambda place: (at[place][1], at[place][0]))
    here = {place: number for number, place in enumerate(order)}
    renumbered = [tuple(moved(places, here) for places in move) for move in moves]
    central = _central(renumbered, [at[place] for place in order])  # type: ignore[arg-type]
    return Board(field, tuple(order), central, rows, columns, turns, (), True, patterns)


def _central(moves: Iterable[BitmaskMove], at: Sequence[tuple[int, int]]) -> tuple[BitmaskMove, ...]:
    """Moves from the middle outwards, each once: those in the middle split most."""
    middle = [(max(axis) + min(axis)) / 2 for axis in zip(*at, strict=True)] if at else [0, 0]

    def distance(move: BitmaskMove) -> float:
        places = bits(move[0])
        return sum(abs(at[i][0] - middle[0]) + abs(at[i][1] - middle[1]) for i in places) / max(1, len(places))

    return tuple(sorted(dict.fromkeys(moves), key=lambda move: (distance(move), move)))


Square = tuple[int, int]
Shape = frozenset[Square]


@dataclass(frozen=True, eq=False, slots=True)
class Patterns:
    """The moves of a grid as shapes that may stand anywhere on it.

    found   by the shape of `need` in the corner: where off, clear and flip lie from that corner, on any board
    """

    rows: int
    columns: int
    found: dict[Shape, frozenset[tuple[Shape, Shape]]]

    @staticmethod
    def of(moves: Iterable[BitmaskMove], at: Sequence[Square], rows: int, columns: int) -> Patterns | None:
        """The patterns, or None where some move is missing or another somewhere on the grid."""
        standing: dict[Shape, dict[Square, set[tuple[Shape, Shape]]]] = {}
        for need, off, clear, _ in moves:
            cells = [at[i] for i in bits(need)]
            if not cells:
                return None
            top, left = min(r for r, _ in cells), min(c for _, c in cells)
            shape, *rest = (frozenset((at[i][0] - top, at[i][1] - left) for i in bits(m)) for m in (need, off, clear))
            standing.setdefault(shape, {}).setdefault((top, left), set()).add((rest[0], rest[1]))
        found = {}
        for shape, places in standing.items():
            height, width = 1 + max(r for r, _ in shape), 1 + max(c for _, c in shape)
            if len(places) != (rows - height + 1) * (columns - width + 1):
                return None
            if any(len(ways) > 1 for ways in places.values()):
                return None  # it could be said which way is which, but no game has needed it
            whole = [frozenset().union(*(way[k] for ways in places.values() for way in ways)) for k in (0, 1)]
            for (top, left), ways in places.items():
                for k in (0, 1):
                    within = frozenset((r, c) for r, c in whole[k] if 0 <= top + r < rows and 0 <= left + c < columns)
                    if next(iter(ways))[k] != within:
                        return None
            found[shape] = frozenset({(whole[0], whole[1])})
        return Patterns(rows, columns, found)

    def agree(self, larger: Patterns) -> bool:
        """Whether a shape of this grid has the same moves on another of as many rows and more columns."""
        if self.rows != larger.rows or self.columns > larger.columns:
            return False

        def close(shape: Shape) -> Shape:
            return frozenset((r, c) for r, c in shape if abs(c) < self.columns)

        def near(found: dict[Shape, frozenset[tuple[Shape, Shape]]]) -> dict[Shape, set[tuple[Shape, Shape]]]:
            return {
                need: {(close(off), close(clear)) for off, clear in ways}
                for need, ways in found.items()
                if max(c for _, c in need) < self.columns
            }

        return near(self.found) == near(larger.found)

    def keeps(self, t: int, f: int) -> bool:
        """Whether the patterns stay the same when transposed (t) and turned over (f)."""
        near = self.rows if t else self.columns  # no shape that is transposed is longer than a column

        def turned(shape: Shape) -> list[Square]:
            swapped = [((c, r) if t else (r, c)) for r, c in shape]
            return [(-r if f & 1 else r, -c if f & 2 else c) for r, c in swapped]

        def seen(shape: Shape, need: Shape) -> Shape:
            top, left = (min(axis) for axis in zip(*turned(need), strict=True))
            return frozenset((r - top, c - left) for r, c in turned(shape))

        def close(shape: Shape) -> Shape:
            return frozenset((r, c) for r, c in shape if abs(r) < self.rows and abs(c) < near)

        for need, ways in self.found.items():
            if t and max(c for _, c in need) >= self.rows:
                continue  # it stands in no shape that is transposed
            other = self.found.get(seen(need, need))
            if other is None:
                return False
            turned_ways = {(close(seen(off, need)), close(seen(clear, need))) for off, clear in ways}
            if turned_ways != {(close(off), close(clear)) for off, clear in other}:
                return False
        return True


def _candidates(field: SubsetGame) -> list[tuple[int, ...]]:
    """Permutations that may keep the moves: those given, and the turns of a grid."""
    found = list(field.images)
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
                found.append(tuple(ends))
    return [image for image in dict.fromkeys(found) if image != tuple(range(field.places))]


def _keeps(moves: Iterable[BitmaskMove], image: Sequence[int]) -> bool:
    """Whether a permutation of the places takes the moves to the moves."""
    own = set(moves)
    return sorted(image) == list(range(len(image))) and all(
        tuple(moved(places, image) for places in move) in own for move in own
    )


def links(moves: Iterable[BitmaskMove], places: int) -> tuple[list[int], list[int]]:
    """What joins places as long as they are in a set: near[i], those joined to i alone; sets joined when all are in.

    A move is possible, now or later, only where all that it needs is in; it then joins what it needs, excludes and
    clears. A set that is joined by the pairs in it already says nothing new.
    """
    near = [0] * places
    wide: set[int] = set()
    for need, off, clear, _ in moves:
        if need.bit_count() > 1:
            wide.add(need)
        wide.update(need | 1 << i for i in bits((off | clear) & ~need))
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

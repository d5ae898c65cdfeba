"""What a rule yields for every large heap of a residue, as moves: which heaps n - k it may leave, and which splits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cmp_to_key

from grundy.compile.source import Source
from grundy.engines.heap.follow import Leaves, NotFollowed, Options
from grundy.engines.heap.symbolic import HeapClass, Linear, Loop, Number, Refused

MOST_MOVES = 20_000


@dataclass(frozen=True, slots=True)
class Single:
    """A heap of n - take."""

    take: int

    def lefts(self, n: int) -> Iterable[tuple[int, ...]]:
        return [(n - self.take,)]


@dataclass(frozen=True, slots=True)
class Split:
    """What is left of n - take in all ways as two heaps, none empty."""

    take: int

    def lefts(self, n: int) -> Iterable[tuple[int, ...]]:
        return ((a, n - self.take - a) for a in range(1, (n - self.take) // 2 + 1))


@dataclass(frozen=True, slots=True)
class All:
    """Any heap from `least` up to n - amount."""

    least: int
    amount: int

    def lefts(self, n: int) -> Iterable[tuple[int, ...]]:
        return ((heap,) for heap in range(self.least, n - self.amount + 1))


@dataclass(frozen=True, slots=True)
class Constant:
    """The same heaps from any n; () for two equal heaps too."""

    heaps: tuple[int, ...]

    def lefts(self, n: int) -> Iterable[tuple[int, ...]]:
        return [self.heaps]


Move = Single | Split | All | Constant
Piece = tuple[Number, Number]  # of heaps: the least and the largest


def moves_of(source: Source, heaps: HeapClass, options: Options) -> frozenset[Move]:
    """The moves that the options of all large heaps of a residue come to.

    Raises: NotFollowed: they are no such moves; where the yield stands.
    """
    moves: set[Move] = set()
    singles: list[Piece] = []
    splits: dict[int, tuple[list[Piece], Leaves]] = {}
    for option, loop in _flat(options):
        try:
            match _nonzero(heaps, option, loop):
                case []:
                    singles.append((0, 0))
                case [part]:
                    singles.append(_single(heaps, part, loop))
                case [one, two] if type(difference := heaps.sum(one, two, -1)) is int and not difference:
                    moves.add(Constant(()))
                case fixed if all(isinstance(part, int) for part in fixed):
                    moves.add(Constant(tuple(sorted(part for part in fixed if isinstance(part, int)))))
                case [one, two]:
                    take, piece = _split(heaps, one, two, loop)
                    splits.setdefault(take, ([], option))[0].append(piece)
                case _:
                    raise Refused
        except Refused:
            raise NotFollowed(source.place(option.node), source.words(option.node)) from None
    for take, (pieces, option) in splits.items():
        left = heaps.sum(heaps.heap, -take)
        try:
            ((least, last),) = _joined(heaps, [*pieces, *(_mirrored(heaps, left, piece) for piece in pieces)])
            if heaps.sign(heaps.sum(least, -1)) > 0:
                raise Refused
        except (Refused, ValueError):
            raise NotFollowed(source.place(option.node), f"{source.words(option.node)} (not all splits)") from None
        moves.add(Split(take))
        if not heaps.sign(least):  # nothing beside all that is left
            singles.append((last, last))
    for least, last in _joined(heaps, singles):
        moves |= _moves(heaps, least, last)
        if len(moves) > MOST_MOVES:
            raise NotFollowed(source.place(source.tree), f"more than {MOST_MOVES:,} moves")
    return frozenset(moves)


def _flat(options: Options) -> Iterator[tuple[Leaves, Loop | None]]:
    for one in options:
        if isinstance(one, Leaves):
            yield one, None
        else:
            yield from ((option, one.loop) for option in one.options)


def _nonzero(heaps: HeapClass, option: Leaves, loop: Loop | None) -> list[Number]:
    """The parts but heaps of 0, all of them smaller than the heap in every turn."""
    for part in option.parts:
        for end in (loop.low, loop.high) if loop else (0,):
            size = heaps.at(part, end)
            if heaps.sign(size) < 0 or heaps.sign(heaps.sum(heaps.heap, size, -1)) <= 0:
                raise Refused
    return [part for part in option.parts if isinstance(part, Linear) or part]


def _single(heaps: HeapClass, part: Number, loop: Loop | None) -> Piece:
    if isinstance(part, int) or not part.turn or loop is None:
        piece = part, part
    elif abs(part.turn) == 1:
        low, high = heaps.at(part, loop.low), heaps.at(part, loop.high)
        piece = (low, high) if part.turn > 0 else (high, low)
    else:
        raise Refused
    if any(isinstance(end, Linear) and end.grow != heaps.modulus for end in piece):
        raise Refused  # a part of the heap, as n // 2
    return piece


def _split(heaps: HeapClass, one: Number, two: Number, loop: Loop | None) -> tuple[int, Piece]:
    """What is taken, and the sizes of a part that does not shrink from turn to turn."""
    total = heaps.sum(one, two)
    if isinstance(total, int) or total.turn or total.grow != heaps.modulus:
        raise Refused
    rising = two if isinstance(one, Linear) and one.turn < 0 else one
    if loop is None or isinstance(rising, int) or not rising.turn:
        return heaps.residue - total.off, (rising, rising)
    if rising.turn != 1:
        raise Refused
    return heaps.residue - total.off, (heaps.at(rising, loop.low), heaps.at(rising, loop.high))


def _mirrored(heaps: HeapClass, left: Number, piece: Piece) -> Piece:
    """The sizes of the other heap, of two that hold so many counters."""
    return heaps.sum(left, piece[1], -1), heaps.sum(left, piece[0], -1)


def _joined(heaps: HeapClass, pieces: list[Piece]) -> list[Piece]:
    """The same heaps in as few pieces as can be, in rising order."""
    joined: list[Piece] = []

    def rising(one: Piece, two: Piece) -> int:
        return heaps.sign(heaps.sum(one[0], two[0], -1))

    for low, high in sorted(pieces, key=cmp_to_key(rising)):
        if joined and heaps.sign(heaps.sum(low, heaps.sum(joined[-1][1], 1), -1)) <= 0:
            first, last = joined.pop()
            joined.append((first, high if heaps.sign(heaps.sum(high, last, -1)) > 0 else last))
        else:
            joined.append((low, high))
    return joined


def _moves(heaps: HeapClass, least: Number, last: Number) -> set[Move]:
    """The moves to single heaps of a piece."""
    if isinstance(least, int):
        if isinstance(last, int):
            return {Constant((heap,)) for heap in range(least, min(last, least + MOST_MOVES) + 1)}
        return {All(least, heaps.residue - last.off)}
    assert isinstance(last, Linear)
    takes = range(heaps.residue - last.off, heaps.residue - least.off + 1)
    return {Single(take) for take in takes[: MOST_MOVES + 1]}

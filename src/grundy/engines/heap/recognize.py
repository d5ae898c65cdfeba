"""What a rule of one's own does with every large heap, read off its code by walking it on a heap of open size.

`walk` goes through the core form of the rule, on a heap n of which only this is known: it is as large as need be, and
n mod q is r. What comes out are the options of every heap n >= `start` of that residue; `moves` says what moves they
are. Whatever else is done with n (its digits, a square root) is refused, with the place, and nothing is claimed. What
was read is then compared with the options of the rule itself (`traps`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cmp_to_key
from itertools import islice
from math import lcm
from random import Random
from types import FunctionType
from typing import Any

from grundy.engines.heap.symbolic import HeapClass, LinearNumber, Loop, NotSymbolic, Number, ResidueNeeded
from grundy.engines.heap.unbounded import EndlessCode
from grundy.engines.heap.walk import MOST_STEPS, Leaves, NotFollowed, Options, follow, lefts, where
from grundy.errors import BadRule
from grundy.model.blame import FAULTS
from grundy.model.option import as_option
from grundy.model.period import Repetition
from grundy.model.rule import Rule
from grundy.reading.core import Core
from grundy.reading.cover import Finder, covered, seen_both_ways
from grundy.reading.lower import lower
from grundy.reading.source import NotRead

# ---- What a rule yields for every large heap of a residue, as moves: which heaps n - k it may leave, and which splits


MOST_MOVES = 20_000


@dataclass(frozen=True, slots=True)
class Single:
    """A heap of n - take."""

    take: int

    def lefts(self, n: int) -> Iterable[tuple[int, ...]]:
        return [(n - self.take,)]


@dataclass(frozen=True, slots=True)
class TwoHeaps:
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


Move = Single | TwoHeaps | All | Constant
Piece = tuple[Number, Number]  # of heaps: the least and the largest


def moves_of(heaps: HeapClass, options: Options) -> frozenset[Move]:
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
                    raise NotSymbolic
        except NotSymbolic:
            raise NotFollowed(option.site) from None
    for take, (pieces, option) in splits.items():
        left = heaps.sum(heaps.heap, -take)
        try:
            ((least, last),) = _joined(heaps, [*pieces, *(_mirrored(heaps, left, piece) for piece in pieces)])
            if heaps.sign(heaps.sum(least, -1)) > 0:
                raise NotSymbolic
        except (NotSymbolic, ValueError):
            raise NotFollowed(option.site, "not all splits") from None
        moves.add(TwoHeaps(take))
        if not heaps.sign(least):  # nothing beside all that is left
            singles.append((last, last))
    for least, last in _joined(heaps, singles):
        moves |= _moves(heaps, least, last)
        if len(moves) > MOST_MOVES:
            raise NotFollowed(option.site, f"more than {MOST_MOVES:,} moves")
    return frozenset(moves)


def _flat(options: Options) -> Iterator[tuple[Leaves, Loop | None]]:
    for entry in options:
        if isinstance(entry, Leaves):
            yield entry, None
        else:
            yield from ((option, entry.loop) for option in entry.options)


def _nonzero(heaps: HeapClass, option: Leaves, loop: Loop | None) -> list[Number]:
    """The parts but heaps of 0, all of them smaller than the heap in every turn."""
    for part in option.parts:
        for end in (loop.low, loop.high) if loop else (0,):
            size = heaps.at(part, end)
            if heaps.sign(size) < 0 or heaps.sign(heaps.sum(heaps.heap, size, -1)) <= 0:
                raise NotSymbolic
    return [part for part in option.parts if isinstance(part, LinearNumber) or part]


def _single(heaps: HeapClass, part: Number, loop: Loop | None) -> Piece:
    if isinstance(part, int) or not part.turn or loop is None:
        piece = part, part
    elif abs(part.turn) == 1:
        low, high = heaps.at(part, loop.low), heaps.at(part, loop.high)
        piece = (low, high) if part.turn > 0 else (high, low)
    else:
        raise NotSymbolic
    if any(isinstance(end, LinearNumber) and end.grow != heaps.modulus for end in piece):
        raise NotSymbolic  # a part of the heap, as n // 2
    return piece


def _split(heaps: HeapClass, first: Number, second: Number, loop: Loop | None) -> tuple[int, Piece]:
    """What is taken, and the sizes of a part that does not shrink from turn to turn."""
    total = heaps.sum(first, second)
    if isinstance(total, int) or total.turn or total.grow != heaps.modulus:
        raise NotSymbolic
    rising = second if isinstance(first, LinearNumber) and first.turn < 0 else first
    if loop is None or isinstance(rising, int) or not rising.turn:
        return heaps.residue - total.off, (rising, rising)
    if rising.turn != 1:
        raise NotSymbolic
    return heaps.residue - total.off, (heaps.at(rising, loop.low), heaps.at(rising, loop.high))


def _mirrored(heaps: HeapClass, left: Number, piece: Piece) -> Piece:
    """The sizes of the other heap, of two that hold so many counters."""
    return heaps.sum(left, piece[1], -1), heaps.sum(left, piece[0], -1)


def _joined(heaps: HeapClass, pieces: list[Piece]) -> list[Piece]:
    """The same heaps in as few pieces as can be, in rising order."""
    joined: list[Piece] = []

    def rising(piece: Piece, other_piece: Piece) -> int:
        return heaps.sign(heaps.sum(piece[0], other_piece[0], -1))

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
    assert isinstance(last, LinearNumber)
    takes = range(heaps.residue - last.off, heaps.residue - least.off + 1)
    return {Single(take) for take in takes[: MOST_MOVES + 1]}


# ---- What was read off a rule's code, compared with what the rule does, at heaps chosen as traps


HEAPS = 1_000
MULTIPLES = 300  # of a period, once one is found
LARGEST = 10**6
WORK = 200_000  # turns of loops and options, of all heaps together


@dataclass(frozen=True, slots=True)
class HeapComparison:
    """At how many heaps, up to which, in how many of them all options (elsewhere the first); and where it differs.

    `conditions` has how many of the rule's code were seen true and false.
    """

    heaps: int = 0
    largest: int = 0
    whole: int = 0
    differs: int | None = None
    conditions: int = 0

    def __add__(self, other: HeapComparison) -> HeapComparison:
        largest = max(self.largest, other.largest)
        differs = self.differs if self.differs is not None else other.differs
        conditions = max(self.conditions, other.conditions)
        return HeapComparison(self.heaps + other.heaps, largest, self.whole + other.whole, differs, conditions)

    def __str__(self) -> str:
        first = "" if self.whole == self.heaps else f", at {self.heaps - self.whole:,} of them the first options alone"
        seen = seen_both_ways(self.conditions)
        return f"compared with its options at {self.heaps:,} heaps up to {self.largest:,}{first}{seen}"


NOTHING = HeapComparison()


def traps(start: int, period: int | None = None) -> list[int]:
    """Heaps from `start` on: around powers of 2 and 10, and at random; or around multiples of a period."""
    random = Random(start)
    top = max(LARGEST, 4 * start)
    if period is not None:
        turns = top // period + 2
        chosen = {turn * period for turn in (*range(min(turns, 50)), *(random.randrange(turns) for _ in range(50)))}
        near = {middle + step for middle in chosen for step in (-1, 0, 1)}
        return sorted(heap for heap in near if heap >= start)[:MULTIPLES]
    powers = {base**power for base in (2, 10) for power in range(21) if base**power <= top}
    near = {power + step for power in powers for step in (-2, -1, 0, 1, 2)}
    chosen = {*range(start, start + 200), *(heap for heap in near if heap >= start)}
    while len(chosen) < HEAPS:
        chosen.add(random.randint(start, top))
    return sorted(chosen)


def compare(
    rule: Rule, options: Sequence[Options], moves: Sequence[Iterable[Move]], heaps: Sequence[int]
) -> HeapComparison:
    """Ask the rule for its options of these heaps (rising), and what was read, by the residue of the heap, for its own.

    Cost:    at most about WORK options; a heap may take what the smaller ones have left, and its share.
    """
    compared, left, modulus = HeapComparison(), WORK, len(options)
    for place, n in enumerate(heaps):
        t, residue = divmod(n, modulus)
        most = max(left // (len(heaps) - place), 10)
        work, whole, read = 0, True, []
        for each in lefts(options[residue], t):
            work += 1
            if work > most:
                whole = False
                break
            if each is not None:
                read.append(each)
        left = max(left - work, 0)
        if _differs(rule, n, read, whole, moves[residue]):
            return compared + HeapComparison(1, n, whole, n)
        if whole or read:
            compared += HeapComparison(1, n, whole)
    return compared


def _differs(rule: Rule, n: int, read: list[tuple[int, ...]], whole: bool, moves: Iterable[Move]) -> bool:
    options: list[tuple[Any, ...]] = []
    try:
        for yielded in islice(rule.function(n, **dict(rule.parameters)), len(read) + whole):
            option = as_option(yielded)
            if option.next != "opponent":
                return True
            for part in option.parts:
                if type(part) is not int:
                    return True
            options.append(option.parts)
    except FAULTS:  # a rule of somebody's: the fault is reported when its value is asked for
        return True
    if not whole:
        return options != read
    expected = {_worth(parts) for parts in options}
    return sorted(options) != sorted(read) or expected != {_worth(parts) for move in moves for parts in move.lefts(n)}


def _worth(parts: tuple[int, ...]) -> tuple[int, ...]:
    """What counts of an option: no heaps of 0, and no two that are equal."""
    heaps = sorted(part for part in parts if part)
    return () if len(heaps) == 2 and heaps[0] == heaps[1] else tuple(heaps)


LARGEST_MODULUS = 5_040


@dataclass(frozen=True, slots=True)
class Local:
    """Rules of which a large heap leaves heaps n - k, of finitely many k, by n mod q, and may split what a take leaves.

    start     from this heap on
    modulus   q
    longest   the largest k
    splits    whether some move leaves two heaps of any sizes
    """

    start: int
    modulus: int
    longest: int
    splits: bool

    def needed(self, repetition: Repetition) -> int | None:
        """How many values prove a period, as the octal periodicity theorem has it; None: none do.

        For n >= start and beyond the bound, heaps left from n + p and from n have the same values: a heap n + p - k by
        what is known of smaller ones, and of two heaps left the larger is at least e + p. That needs q to divide p.
        """
        if repetition.saltus or repetition.period % self.modulus:
            return None
        heaps = 2 if self.splits else 1
        least = heaps * (max(repetition.preperiod, 1) + repetition.period) + self.longest
        return max(least, self.start + self.longest + repetition.period)

    def by(self, repetition: Repetition, values: int) -> str:
        """Why a period is proved."""
        last = f"the last {self.longest} values" + (f" and n mod {self.modulus}" if self.modulus > 1 else "")
        theorem = f"a heap n >= {self.start} depends on {last}, which recur" if self.longest else "no heap matters"
        if self.splits:
            theorem = f"octal periodicity theorem (Guy & Smith 1956), for the moves of every heap n >= {self.start}"
        return (
            f"G(n + {repetition.period}) = G(n) for all n >= {repetition.preperiod}: {theorem}, read off the rule's "
            f"own code, with the nim-values of heaps 0 to {values - 1}"
        )


@dataclass(frozen=True, slots=True)
class CodeReading:
    """What was read off a rule's code: the `shape` of its moves, or `why` there is none; and how it was compared."""

    rule: Rule
    shape: Local | EndlessCode | None = None
    why: str = ""
    start: int = 0
    options: Sequence[Options] = field(default=(), repr=False)  # of each residue
    moves: Sequence[frozenset[Move]] = field(default=(), repr=False)
    compared: HeapComparison = NOTHING

    def asked(self, finder: Finder | None = None) -> CodeReading:
        """The same, compared with the rule where its conditions go both ways; without a shape where it differs.

        Args:    finder: finds states for the conditions that a scan does not see both ways.
        """
        try:
            covering = covered(self.rule, finder)
        except (NotRead, BadRule) as refused:
            return CodeReading(self.rule, why=f"nobody has seen all that its code does: {refused}")
        heaps = {*traps(self.start), *(n for (n,) in covering.states if self.start <= n <= LARGEST)}
        return replace(self, compared=HeapComparison(conditions=len(covering.seen))).asked_at(sorted(heaps))

    def asked_at(self, heaps: Sequence[int]) -> CodeReading:
        """The same, compared with the rule at more heaps, in rising order; without a shape where it differs."""
        compared = self.compared + compare(self.rule, self.options, self.moves, heaps)
        if compared.differs is None:
            return replace(self, compared=compared)
        return CodeReading(
            self.rule, why=f"what was read off its code is not what it does at heap {compared.differs:,}"
        )


def recognize(rule: Rule, finder: Finder | None = None) -> Local | EndlessCode | None:
    """What a rule of one number does with every large heap; None if that cannot be read off its code.

    Args:    finder: finds states for the conditions that a scan does not see both ways.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def mine(n):
    ...     for k in (1, 3):
    ...         if n >= k:
    ...             yield n - k
    >>> recognize(mine)
    Local(start=4, modulus=1, longest=3, splits=False)
    """
    return reading(rule, finder).shape


def reading(rule: Rule, finder: Finder | None = None) -> CodeReading:
    """The same with how it was compared; or where the code is not followed, and why."""
    if rule.arity != 1 or not isinstance(rule.function, FunctionType):
        return CodeReading(rule, why="its code is not followed: expected a function of one number")
    try:
        form, modulus = lower(rule), 1
        while True:
            try:
                return _read(rule, form, modulus, finder)
            except ResidueNeeded as finer:
                modulus = lcm(modulus, finer.modulus)
                if modulus > LARGEST_MODULUS:
                    needs = f"it needs n mod {modulus:,}, beyond {LARGEST_MODULUS:,}"
                    return CodeReading(rule, why=f"its code is not followed at {finer.at}: {needs}")
    except NotFollowed as refused:
        why = str(refused)
    except NotRead as refused:
        why = f"{where(refused.site)} ({refused.why})"
    except RecursionError:
        return CodeReading(rule, why="its code is not followed: it is nested too deeply")
    # our reader of rules in one line is no line of theirs; a function may be of no module
    if (getattr(rule.function, "__module__", None) or "").startswith("grundy."):
        return CodeReading(rule, why="its code is not followed; that of a function in a file is, line by line")
    return CodeReading(rule, why=f"its code is not followed at {why}")


def _read(rule: Rule, form: Core, modulus: int, finder: Finder | None) -> CodeReading:
    steps, start = MOST_STEPS, 0
    options: list[Options] = []
    moves: list[frozenset[Move]] = []
    for residue in range(modulus):
        heaps = HeapClass(modulus, residue)
        yielded, used = follow(form, heaps, steps)
        steps -= used
        options.append(yielded)
        moves.append(moves_of(heaps, yielded))
        start = max(start, heaps.start)
    shape = _shape(moves, start)
    if shape is None:
        every = "any heap up to n - k beside others, or by the residue of n"
        return CodeReading(rule, why=f"its code is followed, and no theorem here covers its moves: {every}")
    return CodeReading(rule, shape, "", start, options, moves).asked(finder)


def _shape(moves: list[frozenset[Move]], start: int) -> Local | EndlessCode | None:
    """What is known of all residues together."""
    modulus = next(q for q in range(1, len(moves) + 1) if not len(moves) % q and moves == moves[:q] * (len(moves) // q))
    every = frozenset().union(*moves)
    takes = [move.take for move in every if isinstance(move, Single | TwoHeaps)]
    splits = any(isinstance(move, TwoHeaps) for move in every)
    tails = [move for move in every if isinstance(move, All)]
    longest = max(takes, default=0)
    if not tails:
        return Local(max(start, longest), modulus, longest, splits)
    if len(tails) > 1 or modulus > 1 or splits or any(isinstance(move, Constant) for move in every):
        return None
    (tail,) = tails
    if tail.least not in (0, 1) or tail.amount < 1:
        return None
    amount = max([tail.amount, *(take + 1 for take in takes)])
    return EndlessCode(amount, tail.least == 0, max(start, amount) + amount + 1)

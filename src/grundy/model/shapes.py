"""What a rule may carry beside its code: its moves as data, for an engine, and what is proved of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal, TypeAlias

from grundy.model.frozen import frozen
from grundy.model.option import Labels, Option, to


@frozen
class TakeAway:
    """Heaps: a move takes one of these amounts from a heap."""

    amounts: tuple[int, ...]


@frozen
class Digits:
    """Heaps: a move takes k counters and may split what is left (a take-and-break code).

    Bit j of digit k (2**j) says that a move that takes k may leave exactly j non-empty heaps; `digits` has those of
    k = 0, 1, 2, ..., and after them `repeat` comes again and again. Digit 0 has no bits 0 and 1: play would not end.
    `unequal`: the heaps left must all differ in size (Grundy's game).
    """

    digits: tuple[int, ...]
    repeat: tuple[int, ...] = ()
    unequal: bool = False

    def digit(self, take: int) -> int:
        """The digit of a number of counters to take."""
        if take < len(self.digits):
            return self.digits[take]
        return self.repeat[(take - len(self.digits)) % len(self.repeat)] if self.repeat else 0

    @property
    def parts(self) -> int:
        """The most heaps that a move may leave."""
        return max(digit.bit_length() for digit in (*self.digits, *self.repeat)) - 1


@frozen
class Division:
    """Integers: a move replaces x > 0 by floor(x / d) for one of these divisors."""

    divisors: tuple[int, ...]


Square: TypeAlias = tuple[int, int]


@frozen
class Masks:
    """Boards: a move needs a set of full cells and clears them.

    `cells` gives the full cells of a state as (row, column); `moves` every set of cells that a move
    among some full cells clears; `label` the labels of the move that clears a set. Nothing is ever
    set, so cells that no move joins are independent. In one straight line a move clears any run of
    neighbours (`line_source`: why n cells in a line are then worth n).
    """

    cells: Callable[[Any], Sequence[Square]]
    moves: Callable[[Iterable[Square]], list[frozenset[Square]]]
    label: Callable[[Iterable[Square]], Labels]
    line_source: str


BitmaskMove: TypeAlias = tuple[int, int, int, int]
"""need, off, clear, flip: sets of bits, as integers."""


@frozen
class BitmaskMoves:
    """Numbers below 2**bits: a move needs all bits of a set and none of another, clears some bits and flips some.

    It leads from a state to (state & ~clear) ^ flip, always a smaller number.
    """

    bits: int
    moves: tuple[BitmaskMove, ...]


@frozen(eq=False)
class SubsetGame:
    """Places, and moves on sets of them, as data: a set has bit i for place i.

    places   how many there are
    moves    (need, off, clear, flip): a move needs all of a set to be there and none of another; it leads from a set
             to (set & ~clear) ^ flip, always a smaller number
    squares  the (row, column) of each place, where they lie on a grid; shapes that may be moved about on it, and
             turned over, are recognised by the moves
    images   permutations of the places that are thought to keep the moves; those that do not are left out
    """

    places: int
    moves: tuple[BitmaskMove, ...]
    squares: tuple[Square, ...] = ()
    images: tuple[tuple[int, ...], ...] = ()


Piece: TypeAlias = tuple[tuple[Square, ...], tuple[Square, ...]]
"""Cells that must be free and are covered, and cells that are taken away with them if they are free, from the first."""


@frozen
class Placing:
    """A board of '.' (free) and other cells, and the pieces that may be put on free cells, as they stand."""

    rows: tuple[str, ...]
    pieces: tuple[Piece, ...]


@frozen
class Order:
    """Elements 0, 1, 2, ... of a finite order: a move takes one, and with it all that lie above it.

    count    how many elements there are
    covers   (lower, upper) of those of which one lies just above the other
    name     what people call an element
    label    the labels of the move that takes an element
    """

    count: int
    covers: tuple[tuple[int, int], ...]
    name: Callable[[int], str]
    label: Callable[[int], Labels]


@frozen
class Staircase:
    """Rows of cells from the left, none longer than that above: a move takes a cell, and all that lie below and right.

    The first cell is never taken; `label` names the move that takes the cell (row, column), counted from 0.
    """

    rows: tuple[int, ...]
    label: Callable[[int, int], Labels]


@frozen
class Subsets:
    """Boards, graphs and the like: a state is a set of places of a field.

    `field` gives the field of a state, the same object for states that share one, and a function that gives the set of
    places of that state and of every state below it. `placing` gives the same game as pieces on a board, if it is one,
    `order` as a finite order, and `staircase` as rows, or None of a state that is none.
    """

    field: Callable[[Any], tuple[SubsetGame, Callable[[Any], int]]]
    placing: Callable[[Any], Placing] | None = None
    order: Callable[[Any], Order] | None = None
    staircase: Callable[[Any], Staircase | None] | None = None


@frozen
class Strips:
    """Boards whose rows fall into strips that are heaps: a strip of n free cells is a heap of n + offset.

    `runs` gives the lengths of the strips of a state (None: they are not independent in this one), `digits` the code of
    the heaps, `sets` the same as sets of places, for such states and for misère play. `rings` gives the lengths of what
    every move in some ring leaves, a strip. `cuts` lists the moves: labels, in which of the strips, or behind them of
    the rings, and the lengths of what is left of it; without it moves are those of the rule. `cells` says what a strip
    consists of.
    """

    runs: Callable[[Any], tuple[int, ...] | None]
    digits: Digits
    offset: int
    sets: Subsets
    rings: Callable[[Any], tuple[int, ...]] = lambda state: ()
    cuts: Callable[[Any], Iterator[tuple[Labels, int, tuple[int, ...]]]] | None = None
    cells: str = "free cells in a row"


@frozen
class Cuts:
    """Grids: a move takes out a whole row or column, without blocked cells, of the current rectangle.

    `rows` gives the grid of a state as strings of '.' and '#'.
    """

    rows: Callable[[Any], tuple[str, ...]]


@frozen
class Riders:
    """Two numbers: a move subtracts a positive multiple of one of these vectors, while both stay >= 0.

    `label` names the move that subtracts `times` the vector.
    """

    vectors: tuple[tuple[int, int], ...]
    label: Callable[[tuple[int, int], int], Labels]


@dataclass(frozen=True)
class Arcs:
    """A finite graph: states are 0..len(nodes)-1, a move follows an edge; `nodes` are what people call them."""

    nodes: tuple[str, ...] | tuple[int, ...]
    edges: tuple[tuple[int, int], ...]

    @cached_property
    def successors(self) -> list[list[int]]:
        """For each node, the nodes that a move leads to, each once, in the order of their names."""
        after: list[set[int]] = [set() for _ in self.nodes]
        for start, end in self.edges:
            after[start].add(end)
        name = self.nodes.__getitem__
        return [sorted(ends, key=name) for ends in after]


@frozen
class Rooted:
    """Graphs that hang from a root: a move cuts an edge, and what no longer hangs together with the root is gone.

    `graph` gives how many nodes a state has and its edges as pairs of them, node 0 being the root; an edge may be there
    several times, or be a loop. `labels` names the moves that cut some edges of a state, `name` a node.
    """

    graph: Callable[[Any], tuple[int, Sequence[tuple[int, int]]]]
    labels: Callable[[Any, Sequence[int]], Iterator[Labels]]
    name: Callable[[Any, int], str]


@frozen
class StringsAndCoins:
    """Coins that are tied by strings: a move cuts a string, and whoever frees a coin moves again.

    `graph` gives how many coins a state has, its strings as pairs of them, and which of them is the ground, that is
    never free; -1: none. `labels` names the moves that cut some strings of a state.
    """

    graph: Callable[[Any], tuple[int, Sequence[tuple[int, int]], int]]
    labels: Callable[[Any, Sequence[int]], Iterator[Labels]]


@frozen
class TopCounters:
    """Heaps: a move splits a heap into two, or takes its top counter, and the other player must answer in that heap.

    A move has the labels `take`, 0 or 1, and `leave`, the heaps that are left.
    """


@frozen
class Coinage:
    """Coins: a move names a number above 1 that is no sum of them, each as often as you like, as one more.

    `coins` gives those of a state that are no sums of others, in order. A move has the label `name`.
    """

    coins: Callable[[Any], tuple[int, ...]]


@frozen
class Lands:
    """Positions that fall into parts, each in one form for all that look alike, as those of Sprouts do.

    `parts` gives those of a state, `options` what moves leave of one, and `size` how much that is, to try the small
    first. If it `joins_spots`, a part is regions of spots that curves join, as `games/sprouts.py` writes them.
    """

    parts: Callable[[Any], tuple[Any, ...]]
    options: Callable[[Any], Sequence[tuple[Any, ...]]]
    size: Callable[[Any], float]
    joins_spots: bool = False


@frozen
class Compound:
    """Several positions that are played together, other than as a sum; a state is a tuple of positions.

    moves   the parts in which a move is made: in every part where there is one; in some, at least one; in one; in one,
            and those behind it are gone; in the first in which there is a move
    ends    whether play ends with the first part in which there is no move, or with the last
    source  who defined it, and what is proved of it
    """

    name: str
    moves: Literal["every", "some", "one", "one and none behind", "the first"]
    ends: Literal["first", "last"]
    source: str


@frozen
class Twist:
    """One position that is played with something more; a state is a position with a number.

    kind    pass: so many passes may be used; forbid, name: before each move the opponent forbids so many moves, or
            names so many, one of which must be made
    source  who defined it
    """

    name: str
    kind: Literal["pass", "forbid", "name"]
    source: str

    @property
    def restricts(self) -> bool:
        """Whether the opponent restricts each move."""
        return self.kind != "pass"


Shape: TypeAlias = (
    TakeAway
    | Digits
    | Division
    | Masks
    | BitmaskMoves
    | Subsets
    | Strips
    | Cuts
    | Riders
    | Arcs
    | Rooted
    | StringsAndCoins
    | TopCounters
    | Coinage
    | Lands
    | Compound
    | Twist
)


@frozen
class Moves:
    """Moves of one part, counted without being listed; iterate to list them, in the order of their labels.

    `exact`: these are all; else there may be more, which nobody has counted.
    """

    count: int
    each: Callable[[], Iterator[Labels]]
    exact: bool = True

    def __iter__(self) -> Iterator[Labels]:
        return self.each()


NO_MOVES = Moves(0, lambda: iter(()))


def one_move(*labels: tuple[str, object]) -> Moves:
    """The one move that does it."""
    return Moves(1, partial(iter, (labels,)))


@frozen
class Theory:
    """What is proved of a rule, with its source; each formula is tested against the rule.

    value           nim-value of a state, by a closed formula
    moves_to        the moves from a state to positions of a nim-value; without it all options are looked through
    is_p            whether a state alone is a P-position, where that is known beyond `value`
    summands        for an explanation: named values whose XOR the value is
    misere_nim      source of the theorem that misère play of sums is misère Nim on the nim-values
    misere          for a lone state: whether the first player wins, and the winning moves
    misere_source   source of that
    covers          the states of which `is_p` knows who wins, and nothing else soon knows the value; without it all
    decides         the states of which `is_p` knows who wins, where that alone is asked; without it those of `covers`
    matched         where a maximum matching tells who wins: the neighbours of each node, and the node of the token
    """

    source: str = ""
    value: Callable[[Any], int] | None = None
    moves_to: Callable[[Any, int], Moves] | None = None
    is_p: Callable[[Any], bool] | None = None
    summands: Callable[[Any], list[tuple[str, int]]] | None = None
    misere_nim: str = ""
    misere: Callable[[Any], tuple[bool, Moves]] | None = None
    misere_source: str = ""
    covers: Callable[[Any], bool] | None = None
    decides: Callable[[Any], bool] | None = None
    matched: Callable[[Any], tuple[Sequence[Sequence[int]], int]] | None = None


@frozen
class ClaimedFormulas:
    """Formulas that a rule of a user's carries, which grundy compares with what it knows and never takes as proved.

    source  who is said to have proved them
    value   nim-value of a state, in normal play
    is_p    whether a state alone is a P-position, in normal play
    """

    source: str
    value: Callable[[Any], int] | None = None
    is_p: Callable[[Any], bool] | None = None


# The moves of take-and-break codes, from their digits.


def take_and_break_options(n: int, *, shape: Digits) -> Iterator[Option]:
    """Take k counters from a heap and leave as many heaps, none empty, as digit k allows."""
    last = n if shape.repeat else min(n, len(shape.digits) - 1)
    for take in range(last + 1):
        for leave in splits(n - take, shape.digit(take)):
            if not (shape.unequal and len(set(leave)) < len(leave)):
                yield to(*leave, take=take, leave=leave)


def splits(counters: int, digit: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """The ways to make so many non-empty heaps of at least `least` counters as the digit's bits say, in order.

    >>> list(splits(5, 0b110))    # one heap or two
    [(1, 4), (2, 3), (5,)]
    """
    if digit & 1 and counters == 0:
        yield ()
    if digit > 3:
        for first in range(least, counters // 2 + 1):
            for others in splits(counters - first, (digit >> 1) & ~1, first):
                yield (first, *others)
    if digit & 2 and counters >= least:
        yield (counters,)

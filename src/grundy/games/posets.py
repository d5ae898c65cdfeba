"""Poset games: take an element of a finite order and all that lie above it. Chomp and its kin are families of them.

A state is the order that is left; a number stands for an order of a family that grows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, or_growing
from grundy.games.poset_families import FAMILIES, NUMBERS, NamedPoset, read_named
from grundy.games.spelling import family_meant, report_family
from grundy.model.board import Board, Grid, Net
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Order, SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.edge_lists import MOST_NODES
from grundy.text.poset import Name, OrderText, Pairs, name_text, order_text, read_order, ups, write_order
from grundy.text.reader import Text

# States.


@dataclass(frozen=True)
class Poset:
    """A finite order: names of its elements, in order, and its covers as pairs of places; equal orders are equal.

    `title` is its name, if it has one: `chomp:2x3x4`.
    """

    names: tuple[Name, ...]
    covers: Pairs
    title: str = field(default="", compare=False)

    def __str__(self) -> str:
        if self.title:
            return self.title
        written = write_order(OrderText(self.names, self.covers))
        return f"{written}," if family_meant(written, NUMBERS) else written


def poset_of(names: Sequence[Name], below: Sequence[tuple[Name, Name]], title: str = "") -> Poset:
    """The order of some elements in which the first of each pair lies below the second. There must be no cycle.

    >>> str(poset_of("abc", [("a", "b"), ("b", "c"), ("a", "c")]))
    'a<b, b<c'
    """
    at = {name: place for place, name in enumerate(names)}
    order = order_text(names, [(at[a], at[b]) for a, b in below])
    return Poset(order.names, order.covers, title)


def without(poset: Poset, gone: int) -> Poset:
    """What is left of an order without the elements of a set, with each of which all above it go."""
    left = [place for place in range(len(poset.names)) if not gone >> place & 1]
    at = {place: here for here, place in enumerate(left)}
    covers = tuple((at[a], at[b]) for a, b in poset.covers if a in at and b in at)
    return Poset(tuple(poset.names[place] for place in left), covers)


def poset_options(poset: Poset) -> Iterator[Option]:
    """Take an element and all above it."""
    for place, above in enumerate(ups(len(poset.names), poset.covers)):
        yield to(without(poset, above), elements=(poset.names[place],))


@lru_cache(maxsize=64)
def poset_field(poset: Poset) -> tuple[SubsetGame, dict[Name, int]]:
    """The field of an order, and the place of each element in it."""
    count = len(poset.names)
    moves = tuple((1 << place, 0, above, 0) for place, above in enumerate(ups(count, poset.covers)))
    return SubsetGame(count, moves, images=symmetries(poset)), {name: place for place, name in enumerate(poset.names)}


MOST_SYMMETRIES = 120  # with more, a key takes longer than it saves
MOST_TRIED = 20_000  # elements put into their places while symmetries are looked for


def symmetries(poset: Poset) -> tuple[tuple[int, ...], ...]:
    """Permutations of the elements that keep the order: some of them, if there are many. The first keeps all.

    Elements are told apart by how many others of each kind they cover and are covered by, again and again; then
    one after the other is put in each place of its kind where the covers with those before fit.

    >>> symmetries(poset_of("abc", [("a", "b"), ("a", "c")]))
    ((0, 1, 2), (0, 2, 1))
    """
    count = len(poset.names)
    up: list[list[int]] = [[] for _ in range(count)]
    down: list[list[int]] = [[] for _ in range(count)]
    for a, b in poset.covers:
        up[a].append(b)
        down[b].append(a)
    kind, kinds = [0] * count, 1
    while True:
        told = [
            (kind[i], tuple(sorted(kind[j] for j in up[i])), tuple(sorted(kind[j] for j in down[i])))
            for i in range(count)
        ]
        number = {signature: place for place, signature in enumerate(sorted(set(told)))}
        kind = [number[signature] for signature in told]
        if len(number) <= kinds:
            break
        kinds = len(number)
    alike: dict[int, list[int]] = {}
    for i in range(count):
        alike.setdefault(kind[i], []).append(i)
    near = [[sum(1 << j for j in ends) for ends in way] for way in (up, down)]
    images: list[tuple[int, ...]] = []
    image: list[int] = []
    used = 0
    open_: list[Iterator[int]] = [iter(alike[kind[0]])] if count else []
    tried = 0
    while open_ and len(images) < MOST_SYMMETRIES and tried < MOST_TRIED:
        here = len(open_) - 1
        if len(image) > here:
            used ^= 1 << image.pop()
        wanted = [sum(1 << image[b] for b in way[here] if b < here) for way in (up, down)]
        for j in open_[-1]:
            tried += 1
            if not used >> j & 1 and [way[j] & used for way in near] == wanted:
                break
        else:
            open_.pop()
            continue
        image.append(j)
        used |= 1 << j
        if len(image) == count:
            images.append(tuple(image))
        else:
            open_.append(iter(alike[kind[here + 1]]))
    return tuple(images)


# The game.


def poset_space(grows: NamedPoset | None = None) -> Space:
    """Orders; with a family that grows, also numbers that stand for its orders."""

    def holds(state: State) -> bool:
        return isinstance(state, Poset) or (grows is not None and type(state) is int and state >= 0)

    def read(text: Text) -> States:
        string = text.string.strip(" \t\r\n")
        if grows and re.fullmatch(r"[0-9]{1,9}", string):
            size = _size(grows, int(string))
            if size > MOST_NODES:
                text.report_at(text.string.find(string), MOST_TOLD, f"one of about {size:,}")
            return (int(string),)
        if re.fullmatch(r"[A-Za-z_]+:.*", string):
            named = read_named(text, grows=False)
            return (_order(named),) if named and _is_within_reach(text, named) else ()
        meant = family_meant(string, NUMBERS)
        if meant:
            report_family(text, meant, read_order, "elements")
            return ()
        order = read_order(text)
        return (Poset(order.names, order.covers),) if order else ()

    def write(states: States) -> str:
        return str(states[0])

    def board(states: States) -> Board:
        return _picture(_as_poset(states[0], grows))

    return Space("order", "", holds, read, write, board)


MOST_TOLD = f"an order of at most {MOST_NODES:,} elements"


def _size(named: NamedPoset, n: int = 0) -> int:
    """About how many elements an order has, N being n; none where the family has none so small."""
    family, values = FAMILIES[named.name], named.values(n)
    return family.size(*values) if min(values) >= family.least else 0


def _is_within_reach(text: Text, named: NamedPoset) -> bool:
    """Whether an order is there and not too large to be listed; else that is reported."""
    family, values = FAMILIES[named.name], named.values(0)
    at = text.string.find(":") + 1
    size = _size(named)
    if min(values) < family.least:
        text.report_at(at, f"numbers of at least {family.least}")
    elif size > MOST_NODES:
        text.report_at(at, MOST_TOLD, f"one of about {size:,}")
    else:
        return True
    return False


@lru_cache(maxsize=128)
def _order(named: NamedPoset, n: int = 0) -> Poset:
    """The order of a family, N being n; the empty one where the family has none so small.

    Raises:  OutOfReach: too large to be listed.
    """
    size = _size(named, n)
    if size > MOST_NODES:
        raise OutOfReach(f"{named.text(n)}: expected {MOST_TOLD}, found one of about {size:,}")
    family, values = FAMILIES[named.name], named.values(n)
    return poset_of(*family.order(*values), named.text(n)) if min(values) >= family.least else Poset((), ())


def _as_poset(state: Any, grows: NamedPoset | None) -> Poset:
    return _order(grows, state) if grows and isinstance(state, int) else state


def _picture(poset: Poset) -> Board:
    """The cells of a board, the least at the top left; else elements with those that lie just above."""
    cells = {name for name in poset.names if isinstance(name, tuple) and len(name) == 2}
    steps = {(poset.names[a], poset.names[b]) for a, b in poset.covers}
    beside = {((r, c), end) for r, c in cells for end in ((r + 1, c), (r, c + 1)) if end in cells}
    if not cells or len(cells) < len(poset.names) or steps != beside:
        return Net(tuple(map(name_text, poset.names)), poset.covers, (), nothing="nothing above")
    rows, columns = (range(1, max(axis) + 1) for axis in zip(*cells, strict=True))
    return Grid(tuple(tuple("empty" if (r, c) in cells else "blocked" for c in columns) for r in rows))


def _words(labels: dict[str, Any]) -> str:
    name = labels["elements"][0]
    return f"take {'(' + ', '.join(map(str, name)) + ')' if isinstance(name, tuple) else name} and all above"


def poset_game(name: str, grows: NamedPoset | None = None) -> Rule:
    """The rule that takes an element and all above it."""

    def options(state: Any) -> Iterator[Option]:
        return poset_options(_as_poset(state, grows))

    def data(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
        own, at = poset_field(_as_poset(state, grows))
        return own, lambda below: sum(1 << at[name] for name in _as_poset(below, grows).names)

    def order(state: Any) -> Order:
        poset = _as_poset(state, grows)
        names = poset.names
        return Order(
            len(names),
            poset.covers,
            lambda place: name_text(names[place]),
            lambda place: (("elements", (names[place],)),),
        )

    return Rule(name, options, space=poset_space(grows), shape=Subsets(data, order=order), format_move=_words)


GALE = "Gale 1974, A curious Nim-type game"
NEYMAN = "Gale & Neyman 1982, Nim-type games"
SCHUH = "Schuh 1952, Spel van delers"
NOTATION = "an order: a<b<c, a<d; chomp:2x3x4, schuh:360, subsets:4 and other families"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "poset",
        "Take an element of a finite order, and with it all that lie above it.",
        NOTATION,
        or_growing("poset", poset_game, read_named),
        ("poset", "a<b<c, a<d"),
        f"{SCHUH}; {GALE}; {NEYMAN}",
        (
            Fact("poset", "chain:7", "a chain of n is a pile of n", nim_value=7),
            Fact("poset", "tree:2,3", "Green Hackenbush, the colon principle: 1 + (2 XOR 2)", nim_value=1),
            Fact("poset", "chomp:5x5", "Gale 1974: on a square, bite next to the poison", winner="first",
                  winning_moves=1),
            Fact("poset", "chomp:8x10", "Gale 1974 and later tables: two winning bites", winner="first",
                  winning_moves=2),
            Fact("poset", "grid:3x4", "Gale 1974: whoever begins Chomp wins; the poison may be taken here",
                  winner="first", convention="misere"),
            Fact("poset", "schuh:72", "Schuh 1952: whoever begins wins; 72 = 2^3 3^2 is Chomp on 4 x 3",
                  winner="first", winning_moves=1),
            Fact("poset", "subsets:3", NEYMAN, nim_value=0),
            Fact("poset", "subsets:4", NEYMAN, nim_value=0),
            Fact("poset", "subsets:5", NEYMAN, nim_value=0),
        ),
        "orders that grow with N, as in chomp:3xN",
    ),
)  # fmt: skip

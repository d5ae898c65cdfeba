"""Nim on a hypergraph: a move takes from every pile of an edge. On a simplicial complex: from the piles of a face.

The piles are 1, 2, 3, ..., and an edge is a set of them. A complex is given by its facets; all that lies in one of them
is a face, so that the game is Nim on the hypergraph of all faces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from itertools import chain, combinations
from typing import Any, TypeAlias

from grundy.errors import BadRule
from grundy.games.entry import Fact, Game, ReadRule
from grundy.games.moore import all_takes, taking, taking_words
from grundy.model.given import plain
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.space import vector
from grundy.text.numbers import short_repr
from grundy.text.reader import Text, quote

Edge: TypeAlias = tuple[int, ...]
Edges: TypeAlias = tuple[Edge, ...]
MOST_PILES = 16
MOST_FACET = 10  # piles of a facet, which has 2^10 - 1 faces
ONE_EDGE = re.compile(r"[1-9][0-9]{0,3}(-[1-9][0-9]{0,3})*")
EDGE = "numbers of piles with '-' between them and ',' between the sets, as in 1-2,2-3"


def hypergraph_options(piles: Edge, *, edges: Edges) -> Iterator[Option]:
    """Take at least one counter from every pile of an edge, as many as you like."""
    for edge in edges:
        places = [pile - 1 for pile in edge]
        sizes = [piles[place] for place in places]
        if 0 in sizes:
            continue
        for takes in all_takes(sizes):
            left = list(piles)
            for place, take in zip(places, takes, strict=True):
                left[place] -= take
            yield to(tuple(left), **dict(taking(places, takes)))


def faces(facets: Edges) -> Edges:
    """All sets that lie in one of some sets, but the empty one.

    >>> faces(((1, 2), (2, 3)))
    ((1,), (2,), (3,), (1, 2), (2, 3))
    """
    below = chain.from_iterable(combinations(facet, size) for facet in facets for size in range(1, len(facet) + 1))
    return tuple(sorted(set(below), key=lambda face: (len(face), face)))


def _written(edges: Edges) -> str:
    return ",".join("-".join(map(str, edge)) for edge in edges)


@cache
def _rule(name: str, sets: Edges) -> Rule:
    edges = faces(sets) if name == SIMPLICIAL else sets
    return Rule(
        f"{name}:{_written(sets)}",
        hypergraph_options,
        (("edges", edges),),
        space=vector(length=max(map(max, sets))),
        format_move=taking_words,
    )


HYPERGRAPH, SIMPLICIAL = "hypergraph-nim", "simplicial-nim"


def _wrong(name: str, sets: Edges) -> str:
    """Why sets of piles make no rule; "" if they do.

    >>> _wrong(HYPERGRAPH, ((1, 2), (4, 5)))
    'pile 3 in one of the sets, for 5 is'
    """
    piles = {pile for pile_set in sets for pile in pile_set}
    if max(piles) > MOST_PILES:
        return f"piles from 1 to {MOST_PILES}"
    lone = next((pile for pile in range(1, max(piles)) if pile not in piles), 0)
    if lone:
        return f"pile {lone} in one of the sets, for {max(piles)} is"
    large = next((pile_set for pile_set in sets if len(pile_set) > MOST_FACET), None) if name == SIMPLICIAL else None
    return f"sets of at most {MOST_FACET} piles" if large else ""


def _ordered(name: str, sets: Collection[Collection[int]]) -> Edges:
    """Each set once and in order; of a complex, its facets alone."""
    edges = {tuple(sorted(set(pile_set))) for pile_set in sets}
    if name == SIMPLICIAL:
        edges = {pile_set for pile_set in edges if not any(set(pile_set) < set(other) for other in edges)}
    return tuple(sorted(edges, key=lambda pile_set: (len(pile_set), pile_set)))


def _made(name: str, given: tuple[Any, ...]) -> Rule:
    sets = plain(given)
    for pile_set in sets:
        numbers = isinstance(pile_set, tuple | list | set | frozenset) and pile_set
        if not numbers or any(type(pile) is not int or pile < 1 for pile in pile_set):
            raise BadRule(f"{name}: expected sets of piles, as in (1, 2), (2, 3), found {short_repr(pile_set)}")
    if not sets:
        raise BadRule(f"{name}: expected sets of piles, as in (1, 2), (2, 3), found none")
    ordered = _ordered(name, sets)
    if expected := _wrong(name, ordered):
        raise BadRule(f"{name}: expected {expected}, found {_written(ordered)}")
    return _rule(name, ordered)


def hypergraph_nim(*edges: Collection[int]) -> Rule:
    """The rule of Nim on a hypergraph: take at least one counter from every pile of an edge.

    Parameters
    ----------
    *edges : collection of int
        Each a set of piles, which are numbered from 1.

    Returns
    -------
    Rule
        A state is a tuple of as many piles as the edges name.

    Raises
    ------
    BadRule
        No edge, something else than sets of numbers, or a pile that is in none of them.

    References
    ----------
    Boros, Gurvich, Ho, Makino & Mursic 2017, Tetris hypergraphs and combinations of impartial games.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(hypergraph_nim({1, 2}, {2, 3})((2, 2, 2))).nim_value
    2
    """
    return _made(HYPERGRAPH, edges)


def simplicial_nim(*facets: Collection[int]) -> Rule:
    """The rule of Nim on a simplicial complex: take from any piles that make a face.

    Parameters
    ----------
    *facets : collection of int
        Each a set of piles, which are numbered from 1; a face is any set that lies in one of them.

    Returns
    -------
    Rule
        A state is a tuple of as many piles as the facets name.

    Raises
    ------
    BadRule
        No facet, something else than sets of numbers, or a pile that is in none of them.

    References
    ----------
    Ehrenborg & Steingrímsson 1996, Playing Nim on a simplicial complex.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(simplicial_nim({1, 2}, {1, 3}, {2, 3})((2, 2, 2))).winner
    'second'
    """
    return _made(SIMPLICIAL, facets)


def _reader(name: str, make: Callable[..., Rule]) -> ReadRule:
    def read(text: Text | None) -> Rule | None:
        if text is None:
            return None
        sets: list[list[int]] = []
        at = 0
        for piece in text.string.split(","):
            if not ONE_EDGE.fullmatch(piece):
                text.report_at(at, EDGE, quote(piece) if piece else None)
            sets.append([int(number) for number in re.findall(r"[0-9]+", piece)])
            at += len(piece) + 1
        if not text.findings and (expected := _wrong(name, _ordered(name, sets))):
            text.report_at(0, expected)
        return None if text.findings else make(*sets)

    return read


BOROS = "Boros, Gurvich, Ho, Makino & Mursic 2017, Tetris hypergraphs and combinations of impartial games"
EHRENBORG = "Ehrenborg & Steingrímsson 1996, Playing Nim on a simplicial complex"
MAYBERRY = "Jenkyns & Mayberry 1980, The skeleton of an impartial game and the Nim-function of Moore's Nim_k"
MOORE = "Moore 1910, A generalization of the game called Nim"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        HYPERGRAPH,
        "Take at least one counter from every pile of one of some sets of piles.",
        "pile sizes with blanks between them, as many as the sets name",
        _reader(HYPERGRAPH, hypergraph_nim),
        ("hypergraph-nim:1-2,1-3,2-3", "2 3 4"),
        BOROS,
        (
            Fact("hypergraph-nim:1-2,2-3,1-3", "1 1 1", "by hand: one move, and one pile is left", nim_value=1,
                 winning_moves=3),
            Fact("hypergraph-nim:1,2,3", "3 4 5", "Bouton 1901: Nim", nim_value=2, winning_moves=1),
            Fact("hypergraph-nim:1-2-3", "3 5 4", "by hand: each move takes from all, so it is a pile of the least",
                 nim_value=3),
            Fact("hypergraph-nim:1-2-3", "3 5 4", "by hand: each move takes from all, so it is a pile of the least",
                 winner="first", convention="misere"),
        ),
        "the sets: numbers of piles with '-' between them, and ',' between the sets",
        title="Hypergraph Nim",
    ),
    Game(
        SIMPLICIAL,
        "Take at least one counter from each of some piles that lie together in one of some sets.",
        "pile sizes with blanks between them, as many as the sets name",
        _reader(SIMPLICIAL, simplicial_nim),
        ("simplicial-nim:1-2,2-3,3-4", "1 2 3 3"),
        EHRENBORG,
        (
            Fact("simplicial-nim:1-2,2-3,1-3", "3 3 3", f"{MOORE}: equal piles, of which at most two are touched",
                 nim_value=0, winner="second", winning_moves=0),
            Fact("simplicial-nim:1-2,2-3,1-3", "2 3 4", MAYBERRY, nim_value=9),
            Fact("simplicial-nim:1-2,3-4", "1 2 2 1", "by hand: in each pair all may be taken, a pile of 3",
                 nim_value=0, winner="second"),
            Fact("simplicial-nim:1-2-3", "1 2 2", "by hand: any counters may be taken, a pile of all", nim_value=5),
        ),
        "the facets: numbers of piles with '-' between them, and ',' between the facets",
        title="Simplicial Nim",
    ),
)  # fmt: skip

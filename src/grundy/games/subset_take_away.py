"""Subset Take-Away: name a set that contains none that was named before, of some sets that make a complex.

A state is what may still be named, ordered by what lies in what: to name a set takes it and all sets that contain it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations
from string import ascii_lowercase
from typing import Any

from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.poset_families import FAMILIES
from grundy.games.posets import Poset, poset_field, poset_of, poset_options
from grundy.model.board import Board, Net
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.model.shapes import Order, SubsetGame, Subsets
from grundy.model.space import Space, States
from grundy.text.reader import Text, quote

MOST_LETTERS = 10
SETS = f"sets of letters with blanks between them, or a number of letters up to {MOST_LETTERS}"


def subset_options(state: Poset) -> Iterator[Option]:
    """Name a set that is still there; it goes, and with it all that contain it."""
    return poset_options(state)


@lru_cache(maxsize=64)
def all_but_the_whole(letters: int) -> Poset:
    """The sets of so many letters, but the empty one and that of all."""
    return poset_of(*FAMILIES["subsets"].order(letters)) if letters else poset_of((), ())


def complex_of(facets: list[str]) -> Poset:
    """All sets of letters that lie in one of some sets, but the empty one.

    >>> complex_of(["ab", "bc"]).names
    ('a', 'ab', 'b', 'bc', 'c')
    """
    sets = sorted(
        {
            "".join(face)
            for letters in facets
            for k in range(1, len(letters) + 1)
            for face in combinations(sorted(set(letters)), k)
        }
    )
    below = [
        (letters[:at] + letters[at + 1 :], letters)
        for letters in sets
        if len(letters) > 1
        for at in range(len(letters))
    ]
    return poset_of(sets, below)


def facets_of(state: Poset) -> list[str]:
    """The sets that lie in no other one: what is written."""
    inner = {lower for lower, _ in state.covers}
    return [str(name) for place, name in enumerate(state.names) if place not in inner]


def _is_complex(state: State) -> bool:
    if not isinstance(state, Poset) or not all(isinstance(name, str) for name in state.names):
        return False
    return state == complex_of(facets_of(state))


def _read(text: Text) -> States:
    words = list(re.finditer(r"[^ \t\r\n]+", text.string))
    if len(words) == 1 and re.fullmatch(r"[0-9]{1,9}", words[0].group()):
        letters = int(words[0].group())
        if letters > MOST_LETTERS:
            text.report_at(words[0].start(), f"at most {MOST_LETTERS} letters")
            return ()
        return (all_but_the_whole(letters),)
    for word in words:
        set_text = word.group()
        if set_text.strip(ascii_lowercase) or len(set(set_text)) < len(set_text):
            text.report_at(word.start(), f"{SETS}, each letter once", quote(set_text))
        elif len(set_text) > MOST_LETTERS:
            text.report_at(word.start(), f"sets of at most {MOST_LETTERS} letters", quote(set_text))
    if text.findings:
        return ()
    poset = complex_of([word.group() for word in words])
    if len(poset.names) > 1 << MOST_LETTERS:
        text.report_at(0, f"at most {1 << MOST_LETTERS:,} sets that lie in these", f"{len(poset.names):,}")
        return ()
    return (poset,)


def _write(states: States) -> str:
    state: Any = states[0]
    return " ".join(facets_of(state))


def _named(states: States) -> str:
    """The number of letters, of all their sets but the whole."""
    state: Any = states[0]
    letters = len({letter for name in state.names for letter in name})
    return str(letters) if letters <= MOST_LETTERS and letters and state == all_but_the_whole(letters) else ""


def _draw(states: States) -> Board:
    state: Any = states[0]
    return Net(tuple(map(str, state.names)), state.covers, (), nothing="in no other set")


def _field(state: Any) -> tuple[SubsetGame, Callable[[Any], int]]:
    own, at = poset_field(state)
    return own, lambda below: sum(1 << at[name] for name in below.names)


def _order(state: Any) -> Order:
    names = state.names
    return Order(len(names), state.covers, lambda at: str(names[at]), lambda at: (("elements", (names[at],)),))


subset_take_away = Rule(
    "subset-take-away",
    subset_options,
    space=Space("complex of sets", "", _is_complex, _read, _write, _draw, named=_named),
    shape=Subsets(_field, order=_order),
    format_move=lambda labels: f"name {labels['elements'][0]}",
)

NEYMAN = "Gale & Neyman 1982, Nim-type games"
TILFORD = "Christensen & Tilford 1997, David Gale's Subset Take-Away game"

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "subset-take-away",
        "Name a set of letters that contains no set named before; it must lie in one of the sets of the beginning.",
        "a number of letters, of which all sets but the whole are there; or sets such as abc cd, and what lies in them",
        no_parameters(subset_take_away),
        ("subset-take-away", "abc bcd"),
        f"{NEYMAN}; {TILFORD}",
        (
            Fact("subset-take-away", "2", f"{TILFORD}: two letters, each a reply to the other", nim_value=0,
                 winning_moves=0),
            Fact("subset-take-away", "3", f"{TILFORD}: answer by the complement", nim_value=0, winner="second"),
            Fact("subset-take-away", "4", TILFORD, nim_value=0, winner="second"),
            Fact("subset-take-away", "5", TILFORD, nim_value=0, winner="second"),
            Fact("subset-take-away", "abc", "by hand: name abc, and what is left are three letters", winner="first"),
            Fact("subset-take-away", "ab bc", "by hand: name b, and a and c are left", winner="first",
                 winning_moves=1),
        ),
        title="Subset Take-Away",
    ),
)  # fmt: skip

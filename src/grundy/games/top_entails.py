"""Top Entails: split a heap, or take its top counter, which the other player must answer in that heap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.option import Option, answer, to
from grundy.model.rule import Rule
from grundy.model.shapes import TopCounters
from grundy.model.space import HEAP


def top_entails_options(n: int) -> Iterator[Option]:
    """Split a heap into two, or take its top counter, which must be answered in what is left of it."""
    for k in range(1, n // 2 + 1):
        yield to(k, n - k, take=0, leave=(k, n - k))
    if n:
        yield answer(n - 1, take=1, leave=(n - 1,))


def _words(labels: Mapping[str, Any]) -> str:
    if labels["take"]:
        return f"take the top counter of pile {labels['pile']}, which must be answered there"
    first, second = labels["leave"]
    return f"split pile {labels['pile']} into {first} and {second}"


top_entails = Rule(
    "top-entails",
    top_entails_options,
    space=HEAP,
    shape=TopCounters(),
    format_move=_words,
    conventions=("normal", "entailing"),
)

WINNING_WAYS = "Winning Ways, ch. 12"
WEST = "West 1996, New values for Top Entails"

HEADING = "Heaps, one of which is changed"
GAMES = (
    Game(
        "top-entails",
        "Split one pile into two, or take its top counter, which the opponent must answer in that pile.",
        "pile sizes with blanks between them",
        no_parameters(top_entails),
        ("top-entails", "4 6 9"),
        f"{WINNING_WAYS}; {WEST}",
        (
            Fact("top-entails", "2", f"{WINNING_WAYS}: leave no pile of 1", nim_value=0),
            Fact("top-entails", "1", f"{WINNING_WAYS}: loony", winner="first", winning_moves=1),
            Fact("top-entails", "3", f"{WINNING_WAYS}: loony", winner="first", winning_moves=1),
            Fact("top-entails", "2403", f"{WINNING_WAYS}: loony", winner="first"),
            Fact("top-entails", "2505", f"{WEST}: loony", winner="first"),
        ),
    ),
)

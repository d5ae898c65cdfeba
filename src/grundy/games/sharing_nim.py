"""Sharing Nim: Nim in which a move may also carry counters over from a pile to one that is not smaller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.option import Option, to
from grundy.model.rule import Rule
from grundy.model.space import vector

Piles = tuple[int, ...]


def sharing_options(piles: Piles) -> Iterator[Option]:
    """Take any number of counters from a pile, or put them on another pile that is at least as large."""
    for place, pile in enumerate(piles):
        for take in range(1, pile + 1):
            left = [*piles]
            left[place] -= take
            yield to(tuple(left), pile=place + 1, take=take)
            for end, other in enumerate(piles):
                if end != place and other >= pile:
                    after = [*left]
                    after[end] += take
                    yield to(tuple(after), pile=place + 1, take=take, onto=end + 1)


def _words(labels: dict[str, Any]) -> str:
    if "onto" in labels:
        return f"carry {labels['take']} from pile {labels['pile']} to pile {labels['onto']}"
    return f"take {labels['take']} from pile {labels['pile']}"


KIM = "Kim 2020, Sharing Nim and enumeration of Nim characteristics"

# Play ends: a move makes the sum of the piles smaller, or leaves it and makes the sum of their squares larger.
sharing_nim = Rule("sharing-nim", sharing_options, space=vector(), format_move=_words)

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "sharing-nim",
        "Take any number of counters from one pile, or carry them over to a pile that is at least as large.",
        "pile sizes with blanks between them",
        no_parameters(sharing_nim),
        ("sharing-nim", "1 3 4"),
        KIM,
        (
            Fact("sharing-nim", "3", "by hand: one pile is Nim", nim_value=3, winning_moves=1),
            Fact("sharing-nim", "1 1", "by hand: leaves 1, or 2 in one pile", nim_value=0, winner="second"),
            Fact("sharing-nim", "1 2", "by hand: carry the 1 over and leave 3 in one pile, or leave 1 1, 1 or 2",
                 nim_value=4),
            Fact("sharing-nim", "1 1", "by hand: leave 1", winner="first", winning_moves=2, convention="misere"),
        ),
        title="Sharing Nim",
    ),
)  # fmt: skip

"""Brussels Sprouts: join two free ends of crosses by a curve with a cross-bar on it, which has two free ends.

A region is its boundaries, each by how many free ends it has. Regions share nothing, so each is a part of a sum.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from grundy.games.entry import Fact, Game, no_parameters
from grundy.games.sprouts import shared_out
from grundy.model.board import Board, Piles
from grundy.model.option import Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import NO_MOVES, Moves, Theory
from grundy.model.space import Space, States, is_sizes
from grundy.text.reader import Text

Ends = tuple[int, ...]
CROSS = 4  # free ends
MOST_CROSSES = 1_000
MOST_ENDS = 1_000_000


def brussels_options(region: Ends) -> Iterator[Option]:
    """Join two free ends: of two boundaries, which become one, or of one, which divides the region."""
    for place, ends in enumerate(region):
        if ends in region[:place]:
            continue
        rest = (*region[:place], *region[place + 1 :])
        for between in range((ends - 2) // 2 + 1 if ends > 1 else 0):
            inside, outside = between + 1, ends - between - 1
            for within, without in shared_out(rest):
                inner, outer = _ordered((inside, *within)), _ordered((outside, *without))
                yield to(inner, outer, inside=inner, outside=outer)
        for after, more in enumerate(rest):
            if more >= ends and more not in rest[:after]:
                joined = _ordered((ends + more, *rest[:after], *rest[after + 1 :]))
                yield to(joined, inside=joined, outside=())


def _ordered(region: Ends) -> Ends:
    return tuple(sorted(region))


def moves_left(region: Ends) -> int:
    """How many moves are made in a region, however they are made: as many as free ends and boundaries, less 2.

    To join two boundaries takes one of them away, and a curve from one to itself gives one boundary and one region.

    >>> moves_left((4, 4, 4))
    13
    """
    return sum(region) + len(region) - 2


def every_move(region: Ends) -> Moves:
    """All moves in a region: each leaves one move less."""
    labels = sorted({option.labels for option in brussels_options(region)})
    return Moves(len(labels), lambda: iter(labels))


def moves_to(region: Ends, target: int) -> Moves:
    """All moves where they leave a value, else none."""
    return every_move(region) if target == 1 - moves_left(region) % 2 else NO_MOVES


def misere(region: Ends) -> tuple[bool, Moves]:
    """Whether the first player wins the last region in misère play, and the moves that win: all or none."""
    wins = moves_left(region) % 2 == 0
    return wins, every_move(region) if wins else NO_MOVES


def _read(text: Text) -> States:
    string = text.string.strip()
    if re.fullmatch("[0-9]{1,9}", string):
        if int(string) > MOST_CROSSES:
            text.report_at(0, f"at most {MOST_CROSSES:,} crosses", string)
        elif not int(string):
            text.report_at(0, f"from 1 to {MOST_CROSSES:,} crosses", string)
        return ((CROSS,) * int(string),) if not text.findings else ()
    regions: list[Ends] = []
    for word in re.finditer(r"\S+", text.string):
        if not re.fullmatch(r"(?:[1-9][0-9]{0,6}\.)+", word[0]):
            text.report_at(word.start(), "a number of crosses, or regions, as in 4.4.6.: free ends, a '.' behind each")
            return ()
        regions.append(_ordered(tuple(map(int, word[0].split(".")[:-1]))))
        if sum(regions[-1]) > MOST_ENDS:
            text.report_at(word.start(), f"at most {MOST_ENDS:,} free ends")
            return ()
    return tuple(regions)


def _write(states: States) -> str:
    return " ".join("".join(f"{ends}." for ends in region) for region in states)  # type: ignore[attr-defined]


def _holds(state: State) -> bool:
    return is_sizes(state) and bool(state) and 0 not in state and _ordered(state) == state  # type: ignore


def _draw(states: States) -> Board:
    return Piles(tuple(ends for region in states for ends in region), "boundary")  # type: ignore[attr-defined]


def _words(labels: dict[str, object]) -> str:
    inside, outside = ("".join(f"{ends}." for ends in labels[side]) for side in ("inside", "outside"))  # type: ignore
    return f"leave {inside} and {outside}" if outside else f"leave {inside}"


SOURCE = "Gardner 1967, Mathematical games: of Sprouts and Brussels Sprouts (Conway)"

brussels_sprouts = Rule(
    "brussels-sprouts",
    brussels_options,
    space=Space("region of free ends", "region", _holds, _read, _write, _draw),
    theory=Theory(
        "Conway: each move takes 1 from free ends and boundaries less 2 of each region; n crosses are 5n - 2 moves",
        lambda region: moves_left(region) % 2,
        moves_to,
        misere=misere,
        misere_source="the same: the number of moves",
    ),
    format_move=_words,
)

HEADING = "Graphs and orders"
GAMES = (
    Game(
        "brussels-sprouts",
        "Join two free ends of crosses by a curve and put a bar across it; no curves cross.",
        "how many crosses; or regions with blanks between them, as in 4.4.6.: the free ends of each boundary",
        no_parameters(brussels_sprouts),
        ("brussels-sprouts", "4.6. 2.5."),
        SOURCE,
        (
            Fact("brussels-sprouts", "1", f"{SOURCE}: 3 moves", nim_value=1, winner="first"),
            Fact("brussels-sprouts", "2", f"{SOURCE}: 8 moves", nim_value=0, winner="second"),
            Fact("brussels-sprouts", "2", f"{SOURCE}: 8 moves", winner="first", convention="misere"),
        ),
        title="Brussels Sprouts",
    ),
)

"""Coins on a strip, piles in a line, a token on a circle: Nimble, the silver dollar, End-Nim, Kotzig's Nim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from grundy.errors import OutOfReach
from grundy.games.entry import Fact, Game, no_parameters, require_set
from grundy.model.board import Board, Grid
from grundy.model.convention import nim_sum
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States, vector
from grundy.text.notation import read_board, read_set
from grundy.text.reader import Text

Counts = tuple[int, ...]
Found = list[tuple[int, int]]
"""Moves from a square to another."""


def _listed(moves: Found) -> Moves:
    labels: list[Labels] = [(("from", start), ("to", end)) for start, end in sorted(moves)]
    return Moves(len(labels), lambda: iter(labels))


def _slide(labels: dict[str, int]) -> str:
    end = f"square {labels['to']}" if labels["to"] else "the bag"
    return f"the coin on square {labels['from']} to {end}"


# Nimble.


def nimble_options(counts: Counts) -> Iterator[Option]:
    """Move one coin any number of squares to the left; several may lie on one square."""
    for start, count in enumerate(counts):
        for end in range(start if count else 0):
            left = list(counts)
            left[start] -= 1
            left[end] += 1
            yield to(tuple(left), **{"from": start + 1, "to": end + 1})


def nimble_value(counts: Counts) -> int:
    """The XOR of how far the coins may go."""
    return nim_sum(square for square, count in enumerate(counts) if count % 2)


def nimble_moves(counts: Counts, target: int) -> Moves:
    """From each square with coins at most one move leads to a value."""
    change = nimble_value(counts) ^ target
    return _listed([(n + 1, (n ^ change) + 1) for n, count in enumerate(counts) if count and n ^ change < n])


nimble = Rule(
    "nimble",
    nimble_options,
    space=vector("square", "a number of coins"),
    theory=Theory("a coin on square n is a heap of n - 1: Nim (Bouton 1901)", nimble_value, nimble_moves),
    format_move=lambda labels: f"a coin from square {labels['from']} to square {labels['to']}",
)

# The silver dollar.


def dollar_options(row: str) -> Iterator[Option]:
    """Slide a coin to the left, over free squares; with a dollar in the row, other coins may drop into the bag."""
    bag = 0 if "$" in row else 1
    for start, coin in enumerate(row, 1):
        if coin == ".":
            continue
        for end in range(start - 1, (1 if coin == "$" else bag) - 1, -1):
            if end and row[end - 1] != ".":
                break
            left = row[: start - 1] + "." + row[start:]
            yield to(left[: end - 1] + coin + left[end:] if end else left, **{"from": start, "to": end})


def dollar_gaps(row: str) -> list[tuple[int, int]]:
    """The squares of coins, paired from the right, each pair with its gap: (right coin, free squares before it).

    The first coin may be without another to its left; its gap ends with the row, or with the bag if it may go there.
    """
    coins = [square for square, coin in enumerate(row, 1) if coin != "."]
    gaps = []
    for n in range(len(coins) - 1, -1, -2):
        right = coins[n]
        before = coins[n - 1] if n else 0 if "$" not in row or row[right - 1] == "$" else -1
        gaps.append((right, right - before - 1))
    return gaps


def dollar_value(row: str) -> int:
    """The XOR of the gaps: a coin that goes away from its right neighbour can be followed by that."""
    return nim_sum(gap for _, gap in dollar_gaps(row))


def dollar_moves(row: str, target: int) -> Moves:
    """The moves to a value: a right coin closes its gap in part, or a left one makes it wider."""
    gaps = dollar_gaps(row)
    change = nim_sum(gap for _, gap in gaps) ^ target
    moves: Found = []
    for right, gap in gaps:
        now = gap ^ change
        if now < gap:
            moves.append((right, right - (gap - now)))
        left = right - gap - 1
        if left > 0 and now > gap:
            before = max((square for square in range(1, left) if row[square - 1] != "."), default=0)
            end = left - (now - gap)
            if end > before:
                moves.append((left, end))
            elif not before and "$" in row and row[left - 1] != "$" and now == right - (row[right - 1] == "$"):
                moves.append((left, 0))
    return _listed(moves)


def _is_strip(state: State) -> bool:
    return isinstance(state, str) and not state.strip(".o$") and state.count("$") <= 1


def _read_strip(text: Text) -> States:
    rows = read_board(text, ".o$", "a square")
    if len(rows) > 1:
        text.report_at(text.string.find("/") if "/" in text.string else 0, "one row of squares")
    elif rows and rows[0].count("$") > 1:
        text.report_at(text.string.rfind("$"), "one dollar")
    return ("".join(rows[:1]),)


def _draw_strip(states: States) -> Board:
    return Grid((tuple("empty" if coin == "." else "full" for coin in str(states[0])),)) if states[0] else Grid(())


silver_dollar = Rule(
    "silver-dollar",
    dollar_options,
    space=Space("strip", "", _is_strip, _read_strip, lambda states: str(states[0]), _draw_strip),
    theory=Theory(
        "Conway 1976, On Numbers and Games, ch. 11: the coins in pairs from the right, the gaps are heaps of Nim",
        dollar_value,
        dollar_moves,
    ),
    format_move=_slide,
)

# End-Nim.

MOST_PILES = 2_000


def end_options(piles: Counts) -> Iterator[Option]:
    """Take any number of counters from the first or from the last pile that is there."""
    full = [place for place, pile in enumerate(piles) if pile]
    for place in dict.fromkeys(full[:1] + full[-1:]):
        for take in range(1, piles[place] + 1):
            yield to((*piles[:place], piles[place] - take, *piles[place + 1 :]), pile=place + 1, take=take)


def _partners(row: Counts) -> tuple[int, int]:
    """The pile that makes a P-position when it is put before a row of piles, and the one put behind; 0: none has to.

    Of a row the two are found from those of the rows without its last and without its first pile (Albert & Nowakowski
    2001), so for all rows of neighbours, by their length.
    """
    before, behind = list(row), list(row)
    for length in range(2, len(row) + 1):
        starts = range(len(row) - length + 1)
        before, behind = (
            [_partner(row[n + length - 1], before[n], behind[n]) for n in starts],
            [_partner(row[n], behind[n + 1], before[n + 1]) for n in starts],
        )
    return before[0], behind[0]


def _partner(end: int, here: int, there: int) -> int:
    """The partner of a row with one more pile at its other end, from the partners of the row at both ends."""
    if end == there:
        return 0
    if min(here, there) > end:
        return end
    if there < end <= here:
        return end - 1
    if here <= end < there:
        return end + 1
    return end


def end_moves(piles: Counts) -> list[tuple[int, int]]:
    """The winning moves: a pile counted from 1, and how much is taken from it."""
    if len(piles) > MOST_PILES:
        raise OutOfReach(f"end-nim: expected at most {MOST_PILES:,} piles, found {len(piles):,}")
    full = [(place, pile) for place, pile in enumerate(piles, 1) if pile]
    row = tuple(pile for _, pile in full)
    if len(row) < 2:
        return full
    ends = [(full[0], _partners(row[1:])[0]), (full[-1], _partners(row[:-1])[1])]
    return [(place, pile - left) for (place, pile), left in ends if left < pile]


def _end_moves(piles: Counts, target: int) -> Moves:
    labels: list[Labels] = [(("pile", place), ("take", take)) for place, take in end_moves(piles)]
    return Moves(len(labels), lambda: iter(labels))


end_nim = Rule(
    "end-nim",
    end_options,
    space=vector(),
    theory=Theory(
        "Albert & Nowakowski 2001: before each row of piles just one pile, or none, makes a P-position",
        moves_to=_end_moves,
        is_p=lambda piles: not end_moves(piles),
    ),
    format_move="take {take} from pile {pile}".format_map,
)

# Kotzig's Nim: the circle as a row of squares, 'o' where the token is, 'x' where it was.

MOST_PLACES = 10_000


def kotzig_options(circle: str, *, steps: tuple[int, ...]) -> Iterator[Option]:
    """Move the token on by one of the steps, round the circle, to a place where it has not been.

    A circle without a token is a board that is being set up; nobody can move there.
    """
    here = circle.find("o")
    for step in steps if here >= 0 else ():
        there = (here + step) % len(circle)
        if circle[there] == ".":
            left = list(circle)
            left[here], left[there] = "x", "o"
            yield to("".join(left), step=step)


def _is_circle(state: State) -> bool:
    return isinstance(state, str) and not state.strip(".ox") and state.count("o") <= 1


def _read_circle(text: Text) -> States:
    number = re.fullmatch(r"[ \t]*([1-9][0-9]{0,4})[ \t\r\n]*", text.string)
    if number and int(number[1]) <= MOST_PLACES:
        return ("o" + "." * (int(number[1]) - 1),)
    if re.match(r"[ \t]*[0-9]", text.string):
        text.report_at(
            0, f"a number of places from 1 to {MOST_PLACES:,}, or the circle as in ..ox", text.string.strip()
        )
        return ("o",)
    rows = read_board(text, ".ox", "a place")
    if not text.findings and (len(rows) > 1 or "".join(rows).count("o") > 1):
        text.report_at(0, "one row with one 'o', where the token is")
    return ("".join(rows[:1]),)


@cache
def _kotzig(steps: tuple[int, ...]) -> Rule:
    return Rule(
        f"kotzig:{','.join(map(str, steps))}",
        kotzig_options,
        (("steps", steps),),
        space=Space("circle", "", _is_circle, _read_circle, lambda states: str(states[0]), _draw_strip),
        format_move="move on by {step}".format_map,
    )


def kotzig(*steps: int) -> Rule:
    """The rule of Kotzig's Nim: a token goes round a circle, by one of some steps, and never comes to a place again.

    Parameters
    ----------
    *steps : int
        By how many places it may go on, each >= 1.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        A step is no positive integer.

    References
    ----------
    Winning Ways, ch. 15.

    Examples
    --------
    >>> from grundy import solve
    >>> solve(kotzig(1)("8")).winner
    'first'
    """
    return _kotzig(require_set("kotzig", "steps", steps, 1))


def _read_steps(text: Text | None) -> Rule | None:
    steps = read_set(text, "a step", 1) if text is not None else ()
    return kotzig(*steps) if steps else None


CONWAY = "Conway 1976, On Numbers and Games, ch. 11"
FERGUSON = "Ferguson, Game Theory, part I, ch. 2: Nimble"
ENDS = "Albert & Nowakowski 2001, The game of End-Nim"

HEADING = "Several heaps, pairs and strips"
GAMES = (
    Game(
        "nimble",
        "Move one coin of a strip any number of squares to the left; several may lie on one square.",
        "how many coins lie on each square from the left, with blanks between them",
        no_parameters(nimble),
        ("nimble", "0 1 0 2 1 0"),
        FERGUSON,
        (
            Fact("nimble", "5 1 1 1", "Bouton 1901: 1 XOR 2 XOR 3", nim_value=0, winner="second", winning_moves=0),
            Fact("nimble", "0 0 0 1 0 1", "Bouton 1901: 3 XOR 5", nim_value=6, winning_moves=1),
        ),
    ),
    Game(
        "silver-dollar",
        "Slide a coin of a strip to the left over free squares; with a dollar, the others may drop into a bag.",
        "the squares from the left: '.' free, 'o' a coin, '$' the dollar",
        no_parameters(silver_dollar),
        ("silver-dollar", ".o..oo...o"),
        CONWAY,
        (
            Fact("silver-dollar", "ooo", f"{CONWAY}: nobody can move", nim_value=0, winner="second"),
            Fact("silver-dollar", ".o..o", f"{CONWAY}: one gap of 2", nim_value=2, winner="first"),
            Fact("silver-dollar", "..o.o", "by hand: a gap of 1, and the first coin of a pair", nim_value=1),
            Fact("silver-dollar", "o$", "by hand: the coin drops into the bag, then the dollar slides", nim_value=0),
        ),
    ),
    Game(
        "end-nim",
        "Take any number of counters from the first or the last pile of a line.",
        "pile sizes in their order, with blanks between them",
        no_parameters(end_nim),
        ("end-nim", "3 1 4 2"),
        ENDS,
        (
            Fact("end-nim", "3 3", "by hand: two ends are two piles of Nim", winner="second", winning_moves=0),
            Fact("end-nim", "2 5", "by hand: make them equal", winner="first", winning_moves=1),
            Fact("end-nim", "1 1 1", "by hand: one after the other", winner="first"),
        ),
        title="End-Nim",
    ),
    Game(
        "kotzig",
        "Move a token round a circle by a step of a set, to a place where it has not been.",
        "the number of places; or the circle, '.' free, 'o' the token, 'x' where it was",
        _read_steps,
        ("kotzig:1,2", "9"),
        "Winning Ways, ch. 15: Kotzig's Nim",
        (
            Fact("kotzig:1", "8", "by hand: seven moves, none of which is a choice", nim_value=1, winner="first"),
            Fact("kotzig:1", "9", "by hand: eight moves, none of which is a choice", nim_value=0, winner="second"),
            Fact("kotzig:1,2", "3", "by hand: either step leaves one move", nim_value=0, winner="second"),
        ),
        "the steps, as in 1,2",
        title="Kotzig's Nim",
    ),
)

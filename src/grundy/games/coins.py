"""Coin-turning games: a row of coins, of which a move turns some over, the last of them from heads to tails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.board import Board, Cell, Grid
from grundy.model.coin_values import Heads, heads, heads_of
from grundy.model.coins import Coins, Turning, coin_options, count_from_one, turning
from grundy.model.option import Labels, Option, State, to
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.model.space import Space, States
from grundy.text.notation import read_board
from grundy.text.reader import Text

COIN = "a coin"
MOST_DRAWN = 100_000  # coins that anybody would look at
MOST_TURNED = 64  # coins of one move, where any may be chosen
LOOKS: dict[str, Cell] = {"H": "full", "T": "empty"}
LENSTRA = "a row is worth the XOR of its heads, each as if it were alone (Lenstra 1975; Winning Ways, ch. 14)"


def coin_board(rows: tuple[str, ...]) -> Board | None:
    """The picture of rows of coins."""
    if sum(map(len, rows)) > MOST_DRAWN:
        return None
    return Grid(tuple(tuple(LOOKS[coin] for coin in row) for row in rows))


def is_row(state: State) -> bool:
    """Whether a value is a row of coins."""
    return isinstance(state, str) and not state.strip("HT")


def _read_row(text: Text) -> States:
    end = re.search(r"[/\n](?=.*[^ \t\r\n])", text.string.rstrip(), re.DOTALL) if text.string.strip() else None
    if end and text.string[: end.start()].strip():
        text.report_at(end.start(), "one row of coins")
        return ("",)
    return ("".join(read_board(text, "TH", COIN)),)


ROW = Space(
    "row of coins",
    "",
    is_row,
    _read_row,
    lambda states: str(states[0]),
    lambda states: coin_board((str(states[0]),) if states[0] else ()),
)


def coins_words(numbers: Coins, what: str = "coin") -> str:
    """Coins, rows or columns in words.

    >>> coins_words((3,)), coins_words((7, 3, 1)), coins_words((7, 6, 5), "row")
    ('coin 3', 'coins 7, 3 and 1', 'rows 7 to 5')
    """
    if len(numbers) == 1:
        return f"{what} {numbers[0]}"
    if len(numbers) > 2 and numbers[0] - numbers[-1] == len(numbers) - 1:
        return f"{what}s {numbers[0]} to {numbers[-1]}"
    return f"{what}s {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _words(labels: Mapping[str, Coins]) -> str:
    return f"turn {coins_words(labels['coins'])}"


@cache
def turning_rule(name: str, turns: Turning) -> Rule:
    """The rule of turning over one of some sets of coins."""
    head_values = heads(turns)

    def moves(row: str, target: int) -> Moves:
        change = head_values.row_value(row) ^ target
        counts = {last: count for last in heads_of(row) if (count := head_values.count(last, change))}
        return Moves(sum(counts.values()), lambda: _labels(head_values, counts, change))

    formula = f"; {head_values.formula.source}" if head_values.formula else ""
    return Rule(
        name,
        coin_options,
        (("turns", turns),),
        space=ROW,
        theory=Theory(
            LENSTRA + formula,
            head_values.row_value,
            moves,
            summands=lambda row: [(f"coin {place + 1}", head_values.value(place)) for place in heads_of(row)],
        ),
        format_move=_words,
    )


def lone_head(rule: Rule) -> Rule | None:
    """The game of a row with one head, the head at place n, counted from 0; None of any other game.

    What a move leaves are heads side by side, each worth as much as if it were alone.

    >>> from grundy import parse_rule
    >>> lone = lone_head(parse_rule("ruler"))
    >>> [lone.theory.value(n) for n in range(8)]
    [1, 2, 1, 4, 1, 2, 1, 8]
    """
    if rule.function is not coin_options:
        return None
    (turns,) = (value for _, value in rule.parameters)
    head_values = heads(turns)
    source = f"the head of a coin at place n, counted from 0: {rule.theory.source if rule.theory else LENSTRA}"
    return Rule(
        rule.spec,
        _lone_options,
        rule.parameters,
        theory=Theory(source, head_values.value),
        conventions=rule.conventions,
    )


def _lone_options(place: int, *, turns: Turning) -> Iterator[Option]:
    """Turn a set of coins over of which this one, the only head, is the last."""
    for coins in turns.sets(place):
        yield to(*coins[1:], coins=count_from_one(coins))


def _labels(head_values: Heads, lasts: Mapping[int, int], change: int) -> Iterator[Labels]:
    return ((("coins", count_from_one(coins)),) for last in lasts for coins in head_values.each(last, change))


def turn(sets: str) -> Rule:
    """The rule of turning over coins of a row, one of some sets of them, the last from heads to tails.

    Parameters
    ----------
    sets : str
        What a move may turn, with ',' between them: a number, for any so many coins; 'o' and '.', for coins that lie
        so to each other, as in ``o..o``; ``run``, for any number of neighbours.

    Returns
    -------
    Rule

    Raises
    ------
    BadText
        It cannot be read.

    References
    ----------
    Berlekamp, Conway, Guy, Winning Ways, ch. 14.

    Examples
    --------
    >>> print(turn("o..o,o")("TTTH"))
    turn:o,o..o(TTTH)
    """
    text = Text(sets, "<argument>")
    rule = _read_turn(text)
    text.close()
    assert rule is not None
    return rule


def _read_turn(text: Text | None) -> Rule | None:
    if text is None:
        return None
    counts: set[int] = set()
    patterns: set[str] = set()
    runs = False
    start = 0
    for item in text.string.split(","):
        if item == "run":
            runs = True
        elif re.fullmatch(r"[1-9][0-9]?", item) and int(item) <= MOST_TURNED:
            counts.add(int(item))
        elif re.fullmatch(r"o(\.*o)*", item):
            patterns.add(item)
        else:
            text.report_missing(
                start, f"a number of coins from 1 to {MOST_TURNED}, coins as in 'o.oo', or 'run', without blanks"
            )
        start += len(item) + 1
    if text.findings:
        return None
    turns = turning(counts, (_distances(pattern) for pattern in patterns), runs)
    return turning_rule(f"turn:{','.join(_items(turns))}", turns)


def _distances(pattern: str) -> tuple[int, ...]:
    """How far the coins of a pattern lie before its last one.

    >>> _distances("oo.o")
    (0, 2, 3)
    """
    return tuple(distance for distance, mark in enumerate(reversed(pattern)) if mark == "o")


def _items(turns: Turning) -> Iterator[str]:
    """What is written after the colon."""
    yield from map(str, turns.counts)
    for distances in turns.distances:
        yield "".join("o" if distance in distances else "." for distance in range(distances[-1], -1, -1))
    if turns.runs:
        yield "run"


ONE_ROW = "a row of coins, H for heads and T for tails"
WAYS = "Winning Ways, ch. 14; Lenstra 1975, Nim multiplication"


def coin_game(name: str, summary: str, turns: Turning, example: str, *facts: Fact, source: str = WAYS) -> Game:
    """The entry of a family that has a name of its own.

    >>> coin_game("pairs", "Turn two neighbours over.", turning([], [(0, 1)]), "TH")
    Game('pairs': Turn two neighbours over.)
    """
    return Game(name, summary, ONE_ROW, no_parameters(turning_rule(name, turns)), (name, example), source, facts)


FIRST = "Winning Ways, ch. 14: the first values"
FERGUSON = "Ferguson, Game Theory, part I, section 2.6, exercises: Nim with heaps of 2, 5, 9, 10 and 12"

HEADING = "Coins that are turned over"
GAMES = (
    coin_game(
        "turning-turtles",
        "Turn a head over and, if you like, one coin before it: Nim, a head at coin n being a heap of n.",
        turning([1, 2]),
        "TTHHT",
        Fact("turning-turtles", "THTTHTTTHHTHT", FERGUSON, nim_value=8, winner="first"),
        Fact("turning-turtles", "TTHHHT", "3 XOR 4 XOR 5", nim_value=2),
        Fact("turning-turtles", "HHH", "1 XOR 2 XOR 3", nim_value=0, winner="second", winning_moves=0),
    ),
    coin_game(
        "mock-turtles",
        "Turn a head over and, if you like, one or two coins before it.",
        turning([1, 2, 3]),
        "TTHHTH",
        Fact("mock-turtles", "TTTTTTTH", "OEIS A000069: the eighth odious number", nim_value=14, winner="first"),
        Fact("mock-turtles", "HHTHTTTT", "1 XOR 2 XOR 7", nim_value=4),
        Fact("mock-turtles", "HHTHHTTH", "1 XOR 2 XOR 7 XOR 8 XOR 14", nim_value=2),
    ),
    coin_game(
        "moebius",
        "Turn a head over and, if you like, up to four coins before it.",
        turning(range(1, 6)),
        "TTHTTH",
        Fact("moebius", "TTTTTH", FIRST, nim_value=31),
        Fact("moebius", "TTTTTTTTH", FIRST, nim_value=103, winner="first"),
        Fact("moebius", "HHHHHH", "1 XOR 2 XOR 4 XOR 8 XOR 16 XOR 31", nim_value=0, winner="second"),
    ),
    coin_game(
        "mogul",
        "Turn a head over and, if you like, up to six coins before it.",
        turning(range(1, 8)),
        "THTTTH",
        Fact("mogul", "TTTTTTTH", "the XORs of up to six of 1, 2, 4, ..., 64 are all below 127", nim_value=127),
        Fact("mogul", "HHHHHHHH", "1 XOR 2 XOR 4 XOR ... XOR 64 XOR 127", nim_value=0, winner="second"),
    ),
    coin_game(
        "twins",
        "Turn a head over and one coin before it: Nim, a head at coin n being a heap of n - 1.",
        turning([2]),
        "TTHHTH",
        Fact("twins", "H", "the first coin alone cannot be turned", nim_value=0, winner="second", winning_moves=0),
        Fact("twins", "TTHHTH", "2 XOR 3 XOR 5", nim_value=4, winner="first", winning_moves=1),
    ),
    coin_game(
        "triplets",
        "Turn a head over and two coins before it.",
        turning([3]),
        "TTTHHH",
        Fact("triplets", "HH", "two coins cannot be turned", nim_value=0, winner="second"),
        Fact("triplets", "TTTTTTTH", FIRST, nim_value=11),
    ),
    coin_game(
        "ruler",
        "Turn a head over and, if you like, any number of coins just before it.",
        turning(runs=True),
        "TTHHTH",
        Fact("ruler", "TTTTTTTH", "OEIS A006519: the largest power of 2 that divides 8", nim_value=8),
        Fact("ruler", "TTHHTH", "1 XOR 4 XOR 2", nim_value=7, winner="first"),
    ),
    Game(
        "turn",
        "Turn one of some sets of coins over, the last of them from heads to tails.",
        ONE_ROW,
        _read_turn,
        ("turn:2,o.o.o", "THTTHHH"),
        WAYS,
        (
            Fact("turn:1,2,3", "TTTTTTTH", "mock turtles", nim_value=14),
            Fact("turn:o,oo,o.o", "TTTTTH", "as taking 1 or 2: heads are worth 1, 2, 3, 1, 2, 3, ...",
                  nim_value=3),
            Fact("turn:run,2", "TTTH", "by hand: its moves leave 0, 1, 2, 4, 6 and 7", nim_value=3),
        ),
        "what a move may turn, with ',' between: a number of any coins; coins as in o..o; run: neighbours",
    ),
)  # fmt: skip

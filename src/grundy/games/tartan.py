"""Tartan games: products of two coin-turning games, on grids of coins."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from grundy.errors import BadRule
from grundy.games import coins
from grundy.games.boards import grid
from grundy.games.coins import COIN, LOOKS, coin_board, coins_words
from grundy.games.entry import Fact, Game, no_parameters
from grundy.model.coin_values import Tartan, heads, tartan_options
from grundy.model.coins import Coins, Turning, count_from_one, turning
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Theory
from grundy.text.reader import Text

Rows = tuple[str, ...]
THEOREM = (
    "the Tartan theorem: a grid is worth the XOR of its heads, and each is worth the nim-product of the values of its "
    "row and its column (Conway; Winning Ways, ch. 14)"
)
SPACE = replace(grid("grid of coins", "TH", LOOKS, "H", COIN), board=lambda states: coin_board(states[0]))  # type: ignore[arg-type]


def _words(labels: Mapping[str, Coins]) -> str:
    return f"turn {coins_words(labels['rows'], 'row')} in {coins_words(labels['columns'], 'column')}"


@cache
def _tartan(name: str, down: Turning, across: Turning) -> Rule:
    tartan_heads = Tartan(heads(down), heads(across))

    def moves(rows: Rows, target: int) -> Moves:
        change = tartan_heads.value(rows) ^ target
        crossings = tartan_heads.crossings(rows, change)
        return Moves(
            crossings.count,
            lambda: (
                (("rows", count_from_one(some)), ("columns", count_from_one(others)))
                for some, others in tartan_heads.each(rows, change, crossings.by_row)
            ),
        )

    def summands(rows: Rows) -> list[tuple[str, int]]:
        return [
            (f"row {r + 1}, column {c + 1}", tartan_heads.head(r, c))
            for r, row in enumerate(rows)
            for c, coin in enumerate(row)
            if coin == "H"
        ]

    return Rule(
        name,
        tartan_options,
        (("across", across), ("down", down)),
        space=SPACE,
        theory=Theory(THEOREM, tartan_heads.value, moves, summands=summands),
        format_move=_words,
    )


def tartan(down: Rule, across: Rule) -> Rule:
    """The product of two coin-turning games, on a grid of coins.

    A move chooses rows that may be turned in the one game and columns that may be turned in the other, and turns over
    the coins where they cross. The last of these, in the last row and column, goes from heads to tails.

    Parameters
    ----------
    down : Rule
        The game of rows, such as ``ruler`` or ``turn("1,2")``.
    across : Rule
        The game of columns.

    Returns
    -------
    Rule

    Raises
    ------
    BadRule
        One of the two is no coin-turning game.

    References
    ----------
    Berlekamp, Conway, Guy, Winning Ways, ch. 14, the Tartan theorem.

    Examples
    --------
    >>> from grundy import ruler, solve, twins
    >>> solve(tartan(ruler, twins)(("TTT", "TTH"))).nim_value
    3
    """
    families = []
    for rule in (down, across):
        turns = dict(rule.parameters).get("turns")
        if not isinstance(turns, Turning):
            raise BadRule(f"tartan: expected two coin-turning games, such as ruler and twins, found {rule.spec}")
        families.append(turns)
    return _tartan(f"tartan:{down.spec}*{across.spec}", *families)


FACTORS = {game.name: game for game in coins.GAMES}


def _read_tartan(text: Text | None) -> Rule | None:
    if text is None:
        return None
    middle = text.string.find("*")
    if middle < 0:
        text.report_end("'*' and a second coin-turning game, as in ruler*twins")
        return None
    down, across = (_factor(part) for part in (text.part(0, middle), text.part(middle + 1)))
    return tartan(down, across) if down and across else None


def _factor(text: Text) -> Rule | None:
    """One of the two games: the name of one, or turn: and what a move may turn."""
    name, colon, _ = text.string.partition(":")
    if name not in FACTORS or (name == "turn" and not colon):
        text.report_missing(0, f"a coin-turning game: {', '.join(FACTORS)}:...")
        return None
    return FACTORS[name].rule(text.part(len(name) + 1) if colon else None)


GRID = "rows of H (heads) and T (tails) with '/' between them"
WAYS = "Winning Ways, ch. 14"
CORNERS = "Winning Ways, ch. 14: Turning corners is nim-multiplication, places counted from 0"

turning_corners = _tartan("turning-corners", turning([2]), turning([2]))

HEADING = "Coins that are turned over"
GAMES = (
    Game(
        "turning-corners",
        "Turn the four corners of a rectangle of coins over, the last of them from heads to tails.",
        GRID,
        no_parameters(turning_corners),
        ("turning-corners", "TTT/TTH/TTH"),
        WAYS,
        (
            Fact("turning-corners", "TTT/TTT/TTH", f"{CORNERS}: 2 times 2", nim_value=3, winner="first"),
            Fact("turning-corners", "TTT/TTH/THT", f"{CORNERS}: 1 times 2, twice", nim_value=0, winner="second"),
        ),
    ),
    Game(
        "tartan",
        "Turn the coins where rows that may be turned in one game cross columns that may be turned in another.",
        GRID,
        _read_tartan,
        ("tartan:ruler*twins", "TTHT/THTT/TTTH"),
        WAYS,
        (
            Fact("tartan:twins*twins", "TTT/TTT/TTH", f"{CORNERS}: 2 times 2", nim_value=3, winner="first"),
            Fact("tartan:twins*twins", "TTT/TTH/TTT", f"{CORNERS}: 1 times 2", nim_value=2),
            Fact("tartan:twins*twins", "TTTTT/TTTTT/TTTTT/TTTTT/TTTTH", f"{CORNERS}: 4 times 4", nim_value=6),
            Fact("tartan:twins*twins", "HHH/HTT/HTT", f"{CORNERS}: by 0", nim_value=0, winner="second"),
            Fact("tartan:turning-turtles*turning-turtles", "TH/HT", "a grid that is its own mirror image: 2 XOR 2",
                  nim_value=0, winner="second"),
            Fact("tartan:ruler*ruler", "TTTT/TTTT/TTTT/TTTH", "4 times 4, by the Tartan theorem", nim_value=6),
        ),
        "two coin-turning games with '*' between them: the first turns rows, the second columns",
    ),
)  # fmt: skip

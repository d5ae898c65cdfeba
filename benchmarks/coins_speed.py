"""Coin-turning games: rows and grids by their theorems, against the definition where that can still be had.

    python benchmarks/coins_speed.py [--runs N] [--smallest]

CPU seconds of `grundy.solve`: the value and all winning moves, counted, of which the first is listed. The definition
finds the value alone, from the values of all positions below. Values must agree, else the exit status is 1.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import cpu_name, least, options

from grundy import Position, parse_rule, solve, value_by_definition

GAMES = (
    "turning-turtles",
    "mock-turtles",
    "moebius",
    "twins",
    "ruler",
    "tartan:ruler*twins",
    "tartan:twins*mock-turtles",
)
LARGE = ("turning-turtles", "mock-turtles", "twins", "ruler", "tartan:ruler*twins", "tartan:mock-turtles*mock-turtles")


def main() -> int:
    given = options(__doc__, runs=3).parse_args()
    print(f"machine   {cpu_name()}; CPU seconds, the least of the runs\n")
    print(f"{'':52}{'definition':>12}{'grundy':>10}{'ratio':>8}")
    agreed = True
    for game in GAMES:
        position = coins(game, 9 if given.smallest else 12)
        slow, fast = (
            least(lambda p=position: value_by_definition(p), 1),
            least(lambda p=position: answer(p), given.runs),
        )
        agreed &= value_by_definition(position) == solve(position).nim_value
        print(f"{str(position)[:50]:52}{slow:12.4f}{fast:10.4f}{fast / slow:8.4f}")
    for game in LARGE:
        size = 10_000 if given.smallest else 1_000_000
        position = coins(game, size)
        print(f"{f'{game}, {size:,} coins':52}{'-':>12}{least(lambda p=position: answer(p), given.runs):10.2f}{'-':>8}")
    return 0 if agreed else 1


def coins(game: str, count: int) -> Position:
    """A row of so many coins, or a grid with about so many, half of them heads; always the same."""
    chances = Random(1)
    if not game.startswith("tartan"):
        return parse_rule(game)("".join(chances.choices("TH", k=count)))
    side = round(count**0.5)
    return parse_rule(game)(tuple("".join(chances.choices("TH", k=side)) for _ in range(side)))


def answer(position: Position) -> None:
    """The value, the number of winning moves, and the first of them."""
    moves = solve(position).winning_moves
    for _ in zip(range(1), moves, strict=False):
        pass


if __name__ == "__main__":
    sys.exit(main())

"""How soon and how late the winner can win: of every game of the catalogue, and by the definition on small ones."""

from __future__ import annotations

from functools import cache

import pytest

import grundy
from grundy.games.catalogue import GAMES

SMALL = (
    "nim 1 2 3", "kayles 3 4", "wythoff 3 4", "turning-turtles THH", "cram 2x4", "chomp 2x3", "clobber 1x6", "nogo 2x2",
    "silver-dollar .o.o", "hackenbush 0-a-b, a-c", "bacteria .../...", "grundys-game 6 5", "node-kayles grid:2x3",
)  # fmt: skip


@pytest.mark.parametrize("name", [name for name in GAMES if name not in ("cram", "nogo")])  # dear, and among SMALL
@pytest.mark.parametrize("misere", [False, True])
def test_of_every_game_both_are_odd_if_the_first_player_wins(name: str, misere: bool) -> None:
    """The example of each is small enough. Whoever moves last wins, or in misère play loses.

    Of a game in which moves keep the turn (which no misère play has) there is neither.
    """
    spec, text = GAMES[name].example
    position = grundy.parse(f"{spec} {text}")
    if any("misere" not in component.rule.conventions for component in position.components):
        with pytest.raises(grundy.BadRule, match=name):
            grundy.solve(position, misere=misere, remoteness=True)
        return
    result = grundy.solve(position, misere=misere, remoteness=True)
    first = result.winner == "first"
    odd = [number is not None and number % 2 == 1 for number in result.lengths.values()]
    assert odd == [first != misere] * 2


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("misere", [False, True])
def test_small_positions_by_the_definition(text: str, misere: bool) -> None:
    """Play step by step: whoever wins chooses the shortest way (the longest), whoever loses the other."""
    lost = int(misere)

    @cache
    def lengths(position: grundy.Position) -> tuple[int, int]:
        after = [lengths(position.play(move)) for move in _moves(position)]
        if not after:
            return 0, 0
        won = [number for number, _ in after if number % 2 == lost]
        late = [number for _, number in after if number % 2 == lost]
        soon = min(won) if won else max(number for number, _ in after)
        return 1 + soon, 1 + (max(late) if late else min(number for _, number in after))

    position = grundy.parse(text)
    result = grundy.solve(position, misere=misere, remoteness=True)
    assert tuple(result.lengths[key] for key in ("remoteness", "suspense")) == lengths(position)


def _moves(position: grundy.Position) -> list[grundy.Move]:
    return [
        position.move_of(part, part.rule.labels(option))
        for part in position.parts()
        for option in part.rule.options(part.state)
    ]

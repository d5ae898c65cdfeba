"""The command that lists the catalogue."""

from __future__ import annotations

import click

from grundy.cli.completion import complete_game
from grundy.cli.output import say


@click.command()
@click.argument("name", metavar="[NAME | WORD...]", nargs=-1, shell_complete=complete_game)
@click.option("--values", metavar="V,V,...", help="The rules whose heaps have these nim-values, at least four.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
def games(name: tuple[str, ...], values: str | None, as_json: bool) -> None:
    """List the games, or show the rule, notation, known values and an example of one.

    Words that are no NAME find the games with each WORD in their name, sentence or source; numbers find the games
    whose heaps 0, 1, 2, ... have these nim-values.

    \b
    grundy games wythoff
    grundy games chess corner
    grundy games --values 0,1,2,3,1,4,3
    """
    from grundy.cli.game_lines import describe_found, describe_games

    lines = describe_games(next(iter(name), None), as_json) if values is None and len(name) < 2 else None
    say(lines or describe_found(name, values, as_json))

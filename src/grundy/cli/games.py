"""The command that lists the catalogue."""

from __future__ import annotations

import click

from grundy.cli.completion import complete_game
from grundy.cli.output import styled_text


@click.command(short_help="List the games, or describe one.")
@click.argument("name", required=False, shell_complete=complete_game)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game.")
def games(name: str | None, as_json: bool) -> None:
    """List the games, or show the rule, notation, known values and an example of one."""
    from grundy.cli.game_lines import describe_games

    click.echo(styled_text(describe_games(name, as_json)), nl=False)

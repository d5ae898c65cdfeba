"""The commands for sequences on heaps: period, verify."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from grundy.show.text import Line


def _print(lines: Iterable[Line]) -> None:
    for kind, text in lines:
        click.echo(click.style(text, bold=True) if kind == "winner" else text)


@click.command()
@click.argument("game")
@click.option("--limit", metavar="N", type=click.IntRange(1), help="Compute at most N heaps.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--certificate", metavar="FILE", type=click.Path(path_type=Path), help="Write what proves the period to FILE."
)
@click.option("--set", "settings", metavar="NAME=VALUE", multiple=True, help="Set a parameter of your own rule.")
def period(game: str, limit: int | None, as_json: bool, certificate: Path | None, settings: tuple[str, ...]) -> None:
    """Say how the nim-values of heaps 0, 1, 2, ... repeat, and prove it where a theorem can.

    \b
    grundy period octal:0.77
    grundy period take-away:1,4,10 --json
    grundy period kayles --certificate kayles.txt
    """
    from grundy.faces.heap_commands import period_lines
    from grundy.games.expression import parse_rule
    from grundy.games.files import with_parameters

    rule = parse_rule(game)
    _print(period_lines(with_parameters(rule, settings) if settings else rule, limit, as_json, certificate))


@click.command()
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@click.option("--segment", "segments", metavar="I/K", multiple=True, help="Check only the I-th of K equal pieces.")
def verify(files: tuple[str, ...], segments: tuple[str, ...]) -> int:
    """Check certificates, trusting nothing that computed them.

    The checker is one file of plain Python, grundy/proof/check.py, that also works copied alone to another
    machine: python check.py FILE

    \b
    grundy verify kayles.txt
    grundy verify large.txt --segment 1/4 --segment 2/4
    """
    from grundy.faces.heap_commands import verify_lines

    status: list[int] = []
    _print(verify_lines(files, segments, status))
    return max(status, default=0)


COMMANDS = (period, verify)

"""The command `options`: every move of a position with the nim-value of its option, printed."""

from __future__ import annotations

import click

from grundy.cli.completion import complete_game
from grundy.cli.input import read_position
from grundy.cli.misspelt import refuse_misspelt
from grundy.cli.options import POSITION, SET, LongWork, estimated_work
from grundy.cli.verb import Verb
from grundy.cli.whole import Whole
from grundy.engines.methods import METHODS, Method


@click.command(cls=Verb, context_settings=POSITION)
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("position", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "file", metavar="FILE", help="Read the position from FILE ('-': standard input).")
@SET
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How boards and graphs are searched.")
@click.option("--cores", metavar="K", type=Whole(1), help="Use K threads (all cores).")
@click.option("--values", metavar="FILE", multiple=True, help="Keep nim-values of parts of boards in FILE.")
@estimated_work
@click.pass_context
def options(
    ctx: click.Context,
    game: str | None,
    position: tuple[str, ...],
    file: str | None,
    settings: tuple[str, ...],
    as_json: bool,
    method: Method,
    cores: int | None,
    values: tuple[str, ...],
    work: LongWork,
) -> int:
    """Print every move of a position, and the nim-value of the option that it leads to, in normal play.

    GAME and POSITION are as for 'grundy solve', which asks of each option only whether it is worth 0.

    \b
    grundy options kayles 5
    grundy options cram 4x5 --json
    """
    import json

    from grundy.api.solve import option_values
    from grundy.api.work import made_by, rerun_words
    from grundy.cli.answering import answering

    refuse_misspelt(ctx, game, position)
    asked = read_position(game, position, file, False, settings)
    words = rerun_words(ctx.params, asked, "options")
    with answering(work.read() if work.is_limited else work.read, words, ctx.obj) as session:
        found = option_values(asked, method=method, cores=cores, values=values, session=session)
        text = f"{json.dumps({**found.as_dict(), **made_by(words)}) if as_json else found}\n"
        return session.give(text)

"""The command `genus`: the genera of the heaps of a game, printed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from grundy.cli.completion import complete_game
from grundy.cli.options import LIMITS, SET, HowFar, LongWork, command_words, how_far, long_work
from grundy.cli.output import note, say
from grundy.cli.verb import Verb

if TYPE_CHECKING:
    from grundy.api.misere import Genera


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("The largest heap (20).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@SET
@long_work
@click.pass_context
def genus(ctx: click.Context, game: str, far: HowFar, as_json: bool, settings: tuple[str, ...], work: LongWork) -> int:
    """Print the genus of heaps 0 to N, and whether each is tame or wild in misère play.

    A genus is the nim-value, then the misère values beside 0, 1, 2, ... heaps of 2. The exit status is 2 if not all of
    the heaps are within reach; those that are, are printed.

    \b
    grundy genus kayles --to 12
    grundy genus grundys-game --json
    """
    from grundy.api.misere import genera
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.cli.runs import stopped_lines
    from grundy.notation.files import FILES

    rule = rule_of(game, settings, FILES)
    words = ("genus", *command_words(ctx, LIMITS))
    last = far.last()
    with answering(work.read(), words, ctx.obj) as answer:
        try:
            found = genera(rule, 20 if last is None else last, session=answer)
        except KeyboardInterrupt:  # what is known is said all the same
            if answer.partial is not None:
                say(_text(answer.partial, words, as_json))
            raise
        text = _text(found, words, as_json)
        if answer.stopped is None:
            return answer.give(text, 2 if found.reason else 0)
        say(text)  # a limit was met: the run is recorded as stopped
    note(*stopped_lines(answer.stopped, answer.limits.store))
    return 2


def _text(genera: Genera, words: tuple[str, ...], as_json: bool) -> str:
    from grundy.api.work import made_by

    return f"{json.dumps({**genera.as_dict(), **made_by(words)}) if as_json else genera}\n"

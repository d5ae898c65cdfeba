"""The command `quotient`: the misère quotient of the heaps of a game, printed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grundy.cli.completion import complete_game
from grundy.cli.options import LIMITS, SET, HowFar, LongWork, command_words, how_far, long_work
from grundy.cli.output import note, say
from grundy.cli.verb import Verb
from grundy.cli.whole import FilePath

if TYPE_CHECKING:
    from grundy.model.quotient import Quotient
    from grundy.show.text import Line

Form = Literal["json", "latex", "gap"]


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("The largest heap; without it heaps are added until the quotient is complete.")
@click.option("--json", "form", flag_value="json", help="One JSON object.")
@click.option("--latex", "form", flag_value="latex", help="For a LaTeX document.")
@click.option("--gap", "form", flag_value="gap", help="As GAP reads it.")
@click.option(
    "--certificate", metavar="FILE", type=FilePath(path_type=Path), help="Write what proves the quotient to FILE."
)
@SET
@long_work
@click.pass_context
def quotient(
    ctx: click.Context,
    game: str,
    far: HowFar,
    form: Form | None,
    certificate: Path | None,
    settings: tuple[str, ...],
    work: LongWork,
) -> int:
    """Print the misère quotient of heaps 0 to N: generators and relations, P, kernel, and the element of each heap.

    Sums of heaps whose elements have the same product have the same outcome in misère play, in whatever sum. The exit
    status is 2 if no quotient of all of these heaps is found; that of fewer heaps is then printed.

    \b
    grundy quotient kayles --to 12
    grundy quotient octal:0.123 --gap
    grundy quotient dawsons-kayles --to 30 --time-limit 5min
    """
    from grundy.api.misere import quotient as quotient_of
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.cli.runs import stopped_lines
    from grundy.notation.files import FILES

    rule = rule_of(game, settings, FILES)
    words = ("quotient", *command_words(ctx, LIMITS))
    with answering(work.read(), words, ctx.obj) as answer:
        try:
            quotient = quotient_of(rule, far.last(), session=answer)
        except KeyboardInterrupt:  # what is proved is said all the same
            if answer.partial is not None:
                say(_text(answer.partial, form, words))
            raise
        text = _text(quotient, form, words)
        if certificate is not None:
            from grundy.api.work import written
            from grundy.show.text import Line

            certified = quotient.certificate().save(certificate)
            if not isinstance(text, str):
                text.append(Line("move", written("Certificate", str(certified.path), certified.checked)))
        if answer.stopped is None:
            return answer.give(text, 2 if quotient.reason else 0)
        say(text)  # a limit was met: the run is recorded as stopped
    note(*stopped_lines(answer.stopped, answer.limits.store))
    return 2


def _text(quotient: Quotient, form: Form | None, words: tuple[str, ...]) -> str | list[Line]:
    from grundy.api.work import made_by
    from grundy.show import quotient as show

    if form == "latex":
        return show.quotient_latex(quotient)
    if form == "gap":
        return show.quotient_gap(quotient)
    if form == "json":
        return json.dumps({**quotient.as_dict(), **made_by(words)}) + "\n"
    return list(show.quotient_lines(quotient))

"""The commands `genus` and `quotient`: the heaps of a game in misère play."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from grundy.cli.completion import complete_game
from grundy.cli.options import LIMITS, SET, FilePath, HowFar, LongWork, Verb, command_words, how_far, long_work

if TYPE_CHECKING:
    from grundy.api.misere import Genera
    from grundy.model.quotient import MisereQuotient
    from grundy.show.text import Line


# The command `genus`: the genera of the heaps of a game, printed.


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("The largest heap (20).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@SET
@long_work
@click.pass_context
def genus(ctx: click.Context, game: str, far: HowFar, as_json: bool, settings: tuple[str, ...], work: LongWork) -> int:
    """Print the genus of heaps 0 to N, and whether each is tame or wild in misère play.

    A genus is the nim-value, then the misère values beside 0, 1, 2, ... heaps of 2. If some
    heaps are out of reach, the others are printed, and the exit status is 2.

    \b
    grundy genus kayles --to 12
    grundy genus grundys-game --json
    """
    from grundy.api.misere import genera
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.notation.files import FILES

    rule = rule_of(game, settings, FILES)
    words = ("genus", *command_words(ctx, LIMITS))
    last = far.last()
    with answering(work.read(), words, ctx.obj) as answer:
        try:
            genus_table = genera(rule, 20 if last is None else last, session=answer)
        except KeyboardInterrupt:  # what is known is said all the same
            if answer.partial is not None:
                answer.give_part(_genera_text(answer.partial, words, as_json))
            raise
        text = _genera_text(genus_table, words, as_json)
        return answer.give(text, 2 if genus_table.reason or answer.stopped else 0)


def _genera_text(genera: Genera, words: tuple[str, ...], as_json: bool) -> str:
    from grundy.api.work import provenance

    return f"{json.dumps({**genera.as_dict(), **provenance(words)}) if as_json else genera}\n"


# The command `quotient`: the misère quotient of the heaps of a game, printed.

Form = Literal["json", "latex", "gap"]


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("The largest heap; without it heaps are added until the quotient is complete.")
@click.option("--json", "form", flag_value="json", help="One JSON object.")
@click.option("--latex", "form", flag_value="latex", help="For a LaTeX document.")
@click.option("--gap", "form", flag_value="gap", help="As GAP reads it.")
@click.option(
    "--certificate", metavar="FILE", type=FilePath(path_type=Path), help="Write a certificate that proves the quotient."
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

    Sums of heaps whose elements have the same product have the same outcome in misère play, beside any other heaps.
    If no quotient of all these heaps is found, that of fewer heaps is printed, and the exit status is 2.

    \b
    grundy quotient kayles --to 12
    grundy quotient octal:0.123 --gap
    grundy quotient dawsons-kayles --to 30 --time-limit 5min
    """
    from grundy.api.misere import misere_quotient as quotient_of
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.notation.files import FILES

    rule = rule_of(game, settings, FILES)
    words = ("quotient", *command_words(ctx, LIMITS))
    with answering(work.read(), words, ctx.obj) as answer:
        try:
            quotient = quotient_of(rule, far.last(), session=answer)
        except KeyboardInterrupt:  # what is proved is said all the same
            if answer.partial is not None:
                answer.give_part(_quotient_text(answer.partial, form, words))
            raise
        text = _quotient_text(quotient, form, words)
        if certificate is not None:
            from grundy.api.work import certificate_note
            from grundy.show.text import Line

            certified = quotient.certificate().save(certificate)
            if not isinstance(text, str):
                text.append(Line("move", certificate_note("Certificate", str(certified.path), certified.checked)))
        return answer.give(text, 2 if quotient.reason or answer.stopped else 0)


def _quotient_text(quotient: MisereQuotient, form: Form | None, words: tuple[str, ...]) -> str | list[Line]:
    from grundy.api.work import provenance
    from grundy.show import quotient as show

    if form == "latex":
        return show.quotient_latex(quotient)
    if form == "gap":
        return show.quotient_gap(quotient)
    if form == "json":
        return json.dumps({**quotient.as_dict(), **provenance(words)}) + "\n"
    return list(show.quotient_lines(quotient))

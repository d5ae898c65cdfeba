"""The command `oeis`: a rule beside an entry of the OEIS, and what a submission needs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import click

from grundy.cli.completion import complete_game
from grundy.cli.options import (
    LIMITS,
    SET,
    TASKS,
    FilePath,
    HowFar,
    LongWork,
    Verb,
    Whole,
    command_words,
    how_far,
    long_work,
)
from grundy.cli.output import say

MOST_SHIFT = 1_000_000


@click.command(cls=Verb)
@click.argument("task", type=click.Choice(TASKS))
@click.argument("place", metavar="ENTRY|FOLDER")
@click.argument("game", shell_complete=complete_game)
@how_far("Up to term N; 'write': up to heap N (99).")
@click.option("--of", metavar="STATE", help="The state of n, as in 'tuple([2] * n)': a Python expression over n.")
@click.option("--outcomes", is_flag=True, help="The P-positions, in place of the nim-values.")
@click.option("--misere", is_flag=True, help="The P-positions of misère play.")
@click.option("--shift", metavar="K", type=Whole(-MOST_SHIFT), help="'check': term n is beside heap n + K.")
@click.option("--start", metavar="N", type=Whole(0), help="'write': the first term is that of heap N.")
@click.option(
    "--oeis", metavar="PATH", type=FilePath(path_type=Path), help="'check': stripped.gz, or its folder (GRUNDY_OEIS)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@SET
@long_work
@click.pass_context
def oeis(
    ctx: click.Context,
    task: Literal["check", "write"],
    place: str,
    game: str,
    far: HowFar,
    of: str | None,
    outcomes: bool,
    misere: bool,
    shift: int | None,
    start: int | None,
    oeis: Path | None,
    as_json: bool,
    settings: tuple[str, ...],
    work: LongWork,
) -> int:
    """Compare an entry of the OEIS with a game term by term, or write what a submission needs into a new folder.

    ENTRY is a b-file, or a number such as A002186, which the file stripped.gz of --oeis or GRUNDY_OEIS has.
    The exit status of 'check' is 1 if a term differs.

    \b
    grundy oeis check b002186.txt kayles
    grundy oeis check A002187 dawsons-chess --oeis stripped.gz
    grundy oeis write A002186 kayles --to 1000
    """
    from grundy.api.work import provenance, rule_of
    from grundy.cli.answering import answering
    from grundy.errors import Stopped
    from grundy.notation.files import FILES
    from grundy.oeis.compare import check
    from grundy.oeis.files import NUMBER
    from grundy.oeis.submission import write
    from grundy.text.terminal import as_typed

    rule = rule_of(game, settings, FILES)
    words = ("oeis", *command_words(ctx, LIMITS))
    last = far.last()
    with answering(work.read(), words, ctx.obj) as answer:
        if task == "write":
            made = write(
                place, rule, 99 if last is None else last, start=start or 0, of=of, outcomes=outcomes, misere=misere,
                command=as_typed(words), session=answer,
            )  # fmt: skip
            lines = [*made.lines(), made.evidence.sentence(as_typed(words))]
            return answer.give(_text(lines, made.as_dict() | provenance(words) if as_json else None))
        number = place if NUMBER.fullmatch(place) else Path(place)
        try:
            comparison = check(
                number, rule, last, of=of, outcomes=outcomes, misere=misere, shift=shift, oeis=oeis, session=answer
            )
        except (Stopped, KeyboardInterrupt):
            if answer.partial is not None:
                say(f"{answer.partial.sentence}\n")
            raise
        lines = [comparison.sentence, comparison.evidence.sentence(as_typed(words))]
        return answer.give(
            _text(lines, comparison.as_dict() | provenance(words) if as_json else None), comparison.exit_status
        )


def _text(lines: list[str], told: dict[str, Any] | None) -> str:
    """The lines for people, or where it is told for machines, one object."""
    return "".join(f"{line}\n" for line in lines) if told is None else f"{json.dumps(told)}\n"

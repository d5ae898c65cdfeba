"""The command `grundy stress`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from grundy.cli.completion import complete_file, complete_tested
from grundy.cli.input import file_or_name
from grundy.cli.misspelt import refuse_misspelt
from grundy.cli.options import MEMORY, SET, Decimal, Verb, Whole, given_words
from grundy.cli.output import say

if TYPE_CHECKING:
    from grundy.model.stress import Report


@click.command(
    cls=Verb,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)
@click.argument("game", shell_complete=complete_tested)
@click.argument("program", nargs=-1, required=True, type=click.UNPROCESSED, shell_complete=complete_file)
@click.option("--values", is_flag=True, help="The program prints nim-values, not first or second.")
@click.option("--moves", is_flag=True, help="The program prints a move that wins, as in '2 1 3', or second.")
@click.option("--words", metavar="FIRST,SECOND", help="What the program prints for first and second, as in Alice,Bob.")
@click.option("--misere", is_flag=True, help="Misère play: the player who cannot move wins.")
@click.option("--loopy", is_flag=True, help="Positions may come back; the program also prints draw.")
@click.option("--of", metavar="STATE", help="Try the states of n = 0, 1, ..., as in 'tuple([2] * n)': Python over n.")
@click.option(
    "--parts", metavar="N", type=Whole(1), default=4, show_default=True, help="At most N states side by side."
)
@click.option("--seed", type=Whole(0), default=1, show_default=True, help="Of the random inputs.")
@click.option("--time-limit", metavar="TIME", help="How long to try, as in 90s or 5min (10s).")
@click.option("--seconds", metavar="T", type=Decimal(0), help="The same in seconds, in place of --time-limit.")
@click.option("--run-seconds", type=Decimal(0), default=2.0, show_default=True, help="For one run.")
@MEMORY
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@SET
@click.pass_context
def stress(
    ctx: click.Context,
    game: str,
    program: tuple[str, ...],
    values: bool,
    moves: bool,
    words: str | None,
    misere: bool,
    loopy: bool,
    of: str | None,
    parts: int,
    seed: int,
    time_limit: str | None,
    seconds: float | None,
    run_seconds: float,
    memory: str | None,
    as_json: bool,
    settings: tuple[str, ...],
) -> int:
    """Run a program on the smallest and on random inputs until one of its answers is wrong.

    GAME is a judge's format (its inputs and outputs), a game or a rule of yours: then the program
    reads a position in one line and prints first or second. Options stand before GAME.
    The exit status is 1 if a failing input was found.

    \b
    grundy stress my_game.py ./a.out
    grundy stress hdu5724-chess python3 solution.py
    """
    from grundy.api.stress import WORDS
    from grundy.api.stress import stress as stress_test
    from grundy.cli.answering import answering
    from grundy.errors import Stopped, Terminated
    from grundy.runs.session import Limits
    from grundy.text.numbers import read_size

    refuse_misspelt(ctx, game)
    program = program[1:] if program[0] == "--" and len(program) > 1 else program  # '--' may end the options
    arguments, options = given_words(ctx, ())
    typed = ("stress", *options, *arguments)
    limits = Limits(memory=None if memory is None else read_size(memory))
    with answering(limits, typed) as answer:
        try:
            report = stress_test(
                file_or_name(game),
                program,
                settings=settings,
                answers="value" if values else "move" if moves else "winner",
                misere=misere,
                loopy=loopy,
                of=of,
                seed=seed,
                time_limit=seconds if seconds is not None else time_limit or "10s",
                run_seconds=run_seconds,
                parts=parts,
                words=WORDS if words is None else words.split(","),
                session=answer,
            )
        except (Stopped, Terminated):  # print the results so far, too
            if answer.partial is not None:
                answer.give_part(_text(answer.partial, typed, as_json))
            raise
    say(_text(report, typed, as_json))
    return report.exit_status


def _text(report: Report, words: tuple[str, ...], as_json: bool) -> str:
    from grundy.api.work import provenance
    from grundy.show.stress import report_lines
    from grundy.text.terminal import as_typed

    if as_json:
        return f"{json.dumps({**report.as_dict(), **provenance(words)})}\n"
    return "".join(f"{line}\n" for line in (*report_lines(report), report.evidence.sentence(as_typed(words))))

"""The command `guess`: what is seen in values that any program printed."""

from __future__ import annotations

import click

from grundy.cli.input import read_input


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--sequence", "flat", is_flag=True, help="Rows of numbers are one sequence, row after row.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--time-limit", metavar="TIME", help="Stop after TIME, as in 90s or 5min, with what is seen by then.")
def guess(file: str, flat: bool, as_json: bool, time_limit: str | None) -> None:
    """Look for what values without a rule show: patterns, periods, known games, automata that give them.

    FILE ('-': standard input) has the values of 0, 1, 2, ... between blanks, commas or lines, a table of the values
    of pairs in rows, a list of P-positions, numbers or pairs, or the letters P, N and D of outcomes. All that is said
    is observed, and none of it proved.

    \b
    ./brute_force | grundy guess -
    grundy sequence kayles --to 300 --csv | grundy guess -
    grundy sequence take-away:1,2,3 --misere --csv | grundy guess -
    """
    import json

    from grundy.api.guess import guess_columns
    from grundy.cli.answering import answering
    from grundy.cli.output import say
    from grundy.runs.session import Limits
    from grundy.show.patterns import guesses_lines
    from grundy.text.numbers import read_duration
    from grundy.text.reader import Text
    from grundy.text.values import read_columns

    limits = Limits(None if time_limit is None else read_duration(time_limit))
    text = Text(*read_input(file))
    read = read_columns(text)
    text.close()
    assert read is not None
    with answering(limits, ("guess", file)) as answer:
        guesses = guess_columns(read, sequence=flat, session=answer)
    say(f"{json.dumps(guesses.as_dict())}\n" if as_json else guesses_lines(guesses))

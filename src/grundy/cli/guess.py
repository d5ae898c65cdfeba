"""The command `guess`: what is seen in values that any program printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from grundy.cli.completion import complete_file
from grundy.cli.input import read_input
from grundy.cli.options import SET, FilePath, HowFar, Verb, WhoWins, how_far, who_wins

if TYPE_CHECKING:
    from grundy.runs.session import Limits


@click.command(cls=Verb)
@click.argument("file", metavar="FILE", shell_complete=complete_file)
@click.option("--of", metavar="STATE", help="FILE is a game: the state of n, as in 'tuple([2] * n)': Python over n.")
@how_far("With --of up to n = N (99).")
@who_wins
@SET
@click.option("--sequence", "flat", is_flag=True, help="Rows of numbers are one sequence, row after row.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option(
    "--oeis", metavar="PATH", type=FilePath(), help="Also name entries of the OEIS, from stripped.gz or its folder."
)
@click.option("--time-limit", metavar="TIME", help="Stop after TIME, as in 90s or 5min, with what is seen by then.")
def guess(
    file: str,
    of: str | None,
    far: HowFar,
    who: WhoWins,
    settings: tuple[str, ...],
    flat: bool,
    as_json: bool,
    oeis: str | None,
    time_limit: str | None,
) -> None:
    """Look for what values without a rule show: patterns, periods, known games, automata that give them.

    FILE ('-': standard input) has the values of 0, 1, 2, ... between blanks, commas or lines, a table of the values
    of pairs in rows, a list of P-positions, numbers or pairs, or the letters P, N and D of outcomes. What is
    found is observed, not proved. With --of, FILE is a game or a file with a rule, and STATE says which states to take.

    \b
    ./brute_force | grundy guess -
    grundy sequence kayles --to 300 --csv | grundy guess -
    grundy sequence take-away:1,2,3 --misere --csv | grundy guess -
    grundy sequence kayles --csv | grundy guess - --oeis stripped.gz
    grundy guess my_piles.py --of 'tuple([2] * n)' --to 60
    """
    import json

    from grundy.api.guess import guess_columns, sequence_of
    from grundy.cli.answering import answering
    from grundy.cli.output import say
    from grundy.runs.session import Limits
    from grundy.show.patterns import guesses_lines
    from grundy.show.text import Line
    from grundy.text.numbers import read_duration
    from grundy.text.reader import Text
    from grundy.text.values import read_columns

    limits = Limits(None if time_limit is None else read_duration(time_limit))
    last = far.last()
    if of is not None:
        if flat or oeis is not None:
            raise click.UsageError("--of values the states of a game: without --sequence and --oeis")
        _of_states(file, of, 99 if last is None else last, who, settings, as_json, limits)
        return
    if last is not None or who.is_asked or settings:
        raise click.UsageError(
            "--to, --states, --set and who wins are about a game: give its states with --of, as --of n"
        )
    refuse_game(file)
    text = Text(*read_input(file))
    read = read_columns(text)
    text.close()
    assert read is not None
    entries = None
    if oeis is not None:
        from grundy.oeis.index import find

        entries = find(sequence_of(read), oeis)
    with answering(limits, ("guess", file)) as answer:
        guesses = guess_columns(read, sequence=flat, session=answer)
    if as_json:
        more = {} if entries is None else {"oeis": entries.as_dict()}
        say(f"{json.dumps(guesses.as_dict() | more)}\n")
        return
    say(guesses_lines(guesses))
    if entries is not None:
        say([Line("move", f"OEIS {line}") for line in entries.lines()] or [Line("move", "OEIS: no entry has them.")])


def _of_states(
    game: str, of: str, last: int, who: WhoWins, settings: tuple[str, ...], as_json: bool, limits: Limits
) -> None:
    """What is seen in the values of the states that a map gives, or in who wins them."""
    import json

    from grundy.api.guess import guess as guess_of
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.cli.output import say
    from grundy.notation.files import FILES
    from grundy.show.patterns import guesses_lines

    rule = rule_of(game, settings, FILES)
    with answering(limits, ("guess", game, "--of", of)) as answer:
        guesses = guess_of(rule, of=of, upto=last, **who._asdict(), session=answer)
    say(f"{json.dumps(guesses.as_dict())}\n" if as_json else guesses_lines(guesses))


def refuse_game(word: str) -> None:
    """Refuse the name of a game where values are wanted, unless a file is called so. Raises UsageError."""
    from pathlib import Path

    from grundy.games.catalogue import GAMES
    from grundy.notation.expression import names_file

    is_rule = Path(word).suffix == ".py" and Path(word).is_file()
    if is_rule or (not Path(word).exists() and (word.partition(":")[0] in GAMES or names_file(word))):
        raise click.UsageError(
            f"expected a file of values, found {word!r}; a game's are printed by 'grundy sequence' and 'grundy table', "
            "as in 'grundy sequence kayles --csv | grundy guess -', or it is asked with --of, as --of n"
        )

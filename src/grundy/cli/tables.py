"""The commands that compute many states: table, sequence, check; and those of stopped work: runs, resume."""

from __future__ import annotations

import json
import os
import re
from functools import partial
from itertools import chain
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from grundy.cli.completion import complete_game, complete_run
from grundy.cli.options import (
    CLUSTER,
    LIMITS,
    MEASURE,
    SET,
    STORE,
    FilePath,
    HowFar,
    LongWork,
    Verb,
    Whole,
    WhoWins,
    command_words,
    estimated_work,
    how_far,
    long_work,
    who_wins,
)
from grundy.cli.output import note, say, screen_width
from grundy.errors import BadText, Finding, OutOfReach
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.api.outcomes import OutcomeSequence
    from grundy.api.sequence import Sequence
    from grundy.api.states import StateTable
    from grundy.api.table import Table
    from grundy.show.emit import Language
    from grundy.show.text import Line


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("Up to state N, as in 200 or 1e6; of pairs (or vectors) up to N in all numbers.", "states")
@click.option("--box", metavar="AxB", help="All pairs (or vectors) below these numbers, as in 1000x1000.")
@click.option("--out", metavar="FILE.npy", type=FilePath(path_type=Path), help="Keep the table, with its digests.")
@click.option("--overwrite", is_flag=True, help="Replace FILE.npy if it is there.")
@click.option(
    "--certificate",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="Write a certificate that proves the table in FILE.npy.",
)
@click.option(
    "--of", metavar="STATE", help="The state of n, or a list of states, as in 'tuple([2] * n)': Python over n."
)
@MEASURE
@who_wins
@click.option("--emit", type=click.Choice(["cpp", "python"]), help="Source text of the values or of a pattern of them.")
@click.option("--moves", is_flag=True, help="With --emit: also a function that finds a winning move in a sum.")
@click.option("--csv", is_flag=True, help="A line a state: the state, its value, and how it is known.")
@click.option("--remarks", is_flag=True, help="End CSV with a line '# ...': how the values are known, and the command.")
@click.option(
    "--plot",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="A chart, as SVG or PNG: points; of pairs a heat map.",
)
@click.option("--show", metavar="WHERE", help="Only these values: 57, 0:40 or 3,0:10 (as in Python, without the last).")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@CLUSTER
@SET
@estimated_work
@click.pass_context
def table(
    ctx: click.Context,
    game: str,
    far: HowFar,
    box: str | None,
    out: Path | None,
    overwrite: bool,
    certificate: Path | None,
    of: str | None,
    measure: str | None,
    who: WhoWins,
    emit: Language | None,
    moves: bool,
    csv: bool,
    remarks: bool,
    plot: Path | None,
    show: str | None,
    as_json: bool,
    cluster: str | None,
    settings: tuple[str, ...],
    work: LongWork,
) -> None:
    """Compute the nim-values of all states up to a bound, and read the table.

    GAME may also be a file that --out wrote; its table is then read.

    \b
    grundy table my_game.py --to 1e6 --out rows.npy
    grundy table rows.npy --show 0:40
    grundy table wythoff --to 500
    grundy table my_piles.py --to 6 --of '[(a, b) for a in range(n) for b in range(a, n)]'
    grundy table take-away:1,3,4 --to 4095 --emit cpp --moves
    grundy table wythoff --to 200 --plot wythoff.png
    """
    from grundy.api.kept_theorems import of_table, theorem_lines, theorems_key
    from grundy.api.listed import table_of_states
    from grundy.api.states import rises, with_measure
    from grundy.api.table import open_table
    from grundy.api.table import table as table_of
    from grundy.api.work import certificate_note, rule_of
    from grundy.cli.answering import answering
    from grundy.cli.runs import store_path
    from grundy.errors import Stopped
    from grundy.notation.files import FILES
    from grundy.show.text import Line
    from grundy.text.numbers import read_box
    from grundy.text.terminal import as_typed

    states = far.how_many(least=0)
    if plot is not None:
        from grundy.show.chart import check_form

        check_form(plot)
    if game.endswith(".npy"):
        table = open_table(game, store=store_path(work.store, work.no_store))
        if emit and table.contents.outcomes:
            raise click.UsageError("--emit writes the source text of nim-values; the file has outcomes")
        if plot is not None:
            table.plot(plot)
            say(_chart_lines(plot, table))
            return
        piece = read_where(show, table.shape) if show is not None else None
        for text in table.csv_pieces(piece, remarks) if csv else (_table_text(table, piece, emit, moves, as_json),):
            say(text)
        return
    rule = with_measure(rule_of(game, settings, FILES), measure)
    size = read_box(box or "") if states is None else (states,) * (rule.arity if far.to else 1)
    if emit and len(size) > 2:
        raise click.UsageError("--emit writes tables of one number or two")
    piece = read_where(show, size) if show is not None else None
    words = ("table", *command_words(ctx, (*LIMITS, "overwrite")))
    remedy = "" if out else "--out FILE.npy would keep the table"
    in_any_order = not (out or certificate or cluster) and rises(rule)
    if in_any_order and (emit or plot or show):
        option = "--emit" if emit else "--plot" if plot else "--show"
        raise click.UsageError(
            f"{option} needs a table whose moves lead to smaller states; {rule.spec} also moves to larger ones"
        )
    with answering(work.read(), words, ctx.obj, remedy=remedy) as answer:
        if of is not None or who.loopy or in_any_order:
            whole = None if of is not None or (len(size) == 1 and box is None) else size
            asked_states = states if whole is None else None
            listed = table_of_states(
                rule, asked_states, whole, of, who.outcomes, who.misere, who.loopy, {"session": answer}
            )
            answer.give(_listed_text(listed, as_typed(words), csv, remarks, as_json))
            return
        try:
            table = table_of(
                rule,
                size[0] if len(size) == 1 and box is None else None,
                box=None if len(size) == 1 and box is None else size,
                outcomes=who.outcomes,
                misere=who.misere,
                out=None if work.estimate else out,
                overwrite=overwrite,
                certificate=certificate,
                read=piece is None and not csv and plot is None,
                cluster=cluster,
                session=answer,
            )
        except (Stopped, KeyboardInterrupt):
            if answer.partial is not None and piece is None and not emit and plot is None:
                pieces = answer.partial.csv_pieces(None, remarks) if csv else None
                for text in pieces or (_table_text(answer.partial, None, None, moves, as_json),):
                    say(text)
            raise
        if (certified := table.certificate) and not certified.checked:
            note(certificate_note("Certificate", str(certified.path), certified.checked))
        if plot is not None:
            table.plot(plot)
            answer.give(_chart_lines(plot, table))
            return
        arguments, told = (
            ([rule], answer.limits.store, who.misere),
            partial(of_table, rule, table.contents, table.__getitem__),
        )
        if csv:
            proved = (f"# {line}\n" for line in theorem_lines(*arguments, answers=told) if remarks)
            answer.give_pieces(chain(table.csv_pieces(piece, remarks), proved))
        elif as_json and piece is None:
            answer.give(f"{json.dumps({**table.as_dict(), **theorems_key(*arguments, answers=told)})}\n")
        else:
            text = _table_text(table, piece, emit, moves, as_json)
            if piece is None and not emit:
                text = [*text, *(Line("move", line) for line in theorem_lines(*arguments, answers=told))]
            answer.give(text)


def _listed_text(table: StateTable, command: str, csv: bool, remarks: bool, as_json: bool) -> str:
    """A table of states of any kind, for people, as CSV or as JSON."""
    remark = table.evidence.sentence(command)
    if csv:
        return table.to_csv() + f"# {remark}\n" * remarks
    if as_json:
        return f"{json.dumps({**table.as_dict(), 'command': command, 'version': __version__})}\n"
    return "".join(f"{line}\n" for line in [*table.lines(), remark])


def _chart_lines(plot: Path, table: Table) -> list[Line]:
    from grundy.show.text import Line

    return [Line("move", f"{plot}: a chart of {table.game}"), Line("move", table.contents.known())]


def _table_text(
    made: Table, piece: Where | None, emit: Language | None, moves: bool, as_json: bool
) -> str | list[Line]:
    """What stands in a table, or in a piece of it: in words, as JSON, or as source text."""
    from grundy.show.table import piece_lines

    if piece is not None:
        values = made[piece]
        listed = values if isinstance(values, int | str) else values.tolist() if values.size else []
        return "".join(f"{line}\n" for line in piece_lines(made.contents, piece, listed, as_json))
    if emit:
        return made.source_code(emit, moves=moves)
    return f"{json.dumps(made.as_dict())}\n" if as_json else list(made.lines())


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@how_far("Up to state N, as in 200 or 1e6 (99; of a plot as far as is of use).")
@click.option("--of", metavar="STATE", help="The state of n, as in 'tuple([2] * n)': a Python expression over n.")
@MEASURE
@who_wins
@click.option("--csv", is_flag=True, help="Lines 'n,nim_value,status'.")
@click.option("--remarks", is_flag=True, help="End CSV with a line '# ...': how the values are known, and the command.")
@click.option("--bfile", is_flag=True, help="The b-file of the OEIS.")
@click.option("--latex", is_flag=True, help="A tabular.")
@click.option("--json", is_flag=True, help="One JSON object.")
@click.option(
    "--plot",
    metavar="FILE",
    type=FilePath(path_type=Path),
    help="A picture, as FILE.svg or, by matplotlib, FILE.png.",
)
@click.option(
    "--kind",
    type=click.Choice(["points", "rows", "histogram"]),
    help="What --plot draws: rows of the period (usual), or by matplotlib.",
)
@SET
@estimated_work
@click.pass_context
def sequence(
    ctx: click.Context,
    /,
    game: str,
    far: HowFar,
    plot: Path | None,
    kind: Literal["points", "rows", "histogram"] | None,
    of: str | None,
    measure: str | None,
    who: WhoWins,
    remarks: bool,
    settings: tuple[str, ...],
    work: LongWork,
    **forms: bool,
) -> None:
    """List the nim-values of the states 0 to N of a game, or who wins them: P the second player, N the first, D nobody.

    \b
    grundy sequence take-away:1,3,4 --to 40
    grundy sequence my_game.py --to 200 --bfile > b000000.txt
    grundy sequence kayles --to 50 --misere
    grundy sequence kayles --plot kayles.svg
    grundy sequence grundys-game --to 1e5 --plot grundys-game.png --kind points
    """
    from grundy.api.kept_theorems import of_terms, theorem_lines, theorems_key
    from grundy.api.picture import picture
    from grundy.api.sequence import sequence as sequence_of
    from grundy.api.states import with_measure
    from grundy.api.work import rule_of
    from grundy.cli.answering import answering
    from grundy.errors import Stopped
    from grundy.notation.files import FILES
    from grundy.text.terminal import as_typed

    form = next((name for name, is_asked in forms.items() if is_asked), None)
    words = ("sequence", *command_words(ctx, LIMITS))
    command = as_typed(words)
    rule = with_measure(rule_of(game, settings, FILES), measure)
    last = far.last()
    if of is not None and plot is not None and kind in (None, "rows"):
        raise click.UsageError("--of goes with --kind points or histogram: rows are those of a period of heaps")
    if plot is not None:
        from grundy.show.chart import check_form

        check_form(plot)
    with answering(work.read(), words, ctx.obj) as answer:
        if plot is not None and kind is not None and kind != "rows":
            terms = sequence_of(rule, 99 if last is None else last, of=of, session=answer)
            terms.plot(plot, kind)
            answer.give(f"{plot}: {kind} of states 0 to {terms.upto}\n{terms.evidence.sentence(command)}\n")
        elif plot is not None:
            drawn = picture(rule, last, out=plot, session=answer)
            answer.give(f"{plot}: {drawn.description}\n{drawn.evidence.sentence(command)}\n")
        else:
            values: Sequence | OutcomeSequence
            try:
                values = sequence_of(
                    rule,
                    99 if last is None else last,
                    of=of,
                    outcomes=who.outcomes,
                    misere=who.misere,
                    loopy=who.loopy,
                    session=answer,
                )
            except (Stopped, KeyboardInterrupt):
                if answer.partial is not None:
                    for piece in answer.partial.pieces(form, as_typed(_up_to(words, answer.partial.upto)), remarks):
                        say(piece)
                raise
            recorded, told = ([rule], answer.limits.store, who.misere), partial(of_terms, rule, values)
            more = theorems_key(*recorded, answers=told) if form == "json" else {}
            remark: dict[str | None, str] = {None: "", "bfile": "# ", "latex": "% "}
            if remarks:
                remark["csv"] = "# "
            if of is not None or who.loopy:  # theorems are about the rule's own states, in play that ends
                recorded, more = ([], None, False), {}
            theorems = (f"{remark[form]}{line}\n" for line in theorem_lines(*recorded, answers=told) if form in remark)
            answer.give_pieces(chain(values.pieces(form, command, remarks, more), theorems))


def _up_to(words: tuple[str, ...], last: int) -> list[str]:
    """The words of a command, up to another last state.

    >>> _up_to(("sequence", "nim", "--states", "9", "--csv"), 3)
    ['sequence', 'nim', '--to', '3', '--csv']
    """
    command_line = list(words)
    for option in ("--to", "--states", "--limit"):
        if option in command_line:
            place = command_line.index(option)
            del command_line[place : place + 2]
    return [*command_line[:2], "--to", str(last), *command_line[2:]]


@click.command(cls=Verb)
@click.argument("game", shell_complete=complete_game)
@click.argument("guess")
@how_far("Compare up to state N, as in 200 or 1e6.  [required]")
@click.option("--of", metavar="STATE", help="The state of n, as in 'tuple([2] * n)': a Python expression over n.")
@MEASURE
@click.option("--start", metavar="N", default="0", help="Compare from state N on.")
@who_wins
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@SET
@long_work
@click.pass_context
def check(
    ctx: click.Context,
    game: str,
    guess: str,
    far: HowFar,
    of: str | None,
    measure: str | None,
    start: str,
    who: WhoWins,
    as_json: bool,
    settings: tuple[str, ...],
    work: LongWork,
) -> int:
    """Compare a guess with the nim-values, or with who wins, and show the first counter-example.

    GUESS is a formula, or a Python expression, over the rule's parameter, also called n (of pairs: a and b).
    With --outcomes, --misere or --loopy it gives 0 or 'P' for a P-position, another number or 'N' for an N-position,
    and -1 or 'D' for a draw.
    The exit status is 1 if the guess is wrong.

    \b
    grundy check take-away:1,2,3 'n % 4' --to 1000000
    grundy check wythoff 'a ^ b' --to 100
    grundy check take-away:1,2,3 '(n - 1) % 4' --to 100 --misere
    """
    from grundy.api.check import check as checked
    from grundy.api.states import with_measure
    from grundy.api.work import provenance, rule_of
    from grundy.cli.answering import answering
    from grundy.notation.files import FILES
    from grundy.text.numbers import read_count
    from grundy.text.terminal import as_typed

    rule = with_measure(rule_of(game, settings, FILES), measure)
    words = ("check", *command_words(ctx, LIMITS))
    last, first = far.last(), read_count(start, "--start", 0)
    if last is None:
        raise click.MissingParameter(ctx=ctx, param_type="option", param_hint="'--to'")
    with answering(work.read(), words, ctx.obj) as answer:
        verdict = checked(
            rule, guess, last, first, who.outcomes, misere=who.misere, loopy=who.loopy, of=of, session=answer
        )
        text = f"{verdict.sentence}\n{verdict.evidence.sentence(as_typed(words))}"
        if as_json:
            text = json.dumps({"game": rule.spec, **verdict.as_dict(), **provenance(words)})
        return answer.give(f"{text}\n", verdict.exit_status)


@click.command(cls=Verb)
@click.argument("run", metavar="[RUN]", required=False, type=Whole(1), shell_complete=complete_run)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a run.")
@click.option(
    "--forget",
    metavar="RUN",
    multiple=True,
    shell_complete=complete_run,
    help="Remove run RUN; 'finished' or 'all': all of those.",
)
@STORE
def runs(run: int | None, as_json: bool, forget: tuple[str, ...], store: str | None) -> None:
    """List the runs that took more than a second, or describe one."""
    from grundy.cli.runs import forgotten_line, runs_text, store_to_read

    if forget:
        say(f"{forgotten_line(store_to_read(store), forget)}\n")
        return
    say(runs_text(store_to_read(store), run, as_json, screen_width()))


@click.command(cls=Verb)
@click.argument("target", metavar="[RUN|FILE]", default="", shell_complete=complete_run)
@click.option("--cluster", metavar="ADDRESS", help="Of a run on a cluster: its Dask scheduler is at ADDRESS now.")
@long_work
@click.pass_context
def resume(ctx: click.Context, target: str, cluster: str | None, work: LongWork) -> Any:
    """Resume a run that was stopped: the last one, the one of that number, or that of a table's FILE."""
    from grundy.cli.runs import resumable, store_to_read, with_cluster

    # the run goes on in the folder where it was begun
    work = work if work.store is None else work._replace(store=os.path.abspath(work.store))
    place = None if work.no_store else store_to_read(work.store)
    resumed = resumable(target, place)
    if resumed.answer:
        from grundy.cli.answering import answering

        with answering(work.read(), resumed.run.command, resumed) as answer:
            answer.begin(resumed.run)
            return answer.give(*resumed.answer)
    words = list(resumed.run.command)
    if cluster is not None:
        words = with_cluster(words, cluster)
    words[1:1] = work.words()  # before a '--'
    assert ctx.parent is not None
    group = ctx.parent.command
    return group.main(words, prog_name="grundy", standalone_mode=False, obj=resumed)


# The piece of a table that --show names.

MOST_SHOWN = 1_000_000  # values in one piece
BEYOND = 10**18  # more than the states of any table
Where = tuple[int | range, ...]


def read_where(text: str, shape: tuple[int, ...]) -> Where:
    """The piece of a table that a --show names: a number or FROM:TO (TO is not in it) for each number of a state.

    Raises:  BadText: something else, or beyond the table. OutOfReach: more than a million values.

    >>> read_where("57", (100,)), read_where("0:3, 5", (10, 10)), read_where(":", (4,))
    ((57,), (range(0, 3), 5), (range(0, 4),))
    """
    parts = text.split(",")
    example = "57 or 0:40" if len(shape) == 1 else ",".join(["0:10", "0:10", *["3"] * (len(shape) - 2)])
    if len(parts) != len(shape):
        numbers = "one number or range" if len(shape) == 1 else f"{len(shape)} numbers or ranges"
        raise _bad(1, f"{numbers}, as in {example}", repr(text))
    where: list[int | range] = []
    column = 1
    for part, extent in zip(parts, shape, strict=True):
        match = re.fullmatch(r"\s*([0-9]+)?\s*(:\s*([0-9]+)?)?\s*", part, re.ASCII)
        if match is None or not part.strip():
            raise _bad(column, f"a number or a range, as in {example}", repr(part))
        start = _number(match[1] or "0")
        stop = start + 1 if match[2] is None else _number(match[3] or str(extent))
        if stop > extent or start > stop:
            raise _bad(column, f"states from 0 to {extent - 1:,}", repr(part.strip()))
        where.append(range(start, stop) if match[2] else start)
        column += len(part) + 1
    if sum(isinstance(piece, range) for piece in where) > 2:
        raise _bad(1, "at most two ranges, and numbers for the rest", repr(text))
    if _count(tuple(where)) > MOST_SHOWN:
        raise OutOfReach(f"--show: {_count(tuple(where)):,} values; at most {MOST_SHOWN:,} are shown; try fewer")
    return tuple(where)


def _bad(column: int, expected: str, actual: str) -> BadText:
    return BadText([Finding(1, column, expected, actual, "<--show>")])


def _number(digits: str) -> int:
    """A number; one that is beyond every table need not be read to its last digit."""
    digits = digits.lstrip("0") or "0"
    return int(digits) if len(digits) < 19 else BEYOND


def _count(where: Where) -> int:
    return prod(len(piece) for piece in where if isinstance(piece, range))

"""The commands `solve` and `options`: one position, or with --lines many; and every move of a position."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grundy.cli.completion import complete_file, complete_game
from grundy.cli.input import STDIN, read_input, read_position
from grundy.cli.misspelt import refuse_misspelt
from grundy.cli.options import (
    CLUSTER,
    LIMITS,
    POSITION,
    SET,
    FilePath,
    LongWork,
    Verb,
    Whole,
    command_words,
    estimated_work,
)
from grundy.cli.output import draws, note, say, screen_width
from grundy.engines.methods import METHODS, Method

if TYPE_CHECKING:
    from grundy.api.option_outcomes import OptionOutcomes
    from grundy.cli.answering import CommandOutput
    from grundy.model.known import PartialAnswer
    from grundy.model.result import Result
    from grundy.model.rule import Position
    from grundy.show.text import Line


# The options --certificate and --strategy of `solve`: an answer, and in files what proves it.

Wanted = tuple[str, str]  # "Certificate" or "Strategy", and its file


class Proofs(NamedTuple):
    """What was written of the proofs that were wanted.

    written   a sentence each, for people, and whether the checker has read all of it
    problem   why one could not be written, or who stopped it; None: all are
    """

    written: tuple[tuple[str, bool], ...] = ()
    problem: BaseException | None = None


def write_proofs(result: Result, wanted: Sequence[Wanted], *how: Any) -> Proofs:
    """Write what proves a result, before it is said: of an answer and a proof that contradict each other one is wrong.

    Args:    how: the session, method, cores and kept values, as for `api.certificates.certify_result`.
    Raises:  FalseCertificate: the checker refuses what was written.
    """
    from grundy.api.certificates import certify_result
    from grundy.api.work import certificate_note
    from grundy.errors import GrundyError
    from grundy.proof.keep import FalseCertificate

    done: list[tuple[str, bool]] = []
    try:
        for what, path in wanted:
            checked = certify_result(result, path, what == "Strategy", *how).checked
            done.append((certificate_note(what, path, checked), checked))
    except FalseCertificate:
        raise
    except (GrundyError, KeyboardInterrupt) as problem:  # there is an answer to say all the same
        return Proofs(tuple(done), problem)
    return Proofs(tuple(done))


# The command `solve --lines`: an answer a line of a file of expressions.

FEW_LINES = 50  # that are answered before what keeps a run would be loaded, if none is searched


def answer_lines(
    ctx: click.Context, file: str, question: dict[str, Any], cores: int | None, cluster: str | None, work: LongWork
) -> None:
    """Print what there is to say of each line of a file of expressions.

    A few lines that take no search are answered before what keeps a run would be loaded, unless cores, limits or a
    store were given.

    Args:    question: what is asked of each, as `api.batch` has it.
    """
    from grundy.api.batch import answer_positions, batch_lines, refuse_files
    from grundy.engines.options import is_searched
    from grundy.errors import Stopped
    from grundy.reading.identity import rules_in

    limited = cores is not None or work.is_limited
    read = _expressions(file, question["loopy"])
    name = STDIN if file == "-" else file
    places = [f"{name}:{number}" for number, _, _ in read]
    rules = [component.rule for _, _, position in read for component in position.components]
    inside = rules_in([position for _, _, position in read])
    searched = any(is_searched(rule.shape) for rule in rules)
    if cluster is None and not (limited or searched or len(read) > FEW_LINES or ctx.obj is not None):
        answers = answer_positions([position for _, _, position in read], places, question)
        say("".join(f"{line}\n" for line in answers))
        return
    if cluster is not None:
        refuse_files([(number, position) for number, _, position in read], name)
    from grundy.cli.answering import answering

    texts = [text for _, text, _ in read]
    processes = 0 if cluster is not None else cores or int(limited)  # one can be ended when the time is up
    with answering(work.read(), ("solve", *command_words(ctx, LIMITS)), ctx.obj) as answer:
        try:
            answers = batch_lines(texts, inside, question, answer, cores=processes, cluster=cluster, places=places)
        except (Stopped, KeyboardInterrupt):
            say("".join(f"{line}\n" for line in answer.partial or ()))
            raise
        answer.give("".join(f"{line}\n" for line in answers))


def _expressions(file: str, loopy: bool) -> list[tuple[int, str, Position]]:
    """The lines of a file of expressions: number, text, position; all are read before the first is answered."""
    from grundy.notation.expression import read_expression
    from grundy.notation.files import FILES
    from grundy.text.reader import Text

    data, name = read_input(file)
    text = Text(data, name)
    positions = [
        (number, line.string, read_expression(line, loopy, FILES))
        for number, line in enumerate(text.line_parts(), 1)
        if line.string.strip(" \t\r")
    ]
    if not positions:
        text.report_end("an expression in each line, such as nim(3 5)")
    text.close()
    return [(number, line, position) for number, line, position in positions if position is not None]


# The command `solve`: one position, or with --lines many.

KEPT = 10  # winning moves in the record of a run


@click.command(cls=Verb, context_settings=POSITION)
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("position", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--file",
    "file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Read the position from FILE ('-': standard input).",
)
@click.option(
    "--lines",
    "lines",
    metavar="FILE",
    shell_complete=complete_file,
    help="Answer one expression a line from FILE ('-': standard input).",
)
@click.option("--misere", is_flag=True, help="Misère play: the player who cannot move wins.")
@click.option("--loopy", is_flag=True, help="Positions may come back; play may be drawn.")
@click.option("--remoteness", is_flag=True, help="Count how soon, and how late, the winner can win.")
@SET
@click.option("--explain", is_flag=True, help="Say why: components, values, XOR, options and their mex, known games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--moves", metavar="N", type=Whole(0), help="List at most N winning moves (10; in JSON 10,000).")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How boards and graphs are searched.")
@click.option("--cores", metavar="K", type=Whole(1), help="Use K threads (all cores); --lines: K processes.")
@CLUSTER
@click.option("--certificate", metavar="FILE", type=FilePath(), help="Write a certificate that proves the value.")
@click.option(
    "--strategy", metavar="FILE", type=FilePath(), help="Write a strategy that proves who wins: a reply to every move."
)
@click.option(
    "--values",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_file,
    help="Keep nim-values of parts of boards in FILE.",
)
@click.option("--picture", metavar="FILE", type=FilePath(), help="Draw the position in FILE.svg or FILE.png.")
@click.option("--graph", metavar="FILE", type=FilePath(), help="Draw all positions of a small game, likewise.")
@click.option("--cgsuite", is_flag=True, help="Only print the position as CGSuite writes it.")
@estimated_work
@click.pass_context
def solve(
    ctx: click.Context,
    game: str | None,
    position: tuple[str, ...],
    file: str | None,
    lines: str | None,
    misere: bool,
    loopy: bool,
    remoteness: bool,
    settings: tuple[str, ...],
    explain: bool,
    as_json: bool,
    moves: int | None,
    method: Method,
    cores: int | None,
    cluster: str | None,
    certificate: str | None,
    strategy: str | None,
    values: tuple[str, ...],
    picture: str | None,
    graph: str | None,
    cgsuite: bool,
    work: LongWork,
) -> None:
    """Say who wins a position, and how.

    GAME is a name from 'grundy games', with its parameters after a colon, or a Python file of yours
    (FILE.py or FILE.py:rule; it is run), or a board of yours as data (FILE.json). A sum is one
    expression in place of GAME and POSITION:

    \b
    grundy solve take-away:1,2,3 3 4 5
    grundy solve 'take-away:1,2,3(3 4 5) + nim(5)' --explain
    grundy solve rectangle '0110/0000/0000/0001' --json
    grundy solve --lines positions.txt --json
    """
    from grundy.api.solve import answer
    from grundy.api.work import provenance, rerun_command, rerun_words, solving
    from grundy.engines.options import may_take_long
    from grundy.errors import OutOfReach
    from grundy.model.evidence import LISTED
    from grundy.show.text import SHOWN, Line, result_json

    refuse_misspelt(ctx, game, position)
    for option, drawn in (("--picture", picture), ("--graph", graph)):
        if drawn and os.path.splitext(drawn)[1].lower() not in (".svg", ".png"):
            raise click.UsageError(f"{option} draws one position in a FILE that ends in .svg or .png, found {drawn}")
    form = ["--json", *([] if moves is None else ["--moves", str(moves)])]
    form += ["--remoteness"] * remoteness
    form += [] if method == "auto" else ["--method", method]
    form += [word for setting in settings for word in ("--set", setting)]
    if lines is not None:
        question: dict[str, Any] = {"misere": misere, "loopy": loopy, "json": form if as_json else None}
        question |= {"method": method, "moves": LISTED if moves is None else moves}
        answer_lines(ctx, lines, question, cores, cluster, work)
        return
    given = work.read() if work.is_limited or work.no_store else None
    game_position = read_position(game, position, file, loopy, settings)
    if cgsuite:
        say(f"{game_position.to_cgsuite()}\n")
        return
    if picture:
        from pathlib import Path

        from grundy.api.values import position_svg
        from grundy.runs.durable import replace_picture
        from grundy.show.raster import picture_bytes

        drawing = Path(picture)
        replace_picture(drawing, picture_bytes(position_svg(game_position), drawing, str(game_position)))
    if graph:
        from grundy.api.game_graph import game_graph

        game_graph(game_position, misere).save(graph)
    files = ("Certificate", certificate), ("Strategy", strategy)
    wanted = [(what, path) for what, path in files if path is not None]
    proofs = Proofs()
    with ExitStack() as stack:
        session: CommandOutput | None = None
        if (
            given
            or wanted
            or cluster
            or any(may_take_long(component.rule, misere) for component in game_position.components)
        ):
            from grundy.api.answers import keeping_values
            from grundy.cli.answering import answering

            session = stack.enter_context(
                answering(given or work.read, rerun_words(ctx.params, game_position), ctx.obj)
            )
            with keeping_values(values, bool(wanted)) as value_store:
                try:
                    result = answer(
                        game_position,
                        misere,
                        loopy,
                        remoteness=remoteness,
                        method=method,
                        cores=cores,
                        kept=value_store,
                        cluster=cluster,
                        session=session,
                    )
                except (OutOfReach, KeyboardInterrupt):
                    if session.partial is not None:
                        session.give_part(_partial(session.partial, as_json, LISTED if moves is None else moves))
                    raise
                if wanted:
                    proofs = write_proofs(result, wanted, session, method, cores, value_store)
        else:
            result = answer(game_position, misere, loopy, remoteness=remoteness)
        if as_json:
            theorems = [] if loopy else _theorems(result, misere, work)
            made = {**({"theorems": theorems} if theorems else {}), **provenance(solving(result, *form))}
            shown: str | list[Line] = f"{result_json(result, LISTED if moves is None else moves, made)}\n"
            for sentence in (sentence for sentence, checked in proofs.written if not checked):
                note(sentence)
        else:
            most = SHOWN if moves is None else moves
            shown = _lines(result, most, explain, rerun_command(ctx.params, game_position))
            below = [sentence for sentence, _ in proofs.written]
            if not loopy:
                below += _theorem_sentences(result, misere, work)
            shown += [Line("move", sentence) for sentence in below]
        if session is None or proofs.problem:
            say(shown)
        else:
            session.give(shown, 0, _record(result) if session.has_begun else None)
        if proofs.problem:
            raise proofs.problem


def _partial(partial: PartialAnswer, as_json: bool, moves: int) -> str | list[Line]:
    """What is known of a position that was not answered."""
    from grundy.show.text import Line, partial_json

    if as_json:
        return f"{partial_json(partial, moves)}\n"
    first, *rest = str(partial).splitlines()
    return [Line("winner", first), *(Line("note", line) for line in rest)]


def _lines(result: Result, moves: int, explain: bool, command: str) -> list[Line]:
    """What is said of a result, for people; with `explain` also what is seen of its values, before the evidence."""
    from grundy.show.text import Line, result_lines

    lines = result_lines(result, moves, explain, not draws(), screen_width(), command)
    if explain and result.convention == "normal":
        from grundy.api.known import same_lines
        from grundy.api.solve import option_lines

        lines[-1:-1] = [Line("move", f"  {line}") for line in option_lines(result)]
        lines[-1:-1] = [Line("note", line) for line in same_lines(result.position)]
    return lines


def _theorem_sentences(result: Result, misere: bool, work: LongWork) -> list[str]:
    theorems = _theorems(result, misere, work)
    if not theorems:
        return []
    from grundy.api.kept_theorems import theorem_sentence

    return list(map(theorem_sentence, theorems))


def _theorems(result: Result, misere: bool, work: LongWork) -> list[dict[str, str]]:
    """What `grundy prove` has proved of rules of one's own, where anything may be kept."""
    position = result.position
    rules = [
        component.rule
        for component in position.components
        if component.rule.shape is None and component.rule.theory is None
    ]
    if not rules or work.no_store or (misere and len(position.components) > 1):
        return []
    from pathlib import Path

    from grundy.api.kept_theorems import kept_theorems, of_result
    from grundy.errors import StoreError
    from grundy.runs.store import default_store

    with suppress(StoreError):  # there is no place for it
        store = default_store() if work.store is None else Path(work.store)
        return list(kept_theorems(rules, store, misere, answers=partial(of_result, result)))
    return []


def _record(result: Result) -> tuple[Any, Any]:
    """An answer and its evidence as JSON data for the store of runs."""
    import json

    from grundy.show.text import result_json

    recorded = json.loads(result_json(result, KEPT))
    return {name: value for name, value in recorded.items() if name != "evidence"}, recorded["evidence"]


# The command `options`: every move of a position with the nim-value of its option, printed.


@click.command(cls=Verb, context_settings=POSITION)
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("position", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--file",
    "file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Read the position from FILE ('-': standard input).",
)
@click.option("--misere", is_flag=True, help="Misère play: show which moves win and which lose.")
@click.option("--loopy", is_flag=True, help="Positions may come back: show which moves win, lose or draw.")
@SET
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How boards and graphs are searched.")
@click.option("--cores", metavar="K", type=Whole(1), help="Use K threads (all cores).")
@click.option(
    "--values",
    metavar="FILE",
    multiple=True,
    shell_complete=complete_file,
    help="Keep nim-values of parts of boards in FILE.",
)
@estimated_work
@click.pass_context
def options(
    ctx: click.Context,
    game: str | None,
    position: tuple[str, ...],
    file: str | None,
    misere: bool,
    loopy: bool,
    settings: tuple[str, ...],
    as_json: bool,
    method: Method,
    cores: int | None,
    values: tuple[str, ...],
    work: LongWork,
) -> int:
    """Print every move of a position, and the nim-value of the option that it leads to, or who wins that.

    GAME and POSITION are as for 'grundy solve', which only decides whether each option has nim-value 0.

    \b
    grundy options kayles 5
    grundy options cram 4x5 --json
    grundy options nim 1 2 2 --misere
    """
    import json

    from grundy.api.option_values import OptionValues, option_values
    from grundy.api.work import provenance, rerun_words
    from grundy.cli.answering import answering
    from grundy.errors import OutOfReach

    refuse_misspelt(ctx, game, position)
    game_position = read_position(game, position, file, loopy, settings)
    words = rerun_words(ctx.params, game_position, "options")

    def text_of(option_table: OptionValues | OptionOutcomes) -> str:
        return f"{json.dumps({**option_table.as_dict(), **provenance(words)}) if as_json else option_table}\n"

    with answering(work.read() if work.is_limited else work.read, words, ctx.obj) as session:
        try:
            option_table = option_values(
                game_position, misere=misere, loopy=loopy, method=method, cores=cores, values=values, session=session
            )
        except (OutOfReach, KeyboardInterrupt):
            if session.partial is not None:
                session.give_part(text_of(session.partial))
            raise
        return session.give(text_of(option_table))

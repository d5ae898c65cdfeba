"""The command `solve`: one position, or with --lines many."""

from __future__ import annotations

from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from grundy.cli.completion import complete_game
from grundy.cli.input import read_position
from grundy.cli.misspelt import refuse_misspelt
from grundy.cli.options import CLUSTER, POSITION, SET, LongWork, estimated_work
from grundy.cli.output import draws, note, say, screen_width
from grundy.cli.solve_batch import answer_lines
from grundy.cli.solve_proofs import Proofs, write_proofs
from grundy.cli.verb import Verb
from grundy.cli.whole import FilePath, Whole
from grundy.engines.methods import METHODS, Method

if TYPE_CHECKING:
    from grundy.cli.answering import Answer
    from grundy.model.result import Result
    from grundy.show.text import Line

KEPT = 10  # winning moves in the record of a run


@click.command(cls=Verb, context_settings=POSITION)
@click.argument("game", required=False, shell_complete=complete_game)
@click.argument("position", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "file", metavar="FILE", help="Read the position from FILE ('-': standard input).")
@click.option("--lines", "lines", metavar="FILE", help="Answer one expression a line from FILE ('-': standard input).")
@click.option("--misere", is_flag=True, help="Whoever cannot move wins.")
@click.option("--loopy", is_flag=True, help="Positions may come back; play may be drawn.")
@click.option("--remoteness", is_flag=True, help="Count how soon, and how late, the winner can win.")
@SET
@click.option("--explain", is_flag=True, help="Say why: components, values, XOR, options and their mex, known games.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--moves", metavar="N", type=Whole(0), help="List at most N winning moves (10; in JSON 10,000).")
@click.option("--method", type=click.Choice(METHODS), default="auto", help="How boards and graphs are searched.")
@click.option("--cores", metavar="K", type=Whole(1), help="Use K threads (all cores); --lines: K processes.")
@CLUSTER
@click.option("--certificate", metavar="FILE", type=FilePath(), help="Write what proves the value.")
@click.option("--strategy", metavar="FILE", type=FilePath(), help="Write what proves who wins: a reply to every move.")
@click.option("--values", metavar="FILE", multiple=True, help="Keep nim-values of parts of boards in FILE.")
@click.option(
    "--picture", metavar="FILE", type=FilePath(path_type=Path), help="Draw the position in FILE.svg or FILE.png."
)
@click.option(
    "--graph", metavar="FILE", type=FilePath(path_type=Path), help="Draw all that a small game leads to, likewise."
)
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
    picture: Path | None,
    graph: Path | None,
    work: LongWork,
) -> None:
    """Say who wins a position, and how.

    GAME is a name from 'grundy games', with its parameters after a colon, or a Python file of yours
    (FILE.py or FILE.py:rule; it is run), or a board of yours as data (FILE.json). Without GAME's POSITION give an
    expression of summands:

    \b
    grundy solve take-away:1,2,3 3 4 5
    grundy solve 'take-away:1,2,3(3 4 5) + nim(5)' --explain
    grundy solve rectangle '0110/0000/0000/0001' --json
    grundy solve --lines positions.txt --json
    """
    from grundy.api.kept_theorems import theorem_sentence
    from grundy.api.solve import answer
    from grundy.api.work import made_by, rerun_command, rerun_words, solving
    from grundy.engines.options import may_take_long
    from grundy.model.result import LISTED
    from grundy.show.text import SHOWN, Line, result_json

    refuse_misspelt(ctx, game, position)
    for option, drawn in (("--picture", picture), ("--graph", graph)):
        if drawn and drawn.suffix.lower() not in (".svg", ".png"):
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
    asked = read_position(game, position, file, loopy, settings)
    if picture:
        from grundy.api.values import position_svg
        from grundy.runs.durable import replace_picture
        from grundy.show.raster import picture_bytes

        replace_picture(picture, picture_bytes(position_svg(asked), picture, str(asked)))
    if graph:
        from grundy.api.game_graph import game_graph

        game_graph(asked, misere).save(graph)
    files = ("Certificate", certificate), ("Strategy", strategy)
    wanted = [(what, path) for what, path in files if path is not None]
    proofs = Proofs()
    with ExitStack() as stack:
        session: Answer | None = None
        if given or wanted or cluster or any(may_take_long(component.rule, misere) for component in asked.components):
            from grundy.api.answers import keeping_values
            from grundy.cli.answering import answering

            session = stack.enter_context(answering(given or work.read, rerun_words(ctx.params, asked), ctx.obj))
            with keeping_values(values, bool(wanted)) as kept:
                result = answer(
                    asked,
                    misere,
                    loopy,
                    remoteness=remoteness,
                    method=method,
                    cores=cores,
                    kept=kept,
                    cluster=cluster,
                    session=session,
                )
                if wanted:
                    proofs = write_proofs(result, wanted, session, method, cores, kept)
        else:
            result = answer(asked, misere, loopy, remoteness=remoteness)
        if as_json:
            theorems = [] if loopy else _theorems(result, misere, work)
            made = {**({"theorems": theorems} if theorems else {}), **made_by(solving(result, *form))}
            shown: str | list[Line] = f"{result_json(result, LISTED if moves is None else moves, made)}\n"
            for sentence in (sentence for sentence, checked in proofs.written if not checked):
                note(sentence)
        else:
            most = SHOWN if moves is None else moves
            shown = _lines(result, most, explain, rerun_command(ctx.params, asked))
            below = [sentence for sentence, _ in proofs.written]
            if not loopy:
                below += map(theorem_sentence, _theorems(result, misere, work))
            shown += [Line("move", sentence) for sentence in below]
        if session is None or proofs.problem:
            say(shown)
        else:
            session.give(shown, 0, _kept(result) if session.has_begun else None)
        if proofs.problem:
            raise proofs.problem


def _lines(result: Result, moves: int, explain: bool, command: str) -> list[Line]:
    """What is said of a result, for people; with `explain` also who answered and what is seen of its values."""
    from grundy.show.text import Line, result_lines

    lines = result_lines(result, moves, explain, not draws(), screen_width(), command)
    if explain:  # all of it before the evidence
        lines[-1:-1] = [Line("note", f"Answered by {engine}.") for engine in result.engines]
    if explain and result.convention == "normal":
        from grundy.api.known import same_lines
        from grundy.api.solve import option_lines

        lines[-1:-1] = [Line("move", f"  {line}") for line in option_lines(result)]
        lines[-1:-1] = [Line("note", line) for line in same_lines(result.position)]
    return lines


def _theorems(result: Result, misere: bool, work: LongWork) -> list[dict[str, str]]:
    """What `grundy prove` has proved of rules of one's own, where anything may be kept."""
    position = result.position
    rules = [one.rule for one in position.components if one.rule.shape is None and one.rule.theory is None]
    if not rules or work.no_store or (misere and len(position.components) > 1):
        return []
    from grundy.api.kept_theorems import kept_theorems, of_result
    from grundy.errors import StoreError
    from grundy.runs.store import default_store

    with suppress(StoreError):  # there is no place for it
        store = default_store() if work.store is None else Path(work.store)
        return list(kept_theorems(rules, store, misere, answers=partial(of_result, result)))
    return []


def _kept(result: Result) -> tuple[Any, Any]:
    """What is kept of an answer, and how it is known, in JSON's types."""
    import json

    from grundy.show.text import result_json

    recorded = json.loads(result_json(result, KEPT))
    return {name: value for name, value in recorded.items() if name != "evidence"}, recorded["evidence"]

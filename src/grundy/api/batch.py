"""The verb `batch`: many positions, by this process, or by several or a cluster, to which texts go and from which lines
come.

Imports for several processes happen inside functions: a few lines are answered sooner than those load.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, Unpack

from grundy.api.work import provenance, solving
from grundy.errors import BadRule, GrundyError, OutOfReach, Stopped
from grundy.model.evidence import LISTED
from grundy.model.result import Result
from grundy.runs.chunk import Chunk, Work
from grundy.runs.clock import CLOCK
from grundy.runs.workers import answers, problem_message, problem_of

if TYPE_CHECKING:
    from grundy.api.work import Work as WorkOptions
    from grundy.engines.methods import Method
    from grundy.model.rule import Position, Rule
    from grundy.runs.cluster import Cluster
    from grundy.runs.session import Session

MOST = 512  # lines that are sent at once
PIECES = 64  # into which the lines are cut at least: a few long ones are sent one by one
BUDGET = 0.5  # seconds after which a process sends back what it has not begun

Question = dict[str, Any]  # misere, loopy, method; how to print: "json" (None: text), "moves"; in JSON's types


def batch(
    positions: Iterable[str | Position],
    misere: bool = False,
    loopy: bool = False,
    *,
    method: Method = "auto",
    moves: int = LISTED,
    cores: int | None = None,
    cluster: str | None = None,
    **limits: Unpack[WorkOptions],
) -> list[dict[str, Any]]:
    """Answer many positions.

    Parameters
    ----------
    positions : iterable of str or Position
        Each as for `solve`.
    misere, loopy, method
        As for `solve`.
    moves : int, optional
        Largest number of winning moves to list for each.
    cores : int, optional
        Number of worker processes; by default this process answers.
    cluster : str, optional
        The address of a Dask scheduler, whose workers answer.
    **limits
        Limits and record; see `Work`.

    Returns
    -------
    list of dict
        For each position, in their order, the object that ``grundy solve --json`` prints. (A `Result` makes its
    moves on demand, in the process that has the engine.)

    Raises
    ------
    GrundyError
        The error of the first position that is refused; a rule that other processes or workers do not
        have.
    Stopped
        A limit was met.

    Examples
    --------
    >>> [answer["nim_value"] for answer in batch(["nim 3 4 5", "wythoff 1 2", "kayles 9"])]
    [2, 0, 4]
    """
    from grundy.api.constraints import require_fitting
    from grundy.api.work import position_of, require_number
    from grundy.model.rule import Position
    from grundy.text.numbers import short_repr

    require_fitting("solve", lines=True, cores=cores is not None, cluster=cluster is not None)
    require_number("a number of cores", cores, 1)
    require_number("a number of moves", moves, 0)
    if isinstance(positions, str | Position):
        raise TypeError(f"expected a list of positions, found one: {short_repr(positions)}; solve answers it")
    roots = [position_of(position, loopy, misere=misere) for position in positions]
    form = ["--json", *([] if moves == LISTED else ["--moves", str(moves)])]
    form += [] if method == "auto" else ["--method", method]
    question: Question = {"misere": misere, "loopy": loopy, "json": form, "method": method, "moves": moves}
    if cores is None and cluster is None and not limits:
        return [json.loads(line) for line in answer_positions(roots, (), question)]
    from grundy.api.work import session_of
    from grundy.reading.identity import rules_in

    if cluster is not None:
        refuse_files(list(enumerate(roots, 1)), "<positions>")
    rules = rules_in(roots)
    with session_of(limits) as session:
        lines = batch_lines(list(map(str, roots)), rules, question, session, cores=cores or 0, cluster=cluster)
    return [json.loads(line) for line in lines]


def printed(result: Result, question: Question) -> str:
    """The line that a result is printed as."""
    from grundy.show.text import result_json, short_line

    if question["json"] is None:
        return short_line(result)
    return result_json(result, question["moves"], provenance(solving(result, *question["json"])))


def _answer_line(position: Position, question: Question) -> str:
    """The line to print for a position: by the engines, or beyond their reach by a theorem."""
    from grundy.api.answers import result_of
    from grundy.engines.options import SearchOptions

    options = SearchOptions(question["method"])
    return printed(result_of(position, question["misere"], question["loopy"], options), question)


def answer_lines(lines: Sequence[tuple[int, str]], question: Question, open_files: bool = False) -> dict[str, Any]:
    """The answers to some of these lines: to at least one, and to no more after BUDGET seconds.

    Args:    open_files: whether the lines may name files, as those of the user's that were read on this machine before.
    Returns: "answers": [number, text] of each that was answered; "left": the lines that were not;
             "error": [number, what it is], where one is refused.
    """
    from grundy.notation.expression import parse
    from grundy.notation.files import FILES

    files = FILES if open_files else None
    until = CLOCK.now() + BUDGET
    done: list[tuple[int, str]] = []
    for place, (number, line) in enumerate(lines):
        if place and CLOCK.now() > until:
            return {"answers": done, "left": lines[place:], "error": None}
        try:
            done.append((number, _answer_line(parse(line, loopy=question["loopy"], files=files), question)))
        except GrundyError as problem:
            return {"answers": done, "left": lines[place + 1 :], "error": (number, problem_message(problem))}
    return {"answers": done, "left": (), "error": None}


def with_place(problem: GrundyError, place: str) -> GrundyError:
    """An error with the file and line of the position before its text."""
    return type(problem)(f"{place}: {problem}") if isinstance(problem, OutOfReach | BadRule) else problem


def answer_positions(positions: Sequence[Position], places: Sequence[str], question: Question) -> list[str]:
    """The lines to print for positions, answered by this process. Raises the error of the first refused position.

    Args:    places: what errors call the positions; none: nothing.
    """
    answers: list[str] = []
    for number, position in enumerate(positions):
        try:
            answers.append(_answer_line(position, question))
        except GrundyError as problem:
            raise (with_place(problem, places[number]) if places else problem) from problem
    return answers


def work(
    lines: Sequence[str], question: Question, cores: int, cluster: Cluster | None = None, places: Sequence[str] = ()
) -> Work:
    """The answers to all lines as long work; it returns them in the order of the lines.

    If lines are refused, the first in the file is reported, in whatever order they were answered.

    Args:    places: what errors call the lines, such as positions.txt:7; none: nothing.
    """

    def chunks(state: Mapping[str, Any] | None) -> Generator[Chunk, None, list[str]]:
        answered: dict[int, str] = {int(number): text for number, text in state["answers"]} if state else {}
        waiting = [(number, line) for number, line in enumerate(lines) if number not in answered]
        each = min(MOST, -(-len(waiting) // PIECES))
        calls: list[tuple[list[tuple[int, str]], Question, bool]] = []
        refused: tuple[int, list[Any]] | None = None

        def add(some: Sequence[tuple[int, str]], size: int) -> None:
            calls.extend(
                (list(some[place : place + size]), question, cluster is None) for place in range(0, len(some), size)
            )

        add(waiting, max(1, each))
        chunk = _chunk(answered, len(lines))
        for answer in answers(__name__, "answer_lines", calls, cores, cluster):
            if answer:
                answered.update(answer["answers"])
                if answer["error"] and (refused is None or answer["error"][0] < refused[0]):
                    refused = (answer["error"][0], answer["error"][1])
                if answer["left"]:
                    add(answer["left"], max(1, len(answer["answers"])))
                if refused and all(number in answered for number in range(refused[0])):
                    problem = problem_of(refused[1])
                    raise with_place(problem, places[refused[0]]) if places else problem
                chunk = _chunk(answered, len(lines))
            if len(answered) < len(lines):  # else a limit that is met just now would stop what is done
                yield chunk
        return [answered[number] for number in range(len(lines))]

    return chunks


def _chunk(answers: Mapping[int, str], total: int) -> Chunk:
    text = f"{len(answers):,} of {total:,} lines are answered"

    def first_lines() -> list[str]:
        return [answers[number] for number in takewhile(answers.__contains__, range(total))]

    return Chunk(len(answers), total, "lines", {"answers": list(answers.items())}, text, partial=first_lines)


def refuse_files(positions: Sequence[tuple[int, Position]], name: str) -> None:
    """Raise GrundyError where a line's rule is in a file of the user's, which only this machine has."""
    for number, position in positions:
        for component in position.components:
            if ".py:" in component.rule.spec:
                raise GrundyError(
                    f"{name}:{number}:1: expected games that every worker knows, found {component.rule.spec}: a file "
                    "of yours is not on the workers; leave out --cluster (--cores K answers with K processes here)"
                )


def batch_lines(
    lines: Sequence[str],
    rules: Iterable[Rule],
    question: Question,
    session: Session,
    *,
    cores: int = 0,
    cluster: str | None = None,
    places: Sequence[str] = (),
) -> list[str]:
    """The answer to each line, computed under limits and recorded.

    Args:    rules: of the positions, and of positions inside of them. cores: so many processes; 0: this one alone.
             cluster: the address of a scheduler.
             places: what errors call the lines.
    Raises:  GrundyError: the error of the first refused line; or the cluster cannot be used.
    """
    from grundy.api.run_record import run_of
    from grundy.api.work import on_cluster, room_for

    key = f"lines {hashlib.sha256(json.dumps([list(lines), question]).encode()).hexdigest()}"
    run = run_of(rules, f"{len(lines):,} lines", {}, key, key)

    def report(answers: list[str]) -> tuple[object, object]:
        return {"lines": len(answers)}, {"status": "computed", "by": "what each line says of itself"}

    with on_cluster(cluster, session) as workers:
        session.begin(run)
        try:
            answers: list[str] = session.work(work(lines, question, room_for(session, cores), workers, places), report)
        except (Stopped, KeyboardInterrupt):
            session.partial = session.first_part()
            raise
        return answers

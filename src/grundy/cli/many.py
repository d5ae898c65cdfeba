"""`grundy solve --lines`: by this process, or by several or a cluster, to which texts go and from which lines come.

What only the latter needs is imported there: a few lines are answered before it would be loaded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Generator, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.api.provenance import made_by, solving
from grundy.engines.workers import answers, problem_of, told
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.runs.chunk import Chunk, Work
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.engines.cluster import Cluster
    from grundy.model.result import Result
    from grundy.model.rule import Position, Rule
    from grundy.runs.resume import Resumable
    from grundy.runs.session import Limits

MOST = 512  # lines that are sent at once
PIECES = 64  # into which the lines are cut at least: a few long ones are sent one by one
BUDGET = 0.5  # seconds after which a process sends back what it has not begun

Question = dict[str, Any]  # misere, loopy, method; how to print: "json" (None: text), "moves"; in JSON's types


def printed(result: Result, question: Question) -> str:
    """The line that a result is printed as."""
    from grundy.show.machine import result_json
    from grundy.show.text import short_line

    if question["json"] is None:
        return short_line(result)
    return result_json(result, question["moves"], made_by(solving(result, *question["json"])))


def answer_lines(lines: Sequence[tuple[int, str]], question: Question) -> dict[str, Any]:
    """What is printed for some of these lines: at least one, and no further ones after BUDGET seconds.

    Returns: "answers": [number, text] of each that was answered; "left": the lines that were not;
             "error": [number, what it is], where one is refused.
    """
    from grundy.engines.search.way import Way
    from grundy.engines.solve import solve
    from grundy.notation.expression import parse

    way = Way(question["method"])
    until = monotonic() + BUDGET
    done: list[tuple[int, str]] = []
    for place, (number, line) in enumerate(lines):
        if place and monotonic() > until:
            return {"answers": done, "left": lines[place:], "error": None}
        try:
            position = parse(line, loopy=question["loopy"])
            done.append((number, printed(solve(position, question["misere"], question["loopy"], way), question)))
        except GrundyError as problem:
            return {"answers": done, "left": lines[place + 1 :], "error": (number, told(problem))}
    return {"answers": done, "left": (), "error": None}


def placed(problem: GrundyError, place: str) -> GrundyError:
    """What a line is refused for, with the file and line before it."""
    return type(problem)(f"{place}: {problem}") if isinstance(problem, OutOfReach | BadRule) else problem


def answered_here(positions: Sequence[Position], places: Sequence[str], question: Question) -> list[str]:
    """What is printed for positions, by this process; raises what the first that is refused is refused for."""
    from grundy.engines.search.way import Way
    from grundy.engines.solve import solve

    way = Way(question["method"])
    found: list[str] = []
    for position, place in zip(positions, places, strict=True):
        try:
            found.append(printed(solve(position, question["misere"], question["loopy"], way), question))
        except GrundyError as problem:
            raise placed(problem, place) from problem
    return found


def work(
    lines: Sequence[str], question: Question, cores: int, cluster: Cluster | None = None, places: Sequence[str] = ()
) -> Work:
    """The answers to all lines as long work; it returns them in the order of the lines.

    Where lines are refused, it is the first of them that is told, whichever was met first.

    Args:    places: what errors call the lines, such as positions.txt:7; none: nothing.
    """

    def chunks(state: Mapping[str, Any] | None) -> Generator[Chunk, None, list[str]]:
        found: dict[int, str] = {int(number): text for number, text in state["answers"]} if state else {}
        waiting = [(number, line) for number, line in enumerate(lines) if number not in found]
        each = min(MOST, -(-len(waiting) // PIECES))
        calls: list[tuple[list[tuple[int, str]], Question]] = []
        refused: tuple[int, list[Any]] | None = None

        def add(some: Sequence[tuple[int, str]], size: int) -> None:
            calls.extend((list(some[place : place + size]), question) for place in range(0, len(some), size))

        add(waiting, max(1, each))
        chunk = _chunk(found, len(lines))
        for one in answers(__name__, "answer_lines", calls, cores, cluster):
            if one:
                found.update(one["answers"])
                if one["error"] and (refused is None or one["error"][0] < refused[0]):
                    refused = (one["error"][0], one["error"][1])
                if one["left"]:
                    add(one["left"], max(1, len(one["answers"])))
                if refused and all(number in found for number in range(refused[0])):
                    problem = problem_of(refused[1])
                    raise placed(problem, places[refused[0]]) if places else problem
                chunk = _chunk(found, len(lines))
            yield chunk
        return [found[number] for number in range(len(lines))]

    return chunks


def _chunk(found: Mapping[int, str], total: int) -> Chunk:
    known = f"{len(found):,} of {total:,} lines are answered"
    return Chunk(len(found), total, "lines", {"answers": list(found.items())}, known)


def refuse_files(positions: Sequence[tuple[int, Position]], name: str) -> None:
    """Raise GrundyError where a line's rule is in a file of the user's, which only this machine has."""
    for number, position in positions:
        for component in position.components:
            if ".py:" in component.rule.spec:
                raise GrundyError(
                    f"{name}:{number}:1: expected games that every worker knows, found {component.rule.spec}: a file "
                    "of yours is not on the workers; leave out --cluster (--cores K answers with K processes here)"
                )


def answered_lines(
    lines: Sequence[str],
    places: Sequence[str],
    rules: Sequence[Rule],
    question: Question,
    cores: int | None,
    address: str | None,
    limits: Limits,
    command: tuple[str, ...],
    resumed: Resumable | None,
) -> None:
    """Print what there is to say of the lines, computed under limits and recorded.

    Raises:  GrundyError: what the first line that is refused is refused for; the cluster cannot be used.
             SystemExit: a person or a limit stopped it.
    """
    from grundy.api.work import on_cluster, room_for
    from grundy.cli.answering import answering
    from grundy.notation.files import sources_of
    from grundy.runs.store import Run

    key = f"lines {hashlib.sha256(json.dumps([list(lines), question]).encode()).hexdigest()}"
    run = Run((), f"{len(lines):,} lines", {}, key, __version__, sources_of(rules))

    def report(found: list[str]) -> tuple[object, object]:
        return {"lines": len(found)}, {"status": "computed", "by": "what each line says of itself"}

    with answering(limits, command, resumed) as answer, on_cluster(address, answer) as cluster:
        answer.begin(run)
        room = room_for(answer, cores or 0)
        found: list[str] = answer.work(work(lines, question, room, cluster, places), report)
        answer.give("".join(f"{line}\n" for line in found))

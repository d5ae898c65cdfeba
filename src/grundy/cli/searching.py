"""Searches for the command line: run under limits, recorded, and gone on with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from grundy.engines.search.way import Method, Way
from grundy.model.result import Result
from grundy.runs.chunk import Work, in_phase
from grundy.runs.cores import available_cores
from grundy.show.machine import result_json
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.cli.answering import Answer
    from grundy.model.rule import Rule
    from grundy.runs.resume import Resumable
    from grundy.runs.session import Limits

OTHERS = 300 * 2**20  # bytes that the process needs beside the tables of a search
LEAST = 16 * 2**20
KEPT = 10  # winning moves in the record of a run

Give: TypeAlias = Callable[[str, Result, str], None]
"""Prints the last of an answer, and records it with the result and what was said before."""


def for_tables(memory: int | None) -> int | None:
    """What a limit of memory leaves for the tables of a search."""
    return None if memory is None else max(LEAST, memory - OTHERS)


@contextmanager
def searching(
    method: Method,
    cores: int | None,
    given: Limits | None,
    usual: Callable[[], Limits],
    command: tuple[str, ...],
    key: str,
    rules: Iterable[Rule],
    resumed: Resumable | None,
) -> Iterator[tuple[Way, Give]]:
    """A way to search that shows progress, keeps limits and is recorded, and what the answer is to be given to.

    Args:    cores: how many may search at once; None: all.
             given: the limits, if any were given; the usual ones are asked for when something is searched, since most
             positions need no search, and what a recorded run needs takes longer to load than they take to solve.
             command: what `grundy resume` runs again. key: the question; what was kept of another is not used.
             rules: of the position.
    """
    answers: list[Answer] = []
    phases = count()
    with ExitStack() as stack:

        def run(work: Work) -> Any:
            if not answers:
                from grundy.cli.answering import answering
                from grundy.notation.files import sources_of
                from grundy.runs.store import Run

                sources = sources_of(rules)
                asked = Run((), key, {"method": method}, f"search {key}", __version__, sources)
                answers.append(stack.enter_context(answering(given or usual(), command, resumed)))
                answers[0].begin(asked)
            phase = next(phases)
            return answers[0].work(lambda saved: in_phase(phase, work(saved)))

        def give(text: str, result: Result, said: str) -> None:
            if answers:
                answers[0].give(text, 0, _kept(result), said)
            else:
                click.echo(text, nl=False)

        memory = for_tables(given.memory if given else None)
        bounded = given is not None and (given.time_limit is not None or given.memory is not None)
        yield Way(method, memory, run, bounded, cores or available_cores()), give


def _kept(result: Result) -> tuple[Any, Any]:
    """What is kept of an answer, and how it is known, in JSON's types."""
    told = json.loads(result_json(result, KEPT))
    return {name: value for name, value in told.items() if name != "evidence"}, told["evidence"]


def certify(
    result: Result, certificate: str | None, strategy: str | None, way: Way, began: float
) -> tuple[list[tuple[str, bool]], BaseException | None]:
    """Write what proves an answer to files, each as a whole or not at all.

    Args:    result: what the certificates must say. began: by the clock that does not jump; the checker has as long.
    Returns: what is said of each file with whether it was checked, and what stopped this, if anything did: there is
             an answer to say before that is raised.
    Raises:  FalseCertificate: one would say something else, so that nobody knows the answer.
    """
    from grundy.api.provenance import written
    from grundy.errors import GrundyError
    from grundy.proof import certify_position
    from grundy.proof import strategy as strategies
    from grundy.proof.keep import FalseCertificate, value_claim, winner_claim, write

    notes = []
    misere = result.play == "misere"
    try:
        if certificate:
            lines = certify_position.certificate(result.position, way)
            claim = value_claim(result.nim_value, result.winner)
            checked = write(Path(certificate), lines, claim, monotonic() - began)
            notes.append((written("Certificate", certificate, checked), checked))
        if strategy:
            lines = strategies.strategy(result.position, misere, way)
            checked = write(Path(strategy), lines, winner_claim(result.winner, misere), monotonic() - began)
            notes.append((written("Strategy", strategy, checked), checked))
    except FalseCertificate:
        raise
    except (GrundyError, SystemExit, KeyboardInterrupt) as stopped:
        return notes, stopped
    return notes, None

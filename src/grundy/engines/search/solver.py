"""Rules whose positions are sets of places, answered by search."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from grundy.engines.search.board import prepare
from grundy.engines.search.driver import Method, Question, Search
from grundy.engines.solver import Solver, listed
from grundy.model.option import Option, State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Field, Moves, Sets
from grundy.runs.chunk import Chunk, Work
from grundy.runs.loop import drive

BY = {
    "proof-numbers": "proof-number search on parts and heaps, full keys compared",
}


def run_plainly(work: Work) -> Any:
    """Run work to its end without a limit; Ctrl-C says what is known."""
    return drive(work).require()


@dataclass(frozen=True, slots=True)
class Way:
    """How a search is made.

    method   one of driver.METHODS
    memory   bytes that its tables may have; None: 4 GiB, or half of the machine's memory where that is less
    run      runs work (see runs.chunk) and returns its value; whoever wants progress, limits or checkpoints gives it
    """

    method: Method = "proof-numbers"
    memory: int | None = None
    run: Callable[[Work], Any] = run_plainly


PLAIN_WAY = Way()


def solver(rule: Rule, shape: Sets, way: Way = PLAIN_WAY) -> Solver:
    """The engine for a rule on sets of places, in normal play."""
    ask = asker(shape, way, misere=False)

    def values(states: Sequence[State]) -> list[int]:
        return ask([(state, None) for state in states])

    def moves_to(state: State, rest: int) -> Moves:
        options = [option for option in rule.options(state) if len(option.parts) == 1]
        right = ask([(option.parts[0], rest) for option in options])
        return listed([rule.labels(option) for option, yes in zip(options, right, strict=True) if yes])

    return Solver(values, moves_to, lambda: Evidence("computed", BY[way.method]))


def asker(shape: Sets, way: Way, misere: bool) -> Callable[[Sequence[tuple[Any, int | None]]], list[int]]:
    """A function from states, each with a value that is asked about or None, to answers; it keeps what it learns."""

    @cache
    def search_of(field: Field) -> Search:
        return Search(prepare(field), misere, way.memory)

    def ask(questions: Sequence[tuple[Any, int | None]]) -> list[int]:
        found = [shape.field(state) for state, _ in questions]
        wanted = [value for _, value in questions]
        asked = [(search_of(f), Question(places, v)) for (f, places), v in zip(found, wanted, strict=True)]

        def work(_saved: Any) -> Generator[Chunk, None, list[int]]:
            answers: list[int] = []
            for search, question in asked:
                answers += yield from search.answers([question])
            return answers

        answers: list[int] = way.run(work)
        return answers

    return ask


def wins_misere(shape: Sets, state: State, options: Sequence[Option], way: Way) -> tuple[bool, list[bool]]:
    """Whether the first player wins misère play, and for each option whether it wins."""
    ask = asker(shape, way, misere=True)
    wins = bool(ask([(state, None)])[0])
    if not wins:
        return False, [False] * len(options)
    return True, [not first for first in ask([(option.parts[0], None) for option in options])]

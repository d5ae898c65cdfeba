"""Rules whose positions are sets of places, answered by search."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cache
from typing import Any, TypeAlias

from grundy.engines.search.board import prepare
from grundy.engines.search.driver import Question, Search
from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.engines.solver import Solver, listed
from grundy.model.option import State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Field, Moves, Sets
from grundy.runs.chunk import Chunk

BY = "search of parts beside heaps, each key compared in full"

Asked: TypeAlias = tuple[Field, int, int | None]
"""A field, a set of its places, and a value that is asked about (None: its nim-value is asked)."""


def solver(rule: Rule, shape: Sets, way: Way = PLAIN_WAY) -> Solver:
    """The engine for a rule on sets of places, in normal play."""
    ask = asker(way, misere=False)

    def values(states: Sequence[State]) -> list[int]:
        asked: list[Asked] = []
        for state in states:
            field, read = shape.field(state)
            asked.append((field, read(state), None))
        return ask(asked)

    def moves_to(state: State, rest: int) -> Moves:
        field, read = shape.field(state)
        options = list(rule.options(state))
        right = ask([(field, read(option.parts[0]), rest) for option in options])
        return listed([rule.labels(option) for option, yes in zip(options, right, strict=True) if yes])

    return Solver(values, moves_to, lambda: Evidence("computed", BY))


def asker(way: Way, misere: bool) -> Callable[[Sequence[Asked]], list[int]]:
    """A function that answers questions about sets of places; what it learns of a field is kept."""

    @cache
    def search_of(field: Field) -> Search:
        return Search(prepare(field), misere, way.memory, way.method)

    def ask(questions: Sequence[Asked]) -> list[int]:
        def work(_saved: Any) -> Generator[Chunk, None, list[int]]:
            answers: list[int] = []
            for field, places, value in questions:
                answers += yield from search_of(field).answers([Question(places, value)])
            return answers

        answers: list[int] = way.run(work)
        return answers

    return ask

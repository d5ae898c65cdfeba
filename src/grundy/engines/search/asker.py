"""Questions about sets of places, answered by the searches of their boards."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Any, TypeAlias

from grundy.engines.options import SearchOptions
from grundy.engines.search import isomorphic
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import FORECAST_NODES, BoardQuestion, BoardSearch
from grundy.engines.search.strips import StripSearch
from grundy.errors import StoreError
from grundy.model.known import Known, exactly, possible
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import Chunk

FORMAT = 2  # of the states that are kept; those of an earlier one may have values of mirror images, which are wrong

Asked: TypeAlias = tuple[SubsetGame, int, int | None]
"""A field, a set of its places, and a value that is asked about (None: its nim-value is asked)."""
Asking: TypeAlias = Callable[[Mapping[str, Any] | None], Generator[Chunk, None, list[int]]]
"""Work (see runs.chunk) whose value is a list of answers."""


MOST_IDLE = 256 * 2**20  # bytes of the tables of fields that are not asked of any more


def forget(searches: dict[SubsetGame, BoardSearch], used: set[SubsetGame]) -> None:
    """Let go of tables of fields that are not used, the oldest first, beyond MOST_IDLE bytes; the last one stays."""
    idle = 0
    for place, (field, search) in enumerate(reversed(list(searches.items()))):
        if search.tables:
            search.teachers = ()  # their values have been taken over, and only this would keep their tables
            idle += search.tables.bytes() if field not in used else 0
            if place and idle > MOST_IDLE and field not in used:
                searches.pop(field).give_values()


class Asker:
    """Answers questions about sets of places; what it learns of the fields asked of last is kept.

    On boards that differ in their columns alone, what was learnt on the smaller one is taken over.
    """

    def __init__(self, options: SearchOptions, misere: bool, forecast_at: int | None = None) -> None:
        self.options, self.misere = options, misere
        self._forecast_at = (0 if options.estimate else FORECAST_NODES) if forecast_at is None else forecast_at
        self._searches: dict[SubsetGame, BoardSearch] = {}  # the field asked of last comes last
        self._forms: isomorphic.Memo = {}
        self._strips: dict[str, StripSearch] = {}  # the values of words, for boards of every length

    def ask(self, questions: Sequence[Asked], before: str = "") -> list[int]:
        """The answers: values, or for each question with a value whether that is it; `before` is said before what is
        known meanwhile."""
        if not questions:
            return []
        answers: list[int] = self.options.run(self.work(questions, before))
        return answers

    def work(self, questions: Sequence[Asked], before: str = "") -> Asking:
        """The same as work (see runs.chunk)."""
        question = repr([(field.places, places, value) for field, places, value in questions])

        @cache
        def name(field: SubsetGame) -> str:
            return sha256(repr((field.places, field.moves, self.misere)).encode("ascii")).hexdigest()

        @cache
        def fields() -> str:
            return sha256(" ".join(name(field) for field, _, _ in questions).encode("ascii")).hexdigest()

        def settled(answers: list[int]) -> list[Known]:
            return [
                _settled(value, answer, self.misere) for (_, _, value), answer in zip(questions, answers, strict=False)
            ]

        def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int]]:
            answers: list[int] = []
            if saved and saved.get("asked") and ("of" not in saved or saved.get("format", FORMAT) != FORMAT):
                raise StoreError(
                    "cannot be resumed: an earlier grundy, which took some shapes for their mirror images, found "
                    "what is kept of it; start it anew"
                )
            if saved and saved.get("asked") == question and saved.get("fields") == fields():
                answers = list(saved["answers"])
            if saved and "tables" in saved:
                field = questions[min(len(answers), len(questions) - 1)][0]
                if saved.get("of") == name(field):  # tables of another game would give wrong values
                    self.search_of(field).restore(saved["tables"])
            for field, places, value in questions[len(answers) :]:
                search = self.search_of(field)
                chunks = search.answers_from_bounds(BoardQuestion(places, value))
                while True:
                    try:
                        chunk = next(chunks)
                    except StopIteration as done:
                        answers = [*answers, *done.value]
                        forget(self._searches, {later for later, *_ in questions[len(answers) :]})
                        break
                    tables = search.snapshot()
                    state = {"format": FORMAT, "asked": question, "answers": answers, "tables": tables}
                    state |= {"fields": fields(), "of": name(field)}
                    part = _answer_counts(questions, answers)
                    phase, nodes = (len(answers),), tables.get("nodes", 0)
                    text, facts = f"{before}{part}{chunk.known}", (*settled(answers), search.known_so_far())
                    yield replace(chunk, state=state, known=text, phase=phase, kept=nodes, facts=facts)
            return answers

        def giving(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int]]:
            try:
                return (yield from work(saved))
            finally:  # also where it is stopped
                for search in self._searches.values():
                    search.give_values()

        return giving

    def forget_all(self) -> None:
        """Let go of all tables."""
        self._searches.clear()

    def search_of(self, field: SubsetGame) -> BoardSearch:
        """The search of a field, kept with what it has found."""
        searches, options = self._searches, self.options
        if field in searches:
            searches[field] = searches.pop(field)
        else:
            board = prepare(field)
            candidates = [search for search in searches.values() if search.tables and not self.misere]
            teachers = [search for search in candidates if search.board.knows(board)]
            searches[field] = BoardSearch(
                board,
                self.misere,
                options.memory,
                options.method,
                teachers=teachers[-1:],
                forms=self._forms,
                strips=self._strips,
                cores=options.cores,
                part_values=options.part_values,
                forecast_at=self._forecast_at,
            )
        return searches[field]


def _settled(value: int | None, answer: int, misere: bool) -> Known:
    """What an answer says of a set: its nim-value, or whether that is `value`, or in misère play who wins."""
    if misere:
        return Known("first" if answer else "second")
    if value is None:
        return exactly(answer)
    return exactly(value) if answer else possible(excluded=[value])


def _answer_counts(questions: Sequence[Asked], answers: Sequence[int]) -> str:
    """How many of several questions are answered, and how many of those with a yes."""
    if len(questions) < 2:
        return ""
    yes = f", {sum(answers)} of them win" if questions[0][2] is not None else ""
    return f"{len(answers)} of {len(questions)} {'moves' if yes else 'positions'} are known{yes}; "

"""Misère play of a rule that is code, on one state: whole states are searched, compiled, and nothing is added."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from grundy.compile.subset import BeyondCompiled, Unfit
from grundy.engines.engine import Normal, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.engines.search.user_rule import TURNS, Questions
from grundy.engines.sums import winning
from grundy.model.result import Evidence, Result
from grundy.model.rule import Position
from grundy.runs.chunk import Chunk, in_phase

BY = "a search of whole positions by the compiled rule, in which they are compared in full, never by a hash"


class WholeStates:
    """The engine for one state; its budget is spent at a state that is not compiled, and at an option that is a sum."""

    def __init__(self, options: SearchOptions) -> None:
        self.options = options
        self._questions: Questions | None = None

    def unfit(self, position: Position) -> Unfit | None:
        """Why the compiled search cannot begin at a position, if it cannot."""
        part = next(iter(position.parts()))
        self._questions = Questions(part.rule, self.options, 0, misere=True)
        return self._questions.unfit([part.state])

    def work(self, position: Position, saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Result | Spent]:
        """As every engine."""
        part = next(iter(position.parts()))
        questions = self._questions or Questions(part.rule, self.options, 0, misere=True)
        options = list(part.rule.options(part.state))
        try:
            lost = (yield from in_phase(0, questions.lost([part.state])(saved)))[0]
            after = [] if lost else [option.parts[0] for option in options]
            won = (yield from in_phase(1, questions.lost(after)(saved))) if after else []
        except BeyondCompiled:  # a state that is met
            return Spent()
        labels = [part.rule.labels(option) for option, right in zip(options, won, strict=False) if right]
        turns = TURNS if questions.compiled and questions.compiled.may_turn else ""
        moves = winning(position, {(part.rule, part.state): listed(labels)})
        evidence = Evidence("computed", f"{BY}{turns}")
        return Result(position, "misere", "second" if lost else "first", None, moves, evidence)


def engine(options: SearchOptions, normal: Normal) -> WholeStates:
    """The engine for one state of a rule that is code."""
    return WholeStates(options)

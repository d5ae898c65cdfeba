"""Misère play of a rule that is code, on one state: whole states are searched, compiled, and nothing is added."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

from grundy.compile.subset import NotCompiled
from grundy.engines.engine import listed
from grundy.engines.search.own import TURNS, Questions
from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.errors import OutOfReach
from grundy.model.move import Move
from grundy.model.result import Evidence, Result, WinningMoves
from grundy.model.rule import Position
from grundy.runs.chunk import Chunk, in_phase

BY = "search of whole states, the rule compiled and each key compared in full"

Found = Callable[[], Result]


def answer(position: Position, way: Way, quickly: Found, slowly: Found) -> Result:
    """Who wins misère play, and by which moves.

    Args:    quickly: finds the result where few positions are reached, or raises OutOfReach.
             slowly: finds it where the rule is not compiled, or some option is a sum.
    Raises:  OutOfReach.
    """
    part = next(iter(position.parts()))
    questions = Questions(part.rule, way, 0, misere=True)
    refused = OutOfReach(f"{part.rule.spec}: more positions than are looked at uncompiled")

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Result]:
        nonlocal refused
        if not saved and way is not PLAIN_WAY:
            yield Chunk(0, 0, "positions", {}, "nothing yet")
            try:
                return quickly()
            except OutOfReach as problem:
                refused = problem
        options = list(part.rule.options(part.state))
        try:
            lost = (yield from in_phase(0, questions.lost([part.state])(saved)))[0]
            after = [] if lost else [option.parts[0] for option in options]
            won = (yield from in_phase(1, questions.lost(after)(saved))) if after else []
        except NotCompiled:
            return slowly()
        except OutOfReach as problem:
            raise OutOfReach(f"{refused}; nor was it in reach of a search: {problem}") from problem
        labels = [part.rule.labels(option) for option, right in zip(options, won, strict=False) if right]
        winning = listed(labels)

        def each() -> Iterator[Move]:
            for label in winning:
                yield position.move(part, label)

        turns = TURNS if questions.compiled and questions.compiled.may_turn else ""
        evidence = Evidence("computed", f"{BY}{turns}")
        moves = WinningMoves(winning.count, each)
        return Result(position, "misere", "second" if lost else "first", None, moves, evidence)

    if way is PLAIN_WAY:
        try:
            return quickly()
        except OutOfReach as problem:
            refused = problem
    result: Result = way.run(work)
    return result

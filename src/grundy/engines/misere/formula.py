"""Misère play of one part, by a theorem on it."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.engine import Normal, TellsMany
from grundy.engines.options import SearchOptions
from grundy.engines.sums import NO_MOVES, NOTHING, leaving, movable, summands, values_of
from grundy.model.convention import Winner, misere_nim, misere_nim_target, nim_sum
from grundy.model.evidence import Evidence, WinningMoves, joint
from grundy.model.result import Result
from grundy.model.rule import Part, Position
from grundy.model.shapes import Moves, Theory


def engine(options: SearchOptions, normal: Normal) -> TellsMany:
    """The engine for positions with one part that can be moved in, whose winner a theorem gives."""

    def told(position: Position) -> tuple[Part, Theory, bool, Moves]:
        (part,) = movable(position)
        theory = part.rule.theory
        assert theory and theory.misere
        return part, theory, *theory.misere(part.state)

    def answer(position: Position) -> Result:
        part, theory, wins, moves = told(position)
        winning = WinningMoves(moves.count, lambda: (position.move_of(part, labels) for labels in moves), moves.exact)
        evidence = Evidence("proved", theory.misere_source)
        return Result(position, "misere", "first" if wins else "second", None, winning, evidence)

    def winners(positions: Sequence[Position]) -> list[Winner]:
        return ["first" if wins else "second" for _, _, wins, _ in map(told, positions)]

    return TellsMany(answer, winners)


# ---- Misère play that follows misère Nim on the nim-values of normal play (Bouton 1901)


def nim(options: SearchOptions, normal: Normal) -> TellsMany:
    """The engine for positions all of whose parts that can be moved in follow misère Nim."""

    def answer(position: Position) -> Result:
        (values,), answers = values_of([position], normal)
        sizes = [value for component in values for value in component if isinstance(value, int)]
        first = misere_nim(sizes)
        total, big = nim_sum(sizes), sum(size > 1 for size in sizes)
        rests = [misere_nim_target(total ^ size, big > (size > 1)) for size in sizes]
        theories = [component.rule.theory for component in position.components]
        pieces = [normal_answer.evidence for normal_answer in answers.values()]
        pieces += [Evidence("proved", theory.misere_nim) for theory in theories if theory and theory.misere_nim]
        return Result(
            position,
            "misere",
            "first" if first else "second",
            None,
            leaving(position, rests, answers) if first else NO_MOVES,
            joint(pieces or [NOTHING]),
            values,
            summands(position, values, answers),
        )

    def winners(positions: Sequence[Position]) -> list[Winner]:
        values, _ = values_of(positions, normal)
        sizes = ([value for of_rule in each for value in of_rule if isinstance(value, int)] for each in values)
        return ["first" if misere_nim(each) else "second" for each in sizes]

    return TellsMany(answer, winners)

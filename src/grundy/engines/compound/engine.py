"""Compounds of positions by the numbers of their parts: who wins, and by which moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, TypeAlias

from grundy.engines.compound.theorems import THEOREMS, AppliedTheorem
from grundy.engines.engine import Answer, Direct, DirectOutcome, DirectValues, Normal
from grundy.engines.options import SearchOptions
from grundy.model.compound import Parts, part_text, steps
from grundy.model.convention import Winner
from grundy.model.evidence import Evidence, WinningMoves
from grundy.model.option import Labels
from grundy.model.result import Result
from grundy.model.rule import Position, Rule, shortened
from grundy.model.shapes import Compound, Moves

# ---- The winning moves of a compound, counted without being listed: one step after the other through its parts


Choice: TypeAlias = "tuple[Any, Hashable]"
"""What is done in a part (None: nothing), and what is said of the part that it leaves."""


class Choices:
    """The ways to choose in each part, such that what all say together is wanted.

    Args:  parts: for each part the choices.
           joined: what two parts say together.
           wanted: whether that, from all parts, is wanted.
           moved: how many parts may be moved in.
    """

    def __init__(
        self,
        parts: Sequence[Sequence[Choice]],
        joined: Callable[[Any, Any], Hashable],
        wanted: Callable[[Any], bool],
        moved: Callable[[int], bool],
    ) -> None:
        self._parts, self._joined = parts, joined
        grouped = [Counter((claim, done is not None) for done, claim in choices) for choices in parts]
        # forwards: what the first parts may say together, and whether none, one or more of them were moved in
        reached: list[set[tuple[Any, int]]] = [{(None, 0)}]
        for group in grouped:
            reached.append({self._after(state, choice) for state in reached[-1] for choice in group})
        # backwards: in how many ways each may be completed
        self._ways: list[dict[tuple[Any, int], int]] = [
            {state: int(moved(state[1]) and wanted(state[0][0])) for state in reached[-1]}
        ]
        for group, states in zip(reversed(grouped), reversed(reached[:-1]), strict=True):
            further = self._ways[-1]
            self._ways.append(
                {
                    state: sum(count * further[self._after(state, choice)] for choice, count in group.items())
                    for state in states
                }
            )
        self._ways.reverse()
        self.count = self._ways[0][None, 0]

    def _after(self, state: tuple[Any, int], choice: tuple[Any, bool]) -> tuple[Any, int]:
        before, moved = state
        claim = self._joined(before[0], choice[0]) if before else choice[0]
        return (claim,), min(2, moved + choice[1])

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """What is done in each part, in the order of the first part, then the second, and so on."""
        chosen: list[Any] = []
        states: list[tuple[Any, int]] = [(None, 0)]
        open_: list[Iterator[Choice]] = [iter(self._parts[0])]
        while open_:
            choice = next(open_[-1], None)
            if choice is None:
                open_.pop()
                states.pop()
                if chosen:
                    chosen.pop()
                continue
            done, claim = choice
            state = self._after(states[-1], (claim, done is not None))
            depth = len(open_)
            if not self._ways[depth][state]:
                continue
            if depth == len(self._parts):
                yield (*chosen, done)
                continue
            chosen.append(done)
            states.append(state)
            open_.append(iter(self._parts[depth]))


MOVED = {"every": lambda count: count > 0, "some": lambda count: count > 0, "one": lambda count: count == 1}


class Decided:
    """A compound with the numbers of its parts."""

    def __init__(self, compound: Compound, misere: bool) -> None:
        self.compound = compound
        self.theorem = THEOREMS[compound.name](misere)
        self._known = AppliedTheorem(self.theorem)
        self.evidence = Evidence("computed", f"{self.theorem.because} ({compound.source})")

    def is_lost(self, parts: Parts) -> bool:
        """Whether whoever is to move loses."""
        return self._known.lost(self.numbers(parts))

    def numbers(self, parts: Parts) -> list[Any]:
        """The number of each part."""
        return [self._known.number(part) for part in parts]

    def winning(self, parts: Parts) -> Moves:
        """The moves after which the opponent is lost."""
        each = steps(parts, self.compound.name)
        ended = [not moves for moves in each]
        if all(ended) or (self.compound.ends == "first" and any(ended)):
            return Moves(0, lambda: iter(()))
        claim_of = self.theorem.said
        choices: list[Sequence[Choice]] = []
        for part, moves in zip(parts, each, strict=True):
            part_choices: list[Choice] = [
                (move, claim_of(self._known.number(after))) for move, after in dict(moves).items()
            ]
            if not moves or self.compound.moves != "every":
                part_choices.append((None, claim_of(self._known.number(part))))
            choices.append(part_choices)
        made = Choices(choices, self.theorem.joined, self.theorem.lost, MOVED[self.compound.moves])

        def labels(chosen: tuple[Any, ...]) -> Labels:
            return (("moves", tuple(move for move in chosen if move)),)

        return Moves(made.count, lambda: map(labels, made))

    def reasons(self, parts: Parts) -> list[str]:
        """The number of each part, and what they say together."""
        lines = [
            f"part {number}, {shortened(part_text(part))}: {self.theorem.words(part_number)}"
            for number, (part, part_number) in enumerate(zip(parts, self.numbers(parts), strict=True), 1)
        ]
        return [*lines, f"{self.theorem.because[0].upper()}{self.theorem.because[1:]}."]


def _shape(rule: Rule) -> Compound:
    assert isinstance(rule.shape, Compound)
    return rule.shape


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for one compound in normal play: who wins; its nim-value only where that is 0."""
    decided = Decided(_shape(rule), False)

    def answer(states: Sequence[Any]) -> Answer:
        values = [0 if decided.is_lost(parts) else None for parts in states]
        return Answer(values, decided.evidence, lambda parts, rest: decided.winning(parts), reasons=decided.reasons)

    return Direct(answer)


def misere(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for one compound in misère play."""

    def answer(position: Position) -> Result:
        (part,) = position.parts()
        parts: Parts = part.state  # type: ignore[assignment]
        decided = Decided(_shape(part.rule), True)
        moves = decided.winning(parts)
        winning = WinningMoves(moves.count, lambda: (position.move_of(part, labels) for labels in moves))
        wins: Winner = "second" if decided.is_lost(parts) else "first"
        return Result(position, "misere", wins, None, winning, decided.evidence, reasons=lambda: decided.reasons(parts))

    return Direct(answer)

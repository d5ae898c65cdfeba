"""Rules whose moves are masks, answered by tables of all states that have as many bits as those asked for."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.engines.sliced.tables import MOST_VALUE_BITS, Values, values
from grundy.engines.solver import Solver, listed
from grundy.errors import OutOfReach
from grundy.model.option import State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import BitMoves, Moves

BY = "a table of all states of as many bits, 512 at a time"


def solver(rule: Rule, shape: BitMoves) -> Solver:
    """The engine for a rule on sets of bits."""
    known: list[Values] = []

    def table(top: int) -> Values:
        bits = top.bit_length()
        if not known or known[0].bits < bits:
            if bits > MOST_VALUE_BITS:
                raise OutOfReach(f"{rule.spec}: a state of {bits} bits, more than the {MOST_VALUE_BITS} of a table")
            known[:] = [values(below(shape, bits), bits)]
        return known[0]

    def worths(states: Sequence[State]) -> Sequence[int]:
        if isinstance(states, range) and states.step == 1 and states:
            found: Sequence[int] = table(states[-1]).read(states.start, states.stop)  # type: ignore[assignment]
            return found
        numbers: Sequence[int] = states  # type: ignore[assignment]
        made = table(max(numbers, default=0))
        return [made.value(state) for state in numbers]

    def moves_to(state: State, rest: int) -> Moves:
        made = table(state)  # type: ignore[arg-type]
        options = list(rule.options(state))
        return listed([rule.labels(option) for option in options if made.value(option.parts[0]) == rest])  # type: ignore[arg-type]

    return Solver(worths, moves_to, lambda: Evidence("computed", BY))


def below(shape: BitMoves, bits: int) -> list[tuple[int, int, int, int]]:
    """The moves of the states below 2**bits: what they need is there, and what they flip is below that."""
    inside = (1 << bits) - 1
    return [
        (need, off & inside, clear & inside, flip) for need, off, clear, flip in shape.moves if need <= inside
        and not need & off
    ]

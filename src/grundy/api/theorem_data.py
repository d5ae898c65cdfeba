"""A theorem as data that can be kept in a file, and what it says of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from grundy.api.proof import Proof

MOST_CELLS = 1_000_000  # of an automaton that is kept


class Said(NamedTuple):
    """What is said of a position: whether it is a P-position, and its nim-value; None where that is not said."""

    is_p: bool | None
    nim_value: int | None


def data_of(proof: Proof) -> dict[str, Any] | None:
    """What a theorem says of each position, in JSON's types. None: it says nothing of positions, or is too large."""
    from grundy.api.periods import PeriodResult
    from grundy.theorems.theorem import Theorem

    theorem = proof.theorem
    if isinstance(theorem, PeriodResult) and theorem.repetition is not None:
        repeats = theorem.repetition
        rows = {"period": repeats.period, "preperiod": repeats.preperiod, "saltus": repeats.saltus}
        return {**rows, "values": list(map(int, proof.values))}
    if not isinstance(theorem, Theorem):
        return None
    has_values = theorem.claim.kind == "values" and not theorem.misere
    automaton = theorem.claim.automaton if has_values else theorem.p_positions
    if automaton.next.size > MOST_CELLS:
        return None
    return {
        "system": [theorem.system.a, theorem.system.b],
        "values": has_values,
        "next": automaton.next.tolist(),
        "outputs": automaton.outputs.tolist(),
    }


def said_of(data: dict[str, Any], numbers: tuple[int, ...]) -> Said:
    """What a theorem that was kept says of a position."""
    if "period" in data:
        (n,) = numbers
        turns = max(0, n - data["preperiod"]) // data["period"]
        value = data["values"][n - turns * data["period"]] + turns * data["saltus"]
        return Said(value == 0, value)
    from grundy.theorems.numeration import System

    system = System(*data["system"])
    state = 0
    for letter in zip(*system.words(numbers), strict=True):
        place = 0
        for digit in letter:
            place = place * system.digits + digit
        state = data["next"][state][place]
    output = data["outputs"][state]
    return Said(output == 0, output) if data["values"] else Said(output == 1, None)

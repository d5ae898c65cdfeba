"""Positions beyond every table, answered by a theorem that is proved on the spot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import islice
from math import inf, prod
from typing import TYPE_CHECKING

from grundy.errors import BadRule, OutOfReach, Stopped
from grundy.model.convention import nim_sum
from grundy.model.move import Move
from grundy.model.option import Labels, State
from grundy.model.result import Evidence, Result, WinningMoves, joint
from grundy.model.rule import Part, Position, Rule
from grundy.model.shapes import Digits
from grundy.notation import TYPED

if TYPE_CHECKING:
    from grundy.api.proof import Proof
    from grundy.theorems.decide import What

MOST_STATES = 2**32  # of a table
SECONDS = 20.0  # of the processor for a theorem, unless there is a limit
SECOND_TRY = 5.0  # the same, with or without a limit, where an engine refused, which may have taken no time
MOST_MOVES = 10_000  # winning moves
ENGINE = "theorems/search.py: a theorem about all positions, whose automata read the digits"


def is_beyond(position: Position) -> bool:
    """Whether a rule that is code has a state in it for which no table is large enough."""
    return _is_of_numbers(position) and any(
        part.rule.shape is None and prod(n + 1 for n in _numbers(part.state)) > MOST_STATES for part in position.parts()
    )


def or_by_theorem(position: Position, misere: bool, seconds: float | None, solve: Callable[[], Result]) -> Result:
    """What `solve` returns, or where the position is beyond that the result by a theorem.

    Args:    seconds: that a theorem may be looked for.
    Raises:  as `solve`, where no theorem says it.
    """
    beyond = is_beyond(position)
    most = SECONDS if seconds is None else inf
    if beyond and (result := by_theorem(position, misere, seconds, most)) is not None:
        return result
    try:
        return solve()
    except Stopped:
        raise
    except OutOfReach:
        result = None if beyond else by_theorem(position, misere, seconds, SECOND_TRY)
        if result is None:
            raise
        return result


def by_theorem(
    position: Position, misere: bool = False, seconds: float | None = None, processor: float = SECONDS
) -> Result | None:
    """The result of a position by what `prove` proves of its rules; None where that does not say it.

    Args:    seconds: that whoever asks waits for each rule; processor: seconds of the processor for each.
    """
    from grundy.theorems.limits import TooLarge

    parts = list(position.parts())
    if not parts or not _is_of_numbers(position) or (misere and len(parts) > 1):
        return None
    proofs: dict[Rule, Proof] = {}
    what: What | None = None if len(parts) == 1 else "nim-values"
    for rule in dict.fromkeys(part.rule for part in parts):
        proof = _proof(rule, misere, what, seconds, processor)
        if proof is None:
            return None
        proofs[rule] = proof
    try:
        return _result(position, parts, proofs, misere)
    except (OutOfReach, TooLarge):
        return None


@lru_cache(maxsize=64)
def _proof(rule: Rule, misere: bool, what: What | None, seconds: float | None, processor: float) -> Proof | None:
    """What is proved of a rule, asked once however many of its positions are asked for."""
    from grundy.api.prove import proof_within
    from grundy.theorems.limits import Until

    try:
        proof = proof_within(Until.after(processor=processor), rule, None, misere, what, {"time_limit": seconds})
    except (BadRule, OutOfReach):
        return None
    return proof if proof.proved else None


def _result(position: Position, parts: list[Part], proofs: Mapping[Rule, Proof], misere: bool) -> Result:
    """Raises OutOfReach: too many winning moves, or a sum of which only P-positions are known."""
    evidence = joint([Evidence("proved", f"{proof.statement}: {proof.source}") for proof in proofs.values()])
    convention = "misere" if misere else "normal"
    if len(parts) == 1:
        (part,) = parts
        proof, numbers = proofs[part.rule], _numbers(part.state)
        is_p = proof.is_p(*numbers)
        winner = "second" if is_p else "first"
        value = proof.nim_value(*numbers) if proof.what == "nim-values" else 0 if is_p and not misere else None
        moves = _moves(position, part, proof, 0)
        values: tuple[tuple[int, ...], ...] | None = None if value is None else ((value,),)
    else:
        each = [proofs[part.rule].nim_value(*_numbers(part.state)) for part in parts]
        value = nim_sum(each)
        winner = "first" if value else "second"
        found = iter(each)
        values = tuple(tuple(next(found) for _ in component.states) for component in position.components)
        moves = [
            move
            for part, worth in zip(parts, each, strict=True)
            for move in _moves(position, part, proofs[part.rule], value ^ worth)
        ]
    winning = WinningMoves(len(moves), lambda: iter(moves))
    return Result(position, convention, winner, value, winning, evidence, values, engines=(ENGINE,))  # type: ignore[arg-type]


def _moves(position: Position, part: Part, proof: Proof, beside: int) -> list[Move]:
    """The moves in a part that win beside others of this nim-value.

    Raises:  OutOfReach: too many.
    """
    lefts = list(islice(proof.winning_moves(*_numbers(part.state), beside=beside), MOST_MOVES + 1))
    if len(lefts) > MOST_MOVES:
        raise OutOfReach(f"more than {MOST_MOVES:,} winning moves")
    return [position.move(part, _labels(part, left)) for left in sorted(lefts)]


def _labels(part: Part, left: tuple[tuple[int, ...], ...]) -> Labels:
    """What tells a move from others, as the rule itself would say it.

    Raises:  OutOfReach: only the rule's code says it.
    """
    rule = part.rule
    flat = tuple(number for one in left for number in one)
    if isinstance(rule.shape, Digits):
        numbers = tuple(number for number in flat if number)
        (whole,) = _numbers(part.state)
        return (("take", whole - sum(numbers)), ("leave", numbers))
    if rule.spec.startswith(f"{TYPED}:"):
        return (("leave", flat),)
    if rule.format_move or rule.describe:
        raise OutOfReach(f"{rule.spec}: its moves have words of their own")
    return (("to", left if rule.arity > 1 else flat),)


def _is_of_numbers(position: Position) -> bool:
    """Whether every state is one number, or several, of a rule without a formula."""
    return all(
        part.rule.theory is None
        and isinstance(part.rule.shape, Digits | None)
        and all(type(number) is int and number >= 0 for number in _numbers(part.state))
        and len(_numbers(part.state)) == part.rule.arity
        for part in position.parts()
    )


def _numbers(state: State) -> tuple[int, ...]:
    return state if isinstance(state, tuple) else (state,)

"""Positions beyond every table, answered by a theorem that is proved on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from math import prod
from typing import TYPE_CHECKING, Protocol, TypeAlias

from grundy.answering import far
from grundy.answering.conditions import has_a_large_number, has_many_bits
from grundy.answering.far import is_long
from grundy.engines.engine import Answer
from grundy.engines.question import Question
from grundy.engines.steady import is_own
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.known import Known, exactly, first_wins
from grundy.model.option import Labels, State
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, Moves
from grundy.notation import TYPED

if TYPE_CHECKING:
    from grundy.engines.question import Wanted
    from grundy.theorems.decide import What

MOST_STATES = 2**32  # of a table
SECONDS = 20.0  # of the processor for a theorem, unless there is a limit
SECOND_TRY = 5.0  # the same, with or without a limit, where an engine refused, which may have taken no time
MOST_MOVES = 10_000  # winning moves
ENGINE = "theorems/search.py: a theorem about all positions, whose automata read the digits"


class Proved(Protocol):
    """A theorem about all positions of a rule, as `prove` gives it."""

    @property
    def what(self) -> What | None: ...
    @property
    def misere(self) -> bool: ...
    @property
    def statement(self) -> str: ...
    @property
    def source(self) -> str: ...
    def nim_value(self, *position: int) -> int | None: ...
    def is_p(self, *position: int) -> bool: ...
    def winning_moves(self, *position: int, beside: int = 0) -> Iterable[tuple[tuple[int, ...], ...]]: ...


Prove: TypeAlias = "Callable[[Rule, bool, What | None, float | None, float], Proved | None]"
"""Called with a rule, whether misère, what about (None: whatever is found), seconds to wait, and of the processor."""


def is_beyond(rule: Rule, states: Sequence[State]) -> bool:
    """Whether a rule that is code has one of these states, for which no table is large enough, or one takes long."""
    if not (states and is_own(rule) and all(_is_of_numbers(rule, state) for state in states)):
        return False
    numbers = list(map(_numbers, states))
    return any(prod(n + 1 for n in one) > MOST_STATES for one in numbers) or is_long(rule, numbers)


def refusal(rule: Rule, states: Sequence[State]) -> OutOfReach | None:
    """Why states that no table ever reaches are refused at once, where no theorem was found."""
    numbers = list(map(_numbers, states))
    if any(prod(n + 1 for n in one) > MOST_STATES for one in numbers):
        return None  # the engines refuse at once
    return far.refusal(rule, numbers)


def winners_by_theorem(prove: Prove, rule: Rule, states: Sequence[State], *limits: float | None) -> list[Known]:
    """Of each state alone who wins, by what `prove` finds about a rule; nothing where that does not say it."""
    found = by_theorem(prove, rule, states, "winner", False, *limits)  # type: ignore[arg-type]
    if found is None:
        return [Known()] * len(states)
    pieces = (found.evidence,)
    return [
        exactly(value, pieces) if isinstance(value, int) else first_wins(found.moves_to(state, 0), pieces)
        for state, value in zip(states, found.values, strict=True)
    ]


def by_theorem(
    prove: Prove,
    rule: Rule,
    states: Sequence[State],
    wanted: Wanted,
    misere: bool,
    seconds: float | None,
    processor: float,
) -> Answer | None:
    """What the engines would answer, by what `prove` finds about a rule; None where that does not say it.

    Args:    wanted: "winner": each state is alone, in misère play too: of the others 0 is the value of those alone that
             the second player wins. seconds: that whoever asks waits; processor: seconds of the processor.
    """
    if rule.theory is not None or not isinstance(rule.shape, Digits | None) or find_spec("numpy") is None:
        return None  # as in a browser, which has no NumPy, and so no tables that theorems are read off
    if not all(_is_of_numbers(rule, state) for state in states):
        return None
    if not misere and (soon := _soon(rule, states)) is not None:
        return soon
    from grundy.theorems.limits import TooLarge

    proof = prove(rule, misere, None if wanted == "winner" else "nim-values", seconds, processor)
    if proof is None:
        return None
    try:
        values = [_value(proof, _numbers(state)) for state in states]
    except (OutOfReach, TooLarge):
        return None
    evidence = Evidence("proved", f"{proof.statement}: {proof.source}")
    return Answer(values, evidence, lambda state, rest: _moves(rule, state, proof, rest), engines=(ENGINE,))


def _soon(rule: Rule, states: Sequence[State]) -> Answer | None:
    """What a theorem says that is soon tried: a large number falls by a bounded amount alone, or no move of a rule on
    sets of bits takes another away."""
    asked = Question(((rule, states),))
    found, engine = None, ""
    if has_a_large_number(asked):
        from grundy.engines.heap import returning

        found, engine = returning.answer_of(rule, states), "heap/returning.py: the values return in one of the numbers"
    elif has_many_bits(asked):
        from grundy.engines.table import one_length

        found, engine = one_length.answer_of(rule, states), "table/one_length.py: every play has the same length"
    return found and replace(found, engines=(f"engines/{engine}",))


def _value(proof: Proved, numbers: tuple[int, ...]) -> int | None:
    """A nim-value; where only P-positions are known, 0 of these and None of others."""
    if proof.what == "nim-values" and not proof.misere:
        return proof.nim_value(*numbers)
    return 0 if proof.is_p(*numbers) else None


def _moves(rule: Rule, state: State, proof: Proved, beside: int) -> Moves:
    """The moves in a state that win beside others of this nim-value; none but that there is one, where they are not
    found or only the rule's code has words for them."""
    from grundy.theorems.limits import TooLarge

    numbers = _numbers(state)
    try:
        lefts = list(islice(proof.winning_moves(*numbers, beside=beside), MOST_MOVES + 1))
        found = [_labels(rule, state, left) for left in sorted(lefts[:MOST_MOVES])]
        return Moves(len(found), lambda: iter(found), exact=len(lefts) <= MOST_MOVES)
    except (OutOfReach, TooLarge):
        value = _value(proof, numbers)
        some = value is None or beside < value  # by the mex; of more beside it is not known
        return Moves(int(some), lambda: iter(()), exact=value == beside)


def _labels(rule: Rule, state: State, left: tuple[tuple[int, ...], ...]) -> Labels:
    """What tells a move from others, as the rule itself would say it.

    Raises:  OutOfReach: only the rule's code says it.
    """
    flat = tuple(number for one in left for number in one)
    if isinstance(rule.shape, Digits):
        numbers = tuple(number for number in flat if number)
        (whole,) = _numbers(state)
        return (("take", whole - sum(numbers)), ("leave", numbers))
    if rule.spec.startswith(f"{TYPED}:"):
        return (("leave", flat),)
    if rule.format_move or rule.describe:
        raise OutOfReach(f"{rule.spec}: its moves have words of their own")
    return (("to", left if rule.arity > 1 else flat),)


def _is_of_numbers(rule: Rule, state: State) -> bool:
    """Whether a state is one number, or several, as the rule has them."""
    numbers = _numbers(state)
    return len(numbers) == rule.arity and all(type(number) is int and number >= 0 for number in numbers)


def _numbers(state: State) -> tuple[int, ...]:
    return state if isinstance(state, tuple) else (state,)

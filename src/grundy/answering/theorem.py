"""Positions beyond every table, answered by a theorem that is proved on the spot."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from itertools import islice
from math import inf
from typing import TYPE_CHECKING, Protocol, TypeAlias

from grundy.answering.conditions import is_on_numbers
from grundy.answering.far import is_of_numbers, numbers_of
from grundy.engines.engine import Answer
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.known import Known, exactly, first_wins
from grundy.model.option import Labels, State
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, Moves
from grundy.notation import TYPED

if TYPE_CHECKING:
    from grundy.theorems.decide import What

SECONDS = 20.0  # of the processor for a theorem, unless there is a limit
SECOND_TRY = 5.0  # the same, with or without a limit, where an engine refused, which may have taken no time
MOST_MOVES = 10_000  # winning moves


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


def at_first(question: Question, prove: Prove) -> Answer | None:
    """What a theorem answers about states beyond tables, looked for as long as whoever asks waits."""
    return by_theorem(question, prove, SECONDS if question.options.seconds is None else inf)


def at_last(question: Question, prove: Prove) -> Answer | None:
    """What a theorem answers about states that all engines have refused, which may have taken them no time."""
    return by_theorem(question, prove, SECOND_TRY)


def winners_by_theorem(prove: Prove, rule: Rule, states: Sequence[State], options: SearchOptions) -> list[Known]:
    """Of each state alone who wins, by what `prove` finds about a rule; nothing where that does not say it."""
    answer = at_first(Question(((rule, states),), wanted="winner", options=options), prove)
    if answer is None:
        return [Known()] * len(states)
    pieces = (answer.evidence,)
    return [
        exactly(value, pieces) if isinstance(value, int) else first_wins(answer.moves_to(state, 0), pieces)
        for state, value in zip(states, answer.values, strict=True)
    ]


def by_theorem(question: Question, prove: Prove, processor: float) -> Answer | None:
    """What the engines would answer, by what `prove` finds about a rule; None where that does not say it.

    Where who wins is asked, and in misère play, 0 is the value of states alone that the second player wins, and None
    that of others.

    Args:    processor: seconds of the processor that it may take.
    """
    rule, states, misere = question.rule, question.states, question.convention == "misere"
    if not is_on_numbers(question) or find_spec("numpy") is None:
        return None  # as in a browser, which has no NumPy, and so no tables that theorems are read off
    if not all(is_of_numbers(rule, state) for state in states):
        return None
    from grundy.theorems.limits import AutomatonTooLarge

    proof = prove(rule, misere, None if question.asks_winner else "nim-values", question.options.seconds, processor)
    if proof is None:
        return None
    try:
        values = [_value(proof, numbers_of(state)) for state in states]
    except (OutOfReach, AutomatonTooLarge):
        return None
    evidence = Evidence("proved", f"{proof.statement}: {proof.source}")
    return Answer(values, evidence, lambda state, rest: _moves(rule, state, proof, rest))


def _value(proof: Proved, numbers: tuple[int, ...]) -> int | None:
    """A nim-value; where only P-positions are known, 0 of these and None of others."""
    if proof.what == "nim-values" and not proof.misere:
        return proof.nim_value(*numbers)
    return 0 if proof.is_p(*numbers) else None


def _moves(rule: Rule, state: State, proof: Proved, beside: int) -> Moves:
    """The moves in a state that win beside others of this nim-value; none but that there is one, where they are not
    found or only the rule's code has words for them."""
    from grundy.theorems.limits import AutomatonTooLarge

    numbers = numbers_of(state)
    try:
        lefts = list(islice(proof.winning_moves(*numbers, beside=beside), MOST_MOVES + 1))
        labels = [_labels(rule, state, left) for left in sorted(lefts[:MOST_MOVES])]
        return Moves(len(labels), lambda: iter(labels), exact=len(lefts) <= MOST_MOVES)
    except (OutOfReach, AutomatonTooLarge):
        value = _value(proof, numbers)
        some = value is None or beside < value  # by the mex; of more beside it is not known
        return Moves(int(some), lambda: iter(()), exact=value == beside)


def _labels(rule: Rule, state: State, left: tuple[tuple[int, ...], ...]) -> Labels:
    """What tells a move from others, as the rule itself would say it.

    Raises:  OutOfReach: only the rule's code says it.
    """
    flat = tuple(number for part in left for number in part)
    if isinstance(rule.shape, Digits):
        numbers = tuple(number for number in flat if number)
        (whole,) = numbers_of(state)
        return (("take", whole - sum(numbers)), ("leave", numbers))
    if rule.spec.startswith(f"{TYPED}:"):
        return (("leave", flat),)
    if rule.format_move or rule.describe:
        raise OutOfReach(f"{rule.spec}: its moves have words of their own")
    return (("to", left if rule.arity > 1 else flat),)

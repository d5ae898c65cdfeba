"""What an engine is: asked for the values of states of one rule, it answers, or says that its budget is spent."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar, runtime_checkable

from grundy.compile.subset import Unfit
from grundy.errors import OutOfReach
from grundy.model.convention import Value, Winner
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.known import Known
from grundy.model.option import Labels
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import Chunk

Summand = tuple[str, int]


@frozen
class Answer:
    """The values of some states, and what finds moves from them.

    values     in the order in which the states were asked for; None: not known, though who wins is
    evidence   how they are known
    moves_to   the moves in one of the states that win with `rest` beside: those to positions of that value
    summands   for an explanation: what the value of a state is the XOR of, if that is known
    reasons    for an explanation: why the winner of a state is known, in lines, where no sum of values says it
    engines    for an explanation: what answered, each with how; written by ask.py
    """

    values: Sequence[Value | None]
    evidence: Evidence
    moves_to: Callable[[Any, Any], Moves]
    summands: Callable[[Any], list[Summand]] = lambda state: []
    engines: tuple[str, ...] = ()
    reasons: Callable[[Any], list[str]] | None = None


@frozen
class Spent:
    """There is no answer within the engine's budget, so that the next engine is asked.

    why        what is refused with if no other engine answers; None: as the engine before it would refuse
    for_good   once another engine has answered, whether that one is to be asked from then on, whatever the question
    facts      what it has established all the same of each state, in the order in which they were asked for
    """

    why: OutOfReach | None = None
    for_good: bool = True
    facts: tuple[Known, ...] = ()


Working: TypeAlias = Generator[Chunk, None, Answer | Spent]
Asked = TypeVar("Asked", contravariant=True)
Given = TypeVar("Given", covariant=True)


class Engine(Protocol[Asked, Given]):
    """What answers questions: for values about states of one rule, in misère play about whole positions.

    What it learns of a rule is kept for the next question. `work` is work as runs.chunk has it: it yields how far it
    is, may be stopped between two chunks and taken up again from a state that was saved, and returns the answer. Soon
    done, it yields nothing.
    Raises: BadRule: the rule is at fault. OutOfReach: this engine refuses, and no other will do better.
    """

    def work(self, asked: Asked, saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Given | Spent]:
        """Answer, or spend the budget."""


@runtime_checkable
class Reader(Engine[Asked, Given], Protocol):
    """An engine that can answer some of its questions only, and reads off a rule's code which."""

    def unfit(self, asked: Asked) -> Unfit | None:
        """Why it cannot answer, said before it begins; None if it can."""


@frozen
class Direct(Generic[Asked, Given]):
    """An engine that answers at once."""

    answer: Callable[[Asked], Given | Spent]

    def work(self, asked: Asked, saved: Mapping[str, Any] | None = None) -> Generator[Chunk, None, Given | Spent]:
        """As every engine."""
        return self.answer(asked)
        yield


@frozen
class TellsMany(Direct[Position, Result]):
    """An engine of misère play that tells of many positions at once who wins each."""

    winners: Callable[[Sequence[Position]], list[Winner]]


def or_spent(answer: Callable[[Asked], Given | Spent], for_good: bool = True) -> Callable[[Asked], Given | Spent]:
    """The same answers; what is out of reach spends the budget, and the next engine is asked."""

    def answer_or_leave(asked: Asked) -> Given | Spent:
        try:
            return answer(asked)
        except OutOfReach as refused:
            return Spent(refused, for_good)

    return answer_or_leave


@frozen
class Stepwise(Generic[Asked, Given]):
    """An engine that keeps nothing for the next question: the work alone."""

    work: Callable[[Asked, Mapping[str, Any] | None], Generator[Chunk, None, Given | Spent]]


DirectValues: TypeAlias = Direct[Sequence[Any], Answer]
"""An engine for values that answers at once."""
DirectOutcome: TypeAlias = Direct[Position, Result]
"""An engine of misère play that answers at once."""
Normal: TypeAlias = Callable[[Rule, Sequence[Any]], Answer]
"""Values in normal play, for engines of misère play that need them."""


def listed(labels: Sequence[Labels]) -> Moves:
    """Moves as a list, each once, in the order of their numbers."""
    moves = sorted(dict.fromkeys(labels), key=lambda move: [_order(value) for _, value in move])
    return Moves(len(moves), lambda: iter(moves))


def _order(value: object) -> tuple[int, Any]:
    """What a label is sorted by, whatever the same label of other moves is."""
    if isinstance(value, int):
        return 0, value
    if isinstance(value, tuple) and all(isinstance(number, int) for number in value):
        return 3, value
    if isinstance(value, tuple):
        return 4, [_order(entry) for entry in value]
    return (1, value) if isinstance(value, str) else (2, repr(value))

"""How large automata may become, and until when: a limit that all operations within it keep."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from math import inf
from time import process_time

from grundy.runs.clock import CLOCK

MOST_CELLS = 60_000_000  # arrows of one automaton: states times letters
CELLS_A_STATE = 300  # letters, or members of a set of states, up to which a state counts as one
_most_states: ContextVar[int] = ContextVar("_most_states", default=200_000)  # of what is not yet minimal


@dataclass(frozen=True, slots=True)
class Until:
    """When to give up: at a moment of the clock of long work, or of the time that this process had of the processor.

    Whoever sets a limit waits by the clock. Where nobody has set one it is the processor's time, or what else the
    machine does would decide whether there is an answer.
    """

    clock: float = inf
    processor: float = inf

    @classmethod
    def after(cls, clock: float = inf, processor: float = inf) -> Until:
        """So many seconds from now."""
        return cls(CLOCK.now() + clock, process_time() + processor)

    def is_late(self) -> bool:
        """Whether the moment of the clock has come: somebody's time limit is met."""
        return CLOCK.now() >= self.clock

    def is_over(self) -> bool:
        return self.is_late() or process_time() >= self.processor


NEVER = Until()
_until: ContextVar[Until] = ContextVar("_until", default=NEVER)


class AutomatonTooLarge(Exception):
    """An automaton would have more states or arrows than are worth their time; another system or rule may do."""


@contextmanager
def most_states(count: int, until: Until = NEVER) -> Iterator[None]:
    """Within this, an automaton of more states is too large, and any from that moment on.

    An operation may take minutes, and whoever limits the time waits for none of them.
    """
    before, ended = _most_states.set(count), _until.set(until)
    try:
        yield
    finally:
        _most_states.reset(before)
        _until.reset(ended)


def require_time() -> None:
    """Refuse to go on where the time is over. Raises AutomatonTooLarge."""
    if _until.get().is_over():
        raise AutomatonTooLarge("out of time")


def require_states(count: int, what: str, *given: object) -> None:
    """Refuse too many states, or a moment too late. Raises AutomatonTooLarge, with `what` formatted."""
    require_time()
    if count > _most_states.get():
        raise AutomatonTooLarge(f"more than {_most_states.get():,} states: {what.format(*given)}")

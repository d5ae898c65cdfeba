"""Tables of a rule: the values or outcomes of all its states, by whichever engine fills them fastest."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial
from typing import TYPE_CHECKING, Any

from grundy.answering.ask import work
from grundy.compile.subset import Unfit, fitted
from grundy.engines.question import Answering
from grundy.engines.table import memory as in_room
from grundy.engines.table.job import Allocate, Job, Size, job
from grundy.model.rule import Rule
from grundy.runs.chunk import Chunk, run_to_end

if TYPE_CHECKING:
    from numpy.typing import NDArray


def nim_values(
    rule: Rule, size: Size, memory: int | None = None, compiled: bool = True, cores: int | None = None
) -> NDArray[Any]:
    """The nim-values of all states of a table.

    Args:    size: a number of states, 0..size-1, or for rules of several numbers the extents of their box.
             memory: bytes that may be used; half of the machine's if less.
             compiled: whether the rule may be compiled; uncompiled it gives the same, slowly.
             cores: how many may be used; all of the machine's if it is not said.
    Returns: uint8, uint16 or uint32, whichever the largest value needs, of shape `size`.
    Raises:  BadRule: a state's option is no earlier state; both are named. OutOfReach: too large.
    Cost:    a byte a state (2 or 4, and while it grows both), and some nanoseconds an option.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> nim_values(take, 9).tolist()
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """
    return in_room.nim_values(work, rule, size, memory, compiled, cores)


def p_positions(
    rule: Rule,
    size: Size,
    misere: bool = False,
    memory: int | None = None,
    compiled: bool = True,
    cores: int | None = None,
) -> NDArray[Any]:
    """Which states are P-positions (whoever is to move loses), one bit a state.

    Returns: uint8; state s is bit s & 7 of entry s >> 3 (in a box s counts row by row), as
             `numpy.unpackbits(bits, bitorder="little", count=...)` reads it.
    Raises:  as `nim_values`; BadRule also for a sum in misère play, whose parts' outcomes do not tell its own.
    Note:    options are looked at until one decides, so that a bad one behind it goes unseen.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> bin(p_positions(take, 16)[0]), bin(p_positions(take, 16, misere=True)[0])
    ('0b10001', '0b100010')
    """
    import numpy as np

    task = job(rule, size, misere, True)
    if not misere and _has_sums(rule):
        return np.packbits(nim_values(rule, size, memory, compiled, cores).reshape(-1) == 0, bitorder="little")
    return run_to_end(in_memory(task, memory, compiled, cores))


def in_memory(
    task: Job, memory: int | None = None, compiled: bool = True, cores: int | None = None
) -> Generator[Chunk, None, NDArray[Any]]:
    """A table in memory as long work; it returns the array, flat."""
    return in_room.in_memory(work, task, memory, compiled, cores)


def fill(task: Job, allocate: Allocate, compiled: bool = True, cores: int = 1) -> Answering:
    """Fill the array that `allocate` gives, as long work; it says how far it is about ten times a second."""
    return in_room.fill(work, task, allocate, compiled, cores)


def _has_sums(rule: Rule) -> bool:
    from grundy.compile.kernel import look

    facts = fitted(partial(look, rule))
    return isinstance(facts, Unfit) or facts.sums  # it may have: values tell the outcomes of any rule

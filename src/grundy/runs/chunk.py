"""What an engine and the loop round it say to each other.

An engine is a generator: it is called with the state saved last (None: from the start) and yields a
Chunk about ten times a second; what it returns at the end is the outcome's value. It opens no file,
draws no bar and catches no signal; the loop may stop asking between any two chunks, keep the chunk's
state, and later, in another process, call the engine with it again.

The loop runs the engine in a thread of its own, so that Ctrl-C is heard while a kernel works, and
saves what a chunk says while the engine already works on the next one. Hence two promises of every
engine: a state that was yielded is never changed afterwards (yield a new mapping each time), and
table entries that a chunk called right are never written again, except with the same values. Entries
that are not right yet may hold anything after a resume, not only zeros. Kernels are compiled without
the interpreter lock (grundy.compile.jit does it).

A chunk is what an engine yields; a checkpoint is the chunk that was saved last.

An engine that goes on from a state may pass through what it has done before, as where small cases come first. Its
chunks then fall behind the state that it was called with, and the loop lets none of them take its place.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from grundy.model.frozen import frozen

if TYPE_CHECKING:
    from grundy.model.known import Known
    from grundy.runs.forecast import Forecast


@frozen
class Chunk:
    """How far an engine is.

    done, total   units of work done, and in all (0: not known)
    unit          what is counted: states, heaps, positions
    state         what the engine must be called with to go on from here: numbers, texts, lists of
                  such; arrays that the engine fills in place (a table) are not in it, only how far
                  they are right. Where it is dear to make, a `values.Deferred`, which is made when it is saved
    known         what can be said if the work ends here, in words ("values of heaps 0..9,999")
    now           what says instead, from any thread, what is known while the next chunk is made, which may take long
    filled        half-open ranges (start, stop) of entries of the table, counted in C order, that
                  have become right since the chunk before; () for work without a table
    phase         of work in phases, which phase this is; `done` counts anew in each, and phases follow in order
    kept          how much of `done` the state has, where that is less; None: all of it
    forecast      how much there will be in all, where `total` is not known and smaller cases say something of it
    last          nothing is left but to return: who asks to stop meanwhile is given the answer
    facts         what is known of each position that the engine was asked about, in that order, the first of them
    facts_now     what tells them instead, from any thread, while the next chunk is made
    partial       makes the answer as far as it goes, where the first part of one is of use
    """

    done: int
    total: int
    unit: str
    state: Mapping[str, Any]
    known: str = ""
    filled: tuple[tuple[int, int], ...] = ()
    phase: tuple[int, ...] = ()
    kept: int | None = None
    now: Callable[[], str] | None = None
    forecast: Forecast | None = None
    last: bool = False
    facts: tuple[Known, ...] = ()
    facts_now: Callable[[], tuple[Known, ...]] | None = None
    partial: Callable[[], Any] | None = None

    def describe(self) -> str:
        """What can be said at this moment.

        >>> Chunk(5, 9, "heaps", {}, "5 values").describe(), Chunk(5, 9, "heaps", {}, now=lambda: "6 values").describe()
        ('5 values', '6 values')
        """
        return self.now() if self.now else self.known

    def established(self) -> tuple[Known, ...]:
        """What is known at this moment of the positions that were asked about, the first of them."""
        return self.facts_now() if self.facts_now else self.facts

    def falls_behind(self, before: Chunk) -> bool:
        """Whether something that an earlier chunk had would be lost if this one took its place.

        >>> far = Chunk(500, 1000, "heaps", {}, kept=400)
        >>> Chunk(499, 1000, "heaps", {}).falls_behind(far), Chunk(500, 1000, "heaps", {}, kept=300).falls_behind(far)
        (True, True)
        >>> Chunk(0, 10, "moves", {}, phase=(1,)).falls_behind(far)
        False
        """
        reach, other = (chunk.done if chunk.kept is None else chunk.kept for chunk in (self, before))
        return (self.phase, self.done) < (before.phase, before.done) or (self.phase, reach) < (before.phase, other)


class OutOfTime(Exception):
    """An engine has seen for itself, within a chunk, that the time limit of its work is met.

    The loop then ends as if it had looked at the clock first.
    """


Returned = TypeVar("Returned")
Given = TypeVar("Given")
Changed = TypeVar("Changed")
Work: TypeAlias = Callable[[Mapping[str, Any] | None], Iterator[Chunk]]


def run_to_end(steps: Generator[Any, None, Returned]) -> Returned:
    """Run a generator, such as an engine, to its end and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            returned: Returned = end.value
            return returned


def map_chunks(change: Callable[[Given], Changed], steps: Iterator[Given]) -> Generator[Changed, None, Any]:
    """Change each item that a generator yields, such as an engine's chunks, and return its result."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            return end.value
        yield change(step)


def in_phase(number: int, chunks: Iterator[Chunk]) -> Generator[Chunk, None, Any]:
    """The chunks of an engine as one phase of longer work, and what it returns."""
    return map_chunks(lambda chunk: replace(chunk, phase=(number, *chunk.phase)), chunks)

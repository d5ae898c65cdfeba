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
the interpreter lock (grundy.engines.jit does it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Chunk:
    """How far an engine is.

    done, total   units of work done, and in all (0: not known)
    unit          what is counted: states, heaps, positions
    state         what the engine must be called with to go on from here: numbers, texts, lists of
                  such; arrays that the engine fills in place (a table) are not in it, only how far
                  they are right
    known         what can be said if the work ends here, in words ("values of heaps 0..9,999")
    filled        half-open ranges (start, stop) of entries of the table, counted in C order, that
                  have become right since the chunk before; () for work without a table
    """

    done: int
    total: int
    unit: str
    state: Mapping[str, Any]
    known: str = ""
    filled: tuple[tuple[int, int], ...] = ()


Work: TypeAlias = Callable[[Mapping[str, Any] | None], Iterator[Chunk]]

"""What an engine and the loop round it say to each other.

An engine is a generator: it is called with the state saved last (None: from the start) and yields a
Chunk about ten times a second. It opens no file, draws no bar and catches no signal; the loop may
stop asking between any two chunks, keep the chunk's state, and later call the engine with it again.
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
    """

    done: int
    total: int
    unit: str
    state: Mapping[str, Any]
    known: str = ""


Work: TypeAlias = Callable[[Mapping[str, Any] | None], Iterator[Chunk]]

"""Arrays for kernels that work on many: an address and a length, without the reference counts of Numba's own.

Numba counts references each time that an array is taken out of a tuple, by an atomic instruction that costs more than
the access itself. A span is not counted: whoever calls a kernel keeps the spans, and so their arrays, until it returns.
As with arrays, no index is checked. engines/search/instructions.py has what they
are in machine code, and what else is written here for kernels alone.

judge  the arrays themselves, in tests/engines/search/test_search_numbers.py
"""

from __future__ import annotations

from typing import Any

import numpy as np

from grundy.compile.span import Span as Span

# For what several kernels write at once, each word of 64 bits whole; in kernels alone.


def acquire(span: Any, index: Any) -> Any:
    """Read a word; what is read later was written by then."""
    raise NotImplementedError


def release(span: Any, index: Any, value: Any) -> Any:
    """Write a word after all that was written before."""
    raise NotImplementedError


def exchange(span: Any, index: Any, old: Any, new: Any) -> Any:
    """Write a word if it is still `old`, and whether it was."""
    raise NotImplementedError


def bring_near(span: Any, index: Any) -> Any:
    """Have the processor fetch what will be read soon, while it works on something else; it changes nothing."""
    raise NotImplementedError


def bits_of(word: Any) -> Any:
    """How many bits of a word are set."""
    raise NotImplementedError


def zeros_below(word: Any) -> Any:
    """How many zeros of a word are below its lowest bit; 64 if there is none."""
    raise NotImplementedError


def zeros_above(word: Any) -> Any:
    """How many zeros of a word are above its highest bit; 64 if there is none."""
    raise NotImplementedError


def spans(arrays: Any) -> Any:
    """A tuple of the same type with a span for each array."""
    held = (Span(array) if isinstance(array, np.ndarray) else array for array in arrays)
    return type(arrays)(*held) if hasattr(arrays, "_fields") else tuple(held)


def listed(address: Any, key: Any, out: Any, room: Any, end: Any) -> Any:
    """Call a kernel of compile/options.py: the state `key`, where to write, how many words, where to say how many."""
    raise NotImplementedError

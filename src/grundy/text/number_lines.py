"""Lines of whole numbers, all read at once: for large texts in which nothing is wrong.

`rows` reads a line at a time and knows what is wrong where; this knows only whether something may be.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grundy.text.rows import MOST_64

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.uint64]
    Places = NDArray[np.int64]

LARGE = 1 << 18  # bytes; reading fewer one by one takes less than loading NumPy
_MOST = str(MOST_64).encode()


@dataclass(frozen=True, slots=True)
class NumberLines:
    """The numbers of a text, and where each line begins.

    Fields:  numbers: all of them. begins: for each line the place of its first number, and then how many numbers there
             are. Blank lines at the end are no lines.

    >>> lines = number_lines(b"2\\n3 4\\n\\n5\\n\\n")
    >>> lines.numbers.tolist(), lines.begins.tolist(), lines.lengths.tolist()
    ([2, 3, 4, 5], [0, 1, 3, 3, 4], [1, 2, 0, 1])
    """

    numbers: Numbers
    begins: Places

    def __len__(self) -> int:
        return len(self.begins) - 1

    @property
    def lengths(self) -> Places:
        """How many numbers each line has."""
        return self.begins[1:] - self.begins[:-1]


def number_lines(data: bytes) -> NumberLines | None:
    """The lines of a text of digits, blanks and ends of lines; None where there is anything else, or 2^64 or more.

    None, too, in an installation without NumPy. Some 10 ns a byte.
    """
    try:
        import numpy as np
    except ImportError:
        return None
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n")
    data = data.rstrip(b" \t\n")
    if not data or data.translate(None, b"0123456789 \t\n"):
        return None
    numbers = _numbers(data)
    if numbers is None:
        return None
    characters = np.frombuffer(data, np.uint8)
    is_digit = characters >= ord("0")
    ends = np.flatnonzero(is_digit[:-1] > is_digit[1:])  # of all numbers but the last
    breaks = np.flatnonzero(characters == ord("\n"))
    begins = np.empty(len(breaks) + 2, np.int64)
    begins[0], begins[1:-1], begins[-1] = 0, np.searchsorted(ends, breaks), len(numbers)
    return NumberLines(numbers, begins)


def named(numbers: Numbers) -> tuple[list[int], Places]:
    """The different numbers, in the order in which they come, and for each number its place among them.

    >>> import numpy as np
    >>> names, places = named(np.array([7, 3, 7, 5], np.uint64))
    >>> names, places.tolist()
    ([7, 3, 5], [0, 1, 0, 2])
    """
    import numpy as np

    different, first, places = np.unique(numbers, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return different[order].tolist(), rank[places]


def _numbers(data: bytes) -> Numbers | None:
    """All numbers of a text of nothing else; None where one is not below 2^64."""
    import numpy as np

    numbers: Numbers = np.fromstring(data, np.uint64, sep=" ")
    if len(numbers) and int(numbers.max()) == MOST_64:  # what a larger one has become, too
        digits = [token.lstrip(b"0") for token in re.findall(rb"[0-9]{20,}", data)]
        if any(len(token) > len(_MOST) or (len(token) == len(_MOST) and token > _MOST) for token in digits):
            return None
    return numbers

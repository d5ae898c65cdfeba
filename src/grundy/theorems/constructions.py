"""The four loops in which automata cost their time: equal states, a walk in breadth, pairs of states, sets of states.

Each is there twice, in plain Python with NumPy and compiled, and gives the same automaton by both. Most automata are
small, and loading compiled code takes longer than all of them together: so the first PLAIN_ROWS rows of arrows are
looked at in plain Python, whatever is asked, and what comes after that is left to the kernels.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.theorems.limits import CELLS_A_STATE, require_states, require_time

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAIN_ROWS = 1_500_000  # looked at in plain Python before compiled code is worth loading: about a second
PLAIN_ROWS_BESIDE = 150_000  # the same where the compiler is loaded already, as by a table
ROWS_A_CALL = 50  # which cost as much as a call
CELLS_AT_ONCE = 8_000_000  # of an array that one step needs, between two looks at the clock
FIRST_ROOM = 256  # states for which arrays are made at first


@dataclass
class _Work:
    """How many rows were looked at in plain Python by this process."""

    rows: int = 0

    def compiled(self, rows: int) -> bool:
        """Whether so many rows are left to the kernels."""
        if self.rows >= (PLAIN_ROWS_BESIDE if "numba" in sys.modules else PLAIN_ROWS):
            return True
        self.rows += rows + ROWS_A_CALL
        return False


_work = _Work()


def classes(after: NDArray[np.int32], outputs: NDArray[Any]) -> tuple[NDArray[np.int32], int]:
    """Equal numbers for states that are equal, and how many numbers there are (Moore 1956).

    after     int32 (states, letters), contiguous
    outputs   int32 (states,)
    """
    import numpy as np

    found = np.unique(outputs, return_inverse=True)[1].astype(np.int32)
    before, count = 0, int(found.max()) + 1
    while count > before:
        require_time()
        before = count
        refined = compiled_classes if _work.compiled(len(after)) else plain_classes
        found, count = refined(after, found)
    return found, count


def plain_classes(after: NDArray[np.int32], before: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """States told apart by their own class and those of the states after them, and how many classes these are."""
    import numpy as np

    rows = np.concatenate([before[:, None], before[after]], axis=1).astype(np.int32)
    width, raw = rows.shape[1] * 4, rows.tobytes()
    numbers: dict[bytes, int] = {}
    found = [numbers.setdefault(raw[place : place + width], len(numbers)) for place in range(0, len(raw), width)]
    return np.array(found, np.int32), len(numbers)


def compiled_classes(after: NDArray[np.int32], before: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """The same, compiled."""
    import numpy as np

    from grundy.theorems import kernels

    found = np.empty(len(after), np.int32)
    return found, int(kernels.refine(after, before, found, _empty_table(len(after))))


def walk(after: NDArray[np.int32], start: int) -> NDArray[np.int32]:
    """The states that are met from the start on, in the order of a walk in breadth; of int32 (states, letters)."""
    return (compiled_walk if _work.compiled(len(after)) else plain_walk)(after, start)


def plain_walk(after: NDArray[np.int32], start: int) -> NDArray[np.int32]:
    """The walk in plain Python."""
    import numpy as np

    order, known = [start], {start}
    for state in order:  # grows as it is read
        for target in after[state].tolist():
            if target not in known:
                known.add(target)
                order.append(target)
    return np.array(order, np.int32)


def compiled_walk(after: NDArray[np.int32], start: int) -> NDArray[np.int32]:
    """The same, compiled."""
    import numpy as np

    from grundy.theorems import kernels

    order, place = np.empty(len(after), np.int32), np.full(len(after), -1, np.int32)
    return order[: kernels.walk(after, start, order, place)]


@dataclass(frozen=True, slots=True)
class Pairs:
    """What `pairs` follows: two automata that read the same letters.

    one, two   int32 (states, letters), contiguous
    dead       a pair with one of these states, of the one or of the other, stands for all such pairs; -1: with none
    """

    one: NDArray[np.int32]
    two: NDArray[np.int32]
    dead: tuple[int, int] = (-1, -1)

    @property
    def sink(self) -> int:
        """The code of all pairs with a dead half; that of another pair (s, t) is s times the second's states + t."""
        return len(self.one) * len(self.two)

    def require(self, known: int) -> None:
        """Refuse too many pairs. Raises TooLarge."""
        width = self.one.shape[1]
        require_states(max(known, known * width // CELLS_A_STATE), "a product over {} letters", width)


def pairs(asked: Pairs) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The pairs of states that are met: int32 (pairs, letters), the pair after each, and the code of each."""
    rows = max(len(asked.one), len(asked.two))
    return (compiled_pairs if _work.compiled(rows) else plain_pairs)(asked)


def plain_pairs(asked: Pairs) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The pairs with NumPy, those of each length at once."""
    import numpy as np

    one, two, sink = asked.one, asked.two, asked.sink
    number = np.full(sink + 1, -1, np.int32)
    number[0] = 0
    rows, met, known = [], [np.array([0])], 1
    while len(new := met[-1]):
        asked.require(known)
        left, right = np.divmod(np.minimum(new, sink - 1), len(two))
        first, second = one[left], two[right]
        codes = first.astype(np.int64) * len(two) + second
        codes[(first == asked.dead[0]) | (second == asked.dead[1])] = sink
        codes[new == sink] = sink
        rows.append(codes)
        fresh = np.unique(codes[number[codes] < 0])
        number[fresh] = np.arange(known, known + len(fresh))
        known += len(fresh)
        met.append(fresh)
    return number[np.concatenate(rows)], np.concatenate(met)


def compiled_pairs(asked: Pairs) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The same, compiled; the pairs in another order."""
    import numpy as np

    from grundy.theorems import kernels

    width = asked.one.shape[1]
    number = np.full(asked.sink + 1, -1, np.int32)
    number[0] = 0
    codes, rows = np.zeros(FIRST_ROOM + width, np.int64), np.empty((FIRST_ROOM + width, width), np.int32)
    at_once = max(1, CELLS_AT_ONCE // width)
    done, known = 0, 1
    while done < known:
        asked.require(known)
        end = min(known, done + at_once)
        at, known = kernels.pairs(asked.one, asked.two, *asked.dead, number, codes, rows, done, end, known)
        if at == done:
            codes, rows = _larger(codes), _larger(rows)
        done = at
    return rows[:known], codes[:known]


@dataclass(frozen=True, slots=True)
class Sets:
    """What `sets` follows: the sets of states that letters lead to, each in some ways, from a set.

    after       int32 (states, letters, ways), contiguous
    start       bool (states,), without the state `dead`, which is left out everywhere; -1: there is none
    accepting   bool (states,)
    """

    after: NDArray[np.int32]
    start: NDArray[np.bool_]
    accepting: NDArray[np.bool_]
    dead: int = -1

    def require(self, known: int) -> None:
        """Refuse too many sets. Raises TooLarge."""
        states, width, _ = self.after.shape
        require_states(max(known, known * max(width, states) // CELLS_A_STATE), "sets of {:,} states", states)

    @property
    def at_once(self) -> int:
        """How many sets are followed between two looks at the clock."""
        states, width, _ = self.after.shape
        return max(1, CELLS_AT_ONCE // int(width * states))


def sets(asked: Sets) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The sets that are met: int32 (sets, letters), the set after each, and whether each has an accepting member."""
    return (compiled_sets if _work.compiled(len(asked.after)) else plain_sets)(asked)


def plain_sets(asked: Sets) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The sets with NumPy, some at once; each is known by its bits."""
    import numpy as np

    states, width, _ = asked.after.shape
    numbers = {np.packbits(asked.start).tobytes(): 0}
    met, rows, done = [asked.start], [], 0
    while done < len(met):
        asked.require(len(met))
        members = np.array(met[done : done + asked.at_once])
        which, state = np.nonzero(members)
        reached = np.zeros((len(members), width, states), bool)
        reached[which[:, None, None], np.arange(width)[None, :, None], asked.after[state]] = True
        if asked.dead >= 0:
            reached[:, :, asked.dead] = False
        flat = reached.reshape(-1, states)
        packed = np.packbits(flat, axis=1)
        size, raw = packed.shape[1], packed.tobytes()
        row = []
        for each in range(len(flat)):
            key = raw[each * size : (each + 1) * size]
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(met)
                met.append(flat[each].copy())
            row.append(number)
        rows.append(np.array(row, np.int32).reshape(len(members), width))
        done += len(members)
    return np.concatenate(rows), np.array([bool((members & asked.accepting).any()) for members in met])


def compiled_sets(asked: Sets) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The same, compiled."""
    import numpy as np

    from grundy.theorems import kernels

    states, width, _ = asked.after.shape
    members = np.zeros((FIRST_ROOM + width, -(-states // 64)), np.uint64)
    members[0] = _bits(asked.start)
    rows = np.empty((len(members), width), np.int32)
    reached = np.empty((width, members.shape[1]), np.uint64)
    done, known, table = 0, 1, _empty_table(len(members))
    kernels.enter(members, known, table)
    while done < known:
        asked.require(known)
        end = min(known, done + asked.at_once)
        at, known = kernels.sets(asked.after, asked.dead, members, table, rows, reached, done, end, known)
        if at == done:
            members, rows = _larger(members), _larger(rows)
            table = _empty_table(len(members))
            kernels.enter(members, known, table)
        done = at
    accepted = (members[:known] & _bits(asked.accepting)) != 0
    return rows[:known], np.asarray(accepted.any(axis=1))


def _bits(members: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """State s as bit s & 63 of word s >> 6."""
    import numpy as np

    packed = np.packbits(members, bitorder="little")
    return np.concatenate([packed, np.zeros(-len(packed) % 8, np.uint8)]).view(np.uint64)


def _empty_table(entries: int) -> NDArray[np.int32]:
    """A table for the hashes of so many entries, half of it empty at least."""
    import numpy as np

    return np.full(1 << (2 * entries).bit_length(), -1, np.int32)


def _larger(array: NDArray[Any]) -> NDArray[Any]:
    """The array with as much room behind it again."""
    import numpy as np

    return np.concatenate([array, np.empty_like(array)])

"""Automata guessed from a table of values: states are classes of prefixes with equal futures within the table.

Two beginnings of digits are taken for one state if the same digits are allowed behind both, and if the values behind
them are the same as far as some more digits reach (Myhill 1957 and Nerode 1958, bounded). Nothing here proves
anything; grundy.theorems.decide does.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.theorems.automata import Automaton, letters, minimal
from grundy.theorems.numeration import System

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_LEARNT = 1_500  # states, before they are minimised
MOST_OF_GRAPH = 300

Prefix = tuple[int, int, int]  # two running weights, and what may follow: see System.follow


class _Places:
    """Where in a table the numbers are that begin with some digits."""

    def __init__(self, system: System, depth: int) -> None:
        self.system = system
        self.weights = list(islice(system.weights(), depth + 1))
        self.depth = depth
        counts = (1, 1)  # words of 0, 1, ... digits behind an unbounded and a bounded beginning
        for _ in range(depth):
            counts = self._longer(counts, 0), self._longer(counts, 1)
        self.counts = counts

    def _longer(self, counts: tuple[int, int], state: int) -> int:
        after = (self.system.follow(state, digit) for digit in range(self.system.digits))
        return sum(counts[new] for new in after if new >= 0)

    def start(self) -> Prefix:
        return 0, 0, 0

    def longer(self, prefix: Prefix, digit: int) -> Prefix | None:
        """The prefix with one digit more; None if it begins no number."""
        p, q, state = prefix
        after = self.system.follow(state, digit)
        if after < 0:
            return None
        return self.system.a * p + self.system.b * q + digit, p if self.system.b else 0, after

    def range(self, prefix: Prefix) -> tuple[int, int]:
        """The numbers whose digits are these and `depth` more: from, to below."""
        p, q, state = prefix
        if self.depth:
            low = p * self.weights[self.depth] + self.system.b * q * self.weights[self.depth - 1]
        else:
            low = p + (q if self.system.b > 0 else 0)
        return low, low + self.counts[state]


def learn(
    system: System, names: tuple[str, ...], table: NDArray[np.int64], depth: int, value: str = ""
) -> Automaton | None:
    """The automaton of a table, as far as it shows; None if the table is too small to see it, or has too many states.

    table    of the outputs at numbers from 0 on, each 0 or more
    depth    how many digits more two beginnings of one state must agree on
    value    name of a last track for the outputs, if they are to be read too: then the graph is learnt
    """
    import numpy as np

    places = _Places(system, depth)
    tracks = len(names) + bool(value)
    each = letters(system.digits, tracks).tolist()
    numbers: dict[tuple[object, ...], int] = {}
    order: list[tuple[Prefix, ...]] = []
    rows: list[list[int]] = []

    def add(prefixes: tuple[Prefix, ...]) -> int | None:
        ranges = [places.range(prefix) for prefix in prefixes]
        box = table[tuple(slice(*one) for one in ranges[: table.ndim])]
        if any(high > size for (_, high), size in zip(ranges, table.shape, strict=False)):
            return None
        if value:
            low, high = ranges[-1]
            box = np.where((box >= low) & (box < high), box - low, -1)
            if (box < 0).all():
                return 0
        key = (*(prefix[2] for prefix in prefixes), box.tobytes())
        if key not in numbers:
            numbers[key] = len(order) + 1
            order.append(prefixes)
        return numbers[key]

    if add((places.start(),) * tracks) is None:
        return None
    for prefixes in order:  # grows as it is read
        if len(order) > (MOST_OF_GRAPH if value else MOST_LEARNT):
            return None
        row = []
        for digits in each:
            longer = [places.longer(prefix, digit) for prefix, digit in zip(prefixes, digits, strict=True)]
            number = 0 if None in longer else add(tuple(one for one in longer if one is not None))
            if number is None:
                return None
            row.append(number)
        rows.append(row)
    said = [_said(table, _Places(system, 0), prefixes, value) for prefixes in order]
    after = np.array([[0] * len(each), *rows])
    after = np.where(
        after == 0, len(order), after - 1
    )  # the start is state 0, and the last state is for what is no number
    after = np.concatenate([after[1:], after[:1]])
    last = 0 if value else -1
    return minimal((*names, value) if value else names, system.digits, after, np.array([*said, last]))


def _said(table: NDArray[np.int64], places: _Places, prefixes: tuple[Prefix, ...], value: str) -> int:
    """The output at the numbers that these digits are; with a track for it, whether it is the one read."""
    numbers = [places.range(prefix)[0] for prefix in prefixes]
    found = int(table[tuple(numbers[: table.ndim])])
    return int(found == numbers[-1]) if value else found


def fits(system: System, one: Automaton, table: NDArray[np.int64], value: str = "") -> bool:
    """Whether an automaton says what is in the table, at every entry; of a graph, also that it has no value beside."""
    import numpy as np

    numbers = [
        np.arange(size).reshape([-1 if at == axis else 1 for at in range(table.ndim)])
        for axis, size in enumerate(table.shape)
    ]
    if not value:
        return bool((_outputs(system, one, numbers) == table).all())
    near = ((table, 1), (table + 1, 0), (np.maximum(table - 1, 0), table == 0))
    return all(bool((_outputs(system, one, [*numbers, values]) == said).all()) for values, said in near)


def _outputs(system: System, one: Automaton, numbers: list[NDArray[np.int64]]) -> NDArray[np.int32]:
    """What an automaton says of many numbers at once; the arrays are as wide as they must be together."""
    import numpy as np

    most = max(int(each.max(initial=0)) for each in numbers)
    digits = np.array(system.words(range(most + 1)))
    states: NDArray[Any] = np.zeros(np.broadcast_shapes(*(each.shape for each in numbers)), np.int32)
    for place in range(digits.shape[1]):
        letter: Any = 0
        for each in numbers:
            letter = letter * system.digits + digits[each, place]
        states = one.next[states, letter]
    found: NDArray[np.int32] = one.outputs[states]
    return found

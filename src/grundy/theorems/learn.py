"""Automata guessed from a table of values: beginnings of digits that no ending tells apart are one state.

The table answers what the value of some digits is, and where an automaton is wrong (Angluin 1987). An entry that is
wrong shows an ending which tells two beginnings apart that were taken for one state (Rivest & Schapire 1993), so few
endings are looked at, though some are long. Nothing here proves anything; grundy.theorems.decide does.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.theorems.automata import Automaton, letters, minimal
from grundy.theorems.limits import require_time
from grundy.theorems.numeration import NumerationSystem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


FIRST_SIDE = 16  # of the box that is compared first


class _Short(Exception):
    """The table is too small for what is asked of it, or the automaton too large."""


class _Ending:
    """Digits of all tracks that are put behind a beginning: what they add to its numbers."""

    def __init__(self, system: NumerationSystem, word: tuple[tuple[int, ...], ...]) -> None:
        length = len(word[0])
        weights = list(islice(system.weights(), length + 1))
        self.word = word
        self.first = weights[length]  # how much the two running weights of a beginning are worth before it
        if length:
            self.second = system.b * weights[length - 1]
        else:
            self.second = int(system.b > 0)
        self.adds = [system.read(digits) for digits in word]
        self.may_follow = [[_follows(system, state, digits) for state in (0, 1)] for digits in word]


def _follows(system: NumerationSystem, state: int, digits: tuple[int, ...]) -> bool:
    for digit in digits:
        state = system.follow(state, digit)
        if state < 0:
            return False
    return True


class _Observed:
    """Beginnings of digits, and what the table says of each with each of some endings behind it.

    weights   int64 (beginnings, tracks, 2): the running weights of each track (see numeration._compared)
    follow    int64 (beginnings, tracks): what may follow on each track (see System.follow)
    said      of each beginning, what the table says with each ending, as bytes
    after     of each state, the beginning with each letter more, -1 where it begins no number
    """

    def __init__(self, system: NumerationSystem, table: NDArray[Any], most: int) -> None:
        import numpy as np

        self.system, self.table, self.most = system, table, most
        self.letters = letters(system.digits, table.ndim)
        self.weights = np.zeros((1, table.ndim, 2), np.int64)
        self.follow = np.zeros((1, table.ndim), np.int64)
        self.endings = [_Ending(system, ((),) * table.ndim)]
        self.said = self._ask(slice(0, 1), self.endings)
        self.states = [0]
        self.number = {self.said[0]: 0}
        self.after: list[NDArray[np.int64]] = []

    def _ask(self, which: Any, endings: list[_Ending]) -> list[bytes]:
        """What the table says of some beginnings with these endings. Raises _Short."""
        import numpy as np

        weights, follow = self.weights[which], self.follow[which]
        entries = np.empty((len(weights), len(endings)), np.int32)
        for place, ending in enumerate(endings):
            numbers = weights[:, :, 0] * ending.first + weights[:, :, 1] * ending.second + np.array(ending.adds)
            proper = np.ones(len(weights), bool)
            for track, may in enumerate(ending.may_follow):
                proper &= np.array(may)[follow[:, track]]
            if (numbers[proper] >= np.array(self.table.shape)).any():
                raise _Short
            numbers[~proper] = 0
            entries[:, place] = np.where(proper, self.table[tuple(numbers.T)], -1)
        raw, width = entries.tobytes(), 4 * len(endings)
        return [raw[at * width : (at + 1) * width] for at in range(len(weights))]

    def close(self) -> None:
        """Every beginning with a letter more becomes one of the states, or a new one. Raises _Short."""
        import numpy as np

        system = self.system
        steps = np.array([[system.follow(state, digit) for digit in range(system.digits)] for state in (0, 1)])
        while len(self.after) < len(self.states):
            require_time()
            row = self.states[len(self.after)]
            follow = np.stack(
                [steps[state, digits] for state, digits in zip(self.follow[row], self.letters.T, strict=True)], 1
            )
            proper = np.flatnonzero((follow >= 0).all(axis=1))
            p, q = self.weights[row, :, 0], self.weights[row, :, 1]
            first = (system.a * p + system.b * q)[None] + self.letters[proper]
            second = np.broadcast_to(p if system.b else p * 0, first.shape)
            start = len(self.said)
            self.weights = np.concatenate([self.weights, np.stack([first, second], axis=2)])
            self.follow = np.concatenate([self.follow, follow[proper]])
            self.said += self._ask(slice(start, None), self.endings)
            after = np.full(len(self.letters), -1)
            after[proper] = np.arange(start, len(self.said))
            self.after.append(after)
            for new in range(start, len(self.said)):
                self._look(new)

    def _look(self, row: int) -> None:
        """A beginning of which the table says something new becomes a state. Raises _Short."""
        if self.said[row] not in self.number:
            self.number[self.said[row]] = len(self.states)
            self.states.append(row)
            if len(self.states) > self.most:
                raise _Short

    def tell_apart(self, ending: _Ending) -> None:
        """Look at one ending more."""
        self.endings.append(ending)
        more = self._ask(slice(0, None), [ending])
        self.said = [before + new for before, new in zip(self.said, more, strict=True)]
        self.number = {self.said[row]: state for state, row in enumerate(self.states)}
        for row in range(len(self.said)):
            self._look(row)

    def automaton(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Arrows and outputs, the last state for what begins no number."""
        import numpy as np

        none = len(self.states)
        number = np.array([self.number[entries] for entries in self.said] + [none])
        after = np.array([number[row] for row in self.after] + [[none] * len(self.letters)])
        outputs = [int(np.frombuffer(self.said[row], np.int32, 1)[0]) for row in self.states]
        return after, np.array([*outputs, -1])

    def ending_of(self, position: tuple[int, ...], after: NDArray[np.int64]) -> _Ending:
        """The ending that an entry shows which the automaton has wrong. Raises _Short."""
        words = self.system.words(position)
        length = len(words[0])
        states = [0]
        for step in range(length):
            letter = 0
            for word in words:
                letter = letter * self.system.digits + word[step]
            states.append(int(after[states[-1], letter]))
        truth = None
        for step, state in enumerate(states):
            ending = _Ending(self.system, tuple(tuple(word[step:]) for word in words))
            (entries,) = self._ask(slice(self.states[state], self.states[state] + 1), [ending])
            if truth is None:
                truth = entries
            elif entries != truth:
                return ending
        raise _Short


def learn(system: NumerationSystem, names: tuple[str, ...], table: NDArray[Any], most: int) -> Automaton | None:
    """An automaton that says what is in a table; None if the table is too small to see one, or it has too many states.

    Raises TooLarge where the time is over (limits.most_states).

    table    of the outputs at numbers from 0 on, each 0 or more; as many axes as there are names
    most     states

    >>> import numpy as np
    >>> learn(NumerationSystem(3), ("n",), np.arange(300) % 2, 10).states
    2
    """
    try:
        observed = _Observed(system, table, most)
        while True:
            observed.close()
            after, outputs = observed.automaton()
            nearest = _nearest_difference(system, after, outputs, table)
            if nearest is None:
                return minimal(names, system.digits, after, outputs)
            observed.tell_apart(observed.ending_of(nearest, after))
    except _Short:
        return None


def _nearest_difference(
    system: NumerationSystem, after: NDArray[Any], outputs: NDArray[Any], table: NDArray[Any]
) -> tuple[int, ...] | None:
    """Where an automaton and a table differ, with the least largest number; looked for in boxes that grow."""
    import numpy as np

    side, whole = FIRST_SIDE, max(table.shape)
    while True:
        box = table[(slice(side),) * table.ndim]
        wrong = np.argwhere(outputs_in_box(system, after, outputs, box.shape) != box)
        if len(wrong):
            return tuple(wrong[wrong.max(axis=1).argmin()].tolist())
        if side >= whole:
            return None
        side *= 2


def outputs_in_box(
    system: NumerationSystem, after: NDArray[Any], outputs: NDArray[Any], shape: tuple[int, ...]
) -> NDArray[Any]:
    """What an automaton says of all numbers of a box."""
    import numpy as np

    digits = _digits(system, max(shape))
    states: NDArray[Any] = np.zeros((1,) * len(shape), np.int32)
    for place in digits.T:
        letter: Any = 0
        for axis, size in enumerate(shape):
            letter = letter * system.digits + place[:size].reshape(
                [-1 if at == axis else 1 for at in range(len(shape))]
            )
        states = after[states, letter]
    return np.broadcast_to(outputs[states], shape)


@lru_cache(maxsize=64)
def _digits(system: NumerationSystem, count: int) -> NDArray[np.int64]:
    """The digits of 0..count-1, at equal length: words in their order are numbers in their order."""
    import numpy as np

    digits = np.zeros((1, 0), np.int64)
    states = np.zeros(1, np.int64)
    steps = np.array([[system.follow(state, digit) for digit in range(system.digits)] for state in (0, 1)])
    while len(digits) < count:
        after = steps[states]
        which, digit = np.nonzero(after >= 0)
        which, digit = which[:count], digit[:count]
        states = after[which, digit]
        digits = np.concatenate([digits[which], digit[:, None]], axis=1)
    return digits

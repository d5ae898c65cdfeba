"""Automata that read the digits of several numbers at once, and what is done with them.

An automaton is deterministic and complete. It reads numbers of equal length from their most significant digit on, one
digit of each number at a time, and gives an output at the end; state 0 is the start. Zeros in front change nothing:
the start comes back to itself on a letter of zeros alone, or to a state that is as good.

Every function here returns the one minimal automaton of its language, its states numbered as a walk in breadth from
the start meets them. So two automata over the same tracks say the same if and only if their arrays are equal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.theorems.constructions import Pairs, Sets, classes, pairs, sets, walk
from grundy.theorems.limits import MOST_CELLS, TooLarge

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Automaton:
    """A complete deterministic automaton over some tracks of digits.

    names     one for each track; the digits of the first are the most significant of a letter's number
    digits    how many there are: a letter is a number below digits ** len(names)
    next      int32 (states, letters): the state after a letter
    outputs   int32 (states,): what is said of the numbers read; 0 and 1 are no and yes, -1 says that they are none
    """

    names: tuple[str, ...]
    digits: int
    next: NDArray[np.int32]
    outputs: NDArray[np.int32]

    @property
    def states(self) -> int:
        """How many states there are, one from which nothing is accepted among them."""
        return len(self.outputs)

    def output(self, words: Sequence[Sequence[int]]) -> int:
        """What it says of numbers, given as digits of equal length, most significant first."""
        after, state = self.next, 0
        for letter in zip(*words, strict=True) if words else ():
            number = 0
            for digit in letter:
                number = number * self.digits + digit
            state = after[state, number]
        return int(self.outputs[state])

    def same(self, other: Automaton) -> bool:
        """Whether two automata over the same tracks, in the same order, say the same of all numbers."""
        if (self.names, self.digits) != (other.names, other.digits) or self.next.shape != other.next.shape:
            return False
        return bool((self.next == other.next).all() and (self.outputs == other.outputs).all())

    def renamed(self, names: Mapping[str, str]) -> Automaton:
        """The same with other names of its tracks, which stay different."""
        return replace(self, names=tuple(names.get(name, name) for name in self.names))

    def where(self, *outputs: int) -> Automaton:
        """The automaton that accepts what has one of these outputs."""
        import numpy as np

        return minimal(self.names, self.digits, self.next, np.isin(self.outputs, outputs).astype(np.int32))

    def over(self, names: tuple[str, ...]) -> Automaton:
        """The same over these tracks, in this order, its own among them; not minimal, and new tracks read anything."""
        if names == self.names:
            return self
        import numpy as np

        if self.states * self.digits ** len(names) > MOST_CELLS:
            raise TooLarge(f"{self.states:,} states over {len(names)} tracks of {self.digits} digits")
        each = letters(self.digits, len(names))
        number = np.zeros(len(each), np.int64)
        for name in self.names:
            number = number * self.digits + each[:, names.index(name)]
        return Automaton(names, self.digits, np.ascontiguousarray(self.next[:, number]), self.outputs)


def letters(digits: int, tracks: int) -> NDArray[np.int64]:
    """The digits of each letter, by its number: (digits ** tracks, tracks)."""
    import numpy as np

    return np.indices((digits,) * tracks).reshape(tracks, -1).T if tracks else np.zeros((1, 0), np.int64)


def minimal(names: tuple[str, ...], digits: int, after: NDArray[Any], outputs: NDArray[Any]) -> Automaton:
    """The minimal automaton that says the same, its states numbered in the order of a walk in breadth (Moore 1956)."""
    import numpy as np

    columns: dict[bytes, int] = {}  # letters that lead from each state to the same are looked at once
    turned = np.ascontiguousarray(after.T.astype(np.int32))
    column = np.array([columns.setdefault(row.tobytes(), len(columns)) for row in turned], np.int64)
    first = np.full(len(columns), len(turned), np.int64)
    np.minimum.at(first, column, np.arange(len(turned)))
    narrow = np.ascontiguousarray(turned[first].T)
    number, count = classes(narrow, outputs)
    one_of = np.zeros(count, np.int64)
    one_of[number[::-1]] = np.arange(len(number))[::-1]
    quotient = number[narrow[one_of]]  # equal columns were numbered by their first letters
    order = walk(quotient, int(number[0]))
    place = np.zeros(count, np.int32)
    place[order] = np.arange(len(order))
    return Automaton(
        names, digits, place[quotient[order]][:, column].astype(np.int32), outputs[one_of[order]].astype(np.int32)
    )


def _dead(one: Automaton) -> int:
    """The state from which nothing is accepted, of a minimal automaton; -1 if there is none."""
    import numpy as np

    found = np.flatnonzero((one.outputs <= 0) & (one.next == np.arange(one.states)[:, None]).all(axis=1))
    return int(found[0]) if len(found) else -1


def product(one: Automaton, two: Automaton, combine: Callable[[Any, Any], Any], both: bool = False) -> Automaton:
    """The automaton that reads with both at once and combines what they say.

    combine   of two arrays of outputs
    both      nothing is accepted where one of the two accepts nothing any more: saves the states behind that
    """
    import numpy as np

    names = (*one.names, *(name for name in two.names if name not in one.names))
    dead_one, dead_two = _dead(one), _dead(two)
    one, two = one.over(names), two.over(names)
    asked = Pairs(one.next, two.next, (dead_one, dead_two) if both else (-1, -1))
    if asked.sink > MOST_CELLS:
        raise TooLarge(f"the product of {one.states:,} and {two.states:,} states")
    rows, codes = pairs(asked)
    left, right = np.divmod(np.minimum(codes, asked.sink - 1), two.states)
    outputs = np.where(codes == asked.sink, 0, combine(one.outputs[left], two.outputs[right]))
    return minimal(names, one.digits, rows, outputs.astype(np.int32))


def conjunction(one: Automaton, two: Automaton) -> Automaton:
    """What both accept."""
    return product(one, two, lambda left, right: (left == 1) & (right == 1), both=True)


def disjunction(one: Automaton, two: Automaton) -> Automaton:
    """What one of them accepts; over tracks that both have, for else a number that is none might be accepted."""
    if set(one.names) != set(two.names):
        raise ValueError(f"{one.names} and {two.names} are not the same tracks")
    return product(one, two, lambda left, right: (left == 1) | (right == 1))


def difference(one: Automaton, two: Automaton) -> Automaton:
    """What the first accepts and the second does not, over the tracks of the first."""
    return product(one, two, lambda left, right: (left == 1) & (right != 1))


def distinguished(one: Automaton, two: Automaton) -> Automaton:
    """Where the outputs of two automata over the same tracks differ."""
    return product(one, two, lambda left, right: left != right)


def projected(one: Automaton, name: str) -> Automaton:
    """What is accepted with some number on the track of this name: the track is left out.

    The number may be longer than all others, so the start is every state that letters which are zero on the other
    tracks lead to.
    """
    import numpy as np

    place = one.names.index(name)
    inner = one.digits ** (len(one.names) - 1 - place)
    states, width = one.states, one.next.shape[1] // one.digits
    after = one.next.reshape(states, -1, one.digits, inner).transpose(0, 1, 3, 2).reshape(states, width, one.digits)
    dead = _dead(one)
    start = np.zeros(states, bool)
    start[0] = dead != 0
    while True:
        grown = start.copy()
        grown[after[start, 0].ravel()] = True
        if dead >= 0:
            grown[dead] = False
        if (grown == start).all():
            break
        start = grown
    rows, accepted = sets(Sets(np.ascontiguousarray(after), start, one.outputs == 1, dead))
    return minimal((*one.names[:place], *one.names[place + 1 :]), one.digits, rows, accepted.astype(np.int32))


def shortest(one: Automaton) -> tuple[tuple[int, ...], ...] | None:
    """The first of the shortest words that are accepted, as digits of each track; None if none is."""
    from_where: dict[int, tuple[int, int]] = {}
    queue, seen = deque([0]), {0}
    found = 0 if one.outputs[0] == 1 else -1
    while queue and found < 0:
        state = queue.popleft()
        for letter, target in enumerate(one.next[state].tolist()):
            if target not in seen:
                seen.add(target)
                from_where[target] = (state, letter)
                queue.append(target)
                if one.outputs[target] == 1:
                    found = target
                    break
    if found < 0:
        return None
    word: list[int] = []
    while found:
        found, letter = from_where[found]
        word.append(letter)
    return digits_of_letters(word[::-1], one.digits, len(one.names))


def digits_of_letters(word: Sequence[int], digits: int, tracks: int) -> tuple[tuple[int, ...], ...]:
    """The digits of each track of a word of letters."""
    return tuple(tuple(letter // digits ** (tracks - 1 - track) % digits for letter in word) for track in range(tracks))


def empty(one: Automaton) -> bool:
    """Whether nothing is accepted, of a minimal automaton."""
    return bool((one.outputs <= 0).all())


def completions(one: Automaton, given: Mapping[str, Sequence[int]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The digits of the other tracks with which these of some tracks are accepted, in the order of words.

    All given words have one length. Each word found is as long as they, or longer where that is needed; then numbers
    of one more digit are not looked for, so pad the given words with zeros to find these.
    """
    import numpy as np

    free = [name for name in one.names if name not in given]
    each = letters(one.digits, len(free))
    length = len(next(iter(given.values()), ()))
    power = {name: one.digits ** (len(one.names) - 1 - place) for place, name in enumerate(one.names)}
    offsets = sum((each[:, place] * power[name] for place, name in enumerate(free)), np.zeros(len(each), np.int64))
    bases = [sum(int(word[step]) * power[name] for name, word in given.items()) for step in range(length)]
    alive = [one.outputs == 1]  # the states from which the rest of the given words can be accepted, last first
    tables = {base: one.next[:, base + offsets] for base in set(bases)}
    for base in reversed(bases):
        alive.append(alive[-1][tables[base]].any(axis=1))
    alive.reverse()
    if not alive[0][0]:
        return
    if not length:
        yield tuple(() for _ in free)
        return

    def branches(depth: int, state: int) -> Iterator[tuple[int, int]]:
        row = tables[bases[depth]][state].tolist()
        return iter([(letter, target) for letter, target in enumerate(row) if alive[depth + 1][target]])

    word: list[int] = []  # a letter for each step of the path but the last
    path = [branches(0, 0)]
    while path:
        step = next(path[-1], None)
        if step is None:
            path.pop()
            if word:
                word.pop()
        elif len(path) == length:
            yield digits_of_letters([*word, step[0]], one.digits, len(free))
        else:
            word.append(step[0])
            path.append(branches(len(path), step[1]))

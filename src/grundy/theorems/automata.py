"""Automata that read the digits of several numbers at once, and what is done with them.

An automaton is deterministic and complete. It reads numbers of equal length from their most significant digit on, one
digit of each number at a time, and gives an output at the end; state 0 is the start. Zeros in front change nothing:
the start comes back to itself on a letter of zeros alone, or to a state that is as good.

Every function here returns the one minimal automaton of its language, its states numbered as a walk in breadth from
the start meets them. So two automata over the same tracks say the same if and only if their arrays are equal.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from grundy.theorems.limits import CELLS_A_STATE, MOST_CELLS, AutomatonTooLarge, require_states, require_time

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# ---- The four loops in which automata cost their time
#
# Each is there twice, in plain Python with NumPy and compiled, and gives the same automaton by both. Most automata are
# small, and loading compiled code takes longer than all of them together: so the first PLAIN_ROWS rows of arrows are
# looked at in plain Python, whatever is asked, and what comes after that is left to the kernels.


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

    partition = np.unique(outputs, return_inverse=True)[1].astype(np.int32)
    before, count = 0, int(partition.max()) + 1
    while count > before:
        require_time()
        before = count
        refined = compiled_classes if _work.compiled(len(after)) else plain_classes
        partition, count = refined(after, partition)
    return partition, count


def plain_classes(after: NDArray[np.int32], before: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """States told apart by their own class and those of the states after them, and how many classes these are."""
    import numpy as np

    rows = np.concatenate([before[:, None], before[after]], axis=1).astype(np.int32)
    width, raw = rows.shape[1] * 4, rows.tobytes()
    numbers: dict[bytes, int] = {}
    partition = [numbers.setdefault(raw[place : place + width], len(numbers)) for place in range(0, len(raw), width)]
    return np.array(partition, np.int32), len(numbers)


def compiled_classes(after: NDArray[np.int32], before: NDArray[np.int32]) -> tuple[NDArray[np.int32], int]:
    """The same, compiled."""
    import numpy as np

    from grundy.theorems import kernels

    partition = np.empty(len(after), np.int32)
    return partition, int(kernels.refine(after, before, partition, _empty_table(len(after))))


def walk(after: NDArray[np.int32], start: int) -> NDArray[np.int32]:
    """The states that are met from the start on, in the order of a walk in breadth; of int32 (states, letters)."""
    return (compiled_walk if _work.compiled(len(after)) else plain_walk)(after, start)


def plain_walk(after: NDArray[np.int32], start: int) -> NDArray[np.int32]:
    """The walk in plain Python."""
    import numpy as np

    order, seen = [start], {start}
    for state in order:  # grows as it is read
        for target in after[state].tolist():
            if target not in seen:
                seen.add(target)
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

    def require(self, count: int) -> None:
        """Refuse too many pairs. Raises AutomatonTooLarge."""
        width = self.one.shape[1]
        require_states(max(count, count * width // CELLS_A_STATE), "a product over {} letters", width)


def pairs(operands: Pairs) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The pairs of states that are met: int32 (pairs, letters), the pair after each, and the code of each."""
    rows = max(len(operands.one), len(operands.two))
    return (compiled_pairs if _work.compiled(rows) else plain_pairs)(operands)


def plain_pairs(operands: Pairs) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The pairs with NumPy, those of each length at once."""
    import numpy as np

    one, two, sink = operands.one, operands.two, operands.sink
    number = np.full(sink + 1, -1, np.int32)
    number[0] = 0
    rows, met, count = [], [np.array([0])], 1
    while len(new := met[-1]):
        operands.require(count)
        left, right = np.divmod(np.minimum(new, sink - 1), len(two))
        first, second = one[left], two[right]
        codes = first.astype(np.int64) * len(two) + second
        codes[(first == operands.dead[0]) | (second == operands.dead[1])] = sink
        codes[new == sink] = sink
        rows.append(codes)
        fresh = np.unique(codes[number[codes] < 0])
        number[fresh] = np.arange(count, count + len(fresh))
        count += len(fresh)
        met.append(fresh)
    return number[np.concatenate(rows)], np.concatenate(met)


def compiled_pairs(operands: Pairs) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """The same, compiled; the pairs in another order."""
    import numpy as np

    from grundy.theorems import kernels

    width = operands.one.shape[1]
    number = np.full(operands.sink + 1, -1, np.int32)
    number[0] = 0
    codes, rows = np.zeros(FIRST_ROOM + width, np.int64), np.empty((FIRST_ROOM + width, width), np.int32)
    at_once = max(1, CELLS_AT_ONCE // width)
    done, count = 0, 1
    while done < count:
        operands.require(count)
        end = min(count, done + at_once)
        at, count = kernels.pairs(operands.one, operands.two, *operands.dead, number, codes, rows, done, end, count)
        if at == done:
            codes, rows = _larger(codes), _larger(rows)
        done = at
    return rows[:count], codes[:count]


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

    def require(self, count: int) -> None:
        """Refuse too many sets. Raises AutomatonTooLarge."""
        states, width, _ = self.after.shape
        require_states(max(count, count * max(width, states) // CELLS_A_STATE), "sets of {:,} states", states)

    @property
    def at_once(self) -> int:
        """How many sets are followed between two looks at the clock."""
        states, width, _ = self.after.shape
        return max(1, CELLS_AT_ONCE // int(width * states))


def sets(nfa: Sets) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The sets that are met: int32 (sets, letters), the set after each, and whether each has an accepting member."""
    return (compiled_sets if _work.compiled(len(nfa.after)) else plain_sets)(nfa)


def plain_sets(nfa: Sets) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The sets with NumPy, some at once; each is known by its bits."""
    import numpy as np

    states, width, _ = nfa.after.shape
    numbers = {np.packbits(nfa.start).tobytes(): 0}
    met, rows, done = [nfa.start], [], 0
    while done < len(met):
        nfa.require(len(met))
        members = np.array(met[done : done + nfa.at_once])
        which, state = np.nonzero(members)
        reached = np.zeros((len(members), width, states), bool)
        reached[which[:, None, None], np.arange(width)[None, :, None], nfa.after[state]] = True
        if nfa.dead >= 0:
            reached[:, :, nfa.dead] = False
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
    return np.concatenate(rows), np.array([bool((members & nfa.accepting).any()) for members in met])


def compiled_sets(nfa: Sets) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """The same, compiled."""
    import numpy as np

    from grundy.theorems import kernels

    states, width, _ = nfa.after.shape
    members = np.zeros((FIRST_ROOM + width, -(-states // 64)), np.uint64)
    members[0] = _bits(nfa.start)
    rows = np.empty((len(members), width), np.int32)
    reached = np.empty((width, members.shape[1]), np.uint64)
    done, count, table = 0, 1, _empty_table(len(members))
    kernels.enter(members, count, table)
    while done < count:
        nfa.require(count)
        end = min(count, done + nfa.at_once)
        at, count = kernels.sets(nfa.after, nfa.dead, members, table, rows, reached, done, end, count)
        if at == done:
            members, rows = _larger(members), _larger(rows)
            table = _empty_table(len(members))
            kernels.enter(members, count, table)
        done = at
    accepted = (members[:count] & _bits(nfa.accepting)) != 0
    return rows[:count], np.asarray(accepted.any(axis=1))


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
            raise AutomatonTooLarge(f"{self.states:,} states over {len(names)} tracks of {self.digits} digits")
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


def _dead(dfa: Automaton) -> int:
    """The state from which nothing is accepted, of a minimal automaton; -1 if there is none."""
    import numpy as np

    sinks = np.flatnonzero((dfa.outputs <= 0) & (dfa.next == np.arange(dfa.states)[:, None]).all(axis=1))
    return int(sinks[0]) if len(sinks) else -1


def product(first: Automaton, second: Automaton, combine: Callable[[Any, Any], Any], both: bool = False) -> Automaton:
    """The automaton that reads with both at once and combines what they say.

    combine   of two arrays of outputs
    both      nothing is accepted where one of the two accepts nothing any more: saves the states behind that
    """
    import numpy as np

    names = (*first.names, *(name for name in second.names if name not in first.names))
    dead_one, dead_two = _dead(first), _dead(second)
    first, second = first.over(names), second.over(names)
    operands = Pairs(first.next, second.next, (dead_one, dead_two) if both else (-1, -1))
    if operands.sink > MOST_CELLS:
        raise AutomatonTooLarge(f"the product of {first.states:,} and {second.states:,} states")
    rows, codes = pairs(operands)
    left, right = np.divmod(np.minimum(codes, operands.sink - 1), second.states)
    outputs = np.where(codes == operands.sink, 0, combine(first.outputs[left], second.outputs[right]))
    return minimal(names, first.digits, rows, outputs.astype(np.int32))


def conjunction(first: Automaton, second: Automaton) -> Automaton:
    """What both accept."""
    return product(first, second, lambda left, right: (left == 1) & (right == 1), both=True)


def disjunction(first: Automaton, second: Automaton) -> Automaton:
    """What one of them accepts; over tracks that both have, for else a number that is none might be accepted."""
    if set(first.names) != set(second.names):
        raise ValueError(f"{first.names} and {second.names} are not the same tracks")
    return product(first, second, lambda left, right: (left == 1) | (right == 1))


def difference(first: Automaton, second: Automaton) -> Automaton:
    """What the first accepts and the second does not, over the tracks of the first."""
    return product(first, second, lambda left, right: (left == 1) & (right != 1))


def distinguished(first: Automaton, second: Automaton) -> Automaton:
    """Where the outputs of two automata over the same tracks differ."""
    return product(first, second, lambda left, right: left != right)


def projected(dfa: Automaton, name: str) -> Automaton:
    """What is accepted with some number on the track of this name: the track is left out.

    The number may be longer than all others, so the start is every state that letters which are zero on the other
    tracks lead to.
    """
    import numpy as np

    place = dfa.names.index(name)
    inner = dfa.digits ** (len(dfa.names) - 1 - place)
    states, width = dfa.states, dfa.next.shape[1] // dfa.digits
    after = dfa.next.reshape(states, -1, dfa.digits, inner).transpose(0, 1, 3, 2).reshape(states, width, dfa.digits)
    dead = _dead(dfa)
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
    rows, accepted = sets(Sets(np.ascontiguousarray(after), start, dfa.outputs == 1, dead))
    return minimal((*dfa.names[:place], *dfa.names[place + 1 :]), dfa.digits, rows, accepted.astype(np.int32))


def shortest(dfa: Automaton) -> tuple[tuple[int, ...], ...] | None:
    """The first of the shortest words that are accepted, as digits of each track; None if none is."""
    from_where: dict[int, tuple[int, int]] = {}
    queue, seen = deque([0]), {0}
    goal = 0 if dfa.outputs[0] == 1 else -1
    while queue and goal < 0:
        state = queue.popleft()
        for letter, target in enumerate(dfa.next[state].tolist()):
            if target not in seen:
                seen.add(target)
                from_where[target] = (state, letter)
                queue.append(target)
                if dfa.outputs[target] == 1:
                    goal = target
                    break
    if goal < 0:
        return None
    word: list[int] = []
    while goal:
        goal, letter = from_where[goal]
        word.append(letter)
    return digits_of_letters(word[::-1], dfa.digits, len(dfa.names))


def digits_of_letters(word: Sequence[int], digits: int, tracks: int) -> tuple[tuple[int, ...], ...]:
    """The digits of each track of a word of letters."""
    return tuple(tuple(letter // digits ** (tracks - 1 - track) % digits for letter in word) for track in range(tracks))


def empty(dfa: Automaton) -> bool:
    """Whether nothing is accepted, of a minimal automaton."""
    return bool((dfa.outputs <= 0).all())


def completions(dfa: Automaton, given: Mapping[str, Sequence[int]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """The digits of the other tracks with which these of some tracks are accepted, in the order of words.

    All given words have one length. Each word found is as long as they, or longer where that is needed; then numbers
    of one more digit are not looked for, so pad the given words with zeros to find these.
    """
    import numpy as np

    free = [name for name in dfa.names if name not in given]
    each = letters(dfa.digits, len(free))
    length = len(next(iter(given.values()), ()))
    power = {name: dfa.digits ** (len(dfa.names) - 1 - place) for place, name in enumerate(dfa.names)}
    offsets = sum((each[:, place] * power[name] for place, name in enumerate(free)), np.zeros(len(each), np.int64))
    bases = [sum(int(word[step]) * power[name] for name, word in given.items()) for step in range(length)]
    alive = [dfa.outputs == 1]  # the states from which the rest of the given words can be accepted, last first
    tables = {base: dfa.next[:, base + offsets] for base in set(bases)}
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
            yield digits_of_letters([*word, step[0]], dfa.digits, len(free))
        else:
            word.append(step[0])
            path.append(branches(len(path), step[1]))

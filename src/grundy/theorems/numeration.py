"""Numeration systems in which adding is done by automata: the bases, and quadratic systems such as Fibonacci's.

The places of a system weigh U(0) = 1, U(1), U(2), ..., with U(i+1) = a U(i) + b U(i-1). A base d is a = d, b = 0. The
quadratic systems are a >= b >= 1, where U(1) = a + 1, and a >= 2 - b >= 3, where U(1) = a. Their growth is by a Pisot
number, whose conjugate is below 1, and each number has one greedy representation; it is told from other words by
looking at two digits that are neighbours or joined by a run (Parry 1960; Frougny 1992: addition is an automaton).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import TYPE_CHECKING

from grundy.theorems.automata import Automaton, conjunction, letters, minimal, product, projected
from grundy.theorems.limits import AutomatonTooLarge, require_states
from grundy.theorems.linear import Compare, Congruent, Linear, variable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


LARGEST_CONSTANT = 300  # of a comparison whose states are running weights up to it
CONSTANT = "a constant"  # the track of a larger one; no variable of a rule has such a name


@dataclass(frozen=True, slots=True)
class NumerationSystem:
    """A numeration system, by the recurrence of its weights."""

    a: int
    b: int = 0

    def __post_init__(self) -> None:
        if not ((self.b == 0 and self.a >= 2) or self.a >= self.b >= 1 or (self.b <= -1 and self.a >= 2 - self.b)):
            raise ValueError(f"U(i+1) = {self.a} U(i) + {self.b} U(i-1) gives no system with unique digits")

    @property
    def name(self) -> str:
        """As people call it.

        >>> NumerationSystem(2).name, NumerationSystem(1, 1).name, NumerationSystem(3, -1).name
        ('base 2', 'Fibonacci', 'U(i+1) = 3 U(i) - U(i-1)')
        """
        if self.b == 0:
            return f"base {self.a}"
        names = {(1, 1): "Fibonacci", (2, 1): "Pell"}
        first = "" if self.a == 1 else f"{self.a} "
        second = "" if abs(self.b) == 1 else f"{abs(self.b)} "
        text = f"U(i+1) = {first}U(i) {'+' if self.b > 0 else '-'} {second}U(i-1)"
        return names.get((self.a, self.b), text)

    @property
    def digits(self) -> int:
        """How many digits there are."""
        return self.a + 1 if self.b > 0 else self.a

    def weights(self) -> Iterator[int]:
        """U(0), U(1), ..."""
        before, here = 1, self.digits
        while True:
            yield before
            before, here = here, self.a * here + self.b * before

    def follow(self, state: int, digit: int) -> int:
        """Whether a digit may stand behind others: the state after it, -1 if not; 0 is the start, 1 a bounded run."""
        if self.b == 0:
            return 0
        if self.b > 0:  # no word is above (a, b-1, a, b-1, ...) from any place on
            if state == 0:
                return int(digit == self.a)
            return 0 if digit < self.b else -1
        if state == 0:  # nor above (a-1, a+b-1, a+b-1, ...)
            return int(digit == self.a - 1)
        bound = self.a + self.b - 1
        return 0 if digit < bound else 1 if digit == bound else -1

    def write(self, number: int) -> list[int]:
        """The digits of a number, most significant first; of 0, none.

        >>> NumerationSystem(1, 1).write(11), NumerationSystem(10).write(2026), NumerationSystem(2, 1).write(6)
        ([1, 0, 1, 0, 0], [2, 0, 2, 6], [2, 0])
        """
        if self.b == 0:
            return _in_base(number, self.a)
        weights = []
        for weight in self.weights():
            if weight > number:
                break
            weights.append(weight)
        digits = []
        for weight in reversed(weights):
            digit, number = divmod(number, weight) if number >= weight else (0, number)
            digits.append(digit)
        return digits

    def read(self, digits: Sequence[int]) -> int:
        """The number of these digits."""
        if self.b == 0:
            return _from_base(list(digits), self.a)
        number = 0
        for digit, weight in zip(reversed(digits), self.weights(), strict=False):
            number += digit * weight
        return number

    def words(self, numbers: Sequence[int], pad: int = 0) -> list[list[int]]:
        """The digits of several numbers, at equal length, with some zeros more in front."""
        written = [self.write(number) for number in numbers]
        length = max(map(len, written), default=0) + pad
        return [[0] * (length - len(word)) + word for word in written]


def _in_base(number: int, base: int) -> list[int]:
    """Digits in a base; large numbers are halved, as dividing by a small one takes time that grows as the square."""
    if number.bit_length() > 2000:
        half = int(number.bit_length() / 2 / base.bit_length()) + 1
        high, low = divmod(number, base**half)
        behind = _in_base(low, base)
        return _in_base(high, base) + [0] * (half - len(behind)) + behind
    digits = []
    while number:
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]


def _from_base(digits: list[int], base: int) -> int:
    if len(digits) > 500:
        half = len(digits) // 2
        high, low = _from_base(digits[:half], base), _from_base(digits[half:], base)
        shift: int = base ** (len(digits) - half)
        return high * shift + low
    number = 0
    for digit in digits:
        number = number * base + digit
    return number


BASES = tuple(NumerationSystem(base) for base in range(2, 17))
QUADRATIC = (
    NumerationSystem(1, 1),
    NumerationSystem(2, 1),
    NumerationSystem(3, -1),
    NumerationSystem(3, 1),
    NumerationSystem(2, 2),
    NumerationSystem(4, -1),
    NumerationSystem(4, 1),
    NumerationSystem(3, 2),
    NumerationSystem(4, -2),
    NumerationSystem(3, 3),
    NumerationSystem(5, -1),
    NumerationSystem(5, 1),
)


@cache
def valid(system: NumerationSystem, names: tuple[str, ...]) -> Automaton:
    """The words that are numbers on every track."""
    import numpy as np

    if not names:
        return minimal((), system.digits, np.zeros((1, 1), np.int32), np.ones(1, np.int32))
    after = [[system.follow(state, digit) % 3 for digit in range(system.digits)] for state in (0, 1)]
    table = np.array([*after, [2] * system.digits])
    first = minimal(names[:1], system.digits, table, np.array([1, 1, 0]))
    for name in names[1:]:
        first = product(first, valid(system, ("",)).renamed({"": name}), lambda left, right: left & right, both=True)
    return first


@cache
def atom(system: NumerationSystem, formula: Compare | Congruent) -> Automaton:
    """The automaton of a comparison or congruence over its variables, for words that are numbers."""
    names = tuple(name for name, _ in formula.left.terms)
    if isinstance(formula, Compare) and names and abs(formula.left.constant) > LARGEST_CONSTANT:
        return _compared_with_digits(system, formula)
    if isinstance(formula, Congruent):
        dfa = _congruent(system, formula.left, formula.modulus, names)
    else:
        dfa = _compared(system, formula, names)
    return product(valid(system, names), dfa, lambda left, right: left & right, both=True)


def _sums(system: NumerationSystem, left: Linear) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What letters add to a linear term: the different sums, and which of them each letter has."""
    import numpy as np

    if system.digits ** len(left.terms) > 1_000_000:
        raise AutomatonTooLarge(f"{len(left.terms)} variables in one comparison, of {system.digits} digits each")
    added = letters(system.digits, len(left.terms)) @ np.array([times for _, times in left.terms], np.int64)
    sums = np.unique(added, return_inverse=True)
    return sums[0], sums[1].reshape(-1)


def _compared(system: NumerationSystem, formula: Compare, names: tuple[str, ...]) -> Automaton:
    """Words whose numbers satisfy it; the state is (p, q), two running weights.

    Once some digits are read and i more follow, what was read is worth p U(i) + b q U(i-1), and a letter that adds d
    turns (p, q) into (a p + b q + d, p). At the end it is worth p, or p + q if b > 0, as U(-1) is then 1/b.

    Let r and s be the roots of x^2 = a x + b, r > 1 > |s|. The numbers L = p + b q / r and M = p + b q / s become
    r L + d and s M + d. So M never exceeds most/(1 - |s|), with `most` the largest |d|; and from |L| > most/(r - 1) on
    |L| only grows. What it is worth in the end is L + k (L - M), k = (e + s)/(r - s) > 0, e = 1 if b > 0 else 0: once
    |L| exceeds the bound below, its sign is that of L for good, and it is farther from 0 than the constant.
    """
    import numpy as np

    added, which = _sums(system, formula.left)
    steps = added.tolist()
    most, constant = max(abs(steps[0]), abs(steps[-1])), formula.left.constant
    if system.b:
        root = sqrt(system.a**2 + 4 * system.b)
        r, s = (system.a + root) / 2, (system.a - root) / 2
        k = (int(system.b > 0) + s) / (r - s)
        limit = max(most / (r - 1), (abs(constant) + k * most / (1 - abs(s))) / (1 + k)) + 1  # 1: floats are rounded
        weight = system.b / r
    else:
        limit, weight = max(most // (system.a - 1), abs(constant)) + 1, 0.0
    tail = int(system.b > 0)
    number: dict[tuple[int, int] | str, int] = {(0, 0): 0, "below": 1, "above": 2}
    order: list[tuple[int, int] | str] = [(0, 0), "below", "above"]
    rows = []
    for state in order:  # grows as it is read
        if isinstance(state, str):
            rows.append([number[state]] * len(steps))
            continue
        p, q = state
        row = []
        for step in steps:
            new: tuple[int, int] | str = (system.a * p + system.b * q + step, p if system.b else 0)
            place = new[0] + weight * new[1]  # type: ignore[operator]
            if abs(place) > limit:
                new = "above" if place > 0 else "below"
            if new not in number:
                number[new] = len(order)
                order.append(new)
            row.append(number[new])
        rows.append(row)
        require_states(len(order), "{} in {}", formula, system.name)

    def accepted(state: tuple[int, int] | str) -> bool:
        if isinstance(state, str):
            return formula.relation == "<=" and state == "below"
        value = state[0] + tail * state[1] + constant
        return value <= 0 if formula.relation == "<=" else value == 0

    after = np.array(rows, np.int32)[:, which]
    return minimal(names, system.digits, after, np.array([accepted(state) for state in order], np.int32))


def _compared_with_digits(system: NumerationSystem, formula: Compare) -> Automaton:
    """The same with the digits of the constant on a track of their own: as many states as digits, not as numbers."""
    left, constant = formula.left, formula.left.constant
    moved = left - constant + variable(CONSTANT) * (1 if constant > 0 else -1)
    fixed = conjunction(atom(system, Compare(moved, formula.relation)), _only(system, abs(constant)))
    return projected(fixed, CONSTANT)


def _only(system: NumerationSystem, number: int) -> Automaton:
    """The words of one positive number, on the track CONSTANT."""
    import numpy as np

    digits = system.write(number)
    behind, none = len(digits), len(digits) + 1
    after = np.full((none + 1, system.digits), none)
    after[range(behind), digits] = range(1, none)
    after[0, 0] = 0
    return minimal((CONSTANT,), system.digits, after, (np.arange(none + 1) == behind).astype(np.int32))


def _congruent(system: NumerationSystem, left: Linear, modulus: int, names: tuple[str, ...]) -> Automaton:
    """Words whose numbers give a multiple; the state is the two running weights, modulo."""
    import numpy as np

    added, which = _sums(system, left)
    number = {(0, 0): 0}
    order = [(0, 0)]
    rows = []
    for p, q in order:  # grows as it is read
        row = []
        for step in added.tolist():
            new = ((system.a * p + system.b * q + step) % modulus, p if system.b else 0)
            if new not in number:
                number[new] = len(order)
                order.append(new)
            row.append(number[new])
        rows.append(row)
        require_states(len(order), "{} modulo {} in {}", left, modulus, system.name)
    tail = int(system.b > 0)
    outputs = np.array([(p + tail * q + left.constant) % modulus == 0 for p, q in order], np.int32)
    return minimal(names, system.digits, np.array(rows, np.int32)[:, which], outputs)


def exclusive_or(names: tuple[str, str, str]) -> Automaton:
    """Three numbers in base 2 of which one is the XOR of the two others."""
    import numpy as np

    even = letters(2, 3).sum(axis=1) % 2 == 0
    return minimal(names, 2, np.array([np.where(even, 0, 1), np.ones(8)]), np.array([1, 0]))

"""Finite commutative monoids that tell misère outcomes, and the check that they do, for every sum of some parts.

A map of parts to elements of a commutative monoid with a set P of elements tells the outcome of every sum of the parts
(it is P-position iff the product of its parts is in P) if

  (a) no move leads from P to P: for a part of element x, an option of element e and any z, not both xz and ez in P;
  (b) whatever is not in P and not over has a move into P: for every sum of parts.

The smallest such monoid is the misère quotient of the parts (Plambeck 2005; Plambeck & Siegel 2008). For (b) all sums
are looked at through pairs (x, W): x is a sum's element, W the set of those z beside which a move in the sum leads
into P, so that z W's being without the identity is what must not happen outside P. Pairs of sums side by side multiply:
(x, W)(y, V) = (xy, W/y | V/x), where W/y has all z with yz in W. A larger W is never worse, so for each x only the
least ones are kept; there are finitely many, and all sums of any size are checked.

Sets of elements are integers with one byte an element, 0 or 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grundy.engines.misere.parts import Sum

MOST_PAIRS = 20_000  # pairs looked at in one check,
MORE_PAIRS = 1_000  # and so many more for each element over a hundred


class QuotientTooLarge(Exception):
    """A check or a search became larger than it may."""


class OutOfEffort(Exception):
    """All parts of a question together took more steps than they may."""


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A sum of parts whose outcome, or that of one of its options, is not what the monoid says."""

    position: Sum


class CheckedMonoid:
    """A commutative monoid with a set P, the elements of parts 0, 1, ..., and what was checked of them.

    product   product[x][y], element 0 being the identity
    p         the elements of P
    elements  for each part that was added, its element; `add` has checked (a) and (b) for all sums of these
    """

    def __init__(self, product: Sequence[Sequence[int]], p: Iterable[int], words: Sequence[Sum]) -> None:
        self.product = [tuple(row) for row in product]
        self.p = frozenset(p)
        self.words = list(words)  # for each element, a sum of parts that has it
        self.elements: list[int] = []
        size = len(self.product)
        inside = bytes(x in self.p for x in range(size))
        self._before = [self._over(inside, x) for x in range(size)]  # for each x, all z with xz in P
        self._least: list[list[tuple[int, Sum]]] = [[] for _ in range(size)]  # for each x, its least W, and a sum
        self._generators: list[tuple[int, int, Sum]] = []
        self._by_options: dict[frozenset[int], int] = {}

    def __len__(self) -> int:
        return len(self.product)

    def element(self, position: Iterable[int]) -> int:
        """The element of a sum of parts."""
        x = 0
        for part in position:
            x = self.product[x][self.elements[part]]
        return x

    def power(self, x: int, times: int) -> int:
        """The element of so many sums of element x side by side."""
        power = 0
        while times:
            if times & 1:
                power = self.product[power][x]
            x, times = self.product[x][x], times >> 1
        return power

    def says_p(self, position: Iterable[int]) -> bool:
        """Whether a sum of parts is a P-position."""
        return self.element(position) in self.p

    def wins(self, options: Sequence[Sum]) -> int:
        """The elements beside which a move to one of these sums leads into P, as a set."""
        return self._wins({self.element(option) for option in options})

    def holds(self, members: int, x: int) -> bool:
        """Whether a set has an element."""
        return bool(members >> 8 * x & 1)

    def fit(self, options: Sequence[Sum]) -> int | None:
        """The element of the next part, which has these options, if some element will do; then it is added."""
        option_elements = frozenset(self.element(option) for option in options)
        element = self._by_options.get(option_elements)
        if element is None:
            element = self._fitting(self._wins(option_elements), len(self.elements))
            if element is None:
                return None
            self._by_options[option_elements] = element
        self.elements.append(element)
        return element

    def add(self, options: Sequence[Sum], x: int) -> Mismatch | None:
        """Give the next part, which has these options, the element x; or say where that fails."""
        option_elements = frozenset(self.element(option) for option in options)
        failure = self._add(self._wins(option_elements), x, len(self.elements))
        if failure is None:
            self._by_options.setdefault(option_elements, x)
            self.elements.append(x)
        return failure

    def holds_for(self, options: Sequence[Sequence[Sum]], elements: Sequence[int], first: Iterable[int]) -> bool:
        """Give all parts with these options elements, and check (a) and (b), some first. Raises QuotientTooLarge."""
        self.elements[:] = elements
        order = dict.fromkeys([*first, *range(len(elements))])
        return all(self._add(self.wins(options[part]), elements[part], part) is None for part in order)

    def _add(self, wins: int, x: int, part: int) -> Mismatch | None:
        if both := wins & self._before[x]:
            z = ((both & -both).bit_length() - 1) // 8
            return Mismatch(tuple(sorted((part, *self.words[z]))))
        return self._grow(x, wins, (part,))

    def _fitting(self, wins: int, part: int) -> int | None:
        """An element that will do for a part with moves that win beside these."""
        fitting = [x for x in range(len(self)) if not wins & self._before[x]]
        covered = {x for x, least, _ in self._generators if least & ~wins == 0}
        fitting.sort(key=lambda x: (x not in covered, -self._before[x].bit_count()))
        return next((x for x in fitting if self._grow(x, wins, (part,)) is None), None)

    def _wins(self, elements: Iterable[int]) -> int:
        wins = 0
        for e in elements:
            wins |= self._before[e]
        return wins

    def _over(self, members: bytes, x: int) -> int:
        """All z with xz in a set."""
        return int.from_bytes(bytes(map(members.__getitem__, self.product[x])), "little")

    def _grow(self, x: int, wins: int, sum: Sum) -> Mismatch | None:
        """Check (b) for all sums with a new part of element x; if it fails, nothing is changed."""
        if any(y == x and least & ~wins == 0 for y, least, _ in self._generators):
            return None  # what these sums need, others with a smaller W had
        least = [list(pairs) for pairs in self._least]
        generators = [*self._generators, (x, wins, sum)]
        size = len(self)
        most = MOST_PAIRS + MORE_PAIRS * max(size - 100, 0)
        new: list[tuple[int, int, Sum]] = []

        def offer(y: int, set_of_y: int, word: Sum) -> Mismatch | None:
            if any(least_set & ~set_of_y == 0 for least_set, _ in least[y]):
                return None
            if y not in self.p and not set_of_y & 1:
                return Mismatch(word)
            least[y] = [pair for pair in least[y] if set_of_y & ~pair[0]] + [(set_of_y, word)]
            new.append((y, set_of_y, word))
            return None

        def multiply(a: tuple[int, int, Sum], b: tuple[int, int, Sum]) -> tuple[int, int, Sum]:
            (xa, wa, sa), (xb, wb, sb) = a, b
            left = self._over(wa.to_bytes(size, "little"), xb)
            right = self._over(wb.to_bytes(size, "little"), xa)
            return self.product[xa][xb], left | right, tuple(sorted(sa + sb))

        generator = generators[-1]
        failure = offer(*generator)
        for y in range(size):
            for members, word in [] if failure else self._least[y]:
                failure = failure or offer(*multiply((y, members, word), generator))
        looked = 0
        while new and failure is None:
            pair = new.pop()
            if all(least_set != pair[1] for least_set, _ in least[pair[0]]):
                continue  # a smaller one came since
            for other in generators:
                looked += 1
                failure = failure or offer(*multiply(pair, other))
            if looked > most:
                raise QuotientTooLarge
        if failure is None:
            self._least, self._generators = least, generators
        return failure

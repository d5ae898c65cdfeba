"""Values of all heaps of a rule that leaves each heap from some least one up to the heap itself less one.

Let low(n) be the least heap that n leaves, or n where it leaves none; what n leaves is low(n), ..., n - 1. Where from
each heap to the next low stays or grows by 1, the nim-values of low(n), ..., n are 0 to n - low(n) in some order:

    low(n) = low(n - 1)       n leaves one heap more, worth 0 to n - low(n) - 1: G(n) = n - low(n)
    low(n) = low(n - 1) + 1   n leaves what is worth 0 to n - low(n), but for G(low(n) - 1): G(n) = G(low(n) - 1)

by induction along n, from G(0) = 0 on. "Take at most half", or at most a k-th, is of this kind. That a rule is, is
decided for all heaps, by automata. The number n - low(n) of options never falls. Where it is the same d from s to n,
G repeats there with the period d + 1, which one step leaps over.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

from grundy.errors import OutOfReach
from grundy.theorems.decide import What
from grundy.theorems.inequalities import both, either
from grundy.theorems.linear import (
    Compare,
    Exists,
    Formula,
    Negation,
    Relation,
    leads,
    options,
    renamed_formula,
    variable,
)
from grundy.theorems.measure import witness

FIRST = 12  # heaps at which most other rules are told from these without an automaton
MOST_STEPS = 2_000  # from heap to heap, for one value
HEAP, NEXT, LEFT, ABOVE = "heap!", "heap!+1", "left!", "left!+1"  # names that no rule has


@dataclass(frozen=True)
class WindowTheorem:
    """The theorem, of one relation. Only `window_theorem` makes one, once it is decided."""

    relation: Relation

    @property
    def what(self) -> What:
        """What is known of each position."""
        return "nim-values"

    @property
    def statement(self) -> str:
        """In a sentence."""
        (name,) = self.relation.names
        return (
            f"where m is the least heap that {name} leaves, G({name}) is the number {name} - m of its options if m is "
            f"also the least that {name} - 1 leaves, else G(m - 1)"
        )

    def low(self, heap: int) -> int:
        """The least heap that a heap leaves, or itself where it leaves none."""
        first, last = 0, heap
        while first < last:
            middle = (first + last) // 2
            if leads(self.relation, (heap,), ((middle,),)):
                last = middle
            else:
                first = middle + 1
        return first

    def nim_value(self, *position: int) -> int:
        """The nim-value. Raises OutOfReach: it comes from too many heaps, one after the other."""
        (heap,) = position
        for _ in range(MOST_STEPS):
            low = self.low(heap)
            if low in (0, heap) or not leads(self.relation, (heap - 1,), ((low - 1,),)):
                return heap - low
            count, heap = heap - low, low - 1
            if heap - self.low(heap) == count:
                start = self._first(lambda n, count=count: n - self.low(n) >= count, 0, heap)  # type: ignore[misc]
                heap -= -(-(heap - start) // (count + 1)) * (count + 1)
        raise OutOfReach(f"its nim-value is that of a smaller heap, and so on, for more than {MOST_STEPS:,} heaps")

    def is_p(self, *position: int) -> bool:
        """Whether whoever is to move loses."""
        return self.nim_value(*position) == 0

    def winning_moves(self, *position: int, value: int = 0) -> Iterator[tuple[tuple[int, ...], ...]]:
        """The one heap of a nim-value that is left, if there is one. Raises OutOfReach: as above."""
        (heap,) = position
        low = self.low(heap)
        if not 0 <= value <= heap - low:
            return
        option = self._first(lambda n: n - self.low(n) >= value, value, heap)  # the first heap of that value
        for _ in range(MOST_STEPS):
            if option >= low:
                if option < heap:
                    yield ((option,),)
                return
            above = self._first(partial(self._lacks, option), option + 1, heap)
            period = above - option
            option += -(-(low - option) // period) * period if period == heap - low + 1 else period
        raise OutOfReach(f"the heap of value {value} is found from more than {MOST_STEPS:,} smaller ones")

    def _lacks(self, other: int, heap: int) -> bool:
        """Whether all that a heap leaves is above another heap."""
        return self.low(heap) > other

    @staticmethod
    def _first(holds: Callable[[int], bool], first: int, last: int) -> int:
        """The first heap for which something holds that goes on to hold; `last` if no other."""
        while first < last:
            middle = (first + last) // 2
            if holds(middle):
                last = middle
            else:
                first = middle + 1
        return first


def window_theorem(relation: Relation) -> WindowTheorem | None:
    """The theorem, if a rule on heaps is of this kind: decided for all heaps. Raises TooLarge.

    >>> from grundy.theorems.linear import MoveSchema, AllOf, number
    >>> n, k = variable("n"), variable("k")
    >>> guard = AllOf((Compare(number(1) - k, "<="), Compare(k * 2 - n, "<=")))
    >>> half = window_theorem(Relation(("n",), (MoveSchema(("k",), guard, ((n - k,),)),)))
    >>> [half.nim_value(n) for n in (0, 1, 2, 3, 4, 5, 6, 10**9)]
    [0, 0, 1, 0, 2, 1, 3, 500000000]
    """
    if len(relation.names) != 1 or any(len(clause.parts) != 1 for clause in relation.clauses):
        return None
    if not _looks_so(relation):
        return None
    (name,) = relation.names
    cases: list[Formula] = []
    for clause in relation.clauses:
        ((part,),) = clause.parts
        case = both([clause.guard, Compare(part - variable(LEFT), "==")])
        cases.append(Exists(clause.bound, case) if clause.bound else case)
    leaves = either(cases)

    def option(heap: str, left: str) -> Formula:
        return renamed_formula(leaves, {name: heap, LEFT: left})

    def after(smaller: str, larger: str, least: int = 1) -> Formula:
        return Compare(variable(smaller) - variable(larger) + least, "<=")

    def succeeds(smaller: str, larger: str) -> Formula:
        return Compare(variable(smaller) + 1 - variable(larger), "==")

    faults = (  # without them, and as 0 leaves none, what each heap leaves has no gap, by induction
        [option(HEAP, LEFT), after(HEAP, LEFT, 0)],  # it leaves no smaller heap
        [option(NEXT, LEFT), succeeds(HEAP, NEXT), after(LEFT, HEAP), Negation(option(HEAP, LEFT))],  # low falls
        [option(HEAP, LEFT), succeeds(HEAP, NEXT), succeeds(LEFT, ABOVE), Negation(option(NEXT, ABOVE))],  # it leaps
    )
    return None if any(witness(fault) is not None for fault in faults) else WindowTheorem(relation)


def _looks_so(relation: Relation) -> bool:
    """Whether the first heaps leave what the theorem asks; it proves nothing."""
    before = 0
    for heap in range(FIRST):
        try:
            left = sorted({part for ((part,),) in options(relation, (heap,))})
        except ValueError:  # no inequality says where options end
            return True
        low = heap - len(left)
        if left != list(range(low, heap)) or low - before not in (0, 1):
            return False
        before = low
    return True

"""The moves that a rule carries as data, as clauses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from grundy.model.shapes import Digits, Shape, TakeAway
from grundy.theorems.inequalities import at_most, at_most_zero, both, is_zero
from grundy.theorems.linear import Clause, Formula, Linear, Relation, linear, number, variable

HEAP = variable("n")
PARTS = ("x", "y", "z", "u", "v", "w")


def of_shape(shape: Shape | None) -> Relation | None:
    """The relation of a rule given as data; None if it is of another kind.

    >>> print(of_shape(TakeAway((1, 3))))
    n -> n - 1, if n >= 1; n -> n - 3, if n >= 3
    """
    match shape:
        case TakeAway(amounts):
            clauses = [Clause((), at_most(number(take), HEAP), ((HEAP - take,),)) for take in amounts]
        case Digits() if shape.parts <= len(PARTS):
            clauses = list(_digits(shape))
        case _:
            return None
    return Relation(("n",), tuple(clauses))


def _digits(shape: Digits) -> Iterator[Clause]:
    """A clause for each number of heaps that some take may leave; takes that recur have a variable of their own."""
    for take, digit in enumerate(shape.digits):
        yield from _left(number(take), (), digit, shape.unequal)
    for place, digit in enumerate(shape.repeat):
        first = len(shape.digits) + place
        if len(shape.repeat) == 1:  # every take from the first on
            yield from _left(variable("k"), ("k",), digit, shape.unequal, at_most(number(first), variable("k")))
        else:
            yield from _left(linear([("t", len(shape.repeat))], first), ("t",), digit, shape.unequal)


def _left(take: Linear, bound: tuple[str, ...], digit: int, unequal: bool, *guards: Formula) -> Iterator[Clause]:
    """Moves that take so many and leave so many heaps as the digit says, in rising order, none empty.

    Where a take may leave one heap or none, the one may be empty.
    """
    rest = HEAP - take
    for parts in (parts for parts in range(digit.bit_length()) if digit >> parts & 1):
        if parts == 0 and not digit & 2:
            yield Clause(bound, both((is_zero(rest), *guards)), ())
        elif parts:
            names = PARTS[: parts - 1]
            heaps = [*map(variable, names)]
            heaps.append(sum((-heap for heap in heaps), rest))
            order = [at_most(one + int(unequal), two) for one, two in pairwise(heaps)]
            least = 0 if parts == 1 and digit & 1 else 1
            guard = both((*guards, at_most_zero(-heaps[0] + least), *order))
            yield Clause((*bound, *names), guard, tuple((heap,) for heap in heaps))

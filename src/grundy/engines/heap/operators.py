"""What may be done with constants and open numbers while a rule's code is followed: its operators and comparisons."""

from __future__ import annotations

import ast
import operator as python
from collections.abc import Callable
from typing import Any

from grundy.engines.heap.symbolic import HeapClass, Linear, Number, Refused

MOST_ITEMS = 300_000
LARGEST = 1 << 256  # a number on the way
OPERATORS: dict[type[ast.operator], Callable[[HeapClass, Number, Number], Number]] = {
    ast.Add: HeapClass.sum,
    ast.Sub: lambda heaps, one, two: heaps.sum(one, two, -1),
    ast.Mult: HeapClass.product,
    ast.FloorDiv: lambda heaps, one, two: heaps.divided(one, two)[0],
    ast.Mod: lambda heaps, one, two: heaps.divided(one, two)[1],
    ast.RShift: lambda heaps, one, two: heaps.divided(one, power(2, two))[0],
    ast.LShift: lambda heaps, one, two: heaps.product(one, power(2, two)),
    ast.Pow: lambda heaps, one, two: power(one, two),
    ast.BitAnd: lambda heaps, one, two: heaps.bitwise(one, two, python.and_, 0),
    ast.BitOr: lambda heaps, one, two: heaps.bitwise(one, two, python.or_, 1),
    ast.BitXor: lambda heaps, one, two: heaps.bitwise(one, two, python.xor, 1),
}
COMPARED: dict[type[ast.cmpop], Callable[[int], bool]] = {
    ast.Lt: lambda sign: sign < 0,
    ast.LtE: lambda sign: sign <= 0,
    ast.Gt: lambda sign: sign > 0,
    ast.GtE: lambda sign: sign >= 0,
    ast.Eq: lambda sign: sign == 0,
    ast.NotEq: lambda sign: sign != 0,
}
OF_CONSTANTS = (sorted, tuple, list, sum, len, int, bool)  # of one argument in which no number is open
IN_HEADS = (reversed, enumerate, zip)  # what they give can be used up: read in the head of a loop alone


class Members(tuple[Any, ...]):
    """What a set from outside has, in the order in which it is gone through; it has no places and no reverse."""

    __slots__ = ()


def combined(heaps: HeapClass, operator: ast.operator, one: Any, two: Any) -> Number:
    """What a binary operator gives."""
    if type(operator) not in OPERATORS:
        raise Refused
    found = OPERATORS[type(operator)](heaps, number(one), number(two))
    size = max(abs(found.grow), abs(found.off), abs(found.turn)) if isinstance(found, Linear) else abs(found)
    if size > LARGEST:
        raise Refused
    return found


def compared(heaps: HeapClass, operator: ast.cmpop, one: Any, two: Any) -> bool:
    """Whether a comparison holds."""
    one = number(one)
    if isinstance(operator, ast.In | ast.NotIn):
        if isinstance(two, range) and two:  # which may be long
            low, high = sorted((two[0], two[-1]))
            outside = heaps.sign(heaps.sum(one, high, -1)) > 0 or heaps.sign(heaps.sum(one, low, -1)) < 0
            inside = not outside and plain(one) in two
        else:
            inside = any(not heaps.sign(heaps.sum(one, number(other), -1)) for other in items(two))
        return inside is isinstance(operator, ast.In)
    if type(operator) not in COMPARED:
        raise Refused
    return COMPARED[type(operator)](heaps.sign(heaps.sum(one, number(two), -1)))


def truth(heaps: HeapClass, found: Any) -> bool:
    """Whether an `if` goes into its body."""
    return bool(found) if isinstance(found, tuple | range) else heaps.sign(number(found)) != 0


def constant(found: Any) -> Any:
    """A number, a tuple or a range of what is known from outside; nothing that is followed can change a list."""
    if isinstance(found, Linear) or type(found) in (int, bool, range):
        return found
    if type(found) in (tuple, list):
        return tuple(map(constant, found))
    if type(found) in (set, frozenset):
        return Members(map(constant, found))
    raise Refused


def of_constants(called: Any, given: Any) -> Any:
    """What one of `OF_CONSTANTS` gives, by Python itself."""
    ordered = called is sorted or called is sum
    if not is_data(given) or (ordered and not all(isinstance(one, int) for one in items(given))):
        raise Refused
    try:
        found = called(given)
    except TypeError:
        raise Refused from None
    return found if isinstance(found, int) else tuple(found)


def in_head(called: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
    """What a loop over one of `IN_HEADS` goes through, by Python itself."""
    if not all(map(is_data, given)) or (called is reversed and any(type(one) is Members for one in given)):
        raise Refused
    try:
        return tuple(map(constant, called(*given)))
    except TypeError:
        raise Refused from None


def is_data(found: Any) -> bool:
    if isinstance(found, tuple | range):
        return len(found) <= MOST_ITEMS and all(map(is_data, found))
    return isinstance(found, int)


def items(found: Any) -> tuple[Any, ...] | range:
    if isinstance(found, tuple | range) and len(found) <= MOST_ITEMS:
        return found
    raise Refused


def index(every: Any, place: Any) -> Any:
    """What stands at a place of a tuple, a list or a range."""
    if isinstance(every, tuple | range) and not isinstance(every, Members) and -len(every) <= plain(place) < len(every):
        return every[plain(place)]
    raise Refused


def number(found: Any) -> Number:
    if isinstance(found, int | Linear):
        return found
    raise Refused


def plain(found: Any) -> int:
    if isinstance(found, int):
        return found
    raise Refused


def power(base: Number, exponent: Number) -> int:
    if isinstance(base, Linear) or isinstance(exponent, Linear) or not 0 <= exponent <= 256 or abs(base) > LARGEST:
        raise Refused
    return int(base**exponent)

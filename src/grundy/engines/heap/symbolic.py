"""Numbers whose size is left open, for `follow`: what is known of them, and a refusal for all that Python would ask.

A heap whose size is left open is n = modulus * t + residue, with t as large as need be. All that is followed of it is
grow * t + off, or with a loop over an open range turn * a + grow * t + off, a being any number of that range.
"""

from __future__ import annotations

import ast
import operator as python
from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd
from typing import Any, NoReturn

LARGEST_CONSTANT = 10**6


class Refused(Exception):
    """Something was done that is not followed here; the reader of the code says where, `why` what to write instead."""

    def __init__(self, why: str = "") -> None:
        self.why = why
        super().__init__(why)


class Finer(Exception):
    """The remainder of a heap by `modulus` is needed, and is not known; `at` says where, once that is known."""

    def __init__(self, modulus: int) -> None:
        self.modulus, self.at = modulus, ""


class Cut(Exception):
    """What is asked differs between the turns of a loop below `at` and those from it on."""

    def __init__(self, loop: Loop, at: Number) -> None:
        self.loop, self.at = loop, at


class Loop:
    """The turns of a loop over all numbers of low..high, of which there are as many as need be."""

    __slots__ = ("high", "low")

    def __init__(self, low: Number, high: Number) -> None:
        self.low, self.high = low, high


class Linear:
    """turn * a + grow * t + off. It answers no operator or function of Python's: `HeapClass` has all that is known."""

    __slots__ = ("grow", "loop", "off", "turn")

    def __init__(self, grow: int, off: int, turn: int = 0, loop: Loop | None = None) -> None:
        self.grow, self.off, self.turn, self.loop = grow, off, turn, loop


def _refuse(*_: object, **__: object) -> NoReturn:
    raise Refused


_SPARED = ["class", "doc", "getattribute", "init", "init_subclass", "new", "setattr", "subclasshook"]
for _name in {*dir(object), *dir(int)} - {f"__{name}__" for name in _SPARED}:  # truth, equality and text among them
    if _name.startswith("__"):
        setattr(Linear, _name, _refuse)

Number = int | Linear


@dataclass(slots=True)
class HeapClass:
    """What is known of the heaps n = modulus * t + residue, and what had to be asked: all holds for n >= start."""

    modulus: int
    residue: int
    start: int = 0
    heap: Linear = field(init=False)

    def __post_init__(self) -> None:
        self.heap = Linear(self.modulus, self.residue)

    def sum(self, one: Number, two: Number, times: int = 1) -> Number:
        """one + times * two."""
        a, b = _linear(one), _linear(two)
        if a.turn and b.turn and a.loop is not b.loop:
            raise Refused
        turn = a.turn + times * b.turn
        made = (a.grow + times * b.grow, a.off + times * b.off, turn, (a.loop or b.loop) if turn else None)
        return Linear(*made) if made[0] or turn else made[1]

    def product(self, one: Number, two: Number) -> Number:
        if isinstance(one, Linear):
            one, two = two, one
        if isinstance(one, Linear):
            raise Refused
        return self.sum(0, two, one)

    def divided(self, one: Number, by: Number) -> tuple[Number, int]:
        """Quotient, rounded down, and remainder."""
        if isinstance(by, Linear) or by < 1:
            raise Refused
        if isinstance(one, int):
            return one // by, one % by
        if one.turn:
            raise Refused
        if one.grow % by:
            raise Finer(self.modulus * (by // gcd(by, one.grow)))
        return self.sum(Linear(one.grow // by, 0), one.off // by), one.off % by

    def bitwise(self, one: Number, two: Number, what: Callable[[int, int], int], above: int) -> Number:
        """An operator on bits with a constant, which keeps the bits above its own, or not (`above` 0)."""
        if isinstance(two, Linear):
            one, two = two, one
        if isinstance(two, Linear) or (isinstance(one, Linear) and two < 0):
            raise Refused
        if isinstance(one, int):
            return what(one, two)
        low = self.divided(one, 1 << two.bit_length())[1]
        return self.sum(what(low, two), self.sum(one, -low), above)

    def sign(self, number: Number) -> int:
        """-1, 0 or 1; Cut if that depends on the turn of its loop."""
        if isinstance(number, int):
            return (number > 0) - (number < 0)
        loop, turn = number.loop, number.turn
        if loop is None:
            return self._large(number.grow, number.off)
        if turn < 0:
            return -self.sign(self.product(-1, number))
        first, last = (self.sign(self.at(number, end)) for end in (loop.low, loop.high))
        if first == last or first > 0:
            return first
        rest = Linear(number.grow, number.off)
        if not first:  # only in the first turn
            raise Cut(loop, self.sum(loop.low, 1))
        up = self.divided(self.sum(turn - 1, rest, -1), turn)[0]  # the first turn in which it is not negative
        raise Cut(loop, up)

    def at(self, number: Number, turn: Number) -> Number:
        """The number in one turn of its loop."""
        if isinstance(number, int) or not number.turn:
            return number
        return self.sum(Linear(number.grow, number.off), turn, number.turn)

    def _large(self, grow: int, off: int) -> int:
        """The sign of grow * t + off, grow != 0, for large t; from which heap on that holds is kept."""
        sign = 1 if grow > 0 else -1
        start = self.modulus * max(-off * sign // abs(grow) + 1, 0) + self.residue
        if start > LARGEST_CONSTANT + self.modulus:
            raise Refused
        self.start = max(self.start, start)
        return sign


def value(number: Number, t: int, turn: int = 0) -> int:
    """What a number is for one t, in one turn."""
    return number if isinstance(number, int) else number.grow * t + number.off + number.turn * turn


def _linear(number: Number) -> Linear:
    return Linear(0, number) if isinstance(number, int) else number


# ---- What may be done with constants and open numbers while a rule's code is followed: its operators and comparisons


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

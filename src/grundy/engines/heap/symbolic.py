"""Numbers whose size is left open, for `walk`: what is known of them, and a refusal for all that is not.

A heap whose size is left open is n = modulus * t + residue, with t as large as need be. All that is followed of it is
grow * t + off, or with a loop over an open range turn * a + grow * t + off, a being any number of that range.
"""

from __future__ import annotations

import operator as python
from collections.abc import Callable
from dataclasses import dataclass, field
from math import gcd
from typing import NoReturn

LARGEST_CONSTANT = 10**6
LARGEST = 1 << 256  # a number on the way


class NotSymbolic(Exception):
    """Something was done that is not followed here; the walk over the rule knows where. `why`: what it would need."""

    def __init__(self, why: str = "") -> None:
        self.why = why
        super().__init__(why)


class ResidueNeeded(Exception):
    """The remainder of a heap by `modulus` is needed, and is not known; `at` says where, once that is known."""

    def __init__(self, modulus: int) -> None:
        self.modulus, self.at = modulus, ""


class LoopCut(Exception):
    """A condition differs between the turns of a loop below `at` and those from it on."""

    def __init__(self, loop: Loop, at: Number) -> None:
        self.loop, self.at = loop, at


class Loop:
    """The turns of a loop over all numbers of low..high, of which there are as many as need be."""

    __slots__ = ("high", "low")

    def __init__(self, low: Number, high: Number) -> None:
        self.low, self.high = low, high


class LinearNumber:
    """turn * a + grow * t + off. It answers no operator or function of Python's: `HeapClass` has all that is known."""

    __slots__ = ("grow", "loop", "off", "turn")

    def __init__(self, grow: int, off: int, turn: int = 0, loop: Loop | None = None) -> None:
        self.grow, self.off, self.turn, self.loop = grow, off, turn, loop


def _refuse(*_: object, **__: object) -> NoReturn:
    raise NotSymbolic


_SPARED = ["class", "doc", "getattribute", "init", "init_subclass", "new", "setattr", "subclasshook"]
for _name in {*dir(object), *dir(int)} - {f"__{name}__" for name in _SPARED}:  # truth, equality and text among them
    if _name.startswith("__"):
        setattr(LinearNumber, _name, _refuse)

Number = int | LinearNumber


@dataclass(slots=True)
class HeapClass:
    """What is known of the heaps n = modulus * t + residue, and what had to be asked: all holds for n >= start."""

    modulus: int
    residue: int
    start: int = 0
    heap: LinearNumber = field(init=False)

    def __post_init__(self) -> None:
        self.heap = LinearNumber(self.modulus, self.residue)

    def sum(self, left: Number, right: Number, times: int = 1) -> Number:
        """left + times * right."""
        a, b = _linear(left), _linear(right)
        if a.turn and b.turn and a.loop is not b.loop:
            raise NotSymbolic
        turn = a.turn + times * b.turn
        made = (a.grow + times * b.grow, a.off + times * b.off, turn, (a.loop or b.loop) if turn else None)
        return LinearNumber(*made) if made[0] or turn else made[1]

    def product(self, left: Number, right: Number) -> Number:
        if isinstance(left, LinearNumber):
            left, right = right, left
        if isinstance(left, LinearNumber):
            raise NotSymbolic("it multiplies two numbers that grow with the heap")
        return self.sum(0, right, left)

    def divided(self, number: Number, by: Number) -> tuple[Number, int]:
        """Quotient, rounded down, and remainder."""
        if isinstance(by, LinearNumber) or by < 1:
            raise NotSymbolic("it divides by no constant of 1 or more")
        if isinstance(number, int):
            return number // by, number % by
        if number.turn:
            raise NotSymbolic("it divides the number of a loop over an open range")
        if number.grow % by:
            raise ResidueNeeded(self.modulus * (by // gcd(by, number.grow)))
        return self.sum(LinearNumber(number.grow // by, 0), number.off // by), number.off % by

    def bitwise(self, left: Number, right: Number, what: Callable[[int, int], int], above: int) -> Number:
        """An operator on bits with a constant, which keeps the bits above its own, or not (`above` 0)."""
        if isinstance(right, LinearNumber):
            left, right = right, left
        if isinstance(right, LinearNumber) or (isinstance(left, LinearNumber) and right < 0):
            raise NotSymbolic("it takes the bits of two numbers that grow with the heap")
        if isinstance(left, int):
            return what(left, right)
        low = self.divided(left, 1 << right.bit_length())[1]
        return self.sum(what(low, right), self.sum(left, -low), above)

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
        rest = LinearNumber(number.grow, number.off)
        if not first:  # only in the first turn
            raise LoopCut(loop, self.sum(loop.low, 1))
        up = self.divided(self.sum(turn - 1, rest, -1), turn)[0]  # the first turn in which it is not negative
        raise LoopCut(loop, up)

    def compare(self, left: Number, right: Number) -> int:
        """The sign of left - right."""
        return self.sign(self.sum(left, right, -1))

    def at(self, number: Number, turn: Number) -> Number:
        """The number in one turn of its loop."""
        if isinstance(number, int) or not number.turn:
            return number
        return self.sum(LinearNumber(number.grow, number.off), turn, number.turn)

    def _large(self, grow: int, off: int) -> int:
        """The sign of grow * t + off, grow != 0, for large t; from which heap on that holds is kept."""
        sign = 1 if grow > 0 else -1
        start = self.modulus * max(-off * sign // abs(grow) + 1, 0) + self.residue
        if start > LARGEST_CONSTANT + self.modulus:
            raise NotSymbolic(f"it depends on heaps beyond {LARGEST_CONSTANT:,}")
        self.start = max(self.start, start)
        return sign


def value(number: Number, t: int, turn: int = 0) -> int:
    """What a number is for one t, in one turn."""
    return number if isinstance(number, int) else number.grow * t + number.off + number.turn * turn


def _linear(number: Number) -> LinearNumber:
    return LinearNumber(0, number) if isinstance(number, int) else number


# ---- The operators and comparisons of the core form, between constants and open numbers


OPERATORS: dict[str, Callable[[HeapClass, Number, Number], Number]] = {
    "+": HeapClass.sum,
    "-": lambda heaps, left, right: heaps.sum(left, right, -1),
    "*": HeapClass.product,
    "//": lambda heaps, left, right: heaps.divided(left, right)[0],
    "%": lambda heaps, left, right: heaps.divided(left, right)[1],
    ">>": lambda heaps, left, right: heaps.divided(left, power(2, right))[0],
    "<<": lambda heaps, left, right: heaps.product(left, power(2, right)),
    "**": lambda heaps, left, right: power(left, right),
    "&": lambda heaps, left, right: heaps.bitwise(left, right, python.and_, 0),
    "|": lambda heaps, left, right: heaps.bitwise(left, right, python.or_, 1),
    "^": lambda heaps, left, right: heaps.bitwise(left, right, python.xor, 1),
}
COMPARED: dict[str, Callable[[int], bool]] = {
    "<": lambda sign: sign < 0,
    "<=": lambda sign: sign <= 0,
    ">": lambda sign: sign > 0,
    ">=": lambda sign: sign >= 0,
    "==": lambda sign: sign == 0,
    "!=": lambda sign: sign != 0,
}


def combined(heaps: HeapClass, sign: str, left: Number, right: Number) -> Number:
    """What a binary operator gives."""
    number = OPERATORS[sign](heaps, left, right)
    size = max(abs(number.grow), abs(number.off), abs(number.turn)) if isinstance(number, LinearNumber) else abs(number)
    if size > LARGEST:
        raise NotSymbolic("its numbers grow beyond 256 bits")
    return number


def power(base: Number, exponent: Number) -> int:
    if (
        isinstance(base, LinearNumber)
        or isinstance(exponent, LinearNumber)
        or not 0 <= exponent <= 256
        or abs(base) > LARGEST
    ):
        raise NotSymbolic("it takes a power of no constants")
    return int(base**exponent)

"""Which labels of an option never fail: no code is made of those."""

from __future__ import annotations

from grundy.reading.core import Bin, Call, Choice, Const, Flag, Group, Joined, Label, Number, Unary, Var, Word
from grundy.reading.safe import is_safe, is_safe_condition

MOST_BITS = 10_000  # Python writes numbers of up to 4,300 digits


def never_fails(label: Label) -> bool:
    """Whether a label never fails, where all variables are numbers of 64 bits."""
    match label:
        case Word():
            return True
        case Flag(condition):
            return is_safe_condition(condition)
        case Joined(pieces):
            return all(isinstance(piece, str) or (is_safe(piece) and bits(piece) <= MOST_BITS) for piece in pieces)
        case Group(items):
            return all(map(never_fails, items))
        case Choice(test, one, two):
            return is_safe_condition(test) and never_fails(one) and never_fails(two)
    return is_safe(label)


def bits(number: Number) -> int:
    """At most how many bits a number has; `MOST_BITS` and more where that is not known."""
    match number:
        case Const(whole):
            return whole.bit_length()
        case Var():
            return 64
        case Unary(_, operand):
            return bits(operand) + 1
        case Bin("+" | "-" | "&" | "|" | "^", left, right):
            return max(bits(left), bits(right)) + 1
        case Bin("*", left, right):
            return bits(left) + bits(right)
        case Bin("//" | "%", left, Const(by)):
            return bits(left) + by.bit_length()
        case Call("min" | "max" | "abs", arguments):
            return max(map(bits, arguments))
    return MOST_BITS + 1

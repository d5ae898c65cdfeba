"""What an expression of a rule is while the rule is read: a number, a condition, or what is known of a tuple, a range,
text or a move before the rule runs. Only numbers and conditions get into the core form."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Literal, TypeAlias, overload

from grundy.errors import InternalError
from grundy.model.frozen import frozen
from grundy.model.option import Next
from grundy.reading.core import (
    Bin,
    Bit,
    Cmp,
    Condition,
    Const,
    Each,
    Flag,
    Group,
    Label,
    Number,
    Pick,
    Site,
    Truth,
    Unary,
    Var,
    Word,
)

INT, TRUTH, EITHER = "a number", "a condition", "a number or a condition"
MOST_NUMBERS = 2**20
LARGEST_FOLDED = 4096  # bits of a constant that is worked out beforehand


def power(base: int, exponent: int) -> int:
    """base ** exponent where that is a whole number for certain."""
    if exponent < 0:
        raise InternalError(f"the core form has a negative exponent, {exponent}; please report it")
    value: int = base**exponent
    return value


OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
    "<<": operator.lshift, ">>": operator.rshift, "&": operator.and_, "|": operator.or_, "^": operator.xor,
    "**": power,
}  # fmt: skip
COMPARED: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


@frozen
class NumberValue:
    """A number; `kind` says whether Python has an int or a bool there, `natural` that it is never negative."""

    number: Number
    kind: str = INT
    natural: bool = False


@frozen
class Test:
    """A bool, by the condition that it stands for."""

    condition: Condition


Kind: TypeAlias = Literal["tuple", "list", "set", "named"]


class Constants(Sequence["NumberValue"]):
    """Numbers in a row, of which each is made a value when somebody looks at it: there may be a million of them."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[NumberValue]:
        return (NumberValue(Const(number)) for number in self.numbers)

    @overload
    def __getitem__(self, place: int) -> NumberValue: ...
    @overload
    def __getitem__(self, place: slice) -> Constants: ...
    def __getitem__(self, place: int | slice) -> NumberValue | Constants:
        selected = self.numbers[place]
        return Constants(selected) if isinstance(selected, tuple) else NumberValue(Const(selected))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constants) and self.numbers == other.numbers

    def __hash__(self) -> int:
        return hash(self.numbers)


@frozen
class Items:
    """A tuple, a list that nobody changes, what is in a set from outside, in its order, or a named tuple."""

    items: tuple[Value, ...] | Constants
    kind: Kind = "tuple"


@frozen
class RangeValue:
    """range(low, high, step)."""

    low: Number
    high: Number
    step: int


@frozen
class OneOf:
    """One of some rows of numbers from outside, by its place, which is in 0..len(rows) - 1."""

    rows: tuple[tuple[int, ...], ...]
    index: Number


@frozen
class Listed:
    """A list made by a comprehension that cannot fail, of names that never change: it is made where it is gone through.

    `each` writes the loop that gives every item to a body.
    """

    each: Callable[[Callable[[Value], None]], None]


@frozen
class TextValue:
    """What can be a label and nothing else."""

    label: Label


@frozen
class OptionValue:
    """What `to`, `again` or `answer` gives."""

    parts: tuple[tuple[Number, ...] | Each, ...]
    next: Next
    labels: tuple[tuple[str, Label], ...]


Value: TypeAlias = NumberValue | Test | Items | RangeValue | OneOf | Listed | TextValue | OptionValue


def plain(value: Value) -> int | None:
    """The number that a value is known to be."""
    if isinstance(value, NumberValue) and isinstance(value.number, Const):
        return value.number.value
    if isinstance(value, Test) and isinstance(value.condition, Truth):
        return int(value.condition.holds)
    return None


def numbers_of(value: Value) -> tuple[int, ...] | None:
    """The numbers of a row that is known."""
    if not isinstance(value, Items):
        return None
    if isinstance(value.items, Constants):
        return value.items.numbers
    numbers = [plain(item) for item in value.items]
    return None if None in numbers else tuple(number for number in numbers if number is not None)


def kind_of(value: Value) -> str:
    """Whether Python has an int or a bool there."""
    return value.kind if isinstance(value, NumberValue) else TRUTH


def joint_kind(values: Iterable[Value]) -> str:
    """The kind of what is one of some values."""
    kinds = {kind_of(value) for value in (values[:1] if isinstance(values, Constants) else values)}
    return kinds.pop() if len(kinds) == 1 else EITHER


def is_natural(value: Value) -> bool:
    """Whether a number is never negative."""
    constant = plain(value)
    return (
        constant >= 0
        if constant is not None
        else isinstance(value, Test) or (isinstance(value, NumberValue) and value.natural)
    )


def number_of(value: Value) -> Number | None:
    """A value as a number, if it is one or a condition."""
    if isinstance(value, NumberValue):
        return value.number
    return bit(value.condition) if isinstance(value, Test) else None


def bit(condition: Condition) -> Number:
    """1 where a condition holds, else 0."""
    return Const(int(condition.holds)) if isinstance(condition, Truth) else Bit(condition)


def condition_of(value: Value, site: Site | None) -> Condition | None:
    """Whether Python takes a value for true; None if that is not known."""
    match value:
        case Test(condition):
            return condition
        case NumberValue(number):
            return compared("!=", number, Const(0), site)
        case Items(items):
            return Truth(bool(items))
        case RangeValue(low, high, step):
            return compared("<" if step > 0 else ">", low, high, site)
        case TextValue(Word(word)):
            return Truth(bool(word))
    return None


def compared(sign: str, left: Number, right: Number, site: Site | None = None) -> Condition:
    """A comparison; of two constants, or of a variable and itself, what it says."""
    if isinstance(left, Const) and isinstance(right, Const):
        return Truth(COMPARED[sign](left.value, right.value))
    if isinstance(left, Var) and left == right:
        return Truth(COMPARED[sign](0, 0))
    return Cmp(sign, left, right, site)


def combined(sign: str, left: Number, right: Number) -> Number:
    """An operator; of two constants what it gives, unless it fails there or is long."""
    if isinstance(left, Const) and isinstance(right, Const):
        size = right.value * (left.value.bit_length() if sign == "**" else 1) if sign in ("<<", "**") else 0
        if size <= LARGEST_FOLDED and not (sign == "**" and right.value < 0):
            try:
                return Const(OPERATORS[sign](left.value, right.value))
            except (ValueError, ZeroDivisionError):
                pass
    return Bin(sign, left, right)


def negated(number: Number) -> Number:
    """-number."""
    return Const(-number.value) if isinstance(number, Const) else Unary("-", number)


def picked(test: Condition, one: Number, two: Number) -> Number:
    """`one if test else two`."""
    if isinstance(test, Truth):
        return one if test.holds else two
    return Pick(test, one, two)


def chosen(numbers: tuple[Number, ...], index: Number) -> Number:
    """The number at a place of 0..len - 1, where they need not be constants and none can fail."""
    choice = numbers[-1]
    for place in reversed(range(len(numbers) - 1)):
        choice = picked(compared("==", index, Const(place)), numbers[place], choice)
    return choice


def label_of(value: Value) -> Label | None:
    """A value as a label; None if it is none."""
    match value:
        case NumberValue(number, kind) if kind != EITHER:
            return number if kind == INT else Flag(compared("!=", number, Const(0)))
        case Test(condition):
            return Flag(condition)
        case TextValue(label):
            return label
        case Items(items, "tuple"):
            labels = [label_of(item) for item in items]
            if None not in labels:
                return Group(tuple(label for label in labels if label is not None))
    return None


_OF_TUPLES = (
    *("__iter__", "__len__", "__getitem__", "__contains__", "__eq__", "__ne__", "__add__", "__radd__", "__reversed__"),
    *("__bool__", "__getattribute__"),
)


def _is_named(held: Any) -> bool:
    """Whether something is a named tuple, which does all that is read as a tuple does."""
    kind: type[Any] = type(held)
    same = all(getattr(kind, name, None) is getattr(tuple, name, None) for name in _OF_TUPLES)
    return isinstance(held, tuple) and kind is not tuple and same


_KINDS: dict[type, Kind] = {tuple: "tuple", list: "list", set: "set", frozenset: "set"}


def items_of(numbers: Sequence[int], kind: Kind = "tuple") -> Items | None:
    """Numbers in a row; None if there are too many."""
    if len(numbers) > MOST_NUMBERS:
        return None
    return Items(Constants(tuple(numbers)), kind)


def from_outside(held: Any, room: int = MOST_NUMBERS) -> Value | None:
    """What a rule reads from outside as a value; None if it is no number, text, tuple, list, set or range of these."""
    kind = type(held)
    if kind is int:
        return NumberValue(Const(held))
    if kind is bool:
        return Test(Truth(held))
    if held is None or kind in (str, float, bytes):
        return TextValue(Word(held))
    if kind is range:
        return RangeValue(Const(held.start), Const(held.stop), held.step)
    row: Kind | None = "named" if _is_named(held) else _KINDS.get(kind)
    if row is not None and len(held) <= room:
        if set(map(type, held)) == {int}:  # a table may be long
            return items_of(tuple(held), row)
        items = [from_outside(item, room // max(len(held), 1)) for item in held]
        if None not in items:
            values = tuple(item for item in items if item is not None)
            return Items(values, row)
    return None

"""Whole numbers in C++: formulas that stay in 64 bits, and expressions of which every step is looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from grundy.errors import OutOfReach
from grundy.reading.core import (
    And,
    At,
    Bin,
    Bit,
    Call,
    Cmp,
    Condition,
    Const,
    In,
    InRange,
    Not,
    Number,
    Or,
    Pick,
    Truth,
    Unary,
    Var,
)
from grundy.show.moves import OPPOSITE, parts_of

Tables: TypeAlias = list[tuple[str, tuple[int, ...]]]
Bounds: TypeAlias = dict[str, int]
"""The largest values of the variables of a formula, which are never below 0."""
_LARGEST = (1 << 63) - 1
_VALUES = 1 << 32  # more than any nim-value that a formula gives
FEW = 4  # numbers of a set that are compared one by one


class NoCpp(Exception):
    """Something that has no plain C++; the text says what."""


def table_type(table: Sequence[int]) -> str:
    """The narrowest C++ type for the numbers of a table.

    >>> [table_type([0, high]) for high in (255, 256, 65_535, 65_536)]
    ['unsigned char', 'unsigned short', 'unsigned short', 'long long']
    """
    low, high = min(table), max(table)
    if high >= 1 << 63 or low < -(1 << 63):
        far = high if high >= 1 << 63 else low
        raise OutOfReach(f"the value {far} in C++: at most 64 bits with a sign are written; Python has no such limit")
    if low >= 0:
        return "unsigned char" if high < 1 << 8 else "unsigned short" if high < 1 << 16 else "long long"
    return "short" if low >= -(1 << 15) and high < 1 << 15 else "long long"


def literal(number: int) -> str:
    """A whole number as C++ writes it."""
    if not -(1 << 63) <= number < 1 << 63:
        raise NoCpp(f"the number {number} has more than 64 bits")
    if number == -(1 << 63):
        return "(-9223372036854775807LL - 1)"
    return f"{number}" if abs(number) < 1 << 31 else f"{number}LL"


# Functions of ours, by the name that a call of them begins with: those of formulas, then those of whole numbers.

HELPERS = {
    "root": """\
static long long root(long long n) {
    long long r = (long long)std::sqrt((long double)n);
    while (r * r > n) --r;
    while ((r + 1) * (r + 1) <= n) ++r;
    return r;
}""",
    "at": """\
template <class Value, std::size_t Size>
static Value at(const Value (&table)[Size], long long place) {
    if (place < 0 || place >= (long long)Size) throw std::out_of_range("beyond the end of a list");
    return table[place];
}""",
    "floor_div": """\
static long long floor_div(long long a, long long b) {
    return a / b - (a % b != 0 && (a < 0) != (b < 0));
}""",
    "floor_mod": """\
static long long floor_mod(long long a, long long b) {
    return (a % b + b) % b;
}""",
}
WHOLE = """\
struct Whole { // a whole number; what would leave 64 bits, or divide by 0, throws an error
    long long value;
    Whole(long long number) : value(number) {}
};
[[noreturn]] static void overflow() { throw std::overflow_error("a number of more than 64 bits"); }"""
COMPARISON = "static bool operator{0}(Whole a, Whole b) {{ return a.value {0} b.value; }}"
BITS = "static Whole operator{0}(Whole a, Whole b) {{ return a.value {0} b.value; }}"
ARITHMETIC = """\
static Whole operator{0}(Whole a, Whole b) {{
    if (__builtin_{1}_overflow(a.value, b.value, &a.value)) overflow();
    return a;
}}"""
OF_WHOLE = {  # each after those that it calls
    **{sign: COMPARISON.format(sign) for sign in ("<", "<=", ">", ">=", "==", "!=")},
    **{sign: BITS.format(sign) for sign in "&|^"},
    "~": "static Whole operator~(Whole a) { return ~a.value; }",
    "+": ARITHMETIC.format("+", "add"),
    "-": ARITHMETIC.format("-", "sub"),
    "*": ARITHMETIC.format("*", "mul"),
    "negative": "static Whole operator-(Whole a) { return Whole(0) - a; }",
    "//": """\
static Whole operator/(Whole a, Whole b) { // rounded down
    if (b.value == 0) throw std::domain_error("division by 0");
    if (b.value == -1) return -a;
    return a.value / b.value - (a.value % b.value != 0 && (a.value < 0) != (b.value < 0));
}""",
    "%": """\
static Whole operator%(Whole a, Whole b) { // with the sign of b
    if (b.value == 0) throw std::domain_error("division by 0");
    if (b.value == -1) return 0;
    const long long rest = a.value % b.value;
    return rest != 0 && (rest < 0) != (b.value < 0) ? rest + b.value : rest;
}""",
    "<<": """\
static Whole operator<<(Whole a, Whole b) {
    if (b.value < 0) throw std::domain_error("a shift by a number below 0");
    if (a.value != 0 && b.value > 62) overflow();
    return a.value == 0 ? a : a * (1LL << b.value);
}""",
    ">>": """\
static Whole operator>>(Whole a, Whole b) {
    if (b.value < 0) throw std::domain_error("a shift by a number below 0");
    return a.value >> (b.value > 63 ? 63 : b.value);
}""",
    "++": "static void operator++(Whole &a) { ++a.value; } // below the end of a loop",
    "--": "static void operator--(Whole &a) { --a.value; }",
    "power": """\
static Whole power(Whole a, Whole b) {
    if (b.value < 0) throw std::domain_error("a power below 0");
    if (a.value == 0 || a.value == 1) return b.value == 0 ? 1 : a;
    if (a.value == -1) return b.value % 2 == 0 ? 1 : -1;
    Whole product = 1;
    while (b.value-- > 0) product = product * a;
    return product;
}""",
    "absolute": "static Whole absolute(Whole a) { return a.value < 0 ? -a : a; }",
    "gcd": """\
static Whole gcd(Whole a, Whole b) {
    while (b.value != 0) {
        const Whole rest = a % b;
        a = b;
        b = rest;
    }
    return absolute(a);
}""",
    "lcm": """\
static Whole lcm(Whole a, Whole b) {
    return a.value == 0 || b.value == 0 ? 0 : absolute(a / gcd(a, b) * b);
}""",
    "isqrt": """\
static Whole isqrt(Whole n) {
    if (n.value < 0) throw std::domain_error("the root of a number below 0");
    long long r = (long long)std::sqrt((long double)n.value);
    while (r > 0 && r > n.value / r) --r;
    while (r + 1 <= n.value / (r + 1)) ++r;
    return r;
}""",
    "magnitude": """\
static unsigned long long magnitude(Whole a) {
    return a.value < 0 ? 0 - (unsigned long long)a.value : (unsigned long long)a.value;
}""",
    "bit_count": "static Whole bit_count(Whole a) { return __builtin_popcountll(magnitude(a)); }",
    "bit_length": """\
static Whole bit_length(Whole a) {
    return a.value == 0 ? 0 : 64 - __builtin_clzll(magnitude(a));
}""",
    "at": """\
template <class Value, std::size_t Size>
static Whole at(const Value (&table)[Size], Whole place) { // below 0 from the end
    const long long n = place.value < 0 ? place.value + (long long)Size : place.value;
    if (n < 0 || n >= (long long)Size) throw std::out_of_range("beyond the end of a list");
    return table[n];
}""",
    "is_in": """\
template <class Value, std::size_t Size> static bool is_in(Whole a, const Value (&table)[Size]) {
    return std::find(std::begin(table), std::end(table), a.value) != std::end(table);
}""",
    "in_range": """\
static bool in_range(Whole a, Whole low, Whole high, Whole step) {
    const Whole first = step.value > 0 ? low : high + 1, end = step.value > 0 ? high : low + 1;
    return a.value >= first.value && a.value < end.value && ((a - low) % step).value == 0;
}""",
}
_CALLS = {  # what each of them calls
    "negative": ["-"],
    "//": ["negative"],
    "<<": ["*"],
    "power": ["*"],
    "absolute": ["negative"],
    "gcd": ["%", "absolute"],
    "lcm": ["gcd", "//", "*", "absolute"],
    "bit_count": ["magnitude"],
    "bit_length": ["magnitude"],
    "in_range": ["+", "-", "%"],
    "min": ["<"],
    "max": ["<"],
}
_HEADERS = {
    "algorithm": ("std::min", "std::max", "std::upper_bound", "std::find"),
    "cmath": ("std::sqrt",),
    "cstdlib": ("std::llabs",),
    "iterator": ("std::begin",),
    "stdexcept": ("std::out_of_range", "std::overflow_error"),
    "vector": ("std::vector",),
    "array": ("std::array",),
}


def headers(text: str) -> list[str]:
    """The `#include` lines that a text needs."""
    return [f"#include <{name}>" for name, words in _HEADERS.items() if any(word in text for word in words)]


def helpers(text: str) -> Iterator[str]:
    """The functions of ours that a formula calls, line by line."""
    for name, body in HELPERS.items():
        if re.search(rf"\b{name}\(", text):
            yield from body.splitlines()


def of_whole(used: set[str]) -> Iterator[str]:
    """The type of whole numbers, with what is used of it, line by line."""
    needed: set[str] = set()
    waiting = list(used)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += _CALLS.get(name, [])
    yield from WHOLE.splitlines()
    for name, body in OF_WHOLE.items():
        if name in needed:
            yield from body.splitlines()


# Expressions. Each is a text and how closely it binds; what compilers warn of has brackets.

_PICK, _OR, _AND, _BITS, _EQUAL, _LESS, _SUM, _PRODUCT, _NEGATIVE, _ATOM = range(10)
_LEVELS = {"+": _SUM, "-": _SUM, "*": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}
_COMPARED = {"==": _EQUAL, "!=": _EQUAL, "<": _LESS, "<=": _LESS, ">": _LESS, ">=": _LESS}
Text: TypeAlias = tuple[str, int]


class Cpp:
    """Writes expressions of one source text in C++; lists of numbers in them are added to its tables."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def number(self, value: Number) -> str:
        return self._number(value)[0]

    def condition(self, condition: Condition) -> str:
        return self._condition(condition)[0]

    def closely(self, part: Number | Condition, least: int) -> str:
        """A part of an expression, in brackets where it binds less closely."""
        text, level = self._number(part) if isinstance(part, Number) else self._condition(part)
        return text if level >= least else f"({text})"

    def name(self, name: str) -> str:
        return name

    def table(self, numbers: tuple[int, ...]) -> str:
        """The name of a table with these numbers."""
        for name, held in self.tables:
            if held == numbers:
                return name
        name = f"R{len(self.tables)}"
        self.tables.append((name, numbers))
        return name

    def _number(self, value: Number) -> Text:
        match value:
            case Const(constant):
                return literal(constant), _ATOM if constant >= 0 else _NEGATIVE
            case Var(name):
                return self.name(name), _ATOM
            case Pick(test, one, two):
                return f"{self.closely(test, _OR)} ? {self.closely(one, _OR)} : {self.closely(two, _OR)}", _PICK
            case At(numbers, index):
                return self.at(numbers, index), _ATOM
            case Unary(sign, operand):
                return self.unary(sign, operand)
            case Bin(sign, left, right):
                return self.binary(sign, left, right)
            case Call(function, arguments):
                return self.call(function, arguments)
            case Bit(condition):
                return self.bit(condition), _ATOM

    def _condition(self, condition: Condition) -> Text:
        match condition:
            case Truth(holds):
                return "true" if holds else "false", _ATOM
            case Not(Cmp(sign, left, right)):
                return self._condition(Cmp(OPPOSITE[sign], left, right))
            case Not(inner):
                return f"!{self.closely(inner, _ATOM)}", _NEGATIVE
            case Cmp(sign, left, right):
                return self.compared(sign, left, right), _COMPARED[sign]
            case In(number, numbers):
                return self.is_in(number, numbers)
            case InRange(number, low, high, step):
                return self.in_range(number, low, high, step)
            case And(conditions):
                return " && ".join([self.closely(each, _AND) for each in conditions]), _AND
            case Or(conditions):
                return " || ".join([self.closely(each, _BITS) for each in conditions]), _OR

    def binary(self, sign: str, left: Number, right: Number) -> Text:
        sides = _sides(sign)
        written = "/" if sign == "//" else sign
        level = _LEVELS.get(sign, _BITS)
        return f"{self.closely(left, sides[0])} {written} {self.closely(right, sides[1])}", level

    def compared(self, sign: str, left: Number, right: Number) -> str:
        return f"{self.closely(left, _SUM)} {sign} {self.closely(right, _SUM)}"

    def unary(self, sign: str, operand: Number) -> Text:
        return f"{sign}{self.closely(operand, _ATOM)}", _NEGATIVE

    def at(self, numbers: tuple[int, ...], index: Number) -> str:
        return f"at({self.table(numbers)}, {self.number(index)})"

    def is_in(self, number: Number, numbers: tuple[int, ...]) -> Text:
        if not numbers:
            return self._condition(And((Cmp("!=", number, number),)))
        return self._condition(Or(tuple([Cmp("==", number, Const(each)) for each in numbers])))

    def in_range(self, number: Number, low: Number, high: Number, step: int) -> Text:
        raise NoCpp("a range in a formula")

    def bit(self, condition: Condition) -> str:
        return f"({self.closely(condition, _OR)} ? 1 : 0)"

    def call(self, function: str, arguments: tuple[Number, ...]) -> Text:
        raise NotImplementedError


def _sides(sign: str) -> tuple[int, int]:
    """How closely the operands of an operator have to bind."""
    level = _LEVELS.get(sign)
    return (_ATOM, _ATOM) if level is None else (level, level + 1)


class CppFormula(Cpp):
    """A formula over natural numbers up to some bounds, of which no step leaves 64 bits."""

    def __init__(self, tables: Tables, bounds: Bounds) -> None:
        super().__init__(tables)
        self.bounds = bounds

    def binary(self, sign: str, left: Number, right: Number) -> Text:
        if sign == "**" and right == Const(2):
            return f"({self.closely(left, _ATOM)} * {self.closely(left, _ATOM)})", _ATOM
        if sign == "**":
            raise NoCpp("a power")
        if sign in ("//", "%") and not (is_natural(left) and is_natural(right)):
            if sign == "%" and isinstance(right, Const) and right.value > 0:
                by = right.value
                return f"({self.closely(left, _PRODUCT)} % {by} + {by}) % {by}", _PRODUCT
            return f"floor_{'mod' if sign == '%' else 'div'}({self.number(left)}, {self.number(right)})", _ATOM
        if sign == "<<" and isinstance(left, Const):  # as wide as the values are
            return f"{left.value}LL << {self.closely(right, _ATOM)}", _BITS
        return super().binary(sign, left, right)

    def at(self, numbers: tuple[int, ...], index: Number) -> str:
        if not is_natural(index):
            raise NoCpp("an entry that may be counted from the end")
        if size(index, self.bounds) < len(numbers):
            return f"{self.table(numbers)}[{self.number(index)}]"
        return super().at(numbers, index)

    def call(self, function: str, arguments: tuple[Number, ...]) -> Text:
        given = ", ".join(map(self.number, arguments))
        match function:
            case "bit_count":
                return f"__builtin_popcountll((unsigned long long){self.closely(arguments[0], _ATOM)})", _ATOM
            case "bit_length":
                text = self.closely(arguments[0], _ATOM)
                return f"({text} ? 64 - __builtin_clzll((unsigned long long){text}) : 0)", _ATOM
            case "isqrt":
                return f"root({given})", _ATOM
            case "abs":
                return f"std::llabs({given})", _ATOM
            case "min" | "max":
                return f"std::{function}<long long>({f'{{{given}}}' if len(arguments) > 2 else given})", _ATOM
            case "G":
                return f"G({given})", _ATOM
        raise NoCpp(f"the function {function}")


class Checked(Cpp):
    """Expressions of whole numbers, each step of which is looked at; `used` has what is needed for them."""

    def __init__(self, tables: Tables) -> None:
        super().__init__(tables)
        self.used: set[str] = set()

    def _whole(self, value: Number, least: int) -> str:
        """A number that C++ takes for a whole number, not for one of its own."""
        return self.closely(value, least) if is_whole(value) else f"Whole({self.number(value)})"

    def binary(self, sign: str, left: Number, right: Number) -> Text:
        self.used.add("power" if sign == "**" else sign)
        if sign == "**":
            return f"power({self.number(left)}, {self.number(right)})", _ATOM
        if is_whole(left) or is_whole(right):
            return super().binary(sign, left, right)
        sides = _sides(sign)
        written = "/" if sign == "//" else sign
        return f"{self._whole(left, _ATOM)} {written} {self.closely(right, sides[1])}", _LEVELS.get(sign, _BITS)

    def compared(self, sign: str, left: Number, right: Number) -> str:
        self.used.add(sign)
        if is_whole(left) or is_whole(right):
            return super().compared(sign, left, right)
        return f"{self._whole(left, _SUM)} {sign} {self.closely(right, _SUM)}"

    def unary(self, sign: str, operand: Number) -> Text:
        self.used.add("negative" if sign == "-" else sign)
        return f"{sign}{self._whole(operand, _ATOM)}", _NEGATIVE

    def at(self, numbers: tuple[int, ...], index: Number) -> str:
        if not numbers:
            raise NoCpp("an entry of an empty tuple")
        self.used.add("at")
        return f"at({self.table(numbers)}, {self._whole(index, _PICK)})"

    def is_in(self, number: Number, numbers: tuple[int, ...]) -> Text:
        if len(numbers) <= FEW and (isinstance(number, Var) or len(numbers) < 2):
            return super().is_in(number, numbers)
        self.used.add("is_in")
        return f"is_in({self.number(number)}, {self.table(numbers)})", _ATOM

    def in_range(self, number: Number, low: Number, high: Number, step: int) -> Text:
        self.used.add("in_range")
        given = ", ".join([self.number(number), self.number(low), self.number(high), literal(step)])
        return f"in_range({given})", _ATOM

    def bit(self, condition: Condition) -> str:
        return f"Whole({self.condition(condition)})"

    def call(self, function: str, arguments: tuple[Number, ...]) -> Text:
        given = list(map(self.number, arguments))
        if function in ("min", "max"):
            self.used.add(function)
            return f"std::{function}<Whole>({{{', '.join(given)}}})", _ATOM
        name = "absolute" if function == "abs" else function
        self.used.add(name)
        if name not in ("gcd", "lcm"):
            return f"{name}({', '.join(given)})", _ATOM
        text = given[0] if len(given) > 1 else f"0, {given[0]}" if name == "gcd" else f"1, {given[0]}"
        for other in given[1:]:
            text = f"{name}({text}, {other})"
        return text if len(given) > 1 else f"{name}({text})", _ATOM


def is_whole(value: Number) -> bool:
    """Whether an expression is a whole number in C++, or one of C++'s own."""
    match value:
        case Const():
            return False
        case Pick(_, one, two):
            return is_whole(one) or is_whole(two)
    return True


# What is plain to see of a formula over natural numbers


def is_natural(value: Number) -> bool:
    """Whether a formula is 0 or more, as far as is plain to see."""
    match value:
        case Const(number):
            return number >= 0
        case Bin("-") | Unary():
            return False
        case Bin("%", _, right):
            return is_natural(right)
        case Bin("&", left, right):
            return is_natural(left) or is_natural(right)
        case Bin(_, left, right) | Pick(_, left, right):
            return is_natural(left) and is_natural(right)
        case Call("min" | "max", arguments):
            return all(map(is_natural, arguments))
        case At(numbers):
            return min(numbers, default=0) >= 0
    return True  # a variable, a count, a condition, a root, a nim-value


def most_argument(formula: Number | Condition, names: Sequence[str]) -> int | None:
    """The largest power of ten up to which no step of a formula over natural numbers leaves 64 bits; None: all numbers.

    >>> most_argument(Bin("%", Var("n"), Const(4)), ["n"]), most_argument(Bin("*", Const(2), Var("n")), ["n"])
    (None, 1000000000000000000)
    """
    steps = [part for part in parts_of(formula) if isinstance(part, Number)]
    for most in (_LARGEST, *(10**power for power in range(18, 0, -1))):
        bounds = dict.fromkeys(names, most)
        if all(size(step, bounds) <= _LARGEST for step in steps):
            return None if most == _LARGEST else most
    raise NoCpp("a formula that leaves 64 bits")


def size(value: Number, bounds: Bounds) -> int:
    """A bound on the absolute value of a formula."""
    match value:
        case Const(number):
            return abs(number)
        case Var(name):
            return bounds[name]
        case Unary(_, operand):
            return size(operand, bounds)
        case Bin(sign, left, right):
            return _size(sign, size(left, bounds), size(right, bounds), right)
        case Pick(_, one, two):
            return max(size(one, bounds), size(two, bounds))
        case At(numbers):
            return max(map(abs, numbers), default=0)
        case Call("bit_count" | "bit_length", (inner,)):
            return size(inner, bounds).bit_length()
        case Call("isqrt", (inner,)):
            return size(inner, bounds) if size(inner, bounds) < 10**18 else _LARGEST + 1  # it squares a number above it
        case Call("G"):
            return _VALUES
        case Call(_, arguments):
            return max(size(each, bounds) for each in arguments)
    return 1


def _size(sign: str, left_size: int, right_size: int, right: Number) -> int:
    match sign:
        case "+" | "-":
            return left_size + right_size
        case "*":
            return left_size * right_size
        case "**":
            return left_size**right_size if right_size <= 64 else _LARGEST + 1
        case "<<":
            return left_size << right_size if right_size <= 64 else _LARGEST + 1
        case "%":
            return right_size - 1 if isinstance(right, Const) and right_size else right_size
        case "//":
            return left_size // right_size if isinstance(right, Const) and right_size else left_size + 1
        case ">>":
            return left_size
    return (1 << max(left_size.bit_length(), right_size.bit_length())) - 1

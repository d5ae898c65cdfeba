"""Python's expressions over whole numbers in C++, and tables of numbers."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from grundy.errors import OutOfReach

Tables: TypeAlias = list[tuple[str, tuple[int, ...]]]
_LARGEST = (1 << 63) - 1


class NoCpp(Exception):
    """An expression with something that has no plain C++, which is `node`."""

    def __init__(self, node: ast.AST) -> None:
        self.node = node
        super().__init__(ast.unparse(node))


def table_type(table: Sequence[int]) -> str:
    """The narrowest C++ type for the numbers of a table."""
    low, high = min(table), max(table)
    if high >= 1 << 63:
        raise OutOfReach(f"the value {high} in C++: at most 64 bits with a sign are written; Python has no such limit")
    if low >= 0:
        return "unsigned char" if high < 1 << 8 else "unsigned short" if high < 1 << 16 else "long long"
    return "short" if low >= -(1 << 15) and high < 1 << 15 else "long long"


def literal(number: int) -> str:
    """A whole number as C++ writes it."""
    return f"{number}" if abs(number) < 1 << 31 else f"{number}LL"


HELPERS = {  # by the name that a call of them begins with
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
_HEADERS = {
    "algorithm": ("std::min", "std::max", "std::upper_bound"),
    "cmath": ("root(",),
    "cstdlib": ("std::llabs",),
    "iterator": ("std::begin",),
    "stdexcept": ("std::out_of_range", " at(", "(at("),
    "vector": ("std::vector",),
    "array": ("std::array",),
}


def headers(text: str) -> list[str]:
    """The `#include` lines that a text needs."""
    return [f"#include <{name}>" for name, words in _HEADERS.items() if any(word in text for word in words)]


def helpers(text: str) -> Iterator[str]:
    """The functions of ours that a text calls, line by line."""
    for name, body in HELPERS.items():
        if re.search(rf"\b{name}\(", text):
            yield from body.splitlines()


_OPERATORS: dict[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "/",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
_CALLS = {"isqrt": "root", "abs": "std::llabs", "min": "std::min<long long>", "max": "std::max<long long>", "G": "G"}


class Cpp:
    """Writes expressions of one source text in C++.

    Attributes:  tables: those of the text; lists of numbers in an expression are added to them.
                 signed: the names that may be below 0; all others are not.
                 names: what a name is called in C++, where that is something else.
                 checked: tables that have a name may be read beyond their end, which is then refused.
    """

    def __init__(
        self,
        tables: Tables,
        signed: frozenset[str] = frozenset(),
        names: dict[str, str] | None = None,
        checked: bool = False,
    ):
        self.checked = checked
        self.tables, self.signed, self.names = tables, signed, names or {}

    def text(self, node: ast.expr, outer: bool = False) -> str:
        """An expression in C++; `outer`: it stands alone and needs no brackets.

        Raises: NoCpp: something that is not translated.
        """
        match node:
            case ast.Constant(value=bool(truth)):
                return "true" if truth else "false"
            case ast.Constant(value=int(number)):
                return literal(number)
            case ast.Name(id=name):
                return self.names.get(name, name)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                text = self.text(inner)
                return f"(-{text})" if text.startswith("-") else f"-{text}"
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return f"!({self.condition(inner)})"
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=2)):
                return f"({self.text(left)} * {self.text(left)})"
            case ast.BinOp(left=left, op=(ast.FloorDiv() | ast.Mod()) as op, right=right):
                return self._quotient(left, op, right, outer)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                first = f"{wide}LL" if (wide := _shifted(op, left)) is not None else self.text(left)
                return _wrapped(f"{first} {_OPERATORS[type(op)]} {self.text(right)}", outer)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return _wrapped(f"{self.text(test)} ? {self.text(body)} : {self.text(orelse)}", outer)
            case ast.BoolOp(values=values) if all(map(_is_truth, values)):
                return f"({self.condition(node)})"
            case ast.Compare(left=left, ops=[ast.In()], comparators=[ast.Tuple(elts=members)]):
                return f"({' || '.join(f'{self.text(left)} == {self.text(member)}' for member in members)})"
            case ast.Compare(left=left, ops=ops, comparators=right) if all(type(op) in _OPERATORS for op in ops):
                sides = [self.text(side) for side in (left, *right)]
                texts = [f"{sides[i]} {_OPERATORS[type(op)]} {sides[i + 1]}" for i, op in enumerate(ops)]
                return _wrapped(" && ".join(texts), outer)
            case ast.Call(func=ast.Attribute(value=inner, attr="bit_count"), args=[], keywords=[]):
                return f"__builtin_popcountll((unsigned long long){self.text(inner)})"
            case ast.Call(func=ast.Attribute(value=inner, attr="bit_length"), args=[], keywords=[]):
                text = self.text(inner)
                return f"({text} ? 64 - __builtin_clzll((unsigned long long){text}) : 0)"
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _CALLS:
                given = ", ".join(self.text(argument, True) for argument in arguments)
                return f"{_CALLS[name]}({f'{{{given}}}' if len(arguments) > 2 else given})"
            case ast.Subscript(slice=place) if not self.is_natural(place):
                raise NoCpp(node)  # Python counts from the end
            case ast.Subscript(value=ast.Name(id=name), slice=place):
                return self._entry(self.names.get(name, name), self.text(place, True))
            case ast.Subscript(value=ast.Tuple() as listed, slice=place):
                return f"at({self._lifted([_numbers(listed)])}, {self.text(place, True)})"
            case ast.Subscript(value=ast.Subscript(value=ast.Tuple(elts=rows), slice=row), slice=column):
                listed_rows = [_numbers(one) for one in rows]
                name = self._lifted(listed_rows)
                return f"{name}[{self.text(row)} * {len(listed_rows[0])} + {self.text(column)}]"
        raise NoCpp(node)

    def _entry(self, table: str, place: str) -> str:
        """An entry of a table that has a name; of a constant of the rule's, if there is one."""
        return f"at({table}, {place})" if self.checked else f"{table}[{place}]"

    def condition(self, node: ast.expr) -> str:
        """An expression of which only the truth matters: `and` and `or` of any numbers, too."""
        if not isinstance(node, ast.BoolOp):
            return self.text(node, outer=True)
        texts = [f"({self.condition(one)})" if isinstance(one, ast.BoolOp) else self.text(one) for one in node.values]
        return (" && " if isinstance(node.op, ast.And) else " || ").join(texts)

    def _quotient(self, left: ast.expr, op: ast.operator, right: ast.expr, outer: bool) -> str:
        """A quotient or a rest, rounded down as in Python: C++ rounds what is below 0 up."""
        by = right.value if isinstance(right, ast.Constant) and isinstance(right.value, int) else 0
        text, divisor = self.text(left), self.text(right)
        if self.is_natural(left) and (by > 0 or self.is_natural(right)):
            return _wrapped(f"{text} {_OPERATORS[type(op)]} {divisor}", outer)
        if isinstance(op, ast.Mod) and by > 0:
            return _wrapped(f"({text} % {by} + {by}) % {by}", outer)
        return f"floor_{'mod' if isinstance(op, ast.Mod) else 'div'}({self.text(left, True)}, {self.text(right, True)})"

    def is_natural(self, node: ast.expr) -> bool:
        """Whether an expression is 0 or more, as far as is plain to see."""
        match node:
            case ast.Name(id=name):
                return name not in self.signed
            case ast.Constant(value=int(number)):
                return number >= 0
            case ast.BinOp(op=ast.Mod(), right=right):
                return self.is_natural(right)
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                return self.is_natural(left) or self.is_natural(right)
            case ast.BinOp(op=ast.Sub()) | ast.UnaryOp(op=ast.USub()):
                return False
            case ast.BinOp(left=left, right=right):
                return self.is_natural(left) and self.is_natural(right)
            case ast.IfExp(body=body, orelse=orelse):
                return self.is_natural(body) and self.is_natural(orelse)
            case ast.Call(func=ast.Name(id="min" | "max"), args=arguments):
                return all(map(self.is_natural, arguments))
            case ast.Subscript(value=value):
                return all(self.is_natural(inner) for inner in ast.walk(value) if isinstance(inner, ast.expr))
        return True  # a count, a comparison, a root, a nim-value

    def _lifted(self, rows: list[list[int]]) -> str:
        """The name of a table with these rows, one of its own."""
        name = f"R{len(self.tables)}"
        self.tables.append((name, tuple(number for row in rows for number in row)))
        return name


def _numbers(node: ast.expr) -> list[int]:
    """The numbers of a list in a formula."""
    try:
        found = ast.literal_eval(node)
    except ValueError:
        raise NoCpp(node) from None
    if not isinstance(found, tuple) or not all(isinstance(number, int) for number in found):
        raise NoCpp(node)
    return list(found)


def most_argument(expression: ast.expr) -> int | None:
    """The largest power of ten up to which no step of a formula over natural numbers leaves 64 bits; None: all numbers.

    >>> most_argument(ast.parse("n % 4", mode="eval").body), most_argument(ast.parse("2 * n", mode="eval").body)
    (None, 1000000000000000000)
    """
    steps = [node for node in ast.walk(expression) if isinstance(node, ast.expr)]
    for most in (_LARGEST, *(10**power for power in range(18, 0, -1))):
        if all(_size(node, most) <= _LARGEST for node in steps):
            return None if most == _LARGEST else most
    raise NoCpp(expression)


def _size(node: ast.expr, most: int) -> int:
    """A bound on the absolute value of an expression whose names are at most so large."""
    match node:
        case ast.Name():
            return most
        case ast.Constant(value=int(number)):
            return abs(number)
        case ast.UnaryOp(operand=inner):
            return _size(inner, most)
        case ast.BinOp(left=left, op=op, right=right):
            one, two = _size(left, most), _size(right, most)
            match op:
                case ast.Add() | ast.Sub():
                    return one + two
                case ast.Mult():
                    return one * two
                case ast.Pow():
                    return one**two if two <= 64 else _LARGEST + 1
                case ast.LShift():
                    return one << two if two <= 64 else _LARGEST + 1
                case ast.Mod():
                    return two
                case ast.FloorDiv():
                    return one // two if isinstance(right, ast.Constant) and two else one + 1
                case ast.RShift():
                    return one
                case _:  # bits of both
                    return (1 << max(one.bit_length(), two.bit_length())) - 1
        case ast.IfExp(body=body, orelse=orelse):
            return max(_size(body, most), _size(orelse, most))
        case ast.Call(func=ast.Attribute(value=inner)):
            return _size(inner, most).bit_length()
        case ast.Call(func=ast.Name(id="isqrt"), args=[inner]):
            return _size(inner, most) if _size(inner, most) < 10**18 else _LARGEST + 1  # it squares a number above it
        case ast.Call(func=ast.Name(id="G")):
            return 1 << 32
        case ast.Call(args=arguments):
            return max((_size(one, most) for one in arguments), default=0)
        case ast.Tuple(elts=members):
            return max((_size(one, most) for one in members), default=0)
        case ast.Subscript(value=ast.Name()):
            return 1 << 32
        case ast.Subscript(value=listed):
            return _size(listed, most)
    return 1


def _shifted(op: ast.operator, left: ast.expr) -> int | None:
    """The constant that is shifted left: it must be as wide as the values are."""
    if isinstance(op, ast.LShift) and isinstance(left, ast.Constant) and isinstance(left.value, int):
        return left.value
    return None


def _is_truth(node: ast.expr) -> bool:
    """Whether an expression is true or false, and no other number."""
    if isinstance(node, ast.BoolOp):
        return all(map(_is_truth, node.values))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def _wrapped(text: str, outer: bool) -> str:
    return text if outer else f"({text})"

"""A formula in one line of Python, as a pattern has it, as a number or a condition of the core form."""

from __future__ import annotations

import ast

from grundy.reading.comparisons import SIGNS
from grundy.reading.core import (
    And,
    At,
    Bin,
    Call,
    Cmp,
    Condition,
    Const,
    In,
    Not,
    Number,
    Or,
    Pick,
    Site,
    Truth,
    Unary,
    Var,
)
from grundy.reading.source import NotRead
from grundy.reading.values import bit

CALLED = {"min": 2, "max": 2, "abs": 1, "isqrt": 1, "gcd": 2, "lcm": 2, "G": 1}
"""The functions of a formula, and of how many numbers at least; G is the value of another state."""
METHODS = ("bit_count", "bit_length")
Tables = dict[str, tuple[int, ...]]


def formula_of(text: str, tables: Tables) -> Number | Condition:
    """The formula that a text is; `tables` has the numbers of the names that may stand before brackets.

    Raises:  NotRead: it has something else.

    >>> formula_of("T[n % 2] + 1", {"T": (4, 6)})
    Bin(operator='+', left=At(numbers=(4, 6), index=Bin(...)), right=Const(value=1))
    """
    return _Formula(text, tables).read(ast.parse(text, mode="eval").body)


class _Formula:
    def __init__(self, text: str, tables: Tables) -> None:
        self.text, self.tables = text, tables

    def refuse(self, node: ast.AST) -> NotRead:
        return NotRead(Site("<formula>", 1, getattr(node, "col_offset", 0) + 1, self.text), "it is no formula")

    def number(self, node: ast.expr) -> Number:
        form = self.read(node)
        return form if isinstance(form, Number) else bit(form)

    def condition(self, node: ast.expr) -> Condition:
        form = self.read(node)
        return form if isinstance(form, Condition) else Cmp("!=", form, Const(0))

    def read(self, node: ast.expr) -> Number | Condition:
        match node:
            case ast.Constant(bool(truth)):
                return Truth(truth)
            case ast.Constant(int(number)):
                return Const(number)
            case ast.Name(name):
                return Var(name)
            case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
                return Const(-number)
            case ast.UnaryOp(ast.USub(), inner):
                return Unary("-", self.number(inner))
            case ast.UnaryOp(ast.Not(), inner):
                return Not(self.condition(inner))
            case ast.BinOp(left, operator, right) if type(operator) in SIGNS:
                return Bin(SIGNS[type(operator)], self.number(left), self.number(right))
            case ast.IfExp(test, first, second):
                return Pick(self.condition(test), self.number(first), self.number(second))
            case ast.BoolOp(operator, values):
                joined = And if isinstance(operator, ast.And) else Or
                if all(isinstance(self.read(value), Condition) for value in values):
                    return joined(tuple(map(self.condition, values)))
            case ast.Compare(left, [ast.In()], [ast.Tuple() as listed]):
                return In(self.number(left), self.numbers(listed))
            case ast.Compare(left, operators, others) if all(type(each) in SIGNS for each in operators):
                sides = list(map(self.number, [left, *others]))
                pairs = zip(operators, sides[:-1], sides[1:], strict=True)
                comparisons = tuple([Cmp(SIGNS[type(sign)], first, second) for sign, first, second in pairs])
                return comparisons[0] if len(comparisons) == 1 else And(comparisons)
            case ast.Call(ast.Attribute(inner, method), [], []) if method in METHODS:
                return Call(method, (self.number(inner),))
            case ast.Call(ast.Name(name), arguments, []) if len(arguments) >= CALLED.get(name, len(arguments) + 1):
                return Call(name, tuple(map(self.number, arguments)))
            case ast.Subscript(ast.Name(name), place) if name in self.tables:
                return At(self.tables[name], self.number(place))
            case ast.Subscript(ast.Tuple() as listed, place):
                return At(self.numbers(listed), self.number(place))
            case ast.Subscript(ast.Subscript(ast.Tuple(rows), row), column):
                return self.entry([self.numbers(each) for each in rows], self.number(row), self.number(column), node)
        raise self.refuse(node)

    def numbers(self, node: ast.expr) -> tuple[int, ...]:
        elements = [self.read(each) for each in node.elts] if isinstance(node, ast.Tuple) else []
        numbers = tuple([each.value for each in elements if isinstance(each, Const)])
        if not numbers or len(numbers) < len(elements):
            raise self.refuse(node)
        return numbers

    def entry(self, rows: list[tuple[int, ...]], row: Number, column: Number, node: ast.expr) -> Number:
        """An entry of rows of equal lengths, in one list; both places have to be rests, and so inside."""
        width = len(rows[0])
        places = ((row, len(rows)), (column, width))
        inside = all(isinstance(at, Bin) and at.operator == "%" and at.right == Const(count) for at, count in places)
        if not inside or any(len(each) != width for each in rows):
            raise self.refuse(node)
        flat = tuple(number for each in rows for number in each)
        return At(flat, Bin("+", Bin("*", row, Const(width)), column))

"""Comparisons, chains of them, and `in`."""

from __future__ import annotations

import ast

from grundy.reading.core import (
    Condition,
    Const,
    In,
    InRange,
    Not,
    Site,
    Statement,
    Truth,
)
from grundy.reading.tuples import Tuples
from grundy.reading.values import (
    Items,
    OneOf,
    RangeValue,
    Value,
    bit,
    chosen,
    compared,
    number_of,
    numbers_of,
)

SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<", ast.RShift: ">>",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Pow: "**",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip

Given = tuple[frozenset[str], frozenset[str]]
NOTHING: Given = (frozenset(), frozenset())
Piece = tuple[list[Statement], Condition]


class Comparisons(Tuples):
    """Comparisons of numbers and tuples."""

    def __init__(self) -> None:
        super().__init__()
        self.given: Given = NOTHING  # what has a value besides if the last condition holds, and if it does not

    def compare(self, node: ast.Compare) -> Condition:
        """A comparison or a chain of them: each value is worked out once, and only if all before it hold."""
        nodes = [node.left, *node.comparators]
        is_chain = len(nodes) > 2
        first, second = self._pair(node.ops[0], nodes[0], nodes[1])
        if is_chain:
            first, second = self.fixed(first, nodes[0]), self.fixed(second, nodes[1])
        pieces: list[Piece] = [([], self.comparison(node, node.ops[0], nodes[0], nodes[1], first, second))]
        assigned = set(self.frame.assigned)
        for place, operator in enumerate(node.ops[1:], 2):
            with self.into([]) as before:
                after = self._members(operator, nodes[place])
                if place + 1 < len(nodes):
                    after = self.fixed(after, nodes[place])
                condition = self.comparison(node, operator, nodes[place - 1], nodes[place], second, after)
            pieces.append((before, condition))
            second = after
        self.given = frozenset(self.frame.assigned - assigned), frozenset()
        self.frame.assigned = assigned
        return self.joined(True, pieces, self.asked(node) if is_chain else None)

    def _pair(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> tuple[Value, Value]:
        first = self.value(left)
        with self.into([]) as before:
            second = self._members(operator, right)
        if before:
            first = self.fixed(first, left)
        self.out.extend(before)
        return first, second

    def _members(self, operator: ast.cmpop, node: ast.expr) -> Value:
        """The right side of a comparison; of `in` it may be a set that is written there."""
        if isinstance(node, ast.Set) and isinstance(operator, ast.In | ast.NotIn):
            return Items(tuple(item for each in self.starred(node.elts) for item in each), "set")
        return self.value(node)

    def comparison(
        self, node: ast.expr, operator: ast.cmpop, left: ast.expr, right: ast.expr, first: Value, second: Value
    ) -> Condition:
        """One comparison of values."""
        is_chain = isinstance(node, ast.Compare) and len(node.ops) > 1
        site = self.between(left, right) if is_chain else self.asked(node)
        if isinstance(operator, ast.In | ast.NotIn):
            condition = self.member(node, first, second, site)
            return negation(condition) if isinstance(operator, ast.NotIn) else condition
        sign = SIGNS.get(type(operator))
        if sign is None:
            self.refuse(node)
        if isinstance(first, Items) and isinstance(second, Items) and sign in ("==", "!="):
            condition = self.equal(node, first, second, site)
            return negation(condition) if sign == "!=" else condition
        a, b = number_of(first), number_of(second)
        if a is None or b is None:
            self.refuse(node, "write comparisons of numbers")
        return compared(sign, a, b, site)

    def equal(self, node: ast.expr, first: Value, second: Value, site: Site | None) -> Condition:
        """Whether two tuples, or two numbers, are equal."""
        a, b = number_of(first), number_of(second)
        if a is not None and b is not None:
            return compared("==", a, b, site)
        if (
            not isinstance(first, Items)
            or not isinstance(second, Items)
            or {"set", "named"} & {first.kind, second.kind}
        ):
            self.refuse(node, "write comparisons of numbers")
        if first.kind != second.kind or len(first.items) != len(second.items):
            for row in (first, second):
                self.dropped(row, node)
            return Truth(False)
        first, second = self.fixed(first, node), self.fixed(second, node)
        assert isinstance(first, Items) and isinstance(second, Items)
        pairs = zip(first.items, second.items, strict=True)
        return self.joined(True, [([], self.equal(node, *pair, site)) for pair in pairs] or [([], Truth(True))], site)

    def member(self, node: ast.expr, element: Value, container: Value, site: Site | None) -> Condition:
        """Whether a value is one of others."""
        number = number_of(element)
        match container:
            case RangeValue(low, high, step) if number is not None:
                return InRange(number, low, high, step, site)
            case Items() if number is not None and (numbers := numbers_of(container)) is not None:
                if isinstance(number, Const):
                    return Truth(number.value in numbers)
                return In(number, numbers, site)
            case Items():
                element, container = self.fixed(element, node), self.fixed(container, node)
                assert isinstance(container, Items)
                pieces: list[Piece] = [([], self.equal(node, element, item, site)) for item in container.items]
                return self.joined(False, pieces or [([], Truth(False))], site)
            case OneOf(rows, index) if number is not None:
                number = self.fixed_number(number)
                hits = [bit(In(number, row)) for row in rows]
                return compared("!=", chosen(tuple(hits), index), Const(0), site)
        self.refuse(node, "write 'in' of a tuple, a range or a set of numbers")

    def between(self, left: ast.expr, right: ast.expr) -> Site | None:
        """The place of a comparison in a chain."""
        whole = ast.Compare(left, [], [])
        ast.copy_location(whole, left)
        whole.end_lineno, whole.end_col_offset = right.end_lineno, right.end_col_offset
        return self.asked(whole)


def negation(condition: Condition) -> Condition:
    """The opposite of a condition."""
    if isinstance(condition, Truth):
        return Truth(not condition.holds)
    return condition.condition if isinstance(condition, Not) else Not(condition)

"""Expressions of Python as numbers and conditions of the core form, in the order in which Python works them out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any

from grundy.reading.comparisons import NOTHING, SIGNS, Comparisons, Piece, negation
from grundy.reading.core import (
    Choice,
    Condition,
    Const,
    If,
    Joined,
    Let,
    Number,
    Statement,
    Truth,
    Unary,
    Var,
    Word,
)
from grundy.reading.tuples import has_bools
from grundy.reading.values import (
    EITHER,
    INT,
    TRUTH,
    Items,
    NumberValue,
    OneOf,
    Test,
    TextValue,
    Value,
    combined,
    compared,
    condition_of,
    from_outside,
    is_natural,
    joint_kind,
    kind_of,
    label_of,
    negated,
    number_of,
    numbers_of,
    picked,
    plain,
)
from grundy.reading.writing import INSTEAD, NO_VALUE, Frame

KEEPS_NATURAL = ("+", "*", "//", "%", "<<", ">>", "|", "^", "**")
WHOLE = re.compile(r"([^{}]?[<>^=])?[+ -]?#?0?\d{0,3}[_,]?[dboxX]?")
"""How any whole number can be written."""
PLAIN = (-1, ord("s"), ord("r"), ord("a"))  # of a whole number all the same
POWER = "the exponent may be negative, and the power no whole number: write 1 << k for 2 ** k, or a constant"


class Expressions(Comparisons):
    """What each expression is; whatever has to be done before it has been written when it is returned."""

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[int, Value] = {}  # what is read from outside, by its id: each rule holds it while it is read

    def call(self, node: ast.Call) -> Value:
        """What a call gives."""
        raise NotImplementedError

    def listed(self, node: ast.ListComp) -> Value:
        """What a list made by a comprehension is."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """What an expression gives. The caller works it out at once, and only then what comes after."""
        match node:
            case ast.Constant(given) if given is not ...:
                constant = from_outside(given)
                if constant is not None:
                    return constant
            case ast.Name(name):
                return self.named(node, name)
            case ast.Attribute():
                return self.held(node)
            case ast.BinOp(left, operator, right):
                first, second = self.several([left, right])
                return self.operation(node, type(operator), first, second)
            case ast.UnaryOp(operator, operand):
                return self.unary(node, operator, operand)
            case ast.BoolOp():
                return self.either(node)
            case ast.IfExp(test, one_node, two_node):
                return self.conditional(node, test, one_node, two_node)
            case ast.NamedExpr(ast.Name(name), given):
                self.store(name, self.value(given), node)
                return self.named(node, name)
            case ast.Compare():
                return Test(self.compare(node))
            case ast.Tuple(parts) | ast.List(parts):
                items = [item for each in self.starred(parts) for item in each]
                return Items(tuple(items), "tuple" if isinstance(node, ast.Tuple) else "list")
            case ast.Set(parts):
                return self.known_set(node, [item for each in self.starred(parts) for item in each])
            case ast.Subscript(whole, ast.Slice() as cut):
                return self.cut(node, self.value(whole), cut)
            case ast.Subscript(whole, place):
                first, second = self.several([whole, place])
                return self.item(node, first, second)
            case ast.Call():
                return self.call(node)
            case ast.JoinedStr(pieces):
                return self.text(node, pieces)
            case ast.ListComp() if not self.wide:
                return self.listed(node)
        self.refuse(node)

    # Kinds of values

    def condition(self, node: ast.expr) -> Condition:
        """Whether an expression is true; `self.given` is then what has a value besides if it is, and if it is not."""
        match node:
            case ast.BoolOp(operator, operands):
                is_and = isinstance(operator, ast.And)
                return self.joined(is_and, self._pieces(operands, is_and), self.asked(node))
            case ast.UnaryOp(ast.Not(), operand):
                condition = negation(self.condition(operand))
                self.given = self.given[::-1]
                return condition
            case ast.Compare():
                return self.compare(node)
        condition = self.truth(self.value(node), node)
        self.given = NOTHING
        return condition

    def truth(self, value: Value, node: ast.expr) -> Condition:
        """Whether a value counts as true."""
        if isinstance(value, Items):
            self.dropped(value, node)
        condition = condition_of(value, self.asked(node))
        if condition is None:
            self.refuse(node, "a number or a condition is needed here")
        return condition

    def _pieces(self, operands: Sequence[ast.expr], is_and: bool) -> list[Piece]:
        """Conditions with the statements before each: those after the first need not be done."""
        frame = self.frame
        pieces: list[Piece] = []
        assigned = frame.assigned
        for operand in operands:
            with self.into([]) as before:
                condition = self.condition(operand)
            if not pieces:
                assigned = set(frame.assigned)
            frame.assigned = frame.assigned | self.given[0 if is_and else 1]
            pieces.append((before, condition))
        if_all = frozenset(frame.assigned - assigned)
        frame.assigned = assigned
        self.given = (if_all, frozenset()) if is_and else (frozenset(), if_all)
        return pieces

    # Names

    def named(self, node: ast.AST, name: str) -> Value:
        """What a name stands for here."""
        frame: Frame | None = self.frame
        has_value = False
        while frame is not None:
            has_value |= name in frame.assigned
            if name in frame.own:
                if not has_value:
                    self.refuse(node, NO_VALUE)
                return frame.bindings[name]
            frame = frame.outer
        outside = self.frame.source.outside
        if name not in outside:
            self.refuse(node, "this name has no value")
        return self._constant(node, outside[name])

    def held(self, node: ast.Attribute) -> Value:
        """An attribute of a module."""
        return self._constant(node, self.callee(node))

    def _constant(self, node: ast.AST, held: Any) -> Value:
        value = self.known.get(id(held)) or from_outside(held)
        if value is not None:
            self.known[id(held)] = value
        if value is None:
            self.refuse(node, "numbers and tuples of numbers alone are read from outside of a rule")
        return value

    def callee(self, node: ast.expr) -> Any:
        """The object from outside that a name or an attribute of a module stands for; None if it is no such."""
        match node:
            case ast.Name(name) if not self.is_own(name):
                return self.frame.source.outside.get(name)
            case ast.Attribute(inner, name):
                module = self.callee(inner)
                if type(module) is ModuleType:
                    attribute = getattr(module, name, None)  # some load a name when it is asked for
                    return attribute if attribute is getattr(module, name, None) else None
        return None

    # Operators

    def operation(self, node: ast.expr, kind: type[ast.operator], first: Value, second: Value) -> Value:
        """A binary operator."""
        if (
            isinstance(first, Items)
            and isinstance(second, Items)
            and kind is ast.Add
            and first.kind == second.kind != "set"
        ):
            return Items((*first.items, *second.items), first.kind)
        pieces = pieces_of(first), pieces_of(second)
        if kind is ast.Add and pieces[0] is not None and pieces[1] is not None:
            return TextValue(Joined(pieces[0] + pieces[1]))
        sign = SIGNS.get(kind)
        left, right = number_of(first), number_of(second)
        if pieces != (None, None):
            self.refuse(node, INSTEAD[ast.JoinedStr])
        if sign is None or left is None or right is None:
            self.refuse(node)
        if sign == "**" and not self.wide and not is_natural(second):
            self.refuse(node, POWER)
        bits = sign in ("&", "|", "^")
        kinds = {kind_of(first), kind_of(second)}
        result = INT if not bits or INT in kinds else TRUTH if kinds == {TRUTH} else EITHER
        natural = is_natural(first) and (is_natural(second) or sign == ">>") and sign in KEEPS_NATURAL
        natural = natural or (sign == "&" and (is_natural(first) or is_natural(second)))
        natural = natural or (sign == "%" and (plain(second) or 0) > 0)
        return NumberValue(combined(sign, left, right), result, natural)

    def unary(self, node: ast.expr, operator: ast.unaryop, operand: ast.expr) -> Value:
        """`not`, `-`, `+` and `~`."""
        if isinstance(operator, ast.Not):
            return Test(negation(self.condition(operand)))
        value = self.value(operand)
        number = self.number(value, operand)
        if isinstance(operator, ast.USub):
            return NumberValue(negated(number))
        if isinstance(operator, ast.UAdd):
            return NumberValue(number, INT, is_natural(value))
        if kind_of(value) != INT:
            self.refuse(node, "write not, or 1 - x, of a condition")
        return NumberValue(Unary("~", number))

    def either(self, node: ast.BoolOp) -> Value:
        """`and` and `or`: the first value that decides, or the last."""
        frame, is_and = self.frame, isinstance(node.op, ast.And)
        ways: list[tuple[list[Statement], Value]] = []
        assigned = set(frame.assigned)
        for operand in node.values:
            with self.into([]) as before:
                value = self.value(operand)
            if not ways:
                assigned = set(frame.assigned)
            ways.append((before, value))
        frame.assigned = assigned
        values = [value for _, value in ways]
        if all(isinstance(value, Test) for value in values):
            pieces = [(before, value.condition) for before, value in ways if isinstance(value, Test)]
            return Test(self.joined(is_and, pieces, self.asked(node)))
        numbers = [self.number(value, operand) for value, operand in zip(values, node.values, strict=True)]
        name = self.fresh("t")
        kind = joint_kind(values)

        def steps(place: int) -> None:
            self.out.extend(ways[place][0])
            self.emit(Let(name, numbers[place]))
            if place + 1 < len(numbers):
                test = compared("!=", Var(name), Const(0), self.asked(node.values[place]))
                with self.into([]) as rest:
                    steps(place + 1)
                self.emit(If(test if is_and else negation(test), tuple(rest)))

        steps(0)
        return NumberValue(Var(name), kind, all(map(is_natural, values)))

    def conditional(self, node: ast.expr, test: ast.expr, one_node: ast.expr, two_node: ast.expr) -> Value:
        """`one if test else two`."""
        condition = self.condition(test)
        frame, given = self.frame, self.given
        assigned = set(frame.assigned)
        ways: list[tuple[list[Statement], Value]] = []
        for way, more in zip((one_node, two_node), given, strict=True):
            frame.assigned = assigned | more
            with self.into([]) as before:
                value = self.value(way)
            ways.append((before, value))
        frame.assigned = assigned
        (before, first), (other, second) = ways
        if isinstance(condition, Truth):
            self.out.extend(before if condition.holds else other)
            return first if condition.holds else second
        if isinstance(first, Items) and isinstance(second, Items):
            return self._rows(node, condition, ways, first, second)
        left, right = number_of(first), number_of(second)
        if left is None or right is None:
            return self._labels(node, condition, ways)
        if not before and not other:
            if isinstance(first, Test) and isinstance(second, Test):
                return Test(compared("!=", picked(condition, left, right), Const(0)))
            return NumberValue(
                picked(condition, left, right), joint_kind([first, second]), is_natural(first) and is_natural(second)
            )
        name = self.fresh("t")
        self.emit(If(condition, (*before, Let(name, left)), (*other, Let(name, right))))
        return NumberValue(Var(name), joint_kind([first, second]))

    def _rows(
        self,
        node: ast.expr,
        condition: Condition,
        ways: list[tuple[list[Statement], Value]],
        first_row: Items,
        second_row: Items,
    ) -> Value:
        """One of two tuples: known ones of any lengths, or of one length."""
        first, second = numbers_of(first_row), numbers_of(second_row)
        if (
            first is not None
            and second is not None
            and first_row.kind == second_row.kind
            and not has_bools(first_row, second_row)
        ):
            return OneOf((first, second), self.fixed_number(picked(condition, Const(0), Const(1))))
        if first_row.kind != second_row.kind or len(first_row.items) != len(second_row.items):
            self.refuse(node, "write an if with a loop in each of its branches")
        kinds = [joint_kind(pair) for pair in zip(first_row.items, second_row.items, strict=True)]
        names = [self.fresh("t") for _ in kinds]
        bodies = []
        for before, row in ways:
            assert isinstance(row, Items)
            numbers = [self.number(item, node) for item in row.items]
            bodies.append((*before, *map(Let, names, numbers)))
        self.emit(If(condition, *bodies))
        return Items(
            tuple(NumberValue(Var(name), kind) for name, kind in zip(names, kinds, strict=True)), first_row.kind
        )

    def _labels(self, node: ast.expr, condition: Condition, ways: list[tuple[list[Statement], Value]]) -> Value:
        (before, first), (other, second) = ways
        left, right = label_of(first), label_of(second)
        if before or other or left is None or right is None:
            self.refuse(node, "both values must be numbers, or both labels")
        return TextValue(Choice(condition, left, right))

    # Text

    def _is_written(self, how: ast.expr | None) -> bool:
        """Whether text of a number is known: wide readers want to know only that it does not fail."""
        match how:
            case None:
                return True
            case ast.JoinedStr([ast.Constant(str() as text)]) if self.wide:
                return WHOLE.fullmatch(text) is not None
        return False

    def text(self, node: ast.expr, pieces: Iterable[ast.expr]) -> Value:
        """An f-string of plain numbers, for a label."""
        parts: list[str | Number] = []
        fields = [piece for piece in pieces if isinstance(piece, ast.FormattedValue)]
        if any(piece.conversion not in PLAIN or not self._is_written(piece.format_spec) for piece in fields):
            self.refuse(node)
        values = iter(self.several([piece.value for piece in fields]))
        for piece in pieces:
            if isinstance(piece, ast.Constant):
                parts.append(str(piece.value))
                continue
            value = next(values)
            if not isinstance(value, NumberValue) or value.kind != INT:
                self.refuse(node)
            parts.append(value.number)
        return TextValue(Joined(tuple(parts)) if fields else Word("".join(map(str, parts))))


def pieces_of(value: Value) -> tuple[str | Number, ...] | None:
    """The pieces of text; None if a value is none."""
    match value:
        case TextValue(Word(str() as word)):
            return (word,)
        case TextValue(Joined(pieces)):
            return pieces
    return None

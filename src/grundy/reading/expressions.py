"""Expressions of Python as numbers and conditions of the core form, in the order in which Python works them out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from types import ModuleType
from typing import Any

from grundy.reading.core import (
    At,
    Call,
    Choice,
    Condition,
    Const,
    Fail,
    If,
    In,
    InRange,
    Joined,
    Let,
    Not,
    Number,
    Site,
    Statement,
    Truth,
    Unary,
    Var,
    Word,
)
from grundy.reading.safe import is_safe_body
from grundy.reading.values import (
    EITHER,
    INT,
    TRUTH,
    Num,
    Row,
    Span,
    Table,
    Test,
    Text,
    Value,
    bit,
    chosen,
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
from grundy.reading.writing import NO_VALUE, Frame, Writer, shows_numbers

SIGNS: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.LShift: "<<", ast.RShift: ">>",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.Pow: "**",
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip
KEEPS_NATURAL = ("+", "*", "//", "%", "<<", ">>", "|", "^", "**")
MOST_SORTED = 8
POWER = "the exponent may be negative, and the power no whole number: write 1 << k for 2 ** k, or a constant"
Given = tuple[frozenset[str], frozenset[str]]
NOTHING: Given = (frozenset(), frozenset())
Piece = tuple[list[Statement], Condition]


class Expressions(Writer):
    """What each expression is; whatever has to be done before it has been written when it is returned."""

    def __init__(self) -> None:
        super().__init__()
        self.given: Given = NOTHING
        self.known: dict[int, Value] = {}  # what is read from outside, by its id: each rule holds it while it is read

    def call(self, node: ast.Call) -> Value:
        """What a call gives."""
        raise NotImplementedError

    def value(self, node: ast.expr) -> Value:
        """What an expression gives. The caller works it out at once, and only then what comes after."""
        match node:
            case ast.Constant(given) if given is not ...:
                found = from_outside(given)
                if found is not None:
                    return found
            case ast.Name(name):
                return self.named(node, name)
            case ast.Attribute():
                return self.held(node)
            case ast.BinOp(left, operator, right):
                one, two = self.several([left, right])
                return self.operation(node, type(operator), one, two)
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
                return Row(tuple(items), "tuple" if isinstance(node, ast.Tuple) else "list")
            case ast.Subscript(whole, ast.Slice() as cut):
                return self.cut(node, self.value(whole), cut)
            case ast.Subscript(whole, place):
                one, two = self.several([whole, place])
                return self.item(node, one, two)
            case ast.Call():
                return self.call(node)
            case ast.JoinedStr(pieces):
                return self.text(node, pieces)
        self.refuse(node)

    # In order

    def several(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Some expressions, in order: where a later one takes statements, all before it are worked out first."""
        return [value for (value,) in self._in_order(nodes, lambda node: (self.value(node),))]

    def starred(self, nodes: Sequence[ast.expr]) -> list[tuple[Value, ...]]:
        """The same with stars: of each expression what it gives."""

        def each(node: ast.expr) -> tuple[Value, ...]:
            if not isinstance(node, ast.Starred):
                return (self.value(node),)
            found = self.value(node.value)
            if isinstance(found, Row):
                return found.items
            self.refuse(node, "write the values one by one")

        return self._in_order(nodes, each)

    def _in_order(
        self, nodes: Sequence[ast.expr], work: Callable[[ast.expr], tuple[Value, ...]]
    ) -> list[tuple[Value, ...]]:
        found: list[tuple[Value, ...]] = []
        for node in nodes:
            with self.into([]) as before:
                values = work(node)
            if before:
                if any(shows_numbers(value) for one in found for value in one) and not is_safe_body(before):
                    self.refuse(node, "it may fail before the text beside it: write it in a line before")
                found = [tuple([self.fixed(value, at) for value in one]) for one, at in zip(found, nodes, strict=False)]
            self.out.extend(before)
            found.append(values)
        return found

    # Kinds of values

    def number(self, value: Value, node: ast.expr) -> Number:
        found = number_of(value)
        if found is None:
            self.refuse(node, "" if not isinstance(value, Row | Text) else "a number is needed here")
        return found

    def condition(self, node: ast.expr) -> Condition:
        """Whether an expression is true; `self.given` is then what has a value besides if it is, and if it is not."""
        match node:
            case ast.BoolOp(operator, operands):
                is_and = isinstance(operator, ast.And)
                return self.joined(is_and, self._pieces(operands, is_and), self.site(node))
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
        if isinstance(value, Row):
            self.dropped(value, node)
        found = condition_of(value, self.site(node))
        if found is None:
            self.refuse(node, "a number or a condition is needed here")
        return found

    def _pieces(self, operands: Sequence[ast.expr], is_and: bool) -> list[Piece]:
        """Conditions with the statements before each: those after the first need not be done."""
        frame = self.frame
        found: list[Piece] = []
        known = frame.assigned
        for operand in operands:
            with self.into([]) as before:
                condition = self.condition(operand)
            if not found:
                known = set(frame.assigned)
            frame.assigned = frame.assigned | self.given[0 if is_and else 1]
            found.append((before, condition))
        if_all = frozenset(frame.assigned - known)
        frame.assigned = known
        self.given = (if_all, frozenset()) if is_and else (frozenset(), if_all)
        return found

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
        found = self.known.get(id(held)) or from_outside(held)
        if found is not None:
            self.known[id(held)] = found
        if found is None:
            self.refuse(node, "numbers and tuples of numbers alone are read from outside of a rule")
        return found

    def callee(self, node: ast.expr) -> Any:
        """The object from outside that a name or an attribute of a module stands for; None if it is no such."""
        match node:
            case ast.Name(name) if not self.is_own(name):
                return self.frame.source.outside.get(name)
            case ast.Attribute(inner, name):
                module = self.callee(inner)
                if type(module) is ModuleType:
                    found = getattr(module, name, None)  # some load a name when it is asked for
                    return found if found is getattr(module, name, None) else None
        return None

    # Operators

    def operation(self, node: ast.expr, kind: type[ast.operator], one: Value, two: Value) -> Value:
        """A binary operator."""
        if isinstance(one, Row) and isinstance(two, Row) and kind is ast.Add and one.kind == two.kind != "set":
            return Row(one.items + two.items, one.kind)
        pieces = pieces_of(one), pieces_of(two)
        if kind is ast.Add and pieces[0] is not None and pieces[1] is not None:
            return Text(Joined(pieces[0] + pieces[1]))
        sign = SIGNS.get(kind)
        left, right = number_of(one), number_of(two)
        if sign is None or left is None or right is None:
            self.refuse(node)
        if sign == "**" and not is_natural(two):
            self.refuse(node, POWER)
        bits = sign in ("&", "|", "^")
        kinds = {kind_of(one), kind_of(two)}
        result = INT if not bits or INT in kinds else TRUTH if kinds == {TRUTH} else EITHER
        natural = is_natural(one) and (is_natural(two) or sign == ">>") and sign in KEEPS_NATURAL
        natural = natural or (sign == "&" and (is_natural(one) or is_natural(two)))
        natural = natural or (sign == "%" and (plain(two) or 0) > 0)
        return Num(combined(sign, left, right), result, natural)

    def unary(self, node: ast.expr, operator: ast.unaryop, operand: ast.expr) -> Value:
        """`not`, `-`, `+` and `~`."""
        if isinstance(operator, ast.Not):
            return Test(negation(self.condition(operand)))
        value = self.value(operand)
        number = self.number(value, operand)
        if isinstance(operator, ast.USub):
            return Num(negated(number))
        if isinstance(operator, ast.UAdd):
            return Num(number, INT, is_natural(value))
        if kind_of(value) != INT:
            self.refuse(node, "write not, or 1 - x, of a condition")
        return Num(Unary("~", number))

    def either(self, node: ast.BoolOp) -> Value:
        """`and` and `or`: the first value that decides, or the last."""
        frame, is_and = self.frame, isinstance(node.op, ast.And)
        found: list[tuple[list[Statement], Value]] = []
        known = set(frame.assigned)
        for operand in node.values:
            with self.into([]) as before:
                value = self.value(operand)
            if not found:
                known = set(frame.assigned)
            found.append((before, value))
        frame.assigned = known
        values = [value for _, value in found]
        if all(isinstance(value, Test) for value in values):
            pieces = [(before, value.condition) for before, value in found if isinstance(value, Test)]
            return Test(self.joined(is_and, pieces, self.site(node)))
        numbers = [self.number(value, operand) for value, operand in zip(values, node.values, strict=True)]
        name = self.fresh("t")
        kind = joint_kind(values)

        def steps(place: int) -> None:
            self.out.extend(found[place][0])
            self.emit(Let(name, numbers[place]))
            if place + 1 < len(numbers):
                test = compared("!=", Var(name), Const(0), self.site(node.values[place]))
                with self.into([]) as rest:
                    steps(place + 1)
                self.emit(If(test if is_and else negation(test), tuple(rest)))

        steps(0)
        return Num(Var(name), kind, all(map(is_natural, values)))

    def conditional(self, node: ast.expr, test: ast.expr, one_node: ast.expr, two_node: ast.expr) -> Value:
        """`one if test else two`."""
        condition = self.condition(test)
        frame, given = self.frame, self.given
        known = set(frame.assigned)
        ways: list[tuple[list[Statement], Value]] = []
        for way, more in zip((one_node, two_node), given, strict=True):
            frame.assigned = known | more
            with self.into([]) as before:
                value = self.value(way)
            ways.append((before, value))
        frame.assigned = known
        (before, one), (other, two) = ways
        if isinstance(condition, Truth):
            self.out.extend(before if condition.holds else other)
            return one if condition.holds else two
        if isinstance(one, Row) and isinstance(two, Row):
            return self._rows(node, condition, ways, one, two)
        left, right = number_of(one), number_of(two)
        if left is None or right is None:
            return self._labels(node, condition, ways)
        if not before and not other:
            if isinstance(one, Test) and isinstance(two, Test):
                return Test(compared("!=", picked(condition, left, right), Const(0)))
            return Num(picked(condition, left, right), joint_kind([one, two]), is_natural(one) and is_natural(two))
        name = self.fresh("t")
        self.emit(If(condition, (*before, Let(name, left)), (*other, Let(name, right))))
        return Num(Var(name), joint_kind([one, two]))

    def _rows(
        self, node: ast.expr, condition: Condition, ways: list[tuple[list[Statement], Value]], one: Row, two: Row
    ) -> Value:
        """One of two tuples: known ones of any lengths, or of one length."""
        first, second = numbers_of(one), numbers_of(two)
        if first is not None and second is not None and one.kind == two.kind and not _bools(one, two):
            return Table((first, second), self.fixed_number(picked(condition, Const(0), Const(1))))
        if one.kind != two.kind or len(one.items) != len(two.items):
            self.refuse(node, "write an if with a loop in each of its branches")
        kinds = [joint_kind(pair) for pair in zip(one.items, two.items, strict=True)]
        names = [self.fresh("t") for _ in kinds]
        bodies = []
        for before, row in ways:
            assert isinstance(row, Row)
            numbers = [self.number(item, node) for item in row.items]
            bodies.append((*before, *map(Let, names, numbers)))
        self.emit(If(condition, *bodies))
        return Row(tuple(Num(Var(name), kind) for name, kind in zip(names, kinds, strict=True)), one.kind)

    def _labels(self, node: ast.expr, condition: Condition, ways: list[tuple[list[Statement], Value]]) -> Value:
        (before, one), (other, two) = ways
        left, right = label_of(one), label_of(two)
        if before or other or left is None or right is None:
            self.refuse(node, "both values must be numbers, or both labels")
        return Text(Choice(condition, left, right))

    # Comparisons

    def compare(self, node: ast.Compare) -> Condition:
        """A comparison or a chain of them: each value is worked out once, and only if all before it hold."""
        nodes = [node.left, *node.comparators]
        is_chain = len(nodes) > 2
        one, two = self._pair(node.ops[0], nodes[0], nodes[1])
        if is_chain:
            one, two = self.fixed(one, nodes[0]), self.fixed(two, nodes[1])
        pieces: list[Piece] = [([], self.comparison(node, node.ops[0], nodes[0], nodes[1], one, two))]
        known = set(self.frame.assigned)
        for place, operator in enumerate(node.ops[1:], 2):
            with self.into([]) as before:
                after = self._members(operator, nodes[place])
                if place + 1 < len(nodes):
                    after = self.fixed(after, nodes[place])
                condition = self.comparison(node, operator, nodes[place - 1], nodes[place], two, after)
            pieces.append((before, condition))
            two = after
        self.given = frozenset(self.frame.assigned - known), frozenset()
        self.frame.assigned = known
        return self.joined(True, pieces, self.site(node) if is_chain else None)

    def _pair(self, operator: ast.cmpop, left: ast.expr, right: ast.expr) -> tuple[Value, Value]:
        one = self.value(left)
        with self.into([]) as before:
            two = self._members(operator, right)
        if before:
            one = self.fixed(one, left)
        self.out.extend(before)
        return one, two

    def _members(self, operator: ast.cmpop, node: ast.expr) -> Value:
        """The right side of a comparison; of `in` it may be a set that is written there."""
        if isinstance(node, ast.Set) and isinstance(operator, ast.In | ast.NotIn):
            return Row(tuple(item for each in self.starred(node.elts) for item in each), "set")
        return self.value(node)

    def comparison(
        self, node: ast.expr, operator: ast.cmpop, left: ast.expr, right: ast.expr, one: Value, two: Value
    ) -> Condition:
        """One comparison of values."""
        site = self.between(left, right)
        if isinstance(operator, ast.In | ast.NotIn):
            found = self.member(node, one, two, site)
            return negation(found) if isinstance(operator, ast.NotIn) else found
        sign = SIGNS.get(type(operator))
        if sign is None:
            self.refuse(node)
        if isinstance(one, Row) and isinstance(two, Row) and sign in ("==", "!="):
            found = self.equal(node, one, two, site)
            return negation(found) if sign == "!=" else found
        a, b = number_of(one), number_of(two)
        if a is None or b is None:
            self.refuse(node, "write comparisons of numbers")
        return compared(sign, a, b, site)

    def equal(self, node: ast.expr, one: Value, two: Value, site: Site) -> Condition:
        """Whether two tuples, or two numbers, are equal."""
        a, b = number_of(one), number_of(two)
        if a is not None and b is not None:
            return compared("==", a, b, site)
        if not isinstance(one, Row) or not isinstance(two, Row) or "set" in (one.kind, two.kind):
            self.refuse(node, "write comparisons of numbers")
        if one.kind != two.kind or len(one.items) != len(two.items):
            for row in (one, two):
                self.dropped(row, node)
            return Truth(False)
        one, two = self.fixed(one, node), self.fixed(two, node)
        assert isinstance(one, Row) and isinstance(two, Row)
        pairs = zip(one.items, two.items, strict=True)
        return self.joined(True, [([], self.equal(node, *pair, site)) for pair in pairs] or [([], Truth(True))], site)

    def member(self, node: ast.expr, one: Value, two: Value, site: Site) -> Condition:
        """Whether a value is one of others."""
        number = number_of(one)
        match two:
            case Span(low, high, step) if number is not None:
                return InRange(number, low, high, step, site)
            case Row() if number is not None and (numbers := numbers_of(two)) is not None:
                if isinstance(number, Const):
                    return Truth(number.value in numbers)
                return In(number, numbers, site)
            case Row():
                one, two = self.fixed(one, node), self.fixed(two, node)
                assert isinstance(two, Row)
                found: list[Piece] = [([], self.equal(node, one, item, site)) for item in two.items]
                return self.joined(False, found or [([], Truth(False))], site)
            case Table(rows, index) if number is not None:
                number = self.fixed_number(number)
                hits = [bit(In(number, row)) for row in rows]
                return compared("!=", chosen(tuple(hits), index), Const(0), site)
        self.refuse(node, "write 'in' of a tuple, a range or a set of numbers")

    def between(self, left: ast.expr, right: ast.expr) -> Site:
        """The place of a comparison in a chain."""
        whole = ast.Compare(left, [], [])
        ast.copy_location(whole, left)
        whole.end_lineno, whole.end_col_offset = right.end_lineno, right.end_col_offset
        return self.site(whole)

    # Tuples

    def item(self, node: ast.expr, whole: Value, place: Value) -> Value:
        """An item of a tuple."""
        index = number_of(place)
        if index is None:
            self.refuse(node)
        if isinstance(whole, Table):
            return self._table_item(whole, index)
        if not isinstance(whole, Row) or whole.kind == "set":
            self.refuse(node, "write an index of a tuple of numbers")
        known, length = plain(place), len(whole.items)
        if known is not None and -length <= known < length:
            if numbers_of(whole) is None:
                whole = self._worked_out(whole, node)
            return whole.items[known]
        numbers = numbers_of(whole)
        if numbers is not None:
            return Num(At(numbers, index), joint_kind(whole.items) if numbers else INT, min(numbers, default=0) >= 0)
        whole = self._worked_out(whole, node)
        at = self.fixed_number(At(tuple(range(length)), index))
        rows = [numbers_of(item) for item in whole.items]
        if None not in rows and not _bools(*whole.items):
            return Table(tuple(row for row in rows if row is not None), at)
        items = [self.number(item, node) for item in whole.items]
        return Num(chosen(tuple(items), at), joint_kind(whole.items), all(map(is_natural, whole.items)))

    def _worked_out(self, row: Row, node: ast.expr) -> Row:
        found = self.fixed(row, node)
        assert isinstance(found, Row)
        return found

    def _table_item(self, table: Table, index: Number) -> Value:
        """The item of a row that is one of several: from the end where the index is negative."""
        flat = tuple(number for row in table.rows for number in row)
        lengths = tuple(map(len, table.rows))
        starts = tuple(sum(lengths[:place]) for place in range(len(lengths)))
        at, length = self.fixed_number(index), self.fixed_number(At(lengths, table.index))
        below = combined("+", at, length)
        place = self.temporary(picked(compared("<", at, Const(0)), below, at))
        outside = self.joined(False, [([], compared("<", place, Const(0))), ([], compared(">=", place, length))])
        self.emit(If(outside, (Fail("IndexError"),)))
        return Num(At(flat, combined("+", At(starts, table.index), place)), INT, min(flat, default=0) >= 0)

    def cut(self, node: ast.expr, whole: Value, cut: ast.Slice) -> Value:
        """A slice with constant bounds."""
        bounds: list[int | None] = []
        for bound in (cut.lower, cut.upper, cut.step):
            known = None if bound is None else plain(self.value(bound))
            if bound is not None and known is None:
                self.refuse(node, "write constant bounds of a slice")
            bounds.append(known)
        if not isinstance(whole, Row) or whole.kind == "set" or bounds[2] == 0:
            self.refuse(node, "write a slice of a tuple")
        if numbers_of(whole) is None:
            whole = self._worked_out(whole, node)
        return Row(whole.items[slice(*bounds)], whole.kind)

    def in_order(self, node: ast.expr, row: Row, descending: bool = False) -> Row:
        """`sorted`: of constants what Python gives, of a few numbers by comparing neighbours."""
        numbers = numbers_of(row)
        if _bools(*row.items) or (numbers is None and (len(row.items) > MOST_SORTED or row.kind == "set")):
            self.refuse(node, f"write at most {MOST_SORTED} numbers")
        if numbers is not None:
            return Row(tuple(Num(Const(number)) for number in sorted(numbers, reverse=descending)), "list")
        held = [self.number(item, node) for item in self._worked_out(row, node).items]
        natural = all(map(is_natural, row.items))
        for end in range(len(held) - 1, 0, -1):
            for place in range(end):
                pair = (held[place], held[place + 1])
                least, most = [self.temporary(Call(name, pair)) for name in ("min", "max")]
                held[place], held[place + 1] = (most, least) if descending else (least, most)
        return Row(tuple(Num(number, INT, natural) for number in held), "list")

    # Text

    def text(self, node: ast.expr, pieces: Iterable[ast.expr]) -> Value:
        """An f-string of plain numbers, for a label."""
        found: list[str | Number] = []
        fields = [piece for piece in pieces if isinstance(piece, ast.FormattedValue)]
        if any(piece.conversion != -1 or piece.format_spec is not None for piece in fields):
            self.refuse(node)
        values = iter(self.several([piece.value for piece in fields]))
        for piece in pieces:
            if isinstance(piece, ast.Constant):
                found.append(str(piece.value))
                continue
            value = next(values)
            if not isinstance(value, Num) or value.kind != INT:
                self.refuse(node)
            found.append(value.number)
        return Text(Joined(tuple(found)) if fields else Word("".join(map(str, found))))


def negation(condition: Condition) -> Condition:
    """The opposite of a condition."""
    if isinstance(condition, Truth):
        return Truth(not condition.holds)
    return condition.condition if isinstance(condition, Not) else Not(condition)


def pieces_of(value: Value) -> tuple[str | Number, ...] | None:
    """The pieces of text; None if a value is none."""
    match value:
        case Text(Word(str() as word)):
            return (word,)
        case Text(Joined(pieces)):
            return pieces
    return None


def _bools(*values: Value) -> bool:
    """Whether some of the items are conditions, of which Python has True and False."""
    items = (item for value in values for item in (value.items if isinstance(value, Row) else (value,)))
    return any(isinstance(item, Test) or (isinstance(item, Num) and item.kind != INT) for item in items)

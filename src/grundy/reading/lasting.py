"""Rules on sets in which no move takes another away, read off the source: each move puts one element in, or takes one
out, and asks for no more of the set than what such moves leave as it is.

A move that puts e in may ask for elements that are there, and that e is not; one that takes e out for elements that
are not there, and e itself. Whatever else it asks is about numbers alone. So it can be made until e is in, or out.
"""

from __future__ import annotations

import ast
import builtins
import math
from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from grundy.model.option import to
from grundy.model.rule import Rule
from grundy.reading.remember import remembered
from grundy.reading.source import NotRead, source_of

Way: TypeAlias = Literal["in", "out"]
TOTAL = (abs, min, max, math.gcd)  # of whole numbers they are whole numbers, and fail for none
SAME_ELEMENTS = (frozenset, set, sorted, list, tuple)
NEVER_FAIL = (ast.Add, ast.Sub, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
BY_A_CONSTANT = (ast.FloorDiv, ast.Mod)


class NotLasting(Exception):
    """The rule does something else, or what it does is not read."""


class Asked(NamedTuple):
    """What a condition asks of the set, all of it: the texts of elements that are there, and of those that are not."""

    there: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()

    def __or__(self, other: Any) -> Asked:
        return Asked(self.there | other.there, self.missing | other.missing)


@remembered(most=16)
def lasting(rule: Rule) -> Way | None:
    """Whether moves put elements in, or take them out, so that each can be made until its element is; None: neither."""
    try:
        source = source_of(rule.function)
        names = [argument.arg for argument in (*source.tree.args.posonlyargs, *source.tree.args.args)]
        if len(names) != 1 or source.tree.args.vararg or source.tree.args.kwarg:
            return None
        given = {**(rule.function.__kwdefaults__ or {}), **dict(rule.parameters)}
        ways = set(_LastingReader(names[0], given, source.outside).body(source.tree.body, Asked(), False))
    except (NotRead, NotLasting):
        return None
    return ways.pop() if len(ways) == 1 else None


class _LastingReader:
    """The moves of a rule, each with what it asks of the set.

    numbers   each number that has a name, as a text in which no other name of a number stands
    gone      names whose block has ended: behind it they may have an older number, or none
    """

    def __init__(self, state: str, parameters: Mapping[str, Any], outside: Mapping[str, Any]) -> None:
        self.state, self.outside = state, outside
        self.numbers = {name: name for name, value in parameters.items() if type(value) is int}
        self.gone: set[str] = set()

    def block(self, body: list[ast.stmt], asked: Asked, of_loop: bool) -> Iterator[Way]:
        """The same of a block, behind which the names that it gives are gone."""
        before = dict(self.numbers)
        yield from self.body(body, asked, of_loop)
        self.gone |= self.numbers.keys() - before.keys()
        self.numbers = before

    def body(self, body: list[ast.stmt], asked: Asked, of_loop: bool) -> Iterator[Way]:
        """Which way each move of some statements goes, one after the other. Raises NotLasting.

        Args:    of_loop: whether they are the whole body of a loop; elsewhere `continue` would leave out more than the
                 statements behind it here.
        """
        for statement in body:
            match statement:
                case ast.Expr(ast.Constant()) | ast.Pass():
                    pass
                case ast.Expr(ast.Yield(ast.expr() as option)):
                    yield self._move(option, asked)
                case ast.Assign([ast.Name(name)], value):
                    self._name(name, self._number(value))
                case ast.If(test, [ast.Continue()], []) if of_loop:
                    asked |= self._asked(test, False)
                case ast.If(test, inside, []):
                    yield from self.block(inside, asked | self._asked(test, True), False)
                case ast.For(ast.Name(name), over, inside, []):
                    of_the_set = self._is_set(over)
                    if not of_the_set:
                        self._range(over)
                    self._name(name, name)
                    yield from self.block(inside, asked | Asked(frozenset([name] if of_the_set else [])), True)
                    del self.numbers[name]
                    self.gone.add(name)
                case _:
                    raise NotLasting

    def _name(self, name: str, text: str) -> None:
        """Give a number a name, which has no other meaning anywhere."""
        if name in self.numbers or name in self.gone or name == self.state or name in self.outside:
            raise NotLasting
        self.numbers[name] = text

    def _means(self, node: ast.expr) -> Any:
        """What a name that is not the rule's own means, or an attribute of such a module."""
        match node:
            case ast.Name(name) if name not in self.numbers and name not in self.gone and name != self.state:
                return self.outside.get(name)
            case ast.Attribute(ast.Name(name), attribute) if isinstance(self.outside.get(name), type(builtins)):
                return getattr(self.outside[name], attribute, None)
        return None

    def _is_set(self, node: ast.expr) -> bool:
        """Whether it is the state, or all its elements in some order."""
        match node:
            case ast.Name(name):
                return name == self.state
            case ast.Call(function, [inner], []):
                return any(self._means(function) is each for each in SAME_ELEMENTS) and self._is_set(inner)
        return False

    def _range(self, node: ast.expr) -> None:
        """A range between numbers that the set does not decide."""
        match node:
            case ast.Call(function, ends, []) if self._means(function) is range and 1 <= len(ends) <= 3:
                for end in ends[:2]:
                    self._number(end)
                if len(ends) < 3 or (isinstance(ends[2], ast.Constant) and ends[2].value):
                    return
        raise NotLasting

    def _number(self, node: ast.expr) -> str:
        """A number that the set does not decide, as a text. It is whole, and Python always finds it."""
        match node:
            case ast.Constant(int() as value):
                return repr(int(value))
            case ast.Name(name) if name in self.numbers:
                return self.numbers[name]
            case ast.Name(name) if name != self.state and type(self.outside.get(name)) is int:
                return name
            case ast.UnaryOp(ast.USub(), inner):
                return f"(-{self._number(inner)})"
            case ast.BinOp(left, operator, right) if isinstance(operator, NEVER_FAIL):
                return f"({self._number(left)} {type(operator).__name__} {self._number(right)})"
            case ast.BinOp(left, operator, ast.Constant(int() as right)) if isinstance(operator, BY_A_CONSTANT):
                if right:
                    return f"({self._number(left)} {type(operator).__name__} {right})"
            case ast.Call(function, [first, second, *more], []) if any(self._means(function) is t for t in TOTAL[1:]):
                return f"{ast.unparse(function)}({', '.join(map(self._number, (first, second, *more)))})"
            case ast.Call(function, [inner], []) if self._means(function) is abs:
                return f"abs({self._number(inner)})"
        raise NotLasting

    def _asked(self, test: ast.expr, holds: bool) -> Asked:
        """What of the set is asked by a condition that holds, or by one that does not. Raises NotLasting: one of
        several things that are about the set is enough."""
        match test:
            case ast.Constant(bool()):
                return Asked()
            case ast.UnaryOp(ast.Not(), inner):
                return self._asked(inner, not holds)
            case ast.BoolOp(operator, conditions):
                each = [self._asked(condition, holds) for condition in conditions]
                if isinstance(operator, ast.And) is not holds and any(one != Asked() for one in each):
                    raise NotLasting
                asked = Asked()
                for one in each:
                    asked |= one
                return asked
            case ast.Compare(element, [ast.In() | ast.NotIn() as operator], [ast.Name(name)]) if name == self.state:
                text = frozenset([self._number(element)])
                return Asked(text) if isinstance(operator, ast.In) is holds else Asked(missing=text)
            case ast.Compare(first, operators, others):
                if any(isinstance(operator, ast.In | ast.NotIn | ast.Is | ast.IsNot) for operator in operators):
                    raise NotLasting
                for number in (first, *others):
                    self._number(number)
                return Asked()
        self._number(test)
        return Asked()

    def _move(self, option: ast.expr, asked: Asked) -> Way:
        """Which way a move goes, whose place in the rule asks for so much."""
        way, element = self._change(option)
        text = self._number(element)
        if way == "in" and asked.missing == {text} and text not in asked.there:
            return way
        if way == "out" and asked.there == {text} and text not in asked.missing:
            return way
        raise NotLasting

    def _change(self, option: ast.expr) -> tuple[Way, ast.expr]:
        """The element that an option has and the set has not, or the other way round."""
        match option:
            case ast.BinOp(ast.Name(name), ast.BitOr() | ast.Sub() as operator, changed) if name == self.state:
                return ("in" if isinstance(operator, ast.BitOr) else "out"), self._single(changed)
            case ast.Call(ast.Attribute(ast.Name(name), "union" | "difference" as method), [changed], []):
                if name == self.state:
                    return ("in" if method == "union" else "out"), self._single(changed)
            case ast.Call(function, [inner], labels) if self._means(function) in (to, frozenset):
                for label in labels:
                    self._number(label.value)
                return self._change(inner)
        raise NotLasting

    def _single(self, node: ast.expr) -> ast.expr:
        """The only element of a set that is written out."""
        match node:
            case ast.Set([element]):
                return element
            case ast.Call(function, [inner], []) if self._means(function) in (set, frozenset):
                return self._single(inner)
            case ast.List([element]) | ast.Tuple([element]):
                return element
        raise NotLasting

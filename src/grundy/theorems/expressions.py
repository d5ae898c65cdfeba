"""The values of a rule's expressions, case by case: numbers, conditions, ranges, tuples of them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from grundy.compile.source import Source
from grundy.engines.heap.exact import instead, own_names, require_scope, require_unassigned
from grundy.engines.heap.symbolic import Refused
from grundy.theorems.inequalities import both, either, negated
from grundy.theorems.linear import FALSE, TRUE, Exists, Formula, Linear, linear, number
from grundy.theorems.symbolic import Case, Extremum, Listed, NotLinear, Span, Value, constant, items, truth

ONE = number(1)


class NotRead(Exception):
    """The code does what is not read: `place` says where (file:line), `text` what stands there, `why` why not."""

    def __init__(self, place: str, text: str, why: str) -> None:
        self.place, self.text, self.why = place, text, why
        super().__init__(f"{place}: {text!r} is not read{': ' if why else ''}{why}")


class Expressions:
    """What the expressions of a function are worth."""

    def __init__(self, source: Source, turn_name: Callable[[ast.Name], str]) -> None:
        self.source, self.turn_name = source, turn_name
        self.own = own_names(source.tree)

    def refused(self, node: ast.AST, why: str = "") -> NotRead:
        return NotRead(self.source.place(node), self.source.words(node), why)

    def assigned(self, targets: Iterable[ast.expr], found: Value, case: Case) -> Case:
        for target in targets:
            match target:
                case ast.Name(name):
                    case = case.with_name(name, found)
                case ast.Tuple(parts) | ast.List(parts) if len(parts) == len(row := items(found) or ()) and row:
                    for part, item in zip(parts, row, strict=True):
                        case = self.assigned([part], item, case)
                case _:
                    raise NotLinear
        return case

    def each(self, nodes: Iterable[ast.expr], case: Case) -> Iterator[tuple[Case, tuple[Value, ...]]]:
        found: list[tuple[Case, tuple[Value, ...]]] = [(case, ())]
        for node in nodes:
            after: list[tuple[Case, tuple[Value, ...]]] = []
            for one, values in found:
                for last, value in self.of(node.value if isinstance(node, ast.Starred) else node, one):
                    row = items(value) if isinstance(node, ast.Starred) else (value,)
                    if row is None:
                        raise self.refused(node)
                    after.append((last, (*values, *row)))
            found = after
        yield from found

    def of(self, node: ast.expr, case: Case) -> Iterator[tuple[Case, Value]]:
        """The value of an expression, case by case."""
        try:
            yield from self.expression(node, case)
        except (NotLinear, Refused) as problem:
            called = self.callee(node.func) if isinstance(node, ast.Call) else None
            raise self.refused(node, problem.why or instead(node, called)) from None

    def expression(self, node: ast.expr, case: Case) -> Iterator[tuple[Case, Value]]:
        match node:
            case ast.Constant(given) if type(given) in (int, bool):
                yield case, constant(given)
            case ast.Name(name) if name in case.known:
                yield case, case.known[name]
            case ast.Name(name) if name in self.own:
                raise NotLinear("it is set in a loop, or not at all")
            case ast.Name(name) if name in self.source.outside:
                yield case, constant(self.source.outside[name])
            case ast.BinOp(left, operator, right):
                for last, (one, two) in self.each([left, right], case):
                    if isinstance(one, tuple) and isinstance(two, tuple) and isinstance(operator, ast.Add):
                        yield last, (*one, *two)
                    else:
                        yield from last.combined(operator, one, two)
            case ast.UnaryOp(ast.Not(), operand):
                yield from ((last, negated(truth(found))) for last, found in self.of(operand, case))
            case ast.UnaryOp(ast.USub(), operand):
                for last, found in self.of(operand, case):
                    yield from last.product(found, number(-1))
            case ast.UnaryOp(ast.UAdd(), operand):
                for last, found in self.of(operand, case):
                    yield from last.product(found, ONE)
            case ast.UnaryOp(ast.Invert(), operand):
                for last, found in self.of(operand, case):
                    yield from last.sum(number(-1), found, -1)
            case ast.BoolOp(operator, operands):
                require_unassigned(operands[1:])
                for last, several in self.each(operands, case):
                    yield last, (both if isinstance(operator, ast.And) else either)(map(truth, several))
            case ast.IfExp(test, one_node, two_node):
                for last, found in self.of(test, case):
                    formula = truth(found)
                    for path, chosen in ((last.also(formula), one_node), (last.also(negated(formula)), two_node)):
                        if path is not None:
                            yield from self.of(chosen, path)
            case ast.NamedExpr(target, given):
                for last, found in self.of(given, case):
                    yield self.assigned([target], found, last), found
            case ast.Compare(left, operators, others):
                require_unassigned(others[1:])
                written = [
                    _as_tuple(each) if isinstance(operator, ast.In | ast.NotIn) else each
                    for operator, each in zip(operators, others, strict=True)
                ]
                for last, several in self.each([left, *written], case):
                    yield from self.compared(operators, several, last)
            case ast.Tuple(parts):
                yield from self.each(parts, case)
            case ast.List(parts):
                yield from ((last, Listed(several)) for last, several in self.each(parts, case))
            case ast.Subscript(whole, ast.expr() as index) if not isinstance(index, ast.Slice):
                for last, (every, place) in self.each([whole, index], case):
                    row = () if isinstance(every, Listed) and not every.placed else items(every) or ()
                    match place:
                        case Linear((), at) if -len(row) <= at < len(row):
                            yield last, row[at]
                        case _:
                            raise NotLinear
            case ast.Call(called, [ast.GeneratorExp(element, over) | ast.ListComp(element, over)], []) if (
                is_any := (asked := self.callee(called)) is builtins.any
            ) or asked is builtins.all:
                require_unassigned(node.args)
                require_scope(over)
                found = self.some(over, element, case, is_any)
                yield case, found if is_any else negated(found)
            case ast.Call(called, arguments, []):
                for last, given_values in self.each(arguments, case):
                    yield from self.call(self.callee(called), given_values, last)
            case _:
                raise NotLinear

    def some(self, over: Sequence[ast.comprehension], element: ast.expr, case: Case, wanted: bool) -> Formula:
        """That in some turn of these loops an element is true, or is not."""
        return either(
            _beyond(case, last, formula if wanted else negated(formula))
            for each in self.looped(over, case)
            for last, found in self.of(element, each)
            for formula in (truth(found),)
        )

    def looped(self, over: Sequence[ast.comprehension], case: Case) -> Iterator[Case]:
        """The cases in which a turn of these loops is."""
        if not over:
            yield case
            return
        (first, *rest) = over
        if not isinstance(first.target, ast.Name) or first.is_async:
            raise NotLinear
        for each, found in self.of(first.iter, case):
            turns: list[tuple[Case | None, Value]]
            if (row := items(found)) is not None:
                turns = [(each, item) for item in row]
            elif isinstance(found, Span):
                name = self.turn_name(first.target)
                turns = [
                    (inside.also(formula), value)
                    for last, value in replace(each, bound=(*each.bound, name)).turn(found, linear([(name, 1)]))
                    for inside, formula in last.within(value, Span(found.low, found.high))
                ]
            else:
                raise NotLinear("a range, or a tuple or a set of constants would be")
            for one, value in turns:
                if one is not None:
                    for kept in self.sifted(first.ifs, one.with_name(first.target.id, value)):
                        yield from self.looped(rest, kept)

    def sifted(self, tests: Sequence[ast.expr], case: Case) -> Iterator[Case]:
        """The cases in which all tests are true."""
        if not tests:
            yield case
            return
        for each, found in self.of(tests[0], case):
            path = each.also(truth(found))
            if path is not None:
                yield from self.sifted(tests[1:], path)

    def compared(
        self, operators: Sequence[ast.cmpop], values: Sequence[Value], case: Case
    ) -> Iterator[tuple[Case, Formula]]:
        if len(operators) == 1:
            yield from case.compared(operators[0], values[0], values[1])
            return
        for each, first in case.compared(operators[0], values[0], values[1]):
            for last, rest in self.compared(operators[1:], values[1:], each):
                yield last, both((first, rest))

    def callee(self, node: ast.expr) -> Any:
        """The function of another file or of Python that a name stands for; None for any other."""
        match node:
            case ast.Name(name) if name not in self.own:
                return self.source.outside.get(name)
            case ast.Attribute(ast.Name(name), attribute) if name not in self.own and attribute in (
                "to",
                "again",
                "answer",
            ):
                module = self.source.outside.get(name)
                return getattr(module, attribute, None) if isinstance(module, ModuleType) else None
        return None

    def call(self, called: Any, given: tuple[Value, ...], case: Case) -> Iterator[tuple[Case, Value]]:
        if called is builtins.range and 0 < len(given) < 4:
            yield from _range(case, *given)
        elif (called is builtins.max or called is builtins.min) and given:
            several = items(given[0]) if len(given) == 1 else given
            if not several:
                raise NotLinear
            yield from self.extremum(called is builtins.min, several, case)
        elif called is builtins.abs and len(given) == 1:
            for last, value in case.plain(given[0]):
                yield last, _settled(last, False, (value, -value))
        elif called is builtins.divmod and len(given) == 2:
            for last, (quotient, rest) in self._divided(given[0], given[1], case):
                yield last, (quotient, rest)
        elif len(given) == 1 and (row := items(given[0])) is not None:
            yield from self.of_row(called, row, case)
        else:
            raise NotLinear

    def of_row(self, called: Any, row: tuple[Value, ...], case: Case) -> Iterator[tuple[Case, Value]]:
        """What a function gives of a tuple or a list."""
        if called is builtins.tuple:
            yield case, row
        elif called is builtins.list:
            yield case, Listed(row)
        elif called is builtins.sorted:
            numbers = [item.constant for item in row if isinstance(item, Linear) and not item.terms]
            if len(numbers) < len(row):
                raise NotLinear("only constants are sorted")
            yield case, Listed(tuple(map(number, sorted(numbers))))
        elif called is builtins.any or called is builtins.all:
            yield case, (either if called is builtins.any else both)(map(truth, row))
        elif called is builtins.len:
            yield case, number(len(row))
        elif called is builtins.sum:
            sums: list[tuple[Case, Value]] = [(case, number(0))]
            for item in row:
                sums = [(last, total) for each, before in sums for last, total in each.sum(before, item)]
            yield from sums
        else:
            raise NotLinear

    def _divided(self, one: Value, two: Value, case: Case) -> Iterator[tuple[Case, tuple[Value, Value]]]:
        for each, quotient in case.combined(ast.FloorDiv(), one, two):
            for last, rest in each.combined(ast.Mod(), one, two):
                yield last, (quotient, rest)

    def extremum(self, least: bool, several: Sequence[Value], case: Case) -> Iterator[tuple[Case, Value]]:
        found: list[tuple[Case, tuple[Linear, ...]]] = [(case, ())]
        for value in several:
            if isinstance(value, Extremum) and value.least is least:
                found = [(each, (*before, *value.members)) for each, before in found]
            else:
                found = [(last, (*before, plain)) for each, before in found for last, plain in each.plain(value)]
        yield from ((last, _settled(last, least, members)) for last, members in found)


def _beyond(outer: Case, inner: Case, formula: Formula) -> Formula:
    """That a case within another, which has names of its own, is given, and that a formula is true in it."""
    made = [quotient for quotient in inner.quotients if quotient not in outer.quotients]
    conditions = inner.conditions[len(outer.conditions) :]
    whole = both([*conditions, *(quotient.formula() for quotient in made), formula])
    names = (*inner.bound[len(outer.bound) :], *(quotient.name for quotient in made))
    return Exists(names, whole) if names and whole not in (TRUE, FALSE) else whole


def _settled(case: Case, least: bool, members: tuple[Linear, ...]) -> Linear | Extremum:
    """The extremum without those that are never it."""
    kept = list(dict.fromkeys(members))
    for member in list(kept):
        others = [other for other in kept if other != member]
        if any(case.not_negative(member - other if least else other - member) for other in others):
            kept.remove(member)
    return kept[0] if len(kept) == 1 else Extremum(least, tuple(kept))


def _range(case: Case, first: Value, stop: Value | None = None, step: Value = ONE) -> Iterator[tuple[Case, Value]]:
    low, end = (number(0), first) if stop is None else (first, stop)
    match low, end, step:
        case Linear((), a), Linear((), b), Linear((), c) if c:
            yield case, constant(range(a, b, c))
            return
        case _, _, Linear((), c) if c:
            for each, near in case.sum(low, number(0)):
                for last, far in each.sum(end, number(-1 if c > 0 else 1)):
                    if isinstance(near, Linear | Extremum) and isinstance(far, Linear | Extremum):
                        yield last, Span(near, far, c) if c > 0 else Span(far, near, -c, True)
            return
    raise NotLinear("the step is not a constant")


def _as_tuple(node: ast.expr) -> ast.expr:
    """The right side of `in`: here alone a set may be written, of constants."""
    if not isinstance(node, ast.Set) or not all(map(_is_whole, node.elts)):
        return node
    return ast.copy_location(ast.Tuple(node.elts, ast.Load()), node)


def _is_whole(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return _is_whole(node.operand)
    return isinstance(node, ast.Constant) and type(node.value) is int

"""The values of a rule's expressions, case by case: numbers, conditions, ranges, tuples of them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from grundy.compile.source import Source
from grundy.engines.heap.follow import stored
from grundy.engines.heap.symbolic import Refused
from grundy.theorems.inequalities import both, either, negated
from grundy.theorems.linear import FALSE, TRUE, Exists, Formula, Linear, linear, number
from grundy.theorems.symbolic import Case, Extremum, NotLinear, Span, Value, constant, truth

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
        self.own = {node.arg for node in ast.walk(source.tree) if isinstance(node, ast.arg)} | stored([source.tree])

    def refused(self, node: ast.AST, why: str = "") -> NotRead:
        return NotRead(self.source.place(node), self.source.words(node), why)

    def assigned(self, targets: Iterable[ast.expr], found: Value, case: Case) -> Case:
        for target in targets:
            match target:
                case ast.Name(name):
                    case = case.with_name(name, found)
                case ast.Tuple(parts) | ast.List(parts) if isinstance(found, tuple) and len(parts) == len(found):
                    for part, item in zip(parts, found, strict=True):
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
                    if isinstance(node, ast.Starred) and not isinstance(value, tuple):
                        raise self.refused(node)
                    after.append((last, (*values, *value) if isinstance(node, ast.Starred) else (*values, value)))  # type: ignore[misc]
            found = after
        yield from found

    def of(self, node: ast.expr, case: Case) -> Iterator[tuple[Case, Value]]:
        """The value of an expression, case by case."""
        try:
            yield from self.expression(node, case)
        except (NotLinear, Refused) as problem:
            raise self.refused(node, getattr(problem, "why", "")) from None

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
                yield from self.of(operand, case)
            case ast.UnaryOp(ast.Invert(), operand):
                for last, found in self.of(operand, case):
                    yield from last.sum(number(-1), found, -1)
            case ast.BoolOp(operator, operands):
                _unassigned(operands[1:])
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
                _unassigned(others[1:])
                for last, several in self.each([left, *others], case):
                    yield from self.compared(operators, several, last)
            case ast.Tuple(parts) | ast.List(parts) | ast.Set(parts):
                yield from self.each(parts, case)
            case ast.Subscript(whole, ast.expr() as index) if not isinstance(index, ast.Slice):
                for last, (every, place) in self.each([whole, index], case):
                    match every, place:
                        case tuple(), Linear((), at) if -len(every) <= at < len(every):
                            yield last, every[at]
                        case _:
                            raise NotLinear
            case ast.Call(called, [ast.GeneratorExp(element, over) | ast.ListComp(element, over)], []) if (
                asked := self.callee(called)
            ) in (builtins.any, builtins.all):
                _unassigned([element, *(part for each in over for part in (each.iter, *each.ifs))])
                found = self.some(over, element, case, asked is builtins.any)
                yield case, found if asked is builtins.any else negated(found)
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
            if isinstance(found, tuple):
                turns = [(each, item) for item in found]
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
            several = given[0] if len(given) == 1 else given
            if not isinstance(several, tuple) or not several:
                raise NotLinear
            yield from self.extremum(called is builtins.min, several, case)
        elif called is builtins.abs and len(given) == 1:
            for last, value in case.plain(given[0]):
                yield last, _settled(last, False, (value, -value))
        elif called is builtins.divmod and len(given) == 2:
            for last, (quotient, rest) in self._divided(given[0], given[1], case):
                yield last, (quotient, rest)
        elif (
            called in (builtins.sorted, builtins.tuple, builtins.list, builtins.set, builtins.frozenset)
            and len(given) == 1
        ):
            yield case, self.listed(called, given[0])
        elif (called is builtins.any or called is builtins.all) and len(given) == 1 and isinstance(given[0], tuple):
            yield case, (either if called is builtins.any else both)(map(truth, given[0]))
        elif called is builtins.len and len(given) == 1 and isinstance(given[0], tuple):
            yield case, number(len(given[0]))
        elif called is builtins.sum and len(given) == 1 and isinstance(given[0], tuple):
            sums: list[tuple[Case, Value]] = [(case, number(0))]
            for item in given[0]:
                sums = [(last, total) for each, before in sums for last, total in each.sum(before, item)]
            yield from sums
        else:
            raise NotLinear

    def _divided(self, one: Value, two: Value, case: Case) -> Iterator[tuple[Case, tuple[Value, Value]]]:
        for each, quotient in case.combined(ast.FloorDiv(), one, two):
            for last, rest in each.combined(ast.Mod(), one, two):
                yield last, (quotient, rest)

    def listed(self, called: Any, several: Value) -> Value:
        """The same numbers; in order only where they are constants."""
        if isinstance(several, Span) and called is not builtins.sorted:
            return several
        if isinstance(several, tuple) and called in (builtins.tuple, builtins.list):
            return several
        if isinstance(several, tuple) and all(isinstance(item, Linear) and not item.terms for item in several):
            values = sorted({item.constant for item in several if isinstance(item, Linear)})
            if called is not builtins.sorted or len(values) == len(several):
                return tuple(map(number, values))
        raise NotLinear

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


def _unassigned(nodes: Iterable[ast.expr]) -> None:
    """Refuse `:=` where Python may not come by."""
    if any(isinstance(inner, ast.NamedExpr) for node in nodes for inner in ast.walk(node)):
        raise NotLinear(":= stands where it may be left out")

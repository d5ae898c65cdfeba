"""Loops that yield every state on a line, so that one set of values can stand for them.

A *ray* is a tuple of 0s and 1s: from a state, its options are the states reached by taking 1, 2, 3, ... from each of
the coordinates marked 1, as far as all of them stay at least 0. What a state sees along a ray is what the state before
it on the ray saw, and that state's value: a table needs no loop for it, but a set of values for each line.

Recognised are loops whose core form leaves no doubt: a coordinate of the state less the loop's variable, from 1 up to
exactly the least of the coordinates that fall, and nothing in between that could keep an option away or fail. Steps,
limits and conditions of any other kind are no ray, and stay the loops that they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from grundy.compile.form import assigned_in, nodes
from grundy.compile.labels import never_fails
from grundy.reading.core import (
    And,
    Bin,
    Body,
    Call,
    Cmp,
    Condition,
    Const,
    Core,
    Each,
    For,
    If,
    Let,
    Number,
    Scope,
    Statement,
    Unary,
    Var,
    Yield,
)

Ray = tuple[int, ...]
Extreme = tuple[str, frozenset[str]]  # "min" or "max" of some names
Line: TypeAlias = Mapping[str | Extreme, int]  # a sum of names and extremes times numbers, "" being 1
Names = Mapping[str, str]  # the loop's variable, under all the names that it has


@dataclass(frozen=True, slots=True)
class RaySplit:
    """A rule's body: the rays that are in it, and the statements that are left."""

    rays: tuple[Ray, ...]
    rest: Body


@dataclass(frozen=True, slots=True)
class _Upto:
    """k <= min(names) + more; with `any_of`, k <= max(names) + more."""

    names: frozenset[str]
    more: int
    any_of: bool = False


_Yields = list[tuple[list[_Upto], list[Line]]]
"""Options, each with what bounds the loop's variable there."""


def split(core: Core) -> RaySplit:
    """The rays of a rule.

    >>> a, b, k = map(Var, "abk")
    >>> diagonal = (Yield(((Bin("-", a, k), Bin("-", b, k)),)),)
    >>> split(Core(("a", "b"), (For("k", Const(1), Bin("+", Call("min", (a, b)), Const(1)), 1, diagonal),))).rays
    ((1, 1),)
    >>> split(Core(("a", "b"), (For("k", Const(1), Call("min", (a, b)), 1, diagonal),))).rays
    ()
    """
    whole = RaySplit((), core.body)
    if any(isinstance(statement, Scope) for statement in core.body) or assigned_in(core.body) & set(core.state):
        return whole
    reader = _RayReader(core.state)
    rays: list[Ray] = []
    rest: list[Statement] = []
    given: set[str] = set()
    for statement in core.body:
        yielded = reader.rays_of(statement, frozenset())
        if yielded is None:
            rest.append(statement)
        else:
            rays += yielded
            given |= assigned_in((statement,))
    if given & {node.name for node in nodes(tuple(rest)) if isinstance(node, Var)}:
        return whole  # what a loop's variable is afterwards may matter
    return RaySplit(tuple(dict.fromkeys(rays)), tuple(rest))


class _RayReader:
    """What statements of a rule say, where `state` are the numbers of its state."""

    def __init__(self, state: tuple[str, ...]) -> None:
        self.state = state

    def rays_of(self, statement: Statement, positive: frozenset[str]) -> list[Ray] | None:
        """The rays that a statement yields, all of them and nothing else; None if it is not of that kind."""
        match statement:
            case For():
                return self._loop(statement, positive)
            case If(test, body, ()):
                more = self._positive(test)
                rays: list[Ray] = []
                for inner in body:
                    yielded = None if more is None else self.rays_of(inner, positive | more)
                    if yielded is None:
                        return None
                    rays += yielded
                return rays
        return None

    def _loop(self, loop: For, positive: frozenset[str]) -> list[Ray] | None:
        bounds = self._range(loop)
        yields = self._guarded(loop.body, {loop.name: loop.name})
        if bounds is None or not yields:
            return None
        first, last = bounds
        rays = []
        for guards, numbers in yields:
            ray = self._ray(loop.name, first, last, guards, numbers)
            # a condition that a coordinate is not 0 takes nothing from a ray on which it falls
            if ray is None or not positive <= {name for name, falls in zip(self.state, ray, strict=True) if falls}:
                return None
            rays.append(ray)
        return rays

    def _ray(self, counter: str, first: int, last: _Upto, guards: list[_Upto], numbers: list[Line]) -> Ray | None:
        falling: list[str] = []
        less: set[int] = set()
        for name, number in zip(self.state, numbers, strict=True):
            if number == {name: 1}:
                continue
            more = number.get("", 0)
            named = {key: n for key, n in number.items() if key}
            if named == {counter: 1}:  # the numbers 0, 1, ... up to one less than the coordinate
                stay = all(line == {other: 1} for other, line in zip(self.state, numbers, strict=True) if other != name)
                whole = first + more == 0 and last == _Upto(frozenset([name]), -1 - more)
                return tuple(int(other == name) for other in self.state) if stay and whole and not guards else None
            if named != {name: 1, counter: -1}:
                return None
            falling.append(name)
            less.add(-more)
        if len(less) != 1:
            return None
        (taken,) = less  # the state takes counter + taken
        uptos = [_Upto(bound.names, bound.more + taken, bound.any_of) for bound in (last, *guards)]
        if first + taken != 1 or any(bound.more for bound in uptos):
            return None
        least: frozenset[str] = frozenset().union(*(bound.names for bound in uptos if not bound.any_of))
        if least != set(falling) or not all(bound.names & least for bound in uptos):
            return None
        return tuple(int(name in least) for name in self.state)

    def _range(self, loop: For) -> tuple[int, _Upto] | None:
        """The first and the last number that the loop's variable has, in either direction."""
        if abs(loop.step) != 1:
            return None
        low, high = (loop.low, loop.high) if loop.step > 0 else (loop.high, loop.low)
        start, last = self._line(low, {}), self._upto(high)
        if start is None or last is None or set(start) - {""}:
            return None
        if loop.step < 0:  # from `high` down to before `low`
            return start.get("", 0) + 1, last
        return start.get("", 0), _Upto(last.names, last.more - 1, last.any_of)

    # what numbers and conditions say

    def _line(self, number: Number, names: Names) -> Line | None:
        match number:
            case Const(whole):
                return _clean({"": whole})
            case Var(name):
                return {names.get(name, name): 1}
            case Call("min" | "max" as function, arguments):
                extreme = self._extreme(function, arguments)
                return extreme and {extreme: 1}
            case Unary("-", operand) | Bin("*" | "//", operand, Const(-1)):
                line = self._line(operand, names)
                return None if line is None else {key: -n for key, n in line.items()}
            case Bin("*" | "//", operand, Const(1)):
                return self._line(operand, names)
            case Bin("+" | "-" as sign, left, right):
                a, b = self._line(left, names), self._line(right, names)
                return None if a is None or b is None else _sum(a, b, 1 if sign == "+" else -1)
        return None

    def _extreme(self, function: str, arguments: tuple[Number, ...]) -> Extreme | None:
        bounds = [self._upto(bound) for bound in arguments]
        names: set[str] = set()
        for bound in bounds:
            if bound is None or bound.any_of or bound.more or (function == "max" and len(bound.names) != 1):
                return None
            names |= bound.names
        return function, frozenset(names)

    def _upto(self, number: Number) -> _Upto | None:
        line = self._line(number, {})
        match [] if line is None else [(key, n) for key, n in line.items() if key]:
            case [(str() as name, 1)] if name in self.state:
                names, function = frozenset([name]), ""
            case [((function, names), 1)]:
                pass
            case _:
                return None
        assert line is not None
        return _Upto(names, line.get("", 0), function == "max")

    def _guarded(self, body: Body, names: Names) -> _Yields | None:
        """The options of a loop's body, each with the conditions on the loop's variable round it."""
        options: _Yields = []
        for statement in body:
            match statement:
                case Let(name, Var(other)) if other in names:
                    names = {**names, name: names[other]}
                case Yield([numbers], "opponent", labels) if not isinstance(numbers, Each):
                    lines = [line for number in numbers if (line := self._line(number, names)) is not None]
                    if len(lines) < len(self.state) or not all(never_fails(label) for _, label in labels):
                        return None
                    options.append(([], lines))
                case If(test, inner, ()):
                    limits, more = self._limits(test, names), self._guarded(inner, names)
                    if limits is None or more is None:
                        return None
                    options += [([*limits, *guards], lines) for guards, lines in more]
                case _:
                    return None
        return options

    def _limits(self, test: Condition, names: Names) -> list[_Upto] | None:
        """What a condition says, if all that it says is that the loop's variable is at most something."""
        match test:
            case And(conditions):
                limits: list[_Upto] = []
                for condition in conditions:
                    more = self._limits(condition, names)
                    if more is None:
                        return None
                    limits += more
                return limits
            case Cmp("<=" | "<" as sign, left, right) | Cmp(">=" | ">" as sign, right, left):
                strict = sign in "<>"
            case _:
                return None
        if isinstance(left, Var) and left.name in names:
            upto = self._upto(right)
            if upto and not upto.any_of:
                return [_Upto(upto.names, upto.more - strict)]
        a, b = self._line(left, names), self._line(right, names)
        if a is None or b is None:
            return None
        apart = _sum(b, a, -1)  # is at least 0, or 1
        named = {key: n for key, n in apart.items() if key}
        name = next((key for key in named if key in self.state), None)
        if name is None or named != {name: 1, next(iter(names.values())): -1}:
            return None
        return [_Upto(frozenset([str(name)]), apart.get("", 0) - strict)]

    def _positive(self, test: Condition) -> frozenset[str] | None:
        """The coordinates of which a condition says that they are not 0, if it says nothing else."""
        match test:
            case And(conditions):
                coordinates = [self._positive(part) for part in conditions]
                return None if None in coordinates else frozenset().union(*(part for part in coordinates if part))
            case Cmp(">=", Var(name), Const(1)) | Cmp(">" | "!=", Var(name), Const(0)) if name in self.state:
                return frozenset([name])
        return None


def _sum(a: Line, b: Line, times: int) -> Line:
    return _clean({key: a.get(key, 0) + times * b.get(key, 0) for key in {*a, *b}})


def _clean(line: Mapping[str | Extreme, int]) -> Line:
    return {key: number for key, number in line.items() if number}

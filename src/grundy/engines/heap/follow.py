"""A rule's own code, followed on a heap whose size is left open: what it yields there, in its order.

Only what stands here is followed, statement by statement and operator by operator; whatever else a rule does (text of a
number, a method, a function of another module, `is`, `try`) is refused, and the refusal says where. A loop over an open
range is followed once, for a turn of which nothing is known but the range; where its turns differ, as in
`if left < n - 1`, the range is cut. Names set in such a loop are unknown in the next turn and after it.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from grundy.compile.source import Source
from grundy.engines.heap.exact import LABELS, as_loop, instead, is_label, own_names, stored, unread
from grundy.engines.heap.symbolic import (
    IN_HEADS,
    OF_CONSTANTS,
    Cut,
    Finer,
    HeapClass,
    Linear,
    Loop,
    Number,
    Refused,
    combined,
    compared,
    constant,
    in_head,
    index,
    items,
    number,
    of_constants,
    plain,
    truth,
    value,
)
from grundy.model.option import to

MOST_STEPS = 300_000
MOST_CUTS = 50
MEMBER = ast.In | ast.NotIn


class NotFollowed(Exception):
    """The code does what is not followed: `place` is file:line, `text` stands there, `why` is what to write instead."""

    def __init__(self, place: str, text: str, why: str = "") -> None:
        self.place, self.text = place, text
        super().__init__(f"{place}: {text}{f' ({why})' if why else ''}")


@dataclass(frozen=True, slots=True)
class Leaves:
    """An option that leaves these parts; `node` is its yield."""

    parts: tuple[Number, ...]
    node: ast.AST


@dataclass(frozen=True, slots=True)
class Turns:
    """The same options for each turn of a loop, from its low end or `down` from its high one."""

    loop: Loop
    down: bool
    options: list[Leaves]


@dataclass(frozen=True, slots=True)
class _Span:
    """An open range."""

    low: Number
    high: Number
    down: bool


Options = list[Leaves | Turns]
Values = dict[str, Any]


def follow(source: Source, parameters: Values, heaps: HeapClass, most: int = MOST_STEPS) -> tuple[Options, int]:
    """The options of all large heaps of a residue, and the steps that it took.

    Raises: NotFollowed; Finer: another modulus is needed.
    """
    follower = _Follower(source, heaps, most)
    if (node := unread(source.tree)) is not None:
        raise follower.refuse(node, instead(node))
    arguments = [*source.tree.args.posonlyargs, *source.tree.args.args]
    known: Values = {arguments[0].arg: heaps.heap}
    for name, given in parameters.items():
        with suppress(Refused):  # what is no number is refused where it is used
            known[name] = constant(given)
    out: Options = []
    follower.block(source.tree.body, known, out)
    return out, follower.steps


def lefts(options: Iterable[Leaves | Turns], t: int) -> Iterator[tuple[int, ...] | None]:
    """What the options leave of the heap of this t, in their order; None before each turn of a loop."""
    for option in options:
        if isinstance(option, Leaves):
            yield tuple([value(part, t) for part in option.parts])
            continue
        every = range(value(option.loop.low, t), value(option.loop.high, t) + 1)
        for turn in reversed(every) if option.down else every:
            yield None
            for each in option.options:  # no loop is followed within a loop
                yield tuple([value(part, t, turn) for part in each.parts])


class _Follower:
    def __init__(self, source: Source, heaps: HeapClass, most: int) -> None:
        self.source, self.heaps, self.most = source, heaps, most
        self.own = own_names(source.tree)
        self.steps = 0
        self.inside = False  # a loop over an open range

    def refuse(self, node: ast.AST, why: str = "") -> NotFollowed:
        return NotFollowed(self.source.place(node), self.source.words(node), why)

    def block(self, body: list[ast.stmt], known: Values, out: Options) -> str:
        """Follow statements; what ended them: "", "break", "continue" or "return"."""
        for node in body:
            try:
                self.step()
                ended = self.statement(node, known, out)
            except Refused as refused:
                raise self.refuse(node, refused.why) from None
            if ended:
                return ended
        return ""

    def statement(self, node: ast.stmt, known: Values, out: Options) -> str:
        match node:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(ast.Yield(ast.expr() as left)):
                out.append(Leaves(self.parts(left, known), node))
            case ast.Expr(ast.YieldFrom(left)):
                self.statement(as_loop(left), dict(known), out)
            case ast.Assign(targets, given):
                found = self.of(given, known)
                for target in targets:
                    _assign(target, found, known)
            case ast.AnnAssign(ast.Name() as target, _, ast.expr() as given):
                _assign(target, self.of(given, known), known)
            case ast.AugAssign(ast.Name(name) as target, operator, given):
                before = self.of(ast.copy_location(ast.Name(name, ast.Load()), target), known)
                known[name] = combined(self.heaps, operator, before, self.of(given, known))
            case ast.If(test, body, others):
                return self.block(body if truth(self.heaps, self.of(test, known)) else others, known, out)
            case ast.While(test, body, others):
                while truth(self.heaps, self.of(test, known)):
                    ended = self.block(body, known, out)
                    self.step()
                    if ended in ("break", "return"):
                        return ended.replace("break", "")
                return self.block(others, known, out)
            case ast.For(target, over, body, others):
                every = self.head(over, known)
                if isinstance(every, _Span):
                    self.turns(target, every, body, known, out)
                    return self.block(others, known, out)
                for each in items(every):
                    self.step()
                    _assign(target, each, known)
                    ended = self.block(body, known, out)
                    if ended in ("break", "return"):
                        return ended.replace("break", "")
                return self.block(others, known, out)
            case ast.Break():
                return "break"
            case ast.Continue():
                return "continue"
            case ast.Return(None):
                return "return"
            case _:
                raise Refused
        return ""

    def turns(self, target: ast.expr, span: _Span, body: list[ast.stmt], known: Values, out: Options) -> None:
        """A loop over an open range: its body once for each piece in which all turns do the same."""
        if self.inside or not isinstance(target, ast.Name):
            raise Refused
        self.inside = True
        for name in stored([target, *body]):
            known.pop(name, None)
        pieces, cuts, heaps = [(span.low, span.high)], 0, self.heaps
        while pieces:
            low, high = pieces.pop(0)
            length = heaps.sign(heaps.sum(high, low, -1))
            if length < 0:
                continue
            loop, options = Loop(low, high), list[Any]()
            turn = Linear(0, 0, 1, loop) if length else low
            try:
                ended = self.block(body, {**known, target.id: turn}, options)
            except Cut as cut:
                two = [(low, heaps.sum(cut.at, -1)), (cut.at, high)]
                pieces[:0] = reversed(two) if span.down else two
                cuts += 1
                if cuts > MOST_CUTS:
                    raise Refused from None
                continue
            if ended in ("break", "return"):
                raise Refused
            out.extend([Turns(loop, span.down, options)] if length else options)
        self.inside = False

    def step(self) -> None:
        self.steps += 1
        if self.steps > self.most:
            raise Refused

    def parts(self, node: ast.expr, known: Values) -> tuple[Number, ...]:
        """What one yield leaves."""
        if isinstance(node, ast.Call) and self.is_to(node):
            found = self.each(node.args, known)
            for label in node.keywords:
                if label.arg is None:
                    raise self.refuse(label.value)
                if not is_label(label.value, lambda value: self.is_number(value, known), self.callee):
                    raise self.refuse(label.value, LABELS)
        else:
            found = (self.of(node, known),)
        if any(type(part) is not int and not isinstance(part, Linear) for part in found):
            raise self.refuse(node)
        return found

    def is_number(self, node: ast.expr, known: Values) -> bool:
        try:
            return isinstance(self.of(node, known), int | Linear)
        except NotFollowed:
            return False

    def head(self, node: ast.expr, known: Values) -> Any:
        """What a loop goes through: only here an iterator is made, and nothing else can use it up."""
        if isinstance(node, ast.Call) and not node.keywords:
            called = self.called(node)
            if any(called is one for one in IN_HEADS):
                return in_head(called, self.each(node.args, known))
        return self.of(node, known)

    def of(self, node: ast.expr, known: Values) -> Any:
        """The value of an expression: a number, a tuple or a range of constants, or an open range."""
        try:
            return self.expression(node, known)
        except Refused as refused:
            raise self.refuse(node, refused.why or instead(node, self.called(node))) from None
        except Finer as finer:
            finer.at = finer.at or str(self.refuse(node))
            raise

    def expression(self, node: ast.expr, known: Values) -> Any:
        match node:
            case ast.Constant(given) if type(given) in (int, bool):
                return given
            case ast.Name(name) if name in known:
                return known[name]
            case ast.Name(name) if name not in self.own and name in self.source.outside:
                return constant(self.source.outside[name])
            case ast.BinOp(left, operator, right):
                return combined(self.heaps, operator, self.of(left, known), self.of(right, known))
            case ast.UnaryOp(ast.Not(), operand):
                return not truth(self.heaps, self.of(operand, known))
            case ast.UnaryOp(ast.USub(), operand):
                return combined(self.heaps, ast.Mult(), -1, self.of(operand, known))
            case ast.UnaryOp(ast.Invert(), operand):
                found = self.of(operand, known)
                if not isinstance(found, bool):  # of which Python will give no number
                    return combined(self.heaps, ast.Sub(), -1, found)
            case ast.BoolOp(operator, operands):
                for operand in operands:
                    found = self.of(operand, known)
                    if operand is not operands[-1] and truth(self.heaps, found) is isinstance(operator, ast.Or):
                        break
                return found
            case ast.IfExp(test, one, two):
                return self.of(one if truth(self.heaps, self.of(test, known)) else two, known)
            case ast.NamedExpr(target, given):
                found = self.of(given, known)
                _assign(target, found, known)
                return found
            case ast.Compare(left, operators, others):
                one = self.of(left, known)
                for comparison, other in zip(operators, others, strict=True):
                    two = self.members(other, known) if isinstance(comparison, MEMBER) else self.of(other, known)
                    if not compared(self.heaps, comparison, one, two):
                        return False
                    one = two
                return True
            case ast.Tuple(parts) | ast.List(parts):
                return self.each(parts, known)
            case ast.ListComp(element) if not self.is_to(element):
                listed: Options = []
                self.statement(as_loop(node), dict(known), listed)
                if all(isinstance(one, Leaves) for one in listed):
                    return tuple(part for one in listed if isinstance(one, Leaves) for part in one.parts)
            case ast.Subscript(whole, ast.expr() as place) if not isinstance(place, ast.Slice):
                return index(self.of(whole, known), self.of(place, known))
            case ast.Call(called, arguments, []):
                return self.call(self.callee(called), self.each(arguments, known))
        raise Refused

    def members(self, node: ast.expr, known: Values) -> Any:
        """The right side of `in`: here alone a set may be written, of constants."""
        return tuple(map(plain, self.each(node.elts, known))) if isinstance(node, ast.Set) else self.of(node, known)

    def each(self, nodes: Iterable[ast.expr], known: Values) -> tuple[Any, ...]:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found.extend(items(self.of(node.value, known)))
            else:
                found.append(self.of(node, known))
        return tuple(found)

    def is_to(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.callee(node.func) is to

    def callee(self, node: ast.expr) -> Any:
        """The function of another file or of Python that a name stands for; None for any other."""
        match node:
            case ast.Name(name) if name not in self.own:
                return self.source.outside.get(name)
            case ast.Attribute(ast.Name(name), "to") if name not in self.own:
                module = self.source.outside.get(name)
                return getattr(module, "to", None) if isinstance(module, ModuleType) else None
        return None

    def called(self, node: ast.AST) -> Any:
        return self.callee(node.func) if isinstance(node, ast.Call) else None

    def call(self, called: Any, given: tuple[Any, ...]) -> Any:
        heaps = self.heaps
        if called is builtins.range and 0 < len(given) < 4:
            return self.range(*(int(one) if isinstance(one, int) else number(one) for one in given))  # True: 1
        if (called is builtins.max or called is builtins.min) and given:
            every = [number(one) for one in (items(given[0]) if len(given) == 1 else given)]
            if not every:
                raise Refused
            best = every[0]
            for one in every[1:]:
                if heaps.sign(heaps.sum(one, best, -1)) == (1 if called is builtins.max else -1):
                    best = one
            return best
        if called is builtins.abs and len(given) == 1:
            return heaps.product(number(given[0]), heaps.sign(number(given[0])))
        if called is builtins.divmod and len(given) == 2:
            return heaps.divided(number(given[0]), number(given[1]))
        if any(called is one for one in OF_CONSTANTS) and len(given) == 1:
            return of_constants(called, given[0])
        raise Refused

    def range(self, first: Number, stop: Number | None = None, step: Number = 1) -> Any:
        heaps = self.heaps
        low, stop = (0, first) if stop is None else (first, stop)
        if isinstance(low, int) and isinstance(stop, int) and isinstance(step, int) and step:
            return range(low, stop, step)
        if step not in (1, -1):
            raise Refused
        low, high = (low, heaps.sum(stop, -1)) if step == 1 else (heaps.sum(stop, 1), low)
        length = heaps.sum(high, low, -1)
        if isinstance(length, int):
            if length >= self.most:
                raise Refused
            every = range(length + 1)
            return tuple(heaps.sum(low, place) for place in (every if step == 1 else reversed(every)))
        if any(isinstance(end, Linear) and end.turn for end in (low, high)):
            raise Refused
        return _Span(low, high, step == -1)


def _assign(target: ast.expr, found: Any, known: Values) -> None:
    match target:
        case ast.Name(name):
            known[name] = found
        case ast.Tuple(parts) | ast.List(parts):
            every = items(found)
            if len(every) != len(parts):
                raise Refused
            for part, item in zip(parts, every, strict=True):
                _assign(part, item, known)
        case _:
            raise Refused

"""while, for and generators -> LLVM."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from grundy.compile.emit import Emit, Loop, Num, Spans, join
from grundy.compile.interval import MAX, MIN, Interval
from grundy.compile.sequences import at_place, meaning, row, rows
from grundy.compile.subset import INSTEAD
from grundy.compile.values import branch, value

Body = Callable[[], None]


def while_loop(e: Emit, node: ast.While, body: Body, otherwise: Body) -> None:
    """while: `body` and `otherwise` (its else) go on from where the builder stands."""

    def walk(inside: Any, outside: Any, again: Any, after: Any) -> tuple[list[Spans], Spans | None, list[Spans]]:
        on, off = branch(e, node.test, inside, outside)
        e.at(inside, on)
        loop = Loop(after, again, [], [])
        e.loops.append(loop)
        if e.spans is not None:
            e.step()
            body()
        e.loops.pop()
        ends = [*loop.continues, *([e.spans] if e.spans is not None else [])]
        return ends, off, loop.breaks

    held = e.settle(lambda: walk(None, None, None, None)[0])
    head, inside, outside, after = (e.block() for _ in range(4))
    e.go(head)
    e.at(head, dict(held))
    _, off, breaks = walk(inside, outside, head, after)
    e.go(head)
    e.cost = ENDLESS
    if e.options:
        e.options = ENDLESS
    e.at(outside, off)
    if off is not None:
        otherwise()
    last = e.spans
    e.go(after)
    e.at(after, join([last, *breaks]))


ENDLESS = 2**80


def counted(e: Emit, first: Num, last: Num, by: int, each: Callable[[Num], None], otherwise: Body) -> None:
    """for i in range(first, last, by): `each` gets i; steps down where by < 0."""
    if first.span.lo == first.span.hi and last.span.lo == last.span.hi:
        numbers = range(first.span.lo, last.span.lo, by)
        if len(numbers) * e.weight <= MOST_UNROLLED:
            _unrolled(e, numbers, each, otherwise)
            return
    low = first.span.lo if by > 0 else min(last.span.lo + 1, first.span.lo)
    high = max(last.span.hi - 1, first.span.lo) if by > 0 else first.span.hi
    span = Interval(max(min(low, high), MIN), min(max(low, high), MAX))
    trips = max(0, -(-(last.span.hi - first.span.lo) // by) if by > 0 else -(-(first.span.hi - last.span.lo) // -by))
    place = e.fresh()

    def walk(again: Any, after: Any) -> Loop:
        loop = Loop(after, again, [], [])
        e.loops.append(loop)
        if trips > FEW_TRIPS:
            e.step()
        each(Num(e.b.load(place), span))
        e.loops.pop()
        return loop

    def rehearse() -> list[Spans]:
        loop = walk(None, None)
        return [*loop.continues, *([e.spans] if e.spans is not None else [])]

    e.b.store(first.llvm, place)
    held = e.settle(rehearse)
    head, inside, again, outside, after = (e.block() for _ in range(5))
    e.go(head)
    e.at(head, dict(held))
    e.split(e.b.icmp_signed("<" if by > 0 else ">", e.b.load(place), last.llvm), inside, outside)
    e.at(inside, dict(held))
    cost, options = e.cost, e.options
    e.cost = e.options = 0
    loop = walk(again, after)
    e.cost = min(cost + trips * (1 + e.cost), ENDLESS)
    e.options = min(options + trips * e.options, ENDLESS)
    ends = join([e.spans, *loop.continues])
    e.go(again)
    e.at(again, ends)
    if ends is not None:
        here = Num(e.b.load(place), span)
        further = e.add(here, e.number_of(by)) if span.hi + by > MAX or span.lo + by < MIN else None
        e.b.store(further.llvm if further else e.b.add(here.llvm, e.i64(by), flags=["nsw"]), place)
    e.go(head)
    e.at(outside, dict(held))
    otherwise()
    last_spans = e.spans
    e.go(after)
    e.at(after, join([last_spans, *loop.breaks]))


FEW_TRIPS = 64
MOST_UNROLLED = 2000  # nodes of the rule's tree, over all rounds of a loop


def _unrolled(e: Emit, numbers: range, each: Callable[[Num], None], otherwise: Body) -> None:
    """A short loop of constant bounds, written out: its numbers are constants, and each of its tests is predicted
    for itself."""
    weight, e.weight = e.weight, e.weight * max(len(numbers), 1)
    after = e.block()
    breaks: list[Spans] = []
    for i in numbers:
        again = e.block()
        loop = Loop(after, again, breaks, [])
        if e.spans is not None:
            e.loops.append(loop)
            each(e.number_of(i))
            e.loops.pop()
        ends = join([e.spans, *loop.continues])
        e.go(again)
        e.at(again, ends)
    e.weight = weight
    if e.spans is not None:
        otherwise()
    last_spans = e.spans
    e.go(after)
    e.at(after, join([last_spans, *breaks]))


def nothing() -> None:
    """What a loop without else does at its end."""


def for_loop(e: Emit, target: ast.expr, iterable: ast.expr, body: Body, otherwise: Body = nothing) -> None:
    """for target in iterable: ..."""
    match iterable:
        case ast.Call(function, bounds, []) if meaning(e, function) == "range" and 1 <= len(bounds) <= 3:
            first, last, by = _bounds(e, bounds)
            counted(e, first, last, by, lambda i: _bind(e, target, [i], body), otherwise)
        case ast.Call(function, [inner], []) if meaning(e, function) == "enumerate":
            if not (isinstance(target, ast.Tuple) and len(target.elts) == 2):
                e.refuse(target, "enumerate is not compiled so; write for i, x in enumerate(...)")
            index, item = target.elts
            _over(e, iterable, inner, item, body, otherwise, index)
        case ast.Call(function, [ast.Call(numbers, bounds, [])], []) if (
            meaning(e, function) == "reversed" and meaning(e, numbers) == "range" and 1 <= len(bounds) <= 2
        ):
            low = value(e, bounds[0]) if len(bounds) == 2 else e.number_of(0)
            high = value(e, bounds[-1])
            one = e.number_of(1)
            first, last = e.subtract(high, one), e.subtract(low, one)
            counted(e, first, last, -1, lambda i: _bind(e, target, [i], body), otherwise)
        case _:
            _over(e, iterable, iterable, target, body, otherwise)


def _bounds(e: Emit, bounds: list[ast.expr]) -> tuple[Num, Num, int]:
    numbers = [value(e, bound) for bound in bounds]
    if len(numbers) == 1:
        numbers.insert(0, e.number_of(0))
    by = 1
    if len(numbers) == 3:
        by, high = numbers[2].span
        if by != high or not by or abs(by) > 2**40:
            e.refuse(bounds[2], "a step of range() that is not a constant is not compiled; write a while loop")
    return numbers[0], numbers[1], by


def _bind(e: Emit, target: ast.expr, numbers: list[Num], body: Body) -> None:
    names = list(target.elts) if isinstance(target, ast.Tuple | ast.List) else [target]
    if len(names) != len(numbers) or (isinstance(target, ast.Tuple | ast.List)) != (len(numbers) > 1):
        e.refuse(target, "this loop variable is not compiled; write one name for each number of an item")
    for name, number in zip(names, numbers, strict=True):
        if not isinstance(name, ast.Name):
            e.refuse(name, "this loop variable is not compiled; write a name")
        e.store(name.id, number)
    body()


def _over(
    e: Emit,
    whole: ast.expr,
    items: ast.expr,
    target: ast.expr,
    body: Body,
    otherwise: Body,
    index: ast.expr | None = None,
) -> None:
    """Over a tuple written here, a sequence from outside, or a sequence of sequences."""

    def bind(i: Num, numbers: list[Num]) -> None:
        if index is None:
            _bind(e, target, numbers, body)
        else:
            _bind(e, index, [i], lambda: _bind(e, target, numbers, body))

    if isinstance(items, ast.Tuple | ast.List):
        if items.elts and all(isinstance(item, ast.Tuple) for item in items.elts):
            columns = [[value(e, part) for part in item.elts] for item in items.elts]  # type: ignore[attr-defined]
        else:
            columns = [[value(e, item)] for item in items.elts]
        _written(e, items, columns, bind, otherwise)
        return
    table = rows(e, items)
    if table:
        widths = {len(one) for one in table}
        if len(widths) > 1:
            e.refuse(whole, "unpacking rows of different lengths is not compiled; write a loop over one row, rows[i]")
        parts = [tuple(column) for column in zip(*table, strict=True)]
        counted(
            e,
            e.number_of(0),
            e.number_of(len(table)),
            1,
            lambda i: bind(i, [at_place(e, items, column, i) for column in parts]),
            otherwise,
        )
        return
    found = row(e, items, value)
    if found is None:
        if type(items) in INSTEAD:
            e.refuse(items)
        e.refuse(
            whole,
            "a loop over this is not compiled; write range(...), or a tuple of numbers made outside the rule",
        )
    start, numbers = found.start, found.numbers

    def one(i: Num) -> None:
        place = i
        if start.span != Interval(0, 0):
            place = Num(e.b.add(start.llvm, i.llvm), Interval(0, max(len(numbers) - 1, 0)))
        bind(i, [at_place(e, whole, numbers, place)])

    counted(e, e.number_of(0), found.length, 1, one, otherwise)


def _written(
    e: Emit, node: ast.expr, items: list[list[Num]], bind: Callable[[Num, list[Num]], None], otherwise: Body
) -> None:
    """Over a tuple written in the rule: its items are kept in an array, for they are all made before the loop."""
    width = len(items[0]) if items else 1
    if any(len(item) != width for item in items):
        e.refuse(node, "items of different lengths are not compiled; write as many numbers in each")
    places: list[Any] = []
    spans: list[Interval] = []
    truths = [any(item[k].truth for item in items) for k in range(width)]
    for k in range(width):
        column = [item[k] for item in items]
        spans.append(Interval(min((n.span.lo for n in column), default=0), max((n.span.hi for n in column), default=0)))
        if e.dry:
            continue
        with e.b.goto_block(e.entry):
            places.append(e.b.alloca(e.ir.IntType(64), max(len(items), 1)))
        for i, number in enumerate(column):
            e.b.store(number.llvm, e.b.gep(places[-1], [e.i64(i)], inbounds=True))

    def each(i: Num) -> None:
        numbers = [
            Num(None if e.dry else e.b.load(e.b.gep(places[k], [i.llvm], inbounds=True)), spans[k], truths[k])
            for k in range(width)
        ]
        bind(i, numbers)

    counted(e, e.number_of(0), e.number_of(len(items)), 1, each, otherwise)


def generator(e: Emit, clauses: list[ast.comprehension], body: Body) -> None:
    """The loops of a generator expression; its variables are its own."""
    # all of them from the second loop on: what Python has not set yet there is no name from outside
    own = {
        node.id: e.fresh_name(node.id)
        for clause in clauses
        for node in ast.walk(clause.target)
        if isinstance(node, ast.Name)
    }
    _clauses(e, clauses, own, body)


def _clauses(e: Emit, clauses: list[ast.comprehension], own: dict[str, str], body: Body) -> None:
    if not clauses:
        body()
        return
    clause, *more = clauses
    if clause.is_async:
        e.refuse(clause.target, "async is not compiled; write a plain loop")

    def inside() -> None:
        outer, e.renamed = e.renamed, {**e.renamed, **own}
        _filtered(e, clause.ifs, lambda: _clauses(e, more, own, body))
        e.renamed = outer

    for_loop(e, _called(clause.target, own), clause.iter, inside)


def _called(target: ast.expr, names: dict[str, str]) -> ast.expr:
    """A loop variable under its other name."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(names[target.id], target.ctx), target)
    if isinstance(target, ast.Tuple):
        return ast.copy_location(ast.Tuple([_called(one, names) for one in target.elts], target.ctx), target)
    return target


def _filtered(e: Emit, tests: list[ast.expr], body: Body) -> None:
    if not tests:
        body()
        return
    inside, after = e.block(), e.block()
    on, off = branch(e, tests[0], inside, after)
    e.at(inside, on)
    if on is not None:
        _filtered(e, tests[1:], body)
    end = e.spans
    e.go(after)
    e.at(after, join([end, off]))

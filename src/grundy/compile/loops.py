"""Loops of the core form -> LLVM."""

from __future__ import annotations

from collections.abc import Callable

from grundy.compile.emit import Emit, LlvmNumber, Spans, join
from grundy.compile.interval import MAX, MIN, Interval
from grundy.compile.values import branch
from grundy.reading.core import Condition

ENDLESS = 2**80
FEW_TRIPS = 64
MOST_UNROLLED = 1200  # constructs of the core form, over all rounds of a loop


def open_loop(e: Emit, test: Condition, body: Callable[[], None]) -> None:
    """while: `body` goes on from where the builder stands."""
    held = e.settle(lambda: _turn(e, test, body, None, None)[0])
    head, inside, outside = (e.block() for _ in range(3))
    e.go(head)
    e.at(head, dict(held))
    _, off = _turn(e, test, body, inside, outside)
    e.go(head)
    e.cost = ENDLESS
    if e.options:
        e.options = ENDLESS
    e.at(outside, off)


def _turn(
    e: Emit, test: Condition, body: Callable[[], None], inside: object, outside: object
) -> tuple[list[Spans], Spans | None]:
    """One turn: what the variables can be at its end, and where the condition does not hold."""
    on, off = branch(e, test, inside, outside)
    e.at(inside, on)
    if e.spans is not None:
        e.step()
        body()
    return [e.spans] if e.spans is not None else [], off


def emit_range(e: Emit, first: LlvmNumber, last: LlvmNumber, by: int, each: Callable[[LlvmNumber], None]) -> None:
    """for i in range(first, last, by): `each` gets i; steps down where by < 0."""
    if first.span.lo == first.span.hi and last.span.lo == last.span.hi:
        numbers = range(first.span.lo, last.span.lo, by)
        if len(numbers) * e.weight <= MOST_UNROLLED:
            _unrolled(e, numbers, each)
            return
    low = first.span.lo if by > 0 else min(last.span.lo + 1, first.span.lo)
    high = max(last.span.hi - 1, first.span.lo) if by > 0 else first.span.hi
    span = Interval(max(min(low, high), MIN), min(max(low, high), MAX))
    trips = max(0, -(-(last.span.hi - first.span.lo) // by) if by > 0 else -(-(first.span.hi - last.span.lo) // -by))
    place = e.fresh()

    def turn() -> list[Spans]:
        if trips > FEW_TRIPS:
            e.step()
        each(LlvmNumber(e.b.load(place), span))
        return [e.spans] if e.spans is not None else []

    e.b.store(first.llvm, place)
    held = e.settle(turn)
    head, inside, again, outside = (e.block() for _ in range(4))
    e.go(head)
    e.at(head, dict(held))
    e.split(e.b.icmp_signed("<" if by > 0 else ">", e.b.load(place), last.llvm), inside, outside)
    e.at(inside, dict(held))
    cost, options = e.cost, e.options
    e.cost = e.options = 0
    turn()
    e.cost = min(cost + trips * (1 + e.cost), ENDLESS)
    e.options = min(options + trips * e.options, ENDLESS)
    ends = e.spans
    e.go(again)
    e.at(again, ends)
    if ends is not None:
        here = LlvmNumber(e.b.load(place), span)
        further = e.add(here, e.number_of(by)) if span.hi + by > MAX or span.lo + by < MIN else None
        e.b.store(further.llvm if further else e.b.add(here.llvm, e.i64(by), flags=["nsw"]), place)
    e.go(head)
    e.at(outside, dict(held))


def _unrolled(e: Emit, numbers: range, each: Callable[[LlvmNumber], None]) -> None:
    """A short loop of constant bounds, written out: its numbers are constants, and each of its tests is predicted
    for itself."""
    weight, e.weight = e.weight, e.weight * max(len(numbers), 1)
    for i in numbers:
        again = e.block()
        if e.spans is not None:
            each(e.number_of(i))
        ends = join([e.spans])
        e.go(again)
        e.at(again, ends)
    e.weight = weight

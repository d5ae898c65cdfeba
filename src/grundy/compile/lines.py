"""Sets of values for the lines of a box -> LLVM: what a state sees along a ray, without a loop over its options.

The sets stand one after the other in the kernel's `stamps`, `size` words each: for each ray (rays.py) one set for
each line in its direction. A line is named by the coordinates other than the first that falls along it; a coordinate
that falls as well, by how much it is ahead of that one. In play for outcomes a set is one word: whether there is a
P-position on the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grundy.compile import emit
from grundy.compile.emit import Emit
from grundy.compile.keep import Keep
from grundy.compile.rays import Ray

VECTOR = 8
"""Words that are looked at together; `size` is a multiple of it, but 1 in play for outcomes."""


def line_count(ray: Ray, shape: Sequence[int]) -> int:
    """How many lines a box has in a direction.

    >>> line_count((1, 0), (3, 5)), line_count((1, 1), (3, 5))
    (5, 7)
    """
    first = ray.index(1)
    count = 1
    for i, extent in enumerate(shape):
        if i != first:
            count *= extent + shape[first] - 1 if ray[i] else extent
    return count


def most_options(rays: Sequence[Ray], shape: Sequence[int]) -> int:
    """The most options along rays that a state of a box has.

    >>> most_options([(1, 0), (1, 1)], (4, 3))
    5
    """
    return sum(max(0, min(extent for extent, falls in zip(shape, ray, strict=True) if falls) - 1) for ray in rays)


def starts(e: Emit, keep: Keep, rays: Sequence[Ray], shape: Sequence[Any]) -> list[Any]:
    """The places at which each ray's sets begin, worked out once at a kernel's entry."""
    b = e.b
    base = b.bitcast(keep.stamps, e.ir.IntType(64).as_pointer())
    begin = []
    for ray in rays:
        begin.append(base)
        first = ray.index(1)
        count = keep.size
        for i, extent in enumerate(shape):
            if i != first:
                count = b.mul(count, b.sub(b.add(extent, shape[first]), e.i64(1)) if ray[i] else extent)
        base = b.gep(base, [count])
    return begin


def through(
    e: Emit, keep: Keep, rays: Sequence[Ray], begin: Sequence[Any], shape: Sequence[Any], state: Sequence[Any]
) -> list[Any]:
    """The sets of the lines through a state."""
    b = e.b
    sets = []
    for ray, base in zip(rays, begin, strict=True):
        first = ray.index(1)
        number = e.i64(0)
        for i, extent in enumerate(shape):
            if i == first:
                continue
            if ray[i]:
                ahead = b.add(b.sub(state[i], state[first]), b.sub(shape[first], e.i64(1)))
                number = b.add(b.mul(number, b.sub(b.add(extent, shape[first]), e.i64(1))), ahead)
            else:
                number = b.add(b.mul(number, extent), state[i])
        sets.append(b.gep(base, [b.mul(number, keep.size)]))
    return sets


def least_missing(e: Emit, keep: Keep, sets: Sequence[Any], with_own: bool) -> Any:
    """The least value that is in none of some sets, eight words at a time; one that does not fit stops the kernel."""
    b, ir = e.b, e.ir
    i64 = ir.IntType(64)
    row = ir.VectorType(i64, VECTOR)
    sets = [*sets, keep.own] if with_own else list(sets)
    head, look, hit, more = e.block(), e.block(), e.block(), e.block()
    before = b.block
    b.branch(head)
    b.position_at_end(head)
    word = b.phi(i64)
    word.add_incoming(e.i64(0), before)
    e.fail_if(b.icmp_unsigned(">=", word, keep.size), emit.FULL)
    b.branch(look)
    b.position_at_end(look)
    union = None
    for line_set in sets:
        loaded = b.load(b.bitcast(b.gep(line_set, [word]), row.as_pointer()))
        loaded.align = 8
        union = loaded if union is None else b.or_(union, loaded)
    gaps = b.icmp_unsigned("!=", union, ir.Constant(row, [-1] * VECTOR))
    mask = b.zext(b.bitcast(gaps, ir.IntType(VECTOR)), i64)
    b.cbranch(b.icmp_unsigned("!=", mask, e.i64(0)), hit, more)
    b.position_at_end(more)
    word.add_incoming(b.add(word, e.i64(VECTOR)), more)
    b.branch(head)
    b.position_at_end(hit)
    lane = b.cttz(mask, ir.Constant(ir.IntType(1), 1))
    exact = b.add(word, lane)
    union = None
    for line_set in sets:
        loaded = b.load(b.gep(line_set, [exact]))
        union = loaded if union is None else b.or_(union, loaded)
    least = b.add(b.shl(exact, e.i64(6)), b.cttz(b.not_(union), ir.Constant(ir.IntType(1), 1)))
    if keep.bits < 32:
        e.fail_if(b.icmp_unsigned(">=", least, e.i64(1 << keep.bits)), emit.FULL)
    return least


def put(e: Emit, sets: Sequence[Any], value: Any) -> None:
    """Add a value to sets."""
    b = e.b
    word = b.lshr(value, e.i64(6))
    bit = b.shl(e.i64(1), b.and_(value, e.i64(63)))
    for line_set in sets:
        place = b.gep(line_set, [word])
        b.store(b.or_(b.load(place), bit), place)


def own_set(e: Emit, keep: Keep) -> None:
    """At a kernel's entry: an empty set, `size` words, in the kernel's own memory."""
    keep.own = e.b.alloca(e.ir.IntType(64), keep.size)
    keep.own_top = e.b.alloca(e.ir.IntType(64))
    _clear(e, keep, e.b.sub(keep.size, e.i64(1)))


def clear_own(e: Emit, keep: Keep) -> None:
    """Make the own set empty again, up to its last word that is not 0."""
    _clear(e, keep, e.b.load(keep.own_top))


def _clear(e: Emit, keep: Keep, top: Any) -> None:
    b = e.b
    head, body, after = e.block(), e.block(), e.block()
    before = b.block
    b.branch(head)
    b.position_at_end(head)
    word = b.phi(e.ir.IntType(64))
    word.add_incoming(top, before)
    b.cbranch(b.icmp_signed("<", word, e.i64(0)), after, body)
    b.position_at_end(body)
    b.store(e.i64(0), b.gep(keep.own, [word]))
    word.add_incoming(b.sub(word, e.i64(1)), body)
    b.branch(head)
    b.position_at_end(after)
    b.store(e.i64(-1), keep.own_top)

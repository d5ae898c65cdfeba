"""Sets of values for the lines of a box -> LLVM: what a state sees along a ray, without a loop over its options.

The sets stand one after the other in the kernel's `stamps`, `size` words each: for each ray (see `split`) one set for
each line in its direction. A line is named by the coordinates other than the first that falls along it; a coordinate
that falls as well, by how much it is ahead of that one. In play for outcomes a set is one word: whether there is a
P-position on the line.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.compile import emit
from grundy.compile.emit import Emit
from grundy.compile.keep import Keep

# ---- Loops that yield every state on a line: recognised by their text, so that one set of values can stand for them
#
# A *ray* is a tuple of 0s and 1s: from a state, its options are the states reached by taking 1, 2, 3, ... from each of
# the coordinates marked 1, as far as all of them stay at least 0. What a state sees along a ray is what the state
# before it on the ray saw, and that state's value: a table needs no loop for it, but a set of values for each line.
#
# Recognised are `for` and `yield from` over a `range`, whose text leaves no doubt: a coordinate of the state less the
# loop's variable, from 1 up to exactly the least of the coordinates that fall, and nothing in between that could keep
# an option away. Steps, limits and conditions of any other kind are no ray, and stay the loops that they are.


Ray = tuple[int, ...]
Line = Mapping[str, int]  # a sum of names times numbers, "" being 1


@dataclass(frozen=True, slots=True)
class Split:
    """A rule's body: the rays that are in it, and the statements that are left."""

    rays: tuple[Ray, ...]
    rest: tuple[ast.stmt, ...]


@dataclass(frozen=True, slots=True)
class _Upto:
    """k <= min(names) + more; with `any_of`, k <= max(names) + more."""

    names: frozenset[str]
    more: int
    any_of: bool = False


_Yields = list[tuple[list[_Upto], ast.expr]]
"""Options, each with what bounds the loop's variable there."""


def split(tree: ast.FunctionDef, meaning: Callable[[ast.expr], str]) -> Split:
    """The rays of a rule's function; `meaning` gives the name under which what a name stands for is known, or ''.

    >>> def text(*lines):
    ...     return ast.parse("def game(a, b):\\n" + "".join(f"    {line}\\n" for line in lines)).body[0]
    >>> builtin = lambda node: {"range": "range", "min": "min"}.get(getattr(node, "id", None), "")
    >>> split(text("yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))"), builtin).rays
    ((1, 1),)
    >>> split(text("yield from ((a - k, b - k) for k in range(1, min(a, b)))"), builtin).rays
    ()
    """
    names = [one.arg for one in (*tree.args.posonlyargs, *tree.args.args)]
    whole = Split((), tuple(tree.body))
    if any(isinstance(node, ast.Return | ast.Global | ast.Nonlocal) for node in ast.walk(tree)):
        return whole
    stored = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    if stored & set(names):
        return whole
    reader = _Reader(names, meaning)
    rays: list[Ray] = []
    rest: list[ast.stmt] = []
    counters: set[str] = set()
    for node in tree.body:
        found = reader.rays_of(node, frozenset())
        if found is None:
            rest.append(node)
        else:
            rays += found
            counters |= {inner.target.id for inner in ast.walk(node) if _is_for(inner)}  # type: ignore[attr-defined]
    used = {node.id for statement in rest for node in ast.walk(statement) if isinstance(node, ast.Name)}
    if counters & used:
        return whole  # what a loop's variable is afterwards may matter
    return Split(tuple(dict.fromkeys(rays)), tuple(rest))


def _is_for(node: ast.AST) -> bool:
    return isinstance(node, ast.For) and isinstance(node.target, ast.Name)


class _Reader:
    """What statements of a rule say, where `names` are the numbers of its state."""

    def __init__(self, names: list[str], meaning: Callable[[ast.expr], str]) -> None:
        self.names, self.meaning = names, meaning

    def rays_of(self, node: ast.stmt, positive: frozenset[str]) -> list[Ray] | None:
        """The rays that a statement yields, all of them and nothing else; None if it is not of that kind."""
        match node:
            case ast.For(ast.Name(counter), source, body, []):
                return self._loop(counter, source, self._guarded(body, counter), positive)
            case ast.Expr(ast.YieldFrom(ast.GeneratorExp(elt, [ast.comprehension(ast.Name(counter), source, ifs, 0)]))):
                guards: list[_Upto] = []
                for test in ifs:
                    more = self._limits(test, counter)
                    if more is None:
                        return None
                    guards += more
                return self._loop(counter, source, [(guards, elt)], positive)
            case ast.Expr(ast.YieldFrom(ast.Call() as source)):
                return self._loop(" k", source, [([], ast.Name(" k", ast.Load()))], positive)
            case ast.If(test, body, []):
                more_positive = self._positive(test)
                if more_positive is None:
                    return None
                rays: list[Ray] = []
                for inner in body:
                    found = self.rays_of(inner, positive | more_positive)
                    if found is None:
                        return None
                    rays += found
                return rays
        return None

    def _loop(
        self, counter: str, source: ast.expr, yields: _Yields | None, positive: frozenset[str]
    ) -> list[Ray] | None:
        bounds = self._range(source)
        if bounds is None or not yields or counter in self.names:
            return None
        first, last = bounds
        rays = []
        for guards, state in yields:
            ray = self._ray(counter, first, last, guards, state)
            # a condition that a coordinate is not 0 takes nothing from a ray on which it falls
            if ray is None or not positive <= {name for name, falls in zip(self.names, ray, strict=True) if falls}:
                return None
            rays.append(ray)
        return rays

    def _ray(self, counter: str, first: int, last: _Upto, guards: list[_Upto], state: ast.expr) -> Ray | None:
        numbers = self._numbers(state)
        if numbers is None:
            return None
        falling: list[str] = []
        less: set[int] = set()
        for name, number in zip(self.names, numbers, strict=True):
            if number == {name: 1}:
                continue
            if self._is_counter(number, counter):  # the numbers 0, 1, ... up to one less than the coordinate
                more = number.get("", 0)
                stay = all(line == {other: 1} for other, line in zip(self.names, numbers, strict=True) if other != name)
                whole = first + more == 0 and last == _Upto(frozenset([name]), -1 - more)
                return tuple(int(other == name) for other in self.names) if stay and whole and not guards else None
            if {key: n for key, n in number.items() if key} != {name: 1, counter: -1}:
                return None
            falling.append(name)
            less.add(-number.get("", 0))
        if len(less) != 1:
            return None
        (taken,) = less  # the state takes counter + taken
        uptos = [_Upto(one.names, one.more + taken, one.any_of) for one in (last, *guards)]
        if first + taken != 1 or any(one.more for one in uptos):
            return None
        least: frozenset[str] = frozenset().union(*(one.names for one in uptos if not one.any_of))
        if least != set(falling) or not all(one.names & least for one in uptos):
            return None
        return tuple(int(name in least) for name in self.names)

    @staticmethod
    def _is_counter(number: Line, counter: str) -> bool:
        return {key: n for key, n in number.items() if key} == {counter: 1}

    def _numbers(self, state: ast.expr) -> list[Line] | None:
        """What each number of an option is, if all are sums of names."""
        if isinstance(state, ast.Call) and self.meaning(state.func) == "to" and len(state.args) == 1:
            if any(label.arg is None or _sets(label.value) for label in state.keywords):
                return None
            (state,) = state.args
        items = [state] if len(self.names) == 1 else state.elts if isinstance(state, ast.Tuple) else []
        found = [self._line(item) for item in items]
        return None if len(found) != len(self.names) or None in found else found  # type: ignore[return-value]

    def _line(self, node: ast.expr) -> Line | None:
        match node:
            case ast.Constant(int() as number) if not isinstance(number, bool):
                return _clean({"": number})
            case ast.Name(name):
                return {name: 1}
            case ast.UnaryOp(ast.USub(), inner):
                line = self._line(inner)
                return None if line is None else {key: -number for key, number in line.items()}
            case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
                a, b = self._line(left), self._line(right)
                if a is None or b is None:
                    return None
                sign = 1 if isinstance(operator, ast.Add) else -1
                return _clean({key: a.get(key, 0) + sign * b.get(key, 0) for key in {*a, *b}})
        return None

    def _range(self, node: ast.expr) -> tuple[int, _Upto] | None:
        """The first and the last number of a range, in either direction."""
        match node:
            case ast.Call(name, [inner], []) if self.meaning(name) == "reversed":
                return self._range(inner)
            case ast.Call(name, bounds, []) if self.meaning(name) == "range" and 1 <= len(bounds) <= 3:
                low: ast.expr = ast.Constant(0) if len(bounds) == 1 else bounds[0]
                high, by = bounds[min(len(bounds) - 1, 1)], 1
                if len(bounds) == 3:
                    step = self._line(bounds[2])
                    if step not in ({"": 1}, {"": -1}):
                        return None
                    by = step[""]
                if by < 0:
                    low, high = high, low
                start, last = self._line(low), self._upto(high)
                if start is None or last is None or set(start) - {""}:
                    return None
                if by < 0:  # from `high` down to before `low`
                    return start.get("", 0) + 1, last
                return start.get("", 0), _Upto(last.names, last.more - 1, last.any_of)
        return None

    def _upto(self, node: ast.expr) -> _Upto | None:
        match node:
            case ast.Call(name, args, []) if len(args) > 1 and self.meaning(name) in ("min", "max"):
                found = [self._upto(one) for one in args]
                if any(one is None or one.any_of or one.more for one in found):
                    return None
                largest = self.meaning(name) == "max"
                if largest and any(one is None or len(one.names) != 1 for one in found):
                    return None
                return _Upto(frozenset().union(*(one.names for one in found if one)), 0, any_of=largest)
            case ast.BinOp(left, ast.Add() | ast.Sub() as operator, ast.Constant(int() as more)):
                inner = self._upto(left)
                return inner and _Upto(
                    inner.names, inner.more + (more if isinstance(operator, ast.Add) else -more), inner.any_of
                )
            case ast.BinOp(ast.Constant(int() as more), ast.Add(), right):
                inner = self._upto(right)
                return inner and _Upto(inner.names, inner.more + more, inner.any_of)
            case ast.Name(name) if name in self.names:
                return _Upto(frozenset([name]), 0)
        return None

    def _guarded(self, body: list[ast.stmt], counter: str) -> _Yields | None:
        """The options of a loop's body, each with the conditions on the loop's variable round it."""
        found: _Yields = []
        for node in body:
            match node:
                case ast.Expr(ast.Yield(state)) if state is not None:
                    found.append(([], state))
                case ast.If(test, inner, []):
                    limits, more = self._limits(test, counter), self._guarded(inner, counter)
                    if limits is None or more is None:
                        return None
                    found += [([*limits, *guards], state) for guards, state in more]
                case _:
                    return None
        return found

    def _limits(self, test: ast.expr, counter: str) -> list[_Upto] | None:
        """What a condition says, if all that it says is that the loop's variable is at most something."""
        match test:
            case ast.BoolOp(ast.And(), values):
                found: list[_Upto] = []
                for value in values:
                    more = self._limits(value, counter)
                    if more is None:
                        return None
                    found += more
                return found
            case ast.Compare(left, [ast.LtE() | ast.Lt() as sign], [right]):
                strict = isinstance(sign, ast.Lt)
            case ast.Compare(right, [ast.GtE() | ast.Gt() as sign], [left]):
                strict = isinstance(sign, ast.Gt)
            case _:
                return None
        if isinstance(left, ast.Name) and left.id == counter:
            upto = self._upto(right)
            if upto and not upto.any_of:
                return [_Upto(upto.names, upto.more - strict)]
        a, b = self._line(left), self._line(right)
        if a is None or b is None:
            return None
        apart = _clean({key: b.get(key, 0) - a.get(key, 0) for key in {*a, *b}})  # is at least 0, or 1
        names = {key: number for key, number in apart.items() if key}
        name = next((key for key in names if key in self.names), None)
        if name is None or names != {name: 1, counter: -1}:
            return None
        return [_Upto(frozenset([name]), apart.get("", 0) - strict)]

    def _positive(self, test: ast.expr) -> frozenset[str] | None:
        """The coordinates of which a condition says that they are not 0, if it says nothing else."""
        match test:
            case ast.Name(name) if name in self.names:
                return frozenset([name])
            case ast.BoolOp(ast.And(), values):
                found = [self._positive(value) for value in values]
                return None if None in found else frozenset().union(*(one for one in found if one))
            case ast.Compare(ast.Name(name), [sign], [ast.Constant(int() as number)]) if name in self.names:
                wanted = 1 if isinstance(sign, ast.GtE) else 0
                if isinstance(sign, ast.Gt | ast.GtE | ast.NotEq) and number == wanted:
                    return frozenset([name])
        return None


def _clean(line: dict[str, int]) -> Line:
    return {key: number for key, number in line.items() if number}


def _sets(node: ast.AST) -> bool:
    return any(isinstance(inner, ast.NamedExpr | ast.Yield | ast.YieldFrom | ast.Await) for inner in ast.walk(node))


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
    found = []
    for ray in rays:
        found.append(base)
        first = ray.index(1)
        count = keep.size
        for i, extent in enumerate(shape):
            if i != first:
                count = b.mul(count, b.sub(b.add(extent, shape[first]), e.i64(1)) if ray[i] else extent)
        base = b.gep(base, [count])
    return found


def through(
    e: Emit, keep: Keep, rays: Sequence[Ray], begin: Sequence[Any], shape: Sequence[Any], state: Sequence[Any]
) -> list[Any]:
    """The sets of the lines through a state."""
    b = e.b
    found = []
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
        found.append(b.gep(base, [b.mul(number, keep.size)]))
    return found


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
    for one in sets:
        loaded = b.load(b.bitcast(b.gep(one, [word]), row.as_pointer()))
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
    for one in sets:
        loaded = b.load(b.gep(one, [exact]))
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
    for one in sets:
        place = b.gep(one, [word])
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
    head, one, after = e.block(), e.block(), e.block()
    before = b.block
    b.branch(head)
    b.position_at_end(head)
    word = b.phi(e.ir.IntType(64))
    word.add_incoming(top, before)
    b.cbranch(b.icmp_signed("<", word, e.i64(0)), after, one)
    b.position_at_end(one)
    b.store(e.i64(0), b.gep(keep.own, [word]))
    word.add_incoming(b.sub(word, e.i64(1)), one)
    b.branch(head)
    b.position_at_end(after)
    b.store(e.i64(-1), keep.own_top)

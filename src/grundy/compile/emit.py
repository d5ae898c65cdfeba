"""The state of the translation: where the next instruction goes, what each variable can hold, how it fails.

A loop's body is first walked in *rehearsal*, with a builder that builds nothing, until the intervals of the
variables that it changes settle; then once more in earnest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, NamedTuple, NoReturn

from grundy.compile import compiler, interval
from grundy.compile.interval import ANY, Interval, exactly, widen
from grundy.compile.subset import NotCompiled
from grundy.reading.core import Site, Yield

OPTION, PYTHON, OVERFLOW, STEPS, FULL, UNREADY = 1, 2, 3, 4, 5, 6
"""Why a kernel stopped: an option out of range; an error that Python too would raise; a number beyond 64 bits;
too many steps in one state; a value that does not fit the table; an option in a block that is not finished."""

Spans = dict[str, Interval]


class LlvmNumber(NamedTuple):
    """A whole number: the LLVM i64 that holds it (none in rehearsal) and where it can lie."""

    llvm: Any
    span: Interval


class ScopeEnd(NamedTuple):
    """Where the end of a scope is, and what the variables can be where it is left."""

    after: Any
    ends: list[Spans]


class Silent:
    """A builder that builds nothing."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *arguments, **more: None


class Emit:
    """What is known at the place where the next instruction goes; `spans` is None where nothing comes.

    `place` is where the rule begins, and `deliver` what is done with what it yields.
    """

    def __init__(self, place: str, play: Any, count_steps: bool, deliver: Callable[[Emit, Yield], None]) -> None:
        self.place = place
        self.site: Site | None = None  # of what is being written, where that is known
        self.deliver = deliver
        self.play = play
        self.count_steps = count_steps
        self.sums = False  # whether some option has several parts
        self.b: Any = Silent()
        self.entry: Any = None  # the block that has the variables
        self.module: Any = None
        self.state: Any = None
        self.fail_block: Any = None
        self.fail_code: Any = None
        self.steps_slot: Any = None
        self.spans: Spans | None = {}
        self.slots: dict[str, Any] = {}
        self.prefix = ""  # of the names of variables and scopes: those of each function are its own
        self.scopes: dict[str, ScopeEnd] = {}
        self.sizes: dict[int, int] = {}  # of the bodies of loops, by their ids
        self.weight = 1  # of the loop's body that comes next, times the rounds of those round it that are written out
        self.cost: int = 0  # steps that one state can take, at most
        self.options: int = 0  # options that one state can have, at most
        self.arrays: dict[Any, Any] = {}

    @cached_property
    def ir(self) -> Any:
        """What instructions are made of; who only looks at a rule does not load it."""
        return compiler.instructions()

    @property
    def dry(self) -> bool:
        return isinstance(self.b, Silent)

    # --- where

    def refuse(self, reason: str) -> NoReturn:
        raise NotCompiled(reason, f"{self.site.file}:{self.site.line}" if self.site else self.place)

    def block(self) -> Any:
        return self.b.append_basic_block()

    def at(self, block: Any, spans: Spans | None) -> None:
        """Go on in a block, with these intervals."""
        self.b.position_at_end(block)
        self.spans = spans

    def go(self, block: Any) -> None:
        """Leave for a block, unless something before has left already."""
        if self.spans is not None:
            self.b.branch(block)
            self.spans = None
        elif not self.dry and not self.b.block.is_terminated:
            self.b.unreachable()

    def split(self, condition: Any, yes: Any, no: Any) -> None:
        self.b.cbranch(condition, yes, no)

    def fail_if(self, condition: Any, code: int) -> None:
        """Stop the kernel where a condition holds, which it hardly ever does."""
        if self.dry:
            return
        cold, on = self.block(), self.block()
        self.b.cbranch(condition, cold, on).set_weights([1, 1 << 20])
        self.b.position_at_end(cold)
        self.b.store(self.i64(code), self.fail_code)
        self.b.branch(self.fail_block)
        self.b.position_at_end(on)

    def stop(self, code: int) -> None:
        """Stop the kernel here."""
        if not self.dry:
            self.b.store(self.i64(code), self.fail_code)
        self.go(self.fail_block)

    def fail_with(self, code: Any) -> None:
        """Stop the kernel for the reason that a function gave, unless it is 0."""
        stopped, on = self.block(), self.block()
        self.b.cbranch(self.b.icmp_signed("==", code, self.i64(0)), on, stopped)
        self.b.position_at_end(stopped)
        self.b.store(code, self.fail_code)
        self.b.branch(self.fail_block)
        self.b.position_at_end(on)

    @contextmanager
    def rehearsal(self) -> Iterator[None]:
        before = self.b, self.spans, self.cost, self.options
        self.b = Silent()
        yield
        self.b, self.spans, self.cost, self.options = before

    def settle(self, walk: Callable[[], list[Spans]]) -> Spans:
        """Intervals that hold at the head of a loop however often it is run; `walk` gives those at its ends."""
        assert self.spans is not None
        held = dict(self.spans)
        for _ in range(200):
            with self.rehearsal():
                self.spans = dict(held)
                now = join([held, *walk()])
            assert now is not None
            if now == held:
                return held
            held = {name: widen(held.get(name, span), span) for name, span in now.items()}
        raise NotCompiled("the loops of this rule are too involved to be compiled")

    # --- variables

    def i64(self, value: int) -> Any:
        return None if self.dry else self.ir.Constant(self.ir.IntType(64), value)

    def number_of(self, value: int) -> LlvmNumber:
        return LlvmNumber(self.i64(value), exactly(value))

    def fresh(self) -> Any:
        """A new place for a number."""
        if self.dry:
            return None
        with self.b.goto_block(self.entry):
            return self.b.alloca(self.ir.IntType(64))

    def store(self, name: str, number: LlvmNumber) -> None:
        name = self.prefix + name
        if self.spans is None:
            return
        if not self.dry:
            if name not in self.slots:
                self.slots[name] = self.fresh()
            self.b.store(number.llvm, self.slots[name])
        self.spans[name] = number.span

    def load(self, name: str) -> LlvmNumber:
        name = self.prefix + name
        if self.spans is None:
            return LlvmNumber(self.i64(0), ANY)  # never run
        if not self.dry and name not in self.slots:  # its value is given further on, in an earlier turn of a loop
            self.slots[name] = self.fresh()
        return LlvmNumber(self.b.load(self.slots[name]) if not self.dry else None, self.spans.get(name, ANY))

    # --- arithmetic

    def checked(self, exact: Interval, plain: str, careful: str, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
        """One of + - *: plain where it cannot leave 64 bits, checked where it can."""
        if exact.fits:
            return LlvmNumber(getattr(self.b, plain)(a.llvm, b.llvm, flags=["nsw"]), exact)
        if self.dry:
            return LlvmNumber(None, exact.clip())
        pair = getattr(self.b, careful)(a.llvm, b.llvm)
        self.fail_if(self.b.extract_value(pair, 1), OVERFLOW)
        return LlvmNumber(self.b.extract_value(pair, 0), exact.clip())

    def add(self, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
        return self.checked(interval.add(a.span, b.span), "add", "sadd_with_overflow", a, b)

    def subtract(self, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
        return self.checked(interval.subtract(a.span, b.span), "sub", "ssub_with_overflow", a, b)

    def multiply(self, a: LlvmNumber, b: LlvmNumber) -> LlvmNumber:
        return self.checked(interval.multiply(a.span, b.span), "mul", "smul_with_overflow", a, b)

    def compare(self, how: str, a: LlvmNumber, b: LlvmNumber) -> Any:
        return self.b.icmp_signed(how, a.llvm, b.llvm)

    def select(self, condition: Any, yes: Any, no: Any) -> Any:
        return self.b.select(condition, yes, no)

    def not_zero(self, divisor: LlvmNumber) -> LlvmNumber:
        lo, hi = divisor.span
        if lo <= 0 <= hi:
            self.fail_if(self.b.icmp_signed("==", divisor.llvm, self.i64(0)), PYTHON)
            divisor = LlvmNumber(divisor.llvm, Interval(lo or 1, hi or -1) if lo or hi else ANY)
        return divisor

    def divide(self, a: LlvmNumber, b: LlvmNumber) -> tuple[LlvmNumber, LlvmNumber]:
        """Quotient and remainder as Python has them: rounded down, and with the divisor's sign."""
        b = self.not_zero(b)
        quotient, remainder = interval.floor_divide(a.span, b.span), interval.modulo(a.span, b.span)
        if a.span.lo >= 0 and b.span.lo > 0:
            return LlvmNumber(self.b.udiv(a.llvm, b.llvm), quotient), LlvmNumber(self.b.urem(a.llvm, b.llvm), remainder)
        if not quotient.fits:  # only -2**63 // -1
            least = self.b.icmp_signed("==", a.llvm, self.i64(interval.MIN))
            self.fail_if(self.b.and_(least, self.b.icmp_signed("==", b.llvm, self.i64(-1))), OVERFLOW)
        q, r = self.b.sdiv(a.llvm, b.llvm), self.b.srem(a.llvm, b.llvm)
        apart = self.b.icmp_signed("<", self.b.xor(r, b.llvm), self.i64(0))
        off = self.b.and_(apart, self.b.icmp_signed("!=", r, self.i64(0)))
        q = self.select(off, self.b.sub(q, self.i64(1)), q)
        r = self.select(off, self.b.add(r, b.llvm), r)
        return LlvmNumber(q, quotient.clip()), LlvmNumber(r, remainder)

    def not_negative(self, by: LlvmNumber) -> LlvmNumber:
        if by.span.lo < 0:
            self.fail_if(self.b.icmp_signed("<", by.llvm, self.i64(0)), PYTHON)
            by = LlvmNumber(by.llvm, by.span.meet(lo=0) if by.span.hi >= 0 else Interval(0, interval.MAX))
        return by

    def shift_left(self, a: LlvmNumber, by: LlvmNumber) -> LlvmNumber:
        by = self.not_negative(by)
        exact = interval.shift_left(a.span, by.span)
        if exact.fits and by.span.hi <= 63:
            return LlvmNumber(self.b.shl(a.llvm, by.llvm), exact)
        far = self.b.icmp_signed(">", by.llvm, self.i64(63))
        near = self.select(far, self.i64(63), by.llvm)
        moved = self.b.shl(a.llvm, near)
        lost = self.b.icmp_signed("!=", self.b.ashr(moved, near), a.llvm)
        some = self.b.icmp_signed("!=", a.llvm, self.i64(0))
        self.fail_if(self.b.or_(lost, self.b.and_(far, some)), OVERFLOW)
        return LlvmNumber(moved, exact.clip())

    def shift_right(self, a: LlvmNumber, by: LlvmNumber) -> LlvmNumber:
        by = self.not_negative(by)
        amount = by.llvm
        if by.span.hi > 63:
            amount = self.select(self.b.icmp_signed(">", amount, self.i64(63)), self.i64(63), amount)
        return LlvmNumber(self.b.ashr(a.llvm, amount), interval.shift_right(a.span, by.span))

    def step(self) -> None:
        """Count one step of a loop that may run for ever."""
        if self.count_steps and not self.dry:
            steps = self.b.add(self.b.load(self.steps_slot), self.i64(1))
            self.b.store(steps, self.steps_slot)
            self.fail_if(self.b.icmp_unsigned(">", steps, self.i64(MOST_STEPS)), STEPS)


MOST_STEPS = 10**9
"""Steps of loops in one state, after which a rule counts as one that does not end."""


def join(all_spans: list[Spans] | list[Spans | None]) -> Spans | None:
    """What holds where several ways meet. A variable that has a value on some of them alone is not used behind the
    others, as the core form promises."""
    reached = [spans for spans in all_spans if spans is not None]
    if not reached:
        return None
    joined = dict(reached[0])
    for spans in reached[1:]:
        for name, span in spans.items():
            joined[name] = span.join(joined[name]) if name in joined else span
    return joined

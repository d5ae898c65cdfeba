"""What a kernel gathers of a state's options, and how it makes the state's value of that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from grundy.compile import emit
from grundy.compile.emit import Emit, LlvmNumber

Way = Literal["window", "stamps8", "stamps16", "stamps32", "lines8", "lines16", "lines32", "normal", "misere"]
FEW_OPTIONS = 8


class Keep:
    """How values of options are gathered, and what is kept of a state.

    `look_up` gives the value of a state of the table (for outcomes whether it is a P-position), or stops the kernel.
    `index` is the place of the state worked on, `epoch` a number of its own. With lines, a set in the kernel's own
    memory holds the values of the options that lie on no line.
    """

    def __init__(self, way: Way, arity: int, few: bool) -> None:
        self.way, self.arity, self.few = way, arity, few
        self.lines = way.startswith("lines")
        self.outcomes = way in ("normal", "misere")
        self.bits = 8 if way == "window" or self.outcomes else int("".join(filter(str.isdigit, way)))
        self.look_up: Callable[[Emit, list[LlvmNumber]], Any] = lambda e, numbers: None
        self.table: Any = None
        self.index: Any = None
        self.stamps: Any = None
        self.size: Any = None
        self.epoch: Any = None
        self.seen: Any = None
        self.own: Any = None  # with lines: the set of the values of other options, and its last word that is not 0
        self.own_top: Any = None
        self.found: Any = None  # the block of a state from which a P-position can be reached

    def nothing(self, e: Emit) -> Any:
        """What the option is worth that leaves nothing: a P-position, but in misère play."""
        return e.i64({"normal": 1, "misere": 0}.get(self.way, 0))

    def part(self, e: Emit, numbers: list[LlvmNumber]) -> Any:
        """The value of a state of the table, or for outcomes whether it is a P-position."""
        return None if e.dry else self.look_up(e, numbers)

    def mark(self, e: Emit, nim_value: Any) -> None:
        """Take an option of this value into account."""
        if e.dry:
            return
        b = e.b
        if self.outcomes:
            on = e.block()
            b.store(e.i64(1), self.seen)
            b.cbranch(b.icmp_signed("!=", nim_value, e.i64(0)), self.found, on)
            b.position_at_end(on)
        elif self.way == "window":
            bit = b.shl(e.i64(1), b.and_(nim_value, e.i64(63)))
            b.store(b.or_(b.load(self.seen), bit), self.seen)
        elif self.lines:
            word = b.lshr(nim_value, e.i64(6))
            e.fail_if(b.icmp_unsigned(">=", word, self.size), emit.FULL)
            place = b.gep(self.own, [word])
            b.store(b.or_(b.load(place), b.shl(e.i64(1), b.and_(nim_value, e.i64(63)))), place)
            top = b.load(self.own_top)
            b.store(b.select(b.icmp_signed(">", word, top), word, top), self.own_top)
        else:
            if self.bits == 32:
                e.fail_if(b.icmp_unsigned(">=", nim_value, self.size), emit.FULL)
            b.store(self.epoch, b.gep(self.stamps, [nim_value]))

    def begin(self, e: Emit) -> None:
        if self.way == "window" or self.outcomes:
            e.b.store(e.i64(0), self.seen)

    def write(self, e: Emit, value: Any) -> None:
        """Keep the value of the state; for outcomes, that it is a P-position."""
        b = e.b
        if self.outcomes:
            place = b.gep(self.table, [b.lshr(self.index, e.i64(3))])
            bit = b.shl(e.i64(1), b.and_(self.index, e.i64(7)))
            b.store(b.or_(b.load(place), b.trunc(bit, e.ir.IntType(8))), place)
        else:
            b.store(b.trunc(value, e.ir.IntType(self.bits)), b.gep(self.table, [self.index]))

    def unless_won(self, e: Emit, next_: Any) -> None:
        """For outcomes, when no option is a P-position: go on to `next_` if the state is none either."""
        if self.way == "misere":  # whoever cannot move wins
            on = e.block()
            e.b.cbranch(e.b.icmp_signed("==", e.b.load(self.seen), e.i64(0)), next_, on)
            e.b.position_at_end(on)

    def mex(self, e: Emit) -> Any:
        """The least value that no option has."""
        b = e.b
        if self.way == "window":
            seen = b.load(self.seen)
            if self.few:
                return self._few(e, seen)
            e.fail_if(b.icmp_signed("==", seen, e.i64(-1)), emit.FULL)
            return b.cttz(b.not_(seen), e.ir.Constant(e.ir.IntType(1), 1))
        head, more, after = e.block(), e.block(), e.block()
        before = b.block
        b.branch(head)
        b.position_at_end(head)
        least = b.phi(e.ir.IntType(64))
        least.add_incoming(e.i64(0), before)
        stamp = b.load(b.gep(self.stamps, [least]))
        b.cbranch(b.icmp_unsigned("==", stamp, self.epoch), more, after)
        b.position_at_end(more)
        least.add_incoming(b.add(least, e.i64(1)), more)
        b.branch(head)
        b.position_at_end(after)
        full = self.size if self.bits == 32 else e.i64(1 << self.bits)
        e.fail_if(b.icmp_unsigned(">=", least, full), emit.FULL)
        return least

    @staticmethod
    def _few(e: Emit, seen: Any) -> Any:
        """A guess from the values before is right more often than not, and then nothing waits for this state."""
        b = e.b
        store = e.block()
        ways = []
        for least in range(FEW_OPTIONS):
            on = e.block()
            ways.append((e.i64(least), b.block))
            b.cbranch(b.icmp_signed("==", b.and_(seen, e.i64(1 << least)), e.i64(0)), store, on)
            b.position_at_end(on)
        ways.append((e.i64(FEW_OPTIONS), b.block))
        b.branch(store)
        b.position_at_end(store)
        phi = b.phi(e.ir.IntType(64))
        for number, block in ways:
            phi.add_incoming(number, block)
        return phi

"""The loop over the states round a rule's body, for each way to keep what is known of a state.

A kernel is `i64 kernel(u8* table, i64 first, i64 last, i64* shape, i32* stamps, i64 size, u8* done, i64 block,
i64* report)`. It works out the states first..last-1 in increasing order and returns 0, or why it stopped (see
emit.py); report[0] is the state at which it is then, report[1] the block that it waits for. States of a box are
numbered row by row.

    window    nim-values below 64, u8 a state: those of the options are a set in one machine word
    stamps    nim-values of 8, 16 or 32 bits: those of the options are stamped with the state's number,
              so that the stamps (u32[size], 0 when the kernel is called) need no clearing
    normal    P-positions of normal play, one bit a state, 0 when nothing is known
    misere    the same for misère play

requires  every state before `first` is right; with blocks, those of the blocks marked in `done`
bounds    every option is checked to be a state of the table that comes before (and with blocks, one that is done)
          before it is looked up; values index a window of 64 by their last 6 bits, and stamps of 2**8, 2**16 or
          `size` entries that have been checked to be enough
judge     model.definition, in tests/test_compile.py
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from grundy.compile import emit
from grundy.compile.calls import local_names
from grundy.compile.emit import Emit, Num
from grundy.compile.fuse import statements
from grundy.compile.interval import Interval, exactly
from grundy.compile.source import parameters, read
from grundy.compile.subset import NotCompiled
from grundy.model.rule import Rule

Way = Literal["window", "stamps8", "stamps16", "stamps32", "normal", "misere"]
SMALL, LARGE = 2**31, 2**40
"""Kernels are made for fewer than 2**31 states (and then fewer numbers need checking), or for up to 2**40."""

FEW_OPTIONS = 8
PROVED_STEPS = 2**34


@dataclass(frozen=True, slots=True)
class Facts:
    """What a look at a rule's source tells, before anything is compiled."""

    sums: bool
    few: bool  # at most FEW_OPTIONS options in any state
    endless: bool  # no small bound on its steps is known


class Keep:
    """How a kernel looks up options and what it gathers from them."""

    def __init__(self, way: Way, arity: int, blocks: bool, few: bool) -> None:
        self.way, self.arity, self.blocks, self.few = way, arity, blocks, few
        self.bits = int(way[6:]) if way.startswith("stamps") else 8
        self.outcomes = way in ("normal", "misere")
        self.table: Any = None
        self.index: Any = None
        self.shape: list[Any] = []
        self.arguments: tuple[Any, ...] = ()
        self.seen: Any = None
        self.epoch: Any = None
        self.needed: Any = None  # the block of the option looked up last
        self.found: Any = None  # the block of a state from which a P-position can be reached

    def nothing(self, e: Emit) -> Any:
        """What the option is worth that leaves nothing: a P-position, but in misère play."""
        return e.i64({"normal": 1, "misere": 0}.get(self.way, 0))

    def part(self, e: Emit, numbers: list[Num]) -> Any:
        """The value of a state of the table, or for outcomes whether it is a P-position."""
        if e.dry:
            return None
        b = e.b
        _, _, _, _, _, _, done, block, _ = self.arguments
        place = numbers[0].llvm
        if self.arity > 1:
            inside = None
            for number, extent in zip(numbers, self.shape, strict=True):
                below = b.icmp_unsigned("<", number.llvm, extent)
                inside = below if inside is None else b.and_(inside, below)
            e.fail_if(b.not_(inside), emit.OPTION)
            for number, extent in zip(numbers[1:], self.shape[1:], strict=True):
                place = b.add(b.mul(place, extent), number.llvm)
        e.fail_if(b.icmp_unsigned(">=", place, self.index), emit.OPTION)
        if self.blocks:
            number = b.lshr(place, block)
            b.store(number, self.needed)
            ready = b.load(b.gep(done, [number]))
            e.fail_if(b.icmp_unsigned("==", ready, e.ir.Constant(e.ir.IntType(8), 0)), emit.UNREADY)
        if self.outcomes:
            byte = b.zext(b.load(b.gep(self.table, [b.lshr(place, e.i64(3))])), e.ir.IntType(64))
            return b.and_(b.lshr(byte, b.and_(place, e.i64(7))), e.i64(1))
        value = b.load(b.gep(self.table, [place]))
        return b.zext(value, e.ir.IntType(64)) if self.bits < 64 else value

    def mark(self, e: Emit, worth: Any) -> None:
        """Take an option of this value into account."""
        if e.dry:
            return
        b = e.b
        if self.outcomes:
            on = e.block()
            b.store(e.i64(1), self.seen)
            b.cbranch(b.icmp_signed("!=", worth, e.i64(0)), self.found, on)
            b.position_at_end(on)
        elif self.way == "window":
            bit = b.shl(e.i64(1), b.and_(worth, e.i64(63)))
            b.store(b.or_(b.load(self.seen), bit), self.seen)
        else:
            if self.bits == 32:
                e.fail_if(b.icmp_unsigned(">=", worth, self.arguments[5]), emit.FULL)
            b.store(self.epoch, b.gep(self.arguments[4], [worth]))

    def begin(self, e: Emit) -> None:
        if not self.way.startswith("stamps"):
            e.b.store(e.i64(0), self.seen)
        else:
            number = e.b.sub(self.index, self.arguments[1])
            self.epoch = e.b.add(e.b.trunc(number, e.ir.IntType(32)), e.ir.Constant(e.ir.IntType(32), 1))

    def finish(self, e: Emit, next_: Any) -> None:
        """All options are known: keep what they say of the state, and go on to `next_`."""
        b = e.b
        if self.outcomes:
            write = e.block()
            if self.way == "misere":  # whoever cannot move wins
                b.cbranch(b.icmp_signed("==", b.load(self.seen), e.i64(0)), next_, write)
            else:
                b.branch(write)
            b.position_at_end(write)
            place = b.gep(self.table, [b.lshr(self.index, e.i64(3))])
            bit = b.shl(e.i64(1), b.and_(self.index, e.i64(7)))
            b.store(b.or_(b.load(place), b.trunc(bit, e.ir.IntType(8))), place)
        else:
            least = self._mex(e)
            b.store(b.trunc(least, e.ir.IntType(self.bits)), b.gep(self.table, [self.index]))
        b.branch(next_)

    def _mex(self, e: Emit) -> Any:
        b = e.b
        if self.way == "window":
            seen = b.load(self.seen)
            if self.few:
                # a guess from the values before is right more often than not, and then nothing waits for this state
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
            e.fail_if(b.icmp_signed("==", seen, e.i64(-1)), emit.FULL)
            return b.cttz(b.not_(seen), e.ir.Constant(e.ir.IntType(1), 1))
        head, more, after = e.block(), e.block(), e.block()
        before = b.block
        b.branch(head)
        b.position_at_end(head)
        least = b.phi(e.ir.IntType(64))
        least.add_incoming(e.i64(0), before)
        stamp = b.load(b.gep(self.arguments[4], [least]))
        b.cbranch(b.icmp_unsigned("==", stamp, self.epoch), more, after)
        b.position_at_end(more)
        least.add_incoming(b.add(least, e.i64(1)), more)
        b.branch(head)
        b.position_at_end(after)
        full = self.arguments[5] if self.bits == 32 else e.i64(1 << self.bits)
        e.fail_if(b.icmp_unsigned(">=", least, full), emit.FULL)
        return least


def _emit(rule: Rule, keep: Keep, count_steps: bool) -> tuple[Emit, dict[str, Any]]:
    """Where the translation starts, and the parameters that the rule changes like variables."""
    source = read(rule.function)
    given = parameters(rule)
    own = local_names(rule.function) - set(given)
    body_names = _assigned(source.tree)
    outside = {name: held for name, held in source.outside.items() if name not in own and name not in given}
    constants = {**outside, **{name: held for name, held in given.items() if name not in body_names}}
    changed = {name: held for name, held in given.items() if name in body_names}
    return Emit(source, constants, keep, count_steps), changed


def _assigned(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}


def _body(e: Emit, rule: Rule, changed: dict[str, Any], coordinates: list[Num]) -> None:
    """The rule's own statements, for a state."""
    tree = e.source.tree
    names = [one.arg for one in (*tree.args.posonlyargs, *tree.args.args)]
    for name, number in zip(names, coordinates, strict=True):
        e.store(name, number)
    for name, held in changed.items():
        if not isinstance(held, int) or not exactly(int(held)).fits:
            e.refuse(tree, f"changing the parameter {name!r} is not compiled; write another name")
        e.store(name, e.number_of(int(held)))
    statements(e, tree.body)


def look(rule: Rule) -> Facts:
    """What the source of a rule tells, before anything is compiled.

    Raises: NotCompiled: with the construct that is not compiled, its place, and what to write instead.
    """
    e, changed = _emit(rule, Keep("window", rule.arity, False, False), False)
    if not any(True for _ in _yields(e.source.tree)):
        raise NotCompiled("a rule without a yield is not compiled; write a generator", e.source.place(e.source.tree))
    _body(e, rule, changed, [Num(None, Interval(0, SMALL - 1))] * rule.arity)
    return Facts(e.sums, e.options <= FEW_OPTIONS, e.cost > PROVED_STEPS)


def _yields(tree: ast.AST) -> Iterator[ast.AST]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.Yield | ast.YieldFrom))


def assembly(rule: Rule, way: Way, states: int, blocks: bool = False, facts: Facts | None = None) -> str:
    """The kernel of a rule as LLVM assembly.

    Args:    states: how many states the table has, at most 2**40.
             blocks: whether options are looked up in finished blocks of 2**block states only.
             facts: what `look` told of the rule, if it has been asked.
    Raises:  NotCompiled.
    """
    from llvmlite import ir

    facts = facts or look(rule)
    most = SMALL if states <= SMALL else LARGE
    keep = Keep(way, rule.arity, blocks, facts.few)
    e, changed = _emit(rule, keep, facts.endless)
    i8, i32, i64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    entry_of = ir.IntType(keep.bits)
    kinds = [i8.as_pointer(), i64, i64, i64.as_pointer(), i32.as_pointer(), i64, i8.as_pointer(), i64, i64.as_pointer()]
    e.module = ir.Module("rule")
    kernel = ir.Function(e.module, ir.FunctionType(i64, kinds), "kernel")
    for pointer in (0, 3, 4, 6, 8):
        kernel.args[pointer].add_attribute("noalias")
    keep.arguments = kernel.args
    table, first, last, shape, _, _, _, _, report = kernel.args

    e.entry = kernel.append_basic_block("entry")
    head, state, finish, next_, fail, done = (kernel.append_basic_block(name) for name in NAMES)
    b = e.b = ir.IRBuilder(e.entry)
    keep.table = b.bitcast(table, entry_of.as_pointer()) if keep.bits != 8 else table
    e.fail_block = fail
    e.fail_code, e.steps_slot, keep.seen, keep.needed, index = (b.alloca(i64) for _ in range(5))
    b.store(e.i64(0), keep.needed)
    b.store(first, index)
    if rule.arity > 1:
        keep.shape = [b.load(b.gep(shape, [e.i64(k)])) for k in range(rule.arity)]
    places = [b.alloca(i64) for _ in range(rule.arity)] if rule.arity > 1 else []
    rest = first
    for place, extent in zip(reversed(places), reversed(keep.shape), strict=True):
        b.store(b.urem(rest, extent), place)
        rest = b.udiv(rest, extent)
    setup = kernel.append_basic_block("setup")  # so that what later joins the entry's variables stands before its end
    b.branch(setup)
    b.position_at_end(setup)
    b.branch(head)

    b.position_at_end(head)
    keep.index = b.load(index)
    b.cbranch(b.icmp_unsigned("<", keep.index, last), state, done)

    b.position_at_end(state)
    e.end, keep.found = finish, next_
    b.store(e.i64(0), e.steps_slot)
    keep.begin(e)
    span = Interval(0, (most if rule.arity == 1 else SMALL) - 1)
    numbers = [Num(b.load(place), span) for place in places] or [Num(keep.index, span)]
    _body(e, rule, changed, numbers)
    e.go(finish)

    b.position_at_end(finish)
    keep.finish(e, next_)

    b.position_at_end(next_)
    b.store(b.add(keep.index, e.i64(1)), index)
    for place, extent in zip(reversed(places), reversed(keep.shape), strict=True):
        further = b.add(b.load(place), e.i64(1))
        carry = b.icmp_signed("==", further, extent)
        b.store(b.select(carry, e.i64(0), further), place)
        if place is not places[0]:
            on = e.block()
            b.cbranch(carry, on, head)
            b.position_at_end(on)
    b.branch(head)

    b.position_at_end(fail)
    b.store(keep.index, report)
    b.store(b.load(keep.needed), b.gep(report, [e.i64(1)]))
    b.ret(b.load(e.fail_code))
    b.position_at_end(done)
    b.store(last, report)
    b.ret(e.i64(0))
    return str(e.module)


NAMES = ("head", "state", "finish", "next", "fail", "done")

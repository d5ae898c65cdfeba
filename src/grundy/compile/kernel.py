"""The loop over the states round a rule's body, for each way to keep what is known of a state.

A kernel is `i64 kernel(u8* table, i64 first, i64 last, i64* shape, u32* stamps, i64 size, u8* done, i64 block,
i64* report)`. It works out the states first..last-1 in increasing order and returns 0, or why it stopped (see
emit.py); report[0] is the state at which it is then, report[1] the block that it waits for. States of a box are
numbered row by row.

    window    nim-values below 64, u8 a state: those of the options are a set in one machine word
    stamps    nim-values of 8, 16 or 32 bits: those of the options are stamped with the state's number,
              so that the stamps (u32[size], 0 when the kernel is called) need no clearing
    lines     nim-values of 8, 16 or 32 bits: what is seen along rays (lines.py) is kept in sets for the lines of the
              box (lines.py), u64[size] each, and only the other options are looked up
    normal    P-positions of normal play, one bit a state, 0 when nothing is known
    misere    the same for misère play

Of a box a kernel may work on one tile: `shape` then has the extents of the box, the tile's lowest corner, its extents,
for each coordinate by how many bits it is shifted to give the tile's, and what the number of a tile grows by with it.
first and last count the tile's states, row by row. With lines, block = 1 says that the values are known already, and
only the sets are to be filled. A piece that is filled apart looks at `done` for every other piece, whichever it is.

requires  every state before `first` is right; with blocks, of which `first` and `last` lie in one, those of the blocks
          (of a box: tiles) marked in `done`, among which are all with fewer bits in their number (of a box: all that
          are no further from 0 in any direction); with lines, the sets hold the values of the states before on each
          line
bounds    every option is checked to be a state of the table that comes before (and with blocks, one that is done)
          before it is looked up; values index a window of 64 by their last 6 bits, and stamps of 2**8, 2**16 or
          `size` entries, or sets of 64 `size`, that have been checked to be enough
judge     model.definition, in tests/compile/test_compile.py and tests/compile/test_rays.py
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.compile import compiler, emit, lines, rule_files
from grundy.compile.emit import Emit, LlvmNumber
from grundy.compile.form import form_of, place_of
from grundy.compile.fuse import option, statements
from grundy.compile.interval import Interval
from grundy.compile.keep import FEW_OPTIONS, Keep, Way
from grundy.compile.machine import Kernel
from grundy.compile.rays import Ray, split
from grundy.model.rule import Rule
from grundy.reading.core import Body, Core, Yield

SMALL, LARGE = 2**31, 2**40
"""Kernels are made for fewer than 2**31 states (and then fewer numbers need checking), or for up to 2**40."""

PROVED_STEPS = 2**34


@dataclass(frozen=True, slots=True)
class Facts:
    """What a rule does, and what that tells before anything is compiled."""

    core: Core
    sums: bool
    few: bool  # at most FEW_OPTIONS options in any state
    endless: bool  # no small bound on its steps is known
    rays: tuple[Ray, ...] = ()
    only_rays: bool = False  # nothing else is yielded, and nothing else can stop the rule


def started(rule: Rule, play: Any, count_steps: bool, deliver: Callable[[Emit, Yield], None] = option) -> Emit:
    """Where the translation of a rule starts."""
    return Emit(place_of(rule.function), play, count_steps, deliver)


def body_of(e: Emit, core: Core, coordinates: Sequence[LlvmNumber], body: Body) -> None:
    """Statements of the rule, for a state."""
    for name, number in zip(core.state, coordinates, strict=True):
        e.store(name, number)
    statements(e, body)


def look(rule: Rule) -> Facts:
    """What a rule does, and what that tells before anything is compiled.

    Raises: NotCompiled: with the construct that is not compiled, its place, and what to write instead.
    """
    core = form_of(rule)
    e = started(rule, Keep("window", rule.arity, False), False)
    body_of(e, core, [LlvmNumber(None, Interval(0, SMALL - 1))] * rule.arity, core.body)
    ray_split = split(core)
    only = bool(ray_split.rays) and not ray_split.rest
    return Facts(core, e.sums, e.options <= FEW_OPTIONS, e.cost > PROVED_STEPS, ray_split.rays, only)


def kernel_of(
    rule: Rule, way: Way, states: int, blocks: bool = False, facts: Facts | None = None, with_lines: bool = False
) -> Kernel:
    """The kernel of a rule, as `assembly` has it: from its file, if it has one. Raises: NotCompiled."""
    facts = facts or look(rule)
    name = rule_files.name_of(facts.core, "table", rule.arity, way, states <= SMALL, blocks, with_lines)
    return rule_files.load_kernel(name) or rule_files.make_kernel(
        name, assembly(rule, way, states, blocks, facts, with_lines)
    )


def assembly(
    rule: Rule,
    way: Way,
    states: int,
    blocks: bool = False,
    facts: Facts | None = None,
    with_lines: bool = False,
    apart: bool = False,
) -> str:
    """The kernel of a rule as LLVM assembly.

    Args:    states: how many states the table has, at most 2**40.
             blocks: whether options are looked up in finished blocks of 2**block states only, or finished tiles.
             facts: what `look` told of the rule, if it has been asked.
             with_lines: for outcomes, whether sets are kept for lines; for values `way` says it.
             apart: whether no other block or tile is there unless `done` has it.
    Raises:  NotCompiled.
    """
    ir = compiler.instructions()
    facts = facts or look(rule)
    most = SMALL if states <= SMALL else LARGE
    keep = Keep(way, rule.arity, facts.few)
    rays = facts.rays if with_lines or keep.lines else ()
    e = started(rule, keep, facts.endless)
    body = split(facts.core).rest if rays else facts.core.body
    i8, i32, i64 = ir.IntType(8), ir.IntType(32), ir.IntType(64)
    kinds = [i8.as_pointer(), i64, i64, i64.as_pointer(), i32.as_pointer(), i64, i8.as_pointer(), i64, i64.as_pointer()]
    e.module = ir.Module("rule")
    kernel = ir.Function(e.module, ir.FunctionType(i64, kinds), "kernel")
    for pointer in (0, 3, 4, 6, 8):
        kernel.args[pointer].add_attribute("noalias")
    table, first, last, numbers, keep.stamps, keep.size, done, block, report = kernel.args

    e.entry = kernel.append_basic_block("entry")
    head, state, finish, next_, fail, end = (kernel.append_basic_block(name) for name in NAMES)
    b = e.b = ir.IRBuilder(e.entry)
    keep.table = b.bitcast(table, ir.IntType(keep.bits).as_pointer()) if keep.bits != 8 else table
    e.fail_block = fail
    e.fail_code, e.steps_slot, keep.seen, needed, position = (b.alloca(i64) for _ in range(5))
    b.store(e.i64(0), needed)
    b.store(first, position)
    box = Box(e, rule.arity, numbers, first, tiled=bool(rays) or (blocks and rule.arity > 1))
    setup = kernel.append_basic_block("setup")  # so that what later joins the entry's variables stands before its end
    b.branch(setup)
    b.position_at_end(setup)
    around = _blocks(e, done, block, first, needed, apart) if blocks else None
    begin = lines.starts(e, keep, rays, box.shape) if rays else []
    with_own = keep.lines and not facts.only_rays
    if with_own:
        lines.own_set(e, keep)
    b.branch(head)

    b.position_at_end(head)
    at = b.load(position)
    b.cbranch(b.icmp_unsigned("<", at, last), state, end)

    b.position_at_end(state)
    keep.index = box.index(e, at)
    keep.epoch = b.add(b.trunc(b.sub(at, first), i32), ir.Constant(i32, 1))
    keep.look_up = _from_table(keep, box, around)
    keep.found = next_
    b.store(e.i64(0), e.steps_slot)
    keep.begin(e)
    span = Interval(0, (most if rule.arity == 1 else SMALL) - 1)
    coordinates = box.state(e)
    sets = lines.through(e, keep, rays, begin, box.shape, coordinates) if rays else []
    if rays:
        _known_already(e, keep, sets, block, next_)
        if keep.outcomes:
            _along_rays(e, keep, sets, rays, coordinates)
    held = [LlvmNumber(operand, span) for operand in coordinates] or [LlvmNumber(keep.index, span)]
    body_of(e, facts.core, held, body)
    e.go(finish)

    b.position_at_end(finish)
    if keep.outcomes:
        keep.unless_won(e, next_)
        keep.write(e, None)
        for operand in sets:
            b.store(e.i64(1), operand)
    else:
        least = lines.least_missing(e, keep, sets, with_own) if rays else keep.mex(e)
        keep.write(e, least)
        lines.put(e, sets, least)
        if with_own:
            lines.clear_own(e, keep)
    b.branch(next_)

    b.position_at_end(next_)
    b.store(b.add(at, e.i64(1)), position)
    box.step(e, head)

    b.position_at_end(fail)
    b.store(at, report)
    b.store(b.load(needed), b.gep(report, [e.i64(1)]))
    b.ret(b.load(e.fail_code))
    b.position_at_end(end)
    b.store(last, report)
    b.ret(e.i64(0))
    return str(e.module)


NAMES = ("head", "state", "finish", "next", "fail", "end")


class Box:
    """The coordinates of the state worked on, in a box or a tile of one."""

    def __init__(self, e: Emit, arity: int, numbers: Any, first: Any, tiled: bool) -> None:
        def row(k: int) -> list[Any]:
            return [e.b.load(e.b.gep(numbers, [e.i64(k * arity + i)])) for i in range(arity)]

        b = e.b
        self.tiled = tiled
        self.shape = row(0) if arity > 1 or tiled else []
        self.places = [b.alloca(e.ir.IntType(64)) for _ in self.shape]
        self.lows, self.sizes, self.shifts, self.strides = (row(k) if tiled else [] for k in range(1, 5))
        sizes, rest = self.sizes, first
        self.ends = [b.add(low, size) for low, size in zip(self.lows, sizes, strict=True)] or self.shape
        for i in reversed(range(len(self.shape))):
            size = sizes[i] if tiled else self.shape[i]
            number = b.urem(rest, size)
            b.store(b.add(self.lows[i], number) if tiled else number, self.places[i])
            rest = b.udiv(rest, size)

    def state(self, e: Emit) -> list[Any]:
        return [e.b.load(place) for place in self.places]

    def index(self, e: Emit, position: Any) -> Any:
        """The place in the table of the state worked on."""
        return self.place(e, self.state(e)) if self.tiled else position

    def place(self, e: Emit, state: list[Any]) -> Any:
        place = state[0]
        for number, extent in zip(state[1:], self.shape[1:], strict=True):
            place = e.b.add(e.b.mul(place, extent), number)
        return place

    def tile(self, e: Emit, state: list[Any]) -> Any:
        """The number of the tile in which a state lies."""
        tile = e.i64(0)
        for number, shift, stride in zip(state, self.shifts, self.strides, strict=True):
            tile = e.b.add(tile, e.b.mul(e.b.lshr(number, shift), stride))
        return tile

    def step(self, e: Emit, head: Any) -> None:
        """Go on to the next state, and to `head`."""
        b = e.b
        for i in reversed(range(len(self.places))):
            further = b.add(b.load(self.places[i]), e.i64(1))
            carry = b.icmp_signed("==", further, self.ends[i])
            start = self.lows[i] if self.tiled else e.i64(0)
            b.store(b.select(carry, start, further), self.places[i])
            if i:
                on = e.block()
                b.cbranch(carry, on, head)
                b.position_at_end(on)
        b.branch(head)


def _from_table(keep: Keep, box: Box, blocks: BlockLookup | None) -> Callable[[Emit, list[LlvmNumber]], Any]:
    """Looks options up in the table, those of blocks that may not be finished after a look at which are."""

    def inside(e: Emit, state: list[Any], ends: list[Any]) -> Any:
        all_ = None
        for number, end in zip(state, ends, strict=True):
            below = e.b.icmp_unsigned("<", number, end)
            all_ = below if all_ is None else e.b.and_(all_, below)
        return all_

    def look_up(e: Emit, numbers: list[LlvmNumber]) -> Any:
        b = e.b
        state = [number.llvm for number in numbers]
        place = box.place(e, state) if box.shape else state[0]
        if blocks is None:
            if box.shape:
                e.fail_if(b.not_(inside(e, state, box.shape)), emit.OPTION)
            e.fail_if(b.icmp_unsigned(">=", place, keep.index), emit.OPTION)
        else:
            e.fail_if(b.icmp_unsigned(">=", place, keep.index), emit.OPTION)
            if box.tiled and blocks.apart:
                near = inside(
                    e, [b.sub(coordinate, low) for coordinate, low in zip(state, box.lows, strict=True)], box.sizes
                )
            elif box.tiled:  # all tiles below this one in every direction are finished
                near = inside(e, state, box.ends)
            else:  # and so are all blocks whose number has no bit that the number of this one has not
                near = b.icmp_signed("==", b.and_(b.xor(place, blocks.base), blocks.beyond), e.i64(0))
            far, on = e.block(), e.block()
            b.cbranch(near, on, far).set_weights([1 << 20, 1])
            b.position_at_end(far)
            if box.tiled:
                e.fail_if(b.not_(inside(e, state, box.shape)), emit.OPTION)
            number = box.tile(e, state) if box.tiled else b.lshr(place, blocks.shift)
            b.store(number, blocks.needed)
            ready = b.load(b.gep(blocks.done, [number]))
            e.fail_if(b.icmp_unsigned("==", ready, e.ir.Constant(e.ir.IntType(8), 0)), emit.UNREADY)
            b.branch(on)
            b.position_at_end(on)
        if keep.outcomes:
            byte = b.zext(b.load(b.gep(keep.table, [b.lshr(place, e.i64(3))])), e.ir.IntType(64))
            return b.and_(b.lshr(byte, b.and_(place, e.i64(7))), e.i64(1))
        return b.zext(b.load(b.gep(keep.table, [place])), e.ir.IntType(64))

    return look_up


@dataclass(frozen=True, slots=True)
class BlockLookup:
    """What a kernel knows of the blocks of its table: which are done, by how many bits a state is shifted to give its
    block's number, the bits in which no state of a block that is surely there differs from `base`, where to say which
    block is missing, and whether only its own is surely there."""

    done: Any
    shift: Any
    base: Any
    beyond: Any
    needed: Any
    apart: bool


def _blocks(e: Emit, done: Any, shift: Any, first: Any, needed: Any, apart: bool) -> BlockLookup:
    b = e.b
    inside = b.sub(b.shl(e.i64(1), shift), e.i64(1))
    if apart:
        return BlockLookup(done, shift, first, b.not_(inside), needed, apart)
    return BlockLookup(done, shift, e.i64(0), b.not_(b.or_(first, inside)), needed, apart)


def _known_already(e: Emit, keep: Keep, sets: list[Any], block: Any, next_: Any) -> None:
    """Where the values are known, put the state's own into the sets of its lines, and go on."""
    b = e.b
    known, on = e.block(), e.block()
    b.cbranch(b.icmp_unsigned("!=", block, e.i64(0)), known, on)
    b.position_at_end(known)
    if keep.outcomes:
        byte = b.zext(b.load(b.gep(keep.table, [b.lshr(keep.index, e.i64(3))])), e.ir.IntType(64))
        lost = b.and_(b.lshr(byte, b.and_(keep.index, e.i64(7))), e.i64(1))
        for line_set in sets:
            b.store(b.or_(b.load(line_set), lost), line_set)
    else:
        lines.put(e, sets, b.zext(b.load(b.gep(keep.table, [keep.index])), e.ir.IntType(64)))
    b.branch(next_)
    b.position_at_end(on)


def _along_rays(e: Emit, keep: Keep, sets: list[Any], rays: Sequence[Ray], state: list[Any]) -> None:
    """For outcomes: a P-position on one of the lines decides; else say whether there is any option along them."""
    b = e.b
    won, some = None, None
    for line_set, ray in zip(sets, rays, strict=True):
        lost = b.load(line_set)
        won = lost if won is None else b.or_(won, lost)
        open_ = None
        for number, falls in zip(state, ray, strict=True):
            if falls:
                left = b.icmp_unsigned("!=", number, e.i64(0))
                open_ = left if open_ is None else b.and_(open_, left)
        some = open_ if some is None else b.or_(some, open_)
    on = e.block()
    b.store(b.zext(some, e.ir.IntType(64)), keep.seen)
    b.cbranch(b.icmp_unsigned("!=", won, e.i64(0)), keep.found, on)
    b.position_at_end(on)

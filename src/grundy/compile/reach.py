"""Compile a rule's values on all states reachable from given ones, however far apart, to LLVM.

Values are kept in a hash table, and states whose value is wanted on a stack. The state on top is worked out; an option
that is not known is put above it. The first time the state is left at the first such option, since what that one needs
is often all that is missing; each time after at twice as many. So a state with m options is begun log m times at most,
whatever its options have in common, and none of the arcs between states is kept. An option on the stack that was begun
closes a cycle; one that was not only waits there, and is put on top once more. For outcomes a state is always left at
the first, for one P-position among its options is enough.

A kernel is `i64 kernel(i64* cells, i64 mask, i64 most, i64* stack, u32* stamps, i64 size, i64* old, i64 room,
i64* report)`. cells has mask + 1 pairs of a key and what is known of it: 0 no key, WAITING on the stack, -t on the
stack and begun t times, v + 2 the value v. report[0] is the height of the stack, report[1] how many keys there are,
report[2] the key that it stopped at; report[3] becomes 1 where an option has a key that is no smaller than its
state's. It returns 0 when the stack is empty, or why it stopped: GROW if cells or stack (`room` entries) are full,
CYCLE, PAUSE after `most` states were begun, or what emit.py lists. With most = 0 it copies the pairs of `old`, of which
there are `room`, to the cells.

    keys      of keys.py
    requires  mask + 1 is a power of two, more than twice as many as there are keys; keys of the stack are in cells
    cost      about 20 ns an option where the table is in no cache, and twice the time of the rule itself
    judge     model.definition, in tests/engines/table/test_reach.py
"""

from __future__ import annotations

from typing import Any

from grundy.compile import compiler, rule_files
from grundy.compile.emit import Emit, LlvmNumber
from grundy.compile.keep import Keep, Way
from grundy.compile.kernel import Facts, body_of, look, started
from grundy.compile.keys import SPREAD, Key, numbers_from, packed
from grundy.model.rule import Rule

GROW, CYCLE, PAUSE = 7, 8, 9
"""Why a kernel stopped, besides the reasons in emit.py."""

WAITING = 1
MOST_DOUBLINGS = 40


def name_of(rule: Rule, way: Way, key: Key, facts: Facts) -> str:
    """The name of a kernel's file, which lists everything that its assembly depends on."""
    return rule_files.name_of(facts.core, "reached", rule.arity, way, key.bits, key.low)


def assembly(rule: Rule, way: Way, key: Key, facts: Facts | None = None) -> str:
    """The kernel of a rule as LLVM assembly; `way` is window, stamps32, or normal or misere for outcomes.

    Raises: NotCompiled.
    """
    ir = compiler.instructions()
    facts = facts or look(rule)
    keep = Keep(way, rule.arity, facts.few)
    e = started(rule, keep, facts.endless)
    i32, i64 = ir.IntType(32), ir.IntType(64)
    numbers = i64.as_pointer()
    kinds = [numbers, i64, i64, numbers, i32.as_pointer(), i64, numbers, i64, numbers]
    e.module = ir.Module("rule")
    kernel = ir.Function(e.module, ir.FunctionType(i64, kinds), "kernel")
    for pointer in (0, 3, 4, 8):
        kernel.args[pointer].add_attribute("noalias")
    cells, mask, most, stack, keep.stamps, keep.size, old, room, report = kernel.args

    e.entry = kernel.append_basic_block("entry")
    names = ("search", "copy", "head", "look", "lower", "wanted", "state", "finish", "won", "keep", "fail", "end")
    search, copy, head, look_, lower, wanted, state, finish, won, keep_, fail, end = map(
        kernel.append_basic_block, names
    )
    b = e.b = ir.IRBuilder(e.entry)
    e.fail_block = fail
    e.fail_code, e.steps_slot, keep.seen, height, count, runs, rising, new_entry, missed = (
        b.alloca(i64) for _ in range(9)
    )
    for slot, place in ((height, 0), (count, 1), (rising, 3)):
        b.store(b.load(b.gep(report, [e.i64(place)])), slot)
    b.store(e.i64(0), runs)
    b.cbranch(b.icmp_signed("==", most, e.i64(0)), copy, search)

    table = _Cells(e, cells, mask)
    b.position_at_end(copy)
    _copied(e, table, old, room)
    b.position_at_end(search)
    b.branch(head)

    b.position_at_end(head)
    b.cbranch(b.icmp_signed("==", b.load(height), e.i64(0)), end, look_)
    b.position_at_end(look_)
    top = b.load(b.gep(stack, [b.sub(b.load(height), e.i64(1))]))
    there, lost = e.block(), e.block()
    place, entry = table.find(e, top, there, lost)
    b.position_at_end(lost)
    b.unreachable()
    b.position_at_end(there)
    b.cbranch(b.icmp_signed(">", entry, e.i64(WAITING)), lower, wanted)
    b.position_at_end(lower)
    b.store(b.sub(b.load(height), e.i64(1)), height)
    b.branch(head)
    b.position_at_end(wanted)
    run = b.add(b.load(runs), e.i64(1))
    e.fail_if(b.icmp_signed(">", run, most), PAUSE)
    b.store(run, runs)
    b.branch(state)
    b.position_at_end(state)
    times = b.select(b.icmp_signed("<", entry, e.i64(0)), b.neg(entry), e.i64(0))
    table.write(e, place, top, b.sub(e.i64(-1), times))
    doublings = b.select(b.icmp_signed("<", times, e.i64(MOST_DOUBLINGS)), times, e.i64(MOST_DOUBLINGS))
    few = b.shl(e.i64(1), doublings)
    b.store(e.i64(0), missed)
    b.store(top, b.gep(report, [e.i64(2)]))
    keep.epoch = b.trunc(run, i32)
    keep.found = won
    b.store(e.i64(0), e.steps_slot)
    keep.begin(e)

    def look_up(e: Emit, state: list[LlvmNumber]) -> Any:
        option = packed(e, key, state)
        b.store(b.or_(b.load(rising), b.zext(b.icmp_signed(">=", option, top), i64)), rising)
        here, missing, push, value, after = (e.block() for _ in range(5))
        cell, entry = table.find(e, option, here, missing)
        b.position_at_end(missing)
        now = b.load(count)
        e.fail_if(b.icmp_signed(">=", b.shl(now, e.i64(1)), mask), GROW)
        table.write(e, cell, option, e.i64(WAITING))
        b.store(b.add(now, e.i64(1)), count)
        b.branch(push)
        b.position_at_end(here)
        begun = b.icmp_signed("<", entry, e.i64(0))
        b.store(b.select(begun, option, top), b.gep(report, [e.i64(2)]))
        e.fail_if(begun, CYCLE)
        b.cbranch(b.icmp_signed("==", entry, e.i64(WAITING)), push, value)
        b.position_at_end(push)
        above = b.load(height)
        e.fail_if(b.icmp_signed(">=", above, room), GROW)
        b.store(option, b.gep(stack, [above]))
        b.store(b.add(above, e.i64(1)), height)
        more = b.add(b.load(missed), e.i64(1))
        b.store(more, missed)
        if keep.outcomes:
            b.branch(head)
        else:
            b.cbranch(b.icmp_signed(">=", more, few), head, after)
        pushed = b.block
        b.position_at_end(value)
        known_value = b.sub(entry, e.i64(2))
        b.branch(after)
        b.position_at_end(after)
        nim_value = b.phi(i64)
        nim_value.add_incoming(known_value, value)
        if not keep.outcomes:
            nim_value.add_incoming(e.i64(0), pushed)  # any: the state is begun anew
        return nim_value

    keep.look_up = look_up
    body_of(e, facts.core, numbers_from(e, key, [top]), facts.core.body)
    e.go(finish)

    b.position_at_end(finish)
    if keep.outcomes:
        keep.unless_won(e, won)
        b.store(e.i64(3), new_entry)
    else:
        least = e.block()
        b.cbranch(b.icmp_signed("==", b.load(missed), e.i64(0)), least, head)
        b.position_at_end(least)
        b.store(b.add(keep.mex(e), e.i64(2)), new_entry)
    b.branch(keep_)
    b.position_at_end(won)
    b.store(e.i64(2), new_entry)
    b.branch(keep_)
    b.position_at_end(keep_)
    table.write(e, place, top, b.load(new_entry))
    b.store(b.sub(b.load(height), e.i64(1)), height)
    b.branch(head)

    for block, code in ((fail, b.load), (end, None)):
        b.position_at_end(block)
        for slot, place in ((height, 0), (count, 1), (rising, 3)):
            b.store(b.load(slot), b.gep(report, [e.i64(place)]))
        b.ret(b.load(e.fail_code) if code else e.i64(0))
    return str(e.module)


class _Cells:
    """The hash table of a kernel: keys are looked for from their slot on, one after the other."""

    def __init__(self, e: Emit, cells: Any, mask: Any) -> None:
        self.cells, self.mask = cells, mask

    def find(self, e: Emit, key: Any, known: Any, missing: Any) -> tuple[Any, Any]:
        """Jump to `known` or `missing`, with the slot of the key, or the slot for it, and its entry."""
        b = e.b
        i64 = e.ir.IntType(64)
        probe, other, on = e.block(), e.block(), e.block()
        spread = b.mul(key, e.i64(SPREAD))
        start = b.and_(b.xor(spread, b.lshr(spread, e.i64(32))), self.mask)
        before = b.block
        b.branch(probe)
        b.position_at_end(probe)
        slot = b.phi(i64)
        slot.add_incoming(start, before)
        cell = b.gep(self.cells, [b.shl(slot, e.i64(1))])
        entry = b.load(b.gep(cell, [e.i64(1)]))
        b.cbranch(b.icmp_signed("==", entry, e.i64(0)), missing, other)
        b.position_at_end(other)
        b.cbranch(b.icmp_signed("==", b.load(cell), key), known, on)
        b.position_at_end(on)
        slot.add_incoming(b.and_(b.add(slot, e.i64(1)), self.mask), on)
        b.branch(probe)
        return cell, entry

    @staticmethod
    def write(e: Emit, cell: Any, key: Any, entry: Any) -> None:
        e.b.store(key, cell)
        e.b.store(entry, e.b.gep(cell, [e.i64(1)]))


def _copied(e: Emit, table: _Cells, old: Any, count: Any) -> None:
    """Put all pairs of an older table into this one, and return."""
    b = e.b
    i64 = e.ir.IntType(64)
    head, body, full, free, next_, end = (e.block() for _ in range(6))
    before = b.block
    b.branch(head)
    b.position_at_end(head)
    place = b.phi(i64)
    place.add_incoming(e.i64(0), before)
    b.cbranch(b.icmp_signed("<", place, count), body, end)
    b.position_at_end(body)
    pair = b.gep(old, [b.shl(place, e.i64(1))])
    entry = b.load(b.gep(pair, [e.i64(1)]))
    b.cbranch(b.icmp_signed("==", entry, e.i64(0)), next_, full)
    b.position_at_end(full)
    key = b.load(pair)
    twice = e.block()
    cell, _ = table.find(e, key, twice, free)
    b.position_at_end(twice)
    b.branch(next_)
    b.position_at_end(free)
    table.write(e, cell, key, entry)
    b.branch(next_)
    b.position_at_end(next_)
    place.add_incoming(b.add(place, e.i64(1)), next_)
    b.branch(head)
    b.position_at_end(end)
    b.ret(e.i64(0))

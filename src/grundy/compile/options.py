"""A rule's options as keys, for a search -> LLVM.

A kernel is `i64 kernel(i64 key, i64* out, i64 room, i64* end)`. It lists the options of the state with a key: of each
how many parts it leaves, and then their keys. With turns, 2**32 times who moves next (THEN) is added to how many parts
there are. end[0] says how many words of `out` that took. It returns 0, or why it stopped: ROOM if `out` has fewer words
than it takes, or what emit.py lists. Where the rule says which states are equal or what they fall into, `write` writes
the keys.

Where a state is several words, `key` is the address of the first, and of each option it is written how many words its
parts have together, and then these.

    keys      of keys.py
    requires  the key, or the words, are some that `pack` gave, or that a kernel of the same keys listed
    bounds    each word is written only after a look at whether there is room for it
    cost      that of the rule itself
    judge     the rule itself, in tests/engines/search/test_search_own.py
"""

from __future__ import annotations

import ctypes
from dataclasses import replace
from inspect import isgeneratorfunction
from typing import Any

from grundy.compile import compiler, rule_files
from grundy.compile.emit import Emit, LlvmNumber
from grundy.compile.form import form_of_canonical, form_of_split, place_of
from grundy.compile.fuse import option
from grundy.compile.kernel import Facts, body_of, look, started
from grundy.compile.keys import Key, WideKey, numbers_from, words_from
from grundy.compile.subset import NotCompiled
from grundy.compile.values import value
from grundy.model.option import Next
from grundy.model.rule import Rule
from grundy.reading.core import Core, Number, Yield, digest

# ---- The parts of a state, each as the one that stands for its equals: `split` and `canonical` -> LLVM
#
# The function is `i64 parts(i64 word..., i64* out, i64 room, i64* place)`. It writes the keys of the parts of a state
# from out[place[0]] on, moves place[0] behind them, and returns 0, or why it stopped: ROOM, or what emit.py lists.
# `canonical` is a function of a state that returns one, `split` a generator of states: of a whole number, or of a tuple
# of several.
#
#     bounds    each word is written only after a look at whether there is room for it
#     cost      that of the two functions
#     judge     engines/search/user_rule.py, which calls them, in tests/engines/search/test_search_equal.py


Form = tuple[Core, tuple[Number, ...]]
TAKEN = [ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
"""What a kernel takes, as ctypes has it."""
ROOM = 10
"""Why a kernel stopped, besides the reasons in emit.py."""
THEN: dict[Next, int] = {"opponent": 0, "again": 1, "answer": 2}
"""Who moves next, as kernels of rules with turns write it."""


def turning(e: Emit, made: Yield) -> None:
    """One option of a rule with turns: as any other, and who moves next is written down with it."""
    e.play.then = THEN[made.next]
    option(e, replace(made, next="opponent"))
    e.play.then = 0


class Writing:
    """What is done with parts: each is written down."""

    def __init__(self, arity: int, key: Key | WideKey, canonical: Form | None) -> None:
        self.arity, self.key, self.canonical = arity, key, canonical
        self.out: Any = None
        self.room: Any = None
        self.place: Any = None

    def nothing(self, e: Emit) -> Any:
        """What split yields are states, none of them a sum."""
        raise NotCompiled("to(...) in split is not compiled; write each state by itself")

    def part(self, e: Emit, numbers: list[LlvmNumber]) -> Any:
        """Write down the key of the state that stands for this one."""
        if self.canonical:
            numbers = _called(e, self.canonical, numbers)
        if not e.dry:
            write(e, words_from(e, self.key, numbers), self.out, self.room, self.place)
        return e.i64(0)

    def mark(self, e: Emit, nim_value: Any) -> None:
        """A part ends: nothing more is to be done."""


def write(e: Emit, words: list[Any], out: Any, room: Any, place: Any) -> None:
    """Put words where `place` says, and move that on; stop if there is no room."""
    b = e.b
    for word in words:
        at = b.load(place)
        e.fail_if(b.icmp_signed(">=", at, room), ROOM)
        b.store(word, b.gep(out, [at]))
        b.store(b.add(at, e.i64(1)), place)


def _called(e: Emit, form: Form, numbers: list[LlvmNumber]) -> list[LlvmNumber]:
    """A function of the user's for a state."""
    core, result = form
    outer, e.prefix = e.prefix, "canonical "
    body_of(e, core, numbers, core.body)
    coordinates = [value(e, number) for number in result]
    e.prefix = outer
    return coordinates


def _require_kinds(rule: Rule) -> None:
    for function in filter(None, (rule.split, rule.canonical)):
        if isgeneratorfunction(function) != (function is rule.split):
            raise NotCompiled("split is compiled where it yields states, canonical where it returns one")


def parts_function(options: Emit, rule: Rule, key: Key | WideKey) -> Any:
    """The function `parts` of a rule, beside what lists its options. Raises: NotCompiled."""
    ir = options.ir
    _require_kinds(rule)
    i64 = ir.IntType(64)
    numbers = i64.as_pointer()
    count = len(key.keys) if isinstance(key, WideKey) else 1
    made = ir.Function(options.module, ir.FunctionType(i64, [i64] * count + [numbers, i64, numbers]), "parts")
    made.linkage = "internal"
    writing = Writing(rule.arity, key, form_of_canonical(rule.canonical, rule.arity) if rule.canonical else None)
    e = Emit(place_of(rule.split or rule.canonical), writing, True, option)
    e.module, e.arrays = options.module, options.arrays
    *words, writing.out, writing.room, writing.place = made.args
    e.entry = made.append_basic_block("entry")
    body, finish, fail = map(made.append_basic_block, ("body", "finish", "fail"))
    b = e.b = ir.IRBuilder(e.entry)
    e.fail_block = fail
    e.fail_code, e.steps_slot = b.alloca(i64), b.alloca(i64)
    b.store(e.i64(0), e.steps_slot)
    b.branch(body)  # so that what later joins the entry's variables stands before its end
    b.position_at_end(body)
    whole = numbers_from(e, key, words)
    if rule.split:
        core = form_of_split(rule, rule.split)
        body_of(e, core, whole, core.body)
    else:
        writing.part(e, whole)
    e.go(finish)
    b.position_at_end(finish)
    b.ret(e.i64(0))
    b.position_at_end(fail)
    b.ret(b.load(e.fail_code))
    return made


class Listing:
    """What is done with options: each is written down, its parts one after the other."""

    def __init__(self, arity: int, key: Key | WideKey) -> None:
        self.arity, self.key = arity, key
        self.out: Any = None
        self.room: Any = None
        self.head: Any = None  # where the option that is being listed begins
        self.place: Any = None  # where its next part goes
        self.parts: Any = None  # the function that `parts_function` writes, if there is one
        self.then = 0  # who moves next after the option that is being listed, as in THEN

    def nothing(self, e: Emit) -> Any:
        """What an option without parts adds: no key."""
        return e.i64(0)

    def part(self, e: Emit, numbers: list[LlvmNumber]) -> Any:
        """Write down the key of a part."""
        if not e.dry:
            words = words_from(e, self.key, numbers)
            if self.parts:
                e.fail_with(e.b.call(self.parts, [*words, self.out, self.room, self.place]))
            else:
                write(e, words, self.out, self.room, self.place)
        return e.i64(0)

    def mark(self, e: Emit, nim_value: Any) -> None:
        """The option ends: write down how many words its parts took, and leave room for the next one's."""
        if not e.dry:
            b = e.b
            head, place = b.load(self.head), b.load(self.place)
            e.fail_if(b.icmp_signed(">=", head, self.room), ROOM)
            count = b.sub(place, b.add(head, e.i64(1)))
            if self.then:
                count = b.or_(count, e.i64(self.then << 32))
            b.store(count, b.gep(self.out, [head]))
            b.store(place, self.head)
            b.store(b.add(place, e.i64(1)), self.place)


def name_of(rule: Rule, key: Key | WideKey, facts: Facts, turns: bool = False) -> str:
    """The name of a kernel's file: all that its assembly depends on. Raises: NotCompiled."""
    _require_kinds(rule)
    more = ["turns"] if turns else []
    if rule.split:
        more.append(digest(form_of_split(rule, rule.split)))
    if rule.canonical:
        core, result = form_of_canonical(rule.canonical, rule.arity)
        more += ["canonical", digest(Core(core.state, (*core.body, Yield((result,)))))]
    return rule_files.name_of(facts.core, "options", rule.arity, key.bits, key.low, *more)


def assembly(rule: Rule, key: Key | WideKey, facts: Facts | None = None, turns: bool = False) -> str:
    """The kernel of a rule as LLVM assembly.

    Args:    turns: whether it is written down who moves next; else a move that keeps the turn is refused.
    Raises:  NotCompiled.
    """
    ir = compiler.instructions()
    facts = facts or look(rule)
    listing = Listing(rule.arity, key)
    e = started(rule, listing, facts.endless, turning if turns else option)
    i64 = ir.IntType(64)
    e.module = ir.Module("rule")
    kernel = ir.Function(e.module, ir.FunctionType(i64, [i64, i64.as_pointer(), i64, i64.as_pointer()]), "kernel")
    kernel.args[1].add_attribute("noalias")
    given, listing.out, listing.room, end = kernel.args
    if rule.split or rule.canonical:
        listing.parts = parts_function(e, rule, key)
    e.entry = kernel.append_basic_block("entry")
    body, finish, fail = map(kernel.append_basic_block, ("body", "finish", "fail"))
    b = e.b = ir.IRBuilder(e.entry)
    e.fail_block = fail
    e.fail_code, e.steps_slot, listing.head, listing.place = (b.alloca(i64) for _ in range(4))
    b.store(e.i64(0), e.steps_slot)
    b.store(e.i64(0), listing.head)
    b.store(e.i64(1), listing.place)
    b.branch(body)  # so that what later joins the entry's variables stands before its end
    b.position_at_end(body)
    words = [given]
    if isinstance(key, WideKey):
        first = b.inttoptr(given, i64.as_pointer())
        words = [b.load(b.gep(first, [e.i64(place)])) for place in range(len(key.keys))]
    body_of(e, facts.core, numbers_from(e, key, words), facts.core.body)
    e.go(finish)
    b.position_at_end(finish)
    b.store(b.load(listing.head), end)
    b.ret(e.i64(0))
    b.position_at_end(fail)
    b.ret(b.load(e.fail_code))
    return str(e.module)

"""Statements of the core form -> LLVM; a `Yield` becomes a mark at the value of its option."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grundy.compile.emit import PYTHON, Emit, LlvmNumber, ScopeEnd, join
from grundy.compile.form import nodes
from grundy.compile.labels import never_fails
from grundy.compile.loops import emit_range, open_loop
from grundy.compile.values import branch, value
from grundy.reading import core
from grundy.reading.core import (
    Choice,
    Each,
    Fail,
    Flag,
    For,
    Gathered,
    Group,
    If,
    Joined,
    Label,
    Leave,
    Let,
    Number,
    Renamed,
    Statement,
    While,
    Word,
    Yield,
)


def statements(e: Emit, body: Sequence[Statement]) -> None:
    """Statements in order; what stands after a leave or an error is left out."""
    for statement in body:
        if e.spans is None:
            return
        e.site = statement.site if isinstance(statement, Let | For | Yield) else None
        _statement(e, statement)


def _statement(e: Emit, statement: Statement) -> None:
    match statement:
        case Let(name, number):
            e.store(name, value(e, number))
        case If(test, body, others):
            _if(e, test, lambda: statements(e, body), lambda: statements(e, others))
        case For(name, low, high, step, body):
            if abs(step) > 2**40:
                e.refuse(f"a range() in steps of {step} is not compiled; write a smaller step")
            e.weight, weight = e.weight * _size(e, statement), e.weight
            emit_range(e, value(e, low), value(e, high), step, lambda i: _turn(e, name, i, body))
            e.weight = weight
        case While(test, body):
            open_loop(e, test, lambda: statements(e, body))
        case core.Scope(label, body):
            scope = e.scopes[e.prefix + label] = ScopeEnd(e.block(), [])
            statements(e, body)
            last = e.spans
            e.go(scope.after)
            e.at(scope.after, join([last, *scope.ends]))
        case Leave(label):
            scope = e.scopes[e.prefix + label]
            assert e.spans is not None
            scope.ends.append(e.spans)
            e.go(scope.after)
        case Yield():
            e.deliver(e, statement)
        case Fail():  # the rule itself, run at that state, says what
            e.stop(PYTHON)
        case Renamed(body):  # whatever it may catch stops the kernel, too
            statements(e, body)


def _turn(e: Emit, name: str, i: LlvmNumber, body: Sequence[Statement]) -> None:
    e.store(name, i)
    statements(e, body)


def _size(e: Emit, loop: For) -> int:
    """How many constructs a loop's body has."""
    if id(loop) not in e.sizes:
        e.sizes[id(loop)] = sum(1 for _ in nodes(loop.body))
    return e.sizes[id(loop)]


def _if(e: Emit, test: core.Condition, yes: Callable[[], None], no: Callable[[], None]) -> None:
    on, off, after = e.block(), e.block(), e.block()
    yes_spans, no_spans = branch(e, test, on, off)
    e.at(on, yes_spans)
    yes()
    first = e.spans
    e.go(after)
    e.at(off, no_spans)
    no()
    second = e.spans
    e.go(after)
    e.at(after, join([first, second]))


# --- options


def option(e: Emit, made: Yield) -> None:
    """One option: a state, or the parts of a sum; its labels only as far as they may fail."""
    e.options += 1
    e.cost += 1
    if made.next != "opponent":
        e.refuse(f"{made.next}(...) is not compiled: it says who moves next, which a table has no room for")
    parts = made.parts
    if not parts:
        nim_value = e.play.nothing(e)
    elif len(parts) == 1 and not isinstance(parts[0], Each):
        nim_value = _part(e, parts[0])
    else:
        nim_value = _sum(e, parts)
    for _, label in made.labels:
        _work_out(e, label)
    e.play.mark(e, nim_value)


def _part(e: Emit, numbers: tuple[Number, ...]) -> object:
    return e.play.part(e, [value(e, number) for number in numbers])


def _sum(e: Emit, parts: Sequence[tuple[Number, ...] | Each]) -> object:
    e.sums = True
    total = e.fresh()
    e.b.store(e.i64(0), total)

    def one(nim_value: object) -> None:
        e.b.store(e.b.xor(e.b.load(total), nim_value), total)

    def gathered(e: Emit, made: Yield) -> None:
        (numbers,) = made.parts
        assert not isinstance(numbers, Each)
        one(_part(e, numbers))

    for part in parts:
        match part:
            case Gathered(body=body):
                e.deliver, deliver = gathered, e.deliver
                statements(e, body)
                e.deliver = deliver
            case Each(low, high, step):
                emit_range(e, value(e, low), value(e, high), step, lambda i: one(e.play.part(e, [i])))
            case _:
                one(_part(e, part))
    return e.b.load(total)


# --- labels


def _work_out(e: Emit, label: Label) -> None:
    """Stop where a label fails; nobody wants its value."""
    if never_fails(label):
        return
    match label:
        case Word():
            pass
        case Flag(condition):
            _if(e, condition, _nothing, _nothing)
        case Joined(pieces):
            for piece in pieces:
                if not isinstance(piece, str):
                    value(e, piece)
        case Group(items):
            for item in items:
                _work_out(e, item)
        case Choice(test, one, two):
            _if(e, test, lambda: _work_out(e, one), lambda: _work_out(e, two))
        case _:
            value(e, label)


def _nothing() -> None:
    """What is done where a condition is asked only because it may fail."""

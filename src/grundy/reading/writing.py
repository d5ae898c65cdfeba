"""Write the core form: statements in order, names, scopes, and which names have a value."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import NoReturn

from grundy.reading.core import (
    And,
    Body,
    Choice,
    Cmp,
    Condition,
    Const,
    For,
    If,
    Joined,
    Label,
    Leave,
    Let,
    Not,
    Number,
    Or,
    Scope,
    Site,
    Statement,
    Truth,
    Var,
    While,
    Word,
)
from grundy.reading.safe import is_safe
from grundy.reading.source import NAMED, FunctionSource
from grundy.reading.values import (
    EITHER,
    TRUTH,
    Constants,
    Items,
    Listed,
    NumberValue,
    OneOf,
    OptionValue,
    RangeValue,
    Test,
    TextValue,
    Value,
    bit,
)

MOST_STATEMENTS = 20_000
INSTEAD: dict[type[ast.AST], str] = {
    ast.Set: "write a tuple in which no number comes twice",
    ast.Dict: "write a tuple, or if and elif",
    ast.SetComp: "write a loop, in which no number is counted or added twice",
    ast.DictComp: "write a loop",
    ast.ListComp: "write a loop, or any(), all(), sum(), min() or max() round it",
    ast.GeneratorExp: "write a loop, or any(), all(), sum(), min() or max() round it",
    ast.JoinedStr: "text stands in labels alone, with plain numbers in it",
    ast.Slice: "write two constant bounds",
    ast.Lambda: "write a function, with def, above the rule",
    ast.Is: "write ==, between two numbers or two conditions",
    ast.IsNot: "write !=, between two numbers or two conditions",
    ast.Div: "write a product on the other side, as n == 2 * k for n / 2 == k; // rounds down",
    ast.MatMult: "write a loop",
    ast.Try: "write an if that asks first",
    ast.With: "write what it does, as plain statements",
    ast.Match: "write if and elif",
    ast.FunctionDef: "write it above the rule, with what it reads as its arguments",
    ast.ClassDef: "write numbers",
    ast.Import: "write it at the top of the file",
    ast.ImportFrom: "write it at the top of the file",
    ast.Global: "write a parameter or a constant",
    ast.Nonlocal: "write a parameter or a constant",
    ast.Delete: "leave it out if it deletes a name",
    ast.Await: "write a plain call",
    ast.Yield: "write yield as a statement of its own",
    ast.YieldFrom: "write yield from as a statement of its own",
}
KINDS = "a name is a number everywhere or a condition everywhere: write int(...), or another name"
NO_VALUE = "it may have no value here: give it one in a line before"


@dataclass(slots=True)
class Frame:
    """A function while it is read, the rule's own or a helper's in it.

    own       the names that are its own; `stores` how often each is assigned in its text
    bindings  what a name is, once it has been assigned; `assigned` those that surely have a value here
    deliver   what to do with what it yields
    loops     the labels to which break and continue go, of the loops around
    result    where a helper's result is put, once it has returned one
    outer     what is around a comprehension, which has names of its own
    """

    source: FunctionSource
    own: frozenset[str]
    stores: Counter[str]
    deliver: Callable[[Value, ast.AST], None] | None
    end: str
    bindings: dict[str, Value] = field(default_factory=dict)
    assigned: set[str] = field(default_factory=set)
    loops: list[tuple[str, str]] = field(default_factory=list)
    result: Value | None = None
    outer: Frame | None = None


class Mixed(Exception):
    """A variable is a number in one place and a condition in another: read the rule again with that fact."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(name)


class StatementWriter:
    """Statements as they are written; `out` has those of the body that is being written."""

    wide = False  # whether to read constructs that only machine code can run, see `lower`
    mixed: Set[str] = frozenset()  # variables that an earlier reading found to be of both kinds

    def __init__(self) -> None:
        self.out: list[Statement] = []
        self.frame: Frame
        self.here: Site | None = None  # the statement of the rule that is read
        self.steady: set[str] = set()  # variables that one statement alone gives a value
        self._used: Counter[str] = Counter()
        self._exits: dict[str, list[tuple[Frame, set[str]]]] = {}
        self._written = 0

    # What is refused

    def refuse(self, node: ast.AST, why: str = "") -> NoReturn:
        """Refuse a construct, and say what to write instead."""
        what = ""
        for part in (node, *(getattr(node, "ops", None) or [getattr(node, "op", None)])):
            if not why and type(part) in INSTEAD:
                why, what = INSTEAD[type(part)], NAMED[type(part)]
        self.frame.source.refuse(node, why or "write it with numbers, conditions, if, for and while alone", what)

    def site(self, node: ast.AST) -> Site:
        return self.frame.source.site(node)

    def asked(self, node: ast.AST) -> Site | None:
        """Where the rule asks a condition; None where a writer of rules added it."""
        return None if getattr(node, "lineno", 0) in self.frame.source.guards else self.site(node)

    # Statements

    def emit(self, statement: Statement) -> None:
        self._written += 1
        if self._written > MOST_STATEMENTS:
            self.refuse(self.frame.source.tree, f"it has more than {MOST_STATEMENTS:,} steps: write it shorter")
        if isinstance(statement, Let | For | While) and statement.site is None:
            statement = replace(statement, site=self.here)
        self.out.append(statement)

    @contextmanager
    def into(self, out: list[Statement]) -> Iterator[list[Statement]]:
        """Write to another body for a while."""
        before, self.out = self.out, out
        try:
            yield out
        finally:
            self.out = before

    def fresh(self, name: str) -> str:
        """A name that nothing in the core form has yet."""
        self._used[name] += 1
        return name if self._used[name] == 1 else f"{name}.{self._used[name]}"

    def temporary(self, number: Number, name: str = "t") -> Var:
        """Compute a number here and give it a name."""
        made = self.fresh(name)
        self.steady.add(made)
        self.emit(Let(made, number))
        return Var(made)

    # Values that are worked out here

    def is_fixed(self, number: Number) -> bool:
        return isinstance(number, Const) or (isinstance(number, Var) and number.name in self.steady)

    def fixed_number(self, number: Number, name: str = "t") -> Number:
        return number if self.is_fixed(number) else self.temporary(number, name)

    def fixed(self, value: Value, node: ast.AST, name: str = "t") -> Value:
        """The same value, computed here, so that later assignments do not change it."""
        match value:
            case NumberValue(number):
                return replace(value, number=self.fixed_number(number, name))
            case Test(Truth()) | OneOf() | Listed() | Items(Constants()):
                return value
            case RangeValue(low, high, step):
                return RangeValue(self.fixed_number(low), self.fixed_number(high), step)
            case Test(condition):
                return NumberValue(self.temporary(bit(condition), name), TRUTH, True)
            case Items(items):
                return replace(value, items=tuple([self.fixed(item, node, name) for item in items]))
            case TextValue(label):
                return TextValue(self._fixed_label(label, node))
        self.refuse(node, "write it where it is yielded")

    def _fixed_label(self, label: Label, node: ast.AST) -> Label:
        match label:
            case Word():
                return label
            case Choice(test, one, two) if _is_of_words(label):
                holds = Cmp("!=", self.temporary(bit(test)), Const(0))
                return Choice(holds, self._fixed_label(one, node), self._fixed_label(two, node))
            case Joined(pieces):
                return Joined(tuple([one if isinstance(one, str) else self.fixed_number(one) for one in pieces]))
        self.refuse(node, "write it where it is yielded")

    def dropped(self, value: Value, node: ast.AST) -> None:
        """Compute a value and drop it, because computing it may fail."""
        match value:
            case NumberValue(number):
                if not is_safe(number):
                    self.temporary(number)
            case Test(Truth()) | OneOf() | Listed() | Items(Constants()) | TextValue(Word()):
                pass
            case RangeValue(low, high):
                self.dropped(NumberValue(low), node)
                self.dropped(NumberValue(high), node)
            case Test(condition):
                self.temporary(bit(condition))
            case Items(items):
                for item in items:
                    self.dropped(item, node)
            case _:
                self.refuse(node, "write yield before it")

    # Scopes

    def label(self, name: str) -> str:
        label = self.fresh(name)
        self._exits[label] = []
        return label

    def leave(self, label: str, frame: Frame | None = None) -> bool:
        """Go to the end of a scope; nothing comes after."""
        frame = frame or self.frame
        self._exits[label].append((frame, set(frame.assigned)))
        self.emit(Leave(label))
        return False

    def scoped(self, label: str, work: Callable[[], bool]) -> bool:
        """Write a body whose end is the label's; whether what follows it is ever reached."""
        body: list[Statement] = []
        frame = self.frame
        with self.into(body):
            goes_on = work()
        exits = [assigned for of, assigned in self._exits[label] if of is frame]
        if not self._exits[label]:
            self.out.extend(body)
            return goes_on
        if goes_on:
            exits.append(frame.assigned)
        if exits:
            frame.assigned = set.intersection(*exits)
        self.emit(Scope(label, tuple(body)))
        return True

    def branches(
        self,
        test: Condition,
        if_true: Callable[[], bool],
        if_false: Callable[[], bool],
        given: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset()),
    ) -> bool:
        """Write an if; whether what follows it is ever reached. `given`: what has a value besides in each body."""
        frame, ways, bodies = self.frame, [], list[Body]()
        before = frame.assigned
        for work, more in zip((if_true, if_false), given, strict=True):
            body: list[Statement] = []
            frame.assigned = before | more
            with self.into(body):
                goes_on = work()
            bodies.append(tuple(body))
            if goes_on:
                ways.append(frame.assigned)
        frame.assigned = set.intersection(*ways) if ways else set(before)
        if any(bodies):
            self.emit(If(test, bodies[0], bodies[1]))
        else:
            self.dropped(Test(test), frame.source.tree)
        return bool(ways)

    # Conditions whose parts have to be written as statements

    def joined(
        self, is_and: bool, pieces: Sequence[tuple[list[Statement], Condition]], site: Site | None = None
    ) -> Condition:
        """`and` or `or` of conditions, each with the statements that have to be done before it."""
        if not any(before for before, _ in pieces[1:]):
            self.out.extend(pieces[0][0])
            conditions = tuple(condition for _, condition in pieces)
            return (And if is_and else Or)(conditions, site) if len(conditions) > 1 else conditions[0]
        flag = self.fresh("holds")

        def steps(place: int) -> Body:
            before, condition = pieces[place]
            statements: list[Statement] = [*before, Let(flag, bit(condition))]
            if place + 1 < len(pieces):
                holds = Cmp("!=", Var(flag), Const(0))
                statements.append(If(holds if is_and else Not(holds), steps(place + 1)))
            return tuple(statements)

        for statement in steps(0):
            self.emit(statement)
        return Cmp("!=", Var(flag), Const(0), site)

    # Names

    def is_own(self, name: str) -> bool:
        """Whether a name is one of the function's, or of a comprehension in it."""
        frame: Frame | None = self.frame
        while frame is not None and name not in frame.own:
            frame = frame.outer
        return frame is not None

    @contextmanager
    def within(self, frame: Frame) -> Iterator[Frame]:
        """Read another function for a while."""
        before, self.frame = self.frame, frame
        try:
            yield frame
        finally:
            self.frame = before

    def store(self, name: str, value: Value, node: ast.AST) -> None:
        """Assign a value, computed first, to a name of the function."""
        here = frame = self.frame
        while name not in frame.own and frame.outer is not None:  # := in a comprehension
            frame = frame.outer
        if isinstance(value, OptionValue) or shows_numbers(value):
            self.refuse(node, "write it where it is yielded")
        once = frame.stores[name] <= 1
        held = frame.bindings.get(name)
        if once:
            frame.bindings[name] = self.fixed(value, node, name)
        elif held is None:
            frame.bindings[name] = self._slots(value, name, node)
        else:
            self._put(held, value, node)
        here.assigned.add(name)

    def _slots(self, value: Value, name: str, node: ast.AST) -> Value:
        """Copy all of a value into variables of their own, because the name is assigned again elsewhere."""
        match value:
            case NumberValue(number, kind):
                made = self.fresh(name)
                self.emit(Let(made, number))
                return NumberValue(Var(made), EITHER if made in self.mixed else kind)
            case Test(condition):
                made = self.fresh(name)
                self.emit(Let(made, bit(condition)))
                return NumberValue(Var(made), EITHER if made in self.mixed else TRUTH)
            case Items(items, "tuple" | "list"):
                held = [self.fixed(item, node) for item in items]
                return replace(value, items=tuple([self._slots(item, name, node) for item in held]))
        self.refuse(node, "give this value a name of its own")

    def _put(self, held: Value, value: Value, node: ast.AST) -> None:
        match held, value:
            case NumberValue(Var(name), kind), NumberValue(number, other) if kind == other:
                self.emit(Let(name, number))
            case NumberValue(Var(name), kind), Test(condition) if kind == TRUTH:
                self.emit(Let(name, bit(condition)))
            case Items(places, kind), Items(items, other) if kind == other and len(places) == len(items):
                items = tuple([self.fixed(item, node) for item in items])
                for place, item in zip(places, items, strict=True):
                    self._put(place, item, node)
            case NumberValue(Var(name), kind), NumberValue() | Test():
                if not self.wide:
                    self.refuse(node, KINDS)
                if kind != EITHER:
                    raise Mixed(name)
                number = value.number if isinstance(value, NumberValue) else bit(value.condition)
                self.emit(Let(name, number))
            case _:
                self.refuse(node, "give this value a name of its own")


def shows_numbers(value: Value) -> bool:
    """Whether a value has text made of numbers, which fails where one has more digits than Python writes."""
    match value:
        case Items(items) if not isinstance(items, Constants):
            return any(map(shows_numbers, items))
        case TextValue(label):
            return not isinstance(label, Word) and not (isinstance(label, Choice) and _is_of_words(label))
    return False


def _is_of_words(label: Label) -> bool:
    match label:
        case Choice(_, one, two):
            return _is_of_words(one) and _is_of_words(two)
    return isinstance(label, Word)

"""Loops over what Python can loop over: ranges, tuples, comprehensions, and generators of the user's."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from inspect import CO_GENERATOR
from types import FunctionType

from grundy.reading.core import At, Const, For, Number, Var, Yield
from grundy.reading.expressions import Expressions
from grundy.reading.safe import is_safe_body
from grundy.reading.source import FunctionSource
from grundy.reading.values import (
    INT,
    Constants,
    Items,
    Listed,
    NumberValue,
    OneOf,
    OptionValue,
    RangeValue,
    Value,
    chosen,
    combined,
    is_natural,
    joint_kind,
    kind_of,
    number_of,
    numbers_of,
    plain,
)
from grundy.reading.writing import INSTEAD, Frame

NOWHERE = (
    *(ast.Global, ast.Nonlocal, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.Delete, ast.With, ast.AsyncWith, ast.AsyncFor, ast.Match, ast.Lambda, ast.Await),
)
"""What may bind names in a way of its own, and so may not stand in a rule, not even where it is never reached."""
COMPREHENSIONS = ast.GeneratorExp | ast.ListComp
Body = Callable[[Value], None]
Deliver = Callable[[Value, ast.AST], None]


def stored(nodes: Iterable[ast.AST]) -> Counter[str]:
    """How often each name is assigned in these, without those of comprehensions, which are their own."""
    counts: Counter[str] = Counter()

    def walk(node: ast.AST, targets: bool = True) -> None:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and targets:
            counts[node.id] += 1
        if isinstance(node, ast.ExceptHandler) and node.name:
            counts[node.name] += 1
        for child in ast.iter_child_nodes(node):
            walk(child, targets and not (isinstance(node, ast.comprehension) and child is node.target))

    for node in nodes:
        walk(node)
    return counts


def read_in(node: ast.AST) -> set[str]:
    """The names that are read somewhere in this."""
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name)}


class Loops(Expressions):
    """Loops, those of comprehensions among them."""

    def __init__(self) -> None:
        super().__init__()
        self.inside: list[FunctionType] = []  # the helpers that are being read
        self._called: dict[ast.expr, str] = {}  # what the number of a turn is called, by what is gone through

    def inline(self, function: FunctionType, node: ast.Call, deliver: Deliver | None) -> Value | None:
        """Write what a helper does where it is called; what it returns, or None of a generator."""
        raise NotImplementedError

    def frame_of(self, source: FunctionSource, end: str, deliver: Deliver | None) -> Frame:
        """A function that is going to be read. Raises NotRead: some statement in it is read nowhere."""
        tree = source.tree
        for statement in tree.body:
            for node in ast.walk(statement):
                if isinstance(node, NOWHERE):
                    source.refuse(node, INSTEAD.get(type(node), "write plain statements"))
        for star in (tree.args.vararg, tree.args.kwarg):
            if star is not None:
                source.refuse(star, "write each argument with a name of its own")
        arguments = [each.arg for each in (*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs)]
        stores = stored(tree.body) + Counter(arguments)
        return Frame(source, frozenset(stores), stores, deliver, end)

    # Loops

    def iterate(self, node: ast.expr, body: Body, changes: Iterable[str] = (), consumed: bool = False) -> bool:
        """Write a loop over what an expression gives; `body` writes a turn. Whether there surely is a first turn.

        Parameters
        ----------
        changes
            The names that a turn assigns.
        consumed
            Whether nothing that could be observed is done in a turn, so that a list may be made item by item.
        """
        match node:
            case ast.GeneratorExp() | ast.ListComp():
                if isinstance(node, ast.ListComp) and not consumed:
                    self._require_safe(node, changes)
                self.comprehension(node, body)
                return False
            case ast.IfExp(test, one, two):
                first, second = (self._way(each, body, changes, consumed) for each in (one, two))
                condition = self.condition(test)
                self.branches(condition, first, second, self.given)
                return False
            case ast.Call():
                return self._over_call(node, body, changes, consumed)
        return self.over(self.value(node), node, body)

    def _way(self, node: ast.expr, body: Body, changes: Iterable[str], consumed: bool) -> Callable[[], bool]:
        def work() -> bool:
            self.iterate(node, body, changes, consumed)
            return True

        return work

    def _over_call(self, node: ast.Call, body: Body, changes: Iterable[str], consumed: bool) -> bool:
        called = self.callee(node.func)
        arguments = node.args
        if type(called) is FunctionType and called.__code__.co_flags & CO_GENERATOR:
            frame = self.frame

            def deliver(value: Value, at: ast.AST) -> None:
                delivered = value if isinstance(value, OptionValue) else self.fixed(value, at)
                with self.within(frame):
                    self.turn(body, delivered)

            self.inline(called, node, deliver)
            return False
        if (called is tuple or called is list) and len(arguments) == 1 and isinstance(arguments[0], COMPREHENSIONS):
            listed = ast.copy_location(ast.ListComp(arguments[0].elt, arguments[0].generators), arguments[0])
            return self.iterate(listed, body, changes, consumed)
        if called is iter and len(arguments) == 1 and not node.keywords:
            return self.iterate(arguments[0], body, changes, consumed)
        if called is enumerate and arguments and not node.keywords:
            return self._enumerated(node, body)
        if called is zip and arguments and not node.keywords:
            rows = [self._items(value, at) for value, at in zip(self.several(arguments), arguments, strict=True)]
            least = min(count for count, _ in rows)
            return self._counted(node, least, lambda i: Items(tuple([item(i) for _, item in rows])), body)
        if called is reversed and len(arguments) == 1 and not node.keywords:
            return self.over(self.reverse(self.value(arguments[0]), node), node, body)
        return self.over(self.value(node), node, body)

    def _enumerated(self, node: ast.Call, body: Body) -> bool:
        whole, *others = self.several(node.args)
        start = plain(others[0]) if others else 0
        if start is None or len(others) > 1:
            self.refuse(node, "write enumerate with a constant start")
        count, item = self._items(whole, node.args[0])
        place = Const(start)
        return self._counted(
            node, count, lambda i: Items((NumberValue(combined("+", i, place), INT, start >= 0), item(i))), body
        )

    def call_turns(self, target: ast.expr, over: ast.expr) -> None:
        """Call the numbers of a loop over a range as the rule does."""
        if isinstance(target, ast.Name):
            self._called[over] = target.id

    def turn(self, body: Body, value: Value) -> None:
        """Write one turn: what it assigns may have no value after the loop."""
        assigned = set(self.frame.assigned)
        body(value)
        self.frame.assigned = assigned

    def over(self, value: Value, node: ast.expr, body: Body, name: str = "") -> bool:
        """Write a loop over a range or a tuple; whether there surely is a first turn. `name`: of the turn's number."""
        match value:
            case RangeValue(low, high, step):
                least = plain(NumberValue(low)) if step > 0 else plain(NumberValue(combined("+", high, Const(1))))
                natural = least is not None and least >= 0
                name = self.fresh(name or self._called.get(node, "k"))
                self.steady.add(name)
                with self.into([]) as turn:
                    self.turn(body, NumberValue(Var(name), INT, natural))
                self.emit(For(name, low, high, step, tuple(turn)))
                ends = plain(NumberValue(low)), plain(NumberValue(high))
                return ends[0] is not None and ends[1] is not None and bool(range(ends[0], ends[1], step))
            case OneOf(rows, index):
                flat = tuple(number for row in rows for number in row)
                lengths = tuple(map(len, rows))
                start = self.temporary(At(tuple(sum(lengths[:place]) for place in range(len(rows))), index))
                natural = min(flat, default=0) >= 0
                self.over(
                    RangeValue(Const(0), At(lengths, index), 1),
                    node,
                    lambda i: body(NumberValue(At(flat, combined("+", start, self.number(i, node))), INT, natural)),
                    "place",
                )
                return min(lengths) > 0
            case Listed(each):
                each(body)
                return False
            case Items(items) if len(items) == 1:
                self.turn(body, self.fixed(items[0], node))
                return True
            case Items():
                return self._counted(node, *self._items(value, node), body)
        self.refuse(node, "write a loop over a range or a tuple")

    def _counted(self, node: ast.expr, count: int, item: Callable[[Number], Value], body: Body) -> bool:
        if count:

            def turn(place: Value) -> None:
                number = number_of(place)
                assert number is not None
                body(item(number))

            self.over(RangeValue(Const(0), Const(count), 1), node, turn, "place")
        return count > 0

    def _items(self, value: Value, node: ast.expr) -> tuple[int, Callable[[Number], Value]]:
        """How many items a tuple has, and the one at a place from 0 on, which has to be below that."""
        if not isinstance(value, Items):
            self.refuse(node, "write a tuple")
        fixed = self.fixed(value, node)
        assert isinstance(fixed, Items)
        return len(fixed.items), lambda place: self._picked(fixed.items, place, node)

    def _picked(self, items: tuple[Value, ...] | Constants, place: Number, node: ast.expr) -> Value:
        if isinstance(items, Constants):
            return NumberValue(At(items.numbers, place), INT, min(items.numbers) >= 0)
        rows = [item for item in items if isinstance(item, Items)]
        if rows:
            lengths = {len(row.items) for row in rows}
            if len(rows) < len(items) or len({row.kind for row in rows}) > 1:
                self.refuse(node, "write a tuple of numbers, or one of tuples of equal lengths")
            if len(lengths) == 1:
                columns = zip(*[row.items for row in rows], strict=True)
                return Items(tuple([self._picked(column, place, node) for column in columns]), rows[0].kind)
            row_numbers = [numbers_of(row) for row in rows]
            if None in row_numbers or any(kind_of(item) != INT for row in rows for item in row.items):
                self.refuse(node, "write a tuple of numbers, or one of tuples of equal lengths")
            return OneOf(tuple(row for row in row_numbers if row is not None), place)
        numbers = [self.number(item, node) for item in items]
        constants = tuple(number.value for number in numbers if isinstance(number, Const))
        kind, natural = joint_kind(items), all(map(is_natural, items))
        if len(constants) == len(numbers):
            return NumberValue(At(constants, place), kind, natural)
        return NumberValue(chosen(tuple(numbers), place), kind, natural)

    def reverse(self, value: Value, node: ast.expr) -> Value:
        """`reversed`: of a range that from its last number to its first."""
        if isinstance(value, Items) and value.kind != "set":
            return Items(value.items[::-1], value.kind) if numbers_of(value) else self._turned(value, node)
        if not isinstance(value, RangeValue):
            self.refuse(node, "write a range or a tuple")
        fixed = self.fixed(value, node)
        assert isinstance(fixed, RangeValue)
        low, high, step = fixed.low, fixed.high, fixed.step
        # an empty range gives a first number that is already beyond the end
        inside = combined("-", combined("-", high, low), Const(1 if step > 0 else -1))
        last = combined("+", low, combined("*", combined("//", inside, Const(step)), Const(step)))
        return RangeValue(last, combined("-", low, Const(1 if step > 0 else -1)), -step)

    def _turned(self, row: Items, node: ast.expr) -> Items:
        fixed = self.fixed(row, node)
        assert isinstance(fixed, Items)
        return Items(fixed.items[::-1], fixed.kind)

    def _require_safe(self, node: ast.ListComp, changes: Iterable[str]) -> None:
        """Refuse a list that may fail, or whose items the loop over it may change, when they are made one by one."""
        if read_in(node) & set(changes) or any(isinstance(inner, ast.NamedExpr) for inner in ast.walk(node)):
            self.refuse(node, "its loop changes what it is made of: write the loop itself")
        with self.into([]) as scratch:
            self.comprehension(node, lambda value: self._tried(value, node.elt))
        if not is_safe_body(scratch):
            self.refuse(node, "it may fail, and then before the first turn: write the loop itself")

    def listed(self, node: ast.ListComp) -> Listed:
        """A list that gets a name: all that is read for it keeps its value."""
        around: Frame | None = self.frame
        while around is not None:
            if any(around.stores[name] > 1 for name in read_in(node) & around.own):
                self.refuse(node, "it is made of a name that is given another value elsewhere: write a loop")
            around = around.outer
        self._require_safe(node, ())
        frame = self.frame

        def each(body: Body) -> None:
            here = self.frame

            def deliver(value: Value) -> None:
                with self.within(here):
                    self.turn(body, value)

            with self.within(frame):
                self.comprehension(node, deliver)

        return Listed(each)

    def _tried(self, value: Value, node: ast.expr) -> None:
        if isinstance(value, OptionValue):
            self.emit(Yield(value.parts, value.next, value.labels))
        else:
            self.dropped(value, node)

    def comprehension(self, node: ast.GeneratorExp | ast.ListComp, body: Body) -> None:
        """Write the loops of a comprehension; `body` is what is done with each of its items."""
        outer, generators = self.frame, node.generators
        targets = stored([each.target for each in generators])
        inner = Frame(outer.source, frozenset(targets), targets, None, "", outer=outer)

        def level(depth: int) -> None:
            if depth == len(generators):
                value = self.value(node.elt)
                with self.within(outer):
                    body(value)
                return
            generator = generators[depth]
            if generator.is_async:
                self.refuse(node)

            def turn(value: Value) -> None:
                with self.within(inner):
                    self.unpack(generator.target, value, generator.target)
                    self.tests(generator.ifs, lambda: level(depth + 1))

            self.call_turns(generator.target, generator.iter)
            self.iterate(generator.iter, turn)

        level(0)  # Python works out the first range outside

    def tests(self, tests: list[ast.expr], work: Callable[[], None]) -> None:
        """Do something only if all of some conditions hold."""
        if not tests:
            work()
            return

        def one() -> bool:
            self.tests(tests[1:], work)
            return True

        condition = self.condition(tests[0])
        self.branches(condition, one, lambda: True, self.given)

    def unpack(self, target: ast.expr, value: Value, node: ast.AST) -> None:
        """Assign a value to a name, or its items to several."""
        match target:
            case ast.Name(name):
                self.store(name, value, node)
            case ast.Tuple(targets) | ast.List(targets) if isinstance(value, Items) and value.kind != "set":
                if len(targets) != len(value.items):
                    self.refuse(node, f"write {len(value.items)} names")
                fixed = self.fixed(value, node)
                assert isinstance(fixed, Items)
                for inner_target, item in zip(targets, fixed.items, strict=True):
                    self.unpack(inner_target, item, node)
            case ast.Tuple() | ast.List():
                self.refuse(node, "write one name, for a number")
            case _:
                self.refuse(target, "write a plain name")

"""Tuples of numbers: several values in the order in which Python works them out, items, slices, order."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from grundy.reading.core import (
    At,
    Call,
    Choice,
    Cmp,
    Const,
    Fail,
    If,
    Label,
    Number,
    Word,
)
from grundy.reading.safe import is_safe_body
from grundy.reading.values import (
    INT,
    Constants,
    Items,
    NumberValue,
    OneOf,
    RangeValue,
    Test,
    TextValue,
    Value,
    chosen,
    combined,
    compared,
    is_natural,
    items_of,
    joint_kind,
    number_of,
    numbers_of,
    picked,
    plain,
)
from grundy.reading.writing import StatementWriter, shows_numbers

MOST_SORTED = 8


class Tuples(StatementWriter):
    """Values side by side."""

    def value(self, node: ast.expr) -> Value:
        """What an expression gives."""
        raise NotImplementedError

    # In order

    def several(self, nodes: Sequence[ast.expr]) -> list[Value]:
        """Some expressions, in order: where a later one takes statements, all before it are worked out first."""
        return [value for (value,) in self._in_order(nodes, lambda node: (self.value(node),))]

    def starred(self, nodes: Sequence[ast.expr]) -> list[tuple[Value, ...]]:
        """The same with stars: of each expression what it gives."""

        def each(node: ast.expr) -> tuple[Value, ...]:
            if not isinstance(node, ast.Starred):
                return (self.value(node),)
            value = self.value(node.value)
            if isinstance(value, Items):
                return tuple(value.items)
            self.refuse(node, "write the values one by one")

        return self._in_order(nodes, each)

    def _in_order(
        self, nodes: Sequence[ast.expr], work: Callable[[ast.expr], tuple[Value, ...]]
    ) -> list[tuple[Value, ...]]:
        groups: list[tuple[Value, ...]] = []
        for node in nodes:
            with self.into([]) as before:
                values = work(node)
            if before:
                if any(shows_numbers(value) for group in groups for value in group) and not is_safe_body(before):
                    self.refuse(node, "it may fail before the text beside it: write it in a line before")
                groups = [
                    tuple([self.fixed(value, at) for value in group]) for group, at in zip(groups, nodes, strict=False)
                ]
            self.out.extend(before)
            groups.append(values)
        return groups

    def number(self, value: Value, node: ast.expr) -> Number:
        number = number_of(value)
        if number is None:
            self.refuse(node, "" if not isinstance(value, Items | TextValue) else "a number is needed here")
        return number

    # Tuples

    def item(self, node: ast.expr, whole: Value, place: Value) -> Value:
        """An item of a tuple."""
        index = number_of(place)
        if index is None:
            self.refuse(node)
        if isinstance(whole, RangeValue) and isinstance(whole.low, Const) and isinstance(whole.high, Const):
            whole = items_of(range(whole.low.value, whole.high.value, whole.step)) or whole
        if isinstance(whole, OneOf):
            return self._table_item(whole, index)
        if not isinstance(whole, Items) or whole.kind == "set":
            self.refuse(node, "write an index of a tuple of numbers")
        constant_index, length = plain(place), len(whole.items)
        if constant_index is not None and -length <= constant_index < length:
            if numbers_of(whole) is None:
                whole = self._worked_out(whole, node)
            return whole.items[constant_index]
        numbers = numbers_of(whole)
        if numbers is not None:
            return NumberValue(
                At(numbers, index), joint_kind(whole.items) if numbers else INT, min(numbers, default=0) >= 0
            )
        words = [item.label for item in whole.items if isinstance(item, TextValue) and isinstance(item.label, Word)]
        if words and len(words) == length:
            return TextValue(self._one_of(words, self.fixed_number(At(tuple(range(length)), index))))
        whole = self._worked_out(whole, node)
        at = self.fixed_number(At(tuple(range(length)), index))
        rows = [numbers_of(item) for item in whole.items]
        if None not in rows and not has_bools(*whole.items):
            return OneOf(tuple(row for row in rows if row is not None), at)
        items = [self.number(item, node) for item in whole.items]
        return NumberValue(chosen(tuple(items), at), joint_kind(whole.items), all(map(is_natural, whole.items)))

    def _one_of(self, words: Sequence[Label], at: Number) -> Label:
        """The word at a place that is inside."""
        label = words[-1]
        for place in reversed(range(len(words) - 1)):
            label = Choice(Cmp("==", at, Const(place)), words[place], label)
        return label

    def _worked_out(self, row: Items, node: ast.expr) -> Items:
        fixed = self.fixed(row, node)
        assert isinstance(fixed, Items)
        return fixed

    def _table_item(self, table: OneOf, index: Number) -> Value:
        """The item of a row that is one of several: from the end where the index is negative."""
        flat = tuple(number for row in table.rows for number in row)
        lengths = tuple(map(len, table.rows))
        starts = tuple(sum(lengths[:place]) for place in range(len(lengths)))
        at, length = self.fixed_number(index), self.fixed_number(At(lengths, table.index))
        below = combined("+", at, length)
        place = self.temporary(picked(compared("<", at, Const(0)), below, at))
        outside = self.joined(False, [([], compared("<", place, Const(0))), ([], compared(">=", place, length))])
        self.emit(If(outside, (Fail("IndexError"),)))
        return NumberValue(At(flat, combined("+", At(starts, table.index), place)), INT, min(flat, default=0) >= 0)

    def cut(self, node: ast.expr, whole: Value, cut: ast.Slice) -> Value:
        """A slice with constant bounds."""
        bounds: list[int | None] = []
        for bound in (cut.lower, cut.upper, cut.step):
            constant = None if bound is None else plain(self.value(bound))
            if bound is not None and constant is None:
                self.refuse(node, "write constant bounds of a slice")
            bounds.append(constant)
        if not isinstance(whole, Items) or whole.kind == "set" or bounds[2] == 0:
            self.refuse(node, "write a slice of a tuple")
        if numbers_of(whole) is None:
            whole = self._worked_out(whole, node)
        return Items(whole.items[slice(*bounds)], whole.kind)

    def known_set(self, node: ast.expr, items: Sequence[Value]) -> Items:
        """A set of constants that is written there, where Python goes through it in one order however it is made."""
        row = Items(tuple(items), "set")
        numbers = None if has_bools(row) else numbers_of(row)
        ordered = None if numbers is None else order_of_set(numbers)
        if ordered is None:
            self.refuse(node)
        return Items(Constants(ordered), "set")

    def in_order(self, node: ast.expr, row: Items, descending: bool = False) -> Items:
        """`sorted`: of constants what Python gives, of a few numbers by comparing neighbours."""
        numbers = numbers_of(row)
        if has_bools(row) or (numbers is None and (len(row.items) > MOST_SORTED or row.kind == "set")):
            self.refuse(node, f"write at most {MOST_SORTED} numbers")
        if numbers is not None:
            return Items(Constants(tuple(sorted(numbers, reverse=descending))), "list")
        held = [self.number(item, node) for item in self._worked_out(row, node).items]
        natural = all(map(is_natural, row.items))
        for end in range(len(held) - 1, 0, -1):
            for place in range(end):
                pair = (held[place], held[place + 1])
                least, most = [self.temporary(Call(name, pair)) for name in ("min", "max")]
                held[place], held[place + 1] = (most, least) if descending else (least, most)
        return Items(tuple(NumberValue(number, INT, natural) for number in held), "list")


def order_of_set(numbers: Sequence[int]) -> tuple[int, ...] | None:
    """The order in which Python goes through a set of numbers; None where it depends on how the set is made.

    A loop over a set that is written there goes through a constant, which a file of bytecode keeps in an order of its
    own; elsewhere the set is made anew each time. Where no two numbers have one place in the smallest table that Python
    makes for so many, it does not matter which came first; the sizes of tables that there are, are tried.

    >>> order_of_set([4, 3, 1, 3]), order_of_set([8, 0, 16])
    ((1, 3, 4), None)
    """
    different, size = set(numbers), 8
    while 5 * len(different) >= 3 * (size - 1):  # setobject.c: a fuller table is made larger
        size *= 2
    if len({hash(number) % size for number in different}) < len(different):
        return None
    orders = {tuple(made) for made in (different, frozenset(numbers), set().union(frozenset(numbers)))}
    return orders.pop() if len(orders) == 1 else None


def has_bools(*values: Value) -> bool:
    """Whether some of the items are conditions, of which Python has True and False."""
    rows = (value.items if isinstance(value, Items) else (value,) for value in values)
    items = (item for row in rows if not isinstance(row, Constants) for item in row)
    return any(isinstance(item, Test) or (isinstance(item, NumberValue) and item.kind != INT) for item in items)

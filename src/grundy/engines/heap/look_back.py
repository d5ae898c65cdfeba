"""Rules on several numbers in which a large state looks back a bounded way in one of them: its values return in it.

    Large        the number that is large: n + c, n as large as need be, of which n mod some modulus is known
    steps_of     what a rule leaves of every large state, read off its core form, which is run on such numbers
    Columns      the values, column by column from the least n on, until a window of columns comes back

The theorem: let every state (n, b), n >= start, lead only to states (n - d, b') with 0 <= d <= reach, and to states
that are the same for all n, in a way that depends on n mod m alone; and let b be one of finitely many. Then the column
of n, the values of all (n, b), is a function of n mod m and the `reach` columns before it; so once a window of so many
columns comes back at the same n mod m, all that follow come back too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any, TypeAlias

from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import mex
from grundy.model.definition import Memo, state_values
from grundy.model.option import Option
from grundy.model.rule import Rule
from grundy.reading.core import Core
from grundy.reading.cover import require_covered
from grundy.reading.lower import lower
from grundy.reading.remember import remembered
from grundy.reading.run import options
from grundy.reading.source import NotRead

MOST_BESIDE = 256  # tuples of the other numbers
MOST_OTHER = 2_000  # each of the other numbers, over which a rule may loop
MOST_MODULUS = 5_040
MOST_READ = 20_000  # states of open size that are read
MOST_START = 5_000  # states before the first that is read, by the definition
MOST_WORK = 2_000_000  # options that are looked at, of all columns together
LARGEST = 10**4_000  # beyond, Python may not write the number in a label

Beside = tuple[int, ...]


class NotRegular(Exception):
    """Large states of the rule do something else, or take too long."""


class ModulusNeeded(Exception):
    """What is done depends on n modulo this number."""


@dataclass(slots=True)
class Watch:
    """What is known of n, and from where on all that was decided of it holds."""

    modulus: int
    residue: int
    start: int = 0

    def above(self, offset: int, number: int) -> bool:
        """n + offset > number, from some n on."""
        self.start = max(self.start, number - offset + 1)
        return True


class Large:
    """n + offset, as the core form's operators see it; whatever else is done with it is refused."""

    __slots__ = ("offset", "watch")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, watch: Watch, offset: int) -> None:
        self.watch, self.offset = watch, offset

    def __add__(self, other: object) -> Large:
        return Large(self.watch, self.offset + _whole(other))

    __radd__ = __add__

    def __sub__(self, other: object) -> Large | int:
        if isinstance(other, Large):
            return self.offset - other.offset
        return Large(self.watch, self.offset - _whole(other))

    def __mod__(self, other: object) -> int:
        modulus = _whole(other)
        if modulus <= 0:
            raise NotRegular
        if self.watch.modulus % modulus:
            raise ModulusNeeded(modulus)
        return (self.watch.residue + self.offset) % modulus

    def __and__(self, other: object) -> int:
        mask = _whole(other)
        if mask < 0:
            raise NotRegular
        return self % (1 << mask.bit_length()) & mask

    __rand__ = __and__

    def __abs__(self) -> Large:
        self.watch.above(self.offset, -1)
        return self

    def __gt__(self, other: object) -> bool:
        if isinstance(other, Large):
            return self.offset > other.offset
        return self.watch.above(self.offset, _whole(other))

    def __ge__(self, other: object) -> bool:
        if isinstance(other, Large):
            return self.offset >= other.offset
        return self.watch.above(self.offset, _whole(other))

    def __lt__(self, other: object) -> bool:
        return not self >= other

    def __le__(self, other: object) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Large):
            return self.offset == other.offset
        return not self.watch.above(self.offset, _whole(other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __bool__(self) -> bool:
        raise NotRegular


def _whole(value: object) -> int:
    if type(value) is int:
        return value
    raise NotRegular


# What a rule leaves of every large state.


@dataclass(frozen=True, slots=True)
class PartStep:
    """A part of an option: where n falls by `down`, to `beside`; or with `down` None the state `beside`."""

    down: int | None
    beside: Beside


Read: TypeAlias = "dict[tuple[int, Beside], tuple[tuple[PartStep, ...], ...]]"


@dataclass(frozen=True, slots=True)
class Steps:
    """What is left of all large states.

    axis      which number is large; the others, in their order, are beside it
    beside    the tuples of the others, each after those that it leads to at the same n
    modulus   what the options depend on, of n
    start     the least n of which this holds
    reach     how far n may fall
    options   for each n mod modulus and each of `beside` the parts of every option
    labelled  whether the rule says more of a move than where it leads
    """

    axis: int
    beside: tuple[Beside, ...]
    modulus: int
    start: int
    reach: int
    options: Read
    labelled: bool


def steps_of(core: Core, axis: int, first: Sequence[Beside]) -> Steps:
    """What a rule leaves of large states with these other numbers, and of those that they lead to.

    Raises: NotRegular: it does something else.
    """
    modulus = 1
    while True:
        try:
            return _steps_of(core, axis, first, modulus)
        except ModulusNeeded as finer:
            modulus = lcm(modulus, finer.args[0])
            if modulus > MOST_MODULUS:
                raise NotRegular from None


def _steps_of(core: Core, axis: int, first: Sequence[Beside], modulus: int) -> Steps:
    read_options: Read = {}
    labelled = False
    beside = dict.fromkeys(first)
    waiting = list(beside)
    start = reach = 0
    while waiting:
        numbers = waiting.pop()
        if any(number > MOST_OTHER for number in numbers):
            raise NotRegular
        for residue in range(modulus):
            watch = Watch(modulus, residue)
            core_options = list(_options_of(core, axis, watch, numbers))
            labelled = labelled or any(option.labels for option in core_options)
            read_options[residue, numbers] = read = tuple(
                tuple(_step(part, axis) for part in option.parts) for option in core_options
            )
            start = max(start, watch.start)
            for step in (step for option in read for step in option if step.down is not None):
                reach = max(reach, step.down or 0)
                if step.beside not in beside:
                    beside[step.beside] = None
                    waiting.append(step.beside)
        if len(beside) > MOST_BESIDE or len(read_options) > MOST_READ:
            raise NotRegular
    return Steps(
        axis, _ordered(beside, read_options, modulus), modulus, max(start, reach), reach, read_options, labelled
    )


def _options_of(core: Core, axis: int, watch: Watch, beside: Beside) -> Iterator[Option]:
    numbers: list[Any] = [*beside[:axis], Large(watch, 0), *beside[axis:]]
    try:
        for option in options(core, tuple(numbers)):
            if option.next != "opponent":
                raise NotRegular
            yield option
    except (NotRegular, ModulusNeeded):
        raise
    except Exception as problem:  # Python has no such operator for it, or the rule fails
        raise NotRegular from problem


def _step(left: Any, axis: int) -> PartStep:
    part = left if isinstance(left, tuple) else (left,)
    if all(type(number) is int for number in part):
        return PartStep(None, part)
    beside = (*part[:axis], *part[axis + 1 :])
    large = part[axis]
    if not isinstance(large, Large) or large.offset > 0 or any(type(number) is not int for number in beside):
        raise NotRegular
    large.watch.above(large.offset, -1)
    return PartStep(-large.offset, beside)


def _ordered(beside: dict[Beside, None], read_options: Read, modulus: int) -> tuple[Beside, ...]:
    """Each after those that it leads to at the same n. Raises: NotRegular: play may not end there."""
    leads = {
        numbers: {
            step.beside
            for residue in range(modulus)
            for option in read_options[residue, numbers]
            for step in option
            if step.down == 0
        }
        for numbers in beside
    }
    placed: dict[Beside, None] = {}
    while len(placed) < len(leads):
        ready = [
            numbers for numbers in leads if numbers not in placed and all(other in placed for other in leads[numbers])
        ]
        if not ready:
            raise NotRegular
        placed.update(dict.fromkeys(ready))
    return tuple(placed)


# The values.


class Columns:
    """The values of a rule's states for every n, by a period that is proved.

    Raises: NotRegular: no window of columns comes back soon. BadRule, OutOfReach: as the definition.
    """

    def __init__(self, rule: Rule, steps: Steps) -> None:
        if steps.start > MOST_START:
            raise NotRegular
        self.rule, self.steps = rule, steps
        self._memo: Memo = {}
        self._columns: list[dict[Beside, int]] = []
        for n in range(steps.start):
            states = [self._state(n, beside) for beside in steps.beside]
            values = state_values(rule, states, self._memo)
            column = dict(zip(steps.beside, (values[state] for state in states), strict=True))
            if any(type(value) is not int for value in column.values()):
                raise NotRegular
            self._columns.append(column)  # type: ignore[arg-type]
        constants = {
            step.beside for read in steps.options.values() for option in read for step in option if step.down is None
        }
        self._constants = {numbers: self.by_definition(numbers) for numbers in constants}
        self.preperiod, self.period = self._returned()
        self._moves: dict[tuple[int, Beside, int], int] = {}

    def by_definition(self, numbers: tuple[int, ...]) -> int:
        """The value of a state that is not large."""
        state = numbers if self.rule.arity > 1 else numbers[0]
        value = state_values(self.rule, [state], self._memo)[state]
        if type(value) is not int:
            raise NotRegular
        return value

    def value(self, numbers: tuple[int, ...]) -> int:
        """The value of a state."""
        axis = self.steps.axis
        n, beside = numbers[axis], (*numbers[:axis], *numbers[axis + 1 :])
        if n < 0 or beside not in self._columns[0]:
            return self.by_definition(numbers)
        if n >= self.preperiod + self.period:
            n = self.preperiod + (n - self.preperiod) % self.period
        return self._columns[n][beside]

    def count_moves(self, numbers: tuple[int, ...], rest: int) -> int | None:
        """How many moves lead to a value, where that is known of all such states; else None."""
        steps, axis = self.steps, self.steps.axis
        n, beside = numbers[axis], (*numbers[:axis], *numbers[axis + 1 :])
        first, turn = max(steps.start, self.preperiod + steps.reach), lcm(self.period, steps.modulus)
        if steps.labelled or n < first or beside not in self._columns[0]:
            return None
        alike = first + (n - first) % turn
        if (alike, beside, rest) not in self._moves:
            options = set(steps.options[alike % steps.modulus, beside])
            values = (self._worth(option, alike) for option in options)
            self._moves[alike, beside, rest] = sum(value == rest for value in values)
        return self._moves[alike, beside, rest]

    def _worth(self, option: tuple[PartStep, ...], n: int) -> int:
        total = 0
        for step in option:
            numbers = _number(step, n, self.steps.axis)
            total ^= self._constants[numbers] if step.down is None else self.value(numbers)
        return total

    def _state(self, n: int, beside: Beside) -> tuple[int, ...] | int:
        axis = self.steps.axis
        return (*beside[:axis], n, *beside[axis:]) if beside else n

    def _next(self) -> None:
        """One column more, by what was read."""
        steps, columns = self.steps, self._columns
        n = len(columns)
        column: dict[Beside, int] = {}
        columns.append(column)
        for beside in steps.beside:
            values = set()
            for option in steps.options[n % steps.modulus, beside]:
                total = 0
                for step in option:
                    total ^= self._constants[step.beside] if step.down is None else columns[n - step.down][step.beside]
                values.add(total)
            column[beside] = mex(values)

    def _returned(self) -> tuple[int, int]:
        """The least n from which on columns come back, and after how many (Brent 1980)."""
        steps, columns = self.steps, self._columns
        reach = max(1, steps.reach)
        each = 1 + sum(map(len, steps.options.values())) // steps.modulus
        most = len(columns) + MOST_WORK // each
        while len(columns) < steps.start + reach:
            self._next()
        anchor, wait = len(columns), 1
        while True:
            if len(columns) >= most:
                raise NotRegular
            self._next()
            here = len(columns)
            if (here - anchor) % steps.modulus == 0 and columns[here - reach :] == columns[anchor - reach : anchor]:
                break
            if here - anchor == wait:
                anchor, wait = here, 2 * wait
        period, least = here - anchor, anchor - reach
        while least and columns[least - 1] == columns[least - 1 + period]:
            least -= 1
        return least, period


def compared(rule: Rule, core: Core, steps: Steps) -> str:
    """What was read, compared with the rule's own options: where each of its conditions goes one way and the other, and
    at large states of each kind.

    Raises: NotRegular, BadRule: it differs. NotRead: a condition is never seen both ways.
    """
    count = require_covered(rule, core).compared
    for (residue, beside), read in steps.options.items():
        least = steps.start + (residue - steps.start) % steps.modulus
        for n in (least, least + 7 * steps.modulus, least + (10**18 // steps.modulus) * steps.modulus):
            numbers = (*beside[: steps.axis], n, *beside[steps.axis :])
            rule_options = [_parts(option) for option in rule.options(numbers if rule.arity > 1 else n)]
            expected = [tuple(_number(step, n, steps.axis) for step in option) for option in read]
            if rule_options != expected:
                raise NotRegular
            count += 1
    return f"compared with its options at {count:,} states"


def _parts(option: Option) -> tuple[Any, ...]:
    return tuple(part if isinstance(part, tuple) else (part,) for part in option.parts)


def _number(step: PartStep, n: int, axis: int) -> tuple[int, ...]:
    return step.beside if step.down is None else (*step.beside[:axis], n - step.down, *step.beside[axis:])


@dataclass(frozen=True, slots=True)
class Returning:
    """A rule whose values return in one of its numbers: its columns, and how that is proved."""

    columns: Columns
    reason: str


@remembered(most=64)
def returning(rule: Rule, axis: int, first: frozenset[Beside]) -> Returning | None:
    """The values of a rule that return in one of its numbers, and how that is proved; None where that is not seen soon.

    Args:    axis: which number is large. first: the other numbers of the states that are asked for.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def turns(n, last):
    ...     for take in (1, 2, 3):
    ...         if take <= n and take != last:
    ...             yield n - take, take
    >>> found = returning(turns, 0, frozenset({(0,)}))
    >>> found.columns.period, found.columns.value((10**18, 0))
    (4, 0)
    """
    try:
        core = lower(rule)
        steps = steps_of(core, axis, sorted(first))
        columns = Columns(rule, steps)
        checked = compared(rule, core, steps)
    except (NotRead, NotRegular, BadRule, OutOfReach):
        return None
    name, others = core.state[axis], [*core.state[:axis], *core.state[axis + 1 :]]
    later, now = (", ".join([*others[:axis], text, *others[axis:]]) for text in (f"{name} + {columns.period}", name))
    reason = (
        f"G({later}) = G({now}) for all {name} >= {columns.preperiod} and the {len(steps.beside):,} "
        f"{'values' if len(others) == 1 else 'tuples'} of {', '.join(others)} that are reached: from {name} = "
        f"{steps.start} on a move lowers {name} by at most {steps.reach}, and a window of {max(1, steps.reach)} "
        f"columns comes back; read off its code, {checked}"
    )
    return Returning(columns, reason)

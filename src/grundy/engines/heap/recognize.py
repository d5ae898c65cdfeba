"""What a rule of one's own does with every large heap, read off by running it on a heap whose size is left open.

The rule's function is called with an `Open` number n of which only this is known: it is as large as need be, and
n mod q is r. Comparisons with constants are decided by that (and say from which heap on it holds), remainders by r;
`range` up to n gives one open number for all in between. The options that come out are then those of every heap
n >= `start` of that residue. Whatever else is done with n (a square root, a float, a set, another function) is
refused, and nothing is claimed. What is read off holds as far as the function depends on its arguments alone, as every
rule must.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import lcm
from types import CodeType, FunctionType
from typing import Any

from grundy.engines.heap.endless import Endless
from grundy.engines.heap.opened import Between, Finer, Half, Open, Refused
from grundy.model.option import Option, as_option, to
from grundy.model.period import Repetition
from grundy.model.rule import Rule

LARGEST_MODULUS = 5_040
MOST_OPTIONS = 20_000
LARGEST_CONSTANT = 10**6


@dataclass(frozen=True, slots=True)
class Local:
    """Rules of which a large heap leaves heaps n - k, of finitely many k, by n mod q, and may split what a take leaves.

    start     from this heap on
    modulus   q
    longest   the largest k
    splits    whether some move leaves two heaps of any sizes
    """

    start: int
    modulus: int
    longest: int
    splits: bool

    def needed(self, found: Repetition) -> int | None:
        """How many values prove a period, as the octal periodicity theorem has it; None: none do.

        For n >= start and beyond the bound, heaps left from n + p and from n have the same values: a heap n + p - k by
        what is known of smaller ones, and of two heaps left the larger is at least e + p. That needs q to divide p.
        """
        if found.saltus or found.period % self.modulus:
            return None
        heaps = 2 if self.splits else 1
        least = heaps * (max(found.preperiod, 1) + found.period) + self.longest
        return max(least, self.start + self.longest + found.period)

    def by(self, found: Repetition, values: int) -> str:
        """Why a period is proved."""
        last = f"the last {self.longest} values" + (f" and n mod {self.modulus}" if self.modulus > 1 else "")
        theorem = f"a heap n >= {self.start} depends on {last}, which recur" if self.longest else "no heap matters"
        if self.splits:
            theorem = f"octal periodicity theorem (Guy & Smith 1956), for the moves of every heap n >= {self.start}"
        return (
            f"G(n + {found.period}) = G(n) for all n >= {found.preperiod}: {theorem}, read off the rule's own code, "
            f"with the nim-values of heaps 0 to {values - 1}"
        )


def recognize(rule: Rule) -> Local | Endless | None:
    """What a rule of one number does with every large heap; None if that cannot be read off its code.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def mine(n):
    ...     for k in (1, 3):
    ...         if n >= k:
    ...             yield n - k
    >>> recognize(mine)
    Local(start=4, modulus=1, longest=3, splits=False)
    """
    function = rule.function
    if not isinstance(function, FunctionType) or rule.arity != 1:
        return None
    if not _is_plain(function) or not all(_is_data(value) for _, value in rule.parameters):
        return None
    modulus = 1
    while modulus <= LARGEST_MODULUS:
        trial = _Trial(modulus)
        try:
            moves = [list(trial.options(function, dict(rule.parameters), r)) for r in range(modulus)]
            return _shape(trial, moves)
        except Finer as finer:
            modulus = lcm(modulus, finer.modulus)
        except Exception:  # whatever stopped the rule, nothing is known of it
            return None
    return None


@dataclass(frozen=True, slots=True)
class _Single:
    take: int


@dataclass(frozen=True, slots=True)
class _Split:
    take: int


@dataclass(frozen=True, slots=True)
class _All:
    """All heaps from `least` up to n - amount."""

    least: int
    amount: int


@dataclass(frozen=True, slots=True)
class _Constant:
    heaps: tuple[int, ...]


_Move = _Single | _Split | _All | _Constant


class _Trial:
    """One modulus: what has been learnt while the rule ran on open numbers."""

    def __init__(self, modulus: int) -> None:
        self.modulus = modulus
        self.residue = 0
        self.start = 0
        self.refused = False
        self.finer = 0  # a modulus that is needed
        self.loops = 0  # over open ranges, that have not come to their end
        self.frame: Any = None

    def large(self, least: int) -> None:
        """What was decided holds for n >= least."""
        if abs(least) > LARGEST_CONSTANT:
            self.refuse()
        self.start = max(self.start, least)

    def refuse(self) -> Any:
        self.refused = True
        raise Refused

    def options(self, function: FunctionType, parameters: dict[str, Any], residue: int) -> Iterator[_Move]:
        """The moves of all large heaps of a residue."""
        self.residue = residue
        inside = {**function.__globals__, "range": self.range, "max": self.max, "min": self.min}
        copy = FunctionType(function.__code__, inside, function.__name__, function.__defaults__, function.__closure__)
        copy.__kwdefaults__ = function.__kwdefaults__
        running = copy(Open(self, 0), **parameters)
        self.frame = running.gi_frame
        for count, yielded in enumerate(running):
            if count > MOST_OPTIONS:
                self.refuse()
            yield from self.move(as_option(yielded))
        if self.finer:
            raise Finer(self.finer)
        if self.refused or self.loops:  # the rule may have caught what was raised, or left a loop
            self.refuse()

    def move(self, option: Option) -> Iterator[_Move]:
        """One option as moves of every large heap."""
        if option.next != "opponent":
            self.refuse()
        halves = [part for part in option.parts if isinstance(part, Half)]
        if halves:
            if len(option.parts) != 2 or len(halves) != 2 or len({(half.off, half.plus) for half in halves}) > 1:
                self.refuse()
            self.large(2 + abs(halves[0].off) + 2 * abs(halves[0].plus))
            yield _Constant(())  # two equal heaps
            return
        between = [part for part in option.parts if isinstance(part, Between)]
        opened = [part for part in option.parts if isinstance(part, Open)]
        fixed = tuple(part for part in option.parts if isinstance(part, int) and 0 <= part <= LARGEST_CONSTANT)
        if len(between) + len(opened) + len(fixed) < len(option.parts):
            self.refuse()
        if between:
            yield from self.family(between, opened, fixed)
        elif len(opened) == 1 and opened[0].off < 0 and not any(fixed):
            self.large(-opened[0].off)
            yield _Single(-opened[0].off)
        elif not opened:
            self.large(max(fixed, default=0) + 1)
            yield _Constant(fixed)
        else:
            self.refuse()

    def family(self, between: list[Between], opened: list[Open], fixed: tuple[int, ...]) -> Iterator[_Move]:
        """Options for all numbers a of a range up to about n."""
        if any(fixed) or opened:
            self.refuse()
        if len(between) == 1:
            (one,) = between
            if one.sign > 0:
                least, last = one.low + one.off, one.high.add(one.off)
                if not isinstance(last, Open):
                    self.refuse()
                yield _All(least, -last.off)
            else:  # heaps n + off - a
                last = one.high
                if not isinstance(last, Open):
                    self.refuse()
                yield _All(one.off - last.off, one.low - one.off)
            return
        first, second = sorted(between, key=lambda one: -one.sign)
        if first.key is not second.key or (first.sign, second.sign) != (1, -1) or first.off:
            self.refuse()
        take = -second.off  # heaps a and n - take - a
        low, high = first.low, first.high
        if take < 0 or low not in (0, 1):
            self.refuse()
        ends = [high.at(n) - (n - take) for n in (10**9, 10**9 + 1)]  # the last a, beside all that is left
        middles = [high.at(n) - (n - take) // 2 for n in (10**9, 10**9 + 1)]
        if max(ends) > 0 or min(middles) < 0:
            self.refuse()
        self.large(4 * take + 8 + 4 * (abs(high.off) + abs(high.plus if isinstance(high, Half) else 0)))
        yield _Split(take)
        if low == 0 or max(ends) == 0:  # nothing beside all that is left
            if not take or (low and min(ends) < 0):
                self.refuse()
            yield _Single(take)

    def range(self, *bounds: Any) -> Any:
        """`range`, of constants or up to an open number."""
        if all(type(bound) is int for bound in bounds):
            return builtins.range(*bounds)
        if len(bounds) == 1:
            bounds = (0, *bounds)
        if len(bounds) > 2 and bounds[2] != 1:
            self.refuse()
        low, stop = bounds[:2]
        if isinstance(low, Open) and isinstance(stop, Open):
            return [Open(self, off) for off in builtins.range(low.off, stop.off)]
        if type(low) is not int or not isinstance(stop, Open | Half):
            self.refuse()
        self.large(2 * (abs(low) + 1) + 2 * abs(stop.off) + 2)  # the range is not empty
        self.loops += 1
        return self.turns(low, stop.add(-1))

    def turns(self, low: int, high: Open | Half) -> Iterator[Between]:
        """Three turns of a loop that stand for all: after each but the first, all is as it was before it."""
        before = None
        for turn in range(3):
            here = {name: self.told(value) for name, value in self.frame.f_locals.items()}
            if turn > 1 and here != before:
                self.refuse()
            before = here
            yield Between(self, object(), low, high, 1, 0)
        self.loops -= 1

    def told(self, value: object) -> object:
        """A local variable, such that equal ones are told alike."""
        match value:
            case Open() | Half():
                return type(value).__name__, value.off, value.plus
            case Between():
                return value.low, self.told(value.high), value.sign, value.off
            case tuple():
                return tuple(map(self.told, value))
            case _ if value is None or _is_data(value):
                return type(value).__name__, value
        return self.refuse()

    def max(self, *numbers: Any) -> Any:
        return self.best(numbers, lambda one, two: one > two)

    def min(self, *numbers: Any) -> Any:
        return self.best(numbers, lambda one, two: one < two)

    def best(self, numbers: tuple[Any, ...], better: Callable[[Any, Any], bool]) -> Any:
        if len(numbers) == 1:
            numbers = tuple(numbers[0])
        chosen = numbers[0]
        for number in numbers[1:]:
            if better(number, chosen):
                chosen = number
        return chosen


def _is_plain(function: FunctionType) -> bool:
    """Whether the outer names that a function uses are numbers, tuples of numbers or what is known here."""
    code: CodeType = function.__code__
    if any(isinstance(one, CodeType) for one in code.co_consts):
        return False  # a function or comprehension inside
    for name in code.co_names:
        if name in ("range", "max", "min"):
            if name in function.__globals__:
                return False
        elif name == "grundy" or (name == "to" and "grundy" in code.co_names):
            if getattr(function.__globals__.get("grundy"), "to", None) is not to:
                return False
        elif name == "to":
            if function.__globals__.get(name) is not to:
                return False
        elif not _is_data(function.__globals__.get(name)):
            return False
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
    return all(map(_is_data, (*cells, *defaults)))


def _is_data(value: object) -> bool:
    if type(value) in (int, bool):
        return True
    return type(value) in (tuple, range, frozenset) and all(map(_is_data, value))  # type: ignore[call-overload]


def _shape(trial: _Trial, moves: list[list[_Move]]) -> Local | Endless | None:
    """What is known of all residues together."""
    every = {move for some in moves for move in some}
    takes = [move.take for move in every if isinstance(move, _Single | _Split)]
    tails = [move for move in every if isinstance(move, _All)]
    if not tails:
        splits = any(isinstance(move, _Split) for move in every)
        return Local(max(trial.start, max(takes, default=0)), trial.modulus, max(takes, default=0), splits)
    constants = [move for move in every if isinstance(move, _Constant)]
    if len(tails) > 1 or trial.modulus > 1 or constants or any(isinstance(move, _Split) for move in every):
        return None
    (tail,) = tails
    if tail.least not in (0, 1) or tail.amount < 1:
        return None
    amount = max([tail.amount, *(take + 1 for take in takes)])
    return Endless(amount, tail.least == 0, max(trial.start, amount) + amount + 1)

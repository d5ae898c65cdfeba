"""Whether what was read is what the rule does, at states chosen by its conditions: each is seen true and false there.

States drawn at random miss a branch that few states meet, and so a fault in it. Here the core form is run at many
states until each condition, as a whole and each comparison in it, was true at some and false at some; there, and where
the two sides of a comparison are equal or differ by 1, the rule's own function has to have the same options in the same
order, or fail as well. A condition that is never seen both ways is named: nobody has looked at what it guards.

What this does not see is a fault that only a rare pair of conditions shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import cache
from itertools import chain, islice, product
from math import prod
from operator import lt
from random import Random
from typing import Any

from grundy.errors import BadRule
from grundy.model.blame import FAULTS
from grundy.model.frozen import frozen
from grundy.model.option import as_option
from grundy.model.rule import Rule
from grundy.reading.core import Cmp, Condition, Const, Core, Site
from grundy.reading.lower import lower
from grundy.reading.python import PythonWriter, function_by
from grundy.reading.remember import remembered
from grundy.reading.source import NotRead

SCANNED, SEVERAL = 10**5, 3 * 10**4  # states of one number, and of several
MOST_STEPS = 500_000  # conditions and turns of loops, of all of these together
MOST_CONSTANTS = 12  # of a rule, at which states are looked at
WHOLE = 200  # of these the first are run to their end, or nearly
LONG, SHORT = 5_000, 20  # steps of each of the first, and of each later one
COMPARED = 100_000  # steps of a state that is compared
EACH_WAY = 3  # states that are kept of each condition, true and false
FEW = 2_000  # states that are looked at for so many; then one of each is enough
MOST_OPTIONS = 2_000  # of a state that are compared
SHARE, LEAST_STEPS, FIRST = 64, 20_000, 100  # of a table: one of so many states; and at least so many steps of them
CORNER = 64  # numbers from either end of a side of a box

State = tuple[int, ...]
Solver = Callable[[Site, bool], "State | bool"]
"""Finds a state at which a condition is true, or false: False if there surely is none, True if that is not known."""
Finder = Callable[[Rule], Solver]
"""Makes the solver of a rule; it is called only where a scan has not seen all conditions both ways."""
Outcome = tuple[list[Any], type[BaseException] | None]


@dataclass(slots=True)
class ConditionCoverage:
    """The first states at which a condition was true, was false, or had sides that differ by -1, 0 or 1."""

    site: Site
    true: list[State] = field(default_factory=list)
    false: list[State] = field(default_factory=list)
    near: dict[int, State] = field(default_factory=dict)

    @property
    def states(self) -> Iterator[State]:
        return chain(self.true, self.false, self.near.values())

    @property
    def lacking(self) -> str:
        """What was never seen of it, in words; "" if it was seen both ways."""
        if self.true and self.false:
            return ""
        always = "is always true" if self.true else "is never true" if self.false else "is never asked"
        return f"{self.site} ({always} at the states that were looked at)"

    @property
    def instead(self) -> str:
        """What to do where it was not seen both ways, and nobody knows whether it ever is."""
        never = "asked" if not self.true and not self.false else "seen false" if self.true else "seen true"
        return f"this was never {never}: leave it out, or write it so that a smaller number decides"


@frozen
class Coverage:
    """What was seen of each condition; at how many states rule and core form were compared, and where they differ."""

    seen: tuple[ConditionCoverage, ...]
    compared: int
    differs: State | None

    @property
    def lacking(self) -> tuple[str, ...]:
        """The conditions that were not seen both ways."""
        return tuple(condition.lacking for condition in self.seen if condition.lacking)

    @property
    def states(self) -> tuple[State, ...]:
        """Where each condition goes one way or the other, or its sides nearly meet: what tells two readings apart."""
        return tuple(dict.fromkeys(chain.from_iterable(condition.states for condition in self.seen)))

    @property
    def holds(self) -> bool:
        """Whether the rule does what was read wherever it was compared, and that is enough."""
        return self.differs is None and not self.lacking


def seen_both_ways(conditions: int) -> str:
    """How evidence says of how many conditions of a rule's code that they were seen true and false; "" of none.

    >>> seen_both_ways(1), seen_both_ways(0)
    (', its condition true and false', '')
    """
    if conditions < 2:
        return ", its condition true and false" if conditions else ""
    return f", each of its {conditions} conditions true and false"


class _Enough(Exception):
    """A state has had its steps."""


def near_constants(core: Core) -> list[State]:
    """States at, and beside, the numbers that a rule names, and their sums and differences: where it may change."""
    named = sorted({abs(number) for number in _constants(core)})[:MOST_CONSTANTS]
    beside = {n + step for n in named for step in (-1, 0, 1)} - {-1}
    if len(core.state) > 1:
        return list(islice(product(sorted(beside | {0, 1}), repeat=len(core.state)), WHOLE))
    pairs = product((0, *named), named, (-1, 1), (-1, 0, 1))
    return [(n,) for n in sorted({abs(first + sign * second) + step for first, second, sign, step in pairs} - {-1})]


def _constants(part: object) -> Iterator[int]:
    """The numbers that stand in a part of a core form."""
    if isinstance(part, Const):
        yield part.value
    elif isinstance(part, tuple):
        for inner in part:
            yield from [inner] if isinstance(inner, int) else _constants(inner)
    elif is_dataclass(part) and not isinstance(part, Site):
        for each in fields(part):
            yield from _constants(getattr(part, each.name))


def cover(rule: Rule, core: Core | None = None, states: Iterable[State] = (), scanned: int | None = None) -> Coverage:
    """Compare a rule with its core form where each of its conditions is true, and where it is false.

    Args:    core: what was read of it, if it has been read already.
             states: others to look at, such as a solver finds for conditions that a scan does not meet.
             scanned: how many states are looked at from the least on; SCANNED of one number, SEVERAL of more.
    Cost:    at most MOST_STEPS conditions and turns of loops, mostly far less, and then at most COMPARED for each state
             that is compared.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     if n % 4000 == 77 and n > 0:
    ...         yield n - 2
    >>> found = cover(take)
    >>> [one.true[:1] for one in found.seen], found.differs
    ([[(77,)], [(77,)], [(77,)]], None)
    >>> [text.partition(": ")[2] for text in found.lacking]
    ['n > 0 (is always true at the states that were looked at)']
    """
    return _compared(rule, _looked(core or lower(rule), states, scanned))


def _compared(rule: Rule, watch: _Watch) -> Coverage:
    """What was seen, once the rule is compared with its core form there and at its first states."""
    covered = Coverage(tuple(watch.seen), 0, None)
    chosen = dict.fromkeys((*covered.states, *_scan(rule.arity, WHOLE // 4)))
    differs = next((state for state in chosen if _differs(rule, watch, state)), None)
    return replace(covered, compared=len(chosen), differs=differs)


def require_covered(rule: Rule, core: Core, solve: Solver | None = None) -> Coverage:
    """Compare a rule with what was read of it, where each condition that it asks is true, and where it is false.

    This is the door of all that is proved of a rule whose code was read: what nobody has looked at is not proved.

    Args:    solve: finds states for the conditions that a scan does not see both ways.
    Raises:  BadRule: they differ, with the state. NotRead: a condition is never seen both ways, with its place.
    Cost:    as `cover`.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     if n >= 0 and n % 7 == 2:
    ...         yield n - 2
    >>> require_covered(take, lower(take))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    grundy.reading.source.NotRead: ... n >= 0 (this was never seen false: leave it out, or write it so that ...
    """
    watch = _looked(core, near_constants(core), None)
    never: dict[Site, str] = {}
    for condition in watch.seen if solve is not None else ():
        for wanted, met in ((True, condition.true), (False, condition.false)):
            solved = solve(condition.site, wanted) if solve is not None and not met else True
            if not solved:
                never[condition.site] = f"this is always {str(not wanted).lower()}: leave it out"
            elif not isinstance(solved, bool):
                watch.look(solved, LONG)
    coverage = _compared(rule, watch)
    if coverage.differs is not None:
        state = coverage.differs if rule.arity > 1 else coverage.differs[0]
        raise BadRule(f"{rule.spec}: what was read of it is not what it does at {state!r}; please report it")
    for condition in coverage.seen:
        if condition.lacking:
            raise NotRead(condition.site, never.get(condition.site) or condition.instead)
    return coverage


@remembered(most=64)
def covered(rule: Rule, finder: Finder | None = None) -> Coverage:
    """What `require_covered` sees of a rule, which is read for that.

    Raises: BadRule, NotRead: as `require_covered`; or the rule has no core form.
    """
    if finder is None:
        return require_covered(rule, lower(rule))
    solver = cache(finder)
    return require_covered(rule, lower(rule), lambda site, wanted: solver(rule)(site, wanted))


@remembered(most=64)
def seen_in(rule: Rule, shape: tuple[int, ...]) -> Coverage:
    """What is seen of each condition of a rule in a box of states; nothing of a rule that has no core form.

    Nothing is compared here: whoever has worked out the box compares it at these states.

    Cost:    a look at one of SHARE states of the box, at most at SCANNED, and MOST_STEPS.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     if n > 40_000 and n % 3001 == 77:
    ...         yield n - 2
    >>> [len(seen_in(take, (states,)).lacking) for states in (100, 10**7)]
    [3, 0]
    """
    try:
        core = lower(rule, wide=True)
    except NotRead:
        return Coverage((), 0, None)
    watch, total = _Watch(core), prod(shape)
    states = islice(_in_box(core, shape), min(SCANNED, max(WHOLE, total // SHARE)) if total else 0)
    _scanned(watch, states, min(MOST_STEPS, max(LEAST_STEPS, total // 8)))
    return Coverage(tuple(watch.seen), 0, None)


def _in_box(core: Core, shape: tuple[int, ...]) -> Iterator[State]:
    """States of a box without end: the first ones, those beside the numbers that a rule names; then in turns more of
    the first, the last ones, random ones, and of one number those from each number that the rule names on."""
    random = Random(prod(shape))
    first: Iterable[State] = product(*(range(min(extent, CORNER)) for extent in shape))
    last: Iterable[State] = product(*(range(extent - 1, max(extent - 1 - CORNER, -1), -1) for extent in shape))
    runs: list[Iterable[State]] = []
    if len(shape) == 1:
        (extent,) = shape
        first, last = zip(range(extent)), zip(reversed(range(extent)))
        named = sorted({number for number in _constants(core) if FIRST < number < extent})[-MOST_CONSTANTS:]
        runs = [zip(range(number, extent)) for number in named]
    drawn = (tuple(map(random.randrange, shape)) for _ in iter(int, 1))
    first = iter(first)
    yield from islice(first, FIRST)
    yield from (state for state in near_constants(core) if all(map(lt, state, shape)))
    waiting = list(map(iter, (first, last, drawn, *runs)))
    while True:
        for run in waiting:
            yield from islice(run, 1)


def _looked(core: Core, states: Iterable[State], scanned: int | None) -> _Watch:
    """What was seen of each condition at some states, and then in a scan."""
    if scanned is None:
        scanned = SCANNED if len(core.state) == 1 else SEVERAL
    watch = _Watch(core)
    for state in states:
        watch.look(state, LONG)
    _scanned(watch, _scan(len(core.state), scanned), MOST_STEPS)
    return watch


def _scanned(watch: _Watch, states: Iterable[State], most: int) -> None:
    """Look at states until each condition was seen both ways, or for so many steps."""
    for count, state in enumerate(states):
        if watch.has_seen(EACH_WAY if count < FEW else 1) or watch.spent > most:
            break
        watch.look(state, LONG if count < WHOLE else SHORT)


def _differs(rule: Rule, watch: _Watch, state: State) -> bool:
    """Whether a rule gives other options than was read; of a state that takes long its first ones are compared."""
    options, error = watch.options(state, COMPARED)
    most = len(options) if error is _Enough else MOST_OPTIONS
    return _outcome(lambda: rule.function(*state, **dict(rule.parameters)), most) != (options, _known(error))


def _known(error: type[BaseException] | None) -> type[BaseException] | None:
    return None if error is _Enough else error


def _scan(arity: int, count: int) -> Iterator[State]:
    """The first states, by their largest number."""
    if arity == 1:
        return ((n,) for n in range(count))
    return islice(_boxes(arity), count)


def _boxes(arity: int) -> Iterator[State]:
    largest = 0
    while True:
        yield from _with_largest(arity, largest, False)
        largest += 1


def _with_largest(arity: int, largest: int, is_met: bool) -> Iterator[State]:
    """All states of so many numbers up to `largest`, which is one of them unless it was met before."""
    if arity == 0:
        if is_met:
            yield ()
        return
    for first in range(largest + 1):
        for rest in _with_largest(arity - 1, largest, is_met or first == largest):
            yield (first, *rest)


class _Watch:
    """The core form run with an eye on its conditions."""

    def __init__(self, core: Core) -> None:
        writer = _Watched(self)
        self.seen: list[ConditionCoverage] = writer.seen
        self._function = function_by(core, writer)
        self.state: State = ()
        self.steps = self.spent = 0
        self._left = len(self.seen)

    def has_seen(self, each_way: int) -> bool:
        """Whether each condition has had so many states of both kinds; not asked again of those that had."""
        while self._left and min(len(self.seen[self._left - 1].true), len(self.seen[self._left - 1].false)) >= each_way:
            self._left -= 1
        return self._left == 0

    def look(self, state: State, steps: int) -> None:
        """Run a state for so many steps."""
        self.state, self.steps = state, steps
        with suppress(Exception):  # whatever the rule raises: it is compared later
            for _ in self._function(*state):
                pass
        self.spent += steps - max(self.steps, 0)

    def options(self, state: State, steps: int) -> Outcome:
        """What a state gives in so many steps."""
        self.state, self.steps = state, steps
        return _outcome(lambda: self._function(*state), MOST_OPTIONS)

    def step(self) -> bool:
        self.steps -= 1
        if self.steps < 0:
            raise _Enough
        return True

    def see(self, place: int, holds: bool, difference: int = 2) -> bool:
        """A condition was asked."""
        self.step()
        condition = self.seen[place]
        met = condition.true if holds else condition.false
        if len(met) < EACH_WAY and (not met or met[-1] != self.state):
            met.append(self.state)
        if -1 <= difference <= 1:
            condition.near.setdefault(difference, self.state)
        return holds


class _Watched(PythonWriter):
    """The core form as Python that tells of each condition with a place, and of each turn of a loop."""

    def __init__(self, watch: _Watch) -> None:
        super().__init__()
        self.seen: list[ConditionCoverage] = []
        self._places: dict[Site, int] = {}
        self.held |= {"see": watch.see, "step": watch.step}

    def condition(self, condition: Condition) -> str:
        site = getattr(condition, "site", None)
        if site is None:
            return super().condition(condition)
        place = self._places.setdefault(site, len(self.seen))
        if place == len(self.seen):
            self.seen.append(ConditionCoverage(site))
        if isinstance(condition, Cmp):
            left_name, right_name = f"x{place}", f"y{place}"
            left, right = self.number(condition.left), self.number(condition.right)
            compared = f"({left_name} := {left}) {condition.operator} ({right_name} := {right})"
            return f"see({place}, {compared}, {left_name} - {right_name})"
        return f"see({place}, {super().condition(condition)})"

    def turn(self) -> list[str]:
        return ["step()"]


def _outcome(options: Callable[[], Iterable[object]], most: int) -> Outcome:
    """The first options with the types of all that is in them, and the class of the error that ended them."""
    typed_options: list[Any] = []
    try:
        for yielded in islice(options(), most):
            option = as_option(yielded)
            typed_options.append((_typed(option.parts), option.next, _typed(option.labels)))
    except FAULTS as error:
        return typed_options, type(error)
    return typed_options, None


def _typed(value: Any) -> Any:
    return tuple(map(_typed, value)) if type(value) is tuple else (type(value), value)

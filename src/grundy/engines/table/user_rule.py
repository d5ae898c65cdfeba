"""A user's own rule by a compiled table: of all states up to those asked for where they are not many, else of the
states that can be reached."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, prod
from time import perf_counter
from typing import Any

from grundy.compile.subset import NotCompiled
from grundy.engines.definition import BY, Definition
from grundy.engines.engine import Answer, Direct, DirectValues, Spent, Working, listed
from grundy.engines.question import Ask
from grundy.engines.search.options import SearchOptions
from grundy.engines.table.job import job
from grundy.engines.table.memory import FEW_STATES, in_memory, nim_values
from grundy.engines.table.reached import MOST_REACHED, Endless, Reached
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.result import WHOLE_TABLE, Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

SMALL_TABLE = 2**20  # states of a table that is made before it is known how many of them can be reached
SMALL_SECONDS = 1.0  # of work on one, before that on those states begins
MOST_LINES = 2**28  # states of a table that needs no loop over options: some seconds
MOST_STATES = 2**32


class OwnRule:
    """The engine for a rule that is code alone: a compiled table, or the definition where it cannot be compiled."""

    def __init__(self, rule: Rule, options: SearchOptions, ask: Ask) -> None:
        self.rule, self.options, self.ask = rule, options, ask
        self._definition = Definition(rule, "normal")
        self._found = Found()

    def work(self, states: Sequence[Any], saved: Mapping[str, Any] | None) -> Working:
        """As every engine; nothing of it is kept."""
        try:
            return self.answer(states)
        except Endless as refused:
            if not self.options.bounded:
                raise
            return Spent(refused)
        except OutOfReach as refused:
            return Spent(refused)
        yield

    def answer(self, states: Sequence[Any]) -> Answer:
        """The answer. Raises: BadRule, OutOfReach; Endless where play may have no end."""
        if not self._covers(states):
            reached, self._found = self._found.reached, Found()  # what is stopped half-way is not used again
            self._found = _found(self.rule, states, reached, self.ask)
        found = self._found
        if found.reached is not None:
            by = f"a table of the {found.reached.count:,} states reached, checked by the definition"
            return self._answer(found.reached.values(states), by)
        if self._covers(states):
            by = f"a table of all {found.table.size:,} states up to it, checked by the definition"
            return self._answer([int(found.table[state]) for state in states], by)
        try:
            return Answer(self._definition.values(states), BY, self._definition.moves_to)
        except OutOfReach as refused:
            if found.bad is not None:
                raise _at_fault(found.bad, refused) from refused
            raise OutOfReach(f"{refused}{found.note}") from refused

    def _answer(self, values: Sequence[Any], by: str) -> Answer:
        return Answer(values, Evidence("computed", by), self.moves_to)

    def moves_to(self, state: Any, rest: Any) -> Moves:
        """The moves in a state that leave `rest`."""
        options = list(self.rule.options(state))
        parts = [part for option in options for part in option.parts]
        worth = dict(zip(parts, self.answer(parts).values, strict=True))
        return listed(
            [self.rule.labels(option) for option in options if nim_sum(worth[p] for p in option.parts) == rest]  # type: ignore[misc]
        )

    def _covers(self, states: Sequence[Any]) -> bool:
        return self._found.table is not None and all(map(self._inside, states))

    def _inside(self, state: Any) -> bool:
        place = state if isinstance(state, tuple) else (state,)
        shape = self._found.table.shape
        return len(place) == len(shape) and all(0 <= n < extent for n, extent in zip(place, shape, strict=True))


def engine(rule: Rule, options: SearchOptions, ask: Ask) -> OwnRule:
    """The engine for a rule that is code alone."""
    return OwnRule(rule, options, ask)


def every(rule: Rule, options: SearchOptions, ask: Ask) -> DirectValues:
    """The engine for the states 0..count - 1 of a rule that is code: a table of them all."""

    def answer(states: Sequence[Any]) -> Answer:
        values: Any = nim_values(ask, rule, len(states))
        return Answer(values, WHOLE_TABLE, OwnRule(rule, options, ask).moves_to)

    return Direct(answer)


@dataclass(frozen=True, eq=False, slots=True)
class Found:
    """A table of all states up to some, or of those reached from them; or neither, and what is wrong with the first,
    and for the end of a message why not the second."""

    table: Any = None
    reached: Reached | None = None
    bad: BadRule | None = None
    note: str = ""


def _found(rule: Rule, states: Sequence[Any], reached: Reached | None, ask: Ask) -> Found:
    """A table of all states up to some, or of those that they reach, whichever is made first.

    A small table is made first, and one that needs no loop over options, whose time is known. Else nobody knows which
    is less work: so both are worked at in turn, as long each, and what is thrown away has cost no more than what is
    kept.
    """
    extents = _extents(rule, states)
    total = prod(extents) if extents else MOST_STATES + 1
    bad: BadRule | None = None
    refused: OutOfReach | None = None
    note = ""
    works: list[_Work] = []
    if total <= MOST_STATES:
        works.append(_Work(_all_states(rule, extents, ask), True))
        if reached is None and (total <= SMALL_TABLE or (total <= MOST_LINES and _by_lines(rule))):
            works[0].spent = -SMALL_SECONDS if total <= SMALL_TABLE else -inf  # it goes first, or alone
    works.append(_Work(_reached_states(rule, states, reached), False))
    while works:
        work = min(works, key=lambda work: work.spent)
        try:
            found = work.further()
            if found is not None:
                return found
            continue
        except NotCompiled as problem:
            note = f"; compiled, {MOST_REACHED:,} positions would be in reach, but {problem}"
        except Endless as error:
            raise _at_fault(_not_smaller(rule, states) or bad, error) from error
        except BadRule as error:
            if not work.of_all:
                raise
            bad = error  # what is reached, or the definition, says better what is wrong, if anything is
        except OutOfReach as error:
            refused = error
        works.remove(work)
    if refused and (bad or total > MOST_STATES):
        raise refused
    return Found(bad=bad, note=note)


def _by_lines(rule: Rule) -> bool:
    """Whether a table needs no loop over the options of a state."""
    from grundy.compile.kernel import look

    try:
        return look(rule).only_rays
    except NotCompiled:
        return False


class _Work:
    """Work on a table, and how many seconds it has had."""

    def __init__(self, chunks: Generator[Any, None, Found], of_all: bool) -> None:
        self.chunks, self.of_all = chunks, of_all
        self.spent = 0.0

    def further(self) -> Found | None:
        """Work on for a while; what was found, once it is."""
        begun = perf_counter()
        try:
            next(self.chunks)
        except StopIteration as done:
            found: Found = done.value
            return found
        self.spent += perf_counter() - begun
        return None


def _all_states(rule: Rule, extents: tuple[int, ...], ask: Ask) -> Generator[Any, None, Found]:
    if prod(extents) <= FEW_STATES:
        return Found(nim_values(ask, rule, extents if rule.arity > 1 else extents[0]))
    task = job(rule, extents)
    return Found((yield from in_memory(ask, task)).reshape(task.shape))


def _reached_states(rule: Rule, states: Sequence[Any], reached: Reached | None) -> Generator[Any, None, Found]:
    reached = reached or Reached(rule, states, MOST_REACHED)
    yield from reached.work(states)
    return Found(reached=reached)


def _at_fault(bad: BadRule | None, refused: OutOfReach) -> BadRule | OutOfReach:
    """Where some option is not smaller, and no end is in sight, the rule is at fault."""
    if bad is None:
        return refused
    return BadRule(f"{bad}, or that play ends soon; it went on beyond {str(refused).partition('more than ')[2]}")


def _not_smaller(rule: Rule, states: Sequence[Any]) -> BadRule | None:
    """What is wrong with one of these states, if some option of it is no smaller."""
    for state in states:
        for option in rule.options(state):
            for part in option.parts:
                if part >= state:
                    return BadRule(f"{rule.spec}: state {state!r} yields {part!r}: expected a smaller state")
    return None


def _extents(rule: Rule, states: Sequence[Any]) -> tuple[int, ...]:
    """The box of all states up to some, or () where there is none."""
    places = [state if isinstance(state, tuple) else (state,) for state in states]
    if any(len(place) != rule.arity or not all(type(n) is int and n >= 0 for n in place) for place in places):
        return ()
    return tuple(1 + max(column) for column in zip(*places, strict=True))

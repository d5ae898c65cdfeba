"""A user's own rule by a compiled table: of all states up to those asked for where they are not many, else of the
states that can be reached, unless a short search of couples has the answer before that table is large."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf, prod
from time import process_time
from typing import Any

from grundy.compile.form import surely_ends
from grundy.compile.subset import BeyondCompiled, Unfit, fitted
from grundy.engines.definition import BY, Definition
from grundy.engines.engine import Answer, Direct, DirectValues, Spent, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Ask
from grundy.engines.search.user_rule import SearchOwn
from grundy.engines.sums import known_by_options
from grundy.engines.table.job import Filling, job
from grundy.engines.table.memory import FEW_STATES, in_memory, nim_values
from grundy.engines.table.plain import evidence_of, uncompiled, unseen
from grundy.engines.table.reached import MOST_REACHED, EndlessPlay, Reached
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.growth import GrowsWithoutEnd
from grundy.model.progress import report_deduced
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import Chunk, map_chunks

SHARE = 16  # of the states of a table one that is reached, and more: then the table is less work
SMALL_TABLE = 2**20  # states of a table that is begun before it is known how many of them can be reached
SMALL_SECONDS = 1.0  # of the processor for one before those states are listed
LARGE_BOX = 2**26  # states up to those asked for, beyond which a table of them all takes long
FIRST_REACHED = 2**20  # states reached before a search is tried, which knows them and may need few others
MOST_SEARCHED = 2**18  # states of it, about half of the work of those that were reached
MOST_SEARCHED_FOR_MOVES = 2**20  # more of them, once it has found the values
MOST_LINES = 2**28  # states of a table that needs no loop over options: some seconds
MOST_STATES = 2**32
BY_TABLE = Evidence("computed", "a table that is not filled to its end")


class OwnRule:
    """The engine for a rule that is code alone: a compiled table, or the definition where it cannot be compiled."""

    def __init__(self, rule: Rule, options: SearchOptions, ask: Ask) -> None:
        self.rule, self.options, self.ask = rule, options, ask
        self._definition = Definition(rule, "normal")
        self._tables = Tabulated()
        self._search: SearchOwn | None = None if options.method != "auto" else SearchOwn(rule, options)

    def work(self, states: Sequence[Any], saved: Mapping[str, Any] | None) -> Working:
        """As every engine; nothing of it is kept."""
        try:
            return self.answer(states)
        except EndlessPlay as refused:
            if not self.options.bounded:
                raise
            return Spent(refused)
        except OutOfReach as refused:
            return Spent(refused)
        yield

    def answer(self, states: Sequence[Any]) -> Answer:
        """The answer. Raises: BadRule, OutOfReach; Endless where play may have no end."""
        if self._tables.reached and (values := self._tables.reached.known_values(states)) is not None:
            return self._answer(values, _by_reached(self._tables.reached))
        if not self._covers(states):
            if (few := self._reached_plainly(states)) is not None:
                return few
            reached, self._tables = self._tables.reached, Tabulated()  # what is stopped half-way is not used again
            under_way = UnderWay()
            with report_deduced(lambda facts: known_by_options(self.rule, states, under_way.nim_value_of, BY_TABLE)):
                self._tables = _tabulated(self.rule, states, reached, self.ask, self._search, under_way)
        tables = self._tables
        if tables.searched is not None:
            return replace(tables.searched, moves_to=self._searched_moves_to)
        self._search = None
        if tables.reached is not None:
            return self._answer(tables.reached.values(states), _by_reached(tables.reached))
        if self._covers(states):
            by = f"a table of all {tables.table.size:,} states up to it, checked by the definition"
            by += unseen(self.rule, tables.table.shape) + uncompiled(self.rule, tables.table.size)
            return self._answer([int(tables.table[state]) for state in states], by)
        try:
            evidence = Evidence("computed", f"{BY.reason}; in plain Python{tables.note}") if tables.note else BY
            return Answer(self._definition.values(states), evidence, self._definition.moves_to)
        except GrowsWithoutEnd:
            raise
        except OutOfReach as refused:
            if tables.bad is not None:
                raise _at_fault(tables.bad, refused) from refused
            raise OutOfReach(f"{refused}{tables.note}") from refused

    def _reached_plainly(self, states: Sequence[Any]) -> Answer | None:
        """The definition of a rule that is not compiled, where few states of the box are reached; else None."""
        from grundy.compile.kernel import look

        total = prod(_extents(self.rule, states)) or MOST_STATES
        refused = None if total > LARGE_BOX else fitted(partial(look, self.rule))
        if not isinstance(refused, Unfit) or not surely_ends(self.rule):
            return None
        definition = Definition(self.rule, "normal", total // SHARE)
        values = definition.values_within(states)
        if values is None:
            return None
        reason = f"{BY.reason}; in plain Python, for its code is not compiled: {refused.reason}"
        return Answer(values, Evidence("computed", reason), definition.moves_to)

    def _answer(self, values: Sequence[Any], by: str) -> Answer:
        return Answer(values, Evidence("computed", by), self.moves_to)

    def moves_to(self, state: Any, rest: Any) -> Moves:
        """The moves in a state that leave `rest`."""
        options = list(self.rule.options(state))
        parts = [part for option in options for part in option.parts]
        with report_deduced(lambda facts: ()):  # they are of parts
            values = dict(zip(parts, self.answer(parts).values, strict=True))
        return listed(
            [self.rule.labels(option) for option in options if nim_sum(values[p] for p in option.parts) == rest]  # type: ignore[misc]
        )

    def _searched_moves_to(self, state: Any, rest: Any) -> Moves:
        """The same, by the search that found the value, as long as that was."""
        if self._search is not None:
            attempt = _Attempt(_searched(self._search, [state], self._search.leading_to(state, rest)))
            attempt.work(MOST_SEARCHED_FOR_MOVES, inf)
            if isinstance(attempt.ended, Moves):
                return attempt.ended
            self._search = None
        return self.moves_to(state, rest)

    def _covers(self, states: Sequence[Any]) -> bool:
        return self._tables.table is not None and all(map(self._inside, states))

    def _inside(self, state: Any) -> bool:
        place = state if isinstance(state, tuple) else (state,)
        shape = self._tables.table.shape
        return len(place) == len(shape) and all(0 <= n < extent for n, extent in zip(place, shape, strict=True))


def _by_reached(reached: Reached) -> str:
    return f"a table of the {reached.count:,} states reached, checked by the definition"


def engine(rule: Rule, options: SearchOptions, ask: Ask) -> OwnRule:
    """The engine for a rule that is code alone."""
    return OwnRule(rule, options, ask)


def every(rule: Rule, options: SearchOptions, ask: Ask) -> DirectValues:
    """The engine for the states 0..count - 1 of a rule that is code: a table of them all."""

    def answer(states: Sequence[Any]) -> Answer:
        values: Any = nim_values(ask, rule, len(states))
        return Answer(values, evidence_of(rule, (len(states),)), OwnRule(rule, options, ask).moves_to)

    return Direct(answer)


@frozen(eq=False)
class Tabulated:
    """A table of all states up to some, or of those reached from them, or the answer of a search; or nothing, and what
    is wrong with the first, and for the end of a message why not the second."""

    table: Any = None
    reached: Reached | None = None
    searched: Answer | None = None
    bad: BadRule | None = None
    note: str = ""


@dataclass(eq=False, slots=True)
class UnderWay:
    """The table of what is reached, and that of all states, once they are begun."""

    reached: Reached | None = None
    whole: Filling | None = None

    def nim_value_of(self, state: Any) -> int | None:
        """The nim-value of a state, if one of them has it by now."""
        value = self.reached.value_so_far(state) if self.reached else None
        if value is None and self.whole:
            value = self.whole.value_so_far(state if isinstance(state, tuple) else (state,))
        return value


def _tabulated(
    rule: Rule,
    states: Sequence[Any],
    reached: Reached | None,
    ask: Ask,
    search: SearchOwn | None,
    under_way: UnderWay | None = None,
) -> Tabulated:
    """A table of all states up to some, or of those that they reach.

    Nobody knows before how many are reached, and each of these is some ten times the work of one in a table of all. So
    they are listed up to one of SHARE of all, then a table of all is made, and where that cannot be, they are listed to
    the end: at most twice the work of the better way. A small table is tried first, for a while, and one that needs no
    loop over options, which is quick, to its end. Once many are listed, a search of couples is tried for a while, and
    before everything else where it has answered already.
    """
    extents, under_way = _extents(rule, states), under_way or UnderWay()
    total = prod(extents) if extents else MOST_STATES + 1
    some = _Attempt(_reached_states(rule, states, reached, under_way))
    whole = _Attempt(_all_states(rule, extents, ask, under_way))
    turns: list[tuple[_Attempt, float, float]] = [(some, inf, inf)]  # each with states and seconds for it
    if total <= MOST_STATES:
        turns = [(some, total // SHARE, inf), (whole, inf, inf), *turns]
        if reached is None and total <= SMALL_TABLE:
            turns.insert(0, (whole, inf, SMALL_SECONDS))
        elif reached is None and total <= MOST_LINES and by_lines(rule):
            turns.insert(0, (whole, inf, inf))
    if search is not None and reached is None and turns[0][0] is some:
        few = _Attempt(_searched(search, states, search.work(states, None), under_way))
        if search.questions.compiled:  # it has answered before
            turns.insert(0, (few, MOST_SEARCHED, inf))
        elif total > LARGE_BOX:
            turns = [(some, FIRST_REACHED, inf), (few, MOST_SEARCHED, inf), *turns]
    for attempt, count, seconds in turns:
        attempt.work(count, seconds)
        bad = whole.ended if isinstance(whole.ended, BadRule) else None
        match attempt.ended:
            case Tabulated() as found:
                return found
            case Answer() as answer:
                return Tabulated(searched=answer)
            case EndlessPlay() as endless if attempt is some:
                raise _at_fault(_not_smaller(rule, states) or bad, endless) from endless
        if isinstance(some.ended, BadRule):  # of the whole, what is reached or the definition says better what is wrong
            raise some.ended
    for ended in (some.ended, whole.ended):
        if isinstance(ended, OutOfReach) and (bad or total > MOST_STATES):
            raise ended
    note = ""
    if isinstance(some.ended, Unfit):
        note = f"; a compiled game may have {MOST_REACHED:,} positions, but {some.ended.reason}"
    return Tabulated(bad=bad, note=note)


def by_lines(rule: Rule) -> bool:
    """Whether a table needs no loop over the options of a state."""
    from grundy.compile.kernel import look

    facts = fitted(partial(look, rule))
    return not isinstance(facts, Unfit) and facts.only_rays


class _Attempt:
    """Work on a table, which yields how many states it has, and how it ended: with the table, or why there is none."""

    def __init__(self, steps: Generator[int, None, Tabulated | Answer | Moves | Unfit]) -> None:
        self._steps = steps
        self._count: int | None = None
        self.ended: Tabulated | Answer | Moves | Unfit | BadRule | OutOfReach | None = None

    def work(self, count: float, seconds: float) -> None:
        """Go on for so many states and seconds of the processor, if it has not ended."""
        late, first = process_time() + seconds, self._count
        while self.ended is None:
            try:
                self._count = next(self._steps)
            except StopIteration as done:
                self.ended = done.value
            except (BadRule, OutOfReach) as problem:  # another attempt may say better what is wrong
                self.ended = problem
            else:
                first = self._count if first is None else first
                if self._count - first >= count or process_time() >= late:
                    return


def _all_states(rule: Rule, extents: tuple[int, ...], ask: Ask, under_way: UnderWay) -> Generator[int, None, Tabulated]:
    if prod(extents) <= FEW_STATES:
        return Tabulated(nim_values(ask, rule, extents if rule.arity > 1 else extents[0]))
    task = job(rule, extents)
    made = partial(setattr, under_way, "whole")
    table = yield from map_chunks(lambda chunk: chunk.done, in_memory(ask, task, made=made))
    return Tabulated(table.reshape(task.shape))


def _reached_states(
    rule: Rule, states: Sequence[Any], earlier: Reached | None, under_way: UnderWay
) -> Generator[int, None, Tabulated | Unfit]:
    reached = fitted(partial(Reached, rule, states, MOST_REACHED)) if earlier is None else earlier
    if isinstance(reached, Unfit):
        return reached
    under_way.reached = reached
    yield reached.count
    try:
        yield from reached.work(states)
    except BeyondCompiled as met:
        return Unfit(str(met))
    return Tabulated(reached=reached)


def _searched(
    search: SearchOwn, states: Sequence[Any], chunks: Iterator[Chunk], under_way: UnderWay | None = None
) -> Generator[int, None, Any]:
    """What a search returns, while it is compiled; where options rise, a table of what is reached would see a cycle.

    It begins with the values of what was reached.
    """
    first = search.questions.compiled is None
    search.questions.unfit(states)
    if first and search.questions.compiled and under_way and under_way.reached:
        search.questions.compiled.learn(under_way.reached.known)
    before = None
    while compiled := search.questions.compiled:
        try:
            chunk = next(chunks)
        except StopIteration as done:
            return Unfit("some option is no smaller than its state") if compiled.may_turn else done.value
        before = chunk.done if before is None else before
        yield chunk.done - before
    return Unfit("it is not compiled")


def _at_fault(bad: BadRule | None, refused: OutOfReach) -> BadRule | OutOfReach:
    """Where some option is not smaller, and no end is in sight, the rule is at fault."""
    if bad is None:
        return refused
    beyond = str(refused).partition("more than ")[2]
    return BadRule(
        f"{bad}, or that play ends soon; it went on beyond {beyond}; a condition that ends play sooner would help, and "
        "--loopy, or loopy=True in Python, answers play that may return"
    )


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

"""The search for a rule that is code: parts of positions beside heaps.

Where the rule can be compiled and its states have keys of 64 bits, its options are listed by machine code and the
search is compiled too (compiled.py). Else it runs in plain Python, for any states. The rule may say which of them are
worth the same (`canonical`) and what a state falls into (`split`); it is asked in plain Python first then, for there
may be few. Options that are sums fall apart by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, TypeAlias

from grundy.compile.compiler import NoCompiler, refusal
from grundy.compile.subset import BeyondCompiled, Unfit, fitted
from grundy.engines.definition import FEW_POSITIONS
from grundy.engines.engine import Answer, Normal, Spent, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.recheck import FIRST_STATES, check_states
from grundy.engines.search.compiled import Compiled
from grundy.engines.search.driver import ASKED_ALONE, MOST_MEMORY
from grundy.engines.search.equal import SECONDS, Defined, describe_states, parts_of, require_true, rests_on, untrue
from grundy.engines.sums import known_by_options, winning
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.model.convention import mex, nim_sum
from grundy.model.definition import MOST_POSITIONS, cycle_text
from grundy.model.evidence import Evidence
from grundy.model.known import Known, exactly, possible
from grundy.model.option import Option, State
from grundy.model.progress import begin, describer
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Moves
from grundy.runs.chunk import Chunk, in_phase, map_chunks
from grundy.runs.clock import CLOCK
from grundy.runs.memory import machine_memory, resident

BY = "a search through independent parts, by the rule's own code"
BY_COMPILED = "a search by the compiled rule, in which positions are compared in full, never by a hash"
TURNS = "; some options are no smaller than their states, and cycles would be seen only where the search went"
EVERY = 0.1  # seconds between chunks
LOOKS = 200  # moves between two looks at the clock


def _in_order(part: State) -> str:
    """What parts are put in order by: Python writes no number of more than 4,300 digits."""
    try:
        return repr(part)
    except ValueError:
        return str(hash(part))


MOST_SAVED = 200_000  # values of a snapshot, those found last
BETWEEN = 10.0  # seconds between snapshots at least
SHARE = 0.03  # of the time may go into them
DEEPEST = 40  # of states that are saved
MOST_EXCLUDED = 64  # values of which it is told that a position does not have them
GIB = 2**30

Node: TypeAlias = tuple[State, int | None]
"""A state and n: is n its nim-value (a couple, lost if so)? A state and None: what is its nim-value?"""
Answering: TypeAlias = Callable[[Mapping[str, Any] | None], Generator[Chunk, None, list[Any]]]
"""Work (see runs.chunk) whose value is a list of answers."""
Ask: TypeAlias = Callable[[Any, int], Generator[Chunk, None, Any]]
"""From an engine and the number of a question to its answer."""


class PlainSearch:
    """What is known of the parts of positions of a rule, in plain Python.

    Args:    alone: values that are asked about one by one before all options are valued. most: questions that may be
             asked, or None. memory: bytes by which the process may grow.
    """

    def __init__(self, rule: Rule, alone: int, most: int | None, memory: int) -> None:
        self.rule, self.alone, self.most, self.memory = rule, alone, most, memory
        self.known: dict[State, int] = {}
        self._memo: dict[Node, Any] = {}
        self._after: dict[State, list[tuple[State, ...]]] = {}
        self._began = resident()
        self._before = 0
        self._kept: tuple[float, float, Mapping[str, Any]] = (CLOCK.now(), 0.0, {})

    def value(self, part: State) -> Generator[Chunk, None, int]:
        """The nim-value of a part."""
        if part not in self.known:
            yield from self._settle((part, None))
        return self.known[part]

    def is_worth(self, part: State, n: int) -> Generator[Chunk, None, bool]:
        """Whether a part has this nim-value."""
        if part not in self.known and (part, n) not in self._memo:
            yield from self._settle((part, n))
        return self.known[part] == n if part in self.known else bool(self._memo[part, n])

    def value_so_far(self, part: State) -> int | None:
        """The nim-value of a part, if it is known."""
        return self.known.get(part)

    def excluded(self, part: State) -> Iterable[int]:
        """Values that a part is known not to have."""
        return [n for n in range(min(self.alone, MOST_EXCLUDED)) if self._memo.get((part, n)) is False]

    def option_count(self, part: State) -> int | None:
        """The number of options of a part, which its value is at most, where the search has listed them."""
        options = self._after.get(part)
        return None if options is None else len(options)

    def check(self, by: Defined) -> None:
        """Compare the values found first, of small states, with the definition. Raises BadRule."""
        require_true(self.rule, self.known.items(), by)
        if self.rule.canonical is None and self.rule.split is None:
            check_states(self.rule, islice(self.known.items(), FIRST_STATES), compiled=False, seconds=SECONDS)

    def _options(self, state: State) -> list[tuple[State, ...]]:
        """What is left by each option, each once: equal parts cancel; those of one part first."""
        if state not in self._after:
            options: dict[tuple[State, ...], None] = {}
            for option in self.rule.options(state):
                if option.next != "opponent":
                    raise BadRule(
                        f"{self.rule.spec}: expected plain options in a search, found {option.next!r} at {state!r}"
                    )
                odd: dict[State, None] = {}
                for part in parts_of(self.rule, option.parts):
                    if part in odd:
                        del odd[part]
                    else:
                        odd[part] = None
                options[tuple(sorted(odd, key=_in_order))] = None
            self._after[state] = sorted(options, key=len)
        return self._after[state]

    def _evaluate(self, node: Node) -> Generator[Hashable, None, Any]:
        state, n = node
        return self._value_of(state) if n is None else self._is_worth(state, n)

    def _is_worth(self, state: State, n: int) -> Generator[Hashable, None, bool]:
        nim_values, memo = self.known, self._memo
        if state in nim_values:
            return nim_values[state] == n
        left = self._options(state)
        if len(left) < n:
            return False
        for parts in left:
            open_parts = [part for part in parts if part not in nim_values]
            for part in open_parts[:-1]:
                if (part, None) not in memo:
                    yield part, None
            rest = nim_sum(nim_values[part] for part in parts if part in nim_values) ^ n
            if not open_parts or open_parts[-1] in nim_values:
                lost = not rest
            else:
                couple = (open_parts[-1], rest)
                if couple not in memo:
                    yield couple
                lost = memo[couple]
            if lost:
                return False
            yield None
        for m in range(n):
            if (state, m) not in memo:
                yield state, m
            if memo[state, m]:
                return False
        nim_values[state] = n
        self._after.pop(state, None)
        return True

    def _value_of(self, state: State) -> Generator[Hashable, None, int]:
        nim_values, memo = self.known, self._memo
        for n in range(self.alone):
            if state in nim_values:
                break
            if (state, n) not in memo:
                yield state, n
        if state not in nim_values:
            values = set()
            for parts in self._options(state):
                for part in parts:
                    if part not in nim_values:
                        yield part, None
                values.add(nim_sum(nim_values[part] for part in parts))
                yield None
            nim_values[state] = mex(values)
        self._after.pop(state, None)
        return nim_values[state]

    def _settle(self, root: Node) -> Generator[Chunk, None, None]:
        """Answer a question, and those that it needs, without recursion; of an open one only its generator is kept."""
        path = [(root, self._evaluate(root))]
        opened = {root}
        moves, last = 0, CLOCK.now()
        while path:
            node, evaluation = path[-1]
            try:
                while (child := next(evaluation)) is None:
                    moves += 1
                    if moves % LOOKS == 0 and CLOCK.now() > last + EVERY:
                        yield self._chunk(root[0])
                        last = CLOCK.now()
            except StopIteration as done:
                self._memo[node] = done.value
                opened.remove(node)
                path.pop()
                continue
            assert isinstance(child, tuple)
            if child in opened:
                nodes = [state for (state, _), _ in path]
                raise BadRule(
                    f"{self.rule.spec}: {cycle_text(nodes[nodes.index(child[0]) :])}{describe_states(self.rule)}"
                )
            opened.add(child)
            path.append((child, self._evaluate(child)))
            if self.most is not None and len(self._memo) + len(path) > self.most:
                raise OutOfReach(
                    f"{self.rule.spec}: more than {self.most:,} positions; try a smaller position, or "
                    "--time-limit or --memory, with which the search goes on as far as they allow"
                )

    def _chunk(self, root: State) -> Chunk:
        grown = resident() - self._began
        if grown > self.memory:
            raise OutOfReach(
                f"{self.rule.spec}: {len(self._memo):,} positions take {grown / GIB:.2f} GiB, more than the "
                f"{self.memory / GIB:.2f} GiB allowed; a smaller position or a larger --memory would help"
            )
        values = [str(n) for n in range(self.alone) if self._memo.get((root, n)) is False]
        sure = f"the value is not {', '.join(values)}; " if values else ""
        return Chunk(self.nodes, 0, "positions", {}, f"{sure}{len(self.known):,} nim-values")

    @property
    def nodes(self) -> int:
        """Questions answered so far, also in other processes."""
        return self._before + len(self._memo)

    def snapshot(self) -> Mapping[str, Any]:
        """The values found last, taken now and then; {} where states are no numbers, texts, tuples and frozen sets."""
        moment, cost, saved = self._kept
        now = CLOCK.now()
        if now > moment + max(BETWEEN, cost / SHARE):
            some = list(self.known.items())[-MOST_SAVED:]
            try:
                saved = {"values": [[_saved(state), value] for state, value in some], "nodes": self.nodes}
            except TypeError:
                saved = {}
            self._kept = CLOCK.now(), CLOCK.now() - now, saved
        return saved

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over the values of a snapshot of the same rule, if nothing is known yet."""
        if not self.known and isinstance(snapshot.get("values"), list):
            self.known.update((_restored(state), value) for state, value in snapshot["values"])
            self._before = snapshot.get("nodes", 0)
            self._kept = (CLOCK.now(), 0.0, snapshot)


def _saved(state: Any, depth: int = 0) -> Any:
    """A state in JSON's types. Raises TypeError where it is none that can be written exactly."""
    if state is None or type(state) in (int, str, bool):
        return state
    if type(state) in (tuple, frozenset) and depth < DEEPEST:
        return [type(state).__name__, *(_saved(member, depth + 1) for member in state)]
    raise TypeError(f"{state!r} cannot be saved")


def _restored(saved: Any) -> Any:
    if isinstance(saved, list):
        items = map(_restored, saved[1:])
        return tuple(items) if saved[0] == "tuple" else frozenset(items)
    return saved


class Questions:
    """Questions about states of a rule, as work that is shown, limited and kept.

    Args:    most: questions that may be asked where the rule is not compiled and nobody limits the search.
             misere: whoever cannot move wins. Then `lost` alone is asked, after `unfit`, and BeyondCompiled is raised
             where a state is met that the compiled rule cannot do.
    """

    def __init__(self, rule: Rule, options: SearchOptions, most: int, misere: bool = False) -> None:
        alone = {"mex": 0, "auto": ASKED_ALONE, "sets": ASKED_ALONE}.get(options.method, most)
        if misere:
            rule = replace(rule, canonical=None, split=None)
        self.rule, self.misere = rule, misere
        self.memory = options.memory if options.memory is not None else min(MOST_MEMORY, machine_memory() // 2)
        self.plain = PlainSearch(rule, alone, None if options.bounded else most, self.memory)
        self.compiled: Compiled | None = None
        self.few = PlainSearch(rule, alone, FEW_POSITIONS, self.memory) if rule.canonical or rule.split else None
        self._tried: PlainSearch | None = None  # the few that were not enough, and what they tell of the first state
        self._uncompiled = options.method == "mex"
        self._why_plain = ""  # why the rule is not compiled, where that was tried
        self.defined = Defined()

    def values(self, states: Sequence[State]) -> Answering:
        """The nim-values of states."""

        def ask(searching: PlainSearch | Compiled, number: int) -> Generator[Chunk, None, int]:
            total = 0
            for part in parts_of(self.rule, (states[number],)):
                total ^= yield from searching.value(part)
            return total

        return self._work(states, f"values of {states!r}", ask, len(states), self._facts)

    def leading_to(self, state: State, options: Sequence[Option], rest: int) -> Answering:
        """Whether each option of a state is worth `rest`."""

        def ask(searching: PlainSearch | Compiled, number: int) -> Generator[Chunk, None, bool]:
            parts = parts_of(self.rule, options[number].parts)
            total = rest
            for part in parts[:-1]:
                total ^= yield from searching.value(part)
            return (yield from searching.is_worth(parts[-1], total)) if parts else not total

        return self._work([state], f"moves of {state!r} to {rest}", ask, len(options))

    def lost(self, states: Sequence[State]) -> Answering:
        """Whether whoever is to move loses, for each of some states."""

        def ask(searching: PlainSearch | Compiled, number: int) -> Generator[Chunk, None, bool]:
            return (yield from searching.is_worth(states[number], 0))

        return self._work(states, f"outcomes of {states!r}", ask, len(states))

    def unfit(self, states: Sequence[State]) -> Unfit | None:
        """Why the compiled search cannot begin at some states, if it cannot."""
        if self.compiled is None:
            compiled = fitted(partial(Compiled, self.rule, states, self.memory, self.misere))
            if isinstance(compiled, Unfit):
                return compiled
            self.compiled = compiled
        without = [state for state in states if not self.compiled.has_key(state)]
        return Unfit(f"state {without[0]!r} has more bits than the keys of its table") if without else None

    def _facts(self, states: Sequence[State], answers: Sequence[int], searching: PlainSearch | Compiled) -> list[Known]:
        """What is known of states, the first of which are answered."""
        evidence = self.evidence()

        def value_of(state: State) -> int | None:
            values = [searching.value_so_far(part) for part in parts_of(self.rule, (state,))]
            return None if None in values else nim_sum(value for value in values if value is not None)

        def so_far(state: State) -> Known:
            (known,) = known_by_options(self.rule, (state,), value_of, evidence)
            parts = parts_of(self.rule, (state,))
            if len(parts) == 1:
                listed = searching if isinstance(searching, PlainSearch) else self._tried
                most = listed.option_count(parts[0]) if listed else None
                known = known.narrow(possible(0, most, searching.excluded(parts[0]), (evidence,)))
            return known

        return [*(exactly(value, (evidence,)) for value in answers), *map(so_far, states[len(answers) :][:1])]

    def _engine(self, states: Sequence[State]) -> PlainSearch | Compiled:
        if not self._uncompiled and not self.misere and (unfit := self.unfit(states)):
            if (self.rule.canonical or self.rule.split) and unfit.reason == refusal():
                raise NoCompiler(unfit.reason)  # plain Python has tried, and needs long
            self.compiled, self._uncompiled = None, True
            self._why_plain = f"; in plain Python, for {unfit.reason}"
        return self.plain if self._uncompiled else self._compiled(states)

    def _compiled(self, states: Sequence[State]) -> Compiled:
        return self.compiled or Compiled(self.rule, states, self.memory, self.misere)

    def _work(
        self,
        states: Sequence[State],
        question: str,
        ask: Ask,
        count: int,
        facts: Callable[[Sequence[State], list[Any], PlainSearch | Compiled], list[Known]] | None = None,
    ) -> Answering:
        of = f"{self.rule.spec}{' misere' * self.misere}"

        def told(searching: PlainSearch | Compiled, answer_list: list[Any]) -> Callable[[], tuple[Known, ...]] | None:
            return partial(_told, facts, states, answer_list, searching) if facts else None

        def of_few(few: PlainSearch) -> Generator[Chunk, None, list[Any] | None]:
            answer_list: list[Any] = []
            now = describer()
            begin(BY)
            yield Chunk(0, 0, "positions", {}, "the work has begun", now=now, facts_now=told(few, answer_list))
            try:
                for number in range(count):
                    told_of = partial(replace, facts_now=told(few, answer_list))
                    answer_list.append((yield from map_chunks(told_of, ask(few, number))))
            except OutOfReach:
                self.few, self._tried = None, few
                return None
            few.check(self.defined)
            return answer_list

        def answers(saved: Mapping[str, Any]) -> Generator[Chunk, None, list[Any]]:
            few = self.few
            if few and not saved:
                answered = yield from of_few(few)
                if answered is not None:
                    return answered
            same = saved.get("asked") == question and saved.get("of", of) == of
            answer_list: list[Any] = list(saved["answers"]) if same else []
            saved_tables = saved.get("tables", {}) if saved.get("of", of) == of else {}
            if not self._uncompiled:  # kernels may have to be compiled now
                state = {"asked": question, "answers": answer_list, "of": of, "tables": saved_tables}
                done = f"{len(answer_list)} of {count} answers are known; " if answer_list else ""
                text = f"{done}the search is being made ready"
                so_far = told(few, answer_list) if few else None
                yield Chunk(0, 0, "positions", state, text, facts_now=so_far)
            searching = self._engine(states)
            searching.restore(saved_tables)
            while len(answer_list) < count:
                chunks = ask(searching, len(answer_list))
                while True:
                    try:
                        chunk = next(chunks)
                    except StopIteration as done:
                        answer_list = [*answer_list, done.value]
                        break
                    tables = searching.snapshot()
                    state = {"asked": question, "answers": answer_list, "of": of, "tables": tables}
                    part = f"question {len(answer_list) + 1} of {count}; " if count > 1 else ""
                    phase, at = (len(answer_list),), tables.get("nodes", 0)
                    text, so_far = f"{part}{chunk.known}{self._why_plain}", told(searching, answer_list)
                    yield replace(chunk, state=state, known=text, phase=phase, kept=at, facts_now=so_far)
            searching.check(self.defined)
            return answer_list

        def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[Any]]:
            try:
                return (yield from answers(saved or {}))
            except BeyondCompiled:  # some state that is reached; it is begun anew
                if self.misere:
                    raise
                self.compiled, self._uncompiled = None, True
                return (yield from answers({}))

        return work

    def evidence(self) -> Evidence:
        """How what was answered is known."""
        given = self.rule.canonical or self.rule.split
        turns = TURNS if self.compiled and self.compiled.may_turn else ""
        by = f"{BY_COMPILED if self.compiled else BY}{rests_on(self.rule) if given else ''}{turns}"
        return Evidence("computed", by)


def _told(facts: Callable[..., list[Known]], *of: Any) -> tuple[Known, ...]:
    """What is known of the states that are searched; nothing, where it is not to be told at this moment."""
    try:
        return tuple(facts(*of))
    except (RuntimeError, LookupError, GrundyError):  # something was changed while it was looked at
        return ()


class SearchOwn:
    """The engine for a rule that is code alone, by search in normal play.

    Args:    most: questions that may be asked where the rule is not compiled and nobody limits the search.
    """

    def __init__(self, rule: Rule, options: SearchOptions, most: int = MOST_POSITIONS) -> None:
        self.options = options
        self.questions = Questions(rule, options, most)

    def work(self, states: Sequence[State], saved: Mapping[str, Any] | None) -> Working:
        """As every engine."""
        questions = self.questions
        values = (yield from questions.values(states)(saved or None)) if states else []
        require_true(questions.rule, zip(states, values, strict=True), questions.defined)
        return Answer(values, questions.evidence(), self.moves_to)

    def answer(self, states: Sequence[State]) -> Answer:
        """The same, run as the options say."""
        answer: Answer = self.options.run(partial(self.work, states))
        return answer

    def moves_to(self, state: State, rest: int) -> Moves:
        """The moves to positions of a nim-value."""
        moves: Moves = self.options.run(lambda saved: self.leading_to(state, rest, saved))
        return moves

    def leading_to(
        self, state: State, rest: int, saved: Mapping[str, Any] | None = None
    ) -> Generator[Chunk, None, Moves]:
        """The same as work."""
        questions = self.questions
        rule = questions.rule
        options = list(rule.options(state))
        right = (yield from questions.leading_to(state, options, rest)(saved)) if options else []
        for option, yes in zip(options, right, strict=True):
            total = questions.defined.total(option.parts)
            if total is not None and (total == rest) != yes:
                raise untrue(rule, option.parts, total, f"{'' if yes else 'not '}{rest}")
        return listed([rule.labels(option) for option, yes in zip(options, right, strict=True) if yes])


class CompiledSearch(SearchOwn):
    """The same, where it is compiled."""

    def unfit(self, states: Sequence[State]) -> Unfit | None:
        """Why a compiled search cannot begin; limited by whoever asks, it need not be compiled."""
        return None if self.options.bounded else self.questions.unfit(states)


def engine(rule: Rule, options: SearchOptions) -> SearchOwn:
    """The engine for a rule whose author says how it is searched, or whoever asks.

    >>> from grundy.engines.options import DEFAULT_OPTIONS
    >>> from grundy.model.rule import rule
    >>> @rule(canonical=lambda piles: tuple(sorted(piles)), split=lambda piles: [(n,) for n in piles if n])
    ... def nim(piles):
    ...     for place, n in enumerate(piles):
    ...         yield from (piles[:place] + (m,) + piles[place + 1 :] for m in range(n))
    >>> engine(nim, DEFAULT_OPTIONS).answer([(3, 4, 5)]).values
    [2]
    """
    return SearchOwn(rule, options)


def beyond(rule: Rule, options: SearchOptions) -> CompiledSearch:
    """The engine for positions from which more can be reached than a table has."""
    return CompiledSearch(rule, options)


# ---- Misère play of a rule that is code, on one state: whole states are searched, compiled, and nothing is added


BY_WHOLE_STATES = (
    "a search of whole positions by the compiled rule, in which they are compared in full, never by a hash"
)


class WholeStates:
    """The engine for one state; its budget is spent at a state that is not compiled, and at an option that is a sum."""

    def __init__(self, options: SearchOptions) -> None:
        self.options = options
        self._questions: Questions | None = None

    def unfit(self, position: Position) -> Unfit | None:
        """Why the compiled search cannot begin at a position, if it cannot."""
        part = next(iter(position.parts()))
        self._questions = Questions(part.rule, self.options, 0, misere=True)
        return self._questions.unfit([part.state])

    def work(self, position: Position, saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Result | Spent]:
        """As every engine."""
        part = next(iter(position.parts()))
        questions = self._questions or Questions(part.rule, self.options, 0, misere=True)
        options = list(part.rule.options(part.state))
        try:
            lost = (yield from in_phase(0, questions.lost([part.state])(saved)))[0]
            after = [] if lost else [option.parts[0] for option in options]
            won = (yield from in_phase(1, questions.lost(after)(saved))) if after else []
        except BeyondCompiled:  # a state that is met
            return Spent()
        labels = [part.rule.labels(option) for option, right in zip(options, won, strict=False) if right]
        turns = TURNS if questions.compiled and questions.compiled.may_turn else ""
        moves = winning(position, {(part.rule, part.state): listed(labels)})
        evidence = Evidence("computed", f"{BY_WHOLE_STATES}{turns}")
        return Result(position, "misere", "second" if lost else "first", None, moves, evidence)


def misere(options: SearchOptions, normal: Normal) -> WholeStates:
    """The engine for one state of a rule that is code."""
    return WholeStates(options)

"""Ask the engines: the first row of the table that fits a question answers it, or when its budget is spent the next."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from grundy.answering import dispatch
from grundy.answering.conditions import is_beyond_tables, is_claimed
from grundy.answering.dispatch import rows_of
from grundy.engines.engine import Answer, Engine, Reader, Spent, TellsMany
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.question import Answering, Cost, Question, Row, Wanted, proving_rows
from grundy.engines.steady import is_own
from grundy.errors import OutOfReach
from grundy.model.convention import Convention, Value, Winner
from grundy.model.evidence import joint
from grundy.model.frozen import frozen
from grundy.model.growth import GrowsWithoutEnd
from grundy.model.known import Known, exactly, facts_of, pad_facts
from grundy.model.option import State
from grundy.model.progress import begin, describer, report_deduced
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.model.shapes import NO_MOVES, Shape, Theory
from grundy.reading.remember import remembered
from grundy.runs.chunk import Chunk, map_chunks, run_to_end

if TYPE_CHECKING:
    from grundy.answering.theorem import Prove
    from grundy.engines.carried import ClaimCheck


MOST_APART = 1_000  # states of a rule that carries a formula, each of which is looked at


def ask(
    rule: Rule,
    states: Sequence[State],
    play: Convention = "normal",
    wanted: Wanted = "values",
    options: SearchOptions = DEFAULT_OPTIONS,
) -> Answer:
    """The values of states of a rule in a play in which values add.

    >>> from grundy.games.octal import octal
    >>> ask(octal("0.77"), range(6)).values
    [0, 1, 2, 3, 1, 4]
    """
    return answer(Question(((rule, states),), play, wanted, options))


def answer(question: Question) -> Answer:
    """The answer of the first row that fits and whose budget suffices, where values add.

    Raises: BadRule: the rule is at fault. OutOfReach: no row answers.
    """
    groups = _grouped(question)
    if len(groups) == 1:
        return _values(question, groups[0][0])
    values: list[Value | None] = [None] * len(question.states)
    by_state: dict[State, Answer] = {}
    answers: list[Answer] = []
    facts = [Known()] * len(question.states)
    for rows, places in groups:
        states = [question.states[place] for place in places]
        with report_deduced(partial(_at_places, facts, places)):
            answers.append(_values(question.of(states), rows))
        by_state.update(dict.fromkeys(states, answers[-1]))
        for place, value in zip(places, answers[-1].values, strict=True):
            values[place] = value
            facts[place] = exactly(value, (answers[-1].evidence,)) if isinstance(value, int) else Known()
    return Answer(
        values,
        joint([group_answer.evidence for group_answer in answers]),
        lambda state, rest: by_state[state].moves_to(state, rest),
        lambda state: by_state[state].summands(state),
        tuple(dict.fromkeys(engine for group_answer in answers for engine in group_answer.engines)),
        _reasons(by_state),
    )


def soon(question: Question) -> Answer | None:
    """What the rows answer that are cheaper than a proof, where values add; None: they do not."""
    try:
        return answer(replace(question, most_cost="few"))
    except OutOfReach:
        return None


def prove_at(cost: Cost, question: Question, prove: Prove) -> Answer | None:
    """The answer of a row that proves, of some cost; None: none fits, or no theorem says it.

    These rows run their own work, so they are asked outside of what runs that of the engines.
    Raises: OutOfReach: a row refuses the question at once. BadRule: the rule carries a formula that says otherwise.
    """
    for row in proving_rows(dispatch.TABLE, question, cost):
        module, _, name = row.engine.partition(":")
        answered: Answer | None = getattr(import_module(f"grundy.answering.{module}"), name)(question, prove)
        if answered is not None:
            if (check := _check_of(question)) is not None:
                check.compare(question.states, answered.values, answered.evidence)
            return replace(answered, engines=(row.described,))
    return None


def _at_places(facts: Sequence[Known], places: Sequence[int], of_some: Sequence[Known]) -> list[Known]:
    """Facts about many states, with those about the states at some places."""
    now = dict(zip(places, of_some, strict=False))
    return [now.get(place, fact) for place, fact in enumerate(facts)]


def _reasons(by_state: Mapping[State, Answer]) -> Callable[[Any], list[str]] | None:
    """What tells why the winner of a state is known, where some answer tells it."""
    if all(group_answer.reasons is None for group_answer in by_state.values()):
        return None

    def reasons(state: State) -> list[str]:
        why = by_state[state].reasons
        return why(state) if why else []

    return reasons


def work(question: Question) -> Answering:
    """The answer to any question but those of misère play as long work, for whoever runs it.

    Raises: BadRule: the rule is at fault. OutOfReach: no row answers.
    """

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        if question.wanted in ("values", "winner", "who"):
            with report_deduced(lambda facts: ()):  # they are of the states that an engine asks about, not of its own
                return answer(question)
        from grundy.reading.identity import identity

        identity(question.rule)
        subject = question.states if question.wanted == "sequence" else question.scope
        asking = _Asking(subject, _Engines(question.rule, question.options), {})
        return (yield from asking.ask_all(rows_of(question), saved))

    return chunks


def outcome(position: Position, options: SearchOptions = DEFAULT_OPTIONS) -> Result:
    """The result of the first row that fits and whose budget suffices, in misère play."""
    components = tuple((component.rule, component.states) for component in position.components)
    question = Question(components, "misere", "winner", options)
    engines: dict[Row, Any] = {}

    def engine(row: Row) -> Any:
        if row not in engines:
            engines[row] = _maker(row)(options, ask)
        return engines[row]

    asking = _Asking(position, engine, {})
    result: Result = _ask_rows(question, rows_of(question), asking)
    return replace(result, engines=asking.described())


def outcomes(positions: Sequence[Position], options: SearchOptions = DEFAULT_OPTIONS) -> list[Winner | None]:
    """Who wins each of many positions in misère play, by the rows that tell it of many at once; None by others."""
    groups: dict[Row, list[int]] = {}
    for place, position in enumerate(positions):
        components = tuple((component.rule, component.states) for component in position.components)
        first, *_ = rows_of(Question(components, "misere", "winner", options))
        groups.setdefault(first, []).append(place)
    by_place: list[Winner | None] = [None] * len(positions)
    for row, places in groups.items():
        engine = _maker(row)(options, ask)
        if isinstance(engine, TellsMany):
            winners = engine.winners([positions[place] for place in places])
            for place, place_winner in zip(places, winners, strict=True):
                by_place[place] = place_winner
    return by_place


def _grouped(question: Question) -> list[tuple[tuple[Row, ...], Sequence[int]]]:
    """The rows that are asked, each with the places of the states that they are asked for."""
    if len(question.states) < 2 or not (
        any(row.apart and _fits_some(row, question) for row in dispatch.TABLE) or _is_partly_claimed(question)
    ):
        return [(rows_of(question), range(len(question.states)))]
    groups: dict[tuple[tuple[Row, ...], int | None], list[int]] = {}
    for place, state in enumerate(question.states):
        rows = rows_of(question.of((state,)))
        tried = any(row.apart and row.tries for row in rows)  # what one state spends is no reason to leave others out
        groups.setdefault((rows, place if tried else None), []).append(place)
    return [(rows, places) for (rows, _), places in groups.items()]


def _is_partly_claimed(question: Question) -> bool:
    """Whether a formula that the rule carries may answer some states, while tables reach the others."""
    some = is_claimed(question) and question.convention == "normal" and len(question.states) <= MOST_APART
    return some and is_beyond_tables(question)


def _fits_some(row: Row, question: Question) -> bool:
    """Whether a row may be about some of the states, and not about all."""
    return row.fits(question.of(())) and (bool(row.tries) or not row.fits(question))


def _maker(row: Row) -> Callable[..., Any]:
    module, _, name = row.engine.partition(":")
    maker: Callable[..., Any] = getattr(import_module(f"grundy.engines.{module}"), name or "engine")
    return maker


def _made(row: Row, rule: Rule, options: SearchOptions) -> Engine[Any, Any]:
    make = _maker(row)
    made: Engine[Any, Any] = make(rule, options, work) if row.asks else make(rule, options)
    return made


class _Engines:
    """The engines of one rule, each made when it is first asked, and the rows that need not be asked again."""

    def __init__(self, rule: Rule, options: SearchOptions) -> None:
        self.rule, self.options = rule, options
        self.spent: dict[Row, Spent] = {}
        self._made: dict[Row, Engine[Any, Any]] = {}

    def __call__(self, row: Row) -> Engine[Any, Any]:
        if row not in self._made:
            self._made[row] = _made(row, self.rule, self.options)
        return self._made[row]


@frozen
class _Beside:
    """What a rule says beside its moves: equal rules may differ in it, and are then compared with each other."""

    shape: Shape | None = field(hash=False)
    theory: Theory | None = field(hash=False)
    canonical: Callable[[Any], State] | None
    split: Callable[[Any], Any] | None


@remembered(most=8)
def _engines(
    rule: Rule, convention: Convention, options: SearchOptions, beside: _Beside, inside: frozenset[Rule]
) -> _Engines:
    """The engines of a rule; `inside` are the rules of positions that are its states."""
    return _Engines(rule, options)


def forget() -> None:
    """Forget the engines that were made, and with them what they found: the next answer says what it took alone."""
    _engines.forget()


def _values(question: Question, rows: Sequence[Row]) -> Answer:
    engines = _Engines(question.rule, question.options) if _learn_nothing(question, rows) else _remembered(question)
    asking = _Asking(question.states, engines, engines.spent, ends_early=question.wanted == "who")
    with report_deduced(lambda facts: asking.narrowed(pad_facts(facts or asking.established(), len(question.states)))):
        answered: Answer = _known_or_claimed(question, rows, asking)
    return replace(answered, engines=asking.described())


def _known_or_claimed(question: Question, rows: Sequence[Row], asking: _Asking) -> Answer:
    """What the rows know; of a rule that carries a formula this only where these end, by a refusal or a limit.

    Raises: BadRule: the formula says something else than what is known.
    """
    last = [row for row in rows if row.cost == "claim"]
    check = _check_of(question)
    if not last or check is None:
        answered: Answer = _ask_rows(question, rows, asking)
    else:
        try:
            answered = _ask_rows(question, [row for row in rows if row not in last], asking)
        except GrowsWithoutEnd:
            raise
        except OutOfReach as stop:
            facts = pad_facts(facts_of(stop) or asking.established(), len(question.states))
            check.compare_facts(question.states, asking.narrowed(facts))
            return run_to_end(asking.ask(last, None))  # type: ignore[no-any-return]
    if check is not None:
        check.compare(question.states, answered.values, answered.evidence)
    return answered


def _check_of(question: Question) -> ClaimCheck | None:
    """What compares the answers of normal play with the formula that the rule carries, if it does."""
    if question.rule.claim is None or question.convention != "normal":
        return None
    from grundy.engines.carried import check_of  # no rule of the catalogue carries a claim

    return check_of(question.rule)


def _learn_nothing(question: Question, rows: Sequence[Row]) -> bool:
    """Whether the rows are formulas of the catalogue: then nobody waits for what finds and tells rules apart."""
    return all(row.engine.partition(":")[0] == "formula" for row in rows) and not is_own(question.rule)


def _remembered(question: Question) -> _Engines:
    from grundy.reading.identity import rules_in

    rule = question.rule
    beside = _Beside(rule.shape, rule.theory, rule.canonical, rule.split)
    return _engines(rule, question.convention, question.options, beside, rules_in(question.states))


def _by_facts(facts: Sequence[Known]) -> Answer:
    """Who wins each state, as it is known without its value."""
    pieces = [piece for fact in facts for piece in fact.evidence]
    return Answer([fact.nim_value for fact in facts], joint(pieces), lambda state, rest: NO_MOVES)


class _Asking:
    """What is asked, and the rows that were asked in vain.

    Args:    asked: states or a position. engine: the engine of a row. over: rows that need not be asked again.
             ends_early: whether it is enough to know who wins.
    """

    def __init__(
        self, subject: Any, engine: Callable[[Row], Engine[Any, Any]], over: dict[Row, Spent], ends_early: bool = False
    ) -> None:
        self.asked, self.engine, self.over, self.ends_early = subject, engine, over, ends_early
        self.spent: dict[Row, Spent] = {}
        self.facts: Sequence[Known] = ()  # of each state, by those that were asked in vain
        self.refused: OutOfReach | None = None
        self.answered: Row | None = None
        self._latest: Chunk | None = None

    def established(self) -> Sequence[Known]:
        """What is known of the first states by the row that is at work, wherever it runs."""
        return self._latest.established() if self._latest else ()

    def _noted(self, chunk: Chunk) -> Chunk:
        self._latest = chunk
        return chunk

    def described(self) -> tuple[str, ...]:
        """What answered, for an explanation."""
        return (self.answered.described,) if self.answered else ()

    def ask(self, rows: Sequence[Row], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        """What the first of these rows finds that has an answer; None if none has."""
        for row in rows:
            begin(row.why)
            try:
                answer = self.over.get(row) or self._unfit(row)
                if answer is None:
                    answer = yield from map_chunks(self._noted, self.engine(row).work(self.asked, saved))
            except OutOfReach as problem:
                if self.refused is None or isinstance(problem, GrowsWithoutEnd):
                    raise
                raise OutOfReach(f"{self.refused}; nor was it in reach of a search: {problem}") from problem
            if not isinstance(answer, Spent):
                if row.cost != "claim":  # beyond which the others still answer what is in their reach
                    self.over.update((row, spent) for row, spent in self.spent.items() if spent.for_good)
                self.answered = row
                return answer
            self.spent[row] = answer
            self.facts = self.narrowed(answer.facts) if answer.facts else self.facts
            if self.ends_early and self.facts and all(fact.winner for fact in self.facts):
                self.answered = row
                return _by_facts(self.facts)
            self.refused = answer.why or self.refused
        return None

    def narrowed(self, facts: Sequence[Known]) -> Sequence[Known]:
        """What all that were asked say of each state together."""
        return [fact.narrow(other) for fact, other in zip(facts, self.facts, strict=True)] if self.facts else facts

    def _unfit(self, row: Row) -> Spent | None:
        """Nothing to spend, where an engine that reads the rule's code says that it does not fit."""
        engine = self.engine(row)
        return Spent() if isinstance(engine, Reader) and engine.unfit(self.asked) else None

    def ask_all(self, rows: Sequence[Row], saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Any]:
        """The same as work for `options.run`. Raises: OutOfReach: none has an answer."""
        if any(row.runs == "given" for row in rows):
            if not saved:
                now = describer()
                chunk = Chunk(0, 0, "positions", {}, "the work has begun", now=now, facts_now=now.facts)
                yield self._noted(chunk)
            elif any(row.runs == "always" for row in rows):  # what is kept is that of a row below, asked before
                self.refused = OutOfReach("more positions than a table has")
                rows = [row for row in rows if row.runs == "always"]
        answer = yield from self.ask(rows, saved)
        if answer is None:
            raise self.refused or OutOfReach("no engine answers this")
        return answer


def _ask_rows(question: Question, rows: Sequence[Row], asking: _Asking) -> Any:
    """Ask one row after the other: from the first whose work may be long, under what `options.run` puts round work."""
    soon = 0
    while soon < len(rows) and not rows[soon].is_run(question):
        answer = run_to_end(asking.ask(rows[soon : soon + 1], None))
        if answer is not None:
            return answer
        soon += 1
    if soon == len(rows):
        return run_to_end(asking.ask_all((), None))
    return question.options.run(partial(asking.ask_all, rows[soon:]))

"""The verb `prove`: from a rule to a theorem about all of its positions."""

from __future__ import annotations

import re
from collections.abc import Generator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import takewhile
from math import inf
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Unpack, get_args

from grundy.answering.boxes import table_of
from grundy.answering.sequence import period, period_work, provable, values_found
from grundy.api.kept_theorems import keep_theorem
from grundy.api.known import same_as
from grundy.api.proof import PositionTheorem, Proof
from grundy.api.run_record import former_key, run_of
from grundy.api.work import Work as WorkOptions
from grundy.api.work import rule_of, session_of
from grundy.errors import BadRule, OutOfReach, Stopped, Terminated
from grundy.model.evidence import Evidence
from grundy.model.period import PeriodResult
from grundy.model.rule import Rule
from grundy.patterns.axes import LETTERS
from grundy.reading.identity import identity
from grundy.reading.remember import remembered
from grundy.runs.chunk import Chunk, OutOfTime, in_phase, map_chunks
from grundy.runs.clock import CLOCK
from grundy.theorems.claims import decide_claim, read_claim
from grundy.theorems.decide import What, position_text
from grundy.theorems.limits import NEVER, AutomatonTooLarge, Until, most_states
from grundy.theorems.linear import Formula
from grundy.theorems.measure import InvalidMove, Measure, measure_of, negative, witness
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.observe import seen_in
from grundy.theorems.reading import RuleReading, reading
from grundy.theorems.search import SIZES, FillBox, Open, Wish
from grundy.theorems.search import prove as search
from grundy.theorems.statement import state, statement
from grundy.theorems.theorem import KnownTheorem, Theorem, catalogue_theorem
from grundy.theorems.windows import window_theorem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.runs.chunk import Work

MOST_HEAPS = 2_000  # whose values are computed in search of a period, before automata are tried
MOST_PERIOD = 400  # period and pre-period of which the values are written out
SEEN = {1: 600, 2: 50, 3: 12}  # in each direction, of a table of which it is said what is seen in it
MOST_STATES = 200_000  # of what decides a claim
SOON_STATES = 20_000  # of what decides a relation that a table shows
SIDES = {2: 36, 3: 10, 4: 6}  # of the table in which relations are looked for
SECONDS = 1.0  # for what is seen
INDUCTION = "for positions of every size, by induction along {measure}, which every move lowers"


def prove(
    game: str | Path | Rule,
    claim: str | None = None,
    *,
    misere: bool = False,
    what: What | None = None,
    **work: Unpack[WorkOptions],
) -> Proof:
    """Look for a theorem about all positions of a rule, or decide a claim about them.

    What is proved already comes first: the formula of a game of the catalogue, or a period that is soon proved. Then
    automata over numeration systems are learnt from small tables, and decided for positions of every size. The rule is
    read completely, as a relation, or refused.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters, a rule in one line, a ``Path``, or a rule.
    claim : str, optional
        A condition on the state, such as ``"n % 3 == 0"``: that it says which positions are P-positions.
    misere : bool, optional
        Whoever cannot move wins; for rules without sums.
    what : "p-positions" or "nim-values", optional
        What the theorem shall be about; by default nim-values if they are soon found.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Proof
        Proved, false (a claim, with the smallest counter-example) or open, with the reason and what is observed. So is
        what a limit stops, unless something was proved before.

    Raises
    ------
    BadText, BadRule
        No such game; the rule fails, or its moves need not end.
    OutOfReach
        The rule, or the claim, is not linear: the message names the line.
    KeyboardInterrupt
        Its attribute ``proof`` is what is proved until then, or an open proof.

    Examples
    --------
    >>> proof = prove("rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1", what="p-positions")
    >>> print(proof.statement)
    n is a P-position iff n in binary ends in an odd number of zeros, or n is 0
    >>> proof.is_p(2 * 4**500), prove("take-away:1,2", "n % 3 == 0").status
    (True, 'proved')
    """
    rule = rule_of(game)
    if claim is not None and not isinstance(claim, str):
        raise TypeError(f"expected a claim that is text, as in 'n % 3 == 0', found {claim!r}")
    if what is not None and what not in get_args(What):
        raise BadRule(f"expected what the theorem is about ({', '.join(get_args(What))}), found {what!r}")
    return proof_within(NEVER, rule, claim, misere, what, work)


@remembered(most=64)
def proof_soon(rule: Rule, misere: bool, what: What | None, seconds: float | None, processor: float) -> Proof | None:
    """What is proved of a rule within some seconds, asked once however many of its positions are asked for."""
    try:
        proof = proof_within(Until.after(processor=processor), rule, None, misere, what, {"time_limit": seconds})
        if proof.proved or misere or rule.arity != 1 or rule.shape is not None or not provable(rule):
            return proof if proof.proved else None
        return _periodic(rule, reading(rule), period(rule), inf)
    except (BadRule, OutOfReach):
        return None


def relation_proof(rule: Rule, condition: str, misere: bool) -> Proof | None:
    """The theorem that a condition on a, b, ... tells the P-positions, or that it does not; None: not decided.

    The condition is one that a table shows. The states of automata limit the work, so that it always ends alike.
    """
    try:
        question = _question(rule, None, misere, None, None)
        relation = question.found.relation
        measure = negative(relation) or measure_of(relation)
        sums = any(len(clause.parts) > 1 for clause in relation.clauses)
        return None if sums or isinstance(measure, InvalidMove) else question.by_condition(condition, measure)
    except (BadRule, OutOfReach):
        return None


def proof_within(
    until: Until, rule: Rule, claim: str | None, misere: bool, what: What | None, work: WorkOptions
) -> Proof:
    """What `prove` returns, given up at a certain moment at the latest."""
    if misere and "misere" not in rule.conventions:
        raise BadRule(
            f"{rule.spec}: its options are not right in misère play; expected {', '.join(rule.conventions)} play"
        )
    begun = identity(rule)
    theorem = None if misere or claim is not None else catalogue_theorem(rule)
    if theorem is not None and what == "nim-values" and theorem.what != what:
        theorem = None
    try:
        question = _question(rule, claim, misere, what, theorem)
    except OutOfReach:
        if theorem is None:
            raise
        return _by_formula(rule, None, theorem)

    def report(proof: Proof) -> tuple[object, object]:
        described = proof.as_dict()
        return described, described.pop("evidence")

    with session_of(work) as session:
        parameters = {"claim": claim, "misere": misere, "what": what}
        asks, former = f"prove {rule.spec} {parameters}", f"prove {former_key(rule)} {parameters}"
        session.begin(run_of(rule, rule.spec, parameters, asks, former))
        if session.limits.time_limit is not None:
            until = replace(until, clock=CLOCK.now() + session.limits.time_limit - session.seconds)
        question.until = until
        task: Work = lambda state: question.work()  # noqa: E731
        proof: Proof
        try:
            proof = session.work(task, report)
        except Stopped as stopped:
            proof = question.so_far(f"{rule.spec}: {stopped.status}")
        except KeyboardInterrupt as interrupt:
            proof = question.so_far("terminated" if isinstance(interrupt, Terminated) else "interrupted")
            keep_theorem(proof, session.limits.store, begun)
            setattr(interrupt, "proof", proof)  # noqa: B010 (it has no such attribute of its own)
            raise
        keep_theorem(proof, session.limits.store, begun)
    return proof


def _question(
    rule: Rule, claim: str | None, misere: bool, what: What | None, theorem: KnownTheorem | None
) -> _Question:
    """The question, once the rule and the claim are read. Raises OutOfReach, BadRule, BadText."""
    rule_reading = reading(rule)
    try:
        _require_sound(rule, rule_reading)
    except AutomatonTooLarge as large:
        raise OutOfReach(f"{rule.spec}: {large}; smaller constants would help") from None
    formula = None if claim is None else read_claim(claim, rule_reading.relation.names)
    return _Question(rule, rule_reading, claim or "", formula, misere, what, theorem)


def _require_sound(rule: Rule, rule_reading: RuleReading) -> None:
    """Refuse a rule that does somewhere what no rule may. Raises BadRule."""
    for fault in rule_reading.faults:
        numbers = witness([fault.formula])
        if numbers is not None:
            at = ", ".join(f"{name} = {numbers.get(name, 0)}" for name in rule_reading.relation.names)
            where = f" (line {fault.line})" if fault.line else ""
            raise BadRule(f"{rule.spec}: at {at}{where} {fault.text}: no theorem is about such a rule")


@dataclass
class _Question:
    """What is asked of a rule that was read, and what is proved of it so far, the best last."""

    rule: Rule
    found: RuleReading
    claim: str
    formula: Formula | None
    misere: bool
    what: What | None
    known: KnownTheorem | None
    proved: list[Proof] = field(default_factory=list)
    until: Until = NEVER
    otherwise: Proof | None = None  # what is proved where nothing that has an automaton or a period is
    seen: NDArray[np.int64] | None = None  # the last table: nim-values, or 0 for P-positions alone

    def work(self) -> Generator[Chunk, None, Proof]:
        """Look for a theorem; automata that are too large leave it open. Raises OutOfTime: the time limit is met."""
        try:
            outcome = yield from map_chunks(self._in_time, self._work())
        except AutomatonTooLarge as large:
            outcome = f"{self.rule.spec}: {large}"
        if not isinstance(outcome, Proof):
            if self.until.is_late():
                raise OutOfTime
            outcome = self.so_far(f"{self.rule.spec}: out of time" if self.until.is_over() else outcome)
        if self.misere or self.claim or self.until.is_over():
            return outcome
        return replace(outcome, matching_game=same_as(self.rule))

    def _in_time(self, chunk: Chunk) -> Chunk:
        """The chunk, with what is proved. Raises AutomatonTooLarge: out of processor time."""
        if process_time() >= self.until.processor:
            raise AutomatonTooLarge("out of time")
        if chunk.known or not self.proved:
            return chunk
        return replace(chunk, known=f"proved: {self.proved[-1].statement}")

    def so_far(self, reason: str) -> Proof:
        """What is proved, or why nothing is."""
        if self.proved:
            return self.proved[-1]
        return self.otherwise or self.open(reason)

    def _work(self) -> Generator[Chunk, None, Proof | str]:
        """The proof, or why there is none beyond those that are noted."""
        rule, relation = self.rule, self.found.relation
        if self.known is not None:
            self.proved.append(_by_formula(rule, self.found, self.known))
        yield Chunk(0, 0, "claims", {})
        measure = negative(relation) or measure_of(relation)
        if isinstance(measure, InvalidMove):
            return f"{rule.spec}: {measure.text}: no theorem is about such a rule"
        sums = any(len(clause.parts) > 1 for clause in relation.clauses)
        if self.formula is not None and not sums:
            return self._decided(measure, None)
        heaps = rule.arity == 1 and not self.misere and self.what != "p-positions" and self.formula is None
        window = self._window() if heaps and self.known is None else None
        if window is not None:
            if self.what == "nim-values":
                return window
            self.otherwise = window
        if heaps and rule.shape is not None and self.known is None:  # its period is soon known
            yield from self._period(0)
        table, before = self._table(), self.proved[-1] if self.proved else None
        wish, ended = Wish(what=self.what, misere=self.misere, until=self.until), None
        soon = Wish("nim-values", systems=(NumerationSystem(2),), sizes=SIZES[1][:1], until=self.until)
        if before is not None:  # as an automaton, where that is small
            wish = soon if heaps else replace(wish, sizes=SIZES.get(rule.arity, (5,))[:2])
        elif heaps:
            ended = yield from in_phase(1, search(relation, table, soon))
            if isinstance(ended, Open):  # a period may take longer to find
                ended = None
                if rule.shape is None and provable(rule) and (yield from self._period(2)):
                    return self.proved[-1]
        related = rule.arity in SIDES and not sums and self.formula is None and before is None
        if related and (self.misere or self.what == "p-positions") and (soon_proved := self._by_relation(measure)):
            return soon_proved
        if ended is None:
            note = self._note if before is None and self.formula is None else lambda theorem: None
            ended = yield from in_phase(3, search(relation, table, wish, note))
        if related and self.what is None and (isinstance(ended, Open) or ended.what == "p-positions"):
            outcome = ended.reason if isinstance(ended, Open) else self._theorem(ended, None)
            by_relation = self._by_relation(measure)
            shorter = by_relation and (isinstance(outcome, str) or len(by_relation.statement) < len(outcome.statement))
            return by_relation if by_relation and shorter else outcome
        if isinstance(ended, Open):
            return ended.reason
        if before is not None and before.what == "nim-values" != ended.what:
            return before
        return self._theorem(ended, before) if self.formula is None else self._decided(measure, ended)

    def _by_relation(self, measure: Measure) -> Proof | None:
        """The theorem that the linear relation is which a small table of outcomes shows, in as short a sentence."""
        from grundy.patterns.table import linear_conditions

        arity = self.rule.arity
        try:
            table = table_of(self.rule, self.misere, self.until)((SIDES[arity],) * arity, True)
        except (OutOfReach, BadRule):
            return None
        decided = (self.by_condition(condition, measure) for condition in linear_conditions(table))
        return next((proof for proof in decided if proof is not None and proof.proved), None)

    def by_condition(self, condition: str, measure: Measure) -> Proof | None:
        """What is decided of a condition on a, b, ...; None: that takes too large automata."""
        names = self.found.relation.names
        letters = dict(zip(LETTERS, names, strict=False))
        claim = re.sub(r"\b[a-z]\b", lambda word: letters.get(word[0], word[0]), condition)
        try:
            question = replace(self, claim=claim, formula=read_claim(claim, names))
            decided = replace(question._decided(measure, None, SOON_STATES), claim="")
            if isinstance(decided.theorem, Theorem):
                text = statement(decided.theorem)  # which names an automaton only where it has no sentence
                if "automaton" not in text and len(text) < len(decided.statement):
                    return replace(decided, statement=text)
            return decided
        except (OutOfReach, AutomatonTooLarge):
            return None

    def _table(self) -> FillBox:
        """Tables of the rule; the last is kept, to look at where nothing is proved."""
        table = table_of(self.rule, self.misere, self.until)

        def kept(shape: tuple[int, ...], outcomes: bool) -> NDArray[np.int64]:
            self.seen = table(shape, outcomes)
            return self.seen

        return kept

    def _period(self, phase: int) -> Generator[Chunk, None, bool]:
        """Note the theorem that a period is; whether there is one."""
        repeated = yield from in_phase(phase, period_work(self.rule, MOST_HEAPS)(None))
        proof = _periodic(self.rule, self.found, repeated)
        if proof is not None:
            self.proved.append(proof)
        return proof is not None

    def _window(self) -> Proof | None:
        """The theorem about rules that leave all heaps from some least one on."""
        relation = self.found.relation
        try:
            with most_states(MOST_STATES, self.until):
                theorem = window_theorem(relation)
        except AutomatonTooLarge:
            return None
        if theorem is None:
            return None
        why = (
            "every heap leaves all from some least one on, which from each heap to the next stays or grows by 1, so "
            "that these and the heap itself have different values, by induction along the heap; decided for all heaps"
        )
        evidence = Evidence("proved", f"{why}; {self._compared}")
        return Proof(self.rule, relation, False, "proved", theorem.statement, evidence, theorem.what, theorem=theorem)

    def _note(self, theorem: Theorem) -> None:
        self.proved.append(self._theorem(theorem, None))

    def _theorem(self, theorem: Theorem, before: Proof | None) -> Proof:
        """What an automaton proves, behind what was proved before."""
        size = f"an automaton of {theorem.states} states over {theorem.system.name}"
        why = f"{size} satisfies the definition {INDUCTION.format(measure=theorem.measure)}"
        basis = before.source.removesuffix(f"; {self._compared}") if before is not None else ""
        first = f"{basis}; and " if basis else ""
        evidence = Evidence("proved", f"{first}{why}; {self._compared}")
        text = statement(theorem)
        return Proof(
            self.rule, self.found.relation, self.misere, "proved", text, evidence, theorem.what, theorem=theorem
        )

    def open(self, reason: str) -> Proof:
        """What is seen in a small table, where nothing is proved."""
        seen = "" if self.formula is not None else self._seen()
        evidence = Evidence("observed", f"{seen}; not proved: {reason}" if seen else reason)
        return Proof(self.rule, self.found.relation, self.misere, "open", seen, evidence, reason=reason)

    def _seen(self) -> str:
        """A sentence about the P-positions of a small table, "" where none fits."""
        names = self.found.relation.names
        size, table = SEEN.get(len(names), 6), self.seen
        for tried in (size, size // 3):  # the smaller one needs no compiled rule
            if table is None or min(table.shape) < tried:
                with suppress(OutOfReach, BadRule):
                    tables = table_of(self.rule, self.misere, Until.after(processor=SECONDS))
                    table = tables((tried,) * len(names), True)
        if table is None:
            return ""
        size = min(size, *table.shape)
        lost, until = table[(slice(size),) * len(names)] == 0, Until.after(processor=SECONDS)
        for seen in takewhile(lambda seen: not until.is_over(), seen_in(lost, names)):
            if seen is not None:
                return f"{seen.text}, for all {', '.join(names)} < {size}"
        from numpy import argwhere

        first = sorted(map(tuple, argwhere(lost).tolist()), key=sum)[:20]
        return f"the first P-positions are {', '.join(map(position_text, first))}" if first else ""

    def _decided(self, measure: Measure, theorem: Theorem | None, most: int = MOST_STATES) -> Proof:
        """The verdict about the claim."""
        rule, relation = self.rule, self.found.relation
        assert self.formula is not None
        with most_states(most, self.until):
            decided = decide_claim(relation, self.formula, self.misere, measure, theorem)
        text = f"{state(relation.names)} is a P-position iff {self.claim}"
        if isinstance(decided, Theorem):
            why = f"it satisfies the definition {INDUCTION.format(measure=measure)}; {self._compared}"
            made = Proof(rule, relation, self.misere, "proved", text, Evidence("proved", why), decided.what)
            return replace(made, claim=self.claim, theorem=decided)
        evidence = Evidence("proved", f"{decided.text}; {self._compared}")
        made = Proof(rule, relation, self.misere, "false", f"not every {text}", evidence, "p-positions")
        return replace(made, reason=decided.text, counterexample=decided.position, claim=self.claim)

    @property
    def _compared(self) -> str:
        return f"the rule {self.found.compared}"


def _by_formula(rule: Rule, rule_reading: RuleReading | None, theorem: KnownTheorem) -> Proof:
    """The theorem that the catalogue has."""
    relation = None if rule_reading is None else rule_reading.relation
    evidence = Evidence("proved", theorem.source)
    return Proof(rule, relation, False, "proved", theorem.source, evidence, theorem.what, theorem=theorem)


def _periodic(rule: Rule, rule_reading: RuleReading, result: PeriodResult, most: float = MOST_PERIOD) -> Proof | None:
    """The theorem that a period is, if it is proved and short enough; up to MOST_PERIOD its values are written out."""
    turn = result.repetition
    if result.status != "proved" or turn is None or turn.preperiod + turn.period > most:
        return None
    values = tuple(map(int, values_found(rule, result, turn.preperiod + turn.period)))
    (name,) = rule_reading.relation.names
    grows = f" + {turn.saltus}" if turn.saltus else ""
    listed = " ".join(map(str, values))
    text = f"G({name} + {turn.period}) = G({name}){grows} for all {name} ≥ {turn.preperiod}, where G is the nim-value"
    if len(values) == 1:
        text = (
            f"the nim-value of {name} is {name}"
            if turn.saltus == 1 and values == (0,)
            else f"{text}; G(0) is {values[0]}"
        )
    elif len(values) <= MOST_PERIOD:
        text = f"{text}; from {name} = 0 on it is {listed}"
    evidence = replace(result.evidence, reason=f"{result.evidence.reason}; the rule {rule_reading.compared}")
    return Proof(
        rule, rule_reading.relation, False, "proved", text, evidence, "nim-values", theorem=result, values=values
    )


__all__ = ["PositionTheorem", "Proof", "prove"]

"""The verb `prove`: from a rule to a theorem about all of its positions."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, Unpack

from grundy.api.work import Work as WorkOptions
from grundy.api.work import key_of, rule_of, session_of
from grundy.engines.period import period_work
from grundy.engines.sequence import first_values
from grundy.errors import BadRule, OutOfReach
from grundy.model.period import PeriodResult
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.run import Run
from grundy.notation.files import sources_of
from grundy.runs.chunk import Chunk, in_phase
from grundy.theorems.automata import TooLarge
from grundy.theorems.claims import decide_claim, read_claim
from grundy.theorems.linear import Formula, Relation, options
from grundy.theorems.measure import Fault, Measure, measure_of, negative, witness
from grundy.theorems.numeration import System
from grundy.theorems.reading import Reading, reading
from grundy.theorems.search import SIZES, Open, Wish, table_of
from grundy.theorems.search import prove as search
from grundy.theorems.statement import state, statement
from grundy.theorems.theorem import Theorem
from grundy.version import __version__

if TYPE_CHECKING:
    from grundy.proof.certificate import Certificate
    from grundy.runs.chunk import Work

MOST_HEAPS = 2_000  # whose values are computed in search of a period, before automata are tried
MOST_PERIOD = 400  # period and pre-period of which the values are written out
MOST_OPTIONS = 100_000  # that are looked through for winning moves where no automaton gives them
MOST_MOVES = 10_000
INDUCTION = "for positions of every size, by induction along {measure}, which every move lowers"

What = Literal["p-positions", "nim-values"]
Position = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class At:
    """One position, by a theorem.

    Attributes
    ----------
    position : tuple of int
        Its numbers.
    winner : "first" or "second"
        Whether the player who is to move wins.
    nim_value : int or None
        None where the theorem does not say it.
    winning_moves : tuple or None
        The parts that each winning move leaves, in rising order; at most 10,000. None: they were not found.
    """

    position: Position
    winner: Literal["first", "second"]
    nim_value: int | None
    winning_moves: tuple[tuple[Position, ...], ...] | None

    def as_dict(self) -> dict[str, Any]:
        """For machines: a number stands for a state of one number, a list for one of several."""
        moves = self.winning_moves
        return {
            "position": _plain(self.position),
            "winner": self.winner,
            "nim_value": self.nim_value,
            "winning_moves": None if moves is None else [[_plain(part) for part in move] for move in moves],
        }


@dataclass(frozen=True)
class Proof:
    """What is proved of all positions of a rule, or why nothing is.

    Attributes
    ----------
    rule : Rule
        What was asked about.
    relation : Relation
        The rule as it was read: what the theorem is about. As text, its clauses.
    misere : bool
        Whether whoever cannot move wins.
    status : "proved", "false" or "open"
        Of a claim also whether it is false.
    statement : str
        The theorem in a sentence.
    evidence : Evidence
        How it is known.
    what : "p-positions", "nim-values" or None
        What is known of each position; None: nothing.
    reason : str
        Why it is false or open.
    counterexample : tuple of int or None
        Where a claim is false.
    claim : str
        The claim; "" if there was none.
    theorem : Theorem, PeriodResult or None
        What the questions about positions are put to.
    values : tuple of int
        Of a period the nim-values up to the end of its first turn.
    """

    rule: Rule
    relation: Relation
    misere: bool
    status: Literal["proved", "false", "open"]
    statement: str
    evidence: Evidence
    what: What | None = None
    reason: str = ""
    counterexample: Position | None = None
    claim: str = ""
    theorem: Theorem | PeriodResult | None = field(default=None, repr=False)
    values: tuple[int, ...] = field(default=(), repr=False)  # of a period: up to the end of its first turn

    @property
    def proved(self) -> bool:
        """Whether it is proved."""
        return self.status == "proved"

    @property
    def domain(self) -> str:
        """The positions that it is about."""
        return f"all {', '.join(self.relation.names)} >= 0"

    @property
    def system(self) -> str | None:
        """The numeration system of the automaton."""
        return self.theorem.system.name if isinstance(self.theorem, Theorem) else None

    @property
    def states(self) -> int | None:
        """The states of the automaton."""
        return self.theorem.states if isinstance(self.theorem, Theorem) else None

    def is_p(self, *position: int | Position) -> bool:
        """Whether the player who is to move loses.

        >>> prove("rule:n -> n-1; n -> n//2, if n >= 1").is_p(2 * 4**1000)
        True
        """
        known, numbers = self._known(), self._numbers(position)
        return known.is_p(*numbers) if isinstance(known, Theorem) else self._value(numbers) == 0

    def nim_value(self, *position: int | Position) -> int:
        """The nim-value. Raises OutOfReach: only the P-positions are known."""
        known, numbers = self._known(), self._numbers(position)
        if isinstance(known, PeriodResult):
            return self._value(numbers)
        if known.what == "p-positions":
            raise OutOfReach(
                f"{self.rule.spec}: the theorem is about P-positions; their nim-value is 0, others are not known"
            )
        return known.nim_value(*numbers)

    def winning_moves(self, *position: int | Position) -> Iterator[tuple[Position, ...]]:
        """What each move leaves that wins, once each. Raises OutOfReach: too many options to look through."""
        known, numbers = self._known(), self._numbers(position)
        if isinstance(known, Theorem):
            yield from dict.fromkeys(tuple(sorted(parts)) for _, parts in known.winning_moves(*numbers))
            return
        if numbers[0] > MOST_OPTIONS and any(clause.bound for clause in self.relation.clauses):
            raise OutOfReach(f"{self.rule.spec}: the winning moves of so large a heap are not looked for")
        seen = dict[tuple[Position, ...], None]()
        for parts in options(self.relation, numbers):
            left = 0
            for part in parts:
                left ^= self._value(part)
            if not left and (parts := tuple(sorted(parts))) not in seen:
                seen[parts] = None
                yield parts

    def at(self, *position: int | Position) -> At:
        """One position: who wins it, its nim-value if that is known, and the winning moves."""
        known, numbers = self._known(), self._numbers(position)
        value = None if isinstance(known, Theorem) and known.what == "p-positions" else self.nim_value(numbers)
        is_p = self.is_p(numbers)
        if is_p and not self.misere:
            value = 0
        try:
            moves = tuple(sorted(islice(self.winning_moves(numbers), MOST_MOVES)))
        except OutOfReach:
            moves = None
        return At(numbers, "second" if is_p else "first", value, moves)

    def as_dict(self) -> dict[str, Any]:
        """The theorem for machines; of a claim also `counter_example`, null where it is proved."""
        at = None if self.counterexample is None else _plain(self.counterexample)
        return {
            "rule": self.rule.spec,
            "relation": str(self.relation),
            "play": "misere" if self.misere else "normal",
            "domain": self.domain,
            "what": self.what,
            "system": self.system,
            "states": self.states,
            "statement": self.statement,
            "evidence": self.evidence.as_dict(),
            **({"counter_example": at} if self.claim else {}),
        }

    def __str__(self) -> str:
        return self.statement

    def certificate(self) -> Certificate:
        """What proves it, to be saved. Raises GrundyError: nothing is proved, or no certificate is of this kind."""
        known = self._known()
        if isinstance(known, PeriodResult):
            made: Certificate = known.certificate()
            return made
        from grundy.proof.certify_theorem import certify_theorem

        return certify_theorem(known, self.rule.spec)

    def _known(self) -> Theorem | PeriodResult:
        if self.theorem is None:
            raise OutOfReach(f"{self.rule.spec}: nothing is proved that says who wins: {self.reason or self.statement}")
        return self.theorem

    def _numbers(self, position: tuple[int | Position, ...]) -> Position:
        numbers = tuple(n for one in position for n in (one if isinstance(one, tuple) else (one,)))
        if len(numbers) != len(self.relation.names) or any(type(n) is not int or n < 0 for n in numbers):
            raise BadRule(
                f"{self.rule.spec}: expected {len(self.relation.names)} numbers from 0 on, found {position!r}"
            )
        return numbers

    def _value(self, numbers: Position) -> int:
        assert isinstance(self.theorem, PeriodResult)
        assert self.theorem.repetition is not None
        found, (n,) = self.theorem.repetition, numbers
        turns = max(0, n - found.preperiod) // found.period
        return self.values[n - turns * found.period] + turns * found.saltus


def prove(
    game: str | Rule,
    claim: str | None = None,
    *,
    misere: bool = False,
    what: What | None = None,
    **work: Unpack[WorkOptions],
) -> Proof:
    """Look for a theorem about all positions of a rule, or decide a claim about them.

    A period is given where one is soon proved; else automata over numeration systems are learnt from small tables, and
    decided for positions of every size. The rule is read completely, as a relation, or refused.

    Parameters
    ----------
    game : str or Rule
        A name of the catalogue with its parameters, a rule in one line, ``FILE.py``, or a rule.
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
        Proved, false (a claim, with the smallest counter-example) or open, with the reason.

    Raises
    ------
    BadText, BadRule
        No such game; the rule fails, or its moves need not end.
    OutOfReach
        The rule, or the claim, is not linear: the message names the line.
    Stopped
        A limit was met.

    Examples
    --------
    >>> proof = prove("rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1", what="p-positions")
    >>> print(proof)
    n is a P-position iff n in binary ends in an odd number of zeros, or n is 0
    >>> proof.is_p(2 * 4**500), prove("take-away:1,2", "n % 3 == 0").status
    (True, 'proved')
    """
    rule = rule_of(game)
    if misere and "misere" not in rule.conventions:
        raise BadRule(
            f"{rule.spec}: its options are not right in misère play; expected {', '.join(rule.conventions)} play"
        )
    found = reading(rule)
    try:
        _require_sound(rule, found)
    except TooLarge as large:
        raise OutOfReach(f"{rule.spec}: {large}; smaller constants would help") from None
    formula = None if claim is None else read_claim(claim, found.relation.names)

    def report(proof: Proof) -> tuple[object, object]:
        told = proof.as_dict()
        return told, told.pop("evidence")

    with session_of(work) as session:
        parameters = {"claim": claim, "misere": misere, "what": what}
        session.begin(
            Run((), rule.spec, parameters, f"prove {key_of(rule)} {parameters}", __version__, sources_of([rule]))
        )
        asked: Work = lambda state: _limited(rule, found, claim, formula, misere, what)  # noqa: E731
        proof: Proof = session.work(asked, report)
    return proof


def _require_sound(rule: Rule, found: Reading) -> None:
    """Refuse a rule that does somewhere what no rule may. Raises BadRule."""
    for fault in found.faults:
        numbers = witness([fault.formula])
        if numbers is not None:
            at = ", ".join(f"{name} = {numbers.get(name, 0)}" for name in found.relation.names)
            where = f" (line {fault.line})" if fault.line else ""
            raise BadRule(f"{rule.spec}: at {at}{where} {fault.text}: no theorem is about such a rule")


def _limited(
    rule: Rule, found: Reading, claim: str | None, formula: Formula | None, misere: bool, what: What | None
) -> Generator[Chunk, None, Proof]:
    """The work; automata that are too large leave it open."""
    try:
        return (yield from _work(rule, found, claim, formula, misere, what))
    except TooLarge as large:
        return _open(rule, found.relation, misere, f"{rule.spec}: {large}")


def _work(
    rule: Rule, found: Reading, claim: str | None, formula: Formula | None, misere: bool, what: What | None
) -> Generator[Chunk, None, Proof]:
    relation = found.relation
    yield Chunk(0, 0, "claims", {})
    wrong = negative(relation) or measure_of(relation)
    if isinstance(wrong, Fault):
        return _open(rule, relation, misere, f"{rule.spec}: {wrong.text}: no theorem is about such a rule")
    sums = any(len(clause.parts) > 1 for clause in relation.clauses)
    if formula is not None and not sums:
        return _decided(rule, found, str(claim), formula, misere, wrong, None)
    table, ended = table_of(rule, misere), None
    if rule.arity == 1 and not misere and what != "p-positions" and formula is None:
        soon = Wish("nim-values", systems=(System(2),), sizes=SIZES[1][:1])
        ended = yield from in_phase(0, search(relation, table, soon))
        if isinstance(ended, Open):  # a period may take longer to find
            repeated = yield from in_phase(1, period_work(rule, MOST_HEAPS)(None))
            proof = _periodic(rule, found, repeated)
            if proof is not None:
                return proof
            ended = None
    if ended is None:
        ended = yield from in_phase(2, search(relation, table, Wish(what=what, misere=misere)))
    if isinstance(ended, Open):
        return _open(rule, relation, misere, ended.reason)
    if formula is not None:
        return _decided(rule, found, str(claim), formula, misere, wrong, ended)
    size = f"an automaton of {ended.states} states over {ended.system.name}"
    why = f"{size} satisfies the definition {INDUCTION.format(measure=ended.measure)}"
    evidence = Evidence("proved", f"{why}; the rule as read was {found.compared}")
    return Proof(rule, relation, misere, "proved", statement(ended), evidence, ended.what, theorem=ended)


def _open(rule: Rule, relation: Relation, misere: bool, reason: str) -> Proof:
    return Proof(rule, relation, misere, "open", "", Evidence("observed", reason), reason=reason)


def _decided(
    rule: Rule, found: Reading, claim: str, formula: Formula, misere: bool, measure: Measure, known: Theorem | None
) -> Proof:
    """The verdict about a claim."""
    relation = found.relation
    decided = decide_claim(relation, formula, misere, measure, known)
    said = f"{state(relation.names)} is a P-position iff {claim}"
    compared = f"; the rule as read was {found.compared}"
    if isinstance(decided, Theorem):
        evidence = Evidence("proved", f"it satisfies the definition {INDUCTION.format(measure=measure)}{compared}")
        what = decided.what
        return Proof(rule, relation, misere, "proved", said, evidence, what, claim=claim, theorem=decided)
    made = Proof(
        rule, relation, misere, "false", f"not every {said}", Evidence("proved", f"{decided.text}{compared}")
    )  # fmt: skip
    return replace(made, what="p-positions", reason=decided.text, counterexample=decided.position, claim=claim)


def _periodic(rule: Rule, found: Reading, result: PeriodResult) -> Proof | None:
    """The theorem that a period is, if it is proved and short enough to be written out."""
    turn = result.repetition
    if result.status != "proved" or turn is None or turn.preperiod + turn.period > MOST_PERIOD:
        return None
    values = tuple(map(int, first_values(rule, turn.preperiod + turn.period)))
    (name,) = found.relation.names
    grows = f" + {turn.saltus}" if turn.saltus else ""
    listed = " ".join(map(str, values))
    said = f"G({name} + {turn.period}) = G({name}){grows} for all {name} ≥ {turn.preperiod}, where G is the nim-value"
    if len(values) == 1:
        said = (
            f"the nim-value of {name} is {name}"
            if turn.saltus == 1 and values == (0,)
            else f"{said}; G(0) is {values[0]}"
        )
    else:
        said = f"{said}; from {name} = 0 on it is {listed}"
    evidence = replace(result.evidence, reason=f"{result.evidence.reason}; the rule as read was {found.compared}")
    return Proof(rule, found.relation, False, "proved", said, evidence, "nim-values", theorem=result, values=values)


def _plain(position: Position) -> int | list[int]:
    return position[0] if len(position) == 1 else list(position)


__all__ = ["At", "Proof", "prove"]

"""What is proved of all positions of a rule, or why nothing is: the value that the verb `prove` returns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.evidence import Evidence, count_text
from grundy.model.given import plain
from grundy.model.pattern import SameTable
from grundy.model.period import PeriodResult, SameValues
from grundy.model.rule import Rule, shortened
from grundy.text.numbers import digits, short_repr
from grundy.theorems.decide import VALUE
from grundy.theorems.linear import Relation, options
from grundy.theorems.theorem import KnownTheorem, Theorem
from grundy.theorems.windows import WindowTheorem

if TYPE_CHECKING:
    from grundy.proof.keep import Certificate
    from grundy.show.automaton import Drawing

MOST_OPTIONS = 100_000  # that are looked through for winning moves where no automaton gives them
MOST_MOVES = 10_000

What = Literal["p-positions", "nim-values"]
Position = tuple[int, ...]
Proved = Theorem | PeriodResult | KnownTheorem | WindowTheorem


@dataclass(frozen=True, slots=True)
class PositionTheorem:
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

    def __repr__(self) -> str:
        value = "" if self.nim_value is None else f", nim-value {digits(self.nim_value)}"
        moves = f", {count_text(len(self.winning_moves), 'winning move')}" if self.winning_moves else ""
        return f"{' '.join(map(digits, self.position))}: {self.winner} player wins{value}{moves}; proved"

    def __str__(self) -> str:
        value = "" if self.nim_value is None else f", nim-value {digits(self.nim_value)}"
        moves = f"; {_in_words(self.winning_moves)}" if self.winning_moves else ""
        return f"{' '.join(map(digits, self.position))}: the {self.winner} player wins{value}{moves}"

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
    relation : Relation or None
        The rule as it was read: what the theorem is about. As text, its clauses. None: it was not read, as a formula
        that is known of the rule itself says all.
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
    theorem : Theorem, PeriodResult, KnownTheorem, WindowTheorem or None
        What the questions about positions are put to.
    values : tuple of int
        Of a period the nim-values up to the end of its first turn.
    matching_game : SameValues, SameTable or None
        A game of the catalogue that is seen to have the values of this rule of one's own: observed, never proved.
    """

    rule: Rule
    relation: Relation | None
    misere: bool
    status: Literal["proved", "false", "open"]
    statement: str
    evidence: Evidence
    what: What | None = None
    reason: str = ""
    counterexample: Position | None = None
    claim: str = ""
    theorem: Proved | None = None
    values: tuple[int, ...] = ()  # of a period: up to the end of its first turn
    matching_game: SameValues | SameTable | None = None

    @property
    def proved(self) -> bool:
        """Whether it is proved."""
        return self.status == "proved"

    @property
    def source(self) -> str:
        """What proves it; of a rule that is code also where what was read of it was compared with it."""
        return self.evidence.reason

    @property
    def domain(self) -> str:
        """The positions that it is about."""
        return "all positions" if self.relation is None else f"all {', '.join(self.relation.names)} >= 0"

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

        >>> from grundy import prove
        >>> prove("rule:n -> n-1; n -> n//2, if n >= 1").is_p(2 * 4**1000)
        True
        """
        theorem, numbers = self._known(), self._numbers(position)
        return self._value(numbers) == 0 if isinstance(theorem, PeriodResult) else theorem.is_p(*numbers)

    def nim_value(self, *position: int | Position) -> int:
        """The nim-value. Raises OutOfReach: only the P-positions are known."""
        theorem, numbers = self._known(), self._numbers(position)
        if isinstance(theorem, PeriodResult):
            return self._value(numbers)
        if theorem.what == "p-positions":
            raise OutOfReach(
                f"{self.rule.spec}: the theorem is about P-positions; their nim-value is 0, others are not known"
            )
        return theorem.nim_value(*numbers)

    def winning_moves(self, *position: int | Position, beside: int = 0) -> Iterator[tuple[Position, ...]]:
        """What each move leaves that wins, once each, beside other games of this nim-value.

        Raises:  OutOfReach: too many options to look through; or there is something beside, and nim-values are not
                 known.
        """
        theorem, numbers = self._known(), self._numbers(position)
        if isinstance(theorem, Theorem):
            if beside and theorem.what == "p-positions":
                raise OutOfReach(f"{self.rule.spec}: the theorem is about P-positions, and does not say who wins a sum")
            moves = theorem.winning_moves(*numbers, value=beside)
            yield from _once(tuple(sorted(parts)) for _, parts in moves)
            return
        if isinstance(theorem, KnownTheorem | WindowTheorem):
            yield from _once(theorem.winning_moves(*numbers, value=beside))
            return
        assert self.relation is not None
        if numbers[0] > MOST_OPTIONS and any(clause.bound for clause in self.relation.clauses):
            raise OutOfReach(f"{self.rule.spec}: the winning moves of so large a heap are not looked for")
        yield from _once(
            tuple(sorted(parts))
            for parts in options(self.relation, numbers)
            if nim_sum(map(self._value, parts)) == beside
        )

    def at(self, *position: int | Position) -> PositionTheorem:
        """One position: who wins it, its nim-value if that is known, and the winning moves."""
        theorem, numbers = self._known(), self._numbers(position)
        outcomes = not isinstance(theorem, PeriodResult) and theorem.what == "p-positions"
        value = None if outcomes else self.nim_value(numbers)
        is_p = self.is_p(numbers)
        if is_p and not self.misere:
            value = 0
        try:
            moves = tuple(sorted(islice(self.winning_moves(numbers), MOST_MOVES)))
        except OutOfReach:
            moves = None
        return PositionTheorem(numbers, "second" if is_p else "first", value, moves)

    def as_dict(self) -> dict[str, Any]:
        """The theorem for machines; of a claim also `counter_example`, null where it is proved."""
        at = None if self.counterexample is None else _plain(self.counterexample)
        return {
            "rule": self.rule.spec,
            "relation": None if self.relation is None else str(self.relation),
            "play": "misere" if self.misere else "normal",
            "domain": self.domain,
            "what": self.what,
            "system": self.system,
            "states": self.states,
            "statement": self.statement or None,
            "evidence": self.evidence.as_dict(),
            "values_of": self.matching_game.as_dict() if self.matching_game else None,
            **({"counter_example": at} if self.claim else {}),
        }

    def __repr__(self) -> str:
        about = self.reason if self.status == "false" else self.statement or self.reason
        play = " (misere)" if self.misere else ""
        return f"{self.rule.spec}{play}: {shortened(about, 120)}; {self.status}"

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def lines(self, *positions: Position) -> Iterator[str]:
        """What the command line prints, with a line for each of these positions."""
        relation = self.rule.spec if self.relation is None else str(self.relation).replace("; ", "\n       ")
        yield f"Rule:  {relation}"
        yield f"About: {self.domain}, {'misère' if self.misere else 'normal'} play"
        if self.status == "open":
            yield from [f"Observed, not proved: {self.statement}."] if self.statement else []
            yield f"Not proved: {self.reason}."
            yield from self._same()
            yield from _unanswered(positions)
            return
        if self.status == "false":
            yield f"False: {self.reason}."
            yield from _unanswered(positions)
            return
        yield from dict.fromkeys([f"Proved: {self.statement}.", self.evidence.sentence()])
        yield from self._same()
        for numbers in positions if self.theorem is not None else ():
            yield str(self.at(*numbers))

    def _same(self) -> list[str]:
        """The known game whose values these are."""
        return [f"Observed: {self.matching_game}."] if self.matching_game else []

    def certificate(self) -> Certificate:
        """What proves it, to be saved. Raises GrundyError: nothing is proved, or no certificate is of this kind."""
        theorem = self._known()
        if isinstance(theorem, PeriodResult):
            made: Certificate = theorem.certificate()
            return made
        if isinstance(theorem, KnownTheorem):
            raise OutOfReach(
                f"{self.rule.spec}: no certificate says a formula that was proved elsewhere: {theorem.source}"
            )
        if isinstance(theorem, WindowTheorem):
            raise OutOfReach(f"{self.rule.spec}: no certificate is of this kind: {self.statement}")
        from grundy.proof.certify_theorem import certify_theorem

        return certify_theorem(theorem, f"{self.rule.spec}: {self.evidence.reason}")

    def svg(self) -> str:
        """The automaton as a picture. Raises OutOfReach: there is none, or it has more than 60 states."""
        theorem = self._known()
        if not isinstance(theorem, Theorem):
            raise OutOfReach(f"{self.rule.spec}: there is no automaton to draw: {self.source}")
        from grundy.show.automaton import automaton_svg

        return automaton_svg(_drawing(theorem, self.statement))

    def _repr_html_(self) -> str:
        from grundy.show.html import lines_html
        from grundy.show.text import Line

        rule, about, says, *notes = self.lines()
        lines = [Line("heading", rule), Line("heading", about), Line("winner", says)]
        html = lines_html([*lines, *(Line("note", text) for text in notes)])
        try:
            picture = self.svg()
        except OutOfReach:
            return html
        if self.claim:  # which says the same in fewer words
            return f"{html}<details><summary>The automaton, of {self.states} states</summary>{picture}</details>"
        return f"{html}{picture}"

    def _known(self) -> Proved:
        if self.theorem is None:
            raise OutOfReach(f"{self.rule.spec}: nothing is proved that says who wins: {self.reason or self.statement}")
        return self.theorem

    def _numbers(self, position: tuple[int | Position, ...]) -> Position:
        numbers = tuple(n for entry in plain(position) for n in (entry if isinstance(entry, tuple) else (entry,)))
        if isinstance(self.theorem, KnownTheorem):
            right, count = bool(numbers) and self.theorem.fits(numbers), "a position: numbers"
        else:
            arity = self.rule.arity
            right, count = len(numbers) == arity, "one number" if arity == 1 else f"{arity} numbers"
        if not right or any(type(n) is not int or n < 0 for n in numbers):
            raise BadRule(f"{self.rule.spec}: expected {count} from 0 on, found {short_repr(position)}")
        return numbers

    def _value(self, numbers: Position) -> int:
        assert isinstance(self.theorem, PeriodResult)
        assert self.theorem.repetition is not None
        repetition, (n,) = self.theorem.repetition, numbers
        turns = max(0, n - repetition.preperiod) // repetition.period
        return self.values[n - turns * repetition.period] + turns * repetition.saltus


def _in_words(moves: tuple[tuple[Position, ...], ...]) -> str:
    """Winning moves by what they leave."""
    texts = [" and ".join(" ".join(map(str, part)) for part in parts) or "nothing" for parts in moves[:10]]
    return f"wins by leaving {', or '.join(texts)}" + (f", and {len(moves) - 10:,} more" if len(moves) > 10 else "")


def _drawing(theorem: Theorem, statement: str) -> Drawing:
    """What is drawn of a theorem: its automaton without the state from which nothing is said."""
    from grundy.show.automaton import Drawing
    from grundy.theorems.automata import letters

    dfa, kind = theorem.claim.automaton, theorem.claim.kind
    outputs, after = dfa.outputs.tolist(), dfa.next.tolist()
    none = [
        output < (0 if kind == "values" else 1) and set(row) == {state}
        for state, (output, row) in enumerate(zip(outputs, after, strict=True))
    ]
    if kind == "values":
        labels = [f"value {output}" if output >= 0 else "" for output in outputs]
        ends = "the value is that of the last state"
    else:
        labels = ["yes" if output == 1 else "" for output in outputs]
        ends = "it is a P-position" if kind == "set" else "the last number is the nim-value"
        ends += " if the last state has a double frame"
    signs = [[str(digit) for digit in letter] for letter in letters(dfa.digits, len(dfa.names)).tolist()]
    joint = "" if dfa.digits <= 10 else ","
    *first, last = ("the nim-value" if name == VALUE else name for name in dfa.names)
    names = f"{', '.join(first)} and {last}" if first else last
    caption = (
        f"Reads the digits of {names} in {theorem.system.name}, the most significant first;",
        f"{ends}.",
        "↻: the state stays. Digits without an arrow: " + ("no number." if kind == "values" else "none is accepted."),
    )
    return Drawing(
        statement, caption, after, [None if is_none else text for is_none, text in zip(none, labels, strict=True)],
        frozenset(state for state, output in enumerate(outputs) if output == (0 if kind == "values" else 1)),
        [joint.join(each) for each in signs],
    )  # fmt: skip


def _once(moves: Iterable[tuple[Position, ...]]) -> Iterator[tuple[Position, ...]]:
    """Each of them where it comes first, before the next is looked for: there may be very many."""
    seen = set[tuple[Position, ...]]()
    for parts in moves:
        if parts not in seen:
            seen.add(parts)
            yield parts


def _plain(position: Position) -> int | list[int]:
    return position[0] if len(position) == 1 else list(position)


__all__ = ["PositionTheorem", "Proof"]


def _unanswered(positions: Sequence[Position]) -> Iterator[str]:
    for numbers in positions:
        place = " ".join(map(digits, numbers))
        yield f"{place}: not answered, as no theorem is proved; 'grundy solve' answers what is within its reach"

"""Read a claim that a person types, such as `n % 3 == 0`, as a formula, and decide it for all positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile

from grundy.errors import OutOfReach
from grundy.model.definition import Evaluation, Memo, settle
from grundy.reading.lower import lower_condition
from grundy.reading.source import NotRead
from grundy.text.formulas import read_formula
from grundy.text.literals import NOT_READ, python_expression
from grundy.text.reader import Text
from grundy.theorems.automata import distinguished
from grundy.theorems.decide import Counterexample, TheoremClaim, decide, position_text, smallest
from grundy.theorems.formulas import automaton, spread
from grundy.theorems.inequalities import either
from grundy.theorems.linear import Exists, Formula, Linear, Relation, options, variable
from grundy.theorems.measure import Measure
from grundy.theorems.numbers import NotPresburger
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.theorem import Theorem
from grundy.theorems.walk import walk

MOST_TRIED = 2_000  # positions searched for a counterexample smaller than the known one
ALIASES = {1: ("n",), 2: ("a", "b"), 3: ("a", "b", "c"), 4: ("a", "b", "c", "d")}


def read_claim(text: str, names: Sequence[str]) -> Formula:
    """Read a condition on the numbers of a state.

    Args:    names: the rule's own names of these numbers; the text may also call one number n, two numbers a and b.
    Raises:  BadText: the text is not a formula. OutOfReach: the formula is not linear.

    >>> str(read_claim("n % 3 in (0, 2) or n < 2", ["n"]))
    'n ≡ 0 (mod 3) or n ≡ 2 (mod 3) or n <= 1'
    """
    called = dict(zip((*ALIASES.get(len(names), ()), *names), (*names, *names), strict=False))
    where = Text(text.strip(), "<claim>")
    read = read_formula(where, called)
    try:
        written = read.text if read else text.strip()
        tree = python_expression(written, "<claim>")
    except NOT_READ:
        where.close()
        raise
    try:
        walked = walk(lower_condition(tree.body, written, "<claim>", tuple(called)), tuple(called.values()))
    except (NotRead, NotPresburger) as refused:
        why = f" ({refused.why})" if refused.why else ""
        what = refused.site.text if isinstance(refused, NotRead) else refused.what
        raise OutOfReach(f"<claim>: {what!r} is not linear{why}") from None
    if walked.faults:
        raise OutOfReach(f"<claim>: {written!r} fails for some positions: {walked.faults[0].text}")
    return either(Exists(clause.bound, clause.guard) if clause.bound else clause.guard for clause in walked.clauses)


def decide_claim(
    relation: Relation, formula: Formula, misere: bool, measure: Measure, theorem: Theorem | None
) -> Theorem | Counterexample:
    """Decide whether a formula describes the P-positions: return a theorem if it does, else a counterexample.

    Args:    measure: numbers that every move lowers. theorem: the theorem about the rule's nim-values or P-positions,
             with which the formula is compared; a rule whose moves leave sums needs it. None: no move leaves a sum,
             and the formula is checked against the definition.
    """
    if theorem is None:
        dfa = spread(NumerationSystem(2), automaton(NumerationSystem(2), formula), relation.names)
        claim = TheoremClaim(relation, NumerationSystem(2), "set", dfa.where(1), misere)
        failure = decide(claim, measure.terms)
        if failure is None:
            return Theorem(claim, measure)
        total = sum(map(variable, relation.names), Linear())
        exact = measure.terms == ((total,),)  # then the claim is true of all positions with a smaller sum
        position = None if exact else _first_wrong(claim, failure.position)
        return failure if position is None else Counterexample(position, _differs(position, claim.is_p(position)))
    claim_dfa = spread(theorem.system, automaton(theorem.system, formula), relation.names)
    differs = distinguished(theorem.p_positions, claim_dfa)
    position = smallest(theorem.system, differs)
    if position is None:
        return theorem
    return Counterexample(position, _differs(position, not theorem.is_p(*position)))


def _first_wrong(claim: TheoremClaim, bound: tuple[int, ...]) -> tuple[int, ...] | None:
    """Find the first position before `bound`, by sum and then in order, of which the claim is false.

    `bound` is the least counterexample by a measure other than the sum, so a counterexample with a smaller sum may
    exist. The definition decides each position. None: there is no such position, or the search takes too long.
    """
    before = (each for total in range(sum(bound) + 1) for each in _of_sum(total, len(bound)))
    memo: Memo = {}
    for position in islice(takewhile(lambda each: each != bound, before), MOST_TRIED):
        try:
            settle([position], lambda node: _evaluate_position(claim, node, memo), memo, MOST_TRIED)
        except OutOfReach:
            return None
        if memo[position] != claim.is_p(position):
            return position
    return None


def _of_sum(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield the vectors of `count` numbers >= 0 whose sum is `total`, in order.

    >>> [*_of_sum(2, 2)]
    [(0, 2), (1, 1), (2, 0)]
    """
    if count == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in _of_sum(total - first, count - 1))


def _evaluate_position(claim: TheoremClaim, position: tuple[int, ...], memo: Memo) -> Evaluation:
    """Evaluate a position for grundy.model.definition.settle: is it a P-position? No move may leave two parts."""
    moves = False
    for option in options(claim.relation, position):
        moves = True
        if not option:  # the move ends the game
            if not claim.misere:
                return False
            continue
        (part,) = option
        if part not in memo:
            yield part
        if memo[part]:
            return False
        yield None
    return moves or not claim.misere


def _differs(position: tuple[int, ...], claimed: bool) -> str:
    """Say what kind of position this is, and that the claim says the other kind."""
    kind, other = ("an N", "a P") if claimed else ("a P", "an N")
    return f"{position_text(position)} is {kind}-position, and the claim says {other}-position"

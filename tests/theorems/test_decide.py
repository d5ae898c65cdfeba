"""What is decided: true claims are proved, false ones never, wherever they come from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from math import isqrt

import numpy as np
import pytest
from relations import MARK, WYTHOFF, A, B, N, Q, answer, at_most, clause, half, mark, proved, wythoff

import grundy
from grundy.answering.boxes import table_of
from grundy.model.definition import state_values
from grundy.notation.expression import parse_rule
from grundy.theorems.automata import Automaton
from grundy.theorems.decide import Counterexample, TheoremClaim, decide
from grundy.theorems.formulas import automaton
from grundy.theorems.learn import learn
from grundy.theorems.linear import Compare, Congruent, MoveSchema, Relation, number
from grundy.theorems.measure import InvalidMove, Measure, lowers, measure_of, negative
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.reading import reading
from grundy.theorems.search import Open, Wish, of_numbers, prove
from grundy.theorems.theorem import Theorem

TWO, FIBONACCI = NumerationSystem(2), NumerationSystem(1, 1)


@pytest.fixture(scope="module")
def mark_theorem() -> Theorem:
    return proved(prove(MARK, table_of(mark)))


@pytest.fixture(scope="module")
def wythoff_theorem() -> Theorem:
    return proved(prove(WYTHOFF, table_of(wythoff)))


def test_mark(mark_theorem: Theorem) -> None:
    """Fraenkel 2011: from 1 on, the P-positions are the numbers whose binary form ends in an odd number of zeros."""
    assert mark_theorem.what == "nim-values"
    assert str(mark_theorem.measure) == "n"
    for n in range(1, 5000):
        zeros = (n & -n).bit_length() - 1
        assert mark_theorem.is_p(n) == (zeros % 2 == 1)
    values = state_values(mark, range(3000), {})
    assert [mark_theorem.nim_value(n) for n in range(3000)] == [values[n] for n in range(3000)]


def test_wythoff(wythoff_theorem: Theorem) -> None:
    """Wythoff 1907: the P-positions are (floor(k phi), floor(k phi) + k)."""
    assert wythoff_theorem.system == FIBONACCI
    assert wythoff_theorem.what == "p-positions"
    lower = [(k + isqrt(5 * k * k)) // 2 for k in range(90)]
    expected = {(a, a + k) for k, a in enumerate(lower)} | {(a + k, a) for k, a in enumerate(lower)}
    for a in range(60):
        for b in range(60):
            assert wythoff_theorem.is_p(a, b) == ((a, b) in expected)
    k = 10**700 + 12345
    a = (k + isqrt(5 * k * k)) // 2
    assert wythoff_theorem.is_p(a, a + k)
    assert wythoff_theorem.is_p(a + k, a)
    assert not wythoff_theorem.is_p(a, a + k + 1)


def test_winning_moves(mark_theorem: Theorem, wythoff_theorem: Theorem) -> None:
    for n in range(1, 70):
        there = {parts for _, parts in mark_theorem.winning_moves(n)}
        assert there == {((m,),) for m in (n - 1, n // 2) if mark_theorem.is_p(m)}
    for a in range(14):
        for b in range(14):
            options = [option.parts for option in wythoff.options((a, b))]
            winning = {parts for parts in options if wythoff_theorem.is_p(*parts[0])}
            assert {parts for _, parts in wythoff_theorem.winning_moves(a, b)} == winning
    far = 10**1000
    assert {there for _, ((there,),) in mark_theorem.winning_moves(far)} == {
        there for there in (far - 1, far // 2) if mark_theorem.is_p(there)
    }


def mutated(one: Automaton, random_: random.Random) -> Automaton:
    """The automaton with an arrow or an output that is another."""
    after, outputs = one.next.copy(), one.outputs.copy()
    state = random_.randrange(one.states)
    if random_.random() < 0.3:
        outputs[state] = random_.randint(-1, max(1, int(outputs.max())))
    else:
        after[state, random_.randrange(after.shape[1])] = random_.randrange(one.states)
    return replace(one, next=after, outputs=outputs)


@pytest.mark.parametrize("which", ["mark", "wythoff"])
def test_mutated_automata_are_not_accepted(which: str, request: pytest.FixtureRequest) -> None:
    theorem: Theorem = request.getfixturevalue(f"{which}_theorem")
    claim, random_ = theorem.claim, random.Random(16)
    refused = counterexamples = 0
    for _ in range(150):
        try:
            other = TheoremClaim(claim.relation, claim.system, claim.kind, mutated(claim.automaton, random_))
        except ValueError:  # it says something of words that are no numbers
            refused += 1
            continue
        if other.automaton.same(claim.automaton):
            continue
        false = decide(other)
        assert isinstance(false, Counterexample)
        check_counterexample(other, false)
        counterexamples += 1
    assert min(refused, counterexamples) > 10


def check_counterexample(claim: TheoremClaim, false: Counterexample) -> None:
    """At the position the claim is not what the definition makes of it at the options."""
    rule = mark if claim.relation is MARK else wythoff
    options = [
        option.parts[0] for option in rule.options(false.position if len(false.position) > 1 else false.position[0])
    ]

    def said(state: object) -> int:
        position = state if isinstance(state, tuple) else (state,)
        return claim.automaton.output(claim.system.words(position))

    if claim.kind == "set":
        assert (said(false.position) == 1) == any(said(option) == 1 for option in options)
    else:
        values = {said(option) for option in options}
        assert said(false.position) != next(value for value in range(9) if value not in values)


def test_false_claims_have_the_least_counterexample() -> None:
    """Of Mark one could think that the P-positions are the even numbers; 4 is none."""
    even = automaton(TWO, Congruent(N, 2))
    false = decide(TheoremClaim(MARK, TWO, "set", even))
    assert false is not None
    assert false.position == (4,)
    assert "4 is claimed to be a P-position" in false.text


def test_words_that_are_no_numbers_may_not_be_accepted() -> None:
    everything = Automaton(("n",), 2, np.zeros((1, 2), np.int32), np.ones(1, np.int32))
    with pytest.raises(ValueError, match="no numbers"):
        TheoremClaim(MARK, FIBONACCI, "set", everything)
    lengths = Automaton(("n",), 2, np.array([[1, 1], [0, 0]], np.int32), np.array([1, 0], np.int32))
    with pytest.raises(ValueError, match="zeros in front"):
        TheoremClaim(MARK, TWO, "set", lengths)


def relation(*clauses: MoveSchema) -> Relation:
    return Relation(("n",), clauses)


def test_moves_that_do_not_end_play_are_refused() -> None:
    """ceil(n/2) is n itself at 1."""
    up = relation(clause("q", [at_most(1, N), at_most(N, Q * 2), at_most(Q * 2, N + 1)], (Q,)))
    fault = measure_of(up)
    assert isinstance(fault, InvalidMove)
    assert fault.position == (1,)
    assert "at 1 a move leads to 1" in fault.text
    proof = answer(prove(up, table_of(mark)))
    assert isinstance(proof, Open)
    assert proof.fault == fault


def test_moves_to_negative_numbers_are_refused() -> None:
    down = relation(clause("", [at_most(1, N)], (N - 2,)))
    fault = negative(down)
    assert fault is not None
    assert fault.position == (1,)
    assert "leads to -1, which is no state" in fault.text
    assert negative(MARK) is None
    assert negative(WYTHOFF) is None


def test_measures() -> None:
    assert str(measure_of(MARK)) == "n"
    assert str(measure_of(WYTHOFF)) == "a + b"
    for rule in (MARK, WYTHOFF):
        measure = measure_of(rule)
        assert isinstance(measure, Measure)
        assert lowers(rule, measure)
    first = Measure(((A,),))
    assert not lowers(WYTHOFF, first)  # a stays where counters are taken from b


def test_the_largest_number_as_a_measure() -> None:
    """Both numbers become any below the larger: no sum of them falls with every move."""
    text = "rule:(a,b) -> (k,l), for k in 0..max(a,b)-1, for l in 0..max(a,b)-1"
    pairs = reading(parse_rule(text)).relation
    measure = measure_of(pairs)
    assert isinstance(measure, Measure)
    assert str(measure) == "max(a, b)"
    assert lowers(pairs, measure)
    assert not lowers(pairs, Measure(((A + B,),)))
    assert not lowers(pairs, Measure(((A,), (B,))))
    assert lowers(pairs, Measure(((A, B), (A + B,))))
    assert not lowers(WYTHOFF, measure)  # (2, 2) -> (1, 2)


def test_misere_mark() -> None:
    """Against the definition of misère play."""
    theorem = proved(prove(MARK, table_of(mark, misere=True), Wish(misere=True)))
    lost = [False]
    for n in range(1, 2000):
        lost.append(not (lost[n - 1] or lost[n // 2]))
    assert [theorem.is_p(n) for n in range(2000)] == lost


def test_misere_play_is_lost_by_who_leaves_nothing() -> None:
    """A move after which nothing is left is a winning one, in misère play a losing one."""

    @grundy.rule
    def twos(n: int) -> Iterator[object]:
        if n >= 2:
            yield n - 2
        if n == 1:
            yield grundy.to()

    last = relation(
        clause("", [at_most(2, N)], (N - 2,)),
        clause("", [at_most(1, N), at_most(N, number(1))]),
    )
    for misere in (False, True):
        theorem = proved(prove(last, table_of(twos, misere), Wish(what="p-positions", misere=misere)))
        for n in range(40):
            wins = grundy.solve(twos(n), misere=misere).winner == "first"
            assert theorem.is_p(n) != wins
            assert bool(list(theorem.winning_moves(n))) == (wins and n > 0)
    nobody = automaton(TWO, Compare(number(1), "<="))  # no position at all
    claim = TheoremClaim(last, TWO, "set", nobody.over(("n",)), misere=True)
    false = decide(claim)
    assert false is not None and false.position == (1,)


def test_what_was_learnt_of_words_that_are_no_numbers_is_dropped() -> None:
    """U(i+1) = 5 U(i) - U(i-1): of 8,000 numbers an automaton is learnt that takes 4 4 1 for one."""
    system, size = NumerationSystem(5, -1), 8_000
    fours = relation(
        clause("", [at_most(4, N)], (N - 4,)), clause("", [at_most(1, N), at_most(N, number(3))], (N - 1,))
    )
    values = np.isin(np.arange(size) % 4, (1, 2))
    learnt = learn(system, ("n",), values, 400)
    assert learnt is not None and learnt.output([[4, 4, 1]]) == 1
    number_automaton = of_numbers(system, learnt, "set")
    assert number_automaton is not None and number_automaton.output([[4, 4, 1]]) != 1
    TheoremClaim(fours, system, "set", number_automaton)


def test_half_alone() -> None:
    """n -> n // 2 for n >= 1: the value is the parity of the number of binary digits."""
    theorem = proved(
        prove(relation(half()), lambda shape, outcomes: np.array([n.bit_length() % 2 for n in range(shape[0])]))
    )
    assert all(theorem.nim_value(n) == n.bit_length() % 2 for n in range(3000))


def test_a_box_by_the_definition_is_small_where_options_are_many() -> None:
    """Options of (35, 35) are 2,485, many outside the box: 36 x 36 states took 14 s."""
    many = parse_rule("rule:(a,b) -> (k,l), for k in 0..a+b, for l in 0..a+b, if k+l < a+b")
    values = table_of(many)((36, 36), False)
    assert values.shape[0] == values.shape[1] < 30
    assert (values == np.add.outer(np.arange(len(values)), np.arange(len(values)))).all()
    few = parse_rule("rule:(a,b) -> (a-2,b+1); (a,b) -> (a-1,b-1)")
    assert table_of(few)((36, 36), False).shape == (36, 36)

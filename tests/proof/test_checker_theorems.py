"""What the checker reads of the moves of a theorem: conditions within conditions, their limits, and their words.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from itertools import product
from random import Random

import pytest
from checker_parts import HEAD
from test_checker_automata import accepted

from grundy.answering.boxes import table_of
from grundy.notation.expression import parse_rule
from grundy.proof import check
from grundy.proof.certify_theorem import certificate
from grundy.runs.chunk import run_to_end
from grundy.theorems.reading import reading
from grundy.theorems.search import prove
from grundy.theorems.theorem import Theorem

BINARY = check.System(2, 0)
MOST = 3  # of a bound variable, where its numbers are tried
Values = tuple[int, ...]
Denial = tuple[list[str], Callable[[Values], bool]]


def condition(text: str, numbers: int, most: int = check.MOST_CONDITIONS) -> check.Condition:
    """What is read of the lines of a condition about the numbers of a position."""
    return check._read_condition(check._Reader(io.StringIO(text)), list(range(numbers)), [most])


def of_sum(word: str, times: Values, constant: int) -> Denial:
    """A line, and whether numbers satisfy it."""

    def satisfied(values: Values) -> bool:
        total = sum(t * v for t, v in zip(times, values, strict=True)) + constant
        return total <= 0 if word == "at-most" else total == 0 if word == "is-zero" else total % 3 == 0

    return [" ".join([word, *["3"] * (word == "multiple"), *map(str, (*times, constant))])], satisfied


def drawn(rng: Random, variables: int) -> Denial:
    if rng.random() < 0.2:  # a constant that is read as a number of its own
        large = rng.choice((-302, 302))
        times = [0] * variables
        times[rng.randrange(variables)] = -large // 2
        times[rng.randrange(variables)] += rng.choice((-1, 1))
        return of_sum(rng.choice(("at-most", "is-zero")), tuple(times), large)
    times = [rng.choice((-2, -1, 0, 0, 1, 2)) for _ in range(variables)]
    return of_sum(rng.choice(("at-most", "is-zero", "multiple")), tuple(times), rng.randint(-4, 4))


def denial(rng: Random, variables: int, depth: int) -> Denial:
    """For no small numbers of one or two further variables all of some conditions hold."""
    bound = rng.choice((1, 1, 2))
    inner = variables + bound
    within = [of_sum("at-most", tuple(int(one == at) for one in range(inner)), -MOST) for at in range(variables, inner)]
    for _ in range(rng.choice((1, 2))):
        within.append(denial(rng, inner, depth - 1) if depth and rng.random() < 0.5 else drawn(rng, inner))
    lines = [f"none {bound} {len(within)}", *(line for each, _ in within for line in each)]

    def satisfied(values: Values) -> bool:
        every = product(range(MOST + 1), repeat=bound)
        return not any(all(holds((*values, *more)) for _, holds in within) for more in every)

    return lines, satisfied


def test_denials_are_what_they_say() -> None:
    rng, both = Random(14), [0, 0]
    for number in range(45):
        lines, satisfied = denial(rng, 2, depth=number % 3)
        one = check._satisfies(BINARY, condition("".join(f"{line}\n" for line in lines), 2))
        for values in product(range(6), repeat=2):
            is_accepted = accepted(one, BINARY, [values[track] for track in one.tracks])
            assert is_accepted == satisfied(values), (lines, values)
            both[is_accepted] += 1
    assert min(both) > 200


def test_denials_are_of_variables_of_their_own() -> None:
    def variables(one: check.Condition) -> list[int]:
        if not isinstance(one, check.Denied):
            return []
        return [*one.bound, *(variable for each in one.conditions for variable in variables(each))]

    text = "none 2 2\nnone 3 1\nnone 1 1\nat-most 0 0 0 0 0 0 0 1\nnone 1 1\nat-most 0 0 0 0 1\n"
    assert variables(condition(text, 1)) == [-2, -3, -4, -5, -6, -7, -4]


def refusal(text: str, numbers: int) -> str:
    with pytest.raises(check.Refused) as refused:
        condition(text, numbers)
    return str(refused.value)


def test_limits_of_denials() -> None:
    condition("none 8 1\nat-most 0 0 0 0 0 0 0 0 0 1\n", 1)
    condition("none 3 1\nnone 5 1\nat-most 0 0 0 0 0 0 0 0 0 1\n", 1)
    few = "expected 1 to 8 variables, and 1 to 100 conditions"
    assert refusal("none 3 1\nnone 6 1\nat-most 0 0 0 0 0 0 0 0 0 0 1\n", 1) == f"line 2: {few}"
    condition("none 6 1\nat-most 0 0 0 0 0 0 0 0 0 0 0 0 1\n", 6)  # a position's numbers count for none
    condition("none 1 99\n" + "at-most 0 0 1\n" * 99, 1)
    many = "more than 100 conditions or 8 parts"
    assert refusal("none 1 99\n" + "at-most 0 0 1\n" * 98 + "none 1 1\nat-most 0 0 0 1\n", 1) == f"line 101: {many}"
    assert refusal("none 1 100\n" + "at-most 0 0 1\n" * 100, 1) == f"line 101: {many}"
    assert refusal("none 1 101\n" + "at-most 0 0 1\n" * 101, 1) == f"line 1: {few}"


def theorem(move: str, numbers: int = 1) -> str:
    """A certificate with one move, whose claim is not looked at."""
    zeros = " ".join(["0"] * 2**numbers)
    return (
        f"{HEAD}theorem\nplay normal\nnumbers {numbers}\nmoves 1\n{move}measure {' 0' * numbers}\n".replace("  ", " ")
        + f"system 2 0\nclaims values\nstates 1\nstate 0 0 {zeros}\nend\n"
    )


def test_limits_of_a_move() -> None:
    check.read(io.StringIO(theorem("move 0\n" + "at-most -1 1\n" * 100)))
    check.read(io.StringIO(theorem("move 0\n" + "part 0 0\n" * 8)))
    for more in ("at-most -1 1\n" * 101, "part 0 0\n" * 9):
        with pytest.raises(check.Refused, match="more than 100 conditions or 8 parts"):
            check.read(io.StringIO(theorem(f"move 0\n{more}")))


def words(move: str, numbers: int = 1) -> str:
    return check.rule(check.read(io.StringIO(theorem(move, numbers))))


def satisfied(text: str, values: Values) -> bool:
    """Whether numbers satisfy all conditions of a text; `none` is of one variable, with one condition."""
    lines = iter(text.splitlines())
    for word, *numbers in (line.split(" ") for line in lines):
        *times, constant = map(int, numbers)
        if word == "none":
            *times, constant = map(int, next(lines).split(" ")[1:])
            more = [[*values, j] for j in range(8)]
            if any(sum(t * v for t, v in zip(times, each, strict=True)) + constant == 0 for each in more):
                return False
            continue
        total = sum(t * v for t, v in zip(times, values, strict=True)) + constant
        if total > 0 or (word == "is-zero" and total):
            return False
    return True


def test_equations_of_one_variable_all_hold() -> None:
    """One may give a bound variable; the other conditions are still there, and so is that it is not negative."""
    rng, both = Random(8), [0, 0]
    for _ in range(60):
        lines = ["at-most 0 1 0 -4", "at-most 0 0 1 -4"]
        solution = [rng.randrange(5) for _ in range(3)]
        for _ in range(rng.randint(2, 4)):
            times = [rng.choice((-1, 0, 0, 1)), *rng.choice(((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (2, 1)))]
            total = sum(t * v for t, v in zip(times, solution, strict=True))
            word, less = rng.choice((("is-zero", 0), ("is-zero", 0), ("at-most", rng.randrange(2))))
            lines.append(f"{word} {times[0]} {times[1]} {times[2]} {-total - less}")
        if rng.random() < 0.3:
            lines.append("none 1 1\nis-zero 0 1 0 -1 -2")  # for no j is k1 = j + 2
        rng.shuffle(lines)
        text = "".join(f"{line}\n" for line in lines)
        move = check.read(io.StringIO(theorem(f"move 2\n{text}")))
        assert isinstance(move, check.TheoremCertificate)
        given, _ = check._ready(move, move.moves[0])
        one_of = check._for_some([check._satisfies(BINARY, each) for each in given], {0})
        for n in range(7):
            is_accepted = accepted(one_of, BINARY, [n] if one_of.tracks else [])
            assert is_accepted == any(satisfied(text, (n, k, m)) for k, m in product(range(5), repeat=2)), (text, n)
            both[is_accepted] += 1
    assert min(both) > 50


def test_moves_in_words() -> None:
    assert words("move 0\n") == "x1 -> nothing"
    assert words("move 0\nat-most -1 1\npart 1 -1\n") == "x1 -> x1 - 1 if 1 <= x1"
    assert words("move 0\nmultiple 3 1 -2\npart 0 7\npart 0 0\n") == "x1 -> 7 & 0 if x1 - 2 is a multiple of 3"
    conditions = "at-most 0 0 -2 1 1\nis-zero 1 -1 0 0 0\nmultiple 2 0 0 1 0 5\n"
    part = "part 0 0 1 0 0 1 0 -3 2 4\n"
    said = "k2 + 1 <= 2*k1 and x1 == x2 and k1 + 5 is a multiple of 2"
    left = "(k1, x1 - 3*k1 + 2*k2 + 4)"
    assert words(f"move 2\n{conditions}{part}", 2) == f"(x1, x2) -> {left} for all k1, k2 >= 0 with {said}"


def test_denials_in_words() -> None:
    within = "none 2 2\nis-zero 1 -1 2 0\nnone 1 1\nat-most 0 0 1 -3 -2\n"
    said = "for no j1, j2 >= 0 (x1 + 2*j2 == j1 and for no j3 >= 0 (j2 <= 3*j3 + 2))"
    assert words(f"move 0\n{within}part 1 -1\n") == f"x1 -> x1 - 1 if {said}"


def test_sums_in_words() -> None:
    assert words("move 0\npart -1 5\n") == "x1 -> -x1 + 5"
    assert words("move 0\npart -2 -5\npart 2 0\n") == "x1 -> -2*x1 - 5 & 2*x1"
    two = theorem("move 0\npart 1 -1\nmove 0\npart 1 -2\n").replace("moves 1\n", "moves 2\n")
    assert check.rule(check.read(io.StringIO(two))) == "x1 -> x1 - 1; x1 -> x1 - 2"
    none = theorem("").replace("moves 1\n", "moves 0\n")
    assert check.rule(check.read(io.StringIO(none))) == "x1: no moves"


def test_claims_in_words() -> None:
    def said(play: str, claims: str, letters: int) -> str:
        text = f"{HEAD}theorem\nplay {play}\nnumbers 1\nmoves 0\nmeasure 0\nsystem 2 0\nclaims {claims}\nstates 1\n"
        return check.claim(check.read(io.StringIO(f"{text}state 0 0{' 0' * letters}\nend\n")))

    start, lost = "an automaton of 1 states in the system 2 0 gives ", "which positions are lost for who is to move"
    assert said("normal", "values", 2) == f"{start}the nim-values, in normal play, for all positions"
    assert said("normal", "graph", 4) == f"{start}the nim-values, in normal play, for all positions"
    assert said("normal", "p-positions", 2) == f"{start}{lost}, in normal play, for all positions"
    assert said("misere", "p-positions", 2) == f"{start}{lost}, in misere play, for all positions"


def test_guards_of_many_alternatives_are_many_moves() -> None:
    """Not to be one of seven numbers is to be below or above each: 128 moves, where 100 were once the most."""
    others = " and ".join(f"n != {number}" for number in range(5, 18, 2))
    rule = parse_rule(f"rule:n -> n-1; n -> n-3, if n >= 3 and {others}")
    theorem = run_to_end(prove(reading(rule).relation, table_of(rule)))
    assert isinstance(theorem, Theorem)
    lines = [*certificate(theorem), ""]
    assert "moves 129" in lines
    check.check(check.read(io.StringIO("\n".join(lines))))

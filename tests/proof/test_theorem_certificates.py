"""Certificates of theorems: what is proved is accepted, each false step is refused, and no forgery is true by luck."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random

import forging
import forging_theorems
import pytest

from grundy.engines.engine import ended
from grundy.errors import OutOfReach
from grundy.notation.expression import parse_rule
from grundy.proof import check
from grundy.proof.certify_theorem import certificate, certify_theorem
from grundy.theorems.linear import Clause, Compare, Exists, Not, linear
from grundy.theorems.reading import reading
from grundy.theorems.search import prove, table_of
from grundy.theorems.theorem import Theorem

MARK = """grundy-certificate 1
kind theorem
play normal
numbers 1
moves 2
move 0
at-most -1 1
part 1 -1
move 1
at-most -1 0 1
at-most -1 2 0
at-most 1 -2 -1
part 0 1 0
measure 1
system 2 0
claims p-positions
states 3
state 0 1 0 1
state 1 0 2 1
state 2 1 1 1
end
"""  # P-positions: 0, and what ends in an odd number of zeros (Fraenkel 2011); written by hand


def refusal(text: str) -> str:
    """Why a text is refused; "" if it is accepted."""
    try:
        check.check(check.read(io.StringIO(text)))
    except check.Refused as refused:
        return str(refused)
    return ""


def changed(text: str, line: str, by: str) -> str:
    assert f"{line}\n" in text
    return text.replace(f"{line}\n", f"{by}\n" if by else "", 1)


@pytest.mark.parametrize("text", forging_theorems.honest(), ids=[rule for rule, _ in forging_theorems.RULES])
def test_what_is_written_is_accepted(text: str) -> None:
    assert refusal(text) == ""
    assert forging_theorems.true(forging._said(text))


def test_a_certificate_by_hand() -> None:
    assert refusal(MARK) == ""


@pytest.mark.parametrize(
    ("line", "by", "why"),
    [
        ("state 2 1 1 1", "state 2 0 1 1", "at some position the claim is not"),
        ("state 1 0 2 1", "state 1 1 2 1", "at some position the claim is not"),
        ("state 0 1 0 1", "state 0 1 1 1", "zeros in front"),
        ("state 2 1 1 1", "state 2 - 1 1", "at some position the claim is not"),
        ("at-most -1 1", "at-most -1 0", "move 1 can lead to a number below 0"),
        ("part 0 1 0", "part 1 0 0", "move 2 need not lower the measure"),
        ("part 0 1 0", "part 1 1 0", "move 2 can raise the measure"),
        ("at-most -1 2 0", "at-most -1 2 -1", "move 2 need not lower the measure"),  # n = 1, where ceil(1/2) is 1
        ("measure 1", "measure 0", "move 1 need not lower the measure"),
        ("measure 1", "measure -1", "expected numbers from 0 on"),
        ("play normal", "play misere", "at some position the claim is not"),
        ("claims p-positions", "claims values", "at some position the claim is not"),
        ("claims p-positions", "claims graph", "expected the number 0, an output and 4 states"),
        ("system 2 0", "system 1 0", "a system with unique digits"),
        ("system 2 0", "system 1 1", "at some position the claim is not"),
        ("system 2 0", "system 1 2", "a system with unique digits"),
        ("state 2 1 1 1", "state 2 1 1 3", "expected the number 2"),
        ("part 1 -1", "part 1", "expected 2 whole numbers, found 1"),
        ("part 1 -1", "part 1 -01", "expected a whole number, found '-01'"),
        ("part 1 -1", "", "at some position the claim is not"),  # a move to nothing
    ],
)
def test_each_false_step_is_refused(line: str, by: str, why: str) -> None:
    assert why in refusal(changed(MARK, line, by))


def test_sums_and_misere_play() -> None:
    split = changed(MARK, "part 0 1 0", "part 0 1 0\npart 0 1 0")
    assert "a claim about values for sums" in refusal(split)
    assert "P-positions in misere play" in refusal(
        changed(changed(split, "claims p-positions", "claims values"), "play normal", "play misere")
    )


@pytest.mark.parametrize("text", forging_theorems.honest()[:5:4])
def test_every_other_automaton_is_refused(text: str) -> None:
    """Each output and each arrow is changed: what is accepted then says the same of small positions."""
    lines, rng = text.splitlines(), Random(16)
    states = [at for at, line in enumerate(lines) if line.startswith("state ")]
    refused = 0
    for at in states:
        words = lines[at].split(" ")
        for place in range(2, len(words)):
            new = [*words]
            new[place] = str((int(words[place]) + 1) % 2) if place == 2 else str(rng.randrange(len(states)))
            if new == words:
                continue
            forged = "\n".join([*lines[:at], " ".join(new), *lines[at + 1 :]]) + "\n"
            if refusal(forged):
                refused += 1
            else:
                assert forging_theorems.true(forging._said(forged))
    assert refused >= len(states)


def test_forgeries_are_not_accepted() -> None:
    refused, right, wrong = forging.forgeries("theorem", 150, 16)
    assert wrong == []
    assert refused > 90 and right > 0


def test_it_is_written_as_what_it_is(tmp_path: Path) -> None:
    rule = parse_rule("rule:n -> n-1; n -> n//3, if n >= 1")
    theorem = ended(prove(reading(rule).relation, table_of(rule)))
    assert isinstance(theorem, Theorem)
    certify_theorem(theorem, rule.spec).save(tmp_path / "it.txt")
    said = list(check.verify(str(tmp_path / "it.txt"), [(1, 1)]))
    half = "x1 -> k1 for all k1 >= 0 with 1 <= x1 and 3*k1 <= x1 and x1 <= 3*k1 + 2"
    assert said[0].endswith(f": x1 -> x1 - 1 if 1 <= x1; {half}")
    assert said[1].endswith("8 states in the system 3 0 gives the nim-values, in normal play, for all positions")
    assert said[-1].endswith("1 of 1 segments checked: proved")


def test_conditions_that_no_certificate_has_are_refused() -> None:
    rule = parse_rule("rule:n -> n-1")
    theorem = ended(prove(reading(rule).relation, table_of(rule)))
    assert isinstance(theorem, Theorem)
    strange = Not(Exists(("q",), Compare(linear([("n", 1), ("q", -2)], -3), "==")))
    clause = Clause((), strange, theorem.relation.clauses[0].parts)
    relation = type(theorem.relation)(("n",), (clause,))
    object.__setattr__(theorem.claim, "relation", relation)
    with pytest.raises(OutOfReach, match="no certificate has a condition such as"):
        list(certificate(theorem))

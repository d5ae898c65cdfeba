"""Certificates of theorems: what is proved is accepted, each false step is refused, and no forgery is true by luck."""

from __future__ import annotations

from pathlib import Path
from random import Random

import forging_theorems
import forging_truth
import pytest
from certificate_texts import refusal

from grundy.answering.boxes import table_of
from grundy.notation.expression import parse_rule
from grundy.proof import check
from grundy.proof.certify_theorem import certificate, certify_theorem
from grundy.runs.chunk import run_to_end
from grundy.theorems.claims import decide_claim, read_claim
from grundy.theorems.measure import Measure, measure_of
from grundy.theorems.reading import reading
from grundy.theorems.search import prove
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


NOTHING = """grundy-certificate 1
kind theorem
play normal
numbers 1
moves 1
move 0
at-most -1 1
measure 1
system 2 0
claims values
states 2
state 0 0 0 1
state 1 1 1 1
end
"""  # who may take a whole heap: its value is 1, if it is not empty

WITHOUT = """grundy-certificate 1
kind theorem
play normal
numbers 1
moves 1
move 0
at-most -1 1
part 1 -1
measure 1
system 2 0
claims values
states 3
state 0 0 0 1
state 1 - 2 1
state 2 0 2 1
end
"""  # take one: of odd heaps, whose value is 1, nothing is said

GRAPH = """grundy-certificate 1
kind theorem
play normal
numbers 1
moves 1
move 0
at-most -1 1
measure 1
system 2 0
claims graph
states 4
state 0 1 0 3 1 2
state 1 0 1 2 1 2
state 2 1 3 3 3 3
state 3 0 3 3 3 3
end
"""  # the same, the value read beside the heap


def changed(text: str, line: str, by: str) -> str:
    assert f"{line}\n" in text
    return text.replace(f"{line}\n", f"{by}\n" if by else "", 1)


def misere(text: str) -> str:
    return changed(text, "play normal", "play misere")


TWICE = """grundy-certificate 1
kind theorem
play normal
numbers 2
moves 2
move 1
at-most -1 1 0 1
at-most 0 0 -1 6
at-most -1 0 1 6
part 0 0 1 0 0 0 1 0
move 0
is-zero 1 -1 0
at-most -1 0 1
part 1 0 -1 0 1 0
measure 1 0
system 2 0
claims p-positions
states 3
state 0 1 0 2 2 1
state 1 0 1 2 2 1
state 2 1 2 2 2 2
end
"""  # (a,b) -> (k,k) for 6 <= k <= a-6 where a > b, and (a,a) -> (a-1,a): lost but for (a,a) with a >= 1

ENDLESS = """grundy-certificate 1
kind theorem
play normal
numbers 2
moves 2
move 1
at-most -1 0 0 1
part 1 0 0 -1 0 0 1 0
move 1
at-most 0 -1 1 1
part 1 0 0 0 0 0 1 0
measure 1 0
measure 0 1
system 2 0
claims graph
states 3
state 0 1 0 2 2 0 1 2 2 1
state 1 0 0 2 2 0 1 2 2 1
state 2 0 2 2 2 2 2 2 2 2
end
"""  # (a,b) -> (a-1,k) for every k, (a,k) for k < b: of (1,b) the options have all values, so that it has none

BOTH = """grundy-certificate 1
kind theorem
play normal
numbers 1
moves 1
move 0
at-most -1 1
part 0 0
part 0 0
measure 1
system 3 0
claims values
states 2
state 0 0 0 1 1
state 1 1 1 1 1
end
"""  # every heap but 0 leaves two heaps of 0: of the claims about sums, only graphs must be in base 2

WIDEST = changed(
    changed(changed(changed(BOTH, "part 0 0\npart 0 0", "part 1 -1"), "system 3 0", f"system {check.MOST_DIGITS} 0"),
            "state 0 0 0 1 1", "state 0 0 " + " ".join(str(n % 2) for n in range(check.MOST_DIGITS))),
    "state 1 1 1 1 1", "state 1 1 " + " ".join(str(n % 2) for n in range(check.MOST_DIGITS)),
)  # fmt: skip
SPLIT = changed(MARK, "part 0 1 0", "part 0 1 0\npart 0 1 0")
FALSE = "at some position the claim is not what the options make of it"
UNIQUE = "expected a and b of a system with unique digits"


@pytest.mark.parametrize("number", range(len(forging_theorems.RULES)))
def test_what_is_written_is_accepted(number: int) -> None:
    text = forging_theorems.honest(number)
    assert refusal(text) == ""
    assert forging_theorems.true(forging_truth.said_lines(text))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (MARK, ""),
        (NOTHING, ""),
        (GRAPH, ""),
        (changed(MARK, "at-most -1 1", "at-most -1 1\nmultiple 1 1 0"), ""),
        (changed(MARK, "at-most -1 1", "at-most -1 1\nmultiple 2 1 0"), FALSE),
        (changed(MARK, "at-most -1 1", "is-zero 1 -1"), FALSE),
        (changed(MARK, "measure 1", "measure 0\nmeasure 1"), ""),
        (changed(MARK, "state 2 1 1 1", "state 2 0 1 1"), FALSE),
        (changed(MARK, "state 1 0 2 1", "state 1 1 2 1"), FALSE),
        (changed(MARK, "state 2 1 1 1", "state 2 - 1 1"), FALSE),
        (changed(MARK, "state 0 1 0 1", "state 0 1 1 1"), "zeros in front of a number must lead back to state 0"),
        (changed(MARK, "at-most -1 1", "at-most -1 0"), "move 1 can lead to a number below 0"),
        (changed(MARK, "part 0 1 0", "part 1 0 0"), "move 2 need not lower the measure"),
        (changed(MARK, "part 0 1 0", "part 1 1 0"), "move 2 can raise the measure"),
        (changed(MARK, "part 0 1 0", "part 1 0 2"), "move 2 can raise the measure"),  # never by 1
        (changed(MARK, "at-most -1 2 0", "at-most -1 2 -1"), "move 2 need not lower the measure"),  # ceil(1/2) is 1
        (changed(MARK, "measure 1", "measure 0"), "move 1 need not lower the measure"),
        (changed(MARK, "measure 1", "measure -1"), "expected numbers from 0 on, in at most 6 lines"),
        (changed(MARK, "measure 1", "measure 1\n" * 6 + "measure 1"), "expected numbers from 0 on, in at most 6 lines"),
        (changed(MARK, "measure 1", ""), "expected 'measure', found 'system'"),
        (misere(MARK), FALSE),
        (misere(NOTHING), "expected a claim about values for sums, and about P-positions in misere play"),
        (SPLIT, "expected a claim about values for sums, and about P-positions in misere play"),
        (changed(MARK, "claims p-positions", "claims values"), FALSE),
        (changed(MARK, "claims p-positions", "claims graph"), "expected the number 0, an output and 4 states"),
        (changed(MARK, "claims p-positions", "claims who"), "expected 'p-positions', 'values' or 'graph'"),
        (changed(MARK, "system 2 0", "system 1 0"), UNIQUE),
        (changed(MARK, "system 2 0", "system 1 2"), UNIQUE),
        (changed(MARK, "system 2 0", "system 2 -1"), UNIQUE),
        (changed(MARK, "system 2 0", "system 33 0"), UNIQUE),
        (changed(MARK, "system 2 0", "system 1 1"), FALSE),
        (changed(MARK, "system 2 0", "system 2"), "expected 2 whole numbers, found 1"),
        (changed(MARK, "state 2 1 1 1", "state 2 1 1 3"), "expected the number 2, an output and 2 states"),
        (changed(MARK, "state 2 1 1 1", "state 2 2 1 1"), "expected the number 2, an output and 2 states"),
        (changed(MARK, "state 2 1 1 1", "state 1 1 1 1"), "expected the number 2, an output and 2 states"),
        (changed(MARK, "state 2 1 1 1", "state 2"), "expected a number, found ''"),
        (changed(NOTHING, "state 1 1 1 1", "state 1 1001 1 1"), "expected the number 1, an output and 2 states"),
        (changed(NOTHING, "state 1 1 1 1", "state 1 2 1 1"), FALSE),
        (changed(NOTHING, "state 1 1 1 1", "state 1 0 1 1"), FALSE),
        (changed(GRAPH, "state 2 1 3 3 3 3", "state 2 0 3 3 3 3"), FALSE),
        (changed(GRAPH, "state 0 1 0 3 1 2", "state 0 1 0 2 1 2"), FALSE),
        (changed(GRAPH, "system 2 0", "system 3 0"), "expected the number 0, an output and 9 states"),
        (changed(MARK, "part 1 -1", "part 1"), "expected 2 whole numbers, found 1"),
        (changed(MARK, "part 1 -1", "part 1 -01"), "expected a whole number, found '-01'"),
        (changed(MARK, "part 1 -1", "part 1 -0"), "expected a whole number, found '-0'"),
        (changed(MARK, "part 1 -1", ""), FALSE),  # a move to nothing
        (changed(MARK, "part 1 -1", "part 1 -1\nmultiple 2 1 0"), "expected 'move', found 'multiple'"),
        (changed(MARK, "at-most -1 1", "multiple 0 1 0"), "expected a modulus of at least 1"),
        (changed(MARK, "at-most -1 1", "at-most -1 1\n" * 100 + "at-most -1 1"), "more than 100 conditions or 8 parts"),
        (
            changed(NOTHING, "at-most -1 1", "at-most -1 1\n" + "part 0 0\n" * 8 + "part 0 0"),
            "more than 100 conditions",
        ),
        (changed(MARK, "move 1", "move 9"), "expected a number from 0 to 8 after 'move', found 9"),
        (changed(MARK, "moves 2", "moves 1"), "expected 'measure', found 'move'"),
        (changed(MARK, "moves 2", "moves 1001"), "expected a number from 0 to 1000 after 'moves', found 1001"),
        (changed(MARK, "numbers 1", "numbers 0"), "expected a number from 1 to 6 after 'numbers', found 0"),
        (changed(MARK, "numbers 1", "numbers 7"), "expected a number from 1 to 6 after 'numbers', found 7"),
        (changed(MARK, "states 3", "states 0"), "expected a number from 1 to 200000 after 'states', found 0"),
    ],
)
def test_each_step_counts(text: str, told: str) -> None:
    reason = refusal(text)
    assert told in reason
    assert bool(told) == bool(reason)


ALWAYS = """grundy-certificate 1
kind theorem
play normal
numbers 1
moves 1
move 0
measure 1
system 2 0
claims values
states 1
state 0 1 0 0
end
"""  # a move that leaves nothing, whatever there is

ZERO = changed(NOTHING, "at-most -1 1", "at-most -1 1\npart 0 0")  # the same value: to the empty heap


def large() -> str:
    """Take one from 400 on: lost below, and at odd heaps."""
    relation = reading(parse_rule("rule:n -> n-1, if n >= 400")).relation
    formula, measure = read_claim("n < 400 or n % 2 == 1", ["n"]), measure_of(relation)
    assert isinstance(measure, Measure)
    theorem = decide_claim(relation, formula, False, measure, None)
    assert isinstance(theorem, Theorem)
    return "".join(f"{line}\n" for line in certificate(theorem))


LARGE = large()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (LARGE, ""),
        (changed(LARGE, "at-most -1 400", "at-most -1 399"), FALSE),
        (changed(LARGE, "at-most -1 400", "at-most -1 401"), FALSE),
        (changed(LARGE, "at-most -1 400", "at-most -1 402"), FALSE),
        (changed(LARGE, "at-most -1 400", "at-most -1 999999999"), FALSE),
        (changed(LARGE, "at-most -1 400", "is-zero -1 400"), FALSE),
        (changed(LARGE, "at-most -1 400", "at-most 1 -400"), "move 1 can lead to a number below 0"),
        (changed(LARGE, "at-most -1 400", "at-most -2 799"), ""),
        (changed(LARGE, "at-most -1 400", "at-most -2 801"), FALSE),
        (WITHOUT, FALSE),
        (changed(WITHOUT, "state 1 - 2 1", "state 1 1 2 1"), ""),
        (ALWAYS, ""),
        (changed(ALWAYS, "state 0 1 0 0", "state 0 0 0 0"), FALSE),
        (ZERO, ""),
        (changed(ZERO, "part 0 0", "part 1 0"), "move 1 need not lower the measure"),
        (changed(ZERO, "part 0 0", "part 0 1"), "move 1 need not lower the measure"),
    ],
)
def test_rare_forms_count(text: str, told: str) -> None:
    assert refusal(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TWICE, ""),  # both numbers of a part are one variable
        (ENDLESS, "some position has no value"),
        (BOTH, ""),
        (changed(BOTH, "state 0 0 0 1 1", "state 0 - 0 1 1"), FALSE),  # of heap 0 nothing is said
        (changed(TWICE, "measure 1 0", "measure 1 -1"), "line 15: expected numbers from 0 on, in at most 6 lines"),
        (
            changed(changed(TWICE, "system 2 0", "system 32 0"), "states 3", "states 20000"),
            f"line 18: more than {check.MOST_ENTRIES} arrows",
        ),
        (changed(BOTH, "claims values", "claims graph"), "line 12: expected the system 2 0 for values of sums"),
        (WIDEST, ""),  # take one, in the base of most digits, which is even
        (changed(WIDEST, f"system {check.MOST_DIGITS} 0", f"system {check.MOST_DIGITS + 1} 0"), f"line 10: {UNIQUE}"),
        (changed(MARK, "at-most -1 1\npart 1 -1", "is-zero 1 0\npart 1 -2"), "move 1 can lead to a number below 0"),
        (changed(MARK, "part 1 -1", "part 1 2"), "move 1 can raise the measure"),
    ],
)
def test_what_is_checked_of_moves_and_values(text: str, told: str) -> None:
    assert refusal(text) == told


@pytest.mark.parametrize("number", [0, 4])
def test_every_other_automaton_is_refused(number: int) -> None:
    """Each output and each arrow is changed: what is accepted then says the same of small positions."""
    text = forging_theorems.honest(number)
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
                assert forging_theorems.true(forging_truth.said_lines(forged))
    assert refused >= len(states)


def test_it_is_written_as_what_it_is(tmp_path: Path) -> None:
    rule = parse_rule("rule:n -> n-1; n -> n//3, if n >= 1")
    theorem = run_to_end(prove(reading(rule).relation, table_of(rule)))
    assert isinstance(theorem, Theorem)
    certify_theorem(theorem, rule.spec).save(tmp_path / "it.txt")
    said = list(check.verify(str(tmp_path / "it.txt"), [(1, 1)]))
    half = "x1 -> k1 for all k1 >= 0 with 1 <= x1 and 3*k1 <= x1 and x1 <= 3*k1 + 2"
    assert said[0].endswith(f": x1 -> x1 - 1 if 1 <= x1; {half}")
    assert said[1].endswith("8 states in the system 3 0 gives the nim-values, in normal play, for all positions")
    assert said[-1].endswith("1 of 1 segments checked: proved")


NONE = changed(MARK, "at-most -1 1", "none 1 1\nis-zero 1 1 0")  # for no k is n + k = 0
HIGHEST = changed(MARK, "measure 1", "measure 1 2")  # the larger of n and 2n


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (NONE, ""),
        (changed(NONE, "is-zero 1 1 0", "at-most 1 0 0"), ""),
        (changed(NONE, "is-zero 1 1 0", "at-most 1 0 -3"), FALSE),
        (changed(NONE, "is-zero 1 1 0", "at-most 0 1 -5"), FALSE),  # some k always is at most 5: no move
        (changed(NONE, "is-zero 1 1 0", "none 1 1\nis-zero 1 0 -1 -1"), ""),  # n is some l + 1
        (changed(NONE, "is-zero 1 1 0", "none 1 1\nis-zero 1 0 -1 -1\nis-zero 1 1"), FALSE),
        (changed(NONE, "is-zero 1 1 0", "none 1 1\nat-most -1 0 0 1"), ""),  # for no k is there no l with n > 0
        (changed(NONE, "is-zero 1 1 0", "none 1 1\nat-most -1 -1 -1 1"), "move 1 can lead to a number below 0"),
        (changed(NONE, "none 1 1", "none 1 2"), "expected 2 conditions after 'none'"),
        (changed(NONE, "none 1 1", "none 0 1"), "expected 1 to 8 variables, and 1 to 100 conditions"),
        (changed(NONE, "none 1 1", "none 9 1"), "expected 1 to 8 variables, and 1 to 100 conditions"),
        (changed(NONE, "none 1 1", "none 1 0"), "expected 1 to 8 variables, and 1 to 100 conditions"),
        (changed(NONE, "is-zero 1 1 0", "is-zero 1 0"), "expected 3 whole numbers, found 2"),
        (HIGHEST, ""),
        (changed(HIGHEST, "measure 1 2", "measure 0 0"), "move 1 need not lower the measure"),
        (changed(HIGHEST, "measure 1 2", "measure 1 1 1 1 1 1 1"), "expected 6 whole numbers, found 7"),
        (changed(HIGHEST, "part 0 1 0", "part 1 0 0"), "move 2 need not lower the measure"),
        (changed(HIGHEST, "part 0 1 0", "part 1 1 0"), "move 2 can raise the measure"),
    ],
)
def test_denials_and_largest_numbers_count(text: str, told: str) -> None:
    reason = refusal(text)
    assert told in reason
    assert bool(told) == bool(reason)


PAIRS = """grundy-certificate 1
kind theorem
play normal
numbers 2
moves 2
move 1
at-most -1 0 1 1
part 0 0 1 0 0 0 1 0
move 1
at-most 0 -1 1 1
part 0 0 1 0 0 0 1 0
measure 1 0 0 1
system 2 0
claims p-positions
states 2
state 0 1 0 1 1 1
state 1 0 1 1 1 1
end
"""  # both numbers become one below the larger: lost are (0, 0) alone, which each other position leads to


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (PAIRS, ""),
        (changed(PAIRS, "measure 1 0 0 1", "measure 1 1"), "move 1 can raise the measure"),
        (changed(PAIRS, "measure 1 0 0 1", "measure 1 0\nmeasure 0 1"), "move 2 can raise the measure"),
        (changed(PAIRS, "measure 1 0 0 1", "measure 1 0 0 1 2 0"), "move 2 can raise the measure"),
        (changed(PAIRS, "measure 1 0 0 1", "measure 1 0 0 1\nmeasure 1 1"), ""),
        (changed(PAIRS, "at-most -1 0 1 1", "at-most -1 0 1 0"), "move 1 need not lower the measure"),
        (changed(PAIRS, "state 0 1 0 1 1 1", "state 0 1 0 0 1 1"), FALSE),
    ],
)
def test_the_larger_of_two_numbers_ends_play(text: str, told: str) -> None:
    assert refusal(text) == told

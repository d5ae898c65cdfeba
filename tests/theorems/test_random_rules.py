"""Rules drawn from a small grammar: what is proved is what the engines compute."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
import random_rules

from grundy.answering.boxes import table_of
from grundy.notation.expression import parse_rule
from grundy.runs.chunk import run_to_end
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.reading import reading
from grundy.theorems.search import Wish, prove
from grundy.theorems.theorem import Theorem


@pytest.mark.parametrize("number", range(10))
def test_what_is_proved_is_computed(number: int) -> None:
    text, misere = random_rules.drawn_play(Random(f"1 {number}"))
    assert random_rules.outcome(text, 3_000, misere) in ("proved", "open", "refused")


TAKE_ALL = "n -> n-k, for k in 1..n"


@pytest.mark.parametrize(
    ("one", "other", "misere"),
    [
        ("n -> n-1; n -> n//2, if n >= 1", "n -> n-1; n -> n//2, if n >= 5", False),  # nim-values, few
        (TAKE_ALL, f"{TAKE_ALL}; n -> k & n-k, for k in 1..n//2", False),  # a track for the value
        ("n -> n-k, for k in {1,3}", "n -> n-k, for k in {1,4}", True),
    ],
)
def test_a_difference_is_seen(one: str, other: str, misere: bool) -> None:
    rule = parse_rule(f"rule:{one}")
    theorem = run_to_end(prove(reading(rule).relation, table_of(rule, misere), Wish(misere=misere)))
    assert isinstance(theorem, Theorem)
    assert random_rules.differs(theorem, one, 300) == ""
    assert random_rules.differs(theorem, other, 300).startswith("wrong, first at")


def test_numbers_are_read_as_the_system_writes_them() -> None:
    """An automaton that counts the digits 1, in systems of each kind."""
    for a, b in ((2, 0), (3, 0), (1, 1), (3, -1)):
        system = NumerationSystem(a, b)
        after = np.array([[(state + (digit == 1)) % 7 for digit in range(system.digits)] for state in range(7)])
        said = random_rules.read(a, b, after.astype(np.int32), [np.arange(500)])
        assert said.tolist() == [system.write(n).count(1) % 7 for n in range(500)]

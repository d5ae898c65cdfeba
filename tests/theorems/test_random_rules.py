"""Rules drawn from a small grammar: what is proved is what the engines compute."""

from __future__ import annotations

from random import Random

import pytest
import random_rules

from grundy.engines.engine import ended
from grundy.notation.expression import parse_rule
from grundy.theorems.reading import reading
from grundy.theorems.search import prove, table_of
from grundy.theorems.theorem import Theorem


@pytest.mark.parametrize("number", range(10))
def test_what_is_proved_is_computed(number: int) -> None:
    assert random_rules.outcome(random_rules.drawn(Random(f"1 {number}")), 3_000) in ("proved", "open", "refused")


def test_a_difference_is_seen() -> None:
    one = "n -> n-1; n -> n//2, if n >= 1"
    rule = parse_rule(f"rule:{one}")
    theorem = ended(prove(reading(rule).relation, table_of(rule)))
    assert isinstance(theorem, Theorem)
    assert random_rules.differs(theorem, one, 1000) == ""
    assert random_rules.differs(theorem, "n -> n-1; n -> n//2, if n >= 5", 1000) != ""

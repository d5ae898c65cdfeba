"""What `prove` reads is what Python does, also in a branch that no comparison at drawn states would meet."""

from __future__ import annotations

from random import Random

import pytest
from rare_branches import LAST, RARE
from rare_rules import OUTSIDE, drawn, played
from written import body, rule_of

from grundy.errors import BadRule, OutOfReach
from grundy.reading.cover import covered
from grundy.theorems.linear import options, solutions
from grundy.theorems.reading import RuleReading, compare, reading, uncompared

STATES = (*range(3), 700, 709)


def differs(rule_reading: RuleReading, function, state: int) -> bool:  # type: ignore[no-untyped-def]
    """Whether a state has other options than was read; where the rule fails, a fault has to say so."""
    options_of = played(function, state)
    faults = any(any(solutions(each.formula, {"n": state}, each.bound)) for each in rule_reading.faults)
    if options_of is None or faults:
        return (options_of is None) is not faults
    return {tuple((part,) for part in parts) for parts in options_of} != set(options(rule_reading.relation, (state,)))


@pytest.mark.parametrize("first", range(0, 300, 30))
def test_what_is_read_is_what_python_does_where_a_rare_branch_is_met(first: int) -> None:
    read = 0
    for number in range(first, first + 30):
        text, met = drawn(Random(number), number, 120)
        rule = body(
            text, **{name: value.copy() if hasattr(value, "copy") else value for name, value in OUTSIDE.items()}
        )
        try:
            rule_reading = uncompared(rule)
        except OutOfReach:
            continue
        read += 1
        for state in (*STATES, *[n for n in range(900) if met(n)][:8]):
            assert not differs(rule_reading, rule.function, state), (
                state,
                text,
                rule_reading.relation,
                rule_reading.faults,
            )
    assert read


REFUSED = [
    ("if n >= 2 and len({n // 10, 70}) == 2:\n    yield n - 2", 4, "write a tuple"),
    ("if n >= 2 and sum({n // 10, 70}) > 70:\n    yield n - 2", 4, "write a tuple"),
    (
        "k = 3\nif 700 <= n < 710:\n    k = 4\nif n >= 4:\n    yield to(n - k, said='take ' + k)",
        8,
        "text stands in labels",
    ),
    ("if n:\n    yield to(n - 1, by=[1])", 5, "a label is a number, a condition, text"),
    ("if n:\n    yield to(n - 1, by=f'{n}')", 5, "constant text"),
    ("for k in reversed({1, 2}):\n    if n >= k:\n        yield n - k", 4, "write a range or a tuple"),
    ("if n < 0:\n    import math as to\nif n:\n    yield to(n - 1)", 5, "at the top of the file"),
    (
        "if len({n // 10, 299}) == 1:\n    if n >= 4:\n        yield n - 4\nelse:\n    if n >= 2:\n"
        "        yield to(n - 2, k=2)\nfor k in (2, 5):\n    if k <= n:\n        yield n - k",
        4,
        "write a tuple",
    ),
]


@pytest.mark.parametrize(("text", "line", "instead"), REFUSED)
def test_what_is_refused_has_its_line_and_what_to_write_instead(text: str, line: int, instead: str) -> None:
    with pytest.raises(OutOfReach) as refused:
        uncompared(body(text))
    assert f".py:{line}: " in str(refused.value)
    assert instead in str(refused.value)


def test_a_function_that_returns_nothing_for_some_state_is_refused() -> None:
    rule = rule_of("def mine(n):\n    if n % 5003 != 7:\n        return [n - 1] if n else []\n")
    with pytest.raises(OutOfReach, match="it may return nothing"):
        uncompared(rule)


def test_a_list_is_no_state() -> None:
    with pytest.raises(OutOfReach, match="a state here is 2 numbers"):
        uncompared(body("if a % 5003 == 7:\n    yield [a - 1, b]", "a, b"))


@pytest.mark.parametrize(("text", "misread"), RARE[:5])
def test_a_branch_that_few_states_take_is_not_missed(text: str, misread: str) -> None:
    """None of 400 states at random takes one of these branches."""
    rule = body(text + LAST)
    assert reading(rule).relation
    with pytest.raises(BadRule, match="what was read of it is not what it does"):
        compare(rule, uncompared(body(misread + LAST)).relation, covered(rule).states)

"""What is proved of code is proved of what somebody looked at: each of its conditions is seen true and false."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from misread_rules import caught
from written import body

import grundy
from grundy.errors import BadRule, OutOfReach
from grundy.notation.typed import typed_rule
from grundy.reading.core import Body, Const, Core, For, If, Scope, Yield
from grundy.reading.cover import require_covered
from grundy.reading.lower import lower
from grundy.theorems import reading as module
from grundy.theorems.reading import reading, uncompared

ALWAYS = [
    ("if n >= 3 and n >= 0:\n    yield n - 3", "4: 'n >= 0' is always true: leave it out"),
    ("if n > 7:\n    yield 0\nelif n:\n    if n > 9:\n        yield 1\n    yield n - 1", "7: 'n > 9' is always false"),
    ("assert n >= 0\nif n:\n    yield n - 1", "4: 'n >= 0' is always true"),
    ("for k in range(1, n + 1):\n    if k <= n:\n        yield n - k", "5: 'k <= n' is always true"),
    (
        "if n % 6 == 2 and n % 3 == 1:\n    yield 0\nif n:\n    yield n - 1",
        "4: 'n % 6 == 2 and n % 3 == 1' is always false",
    ),
    ("if n % 100003 == 7 and n % 99991 == 5:\n    yield 0", "' was never seen true: leave it out, or write it so that"),
]


@pytest.mark.parametrize(("text", "words"), ALWAYS)
def test_a_condition_that_is_never_seen_both_ways_blocks_the_proof_with_its_place(text: str, words: str) -> None:
    rule = body(text)
    assert uncompared(rule).relation.clauses
    with pytest.raises(OutOfReach) as refused:
        reading(rule)
    assert words in str(refused.value)


@pytest.mark.parametrize("text", [
    "if 7 * n != 864197523 and n >= 1:\n    yield n - 1",
    "if n % 1009 == 7 and 5 * n > 1234567:\n    yield 0\nif n:\n    yield n - 1",
    "for k in (1, 2):\n    if 3 * n == 1200033 + 3 * k:\n        yield k\nif n:\n    yield n - 1",
])  # fmt: skip
def test_the_solver_finds_states_that_no_scan_meets(text: str) -> None:
    rule = body(text)
    with pytest.raises(OutOfReach, match="never seen"):
        require_covered(rule, lower(rule))
    rule_reading = reading(rule)
    assert rule_reading.compared.conditions
    assert rule_reading.compared.largest > 10**5


@pytest.mark.parametrize("text", [
    "n -> n-k, for k in 1..n", "n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0",
    "n -> k, for k in {n//2, n-1}, if n >= 1", "(a,b) -> (a-k,b-k), for k in 1..min(a,b); (a,b) -> (a//2,b), if a >= 1",
])  # fmt: skip
def test_nobody_has_to_see_what_a_rule_in_one_line_adds(text: str) -> None:
    rule = typed_rule(text)
    covered = require_covered(rule, lower(rule))
    assert all("if" in text and one.site.text.split()[0].strip("(") in text for one in covered.seen)
    assert reading(rule).compared.conditions == len(covered.seen)


def test_what_a_person_types_into_a_rule_in_one_line_is_asked() -> None:
    with pytest.raises(OutOfReach, match="'n >= 0' is always true"):
        reading(typed_rule("n -> n-3, if n >= 3 and n >= 0"))


def changed(core: Core, random: Random) -> Core:
    """The core form with the number that one of its options leaves changed."""
    places = []

    def walk(part: Body, change: Yield | None) -> Body:
        made = []
        for statement in part:
            match statement:
                case Yield():
                    places.append(statement)
                    if statement is change:
                        statement = Yield(((Const(0),),), statement.next, statement.labels, statement.site)
                case If(test, one, two):
                    statement = If(test, walk(one, change), walk(two, change))
                case For(name, low, high, step, inner):
                    statement = For(name, low, high, step, walk(inner, change), statement.site)
                case Scope(label, inner):
                    statement = Scope(label, walk(inner, change))
            made.append(statement)
        return tuple(made)

    walk(core.body, None)
    return Core(core.state, walk(core.body, random.choice(places)))


RARE = [
    "if n % 3001 == 2999 and n > 20000:\n    yield n - 2\nif n:\n    yield n - 1",
    "if n == 777777:\n    yield 5\nif n:\n    yield n - 1",
    "if n > 10**6:\n    if n % 77 == 5:\n        yield n - 7\nif n:\n    yield n - 1",
    "for k in (1, 2, 5):\n    if k <= n != 654321 - k:\n        yield n - k",
]


@pytest.mark.parametrize("text", RARE)
def test_a_fault_of_the_one_reading_is_found_where_few_states_meet_it(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is proved of code rests on its core form: so the code itself is asked wherever its conditions turn."""
    rule = body(text)
    assert reading(rule).relation
    for seed in range(3):
        monkeypatch.setattr(module, "lower", lambda rule, seed=seed: changed(lower(rule), Random(seed)))
        with pytest.raises(BadRule, match="what was read of it is not what it does"):
            reading(rule)


def test_evidence_says_that_code_was_read_and_what_was_covered() -> None:
    proof = grundy.prove(body("if n >= 1 and n % 3 != 2:\n    yield n - 1"))
    assert "the rule as read from its code was compared" in proof.evidence.reason
    assert "each of its 3 conditions true and false" in proof.evidence.reason
    assert "read from its code" not in grundy.prove("take-away:1,2").evidence.reason


FAR = "if n // 3 == 50000:\n    yield n - 3\nfor k in (1, 2):\n    if k <= n:\n        yield n - k"


def test_a_period_is_proved_where_only_the_solver_meets_a_condition() -> None:
    """No scan reaches 150,000; each value is the mex of at most three smaller ones."""
    period_result = grundy.period(body(FAR))
    assert period_result.status == "proved" and period_result.repetition is not None
    assert period_result.evidence.reason.endswith(", each of its 2 conditions true and false")
    values: list[int] = []
    for n in range(150_100):
        takes = [1, 2, *([3] if n // 3 == 50_000 else [])]
        left = {values[n - k] for k in takes if k <= n}
        values.append(next(value for value in range(4) if value not in left))
    start, p = period_result.repetition.preperiod, period_result.repetition.period
    assert start > 150_000 and period_result.repetition.saltus == 0
    assert all(values[n] == values[n + p] for n in range(start, len(values) - p))
    assert values[start - 1] != values[start - 1 + p]


def test_where_automata_are_too_large_nobody_says_always() -> None:
    rule_reading = uncompared(body("if n % 100003 == 7 and n % 99991 == 5:\n    yield 0"))
    unknown = [module.state_where(rule_reading, site, True) for site in rule_reading.asked]
    assert True in unknown
    assert False not in unknown


def test_a_condition_that_is_asked_nowhere_is_not_known() -> None:
    rule_reading = uncompared(body("if n:\n    yield n - 1"))
    site = next(iter(rule_reading.asked))
    assert partial(module.state_where, rule_reading)(site, True) == (1,)
    assert module.state_where(module.RuleReading(rule_reading.relation), site, True) is True


def test_a_misreading_of_a_rare_branch_is_refused() -> None:
    counts = caught(4, 6_000)
    assert (counts["misread"], counts["not refused"]) == (4, 0)

"""A rule may carry a formula: it is compared with all that is known of the rule, and answers where nothing is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import grundy as run
from limits import set_limits

import grundy
from grundy.answering.ask import ask
from grundy.api.answers import winning_move_counts
from grundy.engines.carried import check_of
from grundy.engines.options import SearchOptions
from grundy.errors import BadRule, OutOfReach, Stopped
from grundy.model.known import Known, exactly, first_wins, possible, tell
from grundy.reading.identity import identity

FAR = 10**12 + 3


def take(n: int, *, k: int = 3) -> Any:
    for j in range(1, min(n, k) + 1):
        yield n - j


def take_by_text(n: int, *, k: int = 3) -> Any:
    """The same moves, of which no theorem is read off: numbers are written and read."""
    for j in range(1, min(n, k) + 1):
        yield int(f"{n - j}")


def carried(**formulas: Any) -> Any:
    """A rule that no theorem is found about."""
    return grundy.rule(**{"source": "Bachet 1612", **formulas})(take_by_text)


def provable(**formulas: Any) -> Any:
    """The same rule, of which a period is soon proved."""
    return grundy.rule(**{"source": "Bachet 1612", **formulas})(take)


def test_its_value_answers_any_size_and_follows_the_parameters() -> None:
    rule = carried(value=lambda n, *, k: n % (k + 1))
    result = grundy.solve(rule(10**30 + 5, 7))
    assert result.nim_value == (10**30 + 5) % 4 ^ 3
    assert result.evidence.status == "claimed"
    expected = "by the formula that the rule carries (Bachet 1612), compared with the definition at 200 states"
    assert result.evidence.reason.startswith(expected)
    bound = rule.bind(k=8)
    assert grundy.solve(bound(10**30)).nim_value == 10**30 % 9
    (move,) = grundy.solve(bound(9 * 10**20 + 2)).winning_moves
    assert dict(move.labels)["to"] == (9 * 10**20,)
    assert bound.nim_values(12).tolist() == [n % 9 for n in range(12)]


def test_it_says_who_wins_where_its_values_are_not_known() -> None:
    rule = carried(is_p=lambda n, *, k: n % (k + 1) == 0)
    result = grundy.solve(rule(4 * 10**20))
    assert (result.winner, result.nim_value) == ("second", 0) and "Bachet 1612" in result.evidence.reason
    result = grundy.solve(rule(4 * 10**20 + 1))
    assert (result.winner, result.nim_value, result.winning_moves.count) == ("first", None, 1)


@pytest.mark.parametrize(
    "formulas",
    [{"value": lambda n, *, k: n % (k + 1)}, {"is_p": lambda n, *, k: n % (k + 1) == 0}],
    ids=["value", "is_p"],
)
def test_what_is_proved_comes_first(formulas: Any) -> None:
    """A formula that is right was told as a claim, though grundy proves what it says."""
    rule = provable(**formulas)
    for n, winner in ((FAR, "first"), (FAR + 1, "second")):
        result = grundy.solve(rule(n))
        assert (result.winner, result.evidence.status) == (winner, "proved")
        assert "Bachet" not in result.evidence.reason
    total = grundy.solve(rule(FAR) + grundy.nim(5))
    assert (total.nim_value, total.evidence.status) == (FAR % 4 ^ 5, "proved")


@pytest.mark.parametrize(
    ("formulas", "error"),
    [
        ({"value": lambda n, *, k: (n + (n > 10**6)) % (k + 1)}, "value of state 1000000000003: expected 3, proved by"),
        (
            {"is_p": lambda n, *, k: (n + (n > 10**6)) % (k + 1) == 0},
            "is_p of state 1000000000003: expected False, pro",
        ),
    ],
    ids=["value", "is_p"],
)
def test_what_is_proved_contradicts_a_formula_that_differs(formulas: Any, error: str) -> None:
    """Its value was told as claimed, though grundy proves another."""
    rule = provable(**formulas)
    questions = [
        lambda: grundy.solve(rule(FAR)),
        lambda: grundy.solve(rule(FAR) + grundy.nim(5)),
        lambda: grundy.winners([rule(FAR), rule(7)]),
        lambda: grundy.solve(rule(FAR), time_limit=60),
        *([lambda: winning_move_counts([rule(FAR)])] if "value" in formulas else []),  # which asks for values
    ]
    for question in questions:
        with pytest.raises(BadRule) as caught:
            question()
        assert error in str(caught.value) and str(caught.value).endswith(("found 0", "found True"))


def test_a_period_that_fills_no_sentence_is_proved_before_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """`period` proved the values, of which `prove` makes no statement, and an answer was claimed."""
    values: list[int] = []
    for n in range(600):  # from 450 on they have the period 19
        left = {values[n - k] for k in (6, 25, 51) if n >= k}
        values.append(next(value for value in range(4) if value not in left))

    def worth(n: int) -> int:
        return values[n if n < 600 else 450 + (n - 450) % 19]

    def take_some(n: int) -> Any:
        for k in (6, 25, 51):
            if n >= k:
                yield n - k

    set_limits(monkeypatch, "answering.theorem", SECONDS=0.0)  # for automata
    rule = grundy.rule(value=worth, source="a table")(take_some)
    for n in (FAR, FAR + 1):
        result = grundy.solve(rule(n))
        assert (result.nim_value, result.evidence.status) == (worth(n), "proved")
        left = [n - k for k in (51, 25, 6) if worth(n - k) == 0]
        assert [dict(move.labels)["to"] for move in result.winning_moves] == [(heap,) for heap in left]
    wrong = grundy.rule(value=lambda n: worth(n + (n > 10**6)), source="a table")(take_some)
    with pytest.raises(BadRule, match=r"value of state 1000000000003: expected 0, proved by .*, found 1$"):
        grundy.solve(wrong(FAR))


def test_what_a_table_or_the_definition_has_comes_first_and_contradicts() -> None:
    wrong = carried(value=lambda n, *, k: (n + (n in (700, 1_500, 5_000))) % (k + 1))
    for n, known in ((1_500, "computed by the definition"), (5_000, "computed by ")):
        with pytest.raises(BadRule, match=f"value of state {n}: expected 0, {known}.*, found 1$"):
            grundy.solve(wrong(n))
    result = grundy.solve(carried(value=lambda n, *, k: n % (k + 1))(5_000))
    assert (result.nim_value, result.evidence.status) == (0, "computed")


@pytest.mark.parametrize("count", [1_000, 30_000])
def test_tables_and_sequences_are_of_the_rule_and_contradict(count: int) -> None:
    """They were of the formula. Smaller tables are filled in another way."""
    wrong = carried(value=lambda n, *, k: (n + (n == 700)) % (k + 1))
    outcomes = carried(is_p=lambda n, *, k: n % (k + 1) == (n == 700))
    for rule, error in (
        (wrong, "value of state 700: expected 0, by"),
        (outcomes, "is_p of state 700: expected True, by"),
    ):
        for values in (rule.nim_values, lambda count, rule=rule: grundy.sequence(rule, count - 1).values):
            with pytest.raises(BadRule, match=error):
                values(count)
    assert carried(value=lambda n, *, k: n % (k + 1)).nim_values(count).tolist() == [n % 4 for n in range(count)]


def test_nothing_is_proved_by_it() -> None:
    """`prove` told the formula as a theorem, and `period` repeated its values."""
    rule = provable(value=lambda n, *, k: (n + (n > 10**6)) % (k + 1))
    proof = grundy.prove(rule, what="nim-values")
    assert (proof.status, proof.nim_value(FAR)) == ("proved", 3)
    unread = carried(value=lambda n, *, k: (n + (n >= 9_000)) % (k + 1))
    with pytest.raises(BadRule, match=r"value of state \d+: expected \d, by a table of all states, found \d$"):
        grundy.period(unread)


def test_where_a_limit_ends_a_table_it_answers_unless_what_was_found_contradicts() -> None:
    rule = carried(value=lambda n, *, k: n % (k + 1))

    def answered(*facts: Known) -> Any:
        def stop(work: Any) -> None:
            stopped = Stopped("out of time", "", "")
            tell(stopped, facts)
            raise stopped

        return ask(rule, (5_002,), options=SearchOptions(run=stop, bounded=True, seconds=1.0))

    for facts in ((), (exactly(2),), (first_wins(),)):
        answer = answered(*facts)
        assert (list(answer.values), answer.evidence.status) == ([2], "claimed")
    with pytest.raises(BadRule, match="expected 0, computed by a search, found 2"):
        answered(exactly(0))


def test_what_was_found_before_a_limit_contradicts() -> None:
    check = check_of(carried(value=lambda n, *, k: n % (k + 1), is_p=lambda n, *, k: n % (k + 1) == 0))
    check.compare_facts((5_002, 8, 5, 7, 7), (exactly(2), exactly(0), first_wins(), possible(1, 7), Known()))
    for state, fact, error in (
        (5_002, exactly(0), "value of state 5002: expected 0, computed by a search, found 2"),
        (5_004, first_wins(), "value of state 5004: expected a number other than 0, computed by a search, found 0"),
    ):
        with pytest.raises(BadRule, match=error):
            check.compare_facts((state,), (fact,))


def test_each_state_is_answered_by_what_reaches_it() -> None:
    answer = ask(carried(value=lambda n, *, k: n % (k + 1)), (5, FAR, 3_001))
    assert list(answer.values) == [1, 3, 1] and answer.evidence.status == "claimed"
    assert [engine.partition(":")[0] for engine in answer.engines] == [
        "engines/table/user_rule.py",
        "engines/carried.py",
    ]


def test_a_method_of_search_that_is_named_is_not_put_aside_for_it() -> None:
    rule = carried(value=lambda n, *, k: n % (k + 1))
    answer = ask(rule, (1_003,), options=SearchOptions("couples"))
    assert list(answer.values) == [3] and answer.evidence.status == "computed"


def test_states_of_any_kind_are_compared_on_ways_down_from_those_asked_about() -> None:
    def one_by_one(left):  # type: ignore[no-untyped-def]
        for one in sorted(left):
            yield frozenset(other for other in left if other != one)

    right = grundy.rule(value=lambda left: len(left) % 2, source="each takes one")(one_by_one)
    result = grundy.solve(right(frozenset(range(40))))
    assert result.nim_value == 0 and "compared with the definition at" in result.evidence.reason
    wrong = grundy.rule(value=lambda left: len(left) % 2 + (len(left) == 3), source="nobody")(one_by_one)
    with pytest.raises(
        BadRule, match=r"one_by_one: value of state frozenset\(.*expected 1, by the definition, found 2"
    ):
        grundy.solve(wrong(frozenset(range(40))))


def test_several_numbers_are_given_as_the_function_has_them() -> None:
    @grundy.rule(value=lambda a, b: a ^ b, is_p=lambda a, b: a == b, source="Bouton 1901")
    def two_piles(a, b):  # type: ignore[no-untyped-def]
        yield from ((int(f"{left}"), b) for left in range(a))
        yield from ((a, left) for left in range(b))

    assert grundy.solve(two_piles(10**4 + 3, 10**4) + grundy.nim(9)).nim_value == 3 ^ 9
    assert grundy.solve(two_piles(10**4, 10**4)).winner == "second"


@pytest.mark.parametrize(
    ("formulas", "error"),
    [
        (
            {"value": lambda n, *, k: n % (k + 1) + (n == 190)},
            "value of state 190: expected 2, by the definition, found 3",
        ),
        ({"is_p": lambda n: n % 5 == 0}, "is_p of state 4: expected True, by the definition, found False"),
        ({"value": lambda n: n % 4, "is_p": lambda n: n % 5 == 0}, "is_p of state 4: expected True, by the definition"),
        ({"value": lambda n: -1}, "value(0): expected a nim-value, found -1"),
        ({"value": lambda n: True}, "value(0): expected a nim-value, found True"),
        ({"is_p": lambda n: 1}, "is_p(0): expected True or False, found 1"),
        ({"value": lambda n: n // 0}, "value(0): expected a nim-value, found ZeroDivisionError"),
    ],
)
def test_what_differs_from_the_rule_is_never_used(formulas: Any, error: str) -> None:
    for rule in (carried(**formulas), provable(**formulas)):
        with pytest.raises(BadRule) as caught:
            grundy.solve(rule(10**20))
        assert error in str(caught.value)


@pytest.mark.parametrize(
    ("formulas", "error"),
    [
        ({"value": lambda n: n, "source": ""}, "expected a formula (value= or is_p=) and who proves it (source='...')"),
        ({"source": "a book"}, "found no value and no is_p"),
        ({"value": lambda a, b: a}, "expected value to take the 1 argument of a state and any of its parameters k"),
        ({"value": lambda n, *, m: n}, "expected value to take the 1 argument of a state and any of its parameters k"),
        ({"is_p": 5}, "expected a function of a state as is_p, found 5"),
    ],
)
def test_a_theorem_that_cannot_be_meant_is_refused_when_the_rule_is_made(formulas: Any, error: str) -> None:
    with pytest.raises(BadRule) as caught:
        carried(**formulas)
    assert error in str(caught.value)


def test_moves_that_keep_the_turn_have_no_such_formula() -> None:
    @grundy.rule(value=lambda n: n % 2, source="nobody")
    def keeps(n):  # type: ignore[no-untyped-def]
        if n:
            yield grundy.again(n - 1) if n == 9 else n - 1

    with pytest.raises(BadRule, match="no `again` and no `answer`"):
        grundy.solve(keeps(10**9))


def test_where_nothing_can_be_compared_it_is_not_used() -> None:
    @grundy.rule(value=lambda s: len(s), source="nobody")
    def words(s):  # type: ignore[no-untyped-def]
        yield s + "a"

    with pytest.raises(OutOfReach, match="could be compared with the definition at no state"):
        grundy.solve(words("b"))


def test_another_theorem_is_another_rule() -> None:
    """An engine, and what it compared, is used again for the same rule alone."""
    right, wrong = (carried(value=value) for value in (lambda n: n % 4, lambda n: n % 4 + (n == 33)))
    assert identity(right) != identity(wrong)
    assert grundy.solve(right(10**20)).nim_value == 0
    with pytest.raises(BadRule):
        grundy.solve(wrong(10**20))


def test_other_conventions_do_not_ask_it() -> None:
    """Nor do they compare it: in misère play 300 is no P-position."""
    rule = carried(value=lambda n: n % 4)
    assert grundy.solve(rule(5), misere=True).winner == "second"
    assert grundy.solve(rule(300), misere=True).winner == "first"
    assert grundy.solve(rule(8), loopy=True).winner == "second"


def test_the_command_line_reads_it_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bachet.py"
    file.write_text(
        "import grundy\n\n\n"
        "@grundy.rule(value=lambda n, *, k: n % (k + 1), source='Bachet 1612')\n"
        "def take(n, *, k=3):\n    for j in range(1, min(n, k) + 1):\n        yield int(f'{n - j}')\n"
    )
    done = run("solve", str(file), str(10**40 + 2), "--set", "k=6", "--json")
    answer = json.loads(done.out)
    assert done.status == 0 and answer["nim_value"] == (10**40 + 2) % 7
    assert answer["evidence"]["status"] == "claimed"
    assert answer["evidence"]["by"].startswith("by the formula that the rule carries (Bachet 1612), compared with")
    assert run("check", str(file), "n % 4", "--to", "200").status == 0
    assert run("check", str(file), "n % 5", "--to", "200").status == 1
    file.write_text(file.read_text().replace("n % (k + 1)", "n % k"))
    done = run("solve", str(file), "7")
    assert (done.status, done.out) == (2, "") and "take: value of state 3: expected 3, by the definition" in done.err


def test_a_formula_that_is_wrong_beyond_the_compared_states_proves_nothing() -> None:
    """It was told as proved. Beside a component whose value is proved the sum is a claim as well."""
    rule = carried(value=lambda n, *, k: (n + (n > 10**6)) % (k + 1))
    result = grundy.solve(rule(10**30 + 3))
    assert result.nim_value == 0 and result.evidence.sentence().startswith("Claimed: by the formula")
    assert grundy.solve(grundy.nim(5) + rule(10**30 + 3)).evidence.status == "claimed"

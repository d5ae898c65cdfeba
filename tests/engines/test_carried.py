"""A rule may carry its theorem: it is used as a formula of the catalogue is, once it was compared with the rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import grundy as run

import grundy
from grundy.errors import BadRule, OutOfReach
from grundy.reading.identity import identity


def take(n: int, *, k: int = 3) -> Any:
    for j in range(1, min(n, k) + 1):
        yield n - j


def carried(**formulas: Any) -> Any:
    return grundy.rule(**{"source": "Bachet 1612", **formulas})(take)


def test_its_value_answers_any_size_and_follows_the_parameters() -> None:
    rule = carried(value=lambda n, *, k: n % (k + 1))
    result = grundy.solve(rule(10**30 + 5, 7))
    assert result.nim_value == (10**30 + 5) % 4 ^ 3
    assert result.evidence.status == "claimed"
    expected = "by the formula that the rule carries (Bachet 1612), compared with the definition at 200 states"
    assert result.evidence.reason == expected
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


def test_states_of_any_kind_are_compared_on_ways_down_from_those_asked_about() -> None:
    @grundy.rule(value=lambda left: len(left) % 2, source="each takes one")
    def one_by_one(left):  # type: ignore[no-untyped-def]
        for one in left:
            yield left - {one}

    result = grundy.solve(one_by_one(frozenset(range(40))))
    assert result.nim_value == 0 and "compared with the definition at" in result.evidence.reason
    wrong = grundy.rule(value=lambda left: len(left) % 2 + (len(left) == 3), source="nobody")(one_by_one.function)
    with pytest.raises(
        BadRule, match=r"one_by_one: value of state frozenset\(.*expected 1, by the definition, found 2"
    ):
        grundy.solve(wrong(frozenset(range(40))))


def test_several_numbers_are_given_as_the_function_has_them() -> None:
    @grundy.rule(value=lambda a, b: a ^ b, is_p=lambda a, b: a == b, source="Bouton 1901")
    def two_piles(a, b):  # type: ignore[no-untyped-def]
        yield from ((left, b) for left in range(a))
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
        ({"value": lambda n: -1}, "value(0): expected a nim-value, found -1"),
        ({"value": lambda n: True}, "value(0): expected a nim-value, found True"),
        ({"is_p": lambda n: 1}, "is_p(0): expected True or False, found 1"),
        ({"value": lambda n: n // 0}, "value(0): expected a nim-value, found ZeroDivisionError"),
    ],
)
def test_what_differs_from_the_rule_is_never_used(formulas: Any, error: str) -> None:
    with pytest.raises(BadRule) as caught:
        grundy.solve(carried(**formulas)(10**20))
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
    rule = carried(value=lambda n: n % 4)
    assert grundy.solve(rule(5), misere=True).winner == "second"


def test_the_command_line_reads_it_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bachet.py"
    file.write_text(
        "import grundy\n\n\n"
        "@grundy.rule(value=lambda n, *, k: n % (k + 1), source='Bachet 1612')\n"
        "def take(n, *, k=3):\n    for j in range(1, min(n, k) + 1):\n        yield n - j\n"
    )
    done = run("solve", str(file), str(10**40 + 2), "--set", "k=6", "--json")
    answer = json.loads(done.out)
    assert done.status == 0 and answer["nim_value"] == (10**40 + 2) % 7
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

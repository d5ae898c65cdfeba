"""States of any kind, in any order: listed, or given by a map from n."""

from __future__ import annotations

import json
import pickle
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from command import grundy as run

import grundy
from grundy.errors import BadRule, BadText

RULE = '''import grundy


@grundy.rule
def stacks(piles):
    """Split one stack; the game ends when all stacks are 1 or 2 high."""
    if max(piles) > 2:
        for i, n in enumerate(piles):
            for k in range(1, n // 2 + 1):
                yield tuple(sorted(piles[:i] + piles[i + 1:] + (k, n - k)))
'''


@grundy.rule
def stacks(piles):  # type: ignore[no-untyped-def]
    """Split one stack; the game ends when all stacks are 1 or 2 high."""
    if max(piles) > 2:
        for i, n in enumerate(piles):
            for k in range(1, n // 2 + 1):
                yield tuple(sorted(piles[:i] + piles[i + 1 :] + (k, n - k)))


@cache
def value(piles: tuple[int, ...]) -> int:
    """By the definition, on the rule as it is."""
    after = {value(left) for left in stacks.function(piles)}
    return next(v for v in range(len(after) + 1) if v not in after)


def test_a_map_from_n_has_a_sequence() -> None:
    terms = grundy.sequence(stacks, 9, of=lambda n: (n + 1,))
    assert list(terms) == [value((n + 1,)) for n in range(10)]
    typed = grundy.sequence(stacks, 5, of="tuple([3] * (n + 1))")
    assert typed[:] == [value((3,) * (n + 1)) for n in range(6)]
    assert (typed.of, typed.as_dict()["of"]) == ("tuple([3] * (n + 1))", "tuple([3] * (n + 1))")
    assert pickle.loads(pickle.dumps(grundy.sequence("wythoff", 5, of="(n, 2 * n)"))).of == "(n, 2 * n)"
    assert typed != grundy.sequence(stacks, 5, of="tuple([4] * (n + 1))")


def test_a_guess_is_checked_about_n() -> None:
    assert grundy.check("wythoff", "0 if n == 0 else 1", 1, of=lambda n: (n, 2 * n), outcomes=True, start=0).at == 1
    rows = [value((n + 1,)) for n in range(12)]
    assert grundy.check(stacks, lambda n: rows[n], 11, of="(n + 1,)").holds
    wrong = grundy.check(stacks, lambda n: rows[n] + (n == 7), 11, of="(n + 1,)")
    assert (wrong.at, wrong.actual) == (7, rows[7])


def test_states_are_listed_in_any_order() -> None:
    states = [(4, 5), (3,), (2, 2), (3,), (1, 1, 6)]
    table = grundy.table(stacks, states)
    assert table.states == ((4, 5), (3,), (2, 2), (1, 1, 6))
    assert dict(table.items()) == {state: value(state) for state in states}
    assert table[(1, 1, 6)] == value((1, 1, 6)) and len(table) == 4
    assert table.p_positions() == [state for state in table if value(state) == 0]
    assert table.as_dict()["values"][1] == {"state": "(3,)", "nim_value": value((3,))}
    assert table.to_csv().splitlines()[:2] == ["state,nim_value,status", f'"(4, 5)",{value((4, 5))},computed']
    assert str(table).startswith("4 states; largest nim-value ") and "P-positions: " in str(table)
    assert grundy.table("nim", [10**30, 5]).values == (10**30, 5)
    with pytest.raises(KeyError):
        table[(9, 9)]


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        (
            lambda: grundy.table(stacks, [(1, 2), [3, 4]]),
            r"stacks: state 2: expected a .*, found \[3, 4\] \(\(3, 4\) is",
        ),
        (lambda: grundy.table("wythoff", [(1, 2, 3)]), r"state 1: expected a .*found \(1, 2, 3\)"),
        (
            lambda: grundy.table(stacks, [(1,)], box=(3, 3)),
            "expected a number of states or a box, one of them, found a number of states and a box",
        ),
        (lambda: grundy.sequence("wythoff", 3, of=lambda n: n), "the map|<lambda>: n = 0: expected a "),
        (lambda: grundy.sequence(stacks, 3, of="(5 // n,)"), r"\(5 // n,\): n = 0: ZeroDivisionError"),
        (lambda: grundy.sequence(stacks, 3), r"--of 'tuple\(\[2\] \* n\)'"),
        (lambda: grundy.table(stacks, 3), r"--of 'tuple\(\[2\] \* n\)'"),
        (lambda: grundy.check(stacks, "n", 3), r"--of 'tuple\(\[2\] \* n\)'"),
    ],
)
def test_what_is_no_state_is_named(asked: Any, error: str) -> None:
    with pytest.raises(BadRule, match=error):
        asked()


def test_a_map_is_an_expression_over_n() -> None:
    for text in ("(m,)", "(n", "(G(n),)"):
        with pytest.raises(BadText):
            grundy.sequence(stacks, 3, of=text)


def test_a_rule_of_numbers_that_fails_at_0_says_so_itself() -> None:
    @grundy.rule
    def fails(n):  # type: ignore[no-untyped-def]
        yield n - 6 // n

    with pytest.raises(BadRule) as caught:
        grundy.sequence(fails, 5)
    assert "ZeroDivisionError" in str(caught.value) and "--of" not in str(caught.value)


def test_the_command_line(tmp_path: Path) -> None:
    file = tmp_path / "stacks.py"
    file.write_text(RULE)
    expected = [value((n + 1,)) for n in range(8)]
    done = run("sequence", str(file), "--of", "(n + 1,)", "--to", "7", "--json", "--no-store")
    answer = json.loads(done.out)
    assert (answer["values"], answer["of"]) == (expected, "(n + 1,)")
    assert run("check", str(file), "n % 2", "--of", "(n + 1,)", "--to", "7", "--no-store").status == 1
    done = run("sequence", str(file), "--to", "7", "--no-store")
    assert (done.status, done.out) == (2, "") and "--of 'tuple([2] * n)'" in done.err
    done = run("sequence", str(file), "--of", "(n + 1,)", "--plot", str(tmp_path / "rows.svg"))
    assert done.status == 2 and "--kind points or histogram" in done.err


@grundy.rule
def rising(n):  # type: ignore[no-untyped-def]
    """Add one to three, up to 21: worth what take-away has of 21 - n."""
    for k in (1, 2, 3):
        if n + k <= 21:
            yield n + k


@grundy.rule
def rising_pair(a, b):  # type: ignore[no-untyped-def]
    if a < 4:
        yield a + 1, b
    if b:
        yield a, b - 1


@grundy.rule
def late(n):  # type: ignore[no-untyped-def]
    """Rises where nobody looks first."""
    if n:
        yield n - 1 if n != 500 else 600
    if n == 600:
        yield 0


def test_a_rule_that_rises_has_values_in_every_verb() -> None:
    """It was refused, and sent to another option."""
    values = [(21 - n) % 4 for n in range(22)]
    assert list(grundy.sequence(rising, 21)) == list(grundy.sequence(rising, 21, of="n")) == values
    assert list(grundy.table(rising, 22).values) == list(grundy.table(rising, list(range(22))).values) == values
    assert grundy.check(rising, "(21 - n) % 4", 21).holds and grundy.check(rising, "n % 4", 21).at == 0
    lost = [n for n in range(22) if (21 - n) % 4 == 1]  # by misère take-away
    assert grundy.table(rising, 22, misere=True).p_positions() == lost
    assert grundy.sequence(rising, 21, misere=True).p_positions() == lost
    assert grundy.check(rising, "(21 - n) % 4 != 1", 21, misere=True).holds
    pairs = grundy.table(rising_pair, box=(6, 5))
    assert all(pairs[a, b] == (max(4 - a, 0) + b) % 2 for a in range(6) for b in range(5))
    assert grundy.check(rising_pair, "(a + b) % 2", 4).holds


def test_what_needs_the_order_of_the_numbers_says_so(tmp_path: Path) -> None:
    for wrong in (lambda: grundy.table(rising, 22, out=tmp_path / "rising.npy"), lambda: grundy.table(late, 1000)):
        with pytest.raises(BadRule, match=r"list the states: '--of n' \(in Python states=\[...\]\) takes any order"):
            wrong()
    file = tmp_path / "rising.py"
    file.write_text("import grundy\n\n\n@grundy.rule\ndef rising(n):\n    yield from range(n + 1, min(n + 4, 22))\n")
    done = run("table", str(file), "--to", "21", "--emit", "cpp")
    assert done.status == 2 and "--emit needs a table whose moves lead to smaller states" in done.err
    with pytest.raises(BadRule) as told:
        grundy.table(grundy.rule(lambda n: iter([-1])), 5)
    assert "list the states" not in str(told.value)


def test_guess_sends_a_rule_to_the_verbs_that_print_its_values(tmp_path: Path) -> None:
    """It read the source text as twenty bad numbers."""
    file = tmp_path / "piles.py"
    file.write_text(RULE)
    done = run("guess", str(file))
    assert done.status == 2 and "expected a file of values" in done.err and "'grundy sequence'" in done.err
    assert "piles.py:1:1" not in done.err


@grundy.rule
def digits(n):  # type: ignore[no-untyped-def]
    """Take a digit of the number."""
    for digit in str(n):
        if digit != "0":
            yield n - int(digit)


def test_an_answer_says_that_it_ran_in_plain_python_and_why() -> None:
    """A table of three million states took twenty seconds, and no word told why."""
    table, terms = grundy.table(digits, 20_001), grundy.sequence(digits, 20_000)
    for evidence in (table.evidence, terms.evidence, grundy.solve(digits(20_000)).evidence):
        assert "; in plain Python: " in evidence.reason and "str(n) is not compiled" in evidence.reason
    assert "plain Python" not in grundy.table(digits, 20_000).evidence.reason
    assert "plain Python" not in grundy.table("rule:n -> n-k for k in {1,2}", 30_000).evidence.reason

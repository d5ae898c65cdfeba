"""The rules of examples, of contests and in one line are read, and run as Python runs them; few are refused, each for a
reason that is written here."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from drawn_rules import outcome

import grundy
from grundy.model.rule import Rule
from grundy.notation.typed import typed_rule
from grundy.reading.lower import lower
from grundy.reading.python import function_of
from grundy.reading.run import options
from grundy.reading.source import NotRead

ROOT = Path(__file__).resolve().parents[2]
FILES = [
    "chess_row.py",
    "listed.py",
    "looped.py",
    "take_or_halve.py",
    "contests/cf603c.py:odd",
    "contests/cf603c.py:even",
    "contests/pe260.py",
    "contests/pe509.py",
    "contests/pe550.py:factors",
    "contests/pe550.py:stones",
]
REFUSED = {
    "contests/abc206f.py": "bind a value to this parameter",
}
TYPED = [
    "n -> n-k, for k in {1,3,4}, if n % 2 == 1",
    "n -> n//2, if n > 0",
    "n -> k & n-k, for k in 1..(n-1)//2",
    "n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0",
    "n -> n-k, for k in {1, n//2, n//3}",
    "n -> n-n%7, if n%7 > 0; n -> 7//(n-3) & n-1",
    "n -> n-k, for k in 1..isqrt(n)",
    "n -> xor(n, k), for k in 1..n, if gcd(n, k) == 1",
    "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a-k,b-k), for k in 1..max(a,b)",
    "(a,b) -> (b, a%b), if b > 0; (a,b) -> (a-2,b-1)",
    "(a,b,c) -> (a-1,b,c); (a,b,c) -> (a,b-k,c), for k in {1,2}; (a,b,c) -> (max(a,b),0,c-1)",
]


def same(rule: Rule) -> None:
    """Heaps of 0 to 30, or 81 pairs."""
    form = lower(rule)
    fast = function_of(form)
    sizes = {1: 31, 2: 9}.get(rule.arity, 4)
    for state in itertools.product(range(sizes), repeat=rule.arity):
        truth = outcome(iter(rule.function(*state, **dict(rule.parameters))))
        assert outcome(options(form, state)) == truth, state
        assert outcome(fast(*state)) == truth, state


@pytest.mark.parametrize("text", TYPED)
def test_a_rule_in_one_line_is_read(text: str) -> None:
    same(typed_rule(text))


@pytest.mark.parametrize("game", ["nim", "floor-division:2,3,6", "bounded-nim:3", "mark", "wythoff", "euclid"])
def test_a_game_that_is_code_on_numbers_is_read(game: str) -> None:
    same(grundy.parse_rule(game))


@pytest.mark.parametrize("file", FILES)
def test_a_rule_of_the_examples_is_read(file: str) -> None:
    same(grundy.parse_rule(str(ROOT / "examples" / file), files=grundy.FILES))


@pytest.mark.parametrize("file", REFUSED)
def test_a_rule_of_the_examples_is_refused_with_its_place(file: str) -> None:
    with pytest.raises(NotRead, match=REFUSED[file]):
        lower(grundy.parse_rule(str(ROOT / "examples" / file), files=grundy.FILES))

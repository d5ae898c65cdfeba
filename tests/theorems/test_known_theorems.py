"""Rules as people type them, each read, proved and compared with the definition; facts of the literature beside.

What is expected of the engine stands in docs/reference/theorems.md: what it finds, in which system and with how many
states. These are facts of the sets of positions (a minimal automaton is unique); of two thirds of the rules they were
first found by another program.
"""

from __future__ import annotations

import re
import runpy
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from relations import answer, proved

from grundy import parse_rule
from grundy.answering.boxes import table_of
from grundy.model.definition import state_values
from grundy.theorems.reading import reading
from grundy.theorems.search import ANYTHING, Open, Wish, prove
from grundy.theorems.theorem import Theorem

ROOT = Path(__file__).parents[2]
NIM2 = "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"
WYTHOFF = f"{NIM2}; (a,b) -> (a-k,b-k), for k in 1..min(a,b)"

# name, rule, what, system, states
ROW = re.compile(r"^\| (.+?) \| `(.+?)` \| ([a-z-]+) \| (.+?) \| (\d+) \|", re.MULTILINE)
ROWS = ROW.findall((ROOT / "docs/reference/theorems.md").read_text(encoding="utf-8"))


def test_the_page_has_the_theorems_that_are_timed() -> None:
    timed = runpy.run_path(str(ROOT / "benchmarks/theorem_speed.py"))["RULES"]
    assert [(name, rule) for name, rule, *_ in ROWS] == [(name, rule) for name, (rule, _) in timed.items()]


@pytest.mark.parametrize(("name", "text", "what", "system", "states"), ROWS, ids=[row[0] for row in ROWS])
def test_known_theorem(name: str, text: str, what: str, system: str, states: str) -> None:
    rule, theorem = parse_rule(f"rule:{text}"), far(text)
    assert (theorem.what, theorem.system.name, str(theorem.states)) == (what, system, states)
    most = {1: 100 if theorem.claim.kind == "graph" else 500, 2: 20, 3: 7}[rule.arity]
    box = list(product(range(most), repeat=rule.arity))
    values = state_values(rule, [state if rule.arity > 1 else state[0] for state in box], {})
    for state in box:
        value = values[state if rule.arity > 1 else state[0]]
        assert theorem.is_p(*state) == (value == 0), state
        if what == "nim-values":
            assert theorem.nim_value(*state) == value, state


@cache
def far(rule: str, wish: Wish = ANYTHING) -> Theorem:
    game = parse_rule(f"rule:{rule}")
    return proved(prove(reading(game).relation, table_of(game, wish.misere), wish))


def test_nim_is_exclusive_or() -> None:
    """Bouton 1901: also for heaps that no table has."""
    theorem = far(NIM2)
    a, b = 3**500, 7**300
    assert theorem.nim_value(a, b) == a ^ b
    assert theorem.is_p(a, a)
    ((_, (after,)),) = theorem.winning_moves(a, b)
    assert after == (min(a, b), min(a, b))


def test_laskers_nim() -> None:
    """Berlekamp, Conway & Guy: G(4k + 3) = 4k + 4, G(4k + 4) = 4k + 3, else n."""
    theorem = far("n -> n-k, for k in 1..n; n -> k & n-k, for k in 1..n//2")
    for n in [*range(1, 200), *(10**900 + k for k in range(8))]:
        assert theorem.nim_value(n) == n + (n % 4 == 3) - (n % 4 == 0)


def test_fibonacci_nim() -> None:
    """Whinihan 1963: whoever may take fewer than the least summand of the Fibonacci form has lost."""
    theorem = far("(a,b) -> (a-k,2*k), for k in 1..min(a,b)")
    fibonacci = [1, 2]
    while len(fibonacci) < 900:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    for n in [*range(1, 60), 10**180]:
        rest = least = n
        for weight in reversed(fibonacci):
            if weight <= rest:
                rest, least = rest - weight, weight
        assert theorem.is_p(n, least - 1)
        assert not theorem.is_p(n, least)


def test_three_heaps() -> None:
    theorem = far(
        "(a,b,c) -> (a-k,b,c), for k in 1..a; (a,b,c) -> (a,b-k,c), for k in 1..b; (a,b,c) -> (a,b,c-k), for k in 1..c"
    )
    a, b, c = 5**200, 3**300, 11**130
    assert theorem.nim_value(a, b, c) == a ^ b ^ c


def test_two_heaps_in_misere_play() -> None:
    """Bouton 1901: as in normal play, but for heaps of one."""
    theorem = far(NIM2, Wish(misere=True))
    for a in range(30):
        for b in range(30):
            assert theorem.is_p(a, b) == ((a == b) != (max(a, b) <= 1))


def test_equal_sets_have_equal_automata() -> None:
    """Wythoff's game with the move (1, 3) has Wythoff's P-positions."""
    one, two = far(WYTHOFF), far(f"{WYTHOFF}; (a,b) -> (a-1,b-3); (a,b) -> (a-3,b-1)")
    assert one.p_positions.same(two.p_positions)
    assert not one.p_positions.same(far(f"{WYTHOFF}; (a,b) -> (a-1,b-4); (a,b) -> (a-4,b-1)").p_positions)


def test_what_no_automaton_gives_stays_open() -> None:
    """Its values mix base 2 (odious numbers) and base 3 (the lowest digit 2): no one system gives them."""
    rule = parse_rule("rule:n -> n-2*k & n-k, for k in 1..n//2")
    assert isinstance(answer(prove(reading(rule).relation, table_of(rule), Wish(sizes=(60, 200)))), Open)


def test_tables_are_only_hints() -> None:
    """Learnt from a table that is wrong, nothing is proved, or what is true."""
    rule = parse_rule("rule:n -> n-1; n -> n//2, if n >= 1")
    right = table_of(rule)

    def wrong(shape: tuple[int, ...], outcomes: bool) -> object:
        values = right(shape, outcomes).copy()
        values[7] += 1
        return values

    theorem = answer(prove(reading(rule).relation, wrong, Wish(sizes=(100, 200))))  # type: ignore[arg-type]
    assert isinstance(theorem, Theorem)  # the P-positions, which it had right
    assert theorem.what == "p-positions"
    assert [theorem.is_p(n) for n in range(200)] == (right((200,), False) == 0).tolist()
    whole = answer(prove(reading(rule).relation, wrong, Wish("nim-values", sizes=(100, 200))))  # type: ignore[arg-type]
    assert isinstance(whole, Open)

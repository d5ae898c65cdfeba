"""Rules drawn from a small grammar: each is proved or open, and what is proved is compared with many values.

    python tests/theorems/random_rules.py --count 200

prints a line for each rule, and last how many were proved, open and wrong. The exit status is 1 if one was wrong.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from random import Random

import numpy as np

from grundy.engines.engine import ended
from grundy.engines.tables import nim_values
from grundy.errors import BadRule
from grundy.notation.expression import parse_rule
from grundy.theorems.automata import most_states
from grundy.theorems.learn import outputs_in_box
from grundy.theorems.reading import reading
from grundy.theorems.search import Open, Wish, prove, table_of
from grundy.theorems.theorem import Theorem

SIZES = {1: (200, 1_200), 2: (24, 64)}
WITH_VALUES = 250  # states whose unbounded values are looked up one by one


def drawn(rng: Random) -> str:
    """A rule as people type it; not every one ends, or stays in the natural numbers."""
    if rng.random() < 0.75:
        return "; ".join(f"n -> {_one_heap(rng)}" for _ in range(rng.choice((1, 2, 2, 3))))
    return "; ".join(_two_heaps(rng) for _ in range(rng.choice((2, 2, 3))))


def _one_heap(rng: Random) -> str:
    d, t, m = rng.randint(2, 4), rng.randint(1, 5), rng.randint(2, 4)
    move = rng.choice(
        (
            f"n-{t}",
            f"n-{t}",
            f"n//{d}",
            f"(n+{rng.randint(0, 2)})//{d}",
            f"n-n//{d}",
            "n//2 & (n+1)//2",
            f"n//{d} & n//{d}",
            f"n-{t} & n//{d}",
        )
    )
    guard = rng.choice((f"n >= {rng.randint(1, 6)}", f"n >= {t + 1} and n % {m} == {rng.randrange(m)}"))
    amounts = rng.choice(("", "", "", f"1..n//{d}", f"{{1,{rng.randint(2, 6)}}}"))
    return f"n-k, for k in {amounts}" if amounts else f"{move}, if {guard}"


def _two_heaps(rng: Random) -> str:
    t, u = rng.randint(1, 3), rng.randint(0, 3)
    return rng.choice(
        (
            "(a,b) -> (a-k,b), for k in 1..a",
            "(a,b) -> (a,b-k), for k in 1..b",
            "(a,b) -> (a-k,b-k), for k in 1..min(a,b)",
            f"(a,b) -> (a-{t},b-{u})",
            f"(a,b) -> (a-{u},b-{t})",
            "(a,b) -> (a//2,b), if a >= 1",
            "(a,b) -> (a,b//2), if b >= 1",
            f"(a,b) -> (b,a-{t}), if a >= {t} and a > b",
        )
    )


def outcome(text: str, most: int) -> str:
    """ "proved", "open", "refused" (no rule whose play ends), or what is wrong."""
    rule = parse_rule(f"rule:{text}")
    try:
        relation = reading(rule).relation
        with most_states(20_000):
            found = ended(prove(relation, table_of(rule), Wish(sizes=SIZES[rule.arity])))
    except BadRule:
        return "refused"
    if isinstance(found, Open):
        return "refused" if found.fault else "open"
    return differs(found, text, most) or "proved"


def differs(theorem: Theorem, text: str, most: int) -> str:
    """Where a theorem and the engines differ, among so many states; "" nowhere."""
    rule, claim = parse_rule(f"rule:{text}"), theorem.claim
    side = most if rule.arity == 1 else int(most**0.5)
    shape = (side,) * rule.arity
    values = np.asarray(nim_values(rule, side if rule.arity == 1 else shape), np.int64).reshape(shape)
    said = outputs_in_box(claim.system, theorem.p_positions.next, theorem.p_positions.outputs, shape)
    if not np.array_equal(said == 1, values == 0):
        return f"wrong P-positions, first at {np.argwhere((said == 1) != (values == 0))[0]}"
    if claim.kind == "values":
        said = outputs_in_box(claim.system, claim.automaton.next, claim.automaton.outputs, shape)
        if not np.array_equal(said, values):
            return f"wrong values, first at {np.argwhere(said != values)[0]}"
    if claim.kind == "graph":
        for place in Random(1).sample(range(values.size), WITH_VALUES):
            state = tuple(map(int, np.unravel_index(place, shape)))
            if theorem.nim_value(*state) != values[state]:
                return f"wrong value at {state}"
    return ""


def main() -> int:
    """Draw, prove and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--states", type=int, default=100_000, help="compared with each theorem")
    asked = parser.parse_args()
    found: Counter[str] = Counter()
    for number in range(asked.count):
        text = drawn(Random(f"{asked.seed} {number}"))
        begun = time.perf_counter()
        told = outcome(text, asked.states)
        print(f"{told:8} {time.perf_counter() - begun:6.2f}  {text}", flush=True)
        found[told if told in ("proved", "open", "refused") else "wrong"] += 1
    print(dict(found))
    return int(found["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())

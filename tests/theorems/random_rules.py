"""Rules drawn from a small grammar: each is proved or open, and what is proved is compared with many values.

    python tests/theorems/random_rules.py --count 200

prints a line for each rule, and last how many were proved, open, refused (play need not end, or leaves the numbers) and
wrong. The exit status is 1 if one was wrong. What is compared with a theorem comes from the engines of tables, which
know nothing of theorems, and the automaton is read here anew, by greedy digits.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import prod
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))

import numpy as np
from numpy.typing import NDArray

from grundy.answering.boxes import table_of
from grundy.answering.tables import nim_values, p_positions
from grundy.errors import BadRule
from grundy.model.definition import state_values
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.runs.chunk import run_to_end
from grundy.theorems.limits import most_states
from grundy.theorems.reading import reading
from grundy.theorems.search import Open, Wish, prove
from grundy.theorems.theorem import Theorem

SIZES = {1: (200, 1_200), 2: (24, 64)}
BY_DEFINITION = 10_000  # states of a rule whose moves leave every box: no table has them


def drawn_play(rng: Random) -> tuple[str, bool]:
    """A rule, and whether it is played misère: one of four of those whose moves leave one part."""
    text = drawn(rng)
    return text, "&" not in text and rng.random() < 0.25


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


def outcome(text: str, most: int, misere: bool = False) -> str:
    """ "proved", "open", "refused" (no rule whose play ends), or what is wrong."""
    rule = parse_rule(f"rule:{text}")
    try:
        relation = reading(rule).relation
        with most_states(20_000):
            proof = run_to_end(prove(relation, table_of(rule, misere), Wish(misere=misere, sizes=SIZES[rule.arity])))
    except BadRule:
        return "refused"
    if isinstance(proof, Open):
        return "refused" if proof.fault else "open"
    return differs(proof, text, most) or "proved"


def differs(theorem: Theorem, text: str, most: int) -> str:
    """Where a theorem and the definition differ, among so many states; "" nowhere."""
    claim = theorem.claim
    values = computed(parse_rule(f"rule:{text}"), most, theorem.misere)
    outputs = claim.automaton.outputs

    def said(*numbers: NDArray[np.int64]) -> NDArray[np.int32]:
        return outputs[read(claim.system.a, claim.system.b, claim.automaton.next, numbers)]

    state = tuple(np.indices(values.shape))
    if claim.kind == "set":
        wrong = (said(*state) == 1) != (values == 0)
    elif claim.kind == "values":
        wrong = said(*state) != values
    else:  # of a value it says yes, of its neighbours no
        wrong = said(*state, values) != 1
        for other in (values + 1, values ^ 1, np.abs(values - 2)):
            wrong |= (said(*state, other) == 1) & (other != values)
    return f"wrong, first at {np.argwhere(wrong)[0]}" if wrong.any() else ""


def computed(rule: Rule, most: int, misere: bool) -> NDArray[np.int64]:
    """Nim-values of a box of so many states, in misère play 0 for lost and 1."""
    side = most if rule.arity == 1 else int(most**0.5)
    shape = (side,) * rule.arity
    try:
        if misere:
            bits = p_positions(rule, side if rule.arity == 1 else shape, misere=True)
            return 1 - np.unpackbits(bits, bitorder="little", count=prod(shape)).astype(np.int64).reshape(shape)
        return np.asarray(nim_values(rule, side if rule.arity == 1 else shape), np.int64).reshape(shape)
    except BadRule:
        if misere:
            raise
        shape = (int(min(most, BY_DEFINITION) ** (1 / rule.arity)),) * rule.arity
        states = [state if rule.arity > 1 else state[0] for state in product(*map(range, shape))]
        values = state_values(rule, states, {})
        return np.array([values[state] for state in states], np.int64).reshape(shape)


def read(a: int, b: int, after: NDArray[np.int32], numbers: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """The states of an automaton that has read these numbers, by their greedy digits, in arrays of one shape."""
    digits = a + 1 if b > 0 else a
    weights = [1, digits]
    while weights[-1] <= max(int(each.max()) for each in numbers):
        weights.append(a * weights[-1] + b * weights[-2])
    left = [each.copy() for each in numbers]
    states = np.zeros(numbers[0].shape, np.int64)
    for weight in reversed(weights):
        letter = np.zeros(states.shape, np.int64)
        for each in left:
            letter = letter * digits + each // weight
            each %= weight
        states = after[states, letter].astype(np.int64)
    return states


def main() -> int:
    """Draw, prove and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--states", type=int, default=100_000, help="compared with each theorem")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    for number in range(asked.count):
        text, misere = drawn_play(Random(f"{asked.seed} {number}"))
        told = outcome(text, asked.states, misere)
        print(f"{told:8} {text}{'  misère' if misere else ''}", flush=True)
        counts[told if told in ("proved", "open", "refused") else "wrong"] += 1
    print(dict(counts))
    return int(counts["wrong"] > 0)


if __name__ == "__main__":
    sys.exit(main())

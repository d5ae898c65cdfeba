"""From a rule to a theorem: CPU seconds to prove it, to decide it again, and to check its certificate.

    python benchmarks/theorem_speed.py [--smallest]

prints the table of docs/reference/theorems.md. To prove is to read the rule and compare it with its options, to fill
tables, to learn, to decide and to find the sentence; what modules and kernels take to load is not in it. Ratio: what a
prototype of 258 lines took to learn and prove the same, divided by what it takes here; above 1, grundy is faster. The
prototype ran on one busy core of another day, so only ratios far from 1 say something. CPU seconds of one process.

A second table has the loops that determinise and minimise large automata: plain Python with NumPy, and compiled.
"""

from __future__ import annotations

import io
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parent))  # a test runs this file by its path
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

import numpy as np
from table_speed import options

from grundy.api.prove import prove
from grundy.proof import check
from grundy.theorems import automata
from grundy.theorems.automata import Pairs, Sets
from grundy.theorems.decide import decide
from grundy.theorems.theorem import Theorem

Loop: TypeAlias = "Callable[..., object]"

NIM = "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"
WYTHOFF = f"{NIM}; (a,b) -> (a-k,b-k), for k in 1..min(a,b)"
NEAR = "(a,b) -> (a-k,b-l), for k in 1..a, for l in 1..b, if k <= l+1 and l <= k+1"
THREE = "(a,b,c) -> (a-k,b,c), for k in 1..a; (a,b,c) -> (a,b-k,c), for k in 1..b; (a,b,c) -> (a,b,c-k), for k in 1..c"
MOORE = "; ".join(
    f"(a,b,c) -> ({after}), for k in 0..{one}, for l in 0..{two}, if k+l>0"
    for after, one, two in (("a-k,b-l,c", "a", "b"), ("a-k,b,c-l", "a", "c"), ("a,b-k,c-l", "b", "c"))
)
KING = "(a,b) -> (a-1,b); (a,b) -> (a,b-1); (a,b) -> (a-1,b-1)"
KNIGHT = "(a,b) -> (a-2,b-1); (a,b) -> (a-1,b-2); (a,b) -> (a-2,b+1); (a,b) -> (a+1,b-2)"
PASS = "(a,p) -> (a-k,p), for k in 1..a; (a,p) -> (a,p-1), if a >= 1"
PASS_TWO = "(a,b,p) -> (a-k,b,p), for k in 1..a; (a,b,p) -> (a,b-k,p), for k in 1..b; (a,b,p) -> (a,b,p-1), if a+b >= 1"

RULES: dict[str, tuple[str, float | None]] = {  # and the seconds of the prototype
    "Mark": ("n -> n-1; n -> n//2, if n >= 1", 0.2),
    "Mark-3": ("n -> n-1; n -> n-2; n -> n//3, if n >= 1", None),
    "Mark-4": ("n -> n-1; n -> n-2; n -> n-3; n -> n//4, if n >= 1", None),
    "Mark and n-2": ("n -> n-1; n -> n-2; n -> n//2, if n >= 1", 0.6),
    "Mark and n-3": ("n -> n-1; n -> n-3; n -> n//2, if n >= 1", None),
    "one, or a third": ("n -> n-1; n -> n//3, if n >= 1", 0.4),
    "one, or a quarter": ("n -> n-1; n -> n//4, if n >= 1", None),
    "one, or divided by 2, 4": (
        "n -> n-1; n -> n//2, if n >= 1 and n % 2 == 0; n -> n//4, if n >= 1 and n % 4 == 0",
        0.6,
    ),
    "one, or two halves": ("n -> n-1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0", 0.4),
    "half, or both halves": ("n -> n//2, if n >= 1; n -> (n-1)//2 & n//2, if n >= 1", 0.6),
    "floor by 2, 3, 6": ("n -> n//2, if n >= 1; n -> n//3, if n >= 1; n -> n//6, if n >= 1", 0.5),
    "take 1, 3, 4": ("n -> n-k, for k in {1,3,4}", 0.2),
    "take 2, 5, 7": ("n -> n-k, for k in {2,5,7}", None),
    "Lasker's Nim": ("n -> n-k, for k in 1..n; n -> k & n-k, for k in 1..n//2", 0.4),
    "Nim, two heaps": (NIM, 0.04),
    "Nim, three heaps": (THREE, 0.2),
    "Moore's Nim(3, ≤ 2)": (MOORE, 0.2),
    "Nim and (1, 1)": (f"{NIM}; (a,b) -> (a-1,b-1)", 56.0),
    "Nim with passes": (PASS, None),
    "Nim, two heaps, passes": (PASS_TWO, None),
    "Fibonacci nim": ("(a,b) -> (a-k,2*k), for k in 1..min(a,b)", None),
    "king to the corner": (KING, None),
    "knight to the corner": (KNIGHT, None),
    "Wythoff": (WYTHOFF, 0.32),
    "Wythoff and (1, 3)": (f"{WYTHOFF}; (a,b) -> (a-1,b-3); (a,b) -> (a-3,b-1)", 1.3),
    "Wythoff and (1, 4)": (f"{WYTHOFF}; (a,b) -> (a-1,b-4); (a,b) -> (a-4,b-1)", 1.3),
    "Wythoff and (2, 6)": (f"{WYTHOFF}; (a,b) -> (a-2,b-6); (a,b) -> (a-6,b-2)", 1.3),
    "2-Wythoff": (f"{NIM}; {NEAR}", 1.1),
}


def main(smallest: bool) -> int:
    """Prove each, and print what it took."""
    names = list(RULES)[:2] if smallest else list(RULES)
    load = os.getloadavg()[0]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {load:.1f} at the start; CPU seconds.\n")
    print("| game | rule | proved of it | system | states | prove | decide | check | prototype | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    prove("rule:n -> n-2; n -> n//2, if n >= 1")  # loads what all need
    for _, _, _, compiled, given in _loops(4):
        compiled(*given)
    for name in names:
        text, before = RULES[name]
        begun = process_time()
        proof = prove(f"rule:{text}")
        found = process_time()
        theorem = proof.theorem
        assert isinstance(theorem, Theorem), name
        assert decide(theorem.claim) is None
        decided = process_time()
        lines = str(proof.certificate())
        written = process_time()
        check.check(check.read(io.StringIO(lines)))
        seconds = [found - begun, decided - found, process_time() - written]
        told = " | ".join(f"{one:.2f}" for one in seconds)
        compared = f"{before:.2f} | {before / seconds[0]:.2f}" if before else " | "
        print(
            f"| {name} | `{text}` | {proof.what} | {proof.system} | {proof.states} | {told} | {compared} |", flush=True
        )
    operations(10 if smallest else 14)
    return 0


def operations(bits: int) -> None:
    """What the loops of large automata take in plain Python and compiled."""
    print("\n| operation | of | plain | compiled | ratio |\n|---|---|---|---|---|")
    for name, of, plain, compiled, given in _loops(bits):
        one, two = (_seconds(each, given) for each in (plain, compiled))
        print(f"| {name} | {of} | {one * 1e3:.1f} ms | {two * 1e3:.2f} ms | {one / two:.0f} |", flush=True)


def _loops(bits: int) -> Iterator[tuple[str, str, Loop, Loop, tuple[Any, ...]]]:
    """Each loop: its name, of what, in plain Python, compiled, and what it is given."""
    size = 1 << bits
    large, pair = _multiples(size - 1), Pairs(*(_multiples(size // 41 + at) for at in (1, 2)))
    zero = (np.arange(size - 1) == 0).astype(np.int32)
    places = np.arange(bits + 2)  # how long ago a one was read; the first is kept, the last reads anything
    after = np.stack([np.minimum(places + 1, bits + 1)] * 2, axis=1)[:, :, None].repeat(2, axis=2)
    after[0, :, 0], after[0, 0, 1], after[-1] = 0, 0, bits + 1
    some = Sets(np.ascontiguousarray(after, np.int32), places == 0, places == bits, bits + 1)
    c = automata
    yield "minimise, a round", f"n % {size - 1:,}", c.plain_classes, c.compiled_classes, (large, zero)
    yield "number the states", f"n % {size - 1:,}", c.plain_walk, c.compiled_walk, (large, 0)
    yield "product", f"n % {len(pair.one)}, n % {len(pair.two)}", c.plain_pairs, c.compiled_pairs, (pair,)
    yield "determinise", f"{size:,} sets of {bits + 2} states", c.plain_sets, c.compiled_sets, (some,)


def _multiples(modulus: int) -> Any:
    """The remainder of a number written in base 2, digit by digit."""
    return ((2 * np.arange(modulus)[:, None] + [0, 1]) % modulus).astype(np.int32)


def _seconds(work: Loop, given: tuple[Any, ...]) -> float:
    """The least CPU seconds of three runs, after one that loads what is needed."""
    work(*given)
    least = 1e9
    for _ in range(3):
        begun = process_time()
        work(*given)
        least = min(least, process_time() - begun)
    return least


if __name__ == "__main__":
    sys.exit(main(options(__doc__, runs=0).parse_args().smallest))

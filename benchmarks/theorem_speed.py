"""From a rule to a theorem: CPU seconds to read and find it, to decide it, and to check its certificate.

    python benchmarks/theorem_speed.py [--smallest]

Ratio: what a prototype of 258 lines took to learn and prove the same, divided by what it takes to find here. It ran on
one busy core of another day, so only ratios far from 1 say something. CPU seconds of one process, of the first run.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from grundy.engines.engine import ended
from grundy.notation.expression import parse_rule
from grundy.proof import check
from grundy.proof.certify_theorem import certificate
from grundy.theorems.decide import decide
from grundy.theorems.reading import reading
from grundy.theorems.search import prove, table_of
from grundy.theorems.theorem import Theorem

NIM = "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"
DIAGONAL = "(a,b) -> (a-k,b-k), for k in 1..min(a,b)"
NEAR = "(a,b) -> (a-k,b-l), for k in 1..a, for l in 1..b, if k <= l+1 and l <= k+1"

RULES = {  # and the seconds of the prototype
    "Mark": ("n -> n-1; n -> n//2, if n >= 1", 0.2),
    "Nim on two heaps": (NIM, 0.04),
    "Mark with n-2": ("n -> n-1; n -> n-2; n -> n//2, if n >= 1", 0.6),
    "one, or a third": ("n -> n-1; n -> n//3, if n >= 1", 0.4),
    "one, or halves": ("n -> n-1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0", 0.4),
    "floor by 2, 3, 6": ("n -> n//2, if n >= 1; n -> n//3, if n >= 1; n -> n//6, if n >= 1", 0.5),
    "Lasker's Nim": ("n -> n-k, for k in 1..n; n -> k & n-k, for k in 1..n//2", 0.4),
    "Wythoff": (f"{NIM}; {DIAGONAL}", 0.32),
    "2-Wythoff": (f"{NIM}; {NEAR}", 1.1),
    "Nim with (1, 1)": (f"{NIM}; (a,b) -> (a-1,b-1)", 56.0),
}


def main() -> int:
    """Prove each, and print what it took."""
    names = list(RULES)[:2] if "--smallest" in sys.argv[1:] else list(RULES)
    print(f"{'rule':18}{'system':>10}{'states':>8}{'find':>9}{'decide':>9}{'check':>9}{'prototype':>11}{'ratio':>8}")
    for name in names:
        text, before = RULES[name]
        begun = process_time()
        rule = parse_rule(f"rule:{text}")
        theorem = ended(prove(reading(rule).relation, table_of(rule)))
        found = process_time()
        assert isinstance(theorem, Theorem), name
        assert decide(theorem.claim) is None
        decided = process_time()
        lines = "".join(f"{line}\n" for line in certificate(theorem))
        written = process_time()
        check.check(check.read(io.StringIO(lines)))
        seconds = (found - begun, decided - found, process_time() - written)
        told = "".join(f"{one:9.3f}" for one in seconds)
        print(f"{name:18}{theorem.system.name:>10}{theorem.states:8}{told}{before:11.2f}{before / seconds[0]:8.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

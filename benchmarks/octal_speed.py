"""Nim-values of octal games heap by heap: the compiled loop, the plain one, and the checker, in values a second.

    python benchmarks/octal_speed.py [HEAPS]

One core; the time of compilation is not counted. The naive loop takes time that grows with the square of the heaps.
"""

from __future__ import annotations

import io
import sys
from time import process_time

from grundy.engines.heap.octal.plain import Plain
from grundy.engines.heap.octal.values import Values
from grundy.games.octal import octal
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.proof import check
from grundy.proof.write import Moves, period_certificate

CODES = ("0.77", "0.07", "0.007", "0.106", "0.6")
PLAIN = 2_000


def main(heaps: int) -> None:
    """Print a line for each code."""
    Values(Digits((0, 7, 7)))._extend(10)  # compiled
    print(f"{'code':>6} {'compiled':>12} {'plain':>12} {'checker':>12}   values/s, to {heaps:,} and {PLAIN:,} heaps")
    for code in CODES:
        shape = octal(code).data
        assert isinstance(shape, Digits)
        start = process_time()
        Values(shape)._extend(heaps)
        compiled = heaps / (process_time() - start)
        plain = Plain(shape)
        start = process_time()
        plain.extend(PLAIN)
        slow = PLAIN / (process_time() - start)
        lines = period_certificate(Moves(shape.digits), Repetition(1, 0), plain.values)
        certificate = check.read(io.StringIO("".join(f"{line}\n" for line in lines)))
        start = process_time()
        check._check_values(certificate, 0, PLAIN)
        checked = PLAIN / (process_time() - start)
        print(f"{code:>6} {compiled:12,.0f} {slow:12,.0f} {checked:12,.0f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000)

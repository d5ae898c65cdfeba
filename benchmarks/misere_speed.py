"""Misère quotients: the loops over products against the same loops in C++, and whole quotients.

    python benchmarks/misere_speed.py [--runs N] [--smallest]

The products are those of the largest guess on the way to the quotient of Dawson's Kayles (0.07) with heaps up to 33, of
638 elements; with --smallest to heap 25. CPU seconds in one thread, kernels ready. Answers must agree, else the exit
status is 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import agree, compiled, cpp_compiler, least, options, print_machine, row

import grundy
from grundy.games.octal import octal


def main() -> int:
    import numpy as np

    given = options(__doc__, runs=3).parse_args()
    to, order = (25, 144) if given.smallest else (33, 638)
    compiler = cpp_compiler()
    print_machine(compiler)
    guess = largest_guess(to)
    text = "\n".join(f"{row.size} {' '.join(map(str, row.ravel()))}" for row in guess)
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "misere_products", Path(folder))
        done = [
            subprocess.run([program], input=text, capture_output=True, text=True, check=True) for _ in range(given.runs)
        ]
    print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
    pairs = np.zeros((4000, 4000), np.int16)
    ours = least(lambda: looped(pairs, *guess), given.runs)
    row(f"Dawson's Kayles to {to}: the largest guess", min(float(each.stderr) for each in done), ours)
    lost, classes = looped(pairs, *guess)
    agreed = agree("lost elements and classes", [done[0].stdout.strip()], [f"{lost} {classes}"])
    for game, last, expected in (("octal:0.77", None, 40), ("octal:0.07", to, order)):
        seconds = least(lambda game=game, last=last: grundy.misere_quotient(game, last), 1)  # type: ignore[misc]
        found = grundy.misere_quotient(game, last)
        print(f"{found!r:<72}{seconds:>8.2f}")
        agreed &= found.order == expected
    return 0 if agreed else 1


def largest_guess(to: int) -> tuple[Any, ...]:
    """The arguments of the loop over the most products that are looked at in one guess."""
    from grundy.engines.misere import kernels

    seen: list[tuple[Any, ...]] = []
    loop = kernels.product_outcomes

    def noted(*arrays: Any) -> int:
        seen.append(arrays[:5])
        return loop(*arrays)

    kernels.product_outcomes = noted
    try:
        grundy.misere_quotient(octal("0.07"), to)
    finally:
        kernels.product_outcomes = loop
    return max(seen, key=lambda arrays: len(arrays[0]) * len(arrays[1]))


def looped(pairs: Any, known: Any, powers: Any, elements: Any, firsts: Any, left: Any) -> tuple[int, int]:
    """How many elements are lost, and how many classes there are."""
    import numpy as np

    from grundy.engines.misere import kernels

    width, size = len(known), len(known) * len(powers)
    lost, order = np.empty(size, np.uint8), np.empty(size, np.int32)
    letters, before = np.empty(64, np.int64), np.empty((64, size), np.int32)
    count = kernels.product_outcomes(known, powers, elements, firsts, left, lost, order, letters, before)
    at, parts = np.arange(size), elements[letters[:count], None]
    steps = (known[at % width, parts % width] + width * powers[at // width, parts // width]).astype(np.int32)
    classes = lost.astype(np.int16)
    return int(lost.sum()), kernels.coarsest_congruence(steps, classes, np.empty_like(classes), 2, pairs)


if __name__ == "__main__":
    sys.exit(main())

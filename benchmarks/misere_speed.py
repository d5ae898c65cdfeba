"""Misère quotients: the loops over a box of sums against the same loops in C++, and whole quotients.

    python benchmarks/misere_speed.py [--runs N] [--smallest]

The box is the last one that Dawson's Kayles (0.07) needs for heaps up to 30, of 360 elements; with --smallest that for
heaps up to 25. CPU seconds in one thread, kernels ready. Answers must agree, else the exit status is 1.
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
from grundy.engines.misere import kernels
from grundy.games.octal import octal


def main() -> int:
    given = options(__doc__, runs=3).parse_args()
    to, order = (25, 144) if given.smallest else (30, 360)
    compiler = cpp_compiler()
    print_machine(compiler)
    box = last_box(to)
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "misere_box", Path(folder))
        done = [
            subprocess.run([program], input=as_text(*box), capture_output=True, text=True, check=True)
            for _ in range(given.runs)
        ]
    print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
    ours = least(lambda: looped(*box), given.runs)
    row(f"Dawson's Kayles to {to}: the last box", min(float(each.stderr) for each in done), ours)
    lost, classes = looped(*box)
    agreed = agree("lost sums and classes", [done[0].stdout.strip()], [f"{lost} {classes}"])
    for game, last, expected in (("octal:0.77", None, 40), ("octal:0.07", to, order)):
        seconds = least(lambda game=game, last=last: grundy.quotient(game, last), 1)  # type: ignore[misc]
        found = grundy.quotient(game, last)
        print(f"{found!r:<72}{seconds:>8.2f}")
        agreed &= found.order == expected
    return 0 if agreed else 1


def last_box(to: int) -> tuple[Any, ...]:
    """The arguments of the loops over the last box that was looked at."""
    seen: list[tuple[Any, ...]] = []
    loop = kernels.box_outcomes

    def noted(*arrays: Any) -> None:
        seen.append(arrays[:-2])
        loop(*arrays)

    kernels.box_outcomes = noted
    try:
        grundy.quotient(octal("0.07"), to)
    finally:
        kernels.box_outcomes = loop
    return seen[-1]


def looped(cap: Any, stride: Any, firsts: Any, words: Any, letters: Any, times: Any) -> tuple[int, int]:
    """How many sums are lost, and how many classes there are."""
    import numpy as np

    lost = np.empty(int(cap.prod()), np.uint8)
    kernels.box_outcomes(cap, stride, firsts, words, letters, times, np.zeros_like(cap), lost)
    classes = lost.astype(np.int16)
    pairs = np.empty((4000, 4000), np.int16)
    return int(lost.sum()), kernels.box_classes(cap, stride, classes, np.empty_like(classes), 2, pairs)


def as_text(cap: Any, stride: Any, firsts: Any, words: Any, letters: Any, times: Any) -> str:
    """The numbers that the C++ program reads."""
    rows = [[len(cap)], cap, firsts, [len(words) - 1], words, [len(letters)], letters, times]
    return "\n".join(" ".join(map(str, row)) for row in rows)


if __name__ == "__main__":
    sys.exit(main())

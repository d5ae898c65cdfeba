"""Top Entails, and rules with `again` and `answer` in Python, compiled, against the same methods in C++.

    python benchmarks/turns_speed.py [--runs N] [--smallest]

Top Entails by its own engine and as a rule in Python, whose moves are listed by machine code and folded by a kernel;
and heaps some of whose moves keep the turn. CPU seconds of the work alone, kernels ready, nothing kept from the run
before. Answers must agree, else the exit status is 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import agree, compiled, cpp_compiler, least, options, print_machine, row

import grundy
from grundy import LOONY, again, answer, to


@grundy.rule
def top_entails(n: int) -> Iterator[Any]:
    """Split a heap, or take its top counter, which has to be answered."""
    for k in range(1, n // 2 + 1):
        yield to(k, n - k)
    if n:
        yield answer(n - 1)


@grundy.rule
def take_again(n: int) -> Iterator[Any]:
    """Take one to five counters; of a heap that 3 divides also one, and move again."""
    for k in range(1, min(n, 5) + 1):
        yield n - k
    if n and n % 3 == 0:
        yield again(n - 1)


def main() -> int:
    given = options(__doc__).parse_args()
    heaps, many = (500, 2_000) if given.smallest else (20_000, 1_000_000)
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "turns", Path(folder))
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        works: list[tuple[str, str, int, Callable[[int], Sequence[Any]]]] = [
            (f"Top Entails to {heaps:,}, by its engine", "top_entails", heaps, by_engine),
            (f"Top Entails to {heaps:,}, as a rule in Python", "top_entails", heaps, by_rule(top_entails)),
            (f"take 1 to 5, some again, to {many:,}", "take_again", many, by_rule(take_again)),
        ]
        for name, how, count, work in works:
            command = [program, how, str(count)]
            done = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(given.runs)]
            row(name, min(float(each.stderr) for each in done), least(partial(work, count), given.runs))
            agreed &= agree(name, [done[0].stdout.strip()], [folded(work(count))])
    return 0 if agreed else 1


def by_engine(count: int) -> Sequence[Any]:
    """The values by the engine for Top Entails."""
    from grundy.engines.heap.entailing.engine import TopHeaps

    heaps = TopHeaps()
    for _ in heaps.fill(count, None):
        pass
    return [heaps.value(n) for n in range(count)]


def by_rule(rule: Any) -> Callable[[int], Sequence[Any]]:
    """The values of a rule in Python, compiled."""
    from grundy.engines.search.turns import TurnValues

    def values(count: int) -> Sequence[Any]:
        known = TurnValues(rule, range(count), 1 << 30)
        for _ in known.learn(range(count)):
            pass
        return known.values(range(count))

    return values


def folded(values: Sequence[Any]) -> str:
    """All values in one number, in which their order counts, and how many are loony."""
    whole, ones, loony = 0, (1 << 64) - 1, 0
    for value in values:
        loony += value == LOONY
        whole = (whole << 1 & ones | whole >> 63) ^ (999 if value == LOONY else value)
    return f"{whole} {loony}"


if __name__ == "__main__":
    sys.exit(main())

"""The heap engine against plain C++ programs: times and ratios from one run.

    python benchmarks/heap_speed.py [--runs N]

Take-away: a table of nim-values by each of the three kernels, against the same algorithm in C++ and against the
definition in C++ (an array of stamps); then whole periods. Floor division: one large integer and many divisors.
Intervals: two rules that are code, whose ends are worked out too, against the same algorithm with the ends in C++.
All times are CPU seconds of the work alone, kernels compiled and loaded. Answers must agree, else the exit status is 1.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import compiled, cpp_compiler, least, options, print_machine, row

import grundy
from grundy.engines.heap import steps, tables
from grundy.engines.heap.intervals.values import IntervalValues
from grundy.engines.heap.take_away import TakeAwayValues


def main() -> int:
    given = options(__doc__).parse_args()
    runs, part = given.runs, 1000 if given.smallest else 1
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        take_away, division, intervals = (
            compiled(compiler, name, Path(folder)) for name in ("take_away", "steps", "intervals")
        )
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for name, amounts, count in take_away_sets():
            agreed &= take_away_rows(take_away, f"{name}, {count // part:,} heaps", amounts, count // part, runs)
        some = sorted(random.Random(3).sample(range(2, 10**6), 10**5 // part))
        for name, divisors, x in (
            (f"floor division of 10^18 by 2..{10**6 // part:,}", list(range(2, 10**6 // part)), 10**18),
            (f"floor division of 2^61 by {len(some):,} random divisors", some, 2**61),
        ):
            agreed &= division_row(division, name, divisors, x, runs)
        for rule in (half, thirds):
            agreed &= interval_row(intervals, rule, 10**7 // part, runs)
    s = 3 if given.smallest else 100
    print(f"\n{'without a C++ program to compare with':52}{'':10}{'seconds':>10}")
    for name, work in (
        ("period of {29, 67, 96}, plain Python", lambda: TakeAwayValues([29, 67, 96]).period()),
        (
            f"period of {{s, 4s, 12s+1, 16s+1}}, s = {s}",
            lambda: TakeAwayValues([s, 4 * s, 12 * s + 1, 16 * s + 1]).period(),
        ),
        ("floor division of 10^4299 by 2, 3, 6", lambda: steps.values([10**4299], [2, 3, 6])),
    ):
        print(f"{name:62}{least(work, runs):10.4f}")
    return 0 if agreed else 1


def take_away_sets() -> list[tuple[str, list[int], int]]:
    draw = random.Random(7)

    def some(count: int, largest: int) -> list[int]:
        return sorted(draw.sample(range(1, largest + 1), count))

    return [
        ("{1, 3, 4}", [1, 3, 4], 10**7),
        ("{29, 67, 96}", [29, 67, 96], 10**7),
        ("{3000, 7001, 10001}", [3000, 7001, 10001], 10**8),
        ("12 amounts below 10^6", some(12, 10**6), 10**7),
        ("60 amounts below 10^4", some(60, 10**4), 10**7),
        ("400 amounts below 10^6", some(400, 10**6), 10**6),
        ("500 amounts below 10^3", some(500, 10**3), 10**6),
        ("5000 amounts below 10^4", some(5000, 10**4), 10**6),
        ("50000 amounts below 10^5", some(50000, 10**5), 2 * 10**5),
    ]


def take_away_rows(program: str, name: str, amounts: list[int], count: int, runs: int) -> bool:
    import numpy as np

    costs = tables._costs(amounts)
    method = min(costs, key=costs.__getitem__)
    table = tables.extend(amounts, None, count)
    ours = least(lambda: tables.extend(amounts, None, count), runs)
    checksum = int((table.astype(np.uint64) * np.arange(1, count + 1, dtype=np.uint64)).sum())
    agreed = True
    for how in dict.fromkeys((method, "stamps")):
        if how == "stamps" and method != "stamps" and len(amounts) * count > 2 * 10**9:
            continue  # seconds long, and nothing new
        took, answer = run([program, how, str(count)], amounts, runs)
        row(f"{name}, {method}" if how == method else f"{'':4}against stamps in C++", took, ours)
        if answer != str(checksum):
            print(f"{name}: C++ and grundy answer differently", file=sys.stderr)
            agreed = False
    return agreed


def division_row(program: str, name: str, divisors: list[int], x: int, runs: int) -> bool:
    took, answer = run([program, str(x)], divisors, runs)
    row(name, took, least(lambda: steps._compiled([x], divisors), runs))
    return answer == str(steps.values([x], divisors)[0])


@grundy.rule
def half(n: int) -> Iterator[int]:
    """Take at least one and at most half of the stones."""
    for k in range(1, n // 2 + 1):
        yield n - k


@grundy.rule
def thirds(n: int) -> Iterator[int]:
    """The same, but of a number that 3 divides at most a third."""
    most = n // 3 if n % 3 == 0 else n // 2
    for k in range(1, most + 1):
        yield n - k


def interval_row(program: str, rule: grundy.Rule, count: int, runs: int) -> bool:
    import numpy as np

    table = IntervalValues(rule).first(count)
    ours = least(lambda: IntervalValues(rule).first(count), runs)
    checksum = int((table.astype(np.uint64) * np.arange(1, count + 1, dtype=np.uint64)).sum())
    took, answer = run([program, rule.function.__name__, str(count)], [], runs)
    row(f"intervals, {rule.function.__name__}, {count:,} heaps", took, ours)
    if answer != str(checksum):
        print(f"C++ says {answer}, grundy {checksum}")
    return answer == str(checksum)


def run(command: list[str], numbers: list[int], runs: int) -> tuple[float, str]:
    """The least seconds that the program tells on standard error, and its answer."""
    text = " ".join(map(str, numbers))
    done = [subprocess.run(command, input=text, capture_output=True, text=True, check=True) for _ in range(runs)]
    return min(float(each.stderr) for each in done), done[0].stdout.strip()


if __name__ == "__main__":
    sys.exit(main())

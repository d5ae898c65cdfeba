"""Games given as masks, bit-sliced, against plain C++ programs of the same games: times and ratios from one run.

    python benchmarks/mask_speed.py [--runs N] [--giants] [--smallest]

CPU seconds of the table alone, kernels loaded, in one thread; "outcomes for values" compares grundy's outcomes with
the values of C++. Then how much sooner two threads end on the clock, which needs two idle cores to mean anything.
--giants adds Kayles rows of 2^32 values and 2^36 outcomes (2 and 8 GiB, two minutes), without C++ beside them.
Answers must agree, else exit status 1.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from table_speed import agree, compiled, cpp_compiler, least, options, print_machine, ratio, run

from grundy.engines import bitsliced

Moves = list[tuple[int, int, int, int]]


def chess_rows(bits: int) -> Moves:
    """A piece slides down to the nearest empty square below it, over those that are full."""
    moves = []
    for piece in range(bits):
        for free in range(piece):
            between = (1 << piece) - (2 << free)
            moves.append((1 << piece | between, 1 << free, 0, 1 << piece | 1 << free))
    return moves


def kayles_rows(bits: int) -> Moves:
    """Take one of a row of skittles or two side by side."""
    masks = [1 << i for i in range(bits)] + [3 << i for i in range(bits - 1)]
    return [(mask, 0, mask, 0) for mask in masks]


def rectangles(rows: int, columns: int) -> Moves:
    masks = [
        sum(1 << columns * r + c for r in range(top, bottom) for c in range(left, right))
        for top in range(rows)
        for bottom in range(top + 1, rows + 1)
        for left in range(columns)
        for right in range(left + 1, columns + 1)
    ]
    return [(mask, 0, mask, 0) for mask in masks]


GAMES: list[tuple[str, str, Callable[[int], Moves], int]] = [  # the last: squares, of rectangles 5 in a row
    ("rectangles", "rectangle", lambda bits: rectangles(bits // 5, 5), 25),
    ("chess rows", "chess", chess_rows, 20),
    ("Kayles rows", "kayles", kayles_rows, 25),
]


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("--giants", action="store_true", help="Kayles rows of 2^32 and 2^36 states as well")
    chosen = asked.parse_args()
    compiler = cpp_compiler()
    print_machine(compiler)
    agreed = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program = compiled(compiler, "masks", Path(folder))
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        for name, game, moves, most in GAMES:
            bits = 15 if chosen.smallest else most
            whole = f"{name}, 2^{bits} states x {len(moves(bits))} moves"
            agreed &= compared(whole, [program, game, str(bits)], moves(bits), bits, chosen.runs)
    print(f"\n{'on the clock':52}{'1 thread':>10}{'2 threads':>10}{'ratio':>8}")
    bits = 15 if chosen.smallest else 31
    threads(f"Kayles rows, 2^{bits} outcomes", kayles_rows(bits), bits)
    if chosen.giants:
        print(f"\n{'on the clock, all cores':52}{'':10}{'grundy':>10}")
        agreed &= giants()
    return 0 if agreed else 1


def row(name: str, plain: float, ours: float) -> None:
    print(f"{name:52}{plain:10.4f}{ours:10.4f}{ratio(ours, plain, 3):>8}", flush=True)


def compared(name: str, command: list[str], moves: Moves, bits: int, runs: int) -> bool:
    plain = {what: [run([*command, what]) for _ in range(min(runs, 2))] for what in ("values", "outcomes")}
    seconds = {what: min(float(error) for *_, error in found) for what, found in plain.items()}
    table, lost = bitsliced.values(moves, bits, threads=1), bitsliced.outcomes(moves, bits, threads=1)
    row(f"{name}, values", seconds["values"], least(lambda: bitsliced.values(moves, bits, threads=1), runs))
    outcomes = least(lambda: bitsliced.outcomes(moves, bits, threads=1), runs)
    row(f"{name}, outcomes", seconds["outcomes"], outcomes)
    row(f"{name}, outcomes for values", seconds["values"], outcomes)
    counts = table.histogram()
    found = [counts[0], sum(v * count for v, count in enumerate(counts)), table.value((1 << bits) - 1)]
    same = agree(f"{name}, values", plain["values"][0][1].split(), [str(number) for number in found])
    return same & agree(f"{name}, outcomes", plain["outcomes"][0][1].split(), [str(lost.p_positions())])


def threads(name: str, moves: Moves, bits: int) -> None:
    """Outcomes by one thread and by two in turn, three times; the least of each."""
    times: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for count, found in times.items():
            begin = time.perf_counter()
            bitsliced.outcomes(moves, bits, threads=count)
            found.append(time.perf_counter() - begin)
    row(name, min(times[1]), min(times[2]))


def giants() -> bool:
    begin = time.perf_counter()
    table = bitsliced.values(kayles_rows(32), 32)
    print(f"{'Kayles rows, 2^32 values':62}{time.perf_counter() - begin:10.1f}", flush=True)
    lost = table.p_positions()
    del table
    begin = time.perf_counter()
    rows = bitsliced.outcomes(kayles_rows(36), 36, memory=2**34)
    print(f"{'Kayles rows, 2^36 outcomes':62}{time.perf_counter() - begin:10.1f}", flush=True)
    return agree("Kayles rows", [str(lost)], [str(bitsliced.SlicedOutcomes(32, rows.words[: 2**26]).p_positions())])


if __name__ == "__main__":
    sys.exit(main())

"""One search of a board by 1, 2, 4, ... cores, beside as many searches of their own side by side.

    python benchmarks/cores_speed.py [--cores N ...] [--seconds S] [--memory GIB] [--smallest] [ROWSxCOLUMNS]

A full board of Cram, by proof numbers. Two columns of positions a second are to be compared: those of one search by N
cores, and those of N processes with a core each, every one with tables of its own, in their first S seconds; the
first over the second is the ratio that cores keep when they search together. That before it is of positions in a
CPU second, which other work on the machine disturbs less; it does not see cores that wait. Positions visited and the
time on the clock are those of the whole search. Where more positions are visited than by one core, cores did what one
would not have done. The table of small sets is made before the clock starts. Everything is compiled before. No C++;
nothing else should run.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from grundy.engines.search.board import prepare  # noqa: E402
from grundy.engines.search.driver import BoardQuestion, BoardSearch  # noqa: E402
from grundy.engines.search.tables import SIZES, Sizes  # noqa: E402
from grundy.games.placement import full_field, piece  # noqa: E402

CRAM = (piece("oo"), piece("o/o"))
GIB = 2**30


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("board", nargs="?", default="3x19", metavar="ROWSxCOLUMNS")
    asked.add_argument("--cores", type=int, nargs="+", help="1 2 4 8 ... as far as there are processors")
    asked.add_argument("--seconds", type=float, default=15, metavar="S", help="of the searches side by side (15)")
    asked.add_argument("--memory", type=float, default=4, metavar="GIB", help="for the tables of one search (4)")
    asked.add_argument("--smallest", action="store_true", help="a size that says nothing of speed")
    given = asked.parse_args()
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    cores = given.cores or ([1, 2] if given.smallest else [n for n in (1, 2, 4, 8, 16, 32, 64) if n <= there])
    board = "3x11" if given.smallest else given.board
    seconds, small = (1.0, 20) if given.smallest else (given.seconds, SIZES.wide_places)
    how = board, small, int(given.memory * GIB)
    print(f"{there} processors, {platform.machine()}, Python {platform.python_version()}; Cram {board}", flush=True)
    answer(*how[:1], 12, how[2], 2, None)  # compiled here, and read from the disk by the others
    heads = f"{'cores':>5}{'value':>6}{'positions':>12}{'seconds':>9}{'a second':>11}{'side by side':>14}"
    print(f"{heads}{'of CPU':>8}{'ratio':>7}")
    values = set()
    for count in cores:
        ((value, positions, took, busy),) = together(1, (*how, count, None))
        alone = together(count, (*how, 1, seconds))
        apart = sum(nodes / spent for _, nodes, spent, _ in alone)
        of_cpu = positions / busy / (sum(one[1] for one in alone) / sum(one[3] for one in alone))
        values.add(value)
        told = f"{count:>5}{value:>6}{positions:>12,}{took:>9.1f}{positions / took:>11,.0f}{apart:>14,.0f}"
        print(f"{told}{of_cpu:>8.2f}{positions / took / apart:>7.2f}", flush=True)
    return 0 if len(values) == 1 else 1


def together(count: int, asked: tuple[Any, ...]) -> list[tuple[int, int, float, float]]:
    """What so many processes say that are asked the same at once."""
    context = multiprocessing.get_context("spawn")
    gate, said = context.Barrier(count), context.SimpleQueue()
    workers = [context.Process(target=worker, args=(gate, said, asked)) for _ in range(count)]
    for one in workers:
        one.start()
    found = [said.get() for _ in workers]
    for one in workers:
        one.join()
    return found


def worker(gate: Any, said: Any, asked: tuple[Any, ...]) -> None:
    """One process: its tables are made, then all begin together."""
    said.put(answer(*asked, gate.wait))


def answer(
    board: str, small: int, memory: int, cores: int, seconds: float | None, begin: Any = lambda: None
) -> tuple[int, int, float, float]:
    """Value (-1: stopped before), positions, seconds and CPU seconds of one search."""
    rows, columns = (7, 3) if small == 12 else map(int, board.split("x"))
    sizes = Sizes(team_nodes=1)  # all cores from the start
    field = full_field(rows, columns, CRAM)
    search = BoardSearch(prepare(field), False, memory, "proof-numbers", small, cores=cores, sizes=sizes)
    search.tables = search._tables()
    work = search.answers([BoardQuestion((1 << rows * columns) - 1)])
    begin()
    began, cpu = time.monotonic(), time.process_time()
    while seconds is None or time.monotonic() < began + seconds:
        try:
            next(work)
        except StopIteration as done:
            return done.value[0], search.nodes, time.monotonic() - began, time.process_time() - cpu
    return -1, search.nodes, time.monotonic() - began, time.process_time() - cpu


if __name__ == "__main__":
    sys.exit(main())

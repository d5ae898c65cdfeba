"""One board by its openings, on 1, 2, 4 and 8 workers that share what they settle: positions in all, and the longest.

    python benchmarks/sharing_speed.py [--workers N ...] [--smallest] [ROWSxCOLUMNS]

A full board of Cram, its value and its winning moves, as `grundy solve cram 5x8 --cluster ADDRESS` asks for them. One
process plays all workers, each with tables of its own, and time is counted in positions, 350,000 a second: so the load
of the machine says nothing, and each run prints the same. What is sent and read takes no time here. The first row is
one machine without openings; `in all` is what the workers searched together, `ratio` that over the first row; `longest`
is what the clock would show, waits included, and `sent` what came home and was taken along, packed as it is sent.
"""

from __future__ import annotations

import argparse
import heapq
import platform
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

import grundy  # noqa: E402
from grundy.engines.options import SearchOptions  # noqa: E402
from grundy.engines.search import (  # noqa: E402
    driver,
    openings,
    tables,
)
from grundy.engines.search.asker import Asker  # noqa: E402
from grundy.engines.search.board import as_sets  # noqa: E402
from grundy.engines.search.openings import Openings  # noqa: E402
from grundy.engines.search.solver import SubsetSearch  # noqa: E402

A_SECOND = 350_000  # positions
METHOD = "proof-numbers"


class Workers:
    """Workers that are played by this process, and a clock that counts positions."""

    def __init__(self, count: int) -> None:
        self.count, self.calls, self.sent = count, 0, 0
        self.now = 0  # positions since the start: of the longest way to here
        self.askers = [Asker(SearchOptions(METHOD), misere=False, forecast_at=openings.NEVER) for _ in range(count)]

    def threads(self) -> int:
        return self.count

    def answers(self, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
        """As `runs.workers.answers`; a call is worked on when it is asked, and answered when its time has come."""
        idle, busy, at = list(range(self.count)), [], 0
        while busy or at < len(calls):
            while idle and at < len(calls):
                worker, call = idle.pop(), calls[at]
                answer = self._answer(worker, call)
                heapq.heappush(busy, (self.now + answer[4], at, worker, answer))
                self.sent += len(call[-1]) + len(answer[-1])
                at += 1
            self.now, _, worker, answer = heapq.heappop(busy)
            idle.append(worker)
            yield answer
        self.calls += at

    def _answer(self, worker: int, call: Sequence[Any]) -> Any:
        asker = self.askers[worker]
        openings._process = lambda: f"worker {worker}"  # type: ignore[assignment]
        openings._asker = lambda *_: asker  # type: ignore[assignment]
        begin_clock(asker)
        return openings.answer_opening(*call)


def begin_clock(asker: Asker) -> None:
    """Have time be counted in the positions of somebody's searches."""

    def clock() -> float:
        return sum(search.nodes for search in asker._searches.values()) / A_SECOND

    driver.monotonic = openings.process_time = clock  # type: ignore[assignment]


def solved(board: str, asker: Asker | Openings) -> tuple[Any, ...]:
    """Value and number of winning moves of a full board."""
    (part,) = grundy.parse(f"cram({board})").parts()
    sets = as_sets(part.rule.shape)
    assert sets
    engine = SubsetSearch(part.rule, sets, asker)
    options = SearchOptions(METHOD)
    answer = options.run(lambda saved: engine.work([part.state], saved))
    return answer.values[0], len(list(engine.moves_to(part.state, 0)))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("board", nargs="?", default="5x8", metavar="ROWSxCOLUMNS")
    asked.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4, 8], metavar="N")
    asked.add_argument("--smallest", action="store_true", help="a size that says nothing")
    given = asked.parse_args()
    board, counts = ("4x7", [1, 2]) if given.smallest else (given.board, given.workers)
    tables.small_table = cache(tables.small_table)  # type: ignore[assignment]
    openings.monotonic = lambda: 0.0  # type: ignore[assignment]  # no checkpoint is written
    print(f"{platform.machine()}, Python {platform.python_version()}; Cram {board}", flush=True)
    print(f"{'workers':>11}{'in all':>12}{'ratio':>7}{'longest':>12}{'ratio':>7}{'calls':>7}{'sent, MB':>10}")
    alone = Asker(SearchOptions(METHOD), misere=False, forecast_at=openings.NEVER)
    begin_clock(alone)
    expected = solved(board, alone)
    one = sum(search.nodes for search in alone._searches.values())
    print(f"{'one machine':>11}{one:>12,}{1:>7.2f}{one:>12,}{1:>7.2f}{'-':>7}{'-':>10}", flush=True)
    agree = True
    for count in counts:
        workers = Workers(count)
        found = Openings(SearchOptions(METHOD), workers)
        agree &= solved(board, found) == expected
        row = f"{count:>11}{found.positions:>12,}{found.positions / one:>7.2f}{workers.now:>12,}"
        print(f"{row}{workers.now / one:>7.2f}{workers.calls:>7,}{workers.sent / 1e6:>10.1f}", flush=True)
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())

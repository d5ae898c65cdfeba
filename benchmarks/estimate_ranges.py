"""Estimates of searches against the searches: how many come to their end within the range that was told before.

    python benchmarks/estimate_ranges.py [--most N] [--smallest] [EXPRESSION ...]
    python benchmarks/estimate_ranges.py --pace [--smallest]

For each position the range is told as `grundy solve --estimate` does it, from smaller boards; then the position is
searched, by one core, for its nim-value and its winning moves. Positions looked at are compared, which do not depend on
the machine. A search that passes N positions is stopped, and counts only if it must have missed the range; one of less
than 50,000, a fraction of a second, that was not told to take more counts neither way. The ratio is that of what the
search took to the middle of the range.

With --pace it is what a bar tells of tables, sequences and periods, of which it is known how much there is in all: once
a second, the time left is compared with what it took from then on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "src"))

import grundy  # noqa: E402
from grundy.engines.search.board import as_sets, prepare  # noqa: E402
from grundy.engines.search.driver import BoardQuestion, BoardSearch  # noqa: E402
from grundy.engines.search.forecast import forecast  # noqa: E402
from grundy.errors import Stopped  # noqa: E402
from grundy.notation.expression import parse  # noqa: E402
from grundy.runs.chunk import run_to_end  # noqa: E402
from grundy.runs.estimate import CLOSE, RunProgress  # noqa: E402
from grundy.runs.session import Limits, Session  # noqa: E402

SHORT = 50_000  # positions
BOARDS = """
cram 3x13|cram 3x14|cram 3x15|cram 4x9|cram 4x10|cram 5x7|cram 5x8|cram 6x6|cram 6x7
cram ..#......./........#./...#....../.........#
node-kayles grid:3x26|node-kayles grid:5x14|node-kayles grid:5x15|node-kayles grid:6x11|node-kayles grid:6x12
node-kayles kings:4x20|node-kayles kings:6x10|node-kayles queens:10|node-kayles queens:11|node-kayles rooks:6x7
node-kayles knights:6x8|node-kayles petersen:24,2|node-kayles torus:4x15|arc-kayles petersen:15,2
arc-kayles kings:3x7|arc-kayles kings:4x6|chomp 6x13|chomp 8x10|chomp 9x10|poset grid:4x15|poset schuh:4320
clobber 3x6|clobber 4x5|clobber 2x11|placement:ooo,o/o/o 4x12|placement:ooo,o/o/o 5x9|placement:ooo,o/o/o 6x7
placement:oo/oo 6x10|placement:oo/oo 7x9|placement:oo/o. 4x9|placement:oo/o. 5x7|placement:.x./xox/.x. 6x11
"""


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("positions", nargs="*", metavar="EXPRESSION")
    asked.add_argument("--most", type=float, default=6e6, metavar="N", help="positions of a search (6e6)")
    asked.add_argument("--smallest", action="store_true", help="small sizes")
    asked.add_argument("--pace", action="store_true", help="tables, sequences and periods, by their pace")
    given = asked.parse_args()
    if given.pace:
        return paced(SMALL_WORKS if given.smallest else WORKS)
    texts = given.positions or BOARDS.strip().replace("\n", "|").split("|")
    if given.smallest:
        texts = ["cram 3x12", "node-kayles grid:4x15"]
    print(f"{'position':44}{'':7}{'at least':>12}{'at most':>14}{'took':>12}{'ratio':>8}")
    within = known = 0
    for text in texts:
        told, took, whole = compared(text, int(given.most))
        if told is None:
            print(f"{text[:43]:44}{'no estimate: too small':>33}{took:>12,}{'-':>8}", flush=True)
            continue
        low, high = told.total()
        verdict = "within" if whole and low <= took <= high else "open" if not whole and took <= high else "missed"
        verdict = "short" if whole and took < SHORT and low < SHORT else verdict
        within += verdict == "within"
        known += verdict in ("within", "missed")
        ratio = f"{took / told.middle:.2f}" if whole else "-"
        print(f"{text[:43]:44}{verdict:7}{low:>12,.0f}{high:>14,.0f}{took:>12,}{ratio:>8}", flush=True)
    print(f"{within} of {known} that are not short lie within their ranges")
    return 0


# Work of which it is known how much there is in all.

WORKS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("table", "wythoff", {"box": (24_000, 24_000), "read": False}),
    ("table", "n -> n-k, for k in 1..n//2; n -> n//2, if n >= 1", {"states": 400_000, "read": False}),
    ("sequence", "grundys-game", {"upto": 1_000_000}),
    ("sequence", "octal:0.6", {"upto": 1_000_000}),
    ("sequence", "octal:0.106", {"upto": 100_000}),
    ("sequence", "octal:0.106", {"upto": 1_000_000}),
    ("sequence", "node-kayles:grid:3xN", {"upto": 16}),
    ("sequence", "chomp:4xN", {"upto": 24}),
    ("period", "octal:0.16", {}),
    ("period", "octal:0.45", {}),
)
SMALL_WORKS = (("table", "wythoff", {"box": (200, 200)}), ("sequence", "octal:0.6", {"upto": 2_000}))
LONGEST = 300.0  # seconds for one


def paced(works: Sequence[tuple[str, str, dict[str, Any]]]) -> int:
    """Print of each work how often the time left that was told was right within a factor of CLOSE."""
    close = told = 0
    for verb, game, size in works:
        seconds, off = readings(verb, game, size)
        near = sum(one <= CLOSE for one in off)
        close, told = close + near, told + len(off)
        name = f"{verb} {game} {next(iter(size.values()), '')}"
        worst = f"worst {max(off):.1f}" if off else ""
        print(f"{name[:70]:72}{seconds:>7.1f} s  {near} of {len(off)} {worst}", flush=True)
    print(f"{close} of {told} times that a time left was told, it was right within a factor of {CLOSE:.0f}")
    return int(5 * (told - close) > told)


def readings(verb: str, game: str, size: dict[str, Any]) -> tuple[float, list[float]]:
    """How long it took, and by which factor each time left was off that was told while at least a second was left."""
    said: list[tuple[float, float]] = []
    ends: list[float] = []
    began = time.monotonic()

    @contextmanager
    def show() -> Iterator[Callable[[RunProgress], None]]:
        def hear(progress: RunProgress) -> None:
            now = time.monotonic()
            if progress.left is not None and (not said or now - said[-1][0] >= 1):
                said.append((now, progress.left))

        yield hear
        ends.append(time.monotonic())

    with Session(Limits(time_limit=LONGEST), show=show) as session, suppress(Stopped):
        getattr(grundy, verb)(game, **size, session=session)
    off = []
    for now, left in said:
        end = next(end for end in ends if end >= now)  # of the work that was told of
        if end - now >= 1 and session.stopped is None:
            off.append(max(left / (end - now), (end - now) / left))
    return time.monotonic() - began, off


def compared(text: str, most: int) -> tuple[Any, int, bool]:
    """The forecast of a position, the positions that its search looked at, and whether it came to its end."""
    part = next(iter(parse(text).parts()))
    sets = as_sets(part.rule.shape)
    assert sets, f"{text} is no board, graph or order"
    field, read = sets.field(part.state)
    board = prepare(field)
    told = run_to_end(forecast(ready(board), board.inward(read(part.state))))
    search = ready(board)
    places = read(part.state)
    for question in questions(field, places):
        steps = search.answers([question], 0)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                if question.value is None and not done.value[0]:
                    return told, search.nodes, True
                break
            if search.nodes > most:
                return told, search.nodes, False
    return told, search.nodes, True


def ready(board: Any) -> BoardSearch:
    search = BoardSearch(board, forecast_at=2**62)
    search.tables = search._tables()
    return search


def questions(field: Any, places: int) -> Generator[BoardQuestion, None, None]:
    """For its nim-value, and of each move whether it wins."""
    yield BoardQuestion(places)
    for need, off, clear, flip in field.moves:
        if places & need == need and not places & off:
            yield BoardQuestion((places & ~clear) ^ flip, 0)


if __name__ == "__main__":
    sys.exit(main())

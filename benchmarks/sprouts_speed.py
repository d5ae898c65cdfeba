"""Sprouts: who wins, and nim-values, by couples of a land and a heap; beside SPOTS where that is installed.

    python benchmarks/sprouts_speed.py [--runs N] [--smallest] [SPOTS ...]

The search with the compiled moves, beside the same search with the moves of the rule in Python (up to six spots), and
beside `spots-solver` (https://github.com/cizektom/spots), whose times are those of whole processes. Each run begins
with nothing known. Values must agree. Times are CPU seconds, the least of N runs; the kernels are compiled before.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

from table_speed import cpu_name, options, ratio, run  # noqa: E402

import grundy  # noqa: E402
from grundy.engines.lands.moves import PartMoves, moves_of, plain_moves  # noqa: E402
from grundy.engines.lands.search import CoupleSearch  # noqa: E402
from grundy.games.sprouts import start, write_lands  # noqa: E402
from grundy.model.shapes import Lands  # noqa: E402

PLAIN_SPOTS = 6  # to which the rule's own moves take seconds
VALUED = 10  # spots to which the value is asked, and not who wins alone


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("spots", nargs="*", type=int, default=[5, 6, 7, 8, 9, 10, 11], metavar="SPOTS")
    given = asked.parse_args()
    shape = grundy.sprouts.shape
    assert isinstance(shape, Lands)
    compiled, plain = moves_of(shape), plain_moves(shape)
    solver = shutil.which("spots-solver")
    print(f"{cpu_name()}; CPU seconds, the least of all runs; ratio = grundy / SPOTS, or / Python without SPOTS")
    print(f"{'spots':8}{'question':>10}{'answer':>8}{'lands':>10}{'SPOTS':>10}{'Python':>10}{'grundy':>10}{'ratio':>8}")
    agreed = True
    for spots in [4] if given.smallest else given.spots:
        for question in ("winner", "value")[: 2 if spots <= VALUED else 1]:
            ours = [searched(compiled, spots, question) for _ in range(given.runs)]
            answer, lands, seconds = min(ours, key=lambda run: run[2])
            beside: dict[str, tuple[int, float]] = {}
            if solver:
                beside["SPOTS"] = theirs(solver, spots, question, given.runs)
            if spots <= PLAIN_SPOTS:
                beside["Python"] = searched(plain, spots, question)[::2]
            agreed &= all(other == answer for other, _ in beside.values())
            times = "".join(f"{beside[name][1]:10.3f}" if name in beside else " " * 10 for name in ("SPOTS", "Python"))
            told = ratio(seconds, next(iter(beside.values()))[1]) if beside else ""
            print(f"{spots:<8}{question:>10}{answer:>8}{lands:>10,}{times}{seconds:>10.3f}{told:>8}")
    return 0 if agreed else 1


def searched(moves: PartMoves, spots: int, question: str) -> tuple[int, int, float]:
    """The value, or 1 if the first player wins; the lands of which options were listed; and the time."""
    search, began = CoupleSearch(moves), time.process_time()
    parts = moves.parts(write_lands([start(spots)]))
    answer = search.value(parts) if question == "value" else int(not search.is_lost(parts))
    return answer, search.listed, time.process_time() - began


def theirs(solver: str, spots: int, question: str, runs: int) -> tuple[int, float]:
    """The same as SPOTS prints it, `0*5+*1 is Loss` last, and the time of its process, which leaves files."""
    words = [f"0*{spots}", "--algorithm", "dfpn", *(["--compute_nimber"] if question == "value" else [])]
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        timed = [run(["env", "-C", folder, solver, *words]) for _ in range(runs)]
    heap, told = re.findall(r"\+\*(\d+) is (Win|Loss)", timed[0][1])[-1]
    answer = int(heap) if question == "value" else int(told == "Win")
    return answer, min(seconds for seconds, _, _ in timed)


if __name__ == "__main__":
    sys.exit(main())

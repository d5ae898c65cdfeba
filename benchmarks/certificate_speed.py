"""How many heaps a second each kind of certificate is checked, by check.py and by check.c.

    python benchmarks/certificate_speed.py [--runs N] [--long] [--smallest]

Whole processes, reading included: CPU seconds, the least of N runs. Both checkers must say that all is proved, else the
exit status is 1. --long adds octal:0.354, ten million heaps by windows, by check.c alone.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import options, print_machine, ratio

from grundy.model.evidence import Evidence
from grundy.model.period import PeriodResult, Repetition
from grundy.notation.expression import parse_rule
from grundy.proof import certify, check

Case = tuple[str, int, int, tuple[int, int] | None, int]
CASES: list[Case] = [  # game, period, pre-period, mask and twist, values that may be listed
    ("octal:0.165", 1550, 5181, None, 10**6),
    ("octal:0.16", 149459, 105351, (30, 0), 10**6),
    ("octal:0.56", 144, 326640, (27, 0), 10**6),
    ("octal:0.16", 149459, 105351, (30, 0), 1),
    ("octal:0.127", 4, 46578, (17, 1), 1),
    ("take-away:10,40,121,161", 61291, 2509, None, 10**6),
]
SMALLEST: list[Case] = [("octal:0.77", 12, 71, None, 10**6), ("take-away:1,3,4", 7, 0, None, 10**6)]
LONG: list[Case] = [("octal:0.354", 1180, 10061916, (63, 0), 1)]


def main() -> int:
    asked = options(__doc__)
    asked.add_argument("--long", action="store_true", help="ten million heaps too")
    given = asked.parse_args()
    compiler = shutil.which(os.environ.get("CC", "cc"))
    if compiler is None:
        print("no C compiler: install one or name it in CC", file=sys.stderr)
        return 2
    print_machine(compiler, "CPU seconds, the least of all runs; ratio = check.py / check.c")
    good = True
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        program, file = Path(folder) / "check", Path(folder) / "certificate.txt"
        source = Path(check.__file__).with_suffix(".c")
        subprocess.run([compiler, "-O2", "-o", str(program), str(source)], check=True)
        print(f"{'':28}{'method':>10}{'heaps':>12}{'check.py /s':>14}{'check.c /s':>14}{'ratio':>8}")
        for game, p, e, space, listed in SMALLEST if given.smallest else CASES + LONG * given.long:
            heaps, method = write(file, game, Repetition(p, e), space, listed)
            python = least([sys.executable, "-I", check.__file__, str(file)], given.runs) if heaps < 10**6 else None
            c = least([str(program), str(file)], given.runs)
            good &= python != 0 and c > 0
            rates = "".join(
                f"{'-':>14}" if seconds is None else f"{heaps / seconds:14,.0f}" if seconds else f"{'refused':>14}"
                for seconds in (python, c)
            )
            print(f"{game:28}{method:>10}{heaps:12,}{rates}{ratio(python, c) if python and c else '-':>8}")
    return 0 if good else 1


def write(file: Path, game: str, found: Repetition, space: tuple[int, int] | None, listed: int) -> tuple[int, str]:
    """Write a certificate; how many heaps it is about, and its method."""
    rule = parse_rule(game)
    known = PeriodResult(game, "proved", found, 0, Evidence("proved", "published"), None, space)
    before, certify.MOST_LISTED = certify.MOST_LISTED, listed
    try:
        file.write_text("".join(f"{line}\n" for line in certify.certificate(rule, known)), encoding="ascii")
    finally:
        certify.MOST_LISTED = before
    with open(file, encoding="ascii") as stream:
        certificate = check.read(stream)
    return certificate.size, certificate.method


def least(command: Sequence[str], runs: int) -> float:
    """CPU seconds of a checker, at least a millisecond; 0 if it did not say that all is proved."""
    best = 0.0
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run(command, capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if not done.stdout.endswith("proved\n"):
            return 0.0
        spent = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        best = max(min(best or spent, spent), 0.001)
    return best


if __name__ == "__main__":
    sys.exit(main())

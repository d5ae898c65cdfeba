"""CPU seconds of the checker that is proved beside those of check.py, for certificates of every kind.

    make -C proofs/coq && python benchmarks/proved_speed.py [--runs N] [--smallest]

Whole processes, reading included: the least of N runs. Both must say that it is proved, else the exit status is 1.
Where grundy-proved is not built, that is said.
"""

from __future__ import annotations

import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from certificate_speed import CASES, SMALLEST, least, write
from click.testing import CliRunner
from table_speed import options, ratio

from grundy.cli.main import cli
from grundy.model.period import Repetition
from grundy.proof import check

ROOT = Path(__file__).resolve().parent.parent
PROVED = ROOT / "proofs/coq/grundy-proved"
GROWTH = ("all-but:3,17,40,99,205,333", "all-but:1")
SOLVED = ("cram 5x5", "node-kayles grid:3x10", "kayles '9 8 7'")
TABLES = (
    "wythoff --box 300x200",
    "wythoff --box 300x200 --outcomes",
    "wythoff --box 300x200 --misere",
    "kayles --states 2000",
    "octal:0.16 --states 100000",
    "take-away:1,2,3 --states 100000 --outcomes",
)
QUOTIENTS = ("octal:0.07 --to 30",)
EXAMPLES = (
    "cram-misere",
    "kayles-misere",
    "cram-symmetry",
    "triangles-matching",
    "kayles-quotient",
    "prove-mark",
    "prove-wythoff",
    "prove-fibonacci-nim",
    "prove-two-two",
    "prove-misere",
    "prove-large",
)


def main() -> int:
    given = options(__doc__).parse_args()
    good, built = True, PROVED.exists()
    if not built:
        print("of the proved checker nothing is measured: make -C proofs/coq builds grundy-proved")
    print(f"{'':46}{'proved, s':>11}{'check.py, s':>13}{'ratio':>8}")
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as folder:
        for name, file in certificates(Path(folder), given.smallest):
            ours = said([str(PROVED), str(file)], given.runs) if built else None
            python = least([sys.executable, "-I", check.__file__, str(file)], given.runs)
            good &= ours != 0 and python > 0
            first = (
                f"{ours:11.3f}{python:13.3f}{ratio(ours, python):>8}" if ours else f"{'-':>11}{python:13.3f}{'-':>8}"
            )
            print(f"{name:46}{first}", flush=True)
    return 0 if good else 1


def said(command: list[str], runs: int) -> float:
    """As `least`, of a program whose last line is another."""
    return least(["sh", "-c", '"$@" | sed "s/^proved, by the checker.*/proved/"', "sh", *command], runs)


def certificates(folder: Path, smallest: bool) -> Iterator[tuple[str, Path]]:
    """Names and files, one after the other."""
    for game, p, e, space, listed in SMALLEST if smallest else CASES:
        file = folder / f"{game.replace(':', '-')}-{listed}.txt"
        heaps, method = write(file, game, Repetition(p, e), space, listed)
        yield f"{game}, {heaps:,} heaps by {method}", file
    commands = [f"period {game}" for game in GROWTH[: 1 if smallest else 2]]
    commands += [f"solve {words}" for words in SOLVED] + [f"table {words}" for words in TABLES]
    commands += [f"quotient {words}" for words in QUOTIENTS]
    for number, command in enumerate(commands[:2] if smallest else commands):
        file = folder / f"{number}.txt"
        made(command, file)
        yield command, file
    for name in EXAMPLES[: 1 if smallest else None]:
        yield name, ROOT / f"proofs/coq/examples/{name}.txt"


def made(command: str, file: Path) -> None:
    """Have the command write its certificate."""
    words = shlex.split(command)
    more = ["--out", str(file.with_suffix(".npy")), "--no-store"] if words[0] == "table" else []
    done = CliRunner().invoke(cli, [*words, "--certificate", str(file), *more], catch_exceptions=False)
    if done.exit_code:
        raise SystemExit(f"grundy {command}: {done.output}")


if __name__ == "__main__":
    sys.exit(main())

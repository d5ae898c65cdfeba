"""The runs that faults.py kills: their commands and rules, and what they make."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass(frozen=True)
class Kind:
    """A kind of long work.

    name     for people
    words    of the command line
    files    that it makes, whole or not at all
    given    on standard input
    warm     a smaller question of the same kind, so that the victims find its kernels loaded
    cold     kernels of one's own rules are compiled anew, and kept
    folder   that it fills file by file, and that is looked at only in the end
    """

    name: str
    words: str
    files: tuple[str, ...] = ()
    given: str = ""
    warm: str = ""
    cold: bool = False
    folder: str = ""


CHESS = """
import grundy

@grundy.rule
def chess_row(row, *, width=20):
    free = -1
    for j in range(width):
        if not row >> j & 1:
            free = j
        elif free >= 0:
            yield row ^ 1 << j ^ 1 << free
"""
PAIR = """
import grundy

@grundy.rule
def pair(a, b):
    for k in range(1, a + 1):
        yield a - k, b
    for k in range(1, b + 1):
        yield a, b - k
    for k in range(1, min(a, b) + 1):
        yield a - k, b - k
"""
LISTED = """
import grundy

@grundy.rule
def listed(n):
    options = [n - amount for amount in (1, 3, 4) if amount <= n]
    yield from options
"""
SPLIT = """
import grundy

@grundy.rule
def split(n):
    for a in range(1, (n + 1) // 2):
        yield grundy.to(a, n - a)
"""
MASKS = """
import grundy

moves = [(3 << i | 1 << i, 0, 3 << i, 0) for i in range(25)] + [(1 << i, 0, 1 << i, 0) for i in range(26)]
kayles = grundy.masks_rule("kayles row", 26, moves)
"""
PILES = """
import grundy

@grundy.rule(canonical=lambda piles: tuple(sorted(piles)))
def piles(state):
    for i, n in enumerate(state):
        for k in range(1, n + 1):
            if k % 3 or k == n:
                yield (*state[:i], n - k, *state[i + 1 :])
"""


def certificate(count: int) -> str:
    """What proves the period of take-away by 1, 4 and 10, which is published (11, from 16 on), by so many values."""
    values: list[int] = []
    for n in range(27):
        left = {values[n - amount] for amount in (1, 4, 10) if amount <= n}
        values.append(min({0, 1, 2, 3} - left))
    values += (values[16:] * (count // 11))[: count - 27]
    head = "grundy-certificate 1\nkind period\namounts 1 4 10\nperiod 11\npreperiod 16\nmethod pairs\n"
    lines = [f"{n} {' '.join(map(str, values[n : n + 1000]))}\n" for n in range(0, count, 1000)]
    return f"{head}values {count}\n{''.join(lines)}end\n"


RULES = {
    "chess.py": CHESS,
    "pair.py": PAIR,
    "listed.py": LISTED,
    "split.py": SPLIT,
    "masks.py": MASKS,
    "own.py": PILES,
} | {"certificate.txt": certificate(400_000)}
TABLE = ("t.npy", "t.npy.sha256")
CERTIFIED = (*TABLE, "c.txt")


def rows() -> str:
    """A judge's file of 300 cases."""
    random = Random(5724)
    cases = []
    for _ in range(300):
        pieces = [random.sample(range(1, 21), random.randint(0, 20)) for _ in range(20)]
        cases.append("20\n" + "".join(f"{len(row)} {' '.join(map(str, row))}".rstrip() + "\n" for row in pieces))
    return f"{len(cases)}\n{''.join(cases)}"


KINDS = (
    Kind("period, sparse", "period octal:0.16", warm="period octal:0.165"),
    Kind("period, numbers", "period octal:0.106 --limit 400000", warm="period octal:0.106 --limit 20000"),
    Kind("period, naive", "period octal:0.6 --limit 40000", warm="period octal:0.6 --limit 9000"),
    Kind("period of one's own", "period split.py --limit 1200", warm="period split.py --limit 100"),
    Kind("period, certified", "period octal:0.16 --certificate c.txt", ("c.txt",), warm="period octal:0.165"),
    Kind("table of rows", "table chess.py --states 1000000 --out t.npy", TABLE, warm="table chess.py --states 9"),
    Kind("table of pairs", "table pair.py --box 400x400 --out t.npy", TABLE, warm="table pair.py --box 9x9"),
    Kind("table, uncompiled", "table listed.py --states 60000 --out t.npy", TABLE),
    Kind("table of sums", "table split.py --states 4000 --out t.npy", TABLE, warm="table split.py --states 9"),
    Kind("table of outcomes", "table chess.py --states 1000000 --outcomes --out t.npy", TABLE),
    Kind("table, misère", "table chess.py --states 1000000 --misere --out t.npy", TABLE),
    Kind("table of masks", "table masks.py --states 4194304 --out t.npy", TABLE, warm="table masks.py --states 70000"),
    Kind("table of a known game", "table kayles --states 300000 --out t.npy", TABLE, warm="table kayles --states 9"),
    Kind("table in memory", "table chess.py --states 1000000", warm="table chess.py --states 9"),
    Kind("table, compiled anew", "table chess.py --states 300000 --out t.npy", TABLE, cold=True),
    Kind("guess, in the end wrong", "check listed.py '(0, 1, 0, 1, 2, 3, 2)[n % 7] if n < 30000 else 9' --to 60000"),
    Kind("guess that holds", "check listed.py '(0, 1, 0, 1, 2, 3, 2)[n % 7]' --to 40000"),
    Kind("search", "solve cram 6x6", warm="solve cram 4x4"),
    Kind("option values", "options cram 4x7", warm="options cram 4x4"),
    Kind("search by mex", "solve cram 4x6 --method mex", warm="solve cram 3x3 --method mex"),
    Kind("search, certified", "solve cram 3x6 --certificate c.txt", ("c.txt",), warm="solve cram 3x3"),
    Kind("strategy", "solve cram 3x6 --strategy c.txt", ("c.txt",), warm="solve cram 3x3 --strategy w.txt"),
    Kind("value, listed", "solve split.py 250 --certificate c.txt", ("c.txt",)),
    Kind("strategy in misère play", "solve kayles 9 8 7 --misere --strategy c.txt", ("c.txt",)),
    Kind("table, certified", "table listed.py --states 20000 --out t.npy --overwrite --certificate c.txt", CERTIFIED),
    Kind("misère play of one's own", "solve split.py 40 --misere"),
    Kind("search of one's own", "solve own.py '(7, 9, 11, 8)'", warm="solve own.py '(2, 3)'"),
    Kind("atlas", "atlas --codes 0.07,0.16,0.37,0.44,0.45 --limit 30000 --cores 2", warm="period octal:0.07"),
    Kind("atlas in one process", "atlas --codes 0.16,0.165,0.37,0.44 --limit 30000 --cores 1 --csv"),
    Kind("certificate in pieces", "verify certificate.txt --cores 2"),
    Kind("sequence", "sequence octal:0.16 --to 60000 --bfile", warm="sequence octal:0.165 --to 50"),
    Kind("picture", "sequence kayles --plot p.svg", ("p.svg",)),
    Kind("judge", "judge hdu5724-chess", given=rows()),
    Kind("site", "serve --write site --pyodide pyodide", folder="site"),
    Kind("saved game", "play nim 3 4 5", ("saved.json",), given="1\nsave saved.json\nquit\n"),
)

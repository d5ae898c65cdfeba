"""What each verb answers in each convention: the commands of a page, which are run, and why the others are none.

tests/generated.py puts the tables into docs/reference/conventions.md.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from command import grundy

PLAYS = {"normal": "normal", "outcomes": "who wins alone", "misere": "misère", "loopy": "loopy"}


class Run(NamedTuple):
    """A cell with an answer: the command, how its telling line begins, and what is typed meanwhile."""

    command: str
    begins: str = ""
    stdin: str = ""


class Empty(NamedTuple):
    """A cell without one: the theorem that makes it empty."""

    why: str


class Unbuilt(NamedTuple):
    """A cell without one that no theorem makes empty: what there would have to be."""

    why: str


Cell = Run | Empty | Unbuilt

ENDS = "play of heaps ends; loopy values are then those of normal play, and no position is drawn (Smith 1966)"
BY_VALUES = "the nim-values say it: the second player wins where the value is 0 (Sprague 1935; Grundy 1939)"
CYCLE = "graph '1 2/2 1/2 3/3 4/@ 2'"
TURN = "'rule:(a, b) -> (b, a), if a >= 1; (a, b) -> (a-1, b), if a >= 2'"
LETTERS = "".join("P" if n % 4 == 1 else "N" for n in range(40))

MATRIX: dict[str, dict[str, Cell]] = {
    "solve": {
        "normal": Run("solve nim 1 2 2"),
        "outcomes": Run("solve cram 8x9"),
        "misere": Run("solve nim 1 2 2 --misere"),
        "loopy": Run(f"solve {CYCLE} --loopy"),
    },
    "solve --lines": {
        "normal": Run("solve --lines -", stdin="nim(1 2)\n"),
        "outcomes": Run("solve --lines -", stdin="cram(8x9)\n"),
        "misere": Run("solve --lines - --misere", stdin="nim(1 2)\n"),
        "loopy": Run("solve --lines - --loopy", stdin="nim(1 2)\n"),
    },
    "solve --certificate": {
        "normal": Run("solve nim 1 2 --certificate value.txt", "Certificate"),
        "outcomes": Run("solve nim 1 2 --strategy reply.txt", "Strategy"),
        "misere": Run("solve nim 1 2 --misere --strategy reply.txt", "Strategy"),
        "loopy": Unbuilt("FORMAT.md has no kind with the ranks of positions, which would show what is drawn"),
    },
    "options": {
        "normal": Run("options nim 1 2 2"),
        "outcomes": Empty(BY_VALUES.replace("the nim-values say it", "the values of the options say which moves win")),
        "misere": Run("options nim 1 2 2 --misere"),
        "loopy": Run(f"options {CYCLE} --loopy"),
    },
    "sequence": {
        "normal": Run("sequence kayles --to 30", "Computed"),
        "outcomes": Run("sequence kayles --to 30 --outcomes"),
        "misere": Run("sequence kayles --to 30 --misere"),
        "loopy": Run(f"sequence {TURN} --of '(n, 1)' --to 20 --loopy"),
    },
    "table": {
        "normal": Run("table wythoff --to 30"),
        "outcomes": Run("table wythoff --to 30 --outcomes"),
        "misere": Run("table kayles --to 60 --misere"),
        "loopy": Run(f"table {TURN} --to 3 --loopy"),
    },
    "table --of": {
        "normal": Run("table wythoff --of '(n, 2 * n)' --to 30"),
        "outcomes": Run("table wythoff --of '(n, 2 * n)' --to 30 --outcomes"),
        "misere": Run("table wythoff --of '(n, 2 * n)' --to 30 --misere"),
        "loopy": Run(f"table {TURN} --of '[(n, n), (n, 0)]' --to 5 --loopy"),
    },
    "table --certificate": {
        "normal": Run("table wythoff --to 9 --out w.npy --certificate w.txt", "Computed"),
        "outcomes": Run("table wythoff --to 9 --outcomes --out o.npy --certificate o.txt", "Computed"),
        "misere": Run("table wythoff --to 9 --misere --out m.npy --certificate m.txt", "Computed"),
        "loopy": Unbuilt("a file of outcomes has one bit a state, and a draw is a third outcome"),
    },
    "check": {
        "normal": Run("check take-away:1,2,3 'n % 4' --to 100"),
        "outcomes": Run("check take-away:1,2,3 'n % 4 > 0' --to 100 --outcomes"),
        "misere": Run("check take-away:1,2,3 'n % 4 != 1' --to 100 --misere"),
        "loopy": Run(f"check {TURN} '(-1)' --start 1 --to 5 --loopy"),
    },
    "guess": {
        "normal": Run("guess -", "  ", stdin=" ".join(str(n % 4) for n in range(40))),
        "outcomes": Run("guess -", "  ", stdin=" ".join("PNNN" * 10)),
        "misere": Run("guess -", "  ", stdin=" ".join(LETTERS)),
        "loopy": Run("guess -", "  ", stdin=" ".join("PNDD" * 10)),
    },
    "guess --of": {
        "normal": Run("guess take-away:1,2,3 --of '2 * n' --to 30", "  "),
        "outcomes": Run("guess wythoff --of '(n, 2 * n)' --to 30 --outcomes", "  "),
        "misere": Run("guess take-away:1,2,3 --of n --to 39 --misere", "  "),
        "loopy": Run(f"guess {TURN} --of '(n, n)' --to 20 --loopy", "  "),
    },
    "oeis": {
        "normal": Run("oeis write A002186 kayles --to 20"),
        "outcomes": Run("oeis write A008586 take-away:1,2,3 --to 40 --outcomes"),
        "misere": Run("oeis write A016813 take-away:1,2,3 --to 40 --misere"),
        "loopy": Unbuilt("an entry lists P-positions and takes all others for N-positions, of which some are drawn"),
    },
    "period": {
        "normal": Run("period kayles"),
        "outcomes": Empty("the outcomes have the period of the values, or one that divides it: " + BY_VALUES),
        "misere": Empty("`quotient` says how heaps repeat in every sum (Plambeck & Siegel 2008)"),
        "loopy": Empty(ENDS),
    },
    "quotient": {
        "normal": Empty("the quotient of normal play is that of Nim: " + BY_VALUES),
        "outcomes": Empty(BY_VALUES),
        "misere": Run("quotient kayles --to 4"),
        "loopy": Empty(ENDS),
    },
    "genus": {
        "normal": Empty("each position is worth a heap of Nim: the value is all of it (Sprague 1935; Grundy 1939)"),
        "outcomes": Empty(BY_VALUES),
        "misere": Run("genus kayles --to 4"),
        "loopy": Empty(ENDS),
    },
    "prove": {
        "normal": Run("prove take-away:1,2,3", "Proved"),
        "outcomes": Run("prove take-away:1,2,3 --p-positions", "Proved"),
        "misere": Run("prove take-away:1,2,3 --misere", "Proved"),
        "loopy": Unbuilt("proofs go by a measure that every move lowers; where play comes back they need ranks"),
    },
    "stress": {
        "normal": Run("stress --values nim echo 0"),
        "outcomes": Run("stress nim echo second"),
        "misere": Run("stress --misere nim echo second"),
        "loopy": Run("stress --loopy wythoff echo second"),
    },
    "stress --of": {
        "normal": Run("stress --values --of '(n, n)' wythoff echo 0"),
        "outcomes": Run("stress --of '(n, 2 * n)' wythoff echo first"),
        "misere": Run("stress --misere --of '(n, n)' wythoff echo second"),
        "loopy": Run("stress --loopy --of '(n, n)' wythoff echo second"),
    },
    "judge": {
        "normal": Run("judge nim-product-64", stdin="1\n2 3\n"),
        "outcomes": Run("judge piles", stdin="1 2\n"),
        "misere": Run("judge piles --play misere", stdin="1 2\n"),
        "loopy": Run(
            "judge graph --play loopy",
            stdin='{"nodes": [1, 2, 3, 4], "edges": [[1, 2], [2, 1], [2, 3], [3, 4]], "tokens": [1]}',
        ),
    },
    "play": {
        "normal": Run("play nim 1 2", stdin="quit\n"),
        "outcomes": Run("play cram 8x9", stdin="quit\n"),
        "misere": Run("play nim 1 2 --misere", stdin="quit\n"),
        "loopy": Run(f"play {CYCLE} --loopy", stdin="quit\n"),
    },
}  # fmt: skip
PILES = '''import grundy


@grundy.rule
def piles(sizes):
    """Nim, on a tuple of piles."""
    for i, n in enumerate(sizes):
        for left in range(n):
            yield tuple(sorted(sizes[:i] + (left,) + sizes[i + 1 :]))
'''
KINDS = {  # a position of each kind of rule, as it is typed
    "heaps of a code": "kayles 5",
    "heaps of amounts": "take-away:1,2,3 5 6",
    "numbers, of a typed rule": "'rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1' 9",
    "pairs": "wythoff 3 6",
    "tuples, of a rule of yours": "piles.py '(1, 2, 3)'",
    "boards": "cram 3x3",
    "graphs": "node-kayles grid:2x3",
    "a token on a graph": "graph '1 2/2 3/3 4/@ 1'",
    "coins": "ruler THTHHT",
    "positions played together": "'conjunctive(nim(3 4), kayles(5))'",
    "sums": "'kayles(5) + nim(2)'",
}
KIND_PLAYS = {"normal": "", "misere": " --misere", "loopy": " --loopy"}
ELSEWHERE = {  # commands that are not about positions in some play
    "atlas", "class", "games", "nimber", "resume", "runs", "serve", "verify",
}  # fmt: skip


@contextmanager
def _in_a_folder() -> Iterator[None]:
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def answer(run: Run) -> str:
    """The telling line of what a command prints. Raises ValueError: there is none, or the command refuses."""
    done = grundy(*shlex.split(run.command), stdin=run.stdin.encode())
    if done.status not in (0, 1):
        raise ValueError(f"grundy {run.command}: exit status {done.status}: {done.err}")
    lines = [line for line in done.out.splitlines() if line.strip()]
    wanted = [line for line in lines if (line.startswith(run.begins) if run.begins else not line[0].isspace())]
    if not wanted:
        raise ValueError(f"grundy {run.command}: expected a line that begins with {run.begins!r}, found {done.out!r}")
    return wanted[0].strip()


MOST_TYPED = 40  # characters of what is typed
SHORT = {"The first player wins": "N", "The second player wins": "P"}


def conventions() -> str:
    """A table of verbs and plays, why some do not answer, and the commands of those that do."""
    lines = [f"| verb | {' | '.join(PLAYS.values())} |", f"|---|{'---|' * len(PLAYS)}"]
    whys: list[str] = []
    for verb, cells in MATRIX.items():
        lines.append(f"| `{verb}` | {' | '.join(_short(cells[play], whys) for play in PLAYS)} |")
    lines += ["", *(fill(f"{at}. {why}.", 120, subsequent_indent="   ") for at, why in enumerate(whys, start=1))]
    lines += ["", "| verb | play | command |", "|---|---|---|"]
    for verb, cells in MATRIX.items():
        runs = [(PLAYS[play], cell) for play, cell in cells.items() if isinstance(cell, Run)]
        lines += [_row(verb if at == 0 else "", play, run) for at, (play, run) in enumerate(runs)]
    return "\n".join(lines) + "\n"


def answers() -> Iterator[str]:
    """The telling line of each command, with its verb and its play."""
    with _in_a_folder():
        for verb, cells in MATRIX.items():
            for play, cell in cells.items():
                if isinstance(cell, Run):
                    yield f"{verb}, {PLAYS[play]}: {answer(cell)}"


def _short(cell: Cell, whys: list[str]) -> str:
    """Whether a verb answers, or the number of the reason why not."""
    if isinstance(cell, Run):
        return "yes"
    why = f"{'None' if isinstance(cell, Empty) else 'Not built'}: {cell.why}"
    if why not in whys:
        whys.append(why)
    return f"({whys.index(why) + 1})"


def kinds_of_rules() -> str:
    """Who wins a position of each kind of rule, in each play."""
    names = [PLAYS[play] for play in KIND_PLAYS]
    lines = ["```python", f"# piles.py\n{PILES}```", ""]
    lines += [f"| kind | `grundy solve` | {' | '.join(names)} |", f"|---|---|{'---|' * len(names)}"]
    with _in_a_folder():
        Path("piles.py").write_text(PILES, encoding="utf-8")
        for kind, position in KINDS.items():
            cells = [_outcome(answer(Run(f"solve {position}{option}", "The "))) for option in KIND_PLAYS.values()]
            typed = position.replace("|", "\\|")
            lines.append(f"| {kind} | `{typed}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def _outcome(said: str) -> str:
    """The letter of an outcome, and the nim-value where it is said."""
    value = re.search(r"nim-value (\d+)", said)
    (letter,) = [letter for words, letter in SHORT.items() if said.startswith(words)]
    return f"{letter}, {value[1]}" if value else letter


def _row(verb: str, play: str, run: Run) -> str:
    typed = f"{_typed(run.stdin)}grundy {run.command}".replace("|", "\\|")
    return f"| {f'`{verb}`' if verb else ''} | {play} | `{typed}` |"


def _typed(stdin: str) -> str:
    """What is typed into a command, as a shell has it."""
    text = " ".join(stdin.split())
    return f"echo {shlex.quote(text if len(text) <= MOST_TYPED else f'{text[:MOST_TYPED]}...')} | " if text else ""

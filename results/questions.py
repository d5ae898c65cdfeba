"""Questions that people asked in public places, each typed as such a person would first type it: answered, and when.

    python results/questions.py [--limit SECONDS] > results/questions.md

The right answers are the statements' samples, published values or plain recursion; a text that must stand in what is
printed is each one's. Times are seconds of a processor, start included, and so is the limit: other work on the machine
changes neither. SEEN says where a statement was read; the others were typed from memory, and may be told differently.
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from pathlib import Path

FOLDER = Path(__file__).resolve().parent / "questions"
TREE = (FOLDER / "t200.txt").read_text(encoding="ascii").strip()
CARDS = "(31,4,4,4,4,4,4)"
FIRST, SECOND = "The first player wins", "The second player wins"
SQUARES = "rule:n -> n-k*k, for k in 1..n if k*k <= n"
DIVISORS = "rule:n -> n-k, for k in 1..n-1 if n % k == 0"
CYCLES = "rule:n -> k & n-k, for k in 1..n-1"
POWERS = "rule:n -> n-2**k, for k in 0..9 if 2**k <= n"
OWN_POWERS = "rule:n -> n-k**k, for k in 1..9 if k**k <= n"
TWICE = "rule:n -> n-2*b & n-b, for b in 1..n//2"
FACTORS = "rule:n -> k, for k in 1..n-1 if n % k == 0"
HALF = "rule:n -> n-k, for k in 1..n//2"

QUESTIONS: tuple[tuple[str, str, str], ...] = (
    ("LightOJ 1296, one pile", "solve c01_half.py 1000000000", FIRST),
    ("LightOJ 1296, two piles", "solve c01_half.py 1000000000 999999999", FIRST),
    ("stacks until all are 1 or 2 high", "solve c03b.py '(7,)'", ""),
    ("a pile into unequal piles", "sequence c04_distinct.py --to 30", ""),
    ("a node goes with its ancestors, 9 nodes", "solve c07_forest.py 'frozenset({1,2,3,4,5,6,7,8,9})'", ""),
    ("the same, 200 nodes", f"solve poset {shlex.quote(TREE)} --moves 0", "120"),
    ("AtCoder ARC 091 F, a table", "table c08_strange.py --states 3000 --set k=4", "n // 4 if n % 4 == 0"),
    ("Codeforces 1312F, a table", "table c09_castle.py --box 2000x3 --set x=2 --set y=3 --set z=5", "+ 7"),
    ("number game", "solve c11_numbers.py '{2,3,4,5,6,7,8,9,10}'", ""),
    ("Ferguson I.1.3, cards", f"solve c12_cards.py {shlex.quote(CARDS)}", ""),
    ("Codeforces 346A, a set", "solve c16_diff.py '{17,40}'", SECOND),
    ("Codeforces 346A, a mask that grows", f"solve c16b.py {1 << 17 | 1 << 40}", SECOND),
    ("Codeforces 346A, a mask that falls", f"solve c16c.py {(1 << 40) - 1 ^ 1 << 16 ^ 1 << 39}", SECOND),
    ("misère, two stacks", "table c19_double.py --box 40x40 --misere", "P-positions"),
    ("Project Euler 325, a table", "table c20b.py --box 300x300", "golden"),
    ("POJ 1740", "solve c26_1740.py '(1,2,3,4)'", FIRST),
    ("LeetCode 292", "solve take-away:1,2,3 1348820612", SECOND),
    ("LeetCode 1025", f"solve {shlex.quote(DIVISORS)} 1000", FIRST),
    ("LeetCode 1510", f"solve {shlex.quote(SQUARES)} 17", SECOND),
    ("LeetCode 1510, the largest", f"solve {shlex.quote(SQUARES)} 100000", ""),
    ("Codeforces 705B", f"solve {shlex.quote(CYCLES)} 1 2", FIRST),
    ("Project Euler 301", "solve nim 5 10 15", SECOND),
    ("Project Euler 306", "solve octal:0.07 43", SECOND),
    ("Project Euler 306, a million squares", "solve octal:0.07 1000000", FIRST),
    ("AtCoder DP K", "solve take-away:2,3 5", SECOND),
    ("CSES Stick Game", "sequence take-away:1,3,4 --to 10", "0  1  0  1  2  3  2  0  1  0  1"),
    ("CSES Grundy's Game", "solve grundys-game 7", SECOND),
    ("CSES Grundy's Game, the largest", "solve grundys-game 1000000", FIRST),
    ("CSES Staircase Nim", "solve staircase-nim 0 2 1", FIRST),
    ("Codeforces 1194D", "solve take-away:1,2,4 4", FIRST),
    ("HDU 1847", f"solve {shlex.quote(POWERS)} 999", SECOND),
    ("HDU 1525, Euclid's game", "solve euclid 15 24", SECOND),
    ("POJ 3480, misère Nim", "solve nim 3 5 1 --misere", FIRST),
    ("Chomp, who wins", "solve chomp 3x7", FIRST),
    ("Kayles, nine pins", "solve kayles 9", "nim-value 4"),
    ("Wythoff's game, large piles", "solve wythoff 1000000000 1618033989", ""),
    ("Cram on 8x9, with a limit", "solve cram 8x9 --time-limit 9s", FIRST),
    ("Node Kayles on 7x9, with a limit", "solve node-kayles grid:7x9 --time-limit 9s", FIRST),
    ("CodeChef EXPGAME, five stones", f"solve {shlex.quote(OWN_POWERS)} 5", SECOND),
    ("Mathematics SE 95518, B of A stones, twice", f"sequence {shlex.quote(TWICE)} --to 19", "0  1  2  2  1  4  4"),
    ("Kattis, Cuboid Slicing Game, a table", "table q_cuboid.py --box 10x10x10", "P-positions: 273"),
    ("HackerRank, A Chessboard Game, 5 2", "solve q_pawns.py 5 2", SECOND),
    ("HackerRank, A Chessboard Game, 8 8", "solve q_pawns.py '(8,8)'", FIRST),
    ("HackerRank, Permutation game", "solve q_sorted.py '(5,3,2,1,4)'", SECOND),
    ("HackerRank, Tower Breakers Revisited", f"solve {shlex.quote(FACTORS)} 1 2 3", SECOND),
    ("HackerRank, Bowling Pins, IXXI", "solve kayles 1 1", SECOND),
    ("Codeforces 87C, 100 stones", "solve q_87c.py 100", "to 9 and 10 and 11 and 12 and 13 and 14 and 15 and 16"),
    ("Codeforces 87C, the largest", "solve q_87c.py 100000", ""),
    ("Codeforces 255E", "solve q_255e.py 1 2 3 4 5 6 7 8 9 10", FIRST),
    ("Codeforces 255E, the largest", "solve q_255e.py 777777777777", ""),
    ("Codeforces 603C, two piles of half", "solve q_603c.py 3", SECOND),
    ("Codeforces 603C, the largest", "solve q_603c.py 1000000000", ""),
    ("POJ 2311, 4 by 2", "solve q_2311.py '(4,2)'", FIRST),
    ("POJ 2311, the largest", "solve q_2311.py '(200,200)'", ""),
    ("POJ 2960, S-Nim", "solve take-away:2,5 5 12", SECOND),
    ("LeetCode 294, as a string", "solve q_294.py '++++'", FIRST),
    ("HDU 3032", "solve laskers-nim 2 2 3", FIRST),
    ("UVa 1482, the largest", f"solve {shlex.quote(HALF)} 1000000000000000000", FIRST),
    ("Double Take, in misère play", "solve take-away:1,2,3 4 5 --misere", SECOND),
    ("misère Nim with 3, 5 and 7", "solve nim 3 5 7 --misere", FIRST),
)

SEEN = {
    "LightOJ 1296": "https://796t.com/content/1544490435.html",
    "AtCoder ARC 091 F": "https://luogu.com.cn/problem/AT_arc091_d",
    "Codeforces 346A": "https://cnblogs.com/lunatic-talent/p/12798436.html",
    "POJ 1740": "https://acmore.cc/problem/POJ/1740",
    "LeetCode 292": "https://imcmy.me/leetcode-digest-brainteaser-series/",
    "LeetCode 1510": "https://leetcode.ca/all/1510.html",
    "Project Euler 301": "https://codeclimate.com/github/yaworsw/euler-manager/data/problems/301.yml/source",
    "Project Euler 306": "https://nghia03092004.github.io/project-euler/problem-0306",
    "Codeforces 1194D": "https://codeforces.tamnd.com/1194/D/",
    "HDU 1847": "https://shuzhiduo.com/A/q4zVAW3bdK",
    "CodeChef EXPGAME": "https://discusstest.codechef.com/t/expgame-editorial/3538",
    "HDU 1525": "https://open.kattis.com/contests/qyvcio/problems/euclidsgame",
}
"""Pages on which statements were read (2026-11-28): by those who set them, or as others copied them."""


def used() -> float:
    """Seconds of a processor that the commands took so far."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def main() -> None:
    """Print a line a question, and how many are answered."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--limit", type=int, default=15, help="seconds of a processor for each question")
    limit = parser.parse_args().limit
    grundy = [sys.executable, "-m", "grundy"]
    lines, answered = [], 0
    for name, command, right in QUESTIONS:
        words = [*shlex.split(command), "--no-store"]
        before = used()
        done = subprocess.run(
            [*grundy, *words], capture_output=True, text=True, cwd=FOLDER,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)),
        )  # fmt: skip
        ends = done.returncode == 0 and right in done.stdout
        why = ""
        if done.returncode < 0:
            why = f"not in {limit} s"
        elif not ends:
            why = (done.stderr.strip() or "another answer than that").splitlines()[0][:110]
        page = next((page for start, page in SEEN.items() if name.startswith(start)), "")
        answered += ends
        short = command if len(command) < 80 else f"{command[:70]}..."
        linked = f"[{name}]({page})" if page else name
        told = [linked, f"`{short.replace('|', '&#124;')}`", why or f"{used() - before:.1f}"]
        lines.append(f"| {' | '.join(told)} |")
        print(lines[-1], file=sys.stderr, flush=True)
    print("# Questions that people asked\n")
    print(f"{answered} of {len(QUESTIONS)} are answered as they are first typed; `python results/questions.py` asks.\n")
    print("Seconds of a processor, or why there is no answer. A link leads to the statement; others from memory.\n")
    print("| question | `grundy` | seconds |\n|---|---|---|")
    print("\n".join(lines))


if __name__ == "__main__":
    main()

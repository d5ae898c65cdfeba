"""Constrained Nim: AtCoder Beginner Contest 255 G, https://atcoder.jp/contests/abc255/tasks/abc255_g

Nim, but for some pairs (x, y): y stones may not be taken from a pile of exactly x.

The values below a pile are all numbers up to the largest, each once but for the piles with a pair, whose value may be
one that was there before. So only the piles with a pair have to be worked out: such a pile has the least value of which
all occurrences below are forbidden, or, if there is none, the next new value, as every other pile has.

    grundy judge examples/contests/abc255g.py < input.txt
"""

from bisect import bisect_right
from collections import Counter, defaultdict

from grundy import to
from grundy.judges import Judge, Reading
from grundy.judges.judge import lines_of
from grundy.model.rule import Component, Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP
from grundy.text.rows import Rows


def options(n, *, forbidden):
    for take in range(1, n + 1):
        if (n, take) not in forbidden:
            yield to(n - take, take=take)


def pile(forbidden):
    """The rule for a set of pairs (x, y), with what is proved of it."""
    leads_to = defaultdict(list)
    for x, y in forbidden:
        leads_to[x].append(x - y)
    special, worth, behind = [], {}, {}  # piles with a pair: their values, and how much less than n those of 2 do
    again = Counter()  # how often a value was met again

    def value(n):
        if n in worth:
            return worth[n]
        at = bisect_right(special, n)
        return n - (behind[special[at - 1]] if at else 0)

    for x in sorted(leads_to):
        new = x - (behind[special[-1]] if special else 0)
        lost = Counter(map(value, leads_to[x]))
        worth[x] = min((v for v, count in lost.items() if count == 1 + again[v]), default=new)
        again[worth[x]] += worth[x] < new
        behind[x] = x - new + (worth[x] < new)
        special.append(x)
    theory = Theory("by induction: only piles with a pair have a value that was there before", value=value)
    return Rule("constrained-nim", options, (("forbidden", frozenset(forbidden)),), space=HEAP, theory=theory)


def read(text):
    rows = Rows(text)
    _, pairs = rows.counts(("the number of piles", "the number of pairs"))
    rows.read("the sizes of the piles")
    rows.check_all(0, "a pile size", 1)
    piles = tuple(rows.row)
    forbidden = [tuple(rows.counts(("x", "y"))) for _ in range(pairs or 0)]
    rows.finish()
    return Reading((Component(pile(forbidden), piles),))


FORMAT = Judge(
    name="abc255g",
    summary="N and M, then N piles, then M pairs x y. Who wins.",
    limits="N, M <= 200,000, piles <= 10^18",
    source="AtCoder Beginner Contest 255 G, Constrained Nim",
    sample_in="3 4\n1 2 4\n2 1\n3 3\n3 1\n1 1\n",
    sample_out="Takahashi\n",
    asks="winner",
    read=read,
    write=lines_of("Takahashi", "Aoki"),
)

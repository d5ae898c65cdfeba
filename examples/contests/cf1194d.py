"""1-2-K Game: Codeforces 1194D, https://codeforces.com/problemset/problem/1194/D

A chip stands on cell n of a strip. A move takes it 1, 2 or k cells towards cell 0; whoever cannot move loses.

    grundy table take-away:1,2,6 --states 60                        the pattern, for one k
    grundy judge examples/contests/cf1194d.py < input.txt           the answers
"""

from functools import cache

from grundy import to
from grundy.judges import Judge, Reading
from grundy.judges.judge import lines_of
from grundy.model.rule import Component, Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP
from grundy.text.rows import Rows


def options(n, *, k):
    for step in sorted({1, 2, k}):
        if step <= n:
            yield to(n - step, step=step)


def value(n, k):
    """By induction on n: where k is no multiple of 3 its step leaves another remainder, as 1 and 2 do."""
    if k % 3:
        return n % 3
    rest = n % (k + 1)
    return 3 if rest == k else rest % 3


@cache
def strip(k):
    theory = Theory("by induction: n mod 3, or within a period of k + 1", value=lambda n: value(n, k))
    return Rule("1-2-k", options, (("k", k),), space=HEAP, theory=theory)


def read(text):
    rows, cases = Rows(text), []
    for _ in rows.cases("the number of games"):
        n, k = rows.counts(("n", "k"))
        if n is None or not k:
            break
        cases.append(Component(strip(k), (n,)))
    rows.finish()
    return Reading(tuple(cases))


FORMAT = Judge(
    name="cf1194d",
    summary="T games, each with n and k. Who wins.",
    limits="T <= 100, n <= 10^9, 3 <= k <= 10^9",
    source="Codeforces 1194D, 1-2-K Game",
    sample_in="4\n0 3\n3 3\n3 4\n4 4\n",
    sample_out="Bob\nAlice\nBob\nAlice\n",
    asks="winner",
    read=read,
    write=lines_of("Alice", "Bob"),
)

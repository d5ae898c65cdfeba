"""Lieges of Legendre: Codeforces 603C, https://codeforces.com/problemset/problem/603/C

Remove one cow from a pile, or replace a pile of 2x cows, x > 0, by k piles of x cows.

    grundy table examples/contests/cf603c.py:odd --states 1000      finds the recursion for odd k
    grundy prove examples/contests/cf603c.py:odd                    and this proves what it comes to
    grundy judge examples/contests/cf603c.py < input.txt            the answers
    grundy stress examples/contests/cf603c.py ./a.out               whether a program has them, too
"""

import grundy
from grundy import to
from grundy.judges import Judge, Reading
from grundy.judges.inputs import Inputs, random_piles, smaller_piles, spaced, sums
from grundy.judges.judge import lines_of
from grundy.model.rule import Component, Rule
from grundy.model.shapes import Theory
from grundy.model.space import HEAP
from grundy.text.rows import Rows


@grundy.rule
def odd(n):
    """Two equal piles are worth nothing together, so that of an odd number of them one is left."""
    if n >= 1:
        yield to(n - 1, remove=1)
    if n >= 2 and n % 2 == 0:
        yield to(n // 2, halve=1)


@grundy.rule
def even(n):
    """Of an even number of equal piles nothing is left, which two of them say as well."""
    if n >= 1:
        yield to(n - 1, remove=1)
    if n >= 2 and n % 2 == 0:
        yield to(n // 2, n // 2, halve=2)


def odd_value(n):
    """What `grundy table` shows: from 5 on, 0 for odd n, and for even n the mex of 0 and the value of n / 2."""
    if n < 5:
        return (0, 1, 0, 1, 2)[n]
    return 0 if n % 2 else grundy.mex([0, odd_value(n // 2)])


def even_value(n):
    return n if n < 3 else 1 - n % 2


PILES = {
    parity: Rule(f"{name}-k", rule.function, space=HEAP, theory=Theory("by induction on n", value=value))
    for parity, name, rule, value in ((0, "even", even, even_value), (1, "odd", odd, odd_value))
}


def read(text):
    rows = Rows(text)
    _, k = rows.counts(("the number of piles", "k"))
    rows.read("the sizes of the piles")
    rows.check_all(0, "a pile size", 1)
    rows.finish()
    return Reading((Component(PILES[k % 2], tuple(rows.row)),))


INPUTS = Inputs(
    small=lambda: ((k, piles) for piles in sums(1, 40)() for k in (1, 2, 3)),
    random=lambda chances, size: (chances.randint(1, 4), random_piles(1, 10**9)(chances, size)),
    smaller=lambda case: ((case[0], piles) for piles in smaller_piles(1)(case[1])),
    write=lambda cases: f"{len(cases[0][1])} {cases[0][0]}\n{spaced(cases[0][1])}\n",
    line="Kevin|Nicky",
    words="Kevin or Nicky",
)
FORMAT = Judge(
    name="cf603c",
    summary="n and k, then n piles. Who wins.",
    limits="n <= 100,000, k and piles <= 10^9",
    source="Codeforces 603C, Lieges of Legendre",
    sample_in="2 1\n3 4\n",
    sample_out="Kevin\n",
    asks="winner",
    read=read,
    write=lines_of("Kevin", "Nicky"),
    inputs=INPUTS,
)

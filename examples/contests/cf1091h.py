"""New Year and the Tricolore Recreation: Codeforces 1091H, https://codeforces.com/problemset/problem/1091/H

In each row stand a blue, a white and a red token. Alice moves blue, alone or with white, to the right; Bob moves red,
alone or with white, to the left; by a prime or a product of two primes that is not f, and tokens never meet or pass.
Whoever moves, one of the two gaps of a row becomes smaller: each gap is a heap, and the amounts are the same for both.

    grundy judge examples/contests/cf1091h.py < input.txt
"""

from functools import cache

import grundy
from grundy.judges import Judge, Reading
from grundy.model.rule import Component

WIDEST = 200_000


@cache
def amounts():
    """The primes and the products of two primes, up to the widest gap."""
    factors = [0] * (WIDEST + 1)
    for n in range(2, WIDEST + 1):
        if factors[n] == 0:
            power = n
            while power <= WIDEST:
                for multiple in range(power, WIDEST + 1, power):
                    factors[multiple] += 1
                power *= n
    return tuple(n for n in range(WIDEST + 1) if factors[n] in (1, 2))


def read(text):
    _, f, *columns = map(int, text.string.split())
    rows = zip(columns[::3], columns[1::3], columns[2::3], strict=True)
    gaps = [gap for blue, white, red in rows for gap in (white - blue - 1, red - white - 1)]
    rule = grundy.take_away(*(amount for amount in amounts() if amount != f))
    return Reading((Component(rule, tuple(gaps)),))


def write(reading, answers):
    return "Alice\nBob\n" if answers[0] else "Bob\nAlice\n"


FORMAT = Judge(
    name="cf1091h",
    summary="n and f, then the columns of the tokens of n rows. Who wins if Alice begins, and if Bob does.",
    limits="n <= 100,000, f <= 200,000, columns from -100,000 to 100,000",
    source="Codeforces 1091H, New Year and the Tricolore Recreation",
    sample_in="1 6\n0 3 9\n",
    sample_out="Alice\nBob\n",
    asks="winner",
    read=read,
    write=write,
)

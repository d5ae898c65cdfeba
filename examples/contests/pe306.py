"""Paper-strip Game: Project Euler 306, https://projecteuler.net/problem=306

A move paints two neighbouring squares of a strip of n black: Dawson's Kayles. How many n up to 1,000,000 does the first
player win?

    python examples/contests/pe306.py
"""

import grundy


def wins(upto):
    """How many strips of 1 to `upto` squares the first player wins.

    >>> wins(5), wins(50)
    (3, 40)
    """
    return sum(value != 0 for value in grundy.sequence("dawsons-kayles", upto)[1:])


if __name__ == "__main__":
    print(wins(1_000_000))

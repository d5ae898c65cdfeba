"""Codeforces 603C with a mistake: the pattern without the five exceptions before it, so that piles of 1 to 4 are wrong.

grundy stress examples/contests/cf603c.py python3 examples/contests/cf603c_forgotten.py finds the smallest input.
"""


def nim_value(n):
    return (1, 2, 1)[nim_value(n // 2)] if n % 2 == 0 and n else 0


def even_k(n):
    return n if n < 3 else 1 - n % 2


_, k = map(int, input().split())
total = 0
for pile in map(int, input().split()):
    total ^= nim_value(pile) if k % 2 else even_k(pile)
print("Kevin" if total else "Nicky")

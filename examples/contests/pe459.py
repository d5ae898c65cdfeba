"""Flipping game: Project Euler 459, https://projecteuler.net/problem=459

On an n by n board of white disks a move flips a rectangle of a square number of columns and a triangular number of
rows, whose upper right disk is white. How many first moves win for n = 10^6? It is a Tartan product: a disk is worth
the nim-product of what its column and its row are worth in two coin-turning games on a line.

    grundy solve 'tartan:turn:o,oooo*turn:o,ooo' HHHHH/HHHHH/HHHHH/HHHHH/HHHHH --moves 0
    python examples/contests/pe459.py
"""

import grundy


def turned(lengths, n):
    """What may be flipped on a line of n disks, and what that is worth: value -> in how many ways."""
    import numpy as np

    before = np.zeros(n + 1, np.int64)  # the XOR of the values of so many disks
    lengths = np.array(lengths)
    ways = np.zeros(1, np.int64)
    for last in range(n):
        others = before[last] ^ before[last + 1 - lengths[: np.searchsorted(lengths, last + 1, "right")]]
        seen = np.bincount(others)
        value = int(np.argmin(seen)) if not seen.all() else len(seen)
        before[last + 1] = before[last] ^ value
        ways = add(ways, np.bincount(others ^ value))
    return ways, int(before[n])


def add(a, b):
    if len(a) < len(b):
        a, b = b.copy(), a
    a[: len(b)] += b
    return a


def wins(n):
    """How many first moves win on an n by n board.

    >>> wins(1), wins(2), wins(5), wins(100)
    (1, 0, 8, 31395)
    """
    columns, all_columns = turned([i * i for i in range(1, n + 1) if i * i <= n], n)
    rows, all_rows = turned([i * (i + 1) // 2 for i in range(1, n + 1) if i * (i + 1) // 2 <= n], n)
    board = grundy.nimber.multiply(all_columns, all_rows)
    won = 0
    for value, ways in enumerate(columns.tolist()):
        if ways and value:
            wanted = grundy.nimber.divide(board, value)
            won += ways * int(rows[wanted]) if wanted < len(rows) else 0
    return won


if __name__ == "__main__":
    print(wins(10**6))

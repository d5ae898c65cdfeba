"""Stone Game: Project Euler 260, https://projecteuler.net/problem=260

Take the same number of stones from one, two or all of three piles. The sum of x + y + z over all P-positions with
x <= y <= z <= 1000?

    python examples/contests/pe260.py
"""

import grundy


@grundy.rule
def stones(x, y, z):
    for k in range(1, max(x, y, z) + 1):
        if k <= x:
            yield (x - k, y, z)
        if k <= y:
            yield (x, y - k, z)
        if k <= z:
            yield (x, y, z - k)
        if k <= x and k <= y:
            yield (x - k, y - k, z)
        if k <= x and k <= z:
            yield (x - k, y, z - k)
        if k <= y and k <= z:
            yield (x, y - k, z - k)
        if k <= x and k <= y and k <= z:
            yield (x - k, y - k, z - k)


def total(upto):
    """The sum of x + y + z over the P-positions with x <= y <= z <= upto.

    >>> total(100)
    173895
    """
    table = grundy.table(stones, box=(upto + 1,) * 3, outcomes=True)
    return sum(sum(position) for position in table.p_positions().tolist() if position == sorted(position))


if __name__ == "__main__":
    print(total(1000))

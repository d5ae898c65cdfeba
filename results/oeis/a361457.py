# A361457: numbers k, so that who begins wins: a move takes two or three of 1, ..., k - 1 with sum k. N terms.
import sys
from functools import cache, reduce
from itertools import combinations, count, islice
from operator import or_


def wins(k):
    sums = [sum(1 << n for n in some) for size in (2, 3) for some in combinations(range(1, k), size) if sum(some) == k]

    @cache
    def value(left):
        moves = [one for one in sums if left & one == one]
        useful = reduce(or_, moves, 0)  # the numbers that a move can take
        return value(useful) if useful != left else any(not value(left ^ one) for one in moves)

    return value((1 << k) - 2)


print(*islice(filter(wins, count(1)), int(sys.argv[1])), sep=", ")

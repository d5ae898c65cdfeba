# A271620: Sharing Nim, from a pile onto a smaller one, which stays no larger; piles of 0, 0, n. N terms, from n = 0 on.
import sys
from functools import cache


@cache
def value(x, y):  # piles of 0, x and y counters, x <= y; more of each pile change nothing
    seen = set()
    for a, b, other in ((0, x, y), (0, y, x), (x, y, 0)):
        for k in range(1, (b - a) // 2 + 1):
            low, middle, high = sorted((a + k, b - k, other))
            seen.add(value(middle - low, high - low))
    return next(g for g in range(len(seen) + 1) if g not in seen)


print(*(value(0, n) for n in range(int(sys.argv[1]))), sep=", ")

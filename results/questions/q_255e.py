from math import isqrt

import grundy


@grundy.rule
def coins(x):
    y = 0
    while y**4 < x:
        y += 1
    yield from range(y, min(isqrt(x), x - 1) + 1)

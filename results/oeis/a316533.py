# A316533: Node Kayles on the generalized Petersen graph P(n, 2). N terms, for n = 5, 6, ...
import sys
from functools import cache


def term(n):
    edges = [edge for i in range(n) for edge in ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + 2) % n))]
    near = [1 << v | sum(1 << a + b - v for a, b in edges if v in (a, b)) for v in range(2 * n)]  # with the node

    @cache
    def value(left):
        seen = {value(left & ~near[v]) for v in range(2 * n) if left >> v & 1}
        return next(v for v in range(len(seen) + 1) if v not in seen)

    return value((1 << 2 * n) - 1)


print(*map(term, range(5, 5 + int(sys.argv[1]))), sep=", ")

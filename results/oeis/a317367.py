# A317367: Node Kayles on n nodes in a row, each joined to those one and three places on. N terms, for n = 4, 5, ...
import sys
from functools import cache


@cache
def value(nodes):
    seen = set()
    for v in (v for v in range(nodes.bit_length()) if nodes >> v & 1):
        left, found = nodes & ~(0b1011 << v | 0b1101 << v >> 3), 0
        while left:  # one part that hangs together after another, moved to begin at 0
            part, more = 0, left & -left
            while more != part:
                part, more = more, (more | more << 1 | more << 3 | more >> 1 | more >> 3) & left
            left, found = left ^ part, found ^ value(part // (part & -part))
        seen.add(found)
    return next(v for v in range(len(seen) + 1) if v not in seen)


print(*(value((1 << n) - 1) for n in range(4, 4 + int(sys.argv[1]))), sep=", ")

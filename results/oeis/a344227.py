# A344227: Node Kayles on the queens' graph of n x n. N terms, for n = 0, 1, ...; each part is asked: are you worth v?
import sys
from functools import cache


def term(n):
    at = [divmod(i, n) for i in range(n * n)]
    near = [sum(1 << j for j, (c, d) in enumerate(at) if a == c or b == d or abs(a - c) == abs(b - d)) for a, b in at]

    def parts(left):
        while left:
            part, edge = 0, left & -left
            while edge:
                part |= edge
                edge = edge & edge - 1 | near[(edge & -edge).bit_length() - 1] & left & ~part
            yield part
            left &= ~part

    @cache
    def options(left):
        found = {(0, *sorted(parts(left & ~near[i]), key=int.bit_count)) for i in range(n * n) if left >> i & 1}
        return sorted(found, key=lambda option: sum(map(int.bit_count, option)))

    def value(part):
        return next(v for v in range(n * n + 1) if is_worth(part, v))

    @cache
    def is_worth(part, v):
        for *smaller, largest in options(part):
            rest = v
            for other in smaller:
                rest ^= value(other)
            if is_worth(largest, rest):
                return False
        return not any(is_worth(part, less) for less in range(v))

    return value((1 << n * n) - 1)


print(*map(term, range(int(sys.argv[1]))), sep=", ")

# Heaps 0 to N - 1 of Grundy's game that the second player wins in misere play.
import sys
from functools import cache


@cache
def wins(heaps):  # whoever cannot move wins
    left = (heaps[:i] + heaps[i + 1 :] + (a, n - a) for i, n in enumerate(heaps) for a in range(1, (n + 1) // 2))
    played = [tuple(sorted(n for n in one if n >= 3)) for one in set(left)]
    return not played or not all(map(wins, played))


print(*(n for n in range(int(sys.argv[1])) if not wins((n,) if n >= 3 else ())), sep=", ")

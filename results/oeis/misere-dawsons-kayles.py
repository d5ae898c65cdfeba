# Heaps 0 to N - 1 of Dawson's Kayles that the second player wins in misere play.
import sys
from functools import cache


@cache
def wins(heaps):  # whoever cannot move wins
    left = (heaps[:i] + heaps[i + 1 :] + (a, n - 2 - a) for i, n in enumerate(heaps) for a in range((n - 2) // 2 + 1))
    played = [tuple(sorted(n for n in one if n >= 2)) for one in set(left)]
    return not played or not all(map(wins, played))


print(*(n for n in range(int(sys.argv[1])) if not wins((n,) if n >= 2 else ())), sep=", ")

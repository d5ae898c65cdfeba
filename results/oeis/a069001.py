# A069001: Chomp on 3 x n squares, of which nobody eats the last. The nim-values for n = 1, 2, ...: N terms.
import sys

values = {}
for a in range(int(sys.argv[1]) + 1):
    for b in range(a + 1):
        for c in range(b + 1):
            seen = {values[a, b, i] for i in range(c)} | {values[a, i, min(i, c)] for i in range(b)}
            seen |= {values[i, min(i, b), min(i, c)] for i in range(a)}
            values[a, b, c] = next(g for g in range(len(seen) + 1) if g not in seen) if a else -1

print(*(values[n, n, n] for n in range(1, int(sys.argv[1]) + 1)), sep=", ")

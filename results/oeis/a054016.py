# A054016: turn over at most five coins, the last from heads to tails; a row whose only head is at n. N terms.
import sys
from itertools import count

G, sums = [], [{0}] + [set() for _ in range(4)]  # sums[k]: the nim-sums of k terms, or of fewer
for _ in range(int(sys.argv[1])):
    term = next(v for v in count() if not any(v in some for some in sums))
    for k in range(4, 0, -1):
        sums[k] |= {term ^ value for value in sums[k - 1]}
    G.append(term)
print(*G, sep=", ")

# A006016: turn over a symmetric set of coins, the last from heads to tails; a row whose only head is at n. N terms.
import sys
from itertools import count

G = []
for n in range(int(sys.argv[1])):
    left = set()
    for first in range(n + 1):
        here = {G[first] if first < n else 0}
        for place in range(first + 1, (first + n) // 2 + 1):  # each pair of places, or the one in the middle
            pair = G[place] ^ (G[first + n - place] if 2 * place < first + n else 0)
            here |= {value ^ pair for value in here}
        left |= here
    G.append(next(v for v in count() if v not in left))
print(*G, sep=", ")

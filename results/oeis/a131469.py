# A131469: from one pile take any number of counters, but not as many as were taken last. N terms, from n = 0 on.
import sys
from collections import Counter
from itertools import count

N, V = int(sys.argv[1]), [[0] * int(sys.argv[1])]  # V[n][k]: n counters, k taken last
for n in range(1, N):
    times = Counter(V[n - k][k] for k in range(1, n + 1))
    mex = next(v for v in count() if v not in times)
    V.append([mex] * N)
    for k in range(1, n + 1):
        if times[V[n - k][k]] == 1:  # without this move its value is missing
            V[n][k] = min(mex, V[n - k][k])
print(*(row[0] for row in V), sep=", ")

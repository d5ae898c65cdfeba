# A006018: Tripod Nim with 2 in the centre and one leg of n = 0, 1, 2, ...: the second player wins with legs n, b and
# c(b), for each b one c; N periods of c(b) - b. No leg, and one of 1 alone, lose: the centre is then made as large.
import sys

N, most, periods = int(sys.argv[1]), 1_000, [0]
while not all(periods):
    most, rows, used, least = 8 * most, [[] for _ in range(N)], [set() for _ in range(N)], [0] * N
    for b in range(most):
        column = set()
        for n in range(N):
            c = next(c for c in range(least[n], 9**9) if c not in used[n] | column and n + b + c > 1)
            rows[n].append(c - b)
            column.add(c)
            used[n].add(c)
            while least[n] in used[n]:
                used[n].remove(least[n])
                least[n] += 1
    rows = [row[most // 2 :] for row in rows]
    periods = [next((p for p in range(1, most // 4) if row[p:] == row[:-p]), 0) for row in rows]
print(*periods, sep=", ")

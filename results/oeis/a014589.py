# A014589: take a prime number of counters from a heap. The nim-values of heaps of 0, 1, 2, ...: N terms.
import sys

count = int(sys.argv[1])
primes = [p for p in range(2, count) if all(p % d for d in range(2, int(p**0.5) + 1))]
values = []
for n in range(count):
    seen = set()
    for p in primes:
        if p > n:
            break
        seen.add(values[n - p])
    values.append(next(g for g in range(len(seen) + 1) if g not in seen))

print(*values, sep=", ")

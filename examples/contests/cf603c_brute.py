"""The nim-values of Codeforces 603C for odd k, by the definition alone."""

import sys

values = []
for n in range(int(sys.argv[1])):
    options = set()
    if n >= 1:
        options.add(values[n - 1])
    if n >= 2 and n % 2 == 0:
        options.add(values[n // 2])
    value = 0
    while value in options:
        value += 1
    values.append(value)
print(*values)

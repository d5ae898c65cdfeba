# A046671: Sylver coinage, nim-value of {3, n}, n = 4, 5, ...; 3a + 1 and 3b + 2 are the smallest sums of their kinds.
import sys

N = int(sys.argv[1]) // 3 + 2
ones, twos, columns = {0: 0}, {-1: 0}, [0] * (2 * N + 1)  # sets of values: of {3, 3i + 1}, {3, 3j + 2}, and with this b
terms = dict.fromkeys(range(6, 3 * N, 3), 1)  # of {3}: the least that is the value of no other
for a in range(1, 2 * N + 2):
    row = 0
    for b in range(a // 2, (2 * a if a <= N else N) + 1):
        left = ones[min(a - 1, b // 2)] | columns[b] | twos[min(b - 1, (a - 1) // 2)] | row
        value = (~left & left + 1).bit_length() - 1  # the lowest bit that is not set
        row, columns[b] = row | 1 << value, columns[b] | 1 << value
        if b == 2 * a:
            ones[a], terms[3 * a + 1] = ones[a - 1] | 1 << value, value
        if a == 2 * b + 1:
            twos[b], terms[3 * b + 2] = twos[b - 1] | 1 << value, value
print(*(terms[n] for n in range(4, 4 + int(sys.argv[1]))), sep=", ")

"""A program in doubt about chess rows: it believes that whoever sees an odd number of pieces wins.

grundy stress examples/chess_row.py python3 examples/pieces.py
"""

import sys

for line in sys.stdin:
    total = 0
    for word in line.split():
        total ^= int(word).bit_count() % 2
    print("first" if total else "second")

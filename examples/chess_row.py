"""A rule of your own: grundy table examples/chess_row.py --states 1048576"""

import grundy


@grundy.rule
def chess_row(row, *, width=20):
    """A piece slides right to the first empty square."""
    free = -1
    for j in range(width):
        if not row >> j & 1:
            free = j
        elif free >= 0:
            yield row ^ 1 << j ^ 1 << free

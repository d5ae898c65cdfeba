import grundy


@grundy.rule
def pawn(x, y):
    for dx, dy in ((-2, 1), (-2, -1), (1, -2), (-1, -2)):
        if 1 <= x + dx <= 15 and 1 <= y + dy <= 15:
            yield x + dx, y + dy

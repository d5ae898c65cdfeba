import grundy
from grundy import to


@grundy.rule
def cuboid(a, b, c):
    for x in range(a):
        for y in range(b):
            for z in range(c):
                yield to(
                    (x, y, z),
                    (x, y, c - 1 - z),
                    (x, b - 1 - y, z),
                    (x, b - 1 - y, c - 1 - z),
                    (a - 1 - x, y, z),
                    (a - 1 - x, y, c - 1 - z),
                    (a - 1 - x, b - 1 - y, z),
                    (a - 1 - x, b - 1 - y, c - 1 - z),
                )

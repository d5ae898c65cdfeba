import grundy
from grundy import to


@grundy.rule
def sheet(w, h):
    for a in range(2, w - 1):
        yield to((a, h), (w - a, h))
    for b in range(2, h - 1):
        yield to((w, b), (w, h - b))

import grundy
from grundy import to


@grundy.rule
def lieges(n):
    if n:
        yield n - 1
        if n % 2 == 0:
            yield to(n // 2, n // 2)

import grundy
from grundy import to


@grundy.rule
def stones(n):
    k = 2
    while k * (k + 1) // 2 <= n:
        rest = n - k * (k - 1) // 2
        if rest % k == 0:
            yield to(*range(rest // k, rest // k + k))
        k += 1

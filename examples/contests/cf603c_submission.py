"""Codeforces 603C, as it may be handed in: what `grundy table examples/contests/cf603c.py:odd --emit python` writes,
with the few values for even k, and a main program."""

T = (0, 1, 0, 1, 2, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0)


def nim_value(n):
    if n < 16:
        return T[n]
    return (1, 2, 1)[nim_value(n // 2)] if n % 2 == 0 else 0


def even_k(n):
    return n if n < 3 else 1 - n % 2


_, k = map(int, input().split())
total = 0
for pile in map(int, input().split()):
    total ^= nim_value(pile) if k % 2 else even_k(pile)
print("Kevin" if total else "Nicky")

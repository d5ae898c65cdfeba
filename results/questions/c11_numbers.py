import grundy


def forbid(left, x):
    """What is left after x: neither x, nor a number that is some left-out number plus multiples of x."""
    out = set(left)
    for n in sorted(left):
        if n == x or (n - x > 1 and n - x not in out) or (n - x == 1 and False):
            out.discard(n)
    return frozenset(out)


@grundy.rule
def numbers(left):
    """Choose a number; it, its multiples, and sums with what is forbidden are forbidden."""
    for x in left:
        yield grundy.to(forbid(left, x), choose=x)

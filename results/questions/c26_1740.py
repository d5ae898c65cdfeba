import grundy


def share(piles, stones):
    """All ways to put up to so many stones on the piles."""
    if not piles:
        yield ()
        return
    for k in range(stones + 1):
        for rest in share(piles[1:], stones - k):
            yield (piles[0] + k, *rest)


@grundy.rule
def stones(piles):
    """Remove at least one stone from a pile, then move stones from it to other piles that have some."""
    for i, n in enumerate(piles):
        others = piles[:i] + piles[i + 1 :]
        for removed in range(1, n + 1):
            for new in share(others, n - removed):
                stay = n - removed - (sum(new) - sum(others))
                yield tuple(sorted(new + ((stay,) if stay else ())))

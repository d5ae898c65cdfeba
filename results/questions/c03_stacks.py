import grundy


@grundy.rule
def stacks(*piles):
    """Split one stack; the game ends when all stacks are 1 or 2 high."""
    if max(piles) > 2:
        for i, n in enumerate(piles):
            for k in range(1, n // 2 + 1):
                yield tuple(sorted(piles[:i] + piles[i + 1 :] + (k, n - k)))

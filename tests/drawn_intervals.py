"""Random rules whose moves leave intervals of earlier heaps, and what the definition says of them."""

from __future__ import annotations

from random import Random

from grundy.model.rule import Rule


def mex(values: set[int]) -> int:
    """The least number from 0 on that is not among some."""
    return next(value for value in range(len(values) + 1) if value not in values)


def plain_values(rule: Rule, count: int) -> list[int]:
    """The slow twin: the definition."""
    values: list[int] = []
    for n in range(count):
        values.append(mex({values[part] for option in rule.options(n) for part in option.parts}))
    return values


def plain_losers(rule: Rule, count: int, misere: bool) -> list[bool]:
    """The slow twin for outcomes: whether whoever moves loses."""
    loses: list[bool] = []
    for n in range(count):
        left = [loses[part] for option in rule.options(n) for part in option.parts]
        loses.append(not any(left) and (bool(left) or not misere))
    return loses


LEFT = (
    *("n // 2", "n // 3", "(n * 7) // 11", "n - n % 13 - 1", "max(0, n - 20)", "n - 1 - n % 7 * 3", "min(n // 2, 90)"),
    *("n - 5 if n % 3 else n // 4", "n - (n & 6) - 2", "0", "1", "abs(n - 40) // 2"),
)
RIGHT = ("n", "n - 1", "n - 2", "n // 2 + 3", "2 * n // 3", "n - n % 4", "50", "max(n - 9, 4)")
AROUND = (
    "{}",
    "if n % 5 != 2:\n    {}",
    "if n in (7, 33): return\n{}",
    "for j in (1, 4):\n    if n < j: break\n    yield n - j\n{}",
    "h = n // 3\nif h: yield h\nif n % 2:\n    h = 0\n{}\nif n > h + 1: yield h + 1",
    "m = 1\nwhile m < 1: m += 1\n{}",
)


def drawn(random: Random) -> str:
    """A rule of a few intervals; the left ends move back and forth, the right ones mostly not."""
    lines = []
    for _ in range(random.choice((1, 1, 2, 3))):
        low, high = f"max({random.choice(LEFT)}, 0)", f"min({random.choice(RIGHT)}, n)"
        loop = random.choice(
            (
                f"for k in range({low}, {high}): yield k",
                f"for k in range({high} - 1, {low} - 1, -1): yield to(k, take=n - k)",
                f"for k in range(n - {high} + 1, n - {low} + 1):\n    left = n - k\n    yield left",
                f"for k in range({low}, n):\n    if k < {high}: yield k",
                f"yield from range({low}, {high})",
            )
        )
        around = random.choice(AROUND[:-1] if random.random() < 0.98 else AROUND)
        indent = " " * 4 if ":\n    {}" in around else ""
        lines.append(around.format(loop.replace("\n", "\n" + indent)))
    return "\n".join(lines)

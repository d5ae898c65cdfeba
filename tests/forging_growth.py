"""Certificates of values that grow where a move leaves three heaps: true ones, their own forgeries, and the truth."""

from __future__ import annotations

from functools import cache
from random import Random

from growing import by_definition

from grundy.model.period import Repetition
from grundy.proof.write import arithmetic_certificate

CLAIMS = (  # digits, period, pre-period, saltus, fold, values
    ((0, 8), 3, 1, 1, 1, 10),
    ((0, 1, 10), 2, 4, 1, 2, 29),
    ((0, 6, 1, 9), 9, 1, 3, 1, 54),
    ((0, 10, 12, 4), 4, 1, 2, 1, 13),
    ((0, 12), 2, 1, 1, 1, 9),
    ((0, 3, 11, 14), 1, 4, 1, 1, 16),
    ((0, 2, 0, 9), 9, 1, 3, 1, 63),  # by a lowest bit, like the next
    ((0, 3, 3, 8), 17, 1, 6, 1, 102),
)
"""As `grundy period hexadecimal:CODE --certificate FILE` writes them."""
MOST = 260  # heaps by the definition


def certified(digits: tuple[int, ...], p: int, e: int, s: int, fold: int, values: list[int]) -> str:
    """A certificate that says so, whether it is true or not."""
    return "".join(f"{line}\n" for line in arithmetic_certificate(digits, Repetition(p, e, s), fold, values))


@cache
def honest() -> list[str]:
    """True certificates."""
    return [certified(*claim, list(by_definition(claim[0], count))) for *claim, count in CLAIMS]  # type: ignore[arg-type]


def true(lines: list[list[str]]) -> bool:
    """Whether the values go on so, far beyond those that are listed, and nothing smaller will do."""
    said = {line[0]: line[1:] for line in lines}
    digits = tuple(map(int, said["digits"]))
    p, e, s = (int(said[word][0]) for word in ("period", "preperiod", "saltus"))
    listed = [int(word) for line in lines if line[0].isdigit() for word in line[1:]]
    count = max(MOST, 2 * len(listed))
    if count > 1_000:
        return False
    g = by_definition(digits, count)

    def repeats(period: int, start: int) -> bool:
        return len({g[n + period] - g[n] for n in range(start, count - period)}) == 1

    claimed = repeats(p, e) and g[e + p] - g[e] == s and list(g[: len(listed)]) == listed
    return claimed and not (e and repeats(p, e - 1)) and not any(repeats(q, e) for q in range(1, p))


def forge(rng: Random) -> str:
    """Another code with its own values, or another claim about values that are continued as it says."""
    digits, p, e, s, fold, count = rng.choice(CLAIMS)
    fold = rng.choice((fold, fold, 1, 2, 4, 8))
    if rng.random() < 0.5:
        p, e, s = (max(low, one + rng.choice((0, 0, 1, -1))) for low, one in ((1, p), (0, e), (1, s)))
    changed = list(digits)
    for _ in range(rng.choice((0, 1, 1, 2))):
        changed[rng.randrange(len(changed))] ^= rng.choice((1, 2, 4, 8))
    changed[0] &= 12
    values = list(by_definition(digits if rng.random() < 0.4 else tuple(changed), count))
    if rng.random() < 0.6:  # continued as the claim says, and as far as it asks for
        start = max(e, 1)
        values = values[: start + p]
        if start > 1 and rng.random() < 0.7:
            values[rng.randrange(1, start)] = rng.randrange(6)
        count = max(start + 2 * p * fold, 3 * start + len(digits)) + rng.choice((-1, 0, 1, 20, 60))
        while len(values) < count and len(values) > p:
            values.append(values[-p] + s)
    if rng.random() < 0.2:
        values[rng.randrange(len(values))] ^= rng.choice((1, 2))
    return certified(tuple(changed), p, e, s, fold, values)

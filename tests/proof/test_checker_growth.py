"""Values that grow, in the checker, beside a few lines that follow FORMAT.md, and beside the values by the definition.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

from functools import cache
from random import Random

from checker_parts import mex

from grundy.proof import check


@cache
def by_definition(spared: tuple[int, ...]) -> list[int]:
    g: list[int] = []
    for n in range(110):
        g.append(mex(g[n - take] for take in range(1, n + 1) if take not in spared))
    return g


def grows(c: check.GrowthCertificate) -> bool:
    """1 to 5 of values that grow, as FORMAT.md has them."""
    g, p, e, s, size, k = c.values, c.period, c.preperiod, c.saltus, len(c.values), max(c.spared, default=0)
    if any(g[n] != mex(g[n - take] for take in range(1, n + 1) if take not in c.spared) for n in range(size)):
        return False
    if size < e + 2 * p or size < p + k or any(g[n + p] != g[n] + s for n in range(e, size - p)):
        return False
    looks = []
    for n in (size - p, size):
        beyond = set(g[: max(0, n - k)])
        b = mex(beyond)
        looks.append(({v - b for v in beyond if v > b}, [g[m] - b for m in range(n - k, n)], b))
    if looks[0][:2] != looks[1][:2] or looks[1][2] != looks[0][2] + s or (e and g[e - 1 + p] == g[e - 1] + s):
        return False
    primes = [q for q in range(2, p + 1) if p % q == 0 and all(q % d for d in range(2, q))]
    return all(s % q or any(g[n + p // q] != g[n] + s // q for n in range(e, e + p)) for q in primes)


def verdict(c: check.GrowthCertificate, first: int = 0, stop: int | None = None) -> str:
    try:
        check._check_growth(c, first, len(c.values) if stop is None else stop)
    except check.Refused as refused:
        return str(refused)
    return ""


def test_what_is_accepted_is_what_the_page_accepts_and_true() -> None:
    rng = Random(41)
    accepted = refused = 0
    for _ in range(2_000):
        spared = tuple(sorted(rng.sample(range(1, 8), rng.randrange(5))))
        g = by_definition(spared)
        true = next((p for p in range(1, 16) if len({g[n + p] - g[n] for n in range(50, 110 - p)}) == 1), 1)
        p = true * rng.choice((1, 1, 1, 2, 3)) + rng.choice((0, 0, 0, 0, 0, 1))
        s = g[109] - g[109 - p]
        e = max((n + 1 for n in range(50) if g[n + p] != g[n] + s), default=0)
        e, s = max(0, e + rng.choice((0, 0, 0, 1, -1))), max(1, s + rng.choice((0, 0, 0, 0, 0, 1, -1)))
        size = max(1, max(e + 2 * p, p + max(spared, default=0)) + rng.choice((0, 0, 1, 2, 9, -1)))
        values = g[:size]
        if rng.random() < 0.2:
            at = rng.randrange(len(values))
            values[at] = max(0, values[at] + rng.choice((-1, 1)))
        c = check.GrowthCertificate(spared, p, e, s, values, [(0, 7)])
        told = verdict(c)
        assert grows(c) == (told == ""), (told, c)
        accepted, refused = accepted + (told == ""), refused + (told != "")
        if told == "":
            assert all(g[n + p] == g[n] + s for n in range(e, 110 - p)), c
            assert not e or g[e - 1 + p] != g[e - 1] + s, c
        size = len(values)
        wrong = [n for n in range(size)
                 if values[n] != mex(values[n - take] for take in range(1, n + 1) if take not in spared)]  # fmt: skip
        if wrong and told.startswith("line 7: heap "):
            assert told.startswith(f"line 7: heap {wrong[0]}: ")
        if wrong and "heap " in told and "not the least" in told:
            for first, stop in ((0, wrong[0]), (wrong[0], wrong[0] + 1), (wrong[-1] + 1, size)):
                assert ("least number that no" in verdict(c, first, stop)) == (first <= wrong[0] < stop)
    assert accepted > 300 and refused > 300


def test_what_is_said_of_the_first_that_differs() -> None:
    right = check.GrowthCertificate((1, 3), 2, 0, 1, [0, 0, 1, 1, 2], [(0, 7), (3, 9)])  # N = p + k
    assert verdict(right) == "" and grows(right)
    assert (
        verdict(right._replace(values=[0, 0, 1, 1])) == "a period of 2 from 0 on needs the values of 5 heaps, found 4"
    )
    told = "line 9: the values of heaps 1 and 3 do not differ by 1"
    assert verdict(right._replace(values=[0, 0, 1, 2, 3])) == told

"""Growth where a move leaves three heaps, as FORMAT.md has it: condition by condition, with sets of kinds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product

Kind = tuple[int, int, int]


@cache
def by_definition(digits: tuple[int, ...], count: int) -> tuple[int, ...]:
    """The first values of a code of digits below 16, by nothing but the rule."""
    values: list[int] = []
    pairs: list[set[int]] = []
    for n in range(count):
        seen = set()
        for take, digit in enumerate(digits[: n + 1]):
            left = n - take
            if digit & 1 and not left:
                seen.add(0)
            if digit & 2 and left:
                seen.add(values[left])
            if digit & 4:
                seen |= {values[a] ^ values[left - a] for a in range(1, left)}
            if digit & 8:
                seen |= {values[a] ^ pair for a in range(1, left - 1) for pair in _pairs(values, left - a, pairs)}
        values.append(next(value for value in range(len(seen) + 1) if value not in seen))
    return tuple(values)


def _pairs(values: Sequence[int], total: int, known: list[set[int]]) -> set[int]:
    while len(known) <= total:
        here = len(known)
        known.append({values[a] ^ values[here - a] for a in range(1, here)})
    return known[total]


def level(digits: Sequence[int], g: Sequence[int], p: int, e: int, s: int, fold: int) -> int | None:
    """Q, if what 4 asks for is so; else None. Of g the first E + P values are used."""
    start, period, saltus = max(e, 1), p * fold, s * fold
    unit = saltus & -saltus
    odd = saltus // unit
    kind = [(n % period, g[n] // unit - odd * (n // period), g[n] % unit) for n in range(start + period)]
    hi = [value // unit for value in g[: start + period]]
    late, early = range(start, start + period), range(1, start)
    settled = max([hi[m] for m in late] + [hi[a] + 1 for a in early])

    def at(u: int) -> set[Kind]:
        return {kind[m] for m in late if hi[m] <= u and (u - hi[m]) % odd == 0} | {kind[a] for a in early if hi[a] == u}

    def beside(*sides: Iterable[Kind]) -> set[Kind]:
        sums: set[Kind] = {(0, 0, 0)}
        for side in sides:
            sums = {(x + a, y + b, z ^ c) for (x, y, z), (a, b, c) in product(sums, set(side))}
        return sums

    def differences(sums: set[Kind], heaps: int, n: int) -> set[tuple[int, int]]:
        """d and the lo of what is left."""
        pairs = set()
        for take, digit in enumerate(digits):
            if digit >> heaps & 1:
                for x, y, z in sums:
                    turns, rest = divmod(kind[n][0] - take - x, period)
                    if not rest:
                        pairs.add((y - kind[n][1] + odd * turns, z))
        return pairs

    lates = {kind[m] for m in late}
    every = lates | {kind[a] for a in early}
    alike = [
        beside(*[{kind[m] for m in late if hi[m] % odd == u}] * 2) if any(hi[m] % odd == u for m in late) else set()
        for u in range(odd)
    ]
    needed = 0
    for n in late:
        own = kind[n][2]
        if (0, own) in differences(lates, 1, n):
            return None
        for heaps, sums in ((2, beside(lates, every)), (3, beside(lates, every, every))):
            if any(d >= 0 and d % 2 == 0 and z == own for d, z in differences(sums, heaps, n)):
                return None

        def best(sides: Iterable[Kind], only: int | None, n: int = n) -> dict[tuple[int, int], int]:
            furthest_of: dict[tuple[int, int], int] = {}
            for u in range(odd):
                some = differences(beside(alike[u], sides), 3, n)
                if only == 0:
                    some |= differences(alike[u], 2, n)
                for d, z in some:
                    key = z, (2 * u - d) % (2 * odd)
                    furthest_of[key] = max(furthest_of.get(key, d), d)
            return furthest_of

        middle = best(lates, None)
        if len(middle) < 2 * unit * odd:
            return None
        furthest = max([0, *(2 * settled - d for d in middle.values())])
        for w in range(settled):
            low = best(at(w), w)
            for j, r in product(range(2 * odd), range(unit)):
                if (j - hi[n] + w) % odd == 0:
                    if (r, j) not in low:
                        return None
                    needed = max(needed, 2 * settled + w - low[r, j])
        top = {(-d, z) for d, z in differences(lates, 1, n) | differences(beside(lates, at(0)), 2, n)}
        three = [differences(beside(lates, at(u), at(u)), 3, n) for u in range(settled + odd)]
        highest = max(d for some in three for d, _ in some) if any(three) else 0
        for u in range((highest + furthest) // 2 + 1):
            v = u if u < settled + odd else settled + (u - settled) % odd
            top |= {(2 * u - d, z) for d, z in three[v]}
        smaller = {(delta, r) for delta in range(furthest + 1) for r in range(unit if delta else own)}
        needed = max(needed, furthest + settled)
        if not smaller <= top:
            needed = max(needed, furthest + 2 * settled + 1)
            powers = [1 << i for i in range(settled.bit_length() + odd)]
            if any((hi[n] - delta - power) % odd == 0 for delta, _ in smaller - top for power in powers):
                return None
            for power in powers:
                if not smaller - top <= {(-d, z) for d, z in differences(beside(lates, at(power), at(0)), 3, n)}:
                    return None
    return needed

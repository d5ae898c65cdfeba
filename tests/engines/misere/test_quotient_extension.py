"""Quotients of one part more: the compiled loops against their slow twins, what is found against what is published."""

from __future__ import annotations

import io
import random
from itertools import product
from math import prod

import numpy as np
import pytest

import grundy
from grundy.engines.misere import extension, kernels
from grundy.engines.misere.learn import trivial
from grundy.engines.misere.parts import Parts
from grundy.engines.misere.quotient import QuotientTooLarge
from grundy.games.octal import octal
from grundy.proof import check

Sum = tuple[int, ...]


class Powers:
    """A monoid of sums of letters, each of which is taken for two fewer from its cap on; elements are numbers."""

    def __init__(self, caps: list[int]) -> None:
        self.sums = [s[::-1] for s in product(*(range(cap) for cap in reversed(caps)))]
        self.number = {one: at for at, one in enumerate(self.sums)}
        self.caps = caps

    def times(self, x: int, y: int) -> int:
        both = zip(self.sums[x], self.sums[y], self.caps, strict=True)
        return self.number[tuple(a + b if a + b < cap else cap - 2 + (a + b - cap) % 2 for a, b, cap in both)]

    def table(self) -> np.ndarray:
        every = range(len(self.sums))
        return np.array([[self.times(x, y) for y in every] for x in every], np.int32)


def plain_outcomes(whole: Powers, elements: list[int], options: list[list[Sum]]) -> tuple[list[bool], list[int]]:
    """Who is lost in the first word of each element, and the elements by these words: over all words, by counts."""

    def element(counts: Sum) -> int:
        x = 0
        for part, times in enumerate(counts):
            for _ in range(times):
                x = whole.times(x, elements[part])
        return x

    lost: dict[int, bool] = {}
    for counts in sorted(product(range(max(whole.caps)), repeat=len(elements)), key=lambda counts: counts[::-1]):
        x = element(counts)
        if x not in lost:
            after = [
                element(tuple(n - (at == part) + option.count(at) for at, n in enumerate(counts)))
                for part, have in enumerate(counts)
                if have
                for option in options[part]
            ]
            lost[x] = bool(after) and not any(lost[y] for y in after)
    return [lost[x] for x in range(len(lost))], list(lost)


def plain_congruence(whole: Powers, partition: list[int]) -> list[int]:
    """Two elements are alike if no third tells them apart."""
    every = range(len(partition))
    rows: dict[Sum, int] = {}
    return [rows.setdefault(tuple(partition[whole.times(x, z)] for z in every), len(rows)) for x in every]


@pytest.mark.parametrize("seed", range(20))
def test_kernels_do_what_their_twins_do(seed: int) -> None:
    rng = random.Random(seed)
    caps = [rng.randint(2, 4) for _ in range(rng.randint(2, 3))]
    whole, low, high = Powers(caps), Powers(caps[:-1]), Powers(caps[-1:])
    strides = [prod(caps[:at]) for at in range(len(caps))]
    elements = [*strides, *(rng.randrange(prod(caps)) for _ in range(2))]
    rng.shuffle(elements)
    options = [
        [tuple(sorted(rng.choices(range(part), k=rng.randrange(3) if part else 0))) for _ in range(rng.randint(1, 3))]
        for part in range(len(elements))
    ]
    left = []
    for option in (option for one in options for option in one):
        x = 0
        for part in option:
            x = whole.times(x, elements[part])
        left.append(x)
    size = prod(caps)
    moves = np.cumsum([0, *map(len, options)]), np.array(left, np.int64)
    lost, order = np.empty(size, np.uint8), np.empty(size, np.int32)
    letters, before = np.empty(8, np.int64), np.empty((8, size), np.int32)
    tables = low.table(), high.table(), np.array(elements, np.int64)
    count = kernels.product_outcomes(*tables, *moves, lost, order, letters, before)
    assert (lost.tolist(), order.tolist()) == plain_outcomes(whole, elements, options)
    none = letters[: count - 1], before[: count - 1]
    assert kernels.product_outcomes(*tables, *moves, np.empty_like(lost), np.empty_like(order), *none) == -1
    steps = np.array([[whole.times(x, elements[part]) for x in range(size)] for part in letters[:count]], np.int32)
    classes = lost.astype(np.int16)
    pairs = np.empty((200, 200), np.int16)
    class_count = kernels.coarsest_congruence(steps, classes, np.empty_like(classes), 2, pairs)
    expected = plain_congruence(whole, lost.tolist())
    assert class_count == len(set(expected)) == len(set(zip(classes.tolist(), expected, strict=True)))
    few = kernels.coarsest_congruence(steps, lost.astype(np.int16), classes, 2, pairs[:2, :2])
    assert few == (-1 if class_count > 2 else class_count)


def by_extension(code: str, to: int, most: int = 10**8) -> list[int]:
    """The orders of the quotients of heaps 0 to n, without experiments."""
    rule, parts, monoid, orders = octal(code), Parts(), trivial(), []
    for heap in range(to + 1):
        parts.sum([(rule, heap)])
        while len(monoid.elements) < len(parts.options):
            if monoid.fit(parts.options[len(monoid.elements)]) is None:
                monoid, _ = extension.extension(parts.options, monoid, most)
        orders.append(len(monoid))
    return orders


def test_kayles_and_dawsons_kayles() -> None:
    # Kayles: Plambeck & Siegel 2008; Dawson's Kayles: MisereSolver has 24 elements to heap 24
    kayles, dawson = by_extension("0.77", 30), by_extension("0.07", 27)
    assert sorted(set(kayles)) == [2, 6, 12, 18, 24, 32, 40]
    assert [kayles.index(order) for order in (12, 18, 24, 32, 40)] == [5, 9, 12, 25, 27]
    assert sorted(set(dawson)) == [2, 6, 12, 24, 144, 176]


def test_what_the_first_look_misses_the_check_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extension, "_wrong_word", lambda guess, options: None)
    assert by_extension("0.77", 27)[-1] == 40
    assert by_extension("0.07", 25)[-1] == 144


@pytest.mark.long
def test_dawsons_kayles_to_heap_33() -> None:
    # MisereSolver has 638 elements to heap 33, and goes no further; check.py shares nothing with what found them
    quotient = grundy.misere_quotient("octal:0.07", 33)
    assert quotient.order == 638
    check.check(check.read(io.StringIO("".join(f"{line}\n" for line in quotient.certificate().lines))))


def test_an_extension_has_a_limit() -> None:
    with pytest.raises(QuotientTooLarge):
        by_extension("0.77", 9, 0)

"""Boxes of sums of letters: the compiled loops against their slow twin, what they find against what is published."""

from __future__ import annotations

import random
from itertools import product
from math import prod

import numpy as np
import pytest

from grundy.engines.misere import box, kernels
from grundy.engines.misere.learn import trivial
from grundy.engines.misere.parts import Parts
from grundy.engines.misere.quotient import CheckedMonoid, TooLarge
from grundy.games.octal import octal

Sum = tuple[int, ...]


def plain_box(caps: list[int], options: list[list[Sum]]) -> tuple[dict[Sum, bool], dict[Sum, int]]:
    """What the kernels compute, for sums as tuples: who is lost, and the classes of the coarsest congruence."""

    def within(sum: Sum) -> Sum:
        return tuple(n if n < cap else cap - 2 + (n - cap) % 2 for n, cap in zip(sum, caps, strict=True))

    sums = sorted(product(*map(range, caps)), key=lambda sum: sum[::-1])
    lost: dict[Sum, bool] = {}
    for sum in sums:
        after = [
            within(tuple(n - (at == letter) + more for at, (n, more) in enumerate(zip(sum, option, strict=True))))
            for letter, have in enumerate(sum)
            if have
            for option in options[letter]
        ]
        lost[sum] = bool(after) and not any(lost[one] for one in after)
    # two sums are alike if no third tells them apart
    rows = {s: tuple(lost[within(tuple(map(int.__add__, s, t)))] for t in sums) for s in sums}
    number: dict[tuple[bool, ...], int] = {}
    return lost, {s: number.setdefault(rows[s], len(number)) for s in sums}


@pytest.mark.parametrize("seed", range(12))
def test_kernels_do_what_their_twin_does(seed: int) -> None:
    rng = random.Random(seed)
    count = rng.randint(1, 3)
    caps = [rng.randint(2, 4) for _ in range(count)]
    options = [
        [
            tuple(rng.randrange(3) if at < letter else 0 for at in range(count))
            for _ in range(rng.randint(1, 3))
        ]
        for letter in range(count)
    ]  # fmt: skip
    lost, classes = plain_box(caps, options)
    cap = np.array(caps, np.int64)
    stride = np.array([prod(caps[:at]) for at in range(count)], np.int64)
    words = [word for one in options for word in one]
    firsts = np.cumsum([0, *map(len, options)])
    word_firsts = np.cumsum([0, *(sum(map(bool, word)) for word in words)])
    letters = np.array([at for word in words for at, times in enumerate(word) if times], np.int64)
    times = np.array([times for word in words for times in word if times], np.int64)
    found = np.empty(prod(caps), np.uint8)
    kernels.box_outcomes(cap, stride, firsts, word_firsts, letters, times, np.zeros_like(cap), found)
    order = list(lost)  # by numbers
    assert found.tolist() == [lost[sum] for sum in order]
    partition = found.astype(np.int16)
    pairs = np.empty((200, 200), np.int16)
    size = kernels.box_classes(cap, stride, partition, np.empty_like(partition), 2, pairs)
    assert size == len(set(classes.values()))
    assert len({(int(x), classes[sum]) for x, sum in zip(partition, order, strict=True)}) == size
    assert kernels.box_classes(cap, stride, found.astype(np.int16), partition, 2, pairs[:2, :2]) == (
        -1 if size > 2 else size
    )


def by_boxes(code: str, to: int) -> list[int]:
    """The orders of the quotients of heaps 0 to n, by boxes alone."""
    rule, parts, monoid, orders = octal(code), Parts(), trivial(), []
    for heap in range(to + 1):
        parts.sum([(rule, heap)])
        while len(monoid.elements) < len(parts.options):
            if monoid.fit(parts.options[len(monoid.elements)]) is None:
                monoid, _ = box.boxed(parts.options, monoid, 10**6)
        orders.append(len(monoid))
    return orders


def test_kayles_and_dawsons_kayles() -> None:
    # Kayles: Plambeck & Siegel 2008; Dawson's Kayles: MisereSolver has 24 elements to heap 24
    kayles, dawson = by_boxes("0.77", 30), by_boxes("0.07", 27)
    assert sorted(set(kayles)) == [2, 6, 12, 18, 24, 32, 40]
    assert [kayles.index(order) for order in (12, 18, 24, 32, 40)] == [5, 9, 12, 25, 27]
    assert sorted(set(dawson)) == [2, 6, 12, 24, 144, 176]


def test_a_box_has_a_limit() -> None:
    parts = Parts()
    parts.sum([(octal("0.77"), 9)])
    with pytest.raises(TooLarge):
        box.boxed(parts.options, CheckedMonoid([[0]], [], [()]), 1)

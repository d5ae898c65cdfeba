"""The kernels of heaps on small tables, cut into pieces, at the limits of words: against the mex of all options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from random import Random

import numpy as np
import pytest
from limits import set_limits

from grundy.engines.heap import kernels, steps
from grundy.engines.heap.octal import kernels as naive
from grundy.engines.heap.octal import kernels as octal


def mex(values: set[int]) -> int:
    return next(v for v in range(len(values) + 1) if v not in values)


def taken(amounts: Sequence[int], count: int) -> list[int]:
    """Nim-values of heaps 0..count - 1 where some amounts may be taken."""
    g: list[int] = []
    for n in range(count):
        g.append(mex({g[n - s] for s in amounts if s <= n}))
    return g


def left_by(parts: int, counters: int, unequal: bool = False) -> Iterator[tuple[int, ...]]:
    """The ways to leave so many heaps with so many counters in all."""
    if parts < 2:
        if (parts == 0) == (counters == 0):
            yield (counters,) * parts
        return
    for heaps in combinations_with_replacement(range(1, counters), parts - 1):
        rest = counters - sum(heaps)
        if rest >= heaps[-1] and not (unequal and parts == 2 and rest == heaps[0]):
            yield (*heaps, rest)


def broken(digits: Sequence[int], count: int, repeat: Sequence[int] = (), unequal: bool = False) -> list[int]:
    """Nim-values of heaps 0..count - 1 by a code: digit k says into how many heaps k counters may leave the rest."""
    g: list[int] = []
    for n in range(count):
        seen = set()
        for k in range(n + 1):
            digit = digits[k] if k < len(digits) else repeat[(k - len(digits)) % len(repeat)] if repeat else 0
            for parts in range(6):
                if digit >> parts & 1:
                    for heaps in left_by(parts, n - k, unequal):
                        worth = 0
                        for heap in heaps:
                            worth ^= g[heap]
                        seen.add(worth)
        g.append(mex(seen))
    return g


def pieces(random: Random, start: int, stop: int) -> list[int]:
    return [*sorted(random.sample(range(start, stop), 2)), stop]


SETS = (
    [1, 2],
    [1, 3, 4],
    [7],
    [2, 5, 9, 11, 13],
    [255, 256],
    [1, 256, 257],
    [3, 256, 258, 259, 260, 262],
    [256, 515, 520, 777, 1040],
)


@pytest.mark.parametrize("word", [np.uint8, np.uint16, np.uint32, np.uint64])
@pytest.mark.parametrize("number", range(12))
def test_take_away_by_words(word: type, number: int) -> None:
    """Amounts below, at and above the blocks; room for one heap more than the largest or many; too large values."""
    random, bits = Random(number), 8 * word().itemsize
    drawn = sorted(random.sample(range(1, 15), random.randrange(1, 7)))
    amounts = [*SETS, drawn, [*drawn, 20], list(range(1, bits)), [*range(1, bits), 2 * bits]][number]
    count = (1400 if len(amounts) == 5 else 530) if amounts[-1] > 99 and bits < 64 else 2 * amounts[-1] + 20
    expected = taken(amounts, count)
    for sub, room in ((1, 1), (16, 70), (min(amounts[0], 256), 1000), (3, 7))[:: 1 if count < 99 else 3]:
        g, done = np.full(count, 99, np.uint8), 0
        work, spare = np.empty(amounts[-1] + room, word), np.empty((2, kernels.BLOCK), word)
        for end in pieces(random, 1, count) if len(amounts) < bits - 1 else [count]:
            done = kernels.one_hot_values(np.array(amounts), sub, work, g, done, end, spare)
            if done < end:
                break
        first = next((n for n, value in enumerate(expected) if value >= bits), count)
        assert (done == count) == (first == count) and first - 256 < done <= first
        assert g[:done].tolist() == expected[:done], (amounts, sub, room)


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_take_away_by_stamps_and_by_sweeps(kind: type) -> None:
    random = Random(2)
    for _ in range(24):
        amounts = sorted(random.sample(range(1, random.choice((8, 40, 130))), random.randrange(1, 7)))
        count = random.choice((64, 65, 127, 128, 190))
        expected = taken(amounts, count)
        ends = pieces(random, 1, count)
        g, seen, done = np.full(count, 99, kind), np.zeros(len(amounts) + 2, np.uint32), 0
        for end in ends:
            kernels.stamp_values(np.array(amounts), g, seen, done, end)
            done = end
        assert g.tolist() == expected, amounts
        largest = amounts[-1]
        words = [sum(1 << s - 64 * j for s in amounts if s >> 6 == j) for j in range(largest // 64 + 1)]
        bits = np.array([0, *words, 0, 0], np.uint64)
        rest, excluded = (np.full(count // 64 + 1, 77, np.uint64) for _ in range(2))
        head, link = np.full(len(amounts) + 2, 77, np.int32), np.full(largest, 77, np.int32)
        g, done = np.full(count, 99, kind), 0
        for end in ends:
            if end > done:
                left = kernels.sweep_values(bits, largest, g, done, end, 9, rest, excluded, head, link)
                assert not left
            done = end
        assert g.tolist() == expected, amounts


@pytest.mark.parametrize("limit", [steps.PLAIN_STEPS, 0, 5])
def test_floor_division_compiled_or_not(limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(limit)
    set_limits(monkeypatch, "engines.heap.steps", PLAIN_STEPS=limit)
    set_limits(monkeypatch, "engines.heap", SLICE=random.choice((1, 7)))
    for divisors in ([2], [2, 3, 6], [3, 4], [2, 5, 7, 9], [2, 3, 4, 5, 6, 7], [3, 2**61], [2**62, 2]):

        @cache
        def value(x: int, divisors: tuple[int, ...] = tuple(divisors)) -> int:
            return mex({value(x // d) for d in divisors} if x else set())

        wanted = [0, 1, 2, 3, 2**62 - 1, 2**61, 10**9, *random.sample(range(900), 20), 7, 7]
        assert steps.values(wanted, divisors) == [value(x) for x in wanted], divisors


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_codes_by_pairs(kind: type) -> None:
    """Few pairs stamped or many; values up to the last that is allowed, and one more."""
    random = Random(4)
    for _ in range(40):
        digits = [random.choice((0, 4)), *(random.randrange(8) for _ in range(random.randrange(1, 5)))]
        unequal = random.random() < 0.2
        expected = broken(digits, 36, unequal=unequal)
        most = random.choice((2, 4, 8, 64))
        g, back = np.zeros(36, kind), np.zeros(36, kind)
        seen, stamped, done = np.zeros(most, np.uint32), np.array([random.choice((1, 2, 9))]), 0
        for end in pieces(random, 0, 36):
            done = naive.pair_values(np.array(digits, np.uint8), unequal, g, back, seen, most, stamped, done, end)
            if done < end:
                break
        first = next((n for n, value in enumerate(expected) if value >= most), 36)
        assert done == first, (digits, unequal, most)
        assert g[:done].tolist() == expected[:done] == back[::-1][:done].tolist()


@pytest.mark.parametrize("parts", [3, 4, 5])
def test_codes_that_leave_several_heaps(parts: int) -> None:
    random = Random(parts)
    for _ in range(12):
        digits = [random.choice((0, 4, 4 << 1)) & (2 << parts) - 1]
        digits += [random.randrange(2 << parts) for _ in range(random.randrange(1, 4))]
        expected, width = broken(digits, 24), random.choice((1, 2))
        g, sums = np.zeros(24, np.uint32), np.zeros((parts - 2, 24, width), np.uint64)
        first = np.full((2, 64 * width), 2**40, np.int64)
        g[0], done = expected[0], 1
        for end in pieces(random, 1, 24):
            done = naive.several_values(np.array(digits, np.uint8), parts, g, sums, first, done, end)
        assert done == 24 and g.tolist() == expected, (digits, parts)


def test_codes_with_digits_for_ever() -> None:
    """Values up to the last that there is room for; and on with twice the room."""
    random = Random(6)
    for _ in range(40):
        digits = [random.choice((0, 4)), *(random.randrange(8) for _ in range(random.randrange(4)))]
        repeat = [random.randrange(8) for _ in range(random.choice((0, 1, 2, 3)))]
        unequal = random.random() < 0.2
        expected = broken(digits, 40, repeat, unequal)
        width, rest = 2, max(len(repeat), 1)
        g, done = np.zeros(40, np.int32), 0
        pairs, unions = np.zeros((len(digits) + 1, width), np.uint8), np.zeros((3, rest, width), np.uint8)
        floors = np.zeros((rest, rest), np.int64)
        for end in pieces(random, 1, 40):
            while done < end:
                done = octal.octal_values(np.array(digits, np.uint8), np.array(repeat, np.uint8), unequal, g, pairs,
                                          unions, floors, done, end)  # fmt: skip
                if done < end:
                    assert expected[done] == width > max(expected[:done], default=0)
                    pairs, unions = (np.concatenate([one, np.zeros_like(one)], axis=-1) for one in (pairs, unions))
                    width *= 2
        assert g.tolist() == expected, (digits, repeat, unequal)


def test_how_far_a_sequence_agrees_with_itself() -> None:
    random = Random(7)
    for _ in range(100):
        size = random.randrange(2, 30)
        g = np.array([random.randrange(random.choice((1, 2, 3))) for _ in range(size + 1)], np.int32)
        d, z = np.empty(size, np.int32), np.empty(size, np.int64)
        octal.differences(g, d)
        assert d.tolist() == [int(g[n + 1]) - int(g[n]) for n in range(size)]
        octal.match_lengths(d, z)
        back = d[::-1].tolist()
        agree = [next((i for i in range(size - p) if back[i] != back[i + p]), size - p) for p in range(size)]
        assert z.tolist() == agree


def test_a_value_beyond_the_sets_leaves_nothing_behind() -> None:
    """Take up to 80, or 1 and leave three heaps: heaps below 64 are worth n, and 64 is beyond one word of bits."""
    digits = np.array((0, 11, *[3] * 79), np.uint8)
    g = np.zeros(100, np.uint32)
    g[:64] = range(64)
    first = np.full((2, 64), 1 << 60, np.int64)
    for n in range(1, 64):
        first[n & 1, n] = n
    both = np.full((2, 100, 1), 7, np.uint64)  # the second is somebody else's
    both[0] = 0
    for m, a in combinations_with_replacement(range(1, 64), 2):
        if m + a < 64:
            both[0, m + a, 0] |= np.uint64(1 << (m ^ a))
    before = both.copy()
    assert naive.several_values(digits, 3, g, both[:1], first, 64, 70) == 64
    assert not g[64:].any() and (both == before).all()

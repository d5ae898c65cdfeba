"""The generated kernels for heaps kept as numbers, and the check of words, each by itself on some hundred heaps."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from limits import set_limits
from test_numbers import HERE, by_lags
from test_sparse import kernels_of

from grundy.engines.heap.octal.sparse import emit_shuffle, number_kernels
from grundy.engines.heap.octal.sparse.emit import Lag
from grundy.engines.heap.octal.sparse.number_kernels import LookUpKernels, PlaneCheck, ShuffleKernels
from grundy.engines.heap.octal.sparse.setup_numbers import size_for
from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.engines.heap.octal.sparse.words import NONE, NUMBER_SIZES, CommonNumbers, Words

WRITTEN = {"look up": LookUpKernels, "shuffle": ShuffleKernels}
KINDS = [kind for kind in HERE if kind in WRITTEN]
TAKES = (1, 2, 5)
NEAR = 512  # small heaps
FIRST = 704  # heaps before those that are filled or checked: more than NEAR, the largest take and a block


def made(kind: str, bits: int, lags: list[Lag]) -> Any:
    """The kernels of a kind for the mask 12, in which numbers are values without two bits."""
    words, takes = CommonNumbers(bits, SparseSpace(12)), np.array(TAKES, np.int64)
    checks = ([(70, 1)], takes, np.full(NEAR + 1, -1)) if kind == "look up" else ()
    return WRITTEN[kind](words, lags, *checks)


def test_room_for_numbers_is_the_least_or_less_than_twice_too_few() -> None:
    """Room for 112, 168 or 224 numbers; the largest is tried where twice as many as were too few would be more."""
    asked = [(1, 1), (112, 112), (113, 1), (1, 169), (1, 225), (224, 447), (1, 448), (225, 1)]
    assert [size_for(*one) for one in asked] == [112, 112, 168, 224, 224, 224, 0, 0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("bits", "near", "far"), [(112, 3, 260), (168, 0, 150), (168, 9, 400), (224, 2, 90)])
def test_heaps_are_filled_from_their_lags(
    kind: str, bits: int, near: int, far: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many lags near and far that most heaps have a number, and some have none, as rare heaps have none; of some
    most lags are asked only for the numbers that the first leave."""
    set_limits(monkeypatch, "engines.heap.octal.sparse.emit_shuffle", FIRST=20 if bits == 168 else emit_shuffle.FIRST)
    random = np.random.default_rng(bits + far)
    lanes = 64 if kind == "look up" else 32
    lags = [(int(lag), int(c)) for lag, c in random.integers((1, 0), (lanes, 100), (near, 2))]
    lags += [(lanes, 1), *((int(lag), int(c)) for lag, c in random.integers((lanes, 0), (FIRST, 100), (far, 2)))]
    rares = bits == 112 or kind == "shuffle"
    first = random.integers(-1 if rares else 0, bits * 2 // 3, FIRST).tolist()
    kernels = made(kind, bits, lags)
    words = CommonNumbers(bits, SparseSpace(12))
    for count in (64, 65, 256):
        buffer = np.zeros(FIRST + 512, np.uint8)
        buffer[:FIRST] = words.of_numbers(np.array(first))
        kernels.fill(buffer, FIRST, FIRST + count)
        filled = -(-count // lanes) * lanes
        expected = by_lags(lags, bits, first, FIRST + filled)
        whole = len(expected) if rares else [*expected[FIRST:], -1].index(-1) + FIRST
        assert words.numbers_in(buffer[:whole]).tolist() == expected[:whole]
        assert not buffer[FIRST + filled :].any()
    assert len(set(expected[FIRST:])) > 5


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("bits", NUMBER_SIZES)
def test_every_number_of_each_size_is_found(bits: int, kind: str) -> None:
    """Blocks of heaps with the numbers 0, 1, 2, ... before the last 64: with k of them asked, k is the least that is
    missing, up to the last that a size has; then heaps are rare."""
    blocks = bits + 1
    before = 64 * blocks
    for asked in [1, 55, 56, 57, *range(bits - 9, blocks)]:
        lags = [(64 * (number + 1), 0) for number in range(asked)]
        kernels = made(kind, bits, lags)
        buffer = np.zeros(before + 256, np.uint8)
        buffer[:before] = CommonNumbers(bits, SparseSpace(12)).of_numbers(np.arange(blocks)[::-1].repeat(64) % bits)
        kernels.fill(buffer, before, before + 64)
        assert buffer[before : before + 64].tolist() == [NONE - asked if asked < bits else 0] * 64


@cache
def checked(bits: int, rares: bool) -> tuple[Any, Any, list[int], list[int], list[int]]:
    """Small heaps, the numbers of all, which of the last 384 are not settled, the block of the least small heap that
    settles each value of a heap that is, and the rare ones."""
    random = np.random.default_rng(bits)
    words = CommonNumbers(bits, SparseSpace(12))
    width = 24
    small = random.integers(0, width, NEAR + 1)
    small[random.random(NEAR + 1) < 0.97] = -1  # so few that values are found late or never
    small[0] = -1
    numbers = random.integers(0, width, FIRST + 384)
    numbers[FIRST + np.arange(7, 384, 50)] = bits - 1 - np.arange(8)  # with all others below
    if rares:
        numbers[FIRST + np.arange(3, 384, 90)] = -1
    open_, blocks = [], []
    for n in range(FIRST, len(numbers)):
        own = words.value(int(numbers[n]), n)
        need = {bit for bit in range(bits) if words.value(bit, n, False) < own}
        shown: dict[int, int] = {}
        for a in range(1, NEAR + 1):
            for take in TAKES:
                other = int(numbers[n - take - a])
                if small[a] >= 0 <= other:
                    shown.setdefault(other ^ int(small[a]), (a - 1) // 256)
        if numbers[n] < 0 or need - set(shown):
            open_.append(n)
        else:
            blocks.append(max((shown[bit] for bit in need), default=0))
    return small, numbers, open_, blocks, [n for n in range(FIRST, len(numbers)) if numbers[n] < 0]


@pytest.mark.parametrize("size", [300, 5_000, 12_000])
def test_no_rare_heap_is_a_witness(size: int) -> None:
    """Of few values that are known, and of many: each pair has a small heap that is common, and shows the number."""
    random = np.random.default_rng(size)
    words, small = CommonNumbers(224, SparseSpace(12)), random.integers(0, 200, NEAR + 1)
    small[random.random(NEAR + 1) < 0.9] = -1
    small[0] = -1
    values = np.array([words.value(int(number), 0) for number in random.integers(0, 200, size)], np.uint16)
    true = {(a + take, int(small[a])) for a in range(1, NEAR + 1) if small[a] >= 0 for take in TAKES}
    lists = number_kernels.witness_lists(words, values, TAKES, small)
    assert len(lists) == 224 and any(lists) == (size > 300)
    for number, one in enumerate(lists):
        assert {(lag, number ^ other) for lag, other in one} <= true
        assert not [lag for lag, _ in one if lag % 8 or lag > NEAR]


def test_pairs_are_chosen_that_show_what_is_missing() -> None:
    """Heaps with the numbers 0, 1, 2, 3, 0, ...: all that is missing is shown by a lag that is a multiple of 4."""
    sample = number_kernels.Sample(np.arange(12_000).astype(np.uint8) & 3, 256)
    assert (sample.numbers == sample.heaps & 3).all() and len(sample.heaps) > 2_000
    lags = np.array([8, 16, 24])
    assert sample.best(sample.heaps & 3 == 2, lags, np.array([3, 2, 1])) == [(16, 2)]
    assert sample.best(sample.heaps & 1 == 1, lags, np.array([3, 2, 1])) == [(8, 3), (24, 1)]
    assert sample.best(sample.heaps < 0, lags, np.array([3, 2, 1])) == []


@pytest.mark.parametrize(("bits", "rares"), [(112, True), (168, False), (224, False)])
@pytest.mark.parametrize("start", [FIRST, FIRST + 2])
def test_heaps_are_settled_by_pairs_with_small_heaps(bits: int, rares: bool, start: int) -> None:
    """With lists that show nothing, with true ones, with all true ones; whatever is after the heaps."""
    small, numbers, expected, blocks, rare = checked(bits, rares)
    expected = [n for n in expected if n >= start]
    assert 10 < len(expected) < 374 and set(blocks) == {0, 1}
    words = CommonNumbers(bits, SparseSpace(12))
    buffer = np.random.default_rng(7).integers(0, 256, len(numbers) + 512).astype(np.uint8)
    buffer[: len(numbers)] = words.of_numbers(numbers)
    true = [(a + take, int(small[a])) for a in np.flatnonzero(small >= 0).tolist() for take in TAKES]
    stop, counts, alone = FIRST + 384, np.array(TAKES, np.int64), np.zeros(0, np.int64)
    for share in (0, 13, len(true)):
        usable = [(lag, c) for lag, c in true[:share] if lag % 8 == 0 and lag <= NEAR]
        lists = [[(lag, c ^ number) for lag, c in usable if c ^ number < bits] for number in range(bits)]
        kernel = PlaneCheck(words, lists, counts, alone, small)
        unsettled = np.full(600, -1, np.int64)
        for room in (600, 512):
            unsettled[:] = -1
            at, count, reach = kernel.check(buffer, start, stop, unsettled[:room])
            assert at == stop and unsettled[:count].tolist() == expected
            assert (unsettled[count:] == -1).all()
            assert 256 <= reach <= NEAR
    assert set(rare) <= set(expected) or start > FIRST


def test_a_list_that_is_full_ends_the_check() -> None:
    """Blocks of 512 heaps, all of them rare: the first fills the list."""
    words, small = CommonNumbers(112, SparseSpace(12)), np.full(NEAR + 1, -1)
    nothing = np.zeros(0, np.int64)
    kernel = PlaneCheck(words, [[] for _ in range(112)], np.array(TAKES, np.int64), nothing, small)
    unsettled = np.full(800, -1, np.int64)
    reached = kernel.check(np.zeros(FIRST + 2_048, np.uint8), FIRST, FIRST + 1_300, unsettled)
    assert reached[:2] == (FIRST + 512, 512) and unsettled[:512].tolist() == list(range(FIRST, FIRST + 512))


@pytest.mark.parametrize("single", [1, 6])
def test_a_single_heap_shows_its_number(single: int) -> None:
    """What a move to one heap shows of common heaps is a rare value; no small heap is common."""
    random = np.random.default_rng(single)
    words, small = CommonNumbers(112, SparseSpace(3)), np.full(NEAR + 1, -1)
    numbers = random.integers(-1, 3, FIRST + 512)
    buffer = np.zeros(len(numbers) + 512, np.uint8)
    buffer[: len(numbers)] = words.of_numbers(numbers)
    kernel = PlaneCheck(
        words, [[] for _ in range(112)], np.array(TAKES, np.int64), np.array([9, single], np.int64), small
    )
    unsettled = np.zeros(1_024, np.int64)
    at, count, _ = kernel.check(buffer, FIRST, len(numbers), unsettled)
    expected = []
    for n in range(FIRST, len(numbers)):
        own = words.value(int(numbers[n]), n) if numbers[n] >= 0 else 0
        need = {bit for bit in range(112) if words.value(bit, n, False) < own}
        if numbers[n] < 0 or need - {int(numbers[n - 9]), int(numbers[n - single])}:
            expected.append(n)
    assert at == len(numbers) and unsettled[:count].tolist() == expected
    assert 100 < count < 500


@pytest.mark.parametrize(("small_one", "other", "settled"), [(3, 43, True), (215, -1, False), (-1, 215, False)])
def test_what_looks_like_a_pair_is_none(small_one: int, other: int, settled: bool) -> None:
    """Single heaps show all that heap n needs but 40. A pair of numbers 3 and 43 shows it; 215 and a rare heap do not,
    whose bytes are 40 and 0, nor a small heap that is not to be used and 215, of which it is the other way round."""
    words, small, n = CommonNumbers(224, SparseSpace(12)), np.full(NEAR + 1, -1), FIRST + 200
    small[5] = small_one
    numbers = np.full(FIRST + 512, 300)  # no number
    numbers[[n - single for single in range(1, 61)]] = [one if one != 40 else 0 for one in range(60)]
    numbers[n], numbers[n - 105] = 45, other
    buffer = np.zeros(len(numbers) + 512, np.uint8)
    buffer[: len(numbers)] = words.of_numbers(np.where(numbers == 300, -1, numbers))
    lists: list[list[Lag]] = [[] for _ in range(224)]
    kernel = PlaneCheck(words, lists, np.array([100], np.int64), np.arange(1, 61), small)
    unsettled = np.zeros(1_024, np.int64)
    at, count, _ = kernel.check(buffer, FIRST, len(numbers), unsettled)
    assert at == len(numbers) and (n in unsettled[:count]) != settled


@pytest.mark.parametrize("many", [0, 64, 255, 300])
def test_small_heaps_that_are_no_multiple_of_a_block_are_refused(many: int) -> None:
    """The kernel tries 128 at once, and would read what is behind the table."""
    words, takes = CommonNumbers(112, SparseSpace(12)), np.array(TAKES, np.int64)
    with pytest.raises(AssertionError, match="multiple of 128"):
        PlaneCheck(words, [[] for _ in range(112)], takes, np.zeros(0, np.int64), np.zeros(many + 1, np.int64))


@pytest.mark.parametrize(("bits", "mask", "twist"), [(16, 5, 1), (32, 12, 1), (64, 6, 0)])
def test_words_are_settled_by_pairs_with_few_small_heaps(bits: int, mask: int, twist: int) -> None:
    """Each small heap counts, also one whose number is 0, and so does whether a heap is odd."""
    random = np.random.default_rng(bits)
    words, takes, singles = Words(bits, SparseSpace(mask, twist)), [1, 2], [1] * twist
    near, start, stop = 128, 192, 704
    small = np.where(random.random(near + 1) < 0.05, random.integers(0, 3, near + 1), -1)
    small[[0, 40, 90]] = -1, 0, 0
    numbers = random.integers(0, 5, stop)
    numbers[random.random(stop) < 0.02] = -1
    made = kernels_of(words, [[(41, 0)]], singles, takes, small)
    lists = np.zeros(4096, np.int64), np.zeros(4096, np.int64)
    at, (count, _, _, _) = made.check(words.of_numbers(numbers), start, stop, 3, lists)
    expected = []
    for n in range(start, stop):
        own = words.value(int(numbers[n]), n)
        need = {bit for bit in range(bits) if words.value(bit, n, False) < own}
        need -= {int(numbers[n - take]) for take in singles}
        pairs = [(int(small[a]), int(numbers[n - take - a])) for a in range(1, near + 1) for take in takes]
        need -= {one ^ other for one, other in pairs if one >= 0 <= other}
        if need or numbers[n] < 0:
            expected.append(n)
    assert at == stop and lists[0][:count].tolist() == expected
    assert 50 < len(expected) < 462

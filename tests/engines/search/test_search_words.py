"""Sets of places as words, their tables and questions: each small kernel against whole numbers and dicts of Python."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from grundy.compile.jit import njit
from grundy.engines.search.kernels import parts, sets
from grundy.engines.search.kernels import position_nimber as couples
from grundy.engines.search.kernels import values as known_values
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.spans import Span, spans


@njit
def of_one(a, array, i, j, k, shift, value):
    """What there is of a set, with a place i, a byte j, a shift k and an entry of an array."""
    w.store(array, i & 1, w.with_value(a, value, shift))
    entry = w.load(array, i & 1, a)
    w.put_words(array, (i & 1) + 1, a)
    return (
        (w.size(a), w.lowest(a), w.highest(a), w.byte(a, j), w.is_empty(a), w.fits_word(a), w.hashed(a, i)),
        (w.nothing(a), w.place(a, i), w.all_ones(a), w.down(a, k), entry, w.places_only(entry, shift)),
        (w.words_are(array, (i & 1) + 1, a), w.words_are(array, 0, a)),
        w.load_at(array, (i & 1) + 1, a),
    )


@njit
def of_two(a, b, array, shift):
    """What there is of two sets; `array` has room for one, with a value from `shift` on."""
    w.store(array, 0, w.with_value(a, 1, shift))
    return (
        (w.both(a, b), w.either(a, b), w.differ(a, b), w.without(a, b)),
        (w.is_same(a, b), w.holds(a, b), w.meets(a, b), w.is_less(a, b), w.is_in(array, 0, b, shift)),
    )


def words(number: int, count: int) -> Any:
    return tuple(np.uint64(number >> 64 * j & 2**64 - 1) for j in range(count))


def whole(limbs: Any) -> int:
    return sum(int(word) << 64 * j for j, word in enumerate(limbs))


def some_sets(count: int, random: Random, most: int) -> list[int]:
    """Sets at the borders of words, full and empty ones, and random ones of any size."""
    top = 64 * count
    corners = [0, 1, (1 << top) - 1, 1 << top - 1, *(1 << k for k in range(63, top, 64)), *(1 << k for k in (7, 8, 62))]
    corners += [1 << k for k in range(64, top, 64)] + [(1 << 64) - 1, (1 << top - 8) - 1]
    drawn = [random.getrandbits(top) >> random.randrange(top) & random.getrandbits(top) for _ in range(most)]
    return [*dict.fromkeys([*corners, *drawn])]


@pytest.mark.parametrize("count", [1, 3])
def test_sets_are_numbers(count: int) -> None:
    random, top = Random(count), 64 * count
    some = some_sets(count, random, 60)
    for number in some:
        for k in {0, 1, 7, 8, 63 % top, 64 % top, 65 % top, 127 % top, top - 1, random.randrange(top)}:
            i, j, shift, value = random.randrange(top), random.randrange(8 * count), 57, random.randrange(128)
            number &= (1 << top - 7) - 1 if k % 2 else -1
            array = np.zeros(2 * count + 1, np.uint64)
            sizes, made, are, stored = of_one(words(number, count), array, i, j, k, shift, value)
            lowest = (number & -number).bit_length() - 1 if number else top
            assert sizes[:4] == (number.bit_count(), lowest, number.bit_length() - 1, number >> 8 * j & 255)
            assert sizes[4:6] == (number == 0, number < 2**64)
            bits = (1 << top) - 1
            entry = number | value << top - 7
            assert [whole(one) for one in made] == [0, 1 << i, bits, number >> k, entry, entry & (bits >> 7)]
            assert whole(stored) == number and are[0]
            assert are[1] == (list(array[:count]) == list(words(number, count)))


@pytest.mark.parametrize("count", [1, 3])
def test_two_sets_are_compared_as_numbers(count: int) -> None:
    random, top = Random(count), 64 * count
    some = [number & (1 << top - 7) - 1 for number in some_sets(count, random, 12)]
    some += [some[-1] ^ 1 << k for k in range(0, top - 7, 21)]
    for a, b in product(some, some):
        made, said = of_two(words(a, count), words(b, count), np.zeros(count, np.uint64), 57)
        assert [whole(one) for one in made] == [a & b, a | b, a ^ b, a & ~b]
        assert tuple(map(bool, said)) == (a == b, a & b == b, a & b != 0, a < b, a == b), (a, b)


def test_hashes_differ_in_their_low_bits() -> None:
    """Of all places alone and of neighbours: tables of 4,096 entries are filled evenly."""
    for count in (1, 3):
        numbers = {*range(600), *(pair << k for k in range(64 * count - 7) for pair in (1, 3))}
        hashes = [int(of_one(words(n, count), np.zeros(7, np.uint64), 0, 0, 0, 57, 0)[0][6]) for n in numbers]
        assert len({one & 4095 for one in hashes}) > 0.8 * 4096 * (1 - (1 - 1 / 4096) ** len(numbers))


@njit
def questions(known, keys, values, like, shift):
    """Keep keys with their values, and count how many had room."""
    count = 0
    for i in range(len(values)):
        count += known_values.keep(known, shift, w.load(keys, i, like), values[i])
    return count


@njit
def found_in(known, keys, like, shift, out):
    for i in range(len(out)):
        out[i] = known_values.find(known, shift, w.load(keys, i, like))


@pytest.mark.parametrize("count", [1, 2])
def test_a_table_of_values_is_a_dict_until_it_is_full(count: int) -> None:
    """Whatever falls on the same entries; what is kept twice keeps its first value, and no entry wraps past another."""
    random, shift, like = Random(count), 57, (np.uint64(0),) * count
    for _ in range(12):
        table, fresh = np.zeros(32 * count, np.uint64), np.zeros(16 * count, np.uint64)
        known = known_values.KnownValues(table, fresh, np.array([0, 11, 0, 0], np.int64), np.zeros(1, np.uint8))
        told: dict[int, int] = {}
        in_table: dict[int, int] = {}
        for _ in range(2):
            numbers = [random.choice((random.getrandbits(57), random.randrange(1, 30), 1 << 56)) for _ in range(9)]
            numbers = [number << random.choice((0, 64 * (count - 1))) for number in numbers]
            values = [random.randrange(128) for _ in numbers]
            keys = np.array([int(word) for number in numbers for word in words(number, count)], np.uint64)
            before = len(told)
            wanted = 0
            for number, value in zip(numbers, values, strict=True):
                if len(told) < 11:
                    wanted += 1
                    told.setdefault(number, value)
            assert questions(spans(known), keys, np.array(values), like, shift) == wanted
            assert int(known.state[0]) == len(told) >= before
            out = np.zeros(len(numbers), np.int64)
            found_in(spans(known), keys, like, shift, out)
            assert out.tolist() == [in_table.get(number, told.get(number, -1)) for number in numbers]
            new = {number: value for number, value in told.items() if number not in in_table}
            assert known_values.pour(spans(known).fresh, Span(table), like, shift) == len(new)
            in_table |= new
            known.fresh[:] = 0
            known.state[0] = 0
            told = {}
            out = np.zeros(len(numbers), np.int64)
            found_in(spans(known), keys, like, shift, out)
            assert out.tolist() == [in_table.get(number, -1) for number in numbers]


def test_keys_of_an_option_stand_in_order_and_equal_ones_cancel() -> None:
    random = Random(5)
    for _ in range(60):
        start = random.randrange(3)
        pool = parts.OptionPool(*(np.zeros(4, np.int64) for _ in range(3)), np.full(2 * 16, 77, np.uint64))
        count, told = 0, set[int]()
        for _ in range(random.randrange(12)):
            number = random.choice((1, 2, 3, 1 << 64, 1 << 65, 3 << 63, 7))
            told ^= {number}
            count = parts.put(pool, start, count, words(number, 2))
            assert count == len(told)
            there = [whole(pool.words[2 * (start + j) : 2 * (start + j) + 2]) for j in range(count)]
            assert there == sorted(told)
        assert set(pool.words[: 2 * start].tolist()) <= {77}


def test_sets_of_nim_values() -> None:
    """Of two words: the least that is missing, and the largest requested one that can still come."""
    random = Random(6)
    for _ in range(300):
        many = random.choice((1, 2))
        have = {v for v in range(64 * many) if random.random() < 0.9}
        want = {v for v in range(64 * many) if random.random() < random.choice((0.1, 0.5, 1))}
        arrays = np.zeros((2, 1 + many), np.uint64)
        for row, numbers in zip(arrays, (have, want), strict=True):
            for v in numbers:
                sets.include(row, 1, v)
        assert [whole(row[1:]) for row in arrays] == [sum(1 << v for v in some) for some in (have, want)]
        assert not arrays[:, 0].any()
        most = 64 * many
        assert [v for v in range(most) if sets.has(arrays[0], 1, v)] == sorted(have)
        missing = [v for v in range(most) if v not in have]
        assert sets.least_missing(arrays[0], 1, most) == (missing[0] if missing else most)
        for left in (0, 1, 2, 5, 200):
            possible = [v for v in missing[: left + 1] if v in want]
            assert sets.largest_possible(arrays[1], arrays[0], 1, left, most) == max(possible, default=-1)


def test_what_is_known_of_states_is_a_dict() -> None:
    """Values up to 60, and sets of values that a state has not, in a table that goes round its end."""
    random = Random(7)
    for size in (4, 8, 16):
        for _ in range(20):
            cells, state = np.zeros(2 * size, np.int64), np.zeros(couples.COUNTS, np.int64)
            told: dict[int, int] = {}
            keys = [random.choice((random.randrange(-5, 40), random.getrandbits(62))) for _ in range(size - 1)]
            for key in [*keys, *keys[:2]]:
                info = random.choice((random.randrange(61) << 2 | 1, 2 | 1 << 2 + random.randrange(61)))
                couples.keep(cells, state, np.int64(key), info)
                told[key] = info
            assert int(state[couples.KEYS]) == len(told)
            assert [int(couples.known(cells, np.int64(key))) for key in keys] == [told[key] for key in keys]
            assert int(couples.known(cells, np.int64(41))) == told.get(41, 0)
            for key, info in told.items():
                nots = [n for n in range(61) if couples.is_not(couples.known(cells, np.int64(key)), n)]
                exact = info & 3 == 1
                assert nots == [n for n in range(61) if (n != info >> 2 if exact else info >> 2 + n & 1)]
            larger, after = np.zeros(4 * size, np.int64), np.zeros(couples.COUNTS, np.int64)
            for exact_alone in (False, True):
                larger[:] = 0
                couples.copy(cells, larger, after, exact_alone)
                copied = {key: info for key, info in told.items() if not exact_alone or info & 3 == 1}
                assert int(after[couples.KEYS]) == len(copied)
                assert all(int(couples.known(larger, np.int64(key))) == copied.get(key, 0) for key in told)
            key = keys[0]
            before = [n for n in range(61) if couples.is_not(couples.known(cells, np.int64(key)), n)]
            if told[key] & 3 == 2:
                state[couples.HEIGHT] = 1
                couples.rule_out(cells, state, np.int64(key), 60)
                assert int(state[couples.HEIGHT]) == 0
                after_it = [n for n in range(61) if couples.is_not(couples.known(cells, np.int64(key)), n)]
                assert after_it == sorted({*before, 60})

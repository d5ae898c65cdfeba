"""The parts of the checker, each beside a few lines of plain Python that follow FORMAT.md and nothing else.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable, Sequence
from itertools import combinations_with_replacement, product
from random import Random

import pytest
from checker_parts import HEAD, left_by, mex, piles, small_limits

from grundy.proof import check


def test_primes() -> None:
    for number in range(1, 700):
        primes = [q for q in range(2, number + 1) if number % q == 0 and all(q % d for d in range(2, q))]
        assert list(check._primes(number)) == primes
    assert list(check._primes(2 * 999983**2)) == [2, 999983]


def test_bits_and_piles() -> None:
    for bits in (*range(40), 2**70 + 2**9):
        assert list(check._bits(bits)) == [i for i in range(71) if bits >> i & 1]
        for places in range(-4, 5):
            assert check._moved(bits, places) == (bits * 2 ** (places + 4)) // 16
    for total in range(12):
        for heaps in range(6):
            assert sorted(check._piles(total, heaps)) == piles(total, heaps)


def test_places_of_values() -> None:
    rng = Random(2)
    for size in (1, 2, 9, 40):
        values = [rng.randrange(4) for _ in range(size)]
        places = check._places(values)
        assert set(places) == set(values)
        for value in places:
            assert places[value] == sum(1 << n for n in range(1, size) if values[n] == value)


def test_splits_near_and_far_from_the_ends() -> None:
    for total in (0, 1, 2, 3, 7, 8, 511, 512, 513, 514, 1030, 9001):
        for a in {1, 2, 255, 256, 257, 258, total // 2 - 1, total // 2, total // 2 + 1} & set(range(1, total)):
            values = [0] * (total + 1)
            values[a] = 5
            values[total - a] ^= 9 if a != total - a else 0
            assert check._splits(values, total, 12 if a != total - a else 0, False)
            assert not check._splits(values, total, 64, False)
    assert not check._splits([7, 1], 1, 6, False) and not check._splits([0], 0, 0, False)  # no heap is empty
    assert not check._splits([3, 1, 1], 2, 2, False) and check._splits([3, 1, 1], 2, 0, False)
    assert not check._splits([3, 1, 1], 2, 0, True) and check._splits([3, 1, 1, 1], 3, 0, True)  # 1 + 1 is left out


def random_digits(rng: Random, most: int) -> tuple[int, ...]:
    return (
        rng.choice((0, 4)) & most,
        *(rng.randrange(most + 1) for _ in range(rng.randrange(3))),
        rng.randrange(1, most + 1),
    )


def test_options_of_heaps() -> None:
    rng = Random(7)
    for most in (7, 7, 15, 31, 63):
        for _ in range(6):
            digits = random_digits(rng, most)
            g = [rng.randrange(9) for _ in range(13)]
            parts = max(1, max(digits).bit_length() - 1)
            options = check._by_digits(g, digits, parts)
            assert [options(n) for n in range(13)] == [left_by(g, digits, n) for n in range(13)]
            heaps = check.Heaps(digits, ())
            for n in range(9):
                wanted = {one for take in range(min(n + 1, len(digits))) for j in range(6) if digits[take] >> j & 1
                          for one in piles(n - take, j)}  # fmt: skip
                assert set(heaps.options(n)) == wanted
    options = check._by_amounts([4, 5, 6, 7], (1, 3))
    assert [options(n) for n in range(4)] == [set(), {4}, {5}, {6, 4}]


def certified(
    digits: tuple[int, ...], amounts: tuple[int, ...], g: list[int], mask: int = 0, twist: int = 0,
    tries: tuple[int, ...] = (),
) -> check.ParsedCertificate:  # fmt: skip
    first = twist & next((take for take, digit in enumerate(digits) if digit & 4), 0)
    rare = [n for n in range(1, len(g)) if mask and ((g[n] & mask).bit_count() + twist * n) % 2 == first % 2]
    return check.ParsedCertificate(
        digits, amounts, 1, 0, "mask" if mask else "pairs", 0, mask, twist, 0, tuple(rare), tries, g, [(0, 7)], []
    )


def refused_heap(c: check.ParsedCertificate, first: int, stop: int) -> int | None:
    try:
        check._check_values(c, first, stop)
    except check.Refused as refused:
        return int(str(refused).split("heap ")[1].split(":")[0])
    return None


def test_the_first_value_that_is_not_the_mex_is_found() -> None:
    """All heaps at once, by bits, by all pairs or by a mask; with tries, within any piece; any values at all."""
    rng = Random(11)
    for number in range(500):
        amounts = tuple(sorted(rng.sample(range(1, 9), rng.randrange(1, 4)))) if number % 4 == 0 else ()
        digits = () if amounts else random_digits(rng, rng.choice((3, 7, 7, 7)))
        as_digits = digits or [3 if n in amounts else 0 for n in range(amounts[-1] + 1)]
        size = rng.choice((1, 2, 5, 12, 26))
        if number % 10 == 1:  # three heaps and more: all options of each
            digits, size = random_digits(rng, rng.choice((15, 31, 63))), rng.choice((5, 9))
            as_digits = digits
        g: list[int] = []
        for n in range(size):
            g.append(mex(left_by(g, as_digits, n)))
        for _ in range(rng.randrange(4)):
            g[rng.randrange(size)] = rng.choice((0, 1, 2, 3, rng.randrange(9)))
        splits = [take for take, digit in enumerate(digits) if digit & 4 and max(digits) < 8]
        mask = rng.randrange(1, 16) if splits else 0
        twist = rng.randrange(2) if mask and len({take % 2 for take in splits}) == 1 else 0
        tries = tuple(rng.sample(range(1, 30), rng.randrange(3))) if mask else ()
        c = certified(digits, amounts, g, mask, twist, tries)
        low, high = sorted((rng.randrange(size + 1), rng.randrange(size + 1)))
        if rng.random() < 0.5:
            low, high = 0, size
        wanted = next((n for n in range(low, high) if g[n] != mex(left_by(g, as_digits, n))), None)
        assert refused_heap(c, low, high) == wanted, c


def test_the_first_heap_of_a_piece_may_be_found_last() -> None:
    """Heap 2 has its fault at the value 0, heap 1 at the value 1."""
    assert refused_heap(certified((0, 3), (), [0, 2, 1]), 1, 3) == 1


def test_many_heaps_at_once() -> None:
    """Long enough that the search by bits stops early and looks at what is left pair by pair."""
    rng = Random(13)
    values: list[int] = []
    digits = (0, 7, 7)
    for n in range(420):
        values.append(mex({values[n - t - a] ^ values[a] for t in (1, 2) for a in range((n - t) // 2 + 1) if n >= t}))
    for mask, twist in ((15, 0), (3, 0), (1, 0)):
        assert refused_heap(certified(digits, (), values, mask, twist), 0, 420) is None
        for _ in range(40):
            g, at = list(values), rng.randrange(200, 420)
            g[at] = rng.choice((0, 1, 2, 3, 4, 5, 7, 8, 9, 16))
            wanted = None if g[at] == values[at] else at
            c = certified(digits, (), g, mask, twist, (2, 3, 399))
            assert refused_heap(c, rng.choice((0, 150, at)), at + 1) == wanted
            if wanted is not None:
                assert refused_heap(c, 100, 420) == wanted


def test_stretches_between_states() -> None:
    """Values go on from a window by the definition, to the window that is listed; no value may be beyond the limit."""
    rng = Random(23)
    for number in range(60):
        amounts = tuple(sorted(rng.sample(range(1, 12), rng.randrange(1, 8)))) if number % 2 else ()
        digits = () if amounts else (0, *(rng.randrange(4) for _ in range(5)), rng.randrange(1, 4))
        takes = amounts or [take for take, digit in enumerate(digits) if digit & 2]
        length = max(amounts or range(len(digits))) + rng.randrange(1, 4)
        g = [rng.randrange(4) for _ in range(length)]
        for n in range(length, length + 40):
            g.append(mex(g[n - take] for take in takes))
        c = certified(digits, amounts, g[:length])._replace(method="window", length=length)
        for stop in (length + 1, length + 40):
            before, after = check.HeapState(length, g[:length], 0), check.HeapState(stop, g[stop - length : stop], 9)
            check._check_stretch(c, before, after)
            at = rng.randrange(length)
            wrong = list(after.values)
            wrong[at] ^= 1
            with pytest.raises(check.Refused, match=f"line 9: heap {stop - length + at}: its value is "):
                check._check_stretch(c, before, after._replace(values=wrong))
    c = certified((), (1, 2), [0, 1, 2])._replace(method="window", length=3)
    far = check.HeapState(100_203, [2, 0, 1], 9)  # so long that values are let go on the way; heap 100,200 is one of 3k
    check._check_stretch(c, check.HeapState(3, [0, 1, 2], 0), far._replace(values=[0, 1, 2]))
    with pytest.raises(check.Refused):
        check._check_stretch(c, check.HeapState(3, [0, 1, 2], 0), far)
    c = certified((), (1, 2, 3), [0, 1, 2, 3])._replace(method="window", length=4)
    for limit in (3, 4):
        with small_limits(VALUES=limit), contextlib.suppress(check.Refused):
            check._check_stretch(c, check.HeapState(3, [0, 1, 2], 0), check.HeapState(4, [0, 1, 2, 3], 5))
            assert limit == 4, "a value of 3 is beyond the limit"


def test_each_stretch_belongs_to_one_piece() -> None:
    text = HEAD + "period\namounts 1 2\nperiod 3\npreperiod 1\nmethod window 4 0 0 0\nvalues 4\n0 0 1 2 0\n{}end\n"
    c = check.read(
        io.StringIO(text.format("".join(f"state {n}\n{n - 4} 0 0 0 0\n" for n in (5, 6, 7, 8))), newline="\n")
    )
    assert isinstance(c, check.ParsedCertificate)
    for k in range(1, 10):
        seen: list[int] = []
        before = vars(check)["_check_stretch"], vars(check)["_check_return"]
        vars(check).update(_check_stretch=lambda c, a, b, seen=seen: seen.append(a.heap), _check_return=lambda c: None)
        try:
            for i in range(1, k + 1):
                check.check(c, i, k)
        finally:
            vars(check).update(_check_stretch=before[0], _check_return=before[1])
        assert sorted(seen) == [4, 5, 6, 7]


# Sets of places.


def turned(cells: Iterable[tuple[int, int]], way: int) -> list[tuple[int, int]]:
    """Cells after one of the eight turns."""
    mirrored = [(-r if way & 1 else r, -c if way & 2 else c) for r, c in cells]
    return [(c, r) if way & 4 else (r, c) for r, c in mirrored]


def alike(squares: Sequence[tuple[int, int]], moves: Sequence[tuple[int, int]], a: int, b: int) -> bool:
    """Whether a turn and a shift take a set to another, and the moves within it to those within the other."""

    def cells(bits: int) -> list[tuple[int, int]]:
        return [square for i, square in enumerate(squares) if bits >> i & 1]

    def within(part: int) -> list[tuple[int, int]]:
        return [(need, clear & part) for need, clear in moves if need & ~part == 0]

    for way in range(8):
        moved, aim = turned(cells(a), way), cells(b)
        down, right = (min(x) - min(y) for x, y in zip(zip(*aim, strict=True), zip(*moved, strict=True), strict=True))

        def shifted(bits: int, way: int = way, down: int = down, right: int = right) -> frozenset[tuple[int, int]]:
            return frozenset((r + down, c + right) for r, c in turned(cells(bits), way))

        if shifted(a) == frozenset(aim):
            ours = sorted((sorted(shifted(n)), sorted(shifted(c))) for n, c in within(a))
            if ours == sorted((sorted(cells(n)), sorted(cells(c))) for n, c in within(b)):
                return True
    return False


def test_sets_have_one_form_if_a_turn_takes_one_to_the_other_with_its_moves() -> None:
    rng = Random(17)
    for high, wide, count in ((2, 3, 4), (3, 3, 6), (1, 5, 3), (3, 2, 4)):
        squares = [(r + 2, c) for r, c in product(range(high), range(wide))]
        rng.shuffle(squares)
        places = len(squares)
        for _ in range(3):
            needs = sorted({rng.randrange(1, 1 << places) & rng.randrange(1, 1 << places) for _ in range(count)} - {0})
            moves = [(need, need | rng.randrange(1 << places) & rng.randrange(1 << places)) for need in needs]
            masks = check.MaskMoves(
                places, tuple(squares), [check.MaskMove(need, 0, clear, 0) for need, clear in moves]
            )
            parts = rng.sample(range(1, 1 << places), min(25, (1 << places) - 1))
            forms = {part: masks.form(part) for part in parts}
            for a, b in combinations_with_replacement(parts, 2):
                assert (forms[a] == forms[b]) == alike(squares, moves, a, b), (squares, moves, a, b)
    plain = check.MaskMoves(3, (), [check.MaskMove(1, 0, 1, 0)])
    assert [plain.form(part) for part in range(4)] == [0, 1, 2, 3]
    assert (
        check.MaskMoves(1, ((0, 0),), [check.MaskMove(1, 2, 1, 0)]).form(1) == 1
    )  # squares mean nothing where places are set


def test_parts_of_a_set_are_those_that_no_move_joins() -> None:
    rng = Random(19)
    for _ in range(150):
        moves = []
        for _ in range(rng.randrange(6)):
            need = rng.randrange(1, 64) & rng.randrange(1, 64) or 1
            moves.append((need, need | rng.randrange(64) & rng.randrange(64) & rng.randrange(64)))
        masks = check.MaskMoves(6, (), [check.MaskMove(need, 0, clear, 0) for need, clear in moves])
        for state in range(64):
            possible = [(need, clear) for need, clear in moves if need & ~state == 0]
            live = 0
            for need, _ in possible:
                live |= need
            joined = [{i for i in range(6) if (need | clear & live) >> i & 1} for need, clear in possible]
            wanted: list[set[int]] = []
            for one in joined:
                touching = [part for part in wanted if part & one]
                wanted = [part for part in wanted if not part & one] + [one.union(*touching)]
            assert sorted(masks.parts((state,))) == sorted(sum(1 << i for i in part) for part in wanted)
    setting = check.MaskMoves(3, (), [check.MaskMove(4, 2, 4, 1)])
    assert not check.MaskMoves(
        3, (), [check.MaskMove(1, 0, 1, 0), check.MaskMove(4, 2, 4, 1)]
    ).splits  # one that sets is enough
    assert [setting.parts((state,)) for state in range(8)] == [(), (), (), (), (4,), (5,), (), ()]

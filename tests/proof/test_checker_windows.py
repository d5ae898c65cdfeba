"""The method of windows in the checker, and the rare heaps of a table, beside a few lines that follow FORMAT.md.

`tests/mutants.py` puts such faults into the code; docs/why/mutants.md says what it found.
"""

from __future__ import annotations

import re
from random import Random

from checker_parts import left_by, mex
from test_checker_texts import judged

from grundy.proof import check


def is_mixed(value: int, n: int, c: check.ParsedCertificate) -> bool:
    """Whether just one of two heaps is rare that some move leaves of a heap of n, with that XOR."""
    if not any(digit & 4 for digit in c.digits):
        return True
    take = next(take for take, digit in enumerate(c.digits) if digit & 4)
    return (bin(value & c.mask).count("1") + c.twist * (n - take)) % 2 == 1


def steps(c: check.ParsedCertificate, g: list[int], stop: int) -> tuple[list[int], tuple[int, int] | None]:
    """The values up to heap `stop` - 1 by good steps; and the first step that is none, with what is not shown there."""
    one = c.amounts or tuple(take for take, digit in enumerate(c.digits) if digit & 2)
    split = [take for take, digit in enumerate(c.digits) if digit & 4]
    values = list(g)
    for n in range(len(g), stop):
        excluded = {values[n - take] for take in one}
        excluded |= {values[r] ^ values[n - take - r] for r in c.rare for take in split}
        value = next(v for v in range(2**20) if v not in excluded and is_mixed(v, n, c))
        shown = {values[a] ^ values[n - take - a] for a in range(1, c.reach + 1) for take in split}
        for v in range(value):
            if not is_mixed(v, n, c) and v not in excluded | shown:
                return values, (n, v)
        values.append(value)
    return values, None


def windows(rng: Random) -> tuple[check.ParsedCertificate, list[int]]:
    """Moves, rare heaps and a reach, and any values to begin with."""
    most = rng.choice((3, 7, 7, 7))
    takes = rng.randrange(1, 4)
    digits = (
        rng.choice((0, 4)) & most,
        *(rng.randrange(most + 1) for _ in range(takes - 1)),
        rng.randrange(2, 8) & most,
    )
    amounts = tuple(sorted(rng.sample(range(1, 9), 3))) if rng.random() < 0.1 else ()
    digits = () if amounts else digits
    split = [take for take, digit in enumerate(digits) if digit & 4]
    mask = rng.randrange(1, 8) if split else 0
    twist = rng.randrange(2) if split and len({take % 2 for take in split}) == 1 else 0
    reach = rng.choice((1, 3, 6, 12)) if split else 0
    rare = tuple(sorted(rng.sample(range(1, 12), rng.randrange(6)))) if split else ()
    tries = tuple(rng.sample(range(1, reach + 1), rng.randrange(reach))) if split else ()
    longest = amounts[-1] if amounts else len(digits) - 1
    length = longest + max((reach, *rare)) + 1 + rng.randrange(3)
    g = [rng.randrange(rng.choice((2, 4))) for _ in range(length + rng.randrange(4))]
    return check.ParsedCertificate(
        digits, amounts, 1, 1, "window", length, mask, twist, reach, rare, tries, g, [(0, 7)], []
    ), g  # fmt: skip


def refusal(work: object, *given: object) -> str:
    try:
        work(*given)  # type: ignore[operator]
    except check.Refused as refused:
        return str(refused)
    return ""


def test_steps_between_states_with_rare_heaps_a_mask_and_a_twist() -> None:
    rng = Random(29)
    ended = {True: 0, False: 0}
    for _ in range(800):
        c, g = windows(rng)
        size, stop = len(g), len(g) + rng.choice((1, 5, 30))
        values, bad = steps(c, g, stop)
        ended[bad is None] += 1
        before = check.HeapState(size, g[size - c.length :], 0)
        if bad is not None:
            told = refusal(check._check_stretch, c, before, check.HeapState(stop, [0] * c.length, 9))
            assert told == f"line 9: heap {bad[0]}: no pair within reach shows the smaller value {bad[1]}", c
            continue
        after = check.HeapState(stop, values[stop - c.length :], 9)
        assert refusal(check._check_stretch, c, before, after) == "", c
        at = rng.randrange(c.length)
        wrong = [*after.values[:at], after.values[at] + 1, *after.values[at + 1 :]]
        told = refusal(check._check_stretch, c, before, after._replace(values=wrong))
        heap = stop - c.length + at
        assert told == f"line 9: heap {heap}: its value is {values[heap]}, the state {stop} says {wrong[at]}"
    assert min(ended.values()) > 50


def returns(c: check.ParsedCertificate) -> bool:
    """2, 4 and 5 of the method window, as FORMAT.md has them."""
    size, length, e, p = len(c.values), c.length, c.preperiod, c.period
    longest = c.amounts[-1] if c.amounts else len(c.digits) - 1
    if not (size >= length >= longest + max((c.reach, *c.rare)) + 1 and e >= 1 and e - 1 + length >= size):
        return False
    states = {size: c.values[size - length :]} | {state.heap: state.values for state in c.states}
    start = e - 1 + length
    if start not in states or max(states) != start + p or p < 1:
        return False
    once, again = states[start], states[start + p]
    if once[0] == again[0] or once[1:] != again[1:] or (c.twist and p % 2):
        return False
    primes = [q for q in range(2, p + 1) if p % q == 0 and all(q % d for d in range(2, q))]
    return all(start + p // q in states and states[start + p // q][1:] != once[1:] for q in primes)


def returning(rng: Random) -> check.ParsedCertificate:
    """A claim that a window comes again, right in all that is looked at beside the steps."""
    split = rng.random() < 0.7
    digits = (0, 3, 4 if split else 3)[: rng.choice((2, 3)) if not split else 3]
    reach, rare = (rng.randrange(1, 5), tuple(sorted(rng.sample(range(1, 6), rng.randrange(4))))) if split else (0, ())
    twist = rng.randrange(2) if split else 0
    p = rng.choice((1, 2, 3, 4, 5, 6, 12)) * (1 + twist)
    length = len(digits) - 1 + max((reach, *rare)) + 1 + rng.randrange(2)
    size = length + rng.randrange(3)
    values = [rng.randrange(3) for _ in range(size)]
    e = size - length + 1 + rng.choice((0, 0, 1, 4))
    start = e - 1 + length
    once = values[size - length :] if start == size else [rng.randrange(3) for _ in range(length)]
    heaps = {start: once, start + p: [once[0] + 1, *once[1:]]}
    for q in (2, 3, 5, 7, 11):
        if p % q == 0:
            other = list(once)
            at = rng.randrange(1, length)
            other[at] += 1
            heaps[start + p // q] = other
    heaps.pop(size, None)
    if rng.random() < 0.3 and start > size + 1:
        heaps.setdefault(start - 1, [0] * length)
    states = [check.HeapState(heap, heaps[heap], 20 + heap) for heap in sorted(heaps)]
    mask = 1 if split else 0
    return check.ParsedCertificate(
        digits, (), p, e, "window", length, mask, twist, reach, rare, (), values, [(0, 7)], states
    )  # fmt: skip


def spoiled(c: check.ParsedCertificate, rng: Random) -> check.ParsedCertificate:
    """The same with one number another."""
    match rng.randrange(9):
        case 0:
            return c._replace(period=max(1, c.period + rng.choice((-1, 1, c.period))))
        case 1:
            return c._replace(preperiod=max(0, c.preperiod + rng.choice((-1, 1, -c.preperiod))))
        case 2:
            return c._replace(twist=1 - c.twist)
        case 3:
            return c._replace(reach=c.reach + rng.choice((1, 2, 9)))
        case 4:
            return c._replace(rare=(*c.rare, max((0, *c.rare)) + rng.choice((1, 2, 4, 6))))
        case 5:
            gone = rng.randrange(len(c.states))
            return c._replace(states=c.states[:gone] + c.states[gone + 1 :])
        case 6:
            return c._replace(values=[*c.values, 0] if rng.random() < 0.5 else c.values[1:])
        case 7:
            return c._replace(digits=(*c.digits, 3))
    which, at = rng.randrange(len(c.states)), rng.randrange(c.length)
    state = c.states[which]
    values = list(state.values)
    values[at] += rng.choice((-1, 1))
    return c._replace(states=[*c.states[:which], state._replace(values=values), *c.states[which + 1 :]])


def test_a_window_that_comes_again() -> None:
    rng = Random(31)
    for _ in range(1_000):
        c = returning(rng)
        assert returns(c) and refusal(check._check_return, c) == "", c
        for _ in range(5):
            other = spoiled(c, rng)
            told = refusal(check._check_return, other)
            assert returns(other) == (told == ""), (told, other)
            if match := re.fullmatch(r"line (\d+): the values of heaps (\d+) and (\d+) differ", told):
                line, n, m = map(int, match.groups())
                start, states = other.preperiod - 1 + other.length, {s.heap: s.values for s in other.states}
                once = states.get(start, other.values[len(other.values) - other.length :])
                at = next(at for at in range(1, other.length) if once[at] != states[start + other.period][at])
                assert (n, m, line) == (other.preperiod - 1 + at, n + other.period, 20 + start + other.period)


def repeats(c: check.ParsedCertificate) -> bool:
    """2 to 5 of the methods pairs and mask, as FORMAT.md has them."""
    g, p, e, size = c.values, c.period, c.preperiod, len(c.values)
    j = max([1, *(heaps for digit in c.digits for heaps in range(6) if digit >> heaps & 1)])
    k = c.amounts[-1] if c.amounts else len(c.digits) - 1
    if size < j * max(e, 1) + j * p + k or any(g[n + p] != g[n] for n in range(e, size - p)):
        return False
    if e and g[e - 1 + p] == g[e - 1]:
        return False
    primes = [q for q in range(2, p + 1) if p % q == 0 and all(q % d for d in range(2, q))]
    return all(any(g[n + p // q] != g[n] for n in range(e, size - p // q)) for q in primes)


def test_values_that_repeat() -> None:
    rng = Random(53)
    accepted = 0
    for _ in range(3_000):
        digits = ((0, 3), (0, 3, 7), (0, 0, 8), (0, 1), (0, 63, 1))[rng.randrange(5)]
        p, e = rng.choice((1, 2, 3, 4, 6, 12)), rng.choice((0, 1, 2, 5))
        parts = max(1, max(digits).bit_length() - 1)
        size = parts * max(e, 1) + parts * p + len(digits) - 1 + rng.choice((0, 0, 1, 3, -1))
        again = [rng.randrange(3) for _ in range(rng.choice((p, p, p, max(1, p // 2))))]
        g = [rng.randrange(3) for _ in range(e)] + (again * size)[: size - e]
        if rng.random() < 0.2:
            g[rng.randrange(len(g))] = rng.randrange(3)
        c = check.ParsedCertificate(digits, (), p, e, "pairs", 0, 0, 0, 0, (), (), g, [(0, 7), (len(g) // 2, 8)], [])
        told = refusal(check._check_repetition, c)
        assert repeats(c) == (told == ""), (told, c)
        accepted += told == ""
        if match := re.fullmatch(r"line (\d): the values of heaps (\d+) and (\d+) differ", told):
            line, n, m = map(int, match.groups())
            assert n == next(n for n in range(e, len(g)) if g[n] != g[n + p]) and m == n + p
            assert line == (8 if m >= len(g) // 2 else 7)
    assert accepted > 500


def test_windows_are_long_enough_to_the_last_heap() -> None:
    """A window that is one heap short of what moves, rare heaps or the reach need is refused, and no longer one."""
    for reach, rare in ((1, ()), (1, (3,)), (4, (3,)), (2, (1, 5))):
        for length in range(2, 12):
            c = check.ParsedCertificate(
                (0, 0, 7), (), 1, 1, "window", length, 1, 0, reach, rare, (), [0] * length, [(0, 7)],
                [check.HeapState(length + 1, [1] + [0] * (length - 1), 9)],
            )  # fmt: skip
            assert (refusal(check._check_return, c) == "") == (length >= 2 + max((reach, *rare)) + 1)


def test_a_step_may_need_a_value_twice_the_number_of_moves() -> None:
    """Forty moves leave the forty least numbers that are mixed, the odd ones; each smaller one is shown by a pair."""
    near = [1, 81, *range(79, 0, -2)]
    g = [1] * 41 + near
    c = check.ParsedCertificate(
        (0, 7, *[3] * 39), (), 1, 1, "window", 82, 1, 0, 41, (), (), g, [(0, 7)], []
    )  # fmt: skip
    values, bad = steps(c, g, 84)
    assert bad is None and values[83] == 81
    before, after = check.HeapState(83, g[1:], 0), check.HeapState(84, values[2:], 9)
    assert refusal(check._check_stretch, c, before, after) == ""


def test_the_values_of_a_table_of_heaps_are_held_with_any_mask_and_none() -> None:
    """A smaller value that an option has is found, by whichever heaps it is reached."""
    assert "heap 3: a move leaves its own value 1" in judged("digits 4 4", [4], 1, [0, 0, 1, 1], more="mask 3 0")
    rng = Random(37)
    for number in range(500):
        most = 8 if number % 2 else rng.choice((16, 32, 64))  # how many heaps a move may leave
        digits = (4 * rng.randrange(most // 4), *(rng.randrange(most) for _ in range(rng.randrange(3))))
        digits += (rng.randrange(1, most) | rng.choice((0, 4, most // 2)),)
        splits = {take % 2 for take, digit in enumerate(digits) if digit & 4}
        size = 9 if most < 64 else 7
        values: list[int] = []
        for n in range(size):
            values.append(mex(left_by(values, digits, n)))
        for mask in (0, 1, 2, 3, 5, 7) if splits and most == 8 else (0,):
            twist = rng.randrange(2) if mask and len(splits) == 1 else 0
            at = rng.randrange(size)
            for wrong in range(values[at] + 2):
                g = [*values[:at], wrong, *(() if wrong != values[at] else values[at + 1 :])]
                if rng.random() < 0.5:
                    g += [rng.randrange(4) for _ in range(size - len(g))]
                moves = check.Heaps(digits, ())
                table = check.TableCertificate(moves, False, False, (len(g),), 1, (mask, twist), "t", "0" * 64)
                told = refusal(check._check_values, check._as_certificate(table, moves, g), 0, len(g))
                assert (told == "") == (wrong == values[at]), (digits, mask, twist, g)

"""Compiled moves of spots in regions that curves join, as in Sprouts, on lands written as bytes.

A land is its regions; a region its boundaries, each of spots and END, and END_REGION. A spot is 0, 1 or 2, the ends of
curves that it has; or from NAMED on a name, which stands twice. Names are below FULL. games/sprouts.py has the rule.

    0*2.AB.}AB.}!    is    0 END 0 END 3 4 END END_REGION 3 4 END END_REGION

`games.sprouts.after_part` is the slow twin.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from grundy.compile.jit import njit

NAMED = 3
FULL = 240  # names are below: those of a move are three more than the last one
END, END_REGION, END_LAND, END_OPTION = 250, 251, 252, 253
ROOM = 4096  # bytes of a land, and of what a move makes of it
ROUNDS = 6
PRIME = 2147483647


class LandSpace(NamedTuple):
    """Work space of one call: bytes of lands on the way, and numbers for each byte, boundary, region or name."""

    raw: np.ndarray  # u1[ROOM]: what a move makes, with what is dead
    live: np.ndarray  # u1[ROOM]: without that
    land: np.ndarray  # u1[ROOM]: one land
    turned: np.ndarray  # u1[2, ROOM]: its boundaries as they are turned, and those of its mirror
    ordered: np.ndarray  # u1[ROOM]: the land in order
    numbers: np.ndarray  # i8[24, ROOM]


# What stands in the rows of `numbers`.
STARTS, ENDS, GROUPS, COUNTS, HERE = 0, 1, 2, 3, 4  # of a land: boundaries; those that are equal; the share of a side
REGION_FIRST, LIVES, LEADER, LAST_SEEN = 5, 6, 7, 8  # of regions, by number; of names, the region
TIMES, FIRST_REGION, SHARED, COLOUR, NEXT_COLOUR, NAMES = 9, 10, 11, 12, 13, 14  # of names
FROM, LENGTH, ORDER, OTHER_FROM, OTHER_LENGTH, OTHER_ORDER = 15, 16, 17, 18, 19, 20  # of boundaries as turned
REGIONS, REGION_ORDER, REGION_HASH = 21, 22, 23


@njit
def mixed(number):
    """A number below PRIME for another one."""
    return ((number % PRIME) * 1103515245 + 12345) % PRIME


@njit
def put(target, at, source, start, stop):
    """Copy source[start:stop] to target[at:]; return where it ends."""
    for place in range(start, stop):
        target[at] = source[place]
        at += 1
    return at


@njit
def equal(source, one, one_end, two, two_end):
    """Whether two stretches are the same."""
    if one_end - one != two_end - two:
        return False
    for place in range(one_end - one):  # noqa: SIM110
        if source[one + place] != source[two + place]:
            return False
    return True


@njit
def options(land, size, out, work):
    """List what each move in a land leaves, some of it several times.

    computes  options, each as lands in the least order found, every one with END_LAND, then END_OPTION
    method    every two places of a boundary or of two, and every way to share the other boundaries out, equal ones once
    arrays    land u1[>= size]; out u1[], out; work as in LandSpace
    requires  names below FULL - 3; size at most ROOM / 4; equal boundaries of a region beside one another (others are
              listed several times)
    returns   how many bytes are written; -1: `out` is full
    bounds    a move adds two ends, and at most six spots and two regions: what it makes is below ROOM
    cost      some microseconds an option
    judge     games.sprouts.after_part, in tests/engines/lands/test_lands_kernel.py
    source    the definition
    """
    numbers = work.numbers
    raw = work.raw
    starts, ends = numbers[STARTS], numbers[ENDS]
    groups, counts, here = numbers[GROUPS], numbers[COUNTS], numbers[HERE]
    new = NAMED
    for place in range(size):
        if NAMED <= land[place] < END and land[place] >= new:
            new = land[place] + 1
    first, second = new + 1, new + 2
    written = 0
    region_start = 0
    while region_start < size:
        # The boundaries of the region, and which are equal.
        boundaries = 0
        kinds = 0
        place = region_start
        while land[place] != END_REGION:
            begin = place
            while land[place] != END:
                place += 1
            starts[boundaries], ends[boundaries] = begin, place
            last = boundaries - 1
            if kinds > 0 and equal(land, starts[last], ends[last], begin, place):
                counts[kinds - 1] += 1
            else:
                groups[kinds] = boundaries
                counts[kinds] = 1
                kinds += 1
            boundaries += 1
            place += 1
        region_end = place + 1
        others = put(raw, 0, land, 0, region_start)
        others = put(raw, others, land, region_end, size)
        for kind in range(kinds):
            start, stop = starts[groups[kind]], ends[groups[kind]]
            counts[kind] -= 1
            for i in range(start, stop):
                x = land[i]
                for j in range(i, stop):
                    y = land[j]
                    if (i == j and x > 1) or (i != j and x == y and x >= NAMED):
                        continue
                    for k in range(kinds):
                        here[k] = 0
                    while True:
                        # The inside, with its share of the other boundaries.
                        at = others
                        if i == j:
                            if x == 0:
                                raw[at] = first
                                at += 1
                        else:
                            if x == 1:
                                raw[at] = first
                                at += 1
                            at = put(raw, at, land, i + 1, j)
                            if y == 1:
                                raw[at] = second
                                at += 1
                        raw[at], raw[at + 1] = new, END
                        at += 2
                        for k in range(kinds):
                            for _ in range(here[k]):
                                at = put(raw, at, land, starts[groups[k]], ends[groups[k]] + 1)
                        raw[at] = END_REGION
                        at += 1
                        # The outside.
                        if i == j:
                            if x == 0:
                                raw[at] = first
                                at += 1
                            else:
                                at = put(raw, at, land, i + 1, stop)
                                at = put(raw, at, land, start, i)
                        else:
                            if y == 1:
                                raw[at] = second
                                at += 1
                            at = put(raw, at, land, j + 1, stop)
                            at = put(raw, at, land, start, i)
                            if x == 1:
                                raw[at] = first
                                at += 1
                        raw[at], raw[at + 1] = new, END
                        at += 2
                        for k in range(kinds):
                            for _ in range(counts[k] - here[k]):
                                at = put(raw, at, land, starts[groups[k]], ends[groups[k]] + 1)
                        raw[at] = END_REGION
                        at += 1
                        written = in_form(at, x, y, out, written, work)
                        if written < 0:
                            return -1
                        k = 0
                        while k < kinds and here[k] == counts[k]:
                            here[k] = 0
                            k += 1
                        if k == kinds:
                            break
                        here[k] += 1
            # Joined to another boundary.
            for other in range(kind, kinds):
                if counts[other] == 0:
                    continue
                counts[other] -= 1
                begin, end = starts[groups[other]], ends[groups[other]]
                for i in range(start, stop):
                    for j in range(begin, end):
                        at = round_of(land, start, stop, i, first, raw, others)
                        raw[at] = new
                        at = round_of(land, begin, end, j, second, raw, at + 1)
                        raw[at], raw[at + 1] = new, END
                        at += 2
                        for k in range(kinds):
                            for _ in range(counts[k]):
                                at = put(raw, at, land, starts[groups[k]], ends[groups[k]] + 1)
                        raw[at] = END_REGION
                        written = in_form(at + 1, land[i], land[j], out, written, work)
                        if written < 0:
                            return -1
                counts[other] += 1
            counts[kind] += 1
        region_start = region_end
    return written


@njit
def round_of(land, start, stop, place, name, raw, at):
    """Write the spots round a boundary from one that is joined back to it; return where they end."""
    if land[place] == 0:
        raw[at] = 1
        return at + 1
    if land[place] == 1:
        raw[at] = name
        at += 1
    at = put(raw, at, land, place + 1, stop)
    at = put(raw, at, land, start, place)
    if land[place] == 1:
        raw[at] = name
        at += 1
    return at


@njit
def in_form(size, x, y, out, written, work):
    """Write the lands of work.raw[:size], in which x and y are dead if they are names, and END_OPTION.

    computes  the lands, each in the least order found
    method    no move is left in a region of one life; a name that stands once, or twice in a row, is a 2; a region of
              at most three lives is one boundary of as many 2's and of the names that another region has too, for
              whatever is joined there leaves a life and the third; regions with a name in common are one land
    arrays    out u1[], from `written` on; work as in LandSpace
    returns   where the option ends in `out`; -1: there is no room
    cost      some microseconds
    judge     games.sprouts.lands_of, in tests/engines/lands/test_lands_kernel.py
    source    Lemoine & Viennot 2007
    """
    raw, live, numbers = work.raw, work.live, work.numbers
    times, seen, where, shared = numbers[TIMES], numbers[LAST_SEEN], numbers[FIRST_REGION], numbers[SHARED]
    firsts, lives, leader = numbers[REGION_FIRST], numbers[LIVES], numbers[LEADER]
    for name in range(256):
        times[name] = 0
        seen[name] = -1
        shared[name] = 0
    # What lives: work.live, with the regions' first bytes.
    regions = 0
    end = 0
    place = 0
    while place < size:
        begin = end
        total = 0
        length = 0
        while raw[place] != END_REGION:
            spot = raw[place]
            place += 1
            if spot == END:
                if length > 0:
                    live[end] = END
                    end += 1
                length = 0
            elif spot < NAMED or (spot != x and spot != y):
                live[end] = spot
                end += 1
                length += 1
                if spot < NAMED:
                    total += 3 - spot
                elif seen[spot] != regions:
                    seen[spot] = regions
                    total += 1
        place += 1
        if total < 2:
            for k in range(begin, end):
                if live[k] >= NAMED and live[k] < END and seen[live[k]] == regions:
                    seen[live[k]] = -1
            end = begin
            continue
        live[end] = END_REGION
        end += 1
        firsts[regions] = begin
        lives[regions] = total
        leader[regions] = regions
        for k in range(begin, end - 1):
            spot = live[k]
            if NAMED <= spot < END:
                times[spot] += 1
                if times[spot] == 1:
                    where[spot] = regions
                elif where[spot] != regions:
                    shared[spot] = 1
                    one = where[spot]
                    while leader[one] != one:
                        one = leader[one]
                    two = regions
                    while leader[two] != two:
                        two = leader[two]
                    if one < two:
                        leader[two] = one
                    else:
                        leader[one] = two
        regions += 1
    if written + end + 2 * regions + 2 > len(out):
        return -1
    for number in range(regions):
        if leader[number] == number:
            length = 0
            for other in range(number, regions):
                top = other
                while leader[top] != top:
                    top = leader[top]
                if top == number:
                    length = plain_region(firsts[other], lives[other], length, work)
            written = ordered_land(length, out, written, work)
            out[written] = END_LAND
            written += 1
    out[written] = END_OPTION
    return written + 1


@njit
def plain_region(begin, lives, at, work):
    """Write the region from work.live[begin] to work.land[at:], with 2 for names that stand alone; return its end."""
    live, land = work.live, work.land
    times, shared = work.numbers[TIMES], work.numbers[SHARED]
    place = begin
    if lives <= 3:
        start = at
        named = 0
        while live[place] != END_REGION:
            spot = live[place]
            if NAMED <= spot < END and shared[spot] == 1:
                named += 1
            place += 1
        for _ in range(lives - named):
            land[at] = 2
            at += 1
        place = begin
        while live[place] != END_REGION:
            spot = live[place]
            if NAMED <= spot < END and shared[spot] == 1:
                land[at] = spot
                at += 1
            place += 1
        land[at], land[at + 1] = END, END_REGION
        return at + 2
    while live[place] != END_REGION:
        stop = place
        while live[stop] != END:
            stop += 1
        start = at
        for k in range(place, stop):
            spot = live[k]
            before = live[k - 1] if k > place else live[stop - 1]
            after = live[k + 1] if k + 1 < stop else live[place]
            if spot >= NAMED and times[spot] == 1:
                land[at] = 2
                at += 1
            elif stop - place == 1:
                land[at] = spot
                at += 1
            elif spot < NAMED or before != spot:
                land[at] = 2 if spot >= NAMED and after == spot else spot
                at += 1
        if at == start:
            land[at] = 2
            at += 1
        land[at] = END
        at += 1
        place = stop + 1
    land[at] = END_REGION
    return at + 1


@njit
def coloured(size, work):
    """Give names in work.land[:size] numbers that do not depend on how it is written, by what stands round them."""
    land, numbers = work.land, work.numbers
    colour, after, hashes = numbers[COLOUR], numbers[NEXT_COLOUR], numbers[REGION_HASH]
    shared = numbers[SHARED]
    for name in range(NAMED):
        colour[name] = name
    for place in range(size):
        if NAMED <= land[place] < END:
            colour[land[place]] = 4 - shared[land[place]]
    for _ in range(3):
        for place in range(size):
            after[land[place]] = 0
        place = 0
        region = 0
        while place < size:
            total = 0
            begin = place
            while land[place] != END_REGION:
                stop = place
                while land[stop] != END:
                    stop += 1
                boundary = stop - place
                for k in range(place, stop):
                    before = land[k - 1] if k > place else land[stop - 1]
                    behind = land[k + 1] if k + 1 < stop else land[place]
                    boundary += mixed(colour[land[k]] * 7 + mixed(colour[before]) + mixed(colour[behind]))
                total += mixed(boundary)
                place = stop + 1
            hashes[region] = total
            place = begin
            while land[place] != END_REGION:
                stop = place
                while land[stop] != END:
                    stop += 1
                for k in range(place, stop):
                    if land[k] >= NAMED:
                        before = land[k - 1] if k > place else land[stop - 1]
                        behind = land[k + 1] if k + 1 < stop else land[place]
                        near = mixed(colour[before]) + mixed(colour[behind])
                        after[land[k]] += mixed(total + mixed(near + stop - place))
                place = stop + 1
            place += 1
            region += 1
        for place in range(size):
            if NAMED <= land[place] < END:
                colour[land[place]] = NAMED + after[land[place]] % PRIME


@njit
def less_turn(source, begin, stop, one, two, step, colour):
    """Whether the turn of a boundary from `one` is less than that from `two`, by colours and then by spots."""
    length = stop - begin
    for by_spot in range(2):
        p, q = one, two
        for _ in range(length):
            a, b = source[p], source[q]
            if by_spot == 0:
                if colour[a] != colour[b]:
                    return colour[a] < colour[b]
            elif a != b:
                return a < b
            p += step
            q += step
            if p == stop:
                p = begin
            elif p < begin:
                p = stop - 1
            if q == stop:
                q = begin
            elif q < begin:
                q = stop - 1
    return False


@njit
def compared(one, a, length, two, b, other_length, colour, by_spot):
    """-1, 0 or 1 as a turned boundary is less than another, equal or more: by length, and by colours or by spots."""
    if length != other_length:
        return -1 if length < other_length else 1
    for k in range(length):
        x, y = one[a + k], two[b + k]
        if by_spot:
            if x != y:
                return -1 if x < y else 1
        elif colour[x] != colour[y]:
            return -1 if colour[x] < colour[y] else 1
    return 0


@njit
def turned_region(place, number, step, side, work):
    """Turn the boundaries of a region of work.land and sort them; return how many are there, with those before."""
    land, turned, numbers = work.land, work.turned[side], work.numbers
    colour = numbers[COLOUR]
    shift = 3 * side
    begins, lengths, order = numbers[FROM + shift], numbers[LENGTH + shift], numbers[ORDER + shift]
    base = number
    at = place
    while land[place] != END_REGION:
        stop = place
        while land[stop] != END:
            stop += 1
        best = place
        for k in range(place + 1, stop):
            if less_turn(land, place, stop, k, best, step, colour):
                best = k
        begins[number] = at
        lengths[number] = stop - place
        k = best
        for _ in range(stop - place):
            turned[at] = land[k]
            at += 1
            k += step
            if k == stop:
                k = place
            elif k < place:
                k = stop - 1
        slot = number
        while slot > base:
            last = order[slot - 1]
            sign = compared(
                turned, begins[last], lengths[last], turned, at - lengths[number], lengths[number], colour, 0
            )
            if sign == 0:
                sign = compared(
                    turned, begins[last], lengths[last], turned, at - lengths[number], lengths[number], colour, 1
                )
            if sign <= 0:
                break
            order[slot] = last
            slot -= 1
        order[slot] = number
        number += 1
        place = stop + 1
    return number


@njit
def compared_regions(one, base, end, side, two, other_base, other_end, other_side, work):
    """-1, 0 or 1 as a turned region is less than another, equal or more: by colours, then by spots."""
    numbers = work.numbers
    colour = numbers[COLOUR]
    f, length, order = numbers[FROM + 3 * side], numbers[LENGTH + 3 * side], numbers[ORDER + 3 * side]
    g, other_length, other_order = (
        numbers[FROM + 3 * other_side],
        numbers[LENGTH + 3 * other_side],
        numbers[ORDER + 3 * other_side],
    )
    if end - base != other_end - other_base:
        return -1 if end - base < other_end - other_base else 1
    for by_spot in range(2):
        for k in range(end - base):
            a, b = order[base + k], other_order[other_base + k]
            sign = compared(one, f[a], length[a], two, g[b], other_length[b], colour, by_spot)
            if sign != 0:
                return sign
    return 0


@njit
def ordered_land(size, out, written, work):
    """Write work.land[:size] to out[written:] in the least order by colours, then by names; return where it ends.

    Each round puts all in order and names it as it stands; a round that changes nothing is the last one.
    """
    land, turned, ordered, numbers = work.land, work.turned, work.ordered, work.numbers
    colour, fresh, names = numbers[COLOUR], numbers[NEXT_COLOUR], numbers[NAMES]
    firsts, order = numbers[REGIONS], numbers[REGION_ORDER]
    coloured(size, work)
    for _ in range(ROUNDS):
        place = 0
        number = 0
        regions = 0
        while place < size:
            end = turned_region(place, number, 1, 0, work)
            longest = 0
            for k in range(number, end):
                longest = max(longest, numbers[LENGTH, k])
            if longest > 2:
                turned_region(place, number, -1, 1, work)
                if compared_regions(turned[1], number, end, 1, turned[0], number, end, 0, work) < 0:
                    for k in range(number, end):
                        for row in range(3):
                            numbers[FROM + row, k] = numbers[FROM + 3 + row, k]
                        first, length = numbers[FROM, k], numbers[LENGTH, k]
                        put(turned[0], first, turned[1], first, first + length)
            while land[place] != END_REGION:
                place += 1
            place += 1
            firsts[regions] = number
            slot = regions
            firsts[regions + 1] = end
            while slot > 0:
                last = order[slot - 1]
                if compared_regions(turned[0], firsts[last], firsts[last + 1], 0, turned[0], number, end, 0, work) <= 0:
                    break
                order[slot] = last
                slot -= 1
            order[slot] = regions
            regions += 1
            number = end
        for name in range(256):
            names[name] = -1
        at = 0
        count = 0
        changed = False
        for k in range(regions):
            region = order[k]
            for slot in range(firsts[region], firsts[region + 1]):
                boundary = numbers[ORDER, slot]
                for p in range(numbers[FROM, boundary], numbers[FROM, boundary] + numbers[LENGTH, boundary]):
                    spot = turned[0, p]
                    if spot >= NAMED:
                        if names[spot] < 0:
                            names[spot] = NAMED + count
                            count += 1
                        spot = names[spot]
                    changed = changed or land[at] != spot
                    ordered[at] = spot
                    at += 1
                changed = changed or land[at] != END
                ordered[at] = END
                at += 1
            changed = changed or land[at] != END_REGION
            ordered[at] = END_REGION
            at += 1
        if not changed:
            break
        put(land, 0, ordered, 0, size)
        for name in range(256):
            if names[name] >= 0:
                fresh[names[name]] = colour[name]
        for name in range(NAMED, NAMED + count):
            colour[name] = fresh[name]
    return put(out, written, land, 0, size)

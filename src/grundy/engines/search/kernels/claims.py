"""The claims that prove a nim-value: which positions, chosen from the nim-values that a search has kept.

A claim (part, value) is proved by smaller parts: for each smaller value an option that has it; and for each other
option its value, or a reply to a position of the claimed value. Its parts are then claimed as well. Of several ways
that is taken which claims least that is new. A part is claimed by its key, so that no shape is claimed twice.

judge  grundy.proof.positions in plain Python, and the checkers of certificates, in tests/engines/search/test_claims.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from grundy.compile.jit import njit
from grundy.engines.search.kernels import parts, values
from grundy.engines.search.kernels import words as w

RUNNING, DONE, FULL, UNKNOWN, CONTRADICTION = 0, 1, 2, 3, 4
COUNT, MOST, SIZE, PROVED, ASKED = 0, 1, 2, 3, 4  # of the state
NEVER = np.int64(1) << np.int64(60)


class ClaimArrays(NamedTuple):
    """What is claimed, and room for the work on one claim.

    table   u8[slots * W]: keys with values, as tables of nim-values have them
    listed  u8[most * W]: the keys in the order in which they were claimed
    following, first  i8[most], i8[P + 1]: first[n] is the last claim of n places that is not proved yet, or -1;
            following[i] is the next one after it
    worth, cost  i8[M]: of the option by each move: its value (-1 unknown, -2 no move), and what it would claim
    least, which  i8: for each smaller value the least cost of an option that has it, and its move
    """

    table: Any
    listed: Any
    following: Any
    first: Any
    worth: Any
    cost: Any
    least: Any
    which: Any


@njit
def value_of(moves, keys, known_values, key):
    """The nim-value of a key as the search knows it, or -1."""
    value = parts.small_value(known_values, key)
    if value < 0:
        value = parts.worked_out(keys, key)
    if value < 0:
        value, _ = parts.shaped(moves, keys, known_values, key)  # another turn of it may be among the small sets
    return value


@njit
def cut(moves, keys, nothing, pool, left, rim, start, count):
    """Add the keys of the parts of `left` that have places in `rim`, to the `count` ones from `start` on in the pool,
    equal ones cancelling; how many there are then."""
    while not w.is_empty(rim):
        piece = parts.part_at(moves, left, w.lowest(rim), rim)
        left = w.without(left, piece)
        rim = w.without(rim, piece)
        if parts.has_move(moves, piece):
            _, key = parts.shaped(moves, keys, nothing, piece)
            count = parts.put(pool, start, count, key)
    return count


@njit
def weigh(moves, keys, known_values, pool, claims, start, count, like):
    """What these keys are worth together, -1 if that is not known, and what claiming them would cost."""
    total: Any = np.int64(0)
    cost: Any = np.int64(0)
    for j in range(start, start + count):
        key = w.load(pool.words, j, like)
        value = values.find_in(claims.table, moves.shift, key)
        if value < 0:
            value = value_of(moves, keys, known_values, key)
            size = w.size(key)
            cost += size * size * size
        if value < 0:
            return np.int64(-1), NEVER
        total ^= value
    return total, cost


@njit
def claim(moves, claims, state, key, value):
    """Claim the value of a key, if it is not claimed yet."""
    slot = values.slot_of(claims.table, moves.shift, key)
    if w.is_empty(w.load(claims.table, slot, key)):
        number, size = state[COUNT], w.size(key)
        w.store(claims.table, slot, w.with_value(key, value, moves.shift))
        w.store(claims.listed, number, key)
        claims.following[number] = claims.first[size]
        claims.first[size] = number
        state[COUNT] = number + 1


@njit
def claim_all(moves, keys, known_values, pool, claims, state, start, count, like):
    """Claim keys whose values are known."""
    for j in range(start, start + count):
        key = w.load(pool.words, j, like)
        if values.find_in(claims.table, moves.shift, key) < 0:
            claim(moves, claims, state, key, value_of(moves, keys, known_values, key))


@njit
def reply_to(moves, keys, known_values, nothing, pool, claims, left, whole, room, value, limit, like):
    """Look for a reply to a position of this value that costs less than `limit`: how many keys it has, or -1.

    `left` is what the move before left, `whole` the places around what it cleared. The keys of the chosen reply stand
    in the pool from 3 * room on.
    """
    count = 0  # the parts of the option, as they lie, from 0 on, and their keys from 2 * room on
    while not w.is_empty(whole):
        piece = parts.part_at(moves, left, w.lowest(whole), whole)
        left = w.without(left, piece)
        whole = w.without(whole, piece)
        if parts.has_move(moves, piece):
            w.store(pool.words, count, piece)
            _, key = parts.shaped(moves, keys, nothing, piece)
            w.store(pool.words, 4 * room + count, key)
            count += 1
    best_size = -1
    for j in range(count):
        piece = w.load(pool.words, j, like)
        for i in range(moves.need.size // len(like)):
            if not w.holds(piece, w.load(moves.need, i, like)):
                continue
            reply_size = 0
            for other in range(count):
                if other != j:
                    reply_size = parts.put(pool, 2 * room, reply_size, w.load(pool.words, 4 * room + other, like))
            rest = w.without(piece, w.load(moves.clear, i, like))
            rim = w.both(w.load(moves.rim, i, like), rest)
            reply_size = cut(moves, keys, nothing, pool, rest, rim, 2 * room, reply_size)
            total, cost = weigh(moves, keys, known_values, pool, claims, 2 * room, reply_size, like)
            if total == value and cost < limit:
                limit, best_size = cost, reply_size
                for k in range(reply_size):
                    w.store(pool.words, 3 * room + k, w.load(pool.words, 2 * room + k, like))
                if cost == 0:
                    return best_size
    return best_size


@njit
def prove(moves, keys, known_values, nothing, pool, claims, state, part, value, room):
    """Claim what proves the value of a part; RUNNING, or UNKNOWN if the search does not know enough for that.

    That is, of the options of each smaller value the one that costs least; then, cheap options first, what costs least
    of an option's own value and of the replies to it.
    """
    like = moves.like
    many = moves.need.size // len(like)
    for v in range(value):
        claims.least[v] = NEVER
    for i in range(many):
        claims.worth[i] = -2
        if not w.holds(part, w.load(moves.need, i, like)):
            continue
        left = w.without(part, w.load(moves.clear, i, like))
        count = cut(moves, keys, nothing, pool, left, w.both(w.load(moves.rim, i, like), left), room, 0)
        total, cost = weigh(moves, keys, known_values, pool, claims, room, count, like)
        claims.worth[i], claims.cost[i] = total, cost
        if total == value:
            return CONTRADICTION
        if 0 <= total < value and cost < claims.least[total]:
            claims.least[total], claims.which[total] = cost, i
    for v in range(value):
        if claims.least[v] == NEVER:
            return UNKNOWN
    for v in range(value):
        i = claims.which[v]
        left = w.without(part, w.load(moves.clear, i, like))
        count = cut(moves, keys, nothing, pool, left, w.both(w.load(moves.rim, i, like), left), room, 0)
        claim_all(moves, keys, known_values, pool, claims, state, room, count, like)
    while True:
        best, least = -1, NEVER + 1
        for i in range(many):
            if claims.worth[i] > -2 and claims.cost[i] < least:
                best, least = i, claims.cost[i]
        if best < 0:
            return RUNNING
        total, claims.worth[best] = claims.worth[best], -2
        left = w.without(part, w.load(moves.clear, best, like))
        rim = w.both(w.load(moves.rim, best, like), left)
        count = cut(moves, keys, nothing, pool, left, rim, room, 0)
        total, cost = weigh(moves, keys, known_values, pool, claims, room, count, like)
        if cost == 0:  # all of it is claimed
            continue
        reply_size = reply_to(moves, keys, known_values, nothing, pool, claims, left, rim, room, value, cost, like)
        if reply_size >= 0:
            claim_all(moves, keys, known_values, pool, claims, state, 3 * room, reply_size, like)
        elif total >= 0:
            claim_all(moves, keys, known_values, pool, claims, state, room, count, like)
        else:
            return UNKNOWN


@njit
def run(moves, keys, known_values, nothing, pool, claims, state, room, budget):
    """Go on with proving claims, the largest first, for so many of them.

    arrays    state i8[5]: [0] claims, [1] how many there may be, [2] places of those at hand, [3] how many are proved,
              [4] the claim for which something is unknown; nothing: tables of values that are empty
    returns   RUNNING; DONE; FULL: more room for claims is needed; UNKNOWN: the search is to find what proves the claim
              state[4], of which a part may be claimed already; CONTRADICTION: an option of it has its value
    requires  room for as many claims as the moves can leave parts, twice, or it is FULL; no position has `room` parts
    cost      about 0.3 us for each part that a reply leaves, of those that are looked at
    judge     the definition, and the checker of certificates, in tests/engines/search/test_claims.py
    """
    like = moves.like
    step = 2 * (moves.need.size // len(like)) * room
    for _ in range(budget):
        while state[SIZE] > 0 and claims.first[state[SIZE]] < 0:
            state[SIZE] -= 1
        if state[SIZE] == 0:
            return DONE
        if state[COUNT] + step > state[MOST]:
            return FULL
        number = claims.first[state[SIZE]]
        part = w.load(claims.listed, number, like)
        value = values.find_in(claims.table, moves.shift, part)
        status = prove(moves, keys, known_values, nothing, pool, claims, state, part, value, room)
        if status != RUNNING:
            state[ASKED] = number
            return status
        claims.first[state[SIZE]] = claims.following[number]
        state[PROVED] += 1
    return RUNNING

"""Depth-first proof-number search on couples: a part, and a heap of n beside it.

A couple (part, n) is lost for whoever is to move if and only if n is the nim-value of the part. Its options: (part, m)
for m < n, and (option, n). The value of a part is found by asking 0, 1, 2, ... until a couple is lost.

Several workers may search at once, each from the root, with stacks of their own; all read and write the same tables,
without locks. The words of a key are mixed with the numbers (kernels/words.py, `sealed`), so that an entry of which one
half is of another writer is not the key that is looked for, but for one chance in 2^64. A couple that a worker enters,
and on which some work has been done, counts meanwhile as if it had come to the limit at which that worker leaves it: so
others choose what comes next. What others find is looked up after a hundred positions or so, and whoever works below
what another has settled leaves it.

judge  the definition and a dict of Python, in tests/engines/search/test_search_numbers.py
"""

from __future__ import annotations

from typing import Any, NamedTuple

from grundy.compile.jit import njit
from grundy.engines.search.kernels import parts, values
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.numbers import INFINITE, bring_numbers_near, find_numbers, keep_numbers, mark, note
from grundy.engines.search.kernels.spans import acquire

COUPLE, VALUE = 0, 1  # what a frame asks: is n the value of its part; what is its value
ENTER, CHOOSE, BACK = 0, 1, 2  # what is to be done next
RUNNING, DONE, TABLE_FULL, STACK_FULL = 0, 1, 2, 3
RENEWED = 64  # after so many positions below an option, it is seen what others have found of its neighbours
SETTLED = 512  # after so many it is seen whether others have settled what this worker works below


class ProofFrames(NamedTuple):
    """The positions between the root and the one that is worked on; arrays of one entry each.

    part    u8[depth * W]
    kind, heap  i8: what is asked; heap: n
    phi, delta  i8: the limits of proof and disproof number at which to go back
    first, last, words  i8: its options in the pool, and where their words end
    chosen  i8: the option that is searched
    before  i8: nodes counted when it was entered
    """

    part: Any
    kind: Any
    heap: Any
    phi: Any
    delta: Any
    first: Any
    last: Any
    words: Any
    chosen: Any
    before: Any


class ProofNumbers(NamedTuple):
    """Proof numbers of the options in the pool: heap is n beside the option's parts that are not known."""

    phi: Any
    delta: Any
    heap: Any


@njit
def settled(moves, known_values, rated, key, heap):
    """1 if a couple is known to be won, -1 if it is known to be lost, else 0."""
    value = values.find(known_values, moves.shift, key)
    if value >= 0:
        return -1 if value == heap else 1
    phi, delta = find_numbers(rated, moves.shift, key, heap)
    return 1 if phi == 0 else (-1 if delta == 0 else 0)


@njit
def expected(moves, keys, rated, key, heap):
    """The numbers of a couple, as they are known or as they are estimated: pn = 1, dn = 1 + moves."""
    phi, delta = find_numbers(rated, moves.shift, key, heap)
    if phi < 0:
        mobility = parts.mobility(moves, keys, key)
        phi, delta = 1, 1 + mobility
        if heap > mobility:
            phi, delta = 0, INFINITE
    return phi, delta


@njit
def rate(moves, keys, pool, numbers, rated, option, like):
    """Look up what is known of an option's couple, or estimate it."""
    count, first, heap = pool.count[option], pool.first[option], numbers.heap[option]
    if count == 0:
        phi, delta = (INFINITE, 0) if heap == 0 else (0, INFINITE)
    elif count == 1:
        phi, delta = expected(moves, keys, rated, w.load(pool.words, first, like), heap)
    else:
        phi, delta = 1, 1
        for j in range(count):
            delta += parts.mobility(moves, keys, w.load(pool.words, first + j, like))
    numbers.phi[option] = phi
    numbers.delta[option] = delta


@njit
def look_again(moves, keys, known_values, pool, numbers, option, like):
    """Add up those parts of an option whose values have become known."""
    first, count, open_parts = pool.first[option], pool.count[option], 0
    for j in range(count):
        key = w.load(pool.words, first + j, like)
        value = values.find(known_values, moves.shift, key)
        if value >= 0:
            numbers.heap[option] ^= value
        else:
            w.store(pool.words, first + open_parts, key)
            open_parts += 1
    pool.count[option] = open_parts


@njit
def renew(moves, keys, known_values, pool, numbers, rated, first, last, like):
    """Look up what others have found of some options that are not known to be won."""
    for option in range(first, last):
        count = pool.count[option]
        if numbers.phi[option] == 0 or count == 0:
            continue
        look_again(moves, keys, known_values, pool, numbers, option, like)
        if pool.count[option] < count:
            rate(moves, keys, pool, numbers, rated, option, like)
        elif count == 1:
            key, heap = w.load(pool.words, pool.first[option], like), numbers.heap[option]
            phi, delta = find_numbers(rated, moves.shift, key, heap)
            if phi >= 0:
                numbers.phi[option], numbers.delta[option] = phi, delta


@njit
def lowest_settled(moves, known_values, frames, rated, depth):
    """The lowest frame below `depth` of which others have settled what it asks, and its value or what `settled` says;
    -1 for the frame if there is none."""
    for d in range(depth):
        part = w.load(frames.part, d, moves.like)
        if frames.kind[d] == VALUE:
            verdict = values.find(known_values, moves.shift, part)
            if verdict >= 0:
                return d, verdict
        else:
            verdict = settled(moves, known_values, rated, part, frames.heap[d])
            if verdict != 0:
                return d, verdict
    return -1, 0


@njit
def smallest(moves, pool, option, like):
    """The word place of the part with the fewest places among those of an option that are not known."""
    best = pool.first[option]
    for j in range(pool.first[option] + 1, pool.first[option] + pool.count[option]):
        if w.size(w.load(pool.words, j, like)) < w.size(w.load(pool.words, best, like)):
            best = j
    return best


@njit
def list_open(moves, keys, known_values, pool, scratch, numbers, rated, part, heap, start, words):
    """List the options of a couple that are not known to be won, with their numbers; where they and their words end.

    -1 for the end if the couple is won, by an option of the value `heap` or by too few options.
    """
    end, words_end = parts.expand(moves, keys, known_values, pool, scratch, part, heap, start, words)
    if end < 0 or scratch.number[1] < heap or (scratch.number[1] == 0 and moves.end == 1):
        return -1, words_end
    for m in range(heap):  # (part, m), unless it is won: some option is worth m
        if scratch.seen[m] != scratch.number[0]:
            pool.rest[end], pool.count[end], pool.first[end] = heap ^ m, 1, words_end
            w.store(pool.words, words_end, part)
            words_end += 1
            end += 1
    for option in range(start, end):
        numbers.heap[option] = heap ^ pool.rest[option]
        if pool.count[option] == 1:
            key = w.load(pool.words, pool.first[option], part)
            bring_numbers_near(rated, moves.shift, key, numbers.heap[option])
    last = start
    for option in range(start, end):
        rate(moves, keys, pool, numbers, rated, option, part)
        if numbers.phi[option] > 0:
            if last < option:
                pool.rest[last], pool.count[last] = pool.rest[option], pool.count[option]
                pool.first[last] = pool.first[option]
                numbers.phi[last], numbers.delta[last] = numbers.phi[option], numbers.delta[option]
                numbers.heap[last] = numbers.heap[option]
            last += 1
    return last, words_end


@njit
def run(moves, keys, known_values, pool, scratch, frames, numbers, rated, state, eager, budget):
    """Go on with the search for the value of the part in frame 0, for about `budget` nodes.

    computes  state[3]: the value, when it returns DONE
    method    see the module; thresholds are the second-best number times 1.25. Where an option has several parts that
              are not known, the values of all but the largest are found first. With `eager` each couple is searched
              to its end, that with the fewest moves first.
    arrays    state i8[9]: [0] depth, [1] what is to be done, [2] nodes, [3] value, [4] proof number and [5] disproof
              number of the frame that was left last, [6] options and [7] words of options that one position
              may need, [8] the number of nodes at which to give up: then [4] and [5] are what frame 0 has come to,
              and of a value in frame 0 [3] is -1; the others: see their classes
    returns   RUNNING, DONE, or what is too small: TABLE_FULL, STACK_FULL; with larger arrays it goes on
    bounds    numbers stay below 2**28, or are INFINITE
    judge     the definition on every set, in tests/engines/search/test_search.py
    source    Allis, van der Meulen & van den Herik 1994 and Nagai 2002 for the search; Lemoine & Viennot 2012 for
              couples; Cizek, Balko & Schmid 2025 for both together
    """
    like = moves.like
    depth, todo, nodes = state[0], state[1], state[2]
    value, phi, delta = state[3], state[4], state[5]
    stop, halt = nodes + budget, state[8]
    looks = nodes + SETTLED
    status = RUNNING
    while True:
        if todo == ENTER:
            if nodes >= stop or (rated.shared and acquire(rated.signal, 0) != 0):
                break
            if (known_values.state[0] >= known_values.state[1] and known_values.state[2] == 0) or parts.is_full(keys):
                status = TABLE_FULL
                break
            start = frames.last[depth - 1] if depth > 0 else 0
            words = frames.words[depth - 1] if depth > 0 else 0
            room = pool.words.size // len(like)
            if depth + 2 > frames.kind.size or start + state[6] > pool.rest.size or words + state[7] > room:
                status = STACK_FULL
                break
            frames.before[depth] = nodes
            frames.first[depth], frames.last[depth], frames.words[depth] = start, start, words
            todo = CHOOSE
            if rated.shared and nodes >= looks:
                looks = nodes + SETTLED
                lowest, verdict = lowest_settled(moves, known_values, frames, rated, depth)
                if lowest >= 0:
                    depth = lowest
                    phi, delta = INFINITE, 0
                    if frames.kind[depth] == VALUE:
                        value = verdict
                    elif verdict > 0:
                        phi, delta = 0, INFINITE
                    todo = BACK
                    continue
            if frames.kind[depth] == VALUE:
                frames.heap[depth] = 0
                continue
            nodes += 1
            heap = frames.heap[depth]
            part = w.load(frames.part, depth, like)
            if rated.shared:
                known_to_be = settled(moves, known_values, rated, part, heap)
                if known_to_be != 0:
                    phi, delta = (0, INFINITE) if known_to_be > 0 else (INFINITE, 0)
                    todo = BACK
                    continue
                mark(rated, moves.shift, part, heap, frames.delta[depth])
            last, words_end = list_open(
                moves, keys, known_values, pool, scratch, numbers, rated, part, heap, start, words
            )
            if last >= 0:
                frames.last[depth], frames.words[depth] = last, words_end
            else:
                phi, delta = 0, INFINITE
                keep_numbers(rated, moves.shift, part, heap, phi, delta, 1)
                todo = BACK
        elif todo == CHOOSE:
            part = w.load(frames.part, depth, like)
            heap = frames.heap[depth]
            if frames.kind[depth] == VALUE:
                if nodes >= halt:
                    value = -1
                    todo = BACK
                    continue
                while find_numbers(rated, moves.shift, part, heap)[0] == 0:
                    heap += 1
                frames.heap[depth] = heap
                depth += 1
                w.store(frames.part, depth, part)
                frames.kind[depth], frames.heap[depth] = COUPLE, heap
                frames.phi[depth], frames.delta[depth] = INFINITE, INFINITE
                todo = ENTER
                continue
            phi, delta, second, best = INFINITE, 0, INFINITE, -1
            for option in range(frames.first[depth], frames.last[depth]):
                delta += numbers.phi[option]
                d = numbers.delta[option]
                if d < phi:
                    second, phi, best = phi, d, option
                elif d < second:
                    second = d
            if delta >= INFINITE:
                delta = INFINITE - 1
            if best < 0 or phi == INFINITE:  # every option is won
                phi, delta = INFINITE, 0
            if phi == 0:
                delta = INFINITE
            if phi >= frames.phi[depth] or delta >= frames.delta[depth] or phi == 0 or delta == 0 or nodes >= halt:
                if rated.shared and phi > 0 and delta > 0:  # what another has settled is to stay so
                    known_to_be = settled(moves, known_values, rated, part, heap)
                    if known_to_be != 0:
                        phi, delta = (0, INFINITE) if known_to_be > 0 else (INFINITE, 0)
                if phi == 0 or delta == 0:
                    note(rated, moves.shift, part, heap, phi, delta, nodes - frames.before[depth])
                if delta > 0 or not values.keep(known_values, moves.shift, part, heap):
                    keep_numbers(rated, moves.shift, part, heap, phi, delta, nodes - frames.before[depth])
                todo = BACK
                continue
            frames.chosen[depth] = best
            limit_phi = frames.delta[depth] - delta + numbers.phi[best]
            limit_delta = min(frames.phi[depth], second + (second >> 2) + 1)
            if eager:
                limit_phi, limit_delta = INFINITE, INFINITE
            depth += 1
            if pool.count[best] == 1:
                w.store(frames.part, depth, w.load(pool.words, pool.first[best], like))
                frames.kind[depth], frames.heap[depth] = COUPLE, numbers.heap[best]
                frames.phi[depth], frames.delta[depth] = min(limit_phi, INFINITE), min(limit_delta, INFINITE)
            else:
                at = smallest(moves, pool, best, like)
                w.store(frames.part, depth, w.load(pool.words, at, like))
                frames.kind[depth] = VALUE
            todo = ENTER
        else:  # BACK
            if depth == 0:
                status = DONE
                break
            depth -= 1
            todo = CHOOSE
            if frames.kind[depth] == VALUE:
                if delta == 0:
                    value = frames.heap[depth]
                    todo = BACK
                elif phi == 0:
                    frames.heap[depth] += 1
                continue  # else it has given up, and so does CHOOSE
            option = frames.chosen[depth]
            if frames.kind[depth + 1] == COUPLE:
                numbers.phi[option], numbers.delta[option] = phi, delta
                if rated.shared and nodes - frames.before[depth + 1] >= RENEWED:
                    first, last = frames.first[depth], frames.last[depth]
                    renew(moves, keys, known_values, pool, numbers, rated, first, last, like)
            elif value >= 0:
                gone = w.load(frames.part, depth + 1, like)
                first, open_parts = pool.first[option], 0
                for j in range(pool.count[option]):
                    key = w.load(pool.words, first + j, like)
                    if not w.is_same(key, gone):
                        w.store(pool.words, first + open_parts, key)
                        open_parts += 1
                pool.count[option] = open_parts
                numbers.heap[option] ^= value
                look_again(moves, keys, known_values, pool, numbers, option, like)
                rate(moves, keys, pool, numbers, rated, option, like)
    state[0], state[1], state[2] = depth, todo, nodes
    state[3], state[4], state[5] = value, phi, delta
    return status

"""Compiled loops for automata: classes of equal states, a walk in breadth, pairs of states, sets of states.

The twins in plain Python are in automata.py, and every automaton comes out the same by both.
"""

from __future__ import annotations

import numpy as np

from grundy.compile.jit import njit


@njit
def refine(after, classes, partition, table):
    """Tell states apart by their own class and those of the states after them: one round of Moore's.

    computes  partition[s] == partition[t] iff classes[s] == classes[t] and classes[after[s]] == classes[after[t]]
    method    a hash table of one state of each new class; a class is compared in full, whatever the hash
    arrays    after i4[n, letters]; classes i4[n]; partition i4[n], out, numbered as states meet them;
              table i4[power of 2 >= 2 n], work space
    returns   how many classes
    cost      n * letters reads at random
    judge     automata.plain_classes, in tests/theorems/test_constructions.py
    source    Moore 1956
    """
    n, letters = after.shape
    mask = np.uint64(len(table) - 1)
    table[:] = -1
    count = 0
    for s in range(n):
        mixed = np.uint64(classes[s])
        for c in range(letters):
            mixed = (mixed ^ np.uint64(classes[after[s, c]])) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        place = mixed & mask
        while True:
            t = table[place]
            if t < 0:
                table[place] = s
                partition[s] = count
                count += 1
                break
            equal = classes[s] == classes[t]
            c = 0
            while equal and c < letters:
                equal = classes[after[s, c]] == classes[after[t, c]]
                c += 1
            if equal:
                partition[s] = partition[t]
                break
            place = (place + np.uint64(1)) & mask
    return count


@njit
def walk(after, start, order, place):
    """The states in the order in which a walk in breadth meets them.

    arrays    after i4[n, letters]; order i4[n], out; place i4[n], -1 everywhere, out: where a state is in the order
    returns   how many are met
    judge     automata.plain_walk, in tests/theorems/test_constructions.py
    """
    order[0] = start
    place[start] = 0
    count, done = 1, 0
    while done < count:
        s = order[done]
        done += 1
        for c in range(after.shape[1]):
            t = after[s, c]
            if place[t] < 0:
                place[t] = count
                order[count] = t
                count += 1
    return count


@njit
def pairs(one, two, dead_one, dead_two, number, codes, rows, done, end, count):
    """Follow pairs of states of two automata that read the same letters; the pairs met get numbers.

    computes  for each pair from `done` to `end`, rows[pair]: the numbers of the pairs after it
    arrays    one i4[n1, letters], two i4[n2, letters]; number i4[n1 * n2 + 1], in and out: that of a pair (s, t) at
              s * n2 + t, or -1; codes i8[room], in and out: the pairs by number; rows i4[room, letters], out
    requires  a pair with a dead half stands for all such, as n1 * n2 (-1: there is no dead state)
    returns   how far it got, and how many pairs are known: it stops where there may be no room for more
    judge     automata.plain_pairs, in tests/theorems/test_constructions.py
    """
    letters = one.shape[1]
    sink = len(number) - 1
    while done < end and count + letters <= len(codes):
        code = codes[done]
        s, t = code // len(two), code % len(two)
        for c in range(letters):
            to = sink
            if code != sink:
                first, second = one[s, c], two[t, c]
                if first != dead_one and second != dead_two:
                    to = np.int64(first) * len(two) + second
            if number[to] < 0:
                number[to] = count
                codes[count] = to
                count += 1
            rows[done, c] = number[to]
        done += 1
    return done, count


@njit
def sets(after, dead, members, table, rows, reached, done, end, count):
    """Follow sets of states, each by the union of what its members lead to; the sets met get numbers.

    computes  for each set from `done` to `end`, rows[set]: the numbers of the sets after it
    method    a set is its bits; a hash table of their numbers, compared in full
    arrays    after i4[states, letters, ways]; members u8[room, words], in and out: the sets by number; table
              i4[power of 2 >= 2 room], in and out: numbers, or -1; rows i4[room, letters], out;
              reached u8[letters, words], work space
    requires  the state `dead` is in no set (-1: there is none)
    returns   how far it got, and how many sets are known: it stops where there may be no room for more
    judge     automata.plain_sets, in tests/theorems/test_constructions.py
    source    Rabin & Scott 1959
    """
    letters, ways = after.shape[1], after.shape[2]
    words = members.shape[1]
    one = np.uint64(1)
    while done < end and count + letters <= len(members):
        reached[:] = 0
        for word in range(words):
            bits = members[done, word]
            state = word * 64
            while bits:
                if bits & one:
                    for c in range(letters):
                        for way in range(ways):
                            t = after[state, c, way]
                            if t != dead:
                                reached[c, t >> 6] |= one << np.uint64(t & 63)
                bits >>= one
                state += 1
        for c in range(letters):
            number = look(reached[c], members, table, count)
            rows[done, c] = number
            count = max(count, number + 1)
        done += 1
    return done, count


@njit
def mixed(words):
    """A hash of the bits of a set."""
    total = np.uint64(0)
    for word in range(len(words)):
        total = (total ^ words[word]) * np.uint64(0x9E3779B97F4A7C15)
        total ^= total >> np.uint64(29)
    return total


@njit
def look(words, members, table, count):
    """The number of a set: `count` if it is new, and then it is written down."""
    mask = np.uint64(len(table) - 1)
    place = mixed(words) & mask
    while True:
        number = table[place]
        if number < 0:
            table[place] = count
            for word in range(len(words)):  # no slice: Numba asks whether both are of one length
                members[count, word] = words[word]
            return count
        equal = True
        for word in range(len(words)):
            if members[number, word] != words[word]:
                equal = False
                break
        if equal:
            return np.int64(number)
        place = (place + np.uint64(1)) & mask


@njit
def enter(members, count, table):
    """Write sets that differ into an empty table.

    arrays    members u8[room, words]; table i4[power of 2 > count], -1 everywhere, out
    judge     as it is called, through sets
    """
    mask = np.uint64(len(table) - 1)
    for number in range(count):
        place = mixed(members[number]) & mask
        while table[place] >= 0:
            place = (place + np.uint64(1)) & mask
        table[place] = number

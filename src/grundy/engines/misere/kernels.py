"""Compiled loops over products of known elements and powers: misère outcomes, and the monoid that they make.

Element x of the products stands for known element x % len(known) times power x // len(known), and products are those of
both by their tables. tests/engines/misere/test_quotient_extension.py has the slow twins, `plain_outcomes` and
`plain_congruence`.
"""

from __future__ import annotations

from grundy.compile.jit import njit


@njit
def product_outcomes(base_products, powers, elements, options, left, lost, order, letters, before):
    """Fill lost[]: whether whoever must move in the first word of an element loses, whoever cannot move winning.

    computes  lost[x] = x is not 0, and no move in the first word that has x leads to an element that is lost. Words are
              sums of parts, and come in the order of their largest parts first
    method    part after part, and power after power of it, every element that has a word already times the part; a
              divisor of a first word is the first word of its element, so words are kept by what is left without
              each of their letters
    arrays    base_products i4[K, K] and powers i4[Q, Q]: products; elements i8[R]: of the parts; options i8[R + 1]:
              part i has the options options[i]..options[i + 1] - 1; left i8[O]: their elements; lost u1[N], N = K * Q,
              out; order i4[N], out: the elements in the order of their words; letters i8[L], out: the parts that
              stand in first words, increasing; before i4[L, N], out: before[l, x] is the element of the first word of
              x without one letters[l], or -1
    requires  the parts generate all N elements; options of a part are words of smaller parts; each part has an option
    returns   how many letters there are, or -1 if there are more than L
    bounds    an option of a first word comes before it, so `lost` is known of its element
    cost      N times the options of all letters
    reference plain_outcomes, in tests/engines/misere/test_quotient_extension.py
    """
    size = len(base_products)
    count = 0
    lost[:] = 2  # no word yet
    lost[0] = 0
    order[0] = 0
    words = 1
    for part in range(len(elements)):
        low = elements[part] % size
        high = elements[part] // size
        start, stop = 0, words
        new = True
        while start < stop:
            for at in range(start, stop):
                x = order[at]
                y = base_products[x % size, low] + size * powers[x // size, high]
                if lost[y] != 2:
                    continue
                if new:
                    if count == len(letters):
                        return -1
                    letters[count] = part
                    before[count, :] = -1
                    count += 1
                    new = False
                order[words] = y
                words += 1
                for place in range(count - 1):
                    rest = before[place, x]
                    if rest >= 0:
                        rest = base_products[rest % size, low] + size * powers[rest // size, high]
                    before[place, y] = rest
                before[count - 1, y] = x
                wins = False
                for place in range(count):
                    rest = before[place, y]
                    if rest < 0:
                        continue
                    for o in range(options[letters[place]], options[letters[place] + 1]):
                        to = base_products[rest % size, left[o] % size] + size * powers[rest // size, left[o] // size]
                        if lost[to] == 1:
                            wins = True
                            break
                    if wins:
                        break
                lost[y] = 0 if wins else 1
            start, stop = stop, words
    return count


@njit
def coarsest_congruence(steps, classes, other, count, pairs):
    """Make classes[] the coarsest congruence that refines it; return how many classes there are.

    computes  the least partition in which steps lead from elements of one class to elements of one class
    method    step after step, the class of an element and that of where the step leads make its new class, until no
              step makes more classes
    arrays    steps i4[S, N]: where each step leads; classes i2[N], in: any partition into classes 0..count - 1, out:
              the congruence; other i2[N] and pairs i2[M, M]: any content
    requires  1 <= count <= M < 2**15
    returns   the number of classes, or -1 if there would be more than M, and `classes` is then of no use
    bounds    classes are below count, which is at most M before each round of a step
    cost      N times S times the rounds, some more than the length of the longest sum that tells two apart
    reference plain_congruence, in tests/engines/misere/test_quotient_extension.py
    """
    step = quiet = 0
    while quiet < len(steps):
        for x in range(count):
            for y in range(count):
                pairs[x, y] = -1
        pair_count = 0
        for s in range(len(classes)):
            x, y = classes[s], classes[steps[step, s]]
            if pairs[x, y] < 0:
                if pair_count == len(pairs):
                    return -1
                pairs[x, y] = pair_count
                pair_count += 1
            other[s] = pairs[x, y]
        for s in range(len(classes)):
            classes[s] = other[s]
        quiet = quiet + 1 if pair_count == count else 0
        count = pair_count
        step = (step + 1) % len(steps)
    return count

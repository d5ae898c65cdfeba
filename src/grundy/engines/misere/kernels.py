"""Compiled loops over boxes: misère outcomes of all sums of a few letters, and the monoid that they make.

A *box* has the sums of letters 0..R-1 in which letter i stands fewer than cap[i] times; a sum with more of it is taken
for the one with two fewer, until it is in the box. So the box is a finite commutative monoid. The number of a sum is
that of each letter times stride[i], where stride[0] = 1 and stride[i + 1] = stride[i] * cap[i], so that the largest
letter is the most significant. `plain_box` in tests/engines/misere/test_boxes.py is the slow twin.
"""

from __future__ import annotations

from grundy.engines.jit import njit


@njit
def box_outcomes(cap, stride, options, option_words, letters, times, digits, lost):
    """Fill lost[]: whether whoever must move in a sum of letters loses, whoever cannot move winning.

    computes  lost[s] = s is not empty, and no move leads to a sum that is lost
    method    in the order of numbers: a move takes a letter away and adds smaller ones, which leads to smaller numbers
    arrays    cap i8[R]; stride i8[R]; options i8[R + 1]: letter i has the options options[i]..options[i + 1] - 1;
              option_words i8[O + 1]: option o adds the letters letters[w], times[w] times, for w in
              option_words[o]..option_words[o + 1] - 1; digits i8[R], in: 0, out: how often each letter stands in the
              last sum; lost u1[N], out, N the product of all cap
    requires  cap >= 2; options of letter i have letters below i only; each letter has an option
    returns   nothing
    bounds    a letter that would stand cap[i] times or more is taken two fewer times, so a sum stays in the box
    cost      N times the options of all letters
    reference plain_box, in tests/engines/misere/test_boxes.py
    """
    count = len(cap)
    lost[0] = 0
    for s in range(1, len(lost)):
        i = 0
        while digits[i] == cap[i] - 1:
            digits[i] = 0
            i += 1
        digits[i] += 1
        wins = False
        for i in range(count):
            if digits[i] == 0:
                continue
            for o in range(options[i], options[i + 1]):
                to = s - stride[i]
                for w in range(option_words[o], option_words[o + 1]):
                    j = letters[w]
                    after = digits[j] + times[w]
                    while after >= cap[j]:
                        after -= 2
                    to += (after - digits[j]) * stride[j]
                if lost[to]:
                    wins = True
                    break
            if wins:
                break
        lost[s] = 0 if wins else 1


@njit
def box_classes(cap, stride, classes, other, count, pairs):
    """Make classes[] the coarsest congruence of the box that refines it; return how many classes there are.

    computes  the least partition in which sums of one class lead to sums of one class with any letter added
    method    letter after letter, the class of a sum and that of the sum with the letter make its new class, until
              no letter makes more classes
    arrays    cap, stride i8[R]; classes i2[N], in: any partition into classes 0..count - 1, out: the congruence;
              other i2[N] and pairs i2[M, M]: any content
    requires  1 <= count <= M < 2**15
    returns   the number of classes, or -1 if there would be more than M, and `classes` is then of no use
    bounds    classes are below count, which is at most M before each round of a letter
    cost      N times R times the rounds, some more than the length of the longest sum that tells two apart
    reference plain_box, in tests/engines/misere/test_boxes.py
    """
    letter = quiet = 0
    while quiet < len(cap):
        for x in range(count):
            for y in range(count):
                pairs[x, y] = -1
        size = stride[letter]
        whole = size * cap[letter]
        found = 0
        for block in range(0, len(classes), whole):
            for s in range(block, block + whole):
                larger = s + size if s < block + whole - size else s - size
                x, y = classes[s], classes[larger]
                if pairs[x, y] < 0:
                    if found == len(pairs):
                        return -1
                    pairs[x, y] = found
                    found += 1
                other[s] = pairs[x, y]
        classes[:] = other
        quiet = quiet + 1 if found == count else 0
        count = found
        letter = (letter + 1) % len(cap)
    return count

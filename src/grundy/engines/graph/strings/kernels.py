"""The compiled loop for strings-and-coins. `plain.string_values` is its slow twin."""

from __future__ import annotations

from grundy.compile.jit import njit

GROUND = 1 << 40  # a string that the ground always has, so that it is never free
PLACES = 37  # the powers of 2 below 2**36 differ modulo 37: so the place of a bit is found without counting


@njit
def string_values(of_first, of_second, start, stop, values):
    """Fill values[start:stop] with the values of sets of strings.

    computes  the nim-value of each set of strings; LOONY (255) where whoever moves wins, whatever heap stands beside
    method    a move that leaves a coin without strings keeps the turn: with a set of value v it wins beside all heaps
              but v, with a loony set beside all. So if there is such a move, the value is the one v that all of them
              have, unless another move leaves a set of value v; else it is the mex of the others
    arrays    of_first, of_second i8[PLACES]: at 2**k mod PLACES the strings of the two coins of string k, of the ground
              GROUND alone; values u1[2**m], in: values[:start] correct, out: values[:stop] too
    requires  m <= 32, 0 < start <= stop <= 2**m, values[0] == 0
    bounds    a set of k strings has a value of at most k, so the numbers of options fit 64 bits; a subset is smaller
    cost      O(m) a set
    reference plain.string_values, in tests/engines/graph/test_strings.py (the definition too)
    source    Winning Ways, ch. 12 (complimenting moves) and ch. 16 (Nimstring)
    """
    for chosen in range(start, stop):
        seen, again_value = 0, -1
        rest = chosen
        while rest:
            string = rest & -rest
            rest ^= string
            left = chosen ^ string
            value = int(values[left])
            there = left | GROUND
            place = string % PLACES
            if not of_first[place] & there or not of_second[place] & there:
                if value == 255 or (again_value >= 0 and again_value != value):
                    again_value = 255
                    break
                again_value = value
            elif value != 255:
                seen |= 1 << value
        if again_value == 255 or (again_value >= 0 and seen >> again_value & 1):
            values[chosen] = 255
        elif again_value >= 0:
            values[chosen] = again_value
        else:
            least = 0
            while seen >> least & 1:
                least += 1
            values[chosen] = least

"""Games on a set of bits whose moves are masks: a mask may be cleared where all of its bits are set.

States are numbers below 2**bits, moves are masks; the value of a state is the mex over the masks that it contains.
Small problems are worked on in Python's big integers (one bit a state), larger ones in words of 64 states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.errors import BadRule, OutOfReach
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_BITS = 28  # 1.1 GiB
MOST_STEPS = 10**10  # words times masks that fit them: about two minutes
MOST_PLAIN_STEPS = 150_000_000  # big-integer words: about 0.15 s, what loading the compiled kernels costs

WORD_BITS = 6
CHUNK = 1 << 15  # words for one call of the kernel: some hundredths of a second, so that Ctrl-C is prompt


@dataclass(frozen=True, eq=False, slots=True)
class MaskTable:
    """Nim-values of all states of `bits` bits, as `table` made them.

    plain:  one byte a state, or None when the values are in
    planes: uint64, shape (blocks, 8 * words): plane 8b+i of word h at [b, 8h+i], where state s is bit s % 64 of word
            s // 64; blocks that a word has in use: depth, uint8, shape (words,).
    """

    bits: int
    plain: bytes | None = None
    planes: Any = None
    depth: Any = None

    def value(self, state: int) -> int:
        """The nim-value of one state, 0 <= state < 2**bits (else IndexError), in a few microseconds."""
        if not 0 <= state < 1 << self.bits:
            raise IndexError(f"state {state} is not in 0..{(1 << self.bits) - 1}")
        if self.plain is not None:
            return self.plain[state]
        word, bit = state >> WORD_BITS, state & 63
        for block in range(int(self.depth[word])):
            for i, plane in enumerate(self.planes[block, 8 * word : 8 * word + 8].tolist()):
                if plane >> bit & 1:
                    return 8 * block + i
        raise AssertionError(f"state {state} has no value")

    def values(self) -> NDArray[np.uint8]:
        """All nim-values: uint8, shape (2**bits,), entry s for state s. Loads NumPy; about 1 ns a state."""
        import numpy as np

        if self.plain is not None:
            return np.frombuffer(self.plain, np.uint8)
        from grundy.engines.table import kernels

        values = np.zeros(64 * self.depth.size, np.uint8)
        kernels.read_planes(self.planes, self.depth, values)
        return values[: 1 << self.bits]


def table(masks: Sequence[int], bits: int) -> MaskTable:
    """Nim-values of all 2**bits states of the game whose moves clear one of `masks`.

    Args:    masks: 1 <= mask < 2**bits each, in any order; a mask may be cleared where all of its bits are set.
                    Repeated masks are one.
             bits:  0..28.
    Raises:  BadRule: a mask is 0 (a move that changes nothing) or has a bit that no state has.
             OutOfReach: more than 28 bits, or more steps than some minutes' work.
    Cost:    (bits / 8 rounded up to whole bytes) * 2**bits bytes or less; rectangles in 5x5 (25 bits, 225 masks)
             take about 0.3 s and 100 MiB; under 2**17 states or so neither NumPy nor Numba is loaded.

    >>> three = table([0b001, 0b010, 0b100, 0b011, 0b110, 0b111], 3)  # take neighbouring coins, one row of three
    >>> [three.value(s) for s in range(8)]
    [0, 1, 1, 2, 1, 0, 2, 3]
    """
    if bits > MOST_BITS:
        raise OutOfReach(
            f"a table of 2**{bits} states is out of reach: the limit is 2**{MOST_BITS} "
            "(about 1 GiB of memory); fewer cells would do, or parts that are solved apart"
        )
    found = sorted(set(masks))
    if found and not 1 <= found[0] <= found[-1] < 1 << bits:
        wrong = found[0] if found[0] < 1 else found[-1]
        raise BadRule(f"mask {wrong}: expected a number in 1..{(1 << bits) - 1}, as states have {bits} bits")
    if bits <= WORD_BITS or bits * bits // 2 * len(found) << bits - WORD_BITS <= MOST_PLAIN_STEPS:
        return MaskTable(bits, plain=_plain_values(found, bits))
    steps = sum(1 << bits - WORD_BITS - (m >> WORD_BITS).bit_count() for m in found)
    steps += len(found) << bits - WORD_BITS - 4  # looking whether a mask fits
    if steps > MOST_STEPS:
        raise OutOfReach(
            f"{len(found)} moves on 2**{bits} states take about {steps:.1e} steps, "
            f"more than the {MOST_STEPS:.0e} allowed; fewer cells or fewer moves would do"
        )
    return _word_table(found, bits)


def _plain_values(masks: Sequence[int], bits: int) -> bytes:
    """Values of all states, a byte each, by integers of 2**bits bits: bit s of planes[v] is set if state s has value v.

    States are settled in layers of equal popcount. What a layer's states are worth is excluded at once for all the
    states above it: those that a mask m leads from are m higher, and contain m. A value is at most the popcount.
    """
    having = [_repeated(((1 << (1 << i)) - 1) << (1 << i), 2 << i, 1 << bits) for i in range(bits)]
    moves = []
    for m in masks:
        states = (1 << (1 << bits)) - 1
        for i in range(bits):
            if m >> i & 1:
                states &= having[i]
        moves.append((m.bit_count(), m, states))
    planes = [0] * (bits + 1)
    excluded = [0] * (bits + 1)
    for popcount, layer in enumerate(_layers(bits)):
        todo = layer
        onward = [(m, states) for count, m, states in moves if popcount + count <= bits]
        for v in range(popcount + 1):
            found = todo & ~excluded[v]
            if found:
                planes[v] |= found
                todo &= excluded[v]
                for m, states in onward:
                    excluded[v] |= (found << m) & states
            if not todo:
                break
    # format(plane, "b") has one character a state, the last state first: read as bytes, planes add up without carries
    size = 1 << bits
    zeros = int.from_bytes(b"0" * size, "big")
    total = 0
    for v, plane in enumerate(planes):
        if v and plane:
            total += v * (int.from_bytes(format(plane, f"0{size}b").encode(), "big") - zeros)
    return total.to_bytes(size, "little")


def _repeated(pattern: int, width: int, size: int) -> int:
    """`pattern` of `width` bits, again and again up to `size` bits; both powers of 2."""
    while width < size:
        pattern |= pattern << width
        width *= 2
    return pattern


def _layers(bits: int) -> list[int]:
    """For k = 0..bits the set of states with k bits, as an integer with bit s for state s (Pascal's triangle)."""
    layers = [1]
    for i in range(bits):
        layers = [low | high << (1 << i) for low, high in zip([*layers, 0], [0, *layers], strict=True)]
    return layers


def _word_table(masks: Sequence[int], bits: int) -> MaskTable:
    """The table by 64 states a word; kernels.fill_planes has the method."""
    words = 1 << max(0, bits - WORD_BITS)
    blocks = bits // 8 + 1  # values 0..bits
    require_memory(65 * words * blocks, 2**32, f"a table of 2**{bits} states", "fewer cells")
    import numpy as np

    from grundy.engines.table import kernels

    def words_of(numbers: list[int]) -> NDArray[np.uint64]:
        return np.array(numbers, np.uint64)

    containing = [sum(1 << s for s in range(64) if s & m == m) for m in range(64)]
    crossing = [m for m in masks if m >> WORD_BITS]
    inside = sorted((m for m in masks if not m >> WORD_BITS), key=int.bit_count)
    planes = np.zeros((blocks, 8 * words), np.uint64)  # zeroed memory is not touched until it is written
    depth = np.zeros(words, np.uint8)
    scratch = np.zeros((2, len(crossing) + 1), np.int64)
    for start in range(0, words, CHUNK):
        kernels.fill_planes(
            planes,
            depth,
            words_of([m >> WORD_BITS for m in crossing]),
            words_of([m & 63 for m in crossing]),
            words_of([containing[m & 63] for m in crossing]),
            words_of(inside),
            words_of([containing[m] for m in inside]),
            np.array([sum(m.bit_count() + k <= WORD_BITS for m in inside) for k in range(WORD_BITS + 1)], np.int64),
            words_of(_layers(WORD_BITS)),
            start,
            min(start + CHUNK, words),
            scratch[0],
            scratch[1],
        )
    return MaskTable(bits, planes=planes, depth=depth)


def slow_values(masks: Sequence[int], bits: int) -> list[int]:
    """The slow twin of `table`: every state in increasing order, every mask, from the definition.

    >>> slow_values([1, 2, 3], 2)
    [0, 1, 1, 2]
    """
    values: list[int] = []
    for state in range(1 << bits):
        reached = {values[state & ~m] for m in masks if state & m == m}
        values.append(next(v for v in range(len(reached) + 1) if v not in reached))
    return values

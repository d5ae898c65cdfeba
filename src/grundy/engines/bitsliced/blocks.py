"""A table cut into blocks, each of which is filled from the few that its moves reach, wherever these are kept.

The high bits of a state are the number of its block. In a block they are known, so a move either stays in it or leads
to one other block, of a smaller number. The blocks that one of them reads and that block itself, beside each other in
memory, are the states of a smaller game of masks: the slot of a block takes the place of its high bits. So a block
needs the memory of those that it reads and not that of the table, and no kernel of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from grundy.engines.bitsliced.moves import GROUP_BITS, SlicedPlan, plan
from grundy.engines.bitsliced.tables import SlicedValues
from grundy.engines.bitsliced.work import OUTCOME_WORDS, VALUE_WORDS, Tiles, settle, values_kernel
from grundy.model.shapes import BitmaskMove

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEAST_BITS = 24  # of a block: less work would not be worth a call to another machine
MOST_BLOCK_BITS = 10  # of its number: more blocks would be read more often, fewer would leave machines idle


def low_bits(bits: int) -> int:
    """How many of the bits of a state are its place in a block, for a table of 2**bits states.

    >>> [low_bits(bits) for bits in (20, 26, 34, 40)]
    [20, 24, 24, 30]
    """
    return max(min(bits, LEAST_BITS), bits - MOST_BLOCK_BITS)


@dataclass(frozen=True)
class Blocks:
    """A table of the states below 2**bits in blocks of 2**low, low >= GROUP_BITS."""

    moves: tuple[BitmaskMove, ...]
    bits: int
    low: int

    @property
    def count(self) -> int:
        """How many blocks there are."""
        return 1 << (self.bits - self.low)

    @cached_property
    def reads(self) -> tuple[tuple[int, ...], ...]:
        """For each block the others that it reads."""
        return tuple(self.reads_of(number) for number in range(self.count))

    @cached_property
    def longest_chain(self) -> int:
        """How many blocks must at least follow each other."""
        depths: list[int] = []
        for reads in self.reads:
            depths.append(1 + max((depths[number] for number in reads), default=0))
        return max(depths)

    def reads_of(self, number: int) -> tuple[int, ...]:
        """The other blocks that the moves of a block lead to, in rising order; all of smaller numbers."""
        return tuple(sorted({to for to, _ in self._moves_of(number)} - {number}))

    def plan(self, number: int) -> SlicedPlan:
        """The smaller game of a block and the blocks that it reads: these in the first slots, it in the last."""
        reads = self.reads_of(number)
        slot_bits = len(reads).bit_length()
        slots = ((1 << slot_bits) - 1) << self.low
        place = {to: slot << self.low for slot, to in enumerate(reads)}
        inside = (1 << self.low) - 1
        moves = []
        for to, move in self._moves_of(number):
            need, off, clear, flip = (mask & inside for mask in move)
            if to == number:
                moves.append((need | slots, off, clear, flip))
            else:
                moves.append((need | slots, off, clear | slots, flip | place[to]))
        return plan(moves, self.low + slot_bits)

    def _moves_of(self, number: int) -> Iterator[tuple[int, BitmaskMove]]:
        """The moves that states of a block may have, and the block that each leads to."""
        for move in self.moves:
            need, off, clear, flip = (mask >> self.low for mask in move)
            if number & need == need and not number & off and not move[0] & move[1]:
                yield (number & ~clear) ^ flip, move


def fill_block(blocks: Blocks, number: int, read: Sequence[NDArray[np.uint8]], misere: bool) -> NDArray[np.uint8]:
    """The set of P-positions of a block; state s of it is bit s & 7 of entry s >> 3.

    Args:    read: the same of the blocks that it reads, in rising order.
    Cost:    the memory of the block and those that it reads.
    """
    from grundy.engines.bitsliced import kernels

    made = blocks.plan(number)
    words = OUTCOME_WORDS << (blocks.low - GROUP_BITS)
    table = _beside_each_other(made.groups * OUTCOME_WORDS, words, [data.view("u8") for data in read])
    tiles, last = _last_tile(blocks, made)
    tiles.head[8:16] = table[:8]
    kernels.fill_outcomes(table, tiles.head, misere, table, False, last, *tiles.constants, *tiles.scratch())
    p_positions: Any = table[-words:].view("u1")
    return p_positions  # type: ignore[no-any-return]


def fill_value_block(blocks: Blocks, number: int, read: Sequence[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    """The nim-values of a block as bit planes: level after level as kernels.py has them, for each 15 values one.

    Args:    read: the same of the blocks that it reads, in rising order.
    Cost:    for each level half a byte for each state of the block and of those that it reads.
    """
    import numpy as np

    made = blocks.plan(number)
    words = VALUE_WORDS << (blocks.low - GROUP_BITS)
    tiles, last = _last_tile(blocks, made)
    settled = np.zeros(made.groups * OUTCOME_WORDS, np.uint64)  # only that of the block itself is touched
    levels: list[Any] = []
    unsettled = 1
    while unsettled:
        start = len(levels) * words
        below = [data.view("u8")[start : start + words] for data in read]
        table = _beside_each_other(made.groups * VALUE_WORDS, words, below)
        unsettled = values_kernel(table, settled, bool(levels), tiles)(last, *tiles.scratch())
        levels.append(table[-words:])
        settle(table, settled, made.groups - (1 << (blocks.low - GROUP_BITS)))
    planes: Any = np.concatenate(levels).view(np.uint8)
    return planes  # type: ignore[no-any-return]


def read_planes(planes: NDArray[np.uint8], low: int) -> NDArray[Any]:
    """The nim-values of a block that `fill_value_block` made, uint8 or uint16 where one needs it."""
    words = VALUE_WORDS << (low - GROUP_BITS)
    return SlicedValues(low, tuple(planes.view("u8").reshape(-1, words))).read()


def planes_of(values: NDArray[Any]) -> NDArray[np.uint8]:
    """The nim-values of a block as `fill_value_block` gives them.

    Cost:    the memory of some bytes a state; ten passes for each level.
    """
    import numpy as np

    levels = []
    for least in range(0, int(values.max()) + 1, 15):
        codes = np.where((values >= least) & (values < least + 15), values - least + 1, 0).astype(np.uint8)
        planes = [np.packbits(codes >> plane & 1, bitorder="little").reshape(-1, 64) for plane in range(4)]
        levels.append(np.stack(planes, axis=1).reshape(-1))
    return np.concatenate(levels)


def _last_tile(blocks: Blocks, made: SlicedPlan) -> tuple[Tiles, NDArray[np.int64]]:
    """A block as the last of the tiles that kernels fill."""
    import numpy as np

    tiles = Tiles(made, 1, blocks.low - GROUP_BITS)
    return tiles, np.array([tiles.count - 1], np.int64)


def _beside_each_other(total: int, words: int, read: Sequence[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    """The blocks that one of them reads in the first slots of its smaller game; the other slots stay untouched."""
    import numpy as np

    table = np.zeros(total, np.uint64)
    for slot, data in enumerate(read):
        table[slot * words : slot * words + data.size] = data
    return table

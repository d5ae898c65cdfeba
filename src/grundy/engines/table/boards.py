"""Boards whose moves clear sets of cells: each part by a formula or a table."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from grundy.engines.engine import Answer, Direct, DirectValues, Summand, listed
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.evidence import Evidence
from grundy.model.option import Labels, State
from grundy.model.rule import Rule
from grundy.model.shapes import Masks, Moves, Square
from grundy.runs.chunk import Chunk, map_chunks
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.bitsliced import SlicedValues


# ---- Games on a set of bits whose moves are masks: a mask may be cleared where all of its bits are set
#
# States are numbers below 2**bits, moves are masks; the value of a state is the mex over the masks that it contains.
# Small problems are worked on in Python's big integers (one bit a state), larger ones in words of 64 states.


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
    distinct = sorted(set(masks))
    if distinct and not 1 <= distinct[0] <= distinct[-1] < 1 << bits:
        wrong = distinct[0] if distinct[0] < 1 else distinct[-1]
        raise BadRule(f"mask {wrong}: expected a number in 1..{(1 << bits) - 1}, as states have {bits} bits")
    if bits <= WORD_BITS or bits * bits // 2 * len(distinct) << bits - WORD_BITS <= MOST_PLAIN_STEPS:
        return MaskTable(bits, plain=_plain_values(distinct, bits))
    steps = sum(1 << bits - WORD_BITS - (m >> WORD_BITS).bit_count() for m in distinct)
    steps += len(distinct) << bits - WORD_BITS - 4  # looking whether a mask fits
    if steps > MOST_STEPS:
        raise OutOfReach(
            f"{len(distinct)} moves on 2**{bits} states take about {steps:.1e} steps, "
            f"more than the {MOST_STEPS:.0e} allowed; fewer cells or fewer moves would do"
        )
    return _word_table(distinct, bits)


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
            settled = todo & ~excluded[v]
            if settled:
                planes[v] |= settled
                todo &= excluded[v]
                for m, states in onward:
                    excluded[v] |= (settled << m) & states
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


# ---- The parts of boards whose moves clear sets of cells: a formula for lines, tables for the rest


MOST_CELLS = 25  # a table of 2**25 values
MOST_SLICED = 30  # a table of 2**30 values, half a byte each for every 15 of them
BoardPiece = tuple[Square, ...]


def by(board: Masks) -> str:
    """How the value of a board is known, but for that of the parts that are no lines."""
    return f"components add by XOR; {board.line_source}; other components"


@lru_cache(maxsize=4096)
def part_value(board: Masks, part: BoardPiece, options: SearchOptions = DEFAULT_OPTIONS) -> int:
    """The nim-value of a part in the corner, of up to MOST_SLICED cells or in a line."""
    return len(part) if is_line(part) else _Table(board, part, options).value()


def largest_part(board: Masks, state: State) -> int:
    """The cells of the largest part of a board that is no line; 0 if all are. Above MOST_CELLS it is long work."""
    return max((len(part) for part in parts(board, state) if not is_line(part)), default=0)


@lru_cache(maxsize=4)  # what chooses the engine, the value and the moves ask for the same
def parts(board: Masks, state: State) -> tuple[BoardPiece, ...]:
    """The full cells in groups that moves join, each sorted; nothing is ever set, so groups never meet again."""
    cells = set(board.cells(state))
    groups = []
    while cells:
        group = set()
        edge = [cells.pop()]
        while edge:
            r, c = edge.pop()
            group.add((r, c))
            for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
                if near in cells:
                    cells.remove(near)
                    edge.append(near)
        groups.append(tuple(sorted(group)))
    return tuple(sorted(groups))


def shape(part: BoardPiece) -> BoardPiece:
    """A part moved to the corner: the same shape has the same value wherever it stands."""
    top, left = min(r for r, _ in part), min(c for _, c in part)
    return tuple((r - top, c - left) for r, c in part)


def is_line(part: BoardPiece) -> bool:
    """Whether the cells stand in one row or one column."""
    return len({r for r, _ in part}) == 1 or len({c for _, c in part}) == 1


def part_moves(board: Masks, part: BoardPiece, target: int, options: SearchOptions = DEFAULT_OPTIONS) -> list[Labels]:
    """The moves in a part that leave it worth `target`."""
    if is_line(part):
        # leave a cells before and b = a XOR target behind
        size = len(part)
        ends = ((a, size - (a ^ target)) for a in range(size))
        return [board.label((part[a], part[end - 1])) for a, end in ends if a < end <= size]
    table = _Table(board, part, options)
    return [board.label(move) for move, mask in table.masks if table.value(mask) == target]


@lru_cache(maxsize=2)
def _values(masks: tuple[int, ...], cells: int, options: SearchOptions) -> MaskTable | SlicedValues:
    """The nim-values of all sets of so many cells."""
    if cells <= MOST_CELLS:
        return table(masks, cells)
    from grundy.engines import bitsliced

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, SlicedValues]:
        def not_kept(chunk: Chunk) -> Chunk:
            text = f"{chunk.known} (the table takes too much room to be kept: going on begins anew)"
            return Chunk(chunk.done, chunk.total, chunk.unit, {}, text)

        moves = [(mask, 0, mask, 0) for mask in masks]
        return map_chunks(not_kept, bitsliced.making_values(moves, cells, memory=options.memory))

    values: SlicedValues = options.run(work)
    return values


def masks(board: Masks, part: BoardPiece) -> list[tuple[frozenset[Square], int]]:
    """The moves in a part, each with the set of its cells, the i-th cell of the part as bit i."""
    bit = {cell: 1 << number for number, cell in enumerate(part)}
    return [(move, sum(bit[cell] for cell in move)) for move in board.moves(part)]


class _Table:
    """The nim-values of all subsets of a part; bit i is its i-th cell."""

    def __init__(self, board: Masks, part: BoardPiece, options: SearchOptions) -> None:
        self.masks = masks(board, part)
        self.full = (1 << len(part)) - 1
        cells = len(part)
        self.table = _values(
            tuple(mask for _, mask in self.masks), cells, options if cells > MOST_CELLS else DEFAULT_OPTIONS
        )

    def value(self, cleared: int = 0) -> int:
        """The nim-value of the part with these cells cleared."""
        return self.table.value(self.full & ~cleared)


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The engine for boards no part of which is too large for a table."""
    assert isinstance(rule.shape, Masks)
    board = rule.shape

    def value(state: State) -> int:
        return nim_sum(part_value(board, shape(part), options) for part in parts(board, state))

    def moves_to(state: State, rest: int) -> Moves:
        pieces = parts(board, state)
        nim_values = [part_value(board, shape(part), options) for part in pieces]
        total = nim_sum(nim_values)
        labels: list[Labels] = []
        for part, nim_value in zip(pieces, nim_values, strict=True):
            labels += part_moves(board, part, rest ^ total ^ nim_value, options)
        return listed(labels)

    def summands(state: State) -> list[Summand]:
        return [(_where(part), part_value(board, shape(part), options)) for part in parts(board, state)]

    evidence = Evidence("computed", f"{by(board)} by tables of all their subsets")

    def answer(states: Sequence[State]) -> Answer:
        return Answer([value(state) for state in states], evidence, moves_to, summands)

    return Direct(answer)


def _where(part: BoardPiece) -> str:
    r, c = part[0]
    return f"the {len(part)} cell{'s' * (len(part) > 1)} from ({r + 1}, {c + 1})"

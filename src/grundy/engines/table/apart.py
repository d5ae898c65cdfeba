"""A piece of a compiled table filled apart from the table: in a process that has it and those that it reads, wherever
these are kept.

Nothing is assumed of the rule. The process sets aside addresses for the whole table, which take no memory until
something is put there, and lets the kernel work on the piece. Where an option lies in a piece that is not there yet,
the kernel stops; that piece is fetched, if it is finished, and the kernel goes on at the same state.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.compile.emit import FULL, UNREADY
from grundy.engines.table.job import DTYPES, WIDER
from grundy.engines.table.shared import Ran, Tiling, fewer_bits, more_bits
from grundy.errors import OutOfReach

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.compile.machine import Kernel

LEAST_BITS = 20  # of the states of a piece: less work would not be worth a call to another machine
BLOCK_BITS, SIDE_BITS = 10, 5  # at most 1,024 blocks, or 32 tiles in each of the first two directions
WAYS = ("window", "stamps8", "stamps16", "stamps32")  # of nim-values, each for larger ones than the one before
STAMPS = {"stamps8": 1 << 8, "stamps16": 1 << 16, "stamps32": 1 << 18}
PAGE = 4096
NORESERVE = 0x4000  # Linux's, which not every Python names
MIB = 2**20


@dataclass(frozen=True)
class Cut:
    """How a table is cut into pieces: numbers into blocks, by the high bits of a state; a box into tiles."""

    tiling: Tiling
    outcomes: bool

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return prod(self.tiling.counts)

    @property
    def in_blocks(self) -> bool:
        """Whether states are numbers."""
        return len(self.tiling.shape) == 1

    def before(self, piece: int) -> list[int]:
        """The pieces that are waited for before one is begun."""
        return fewer_bits(piece) if self.in_blocks else self.tiling.before(piece)

    def after(self, piece: int) -> list[int]:
        """The pieces that wait for it."""
        return more_bits(piece, self.count) if self.in_blocks else self.tiling.after(piece)

    def states(self, piece: int) -> int:
        """How many states a piece has."""
        return prod(self.tiling.numbers(piece)[1])

    def place(self, piece: int, position: int) -> int:
        """The place in the table of a state of a piece, counted in the piece row by row."""
        lows, sizes = self.tiling.numbers(piece)
        place, unit = 0, 1
        for low, size, extent in zip(reversed(lows), reversed(sizes), reversed(self.tiling.shape), strict=True):
            position, number = divmod(position, size)
            place += (low + number) * unit
            unit *= extent
        return place

    def finished(self, done: NDArray[Any]) -> int:
        """How many states from the first on are in finished pieces."""
        total = prod(self.tiling.shape)
        first = int(done.argmin())
        if done[first]:
            return total
        return first << self.tiling.shifts[0] if self.in_blocks else first // self.tiling.strides[0] * self.tiling.row

    def part(self, table: NDArray[Any], piece: int) -> NDArray[Any]:
        """The entries of a piece in a table, as they lie there."""
        shape, slices = list(self.tiling.shape), []
        for low, size in zip(*self.tiling.numbers(piece), strict=True):
            slices.append(slice(low, low + size))
        if self.outcomes:  # eight states an entry
            shape[-1] = -(-shape[-1] // 8)
            slices[-1] = slice(slices[-1].start // 8, -(-slices[-1].stop // 8))
        return table.reshape(shape)[tuple(slices)]

    def memory(self, piece: int, itemsize: int) -> int:
        """How many bytes the pages have that a piece touches."""
        *rows, row = self.tiling.numbers(piece)[1]
        size = -(-row // 8) if self.outcomes else row * itemsize
        return prod(rows) * (size if row == self.tiling.shape[-1] else size + PAGE)


def cut_of(shape: tuple[int, ...], outcomes: bool, least: int = LEAST_BITS) -> Cut:
    """How a table is cut; always the same, so that a run is resumed by any number of workers.

    Args:    least: how many bits the number of a state in its piece has at least.

    >>> cut_of((2**40,), False).count, cut_of((2**22,), False).count, cut_of((50000, 50000), False).tiling.counts
    (1024, 4, (25, 25))
    """
    if len(shape) == 1:
        shift = max(least, (shape[0] - 1).bit_length() - BLOCK_BITS)
        return Cut(Tiling(shape, (shift,)), outcomes)
    bits = [max(extent - 1, 0).bit_length() for extent in shape]
    first, second = (max(bit - SIDE_BITS, 0) for bit in bits[:2])
    if outcomes and len(shape) == 2:
        second = max(second, 3)  # no two pieces have states in the same byte
    rest = prod(shape[2:])
    while rest << first + second < 1 << least and (first < bits[0] or second < bits[1]):
        narrow = second >= bits[1] or (first <= second and first < bits[0])
        first, second = (first + 1, second) if narrow else (first, second + 1)
    return Cut(Tiling(shape, (first, second, *bits[2:])), outcomes)


class FilledPiece(NamedTuple):
    """A piece as it was filled: how far, its entries, how they are kept, and the pieces that were read for it."""

    ran: Ran
    entries: NDArray[Any]
    way: str
    read: tuple[int, ...]


Fetch = Callable[[int], "tuple[NDArray[Any], str] | None"]


def fill_piece(
    cut: Cut,
    piece: int,
    begun: tuple[int, NDArray[Any]] | None,
    way: str,
    kernel: Callable[[str], Kernel],
    fetch: Fetch,
    room: int,
) -> FilledPiece:
    """Fill a piece of a table.

    Args:    begun: how many of its states are right, and its entries, where it was worked on before.
             way: how values are kept to begin with; they are kept in a wider way as soon as one needs it.
             kernel: for each way the machine code, made with `apart`.
             fetch: the entries of another piece and how they are kept; None where it is not finished.
             room: bytes that the piece and those that it reads may take.
    Raises:  OutOfReach: they need more, or there are no addresses for the table.
    """
    import numpy as np

    tiling = cut.tiling
    lows, sizes = tiling.numbers(piece)
    states = prod(sizes)
    base = lows[0] if cut.in_blocks else 0
    box = np.array([tiling.shape, lows, sizes, tiling.shifts, tiling.strides], np.int64)
    done, report = np.zeros(cut.count, np.uint8), np.zeros(2, np.int64)
    held: dict[int, NDArray[Any]] = {}
    at, size = 0, STAMPS.get(way, 0)
    table = _table(cut, way)
    stamps = np.zeros(size + 1, np.uint32)

    def put(number: int, entries: NDArray[Any]) -> None:
        cut.part(table, number)[...] = entries
        done[number], held[number] = 1, cut.part(table, number)
        need = sum(cut.memory(piece_number, table.itemsize) for piece_number in held)
        if need > room:
            raise OutOfReach(
                f"piece {piece} of the table and {len(held) - 1} that it reads take {need / MIB:,.0f} MiB of memory, "
                f"more than the {room / MIB:,.0f} MiB that a process of a worker may take; try more --memory"
            )

    def widen(to: str) -> None:
        nonlocal table, way, size, stamps
        if DTYPES[to] != DTYPES[way]:
            table = _table(cut, to)
            for number, entries in list(held.items()):
                put(number, entries)
        way, size = to, STAMPS[to]
        stamps = np.zeros(size + 1, np.uint32)

    put(piece, 0 if begun is None else begun[1])  # type: ignore[arg-type]
    if begun is not None:
        at = begun[0]
    while True:
        stamps.fill(0)
        places = table.ctypes.data, base + at, base + states, box.ctypes.data
        marks = stamps.ctypes.data, size, done.ctypes.data, tiling.shifts[0] if cut.in_blocks else 0
        code = kernel(way)(*places, *marks, report.ctypes.data)
        at, needs = int(report[0]) - base, int(report[1])
        if code == FULL:
            if way != "stamps32":
                widen(WIDER[way])
            else:
                size *= 2
                stamps = np.zeros(size + 1, np.uint32)
            continue
        fetched = fetch(needs) if code == UNREADY else None
        if fetched is None:
            read = tuple(sorted(held.keys() - {piece}))
            return FilledPiece(Ran(piece, at, code, needs), np.ascontiguousarray(held[piece]), way, read)
        if not cut.outcomes and WAYS.index(fetched[1]) > WAYS.index(way):
            widen(fetched[1])
        put(needs, fetched[0])


def _table(cut: Cut, way: str) -> NDArray[Any]:
    """Addresses for the table, which take no memory until something is put there. Raises OutOfReach."""
    import numpy as np

    dtype = np.dtype(DTYPES.get(way, "uint8"))
    total = prod(cut.tiling.shape)
    size = -(-total // 8) if cut.outcomes else total * dtype.itemsize
    try:
        if not hasattr(mmap, "MAP_ANONYMOUS"):
            return np.zeros(size // dtype.itemsize, dtype)
        unreserved = getattr(mmap, "MAP_NORESERVE", NORESERVE if sys.platform == "linux" else 0)
        memory = mmap.mmap(-1, max(size, 1), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | unreserved)
    except (OSError, MemoryError) as problem:
        raise OutOfReach(
            f"a table of {total:,} states needs {size / MIB:,.0f} MiB of addresses, which this machine's limits "
            f"(ulimit -v, vm.overcommit_memory) do not allow: {problem}"
        ) from problem
    if not cut.in_blocks and hasattr(mmap, "MADV_NOHUGEPAGE"):
        memory.madvise(mmap.MADV_NOHUGEPAGE)  # a tile's rows lie far apart: large pages would be mostly empty
    return np.frombuffer(memory, np.uint8)[:size].view(dtype)

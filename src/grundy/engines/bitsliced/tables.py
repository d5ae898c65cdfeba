"""Finished tables of mask games, read without being unpacked; the functions that make them in one call."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.engines.bitsliced.moves import GROUP_BITS, SlicedPlan, plan
from grundy.engines.bitsliced.work import OUTCOME_WORDS, VALUE_WORDS, fill_outcomes, fill_values
from grundy.errors import OutOfReach
from grundy.model.shapes import BitmaskMove
from grundy.runs.chunk import Chunk, run_to_end
from grundy.runs.memory import require_memory

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_VALUE_BITS = 33  # 4 GiB for each 15 values
MOST_OUTCOME_BITS = 37  # 16 GiB
MOST_PULLS = 10**12  # an hour or two
FEW_STEPS = 100_000  # states times moves in plain Python: less than loading the kernels
READ_GROUPS = 1 << 12  # groups counted at once: planes of a few MiB
NO_LIMIT = 2**62


@dataclass(frozen=True, eq=False, slots=True)
class SlicedValues:
    """Nim-values of the 2**bits states of a mask game.

    levels: uint64, shape (32 * groups,) each: row i (eight words) of group g is plane i of the codes of its 512
            states; code c > 0 at level k is the value 15 k + c - 1. Empty if `plain` has the values, an integer each.
    """

    bits: int
    levels: tuple[Any, ...] = ()
    plain: tuple[int, ...] = ()

    def value(self, state: int) -> int:
        """The nim-value of one state, 0 <= state < 2**bits (else IndexError), in some microseconds."""
        _require_state(state, self.bits)
        if self.plain:
            return self.plain[state]
        at, bit = (state >> GROUP_BITS) * VALUE_WORDS + (state >> 6 & 7), state & 63
        for level, table in enumerate(self.levels):
            code = sum((int(table[at + 8 * plane]) >> bit & 1) << plane for plane in range(4))
            if code:
                return 15 * level + code - 1
        raise AssertionError(f"state {state} has no value")

    def read(self, start: int = 0, stop: int | None = None) -> NDArray[Any]:
        """The nim-values of states start..stop-1, all of them by default: uint8, or uint16 where values need it.

        Cost: a byte or two and about a nanosecond a state.
        """
        import numpy as np

        stop = _require_range(start, stop, self.bits)
        dtype = np.uint8 if len(self.levels) <= 17 and max(self.plain, default=0) < 256 else np.uint16
        if self.plain:
            return np.array(self.plain[start:stop], dtype)
        from grundy.engines.bitsliced import kernels

        first, last = start >> 6, -(-stop // 64)
        nim_values = np.zeros(64 * (last - first), dtype)
        for level, table in enumerate(self.levels):
            kernels.read_values(table, level, first, nim_values)
        return nim_values[start - 64 * first :][: stop - start]

    def histogram(self) -> list[int]:
        """How many states have the value 0, 1, ... up to the largest; planes are counted, not unpacked."""
        if self.plain:
            return [self.plain.count(v) for v in range(max(self.plain) + 1)]
        import numpy as np

        counts: list[int] = []
        for table in self.levels:
            level_counts = [0] * 16
            for rows in _pieces(table, VALUE_WORDS):
                planes = rows.reshape(-1, 4, 8).transpose(1, 0, 2)
                planes = [_within(plane, self.bits) for plane in planes]
                some = planes[0] | planes[1] | planes[2] | planes[3]
                for high in range(4):
                    chosen = [some & (planes[2 + i] if high >> i & 1 else ~planes[2 + i]) for i in range(2)]
                    upper = chosen[0] & chosen[1]
                    for low in range(4):
                        chosen = [planes[i] if low >> i & 1 else ~planes[i] for i in range(2)]
                        level_counts[4 * high + low] += int(np.bitwise_count(upper & chosen[0] & chosen[1]).sum())
            counts += level_counts[1:]
        while counts and not counts[-1]:
            counts.pop()
        return counts

    def p_positions(self) -> int:
        """How many states have the value 0."""
        return self.histogram()[0]


@dataclass(frozen=True, eq=False, slots=True)
class SlicedOutcomes:
    """The P-positions among the 2**bits states of a mask game.

    words: uint64, shape (8 * groups,): state s is bit s & 63 of entry s >> 6; bits from 2**bits on mean nothing.
           None if `plain` has the set, bit s for state s.
    """

    bits: int
    words: Any = None
    plain: int = 0

    def is_p(self, state: int) -> bool:
        """Whether whoever is to move in a state loses; 0 <= state < 2**bits, else IndexError."""
        _require_state(state, self.bits)
        word = self.plain >> (state & ~63) if self.words is None else int(self.words[state >> 6])
        return bool(word >> (state & 63) & 1)

    def read(self, start: int = 0, stop: int | None = None) -> NDArray[np.bool_]:
        """Which of the states start..stop-1, all of them by default, are P-positions: bool, a byte a state."""
        import numpy as np

        stop = _require_range(start, stop, self.bits)
        first, last = start >> 3, -(-stop // 8)
        chosen = np.unpackbits(self.packed()[first:last], bitorder="little")[start - 8 * first :][: stop - start]
        return chosen.view(np.bool_)

    def packed(self) -> NDArray[np.uint8]:
        """The whole set, not copied: state s is bit s & 7 of entry s >> 3 (see `numpy.unpackbits`)."""
        import numpy as np

        size = -(-(1 << self.bits) // 8)
        if self.words is None:
            return np.frombuffer(self.plain.to_bytes(size, "little"), np.uint8)
        entries: NDArray[np.uint8] = self.words.view(np.uint8)[:size]
        return entries

    def p_positions(self) -> int:
        """How many states are P-positions; about 20 states are counted in a nanosecond."""
        if self.words is None:
            return self.plain.bit_count()
        import numpy as np

        return sum(int(np.bitwise_count(_within(rows, self.bits)).sum()) for rows in _pieces(self.words, OUTCOME_WORDS))


def values(
    moves: Sequence[BitmaskMove],
    bits: int,
    threads: int | None = None,
    memory: int | None = None,
    file: Path | None = None,
) -> SlicedValues:
    """Nim-values of all 2**bits states of the game with these moves.

    Args:    moves: (need, off, clear, flip), integers in 0..2**bits - 1: a move is allowed in a state that has all
                    bits of `need` and none of `off`, and leads to (state & ~clear) ^ flip, always a smaller number.
             bits:  0..33.
             threads: how many work at once, where moves allow it; all cores by default.
             memory: bytes that may be used; half of the machine's if less.
             file:  where to keep the table (FILE, and FILE.1, FILE.2, ... for values from 15 on, from 30 on, ...)
                    instead of in memory; overwritten.
    Raises:  BadRule: a move does not always lead to a smaller number; it is named.
             OutOfReach: too many bits, too little memory, or hours of work.
    Cost:    half a byte a state for each 15 values; about 8 ns for each move that can be made, for 512 states at
             once. Rectangles in 5x5 take 0.2 s, Kayles on rows of 32 bits 15 s and 2 GiB.

    >>> kayles = [(m, 0, m, 0) for m in (1, 2, 4, 8, 3, 6, 12)]
    >>> table = values(kayles, 4)
    >>> [table.value((1 << n) - 1) for n in range(5)], table.p_positions()
    ([0, 1, 2, 3, 1], 4)
    """
    return run_to_end(making_values(moves, bits, threads, memory, file))


def making_values(
    moves: Sequence[BitmaskMove],
    bits: int,
    threads: int | None = None,
    memory: int | None = None,
    file: Path | None = None,
) -> Generator[Chunk, None, SlicedValues]:
    """`values` in chunks (see runs.chunk); they cannot be gone on with in another process."""
    made = _plan(moves, bits, MOST_VALUE_BITS, "values")
    if max(1, len(made.moves)) << bits <= FEW_STEPS:
        return SlicedValues(bits, plain=tuple(slow_values(made.moves, bits)))
    levels: list[Any] = []

    def allocate(level: int, dtype: str, entries: int) -> Any:
        levels.append(_array(made, "values", dtype, entries, level, memory, file))
        return levels[-1]

    yield from fill_values(made, allocate, threads)(None)
    return SlicedValues(bits, tuple(levels))


def outcomes(
    moves: Sequence[BitmaskMove],
    bits: int,
    misere: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    file: Path | None = None,
) -> SlicedOutcomes:
    """Which of the 2**bits states of the game with these moves are P-positions (whoever is to move loses).

    Args:    as for `values`; bits: 0..37. misere: whoever cannot move wins.
    Raises:  as `values`.
    Cost:    a bit a state; about 2 ns for each move that can be made, for 512 states at once. Kayles on rows of 36
             bits takes a minute and 8 GiB.

    >>> kayles = [(m, 0, m, 0) for m in (1, 2, 4, 8, 3, 6, 12)]
    >>> [bin(outcomes(kayles, 4, misere).packed()[0]) for misere in (False, True)]
    ['0b100001', '0b10110']
    """
    made = _plan(moves, bits, MOST_OUTCOME_BITS, "outcomes")
    if max(1, len(made.moves)) << bits <= FEW_STEPS:
        return SlicedOutcomes(bits, plain=slow_outcomes(made.moves, bits, misere))
    tables: list[Any] = []

    def allocate(level: int, dtype: str, entries: int) -> Any:
        tables.append(_array(made, "outcomes", dtype, entries, level, memory, file))
        return tables[-1]

    for _ in fill_outcomes(made, allocate, misere, threads)(None):
        pass
    return SlicedOutcomes(bits, tables[0])


def slow_values(moves: Sequence[BitmaskMove], bits: int) -> list[int]:
    """The slow twin of `values`: every state in increasing order, every move, from the definition."""
    nim_values: list[int] = []
    for state in range(1 << bits):
        reached = {nim_values[after] for after in _options(moves, state)}
        nim_values.append(next(v for v in range(len(reached) + 1) if v not in reached))
    return nim_values


def slow_outcomes(moves: Sequence[BitmaskMove], bits: int, misere: bool = False) -> int:
    """The slow twin of `outcomes`: the set of P-positions, bit s for state s."""
    is_p = bytearray(1 << bits)
    for state in range(1 << bits):
        options = list(_options(moves, state))
        is_p[state] = not any(is_p[after] for after in options) and not (misere and not options)
    return int(is_p[::-1].translate(b"01" + bytes(254)), 2)


def _options(moves: Sequence[BitmaskMove], state: int) -> Iterator[int]:
    for need, off, clear, flip in moves:
        if state & need == need and not state & off:
            yield (state & ~clear) ^ flip


def _plan(moves: Sequence[BitmaskMove], bits: int, most: int, what: str) -> SlicedPlan:
    if bits > most:
        help_ = "" if what == "outcomes" or bits > MOST_OUTCOME_BITS else "; outcomes alone reach further"
        raise OutOfReach(f"{what} of 2**{bits} states are out of reach: the limit is 2**{most}{help_}")
    made = plan(moves, bits)
    if made.pulls > MOST_PULLS:
        raise OutOfReach(
            f"{len(made.moves)} moves on 2**{bits} states take about {made.pulls:.0e} steps, more than the "
            f"{MOST_PULLS:.0e} allowed; fewer bits or fewer moves would do"
        )
    return made


def _array(
    made: SlicedPlan, what: str, dtype: str, entries: int, level: int, memory: int | None, file: Path | None
) -> Any:
    import numpy as np

    if file is not None:
        from numpy.lib.format import open_memmap

        name = file if level == 0 else file.with_name(f"{file.name}.{level}")
        return open_memmap(name, "w+", np.dtype(dtype), (entries,))
    # beside each further level of values there is the set of the states that earlier ones settled
    need = 8 * entries * (level + 1) + (2 * entries if level else 0)
    limit = NO_LIMIT if memory is None else memory
    help_ = "fewer bits, or a table in a file" + ("" if what == "outcomes" else ", or outcomes alone")
    require_memory(need, limit, f"a table of {what} of 2**{made.bits} states", help_)
    return np.zeros(entries, dtype)


def _pieces(table: Any, words: int) -> Iterator[Any]:
    for start in range(0, table.size, READ_GROUPS * words):
        yield table[start : start + READ_GROUPS * words]


def _within(rows: Any, bits: int) -> Any:
    """Rows of the first groups without the bits from 2**bits on, where a table has less than a group."""
    if bits >= GROUP_BITS:
        return rows
    import numpy as np

    inside = ((1 << (1 << bits)) - 1).to_bytes(64, "little")
    return rows & np.frombuffer(inside, np.uint64)


def _require_state(state: int, bits: int) -> None:
    if not 0 <= state < 1 << bits:
        raise IndexError(f"state {state} is not in 0..{(1 << bits) - 1}")


def _require_range(start: int, stop: int | None, bits: int) -> int:
    stop = 1 << bits if stop is None else stop
    if not 0 <= start <= stop <= 1 << bits:
        raise IndexError(f"states {start}..{stop} are not in 0..{1 << bits}")
    return stop

"""The arrays in which kernels gather the claims that prove a nim-value, beside the tables of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.engines.search import arrays

if TYPE_CHECKING:
    from grundy.engines.search.tables import Tables

FIRST_CLAIMS = 1 << 16


class Gathering:
    """Claims of parts, as they gather: `step` goes on until they prove each other, or says what it needs for that."""

    def __init__(self, tables: Tables, values: list[tuple[int, int]]) -> None:
        """Claim the values of some parts."""
        from grundy.engines.search.kernels import claims as k
        from grundy.engines.search.kernels import parts
        from grundy.engines.search.kernels.spans import Span, spans

        self._tables, self._state = tables, arrays.apart(5)
        self._arrays: Any = None
        self._nothing = arrays.known_table(tables.board, 1, 1)
        self.grow(FIRST_CLAIMS)
        moves, keys, nothing = map(spans, (tables.moves, tables.keys, self._nothing))
        for part, value in values:
            _, key = parts.shaped(moves, keys, nothing, tables.words_of(part))
            words = tables.words_of(arrays.unpacked(key))  # what a kernel returns are signed numbers to the next one
            k.claim(moves, spans(self._arrays), Span(self._state), words, value)
            self._state[k.SIZE] = max(int(self._state[k.SIZE]), part.bit_count())

    @property
    def count(self) -> int:
        """Claims so far."""
        return int(self._state[0])

    @property
    def proved(self) -> int:
        """Claims of which all that proves them is claimed."""
        return int(self._state[3])

    @property
    def room(self) -> int:
        """How many claims there is room for."""
        return len(self._arrays.following)

    def step(self, budget: int) -> int:
        """Prove so many claims; what `run` of kernels.claims says."""
        from grundy.engines.search.kernels.claims import run
        from grundy.engines.search.kernels.spans import Span, spans

        tables = self._tables
        tables.gather()  # the search may have found something
        desk = tables.desks[0]
        held = (tables.moves, tables.keys, desk.known, self._nothing, desk.pool, self._arrays)
        return int(run(*map(spans, held), Span(self._state), tables.board.places + 1, budget))

    def asked(self) -> tuple[int, int]:
        """The claim for which something is not known."""
        from grundy.engines.search.kernels.spans import Span
        from grundy.engines.search.kernels.values import find_in

        at, words = int(self._state[4]), self._tables.words
        part = arrays.unpacked(self._arrays.listed[at * words : (at + 1) * words])
        table = Span(self._arrays.table)
        return part, int(find_in(table, self._tables.moves.shift, self._tables.words_of(part)))

    def grow(self, most: int) -> None:
        """Have room for so many claims."""
        import numpy as np

        from grundy.engines.search.kernels import claims as k
        from grundy.engines.search.kernels.spans import Span
        from grundy.engines.search.kernels.values import pour

        tables, old = self._tables, self._arrays
        slots, moves = 1 << most.bit_length(), len(tables.board.moves)
        table = arrays.aligned(slots * tables.words)
        listed, following = np.zeros(most * tables.words, np.uint64), np.zeros(most, np.int64)
        first = np.full(tables.board.places + 1, -1, np.int64)
        if old is not None:
            pour(Span(old.table), Span(table), tables.moves.like, tables.moves.shift)
            listed[: len(old.listed)], following[: len(old.following)], first = old.listed, old.following, old.first
        room = [np.zeros(size, np.int64) for size in (moves, moves, moves + 1, moves + 1)]
        self._arrays = k.ClaimArrays(table, listed, following, first, *room)
        self._state[k.MOST] = min(most, arrays.most_entries(slots))

    def claims(self) -> list[tuple[int, int]]:
        """The sets with their values, small sets first."""
        import numpy as np

        rows = self._arrays.table.reshape(-1, self._tables.words)
        rows = rows[rows.any(axis=1)]
        shift = np.uint64(self._tables.moves.shift)
        values = rows[:, -1] >> shift
        rows[:, -1] &= (np.uint64(1) << shift) - np.uint64(1)
        order = np.lexsort([*rows.T, np.bitwise_count(rows).sum(axis=1)])
        sets = rows[order, 0].tolist()
        for j in range(1, rows.shape[1]):
            sets = [low | high << 64 * j for low, high in zip(sets, rows[order, j].tolist(), strict=True)]
        return list(zip(sets, values[order].tolist(), strict=True))

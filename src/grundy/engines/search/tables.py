"""The tables and stacks of one search, which grow up to the memory that it may have."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any

from grundy.engines.search import arrays
from grundy.engines.search.board import Board
from grundy.model.shapes import BitMove
from grundy.runs.chunk import Chunk

FIRST_SLOTS = 1 << 16
FIRST_CLUSTERS = 1 << 14
SMALL_PLACES = 25  # values of all sets of the first places: 32 MiB
WIDE_PLACES = 30  # in a search that has become long: 1 GiB
SURE_PLACES = 12  # those that every search may have
PULLS_A_NODE = 100  # of such a table (see engines.sliced), in half of the time that a position takes
MOST_VALUES = 1_500_000  # in a checkpoint, which thereby stays below 30 MB
MOST_NUMBERS = 500_000


class Tables:
    """Arrays for the kernels; see their classes.

    memory   bytes that the tables of values and proof numbers may have together; the first ones are always made
    """

    def __init__(self, board: Board, misere: bool, memory: int, small_places: int) -> None:
        import numpy as np

        from grundy.engines.search.proof.kernels import Frames, Numbers
        from grundy.engines.search.sets.kernels import Frames as Requests

        self.board, self.memory, self.misere = board, memory, misere
        self._grows = True
        self.words = board.words
        self.value_words = max(1, (1 << board.value_bits) // 64)
        self.moves = arrays.moves_of(board, misere)
        self.keys = arrays.keys_of(board)
        while small_places > SURE_PLACES and 1 << small_places > memory // 4:
            small_places -= 1
        self.small_places = 0 if misere else min(board.places, small_places)
        self.widens_at = self._nodes_to_widen()  # the number of nodes at which the table of small sets is to grow
        self.known = arrays.known_table(board, FIRST_SLOTS, small_table(board, self.small_places))
        self.table = arrays.aligned(4 * FIRST_CLUSTERS * (self.words + 1))
        self.pool = arrays.pool_of(board, 4)
        self.scratch = arrays.scratch_of(board)
        depth = board.places + 8
        self.frames = Frames(np.zeros(depth * self.words, np.uint64), *(np.zeros(depth, np.int64) for _ in range(9)))
        self.numbers = Numbers(*(np.zeros(self.pool.rest.size, np.int64) for _ in range(3)))
        sets = (np.zeros(depth * size, np.uint64) for size in (self.words, self.value_words, self.value_words))
        self.requests = Requests(*sets, *(np.zeros(depth, np.int64) for _ in range(5)))
        self.state = np.zeros(8, np.int64)
        self.state[6:] = arrays.most_options(board), arrays.most_words(board)

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self.state[2])

    @property
    def values(self) -> int:
        """Nim-values kept so far."""
        return int(self.known.state[0])

    def room(self) -> int:
        """The number of nodes at which the table of proof numbers is to grow; after a number of them, not a time."""
        return self.table.size // (self.words + 1) // 2 if self._grows else 2**62

    def bytes(self) -> int:
        """What the tables have."""
        return int(self.known.table.nbytes + self.known.small.nbytes + self.table.nbytes)

    def words_of(self, places: int) -> Any:
        """A set as a tuple of words."""
        import numpy as np

        return tuple(np.uint64(word) for word in arrays.packed([places], self.words))

    def look(self, places: int) -> tuple[int, Any]:
        """The nim-value of a part, or -1, and its key."""
        from grundy.engines.search import kernels
        from grundy.engines.search.spans.kernels import spans

        found, key = kernels.look(*map(spans, (self.moves, self.keys, self.known)), self.words_of(places))
        return int(found), key

    def keep(self, key: Any, value: int) -> None:
        """Keep the nim-value of a key."""
        from grundy.engines.search import kernels
        from grundy.engines.search.spans.kernels import spans

        while not kernels.keep(spans(self.known), self.moves.shift, key, value):
            if not self.grow_values():
                return

    def snapshot(self) -> dict[str, Any]:
        """What is worth keeping, as texts: the values of the largest sets, the proof numbers dearest to find."""
        import numpy as np

        entries = self.known.table.reshape(-1, self.words)
        entries = entries[entries.any(axis=1)]
        if len(entries) > MOST_VALUES // self.words:
            sizes = np.bitwise_count(entries).sum(axis=1)
            entries = entries[np.argsort(sizes, kind="stable")[-MOST_VALUES // self.words :]]
        numbers = self.table.reshape(-1, self.words + 1)
        numbers = numbers[numbers[:, -1] != 0]
        if len(numbers) > MOST_NUMBERS // self.words:
            numbers = numbers[np.argsort(numbers[:, -1], kind="stable")[-MOST_NUMBERS // self.words :]]
        return {
            "board": [self.words, self.moves.shift, self.board.places],
            "values": arrays.text_of(entries),
            "numbers": arrays.text_of(numbers),
            "nodes": self.nodes,
        }

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot of the same board kept."""
        from grundy.engines.search.proof import kernels
        from grundy.engines.search.spans.kernels import Span

        if snapshot["board"] != [self.words, self.moves.shift, self.board.places]:
            return
        self.add(arrays.from_text(snapshot["values"]))
        numbers = arrays.from_text(snapshot["numbers"])
        self.state[2] = max(self.nodes, snapshot["nodes"])
        self.grow_numbers()
        kernels.resettle(Span(numbers), Span(self.table), self.moves.like, self.moves.shift)

    def learn(self, other: Tables) -> None:
        """Take over the nim-values of a smaller board that knows ours (`Board.knows`)."""
        import numpy as np

        entries = other.known.table.reshape(-1, other.words)
        entries = entries[entries.any(axis=1)]
        below = np.uint64((1 << other.moves.shift) - 1)
        found = np.zeros((len(entries), self.words), np.uint64)
        found[:, : other.words] = entries
        found[:, other.words - 1] &= below
        found[:, -1] |= entries[:, -1] >> np.uint64(other.moves.shift) << np.uint64(self.moves.shift)
        self.add(found.reshape(-1))

    def add(self, entries: Any) -> None:
        """Add entries of a table of nim-values, as long as there is room."""
        from grundy.engines.search import kernels
        from grundy.engines.search.spans.kernels import Span, spans

        while self.values + entries.size // self.words > self.known.state[1]:
            if not self.grow_values():
                return
        kernels.rehash(Span(entries), spans(self.known), self.moves.like, self.moves.shift)

    def grow_values(self) -> bool:
        """Twice the room for nim-values; False if there is none, and values are then kept among the proof numbers."""
        from grundy.engines.search import kernels
        from grundy.engines.search.spans.kernels import Span, spans

        old = self.known
        if self.bytes() + 2 * old.table.nbytes > self.memory:
            old.state[2] = 1
            return False
        slots = 2 * old.table.size // self.words
        self.known = arrays.known_table(self.board, slots, old.small)
        kernels.rehash(Span(old.table), spans(self.known), self.moves.like, self.moves.shift)
        return True

    def grow_numbers(self) -> None:
        """Twice the room for proof numbers, where much has been searched and memory allows it."""
        from grundy.engines.search.proof import kernels
        from grundy.engines.search.spans.kernels import Span

        old = self.table
        if self.bytes() + 2 * old.nbytes > self.memory:
            self._grows = False
        if self.nodes < self.room():
            return
        self.table = arrays.aligned(2 * old.size)
        kernels.resettle(Span(old), Span(self.table), self.moves.like, self.moves.shift)

    def _nodes_to_widen(self) -> int:
        """When the values of all sets of more places are worth what they cost; after a number of nodes, not a time."""
        places = min(self.board.places, WIDE_PLACES)
        if not SURE_PLACES < self.small_places < places or 2 << places > self.memory:
            return 2**62
        from grundy.engines.sliced.moves import plan

        return int(plan(moves_inside(self.board, places), places).pulls) // PULLS_A_NODE

    def widen(self) -> Generator[Chunk, None, None]:
        """Work out the values of all sets of WIDE_PLACES places, if they still have room."""
        from grundy.engines import sliced
        from grundy.engines.sliced.moves import plan
        from grundy.engines.sliced.work import fill_values

        self.widens_at = 2**62
        places = min(self.board.places, WIDE_PLACES)
        if self.bytes() + (2 << places) > self.memory:
            return
        levels: list[Any] = []

        def allocate(_level: int, dtype: str, entries: int) -> Any:
            import numpy as np

            levels.append(np.zeros(entries, dtype))
            return levels[-1]

        yield from fill_values(plan(moves_inside(self.board, places), places), allocate)(None)
        self.small_places = places
        self.known = self.known._replace(small=sliced.Values(places, tuple(levels)).read())

    def grow_stack(self) -> None:
        """Twice the room for positions and options."""
        self.frames = type(self.frames)(*map(arrays.larger, self.frames))
        self.requests = type(self.requests)(*map(arrays.larger, self.requests))
        self.pool = type(self.pool)(*map(arrays.larger, self.pool))
        self.numbers = type(self.numbers)(*map(arrays.larger, self.numbers))


def moves_inside(board: Board, places: int) -> list[BitMove]:
    """The moves on the first places alone, where all others are empty."""
    inside = (1 << places) - 1
    moves = [(need, off & inside, clear & inside, flip) for need, off, clear, flip in board.moves if need <= inside]
    return [move for move in moves if not move[0] & move[1]]


def small_table(board: Board, places: int) -> Any:
    """The nim-values of all sets of so many first places, an entry each; None if there are no places."""
    if places < 1:
        return None
    from grundy.engines import sliced

    return sliced.values(moves_inside(board, places), places).read()

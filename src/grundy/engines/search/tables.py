"""The tables and stacks of one search, which grow up to the memory that it may have, and its arrays of claims."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.engines.search import arrays, forms, leaves
from grundy.engines.search.board import Board, bits
from grundy.engines.search.isomorphic import as_graph
from grundy.model.shapes import BitmaskMove
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.isomorphic import BoardGraph


SMALL_PLACES = 25  # values of all sets of the first places: 32 MiB
SURE_PLACES = 12  # those that every search may have
MOST_VALUES = 1_500_000  # in a checkpoint, which thereby stays below 30 MB
MOST_NUMBERS = 500_000


@dataclass(frozen=True, slots=True)
class Sizes:
    """With how much room a search begins, and from when on it takes more.

    slots, clusters  of the first tables of nim-values and of proof numbers
    fresh_slots  for nim-values of one worker; what is fresh stays in the nearest caches
    middle_places  of the table of small sets in a search that is not short: 256 MiB
    wide_places  in one that has become long: 1 GiB, or less where there is less memory
    pulls_a_node  of such a table (see engines.bitsliced), in about the time that a position takes
    team_nodes  positions from which on all cores search
    """

    slots: int = 1 << 16
    clusters: int = 1 << 14
    fresh_slots: int = 1 << 13
    middle_places: int = 28
    wide_places: int = 30
    pulls_a_node: int = 50
    team_nodes: int = 2_000_000


SIZES = Sizes()


class WorkerState:
    """What one worker has for itself: fresh nim-values and proof numbers, and stacks."""

    def __init__(self, board: Board, keys: Any, known_values: Any, rated: Any) -> None:
        import numpy as np

        from grundy.engines.search.kernels.proof import ProofFrames, ProofNumbers
        from grundy.engines.search.kernels.sets import SetFrames as Requests

        self.keys, self.known, self.rated = (
            keys,
            known_values,
            rated,
        )  # what is searched with others is written to the tables themselves
        self.pool = arrays.pool_of(board, 4)
        self.scratch = arrays.scratch_of(board)
        depth = board.places + 8
        self.frames = ProofFrames(np.zeros(depth * board.words, np.uint64), *(arrays.apart(depth) for _ in range(9)))
        self.numbers = ProofNumbers(*(np.zeros(self.pool.rest.size, np.int64) for _ in range(3)))
        sets = (np.zeros(depth * size, np.uint64) for size in (board.words, value_words(board), value_words(board)))
        self.requests = Requests(*sets, *(np.zeros(depth, np.int64) for _ in range(5)))
        self.state = arrays.apart(9)
        self.state[6:] = arrays.most_options(board), arrays.most_words(board), 2**62

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return int(self.state[2])

    def refuted(self) -> tuple[int, int]:
        """How many options of the couple at the bottom of the stack are won, of how many that were open."""
        if not self.state[0]:
            return 0, 0
        phi = self.numbers.phi[self.frames.first[0] : self.frames.last[0]]
        return int((phi == 0).sum()), len(phi)

    def grow_stack(self) -> None:
        """Twice the room for positions and options."""
        self.frames = type(self.frames)(*map(arrays.larger, self.frames))
        self.requests = type(self.requests)(*map(arrays.larger, self.requests))
        self.pool = type(self.pool)(*map(arrays.larger, self.pool))
        self.numbers = type(self.numbers)(*map(arrays.larger, self.numbers))


def value_words(board: Board) -> int:
    """Words of a set of nim-values."""
    return max(1, (1 << board.value_bits) // 64)


class Tables:
    """Arrays for the kernels; see their classes. Several workers share the tables; what makes room in them may only be
    called while none of them works.

    memory   bytes that the tables of values and proof numbers may have together; the first ones are always made
    keeps    whether what is found of parts is to be kept even where it takes no search
    """

    def __init__(
        self,
        board: Board,
        misere: bool,
        memory: int,
        small_places: int,
        graph: BoardGraph | None = None,
        sizes: Sizes = SIZES,
        keeps: bool = False,
    ) -> None:
        self.board, self.memory, self.graph, self.sizes, self.keeps = board, memory, graph, sizes, keeps
        self.words = board.words
        self.moves = arrays.moves_of(board, misere)
        while small_places > SURE_PLACES and 1 << small_places > memory // 4:
            small_places -= 1
        across = _reaches_across(board) if board.places > small_places else None
        if across:
            small_places = min(small_places, SURE_PLACES)
        self.has_leaves = bool(across) and not misere and memory // 4 >= leaves.BYTES
        keys: Any
        if graph:
            keys = forms.form_keys(board, graph)
        elif across and self.has_leaves:
            keys = leaves.leaf_keys(board, across, keeps)
        else:
            keys = arrays.keys_of(board)
        self.small_places = 0 if misere or not board.falls else min(board.places, small_places)
        self.widens_at = self._nodes_to_widen()  # the number of nodes at which the table of small sets is to grow
        small = small_table(board, self.small_places)
        self.poured = 0  # entries of the table of values
        self.numbers = arrays.aligned(4 * sizes.clusters * (self.words + 1))
        self.signal = arrays.apart(1)  # not 0: all workers are to stop
        self._grows = True  # the table of numbers
        known_values = arrays.value_table(board, sizes.slots, sizes.fresh_slots, small)
        self.desks = [WorkerState(board, keys, known_values, arrays.rated_table(self.numbers, self.signal))]
        self._forms_from = (0, 0, 0)  # positions, and parts numbered and met again, from which on they are counted
        self.weighs_at = forms.TRIED if graph else 2**62  # the number of nodes at which forms are given up or not

    def beside(self, misere: bool, memory: int) -> Tables:
        """Empty tables with the same values of small sets."""
        tables = Tables(self.board, misere, memory, 0, self.graph, self.sizes, self.keeps)
        tables._share(small=self.known.small)
        tables.small_places, tables.widens_at = self.small_places, 2**62
        return tables

    @property
    def known(self) -> Any:
        """The nim-values as the first worker sees them."""
        return self.desks[0].known

    @property
    def keys(self) -> Any:
        """How sets become keys, for the first worker."""
        return self.desks[0].keys

    @property
    def nodes(self) -> int:
        """Positions expanded so far."""
        return sum(desk.nodes for desk in self.desks)

    @property
    def values(self) -> int:
        """Nim-values kept so far."""
        return self.poured + sum(int(desk.known.state[0]) for desk in self.desks)

    def hire(self, workers: int) -> None:
        """Have so many desks at least, besides the first, which is that of who works alone."""
        first = self.desks[0]
        while len(self.desks) <= workers:
            known_values = arrays.value_table(self.board, 1, 1)._replace(
                table=first.known.table, small=first.known.small
            )
            known_values.state[1:] = 0, first.known.state[2], 1
            keys = first.keys
            if self.graph:
                keys = forms.for_another(self.board, first.keys)
            elif self.has_leaves:
                keys = leaves.for_another(first.keys)
            self.desks.append(WorkerState(self.board, keys, known_values, first.rated._replace(shared=True)))

    def allot(self) -> None:
        """Give all who work at once room for nim-values."""
        self.gather()
        if self._has_room(len(self.desks) * self.sizes.fresh_slots):
            left = arrays.most_entries(self.known.table.size // self.words) - self.poured
            for desk in self.desks[1:]:
                desk.known.state[1] = left // len(self.desks)

    @property
    def is_full(self) -> bool:
        """Whether one of the tables that the search fills was to grow and had no more memory."""
        return not self._grows or self.known.state[2] != 0

    def room(self) -> int:
        """The number of nodes at which the table of proof numbers is to grow; after a number of them, not a time."""
        return self.numbers.size // (self.words + 1) // 2 if self._grows else 2**62

    def bytes(self) -> int:
        """What the tables have."""
        forms = self.keys.heads.nbytes + self.keys.orders.nbytes if self.graph else 0
        graphs = leaves.BYTES if self.has_leaves else 0
        return int(self.known.table.nbytes + self.known.small.nbytes + self.numbers.nbytes + forms) + graphs

    def expected_bytes(self, nodes: float) -> tuple[int, int]:
        """What these tables may grow by with so many nodes, at least and at most."""
        each = 16 * (self.words + 1)  # of proof numbers: twice as much once they have grown; and a value for two nodes
        least, most = (1 << self._wide_places(), 1 << self._widest()) if nodes >= self.widens_at else (0, 0)
        room = self.memory - self.bytes()
        if self.graph:  # about a form for a node
            most += min(self.memory // forms.SHARE, int(nodes * forms.entry_bytes(self.board)))
        return min(room, int(nodes * each) + least), min(room, int(nodes * (2 * each + 16 * self.words)) + most)

    def words_of(self, places: int) -> Any:
        """A set as a tuple of words."""
        import numpy as np

        return tuple(np.uint64(word) for word in arrays.packed([places], self.words))

    def look(self, places: int) -> tuple[int, Any, int]:
        """The nim-value of a part, or -1, its key, and a heap: the part is worth what both are."""
        from grundy.engines.search.kernels import parts
        from grundy.engines.search.kernels.spans import spans

        value, key, heap = parts.look(*map(spans, (self.moves, self.keys, self.known)), self.words_of(places))
        return int(value), key, int(heap)

    def gather(self) -> None:
        """Pour what is fresh into the table of values, as long as there is room, and count what others put there."""
        from grundy.engines.search.kernels import values as kernels
        from grundy.engines.search.kernels.spans import Span

        self._make_room_for_forms()
        for desk in self.desks[1:]:
            self.poured += int(desk.known.state[0])
            desk.known.state[:2] = 0
        fresh, state = self.known.fresh, self.known.state
        if state[0] and self._has_room(int(state[0])):
            table = Span(self.known.table)
            self.poured += int(kernels.pour(Span(fresh), table, self.moves.like, self.moves.shift))
            fresh[:] = 0
            state[0] = 0

    def weigh_forms(self) -> None:
        """Give up forms where they cost more than they save."""
        self.weighs_at = 2**62
        forms.weigh([desk.keys for desk in self.desks], self._forms_from, self.nodes)

    def _make_room_for_forms(self, wanted: int = 0) -> None:
        if self.graph:
            keys = forms.with_room(self.board, [desk.keys for desk in self.desks], wanted, self.memory)
            for desk, own in zip(self.desks, keys, strict=True):
                desk.keys = own

    def _has_room(self, entries: int) -> bool:
        """Room for so many more nim-values; if there is none, values are kept among the proof numbers."""
        from grundy.engines.search.kernels import values as kernels
        from grundy.engines.search.kernels.spans import Span

        old = self.known.table
        slots = old.size // self.words
        while self.poured + entries > arrays.most_entries(slots):
            slots *= 2
        if slots * self.words == old.size:
            return True
        if self.bytes() + 8 * slots * self.words > self.memory:
            for desk in self.desks:
                desk.known.state[2] = 1
            return False
        self._share(table=arrays.aligned(slots * self.words))
        kernels.pour(Span(old), Span(self.known.table), self.moves.like, self.moves.shift)
        return True

    def _share(self, **arrays: Any) -> None:
        for desk in self.desks:
            desk.known = desk.known._replace(**arrays)

    def snapshot(self) -> dict[str, Any]:
        """What is worth keeping, as texts: the values of the largest sets, the proof numbers dearest to find."""
        import numpy as np

        from grundy.engines.search.kernels import numbers as kernels
        from grundy.engines.search.kernels.spans import Span

        self.gather()
        most, dearest = MOST_VALUES // self.words, MOST_NUMBERS // self.words
        rows = self.known.table.reshape(-1, self.words)
        entries = arrays.heaviest(rows, lambda some: np.bitwise_count(some).sum(axis=1), most)
        numbers = arrays.heaviest(self.numbers.reshape(-1, self.words + 1), lambda some: some[:, -1], dearest)
        kernels.reseal(Span(numbers.reshape(-1)), self.moves.like, True)
        return {
            "board": self._numbered(),
            "values": arrays.text_of(entries),
            "numbers": arrays.text_of(numbers),
            "nodes": self.nodes,
        }

    def _numbered(self) -> list[Any]:
        """What says how sets are written in a snapshot."""
        board = self.board
        numbering: list[Any] = [self.words, self.moves.shift, board.places]
        if board.rows and (board.layers > 1 or any(flip for *_, flip in board.moves)):
            numbering.append("grid")  # such boards had no grid once, and were numbered as they came
        return numbering

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Take over what a snapshot of the same board kept."""
        from grundy.engines.search.kernels import numbers as kernels
        from grundy.engines.search.kernels.spans import Span

        if snapshot["board"] != self._numbered():
            return
        self.add(arrays.from_text(snapshot["values"]))
        numbers = arrays.from_text(snapshot["numbers"])
        self._enter(numbers.reshape(-1, self.words + 1)[:, :-1].flatten())
        kernels.reseal(Span(numbers), self.moves.like, False)
        self.desks[0].state[2] += max(0, snapshot["nodes"] - self.nodes)
        self.grow_numbers()
        kernels.resettle(Span(numbers), Span(self.numbers), self.moves.like, self.moves.shift, 0, 1)
        if self.graph:
            self._forms_from = forms.form_counts(self.keys, self.nodes)
            self.weighs_at = self.nodes + forms.TRIED

    def entries(self) -> NDArray[np.uint64]:
        """The nim-values kept: a row for each part, of the words of its set, the low one first, and then its value."""
        import numpy as np

        self.gather()
        rows = self.known.table.reshape(-1, self.words)
        rows = rows[rows.any(axis=1)]
        shift = np.uint64(self.moves.shift)
        entries = np.zeros((len(rows), self.words + 1), np.uint64)
        entries[:, :-1] = rows
        entries[:, -2] &= np.uint64((1 << int(shift)) - 1)
        entries[:, -1] = rows[:, -1] >> shift
        return entries if self.board.places > 64 * (self.words - 1) else np.delete(entries, -2, axis=1)

    def learn(self, entries: NDArray[np.uint64]) -> None:
        """Take over such rows of this board, or of another that has the same keys for the same parts."""
        import numpy as np

        rows = np.zeros((len(entries), self.words), np.uint64)
        words = min(self.words, entries.shape[1] - 1)
        rows[:, :words] = entries[:, :words]
        rows[:, -1] |= entries[:, -1] << np.uint64(self.moves.shift)
        self.add(rows.reshape(-1))

    def add(self, entries: Any) -> None:
        """Add entries of a table of nim-values, as many as there is room for."""
        from grundy.engines.search.kernels import values as kernels
        from grundy.engines.search.kernels.spans import Span

        if not self._has_room(entries.size // self.words):
            left = arrays.most_entries(self.known.table.size // self.words) - self.poured
            entries = entries[: max(0, left) * self.words]
        table = Span(self.known.table)
        self.poured += int(kernels.pour(Span(entries), table, self.moves.like, self.moves.shift))
        self._enter(entries)

    def _enter(self, entries: Any) -> None:
        """Have the sets of some entries stand for their forms, so that what is known of them is found."""
        if self.graph:
            self._make_room_for_forms(entries.size // self.words)
            forms.enter(self.keys, entries, self.moves.like, self.moves.shift)

    def grow_numbers(self) -> None:
        """More room for proof numbers, where much has been searched and memory allows it."""
        from concurrent.futures import ThreadPoolExecutor

        from grundy.engines.search.kernels import numbers as kernels
        from grundy.engines.search.kernels.spans import Span

        old = self.numbers
        while self.nodes >= self.room():
            if self.bytes() + 2 * old.nbytes > self.memory:
                self._grows = False
                return
            self.numbers = arrays.aligned(2 * old.size)
            table, like, shift = Span(self.numbers), self.moves.like, self.moves.shift
            workers = len(self.desks) - 1
            if not workers:
                kernels.resettle(Span(old), table, like, shift, 0, 1)
            else:
                with ThreadPoolExecutor(workers) as threads:
                    running = [
                        threads.submit(kernels.resettle, Span(old), table, like, shift, which, workers)
                        for which in range(workers)
                    ]
                for future in running:
                    future.result()
            old = self.numbers
            for desk in self.desks:
                desk.rated = desk.rated._replace(table=old)

    def _nodes_to_widen(self) -> int:
        """When the values of all sets of more places are worth what they cost; after a number of nodes, not a time."""
        places = self._wide_places()
        if not SURE_PLACES < self.small_places < places:
            return 2**62
        from grundy.engines.bitsliced.moves import plan

        return int(plan(moves_inside(self.board, places), places).pulls) // self.sizes.pulls_a_node

    def _widest(self) -> int:
        """Places of the largest table of small sets: it takes a quarter of the memory, and twice that while it is
        made."""
        return min(self.board.places, self.sizes.wide_places, self.memory.bit_length() - 3)

    def _wide_places(self) -> int:
        """Places of the next larger table of small sets."""
        middle = self.sizes.middle_places
        return min(middle, self._widest()) if self.small_places < middle else self._widest()

    def widen(self) -> Generator[Chunk, None, None]:
        """Work out the values of all sets of more places, if they still have room."""
        from grundy.engines import bitsliced
        from grundy.engines.bitsliced.moves import plan
        from grundy.engines.bitsliced.work import fill_values

        self.widens_at = 2**62
        places = self._wide_places()
        if self.bytes() + (2 << places) > self.memory:
            return
        levels: list[Any] = []

        def allocate(_level: int, dtype: str, entries: int) -> Any:
            import numpy as np

            levels.append(np.zeros(entries, dtype))
            return levels[-1]

        yield from fill_values(plan(moves_inside(self.board, places), places), allocate)(None)
        self.small_places = places
        self._share(small=bitsliced.SlicedValues(places, tuple(levels)).read())
        self.widens_at = self._nodes_to_widen()


def _reaches_across(board: Board) -> BoardGraph | None:
    """The graph of Node Kayles on a grid in which nodes of half the columns are joined, as queens are: then parts are
    scattered, and few lie on the first places. None for other boards."""
    graph = as_graph(board) if board.rows else None
    if graph is None or graph.takes == "edges":
        return None
    column = board.rows * board.layers
    farthest = max((abs(i // column - j // column) for i, near in enumerate(graph.near) for j in bits(near)), default=0)
    return graph if 2 * farthest >= board.columns else None


def moves_inside(board: Board, places: int) -> list[BitmaskMove]:
    """The moves on the first places alone, where all others are empty."""
    inside = (1 << places) - 1
    moves = [(need, off & inside, clear & inside, flip) for need, off, clear, flip in board.moves if need <= inside]
    return [move for move in moves if not move[0] & move[1]]


def small_table(board: Board, places: int) -> Any:
    """The nim-values of all sets of so many first places, an entry each; None if there are no places."""
    if places < 1:
        return None
    from grundy.engines import bitsliced

    return bitsliced.values(moves_inside(board, places), places).read()


# ---- The arrays in which kernels gather the claims that prove a nim-value, beside the tables of a search


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
        self._nothing = arrays.value_table(tables.board, 1, 1)
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

"""The search of one board: its tables, the questions asked of it, and the chunks of work that answer them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.engines.search import arrays, plain
from grundy.engines.search.board import Board
from grundy.errors import OutOfReach
from grundy.runs.chunk import Chunk
from grundy.runs.memory import machine_memory

if TYPE_CHECKING:
    from grundy.engines.search.kernels import Known

FEW_PARTS = 300  # in plain Python: less than loading the kernels takes
FIRST_SLOTS = 1 << 16
FIRST_CLUSTERS = 1 << 14
SMALL_PLACES = 25  # values of all sets of the first places: 32 MiB
BUDGET = 0.1  # seconds that a chunk shall take
GIB = 2**30
MOST_MEMORY = 4 * GIB


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a set: its nim-value, whether that is `value`, or who wins in misère play.

    places   a set of the field
    value    None: the nim-value is asked
    """

    places: int
    value: int | None = None


class Search:
    """What is known of one board in one play. Its tables grow up to `memory` bytes; values are kept for ever.

    A search belongs to one thread at a time; a question that was stopped is gone on with when it is asked again.
    """

    def __init__(
        self, board: Board, misere: bool = False, memory: int | None = None, small_places: int = SMALL_PLACES
    ) -> None:
        self.board, self.misere, self.small_places = board, misere, small_places
        self.memory = memory if memory is not None else min(MOST_MEMORY, machine_memory() // 2)
        self._memo: plain.Memo = {}
        self._engine: _Engine | None = None

    @property
    def nodes(self) -> int:
        """Positions that the kernels have expanded."""
        return int(self._engine.state[2]) if self._engine else 0

    def answers(self, questions: Sequence[Question], most: int = FEW_PARTS) -> Generator[Chunk, None, list[int]]:
        """Answer questions, as work for runs.loop; what it returns is the list of answers."""
        found: list[int] = []
        for number, question in enumerate(questions):
            places = self.board.inward(question.places)
            try:
                found.append(self._plainly(places, question.value, most))
                continue
            except OutOfReach:
                most = 0  # the kernels will be loaded anyway
            if self._engine is None:
                self._engine = _Engine(self)
            told = f" of question {number + 1} of {len(questions)}" if len(questions) > 1 else ""
            found.append((yield from self._engine.answer(places, question.value, told)))
        return found

    def _plainly(self, places: int, value: int | None, most: int) -> int:
        if self.misere:
            return plain.wins_misere(self.board, places, self._memo, most)
        worth = plain.value(self.board, places, self._memo, most)
        return worth if value is None else int(worth == value)


class _Engine:
    """The arrays of a search."""

    def __init__(self, search: Search) -> None:
        import numpy as np

        from grundy.engines.search.proof.kernels import Frames, Numbers

        board = self.board = search.board
        self.search = search
        self.words = board.words
        self.moves = arrays.moves_of(board, search.misere)
        self.keys = arrays.keys_of(board)
        self.known: Known = arrays.known_table(board, FIRST_SLOTS, small_table(board, search))
        depth = board.places + 8
        self.pool = arrays.pool_of(board, 4)
        self.scratch = arrays.scratch_of(board)
        self.frames = Frames(np.zeros(depth * self.words, np.uint64), *(np.zeros(depth, np.int64) for _ in range(9)))
        self.numbers = Numbers(*(np.zeros(self.pool.rest.size, np.int64) for _ in range(3)))
        self.table = arrays.aligned(4 * FIRST_CLUSTERS * (self.words + 1))
        self.state = np.zeros(8, np.int64)
        self.state[6:] = arrays.most_options(board), arrays.most_words(board)
        self.full = False  # no table may grow any more

    def answer(self, places: int, value: int | None, told: str) -> Generator[Chunk, None, int]:
        """Answer one question about a set of the board."""
        if self.search.misere:
            if not places:
                return 1
            return (yield from self._couple(places, 0, told)) ^ 1
        parts = self.board.parts(places)
        parts.sort(key=int.bit_count)
        total = 0
        for part in parts[:-1] if value is not None else parts:
            total ^= yield from self._value(part, told)
        if value is None or not parts:
            return total if value is None else int(total == value)
        return (yield from self._couple(parts[-1], value ^ total, told))

    def _value(self, part: int, told: str) -> Generator[Chunk, None, int]:
        """The nim-value of a part."""
        found, key = self._look(part)
        if found < 0:
            yield from self._run(key, None, told)
            found = int(self.state[3])
        return found

    def _couple(self, part: int, heap: int, told: str) -> Generator[Chunk, None, int]:
        """1 if a part has this nim-value, 0 if it has another."""
        found, key = self._look(part)
        if found >= 0:
            return int(found == heap)
        if heap > len(self.board.moves):
            return 0
        yield from self._run(key, heap, told)
        return int(self.state[5] == 0)

    def _look(self, part: int) -> tuple[int, Any]:
        from grundy.engines.search import kernels
        from grundy.engines.search.spans.kernels import spans

        found, key = kernels.look(*map(spans, (self.moves, self.keys, self.known)), self._tuple(part))
        return int(found), key

    def _tuple(self, places: int) -> Any:
        import numpy as np

        return tuple(np.uint64(word) for word in arrays.packed([places], self.words))

    def _run(self, key: Any, heap: int | None, told: str) -> Generator[Chunk, None, None]:
        """Search, in pieces of about a tenth of a second."""
        import numpy as np

        from grundy.engines.search.proof import kernels
        from grundy.engines.search.spans.kernels import Span, spans

        self.frames.part[: self.words] = np.array(key, np.uint64)
        self.frames.kind[0] = kernels.VALUE if heap is None else kernels.COUPLE
        self.frames.heap[0] = heap or 0
        self.frames.phi[0] = self.frames.delta[0] = kernels.INFINITE
        self.state[:2] = 0, kernels.ENTER
        budget = 2000
        while True:
            began = monotonic()
            tuples = map(spans, (self.moves, self.keys, self.known, self.pool, self.scratch, self.frames, self.numbers))
            status = kernels.run(*tuples, Span(self.table), Span(self.state), budget)
            if status == kernels.DONE:
                return
            if status == kernels.TABLE_FULL:
                self._grow_known()
            elif status == kernels.STACK_FULL:
                self._grow_stack()
            else:
                budget = max(100, int(budget * min(4.0, BUDGET / max(1e-4, monotonic() - began))))
                if int(self.state[2]) > self.table.size // (self.words + 1) // 2:
                    self._grow_numbers()
                yield self._chunk(heap, told)

    def _chunk(self, heap: int | None, told: str) -> Chunk:
        nodes = int(self.state[2])
        fill = f"{int(self.known.state[0]):,} nim-values in {self._bytes() / GIB:.2f} GiB"
        sure = ""
        if heap is None and self.frames.heap[0]:
            sure = f"the value{told} is not {', '.join(map(str, range(int(self.frames.heap[0]))))}; "
        return Chunk(nodes, 0, "positions", {}, f"{sure}{fill}")

    def _bytes(self) -> int:
        return int(self.known.table.nbytes + self.known.small.nbytes + self.table.nbytes)

    def _may_have(self, more: int) -> bool:
        return self._bytes() + more <= self.search.memory

    def _grow_known(self) -> None:
        """Twice the room for nim-values, or none any more."""
        from grundy.engines.search import kernels
        from grundy.engines.search.spans.kernels import Span, spans

        old = self.known
        if not self._may_have(2 * old.table.nbytes):
            old.state[2] = 1
            return
        slots = 2 * old.table.size // self.words
        self.known = arrays.known_table(self.board, slots, old.small)
        kernels.rehash(Span(old.table), spans(self.known), self.moves.like, self.moves.shift)

    def _grow_numbers(self) -> None:
        """Twice the room for proof numbers, unless there is none."""
        from grundy.engines.search.proof import kernels
        from grundy.engines.search.spans.kernels import Span

        if self.full or not self._may_have(2 * self.table.nbytes):
            self.full = True
            return
        old = self.table
        self.table = arrays.aligned(2 * old.size)
        kernels.resettle(Span(old), Span(self.table), self.moves.like, self.moves.shift)

    def _grow_stack(self) -> None:
        """Twice the room for positions and options."""
        self.frames = type(self.frames)(*map(arrays.larger, self.frames))
        self.pool = type(self.pool)(*map(arrays.larger, self.pool))
        self.numbers = type(self.numbers)(*map(arrays.larger, self.numbers))


def small_table(board: Board, search: Search) -> Any:
    """The nim-values of all sets of the first places, or None."""
    places = min(board.places, search.small_places)
    if search.misere or places < 1:
        return None
    from grundy.engines import sliced

    inside = (1 << places) - 1
    moves = [(need, off & inside, clear & inside, flip) for need, off, clear, flip in board.moves if need <= inside]
    return sliced.values([move for move in moves if not move[0] & move[1]], places).read()

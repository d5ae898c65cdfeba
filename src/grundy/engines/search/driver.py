"""The search of one board: the questions asked of it, and the chunks of work that answer them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from grundy.compile.native import has_file
from grundy.engines.methods import Method
from grundy.engines.part_values import PartValues
from grundy.engines.search import isomorphic, plain
from grundy.engines.search.board import Board, require_reach
from grundy.engines.search.forecast import forecast
from grundy.engines.search.part_values import family, take_over
from grundy.engines.search.strips import StripSearch, strip_of
from grundy.engines.search.tables import SIZES, SMALL_PLACES, Sizes, Tables, WorkerState, value_words
from grundy.errors import OutOfReach
from grundy.model.known import Known, exactly, possible, together
from grundy.runs.chunk import Chunk, map_chunks
from grundy.runs.clock import CLOCK
from grundy.runs.forecast import Forecast
from grundy.runs.memory import machine_memory


@dataclass(slots=True)
class Unanswered:
    """Bounds on a nim-value that is being searched.

    most       the number of moves, which is as large as the value can be; None: no value is asked, but a yes or no
    part, parts  of several parts, the value of which one
    ruled_out  the values below this one are not it
    about      whether it is this value is being searched; with
    refuted    how many options are shown not to have that value, of how many; None: there is no such count
    total      the nim-value of the parts before this one
    rest       of each part after it, the largest value that it can have
    """

    most: int | None
    part: int = 1
    parts: int = 1
    ruled_out: int = 0
    about: int = 0
    refuted: Callable[[], tuple[int, int]] | None = None
    total: int = 0
    rest: Sequence[int] = ()

    def known(self) -> Known:
        """The same as bounds on the nim-value of all parts together.

        >>> Unanswered(9, ruled_out=2).known().winner, Unanswered(9, 2, 2, ruled_out=1, total=1).known().winner
        ('first', None)
        """
        if self.most is None:
            return Known()
        others = [possible(0, most) for most in self.rest]
        return together([exactly(self.total), possible(self.ruled_out, self.most), *others])

    def describe(self, contents: str, misere: bool = False) -> str:
        """In words, what is kept last.

        >>> Unanswered(9, ruled_out=2).describe("8 states")
        'the nim-value is at most 9, the number of moves, and not 0, 1; 8 states'
        >>> Unanswered(None, refuted=lambda: (3, 4)).describe("8 states", misere=True)
        '3 of 4 options are shown not to win; 8 states'
        >>> Unanswered(5, 2, 3).describe("20 nim-values")
        'the nim-value of part 2 of 3 is at most 5, the number of moves; 20 nim-values'
        """
        words = []
        if self.most is not None:
            of = f" of part {self.part} of {self.parts}" if self.parts > 1 else ""
            but = f", and not {', '.join(map(str, range(self.ruled_out)))}" if self.ruled_out else ""
            words.append(f"the nim-value{of} is at most {self.most}, the number of moves{but}")
        shown, count = self.refuted() if self.refuted else (0, 0)
        if shown and (misere or self.most is not None):
            words.append(f"{shown} of {count} options are shown not to {'win' if misere else f'be worth {self.about}'}")
        return "; ".join([*words, contents])


FEW_PARTS = 300  # in plain Python: takes less time than Numba takes to load the kernels
FEWER_PARTS = 40  # the same where they are files
OF_A_TABLE = ("grundy.engines.bitsliced.kernels.fill_values", "grundy.engines.search.kernels.parts.look")
PLAIN_WORK = 40_000_000  # there, moves times the square of places: some seconds at most
PLAIN_PIECE = 50_000  # places of options between two chunks: a fifth of a second at most
FEW_SETS = (0, 3_000, 3_000)  # of a graph in one word, in two; of more (compiled when first used, half a minute):
MANY_SETS = 30_000
FEW_LETTERS = 200_000  # of the parts of a row of up to FEW_WORDS words, some seconds; then the kernels take over
FEW_WORDS = 2  # of a set, for which the kernels are there
BUDGET = 0.1  # seconds that a chunk shall take
GIB = 2**30
MOST_MEMORY = 4 * GIB
FIRST_SNAPSHOT = 2.0  # seconds between snapshots at least
SHARE = 0.03  # of the time may go into snapshots
FORECAST_NODES = 3_000_000  # a search of more positions spends a second on an estimate of their number
OF_MOVES = 3  # search this many times as long before making an expensive table, when moves are wanted
ASKED_ALONE = 8  # test this many values one by one before searching for the value


@dataclass(frozen=True, slots=True)
class BoardQuestion:
    """A question about a set: its nim-value, or whether that is `value`; in misère play, who wins.

    places   a set of the field
    value    None: the nim-value is asked
    """

    places: int
    value: int | None = None


class BoardSearch:
    """The search of one board in one play; it never forgets a value.

    A search belongs to one thread at a time; asking a stopped question again continues it.
    """

    def __init__(
        self,
        board: Board,
        misere: bool = False,
        memory: int | None = None,
        method: Method = "auto",
        small_places: int = SMALL_PLACES,
        teachers: Sequence[BoardSearch] = (),
        forms: isomorphic.Memo | None = None,
        strips: dict[str, StripSearch] | None = None,
        cores: int = 1,
        part_values: PartValues | None = None,
        forecast_at: int = FORECAST_NODES,
        sizes: Sizes = SIZES,
        keeps: bool = False,
    ) -> None:
        self.board, self.misere, self.method = board, misere, method
        self.keeps = keeps  # what is found of all parts, as certificates want it
        self.memory = memory if memory is not None else min(MOST_MEMORY, machine_memory() // 2)
        self.small_places, self.sizes = small_places, sizes
        self.cores = cores
        self.teachers = teachers  # searches of smaller boards, whose values hold here
        self.part_values = part_values  # of earlier searches
        self._kept: tuple[float, float, Mapping[str, Any]] = (0.0, 0.0, {})
        self.tables: Tables | None = None
        self._memo: plain.Memo = {}
        self._graph = None if board.rows else isomorphic.as_graph(board)
        self._forms = {} if forms is None else forms  # values of graphs by their form, for every board
        self._strip = None if misere or method != "auto" else _of_family(board, {} if strips is None else strips)
        self._open = Unanswered(None)
        self._whole = 0  # the set whose value, or winner, was asked last
        self._forecast_at = forecast_at
        self._piece = 0  # positions between two looks at a kernel; 0: those of about a tenth of a second
        self._forecast: Forecast | None = None

    @property
    def nodes(self) -> int:
        """Positions that the kernels have expanded."""
        return self.tables.nodes if self.tables else 0

    def answers(self, questions: Sequence[BoardQuestion], most: int | None = None) -> Generator[Chunk, None, list[int]]:
        """Answer questions, as work for runs.loop: nim-values, or 1 for yes; in misère play 1 if the first player wins.

        Args:    most: parts that may be worked out in plain Python before the kernels are loaded; None: as many as
                     take less than that.
        """
        answers: list[int] = []
        if most is None:
            most = FEWER_PARTS if self._has_files() else FEW_PARTS
        for question in questions:
            places = self.board.inward(question.places)
            self._whole = places if self.misere or question.value is None else self._whole
            if self.tables is None:
                try:
                    if self._strip and most:
                        answers.append((yield from self._by_words(self._strip, places, question.value)))
                    else:
                        answers.append((yield from self._plainly(places, question.value, most)))
                    continue
                except OutOfReach:
                    is_bounded = not self.misere and question.value is None
                    self._open = Unanswered(self._most(places) if is_bounded else None)
                    yield Chunk(0, 0, "positions", {}, self._open.describe("the search is being made ready"))
            answers.append((yield from self._answer(self.prepare(), places, question.value)))
        return answers

    def answers_from_bounds(self, question: BoardQuestion) -> Generator[Chunk, None, list[int]]:
        """The same of one question; the first chunk has the bounds that take no search, for whoever stops it soon."""
        if not self.misere and question.value is None and self.tables is None:
            self._open = Unanswered(self._most(self.board.inward(question.places)))
            yield Chunk(0, 0, "positions", {}, self._open.describe("the search begins"))
        return (yield from self.answers([question]))

    def _has_files(self) -> bool:
        """Whether the kernels are files, by which a table of all sets is filled and looked at; nothing else is needed
        then."""
        covered = self.board.rows and self.board.falls and self.board.places <= self.small_places
        return bool(covered) and not self.misere and all(map(has_file, OF_A_TABLE))

    def _most(self, places: int) -> int:
        """The number of moves from a set, which bounds its nim-value: each smaller value takes a move of its own."""
        return sum(places & need == need and not places & off for need, off, *_ in self.board.moves)

    def known_so_far(self) -> Known:
        """The facts so far about the set that is being searched."""
        return self._open.known()

    def known(self, places: int) -> int | None:
        """The nim-value of a set of the field if earlier searches found each part; None: a search is needed."""
        if self.tables is None or self.misere:
            return None
        total = 0
        for part in self.board.parts(self.board.inward(places)):
            nim_value, _, _ = self.tables.look(part)
            if nim_value < 0:
                return None
            total ^= nim_value
        return total

    def is_known_lost(self, places: int) -> bool:
        """In misère play: whether the tables show, without a search, that the player to move in a set loses."""
        assert self.misere
        return self.tables is not None and bool(places) and self.tables.look(self.board.inward(places))[0] == 0

    def _tables(self) -> Tables:
        require_reach(self.board.places)
        graph = None if self.misere else self._graph
        tables = Tables(self.board, self.misere, self.memory, self.small_places, graph, self.sizes, self.keeps)
        for teacher in self.teachers:
            if teacher.tables:
                tables.learn(teacher.tables.entries())
        if self.part_values is not None and not self.misere:
            take_over(tables, self.part_values)
        self._kept = (CLOCK.now(), 0.0, {})
        return tables

    def restore(self, snapshot: Mapping[str, Any]) -> None:
        """Continue from the state of another search of the board, if this one has not begun."""
        if snapshot and self.tables is None:
            self.prepare().restore(snapshot)
            self._kept = (CLOCK.now(), 0.0, snapshot)

    def snapshot(self) -> Mapping[str, Any]:
        """A snapshot of the tables, taken rarely enough to cost a few percent of the time."""
        moment, cost, saved = self._kept
        now = CLOCK.now()
        if self.tables and now > moment + max(FIRST_SNAPSHOT, cost / SHARE):
            saved = self.tables.snapshot()
            self._kept = (CLOCK.now(), CLOCK.now() - now, saved)
        return saved

    def prepare(self) -> Tables:
        """The tables; make them first if there are none."""
        if self.tables is None:
            self.tables = self._tables()
        return self.tables

    def give_values(self) -> None:
        """Add the values of all parts to those of earlier searches, if such are kept."""
        if self.part_values is not None and self.tables is not None and not self.misere:
            self.part_values.put(family(self.board), self.tables.entries())

    def beside(self, memory: int, piece: int = 0) -> BoardSearch:
        """Another search of the board, which knows nothing but the values of small sets.

        Args:    piece: after so many positions each, and not by the clock, one may see how far it is.
        """
        assert self.tables
        least = min(memory, self.memory)
        search = BoardSearch(self.board, self.misere, least, self.method, forecast_at=2**62, sizes=self.sizes)
        search.tables = self.tables.beside(self.misere, search.memory)
        search._piece = piece
        return search

    def costs(self, places: int) -> Generator[Chunk, None, None]:
        """Find the value of a set here, or who wins it, and its winning moves."""
        assert self.tables
        value = yield from self._answer(self.tables, places, None)
        for need, off, clear, flip in self.board.moves if value else ():
            if places & need == need and not places & off:
                yield from self._answer(self.tables, (places & ~clear) ^ flip, None if self.misere else 0)

    def _plainly(self, places: int, value: int | None, most: int) -> Generator[Chunk, None, int]:
        if self.misere:
            return plain.wins_misere(self.board, places, self._memo, most)
        if self._graph and most:
            few = FEW_SETS[self.board.words] if self.board.words < len(FEW_SETS) else MANY_SETS
            self._open = Unanswered(self._most(places) if value is None else None)
            steps = isomorphic.value_in_steps(self.board, self._graph, places, self._forms, few)
            looked_at = 0  # places of options
            while True:
                try:
                    count = next(steps)
                except StopIteration as done:
                    nim_value = done.value
                    break
                looked_at += places.bit_count()
                if looked_at >= PLAIN_PIECE:
                    looked_at = 0
                    yield Chunk(0, 0, "positions", {}, self._open.describe(f"{count:,} nim-values of graphs"))
        else:  # the parts that each move leaves are grown place by place
            few = PLAIN_WORK // max(1, len(self.board.moves) * places.bit_count() ** 2)
            if not few:
                raise OutOfReach("one position alone takes seconds")
            nim_value = plain.value(self.board, places, self._memo, min(most, few))
        return nim_value if value is None else int(nim_value == value)

    def _by_words(self, strip: StripSearch, places: int, value: int | None) -> Generator[Chunk, None, int]:
        """Answer one question about a row by the words of its parts; Raises OutOfReach where kernels are faster."""
        self._open = Unanswered(self._most(places) if value is None else None)
        few = FEW_LETTERS if self.board.words <= FEW_WORDS else None
        work = strip.value(strip.word(self.board, places), few, self.memory)
        while True:
            try:
                count = next(work)
            except StopIteration as done:
                nim_value = int(done.value)
                return nim_value if value is None else int(nim_value == value)
            yield Chunk(count, 0, "positions", {}, self._open.describe(f"{count:,} nim-values of parts of rows"))

    def _answer(self, tables: Tables, places: int, value: int | None) -> Generator[Chunk, None, int]:
        """Answer one question about a set of the board by the kernels."""
        if self.misere:
            return 1 - (yield from self._is_worth(tables, places, 0)) if places else 1
        parts = self.board.parts(places)
        parts.sort(key=int.bit_count)
        total = 0
        most = list(map(self._most, parts)) if value is None else []
        for number, part in enumerate(parts[:-1] if value is not None else parts, 1):
            rest = most[number:]
            self._open = Unanswered(None)
            if value is None:
                self._open = Unanswered(most[number - 1], number, len(parts), total=total, rest=rest)
            total ^= yield from self._value(tables, part)
        if value is None or not parts:
            return total if value is None else int(total == value)
        self._open = Unanswered(None)
        return (yield from self._is_worth(tables, parts[-1], value ^ total))

    def _value(self, tables: Tables, part: int) -> Generator[Chunk, None, int]:
        """The nim-value of a part: test the small values one by one, then search among the others."""
        nim_value, key, heap = tables.look(part)
        alone = 0 if self.method == "mex" else ASKED_ALONE
        if self.method in ("proof-numbers", "couples"):
            alone = len(self.board.moves) + 1
        for value in range(alone):
            if nim_value >= 0:
                break
            self._open.ruled_out = value
            if (yield from self._is_worth(tables, part, value)):
                nim_value = value
        if nim_value < 0:
            self._open.ruled_out = alone
            yield from self._requested(tables, key, None)
            nim_value = int(tables.desks[0].state[3]) ^ heap
        return nim_value

    def _is_worth(self, tables: Tables, part: int, value: int) -> Generator[Chunk, None, int]:
        """1 if a part has this nim-value, 0 if it has another."""
        nim_value, key, heap = tables.look(part)
        if nim_value >= 0:
            return int(nim_value == value)
        value ^= heap
        if value > len(self.board.moves):
            return 0
        if self.method in ("sets", "mex") and not self.misere:
            yield from self._requested(tables, key, value)
            return int(tables.desks[0].state[3] == value)
        yield from self._couple(tables, key, value)
        return int(tables.desks[0].state[5] == 0)

    def _couple(self, tables: Tables, key: Any, value: int) -> Generator[Chunk, None, None]:
        """Search a part and a heap beside it, to their end."""
        from grundy.engines.search.kernels import proof as kernels
        from grundy.engines.search.kernels.numbers import INFINITE
        from grundy.engines.search.kernels.spans import Span, spans

        desk = tables.desks[0]
        eager = self.method == "couples" or (self.method == "auto" and tables.has_leaves)
        desk.frames.part[: tables.words] = key
        desk.frames.kind[0], desk.frames.heap[0] = kernels.COUPLE, value
        desk.frames.phi[0] = desk.frames.delta[0] = INFINITE
        desk.state[:2] = 0, kernels.ENTER
        desk.state[8] = 2**62 if self.method == "couples" or self.cores < 2 else self.sizes.team_nodes

        def go_on(budget: int) -> int:
            t = tables
            tuples = map(spans, (t.moves, desk.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers))
            return int(kernels.run(*tuples, spans(desk.rated), Span(desk.state), eager, budget))

        self._open.about, self._open.refuted = value, desk.refuted
        try:
            yield from self._pieces(tables, go_on)
        except GeneratorExit:  # the facts about positions on the stack stay for the next search
            desk.state[8] = 0
            go_on(1)
            raise
        if desk.state[4] and desk.state[5]:  # it has given up
            tables.hire(self.cores)
            self._open.refuted = tables.desks[1].refuted
            lost = yield from is_lost(tables, key, value, lambda: self._between(tables))
            desk.state[4:6] = (1, 0) if lost else (0, 1)
        self._open.refuted = None

    def _requested(self, tables: Tables, key: Any, value: int | None) -> Generator[Chunk, None, None]:
        """Search a part for its nim-value (None), or whether its nim-value is the given one."""
        import numpy as np

        from grundy.engines.search.kernels import sets as kernels
        from grundy.engines.search.kernels.spans import Span, spans

        everything = self.method == "mex"
        wanted = range(64 * value_words(self.board)) if value is None or everything else (value,)
        desk = tables.desks[0]
        desk.requests.part[: tables.words] = key
        bits = [sum(1 << (v & 63) for v in wanted if v >> 6 == j) for j in range(value_words(self.board))]
        desk.requests.want[: len(bits)] = np.array(bits, np.uint64)
        desk.state[:2] = 0, kernels.ENTER

        def go_on(budget: int) -> int:
            t = tables
            tuples = map(spans, (t.moves, desk.keys, desk.known, desk.pool, desk.scratch, desk.requests))
            return int(kernels.run(*tuples, Span(desk.state), everything, budget))

        yield from self._pieces(tables, go_on)

    def _pieces(self, tables: Tables, go_on: Callable[[int], int]) -> Generator[Chunk, None, None]:
        """Call a kernel until it is done, about ten times a second; make room where it asks for it."""
        budget, desk = self._piece or 1000, tables.desks[0]
        while True:
            began = CLOCK.now()
            stops_at = min(tables.room(), self._widens_at(tables), tables.weighs_at)
            status = go_on(min(budget, stops_at - tables.nodes))
            took = CLOCK.now() - began
            tables.gather()
            if status == 1:
                return
            if status == 3:
                desk.grow_stack()
            elif tables.nodes >= tables.weighs_at:
                tables.weigh_forms()
            elif tables.nodes >= tables.room():
                tables.grow_numbers()
            elif status == 0:
                budget = self._piece or max(100, int(budget * min(4.0, BUDGET / max(1e-4, took))))
                yield from self._between(tables)

    def _between(self, tables: Tables) -> Generator[Chunk, None, None]:
        """Say how far the search is, while no kernel works."""
        yield self._chunk(tables)
        if tables.nodes >= self._forecast_at and self._whole:
            self._forecast_at = 2**62
            self._forecast = yield from map_chunks(
                lambda at: self._chunk(tables, f"; {at}"), forecast(self, self._whole)
            )
        if tables.nodes >= self._widens_at(tables):
            for chunk in tables.widen():
                yield self._chunk(tables, f"; values of small sets: {chunk.done / chunk.total:.0%}")

    def _widens_at(self, tables: Tables) -> int:
        """The number of nodes at which the larger table of small sets is made."""
        return tables.widens_at * (OF_MOVES if self._open.most is None else 1)

    def _chunk(self, tables: Tables, more: str = "") -> Chunk:
        full = "; the tables are full, and what took least work gives way" if tables.is_full else ""
        size = f"{tables.bytes() / GIB:.2f} of {self.memory / GIB:.2f} GiB"
        contents = f"{tables.values:,} nim-values in {size}{full}{more}"
        text = self._open.describe(contents, self.misere)
        return Chunk(tables.nodes, 0, "positions", {}, text, forecast=self._forecast)


def _of_family(board: Board, strips: dict[str, StripSearch]) -> StripSearch | None:
    """The strip of a board of one row, the same for boards of every length whose moves are the same."""
    strip = strip_of(board)
    return strip and strips.setdefault(family(board), strip)


# ---- One couple searched by several workers at once, which share nim-values and proof numbers
#
# Every worker is a thread that searches from the root with stacks of its own, in machine code and without locks; what
# it finds is at once in the tables that all read, and what it works on counts there as if it turned out harder than it
# looks (kernels/proof.py), so that they part. Four times a second all stop within a position's time: then progress is
# told, tables grow, checkpoints are written; and they go on where they were.


ROUND = 0.25  # seconds between two stops
MOST_NODES = 2**62  # of a worker between two stops


def is_lost(
    tables: Tables, key: Any, heap: int, between: Callable[[], Iterable[Chunk]]
) -> Generator[Chunk, None, bool]:
    """Whether the player to move in a couple loses, by all desks but the first; yields what `between` does."""
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    from grundy.engines.search.kernels import proof as kernels
    from grundy.engines.search.kernels.numbers import INFINITE

    desks = tables.desks[1:]
    for desk in desks:
        desk.frames.part[: tables.words] = key
        desk.frames.kind[0], desk.frames.heap[0] = kernels.COUPLE, heap
        desk.frames.phi[0] = desk.frames.delta[0] = INFINITE
        desk.state[:2] = 0, kernels.ENTER
    with ThreadPoolExecutor(len(desks), thread_name_prefix="search") as threads:
        while True:
            tables.allot()
            tables.grow_numbers()
            tables.signal[0] = 0
            try:
                running = {threads.submit(_run, tables, desk): desk for desk in desks}
                wait(running, ROUND, FIRST_COMPLETED)
            finally:  # also where it is interrupted
                tables.signal[0] = 1
            for future, desk in running.items():
                match future.result():
                    case kernels.DONE:
                        return bool(desk.state[5] == 0)
                    case kernels.STACK_FULL:
                        desk.grow_stack()
            yield from between()


def _run(tables: Tables, desk: WorkerState) -> int:
    """Search at one desk until it is done, wants room, or all are to stop."""
    from grundy.engines.search.kernels import proof as kernels
    from grundy.engines.search.kernels.spans import Span, spans

    given = tables.moves, desk.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers, desk.rated
    return int(kernels.run(*map(spans, given), Span(desk.state), False, MOST_NODES))

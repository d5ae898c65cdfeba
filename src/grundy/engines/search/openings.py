"""A position by its openings: what one move leaves is asked of other processes or machines, in calls of some seconds.

A set is worth v if no opening is worth v, and it is worth nothing less. So it is asked which openings are worth 0, then
1, and so on, until none is, and that is the nim-value. Openings that are alike by a symmetry are asked about once.

A call searches for half a second at most, then brings home what it has settled and the answer if there
is one; else the same is asked again, of the same process, if that is the next to be free: it goes on where it was. Each
call takes along what others have settled since. So all of them search little more than one would; and
what is answered and settled is kept: a stopped run asks nothing again that was answered, and a worker that is lost
costs its last call and what was too cheap to be brought home.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from time import process_time
from typing import TYPE_CHECKING, Any, TypeAlias
from uuid import uuid4

from grundy.engines.options import SearchOptions
from grundy.engines.search import arrays, plain
from grundy.engines.search.asker import Asked, Asker, Asking
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.driver import BoardQuestion
from grundy.errors import StoreError
from grundy.model.shapes import BitmaskMove, SubsetGame
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK

if TYPE_CHECKING:
    from grundy.runs.workers import Elsewhere


# ---- What searches of one field have settled, and others need not search again: couples that took much work
#
# A couple is a part and a heap of n beside it (see kernels/proof.py). It is lost if n is the nim-value of the part, and
# then that is a value for the table of values; else it is won, which belongs to the table of proof numbers. An entry
# has the words of the part's key with n above them, and the word of proof number, disproof number and work: whole keys
# are compared, as in the tables themselves. Keys are those of one field, and entries are only ever given to the same
# field.
#
# A worker may compute wrongly. So whoever takes entries over searches some of them again, and those who ask compare
# what different workers say of one couple; docs/why/search.md says what remains to be believed.


if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.tables import Tables

    Entries = NDArray[np.uint64]  # a row for each couple

LOG = 1 << 17  # couples between two looks at the log; beyond them none is noted
MUCH_WORK = 2  # positions that a couple in the log took, at first and at least
BROUGHT = 3 << 14  # words that a search brings home at once, at most: 384 KiB, and 512 as text
SENT = 3 << 15  # words that a call takes along at most: packed as text, they are below 1 MiB
KEPT = 1 << 20  # words that are kept of a field: 8 MiB, and less than 12 MB as text in a checkpoint
SAMPLE = 20  # couples of each kind, lost and won, that are searched again where they are taken over, at most,
ONE_IN = 100  # and of how many there is one
AGAIN = 300  # positions that this may take for each: with the others known, 1 to 9 of those that are true (see docs)


def begin_log(tables: Tables) -> None:
    """Have the search of some tables note what it settles."""
    if not tables.desks[0].rated.log.size:
        rated = arrays.rated_table(tables.numbers, tables.signal, LOG * (tables.words + 1))
        rated.logged[1] = MUCH_WORK
        tables.desks[0].rated = rated


def logged(tables: Tables) -> Entries:
    """What has been noted since this was asked last: the dearest entries of it."""
    rated, each = tables.desks[0].rated, tables.words + 1
    count = int(rated.logged[0])
    rows: Entries = rated.log[: count * each].reshape(-1, each).copy()
    rated.logged[0] = 0
    if rows.size > BROUGHT:  # the next log is to have what is dear, and not what comes first
        rated.logged[1] *= 2
    elif rows.size < BROUGHT // 4 and rated.logged[1] > MUCH_WORK:
        rated.logged[1] //= 2
    return rows[_dearest(rows, BROUGHT)]


def take_over(tables: Tables, rows: Entries, source: str) -> None:
    """Have a search know what others have settled; some of it is searched again, once the rest is known.

    Raises:  StoreError: an entry is wrong.
    """
    import numpy as np

    lost = _disproof_numbers(rows) == 0
    chosen = np.zeros(len(rows), bool)
    for kind in (lost, ~lost):
        places = np.flatnonzero(kind).tolist()
        some = min(SAMPLE, -(-len(places) // ONE_IN))
        chosen[random.Random(len(places)).sample(places, some)] = True
    _enter(tables, rows[~chosen])
    for row, is_lost in zip(rows[chosen].tolist(), lost[chosen].tolist(), strict=True):
        if _is_lost(tables, row[:-1]) not in (is_lost, None):
            what = f"worth {row[-2] >> tables.moves.shift}"
            claim, true = (what, f"not {what}") if is_lost else (f"not {what}", what)
            raise StoreError(
                f"{source}: expected nim-values of parts, found one that is wrong: a worker says that a part is "
                f"{claim}, but it is {true}; one of the machines computes wrongly"
            )
    _enter(tables, rows[chosen])


def _enter(tables: Tables, rows: Entries) -> None:
    """Put entries into the tables."""
    import numpy as np

    from grundy.engines.search.kernels import numbers as kernels
    from grundy.engines.search.kernels.spans import Span

    lost = _disproof_numbers(rows) == 0
    tables.add(np.ascontiguousarray(rows[lost, :-1]).reshape(-1))
    kernels.take(Span(rows[~lost].reshape(-1)), Span(tables.numbers), tables.moves.like, tables.moves.shift)


def _is_lost(tables: Tables, words: list[int]) -> bool | None:
    """Whether a couple is lost, by a short search that knows what the tables know; None: it did not come so far."""
    from grundy.engines.search.kernels import proof as kernels
    from grundy.engines.search.kernels.numbers import INFINITE
    from grundy.engines.search.kernels.spans import Span, spans

    shift, desk = tables.moves.shift, tables.desks[0]
    value, key, beside = tables.look(arrays.unpacked([*words[:-1], words[-1] & ((1 << shift) - 1)]))
    heap = words[-1] >> shift
    if value >= 0:
        return value == heap
    desk.frames.part[: tables.words] = key
    desk.frames.kind[0], desk.frames.heap[0] = kernels.COUPLE, heap ^ beside
    desk.frames.phi[0] = desk.frames.delta[0] = INFINITE
    desk.state[:2], desk.state[8] = (0, kernels.ENTER), desk.state[2] + AGAIN
    status = kernels.RUNNING
    while status != kernels.DONE:
        given = tables.moves, desk.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers, desk.rated
        status = int(kernels.run(*map(spans, given), Span(desk.state), False, 2 * AGAIN))
        tables.gather()
        if status == kernels.STACK_FULL:
            desk.grow_stack()
    desk.state[8] = 2**62
    return True if desk.state[5] == 0 else False if desk.state[4] == 0 else None


def _disproof_numbers(rows: Entries) -> Entries:
    import numpy as np

    return rows[:, -1] >> np.uint64(28) & np.uint64((1 << 28) - 1)


class Settled:
    """What is known of one field to those who ask: brought by several processes, and taken along to the others.

    Each entry has the number of the answer that brought it, so it is enough to know of a process up to which number it
    has been told. Beyond KEPT words what took least work is forgotten.

    words   of an entry
    """

    def __init__(self, words: int) -> None:
        import numpy as np

        self._rows: Entries = np.zeros((0, words), np.uint64)
        self._by = np.zeros(0, np.int64)  # which process brought an entry
        self._at = np.zeros(0, np.int64)  # in which answer
        self._known: dict[bytes, bool] = {}  # whether a couple is lost
        self._answers = 0
        self._told: dict[str, int] = {}  # by the name of a process
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def put(self, process: str, rows: Entries) -> None:
        """Add what a process has brought; what is known already stays as it is.

        Raises:  StoreError: another one has brought the opposite.
        """
        import numpy as np

        keys = [row.tobytes() for row in rows[:, :-1]]
        lost = (_disproof_numbers(rows) == 0).tolist()
        for key, is_lost in zip(keys, lost, strict=True):
            if self._known.get(key, is_lost) is not is_lost:
                raise StoreError(
                    "the workers do not agree: one says that a part has a nim-value, another that it has not; one of "
                    "the machines computes wrongly"
                )
        new = [place for place, key in enumerate(keys) if key not in self._known]
        if not new:
            return
        self._known.update(zip(keys, lost, strict=True))
        self._answers += 1
        number = self._numbers.setdefault(process, len(self._numbers))
        self._rows = np.concatenate([self._rows, rows[new]])
        self._by = np.append(self._by, np.full(len(new), number))
        self._at = np.append(self._at, np.full(len(new), self._answers))
        if self._rows.size > KEPT:
            stay = _dearest(self._rows, KEPT // 4 * 3)
            self._rows, self._by, self._at = self._rows[stay], self._by[stay], self._at[stay]
            verdicts = (_disproof_numbers(self._rows) == 0).tolist()
            self._known = {row.tobytes(): verdict for row, verdict in zip(self._rows[:, :-1], verdicts, strict=True)}

    def news(self, process: str) -> tuple[int, int, Entries]:
        """What a process has not been told, the dearest of it: after which answer, up to which, the entries."""
        since = self._told.get(process, 0)
        rows = self._rows[(self._at > since) & (self._by != self._numbers.get(process, -1))]
        return since, self._answers, rows[_dearest(rows, SENT)]

    def tell(self, process: str, since: int, upto: int) -> None:
        """Note that a process, whichever it was, has been told the news."""
        if self._told.get(process, 0) >= since:
            self._told[process] = max(upto, self._told.get(process, 0))

    def dearest(self, words: int) -> Entries:
        """The entries that took most work, in so many words."""
        return self._rows[_dearest(self._rows, words)]


def _dearest(rows: Entries, words: int) -> NDArray[np.int64]:
    """The places of those entries that took most work, in so many words."""
    import numpy as np

    most = words // rows.shape[1]
    if len(rows) <= most:
        return np.arange(len(rows))
    return np.sort(np.argsort(rows[:, -1] >> np.uint64(56), kind="stable")[len(rows) - most :])


# ---- On a worker: an opening is searched for a slice of time, and what that has settled is brought home
#
# A process keeps its searches from one call to the next, and so goes on with a question where it was.


NEVER = 2**62

Opening: TypeAlias = tuple[str, int]
"""The name of a field, and the least set of it that is worth as much by a symmetry."""


def answer_opening(
    places: int,
    moves: Sequence[Sequence[int]],
    squares: Sequence[Sequence[int]],
    images: Sequence[Sequence[int]],
    opening_of: str,
    value: int,
    method: Any,
    memory: int | None,
    seconds: float,
    after: int,
    upto: int,
    news: str,
) -> tuple[str, int, bool | None, str, int, float, int, int, str]:
    """Search for some seconds of a processor whether a set of a field has a value.

    Args:    places, moves, squares, images: of the field. opening: the set. method, memory: of the search.
             news: what other processes have settled, which came home after answer `after` and up to answer `upto`.
    Returns: the set and the value; whether it has that, or None where it is not known yet; the name of this process;
             positions searched, and seconds of a processor for that; `after` and `upto`; what has been settled.
    Raises:  StoreError: the news are wrong.
    """
    rows = (tuple(map(tuple, table)) for table in (moves, squares, images))
    search = _asker(method, memory).search_of(_field(places, *rows))
    nodes = search.nodes
    if news:
        tables = search.prepare()
        take_over(tables, arrays.from_text(news).reshape(-1, tables.words + 1), "what other workers settled")
    if search.tables:
        begin_log(search.tables)
    began, is_new = process_time(), search.tables is None
    steps = search.answers([BoardQuestion(int(opening_of, 16), value)])
    yes = None
    while True:
        try:
            next(steps)
        except StopIteration as done:
            yes = bool(done.value[0])
            break
        begin_log(search.prepare())
        if is_new:  # to make its tables took it seconds
            began, is_new = process_time(), False
        if process_time() - began > seconds:
            steps.close()
            break
    spent = min(seconds, process_time() - began)
    brought = arrays.text_of(logged(search.tables)) if search.tables else ""
    return opening_of, value, yes, _process(), search.nodes - nodes, spent, after, upto, brought


@cache
def _process() -> str:
    return uuid4().hex


@cache
def _asker(method: Any, memory: int | None) -> Asker:
    return Asker(SearchOptions(method, memory), misere=False, forecast_at=NEVER)


@cache
def _field(places: int, moves: Any, squares: Any, images: Any) -> SubsetGame:
    """One object for one field: searches are kept by it."""
    return SubsetGame(places, moves, squares, images)


@cache
def named_board(field: SubsetGame) -> tuple[str, Board]:
    """The name of a field, which is the same in every process, and its board."""
    return sha256(repr(sent(field)).encode("ascii")).hexdigest(), prepare(field)


def opening_of(field: SubsetGame, places: int) -> Opening:
    """What sets that are alike by a symmetry have in common."""
    name, board = named_board(field)
    return name, plain.key(board, board.inward(places))


def sent(field: SubsetGame) -> tuple[Any, ...]:
    """A field as the first arguments of a call."""
    return field.places, field.moves, field.squares, field.images


# ---- Whoever asks


FIRST = 0.05  # seconds of a processor that the first calls take: what all are at in the same call, they find twice
GROWTH = 0.1  # of the time that each worker has searched by then: so long are the next calls
SLICE = 0.5  # seconds that a call takes at most; with many workers more, for who asks must read their answers:
READING = 0.1  # seconds for an answer of so long a call
SENDING = 0.01  # and for one of a short call
FIRST_SNAPSHOT = 2.0  # seconds between two texts of what is settled, at least
SHARE = 0.03  # of the time may go into them

Node: TypeAlias = tuple[Opening, int]
"""A set, and the value that it is asked about."""


class Openings:
    """Answers questions about sets of places, as `asker.Asker` does, by workers elsewhere; in normal play."""

    def __init__(self, options: SearchOptions, elsewhere: Elsewhere, seconds: float = SLICE) -> None:
        self.options = options
        self._elsewhere, self._seconds = elsewhere, seconds
        self._spent = 0.0  # seconds of a processor that workers have searched
        self._facts: dict[Node, bool] = {}  # whether an opening has a value
        self._worth: dict[Opening, int] = {}
        self._settled: dict[tuple[str, int], Settled] = {}  # by the name of a field, and the words of an entry
        self._text: tuple[float, float, list[Any]] = (0.0, 0.0, [])
        self.positions = 0  # that workers have searched

    def ask(self, questions: Sequence[Asked], before: str = "") -> list[int]:
        """As `Asker.ask`."""
        answers: list[int] = self.options.run(self.work(questions, before)) if questions else []
        return answers

    def work(self, questions: Sequence[Asked], before: str = "") -> Asking:
        """As `Asker.work`; what is saved is all that is known of any field."""

        def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int]]:
            for name, key, value, yes in (saved or {}).get("openings", ()):
                self._learn((name, int(key, 16)), value, yes)
            for name, words, text in (saved or {}).get("settled", ()):
                self._settled_of(name, words).put("checkpoint", arrays.from_text(text).reshape(-1, words))
            for field in dict.fromkeys(field for field, *_ in questions):
                field_questions = [(places, value) for game, places, value in questions if game is field]
                yield from self._search(field, field_questions, before)
            answers: list[int] = []
            for field, places, value in questions:
                opening = opening_of(field, places)
                answers.append(self._worth[opening] if value is None else bool(self._is_worth(opening, value)))
            return answers

        return work

    def forget_all(self) -> None:
        """Nothing is here that would take room."""

    def _search(
        self, field: SubsetGame, questions: Sequence[tuple[int, int | None]], before: str
    ) -> Generator[Chunk, None, None]:
        """Have workers answer questions about a field."""
        title, board = named_board(field)
        settled = self._settled_of(title, board.words + 1)
        places: dict[Opening, int] = {}  # of sets that are alike, the one that is asked about
        calls: list[Sequence[Any]] = []
        at_work: set[Node] = set()
        idle: list[str] = []  # processes

        @cache
        def name(mask: int) -> Opening:
            opening = opening_of(field, mask)
            places.setdefault(opening, mask)
            return opening

        def ask(last: Node | None = None) -> str:
            """Give work to workers that have none, first that which was just at work; what is known."""
            nodes = dict.fromkeys(node for mask, value in questions for node in self._nodes(field, mask, value, name))
            left = [node for node in nodes if self._is_worth(*node) is None]
            threads = self._elsewhere.threads()
            ready = sorted((node for node in left if node not in at_work), key=lambda node: node != last)
            for node in ready[: max(0, threads - len(at_work))]:
                at_work.add(node)
                after, upto, rows = settled.news(idle[-1] if idle else "")
                idle[-1:] = []
                seconds = self._slice(threads)
                news = arrays.text_of(rows) if len(rows) else ""
                question = hex(places[node[0]]), node[1], self.options.method, self.options.memory
                calls.append((*sent(field), *question, seconds, after, upto, news))
            if not left:
                return "all is known"
            value = left[0][1]
            smaller = ", ".join(map(str, range(value))) if questions[0][1] is None else ""
            progress = f"{len(nodes) - len(left):,} of {len(nodes):,} openings"
            ruled_out = f"the nim-value is not {smaller}; " if smaller else ""
            return f"{ruled_out}whether they are worth {value} is known of {progress}"

        ask()
        for answer in self._elsewhere.answers(__name__, "answer_opening", calls):
            last = None
            if answer is not None:
                hex_mask, value, yes, process, positions, spent, after, upto, brought = answer
                last = opening_of(field, int(hex_mask, 16)), value
                at_work.discard(last)
                idle.append(process)
                self.positions += positions
                self._spent += spent
                settled.tell(process, after, upto)
                if brought:
                    settled.put(process, arrays.from_text(brought).reshape(-1, board.words + 1))
                if yes is not None:
                    self._learn(*last, yes)
            text = f"{before}{ask(last)}; {self.positions:,} positions"
            yield Chunk(len(self._facts), 0, "answers", self._state(), text)

    def _slice(self, threads: int) -> float:
        """Seconds of a processor that the next call is to take."""
        longest = max(self._seconds, READING * threads) if self._seconds else 0
        return min(longest, max(FIRST, SENDING * threads, GROWTH * self._spent / max(1, threads)))

    def _nodes(self, field: SubsetGame, places: int, value: int | None, name: Callable[[int], Opening]) -> list[Node]:
        """The questions that answer one: itself, or which openings have the least value that is not ruled out."""
        if value is not None:
            return [(name(places), value)]
        sets, least = options(field.moves, places), 0
        while name(places) not in self._worth:
            nodes = [(name(mask), least) for mask in sets]
            verdicts = [self._is_worth(*node) for node in nodes]
            if True not in verdicts:
                if None in verdicts:
                    return nodes
                self._learn(name(places), least, True)
            least += 1
        return []

    def _state(self) -> dict[str, Any]:
        """What is to be kept; what is settled as it was some moments ago, for it takes time to write."""
        moment, cost, text = self._text
        now = CLOCK.now()
        if now > moment + max(FIRST_SNAPSHOT, cost / SHARE):
            each = KEPT // max(1, len(self._settled))
            rows = [(name, words, settled.dearest(each)) for (name, words), settled in self._settled.items()]
            text = [[name, words, arrays.text_of(entries)] for name, words, entries in rows if len(entries)]
            self._text = CLOCK.now(), CLOCK.now() - now, text
        return {
            "openings": [[name, hex(key), value, yes] for ((name, key), value), yes in self._facts.items()],
            "settled": text,
        }

    def _settled_of(self, name: str, words: int) -> Settled:
        return self._settled.setdefault((name, words), Settled(words))

    def _is_worth(self, opening: Opening, value: int) -> bool | None:
        """Whether an opening has a value, as far as it is known."""
        if opening in self._worth:
            return self._worth[opening] == value
        return self._facts.get((opening, value))

    def _learn(self, opening: Opening, value: int, yes: bool) -> None:
        self._facts[opening, value] = yes
        if yes:
            self._worth[opening] = value


def asker(options: SearchOptions) -> Asker | Openings:
    """Who answers questions about sets of places in normal play: this process, or workers elsewhere."""
    return Asker(options, misere=False) if options.elsewhere is None else Openings(options, options.elsewhere)


def options(moves: Iterable[BitmaskMove], places: int) -> list[int]:
    """What moves leave of a set of places.

    >>> options([(3, 0, 3, 0), (6, 0, 6, 0)], 7)
    [4, 1]
    """
    return [(places & ~clear) ^ flip for need, off, clear, flip in moves if places & need == need and not places & off]

"""A position by its openings: what one move leaves is asked of other processes or machines, in calls of some seconds.

A set is worth v if no opening is worth v, and it is worth nothing less. So it is asked which openings are worth 0, then
1, and so on, until none is, and that is the nim-value. Openings that are alike by a symmetry are asked about once.

A call searches for half a second at most (see slices.py), then brings home what it has settled and the answer if there
is one; else the same is asked again, of the same process, if that is the next to be free: it goes on where it was. Each
call takes along what others have settled since (see settled.py). So all of them search little more than one would; and
what is answered and settled is kept: a stopped run asks nothing again that was answered, and a worker that is lost
costs its last call and what was too cheap to be brought home.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.engines.options import SearchOptions
from grundy.engines.search import arrays, slices
from grundy.engines.search.asker import Asked, Asker, Asking
from grundy.engines.search.settled import KEPT, Settled
from grundy.engines.search.slices import Opening
from grundy.model.shapes import BitmaskMove, SubsetGame
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from grundy.runs.workers import Elsewhere

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
        found: list[int] = self.options.run(self.work(questions, before)) if questions else []
        return found

    def work(self, questions: Sequence[Asked], before: str = "") -> Asking:
        """As `Asker.work`; what is saved is all that is known of any field."""

        def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int]]:
            for name, key, value, yes in (saved or {}).get("openings", ()):
                self._learn((name, int(key, 16)), value, yes)
            for name, words, text in (saved or {}).get("settled", ()):
                self._settled_of(name, words).put("checkpoint", arrays.from_text(text).reshape(-1, words))
            for field in dict.fromkeys(field for field, *_ in questions):
                asked = [(places, value) for one, places, value in questions if one is field]
                yield from self._search(field, asked, before)
            found: list[int] = []
            for field, places, value in questions:
                opening = slices.opening(field, places)
                found.append(self._worth[opening] if value is None else bool(self._is_worth(opening, value)))
            return found

        return work

    def forget_all(self) -> None:
        """Nothing is here that would take room."""

    def _search(
        self, field: SubsetGame, asked: Sequence[tuple[int, int | None]], before: str
    ) -> Generator[Chunk, None, None]:
        """Have workers answer questions about a field."""
        title, board = slices.board(field)
        settled = self._settled_of(title, board.words + 1)
        places: dict[Opening, int] = {}  # of sets that are alike, the one that is asked about
        calls: list[Sequence[Any]] = []
        at_work: set[Node] = set()
        idle: list[str] = []  # processes

        @cache
        def name(one: int) -> Opening:
            opening = slices.opening(field, one)
            places.setdefault(opening, one)
            return opening

        def ask(last: Node | None = None) -> str:
            """Give work to workers that have none, first that which was just at work; what is known."""
            nodes = dict.fromkeys(node for one, value in asked for node in self._nodes(field, one, value, name))
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
                calls.append((*slices.sent(field), *question, seconds, after, upto, news))
            if not left:
                return "all is known"
            value = left[0][1]
            smaller = ", ".join(map(str, range(value))) if asked[0][1] is None else ""
            known = f"{len(nodes) - len(left):,} of {len(nodes):,} openings"
            ruled_out = f"the nim-value is not {smaller}; " if smaller else ""
            return f"{ruled_out}whether they are worth {value} is known of {known}"

        ask()
        for answer in self._elsewhere.answers(slices.__name__, "answer_opening", calls):
            last = None
            if answer is not None:
                one, value, yes, process, positions, spent, after, upto, brought = answer
                last = slices.opening(field, int(one, 16)), value
                at_work.discard(last)
                idle.append(process)
                self.positions += positions
                self._spent += spent
                settled.tell(process, after, upto)
                if brought:
                    settled.put(process, arrays.from_text(brought).reshape(-1, board.words + 1))
                if yes is not None:
                    self._learn(*last, yes)
            known = f"{before}{ask(last)}; {self.positions:,} positions"
            yield Chunk(len(self._facts), 0, "answers", self._state(), known)

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
            nodes = [(name(one), least) for one in sets]
            known = [self._is_worth(*node) for node in nodes]
            if True not in known:
                if None in known:
                    return nodes
                self._learn(name(places), least, True)
            least += 1
        return []

    def _state(self) -> dict[str, Any]:
        """What is to be kept; what is settled as it was some moments ago, for it takes time to write."""
        moment, cost, text = self._text
        now = monotonic()
        if now > moment + max(FIRST_SNAPSHOT, cost / SHARE):
            each = KEPT // max(1, len(self._settled))
            rows = [(name, words, one.dearest(each)) for (name, words), one in self._settled.items()]
            text = [[name, words, arrays.text_of(found)] for name, words, found in rows if len(found)]
            self._text = monotonic(), monotonic() - now, text
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

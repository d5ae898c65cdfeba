"""A position by its openings: what one move leaves is asked of other processes or machines, each a call of its own.

In rounds: which openings are worth 0, which 1, and so on, until none is worth that, which is then the nim-value. The
first round has the winning moves. Openings that are alike by a symmetry are asked about once. Workers for whom no
opening is left search subtrees of those that others are still at (see subtrees.py). What is answered is kept, so that a
stopped run asks none of it again; a call whose worker is lost is done again by another.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, Any

from grundy.engines.search import plain
from grundy.engines.search.asker import Asked, Asker, Asking
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.options import SearchOptions
from grundy.engines.search.subtrees import Node, Opening, Subtrees, options
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import Chunk, ended

if TYPE_CHECKING:
    from grundy.engines.workers import Elsewhere

LONG = 5.0  # seconds that a question is at work before its subtrees are asked too: few are worth less


class Openings:
    """Answers questions about sets of places, as `asker.Asker` does, by workers elsewhere; in normal play."""

    def __init__(self, options: SearchOptions, elsewhere: Elsewhere, long: float = LONG) -> None:
        self.options = options
        self._long = long
        self._elsewhere = elsewhere
        self._facts: dict[tuple[Opening, int], bool] = {}  # whether an opening has a value
        self._worth: dict[Opening, int] = {}

    def ask(self, questions: Sequence[Asked], before: str = "") -> list[int]:
        """As `Asker.ask`."""
        found: list[int] = self.options.run(self.work(questions, before)) if questions else []
        return found

    def work(self, questions: Sequence[Asked], before: str = "") -> Asking:
        """As `Asker.work`; what is saved is all that is known of any field."""

        def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, list[int]]:
            for name, key, value, yes in (saved or {}).get("openings", ()):
                self._learn((name, int(key, 16)), value, yes)
            found: list[int] = []
            for number, (field, places, value) in enumerate(questions):
                if value is None:
                    found.append((yield from self._value(field, places, before)))
                    continue
                alike = [other for one, other, asked in questions[number:] if (one, asked) == (field, value)]
                yield from self._asked(field, alike, value, before)  # those to come too, so that none waits for one
                found.append(int(self._is_worth(_opening(field, places), value) or False))
            return found

        return work

    def forget_all(self) -> None:
        """Nothing is here that would take room."""

    def _value(self, field: SubsetGame, places: int, before: str) -> Generator[Chunk, None, int]:
        """The nim-value of a set: the least that none of its openings is worth."""
        openings = options(field.moves, places)
        least = 0
        while True:
            known = f"the nim-value is not {', '.join(map(str, range(least)))}; " if least else ""
            yield from self._asked(field, openings, least, before + known)
            if not any(self._is_worth(_opening(field, one), least) for one in openings):
                return least
            least += 1

    def _asked(self, field: SubsetGame, sets: Sequence[int], value: int, before: str) -> Generator[Chunk, None, None]:
        """Find out which sets have a value."""
        openings = {_opening(field, places): places for places in sets}
        asked = sorted(places for one, places in openings.items() if self._is_worth(one, value) is None)
        if not asked:
            return
        tree = Subtrees(field.moves, lambda places: _opening(field, places), asked, value, self._is_worth, self._learn)
        calls: list[Sequence[Any] | None] = []
        at_work: dict[Node, tuple[int, float]] = {}  # the number of its call, and since when
        self._ask(field, tree, tree.roots, calls, at_work)
        for answer in self._elsewhere.answers(__name__, "answer_opening", calls):
            if answer is not None:
                places, of, yes = int(answer[0], 16), answer[1], answer[2]
                self._learn(_opening(field, places), of, yes)
                tree.settle()
            wanted = tree.wanted()
            for node in at_work.keys() - wanted:
                number, _ = at_work.pop(node)
                calls[number] = None
            self._ask(field, tree, self._subtrees(tree, wanted, at_work), calls, at_work)
            state = {"openings": [[name, hex(key), v, yes] for ((name, key), v), yes in self._facts.items()]}
            left = sum(self._is_worth(*node) is None for node in tree.roots)
            done = f"{len(openings) - left:,} of {len(openings):,} openings"
            yield Chunk(
                len(self._facts), 0, "answers", state, f"{before}whether they are worth {value} is known of {done}"
            )

    def _ask(
        self,
        field: SubsetGame,
        tree: Subtrees,
        nodes: Sequence[Node],
        calls: list[Sequence[Any] | None],
        at_work: dict[Node, tuple[int, float]],
    ) -> None:
        for node in nodes:
            at_work[node] = len(calls), monotonic()
            calls.append((*_sent(field), hex(tree.places[node[0]]), node[1], self.options.method, self.options.memory))

    def _subtrees(self, tree: Subtrees, wanted: list[Node], at_work: dict[Node, tuple[int, float]]) -> list[Node]:
        """Questions for workers that have none: of subtrees of what has been at work for long, the oldest first."""
        now = monotonic()
        if not any(now - since >= self._long for _, since in at_work.values()):
            return []
        room = self._elsewhere.threads() - len(at_work)
        while room > 0:
            left = [node for node in wanted if node not in at_work]
            if left:
                return left[:room]
            old = (
                node for node, (_, since) in at_work.items() if now - since >= self._long and not tree.is_split(node)
            )
            node = next(old, None)
            if node is None:
                break
            tree.split(node)
            tree.settle()
            wanted = tree.wanted()
        return []

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


def answer_opening(
    places: int,
    moves: Sequence[tuple[int, int, int, int]],
    squares: Sequence[tuple[int, int]],
    images: Sequence[tuple[int, ...]],
    opening: str,
    value: int,
    method: str,
    memory: int | None,
) -> tuple[str, int, bool]:
    """On a worker: whether a set of a field has a value, after both; what is learnt is kept for the next call."""
    field = SubsetGame(places, *(tuple(map(tuple, rows)) for rows in (moves, squares, images)))  # type: ignore[arg-type]
    asked = _asker(method, memory).work([(field, int(opening, 16), value)])
    return opening, value, bool(ended(asked(None))[0])


@cache
def _asker(method: Any, memory: int | None) -> Asker:
    return Asker(SearchOptions(method, memory), misere=False)


@cache
def _board(field: SubsetGame) -> tuple[str, Board]:
    """The name of a field, which is the same in every process, and its board."""
    return sha256(repr(_sent(field)).encode("ascii")).hexdigest(), prepare(field)


def _opening(field: SubsetGame, places: int) -> Opening:
    name, board = _board(field)
    return name, plain.key(board, board.inward(places))


def _sent(field: SubsetGame) -> tuple[Any, ...]:
    return field.places, field.moves, field.squares, field.images

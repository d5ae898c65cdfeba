"""The list of claims that proves the nim-value of a set of places: which positions, chosen with the search's help."""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterable, Sequence
from heapq import heappop, heappush
from itertools import product
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from grundy.engines.search import plain
from grundy.engines.search.board import Board, moved
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.tables import Gathering
from grundy.errors import OutOfReach
from grundy.model.shapes import BitmaskMove
from grundy.runs.chunk import Chunk

if TYPE_CHECKING:
    from grundy.engines.search.tables import Tables


MOST_CLAIMS = 100_000  # FORMAT.md allows more, but then checking takes hours
MOST_MOVES = 20_000
MOST_KNOWN = 200_000  # sets of which something is kept that can be found again
PAUSE = 0.1  # seconds between chunks

Found = TypeVar("Found")

Keys: TypeAlias = tuple[int, ...]
"""Parts of a position that do not cancel, each as `Claims.key` gives it."""


class Claims:
    """The sets whose values are to be claimed, as they gather: each is proved by smaller ones among them.

    A claim is proved as FORMAT.md says: by an option of each smaller value, and for each other option by its value or
    by a reply to a position of the claimed value. What is asked of the search only chooses; nothing of it is believed
    by who checks.
    """

    def __init__(self, board: Board, search: BoardSearch) -> None:
        self.board, self.search = board, search
        self.moves: tuple[BitmaskMove, ...] = tuple(move for move in board.moves if not move[0] & move[1])
        self.splits = not any(off or flip for _, off, _, flip in self.moves)
        self.values: dict[int, int] = {}  # claimed
        self._waiting: list[tuple[int, int]] = []
        self._known: dict[int, Keys] = {}
        self._forms: dict[int, int] = {}
        self._worth: dict[int, int] = {}

    def size(self, part: int) -> int:
        """What is smaller after each move."""
        return part.bit_count() if self.splits else part

    def keys(self, places: int, moves: Sequence[BitmaskMove] | None = None) -> Keys:
        """The parts of a set, those left out that cancel; `moves`: all that may be possible, if that is known."""
        keys = self._known.get(places)
        if keys is None:
            odd: set[int] = set()
            for part in self.parts(places, moves):
                odd ^= {self.form(part)}
            keys = _memoize(self._known, places, tuple(sorted(odd)))
        return keys

    def form(self, part: int) -> int:
        """The one that stands for all parts of this shape."""
        if not self.splits or not self.board.rows:
            return part
        shape = self._forms.get(part)
        if shape is None:
            shape = _memoize(self._forms, part, plain.key(self.board, part))
        return shape

    def gather(self, root: int) -> Generator[Chunk, None, int]:
        """Find the claims that prove the nim-value of a set of the board, and return that value.

        Raises:  OutOfReach: they are too many.
        """
        value = yield from self._plan(self.keys(root))
        yielded = monotonic()
        while self._waiting:
            _, part = heappop(self._waiting)
            yield from self._prove(part)
            if len(self.values) > MOST_CLAIMS:
                raise OutOfReach(
                    f"a certificate of more than {MOST_CLAIMS:,} claims would take hours to check; "
                    f"try a smaller position"
                )
            if monotonic() - yielded > PAUSE:
                yielded = monotonic()
                progress = f"{len(self.values):,} claims found"
                yield Chunk(len(self.values), 0, "claims", {}, progress)
        return value

    def in_order(self) -> list[tuple[int, int]]:
        """The sets with their values, each after those that prove it."""
        return sorted(self.values.items(), key=lambda claim: (self.size(claim[0]), claim[0]))

    def possible(self, places: int, moves: Sequence[BitmaskMove] | None = None) -> list[BitmaskMove]:
        """The moves from a set, of all or of these."""
        among = self.moves if moves is None else moves
        return [move for move in among if places & move[0] == move[0] and not places & move[1]]

    def parts(self, places: int, moves: Sequence[BitmaskMove] | None = None) -> list[int]:
        """The parts as a checker finds them: joined by moves that are possible, without what no move needs."""
        possible = self.possible(places, moves)
        if not self.splits:
            return [places] if possible else []
        live = 0
        for need, *_ in possible:
            live |= need
        parts: list[int] = []
        for need, _, clear, _ in possible:
            joined = need | clear & live
            apart = []
            for part in parts:
                if part & joined:
                    joined |= part
                else:
                    apart.append(part)
            parts = [*apart, joined]
        return parts

    def live(self, places: int) -> int:
        """A set without the places that no move needs any more."""
        live = 0
        for part in self.parts(places):
            live |= part
        return live

    def options(self, places: int, moves: Sequence[BitmaskMove] | None = None) -> list[int]:
        """The sets that one move leads to."""
        return [(places & ~clear) ^ flip for _, _, clear, flip in self.possible(places, moves)]

    def _plan(self, keys: Keys) -> Generator[Chunk, None, int]:
        """Claim the values of these parts; their XOR."""
        total = 0
        for key in keys:
            if key not in self.values:
                self.values[key] = yield from self._value((key,))
                heappush(self._waiting, (-self.size(key), key))
            total ^= self.values[key]
        return total

    def value_of(self, key: int) -> Generator[Chunk, None, int]:
        """The nim-value of a part."""
        return (yield from self._value((key,)))

    def _value(self, keys: Keys) -> Generator[Chunk, None, int]:
        questions = [BoardQuestion(moved(key, self.board.order)) for key in keys if key not in self.values]
        total = 0
        for value in (yield from self.search.answers(questions)) if questions else []:
            total ^= value
        return total ^ self._said(key for key in keys if key in self.values)

    def found(self, keys: Keys) -> int | None:
        """The value of these parts where nothing has to be searched for it."""
        total = 0
        for key in keys:
            found = self.values.get(key, self._worth.get(key))
            if found is None:
                found = self.search.known(moved(key, self.board.order))
                if found is None:
                    return None
                _memoize(self._worth, key, found)
            total ^= found
        return total

    def _is_worth(self, keys: Keys, value: int) -> Generator[Chunk, None, bool]:
        unknown = [key for key in keys if key not in self.values]
        value ^= self._said(key for key in keys if key in self.values)
        whole = 0
        for key in unknown:
            if len(unknown) > 1:  # keys lie on top of each other in the corner of the board
                return (yield from self._value(tuple(unknown))) == value
            whole = key
        if not unknown:
            return value == 0
        (right,) = yield from self.search.answers([BoardQuestion(moved(whole, self.board.order), value)])
        return bool(right)

    def _said(self, keys: Iterable[int]) -> int:
        total = 0
        for key in keys:
            total ^= self.values[key]
        return total

    def _cost(self, keys: Keys) -> int:
        return sum(key.bit_count() ** 3 for key in keys if key not in self.values)

    def _prove(self, part: int) -> Generator[Chunk, None, None]:
        """Claim what proves the value claimed of a part.

        What the search has found is taken before anything else is searched: it has proved this value, and so knows an
        option of each smaller value, and of most other options a reply or the value.
        """
        value = self.values[part]
        moves, options = self._options(part)
        for keys in (yield from self._smaller(list(options), value)):
            yield from self._plan(keys)
        for keys in sorted(options, key=self._cost):
            if all(key in self.values for key in keys):
                continue
            reply = yield from self._reply(options[keys], keys, moves, value)
            yield from self._plan(keys if reply is None else reply)

    def settle(self, part: int, value: int) -> Generator[Chunk, None, None]:
        """Have the search find what proves the value of a part, without claiming anything."""
        moves, options = self._options(part)
        yield from self._smaller(list(options), value)
        for keys, option in options.items():
            if (yield from self._reply(option, keys, moves, value)) is None:
                yield from self._value(keys)

    def _options(self, part: int) -> tuple[list[BitmaskMove] | None, dict[Keys, int]]:
        """The moves that can be possible in play from a part, and a set for each option, cheap ones first."""
        moves = self.possible(part) if self.splits else None  # what is impossible there stays so
        options: dict[Keys, int] = {}
        for option in self.options(part, moves):
            options.setdefault(self.keys(option, moves), option)
        return moves, {keys: options[keys] for keys in sorted(options, key=self._cost)}

    def _reply(
        self, option: int, keys: Keys, moves: Sequence[BitmaskMove] | None, value: int
    ) -> Generator[Chunk, None, Keys | None]:
        """A reply of this value to an option; None where that has a value that is known, or no such reply."""
        replies = sorted({self.keys(reply, moves) for reply in self.options(option, moves)}, key=self._cost)
        chosen = next((reply for reply in replies if self.found(reply) == value), None)
        if chosen is None and self.found(keys) is None:
            for reply in replies:
                if (yield from self._is_worth(reply, value)):
                    return reply
        return chosen

    def _smaller(self, options: Sequence[Keys], value: int) -> Generator[Chunk, None, list[Keys]]:
        """An option of each smaller value."""
        chosen: dict[int, Keys] = {}
        for keys in options:
            option_value = self.found(keys) if value else None
            if option_value is not None and option_value < value:
                chosen.setdefault(option_value, keys)
        for keys in options:
            if len(chosen) == value:
                break
            if self.found(keys) is None:
                option_value = yield from self._value(keys)
                if option_value < value:
                    chosen.setdefault(option_value, keys)
        return list(chosen.values())


def _memoize(memo: dict[int, Found], key: int, value: Found) -> Found:
    """Store a value in a memo of bounded size, and return it."""
    if len(memo) >= MOST_KNOWN:
        memo.clear()
    memo[key] = value
    return value


def squares(board: Board) -> list[tuple[int, int]]:
    """Row and column of each place of a board that is a grid; none of another."""
    return [(place % board.rows, place // board.rows) for place in range(board.places)] if board.rows else []


def first_claims(
    at: Sequence[tuple[int, int]], moves: Sequence[BitmaskMove], claims: Sequence[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Of claims about sets that FORMAT.md calls the same only the first.

    The search takes shapes for the same if all moves of the board turn alike; FORMAT.md, if the moves within them do.

    >>> first_claims([(0, 0), (1, 1)], [(1, 0, 1, 0), (2, 0, 2, 0)], [(1, 1), (2, 1)])
    [(1, 1)]
    """
    if not at or any(off or flip for _, off, _, flip in moves):
        return list(claims)
    side = 1 + max(map(max, at))
    high, wide = max(r for r, _ in at), max(c for _, c in at)
    ways = []
    for top, left, swap in product((0, 1), repeat=3):
        turned = [(high - r if top else r, wide - c if left else c) for r, c in at]
        ways.append([c * side + r if swap else r * side + c for r, c in turned])

    def laid(places: int, way: Sequence[int]) -> int:
        return sum(1 << number for place, number in enumerate(way) if places >> place & 1)

    def form(part: int) -> Hashable:
        within = [(need, clear & part) for need, _, clear, _ in moves if not need & ~part]
        forms = []
        for way in ways:
            cells = [number for place, number in enumerate(way) if part >> place & 1]
            corner = min(cell // side for cell in cells) * side + min(cell % side for cell in cells)
            turned = sorted((laid(need, way) >> corner, laid(clear, way) >> corner) for need, clear in within)
            forms.append((laid(part, way) >> corner, tuple(turned)))
        return min(forms)

    first: dict[Hashable, tuple[int, int]] = {}
    for claim in claims:
        first.setdefault(form(claim[0]), claim)
    return list(first.values())


# ---- The claims that prove a nim-value, gathered by kernels from the tables of a search that has become long


MOST_GATHERED = 20_000_000  # of a certificate, by FORMAT.md
FIRST_STEP = 100  # claims
BUDGET = 0.1  # seconds that a chunk shall take
ALL_TURNS = 0xFF


class ClaimCollector:
    """The claims of a set, by kernels where these know the board and have searched it; else in plain Python.

    claims   those in plain Python, which ask the search what its tables do not say
    """

    def __init__(self, claims: Claims) -> None:
        self.claims = claims
        self._kernels: Gathering | None = None

    @property
    def by_kernel(self) -> bool:
        """Whether the kernels have gathered them."""
        return self._kernels is not None

    def gather(self, root: int) -> Generator[Chunk, None, int]:
        """Find the claims that prove the nim-value of a set of the board, and return that value.

        Raises:  OutOfReach: they are too many, or the memory of the search is too small.
        """
        claims, total = self.claims, 0
        values = []
        for key in claims.keys(root):
            values.append((key, (yield from claims.value_of(key))))
            total ^= values[-1][1]
        tables = claims.search.tables
        if tables is None or not fits(claims.board):
            return (yield from claims.gather(root))
        yield from self.run(tables, values)
        return total

    def in_order(self) -> list[tuple[int, int]]:
        """The sets with their values, each after those that prove it."""
        return self._kernels.claims() if self._kernels else self.claims.in_order()

    def run(self, tables: Tables, values: list[tuple[int, int]]) -> Generator[Chunk, None, None]:
        """Gather by kernels what proves the values of some parts."""
        from grundy.engines.search.kernels import claims as k

        self._kernels = gathering = Gathering(tables, values)
        step, previous = FIRST_STEP, 0
        while True:
            began = monotonic()
            status = gathering.step(step)
            if status == k.DONE:
                return
            count, proved = gathering.count, gathering.proved
            progress = f"{count:,} claims found, of which {count - proved:,} are still to be proved"
            yield Chunk(proved, 0, "claims", {}, progress)
            if status == k.RUNNING:
                step = max(10, int(step * min(4.0, BUDGET / max(1e-4, monotonic() - began))))
            elif status == k.FULL:
                if count > MOST_GATHERED:
                    raise OutOfReach(f"a certificate has at most {MOST_GATHERED:,} claims; try a smaller position")
                gathering.grow(2 * gathering.room)
            else:
                part, value = gathering.asked()
                assert status == k.UNKNOWN, f"an option of {part:x} has the value that was found for it"
                if part == previous:
                    raise OutOfReach(
                        "what the search found is forgotten again, for want of memory; a larger --memory would help"
                    )
                previous = part
                yield from self.claims.settle(part, value)


def fits(board: Board) -> bool:
    """Whether the kernels know what FORMAT.md calls parts and forms.

    So it is on a grid whose shapes may be turned in all ways, with moves that take away what they need and no more, or
    with one for each place.
    """
    return (
        bool(board.rows)
        and board.layers == 1
        and board.splits
        and board.turns == ALL_TURNS
        and not any(off or flip for _, off, _, flip in board.moves)
        and (
            all(need == clear for need, _, clear, _ in board.moves)
            or len({need for need, *_ in board.moves if not need & need - 1}) == board.places
        )
    )

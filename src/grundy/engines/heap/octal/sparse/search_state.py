"""Where a search by generated kernels is: a window of words in memory, what checks them, what may come again."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.all_pairs import AllPairs
from grundy.engines.heap.octal.sparse.setup import ALIGNED, LIST, SMALL, Buffers, Setup
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup
from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.engines.heap.octal.sparse.stored_values import NEAR, StoredValues
from grundy.engines.heap.octal.sparse.stored_values import window as window_of
from grundy.engines.heap.octal.sparse.words import converted, of_size
from grundy.model.period import Checkpoints, Repetition
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk
from grundy.runs.values import packed_bytes, unpacked_bytes

if TYPE_CHECKING:
    from numpy.typing import NDArray


# ---- What a search for a period has found, as the parts of the search pass it on


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the search for a period found.

    heaps         G(0), ..., G(heaps - 1) were computed
    repetition    what repeats, if `by` is "theorem" (octal periodicity theorem) or "window" (a window that came again),
                  or is observed so far ("" and not None)
    space, rares  the sparse space and the rare heaps; None and () if the code has none (or needs none)
    largest       the largest nim-value and the first heap that has it
    window        how many values before a heap decide its own, if `by` is "window"
    checkpoints   where the search came by, if `by` is "window"
    values        of those heaps, if `by` is "theorem"
    """

    heaps: int
    repetition: Repetition | None
    by: str
    space: SparseSpace | None
    rares: tuple[int, ...]
    largest: tuple[int, int]
    window: int = 0
    checkpoints: Checkpoints | None = None
    values: Sequence[int] = field(default=(), repr=False, compare=False)


def known(size: int) -> str:
    """What can be said before a period is proved."""
    return f"no period is proved by the nim-values of heaps 0 to {size - 1}"


# ---- How what was found by a sparse space is known, in words


def describe(shape: Digits, finding: SearchResult) -> str:
    """Why the period is proved, or what was computed instead."""
    seen, last = finding.repetition, finding.heaps - 1
    values = f"the nim-values of heaps 0 to {last}"
    if finding.space:
        kind = "position-twisted sparse space" if finding.space.twist else "sparse space"
        values += f", by the {kind} of mask {finding.space.mask} with {len(finding.rares)} rare heaps"
        values += f" (the last is {finding.rares[-1]})" if finding.rares else ""
    if finding.by == "window" and seen:
        again = finding.heaps - seen.period
        return (
            f"G(n + {seen.period}) = G(n) for all n >= {seen.preperiod}: the {finding.window} values before heap "
            f"{again} come again before heap {finding.heaps}, and decide all that follows: between the two no heap is "
            "rare, and the smaller values of each are seen to be options' by pairs with one of these heaps; with "
            f"{values}"
        )
    if finding.by and seen:
        claim = f"G(n + {seen.period}) = G(n) for all n >= {seen.preperiod}"
        return f"{claim}: octal periodicity theorem (Guy & Smith 1956), with {values}"
    if seen:
        repeats = (finding.heaps - seen.preperiod) // seen.period
        return f"{values}: the last {repeats} stretches of {seen.period} are alike; that is no proof"
    if not finding.space and finding.heaps > 8_192:
        values += ", heap by heap, for the code has no sparse space"
    return f"{values}: they do not repeat so far"


SIZE = 2**20  # heaps in a buffer
MARKS = 4_096  # windows that are remembered by their hashes
A_BUFFER = 64  # of them in a buffer at most
HASHED = 2**13  # words of a window that are hashed: each of 64 in a buffer costs so much, and `propose` looks at all
SNAPSHOTS = 128  # windows that are kept whole, or fewer
KEPT = 2**26  # words in them, about
MOST = 10**15  # heaps, if no limit was given
FAR = 2**22  # small heaps that are tried for a heap that the near ones do not settle


class SearchState:
    """Where a search is: the heaps below `heaps` are computed and checked.

    snapshots   from where words can be computed again: a heap, and the `before` words before it, packed
    marks       the hashes of windows, each with the heap after it
    largest     the largest nim-value, and the first heap that has it
    reach       of the small heaps <= NEAR that settled the others, a bound
    far         the last heap that small heaps beyond NEAR had to settle
    pairs       of heaps kept as numbers: what settles those that near small heaps do not
    """

    def __init__(self, stored: StoredValues, setup: Setup | NumberSetup, state: Mapping[str, Any] | None) -> None:
        import numpy as np

        self.stored, self.setup = stored, setup
        self.first = stored.size // ALIGNED * ALIGNED
        if state is None:
            self.heaps = self.first
            start = max(self.first - setup.room, 0)
            self.last = np.zeros(setup.room, setup.words.dtype)  # heaps below 1 are part of no split, like rare ones
            first_words = setup.words.of_values(stored.values[start : self.first], start)
            first_words[: start == 0] = 0
            self.last[setup.room - len(first_words) :] = first_words
            values = stored.values[: self.first]
            self.largest = int(values.max()), int(values.argmax())
            self.snapshots = [(self.first, packed(self.last[-setup.before :]))]
            self.marks: dict[int, int] = {}
            self.every, self.key, self.marked = 0, -1, self.first
        else:
            for heap, value in state.get("late", ()):
                assert isinstance(setup, NumberSetup)
                self.setup = setup = setup.with_rare(heap, value, window_of(stored.shape, [heap], 0))
            self.heaps = int(state["heaps"])
            words, old = setup.words, of_size(state["bits"], setup.words.space)
            window = converted(unpacked(state["window"], old.dtype), old, words)
            self.last = np.zeros(setup.room, words.dtype)  # heaps below 1 are part of no split
            self.last[max(setup.room - len(window), 0) :] = window[-setup.room :]
            self.largest = state["largest"][0], state["largest"][1]
            self.snapshots = [
                (heap, packed(converted(unpacked(text, old.dtype)[-setup.before :], old, words)))
                for heap, text in state["snapshots"]
            ]
            self.marks = {int(key, 16): heap for key, heap in state["marks"]}
            self.every, self.key, self.marked = state["marking"]
        self.short = self.heaps
        self.reach = max(stored.reach, SMALL if state is None else int(state.get("reach", NEAR)))
        self._open, self._seen = np.zeros(LIST, np.int64), np.zeros(LIST, np.int64)
        self._first_numbers = np.zeros(0, np.int16)
        self.pairs: AllPairs | None = None
        if isinstance(setup, NumberSetup):
            self.pairs = AllPairs(
                stored, setup, self.first, state or {}, self.last if state is None else window, self.heaps
            )
        self.repetition: Repetition | None = None  # true if the checks go well to the end
        self.far = self.first if state is None else int(state.get("far", self.first))

    @property
    def late(self) -> list[tuple[int, int]]:
        """The rare heaps beyond those stored, with their values."""
        return self.pairs.late if self.pairs else []

    def state(self) -> dict[str, Any]:
        """All that is needed to go on."""
        return {
            "phase": "fast",
            "held": self.first,
            "space": [self.setup.words.space.mask, self.setup.words.space.twist, self.setup.words.space.first],
            "bits": self.setup.words.bits,
            "room": self.setup.room,
            "heaps": self.heaps,
            "window": packed(self.pairs.window(self.heaps, self.setup.room) if self.pairs and self.late else self.last),
            "largest": list(self.largest),
            "snapshots": [list(snapshot) for snapshot in self.snapshots],
            "marks": [[f"{key:x}", heap] for key, heap in self.marks.items()],
            "reach": self.reach,
            "far": min(self.far, self.heaps),  # heaps are checked ahead
            "marking": [self.every, self.key, self.marked],
            **(self.pairs.state(self.heaps) if self.pairs else {}),
        }

    def chunk(self, limit: int) -> Chunk:
        """How far the search is."""
        return Chunk(self.heaps, 0 if limit == MOST else limit, "heaps", self.state(), known(self.heaps))

    def checkpoints(self) -> Checkpoints | None:
        """Where it came by; None where windows are too long for a certificate."""
        return (
            None
            if self.late
            else Checkpoints(self.first, self.setup.words.bits, tuple(self.snapshots), self.reach, self.far)
        )

    def check(
        self, buffer: NDArray[Any], heap: int, key: int, every: int
    ) -> tuple[int | None, list[tuple[int, int]], int]:
        """Check SIZE heaps from `heap` on: the first that is not settled, the marked windows, the OR of all words."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import hash_windows

        setup, room = self.setup, self.setup.room
        ends, hashes = np.empty(A_BUFFER, np.int64), np.empty(A_BUFFER, np.uint64)
        marked: list[tuple[int, int]] = []
        at, seen = room, 0
        if self.pairs:
            self.pairs.note(buffer[room : room + SIZE], heap)
        late = {one for one, _ in self.late}
        while at < room + SIZE:
            at, (count, keys, union, reach) = setup.check(buffer, at, room + SIZE, key, (self._open, self._seen))
            seen |= union
            self.reach = max(self.reach, reach)
            for place in self._open[:count].tolist():
                one = heap - room + place
                if one not in late and not (buffer[place] and self.settle_far(one, buffer, place)):
                    return one, marked, seen
            if keys:
                wide = min(setup.before, HASHED)
                many = hash_windows(buffer, self._seen, keys, wide, np.uint64(every), ends, hashes)
                marked += [
                    (heap - room + end + 1, one)
                    for end, one in zip(ends[:many].tolist(), hashes[:many].tolist(), strict=True)
                ]
        return None, marked, seen

    def settle_far(self, heap: int, buffer: NDArray[Any], place: int) -> bool:
        """Whether a heap is settled by pairs with one of the high heaps, or by all that the first heaps held and the
        buffer can show. Where words have bits, pairs with one of the first FAR are tried, for which words long past are
        filled again; where the buffer holds so many before the heap's place, pairs with all of these.
        """
        if self.pairs:
            assert isinstance(self.setup, NumberSetup)
            settled = self.pairs.settle(self.setup, heap, buffer, place, self.blocks)
        else:
            settled = self._settle_by_words(heap, buffer, place)
        if settled:
            self.far = max(self.far, heap)
        return settled

    def add_rare(self, heap: int) -> bool:
        """Go on with one more rare heap, if all pairs told its value; heaps from `heaps` on must be filled in anew."""
        more = self.pairs.with_rare(self.setup, heap) if self.pairs else None
        if more is None:
            return False
        assert self.pairs
        self.setup = more
        self.last = self.pairs.low.before(self.heaps, more.room)
        self.far = max(self.far, heap)
        self.snapshots = self.snapshots[:1]
        self.key = -1  # windows are longer
        return True

    def _settle_by_words(self, heap: int, buffer: NDArray[Any], place: int) -> bool:
        setup, most = self.setup, int(self.setup.takes.max())
        reach = min(FAR, (heap - setup.before) // 2)
        if place - most >= min(FAR, heap // 2):
            reach, odd = min(place - most, (heap - most - 1) // 2), 0  # no two equal heaps
        else:
            start = max(heap - reach - setup.window, 0)
            buffer, place, odd = self._words(start, heap - start), heap - start, start & 1
        return setup.settle(buffer, place, odd, self._numbers_to(reach), reach)

    def _words(self, start: int, count: int) -> NDArray[Any]:
        """The words of heaps from `start` on: more than `count`."""
        import numpy as np

        parts: list[NDArray[Any]] = []
        for block in self.blocks(start):
            parts.append(block.copy())
            if len(parts) * SIZE > count:
                break
        return np.concatenate(parts)

    def _numbers_to(self, reach: int) -> NDArray[Any]:
        """The numbers of the first heaps up to `reach` at least, -1 of a rare one; kept, for few searches need them."""
        import numpy as np

        if len(self._first_numbers) <= reach:
            self._first_numbers = self.setup.words.numbers_in(self._words(0, reach)).astype(np.int16)
            self._first_numbers[0] = -1
        return self._first_numbers

    def note_largest(self, buffer: NDArray[Any], seen: int, limit: int) -> None:
        """Look for a value above the largest below a limit, where the OR of the words of a buffer allows one."""
        import numpy as np

        for heap, value in self.late:
            if self.heaps <= heap < min(limit, self.heaps + SIZE) and value > self.largest[0]:
                self.largest = value, heap
        words, top = self.setup.words, seen.bit_length() - 1
        if max(words.value(top, 0), words.value(top, 1)) <= self.largest[0]:
            return
        room = self.setup.room
        part = buffer[room : room + min(SIZE, limit - self.heaps)]
        numbers = words.numbers_in(part)
        top = int(numbers.max())  # what has the largest bit may lie beyond the limit
        if top < 0:
            return
        places = np.flatnonzero(numbers == top)
        values = [words.value(top, int(place)) for place in places]  # buffers start at even heaps
        best = max(values)
        first = self.heaps + int(places[values.index(best)])
        if (best, -first) > (self.largest[0], -self.largest[1]):
            self.largest = best, first

    def mark(self, marked: list[tuple[int, int]]) -> tuple[int, int] | None:
        """Remember windows: (heap, distance) of one that came again, the heap that after its first time."""
        for heap, key in marked:
            self.marked = heap
            before = self.marks.setdefault(key, heap)
            if before != heap and not ((heap - before) & self.setup.words.space.twist):
                return before, heap - before
        while len(self.marks) > MARKS:
            self.every = 2 * self.every + 1
            self.marks = {key: heap for key, heap in self.marks.items() if not key & self.every}
        return None

    def choose_key(self, buffer: NDArray[Any]) -> None:
        """Choose the word at which windows are marked: rare, but not so rare that a period may be without it."""
        import numpy as np

        numbers = self.setup.words.numbers_in(buffer[self.setup.room : self.setup.room + SIZE])
        counts = np.bincount(numbers[numbers >= 0], minlength=1)
        enough = min(A_BUFFER, int(counts.max()))
        count, self.key = min((count, number) for number, count in enumerate(counts.tolist()) if count >= enough)
        self.every = 0
        while count // (self.every + 1) > A_BUFFER:
            self.every = 2 * self.every + 1
        self.marks, self.marked = {}, self.heaps

    def keep(self) -> None:
        """Keep the window now and then; if there are too many, every other one is enough. After a late rare heap none
        is kept: they are long, and little is computed again."""
        if self.late:
            return
        most = max(4, min(SNAPSHOTS, KEPT // self.setup.before))  # late rare heaps make windows long
        last, spacing = self.snapshots[-1][0], max(SIZE, self.heaps // most)
        if self.heaps - last >= spacing:
            self.snapshots = [*self.snapshots, (self.heaps, packed(self.last[-self.setup.before :]))]
            if len(self.snapshots) > 2 * most:
                self.snapshots = [self.snapshots[0], *self.snapshots[2::2]]

    def blocks(self, start: int) -> Iterator[NDArray[Any]]:
        """The words of heaps start, start + 1, ..., SIZE of them at a time, computed again from a snapshot."""
        import numpy as np

        setup = self.setup
        last = np.zeros(setup.room, setup.words.dtype)
        have = np.zeros(0, setup.words.dtype)
        if start < self.first:
            have = setup.words.of_values(self.stored.values[start : self.first], start)
        heap, text = max(snapshot for snapshot in self.snapshots if snapshot[0] <= max(start, self.first))
        if self.late and self.pairs:
            last = self.pairs.low.before(heap, setup.room)
        else:
            last[setup.room - setup.before :] = unpacked(text, setup.words.dtype)
        buffers = Buffers(setup, last, SIZE)
        while True:
            while len(have) < SIZE:
                buffer = buffers.next()
                if buffer is None:
                    buffers.move()
                    continue
                self.fill(buffer, heap)
                new = buffer[setup.room + max(0, start - heap) : setup.room + SIZE]
                have = np.concatenate([have, new])
                heap += SIZE
            yield have[:SIZE]
            have = have[SIZE:]

    def fill(self, buffer: NDArray[Any], heap: int) -> None:
        """Fill in SIZE heaps from `heap` on, those known to be rare among them."""
        setup = self.setup
        setup.fill(buffer, setup.room + SIZE)
        for rare, _ in self.late:
            if heap <= rare < heap + SIZE:
                assert isinstance(setup, NumberSetup)
                place = setup.room + rare - heap
                buffer[place] = 0
                setup.fill(buffer, setup.room + SIZE, place + 1)

    def last_difference(self, distance: int, start: int, stop: int) -> Generator[None, None, int | None]:
        """The last n, start <= n < stop, with G(n + distance) other than G(n); a pause after each SIZE heaps."""
        import numpy as np

        early = min(max(start, self.first - distance), stop)  # before it both values are held
        last, heap = None, early
        ones, twos = self.blocks(early), self.blocks(early + distance)
        while heap < stop:
            differ = np.flatnonzero(next(ones)[: stop - heap] != next(twos)[: stop - heap])
            if len(differ):
                last = heap + int(differ[-1])
            heap += SIZE
            yield
        if last is None and start < early:
            values = self.stored.values
            differ = np.flatnonzero(values[start:early] != values[start + distance : early + distance])
            last = start + int(differ[-1]) if len(differ) else None
        return last

    def wanted(self, repetition: Repetition) -> int:
        """How many heaps prove a repetition: a whole period of them checked, each by what a window shows."""
        return max(repetition.preperiod + self.setup.window, self.first, self.far + 1) + repetition.period

    def propose(self, heap: int, distance: int) -> Generator[None, None, None]:
        """Find the exact pre-period, if the words before `heap` and before heap + distance are alike, with pauses."""
        starts = [0, *(earlier for earlier, _ in self.snapshots if earlier < heap - self.setup.window)]
        stop, last = heap, None
        while starts and last is None:
            start = starts.pop()
            last = yield from self.last_difference(distance, start, stop)
            stop = start
        preperiod = 0 if last is None else last + 1
        if heap - preperiod >= self.setup.before - 4 * ALIGNED:
            self.repetition = Repetition(distance, preperiod)


# ---- Arrays as texts, which the state of a search is made of


def packed(words: NDArray[Any]) -> str:
    """Words as text."""
    return packed_bytes(words.tobytes())


def unpacked(text: str, dtype: Any) -> NDArray[Any]:
    """The words that `packed` made a text of."""
    import numpy as np

    return np.frombuffer(unpacked_bytes(text), dtype)

"""What the generated kernels of one code need: its words, lags and witnesses, and the kernels themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heapreplace
from typing import TYPE_CHECKING, Any

from grundy.engines.heap.octal.sparse.emit import Lag, check_kernel, plan, small_numbers, values_kernel
from grundy.engines.heap.octal.sparse.setup_numbers import NumberSetup, below, set_up_numbers, size_for
from grundy.engines.heap.octal.sparse.space import splits
from grundy.engines.heap.octal.sparse.stored_values import NEAR, StoredValues, window
from grundy.engines.heap.octal.sparse.words import SIZES, CommonNumbers, Words

if TYPE_CHECKING:
    from numpy.typing import NDArray


LIST = 2**18  # heaps that a kernel may note before it is called again: each call writes what is before them to planes
MANY = 256  # rare heaps
MORE = 4  # times as many small heaps are tried where so many heaps are rare
SPARE = 1  # bits that a word should have beyond those in use
ALIGNED = 64  # heaps: a multiple of every number of lanes


@dataclass(frozen=True, slots=True)
class Setup:
    """The kernels for a code with the rare heaps known so far.

    window   so many values before a heap decide its value and all that its witnesses show
    before   so many words before a heap are all that is needed to fill in those from it on; a multiple of ALIGNED
    room     words that a buffer has before the first that is filled; the same, and the window and more
    numbers  i8[NEAR + 1], the bit of G(a), -1 where a is rare
    """

    words: Words
    lags: tuple[Lag, ...]
    window: int
    before: int
    room: int
    numbers: NDArray[Any]
    required: NDArray[Any]
    takes: NDArray[Any]
    singles: NDArray[Any]
    fill_kernel: Any
    check_kernel: Any
    small: NDArray[Any]

    def fill(self, buffer: NDArray[Any], stop: int) -> None:
        """Fill buffer[room:stop] from the words before; up to 2 * ALIGNED more are overwritten."""
        self.fill_kernel(buffer.ctypes.data, self.room, stop, None, None, 0, None, 0, None)

    def check(
        self, buffer: NDArray[Any], at: int, stop: int, key: int, lists: tuple[NDArray[Any], NDArray[Any]]
    ) -> tuple[int, tuple[int, int, int, int]]:
        """Check buffer[at:stop]: how far it came (a list was full), the numbers of heaps listed as not settled and as
        having the key's word, the OR of all words, and a bound for the small heaps needed."""
        import numpy as np

        unsettled, seen = lists
        given = np.array([0, self.small.ctypes.data, len(self.small)], np.int64)
        given[:1].view(np.uint64)[0] = 1 << key if key >= 0 else 0
        results = np.zeros(4, np.int64)
        at = self.check_kernel(
            buffer.ctypes.data, at, stop, given.ctypes.data, unsettled.ctypes.data, len(unsettled),
            seen.ctypes.data, len(seen), results.ctypes.data,
        )  # fmt: skip
        count, keys, union, reach = results.tolist()
        return at, (count, keys, union & 2**64 - 1, reach)

    def settle(
        self,
        buffer: NDArray[Any],
        place: int,
        odd: int,
        numbers: NDArray[Any],
        reach: int,
        shown: Collection[int] = (),
    ) -> bool:
        """Whether pairs with a heap of at most `reach` settle the heap at a place, but for the numbers shown."""
        import numpy as np

        from grundy.engines.heap.octal.sparse.kernels import settle

        places, note = np.array([place]), np.zeros(1, np.int64)
        required = self.required & np.uint64(2**64 - 1 - sum(1 << number for number in shown))
        arguments = self.takes, self.singles, numbers, required, reach, note
        return bool(settle(buffer, places, odd, *arguments))

    def buffer(self, heaps: int) -> NDArray[Any]:
        """Room for a window and so many heaps."""
        import numpy as np

        return np.zeros(self.room + heaps + 4 * ALIGNED, self.words.dtype)


def set_up(stored: StoredValues, least: int = 0) -> Setup | NumberSetup | None:
    """Generate the kernels of a code, from its values and rare heaps; None if it has more common values than that.

    Args:    stored: with at least 2 * NEAR heaps, and more than the last rare one. least: bits that words must have.
    Cost:    a second, most of it for the choice of the witnesses.
    """
    import numpy as np

    from grundy.compile.rule_files import of_assembly

    shape, space = stored.shape, stored.space
    first = max(0, stored.size - room(stored) - 2 * ALIGNED)  # whatever has no bit before it does no harm
    heaps = np.arange(first, stored.size)
    late = stored.values[first : stored.size].astype(np.int64)
    used = int(Words(64, space).number(late[space.are_common(late, heaps)]).max(initial=0))
    before = -(-window(shape, stored.rares, 0) // ALIGNED) * ALIGNED + 4 * ALIGNED
    many = splits(shape)
    singles = [
        take for take, digit in enumerate(shape.digits) if digit & 2 and space.twist and take & 1
    ]  # G(n - take) of a common heap is a rare value of n
    numbers = Words(64, space).number(stored.values[: near(stored) + 1].astype(np.int64))
    numbers[stored.rares[stored.rares < len(numbers)]] = -1
    numbers[0] = -1
    enough = window(shape, stored.rares, near(stored))
    sizes = enough, before, room(stored)
    bits = next((bits for bits in SIZES if bits >= max(used + 1 + SPARE, least)), 0)
    if not bits:
        bits = size_for(used + 1 + SPARE, least)
        if not bits:
            return None
        rares_seen = bool((stored.rares >= first).any())
        lags = code_lags(stored, CommonNumbers(bits, space), below(bits))
        return set_up_numbers(
            bits, space, lags, sizes, numbers, stored.values[: stored.size], many, singles, rares_seen
        )
    words = Words(bits, space)
    lags = code_lags(stored, words, bits)
    value_words = words.of_values(stored.values[: stored.size], 0)
    required = np.zeros((2, 64), np.uint64)
    for heap in (0, 1):
        required[heap, :bits] = [words.required(number, heap) for number in range(bits)]
    chosen = stages(words, value_words, many, singles)
    return Setup(
        words, tuple(lags), *sizes, numbers, required, np.array(many, np.int64), np.array(singles, np.int64),
        of_assembly(values_kernel(bits, lags, plan(bits, lags))),
        of_assembly(check_kernel(words, chosen, singles, many)),
        small_numbers(words, numbers),
    )  # fmt: skip


def near(stored: StoredValues) -> int:
    """The small heaps that kernels may try: more where there are many rare values below a heap's own."""
    return NEAR if len(stored.rares) < MANY else MORE * NEAR


def room(stored: StoredValues) -> int:
    """The room of buffers for a code with the rare heaps known so far."""
    return -(-window(stored.shape, stored.rares, near(stored)) // ALIGNED) * ALIGNED + 4 * ALIGNED


def code_lags(stored: StoredValues, words: Words | CommonNumbers, most: int) -> list[Lag]:
    """From which heaps before a heap its excluded common values come: pairs with a rare heap, and single heaps.

    A rare value whose number is not below `most`, a power of two, makes of those below it others above: such a pair
    excludes nothing below them.
    """
    shape, space = stored.shape, stored.space
    rares = [(int(rare), int(words.number(int(stored.values[rare])))) for rare in stored.rares]
    lags = {(take + rare, number) for take in splits(shape) for rare, number in rares if number < most}
    lags |= {(take, 0) for take, digit in enumerate(shape.digits) if digit & 2 and not (space.twist and take & 1)}
    return sorted(lags)


# ---- Which witnesses to ask first: pairs with one small heap, chosen by what they show for heaps that are known


SMALL = 800  # small heaps that are tried as one half of a pair
SAMPLES = ((2_048, 32), (8_192, 80), (32_768, 160))  # heaps looked at, and witnesses chosen by them in all
STAGES = (32, 64)  # witnesses up to which a stage goes; the last has the others


def stages(words: Words, w: NDArray[Any], takes: Sequence[int], singles: Sequence[int]) -> list[list[Lag]]:
    """The witnesses that settle most heaps, as lags with constants, in stages.

    Args:    w: the words of heaps 0, 1, 2, ... takes: what may be taken with a split.
             singles: what may be taken to leave one heap whose value is a rare one.
    Method:  the witness that shows most of what is missing, again and again; what one shows only grows less, so an
             old count is a bound and few are counted anew (Minoux 1978).
    """
    import numpy as np

    wide = w.astype(np.uint64)
    numbers = np.bitwise_count(np.maximum(wide, np.uint64(1)) - np.uint64(1)).astype(np.uint64)
    required = np.array([[words.required(number, heap) for number in range(words.bits)] for heap in (0, 1)], np.uint64)
    pairs = {(a + take, int(numbers[a])) for a in range(1, min(SMALL, len(w) // 4)) if w[a] for take in takes}
    chosen: list[Lag] = []
    for size, count in SAMPLES:
        heaps = np.arange(max(len(w) // 2, len(w) - size), len(w))
        missing = required[heaps & 1, numbers[heaps].astype(np.int64)]
        for take in singles:
            missing &= ~wide[heaps - take]
        shows = _shower(wide, numbers)
        for witness in chosen:
            missing &= ~shows(witness, heaps)
        heaps, missing = heaps[missing != 0], missing[missing != 0]
        open_pairs = [(-(10**9), *pair) for pair in sorted(pairs - set(chosen))]
        heapify(open_pairs)
        while open_pairs and len(chosen) < count and len(heaps):
            _, lag, constant = open_pairs[0]
            new = -int(np.bitwise_count(missing & shows((lag, constant), heaps)).sum())
            if len(open_pairs) > 1 and new > min(open_pairs[1:3])[0]:
                heapreplace(open_pairs, (new, lag, constant))
                continue
            heappop(open_pairs)
            if not new:
                break
            chosen.append((lag, constant))
            missing &= ~shows((lag, constant), heaps)
            heaps, missing = heaps[missing != 0], missing[missing != 0]
    parts = [chosen[start:stop] for start, stop in zip((0, *STAGES), (*STAGES, len(chosen)), strict=True)]
    return [part for number, part in enumerate(parts) if part or not number]


def _shower(wide: Any, numbers: Any) -> Callable[[Lag, Any], Any]:
    import numpy as np

    def shows(lag: Lag, heaps: Any) -> Any:
        back = heaps - lag[0]
        return np.where(wide[back] != 0, np.uint64(1) << (numbers[back] ^ np.uint64(lag[1])), np.uint64(0))

    return shows


# ---- Where a search fills in heaps: buffers that begin with all that those filled in next are made of


LONG = 2**20  # words before the heaps to fill in that are not copied for each buffer
IN_TURN = 3  # buffers: one is filled, one is checked, one is looked at


class Buffers:
    """Buffers of `room` words that are known and `size` heaps to fill in, one after another.

    Short ones take turns, and the end of one is copied to the beginning of the next. Where a late rare heap makes them
    long, they overlap in one array, until its end is reached: then `move` is needed before there is another.
    """

    def __init__(self, setup: Setup | NumberSetup, last: NDArray[Any], size: int) -> None:
        self._room, self._size = setup.room, size
        self._taken = 0
        if setup.room <= LONG:
            self._parts = [setup.buffer(size) for _ in range(IN_TURN)]
            self._last = last
        else:
            self._parts = []
            self._whole = setup.buffer(max(setup.room, 4 * size) // size * size)
            self._spare = len(setup.buffer(0)) - setup.room
            self._whole[: setup.room] = last
            self._at = setup.room

    @property
    def overlap(self) -> bool:
        """Whether the buffers are parts of one array, so that none is overwritten before `move`."""
        return not self._parts

    def next(self) -> NDArray[Any] | None:
        """The next buffer, or None: then the array must be moved first."""
        room, size = self._room, self._size
        if self._parts:
            buffer = self._parts[self._taken % IN_TURN]
            self._taken += 1
            buffer[:room] = self._last
            self._last = buffer[size : size + room]
            return buffer
        end = self._at + size + self._spare
        if end > len(self._whole):
            return None
        self._at += size
        return self._whole[self._at - size - room : end]

    def move(self) -> NDArray[Any]:
        """Begin the array anew, when nobody reads the last buffer any more: the words before the next heap."""
        self._whole[: self._room] = self._whole[self._at - self._room : self._at].copy()
        self._at = self._room
        return self._whole[: self._room]

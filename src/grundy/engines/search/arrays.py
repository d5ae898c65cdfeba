"""A board as the arrays of the kernels, and the tables and stacks that they work in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.engines.search.board import TURNS, Board, bits, moved
from grundy.runs.values import packed_bytes, unpacked_bytes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from grundy.engines.search.kernels.numbers import Rated
    from grundy.engines.search.kernels.parts import BoardArrays, Keys, OptionPool, Scratch
    from grundy.engines.search.kernels.values import KnownValues

    Weigh: TypeAlias = Callable[[NDArray[np.uint64]], NDArray[Any]]

WORD = (1 << 64) - 1
PIECE = 1 << 20  # rows of a table that are looked at together


def packed(sets: Iterable[int], words: int) -> NDArray[np.uint64]:
    """Sets as uint64, `words` each."""
    import numpy as np

    return np.array([places >> 64 * j & WORD for places in sets for j in range(words)], np.uint64)


def unpacked(words: Sequence[Any]) -> int:
    """The set of some words."""
    return sum(int(word) << 64 * j for j, word in enumerate(words))


def text_of(words: NDArray[np.uint64]) -> str:
    """Words as a text, packed."""
    return packed_bytes(words.astype("<u8").tobytes())


def from_text(text: str) -> NDArray[np.uint64]:
    """The words of a text that `text_of` wrote."""
    import numpy as np

    return np.frombuffer(unpacked_bytes(text), "<u8").astype(np.uint64)


def heaviest(rows: NDArray[np.uint64], weigh: Weigh, most: int) -> NDArray[np.uint64]:
    """Of the rows of a table that are taken, at most so many: those that weigh most.

    A table may fill the memory, so that it is looked at in pieces, and no copy is larger than a piece and what is kept.

    Args:    rows: an entry each. weigh: the weights of some rows; 0 says that a row is not taken.
    """
    import numpy as np

    piece = max(PIECE, 2 * most)
    entries, weights = rows[:0], np.zeros(0, np.uint64)
    for start in range(0, len(rows), piece):
        some = rows[start : start + piece]
        heavy = weigh(some).astype(np.uint64)
        taken = heavy > 0
        entries, weights = np.concatenate((entries, some[taken])), np.concatenate((weights, heavy[taken]))
        if len(entries) > most:
            best = np.argsort(weights, kind="stable")[len(entries) - most :]
            entries, weights = entries[best], weights[best]
    return entries


def moves_of(board: Board, misere: bool = False) -> BoardArrays:
    """The moves of a board for the kernels."""
    import numpy as np

    from grundy.engines.search.kernels.parts import BoardArrays

    near, wide = board.links
    linked = list(near)
    for link in wide:
        for i in bits(link):
            linked[i] |= link
    rims = []
    for needed, _, cleared, flipped in board.moves:
        rim = flipped
        for i in bits(needed | cleared):
            rim |= linked[i]
        rims.append(rim & ~cleared)
    needs = {move[0] for move in board.moves}
    w = board.words
    need, off, clear, flip = (packed([move[k] for move in board.moves], w) for k in range(4))
    return BoardArrays(
        need,
        off,
        clear,
        flip,
        packed(rims, w),
        packed(near, w),
        packed(wide, w),
        np.array([1 << i in needs for i in range(board.places)], np.uint8),
        (np.uint64(0),) * w,
        64 * w - board.value_bits - 64 * (w - 1),
        board.splits and not misere,
        board.splits,
        1 if misere else 0,
    )


def keys_of(board: Board) -> Keys:
    """How sets of a board become keys."""
    import numpy as np

    from grundy.engines.search.kernels.parts import GRID, IMAGES, PLAIN, Keys

    w, rows, columns = board.words, board.rows, board.columns
    octets = -(-board.places // 8)
    if rows:
        places: list[list[int]] = []
        for t, f in ((1, 0), *TURNS[1:4]):
            to = []
            for place in range(board.places):
                r, c, layer = board.square(place)
                if t:
                    r, c = c, r
                r, c = (rows - 1 - r if f & 1 else r), (columns - 1 - c if f & 2 else c)
                to.append(board.place(r, c, layer) if r < rows and c < columns else -1)
            places.append(to)
        kind, allowed = GRID, board.turns
    else:
        places, kind, allowed = [list(image) for image in board.images], IMAGES, len(board.images)
        if not places:
            kind = PLAIN
    images = []
    for to in places:
        inside = sum(1 << place for place, end in enumerate(to) if end >= 0)  # the places that go anywhere
        images += [moved(v << 8 * j & inside, to) for j in range(octets) for v in range(256)]
    layers = board.layers
    row = [sum(1 << board.place(r, c, k) for c in range(columns) for k in range(layers)) for r in range(rows)]
    column = [board.square(place)[1] for place in range(board.places)] if rows else []
    of_column, images_of = np.array(column, np.int64), packed(images or [0], w)
    return Keys(kind, rows, columns, rows * layers, allowed, packed(row, w), of_column, images_of, octets)


def aligned(words: int) -> NDArray[np.uint64]:
    """Zeros that begin at a multiple of 64 bytes, so that a cluster is one line of the cache."""
    import numpy as np

    room = np.zeros(words + 8, np.uint64)
    skip = (-room.ctypes.data // 8) % 8
    return room[skip : skip + words]


def apart(entries: int) -> NDArray[np.int64]:
    """Zeros that share no line of a cache with anything else: what one worker writes at every position is not to slow
    down others that read or write beside it."""
    import numpy as np

    return np.zeros(entries + 32, np.int64)[16 : 16 + entries]


def most_entries(slots: int) -> int:
    """How many entries of a table of values are used at most: full ones are slow."""
    return slots * 7 // 10


def value_table(board: Board, slots: int, fresh: int, small: Any = None) -> KnownValues:
    """An empty table of nim-values of so many entries, and one for fresh ones; powers of two."""
    import numpy as np

    from grundy.engines.search.kernels.values import KnownValues

    state = apart(4)
    state[1] = most_entries(fresh)
    small = np.zeros(1, np.uint8) if small is None else small
    return KnownValues(aligned(slots * board.words), aligned(fresh * board.words), state, small)


def rated_table(table: NDArray[np.uint64], signal: NDArray[np.int64] | None = None, log: int = 0) -> Rated:
    """Proof numbers in a table, for one worker alone, with room for so many words in their log."""
    from grundy.engines.search.kernels.numbers import Rated

    return Rated(table, apart(1) if signal is None else signal, False, aligned(log), apart(2))


def most_options(board: Board) -> int:
    """Options that one position may need in a pool: its moves, and smaller heaps."""
    return len(board.moves) + (1 << board.value_bits)


def most_words(board: Board) -> int:
    """Keys that the options of one position may need in a pool."""
    return len(board.moves) * max(1, board.places) + (1 << board.value_bits)


def pool_of(board: Board, positions: int) -> OptionPool:
    """Room for the options of so many positions at least."""
    import numpy as np

    from grundy.engines.search.kernels.parts import OptionPool

    options = most_options(board) * positions
    words = most_words(board) + 2 * options
    rest, count, first = (np.zeros(options, np.int64) for _ in range(3))
    return OptionPool(rest, count, first, np.zeros(words * board.words, np.uint64))


def larger(array: NDArray[Any]) -> NDArray[Any]:
    """The same with as much room again."""
    import numpy as np

    return np.concatenate([array, np.zeros_like(array)])


def scratch_of(board: Board) -> Scratch:
    """Room for the work on one position."""
    from grundy.engines.search.kernels.parts import Scratch

    values = 1 << board.value_bits
    slots = 2 << (len(board.moves) + 1).bit_length()
    return Scratch(apart(values + 1), apart(2 * slots), apart(values + 1), apart(3))

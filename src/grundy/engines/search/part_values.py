"""Copy the values of parts that earlier searches found into the tables of a board, and check some of them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import TYPE_CHECKING

from grundy.engines.part_values import PartValues
from grundy.engines.search import arrays, plain
from grundy.engines.search.board import Board
from grundy.errors import OutOfReach, StoreError

if TYPE_CHECKING:
    from grundy.engines.part_values import Entries
    from grundy.engines.search.tables import Tables

SAMPLE = 1000  # entries whose options are looked at where they are taken over
DEFINED = 5  # of these, the smallest, worked out by the definition
FEW_PARTS = 2000  # that this may take


def family(board: Board) -> str:
    """The name shared by all boards whose parts have the same values.

    Grids have it if their rows, the ways in which shapes may be turned and the shapes of all moves are the same.
    """
    if board.patterns is None:
        about = repr((board.places, sorted(board.moves), board.images))
    else:
        shapes = [
            (sorted(need), sorted(tuple(sorted(part) for part in way) for way in ways))
            for need, ways in board.patterns.found.items()
        ]
        about = repr((board.rows, board.layers, board.turns, sorted(shapes)))
    return sha256(about.encode("ascii")).hexdigest()


def take_over(tables: Tables, values: PartValues) -> None:
    """Fill new tables with the stored values that hold on their board.

    Raises:  StoreError: a value is wrong.
    """
    entries = values.of(family(tables.board), tables.board.places)
    if entries is not None and len(entries):
        tables.learn(entries)
        _require_right(tables, values.source, entries)
        values.taken += len(entries)


def _require_right(tables: Tables, source: str, entries: Entries) -> None:
    """Look at some entries, once their tables have taken all of them over; the smallest are worked out in plain Python.

    Raises:  StoreError: a value is wrong.
    """
    chosen = random.Random(len(entries)).sample(range(len(entries)), min(SAMPLE, len(entries)))
    sample = [(arrays.unpacked(row[:-1].tolist()), int(row[-1])) for row in entries[chosen]]
    wrong = is_wrong(tables, sample)
    memo: plain.Memo = {}
    for part, value in sorted(sample, key=lambda entry: entry[0].bit_count())[:DEFINED]:
        try:
            wrong |= plain.value(tables.board, part, memo, FEW_PARTS) != value
        except OutOfReach:
            break
    if wrong:
        raise StoreError(
            f"{source}: expected nim-values of parts, found one that is wrong; none is used; move the file aside"
        )


def is_wrong(tables: Tables, sample: Iterable[tuple[int, int]]) -> bool:
    """Whether the tables show that some parts have another nim-value than the stored one.

    No option of a part may have the value of the part: so much is seen of parts of any size, from the options that
    are known.
    """
    from grundy.engines.search.kernels import parts
    from grundy.engines.search.kernels.spans import spans

    desk = tables.desks[0]
    shared = tuple(map(spans, (tables.moves, tables.keys, desk.known, desk.pool, desk.scratch)))
    return any(parts.expand(*shared, tables.words_of(part), value, 0, 0)[0] < 0 for part, value in sample)

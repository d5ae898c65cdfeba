"""The kernels of the search on random fields and at the borders of words, with every method, against the definition."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from limits import set_limits
from test_search import answer

from grundy.engines.methods import METHODS, Method
from grundy.engines.search import arrays
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardSearch
from grundy.engines.search.tables import Sizes
from grundy.games.placement import full_field, piece
from grundy.model.shapes import SubsetGame

SIZES = (57, 58, 59, 63, 64, 65, 70)  # of rows: with 6 or 7 bits of value, one word holds 58 places, two hold 121


def options(field: SubsetGame, places: int) -> list[int]:
    return [places & ~c ^ flip for need, off, c, flip in field.moves if places & need == need and not places & off]


def mex(values: set[int]) -> int:
    return next(v for v in range(len(values) + 1) if v not in values)


def values_of(field: SubsetGame) -> list[int]:
    """Of every set, in order: moves lead to smaller numbers."""
    values: list[int] = []
    for places in range(1 << field.places):
        values.append(mex({values[one] for one in options(field, places)}))
    return values


def wins_of(field: SubsetGame) -> list[bool]:
    """Whether whoever is to move wins misère play, of every set."""
    wins: list[bool] = []
    for places in range(1 << field.places):
        after = options(field, places)
        wins.append(not after or not all(wins[one] for one in after))
    return wins


def drawn(random: Random, places: int) -> SubsetGame:
    """Some moves that clear their highest place, need others, keep off others, and may set lower ones, in places that
    hardly any other touches or anywhere; also such as they clear."""
    moves = []
    flips = random.choice((0, 0, 0, (1 << places // 3) - 1, (1 << places) - 1))
    for _ in range(random.randrange(1, 3 * places)):
        top = random.randrange(places)
        lower = [random.getrandbits(places) & random.getrandbits(places) & (1 << top) - 1 for _ in range(3)]
        need, off, clear = lower[0] | 1 << top, lower[1] & ~lower[0], lower[2] | 1 << top
        moves.append(
            (need, off, clear, random.getrandbits(places) & random.getrandbits(places) & (1 << top) - 1 & flips)
        )
    return SubsetGame(places, tuple(moves), (), tuple(tuple(random.sample(range(places), places)) for _ in range(2)))


def symmetric(random: Random, places: int) -> SubsetGame:
    """A random field with its mirror image, so that sets have images."""
    field, back = drawn(random, places), tuple(reversed(range(places)))
    moves = [move for move in field.moves if not move[3] and not move[2] & ~move[0]]
    turned = [tuple(sum(1 << back[i] for i in range(places) if one >> i & 1) for one in move) for move in moves]
    return SubsetGame(places, tuple({*moves, *turned}), (), (back,))  # type: ignore[arg-type]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(6))
def test_random_fields(method: Method, seed: int) -> None:
    """Of moves of any kind: every fourth set, its value and what it is not; and misère play."""
    random = Random(seed)
    field = (drawn if seed % 2 else symmetric)(random, 6)
    values, wins = values_of(field), wins_of(field)
    search = BoardSearch(prepare(field), method=method, small_places=seed)
    other = BoardSearch(prepare(field), misere=True, method=method, small_places=seed)
    for places in random.sample(range(1, 1 << field.places), 16):
        asked = random.randrange(4)
        assert answer(search, places, asked) == (values[places] == asked), (field, places, asked)
        assert answer(search, places) == values[places], (field, places)
        assert answer(other, places) == wins[places], (field, places)


@pytest.mark.parametrize("shapes", [("oo",), ("oo", "o/o"), ("o./oo",), ("ox", "o/o"), ("o", "oo/o."), ("xo/o.",)])
@pytest.mark.parametrize("method", ["auto", "sets"])
def test_random_placements(shapes: tuple[str, ...], method: Method) -> None:
    """On grids that are turned over, transposed or neither; what lies on them anywhere."""
    random = Random(len(shapes[0]))
    for rows, columns, small in ((3, 3, 7), (3, 4, 6), (2, 4, random.choice((0, 3, 5)))):
        field = full_field(rows, columns, tuple(map(piece, shapes)))
        assert all(one < places for places in range(64) for one in options(field, places))
        values = values_of(field)
        search = BoardSearch(prepare(field), method=method, small_places=small)
        for places in random.sample(range(1, 1 << field.places), 20):
            assert answer(search, places) == values[places], (shapes, places)


@pytest.mark.parametrize("shapes", ["o./oo", "oo/.o", "oo/o.", "oo", "o./oo,o/o", "ox/oo", "oo./.oo", "o./oo,oo/.o"])
def test_shapes_are_looked_up_by_their_own_turns(shapes: str) -> None:
    """In two or three rows of four, where those in as many columns are known: a mirror image is none of them."""
    field = full_field(4, 4, tuple(map(piece, shapes.split(","))))
    values = values_of(SubsetGame(12, tuple(move for move in field.moves if move[0] | move[2] < 1 << 12)))
    for small in (8, 12):
        search = BoardSearch(prepare(field), small_places=small)
        answer(search, 0b110110111)
        for places in range(1, 1 << 12, 1 if small == 8 else 5):
            part = search.board.inward(places)
            if search.board.parts(part) == [part]:
                assert search.known(places) in (None, values[places]), (shapes, places)


@cache
def row(n: int) -> int:
    """Dominoes on a row of n cells: Dawson's Kayles, by the definition."""
    return mex({row(a) ^ row(n - 2 - a) for a in range(n - 1)})


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["grid", "plain", "images"])
def test_rows_at_the_borders_of_words(method: Method, kind: str) -> None:
    for size in SIZES if method in ("auto", "sets") else SIZES[1:3]:
        field = full_field(1, size, (piece("oo"),))
        if kind != "grid":
            images = (tuple(reversed(range(size))),) if kind == "images" else ()
            field = SubsetGame(size, field.moves, (), images)
        search = BoardSearch(prepare(field), method=method, small_places=0)
        whole = (1 << size) - 1
        assert answer(search, whole) == row(size)
        assert answer(search, whole ^ 1) == answer(search, whole ^ 1 << size - 1) == row(size - 1)
        assert answer(search, whole ^ 1 << 20) == row(20) ^ row(size - 21)
        assert answer(search, whole, row(size)) == 1 and answer(search, whole, row(size) + 1) == 0
        assert search.known(whole) == row(size)


@pytest.mark.parametrize("method", METHODS)
def test_rows_that_fall_apart(method: Method) -> None:
    """Options of several parts, none of them known when they are listed; every value that it is not, too."""
    for size in (11, 12):
        whole = (1 << size) - 1
        for places in (whole, whole & ~0b100010):
            pieces = [len(piece) for piece in f"{places:b}".split("0")]
            value = 0
            for one in pieces:
                value ^= row(one)
            for asked in range(2):
                search = BoardSearch(prepare(full_field(1, size, (piece("oo"),))), method=method, small_places=0)
                assert answer(search, places, asked) == (value == asked), (size, places, asked)
            assert answer(search, places) == value, (size, places)


def test_what_was_found_is_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a search of the same board, from what was written down, and by one of a larger board; no value is lost."""
    set_limits(monkeypatch, "engines.search", FIRST_SNAPSHOT=-1.0)
    field = full_field(1, 58, (piece("oo"),))
    first = BoardSearch(prepare(field), method="mex", small_places=0)
    assert answer(first, (1 << 58) - 1) == row(58)
    snapshot = first.snapshot()
    assert snapshot["nodes"] == first.nodes > 0
    again = BoardSearch(prepare(field), small_places=0)
    again.restore(snapshot)
    assert again.known((1 << 58) - 1) == row(58) and again.nodes == snapshot["nodes"]
    assert again.tables is not None and first.tables is not None
    assert again.tables.values == first.tables.values
    for size in (58, 59, 66):  # the same number of words, or one more; more bits for values
        larger = BoardSearch(prepare(full_field(1, size, (piece("oo"),))), small_places=0, teachers=(first,))
        assert larger.board.knows(larger.board) and first.board.knows(larger.board)
        assert larger.known(0) is None
        assert answer(larger, (1 << 40) - 1 << size - 40) == row(40)
        assert larger.nodes == 0, "it was known"
    other = BoardSearch(prepare(full_field(1, 57, (piece("oo"),))), small_places=0)
    other.restore(snapshot)
    assert other.tables is not None and other.tables.values == 0 == other.nodes


def test_tables_stay_within_their_memory() -> None:
    """With room for 64 values nothing is lost that was found; with none more, what is found is right all the same."""
    sizes = Sizes(slots=64, clusters=4, fresh_slots=16)
    field = full_field(3, 4, (piece("oo"), piece("o/o")))
    values = values_of(field)
    for memory in (0, 4000, 1 << 30):
        for method in METHODS:
            search = BoardSearch(prepare(field), method=method, memory=memory, small_places=0, sizes=sizes)
            for places in (0b111111111111, 0b110111111011, 0b11111101):
                assert answer(search, places) == values[places]
            held: Any = search.tables
            assert held.known.table.size >= 64 and held.poured <= arrays.most_entries(held.known.table.size)
            if memory == 0:
                assert held.known.table.size == 64


def test_sets_and_their_words() -> None:
    random = Random(9)
    for words in (1, 2, 3):
        sets = [random.getrandbits(64 * words) >> random.randrange(64 * words) for _ in range(9)] + [0]
        packed = arrays.packed(sets, words)
        assert packed.size == words * len(sets)
        assert [arrays.unpacked(packed[words * i : words * (i + 1)]) for i in range(len(sets))] == sets
        assert (arrays.from_text(arrays.text_of(packed)) == packed).all()
    for size in (1, 7, 8, 64, 1000):
        room = arrays.aligned(size)
        assert room.size == size and room.ctypes.data % 64 == 0 and not room.any()
    assert [arrays.most_entries(slots) for slots in (1, 2, 64)] == [0, 1, 44]
    assert arrays.larger(packed).tolist() == [*packed.tolist(), *[0] * packed.size]

"""Boards of one row by the words of their parts, against the definition on whole sets, which cuts nothing."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from functools import cache

import pytest

from grundy import parse, solve
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.search.asker import Asker
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.strips import StripSearch, strip_of
from grundy.errors import OutOfReach
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import Chunk

Move = tuple[int, int, int, int]
SHAPES = 150


def finished(work: Generator[Chunk, None, list[int]]) -> list[int]:
    while True:
        try:
            next(work)
        except StopIteration as done:
            values: list[int] = done.value
            return values


def by_definition(moves: tuple[Move, ...], places: int) -> int:
    """The mex of the options of a whole set."""

    @cache
    def value(here: int) -> int:
        after = {
            value(here & ~clear ^ flip) for need, off, clear, flip in moves if here & need == need and not here & off
        }
        return next(n for n in range(len(after) + 1) if n not in after)

    return value(places)


def drawn_row(chance: random.Random, columns: int, layers: int) -> SubsetGame:
    """A row on which random moves stand everywhere; each clears a place of layer 0, on which none puts anything."""
    moves = []
    for _ in range(chance.randint(1, 3)):
        width = chance.choice([1, 2, 2, 3])
        need = {(0, 0), (width - 1, 0)}
        cells = [(c, layer) for c in range(width) for layer in range(layers)]
        need |= set(chance.sample(cells, chance.randint(0, min(2, len(cells)))))
        around = [(c, layer) for c in range(-2, width + 2) for layer in range(layers)]
        off = set(chance.sample(around, chance.randint(0, 2))) - need
        clear = {chance.choice([(0, 0), (width - 1, 0)])} | set(chance.sample(around, chance.randint(0, 2)))
        flip = {cell for cell in cells if layers > 1 and cell[1] == 1 and chance.random() < 0.3} - need - clear
        moves.append((width, need, off, clear, flip))
    listed = []
    for width, *parts in moves:
        for at in range(columns - width + 1):
            inside = [{(at + c, layer) for c, layer in part if 0 <= at + c < columns} for part in parts]
            listed.append(tuple(sum(1 << c * layers + layer for c, layer in part) for part in inside))
    squares = tuple((0, place // layers) for place in range(columns * layers))
    return SubsetGame(columns * layers, tuple(dict.fromkeys(listed)), squares)  # type: ignore[arg-type]


@pytest.mark.parametrize("layers", [1, 2])
def test_random_rows_and_moves(layers: int) -> None:
    """Moves that need, exclude, clear and set places, some of them beside what they need."""
    chance = random.Random(layers)
    strips = 0
    for _ in range(SHAPES):
        field = drawn_row(chance, chance.randint(4, 12 // layers + 1), layers)
        board = prepare(field)
        strips += strip_of(board) is not None
        search = BoardSearch(board)
        for _ in range(3):
            places = chance.getrandbits(field.places)
            values = finished(search.answers([BoardQuestion(places)]))
            assert values == [by_definition(field.moves, places)], (field, places)
    assert strips > SHAPES / 2


def clobber(row: str) -> int:
    """The value of a row of Clobber, from the rule's words."""

    @cache
    def value(here: str) -> int:
        after = set()
        for i in range(len(here) - 1):
            if {here[i], here[i + 1]} == {"x", "o"}:
                after.add(value(f"{here[:i]}.{here[i]}{here[i + 2 :]}"))
                after.add(value(f"{here[:i]}{here[i + 1]}.{here[i + 2 :]}"))
        return next(n for n in range(len(after) + 1) if n not in after)

    return value(row)


def test_rows_of_every_length_share_their_words() -> None:
    """One asker, rows of many lengths: what a short row taught is right, and is used, on the longer one."""
    chance = random.Random(3)
    asker = Asker(DEFAULT_OPTIONS, misere=False)
    for length in (5, 9, 7, 11, 12):
        for _ in range(4):
            row = "".join(chance.choice("xxoo.") for _ in range(length))
            rule = parse(f"clobber {row}").components[0].rule
            field, read = rule.shape.field((row,))  # type: ignore[union-attr]
            assert asker.ask([(field, read((row,)), None)]) == [clobber(row)], row
    (strip,) = asker._strips.values()
    known = len(strip.values)
    fields = [parse(f"clobber 1x{length}").components[0].rule for length in (8, 30)]
    for rule, length in zip(fields, (8, 30), strict=True):
        state = ("xo" * (length // 2),)
        field, read = rule.shape.field(state)  # type: ignore[union-attr]
        asker.ask([(field, read(state), None)])
    assert list(asker._strips.values()) == [strip] and len(strip.values) > known


def test_long_rows_by_kernels_too() -> None:
    """(xo)^40 and random rows beyond the definition: the kernels, which have tables and keys of their own, agree."""
    chance = random.Random(4)
    rows = ["xo" * 14, *("".join(chance.choice("xxooo.") for _ in range(24)) for _ in range(3))]
    for row in rows:
        field, read = parse(f"clobber {row}").components[0].rule.shape.field((row,))  # type: ignore[union-attr]
        search = BoardSearch(prepare(field))
        values = finished(search.answers([BoardQuestion(read((row,)))], most=0))
        assert search.tables is not None and values == [solve(parse(f"clobber {row}")).nim_value], row


def test_a_row_beyond_all_tables() -> None:
    """1,200 places, more than a board may have; the parts of (xo)^n number some 8 n, so this is little work."""
    field, read = parse("clobber 1x600").components[0].rule.shape.field(("xo" * 300,))  # type: ignore[union-attr]
    assert field.places == 1200
    asker = Asker(DEFAULT_OPTIONS, misere=False)
    asker.ask([(field, read(("xo" * 150 + "." * 300,)), None)])
    (strip,) = asker._strips.values()
    assert len(strip.values) < 8 * 300


def test_too_long_a_row_is_refused() -> None:
    with pytest.raises(OutOfReach, match=r"a row of 4,097 cells, more than the 4,096 that a search takes"):
        solve(parse("clobber 1x4097"))
    row = SubsetGame(8_193, ((1, 0, 1, 0),), tuple((0, column) for column in range(8_193)))
    with pytest.raises(OutOfReach, match=r"a row of 8193 places, more than the 8,192 that a search takes"):
        prepare(row)


def test_options_of_a_part_are_listed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A part that waits for the value of another goes on with the option that needed it."""
    listed: list[str] = []
    options = StripSearch.options

    def counted(strip: StripSearch, word: str) -> Iterator[tuple[str, ...]]:
        listed.append(word)
        return options(strip, word)

    monkeypatch.setattr(StripSearch, "options", counted)
    row = "xo" * 7
    field, read = parse(f"clobber {row}").components[0].rule.shape.field((row,))  # type: ignore[union-attr]
    values = finished(BoardSearch(prepare(field)).answers([BoardQuestion(read((row,)))]))
    assert values == [clobber(row)]
    assert len(set(listed)) == len(listed) > 20

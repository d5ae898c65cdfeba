"""What is said of a search that is stopped: before it has begun, and at any time later."""

from __future__ import annotations

import re

import pytest
from limits import set_limits

from grundy.engines.options import SearchOptions
from grundy.engines.search import plain
from grundy.engines.search.asker import Asker
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.games.placement import full_field, piece

BEGINS = "the search is being made ready"
CRAM = (piece("oo"), piece("o/o"))


@pytest.mark.parametrize(
    ("pieces", "rows", "columns", "moves"),
    [(("oo", "o/o"), 4, 4, 4 * 3 + 3 * 4), (("oo",), 2, 4, 2 * 3), (("o",), 2, 2, 4)],
)
def test_a_value_is_at_most_the_number_of_moves(pieces: tuple[str, ...], rows: int, columns: int, moves: int) -> None:
    board = prepare(full_field(rows, columns, tuple(map(piece, pieces))))
    whole = (1 << rows * columns) - 1
    first = next(iter(BoardSearch(board).answers([BoardQuestion(whole)], most=-1)))
    match = re.fullmatch(r"the nim-value is at most (\d+), the number of moves; " + BEGINS, first.known)
    assert match and int(match[1]) == moves
    assert plain.value(board, whole, {}) <= moves


def test_bounds_are_known_before_the_search_begins() -> None:
    """Whoever stopped Cram on 7x9 within half a second was told nothing: 7 * 8 + 6 * 9 moves are its bound."""
    begun = next(iter(Asker(SearchOptions(), False).work([(full_field(7, 9, CRAM), (1 << 63) - 1, None)])(None)))
    assert begun.established()[-1].most == 7 * 8 + 6 * 9
    assert begun.known == "the nim-value is at most 110, the number of moves; the search begins"


def test_nothing_is_said_of_a_value_where_there_is_none() -> None:
    board = prepare(full_field(2, 3, (piece("oo"),)))
    misere = next(iter(BoardSearch(board, misere=True).answers([BoardQuestion(63)], most=-1)))
    asked = next(iter(BoardSearch(board).answers([BoardQuestion(63, 1)], most=-1)))
    assert misere.known == asked.known == BEGINS


@pytest.mark.parametrize(("columns", "worth"), [(10, 2), (11, 0)])
def test_what_is_said_on_the_way_is_true(columns: int, worth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The values of Cram on 3x10 and 3x11 are those of Lemoine & Viennot 2012."""
    set_limits(monkeypatch, "engines.search", BUDGET=1e-6)  # a chunk after a hundred positions
    search = BoardSearch(prepare(full_field(3, columns, CRAM)))
    said = [chunk.known for chunk in search.answers([BoardQuestion((1 << 3 * columns) - 1)], most=-1)]
    most = 3 * (columns - 1) + 2 * columns
    excluded = []
    for known in said[1:]:
        assert known.startswith(f"the nim-value is at most {most}, the number of moves")
        assert re.search(r"; \d[\d,]* nim-values in 0\.\d\d of \d+\.\d\d GiB$", known)
        values = re.search(r"and not ([\d, ]+)", known)
        ruled_out = [int(value) for value in values[1].split(", ")] if values else []
        assert ruled_out == list(range(len(ruled_out))) and len(ruled_out) <= worth
        options = re.search(r"; (\d+) of (\d+) options are shown not to be worth (\d+);", known)
        if options:
            shown, count, value = map(int, options.groups())
            assert value == len(ruled_out)
            assert shown + (value < worth) <= count <= most + value
            excluded.append((value, shown))
    assert excluded and excluded == sorted(excluded)  # what is shown once stays so


def test_of_several_parts_it_is_said_which_one_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was said of the whole that its value is not what that of a part is not."""
    set_limits(monkeypatch, "engines.search", BUDGET=1e-6)
    whole = [(r, c) for r in range(4) for c in range(13) if c != 6 and (r, c) != (3, 12)]  # 4x6, and one cell fewer
    places = sum(1 << 13 * r + c for r, c in whole)
    search = BoardSearch(prepare(full_field(4, 13, CRAM)), small_places=12)
    said = [chunk.known for chunk in search.answers([BoardQuestion(places)], most=-1)]
    assert said[0].startswith("the nim-value is at most 74,")  # 4 * 5 + 3 * 6, and two fewer
    for known in said[1:]:
        match = re.match(r"the nim-value of part (\d) of 2 is at most (\d+), the number of moves[,;]", known)
        assert match and match.groups() in (("1", "36"), ("2", "38"))


@pytest.mark.parametrize("memory", [1 << 20, 1 << 30])
def test_full_tables_are_named(memory: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one MiB the table of proof numbers, of 1 MiB to begin with, cannot grow when it is to; with a GiB it can."""
    set_limits(monkeypatch, "engines.search", BUDGET=1e-6)
    search = BoardSearch(prepare(full_field(5, 7, CRAM)), memory=memory, small_places=0)
    wanted = 40_000  # more than half of the entries of the first table
    for chunk in search.answers([BoardQuestion((1 << 35) - 1)], most=-1):
        if chunk.done > wanted:
            break
    assert f" of {memory / 2**30:.2f} GiB" in chunk.known
    assert ("; the tables are full, and what took least work gives way" in chunk.known) is (memory < 1 << 30)

"""The search engine against the definition, on boards and on random masks, and the command line that asks it."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import forking
import pytest
from click.testing import CliRunner
from command import grundy_apart
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.cli.main import cli
from grundy.engines.methods import METHODS, Method
from grundy.engines.search import arrays, plain
from grundy.engines.search.board import Board, as_sets, prepare, side_by_side
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.tables import SURE_PLACES, Sizes, Tables
from grundy.games.boards import rectangle
from grundy.games.placement import full_field, piece
from grundy.games.removal import chomp_field
from grundy.model.shapes import SubsetGame
from grundy.runs import store as stored

CRAM = (piece("oo"), piece("o/o"))


def answer(search: BoardSearch, places: int, value: int | None = None) -> int:
    """The answer of the kernels to one question."""
    work = search.answers([BoardQuestion(places, value)], most=0)
    while True:
        try:
            next(work)
        except StopIteration as done:
            return int(done.value[0])


def judge(field: SubsetGame) -> Any:
    """The nim-value of a set by the definition: the mex over its options, nothing else used."""

    @cache
    def value(places: int) -> int:
        after = {
            value((places & ~clear) ^ flip)
            for need, off, clear, flip in field.moves
            if places & need == need and not places & off
        }
        return next(v for v in range(len(after) + 1) if v not in after)

    return value


def cram(rows: int, columns: int) -> SubsetGame:
    return full_field(rows, columns, CRAM)


def misere_judge(field: SubsetGame) -> Any:
    """Whether the first player wins misère play, by the definition."""

    @cache
    def wins(places: int) -> bool:
        after = [
            (places & ~clear) ^ flip
            for need, off, clear, flip in field.moves
            if places & need == need and not places & off
        ]
        return not after or not all(wins(one) for one in after)

    return wins


rects = as_sets(rectangle.shape).field(("1111", "1111", "1111"))[0]  # type: ignore[union-attr]


def test_from_text_to_answer() -> None:
    done = CliRunner().invoke(cli, ["solve", "cram", "5x6", "--json"], catch_exceptions=False)
    told = json.loads(done.stdout)
    assert (told["nim_value"], told["winner"], told["winning_move_count"]) == (2, "first", 9)
    assert {"cells": [[3, 3], [3, 4]]} in told["winning_moves"]


@pytest.mark.parametrize(("rows", "columns"), [(1, 7), (2, 5), (3, 4), (4, 3), (4, 4)])
def test_full_boards_and_what_is_on_them(rows: int, columns: int) -> None:
    """By expand, the way of every method to the options, and by the search in plain Python."""
    field, value = cram(rows, columns), judge(cram(rows, columns))
    search = BoardSearch(prepare(field), small_places=0)
    draw = random.Random(rows * 10 + columns)
    whole = (1 << rows * columns) - 1
    for places in [whole, *(draw.getrandbits(rows * columns) for _ in range(150))]:
        assert answer(search, places) == value(places) == plain.value(search.board, search.board.inward(places), {})


@pytest.mark.parametrize("method", METHODS)
def test_every_method_finds_the_values_of_all_boards(method: Method) -> None:
    for field in (cram(3, 5), cram(4, 4), chomp_field(4, 4), full_field(2, 7, (piece("ooo"), piece("oxx/x.."))), rects):
        value = judge(field)
        search = BoardSearch(prepare(field), method=method, small_places=0)
        draw = random.Random(field.places)
        for places in [(1 << field.places) - 1, *(draw.getrandbits(field.places) for _ in range(40))]:
            assert answer(search, places) == value(places), (field, places)


@pytest.mark.parametrize("small", [0, 7, 12])
def test_a_table_of_small_sets_changes_nothing(small: int) -> None:
    field = cram(4, 5)
    search = BoardSearch(prepare(field), small_places=small)
    assert answer(search, (1 << 20) - 1) == 2  # Beling 2025


@pytest.mark.parametrize("cores", [pytest.param(2, marks=pytest.mark.long), 3])
def test_workers_that_share_values_find_the_same(cores: int) -> None:
    sizes, draw = Sizes(fresh_slots=32, team_nodes=10), random.Random(cores)
    for field in (cram(4, 4), chomp_field(4, 4), rects, full_field(2, 7, (piece("ooo"), piece("oxx/x..")))):
        value = judge(field)
        search = BoardSearch(prepare(field), small_places=0, cores=cores, sizes=sizes)
        for places in [(1 << field.places) - 1, *(draw.getrandbits(field.places) for _ in range(10))]:
            expected = value(places)
            assert answer(search, places) == expected, (field, places)
            assert answer(search, places, expected + 1) == 0
    assert search.tables
    assert len(search.tables.desks) == 1 + cores
    search = BoardSearch(prepare(cram(5, 6)), small_places=0, cores=cores, sizes=sizes)
    assert answer(search, (1 << 30) - 1) == 2  # Beling 2025
    field = cram(3, 4)
    wins = misere_judge(field)
    search = BoardSearch(prepare(field), misere=True, cores=cores, sizes=sizes)
    assert all(answer(search, places) == wins(places) for places in range(1, 1 << 12, 37))


@pytest.mark.parametrize(("memory", "places"), [(1 << 30, 20), (3 << 20, 19), (1 << 20, 13)])
def test_the_table_of_small_sets_grows_as_memory_allows(memory: int, places: int) -> None:
    """With 1 GiB there was none of 30 places, and no smaller one either."""
    sizes = Sizes(wide_places=20, pulls_a_node=10**4)
    search = BoardSearch(prepare(cram(5, 7)), small_places=13, memory=memory, sizes=sizes)
    assert answer(search, (1 << 35) - 1) == 1  # Beling 2025
    assert search.tables.known.small.size == 1 << places
    assert answer(search, (1 << 30) - 1) == 2


def test_it_grows_twice_after_as_many_positions_in_every_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """It grew between two chunks, which come by the clock: the same search took 12.7 and 13.5 million positions."""
    sizes, growths = Sizes(middle_places=16, wide_places=20, pulls_a_node=3000), set()
    for seconds in (1e-9, 3600):  # chunks of a hundred positions, and four times as many as the one before
        set_limits(monkeypatch, "engines.search", BUDGET=seconds)
        search = BoardSearch(prepare(cram(3, 13)), small_places=13, sizes=sizes)
        search.prepare()
        places = {search.tables.small_places for _ in search.answers([BoardQuestion((1 << 39) - 1)])}
        growths.add((*sorted(places), search.nodes))
    assert [one[:-1] for one in growths] == [(13, 16, 20)], growths


def test_of_moves_the_table_grows_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """How much is left is about known once the value is: on 5x8 the table was made for the last tenth of the search."""
    set_limits(monkeypatch, "engines.search", BUDGET=1e-6)  # a chunk after a hundred positions

    def searched(value: int | None, widens_at: int) -> BoardSearch:
        search = BoardSearch(prepare(cram(3, 11)), small_places=13, sizes=Sizes(wide_places=20))
        search.prepare()
        search.tables.widens_at = widens_at
        assert answer(search, (1 << 33) - 1, value) == (0 if value is None else 1)  # Lemoine & Viennot 2012
        return search

    nodes = searched(0, 2**62).nodes
    for value, widens_at, wide in ((0, nodes // 2, False), (0, nodes // 4, True), (None, nodes // 2, True)):
        assert (searched(value, widens_at).tables.known.small.size == 1 << 20) is wide, (value, widens_at)


def test_values_pass_only_between_boards_with_grids() -> None:
    board = prepare(cram(2, 3))
    bare = replace(board, patterns=None)
    assert board.knows(board) and not board.knows(bare) and not bare.knows(board)


@pytest.mark.parametrize(("rows", "columns"), [(2, 4), (3, 4), (3, 3)])
def test_misere_outcomes(rows: int, columns: int) -> None:
    for field in (cram(rows, columns), full_field(rows, columns, (piece(".x./xox/.x."), piece("oo")))):
        wins = misere_judge(field)
        search = BoardSearch(prepare(field), misere=True)
        asked = range(1, 1 << rows * columns, 37)
        assert not any(map(search.is_known_lost, asked)), "nothing has been searched"
        for places in asked:
            assert answer(search, places) == wins(places)
            assert plain.wins_misere(search.board, search.board.inward(places), {}) == wins(places)
        known = list(filter(search.is_known_lost, asked))
        assert known and not any(map(wins, known))


def test_a_table_too_small_makes_the_search_slower_not_wrong() -> None:
    field = cram(5, 6)
    search = BoardSearch(prepare(field), memory=0, small_places=0)
    search.prepare()
    search.tables.desks[0].known = arrays.value_table(search.board, 64, 64)
    assert answer(search, (1 << 30) - 1) == 2  # Beling 2025
    assert search.tables.known.state[2] == 1, "full"
    assert search.tables.values <= 128


FULL = """
import sys
sys.path.append(sys.argv[1])
from trials.kernels import full_table_team
print(full_table_team(*map(int, sys.argv[2:])))
"""


@pytest.mark.parametrize(
    ("sides", "clusters", "value"),
    [
        ((4, 5), 4, 2),
        ((4, 5), 1, 2),
        pytest.param((5, 5), 4, 0, marks=pytest.mark.long),
        pytest.param((5, 5), 1 << 14, 0, marks=pytest.mark.long),
        pytest.param((4, 6), 1 << 14, 0, marks=pytest.mark.long),
        pytest.param((4, 6), 64, 0, marks=pytest.mark.long),
    ],
)  # Beling 2025
def test_workers_whose_tables_are_full_come_to_an_end(sides: tuple[int, int], clusters: int, value: int) -> None:
    """A part's value that the table had no room for was searched again, for ever; in a process that can be ended."""
    done = forking.run(FULL, str(forking.TESTS), *map(str, (*sides, clusters)))
    assert done.stdout.decode().split() == [str(value), "full"], done.stderr


def test_tables_grow_with_what_is_found() -> None:
    search = BoardSearch(prepare(cram(4, 6)), method="mex", small_places=0)
    search.prepare()
    search.tables.desks[0].known = arrays.value_table(search.board, 64, 64)
    assert answer(search, (1 << 24) - 1) == 0  # Beling 2025
    assert search.tables.values > 10_000


def test_sets_of_values_reach_beyond_a_word() -> None:
    """A position with 70 options of different values: a set of one word would call 64 what is 70."""
    size = 70
    moves = [(1 << i, 0, (1 << size) - (1 << i), 0) for i in range(size)]  # from a row of n leave any shorter one
    field = SubsetGame(size, tuple(moves))
    for method in METHODS:
        search = BoardSearch(prepare(field), method=method, small_places=0)
        assert answer(search, (1 << size) - 1) == size
        assert answer(search, (1 << size) - 1, size) == 1
        assert answer(search, (1 << size) - 1, 6) == 0


@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.long)])
def test_boards_of_several_words(count: int) -> None:
    """Two strips of dominoes side by side, with a wall between: Dawson's Kayles, in the first and the last word."""
    field = full_field(3, 20 * count, CRAM)
    dawson = [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]  # OEIS A002187 from n = 1
    search = BoardSearch(prepare(field), small_places=0)
    assert search.board.words == count
    for long, short in ((20, 13), (9, 4), (17, 11)):
        places = ((1 << long) - 1) << 3 | ((1 << short) - 1) << 60 * (count - 1) + 40
        assert answer(search, places) == dawson[long] ^ dawson[short]


def test_what_a_narrow_board_learns_serves_a_wider_one() -> None:
    first = BoardSearch(prepare(cram(3, 7)), method="mex", small_places=0)
    answer(first, (1 << 21) - 1)
    alone, taught = (
        BoardSearch(prepare(cram(3, 9)), method="mex", small_places=0, teachers=some) for some in ((), (first,))
    )
    assert first.board.knows(taught.board)
    assert not taught.board.knows(first.board)
    assert answer(alone, (1 << 27) - 1) == answer(taught, (1 << 27) - 1) == 1
    assert taught.nodes < alone.nodes
    assert not prepare(chomp_field(3, 3)).knows(prepare(chomp_field(3, 4)))


def test_a_search_goes_on_from_a_snapshot() -> None:
    question = [BoardQuestion((1 << 35) - 1)]
    first = BoardSearch(prepare(cram(5, 7)), method="proof-numbers")
    work = first.answers(question, most=0)
    for _ in range(3):
        next(work)
    assert first.tables
    snapshot = json.loads(json.dumps(first.tables.snapshot()))
    second = BoardSearch(prepare(cram(5, 7)), method="proof-numbers")
    second.restore(snapshot)
    assert second.tables
    assert second.tables.values == first.tables.values
    assert answer(second, (1 << 35) - 1) == 1  # Beling 2025


def test_workers_go_on_from_a_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.search", ROUND=0.002)  # or a fast machine is through before it stops
    first = BoardSearch(prepare(cram(5, 7)), cores=2, sizes=Sizes(team_nodes=1000))
    work = first.answers([BoardQuestion((1 << 35) - 1)], most=0)
    while len(first.tables.desks if first.tables else []) < 3:
        next(work)
    next(work)
    work.close()
    assert first.tables
    snapshot = json.loads(json.dumps(first.tables.snapshot()))
    second = BoardSearch(prepare(cram(5, 7)), cores=3, sizes=first.sizes)
    second.restore(snapshot)
    assert second.tables
    assert second.tables.values == first.tables.values > 0
    assert second.tables.nodes == first.tables.nodes
    assert answer(second, (1 << 35) - 1) == 1  # Beling 2025


def masks() -> Iterator[tuple[int, list[tuple[int, int, int, int]]]]:
    """Strategy: a number of places, and moves that take some of them off."""

    @st.composite
    def some(draw: Any) -> tuple[int, list[tuple[int, int, int, int]]]:
        places = draw(st.integers(1, 9))
        one = st.integers(0, 2**places - 1)
        moves = []
        for need, off, more in draw(st.lists(st.tuples(one, one, one), min_size=1, max_size=12)):
            if need:
                moves.append((need, off & ~need, (need & -need) | (need & more) | (more & more << 1), 0))
        return places, [(n, o, c & 2**places - 1, f) for n, o, c, f in moves]

    return some()


@settings(max_examples=examples(60))
@given(masks(), st.integers(0, 2**9 - 1))
def test_random_masks(game: tuple[int, list[tuple[int, int, int, int]]], whole: int) -> None:
    places, moves = game
    field = SubsetGame(places, tuple(moves))
    search = BoardSearch(prepare(field), small_places=0)
    value = judge(field)
    for state in {whole & 2**places - 1, 2**places - 1}:
        expected = value(state)
        assert answer(search, state) == expected
        assert answer(search, state, expected) == 1
        assert answer(search, state, expected + 1) == 0


def test_misere_sums_of_boards_are_played_as_one() -> None:
    one = cram(2, 3)
    whole = side_by_side([one, one])
    assert len(prepare(whole).images) >= 1
    wins = misere_judge(whole)
    search = BoardSearch(prepare(whole), misere=True)
    for places in range(1, 1 << 12, 61):
        assert answer(search, places) == wins(places)


def test_chomp_of_two_rows_is_won_at_the_end_of_the_lower_one() -> None:
    done = CliRunner().invoke(cli, ["solve", "chomp", "2x9", "--json"], catch_exceptions=False)
    assert json.loads(done.stdout)["winning_moves"] == [{"cells": [[2, 9]]}]


@pytest.mark.parametrize("shapes", ["oo", "xxoxx", "xox", "o,oo", "xoox"])
def test_strips_are_heaps(shapes: str) -> None:
    """The octal code of a strip says the same as its cells, by the definition."""
    for length in range(1, 13):
        field = full_field(1, length, tuple(map(piece, shapes.split(","))))
        expected = judge(field)((1 << length) - 1)
        assert grundy.solve(grundy.parse(f"placement:{shapes} 1x{length}")).nim_value == expected


@pytest.fixture(scope="module")
def stopped_search(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The store of a search that a limit stopped, and what was said; where the machine is too busy for it to have begun
    by then, of one with a longer limit."""
    folder = tmp_path_factory.mktemp("stopped")
    long = "from grundy.runs import loop, recorder\nloop.LONG = recorder.LONG = 0.0"  # and so kept, from the beginning
    for seconds in (1, 4, 16):
        store = folder / f"{seconds}.sqlite"
        words = ["solve", "cram", "3x15", "--moves", "0", "--time-limit", f"{seconds}s", "--store", str(store)]
        stopped = grundy_apart(*words, prelude=long)
        wins = "The first player wins" in stopped.out  # the nim-value is at most 72 and not 0, or known
        assert stopped.status == (0 if wins else 2), stopped.err
        if "Go on with" in stopped.err:
            break
    return store, stopped.err


def test_a_search_that_is_stopped_says_what_is_known_and_is_gone_on_with(
    stopped_search: tuple[Path, str], tmp_path: Path
) -> None:
    store, told = Path(shutil.copy(stopped_search[0], tmp_path)), stopped_search[1]
    assert told.startswith("Stopped by the time limit after ")
    assert "Go on with: grundy resume 1" in told
    done = grundy_apart("resume", "1", "--store", str(store))
    assert "nim-value 1" in done.out, done.err  # Beling 2025


def test_what_an_earlier_search_kept_is_refused(stopped_search: tuple[Path, str], tmp_path: Path) -> None:
    """It could have taken shapes for their mirror images: its states name no game, and are not gone on with."""
    store = Path(shutil.copy(stopped_search[0], tmp_path))
    run = stored.get_run(store, 1)
    assert run.state
    stored.update_run(store, replace(run, state={key: run.state[key] for key in ("asked", "answers", "tables")}))
    done = grundy_apart("resume", "1", "--store", str(store))
    assert (done.status, done.out) == (2, "")
    assert "cannot be resumed" in done.err and "mirror images" in done.err and "start it anew" in done.err


def test_a_grid_is_recognised_by_its_moves() -> None:
    board: Board = prepare(cram(3, 5))
    assert (board.rows, board.columns, board.turns) == (3, 5, 0xFF)
    lopsided = SubsetGame(15, cram(3, 5).moves[1:], cram(3, 5).squares)
    assert prepare(lopsided).rows == 0


def graph_of(size: int, reach: int) -> Board:
    """Node Kayles on a square of cells, joined as by queens that move so far."""
    cells = [(row, column) for column in range(size) for row in range(size)]

    def joined(a: tuple[int, int], b: tuple[int, int]) -> bool:
        rows, columns = abs(a[0] - b[0]), abs(a[1] - b[1])
        return max(rows, columns) <= reach and (rows == columns or not rows or not columns)

    taken = [sum(1 << at for at, other in enumerate(cells) if joined(cell, other)) for cell in cells]
    return prepare(SubsetGame(len(cells), tuple((1 << at, 0, one, 0) for at, one in enumerate(taken)), tuple(cells)))


def test_the_table_of_first_places_is_small_where_parts_are_scattered() -> None:
    kings, queens = (Tables(graph_of(7, reach), False, 1 << 28, 20) for reach in (1, 6))
    assert (kings.small_places, queens.small_places) == (20, SURE_PLACES)

"""Values of parts go from one search to the next: those of the right boards, each as the definition has it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from limits import set_limits
from numpy.typing import NDArray

from grundy.engines.part_values import PartValues
from grundy.engines.search import plain
from grundy.engines.search.arrays import unpacked
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.part_values import family
from grundy.errors import StoreError
from grundy.games.placement import full_field, piece
from grundy.runs.chunk import run_to_end

CRAM = (piece("oo"), piece("o/o"))
VALUES = {6: 4, 7: 1}  # of Cram on three rows, by plain.value


def board_of(rows: int, columns: int, *pieces: str) -> Board:
    return prepare(full_field(rows, columns, tuple(map(piece, pieces)) or CRAM))


def searched(columns: int, values: PartValues) -> BoardSearch:
    """Cram on three rows, without a table of small sets, so that there is much to keep."""
    search = BoardSearch(board_of(3, columns), method="proof-numbers", small_places=0, part_values=values)
    (nim_value,) = run_to_end(search.answers([BoardQuestion((1 << 3 * columns) - 1)], most=0))
    assert nim_value == VALUES[columns]
    search.give_values()
    return search


def on_board(values: PartValues, columns: int) -> NDArray[np.uint64] | None:
    """The entries that lie on a board of three rows."""
    board = board_of(3, columns)
    return values.of(family(board), board.places)


@pytest.fixture(scope="module")
def smaller() -> PartValues:
    """What a search of Cram on 3×6 found."""
    values = PartValues("a.values")
    searched(6, values)
    return values


def test_kept_values_are_those_of_the_definition_on_a_larger_board(smaller: PartValues) -> None:
    (entries,) = smaller.families.values()
    assert len(entries) > 300
    larger, memo = board_of(3, 13), {}
    sizes = np.bitwise_count(entries[:, :-1]).sum(axis=1)
    assert (sizes > 15).any()
    for *words, value in entries[(sizes < 13) | (sizes > 15)].tolist():
        assert plain.value(larger, unpacked(words), memo) == value, unpacked(words)


def test_a_larger_board_begins_with_what_a_smaller_one_knew_and_an_old_one_with_all(smaller: PartValues) -> None:
    values = PartValues("a.values")
    (name,) = smaller.families
    values.put(name, smaller.families[name])
    alone = searched(7, PartValues("b.values"))
    after = searched(7, values)
    assert values.taken == smaller.count
    assert set(map(tuple, values.families[name].tolist())) > set(map(tuple, smaller.families[name].tolist()))
    again = searched(7, values)
    assert again.nodes < min(alone.nodes, after.nodes) / 10
    assert on_board(values, 6) is not None
    back = searched(6, values)  # what does not lie on it is left out
    assert back.nodes < 10


def test_families_are_grids_of_as_many_rows_with_the_same_moves() -> None:
    boards = [(3, 9), (3, 13), (9, 3)]
    assert len({family(board_of(*board)) for board in boards}) == 1
    others = [board_of(4, 9), board_of(3, 9, "oo"), board_of(3, 9, "ooo", "o/o"), board_of(2, 9)]
    assert len({family(board) for board in (board_of(3, 9), *others)}) == 5


def test_two_words_hold_the_same_sets() -> None:
    """3×21 has a word for values alone; 3×23 has sets of two words."""
    values = PartValues("a.values")
    values.put(family(board_of(3, 9)), np.array([[0b111111, 1], [1 << 40 | 3, 2]], np.uint64))
    values.put(family(board_of(3, 9)), np.array([[0b111111, 0, 1], [5, 1, 3]], np.uint64))
    on_boards = [on_board(values, columns) for columns in (9, 15, 21, 23)]
    assert [0 if rows is None else len(rows) for rows in on_boards] == [1, 2, 2, 3]
    for columns in (21, 23):
        tables = BoardSearch(board_of(3, columns), small_places=0).prepare()
        entries = on_board(values, columns)
        assert entries is not None
        tables.learn(entries)
        learnt = {(unpacked(words), value) for *words, value in tables.entries().tolist()}
        assert learnt == {(unpacked(words), value) for *words, value in entries.tolist()}


def test_the_smallest_go_where_there_is_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "engines.part_values", MOST_ENTRIES=3)
    values = PartValues("a.values")
    values.put("x", np.array([[0b1, 1], [0b111, 2], [0b11111, 3]], np.uint64))
    values.put("y", np.array([[0b1111, 1], [0b11, 2]], np.uint64))
    rows_of = {name: rows.tolist() for name, rows in values.families.items()}
    assert rows_of == {"x": [[0b111, 2], [0b11111, 3]], "y": [[0b1111, 1]]}


def test_one_part_has_one_value() -> None:
    values = PartValues("a.values")
    values.put("x", np.array([[7, 1], [7, 1], [6, 1]], np.uint64))
    assert values.count == 2
    with pytest.raises(StoreError, match=r"a\.values: two values for one part"):
        values.put("x", np.array([[7, 2]], np.uint64))


def of_an_option(entries: np.ndarray, place: int) -> None:
    """Give a part the value of one of its options."""
    board = board_of(3, 6)
    part, worth = unpacked(entries[place, :-1].tolist()), int(entries[place, -1])
    memo: plain.Memo = {}
    option_values = {plain.value(board, option, memo) for option in plain.options(board, part)}
    entries[place, -1] = min(option_values | {worth + 1} - {worth})


@pytest.mark.parametrize("sort", [np.argmin, np.argmax], ids=["the smallest", "the largest"])
def test_a_wrong_value_is_refused(smaller: PartValues, sort: Callable[..., np.int64]) -> None:
    (name,) = smaller.families
    entries = smaller.families[name].copy()
    of_an_option(entries, int(sort(np.bitwise_count(entries[:, 0]))))
    values = PartValues("a.values")
    values.put(name, entries)
    with pytest.raises(StoreError, match=r"a\.values: expected nim-values of parts, found one that is wrong"):
        searched(7, values)

"""What a search takes up again: parts whose values have become known, proof numbers, tables that were saved."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from limits import set_limits

from grundy.engines.options import SearchOptions
from grundy.engines.search import arrays, driver, solver
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardSearch
from grundy.engines.search.kernels import numbers as rated_numbers
from grundy.engines.search.kernels import proof, sets
from grundy.engines.search.kernels import values as known_values
from grundy.engines.search.kernels.spans import spans
from grundy.games.placement import full_field, piece
from grundy.model.shapes import SubsetGame
from grundy.runs.chunk import map_chunks, run_to_end


def strip(shapes: tuple[str, ...], cells: int) -> SubsetGame:
    return full_field(1, cells, tuple(map(piece, shapes)))


def value(takes: tuple[int, ...], cells: int) -> int:
    """The nim-value of a strip from which so many neighbours are taken, by the definition."""
    values: list[int] = []
    for n in range(cells + 1):
        left = {values[a] ^ values[n - take - a] for take in takes for a in range(n - take + 1)}
        values.append(next(v for v in range(n + 2) if v not in left))
    return values[cells]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("of_sets", [True, False])
def test_parts_that_have_become_known_are_added_and_the_others_stay_in_order(of_sets: bool, seed: int) -> None:
    random = Random(seed)
    search = BoardSearch(prepare(strip(("o", "oo"), 20)))
    tables = search.prepare()
    desk = tables.desks[0]
    moves, pool, numbers = spans(tables.moves), spans(desk.pool), spans(desk.numbers)
    keys = [np.uint64(2 * random.getrandbits(18) + 1) for _ in range(12)]
    worth = {key: random.randrange(16) for key in keys[:6]}
    for key, number in worth.items():
        assert known_values.keep(spans(desk.known), tables.moves.shift, (key,), number)
    like = (np.uint64(0),)
    for _ in range(30):
        option, first = random.randrange(5), random.randrange(4)
        listed = [random.choice(keys) for _ in range(random.randrange(6))]
        before, rest = random.randrange(16), desk.pool.rest if of_sets else desk.numbers.heap
        desk.pool.words[: first + 8] = 1
        desk.pool.words[first : first + len(listed)] = listed
        desk.pool.first[option], desk.pool.count[option], rest[option] = first, len(listed), before
        unknown = [key for key in listed if key not in worth]
        if of_sets:
            assert sets.look_again(moves, spans(desk.known), pool, option, like) == len(unknown)
        else:
            held = moves, spans(tables.keys), spans(desk.known), pool, numbers
            proof.look_again(*held, option, like)
        for key in listed:
            before ^= worth.get(key, 0)
        assert (int(rest[option]), int(desk.pool.count[option])) == (before, len(unknown))
        assert desk.pool.words[first : first + len(unknown)].tolist() == unknown
        assert desk.pool.words[first + len(listed)] == 1, "what belongs to others is not touched"


def test_numbers_that_took_no_work_are_kept_and_are_the_first_to_go() -> None:
    """Whatever the numbers are: a word of 0 is an empty place."""
    rated = arrays.rated_table(np.zeros(8, np.uint64))  # one cluster of four
    held, shift = spans(rated), 50
    for number, work in enumerate((2**3, 0, 2**62, 2**40)):
        rated_numbers.keep_numbers(held, shift, (np.uint64(1 << number),), 0, 0, 0, work)
        assert rated_numbers.find_numbers(held, shift, (np.uint64(1 << number),), 0) == (0, 0)
    rated_numbers.keep_numbers(held, shift, (np.uint64(1 << 9),), 0, 2**28 - 1, 2**28 - 1, 2**20)
    proof_numbers = [
        rated_numbers.find_numbers(held, shift, (np.uint64(1 << number),), 0) for number in (0, 1, 2, 3, 9)
    ]
    assert proof_numbers == [(0, 0), (-1, -1), (0, 0), (0, 0), (2**28 - 1, 2**28 - 1)]


def test_tables_of_another_game_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games on one strip, in tables of one form: what was saved of one search is handed to the other."""
    set_limits(monkeypatch, "engines.search", FIRST_SNAPSHOT=-1.0)
    set_limits(monkeypatch, "engines.search.driver", FEW_PARTS=0, FEWER_PARTS=0)
    games: dict[str, tuple[SubsetGame, int]] = {
        "kayles": (strip(("o", "oo"), 34), value((1, 2), 34)),
        "two or three": (strip(("oo", "ooo"), 34), value((2, 3), 34)),
    }
    saved = []
    for field, right in games.values():
        asker, states = solver.Asker(SearchOptions(), False), []
        work = asker.work([(field, (1 << 34) - 1, None)])(None)
        assert run_to_end(map_chunks(lambda chunk, states=states: states.append(chunk.state), work)) == [right]
        search = asker.search_of(field)
        assert search.tables is not None
        saved.append({**states[0], "tables": search.tables.snapshot()})
        assert saved[-1]["of"] and saved[-1]["tables"]["nodes"]
    for field, right in games.values():
        for state in saved:
            work = solver.Asker(SearchOptions(), False).work([(field, (1 << 34) - 1, None)])(state)
            assert run_to_end(work) == [right]


def test_large_boards_are_not_begun_in_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Cram on 101x3 a hundred positions took minutes there, in which nothing was said of them."""

    def refuse(*given: object) -> int:
        raise AssertionError(given)

    monkeypatch.setattr(driver.plain, "value", refuse)
    field = full_field(101, 3, (piece("oo"), piece("o/o")))
    searching = BoardSearch(prepare(field))
    first = next(searching.answers([driver.BoardQuestion((1 << 303) - 1)]))
    assert "at most 502" in first.known

"""The tables of proof numbers, and the open options of a couple, each kernel against a dict or the definition."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from trials import lopsided
from trials.defined import nim_sum
from trials.lopsided import GROUPS

from grundy.engines.search import arrays
from grundy.engines.search.board import moved, prepare
from grundy.engines.search.driver import BoardSearch
from grundy.engines.search.kernels import numbers as kernels
from grundy.engines.search.kernels import proof
from grundy.engines.search.kernels.numbers import INFINITE
from grundy.engines.search.kernels.spans import Span, spans
from grundy.model.shapes import SubsetGame

SHIFT = 50  # of one word


def keys(random: Random, count: int) -> list[tuple[Any, int]]:
    """Couples, some of the same part."""
    parts = [random.getrandbits(SHIFT) | 1 for _ in range(count)]
    return [((np.uint64(random.choice(parts)),), random.randrange(5)) for _ in range(count)]


def test_spans_are_their_arrays() -> None:
    """What a kernel reads and writes through a span of kernels.spans is the array itself."""
    array = np.zeros(8, np.uint64)
    rated = arrays.rated_table(array)
    kernels.keep_numbers(spans(rated), SHIFT, (np.uint64(5),), 1, 2, 3, 4)
    assert kernels.find_numbers(spans(rated), SHIFT, (np.uint64(5),), 1) == (2, 3)
    assert np.count_nonzero(array) == 2
    assert Span(array).size == 8 and spans((array, 7))[1] == 7


@pytest.mark.parametrize("seed", range(4))
def test_proof_numbers_are_found_as_they_were_kept_or_not_at_all(seed: int) -> None:
    """keep_numbers and find_numbers; what took the most work stays, also through resettle."""
    random = Random(seed)
    first = arrays.rated_table(np.zeros(8 * 64, np.uint64))
    proof_numbers: dict[tuple[Any, int], tuple[int, int]] = {}
    for part, heap in keys(random, 400):
        proof_numbers[part, heap] = random.choice((0, 1, INFINITE, random.getrandbits(28))), random.getrandbits(28)
        work = random.getrandbits(random.randint(1, 40))
        kernels.keep_numbers(spans(first), SHIFT, part, heap, *proof_numbers[part, heap], work)
        assert kernels.find_numbers(spans(first), SHIFT, part, heap) == proof_numbers[part, heap]
    there = {couple for couple in proof_numbers if kernels.find_numbers(spans(first), SHIFT, *couple) != (-1, -1)}
    assert 64 < len(there) <= 256
    assert all(kernels.find_numbers(spans(first), SHIFT, *couple) == proof_numbers[couple] for couple in there)
    assert kernels.find_numbers(spans(first), SHIFT, (np.uint64(2),), 0) == (-1, -1)
    like = (np.uint64(0),)
    for workers in (1, 2, 3):
        table = np.zeros(8 * 128, np.uint64)
        for which in range(workers):
            kernels.resettle(Span(first.table), Span(table), like, SHIFT, which, workers)
        larger = first._replace(table=table)
        assert {couple: kernels.find_numbers(spans(larger), SHIFT, *couple) for couple in proof_numbers} == {
            couple: proof_numbers[couple] if couple in there else (-1, -1) for couple in proof_numbers
        }


@pytest.mark.parametrize("count", [1, 3])  # words of a set: one, and several
def test_numbers_brought_near_are_what_they_were(count: int) -> None:
    """bring_numbers_near, of couples that are in the table and of others, in any cluster: it writes nothing."""
    random, rated = Random(count), arrays.rated_table(np.zeros(4 * (count + 1) * 4, np.uint64))
    held = spans(rated)
    for number in range(50):
        key = tuple(np.uint64(random.getrandbits(SHIFT)) for _ in range(count))
        before = rated.table.copy()
        kernels.bring_numbers_near(held, SHIFT, key, number)
        assert (rated.table == before).all()
        kernels.keep_numbers(held, SHIFT, key, number, number, 7, 1)
        kernels.bring_numbers_near(held, SHIFT, key, number)
        assert kernels.find_numbers(held, SHIFT, key, number) == (number, 7)


@pytest.mark.parametrize("count", [1, 3])  # words of a set: one, and several
def test_an_entry_of_which_another_wrote_a_part_is_no_couple(count: int) -> None:
    """Whichever words of two couples stand in one entry, unless all are of one; what is undone is what it was."""
    random, rated = Random(count), arrays.rated_table(np.zeros(4 * (count + 1), np.uint64))
    held, table = spans(rated), rated.table
    for _ in range(200):
        couples = [
            (tuple(np.uint64(random.getrandbits(SHIFT)) for _ in range(count)), random.randrange(3)) for _ in "ab"
        ]
        entries = []
        for part, heap in couples:
            table[:] = 0
            kernels.keep_numbers(held, SHIFT, part, heap, random.randrange(3), 5, 1)
            entries.append(table[: count + 1].copy())
            plain = table.copy()
            kernels.reseal(Span(plain), part, True)
            assert plain[count] == table[count] and plain[:count].tolist() == [
                *map(int, part[:-1]),
                int(part[-1]) | heap << SHIFT,
            ]
            kernels.reseal(Span(plain), part, False)
            assert (plain == table).all()
        same = entries[0] == entries[1]
        for picked in product((0, 1), repeat=count + 1):
            table[: count + 1] = [entries[one][word] for word, one in enumerate(picked)]
            for number, couple in enumerate(couples):
                own = all(one == number or same[word] for word, one in enumerate(picked))
                assert (kernels.find_numbers(held, SHIFT, *couple) != (-1, -1)) == own


def test_what_took_least_work_gives_way() -> None:
    rated = arrays.rated_table(np.zeros(8, np.uint64))  # one cluster
    couples = [((np.uint64(1 << i),), 0) for i in range(6)]
    for number, (part, heap) in enumerate(couples):
        kernels.keep_numbers(spans(rated), SHIFT, part, heap, 1, number + 1, 1 << 3 * (6 - number))
    disproof_numbers = [kernels.find_numbers(spans(rated), SHIFT, *couple)[1] for couple in couples]
    assert disproof_numbers == [1, 2, 3, -1, -1, 6]


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{len(group)}-{GROUPS.index(group)}")
def test_open_options_of_a_couple_are_those_of_the_definition(group: Any) -> None:
    """list_open: won only if it is so; else every option that can be lost is there, with what is `expected` of it."""
    random = Random(len(group))
    for _ in range(6):
        rows, columns = random.choice(((3, 4), (2, 6), (4, 3)))
        patterns = lopsided.draw_patterns(random, group, random.choice(("o.", "ox.")))
        moves = tuple(lopsided.pattern_moves(patterns, rows, columns))
        squares = tuple((r, c) for r in range(rows) for c in range(columns))
        value = lopsided.judges(moves)[0]
        search = BoardSearch(prepare(SubsetGame(rows * columns, moves, squares)), small_places=random.choice((0, 6)))
        tables = search.prepare()
        desk, board = tables.desks[0], search.board

        def worth(places: Any, board: Any = board, value: Any = value) -> int:
            return value(moved(arrays.unpacked(places), board.order))

        for part in board.parts((1 << board.places) - 1):
            nim_value, key, _ = tables.look(part)
            if nim_value >= 0:
                continue
            key = tuple(map(np.uint64, key))  # kernels take words as such
            own = worth(key)
            reached = {worth(arrays.packed([one], 1)) for one in _after(board, arrays.unpacked(key))}
            for heap in range(own + 3):
                held = map(spans, (tables.moves, tables.keys, desk.known, desk.pool, desk.scratch, desk.numbers))
                last, _ = proof.list_open(*held, spans(desk.rated), key, heap, 0, 0)
                if last < 0:
                    assert own != heap
                    continue
                listed = set()
                for option in range(last):
                    first, count = int(desk.pool.first[option]), int(desk.pool.count[option])
                    rest = desk.pool.words[first * tables.words : (first + count) * tables.words].reshape(count, -1)
                    listed.add(int(desk.numbers.heap[option]) ^ nim_sum(map(worth, rest)))
                    if count == 1:
                        phi, delta = proof.expected(
                            *map(spans, (tables.moves, tables.keys, desk.rated)),
                            tuple(rest[0]),
                            int(desk.numbers.heap[option]),
                        )
                        assert (desk.numbers.phi[option], desk.numbers.delta[option]) == (phi, delta)
                everything = {heap ^ one for one in reached} | {m ^ own for m in range(heap)}
                assert listed <= everything
                assert (0 in listed) == (0 in everything), "whether some option is lost"


def _after(board: Any, places: int) -> list[int]:
    """What one move leaves; moves of patterns of o and x exclude and flip nothing."""
    return [places & ~clear for need, _, clear, _ in board.moves if places & need == need]

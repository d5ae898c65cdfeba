"""Tables that several kernels read and write at once, and workers that see what others have found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from grundy.compile.jit import njit
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardSearch
from grundy.engines.search.kernels import numbers, proof, values
from grundy.engines.search.kernels import words as w
from grundy.engines.search.kernels.numbers import INFINITE
from grundy.engines.search.kernels.spans import Span, spans
from grundy.engines.search.tables import Tables
from grundy.games.placement import full_field, piece

SHIFT = 60


@njit
def work(known, keys, worth, like, first, out):
    """Keep keys with their values, from `first` on and round; out: how many others were found, and how many wrong."""
    many = worth.size
    for i in range(many):
        at = (first + i) % many
        values.keep(known, SHIFT, w.load(keys, at, like), worth[at])
        other = (first * 7 + 5 * i) % many
        other_value = values.find(known, SHIFT, w.load(keys, other, like))
        out[0] += other_value >= 0
        out[1] += other_value >= 0 and other_value != worth[other]
        own_value = values.find(known, SHIFT, w.load(keys, at, like))
        out[1] += own_value != worth[at]


@pytest.mark.parametrize("count", [1, 3])  # words of a set: one, and several
def test_values_that_several_keep_at_once_are_all_there_and_never_others(count: int) -> None:
    """Keys of which half have places in one word alone, the first or the last, values of which many are 0."""
    random, like, workers, size = Random(count), (np.uint64(0),) * count, 4, 3000
    sets: dict[tuple[int, ...], int] = {}
    while len(sets) < size:
        words = [random.getrandbits(SHIFT) for _ in like]
        if random.random() < 0.5:
            words = [word if at == random.choice((0, count - 1)) else 0 for at, word in enumerate(words)]
        if any(words):
            sets[tuple(words)] = random.choice((0, 0, 1, random.randrange(15)))
    keys, worth = np.array(list(sets), np.uint64).reshape(-1), np.array(list(sets.values()), np.int64)
    table = np.zeros(4096 * count, np.uint64)
    states = [np.array([0, size, 0, 1], np.int64) for _ in range(workers)]
    known = [values.KnownValues(table, np.zeros(count, np.uint64), state, np.zeros(1, np.uint8)) for state in states]
    results = [np.zeros(2, np.int64) for _ in range(workers)]
    firsts = [0, 0, size // 2, 1]  # two the same way, so that they meet at every key
    work(
        spans(known[0])._replace(table=Span(table.copy())),
        Span(keys),
        Span(worth),
        like,
        0,
        Span(np.zeros(2, np.int64)),
    )
    for state in states:
        state[0] = 0
    with ThreadPoolExecutor(workers) as threads:
        given = zip(known, firsts, results, strict=True)
        running = [
            threads.submit(work, spans(one), Span(keys), Span(worth), like, first, Span(out))
            for one, first, out in given
        ]
    assert [one.result() for one in running] == [None] * workers
    assert [int(out[1]) for out in results] == [0] * workers
    held = [values.find(spans(known[0]), SHIFT, tuple(map(np.uint64, key))) for key in sets]
    assert held == list(sets.values())
    assert values.find(spans(known[0]), SHIFT, (np.uint64(1 << 59),) * count) == -1
    assert sum(int(state[0]) for state in states) >= size
    assert np.count_nonzero(table.reshape(-1, count).any(axis=1)) == sum(int(state[0]) for state in states)


@pytest.mark.parametrize("count", [1, 3])
def test_a_value_that_one_of_several_keeps_is_there(count: int) -> None:
    like = (np.uint64(0),) * count
    keys = np.array([1, 2, 3, 4 << 50] * count, np.uint64).reshape(count, 4).T.reshape(-1)
    state = np.array([0, 8, 0, 1], np.int64)
    known = values.KnownValues(
        np.zeros(16 * count, np.uint64), np.zeros(count, np.uint64), state, np.zeros(1, np.uint8)
    )
    out = np.zeros(2, np.int64)
    work(spans(known), Span(keys), Span(np.array([5, 0, 1, 7])), like, 0, Span(out))
    assert out[1] == 0 and state[0] == 4


def at_work(nodes: int) -> tuple[Tables, Any, Any]:
    """The tables of Cram on 5 by 7, and a worker at a desk that is not the first, after so many positions."""
    search = BoardSearch(prepare(full_field(5, 7, (piece("oo"), piece("o/o")))), small_places=0)
    tables = search.prepare()
    tables.hire(2)
    tables.allot()
    _, key, _ = tables.look((1 << 35) - 1)
    desk = tables.desks[1]
    desk.frames.part[:1] = key
    desk.frames.kind[0], desk.frames.heap[0] = proof.COUPLE, 0
    desk.frames.phi[0] = desk.frames.delta[0] = INFINITE
    desk.state[:2] = 0, proof.ENTER
    assert go_on(tables, desk, nodes) == proof.RUNNING
    return tables, desk, tuple(map(np.uint64, key))


def go_on(tables: Tables, desk: Any, nodes: int) -> int:
    held = tables.moves, tables.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers, desk.rated
    return int(proof.run(*map(spans, held), Span(desk.state), False, nodes))


def test_workers_stop_at_a_sign() -> None:
    tables, desk, _ = at_work(1000)
    tables.signal[0] = 1
    assert go_on(tables, desk, 10**6) == proof.RUNNING and desk.nodes == 1000
    tables.signal[0] = 0
    assert go_on(tables, desk, 10) == proof.RUNNING and desk.nodes == 1010


@pytest.mark.parametrize(("heap", "lost"), [(0, True), (1, False), (2, False)])
def test_who_works_below_what_another_has_settled_leaves_it(heap: int, lost: bool) -> None:
    """The value of the board, said by another: within the positions after which a worker looks, all is left."""
    tables, desk, key = at_work(3000)
    assert desk.state[0] > 2, "deep in the search"
    assert values.keep(spans(tables.desks[2].known), tables.moves.shift, key, heap)
    assert go_on(tables, desk, 2 * proof.SETTLED) == proof.DONE
    assert desk.nodes <= 3000 + proof.SETTLED
    assert [int(number) for number in desk.state[4:6]] == ([INFINITE, 0] if lost else [0, INFINITE])


def test_what_is_worked_on_counts_as_if_it_had_come_to_its_limit() -> None:
    tables, desk, _ = at_work(3000)
    rated, shift, seen = spans(tables.desks[2].rated), tables.moves.shift, 0
    for _ in range(40):
        assert go_on(tables, desk, 50) == proof.RUNNING
        for depth in range(1, int(desk.state[0])):
            couple = (desk.frames.part[depth],), int(desk.frames.heap[depth])
            limit, word = int(desk.frames.delta[depth]), int(numbers.word_of(rated.table, shift, *couple))
            if desk.frames.kind[depth] == proof.COUPLE and limit < INFINITE and word >> 56 >= int(numbers.MARKED):
                seen += 1
                assert numbers.find_numbers(rated, shift, *couple)[1] == limit
    assert seen

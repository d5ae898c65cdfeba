"""Tables on several cores, and guesses held against them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from limits import set_limits

from grundy import rule, to
from grundy.answering.tables import fill, nim_values, p_positions
from grundy.compile import compiler
from grundy.compile.kernel import look
from grundy.engines.table import code, shared
from grundy.engines.table.job import job
from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import state_values
from grundy.model.rule import Rule
from grundy.runs.clock import CLOCK

LINES = (0b111, 0b111000, 0b100100, 0b1010000, 0b11000000, 0b1, 0b10000, 0b10000000000)


@rule
def clear(board):
    for line in LINES:
        if board & line == line:
            yield board ^ line


@rule
def slide(row, *, width=13):
    free = -1
    for j in range(width):
        if not row >> j & 1:
            free = j
        elif free >= 0:
            yield row ^ 1 << j ^ 1 << free


@rule
def halve(n):
    if n:
        yield n // 2
        yield n * 2 // 3
        yield to(n // 3, n // 5)


@rule
def wide(n):
    for k in range(300):
        if k * k < n:
            yield n - 1 - k * k // 2


@rule
def step(n):
    for k in (1, 3, 4):
        if k <= n:
            yield n - k


@rule
def wrong(n):
    if n:
        yield n // 2
    if n == 7001 or n == 6500:
        yield n + 1


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Tables are shared among cores at once; gives where that began."""
    began: list[int] = []
    plain = shared.fill_blocks

    def counted(task: Any, table: Any, facts: Any, cores: int) -> Iterator[int]:
        began.append(table.done)
        yield from plain(task, table, facts, cores)

    set_limits(monkeypatch, "engines.table", LOOK_SECONDS=0.0, WORTH_SECONDS=0.0)
    set_limits(monkeypatch, "engines.table.memory", FEW_STATES=0)
    set_limits(monkeypatch, "engines.table", LEAST_SHIFT=6)
    monkeypatch.setattr(shared, "fill_blocks", counted)
    return began


@pytest.mark.parametrize("game", [clear, slide, halve, wide, step], ids=lambda game: game.spec)
def test_blocks_on_several_cores(game: Rule, soon: list[int]) -> None:
    size = 1 << 13
    together = nim_values(game, size, cores=3)
    assert soon
    assert (together == nim_values(game, size, cores=1)).all()
    some = range(0, size, 97)
    expected = state_values(game, some, {})
    assert together[::97].tolist() == [expected[state] for state in some]
    if not look(game).sums:
        for misere in (False, True):
            assert (p_positions(game, size, misere, cores=3) == p_positions(game, size, misere, cores=1)).all()


def test_the_first_bad_state_is_named_on_several_cores_too(soon: list[int]) -> None:
    with pytest.raises(BadRule, match="state 6500 yields 6501"):
        nim_values(wrong, 1 << 13, cores=2)
    assert soon


def test_work_on_several_cores_goes_on_where_it_was_saved(soon: list[int]) -> None:
    task = job(clear, 1 << 13)
    whole = nim_values(clear, 1 << 13, cores=1)
    table = np.zeros(1 << 13, np.uint8)
    work = fill(task, lambda dtype, entries: table, cores=2)
    states = []
    for chunk in work(None):
        states.append(chunk.state)
        if len(states) == 9:
            break
    assert (table[: states[-1]["done"]] == whole[: states[-1]["done"]]).all()
    table[states[-1]["done"] :] = 99
    for _ in work(states[-1]):
        pass
    assert (table == whole).all()


def test_a_table_that_takes_long_without_a_compiler_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "missing", lambda: "numba")
    monkeypatch.setenv("GRUNDY_NATIVE", "off")
    expected = state_values(halve, range(2000), {})
    assert nim_values(halve, 2000).tolist() == [expected[n] for n in range(2000)]
    seconds = count()
    with (
        patch.object(CLOCK, "now", lambda: float(next(seconds))),
        pytest.raises(OutOfReach, match=r"a table of 30,000 states takes long .* numba is missing"),
    ):
        nim_values(halve, 30_000)
    assert next(seconds) > code.MOST_SECONDS

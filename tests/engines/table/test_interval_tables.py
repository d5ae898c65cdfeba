"""Tables by intervals of earlier heaps: whoever asks for many heaps of such a rule gets them, and they are right."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from command import grundy
from drawn_intervals import drawn, plain_losers, plain_values
from limits import set_limits
from written import body

import grundy as library
from grundy.answering.tables import nim_values, p_positions
from grundy.engines.heap.intervals import values as interval_values_module
from grundy.engines.heap.intervals.values import IntervalValues
from grundy.engines.table.intervals import IntervalTables
from grundy.engines.table.job import Filling, job
from grundy.errors import InternalError
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.notation.files import FILES
from grundy.runs.chunk import run_to_end

HALF = "for k in range(1, n // 2 + 1): yield n - k"


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The tables that were filled so."""
    tasks: list[Any] = []
    work = IntervalTables.work

    def noted(self: IntervalTables, filling: Filling, saved: Any) -> Any:
        tasks.append(filling.task)
        return work(self, filling, saved)

    monkeypatch.setattr(IntervalTables, "work", noted)
    return tasks


def always(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small tables are filled so, too, in many blocks."""
    set_limits(monkeypatch, "engines.table", WORTH_NANOSECONDS=-(10**18))
    set_limits(monkeypatch, "engines.heap.intervals", BLOCK=61)


def remembered_values(rule: Rule) -> Callable[[Rule], IntervalValues]:
    """What fills tables of one rule, compared with it once."""
    fresh: list[IntervalValues] = []

    def made(asked: Rule) -> IntervalValues:
        assert asked is rule
        fresh[:] = fresh or [IntervalValues(rule)]
        return deepcopy(fresh[0])

    return made


def filled(rule: Rule, size: int, misere: bool = False, outcomes: bool = False, saved: Any = None) -> Any:
    """A table by this engine alone, or None where it does not fit or gives up; from an array that is kept, if any."""
    arrays = [saved["array"] if saved else np.zeros(0, np.uint8)]

    def allocate(dtype: str, entries: int) -> Any:
        if len(arrays[0]) != entries or arrays[0].itemsize < np.dtype(dtype).itemsize:
            arrays[0] = np.zeros(entries, dtype)
        return arrays[0]

    engine = IntervalTables(rule)
    filling = Filling(replace(job(rule, size, misere, outcomes), checked=False), allocate)
    if engine.unfit(filling):
        return None
    return arrays[0] if run_to_end(engine.work(filling, saved)) is filling else None


def test_random_intervals_fill_the_table_of_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    always(monkeypatch)
    read = 0
    for seed in range(20):
        text = drawn(Random(seed))
        rule, size = body(text), 400
        made = remembered_values(rule)
        monkeypatch.setattr(interval_values_module, "IntervalValues", made)
        table = filled(rule, size)
        if table is None:
            continue
        read += 1
        expected = plain_values(rule, size)
        assert table.tolist() == expected, text
        state = {"way": "stamps16", "done": 150, "array": np.array(expected[:150] + [0] * 250, np.uint16)}
        assert filled(rule, size, saved=state).tolist() == expected, text
        for misere in (False, True):
            bits = filled(rule, size, misere, True)
            losers = np.unpackbits(bits, bitorder="little")[:size].astype(bool).tolist()
            assert losers == plain_losers(rule, size, misere), text
    assert read >= 10


def test_what_moves_back_half_way_is_gone_on_with_by_a_loop(worked: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    always(monkeypatch)
    rule = body("for k in range(0, n if n < 300 else n // 2): yield k")
    assert filled(rule, 500) is None
    assert nim_values(rule, 30_000)[:500].tolist() == plain_values(rule, 500)
    assert len(worked) == 2


def half_value(n: int) -> int:
    """LightOJ 1296: G(2m) = m, G(2m + 1) = G(m)."""
    while n % 2:
        n //= 2
    return n // 2


def test_a_file_of_values_is_kept_and_widened(worked: list[Any]) -> None:
    rule = body(HALF)
    values = nim_values(rule, 150_000)
    assert values.dtype == np.uint32 and values.tolist() == [half_value(n) for n in range(150_000)]
    losers = np.flatnonzero(np.unpackbits(p_positions(rule, 10**6), bitorder="little"))
    assert losers.tolist() == [2**k - 1 for k in range(20)]
    misere = np.flatnonzero(np.unpackbits(p_positions(rule, 10**6, misere=True), bitorder="little"))
    assert misere.tolist() == [3 * 2**k - 1 for k in range(19)]  # 2 is lost, and from n on the next is 2n + 1
    assert len(worked) == 3


def loaded(file: str) -> Any:
    return parse_rule(file, files=FILES)


VERBS: tuple[Callable[[str], Any], ...] = (
    lambda file: grundy("sequence", file, "--to", "100000", "--csv"),
    lambda file: grundy("table", file, "--states", "100000"),
    lambda file: grundy("table", file, "--states", "100000", "--misere"),
    lambda file: grundy("period", file, "--limit", "100000"),
    lambda file: grundy("check", file, "n // 2 if n % 2 == 0 else G(n // 2)", "--to", "60000"),
    lambda file: loaded(file).nim_values(100_000),
    lambda file: library.sequence(loaded(file), 100_000),
    lambda file: library.table(loaded(file), 100_000),
    lambda file: library.period(loaded(file), limit=100_000),
)


@pytest.mark.parametrize("number", range(len(VERBS)))
def test_every_verb_that_wants_many_heaps_gets_them_so(number: int, worked: list[Any], tmp_path: Path) -> None:
    """`solve` alone did: others went through a quarter of a square of options."""
    file = tmp_path / "half.py"
    file.write_text(f"import grundy\n\n@grundy.rule\ndef half(n):\n    {HALF}\n", encoding="utf-8")
    answer = VERBS[number](str(file))
    assert worked
    assert not hasattr(answer, "status") or answer.status in (0, "none", "observed"), answer


def test_a_fault_in_the_trees_is_seen_before_the_table_is_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    fill = IntervalValues.fill

    def wrong(self: IntervalValues, g: Any, done: int, count: int) -> int:
        stop = fill(self, g, done, count)
        if done <= 90_000 < stop:
            g[count - 1] = 5
        g[max(done, count - 1) : stop] = 5
        return stop

    monkeypatch.setattr(IntervalValues, "fill", wrong)
    with pytest.raises(InternalError, match="expected"):
        nim_values(body(HALF), 100_000)

"""Boards with a part too large for a table of values: by the sets of boards of each value, against the definition."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

import grundy
from grundy.answering.ask import ask
from grundy.engines.options import SearchOptions
from grundy.engines.search.asker import Asker
from grundy.engines.search.solver import BY
from grundy.model.shapes import Masks
from grundy.runs.chunk import Chunk


@pytest.fixture(scope="module")
def few_in_tables() -> Iterator[pytest.MonkeyPatch]:
    """Parts of more than six cells count as large."""
    monkeypatch = pytest.MonkeyPatch()
    set_limits(monkeypatch, "engines.table", MOST_SLICED=6)
    yield monkeypatch
    monkeypatch.undo()


@contextmanager
def long_searches() -> Iterator[None]:
    """Every search becomes long."""

    def endless(self: Asker, questions: Any, before: str = "") -> Any:
        def work(saved: Any) -> Generator[Chunk, None, list[int]]:
            assert saved is None
            for done in range(0, 1 << 40, 1 << 20):
                yield Chunk(done, 0, "positions", {"asked": ""}, "nothing yet")
            raise AssertionError("it was not left alone")

        return work

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Asker, "work", endless)
        yield


def value(rows: tuple[str, ...], memo: dict[tuple[str, ...], int]) -> int:
    """The rectangle game by its definition: clear any rectangle of ones."""
    if rows not in memo:
        reached = {value(after, memo) for after in after_each(rows).values()}
        memo[rows] = next(v for v in range(len(reached) + 1) if v not in reached)
    return memo[rows]


def after_each(rows: tuple[str, ...]) -> dict[tuple[int, int, int, int], tuple[str, ...]]:
    options = {}
    for top in range(len(rows)):
        for left in range(len(rows[0])):
            for bottom in range(top + 1, len(rows) + 1):
                for right in range(left + 1, len(rows[0]) + 1):
                    if all(set(row[left:right]) == {"1"} for row in rows[top:bottom]):
                        options[top, left, bottom, right] = tuple(
                            row[:left] + "0" * (right - left) + row[right:] if top <= r < bottom else row
                            for r, row in enumerate(rows)
                        )
    return options


MEMO: dict[tuple[str, ...], int] = {}
small_boards = st.lists(st.text("0111", min_size=4, max_size=4), min_size=3, max_size=3).map(tuple)


def answered(rows: tuple[str, ...], rest: int) -> str:
    """Compare the engine with the definition; what it says of how it knows."""
    position = grundy.parse(f"rectangle({'/'.join(rows)})")
    rule, state = next((part.rule, part.state) for part in position.parts())
    assert isinstance(rule.shape, Masks)
    answer = ask(rule, [state], options=SearchOptions(cores=2))
    assert answer.values == [value(rows, MEMO)]
    right = [after for after in after_each(rows).values() if value(after, MEMO) == rest]
    assert answer.moves_to(state, rest).count == len(right)
    return answer.evidence.reason


@settings(max_examples=examples(40))
@given(small_boards, st.integers(0, 7))
def test_boards_by_the_sets_of_each_value(few_in_tables: object, rows: tuple[str, ...], rest: int) -> None:
    with long_searches():
        by = answered(rows, rest)
    if all(row.startswith("111") for row in rows):
        assert by.endswith("by the sets of all boards that are worth 0, 1, and so on")


@settings(max_examples=examples(10))
@given(small_boards, st.integers(0, 7))
def test_a_search_that_does_not_become_long_answers_alone(
    few_in_tables: object, rows: tuple[str, ...], rest: int
) -> None:
    by = answered(rows, rest)
    if all(row.startswith("111") for row in rows):
        assert by == BY


def test_too_many_cells_for_anything() -> None:
    with pytest.raises(grundy.OutOfReach, match="a piece of 49 cells that are joined; up to 36 are searched"):
        grundy.solve(grundy.parse("rectangle(" + "/".join(["1" * 7] * 7) + ")"))

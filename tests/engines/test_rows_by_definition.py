"""Each engine of one file, whichever there are, says of its examples what the definition says; and whose labels are not
the game's is named."""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules
from types import SimpleNamespace
from typing import Any

import command
import pytest
from entry_checks import faults_elsewhere, faults_of_engine, faults_of_row
from limits import set_limits

import grundy
from grundy.answering import dispatch
from grundy.engines import rows
from grundy.engines.engine import Answer, Direct, listed
from grundy.engines.question import COSTS, Row
from grundy.model.evidence import Evidence

FILES = sorted(file.name for file in iter_modules(rows.__path__))


def test_a_file_has_a_row_and_examples_that_the_definition_answers_alike() -> None:
    assert [fault for name in FILES for fault in faults_of_engine(name)] == []


def test_these_rows_are_asked_before_others_of_their_cost() -> None:
    added = [import_module(f"{rows.__name__}.{name}").ROW for name in FILES]
    for cost in COSTS:
        of_cost = [row for row in dispatch.TABLE if row.cost == cost]
        here = [row for row in added if row.cost == cost]
        assert of_cost[: len(here)] == here


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Puts an engine for `mark` above all others: from its values, and the labels of a move for what it leaves."""

    def plant(value: Any, labels: Any) -> Row:
        def engine(rule: Any, options: Any) -> Any:
            def moves_to(n: int, rest: int) -> Any:
                return listed([labels(n, left) for left in {n - 1, n // 2} if n and value(left) == rest])

            return Direct(lambda states: Answer([value(n) for n in states], Evidence("proved", "by hand"), moves_to))

        monkeypatch.setitem(sys.modules, "grundy.engines.rows.planted", SimpleNamespace(engine=engine))
        row = Row("Mark", lambda asked: asked.rule == grundy.mark, "rows.planted", "a formula")
        set_limits(monkeypatch, "answering", TABLE=(row, *dispatch.TABLE))
        return row

    return plant


def worth(n: int) -> int:
    """Fraenkel 2011, by the rule: the least number that neither n - 1 nor n // 2 is worth."""
    return min({0, 1, 2} - {worth(left) for left in {n - 1, n // 2} if n})


def leaving(n: int, left: int) -> Any:
    return (("leave", left),)


def test_a_right_engine_is_answered_and_a_wrong_one_seen(planted: Any) -> None:
    assert list(faults_of_row(planted(worth, leaving), ["mark(12 7)"])) == []
    wrong = [*faults_of_row(planted(lambda n: n % 2, leaving), ["mark(3)"])]
    assert "mark(3): expected nim-value 2, by the definition; found 1" in wrong
    wrong = [*faults_of_row(planted(worth, lambda n, left: (("leave", n),)), ["mark(3)"])]
    assert "expected the winning moves" in wrong[0] and "by the definition; found" in wrong[0]
    wrong = [*faults_of_row(planted(worth, leaving), ["nim(3)"])]
    assert wrong == ["nim(3): expected a question that rows.planted is asked first, found formula"]


def test_a_row_that_is_for_too_much_is_seen(planted: Any) -> None:
    """Its examples alone were compared, which it answered rightly."""
    row = planted(worth, leaving)
    assert list(faults_elsewhere(row)) == []
    (fault,) = faults_elsewhere(Row("Some", lambda asked: 2 in asked.rule.shape.amounts, "rows.planted", "a formula"))
    assert fault.startswith("rows.planted: fits: expected an answer for nim(3 4 5), found AttributeError: ")


def test_an_engine_whose_labels_are_not_the_games_is_named(planted: Any) -> None:
    """All that was said was KeyError: 'leave'."""
    planted(worth, lambda n, left: (("take", n - left),))
    expected = (
        "engines/rows/planted.py: a formula: mark: format_move: expected the labels of one of its moves, "
        "found pile=1, take=1 (no 'leave')"
    )
    with pytest.raises(grundy.InternalError) as caught:
        list(grundy.solve(grundy.mark(3)).winning_moves)
    assert str(caught.value) == expected
    for words in (("solve", "mark", "3"), ("solve", "mark", "3", "--json"), ("solve", "mark", "3", "--explain")):
        done = command.grundy(*words)
        assert (done.status, done.out) == (2, "") and expected in done.err and "Traceback" not in done.err

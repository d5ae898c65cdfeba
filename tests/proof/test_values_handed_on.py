"""What a search for a period has computed is not computed again for its certificate, nor to compare it with others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grundy
from grundy.answering.sequence import first_values, period, values_found
from grundy.engines.heap.octal.sparse.stored_values import StoredValues
from grundy.engines.heap.octal.values import NaiveTable
from grundy.engines.heap.take_away import TakeAwayValues
from grundy.games.octal import octal


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """How many heaps each engine computed."""
    heaps = {"NaiveTable": 0, "StoredValues": 0, "TakeAwayValues": 0}

    def counting(kind: Any, name: str, of: Callable[[Any], int]) -> None:
        method = getattr(kind, name)

        def counted(self: Any, *given: Any) -> Any:
            before = of(self)
            returned = method(self, *given)
            heaps[kind.__name__] += of(self) - before
            return returned

        monkeypatch.setattr(kind, name, counted)

    counting(NaiveTable, "step", lambda table: int(table.size))
    counting(StoredValues, "extend", lambda stored: int(stored.size))
    counting(TakeAwayValues, "values", lambda values: int(values.heaps_computed))
    return heaps


@pytest.mark.parametrize(
    "game",
    [
        "octal:0.375",  # heap by heap
        "octal:0.16",  # by its sparse space: 509,622 heaps were filled twice
        "hexadecimal:0.3f",  # three heaps
        "all-but:1,4,6",  # values that grow
        "take-away:2,5,11,14",
    ],
)
def test_a_certificate_computes_no_heap_again(game: str, computed: dict[str, int], tmp_path: Path) -> None:
    search = period(grundy.parse_rule(game))
    assert search.status == "proved" and len(search.values) > 0
    alone = dict(computed)
    written = grundy.certify(search, tmp_path / "certificate.txt")
    assert computed == alone
    assert written.checked and grundy.verify(written.path)


def test_the_values_of_a_rule_that_is_code_are_not_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compared with those of the catalogue, of which the first are enough."""
    from grundy.api import known

    @grundy.rule(space=grundy.HEAP)
    def few(n):  # type: ignore[no-untyped-def]
        yield from range(max(0, n - 3), n)

    def refused(rule: grundy.Rule, count: int) -> Any:
        assert rule.spec != few.spec, f"{count} values again"
        return first_values(rule, count)

    monkeypatch.setattr(known, "first_values", refused)
    period_result = grundy.period(few)
    assert str(period_result.matching_game).endswith("have the values of take-away:1,2,3")


def test_values_that_a_search_does_not_hold_are_the_engines() -> None:
    rule = octal("0.77")
    result = period(rule)
    few, many = values_found(rule, result, 5), values_found(rule, result, 2 * result.heaps_computed)
    # G(n) of Kayles: Winning Ways, chapter 4
    assert list(few) == [0, 1, 2, 3, 1] and len(many) == 336 and [int(n) for n in many[324:336]] == [
        4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7
    ]  # fmt: skip


def test_values_are_no_part_of_what_is_shown_or_compared() -> None:
    one, two = period(octal("0.77")), grundy.period("kayles")
    assert "values" not in one.as_dict() and "array" not in repr(one)
    assert one.repetition == two.repetition

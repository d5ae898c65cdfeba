"""What is known of Sprouts where the search is stopped: bounds that hold the published values."""

from __future__ import annotations

import pytest
from limits import set_limits

import grundy
from grundy.answering.ask import forget
from grundy.errors import OutOfReach
from grundy.model.known import facts_of

VALUES = (0, 0, 0, 1, 1, 1, 0)  # Lemoine & Viennot 2010, by the number of spots


@pytest.mark.parametrize("most_parts", [1, 5, 20, 60, 200])
def test_bounds_of_a_search_that_is_stopped_hold_the_value(most_parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of nine spots nothing was known after three seconds, though a position has no more values than options."""
    set_limits(monkeypatch, "engines.lands", MOST_PARTS=most_parts)
    bounded = 0
    for spots, value in enumerate(VALUES):
        forget()
        try:
            result = grundy.solve(grundy.parse(f"sprouts({spots})"))
        except OutOfReach as stop:
            (known,) = facts_of(stop, 1)
            assert known.winner in (None, "first" if value else "second")
            assert known.most is not None and known.least <= value <= known.most and value not in known.excluded
            bounded += 1
        else:
            assert result.nim_value in (value, None) and result.winner == ("first" if value else "second")
    assert bounded or most_parts > 60

"""A test of a table tells every row that fails, not the first alone."""

from __future__ import annotations

import pytest
from tables import of_each


def test_every_row_that_fails_is_told() -> None:
    def check(number: int, text: str) -> None:
        if number == 3:
            pytest.fail("not three")
        assert text == str(number)

    table = of_each([(1, "1"), (2, "3"), (3, "3"), (4, "4"), (5, "6")], lambda row: f"number {row[0]}")
    with pytest.raises(BaseExceptionGroup, match="3 of 5 rows") as told:
        table(check)()
    assert [note for failure in told.value.exceptions for note in failure.__notes__] == [
        "in the row number 2", "in the row number 3", "in the row number 5"
    ]  # fmt: skip
    of_each([(1, "1")])(check)()
    with pytest.raises(AssertionError, match="no row"):
        of_each([])(check)()

"""A table of cases as one test: rows that are quickly checked need no id each, which every worker would collect."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

FAILURES = (Exception, pytest.fail.Exception)


def of_each(rows: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Callable[..., None]], Any]:
    """Make a test of a check: it calls it with each row (a tuple by its parts), then names every row that failed."""

    def whole(check: Callable[..., None]) -> Any:
        def test() -> None:
            cases = list(rows)
            assert cases, "the table has no row"
            failed: list[BaseException] = []
            for row in cases:
                try:
                    check(*row) if isinstance(row, tuple) else check(row)
                except FAILURES as failure:
                    failure.add_note(f"in the row {name(row)}")
                    failed.append(failure)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(cases)} rows", failed)

        test.__name__, test.__doc__, test.__module__ = check.__name__, check.__doc__, check.__module__
        return test

    return whole

"""The benchmark of pages runs at its smallest size."""

from __future__ import annotations

import pytest
from trials import files

pytestmark = pytest.mark.browser
benchmarks = files.imported("test_benchmarks")


def test_it_runs_at_its_smallest_size_and_prints_its_times() -> None:
    told = benchmarks.printed(benchmarks.WITH_A_BROWSER)
    benchmarks.check_rows(benchmarks.WITH_A_BROWSER, told)
    assert "Nim 3 4 5" in told

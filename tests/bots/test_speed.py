"""The benchmark beside OpenSpiel runs at its smallest size."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # for test_benchmarks.py

from test_benchmarks import WITH_OPENSPIEL, printed


def test_it_runs_at_its_smallest_size_and_prints_its_ratios() -> None:
    table = printed(WITH_OPENSPIEL).splitlines()
    assert table[0].endswith("ratio") and table[1].split()[:3] == ["2", "3", "4"]

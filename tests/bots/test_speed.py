"""The benchmark beside OpenSpiel runs at its smallest size."""

from __future__ import annotations

from trials import files

benchmarks = files.imported("test_benchmarks")


def test_it_runs_at_its_smallest_size_and_prints_its_ratios() -> None:
    table = benchmarks.printed(benchmarks.WITH_OPENSPIEL).splitlines()
    assert table[0].endswith("ratio") and table[1].split()[:3] == ["2", "3", "4"]

"""Hexadecimal codes whose values grow, under results/: the finite check, and the list."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

RESULTS = Path(__file__).parents[2] / "results"
sys.path.insert(0, str(RESULTS))

import hexadecimal  # noqa: E402
from arithmetic import growth  # noqa: E402
from records import listed  # noqa: E402

LINES = {line["name"]: line for line in listed(hexadecimal.LIST)}
PROVED = [line for line in LINES.values() if line["status"] == "proved"]
GROWING = [line for line in PROVED if line["saltus"]]


def test_every_code_is_listed_and_the_page_counts_them() -> None:
    assert list(LINES) == hexadecimal.names()
    page = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert f"{len(GROWING):,} of {len(LINES):,} codes proved to grow for ever" in page
    assert f"{len(PROVED) - len(GROWING)} to repeat" in page


def test_three_heaps_of_one_counter_taken() -> None:
    """0.8: the options of n leave a sum of n - 1, so that G(n) = (n - 1) // 3 follows by hand."""
    assert LINES["0.8"]["status"] == "proved"
    assert hexadecimal.by_definition((0, 8), 60) == [0, *((n - 1) // 3 for n in range(1, 60))]


@pytest.mark.parametrize("line", GROWING[:: max(1, len(GROWING) // 10)], ids=lambda line: line["name"])
def test_what_grows_is_proved_by_values_of_the_definition(line: dict[str, int]) -> None:
    """The values go on beyond those that the check needs, too."""
    code, period, saltus = str(line["name"]), line["period"], line["saltus"]
    digits, start = hexadecimal.digits_of(code), max(1, line["preperiod"])
    values = hexadecimal.by_definition(digits, min(line["needed"] + 2 * period, 250))
    found = growth(digits, values, period, start, saltus)
    assert found is not None and found.needed == line["needed"]
    assert hexadecimal.holds(values, period, line["preperiod"], saltus)
    assert not line["preperiod"] or not hexadecimal.holds(values, period, line["preperiod"] - 1, saltus)


@pytest.mark.parametrize("code", ["0.7", "0.77", "0.33", "0.07"])
def test_no_octal_code_grows(code: str) -> None:
    """What needs three heaps is never proved without them (Guy & Smith: octal values may only repeat)."""
    digits = hexadecimal.digits_of(code)
    values = hexadecimal.by_definition(digits, 120)
    for period in range(1, 12):
        assert growth(digits, values, period, 40, 1) is None


def test_what_only_seems_to_grow_is_not_proved() -> None:
    """Values that begin like those of a code that grows: where a digit or a value is another, an option is equal to
    its heap, or a smaller value is not reached."""
    values = [0, *((n - 1) // 3 for n in range(1, 60))]
    assert growth((0, 8), values, 3, 1, 1) is not None
    assert growth((0, 0, 8), values, 3, 1, 1) is None
    assert growth((0, 10), values, 3, 1, 1) is None or hexadecimal.by_definition((0, 10), 60) == values
    assert growth((0, 15), values, 3, 1, 1) is None
    assert growth((0, 8), [value * 2 for value in values], 3, 1, 2) is None
    assert growth((0, 8), values, 9, 1, 3) is None  # no power of two
    faster = [0, *((n - 1) // 2 for n in range(1, 60))]
    assert growth((0, 8), faster, 2, 1, 1) is None


def test_lines_are_made_again() -> None:
    for code in ("0.8", "0.FF", "0.01A"):
        assert {"name": code, **hexadecimal.record_of(code)} == LINES[code]


def test_a_line_is_proved_anew() -> None:
    assert hexadecimal.check("0.8") == "0.8: G(n + 3) = G(n) + 1 from 1 on: proved"

"""Codes that leave three heaps and whose values grow: periods, heaps of any size, moves, terms; and their list."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import growing
import pytest

import grundy
from grundy.answering.sequence import period
from grundy.engines.heap.octal.engine import CodeHeaps
from grundy.model.period import Repetition
from grundy.model.shapes import Digits
from grundy.notation.expression import parse_rule

RESULTS = Path(__file__).parents[3] / "results"
sys.path.insert(0, str(RESULTS))

import hexadecimal  # noqa: E402
from records import listed  # noqa: E402

LINES = {line["name"]: line for line in listed(hexadecimal.LIST)}
PROVED = [line for line in LINES.values() if line["status"] == "proved"]
GROWING = [line for line in PROVED if line["saltus"]]


def digits_of(code: str) -> tuple[int, ...]:
    return tuple(int(digit, 16) for digit in code.replace(".", ""))


def test_three_heaps_of_one_counter_taken() -> None:
    """0.8: the options of n leave a sum of n - 1, so that G(n) = (n - 1) // 3 follows by hand."""
    heaps = CodeHeaps(Digits((0, 8)))
    assert heaps.values([1, 7, 2_500, 10**18, 10**30]) == [(n - 1) // 3 for n in (1, 7, 2_500, 10**18, 10**30)]
    assert "G(n + 3) = G(n) + 1 for all n >= 1" in heaps.evidence(10**18).reason
    period_result = period(parse_rule("hexadecimal:0.8"))
    assert period_result.status == "proved" and period_result.repetition == Repetition(3, 1, 1)


@pytest.mark.parametrize("code", ["0.28", "0.1A", "0.619", "0.3BE"])
def test_large_heaps_are_those_of_the_first_period(code: str) -> None:
    """Values by the definition, moved up by as many saltus as there are periods; so also beyond what is listed."""
    known = growing.by_definition(digits_of(code), 180)
    line = LINES[code]
    p, e, s = line["period"], line["preperiod"], line["saltus"]
    heaps = CodeHeaps(Digits(digits_of(code)))
    many = [*range(150, 180), *range(10**18, 10**18 + p)]
    assert heaps.values(many) == [known[n] if n < 180 else known[e + (n - e) % p] + (n - e) // p * s for n in many]


def test_moves_of_a_heap_of_any_size() -> None:
    """Each leads to the value asked for and is a move; of small heaps all are listed, and the same ones among them."""
    for code in ("0.28", "0.1A", "0.C4"):
        shape = Digits(digits_of(code))
        heaps = CodeHeaps(shape)
        for heap in (10**9, 10**18 + 7)[code == "0.28" :]:
            own = heaps.values([heap])[0]
            assert heaps.moves_to(heap, own).count == 0 and heaps.moves_to(heap, own).exact
            for target in (0, 9, own // 3, own - 1):
                moves = heaps.moves_to(heap, target)
                assert moves.count and not moves.exact
                for (_, take), (_, leave) in moves:
                    total = 0
                    for value in heaps.values(leave):
                        total ^= value
                    assert total == target and sum(leave) == heap - take and min(leave) >= 1
                    assert shape.digit(take) >> len(leave) & 1
        assert not heaps.moves_to(10**18, 2 * 10**18).exact


def test_sums_and_terms() -> None:
    result = grundy.solve("hexadecimal:0.8(1000000000000000001) + nim(77)")
    assert result.nim_value == (10**18 // 3) ^ 77 and result.winning_moves.count and not result.winning_moves.exact
    terms = [int(value) for value in grundy.sequence("hexadecimal:0.8", 4_999)]
    assert terms == [max(0, n - 1) // 3 for n in range(5_000)]


def test_what_only_seems_to_grow_is_observed() -> None:
    """0.05F: the values of its first heaps grow by 2 in each 4 heaps for a while; no check proves it."""
    line = LINES["0.05F"]
    assert line["status"] == "observed" and line["saltus"]
    assert grundy.period("hexadecimal:0.05F", 400).status != "proved"


def test_every_code_is_listed_and_the_page_counts_them() -> None:
    assert list(LINES) == hexadecimal.names()
    page = (RESULTS / "README.md").read_text(encoding="utf-8")
    assert f"the {len(LINES):,} codes 0.abc" in page and f" {len(GROWING):,} proved to grow for ever" in page
    assert f"{len(PROVED) - len(GROWING)} to repeat" in page


@pytest.mark.parametrize("code", ["0.8", "0.FF", "0.01A", "0.338", "0.619"])
def test_lines_are_made_again(code: str) -> None:
    assert {"name": code, **hexadecimal.record_of(code)} == LINES[code]


def test_the_hash_is_that_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "0.28.txt"
    grundy.period("hexadecimal:0.28", certificate=file)
    assert hashlib.sha256(file.read_bytes()).hexdigest() == LINES["0.28"]["sha256"]


@pytest.mark.parametrize("line", GROWING[:: max(1, len(GROWING) // 12)], ids=lambda line: line["name"])
def test_what_is_listed_as_growing_grows_by_the_definition(line: dict[str, int]) -> None:
    p, e, s = line["period"], line["preperiod"], line["saltus"]
    count = min(e + 3 * p + 60, 240)
    values = growing.by_definition(digits_of(str(line["name"])), count)
    assert all(values[n + p] == values[n] + s for n in range(e, count - p))
    assert not e or values[e - 1 + p] != values[e - 1] + s

"""The atlas of octal codes under results/: every code once, periods as published and by the definition."""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pytest

from grundy.games.known import known_periods

RESULTS = Path(__file__).parents[2] / "results"
sys.path.insert(0, str(RESULTS))

import octal_atlas  # noqa: E402
from records import as_line, listed  # noqa: E402

LINES = {line["name"]: line for line in listed(octal_atlas.LIST)}
SHORT = [line for line in LINES.values() if line["status"] == "proved" and line["heaps"] < 200]


def slow_values(code: str, count: int) -> list[int]:
    """The values of heaps 0, 1, ..., by the definition."""
    digits = [int(digit) for digit in code.replace(".", "")]
    values: list[int] = []
    for n in range(count):
        seen: set[int] = set()
        for take, digit in enumerate(digits[: n + 1]):
            left = n - take
            seen |= {0} if digit & 1 and not left and take else set()
            seen |= {values[left]} if digit & 2 and left and take else set()
            seen |= {values[a] ^ values[left - a] for a in range(1, left)} if digit & 4 else set()
        values.append(next(value for value in range(n + 2) if value not in seen))
    return values


def test_every_code_is_in_one_class_and_the_page_counts_them() -> None:
    listed_codes = sorted(code for line in LINES.values() for code in (line["name"], *line["equal"]))
    digits = ("".join(one).rstrip("0") or "0" for one in product("01234567", repeat=4))
    assert listed_codes == sorted({f"{first}.{after}" for after in digits for first in "04"})
    assert list(LINES.values()) == octal_atlas.best(LINES.values())
    proved = [line for line in LINES.values() if line["status"] == "proved"]
    assert all("sha256" in line for line in proved)
    page = (RESULTS / "README.md").read_text(encoding="utf-8")
    codes = sum(1 + len(line["equal"]) for line in proved)
    assert f"{len(LINES)} classes, {len(proved)} of them ({codes:,} codes) proved" in page


def test_published_periods_are_found_again() -> None:
    among = 0
    for fact in known_periods():
        line = LINES.get(fact.code)
        if line and line["status"] == "proved":
            assert (line["period"], line["preperiod"]) == (fact.period, fact.preperiod), fact.code
            among += 1
    assert among >= 5


@pytest.mark.parametrize("line", SHORT[:: len(SHORT) // 12], ids=lambda line: line["name"])
def test_a_proved_period_is_that_of_the_definition(line: dict[str, int]) -> None:
    """So many values prove it, by the octal periodicity theorem; the codes of a class have them too, but for zeros."""
    code, period, start = str(line["name"]), line["period"], line["preperiod"]
    values = slow_values(code, 2 * start + 2 * period + len(code))
    assert all(values[n + period] == values[n] for n in range(start, len(values) - period))
    assert not start or values[start - 1] != values[start - 1 + period]
    equal: dict[str, int] = line["equal"]  # type: ignore[assignment]
    for other, later in list(equal.items())[:2]:
        zeros = next((n for n, value in enumerate(values) if value), 0)
        moved = slow_values(other, len(values) + later)
        assert moved[zeros + later :] == values[zeros : len(moved) - later]


def test_lines_are_made_again_and_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recorded, other = LINES["0.156"], LINES["0.1"]
    for line in octal_atlas.begun(1):
        same = {code: later for code, later in LINES[line["name"]]["equal"].items() if len(code) == 3}
        assert line["equal"] == same
        facts = "period", "preperiod", "status"
        assert [line[one] for one in facts] == [LINES[line["name"]][one] for one in facts] or line["status"] == "open"
    path = tmp_path / "atlas"
    first = {**recorded, "status": "open", "period": None, "preperiod": None, "heaps": 64}
    del first["sha256"], first["bytes"]
    path.write_text(as_line(first) + as_line(other) + '{"name": "0.5', encoding="utf-8")
    monkeypatch.setattr(octal_atlas, "LIST", path)
    monkeypatch.setattr(octal_atlas, "in_processes", lambda work, tasks, jobs, each: map(work, tasks))
    octal_atlas.extend(None, 20_000, 20_000, 1)
    assert listed(path) == [other, recorded]


def test_what_is_sparse_is_looked_at_further() -> None:
    line = {"status": "open", "heaps": 100_000, "mask": 6, "rare": 50, "last_rare": 99_000}
    many = {**line, "rare": 900, "last_rare": 99_000}
    over = {**line, "rare": 900, "last_rare": 24_000}
    none = {**line, "mask": None, "rare": None, "last_rare": None}
    assert [octal_atlas.wanted(one, 10**5, 10**7) for one in (line, many, over, none)] == [10**7, 0, 10**7, 0]
    assert octal_atlas.wanted({**none, "heaps": 8_192}, 10**5, 10**7) == 10**5

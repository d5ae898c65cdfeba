"""The page of values: the period is seen in its brackets, and the values of pairs as a heat map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from looking import VIOLATIONS, ready

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
WYTHOFF = "/rule?rule=(a,b)->(a-k,b),for+k+in+1..a;(a,b)->(a,b-k),for+k+in+1..b;(a,b)->(a-k,b-k),for+k+in+1..min(a,b)"
HEAT = """() => [...document.querySelectorAll('.heat tbody tr')].map((row) => [...row.querySelectorAll('td')].map(
    (cell) => [Number(cell.textContent), getComputedStyle(cell).backgroundColor]))"""


def test_the_periods_of_kayles_have_brackets(opened: Open) -> None:
    page = ready(opened("/rule?rule=kayles"))
    assert page.locator("#result .plot .bracket").count() == 4  # of heaps 71 to 118, of 120
    assert "period 12" in page.locator("#result .plot").text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pairs_are_a_heat_map_with_their_p_positions(opened: Open, axe: str, scheme: str) -> None:
    page = ready(opened(WYTHOFF, color_scheme=scheme))
    rows = page.evaluate(HEAT)
    lost = {(a, b) for a, row in enumerate(rows[:8]) for b, (value, _) in enumerate(row[:8]) if value == 0}
    assert lost == {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}  # Wythoff 1907
    looks = {colour for row in rows for value, colour in row if value == 0}
    assert len(looks) == 1 and looks.isdisjoint(colour for row in rows for value, colour in row if value)
    first = [colour for _, colour in rows[0]]
    assert len(set(first)) == len(first), "each larger value is warmer"
    page.evaluate(f"{axe}; 0")
    assert page.evaluate(VIOLATIONS) == []


def test_what_a_table_shows_is_read_whole_on_a_phone(opened: Open) -> None:
    """The caption was as wide as the table, and most of it out of sight."""
    page = ready(opened("/rule?rule=kayles", viewport={"width": 390, "height": 844}))
    box = page.locator("#result caption").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    page.locator("#result .scroll", has=page.locator("caption")).evaluate("scroller => { scroller.scrollLeft = 200 }")
    assert page.locator("#result caption").bounding_box()["x"] >= 0, "it stays while the table scrolls"

"""The page of values: the period is seen in its brackets, and the values of pairs as a heat map."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from looking import VIOLATIONS, ready, text, typed
from playwright.sync_api import expect

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
    shades = dict(sorted((value, colour) for row in rows for value, colour in row if value))
    ramp = [sum(map(int, re.findall(r"\d+", colour))) for colour in shades.values()]
    assert sorted(ramp, reverse=scheme == "light") == ramp and len(set(ramp)) == 9, "the larger, the browner"
    page.evaluate(f"{axe}; 0")
    assert page.evaluate(VIOLATIONS) == []


def test_what_a_table_shows_is_read_whole_on_a_phone(opened: Open) -> None:
    """The caption was as wide as the table, and most of it out of sight."""
    page = ready(opened(WYTHOFF, viewport={"width": 390, "height": 844}))
    box = page.locator("#result caption").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 390
    page.locator("#result .scroll", has=page.locator("caption")).evaluate("scroller => { scroller.scrollLeft = 200 }")
    assert page.locator("#result caption").bounding_box()["x"] >= 0, "it stays while the table scrolls"


def test_values_follow_while_a_rule_is_typed(opened: Open, axe: str) -> None:
    """Nothing is pressed: what is not finished is no error, and what cannot be read leaves the last answer, in grey."""
    page = ready(opened("/rule"))
    field = page.get_by_label("Rule")
    field.fill("")
    field.press_sequentially("n -> n-k, for k in {2,3")
    expect(page.locator("#status")).to_have_text(re.compile(r"^Go on: "))
    assert page.locator("#trouble").is_hidden() and page.locator("#result.stale").count() == 1
    field.press_sequentially("}")
    # S(2, 3): from a heap one takes 2 or 3, and the values 0 0 1 1 2 repeat (Winning Ways, ch. 4)
    page.get_by_role("heading", name="Period 5, from the beginning").wait_for()
    assert [text.split() for text in page.locator(".strip li").all_inner_texts()[:7]] == [
        [str(heap), value] for heap, value in enumerate("0011200")
    ]
    assert page.locator("#result.stale").count() == 0 and "n+-%3E+n-k%2C+for+k+in+%7B2%2C3%7D" in page.url
    field.fill("n -> n-k, for k in [2,3]")
    expect(page.get_by_role("alert")).to_contain_text("A set has braces.")
    assert page.locator("#result.stale h2").first.inner_text() == "Period 5, from the beginning"
    page.evaluate(f"{axe}; 0")
    assert page.evaluate(VIOLATIONS) == []


@pytest.mark.parametrize(
    ("wrong", "better"),
    [
        ("n => n-1", "n -> n-1"),
        ("n -> n-k, for k in [1,3]", "n -> n-k, for k in {1,3}"),
        ("n -> n/2, if n > 0", "n -> n//2, if n > 0"),
        ("n -> n//2, if n even", "n -> n//2, if n % 2 == 0"),
        ("a,b -> a-1,b; a,b-1", "(a,b) -> (a-1,b); (a,b-1)"),
        ("n -> n+1", "n -> n-1"),
        ("n - k, for k in 1..n", "n -> n - k, for k in 1..n"),
    ],
)
def test_what_is_often_meant_is_one_press_away(opened: Open, wrong: str, better: str) -> None:
    page = typed(ready(opened("/rule")), wrong)
    page.get_by_role("alert").get_by_role("button", name=better, exact=True).click()
    expect(page.get_by_label("Rule")).to_have_value(better)


def test_a_cell_of_the_map_is_told(opened: Open) -> None:
    page = ready(opened(WYTHOFF))
    page.locator("[data-at='3, 5']").hover()
    expect(page.get_by_text("(3, 5): value 0. Whoever has to move there loses.")).to_be_visible()
    assert "(3, 5)" in text(page, "#result")


def test_a_proved_period_has_a_certificate_to_keep(opened: Open) -> None:
    """Its values are those of taking 1, 3 or 4: 0 1 0 1 2 3 2 again and again (Winning Ways, ch. 4)."""
    page = ready(opened("/rule"))
    with page.expect_download() as told:
        page.get_by_role("button", name="Certificate").click()
    text = Path(told.value.path()).read_text(encoding="utf-8")
    assert text.startswith("grundy-certificate 1\n") and "\nperiod 7\n" in text
    expect(page.locator(".theorem [role=status]")).to_have_text("Saved as period.txt.")
    page.get_by_role("link", name="Check it yourself").click()
    expect(page.locator("#check pre")).to_be_visible()
    typed(page, "n -> k & n-k, for k in 1..(n-1)//2")
    expect(page.get_by_role("heading", name="No period")).to_be_visible()
    assert not page.get_by_role("button", name="Certificate").count()

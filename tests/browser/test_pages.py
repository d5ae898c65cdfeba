"""The pages in a real browser: looking, setting, moving, winning, sharing, rules; keyboard, small and dark screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from looking import explained, item, settled, start, text, typed
from playwright.sync_api import expect
from serving import Server

from grundy.games.catalogue import GAMES
from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_a_game_is_picked_and_can_be_played_at_once(opened: Open) -> None:
    page = opened("/games")
    assert page.locator(".entry").count() == len(GAMES) + 2
    page.get_by_label("Name, or what it is made of").fill("rectangle ones")
    assert page.locator(".entry:visible").count() == 1 and text(page, "#count") == "1 game"
    page.locator(".entry:visible a").click()
    settled(page)
    assert start(page) == [GAMES["rectangle"].example]
    assert page.locator("#boards .cell").count() == 16 and text(page, "#status").startswith("Click two corners")


def test_a_rule_is_typed(opened: Open) -> None:
    page = opened("/rule")
    typed(page, "n -> n-k, for k in {2,5}")
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for()  # S(2, 5): Winning Ways, ch. 4
    assert "Proved" in text(page, "#result")
    assert page.locator(".plot circle").count() > 50
    play = page.get_by_role("link", name="Play it")
    expect(play).to_have_attribute("href", re.compile("2%2C5"))  # the rule of the start has period 7 too
    play.click()
    settled(page)
    assert start(page)[0][0] == "rule:n -> n-k, for k in {2,5}"
    page.get_by_role("radio", name="Two players").check()
    item(page, "2,4").click()
    expect(page.locator("#history li").first).to_contain_text("take 5 from pile 2")


def test_a_game_on_heaps_leads_to_its_period(opened: Open) -> None:
    page = settled(opened(game_url(("octal:0.07", "5 6"))))
    explained(page).get_by_role("link", name="The values of all heaps").click()
    page.get_by_role("heading", name="Period 34, from heap 53 on").wait_for()  # Guy & Smith 1956
    typed(page, "nosuchgame")
    page.get_by_role("alert").filter(has_text="expected the name of a game").wait_for()
    assert text(page, "#place mark") == "n"


def test_exceptions_to_a_period_are_crossed_out(opened: Open) -> None:
    page = opened("/rule?rule=n+-%3E+a+%26+n-a-k%2C+for+k+in+1..2%2C+for+a+in+0..n-k")
    page.get_by_role("heading", name="No period is proved").wait_for()
    # Kayles: the exceptions to its period of 12 are 0 3 6 9 11 15 18 21 22 28 34 39 57 70 (Winning Ways, ch. 4)
    crossed = page.evaluate(
        """[...document.querySelectorAll('table.values tbody tr')].flatMap(row => {
            const start = Number(row.querySelector('th').textContent);
            return [...row.querySelectorAll('td')].flatMap((cell, at) => cell.querySelector('s') ? [start + at] : []);
        })"""
    )
    assert crossed == [0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70]


def test_a_period_that_is_proved_is_not_said_to_be_observed_only(opened: Open) -> None:
    page = opened(f"/rule?{urlencode({'rule': 'kayles'})}")
    expect(page.locator("#result h2").first).to_have_text("Period 12, from heap 71 on")
    expect(page.locator("#result")).not_to_contain_text("observed only")
    typed(page, "take-away:1,2,3")
    expect(page.locator("#result")).to_contain_text("G(n) = n % 4 for n = 0 to 1999")  # a formula says more


@pytest.mark.parametrize("rule", ["cram", "(a,b,c) -> (a-1,b,c)"])
def test_what_has_no_table_of_values_says_so_and_is_played(opened: Open, rule: str) -> None:
    page = opened(f"/rule?{urlencode({'rule': rule})}")
    expect(page.locator("#result")).to_contain_text("this is no such rule")
    expect(page.locator("#trouble")).to_be_hidden()
    page.get_by_text("Play it").click()
    page.wait_for_url("**/game?*")
    expect(explained(settled(page)).locator("#verdict")).to_contain_text("win")


def test_a_wrong_rule_is_pointed_at(opened: Open) -> None:
    page = opened("/rule")
    typed(page, "n -> n-m")
    page.get_by_role("alert").filter(
        has_text="At character 8: expected a number or a name that is known here (n), found 'm'"
    ).wait_for()
    assert text(page, "#place mark") == "m"
    typed(page, "n -> n+1")
    page.get_by_role("alert").filter(
        has_text="expected play from 0 that ends before 20,000 positions are met"
    ).wait_for()
    page.get_by_role("button", name="take 1, 3 or 4").click()
    page.get_by_role("heading", name="Period 7").wait_for()
    assert page.locator("#trouble").is_hidden()


def test_an_endless_rule_is_ended(opened: Open, hasty: Server) -> None:
    rule = "n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0"
    page = opened("/rule?" + urlencode({"rule": rule}), of=hasty)
    alert = page.get_by_role("alert").filter(has_text=re.compile("no answer within 16 seconds", re.IGNORECASE))
    alert.wait_for()
    assert page.get_by_label("Rule").input_value() == rule
    page.goto(game_url(("nim", "3 4 5")))  # the server is well
    assert item(settled(page), "3,5").count() == 1


def test_the_catalogue_needs_no_script(opened: Open) -> None:
    page = opened("/games", java_script_enabled=False)
    assert page.locator(".entry svg").count() >= len(GAMES) // 2
    assert page.locator(".entry:visible").count() == len(GAMES) + 2
    assert not page.locator(".star:visible, #kept:visible").count(), "what needs a script is not offered"


@pytest.mark.parametrize("path", ["/", "/games", "/rule", "/learn", "/api", game_url(("nim", "3 4 5"))])
def test_a_game_is_found_from_every_page(opened: Open, path: str) -> None:
    page = opened(path)
    page.get_by_label("Find a game").fill("grundy's game")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game?*")
    assert start(settled(page)) == [GAMES["grundys-game"].example]
    page.get_by_label("Find a game").fill("rook")
    page.keyboard.press("Enter")
    page.wait_for_url("**/games?q=rook")
    expect(page.locator(".entry:visible")).to_have_count(1)  # Corner, of which the catalogue names the pieces


def test_favourites_are_kept_in_the_browser(opened: Open) -> None:
    page = opened("/")
    page.get_by_role("button", name="Keep Chomp").click()
    page.goto("/games")
    page.get_by_role("button", name="Keep Nimble").click()
    page.get_by_role("button", name="Keep Chomp").click()
    page.get_by_role("button", name="Keep Cram").click()
    page.reload()
    expect(page.get_by_role("button", name="Keep Cram")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Favourites 2").click()
    assert page.locator(".entry:visible strong").all_inner_texts() == ["Nimble", "Cram"]
    page.get_by_role("button", name="Keep Cram").click()
    expect(page.locator(".entry:visible strong")).to_have_text(["Nimble"])


def test_a_command_is_copied(opened: Open) -> None:
    page = opened("/", permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("#research").get_by_role("button")
    button.click()
    expect(button).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "grundy period octal:0.07"


def noted(page: Any, entries: str) -> list[Any]:
    """Entries of the browser's clock, which it notes somewhat later than things happen."""
    return page.evaluate(  # type: ignore[no-any-return]
        f"""new Promise(done => {{
            const look = () => {{
                const found = performance.{entries};
                if (found.length) done(found); else setTimeout(look, 20);
            }};
            look();
        }})"""
    )


def test_time_to_the_first_page_and_to_an_answer(opened: Open, record_property: Callable[[str, object], None]) -> None:
    """As the browser measures it. A busy machine may take its time: what is held is how much there is to load."""
    page = opened("/")
    (first, *_) = noted(page, "getEntriesByType('paint').map(one => one.startTime)")
    page.goto(game_url(("rectangle", "0110/0000/0000/0001")))
    settled(page)
    ends = "map(one => one.responseEnd).filter(Boolean)"
    answers = noted(page, f"getEntriesByType('resource').filter(one => one.name.includes('/ask/')).{ends}")
    answer = answers[0]
    sizes = """['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
        .map(one => one.transferSize)"""
    loaded = page.evaluate(sizes)
    page.goto("/")
    loaded_first = page.evaluate(sizes)
    told = {
        "first page, ms": round(first),
        "answer, ms": round(answer),
        "first page, bytes": sum(loaded_first),
        "game, bytes": sum(loaded),
        "requests": len(loaded),
    }
    for name, number in told.items():
        record_property(name, number)
    print(told)
    assert len(answers) == 1, "one question a page"
    assert sum(loaded_first) < 60_000 and sum(loaded) < 60_000 and len(loaded) < 16
    assert first < 30_000 and answer < 30_000


def test_the_catalogue_counts_what_it_shows_and_finds_coins_by_a_coin(opened: Open) -> None:
    """Families of no game that is shown kept their number; a game with “one coin” was not found by coins."""
    page = opened("/games?q=coins")
    names = page.locator(".entry:visible strong").all_inner_texts()
    assert {"Nimble", "Silver dollar", "Turning turtles", "Ruler"} <= set(names) and "Nim" not in names
    counts = [int(one) for one in page.locator(".shelf nav a:visible span").all_inner_texts()]
    assert sum(counts) == len(names) and text(page, "#count") == f"{len(names)} games" and 0 not in counts
    page.get_by_label("Name, or what it is made of").fill("zzz")
    expect(page.locator("#none")).to_be_visible()
    assert not page.locator(".shelf nav a:visible").count()
    page.get_by_label("Name, or what it is made of").fill("")
    expect(page.locator(".entry:visible")).to_have_count(len(GAMES) + 2)


def test_the_first_page_asks_for_a_game(opened: Open) -> None:
    page = opened("/")
    page.get_by_label("A game, or what it is made of").fill("node kayles")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game?g=node-kayles*")
    assert text(settled(page), "#title").startswith("Node Kayles")

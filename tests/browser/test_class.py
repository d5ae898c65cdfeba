"""A class in browsers: a pupil enters and plays, the teacher sees it, pauses and shows a position, and all see why."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from looking import VIOLATIONS, focus, tab_to, text
from playwright.sync_api import expect
from teaching import WORD, Class, taught
from test_access import SMALL

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


@pytest.fixture(scope="module")
def a_class() -> Iterator[Class]:
    with taught("--workers", "2", "--time-limit", "60s", "--task", "nim 1 2", "--task", "cram 2x2") as running:
        yield running


@pytest.fixture
def fresh(a_class: Class) -> Class:
    return a_class.renewed()


def settled(page: Any) -> Any:
    """The page of a pupil once nothing is waited for any more."""
    expect(page.locator("#boards svg, #shown svg").first).to_be_visible()
    expect(page.locator("body")).not_to_have_attribute("data-busy", re.compile(".*"))
    return page


def entered(opened: Open, of: Class, name: str, **how: Any) -> Any:
    """The page of a pupil who has entered by it."""
    page = opened("/", of=of.server, **how)
    page.get_by_label("The word that your teacher says").fill(WORD)
    page.get_by_label("Your first name").fill(name)
    page.get_by_role("button", name="Enter").click()
    return settled(page)


def teaching(opened: Open, of: Class, page: str = "teacher", **how: Any) -> Any:
    return opened(f"/{page}#{of.teacher.key}", of=of.server, **how)


def test_a_pupil_plays_and_the_teacher_sees_it(opened: Open, fresh: Class) -> None:
    teacher = teaching(opened, fresh)
    expect(teacher.locator("#word")).to_have_text(WORD)
    ada = entered(opened, fresh, "Ada")
    row = teacher.get_by_role("row", name="Ada")
    expect(row.get_by_role("cell").first).to_contain_text("not begun")
    ada.locator('#boards [data-item="2,2"]').click()  # one counter: 1 1 is left, and lost (Bouton 1901)
    expect(ada.locator("#history li")).to_have_count(2)
    ada.locator("#boards [role=button]").first.click()
    expect(ada.locator("#status")).to_have_text("You win The computer cannot move.")
    expect(row.get_by_role("cell").first).to_contain_text("✓ 1")
    expect(ada.locator("#tasks button").first).to_contain_text("won in game 1")
    with teacher.expect_download() as saved:
        teacher.get_by_role("button", name="Save as CSV").click()
    assert "Ada,1,1,,0" in Path(saved.value.path()).read_text(encoding="utf-8-sig")


def test_a_pause_holds_every_board_and_a_page_that_is_loaded_again_goes_on(opened: Open, fresh: Class) -> None:
    teacher, ada = teaching(opened, fresh), entered(opened, fresh, "Ada")
    ada.locator('#boards [data-item="2,2"]').click()
    expect(ada.locator("#history li")).to_have_count(2)
    teacher.get_by_role("button", name="Pause all boards").click()
    expect(ada.locator("#status")).to_have_text("The teacher has paused all boards.")
    assert ada.locator("#boards [role=button]").count() == 0
    ada.reload()
    expect(ada.locator("#history li")).to_have_count(2)
    teacher.get_by_role("button", name="Pause all boards").click()
    ada.locator("#boards [role=button]").first.click()
    expect(ada.locator("#status")).to_contain_text("You win")


def test_a_page_that_was_closed_is_come_back_to_by_word_and_name(browser: Any, opened: Open, fresh: Class) -> None:
    teacher, ada = teaching(opened, fresh), entered(opened, fresh, "Ada")
    ada.locator('#boards [data-item="2,2"]').click()
    expect(ada.locator("#history li")).to_have_count(2)
    context = browser.new_context(base_url=fresh.server.url, reduced_motion="reduce")  # whose console may tell refusals
    other = context.new_page()
    other.goto("/")
    expect(other.locator("#enter")).to_contain_text("Type the same word and the same first name")
    other.get_by_label("The word that your teacher says").fill(WORD)
    other.get_by_label("Your first name").fill("Ada")

    def enters() -> bool:
        with other.expect_response("**/class/enter") as answer:
            other.get_by_role("button", name="Enter").click()
        return bool(answer.value.ok)

    assert not enters()
    expect(other.locator("#trouble")).to_contain_text("Ada is in the class already, on a page that is open")
    ada.close()
    assert any(enters() for _ in range(100)), "the server hears at some time that the page was closed"
    expect(settled(other).locator("#history li")).to_have_count(2)
    expect(teacher.get_by_role("row", name="Ada")).to_have_count(1)
    context.close()


def test_a_position_is_voted_on_and_the_projector_shows_why(opened: Open, fresh: Class) -> None:
    """Nim 1 3 5 7: every column cancels, so Player 2 wins."""
    teacher, projector = teaching(opened, fresh), teaching(opened, fresh, "projector")
    ada, ben = entered(opened, fresh, "Ada"), entered(opened, fresh, "Ben")
    expect(projector.locator("#playing")).to_have_text("2 pupils play.")
    waits = projector.locator(".huge").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(waits) >= 60 and text(projector, "#type") == WORD, "the whole room reads where to go, and the word"
    teacher.get_by_label("Show all the same position").fill("nim 1 3 5 7")
    teacher.get_by_role("button", name="Show to all").click()
    for page in (ada, ben, projector):
        expect(page.locator("svg.piles .counter:visible")).to_have_count(16)
    ada.get_by_role("button", name="Player 2").click()
    expect(projector.locator("#votes")).to_have_text("Player 1?Player 2?1 of 2 have voted.")
    ben.get_by_role("button", name="Player 1, who moves now").click()
    expect(projector.locator("#votes")).to_have_text("Player 11Player 212 of 2 have voted.")
    assert projector.locator("#why").is_hidden() and "wins" not in text(ada, "main").replace("Who wins", "")
    projector.get_by_role("button", name="Show why").click()
    expect(projector.locator("#verdict")).to_have_text("Player 1 to move. Player 2 wins with the right play.")
    expect(projector.locator("#right")).to_have_text("1 of 2 were right.")
    assert projector.locator(".columns .nil").count() == 3, "4s, 2s and 1s cancel"
    expect(ada.locator("#voted")).to_have_text("Player 2 wins: you were right.")
    expect(ben.locator("#voted")).to_contain_text("look at the projector")
    teacher.get_by_role("button", name="Back to the games").click()
    for page in (ada, ben):
        expect(page.locator("#boards svg.piles")).to_be_visible()
    expect(projector.locator("#idle")).to_be_visible()


def test_a_name_is_a_text_on_every_page(opened: Open, fresh: Class) -> None:
    ada = entered(opened, fresh, "<img src=x>&amp;")
    teacher = teaching(opened, fresh)
    expect(ada.locator("#who")).to_have_text("<img src=x>&amp;")
    expect(teacher.locator(".marks tbody th")).to_have_text("<img src=x>&amp;")
    assert ada.locator("main img").count() == teacher.locator("main img").count() == 0


def test_the_secret_of_the_teacher_is_not_left_in_the_address(opened: Open, fresh: Class) -> None:
    teacher = teaching(opened, fresh)
    expect(teacher.locator(".marks")).to_be_visible()
    assert fresh.teacher.key not in teacher.url
    teacher.reload()
    expect(teacher.locator(".marks")).to_be_visible()
    expect(opened("/teacher", of=fresh.server).locator("#keyless")).to_be_visible()


def test_what_cannot_be_undone_is_asked_about_and_pupils_are_told(browser: Any, opened: Open, fresh: Class) -> None:
    """A wrong word and a lesson that is over are refused with a status that a browser calls an error, so no fixture."""
    context = browser.new_context(base_url=fresh.server.url, reduced_motion="reduce")
    page = context.new_page()
    page.goto("/")
    page.get_by_label("Your first name").fill("Ada")
    page.get_by_label("The word that your teacher says").fill("crane")
    page.get_by_role("button", name="Enter").click()
    expect(page.locator("#trouble")).to_have_text("This is not the word of the class; ask your teacher.")
    page.get_by_label("The word that your teacher says").fill(WORD.upper())
    page.get_by_role("button", name="Enter").click()
    settled(page)
    teacher = teaching(opened, fresh)
    teacher.get_by_role("button", name="Remove Ada").click()
    teacher.get_by_role("button", name="No", exact=True).click()
    expect(teacher.get_by_role("row", name="Ada")).to_be_visible()
    teacher.get_by_role("button", name="End the lesson").click()
    teacher.get_by_role("button", name="Yes", exact=True).click()
    expect(teacher.locator(".marks .none")).to_have_text("Nobody yet. Tell the class the address and the word.")
    expect(page.get_by_label("The word that your teacher says")).to_be_visible()
    expect(page.locator("#trouble")).to_have_text("The lesson is over, or you are not in it: type the word again.")
    page.reload()
    expect(page.get_by_label("The word that your teacher says")).to_be_visible()
    context.close()


def test_a_class_is_played_by_the_keyboard(opened: Open, fresh: Class) -> None:
    ada = opened("/", of=fresh.server)
    tab_to(ada, "word")
    ada.keyboard.type(WORD)
    tab_to(ada, "name")
    ada.keyboard.type("Ada")
    ada.keyboard.press("Enter")
    settled(ada)
    assert focus(ada) == "title"
    tab_to(ada, "1,1")
    for key in ("ArrowDown", "ArrowRight"):
        ada.keyboard.press(key)
    ada.keyboard.press("Enter")
    expect(ada.locator("#history li")).to_have_count(2)
    assert ada.evaluate("document.activeElement.matches('#boards [data-item]')"), "the board goes on with the keyboard"
    ada.keyboard.press("Enter")
    expect(ada.locator("#status")).to_contain_text("You win")
    fresh.teacher.told("teacher/show", text="kayles 3")
    expect(ada.locator("#voting")).to_be_visible()
    tab_to(ada, "vote-1")
    ada.keyboard.press("Enter")
    expect(ada.locator("#voted")).to_contain_text("You voted for Player 1")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_axe_finds_nothing_in_a_class(opened: Open, fresh: Class, axe: str, width: int, scheme: str) -> None:
    how = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
    violations: list[str] = []

    def look(page: Any, what: str) -> None:
        page.evaluate(f"{axe}; 0")
        violations.extend(f"{what}: {one}" for one in [*page.evaluate(VIOLATIONS), *page.evaluate(SMALL)])
        assert page.evaluate("document.documentElement.scrollWidth") <= width, what

    look(opened("/", of=fresh.server, **how), "enter")
    look(opened("/teacher", of=fresh.server, **how), "teacher without a key")
    ada = entered(opened, fresh, "Ada", **how)
    teacher, projector = teaching(opened, fresh, **how), teaching(opened, fresh, "projector", **how)
    expect(teacher.locator(".marks tbody th")).to_have_text("Ada")
    expect(projector.locator("#idle")).to_be_visible()
    for page, what in ((ada, "a game"), (teacher, "a table"), (projector, "a projector that waits")):
        look(page, what)
    fresh.teacher.told("teacher/show", text="nim 1 3 5 7")
    ada.get_by_role("button", name="Player 2").click()
    for page, place in ((ada, "#shown svg"), (teacher, "#now"), (projector, "#boards svg")):
        expect(page.locator(place)).to_be_visible()
        look(page, "a position")
    fresh.teacher.told("teacher/reveal", votes=True, why=True)
    for page, place, says in ((ada, "#voted", "right"), (teacher, "#explain", "Hide"), (projector, "#right", "right")):
        expect(page.locator(place)).to_contain_text(says)
        look(page, "its answer")
    teacher.get_by_role("button", name="End the lesson").click()
    look(teacher, "a question")
    fresh.teacher.told("teacher/hide")
    fresh.teacher.told("teacher/pause", paused=True)
    expect(ada.locator("#status")).to_contain_text("paused")
    look(ada, "a pause")
    assert not violations, "\n".join(dict.fromkeys(violations))

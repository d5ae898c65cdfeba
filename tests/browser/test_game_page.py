"""The page of a game: it is played at once on its board, Why is asked for, Set up begins another."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from looking import explained, item, joint, moves, settled, start, text
from older import LINKS
from playwright.sync_api import expect

from grundy import parse, solve
from grundy.api.play import play
from grundy.games.catalogue import GAMES
from grundy.web.shelf import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]
TWO = "&vs=two"


def test_the_board_is_there_before_anything_is_solved(opened: Open) -> None:
    """And play shows nothing that was not asked for: no value, no verdict, no move that wins."""
    page = opened("/api")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]) if "/ask/" in request.url else None)
    page.goto(game_url(("cram", "4x5")))
    settled(page)
    assert asked == ["game"] and page.locator("#boards .cell").count() == 20
    assert page.locator(".badge").count() == 0 and page.locator("#panel-why").is_hidden()
    assert "wins" not in text(page, "main").replace("Whoever cannot move loses", "")


@pytest.mark.parametrize(
    ("size", "first", "asked"), [("4x5", "2,2 2,3", ["game", "game", "game"]), ("5x6", "2,2 2,3", None)]
)
def test_the_page_finds_the_move_of_the_computer_on_a_small_board(
    opened: Open, size: str, first: str, asked: list[str] | None
) -> None:
    """A search by the server took seconds where others were asked, and the page has the start as data."""
    page = settled(opened(game_url(("cram", size))))
    seen: list[str] = ["game"]
    page.on("request", lambda request: seen.append(request.url.rpartition("/")[2]) if "/ask/" in request.url else None)
    joint(page, *first.split()).click()
    expect(page.locator("#history li")).to_have_count(2)
    settled(page)
    assert seen == asked if asked else "reply" in seen
    assert len(moves(page)) == 2 and page.locator("#boards .domino").count() == 2


def test_a_domino_stays_as_it_was_laid(opened: Open) -> None:
    """Two upright dominoes turned into two flat ones."""
    page = settled(opened(game_url(("cram", "2x3")) + TWO))
    for number, (a, b) in enumerate([("1,1", "2,1"), ("1,2", "2,2")], 1):
        joint(page, a, b).click()
        expect(page.locator("#boards .domino")).to_have_count(number)
    settled(page)
    boxes = page.evaluate(
        "[...document.querySelectorAll('.domino .face')].map(one => [one.getBBox().width, one.getBBox().height])"
    )
    assert all(wide < high for wide, high in boxes)
    assert page.locator(".domino.p1").count() == page.locator(".domino.p2.last").count() == 1
    assert moves(page) == ["cells ((1, 1), (2, 1))", "cells ((1, 2), (2, 2))"]


def test_a_board_is_drawn_once_and_keeps_its_shape_to_the_end(opened: Open) -> None:
    """Node Kayles on 4x4 shrank to 2x4 and renamed its rows, and its end read "(nothing)"."""
    page = settled(opened(game_url(("node-kayles", "grid:4x4")) + TWO))
    page.evaluate("document.querySelectorAll('#boards svg, #boards svg *').forEach((one) => { one.mine = true; })")
    size = page.locator("#boards svg").bounding_box()
    while page.locator("#boards [role=button]").count():
        made = len(moves(page))
        page.locator("#boards [role=button]").first.click()
        page.wait_for_url(lambda url, made=made: url.count("&m=") > made)
        settled(page)
    anew = "[...document.querySelectorAll('#boards svg, #boards svg *')].filter((one) => !one.mine).length"
    assert page.evaluate(anew) == 0, "no element is drawn anew"
    assert page.locator("#boards .cell").count() == page.locator("#boards .cell.gone").count() == 16
    assert page.locator("#boards svg").bounding_box() == size, "nothing jumps"
    assert re.search(r"Player \d wins Player \d cannot move\.", text(page, "#status").replace("\n", " "))


@pytest.mark.parametrize(
    ("components", "misere"),
    [
        ([("nim", "3 4 5")], False),
        ([("rectangle", "0110/0000/0000/0001")], False),
        ([("kayles", "5"), ("bacteria", "#.##/..../#.##")], False),
        ([("nim", "1 2 2")], True),
    ],
    ids=str,
)
def test_a_game_is_won_by_its_hints(opened: Open, components: list[tuple[str, str]], misere: bool) -> None:
    page = settled(opened(game_url(*components) + ("&play=misere" if misere else "")))
    page.locator("#list summary").click()
    for _ in range(30):
        if page.locator("#hint").is_hidden():
            break
        page.get_by_role("button", name="Hint").click()
        expect(page.locator("#status")).to_contain_text("One good move: ")
        said = text(settled(page), "#status").removeprefix("One good move: ").removesuffix(".")
        made = len(moves(page))
        page.locator("#moves").get_by_role("button", name=said, exact=True).first.click()
        page.wait_for_url(lambda url, made=made: url.count("m=") > made)
        expect(page.locator(".seat.on, .say.won, .say.lost").first).to_be_visible()
        expect(page.locator(".seat.two.on")).to_have_count(0)
        settled(page)
    assert text(page, "#status").startswith("You win")


def test_the_computers_move_is_marked_said_and_listed(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    item(page, "2,2").click()
    expect(page.locator("#history li")).to_have_count(2)
    settled(page)
    assert text(page, "#status") == "The computer: take 1 from pile 1." or "pile 2" in text(page, "#status")
    assert page.locator("#history li.last .who").inner_text() == "The computer"
    assert page.locator(".counter.gone.last").count() == 1
    assert text(page, ".seat.on") == "You\nyour move"


def test_the_computer_wins_against_a_slip_and_the_slip_is_taken_back(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2"))))
    item(page, "2,1").click()
    expect(page.locator("#status b")).to_have_text("The computer wins")
    expect(page.get_by_role("button", name="Play again")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#status")).to_have_text("Click a counter: it goes, with all to its right.")
    assert moves(page) == [] and page.locator(".counter.gone").count() == 0


def test_pointing_shows_all_that_would_go(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "3 4 5"))))
    item(page, "3,2").hover()
    expect(page.locator(".aimed")).to_have_count(4)
    page.goto(game_url(("node-kayles", "a-b-c-a, c-d")))
    item(settled(page), "4").hover()
    expect(page.locator(".aimed")).to_have_count(2)


def test_two_presses_name_a_rectangle_and_two_stones(opened: Open) -> None:
    page = settled(opened(game_url(("rectangle", "111/111")) + TWO))
    item(page, "1,1").click()
    assert moves(page) == []
    item(page, "2,2").click()
    page.wait_for_url("**m=top*")
    assert text(settled(page), "#history li").endswith("clear rows 1 to 2, columns 1 to 2")
    page.goto(game_url(("bacteria", "...")) + TWO)
    item(settled(page), "1,2").click()  # H and V touch the same cell
    assert page.locator("#ready button").count() == 2
    page.keyboard.press("Escape")
    assert page.locator("#ready").is_hidden()


def test_the_end_that_was_pressed_is_the_end_that_goes(opened: Open) -> None:
    page = settled(opened(game_url(("kayles", "5")) + TWO))
    item(page, "1,1").click()
    item(page, "1,1").click()
    page.wait_for_url("**m=*")
    assert settled(page).locator('.counter.gone[data-item="1,1"]').count() == 1
    page.reload()
    assert settled(page).locator('.counter.gone[data-item="1,1"]').count() == 1


MEANS = """async (moves) => {
    const { pointing, joints } = await import('/static/pointing.js');
    const boards = document.getElementById('boards');
    let made = null, offered = [];
    const all = ({ move, way }) => [...move.spots[way]].sort().join();
    const aims = pointing(boards, {
        shown: () => moves, aim: () => {}, act: (move) => { made = move; },
        choose: (found) => { offered = found.filter((one) => all(one) === all(found[0])); },
    });
    const reached = (move, items) => {
        aims.clear();
        made = null;
        offered = [];
        for (const item of items) if (!made) aims.press(move.component - 1, item);
        return made === move || (!made && offered.length > 1 && offered.some((one) => one.move === move));
    };
    return moves.filter((move) => {
        const ways = move.spots.filter((way) => way.length);
        const own = joints(boards, moves, move.component - 1).some((one) => one.move === move);
        return ways.length && !own && !ways.some((way) => [
            [way[0]], [way[0], way[0]], [way[0], way.at(-1)], [way[0], way.at(-1), way.at(-1)], way,
            [...way, way.at(-1)],
        ].some((items) => reached(move, items)));
    }).map((move) => move.says);
}"""


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_every_game_can_be_made_on_its_board(opened: Open, name: str) -> None:
    """The only winning move on 3 x 4 cells in Node Kayles had other moves before it wherever one pressed."""
    page = opened("/api")
    with page.expect_response("**/ask/game") as answer:
        page.goto(game_url(GAMES[name].example) + TWO)
    listed = answer.value.json()["moves"]
    settled(page)
    options = {str(move) for move in play("{}({})".format(*GAMES[name].example)).legal_moves}
    assert {move["text"] for move in listed} == options
    assert page.evaluate(MEANS, listed) == [], "no presses make these"


def test_why_names_who_wins_and_a_step_changes_the_board(opened: Open) -> None:
    page = explained(settled(opened(game_url(("nim", "3 4 5")))), values=False)
    assert text(page, "#verdict") == "Your move, and you can win."
    assert page.locator(".columns").count() == 0
    page.get_by_role("button", name="Next").click()
    assert page.locator(".columns .column").all_text_contents() == ["4s", "2s", "1s"]
    for _ in range(2):
        page.get_by_role("button", name="Next").click()
    assert page.locator(".columns .over").all_text_contents() == ["2 left over"]  # 3 xor 4 xor 5 is 2
    assert page.locator(".counter.odd").count() == 2
    page.get_by_role("button", name="Next").click()
    assert "take 2 from pile 1" in text(page, "#step") and page.get_by_role("button", name="Next").is_disabled()
    assert text(page, "#table tfoot").split() == ["XOR", "2", "0", "1", "0"]
    page.reload()
    expect(page.locator("#step")).to_contain_text("take 2 from pile 1")


@pytest.mark.parametrize(("more", "said"), [
    ("", "Your move. The computer wins if it makes no mistake."),
    ("&by=2&m=pile+1,+take+1", "Your move, and you can win."),
    (TWO, "Player 1 to move. Player 2 wins with the right play."),
])  # fmt: skip
def test_every_verdict_names_a_player(opened: Open, more: str, said: str) -> None:
    page = explained(settled(opened(game_url(("nim", "2 2")) + more)))
    assert text(page, "#verdict") == said


def test_who_was_winning_is_seen_after_each_move(opened: Open) -> None:
    """3 4 5 is won by whoever moves; taking 1 from pile 2 leaves 3 3 5, which is won by the other."""
    page = settled(opened(game_url(("nim", "3 4 5")) + TWO + "&m=pile+2,+take+1&m=pile+3,+take+5"))
    explained(page)
    boxes = page.locator(".boxes button")
    expect(boxes).to_have_count(3)
    for move, player in enumerate((1, 2, 2)):  # each has its place before it is known
        expect(boxes.nth(move)).to_have_attribute("aria-label", f"after move {move}: Player {player}")
    page.locator(".boxes button").first.click()
    expect(page.locator("#status")).to_contain_text("Every move")
    expect(page.locator(".counter.gone")).to_have_count(0)


def test_values_on_moves_are_those_of_the_definition(opened: Open) -> None:
    page = explained(settled(opened(game_url(("rectangle", "0110/0000/0000/0001")))))
    assert sorted(page.locator("#boards .badge").all_text_contents()) == ["0", "0", "1", "2"]
    assert page.locator("#boards .badge.good").all_text_contents() == ["0", "0"]


def test_a_position_is_set_up_by_pressing(opened: Open) -> None:
    page = settled(opened(game_url(("rectangle", "000/000")) + "&view=setup"))
    for name in ("1,1", "1,2", "2,3"):
        item(page, name).click()
        settled(page)
    page.get_by_label("more rows").click()
    page.wait_for_url("**p=110%2F001%2F000*")
    page.get_by_role("button", name="Play from here").click()
    value = solve(parse("rectangle(110/001/000)")).nim_value
    assert text(explained(settled(page)), "#table tfoot").split()[:2] == ["XOR", str(value)]


def test_numbers_and_tokens_are_set_up_too(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "3 4")) + "&view=setup"))
    page.get_by_label("one more in pile 2").click()
    page.wait_for_url("**p=3+5*")
    settled(page).get_by_role("button", name="Add a pile").click()
    page.wait_for_url("**p=3+5+3*")
    settled(page).get_by_label("remove pile 1").click()
    page.wait_for_url("**p=5+3*")
    settled(page).get_by_label("pile 1", exact=True).fill("12")
    page.keyboard.press("Enter")
    page.wait_for_url("**p=12+3*")
    item(settled(page), "1,8").click()  # a counter: it and all after it go
    page.wait_for_url("**p=7+3*")
    graph = '{"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": []}'
    page = settled(opened(game_url(("graph", graph)) + "&view=setup"))
    item(page, "1").click()
    page.wait_for_url("**tokens%22%3A%5B%22a%22%5D*")


def test_games_are_put_side_by_side(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "5"), ("take-away:1,2,3", "7")) + "&view=setup"))
    page.get_by_label("Add a game").select_option(label="Kayles")
    page.wait_for_url("**g=kayles*")
    assert len(start(settled(page))) == 3 and page.locator("#boards .component").count() == 3
    page.get_by_role("button", name="Remove nim").click()
    page.wait_for_url(lambda url: "g=nim" not in url)
    settled(page).locator("summary", has_text="In the terminal").click()
    assert text(page, "#command").startswith("grundy play 'take-away:1,2,3(7) + kayles(")


def test_a_wrong_position_is_told(opened: Open) -> None:
    page = opened(game_url(("nim", "3 x")))
    page.get_by_role("alert").filter(has_text="At character 3: expected a pile size").wait_for()
    page.get_by_role("textbox", name="Position").fill("3 4")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**p=3+4*")
    assert item(settled(page), "2,4").count() == 1 and page.locator("#trouble").is_hidden()


def test_a_link_opens_exactly_what_is_seen(opened: Open) -> None:
    page = settled(
        opened(game_url(("kayles", "4 5"), ("nim", "3")) + TWO, permissions=["clipboard-read", "clipboard-write"])
    )
    item(page, "1,2", component=1).click()
    page.wait_for_url("**m=*")
    explained(settled(page)).get_by_role("button", name="Copy link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    again = settled(opened(page.evaluate("navigator.clipboard.readText()")))
    expect(again.locator("#verdict")).to_have_text(text(page, "#verdict"))
    assert moves(again) == moves(page) and text(again, "#boards") == text(page, "#boards")


def test_an_address_may_have_the_names_of_the_interface(opened: Open) -> None:
    """Such a link showed no position at all, and said that the second player wins it."""
    page = settled(opened("/game?game=nim&position=3+4+5"))
    assert item(page, "3,5").count() == 1
    assert text(explained(page), "#table tfoot").split()[:2] == ["XOR", "2"]


@pytest.mark.parametrize(("address", "winner", "value"), LINKS)
def test_a_link_of_an_older_version_shows_its_position(opened: Open, address: str, winner: str, value: str) -> None:
    page = settled(opened(address))
    assert page.locator("#boards .component").count() and page.locator("#trouble").is_hidden()
    page.get_by_role("radio", name="Two players").check()
    turn = 2 if "turn=2" in address else 1
    won = turn if winner == "first" else 3 - turn
    said = text(explained(page), "#verdict")
    assert f"Player {won} wins with the right play." in said or f"layer {won} has won" in said
    if value != "-":
        assert text(page, "#table tfoot").split()[:2] == ["XOR", value] or not page.locator("#table tfoot").count()


def test_moves_that_are_told_alike_are_told_once(opened: Open) -> None:
    """Where pile 1 is in two parts, to take 2 and leave 1 there was listed twice. Kayles 3, 3 and 2: 3 ^ 3 ^ 2 = 2."""
    moves = "&m=pile+1%2C+take+1%2C+leave+%283%2C+3%29&m=pile+3%2C+take+2%2C+leave+%282%2C%29&vs=two"
    page = explained(settled(opened(game_url(("kayles", "7 4")) + moves)))
    expect(page.locator("#values p").first).to_have_text(
        "3 moves win: take 2 from pile 1 and leave 1 (2 places); take 2 from pile 2 and leave nothing."
    )
    heads = page.locator("#table tbody th").all_inner_texts()
    assert [one.strip() for one in heads] == ["Pile 1: 3", "Pile 1: 3", "Pile 2"]

"""The pages in a real browser: looking, setting, moving, winning, sharing, rules; keyboard, small and dark screens."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from looking import item, position, settled, text
from older import LINKS
from playwright.sync_api import expect
from serving import Server

from grundy import parse, solve
from grundy.api.turns import Turn, choices
from grundy.games.catalogue import GAMES
from grundy.web.pages import game_url

pytestmark = pytest.mark.browser
Open = Callable[..., Any]


def test_a_game_is_picked_and_its_winning_moves_are_seen(opened: Open) -> None:
    page = opened("/")
    assert page.locator(".card").count() == len(GAMES) + 2
    page.get_by_label("Find a game").fill("rectangle ones")
    assert page.locator(".card:visible").count() == 1
    page.locator(".card:visible a").click()
    settled(page)
    assert "first player wins" in text(page, "#winner")
    assert page.locator("#winner .moves button").all_inner_texts() == ["clear row 1, column 2", "clear row 1, column 3"]
    assert sorted(page.locator("#boards .badge").all_text_contents()) == ["0", "0", "1", "2"]  # by the definition
    assert page.locator("#boards .badge.good").all_text_contents() == ["0", "0"]
    said = str(item(page, "1,2").get_attribute("aria-description"))
    assert said.startswith("clear row 1, column 2: wins, leaves 0; clear row 1, columns 2 to 3: does not win, leaves 1")
    assert "does not win" in str(item(page, "4,4").get_attribute("aria-description"))


def test_a_position_is_set_by_clicking(opened: Open) -> None:
    page = settled(opened(game_url(("rectangle", "000/000"))))
    page.get_by_text("Set up", exact=True).click()
    for name in ("1,1", "1,2", "2,3"):
        item(page, name).click()
        settled(page)
    page.get_by_label("more rows").click()
    settled(page)
    assert position(page) == [("rectangle", "110/001/000")]
    value = solve(parse("rectangle(110/001/000)")).nim_value
    assert f"nim-value {value}." in text(page, "#winner")
    item(page, "1,1").click()
    settled(page)
    assert position(page) == [("rectangle", "010/001/000")]


def test_numbers_and_tokens_are_set_too(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "3 4"))))
    page.get_by_text("Set up", exact=True).click()
    page.get_by_label("one more in pile 2").click()
    settled(page)
    page.get_by_role("button", name="Add a pile").click()
    settled(page)
    page.get_by_label("remove pile 1").click()
    settled(page)
    page.get_by_label("pile 1", exact=True).fill("12")
    page.keyboard.press("Enter")
    page.wait_for_url("**p=12+3*")
    item(settled(page), "1,8").click()  # a counter: it and all after it go
    page.wait_for_url("**p=7+3*")
    graph = '{"nodes": ["a", "b"], "edges": [["a", "b"]], "tokens": []}'
    page = settled(opened(game_url(("graph", graph))))
    page.get_by_text("Set up", exact=True).click()
    item(page, "1").click()
    page.wait_for_url("**tokens%22%3A%5B%22a%22%5D*")
    assert "first player wins" in text(settled(page), "#winner")


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
def test_a_game_is_played_to_the_end_and_won(opened: Open, components: list[tuple[str, str]], misere: bool) -> None:
    page = settled(opened(game_url(*components) + ("&play=misere" if misere else "") + "&against=0"))
    assert not page.locator("#answer").get_attribute("open")
    page.locator("#answer summary").click()
    for _ in range(30):
        expect(page.locator("#status")).to_have_text(re.compile("you win|computer wins|Your move"))
        if "Your move" not in text(page, "#status"):
            break
        page.locator("#winner .wins button").first.click()
        settled(page)
    assert text(page, "#status").endswith("you win!")


def test_the_computer_wins_against_a_slip(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "1 2")) + "&against=0"))
    page.locator("#list summary").click()
    page.get_by_role("button", name="take 2 from pile 2").click()
    expect(page.locator("#status")).to_have_text("You cannot move: the computer wins.")
    page.get_by_role("button", name="Undo").click()
    settled(page)
    assert text(page, "#status") == "Your move." and position(page) == [("nim", "1 2")]


def test_a_move_is_pointed_at(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "3 4 5"))))
    item(page, "1,2").click()
    assert text(page, "#make") == "Take 2 from pile 1"
    assert page.locator(".picked").count() == 2
    item(page, "1,2").click()
    page.wait_for_url("**p=1+4+5*")
    page = settled(opened(game_url(("rectangle", "111/111"))))
    item(page, "1,1").click()
    item(page, "2,2").click()
    assert text(page, "#make") == "Clear rows 1 to 2, columns 1 to 2"
    page.keyboard.press("Escape")
    assert page.locator("#ready").is_hidden()
    page = settled(opened(game_url(("bacteria", "...")), viewport={"width": 390, "height": 844}))
    item(page, "1,2").click()  # H and V touch the same cell
    assert "H at row 1" in text(page, "#ready") and "V at row 1" in text(page, "#ready")


def test_a_link_is_shared(opened: Open) -> None:
    page = settled(opened(game_url(("kayles", "4 5"), ("nim", "3")), permissions=["clipboard-read", "clipboard-write"]))
    page.locator("#winner .wins button").first.click()
    page.wait_for_url(lambda url: "4+5" not in url)
    settled(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#said")).to_have_text("The link to this position is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    again = settled(opened(link))
    assert position(again) == position(page)
    assert text(again, "#winner") == text(page, "#winner")
    page.get_by_role("button", name="Restart").click()
    page.wait_for_url("**p=4+5*")
    page.go_back()
    settled(page)
    assert position(page) == position(again)


def test_an_address_may_have_the_names_of_the_interface(opened: Open) -> None:
    """Such a link showed no position at all, and said that the second player wins it."""
    page = settled(opened("/game?game=nim&position=3+4+5"))
    assert text(page, "#winner").startswith("The first player wins: an N-position, nim-value 2")


def test_a_sum_is_explained_step_by_step(opened: Open) -> None:
    page = settled(opened(game_url(("nim", "5"), ("take-away:1,2,3", "7"))))
    assert page.locator("table.why tfoot").inner_text().split() == ["XOR", "6", "110"]
    page.get_by_role("button", name="Step by step").click()
    assert page.locator("table.why tfoot tr").count() == 0 and page.locator(".reasons > li").count() == 1
    for _ in range(20):
        if page.locator("#next").is_disabled():
            break
        page.locator("#next").click()
    assert "becomes 3, and the XOR 6 becomes 0" in text(page, "#steps")
    page.locator("#text summary").click()
    page.get_by_label("Add a game").select_option(label="Kayles")
    page.wait_for_url("**g=kayles*")
    assert len(position(settled(page))) == 3
    page.locator("figcaption .remove").first.click()
    page.wait_for_url(lambda url: "g=nim" not in url)
    command = settled(page).locator("#command").inner_text()
    assert command.startswith("grundy solve 'take-away:1,2,3(7) + kayles(")


def test_a_rule_is_typed(opened: Open) -> None:
    page = opened("/rule")
    page.get_by_label("Rule").fill("n -> n-k, for k in {2,5}")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="Period 7, from the beginning").wait_for()  # S(2, 5): Winning Ways, ch. 4
    assert "Proved" in text(page, "#result")
    assert page.locator(".plot circle").count() > 50
    page.get_by_role("link", name="Play it").click()
    settled(page)
    assert position(page)[0][0] == "rule:n -> n-k, for k in {2,5}"
    page.locator("#list summary").click()
    page.get_by_role("button", name="take 5 from pile 2").click()
    page.wait_for_url("**p=7+3*")


def test_a_game_on_heaps_leads_to_its_period(opened: Open) -> None:
    page = settled(opened(game_url(("octal:0.07", "5 6"))))
    page.get_by_role("link", name="The values of all heaps").click()
    page.get_by_role("heading", name="Period 34, from heap 53 on").wait_for()  # Guy & Smith 1956
    page.get_by_label("Rule").fill("nosuchgame")
    page.get_by_role("button", name="Show").click()
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
    page.locator("#rule").fill("take-away:1,2,3")
    page.get_by_text("Show", exact=True).click()
    expect(page.locator("#result")).to_contain_text("G(n) = n % 4 for n = 0 to 1999")  # a formula says more


@pytest.mark.parametrize("rule", ["cram", "(a,b,c) -> (a-1,b,c)"])
def test_what_has_no_table_of_values_says_so_and_is_played(opened: Open, rule: str) -> None:
    page = opened(f"/rule?{urlencode({'rule': rule})}")
    expect(page.locator("#result")).to_contain_text("this is neither")
    expect(page.locator("#trouble")).to_be_hidden()
    page.get_by_text("Play it").click()
    expect(page.locator("#verdict")).to_contain_text("player wins")


def test_a_wrong_rule_is_pointed_at(opened: Open) -> None:
    page = opened("/rule")
    page.get_by_label("Rule").fill("n -> n-m")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("alert").filter(
        has_text="At character 8: expected a number or a name that is known here (n), found 'm'"
    ).wait_for()
    assert text(page, "#place mark") == "m"
    page.get_by_label("Rule").fill("n -> n+1")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("alert").filter(has_text="expected moves that leave smaller numbers").wait_for()
    page.get_by_role("button", name="take 1, 3 or 4").click()
    page.get_by_role("heading", name="Period 7").wait_for()
    assert page.locator("#trouble").is_hidden()


def test_an_endless_rule_is_ended(opened: Open, hasty: Server) -> None:
    rule = "n -> n-k, for k in 1..n, for j in 1..999999999, if j < 0"
    page = opened("/rule?" + urlencode({"rule": rule}), of=hasty)
    alert = page.get_by_role("alert").filter(has_text=re.compile("no answer within 8 seconds", re.IGNORECASE))
    alert.wait_for()
    assert page.get_by_label("Rule").input_value() == rule
    page.goto(game_url(("nim", "3 4 5")))  # the server is well
    assert "nim-value 2" in text(settled(page), "#winner")


def test_a_wrong_position_is_told(opened: Open) -> None:
    page = opened(game_url(("nim", "3 x")))
    page.get_by_role("alert").filter(has_text="At character 3: expected a pile size").wait_for()
    page.get_by_role("textbox", name="Position").fill("3 4")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**p=3+4*")
    assert "nim-value 7" in text(settled(page), "#winner")
    assert page.locator("#trouble").is_hidden()


MEANS = """async (wanted) => {
    const element = (item) => document.querySelector(`#boards [data-item="${CSS.escape(item)}"][role=button]`);
    const offered = () => [...document.querySelectorAll('#ready button')].map((one) => one.textContent.toLowerCase());
    const beside = [...document.querySelectorAll('#beside button')].map((one) => one.textContent.toLowerCase());
    const press = (one) => {
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
        return one.every((item, at) => {
            if (!element(item)) return false;
            if (at && element(item).closest('.picked')) return true; // pressed again it would be made
            element(item).dispatchEvent(new MouseEvent('click', { bubbles: true }));
            return true;
        });
    };
    return wanted.filter(([says, ways]) => !beside.includes(says) && !ways.some((spots) =>
        [spots.slice(0, 1), [spots[0], spots.at(-1)], spots].some((one) => press(one) && offered().includes(says))));
}"""


def options_of(game: str, text: str) -> dict[str, list[tuple[str, str]]]:
    """What each move leaves, by its words, as the definition of the game has it."""
    listed = choices(Turn(parse(f"{game}({text})")))
    return {
        choice.move.sentence(): [
            (one.rule.spec, one.rule.space.write(one.states)) for one in choice.after.position.components
        ]
        for choice in listed
    }


@pytest.mark.parametrize("name", GAMES)
def test_every_move_of_every_game_can_be_made_on_its_board(opened: Open, name: str) -> None:
    """The only winning move on 3 x 4 cells in Node Kayles had other moves before it wherever one pressed."""
    game, position_text = GAMES[name].example
    page = opened("/api")
    with page.expect_response("**/ask/look") as answer:
        page.goto(game_url((game, position_text)))
    settled(page)
    before = page.url
    value = solve(parse(f"{game}({position_text})")).nim_value
    assert f"nim-value {value}." in text(page, "#winner") or value is None
    options = options_of(game, position_text)
    moves = {move["says"]: move for move in answer.value.json()["moves"]}
    assert set(moves) == set(options)
    lost = page.evaluate(MEANS, [[says.lower(), moves[says]["spots"]] for says in options])
    assert lost == [], "no presses offer these"
    says = next((says for says in options if moves[says]["wins"]), next(iter(options)))
    spots = moves[says]["spots"][0] if moves[says]["spots"] else []
    page.keyboard.press("Escape")
    for number, spot in enumerate([spots[:1], [spots[-1]]] if len(set(spots)) > 1 else [spots[:1]]):
        if number and text(page, "#make").lower() == says.lower():
            break
        for one in spot:
            item(page, one).focus()
            page.keyboard.press("Enter")
    page.locator("#ready, #beside").get_by_role("button", name=says, exact=False).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: url != before)
    settled(page)
    assert position(page) == options[says], "the address has what the definition says the move leaves"
    assert "The second player wins" in text(page, "#winner") or value == 0


def test_the_gallery_needs_no_script(opened: Open) -> None:
    page = opened("/", java_script_enabled=False)
    assert page.locator(".card svg").count() >= len(GAMES) // 2
    assert page.locator(".card:visible").count() == len(GAMES) + 2


@pytest.mark.parametrize("width", [800, 1280, 1920])
def test_the_gallery_has_no_gap_that_a_card_would_fill(opened: Open, width: int) -> None:
    """A wide card that begins a row leaves room behind the one before it, which a card after it takes."""
    page = opened("/", viewport={"width": width, "height": 900})
    gaps = page.evaluate(
        """[...document.querySelectorAll('.cards')].flatMap(list => {
            const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length;
            const rows = new Map();
            for (const card of list.children) {
                const row = rows.get(card.offsetTop) || rows.set(card.offsetTop, []).get(card.offsetTop);
                row.push(card.classList.contains('wide') ? 2 : 1);
            }
            const filled = [...rows].sort(([a], [b]) => a - b).map(([, cards]) => cards);
            return filled.filter((cards, number) =>
                cards.reduce((a, b) => a + b) < columns && filled.slice(number + 1).flat().includes(1));
        })"""
    )
    assert gaps == []


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
    answers = noted(page, f"getEntriesByType('resource').filter(one => one.name.includes('/ask/look')).{ends}")
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
    assert re.search("first player", text(settled(opened(game_url(("rectangle", "0110/0000/0000/0001")))), "#winner"))
    assert len(answers) == 1, "one question a page"
    assert sum(loaded_first) < 60_000 and sum(loaded) < 60_000 and len(loaded) < 12
    assert first < 30_000 and answer < 30_000


@pytest.mark.parametrize(("address", "winner", "value"), LINKS)
def test_a_link_of_an_older_version_shows_its_position(opened: Open, address: str, winner: str, value: str) -> None:
    page = settled(opened(address))
    assert page.url.endswith(address)
    told = page.locator("#verdict").text_content()
    assert f"The {winner} player wins" in told and (value == "-" or f"nim-value {value}." in told)

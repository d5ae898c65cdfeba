"""The board of a notebook in a real browser: the widget of Python on one side, and on the other a page that gives the
script what a notebook gives it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import grundy

pytestmark = pytest.mark.browser
Shown = Callable[..., Any]

# A model as anywidget has it, of which Python keeps the state.
HARNESS = """<!doctype html><html lang="en"><meta charset="utf-8"><title>notebook</title>
<style>STYLE</style><body style="background: BACK; color: TEXT">BEFORE<div id="output"></div>
<script type="module">
const module = await import(URL.createObjectURL(new Blob([SCRIPT], { type: "text/javascript" })));
const heard = {};
const state = await tell(null);
const model = {
  get: (name) => state[name],
  set: (name, value) => update({ [name]: value }),
  save_changes: async () => update(await tell({ traits: { computer: state.computer, marked: state.marked } })),
  send: async (message) => update(await tell(message)),
  on: (event, call) => { (heard[event] ||= []).push(call); },
};
function update(next) {
  const changed = Object.keys(next).filter((name) => JSON.stringify(next[name]) !== JSON.stringify(state[name]));
  Object.assign(state, next);
  for (const name of changed) for (const call of heard[`change:${name}`] || []) call();
}
const el = document.getElementById("output");
if (LATE) el.remove();
module.default.render({ model, el });
if (LATE) requestAnimationFrame(() => document.body.append(el));
</script>"""
STATE = "application/vnd.jupyter.widget-state+json"
SYNCED = ("position", "moves_made", "computer", "marked", "status", "trouble", "shown", "last", "still")


@pytest.fixture
def shown(browser: Any) -> Iterator[Shown]:
    """Show a board on a page of its own; nothing may be on the console at the end."""
    contexts: list[Any] = []
    said: list[str] = []

    def show(board: Any, dark: bool = False, late: bool = False, before: str = "", **how: Any) -> Any:
        def tell(message: Any) -> dict[str, Any]:
            if message and "traits" in message:
                board.set_state(message["traits"])
            elif message:
                board._asked(board, message, [])
            return {name: getattr(board, name) for name in SYNCED}

        context = browser.new_context(reduced_motion="reduce", **how)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda problem: said.append(f"error: {problem}"))
        page.expose_function("tell", tell)
        text = HARNESS.replace("SCRIPT", json.dumps(board._esm).replace("</", "<\\/")).replace("STYLE", board._css)
        text = text.replace("LATE", json.dumps(late)).replace("BEFORE", before)
        page.set_content(text.replace("BACK", "#111" if dark else "#fff").replace("TEXT", "#eee" if dark else "#111"))
        expect(page.locator(".grundy .status")).not_to_be_empty()
        return page

    yield show
    for context in contexts:
        context.close()
    assert not said


def item(page: Any, name: str, component: int = 0) -> Any:
    return page.locator(f'[data-component="{component}"] [data-item="{name}"][role=button]')


def test_a_game_is_played_and_won(shown: Shown) -> None:
    board = grundy.board("cram 1x6")
    page = shown(board)
    expect(page.locator(".badge")).to_have_count(5)
    expect(page.locator(".badge.good")).to_have_count(1)  # the middle leaves equal halves; octal 0.07 says the rest
    item(page, "1,3").click()
    item(page, "1,4").click()
    page.locator(".ready .main").click()
    expect(page.locator(".status")).to_contain_text("The computer: cover")
    assert len(board.moves_made) == 2 and board.winner == "first"
    page.locator('[aria-description*=": wins"]').first.click()
    page.locator(".ready .main").click()
    expect(page.locator(".status")).to_contain_text("The computer cannot move: you win!")
    assert len(board.moves_made) == 3
    page.get_by_text("Undo").click()
    expect(page.locator(".status")).to_contain_text("Your move.")
    assert len(board.moves_made) == 2
    page.get_by_text("Restart").click()
    expect(page.get_by_text("Undo")).to_be_disabled()
    assert board.position == "cram 1x6"


def test_marks_stand_where_they_belong_though_the_notebook_shows_the_board_later(shown: Shown) -> None:
    """JupyterLab takes what a widget has drawn into its document afterwards: all marks were in the corner."""
    page = shown(grundy.board("cram 3x4"), late=True)
    expect(page.locator(".badge")).to_have_count(17)
    expect(page.locator(".badge.good")).to_have_count(7)
    page.evaluate("document.getElementById('output').hidden = true")  # folded, and marked anew meanwhile
    page.get_by_label("show winning moves").evaluate("one => { one.click(); one.click(); }")
    page.evaluate("document.getElementById('output').hidden = false")
    expect(page.locator(".badge")).to_have_count(17)


@pytest.mark.parametrize("dark", [False, True])
def test_what_is_chosen_can_be_read(shown: Shown, axe: str, dark: bool) -> None:
    """The button of a move that wins was white on almost white."""
    page = shown(grundy.board("cram 3x4"), dark=dark)
    item(page, "1,1").click()
    expect(page.locator(".ready .wins .main")).to_have_text("cover (1, 1) and (2, 1)")
    page.evaluate(f"{axe}; 0")
    how = "axe.run('.grundy', {runOnly: ['color-contrast']})"
    assert page.evaluate(f"{how}.then(({{violations}}) => violations.map((one) => one.nodes[0].html))") == []


def test_a_board_whose_python_has_gone_says_so(shown: Shown) -> None:
    """After a restart of the kernel nothing happened, whatever was pressed."""
    page = shown(grundy.board("nim 3"))
    page.evaluate("window.tell = () => { throw new Error('Cannot send'); }; 0")
    item(page, "1,1").press("Enter")
    page.locator(".ready .main").press("Enter")
    expect(page.locator(".trouble")).to_contain_text("Run the cell again.")


def test_marks_and_the_computer_are_switched_off(shown: Shown) -> None:
    board = grundy.board("nim(3 5) + kayles(4)")
    page = shown(board, dark=True)
    expect(page.locator(".grundy.dark .winner")).to_contain_text("The first player wins")
    page.get_by_label("show winning moves").uncheck()
    expect(page.locator(".badge")).to_have_count(0)
    expect(page.locator(":is(.winner, .note, .value):visible")).to_have_count(0)
    page.get_by_label("the computer answers").uncheck()
    item(page, "2,3").press("Enter")
    page.locator(".ready .main").press("Enter")
    expect(page.locator(".status")).to_have_text("Your move.")
    assert board.moves_made == ["component 1, pile 2, take 3"] and not board.computer and not board.marked


def test_the_last_move_is_marked(shown: Shown) -> None:
    """Of Cram both cells of the domino that was laid last, and of no other."""
    board = grundy.board("cram 2x3", computer=False)
    page = shown(board)
    expect(page.locator(".boards .last")).to_have_count(0)
    board.play("cover (1, 1) and (2, 1)")
    board.play("cover (1, 2) and (2, 2)")
    page = shown(board)
    expect(page.locator(".boards .domino.last")).to_have_count(1)
    for cell in ("1,2", "2,2"):
        expect(page.locator(f'.boards .cell.last[data-item="{cell}"]')).to_have_count(1)
    expect(page.locator(".boards .cell.last")).to_have_count(2)
    page.get_by_text("Moves so far").click()
    expect(page.locator(".made li")).to_have_text(
        ["Player 1: cover (1, 1) and (2, 1)", "Player 2: cover (1, 2) and (2, 2)"]
    )


def test_why_is_told_when_it_is_asked(shown: Shown) -> None:
    """Piles of 3, 4 and 5: 011, 100 and 101 in binary, 010 in all (Bouton 1901)."""
    page = shown(grundy.board("nim 3 4 5", seed=1))
    expect(page.locator(".reasons")).to_be_hidden()
    page.get_by_text("Why?").click()
    expect(page.locator(".reasons ol li").last).to_contain_text("You can win: take 2 from pile 1.")
    rows = page.locator(".reasons .xor tr").all_inner_texts()
    assert [row.split()[-4:] for row in rows[1:]] == [
        ["3", "0", "1", "1"], ["4", "1", "0", "0"], ["5", "1", "0", "1"], ["2", "0", "1", "0"],
    ]  # fmt: skip
    expect(page.locator(".reasons .evidence")).to_contain_text("Bouton 1901")
    page.locator('[data-item="1,2"][role=button]').click()
    page.locator(".ready .main").click()
    expect(page.locator(".reasons ol li").last).to_contain_text("You can win: ")
    page.get_by_label("show winning moves").uncheck()
    expect(page.get_by_text("Why?")).to_be_hidden()


@pytest.fixture
def exported(browser: Any) -> Iterator[Callable[[Any], Any]]:
    """A notebook with the state of its widgets, exported by nbconvert and read without a network."""
    contexts: list[Any] = []

    def export(*data: dict[str, Any]) -> Any:
        import nbformat
        from ipywidgets import Widget
        from nbconvert import HTMLExporter

        notebook = nbformat.v4.new_notebook()
        outputs = [nbformat.v4.new_output("display_data", one) for one in data]
        notebook.cells = [nbformat.v4.new_code_cell("grundy", outputs=outputs)]
        notebook.metadata["widgets"] = {STATE: Widget.get_manager_state()}
        text, _ = HTMLExporter().from_notebook_node(notebook)
        contexts.append(browser.new_context(offline=True))
        page = contexts[-1].new_page()
        page.set_content(text)
        return page

    yield export
    for context in contexts:
        context.close()


def test_an_exported_page_shows_board_and_values_without_a_network(exported: Callable[..., Any]) -> None:
    """The board was not there, and 2 was written $\\ast 2$: the scripts for both come from elsewhere."""
    board = grundy.board("cram 2x3", computer=False)
    board.play("cover (1, 1) and (2, 1)")
    result = grundy.solve("nim 3 4 5")
    page = exported(*board.outputs(), {"text/plain": repr(result), "text/html": result._repr_html_()})  # type: ignore[attr-defined]
    expect(page.locator("[data-still] svg.board")).to_be_visible()
    expect(page.get_by_text("Player 1: cover (1, 1) and (2, 1)")).to_be_visible()
    expect(page.get_by_text("an N-position, nim-value ∗2.")).to_be_visible()  # 3 XOR 4 XOR 5


def test_the_widget_takes_the_place_of_its_picture_alone(shown: Shown) -> None:
    mine, other = grundy.board("nim 3"), grundy.board("nim 4")
    pictures = [board.outputs()[0]["text/html"] for board in (mine, other)]
    page = shown(mine, before="".join(pictures))
    expect(page.locator(f'[data-still="{mine.still}"]')).to_be_hidden()
    expect(page.locator(f'[data-still="{other.still}"]')).to_be_visible()


def test_why_says_for_how_long_the_loser_can_hold_out(shown: Shown) -> None:
    """From 3 and 3 the loser takes one each time and is copied: six moves; 3 and 4 is won in one more."""
    for position, says in (
        ("nim 3 3", "You can hold out for 6 moves, both players' counted."),
        ("nim 3 4", "The quickest way to win takes 7 moves, both players' counted."),
        (
            "nim 3",
            "The quickest way to win takes 1 move.",
        ),
    ):
        page = shown(grundy.board(position))
        page.get_by_text("Why?").click()
        expect(page.locator(".reasons ol li").last).to_contain_text(says)

"""The words of tiles, of the game's page and of sums: short, and as a person says them."""

from __future__ import annotations

import pytest

from grundy.api.play import play
from grundy.games.catalogue import GAMES
from grundy.web import handlers, pages
from grundy.web.briefs import BRIEFS, brief
from grundy.web.shelf import families, shelf


def test_a_tile_has_one_sentence_of_at_most_60_characters() -> None:
    """Some had 107, so that a tile was as high as two."""
    assert set(BRIEFS) <= set(GAMES)
    for game in map(GAMES.get, {*BRIEFS, *pages.FAVOURITES}):
        assert game is not None
        text = brief(game)
        assert len(text) <= 60 and text.endswith(".") and ". " not in text, game.name


def test_relatives_stand_below_the_tiles_and_are_found_by_their_whole_rule() -> None:
    """Tiles without a picture stood among those with one, each as high as these."""
    _, shown = shelf(families())
    for family in shown.split('<section class="family"')[1:]:
        pictured, _, near = family.partition('<div class="near">')
        assert 'class="entry bare"' not in pictured and '<span class="picture">' not in near
    assert 'data-rule="Move a chess piece nearer to the corner of a board: a king, rook, queen or knight."' in shown


@pytest.mark.parametrize(
    ("name", "called"),
    [("node-kayles", "Node Kayles"), ("staircase-nim", "Staircase Nim"), ("nim-with-pass", "Nim with a pass")],
)
def test_a_game_is_called_by_one_name(name: str, called: str) -> None:
    """It was Node kayles on its page, and Node Kayles in the documentation."""
    assert GAMES[name].called() == called and f'data-title="{called}"' in pages.game()


def test_a_move_of_a_sum_names_the_board_by_its_game() -> None:
    """It ended in (component 1, kayles)."""
    match = play("kayles(2) + nim(1) + nim(1)")
    assert [match.played().words(choice) for choice in match.choices] == [
        "take 1 from pile 1 and leave 1, in Kayles",
        "take 2 from pile 1 and leave nothing, in Kayles",
        "take 1 from pile 1, in Nim on board 2",
        "take 1 from pile 1, in Nim on board 3",
    ]


def test_parts_are_called_as_the_board_has_them() -> None:
    """After pile 1 was cut, the table of Why had a pile 3, and the board none."""
    answer = handlers.HANDLERS["look"](
        {"components": [["kayles", "7 4"]], "play": "normal", "moves": ["pile 1, take 1, leave (3, 3)"], "first": 1}
    )
    assert [one["name"] for one in answer["why"]["summands"]] == ["pile 1: 3", "pile 1: 3", "pile 2: 4"]
    both = handlers.HANDLERS["look"]({"components": [["kayles", "2"], ["nim", "1"]], "play": "normal"})
    assert [one["name"] for one in both["why"]["summands"]] == ["Kayles, pile 1: 2", "Nim, pile 1: 1"]


def test_names_in_backticks_are_code_on_the_page_for_programs() -> None:
    assert "`" not in pages.api() and "<code>observed</code>" in pages.api()

"""Pictures as PNG: each shape that grundy's SVG has covers the dots that it should, and every game's board is drawn."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import command
import pytest

import grundy
from grundy.games.catalogue import GAMES
from grundy.show.raster import drawn, picture_bytes
from grundy.show.svg import stacked

RED, BLUE, HALF, WHITE = (255, 0, 0), (0, 0, 255), (255, 128, 128), (255, 255, 255)
HEAD = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60" viewBox="0 0 100 60" color="red">'
NINE = '<rect width="9" height="9" fill="red"/>'
SHAPES = [
    ('<rect x="10" y="10" width="20" height="10" fill="red"/>', {(20, 15): RED, (8, 15): WHITE, (20, 22): WHITE}),
    (
        '<rect x="10" y="10" width="20" height="20" rx="9" fill="red"/>',
        {(20, 20): RED, (11, 11): WHITE, (29, 29): WHITE},
    ),
    ('<rect width="100%" height="50%" fill="currentColor"/>', {(95, 25): RED, (95, 35): WHITE}),
    ('<rect width="50" height="50" fill="red" fill-opacity="0.5"/>', {(25, 25): HALF}),
    (
        '<circle cx="50" cy="30" r="20" fill="blue" stroke="red" stroke-width="4"/>',
        {(50, 30): BLUE, (50, 10): RED, (50, 14): BLUE, (33, 13): WHITE},
    ),
    ('<line x1="10" y1="30" x2="90" y2="30" stroke="red" stroke-width="6"/>', {(50, 28): RED, (50, 34): WHITE}),
    ('<path d="M10 10h40v40H10Z" fill="red"/>', {(30, 30): RED, (60, 30): WHITE}),
    ('<path d="M10 10l40 0 0 40-40 0z" fill="red"/>', {(30, 30): RED, (60, 30): WHITE}),
    ('<path d="M10 50Q50 -30 90 50" fill="red"/>', {(50, 20): RED, (50, 6): WHITE}),  # its height is half of 80
    ('<path d="M10 50c0-40 80-40 80 0z" fill="red"/>', {(50, 30): RED, (50, 16): WHITE}),  # three quarters of 40
    (
        '<path d="M10 30c0-20 20-20 20 0s20 20 20 0" fill="none" stroke="red" stroke-width="4"/>',
        {(20, 15): RED, (40, 45): RED, (40, 15): WHITE},
    ),
    ('<path d="M30 30a20 20 0 1 1 40 0z" fill="red"/>', {(50, 15): RED, (50, 40): WHITE}),  # over the top
    (
        '<path d="M30 30a20 20 0 1 1 20 20z" fill="red"/>',  # three quarters of a circle, over the top and the right
        {(50, 12): RED, (68, 30): RED, (40, 44): WHITE, (60, 44): RED},
    ),
    ('<path d="M30 30a20 20 0 0 0 40 0z" fill="red"/>', {(50, 40): RED, (50, 15): WHITE}),  # below it
    (
        '<path d="M20 10A30 30 0 0 1 20 50" fill="none" stroke="red" stroke-width="4"/>',
        {(28, 30): RED, (80, 30): WHITE},
    ),
    (
        '<path d="M20 10A22 22 0 1 1 20 50" fill="none" stroke="red" stroke-width="4"/>',
        {(51, 30): RED, (28, 30): WHITE},
    ),
    (
        '<g transform="translate(40 20)"><svg x="10" y="5" width="9" height="9">' + NINE + "</svg></g>",
        {(54, 29): RED, (45, 22): WHITE},
    ),
    (
        '<g fill="red"><rect width="50" height="9"/><rect y="20" width="50" height="9" fill="blue"/></g>',
        {(9, 5): RED, (9, 25): BLUE},
    ),
]


def dots(svg: str) -> dict[tuple[int, int], tuple[int, ...]]:
    """The colour at each unit of a picture."""
    from PIL import Image

    image = Image.open(BytesIO(picture_bytes(svg, Path("x.png"), "a note"))).convert("RGB")
    return {(x, y): image.getpixel((2 * x, 2 * y)) for x in range(image.width // 2) for y in range(image.height // 2)}


@pytest.mark.parametrize(("shape", "seen"), SHAPES)
def test_shapes_are_where_they_should_be(shape: str, seen: dict[tuple[int, int], tuple[int, ...]]) -> None:
    colours = dots(f"{HEAD}{shape}</svg>")
    assert len(colours) == 100 * 60
    for place, colour in seen.items():
        assert max(abs(a - b) for a, b in zip(colours[place], colour, strict=True)) <= 2, place


def test_texts_stand_where_they_are_anchored() -> None:
    for anchor, place in (("start", (50, 80)), ("middle", (34, 66)), ("end", (20, 50))):
        look = f'font-size="20" text-anchor="{anchor}" dominant-baseline="central"'
        text = f'{HEAD}<text x="50" y="30" {look}>MM<title>W</title></text></svg>'
        dark = {x for (x, y), colour in dots(text).items() if colour != WHITE and 24 <= y <= 36}
        assert place[0] <= min(dark) and max(dark) <= place[1] and len(dark) > 15, anchor


def test_what_grundy_does_not_draw_is_not_guessed() -> None:
    for unknown in ('<ellipse cx="1" cy="1" rx="1" ry="1"/>', '<g transform="scale(2)"/>'):
        with pytest.raises(ValueError, match="expected"):
            drawn(f"{HEAD}{unknown}</svg>")


def test_every_games_board_is_drawn() -> None:
    for game in GAMES.values():
        position = grundy.parse(f"{game.example[0]} {game.example[1]}")
        if any(component.rule.space.board(component.states) is not None for component in position.components):
            assert drawn(position.svg()).axes[0].patches, game.example
    graph = stacked([grundy.game_graph("nim 1 2").svg()])
    assert len(drawn(graph).axes[0].texts) == 2 * 5  # each position and its value
    assert drawn(grundy.prove("mark").svg()).axes[0].texts


def test_pictures_by_the_ending_of_their_file(tmp_path: Path) -> None:
    board, graph, automaton = (tmp_path / f"{name}.png" for name in ("board", "graph", "automaton"))
    done = command.grundy("solve", "nim", "1", "2", "--picture", str(board), "--graph", str(graph))
    assert (done.status, done.err) == (0, "")
    assert command.grundy("prove", "mark", "--picture", str(automaton)).status == 0
    for file in (board, graph, automaton):
        assert file.read_bytes().startswith(b"\x89PNG\r\n") and b"Description" in file.read_bytes()
    done = command.grundy("solve", "nim", "1", "2", "--picture", str(tmp_path / "x.gif"))
    assert done.status == 2 and "ends in .svg or .png" in done.err and not (tmp_path / "x.gif").exists()
    done = command.grundy("prove", "mark", "--picture", str(tmp_path / "x.gif"))
    assert done.status == 2 and ".svg or .png" in done.err and "Traceback" not in done.err

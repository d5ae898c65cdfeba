"""Charts: what they show is what was computed, in files that open, and what cannot be drawn is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import command
import numpy as np
import pytest

import grundy
from grundy.errors import BadText, GrundyError, OutOfReach
from grundy.show import chart

WYTHOFF = {(0, 0), (1, 2), (2, 1), (3, 5), (5, 3), (4, 7), (7, 4)}  # Wythoff 1907, below 8
KAYLES_PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]  # Winning Ways, ch. 4: n mod 12, from heap 71 on
KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]  # Guy and Smith 1956


def drawn(figure: Any) -> Any:
    """The marks of the first line of a figure."""
    return figure.axes[0].get_lines()[0].get_xydata()


def test_points_are_the_values() -> None:
    assert drawn(grundy.sequence("kayles", 11).plot()).tolist() == [[n, value] for n, value in enumerate(KAYLES)]
    assert drawn(grundy.table("kayles", 12).plot()).tolist() == [[n, value] for n, value in enumerate(KAYLES)]


def test_a_histogram_counts() -> None:
    bars = grundy.sequence("kayles", 11).plot(kind="histogram").axes[0].patches
    counts = {bar.get_x() + bar.get_width() / 2: bar.get_height() for bar in bars}
    assert counts == {value: KAYLES.count(value) for value in set(KAYLES)}


def test_rows_are_those_of_the_period() -> None:
    """Kayles has period 12, and 14 exceptions, the last of them 70 (Winning Ways, ch. 4)."""
    figure = grundy.picture("kayles").figure()
    assert figure.axes[0].get_images()[0].get_array().shape[1] == 12
    crossed = [int(12 * row + column) for column, row in drawn(figure)]
    assert len(crossed) == 14 and crossed[-1] == 70


def test_very_many_rows_are_a_picture_in_the_svg(tmp_path: Path) -> None:
    """A million values in rows of 12 were refused; 200,000 cells of their own no viewer shows."""
    large = grundy.picture("kayles", 10**6, out=tmp_path / "large.svg")
    root = ElementTree.fromstring((tmp_path / "large.svg").read_text())
    assert root.findall(".//{*}image") and large.evidence.reason[:20] in (tmp_path / "large.svg").read_text()
    shown = large.figure().axes[0].get_images()[0].get_array()
    assert shown.shape == (83_334, 12)
    assert shown[1_000].tolist() == shown[83_332].tolist() == KAYLES_PERIOD
    assert "<image" not in grundy.picture("kayles", 12 * 1_000 - 1).svg
    with pytest.raises(OutOfReach, match="5,000,000"):
        grundy.picture("kayles", 10**7)


def test_pairs_are_a_map_with_their_p_positions() -> None:
    table = grundy.table("wythoff", box=(8, 8))
    figure = table.plot()
    assert (figure.axes[0].get_images()[0].get_array() == table.values.T).all()
    assert set(map(tuple, drawn(figure))) == WYTHOFF
    outcomes = grundy.table("wythoff", box=(8, 8), outcomes=True)
    assert set(map(tuple, drawn(outcomes.plot()))) == WYTHOFF == set(map(tuple, outcomes.p_positions().tolist()))


def test_a_chart_says_what_its_colours_mean_in_whole_values() -> None:
    """The scale of a small table had 0.25 on it; red crosses, and the only dots of outcomes, were explained nowhere."""
    small = grundy.table("wythoff", box=(3, 3)).plot()
    assert all(tick == int(tick) for tick in small.axes[1].get_yticks())
    assert small.axes[1].get_ylabel() == "nim-value; P-positions in red"
    outcomes = grundy.table("wythoff", box=(3, 3), outcomes=True).plot()
    assert outcomes.axes[0].get_title() == "wythoff: P-positions"
    assert grundy.picture("kayles").figure().axes[1].get_ylabel() == "nim-value; crossed: not that of the period"
    assert grundy.picture("take-away:1,2").figure().axes[1].get_ylabel() == "nim-value"


@pytest.mark.parametrize("form", ["svg", "png"])
def test_a_chart_has_a_title_for_a_screen_reader(form: str, tmp_path: Path) -> None:
    """Its texts are outlines, and so it said nothing at all."""
    file = tmp_path / f"chart.{form}"
    grundy.sequence("kayles", 50).plot(file)
    title = "kayles: nim-value of n over n"
    if form == "svg":
        assert ElementTree.fromstring(file.read_text()).findtext("{*}title") == title
    else:
        assert title.encode() in file.read_bytes()


def test_one_heap_is_one() -> None:
    assert "No period found." in grundy.picture("nim", 0).svg


@pytest.mark.parametrize("shape", [(13,), (6, 11), (3, 4, 5)])
def test_p_positions_are_all_of_them(shape: tuple[int, ...]) -> None:
    """Of outcomes, which are bits, as of values; the last byte of a row is not full."""
    state = ",".join("abc"[: len(shape)])
    moves = "; ".join(
        f"({state}) -> ({state.replace(one, f'{one}-k')}), for k in 1..{one}" for one in "abc"[: len(shape)]
    )
    rule = f"rule:{moves.replace('(a)', 'a').replace('(a-k)', 'a-k')}"
    lost = [list(place) for place in np.ndindex(*shape) if not np.bitwise_xor.reduce(place)]  # Bouton 1901
    for outcomes in (False, True):
        p_positions = grundy.table(rule, box=shape, outcomes=outcomes).p_positions().tolist()
        assert p_positions == (lost if len(shape) > 1 else [n for [n] in lost])


@pytest.mark.parametrize(
    "words", [("sequence", "kayles"), ("sequence", "kayles", "--kind", "points"), ("table", "nim")]
)
def test_files_open(words: tuple[str, ...], tmp_path: Path) -> None:
    svg, png = tmp_path / "chart.svg", tmp_path / "CHART.PNG"
    for file in (svg, png):
        done = command.grundy(*words, "--to", "60", "--plot", str(file))
        assert (done.status, done.err) == (0, "") and done.out.startswith(f"{file}: ")
    assert ElementTree.fromstring(svg.read_text()).tag.endswith("svg")
    assert png.read_bytes().startswith(b"\x89PNG\r\n") and b"Description" in png.read_bytes()


def test_very_many_points_are_a_picture_inside() -> None:
    figure = chart.points(np.arange(300_000) % 977, "many")
    assert len(chart.encoded(figure, Path("many.svg"))) < 1_000_000


def test_what_is_not_drawn_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadText, match=r"ends in \.svg or \.png, found 'x\.pdf'"):
        grundy.sequence("kayles", 9).plot("x.pdf")
    with pytest.raises(BadText, match="a kind of chart"):
        grundy.sequence("kayles", 9).plot(kind="bars")  # type: ignore[arg-type]
    with pytest.raises(OutOfReach, match="three numbers or more"):
        grundy.table("rule:(a,b,c) -> (a-1,b,c)", box=(2, 2, 2)).plot()
    done = command.grundy("sequence", "kayles", "--plot", str(tmp_path / "x.pdf"))
    assert (done.status, done.out) == (2, "") and not list(tmp_path.iterdir())
    for words in (("sequence", "nim", "--kind", "points"), ("table", "nim", "--to", "9", "--plot", "x.svg", "--json")):
        assert command.grundy(*words).status == 2


def test_without_matplotlib_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(GrundyError, match="pip install matplotlib"):
        grundy.sequence("kayles", 9).plot()
    assert "<svg" in grundy.picture("kayles").svg  # which needs nothing


def test_a_small_game_is_a_graph_of_its_positions(tmp_path: Path) -> None:
    """Nim with heaps 1 and 2 has the positions 12, 11, 02, 01, 00; the P-positions are those of equal heaps."""
    file = tmp_path / "graph.svg"
    done = command.grundy("solve", "nim", "1", "2", "--graph", str(file), "--moves", "0")
    assert done.status == 0
    assert len(re.findall('class="position(?: lost)?"', file.read_text())) == 5
    assert len(re.findall('class="position lost"', file.read_text())) == 2
    for words in (("nim", "3", "--graph", "x.pdf"), ("nim", "40 40", "--graph", str(file))):
        assert command.grundy("solve", *words).status == 2


def test_a_position_is_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    done = command.grundy("solve", "cram(2x3) + nim(3 4)", "--picture", str(file), "--moves", "0")
    assert done.status == 0
    root = ElementTree.fromstring(file.read_text())
    boards = [child for child in root if child.tag.endswith("svg")]
    assert len(boards) == 2 and len(re.findall("<circle", file.read_text())) == 7
    tops = [float(board.get("y", 0)) for board in boards]
    assert tops[1] >= tops[0] + float(boards[0].get("height", 0)), "one below the other"
    for words in (
        ("nim", "3", "--picture", "x.pdf"),
        ("nim", "", "--picture", str(file)),
        ("nim", "99", "--picture", ""),
    ):
        assert command.grundy("solve", *words).status == 2


def test_many_points_are_dots_of_a_picture() -> None:
    """A marker for each of a million took 5.5 s."""
    values = np.arange(200_000) % 2 * 7
    image = chart.points(values, "two lines").axes[0].get_images()[0]
    left, right, low, high = image.get_extent()
    assert (left, right, low, high) == (-0.5, 199_999.5, -0.5, 7.5)
    seen = image.get_array()[..., 3].any(axis=1)
    heights = low + (np.flatnonzero(seen) + 0.5) / len(seen) * (high - low)
    assert {round(height) for height in heights} == {0, 7}
    assert image.get_array()[seen][..., 3].mean() > 0.9

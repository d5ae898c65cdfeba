"""Boards as SVG: well-formed whatever stands on them, the same items as the board, and nothing of a text is markup."""

from __future__ import annotations

import math
import re
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from grundy import parse
from grundy.games.catalogue import GAMES
from grundy.model.board import Grid, Net, Piles
from grundy.show.game_graph import EDGE, Node, game_graph_svg
from grundy.show.plot import MOST_NUMBERED, wrapped_svg
from grundy.show.svg import MOST_CELLS, MOST_COUNTERS, board_svg, sequence_svg, stacked

SVG = "{http://www.w3.org/2000/svg}"


def items(text: str) -> list[str]:
    """Of a picture that is well-formed, the items that can be pointed at."""
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert {node.tag.removeprefix(SVG) for node in root.iter()} <= {
        "svg",
        "title",
        "g",
        "rect",
        "circle",
        "path",
        "line",
        "text",
    }
    assert not [name for node in root.iter() for name in node.attrib if name == "style" or name.startswith("on")]
    return [node.attrib["data-item"] for node in root.iter() if node.attrib.get("role") == "button"]


@pytest.mark.parametrize("name", GAMES)
def test_every_board_of_the_catalogue_is_drawn(name: str) -> None:
    (component,) = parse("{}({})".format(*GAMES[name].example)).components
    board = component.rule.space.board(component.states)
    if board is not None:
        assert items(board_svg(board, name, pointed=True))
        assert items(board_svg(board, name)) == []


def test_items_are_those_of_the_board() -> None:
    grid = Grid((("full", "empty", "blocked"), ("empty", "empty", "full")))
    assert items(board_svg(grid, "a grid", pointed=True)) == ["1,1", "1,2", "1,3", "2,1", "2,2", "2,3"]
    piles = items(board_svg(Piles((2, 0, 1)), "piles", pointed=True))
    assert piles == ["1,1", "1,2", "2,0", "3,1"], "an empty pile has a place, to which a coin may go"
    large = Piles((MOST_COUNTERS + 1,))
    assert items(board_svg(large, "a large pile", pointed=True)) == [f"1,{MOST_COUNTERS + 1}"]
    net = Net(("a", "b", "c"), ((0, 1), (1, 2), (2, 0)), (0, 0, 2))
    assert items(board_svg(net, "a cycle", pointed=True)) == ["1", "2", "3"]


def test_every_fifth_of_many_columns_has_its_number() -> None:
    drawn = ElementTree.fromstring(board_svg(Grid((("empty",) * 31,)), ""))
    numbers = [one.text for one in drawn.iter(f"{SVG}text") if one.get("class") == "axis"]
    assert numbers == ["5", "10", "15", "20", "25", "30", "1"], "of columns, and of the row"


def test_what_lies_on_a_cell_lies_in_it() -> None:
    drawn = ElementTree.fromstring(board_svg(Grid((("full", "white"),)), ""))
    for cell in (one for one in drawn.iter(f"{SVG}g") if "cell" in one.attrib["class"]):
        square, piece = ([float(one.attrib[name]) for name in ("x", "y", "width", "height")] for one in cell)
        for axis in (0, 1):
            assert square[axis] < piece[axis] < piece[axis] + piece[axis + 2] < square[axis] + square[axis + 2]


def test_the_neck_of_a_pin_is_in_its_middle() -> None:
    (pin,) = (
        one
        for one in ElementTree.fromstring(board_svg(Piles((1,)), "", pieces="pins")).iter(f"{SVG}g")
        if "pin" in one.attrib["class"].split()
    )
    body, neck = (one.attrib["d"] for one in pin)
    (left,), (start, wide) = re.findall(r"^M([\d.]+)", body), re.findall(r"^M([\d.]+) .*h([\d.]+)", neck)[0]
    assert float(start) + float(wide) / 2 == pytest.approx(float(left) + 5), "ten wide at its foot"


def test_values_stand_beside_what_they_are_of() -> None:
    def notes(text: str) -> list[str]:
        return [node.text or "" for node in ElementTree.fromstring(text).iter() if node.get("class") == "note"]

    grid = Grid((("full", "empty"), ("empty", "full")))
    assert notes(board_svg(grid, "", ["= 1", "= 2"])) == ["= 1", "= 2"]
    assert notes(board_svg(grid, "", ["= 3"])) == [], "one value of a whole board is no value of a row"
    net = Net(("a", "b"), ((0, 1),), (0, 1, 0))
    assert notes(board_svg(net, "", ["= 1", "= 0", "= 1"])) == ["= 1", "= 0"]
    assert notes(board_svg(Piles((2, 1)), "", ["= 2", "= 1"])) == ["= 2", "= 1"]


def along(path: str) -> list[tuple[float, float]]:
    """Points of a path of lines and Bézier curves, with the points between which each arrow's head is drawn."""
    points_along: list[tuple[float, float]] = []
    for kind, text in re.findall(r"([MLQC])([^MLQC]*)", path):
        numbers = list(map(float, text.split()))
        points = (
            [*points_along[-1:], *zip(numbers[::2], numbers[1::2], strict=True)] if kind != "M" else [tuple(numbers)]
        )
        for step in range(33):
            row = points
            while len(row) > 1:  # de Casteljau
                row = [(x + (u - x) * step / 32, y + (v - y) * step / 32) for (x, y), (u, v) in pairwise(row)]
            points_along.append(row[0])  # type: ignore[arg-type]
    return points_along


@given(
    st.integers(2, 9).flatmap(
        lambda n: st.tuples(st.just(n), st.sets(st.sampled_from(list(combinations(range(n), 2)))))
    )
)
@example((9, {(0, 1), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (1, 7), (1, 8), (2, 3), (2, 5), (2, 7), (2, 8), (3, 6),
              (4, 7), (4, 8), (5, 7)}))  # fmt: skip
def test_no_arc_runs_over_a_node(graph: tuple[int, set[tuple[int, int]]]) -> None:
    """Arcs were drawn over nodes: from a to d over b, where a < b < c and a < d; and where they went far to a side."""
    count, arcs = graph
    drawn = ElementTree.fromstring(board_svg(Net(tuple(map(str, range(count))), tuple(arcs), ()), ""))
    discs = [(float(one.attrib["cx"]), float(one.attrib["cy"])) for one in drawn.iter(f"{SVG}circle")]
    paths = [along(one.attrib["d"]) for one in drawn.iter(f"{SVG}path")]
    assert len(paths) == len(arcs)
    assert all(math.dist(point, disc) > 17 for path in paths for point in path for disc in discs)
    assert all(16 <= y <= float(drawn.attrib["height"]) - 16 for _, y in discs)  # which is how large they are


def test_no_move_of_a_game_graph_runs_over_a_box() -> None:
    """An arrow that went far to a side began beside the boxes of its row that are taller than its own."""
    tall, low = Node("a", Grid((("empty",) * 2,) * 9), "1", False), Node("b", None, "0", True)
    nodes, arcs = [tall] + [low] * 21, [(a, b) for a in (0, 1) for b in range(2, 22)]
    drawn = ElementTree.fromstring(game_graph_svg(nodes, arcs, ""))
    boxes = [
        tuple(float(one.attrib[name]) for name in ("x", "y", "width", "height")) for one in drawn.iter(f"{SVG}rect")
    ]
    boxes = [box for box in boxes if box[3] > 20]
    assert len(boxes) == len(nodes)
    edge = min(left for left, *_ in boxes) + EDGE
    assert all(left + wide + EDGE + edge <= float(drawn.attrib["width"]) + 0.1 for left, _, wide, _ in boxes)
    ends = [along(one.attrib["d"].rpartition("M")[0])[-1] for one in drawn.iter(f"{SVG}path")]
    tops = [box[1] for box in boxes[2:]]
    assert all(any(0 < top - y < 4 for top in tops) for _, y in ends), "an arrow ends above the box that it leads to"
    for path in drawn.iter(f"{SVG}path"):
        for x, y in along(path.attrib["d"]):
            assert not any(left < x < left + wide and top < y < top + high for left, top, wide, high in boxes)


def test_labels_say_what_is_there() -> None:
    assert 'aria-label="row 1, column 2, blocked"' in board_svg(Grid((("empty", "blocked"),)), "", pointed=True)
    assert 'aria-label="node a, 2 tokens"' in board_svg(Net(("a",), (), (0, 0)), "", pointed=True)


def test_a_long_name_is_read_across_lines_in_a_picture_alone() -> None:
    """A line ran through the name that stands below a node; a page has a rule for that, a file has not."""
    (component,) = parse("node-kayles alpha-beta, beta-a_very_long_name_of_a_node").components
    board = component.rule.space.board(component.states)
    assert board is not None
    root = ElementTree.fromstring(stacked([board_svg(board, "names")]))
    (name,) = (one for one in root.iter() if one.text == "a_very_l…_a_node")
    assert (name.get("stroke"), name.get("paint-order")) == ("#fff", "stroke")


def test_what_nobody_could_look_at_is_not_drawn() -> None:
    assert board_svg(Grid((("empty",) * (MOST_CELLS + 1),)), "") == ""
    assert board_svg(Grid(()), "") == board_svg(Piles(()), "") == board_svg(Net((), (), ()), "") == ""
    assert board_svg(Piles((1,) * 1000), "") == ""
    assert board_svg(Net(tuple(map(str, range(1000))), (), ()), "") == ""


names = st.text(min_size=1, max_size=12, alphabet="<>&\"'/;= scriptonload{}")


@given(st.lists(names, min_size=1, max_size=12), st.data(), names)
def test_names_of_nodes_are_never_markup(nodes: list[str], data: st.DataObject, title: str) -> None:
    place = st.integers(0, len(nodes) - 1)
    arcs = data.draw(st.lists(st.tuples(place, place), max_size=30))
    tokens = data.draw(st.lists(place, max_size=5))
    drawn = board_svg(Net(tuple(nodes), tuple(arcs), tuple(tokens)), title, pointed=True)
    assert len(items(drawn)) == len(nodes)


@given(st.lists(st.integers(0, 10**30), max_size=30), names)
def test_piles_of_any_size_are_drawn(sizes: list[int], each: str) -> None:
    drawn = board_svg(Piles(tuple(sizes), each), "piles", [str(size) for size in sizes], pointed=True)
    if sizes:
        items(drawn)


@given(st.lists(st.integers(0, 500), min_size=1, max_size=300), st.none() | st.integers(1, 50), st.integers(0, 400))
def test_any_sequence_is_plotted(values: list[int], period: int | None, start: int) -> None:
    root = ElementTree.fromstring(sequence_svg(values, period, start))
    assert len([node for node in root.iter() if node.tag == f"{SVG}circle"]) == len(values)


def test_each_whole_period_has_a_bracket() -> None:
    """Kayles has period 12 from heap 71 on (Guy and Smith 1956): four periods end before heap 120."""
    root = ElementTree.fromstring(sequence_svg([1] * 120, 12, 71))
    lines = [node.attrib["d"] for node in root.iter(f"{SVG}path") if node.get("class") == "bracket"]
    starts = [float(line[1:].split(" ")[0]) for line in lines]
    dots = [float(node.attrib["cx"]) for node in root.iter(f"{SVG}circle")]
    assert len(starts) == 4
    for number, start in enumerate(starts):
        assert dots[70 + 12 * number] < start < dots[71 + 12 * number]
    assert "period 12" in "".join(root.itertext())


def test_a_graph_on_the_ground_shows_each_edge() -> None:
    """Parallel edges and loops are drawn one by one, each with an item; whatever stands is above the ground."""
    net = Net(("0", "a", "b"), ((0, 0), (0, 1), (0, 1), (1, 2), (2, 2)), (), directed=False, ground=0)
    drawn = board_svg(net, "a bush", pointed=True)
    assert items(drawn) == ["1,1", "1,2", "1,2,2", "2,3", "3,3", "2", "3"]
    tree = ElementTree.fromstring(drawn)
    paths = [one.attrib["d"] for one in tree.iter(f"{SVG}path") if one.get("class") == "stem"]
    assert len(set(paths)) == 5
    (ground,) = (one.attrib["d"] for one in tree.iter(f"{SVG}path") if one.get("class") == "ground")
    level = float(ground.split(" ")[1].split("H")[0])
    heights = [float(one.attrib["cy"]) for one in tree.iter(f"{SVG}circle")]
    assert level > heights[0] > heights[1]
    assert 'aria-label="edge 0 to a, 2 of 2"' in drawn


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.tuples(st.just(n), st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=9))
    ),
    st.booleans(),
)
def test_each_of_several_edges_is_seen(graph: tuple[int, list[tuple[int, int]]], directed: bool) -> None:
    """Parallel edges and loops: as many lines as edges, no two alike, all of them inside the picture."""
    count, drawn = graph
    arcs = sorted(drawn if directed else ((min(arc), max(arc)) for arc in drawn))
    tree = ElementTree.fromstring(board_svg(Net(tuple("abcde"[:count]), tuple(arcs), (0,), directed=directed), ""))
    paths = [one.attrib["d"] for one in tree.iter(f"{SVG}path")]
    lines = [" ".join(one.attrib[end] for end in ("x1", "y1", "x2", "y2")) for one in tree.iter(f"{SVG}line")]
    assert len({*paths, *lines}) == len(arcs)
    wide, high = float(tree.attrib["width"]), float(tree.attrib["height"])
    assert all(0 <= x <= wide and 0 <= y <= high for path in paths for x, y in along(path))


def test_an_arrow_from_a_node_to_itself_leaves_it_as_it_comes_back() -> None:
    """Both ends are as far from the point of the arc that is nearest to them, and beside each other."""
    tree = ElementTree.fromstring(board_svg(Net(("a",), ((0, 0),), ()), ""))
    (path,) = (one.attrib["d"] for one in tree.iter(f"{SVG}path"))
    start, out, back, end = (complex(*map(float, one.split())) for one in re.findall(r"-?[\d.]+ -?[\d.]+", path)[:4])
    assert abs(out - start) == pytest.approx(abs(end - back), abs=0.3)
    assert 0 < abs(end - start) < abs(out - start)
    head = [complex(*map(float, one.split())) for one in re.findall(r"-?[\d.]+ -?[\d.]+", path)[4:]]
    assert head[1] == end and abs(head[0] - end) == pytest.approx(abs(head[2] - end), abs=0.2)


def test_rows_of_a_picture_without_numbers_can_be_seen() -> None:
    """However many they are: two units each, as high as a thin line is wide on two sides."""
    columns, rows = MOST_NUMBERED + 1, 400
    few, many = (
        float(ElementTree.fromstring(wrapped_svg([0, 1] * (count * columns // 2), columns, set(), "")).attrib["height"])
        for count in (rows, 2 * rows)
    )
    assert many - few == 2 * rows


def test_a_ground_alone_is_a_picture() -> None:
    assert items(board_svg(Net(("0",), (), (), directed=False, ground=0), "", pointed=True)) == []

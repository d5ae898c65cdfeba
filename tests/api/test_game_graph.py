"""The graph of a small game: its positions, moves and values, and a picture in which nothing lies on anything else."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import networkx
import pytest

import grundy
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.show.layout import layered


def test_positions_and_moves_of_wythoff() -> None:
    game_graph = grundy.game_graph("wythoff 3 4")
    assert len(game_graph.positions) == 4 * 5
    lost = {str(game_graph.positions[place]) for place in game_graph.p_positions}
    assert lost == {"wythoff(0 0)", "wythoff(1 2)", "wythoff(2 1)"}  # Wythoff 1907
    ways = sum(a + b + min(a, b) for a in range(4) for b in range(5))
    assert len(game_graph.arcs) == ways


@pytest.mark.parametrize("spec", ["nim 2 3", "cram 2x3", "kayles 6", "node-kayles path:5"])
def test_values_are_those_of_the_engines(spec: str) -> None:
    game_graph = grundy.game_graph(spec)
    assert game_graph.values is not None
    assert list(game_graph.values) == [grundy.solve(position).nim_value for position in game_graph.positions]
    lost = [grundy.solve(position, misere=True).winner == "second" for position in game_graph.positions]
    misere = grundy.game_graph(spec, misere=True)
    assert [place in misere.p_positions for place in range(len(lost))] == lost and misere.values is None


def test_what_has_no_graph() -> None:
    with pytest.raises(OutOfReach, match="more than 60 positions"):
        grundy.game_graph("nim 9 9 9")
    assert len(grundy.game_graph("nim 70", most=71).positions) == 71
    with pytest.raises(BadRule, match="come back"):
        grundy.game_graph(grundy.graph({"a": ["b"], "b": ["a"]}, "a"))

    @grundy.rule
    def box(n):  # type: ignore[no-untyped-def]
        if n:
            yield grundy.again(n - 1)

    with pytest.raises(BadRule, match="moves that pass the turn"):
        grundy.game_graph(box(2))


def test_boxes_do_not_overlap_and_moves_go_down() -> None:
    drawn = grundy.game_graph("kayles 7").svg()
    boxes = [
        tuple(map(float, one)) for one in re.findall(r'<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"', drawn)
    ]
    for place, (x, y, wide, high) in enumerate(boxes):
        for u, v, w, h in boxes[:place]:
            assert x + wide <= u or u + w <= x or y + high <= v or v + h <= y
    width, height = map(float, re.findall(r'width="(\d+)" height="(\d+)"', drawn)[0])
    assert all(x + 14 >= 0 and x + 14 + wide <= width for x, _, wide, _ in boxes) and height > 0
    layout = layered(4, [(0, 1), (1, 2), (2, 3), (0, 3)], [20.0] * 4, 10)
    assert [y for _, y in layout.spots] == [0, 10, 20, 30]
    assert all(
        abs(x - layout.spots[place][0]) >= 20 for place, (x, _) in enumerate(layout.routes[3][1:3], 1)
    )  # past them


def test_to_networkx_and_to_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_graph = grundy.game_graph("nim 1 2")
    graph = game_graph.to_networkx()
    assert isinstance(graph, networkx.DiGraph) and networkx.is_directed_acyclic_graph(graph)
    assert graph.nodes["nim 1 2"] == {"value": 3, "p_position": False}
    kernel = {name for name, data in graph.nodes.items() if data["p_position"]}
    assert all(not kernel & set(graph[name]) for name in kernel)
    assert all(kernel & set(graph[name]) for name in graph if name not in kernel)
    game_graph.save(tmp_path / "g.svg")
    assert (tmp_path / "g.svg").read_text(encoding="utf-8").count("<svg") == 2
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(GrundyError, match="to_networkx needs networkx: pip install networkx"):
        game_graph.to_networkx()

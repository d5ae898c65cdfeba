"""Names of a stranger's in SVG and HTML: XML as any reader takes it, and nothing in it that cannot be seen."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import grundy
from grundy.api.game_graph import game_graph
from grundy.notation.expression import parse_position
from grundy.text.reader import Text

NAME = "\x1b[31m\x01\x0b\x7f\x9b\ufffe\u202e\u2066\u200b\u2028<&\"']]>"


def drawn(folder: Path) -> Iterator[tuple[str, str]]:
    """What draws or shows a hostile name: a graph's nodes, a rule's file, its labels."""
    graph = json.dumps({"nodes": [NAME, "end"], "edges": [[NAME, "end"]], "tokens": [NAME]})
    position = parse_position("graph", Text(graph, "graph.json"))
    yield "picture of a graph", position.svg()
    yield "graph in a notebook", position._repr_html_()
    result = grundy.solve(position)
    yield "answer in a notebook", result._repr_html_()
    yield "all that a game leads to", game_graph(position).svg()
    file = folder / "a\x1b[31m\u202e.py"
    file.write_text(
        f"import grundy\nfrom grundy import to\n@grundy.rule\ndef down(n):\n    if n: yield to(n - 1, how={NAME!a})\n"
    )
    yield (
        "labels in a notebook",
        grundy.solve(parse_position(str(file), Text("3", "<argument>"), files=grundy.FILES))._repr_html_(),
    )
    yield "values in a notebook", grundy.sequence(file, 9)._repr_html_()
    yield "table in a notebook", grundy.table(file, 9)._repr_html_()
    for name in ("rows.svg", "points.svg"):
        grundy.sequence(file, 9).plot(folder / name)
        yield name, (folder / name).read_text("utf-8")


def test_markup_is_well_formed_and_shows_what_it_holds(tmp_path: Path) -> None:
    for name, text in drawn(tmp_path):
        assert [one for one in text if one != "\n" and unicodedata.category(one)[0] == "C"] == [], name
        whole = text.partition("?>")[2] if text.startswith("<?xml") else text
        whole = whole.partition("<!DOCTYPE")[2].partition(">")[2] if "<!DOCTYPE" in whole else whole
        if "<svg" in whole[:20]:
            ElementTree.fromstring(whole)

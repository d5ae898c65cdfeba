"""A graph with tokens, as JSON."""

from __future__ import annotations

from grundy.judges.judge import Case, Judge, Reading, lines_of
from grundy.text.graphs import read_graph
from grundy.text.reader import Text


def read(text: Text) -> Reading:
    graph = read_graph(text)
    text.close()
    return Reading((Case("graph", (graph,), graph.tokens),))


JUDGE = Judge(
    name="graph",
    says="A graph without cycles and the nodes of its tokens, as JSON; a move takes a token along an arc.",
    limits="none but 10^6 arcs",
    source="this project",
    sample_in='{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"], ["a", "c"]], "tokens": ["a", "b"]}\n',
    sample_out="first\n",
    asks="winner",
    read=read,
    write=lines_of("first", "second"),
)

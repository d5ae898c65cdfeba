"""Lists of edges: what is read all at once, as it is where a list is long, is what is read with care."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.text import undirected_graph
from grundy.text.reader import Text
from grundy.text.undirected_graph import read_net


@settings(max_examples=200, deadline=None)
@given(
    st.lists(st.sampled_from(["1", "2", "07", "a", "b.c", "12", "3", "(1,2)", "?", ""]), min_size=1, max_size=9),
    st.lists(
        st.sampled_from(["-", ", ", ",", ";", " ", "\n", "\r\n", " - ", ",,", ",\n", "--"]), min_size=9, max_size=9
    ),
    st.booleans(),
)
def test_a_long_list_is_read_as_a_short_one(words: list[str], gaps: list[str], multigraph: bool) -> None:
    """What is read all at once is what is read with care, and what is odd is reported just so."""
    string = "".join(chain(*zip(words, gaps, strict=False)))[: -len(gaps[len(words) - 1])]
    found = []
    for large in (0, 10**9):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(undirected_graph, "LARGE", large)
            text = Text(string, "<argument>")
            found.append((read_net(text, multigraph), text.findings))
    assert found[0] == found[1]


def test_some_long_lists_are_read_at_once() -> None:
    for string in ("1-2, 2-3, 4-1", "1 2\n2 3\n07 1", "a-b-c; d-a", "1-2, 3, a-1"):
        assert undirected_graph._plain_list(string, False) is not None
    for string in ("1-1", "1 2 3", "1-2,,3", "(1,2)-3", "a-, b"):
        assert undirected_graph._plain_list(string, False) is None


@pytest.mark.parametrize("multigraph", [True, False])
@pytest.mark.parametrize(
    "string",
    [
        "1 2\n2 3\n07 1",
        "5 3\n3 5\n3 4\n",
        "5 3\r\n3\t4\r\n",
        "1 2\n\n2 3\n",
        "1 2\n2 2\n",
        " 1 2 \n3 4",
        "1 2 3\n",
        "1\n2 3\n",
        "1 2\n0000000000000000007 7\n",
        "1 2\n1234567890123456789 2\n",
        "1 a\n2 3\n",
        "1-2\n2 3\n",
        "1 \u0662\n",
        "",
    ],
)
def test_pairs_of_numbers_are_read_at_once(string: str, multigraph: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found = []
    for large in (0, 10**9):
        monkeypatch.setattr("grundy.text.number_lines.LARGE", large)
        text = Text(string, "<argument>")
        found.append((read_net(text, multigraph), text.findings))
    assert found[0] == found[1]
    if string.startswith("5"):
        assert undirected_graph._read_pairs(string, multigraph, undirected_graph.MOST_OF_MULTIGRAPH) is not None


@pytest.mark.parametrize("string", ["1 2\n2 3\n3 4\n4 5\n", "1-2, 2-3, 3-4, 4-5", "a-b-c-d-e"])
def test_too_many_nodes_are_refused_without_a_second_reading(string: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A million of them were read once more, with care, before they were refused for their number."""
    monkeypatch.setattr(undirected_graph, "MOST_NODES", 4)
    with_care = Text(string, "edges.txt")
    read_net(with_care)

    def read_again(*_: object) -> None:
        raise AssertionError("read again")

    monkeypatch.setattr(undirected_graph, "_read_piece", read_again)
    monkeypatch.setattr(undirected_graph, "LARGE", 0)
    monkeypatch.setattr("grundy.text.number_lines.LARGE", 0)
    text = Text(string, "edges.txt")
    read_net(text)
    assert [str(one) for one in text.findings] == [str(one) for one in with_care.findings]
    assert "expected a graph of at most 4 nodes, found one of 5" in str(text.findings[0])

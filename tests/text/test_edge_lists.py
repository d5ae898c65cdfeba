"""Lists of edges: what is read all at once, as it is where a list is long, is what is read with care."""

from __future__ import annotations

from itertools import chain

import numpy as np  # noqa: F401 (its lines are not those of a reading)
import pytest
from drawing import examples
from effort import lines_of
from hypothesis import given, settings
from hypothesis import strategies as st

from grundy.errors import Finding
from grundy.text import edge_lists, rows
from grundy.text.edge_lists import NetText, read_net
from grundy.text.reader import Text


def read(string: str, multigraph: bool) -> tuple[NetText, list[Finding]]:
    """A graph, and what was reported; blanks behind it make it one of the long lists, which are read all at once."""
    text = Text(string, "<argument>")
    return read_net(text, multigraph), text.findings


@settings(max_examples=examples(200), deadline=None)
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
    assert read(string + " " * edge_lists.LARGE, multigraph) == read(f"{string} ", multigraph)


def test_some_long_lists_are_read_at_once() -> None:
    for string in ("1-2, 2-3, 4-1", "1 2\n2 3\n07 1", "a-b-c; d-a", "1-2, 3, a-1"):
        assert edge_lists._plain_list(string, False) is not None
    for string in ("1-1", "1 2 3", "1-2,,3", "(1,2)-3", "a-, b"):
        assert edge_lists._plain_list(string, False) is None


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
def test_pairs_of_numbers_are_read_at_once(string: str, multigraph: bool) -> None:
    assert read(string + " " * rows.LARGE, multigraph) == read(f"{string} ", multigraph)
    if string.startswith("5"):
        assert edge_lists._read_pairs(string, multigraph, edge_lists.MOST_OF_MULTIGRAPH) is not None


@pytest.mark.parametrize(("before", "gap", "end"), [("", "\n", " " * rows.LARGE), ("", ", ", ""), ("a", "; ", "")])
def test_too_many_nodes_are_refused_without_a_second_reading(before: str, gap: str, end: str) -> None:
    """A million of them were read once more, with care, before they were refused for their number."""
    most = edge_lists.MOST_NODES
    between = " " if gap == "\n" else "-"
    string = gap.join(f"{before}{n}{between}{before}{n + 1}" for n in range(most))
    graph, findings = lines_of(lambda: read(string + end, False), 10 * most)
    assert graph.nodes == () and [str(one) for one in findings] == [
        f"<argument>:1:1: expected a graph of at most {most:,} nodes, found one of {most + 1:,}"
    ]

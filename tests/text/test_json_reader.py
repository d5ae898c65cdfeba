"""JSON with places, and graphs; the places are worked out by hand."""

from __future__ import annotations

import itertools
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import OutOfReach
from grundy.text import graphs, json_reader
from grundy.text.graphs import GraphText, read_graph, write_graph
from grundy.text.json_reader import BAD, Document, json_end
from grundy.text.reader import Text


def argument(data: str) -> Text:
    return Text(data, "<argument>")


def places(text: Text) -> list[str]:
    """The findings as line:column, with what was found."""
    return [f"{finding.line}:{finding.column} {finding.found}" for finding in text.findings]


documents = st.recursive(
    st.integers(-(10**30), 10**30) | st.text(max_size=6) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
)


def careful(text: Text) -> object:
    """What the exact scanner reads."""
    return json_reader._Scanner(text).scan()


@given(documents, st.booleans(), st.sampled_from([None, 0, 2]))
def test_the_scanner_reads_what_the_library_reads(value: object, plain: bool, indent: int | None) -> None:
    text = argument(json.dumps(value, ensure_ascii=plain, indent=indent))
    assert careful(text) == value
    assert Document(text).value == value
    text.close()
    assert json_end(text, 0) == len(text.string)


@given(st.text('[]{},:"\\01-. \n\0\xa0a\ud800u', max_size=12))
def test_the_scanner_accepts_no_more_than_the_library_but_leading_zeros(data: str) -> None:
    text = Text(data, "in")
    value = careful(text)
    zeros = re.sub(r'("(?:[^"\\]|\\.)*")|(?<![0-9.])0+(?=[0-9])', r"\1", data)
    try:
        expected = json.loads(zeros, object_pairs_hook=json_reader._object, parse_float=json_reader._refuse)
        data.encode()
    except ValueError:
        assert text.findings
    else:
        assert value == expected
        assert not text.findings


@given(documents, st.data())
def test_the_place_of_every_value_is_found(value: object, data: st.DataObject) -> None:
    string = json.dumps({"x": [value]}, indent=data.draw(st.sampled_from([None, 1])))
    text = Text(string, "in")
    document = Document(text)
    path: list[int | str] = ["x", 0]
    while value and isinstance(value, list | dict) and data.draw(st.booleans()):
        step = data.draw(st.sampled_from(range(len(value)) if isinstance(value, list) else list(value)))
        path.append(step)
        value = value[step]
    start = document._start(path)
    decoded, stop = json.JSONDecoder().raw_decode(string, start)
    assert decoded == value
    assert json_end(text, start) == stop


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("", ["1:1 an empty text"]),
        ("[1", ["2:1 the end of the input"]),
        ("[1] x", ["1:5 'x'"]),
        ("[1 2,]", ["1:4 2", "1:6 ']'"]),
        ("[1}", ["1:3 '}'"]),
        (
            "[1, 1.5, 1e3, NaN, +1, 1_0, 0x1]",
            ["1:5 '1.5'", "1:10 '1e3'", "1:15 'NaN'", "1:20 '+1'", "1:24 '1_0'", "1:29 '0x1'"],
        ),
        ("[\uff13, " + "9" * 4301 + "]", ["1:2 '\uff13' (full-width digit)", "1:5 a number of 4301 digits"]),
        ("[1,\xa02]", ["1:4 no-break space"]),
        ("[1]\0", ["1:4 NUL"]),
        ('{"a": 1, "a": 2}', ["1:10 '\"a\"' again"]),
        ("{a: 1}", ["1:2 'a'"]),
        ('{"a" 1}', ["1:6 1"]),
        ('{"a": }', ["1:7 '}'"]),
        ('{"a": 1,}', ["1:9 '}'"]),
        ('["\\ud800", "\\ud83d\\ude00"]', ["1:3 the lone surrogate \\ud800"]),
        ('["\\q", "a\0b\x07"]', ["1:3 '\\q'", "1:10 NUL", "1:12 the control character U+0007"]),
        ('["a\nb"]', ["1:4 the end of the line"]),
        ('["a', ["2:1 the end of the input"]),
        ("[" * 10_000, ["2:1 the end of the input"]),
        ("[" * 10_000 + "]" * 10_001, ["1:20001 ']'"]),
    ],
)
def test_bad_json(data: str, found: list[str]) -> None:
    text = Text(data, "in")
    Document(text)
    assert places(text) == found


def test_a_bad_byte_in_a_string_is_reported_at_its_place() -> None:
    text = Text(b'["a\xff"]', "in")
    assert Document(text).value == [BAD]
    assert places(text) == ["1:4 invalid UTF-8 byte 0xff"]


@pytest.mark.parametrize(
    ("data", "start", "stop"),
    [
        ('graph({"a": [")", "\\"}"]}) + nim(5)', 6, 25),
        ("graph( [1] )", 6, 10),
        ("graph()", 6, 6),
        ("graph(x) + nim(5)", 6, 7),
        ('graph("a)") + nim(5)', 6, 10),
        ("graph({[) + nim(5)", 6, 18),
    ],
)
def test_a_value_ends_where_its_brackets_close(data: str, start: int, stop: int) -> None:
    assert json_end(argument(data), start) == stop


@given(st.data())
def test_graphs_read_back(data: st.DataObject) -> None:
    names = st.lists(st.text(), unique=True) | st.lists(st.integers(), unique=True)
    nodes = tuple(data.draw(names))
    pairs = [(a, b) for a in range(len(nodes)) for b in range(a)]
    edges = tuple(data.draw(st.lists(st.sampled_from(pairs), unique=True))) if pairs else ()
    tokens = tuple(data.draw(st.lists(st.sampled_from(range(len(nodes)))))) if nodes else ()
    text = argument(write_graph(GraphText(nodes, edges, tokens)))
    assert read_graph(text) == GraphText(nodes, edges, tokens)
    text.close()


@given(st.integers(1, 7).flatmap(lambda n: st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))))
def test_a_graph_is_refused_just_if_it_has_a_cycle_and_every_cycle_told_is_one(arcs: list[tuple[int, int]]) -> None:
    nodes = sorted({node for arc in arcs for node in arc})
    string = json.dumps({"nodes": nodes, "edges": arcs, "tokens": []})
    reach = set(arcs)
    for middle in nodes:
        reach |= {(a, d) for a, b in reach for c, d in reach if b == middle == c}
    text = Text(string, "in")
    read_graph(text)
    assert bool(text.findings) == any((node, node) in reach for node in nodes)
    told: set[int] = set()
    for finding in text.findings:
        cycle = list(map(int, finding.found.removeprefix("the cycle ").split(" → ")))
        assert cycle[0] == cycle[-1]
        assert {*itertools.pairwise(cycle)} <= set(arcs)
        arc = json.JSONDecoder().raw_decode(string, finding.column - 1)[0]
        assert arc == [cycle[-2], cycle[-1]]
        if len(cycle) > 2:
            assert not told & set(cycle)
            told |= set(cycle)
    left = {(a, b) for a, b in arcs if a != b and not {a, b} & told}
    for middle in nodes:
        left |= {(a, d) for a, b in left for c, d in left if b == middle == c}
    assert not any((node, node) in left for node in nodes) or text.full
    assert graphs._read(Text(string, "in"), True).edges == tuple(
        dict.fromkeys((nodes.index(a), nodes.index(b)) for a, b in arcs)
    )


def graph(nodes: str, edges: str, tokens: str) -> Text:
    text = Text(f'{{"nodes":\n{nodes}, "edges":\n{edges}, "tokens":\n{tokens}}}', "in")
    read_graph(text)
    return text


@pytest.mark.parametrize(
    ("nodes", "edges", "tokens", "found"),
    [
        ('["a", "b"]', '[["a", "b"], ["b", "a"]]', "[]", ["3:14 the cycle a \u2192 b \u2192 a"]),
        ("[1, 2]", "[[2, 2]]", "[]", ["3:2 the cycle 2 \u2192 2"]),
        ("[1, -2]", "[[1, -2], [1, -2]]", "[1, 1]", []),
        ("[]", "[]", "[]", []),
        (
            '["a", 1, true, "a", []]',
            "[]",
            "[]",
            ["2:7 1", "2:10 'true'", "2:16 'a' again", "2:21 a list"],
        ),
        ('["1"]', '[[1, "1"]]', "[2]", ["3:3 1", "4:2 2"]),
        ("[1]", '[[1, "1"], [true, 1]]', "[[1]]", ["3:6 '\"1\"'", "3:13 'true'", "4:2 a list"]),
        ("[1, 2]", "[[1], [1, 2, 2], 3, []]", "[]", ["3:4 ']'", "3:14 2", "3:18 3", "3:22 ']'"]),
        ("[1, 1, 1]", "[[1, 5]]", "[7]", ["2:5 1 again", "2:8 1 again"]),
        ("{}", "3", '"a"', ["2:1 an object", "3:1 3", "4:1 '\"a\"'"]),
    ],
)
def test_graph_findings(nodes: str, edges: str, tokens: str, found: list[str]) -> None:
    assert places(graph(nodes, edges, tokens)) == found


def test_keys_of_a_graph_are_these_and_each_once() -> None:
    text = Text('{"nodes": [1], "edge": [], "nodes": [2]\n}', "in")
    assert read_graph(text) == GraphText((), (), ())
    assert places(text) == ["1:16 '\"edge\"'", "1:28 '\"nodes\"' again", "2:1 '}'"]


def test_a_long_cycle_is_shortened_and_names_stay_on_one_line() -> None:
    names = ["a\n" + "x" * 40, *map(str, range(50))]
    arcs = list(zip(names, names[1:] + names[:1], strict=True))
    text = graph(json.dumps(names), json.dumps(arcs), "[]")
    [finding] = text.findings
    assert finding.found.isprintable()
    assert "(51 nodes)" in finding.found
    assert len(finding.found) < 150


def test_a_chain_and_a_cycle_of_10_000_nodes_need_no_recursion() -> None:
    chain = [[node, node + 1] for node in range(10_000)]
    chain[0::2] = reversed(chain[0::2])
    text = graph(json.dumps(list(range(10_001))), json.dumps(chain), "[0]")
    text.close()
    text = graph(json.dumps(list(range(10_001))), json.dumps([*chain, [10_000, 0]]), "[0]")
    assert len(text.findings) == 1


def test_a_graph_of_more_than_a_million_arcs_is_out_of_reach() -> None:
    string = '{"nodes": [1, 2], "tokens": [], "edges": [' + "[1,2]," * 1_000_000
    assert read_graph(Text(string[:-1] + "]}", "in")).edges == ((0, 1),)
    with pytest.raises(OutOfReach, match="1000000 arcs, found 1000001 arcs"):
        read_graph(Text(string + "[1,2]]}", "in"))
    with pytest.raises(OutOfReach, match="arrays"):
        read_graph(Text("[" * 5_000_001, "in"))


def test_thousands_of_bad_values_and_a_long_string_never_closed_are_refused_at_once() -> None:
    text = Text('{"ints": [' + "-1," * 10**4 + "1.5," * 10**4 + '"' + "a\\n" * 10**5, "in")
    Document(text)
    assert text.full
    assert len(text.findings) < 50
    assert json_end(text, 0) == len(text.string)


def test_a_backslash_before_the_end_of_a_line_hides_no_end() -> None:
    text = argument('["a\\q\\\n", 1]')
    assert Document(text).value is BAD
    assert places(text) == ["1:4 '\\q'", "1:6 '\\'", "1:7 the end of the line"]

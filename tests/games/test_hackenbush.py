"""Green Hackenbush as a game: its values and moves by the rule, how its graphs are written, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from command import grundy as run
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy.games.hackenbush import Bush


@st.composite
def bushes(draw: Any) -> str:
    """A tree on the ground with some more edges, as text."""
    nodes = draw(st.integers(1, 5))
    below = [draw(st.integers(0, node)) for node in range(nodes)]
    ends = st.integers(0, nodes)
    more = draw(st.lists(st.tuples(ends, ends), max_size=3))
    return ", ".join(f"{a}-{b}" for a, b in [*((a, node) for node, a in enumerate(below, 1)), *more])


@settings(max_examples=examples(80), deadline=None)
@given(bushes(), st.booleans())
def test_values_and_moves_are_those_of_the_rule(text: str, misere: bool) -> None:
    position = grundy.parse(f"hackenbush {text}")
    answer = grundy.solve(position, misere=misere)
    value = grundy.value_by_definition(position, "misere" if misere else "normal")
    assert (answer.winner == "first") == bool(value)
    assert misere or answer.nim_value == value
    assert grundy.parse(str(position)) == position
    (part,) = position.parts()
    assert isinstance(part.state, Bush)
    moves = [position.move_of(part, option.labels) for option in part.rule.options(part.state)]
    assert len(set(moves)) == len(moves) == len(part.state.edges)
    won = {
        move for move in moves if not grundy.value_by_definition(position.play(move), "misere" if misere else "normal")
    }
    assert {grundy.parse_move(str(move)) for move in answer.winning_moves} == won
    assert all(move.sentence().startswith("cut ") for move in answer.winning_moves)


@pytest.mark.parametrize("other", ["ground-a, a-b, a-b, b-b", '{"nodes": ["b", "ground", "a"], "edges": [["a", "b"],'
                         ' ["b", "a"], ["b", "b"], ["a", "ground"]]}', "a ground\nb a\na b\nb b\n"])  # fmt: skip
def test_ways_to_write_the_same(other: str) -> None:
    assert grundy.parse(f"hackenbush {other}") == grundy.parse("hackenbush ground-a-b-a, b-b")


def test_a_family_stands_on_its_first_node_and_what_is_left_reads_back() -> None:
    position = grundy.hackenbush("grid:2x2")
    assert str(position) == "hackenbush(grid:2x2)"
    left = position.play(next(iter(grundy.solve(grundy.hackenbush("cycle:5")).winning_moves)))
    assert grundy.parse(str(left)) == left
    assert [grundy.solve(grundy.parse(f"hackenbush:path:N {n}")).nim_value for n in range(1, 6)] == [0, 1, 2, 3, 4]
    assert list(grundy.sequence("hackenbush:cycle:N", 8))[3:] == [1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a-b", "<argument>:1:1: expected a node called ground or 0, on which the others stand, found none"),
        ("0-a, b-c", "<argument>:1:6: expected nodes that hang together with the ground (0), found 'b'"),
        ("0-a, a b c", "<argument>:1:10: expected ',' or the end of the line after an edge of two nodes, found 'c'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_named_at_its_place(text: str, expected: str) -> None:
    with pytest.raises(grundy.BadText) as caught:
        grundy.hackenbush(text)
    assert str(caught.value).splitlines()[0] == expected


def test_on_the_command_line() -> None:
    said = run("solve", "hackenbush", "0-a-b-c-b, a-d, a-d, 0-e-f, e-g-h-e", "--json").json()
    assert said["nim_value"] == 3 and said["winning_move_count"] == 5
    assert {"edges": [["a", "d"]], "copy": 2} in said["winning_moves"]
    shown = run("solve", "hackenbush", "0-a-a, 0-b", "--explain").out
    assert "the edge to a and what stands on it" in shown and "a — 0, a" in shown


def test_the_ground_alone_is_lost() -> None:
    alone = grundy.hackenbush(Bush((0,), (), 0))
    assert grundy.solve(alone).nim_value == 0 and grundy.parse(str(alone)) == alone

"""The theorem on sets of places with a symmetry says nothing that the definition does not; what is found is checked."""

from __future__ import annotations

import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from steps import Steps

import grundy
from grundy.answering.ask import forget
from grundy.answering.dispatch import rows_of
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question
from grundy.engines.search.symmetry import answers, openings, pairing, possible
from grundy.errors import Stopped
from grundy.games.graph_games import graph_field
from grundy.model.shapes import SubsetGame


def mex_value(moves: tuple[tuple[int, int, int, int], ...], state: int, known: dict[int, int]) -> int:
    """The nim-value of a set by the definition."""
    if state not in known:
        left = {
            mex_value(moves, (state & ~clear) ^ flip, known)
            for need, off, clear, flip in moves
            if state & need == need and not state & off
        }
        known[state] = next(value for value in range(len(left) + 1) if value not in left)
    return known[state]


@st.composite
def fields(draw: st.DrawFn) -> tuple[SubsetGame, int]:
    """Sets of up to nine places, often with a symmetry: some moves, and their images under a permutation."""
    places = draw(st.integers(1, 9))
    sets = st.integers(1, (1 << places) - 1)
    some = [(need, need | more) for need, more in draw(st.lists(st.tuples(sets, sets), min_size=1, max_size=6))]
    turn = draw(st.permutations(range(places)))
    by = [*range(places)]
    for a, b in zip(turn[::2], turn[1::2], strict=False):
        by[a], by[b] = b, a
    images = [tuple(sum(1 << by[i] for i in range(places) if one >> i & 1) for one in both) for both in some]
    moves = tuple((need, 0, clear, 0) for need, clear in dict.fromkeys([*some, *images]))
    return SubsetGame(places, moves), draw(st.sampled_from([(1 << places) - 1, draw(sets)]))


@settings(max_examples=examples(150), deadline=None)
@given(fields())
def test_what_is_found_is_so_by_the_definition(one: tuple[SubsetGame, int]) -> None:
    field, state = one
    image = pairing(field, state)
    if image:
        assert answers(possible(field, state), state, image)
        assert mex_value(field.moves, state, {}) == 0
    for number, left, _ in openings(field, state):
        need, _, clear, _ = field.moves[number]
        assert state & need == need and left == state & ~clear
        assert mex_value(field.moves, left, {}) == 0


GRAPHS = ["cycle:4", "cycle:6", "cycle:7", "path:4", "grid:2x4", "grid:3x4", "cube:3", "complete:4", "bipartite:3,3",
          "petersen", "1-2, 3-4", "torus:3x4", "star:5", "1-2-3-4-1, 5-6-7-8-5, 1-5"]  # fmt: skip


def of_graph(game: str, graph: str) -> tuple[SubsetGame, int]:
    part = next(grundy.parse(f"{game}({graph})").parts())
    field, read = part.rule.shape.sets.field(part.state)  # type: ignore[union-attr]
    return field, read(part.state)


def by_all_permutations(field: SubsetGame, state: int) -> bool:
    """Whether some involution answers every move, by trying all of them place by place."""
    moves = possible(field, state)

    def tried(image: dict[int, int]) -> bool:
        place = next((p for p in range(field.places) if p not in image), None)
        if place is None:
            return answers(moves, state, [image[p] for p in range(field.places)])
        return any(tried({**image, place: end, end: place}) for end in range(place, field.places) if end not in image)

    return tried({})


@pytest.mark.parametrize("game", ["node-kayles", "arc-kayles"])
def test_a_symmetry_is_found_where_there_is_one(game: str) -> None:
    for graph in GRAPHS:
        field, state = of_graph(game, graph)
        if field.places <= 8:
            assert bool(pairing(field, state)) == by_all_permutations(field, state), graph
        if pairing(field, state):
            assert grundy.value_by_definition(grundy.parse(f"{game}({graph})")) == 0, graph
    assert pairing(*of_graph(game, "cycle:6")) and not pairing(*of_graph(game, "cycle:7"))


def test_what_is_no_symmetry_answers_nothing() -> None:
    field, state = of_graph("node-kayles", "cycle:6")
    moves = possible(field, state)
    assert answers(moves, state, (3, 4, 5, 0, 1, 2))
    assert not answers(moves, state, (2, 3, 4, 5, 0, 1))  # its own inverse it is not
    assert not answers(moves, state, (0, 1, 2, 3, 4, 5))  # each move takes its answer away
    assert not answers(moves, state, (3, 5, 4, 0, 2, 1))  # neighbours do not stay neighbours
    assert not answers(moves, state, (1, 0, 5, 4, 3, 2))  # a node goes to its neighbour
    assert not answers(moves, 0b111, (3, 4, 5, 0, 1, 2))
    assert possible(SubsetGame(2, ((1, 0, 1, 0), (2, 0, 2, 1))), 3) == []  # a move that sets a place


def test_a_given_symmetry_is_checked() -> None:
    path = tuple((1 << i, 0, 1 << i, 0) for i in range(4))
    assert pairing(SubsetGame(4, path, (), ((3, 2, 1, 0),)), 15) == (3, 2, 1, 0)
    assert pairing(SubsetGame(4, path, (), ((0, 1, 2, 3),)), 15) not in ((0, 1, 2, 3), None)
    assert pairing(SubsetGame(4, path, (), ((3, 2, 1, 0),)), 0b0110) == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("position", "winner"),
    [
        ("node-kayles torus:8x8", "second"),
        ("arc-kayles grid:10x10", "second"),
        ("arc-kayles cube:7", "second"),
        ("node-kayles grid:9x9", "first"),
    ],
)
def test_large_graphs_are_answered_at_once_and_certified(position: str, winner: str, tmp_path: object) -> None:
    result = grundy.solve(position)
    assert (result.winner, result.evidence.status) == (winner, "proved")
    assert "a symmetry takes its moves to its moves" in result.evidence.reason
    written = result.certificate().save(f"{tmp_path}/c.txt")
    assert written.checked and "\nkind symmetry\n" in written.path.read_text()


def test_a_ring_as_large_as_can_be_is_answered_by_the_first_try() -> None:
    """Every place to which the first one could go was worked out before the first of them was tried."""
    field, state = (
        graph_field(grundy.node_kayles("cycle:1000").components[0].states[0], "neighbours")[0],
        (1 << 1000) - 1,
    )
    steps = [1_000_000]
    image = pairing(field, state, steps)
    assert image is not None and all(image[image[place]] == place != image[place] for place in range(1000))
    assert steps[0] > 400_000


def test_the_opening_is_named() -> None:
    result = grundy.solve("node-kayles grid:9x9")
    (move,) = result.winning_moves
    assert result.as_dict()["winning_move_count"] is None  # there may be others
    assert move.sentence() == "take (5, 5) and its neighbours"


def test_who_names_a_method_or_plays_misere_is_not_answered_so() -> None:
    def engines(convention: str = "normal", method: str = "auto", graph: str = "grid:9x9") -> set[str]:
        (part,) = grundy.parse(f"node-kayles({graph})").components
        asked = Question(
            ((part.rule, part.states),),
            convention,
            "winner",
            SearchOptions(method=method),  # type: ignore[arg-type]
        )
        return {row.engine for row in rows_of(asked)}

    assert {"search.symmetry:of_sets", "search.symmetry:of_sets_after_a_move"} <= engines()
    assert "search.symmetry:of_sets" not in engines(graph="grid:6x6")
    assert "search.symmetry:of_sets" in engines(graph="grid:2x19")
    assert not any("symmetry" in engine for engine in engines(method="mex") | engines("misere"))
    # rows and rings are heaps of Dawson's Kayles, which have their values
    assert grundy.solve("node-kayles path:71").nim_value == grundy.solve("dawsons-chess 71").nim_value
    small = grundy.parse("node-kayles(cycle:36)")  # a search takes no longer than to ask
    assert grundy.solve(small).evidence.status == "computed"


def test_a_limit_is_heard_while_a_symmetry_of_a_large_graph_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten seconds of one step: a graph that looks the same from each node of a side, and has no such symmetry."""
    set_limits(monkeypatch, "engines.search", BETWEEN_LOOKS=100)
    forget()
    with Steps(each=1.0) as steps, pytest.raises(Stopped, match="a symmetry is looked for"):
        grundy.solve("node-kayles bipartite:30,31", time_limit=4)
    assert steps.chunks == 4
    forget()

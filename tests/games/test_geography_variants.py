"""Geography along arcs, and where edges are used up, is as brute force by the definition says."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from effort import lines_of

import grundy
from grundy.games import geography
from grundy.games.even_kernel import sides, winning_ends
from grundy.games.graph_games import Graph
from grundy.model.option import Option
from grundy.show.text import result_lines

Ends = tuple[tuple[int, int], ...]
VARIANTS = ["", "directed", "edges", "directed-edges"]


def mex(values: set[int]) -> int:
    return next(n for n in range(len(values) + 1) if n not in values)


@cache
def value(ends: Ends, token: int, variant: str) -> int:
    """The nim-value by trying every walk: along an edge, or an arc from its first node, to a node that was not left."""
    values = set()
    for number, (a, b) in enumerate(ends):
        for start, end in {(a, b)} if "directed" in variant else {(a, b), (b, a)}:
            if start != token:
                continue
            if "edges" in variant:
                values.add(value(ends[:number] + ends[number + 1 :], end, variant))
            elif end != token:
                values.add(value(tuple(pair for pair in ends if token not in pair), end, variant))
    return mex(values)


def drawn(rng: Random, variant: str) -> tuple[int, Ends, int]:
    """A graph with loops, equal edges, nodes without any and several pieces, but no loops where they are refused."""
    count = rng.randrange(1, 7)
    size = rng.randrange(0, 9)
    ends = [(rng.randrange(count), rng.randrange(count)) for _ in range(size)]
    return count, tuple((a, b) for a, b in ends if variant or a != b), rng.randrange(count)


def written(count: int, ends: Ends, token: int, variant: str) -> str:
    join = "->" if "directed" in variant else "-"
    listed = [f"{a}{join}{b}" for a, b in ends] + [str(node) for node in range(count)]
    game = f"geography:{variant}" if variant else "geography"
    return f"{game}({', '.join(listed)} @ {token})"


@pytest.mark.parametrize("variant", VARIANTS)
def test_values_and_winning_moves_are_those_of_the_definition(variant: str) -> None:
    rng = Random(f"geography {variant}")
    for _ in range(60):
        count, ends, token = drawn(rng, variant)
        position = grundy.parse(written(count, ends, token, variant))
        expected = value(ends, token, variant)
        assert grundy.value_by_definition(position) == expected, position
        beside = grundy.solve(position + grundy.nim(1))  # by search, also where a theorem says who wins
        assert beside.nim_value == expected ^ 1, position
        result = grundy.solve(position)
        assert result.winner == ("first" if expected else "second"), position
        assert result.nim_value in (expected, None), position
        assert sorted(str(move) for move in result.winning_moves) == winning(position), position
        assert grundy.parse(str(position)) == position


def winning(position: grundy.Position) -> list[str]:
    """The moves to positions of nim-value 0, by the definition."""
    (part,) = position.parts()
    moves = []
    for option in part.rule.options(part.state):
        left = grundy.Position((type(position.components[0])(part.rule, option.parts),))
        if not grundy.value_by_definition(left):
            moves.append(str(position.move_of(part, part.rule.labels(option))))
    return sorted(moves)


@pytest.mark.parametrize("variant", VARIANTS)
def test_misere_play_is_that_of_the_definition(variant: str) -> None:
    rng = Random(f"misere {variant}")
    for _ in range(30):
        count, ends, token = drawn(rng, variant)
        position = grundy.parse(written(count, ends, token, variant))
        wins = grundy.value_by_definition(position, "misere")
        assert grundy.solve(position, misere=True).winner == ("first" if wins else "second"), position


def test_even_kernels_decide_every_graph_without_odd_cycles() -> None:
    rng = Random(1993)
    for _ in range(400):
        left, right = rng.randrange(1, 5), rng.randrange(1, 5)
        ends = tuple((rng.randrange(left), left + rng.randrange(right)) for _ in range(rng.randrange(0, 10)))
        near: list[list[int]] = [[] for _ in range(left + right)]
        for a, b in ends:
            near[a].append(b)
            near[b].append(a)
        assert sides(near, 0) is not None
        lost = [
            end
            for end in sorted(set(near[0]))
            if not value(tuple(pair for k, pair in enumerate(ends) if k != ends.index((0, end))), end, "edges")
        ]
        assert winning_ends(near, 0) == lost, ends


def test_an_odd_cycle_has_no_two_sides() -> None:
    assert sides([[1, 2], [0, 2], [0, 1]], 0) is None
    assert sides([[0]], 0) is None
    assert sides([[], [2, 3], [1, 3], [1, 2]], 0) == ([0], [])  # one of which the token knows nothing


def test_large_graphs_without_odd_cycles_are_answered_by_the_theorem() -> None:
    result = grundy.solve("geography:edges grid:40x40")
    assert (result.winner, result.evidence.status) == ("second", "proved")
    assert grundy.solve("geography:edges path:1001").winner == "second"
    assert [move.words for move in grundy.solve("geography:edges path:1000 @ 2").winning_moves] == ["move to 1"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("geography:directed path:600", "at most 512 nodes that the token can reach to be searched, found 600"),
        ("geography:edges complete:60", "at most 1,024 nodes and edges that the token can reach"),
        ("geography:directed-edges complete:40", "found 40 and 1,560"),
    ],
)
def test_what_is_too_large_is_refused_at_once(text: str, told: str) -> None:
    with pytest.raises(grundy.OutOfReach, match=told):
        lines_of(lambda: grundy.solve(text), 10**6)  # 160,000 at most


@pytest.mark.parametrize(("text", "misere"), [("geography path:4001", True), ("geography(path:4001) + nim(5)", False)])
def test_nodes_are_counted_before_anything_is_made_for_a_search(
    text: str, misere: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a graph of a million nodes sets of neighbours were made for seconds, to say that it has too many."""

    def made(graph: Graph) -> list[set[int]]:
        raise AssertionError("made before the nodes were counted")

    monkeypatch.setattr(geography, "neighbours", made)
    with pytest.raises(grundy.OutOfReach, match=r"at most 512 nodes that the token can reach .*, found 4,001;"):
        grundy.solve(text, misere=misere)


def test_what_the_token_cannot_reach_does_not_count() -> None:
    apart = ", ".join(f"n{k}->n{k + 1}" for k in range(900))
    assert grundy.solve(f"geography:directed a->b->c, n0->a, {apart} @ a").nim_value == 0


def test_an_option_names_the_node_and_keeps_the_direction() -> None:
    (state,) = grundy.parse("geography:directed-edges(1->2->1, 1->2, 3 @ 1)").components[0].states
    rule = grundy.parse("geography:directed-edges(1->2 @ 1)").components[0].rule
    options: list[Option] = list(rule.options(state))
    assert [str(option.parts[0]) for option in options] == ["1->2, 2->1, 3 @ 2"]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("a->b->c @ b", "a->b, b->c @ b"),
        ("a -> b, c > a", "a->b, c->a @ a"),
        ("1 2\n2 3\n3 1", "1->2, 2->3, 3->1 @ 1"),
        ("1-2, 2->3", "1->2, 2->1, 2->3 @ 1"),
        ('{"nodes": ["a", "b"], "edges": [["b", "a"]]} @ b', "b->a @ b"),
        ("cycle:3 @ 2", "cycle:3 @ 2"),
        ("(1,2)->(1,1)", "(1,2)->(1,1) @ (1,1)"),
        ("a, b @ b", '{"nodes": ["a", "b"], "edges": []} @ b'),
    ],
)
def test_arcs_are_read_as_people_write_them(text: str, wanted: str) -> None:
    position = grundy.parse(f"geography:directed({text})")
    assert str(position) == f"geography:directed({wanted})"
    assert grundy.parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("geography:directed(a->)", "expected a node after it"),
        ("geography:directed(a->b c)", "expected '->' or ','"),
        ("geography:directed(1 2 3)", "expected ',' or the end of the line after an arc of two nodes, found 3"),
        ("geography:directed(a->?)", "expected a node: a number, a word, or a cell such as"),
        ("geography:directed(,a)", "expected a node or an arc before it"),
        ("geography:directed(a->b @ c)", "expected a node of the graph after '@', such as a, found 'c'"),
        ("geography:arcs(a->b)", "expected directed, edges or directed-edges, found 'arcs'"),
    ],
)
def test_what_is_no_graph_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(grundy.BadText) as refused:
        grundy.parse(text)
    assert told in str(refused.value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_only_a_theorem_on_every_graph_proves_the_game(variant: str) -> None:
    """Undirected, with nodes used up: Fraenkel, Scheinerman & Ullman 1993. Even kernels need bipartite graphs."""
    game = ":".join(["geography", variant]) if variant else "geography"
    if not variant:
        assert "maximum matching" in str(grundy.prove(game))
        return
    with pytest.raises(grundy.OutOfReach):
        grundy.prove(game)


def test_the_text_lists_each_edge_that_can_be_used() -> None:
    lines = result_lines(grundy.solve("geography:edges(a-b, a-b, b-b, c @ a)"))
    assert [line.text for line in lines[2:5]] == ["  a — b, b (token 1)", "  b — a, a, b", "  c   no neighbour"]
    lines = result_lines(grundy.solve("geography:directed-edges(a->b, a->b, b->b @ b)"))
    assert [line.text for line in lines[2:4]] == ["  a → b, b", "  b → b (token 1)"]

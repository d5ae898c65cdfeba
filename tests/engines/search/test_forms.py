"""Forms of parts of graphs in compiled code: values as from the definition, equal keys for equal graphs alone."""

from __future__ import annotations

import itertools
import random
from typing import Any

import networkx
import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits
from small_graphs import Edges, graphs, judge
from test_isomorphic import GAMES, board_of, rest_of

from grundy.engines.search import arrays, forms, isomorphic
from grundy.engines.search.board import Board, bits
from grundy.engines.search.driver import BoardQuestion, BoardSearch
from grundy.engines.search.isomorphic import BoardGraph
from grundy.engines.search.kernels import forms as kernels
from grundy.engines.search.kernels.reduction import reduced
from grundy.engines.search.kernels.spans import Span, spans
from grundy.engines.search.tables import Sizes, Tables
from grundy.runs.chunk import run_to_end


def search_of(game: str, nodes: int, edges: Edges, by_form: bool = True, **given: Any) -> tuple[BoardSearch, int]:
    """A search whose kernels are asked from the start, without the values of small sets; and all places."""
    board, _, places = board_of(game, nodes, edges)
    search = BoardSearch(board, small_places=0, **given)
    if not by_form:
        search._graph = None
    search.prepare()
    return search, sum(1 << board.order[place] for place in bits(places))


def found_by(search: BoardSearch, places: int, value: int | None = None) -> int:
    (answer,) = run_to_end(search.answers([BoardQuestion(places, value)]))
    return answer


def tree(nodes: int, seed: int) -> Edges:
    draw = random.Random(seed)
    return [(draw.randrange(max(0, node - 6), node), node) for node in range(1, nodes)]


@settings(max_examples=examples(60))
@given(graphs(), st.sampled_from(GAMES))
def test_a_value_is_that_of_the_definition(graph: tuple[int, Edges], game: str) -> None:
    if not graph[1]:
        return  # without an edge Arc Kayles has no move to see the graph by
    search, places = search_of(game, *graph)
    expected = judge(game, *graph)
    assert [found_by(search, places, value) for value in range(4)] == [value == expected for value in range(4)]
    assert found_by(search, places) == expected


@pytest.mark.parametrize("game", GAMES)
def test_values_of_twelve_nodes_are_those_of_the_definition(game: str) -> None:
    for seed in range(12):
        draw = random.Random(seed)
        edges = [pair for pair in itertools.combinations(range(12), 2) if draw.random() < (0.15, 0.25, 0.5)[seed % 3]]
        search, places = search_of(game, 12, edges)
        assert found_by(search, places) == judge(game, 12, edges)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", ["sets", "mex", "couples", "proof-numbers"])
def test_all_methods_agree_with_the_search_of_sets(game: str, method: Any) -> None:
    edges = sorted({*tree(22, 4), (0, 9), (3, 14), (5, 21)})
    search, places = search_of(game, 22, edges, method=method)
    sets, _ = search_of(game, 22, edges, by_form=False)
    assert found_by(search, places) == found_by(sets, places)


@pytest.mark.parametrize("game", GAMES)
def test_larger_graphs_agree_with_the_search_of_sets(game: str) -> None:
    for seed in range(4):
        edges = tree(34, seed)
        edges += [(node, node + 9) for node in range(0, 20 * (seed % 2), 5)]
        search, places = search_of(game, 34, sorted(set(edges)))
        sets, _ = search_of(game, 34, sorted(set(edges)), by_form=False)
        assert found_by(search, places) == found_by(sets, places)
        assert search.nodes < sets.nodes


def keyed(board: Board, graph: BoardGraph) -> Any:
    """A function from a connected part to the set that stands for its form, nothing left out."""
    keys = spans(forms.form_keys(board, graph))

    def key(part: int) -> int:
        words = tuple(np.uint64(word) for word in arrays.packed([part], board.words))
        return arrays.unpacked(kernels.standing_for(keys, words, np.uint64(kernels.numbered(keys, words))))

    return key


def connected(near: tuple[int, ...], part: int) -> bool:
    reached, grown = part & -part, 0
    while reached != grown:
        grown = reached
        for i in bits(reached):
            reached |= near[i] & part
    return reached == part


@pytest.mark.parametrize(("nodes", "size", "chance"), [(11, 5, 0.4), (12, 6, 0.5), (13, 7, 0.3)])
def test_equal_keys_are_equal_graphs_and_equal_graphs_have_equal_keys(nodes: int, size: int, chance: float) -> None:
    """All connected parts of a size of a random graph, compared by networkx, which finds a mapping if there is one."""
    draw = random.Random(size)
    edges = [pair for pair in itertools.combinations(range(nodes), 2) if draw.random() < chance]
    board, graph, _ = board_of("node-kayles", nodes, edges)
    assert graph
    key = keyed(board, graph)
    net = networkx.Graph([(i, j) for i in range(nodes) for j in bits(graph.near[i])])
    kinds: dict[int, Any] = {}
    met = 0
    for chosen in itertools.combinations(range(nodes), size):
        part = sum(1 << i for i in chosen)
        if connected(graph.near, part):
            met += 1
            stands = key(part)
            own = net.subgraph(chosen)
            if stands not in kinds:
                assert stands == part
                assert not any(
                    networkx.faster_could_be_isomorphic(own, other) and networkx.is_isomorphic(own, other)
                    for other in kinds.values()
                )
                kinds[stands] = own
            elif stands != part:
                assert networkx.is_isomorphic(own, kinds[stands])
    assert met > 2 * len(kinds) > 20


def test_all_graphs_of_up_to_five_nodes() -> None:
    """There are 1, 1, 2, 6 and 21 connected graphs of one to five nodes (OEIS A001349)."""
    pairs = list(itertools.combinations(range(5), 2))
    edges: Edges = []
    seen: list[Any] = []
    for number in range(1 << len(pairs)):
        net = networkx.Graph([pair for k, pair in enumerate(pairs) if number >> k & 1])
        if len(net) == 5 and networkx.is_connected(net) and not any(networkx.is_isomorphic(net, one) for one in seen):
            edges += [(a + 5 * len(seen), b + 5 * len(seen)) for a, b in net.edges]
            seen.append(net)
    assert len(seen) == 21
    board, graph, _ = board_of("node-kayles", 5 * len(seen), sorted((min(pair), max(pair)) for pair in edges))
    assert graph
    key = keyed(board, graph)
    keys_of_size: dict[int, set[int]] = {}
    for first in range(0, board.places, 5):
        whole = sum(1 << place for place, old in enumerate(board.order) if first <= old < first + 5)
        part = whole
        while part:
            if connected(graph.near, part):
                keys_of_size.setdefault(part.bit_count(), set()).add(key(part))
            part = part - 1 & whole
    assert {size: len(keys) for size, keys in keys_of_size.items()} == {1: 1, 2: 1, 3: 2, 4: 6, 5: 21}


@pytest.mark.parametrize("seed", range(6))
def test_a_key_does_not_depend_on_names(seed: int) -> None:
    """A graph beside itself under other names: one stands for both. Trees, cycles, graphs with symmetries."""
    draw = random.Random(seed)
    nets = [
        [(a, b) for a, b in tree(30, seed)],
        sorted({*tree(30, seed), (0, 12), (4, 29), (7, 8)}),
        [(min(a, b), max(a, b)) for a, b in networkx.circulant_graph(30, [1, 4 + seed]).edges],
        [(a, b) for a, b in networkx.convert_node_labels_to_integers(networkx.hypercube_graph(4)).edges],
    ]
    for edges in nets:
        nodes = 1 + max(itertools.chain(*edges))
        place = list(range(nodes, 2 * nodes))
        draw.shuffle(place)
        board, graph, _ = board_of("node-kayles", 2 * nodes, [*edges, *((place[a], place[b]) for a, b in edges)])
        assert graph
        key = keyed(board, graph)
        one, other = board.parts((1 << board.places) - 1)
        assert key(one) == key(other)


@settings(max_examples=examples(100))
@given(graphs(6), st.integers(0, (1 << 15) - 1), st.sampled_from(GAMES), st.integers(0, 5))
def test_what_stands_for_a_pendant_is_worth_the_same(graph: tuple[int, Edges], number: int, game: Any, at: int) -> None:
    """Entries of the table of pendants, from the rules alone, in random graphs."""
    entry = int(forms.pendant_table("neighbours" if game == "node-kayles" else "edges")[number])
    if not entry:
        return  # not all nodes hang at the root
    pairs = [(i, j) for j in range(6) for i in range(j)]
    pendant = [pair for k, pair in enumerate(pairs) if number >> k & 1]
    nodes, edges = max(1, graph[0]), graph[1]
    size = 1 + max(j for _, j in pendant)
    less = [(i, j) for i, j in pendant if entry >> i & entry >> j & 1]
    whole = rest_of(nodes, edges, pendant, at % nodes)
    rest = rest_of(nodes, edges, less, at % nodes)
    gone = {nodes + i - 1 for i in range(1, size) if not entry >> i & 1}
    names = [node for node in range(nodes + size - 1) if node not in gone]
    here = {name: place for place, name in enumerate(names)}
    left = [(here[a], here[b]) for a, b in rest]
    assert judge(game, nodes + size - 1, whole) == judge(game, len(names), left) ^ entry >> 6


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("first", range(0, 40, 5))
def test_what_is_left_out_is_what_plain_python_leaves_out(game: str, first: int) -> None:
    """Not the same nodes, perhaps, but as many, and the same heap."""
    for seed in range(first, first + 5):  # few at a time, so that it is quick as plain Python too
        edges = sorted({*tree(26, seed), *([(seed % 7, 20), (2, 11), (14, 25)] if seed % 2 else [])})
        board, graph, _ = board_of(game, 26, edges)
        assert graph
        keys = spans(forms.form_keys(board, graph))
        for part in board.parts((1 << board.places) - 1):
            words = tuple(np.uint64(word) for word in arrays.packed([part], board.words))
            mine, heap = reduced(keys, words)
            small, worth = isomorphic.reduced(graph, part)
            assert (arrays.unpacked(mine).bit_count(), heap) == (small.bit_count(), worth)


@pytest.mark.parametrize("seed", range(6))
def test_twins_are_left_out_as_in_plain_python(seed: int) -> None:
    draw = random.Random(seed)
    edges = {*tree(9, seed), (0, 8)}
    for node in range(9, 13):  # a twin of one before it
        old = draw.randrange(node)
        edges |= {(old, node)} | {(a + b - old, node) for a, b in edges if old in (a, b)}
    board, graph, _ = board_of("node-kayles", 13, sorted(edges))
    assert graph
    whole = (1 << board.places) - 1
    mine, heap = reduced(spans(forms.form_keys(board, graph)), (np.uint64(whole),))
    small, worth = isomorphic.reduced(graph, whole)
    assert (arrays.unpacked(mine).bit_count(), heap) == (small.bit_count(), worth)
    assert small.bit_count() <= 9


def test_a_wrong_entry_is_never_taken_for_a_form() -> None:
    """As when two kernels write one entry: the set of one, the order or the hash of the other."""
    draw = random.Random(3)
    board, graph, _ = board_of("node-kayles", 30, tree(30, 1))
    assert graph
    for _ in range(200):
        keys = forms.form_keys(board, graph)
        held = spans(keys)
        parts = [part for part in board.parts(draw.getrandbits(30)) if part.bit_count() > 3][:2]
        if len(parts) < 2:
            continue
        words = [tuple(np.uint64(word) for word in arrays.packed([part], board.words)) for part in parts]
        name = np.uint64(kernels.numbered(held, words[0]))
        assert kernels.standing_for(held, words[0], name) == words[0]
        slot = int(np.flatnonzero(keys.heads)[0]) // 2
        if draw.random() < 0.5:
            keys.heads[2 * slot + 1] = words[1][0]
        else:
            at = slot * board.places + draw.randrange(parts[0].bit_count())
            keys.orders[at] = draw.choice([draw.randrange(30), 65535, int(keys.orders[slot * board.places])])
        stands = kernels.standing_for(held, words[0], name)
        if stands != words[0]:
            assert isomorphic.key(graph, arrays.unpacked(stands)) == isomorphic.key(graph, parts[0])


def test_a_table_that_grows_keeps_its_forms() -> None:
    board, graph, _ = board_of("arc-kayles", 30, tree(30, 2))
    assert graph
    keys = forms.form_keys(board, graph)
    draw, asked = random.Random(1), {}
    for _ in range(40):
        for part in board.parts(draw.getrandbits(30) | draw.getrandbits(30)):
            words = (np.uint64(part),)
            asked[part] = arrays.unpacked(kernels.known_as(spans(keys), words)[0])
    (grown,) = forms.with_room(board, [keys], 10**4, 2**30)
    assert grown.heads.size > keys.heads.size
    grown.recent[:] = 0
    again = {part: arrays.unpacked(kernels.known_as(spans(grown), (np.uint64(part),))[0]) for part in reversed(asked)}
    assert again == asked  # in the same order those that were not found would stand for the same ones again


@pytest.mark.parametrize("game", GAMES)
def test_little_memory_costs_forms_and_changes_no_value(game: str) -> None:
    edges = sorted({*tree(31, 3), (1, 30), (8, 22)})  # with this little a larger one would take minutes
    search, places = search_of(game, 31, edges)
    expected = found_by(search, places)
    scarce, _ = search_of(game, 31, edges, memory=2**12)
    tables = scarce.tables
    assert tables
    tables.desks[0].keys = tables.keys._replace(
        heads=np.zeros(8 * 2, np.uint64), orders=np.zeros(8 * tables.board.places, np.uint16)
    )
    assert found_by(scarce, places) == expected
    assert tables.keys.heads.size == 16


def test_what_was_kept_is_found_again_by_its_form() -> None:
    edges = sorted({*tree(44, 5), (1, 30), (8, 22), (12, 39), (20, 43)})
    search, places = search_of("node-kayles", 44, edges)
    expected = found_by(search, places)
    assert search.tables and search.nodes > 100
    snapshot = search.tables.snapshot()
    again, _ = search_of("node-kayles", 44, edges)
    again.tables = None
    again.restore(snapshot)
    assert isinstance(again.tables, Tables)
    before = again.nodes
    assert found_by(again, places) == expected
    assert again.nodes - before < search.nodes / 20


def test_several_workers_share_forms() -> None:
    edges = sorted({*tree(44, 6), (1, 30), (8, 22), (12, 39), (20, 43)})
    alone, places = search_of("arc-kayles", 44, edges)
    together, _ = search_of("arc-kayles", 44, edges, cores=3, sizes=Sizes(team_nodes=10))
    assert found_by(together, places) == found_by(alone, places)
    assert together.tables and len(together.tables.desks) == 4
    assert len({desk.keys.heads.ctypes.data for desk in together.tables.desks}) == 1
    assert Span(together.tables.desks[1].keys.at).address != Span(together.tables.desks[2].keys.at).address


def ring(nodes: int, leaves: int) -> Edges:
    """A ring with chords i, 5 i + 2, and leaves at nodes drawn from it, as in benchmarks/forms_speed.py."""
    draw = random.Random(1)
    edges = [(i, end % nodes) for i in range(nodes) for end in (i + 1, 5 * i + 2)]
    edges += [(draw.randrange(nodes), node) for node in range(nodes, nodes + leaves)]
    return sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})


def test_forms_are_given_up_where_few_parts_are_alike() -> None:
    """By counts, so that each run meets the same positions."""
    searches = [search_of("arc-kayles", 40, ring(16, 24)) for _ in range(2)]
    sets, places = search_of("arc-kayles", 40, ring(16, 24), by_form=False)
    assert {found_by(search, whole) for search, whole in searches} == {found_by(sets, places)}
    for search, _ in searches:
        assert search.tables and search.tables.keys.state[kernels.OFF]
        assert search.tables.keys.state[kernels.NUMBERED] < 20 * forms.TRIED
    assert len({search.nodes for search, _ in searches}) == 1
    alike, places = search_of("node-kayles", 60, tree(60, 5))
    found_by(alike, places)
    assert alike.nodes > forms.TRIED and alike.tables and not alike.tables.keys.state[kernels.OFF]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", ["auto", "sets", "proof-numbers"])
def test_values_stay_the_same_wherever_forms_are_given_up(
    game: str, method: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    edges = sorted({*tree(26, 4), (0, 9), (3, 14), (5, 21), (2, 25)})
    sets, places = search_of(game, 26, edges, by_form=False, method=method)
    expected = found_by(sets, places)
    monkeypatch.setattr(forms, "do_pay", lambda *_: False)
    for tried in (0, 1, 3, 10, 30, 100):
        set_limits(monkeypatch, "engines.search", TRIED=tried)
        search, _ = search_of(game, 26, edges, method=method)
        assert found_by(search, places) == expected
        assert search.tables and (search.tables.keys.state[kernels.OFF] or search.nodes <= tried)


def test_whether_forms_pay_is_asked_anew_where_a_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was entered from a snapshot was numbered too, and says nothing of the positions to come."""
    asked: list[tuple[int, ...]] = []
    edges = sorted({*tree(44, 5), (1, 30), (8, 22), (12, 39), (20, 43)})
    set_limits(monkeypatch, "engines.search", TRIED=20)
    monkeypatch.setattr(forms, "do_pay", lambda *counts: asked.append(counts) or True)
    search, places = search_of("node-kayles", 44, edges)
    found_by(search, places, 0)
    assert search.tables
    snapshot = search.tables.snapshot()
    again, _ = search_of("node-kayles", 44, edges)
    again.tables = None
    again.restore(snapshot)
    entered = int(again.prepare().keys.state[kernels.NUMBERED])
    found_by(again, places)
    (first, *_), (second, numbered, _) = asked
    assert 20 <= first < 60 and 20 <= second < 60 and entered > 100 and numbered < 20 * second
    assert not again.prepare().keys.state[kernels.OFF]
    assert not forms.for_another(again.board, again.prepare().keys).state[kernels.OFF]
    again.prepare().keys.state[kernels.OFF] = 1
    assert forms.for_another(again.board, again.prepare().keys).state[kernels.OFF]

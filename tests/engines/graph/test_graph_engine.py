"""Graph engines against the definition, and loopy values against the outcomes of sums with heaps of Nim."""

from __future__ import annotations

import random
import subprocess
import sys
from functools import cache

import numpy as np
import pytest
from drawing import examples
from hypothesis import example, given, settings
from hypothesis import strategies as st
from limits import set_limits

from grundy.engines.graph.acyclic import Cycle, csr, csr_values, nim_values, plain_values
from grundy.engines.graph.loopy import csr_loopy_values, infinity, loopy_values
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import Infinity


def successors_of(count, arcs):
    after = {u: set() for u in range(count)}
    for u, w in arcs:
        after[u].add(w)
    return after


def by_definition(count, arcs):
    after = successors_of(count, arcs)

    @cache
    def value(u):
        options = {value(w) for w in after[u]}
        return next(v for v in range(len(options) + 1) if v not in options)

    return [value(u) for u in range(count)]


def reaches_itself(count, arcs):
    """Whether some node can return to itself, by the closure of the relation."""
    reach = successors_of(count, arcs)
    for middle in range(count):
        for u in range(count):
            if middle in reach[u]:
                reach[u] |= reach[middle]
    return any(u in reach[u] for u in range(count))


def is_cycle(cycle, arcs):
    nodes = cycle.nodes
    steps = zip(nodes, (*nodes[1:], nodes[0]), strict=True)
    return len(set(nodes)) == len(nodes) > 0 and set(steps) <= set(arcs)


def compiled(count, arcs):
    ends = np.array(arcs, np.int64).reshape(-1, 2)
    values = csr_values(*csr(count, ends[:, 0], ends[:, 1]))
    return values if isinstance(values, Cycle) else values.tolist()


@st.composite
def acyclic_graphs(draw):
    count = draw(st.integers(1, 12))
    places = draw(st.permutations(range(count)))
    pairs = draw(st.lists(st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)), max_size=50))
    return count, [(places[max(pair)], places[min(pair)]) for pair in pairs if pair[0] != pair[1]]


@st.composite
def graphs(draw, most=8):
    count = draw(st.integers(1, most))
    ends = st.integers(0, count - 1)
    return count, draw(st.lists(st.tuples(ends, ends), max_size=3 * count))


# --- acyclic graphs


@settings(deadline=None, max_examples=examples(300))
@given(acyclic_graphs())
@example((1, []))
def test_values_are_those_of_the_definition(graph):
    """The kernels fill_rows, ordered_values and, where nodes are in no order, search_values: `compiled`."""
    count, arcs = graph
    expected = by_definition(count, arcs)
    assert plain_values(count, arcs) == expected
    assert compiled(count, arcs) == expected
    assert loopy(count, arcs) == expected


@settings(deadline=None, max_examples=examples(300))
@given(graphs())
@example((1, [(0, 0)]))
def test_a_cycle_is_named(graph):
    count, arcs = graph
    cyclic = reaches_itself(count, arcs)
    for solve in (nim_values, compiled):
        answer = solve(count, arcs)
        if cyclic:
            assert isinstance(answer, Cycle)
            assert is_cycle(answer, arcs)
            assert answer.nodes[0] == min(answer.nodes)
        else:
            assert answer == by_definition(count, arcs)


def test_an_empty_graph():
    assert nim_values(0, []) == compiled(0, []) == loopy(0, []) == []


@pytest.mark.parametrize("order", ["down", "up", "shuffled"])
def test_values_above_64_and_above_255(order):
    """A complete acyclic graph: node i can move to every node before it, and has nim-value i."""
    count = 300
    names = list(range(count))
    if order == "up":
        names.reverse()
    if order == "shuffled":
        random.Random(1).shuffle(names)
    arcs = [(names[u], names[w]) for u in range(count) for w in range(u)]
    random.Random(2).shuffle(arcs)
    expected = [names.index(u) for u in range(count)]
    assert plain_values(count, arcs) == compiled(count, arcs) == expected
    assert loopy(count, arcs) == expected


@pytest.mark.parametrize("step", [1, -1])
@pytest.mark.parametrize("count", [20_000, pytest.param(100_000, marks=pytest.mark.long)])
def test_a_long_chain(count, step):
    nodes = range(count)[::step]
    arcs = list(zip(nodes[1:], nodes, strict=False))
    expected = [nodes.index(u) % 2 for u in range(count)]
    assert nim_values(count, arcs) == compiled(count, arcs) == loopy(count, arcs) == expected
    closed = [*arcs, (nodes[0], nodes[-1])]
    for solve in (nim_values, compiled):
        answer = solve(count, closed)
        assert isinstance(answer, Cycle)
        assert len(answer.nodes) == count
        assert is_cycle(answer, closed)
    assert loopy(count, closed) == [Infinity(frozenset())] * count


def loopy(count, arcs):
    """Loopy values in plain Python, which are those of the kernel loopy_labels."""
    ends = np.array(arcs, np.int64).reshape(-1, 2)
    rows = csr(count, ends[:, 0], ends[:, 1])
    label = csr_loopy_values(*rows)
    plain = loopy_values(count, arcs)
    assert [int(m) if m >= 0 else infinity(*rows, label, u) for u, m in enumerate(label)] == plain
    return plain


def random_arcs(count, size, seed):
    draw = random.Random(seed)
    names = draw.sample(range(count), count)
    pairs = ((draw.randrange(count), draw.randrange(count)) for _ in range(size))
    return [(names[max(pair)], names[min(pair)]) for pair in pairs if pair[0] != pair[1]]


def test_large_graphs_plain_compiled_and_loopy(monkeypatch):
    arcs = random_arcs(20_000, 80_000, 1)
    expected = plain_values(20_000, arcs)
    assert loopy(20_000, arcs) == expected
    set_limits(monkeypatch, "engines.graph.acyclic", PLAIN_ARCS=0)
    assert nim_values(20_000, arcs) == expected
    back = (arcs[77][1], arcs[77][0])
    answer = nim_values(20_000, [*arcs, back])
    assert isinstance(answer, Cycle)
    assert is_cycle(answer, [*arcs, back])


def test_arrays_are_checked():
    good = np.array([0, 0, 2]), np.array([0, 0], np.int8)
    assert csr_values(*good).tolist() == [0, 1]
    for indptr, indices in (
        ([0, 1], [1]),
        ([0, 1], [-1]),
        ([0, 2, 1], [0]),
        ([1, 1], [0]),
        ([0, 1], [0, 0]),
        ([], []),
        ([0, 3, 2, 2], [0, 0]),
    ):
        with pytest.raises(BadRule):
            csr_values(np.array(indptr, np.int64), np.array(indices, np.int64))
    with pytest.raises(BadRule):
        csr(2, np.array([0]), np.array([2]))
    with pytest.raises(BadRule):
        csr(2, np.array([-1]), np.array([0]))
    with pytest.raises(OutOfReach, match="1999999999"):
        csr_values(np.array([0]), np.broadcast_to(np.int8(0), (2 * 10**9,)))


# --- loopy graphs


def outcomes(count, arcs):
    """The definition: for each node 'P', 'N' or 'D' (a draw), by going back from the ends."""
    after = successors_of(count, arcs)
    result = {}
    changed = True
    while changed:
        changed = False
        for u in range(count):
            if u in result:
                continue
            there = {result.get(w) for w in after[u]}
            if "P" in there:
                result[u] = "N"
            elif there <= {"N"}:
                result[u] = "P"
            changed |= u in result
    return [result.get(u, "D") for u in range(count)]


def sum_of(first, second):
    """The disjunctive sum of two graphs, node (u, w) numbered u * len(second) + w."""
    (m, a), (n, b) = first, second
    arcs = [(u * n + w, v * n + w) for u, v in a for w in range(n)]
    return m * n, arcs + [(u * n + w, u * n + v) for w, v in b for u in range(m)]


def expected_outcome(x, y):
    """What loopy values promise about a sum of two nodes."""
    if isinstance(x, int) and isinstance(y, int):
        return "P" if x == y else "N"
    if isinstance(x, int) or isinstance(y, int):
        endless, number = (y, x) if isinstance(x, int) else (x, y)
        return "N" if number in endless.reach else "D"
    return "D"


@settings(deadline=None, max_examples=examples(400))
@given(graphs())
@example((4, [(0, 0), (0, 2), (1, 0), (3, 1), (3, 3)]))
def test_loopy_values_are_the_outcomes_of_sums_with_nim(graph):
    values = loopy(*graph)
    size = 6
    nim = size, [(n, k) for n in range(size) for k in range(n)]
    outcome_of = outcomes(*sum_of(graph, nim))
    for u, value in enumerate(values):
        for n in range(size):
            assert outcome_of[u * size + n] == expected_outcome(value, n)


@settings(deadline=None, max_examples=examples(200))
@given(graphs(6), graphs(6))
def test_loopy_values_are_the_outcomes_of_sums_with_each_other(first, second):
    left, right = loopy(*first), loopy(*second)
    outcome_of = outcomes(*sum_of(first, second))
    for u, x in enumerate(left):
        for w, y in enumerate(right):
            assert outcome_of[u * len(right) + w] == expected_outcome(x, y)


@pytest.mark.parametrize("seed", range(8))
def test_loopy_values_by_their_defining_properties(seed):
    """On larger graphs: integers are the mex of the integers around, with a way back from every other option."""
    draw = random.Random(seed)
    count = 3000
    arcs = random_arcs(count, draw.choice([3000, 9000]), seed)
    arcs += [(draw.randrange(count), draw.randrange(count)) for _ in range(draw.choice([3, 100, 3000]))]
    after = successors_of(count, arcs)
    values = loopy(count, arcs)
    assert any(isinstance(x, int) for x in values)
    for u, x in enumerate(values):
        around = {values[w] for w in after[u] if isinstance(values[w], int)}
        if isinstance(x, Infinity):
            assert x.reach == around
            continue
        assert x not in around
        assert set(range(x)) <= around
        for w in after[u]:
            if not isinstance(values[w], int) or values[w] > x:
                assert x in {values[v] for v in after[w]}


def test_infinity_is_that_of_the_model():
    assert loopy(2, [(0, 0), (0, 1)]) == [Infinity(frozenset({0})), 0]


def test_small_graphs_load_neither_numpy_nor_numba():
    code = (
        "import sys\n"
        "from grundy.engines.graph.acyclic import nim_values\n"
        "from grundy.engines.graph.loopy import loopy_values\n"
        "arcs = [(i + 1, i) for i in range(10**5)]\n"
        "nim_values(10**5 + 1, arcs), loopy_values(10**5 + 1, arcs)\n"
        "sys.exit('numpy' in sys.modules or 'numba' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

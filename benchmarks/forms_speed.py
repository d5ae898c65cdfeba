"""Graphs searched by the forms of their parts, beside the same search of sets of nodes: positions, CPU seconds, ratios.

    python benchmarks/forms_speed.py [--seconds S] [--smallest] [NAME ...]

One core, the nim-value alone, by the compiled search from the first position on; the kernels are compiled and the
tables of small sets made before. A search that takes more than S seconds (60) is stopped and shown with `>`; the values
of the others must agree. Trees have each node k > 0 joined to one drawn from those before it or, if `even`, are drawn
from all trees with names; `+e` has e more edges. No C++: both searches are the same kernels with other keys.
"""

from __future__ import annotations

import argparse
import heapq
import os
import platform
import random
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "src")]

import grundy  # noqa: E402
from grundy.engines.search.board import as_sets, prepare  # noqa: E402
from grundy.engines.search.driver import BoardQuestion, BoardSearch  # noqa: E402

Edges = list[tuple[int, int]]


def drawn_tree(nodes: int) -> Edges:
    draw = random.Random(1)
    return [(draw.randrange(node), node) for node in range(1, nodes)]


def even_tree(nodes: int, more: int = 0) -> Edges:
    """A tree drawn from all trees with names, by its code of Prüfer, and more edges."""
    draw = random.Random(1)
    code = [draw.randrange(nodes) for _ in range(nodes - 2)]
    left = [code.count(node) for node in range(nodes)]
    leaves = [node for node in range(nodes) if not left[node]]
    edges = []
    for node in code:
        edges.append((heapq.heappop(leaves), node))
        left[node] -= 1
        if not left[node]:
            heapq.heappush(leaves, node)
    edges.append((heapq.heappop(leaves), heapq.heappop(leaves)))
    found = {(min(edge), max(edge)) for edge in edges}
    while len(found) < nodes - 1 + more:
        one, other = sorted(draw.sample(range(nodes), 2))
        found.add((one, other))
    return sorted(found)


def binary_tree(nodes: int) -> Edges:
    return [((node - 1) // 2, node) for node in range(1, nodes)]


def cactus(nodes: int) -> Edges:
    """Triangles and edges, each hung at a node before it."""
    draw, edges, node = random.Random(1), [], 1
    while node < nodes:
        at = draw.randrange(node)
        edges.append((at, node))
        if draw.random() < 0.5 and node + 1 < nodes:
            edges += [(node, node + 1), (at, node + 1)]
            node += 1
        node += 1
    return edges


def ring_with_leaves(ring: int, leaves: int) -> Edges:
    """A ring with chords i, 5 i + 2, and leaves at nodes drawn from it."""
    draw = random.Random(1)
    edges = [(i, (i + 1) % ring) for i in range(ring)] + [(i, (5 * i + 2) % ring) for i in range(ring)]
    edges += [(draw.randrange(ring), node) for node in range(ring, ring + leaves)]
    return sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]})


def circulant(nodes: int, *steps: int) -> Edges:
    return sorted({(min(i, j), max(i, j)) for i in range(nodes) for s in steps for j in [(i + s) % nodes]})


FAMILIES: dict[str, dict[str, str | Edges]] = {
    "node-kayles": {
        "tree of 100": drawn_tree(100),
        "even tree of 80": even_tree(80),
        "even tree of 100": even_tree(100),
        "even tree of 60 + 5": even_tree(60, 5),
        "cactus of 80": cactus(80),
        "ring of 20, 40 leaves": ring_with_leaves(20, 40),
        "petersen:16,2": "petersen:16,2",
        "petersen:20,2": "petersen:20,2",
        "binary tree of 63": binary_tree(63),
        "circulant 40: 1, 4": circulant(40, 1, 4),
    },
    "arc-kayles": {
        "tree of 60": drawn_tree(60),
        "even tree of 80": even_tree(80),
        "even tree of 40 + 3": even_tree(40, 3),
        "ring of 16, 24 leaves": ring_with_leaves(16, 24),
        "petersen:14,2": "petersen:14,2",
        "binary tree of 63": binary_tree(63),
        "cube:5": "cube:5",
    },
}
GRAPHS = {f"{game} {name}": (game, graph) for game, graphs in FAMILIES.items() for name, graph in graphs.items()}


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("names", nargs="*", metavar="NAME", help="those whose names have one of these in them")
    asked.add_argument("--seconds", type=float, default=60.0)
    asked.add_argument("--smallest", action="store_true", help="a size that says nothing of speed")
    given = asked.parse_args()
    chosen = {"node-kayles even tree of 30": ("node-kayles", even_tree(30))} if given.smallest else GRAPHS
    if given.names:
        chosen = {name: one for name, one in chosen.items() if any(part in name for part in given.names)}
    print(f"{platform.machine()}, Python {platform.python_version()}, load average {os.getloadavg()[0]:.1f}")
    print(f"{'':36}{'value':>6}{'sets':>13}{'forms':>13}{'CPU s':>9}{'CPU s':>9}{'ratio':>8}", flush=True)
    agreed = True
    for name, (game, graph) in chosen.items():
        text = graph if isinstance(graph, str) else ", ".join(f"{a}-{b}" for a, b in graph)
        (part,) = grundy.parse(f"{game} {text}").components
        sets = as_sets(part.rule.shape)
        assert sets
        field, read = sets.field(part.states[0])
        places = read(part.states[0])
        found = []
        for by_form in (False, True):
            for seconds in (0.2, given.seconds):  # the first compiles
                search = BoardSearch(prepare(field), memory=2**30, forecast_at=2**62)
                if not by_form:
                    search._graph = None
                search.tables = search._tables()
                began, value = time.process_time(), None
                steps = search.answers([BoardQuestion(places)])
                while time.process_time() - began < seconds or search.nodes < 10:
                    try:
                        next(steps)
                    except StopIteration as done:
                        value = done.value[0]
                        break
                took = time.process_time() - began
            found.append((value, search.nodes, took))
        (value, nodes, took), (mine, own, seconds) = found
        agreed &= value is None or mine is None or value == mine
        mark, sign = (">" if value is None else ""), (">" if mine is None else "")
        counts = f"{f'{mark}{nodes:,}':>13}{f'{sign}{own:,}':>13}{f'{mark}{took:.2f}':>9}{f'{sign}{seconds:.2f}':>9}"
        shown = "-" if mine is None and value is None else f"{took / max(seconds, 0.001):.2f}"
        told = next((one for one in (mine, value) if one is not None), "-")
        print(f"{name:36}{told:>6}{counts}{shown:>8}", flush=True)
    return 0 if agreed else 1


if __name__ == "__main__":
    sys.exit(main())

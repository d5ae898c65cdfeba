"""Green Hackenbush against a plain C++ program: values of graphs of 10^6 edges, and all cuts that leave 0.

    python benchmarks/hackenbush_speed.py [--runs N]

All times are CPU seconds of the work alone, kernels compiled and loaded, graphs in memory. The C++ program finds the
edges of a ring by random words, ours without chance. Answers must agree, else the exit status is 1.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from table_speed import compiled, cpp_compiler, least, options, print_machine, row

from grundy.engines.graph.fusion.engine import SearchedGraph, nim_value

Graph = tuple[int, Any]  # how many nodes, and the ends of each edge


def main() -> int:
    given = options(__doc__).parse_args()
    edges = 1000 if given.smallest else 10**6
    compiler = cpp_compiler()
    print_machine(compiler)
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as name:
        folder = Path(name)
        program = compiled(compiler, "hackenbush", folder)
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        graphs = (
            ("a tree", tree(edges)),
            ("a cycle", cycle(edges)),
            ("a cactus", cactus(edges)),
            ("a grid", grid(edges)),
        )
        agreed = [compare(program, what, graph, given.runs, folder) for what, graph in graphs]
    return 0 if all(agreed) else 1


def tree(edges: int) -> Graph:
    """Each node on one of the thousand before it."""
    draw = np.random.default_rng(1)
    nodes = np.arange(1, edges + 1)
    return edges + 1, np.stack([np.maximum(0, nodes - draw.integers(1, 1000, edges)), nodes], 1)


def cycle(edges: int) -> Graph:
    nodes = np.arange(edges)
    return edges, np.stack([nodes, (nodes + 1) % edges], 1)


def cactus(edges: int) -> Graph:
    """Rings of ten edges, each through a node of an earlier one."""
    rings = edges // 10
    draw = np.random.default_rng(2)
    first = np.arange(rings) * 9 + 1
    ring = first[:, None] + np.arange(9)
    foot = (draw.random(rings) * first).astype(int)[:, None]
    around = np.concatenate([foot, ring, foot], 1)
    return rings * 9 + 1, np.stack([around[:, :-1], around[:, 1:]], 2).reshape(-1, 2)


def grid(edges: int) -> Graph:
    """A square lattice on one corner, numbered at random but for that."""
    side = int((edges / 2) ** 0.5)
    nodes = np.arange(side * side).reshape(side, side)
    names = np.concatenate([[0], np.random.default_rng(3).permutation(side * side - 1) + 1])
    across = [
        np.stack([one.ravel(), other.ravel()], 1)
        for one, other in ((nodes[:, :-1], nodes[:, 1:]), (nodes[:-1], nodes[1:]))
    ]
    return side * side, names[np.concatenate(across)]


def compare(program: str, what: str, graph: Graph, runs: int, folder: Path) -> bool:
    nodes, edges = graph[0], np.ascontiguousarray(graph[1], np.int32)
    file = folder / "graph.bin"
    with file.open("wb") as out:
        out.write(np.array([nodes, len(edges)], "<i8").tobytes())
        out.write(edges.astype("<i4").tobytes())
    done = [subprocess.run([program, str(file)], capture_output=True, text=True, check=True) for _ in range(runs)]
    value, both = (min(float(one.stderr.split()[k]) for one in done) for k in range(2))
    name = f"{what}, {nodes:,} nodes, {len(edges):,} edges"
    row(name, value, least(lambda: nim_value(nodes, edges), runs))
    row(f"{what}, value and cuts", both, least(lambda: SearchedGraph(nodes, edges).cuts_to(0), runs))
    cuts = SearchedGraph(nodes, edges).cuts_to(0)
    ours = f"{nim_value(nodes, edges)} {len(cuts)} {sum(cuts)}"
    if done[0].stdout.strip() != ours:
        print(f"{name}: C++ says {done[0].stdout.strip()}, grundy {ours}", file=sys.stderr)
    return done[0].stdout.strip() == ours


if __name__ == "__main__":
    sys.exit(main())

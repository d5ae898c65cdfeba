"""The graph engines against plain C++ programs of the same algorithms: times and ratios from one run.

    python benchmarks/graph_speed.py [--runs N]

Compiled kernels on arrays of 10^6 nodes and 10^7 arcs; the engines in plain Python on lists. All times are CPU
seconds of the work alone, kernels compiled and loaded, graphs in memory. Answers must agree, else the exit status is 1.
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

from grundy.engines.graph.acyclic import csr, csr_values, plain_values
from grundy.engines.graph.loopy import csr_loopy_values, loopy_values


def main() -> int:
    given = options(__doc__).parse_args()
    runs, part = given.runs, 1000 if given.smallest else 1
    compiler = cpp_compiler()
    print_machine(compiler)
    with tempfile.TemporaryDirectory(prefix="grundy-bench-") as name:
        folder = Path(name)
        graph, loopy = (compiled(compiler, program, folder) for program in ("graph", "loopy"))
        print(f"{'':52}{'C++':>10}{'grundy':>10}{'ratio':>8}")
        agreed = True
        for text, arcs in (
            ("arcs to smaller numbers", random_graph(10**6 // part, 10**7 // part, False)),
            ("numbered at random", random_graph(10**6 // part, 10**7 // part, True)),
            ("each to all before it", complete_graph(300 if given.smallest else 3000)),
        ):
            agreed &= kernel_row(graph, f"{sizes(arcs)}, {text}", arcs, runs, folder)
        few = random_graph(10**5 // part, 3 * 10**5 // part, True)
        agreed &= plain_row(graph, f"{sizes(few)}, plain Python", few, runs, folder)
        for nodes, many in ((10**5 // part, 3 * 10**5 // part), (3 * 10**5 // part, 10**6 // part)):
            arcs = loopy_graph(nodes, many)
            agreed &= loopy_row(loopy, f"loopy, {sizes(arcs)}, plain Python", arcs, runs, folder)
        for text, arcs in (
            ("few arcs back", loopy_graph(10**6 // part, 10**7 // part)),
            ("few arcs back", loopy_graph(3 * 10**5 // part, 10**6 // part)),
            ("arcs anywhere", anywhere(3 * 10**5 // part, 10**6 // part)),
            ("half of the arcs back", backward(3 * 10**5 // part, 10**6 // part)),
        ):
            agreed &= loopy_kernel_row(loopy, f"loopy, {sizes(arcs)}, {text}", arcs, runs, folder)
    return 0 if agreed else 1


Arcs = tuple[int, Any, Any]  # how many nodes, and where each arc begins and ends


def sizes(graph: Arcs) -> str:
    return f"{graph[0]:,} nodes, {len(graph[1]):,} arcs"


def random_graph(nodes: int, arcs: int, shuffled: bool) -> Arcs:
    draw = np.random.default_rng(1)
    ends = draw.integers(0, nodes, (2, arcs))
    ends = ends[:, ends[0] != ends[1]]
    names = draw.permutation(nodes) if shuffled else np.arange(nodes)
    return nodes, names[ends.max(0)], names[ends.min(0)]


def complete_graph(nodes: int) -> Arcs:
    sources, targets = np.tril_indices(nodes, -1)
    return nodes, sources, targets


def loopy_graph(nodes: int, arcs: int) -> Arcs:
    """Nearly acyclic: one arc in a thousand leads anywhere."""
    nodes, sources, targets = random_graph(nodes, arcs, True)
    draw = np.random.default_rng(2)
    anywhere = draw.integers(0, nodes, (2, arcs // 1000))
    return nodes, np.concatenate([sources, anywhere[0]]), np.concatenate([targets, anywhere[1]])


def anywhere(nodes: int, arcs: int) -> Arcs:
    """Arcs drawn at random, nearly all nodes of which are infinite."""
    sources, targets = np.random.default_rng(3).integers(0, nodes, (2, arcs))
    return nodes, sources, targets


def backward(nodes: int, arcs: int) -> Arcs:
    """Every other arc is turned back by one to where it came from, so that many nodes keep their values."""
    nodes, sources, targets = random_graph(nodes, arcs // 2, True)
    return nodes, np.concatenate([sources, targets]), np.concatenate([targets, sources])


def kernel_row(program: str, name: str, graph: Arcs, runs: int, folder: Path) -> bool:
    rows = csr(*graph)
    nodes = graph[0]
    how = "ordered" if bool((graph[1] > graph[2]).all()) else "search"
    took, answer = run([program, how, written(folder, *rows)], runs)
    row(name, took, least(lambda: csr_values(*rows), runs))
    values = csr_values(*rows)
    return agree(name, answer, str(int((values.astype(np.uint64) * np.arange(1, nodes + 1, dtype=np.uint64)).sum())))


def plain_row(program: str, name: str, graph: Arcs, runs: int, folder: Path) -> bool:
    took, answer = run([program, "search", written(folder, *csr(*graph))], runs)
    arcs = pairs(graph)
    row(name, took, least(lambda: plain_values(graph[0], arcs), runs))
    return agree(name, answer, str(sum((u + 1) * v for u, v in enumerate(plain_values(graph[0], arcs)))))


def loopy_row(program: str, name: str, graph: Arcs, runs: int, folder: Path) -> bool:
    took, answer = run([program, written(folder, *csr(*graph))], runs)
    arcs = pairs(graph)
    row(name, took, least(lambda: loopy_values(graph[0], arcs), runs))
    integers = [(u, v) for u, v in enumerate(loopy_values(graph[0], arcs)) if isinstance(v, int)]
    return agree(name, answer, f"{len(integers)} {sum((u + 1) * v for u, v in integers)}")


def loopy_kernel_row(program: str, name: str, graph: Arcs, runs: int, folder: Path) -> bool:
    rows = csr(*graph)
    took, answer = run([program, written(folder, *rows)], runs)
    row(name, took, least(lambda: csr_loopy_values(*rows), runs))
    label = csr_loopy_values(*rows).astype(np.int64)
    integers = label >= 0
    total = int((label * np.arange(1, graph[0] + 1))[integers].sum())
    return agree(name, answer, f"{int(integers.sum())} {total}")


def pairs(graph: Arcs) -> list[tuple[int, int]]:
    return list(zip(graph[1].tolist(), graph[2].tolist(), strict=True))


def written(folder: Path, indptr: Any, indices: Any) -> str:
    file = folder / "graph.bin"
    with file.open("wb") as out:
        out.write(np.array([len(indptr) - 1, len(indices)], "<i8").tobytes())
        out.write(indptr.astype("<i8").tobytes())
        out.write(indices.astype("<i4").tobytes())
    return str(file)


def run(command: list[str], runs: int) -> tuple[float, str]:
    """The least seconds that the program tells on standard error, and its answer."""
    done = [subprocess.run(command, capture_output=True, text=True, check=True) for _ in range(runs)]
    return min(float(each.stderr) for each in done), done[0].stdout.strip()


def agree(name: str, plain: str, ours: str) -> bool:
    if plain != ours:
        print(f"{name}: C++ says {plain}, grundy {ours}", file=sys.stderr)
    return plain == ours


if __name__ == "__main__":
    sys.exit(main())

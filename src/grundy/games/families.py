"""Graphs by name: grid:3x16, path:9, cycle:9, petersen, queens:8 and the like. FAMILIES has one entry a family."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product

from grundy.errors import OutOfReach
from grundy.games.spelling import Numbers, family_meant, report_family, report_unknown
from grundy.model.frozen import frozen
from grundy.text.edge_lists import MOST_EDGES, MOST_NODES, MOST_OF_MULTIGRAPH, Name, NetText, net_text, read_net
from grundy.text.reader import Text

Edges = Iterable[tuple[int, int]]


@frozen
class GraphFamily:
    """A family of graphs; one or two numbers choose a graph of it.

    mark    the character between two numbers: 'x' between the sides of a board, else ','; "" if there is one number
    least   the smallest allowed value of each number
    nodes   gives the number of nodes; on a board, the nodes are its cells
    edges   gives the edges as pairs of nodes, counted from 0
    degree  gives an upper bound of a node's neighbours; it bounds the edges before they are listed
    board   whether the numbers are the sides of a board and the nodes its cells (row, column)
    """

    mark: str
    least: tuple[int, ...]
    nodes: Callable[..., int]
    edges: Callable[..., Edges]
    degree: Callable[..., int]
    board: bool = False


def _ring(n: int) -> Edges:
    return ((i, (i + 1) % n) for i in range(n))


def _steps(rows: int, columns: int, steps: Sequence[tuple[int, int]], far: bool = False, round_: bool = False) -> Edges:
    """Pair each cell with the cells one step away; `far`: with all cells in that direction; `round_`: wrap at edges."""
    for r, c in product(range(rows), range(columns)):
        for down, right in steps:
            i, j = r + down, c + right
            while (0 <= i < rows and 0 <= j < columns) or round_:
                yield r * columns + c, i % rows * columns + j % columns
                i, j = i + down, j + right
                if not far:
                    break


SIDES = ((0, 1), (1, 0))
CORNERS = ((1, 1), (1, -1))
JUMPS = ((1, 2), (1, -2), (2, 1), (2, -1))


def _generalized_petersen(n: int, k: int) -> Edges:
    for i in range(n):
        yield from ((i, (i + 1) % n), (i, n + i), (n + i, n + (i + k) % n))


def _on_board(steps: Sequence[tuple[int, int]], far: bool = False) -> GraphFamily:
    def degree(r: int, c: int) -> int:
        return 2 * len(steps) * (max(r, c) if far else 1)

    return GraphFamily("x", (0, 0), lambda r, c: r * c, lambda r, c: _steps(r, c, steps, far), degree, board=True)


FAMILIES: dict[str, GraphFamily] = {
    "grid": _on_board(SIDES),
    "torus": GraphFamily(
        "x", (3, 3), lambda r, c: r * c, lambda r, c: _steps(r, c, SIDES, round_=True), lambda r, c: 4, board=True
    ),
    "kings": _on_board(SIDES + CORNERS),
    "queens": _on_board(SIDES + CORNERS, far=True),
    "rooks": _on_board(SIDES, far=True),
    "bishops": _on_board(CORNERS, far=True),
    "knights": _on_board(JUMPS),
    "path": GraphFamily("", (0,), lambda n: n, lambda n: zip(range(n), range(1, n), strict=False), lambda n: 2),
    "cycle": GraphFamily("", (3,), lambda n: n, _ring, lambda n: 2),
    "complete": GraphFamily("", (0,), lambda n: n, lambda n: combinations(range(n), 2), lambda n: n),
    "bipartite": GraphFamily(
        ",", (0, 0), lambda m, n: m + n, lambda m, n: product(range(m), range(m, m + n)), lambda m, n: max(m, n)
    ),
    "star": GraphFamily("", (0,), lambda n: n + 1, lambda n: ((0, i) for i in range(1, n + 1)), lambda n: 2),
    "wheel": GraphFamily(
        "", (3,), lambda n: n + 1, lambda n: [*((i + 1, j + 1) for i, j in _ring(n)), *((0, i + 1) for i in range(n))],
        lambda n: 4,
    ),
    "cube": GraphFamily(
        "", (0,), lambda d: 1 << min(d, 40), lambda d: ((i, i ^ 1 << k) for i in range(1 << d) for k in range(d)),
        lambda d: d,
    ),
    "petersen": GraphFamily(",", (3, 1), lambda n, k: 2 * n, _generalized_petersen, lambda n, k: 3),
}  # fmt: skip
DEFAULTS = {"petersen": "5,2"}
LETTERS = {"K": "complete", "C": "cycle", "P": "path", "Q": "cube", "W": "wheel", "S": "star"}  # K5, as books write it


def _numbers(name: str, family: GraphFamily) -> Numbers:
    count = len(family.least)
    return family.mark, lambda given_count: given_count == count or (family.board and given_count == 1), _example(name)


def _example(name: str, last: str = "") -> str:
    family = FAMILIES[name]
    return family.mark.join([*["5"] * (len(family.least) - 1), last or DEFAULTS.get(name, "3")[-1]])


NUMBERS = {name: _numbers(name, family) for name, family in FAMILIES.items()}


def graph_meant(string: str) -> str | None:
    """Guess the graph that a name without a colon means, such as grid:3x3 for grid3x3; None: no guess."""
    return family_meant(string, NUMBERS, LETTERS)


@frozen
class NamedGraph:
    """A family with its numbers as text. N in place of a number stands for any size: cycle:N is all cycles."""

    name: str
    numbers: tuple[str, ...]

    def text(self, n: int | None = None) -> str:
        """The name of the graph, with N replaced."""
        numbers = [str(n) if number == "N" and n is not None else str(number) for number in self.numbers]
        if not numbers:
            return self.name
        if FAMILIES[self.name].board and len(set(numbers)) == 1 and self.name not in ("grid", "torus"):
            return f"{self.name}:{numbers[0]}"
        return f"{self.name}:{FAMILIES[self.name].mark.join(numbers)}"

    def values(self, n: int) -> list[int]:
        """The numbers, with n in place of N."""
        return [n if number == "N" else int(number) for number in self.numbers]

    def graph(self, n: int = 0, most: int = MOST_NODES) -> NetText:
        """The graph, with n in place of N; empty if n is too small for the family. Raises: OutOfReach: too large."""
        family = FAMILIES[self.name]
        values = self.values(n)
        large = too_large(self, n, most)
        if large:
            raise OutOfReach(f"{self.text(n)}: expected {large[0]}, found {large[1]}")
        values = values or [int(number) for number in DEFAULTS[self.name].split(",")]
        if any(value < least for value, least in zip(values, family.least, strict=True)):
            return net_text((), ())
        if self.name == "petersen" and 2 * values[1] >= values[0]:
            return net_text((), ())
        nodes: Sequence[Name] = range(1, family.nodes(*values) + 1)
        if family.board:
            nodes = [(r, c) for r in range(1, values[0] + 1) for c in range(1, values[1] + 1)]
        return net_text(nodes, family.edges(*values))


def read_named(text: Text, grows: bool) -> NamedGraph | None:
    """Read a family and its numbers; with `grows`, at least one number must be N. Report errors and return None."""
    string = text.string.strip(" \t\r\n")
    start = text.string.find(string) if string else 0
    name, colon, rest = string.partition(":")
    family = FAMILIES.get(name)
    if family is None:
        report_unknown(text, start, name, None if colon else graph_meant(name), FAMILIES, "a graph")
        return None
    at = start + len(name) + 1
    if not colon and name in DEFAULTS and not grows:
        return NamedGraph(name, ())
    numbers = tuple(rest.split(family.mark)) if family.mark else (rest,)
    if family.board and len(numbers) == 1:
        numbers *= 2
    example = _example(name, "N" if grows else "")
    what = f"'{name}:' and {len(family.least)} number{'s' * (len(family.least) > 1)}, as in {name}:{example}"
    if not colon or len(numbers) != len(family.least):
        text.report_at(min(at, len(text.string)), what)
        return None
    sound = not grows or "N" in numbers
    if any(re.fullmatch(r"[0-9]{10,}", number) for number in numbers):
        what += ", of at most nine digits"
    for number in numbers:
        sound = sound and (re.fullmatch(r"[0-9]{1,9}", number) is not None or (grows and number == "N"))
    if not sound:
        text.report_at(at, what)
        return None
    return NamedGraph(name, numbers if grows else tuple(str(int(number)) for number in numbers))


def few_nodes(named: NamedGraph) -> int:
    """The most nodes of a named graph whose game a search solves."""
    return MOST_NODES


def many_nodes(named: NamedGraph) -> int:
    """The most nodes of a named graph whose game takes time in proportion to the edges."""
    return MOST_OF_MULTIGRAPH


def read_graph_text(
    text: Text, read: Callable[[Text], NetText] = read_net, most: Callable[[NamedGraph], int] = few_nodes
) -> tuple[NetText, str] | None:
    """Read a graph from its name or its edges; return it with its name, "" if none. Report errors and return None.

    Args:    read: reads a list of edges. most: gives the most nodes that a graph of a family may have.

    >>> read_graph_text(Text("cycle:3", "<argument>"))
    (NetText(nodes=(1, 2, 3), edges=((0, 1), (0, 2), (1, 2))), 'cycle:3')
    """
    string = text.string.strip(" \t\r\n")
    head = string.partition(":")[0]
    if not re.fullmatch(r"[A-Za-z_]+", head) or (":" not in string and head not in DEFAULTS):
        meant = graph_meant(string)
        if meant:
            report_family(text, meant, read, "nodes")
            return None
        before = len(text.findings)
        net = read(text)
        return None if len(text.findings) > before else (net, "")
    named_graph = read_named(text, grows=False)
    if named_graph is None or not _is_within_reach(text, named_graph, most(named_graph)):
        return None
    return named_graph.graph(0, most(named_graph)), named_graph.text()


def too_large(named_graph: NamedGraph, n: int = 0, most: int = MOST_NODES) -> tuple[str, str] | None:
    """If a graph (with n in place of N) is too large to list: what was expected, and its size. Else None."""
    family, values = FAMILIES[named_graph.name], named_graph.values(n)
    if not values:
        return None
    nodes = family.nodes(*values)
    if nodes > most:
        return f"a graph of at most {most:,} nodes", f"one of {nodes:,}"
    if nodes * family.degree(*values) > 2 * MOST_EDGES:
        return f"a graph of at most {MOST_EDGES:,} edges", "one of more"
    return None


def _is_within_reach(text: Text, named_graph: NamedGraph, most: int) -> bool:
    """Whether the family has this graph and it is small enough to list; report it if not."""
    if not named_graph.numbers:
        return True
    family, values = FAMILIES[named_graph.name], named_graph.values(0)
    at = text.string.find(":") + 1
    large = too_large(named_graph, 0, most)
    if large:
        text.report_at(at, *large)
    elif any(value < least for value, least in zip(values, family.least, strict=True)):
        text.report_at(at, f"numbers of at least {' and '.join(map(str, family.least))}")
    elif named_graph.name == "petersen" and 2 * values[1] >= values[0]:
        text.report_at(at, "N,K with 2 K < N", f"{values[0]},{values[1]}")
    else:
        return True
    return False

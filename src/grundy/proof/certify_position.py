"""The certificate of the nim-value of a position: as sets of places, as heaps of known moves, or as a list of nodes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.search.board import as_sets, falls, prepare
from grundy.engines.search.driver import BoardSearch
from grundy.errors import OutOfReach
from grundy.model.rule import Position
from grundy.model.shapes import Subsets
from grundy.proof.net import MoveGraph, claims, net, nim_values
from grundy.proof.positions import MOST_MOVES, ClaimCollector, Claims, first_claims, squares
from grundy.proof.write import heap_line, node_lines, position_certificate, value_certificate
from grundy.runs.chunk import Chunk, map_chunks

ANEW = {"asked": "", "answers": [], "tables": {}}  # whoever goes on with stopped work begins with the answer again

Found = TypeVar("Found")


def certificate(position: Position, options: SearchOptions = DEFAULT_OPTIONS) -> list[str]:
    """The lines of a certificate of the nim-value of a position in normal play (FORMAT.md, kind position).

    Args:    position: one component whose moves are masks on a set of places is certified as such, what else there is
             by the moves of its heaps, or by all positions that its parts can become.
    Cost:    the search of the position and of the positions in its proof, bounded as `options` says; or all that can be
             reached in its parts.
    Raises:  OutOfReach: too many positions, or a proof that is too long. BadRule: play may not end.

    >>> from grundy.notation.expression import parse
    >>> lines = certificate(parse("cram(2x3)"))
    >>> [line for line in lines if line.startswith(("places", "value", "claims"))]
    ['places 6', 'value 1', 'claims 2']
    >>> [line for line in certificate(parse("take-away:1,2(4) + kayles(2)")) if line.startswith(("nodes", "value"))]
    ['nodes 7', 'value 3']
    """
    sets = lone_sets(position)
    return proof_of_sets(position, sets, options).lines if sets else run_anew(options, _of_nodes(position))


def run_anew(options: SearchOptions, chunks: Generator[Chunk, None, Found]) -> Found:
    """What a generator of chunks returns, by the one loop for long work; whoever goes on with it begins anew."""
    returned: list[Found] = []

    def work(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, None]:
        def begun_anew(chunk: Chunk) -> Chunk:
            return replace(chunk, state=ANEW, known=f"the certificate is not written yet; {chunk.known}")

        returned.append((yield from map_chunks(begun_anew, chunks)))  # too long to be kept with the run

    options.run(work)
    return returned[0]


def lone_sets(position: Position) -> Subsets | None:
    """The moves of a position of one component on sets of places, None of another.

    They must lead to smaller numbers, by which the checker sees that play ends.
    """
    parts = list(position.parts())
    sets = as_sets(parts[0].rule.shape) if len(parts) == 1 else None
    return sets if sets and falls(sets.field(parts[0].state)[0].moves) else None


def _of_nodes(position: Position) -> Generator[Chunk, None, list[str]]:
    graph = yield from net(position)
    values = nim_values(graph)
    value = 0
    for node in graph.start:
        value ^= values[node]
    told = ((str(node), nim_value) for node, nim_value in claims(graph, values))
    return list(value_certificate(lines_of(graph), node_list(graph.start), value, told, f"{position}"))


def lines_of(graph: MoveGraph) -> list[str]:
    """The lines that say the moves of a net."""
    return [heap_line(graph.moves)] if graph.moves else list(node_lines(graph.after, graph.names))


def node_list(nodes: Iterable[int]) -> str:
    """Nodes side by side, as a certificate has them."""
    return " ".join(map(str, nodes))


class ProvedSet(NamedTuple):
    """The certificate of a set of places; `searched`: the positions that the search looked at."""

    lines: list[str]
    value: int
    claims: int
    searched: int


def proof_of_sets(position: Position, shape: Subsets, options: SearchOptions) -> ProvedSet:
    """Search a set of places, and write what proves its nim-value."""
    (state,) = [part.state for part in position.parts()]
    field, read = shape.field(state)
    board = prepare(field, widen=False)
    search = BoardSearch(
        board, memory=options.memory, method=options.method, part_values=options.part_values, keeps=True
    )
    gathered = ClaimCollector(Claims(board, search))
    moves = gathered.claims.moves
    if len(moves) > MOST_MOVES:
        raise OutOfReach(f"a certificate of {len(moves):,} moves, more than {MOST_MOVES:,}")
    root = board.inward(read(state))

    try:
        value = run_anew(options, gathered.gather(root))
    finally:  # also where it is stopped
        search.give_values()
    at = squares(board)
    listed = gathered.in_order()
    if not gathered.by_kernel:  # whose boards have shapes that are the same in all turns, moves and all
        listed = first_claims(at, moves, listed)
    lines = position_certificate(at, max(1, board.places), moves, root, value, listed, f"{position}")
    return ProvedSet(list(lines), value, len(listed), search.nodes)

"""The verb `game_graph`: all positions that play can reach from one, the moves between them, and their nim-values."""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from grundy.api.values import library
from grundy.api.work import position_of
from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import mex
from grundy.model.evidence import count_text
from grundy.model.rule import Position, shortened
from grundy.runs.durable import replace_picture

MOST = 60  # positions in a picture that a person can read


@dataclass(frozen=True)
class GameGraph:
    """The positions that play can reach from one; a notebook draws them as a graph.

    Attributes
    ----------
    positions : tuple of Position
        Each once, beginning with the given one; positions with the same parts are one.
    arcs : tuple of (int, int)
        The start and the end of each move, as places in `positions`; several moves may be one arc.
    values : tuple of int, or None
        The nim-value of each; None in misère play.
    p_positions : frozenset of int
        The places of the P-positions.
    misere : bool

    Examples
    --------
    >>> from grundy import game_graph
    >>> graph = game_graph("nim 1 1")
    >>> [position.typed() for position in graph.positions], graph.values
    (['nim 1 1', 'nim 0 1', 'nim 0 0'], (0, 1, 0))
    """

    positions: tuple[Position, ...]
    arcs: tuple[tuple[int, int], ...]
    values: tuple[int, ...] | None
    p_positions: frozenset[int]
    misere: bool = False

    def __repr__(self) -> str:
        play = " (misere)" if self.misere else ""
        size = f"{count_text(len(self.positions), 'position')}, {count_text(len(self.arcs), 'arc')}"
        return (
            f"game graph of {shortened(self.positions[0].typed())}{play}: {size}, {len(self.p_positions)} P-positions"
        )

    def svg(self) -> str:
        """The graph as SVG: rows by the longest play that is left, P-positions and the moves to them coloured."""
        from grundy.show.game_graph import Node, game_graph_svg

        nodes = []
        for place, position in enumerate(self.positions):
            lost = place in self.p_positions
            value = str(self.values[place]) if self.values is not None else "P" if lost else "N"
            components = position.components
            only = components[0] if len(components) == 1 else None
            board = only.rule.space.board(only.states) if only else None
            name = (only.rule.space.write(only.states) or "0") if only else str(position)
            nodes.append(Node(name, board, value, lost))
        return game_graph_svg(nodes, self.arcs, repr(self))

    def _repr_html_(self) -> str:
        return f'<div style="overflow-x: auto">{self.svg()}</div>'

    def save(self, path: str | Path) -> None:
        """Write the picture, black on white, as SVG or by matplotlib as PNG.

        Raises:  BadText: the ending is neither .svg nor .png. StoreError: it cannot be written.
        """
        from grundy.show.raster import picture_bytes
        from grundy.show.svg import stacked

        replace_picture(Path(path), picture_bytes(stacked([self.svg()]), Path(path), repr(self)))

    def to_networkx(self) -> Any:
        """A DiGraph of NetworkX: nodes are texts, with `value`, `p_position`.

        Raises:  GrundyError: NetworkX is not installed.
        """
        graph = library("networkx", "to_networkx").DiGraph()
        names = [position.typed() for position in self.positions]
        for place, name in enumerate(names):
            value = None if self.values is None else self.values[place]
            graph.add_node(name, value=value, p_position=place in self.p_positions)
        graph.add_edges_from((names[start], names[end]) for start, end in self.arcs)
        return graph


def game_graph(position: str | Position, misere: bool = False, *, most: int = MOST) -> GameGraph:
    """The graph of a small game: all positions that can be reached, the moves, and the nim-values by the definition.

    Parameters
    ----------
    position : str or Position
        A position, or what the command line reads.
    misere : bool, optional
        Misère play: `values` is None, and `p_positions` says who wins.
    most : int, optional
        More positions are refused.

    Returns
    -------
    GameGraph
        `positions`, `arcs`, `values`, `p_positions`; `svg()`, `save(path)`, `to_networkx()`.

    Raises
    ------
    BadText, BadRule
        No such position; play that comes back, or a move that does not pass the turn.
    OutOfReach
        More than `most` positions.

    Examples
    --------
    >>> found = game_graph("nim 1 2")
    >>> found
    game graph of nim 1 2: 5 positions, 7 arcs, 2 P-positions
    >>> sorted(str(found.positions[place]) for place in found.p_positions)
    ['nim(0 0)', 'nim(1 1)']
    """
    first = position_of(position, misere=misere)
    places = {first: 0}
    positions = [first]
    arcs: dict[tuple[int, int], None] = {}
    for place, here in enumerate(positions):  # grows while it is read
        for part in here.parts():
            for option in part.rule.options(part.state):
                if option.next != "opponent":
                    name = shortened(here.typed())
                    raise BadRule(
                        f"{name}: expected moves that pass the turn, found one after which {option.next} moves"
                    )
                after = here.leaving(part, option.parts)[0]
                if after not in places:
                    if len(positions) >= most:
                        name = shortened(first.typed())
                        raise OutOfReach(
                            f"{name}: more than {most:,} positions, too many for a picture; try a smaller "
                            "position, or in Python game_graph(..., most=N)"
                        )
                    places[after] = len(positions)
                    positions.append(after)
                arcs[place, places[after]] = None
    values = _values(len(positions), list(arcs), misere, shortened(first.typed()))
    lost = frozenset(place for place, value in enumerate(values) if not value)
    return GameGraph(tuple(positions), tuple(arcs), None if misere else tuple(values), lost, misere)


def _values(count: int, arcs: list[tuple[int, int]], misere: bool, name: str) -> list[int]:
    """The nim-value of each node; in misère play 0 of a P-position and 1 of another. Raises BadRule: a cycle."""
    after: list[list[int]] = [[] for _ in range(count)]
    for start, end in arcs:
        after[start].append(end)
    values = [0] * count
    try:
        for node in TopologicalSorter(dict(enumerate(after))).static_order():  # options before what they are options of
            options = [values[end] for end in after[node]]
            values[node] = (0 in options or not options) if misere else mex(options)
    except CycleError:
        told = f"{name}: expected play that ends, found positions that come back; grundy.loopy is for those"
        raise BadRule(told) from None
    return values

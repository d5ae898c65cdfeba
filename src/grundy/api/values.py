"""What values do that needs other rooms: compute, show themselves, and go to other libraries."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from inspect import getdoc
from itertools import islice
from typing import TYPE_CHECKING, Any

from grundy.api.work import require_number
from grundy.errors import BadRule, GrundyError, InternalError, OutOfReach
from grundy.model.evidence import WinningMoves, count_text
from grundy.model.given import plain
from grundy.model.move import Move
from grundy.model.pattern import Guesses
from grundy.model.period import PeriodResult
from grundy.model.quotient import MisereQuotient
from grundy.model.result import Result
from grundy.model.rule import Position, Rule, shortened
from grundy.model.run import Run
from grundy.model.shapes import Arcs
from grundy.model.stress import Report
from grundy.show.markup import escape

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.show.text import Line


MOST_MOVES = 10  # of winning moves that a notebook lists

# How values show themselves: `str` is what the command line prints, and notebooks draw boards.


def value_text(value: object) -> str:
    """What the command line prints of an answer.

    >>> from grundy import nim, solve
    >>> print(value_text(solve(nim(1, 2))))
    The first player wins: an N-position, nim-value 3.
    <BLANKLINE>
      pile 1  ●
      pile 2  ●●
    <BLANKLINE>
    The winning move:
      take 1 from pile 2
    Proved: Bouton 1901: the nim-value of a heap is its size.
    """
    match value:
        case Run():
            from grundy.show.runs import run_lines

            return "\n".join(run_lines(value))
        case Report():
            from grundy.show.stress import report_lines

            return "\n".join((*report_lines(value), value.evidence.sentence()))
    return "\n".join(line.text for line in _lines(value))


def value_html(value: object) -> str:
    """What notebooks show of a value: its board or its lines; of others what the command line prints."""
    from grundy.show.html import lines_html, printed_html, words

    match value:
        case Rule():
            return rule_html(value)
        case Move():
            return f"<div>{words(value.sentence())}</div>"
        case WinningMoves():
            return lines_html(_winning_lines(value))
        case Position():
            return position_html(value)
        case Result():
            return result_html(value)
        case MisereQuotient():
            from grundy.show.quotient import quotient_html

            return quotient_html(value)
        case PeriodResult() | Guesses():
            return lines_html(_lines(value))
    return printed_html(value)


def _winning_lines(moves: WinningMoves) -> Iterator[Line]:
    """Winning moves in words, the first few of many."""
    from grundy.show.text import NO_MOVE_KNOWN, Line

    if moves.count and next(iter(moves), None) is None:
        yield Line("note", NO_MOVE_KNOWN)
        return
    least = "" if moves.exact else "at least "
    yield Line("heading", f"{least}{count_text(moves.count, 'winning move')}{':' if moves.count else '.'}")
    yield from (Line("move", f"  {move.sentence()}") for move in islice(moves, MOST_MOVES))
    if moves.count > MOST_MOVES:
        yield Line("note", f"... and {moves.count - MOST_MOVES:,} more")


def _lines(value: object) -> Iterable[Line]:
    match value:
        case Result():
            from grundy.show.text import result_lines

            return result_lines(value)
        case PeriodResult():
            from grundy.show.sequence import period_lines

            return period_lines(value)
        case MisereQuotient():
            from grundy.show.quotient import quotient_lines

            return quotient_lines(value)
        case Guesses():
            from grundy.show.patterns import guesses_lines

            return guesses_lines(value)
    raise InternalError(f"{type(value).__name__}: expected a class whose lines are known here")


def quotient_latex(quotient: MisereQuotient) -> str:
    """The presentation of a quotient as a formula."""
    from grundy.show.quotient import presentation_latex

    return f"${presentation_latex(quotient)}$"


def position_html(position: Position) -> str:
    """A position in a notebook: the boards of its components; its text where there is none."""
    from grundy.games.pieces import pieces_of
    from grundy.show.svg import board_svg

    drawn = []
    for component in position.components:
        board = component.rule.space.board(component.states)
        pieces = pieces_of(component.rule.spec)
        text = f"<code>{escape(str(component))}</code>"
        drawn.append(text if board is None else board_svg(board, str(component), pieces=pieces))
    place = "display: flex; flex-wrap: wrap; gap: .5em 1em; align-items: center; overflow-x: auto"
    return f'<div style="{place}">{"<span>+</span>".join(drawn)}</div>'


def position_svg(position: Position) -> str:
    """The boards of a position as one picture.

    Raises:  OutOfReach: a component has no board, or one that is too large to be looked at.
    """
    from grundy.games.pieces import pieces_of
    from grundy.show.svg import board_svg, stacked

    drawn = []
    for component in position.components:
        board = component.rule.space.board(component.states)
        picture = "" if board is None else board_svg(board, str(component), pieces=pieces_of(component.rule.spec))
        if not picture:
            why = "has no board" if board is None else "is empty, or too large to be looked at"
            raise OutOfReach(f"{component}: expected a position that is drawn; it {why}")
        drawn.append(picture)
    return stacked(drawn)


def result_html(result: Result) -> str:
    """A result in a notebook: the board, and below it what is known."""
    from grundy.show.html import lines_html
    from grundy.show.text import result_lines

    lines = [line for line in result_lines(result) if line.kind != "board"]
    without_option = [line._replace(text=line.text.replace(" (--moves N shows N)", "")) for line in lines]
    return position_html(result.position) + lines_html(without_option)


def rule_html(rule: Rule) -> str:
    """A rule in a notebook: its name, what it says of itself, and what a state is."""
    from grundy.show.html import lines_html
    from grundy.show.text import Line

    doc = (getdoc(rule.function) or "").partition("\n\n")[0]
    given = [f"{name} = {value!r}" for name, value in rule.parameters if len(repr(value)) < 40]
    lines = [Line("winner", rule.spec), Line("heading", doc), *(Line("move", f"  {text}") for text in given)]
    kind = f"{rule.arity} numbers or other values" if rule.arity > 1 else rule.space.name
    return lines_html([*lines, Line("note", f"A state: {kind}.")])


# Answers for other libraries: data frames of pandas, and graphs of NetworkX (the extra `data`).


def library(name: str, wanted: str) -> Any:
    """A library that is installed with the extra `data`. Raises GrundyError: it is not."""
    try:
        return import_module(name)
    except ImportError as problem:
        raise GrundyError(f"{wanted} needs {name}: pip install {name}") from problem


def sequence_frame(blocks: Iterable[Any]) -> Any:
    """A DataFrame of pandas: column `nim_value`, index `n`. Raises GrundyError: pandas is not installed."""
    import numpy as np

    pandas = library("pandas", "to_frame")
    values = np.concatenate([np.asarray(block) for block in blocks])
    return pandas.DataFrame({"nim_value": values}, index=pandas.RangeIndex(len(values), name="n"))


def table_frame(values: Any, outcomes: bool) -> Any:
    """A DataFrame of pandas: of pairs a row for each a and a column for each b, else a row a state.

    Of outcomes the entries are the letters P and N. Raises GrundyError: pandas is not installed.
    """
    pandas = library("pandas", "to_frame")
    shape = values.shape
    if len(shape) == 2:
        index, columns = (pandas.RangeIndex(size, name=name) for size, name in zip(shape, "ab", strict=True))
        return pandas.DataFrame(values, index=index, columns=columns)
    column = "outcome" if outcomes else "nim_value"
    if len(shape) == 1:
        return pandas.DataFrame({column: values}, index=pandas.RangeIndex(len(values), name="n"))
    names = list("abcdefghijkl"[: len(shape)])
    index = pandas.MultiIndex.from_product([range(size) for size in shape], names=names)
    return pandas.DataFrame({column: values.reshape(-1)}, index=index)


def position_network(position: Position) -> Any:
    """The graph that a position is played on, as a graph of NetworkX; tokens are counted as `tokens` of the nodes.

    Raises:  BadRule: it is not one game on one graph. GrundyError: NetworkX is not installed.
    """
    from grundy.games.geography import VARIANTS, Journey

    networkx = library("networkx", "board_to_networkx")
    if len(position.components) == 1:
        (component,) = position.components
        shape, state = component.rule.shape, component.states[0] if component.states else None
        if isinstance(shape, Arcs):
            graph = networkx.DiGraph()
            for place, node in enumerate(shape.nodes):
                graph.add_node(node, tokens=component.states.count(place))
            graph.add_edges_from((shape.nodes[start], shape.nodes[end]) for start, end in shape.edges)
            return graph
        if isinstance(state, Journey):
            directed, edges = VARIANTS[component.rule.spec.partition(":")[2]]
            kinds = ("Graph", "DiGraph", "MultiGraph", "MultiDiGraph")
            graph = getattr(networkx, kinds[directed + 2 * edges])()
            net = state.graph
            for place, node in enumerate(net.nodes):
                graph.add_node(node, tokens=int(place == state.token))
            graph.add_edges_from((net.nodes[start], net.nodes[end]) for start, end in net.edges)
            return graph
        if hasattr(state, "nodes") and hasattr(state, "edges"):
            graph = networkx.MultiGraph() if hasattr(state, "ground") else networkx.Graph()
            graph.add_nodes_from(state.nodes)
            graph.add_edges_from((state.nodes[start], state.nodes[end]) for start, end in state.edges)
            return graph
    raise BadRule(f"{shortened(str(position))}: expected a game on one graph")


# The text of CGSuite.


def position_cgsuite(position: Position) -> str:
    """A position as CGSuite writes it. Raises BadRule: CGSuite has no such ruleset."""
    from grundy.notation.cgsuite import write_position

    return write_position(position)


def rule_cgsuite(rule: Rule) -> str:
    """The ruleset of CGSuite that a rule is. Raises BadRule: it has no such."""
    from grundy.notation.cgsuite import write_rule

    return write_rule(rule)


# The nim-values that a rule gives of its own states: what `Rule.nim_values` does.


def nim_values(rule: Rule, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Compute the nim-values of the states 0..size-1, or of all vectors of a box; compiled if possible."""
    from grundy.answering import sequence

    size = plain(size)
    for number in size if isinstance(size, tuple) else (size,):
        require_number("a number of states", number, 0)
    if isinstance(size, int) and size >= sys.maxsize:
        raise OutOfReach(f"nim_values lists fewer than 2^63 states, found {size:,}; try fewer")
    return sequence.nim_values(rule, size)

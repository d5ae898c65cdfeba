"""What people hand to a rule in place of its states, and the words that they try: read here, or led on from here."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import index
from typing import TYPE_CHECKING, Any

from grundy.errors import BadRule, BadText
from grundy.text.reader import Text

Given = tuple[Any, ...]
LONGEST_SIDE = 10**9  # of a board


def plain(value: Any) -> Any:
    """A value whose whole numbers of NumPy or pandas are Python's own, also in tuples and lists.

    >>> import numpy as np
    >>> plain((np.int64(3), [np.uint8(4), "x"]))
    (3, [4, 'x'])
    """
    if type(value) in (tuple, list):
        return type(value)(map(plain, value))
    kind = getattr(getattr(value, "dtype", None), "kind", "")
    if kind in ("i", "u") and not getattr(value, "shape", ()):
        return index(value)
    return plain(value.tolist()) if kind in ("i", "u") and hasattr(value, "tolist") else value


def scalar(value: Any) -> Any:
    """A value, one whole number of NumPy or pandas as Python's own; an array, which may be a table, as it is."""
    return value if hasattr(value, "__len__") else plain(value)


def states_of(rule: Any, given: Given) -> Given:
    """The states that somebody means who calls a rule: with states, a text, a list, a table, or a size of a board.

    What cannot be read so is returned as it is, for the rule to refuse.

    Raises:  BadText: a text that cannot be read. BadRule: a graph of NetworkX that is none of the rule's.
    """
    given = tuple(map(plain, given))
    if given and hasattr(given[0], "adj") and not rule.fits(given[0]):
        given = as_text(rule.spec, rule.space.network, given)
    if len(given) == 1 and isinstance(given[0], str) and not rule.fits(given[0]):
        return _read(rule, given[0])
    if all(map(rule.fits, given)):
        return given
    together = len(given) == 1 and isinstance(given[0], tuple | list | range)
    items: Given = tuple(given[0]) if together else given
    anything = rule.space.name == "hashable"
    listed = tuple(tuple(item) if isinstance(item, list) else item for item in items)
    if anything and rule.arity == 1:  # a tuple may be one state, or a list of them
        return given
    for states in (items, (items,), listed) if together or all(type(item) is int for item in items) else ():
        if states and all(map(rule.fits, states)):
            return states
    for text in () if anything else _texts(items, "board" in rule.space.name):
        try:
            states = _read(rule, text)
        except (BadText, ValueError):
            continue
        if states and all(map(rule.fits, states)):
            return states
    return given


def _read(rule: Any, string: str) -> Given:
    text = Text(string, "<argument>")
    states: Given = rule.space.read(text)
    text.close()
    return states


def _texts(items: Given, is_board: bool) -> Iterable[str]:
    """What people would type for a board of so many rows and columns, for its rows, and for the edges of a graph."""
    if not items:
        return
    if all(type(item) is int and 0 <= item < LONGEST_SIDE for item in items):
        yield "x".join(map(str, items))
    if all(isinstance(item, str) for item in items):
        yield "/".join(items)
    if all(isinstance(item, list | tuple) for item in items):
        if all(len(item) == 2 for item in items):
            yield ", ".join(f"{one}-{other}" for one, other in items)
        if is_board:
            yield "/".join("".join(map(str, item)) for item in items)


def as_text(spec: str, written: Callable[..., str] | None, states: Given) -> Given:
    """A graph of NetworkX as people would type it, by itself or with what stands beside it; else what was given.

    Args:    written: what makes the text of a graph and of what is beside it, where the rule has such a function.
    Raises:  BadRule: its edges have directions.
    """
    graph, *beside = states
    if written is not None:
        return (written(graph, *beside),)
    if beside:
        return states
    if graph.is_directed():
        raise BadRule(f"{spec}: expected a graph without directions, found a {type(graph).__name__}; to_undirected()")
    from grundy.text.edge_lists import graph_json

    return (graph_json(graph),)


# Words that people try, and what is there in their place.

_SOLVED = "grundy.solve(position)"
LEADS = {
    "grundy": {
        "Game": "grundy.parse_rule('kayles')",
        "best_move": f"{_SOLVED}.winning_moves",
        "grundy": f"{_SOLVED}.nim_value",
        "grundy_number": f"{_SOLVED}.nim_value",
        "grundy_value": f"{_SOLVED}.nim_value",
        "is_n_position": f"{_SOLVED}.winner == 'first'",
        "is_p_position": f"{_SOLVED}.winner == 'second'",
        "misere": "grundy.solve(position, misere=True)",
        "moves": "position.moves()",
        "nim_value": f"{_SOLVED}.nim_value",
        "nim_values": "grundy.sequence('kayles', 20), or rule.nim_values(20)",
        "nimsum": "grundy.nim_sum(3, 4, 5)",
        "options": "position.moves(), or rule.options(state)",
        "outcome": f"{_SOLVED}.winner",
        "p_positions": "grundy.table('wythoff', box=(9, 9)).p_positions",
        "sg": f"{_SOLVED}.nim_value",
        "subtraction": "grundy.take_away(1, 2, 3)",
        "subtraction_game": "grundy.take_away(1, 2, 3)",
        "values": "grundy.sequence('kayles', 20), or rule.nim_values(20)",
        "winner": f"{_SOLVED}.winner",
        "winning_moves": f"{_SOLVED}.winning_moves",
        "xor": "grundy.nim_sum(3, 4, 5)",
    },
    "keyword": {
        "count": "upto, the last state",
        "explain": "str(result), which explains",
        "n": "upto, the last state",
        "play": "misere=True, or loopy=True",
        "size": "states or box of a table, upto of a sequence",
        "timeout": "time_limit, as in '30s'",
        "to": "upto, the last state",
    },
    "Position": {
        "best_move": "solve().winning_moves",
        "best_moves": "solve().winning_moves",
        "children": "moves(), and play(move) for what each leaves",
        "grundy": "nim_value",
        "grundy_value": "nim_value",
        "is_n_position": "winner == 'first'",
        "is_p_position": "winner == 'second'",
        "legal_moves": "moves()",
        "misere": "solve(misere=True)",
        "options": "moves(), and play(move) for what each leaves",
        "outcome": "winner",
        "picture": "svg(), or grundy.picture(position, 'name.svg')",
        "successors": "moves(), and play(move) for what each leaves",
        "value": "nim_value",
        "winning_move": "solve().winning_moves",
        "winning_moves": "solve().winning_moves",
    },
    "Result": {
        "best_move": "winning_moves",
        "explain": "str(result), and summands()",
        "grundy": "nim_value",
        "grundy_value": "nim_value",
        "is_n_position": "winner == 'first'",
        "is_p_position": "winner == 'second'",
        "is_win": "winner == 'first'",
        "moves": "winning_moves, and position.moves() for all of them",
        "nim_values": "values",
        "outcome": "winner",
        "value": "nim_value",
        "winning_move": "winning_moves",
        "wins": "winner",
    },
    "Rule": {
        "grundy": "nim_values(20)",
        "is_p_position": "a position's: rule(7).winner == 'second'",
        "moves": "a position's: rule(7).moves()",
        "nim_value": "a position's: rule(7).nim_value",
        "period": "grundy.period(rule)",
        "play": "a position's: rule(7).play(move)",
        "sequence": "grundy.sequence(rule, 99)",
        "solve": "a position's: rule(7).solve()",
        "table": "grundy.table(rule, 99)",
        "values": "nim_values(20)",
        "winner": "a position's: rule(7).winner",
    },
    "Sequence": {
        "period": "grundy.period(sequence.rule)",
        "terms_list": "list(sequence)",
        "tolist": "list(sequence)",
        "values": "list(sequence), or sequence[:20]",
    },
}


class Led:
    """A value that names what is there where somebody tries another word for it."""

    __slots__ = ()

    if not TYPE_CHECKING:  # a type checker would take any name then

        def __getattr__(self, name: str) -> Any:
            kind = type(self).__name__
            lead = LEADS.get(kind, {}).get(name)
            raise AttributeError(f"{kind!r} object has no attribute {name!r}{lead_to(lead)}", name=name, obj=self)


def lead_to(lead: str | None) -> str:
    """The end of an error about a word that is not there."""
    return f"; there is {lead}" if lead else ""

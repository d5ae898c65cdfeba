"""Two lists of moves as one impartial game: whoever is to move may make a move of either."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from grundy.errors import BadRule
from grundy.model.rule import Rule, rule
from grundy.text.numbers import short_repr

Moves = Rule | Callable[..., Iterable[object]]


def impartial(left: Moves, right: Moves, *, name: str = "impartial") -> Rule:
    """Make an impartial game from the moves of Left and of Right: both players may make either.

    Parameters
    ----------
    left, right : Rule or callable
        Of the same states: rules, or generator functions as `rule` takes them.
    name : str, optional
        What the rule is called.

    Returns
    -------
    Rule
        Its options are those of `left` and then those of `right`.

    Raises
    ------
    BadRule
        Something else, or rules whose states are not of one kind.

    Notes
    -----
    A move in both lists is one move if both give it the same labels. Rules of the catalogue give their moves only, not
    their theorems.

    References
    ----------
    Berlekamp, Conway & Guy, Winning Ways, ch. 2: an impartial game is one in which both players have the same options.

    Examples
    --------
    Cutcake, in which Left cuts a cake of w times h squares from top to bottom and Right from side to side:

    >>> from grundy import solve, to
    >>> def upright(w, h):
    ...     for k in range(1, w // 2 + 1):
    ...         yield to((k, h), (w - k, h))
    >>> def across(w, h):
    ...     for k in range(1, h // 2 + 1):
    ...         yield to((w, k), (w, h - k))
    >>> cutcake = impartial(upright, across, name="cutcake")
    >>> [solve(cutcake(w, 2)).nim_value for w in range(1, 7)]
    [1, 1, 1, 1, 1, 1]
    """
    one, other = _made(left), _made(right)
    if one.arity != other.arity or one.space != other.space:
        kinds = " and ".join(f"{each.arity} ({each.space.name})" for each in (one, other))
        raise BadRule(f"{name}: expected two lists of moves of the same states, found states of {kinds} values")
    if not isinstance(name, str) or not name.isidentifier():
        raise BadRule(f"{short_repr(name)}: expected a name of letters, digits and '_'")
    if one.parameters or other.parameters:
        options = _with_parameters(one, other)
    else:
        options = _either(one.function, other.function)
    both = [convention for convention in one.conventions if convention in other.conventions]
    words = one.format_move if one.format_move is other.format_move else None
    return Rule(name, options, arity=one.arity, space=one.space, conventions=tuple(both), format_move=words)


def _made(moves: Any) -> Rule:
    if isinstance(moves, Rule):
        return moves
    if not callable(moves):
        raise BadRule(f"impartial: expected a rule, or a function that yields options, found {short_repr(moves)}")
    made: Rule = rule(moves)
    return made


def _either(left: Callable[..., Iterable[object]], right: Callable[..., Iterable[object]]) -> Callable[..., Any]:
    """The moves of both; written plainly, for it is compiled."""

    def options(*state: Any) -> Iterator[object]:
        yield from left(*state)
        yield from right(*state)

    return options


def _with_parameters(left: Rule, right: Rule) -> Callable[..., Any]:
    def options(*state: Any) -> Iterator[object]:
        yield from left.function(*state, **dict(left.parameters))
        yield from right.function(*state, **dict(right.parameters))

    return options

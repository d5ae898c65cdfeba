"""What a rule yields: where a move leads, and what the player did."""

from __future__ import annotations

from collections.abc import Hashable
from math import isfinite
from typing import Any, Literal, TypeAlias

from grundy.model.frozen import frozen

LONGEST_LABEL = 14_281  # bits of a number of 4,300 digits, which is as many as are read

State: TypeAlias = Hashable
Labels: TypeAlias = tuple[tuple[str, Any], ...]
Next: TypeAlias = Literal["opponent", "again", "answer"]


@frozen
class Option:
    """What a move leaves, what the player did, and who moves next; made by `to`, `again` and `answer`.

    Attributes
    ----------
    parts : tuple of states
        The states that are left side by side; none: the part is gone.
    labels : tuple of (str, value)
        What the player did, for the words of the move.
    next : {"opponent", "again", "answer"}
        Who moves next: the opponent, anywhere; the same player, anywhere; or the opponent, in these parts (an entailing
        move, Winning Ways ch. 12).

    Examples
    --------
    >>> from grundy import kayles
    >>> [option.parts for option in kayles.options(3)]
    [(1, 1), (2,), (1,)]
    """

    parts: tuple[State, ...]
    labels: Labels = ()
    next: Next = "opponent"


def to(*parts: State, **labels: Any) -> Option:
    """Leave some states side by side, and let the other player move.

    Parameters
    ----------
    *parts : state
        The states that are left, a sum; none: the part is gone.
    **labels
        What the player did: ``take=2``.

    Returns
    -------
    Option

    Examples
    --------
    >>> to(2, 2, split=2)
    Option(parts=(2, 2), labels=(('split', 2),), next='opponent')
    """
    return Option(parts, tuple(labels.items()))


def again(*parts: State, **labels: Any) -> Option:
    """As `to`, but the same player moves again, in any part: a box completed in Nimstring.

    Parameters
    ----------
    *parts : state
        What is left, a sum.
    **labels
        What the player did: ``take=2``.

    Returns
    -------
    Option

    Examples
    --------
    >>> again(3).next
    'again'
    """
    return Option(parts, tuple(labels.items()), "again")


def answer(*parts: State, **labels: Any) -> Option:
    """As `to`, but the opponent must move in these parts: an entailing move, as with the top coin in Top Entails.

    Parameters
    ----------
    *parts : state
        What is left, a sum.
    **labels
        What the player did: ``take=2``.

    Returns
    -------
    Option

    Examples
    --------
    >>> answer(3).next
    'answer'
    """
    return Option(parts, tuple(labels.items()), "answer")


def is_label(value: object) -> bool:
    """Whether a value can be a label: text and JSON of it read back.

    >>> is_label(("row", 3, None)), is_label({1, 2}), is_label(float("inf"))
    (True, False, False)
    """
    if type(value) is tuple:
        return all(map(is_label, value))
    if type(value) is float:
        return isfinite(value)
    if type(value) is int:
        return value.bit_length() <= LONGEST_LABEL
    return value is None or type(value) in (str, bool)


def as_option(yielded: object) -> Option:
    """An option as it is; any bare value, a tuple too, as one state."""
    return yielded if isinstance(yielded, Option) else Option((yielded,))

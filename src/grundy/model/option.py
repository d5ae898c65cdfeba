"""What a rule yields: where a move leads, and what the player did."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

State: TypeAlias = Hashable
Labels: TypeAlias = tuple[tuple[str, Any], ...]
Next: TypeAlias = Literal["opponent", "again", "answer"]


@dataclass(frozen=True, slots=True)
class Option:
    """The parts that a move leaves side by side, the words for the move, and who moves next.

    `next` is "opponent" (who may move anywhere), "again" (the same player moves on, anywhere)
    or "answer" (the opponent must move in these parts: an entailing move, Winning Ways ch. 12).
    """

    parts: tuple[State, ...]
    labels: Labels = ()
    next: Next = "opponent"


def to(*parts: State, **labels: Any) -> Option:
    """Leave these states side by side (a sum; none: the part is gone); the labels say what the player did.

    >>> to(2, 2, split=2)
    Option(parts=(2, 2), labels=(('split', 2),), next='opponent')
    """
    return Option(parts, tuple(labels.items()))


def again(*parts: State, **labels: Any) -> Option:
    """Like `to`, and the same player moves on, anywhere (a completed box in Nimstring)."""
    return Option(parts, tuple(labels.items()), "again")


def answer(*parts: State, **labels: Any) -> Option:
    """Like `to`, and the opponent must answer in these parts (the top coin in Top Entails)."""
    return Option(parts, tuple(labels.items()), "answer")


def as_option(yielded: object) -> Option:
    """An option as it is; any bare value, a tuple too, as one state."""
    return yielded if isinstance(yielded, Option) else Option((yielded,))

"""How a rule that is not compiled is refused, with what to write instead; it then runs uncompiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

Made = TypeVar("Made")


class NotCompiled(Exception):
    """A rule that cannot be compiled: `reason` says why and what would do, `place` where (file:line)."""

    def __init__(self, reason: str, place: str = "") -> None:
        self.reason = reason
        self.place = place
        super().__init__(f"{place}: {reason}" if place else reason)


class BeyondCompiled(NotCompiled):
    """A state or an option, met in the middle of work, that compiled code cannot do; nobody knows of it before."""


class Unfit(NamedTuple):  # large inputs of judges load this before anything of the model
    """Why a rule is not compiled, as a value: for whoever chooses what is to answer."""

    reason: str


def fitted(make: Callable[[], Made]) -> Made | Unfit:
    """What the compiler makes of a rule, or why it makes nothing of it.

    >>> fitted(lambda: 3)
    3
    """
    try:
        return make()
    except NotCompiled as refused:
        return Unfit(str(refused))

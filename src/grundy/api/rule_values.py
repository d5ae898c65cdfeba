"""The nim-values that a rule gives of its own states: what `Rule.nim_values` does."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.answering import sequence
from grundy.api.work import require_number
from grundy.model.rule import Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray


def nim_values(rule: Rule, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Nim-values of the states 0..size-1, or of all vectors of a box, compiled where the rule can be."""
    for number in size if isinstance(size, tuple) else (size,):
        require_number("a number of states", number, 0)
    return sequence.nim_values(rule, size)

"""What a search for a period has found, as the parts of the search pass it on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.model.period import Checkpoints, Repetition


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What the search for a period found.

    heaps         G(0), ..., G(heaps - 1) were computed
    repetition    what repeats, if `by` is "theorem" (octal periodicity theorem) or "window" (a window that came again),
                  or is observed so far ("" and not None)
    space, rares  the sparse space and the rare heaps; None and () if the code has none (or needs none)
    largest       the largest nim-value and the first heap that has it
    window        how many values before a heap decide its own, if `by` is "window"
    checkpoints   where the search came by, if `by` is "window"
    values        of those heaps, if `by` is "theorem"
    """

    heaps: int
    repetition: Repetition | None
    by: str
    space: SparseSpace | None
    rares: tuple[int, ...]
    largest: tuple[int, int]
    window: int = 0
    checkpoints: Checkpoints | None = None
    values: Sequence[int] = field(default=(), repr=False, compare=False)


def known(size: int) -> str:
    """What can be said before a period is proved."""
    return f"no period is proved by the nim-values of heaps 0 to {size - 1}"

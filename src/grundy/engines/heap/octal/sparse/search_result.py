"""What a search for a period has found, as the parts of the search pass it on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from grundy.engines.heap.octal.sparse.space import SparseSpace
from grundy.model.period import Checkpoints, Repetition
from grundy.model.shapes import Digits


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


# ---- How what was found by a sparse space is known, in words


def describe(shape: Digits, found: SearchResult) -> str:
    """Why the period is proved, or what was computed instead."""
    seen, last = found.repetition, found.heaps - 1
    values = f"the nim-values of heaps 0 to {last}"
    if found.space:
        kind = "position-twisted sparse space" if found.space.twist else "sparse space"
        values += f", by the {kind} of mask {found.space.mask} with {len(found.rares)} rare heaps"
        values += f" (the last is {found.rares[-1]})" if found.rares else ""
    if found.by == "window" and seen:
        again = found.heaps - seen.period
        return (
            f"G(n + {seen.period}) = G(n) for all n >= {seen.preperiod}: the {found.window} values before heap {again} "
            f"come again before heap {found.heaps}, and decide all that follows: between the two no heap is rare, and "
            f"the smaller values of each are seen to be options' by pairs with one of these heaps; with {values}"
        )
    if found.by and seen:
        claim = f"G(n + {seen.period}) = G(n) for all n >= {seen.preperiod}"
        return f"{claim}: octal periodicity theorem (Guy & Smith 1956), with {values}"
    if seen:
        repeats = (found.heaps - seen.preperiod) // seen.period
        return f"{values}: the last {repeats} stretches of {seen.period} are alike; that is no proof"
    if not found.space and found.heaps > 8_192:
        values += ", heap by heap, for the code has no sparse space"
    return f"{values}: they do not repeat so far"

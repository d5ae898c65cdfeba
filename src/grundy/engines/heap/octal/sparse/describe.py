"""How what was found by a sparse space is known, in words."""

from __future__ import annotations

from grundy.engines.heap.octal.sparse.search_result import SearchResult
from grundy.model.shapes import Digits


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

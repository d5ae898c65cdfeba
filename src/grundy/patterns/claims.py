"""A claim about every entry of a table, and how far it holds. Lists are read in plain Python, arrays with NumPy."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from grundy.model.pattern import About, Break, Pattern

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Values: TypeAlias = "Sequence[int] | NDArray[Any]"
LEAST = 8  # entries that a pattern must explain
MOST_EXCEPTIONS = 10
CHUNK = 1 << 20
_WINDOW = 512


@dataclass(frozen=True, slots=True)
class PatternClaim:
    """What the value at each n is said to be, once for whole numbers and once for arrays of them.

    `needs` is how many entries in a row it must explain to be worth naming: more than it was fitted to.
    """

    kind: str
    statement: str
    at: Callable[[int], int]
    over: Callable[[Any], Any]
    formula: str = ""
    needs: int = LEAST
    about: About = "nim-values"
    numbers: tuple[tuple[str, Any], ...] = ()


def is_array(values: object) -> bool:
    """Whether values are an array; NumPy is not imported to find out."""
    return hasattr(values, "dtype")


def judged(values: Values, claim: PatternClaim) -> Pattern | None:
    """The pattern that a claim comes to: its longest stretch without a failure; None if that is no pattern.

    Worth naming is a stretch of a third of the table, or a claim with at most ten failures and 1% in all of it.
    Cost: one pass, in chunks of a million entries; a hopeless claim is dropped after 2,560 of them.
    """
    total = len(values)
    bad = failures(values, claim)
    if bad is None:
        return None
    few = len(bad) <= min(MOST_EXCEPTIONS, total // 100)
    start, stop = _longest_run(bad, total)
    if 3 * (stop - start) < total:
        if not few:
            return None
        start, stop = 0, int(bad[0])
    if stop - start < claim.needs:
        return None
    breaks = Break(stop, int(claim.at(stop)), int(values[stop])) if stop < total else None
    return Pattern(
        claim.kind, claim.statement, start, stop - 1, claim.formula, claim.about, breaks, len(bad), claim.numbers
    )


def with_numbers(pattern: Pattern, *numbers: tuple[str, Any]) -> Pattern:
    """The pattern with more known of it."""
    return replace(pattern, numbers=(*pattern.numbers, *numbers))


def is_strong(pattern: Pattern, total: int) -> bool:
    """Whether a pattern explains the whole table but for a short beginning."""
    return pattern.breaks is None and pattern.start <= max(4, total // 16)


def failures(values: Values, claim: PatternClaim) -> Sequence[int] | NDArray[np.int64] | None:
    """Each n at which the claim is wrong, in increasing order; None if it is hopeless."""
    if not is_array(values):
        at = claim.at
        return [n for n, value in enumerate(values) if at(n) != value]
    import numpy as np

    def wrong(low: int, high: int) -> NDArray[np.int64]:
        places = np.arange(low, high, dtype=np.int64)
        return low + np.flatnonzero(claim.over(places) != np.asarray(values[low:high]))

    total = len(values)
    if total > 8 * _WINDOW:
        # a third of the table in one stretch covers one of these windows, a few exceptions spoil none
        lows = [min(quarter * total // 4, total - _WINDOW) for quarter in range(5)]
        if min(len(wrong(low, low + _WINDOW)) for low in lows) > MOST_EXCEPTIONS:
            return None
    chunks = [wrong(low, min(low + CHUNK, total)) for low in range(0, total, CHUNK)]
    return np.concatenate(chunks) if chunks else np.empty(0, np.int64)


def _longest_run(bad: Any, total: int) -> tuple[int, int]:
    """The first and longest stretch start..stop-1 between failures."""
    if is_array(bad):
        import numpy as np

        around = np.concatenate(([-1], bad, [total]))
        first = int(np.argmax(np.diff(around)))
        return int(around[first]) + 1, int(around[first + 1])
    edges = [-1, *bad, total]
    longest = max(range(len(edges) - 1), key=lambda i: (edges[i + 1] - edges[i], -i))
    return edges[longest] + 1, edges[longest + 1]

"""Misère outcomes of sums by search, each sum once: the one loop of whoever knows some outcomes and asks for others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from grundy.engines.misere.parts import Sum


@dataclass(slots=True)
class Effort:
    """How many positions may still be looked at."""

    left: int

    def spend(self) -> bool:
        """Look at one; whether that is allowed."""
        self.left -= 1
        return self.left >= 0


def settle(
    root: Sum,
    memo: dict[Sum, bool],
    known: Callable[[Sum], bool | None],
    moves: Callable[[Sum], Iterator[Sum]],
    effort: Effort,
    most: int | None = None,
) -> bool:
    """Put into `memo` whether a sum is a P-position, with all sums that this needs; whether the effort sufficed.

    A sum is one where no move leads to one. `known` has what need not be searched, that of `memo` too; `most` is how
    many sums `memo` may have.
    """
    path = [(root, moves(root))]
    settled: bool | None = None  # whether the sum last left from the path, a move from it, is a P-position
    while path:
        position, options = path[-1]
        for option in options if not settled else ():
            if not effort.spend():
                return False
            settled = known(option)
            if settled is None:
                path.append((option, moves(option)))
                break
            if settled:
                break
        else:
            settled = bool(settled)
        if settled is None:
            continue
        if most is not None and len(memo) >= most:
            return False
        settled = memo[position] = not settled
        path.pop()
    return True

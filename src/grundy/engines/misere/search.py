"""Misère outcomes by search: sums of parts, each once, cut short where kinds or a quotient tell the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grundy.engines.misere.known import KnownParts
from grundy.engines.misere.outcomes import Effort, settle
from grundy.engines.misere.parts import Sum, after
from grundy.errors import OutOfReach

FIRST = 60_000  # moves looked at before a quotient is looked for thoroughly
MOST = 2_000_000  # moves looked at in all: some seconds
MOST_KEPT = 1_000_000  # positions remembered


class SumSearch:
    """Outcomes of sums of the parts of `everything`; what was found is kept.

    Nothing is cancelled but pairs of heaps of 1 (see Parts), so every sum is judged as it stands.
    """

    def __init__(self, everything: KnownParts) -> None:
        self._options = everything.parts.options
        self._kinds = everything.read_kinds()
        self._wild = {part for part, kind in enumerate(self._kinds.codes) if kind is None}
        self._quotient = everything.quotient
        self._memo: dict[Sum, bool] = {(): False}

    def says_p(self, positions: Sequence[Sum], most: int) -> list[bool] | None:
        """Whether sums are P-positions; None where `most` moves do not tell."""
        effort = Effort(most)
        for position in positions:
            if self._quick(position) is not None:
                continue
            if not settle(position, self._memo, self._quick, self._moves, effort, MOST_KEPT):
                return None
        return [bool(self._quick(position)) for position in positions]

    def _quick(self, position: Sum) -> bool | None:
        found = self._memo.get(position)
        if found is not None:
            return found
        if position[-1] < len(self._quotient.elements):
            return self._quotient.says_p(position)
        return self._kinds.lost(position) if self._wild.isdisjoint(position) else None

    def _moves(self, position: Sum) -> Iterator[Sum]:
        for place in range(len(position) - 1, -1, -1):
            part = position[place]
            if place + 1 < len(position) and position[place + 1] == part:
                continue
            for option in self._options[part]:
                yield after(position, place, option)


def refused() -> OutOfReach:
    """The error for what a search does not reach."""
    return OutOfReach(
        f"misère play: the parts are not tame, no finite quotient of them was found, and more than {MOST:,} moves "
        "would have to be looked at; smaller or fewer parts would help"
    )

"""Numbers by which compounds of positions are decided, each from those of the options, as nim-values are.

    remoteness   how soon play ends if whoever wins hurries, and whoever loses delays
    suspense     how late it ends if whoever wins delays, and whoever loses hurries
    foreclosed   the nim-value where whoever ends play has won, or in misère play lost

Source: Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from grundy.model.convention import mex
from grundy.model.definition import MOST_POSITIONS, Evaluation, Memo, settle, state_values, sums_after, turn_kept
from grundy.model.rule import Position, Rule

ENDED: Final = None
AT_ONCE: Final = -1
"""The foreclosed value from which a move ends play, and wins."""


def remoteness(options: Sequence[int], misere: bool = False) -> int:
    """The remoteness from that of the options; whoever is to move loses if it is even, in misère play if it is odd.

    >>> remoteness([]), remoteness([0, 3]), remoteness([1, 3])
    (0, 1, 4)
    """
    won = [number for number in options if number % 2 == misere]
    return 1 + min(won) if won else 1 + max(options, default=-1)


def suspense(options: Sequence[int], misere: bool = False) -> int:
    """The suspense number from that of the options; whoever is to move loses if it is even, in misère play if odd.

    >>> suspense([]), suspense([0, 2]), suspense([1, 3])
    (0, 3, 2)
    """
    won = [number for number in options if number % 2 == misere]
    return 1 + max(won) if won else 1 + min(options, default=-1)


def foreclosed(options: Sequence[int | None], misere: bool = False) -> int | None:
    """The foreclosed value from those of the options; ENDED without any.

    In misère play no move may end it.

    >>> foreclosed([]), foreclosed([ENDED, 0]), foreclosed([AT_ONCE, 0]), foreclosed([ENDED, 0], misere=True)
    (None, -1, 1, 1)
    """
    if not options:
        return ENDED
    if ENDED in options and not misere:
        return AT_ONCE
    return mex(value for value in options if value is not None and value >= 0)


def outcomes(options: Sequence[tuple[bool, bool, bool]]) -> tuple[bool, bool, bool]:
    """Whether there is a move, whether the first player wins normal play, and whether misère play."""
    return (
        bool(options),
        any(not normal for _, normal, _ in options),
        not options or any(not misere for _, _, misere in options),
    )


class NimValues:
    """The nim-value of any position, by the definition and the XOR of its parts; what was found is kept."""

    def __init__(self, of: str, most: int = MOST_POSITIONS) -> None:
        self.of, self.most = of, most
        self._memos: dict[Rule, Memo] = {}

    def __call__(self, position: Position) -> int:
        """Raises:  BadRule: play that comes back, or does not pass the turn. OutOfReach: too many positions."""
        total = 0
        for component in position.components:
            memo = self._memos.setdefault(component.rule, {})
            values = state_values(component.rule, component.states, memo, "normal", self.most)
            if "entailing" in memo:
                raise turn_kept(component.rule, "`again` or `answer`", self.of)
            for state in component.states:
                total ^= values[state]  # type: ignore[operator]
        return total


class Measured:
    """Such a number of any position, by every position below; what was found is kept."""

    def __init__(self, fold: Callable[[list[Any]], Any], most: int = MOST_POSITIONS) -> None:
        self.fold, self.most = fold, most
        self._memo: Memo = {}

    def __call__(self, position: Position) -> Any:
        """Raises:  BadRule: play that comes back, or does not pass the turn. OutOfReach: too many positions."""
        node = frozenset(position.multiset().items())
        settle([node], self._evaluate, self._memo, self.most)
        return self._memo[node]

    def _evaluate(self, node: Any) -> Evaluation:
        values = []
        for after in sums_after(node):
            if after not in self._memo:
                yield after
            values.append(self._memo[after])
            yield None
        return self.fold(values)

"""The values of very many states of a rule whose states are numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grundy.answering.ask import ask
from grundy.engines.engine import Normal
from grundy.model.rule import Rule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_SPARSE = 16  # where numbers go up to more than so many times their count, few of them are the same


def numbers_values(rule: Rule, states: NDArray[np.uint64], ask: Normal = ask) -> NDArray[np.uint64]:
    """The nim-values of states below 2^64, each asked for once where that is soon seen.

    Args:    ask: what answers.

    >>> import numpy as np
    >>> from grundy.games.heaps import take_away
    >>> numbers_values(take_away(1, 2), np.array([5, 3, 5, 10**12], np.uint64)).tolist()
    [2, 0, 2, 1]
    """
    import numpy as np

    def asked(some: Sequence[int]) -> NDArray[np.uint64]:
        return np.array(ask(rule, some).values, np.uint64)

    top = int(states.max(initial=0)) + 1
    if top > _SPARSE * len(states):
        return asked(states.tolist())
    met = np.zeros(top, np.bool_)
    met[states] = True
    values = np.zeros(top, np.uint64)
    values[met] = asked(np.flatnonzero(met).tolist())
    return values[states]

"""The verbs: each a documented call that takes text or objects and returns a value; none prints or exits.

The room of values knows nothing of what is computed of them and how they are shown; where a verb is loaded, or
anything public, that is given to them here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from grundy.api.display import DISPLAYS
from grundy.model.result import Result, WinningMoves
from grundy.model.rule import Component, Position, Rule

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from grundy.patterns.compare import Verdict
    from grundy.proof.certificate import Certificate


def _table_of(rule: Rule, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Nim-values of the states 0..size-1, or of all vectors of a box, compiled where the rule can be."""
    from grundy.api.work import require_number
    from grundy.engines.sequence import nim_values

    for number in size if isinstance(size, tuple) else (size,):
        require_number("a number of states", number, 0)
    return nim_values(rule, size)


def _compared(rule: Rule, *given: Any, **more: Any) -> Verdict:
    """Compare a guess with the nim-values of this rule; the arguments are those of `grundy.check` after the game."""
    from grundy.api.check import check

    return check(rule, *given, **more)


def _certificate(result: Result, **how: Any) -> Certificate:
    """What proves this result, to be saved; the arguments are those of `grundy.certify` after the path."""
    from grundy.api.certify import certificate_of

    return certificate_of(result, **how)


def _reduced(value: Any) -> Any:
    """What `pickle` is told of a rule, or of what has one."""
    from grundy.api.pickled import reduced

    return reduced(value)


def _itself(value: Any, memo: Any = None) -> Any:
    """A copy of what never changes."""
    return value


_KEPT = (Rule, Component, Position, WinningMoves, Result)
_PICKLED = tuple((one, "__reduce__", _reduced) for one in _KEPT)
_COPIED = tuple((one, name, _itself) for one in _KEPT for name in ("__copy__", "__deepcopy__"))
for _class, _name, _function in (*DISPLAYS, *_PICKLED, *_COPIED):
    setattr(_class, _name, _function)

Rule.nim_values = _table_of
Rule.check = _compared
Result.certificate = _certificate

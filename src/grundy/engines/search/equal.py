"""What a rule says of its own states: what they fall into (`split`), and which of them are worth the same
(`canonical`)."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.errors import GrundyError
from grundy.model.blame import broken
from grundy.model.option import State
from grundy.model.rule import Rule


def parts_of(rule: Rule, states: Iterable[State]) -> list[State]:
    """What some states side by side fall into, each part as the one that stands for its equals.

    Raises:  BadRule: one of the two functions raised an error.
    """
    for given in ("split", "canonical"):
        function = getattr(rule, given)
        if function is not None:
            found: list[State] = []
            for state in states:
                try:
                    found += function(state) if given == "split" else (function(state),)
                except (GrundyError, MemoryError):
                    raise
                except (Exception, SystemExit) as problem:
                    raise broken(f"{rule.spec}: {given} of {state!r}:", problem, function) from problem
            states = found
    return list(states)

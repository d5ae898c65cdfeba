"""What a rule says of its own states: what they fall into (`split`), and which of them are worth the same
(`canonical`)."""

from __future__ import annotations

from collections.abc import Iterable

from grundy.errors import BadRule, GrundyError
from grundy.model.blame import broken
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.model.space import is_hashable


def parts_of(rule: Rule, states: Iterable[State]) -> list[State]:
    """What some states side by side fall into, each part as the one that stands for its equals.

    Raises:  BadRule: one of the two functions raised an error, or gave what is no state.
    """
    for given in ("split", "canonical"):
        function = getattr(rule, given)
        if function is not None:
            found: list[State] = []
            for state in states:
                try:
                    new = list(function(state)) if given == "split" else [function(state)]
                except (GrundyError, MemoryError):
                    raise
                except (Exception, SystemExit) as problem:
                    raise broken(f"{rule.spec}: {given} of {state!r}:", problem, function) from problem
                for part in new:
                    if isinstance(part, Option) or not is_hashable(part):
                        verb = "yields" if given == "split" else "is"
                        raise BadRule(f"{rule.spec}: {given} of {state!r} {verb} {part!r}: expected a hashable state")
                found += new
            states = found
    return list(states)


def told_of(rule: Rule) -> str:
    """For the end of an error's message: what makes a rule's states others than its options are."""
    given = [name for name in ("canonical", "split") if getattr(rule, name) is not None]
    return f"; its states are those that {' and '.join(given)} give{'s' * (len(given) == 1)}" if given else ""

"""What a rule says of its own states: what they fall into (`split`), and which of them are worth the same
(`canonical`)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from grundy.errors import BadRule, GrundyError
from grundy.model.blame import broken
from grundy.model.definition import Memo, state_values
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.model.space import is_hashable

COMPARED = 40  # values that were found
FEW = 1000  # positions that are looked at for them


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


def require_true(rule: Rule, known: Iterable[tuple[State, int]]) -> None:
    """Compare values that were found with the definition, which asks neither function, as far as that is soon done.

    Raises:  BadRule: one differs, so that states are not equal or not sums as the rule says.
    Cost:    the options of some 1000 states.
    """
    if rule.canonical is None and rule.split is None:
        return
    memo: Memo = {}
    for state, value in islice(known, COMPARED):
        try:
            expected = state_values(rule, [state], memo, "normal", FEW)[state]
        except GrundyError:
            continue
        if value != expected:
            given = " or ".join(name for name in ("canonical", "split") if getattr(rule, name) is not None)
            raise BadRule(
                f"{rule.spec}: state {state!r} is worth {expected} by its options alone, and {value} with what {given} "
                "says: that is not true of all states"
            )


def told_of(rule: Rule) -> str:
    """For the end of an error's message: what makes a rule's states others than its options are."""
    given = [name for name in ("canonical", "split") if getattr(rule, name) is not None]
    return f"; its states are those that {' and '.join(given)} give{'s' * (len(given) == 1)}" if given else ""

"""What a rule says of its own states: what they fall into (`split`), and which of them are worth the same
(`canonical`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import process_time

from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.model.blame import FAULTS, blame_rule
from grundy.model.convention import Value, add
from grundy.model.definition import Memo, require_same, state_values
from grundy.model.option import Option, State
from grundy.model.rule import Rule
from grundy.model.space import HASHABLE, is_hashable, would_do

COMPARED = 1000  # values that were found
FEW = 2000  # positions that are looked at for them
SECONDS = 0.5


def parts_of(rule: Rule, states: Iterable[State]) -> list[State]:
    """What some states side by side fall into, each part as the one that stands for its equals.

    Raises:  BadRule: one of the two functions raised an error, or gave what is no state.
    """
    for given in ("split", "canonical"):
        function = getattr(rule, given)
        if function is not None:
            parts: list[State] = []
            for state in states:
                try:
                    new = list(function(state)) if given == "split" else [function(state)]
                except (GrundyError, MemoryError):
                    raise
                except FAULTS as problem:
                    raise blame_rule(f"{rule.spec}: {given} of {state!r}:", problem, function) from problem
                for part in new:
                    if isinstance(part, Option) or not is_hashable(part) or (rule.arity > 1 and not rule.fits(part)):
                        verb = "yields" if given == "split" else "is"
                        expected = f"expected a {HASHABLE.kind(part, rule.arity)}{would_do(part)}"
                        raise BadRule(f"{rule.spec}: {given} of {state!r} {verb} {part!r}: {expected}")
                parts += new
            states = parts
    return list(states)


@dataclass(slots=True)
class Defined:
    """What the definition says of states of a rule, which asks neither function; and what was compared with it."""

    memo: Memo = field(default_factory=dict)
    compared: set[State] = field(default_factory=set)

    def total(self, parts: Iterable[State]) -> Value | None:
        """What some states are worth together, if all are known."""
        values = [self.memo.get(part) for part in parts]
        return None if None in values else add(values)  # type: ignore[arg-type]


def require_true(rule: Rule, values: Iterable[tuple[State, int]], by: Defined) -> None:
    """Compare values that were found with the definition, as far as that is soon done; and so each state below, with
    what the two functions make of it.

    Raises:  BadRule: one differs, so that states are not equal or not sums as the rule says.
    Cost:    the options of some 4000 states, or half a second.
    """
    if rule.canonical is None and rule.split is None:
        return
    late = process_time() + SECONDS
    for state, value in islice(values, COMPARED):
        try:
            expected = state_values(rule, [state], by.memo, "normal", FEW)[state]
        except OutOfReach:
            continue
        if value != expected:
            raise untrue(rule, [state], expected, str(value))
        if process_time() > late:
            return
    for state, nim_value in [] if "entailing" in by.memo else [*by.memo.items()]:
        if state in by.compared:
            continue
        by.compared.add(state)
        parts = parts_of(rule, [state])
        try:
            total = add(state_values(rule, parts, by.memo, "normal", 2 * FEW)[part] for part in parts)
        except OutOfReach:
            return
        if total != nim_value:
            raise untrue(rule, [state], nim_value, f"{total}, that of {' + '.join(map(repr, parts)) or 'nothing'},")
        if process_time() > late:
            return
    require_same(rule, by.memo)


def untrue(rule: Rule, parts: Sequence[State], expected: object, actual: str) -> BadRule:
    """What is wrong where states are worth something else by their options than by what the two functions say."""
    shown = f"state {parts[0]!r} is" if len(parts) == 1 else f"states {', '.join(map(repr, parts)) or 'none'} are"
    return BadRule(
        f"{rule.spec}: {shown} worth {expected} by {'its' if len(parts) == 1 else 'their'} options alone, and {actual} "
        f"with what {_given(rule, 'or')} says: that is not true of all states"
    )


def _given(rule: Rule, joined: str) -> str:
    return f" {joined} ".join(name for name in ("canonical", "split") if getattr(rule, name) is not None)


def rests_on(rule: Rule) -> str:
    """For evidence: that what the rule says of its states is taken for true, and how far it was looked into."""
    several = rule.canonical is not None and rule.split is not None
    return (
        f"; it rests on what the rule's {_given(rule, 'and')} say{'' if several else 's'}, compared with its options "
        "on small states"
    )


def describe_states(rule: Rule) -> str:
    """For the end of an error's message: what makes a rule's states others than its options are."""
    given = [name for name in ("canonical", "split") if getattr(rule, name) is not None]
    return f"; its states are those that {' and '.join(given)} give{'s' * (len(given) == 1)}" if given else ""

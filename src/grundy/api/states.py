"""States of any kind, in any order: listed one by one, or given by a map from n to a state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from grundy.answering.sequence import listed_values, require_numbers, terms_of_states
from grundy.engines.steady import is_own
from grundy.errors import BadRule, BadText, Finding, GrundyError, OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.space import would_do
from grundy.patterns.guess import ARGUMENT, parse_guess
from grundy.runs.chunk import Work
from grundy.text.numbers import shown

StateMap: TypeAlias = "str | Callable[[int], State]"
LISTED = 12  # P-positions that a person is shown
WANTED = "tuple([2] * n)"


@dataclass(frozen=True, slots=True)
class Mapped:
    """A map from 0, 1, 2, ... to the states of a rule.

    text    as it was typed; of a function, its name
    """

    rule: Rule
    text: str
    function: Callable[[int], Any]

    def __call__(self, n: int) -> State:
        """The state of n. Raises: BadRule: it is none of the rule's."""
        try:
            state = self.function(n)
        except GrundyError:
            raise
        except Exception as problem:
            raise BadRule(f"{self.text}: n = {n}: {type(problem).__name__}: {problem}") from problem
        require_state(self.rule, state, f"{self.text}: n = {n}: ")
        return state  # type: ignore[no-any-return]


def require_state(rule: Rule, state: Any, where: str = "") -> None:
    """Refuse what is no state of a rule. Raises BadRule."""
    try:
        hash(state)
        is_state = rule.fits(state)
    except TypeError:
        is_state = False
    if not is_state:
        kind = rule.space.kind(state, rule.arity)
        instead = f" ({shown(tuple(state))} is one)" if isinstance(state, list) else would_do(state)
        raise BadRule(f"{rule.spec}: {where}expected a {kind}, found {shown(state)}{instead}")


def state_map(rule: Rule, of: StateMap) -> Mapped:
    """A map from n to a state, by a function or by a Python expression over n.

    Raises:  BadText: the text is no such expression.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def piles(sizes):
    ...     yield from (sizes[:i] + sizes[i + 1 :] for i in range(len(sizes)))
    >>> state_map(piles, "tuple([2] * n)")(3)
    (2, 2, 2)
    """
    if not isinstance(of, str):
        return Mapped(rule, getattr(of, "__name__", "the map"), of)

    def no_values(*state: object) -> None:
        raise BadText([Finding(1, 1, f"a state for each n, as in {WANTED!r}", "a value G(...)", ARGUMENT)])

    return Mapped(rule, of.strip(), parse_guess(of).make(no_values))


def require_number_states(rule: Rule) -> None:
    """Refuse a rule whose states are no numbers, and say what to write. Raises BadRule."""
    require_numbers(rule)
    if not is_own(rule) or rule.arity != 1:
        return
    try:
        next(iter(rule.options(0)), None)
    except BadRule as problem:
        cause = problem.__cause__
        if not isinstance(cause, TypeError | AttributeError) or "'int' object" not in str(cause):
            return  # whoever asks for its values hears of it
        raise BadRule(
            f"{problem}; its states seem to be no numbers: give a map from n to a state, such as --of {WANTED!r} "
            f"(in Python of=lambda n: {WANTED})"
        ) from problem
    except GrundyError:
        return


def terms_of(mapped: Mapped, count: int) -> Work:
    """The nim-values of the states of n = 0..count-1, as long work; it returns Terms."""
    return terms_of_states(mapped.rule, [mapped(n) for n in range(count)])


def values_of_states(rule: Rule, states: Sequence[State]) -> tuple[list[int], Evidence]:
    """The nim-values of some states, and how they are known. Raises: OutOfReach: a state has none."""
    answer = listed_values(rule, states)
    values: list[int] = []
    for state, value in zip(states, answer.values, strict=True):
        if type(value) is not int:
            raise OutOfReach(f"{rule.spec}: expected states with nim-values, found {shown(state)}: {value}")
        values.append(value)
    return values, answer.evidence


@dataclass(frozen=True, slots=True)
class StateTable:
    """The nim-values of some states; made by `table(rule, states=[...])`.

    ``t[state]`` is the value of a state, ``print(t)`` describes what stands in it.

    Attributes
    ----------
    game : str
        The name of the rule, with its parameters.
    states : tuple of states
        In the order in which they were given, each once.
    values : tuple of int
        Their nim-values.
    evidence : Evidence
        How the values are known.
    """

    game: str
    states: tuple[State, ...]
    values: tuple[int, ...]
    evidence: Evidence

    def __len__(self) -> int:
        """How many states there are."""
        return len(self.states)

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    def __getitem__(self, state: State) -> int:
        try:
            return self.values[self.states.index(state)]
        except ValueError:
            raise KeyError(state) from None

    def items(self) -> Iterator[tuple[State, int]]:
        """Each state with its value."""
        return zip(self.states, self.values, strict=True)

    def p_positions(self) -> list[State]:
        """The states that the second player wins, in their order."""
        return [state for state, value in self.items() if value == 0]

    def as_dict(self) -> dict[str, Any]:
        """The table for machines: states are written as Python writes them."""
        rows = [{"state": repr(state), "nim_value": value} for state, value in self.items()]
        return {"game": self.game, "values": rows, "evidence": self.evidence.as_dict()}

    def to_csv(self) -> str:
        """A head, and a line a state: the state, its value, and how it is known."""
        import csv
        import io

        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow(("state", "nim_value", "status"))
        writer.writerows((repr(state), value, self.evidence.status) for state, value in self.items())
        return written.getvalue()

    def __str__(self) -> str:
        lost = self.p_positions()
        listed = f" ({'; '.join(map(repr, lost[:LISTED]))}{'; ...' * (len(lost) > LISTED)})" if lost else ""
        largest = max(self.values, default=None)
        head = f"{len(self):,} states" + ("" if largest is None else f"; largest nim-value {largest}")
        return f"{head}.\nP-positions: {len(lost):,}{listed}.\n{self.evidence.sentence()}"

    def __repr__(self) -> str:
        return f"{self.game}: nim-values of {len(self):,} states; {self.evidence.status}"


def state_table(rule: Rule, states: Iterable[State]) -> StateTable:
    """The nim-values of some states of a rule. Raises: BadRule: one is none of the rule's; OutOfReach."""
    listed = list(states)
    for place, state in enumerate(listed, 1):
        require_state(rule, state, f"state {place}: ")
    once = tuple(dict.fromkeys(listed))
    values, evidence = values_of_states(rule, once) if once else ([], Evidence("computed", "no state"))
    return StateTable(rule.spec, once, tuple(values), evidence)

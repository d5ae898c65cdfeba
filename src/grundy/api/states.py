"""States of any kind, in any order: listed one by one, or given by a map from n to a state."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, product
from typing import Any, TypeAlias

from grundy.answering.sequence import listed_values, require_numbers, terms_of_states
from grundy.engines.steady import is_own
from grundy.engines.table.job import MOST_STATES
from grundy.errors import BadRule, BadText, Finding, GrundyError, OutOfReach
from grundy.model.convention import Convention
from grundy.model.descending import Descending, is_descending
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.model.pattern import Pattern
from grundy.model.rule import Rule
from grundy.model.space import would_do
from grundy.patterns.guess import ARGUMENT, parse_guess
from grundy.runs.chunk import Work
from grundy.text.numbers import short_repr

StateMap: TypeAlias = "str | Callable[[int], State]"
Measure: TypeAlias = "str | Callable[..., Any]"
LISTED = 12  # P-positions that a person is shown
PROBED = 100  # first states, and options of each, at which the order of a rule is looked at
WANTED = "tuple([2] * n)"


@frozen
class Mapped:
    """A map from 0, 1, 2, ... to the states of a rule.

    text    as it was typed; of a function, its name
    """

    rule: Rule
    text: str
    function: Callable[[int], Any]

    def __call__(self, n: int) -> State:
        """The state of n. Raises: BadRule: it is none of the rule's."""
        state = self._image(n)
        require_state(self.rule, state, f"{self.text}: n = {n}: ")
        return state  # type: ignore[no-any-return]

    def states(self, n: int) -> list[State]:
        """The state of n, or the states in a list of them. Raises: BadRule: one is none of the rule's."""
        image = self._image(n)
        states = image if isinstance(image, list) else [image]
        for state in states:
            require_state(self.rule, state, f"{self.text}: n = {n}: ")
        return states

    def _image(self, n: int) -> Any:
        try:
            return self.function(n)
        except GrundyError:
            raise
        except Exception as problem:
            raise BadRule(f"{self.text}: n = {n}: {type(problem).__name__}: {problem}") from problem


def require_state(rule: Rule, state: Any, where: str = "") -> None:
    """Refuse what is no state of a rule. Raises BadRule."""
    try:
        hash(state)
        is_state = rule.fits(state)
    except TypeError:
        is_state = False
    if not is_state:
        kind = rule.space.kind(state, rule.arity)
        instead = f" ({short_repr(tuple(state))} is one)" if isinstance(state, list) else would_do(state)
        raise BadRule(f"{rule.spec}: {where}expected a {kind}, found {short_repr(state)}{instead}")


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


# In what Python says of an int that is used as something else, and not of one beside something else.
OF_A_NUMBER = re.compile(r"'int' object|of type 'int'|\bint object\b")


def require_number_states(rule: Rule) -> None:
    """Refuse a rule whose states are no numbers, and say what to write. Raises BadRule."""
    require_numbers(rule)
    if not is_own(rule) or rule.arity != 1:
        return
    try:
        next(iter(rule.options(0)), None)
    except BadRule as problem:
        cause = problem.__cause__
        if not isinstance(cause, TypeError | AttributeError) or not OF_A_NUMBER.search(str(cause)):
            return  # whoever asks for its values hears of it
        raise BadRule(
            f"{problem}; its states seem to be no numbers: give a map from n to a state, such as --of {WANTED!r} "
            f"(in Python of=lambda n: {WANTED})"
        ) from problem
    except GrundyError:
        return


def rises(rule: Rule) -> bool:
    """Whether a user's rule moves from one of its first states to a later one, or has a measure of its own.

    A table in the order of the numbers refuses it. If its play ends, its states have values all the same: they are
    listed, and each is valued after its options.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def count_up(n):
    ...     yield from range(n + 1, min(n + 3, 50))
    >>> rises(count_up)
    True
    """
    if not is_own(rule):
        return False
    if is_descending(rule):
        return True
    side = int(PROBED ** (1 / rule.arity))
    for state in range(side) if rule.arity == 1 else product(range(side), repeat=rule.arity):
        try:
            for option in islice(rule.options(state), PROBED):
                if any(_is_later(part, state) for part in option.parts):
                    return True
        except GrundyError:
            return False
    return False


def _is_later(part: Any, state: Any) -> bool:
    """Whether a part of an option is a later state than this one, and one that some table has."""
    if isinstance(state, int):
        return type(part) is int and state < part < MOST_STATES
    are_numbers = isinstance(part, tuple) and len(part) == len(state) and all(type(n) is int for n in part)
    return are_numbers and min(part) >= 0 and max(part) < MOST_STATES and part > state


def with_measure(rule: Rule, measure: Measure | None) -> Rule:
    """A rule whose moves must lower a measure, a function of its state or an expression over it; itself without one.

    Raises:  BadText: the text is no such expression. BadRule: a rule whose moves are not a user's.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def count_up(n):
    ...     yield from range(n + 1, min(n + 3, 50))
    >>> list(with_measure(count_up, "n").options(3))
    Traceback (most recent call last):
    grundy.errors.BadRule: count_up: state 3 yields 4: expected a move that lowers the measure n, found 3 before it ...
    """
    if measure is None:
        return rule
    if not is_own(rule):
        raise BadRule(f"{rule.spec}: its moves are known; a measure goes with a rule of your own")
    if not isinstance(measure, str):
        if not callable(measure):
            raise BadRule(f"expected a measure that is a function or an expression, found {short_repr(measure)}")
        return replace(rule, function=Descending(rule, measure, getattr(measure, "__name__", "measure")))

    def no_values(*state: object) -> None:
        raise BadText([Finding(1, 1, "a measure of the state alone, as in '50 - n'", "a value G(...)", ARGUMENT)])

    names = list(inspect.signature(rule.function).parameters)[: rule.arity]
    function = parse_guess(measure, names).make(no_values)
    return replace(rule, function=Descending(rule, function, measure.strip()))


def terms_of(mapped: Mapped, count: int) -> Work:
    """The nim-values of the states of n = 0..count-1, as long work; it returns Terms."""
    return terms_of_states(mapped.rule, [mapped(n) for n in range(count)])


def values_of_states(rule: Rule, states: Sequence[State]) -> tuple[list[int], Evidence]:
    """The nim-values of some states, and how they are known. Raises: OutOfReach: a state has none."""
    answer = listed_values(rule, states)
    values: list[int] = []
    for state, value in zip(states, answer.values, strict=True):
        if type(value) is not int:
            raise OutOfReach(f"{rule.spec}: expected states with nim-values, found {short_repr(state)}: {value}")
        values.append(value)
    return values, answer.evidence


@dataclass(frozen=True)
class StateTable:
    """The nim-values or outcomes of some states; made by `table(rule, states=[...])`.

    ``t[state]`` is the value of a state, ``print(t)`` describes what stands in it.

    Attributes
    ----------
    game : str
        The name of the rule, with its parameters.
    states : tuple of states
        In the order in which they were given, each once.
    values : tuple of int
        Their nim-values, or their outcomes.
    evidence : Evidence
        How the values are known.
    convention : {"normal", "misere", "loopy"}
        In which play.
    outcomes : bool
        Whether `values` are letters: P where the second player wins, N where the first does, D where play is drawn.
    of : str
        The map that gives the states of 0, 1, 2, ...; "" where they were listed.
    """

    game: str
    states: tuple[State, ...]
    values: tuple[int, ...] | tuple[str, ...]
    evidence: Evidence
    convention: Convention = "normal"
    outcomes: bool = False
    of: str = ""

    def __len__(self) -> int:
        """How many states there are."""
        return len(self.states)

    def __iter__(self) -> Iterator[State]:
        return iter(self.states)

    def __getitem__(self, state: State) -> int | str:
        try:
            return self.values[self.states.index(state)]
        except ValueError:
            raise KeyError(state) from None

    def items(self) -> Iterator[tuple[State, int | str]]:
        """Each state with its value, or its outcome."""
        return zip(self.states, self.values, strict=True)

    def p_positions(self) -> list[State]:
        """The states that the second player wins, in their order."""
        return [state for state, value in self.items() if value in (0, "P")]

    def as_dict(self) -> dict[str, Any]:
        """The table for machines: states are written as Python writes them."""
        rows = [{"state": repr(state), self._column: value} for state, value in self.items()]
        patterns = [pattern.as_dict() for pattern in self.patterns]
        play = {"play": self.convention} if self.outcomes else {}
        of = {"of": self.of} if self.of else {}
        return {
            "game": self.game,
            **of,
            **play,
            "values": rows,
            "patterns": patterns,
            "evidence": self.evidence.as_dict(),
        }

    @property
    def _column(self) -> str:
        return "outcome" if self.outcomes else "nim_value"

    def to_csv(self) -> str:
        """A head, and a line a state: the state, its value, and how it is known."""
        import csv
        import io

        written = io.StringIO()
        writer = csv.writer(written, lineterminator="\n")
        writer.writerow(("state", self._column, "status"))
        writer.writerows((repr(state), value, self.evidence.status) for state, value in self.items())
        return written.getvalue()

    def __str__(self) -> str:
        return "\n".join([*self.lines(), self.evidence.sentence()])

    @cached_property
    def patterns(self) -> tuple[Pattern, ...]:
        """Patterns of the P-positions among states that are tuples of numbers: observed, never proved."""
        from grundy.patterns.tuples import tuple_patterns

        lost = {state for state, value in self.items() if value in (0, "P")}
        tuples = [state for state in self.states if isinstance(state, tuple)]
        return tuple_patterns(tuples, lost) if len(tuples) == len(self) else ()

    def lines(self) -> Iterator[str]:
        """How many states there are, the P-positions and draws among them, and patterns, for people."""
        head = f"{len(self):,} state{'s' * (len(self) != 1)}"
        if self.outcomes:
            head += f" in {self.convention.replace('misere', 'misère')} play"
        elif self.values:
            head += f"; largest nim-value {max(self.values)}"
        yield f"{head}."
        kinds = {"P-positions": self.p_positions()}
        if self.convention == "loopy":
            kinds["Draws"] = [state for state, value in self.items() if value == "D"]
        for name, states in kinds.items():
            few = "; ".join(map(repr, states[:LISTED])) + "; ..." * (len(states) > LISTED)
            yield f"{name}: {len(states):,}{f' ({few})' if states else ''}."
        if self.patterns:
            yield "Suspected patterns (observed, not proved):"
        for pattern in self.patterns:
            yield f"  {pattern.statement}"
            yield f"    observed for {len(self):,} states, {len(self.p_positions()):,} P-positions"

    def __repr__(self) -> str:
        what = f"outcomes in {self.convention.replace('misere', 'misère')} play" if self.outcomes else "nim-values"
        return f"{self.game}: {what} of {len(self):,} states; {self.evidence.status}"


def listed_states(rule: Rule, states: Iterable[State]) -> tuple[State, ...]:
    """Some states, each once. Raises: BadRule: one is none of the rule's."""
    listed = list(states)
    for place, state in enumerate(listed, 1):
        require_state(rule, state, f"state {place}: ")
    return tuple(dict.fromkeys(listed))

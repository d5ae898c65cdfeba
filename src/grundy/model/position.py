"""Positions: a rule with states, or a sum of such, as they were typed; and the moves of a position."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from grundy.errors import BadText, Finding
from grundy.model.option import Labels, State

if TYPE_CHECKING:  # a rule makes positions and a position names its rules
    from grundy.model.rule import Rule


@dataclass(frozen=True, slots=True)
class Component:
    """A rule with the states it was typed with, in their order."""

    rule: Rule
    states: tuple[State, ...]

    def __str__(self) -> str:
        return f"{self.rule.spec}({self.rule.space.write(self.states)})"


@dataclass(frozen=True, slots=True)
class Part:
    """One state of a position and where it was typed; places count from 1."""

    component: int
    place: int
    rule: Rule
    state: State


@dataclass(frozen=True, slots=True, eq=False)
class Position:
    """A disjunctive sum. Equal positions have the same parts, however they were typed.

    >>> from grundy.games.heaps import nim
    >>> print(nim(3, 5) + nim(7))
    nim(3 5) + nim(7)
    """

    components: tuple[Component, ...]

    def __add__(self, other: Position) -> Position:
        return Position(self.components + other.components)

    def __str__(self) -> str:
        return " + ".join(map(str, self.components))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.multiset() == other.multiset()

    def __hash__(self) -> int:
        return hash(frozenset(self.multiset().items()))

    def parts(self) -> Iterator[Part]:
        """All parts, in the order in which they were typed."""
        for number, component in enumerate(self.components, 1):
            for place, state in enumerate(component.states, 1):
                yield Part(number, place, component.rule, state)

    def multiset(self) -> Counter[tuple[Rule, State]]:
        """The parts without their places."""
        return Counter((part.rule, part.state) for part in self.parts())

    def move(self, part: Part, labels: Labels) -> Move:
        """The move in one of this position's parts that its rule labels so."""
        where: Labels = ((part.rule.space.place, part.place),) if part.rule.space.place else ()
        component: Labels = (("component", part.component),) if len(self.components) > 1 else ()
        words = part.rule.words(dict(where + labels)) if part.rule.words else ""
        if component and words:
            words = f"{words} (component {part.component}, {part.rule.spec})"
        return Move(component + where + labels, words)


@dataclass(frozen=True, slots=True)
class Move:
    """What a player does: labelled numbers and names; `words` says it as a sentence.

    >>> print(Move((("pile", 1), ("take", 2))))
    pile 1, take 2
    """

    labels: Labels
    words: str = field(default="", compare=False)

    def __str__(self) -> str:
        return ", ".join(f"{key} {_written(value)}" for key, value in self.labels)

    def sentence(self) -> str:
        """The move for people."""
        return self.words or str(self)

    def as_dict(self) -> dict[str, Any]:
        """The move for machines."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self.labels}


def _written(value: object) -> str:
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", value):
        return value
    return repr(value)


_LABEL = re.compile(r"(?:^|, )([a-z_]+) (?=\S)")


def parse_move(text: str) -> Move:
    """Read a move as `str` writes it.

    Raises: BadText: the text is no list of labels and values.

    >>> parse_move("pile 1, take 2").as_dict()
    {'pile': 1, 'take': 2}
    """
    labels: list[tuple[str, Any]] = []
    at = 0
    while at < len(text) or not labels:
        label = _LABEL.match(text, at)
        if label is None:
            expected = "a label and its value, as in 'pile 1, take 2'"
            raise BadText([Finding(1, at + 1, expected, repr(text[at:]), "<move>")])
        ends = [match.start() for match in _LABEL.finditer(text, label.end())]
        for end in [*ends, len(text)]:  # a value may itself contain what looks like the next label
            value = _read_value(text[label.end() : end])
            if value is not None:
                break
        else:
            found = repr(text[label.end() :])
            raise BadText([Finding(1, label.end() + 1, "a number, a name or a quoted text", found, "<move>")])
        labels.append((label[1], value))
        at = end
    return Move(tuple(labels))


def _read_value(text: str) -> Any:
    if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*", text):
        return text
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what is no literal all the same
            return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None

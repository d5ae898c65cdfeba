"""What the statements of a core form read, and what they change."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from grundy.reading.core import (
    At,
    Body,
    Core,
    Fail,
    For,
    If,
    Leave,
    Let,
    Renamed,
    Scope,
    Site,
    Statement,
    Var,
    While,
)


class Read:
    """What is read in a core form: for each statement, the variables whose values are read after it."""

    def __init__(self, core: Core) -> None:
        self.after: dict[int, frozenset[str]] = {}  # by the statement, which the core form holds
        self._labels: dict[str, frozenset[str]] = {}
        self._body(core.body, frozenset())

    def _body(self, body: Body, later: frozenset[str]) -> frozenset[str]:
        """What is read from the beginning of some statements on, before it is given a value."""
        for statement in reversed(body):
            self.after[id(statement)] = later | self.after.get(id(statement), frozenset())
            later = self._statement(statement, later)
        return later

    def _statement(self, statement: Statement, later: frozenset[str]) -> frozenset[str]:
        match statement:
            case Let(name, value):
                return (later - {name}) | _variables(value)
            case If(test, one, two):
                return _variables(test) | self._body(one, later) | self._body(two, later)
            case For(name, low, high, _, body):
                turn = self._body(body, later) - {name}
                return _variables((low, high)) | later | (self._body(body, later | turn) - {name})
            case While(test, body):
                turn = later | _variables(test)
                return turn | self._body(body, turn | self._body(body, turn))
            case Scope(label, body):
                self._labels[label] = later
                return self._body(body, later)
            case Leave(label):
                return self._labels[label]
            case Renamed(body, handlers):
                return _variables(handlers) | self._body(body, later)
            case Fail():
                return _variables(statement)
        return later | _variables(statement)


def is_index(name: str, part: object) -> bool:
    """Whether a variable says somewhere which item of a tuple is meant."""
    return any(name in _variables(at.index) for at in _parts(part, At) if isinstance(at, At))


def _parts(part: object, kind: type) -> Iterator[object]:
    """The parts of a core form of one kind."""
    if isinstance(part, kind):
        yield part
    if isinstance(part, tuple):
        for member in part:
            yield from _parts(member, kind)
    elif is_dataclass(part) and not isinstance(part, Site):
        for each in fields(part):
            yield from _parts(getattr(part, each.name), kind)


def _variables(part: object) -> frozenset[str]:
    return frozenset(variable.name for variable in _parts(part, Var) if isinstance(variable, Var))


def carried(body: Body, before: frozenset[str] = frozenset()) -> dict[str, frozenset[str]]:
    """The names that statements give a value on the ways to their end, "", and to each label that they go to.

    >>> from grundy.reading.core import Truth
    >>> ways = carried((Let("m", Var("n")), If(Truth(True), (Let("k", Var("n")), Leave("end")))))
    >>> {label: sorted(names) for label, names in ways.items()}
    {'end': ['k', 'm'], '': ['m']}
    """
    ways: dict[str, frozenset[str]] = {}

    def leads(label: str, names: frozenset[str]) -> None:
        ways[label] = ways.get(label, frozenset()) | names

    here = before
    for statement in body:
        inner: dict[str, frozenset[str]] = {"": here}
        match statement:
            case Let(name):
                here |= {name}
                continue
            case If(_, one, two):
                inner = {}
                for way in (carried(one, here), carried(two, here)):
                    inner |= {label: names | inner.get(label, frozenset()) for label, names in way.items()}
            case For(name, body=repeated):
                inner = carried(repeated, here | {name})
                inner[""] = inner.get("", frozenset()) | here | {name}
            case While(_, repeated):
                inner = carried(repeated, here)
                inner[""] = inner.get("", frozenset()) | here
            case Scope(label, scoped):
                inner = carried(scoped, here)
                if label in inner:
                    inner[""] = inner.pop(label) | inner.get("", frozenset())
            case Renamed(renamed_body, _):
                inner = carried(renamed_body, here)
            case Leave(label):
                inner = {label: here}
            case Fail():
                inner = {}
        for label, names in inner.items():
            if label:
                leads(label, names)
        if "" not in inner:
            return ways
        here = inner[""]
    leads("", here)
    return ways

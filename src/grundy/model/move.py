"""Moves: what a player does, in labels that read back."""

from __future__ import annotations

import re
from dataclasses import field
from typing import Any

from grundy.errors import BadText, Finding
from grundy.model import upward
from grundy.model.frozen import frozen
from grundy.model.option import Labels
from grundy.text.literals import NOT_READ, python_literal
from grundy.text.numbers import digits


@frozen
class Move(upward.Drawn):
    """What a player does.

    Attributes
    ----------
    labels : tuple of (str, value)
        The move as numbers and names: ``(("pile", 1), ("take", 2))``.
    words : str
        The sentence for it; "" where there is none.

    Examples
    --------
    >>> print(Move((("pile", 1), ("take", 2))))
    pile 1, take 2
    """

    labels: Labels
    words: str = field(default="", compare=False)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"

    def __str__(self) -> str:
        return ", ".join(f"{key} {_value_text(value)}" for key, value in self.labels)

    def sentence(self) -> str:
        """The move for people."""
        return self.words or str(self)

    def as_dict(self) -> dict[str, Any]:
        """The move for machines."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in self.labels}


_NAME = re.compile(r"(?!(?:True|False|None)$)[A-Za-z_][A-Za-z0-9_-]*")  # a text that needs no quotes


def _value_text(value: object) -> str:
    if isinstance(value, str) and _NAME.fullmatch(value):
        return value
    return digits(value) if type(value) is int else repr(value)


def labels_text(labels: dict[str, Any]) -> str:
    """Describe a move by its labels and the states that it leaves, for a rule without words of its own.

    >>> labels_text({"place": 1, "take": 2, "to": ((5, 7),)}), labels_text({"place": 2, "to": (3, 3)})
    ('place 1, take 2, to (5, 7)', 'place 2, to 3 and 3')
    """
    written = {key: _value_text(value) for key, value in labels.items() if key != "to"}
    if "to" in labels:
        written["to"] = " and ".join(map(_value_text, labels["to"])) or "nothing"
    return ", ".join(f"{key} {value}" for key, value in written.items())


_NONE: Any = object()  # no value
_LABEL = r"(?:^|, )([^\W\d]\w*) (?=\S)"  # compiled when a move is read


def parse_move(text: str) -> Move:
    """Read a move as `str` writes it.

    Parameters
    ----------
    text : str
        Labels with their values, separated by commas.

    Returns
    -------
    Move

    Raises
    ------
    BadText
        The text is no list of labels and values.

    Examples
    --------
    >>> parse_move("pile 1, take 2").as_dict()
    {'pile': 1, 'take': 2}
    """
    labels: list[tuple[str, Any]] = []
    pattern = re.compile(_LABEL)
    at = 0
    while at < len(text) or not labels:
        label = pattern.match(text, at)
        if label is None:
            expected = "a label and its value, as in 'pile 1, take 2'"
            raise BadText([Finding(1, at + 1, expected, repr(text[at:]), "<move>")])
        ends = [match.start() for match in pattern.finditer(text, label.end())]
        for end in [*ends, len(text)]:  # a value may itself contain what looks like the next label
            value = _read_value(text[label.end() : end])
            if value is not _NONE:
                break
        else:
            actual = repr(text[label.end() :])
            raise BadText([Finding(1, label.end() + 1, "a number, a name or a quoted text", actual, "<move>")])
        labels.append((label[1], value))
        at = end
    return Move(tuple(labels))


def _read_value(text: str) -> Any:
    if _NAME.fullmatch(text):
        return text
    try:
        return python_literal(text)
    except NOT_READ:
        return _NONE

"""What a state is, and how a position of such states is written, read and drawn."""

from __future__ import annotations

import re
from collections.abc import Callable

from grundy.model.board import Board, Piles
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.text.literals import read_literals, write_literals
from grundy.text.notation import read_numbers
from grundy.text.numbers import digits
from grundy.text.reader import Text

States = tuple[State, ...]


def no_board(states: States) -> Board | None:
    """States without a picture."""
    return None


@frozen
class Space:
    """The states of a rule, as a value.

    `part_name` is the word for one part of a position (pile, row, token); empty where the whole text
    is one state. `contains` says whether a value is a state at all; `read` takes the states from a
    text, and what it reports there voids what it returns; `write` gives text that reads back;
    `short` names one state in a few words, where that is not what `write` gives; `named` is the name that a
    person would type for some states, such as `3x5` for a full board, or "" where they have none.
    `network` gives that text of a graph of NetworkX and of what is said beside it; without it a graph without
    directions alone is a state.
    """

    name: str
    part_name: str
    contains: Callable[[State], bool]
    read: Callable[[Text], States]
    write: Callable[[States], str]
    board: Callable[[States], Board | None] = no_board
    short: Callable[[State], str] | None = None
    named: Callable[[States], str] | None = None
    network: Callable[..., str] | None = None

    def __repr__(self) -> str:
        return f"Space({self.name!r})"

    def kind(self, state: State, arity: int = 1) -> str:
        """What a state of so many values should be where this is none, in a few words.

        >>> HEAP.kind(-1), HASHABLE.kind(3, 2)
        ('heap state', 'state of 2 values')
        """
        if arity > 1 and not (isinstance(state, tuple) and len(state) == arity):
            return f"state of {arity} values"
        return f"state that is a {self.name}" if " " in self.name else f"{self.name} state"

    def describe(self, state: State) -> str:
        """One state in a few words."""
        return self.short(state) if self.short else self.write((state,))

    def typed(self, states: States) -> str:
        """What a person would type for these states."""
        return (self.named and self.named(states)) or self.write(states)


def is_size(state: State) -> bool:
    """Whether a value is a heap size: an int, not a bool, not negative."""
    return type(state) is int and state >= 0


def is_sizes(state: State) -> bool:
    """Whether a value is a tuple of heap sizes."""
    return isinstance(state, tuple) and all(map(is_size, state))


def is_hashable(state: State) -> bool:
    """Whether a value can be remembered (a list cannot) and is one of Python's own whole numbers, if it is a number;
    None is no state, but what a bare `yield` gives."""
    if type(state) is int:
        return True
    try:
        hash(state)
    except TypeError:
        return False
    return state is not None and not is_other_number(state)


def is_other_number(value: object) -> bool:
    """Whether a value is a number and no plain int: 2.0, True and NumPy's 2 are equal to 1 or 2, and count otherwise.

    >>> [is_other_number(value) for value in (2, 2.0, True, "2", (2,))]
    [False, True, True, False, False]
    """
    if type(value) is int:
        return False
    from numbers import Number  # for which heaps of whole numbers need not wait

    return isinstance(value, Number) or hasattr(value, "dtype")


def would_do(state: object) -> str:
    """For the end of what was expected of a state: what to write where a value in it can change, or is no plain int."""
    numbers = state if isinstance(state, tuple) else (state,)
    changes = next((value for value in numbers if isinstance(value, set | list | dict)), None)
    if changes is not None:
        meant = "frozenset" if isinstance(changes, set) else "tuple"
        return f", such as {meant}(...) in place of the {type(changes).__name__}"
    other = next((number for number in numbers if is_other_number(number)), None)
    return "" if other is None else f", with numbers of type int, not {type(other).__name__}; int(...) would make one"


def _numbers(states: States) -> str:
    return " ".join(map(digits, states))  # type: ignore[arg-type]


def read_some(text: Text, what: str, count: int, least: int = 0, most: int | None = None) -> tuple[int, ...]:
    """Exactly `count` numbers from `least` to `most`; more or fewer are reported."""
    numbers = read_numbers(text, what, least)
    tokens = list(re.finditer(r"[^ \t\r\n]+", text.string))
    if len(tokens) != len(numbers):
        return numbers  # a token is no such number, and that is reported
    for match, number in zip(tokens, numbers, strict=True):
        if most is not None and number > most:
            text.report_at(match.start(), f"{what} from {least:,} to {most:,}")
    if len(tokens) > count:
        text.report_at(tokens[count].start(), f"the end after {count} number{'s' * (count > 1)}")
    elif len(tokens) < count:
        text.report_end(f"{what} ({count} in all)")
    return numbers


def heaps(place: str = "pile", what: str = "a pile size", counters: bool = True) -> Space:
    """Heaps of counters (or just numbers), written as numbers with blanks between them."""

    def board(states: States) -> Board:
        return Piles(tuple(states), place)  # type: ignore[arg-type]

    picture = board if counters else no_board
    return Space("heap", place, is_size, lambda text: read_numbers(text, what), _numbers, picture)


TUPLE = re.compile(r"[ \t\r\n]*\([ \t\r\n]*[0-9]+[ \t\r\n]*,[0-9, \t\r\n]*\)[ \t\r\n]*")  # of whole numbers


def vector(each: str = "pile", what: str = "a pile size", length: int | None = None) -> Space:
    """One state of several numbers in a fixed order; `length` says how many, if that is fixed."""

    def holds(state: State) -> bool:
        return is_sizes(state) and (length is None or len(state) == length)  # type: ignore[arg-type]

    def read(text: Text) -> States:
        if TUPLE.fullmatch(text.string):
            states = read_literals(text)  # as Python writes it, such as (5, 2)
            if states and length not in (None, len(states[0])):
                text.report_at(text.string.index("("), f"a tuple of {length} numbers", f"one of {len(states[0])}")
            return states
        return (read_numbers(text, what) if length is None else read_some(text, what, length),)

    def write(states: States) -> str:
        return _numbers(states[0])  # type: ignore[arg-type]

    def board(states: States) -> Board:
        return Piles(states[0], each)  # type: ignore[arg-type]

    return Space("vector", "", holds, read, write, board)


HEAP = heaps()
HASHABLE = Space("hashable", "place", is_hashable, read_literals, write_literals)

"""What a judge's format is: a value with a reader and a writer, the same for all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Case:
    """One position to answer, as plain data.

    Fields:  game: its name in the catalogue. parameters: what the name's parameters are, such as (1, 2, 3) of
             take-away. states: the states that are added, such as the sizes of the piles; a board is one state.
    """

    game: str
    parameters: tuple[Any, ...]
    states: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """The cases of an input, and how many of them each line of the output answers.

    >>> reading = Reading((Case("nim", (), (3, 4)),))
    >>> len(reading), reading.per_line
    (1, None)
    """

    cases: tuple[Case, ...]
    per_line: tuple[int, ...] | None = None  # None: a line for each case

    def __iter__(self) -> Iterator[Case]:
        return iter(self.cases)

    def __len__(self) -> int:
        return len(self.cases)


@dataclass(frozen=True, slots=True)
class Option:
    """A keyword of a format's reader and writer; `choices` are its values, if they are few."""

    name: str
    says: str
    default: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Judge:
    """A format, in and out.

    Fields:  says: one sentence. limits: the judge's own, which are not enforced. source: where the format is from.
             asks: what is to be answered for each case, whether the first player wins or in how many moves.
             read: (text: Text, **options) -> Reading; raises BadText, after reading everything.
             write: (reading: Reading, answers: Sequence[bool] or Sequence[int], **options) -> the output.
             Both take every option as a keyword, a string, and have its default.
    """

    name: str
    says: str
    limits: str
    source: str
    sample_in: str
    sample_out: str
    asks: Literal["winner", "moves"]
    read: Callable[..., Reading]
    write: Callable[..., str]
    options: tuple[Option, ...] = ()


def lines_of(first: str, second: str) -> Callable[..., str]:
    """A writer of a line for each case: `first` if the first player wins, else `second`."""

    def write(reading: Reading, answers: list[bool], **options: str) -> str:
        del options
        return "".join(f"{first if wins else second}\n" for _, wins in zip(reading.cases, answers, strict=True))

    return write

"""What a judge's format is: a value with a reader and a writer, the same for all of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from grundy.judges.inputs import Inputs
from grundy.model.convention import Convention, Winner
from grundy.model.rule import Component, Rule

if TYPE_CHECKING:
    from grundy.text.rows import Numbers, Places


@dataclass(frozen=True, slots=True)
class Reading:
    """The cases of an input, how many of them each line of the output answers, and in which play.

    A case is a rule with states that the reader has checked: a rule would look at each state once more.

    >>> from grundy.games.heaps import nim
    >>> reading = Reading((Component(nim, (3, 4)),))
    >>> len(reading), reading.per_line
    (1, None)
    """

    cases: tuple[Component, ...]
    per_line: tuple[int, ...] | None = None  # None: a line for each case
    play: Convention = "normal"

    def __iter__(self) -> Iterator[Component]:
        return iter(self.cases)

    def __len__(self) -> int:
        return len(self.cases)


@dataclass(frozen=True, slots=True)
class CaseColumns:
    """The cases of an input of numbers below 2^64, of which there may be millions: a column for each number of a case.

    >>> list(CaseColumns((array("Q", [2, 3]), array("Q", [4, 5]))))
    [(2, 4), (3, 5)]
    """

    columns: tuple[array[int] | Numbers, ...]

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return zip(*self.columns, strict=True)

    def __len__(self) -> int:
        return len(self.columns[0])


@dataclass(frozen=True, slots=True)
class Batch:
    """Many cases of one rule whose states are numbers, in one array.

    Fields:  states: of all cases, one after the other. ends: for each case how many states it and those before it have.
    """

    rule: Rule
    states: Numbers
    ends: Places

    def __len__(self) -> int:
        return len(self.ends)


@dataclass(frozen=True, slots=True)
class Batches:
    """What a `Reading` is, of a large input."""

    batches: Sequence[Batch]
    per_line: tuple[int, ...] | None = None

    def __len__(self) -> int:
        return sum(map(len, self.batches))


@dataclass(frozen=True, slots=True)
class FormatOption:
    """A keyword of a format's reader and writer, and an option of the command `judge`.

    Fields:  summary: what it is for. default: its value where none is given. choices: its values, if they are few.
             metavar: what its value is called in the help, where the reader says what is wrong with one; "": nothing
             but the choices is let through to it.
    """

    name: str
    summary: str
    default: str
    choices: tuple[str, ...] = ()
    metavar: str = ""


@dataclass(frozen=True, slots=True)
class Judge:
    """A format, in and out.

    Fields:  summary: one sentence. limits: the judge's own, which are not enforced. source: where the format is from.
             asks: what is to be answered for each case: whether the first player wins (in loopy play the word for who
             does: first, second or draw), how many moves win in normal play, the whole
             `Result` (with a value and the winning moves), or, of cases that are numbers, their nim-product or inverse.
             read: (text: Text, **options) -> Reading, of numbers Columns; raises BadText, after reading everything.
             write: (reading, answers: a sequence of bool, int or Result, **options) -> the output.
             Both take every option as a keyword, a string, and have its default.
             inputs: how inputs are made, for stress tests; None: they are not.
             read_large: (lines: NumberLines, **options) -> Batches, of numbers Columns, for large inputs of nothing but
             numbers; None where anything is not as it should be, or as is usual: then `read` reads.
             answer_large: (input: bytes) -> the output as bytes, for large inputs without options; else the same.
    """

    name: str
    summary: str
    limits: str
    source: str
    sample_in: str
    sample_out: str
    asks: Literal["winner", "moves", "results", "nim-products", "nim-inverses"]
    read: Callable[..., Any]
    write: Callable[..., str]
    options: tuple[FormatOption, ...] = ()
    inputs: Inputs | None = None
    read_large: Callable[..., Any] | None = None
    answer_large: Callable[[bytes], bytes | None] | None = None

    def __str__(self) -> str:
        lines = [self.name, f"  {self.summary}"]
        lines += [f"  Judge's limits (not enforced): {self.limits}.", f"  Source: {self.source}."]
        lines += [f"  --{option.name}: {option.summary} (default {option.default})." for option in self.options]
        for title, sample in (("Input:", self.sample_in), ("Output:", self.sample_out)):
            lines += [f"  {title}", *(f"    {line}" for line in sample.splitlines())]
        return "\n".join(lines)


def lines_of(first: str, second: str, draw: str = "draw") -> Callable[..., str]:
    """A writer of a line for each case: `first` if the first player wins, else `second`; in loopy play also `draw`."""

    def write(reading: Reading | Batches, answers: Sequence[bool | Winner], **options: str) -> str:
        del options
        lines = {False: second, True: first, "second": second, "first": first, "draw": draw}
        return "".join([f"{lines[wins]}\n" for _, wins in zip(range(len(reading)), answers, strict=True)])

    return write

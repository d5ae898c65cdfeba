"""T lines of two numbers below 2^64; the nim-product of each pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random

from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs, spaced
from grundy.judges.judge import CaseColumns, Judge
from grundy.text.reader import Text
from grundy.text.rows import MOST_64, NumberLines, Rows

Case = tuple[int, ...]


def read(text: Text) -> CaseColumns:
    return read_columns(text, ("a number A", "a number B"))


def read_columns(text: Text, whats: Sequence[str], least: int = 0) -> CaseColumns:
    """T, and T lines with a number for each of these names."""
    rows = Rows(text)
    columns = rows.columns("the number of cases", whats, least)
    rows.finish()
    return CaseColumns(columns)


def read_large(lines: NumberLines) -> CaseColumns | None:
    return columns_of(lines, 2)


def columns_of(lines: NumberLines, each: int, least: int = 0) -> CaseColumns | None:
    """T, and T lines of so many numbers; None for anything else."""
    numbers = lines.numbers
    sizes = lines.lengths
    if sizes[0] != 1 or numbers[0] != len(lines) - 1 or len(numbers) == 1 or (sizes[1:] != each).any():
        return None
    if least and numbers[1:].min() < least:
        return None
    return CaseColumns(tuple(numbers[1 + place :: each] for place in range(each)))


def write(reading: CaseColumns, answers: Sequence[int]) -> str:
    """A line for each case."""
    lines = [str(answer) for _, answer in zip(range(len(reading)), answers, strict=True)]
    return "\n".join((*lines, ""))


def random_numbers(how_many: int, least: int) -> Callable[[Random, int], Case]:
    """Numbers of more bits for a larger size; now and then a power of 2, or the largest number."""

    def random(chances: Random, size: int) -> Case:
        bits = min(64, 2 + size)

        def number() -> int:
            kind = chances.random()
            if kind < 0.1:
                return MOST_64 if kind < 0.01 else 1 << chances.randrange(bits)
            return chances.randint(least, (1 << bits) - 1)

        return tuple(number() for _ in range(how_many))

    return random


def smaller_numbers(least: int) -> Callable[[Case], Iterator[Case]]:
    """One of the numbers made smaller.

    >>> list(smaller_numbers(1)((6, 1)))
    [(3, 1), (4, 1), (5, 1)]
    """

    def smaller(case: Case) -> Iterator[Case]:
        for at, number in enumerate(case):
            for less in dict.fromkeys((number >> 1, number & number - 1, number - 1)):
                if least <= less < number:
                    yield (*case[:at], less, *case[at + 1 :])

    return smaller


def write_cases(cases: Sequence[Case]) -> str:
    """The input for some cases."""
    return "".join(f"{line}\n" for line in (len(cases), *map(spaced, cases)))


def _small() -> Iterator[Case]:
    for most in count():
        yield from ((a, most) for a in range(most))
        yield from ((most, b) for b in range(most + 1))


JUDGE = Judge(
    name="nim-product-64",
    summary="T lines of two numbers below 2^64. A line with their nim-product for each.",
    limits="T <= 10^6",
    source="Library Checker, nim_product_64",
    sample_in="3\n5 4\n3141 5926\n16 16\n",
    sample_out="2\n14994\n24\n",
    asks="nim-products",
    read=read,
    write=write,
    inputs=Inputs(_small, random_numbers(2, 0), smaller_numbers(0), write_cases, "[0-9]+", "a number", 100),
    read_large=read_large,
    answer_large=partial(answer, "nim-product-64"),
)

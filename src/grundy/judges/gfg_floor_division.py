"""A set of divisors and a list of integers, as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from grundy.games.heaps import floor_division
from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs, random_piles, smaller_pair, smaller_piles, sums
from grundy.judges.judge import Judge, Reading, lines_of
from grundy.model.rule import Component
from grundy.text.json_reader import Document
from grundy.text.reader import Text


def read(text: Text) -> Reading:
    document = Document(text)
    divisors, integers = document.fields(("divisors", "ints"))
    parameters = document.numbers("divisors", divisors, "a divisor", 2)
    states = document.numbers("ints", integers, "an integer", 0)
    text.close()
    return Reading((Component(floor_division(*parameters), states),))


def _small() -> Iterator[Any]:
    for numbers in sums(0, 1000)():
        yield (2, 3, 6), numbers
        if sum(numbers) < 12:
            yield from ((divisors, numbers) for divisors in ((2,), (3,), (2, 3), (2, 5)))


def _random(chances: Random, size: int) -> Any:
    divisors = chances.sample(range(2, 5 + size // 2), chances.randint(1, 3))
    return tuple(sorted(divisors)), random_piles(0, 10**9)(chances, size * size)


def _write(cases: Sequence[Any]) -> str:
    ((divisors, numbers),) = cases
    return json.dumps({"divisors": list(divisors), "ints": list(numbers)}) + "\n"


JUDGE = Judge(
    name="gfg-floor-division",
    summary="Divisors and integers as JSON; a move divides an integer by a divisor, rounding down. first or second.",
    limits="none given",
    source="GeeksforGeeks, Combinatorial Game Theory | Set 3 (Grundy Numbers and Mex), its last example",
    sample_in='{"divisors": [2, 3, 6], "ints": [4, 7, 21]}\n',
    sample_out="first\n",
    asks="winner",
    read=read,
    write=lines_of("first", "second"),
    inputs=Inputs(_small, _random, smaller_pair(2, 1, smaller_piles(0)), _write, "first|second", "first or second"),
    answer_large=partial(answer, "gfg-floor-division"),
)

"""T lines of a number from 1 to 2^64 - 1; the number with which its nim-product is 1."""

from __future__ import annotations

from functools import partial
from itertools import count

from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs
from grundy.judges.judge import CaseColumns, Judge
from grundy.judges.nim_product_64 import (
    columns_of,
    random_numbers,
    read_columns,
    smaller_numbers,
    write,
    write_cases,
)
from grundy.text.reader import Text
from grundy.text.rows import NumberLines


def read(text: Text) -> CaseColumns:
    return read_columns(text, ("a number A",), least=1)


def read_large(lines: NumberLines) -> CaseColumns | None:
    return columns_of(lines, 1, least=1)


JUDGE = Judge(
    name="nim-inverse-64",
    summary="T lines of a number from 1 to 2^64 - 1. A line with its nim-inverse for each.",
    limits="T <= 10^6",
    source="as nim-product-64, for programs that divide",
    sample_in="5\n1\n2\n4\n16\n18446744073709551615\n",
    sample_out="1\n3\n15\n170\n221865125609472\n",
    asks="nim-inverses",
    read=read,
    write=write,
    inputs=Inputs(
        lambda: ((number,) for number in count(1)),
        random_numbers(1, 1),
        smaller_numbers(1),
        write_cases,
        "[0-9]+",
        "a number",
        100,
    ),
    read_large=read_large,
    answer_large=partial(answer, "nim-inverse-64"),
)

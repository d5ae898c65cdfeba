"""A set of divisors and a list of integers, as JSON."""

from __future__ import annotations

from grundy.judges.judge import Case, Judge, Reading, lines_of
from grundy.text.json_reader import Document
from grundy.text.reader import Text


def read(text: Text) -> Reading:
    document = Document(text)
    divisors, integers = document.fields(("divisors", "ints"))
    parameters = document.numbers("divisors", divisors, "a divisor", 2)
    states = document.numbers("ints", integers, "an integer", 0)
    text.close()
    return Reading((Case("floor-division", tuple(sorted(set(parameters))), states),))


JUDGE = Judge(
    name="gfg-floor-division",
    says="Divisors and integers as JSON; a move divides an integer by a divisor, rounding down. first or second.",
    limits="none given",
    source="GeeksforGeeks, Combinatorial Game Theory | Set 3 (Grundy Numbers and Mex), its last example",
    sample_in='{"divisors": [2, 3, 6], "ints": [4, 7, 21]}\n',
    sample_out="first\n",
    asks="winner",
    read=read,
    write=lines_of("first", "second"),
)

"""Sets, each with its positions; a set that says 0 ends the input."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from grundy.judges.judge import Case, Judge, Reading
from grundy.text.reader import Text
from grundy.text.rows import Rows


def read(text: Text) -> Reading:
    rows = Rows(text)
    cases = []
    per_line = []
    while not text.full:
        row = rows.read("a set, k s1 .. sk, or the closing 0", between=True)
        if row is None:
            break
        if row[0] == 0:
            rows.length(1, "")
            break
        takes = tuple(sorted(set(rows.counted("a number of stones to take", 1, "the size of the set, 0 or more"))))
        count = rows.count("the number of positions")
        if count is None:
            rows.stopped = True
            break
        for index in range(1, count + 1):
            if rows.read("position", index, count) is None or text.full:
                break
            cases.append(Case("take-away", takes, rows.counted("a pile size", 0, "the number of piles, 0 or more")))
        per_line.append(count)
    rows.finish()
    return Reading(tuple(cases), tuple(per_line))


def write(reading: Reading, answers: Sequence[bool]) -> str:
    letters = iter(["W" if wins else "L" for _, wins in zip(reading.cases, answers, strict=True)])
    return "".join("".join(islice(letters, count)) + "\n" for count in reading.per_line or ())


JUDGE = Judge(
    name="poj2960-s-nim",
    says="Sets of numbers that may be taken, each with m positions; 0 ends the input. A line of W and L for each set.",
    limits="k and m <= 100, l <= 100, h <= 10000",
    source="POJ 2960 and HDU 1536, S-Nim",
    sample_in=("2 2 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n5 1 2 3 4 5\n3\n2 5 12\n3 2 4 7\n4 2 3 7 12\n0\n"),
    sample_out="LWW\nWWL\n",
    asks="winner",
    read=read,
    write=write,
)

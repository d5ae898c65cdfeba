"""Cases of two lines: how many piles, and their sizes in order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from grundy.games.rows import sequential_nim
from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs, random_piles, smaller_piles, spaced, sums
from grundy.judges.judge import Judge, Reading, lines_of
from grundy.model.rule import Component
from grundy.text.reader import Text
from grundy.text.rows import Rows


def read(text: Text) -> Reading:
    rows = Rows(text)
    cases = []
    for _ in rows.cases("the number of cases"):
        count = rows.count("the number of piles", between=True)
        if count is None:
            rows.stopped = True
            break
        piles = rows.read("the sizes of the piles") if count else []
        if piles is None:
            break
        if piles:
            rows.check_all(0, "a pile size", 0)
            rows.length(count, "a pile size")
        cases.append(Component(sequential_nim, (tuple(piles),)))
    rows.finish()
    return Reading(tuple(cases))


def _write(cases: Sequence[tuple[int, ...]]) -> str:
    return f"{len(cases)}\n" + "".join(f"{len(case)}\n{spaced(case)}\n" for case in cases)


JUDGE = Judge(
    name="cf1382b-sequential-nim",
    summary="T rows of piles; a move takes 1 or more stones from the first pile that is not empty. First or Second.",
    limits="t <= 1000, n <= 100000 in all, piles from 1 to 10^9",
    source="Codeforces 1382B, Sequential Nim",
    sample_in=(
        "7\n3\n2 5 4\n8\n1 1 1 1 1 1 1 1\n6\n1 2 3 4 5 6\n6\n1 1 2 1 2 2\n1\n1000000000\n5\n1 2 2 1 1\n3\n1 1 1\n"
    ),
    sample_out="First\nSecond\nSecond\nFirst\nFirst\nSecond\nFirst\n",
    asks="winner",
    read=read,
    write=lines_of("First", "Second"),
    inputs=Inputs(
        sums(1, 10**9), random_piles(1, 10**9), smaller_piles(1), _write, "First|Second", "First or Second", 100
    ),
    answer_large=partial(answer, "cf1382b-sequential-nim"),
)

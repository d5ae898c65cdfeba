"""Interval Game 2: AtCoder Beginner Contest 206 F, https://atcoder.jp/contests/abc206/tasks/abc206_f

Players choose, by turns, one of some intervals [L, R) that meets none of those chosen before. What is left of a stretch
of the line lies to the left and to the right of the one chosen.

    grundy judge examples/contests/abc206f.py < input.txt
"""

import grundy
from grundy import to
from grundy.judges import Judge, Reading
from grundy.judges.judge import lines_of
from grundy.model.rule import Component
from grundy.text.rows import Rows


@grundy.rule
def stretch(begin, end, *, intervals):
    for left, right in intervals:
        if begin <= left and right <= end:
            yield to((begin, left), (right, end), choose=(left, right))


def read(text):
    rows, cases = Rows(text), []
    for _ in rows.cases("the number of test cases"):
        count = rows.count("the number of intervals")
        intervals = {tuple(rows.counts(("L", "R"))) for _ in range(count or 0)}
        cases.append(Component(stretch.bind(intervals=tuple(sorted(intervals))), ((1, 100),)))
    rows.finish()
    return Reading(tuple(cases))


FORMAT = Judge(
    name="abc206f",
    summary="T cases, each with N intervals. Who wins.",
    limits="T <= 20, N <= 100, 1 <= L < R <= 100",
    source="AtCoder Beginner Contest 206 F, Interval Game 2",
    sample_in=(
        "5\n3\n53 98\n8 43\n12 53\n10\n4 7\n5 7\n3 7\n4 5\n5 8\n6 9\n4 8\n5 10\n1 9\n5 10\n2\n58 98\n11 29\n"
        "6\n79 83\n44 83\n38 74\n49 88\n18 45\n64 99\n1\n5 9\n"
    ),
    sample_out="Bob\nAlice\nBob\nAlice\nAlice\n",
    asks="winner",
    read=read,
    write=lines_of("Alice", "Bob"),
)

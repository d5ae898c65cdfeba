"""One matrix of zeros and ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from grundy.games.boards import rectangle
from grundy.judges.inputs import Inputs, cleared, random_board
from grundy.judges.judge import Judge, Reading, lines_of
from grundy.model.rule import Component
from grundy.text.notation import read_board
from grundy.text.reader import Text


def read(text: Text) -> Reading:
    rows = read_board(text, "01")
    if not text.string.strip(" \t\r\n"):
        text.report_end("a row of cells, '0' or '1'")
    text.close()
    return Reading((Component(rectangle, (rows,)),))


def _boards_4x4() -> Iterator[tuple[str, ...]]:
    for ones in range(17):
        for places in combinations(range(16), ones):
            cells = "".join("1" if at in places else "0" for at in range(16))
            yield tuple(cells[at : at + 4] for at in range(0, 16, 4))


JUDGE = Judge(
    name="gfg-rectangle",
    summary="One 0/1 matrix; a move sets to 0 a rectangle of ones. A if the first player wins, else B.",
    limits="4 x 4",
    source="GeeksforGeeks, Predict the winner of the game | Sprague-Grundy",
    sample_in="0 1 1 0\n0 0 0 0\n0 0 0 0\n0 0 0 1\n",
    sample_out="A\n",
    asks="winner",
    read=read,
    write=lines_of("A", "B"),
    inputs=Inputs(
        _boards_4x4,
        lambda chances, size: random_board("01", 4, 4, chances),
        cleared("1", "0"),
        lambda cases: "".join(f"{' '.join(row)}\n" for row in cases[0]),
        "A|B",
        "A or B",
    ),
)

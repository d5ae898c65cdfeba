"""One matrix of zeros and ones."""

from __future__ import annotations

from grundy.judges.judge import Case, Judge, Reading, lines_of
from grundy.text.notation import read_board
from grundy.text.reader import Text


def read(text: Text) -> Reading:
    rows = read_board(text, "01")
    if not text.string.strip(" \t\r\n"):
        text.report_end("a row of cells, '0' or '1'")
    text.close()
    return Reading((Case("rectangle", (), (rows,)),))


JUDGE = Judge(
    name="gfg-rectangle",
    says="One 0/1 matrix; a move sets to 0 a rectangle of ones. A if the first player wins, else B.",
    limits="4 x 4",
    source="GeeksforGeeks, Predict the winner of the game | Sprague-Grundy",
    sample_in="0 1 1 0\n0 0 0 0\n0 0 0 0\n0 0 0 1\n",
    sample_out="A\n",
    asks="winner",
    read=read,
    write=lines_of("A", "B"),
)

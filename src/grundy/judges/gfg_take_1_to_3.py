"""One line of piles."""

from __future__ import annotations

from collections.abc import Sequence

from grundy.games.heaps import take_away
from grundy.judges.inputs import Inputs, random_piles, smaller_piles, spaced, sums
from grundy.judges.judge import FormatOption, Judge, Reading
from grundy.model.rule import Component
from grundy.text.reader import ARGUMENT, Text, describe
from grundy.text.rows import Rows


def read(text: Text, *, starts: str | int = "1") -> Reading:
    _starter(starts)
    rows = Rows(text)
    rows.read("the sizes of the piles", between=True)
    rows.check_all(0, "a pile size", 0)
    rows.finish()
    return Reading((Component(take_away(1, 2, 3), tuple(rows.row)),))


def write(reading: Reading, answers: Sequence[bool], *, starts: str | int = "1") -> str:
    starter = _starter(starts)
    return "".join(
        f"Player {starter if wins else 3 - starter} will win\n" for _, wins in zip(reading.cases, answers, strict=True)
    )


def _starter(starts: str | int) -> int:
    if str(starts) not in ("1", "2"):
        text = Text(str(starts), ARGUMENT)
        text.report(1, 1, "the player who starts, 1 or 2", describe(text.string))
        text.close()
    return int(starts)


JUDGE = Judge(
    name="gfg-take-1-to-3",
    summary="One line of piles; a move takes 1, 2 or 3 stones from a pile. Which of players 1 and 2 will win.",
    limits="piles to 100",
    source="GeeksforGeeks, Combinatorial Game Theory | Set 4 (Sprague-Grundy Theorem)",
    sample_in="3 4 5\n",
    sample_out="Player 1 will win\n",
    asks="winner",
    read=read,
    write=write,
    options=(FormatOption("starts", "the player who makes the first move", "1", ("1", "2")),),
    inputs=Inputs(
        sums(0, 100),
        random_piles(0, 100),
        smaller_piles(0),
        lambda cases: f"{spaced(cases[0])}\n",
        "Player [12] will win",
        "Player 1 will win or Player 2 will win",
    ),
)

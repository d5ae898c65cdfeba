"""Playing with String: Codeforces 305E, https://codeforces.com/problemset/problem/305/E

A move picks a letter whose two neighbours are equal, and cuts the string before and after it. Then its neighbours are
ends of their parts and cannot be picked any more: a run of letters that may be picked is a heap of Dawson's Chess. The
judge also asks for the first of all winning places.

    grundy judge examples/contests/cf305e.py < input.txt
"""

from dataclasses import dataclass

import grundy
from grundy.judges import Judge, Reading
from grundy.model.rule import Component


@dataclass(frozen=True)
class Runs(Reading):
    begins: tuple[int, ...] = ()  # the place of each run's first letter, from 1


def read(text):
    string = text.string.strip()
    may = "".join("#" if before == after else "." for before, after in zip(string, string[2:], strict=False))
    begins = [i for i in range(len(may)) if may[i] == "#" and (i == 0 or may[i - 1] == ".")]
    lengths = tuple(len(may[i:].partition(".")[0]) for i in begins)
    return Runs((Component(grundy.dawsons_chess, lengths),), begins=tuple(i + 2 for i in begins))


def write(reading, answers):
    [result] = answers
    if result.winner == "second":
        return "Second\n"
    return f"First\n{min(place(move.as_dict(), reading.begins) for move in result.winning_moves)}\n"


def place(move, begins):
    """The first letter that the move may be: one that takes 3 goes beside the smaller part, others to the left end."""
    before = min(move["leave"]) if len(move["leave"]) == 2 else 0
    return begins[move["pile"] - 1] + (before + 1 if move["take"] == 3 else 0)


FORMAT = Judge(
    name="cf305e",
    summary="A string. Who wins, and if it is the first player, the first winning place.",
    limits="up to 5,000 letters",
    source="Codeforces 305E, Playing with String",
    sample_in="abacaba\n",
    sample_out="First\n2\n",
    asks="results",
    read=read,
    write=write,
)

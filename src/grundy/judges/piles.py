"""One position a line, of a game that the user names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from grundy.games.heaps import nim, take_away
from grundy.games.rows import sequential_nim
from grundy.judges.at_once import answer
from grundy.judges.inputs import Inputs, random_piles, smaller_piles, spaced, sums
from grundy.judges.judge import Batch, Batches, FormatOption, Judge, Reading, lines_of
from grundy.model.rule import Component, Rule
from grundy.text.notation import read_set
from grundy.text.reader import ARGUMENT, Text, describe
from grundy.text.rows import NumberLines, Rows

Play = Literal["normal", "misere"]
_GAMES = "nim, sequential-nim or take-away:1,2,3"
_WORDS = {"words": ("first", "second"), "AB": ("A", "B")}


def read(text: Text, *, game: str = "nim", answers: str = "words", play: Play = "normal") -> Reading:
    rule = _rule(game)
    _words(answers)
    rows = Rows(text)
    cases = []
    position = rows.read("the sizes of piles (the empty position is 0)", between=True)
    while position is not None:
        rows.check_all(0, "a pile size", 0)
        states = tuple(position)
        cases.append(Component(rule, (states,) if rule == sequential_nim else states))
        position = None if rows.at_end() or text.full else rows.read("the sizes of piles", between=True)
    rows.finish()
    return Reading(tuple(cases), play=play)


def read_large(
    lines: NumberLines, *, game: str = "nim", answers: str = "words", play: Play = "normal"
) -> Batches | None:
    rule = _rule(game)
    _words(answers)
    if rule == sequential_nim or play != "normal":  # whose states are rows of numbers; or values do not tell who wins
        return None
    return Batches((Batch(rule, lines.numbers, lines.begins[1:][lines.lengths > 0]),))


def write(
    reading: Reading | Batches,
    answers_: Sequence[bool],
    *,
    game: str = "nim",
    answers: str = "words",
    play: Play = "normal",
) -> str:
    del game, play
    return lines_of(*_words(answers))(reading, answers_)


def _rule(spec: str) -> Rule:
    text = Text(spec, ARGUMENT)
    name, colon, _ = spec.partition(":")
    parameters: tuple[int, ...] = ()
    if name == "take-away":
        parameters = read_set(text.part(len(name) + len(colon)), "a number of stones to take") if colon else ()
        if not colon:
            text.report_end("':' and the numbers of stones to take, as in take-away:1,2,3")
    elif spec not in ("nim", "sequential-nim"):
        text.report(1, 1, _GAMES, describe(spec))
    text.close()
    return take_away(*parameters) if name == "take-away" else sequential_nim if name == "sequential-nim" else nim


def _words(answers: str) -> tuple[str, str]:
    if answers not in _WORDS:
        text = Text(answers, ARGUMENT)
        text.report(1, 1, " or ".join(_WORDS), describe(answers))
        text.close()
    return _WORDS[answers]


JUDGE = Judge(
    name="piles",
    summary="One position a line, the sizes of its piles; blank lines are skipped, the empty position is 0.",
    limits="none",
    source="this project; sequential-nim as in GeeksforGeeks, Find winner of the game when any number of stones can"
    " be removed from the least indexed non-empty pile",
    sample_in="1 1 2 1\n1 1 1 1 1 1\n0\n",
    sample_out="first\nsecond\nsecond\n",
    asks="winner",
    read=read,
    write=write,
    options=(
        FormatOption("game", _GAMES, "nim", metavar="GAME"),
        FormatOption("answers", "first and second, or A and B", "words", tuple(_WORDS), "AB"),
        FormatOption("play", "misere: whoever cannot move wins", "normal", ("normal", "misere")),
    ),
    inputs=Inputs(
        sums(0, 10**9),
        random_piles(0, 10**9),
        smaller_piles(0),
        lambda cases: "".join(f"{spaced(case)}\n" for case in cases),
        "first|second|A|B",
        "first or second",
        100,
    ),
    read_large=read_large,
    answer_large=partial(answer, "piles"),
)

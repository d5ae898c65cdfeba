"""A limit, Ctrl-C or a refusal ends the work, and what is known by then is the answer: the winner before the value.

The values are published: Cram on 3x10 is worth 2 and on 3x11 0 (Lemoine & Viennot 2012), so that of the first it is
known that the first player wins long before its value is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from command import Done, grundy
from limits import set_limits
from steps import Steps

import grundy as library
from grundy.answering.ask import forget
from grundy.api.answers import bounded_by, who_win
from grundy.errors import OutOfReach, Stopped
from grundy.model.known import facts_of
from grundy.runs.chunk import Chunk
from grundy.runs.clock import Signal

WON, LOST = "cram 3x10", "cram 3x11"
MOST = {WON: 3 * 9 + 2 * 10, LOST: 3 * 10 + 2 * 11}  # moves


@pytest.fixture(autouse=True)
def short_chunks(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A chunk after a hundred positions, and nothing worked out before the kernels are loaded."""
    set_limits(monkeypatch, "engines.search", BUDGET=1e-6, PLAIN_WORK=0)
    forget()
    yield
    forget()


def has_winner(chunk: Chunk) -> bool:
    return bool(chunk.facts) and chunk.facts[0].winner is not None and chunk.facts[0].nim_value is None


def seconds_until_won() -> float:
    """How many chunks of a second it takes until it is known that somebody wins, and not by which value."""
    with Steps(each=1.0, stop=has_winner) as steps, pytest.raises(KeyboardInterrupt):
        library.solve(WON)
    forget()
    return float(steps.chunks)


def stopped(*words: str, signal: Signal = "interrupted") -> Done:
    """A command that somebody stops as soon as it is known who wins."""
    with Steps(stop=has_winner, signal=signal):
        return grundy(*words, "--no-store")


def test_a_limit_is_met_and_the_winner_is_known() -> None:
    """It was "the nim-value is at most 47, and not 0", and exit status 2."""
    seconds = seconds_until_won()
    with Steps(each=1.0) as steps:
        result = library.solve(WON, time_limit=seconds)
    assert (result.winner, result.nim_value) == ("first", None), (seconds, steps.chunks, steps.time)
    known = result.known_so_far
    assert known is not None and (known.least, known.most) == (1, MOST[WON])
    forget()
    with Steps(each=1.0):
        done = grundy("solve", *WON.split(), "--time-limit", f"{seconds}s", "--no-store")
    assert done.status == 0, done.err
    assert "The first player wins; the nim-value is 1 to 47, not yet found." in done.out
    assert re.fullmatch(r"Stopped by the time limit after .* s\. Nothing was saved to resume\.\n", done.err), done.err


def test_a_limit_is_met_and_nobody_knows_who_wins() -> None:
    with Steps(each=1.0), pytest.raises(Stopped) as stop:
        library.solve(LOST, time_limit=1)
    (known,) = facts_of(stop.value, 1)
    assert (known.winner, known.least, known.most) == (None, 0, MOST[LOST])
    forget()
    with Steps(each=1.0):
        done = grundy("solve", *LOST.split(), "--time-limit", "1s", "--no-store", "--json")
    assert done.status == 2
    answer = json.loads(done.out)
    assert (answer["winner"], answer["nim_value"], answer["winning_move_count"]) == (None, None, None)
    assert answer["known"] == {
        "winner": None, "least": 0, "most": MOST[LOST], "excluded": [], "moves": [], "complete": False,
    }  # fmt: skip


@pytest.mark.parametrize(("signal", "status"), [("interrupted", 130), ("terminated", 143)])
def test_a_person_stops_it_and_what_is_known_is_printed(signal: Signal, status: int) -> None:
    done = stopped("solve", *WON.split(), signal=signal)
    assert done.status == status
    assert done.out == "The first player wins; the nim-value is 1 to 47, not yet found.\n"
    forget()
    done = stopped("solve", *WON.split(), "--json", signal=signal)
    assert done.status == status
    assert json.loads(done.out)["known"]["winner"] == "first"


def test_a_stopped_answer_goes_on_from_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer of a limit that was met is not recorded as that of the run."""
    seconds, store = seconds_until_won(), str(tmp_path / "runs.sqlite")
    with Steps(each=1.0):
        done = grundy("solve", *WON.split(), "--time-limit", f"{seconds}s", "--store", store)
    assert done.status == 0 and "Go on with: grundy resume 1" in done.err, done.err
    forget()
    done = grundy("resume", "1", "--store", store)
    assert done.status == 0 and "The first player wins: an N-position, nim-value 2." in done.out, done.err


def test_winning_moves_found_before_a_limit_are_named() -> None:
    """The value is known, and of the moves those that were found to win: of the heap, before those of the board."""
    position = "nim(7) + cram(4x7)"
    every = {str(move) for move in library.solve(position).winning_moves}
    forget()

    def has_value(chunk: Chunk) -> bool:
        return "moves are known" in chunk.known

    with Steps(each=1.0, stop=has_value) as steps, pytest.raises(KeyboardInterrupt) as stop:
        library.solve(position)
    (known,) = facts_of(stop.value, 1)
    assert (known.winner, known.nim_value, known.moves.exact) == ("first", 7 ^ 3, False)
    assert {str(move) for move in known.moves} == {"component 1, pile 1, take 4"} <= every
    forget()
    with Steps(each=1.0):
        result = library.solve(position, time_limit=steps.chunks)
    assert (result.winner, result.nim_value, result.winning_moves.exact) == ("first", 7 ^ 3, False)
    assert [str(move) for move in result.winning_moves] == ["component 1, pile 1, take 4"]
    assert result.as_dict()["winning_move_count"] is None


def test_a_sum_is_known_by_what_its_parts_may_be() -> None:
    """Beside a heap of 1 a board that is not worth 0 may be worth 1, so that nobody knows who wins."""
    for beside, winner in (("nim(1)", None), ("nim(1 1)", "first"), (f"nim({2**40})", "first")):
        with Steps(stop=has_winner), pytest.raises(KeyboardInterrupt) as stop:
            library.solve(f"{WON.replace(' ', '(')}) + {beside}")
        assert facts_of(stop.value, 1)[0].winner == winner
        forget()


def test_misere_play_that_is_stopped_says_who_wins() -> None:
    """Who wins is known first, and then which moves."""

    def has_outcome(chunk: Chunk) -> bool:
        return len(chunk.facts) > 1

    every = {str(move) for move in library.solve("cram 5x5", misere=True).winning_moves}
    forget()
    with Steps(stop=has_outcome), pytest.raises(KeyboardInterrupt) as stop:
        library.solve("cram 5x5", misere=True)
    (known,) = facts_of(stop.value, 1)
    assert known.winner == "first" and {str(move) for move in known.moves} <= every


def test_many_are_told_who_wins_though_a_limit_is_met() -> None:
    seconds = seconds_until_won()
    position = library.parse(WON)
    with Steps(each=1.0):
        assert who_win([position], options=bounded_by(seconds)) == ["first"]
    forget()
    with Steps(each=1.0), pytest.raises(OutOfReach):
        who_win([library.parse(LOST)], options=bounded_by(1.0))


def test_what_wins_is_told_before_it_is_searched_for() -> None:
    """Of a board of up to 64 cells the value is searched, and a symmetry after a move tells at once who wins."""
    answers: list[dict[str, Any]] = []
    for game in ("cram 7x8", "node-kayles grid:7x9", "cram ....../....../....../....../....../....../....../....##"):
        with Steps(each=0.2):  # one for each of 63 options at most, and one for the first move with a symmetry
            done = grundy("solve", *game.split(), "--time-limit", "15s", "--no-store", "--json")
        assert done.status == 0, (game, done.err)
        answers.append(json.loads(done.out))
    for answer in answers:
        assert answer["winner"] == "first" and answer["evidence"]["status"] == "proved"
        assert len(answer["winning_moves"]) == 1 and answer["known"]["complete"] is False


@pytest.mark.parametrize("limit", [(), ("--time-limit", "30s"), ("--memory", "4G")])
def test_a_limit_does_not_change_what_is_asked(limit: tuple[str, ...]) -> None:
    """`solve cram 8x9` was answered at once, and with --time-limit 30s not at all."""
    with Steps(each=0.2):
        done = grundy("solve", "cram", "8x9", "--json", "--no-store", *limit)
    assert done.status == 0, done.err
    answer = json.loads(done.out)
    assert (answer["winner"], answer["nim_value"]) == ("first", None)
    assert answer["winning_moves"] == answer["known"]["moves"] == [{"cells": [[4, 5], [5, 5]]}]


def test_whoever_asks_only_who_wins_is_told_no_later() -> None:
    """The value of each was searched: of Cram on 5x6, that it is not 0, and not 1, and is 2."""
    said: list[str] = []

    def hear(chunk: Chunk) -> bool:
        said.append(chunk.known)
        return False

    with Steps(stop=hear):
        assert library.winners([library.parse(text) for text in (WON, LOST, "cram 5x6")]) == [True, False, True]
    assert said and not any("the nim-value is" in known for known in said)
    said.clear()
    with Steps(stop=hear):  # what a symmetry after a move tells needs no search
        assert library.winners([library.parse("cram 7x8"), library.parse("node-kayles grid:7x9")]) == [True, True]
    assert not said


def test_winners_without_values_are_those_of_the_values() -> None:
    random = Random(7)
    boards = ["/".join("".join(random.choices(".#", (3, 1), k=4)) for _ in range(3)) for _ in range(40)]
    positions = [library.parse(f"cram({board})") for board in boards]
    assert library.winners(positions) == [library.value_by_definition(one) != 0 for one in positions]

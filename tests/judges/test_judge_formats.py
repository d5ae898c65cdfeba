"""Every judge's format, in and out; the places of bad input are worked out by hand from the contract."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from judge_files import BY_NAME, CHESS, FLOOR, GCJ, PILES, RECTANGLE, S_NIM, SEQUENTIAL, TAKE, cases, states

from grundy.games.boards import bacteria
from grundy.games.boards import rectangle as rectangle_rule
from grundy.games.graphs import graph_rule
from grundy.games.heaps import floor_division, nim, take_away
from grundy.games.rows import chess_rows, sequential_nim
from grundy.judges import JUDGES
from grundy.judges.inputs import sums
from grundy.model.rule import Component
from grundy.text.graphs import GraphText
from grundy.text.reader import Text

# --- samples and output


@cache
def wins(options: Callable[[object], list[object]], state: object) -> bool:
    """Whether the player to move wins, by the definition."""
    return any(not wins(options, after) for after in options(state))


def piles_by(moves: Callable[[int], list[int]]) -> Callable[[tuple[int, ...]], list[tuple[int, ...]]]:
    return lambda piles: [
        (*piles[:place], after, *piles[place + 1 :]) for place, pile in enumerate(piles) for after in moves(pile)
    ]


def rectangle(rows: tuple[str, ...]) -> list[tuple[str, ...]]:
    after = []
    for top in range(len(rows)):
        for bottom in range(top + 1, len(rows) + 1):
            for left in range(len(rows[0])):
                for right in range(left + 1, len(rows[0]) + 1):
                    if all(set(row[left:right]) == {"1"} for row in rows[top:bottom]):
                        zeros = [row[:left] + "0" * (right - left) + row[right:] for row in rows[top:bottom]]
                        after.append((*rows[:top], *zeros, *rows[bottom:]))
    return after


def sequential(piles: tuple[int, ...]) -> list[tuple[int, ...]]:
    while piles and not piles[0]:
        piles = piles[1:]
    return [(left, *piles[1:]) for left in range(piles[0])] if piles else []


def chess(mask: int) -> list[int]:
    after = []
    for bit in range(20):
        to = bit
        while mask >> to & 1 and to:
            to -= 1
        if mask >> bit & 1 and not mask >> to & 1:
            after.append(mask ^ 1 << bit ^ 1 << to)
    return after


SAMPLE_GRAPH = ((0, 1), (1, 2), (0, 2))  # of the sample of "graph"


def answer(case: Component) -> bool:
    """Who wins the case, played out by its rule as systems.md has it."""
    game, _, numbers = case.rule.spec.partition(":")
    parameters = [int(number) for number in numbers.split(",") if number]
    if game == "rectangle":
        return wins(rectangle, case.states[0])
    if game == "sequential-nim":
        return wins(sequential, tuple(min(pile, 9) for pile in case.states[0]))
    moves: Callable[[int], list[int]]
    if game == "take-away":
        moves = lambda pile: [pile - take for take in parameters if take <= pile]  # noqa: E731
    elif game == "floor-division":
        moves = lambda number: [number // divisor for divisor in parameters if number]  # noqa: E731
    elif game == "graph":
        moves = lambda node: [b for a, b in SAMPLE_GRAPH if a == node]  # noqa: E731
    elif game == "chess-rows":
        moves = chess
    else:
        assert game == "nim"
        moves = lambda pile: list(range(pile))  # noqa: E731
    return wins(piles_by(moves), case.states)


@pytest.mark.parametrize("name", [RECTANGLE, TAKE, S_NIM, FLOOR, PILES, SEQUENTIAL, CHESS, "graph"])
def test_a_sample_is_answered_as_the_rule_played_out_says(name: str) -> None:
    """By rules that are written here; test_formats_by_definition.py has every format."""
    judge = BY_NAME[name]
    assert judge.asks == "winner"
    reading = judge.read(Text(judge.sample_in, "in"))
    assert judge.write(reading, [answer(case) for case in reading]) == judge.sample_out


def test_the_sample_of_bacterial_tactics_is_the_judges() -> None:
    judge = BY_NAME[GCJ]
    assert judge.asks == "moves"
    reading = judge.read(Text(judge.sample_in, "in"))
    assert judge.write(reading, [0, 0, 7, 2, 0]) == judge.sample_out
    data = Path(__file__).parents[1] / "data" / "gcj2019-1c-bacterial-tactics"
    assert (data / "sample.in").read_text() == judge.sample_in
    assert (data / "sample.ans").read_text() == judge.sample_out
    for name in ("subtask1", "subtask2"):
        boards = cases(GCJ, (data / f"{name}.in").read_bytes())
        lines = ["100", *(line for case in boards for [rows] in [case.states] for line in size_and(rows))]
        assert lines == (data / f"{name}.in").read_text().split()


def size_and(rows: tuple[str, ...]) -> list[str]:
    return [str(len(rows)), str(len(rows[0])), *rows]


def test_cases_are_positions_of_the_catalogues_rules() -> None:
    assert cases(RECTANGLE, "01/10") == [Component(rectangle_rule, (("01", "10"),))]
    assert cases(GCJ, "1\n1 2\n.#\n") == [Component(bacteria, ((".#",),))]
    assert cases(TAKE, "3 4 5") == [Component(take_away(1, 2, 3), (3, 4, 5))]
    assert cases(S_NIM, "3 5 2 5\n1\n2 7 0\n0") == [Component(take_away(2, 5), (7, 0))]
    assert cases(FLOOR, '{"divisors": [3, 2, 3], "ints": [9, 0]}') == [Component(floor_division(2, 3), (9, 0))]
    assert cases(PILES, "3 4\n\n0\n") == [Component(nim, (3, 4)), Component(nim, (0,))]
    assert cases(PILES, "3 4", game="sequential-nim") == [Component(sequential_nim, ((3, 4),))]
    assert cases(PILES, "3 4", game="take-away:2,1,2") == [Component(take_away(1, 2), (3, 4))]
    assert cases(SEQUENTIAL, "1\n2\n3 4\n") == [Component(sequential_nim, ((3, 4),))]
    assert cases(CHESS, "1\n2\n2 20 1\n0\n") == [Component(chess_rows(20), (1 | 1 << 19, 0))]
    graph = GraphText((7, 8), ((0, 1),), (1, 1))
    text = '{"nodes": [7, 8], "edges": [[7, 8]], "tokens": [8, 8]}'
    assert cases("graph", text) == [Component(graph_rule(graph), (1, 1))]


def test_options_change_the_words_of_the_answers() -> None:
    take, piles = BY_NAME[TAKE], BY_NAME[PILES]
    one = take.read(Text("3 8 2", "in"), starts="2")
    assert take.write(one, [True], starts="2") == "Player 2 will win\n"
    assert take.write(one, [False], starts=2) == "Player 1 will win\n"
    two = piles.read(Text("1\n0\n", "in"), answers="AB", game="nim")
    assert piles.write(two, [True, False], answers="AB", game="nim") == "A\nB\n"
    for judge in JUDGES:
        assert all(not option.choices or option.default in option.choices for option in judge.options)


def test_s_nim_writes_a_line_for_each_set_an_empty_one_for_no_positions() -> None:
    reading = BY_NAME[S_NIM].read(Text("1 1\n0\n1 2\n2\n0\n1 2\n1 3\n0\n\n0\n", "in"))
    assert reading.per_line == (0, 2, 0)
    assert [case.states for case in reading] == [(), (2,)]
    assert BY_NAME[S_NIM].write(reading, [False, True]) == "\nLW\n\n"


@pytest.mark.parametrize("name", list(BY_NAME))
def test_the_number_of_answers_must_be_that_of_the_cases(name: str) -> None:
    judge = BY_NAME[name]
    reading = judge.read(Text(judge.sample_in, "in"))
    with pytest.raises(ValueError, match="zip"):
        judge.write(reading, [True] * (len(reading) + 1))


# --- what is always accepted


@pytest.mark.parametrize("name", list(BY_NAME))
@pytest.mark.parametrize(
    "change",
    [
        lambda data: data.replace("\n", "\r\n"),
        lambda data: data.replace("\n", " \t\n"),
        lambda data: "\ufeff" + data,
        lambda data: data.removesuffix("\n"),
        lambda data: data.removesuffix("\n") + "\r",
        lambda data: data + "\n \n\r\n\t",
        lambda data: "\n\n" + data,
        lambda data: data.encode(),
    ],
)
def test_ends_of_lines_and_files_are_free(name: str, change: Callable[[str], str]) -> None:
    judge = BY_NAME[name]
    assert judge.read(Text(change(judge.sample_in), "in")) == judge.read(Text(judge.sample_in, "in"))


@pytest.mark.parametrize("name", [CHESS, S_NIM, SEQUENTIAL, TAKE, PILES, FLOOR])
def test_blanks_between_numbers_and_leading_zeros_are_free(name: str) -> None:
    judge = BY_NAME[name]
    spaced = judge.sample_in.replace(" ", "\t  ")
    zeros = "".join(
        "00" + c if c.isdigit() and not b.isdigit() else c for b, c in zip(" " + spaced, spaced, strict=False)
    )
    assert judge.read(Text(zeros, "in")) == judge.read(Text(judge.sample_in, "in"))


def test_blank_lines_stand_between_cases() -> None:
    assert states(GCJ, "2\n\n1 1\n.\n\n \n1 1\n#\n") == [((".",),), (("#",),)]
    assert states(CHESS, "2\n\n1\n0\n\n1\n1 20\n") == [(0,), (1,)]
    assert states(S_NIM, "1 1\n1\n1 5\n\n1 2\n1\n0\n\n0\n") == [(5,), ()]
    assert states(SEQUENTIAL, "2\n\n1\n5\n\n\n1\n6\n") == [((5,),), ((6,),)]


def test_nothing_is_a_position() -> None:
    assert states(GCJ, "3\n0 3\n3 0\n0 0\n") == [((),), ((),), ((),)]
    assert states(CHESS, "2\n0\n1\n0\n") == [(), (0,)]
    assert states(S_NIM, "1 1\n1\n0\n0\n") == [()]
    assert states(SEQUENTIAL, "2\n0\n2\n0 0\n") == [((),), ((0, 0),)]
    assert states(FLOOR, '{"divisors": [], "ints": []}') == [()]
    assert states(TAKE, "0\n") == [(0,)]
    for name in (GCJ, CHESS, SEQUENTIAL):
        assert cases(name, "0\n") == []
    assert cases(S_NIM, "0\n") == []


def test_limits_of_judges_are_not_enforced() -> None:
    assert len(cases(GCJ, "101\n" + "1 1\n.\n" * 101)) == 101
    assert len(states(CHESS, "1\n1001\n" + "0\n" * 1001)[0]) == 1001
    assert states(SEQUENTIAL, "1\n1\n" + "9" * 4300) == [((10**4300 - 1,),)]


def test_small_inputs_come_with_their_sums_in_order() -> None:
    first = list(islice(sums(1, 3)(), 14))
    assert first == [
        (1,), (2,), (1, 1), (3,), (1, 2), (2, 1), (1, 1, 1),
        (1, 3), (2, 2), (3, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1), (1, 1, 1, 1),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["cf1382b-sequential-nim"])
def test_random_piles_are_as_small_as_they_may_be(name: str) -> None:
    """Piles of 1 to 10^9, as the statement of Codeforces 1382B says."""
    chances = Random(1)
    inputs = BY_NAME[name].inputs
    assert inputs is not None
    piles = [pile for size in range(40) for pile in inputs.random(chances, size)]
    assert min(piles) == 1 and max(piles) <= 10**9

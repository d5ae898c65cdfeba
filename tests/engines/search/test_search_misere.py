"""The search for misère play of sums of boards, asked itself: small positions are answered by quicker engines first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import brute
import pytest
from steps import Steps

import grundy
from grundy.engines.options import SearchOptions
from grundy.engines.search.solver import misere_answer
from grundy.errors import Stopped
from grundy.model.known import facts_of
from grundy.runs.loop import run_with_limits


def cram(rows: tuple[str, ...]) -> Iterator[tuple[brute.Move, tuple[str, ...]]]:
    free = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "."}
    for r, c in sorted(free):
        for other in {(r, c + 1), (r + 1, c)} & free:
            left = free - {(r, c), other}
            after = tuple("".join(".#"[(i, j) not in left] for j in range(len(row))) for i, row in enumerate(rows))
            yield {"cells": [[r + 1, c + 1], [other[0] + 1, other[1] + 1]]}, after


def rows_of(random: Random, signs: str, size: tuple[int, int]) -> tuple[str, ...]:
    return tuple("".join(random.choices(signs, k=size[1])) for _ in range(size[0]))


def words(moves: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(move, sort_keys=True) for move in moves)


def agrees(position: grundy.Position, judge: brute.Judge, state: Any) -> None:
    solution = misere_answer(position, SearchOptions()).as_dict()
    assert solution["winner"] == ("first" if judge.wins(state, misere=True) else "second"), position
    assert words(solution["winning_moves"]) == words(judge.winning(state, misere=True)), position
    assert (solution["play"], solution["nim_value"], solution["evidence"]["status"]) == ("misere", None, "computed")


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (3, 2)])
def test_one_board(size: tuple[int, int]) -> None:
    random = Random(1)
    for _ in range(6):
        rows = rows_of(random, "...#", size)
        agrees(grundy.parse(f"cram({'/'.join(rows)})"), brute.Judge(cram), rows)


def test_boards_side_by_side() -> None:
    """Of one size, which may change places, and of others, of two games and in any order."""
    random = Random(2)
    sizes = [(1, 2), (1, 2), (2, 2), (2, 3)]
    for count in (2, 2, 2, 2, 3, 3):
        games: list[brute.Game] = []
        texts, states = [], []
        for size in random.choices(sizes, k=count):
            name, game, signs = random.choice([("cram", cram, "....#"), ("rectangle", brute.rectangle, "0111")])
            states.append(rows_of(random, signs, size if name == "cram" else (1, 2)))
            texts.append(f"{name}({'/'.join(states[-1])})")
            games.append(game)
        agrees(grundy.parse(" + ".join(texts)), brute.Judge(brute.together(*games)), tuple(states))


def test_moves_of_a_large_graph_are_listed_only_once_somebody_wins_and_a_limit_is_heard_between_two() -> None:
    """The moves of queens:33 took 15 s, in which no limit and no Ctrl-C was heard, before the graph was refused."""
    with Steps(each=1.0) as steps, pytest.raises(grundy.OutOfReach, match="1089 places"):
        grundy.solve("node-kayles queens:33", misere=True, time_limit=20)
    assert steps.chunks <= 2
    bounded = SearchOptions(run=lambda work: run_with_limits(work, time_limit=20.0).require(), bounded=True)
    with Steps(each=1.0) as steps, pytest.raises(Stopped, match="moves are listed") as stopped:
        misere_answer(grundy.parse("node-kayles(complete:20) + node-kayles(complete:21)"), bounded)
    assert 20 <= steps.chunks < 41
    assert facts_of(stopped.value, 1)[0].winner == "first"

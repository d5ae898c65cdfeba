"""Zeckendorf's game against plain recursion of its definition, and the theorem on its start."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Numbers = tuple[int, ...]
FIBONACCI = [1, 2, 3, 5, 8, 13, 21, 34, 55, 89]


def options(numbers: Numbers) -> list[Numbers]:
    """Numbers in rising order, and what replaces two of them: F_k and F_(k+1) their sum, 1 1 the 2, 2 2 one 1 and one
    3, and F_k twice F_(k-2) and F_(k+1)."""
    after = set()
    for a, b in combinations(numbers, 2):
        k = FIBONACCI.index(a)
        if b == FIBONACCI[k + 1]:
            new = [FIBONACCI[k + 2]]
        elif a == b:
            new = {1: [2], 2: [1, 3]}.get(a) or [FIBONACCI[k - 2], FIBONACCI[k + 1]]
        else:
            continue
        rest = [*numbers]
        rest.remove(a)
        rest.remove(b)
        after.add(tuple(sorted([*rest, *new])))
    return sorted(after)


def position(numbers: Numbers) -> grundy.Position:
    counts = [numbers.count(number) for number in FIBONACCI]
    while counts and not counts[-1]:
        counts.pop()
    return grundy.zeckendorf(tuple(counts))


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["zeckendorf"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states = [tuple(sorted(random.choices(FIBONACCI[:5], k=random.randint(0, 6)))) for _ in range(100)]
    assert not faults_by_recursion(options, position, states)


def test_the_second_player_wins_from_three_ones_on() -> None:
    """The theorem, which answers from 41 ones on, agrees with plain recursion where that reaches."""

    @cache
    def wins(numbers: Numbers) -> bool:
        return any(not wins(after) for after in options(numbers))

    assert [n for n in range(1, 23) if wins((1,) * n)] == [2]
    assert grundy.solve("zeckendorf(40)").nim_value == 0
    answer = grundy.solve("zeckendorf(41)")
    assert answer.winner == "second" and "Baird-Smith" in str(answer)


def test_each_game_ends_in_the_one_sum_without_neighbours() -> None:
    random = Random(44)
    for n in range(1, 60):
        here = grundy.zeckendorf((n,))
        while moves := [*here.moves()]:
            here = here.play(random.choice(moves))
        ((counts,),) = [component.states for component in here.components]
        assert set(counts) <= {0, 1} and "11" not in "".join(map(str, counts))  # type: ignore[arg-type]
        assert sum(number for number, count in zip(FIBONACCI, counts, strict=False) if count) == n  # type: ignore


def test_what_is_written_is_read_again() -> None:
    assert grundy.parse("zeckendorf(3 0 1 0 0)") == grundy.parse("zeckendorf(3 0 1)")
    assert str(grundy.parse("zeckendorf(3 0 1 0)")) == "zeckendorf(3 0 1)"


@pytest.mark.parametrize(("text", "place"), [("3 x", "14"), ("-1", "12"), ("1 " * 101, "12")])
def test_what_are_no_counts_is_named(text: str, place: str) -> None:
    with pytest.raises(grundy.BadText, match=f"1:{place}: expected "):
        grundy.parse(f"zeckendorf({text})")

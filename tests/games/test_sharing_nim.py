"""Sharing Nim against plain recursion of its definition."""

from __future__ import annotations

from random import Random

from entry_checks import faults_of_game
from recursion import faults_by_recursion

import grundy

Piles = tuple[int, ...]


def options(piles: Piles) -> list[Piles]:
    after = []
    for place, pile in enumerate(piles):
        for left in range(pile):
            smaller = [*piles]
            smaller[place] = left
            after.append(tuple(smaller))
            for end in range(len(piles)):
                if end != place and pile <= piles[end]:
                    shared = [*smaller]
                    shared[end] += pile - left
                    after.append(tuple(shared))
    return after


def test_it_is_answered_as_the_definition_says() -> None:
    faults = faults_of_game(grundy.catalogue["sharing-nim"])
    assert not faults, "\n".join(faults)


def test_a_hundred_random_positions_by_plain_recursion() -> None:
    random = Random(44)
    states = [tuple(random.randint(0, 4) for _ in range(random.randint(1, 3))) for _ in range(100)]
    assert not faults_by_recursion(options, grundy.sharing_nim, states)


def test_a_move_in_words() -> None:
    (move,) = [move for move in grundy.parse("sharing-nim(1 2)").moves() if "onto" in str(move)]
    assert move.sentence() == "carry 1 from pile 1 to pile 2"

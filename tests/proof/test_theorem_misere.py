"""Theorems in misère play: what is left of a move to nothing is won by whoever must move there."""

from __future__ import annotations

import io

import forging_theorems
import forging_truth
import pytest

from grundy.proof import check

WHOLE = """grundy-certificate 1
kind theorem
play misere
numbers 1
moves 1
move 0
at-most -1 1
measure 1
system 2 0
claims p-positions
states 2
state 0 0 0 1
state 1 1 1 1
end
"""  # a move takes a whole heap, and who takes the last one loses: lost are all heaps but 0


def is_accepted(text: str) -> bool:
    try:
        check.check(check.read(io.StringIO(text)))
    except check.Refused:
        return False
    return True


@pytest.mark.parametrize(("zero", "more"), [(0, 0), (0, 1), (1, 0), (1, 1)])
def test_whoever_takes_the_last_heap_has_lost(zero: int, more: int) -> None:
    text = WHOLE.replace("state 0 0 0 1", f"state 0 {zero} 0 1").replace("state 1 1 1 1", f"state 1 {more} 1 1")
    assert is_accepted(text) == ((zero, more) == (0, 1))
    assert is_accepted(text.replace("misere", "normal")) == ((zero, more) == (1, 0))


ENDED = """grundy-certificate 1
kind theorem
play misere
numbers 1
moves 2
move 0
at-most -1 1
part 1 -1
move 0
at-most -1 3
measure 1
system 2 0
claims p-positions
states 2
state 0 0 0 1
state 1 1 0 1
end
"""  # take 1, or from 3 on all and the heap with it


def test_in_misere_play_whoever_must_move_where_nothing_is_left_has_won() -> None:
    """Brute force took what is left for lost, and so called this false: from 3 on a move to it won for who made it."""
    assert is_accepted(ENDED)
    assert forging_theorems.true(forging_truth.said_lines(ENDED))

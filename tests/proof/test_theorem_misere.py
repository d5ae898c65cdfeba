"""Theorems in misère play: what is left of a move to nothing is won by whoever must move there."""

from __future__ import annotations

import io

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

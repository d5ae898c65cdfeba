"""Two lists of moves as one impartial game, against the union of both played out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

import grundy
from grundy import impartial, to

Cake = tuple[int, int]


def upright(w: int, h: int) -> Iterator[grundy.Option]:
    for k in range(1, w // 2 + 1):
        yield to((k, h), (w - k, h))


def across(w: int, h: int) -> Iterator[grundy.Option]:
    for k in range(1, h // 2 + 1):
        yield to((w, k), (w, h - k))


def test_a_cake_that_both_cut_either_way_is_cut_into_single_squares() -> None:
    """Each cut makes one piece more, whichever way it goes: wh - 1 moves. Winning Ways, ch. 2, has the partizan one."""
    cutcake = impartial(upright, across, name="cutcake")
    for w in range(1, 9):
        for h in range(1, 9):
            assert grundy.solve(cutcake(w, h)).nim_value == (w * h - 1) % 2


def taking(*amounts: int) -> grundy.Rule:
    @grundy.rule
    def take(n: int) -> Iterator[int]:
        for amount in amounts:
            if amount <= n:
                yield n - amount

    return take


def test_a_hundred_random_pairs_of_lists_by_plain_recursion() -> None:
    random = Random(44)
    for _ in range(100):
        left, right = ([random.randint(1, 7) for _ in range(random.randint(0, 3))] for _ in range(2))
        top = random.randint(0, 25)
        values: list[int] = []
        for n in range(top + 1):
            after = {values[n - amount] for amount in (*left, *right) if amount <= n}
            values.append(next(value for value in range(len(after) + 1) if value not in after))
        assert grundy.solve(impartial(taking(*left), taking(*right))(top)).nim_value == values[top], (left, right, top)


def test_toads_and_frogs_of_which_both_move_all() -> None:
    """A toad moves or hops to the right, a frog to the left; here whoever is to move chooses either."""

    def leaps(row: str, mover: str, jumped: str, way: int) -> Iterator[str]:
        for at, animal in enumerate(row):
            for far in (1, 2) if animal == mover else ():
                end = at + way * far
                if 0 <= end < len(row) and row[end] == "." and (far == 1 or row[at + way] == jumped):
                    cells = [*row]
                    cells[at], cells[end] = ".", mover
                    yield "".join(cells)

    def toads(row: str) -> Iterator[str]:
        yield from leaps(row, "T", "F", 1)

    def frogs(row: str) -> Iterator[str]:
        yield from leaps(row, "F", "T", -1)

    @cache
    def by_recursion(row: str) -> int:
        after = {by_recursion(one) for one in (*toads(row), *frogs(row))}
        return next(value for value in range(len(after) + 1) if value not in after)

    both = impartial(toads, frogs, name="toads_and_frogs")
    random = Random(44)
    for row in ("".join(random.choice("TF.") for _ in range(random.randint(1, 7))) for _ in range(50)):
        assert grundy.solve(both(row)).nim_value == by_recursion(row), row


@grundy.rule(conventions=("normal",), space=grundy.HEAP)
def normal(n: int) -> Iterator[int]:
    yield from range(n)


def test_rules_of_the_catalogue_give_their_moves_and_what_both_may_do_is_one_move() -> None:
    both = impartial(grundy.take_away(1, 3), grundy.take_away(1, 2))
    assert [grundy.solve(both(n)).nim_value for n in range(9)] == [n % 4 for n in range(9)]  # Bachet: 1, 2 or 3
    assert [move.sentence() for move in grundy.solve(impartial(grundy.nim, grundy.nim)(2)).winning_moves] == [
        "take 2 from pile 1"
    ]
    assert impartial(normal, grundy.nim).conventions == ("normal",)


@pytest.mark.parametrize(
    ("left", "right", "name", "found"),
    [
        (3, grundy.nim, "both", "expected a rule, or a function that yields options, found 3"),
        (grundy.nim, grundy.wythoff, "both", "states of 1 .heap. and 2 .vector. values"),
        (upright, grundy.nim, "both", "of the same states"),
        (grundy.nim, grundy.nim, "a b", "expected a name of letters"),
        (grundy.nim, grundy.nim, 7, "expected a name of letters"),
    ],
)
def test_what_is_no_pair_of_lists_is_refused(left: object, right: object, name: str, found: str) -> None:
    with pytest.raises(grundy.BadRule, match=found):
        impartial(left, right, name=name)  # type: ignore[arg-type]

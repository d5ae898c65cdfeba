"""What the search looks up, against the definition: a part is worth what is found for it, and as much as its key is.

Fields are drawn for each of the ten groups of turns of a square (trials/lopsided.py), below and beyond the tables of
small sets; with turns put in that the moves do not have, the same tests must fail.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from trials import lopsided
from trials.lopsided import GROUPS, TURNS, Mask, Turn

import grundy
from grundy.engines.methods import METHODS, Method
from grundy.engines.search import arrays, board
from grundy.engines.search.board import prepare
from grundy.engines.search.driver import BoardSearch
from grundy.model.shapes import SubsetGame

EXAMPLES = range(int(os.environ.get("GRUNDY_EXAMPLES", "4")))  # of each group; those that show each fault below
value_by = cache(lambda moves: lopsided.judges(moves)[0])  # by the definition, and once for all that is compared


def wrong(field: SubsetGame, moves: tuple[Mask, ...], small: int, random: Random, parts: int = 30) -> Iterator[str]:
    """Parts of random sets for which a value is found, or a key, that the definition does not bear out."""
    value = value_by(moves)
    search = BoardSearch(prepare(field), small_places=small, memory=2**24)
    own = value_by(search.board.moves)  # those of the field, and those that fill up its grid
    tables = search.prepare()
    whole = (1 << field.places) - 1
    for _ in range(parts):
        drawn = random.getrandbits(field.places) | random.choice((0, random.getrandbits(field.places), whole))
        for part in search.board.parts(search.board.inward(drawn)):
            nim_value, key, _ = tables.look(part)
            here, there = board.moved(part, search.board.order), arrays.unpacked(key)
            if nim_value >= 0 and nim_value != value(here):
                yield f"{field} {small}: {here:b} is worth {value(here)}, and {nim_value} was found"
            if nim_value < 0 and own(there) != value(here):
                yield f"{field} {small}: {here:b} is worth {value(here)}, and its key {there:b} is worth {own(there)}"


def wrong_example(draw: Any, group: frozenset[Turn], example: int) -> Iterator[str]:
    """The same of a field that is drawn."""
    random = Random(f"{example} {GROUPS.index(group)}")
    return wrong(*draw(random, group), random)


def drawn_on_grid(random: Random, group: frozenset[Turn]) -> tuple[SubsetGame, tuple[Mask, ...], int]:
    """A field of patterns that these turns keep and no others, and places of a table of small sets."""
    rows, columns = random.choice(((2, 6), (3, 4), (3, 5), (4, 3), (4, 4), (4, 4)))
    patterns = lopsided.draw_patterns(random, group, random.choice(("o.", "ox.", "oxnf....")))
    moves = tuple(lopsided.pattern_moves(patterns, rows, columns))
    field = SubsetGame(rows * columns, moves, tuple(product(range(rows), range(columns))))
    return field, moves, random.choice((0, *(min(rows, columns) * lines for lines in range(1, max(rows, columns)))))


def drawn_with_holes(random: Random, group: frozenset[Turn]) -> tuple[SubsetGame, tuple[Mask, ...], int]:
    """A field whose moves as a whole these turns keep."""
    size, moves, squares, images, _, small = lopsided.draw_field(random, group)
    return SubsetGame(size, moves, squares, images), moves, small


@pytest.mark.parametrize("draw", [drawn_on_grid, drawn_with_holes])
@pytest.mark.parametrize("group", GROUPS, ids=lambda group: f"{len(group)}-{GROUPS.index(group)}")
def test_what_is_looked_up_is_what_the_definition_says(draw: Any, group: frozenset[Turn]) -> None:
    assert [text for example in EXAMPLES for text in wrong_example(draw, group, example)] == []


# The same with faults put in: what is looked up is data of the kernels, so these need not be compiled anew.


def mirrored(keys: Any) -> Any:
    """The mirror image is looked up wherever some turn that swaps rows and columns keeps the moves."""
    return keys._replace(allowed=keys.allowed | (1 << 4 if keys.allowed >> 4 else 0))


def turning(number: int) -> Callable[[Any], Any]:
    """One of the eight images is taken for the same, whatever the moves are."""
    return lambda keys: keys._replace(allowed=keys.allowed | 1 << number)


def confusing(one: int, other: int) -> Callable[[Any], Any]:
    """In the place of one table of images stands another."""

    def fault(keys: Any) -> Any:
        size = len(keys.images) // 4
        images = keys.images.copy()
        images[one * size :][:size] = keys.images[other * size :][:size]
        return keys._replace(images=images)

    return fault


FAULTS = {
    "the mirror image": mirrored,
    **{f"image {number}": turning(number) for number in range(1, 8)},
    **{f"table {one} for {other}": confusing(one, other) for one, other in product(range(4), repeat=2) if one != other},
}


def is_found(draw: Any) -> bool:
    return any(next(wrong_example(draw, group, example), None) for example in EXAMPLES for group in GROUPS)


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_fault_in_the_images_of_a_grid_is_found(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    right = arrays.keys_of
    monkeypatch.setattr(arrays, "keys_of", lambda board: fault(right(board)) if board.rows else right(board))
    assert is_found(drawn_on_grid)


def test_turns_that_are_not_seen_in_the_moves_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    for number, turn in enumerate(board.TURNS[1:], 1):
        right = board.Patterns.keeps
        with monkeypatch.context() as patched:
            patched.setattr(
                board.Patterns, "keeps", lambda self, *way, turn=turn, right=right: way == turn or right(self, *way)
            )
            assert is_found(drawn_on_grid), number


def test_images_of_a_field_that_are_not_seen_in_its_moves_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(board, "_keeps", lambda moves, image: True)
    assert is_found(drawn_with_holes)


def test_there_are_ten_groups_of_turns() -> None:
    """One of one turn, five of two, three of four, and all eight."""
    assert sorted(map(len, GROUPS)) == [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]
    assert len(set(TURNS)) == 8


@pytest.mark.parametrize("method", METHODS)
def test_a_piece_and_its_mirror_image_are_worth_the_same(method: Method) -> None:
    """Values of the mirror image, oo/o., which no symmetry but that of the main diagonal keeps, by brute force."""
    for shape in ("o./oo", "oo/.o", "oo/o.", ".o/oo") if method == "auto" else ("oo/.o", "oo/o."):
        for sides, value in (
            (("6x6", 1), ("6x7", 0), ("7x6", 0)) if (method, shape) == ("auto", "oo/.o") else (("6x6", 1),)
        ):
            solution = grundy.solve(grundy.parse(f"placement:{shape}({sides})"), method=method)
            assert (solution.nim_value, solution.winner) == (value, "first" if value else "second"), (shape, sides)
            assert bool(solution.winning_moves.count) == bool(value)

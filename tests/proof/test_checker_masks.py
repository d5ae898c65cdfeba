"""Parts and forms of sets of places in check.py, beside what FORMAT.md calls a part and the same form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random

import pytest
from limits import set_limits

from grundy.proof import check
from grundy.proof.check import MaskMove, MaskMoves

Square = tuple[int, int]
Moves = list[tuple[frozenset[Square], frozenset[Square]]]
"""What each move needs and clears."""

WAYS = list(product((1, -1), (1, -1), (False, True)))


def laid(cells: frozenset[Square], way: tuple[int, int, bool]) -> frozenset[Square]:
    down, right, swap = way
    return frozenset((c * down, r * right) if swap else (r * down, c * right) for r, c in cells)


def to_corner(cells: frozenset[Square]) -> Square:
    return min(r for r, _ in cells), min(c for _, c in cells)


def moved(cells: frozenset[Square], by: Square) -> frozenset[Square]:
    return frozenset((r - by[0], c - by[1]) for r, c in cells)


def same_form(moves: Moves, one: frozenset[Square], other: frozenset[Square]) -> bool:
    """Whether one way to lay a part in the corner has the squares and the moves of the other there."""

    def in_corner(part: frozenset[Square], way: tuple[int, int, bool]) -> tuple[object, object]:
        corner = to_corner(laid(part, way))
        within = {(need, clear & part) for need, clear in moves if need <= part}
        there = frozenset(tuple(moved(laid(cells, way), corner) for cells in move) for move in within)
        return moved(laid(part, way), corner), there

    return any(in_corner(one, way) == in_corner(other, WAYS[0]) for way in WAYS)


def parts_of(moves: Moves, cells: frozenset[Square]) -> set[frozenset[Square]]:
    """The possible moves joined, until none has a place of another."""
    possible = [(need, clear) for need, clear in moves if need <= cells]
    live = frozenset().union(*(need for need, _ in possible))
    parts = {need | clear & live for need, clear in possible}
    while True:
        touching = next(((a, b) for a, b in combinations(parts, 2) if a & b), None)
        if touching is None:
            return parts
        parts = parts - {*touching} | {touching[0] | touching[1]}


def tell_all(squares: Sequence[Square], moves: Moves) -> bool:
    """Whether each move that is laid on squares that are all there is a move, and clears what there is for it."""
    clear_of = dict(moves)
    if len(clear_of) < len(moves):
        return False
    for way, (need, clear), (r, c) in product(WAYS, moves, squares):
        anchor = min(laid(need, way))
        by = anchor[0] - r, anchor[1] - c
        needed, cleared = moved(laid(need, way), by), moved(laid(clear, way), by)
        if needed <= {*squares} and not cleared & {*squares} <= clear_of.get(needed, frozenset()):
            return False
        if needed <= {*squares} and needed not in clear_of:
            return False
    return True


def random_board(rng: Random) -> tuple[list[Square], Moves]:
    """Some squares of a small box, and moves that are often the same on all of them."""
    high, wide = rng.randrange(1, 5), rng.randrange(1, 6)
    squares = [(r, c) for r in range(high) for c in range(wide) if rng.random() < 0.9] or [(0, 0)]
    shift = rng.randrange(3), rng.randrange(3)  # the box need not begin at 0
    squares = [(r + shift[0], c + shift[1]) for r, c in squares]
    rng.shuffle(squares)
    there = frozenset(squares)
    reach = rng.choice([((0, 1),), ((0, 1), (1, 0)), ((1, 1), (1, -1)), ((1, 2), (2, 1)), ((0, 2), (1, 0))])
    around = {(r * s, c * t) for r, c in reach for s in (1, -1) for t in (1, -1)}
    if rng.random() < 0.5:  # as in Node Kayles: a place with those it attacks
        moves = [
            (frozenset({(r, c)}), frozenset({(r, c), *((r + a, c + b) for a, b in around)}) & there) for r, c in squares
        ]
    else:  # as in Cram: two places
        steps = {*around, *(((b, a) for a, b in around) if rng.random() < 0.7 else ())}
        pairs = {frozenset({(r, c), (r + a, c + b)}) for r, c in squares for a, b in steps}
        moves = [(pair, pair) for pair in sorted(pairs, key=sorted) if pair <= there]
    if rng.random() < 0.3 and moves:
        moves.pop(rng.randrange(len(moves)))
    if rng.random() < 0.2 and moves:
        need, clear = moves.pop()
        moves.append((need, clear | {rng.choice(squares)}))
    return squares, moves


def masks(squares: list[Square], moves: Moves) -> tuple[MaskMoves, tuple[MaskMove, ...]]:
    listed = tuple(MaskMove(number(squares, need), 0, number(squares, clear), 0) for need, clear in moves)
    return MaskMoves(len(squares), tuple(squares), listed), listed


def number(squares: Sequence[Square], cells: frozenset[Square]) -> int:
    return sum(1 << place for place, square in enumerate(squares) if square in cells)


def boards(seed: int, count: int) -> Iterator[tuple[Random, list[Square], Moves]]:
    rng = Random(seed)
    for _ in range(count):
        yield rng, *random_board(rng)


def some(rng: Random, squares: list[Square]) -> frozenset[Square]:
    chance = rng.random()
    return frozenset(square for square in squares if rng.random() < chance)


def test_parts_are_those_of_the_page() -> None:
    """Of sets, and of what a move leaves, which is parted by the moves that were possible before."""
    several = 0
    for rng, squares, moves in boards(1, 100):
        game, listed = masks(squares, moves)
        for _ in range(5):
            cells = some(rng, squares)
            expected = {number(squares, part) for part in parts_of(moves, cells)}
            assert sorted(game.parts((number(squares, cells),))) == sorted(expected)
            several += len(expected) > 1
            left = {cells - clear for need, clear in moves if need <= cells}
            options = {option for (option,) in game.options(number(squares, cells))}
            assert options == {number(squares, option) for option in left}
            for option in left:
                expected = {number(squares, part) for part in parts_of(moves, option)}
                assert sorted(game.parts((number(squares, option),))) == sorted(expected)
        assert len(listed) == len(moves)
    assert several > 50


@pytest.mark.parametrize("spared", [True, False])
def test_forms_are_alike_where_the_page_says_so(spared: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether or not the moves are spared in forms."""
    if not spared:
        set_limits(monkeypatch, "proof.check", MOST_LOOKED=0)
    alike = 0
    for rng, squares, moves in boards(2, 60):
        game, _ = masks(squares, moves)
        parts = {part for _ in range(6) for part in parts_of(moves, some(rng, squares))}
        for one, other in combinations(parts, 2):
            expected = same_form(moves, one, other)
            assert (game.form(number(squares, one)) == game.form(number(squares, other))) == expected
            alike += expected
    assert alike > 40


def test_a_piece_as_wide_as_high_is_the_same_in_eight_ways() -> None:
    """The F-pentomino has eight images, and none of them is one of the W-pentomino."""
    squares = list(product(range(3), repeat=2))
    pairs = [frozenset(pair) for pair in combinations(squares, 2)]
    dominoes = [pair for pair in pairs if sum(abs(a - b) for a, b in zip(*pair, strict=True)) == 1]
    game, _ = masks(squares, [(pair, pair) for pair in dominoes])
    f, w = (
        frozenset(cells)
        for cells in (((0, 1), (0, 2), (1, 0), (1, 1), (2, 1)), ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2)))
    )
    images = {moved(laid(f, way), to_corner(laid(f, way))) for way in WAYS}
    assert len(images) == 8
    assert len({game.form(number(squares, image)) for image in images}) == 1
    assert game.form(number(squares, f)) != game.form(number(squares, w))


def test_moves_are_spared_only_where_shapes_tell_all() -> None:
    said = [0, 0]
    for _, squares, moves in boards(3, 300):
        _, listed = masks(squares, moves)
        expected = tell_all(squares, moves)
        assert check._shapes_tell_all(tuple(squares), listed) == expected
        said[expected] += 1
    assert min(said) > 50


def test_large_boxes_have_their_moves_in_forms() -> None:
    """Bits for the squares of a large box would take long, though there are few squares."""
    squares = ((0, 0), (0, 1), (1000, 1000), (1001, 1000))
    moves = (MaskMove(3, 0, 3, 0), MaskMove(12, 0, 12, 0))
    assert not check._shapes_tell_all(squares, moves)
    game = MaskMoves(4, squares, moves)
    assert game.form(3) == game.form(12)

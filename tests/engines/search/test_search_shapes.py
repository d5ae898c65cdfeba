"""Other shapes as sets of places, boards side by side, and less of what hangs at a node: by the definition."""

from __future__ import annotations

from functools import cache
from itertools import combinations, product
from random import Random

import pytest

from grundy.engines.search import isomorphic
from grundy.engines.search.board import Patterns, _keeps, as_sets, side_by_side
from grundy.model.shapes import BitmaskMoves, Masks, SubsetGame


def mex(values: set[int]) -> int:
    return next(v for v in range(len(values) + 1) if v not in values)


def worth(field: SubsetGame, places: int) -> int:
    """The mex of what is left by each move."""
    after = [p & ~c ^ flip for p in [places] for need, off, c, flip in field.moves if p & need == need and not p & off]
    return mex({worth(field, one) for one in after})


def dominoes(cells: object) -> list[frozenset[tuple[int, int]]]:
    given = set(cells)  # type: ignore[call-overload]
    return [frozenset(two) for two in combinations(sorted(given), 2)
            if abs(two[0][0] - two[1][0]) + abs(two[0][1] - two[1][1]) == 1]  # fmt: skip


def test_boards_of_cells_lie_in_the_rectangle_around_them() -> None:
    """Wherever they begin: cells of any set, each state below it read by the same places."""
    shape = Masks(lambda state: sorted(state), dominoes, lambda cells: {}, "")
    sets = as_sets(shape)
    assert sets is not None

    @cache
    def value(cells: frozenset[tuple[int, int]]) -> int:
        return mex({value(cells - move) for move in dominoes(cells)})

    random = Random(1)
    fields = {}
    for _ in range(60):
        top, left = random.randrange(3), random.randrange(3)
        cells = frozenset(cell for cell in product(range(top, top + 2), range(left, left + 3)) if random.random() < 0.8)
        field, read = sets.field(cells)
        rows, columns = ({cell[k] for cell in cells} or {0} for k in (0, 1))
        size = (max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
        assert field.places == size[0] * size[1] and field.squares == tuple(product(*map(range, size)))
        assert fields.setdefault(size, field) is field, "states share their field"
        assert worth(field, read(cells)) == value(cells)
        for cell in cells:
            assert worth(field, read(cells - {cell})) == value(cells - {cell})
    field, read = sets.field(frozenset())
    assert worth(field, read(frozenset())) == 0, "a state without cells has a board as well"
    moves = ((1, 0, 1, 0), (6, 1, 4, 0))
    bits = as_sets(BitmaskMoves(3, moves))
    assert bits is not None and as_sets(None) is None
    field, read = bits.field(5)
    assert (field.places, field.moves, read(5)) == (3, moves, 5)


def test_boards_side_by_side_are_a_sum_and_equal_ones_change_places() -> None:
    random = Random(2)
    for _ in range(25):
        kinds = []
        for size in (1, 2, 3):
            moves = [(1 << random.randrange(size), random.getrandbits(size - 1)) for _ in range(2)]
            plain = tuple((need, 0, need | less & need - 1, 0) for need, less in moves)
            kinds.append(SubsetGame(size, plain, (), (tuple(range(size)),)))
        boards = [random.choice(kinds) for _ in range(random.randrange(1, 4))]
        whole = side_by_side(boards)
        assert whole.places == sum(one.places for one in boards) and not whole.squares
        for _ in range(10):
            some = [random.getrandbits(one.places) for one in boards]
            places, total, at = 0, 0, 0
            for board, one in zip(boards, some, strict=True):
                places, total, at = places | one << at, total ^ worth(board, one), at + board.places
            assert worth(whole, places) == total, (boards, some)
        same = sum(one is other for one, other in combinations(boards, 2))
        assert len(whole.images) == len(boards) + same
        assert all(_keeps(whole.moves, image) for image in whole.images)
        changed = [image for image in whole.images if image != tuple(range(whole.places))]
        assert len(changed) == same


@pytest.mark.parametrize("takes", ["neighbours", "edges"])
def test_less_of_what_hangs_is_worth_the_same(takes: str) -> None:
    """Random graphs of up to eight nodes, whatever hangs at each of their nodes replaced, with its heap beside it."""
    random = Random(3)

    def value(near: tuple[int, ...], part: int, memo: dict[int, int]) -> int:
        if part not in memo:
            after = set()
            for i in range(len(near)):
                if part >> i & 1:
                    if takes == "neighbours":
                        after.add(value(near, part & ~(near[i] | 1 << i), memo))
                    for j in range(i):
                        if takes == "edges" and part & near[i] & 1 << j:
                            after.add(value(near, part & ~(1 << i | 1 << j), memo))
            memo[part] = mex(after)
        return memo[part]

    changed = 0
    for _ in range(25):
        size = random.randrange(3, 9)
        near = [0] * size
        for i in range(1, size):
            for j in {random.randrange(i), *random.sample(range(i), min(i, random.choice((0, 0, 1))))}:
                near[i] |= 1 << j
                near[j] |= 1 << i
        graph, whole, memo = tuple(near), (1 << size) - 1, dict[int, int]()
        for root in range(size):
            hanging = isomorphic.hanging(graph, whole, root)
            for piece in hanging:
                inside = [i for i in range(size) if piece >> i & 1]
                assert not piece >> root & 1 and len(inside) <= isomorphic.MOST_NODES
                assert all(near[i] & ~piece & ~(1 << root) == 0 for i in inside), "joined by the root alone"
            assert [one.bit_count() for one in hanging] == sorted(one.bit_count() for one in hanging)
            part, heap = isomorphic.pruned(takes, graph, whole, root)  # type: ignore[arg-type]
            assert part >> root & 1
            assert value(graph, part, memo) ^ heap == value(graph, whole, memo), (near, root, part, heap)
            changed += part != whole
    assert changed > 20


@pytest.mark.parametrize("columns", [3, 4])
def test_a_rook_may_be_turned_on_boards_longer_than_wide(columns: int) -> None:
    """It clears its row and column: on a board of two rows, further along a row than the board is high."""
    cells = [(r, c, 0) for r, c in product(range(2), range(columns))]
    nothing = frozenset[tuple[int, int, int]]()
    moves = [
        (frozenset({cell}), nothing, frozenset(one for one in cells if one[0] == cell[0] or one[1] == cell[1]), nothing)
        for cell in cells
    ]
    patterns = Patterns.of(moves, {*cells}, 2, columns)
    assert patterns is not None
    assert all(patterns.keeps(t, f) for t in (0, 1) for f in range(4))

"""Col and Snort against a program from the rules' words, on random boards, in both plays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from grundy import parse, solve
from grundy.errors import BadText

Cells = tuple[tuple[tuple[int, int], str], ...]


def coloured(cells: Cells, game: str) -> Iterator[Cells]:
    """The boards after a move."""
    marks = dict(cells)
    for (r, c), mark in cells:
        around = [marks.get(end) for end in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))]
        for colour, other in ("xo", "ox") if mark == "." else ():
            if (colour if game == "col" else other) not in around:
                yield tuple(sorted({**marks, (r, c): colour}.items()))


@cache
def value(cells: Cells, game: str) -> int:
    after = {value(left, game) for left in coloured(cells, game)}
    return next(n for n in range(len(after) + 1) if n not in after)


@cache
def wins_misere(cells: Cells, game: str) -> bool:
    after = [wins_misere(left, game) for left in coloured(cells, game)]
    return not after or not all(after)


def cells_of(text: str) -> Cells:
    return tuple(sorted(((r, c), mark) for r, row in enumerate(text.split("/")) for c, mark in enumerate(row)))


def boards(game: str, count: int) -> Iterator[str]:
    """Boards that random play leads to."""
    rng = random.Random(44)
    for _ in range(count):
        rows, columns = rng.choice([(1, 8), (2, 4), (3, 3), (2, 5)])
        cells = cells_of("/".join(["." * columns] * rows))
        for _ in range(rng.randint(1, 4)):
            cells = rng.choice([*coloured(cells, game), cells])
        marks = dict(cells)
        yield "/".join("".join(marks[r, c] for c in range(columns)) for r in range(rows))


@pytest.mark.parametrize("game", ["col", "snort"])
def test_random_boards(game: str) -> None:
    for text in boards(game, 40):
        position = parse(f"{game}({text})")
        assert solve(position).nim_value == value(cells_of(text), game), text
        assert (solve(position, misere=True).winner == "first") == wins_misere(cells_of(text), game), text
        assert str(parse(str(position))) == str(position)


@pytest.mark.parametrize("game", ["col", "snort"])
@pytest.mark.parametrize("sides", ["1x7", "2x3", "3x3"])
def test_empty_boards(game: str, sides: str) -> None:
    rows, columns = map(int, sides.split("x"))
    board = "/".join(["." * columns] * rows)
    assert solve(parse(f"{game}({sides})")).nim_value == value(cells_of(board), game)
    assert str(parse(f"{game}({board})")) == str(parse(f"{game}({sides})"))


@pytest.mark.parametrize("text", ["col(xx.)", "col(.o/.o)", "snort(xo)", "snort(x/o)", "col(xz)", "snort(1x)"])
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(BadText, match=r"^<argument>:1:[0-9]+: expected "):
        parse(text)

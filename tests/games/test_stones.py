"""Clobber and NoGo as impartial games: published values, and other programs from the rules' words on random boards."""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from functools import cache

import pytest
from effort import lines_of
from limits import set_limits
from steps import Steps

from grundy import parse, solve
from grundy.answering.ask import forget
from grundy.engines.search.board import MOST_IN_ROW, MOST_PLACES
from grundy.engines.search.compiled import Compiled
from grundy.engines.search.equal import parts_of
from grundy.errors import BadText, OutOfReach
from grundy.games import placement
from grundy.games.cells import Rows
from grundy.games.stones import FEW_MOVES, nogo, nogo_parts, nogo_rows, nogo_state
from grundy.model.known import facts_of
from grundy.model.option import State

# Of (xo)^n and (xxo)^n and of random rows, by CGSuite 2.1.1, as the tests of MCGS list them.
ROWS = "0 1 1 3 0 0 2 2 4 0 5 2 2 0 0"  # 1 x n, n = 1, 2, ...
CLOBBER = {
    "xxo": 2, "xxoxxo": 0, "xxoxxoxxo": 5, "xxoxxoxxoxxo": 2, "xxoxxoxxoxxoxxo": 7, "xoo.xo.ox.oxoooooxooxxoxxxx": 1,
    "xxxoxx.oxxo.xo": None, "ooxxxx.ooooox.ooox.ooxo": 2, "xoox.xo.ooo": None, "ox.ox.oxo": 1, "xoxxxooxo": 0,
    "xo/ox": 0, "xox/oxo/xox": 1,
}  # fmt: skip

Cells = dict[tuple[int, int], str]


def near(at: tuple[int, int]) -> list[tuple[int, int]]:
    r, c = at
    return [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]


def clobbered(cells: Cells) -> Iterator[Cells]:
    for at, stone in cells.items():
        for end in near(at):
            if stone != "." and cells.get(end, ".") not in (".", stone):
                yield {**cells, at: ".", end: stone}


def breathe(cells: Cells) -> bool:
    """Whether each group has a free cell beside it, group by group."""
    for at, stone in cells.items():
        group = [at]
        for one in group:
            group += [end for end in near(one) if cells.get(end) == stone and end not in group]
        if stone != "." and not any(cells.get(end) == "." for one in group for end in near(one)):
            return False
    return True


def put(cells: Cells) -> Iterator[Cells]:
    for at, stone in cells.items():
        for colour in "xo" if stone == "." else "":
            if breathe({**cells, at: colour}):
                yield {**cells, at: colour}


def value(cells: Cells, moves: object) -> int:
    @cache
    def of(state: frozenset[tuple[tuple[int, int], str]]) -> int:
        after = {of(frozenset(left.items())) for left in moves(dict(sorted(state)))}  # type: ignore[operator]
        return next(n for n in range(len(after) + 1) if n not in after)

    return of(frozenset(cells.items()))


def drawn(chance: random.Random, marks: str) -> tuple[str, Cells]:
    rows, columns = chance.choice([(1, 6), (2, 3), (2, 4), (3, 3), (1, 8)])
    text = ["".join(chance.choice(marks) for _ in range(columns)) for _ in range(rows)]
    return "/".join(text), {(r, c): cell for r, row in enumerate(text) for c, cell in enumerate(row)}


def test_published_values_of_clobber() -> None:
    assert [solve(parse(f"clobber 1x{n}")).nim_value for n in range(1, 16)] == list(map(int, ROWS.split()))
    for board, worth in CLOBBER.items():
        assert worth is None or solve(parse(f"clobber {board}")).nim_value == worth, board


@pytest.mark.parametrize(
    ("text", "cells", "most"),
    [
        ("clobber 100x100", "a board of 10,000", 512),
        ("clobber 16x33", "a board of 528", 512),
        ("clobber 1x4097", "a row of 4,097", 4_096),
        (f"peg-duotaire {'/'.join(100 * [100 * 'o'])}", "a board of 10,000", 1_024),
        (f"toads-and-frogs {300 * 'T'}{300 * 'F'}", "a row of 600", 512),
    ],
    ids=lambda each: str(each)[:20],
)
def test_a_board_that_no_search_takes_is_refused_before_its_moves_are_made(text: str, cells: str, most: int) -> None:
    """The 39,600 moves of 100x100 were made and compared, for seconds in which no limit was heard."""
    assert (placement.MOST_SEARCHED, placement.MOST_IN_ROW) == (MOST_PLACES, MOST_IN_ROW)
    position = parse(text)
    with pytest.raises(OutOfReach, match=f": {cells} cells, more than the {most:,} that a search takes"):
        lines_of(lambda: solve(position), 20_000)


def test_random_boards_of_clobber() -> None:
    """All values, also of boards that fall apart, and the winning moves."""
    chance = random.Random(1)
    for _ in range(40):
        text, cells = drawn(chance, "xo" * 3 + ".")
        result = solve(parse(f"clobber {text}"))
        assert result.nim_value == value(cells, clobbered), text
        winning = [left for left in clobbered(cells) if value(left, clobbered) == 0]
        assert len(result.winning_moves) == len(winning), text


# Folkersen, Müller & Du 2025, MCGS computational results.
NOGO_ROWS = "0 1 0 1 2 0 1 0 1 2 3 1 0 3 1 0"  # 1 x n, n = 1, 2, ...
NOGO = {"2x2": 1, "2x3": 1, "2x4": 0, "2x5": 0, "2x6": 0, "3x3": 0, "3x4": 0}


def run_to_end(work: Generator[object, None, int]) -> int:
    while True:
        try:
            next(work)
        except StopIteration as done:
            nim_value: int = done.value
            return nim_value


def by_parts(searched: Compiled, state: State) -> int:
    """The value of a state by the compiled search of its parts."""
    total = 0
    for part in parts_of(nogo, [state]):
        total ^= run_to_end(searched.value(part))
    return total


def test_published_values_of_nogo() -> None:
    """By one table for boards of all sizes, in the order of their sizes and backwards."""
    boards = {**{f"1x{n}": int(worth) for n, worth in enumerate(NOGO_ROWS.split(), 1)}, **NOGO}
    states = {board: parse(f"nogo {board}").components[0].states[0] for board in boards}
    for order in (list(boards), list(boards)[::-1]):
        searched = Compiled(nogo, list(states.values()), 1 << 30)
        assert {board: by_parts(searched, states[board]) for board in order} == boards


def test_parts_of_random_boards_of_nogo() -> None:
    """The compiled search of parts; and each board by its parts in plain Python, against the words of the rule."""
    chance = random.Random(5)
    searched = Compiled(nogo, [nogo_state(("." * 4,) * 3), nogo_state(("." * 14,))], 1 << 30)
    sizes = [(1, 12), (1, 13), (1, 14), (1, 14), (2, 5), (3, 4)]
    tried, apart = 0, 0
    while tried < 40:
        rows, columns = chance.choice(sizes)
        text = ["".join(chance.choice("xo...") for _ in range(columns)) for _ in range(rows)]
        cells = {(r, c): cell for r, row in enumerate(text) for c, cell in enumerate(row)}
        if not breathe(cells) or "".join(text).count(".") > 7:
            continue
        tried += 1
        state = nogo_state(tuple(text))
        assert by_parts(searched, state) == value(cells, put), text
        apart += len(list(nogo_parts(state))) > 1
    assert apart > 5


def test_options_of_nogo_that_have_the_fewest_come_first() -> None:
    """All options, each once, on empty boards, where many have as many, and on random ones."""
    chance = random.Random(3)
    boards = [("." * 5,) * 4, ("." * 8,)]
    while len(boards) < 24:
        rows, columns = chance.choice([(1, 9), (2, 5), (3, 4), (4, 5)])
        boards.append(tuple("".join(chance.choice("xo....") for _ in range(columns)) for _ in range(rows)))
    wide = 0
    for text in boards:
        cells = {(r, c): cell for r, row in enumerate(text) for c, cell in enumerate(row)}
        if not breathe(cells):
            continue
        own = {moved(text, left): len(list(put(left))) for left in put(cells)}
        options = [nogo_rows(option.parts[0]) for option in nogo.options(nogo_state(text))]
        assert len(options) == len(own) and set(options) == set(own), text
        counts = [own[option] for option in options]
        assert len(counts) <= FEW_MOVES or counts == sorted(counts), text
        wide = max([wide, *counts])
    assert 32 <= wide < 64  # six digits in binary


def moved(text: Rows, cells: Cells) -> Rows:
    return tuple("".join(cells[r, c] for c in range(len(row))) for r, row in enumerate(text))


def test_random_boards_of_nogo() -> None:
    """More published values are facts of the catalogue: tests/games/test_known.py."""
    chance = random.Random(2)
    tried = 0
    while tried < 10:
        text, cells = drawn(chance, "xo" + "." * 3)
        if not breathe(cells):
            with pytest.raises(BadText, match="every group of stones beside a free cell"):
                parse(f"nogo {text}")
            continue
        tried += 1
        position = parse(f"nogo {text}")
        assert "/".join(nogo_rows(position.components[0].states[0])) == text
        assert solve(position).nim_value == value(cells, put), text


def test_texts_read_back() -> None:
    assert str(parse("clobber 2x3")) == "clobber(xox/oxo)" and parse("clobber 2x3").typed() == "clobber 2x3"
    assert nogo_state(("x.", ".o")) == (2, 2, 0b1110, 0b0111) and parse("nogo 2x3").typed() == "nogo 2x3"
    assert solve(parse("clobber xo.")).winning_moves[0].sentence() == "the stone on (1, 1) takes the one on (1, 2)"
    with pytest.raises(BadText, match=r"1:10: expected a cell, '.' or 'x' or 'o'"):
        parse("clobber xz")


def test_rows_of_two_lengths_are_refused() -> None:
    """The last column of a board whose first row was empty was looked for: a negative shift."""
    with pytest.raises(BadText, match="expected a cell"):
        parse("nogo /x")


def test_a_row_is_read_as_a_power() -> None:
    for n, nim_value in enumerate((2, 0, 5, 2, 7), 1):  # of (xxo)^n, by CGSuite
        position = parse(f"clobber (xxo)^{n}")
        assert position == parse("clobber " + "xxo" * n) and solve(position).nim_value == nim_value, n
    assert parse("clobber (XO)^40") == parse("clobber 1x80")
    assert parse("clobber((xo)^3) + nim(2)") == parse("clobber(xoxoxo) + nim(2)")
    assert parse("nogo  (x.)^3 ") == parse("nogo x.x.x.")


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("(xo)^0", 1, "how many times"),
        ("(xo)", 1, "how many times"),
        ("(xy)^2", 1, "the cells of a row"),
        ("()^2", 1, "the cells of a row"),
        ("(xo)^500001", 6, "at most 1,000,000 cells, found one of 1,000,002"),
        ("(xo)^999999999", 6, "at most 1,000,000 cells"),
        ("(xo)^9999999999", 6, "at most 1,000,000 cells"),
        ("9999999999x9999999999", 1, "at most 1,000,000 cells"),
        ("10000000000x1", 1, "at most 1,000,000 cells"),
        ("-1x3", 1, "as in 5x8, or rows of '.', 'x' and 'o', found '-1x3'"),
    ],
)
def test_a_power_that_is_none_or_too_large_is_refused(text: str, column: int, expected: str) -> None:
    for game in ("clobber", "nogo"):
        with pytest.raises(BadText, match=rf":1:{column + len(game) + 1}: .*{expected}"):
            parse(f"{game} {text}")


def test_boards_of_nogo_that_no_search_ends_are_refused_at_once() -> None:
    """1000x1000 was read for longer than a minute, cell by cell, and no limit was heard."""
    for text, expected in (
        ("1000x1000", "expected a board of at most 10,000 cells, found one of 1,000,000"),
        ("100x100", "expected parts of at most 1,024 free cells, which a search takes, found one of 10,000"),
        ("1x1025", "found one of 1,025"),
    ):
        with pytest.raises(BadText, match=expected):
            parse(f"nogo {text}")
    assert parse("nogo (.xo.)^600").typed()  # of more free cells, in parts of a few


@pytest.mark.parametrize(
    ("board", "most", "by"),
    [("4x8", 8, "states in"), ("1x64", 32, "in plain Python, for numbers of more than 63 bits")],
)
def test_of_a_large_board_of_nogo_it_is_told_at_once_what_is_known_and_why_it_takes_long(
    board: str, most: int, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit ended the search with "115 nim-values" alone. 4x8 has 64 moves, and 8 that are no images of others."""
    set_limits(monkeypatch, "engines.search", FEW_POSITIONS=10)
    set_limits(monkeypatch, "engines.search.compiled", FIRST_BUDGET=10)
    forget()
    clock = Steps(stop=lambda chunk: by in chunk.known, reading=0.2)
    with clock, pytest.raises(KeyboardInterrupt, match=by) as stopped:
        solve(parse(f"nogo {board}"))
    (known,) = facts_of(stopped.value, 1)
    assert known.most == most
    forget()

"""Boards given as data: the same game as the catalogue's, the definition on random ones, and what is refused."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from grundy import FILES, Grid, board_game, certify, cram, parse, solve
from grundy.engines.search import plain
from grundy.engines.search.board import prepare
from grundy.errors import BadRule, BadText
from grundy.games.board_game import field_of
from grundy.text.board_data import BoardData, falling_order, read_board_data
from grundy.text.reader import Text


def dominoes(rows: int, columns: int) -> tuple[dict[str, tuple[int, int]], list[tuple[str, str]]]:
    """Cram as data."""
    places = {f"{r}{c}": (r, c) for r, c in product(range(rows), range(columns))}
    moves = [(f"{r}{c}", f"{r}{c + 1}") for r in range(rows) for c in range(columns - 1)]
    return places, moves + [(f"{r}{c}", f"{r + 1}{c}") for r in range(rows - 1) for c in range(columns)]


def defined(moves: Any, places: int, misere: bool) -> int:
    """The nim-value of a set by the definition; in misère play 1 if the first player wins."""

    @cache
    def value(there: int) -> int:
        after = {value((there & ~clear) ^ flip) for need, off, clear, flip in moves
                 if there & need == need and not there & off}  # fmt: skip
        if misere:
            return int(not after or 0 in after)
        return next(n for n in range(len(after) + 1) if n not in after)

    return value(places)


def random_moves(chance: random.Random, places: int, kind: str) -> list[tuple[int, int, int, int]]:
    """Moves that take a place and may put lower ones (falls), or take more than they put (shrinks)."""
    moves = []
    low = (1 << places // 3) - 1 if chance.random() < 0.5 else (1 << places) - 1
    for _ in range(chance.randint(1, 2 * places)):
        need = 1 << chance.randrange(places) | 1 << chance.randrange(places // 3, places)
        off, clear, flip = (1 << chance.randrange(2 * places) & (1 << places) - 1 for _ in range(3))
        off &= ~need
        if kind == "falls":
            top = need.bit_length() - 1
            clear, flip = clear | 1 << top, flip & (1 << top) - 1 & low
        else:
            clear, flip = need | clear, 1 << chance.randrange(places) if need & (need - 1) else 0
            flip &= ~need
        moves.append((need, off, clear, flip))
    return moves


def test_cram_as_data_is_cram() -> None:
    """On a grid, where the search knows turned shapes, and without one; values from the catalogue's rule."""
    for rows, columns in ((2, 3), (3, 4), (3, 5)):
        places, moves = dominoes(rows, columns)
        expected = solve(cram(f"{rows}x{columns}")).nim_value
        for given in (places, list(places)):
            assert solve(board_game(given, moves)("start")).nim_value == expected
    holed = board_game(*dominoes(3, 4))(frozenset(dominoes(3, 4)[0]) - {"00", "12"})
    assert solve(holed).nim_value == solve(cram("#.../..#./....")).nim_value


@pytest.mark.parametrize("kind", ["falls", "shrinks"])
def test_random_boards_are_played_as_defined(kind: str) -> None:
    """Moves that need places off and put places: all starts, also split into parts, by the definition."""
    chance = random.Random(kind)
    split = 0
    for _ in range(60):
        places = chance.randint(2, 7)
        moves = random_moves(chance, places, kind)
        assert not falling_order(moves, places)[1]
        names = "abcdefg"[:places]
        data = BoardData(tuple(names), tuple(moves))
        field, at = field_of(data)
        board = prepare(field)
        for start in range(1 << places):
            moved = board.inward(sum(1 << at[i] for i in range(places) if start >> i & 1))
            assert plain.value(board, moved, {}) == defined(tuple(moves), start, False), (moves, start)
            assert plain.wins_misere(board, moved, {}) == defined(tuple(moves), start, True), (moves, start)
            split += len(board.parts(moved)) > 1 and board.splits and any(flip for *_, flip in board.moves)
    assert kind == "shrinks" or split > 20  # sets that fall apart though moves put places


def test_places_that_moves_put_join_what_puts_and_what_needs_them() -> None:
    """Two moves that share nothing but a place that one puts and that the other needs are one part: worth 2, not 1 + 0
    (by hand: a puts p, and b then may be taken with it)."""
    game = board_game("abp", [{"need": "a", "clear": "a", "flip": "p"}, {"need": "bp", "clear": "bp"}])
    assert solve(game("a b")).nim_value == defined(((1, 0, 1, 4), (6, 0, 6, 0)), 3, False) == 0
    assert solve(game("b")).nim_value == 0
    assert solve(game("a")).nim_value == 1


def test_a_place_that_is_cleared_and_flipped_stays() -> None:
    """(state & ~clear) ^ flip sets a place that is in both."""
    from grundy import masks_rule

    rule = masks_rule("stays", 3, [(0b110, 0, 0b110, 0b010), (0b010, 0, 0b011, 0b001)])
    for state in range(8):
        moves = ((0b110, 0, 0b110, 0b010), (0b010, 0, 0b011, 0b001))
        assert solve(rule(state), misere=True).winner == ("first" if defined(moves, state, True) else "second")


def test_files_are_games(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file's name is the name of a game: alone, in sums, and with its places counted."""
    monkeypatch.chdir(tmp_path)
    places, moves = dominoes(2, 3)
    (tmp_path / "c.json").write_text(json.dumps({"places": {p: list(at) for p, at in places.items()}, "moves": moves}))
    position = parse("c.json start", files=FILES)
    assert solve(position).nim_value == solve(cram("2x3")).nim_value
    assert solve(parse("c.json(00 01) + nim(1)", files=FILES)).nim_value == 0
    assert parse(str(position), files=FILES) == position
    first = solve(parse("c.json(start)", files=FILES)).winning_moves[0]  # a square is left, and answered opposite
    assert first.sentence() == "move 5: take 00, 10"
    (component,) = parse("c.json 00 12", files=FILES).components
    picture = component.rule.space.board(component.states)
    assert picture == Grid((("full", "empty", "empty"), ("empty", "empty", "full")))
    with pytest.raises(
        BadText, match=r"<argument>:1:8: expected places that are there \(00, 01, .*'start', found '77'"
    ):
        parse("c.json 77", files=FILES)
    with pytest.raises(BadText, match="a file in JSON that exists"):
        parse("none.json start", files=FILES)


WRONG = [
    ('{"moves": []}', '1:13: expected the key "places"'),
    ('{"places": ["a", "a"], "moves": []}', "1:18: expected each place once, found 'a' again"),
    ('{"places": ["a b"], "moves": []}', "1:13: expected a name without blanks"),
    ('{"places": ["start"], "moves": []}', "and not 'start'"),
    ('{"places": {"a": [0]}, "moves": []}', "the [row, column] of place 'a'"),
    ('{"places": ["a", "b"], "moves": [["a", "c"]]}', "1:40: expected one of the places (a, b), found"),
    ('{"places": ["a"], "moves": [{"needs": ["a"]}]}', "expected need, off, clear or flip, found 'needs'"),
    ('{"places": ["a", "b"], "moves": [["a"], []]}', "1:41: expected a move that takes away a place it needs"),
    (
        '{"places": ["a", "b"], "moves": [{"need": ["a"], "flip": ["b"]}, {"need": ["b"], "flip": ["a"]}]}',
        "1:34: expected moves that all leave fewer places, or an order of them in which none puts one after all it "
        "takes, so that play ends, found one that takes a and puts b",
    ),
    (
        '{"places": ["a", "b", "c"], "moves": [["a", "b"], ["c"]], "symmetries": [["c", "b", "a"]]}',
        "1:74: expected a symmetry that takes moves to moves, found one that takes move 1 (a b) to (b c), which is no "
        "move",
    ),
    (
        '{"places": ["a", "b"], "moves": [], "symmetries": [["a", "a"]]}',
        "takes the 2 places to 2 places, found one to 1",
    ),
    ('{"places": ["a"], "moves": [], "begin": []}', '1:32: expected "places", "moves", "symmetries", "start"'),
    ('{"places": 3, "moves": []}', "1:12: expected a list of names, or an object"),
    ("[]", 'expected an object with "places" and "moves"'),
]


@pytest.mark.parametrize(("written", "said"), WRONG)
def test_what_is_wrong_in_a_file_is_named_with_its_place(written: str, said: str) -> None:
    text = Text(written, "b.json")
    assert read_board_data(text) is None
    with pytest.raises(BadText) as problem:
        text.close()
    assert said in str(problem.value)
    assert str(problem.value).startswith("b.json:1:")


def test_what_is_wrong_in_a_call_is_named() -> None:
    for call, said in (
        (lambda: board_game(["a", 1], []), "found 'a'|found 1"),
        (lambda: board_game("ab", ["ac"]), r"move 1: expected one of the places \(a, b\), found 'c'"),
        (lambda: board_game("ab", [{"needs": "a"}]), "move 1: expected need, off, clear or flip"),
        (lambda: board_game("ab", ["a", ""]), "move 2: expected a move that takes away"),
        (lambda: board_game("abc", ["ab", "c"], symmetries=["cba"]), r"symmetry 1: .* move 1 \(a b\) to \(b c\)"),
        (lambda: board_game({"a": (0.5, 1)}, []), r"expected \(row, column\)"),
    ):
        with pytest.raises(BadRule, match=said):
            call()


def test_symmetries_that_are_given_are_used() -> None:
    """A rotation that no grid shows: one image for the search, and the same value."""
    ring = [f"{i}" for i in range(8)]
    moves = [(ring[i], ring[(i + 1) % 8]) for i in range(8)]
    turned = board_game(
        ring, moves, symmetries=[[*ring[1:], ring[0]], {"1": "7", "7": "1", "2": "6", "6": "2", "3": "5", "5": "3"}]
    )
    field, _ = field_of(dict(turned.parameters)["board"])
    assert len(prepare(field).images) == 2
    assert solve(turned("start")).nim_value == solve(board_game(ring, moves)("start")).nim_value


@pytest.mark.parametrize("strategy", [False, True])
def test_moves_that_put_later_places_are_certified_by_all_positions(tmp_path: Any, strategy: bool) -> None:
    """Pegs leave fewer places, but no smaller numbers, which the checker asks of moves on places; it is given nodes."""
    pegs = str(Path(__file__).parents[2] / "examples" / "pegs.json")
    written = certify(parse(f"{pegs} start", files=FILES), tmp_path / "c.txt", strategy=strategy)
    assert written.checked
    text = (tmp_path / "c.txt").read_text()
    assert "\nnodes " in text and ("\nwins first\n" if strategy else "\nvalue 2\n") in text

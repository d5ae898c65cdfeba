"""Positions and moves as text: what is written reads back, what is equal has equal values, what is wrong is placed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import grundy
from grundy import BadText, Position, parse, parse_move, solve
from grundy.notation.expression import parse_position
from grundy.text.reader import Text

sizes = st.integers(0, 9) | st.integers(0, 10**30)
small = st.integers(0, 6)
names = st.text(max_size=5).filter(lambda text: text.isprintable() or text.isascii())


@st.composite
def boards(draw: st.DrawFn, cells: str) -> tuple[str, ...]:
    width = draw(st.integers(1, 4))
    return tuple(draw(st.lists(st.text(cells, min_size=width, max_size=width), max_size=3)))


@st.composite
def graphs(draw: st.DrawFn) -> Position:
    nodes = draw(st.lists(st.integers(-50, 50), unique=True, max_size=6) | st.lists(names, unique=True, max_size=6))
    arcs = {node: [end for end in nodes[:place] if draw(st.booleans())] for place, node in enumerate(nodes)}
    tokens = draw(st.lists(st.sampled_from(nodes), max_size=3)) if nodes else []
    return grundy.graph(arcs, *tokens)


@st.composite
def rows(draw: st.DrawFn) -> Position:
    width = draw(st.integers(1, 70))
    return grundy.chess_rows(width)(*draw(st.lists(st.integers(0, (1 << width) - 1), max_size=4)))


def heaps_of(rule: grundy.Rule, each: st.SearchStrategy[int]) -> st.SearchStrategy[Position]:
    return st.lists(each, max_size=5).map(lambda piles: rule(*piles))


amounts = st.sets(st.integers(1, 9), min_size=1, max_size=4)
GAMES: dict[str, st.SearchStrategy[Position]] = {
    "nim": heaps_of(grundy.nim, sizes),
    "take-away": amounts.flatmap(lambda s: heaps_of(grundy.take_away(*s), sizes)),
    "floor-division": st.sets(st.integers(2, 9), min_size=1, max_size=3).flatmap(
        lambda s: heaps_of(grundy.floor_division(*s), sizes)
    ),
    "sequential-nim": st.lists(sizes, max_size=5).map(lambda piles: grundy.sequential_nim(tuple(piles))),
    "staircase-nim": st.lists(sizes, max_size=5).map(lambda piles: grundy.staircase_nim(tuple(piles))),
    "wythoff": st.tuples(st.integers(0, 60), st.integers(0, 60)).map(lambda pair: grundy.wythoff(*pair)),
    "euclid": st.tuples(sizes, sizes).map(lambda pair: grundy.euclid(*pair)),
    "chess-rows": rows(),
    "rectangle": boards("01").map(grundy.rectangle),
    "bacteria": boards(".#").map(grundy.bacteria),
    "graph": graphs(),
}
each_game = pytest.mark.parametrize("name", GAMES)
single = st.one_of(*GAMES.values())
sums = st.lists(single, min_size=2, max_size=4).map(lambda positions: sum(positions[1:], positions[0]))


def checks(strategy: st.SearchStrategy[Position], check: Callable[[Position], None], examples: int = 20) -> None:
    """Run a check on examples of one game."""
    settings(max_examples=examples)(given(strategy)(check))()


def reads_back(position: Position) -> None:
    assert parse(str(position)) == position
    assert str(parse(str(position))) == str(position)


def moves_read_back(position: Position) -> None:
    for move in islice(solve(position).winning_moves, 20):
        again = parse_move(str(move))
        assert again == move
        assert again.as_dict() == move.as_dict()
        assert move.sentence()


def answers_read_back(position: Position) -> None:
    answer = solve(position).as_dict()
    again = parse_position(answer["game"], Text(answer["position"], "<argument>"))
    assert again == position
    assert solve(again).as_dict() == answer
    assert (
        parse(answer["position"] if answer["game"] == "sum" else f"{answer['game']} {answer['position']}") == position
    )


@each_game
def test_positions_moves_and_answers_read_back(name: str) -> None:
    checks(GAMES[name], reads_back)
    checks(GAMES[name], moves_read_back)
    checks(GAMES[name], answers_read_back)


def test_sums_and_their_moves_and_answers_read_back() -> None:
    checks(sums, reads_back)
    checks(sums, moves_read_back)
    checks(sums, answers_read_back)


def test_compounds_read_back() -> None:
    """The commas of a game's parameters, as in take-away:1,3(4), stand between no parts."""
    parts = st.lists(single, min_size=2, max_size=3) | st.lists(sums, min_size=2, max_size=2)
    checks(parts.map(lambda some: grundy.conjunctive(*some)), reads_back)
    checks((single | sums).map(lambda one: grundy.with_pass(one, 2)), reads_back)
    part = grundy.take_away(1, 3)(4) + grundy.floor_division(2, 3)(1)
    compound = grundy.selective(grundy.ordinal(part, grundy.nim(1)), grundy.take_away(2, 5)(7))
    reads_back(compound)
    moves = solve(compound).winning_moves
    assert moves.count
    for move in moves:
        assert solve(compound.play(str(move))).winner == "second"


@given(single, single)
def test_a_sum_is_worth_the_xor_of_its_summands(first: Position, second: Position) -> None:
    total = solve(first + second)
    assert total.nim_value == solve(first).nim_value ^ solve(second).nim_value  # type: ignore[operator]
    assert solve(second + first).nim_value == total.nim_value
    assert solve(second + first).winning_moves.count == total.winning_moves.count
    assert (total.winner == "first") == bool(total.nim_value) == bool(total.winning_moves.count)


@given(single)
def test_a_position_beside_itself_is_worth_nothing(position: Position) -> None:
    doubled = solve(position + position)
    assert (doubled.nim_value, doubled.winner, doubled.winning_moves.count) == (0, "second", 0)


@given(boards("01"))
def test_symmetries_of_the_rectangle_game(board: tuple[str, ...]) -> None:
    worth = solve(grundy.rectangle(board))
    wide = [f"0{row}00" for row in board]
    others = [
        tuple("".join(column) for column in zip(*board, strict=True)),
        board[::-1],
        tuple(row[::-1] for row in board),
        tuple(wide),
        ("0" * len(board[0]), *board, "0" * len(board[0])) if board else (),
    ]
    for other in others:
        again = solve(grundy.rectangle(other))
        assert (again.nim_value, again.winning_moves.count) == (worth.nim_value, worth.winning_moves.count)


@given(boards(".#"))
def test_symmetries_of_bacteria(board: tuple[str, ...]) -> None:
    turned = tuple("".join(column) for column in zip(*board, strict=True))
    answer, other = solve(grundy.bacteria(board)).as_dict(), solve(grundy.bacteria(turned)).as_dict()
    assert answer["nim_value"] == other["nim_value"]
    swapped = [{"row": m["column"], "column": m["row"], "type": "HV"[m["type"] == "H"]} for m in other["winning_moves"]]
    assert sorted(answer["winning_moves"], key=str) == sorted(swapped, key=str)
    for mirrored in (board[::-1], tuple(row[::-1] for row in board)):
        assert solve(grundy.bacteria(mirrored)).nim_value == answer["nim_value"]


@given(st.lists(st.integers(0, 10**40), max_size=6), st.randoms(use_true_random=False))
def test_order_and_empty_piles_do_not_matter_where_any_pile_may_be_moved(piles: list[int], rng: object) -> None:
    for rule in (grundy.nim, grundy.take_away(2, 5, 6), grundy.floor_division(2, 5)):
        value = solve(rule(*piles)).nim_value
        assert solve(rule(*reversed(piles))).nim_value == value
        assert solve(rule(0, *piles, 0)).nim_value == value
    value = solve(grundy.sequential_nim(tuple(piles))).nim_value
    assert solve(grundy.sequential_nim(tuple(pile for pile in piles if pile))).nim_value == value


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("nim(3 5)", "nim(3 5)"),
        ("nim 3 5", "nim(3 5)"),
        (" nim( 3\t5 ) ", "nim(3 5)"),
        ("nim(03)", "nim(3)"),
        ("nim()", "nim()"),
        ("nim ", "nim()"),
        ("nim()+nim( )", "nim() + nim()"),
        ("take-away:3,1,2,1(3 4 5)+nim(5)", "take-away:1,2,3(3 4 5) + nim(5)"),
        ("chess-rows(-/19)", "chess-rows:20(-/19)"),
        ("chess-rows -/19", "chess-rows:20(-/19)"),
        ("chess-rows:7(7,1/-)", "chess-rows:7(1,7/-)"),
        ("rectangle(0 1/1 1)", "rectangle(01/11)"),
        ("bacteria(#./..)", "bacteria(#./..)"),
        ('graph({"nodes":["(",")"],"edges":[["(",")"]],"tokens":["("]})', None),
        ('graph({"nodes":["\\")","+ nim(3)"],"edges":[],"tokens":[]}) + nim(3)', None),
        ("nim(3)\n+\nnim(4)", "nim(3) + nim(4)"),
        ("nim(3\n4)", "nim(3 4)"),
    ],
)
def test_what_is_accepted(text: str, written: str | None) -> None:
    position = parse(text)
    assert written is None or str(position) == written
    assert parse(str(position)) == position


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "1:1", "a game and a position"),
        ("nim", "1:4", "''"),
        ("nim(3", "1:6", "')'"),
        ("nim(3))", "1:7", "'+'"),
        ("nim(3)+", "1:8", "a summand"),
        ("nim(3) + ", "1:10", "a summand"),
        ("+nim(3)", "1:1", "nim"),
        ("nim(3) + + nim(4)", "1:10", "'+'"),
        ("nim(3) nim(4)", "1:8", "'+'"),
        ("nim(3)(4)", "1:7", "'+'"),
        ("(nim(3))", "1:1", "a summand"),
        ("nimm(3)", "1:1", "did you mean 'nim'"),
        ("nim(x)", "1:5", "'x'"),
        ("nim(3 -1)", "1:7", "negative number -1"),
        ("nim(3) + nim(\xa04)", "1:14", "no-break space"),
        ("nim\xa0(3)", "1:1", "no-break space"),
        ("nim(3)\xa0+ nim(4)", "1:7", "no-break space"),
        ("nim(3\0)", "1:5", "NUL"),
        ("nim(\uff13)", "1:5", "full-width digit"),
        ("take-away(3)", "1:10", "':'"),
        ("take-away:(3)", "1:11", "an amount"),
        ("take-away:1,(3)", "1:13", "an amount"),
        ("take-away:1,,2(3)", "1:13", "','"),
        ("take-away:0(3)", "1:11", "1 or more"),
        ("take-away:1, 2(3)", "1:13", "a blank"),
        ("floor-division:1(3)", "1:16", "2 or more"),
        ("chess-rows:0(1)", "1:12", "1 or more"),
        ("chess-rows:1000001()", "1:12", "1,000,000"),
        ("chess-rows(21)", "1:12", "from 1 to 20"),
        ("chess-rows(1,1)", "1:14", "each column once"),
        ("rectangle(01/0)", "1:15", "2 in each row"),
        ("rectangle(02)", "1:12", "'0' or '1'"),
        ("wythoff(3)", "1:10", "2 in all"),
        ("wythoff(3 4 5)", "1:13", "2 numbers"),
        ("graph([])", "1:7", "an object"),
        ("graph({)", "1:9", "')'"),
        ('graph({"nodes":[1],"edges":[[1,1]],"tokens":[]})', "1:29", "1 → 1"),
        ("nim:3(4)", "1:5", "nothing after 'nim:'"),
        ("nim(" + "9" * 4301 + ")", "1:5", "4301 digits"),
    ],
)
def test_what_is_refused_at_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(BadText) as caught:
        parse(text)
    first = caught.value.findings[0]
    assert f"{first.line}:{first.column}" == place, str(caught.value)
    assert words in str(first), str(caught.value)
    assert str(first).isprintable()


def test_all_that_is_wrong_is_reported_at_once() -> None:
    with pytest.raises(BadText) as caught:
        parse("nim(x 3 y) + nimm(3) + chess-rows(21)")
    assert [finding.column for finding in caught.value.findings] == [5, 9, 14, 35]


@given(st.text(st.sampled_from('nim(3)+ ,:/-01x{}[]"\n\t\0\xa0\uff11#.') | st.characters(), max_size=30))
def test_any_text_is_read_or_refused_in_plain_words(text: str) -> None:
    for whole in (
        text,
        f"nim({text})",
        f"rectangle({text})",
        f"graph({text})",
        f"take-away:{text}(3)",
        f"chess-rows {text}",
    ):
        try:
            position = parse(whole)
        except BadText as problem:
            refused = problem
        else:
            assert parse(str(position)) == position
            continue
        assert all(finding.line >= 1 and finding.column >= 1 for finding in refused.findings)
        assert all(line.isprintable() for line in str(refused).split("\n"))


@given(st.text(max_size=30))
def test_any_text_is_a_move_or_is_refused(text: str) -> None:
    for whole in (text, f"pile {text}", f"pile 1, take {text}"):
        try:
            move = parse_move(whole)
        except BadText:
            continue
        assert parse_move(str(move)) == move


def test_a_brace_in_a_word_begins_no_json() -> None:
    """The whole rest was skipped as JSON, and a missing ')' reported at the end."""
    with pytest.raises(BadText, match=r"1:14: expected a node: .* found '{'"):
        parse("arc-kayles(a-{, b-c)")
    both = parse('graph({"nodes": ["a)", "b"], "edges": [["a)", "b"]], "tokens": ["a)"]}) + nim(2)')
    assert len(both.components) == 2

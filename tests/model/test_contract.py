"""The contract of a rule holds eleven awkward games, each in at most 15 lines and none a special case.

Every expected value comes from outside: the source stands beside it.
"""

from __future__ import annotations

import inspect

import pytest

from grundy import LOONY, Infinity, Rule, again, answer, rule, solve, to, value_by_definition


@rule
def take_or_halve(n):
    """Take one counter, or split an even heap into two equal heaps."""
    if n >= 1:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield to(n // 2, n // 2, split=2)


@rule
def kayles(n):
    """Take one or two counters from a heap, and split what remains if you like."""
    for take in (1, 2):
        for left in range((n - take) // 2 + 1):
            yield to(left, n - take - left, take=take)


@rule
def wythoff(a, b):
    """Take any number from one pile, or the same number from both."""
    yield from ((a - k, b) for k in range(1, a + 1))
    yield from ((a, b - k) for k in range(1, b + 1))
    yield from ((a - k, b - k) for k in range(1, min(a, b) + 1))


@rule
def chomp(rows):
    """Eat a square and all right of it and below; the lower left square (here the first) is poisoned."""
    for r, row in enumerate(rows):
        for c in range(row):
            if (r, c) != (0, 0):
                yield rows[:r] + tuple(min(c, other) for other in rows[r:])


@rule(conventions=("normal",))
def ruler(n):
    """A head at n turns over with any run of neighbours on its left: heaps 1 to n - 1 side by side."""
    for k in range(1, n + 1):
        yield to(*range(n - k + 1, n), turn=k)


@rule
def queens(free, *, size):
    """Place a queen on a free square; what she attacks is no longer free."""
    for r, c in free:
        yield frozenset((y, x) for y, x in free if y != r and x != c and abs(y - r) != abs(x - c))


@rule
def node_kayles(free):
    """Take a cell of a grid with its neighbours; parts that fall apart are a sum of one position here."""
    for r, c in free:
        yield free - {(r, c), (r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}


@rule
def hackenbush(edges):
    """Cut an edge of a graph; what no longer hangs on the ground (node 0) falls off."""
    for cut in edges:
        left, standing, reached = edges - {cut}, set(), {0}
        while new := {edge for edge in left - standing if reached & set(edge)}:
            standing |= new
            reached |= {end for edge in new for end in edge}
        yield frozenset(standing)


@rule
def nimstring(strings):
    """Cut a string; who frees a coin (0 is the ground, not a coin) moves again."""
    for number, cut in enumerate(strings):
        left = strings[:number] + strings[number + 1 :]
        held = {end for string in left for end in string}
        freed = any(end and end not in held for end in cut)
        yield (again if freed else to)(left, cut=cut)


@rule
def top_entails(n):
    """Split a stack in two, or take its top coin: then the opponent must answer in that stack."""
    if n >= 1:
        yield answer(n - 1, take=1)
    for left in range(1, n // 2 + 1):
        yield to(left, n - left, split=left)


@rule
def ring(node):
    """Round and round between 0 and 1, with a way out from 1 that leaves the other player one move."""
    yield from {0: [1], 1: [0, 2], 2: [3], 3: []}[node]


GAMES = (
    take_or_halve,
    kayles,
    wythoff,
    chomp,
    ruler,
    queens,
    node_kayles,
    hackenbush,
    nimstring,
    top_entails,
    ring,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.spec)
def test_a_game_is_at_most_fifteen_lines(game: Rule) -> None:
    lines = inspect.getsource(game.function).splitlines()
    assert len(lines) <= 15


def test_take_or_halve() -> None:
    # by hand: 1 -> {0}, 2 -> {1, 1+1 = 0}, 3 -> {2}, 4 -> {3, 0}, 5 -> {4}, 6 -> {5, 0}
    assert [value_by_definition(take_or_halve(n)) for n in range(7)] == [0, 1, 2, 0, 1, 0, 1]
    assert [move.as_dict() for move in solve(take_or_halve(4)).winning_moves] == [
        {"place": 1, "split": 2, "to": [2, 2]},
        {"place": 1, "to": [3]},
    ]


def test_kayles_in_normal_and_misere_play() -> None:
    # OEIS A002186; misère P-heaps: Winning Ways ch. 13
    assert [value_by_definition(kayles(n)) for n in range(13)] == [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4]
    assert [n for n in range(21) if not value_by_definition(kayles(n), "misere")] == [1, 4, 9, 12, 20]
    assert value_by_definition(kayles(1, 1), "misere") is True  # two heaps are not cancelled, only played


def test_wythoff() -> None:
    # P-positions: Wythoff 1907
    cold = [(a, b) for a in range(11) for b in range(a, 11) if value_by_definition(wythoff(a, b)) == 0]
    assert cold == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]


def test_chomp() -> None:
    # Gale 1974: the unique winning first moves of n x n (bite at (2, 2)) and 2 x n (the far corner)
    assert [move.as_dict()["to"] for move in solve(chomp((3, 3, 3))).winning_moves] == [[(3, 1, 1)]]
    assert [move.as_dict()["to"] for move in solve(chomp((4, 4))).winning_moves] == [[(4, 3)]]
    assert value_by_definition(chomp((1,))) == 0


def test_ruler_as_heaps() -> None:
    # the largest power of two that divides n: Winning Ways ch. 14, OEIS A006519
    assert [value_by_definition(ruler(n)) for n in range(1, 17)] == [1, 2, 1, 4, 1, 2, 1, 8, 1, 2, 1, 4, 1, 2, 1, 16]
    with pytest.raises(ValueError, match="valid for"):
        solve(ruler(3), misere=True)


@pytest.mark.parametrize(("size", "value"), list(enumerate([0, 1, 1, 2, 1, 3])))
def test_queens(size: int, value: int) -> None:
    # OEIS A344227
    board = frozenset((r, c) for r in range(size) for c in range(size))
    assert value_by_definition(queens.bind(size=size)(board)) == value


@pytest.mark.parametrize(("columns", "value"), list(enumerate([2, 1, 1, 0, 3, 3, 2], 1)))
def test_node_kayles_on_three_rows(columns: int, value: int) -> None:
    # OEIS A316632
    assert value_by_definition(node_kayles(frozenset((r, c) for r in range(3) for c in range(columns)))) == value


def test_green_hackenbush() -> None:
    # colon principle: a stalk of 2 under branches 1 and 3 is 1 + (1 + (1 XOR 3)) = 4; Winning Ways ch. 7
    tree = {(0, 1), (1, 2), (2, 3), (2, 4), (4, 5), (5, 6)}
    assert value_by_definition(hackenbush(frozenset(tree))) == 4
    # fusion principle: a cycle of 5 edges through the ground is one edge; of 4 edges nothing
    assert value_by_definition(hackenbush(frozenset({(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)}))) == 1
    assert value_by_definition(hackenbush(frozenset({(0, 1), (1, 2), (2, 3), (3, 0)}))) == 0


def chain(coins: int) -> tuple[tuple[int, int], ...]:
    """A chain of coins tied to the ground at both ends."""
    return (*((k, k + 1) for k in range(coins)), (coins, 0))


def test_nimstring() -> None:
    # Berlekamp, The Dots and Boxes Game, ch. 6-7: chains of 1, 2 coins are *1, longer ones 0;
    # a coin that can be freed at once beside such a chain of 2 or more strings is loony
    assert [value_by_definition(nimstring(chain(coins))) for coins in (1, 2, 3, 4)] == [1, 1, 0, 0]
    assert value_by_definition(nimstring(((1, 2), (2, 0)))) == LOONY
    assert value_by_definition(nimstring(((1, 0),))) == 0


def test_top_entails() -> None:
    # West 1996, New values for Top Entails: stacks 1 and 3 are loony, as is 2403 (tests/model/test_definition.py)
    values = [value_by_definition(top_entails(n)) for n in range(10)]
    assert [n for n, value in enumerate(values) if value == LOONY] == [1, 3]
    assert solve(top_entails(3)).winner == "first"


def test_a_graph_with_a_draw() -> None:
    # by hand: leaving the ring at 1 lets the opponent move 2 -> 3 and win, so nobody leaves it
    assert [value_by_definition(ring(node), "loopy") for node in (3, 2)] == [0, 1]
    assert [value_by_definition(ring(node), "loopy") for node in (1, 0)] == [Infinity(frozenset({1})), Infinity()]
    assert solve(ring(0), loopy=True).winner == "draw"
    # with one more move beside it, leaving the ring is right
    beside = solve(ring(1) + ring(2), loopy=True)
    assert beside.winner == "first"
    assert [move.as_dict() for move in beside.winning_moves] == [{"component": 1, "place": 1, "to": [2]}]
    with pytest.raises(ValueError, match="cycle 0 -> 1 -> 0"):
        value_by_definition(ring(0))

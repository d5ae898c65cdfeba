"""Rules by which a number grows for ever are refused at once; what is said of them is compared with play itself."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grundy
from grundy.compile.form import form_of
from grundy.engines.winner_at_hand import winner_at_hand
from grundy.errors import BadRule, OutOfReach
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.reading.climbs import climbs

FOR_EVER = (
    ("n -> n+1", 5),
    ("n -> n*2", 5),
    ("n -> n-1; n -> n+1", 0),
    ("n -> n+1, if n > 4", 5),
    ("n -> n+k, for k in 1..3", 4),
    ("n -> n+k, for k in 1..n", 4),
    ("n -> n+1 & 3", 4),
    ("n -> n+2, if n != 3", 4),
    ("n -> n+1, if n%3 != 0; n -> n+2, if n%3 = 0", 7),
    ("n -> n+6, if n%2 = 1", 5),
)
SQUARES = (("n -> n*n, if n > 1; n -> n-1, if n > 0", 7), ("n -> n*n", 2))
ENDS = (
    ("n -> n*2", 0),  # to itself: a cycle
    ("n -> n+1, if n > 4", 4),
    ("n -> n+1, if n < 50", 5),
    ("n -> n+1, if n % 7 != 6", 5),
    ("n -> n+1, if n != 9", 5),
    ("n -> n-k, for k in 1..n", 9),
    ("n -> n//2", 9),
    ("n -> n+1, if 4*n < n+60", 5),
    ("n -> n+1, if n%3 != 0; n -> n-1", 7),
    ("n -> n+6, if n%2 = 1", 4),
    ("n -> n*n", 1),
    ("n -> n*n", 0),
)


def _numbers(text: str, state: int) -> tuple[Rule, tuple[int, ...]]:
    return parse_rule(f"rule:{text}"), (state,)


def _ways(rule: Rule, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
    """Which way the numbers of a state may go for ever; None: nothing is said."""
    climb = climbs(form_of(rule), numbers)
    return climb and climb.way


@pytest.mark.parametrize(("text", "state"), FOR_EVER)
def test_what_is_said_to_climb_has_larger_options_for_a_thousand_moves(text: str, state: int) -> None:
    rule, numbers = _numbers(text, state)
    assert _ways(rule, numbers) == (1,)
    for _ in range(1000):
        state = next(part for option in rule.options(state) for part in option.parts if part > state)  # type: ignore[assignment, operator]


@pytest.mark.parametrize(("text", "state"), SQUARES)
def test_squares_are_said_to_climb(text: str, state: int) -> None:
    rule, numbers = _numbers(text, state)
    assert _ways(rule, numbers) == (1,)
    for _ in range(8):  # each has twice as many digits
        state = next(part for option in rule.options(state) for part in option.parts if part > state)  # type: ignore[assignment, operator]


@pytest.mark.parametrize(("text", "state"), ENDS)
def test_nothing_is_said_where_play_ends_or_returns(text: str, state: int) -> None:
    rule, numbers = _numbers(text, state)
    assert climbs(form_of(rule), numbers) is None


@pytest.mark.parametrize("misere", [False, True])
def test_it_is_refused_with_the_play_and_what_to_write(misere: bool) -> None:
    with pytest.raises(BadRule, match=r"n may grow for ever: 5 -> 6 -> 7 -> 8 -> .*such as 'if n < 100'"):
        grundy.solve(parse_rule("rule:n -> n+1; n -> n-1")(5), misere=misere)


def test_loopy_play_may_return_but_not_climb() -> None:
    with pytest.raises(OutOfReach, match=r"5 -> 10 -> 20 -> 40 -> .*write a condition that stops it"):
        grundy.solve(parse_rule("rule:n -> n*2")(5), loopy=True)
    up = parse_rule("rule:n -> n-1, if n != 2; n -> n+1, if n = 2")(2)
    assert grundy.solve(up, loopy=True).winner == "draw"


def test_a_winning_move_at_hand_is_told_before_the_rest_is_refused() -> None:
    rule = parse_rule("rule:n -> n+1, if n > 0; n -> 0, if n > 0")  # by definition: whoever leaves 0 has won
    answer = grundy.solve(rule(7), loopy=True)
    assert (answer.winner, answer.nim_value) == ("first", None)
    assert [move.as_dict()["leave"] for move in answer.winning_moves] == [[0]] and not answer.winning_moves.exact
    assert "n may grow for ever" in answer.unlisted


def token(graph: dict[int, list[int]]) -> Rule:
    @grundy.rule
    def moves(node):  # type: ignore[no-untyped-def]
        yield from graph[node]

    return moves


def test_who_wins_play_that_soon_ends_is_the_label_of_the_whole_graph() -> None:
    rng = random.Random(39)
    for _ in range(60):
        graph = {node: rng.sample(range(9), rng.randrange(4)) for node in range(9)}
        moves = token(graph)
        whole = grundy.loopy(graph)  # all nodes labelled from the end of play backwards (Smith 1966)
        for node in graph:
            value = whole.value(node)
            wins = value > 0 if isinstance(value, int) else 0 in value.reach
            assert winner_at_hand(moves, node).winner == ("first" if wins else "second" if value == 0 else None)


@grundy.rule
def repeated(n):  # type: ignore[no-untyped-def]
    """5,000 moves to 1, which is won, and then one to 0, which is lost."""
    if n == 5:
        yield from (1 for _ in range(5_000))
    if n:
        yield 0


@pytest.mark.parametrize("most", [4_000, 4_999, 5_010, 20_000])
def test_a_move_behind_many_to_the_same_is_not_taken_for_absent(most: int) -> None:
    assert winner_at_hand(repeated, 5, most).winner == (None if most < 5_001 else "first")


@grundy.rule
def walker(a, b):  # type: ignore[no-untyped-def]
    """The second number grows while the first stays."""
    if a > 0:
        yield a - 1, b
    for _ in range(3):
        if b >= 2:
            yield a, b + 3
        else:
            continue


def test_one_of_several_numbers_may_climb() -> None:
    assert _ways(walker, (1, 2)) == (0, 1)
    assert _ways(walker, (1, 1)) is None
    with pytest.raises(BadRule, match=r"b may grow for ever: \(1, 2\) -> \(1, 5\) -> \(1, 8\)"):
        grundy.solve(walker(1, 2))
    assert grundy.solve(walker(1, 1)).winner == "first"


@grundy.rule
def falling(a, b):  # type: ignore[no-untyped-def]
    """One number grows and the other falls, below 0 too."""
    yield a + 1, b - 1


SEVERAL = (
    ("(a, b) -> (a+1, b+1)", (3, 5), (1, 1)),
    ("(a, b) -> (a+1, b+1), if a > 4; (a, b) -> (a+1, b), if a <= 4", (3, 5), (1, 1)),  # after two moves
    ("(a, b) -> (a+1, b+2), if b >= a", (3, 5), (1, 1)),
    ("(a, b) -> (b+1, a)", (3, 5), (1, 1)),  # two moves make one step
    ("(a, b) -> (b, a+b)", (3, 5), (1, 1)),
    ("(a, b) -> (b, a+b)", (5, 3), (1, 1)),  # of which the first number falls at first
    ("(a, b) -> (a*2, b+1), if a > 0", (1, 0), (1, 1)),
    ("(a, b) -> (a*b, b)", (2, 2), (1, 0)),
    ("(a, b) -> (a+k, b+2*k), for k in 1..2", (0, 0), (1, 1)),
    ("(a, b) -> (a+1, b+1), if a%3 != 0; (a, b) -> (a+1, b), if a%3 = 0", (1, 0), (1, 1)),
    ("(a, b, c) -> (b, c, a+1)", (3, 5, 2), (1, 1, 1)),
    ("(a, b, c) -> (a, b, c-1), if c > 0; (a, b, c) -> (a+1, b+2, c)", (3, 5, 2), (1, 1, 0)),
)
SEVERAL_END = (
    ("(a, b) -> (a+1, b-1)", (3, 5)),  # no number of a typed rule is below 0
    ("(a, b) -> (a+1, b+1), if a%7 != 6", (3, 5)),
    ("(a, b) -> (a+2, b+1), if b >= a", (3, 50)),
    ("(a, b) -> (b, a)", (3, 5)),  # returns
    ("(a, b) -> (a+1, b+1), if a+b < 400", (3, 5)),
    ("(a, b) -> (b, a+b), if b < 1000", (3, 5)),
)


@pytest.mark.parametrize(("text", "state", "way"), SEVERAL)
def test_several_numbers_that_climb_together_are_refused_in_every_convention(
    text: str, state: tuple[int, ...], way: tuple[int, ...]
) -> None:
    rule = parse_rule(f"rule:{text}")
    assert _ways(rule, state) == way
    for convention in ({}, {"misere": True}, {"loopy": True}):
        with pytest.raises((BadRule, OutOfReach), match=r"may grow for ever: .*write a condition that stops it"):
            grundy.solve(rule(*state), **convention)


def test_one_number_that_grows_while_another_falls_is_refused() -> None:
    assert _ways(falling, (3, 5)) == (1, -1)
    with pytest.raises(BadRule, match=r"a may grow and b may fall for ever: \(3, 5\) -> \(4, 4\) -> .*'if a < 100'"):
        grundy.solve(falling(3, 5))


@pytest.mark.parametrize(("text", "state"), SEVERAL_END)
def test_nothing_is_said_of_several_numbers_where_play_ends_or_returns(text: str, state: tuple[int, ...]) -> None:
    assert _ways(parse_rule(f"rule:{text}"), state) is None


def _reached(rule: Rule, state: tuple[int, ...], most: int) -> int:
    """How many states are reached from one, by the rule as it is written; `most` where these are as many or more."""
    seen = {state}
    left = [state]
    while left and len(seen) < most:
        for option in rule.options(left.pop()):
            for part in option.parts:
                if part not in seen:
                    seen.add(part)  # type: ignore[arg-type]
                    left.append(part)  # type: ignore[arg-type]
    return min(len(seen), most)


def _random_rule(rng: random.Random) -> str:
    """A rule of two numbers, of which some stop growing and some don't."""

    def condition() -> str:
        name = rng.choice("ab")
        return rng.choice(
            (
                f"{name}%{rng.randint(2, 4)} != {rng.randint(0, 3)}",
                f"{name} < {rng.randint(0, 9)}",
                f"{name} > {rng.randint(0, 4)}",
                f"{rng.choice(('a', 'b', '2*a'))} {rng.choice(('<', '>='))} {rng.choice(('b', 'b+3', 'a+4'))}",
            )
        )

    def number() -> str:
        return rng.choice(("a", "b", "a+1", "b+1", "a-1", "b-2", "a+2", "b+3", "a+b", "2*a"))

    return "; ".join(
        f"(a, b) -> ({number()}, {number()})" + rng.choice(("", f", if {condition()}", f", if {condition()}"))
        for _ in range(rng.randint(1, 3))
    )


def test_whatever_is_said_to_climb_reaches_more_states_than_any_bound() -> None:
    rng = random.Random(39)
    said = endless = 0
    for _ in range(250):
        rule, state = parse_rule(f"rule:{_random_rule(rng)}"), (rng.randint(0, 6), rng.randint(0, 6))
        if _reached(rule, state, 3_000) < 3_000:
            assert _ways(rule, state) is None, (rule.spec, state)
        else:
            endless += 1
            said += _ways(rule, state) is not None
    assert said > 0.9 * endless > 90


@grundy.rule
def bounded(n):  # type: ignore[no-untyped-def]
    """Leaves the loop before what would climb."""
    for k in range(1, 4):
        if k * n > 0:
            break
        yield n + 1


def test_what_is_left_is_not_done() -> None:
    assert climbs(form_of(bounded), (1,)) is None
    assert climbs(form_of(bounded), (-1,)) is None  # it grows to 0, 1 and stops
    assert grundy.solve(bounded(1)).winner == "second"


def unpacked(state):  # type: ignore[no-untyped-def]
    """A state of several numbers that is one argument."""
    a, b = state
    yield a + 1, b
    if b > 0:
        yield a, b - 1


def by_place(s):  # type: ignore[no-untyped-def]
    """A tuple of any length, in order."""
    yield tuple(sorted((*s[:-1], s[-1] + 2)))


def turns(s):  # type: ignore[no-untyped-def]
    """Numbers that change places, until one of them stops the other."""
    if s[0] < 50:
        yield (s[1], s[0] + 1)


@pytest.mark.parametrize("convention", [{}, {"misere": True}, {"loopy": True}])
@pytest.mark.parametrize(
    ("function", "state", "play"),
    [
        (unpacked, (1, 2), r"state\[0\] may grow for ever: \(1, 2\) -> \(2, 2\) -> "),
        (by_place, (4, 4, 5), r"s\[2\] may grow for ever: \(4, 4, 5\) -> \(4, 4, 7\) -> "),
    ],
)
def test_a_number_of_a_tuple_that_is_one_argument_may_climb(
    function: Any, state: tuple[int, ...], play: str, convention: dict[str, bool]
) -> None:
    """Such rules were followed through 10^6 positions before they were refused."""
    with pytest.raises((BadRule, OutOfReach), match=f"expected play that ends, found that {play}"):
        grundy.solve(grundy.rule(function)(state), **convention)


def test_tuples_by_which_play_ends_are_no_climb() -> None:
    play = [(46, 47)]
    while play[-1][0] < 50:
        play.append((play[-1][1], play[-1][0] + 1))
    assert grundy.solve(grundy.rule(turns)(play[0])).nim_value == (len(play) - 1) % 2  # one move each


def test_a_tuple_of_one_number_is_no_number() -> None:
    def twice(s):  # type: ignore[no-untyped-def]
        if len(s) < 4:
            yield s * 2

    assert grundy.solve(grundy.rule(twice)((7,))).nim_value == 0

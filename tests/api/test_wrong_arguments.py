"""What is no position, no game and no number is refused in words that name it, and values behave as Python's do."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import grundy
from grundy.errors import BadRule


def down(n: int) -> Any:
    """A function that its author forgot to make a rule of."""
    yield from range(n)


TEXT = "expected a position or its text, as in 'nim 3 4 5'"
GAME = "expected the name of a game or a rule"
PROGRAM = "expected a program and its arguments, as in ['python3', 'own.py']"
FLOAT = "an int; int(...) would make it one, found 1000.0"
VALUE = "expected a nim-value that is an int"
SWITCH = "expected misere to be True or False, found '3 4 5'; a position is one text: 'nim 3 4 5'"

REFUSED: list[tuple[Callable[..., Any], tuple[Any, ...], str]] = [
    (grundy.solve, (3,), f"{TEXT}, found 3"),
    (grundy.solve, (grundy.nim,), f"{TEXT}; it is called with states: nim(...), found Rule('nim')"),
    (grundy.solve, ("nim", "3 4 5"), SWITCH),
    (grundy.play, ("nim", "3 4 5"), SWITCH),
    (grundy.game_graph, ("nim", "3 4 5"), SWITCH),
    (grundy.batch, (["nim 1"], "3 4 5"), SWITCH),
    (grundy.batch, ("nim 3",), "expected a list of positions, found one: 'nim 3'; solve answers it"),
    (grundy.batch, ([3],), f"{TEXT}, found 3"),
    (grundy.genus, (3,), f"{TEXT}, found 3"),
    (grundy.option_values, (3,), f"{TEXT}, found 3"),
    (grundy.certify, (3, "c.txt"), f"{TEXT}, found 3"),
    (grundy.sequence, (grundy.nim(3),), f"{GAME}, found Position('nim 3')"),
    (grundy.prove, (3,), f"{GAME}, found 3"),
    (grundy.table, (down, 5), f"{GAME}; @grundy.rule makes a rule of a function, found {down!r}"),
    (grundy.sequence, ("kayles", "ten"), "expected a last state that is an int, found 'ten'"),
    (grundy.sequence, ("kayles", 1e3), f"expected a last state that is {FLOAT}"),
    (grundy.table, ("kayles", 1e3), f"expected a number of states that is {FLOAT}"),
    (grundy.octal, (0.77,), "expected a code that is text, as in '0.77', found 0.77"),
    (grundy.parse, (3,), "expected text, found 3 (int)"),
    (grundy.parse_rule, (None,), "expected text, found None (NoneType)"),
    (grundy.value_by_definition, (3,), "expected a position or its text, as in 'nim 3 4 5', found 3"),
    (grundy.position_quotient, ("nim 3",), "expected a Position; grundy.parse reads one, found 'nim 3'"),
    (grundy.winners, (["nim 3"],), "expected a Position; grundy.parse reads one, found 'nim 3'"),
    (grundy.winning_move_counts, ([3],), "expected a Position, found 3"),
    (grundy.prove, ("nim", 5), "expected a claim that is text, as in 'n % 3 == 0', found 5"),
    (grundy.guess, (None,), "expected values, or a text with them, found None"),
    (grundy.atlas, (5,), "expected octal codes, each a text, as in '0.77', found 5"),
    (grundy.atlas, ([0.7],), "expected octal codes, each a text, as in '0.77', found [0.7]"),
    (grundy.judge, (5, "3"), "expected the name of a format, or a format, found 5"),
    (grundy.judge, ("hdu5724-chess", 5), "expected text, found 5 (int)"),
    (grundy.stress, ("nim", "./a.out"), f"{PROGRAM}, found './a.out'"),
    (grundy.mex, (None,), f"{VALUE}, found None"),
    (grundy.mex, (["a"],), f"{VALUE}, found 'a'"),
    (grundy.mex, ("013",), f"{VALUE}, found '0'"),
    (grundy.mex, ([1, True],), f"{VALUE}, found True"),
    (grundy.mex, ([[0], [1]],), f"{VALUE}, found [0]"),
    (grundy.mex, ([grundy.LOONY],), f"{VALUE}, found loony"),
    (grundy.nim_sum, ([3, 0.5],), f"{VALUE}; int(...) would make it one, found 0.5"),
    (grundy.nim_sum, ([True],), f"{VALUE}, found True"),
    (grundy.nim_sum, ([grundy.nim(3)],), f"{VALUE}, found Position('nim 3')"),
    (grundy.kayles.nim_values, ("5",), "expected a number of states that is an int, found '5'"),
    (grundy.kayles.nim_values, (1e3,), f"expected a number of states that is {FLOAT}"),
]  # fmt: skip


def test_a_long_value_is_shown_in_part() -> None:
    with pytest.raises(TypeError, match=r"that is an int, found \[0, 1, 2, .*\.\.\..* 9999\]$") as problem:
        grundy.kayles.nim_values(list(range(10_000)))  # type: ignore[arg-type]
    assert len(str(problem.value)) < 300


@pytest.mark.parametrize(("verb", "given", "message"), REFUSED)
def test_what_is_of_another_kind(verb: Callable[..., Any], given: tuple[Any, ...], message: str) -> None:
    """Most were an AttributeError from within; a position in place of `misere` was misère play of something else."""
    with pytest.raises(TypeError) as caught:
        verb(*given)
    assert str(caught.value) == message


@pytest.mark.parametrize("verb", [grundy.mex, grundy.nim_sum])
def test_no_nim_value_is_negative(verb: Callable[..., int]) -> None:
    """mex({-1}) was 0, nim_sum([-1, 1]) was -2."""
    for given, negative in (({-1}, -1), ([3, 0, -7, -2], -7), (np.array([1, -4]), -4)):
        with pytest.raises(BadRule) as caught:
            verb(given)
        assert str(caught.value) == f"expected nim-values from 0 on, found {negative}"
    with pytest.raises(BadRule, match=r"found a negative number of 5,001 digits"):
        verb([-(10**5000)])


def test_nim_values_of_every_kind() -> None:
    """A sum of NumPy's bytes was one of them, and beside a larger type another."""
    assert grundy.mex(n for n in (0, 1, 3)) == 2 == grundy.mex(np.array([0, 1, 3], np.uint8)) and grundy.mex(()) == 0
    assert grundy.nim_sum(iter((3, 5, 7))) == 1 == grundy.nim_sum([np.uint8(3), 5, np.int64(7)])
    assert grundy.nim_sum([]) == 0 and grundy.nim_sum([10**5000, 10**5000, 1]) == 1
    for value in (grundy.nim_sum(np.array([200, 100], np.uint8)), grundy.mex(np.array([0], np.uint8))):
        assert type(value) is int


def test_what_fails_in_a_generator_of_nim_values_is_not_hidden() -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        grundy.mex(n + "a" for n in (1, 2))  # type: ignore[operator]


def test_numbers_of_numpy_are_numbers() -> None:
    assert list(grundy.sequence("kayles", np.int64(3))) == [0, 1, 2, 3]  # type: ignore[arg-type]
    assert grundy.solve("nim 1 2 2", np.True_).winner == "first"  # type: ignore[arg-type]


def test_a_list_in_place_of_arguments() -> None:
    assert grundy.take_away([1, 2]) == grundy.take_away(1, 2)  # type: ignore[arg-type]
    with pytest.raises(BadRule, match=r"amounts of 1 or more, found 0$"):
        grundy.take_away([0, 2])  # type: ignore[arg-type]


def test_states_of_another_kind_are_named() -> None:
    """It said `expected a vector state`, and `expected a board of . and # state`."""
    for rule, given, expected in (
        (grundy.wythoff, 3, "a state of 2 values, found 3; as in wythoff('4 6')"),
        (grundy.cram, 3, "a state that is a board of . and #, found 3; as in cram('3x5')"),
        (grundy.kayles, -1, "a heap state, found -1; as in kayles('4 5 6')"),
    ):
        with pytest.raises(BadRule) as caught:
            rule(given)
        assert str(caught.value) == f"{rule.spec}: expected {expected}"


def test_a_game_that_is_misspelt() -> None:
    with pytest.raises(KeyError, match="'kayls' is no game of the catalogue; did you mean 'kayles'"):
        grundy.catalogue["kayls"]
    assert grundy.catalogue.get("kayls") is None and "kayls" not in grundy.catalogue


def test_positions_add_as_numbers_do() -> None:
    assert sum([grundy.nim(3), grundy.kayles(4)]) == grundy.nim(3) + grundy.kayles(4)
    for other in (5, "nim(3)", None, 0.0, False):
        with pytest.raises(TypeError, match="unsupported operand"):
            grundy.nim(3) + other  # type: ignore[operator]
        with pytest.raises(TypeError, match=r"unsupported operand|can only concatenate"):
            other + grundy.nim(3)  # type: ignore[operator]


def test_the_moves_of_a_position_are_those_of_its_graph() -> None:
    """Each once, and each leads where an arc of the graph of all positions does."""
    for position in (grundy.nim(1, 3) + grundy.kayles(4), grundy.cram("2x3"), grundy.wythoff(2, 3), grundy.nim()):
        moves = list(position.moves())
        assert len(moves) == len(set(moves))
        assert set(grundy.solve(position).winning_moves) <= set(moves)
        graph = grundy.game_graph(position, most=2000)
        assert {position.play(move) for move in moves} == {
            graph.positions[end] for start, end in graph.arcs if graph.positions[start] == position
        }


def test_equal_questions_have_equal_answers() -> None:
    """The functions that make the moves were compared, and no two answers were equal."""
    one, same, other = grundy.solve("nim 3 4"), grundy.solve("nim 3 4"), grundy.solve("nim 3 4", misere=True)
    assert one == same == pickle.loads(pickle.dumps(one)) and hash(one) == hash(same) and one != other
    assert grundy.sequence("kayles", 9) == grundy.sequence("kayles", 9) != grundy.sequence("kayles", 10)


def test_sequences_are_kept() -> None:
    for game in ("kayles", "take-away:1,3", "nim", "rule:n -> n-1; n -> n//2, if n >= 1"):
        made = grundy.sequence(game, 100)
        again = pickle.loads(pickle.dumps(made))
        assert (list(again), again.evidence, again) == (list(made), made.evidence, made)


def test_too_many_terms_are_not_kept() -> None:
    with pytest.raises(BadRule, match="at most 10,000,000 terms to be pickled, found 10,000,001"):
        pickle.dumps(grundy.sequence("kayles", 10**7))


def test_a_verdict_is_true_if_the_guess_holds() -> None:
    """Any was true, so that `if grundy.check(...)` believed every guess."""
    assert grundy.check("nim", "n", 5) and not grundy.check("nim", "n + 1", 5)


def test_a_table_is_like_an_array() -> None:
    t = grundy.table("wythoff", box=(4, 6))
    assert len(t) == 4 and np.asarray(t).shape == (4, 6) and t[np.int64(1), 2] == 0 == np.asarray(t)[1, 2]
    with pytest.raises(IndexError, match="6: expected a number from 0 to 5"):
        t[0, 6]
    assert "".join(np.asarray(grundy.table("take-away:1", 5, outcomes=True))) == "PNPNP"

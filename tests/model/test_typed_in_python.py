"""What people type first in Python: read as it is meant, or led on to the word that is there."""

from __future__ import annotations

import re
from typing import Any

import networkx
import numpy as np
import pandas
import pytest

import grundy
from grundy import solve, wythoff
from grundy.errors import BadText, GrundyError
from grundy.model.given import plain, states_of
from grundy.model.leads import LEADS
from grundy.notation.typed import typed_rule
from grundy.text.literals import read_literals
from grundy.text.reader import Text

SAME = [
    (lambda: grundy.nim([3, 4, 5]), "nim 3 4 5"),
    (lambda: grundy.nim((3, 4, 5)), "nim 3 4 5"),
    (lambda: grundy.nim(range(3)), "nim 0 1 2"),
    (lambda: grundy.nim(np.array([3, 4, 5])), "nim 3 4 5"),
    (lambda: grundy.nim(*pandas.Series([3, 4, 5])), "nim 3 4 5"),
    (lambda: grundy.kayles(np.uint8(7)), "kayles 7"),
    (lambda: grundy.sequential_nim(2, 3, 1), "sequential-nim 2 3 1"),
    (lambda: grundy.sequential_nim([2, 3, 1]), "sequential-nim 2 3 1"),
    (lambda: grundy.wythoff([3, 5]), "wythoff 3 5"),
    (lambda: grundy.cram(3, 5), "cram 3x5"),
    (lambda: grundy.cram(["..#", "..."]), "cram ..#/..."),
    (lambda: grundy.chomp(3, 4), "chomp 3x4"),
    (lambda: grundy.rectangle(3, 4), "rectangle 3x4"),
    (lambda: grundy.rectangle([[0, 1], [1, 1]]), "rectangle 01/11"),
    (lambda: grundy.rectangle(np.array([[0, 1], [1, 1]])), "rectangle 01/11"),
    (lambda: grundy.parse("rectangle 3x4"), "rectangle 1111/1111/1111"),
    (lambda: grundy.parse("bacteria 2x3"), "bacteria .../..."),
    (lambda: grundy.clobber("X/O"), "clobber x/o"),
    (lambda: grundy.node_kayles([(1, 2), (2, 3)]), "node-kayles 1-2, 2-3"),
    (lambda: grundy.node_kayles(networkx.path_graph(3)), "node-kayles 0-1, 1-2"),
    (lambda: grundy.catalogue["kayles"](7), "kayles 7"),
    (lambda: grundy.take_away([1, 2, 3])(10), "take-away:1,2,3 10"),
    (lambda: grundy.take_away({3, 2, 1})(10), "take-away:1,2,3 10"),
    (lambda: grundy.take_away(np.array([1, 2, 3]))(10), "take-away:1,2,3 10"),
    (lambda: grundy.take_away(pandas.Series([1, 2, 3]))(10), "take-away:1,2,3 10"),
    (lambda: grundy.take_away({np.int8(1), np.int8(2)})(10), "take-away:1,2 10"),
    (lambda: grundy.bounded_nim(np.int64(3))(10), "bounded-nim:3 10"),
    (lambda: grundy.moore(np.int64(2))((1, 2, 4)), "moore:2 1 2 4"),
    (lambda: grundy.chess_rows(np.int64(8))(3), "chess-rows:8 7,8"),
    (lambda: grundy.nim(3, 5).play("take 2 from pile 2"), "nim 3 3"),
    (lambda: grundy.nim(3, 5).play("pile 2, take 2"), "nim 3 3"),
]


@pytest.mark.parametrize(("typed", "text"), SAME, ids=[text for _, text in SAME])
def test_it_is_the_position_that_is_meant(typed: Any, text: str) -> None:
    assert typed() == grundy.parse(text)


@pytest.mark.parametrize(
    "typed",
    [
        lambda: grundy.kayles(7.0),
        lambda: grundy.kayles(True),
        lambda: grundy.kayles(np.bool_(True)),
        lambda: grundy.kayles(np.float64(7)),
        lambda: grundy.kayles([3, -1]),
        lambda: grundy.nim([[3, 4], [5]]),
        lambda: grundy.wythoff([3, 5, 7]),
        lambda: grundy.cram(3, -5),
        lambda: grundy.cram(10**5000, 2),
        lambda: grundy.cram(["..", "."]),
        lambda: grundy.rectangle([[0, 2], [1, 1]]),
        lambda: grundy.node_kayles([(1, 2, 3)]),
        lambda: grundy.take_away([1, 0]),
        lambda: grundy.take_away([[1, 2]]),
        lambda: grundy.catalogue["take-away"](7),
        lambda: grundy.subtract([1, 2, 3]),  # type: ignore[arg-type]
        lambda: grundy.graph_values(networkx.path_graph(3)),
    ],
)
def test_what_is_no_position_is_refused(typed: Any) -> None:
    with pytest.raises(GrundyError):
        typed()


EQUAL = [
    (lambda n: list(grundy.kayles.nim_values(n)), 5),
    (lambda n: grundy.wythoff.nim_values((n, n)).tolist(), 4),
    (lambda n: list(grundy.table("kayles", n, read=False).values), 6),
    (lambda n: grundy.table("wythoff", box=(n, 3), read=False).values.tolist(), 4),
    (lambda n: grundy.table("wythoff", [(n, 2), (1, n)]).values, 3),
    (lambda n: list(grundy.sequence("kayles", n)), 7),
    (lambda n: grundy.period("kayles", n).period, 400),
    (lambda n: grundy.atlas("0.77", limit=n, cores=1).rows[0].period, 9000),
    (lambda n: grundy.prove("wythoff").at(n, 5).nim_value, 3),
    (lambda n: grundy.play("nim 3 4 5", seed=n).random.random(), 2),
    (lambda n: grundy.check("take-away:1,2,3", "n % 4", n).upto, 30),
    (lambda n: grundy.rule(lambda heap, *, most=1: range(max(0, heap - most), heap)).bind(most=n)(7).nim_value, 3),
]


@pytest.mark.parametrize(("ask", "number"), EQUAL)
@pytest.mark.parametrize("kind", [np.int64, np.uint16, lambda number: pandas.Series([number]).iloc[0]])
def test_whole_numbers_of_numpy_and_pandas_stand_where_others_do(ask: Any, number: int, kind: Any) -> None:
    assert ask(kind(number)) == ask(number)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: grundy.bounded_nim(np.float64(3)),  # type: ignore[arg-type]
        lambda: grundy.moore(np.bool_(True)),  # type: ignore[arg-type]
        lambda: grundy.take_away(np.array([1.0, 2.0])),  # type: ignore[arg-type]
        lambda: grundy.take_away(np.array([[1, 2], [3, 4]])),  # type: ignore[arg-type]
        lambda: grundy.chess_rows(True),
    ],
)
def test_other_numbers_of_numpy_are_refused(ask: Any) -> None:
    with pytest.raises(GrundyError):
        ask()


def test_a_move_that_is_none_leads_to_the_list() -> None:
    with pytest.raises(GrundyError, match=r"found 'take 9 from pile 1'; moves\(\) lists them"):
        grundy.nim(3).play("take 9 from pile 1")


def test_a_rule_of_ones_own_takes_a_list_for_no_state() -> None:
    """For it could be one state, or several: only a tuple is one."""
    down = grundy.rule(lambda n: iter(()))
    assert states_of(down, ([3, 4],)) == ([3, 4],)
    with pytest.raises(GrundyError):
        down([3, 4])
    assert [part.state for part in down((3, 4)).parts()] == [(3, 4)]


def test_only_whole_numbers_become_plain() -> None:
    assert [type(value) for value in plain([np.int8(1), 2, np.float64(3), np.bool_(True)])] == [
        int, int, np.float64, np.bool_,
    ]  # fmt: skip


def test_a_position_says_what_solve_says() -> None:
    position = grundy.nim(1, 2)
    result = position.solve()
    assert (position.winner, position.nim_value) == (result.winner, result.nim_value) == ("first", 3)
    assert grundy.nim(1, 1).solve(misere=True).winner == "first"
    proved = grundy.period("kayles")
    assert (proved.period, proved.preperiod, proved.saltus) == (12, 71, 0)
    observed = grundy.period("octal:0.06", limit=2000)
    assert observed.status != "proved" and (observed.period, observed.preperiod, observed.saltus) == (None, None, None)


def test_graphs_of_networkx_have_values() -> None:
    graph = networkx.DiGraph([("a", "b"), ("b", "c"), ("a", "c")])
    assert grundy.graph_values(graph) == {"a": 2, "b": 1, "c": 0}
    with pytest.raises(GrundyError, match="cycle"):
        grundy.graph_values(networkx.DiGraph([("a", "b"), ("b", "a")]))


VALUES = {
    "grundy": grundy,
    "Position": grundy.nim(3),
    "Result": grundy.solve("nim 3"),
    "Rule": grundy.nim,
    "Sequence": grundy.sequence("nim", 3),
    "Nimber": grundy.nimber(3),
    "Game": grundy.catalogue["nim"],
}
WORDS = {"position", "a", "str", "list", "print", "sum", "rule", "1", "nimber", "the"}


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in VALUES for name in LEADS[kind]])
def test_a_word_that_is_not_there_names_one_that_is(kind: str, name: str) -> None:
    with pytest.raises(AttributeError, match="; there is "):
        getattr(VALUES[kind], name)
    lead = LEADS[kind][name]
    word = lead.removeprefix("grundy.").split("(")[0].split(",")[0].split()[0].split(".")[0]
    where = grundy if lead.startswith("grundy.") or kind == "grundy" else VALUES[kind]
    assert hasattr(where, word) or word in WORDS


def test_the_names_of_kinds_are_those_of_classes() -> None:
    assert {kind for kind in LEADS if kind[0].isupper()} == set(VALUES) - {"grundy"}
    assert all(type(VALUES[kind]).__name__ == kind for kind in VALUES if kind != "grundy")


def test_keywords_of_other_tools_lead_on() -> None:
    for name in LEADS["keyword"]:
        with pytest.raises(TypeError, match="; there is "):
            grundy.solve("nim 3", **{name: 1})


def test_near_names_are_named() -> None:
    with pytest.raises(AttributeError, match="did you mean 'kayles'"):
        _ = grundy.kaylse  # type: ignore[attr-defined]


@pytest.mark.parametrize("text", ["(5,2)", "(5, 2)", " ( 5 ,2, ) ", "5 2"])
def test_a_state_of_numbers_is_typed_as_a_tuple_too(text: str) -> None:
    """A rule in a file took (5, 2), and a rule typed in one line took 5 2 alone."""
    pairs = typed_rule("(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b")
    assert solve(pairs(text)).nim_value == 5 ^ 2  # it is Nim
    assert str(pairs(text)) == str(pairs((5, 2)))
    assert wythoff(text) == wythoff(5, 2)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("(5,2,1)", "<argument>:1:1: expected a tuple of 2 numbers, found one of 3"),
        ("(5,,2)", "<argument>:1:4: expected a number, a string, a tuple or a set, found ','"),
        ("(5,-2)", "<argument>:1:1: expected a number, 0 or more, found '(5,-2)'"),
    ],
)
def test_a_tuple_that_is_no_state_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadText) as problem:
        typed_rule("(a,b) -> (a-1,b)")(text)
    assert str(problem.value).startswith(told)


@grundy.rule
def flip(row: str) -> Any:
    """Turn two + side by side into -."""
    for i in range(len(row) - 1):
        if row[i : i + 2] == "++":
            yield f"{row[:i]}--{row[i + 2 :]}"


def test_a_string_without_its_quotation_marks_is_written_with_them() -> None:
    text = Text("++++", "<argument>")
    read_literals(text)
    with pytest.raises(BadText) as problem:
        text.close()
    written = str(problem.value).split(": ")[-1].split('"')[1]
    assert solve(flip(*read_literals(Text(written, "<argument>")))).nim_value == 2  # Dawson's Kayles


@grundy.rule
def remove_with_multiples(numbers: frozenset[int]) -> Any:
    """Take a number away with all its multiples in the set."""
    for x in numbers:
        yield frozenset(y for y in numbers if y % x)


@grundy.rule
def pay(state: tuple[frozenset[int], int]) -> Any:
    """Take a coin away that costs no more than what is left of the money."""
    coins, money = state
    for coin in coins:
        if coin <= money:
            yield coins - {coin}, money - coin


def by_options(options: Any, state: Any) -> int:
    values = {by_options(options, after) for after in options(state)}
    return next(n for n in range(len(values) + 1) if n not in values)


def multiples_left(numbers: frozenset[int]) -> list[frozenset[int]]:
    return [frozenset(y for y in numbers if y % x) for x in numbers]


def coins_left(state: tuple[frozenset[int], int]) -> list[tuple[frozenset[int], int]]:
    coins, money = state
    return [(coins - {coin}, money - coin) for coin in coins if coin <= money]


def typed(rule: grundy.Rule, text: str) -> grundy.Position:
    """A position as the command line reads it."""
    return rule(*rule.space.read(Text(text, "<argument>")))


def test_states_that_are_sets_are_typed() -> None:
    for text in ("{1, 2, 3}", "frozenset({2, 3, 4, 6})", "{}", "{2, 3, 5, 7}"):
        state = frozenset(map(int, re.findall("[0-9]+", text)))
        value = solve(typed(remove_with_multiples, text)).nim_value
        assert value == solve(remove_with_multiples(state)).nim_value == by_options(multiples_left, state)
    for coins, money in ((frozenset({1, 2}), 11), (frozenset({1, 2, 5}), 6), (frozenset({3, 4, 5}), 7)):
        value = by_options(coins_left, (coins, money))
        assert solve(typed(pay, f"({coins!r}, {money})")).nim_value == value
        assert solve(typed(pay, f"({set(coins)!r}, {money})")).nim_value == value


@grundy.rule
def of_sets_that_change(numbers: frozenset[int]) -> Any:
    for x in numbers:
        yield set(numbers) - {x}


@grundy.rule
def of_lists(numbers: tuple[int, ...]) -> Any:
    for x in numbers:
        yield [y for y in numbers if y < x]


def test_a_set_or_a_list_that_can_change_is_no_state() -> None:
    with pytest.raises(grundy.BadRule, match=r"yields \{2\}.*, such as frozenset\(\.\.\.\) in place of the set"):
        solve(of_sets_that_change(frozenset({1, 2})))
    with pytest.raises(grundy.BadRule, match=r"yields \[\].*, such as tuple\(\.\.\.\) in place of the list"):
        solve(of_lists((1,)))

"""Rules typed as text: what they mean, what is refused and where, and that nothing of them is run as Python."""

from __future__ import annotations

import pytest
from command import grundy
from hypothesis import given
from hypothesis import strategies as st

from grundy import BadRule, BadText, GrundyError, solve
from grundy.games.typed import MOST_CHARACTERS, typed_rule
from grundy.model.definition import state_values
from grundy.model.shapes import TakeAway


def values(text: str, upto: int) -> list[int]:
    rule = typed_rule(text)
    found = state_values(rule, range(upto + 1), {})
    return [found[n] for n in range(upto + 1)]  # type: ignore[misc]


KNOWN = [
    # Winning Ways, ch. 4; OEIS A002186 Kayles, A002188 Grundy's game, A002187 Dawson's Kayles (heap n at n - 1)
    ("n -> n-k, for k in {1,2,3}", [0, 1, 2, 3, 0, 1, 2, 3, 0]),
    ("n -> n-1; n -> n-3; n -> n-4", [0, 1, 0, 1, 2, 3, 2, 0, 1, 0, 1, 2, 3, 2]),
    ("n -> k & n-k, for k in 1..(n-1)//2", [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3]),
    ("n -> a & n-a-k, for k in 1..2, for a in 0..n-k", [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1]),
    ("n -> a & n-a-2, for a in 0..n-2", [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2]),
    ("n -> n//k, for k in {2,3,6}, if n > 0", [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0, 1]),
    ("n -> n-1, if n >= 1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0", [0, 1, 2, 0, 1, 0, 1, 0, 1, 0]),
]


@pytest.mark.parametrize(("text", "first"), KNOWN)
def test_known_sequences(text: str, first: list[int]) -> None:
    assert values(text, len(first) - 1) == first


def test_two_numbers() -> None:
    wythoff = typed_rule(
        "(a,b)->(a-k,b),for k in 1..a;(a,b)->(a,b-k),for k in 1..b;(a,b)->(a-k,b-k),for k in 1..min(a,b)"
    )
    lost = [(a, b) for a in range(8) for b in range(a, 12) if solve(wythoff(a, b)).winner == "second"]
    assert lost == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]  # Wythoff 1907


def test_a_take_away_rule_is_known_for_one() -> None:
    assert typed_rule("n -> n-k, for k in {4,1,3}").data == TakeAway((1, 3, 4))
    assert typed_rule("n -> n-2; n -> n-k, for k in 5..7").data == TakeAway((2, 5, 6, 7))
    assert typed_rule("n -> n-k, for k in {1,2}, if n > 3").data is None
    assert typed_rule("n -> n-k, for k in 1..n").data is None
    assert solve(typed_rule("n -> n-k, for k in {1,2,3}")(10**18 + 1)).nim_value == 1


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1+2*3", 7),
        ("(1+2)*3", 9),
        ("2-3-4+9", 4),
        ("7//2*2", 6),
        ("-3+7", 4),
        ("-(3-7)", 4),
        ("2*-3+8", 2),
        ("17%5", 2),
        ("min(9,4,6)", 4),
        ("max(2,min(9,4))+1", 5),
        ("gcd(12,18)", 6),
        ("xor(5,3)", 6),
        ("((((5))))", 5),
        ("7-(2-(1-3))", 3),
        ("2*(3+1)-(4-1)*2", 2),
    ],
)
def test_expressions(expression: str, value: int) -> None:
    (option,) = typed_rule(f"n -> {expression}").options(1000)
    assert option.parts == (value,)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "1:1"),
        ("n", "1:2"),
        ("n -> ", "1:5"),
        ("n -> m", "1:6"),
        ("n -> n-k", "1:8"),
        ("n -> n-k, for k of {1}", "1:17"),
        ("n -> n-k, for k in {1", "1:22"),
        ("n -> n-k, for k in 1", "1:21"),
        ("n -> n-1, for n in {1}", "1:15"),
        ("n -> n-k, for k in {1}, for k in {2}", "1:29"),
        ("n -> n-1, if n", "1:15"),
        ("n -> n-1, while n", "1:11"),
        ("n -> (n-1", "1:10"),
        ("n -> n-1)", "1:9"),
        ("n -> min(n)", "1:11"),
        ("n -> n-1; m -> m", "1:11"),
        ("(a,b) -> (a-1)", "1:14"),
        ("(a,b) -> (a,b) & (a,b)", "1:16"),
        ("(a,a) -> (a,a)", "1:4"),
        ("n -> __import__('os').system('id')", "1:6"),
        ("n -> n.__class__", "1:7"),
        ("n -> lambda: 1", "1:6"),
        ("n -> n**2", "1:8"),
        ("n -> 1234567890", "1:6"),
        ("n -> n-1 " + "\x00", "1:10"),
        ("n -> n" + "-1" * 100, f"1:{MOST_CHARACTERS + 1}"),
    ],
)
def test_a_wrong_rule_is_refused_at_its_place(text: str, place: str) -> None:
    with pytest.raises(BadText) as told:
        typed_rule(text)
    (finding,) = told.value.findings
    assert f"{finding.line}:{finding.column}" == place, finding


@pytest.mark.parametrize("text", ["n -> n", "n -> n+1", "n -> 5", "n -> n-1 & n"])
def test_a_number_that_does_not_get_smaller_is_refused(text: str) -> None:
    with pytest.raises(BadRule, match="must be smaller"):
        values(text, 5)


@pytest.mark.parametrize("text", ["n -> 7//n", "n -> n-k, for k in 1..n//(n-3)", "n -> n-1, if 1 % n = 0"])
def test_a_division_by_zero_is_told(text: str) -> None:
    with pytest.raises(BadRule, match="division by 0 where n = "):
        list(typed_rule(text).options(0)), list(typed_rule(text).options(3))


def test_play_that_goes_round_is_told() -> None:
    with pytest.raises(BadRule, match="cycle"):
        solve(typed_rule("(a,b) -> (b,a)")(1, 2))


@given(st.text(alphabet="nk()-+*/%&,;{}.<>=0123 forinandmaxgcd", max_size=60))
def test_any_text_is_a_rule_or_is_refused(text: str) -> None:
    try:
        rule = typed_rule(f"n -> n-1{text}")
        for option in rule.options(3):
            assert all(0 <= part < 3 for part in option.parts)
    except GrundyError:
        pass


@given(
    st.recursive(
        st.integers(0, 9).map(str),
        lambda x: st.tuples(x, st.sampled_from("+-*"), x).map(lambda t: f"({t[0]}{t[1]}{t[2]})"),
        max_leaves=12,
    )
)
def test_arithmetic_is_that_of_python(expression: str) -> None:
    worth = eval(expression)  # an expression of the test's own making
    text = f"n -> {expression}"
    if len(text) <= MOST_CHARACTERS and 0 <= worth < 10**30:
        assert [option.parts for option in typed_rule(text).options(10**30)] == [(worth,)]


def test_the_command_line_takes_a_typed_rule_for_a_game() -> None:
    rule = "rule:n -> k & n-k, for k in 1..(n-1)//2"  # Grundy's game
    told = grundy("solve", rule, "7", "8", "10", "--json").json()
    assert (told["game"], told["nim_value"]) == (
        rule,
        grundy("solve", "grundys-game", "7 8 10", "--json").json()["nim_value"],
    )
    assert grundy("solve", rule, "7", "x").places() == ["<argument>:1:3"]
    assert grundy("solve", "rule:n -> m", "7").places() == ["<argument>:1:11"]
    assert grundy("solve", "rule:n -> n-1").places() == ["<argument>:1:14"]
    assert grundy("solve", "rule:", "7").places() == ["<argument>:1:6"]
    assert grundy("period", "rule:n -> n-k, for k in {1,3,4}", "--json").json()["period"] == 7
    assert grundy("sequence", rule, "--to", "13", "--json").json()["values"] == [
        0,
        0,
        0,
        1,
        0,
        2,
        1,
        0,
        2,
        1,
        0,
        2,
        1,
        3,
    ]
    assert (
        grundy("check", "rule:(a,b)->(a-k,b),for k in 1..a;(a,b)->(a,b-k),for k in 1..b", "a ^ b", "--to", "20").status
        == 0
    )
    assert grundy("solve", "nim(2)+rule:n->n-1(3)", "--json").json()["nim_value"] == 3
    assert "The computer" in grundy("play", "rule:n -> n-1", "3", stdin=b"1\n").out


def test_the_same_text_is_the_same_rule() -> None:
    assert typed_rule("n -> n//2, if n > 0")(3) == typed_rule("n -> n//2, if n > 0 ")(3)
    assert typed_rule("n -> n//2, if n > 0")(3) != typed_rule("n -> n//2, if n > 1")(3)

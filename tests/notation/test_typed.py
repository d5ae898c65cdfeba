"""Rules typed as text: what they mean, what is refused and where, that they are compiled, and run nothing else."""

from __future__ import annotations

import linecache
import re
from collections.abc import Callable
from math import gcd
from pathlib import Path
from typing import Any

import pytest
from command import grundy
from hypothesis import given
from hypothesis import strategies as st
from trials.defined import values_of
from trials.ways import table

from grundy import BadRule, BadText, GrundyError, nim, parse, sequence, solve, wythoff
from grundy.compile.kernel import look
from grundy.compile.subset import NotCompiled
from grundy.model.definition import state_values
from grundy.model.shapes import TakeAway
from grundy.notation.expression import is_typed, parse_position, parse_rule
from grundy.notation.rule_files import read_file_rule
from grundy.notation.typed import MOST_CHARACTERS, typed_rule
from grundy.text.reader import Text


def values(text: str, upto: int) -> list[int]:
    rule = typed_rule(text)
    value_of = state_values(rule, range(upto + 1), {})
    return [value_of[n] for n in range(upto + 1)]  # type: ignore[misc]


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


@pytest.mark.parametrize(("text", "first"), KNOWN)
def test_commas_before_for_and_if_may_be_left_out(text: str, first: list[int]) -> None:
    bare = re.sub(", (for|if) ", r" \1 ", text)
    assert values(bare, len(first) - 1) == first


@pytest.mark.parametrize(
    "text", ["n -> n-k for k in {1,3}", " n→n-k, for k in {1,3}", "(a,b) -> (a-1,b); (a,b) -> (a,b-1)"]
)
def test_a_rule_is_told_by_its_arrow(text: str) -> None:
    assert parse_rule(text) == parse_rule(f"rule:{text}")
    zeros = " ".join("0" for _ in range(parse_rule(text).arity))
    assert parse_position(text, Text(zeros, "")) == parse_position(f"rule:{text}", Text(zeros, ""))
    assert is_typed(text) and not is_typed("geography(1->2 @ 1)") and not is_typed("arc-kayles(a->b)+nim(3)")


def test_two_numbers() -> None:
    wythoff = typed_rule(
        "(a,b)->(a-k,b),for k in 1..a;(a,b)->(a,b-k),for k in 1..b;(a,b)->(a-k,b-k),for k in 1..min(a,b)"
    )
    lost = [(a, b) for a in range(8) for b in range(a, 12) if solve(wythoff(a, b)).winner == "second"]
    assert lost == [(0, 0), (1, 2), (3, 5), (4, 7), (6, 10)]  # Wythoff 1907


def test_a_take_away_rule_is_known_for_one() -> None:
    assert typed_rule("n -> n-k, for k in {4,1,3}").shape == TakeAway((1, 3, 4))
    assert typed_rule("n -> n-2; n -> n-k, for k in 5..7").shape == TakeAway((2, 5, 6, 7))
    assert typed_rule("n -> n-k, for k in {1,2}, if n > 3").shape is None
    assert typed_rule("n -> n-k, for k in 1..n").shape is None
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
        ("n -> n-1, n-2", "1:11"),
        ("n -> n-1 while n", "1:10"),
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
        ("n -> (n-1)**2", "1:11"),
        ("n -> 2**3**4", "1:10"),
        ("n -> 2**n", "1:9"),
        ("n -> 2**10000", "1:9"),
        ("n -> 2**-1", "1:9"),
        ("n -> n-2**k, for k in 1-n..3", "1:11"),
        ("n -> n-2**k, for k in {1,n}", "1:11"),
        ("n -> n-2**k, for k in {1,123456}", "1:11"),
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


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        ("n -> n-2**k, for k in 0..9 if 2**k <= n", lambda n: {n - 2**k for k in range(10) if 2**k <= n}),
        ("n -> n-k**2, for k in 1..n if k**2 <= n", lambda n: {n - k * k for k in range(1, n + 1) if k * k <= n}),
        ("n -> n-3**k*2+1, for k in {0,1,2}", lambda n: {m for m in (n - 1, n - 5, n - 17) if m >= 0}),
        ("n -> 7-2**k, for k in 1..2 if n > 7", lambda n: {5, 3} if n > 7 else set()),
        ("n -> 9-k**k-2**3, for k in {0,1} if n > 9", lambda n: {0} if n > 9 else set()),
        ("n -> -2**2+n", lambda n: {n - 4} if n >= 4 else set()),
    ],
)
def test_a_power_is_that_of_python(typed: str, left: Callable[[int], set[int]]) -> None:
    """HDU 1847 is typed with 2**k."""
    rule = typed_rule(typed)
    for n in range(60):
        assert {part for option in rule.options(n) for part in option.parts} == left(n), n


@pytest.mark.parametrize("text", ["n -> n", "n -> n+1", "n -> 5", "n -> n-1 & n"])
def test_a_table_refuses_a_number_that_does_not_get_smaller(text: str) -> None:
    with pytest.raises(BadRule, match=r"state [0-5] yields [0-9]: expected (no option|a number from 0 to)"):
        typed_rule(text).nim_values(6)


def test_a_typed_rule_may_rise_or_return() -> None:
    """It was refused in every verb and play, though a file with the same rule was answered."""
    up = "n -> n+1, if n < 21; n -> n+2, if n < 20; n -> n+3, if n < 19"
    assert list(sequence(f"rule:{up}", 21)) == [(21 - n) % 4 for n in range(22)]
    back = "rule:n -> n-1, if n != 2; n -> n+1, if n = 2"  # 2 and 3 lead to each other alone
    drawn = sequence(back, 3, loopy=True)
    assert drawn.letters == "PNDD"
    with pytest.raises(BadRule, match=r"expected play that ends, found the cycle .* --loopy, or loopy=True in Python"):
        solve(typed_rule(back.removeprefix("rule:"))(3))
    with pytest.raises(BadRule, match=r"n may grow for ever: 3 -> 4 -> 5 -> 6 -> .* such as 'if n < 100'"):
        solve(typed_rule("n -> n+1")(3))


@pytest.mark.parametrize(
    "text", ["n -> 7//n", "n -> n-k, for k in 1..n//(n-3)", "n -> n-1, if 1 % n = 0", "n -> n-1, if 1 < n < 7//n"]
)
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
            assert all(type(part) is int and part >= 0 for part in option.parts)
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


COMPILED: list[tuple[str, Any]] = [
    ("n -> k & n-1-k, for k in 0..n-1", lambda n: [(k, n - 1 - k) for k in range(n)]),
    ("n -> n-k, for k in 1..n", lambda n: [(n - k,) for k in range(1, n + 1)]),
    ("n -> k, for k in 0..n-1", lambda n: [(k,) for k in range(n)]),
    ("n -> n-k, for k in {1,3,4}, if n > 2", lambda n: [(n - k,) for k in (1, 3, 4) if 2 < n >= k]),
    ("n -> n-k, for k in {n//3+1,2,n//5+1}", lambda n: [(n - k,) for k in (n // 3 + 1, 2, n // 5 + 1) if k <= n]),
    ("n -> n-2-xor(n,1)%2; n -> n-gcd(n,4,6)", lambda n: [(n - k,) for k in (2 + (n ^ 1) % 2, gcd(n, 2)) if k <= n]),
    ("n -> n//k, for k in 2..n//max(1,n//7)", lambda n: [(n // k,) for k in range(2, n // max(1, n // 7) + 1)]),
    ("n -> n-1-a & a & b, for a in {0,2}, if n > 2, for b in 0..a", lambda n: [
        (n - 1 - a, a, b) for a in (0, 2) for b in range(a + 1) if n > 2
    ]),
    ("n -> n-k, for k in 1..9, if 3 < n % 10 <= 9//k or n = 5", lambda n: [
        (n - k,) for k in range(1, 10) if k <= n and (3 < n % 10 <= 9 // k or n == 5)
    ]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "options"), COMPILED)
def test_a_rule_is_compiled(text: str, options: Any) -> None:
    rule, worth = typed_rule(text), values_of(options)
    look(rule)  # NotCompiled where it is not
    assert table(rule, 80) == [worth(n) for n in range(80)]


def test_a_rule_of_pairs_is_compiled_by_its_lines() -> None:
    rule = typed_rule(
        "(x,y) -> (x-k,y), for k in 1..x; (x,y) -> (x,y-k), for k in 1..y; (x,y) -> (x-k,y-k), for k in 1..min(x,y)"
    )
    assert set(look(rule).rays) == {(1, 0), (0, 1), (1, 1)} and look(rule).only_rays
    worth = values_of(
        lambda s: [((s[0] - a * k, s[1] - b * k),) for a, b in ((0, 1), (1, 0), (1, 1)) for k in range(1, 30)
                   if s[0] >= a * k and s[1] >= b * k]
    )  # fmt: skip
    assert table(rule, (25, 30)) == [worth((a, b)) for a in range(25) for b in range(30)]


def test_a_set_of_many_numbers_with_names_is_not_compiled_and_right() -> None:
    rule = typed_rule(f"n -> n-k, for k in {{{','.join(f'n%{d}+1' for d in range(2, 12))}}}")
    with pytest.raises(NotCompiled):
        look(rule)
    worth = values_of(lambda n: [(n - n % d - 1,) for d in range(2, 12) if n % d < n])
    assert table(rule, 60) == [worth(n) for n in range(60)]


@pytest.mark.parametrize("text", ["n -> n-1, if n > 0; n -> 7//(n-5)", "n -> n-k, for k in 1..n; n -> n+1, if n = 30"])
def test_a_compiled_rule_tells_what_is_wrong_as_it_does_uncompiled(text: str) -> None:
    told = []
    for compiled in (True, False):
        with pytest.raises(BadRule) as problem:
            table(typed_rule(text), 60, compiled)
        told.append(str(problem.value))
    assert told[0] == told[1] and ("division by 0 where n = 5" in told[0] or "state 30 yields 31" in told[0])


@pytest.mark.parametrize("set_", ["{2,n//2,2,1,n//3}", "{n,1,1}", "{1,3,1}", "{n//2}"])
def test_the_numbers_of_a_set_come_once_and_in_order(set_: str) -> None:
    numbers = [2, *(option.parts[0] for option in typed_rule(f"n -> n-1-k, for k in {set_}").options(20))][1:]
    assert numbers == sorted(set(numbers), reverse=True) and numbers


def test_a_range_that_begins_with_a_name_and_ends_with_a_number() -> None:
    (one,) = typed_rule("n -> n-k, for k in n-5..5, if k > 4").options(9)
    assert one.parts == (4,)


@pytest.mark.parametrize(
    ("text", "first"),
    [("n -> n-0" + "+0" * 90 + "-1", 4), ("n -> " + "-" * 188 + "3", 3), ("n -> " + "(" * 97 + "1" + ")" * 97, 1)],
)
def test_long_sums_and_deep_brackets(text: str, first: int) -> None:
    assert next(iter(typed_rule(text).options(5))).parts == (first,)


def test_as_many_loops_as_there_is_room_for() -> None:
    loops = "".join(f",for {name} in{{2}}" for name in "abcdefghijklmop")
    (one,) = typed_rule(f"n->n-p//b{loops}").options(5)
    assert one.parts == (4,)


def test_names_of_python_are_names_here() -> None:
    words = ("to", "range", "sorted", "while", "BadRule", "None", "k")
    for word in words:
        rule = typed_rule(f"{word} -> {word}-a & {word}//2, for a in {{1,{word}//2}}, if {word} > 1 and {word}//a > 0")
        assert {option.parts for option in rule.options(9)} == {(8, 4), (5, 4)}
        rule = typed_rule(f"n -> n-{word}//1, for {word} in {{1,n//2}}")
        assert [option.parts for option in rule.options(9)] == [(8,), (5,)]


def test_the_text_of_a_rule_goes_when_the_rule_goes() -> None:
    from grundy.notation.typed import _rule

    place = typed_rule("n -> n-k, for k in 2..n//2").function.__code__.co_filename
    assert place in linecache.cache
    _rule.cache_clear()
    assert place not in linecache.cache


def test_every_clause_begins_with_the_same_state() -> None:
    with pytest.raises(BadText, match="expected the state n again, found 'm'"):
        typed_rule("n -> n-1; m -> m-2")
    with pytest.raises(BadText, match=r"expected the state \(a,b\) again"):
        typed_rule("(a,b) -> (a-1,b); n -> n-2")


def test_a_file_with_several_rules_needs_a_name(tmp_path: Path) -> None:
    rules = tmp_path / "two.py"
    rules.write_text(
        "import grundy\n@grundy.rule\ndef one(n):\n    yield from range(n)\ntwo = grundy.rule(one.options)\n"
    )
    text = Text(str(rules), "<argument>")
    assert read_file_rule(text, None) is None
    assert "one of the file's rules (one, two)" in str(text.findings[0].expected)


@pytest.mark.parametrize(
    "rule",
    [
        "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1",
        "rule:n -> max(n-k, 0), for k in {1, 3}, if n >= 1",
        "rule:(a, b) -> (a-1, b), if a >= 1",
        "rule:n->n-1,if n>=1",
    ],
)
def test_positions_of_a_typed_rule_read_back(rule: str) -> None:
    """A rule with blanks or brackets was cut at the first of them."""
    made = parse_rule(rule)
    for position in (made(3, 4), made(5, 2) + nim(3), made(1, 1) + made(0, 0)):
        assert parse(str(position)) == position
    sum_ = (made(2) if made.arity == 1 else made(2, 1)) + wythoff(1, 2) + nim(3)
    assert parse(str(sum_)) == sum_
    with pytest.raises(BadText, match="expected"):
        parse(f"{rule} (3")

"""Positions as CGSuite writes them.

What a ruleset means is held to what CGSuite's own tests expect of it: nim-values of heaps 1 to 20, and codes, from
lib/core/src/test/scala/org/cgsuite/lang/GameHeapTest.scala of https://github.com/aaron-siegel/cgsuite (2.0).
"""

from __future__ import annotations

from contextlib import suppress

import command
import pytest
from tables import of_each

import grundy
from grundy.errors import BadRule, BadText
from grundy.model.rule import Position

PUBLISHED = [
    ("game.heap.Nim", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]),
    ("game.heap.GrundysGame", [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]),
    ('game.heap.TakeAndBreak("4!.0")', [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]),
    ("game.heap.Kayles", [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]),
    ('game.heap.TakeAndBreak("0.77")', [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]),
    ("game.heap.Splittles([1, 2])", [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]),
    ("game.heap.DawsonsKayles", [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]),
    ("game.heap.Subtraction([2,3,7])", [0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0]),
    ('game.heap.TakeAndBreak("0.0330003")', [0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0]),
    ("game.heap.Subtraction([2,3,7], allbut => false)", [0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0]),
    ("game.heap.Subtraction({2,3,7}, allbut => true)", [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]),
    ('game.heap.TakeAndBreak("0.3003330[3]")', [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]),
    ('game.heap.TakeAndBreak("0.3F")', [1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]),
]
# game.heap.Wythoff((10, n)), n from 0 to 20
WYTHOFF = [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28]


@of_each(PUBLISHED)
def test_heaps_have_the_values_that_cgsuite_expects(name: str, values: list[int]) -> None:
    assert [grundy.solve(f"{name}({n})").nim_value for n in range(1, 21)] == values


def test_pairs_too() -> None:
    values = [grundy.solve(f"game.heap.Wythoff((10, {n}))").nim_value for n in range(21)]
    assert values == WYTHOFF


def test_a_rule_stands_where_the_name_of_a_game_does() -> None:
    for name, values in PUBLISHED:
        assert list(grundy.sequence(name, 20))[1:] == values, name
    assert grundy.period('game.heap.TakeAndBreak("0.07")').period == 34  # Guy & Smith 1956


def test_sums_and_nimbers() -> None:
    """*3 + *5 = *6, and Kayles of 7 is *2 (Winning Ways, ch. 4)."""
    assert grundy.solve("*3 + *5").nim_value == 6
    assert grundy.solve("game.heap.Kayles(7) + * + 0").nim_value == 3
    assert grundy.parse("*3 + *5") == grundy.parse("nim 3 5")
    assert grundy.parse("  game.heap.Kayles( 7 )+ *3").typed() == "kayles(7) + nim(3)"
    assert grundy.solve("*0 + 0").winner == "second"


@pytest.mark.parametrize(
    "text",
    [
        "game.heap.Kayles(7)", "game.heap.Nim(3) + game.heap.Nim(5)", 'game.heap.TakeAndBreak("0.3F")(9)',
        "game.heap.Subtraction([2,3,7])(9)", "game.heap.Wythoff((3, 4)) + game.heap.GrundysGame(8)",
        'game.heap.TakeAndBreak("0.[37]")(12)', "game.heap.DawsonsKayles(5)",
    ],
)  # fmt: skip
def test_what_is_written_is_read_back(text: str) -> None:
    position = grundy.parse(text)
    assert position.to_cgsuite() == text


def test_positions_of_the_catalogue_are_written() -> None:
    position = grundy.kayles(7) + grundy.nim(3, 5) + grundy.take_away(1, 2)(4)
    text = "game.heap.Kayles(7) + game.heap.Nim(3) + game.heap.Nim(5) + game.heap.Subtraction([1,2])(4)"
    assert position.to_cgsuite() == text and grundy.parse(text) == position
    assert grundy.octal("0.77").to_cgsuite() == 'game.heap.TakeAndBreak("0.77")'


def test_what_cgsuite_has_no_ruleset_for_is_refused() -> None:
    @grundy.rule(space=grundy.HEAP)
    def nim(n):  # type: ignore[no-untyped-def]
        """A rule of one's own that has the name of another."""
        yield from range(n // 2)

    for position in (grundy.cram("2x3"), nim(3)):
        with pytest.raises(BadRule, match="expected Nim, a game of taking and breaking, take-away or Wythoff"):
            position.to_cgsuite()


@of_each(
    [
        ("game.heap.Kayle(7)", 1, "*n, or game.heap. and one of Nim, Kayles"),
        ("game.heap.Kayles", 17, "'(' and the size of a heap"),
        ("game.heap.Kayles(x)", 18, "the size of a heap, 0 or more"),
        ("game.heap.Kayles(-3)", 18, "the size of a heap, 0 or more"),
        ("game.heap.Kayles(7", 19, "')' behind the position"),
        ("game.heap.Kayles(7) * 3", 21, "'+' and another summand, or the end"),
        ("*3 + 2", 6, "a nimber, as in *3: a number other than 0 is no impartial game"),
        ("*3 + nim(5)", 6, "*n, or game.heap. and one of Nim, Kayles"),
        ('game.heap.TakeAndBreak("8!.0")(3)', 26, "a plain digit, 0-9 or A-Z, or the whole code 4!.0"),
        ('game.heap.TakeAndBreak("0.{2,3}")(3)', 27, "a plain digit, 0-9 or A-Z, or the whole code 4!.0"),
        ('game.heap.TakeAndBreak("20.017")(3)', 26, "'.' (a code is d0.d1d2d3..., as in 0.77)"),
        ('game.heap.TakeAndBreak("0.77)', 30, "'\"' behind the code"),
        ("game.heap.TakeAndBreak(0.77)(3)", 24, 'a code in quotes, as in "0.77"'),
        ("game.heap.Subtraction(2)(3)", 23, "numbers in brackets, as in [1,3,4]"),
        ("game.heap.Subtraction([0,2])(3)", 24, "a number to take"),
        ("game.heap.Subtraction([1,99999])(3)", 26, "a number up to 10,000"),
        ("game.heap.Subtraction([1,2)(3)", 27, "',' and another number, or ']'"),
        ("game.heap.Subtraction([1], all => true)(3)", 28, "'allbut => true'"),
        ("game.heap.Wythoff(3)", 19, "a pair in brackets, as in ((3, 4))"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, column: int, expected: str) -> None:
    with pytest.raises(BadText) as refused:
        grundy.parse(text)
    first = refused.value.findings[0]
    assert (first.line, first.column) == (1, column) and first.expected.startswith(expected), first


def test_a_strangers_text_may_stop_anywhere() -> None:
    """Every beginning of a text is read or refused with a place."""
    whole = 'game.heap.TakeAndBreak("0.7[37]")(4) + game.heap.Subtraction([2,3], allbut => true)(5) + *3 + 0'
    for end in range(1, len(whole) + 1):
        with suppress(BadText):
            assert isinstance(grundy.parse(whole[:end]), Position)


def test_a_code_is_of_the_least_kind_that_has_its_digits() -> None:
    codes = {"0.77": "octal", "0.79": "hexadecimal", "0.G": "take-and-break"}
    for code, kind in codes.items():
        assert grundy.parse(f'game.heap.TakeAndBreak("{code}")(3)').components[0].rule.spec == f"{kind}:{code}"


def test_the_command_line_reads_them() -> None:
    done = command.grundy("solve", 'game.heap.TakeAndBreak("0.77")(7) + *3')  # 2 XOR 3
    assert done.status == 0 and "nim-value 1." in done.out
    done = command.grundy("solve", "*3 + *5")
    assert done.status == 0 and "nim-value 6." in done.out
    done = command.grundy("solve", "kayles(7) + nim(3) + take-away:2,3,7(9)", "--cgsuite")
    text = "game.heap.Kayles(7) + game.heap.Nim(3) + game.heap.Subtraction([2,3,7])(9)"
    assert (done.status, done.out) == (0, f"{text}\n")
    assert command.grundy("solve", text, "--cgsuite").out == done.out
    done = command.grundy("solve", "cram", "3x5", "--cgsuite")
    assert (done.status, done.out) == (2, "") and "no other ruleset of CGSuite" in done.err
    done = command.grundy("solve", "kayles", "7", "--cgsuite", "--json")
    assert done.status == 2 and "solves nothing; leave out --json" in done.err
    done = command.grundy("period", "game.heap.DawsonsKayles")
    assert done.status == 0 and "period 34" in done.out  # Guy & Smith 1956

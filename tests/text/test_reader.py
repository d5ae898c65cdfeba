"""Texts with places, and the notations that are read from them; the places are worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grundy.errors import MOST_FINDINGS, BadText
from grundy.text import notation
from grundy.text.json_reader import BAD, Document
from grundy.text.literals import read_literals, write_literals
from grundy.text.notation import (
    read_board,
    read_numbers,
    read_rows,
    read_set,
    write_board,
    write_numbers,
    write_rows,
)
from grundy.text.reader import Text, describe, number


def argument(data: str | bytes) -> Text:
    return Text(data, "<argument>")


def places(text: Text) -> list[str]:
    """The findings as line:column, with what was found."""
    return [f"{finding.line}:{finding.column} {finding.found}" for finding in text.findings]


# --- characters, lines, places


def test_columns_count_characters_a_tab_a_bad_byte_one_the_byte_order_mark_none() -> None:
    text = Text(b"\xef\xbb\xbfab\t\xff\xc3\xa9x\nz", "in")
    assert text.string == "ab\t\udcff\u00e9x\nz"
    assert [text.place(offset) for offset in (0, 3, 5, 7)] == [(1, 1), (1, 4), (1, 6), (2, 1)]


def test_lines_end_at_a_line_feed_alone_less_one_carriage_return() -> None:
    text = Text("a\r\nb\r\r\nc\rd\x0b\x0c\x1c\x85\u2028e\r", "in")
    assert text.lines() == ["a", "b\r", "c\rd\x0b\x0c\x1c\x85\u2028e"]
    assert [part.string for part in text.line_parts()] == text.lines()


def test_a_part_has_the_places_and_the_findings_of_the_whole() -> None:
    text = Text("nim(1)\ntake(3 x)", "in")
    part = text.part(12, 15).part(2)
    assert part.string == "x"
    part.report_at(0, "a pile size")
    part.report_end("another")
    assert [str(finding) for finding in text.findings] == [
        "in:2:8: expected a pile size, found 'x'",
        "in:2:9: expected another, found ')'",
    ]
    with pytest.raises(BadText):
        text.part(0, 3).close()


def test_the_carriage_return_at_the_end_of_a_part_ends_a_line_only_before_a_line_feed() -> None:
    text = Text("(3\r)\n4\r\n", "in")
    assert text.part(1, 3).lines() == ["3\r"]
    assert text.part(5, 7).lines() == ["4"]


@pytest.mark.parametrize(
    ("data", "name", "place"),
    [
        ("", "in", "1:1 an empty text"),
        ("\ufeff \r\n\t\n", "in", "1:1 an empty text"),
        ("2\n3", "in", "3:1 the end of the input"),
        ("2\n3\n", "in", "3:1 the end of the input"),
        ("2\n3 \n\n \n", "in", "3:1 the end of the input"),
        ("2 3 ", "<argument>", "1:4 the end of the input"),
        ("", "<argument>", "1:1 the end of the input"),
    ],
)
def test_the_end_of_the_input_is_the_line_after_the_last(data: str, name: str, place: str) -> None:
    text = Text(data, name)
    text.report_end("more")
    assert places(text) == [place]


def test_one_finding_at_a_place_and_at_most_twenty_shown() -> None:
    text = Text("x" * 30, "in")
    for offset in [*range(29, -1, -1), 3]:
        text.report_at(offset, "a digit", "x")
    assert text.full
    with pytest.raises(BadText) as caught:
        text.close()
    assert [finding.column for finding in caught.value.findings] == list(range(1, MOST_FINDINGS + 1))


@pytest.mark.parametrize(
    ("token", "words"),
    [
        ("x", "'x'"),
        ("-3", "the negative number -3"),
        ("-", "'-'"),
        ("-0", "'-0'"),
        ("+3", "'+3'"),
        ("1_0", "'1_0'"),
        ("1e3", "'1e3'"),
        ("007", "007"),
        ("9" * 5000, "a number of 5000 digits"),
        ("-" + "9" * 5000, "a negative number of 5000 digits"),
        ("\uff13", "'\uff13' (full-width digit)"),
        ("1\u0663", "'1\u0663' (arabic-indic digit three)"),
        ("\u22123", "'\u22123' (minus sign)"),
        ("\xa0", "no-break space"),
        ("3\xa04", "'3\\xa04' (no-break space)"),
        ("\0", "NUL"),
        ("1\0", "'1\\x00' (NUL)"),
        ("\x1b[2J", "'\\x1b[2J' (the control character U+001B)"),
        ("\udcff", "invalid UTF-8 byte 0xff"),
        ("1\udcff", "'1\\xff' (invalid UTF-8 byte 0xff)"),
        ("\ud800", "the lone surrogate U+D800"),
        ("\u2028", "line separator"),
        ("\u200b", "zero width space"),
        ("\ue000", "U+E000"),
        ("\ufeff", "byte order mark"),
        ("\r", "a carriage return"),
        ("\t", "a tab"),
        (" ", "a blank"),
        ("\n", "the end of the line"),
        ("", "the end of the input"),
        ("it's", '"it\'s"'),
        ("a" * 31, "'" + "a" * 20 + "\u2026' (31 characters)"),
        ("\u00e9t\u00e9", "'\u00e9t\u00e9'"),
    ],
)
def test_everything_is_described_for_what_it_is(token: str, words: str) -> None:
    assert describe(token) == words


@given(st.text(st.characters(), max_size=40))
def test_a_description_is_one_printable_line(token: str) -> None:
    assert describe(token).isprintable()
    assert len(describe(token)) < 300


@given(st.from_regex(r"[0-9]{1,50}", fullmatch=True))
def test_a_number_is_its_digits(token: str) -> None:
    value = 0
    for digit in token:
        value = 10 * value + "0123456789".index(digit)
    assert number(token) == value


@pytest.mark.parametrize("limit", [640, 4300, 0])
def test_numbers_are_exact_to_4300_digits_whatever_the_interpreter_is_set_to(
    limit: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(limit)
    try:
        assert number("0" * 10 + "1" * 4290) == (10**4290 - 1) // 9
        assert number("1" * 4301) is None
        assert read_numbers(argument("7 " + "1" * 4300)) == (7, (10**4300 - 1) // 9)
        text = argument("[" + "1" * 4301 + "]")
        assert Document(text).value == [BAD]
        assert places(text) == ["1:2 a number of 4301 digits"]
    finally:
        sys.set_int_max_str_digits(before)


# --- numbers, sets


@given(st.lists(st.integers(0, 10**30)))
def test_numbers_read_back(numbers: list[int]) -> None:
    assert read_numbers(argument(write_numbers(numbers))) == tuple(numbers)


def test_numbers_are_separated_by_blanks_and_line_breaks() -> None:
    text = Text("\ufeff 3\t4  05\r\n\r\n6", "in")
    assert read_numbers(text) == (3, 4, 5, 6)
    assert read_numbers(argument("")) == ()
    text.close()


def test_every_bad_number_is_reported_at_its_first_character() -> None:
    text = argument("3 x +4 -5 1_0 1e3 2.0 \uff13 5\xa06 7\0 \x0b")
    assert read_numbers(text) == (3,)
    assert places(text) == [
        "1:3 'x'",
        "1:5 '+4'",
        "1:8 the negative number -5",
        "1:11 '1_0'",
        "1:15 '1e3'",
        "1:19 '2.0'",
        "1:23 '\uff13' (full-width digit)",
        "1:25 '5\\xa06' (no-break space)",
        "1:29 '7\\x00' (NUL)",
        "1:32 the control character U+000B",
    ]


def test_a_number_can_have_a_least_value() -> None:
    text = argument("1 0 2")
    assert read_numbers(text, "a heap", 1) == (1, 2)
    assert str(text.findings[0]) == "<argument>:1:3: expected a heap, 1 or more, found 0"


@given(st.sets(st.integers(1, 10**20), min_size=1), st.randoms())
def test_a_set_is_read_in_any_order_and_duplicates_are_harmless(numbers: set[int], random: object) -> None:
    listed = [*numbers, *numbers]
    random.shuffle(listed)  # type: ignore[attr-defined]
    assert read_set(argument(",".join(map(str, listed)))) == tuple(sorted(numbers))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("", ["1:1 the end of the input"]),
        ("1,", ["1:3 the end of the input"]),
        (",1", ["1:1 ','"]),
        ("1,,2", ["1:3 ','"]),
        ("0,2,-1", ["1:1 0", "1:5 the negative number -1"]),
        ("1, 2", ["1:3 a blank"]),
        ("1 2,x", ["1:2 a blank", "1:5 'x'"]),
        ("1;2", ["1:1 '1;2'"]),
    ],
)
def test_bad_sets(data: str, found: list[str]) -> None:
    text = argument(data)
    read_set(text)
    assert places(text) == found


def test_divisors_are_two_or_more_and_places_are_those_of_the_whole_argument() -> None:
    text = argument("floor-division:2,1(5)")
    read_set(text.part(15, 18), "a divisor", 2)
    assert [str(finding) for finding in text.findings] == ["<argument>:1:18: expected a divisor, 2 or more, found 1"]


# --- boards


@given(st.integers(1, 6).flatmap(lambda width: st.lists(st.text(".#", min_size=width, max_size=width))))
def test_boards_read_back(rows: list[str]) -> None:
    assert read_board(argument(write_board(rows)), ".#") == tuple(rows)


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        ("0110/0000", ("0110", "0000")),
        ("0 1 1 0 / 0\t0 00", ("0110", "0000")),
        ("\n01\r\n10\r\n\r\n", ("01", "10")),
        ("01\n10/11", ("01", "10", "11")),
        ("", ()),
        (" \n", ()),
        ("/", ()),
    ],
)
def test_boards(data: str, rows: tuple[str, ...]) -> None:
    text = argument(data)
    assert read_board(text) == rows
    text.close()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("01/0", ["1:5 the end of the input"]),
        ("01/0 /11", ["1:5 '/'"]),
        ("01\n0 \n11", ["2:2 the end of the line"]),
        ("01/011", ["1:6 1"]),
        ("01/0 1  1 0", ["1:9 1"]),
        ("01\n\n10", ["2:1 the end of the line"]),
        ("01/10/", ["1:7 the end of the input"]),
        ("02/x0", ["1:2 2", "1:4 'x'"]),
        ("0\uff11", ["1:2 '\uff11' (full-width digit)"]),
        ("01\xa010/0110", ["1:3 no-break space"]),
        ("0\0/01", ["1:2 NUL"]),
        ("01/-1", ["1:4 '-'"]),
    ],
)
def test_bad_boards(data: str, found: list[str]) -> None:
    text = argument(data)
    read_board(text)
    assert places(text) == found


# --- chess rows


@given(st.lists(st.sets(st.integers(1, 20))))
def test_rows_read_back(rows: list[set[int]]) -> None:
    listed = [tuple(sorted(row)) for row in rows]
    assert read_rows(argument(write_rows(listed)), 20) == tuple(listed)


@pytest.mark.parametrize(
    ("data", "rows"),
    [
        ("20,19/-/1", ((19, 20), (), (1,))),
        ("3 , 1 / -\n2\n", ((1, 3), (), (2,))),
        ("-", ((),)),
        ("", ()),
        ("007", ((7,),)),
    ],
)
def test_rows(data: str, rows: tuple[tuple[int, ...], ...]) -> None:
    text = argument(data)
    assert read_rows(text, 20) == rows
    text.close()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("0,21", ["1:1 0", "1:3 21"]),
        ("5,5", ["1:3 5 again"]),
        ("5, 05", ["1:4 5 again"]),
        ("1//2", ["1:3 '/'"]),
        ("1/", ["1:3 the end of the input"]),
        ("1,\n2", ["1:3 the end of the line"]),
        ("1,,2", ["1:3 ','"]),
        ("1 2", ["1:3 2"]),
        ("-3", ["1:1 the negative number -3"]),
        ("-,3", ["1:1 '-'"]),
        ("1\n\n2", ["2:1 the end of the line"]),
        ("x,\uff11", ["1:1 'x'", "1:3 '\uff11' (full-width digit)"]),
    ],
)
def test_bad_rows(data: str, found: list[str]) -> None:
    text = argument(data)
    read_rows(text, 20)
    assert places(text) == found


# --- literals

values = st.recursive(
    st.integers() | st.text(max_size=5) | st.booleans() | st.none(),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.frozensets(inner, max_size=4),
)


@given(st.lists(values))
def test_literals_read_back(listed: list[object]) -> None:
    text = argument(write_literals(listed))
    assert list(read_literals(text)) == listed
    text.close()


@pytest.mark.parametrize(
    ("data", "listed"),
    [
        ("", ()),
        ("7 -3 007", (7, -3, 7)),
        ("(3,4) (3) (3,) ()", ((3, 4), 3, (3,), ())),
        ("{2, 1} {} frozenset() frozenset( {1} )", (frozenset({1, 2}), frozenset(), frozenset(), frozenset({1}))),
        ("'a b' \"it's\" '\\n'", ("a b", "it's", "\n")),
        ("(1,\n 2)\n", ((1, 2),)),
    ],
)
def test_literals(data: str, listed: tuple[object, ...]) -> None:
    text = argument(data)
    assert read_literals(text) == listed
    text.close()


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ("1_0 1e3 +1 x \uff13", ["1:1 '1_0'", "1:5 '1e3'", "1:9 '+1'", "1:12 'x'", "1:14 '\uff13' (full-width digit)"]),
        ("(1, 2", ["1:6 the end of the input"]),
        ("(1 2)", ["1:4 2"]),
        ("1, 2", ["1:2 ','"]),
        ("1)", ["1:2 ')'"]),
        ("(1}", ["1:3 '}'"]),
        ("(,)", ["1:2 ','"]),
        ("[1]", ["1:1 a list"]),
        ("'a", ['1:1 "\'"', "1:2 'a'"]),
        ("'\\d'", ["1:1 \"'\\d'\""]),
        ("1'a'", ["1:2 \"'a'\""]),
        ("9" * 4301, ["1:1 a number of 4301 digits"]),
        ("(" * 101, ["1:101 '('"]),
        ("frozenset({1}, {2})", ["1:1 another call of frozenset"]),
        ("__import__('os')", ["1:1 '__import__'", "1:11 '('"]),
    ],
)
def test_bad_literals(data: str, found: list[str]) -> None:
    text = argument(data)
    assert read_literals(text) == ()
    assert places(text) == found


def test_the_public_notation_is_all_there() -> None:
    assert all(hasattr(notation, name) for name in notation.__all__)

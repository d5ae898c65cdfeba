"""Lines of whole numbers, as all formats of judges have them; the places are worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from effort import lines_of

from grundy.errors import BadText
from grundy.text.reader import Text
from grundy.text.rows import MOST_64, Rows


def told(data: str, read: Callable[[Rows], object]) -> tuple[object, list[str]]:
    """What is read of a text and, after `finish`, what was reported, as "line:column expected/found"."""
    text = Text(data, "in")
    rows = Rows(text)
    content = read(rows)
    try:
        rows.finish()
    except BadText as refused:
        return content, [f"{one.line}:{one.column} {one.expected}/{one.found}" for one in refused.findings]
    return content, []


@pytest.mark.parametrize("extra", ["", "x"])  # beside a word each line is read with care
def test_rows_are_read_one_after_another(extra: str) -> None:
    text = Text(f"3 4\n\t05  6 \n7\n{extra}", "in")
    rows = Rows(text)
    assert [rows.read("a row") for _ in range(3)] == [[3, 4], [5, 6], [7]]
    assert rows.peek() == extra and rows.at_end() == (not extra) and rows.line == 2


def test_what_is_no_number_is_none_and_reported_in_the_end() -> None:
    content, said = told("1 -2 x\n3\n", lambda rows: [rows.read("a row"), rows.read("a row")])
    assert content == [[1, None, None], [3]]
    assert [one.split(" ")[0] for one in said] == ["1:3", "1:6"]


def test_a_word_in_the_rest_of_a_text_is_no_finding_where_words_may_stand() -> None:
    text = Text("1\nname\n", "in")
    rows = Rows(text)
    assert (rows.read("a row"), rows.raw("a name")) == ([1], "name")
    rows.finish(numbers_only=False)


def test_a_blank_line_is_skipped_between_cases_alone() -> None:
    assert told("\n \n5\n", lambda rows: rows.read("a case", between=True)) == ([5], [])
    content, said = told("1\n\n5\n", lambda rows: [rows.read("row", 1, 2), rows.read("row", 2, 2), rows.stopped])
    assert content == [[1], None, True]
    assert said == ["2:1 row 2 of 2/the end of the line"]


def test_a_missing_line_is_told_at_the_end() -> None:
    assert told("1", lambda rows: [rows.read("a row"), rows.read("a row")])[0] == [[1], None]
    content, said = told("1\n\n", lambda rows: [rows.read("a row"), rows.read("another row"), rows.read("a third")])
    assert content == [[1], None, None]  # once
    assert said == ["2:1 another row/the end of the input"]


@pytest.mark.parametrize(
    ("data", "found", "said"),
    [
        ("3\n", 3, []),
        ("x\n", None, ["1:1 how many, 0 or more/'x'"]),
        ("3 4\n", None, ["1:3 the end of the line after 1 number/4"]),
        ("", None, ["1:1 how many, 0 or more/an empty text"]),
        ("3\n9\n", 3, ["2:1 the end of the input/9"]),
    ],
)
def test_a_count_is_alone_in_its_line(data: str, found: int | None, said: list[str]) -> None:
    assert told(data, lambda rows: rows.count("how many")) == (found, said)


@pytest.mark.parametrize(
    ("data", "found", "said"),
    [
        ("3 4\n", [3, 4], []),
        ("3\n4\n", [None, None], ["1:2 b, 0 or more (number 2 of 2 in this line)/the end of the line"]),
        ("3 4 5\n", [None, None], ["1:5 the end of the line after 2 numbers/5"]),
        ("\n3 4\n", [None, None], ["1:1 a, 0 or more/the end of the line"]),
        ("3 -4\n", [3, None], ["1:3 b, 0 or more/the negative number -4"]),
    ],
)
def test_counts_have_a_name_each(data: str, found: list[int | None], said: list[str]) -> None:
    assert told(data, lambda rows: rows.counts(("a", "b"))) == (found, said)


def cases(rows: Rows) -> list[tuple[int, list[int | None] | None]]:
    return [(case, rows.read("a row", between=True)) for case in rows.cases("the number of cases")]


def test_there_are_as_many_cases_as_the_first_line_says() -> None:
    assert told("2\n3\n\n4\n", cases) == ([(1, [3]), (2, [4])], [])
    assert told("0\n", cases) == ([], [])
    assert told("1\n3\n4\n", cases) == ([(1, [3])], ["3:1 the end of the input/4"])
    assert told("2\n3\n", cases) == ([(1, [3])], ["3:1 case 2 of 2/the end of the input"])
    assert told("\n1\n3\n", cases) == ([(1, [3])], [])
    content, said = told("x\n3\n4\n\n", cases)  # as many as there are
    assert content == [(1, [3]), (2, [4])] and said == ["1:1 the number of cases, 0 or more/'x'"]


@pytest.mark.parametrize(
    ("data", "found", "said"),
    [
        ("2\n3 4\n5 6\n", [[3, 5], [4, 6]], []),
        ("2\n3  4\n\n5\t6 \n", [[3, 5], [4, 6]], []),  # one by one
        (f"1\n1 {MOST_64}\n", [[1], [MOST_64]], []),
        (f"1\n1 {MOST_64 + 1}\n", [[1], [0]], [f"2:3 b, 1 to {MOST_64:,}/{MOST_64 + 1}"]),
        ("2\n3 4\n0 6\n", [[3, 0], [4, 6]], [f"3:1 a, 1 to {MOST_64:,}/0"]),
        ("2\n3 4\n", [[3], [4]], ["3:1 case 2 of 2/the end of the input"]),
        ("1\n3 4 5\n", [[3], [4]], ["2:5 the end of the line after 2 numbers/5"]),
        ("1\n3 4\n5 6\n", [[3], [4]], ["3:1 the end of the input/5"]),
        ("0\n", [[], []], []),
        ("\n1\n3 4\n", [[3], [4]], []),
    ],
)
def test_columns_are_the_same_at_once_and_line_by_line(data: str, found: list[list[int]], said: list[str]) -> None:
    columns = told(data, lambda rows: [list(column) for column in rows.columns("pairs", ("a", "b"), least=1)])
    assert columns == (found, said)


@pytest.mark.parametrize(
    ("data", "found", "said"),
    [
        ("2 7 8\n", (7, 8), []),
        ("0\n", (), []),
        ("3 7 8\n", (7, 8), ["1:6 a pile (number 4 of 4 in this line)/the end of the line"]),
        ("4 7 8\n", (7, 8), ["1:6 a pile (number 4 of 5 in this line)/the end of the line"]),
        ("x 7 8\n", (7, 8), ["1:1 how many, 0 or more/'x'"]),
        ("1 7 8\n", (7, 8), ["1:5 the end of the line after 2 numbers/8"]),
        ("2 7 0\n", (7, 0), ["1:5 a pile, 1 or more/0"]),
        ("2 7,8\n", (), ["1:3 a pile, 1 or more/'7,8'"]),  # two that are glued are not too few
    ],
)
def test_a_row_says_how_many_numbers_it_has(data: str, found: tuple[int, ...], said: list[str]) -> None:
    def read(rows: Rows) -> tuple[int, ...]:
        rows.read("a row")
        return rows.counted("a pile", 1, "how many, 0 or more")

    assert told(data, read) == (found, said)


@pytest.mark.parametrize(("data", "stopped"), [("1 2\n3\n", True), ("1 2\n3 4\n", False), ("1 2\n", False)])
def test_the_order_is_lost_where_the_next_line_would_make_a_row_whole(data: str, stopped: bool) -> None:
    rows = Rows(Text(data, "in"))
    rows.read("a row")
    rows.length(3, "a number")
    assert rows.stopped == stopped
    assert rows.read("a row") == (None if stopped else [3, 4] if "4" in data else None)


def test_a_row_of_as_many_numbers_as_are_wanted_is_whole() -> None:
    rows = Rows(Text("1 2\n", "in"))
    rows.read("a row")
    rows.length(2, "a number")
    assert not rows.text.findings


def test_a_thousand_sound_lines_are_read_at_once() -> None:
    rows = Rows(Text("1000\n" + "1 2\n" * 1000, "in"))
    one, two = lines_of(lambda: rows.columns("pairs", ("a", "b")), 100)
    assert (list(one), list(two)) == ([1] * 1000, [2] * 1000)
    rows.finish()


def test_a_number_has_bounds() -> None:
    text = Text("3 9 10\n", "in")
    rows = Rows(text)
    rows.read("a row")
    assert [rows.check(token, "4 to 9", 4, 9) for token in range(4)] == [None, 9, None, None]
    assert [f"{one.line}:{one.column} {one.found}" for one in text.findings] == ["1:1 3", "1:5 10"]

"""Contest files that are not accepted, and any text at all: what is wrong is named with its place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_files import BY_NAME, CHESS, FLOOR, GCJ, PILES, RECTANGLE, S_NIM, SEQUENTIAL, TAKE, findings, states

from grundy.errors import BadText
from grundy.text import rows as rows_module
from grundy.text.reader import Text

# --- what never is


@pytest.mark.parametrize("name", list(BY_NAME))
@pytest.mark.parametrize("data", ["", "\n", "\ufeff", " \r\n\t\n", b"\xef\xbb\xbf\n"])
def test_a_file_without_text_is_an_error_at_its_start(name: str, data: str | bytes) -> None:
    assert findings(name, data) == ["1:1 an empty text"]


NUMBERS = {
    "x": "'x'",
    "-3": "the negative number -3",
    "+3": "'+3'",
    "1_0": "'1_0'",
    "1e3": "'1e3'",
    "2.0": "'2.0'",
    "0x1": "'0x1'",
    "\uff13": "'\uff13' (full-width digit)",
    "3\xa04": "'3\\xa04' (no-break space)",
    "\xa0": "no-break space",
    "3\0": "'3\\x00' (NUL)",
    "\0": "NUL",
    "3\x0b4": "'3\\x0b4' (the control character U+000B)",
    "3\u20284": "'3\\u20284' (line separator)",
    "3\r": "'3\\x0d' (a carriage return)",
    "9" * 5000: "a number of 5000 digits",
}


@pytest.mark.parametrize(("token", "found"), NUMBERS.items())
@pytest.mark.parametrize(
    ("name", "data", "place"),
    [
        (SEQUENTIAL, "1\n3\n1 {} 2\n", "3:3"),
        (SEQUENTIAL, "1\n{}\n1 2\n", "2:1"),
        (SEQUENTIAL, " {}\n1\n2\n", "1:2"),
        (CHESS, "1\n2\n0\n2 7\t{} \n", "4:5"),
        (CHESS, "1\n2\n0\n{} 7\n", "4:1"),
        (CHESS, "1\n{}\n1 7\n", "2:1"),
        (S_NIM, "2 1 {}\n1\n1 5\n0\n", "1:5"),
        (S_NIM, "1 1\n1\n2 5 {}\n0\n", "3:5"),
        (S_NIM, "1 1\n{}\n2 5 5\n0\n", "2:1"),
        (TAKE, "3 {} 5", "1:3"),
        (PILES, "1\n\n2 {}\n", "3:3"),
        (GCJ, "1\n1 {}\n.\n", "2:3"),
        (GCJ, "{}\n1 1\n.\n", "1:1"),
    ],
)
def test_a_bad_number_is_reported_at_its_first_character(
    name: str, data: str, place: str, token: str, found: str
) -> None:
    if token == "3\r" and "{} \n" not in data and " {} " not in data and "{} " not in data:
        pytest.skip("there it ends the line")
    assert findings(name, data.format(token)) == [f"{place} {found}"]


def test_a_bad_byte_is_one_column_and_stands_for_itself() -> None:
    assert findings(SEQUENTIAL, b"1\n2\n\xe9 \xff1\n") == [
        "3:1 invalid UTF-8 byte 0xe9",
        "3:3 '\\xff1' (invalid UTF-8 byte 0xff)",
    ]
    assert findings(GCJ, b"1\n1 4\n.\xc3\xa9\xc3#\n") == ["3:2 '\u00e9'", "3:3 invalid UTF-8 byte 0xc3"]
    assert findings(RECTANGLE, b"0\xff") == ["1:2 invalid UTF-8 byte 0xff"]


def test_a_long_number_is_refused_with_its_limit() -> None:
    with pytest.raises(BadText, match=r"^in:1:1: expected a number of at most 4300 digits, found a number of 4301"):
        BY_NAME[TAKE].read(Text("1" * 4301, "in"))


@pytest.mark.parametrize(
    ("name", "data", "found"),
    [
        # a token is missing: one past the line's last
        (SEQUENTIAL, "1\n3\n1 2 \n", ["3:4 the end of the line"]),
        (CHESS, "1\n1\n2 19\n", ["3:5 the end of the line"]),
        (S_NIM, "2 1\n1\n1 5\n0\n", ["1:4 the end of the line"]),
        (S_NIM, "1 1\n1\n3 5\n0\n", ["3:4 the end of the line"]),
        (GCJ, "1\n2\n..\n..\n", ["2:2 the end of the line"]),
        (GCJ, "1\n2 2\n. \n..\n", ["3:2 the end of the line"]),
        (RECTANGLE, "01\n0\n", ["2:2 the end of the line"]),
        # one too many: at it
        (SEQUENTIAL, "1\n2\n1 2  3\n", ["3:6 3"]),
        (SEQUENTIAL, "1 2\n1\n5\n", ["1:3 2"]),
        (SEQUENTIAL, "1\n1 5\n5\n", ["2:3 5"]),
        (CHESS, "1\n1\n1 19 20\n", ["3:6 20"]),
        (S_NIM, "1 1 2\n1\n1 5\n0\n", ["1:5 2"]),
        (S_NIM, "1 1\n1\n1 5\n0 0\n", ["4:3 0"]),
        (GCJ, "1\n1 1 1\n.\n", ["2:5 1"]),
        (GCJ, "1\n2 2\n...\n..\n", ["3:3 '.'"]),
        (RECTANGLE, "01\n010\n", ["2:3 0"]),
        (TAKE, "3 4\n5\n", ["2:1 5"]),
        # a line is missing: the end of the input, on the line after the last
        (SEQUENTIAL, "2\n1\n5\n\n", ["4:1 the end of the input"]),
        (SEQUENTIAL, "1\n1", ["3:1 the end of the input"]),
        (SEQUENTIAL, "1", ["2:1 the end of the input"]),
        (CHESS, "1\n2\n0\n", ["4:1 the end of the input"]),
        (CHESS, "9\n1\n0\n", ["4:1 the end of the input"]),
        (S_NIM, "1 1\n1\n1 5\n", ["4:1 the end of the input"]),
        (S_NIM, "1 1\n1\n", ["3:1 the end of the input"]),
        (S_NIM, "1 1\n", ["2:1 the end of the input"]),
        (GCJ, "1\n2 2\n..\n", ["4:1 the end of the input"]),
        (GCJ, "2\n1 1\n.\n", ["4:1 the end of the input"]),
        # a line too many: at its first token
        (SEQUENTIAL, "1\n1\n5\n\n 1\n6\n", ["5:2 1"]),
        (CHESS, "1\n1\n0\n0\n", ["4:1 0"]),
        (S_NIM, "0\n\n1 1\n", ["3:1 1"]),
        (GCJ, "1\n1 1\n.\n.\n", ["4:1 '.'"]),
        (FLOOR, '{"divisors": [2], "ints": [1]}\n{}', ["2:1 an object"]),
        ("graph", '{"nodes": [], "edges": [], "tokens": []}]', ["1:41 ']'"]),
        # a row over two lines, two rows on one
        (SEQUENTIAL, "1\n3\n1 2\n3\n", ["3:4 the end of the line"]),
        (CHESS, "1\n2\n3 1 2\n3\n1 1\n", ["3:6 the end of the line"]),
        (S_NIM, "1 1\n1\n3 5\n5 5\n0\n", ["3:4 the end of the line"]),
        (GCJ, "1\n2 4\n..\n..\n....\n", ["3:3 the end of the line"]),
        (CHESS, "1\n2\n1 1 1 2\n0\n", ["3:5 1"]),
        # a blank line inside a case
        (SEQUENTIAL, "1\n1\n\n5\n", ["3:1 the end of the line"]),
        (CHESS, "1\n2\n0\n \n0\n", ["4:1 the end of the line"]),
        (S_NIM, "1 1\n\n1\n1 5\n0\n", ["2:1 the end of the line"]),
        (GCJ, "1\n2 1\n.\n\n.\n", ["4:1 the end of the line"]),
        (RECTANGLE, "01\n\n10\n", ["2:1 the end of the line"]),
        # a value out of range, a piece twice
        (CHESS, "1\n1\n2 0 21\n", ["3:3 0", "3:5 21"]),
        (CHESS, "1\n1\n3 5 7 05\n", ["3:7 5 again"]),
        (CHESS, "1\n1\n21 5\n", ["3:1 21"]),
        (S_NIM, "2 0 1\n1\n1 5\n0\n", ["1:3 0"]),
        (
            FLOOR,
            '{"divisors": [1, 0, -2], "ints": [-1]}',
            ["1:15 1", "1:18 0", "1:21 the negative number -2", "1:35 the negative number -1"],
        ),
        # a bad cell, at its own column
        (GCJ, "1\n1 4\n.x#0\n", ["3:2 'x'", "3:4 0"]),
        (GCJ, "1\n1 3\n. .\n", ["3:2 a blank"]),
        (GCJ, "1\n1 2\n.\xa0#\n", ["3:2 no-break space"]),
        (GCJ, "1\n2 3\n...\n1 1\n", ["4:1 '1 1'"]),
        (RECTANGLE, "0 2\n1\uff11\n", ["1:3 2", "2:2 '\uff11' (full-width digit)"]),
        # several at once, and none that follow from others
        (SEQUENTIAL, "3\n2\n1 x\n3\n1 2 3\n2\n7\n", ["3:3 'x'", "7:2 the end of the line"]),
        (SEQUENTIAL, "1\nx\n1 y\n", ["2:1 'x'", "3:3 'y'"]),
        (SEQUENTIAL, "x\n1\n5\n1\n6 7\n", ["1:1 'x'", "5:3 7"]),
        (CHESS, "1\n3\n1 0\n2 1\n2 4 4\n", ["3:3 0", "4:4 the end of the line", "5:5 4 again"]),
        (PILES, "1 x\n+2\n3 3\n-0\n", ["1:3 'x'", "2:1 '+2'", "4:1 '-0'"]),
    ],
)
def test_bad_input_is_reported_where_it_is(name: str, data: str, found: list[str]) -> None:
    assert findings(name, data) == found


def test_at_most_twenty_findings_the_first_ones() -> None:
    assert findings(TAKE, "x " * 100_000) == [f"1:{1 + 2 * place} 'x'" for place in range(20)]
    assert findings(SEQUENTIAL, "1\n" + "x\n" * 100_000) == [f"{2 + line}:1 'x'" for line in range(20)]
    assert findings(RECTANGLE, "x" * 100_000) == [f"1:{1 + place} 'x'" for place in range(20)]
    assert findings(CHESS, "1\n50\n" + "1 21\n" * 50) == [f"{3 + line}:3 21" for line in range(20)]
    ragged = findings(RECTANGLE, "10\n0\n" + "x" * 100)  # the short row was left out where 20 bad cells follow it
    assert ragged == ["2:2 the end of the line", *(f"3:{1 + place} 'x'" for place in range(19))]


@pytest.mark.parametrize(
    ("name", "options", "found"),
    [
        (TAKE, {"starts": "3"}, ["1:1 3"]),
        (PILES, {"answers": "ab"}, ["1:1 'ab'"]),
        (PILES, {"game": "chess"}, ["1:1 'chess'"]),
        (PILES, {"game": "nim:3"}, ["1:1 'nim:3'"]),
        (PILES, {"game": "take-away"}, ["1:10 the end of the input"]),
        (PILES, {"game": "take-away:"}, ["1:11 the end of the input"]),
        (PILES, {"game": "take-away:1,0,x,\uff12"}, ["1:13 0", "1:15 'x'", "1:17 '\uff12' (full-width digit)"]),
    ],
)
def test_bad_options_are_reported_in_the_argument(name: str, options: dict[str, str], found: list[str]) -> None:
    assert findings(name, "1\n", **options) == found
    with pytest.raises(BadText, match=r"^<argument>:1:"):
        BY_NAME[name].read(Text("1\n", "in"), **options)


# --- any text at all

PIECES = [
    "0",
    "1",
    "2",
    "20",
    "21",
    " ",
    "\n",
    "\n",
    "\t",
    "\r",
    ".",
    "#",
    "x",
    "-",
    "\0",
    "\xa0",
    "\udcff",
    "\uff11",
    "9" * 4301,
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


def changed(data: str, seed: int) -> str:
    """The text with a few characters taken out, put in or exchanged."""
    draw = random.Random(seed)
    characters = list(data)
    for _ in range(draw.randrange(3)):
        at = draw.randrange(len(characters) + 1)
        characters[at : at + draw.randrange(3)] = draw.choices(PIECES, k=draw.randrange(3))
    return "".join(characters)


def outcome(name: str, string: str) -> object:
    try:
        return BY_NAME[name].read(Text(string, "in"))
    except BadText as error:
        return error


@pytest.mark.parametrize("name", list(BY_NAME))
@given(st.data())
def test_any_text_is_read_or_refused_with_places_in_it(name: str, data: st.DataObject) -> None:
    judge = BY_NAME[name]
    samples = st.integers(0, 10**9).map(lambda seed: changed(judge.sample_in, seed))
    string = data.draw(TEXTS | samples)
    with pytest.MonkeyPatch.context() as patch:
        outcomes = []
        for plain in (rows_module.is_plain, lambda *_: False):
            patch.setattr(rows_module, "is_plain", plain)
            outcomes.append(outcome(name, string))
    assert type(outcomes[0]) is type(outcomes[1])
    assert outcomes[0] == outcomes[1] or str(outcomes[0]) == str(outcomes[1])
    if isinstance(outcomes[0], BadText):
        lines = [line.removesuffix("\r") for line in string.split("\n")] + [""]
        at = [(finding.line, finding.column) for finding in outcomes[0].findings]
        assert at == sorted(set(at))
        assert all(1 <= column <= len(lines[line - 1]) + 1 for line, column in at)
        assert all(str(finding).isprintable() for finding in outcomes[0].findings)


@given(st.lists(st.lists(st.sets(st.integers(1, 20)).map(sorted))))
def test_chess_boards_become_masks(boards: list[list[list[int]]]) -> None:
    lines = [str(len(boards))]
    for board in boards:
        lines += [str(len(board)), *(" ".join(map(str, [len(row), *reversed(row)])) for row in board)]
    expected = [tuple(sum(1 << (20 - column) for column in row) for row in board) for board in boards]
    assert states(CHESS, "\n".join(lines)) == expected


@given(st.lists(st.lists(st.integers(0, 10**25))))
def test_rows_of_piles_are_read_exactly(positions: list[list[int]]) -> None:
    lines = [str(len(positions))]
    for piles in positions:
        lines += [str(len(piles)), *([" ".join(map(str, piles))] if piles else [])]
    assert states(SEQUENTIAL, "\n".join(lines)) == [(tuple(piles),) for piles in positions]

"""Large inputs are read all at once where nothing is wrong in them: the same cases, else the same errors."""

from __future__ import annotations

import random
import re
import sys
from dataclasses import replace
from itertools import pairwise

import pytest
from limits import set_limits

from grundy.api import judge as judging
from grundy.errors import BadText
from grundy.judges import BY_NAME, Judge
from grundy.text.edge_lists import read_net
from grundy.text.graphs import read_arcs
from grundy.text.reader import Text
from grundy.text.rows import number_lines

FORMATS = [replace(judge, answer_large=None) for judge in BY_NAME.values() if judge.read_large]
MOST = 2**64 - 1
EDGES = [
    ("piles", b"3 4\n\n 0\n\n5 5\n"),
    ("piles", b"0\n1000000000000 1\n"),
    ("hdu5724-chess", b"3\n0\n1\n0\n2\n1 20\n2 1 19\n"),
    ("hdu5724-chess", b"1\n1\n3 4 4 5\n"),
    ("hdu5724-chess", b"1\n1\n1 21\n"),
    ("hdu5724-chess", b"1\n1\n2 0 3\n"),
    ("hdu5724-chess", b"2\n1\n1 20\n"),
    ("hdu5724-chess", b"1\n18446744073709551615\n1 20\n"),
    ("poj2960-s-nim", b"0\n"),
    ("poj2960-s-nim", b"1 2\n0\n2 3 3\n1\n2 4 5\n0\n"),
    ("poj2960-s-nim", b"1 0\n1\n1 4\n0\n"),
    ("poj2960-s-nim", b"1 2\n1\n1 4\n"),
    ("poj2960-s-nim", b"1 2\n1\n1 4\n0 0\n"),
    ("poj2960-s-nim", b"1 2\n1\n1 4\n0\n7\n"),
    ("poj2960-s-nim", b"1 2\n18446744073709551615\n1 4\n0\n"),
    ("nim-product-64", b"1\n18446744073709551615 0018446744073709551615\n"),
    ("nim-product-64", b"1\n18446744073709551616 1\n"),
    ("nim-inverse-64", b"2\n1\n0\n"),
]


def outcome(judge: Judge, text: bytes, **options: object) -> str:
    """The output, or everything that is wrong."""
    try:
        return judging.judge(judge, text, name="in", **options)
    except BadText as bad:
        return "\n".join(map(str, bad.findings))


def agree(judge: Judge, text: bytes, **options: object) -> str:
    whole, by_line = outcome(judge, text, **options), outcome(replace(judge, read_large=None), text, **options)
    assert whole == by_line, text
    return whole


@pytest.fixture(autouse=True)
def all_inputs_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "api", LARGE=0)


def damaged(text: bytes, chances: random.Random) -> bytes:
    """The same with a few bytes more, less or others, some of them such as look harmless."""
    odd = [
        b" ",
        b"\t",
        b"\n",
        b"\r\n",
        b"\r",
        b"  ",
        b"\n\n",
        b"0",
        b"-",
        b"-1",
        b"+7",
        b"1_0",
        b".",
        b"e",
        b"x",
        b"\0",
    ]
    odd += [b"\xff", "\u0663".encode(), "\u00a0".encode(), b"\x0b", b"\x0c", b"0" * 30, b"9" * 19, str(MOST).encode()]
    odd += [str(MOST + 1).encode(), b"9" * 25, b"9" * 5000, b"#"]
    for _ in range(chances.choice((1, 1, 2, 4))):
        at = chances.randrange(len(text) + 1)
        text = text[:at] + chances.choice([*odd, b""]) + text[at + chances.choice((0, 0, 1, 2)) :]
    return text


@pytest.mark.parametrize("judge", FORMATS, ids=lambda judge: judge.name)
def test_both_readers_agree_on_inputs_sound_and_damaged(judge: Judge) -> None:
    chances = random.Random(judge.name)
    inputs = judge.inputs
    assert inputs
    refused = 0
    for _ in range(30):
        cases = [inputs.random(chances, chances.randint(1, 12)) for _ in range(chances.randint(1, 6))]
        text = inputs.write(cases).encode()
        assert agree(judge, text)
        ends = {text.replace(b"\n", b"\r\n"), text.rstrip(), text + b"\n \n", text.replace(b"\n", b" \n"), b" " + text}
        assert len({agree(judge, each) for each in ends}) == 1
        for _ in range(6):
            refused += "expected" in agree(judge, damaged(text, chances))
    assert 50 < refused < 180  # of 180


@pytest.mark.parametrize("judge", FORMATS, ids=lambda judge: judge.name)
def test_sound_inputs_are_read_at_once(judge: Judge) -> None:
    """Else the tests here would compare the careful reader with itself."""

    def never(*given: object, **options: object) -> None:
        raise AssertionError("read line by line")

    assert judging.judge(replace(judge, read=never), judge.sample_in) == judge.sample_out


@pytest.mark.parametrize(("name", "text"), EDGES)
def test_edges_of_the_formats(name: str, text: bytes) -> None:
    agree(next(judge for judge in FORMATS if judge.name == name), text)


def test_options_are_those_of_the_careful_reader() -> None:
    piles = BY_NAME["piles"]
    for game in ("nim", "sequential-nim", "take-away:2,3", "chess", "take-away:0"):
        for answers in ("words", "AB"):
            agree(piles, b"3 4\n1 1 2 1\n0\n5 7 9000000000000\n", game=game, answers=answers)


def test_number_lines_are_the_numbers_of_each_line() -> None:
    chances = random.Random(3)
    for _ in range(300):
        tokens = [str(chances.getrandbits(chances.randrange(1, 65))) for _ in range(chances.randrange(12))]
        text = "".join(chances.choice((" ", "\n", "\t", "  ", "\r\n", "\n\n")) + token for token in tokens)
        lines = number_lines(text.encode())
        expected = [list(map(int, line.split())) for line in text.rstrip().split("\n")]
        if not tokens:
            assert lines is None
            continue
        assert lines is not None
        numbers, begins = lines.numbers.tolist(), lines.begins.tolist()
        assert [numbers[begin:end] for begin, end in pairwise(begins)] == expected


@pytest.mark.parametrize(
    "bad", ["-1", "+1", "1.5", "1e3", "x", "\0", "\u0663", "1\r2", "\x0b", str(MOST + 1), "9" * 40]
)
def test_what_is_no_plain_number_is_left_to_the_careful_reader(bad: str) -> None:
    assert number_lines(f"1 2\n{bad} 3\n".encode()) is None
    assert re.match(r"\d", bad) or number_lines(bad.encode()) is None


def test_without_numpy_all_is_read_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.setenv("GRUNDY_NATIVE", "off")  # as after that installation
    assert number_lines(b"1 2\n") is None
    assert judging.judge("piles", "3 4\n1 1\n") == "first\nsecond\n"
    set_limits(monkeypatch, "text.graphs", LARGE=0)
    assert read_arcs(Text("1 2\n@ 1\n", "in")).edges == ((0, 1),)
    set_limits(monkeypatch, "text.rows", LARGE=0)
    assert read_net(Text("1 2\n", "in")).edges == ((0, 1),)

"""The formats of nimbers: products and inverses of 64 bits, a line each."""

from __future__ import annotations

import random
from functools import cache

import pytest

from grundy import judge, mex
from grundy.errors import BadText
from grundy.judges import BY_NAME, CaseColumns
from grundy.model import nimbers
from grundy.text.reader import Text

PRODUCT, INVERSE = "nim-product-64", "nim-inverse-64"
MOST = 2**64 - 1


@cache
def product(a: int, b: int) -> int:
    """The definition of the task: a mex over all smaller pairs."""
    return mex(product(x, b) ^ product(a, y) ^ product(x, y) for x in range(a) for y in range(b))


def asked(name: str, *cases: tuple[int, ...]) -> list[int]:
    text = "".join(f"{line}\n" for line in (len(cases), *(" ".join(map(str, case)) for case in cases)))
    return [int(line) for line in judge(name, text).split()]


def test_small_products_and_inverses_are_those_of_the_definition() -> None:
    pairs = [(a, b) for a in range(20) for b in range(20)]
    assert asked(PRODUCT, *pairs) == [product(a, b) for a, b in pairs]
    inverses = asked(INVERSE, *((a,) for a in range(1, 16)))
    assert [product(a, b) for a, b in enumerate(inverses, 1)] == [1] * 15


def test_the_samples_of_the_judge() -> None:
    """Library Checker's example: 5 times 0 to 8, and two larger pairs, by the definition and by F x F = F + F/2."""
    answers = asked(PRODUCT, *((5, b) for b in range(9)), (3141, 5926), (MOST, MOST))
    assert answers[:9] == [product(5, b) for b in range(9)]
    assert answers[9:] == [nimbers.multiply(3141, 5926), nimbers.square(MOST)]
    for name in (PRODUCT, INVERSE):
        assert judge(name, BY_NAME[name].sample_in) == BY_NAME[name].sample_out


def test_large_numbers_are_answered_as_whole_numbers_of_any_size_are() -> None:
    chances = random.Random(1)
    numbers = [0, 1, MOST, 1 << 63, 1 << 32, *(chances.getrandbits(chances.randrange(1, 65)) for _ in range(300))]
    pairs = [(chances.choice(numbers), chances.choice(numbers)) for _ in range(500)]
    assert asked(PRODUCT, *pairs) == [nimbers.multiply(a, b) for a, b in pairs]
    units = [number for number in numbers if number]
    assert asked(INVERSE, *((a,) for a in units)) == [nimbers.inverse(a) for a in units]


def test_no_cases_are_no_lines() -> None:
    assert judge(PRODUCT, "0\n") == judge(INVERSE, "0\n\n") == ""
    with pytest.raises(BadText, match="1:1: expected the number of cases, 0 or more, found the negative number -1"):
        judge(PRODUCT, "-1\n")


@pytest.mark.parametrize(
    "text", ["2\n5 4\n16 16\n", "2\r\n5 4\r\n16 16\r\n", " 2 \n\n5\t 4 \n\n 016   16", "\ufeff2\n5 4\n16 16\n\n\n"]
)
def test_lines_may_have_blanks_and_ends_of_all_kinds(text: str) -> None:
    assert judge(PRODUCT, text) == "2\n24\n"


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        (PRODUCT, "2\n5 4\n5 x\n", ["3:3 'x'"]),
        (PRODUCT, "2\n5 18446744073709551616\n-1 4\n", ["2:3 18446744073709551616", "3:1 the negative number -1"]),
        (PRODUCT, "1\n5 4 3\n", ["2:5 3"]),
        (PRODUCT, "2\n5\n4 3\n", ["2:2 the end of the line"]),
        (PRODUCT, "3\n5 4\n4 3\n", ["4:1 the end of the input"]),
        (PRODUCT, "1\n5 4\n4 3\n", ["3:1 4"]),
        (PRODUCT, "2\n1 2 3\n4\n", ["2:5 3", "3:2 the end of the line"]),
        (PRODUCT, "x\n5 4\n4 y\n", ["1:1 'x'", "3:3 'y'"]),
        (INVERSE, "3\n5\n0\n7\n", ["3:1 0"]),
        (INVERSE, "2\n5 4\n4\n", ["2:3 4"]),
    ],
)
def test_bad_input_is_refused_with_its_place(name: str, text: str, found: list[str]) -> None:
    with pytest.raises(BadText) as refused:
        judge(name, text)
    assert [f"{one.line}:{one.column} {one.found}" for one in refused.value.findings] == found


def test_one_bad_line_among_many_is_found() -> None:
    lines = ["7 9"] * 5000
    lines[3210] = "7 18446744073709551616"
    with pytest.raises(BadText, match="3212:3: expected a number B, 0 to 18,446,744,073,709,551,615, found 1844674407"):
        judge(PRODUCT, "5000\n" + "\n".join(lines) + "\n")


def test_a_case_has_a_number_of_each_column() -> None:
    reading = BY_NAME[PRODUCT].read(Text("2\n3 4\n5 6\n", "in"))
    assert isinstance(reading, CaseColumns)
    assert list(reading) == [(3, 4), (5, 6)]


def test_random_inputs_are_sound_and_made_smaller() -> None:
    for name, least in ((PRODUCT, 0), (INVERSE, 1)):
        inputs = BY_NAME[name].inputs
        assert inputs
        chances = random.Random(2)
        for size in range(1, 80):
            case = inputs.random(chances, size)
            assert all(least <= number <= MOST for number in case)
            assert all(sum(less) < sum(case) and min(less) >= least for less in inputs.smaller(case))
        assert len(judge(name, inputs.write([inputs.random(chances, 70) for _ in range(50)])).split()) == 50

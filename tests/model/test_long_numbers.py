"""Numbers of more digits than Python writes: positions and results are written whole, errors say how long they are."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

import grundy
from grundy.errors import BadNimber, BadRule

LONG = 10**5000  # 5,001 digits; sys.get_int_max_str_digits() is 4,300, and a library must not change it
WHOLE = "1" + "0" * 5000


@pytest.fixture(autouse=True)
def as_python_starts() -> object:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    assert sys.get_int_max_str_digits() == 4300
    sys.set_int_max_str_digits(before)


def test_positions_and_results_are_written_whole() -> None:
    position = grundy.nim(LONG, 3)
    result = grundy.solve(position)
    assert str(position) == f"nim({WHOLE} 3)" and repr(position).startswith("Position('nim 1000")
    assert f"nim-value {WHOLE[:-1]}3." in str(result)
    assert f"nim-value {WHOLE[:-1]}3, 1 winning move; proved" in repr(result)
    taken = "9" * 4999 + "7"
    assert f"take {taken}" in str(result.winning_moves[0])
    assert repr(result.winning_moves[0]) and f"take {taken}" in repr(result.winning_moves)
    assert repr(grundy.nimber.Nimber(LONG)) == f"Nimber({WHOLE})" and str(grundy.nimber.Nimber(LONG)) == f"*{WHOLE}"
    assert str(grundy.prove("wythoff").at(LONG, LONG)).startswith(f"{WHOLE} {WHOLE}: the first player wins")


@pytest.mark.parametrize(
    "refused",
    [
        lambda: grundy.nim(-LONG),
        lambda: grundy.wythoff(LONG, -1),
        lambda: grundy.cram(LONG),
        lambda: grundy.moore(LONG),
        lambda: grundy.take_away(-LONG),
        lambda: grundy.nimber.multiply(-LONG, 3),
        lambda: grundy.misere_quotient("kayles", to=-LONG),
        lambda: grundy.prove("wythoff").is_p(LONG, -1),
    ],
)
def test_errors_say_how_long_they_are(refused: Callable[[], object]) -> None:
    with pytest.raises((BadRule, BadNimber), match="number of 5,001 digits"):
        refused()

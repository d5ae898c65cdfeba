"""Far beyond a table: a theorem answers, about winners a lone position and a sum whose other parts are worth 0; else it
is refused at once. G(2m) = m and G(2m + 1) = G(m) of "take at most half" is published (LightOJ 1296)."""

from __future__ import annotations

import json

import pytest
from command import grundy as command
from effort import lines_of
from limits import set_limits

import grundy
from grundy.answering import far
from grundy.answering.far import is_beyond
from grundy.errors import OutOfReach
from grundy.model.definition import value_by_definition
from grundy.runs.estimate import Estimated
from grundy.runs.session import Limits, Session


@grundy.rule
def half(n: int):  # type: ignore[no-untyped-def]
    """Take at least one and at most half of the stones."""
    for k in range(1, n // 2 + 1):
        yield n - k


UNEVEN = """import grundy


@grundy.rule
def uneven(n):
    for k in range(1, n // 2 + 1):
        if k != 2:
            yield n - k
"""


@grundy.rule
def uneven(n: int):  # type: ignore[no-untyped-def]
    """The same, but not two stones: no theorem tells its values."""
    for k in range(1, n // 2 + 1):
        if k != 2:
            yield n - k


@grundy.rule
def few(n: int):  # type: ignore[no-untyped-def]
    """Take one to three."""
    for k in range(1, min(n, 3) + 1):
        yield n - k


def published(n: int) -> int:
    """The nim-value of a pile, of which at most half is taken."""
    while n % 2:
        n //= 2
    return n // 2


def test_what_a_table_takes_is_told_from_smaller_states() -> None:
    total, options = far.table_work(half, [(10**9,)])
    assert total == 10**9 + 1 and 0.9 < options / (10**9 / 2) < 1.1
    assert far.table_work(few, [(10**9,)]) == (10**9 + 1, 3)
    assert lines_of(lambda: far.table_work(half, [(10**9,)]), 1_000_000)  # and not by the options of 10^9: 2,000,000


def test_only_what_takes_long_is_left_to_a_theorem() -> None:
    assert is_beyond(half, [10**6]) and not is_beyond(half, [10**5])
    assert not is_beyond(few, [10**9])
    assert not is_beyond(grundy.wythoff, [(10**6, 10**6)])  # its values have a theorem


@pytest.mark.parametrize("limits", [{}, {"time_limit": 1e6}])
@pytest.mark.parametrize("n", [10**9, 2**29 - 1, 10**6])
def test_a_lone_pile_is_answered_by_a_theorem_on_winners(n: int, limits: dict[str, float]) -> None:
    """It took 100 s of "0 positions", and no end in sight."""
    result = grundy.solve(half(n), **limits)  # type: ignore[arg-type]
    assert (result.winner, result.evidence.status) == ("first" if published(n) else "second", "proved")
    for move in result.winning_moves:
        assert published(dict(move.labels)["to"][0]) == 0  # type: ignore[index]


def test_the_same_within_the_definition(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of small piles, as if they were far beyond a table: what is said of them is so."""
    expected = {pair: grundy.solve(half(*pair)) for pair in [(a, b) for a in range(8) for b in range(8)]}
    set_limits(monkeypatch, "answering", LARGE=0, LONG=-1, HOPELESS=0, MOST_REACHED=0)
    answered = 0
    for pair, right in expected.items():
        if not is_beyond(half, pair):
            continue
        try:
            result = grundy.solve(half(*pair))
        except OutOfReach:  # nobody knows who wins: both piles are worth something
            assert published(pair[0]) and published(pair[1])
            continue
        answered += 1
        assert result.winner == right.winner, pair
        assert set(result.winning_moves) <= set(right.winning_moves), pair
        if result.winning_moves.exact:
            assert set(result.winning_moves) == set(right.winning_moves), pair
    assert answered > 20


def test_what_no_theorem_tells_is_refused_at_once() -> None:
    with pytest.raises(
        OutOfReach, match=r"1,000,000,001 states, with some 5.0e\+08 options .* smaller numbers would help"
    ):
        grundy.solve(uneven(10**9, 10**9 - 1))
    result = grundy.solve(uneven(10**9, 1))  # the other pile is worth 0
    assert (result.winner, result.nim_value) == ("first", None)
    assert not result.winning_moves.exact  # a move in the other pile might win, too


def test_an_estimate_begins_no_theorem() -> None:
    """It was silent for a minute."""
    for pile in ("1000000000", "1000000"):
        with Session(Limits(estimate=True)) as session, pytest.raises(Estimated) as begun:
            grundy.solve(half(int(pile)), session=session)
        assert begun.value.estimate is None and "a theorem about all positions" in str(begun.value)


def test_the_command_line_says_so(tmp_path: object) -> None:
    path = f"{tmp_path}/uneven.py"
    with open(path, "w", encoding="ascii") as file:
        file.write(UNEVEN)
    done = command("solve", path, "1000000000", "999999999", "--no-store", "--json")
    assert (done.status, done.out) == (2, "") and "smaller numbers would help" in done.err
    done = command("solve", path, "1000000000", "1", "--no-store", "--json")
    assert done.status == 0 and json.loads(done.out)["known"]["winner"] == "first"


def test_what_has_too_many_options_is_refused_before_they_are_valued() -> None:
    """`fibonacci-nim(1000000) + nim(5)` worked for 18 s on what its first options show to be too much."""
    looked_at: list[object] = []

    @grundy.rule
    def fibonacci(pile: int, most: int):  # type: ignore[no-untyped-def]
        """Take up to twice what was taken before."""
        looked_at.append(pile)
        for k in range(1, min(pile, most) + 1):
            yield pile - k, 2 * k

    @grundy.rule
    def below(n: int):  # type: ignore[no-untyped-def]
        yield from range(n)

    with pytest.raises(OutOfReach, match="more than 1,000 positions"):
        value_by_definition(fibonacci((900, 900)), most=1000)
    assert len(looked_at) < 50
    assert value_by_definition(below(900), most=1000) == 900  # as many options, which lead to no others


def test_very_many_options_each_with_very_many_are_refused_before_all_are_listed() -> None:
    """`fibonacci-nim(1000000) + nim(5)` was refused, but after the million options of its first position."""
    listed = [0]

    @grundy.rule
    def fibonacci(pile: int, most: int):  # type: ignore[no-untyped-def]
        """Take up to twice what was taken before."""
        for k in range(1, min(pile, most) + 1):
            listed[0] += 1
            yield pile - k, 2 * k

    @grundy.rule
    def wide(n: int):  # type: ignore[no-untyped-def]
        """From the first state to 70,000 others, in which play ends, or ends at once."""
        if n == 0:
            yield from (grundy.to(k + 1) if k % 2 else grundy.to() for k in range(70_000))

    with pytest.raises(
        OutOfReach, match=r"more than 65,536 moves, and each .* leaves a position with more than 16,384"
    ):
        value_by_definition(fibonacci((10**9, 10**9)))
    assert listed[0] < 70_000 + 4 * 17_000
    assert value_by_definition(wide(0)) == 1


def test_why_no_winning_moves_are_listed() -> None:
    """They were left out without a word."""
    result = grundy.solve("take-and-break:0.00Z 300")
    assert (result.nim_value, result.winning_moves.count) == (85, 0)
    assert result.unlisted == "take-and-break: a heap of 300 has too many moves; smaller ones can be solved"
    assert result.as_dict()["unlisted"] == result.unlisted
    done = command("solve", "take-and-break:0.00Z", "300")
    assert f"Winning moves are not listed: {result.unlisted}" in done.out
    assert "unlisted" not in grundy.solve("kayles 7").as_dict()

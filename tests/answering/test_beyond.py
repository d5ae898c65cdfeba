"""Positions beyond every table: solved by a theorem, with the moves that the engines find where both can answer."""

from __future__ import annotations

from typing import Any

import pytest
from steps import Steps

import grundy
from grundy.answering import far
from grundy.answering.far import is_beyond
from grundy.answering.solve import solve
from grundy.api import answers
from grundy.api.proof import Proof
from grundy.api.prove import proof_soon, proof_within
from grundy.engines.options import SearchOptions, run_plainly
from grundy.errors import OutOfReach
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.runs.chunk import Work
from grundy.theorems.limits import Until

MARK = "rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1"
WYTHOFF = (
    "rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b; (a,b) -> (a-k,b-k), for k in 1..min(a,b)"
)
PAIRS = "rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"


@grundy.rule
def halves(n: int):  # type: ignore[no-untyped-def]
    """Take one, or split an even heap in halves."""
    if n >= 1:
        yield n - 1
    if n >= 2 and n % 2 == 0:
        yield grundy.to(n // 2, n // 2)


def at(game: str, text: str) -> Position:
    return grundy.parse_rule(game)(text)


def positions() -> list[Position]:
    starts = [at(MARK, heaps) for heaps in ("0", "1", "5", "12", "37", "5 12", "3 7 12")]
    starts += [at(WYTHOFF, pair) for pair in ("4 7", "4 9")]
    starts += [at("laskers-nim", heaps) for heaps in ("7", "3 4", "5 9 2")] + [at(PAIRS, "5 9"), at(PAIRS, "6 6")]
    return [*starts, halves(9), halves(8, 5)]


def by_theorem(position: Position, misere: bool, monkeypatch: pytest.MonkeyPatch) -> Result:
    """The result by what is proved, as of a position that is beyond tables."""
    with monkeypatch.context() as patched:
        patched.setattr(far, "is_beyond", lambda rule, states: True)
        patched.setattr(answers, "soon", lambda question: None)
        patched.setattr(answers, "is_own", lambda rule: True)
        return answers.result_of(position, misere)


@pytest.mark.parametrize("position", positions(), ids=str)
def test_a_theorem_answers_as_the_engines_do(position: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    solution, expected = by_theorem(position, False, monkeypatch), grundy.solve(position)
    assert "answering/theorem.py" in solution.engines[0]
    assert (solution.winner, list(solution.winning_moves)) == (expected.winner, list(expected.winning_moves))
    assert solution.nim_value in (expected.nim_value, None)
    assert solution.evidence.status == "proved"


def test_misere_play(monkeypatch: pytest.MonkeyPatch) -> None:
    position = at(MARK, "12")
    solution, expected = by_theorem(position, True, monkeypatch), grundy.solve(position, misere=True)
    assert "answering/theorem.py" in solution.engines[0]
    assert (solution.winner, list(solution.winning_moves)) == (expected.winner, list(expected.winning_moves))


def test_wythoff_typed_by_a_user_far_beyond_tables() -> None:
    """With a = 10**30, b = 10**31 only b can be lowered: to the partner of a, floor(a phi) (Wythoff 1907)."""
    a, b = 10**30, 10**31
    result = grundy.solve(at(WYTHOFF, f"{a} {b}"))
    expected = grundy.solve(grundy.wythoff(a, b))
    (move,) = result.winning_moves
    (take,) = (labels["take"] for labels in (each.as_dict() for each in expected.winning_moves))
    assert move.as_dict() == {"leave": [a, b - take]}
    assert (result.winner, result.evidence.status) == ("first", "proved")


def lasker(n: int) -> int:
    """Winning Ways, ch. 4."""
    return n and {0: n - 1, 3: n + 1}.get(n % 4, n)


def test_heaps_far_beyond_tables() -> None:
    result = grundy.solve(f"laskers-nim({4 * 10**30} 33)")
    assert result.nim_value == lasker(4 * 10**30) ^ lasker(33)
    moves = [move.as_dict() for move in result.winning_moves]
    assert moves
    for told in moves:
        heap, other = (4 * 10**30, 33) if told["pile"] == 1 else (33, 4 * 10**30)
        assert grundy.nim_sum([*map(lasker, told["leave"]), lasker(other)]) == 0
        assert told["take"] + sum(told["leave"]) == heap
    with Steps(each=1.0), pytest.raises(OutOfReach):  # of which no theorem is known
        grundy.solve(at("rule:n -> n-2*k & n-k, for k in 1..n//2", f"{10**12}"), time_limit=1)


def test_what_a_table_holds_is_left_to_the_engines() -> None:
    mark = grundy.parse_rule(MARK)
    assert not is_beyond(mark, [10**6])
    assert not is_beyond(grundy.nim, [10**40])
    assert is_beyond(mark, [10**10])


def test_many_lines_ask_once_for_a_theorem(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(until: Until, rule: Rule, *asked_of_it: Any) -> Proof:
        asked.append(rule)
        return proof_within(until, rule, *asked_of_it)

    monkeypatch.setattr("grundy.api.prove.proof_within", counted)
    proof_soon.forget()
    mark = grundy.parse_rule("rule:n -> n-1, if n >= 1; n -> n//2, if n >= 1")
    objects = grundy.batch([mark(2**exponent) for exponent in range(60, 66)])
    assert [one["winner"] for one in objects] == ["first", "second"] * 3  # an odd number of zeros: Fraenkel 2011
    assert asked == [mark]


@pytest.mark.parametrize("asked", [{"bounded": True}, {"estimate": True}])
def test_what_needs_no_search_is_within_limits_too(asked: dict[str, bool]) -> None:
    """Either is enough for the answer to be work that the loop runs, and stops."""
    works: list[Work] = []

    def run(work: Work) -> Any:
        works.append(work)
        return run_plainly(work)

    assert solve(grundy.kayles(7), options=SearchOptions(run=run, **asked)).nim_value == 2  # type: ignore[arg-type]
    assert len(works) == 1

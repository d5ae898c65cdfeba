"""Large graphs of which some option falls into rows, whose values are those of heaps: it says who wins.

In Node Kayles a row of n nodes is a heap of Dawson's Chess, played out here: a move takes one node and its neighbours.
"""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from limits import set_limits
from steps import Steps

import grundy
from grundy.answering import conditions
from grundy.answering.ask import forget, work
from grundy.answering.dispatch import rows_of
from grundy.engines.options import DEFAULT_OPTIONS
from grundy.engines.question import Question
from grundy.engines.search import by_options
from grundy.errors import Stopped
from grundy.model.known import facts_of
from grundy.runs.chunk import run_to_end


@cache
def row(n: int) -> int:
    """The nim-value of a row of n nodes."""
    values = {row(max(0, k - 1)) ^ row(max(0, n - k - 2)) for k in range(n)}
    return next(value for value in range(len(values) + 1) if value not in values)


def spider(*legs: int, centre: str = "c") -> str:
    """A node with legs of so many nodes."""
    return ", ".join(f"{centre}-{'-'.join(f'{chr(97 + leg)}{k}' for k in range(n))}" for leg, n in enumerate(legs))


def random_tree(random: Random, nodes: int) -> str:
    return ", ".join(f"{random.randrange(n)}-{n}" for n in range(1, nodes))


def test_a_move_into_rows_wins_where_their_values_cancel() -> None:
    """It was searched, without end."""
    legs = (45, 45, 9, 45, 45, 45, 45)
    left = 0
    for leg in legs:
        left ^= row(leg - 1)
    assert left == 0
    result = grundy.solve(f"node-kayles {spider(*legs)}")
    assert (result.winner, result.nim_value) == ("first", None)
    assert [move.as_dict() for move in result.winning_moves] == [{"nodes": ["c"]}]
    (engine,) = result.engines
    assert engine.startswith("engines/search/by_options.py: ")
    assert grundy.winners([grundy.parse(f"node-kayles {spider(*legs)}")]) == [True]


def test_what_options_say_narrows_the_value_of_a_smaller_one() -> None:
    part = next(iter(grundy.parse(f"node-kayles {spider(25, 25, 8)}").parts()))
    engine = by_options.engine(part.rule, DEFAULT_OPTIONS, work)
    (known,) = run_to_end(engine.work([part.state], None)).facts  # type: ignore[union-attr]
    assert row(24) ^ row(24) ^ row(7) in known.excluded | set(range(known.least)) and known.most == 59


def test_of_some_options_no_bound_and_not_all_winning_moves_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The number of those that were tried was told for the most that the nim-value may be."""
    set_limits(monkeypatch, "engines.search", MOST_TRIED=1)
    result = grundy.solve(f"node-kayles {spider(45, 45, 9, 45, 45, 45, 45, centre='A')}")
    assert [move.as_dict() for move in result.winning_moves] == [{"nodes": ["A"]}]
    assert not result.winning_moves.exact
    part = next(iter(grundy.parse(f"node-kayles {spider(25, 25, 8, centre='A')}").parts()))
    engine = by_options.engine(part.rule, DEFAULT_OPTIONS, work)
    (known,) = run_to_end(engine.work([part.state], None)).facts  # type: ignore[union-attr]
    assert known.most is None and known.excluded == {row(24) ^ row(24) ^ row(7)}


def test_a_limit_and_a_person_are_heard_between_two_options() -> None:
    """A graph of 1,089 nodes and 62,000 edges was at its first options after a minute, with a limit of 3 s."""
    spiders = f"node-kayles {spider(25, 25, 8, centre='A')}"
    value = row(24) ^ row(24) ^ row(7)
    forget()
    with Steps(each=1.0) as steps, pytest.raises(Stopped, match="formulas were asked of 19 options") as stopped:
        grundy.solve(spiders, time_limit=20)
    assert steps.chunks == 20  # the first says that the work has begun
    (known,) = facts_of(stopped.value, 1)
    assert (known.winner, known.most, known.excluded) == (None, None, {value})
    forget()
    clock = Steps(stop=lambda chunk: chunk.unit == "options" and chunk.done == 7)
    with clock as steps, pytest.raises(KeyboardInterrupt, match="formulas were asked of 7 options"):
        grundy.solve(spiders, time_limit=1)
    assert steps.chunks == 8
    forget()


@pytest.mark.parametrize("seed", range(10))
def test_small_trees_are_answered_as_the_definition_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    set_limits(monkeypatch, "answering", LONG_SEARCH=4)
    set_limits(monkeypatch, "engines.search", MOST_TRIED=4 + seed)  # all options, or some of them
    monkeypatch.setattr(by_options, "is_endless", lambda rule, state: seed % 2 == 0)
    random = Random(seed)
    for _ in range(6):
        position = grundy.parse(f"node-kayles {random_tree(random, random.randrange(6, 12))}")
        (part,) = position.parts()
        asked = Question(((part.rule, (part.state,)),), wanted="winner")
        value = grundy.value_by_definition(position)
        lost = {str(move) for move in position.moves() if grundy.value_by_definition(position.play(move)) == 0}
        forget()
        result = grundy.solve(position)
        assert result.winner == ("first" if value else "second"), position
        assert result.nim_value in (value, None), position
        winning = {str(move) for move in result.winning_moves}
        assert winning == lost if result.winning_moves.exact else winning <= lost, position
        if not conditions.has_strips(asked):
            assert "search.by_options" in [one.engine for one in rows_of(asked)]
    forget()

"""Boards by their openings, here by this process or another one: the answers of one search, resumed anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

import grundy
from grundy.answering.solve import solve
from grundy.engines.options import SearchOptions
from grundy.engines.search.board import as_sets
from grundy.engines.search.openings import Openings
from grundy.runs.chunk import run_to_end
from grundy.runs.workers import answers


@dataclass(eq=False)
class Nearby:
    """Workers that are this process, or others of this machine, and what they answered."""

    cores: int = 0
    answered: list[tuple[Any, ...]] = field(default_factory=list)

    def answers(self, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
        for answer in answers(module, name, calls, self.cores):
            self.answered += [] if answer is None else [tuple(answer[:3])]
            yield answer

    def threads(self) -> int:
        return 1


@pytest.mark.parametrize(
    ("text", "cores"),
    [
        ("node-kayles(path:9) + node-kayles(grid:3x3)", 0),  # moves must leave a larger value than the board has
        ("node-kayles(petersen) + nim(3)", 0),
        ("notakto(X../...)", 1),
        ("node-kayles(path:1)", 0),
        ("cram(#)", 0),
    ],
)
def test_answers_are_those_of_one_search(text: str, cores: int) -> None:
    asked = grundy.parse(text)
    assert solve(asked, options=SearchOptions(elsewhere=Nearby(cores))).as_dict() == solve(asked).as_dict()


def question() -> Any:
    """The nim-value of a path of ten nodes; of its ten openings some are worth 0, 1 and 2."""
    (part,) = grundy.parse("node-kayles(path:10)").parts()
    sets = as_sets(part.rule.shape)
    assert sets
    places, read = sets.field(part.state)
    return places, read(part.state), None


VALUE = 3  # of 0.137, Dawson's Kayles, at 10: OEIS A002187


def test_no_opening_is_asked_about_again_when_a_run_is_resumed() -> None:
    whole = Nearby()
    assert run_to_end(Openings(SearchOptions(), whole).work([question()])(None)) == [VALUE]
    for stop in (1, len(whole.answered) // 2, len(whole.answered)):
        nearby, saved = Nearby(), None
        for chunk in Openings(SearchOptions(), nearby).work([question()])(None):
            assert chunk.done == len(chunk.state["openings"])
            saved = chunk.state
            if chunk.done == stop:
                break
        assert run_to_end(Openings(SearchOptions(), nearby).work([question()])(saved)) == [VALUE]
        assert sorted(nearby.answered) == sorted(whole.answered)


def test_openings_that_are_alike_are_asked_about_once() -> None:
    """Of the 24 dominoes on 4x4 two reflections fix 4 each, and nothing else any: 32 / 8 orbits (Burnside)."""
    nearby = Nearby()
    assert solve(grundy.parse("cram(4x4)"), options=SearchOptions(elsewhere=nearby)).winner == "second"
    assert len(nearby.answered) == 4


@pytest.mark.parametrize("value", range(5))
def test_any_value_may_be_asked_about(value: int) -> None:
    """Nothing is known of smaller values then."""
    places, state, _ = question()
    work = Openings(SearchOptions(), Nearby()).work([(places, state, value)])
    assert run_to_end(work(None)) == [int(value == VALUE)]

"""The engine for Node Kayles and Arc Kayles on forests of many nodes, where the trees that moves leave are few."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from grundy.engines.engine import Answer, Spent, Stepwise, Working, listed
from grundy.engines.options import SearchOptions
from grundy.engines.search.board import as_sets, bits
from grundy.engines.search.forests import Forests, Options
from grundy.engines.search.isomorphic import BoardGraph, as_graph
from grundy.errors import OutOfReach
from grundy.model.convention import mex
from grundy.model.evidence import Evidence
from grundy.model.known import Known, exactly, possible
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, SubsetGame
from grundy.runs.chunk import Chunk

ENDLESS = 160  # nodes of a forest with more such trees beyond which no search comes to its end
MOST_STEPS = 120_000  # nodes of trees that are looked at: about a second;
FEW_STEPS = 40_000  # of a forest that a search may answer

Near = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=16)
def _graph(field: SubsetGame) -> BoardGraph | None:
    return as_graph(field)


def near_of(rule: Rule, state: Any) -> tuple[BoardGraph, list[int], Near] | None:
    """The graph of a field, the places that are there, and of each its neighbours as numbers of these; None where the
    moves are of no graph, or what is there is no forest."""
    sets = as_sets(rule.shape)
    assert sets
    try:
        field, read = sets.field(state)
    except OutOfReach:
        return None
    graph = _graph(field)
    if graph is None:
        return None
    there = read(state)
    places = bits(there)
    at = {place: node for node, place in enumerate(places)}
    near = tuple(tuple(at[end] for end in bits(graph.near[place] & there)) for place in places)
    return (graph, places, near) if _is_forest(near) else None


def _is_forest(near: Near) -> bool:
    """Whether no cycle is there: leaves are taken off until nothing is left."""
    degrees = [len(ends) for ends in near]
    waiting = [node for node, degree in enumerate(degrees) if degree <= 1]
    gone = 0
    for node in waiting:  # grows while it is read
        gone += 1
        for end in near[node]:
            degrees[end] -= 1
            if degrees[end] == 1:
                waiting.append(end)
    return gone == len(near)


def are_forests(rule: Rule, states: Sequence[Any], least: int) -> bool:
    """Whether states are forests of so many nodes, of which nodes with their neighbours or ends of edges are taken."""
    graphs = [near_of(rule, state) for state in states]
    return all(near is not None and len(near[1]) >= least for near in graphs)


class ForestValues:
    """The values of forests in one game, and of the options of those that were asked last."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self._known: dict[str, Forests] = {}
        self._options: dict[Any, Options] = {}

    def work(self, states: Sequence[Any], bounded: bool = True) -> Working:
        """The values; if it is bounded, spent after some steps for each state."""
        values: list[int] = []
        for state in states:
            near = near_of(self.rule, state)
            assert near
            graph, places, ends = near
            forests = self._known.setdefault(graph.takes, Forests(graph.takes))
            most = forests.steps + (MOST_STEPS if len(places) > ENDLESS else FEW_STEPS)
            steps = forests.options(ends)
            bounds = possible(0, len(places) if graph.takes == "neighbours" else sum(map(len, ends)) // 2)
            facts: tuple[Known, ...] = (*map(exactly, values), bounds)
            while True:
                try:
                    count = next(steps)
                except StopIteration as end:
                    options: Options = end.value
                    break
                if bounded and forests.steps > most:
                    return Spent(for_good=False)
                words = f"the nim-value is at most {bounds.most}, the number of moves; {count:,} nim-values of trees"
                yield Chunk(forests.steps, 0, "nodes", {}, words, facts=facts)
            self._options[state] = {tuple(places[node] for node in move): value for move, value in options.items()}
            values.append(mex(options.values()))
        trees = sum(len(forests.values) for forests in self._known.values())
        return Answer(values, Evidence("computed", BY.format(trees)), self.moves_to)

    def moves_to(self, state: Any, rest: int) -> Moves:
        """The moves that leave this value."""
        sets = as_sets(self.rule.shape)
        assert sets
        field, read = sets.field(state)
        there = read(state)
        needs = {sum(1 << place for place in move) for move, value in self._options[state].items() if value == rest}
        left = {there & ~clear for need, _, clear, _ in field.moves if need in needs}
        return listed(
            [self.rule.labels(option) for option in self.rule.options(state) if read(option.parts[0]) in left]
        )


BY = "the nim-values of {:,} trees that moves leave, each the mex of its options' values"


def engine(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[Any], Answer]:
    """The values, where the trees are few."""
    values = ForestValues(rule)
    return Stepwise(lambda states, saved: values.work(states))


def beyond(rule: Rule, options: SearchOptions) -> Stepwise[Sequence[Any], Answer]:
    """Refuses; where a limit is given, the work goes on until it is met."""

    def work(states: Sequence[Any], saved: Mapping[str, Any] | None) -> Working:
        if not options.bounded:
            most = max(len(near[1]) for near in (near_of(rule, state) for state in states) if near)
            raise OutOfReach(
                f"{rule.spec}: a forest of {most:,} nodes, whose moves leave too many different trees: over "
                f"{MOST_STEPS:,} nodes in all; a forest of up to {ENDLESS} nodes is searched, and of more one with few "
                "long branches, or branches that are alike, is answered; with a limit, such as --time-limit 10min, "
                "the work goes on until that is met"
            )
        return (yield from ForestValues(rule).work(states, bounded=False))

    return Stepwise(work)

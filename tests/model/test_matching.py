"""Matchings are maximum, by choosing or leaving each edge; odd cycles within odd cycles among them."""

from __future__ import annotations

from itertools import combinations
from random import Random

from grundy.model.matching import maximum_matching

Edges = tuple[tuple[int, int], ...]


def near_of(count: int, edges: Edges) -> list[set[int]]:
    near: list[set[int]] = [set() for _ in range(count)]
    for a, b in edges:
        near[a].add(b)
        near[b].add(a)
    return near


def largest_matching(edges: Edges, gone: frozenset[int] = frozenset()) -> int:
    """How many edges can be chosen without a common end, by choosing or leaving each in turn."""
    if not edges:
        return 0
    (a, b), rest = edges[0], edges[1:]
    without = largest_matching(rest, gone)
    return without if a in gone or b in gone else max(without, 1 + largest_matching(rest, gone | {a, b}))


def test_a_matching_is_maximum_and_what_others_leave_out_is_known() -> None:
    rng = Random(1993)
    for _ in range(300):
        count = rng.randrange(2, 11)
        every = tuple(edge for edge in combinations(range(count), 2) if rng.random() < 0.3)
        gone = rng.randrange(-1, count)
        edges = tuple(edge for edge in every if gone not in edge)
        mate, left_out = maximum_matching([sorted(ends) for ends in near_of(count, every)], without=gone)
        assert sum(end >= 0 for end in mate) // 2 == largest_matching(edges), (every, gone)
        assert all(
            mate[end] == node and tuple(sorted((node, end))) in edges for node, end in enumerate(mate) if end >= 0
        )
        for node in set(range(count)) - {gone}:
            others = tuple(edge for edge in edges if node not in edge)
            assert left_out[node] == (largest_matching(others) == largest_matching(edges)), (every, gone, node)

"""The search for a rule that is code: parts of positions beside heaps, in plain Python, for any states.

A rule may say which states are worth the same (`canonical`) and what a state falls into (`split`); options that are
sums fall apart by themselves.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Sequence
from typing import Any, TypeAlias

from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.engines.solver import Solver, listed
from grundy.errors import BadRule
from grundy.model.definition import MOST_POSITIONS, settle
from grundy.model.option import Option, State
from grundy.model.play import mex, nim_sum
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves

BY = "search of parts beside heaps, by the rule's own code"
ASKED_ALONE = 4  # values that are asked about one by one before all options are valued
Node: TypeAlias = tuple[State, int | None]
"""A state and n: is n its nim-value (a couple, lost if so)? A state and None: what is its nim-value?"""


def solver(rule: Rule, way: Way = PLAIN_WAY, most: int = MOST_POSITIONS) -> Solver:
    """The engine for any rule in normal play, up to `most` questions asked.

    >>> from grundy.model.rule import rule
    >>> @rule(canonical=lambda piles: tuple(sorted(piles)), split=lambda piles: [(n,) for n in piles if n])
    ... def nim(piles):
    ...     for place, n in enumerate(piles):
    ...         yield from (piles[:place] + (m,) + piles[place + 1 :] for m in range(n))
    >>> solver(nim).values([(3, 4, 5)])
    [2]
    """
    memo: dict[Node, Any] = {}
    known: dict[State, int] = {}
    after: dict[State, list[tuple[State, ...]]] = {}
    alone = {"mex": 0, "auto": ASKED_ALONE}.get(way.method, most)

    def parts_of(states: Sequence[State]) -> list[State]:
        split = rule.split
        parts = [part for state in states for part in (split(state) if split else (state,))]
        return [rule.canonical(part) for part in parts] if rule.canonical else parts

    def options(state: State) -> list[tuple[State, ...]]:
        """What is left by each option, each once: equal parts cancel; those of one part first."""
        if state not in after:
            found: dict[tuple[State, ...], None] = {}
            for option in rule.options(state):
                if option.next != "opponent":
                    raise BadRule(
                        f"{rule.spec}: expected plain options in a search, found {option.next!r} at {state!r}"
                    )
                odd: dict[State, None] = {}
                for part in parts_of(option.parts):
                    if part in odd:
                        del odd[part]
                    else:
                        odd[part] = None
                found[tuple(sorted(odd, key=repr))] = None
            after[state] = sorted(found, key=len)
        return after[state]

    def evaluate(node: Node) -> Generator[Hashable, None, Any]:
        state, n = node
        return value_of(state) if n is None else is_worth(state, n)

    def is_worth(state: State, n: int) -> Generator[Hashable, None, bool]:
        if state in known:
            return known[state] == n
        left = options(state)
        if len(left) < n:
            return False
        for parts in left:
            open_parts = [part for part in parts if part not in known]
            for part in open_parts[:-1]:
                if (part, None) not in memo:
                    yield part, None
            rest = nim_sum(known[part] for part in parts if part in known) ^ n
            if not open_parts or open_parts[-1] in known:
                lost = not rest
            else:
                couple = (open_parts[-1], rest)
                if couple not in memo:
                    yield couple
                lost = memo[couple]
            if lost:
                return False
            yield None
        for m in range(n):
            if (state, m) not in memo:
                yield state, m
            if memo[state, m]:
                return False
        known[state] = n
        return True

    def value_of(state: State) -> Generator[Hashable, None, int]:
        for n in range(alone):
            if state in known:
                break
            if (state, n) not in memo:
                yield state, n
        if state not in known:
            values = set()
            for parts in options(state):
                for part in parts:
                    if part not in known:
                        yield part, None
                values.add(nim_sum(known[part] for part in parts))
                yield None
            known[state] = mex(values)
        return known[state]

    def values(states: Sequence[State]) -> list[int]:
        found = [parts_of((state,)) for state in states]
        settle([(part, None) for parts in found for part in parts if part not in known], evaluate, memo, most)
        return [nim_sum(known[part] for part in parts) for parts in found]

    def leads_to(option: Option, rest: int) -> bool:
        parts = parts_of(option.parts)
        return nim_sum(values(parts[:-1])) ^ rest == values(parts[-1:])[0] if parts else rest == 0

    def moves_to(state: State, rest: int) -> Moves:
        return listed([rule.labels(option) for option in rule.options(state) if leads_to(option, rest)])

    return Solver(values, moves_to, lambda: Evidence("computed", BY))

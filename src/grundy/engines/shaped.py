"""Solvers for rules that carry their moves as data: what the engines know, in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from grundy.engines.search.way import Way
from grundy.engines.solver import Solver, listed
from grundy.errors import BadRule
from grundy.model.definition import cycle_text
from grundy.model.option import Labels
from grundy.model.play import nim_sum
from grundy.model.result import Evidence, joint
from grundy.model.rule import Rule
from grundy.model.shapes import Arcs, Cuts, Moves, Strips

Rows = tuple[str, ...]


def take_away(amounts: tuple[int, ...]) -> Solver:
    """Heaps from which an amount of a set is taken."""
    from grundy.engines.heap.take_away import TakeAway

    engine = TakeAway(amounts)
    largest = 0

    def values(heaps: Sequence[int]) -> list[int]:
        nonlocal largest
        largest = max(heaps, default=0)  # of this question: what was asked before it says nothing of this answer
        return engine.values(heaps)

    def moves_to(heap: int, rest: int) -> Moves:
        moves = engine.moves_to(heap, rest)
        return Moves(moves.count, lambda: ((("take", amount),) for amount in moves))

    def evidence() -> Evidence:
        status, by = engine.evidence(largest)
        return Evidence(status, by)  # type: ignore[arg-type]

    return Solver(values, moves_to, evidence)


def division(divisors: tuple[int, ...]) -> Solver:
    """Numbers replaced by their quotient by a divisor of a set."""
    from grundy.engines.heap.steps import values as step_values

    known: dict[int, int] = {}
    numbers: dict[int, None] = {}  # those asked for, whose quotients may be asked for together

    def learn(wanted: Sequence[int]) -> None:
        missing = [x for x in dict.fromkeys(wanted) if x not in known]
        if missing:
            known.update(zip(missing, step_values(missing, divisors), strict=True))

    def values(xs: Sequence[int]) -> list[int]:
        learn(xs)
        numbers.update(dict.fromkeys(xs))
        return [known[x] for x in xs]

    def moves_to(x: int, rest: int) -> Moves:
        if numbers:
            learn([number // divisor for number in numbers for divisor in divisors])
            numbers.clear()
        learn([x // divisor for divisor in divisors])
        return listed([(("divisor", divisor),) for divisor in divisors if x > 0 and known[x // divisor] == rest])

    evidence = Evidence("computed", "nim-values as a step function of the number, each step from earlier ones")
    return Solver(values, moves_to, lambda: evidence)


def cuts(shape: Cuts) -> Solver:
    """Grids of which a move takes out a whole row or column free of blocked cells."""
    from grundy.engines.table.cuts import Cuts as Cut
    from grundy.engines.table.cuts import solve_many

    known: dict[Any, Cut] = {}

    def values(states: Sequence[Any]) -> list[int]:
        missing = [state for state in dict.fromkeys(states) if state not in known]
        known.update(zip(missing, solve_many([shape.rows(state) for state in missing]), strict=True))
        return [known[state].value for state in states]

    def moves_to(state: Any, rest: int) -> Moves:
        rows: Rows = shape.rows(state)
        found: list[Labels] = []
        for kind, number in known[state].moves_to(rest):
            if kind == "H":
                found += [(("row", number + 1), ("column", c + 1), ("type", "H")) for c in range(len(rows[0]))]
            else:
                found += [(("row", r + 1), ("column", number + 1), ("type", "V")) for r in range(len(rows))]
        return listed(found)

    evidence = Evidence("computed", "a table of all sub-rectangles, each by its options")
    return Solver(values, moves_to, lambda: evidence)


def strips(rule: Rule, shape: Strips, way: Way) -> Solver:
    """Rows that fall into strips, each of which is a heap of a game of taking and breaking; else they are searched."""
    from grundy.engines.heap.octal.engine import solver as heaps
    from grundy.engines.search.solver import solver as search

    engine, searched = heaps(shape.digits), search(rule, shape.sets, way)
    used: dict[Solver, None] = {}

    def values(states: Sequence[Any]) -> list[int]:
        lengths = [shape.runs(state) for state in states]
        wide = [state for state, runs in zip(states, lengths, strict=True) if runs is None]
        used.update(dict.fromkeys([searched] if wide else []))
        used.update(dict.fromkeys([engine] if len(wide) < len(states) else []))
        worth: Iterator[Any] = iter(engine.values([n + shape.offset for runs in lengths if runs for n in runs]))
        others: Iterator[Any] = iter(searched.values(wide) if wide else [])
        return [next(others) if runs is None else nim_sum(int(next(worth)) for _ in runs) for runs in lengths]

    def moves_to(state: Any, rest: Any) -> Moves:
        options = list(rule.options(state))
        found = values([option.parts[0] for option in options])
        return listed([rule.labels(option) for option, value in zip(options, found, strict=True) if value == rest])

    return Solver(values, moves_to, lambda: joint([one.evidence() for one in used or [engine]]))


def graph(arcs: Arcs) -> Solver:
    """A token on a node of a graph without cycles."""
    from grundy.engines.graph.acyclic import Cycle, nim_values

    known: list[int] = []

    def values(nodes: Sequence[int]) -> list[int]:
        if not known:
            found = nim_values(len(arcs.nodes), arcs.edges)
            if isinstance(found, Cycle):
                raise BadRule(cycle_text([arcs.nodes[node] for node in found.nodes]))
            known.extend(found)
        return [known[node] for node in nodes]

    def moves_to(node: int, rest: int) -> Moves:
        return listed([(("to", arcs.nodes[end]),) for end in arcs.successors[node] if known[end] == rest])

    evidence = Evidence("computed", "the nim-values of all nodes, each from its successors")
    return Solver(values, moves_to, lambda: evidence)

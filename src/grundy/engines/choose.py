"""Which engine answers a rule: one match on what the rule is, never on what it is called."""

from __future__ import annotations

from functools import lru_cache

from grundy.engines.solver import Solver, by_definition, by_theory
from grundy.model.play import PlayName
from grundy.model.rule import Rule
from grundy.model.shapes import Arcs, Cuts, Division, Masks, Riders, TakeAway


@lru_cache(maxsize=8)
def choose(rule: Rule, play: PlayName) -> Solver:
    """The engine for a rule in a play in which values add; what it learns is kept for the next question."""
    if play != "normal":
        return by_definition(rule, play)
    match rule.data:
        case TakeAway(amounts):
            from grundy.engines.heap.take_away import solver as take_away

            return take_away(amounts)
        case Division(divisors):
            from grundy.engines.heap.steps import solver as division

            return division(divisors)
        case Masks() as masks:
            from grundy.engines.table.boards import solver as boards

            return boards(masks)
        case Cuts() as cuts:
            from grundy.engines.table.cuts import solver as grids

            return grids(cuts)
        case Riders() as riders:
            from grundy.engines.table.riders import solver as pairs

            return pairs(riders)
        case Arcs() as graph:
            from grundy.engines.graph.acyclic import solver as graphs

            return graphs(graph)
    return by_theory(rule) if rule.theory and rule.theory.value else by_definition(rule, play)

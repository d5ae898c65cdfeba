"""Which engine answers a rule: one match on what the rule is, never on what it is called."""

from __future__ import annotations

from functools import lru_cache

from grundy.engines import shaped
from grundy.engines.search.way import PLAIN_WAY, Way
from grundy.engines.solver import Solver, by_definition, by_theory
from grundy.model.play import PlayName
from grundy.model.rule import Rule
from grundy.model.shapes import Arcs, BitMoves, Cuts, Digits, Division, Masks, Riders, Sets, Strips, TakeAway


def choose(rule: Rule, play: PlayName, way: Way = PLAIN_WAY) -> Solver:
    """The engine for a rule in a play in which values add; what it learns is kept for the next question.

    Equal rules may differ in what is said of them beside their moves: each then has an engine of its own, so that one
    can be compared with the other.
    """
    return _chosen(rule, play, way, (rule.data is None, rule.theory is None, rule.canonical, rule.split))


@lru_cache(maxsize=8)
def _chosen(rule: Rule, play: PlayName, way: Way, said: tuple[object, ...]) -> Solver:
    if play != "normal":
        return by_definition(rule, play)
    match rule.data:
        case TakeAway(amounts):
            return shaped.take_away(amounts)
        case Digits() as digits:
            from grundy.engines.heap.octal.engine import solver as heaps

            return heaps(digits)
        case Division(divisors):
            return shaped.division(divisors)
        case Cuts() as cuts:
            return shaped.cuts(cuts)
        case Arcs() as graph:
            return shaped.graph(graph)
        case Masks() as masks:
            from grundy.engines.table.boards import solver as boards

            return boards(masks, rule, way)
        case BitMoves() as moves:
            from grundy.engines.search.solver import beyond_tables
            from grundy.engines.sliced.rules import solver as sliced

            return beyond_tables(sliced(rule, moves), rule, moves, way)
        case Sets() as sets:
            from grundy.engines.search.solver import solver as search

            return search(rule, sets, way)
        case Strips() as strips:
            return shaped.strips(rule, strips, way)
        case Riders() as riders:
            from grundy.engines.table.riders import solver as pairs

            return pairs(rule, riders, way.memory if way.bounded else None)
    if rule.theory and rule.theory.value:
        return by_theory(rule)
    from grundy.engines.search import own as code

    if way.method != "auto" or rule.canonical or rule.split:
        return code.solver(rule, way)
    from grundy.engines.table.own import solver as own

    return code.beyond_tables(own(rule), rule, way)

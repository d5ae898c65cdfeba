"""Rules, positions and results as pickles: a rule by its name in a module or by its text, moves as a list.

Rules are made of functions within functions, which no pickle can say. So what is kept is how each is found again, and
only where that was seen to give the same.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from itertools import islice
from typing import Any

from grundy.errors import BadRule, GrundyError
from grundy.model.evidence import WinningMoves
from grundy.model.move import Move
from grundy.model.option import Labels
from grundy.model.result import Result
from grundy.model.rule import Component, Position, Rule
from grundy.notation.expression import parse, parse_rule
from grundy.notation.files import FILES

MOST_MOVES = 1_000_000  # winning moves of a result that are made to be kept

Reduced = tuple[Callable[..., Any], tuple[Any, ...]]


def reduced_rule(rule: Rule) -> Reduced:
    """How a rule is found again. Raises BadRule: neither by a name in a module nor by its text."""
    reduction = _found(rule)
    if reduction is None:
        raise BadRule(
            f"{rule.spec}: expected a rule that is a variable of its function's module, or one that its text says, to "
            "be pickled, found neither"
        )
    return reduction


def _found(rule: Rule) -> Reduced | None:
    module, name = rule.function.__module__, getattr(rule.function, "__name__", "")
    named = getattr(sys.modules.get(module), name, None)
    if isinstance(named, Rule) and named.function is rule.function:
        same = replace(named, spec=rule.spec, parameters=rule.parameters)
        if all(getattr(same, field.name) == getattr(rule, field.name) for field in fields(Rule)):
            return named_rule, (module, name, rule.spec, rule.parameters)
    try:
        return (rule_of_text, (rule.spec,)) if rule_of_text(rule.spec) == rule else None
    except (GrundyError, OSError):
        return None


def rule_of_text(spec: str) -> Rule:
    """The rule that a text names, from the user's file where it is of one: a pickle may run what it likes anyway."""
    return parse_rule(spec, files=FILES)


def named_rule(module: str, name: str, spec: str, parameters: Labels) -> Rule:
    """A variable of a module, with these parameters."""
    __import__(module)
    rule: Rule = getattr(sys.modules[module], name)
    return replace(rule, spec=spec, parameters=parameters)


def reduced_component(component: Component) -> Reduced:
    """The same of a summand: by its rule and states, or by its text where that says the rule, as of a graph."""
    if _found(component.rule) is None:
        text = component.typed()
        try:
            if parse(text, files=FILES) == Position((component,)):
                return component_of, (text,)
        except GrundyError:
            pass
    return Component, (component.rule, component.states)


def component_of(text: str) -> Component:
    """The one summand of a text."""
    (component,) = parse(text, files=FILES).components
    return component


def reduced_moves(moves: WinningMoves) -> Reduced:
    """The moves, made now. Raises BadRule: they are too many."""
    if moves.count > MOST_MOVES:
        raise BadRule(
            f"expected at most {MOST_MOVES:,} winning moves to be pickled, found {moves.count:,}; `as_dict` has the "
            "first ones"
        )
    return listed_moves, (tuple(islice(moves, moves.count)), moves.exact)


def listed_moves(moves: tuple[Move, ...], exact: bool) -> WinningMoves:
    """Moves that are there already."""
    return WinningMoves(len(moves), partial(_each, moves), exact)


def _each(moves: tuple[Move, ...]) -> Iterator[Move]:
    return iter(moves)


def reduced_result(result: Result) -> Reduced:
    """A result whose moves and explanations are made now. Raises BadRule: its rule or its moves cannot be kept."""
    made: dict[str, Callable[[], Any]] = {
        "summands": partial(list, tuple(result.summands())),
        "reasons": partial(list, tuple(result.reasons())),
    }
    return Result, tuple(made.get(field.name, getattr(result, field.name)) for field in fields(Result))


def reduced(value: Any) -> Reduced:
    """What `pickle` is told of a value. Raises BadRule: see above.

    >>> import pickle
    >>> from grundy import cram, solve
    >>> result = solve(cram("2x3"))
    >>> pickle.loads(pickle.dumps(result)).position == result.position
    True
    """
    match value:
        case Rule():
            return reduced_rule(value)
        case Component():
            return reduced_component(value)
        case Position():  # without what it has counted: hashes of texts are others in another process
            return Position, (value.components,)
        case WinningMoves():
            return reduced_moves(value)
    return reduced_result(value)

"""Refuses at once what climbs without end: by the core form play leads through ever larger numbers, or smaller ones."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from grundy.compile.form import form_of
from grundy.compile.subset import Unfit, fitted
from grundy.engines.engine import Answer, Direct, DirectValues, Spent
from grundy.engines.options import SearchOptions
from grundy.engines.winner_at_hand import winner_at_hand
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.model.known import tell
from grundy.model.option import State
from grundy.model.result import Result
from grundy.model.rule import Position, Rule
from grundy.reading.climbs import Climb, LinesLeft, climbs
from grundy.reading.core import Core

FAR = 1 << 70  # a number that no bounded space has


def _refused(rule: Rule, states: Sequence[State]) -> str | None:
    """Why no state beyond some is looked at; None: play from all of them may end."""
    cores: dict[int, Core | Unfit] = {}  # by how many numbers a state has
    lines_left = LinesLeft()
    for state in states:
        numbers = state if isinstance(state, tuple) else (state,)
        is_tuple = isinstance(state, tuple) and rule.arity == 1
        if not all(type(number) is int for number in numbers) or (is_tuple and len(numbers) < 2):
            continue
        of_tuples = replace(rule, arity=len(numbers)) if is_tuple else rule
        if len(numbers) not in cores:
            cores[len(numbers)] = fitted(partial(form_of, of_tuples))
        core = cores[len(numbers)]
        if isinstance(core, Unfit) or len(core.state) != len(numbers):
            continue
        climb = climbs(core, numbers, lines_left)
        if climb is not None and _is_played(rule, climb, is_tuple):
            if is_tuple:  # whose numbers are called state.0, state.1, ...
                climb = climb._replace(names=tuple(re.sub(r"\.(\d+)$", r"[\1]", name) for name in climb.names))
            shown = " -> ".join(repr(_state(rule, numbers, is_tuple)) for numbers in climb.play)
            return f"{rule.spec}: expected play that ends, found that {_words(climb)}: {shown} -> ...; {_advice(climb)}"
    return None


def _is_played(rule: Rule, climb: Climb, is_tuple: bool) -> bool:
    """Whether the rule itself makes the moves of a climb, and no bounds of its states end it."""
    far = tuple(number + way * FAR for number, way in zip(climb.play[-1], climb.way, strict=True))
    play = [_state(rule, numbers, is_tuple) for numbers in climb.play]
    return rule.space.contains(_state(rule, far, is_tuple)) and all(
        any(after == part for option in rule.options(before) for part in option.parts)
        for before, after in pairwise(play)
    )


def _state(rule: Rule, numbers: tuple[int, ...], is_tuple: bool) -> State:
    return numbers if rule.arity > 1 or is_tuple else numbers[0]


def _words(climb: Climb) -> str:
    """Which numbers may grow, and which may fall."""
    said = []
    for verb, way in (("grow", 1), ("fall", -1)):
        names = [name for name, step in zip(climb.names, climb.way, strict=True) if step == way]
        if names:
            said.append(f"{' and '.join(filter(None, (', '.join(names[:-1]), names[-1])))} may {verb}")
    return f"{' and '.join(said)} for ever"


def _advice(climb: Climb) -> str:
    """A condition that would stop the climb."""
    place = next((place for place, way in enumerate(climb.way) if way > 0), None)
    if place is None:
        place = climb.way.index(-1)
        bound = f"{climb.names[place]} > {min(0, climb.play[-1][place])}"
    else:
        bound = f"{climb.names[place]} < {10 ** (len(str(abs(climb.play[0][place]))) + 1)}"
    return f"write a condition that stops it, such as 'if {bound}'"


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """What refuses such states in normal play. Raises BadRule when asked about one: play must end."""
    return _refusing(rule, BadRule)


def loopy(rule: Rule, options: SearchOptions) -> DirectValues:
    """The same in loopy play, which may return, but not go on for ever through others. Raises OutOfReach.

    Where play that soon ends decides who wins, the refusal carries that.
    """
    return _refusing(rule, OutOfReach)


def misere(options: SearchOptions, normal: Any) -> Direct[Position, Result]:
    """The same in misère play. Raises BadRule."""

    def answer(position: Position) -> Result | Spent:
        for component in position.components:
            _refuse(component.rule, component.states, BadRule)
        return Spent()

    return Direct(answer)


def _refusing(rule: Rule, error: type[GrundyError]) -> DirectValues:
    def answer(states: Sequence[State]) -> Answer | Spent:
        _refuse(rule, states, error)
        return Spent()

    return Direct(answer)


def _refuse(rule: Rule, states: Sequence[State], error: type[GrundyError]) -> None:
    why = _refused(rule, states)
    if why is None:
        return
    refusal = error(why)
    if error is OutOfReach and len(states) == 1:
        tell(refusal, [winner_at_hand(rule, states[0])])
    raise refusal

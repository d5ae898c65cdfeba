"""Refuses at once what climbs without end: by the core form some option of every state from one on is larger."""

from __future__ import annotations

from collections.abc import Sequence
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
from grundy.reading.climbs import climbs
from grundy.reading.core import Core

FAR = 1 << 70  # a number that no bounded space has
STEPS = 3  # of the play that is shown


def _refused(rule: Rule, states: Sequence[State]) -> str | None:
    """Why no state beyond some is looked at; None: play from all of them may end."""
    core: Core | Unfit | None = None
    for state in states:
        numbers = state if isinstance(state, tuple) else (state,)
        if not all(type(number) is int for number in numbers):
            continue
        if core is None:
            core = fitted(lambda: form_of(rule))
        if isinstance(core, Unfit) or len(core.state) != len(numbers):
            return None
        name = climbs(core, numbers)
        if name is not None:
            place = core.state.index(name)
            far: Any = (*numbers[:place], FAR, *numbers[place + 1 :])
            play = _play(rule, state, place) if rule.space.contains(far if rule.arity > 1 else FAR) else []
            if play:
                bound = 10 ** (len(str(abs(numbers[place]))) + 1)
                return (
                    f"{rule.spec}: expected play that ends, found that {name} may grow for ever: "
                    f"{' -> '.join(map(repr, play))} -> ...; write a condition that stops it, such as "
                    f"'if {name} < {bound}'"
                )
    return None


def _play(rule: Rule, state: Any, place: int) -> list[State]:
    """Some moves from a state, each to one that is larger at a place; [] where there are none after all."""
    play = [state]
    for _ in range(STEPS):
        here = play[-1]
        larger = (
            part
            for option in rule.options(here)
            for part in option.parts
            if (part > here if place == 0 or not isinstance(part, tuple) else part[place] > here[place])
        )
        after = next(larger, None)
        if after is None:
            return []
        play.append(after)
    return play


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

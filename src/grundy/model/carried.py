"""What a rule of a user's claims: its formulas, called with what the rule's own function is given."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from grundy.errors import BadRule
from grundy.model.blame import blame_rule, parameters_of
from grundy.model.frozen import frozen
from grundy.model.option import Labels
from grundy.model.shapes import ClaimedFormulas
from grundy.text.numbers import short_repr


@frozen
class UserFormula:
    """A formula of a user's.

    name        what it says: "value" or "is_p"
    function    takes what the rule's function takes: the numbers of a state, and any of its parameters
    arity       how many values make a state
    parameters  those of the rule that it takes
    """

    name: str
    function: Callable[..., Any]
    arity: int
    parameters: Labels = ()

    def __call__(self, state: Any) -> Any:
        """What it says of a state: a nim-value; or whether it is a P-position. Raises: BadRule: something else."""
        expected = "a nim-value" if self.name == "value" else "True or False"
        who = f"{self.name}({short_repr(state)}): expected {expected}, found"
        try:
            answer = self.function(*(state if self.arity > 1 else (state,)), **dict(self.parameters))
        except Exception as problem:
            raise blame_rule(who, problem, self.function) from problem
        if type(answer) is not (int if self.name == "value" else bool) or answer < 0:
            raise BadRule(f"{who} {short_repr(answer)}")
        return answer

    def bound(self, parameters: dict[str, Any]) -> UserFormula:
        """The same with other parameters of the rule."""
        taken = {name: parameters.get(name, value) for name, value in self.parameters}
        return replace(self, parameters=tuple(taken.items()))


def carried(
    name: str,
    function: Callable[..., Any],
    arity: int,
    value: Callable[..., int] | None,
    is_p: Callable[..., bool] | None,
    source: str,
) -> ClaimedFormulas | None:
    """The claim that a rule is made with; None where it is made with none.

    Raises:  BadRule: formulas that take something else than the rule, or of which it is not said who proves them.
    """
    given = {what: formula for what, formula in (("value", value), ("is_p", is_p)) if formula is not None}
    if not isinstance(source, str) or bool(given) != bool(source.strip()):
        actual = "no value and no is_p" if source else f"source={source!r}"
        raise BadRule(f"{name}: expected a formula (value= or is_p=) and who proves it (source='...'), found {actual}")
    if not given:
        return None
    defaults = {
        parameter.name: parameter.default
        for parameter in parameters_of(function, name)
        if parameter.kind is parameter.KEYWORD_ONLY
    }
    formulas = {what: _formula(name, what, formula, arity, defaults) for what, formula in given.items()}
    return ClaimedFormulas(source.strip(), formulas.get("value"), formulas.get("is_p"))


def _formula(name: str, what: str, function: Callable[..., Any], arity: int, defaults: dict[str, Any]) -> UserFormula:
    if not callable(function):
        raise BadRule(f"{name}: expected a function of a state as {what}, found {function!r}")
    taken = parameters_of(function, f"{name}: {what}")
    states = [
        parameter
        for parameter in taken
        if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
    ]
    named = [parameter.name for parameter in taken if parameter.kind is parameter.KEYWORD_ONLY]
    required = [parameter for parameter in states if parameter.default is inspect.Parameter.empty]
    varied = any(parameter.kind is parameter.VAR_POSITIONAL for parameter in taken)
    if not (len(required) <= arity and (varied or arity <= len(states))) or not set(named) <= set(defaults):
        more = f" and any of its parameters {', '.join(defaults)}" if defaults else ""
        raise BadRule(
            f"{name}: expected {what} to take the {arity} argument{'s' * (arity > 1)} of a state{more}, "
            f"found {what}{inspect.signature(function)}"
        )
    return UserFormula(what, function, arity, tuple((parameter, defaults[parameter]) for parameter in named))


def bound(claim: ClaimedFormulas | None, parameters: dict[str, Any]) -> ClaimedFormulas | None:
    """A claim for other parameters of its rule."""
    if claim is None:
        return None
    assert isinstance(claim.value, UserFormula | None) and isinstance(claim.is_p, UserFormula | None)
    value, is_p = (formula and formula.bound(parameters) for formula in (claim.value, claim.is_p))
    return replace(claim, value=value, is_p=is_p)


def differing(name: str, state: Any, expected: Any, actual: Any, known: str = "by the definition") -> BadRule:
    """The error of a formula that says something else of a state than what is known."""
    what = "is_p" if isinstance(actual, bool) else "value"
    return BadRule(f"{name}: {what} of state {short_repr(state)}: expected {expected}, {known}, found {actual}")

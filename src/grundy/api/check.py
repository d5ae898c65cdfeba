"""The verb `check`: a guess compared with nim-values, up to the first that is not as claimed."""

from __future__ import annotations

import hashlib
import inspect
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, Unpack

from grundy.answering.sequence import first_values
from grundy.api.constraints import require_fitting
from grundy.api.outcomes import codes_of_boxes, codes_of_first, convention_of
from grundy.api.run_record import run_of
from grundy.api.states import (
    Mapped,
    Measure,
    StateMap,
    require_number_states,
    rises,
    state_map,
    values_of_states,
    with_measure,
)
from grundy.api.table_work import former_table_key, warn_of_slowness
from grundy.api.work import Work, numbers_rule, require_short, rule_of, session_of
from grundy.engines.table.job import MOST_STATES, job
from grundy.errors import BadRule
from grundy.model.convention import Convention
from grundy.model.definition import check_convention
from grundy.model.given import plain
from grundy.model.rule import Component, Position, Rule
from grundy.patterns.guess import Function, Guess, Steps, Verdict, as_guess, box_steps, checking, state_name, steps


def check(
    game: str | Path | Rule,
    guess: str | Function,
    upto: int,
    start: int = 0,
    outcomes: bool = False,
    *,
    misere: bool = False,
    loopy: bool = False,
    of: StateMap | None = None,
    measure: Measure | None = None,
    **work: Unpack[Work],
) -> Verdict:
    """Compare a guess with the nim-values of the states start..upto, or with who wins them.

    It stops at the first state where the guess is wrong.

    Parameters
    ----------
    game : str, Path or Rule
        A name of the catalogue with its parameters (``"take-away:1,2,3"``), a rule in one line, a ``Path``, or a rule.
    guess : str or callable
        A function of the state, or a Python expression over the rule's parameter, also called n (of pairs a and b).
    upto, start : int
        The last state and the first; of vectors, of all their numbers.
    outcomes : bool
        Compare only who wins: the guess is 0 or ``"P"`` for a P-position, another number or ``"N"`` for an N-position.
    misere, loopy : bool, optional
        The same where whoever cannot move wins; and where play may come back to a state: -1 or ``"D"`` is a draw.
    of : str or callable, optional
        A map from n to a state of any kind, as for `sequence`; the guess is then about n.
    measure : str or callable, optional
        What every move of your own rule lowers, as for `sequence`.
    **work
        Limits and record; see `Work`.

    Returns
    -------
    Verdict
        `holds`, and the first counter-example `at` with what was `claimed` and what is `actual`; `evidence`. A guess
        that holds is not proved.

    Raises
    ------
    BadText
        The guess cannot be read, or gives no integer.
    BadRule, OutOfReach
        There are no such values.
    Stopped
        A limit was met; it says how far the guess holds.

    Examples
    --------
    >>> check("take-away:1,2,3", "n % 4", upto=10**6).holds
    True
    >>> print(check("take-away:1,2,3", lambda n: n % 5, upto=100).sentence)
    fails at n = 4: claimed 4, the nim-value is 0
    >>> check("take-away:1,2,3", "(n - 1) % 4", upto=100, misere=True).holds
    True
    """
    require_fitting("check", misere=misere, loopy=loopy, measure=measure is not None)
    play = convention_of(misere, loopy)
    if of is not None:
        return _check_mapped(
            state_map(with_measure(rule_of(game), measure), of), guess, upto, start, outcomes, play, work
        )
    rule = with_measure(numbers_rule(game), measure)
    check_convention(Position((Component(rule, ()),)), play)
    names = list(inspect.signature(rule.function).parameters)[: rule.arity]
    wanted = as_guess(guess, names)
    start, upto = plain(start), plain(upto)
    require_short("states", start, upto)
    if upto < start:
        raise BadRule(f"expected a range of states from 0 on, found {start}..{upto}")
    require_number_states(rule)
    # of a rule without an end only the beginning is ever looked at if the guess is wrong
    side = min(upto + 1, int(MOST_STATES ** (1 / rule.arity)))
    size: int | tuple[int, ...] = side if rule.arity == 1 else (side,) * rule.arity

    def report(verdict: Verdict) -> tuple[Any, Any]:
        described = verdict.as_dict()
        return {"holds": verdict.holds, "counter_example": described["counter_example"]}, described["evidence"]

    with session_of(work) as session:
        task, former = job(rule, size), ""
        warn_of_slowness(task, session.warn)
        if session.resumed:  # to say by what it was known in version 0.1.0 takes LLVM
            question = repr((former_table_key(task), wanted.text, upto, start, outcomes))
            former = f"check {rule.spec} {hashlib.sha256(question.encode()).hexdigest()}"
        asks = f"check {rule.spec} {[wanted.text, upto, start, outcomes]}{_in(play)}"
        former = asks if _in(play) else former
        parameters = {"guess": wanted.text, "from": start, "to": upto}
        session.begin(run_of(rule, rule.spec, parameters, asks, former))
        compared = checking(
            lambda first: _steps(rule, wanted, upto, start, names, outcomes, play, first),
            start,
            upto,
            state_name(names),
            rule.arity,
        )
        verdict: Verdict = session.work(compared, report)
    return verdict


def _in(play: Convention) -> str:
    """What a run's key says of a play: nothing of normal play, whose keys are from before."""
    return "" if play == "normal" else f" {play}"


def _check_mapped(
    mapped: Mapped, guess: str | Function, upto: int, start: int, outcomes: bool, play: Convention, work: Work
) -> Verdict:
    """The same for the states that a map gives of n."""
    rule, wanted = mapped.rule, as_guess(guess)
    start, upto = plain(start), plain(upto)
    require_short("states", start, upto)
    check_convention(Position((Component(rule, ()),)), play)

    def values_of_first(count: int) -> list[int]:
        return values_of_states(rule, [mapped(n) for n in range(count)])[0]

    values = values_of_first if play == "normal" else codes_of_first(rule, play, mapped)

    def report(verdict: Verdict) -> tuple[Any, Any]:
        described = verdict.as_dict()
        return {"holds": verdict.holds, "counter_example": described["counter_example"]}, described["evidence"]

    outcomes = outcomes or play != "normal"
    asks = f"check {rule.spec} of {mapped.text} {[wanted.text, upto, start, outcomes]}{_in(play)}"
    with session_of(work) as session:
        parameters = {"guess": wanted.text, "from": start, "to": upto, "of": mapped.text}
        session.begin(run_of(rule, rule.spec, parameters, asks, asks))
        compared = checking(
            lambda first: steps(values, wanted, upto, start, ("n",), outcomes, first, play), start, upto, "n", 1
        )
        verdict: Verdict = session.work(compared, report)
    return verdict


def _in_any_order(rule: Rule, count: int) -> list[int]:
    """The values of the states 0..count-1, each after those of its options."""
    return values_of_states(rule, list(range(count)))[0]


def _steps(
    rule: Rule,
    guess: Guess,
    upto: int,
    start: int,
    names: list[str],
    outcomes: bool,
    play: Convention,
    first: int,
) -> Steps:
    """The comparison, in steps that may be stopped between; those before `first` were done before."""
    if rule.arity == 1:
        of_numbers = partial(_in_any_order, rule) if rises(rule) else partial(first_values, rule)
        values = of_numbers if play == "normal" else codes_of_first(rule, play)
        return steps(values, guess, upto, start, names, outcomes or play != "normal", first, play)
    from grundy.answering.tables import nim_values

    def box(side: int) -> Any:
        shape = (side,) * rule.arity
        if not rises(rule):
            return nim_values(rule, shape)
        import numpy as np

        return np.array(values_of_states(rule, list(product(range(side), repeat=rule.arity)))[0]).reshape(shape)

    boxes = box if play == "normal" else codes_of_boxes(rule, play)
    return box_steps(boxes, guess, upto, start, names, outcomes or play != "normal", first, play)

"""Guesses held against nim-values through the one loop for long work: a bar, limits, interrupts, and going on."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from typing import Any

import grundy
from grundy.engines.compare import Verdict, checking, state_name
from grundy.engines.guess import parse_guess
from grundy.engines.sequence import guess_steps, parameter_names
from grundy.engines.table.code import MOST_STATES, job
from grundy.errors import BadRule
from grundy.faces.bar import progress_bar
from grundy.faces.origin import as_typed
from grundy.faces.running import leave, stopped_lines
from grundy.faces.tables import Limits, rule_key
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.runs.perform import Resumable, perform
from grundy.runs.store import Run


def check(
    rule: Rule,
    guess: str,
    upto: int,
    start: int = 0,
    outcomes: bool = False,
    *,
    limits: Limits,
    command: tuple[str, ...] = (),
    resumed: Resumable | None = None,
) -> Verdict:
    """The verdict on a guess that a person typed.

    Raises:  BadText: it cannot be read, or gives no integer. BadRule, OutOfReach: there are no such values.
             SystemExit: a person or a limit stopped the work; how far the guess holds was said.
    """
    names = parameter_names(rule)
    parse_guess(guess, names)
    if upto < start:
        raise BadRule(f"expected a range of states from 0 on, found {start}..{upto}")
    if rule.arity == 1 and not rule.space.holds(0):
        raise BadRule(f"{rule.spec}: expected states 0, 1, 2, ..., found {rule.space.name} states")
    # of a rule without an end only the beginning is ever looked at if the guess is wrong
    side = min(upto + 1, int(MOST_STATES ** (1 / rule.arity)))
    size: int | tuple[int, ...] = side if rule.arity == 1 else (side,) * rule.arity
    asked = repr((rule_key(rule, job(rule, size)), guess, upto, start, outcomes))
    key = f"check {rule.spec} {hashlib.sha256(asked.encode()).hexdigest()}"
    run = Run(command, rule.spec, {"guess": guess, "from": start, "to": upto}, key, grundy.__version__)
    work = checking(
        lambda first: guess_steps(rule, guess, upto, start, outcomes, first),
        start,
        upto,
        state_name(names),
        rule.arity,
    )

    def report(verdict: Verdict) -> tuple[Mapping[str, Any], Any]:
        told = verdict.as_dict()
        return {"holds": verdict.holds, "counter_example": told["counter_example"]}, told["evidence"]

    with progress_bar() as progress:
        outcome = perform(
            work,
            run,
            store=limits.store,
            resumed=resumed,
            report=report,
            progress=progress,
            say=lambda sentence: print(sentence, file=sys.stderr),
            time_limit=limits.time_limit,
            memory=limits.memory,
        )
    if outcome.status != "finished":
        for line in stopped_lines(outcome, limits.store_option):
            print(line, file=sys.stderr)
        raise SystemExit(leave(outcome))
    verdict: Verdict = outcome.value
    return verdict


def told(verdict: Verdict, words: tuple[str, ...]) -> str:
    """The lines of a verdict: what it is, and how it is known."""
    return f"{verdict}\n{Evidence(**verdict.as_dict()['evidence']).sentence(as_typed(words))}"

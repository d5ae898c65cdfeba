"""Guesses held against nim-values through the one loop for long work: a bar, limits, interrupts, and going on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from grundy.api.provenance import as_typed
from grundy.cli.answering import answering
from grundy.cli.filling import rule_key
from grundy.engines.sequence import guess_steps, parameter_names
from grundy.engines.table.job import MOST_STATES, job
from grundy.errors import BadRule
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.notation.files import sources_of
from grundy.patterns.compare import Verdict, checking, state_name
from grundy.patterns.guess import parse_guess
from grundy.runs.resume import Resumable
from grundy.runs.session import Limits
from grundy.runs.store import Run
from grundy.version import __version__


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
    say: Callable[[Verdict], str],
) -> int:
    """Print the verdict on a guess that a person typed, as `say` says it; the exit status.

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
    run = Run((), rule.spec, {"guess": guess, "from": start, "to": upto}, key, __version__, sources_of([rule]))
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

    with answering(limits, command, resumed) as answer:
        answer.begin(run)
        verdict: Verdict = answer.work(work, report)
        return answer.give(f"{say(verdict)}\n", verdict.status)


def told(verdict: Verdict, words: tuple[str, ...]) -> str:
    """The lines of a verdict: what it is, and how it is known."""
    return f"{verdict}\n{Evidence(**verdict.as_dict()['evidence']).sentence(as_typed(words))}"

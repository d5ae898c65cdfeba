"""Stress tests by name: of a judge's format, of a game of the catalogue, or of a rule of the user's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

from grundy.cli.judging import BY_NAME, answer
from grundy.engines.stress import CASES, RUN_SECONDS, SECONDS, Report, Task, stress
from grundy.engines.stress_rule import MOST_PARTS, reachable_states, rule_task
from grundy.judges import Judge
from grundy.judges.inputs import INPUTS
from grundy.model.option import State
from grundy.model.result import Evidence
from grundy.model.rule import Rule
from grundy.notation.expression import parse_rule
from grundy.runs.progress import Progress


def format_task(judge: Judge, **options: str) -> Task:
    """The test of a program that reads a judge's format.

    >>> from grundy.cli.judging import BY_NAME
    >>> task = format_task(BY_NAME["hdu5724-chess"])
    >>> print(task.write([(3,)]), task.answer([(3,)]), sep="")
    1
    1
    2 19 20
    NO
    <BLANKLINE>
    """
    inputs = INPUTS[judge.name]

    def right(cases: Sequence[Any]) -> str:
        return answer(judge, inputs.write(cases), "<stress>", **options)

    return Task(
        judge.name,
        inputs.small,
        inputs.random,
        inputs.smaller,
        inputs.write,
        right,
        inputs.line,
        inputs.words,
        inputs.most,
    )


def stress_program(
    game: str | Rule,
    program: Sequence[str],
    *,
    answers: Literal["winner", "value"] = "winner",
    misere: bool = False,
    starts: Sequence[State] | None = None,
    seed: int = 1,
    cases: int = CASES,
    seconds: float = SECONDS,
    run_seconds: float = RUN_SECONDS,
    parts: int = MOST_PARTS,
    progress: Callable[[Progress], None] | None = None,
    **options: str,
) -> Report:
    """Test a program on a judge's format, a game of the catalogue or a rule.

    Args:    game: the name of a format, GAME, FILE.py or FILE.py:rule, or a rule.
             answers, misere, starts: of a game or a rule; `starts` are states from which play begins, where states are
             no numbers; `parts`: at most so many states side by side.
             options: of a format, such as game="nim" for piles.
    Raises:  BadText: no such game, or a program that cannot be started.
    """
    if isinstance(game, str) and game in BY_NAME:
        task = format_task(BY_NAME[game], **options)
    else:
        rule = parse_rule(game) if isinstance(game, str) else game
        states = reachable_states(rule, starts) if starts else None
        task = rule_task(rule, answers, misere, states, parts)
    return stress(task, program, seed, cases, seconds, run_seconds, progress)


def known(report: Report) -> Evidence:
    """How what a report says is known: a failure by the right output for its input, no failure by what was tried."""
    if report.failure:
        return Evidence("computed", "the right output for that input")
    return Evidence("observed", f"{report.cases:,} cases were tried, and no other")

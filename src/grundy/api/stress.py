"""The verb `stress`: the smallest input on which a program fails, of a judge's format, a game or a rule."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any, get_args

from grundy.api.constraints import require_fitting
from grundy.api.judge import answer, format_named
from grundy.api.stress_rule import MOST_PARTS, Answers, reachable_states, rule_task
from grundy.api.stress_run import CASES, RUN_SECONDS, SECONDS, Task, run_task
from grundy.api.work import read_seconds, require_number, rule_of, session_of
from grundy.errors import BadRule, BadText, Finding, GrundyError
from grundy.judges import BY_NAME, Judge
from grundy.model.option import State
from grundy.model.rule import Rule
from grundy.model.stress import Report
from grundy.notation.expression import names_file, parse_rule
from grundy.runs.session import Session
from grundy.text.reader import quote
from grundy.text.shell import as_typed


def format_task(judge: Judge, **options: str) -> Task:
    """The test of a program that reads a judge's format.

    >>> from grundy.judges import BY_NAME
    >>> task = format_task(BY_NAME["hdu5724-chess"])
    >>> print(task.write([(3,)]), task.answer([(3,)]), sep="")
    1
    1
    2 19 20
    NO
    <BLANKLINE>
    """
    inputs = judge.inputs
    if inputs is None:
        raise GrundyError(f"{judge.name}: expected a format that says how inputs are made (its `inputs`), found none")

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


def stress(
    game: str | Path | Rule | Judge,
    program: Sequence[str],
    *,
    settings: tuple[str, ...] = (),
    answers: Answers = "winner",
    misere: bool = False,
    starts: Sequence[State] | None = None,
    parts: int = MOST_PARTS,
    seed: int = 1,
    cases: int = CASES,
    time_limit: float | str | None = SECONDS,
    run_seconds: float = RUN_SECONDS,
    memory: int | str | None = None,
    session: Session | None = None,
    **options: str,
) -> Report:
    """Run a program on the smallest and on random inputs until one of its answers is wrong.

    Parameters
    ----------
    game : str, Path, Rule or Judge
        A judge's format, whose inputs and outputs the program reads and writes; or a game: then it reads a position in
        a line and prints ``first`` or ``second``. The path of a file of yours may name either; the file is run.
    program : sequence of str
        The command and its arguments; no shell reads them.
    settings : tuple of str, optional
        Parameters of the game, as NAME=VALUE.
    answers : {"winner", "value", "move"}, optional
        Whether the program for a game prints who wins, or the nim-value, or a move that wins: the place of a state in
        the line, from 1, and the numbers that the move leaves of it, as in ``2 1 3``; or ``second`` if there is none.
    misere : bool, optional
        Whoever cannot move wins.
    starts : sequence of states, optional
        Where play begins, where the states of a game are no numbers.
    parts : int, optional
        At most so many states side by side.
    seed : int, optional
        Of the random inputs, which are the same for a seed whatever the program does.
    cases : int, optional
        How many are tried, half of them the smallest, half random.
    time_limit : float or str, optional
        No input is begun after so many seconds, or after a time such as "5min".
    run_seconds : float, optional
        The time limit for one run.
    memory, session : optional
        As for `Work`. The limit is for grundy, which may fill a table of a rule's values, and not for the program.
    **options
        Those of a format, such as ``game="nim"`` for ``"piles"``.

    Returns
    -------
    Report
        With the smallest failing input that was found, if any. Ctrl-C is no exception, but ends the search with what is
        known.

    Raises
    ------
    BadText, BadRule
        No such game, no program or one that cannot be started; numbers that are too small.
    GrundyError
        A format that does not say how inputs are made.
    Stopped
        The limit of memory was met.

    Examples
    --------
    >>> import sys
    >>> wrong = "print('first' if sum(map(int, input().split())) else 'second')"  # a sum for an XOR
    >>> report = stress("nim", [sys.executable, "-I", "-S", "-c", wrong], cases=40)
    >>> report.failure.input, report.failure.message
    ('1 1\\n', 'line 1: expected second, found first')
    """
    if isinstance(program, str) or not all(isinstance(word, str) for word in program):
        raise TypeError(f"expected a program and its arguments, as in ['python3', 'own.py'], found {program!r}")
    if not program:
        raise BadRule("expected a program and its arguments, as in ['python3', 'own.py'], found none")
    if answers not in get_args(Answers):
        raise BadRule(f"expected answers ({', '.join(get_args(Answers))}), found {answers!r}")
    require_number("a number of cases", cases, 1)
    require_number("a number of parts", parts, 1)
    limit = read_seconds(time_limit)
    seconds = inf if limit is None else limit
    judge = format_named(game) if isinstance(game, str | Path) else game if isinstance(game, Judge) else None
    require_fitting(
        "stress", values=answers == "value", moves=answers == "move", misere=misere, parts=parts != MOST_PARTS,
        set=bool(settings), starts=bool(starts), format=judge is not None,
    )  # fmt: skip
    if judge is not None:
        task = format_task(judge, **options)
    else:
        assert not isinstance(game, Judge)
        try:
            rule = rule_of(game, settings)
        except BadText:
            _require_order(game, program)
            raise
        states = reachable_states(rule, starts) if starts else None
        task = rule_task(rule, answers, misere, states, parts)
    with session_of({"session": session, "memory": memory}) as working:
        return run_task(task, program, seed, cases, seconds, run_seconds, working)


def _require_order(game: object, program: Sequence[str]) -> None:
    """Of a word that names no game: whether it is the program, with the game behind it. Raises BadText."""
    if isinstance(game, str) and program and shutil.which(game) and _may_be_a_game(program[-1]):
        meant = as_typed(("stress", program[-1], game, *program[:-1]))
        found = f"{quote(game)}; did you mean '{meant}'?"
        raise BadText([Finding(1, 1, "a game or a format before the program", found, "<argument>")])


def _may_be_a_game(word: str) -> bool:
    """Whether a word names one; a file, which would be run, is taken for one."""
    try:
        return names_file(word) or word in BY_NAME or bool(parse_rule(word))
    except GrundyError:
        return False

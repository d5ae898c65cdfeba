"""Rules in a Python file of the user's. The file is run, with all that it may do: it is trusted like any program."""

from __future__ import annotations

import ast
import runpy
import sys
import warnings
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from grundy.errors import BadRule
from grundy.model.rule import Rule
from grundy.text.reader import Text, quote


def is_file(name: str) -> bool:
    """Whether the name of a game is that of a Python file."""
    return name.endswith(".py")


def read_file_rule(name: Text, rule: Text | None) -> Rule | None:
    """The rule that FILE.py or FILE.py:rule names; a file with several rules needs the name of one.

    Raises: BadRule: the file cannot be run.
    """
    path = name.string
    if not Path(path).is_file():
        name.report_at(0, "a Python file that exists", quote(path))
        return None
    rules = load_rules(path)
    if not rules:
        name.report_at(0, "a file that makes a rule with @grundy.rule", quote(path))
    elif rule is None and len(rules) > 1:
        name.report_end(f"':' and one of the file's rules ({', '.join(rules)})")
    elif rule is not None and rule.string not in rules:
        rule.report_at(0, f"one of the file's rules ({', '.join(rules)})", quote(rule.string))
    else:
        return rules[rule.string] if rule is not None else next(iter(rules.values()))
    return None


@lru_cache(maxsize=8)
def load_rules(path: str) -> dict[str, Rule]:
    """The rules that a file binds to names, in their order, each with its spec FILE.py:name."""
    folder = str(Path(path).resolve().parent)
    sys.path.insert(0, folder)  # as Python does for a script, so that it may import its neighbours
    try:
        names = runpy.run_path(path)
    except SystemExit as problem:
        raise BadRule(f"{path}: expected a file of rules, found one that exits ({problem})") from problem
    except Exception as problem:
        line = problem.lineno if isinstance(problem, SyntaxError) else _line_in(path, problem)
        raise BadRule(f"{path}:{line or 1}:1: expected a file that runs, found {_said(problem)}") from problem
    finally:
        sys.path.remove(folder)
    own = {id(value): (name, value) for name, value in names.items() if isinstance(value, Rule)}
    return {name: replace(rule, spec=f"{path}:{name}") for name, rule in own.values()}


def with_parameters(rule: Rule, settings: tuple[str, ...]) -> Rule:
    """A rule with parameters set as NAME=VALUE, values being Python literals.

    Raises: BadRule: no '=', no literal, or no parameter of that name.
    """
    values: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of what is no literal all the same
                values[name.strip()] = ast.literal_eval(value.strip())
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            equals = ""
        if not equals:
            raise BadRule(f"--set: expected NAME=VALUE with a Python literal, as in width=12, found {quote(setting)}")
    return rule.bind(**values) if values else rule


def _line_in(path: str, problem: BaseException) -> int | None:
    """The last line of the file that the problem passed through."""
    trace, line = problem.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _said(problem: BaseException) -> str:
    return f"{type(problem).__name__}: {problem}".splitlines()[0]

"""Rules in a file of the user's: in Python, which is run, with all that it may do, and so is trusted like any program;
or as data in JSON, which is only read.

A reader of text opens such a file only if it is handed FILES. `tests/house/test_open_files.py` lists who may do that.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from grundy.errors import BadRule
from grundy.model.rule import Rule
from grundy.text.reader import Text, quote

Value = TypeVar("Value")
_read: dict[str, dict[str, str]] = {}  # of each file of rules, what was read for it: path and SHA-256


@dataclass(frozen=True, slots=True)
class Disk:
    """The files of this machine, as readers of text open them; a file in Python is run."""

    def read_rule(self, name: Text, rule: Text | None) -> Rule | None:
        """The rule that FILE.py or FILE.py:rule names. Raises BadRule: the file cannot be run."""
        return read_file_rule(name, rule)

    def read_board(self, name: Text) -> Rule | None:
        """The game on the board in FILE.json. Raises BadText: it is no board game."""
        return read_board_file(name)

    def __repr__(self) -> str:
        return "grundy.FILES"


FILES = Disk()


def read_board_file(name: Text) -> Rule | None:
    """The game on the board that a file in JSON says; what is wrong in it is an error at its place in the file.

    Raises: BadText: it is no board game.
    """
    path = name.string
    if not Path(path).is_file():
        name.report_at(0, "a file in JSON that exists", quote(path))
        return None
    return _board(path)


@lru_cache(maxsize=8)
def _board(path: str) -> Rule:
    from grundy.games.board_game import board_rule
    from grundy.text.board_data import read_board_data

    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise BadRule(f"{path}: expected a file that can be read, found {said(problem)}") from problem
    text = Text(data, path)
    board = read_board_data(text)
    text.close()
    assert board is not None
    _read[path] = {path: digest_of(path)}
    return board_rule(path, board)


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


def load_rules(path: str) -> dict[str, Rule]:
    """The rules that a file binds to names, in their order, each with its spec FILE.py:name; made once."""
    return _rules(path)


@lru_cache(maxsize=8)
def _rules(path: str) -> dict[str, Rule]:
    return {name: replace(rule, spec=f"{path}:{name}") for name, rule in values_in(path, Rule).items()}


def forget_files() -> None:
    """Have files run again that have been, as a file that has changed must be."""
    _rules.cache_clear()
    _names.cache_clear()
    _board.cache_clear()


def values_in(path: str, kind: type[Value]) -> dict[str, Value]:
    """The values of a kind that a file binds to names, in their order, each by its last name; the file is run.

    Raises:  BadRule: it cannot be run.
    """
    own = {id(value): (name, value) for name, value in _names(path).items() if isinstance(value, kind)}
    return dict(own.values())


@lru_cache(maxsize=8)
def _names(path: str) -> dict[str, Any]:
    """What a file that is run binds to names."""
    folder = str(Path(path).resolve().parent)
    sys.path.insert(0, folder)  # as Python does for a script, so that it may import its neighbours
    before = set(sys.modules)
    try:
        digest = digest_of(path)
        import runpy

        names = runpy.run_path(path)
    except SystemExit as problem:
        raise BadRule(f"{path}: expected a file of rules, found one that exits ({problem})") from problem
    except Exception as problem:
        line = problem.lineno if isinstance(problem, SyntaxError) else line_in(path, problem)
        raise BadRule(f"{path}:{line or 1}:1: expected a file that runs, found {said(problem)}") from problem
    finally:
        sys.path.remove(folder)
    _read[path] = {path: digest, **_neighbours(path, folder, before)}
    return names


def sources_of(rules: Iterable[Rule]) -> dict[str, str]:
    """The files that these rules were read from, with those beside them that they import: path and SHA-256 of each."""
    files = (rule.spec if rule.spec.endswith(".json") else rule.spec.rpartition(":")[0] for rule in rules)
    return {path: digest for file in files for path, digest in _read.get(file, {}).items()}


def digest_of(path: str) -> str:
    """The SHA-256 of a file, "" of one that cannot be read."""
    try:
        from hashlib import sha256

        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def changed(sources: Mapping[str, str]) -> list[str]:
    """Those files that are not what they were."""
    return [path for path, digest in sources.items() if digest_of(path) != digest]


def _neighbours(path: str, folder: str, before: set[str]) -> dict[str, str]:
    """The modules beside a file that were imported since, named as the file is, with their digests."""
    found = {}
    for name in set(sys.modules) - before:
        file = Path(getattr(sys.modules[name], "__file__", None) or "")
        if file.suffix == ".py" and file.is_relative_to(folder) and "site-packages" not in file.parts:
            beside = str(Path(path).parent / file.relative_to(folder))
            found[beside] = digest_of(str(file))
    return found


def line_in(path: str, problem: BaseException) -> int | None:
    """The last line of the file that a problem passed through."""
    trace, line = problem.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def said(problem: BaseException) -> str:
    """The first line of what Python says of a problem."""
    return f"{type(problem).__name__}: {problem}".splitlines()[0]

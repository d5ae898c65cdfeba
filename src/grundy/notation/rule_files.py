"""Rules in a file of the user's: in Python, which is run, with all that it may do, and so is trusted like any program;
or as data in JSON, which is only read.

A reader of text opens such a file only if it is handed FILES, which are in files.py.
"""

from __future__ import annotations

import importlib
import linecache
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from hashlib import sha256
from inspect import isgeneratorfunction
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

from grundy.errors import BadRule, GrundyError
from grundy.model.frozen import frozen
from grundy.model.rule import Rule
from grundy.text.reader import Text, quote

Value = TypeVar("Value")
MOST_FILES = 8  # that are held


@frozen
class _Held:
    """What a file gave, and the files that it was read from: path and SHA-256 of each."""

    sources: Mapping[str, str]
    names: Mapping[str, Any]


_held: dict[str, _Held] = {}  # by path: the file read last comes last
RULE_WORDS = ("rule", "to", "again", "answer")  # the public names of which rules are made
_imported: set[str] = set()  # modules beside files of rules, that these have imported


def read_board_file(name: Text) -> Rule | None:
    """The game on the board that a file in JSON says; what is wrong in it is an error at its place in the file.

    Raises: BadText: it is no board game.
    """
    path = name.string
    if not Path(path).is_file():
        name.report_at(0, "a file in JSON that exists", quote(path))
        return None
    return _read(path, _read_board).names[path]  # type: ignore[no-any-return]


def _read(path: str, read: Callable[[str], _Held]) -> _Held:
    """What a file gives: read once, and again as soon as it or a module that it imports has another content."""
    held = _held.pop(path, None)
    if held is None or changed_files(held.sources):
        held = read(path)
    _held[path] = held
    if len(_held) > MOST_FILES:
        del _held[next(iter(_held))]
    return held


def _read_board(path: str) -> _Held:
    from grundy.games.board_game import board_rule
    from grundy.text.board_data import read_board_data

    try:
        data = Path(path).read_bytes()
    except OSError as problem:
        raise BadRule(f"{path}: expected a file that can be read, found {error_line(problem)}") from problem
    text = Text(data, path)
    board = read_board_data(text)
    text.close()
    assert board is not None
    return _Held({path: sha256(data).hexdigest()}, {path: board_rule(path, board)})


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
        name.report_at(0, f"a file that makes a rule with @grundy.rule{_where_to_write_it(path)}", quote(path))
    elif rule is None and len(rules) > 1:
        name.report_end(f"':' and one of the file's rules ({', '.join(rules)})")
    elif rule is not None and rule.string not in rules:
        rule.report_at(0, f"one of the file's rules ({', '.join(rules)})", quote(rule.string))
    else:
        return rules[rule.string] if rule is not None else next(iter(rules.values()))
    return None


def _where_to_write_it(path: str) -> str:
    """Of a file that makes no rule, what to write above a function that may be one."""
    for name, value in values_in(path, FunctionType).items():
        if isgeneratorfunction(value) and value.__code__.co_filename == path:
            return f" (write '@grundy.rule' on a line above 'def {name}', and 'import grundy' above that)"
    return ""


def load_rules(path: str) -> dict[str, Rule]:
    """The rules that a file binds to names, in their order, each with its spec FILE.py:name.

    As long as the file and what it imports from beside it have the same content, they are the same rules.
    """
    return values_in(path, Rule)


def forget_files() -> None:
    """Have files run again that have been."""
    _held.clear()


def values_in(path: str, kind: type[Value]) -> dict[str, Value]:
    """The values of a kind that a file binds to names, in their order, each by its last name; the file is run.

    Raises:  BadRule: it cannot be run.
    """
    return _last_names(_read(path, _run).names, kind)


def _last_names(names: Mapping[str, Any], kind: type[Value]) -> dict[str, Value]:
    own = {id(value): (name, value) for name, value in names.items() if isinstance(value, kind)}
    return dict(own.values())


def _run(path: str) -> _Held:
    """What a file that is run binds to names, its rules with its name."""
    folder = str(Path(path).resolve().parent)
    for module in _imported:  # else the helpers of another folder, or as they were, would be those of this file
        sys.modules.pop(module, None)
    _imported.clear()
    importlib.invalidate_caches()
    linecache.cache.pop(path, None)
    sys.path.insert(0, folder)  # as Python does for a script, so that it may import its neighbours
    before, writes = set(sys.modules), sys.dont_write_bytecode
    sys.dont_write_bytecode = True  # nobody has asked for files beside the user's; and such a file may be out of date
    try:
        digest = digest_of(path)
        import runpy

        names = runpy.run_path(path)
    except SystemExit as problem:
        raise BadRule(f"{path}: expected a file of rules, found one that exits ({problem})") from problem
    except Exception as problem:
        line = problem.lineno if isinstance(problem, SyntaxError) else line_in(path, problem)
        if isinstance(problem, GrundyError):  # which says itself what was expected
            raise BadRule(f"{path}:{line or 1}:1: {problem}") from problem
        raise BadRule(
            f"{path}:{line or 1}:1: expected a file that runs, found {error_line(problem)}{_advice(problem)}"
        ) from problem
    finally:
        sys.dont_write_bytecode = writes
        sys.path.remove(folder)
        beside = _neighbours(path, folder, before)
        _imported.update(beside)
    digests = {named: digest_of(file) for named, file in beside.values()}
    for _, file in beside.values():
        linecache.cache.pop(file, None)
    rules = _last_names(names, Rule)
    named = {id(rule): replace(rule, spec=f"{path}:{name}") for name, rule in rules.items()}
    return _Held({path: digest, **digests}, {name: named.get(id(value), value) for name, value in names.items()})


def sources_of(rules: Iterable[Rule]) -> dict[str, str]:
    """The files that these rules were read from, with those beside them that they import: path and SHA-256 of each."""
    files = (rule.spec if rule.spec.endswith(".json") else rule.spec.rpartition(":")[0] for rule in rules)
    return {path: digest for file in files if file in _held for path, digest in _held[file].sources.items()}


def digest_of(path: str) -> str:
    """The SHA-256 of a file, "" of one that cannot be read."""
    try:
        return sha256(Path(path).read_bytes()).hexdigest()
    except OSError:
        return ""


def changed_files(sources: Mapping[str, str]) -> list[str]:
    """Those files that are not what they were."""
    return [path for path, digest in sources.items() if digest_of(path) != digest]


def _neighbours(path: str, folder: str, before: set[str]) -> dict[str, tuple[str, str]]:
    """The modules beside a file that were imported since: for each its file, named as `path` is, and its place."""
    modules = {}
    for name in set(sys.modules) - before:
        file = Path(getattr(sys.modules[name], "__file__", None) or "")
        if file.suffix == ".py" and file.is_relative_to(folder) and "site-packages" not in file.parts:
            modules[name] = str(Path(path).parent / file.relative_to(folder)), str(file)
    return modules


def line_in(path: str, problem: BaseException) -> int | None:
    """The last line of the file that a problem passed through."""
    trace, line = problem.__traceback__, None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == path:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _advice(problem: BaseException) -> str:
    """Say how a file imports a name of grundy's that it uses without an import; "" for other problems."""
    name = problem.name if isinstance(problem, NameError) else ""
    if name == "grundy":
        return "; write 'import grundy' at the top of the file"
    return f"; write 'from grundy import {name}' at the top of the file" if name in RULE_WORDS else ""


def error_line(problem: BaseException) -> str:
    """The first line of what Python says of a problem."""
    return f"{type(problem).__name__}: {problem}".splitlines()[0]

"""Mutants of whole rooms, held against the tests that reach the line that they change, the quickest first.

The tests of a file are called one by one, each set of parameters by itself, without pytest. Which lines each reaches is
found once, each test in a process of its own; a test that fails there (what it needs is compiled code, say), takes too
long as plain Python, or needs a fixture that is not given here, holds nothing. A mutant is made in a process where
everything is imported: the code of its functions goes into the functions that are there, whoever has them.
"""

from __future__ import annotations

import contextlib
import doctest
import hashlib
import importlib
import inspect
import itertools
import json
import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from types import FrameType, FunctionType, ModuleType
from typing import Any, NamedTuple

from trials import files, plainly
from trials.mutants import Mutant

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "grundy"
TESTS = {  # the files of tests that a room is held against, by their names
    "compile": ("compile*", "rays", "reach", "own_rules", "code_tables", "search_own", "search_equal"),
    "engines.search": ("search*", "isomorphic", "forms*", "claims*", "part_values", "settled", "strips", "misere"),
    "engines.heap": ("heap*", "octal*", "sparse*", "numbers", "naive*", "period*", "followed*", "growth*"),
    "proof.gathered": ("claims*",),
}
LONGEST = 1.0  # seconds of work of a test that is used
TRACED = 1.6  # the same while its lines are noted
WAITED = 60
BUDGET = 6.0  # seconds of tests for one mutant: the quickest that reach its line
EXAMPLES = 20  # of a test of Hypothesis
CALLS, EVENTS = 40, 2000  # of a function, without a line that is new: then its lines are not noted any more


class Case(NamedTuple):
    """A test that can be called."""

    name: str
    call: Callable[[], object]


class Reached(NamedTuple):
    """What a test takes, in seconds, and the lines that it reaches: module -> numbers."""

    seconds: float
    lines: dict[str, list[int]]


def room_of(module: str) -> str:
    return next((room for room in TESTS if module == room or module.startswith(f"{room}.")), "")


def modules(name: str) -> tuple[str, ...]:
    """The modules of the rooms that `name` names: a room, a folder in it, or a module."""
    if not room_of(name):
        return ()
    under = SOURCE / name.replace(".", "/")
    found = sorted(under.rglob("*.py")) if under.is_dir() else [under.with_suffix(".py")]
    return tuple(
        ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        for path in found
        if path.stem != "__init__" and path.exists()
    )


@cache
def begin() -> None:
    """Import what the tests of rooms need, in a process that has imported nothing of ours; kernels are plain Python."""
    os.environ["CI"] = "1"
    sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]
    plainly.begin()
    from hypothesis import HealthCheck, Phase, settings

    settings.register_profile(
        "mutants",
        deadline=None,
        derandomize=True,
        database=None,
        phases=(Phase.explicit, Phase.generate),  # that it fails is enough
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    settings.load_profile("mutants")
    warnings.simplefilter("ignore")


@cache
def cases(room: str) -> list[Case]:
    """The tests of a room, with the examples in the documentation of its modules."""
    found = [Case(f"doctest {name}", partial(_examples, name)) for name in modules(room)]
    for file in sorted({path.stem for name in TESTS[room] for path in files.paths(f"test_{name}")}):
        tests = files.imported(file)
        for name, test in list(vars(tests).items()):
            if name.startswith("test_") and callable(test) and getattr(test, "__module__", file) == file:
                found += [Case(f"{file}.{name}{words}", call) for words, call in _calls(test, vars(tests))]
    return found


def _examples(module: str) -> None:
    failed = doctest.testmod(importlib.import_module(f"grundy.{module}")).failed
    assert not failed, f"{failed} examples"


def _calls(test: Any, scope: dict[str, Any]) -> Iterator[tuple[str, Callable[[], object]]]:
    """The calls that the marks of a test ask for."""
    drawn = getattr(test, "_hypothesis_internal_use_settings", None)
    if drawn is not None:
        fewer = type(drawn)(drawn, max_examples=min(EXAMPLES, drawn.max_examples))
        test._hypothesis_internal_use_settings = fewer
    rows: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", ()):
        if mark.name == "parametrize":
            names, values = mark.args[:2]
            names = [one.strip() for one in names.split(",")] if isinstance(names, str) else list(names)
            values = [one.values if hasattr(one, "marks") else one if len(names) > 1 else (one,) for one in values]
            rows.append([dict(zip(names, one, strict=True)) for one in values])
    given = {name for row in rows for one in row[:1] for name in one}
    needed = set(inspect.signature(test).parameters) - given
    fixtures = {name: scope[name]._get_wrapped_function() for name in needed if hasattr(scope.get(name), _FIXTURE)}
    if needed - set(fixtures) <= {"tmp_path", "monkeypatch"} and not any(map(_takes, fixtures.values())):
        for number, chosen in enumerate(itertools.product(*rows)):
            arguments = {name: value for one in chosen for name, value in one.items()}
            yield (f"[{number}]" if rows else ""), partial(_called, test, needed, arguments, fixtures)


_FIXTURE = "_get_wrapped_function"  # what pytest makes of a fixture has it


def _takes(fixture: Any) -> bool:
    return bool(inspect.signature(fixture).parameters)


def _called(test: Any, needed: set[str], arguments: dict[str, Any], fixtures: dict[str, Any]) -> None:
    import pytest

    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        given: dict[str, Any] = {
            "tmp_path": Path(folder),
            "monkeypatch": stack.enter_context(pytest.MonkeyPatch.context()),
        }
        for name, fixture in fixtures.items():
            if inspect.isgeneratorfunction(fixture):
                given[name] = stack.enter_context(contextlib.contextmanager(fixture)())
            else:
                given[name] = fixture()
        test(**arguments, **{name: given[name] for name in needed})


def reached(case: Case, asked: Sequence[str]) -> Reached:
    """Run a test, and note the lines of some modules that it reaches. It may raise, and is stopped when it is slow."""
    files = {str(SOURCE / f"{name.replace('.', '/')}.py"): set[int]() for name in asked}
    calls: dict[Any, int] = {}

    def follow(frame: FrameType, _event: str, _argument: object) -> Any:
        code = frame.f_code
        lines = files.get(code.co_filename)
        if lines is None or calls.get(code, 0) > CALLS:
            return None
        calls[code] = calls.get(code, 0) + 1
        lines.add(frame.f_lineno)
        events = 0

        def line(frame: FrameType, _event: str, _argument: object) -> Any:
            nonlocal events
            events += 1
            if frame.f_lineno not in lines:
                lines.add(frame.f_lineno)
                calls[code] = events = 0
            elif events > EVENTS:
                frame.f_trace = None
                return None
            return line

        return line

    signal.alarm(WAITED)  # one that starts processes and waits takes no time of its own
    signal.setitimer(signal.ITIMER_PROF, TRACED)
    begun = time.process_time()
    threading.settrace(follow)
    sys.settrace(follow)
    try:
        case.call()
    finally:
        sys.settrace(None)
        threading.settrace(None)  # type: ignore[arg-type]
    lines = {name: sorted(seen) for name, seen in zip(asked, files.values(), strict=True) if seen}
    seconds = time.process_time() - begun
    if lines and seconds > 0.2:  # without notes it is quicker
        signal.setitimer(signal.ITIMER_PROF, LONGEST)
        begun = time.process_time()
        case.call()
        seconds = time.process_time() - begun
    return Reached(seconds, lines)


def fingerprint() -> str:
    """Of all that decides which lines a test reaches."""
    whole = hashlib.sha256()
    for folder in (SOURCE, ROOT / "tests"):
        for path in sorted(folder.rglob("*.py")):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


@cache
def all_reached(room: str, apart: Callable[[Callable[[], Any]], Callable[[], Any]], record: str) -> dict[str, Reached]:
    """What each test of a room reaches; written down beside the record, a line each, and kept while nothing changes."""
    names = modules(room)
    path = Path(f"{record}.{room}")
    mark = fingerprint()
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if lines[:1] != [mark]:
        path.write_text(f"{mark}\n", encoding="utf-8")
        lines = []
    found = {name: Reached(seconds, seen) for name, seconds, seen in map(json.loads, lines[1:])}
    for case in cases(room):
        if case.name not in found:
            try:
                found[case.name] = Reached(*apart(partial(reached, case, names))())
            except SystemExit:  # it failed, or was stopped
                found[case.name] = Reached(0.0, {})
            with path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps([case.name, *found[case.name]])}\n")
    return found


def spans(source: str) -> dict[int, range]:
    """The lines of the statement that each line is of; of a compound one its head alone."""
    import ast

    found: dict[int, range] = {}

    def walk(node: ast.AST) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.stmt):
                assert child.end_lineno is not None
                body = getattr(child, "body", None)
                last = body[0].lineno - 1 if body and isinstance(body[0], ast.stmt) else child.end_lineno
                whole = range(child.lineno, max(last, child.lineno) + 1)
                found.update(dict.fromkeys(whole, whole))
            walk(child)

    walk(ast.parse(source))
    return found


def room_judge(
    module: str, apart: Callable[[Callable[[], Any]], Callable[[], Any]], record: str
) -> Callable[[Mutant], str]:
    """Holds a mutant of a module against the tests of its room that reach its line."""
    begin()
    room = room_of(module)
    called = {case.name: case for case in cases(room)}
    target = importlib.import_module(f"grundy.{module}")
    known = all_reached(room, apart, record)
    lines_of = spans(Path(str(target.__file__)).read_text(encoding="utf-8"))
    order = sorted((one.seconds, name) for name, one in known.items() if module in one.lines)

    def judge(mutant: Mutant) -> str:
        lines = set(lines_of.get(mutant.line, ()))
        whole = mutant.function == "module" or isinstance(getattr(target, mutant.function, None), type)
        chosen, spent = [], 0.0
        for seconds, name in order:
            if whole or not lines.isdisjoint(known[name].lines[module]):
                spent += seconds
                if spent < BUDGET:
                    chosen.append((called[name], seconds))
        planted(target, mutant.source)
        return complaint(chosen)

    nothing = Path(str(target.__file__)).read_text(encoding="utf-8")
    said = apart(partial(judge, Mutant("module", 0, "", "", nothing, "")))()
    if said:
        raise SystemExit(f"{module} as it is: {said}")
    return judge


def complaint(chosen: Sequence[tuple[Case, float]]) -> str:
    """What some tests say, each with the seconds that it takes where all is well; '' if nothing."""
    for case, seconds in chosen:
        signal.setitimer(signal.ITIMER_PROF, 1 + 5 * seconds)  # of work; the signal ends the process
        try:
            case.call()
        except BaseException as problem:  # what pytest raises is no Exception
            return f"{case.name}: {type(problem).__name__}: {problem}"
    return ""


def planted(module: ModuleType, source: str) -> None:
    """Put another source into a module that others have imported from: functions get the new code, whoever has them;
    what else is there is replaced in every module of ours that has it."""
    old = dict(vars(module))
    exec(compile(source, str(module.__file__), "exec"), vars(module))
    for name, was in old.items():
        new = vars(module).get(name)
        if name.startswith("__") or new is was:
            continue
        if _is_plain(was, module) and _is_plain(new, module):
            was.__code__, was.__defaults__, was.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
            setattr(module, name, was)
        else:
            _everywhere(name, was, new)


def _is_plain(thing: Any, module: ModuleType) -> bool:
    """Whether something is a function of the module that has nothing but its code."""
    return isinstance(thing, FunctionType) and thing.__globals__ is vars(module) and not thing.__closure__


def _everywhere(name: str, old: Any, new: Any) -> None:
    """Put one thing in the place of another: a number or a text where it has this name, all else by any name."""
    simple = isinstance(old, int | float | str | bytes | tuple | None)
    for module in list(sys.modules.values()):
        names = getattr(module, "__dict__", {})
        for key, held in list(names.items()):
            if held is old and (key == name or not simple):
                names[key] = new

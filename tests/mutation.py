"""Make mutants of the checker, of model/ and of the rooms that compute, one fault each, and see which the tests kill.

    python tests/mutation.py --minutes 20 check
    python tests/mutation.py model.convention model.definition
    python tests/mutation.py --minutes 2 --jobs 1 compile engines.search engines.heap.octal
    python tests/mutation.py --only '_line_of: if starts' check
    python tests/mutation.py --record found.jsonl check

Without a module those of the checker and of model/. Each mutant runs in a process of its own, with limits on its work
and memory; one that does not end is killed as well. The checker's are held against texts (trials/verdicts.py), those of
model/ against its doctests and the tests that use it, those of other rooms against the tests that reach their line
(trials/rooms.py), with kernels as plain Python (trials/plainly.py). No file of the checkout changes. With --minutes as
many as fit, drawn at random. With --record each mutant is written down when it is done, and not tried again: stop and
go on as you like. Take the lines of survivors out of that file to try these once more.
"""

from __future__ import annotations

import argparse
import contextlib
import doctest
import gc
import hashlib
import importlib.abc
import importlib.util
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from inspect import signature
from itertools import groupby
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from trials import files, rooms
from trials.mutants import Mutant, mutants

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "grundy"
CHECKER = "proof.check"
MODEL = tuple(f"model.{path.stem}" for path in sorted((SOURCE / "model").glob("*.py")) if path.stem != "__init__")
FORGERIES = 40  # of each certificate of a period; six times as many of the other kinds
MEMORY = 3 << 30
SECONDS = 120  # of work, for one mutant
WARM = ("pytest", "hypothesis.strategies", "click.testing", "sybil.parsers.markdown", "numba")
BY_HAND = ("test_model", "test_model_rules", "test_model_definition", "test_contract")
COMMON = ("test_contract", "test_rule_errors")
MORE = {
    "blame": ("test_own_rules",),
    "board": ("test_svg",),
    "definition": ("test_definition",),
    "masks": ("test_mask_tables",),
    "option": ("test_moves",),
    "pattern": ("test_patterns", "test_table_patterns"),
    "period": ("test_periods",),
    "play": ("test_moves", "test_definition"),
    "move": ("test_typed", "test_expressions", "test_moves"),
    "result": ("test_expressions", "test_moves"),
    "rule": ("test_typed", "test_own_rules", "test_moves"),
    "shapes": ("test_octal", "test_graph_games"),
    "space": ("test_typed", "test_expressions", "test_reader"),
}
KILLED, SURVIVED, TIMED = "killed", "survived", "timed out"


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from a source of its own."""

    def __init__(self, name: str, path: Path, source: str) -> None:
        self._name, self._path, self._source = name, path, source

    def find_spec(self, name: str, path: object = None, target: object = None) -> object:
        if name != self._name:
            return None
        return importlib.util.spec_from_file_location(name, self._path, loader=self)

    def create_module(self, spec: object) -> None:
        return None

    def exec_module(self, module: ModuleType) -> None:
        exec(compile(self._source, str(self._path), "exec"), module.__dict__)


def path_of(module: str) -> Path:
    return SOURCE / f"{module.replace('.', '/')}.py"


def checker_judge() -> Callable[[Mutant], str]:
    """Holds a mutant of the checker against the texts, in this process."""
    from trials.verdicts import functions_in, stages

    from grundy.proof import check

    order = []
    for number, stage in enumerate(stages(FORGERIES)):
        begun = time.process_time()
        called = []
        for work in stage.runs:
            wrong, names = functions_in(work)
            if wrong:
                raise SystemExit(f"{CHECKER} as it is: {stage.name}: {wrong}")
            called.append((names, work))
        order.append((time.process_time() - begun, number, stage.name, called))
    order.sort()
    known = {name for _, _, _, called in order for names, _ in called for name in names}

    def judge(mutant: Mutant) -> str:
        exec(compile(mutant.unit or mutant.source, check.__file__, "exec"), check.__dict__)
        for seconds, _, name, called in order:
            signal.setitimer(signal.ITIMER_PROF, 1 + 5 * seconds)  # of work; the signal ends the process
            for names, work in called:
                if mutant.function in names or mutant.function not in known:
                    try:
                        wrong = work()
                    except Exception as problem:
                        wrong = f"{type(problem).__name__}: {problem}"
                    if wrong:
                        return f"{name}: {wrong}"
        return ""

    return judge


def model_judge(module: str) -> Callable[[Mutant], str]:
    """Runs the tests of a module of model/ with a mutant of it; nothing of ours may be imported before."""
    os.environ["CI"] = "1"  # examples of Hypothesis that are the same each time
    for name in WARM:
        importlib.import_module(name)
    assert "grundy" not in sys.modules
    stages = [partial(examples, module), partial(by_hand, BY_HAND)]
    stages += [partial(by_pytest, name) for name in (*COMMON, *MORE[module.partition(".")[2]])]

    def begin(mutant: Mutant) -> None:
        sys.meta_path.insert(0, Planted(f"grundy.{module}", path_of(module), mutant.source))
        os.chdir(ROOT)
        sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

    def measured() -> list[float]:
        begin(Mutant("", 0, "", "", path_of(module).read_text(encoding="utf-8"), ""))
        seconds = []
        for stage in stages:
            begun = time.process_time()
            wrong = stage()
            if wrong:
                raise SystemExit(f"{module} as it is: {wrong}")
            seconds.append(time.process_time() - begun)
        return seconds

    limits = [2 + 5 * seconds for seconds in apart(measured)()]

    def judge(mutant: Mutant) -> str:
        begin(mutant)
        for limit, stage in zip(limits, stages, strict=True):
            signal.setitimer(signal.ITIMER_PROF, limit)  # of work; the signal ends the process
            wrong = stage()
            if wrong:
                return wrong
        return ""

    return judge


def by_pytest(name: str) -> str:
    """What is wrong by the tests of a file, '' where nothing is."""
    import pytest

    with open(os.devnull, "w") as nothing, contextlib.redirect_stdout(nothing), contextlib.redirect_stderr(nothing):
        status = pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:faulthandler", str(files.path_of(name))])
    return f"{name}: status {int(status)}" if status not in (0, 5) else ""


def examples(module: str) -> str:
    """The same of the doctests of a module, without pytest: most mutants die of these before it would have started."""
    try:
        failed = doctest.testmod(importlib.import_module(f"grundy.{module}")).failed
    except Exception as problem:
        return f"doctest: {type(problem).__name__}: {problem}"
    return f"doctest: {failed} failed" if failed else ""


def by_hand(files: Sequence[str]) -> str:
    """The same of the tests of some files that need nothing of pytest."""
    for file in files:
        try:
            tests = vars(files.imported(file))
        except Exception as problem:
            return f"{file}: {type(problem).__name__}: {problem}"
        for name, test in tests.items():
            if name.startswith("test_") and not hasattr(test, "pytestmark") and not signature(test).parameters:
                try:
                    test()
                except BaseException as problem:  # what pytest raises is no Exception
                    return f"{name}: {type(problem).__name__}: {problem}"
    return ""


def tried(judge: Callable[[Mutant], str], mutant: Mutant) -> tuple[str, str]:
    """What became of a mutant in a process of its own, and what killed it."""
    mine, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(mine)
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(10 * SECONDS)  # one that waits takes no time of the processor
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        try:
            found = judge(mutant)
        except BaseException as problem:
            found = f"{type(problem).__name__}: {problem}"
        os.write(theirs, found.encode(errors="replace")[:200])
        os._exit(1 if found else 0)
    os.close(theirs)
    with open(mine, "rb") as pipe:
        said = pipe.read().decode(errors="replace")
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        ended = os.WTERMSIG(status)
        late = ended in (signal.SIGXCPU, signal.SIGALRM, signal.SIGPROF, signal.SIGKILL)
        return TIMED if late else KILLED, f"signal {ended}"
    return KILLED if os.WEXITSTATUS(status) else SURVIVED, said


def apart(work: Callable[[], Any]) -> Callable[[], Any]:
    """Begin some work in a process of its own, which may import and change what it likes; call what is given for the
    result, as JSON has it."""
    mine, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(mine)
        try:
            message = [work(), ""]
        except BaseException as problem:
            message = [None, f"{type(problem).__name__}: {problem}"]
        with contextlib.suppress(BrokenPipeError), open(theirs, "w") as pipe:  # whoever waited may have been ended
            json.dump(message, pipe)
        sys.stdout.flush()
        os._exit(0)
    os.close(theirs)

    def result() -> Any:
        with open(mine) as pipe:
            message = pipe.read()
        os.waitpid(child, 0)
        found, problem = json.loads(message) if message else (None, "stopped before its end")
        if problem:
            raise SystemExit(problem)
        return found

    return result


def run(module: str, given: argparse.Namespace) -> list[tuple[str, str]]:
    """Try the mutants of a module: how each ended, in a word and in words."""
    chosen = [one for one in mutants(path_of(module).read_text(encoding="utf-8")) if given.only in one.name]
    Random(given.seed).shuffle(chosen)
    chosen = chosen[: given.most]
    before = recorded(given.record)
    found = [(one.line, before[key], told(module, one)) for one in chosen if (key := key_of(module, one)) in before]
    chosen = [one for one in chosen if key_of(module, one) not in before]
    if not chosen:
        return [(state, words) for _, state, words in sorted(found)]
    if module == CHECKER:
        judge = checker_judge()
    elif module in MODEL:
        judge = model_judge(module)
    else:
        judge = rooms.room_judge(module, apart, given.reach)
    end = time.monotonic() + 60 * given.minutes if given.minutes else float("inf")

    def share(number: int) -> list[tuple[int, str, str]]:
        done = []
        for mutant in chosen[number :: given.jobs]:
            if time.monotonic() > end:
                break
            state, why = tried(judge, mutant)
            done.append((mutant.line, state, told(module, mutant)))
            if given.record:
                line = {"key": key_of(module, mutant), "state": state, "name": mutant.name, "why": why}
                with open(given.record, "a", encoding="utf-8") as record:
                    record.write(f"{json.dumps(line)}\n")
            if given.only or given.verbose:
                print(f"{state}: {mutant.name}: {why}", flush=True)
        return done

    gc.freeze()
    for one in [apart(partial(share, number)) for number in range(given.jobs)]:
        found += map(tuple, one())
    return [(state, words) for _, state, words in sorted(found)]


def key_of(module: str, mutant: Mutant) -> str:
    """A mutant, the same while the function or class that it is in is the same."""
    return f"{module} {hashlib.sha256((mutant.unit or mutant.source).encode()).hexdigest()[:16]}"


def recorded(path: str | None) -> dict[str, str]:
    """How the mutants ended that a file tells of."""
    if path is None or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as record:
        return {line["key"]: line["state"] for line in map(json.loads, record)}


def told(module: str, mutant: Mutant) -> str:
    where = path_of(module).relative_to(ROOT)
    return f"{where}:{mutant.line}: {mutant.function}\n  - {mutant.old}\n  + {mutant.new}"


def main(arguments: Sequence[str]) -> int:
    """The command: exit status 1 if a mutant survives."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "modules", nargs="*", metavar="MODULE", help="check, model, a room, or one such as model.convention"
    )
    parser.add_argument("--minutes", type=float, help="for each module (all mutants of each)")
    parser.add_argument("--most", type=int, help="mutants of each module, drawn at random (all)")
    parser.add_argument("--seed", type=int, default=1, help="of the draw, with --minutes")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time (2)")
    parser.add_argument("--only", default="", metavar="TEXT", help="mutants in whose name this is; how each ended")
    parser.add_argument("--list", action="store_true", help="the names of the mutants, and try none")
    parser.add_argument("--record", metavar="FILE", help="write down how each mutant ended, and try none that is there")
    parser.add_argument("--verbose", action="store_true", help="how each mutant ended, and by what")
    given = parser.parse_args(arguments)
    asked: list[str] = []
    for name in given.modules or ["check", "model"]:
        name = name.removeprefix("grundy.")
        meant = {"check": (CHECKER,), "model": MODEL}.get(name) or rooms.modules(name) or (name,)
        if not (set(meant) <= {CHECKER, *MODEL} or rooms.modules(name)):
            parser.error(f"expected check, model, {', '.join(rooms.TESTS)} or one of their modules, found {name}")
        asked += meant
    os.nice(5)
    folder = tempfile.TemporaryDirectory()
    given.reach = given.record or f"{folder.name}/reached"
    lived = 0
    if given.list:
        for module in asked:
            print(*(f"{module}: {one.name}" for one in mutants(path_of(module).read_text("utf-8"))), sep="\n")
        return 0
    for _, some in groupby(asked, lambda module: rooms.room_of(module) or module):  # a room is imported once
        lived += apart(partial(reported, list(some), given))()
    return 1 if lived else 0


def reported(modules: Sequence[str], given: argparse.Namespace) -> int:
    """Try the mutants of some modules in one process, print what came of them, and return how many survive."""
    lived = 0
    for module in modules:
        begun = time.monotonic()
        found = run(module, given)
        counts = Counter(state for state, _ in found)
        for state, words in found:
            if state == SURVIVED:
                print(words)
        lived += counts[SURVIVED]
        total = sum(given.only in one.name for one in mutants(path_of(module).read_text(encoding="utf-8")))
        report = {"module": module, "mutants": total, "tried": counts.total()}
        report |= {word: counts[word] for word in (KILLED, TIMED, SURVIVED)}
        print(json.dumps(report | {"seconds": round(time.monotonic() - begun)}), flush=True)
    return lived


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

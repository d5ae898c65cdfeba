"""Put one small fault at a time into a copy of the tree, and see which tests notice.

    python tests/mutants.py reach FOLDER [ROOM...]          run all tests, or those of rooms, to see what reaches a line
    python tests/mutants.py draw FOLDER ROOM... --count 40  draw mutants of rooms, and record what kills each
    python tests/mutants.py try [ROOM...]                   plant the recorded ones again: exit status 1 if one lives

The faults are cosmic-ray's. `tests/recorded/mutants/ROOM.jsonl` has a line for each: the module, the function, its old
lines and the new ones, and tests that fail with it, those of the room's own folder first; or why it lives.
The old lines are looked for in the function, so a mutant outlives all that is changed elsewhere. docs/why/mutants.md
says what has been learnt. Needs the extra `mutants`.
"""

from __future__ import annotations

import argparse
import ast
import fcntl
import json
import multiprocessing
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache, lru_cache, partial
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
RECORDED = ROOT / "tests" / "recorded" / "mutants"
HOLDER = Path(tempfile.gettempdir(), "grundy-mutants")  # of copies, always there: compiled kernels know their place
COPIED = (
    "src",
    "tests",
    "docs",
    "README.md",
    "CONTRIBUTING.md",
    "conftest.py",
    "pyproject.toml",
    "grundyw",
    "examples",
    "results",
    "proofs",
)
PRELOADED = ["pytest", "hypothesis.strategies", "click.testing", "sybil.parsers.markdown", "numba.extending", "xdist"]
KILLERS = 1  # of a mutant: then no more tests are run
TESTS, BUDGET = 80, 10.0  # of a folder for one mutant, and their seconds without it: the quickest that reach its line
DEAR = ("tests/web/", "tests/house/")  # what begins servers and processes is asked of its own room alone
BROKEN = re.compile(r"^ERROR (\S+\.(?:py|md))( - .*)?$", re.MULTILINE)  # a file that could not be collected
GONE = re.compile(r"^(collecting \.\.\. )?ERROR: (file or directory )?not found: ", re.MULTILINE)  # how it ends then
TIMEOUT, PLAIN_TIMEOUT = 30, 10  # seconds that pytest gives a test with a mutant
OPERATORS = [
    "AddNot", "NumberReplacer", "ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ZeroIterationForLoop",
    "ReplaceUnaryOperator_Delete_Not", "ReplaceUnaryOperator_Delete_USub", "ReplaceUnaryOperator_Delete_Invert",
    *(f"ReplaceComparisonOperator_{pair}" for pair in (
        "Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt",
        "Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *(f"ReplaceBinaryOperator_{pair}" for pair in (
        "Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul", "LShift_RShift",
        "RShift_LShift", "BitAnd_BitOr", "BitOr_BitAnd", "BitOr_BitXor", "BitXor_BitOr", "BitXor_BitAnd")),
]  # fmt: skip


Lines = tuple[int, int, int]  # the first of a statement; the first and the last of the function that it is in


class Mutant(NamedTuple):
    """A line of the record; `function` is '' for what is in none, `lives` says why nothing can kill it."""

    module: str
    function: str
    old: str
    new: str
    operator: str
    killers: list[str] = []  # noqa: RUF012
    lives: str = ""

    @property
    def path(self) -> str:
        return f"src/{self.module.replace('.', '/')}.py"


def files(room: str) -> list[Path]:
    """The modules of a room; those of a room of rooms, as engines, are its own files alone."""
    folder = ROOT / "src" / "grundy" / room.replace(".", "/")
    paths = folder.glob("*.py") if room == "engines" else folder.rglob("*.py")
    return sorted(path for path in paths if path.stem != "__init__")


def is_own(room: str, test: str) -> bool:
    """Whether a test lies in the folder that mirrors the room, or is an example in the room."""
    file = test.partition("::")[0]
    folder = next((one for one in folders(room) if file.startswith(f"{one}/")), None)
    return folder is not None and (room != "engines" or "/" not in file[len(folder) + 1 :])


def folders(room: str) -> list[str]:
    return [f"{top}/{room.replace('.', '/')}" for top in ("tests", "src/grundy")]


def functions(tree: ast.AST, within: str = "") -> Iterator[tuple[str, int, int]]:
    """Each function and class with its first and last line, those in others after these."""
    for node in ast.iter_child_nodes(tree):
        name = within
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{within}.{node.name}".lstrip(".")
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            yield name, first, node.end_lineno or first
        yield from functions(node, name)


def bare(source: str) -> str:
    """What a source does: without types, and without the words of errors; '' where it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # cosmic-ray takes the | of a pattern for an operator
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            node.test = ast.Constant(None)
        for name in ("annotation", "returns", *(["exc"] if isinstance(node, ast.Raise) else [])):
            if hasattr(node, name):
                setattr(node, name, ast.Constant(None))
    return ast.dump(tree)


def drawn(room: str, count: int, seed: int) -> Iterator[tuple[Mutant, Lines]]:
    """Different mutants of a room at random, each with the lines that a test of it reaches."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    places = []
    for path in files(room):
        nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
        for name in OPERATORS:
            operator = get_operator(f"core/{name}")()
            total = sum(1 for node in nodes for _ in operator.mutation_positions(node))
            places += [(path, name, at) for at in range(total)]
    random.Random(seed).shuffle(places)
    seen = set[tuple[str, str, str, str]]()
    for path, name, at in places:
        source = path.read_text(encoding="utf-8")
        changed = mutate_code(source, get_operator(f"core/{name}")(), at)
        if changed is None or bare(changed) in ("", bare(source)):
            continue
        before, after = source.splitlines(), changed.splitlines()
        first = next(n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b)
        tail = next(n for n, (a, b) in enumerate(zip(before[::-1], after[::-1], strict=False)) if a != b)
        tree = ast.parse(source)
        inner = [one for one in functions(tree) if one[1] <= first + 1 <= one[2]]
        function, top, bottom = inner[-1] if inner else ("", 1, len(before))
        text, start, end = "\n".join(before[top - 1 : bottom]), first, len(before) - tail
        while text.count("\n".join(before[start:end])) > 1 and start >= top:  # told apart by the lines before
            start -= 1
        old, new = "\n".join(before[start:end]), "\n".join(after[start : len(after) - tail])
        module = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
        if text.count(old) == 1 and (module, function, old, new) not in seen:
            seen.add((module, function, old, new))
            heads = [one.lineno for one in ast.walk(tree) if isinstance(one, ast.stmt) and one.lineno <= first + 1]
            yield Mutant(module, function, old, new, name), (max(heads), top, bottom)
        if len(seen) == count:
            return


@lru_cache(8)
def _spans(source: str) -> dict[str, tuple[int, int]]:
    return {name: (first - 1, last) for name, first, last in functions(ast.parse(source))}


def planted(mutant: Mutant, source: str) -> str | None:
    """The source with the mutant in it; None if its lines are not there, or more than once."""
    lines, spans = source.split("\n"), _spans(source)
    first, last = spans.get(mutant.function, (0, 0)) if mutant.function else (0, len(lines))
    text = "\n".join(lines[first:last])
    if text.count(mutant.old) != 1:
        return None
    return "\n".join([*lines[:first], text.replace(mutant.old, mutant.new), *lines[last:]])


def kind_of(mutant: Mutant) -> str:
    """How its tests run: `plain` for kernels, which are machine code otherwise (trials/plainly.py)."""
    return "plain" if "kernels" in mutant.module.split(".") else "whole"


class Copies:
    """Copies of the tree, one for each mutant that is tried at the same time."""

    def __init__(self, count: int, holder: Path = HOLDER) -> None:
        holder.mkdir(exist_ok=True)
        self.lock = open(holder / "lock", "w")  # noqa: SIM115 - held to the end: one run at a time has the copies
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        self.free = SimpleQueue[Path]()
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(PRELOADED)
        os.environ |= {"NUMBA_CACHE_DIR": str(holder / "kernels"), "CI": "1"}
        for number in range(count):
            copy = holder / str(number)
            shutil.rmtree(copy, ignore_errors=True)
            for name in COPIED:
                of, to = ROOT / name, copy / name
                if of.is_dir():
                    shutil.copytree(of, to, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    to.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(of, to)
            self.free.put(copy)

    def killers(self, mutant: Mutant, tests: Sequence[str]) -> list[str]:
        """The tests that fail with a mutant, in the order given, up to KILLERS.

        What takes too long may have compiled kernels for this copy: it counts only after a run without the mutant.
        And no test counts that fails without it, as one does whose file needs what the copies have not.
        """
        failures = self.failing(mutant, tests)
        if failures and self.failing(mutant._replace(new=mutant.old), failures):
            return self.killers(mutant, [test for test in tests if file_of(test) != file_of(failures[0])])
        return self.failing(mutant, failures) if tests[1:] else failures

    def failing(self, mutant: Mutant, tests: Sequence[str]) -> list[str]:
        """The tests that fail in a copy."""
        if not tests:
            return []
        copy = self.free.get()
        target = copy / mutant.path
        source = target.read_text(encoding="utf-8")
        changed = planted(mutant, source)
        assert changed is not None, mutant
        try:
            target.write_text(changed, encoding="utf-8")
            failures, is_late = self.tried(mutant, copy, tests)
            if is_late:
                target.write_text(source, encoding="utf-8")
                self.tried(mutant, copy, tests)
                target.write_text(changed, encoding="utf-8")
                failures, _ = self.tried(mutant, copy, tests)
            return failures
        finally:
            target.write_text(source, encoding="utf-8")
            self.free.put(copy)

    def tried(self, mutant: Mutant, copy: Path, tests: Sequence[str]) -> tuple[list[str], bool]:
        """Which tests fail in a copy, and whether one took too long."""
        output = copy / "output.txt"
        output.write_bytes(b"")
        process = self.context.Process(target=run, args=(copy, tests, kind_of(mutant) == "plain", output))
        process.start()
        process.join(TIMEOUT * 4)
        process.kill()
        process.join()
        printed, status = output.read_text(encoding="utf-8", errors="replace"), process.exitcode or 0
        if GONE.search(printed):  # a test or its file has another name now, and pytest does not say which of several
            alone = [self.tried(mutant, copy, [test]) for test in tests] if tests[1:] else []
            return [test for failures, _ in alone for test in failures][:KILLERS], any(late for _, late in alone)
        return failed(printed, tests, status), status < 0 or "from pytest-timeout" in printed


def run(copy: Path, tests: Sequence[str], plain: bool, output: Path) -> None:
    """Run tests in a copy of the tree, in this process, which ends with it."""
    with open(output, "wb") as file:
        for stream in (1, 2):
            os.dup2(file.fileno(), stream)
    os.chdir(copy)
    others = [one for one in sys.path if one not in ("", *(str(ROOT / name) for name in (".", "src", "tests")))]
    sys.path[:] = [str(copy / "src"), str(copy / "tests"), *others]
    for name in of_the_tree(sys.modules):
        del sys.modules[name]
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"  # a mutant may be as long as what it replaces, and as old
    import pytest

    options = ["-v", "--tb=no", f"--maxfail={KILLERS}", "-p", "no:cacheprovider", "--rootdir", str(copy)]
    options += ["-p", "trials.plainly"] if plain else []
    options += [f"--timeout={PLAIN_TIMEOUT if plain else TIMEOUT}"]
    os._exit(int(pytest.main([*options, *whole_pages(tests)])))


def file_of(test: str) -> str:
    return test.partition("::")[0]


def whole_pages(tests: Sequence[str]) -> list[str]:
    """Tests as pytest is asked for them: an example of a page needs those before it, and fails alone.

    >>> whole_pages(["tests/a.py::one", "docs/page.md::line:7,column:1", "docs/page.md::line:9,column:1"])
    ['tests/a.py::one', 'docs/page.md']
    """
    return list(dict.fromkeys(test.partition("::")[0] if ".md::" in test else test for test in tests))


def of_the_tree(modules: Mapping[str, Any]) -> list[str]:
    """Those of this tree: a process that whoever else has a fork server begins may know them, without the fault."""
    folders = tuple(f"{ROOT / name}{os.sep}" for name in ("src", "tests"))
    return [name for name, module in modules.items() if str(getattr(module, "__file__", "")).startswith(folders)]


def failed(output: str, tests: Sequence[str], status: int) -> list[str]:
    """Which tests failed by what pytest printed; one that ended the process, or could not be imported, did so too."""
    if status == 0:
        return []
    ended = dict(re.findall(r"^(\S.*?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL)\b", output, re.MULTILINE))
    failures = [test for test in tests if ended.get(test) in ("FAILED", "ERROR")]
    if failures:
        return failures[:KILLERS]
    broken = {file for file, _ in BROKEN.findall(output)}
    if failures := [test for test in tests if file_of(test) in broken]:
        return failures[:KILLERS]
    return [next((test for test in tests if test not in ended), tests[0])]


class Reach:
    """Which tests reach a line, the quickest first: by coverage.py, and pytest's report."""

    def __init__(self, folder: Path, kind: str) -> None:
        from coverage import CoverageData

        self.data = CoverageData(no_disk=True)
        whole = sorted(path.stem for path in folder.glob("*.xml") if path.stem != "plain")
        parts = ["plain"] if kind == "plain" else whole
        for part in parts:
            data = CoverageData(str(folder / f"{part}.data"))
            data.read()
            self.data.update(data)
        self.files = {name[name.rindex("src/grundy/") :]: name for name in self.data.measured_files()}
        self.seconds = {}
        cases = [case for part in parts for case in ElementTree.parse(folder / f"{part}.xml").iter("testcase")]
        for case in cases:
            if not len(case):  # it passed
                key = f"{case.get('classname')}::{case.get('name')}"
                self.seconds[key] = float(case.get("time", 0))

    def duration(self, test: str) -> float | None:
        file, _, name = test.partition("::")
        return self.seconds.get(f"{file.removesuffix('.py').replace('/', '.')}::{name}")

    def tests(self, path: str, lines: Lines) -> list[str]:
        """Of a line that runs as the module is imported: those of its function, or else of the module."""
        reached = self.data.contexts_by_lineno(self.files[path]) if path in self.files else {}
        head, top, bottom = lines
        names = set[str]()
        for span in (range(head, head + 1), range(top, bottom + 1), reached):
            names = names or {one.rpartition("|")[0] for line in span for one in reached.get(line, [])} - {""}
        timed = [(seconds, one) for one in names if (seconds := self.duration(one)) is not None]
        return [one for _, one in sorted(timed)]

    def chosen(self, room: str, path: str, lines: Lines) -> Iterator[list[str]]:
        """Those of the room's own folder, then its others, whose processes are not traced, then other rooms'."""
        reaching = self.tests(path, lines)
        own = [one for one in reaching if is_own(room, one)]
        untraced = [one for one in self.own(room) if one not in own]
        others = [one for one in reaching if not is_own(room, one) and not one.startswith(DEAR)]
        for tests in (own, untraced, others):
            spent = list(accumulate(self.duration(one) or 0 for one in tests[:TESTS]))
            if some := tests[: sum(seconds < BUDGET for seconds in spent)]:
                yield some

    @cache  # noqa: B019 - there are two of these, and they live as long as the process
    def own(self, room: str) -> list[str]:
        """All tests of a room's own folder that pass, the quickest first."""
        keys = [key.partition("::") for key in self.seconds]
        names = [f"{file.replace('.', '/')}.py::{name}" for file, _, name in keys]
        return sorted(filter(partial(is_own, room), names), key=lambda one: self.duration(one) or 0)


def reach(folder: Path, rooms: Sequence[str]) -> int:
    """Run all tests with coverage.py, or those of some rooms, and of engines once more with kernels as plain Python."""
    folder.mkdir(exist_ok=True)
    runs = {room: folders(room) for room in rooms} or {"whole": ["-n2", "--dist", "loadfile"]}
    if not rooms or "engines" in rooms:
        runs["plain"] = ["-p", "trials.plainly", f"--timeout={PLAIN_TIMEOUT}", "tests/engines"]
    for kind, options in runs.items():
        settings = folder / f"{kind}.rc"
        settings.write_text(f"[run]\nsource_pkgs = grundy\ncore = ctrace\ndata_file = {folder / kind}.data\n")
        options += [f"--cov-config={settings}", f"--junitxml={folder / kind}.xml"]
        command = [sys.executable, "-m", "pytest", "--cov", "--cov-context=test", "--cov-report=", *options]
        subprocess.run(command, cwd=ROOT, env=os.environ | {"PYTHONPATH": "tests", "CI": "1"}, check=False)
    return 0


def draw(folder: Path, rooms: Sequence[str], count: int, seed: int, jobs: int) -> int:
    """Draw mutants of rooms, try each, and record them."""
    kinds = ["whole", *(["plain"] if (folder / "plain.xml").exists() else [])]
    reaches = {kind: Reach(folder, kind) for kind in kinds}
    copies = Copies(jobs)
    RECORDED.mkdir(exist_ok=True)

    for room in rooms:
        record = RECORDED / f"{room}.jsonl"
        before = {one[:4] for one in (recorded(room) if record.exists() else [])}
        chosen = [one for one in drawn(room, count, seed) if one[0][:4] not in before and kind_of(one[0]) in reaches]

        def tried(one: tuple[Mutant, Lines], room: str = room) -> Mutant:
            mutant, lines = one
            for tests in reaches[kind_of(mutant)].chosen(room, mutant.path, lines):
                if killers := copies.killers(mutant, tests):
                    return mutant._replace(killers=killers)
            return mutant

        with ThreadPoolExecutor(jobs) as pool, record.open("a", encoding="utf-8") as file:
            for done in as_completed([pool.submit(tried, one) for one in chosen]):
                mutant = done.result()
                file.write(json.dumps(mutant._asdict(), ensure_ascii=False) + "\n")
                file.flush()
                print(f"{mutant.module} {mutant.function}: {mutant.new}: {mutant.killers or 'LIVES'}", flush=True)
    return 0


def recorded(room: str) -> list[Mutant]:
    lines = (RECORDED / f"{room}.jsonl").read_text(encoding="utf-8").splitlines()
    return [Mutant(**json.loads(line)) for line in lines]


def again(rooms: Sequence[str], jobs: int) -> int:
    """Plant the recorded mutants once more, each against its killers; exit status 1 if one lives or is not found."""
    copies = Copies(jobs)
    wrong = 0
    for room in rooms or sorted(path.stem for path in RECORDED.glob("*.jsonl")):
        known = [one for one in recorded(room) if not one.lives]

        def state(mutant: Mutant) -> str:
            path = ROOT / mutant.path
            if not path.exists() or planted(mutant, path.read_text(encoding="utf-8")) is None:
                return "stale: its lines are no longer there"
            if not mutant.killers or not copies.killers(mutant, mutant.killers):
                return "lives"
            return ""

        with ThreadPoolExecutor(jobs) as pool:
            for mutant, told in zip(known, pool.map(state, known), strict=True):
                if told:
                    wrong += 1
                    print(f"{mutant.path}: {mutant.function}: {told}\n  - {mutant.old}\n  + {mutant.new}", flush=True)
    return bool(wrong)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=2, help="mutants at a time (2)")
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("reach")
    one.add_argument("folder", type=Path)
    one.add_argument("rooms", nargs="*", metavar="ROOM")
    one = commands.add_parser("draw")
    one.add_argument("folder", type=Path)
    one.add_argument("rooms", nargs="+", metavar="ROOM")
    one.add_argument("--count", type=int, default=40)
    one.add_argument("--seed", type=int, default=1)
    commands.add_parser("try").add_argument("rooms", nargs="*", metavar="ROOM")
    given = parser.parse_args(arguments)
    if given.command == "reach":
        return reach(given.folder.resolve(), given.rooms)
    if given.command == "draw":
        return draw(given.folder, given.rooms, given.count, given.seed, given.jobs)
    return again(given.rooms, given.jobs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The examples in Markdown, run as tests; how random tests draw; what no test may do to the process that runs it.

(Examples in src are pytest's own doctests.)

In README.md and docs/ a ```python block is run, with `>>>` as a doctest; a ```console block is run line by line:
after `$ ` a command, below it all that it prints, where a line `...` stands for any lines. `grundy` and `./grundyw`
there mean the code under test. Blocks in other languages are only shown. They run in the root of the checkout; those of
a page in docs/tutorial, whose reader may have the installed package alone, in an empty folder of the page's, in which a
```python block that begins with `# NAME.py` is that file too.
"""

from __future__ import annotations

import faulthandler
import fcntl
import gc
import os
import re
import resource
import shlex
import signal
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import chdir
from functools import cache, partial
from pathlib import Path
from typing import Any, NoReturn

import pytest
from drawing import examples
from hypothesis import settings
from sybil import Document, Example, Region, Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.typing import Parser

ROOT = Path(__file__).parent
DEAR = frozenset((ROOT / "tests/recorded/dear.txt").read_text(encoding="utf-8").splitlines())
ALL = bool(os.environ.get("GRUNDY_TEST_ALL"))
# All processes of a run share compiled kernels (in grundy.compile, cached.py and native.py), whatever homes tests
# give them.
os.environ.setdefault("NUMBA_CACHE_DIR", str(ROOT / ".kernels"))
collect_ignore = [
    "src/grundy/web/preloaded.py",  # answers questions as it is imported; the servers of tests/web do so
    "tests/audited.py",  # watches the process that imports it; that of tests/web/test_web_files.py does so
]
if not ALL:
    collect_ignore += ["src/grundy/contrib/openspiel.py"]  # needs the extra `bots`; tests/bots has its tests

# A slow machine is no failure. In CI a run must tell about the change, so it draws the same examples every time.
settings.register_profile("here", deadline=None, max_examples=examples(100))
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, database=None, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


# Started in the background, as by nohup, this process ignores Ctrl-C, and so would all that tests start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


APART = "run it in a process of its own, as with tests/command.py's grundy_apart"
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
LIMITS = [getattr(resource, name) for name in dir(resource) if name.startswith("RLIMIT_")]
PROCESS, EXIT = os.getpid(), os._exit


def _refused_exit(status: int) -> NoReturn:
    """What `os._exit` is during a test; processes that the test has forked may end."""
    if os.getpid() == PROCESS:
        pytest.fail(f"os._exit({status}) would have ended the process that runs the tests: {APART}")
    EXIT(status)
    raise AssertionError


def _of_the_process() -> list[Any]:
    """What belongs to the process, and not to a test in it."""
    return [*map(signal.getsignal, SIGNALS), *map(resource.getrlimit, LIMITS)]


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Let the first worker compile the tests, which the others then read compiled; nothing of it is garbage."""
    with open(__file__, "rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(lock, fcntl.LOCK_SH)
        gc.disable()
        try:
            return (yield)
        finally:
            gc.freeze()  # no collection looks at it again
            gc.set_threshold(100_000, 50, 50)  # little of what tests make is garbage in cycles: a tenth of their time
            gc.enable()


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """No doctests in files of fixtures: of two folders that are named together, pytest takes one's for the other's."""
    return True if collection_path.name == "conftest.py" else None


def pytest_runtest_setup() -> None:
    """Python's limit of digits, which a command in a test's own process takes away, is there for the next test."""
    sys.set_int_max_str_digits(sys.int_info.default_max_str_digits)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Hold a test to its own: the process outlives it, with the handlers of signals and the limits that it had."""
    before = _of_the_process()
    os._exit = _refused_exit  # type: ignore[assignment]
    try:
        yield
    finally:
        os._exit = EXIT
    if _of_the_process() != before:
        pytest.fail(f"it left another handler of a signal, or another limit, to the tests after it: {APART}")


class AtOnce:
    """Names a test as soon as it has failed: of a run that is ended, as by its time limit, nothing more is known."""

    def __init__(self, terminal: Any) -> None:
        self.terminal = terminal

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            told = crash.message.splitlines()[:1] if crash else report.longreprtext.splitlines()[-1:]
            self.terminal.write_line(f"\nFAILED {report.nodeid}: {told}")
            self.terminal.flush()


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    terminal = config.pluginmanager.get_plugin("terminalreporter")
    if terminal is not None and not hasattr(config, "workerinput"):  # a worker of xdist shows nothing
        config.pluginmanager.register(AtOnce(terminal))


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_timeout_set_timer(item: pytest.Item, settings: Any) -> Iterator[None]:
    """A little after a test's time, end the process: a kernel that holds the interpreter never hears the signal."""
    faulthandler.dump_traceback_later(1.1 * settings.timeout + 1, exit=True)
    return (yield)


@pytest.hookimpl(wrapper=True, optionalhook=True)
def pytest_timeout_cancel_timer(item: pytest.Item) -> Iterator[None]:
    faulthandler.cancel_dump_traceback_later()
    return (yield)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `long`, unless `--all` or `-m` asks for it; what takes longest comes first.

    tests/recorded/dear.txt marks further tests (see tests/house/test_dear.py).
    """
    for item in items:
        if item.nodeid in DEAR:
            item.add_marker("long")
    if not ALL and "long" not in config.getoption("markexpr"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("long")])
        items[:] = [item for item in items if not item.get_closest_marker("long")]
    if hasattr(config, "workerinput"):  # a worker of xdist: all of them in the same order
        tests = Counter(scope_of(item.nodeid) for item in items)
        items.sort(key=lambda item: rank(tests, scope_of(item.nodeid)))
    in_order_of_pages(items)


def in_order_of_pages(items: list[pytest.Item]) -> None:
    """Put the examples of each page back in their order, whoever shuffled them: what one makes, the next ones use."""
    places = defaultdict[Path, list[int]](list)
    examples = [(place, item) for place, item in enumerate(items) if isinstance(item, SybilItem)]
    for place, item in examples:
        places[item.path].append(place)
    for _, item in sorted(examples, key=lambda one: one[1].example.start, reverse=True):
        items[places[item.path].pop()] = item


def rank(tests: Mapping[str, int], scope: str) -> tuple[int, int]:
    """The dearest begin, so that no worker is left alone with one in the end; then what has the most tests."""
    return (DEAREST.index(scope) if scope in DEAREST else len(DEAREST), -tests[scope])


def scope_of(nodeid: str) -> str:
    """What goes to one worker: a file, or a folder whose tests share what is dear to make: the kernels of an engine,
    which two workers that begin at the same time would both compile, or certificates of every kind."""
    file = nodeid.partition("::")[0]
    folder = SHARING.match(file)
    return folder[0] if folder else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """As `--dist loadfile`, by the scopes above and in their order."""
    if config.getvalue("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class LoadEngineScheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return scope_of(nodeid)

    config.option.loadscopereorder = False  # the number of tests alone would have dear files of few tests at the end
    return LoadEngineScheduling(config, log)


SHARING = re.compile(r"tests/(engines/\w+|proof)/")
DEAREST = (  # more than 6 seconds of a processor, the longest first
    "tests/engines/search/",
    "tests/engines/heap/",
    "tests/engines/table/",
    "tests/proof/",  # after those whose kernels it uses, which two workers would both compile
    "tests/cli/test_terminal.py",
    "tests/api/test_who_wins.py",
    "tests/engines/misere/",
    "tests/web/test_web.py",
    "tests/judges/test_at_once.py",
    "tests/engines/graph/",
    "tests/house/test_generated.py",
    "tests/house/test_folders.py",
    "tests/engines/bitsliced/",
    "tests/api/test_remoteness.py",
    "tests/games/test_known.py",
    "tests/compile/test_compile_loops.py",
    "tests/house/test_differential.py",
    "tests/oeis/test_oeis_results.py",
    "tests/show/test_emit_random.py",
    "tests/theorems/test_results.py",
    "tests/engines/nimbers/",
    "tests/api/test_prove.py",
    "tests/theorems/test_known_theorems.py",
    "tests/theorems/test_covered.py",
    "tests/compile/test_rays.py",
    "tests/cli/test_faults_cli.py",
    "tests/compile/test_compile_numbers.py",
    "tests/house/test_launcher.py",
    "tests/games/test_systems.py",
    "tests/contrib/test_bounds.py",
)
START = "import sys; sys.argv[0] = 'grundy'; from grundy.cli.main import main; sys.exit(main())"
SHELL = f"import sys; sys.path.insert(0, {str(ROOT / 'tests')!r}); import shells; shells.main()"
ALONE = re.compile(r"grundy (?:'[^']*'|[^'\"\\|<>;&$`*?~{}()#\[\]])*")  # a command that needs no shell


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends


@cache
def folder_of(page: Path) -> Path:
    """Where the examples of a page run."""
    if page.parent != ROOT / "docs" / "tutorial":
        return ROOT
    folder = tempfile.TemporaryDirectory(prefix="grundy-tutorial-")
    _KEPT.append(folder)
    return Path(folder.name)


@cache
def data_of(page: Path) -> str:
    """Where the commands of a page keep what they find: the user's own theorems would change what is printed."""
    _KEPT.append(folder := tempfile.TemporaryDirectory(prefix="grundy-data-"))
    return folder.name


def in_its_folder(parser: Parser) -> Parser:
    """The parser's examples, each run in the folder of its page; a block that is a file's text is written there."""

    def run(evaluate: Callable[[Example], str | None], example: Example) -> str | None:
        folder = folder_of(Path(example.path))
        if folder != ROOT and (named := re.match(r"# (\w+\.py)\n", str(example.parsed))):
            (folder / named[1]).write_text(example.parsed, encoding="utf-8")
        with chdir(folder):
            return evaluate(example)

    def parse(document: Document) -> Iterator[Region]:
        for region in parser(document):
            region.evaluator = partial(run, region.evaluator)
            yield region

    return parse


def run_console(example: Example) -> str | None:
    """Run the commands of one console block; the first that prints something else is told."""
    import forking  # in tests, which pyproject.toml has Python look in
    from waiting import PATIENCE

    for part in ("\n" + example.parsed).split("\n$ ")[1:]:
        command, _, expected = part.partition("\n")
        environment = os.environ | {
            "PYTHONPATH": str(ROOT / "src"),
            "COLUMNS": "120",
            "NO_COLOR": "1",
            "XDG_DATA_HOME": data_of(Path(example.path)),
        }
        typed = command.replace("./grundyw ", "grundy ")
        code, words = (START, shlex.split(typed)[1:]) if ALONE.fullmatch(typed) else (SHELL, [typed])
        printed = forking.run(code, *words, folder=Path.cwd(), environment=environment, merged=True, timeout=PATIENCE)
        text = printed.stdout.decode()
        if not agrees(lines(text), lines(expected)):
            return f"$ {command}\nexpected:\n{expected.rstrip()}\n\nprinted:\n{text.rstrip()}\n"
    return None


def lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def agrees(printed: list[str], expected: list[str]) -> bool:
    """Whether the lines are the expected ones, `...` standing for any lines."""
    if "..." not in expected:
        return printed == expected
    start = expected.index("...")
    tails = (printed[at:] for at in range(start, len(printed) + 1))
    return printed[:start] == expected[:start] and any(agrees(tail, expected[start + 1 :]) for tail in tails)


pytest_collect_file = Sybil(
    parsers=[
        in_its_folder(PythonCodeBlockParser()),
        in_its_folder(CodeBlockParser(language="console", evaluator=run_console)),
    ],
    patterns=["README.md", "docs/**/*.md", "docs/*.md"],
).pytest()

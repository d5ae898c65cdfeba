"""Faults met by the command line as a whole: kills, Ctrl-C, full disks, homes that cannot be written, flipped bits."""

from __future__ import annotations

import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import forking
import pytest
from command import Done, grundy_apart, in_steps
from command import grundy as command
from steps import Steps
from waiting import PATIENCE

from grundy.api.play import open_match, play
from grundy.cli.main import run as run_command
from grundy.errors import BadText, GrundyError, StoreError, Terminated
from grundy.model.run import Run
from grundy.runs import store as stored
from grundy.runs.store import add_run, get_run, list_runs
from grundy.web.site import NEEDED

TESTS = Path(__file__).parents[1]
SOURCES = str(TESTS.parent / "src")
CHESS = str(TESTS.parent / "examples" / "chess_row.py")
STILL = """
import grundy

@grundy.rule(canonical=lambda n: n)
def still(n):
    while True:
        pass
    yield n
"""
KILLED = (
    "period, sparse", "period, numbers", "period, naive", "period, certified", "table of rows", "table of outcomes",
    "table, misère", "table, uncompiled", "table, compiled anew", "guess that holds", "search by mex",
    "atlas in one process", "sequence", "picture", "judge", "site", "saved game", "value, listed",
    "table, certified",
)  # fmt: skip


def grundy(*words: str, folder: Path, **more: object) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, with a home of its own."""
    environment = os.environ | {"PYTHONPATH": SOURCES, "XDG_DATA_HOME": str(folder / "home")}
    environment |= more.pop("environment", {})  # type: ignore[operator]
    given = {"stdin": subprocess.DEVNULL} if "input" not in more else {}
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-m", "grundy", *words], cwd=folder, env=environment, stdout=more.pop("stdout", -1),
        stderr=-1, encoding="utf-8", timeout=PATIENCE, check=False, **given, **more,
    )  # fmt: skip


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the harness forks")
@pytest.mark.parametrize(
    "names",
    [
        pytest.param(KILLED[::7], id="some"),  # a period, a table, cases of a judge
        pytest.param([name for n, name in enumerate(KILLED) if n % 7], id="others", marks=pytest.mark.long),
    ],
)
def test_kills_at_random_moments_change_nothing(names: Sequence[str]) -> None:
    kinds = [word for name in names for word in ("--kind", name)]
    command = [sys.executable, str(TESTS / "faults.py"), "--kills", str(len(names)), *kinds]
    environment = os.environ | {"PYTHONPATH": SOURCES}
    done = subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"wrong": 0' in done.stdout and f'"kills": {len(names)}' in done.stdout


# ---- Ctrl-C


def test_interrupt_at_any_moment_from_the_start_on(tmp_path: Path) -> None:
    """Python itself tells of Ctrl-C by a traceback before anything of ours runs: the first line says that it does."""
    program = (
        "import os, signal, sys\nfrom grundy.cli import start\n"
        "left = int(sys.argv.pop())\n"
        "def traced(*given):\n"
        "    global left\n"
        "    left -= 1\n"
        "    if left == 0: os.kill(os.getpid(), signal.SIGINT)\n"
        "real = signal.signal\n"
        "def heard(*given):\n"
        "    before, signal.signal = real(*given), real\n"
        "    sys.settrace(traced)\n"  # calls each function that is called
        "    return before\n"
        "signal.signal = heard\n"
        "start.main()"
    )
    commands = (["table", CHESS, "--states", "1048576"], ["solve", "nim", "3", "4"], ["sequence", "kayles"])
    statuses = []
    for number, call in enumerate((1, 30, 100, 300, 1000, 3000, 8000, 15_000, 25_000, 40_000, 60_000, 90_000)):
        process = subprocess.run(
            [sys.executable, "-c", program, *commands[number % 3], str(call)],
            cwd=tmp_path,
            env=os.environ | {"PYTHONPATH": SOURCES, "XDG_DATA_HOME": str(tmp_path)},
            capture_output=True,
            encoding="utf-8",
            timeout=PATIENCE,
        )
        told = process.stderr
        assert "Traceback" not in told, told
        # Python ends by the signal itself if it came in the midst of its own work, as when it makes a dataclass
        assert process.returncode in (0, 130, -signal.SIGINT), told
        statuses.append(process.returncode)
    assert statuses.count(130) > 4


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_command_that_has_no_work_yet_is_stopped_with_one_word(tmp_path: Path, number: int, status: int) -> None:
    """As it reads its standard input; Click once put an empty line before the word."""
    prelude = (
        "import io, os, sys\n"
        "class Stopped(io.BytesIO):\n"
        f"    def read(self, *given): os.kill(os.getpid(), {number:d})\n"
        "sys.stdin = io.TextIOWrapper(Stopped())"
    )
    home = {"XDG_DATA_HOME": str(tmp_path)}
    done = grundy_apart("solve", "nim", "--file", "-", prelude=prelude, environment=home)
    assert done == (status, "", "interrupted\n" if number == signal.SIGINT else "terminated\n")


@pytest.mark.parametrize(("signalled", "status"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_a_signal_while_a_class_is_being_made_is_no_fault(signalled: type[BaseException], status: int) -> None:
    """Python 3.11 makes a RuntimeError of what is raised by `__set_name__`: a traceback, seen once in a slow import."""

    class Field:
        def __set_name__(self, owner: type, name: str) -> None:
            raise signalled

    assert run_command(lambda: type("Made", (), {"field": Field()})) == status
    with pytest.raises(RuntimeError, match="of its own"):
        run_command(lambda: (_ for _ in ()).throw(RuntimeError("of its own")))


@pytest.mark.parametrize(("signalled", "status"), [(KeyboardInterrupt, 130), (Terminated, 143)])
def test_a_signal_while_an_object_goes_comes_again(
    signalled: type[BaseException], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Python drops what `__del__` raises, with a traceback: once a file was read on after SIGTERM."""

    class Going:
        def __del__(self) -> None:
            raise signalled

    def command() -> None:
        Going()
        for _ in count():
            pass

    assert run_command(command) == status
    assert "Traceback" not in capsys.readouterr().err


def test_a_signal_that_comes_again_too_soon_comes_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine it came while the function was at work that had it come again: SIGTERM was lost."""
    calls: list[int] = []

    class Early(threading.Timer):
        def start(self) -> None:
            calls.append(len(calls))
            if len(calls) < 3:
                signal.raise_signal(*self.args)
            super().start()

    class Going:
        def __del__(self) -> None:
            raise Terminated

    def command() -> None:
        Going()
        for _ in count():
            pass

    monkeypatch.setattr(threading, "Timer", Early)
    assert run_command(command) == 143
    assert calls == [0, 1, 2]


# ---- disks without room


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
@pytest.mark.parametrize("command", ["games", "solve nim 3 4", "sequence kayles --to 90000 --bfile", "--help"])
def test_output_without_room_is_said(tmp_path: Path, command: str) -> None:
    with open("/dev/full", "wb") as full:
        done = grundy_apart(*command.split(), folder=tmp_path, stdout=full)
    assert (done.status, done.err) == (2, "<stdout>: cannot be written: No space left on device\n")


@pytest.mark.parametrize("command", ["games", "sequence kayles --to 9000 --bfile"])
def test_unbuffered_output_without_room_is_said(tmp_path: Path, command: str) -> None:
    """With PYTHONUNBUFFERED Python leaves out what has no room: 4,096 bytes were written, and the exit status was 0."""

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (4_096, 4_096))

    environment = {"PYTHONPATH": SOURCES, "PYTHONUNBUFFERED": "1"}
    with (tmp_path / "out").open("w") as out:
        done = subprocess.run(
            [sys.executable, "-m", "grundy", *command.split()],
            cwd=tmp_path,
            env=os.environ | environment,
            stdout=out,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            preexec_fn=little_room,
        )
    assert (done.returncode, done.stderr) == (2, "<stdout>: cannot be written: File too large\n")


@pytest.mark.parametrize("command", ["solve nim 3 4", "play nim 3 4", "judge hdu5724-chess"])
def test_closed_streams_end_in_no_traceback(tmp_path: Path, command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m grundy {command} <&- >&-', sys.executable],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": SOURCES},
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    assert "Traceback" not in done.stderr and done.returncode in (0, 2), done.stderr


@pytest.mark.parametrize(
    ("command", "file", "typed"),
    [
        ("period octal:0.165 --certificate it", "it", None),
        ("solve cram 2x3 --certificate it", "it", None),
        ("sequence kayles --plot it.svg", "it.svg", None),
        ("table kayles --states 90000 --out it.npy", "it.npy.partial", None),
        ("serve --write it --pyodide pyodide", "it/static-[0-9a-f]{16}/[a-z]+.js", None),
        ("play nim 3 4", "it", "save it\nquit\n"),
    ],
    ids=lambda value: value and value.split()[0],
)
def test_file_without_room_is_said_and_is_not_there(tmp_path: Path, command: str, file: str, typed: str | None) -> None:
    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))

    (tmp_path / "pyodide").mkdir()
    for name in NEEDED:
        (tmp_path / "pyodide" / name).write_bytes(b"")
    done = grundy(*command.split(), folder=tmp_path, preexec_fn=little_room, **({"input": typed} if typed else {}))
    told = done.stdout if typed else done.stderr
    assert re.search(f"{file}: cannot be written: File too large", told), told
    assert "Traceback" not in done.stderr
    assert done.returncode == (0 if typed else 2)
    assert not [path for path in (*tmp_path.rglob("it*"), *tmp_path.rglob("*.html")) if path.is_file()]


@pytest.mark.parametrize(
    ("command", "recorded"),
    [
        ("solve nim 3 4", False),
        ("solve cram 3x5", True),
        (f"table {CHESS} --states 5000", True),
        ("check nim n --to 9999", True),
        ("period octal:0.165", True),
        ("atlas --codes 0.77 --cores 1", True),
        ("sequence kayles", True),
    ],
)
def test_home_that_cannot_be_written_changes_no_output(tmp_path: Path, command: str, recorded: bool) -> None:
    """Work that is long says once that it is not kept, whether it came to a checkpoint or to its end first."""
    nowhere = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), "/proc/none")
    home = {"XDG_DATA_HOME": str(tmp_path / "home")}
    quick = in_steps("each=0.0")
    long = f"from grundy.runs import loop, recorder\nloop.LONG = recorder.LONG = 0.0\n{quick}"
    usual = grundy_apart(*command.split(), prelude=long, environment=home)
    for prelude in (quick, long):
        done = grundy_apart(*command.split(), prelude=prelude, environment=nowhere)
        assert (done.status, usual.status, usual.err) == (0, 0, ""), done.err
        assert done.out == usual.out
        told = done.err.splitlines()
        assert len(told) == (recorded and prelude == long), told
        assert all(re.match("not (saved|recorded): /proc/none/", line) for line in told), told


def test_home_that_cannot_be_written_has_no_runs(tmp_path: Path) -> None:
    nowhere = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"), "/proc/none")
    assert grundy_apart("runs", folder=tmp_path, environment=nowhere).status == 0


# ---- clocks that jump


def test_clock_that_jumps_changes_no_limit_and_no_record(tmp_path: Path) -> None:
    """Every look at the wall clock finds another century; time limits and seconds worked are of another clock."""
    program = (
        "import itertools, time\n"
        "clocks = itertools.cycle([4102444800.0, 0.0, 1795238400.0])\n"
        "time.time = lambda: next(clocks)\n"  # before anything of ours could take it by its name
        "from grundy.runs import store, loop, recorder\n"
        "store.now = lambda: time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime(next(clocks)))\n"
        "loop.LONG = recorder.LONG = 0.0\n"
        "from grundy.cli.main import main; main()"
    )
    (tmp_path / "still.py").write_text(STILL)
    asked = ["solve", "still.py", "5", "--time-limit", "0.1"]
    done = subprocess.run(
        [sys.executable, "-c", program, *asked], cwd=tmp_path, capture_output=True, encoding="utf-8", timeout=PATIENCE,
        env=os.environ | {"PYTHONPATH": SOURCES, "XDG_DATA_HOME": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2 and done.stderr.startswith("Stopped by the time limit after "), done.stderr
    (run,) = list_runs(tmp_path / "grundy" / "runs.sqlite")
    assert run.status == "out of time" and 0.1 <= run.seconds < PATIENCE


# ---- two at once


def test_two_resumes_of_one_run_on_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second is refused at whatever chunk of the first it comes, and when the first has ended."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    seconds: list[Done] = []

    def beside(chunk: object) -> bool:
        if len(seconds) < 3:
            seconds.append(grundy_apart("resume", "t.npy", folder=tmp_path))
        return False

    with Steps(each=1.0, stop=lambda chunk: True):
        assert command("table", CHESS, "--states", "20000", "--out", "t.npy").status == 130
    with Steps(each=1.0, stop=beside):
        assert command("resume", "t.npy").status == 0
    assert seconds and all(done.status == 2 and "is being worked on by" in done.err for done in seconds), seconds
    late = command("resume", "t.npy")
    assert late.status == 2 and "nothing to resume" in late.err
    assert command("table", "t.npy", "--show", "19999").status == 0


# ---- flipped bits


@contextmanager
def flipped(path: Path, bit: int) -> Iterator[None]:
    data = bytearray(path.read_bytes())
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)
    yield
    data[bit // 8] ^= 1 << bit % 8
    path.write_bytes(data)


def test_no_flipped_bit_of_a_saved_game_is_used(tmp_path: Path) -> None:
    match = play("nim 3 4 5", blunder=0.25)
    match.play("4")
    file = tmp_path / "game.json"
    match.save(file)
    text = file.read_bytes()
    for bit in range(8 * len(text)):
        with flipped(file, bit), pytest.raises((StoreError, BadText)):
            open_match(file)
    for size in range(len(text.rstrip())):
        file.write_bytes(text[:size])
        with pytest.raises(StoreError):
            open_match(file)


def doubled(number: int) -> int:
    """A kernel, for the test below."""
    return 2 * number + 1


def test_no_flipped_bit_of_kept_machine_code_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    from grundy.compile import before
    from grundy.compile.cached import dispatcher as njit

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(before, "is_code_good", lambda: True)  # also where this process made a file before
    assert njit(doubled)(20) == 41
    index, code = sorted((path for path in tmp_path.rglob("*.nb*")), key=lambda path: path.suffix, reverse=True)
    assert (index.suffix, code.suffix) == (".nbi", ".nbc")
    again = njit(doubled)
    assert again(20) == 41 and again.stats.cache_hits
    chance = random.Random(8)
    for file in (index, code) * 4:
        data = bytearray(file.read_bytes())
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        file.write_bytes(data)
        anew = njit(doubled)
        assert anew(20) == 41 and not anew.stats.cache_hits, "damaged code was run"
        again = njit(doubled)
        assert again(20) == 41 and again.stats.cache_hits, "it was not written again"


def test_a_kernel_is_compiled_anew_when_one_that_it_calls_has_changed(tmp_path: Path) -> None:
    """It is in another file, and its code is in the caller's: a mended kernel once stayed wrong in all that call it."""
    package = tmp_path / "package"
    for folder in ("compile", "engines/kernels", "judges"):
        Path(package, folder).mkdir(parents=True)
    shutil.copy(Path(SOURCES, "grundy", "compile", "cached.py"), package / "compile")
    begin = f"import numba\nnumba.config.CACHE_DIR = {str(tmp_path)!r}\n"
    begin += "from package.compile.cached import dispatcher as njit\n"
    inner, outer = package / "engines" / "kernels" / "words.py", package / "judges" / "kernels.py"
    code = "from package.engines.kernels import words as a\n@njit\ndef outer(n):\n    return 2 * a.inner(n)\n"
    outer.write_text(begin + code)
    call = "from package.judges.kernels import outer; print(outer(20), sum(outer.stats.cache_hits.values()))"
    said = []
    for more in ("1", "1", "2 * 1", "2 * 1"):  # Python takes a file of the same size and second for the same
        inner.write_text(f"{begin}@njit\ndef inner(n):\n    return n + {more}\n")
        said.append(forking.run(call, folder=tmp_path).stdout.split())
    assert said == [[b"42", b"0"], [b"42", b"1"], [b"44", b"0"], [b"44", b"1"]]


def test_a_kernel_is_compiled_anew_when_what_it_takes_has_another_name(tmp_path: Path) -> None:
    """After an update that named a tuple of arrays anew, its kernels ended with an AttributeError."""
    package = tmp_path / "package"
    package.mkdir()
    shutil.copy(Path(SOURCES, "grundy", "compile", "cached.py"), package)
    for name in ("Moves", "BoardArrays"):
        (package / "kernels.py").write_text(
            f"import numba\nnumba.config.CACHE_DIR = {str(tmp_path)!r}\n"
            "from typing import NamedTuple\nfrom package.cached import dispatcher as njit\n"
            f"class {name}(NamedTuple):\n    n: int\n@njit\ndef outer(moves):\n    return 2 * moves.n\n"
        )
        for hits in (b"0", b"1"):
            call = (
                f"from package.kernels import outer, {name}\n"
                f"print(outer({name}(20)), sum(outer.stats.cache_hits.values()))"
            )
            assert forking.run(call, folder=tmp_path).stdout.split() == [b"40", hits]


def test_kernel_is_made_where_the_cache_has_no_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    from grundy.compile.cached import dispatcher as njit

    monkeypatch.setattr(numba.config, "CACHE_DIR", str(tmp_path))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, before[1]))
    try:
        assert njit(doubled)(20) == 41
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not list(tmp_path.rglob("*.nbc*"))


def test_every_flip_of_a_checkpoint_in_the_store_is_reported(tmp_path: Path) -> None:
    """The row of a run: record, state and seal, bit by bit, wherever SQLite has put them."""
    path = tmp_path / "runs.sqlite"
    run, lock = add_run(path, Run(("count",), "counting", key="k", state={"seen": [3, 1, 4]}))
    lock.release()
    whole = get_run(path, 1)
    data = path.read_bytes()
    record = stored.plain_json({name: getattr(run, name) for name in stored.RECORDED})
    seal = stored.digest(stored.plain_json([1, record, stored.plain_json(run.state)]).encode("ascii"))
    start, end = data.index(record.encode("ascii")), data.index(seal.encode("ascii")) + len(seal)
    assert 0 < end - start < 1000
    for bit in range(8 * start, 8 * end, 5):
        with flipped(path, bit), pytest.raises(GrundyError):
            get_run(path, 1)
    assert get_run(path, 1) == whole

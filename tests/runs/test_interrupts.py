"""Two processes at once, and interrupts: work is stopped or killed, and resumed; nothing that was saved is lost."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import forking
import numpy as np
import pytest
from command import grundy_apart
from performing import perform
from steps import Steps
from test_faults import ENVIRONMENT, TESTS, counting
from waiting import PATIENCE, wait_until

from grundy.errors import OutOfReach, StoreError
from grundy.model.run import Run
from grundy.runs import loop
from grundy.runs.chunk import Chunk
from grundy.runs.recorder import about
from grundy.runs.resume import resume
from grundy.runs.session import Limits, Session
from grundy.runs.store import add_run, get_run, list_runs
from grundy.runs.table_file import MemoryTable, TableFile, create_table, finish_interrupted, partial, resume_table
from grundy.runs.table_read import open_table
from grundy.version import __version__

# ---- two at once


def test_two_processes_on_one_table(unfinished: Path) -> None:
    table = resume_table(unfinished)
    code = (
        "import sys; from pathlib import Path; from grundy.runs.table_file import *\n"
        "try: resume_table(Path(sys.argv[1]))\n"
        "except Exception as problem: print(type(problem).__name__, problem)"
    )
    command = [sys.executable, "-c", code, str(unfinished)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.stdout.startswith("StoreError") and f"is being worked on by process {os.getpid()}" in done.stdout
    table.close()
    assert (
        subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=PATIENCE).stdout == ""
    )


def test_two_resumes_of_one_run(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    _, lock = add_run(store, Run(("count",), "counting", key="k", state={"n": 1}))
    with pytest.raises(StoreError, match="run 1 is being worked on"):
        resume("1", store)
    lock.release()
    resumed = resume("1", store)  # both have asked before either began
    first = start("resume", store)
    wait_until(lambda: get_run(store, 1).status == "running" or first.poll() is not None, "the first to begin")
    with pytest.raises(StoreError, match=f"run 1 is being worked on by process {first.pid}"):
        perform(counting, Run(("count",), "counting", key="k"), store=store, resumed=resumed)
    assert first.stdin is not None
    first.stdin.close()
    assert first.wait(PATIENCE) == 0
    assert get_run(store, 1).status == "finished"


def test_finished_by_another_meanwhile(finished: Path) -> None:
    assert finish_interrupted(finished)
    with pytest.raises(StoreError, match="nothing to resume: it is finished"):
        resume_table(finished)
    with pytest.raises(StoreError, match="it is finished; there is nothing to resume"):
        resume(str(finished), None)


# ---- interrupts


def start(kind: str, store: Path, *table: str) -> subprocess.Popen[str]:
    """A command at work, ready to be interrupted."""
    process = subprocess.Popen(
        [sys.executable, str(TESTS / "interrupted.py"), kind, str(store), *table],
        env=ENVIRONMENT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def wait_for_work(process: subprocess.Popen[str], kind: str, store: Path) -> None:
    """Until steps are done, and the chunk that never ends has begun where there is one."""
    if kind == "brisk":
        wait_until(lambda: process.poll() is not None or any(run.done for run in list_runs(store)), "a step")
    else:
        assert process.stdout is not None and process.stdout.readline() == "at work\n"


def stopped(process: subprocess.Popen[str], number: int) -> tuple[int, str]:
    """Send a signal; the exit status, and all that was said. The work itself would never end."""
    process.send_signal(number)
    try:
        said, _ = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    return process.returncode, said


@pytest.mark.parametrize("kind", ["brisk", "kernel", "python"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_is_answered_though_a_chunk_never_ends(tmp_path: Path, kind: str, number: int) -> None:
    store = tmp_path / "runs.sqlite"
    process = start(kind, store)
    wait_for_work(process, kind, store)
    status, said = stopped(process, number)
    word = "interrupted" if number == signal.SIGINT else "terminated"
    assert status == (130 if number == signal.SIGINT else 143)
    run = get_run(store, 1)
    assert (run.status, run.state) == (word, {"n": run.done})
    assert re.fullmatch(rf"{word.title()} after .* s: steps 1\.\.{run.done}\. Go on with: grundy resume 1\n", said), (
        said
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_kernel_that_does_not_end_leaves_no_lock_of_its_table(tmp_path: Path, number: int) -> None:
    """The process ends while the engine still writes: the lock is held to the last moment, and then its file goes."""
    path = tmp_path / "table.npy"
    process = start("kernel", tmp_path / "runs.sqlite", str(path))
    wait_for_work(process, "kernel", tmp_path / "runs.sqlite")
    assert partial(path).exists() and list(tmp_path.glob("*.lock"))
    status, said = stopped(process, number)
    assert status == (130 if number == signal.SIGINT else 143), said
    assert not list(tmp_path.glob("*.lock"))
    resume_table(path).close()


INTERRUPTED = f"""
import os, signal, sys
sys.path[:0] = [{str(TESTS)!r}, {str(TESTS / "runs")!r}]
from grundy.cli.main import end
from interrupted import main
from steps import Steps
step = int(sys.argv.pop())
def traced(frame, event, given):
    global step
    if "/grundy/runs/" in frame.f_code.co_filename:
        step -= event == "line"
        if step == 0:
            step = -1
            os.kill(os.getpid(), signal.SIGINT)
    return traced
sys.settrace(traced)
with Steps(each=1.0):
    end(main)
"""


def test_interrupt_at_any_moment(tmp_path: Path) -> None:
    """Before some line of the thread that hears it: as work begins, goes on, is saved and shown."""
    saved_runs = 0
    for step in (1, 10, 30, 60, 70, 80, 90, 100, 120, 150, 200, 400, 900, 3000):
        store = tmp_path / f"{step}.sqlite"
        done = forking.run(INTERRUPTED, "brisk", str(store), str(step), merged=True)
        said = done.stdout.decode()
        assert done.returncode == 130, said
        assert "nterrupted" in said and "Traceback" not in said
        runs = list_runs(store)
        assert "Nothing was saved" in said or said.endswith("interrupted\n") or runs[0].state == {"n": runs[0].done}
        saved_runs += bool(runs and runs[0].state)
    assert saved_runs > 5


def test_killed_run_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    process = start("brisk", store)
    wait_for_work(process, "brisk", store)
    process.kill()
    process.wait(PATIENCE)
    run = get_run(store, 1)
    assert run.status == "killed" and run.state == {"n": run.done} and run.done > 0
    with start("resume", store) as again:
        assert again.stdin is not None
        again.stdin.close()
        assert again.wait(PATIENCE) == 0
    assert get_run(store, 1).done == run.done + 399
    assert get_run(store, 1).status == "finished"


@pytest.mark.parametrize("by", ["file", "number"])
def test_run_killed_after_its_table_was_finished(finished: Path, tmp_path: Path, by: str) -> None:
    store = tmp_path / "runs.sqlite"
    _, lock = add_run(store, Run(("table",), "a game", table=str(finished), done=9, total=10))
    lock.release()
    with pytest.raises(StoreError, match="is finished; there is nothing to resume"):
        resume("1" if by == "number" else str(finished), store)
    assert (get_run(store, 1).status, get_run(store, 1).done) == ("finished", 10)


@pytest.mark.parametrize("by", ["file", "number"])
def test_interrupted_table_is_closed_and_goes_on(tmp_path: Path, by: str) -> None:
    path, store = tmp_path / "table.npy", tmp_path / "runs.sqlite"

    def work(table: TableFile) -> Callable[..., Iterator[Chunk]]:
        def fill(state: Any) -> Iterator[Chunk]:
            for part in range(state["part"] if state else 0, 50):
                table.array[part * 10 : part * 10 + 10] = part
                yield Chunk(part + 1, 50, "parts", {"part": part + 1}, "", ((part * 10, part * 10 + 10),))

        return fill

    run = Run(("table",), "a game", key="k")
    table = create_table(path, (500,), "|u1", "a game", about(run))
    with Steps(each=1.0, stop=lambda chunk: chunk.done == 9):
        outcome = perform(work(table), run, table=table, store=store)
    for done in (18, 27, 36, 45, None):
        assert outcome.status == "interrupted" and outcome.saved and outcome.resume == str(path)
        again = resume(outcome.resume, store) if by == "file" else resume("1", store)
        assert (again.run.number, again.table) == (1, path)
        assert again.run.command == ("table",)
        table = resume_table(path, "a game")
        assert table.state == again.state == {"part": (done or 54) - 9}
        with Steps(each=1.0, stop=lambda chunk, done=done: chunk.done == done):
            outcome = perform(work(table), run, table=table, resumed=again, store=store)
    assert outcome.status == "finished"
    assert np.array_equal(open_table(path).whole(), np.arange(500) // 10)
    (only,) = list_runs(store)
    assert (only.status, only.table, only.done) == ("finished", str(path), 50)
    with pytest.raises(StoreError, match="run 1 is finished"):
        resume("1", store)


def test_table_in_memory_is_never_resumed_without_its_entries(tmp_path: Path) -> None:
    """The state would say that the first half is right, of an array that is empty in the next process."""
    store = tmp_path / "runs.sqlite"
    table = MemoryTable((1000,), "|u1")

    def fill(state: Any) -> Iterator[Chunk]:
        for part in range(1000):
            table.array[part] = 1
            yield Chunk(part + 1, 1000, "entries", {"next": part + 1}, "", ((part, part + 1),))

    with Steps(each=1.0, stop=lambda chunk: chunk.done == 40):
        outcome = perform(fill, Run(("table",), "a game"), store=store)
    assert not outcome.saved and outcome.resume == ""
    assert get_run(store, 1).done == 40 and get_run(store, 1).state is None
    with pytest.raises(StoreError, match="run 1 kept nothing to go on from"):
        resume("1", store)


def test_table_that_only_its_file_knows_goes_on(unfinished: Path) -> None:
    for target in (unfinished, Path(f"{unfinished}.partial"), Path(f"{unfinished}.partial.sha256")):
        resumable = resume(str(target), None)
        assert (resumable.run.command, resumable.table, resumable.state) == (("table",), unfinished, {"part": 1})
        assert resumable.run.folder == os.getcwd()


@pytest.mark.usefixtures("at_once")
def test_ctrl_c_between_two_works_says_what_is_known(tmp_path: Path) -> None:
    """Between an answer and its certificate "interrupted" alone was said, though the run was kept to go on from."""
    said: list[str] = []

    def halfway(state: object) -> Iterator[Chunk]:
        yield Chunk(1, 2, "numbers", {"n": 1}, "half of them")

    session = Session(Limits(store=tmp_path / "runs.sqlite"), warn=said.append)

    def interrupted() -> None:
        with session:
            session.begin(Run((), "a game", {}, "a question", __version__, {}))
            session.phase(halfway)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert session.stopped is not None and session.stopped.resume == "1"
    assert session.stopped.known == "half of them" and not said
    assert list_runs(tmp_path / "runs.sqlite")[0].status == "interrupted"


@pytest.mark.parametrize("at", [1, 2])
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_as_an_answer_is_recorded_leaves_it_said_and_finished(
    at: int, after: bool, number: int, tmp_path: Path
) -> None:
    """Of the two records of an answer, before and after it is printed: the first left it unsaid, at the second
    "interrupted" alone was said and recorded."""
    prelude = f"""
import os
from grundy.runs import recorder
from grundy.runs.recorder import Recorder
recorder.LONG = 0.0
put, calls = Recorder._put, []
def counted(self, status):
    calls.append(status)
    mine = len(calls) == {at}
    if mine and not {after}:
        os.kill(os.getpid(), {int(number)})
    put(self, status)
    if mine and {after}:
        os.kill(os.getpid(), {int(number)})
Recorder._put = counted
"""
    done = grundy_apart("period", "kayles", prelude=prelude, folder=tmp_path)
    how, status = ("interrupted", 130) if number == signal.SIGINT else ("terminated", 143)
    assert (done.status, done.err) == (status, f"{how} when the answer was out; run 1 is finished\n")
    assert done.out.startswith("kayles: period 12, pre-period 71\n")
    runs = list_runs(tmp_path / "home" / "grundy" / "runs.sqlite")
    assert {run.status for run in runs} == {"finished"} and runs[0].state is None


def half(state: object) -> Iterator[Chunk]:
    yield Chunk(1, 2, "numbers", {"n": 1}, "half of them")


class Ending:
    """An engine that is asked to stop when it has come to its end, and puts its things away."""

    def __init__(self) -> None:
        self._chunks = half(None)

    def __iter__(self) -> Iterator[Chunk]:
        return self

    def __next__(self) -> Chunk:
        return next(self._chunks)

    def close(self) -> None:
        signal.raise_signal(signal.SIGINT)  # the loop has been told of the end, and waits for this thread


def test_ctrl_c_as_work_ends_is_not_lost() -> None:
    """It was heard, and nobody read it: the certificate of an answer was worked out to its end."""
    outcome = loop.run_with_limits(lambda state: Ending())
    assert (outcome.status, outcome.asked) == ("finished", "interrupted")
    session = Session()
    with Steps(), session:
        session.work(lambda state: Ending())
        with pytest.raises(KeyboardInterrupt):
            session.work(counting)
    assert session.stopped is not None and session.stopped.status == "interrupted"


def test_ctrl_c_as_work_is_refused_is_not_lost() -> None:
    """What can be done in another way is done after a refusal."""

    def refused(state: object) -> Iterator[Chunk]:
        yield from half(state)
        raise OutOfReach("too large")

    outcome = loop.run_with_limits(refused, save=lambda chunk: os.kill(os.getpid(), signal.SIGINT))
    assert (outcome.status, outcome.asked, outcome.saved) == ("interrupted", "interrupted", True)
    with pytest.raises(KeyboardInterrupt, match="interrupted; known so far: half of them"):
        outcome.require()
    with pytest.raises(OutOfReach, match="too large"):
        loop.run_with_limits(refused)


def test_ctrl_c_that_comes_as_the_handlers_are_given_back_leaves_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """SIGINT was given back first; a Ctrl-C just then left SIGTERM and SIGHUP with nobody to read them."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    give = signal.signal

    def interrupted(number: int, handler: Any) -> Any:
        former = give(number, handler)
        if number == signal.SIGINT and handler is signal.default_int_handler:
            raise KeyboardInterrupt
        return former

    def work(saved: Any) -> Iterator[Chunk]:
        monkeypatch.setattr(signal, "signal", interrupted)
        yield Chunk(1, 1, "parts", {})

    with pytest.raises(KeyboardInterrupt):
        loop.run_with_limits(work)
    assert {number: signal.getsignal(number) for number in before} == before

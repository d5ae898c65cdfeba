"""Whatever happens to long work - kill -9, flipped bits, a full disk, Ctrl-C - is survived or said, never used.

GRUNDY_KILLS=500 in the environment asks for that many random kills in each way to fill a table.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from performing import perform

from grundy.errors import StoreError
from grundy.model.run import Run
from grundy.runs import durable, loop
from grundy.runs.chunk import Chunk
from grundy.runs.recorder import about
from grundy.runs.resume import resume
from grundy.runs.store import add_run, get_run, list_runs, update_run
from grundy.runs.table import MemoryTable
from grundy.runs.table_file import TableFile, create_table, finish_interrupted, partial, resume_table
from grundy.runs.table_read import open_table

TESTS = Path(__file__).parents[1]
KILLS = int(os.environ.get("GRUNDY_KILLS", "12"))
ENVIRONMENT = os.environ | {"PYTHONPATH": str(TESTS.parent / "src")}
WAYS = [(order, memory) for order in ("rising", "scattered") for memory in ("memory", "mapped")]
SIZE = 2_500_000  # entries of one byte: three digest chunks


def harness(mode: str, order: str, memory: str, count: int) -> int:
    """What tests/filling.py reports; in memory where the system has a folder there, as the disk is not in question."""
    folder = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
    command = [sys.executable, str(TESTS / "filling.py"), mode, order, memory, str(count)]
    done = subprocess.run(command, env=ENVIRONMENT | folder, capture_output=True, encoding="utf-8", timeout=1800)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the harness forks")
@pytest.mark.parametrize(("order", "memory"), WAYS)
def test_kill_at_random_moments_changes_no_byte(order: str, memory: str) -> None:
    assert harness("kills", order, memory, KILLS) > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the harness forks")
@pytest.mark.parametrize(("order", "memory"), [("rising", "memory"), ("scattered", "mapped")])
def test_kill_at_every_step_changes_no_byte(order: str, memory: str) -> None:
    assert harness("steps", order, memory, 0) > 30


# ---- flipped bits and cut files


def values() -> np.ndarray:
    return (np.arange(SIZE) * 37 % 253).astype(np.uint8)


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """A finished table of three chunks."""
    path = tmp_path / "table.npy"
    table = create_table(path, (SIZE,), "|u1", "a game")
    table.array[:] = values()
    table.note(Chunk(SIZE, SIZE, "entries", {}, filled=((0, SIZE),)))
    table.finish()
    return path


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """A table of which the first 2,000,000 entries and 1,000 far ones are saved."""
    path = tmp_path / "table.npy"
    table = create_table(path, (SIZE,), "|u1", "a game", about(Run(("table",), "a game")))
    table.array[:] = values()
    table.note(Chunk(1, 2, "parts", {"part": 1}, "much", ((0, 2_000_000), (2_200_000, 2_201_000))))
    table.save()
    table.close()
    return path


def flip(path: Path, bit: int) -> None:
    with open(path, "r+b") as stream:
        stream.seek(bit // 8)
        (byte,) = stream.read(1)
        stream.seek(bit // 8)
        stream.write(bytes([byte ^ 1 << bit % 8]))


@contextmanager
def flipped(path: Path, bit: int) -> Iterator[None]:
    flip(path, bit)
    yield
    flip(path, bit)


def bits(path: Path, count: int) -> list[int]:
    """The first and last bits of a file and random ones between."""
    size = 8 * path.stat().st_size
    chance = random.Random(count)
    return [0, 1, 7, 8, size - 8, size - 1, *(chance.randrange(size) for _ in range(count))]


def test_flipped_bit_in_a_table_is_reported_with_its_place(finished: Path) -> None:
    for bit in bits(finished, 60):
        number = bit // 8 // 2**20
        with flipped(finished, bit), pytest.raises(StoreError, match=f"chunk {number} .*is damaged"):
            open_table(finished).whole()
    assert np.array_equal(open_table(finished).whole(), values())


def test_damage_elsewhere_does_not_hinder_reading(finished: Path) -> None:
    flip(finished, 8 * 1_500_000)  # in chunk 1
    table = open_table(finished)
    assert np.array_equal(table.read(0, 900_000), values()[:900_000])
    assert np.array_equal(table.read(2_200_000, SIZE), values()[2_200_000:])
    with pytest.raises(StoreError, match=r"chunk 1 \(bytes 1048576\.\.2097151\) is damaged"):
        table.read(900_000, 1_100_000)


def test_flipped_bit_in_a_digest_file_is_reported(finished: Path) -> None:
    digests = Path(f"{finished}.sha256")
    for bit in bits(digests, 300):
        with flipped(digests, bit), pytest.raises(StoreError, match=r"table\.npy\.sha256: "):
            open_table(finished)


def test_flipped_bit_in_an_unfinished_table_is_reported(unfinished: Path) -> None:
    data = Path(f"{unfinished}.partial")
    for bit in bits(data, 60):
        entry = bit // 8 - 128
        with flipped(data, bit):
            if entry < 2_000_000 or 2_200_000 <= entry < 2_201_000:
                with pytest.raises(StoreError, match=f"chunk {bit // 8 // 2**20} .*is damaged"):
                    resume_table(unfinished)
            else:  # not right yet, whatever it holds
                resume_table(unfinished).close()


def test_flipped_bit_in_a_checkpoint_is_reported(unfinished: Path) -> None:
    digests = Path(f"{unfinished}.partial.sha256")
    for bit in bits(digests, 300):
        with flipped(digests, bit), pytest.raises(StoreError, match=r"table\.npy\.partial\.sha256: "):
            resume_table(unfinished)
    table = resume_table(unfinished)
    assert table.state == {"part": 1}
    assert np.array_equal(table.array[:2_000_000], values()[:2_000_000])


def test_flipped_bit_in_the_store_is_reported_or_changes_nothing(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    for n in range(3):
        run = Run(("count", str(n)), "counting", key="k", state={"n": n, "seen": list(range(40))})
        _, lock = add_run(store, run)
        lock.release()
    whole = {run.number: run for run in list_runs(store)}
    reported = 0
    for bit in bits(store, 300):
        with flipped(store, bit):
            for number in whole:
                try:
                    assert get_run(store, number) == whole[number], f"bit {bit}"
                except StoreError:
                    reported += 1
            try:
                listed = list_runs(store)
            except StoreError:
                continue
            assert all(run.status == "damaged" or run == whole[run.number] for run in listed), f"bit {bit}"
    assert reported > 20
    assert {run.number: run for run in list_runs(store)} == whole


@pytest.mark.parametrize("keep", [0, 1, 100, 128, 2**20, SIZE + 127])
def test_cut_table_is_reported(finished: Path, keep: int) -> None:
    os.truncate(finished, keep)
    with pytest.raises(StoreError, match=f"expected {SIZE + 128} bytes, found {keep}; the table is not used"):
        open_table(finished)


@pytest.mark.parametrize("suffix", [".sha256", ".partial.sha256"])
def test_cut_digest_file_is_reported(finished: Path, suffix: str, tmp_path: Path) -> None:
    digests = Path(f"{finished}.sha256")
    text = digests.read_bytes()
    lines = text.splitlines(keepends=True)
    for keep in [*range(0, len(text) - 1, 23), len(lines[0]), len(text) - 1, len(text) - len(lines[-1])]:
        digests.write_bytes(text[:keep])
        with pytest.raises(StoreError):
            open_table(finished)
    digests.write_bytes(b"".join([*lines[:1], *lines[2:]]))
    with pytest.raises(StoreError, match="damaged"):
        open_table(finished)


def test_cut_or_missing_unfinished_table_is_reported(unfinished: Path) -> None:
    data = Path(f"{unfinished}.partial")
    os.truncate(data, 10**6)
    with pytest.raises(StoreError, match="expected 2500128 bytes, found 1000000"):
        resume_table(unfinished)
    data.unlink()
    with pytest.raises(StoreError, match="No such file"):
        resume_table(unfinished)


def test_table_of_another_run_is_reported(finished: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.npy"
    table = create_table(other, (SIZE,), "|u1", "a game")
    table.note(Chunk(1, 1, "steps", {}, filled=((0, SIZE),)))
    table.finish()
    shutil.copy(other, finished)
    with pytest.raises(StoreError, match=r"chunk 0 .*is damaged"):
        open_table(finished).whole()


# ---- disks that are full, folders that cannot be written


@contextmanager
def no_file_above(size: int) -> Iterator[None]:
    """The system refuses larger files: what a full disk looks like from here."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("mapped", [False, True])
def test_disk_without_room_is_said_at_once(tmp_path: Path, mapped: bool) -> None:
    with (
        no_file_above(10**6),
        pytest.raises(StoreError, match=r"table\.npy\.partial: cannot be written: File too large"),
    ):
        create_table(tmp_path / "table.npy", (SIZE,), "|u1", "a game", mapped=mapped)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mapped", [False, True])
def test_no_room_to_widen_keeps_the_narrow_table(tmp_path: Path, mapped: bool) -> None:
    path = tmp_path / "table.npy"
    table = create_table(path, (SIZE,), "|u1", "a game", mapped=mapped)
    table.array[:] = values()
    table.note(Chunk(1, 2, "halves", {"half": 1}, filled=((0, SIZE // 2),)))
    with no_file_above(SIZE + 128), pytest.raises(StoreError, match="cannot be written: File too large"):
        table.widen("<u2")
    table.save()  # as the loop does when the engine has failed
    table.close()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["table.npy.partial", "table.npy.partial.sha256"]
    again = resume_table(path)
    assert again.state == {"half": 1} and again.array.dtype == np.uint8
    assert np.array_equal(again.array[: SIZE // 2], values()[: SIZE // 2])


def failing(problem: OSError, after: int) -> Callable[..., Any]:
    """An os.fsync that fails from the `after`-th call on."""
    calls = 0
    real = os.fsync

    def fsync(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls > after:
            raise problem
        real(handle)

    return fsync


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_widening_that_fails_keeps_the_narrow_table(
    unfinished: Path, monkeypatch: pytest.MonkeyPatch, mapped: bool, after: int
) -> None:
    table = resume_table(unfinished, mapped=mapped)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "more", ((2_000_000, 2_200_000),)))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(OSError(28, "No space left on device"), after))
        with pytest.raises(StoreError, match="cannot be written: No space left on device"):
            table.widen("<u2")
    assert table.array.dtype == np.uint8
    table.save()  # as the loop does when the engine has failed
    table.close()
    again = resume_table(unfinished)
    assert again.array.dtype == np.uint8 and again.state == {"part": 2}
    assert np.array_equal(again.array[:2_201_000], values()[:2_201_000])
    assert len(list(unfinished.parent.iterdir())) == 3  # data, digests, lock


def test_what_could_not_be_written_is_written_later(unfinished: Path) -> None:
    table = resume_table(unfinished, mapped=False)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "all", ((2_000_000, SIZE),)))
    with no_file_above(10**6), pytest.raises(StoreError, match="cannot be written: File too large"):
        table.save()
    table.finish()
    assert np.array_equal(open_table(unfinished).whole(), values())


@pytest.mark.parametrize("after", range(4))
def test_disk_that_fills_while_saving_loses_nothing_said(
    unfinished: Path, monkeypatch: pytest.MonkeyPatch, after: int
) -> None:
    table = resume_table(unfinished)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "all", ((2_000_000, SIZE),)))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(OSError(28, "No space left on device"), after))
        if after < 3:
            with pytest.raises(StoreError, match="cannot be written: No space left on device"):
                table.save()
        else:
            table.save()
    table.close()
    again = resume_table(unfinished)
    assert again.state in ({"part": 1}, {"part": 2})
    again.array[2_000_000:] = values()[2_000_000:]
    again.note(Chunk(2, 2, "parts", {"part": 2}, "all", ((2_000_000, SIZE),)))
    again.finish()
    assert np.array_equal(open_table(unfinished).whole(), values())


def test_disk_that_is_free_again_is_used(unfinished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = resume_table(unfinished)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "all", ((2_000_000, SIZE),)))
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", failing(OSError(28, "No space left on device"), 0))
        with pytest.raises(StoreError):
            table.finish()
    table.finish()
    assert np.array_equal(open_table(unfinished).whole(), values())


def counting(state: Any) -> Iterator[Chunk]:
    for n in range(state["n"] if state else 0, 60):
        time.sleep(0.001)
        yield Chunk(n + 1, 60, "numbers", {"n": n + 1})
    return "counted"


@pytest.mark.parametrize("place", ["/proc/grundy/runs.sqlite", "{tmp}/file/grundy/runs.sqlite", "{tmp}/folder"])
def test_home_that_cannot_be_written_changes_no_answer(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loop, "LONG", 0.0)
    monkeypatch.setattr(loop, "TICK", 0.002)
    monkeypatch.setattr("grundy.runs.recorder.LONG", 0.0)
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    said: list[str] = []
    store = Path(place.format(tmp=tmp_path))
    outcome = perform(counting, Run(("count",), "counting"), store=store, say=said.append, every=0.0)
    assert outcome.value == "counted"
    assert len(said) == 1 and said[0].startswith(("not saved: ", "not recorded: "))  # this was said twice


def test_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("/proc", str(tmp_path / "file"), str(tmp_path / "none")):
        with pytest.raises(StoreError, match="cannot be written: "):
            create_table(Path(folder, "table.npy"), (10,), "|u1", "a game")


def test_store_on_a_full_disk_keeps_what_it_had(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    run, lock = add_run(store, Run(("count",), "counting", state={"n": 1}))
    with no_file_above(store.stat().st_size), pytest.raises(StoreError, match=r"runs\.sqlite: "):
        update_run(store, replace(run, state={"n": 2, "digits": "7" * 10**5}))
    assert get_run(store, 1).state == {"n": 1}
    lock.release()
    with sqlite3.connect(store) as db:
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_write_aside_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "it"
    durable.replace_file(path, b"old")
    with no_file_above(10), pytest.raises(StoreError, match="it: cannot be written: File too large"):
        durable.replace_file(path, b"new" * 100)
    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("it", b"old")]


# ---- two at once


def test_two_processes_on_one_table(unfinished: Path) -> None:
    table = resume_table(unfinished)
    code = (
        "import sys; from pathlib import Path; from grundy.runs.table_file import *\n"
        "try: resume_table(Path(sys.argv[1]))\n"
        "except Exception as problem: print(type(problem).__name__, problem)"
    )
    command = [sys.executable, "-c", code, str(unfinished)]
    done = subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=240)
    assert done.stdout.startswith("StoreError") and f"is being worked on by process {os.getpid()}" in done.stdout
    table.close()
    assert subprocess.run(command, env=ENVIRONMENT, capture_output=True, encoding="utf-8", timeout=240).stdout == ""


def test_two_resumes_of_one_run(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    _, lock = add_run(store, Run(("count",), "counting", key="k", state={"n": 1}))
    with pytest.raises(StoreError, match="run 1 is being worked on"):
        resume("1", store)
    lock.release()
    resumed = resume("1", store)  # both have asked before either began
    first = start("resume", store)
    while get_run(store, 1).status != "running":
        time.sleep(0.01)
    with pytest.raises(StoreError, match=f"run 1 is being worked on by process {first.pid}"):
        perform(counting, Run(("count",), "counting", key="k"), store=store, resumed=resumed)
    assert first.wait(30) == 0
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
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    return process


def wait_for_work(process: subprocess.Popen[str], kind: str, store: Path) -> None:
    """Until steps are done, and the chunk of 20 s has begun where there is one: after seconds on a busy machine."""
    if kind == "brisk":
        while not list_runs(store) or not get_run(store, 1).done:
            time.sleep(0.01)
    else:
        assert process.stdout is not None and process.stdout.readline() == "at work\n"
        time.sleep(0.1)


def stopped(process: subprocess.Popen[str], number: int) -> tuple[int, float, str]:
    """Send a signal; the exit status, the seconds until the first word, and all that was said."""
    began = time.monotonic()
    process.send_signal(number)
    assert process.stdout is not None
    first = process.stdout.readline()
    seconds = time.monotonic() - began
    said = first + process.stdout.read()
    return process.wait(240), max(seconds, time.monotonic() - began), said


@pytest.mark.parametrize("kind", ["brisk", "kernel", "python"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupt_is_answered_within_a_second(tmp_path: Path, kind: str, number: int) -> None:
    store = tmp_path / "runs.sqlite"
    process = start(kind, store)
    wait_for_work(process, kind, store)
    status, seconds, said = stopped(process, number)
    word = "interrupted" if number == signal.SIGINT else "terminated"
    assert status == (130 if number == signal.SIGINT else 143)
    assert seconds < 10, said  # a second, and what a busy machine adds; the chunk would take 20
    first, *_, last = said.splitlines()
    assert first.startswith(f"{word}; known so far: steps 1..")
    assert last == "go on with: grundy resume 1"
    run = get_run(store, 1)
    assert (run.status, run.state) == (word, {"n": run.done})
    assert f"steps 1..{run.done}" in said


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_kernel_that_does_not_end_leaves_no_lock_of_its_table(tmp_path: Path, number: int) -> None:
    """The process ends while the engine still writes: the lock is held to the last moment, and then its file goes."""
    path = tmp_path / "table.npy"
    process = start("kernel", tmp_path / "runs.sqlite", str(path))
    wait_for_work(process, "kernel", tmp_path / "runs.sqlite")
    assert partial(path).exists() and list(tmp_path.glob("*.lock"))
    status, _, said = stopped(process, number)
    assert status == (130 if number == signal.SIGINT else 143), said
    assert not list(tmp_path.glob("*.lock"))
    resume_table(path).close()


def test_interrupt_at_any_moment(tmp_path: Path) -> None:
    chance = random.Random(7)
    for trial in range(10):
        store = tmp_path / f"{trial}.sqlite"
        process = start("brisk", store)
        time.sleep(chance.uniform(0, 0.15))
        status, seconds, said = stopped(process, signal.SIGINT)
        assert status == 130 and seconds < 10, said
        assert "interrupted" in said and "Traceback" not in said
        runs = list_runs(store)
        assert "nothing was kept" in said or said == "interrupted\n" or runs[0].state == {"n": runs[0].done}


def test_killed_run_goes_on(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    process = start("brisk", store)
    wait_for_work(process, "brisk", store)
    time.sleep(0.2)
    process.kill()
    process.wait(240)
    run = get_run(store, 1)
    assert run.status == "killed" and run.state == {"n": run.done} and run.done > 0
    with start("resume", store) as again:
        assert again.wait(30) == 0
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
def test_interrupted_table_is_closed_and_goes_on(tmp_path: Path, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grundy.runs.recorder.LONG", 0.0)
    path, store = tmp_path / "table.npy", tmp_path / "runs.sqlite"

    def work(table: TableFile) -> Callable[..., Iterator[Chunk]]:
        def fill(state: Any) -> Iterator[Chunk]:
            for part in range(state["part"] if state else 0, 50):
                time.sleep(0.004)
                table.array[part * 10 : part * 10 + 10] = part
                yield Chunk(part + 1, 50, "parts", {"part": part + 1}, "", ((part * 10, part * 10 + 10),))

        return fill

    run = Run(("table",), "a game", key="k")
    table = create_table(path, (500,), "|u1", "a game", about(run))
    outcome = perform(work(table), run, table=table, time_limit=0.1, store=store)
    assert outcome.status == "out of time" and outcome.saved and outcome.resume == str(path)
    for _ in range(20):
        again = resume(outcome.resume, store) if by == "file" else resume("1", store)
        assert (again.run.number, again.table) == (1, path)
        assert again.run.command == ("table",)
        table = resume_table(path, "a game")
        assert table.state == again.state
        outcome = perform(work(table), run, table=table, resumed=again, time_limit=0.1, store=store)
        if outcome.status == "finished":
            break
    assert np.array_equal(open_table(path).whole(), np.arange(500) // 10)
    (only,) = list_runs(store)
    assert (only.status, only.table, only.done) == ("finished", str(path), 50)
    with pytest.raises(StoreError, match="run 1 is finished"):
        resume("1", store)


def test_table_in_memory_is_never_resumed_without_its_entries(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The state would say that the first half is right, of an array that is empty in the next process."""
    monkeypatch.setattr(loop, "LONG", 0.0)
    monkeypatch.setattr("grundy.runs.recorder.LONG", 0.0)
    store = tmp_path / "runs.sqlite"
    table = MemoryTable((1000,), "|u1")

    def fill(state: Any) -> Iterator[Chunk]:
        for part in range(1000):
            time.sleep(0.004)
            table.array[part] = 1
            yield Chunk(part + 1, 1000, "entries", {"next": part + 1}, "", ((part, part + 1),))

    outcome = perform(fill, Run(("table",), "a game"), store=store, time_limit=0.2, every=0.01)
    assert not outcome.saved and outcome.resume == ""
    assert get_run(store, 1).done > 0 and get_run(store, 1).state is None
    with pytest.raises(StoreError, match="run 1 kept nothing to go on from"):
        resume("1", store)


def test_table_that_only_its_file_knows_goes_on(unfinished: Path) -> None:
    for target in (unfinished, Path(f"{unfinished}.partial"), Path(f"{unfinished}.partial.sha256")):
        found = resume(str(target), None)
        assert (found.run.command, found.table, found.state) == (("table",), unfinished, {"part": 1})
        assert found.run.folder == os.getcwd()

"""Whatever happens to long work - kill -9, flipped bits, a full disk, Ctrl-C - is survived or said, never used.

GRUNDY_KILLS=500 in the environment asks for that many random kills in each way to fill a table.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from entries import SIZE, values
from performing import perform
from steps import Steps

from grundy.errors import StoreError
from grundy.model.run import Run
from grundy.runs import durable
from grundy.runs.chunk import Chunk
from grundy.runs.store import add_run, get_run, list_runs, update_run
from grundy.runs.table_file import create_table, read_partial, resume_table
from grundy.runs.table_read import open_table

TESTS = Path(__file__).parents[1]
KILLS = int(os.environ.get("GRUNDY_KILLS", "12"))
ENVIRONMENT = os.environ | {"PYTHONPATH": str(TESTS.parent / "src")}
WAYS = [(order, memory) for order in ("rising", "scattered") for memory in ("memory", "mapped")]


def harness(mode: str, order: str, memory: str, count: int) -> int:
    """What tests/filling.py reports; in memory where the system has a folder there, as the disk is not in question."""
    folder = {"TMPDIR": "/dev/shm"} if os.access("/dev/shm", os.W_OK) else {}
    command = [sys.executable, str(TESTS / "filling.py"), mode, order, memory, str(count)]
    done = subprocess.run(command, env=ENVIRONMENT | folder, capture_output=True, encoding="utf-8", timeout=None)
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


@contextmanager
def full_disk(after: int = 0) -> Iterator[None]:
    """No room is left on the disk after so many calls of os.fsync."""
    calls = 0
    real = os.fsync

    def fsync(handle: int) -> None:
        nonlocal calls
        calls += 1
        if calls > after:
            raise OSError(28, "No space left on device")
        real(handle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        yield


@pytest.mark.parametrize("mapped", [False, True])
@pytest.mark.parametrize("after", [0, 1, 2, 3])
def test_widening_that_fails_keeps_the_narrow_table(unfinished: Path, mapped: bool, after: int) -> None:
    table = resume_table(unfinished, mapped=mapped)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "more", ((2_000_000, 2_200_000),)))
    with full_disk(after), pytest.raises(StoreError, match="cannot be written: No space left on device"):
        table.widen("<u2")
    assert table.array.dtype == np.uint8
    data = {(read_partial(unfinished).run or {})["data"], f"{unfinished.name}.partial"}
    assert {path.name for path in unfinished.parent.glob("*.partial*")} == {*data, f"{unfinished.name}.partial.sha256"}
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
def test_disk_that_fills_while_saving_loses_nothing_said(unfinished: Path, after: int) -> None:
    table = resume_table(unfinished)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "all", ((2_000_000, SIZE),)))
    with full_disk(after):
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


def test_disk_that_is_free_again_is_used(unfinished: Path) -> None:
    table = resume_table(unfinished)
    table.array[:] = values()
    table.note(Chunk(2, 2, "parts", {"part": 2}, "all", ((2_000_000, SIZE),)))
    with full_disk(), pytest.raises(StoreError):
        table.finish()
    table.finish()
    assert np.array_equal(open_table(unfinished).whole(), values())


def counting(state: Any) -> Iterator[Chunk]:
    for n in range(state["n"] if state else 0, 60):
        yield Chunk(n + 1, 60, "numbers", {"n": n + 1})
    return "counted"


@pytest.mark.parametrize("place", ["/proc/grundy/runs.sqlite", "{tmp}/file/grundy/runs.sqlite", "{tmp}/folder"])
def test_home_that_cannot_be_written_changes_no_answer(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    said: list[str] = []
    store = Path(place.format(tmp=tmp_path))
    with Steps(each=1.0):
        outcome = perform(counting, Run(("count",), "counting"), store=store, say=said.append)
    assert outcome.value == "counted"
    assert len(said) == 1 and said[0].startswith(("not saved: ", "not recorded: "))  # this was said twice


def test_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in ("/proc", str(tmp_path / "file"), str(tmp_path / "none")):
        with pytest.raises(StoreError, match="cannot be written: "):
            create_table(Path(folder, "table.npy"), (10,), "|u1", "a game")


def test_a_link_to_nothing_is_there_already(tmp_path: Path) -> None:
    """The table took the place of the link, without --overwrite."""
    link = tmp_path / "table.npy"
    link.symlink_to(tmp_path / "elsewhere" / "table.npy")
    with pytest.raises(StoreError, match="there already"):
        create_table(link, (10,), "|u1", "a game")
    assert link.is_symlink()


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

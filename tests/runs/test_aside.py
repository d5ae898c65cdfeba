"""Files that are written aside: by several at a time, and after a kill."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from limits import set_limits
from test_faults import ENVIRONMENT

from grundy.errors import StoreError
from grundy.runs import durable as aside
from grundy.runs.durable import beside, replace_file, replacing

WRITER = """
import signal, sys
from pathlib import Path
from grundy.runs.durable import replacing
with replacing(Path(sys.argv[1]), b"killed" * 1000):
    print("written aside", flush=True)
    signal.pause()
"""
MANY = """
import sys
from pathlib import Path
from grundy.runs.durable import replace_file
for number in range(150):
    replace_file(Path(sys.argv[1]), sys.argv[2].encode() * (1 + 997 * number))
"""


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def killed(path: Path, count: int = 1) -> None:
    """Writers that are killed together before they rename what they have written."""
    command = [sys.executable, "-c", WRITER, str(path)]
    begun = [subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, encoding="utf-8") for _ in range(count)]
    for process in begun:
        assert process.stdout is not None and process.stdout.readline() == "written aside\n"
    for process in begun:
        process.send_signal(signal.SIGKILL)
        process.communicate()


@pytest.mark.parametrize("count", [1, 3])
def test_what_a_kill_leaves_is_removed_by_the_next_writer(tmp_path: Path, count: int) -> None:
    path = tmp_path / "it"
    killed(path, count)
    assert names(tmp_path) == ["it.new", "it.new-2", "it.new-3"][:count]
    (tmp_path / "it.new").chmod(0o400)
    replace_file(path, b"whole")
    assert names(tmp_path) == ["it"] and path.read_bytes() == b"whole"
    umask = os.umask(0)
    os.umask(umask)
    assert path.stat().st_mode & 0o777 == 0o666 & ~umask  # not that of what was left


def test_two_who_write_one_file_at_a_time(tmp_path: Path) -> None:
    """Both wrote the same file beside it: one was renamed while the other was in the midst of it, and refused."""
    path = tmp_path / "it"
    with replacing(path, b"first" * 1000) as aside:
        with replacing(path, b"second" * 1000) as other:
            assert aside != other and aside.read_bytes() == b"first" * 1000
        assert path.read_bytes() == b"second" * 1000
    assert path.read_bytes() == b"first" * 1000 and names(tmp_path) == ["it"]


def test_processes_that_write_one_file_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "it"
    path.write_bytes(b"a")
    begun = [
        subprocess.Popen([sys.executable, "-c", MANY, str(path), letter], env=ENVIRONMENT, stderr=subprocess.PIPE)
        for letter in "abc"
    ]
    while any(process.poll() is None for process in begun):
        data = path.read_bytes()
        assert set(data) == {data[0]} and (len(data) - 1) % 997 == 0  # one that was written as a whole
    assert [(process.communicate()[1], process.returncode) for process in begun] == [(b"", 0)] * 3
    assert len(path.read_bytes()) == 1 + 997 * 149 and names(tmp_path) == ["it"]


def test_what_is_no_file_of_ours_is_not_in_the_way(tmp_path: Path) -> None:
    """A link was followed, and what it led to was lost; a folder of that name was an error."""
    path, mine = tmp_path / "it", tmp_path / "mine"
    mine.write_bytes(b"mine")
    (tmp_path / "it.new").symlink_to(mine)
    (tmp_path / "it.new-2").mkdir()
    os.mkfifo(tmp_path / "it.new-3")
    (tmp_path / "it.new-4").symlink_to(tmp_path / "nothing")
    replace_file(path, b"whole")
    assert path.read_bytes() == b"whole" and mine.read_bytes() == b"mine"
    assert names(tmp_path) == ["it", *(f"it.new{end}" for end in ("", "-2", "-3", "-4")), "mine"]


def test_a_folder_that_is_not_there_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"no/it: cannot be written: No such file or directory"):
        replace_file(tmp_path / "no" / "it", b"whole")


def test_nothing_is_left_where_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="refused"), replacing(tmp_path / "it", b"whole"):
        raise ValueError("refused")
    assert names(tmp_path) == []


class Windows:
    """What `msvcrt` does, as far as it is used here: a byte of a file is locked for one open file at a time."""

    LK_NBLCK = 2

    def __init__(self) -> None:
        self.locked: dict[tuple[int, int, int], int] = {}

    def locking(self, handle: int, mode: int, count: int) -> None:
        assert (mode, count) == (self.LK_NBLCK, 1)
        file, place = os.fstat(handle), os.lseek(handle, 0, os.SEEK_CUR)
        key = file.st_dev, file.st_ino, place
        if self.is_held(key, handle):
            raise PermissionError("locked by another")
        self.locked[key] = handle

    def is_held(self, key: tuple[int, int, int], handle: int) -> bool:
        holder = self.locked.get(key)
        try:
            return holder not in (None, handle) and os.path.samestat(os.fstat(holder or 0), os.fstat(handle))
        except OSError:  # it is closed: its lock has ended
            return False


def test_two_writers_of_a_file_are_kept_apart_on_windows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There each took the other's file for one that a kill had left."""
    windows = Windows()
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setitem(sys.modules, "msvcrt", windows)
    path = tmp_path / "it.new"
    path.write_bytes(b"left by a kill")
    with beside(path) as (first, one):
        one.write(b"one")
        with beside(path) as (second, two):
            two.write(b"two")
            two.flush()
            one.flush()
            assert (first.name, second.name) == ("it.new", "it.new-2")
            assert (first.read_bytes(), second.read_bytes()) == (b"one", b"two"), "no lock is in what is written"
    assert names(tmp_path) == []


@pytest.mark.skipif(sys.platform == "win32", reason="there a file system without locks must not stop a writer for ever")
def test_nobody_writes_without_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long another looks whether a kill has left the file: without a lock it would be taken for such a one."""
    answers = iter([False, False, False, True])
    set_limits(monkeypatch, "runs.durable", PATIENCE=0.0)
    monkeypatch.setattr(aside, "try_lock", lambda stream: next(answers))
    stream = aside._opened(tmp_path / "f.new")
    assert stream is not None and list(answers) == []
    stream.close()

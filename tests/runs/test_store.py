"""The store: what is written comes back or is reported; newer, older, foreign and damaged stores; table files."""

from __future__ import annotations

import os
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from drawing import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from limits import set_limits

from grundy.cli.runs import store_path
from grundy.errors import StoreError
from grundy.model.run import Run
from grundy.runs import store as stored
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK
from grundy.runs.durable import digest, plain_json
from grundy.runs.lock import held, take
from grundy.runs.resume import resume
from grundy.runs.store import add_run, default_store, get_run, latest_runs, list_runs, require_store, update_run
from grundy.runs.table_file import TableFile, create_table, resume_table
from grundy.runs.table_read import open_table

RUN = Run(
    ("table", "my_game.py", "--states", "1048576"),
    "my_game.py:chess_row",
    {"width": 20, "misere": False},
    key="sha256:ab",
    version="0.1.0",
    machine="a machine",
    table="/somewhere/rows.npy",
    known="values of 0..9,999",
    state={"next": 10_000, "seen": [1, 2, 3], "name": "é"},
)


def recorded(store: Path, run: Run = RUN) -> Run:
    numbered, lock = add_run(store, run)
    lock.release()
    return numbered


def test_what_is_recorded_comes_back(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    run, lock = add_run(store, RUN)
    assert run == replace(RUN, number=1)
    assert list_runs(store) == [run]  # running, as its lock is held
    lock.release()
    assert list_runs(store) == [replace(run, status="killed")]
    update_run(store, replace(run, status="finished", state=None, result=[2**70, None], seconds=1.5))
    assert get_run(store, 1) == replace(run, status="finished", state=None, result=[2**70, None], seconds=1.5)


def test_runs_are_numbered_and_never_mixed(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    for n in range(1, 6):
        assert recorded(store, replace(RUN, game=f"game {n}")).number == n
    assert [run.game for run in list_runs(store)] == [f"game {n}" for n in range(1, 6)]


def test_reading_makes_no_store(tmp_path: Path) -> None:
    store = tmp_path / "none" / "runs.sqlite"
    assert list_runs(store) == []
    with pytest.raises(StoreError, match="there is no run 1"):
        get_run(store, 1)
    assert list(tmp_path.iterdir()) == []


def test_default_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert default_store() == tmp_path / ".local/share/grundy/runs.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_store() == tmp_path / ".local/share/grundy/runs.sqlite"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert default_store() == store_path(None, False) == tmp_path / "data/grundy/runs.sqlite"
    assert store_path(None, True) is None
    assert store_path(str(tmp_path / "mine"), False) == tmp_path / "mine"
    assert (tmp_path / "mine").exists()
    with pytest.raises(StoreError, match="cannot be written"):
        store_path(str(tmp_path / "mine" / "below a file"), False)


# ---- versions


def test_newer_store_is_refused_untouched(tmp_path: Path) -> None:
    store = tmp_path / "runs.sqlite"
    recorded(store)
    with sqlite3.connect(store) as db:
        db.execute(f"PRAGMA user_version = {len(stored.MIGRATIONS) + 1}")
    before = store.read_bytes()
    for action in (list_runs, require_store, recorded, lambda path: get_run(path, 1)):
        with pytest.raises(StoreError, match="has version 3, and this grundy knows 2; a newer grundy reads it"):
            action(store)
    assert store.read_bytes() == before


def test_older_store_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "runs.sqlite"
    run = recorded(store)
    set_limits(monkeypatch, "runs", MIGRATIONS=(*stored.MIGRATIONS, "ALTER TABLE run ADD COLUMN note TEXT"))
    assert get_run(store, 1) == replace(run, status="killed")
    with sqlite3.connect(store) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (len(stored.MIGRATIONS),)
        assert db.execute("SELECT note FROM run").fetchall() == [(None,)]


def test_store_of_the_first_version_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "runs.sqlite"
    with monkeypatch.context() as patch:
        set_limits(patch, "runs", MIGRATIONS=stored.MIGRATIONS[:1])
        put = "UPDATE run SET record = ?, state = ?, sha256 = ? WHERE number = ?"
        run = Run(("table", "a.py"), "a.py:game", key="k", status="interrupted", state={"n": 7}, number=1)
        record, state = plain_json({name: getattr(run, name) for name in stored.RECORDED}), plain_json(run.state)
        require_store(store)
        with sqlite3.connect(store) as db:
            db.execute("INSERT INTO run (record, sha256) VALUES ('', '')")
            db.execute(put, (record, state, digest(plain_json([1, record, state]).encode("ascii")), 1))
    assert list_runs(store) == [run]
    assert resume("", store).state == {"n": 7}
    recorded(store)
    assert [one.number for one in latest_runs(store)] == [2, 1]


def test_run_that_was_stopped_last_is_known_though_the_clock_went_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = tmp_path / "runs.sqlite"
    for clock in ("2026-11-21T05:16:00Z", "2199-12-31T23:59:59Z", "1970-01-01T00:00:09Z"):
        monkeypatch.setattr(stored, "now", lambda clock=clock: clock)
        run = Run(("count",), "counting", status="out of time", state={"at": clock}, started=clock, updated=clock)
        _, lock = add_run(store, run)
        lock.release()
    assert resume("", store).state == {"at": "1970-01-01T00:00:09Z"}  # by `updated` it was that of 2199
    update_run(store, replace(get_run(store, 1), state={"at": "later"}))
    assert resume("", store).state == {"at": "later"}


def test_a_migration_that_fails_leaves_the_old_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = tmp_path / "runs.sqlite"
    run = recorded(store)
    before = store.read_bytes()
    script = "ALTER TABLE run ADD COLUMN note TEXT;\nALTER TABLE walk ADD COLUMN note TEXT"
    with monkeypatch.context() as patch:
        set_limits(patch, "runs", MIGRATIONS=(*stored.MIGRATIONS, script))
        with pytest.raises(StoreError, match="no such table: walk"):
            list_runs(store)
    assert store.read_bytes() == before
    assert get_run(store, 1).number == run.number


@pytest.mark.parametrize("content", [b"rows.npy\n" * 200, b"SQLite format 3\x00" + bytes(4000)])
def test_foreign_file_is_refused(tmp_path: Path, content: bytes) -> None:
    store = tmp_path / "notes.txt"
    store.write_bytes(content)
    for action in (list_runs, require_store):
        with pytest.raises(StoreError, match=r"notes\.txt"):
            action(store)
    assert store.read_bytes() == content


def test_database_of_another_program_is_refused(tmp_path: Path) -> None:
    store = tmp_path / "mail.sqlite"
    with sqlite3.connect(store) as db:
        db.execute("CREATE TABLE mail (sender TEXT)")
    before = store.read_bytes()
    with pytest.raises(StoreError, match="expected a store of grundy's, found something else"):
        require_store(store)
    assert store.read_bytes() == before


# ---- locks


def test_lock_keeps_others_out_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "it.lock"
    assert not held(path)
    lock = take(path, "run 1")
    assert held(path)
    with pytest.raises(StoreError, match=f"run 1 is being worked on by process {os.getpid()}"):
        take(path, "run 1")
    lock.release()
    assert not path.exists() and not held(path)
    take(path, "run 1").release()


def test_whoever_waits_for_a_lock_gets_the_one_that_others_see(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "it.lock"
    first = take(path, "run 1")
    # while the other waits, having opened it, the file is removed
    monkeypatch.setattr(CLOCK, "sleep", lambda seconds: first.release())
    got = take(path, "run 1")
    assert path.exists() and held(path)
    got.release()


def test_file_of_a_dead_holder_locks_nobody_out(tmp_path: Path) -> None:
    path = tmp_path / "it.lock"
    path.write_text("process 99999999")
    assert not held(path)
    take(path, "run 1").release()


# ---- table files


def filled(path: Path, values: np.ndarray, game: str = "a game") -> TableFile:
    table = create_table(path, values.shape, values.dtype.str, game)
    table.array[...] = values
    table.note(Chunk(1, 1, "steps", {"done": True}, filled=((0, values.size),)))
    return table


@pytest.mark.parametrize("dtype", ["|u1", "<u2", "<u4", "<u8"])
@pytest.mark.parametrize("shape", [(0,), (1,), (3, 5), (2, 3, 4), (700_001,)])
def test_finished_table_is_what_numpy_reads(tmp_path: Path, dtype: str, shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(1).integers(0, 256, shape).astype(dtype)
    path = tmp_path / "table.npy"
    filled(path, values).finish()
    loaded = np.load(path)
    assert loaded.dtype == values.dtype and np.array_equal(loaded, values)
    read = open_table(path, "a game").whole()
    assert read.shape == shape and np.array_equal(read, values) and not read.flags.writeable
    assert sorted(file.name for file in tmp_path.iterdir()) == ["table.npy", "table.npy.sha256"]


def test_digests_agree_with_other_tools(tmp_path: Path) -> None:
    import hashlib

    path = tmp_path / "table.npy"
    filled(path, np.arange(3 * 10**6, dtype=np.uint8)).finish()
    first, *chunks, last = Path(f"{path}.sha256").read_text().splitlines()
    assert first == 'grundy-table 1 {"dtype":"|u1","game":"a game","shape":[3000000]}'
    data = path.read_bytes()
    assert [line.split() for line in chunks] == [
        [str(at), str(len(part)), hashlib.sha256(part).hexdigest()]
        for at in range(0, len(data), 2**20)
        for part in [data[at : at + 2**20]]
    ]
    above = "".join(f"{line}\n" for line in [first, *chunks])
    assert last == f"sha256 {hashlib.sha256(above.encode()).hexdigest()}"


@settings(max_examples=examples(30))  # each waits for the disk some ten times
@given(st.lists(st.tuples(st.integers(0, 999), st.integers(1, 300)), max_size=12), st.booleans())
def test_unfinished_table_keeps_what_was_right(pieces: list[tuple[int, int]], mapped: bool) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.npy")
        table = create_table(path, (1300,), "|u1", "a game", mapped=mapped)
        right = np.zeros(1300, bool)
        for step, (start, length) in enumerate(pieces, 1):
            table.array[start : start + length] = np.arange(start, start + length) % 251
            right[start : start + length] = True
            table.note(Chunk(step, 0, "steps", {"step": step}, filled=((start, start + length),)))
            if step % 5 == 4:
                table.widen("<u2" if step < 8 else "<u4")
        table.save()
        table.close()
        again = resume_table(path, "a game", mapped=not mapped)
        assert again.state == ({"step": len(pieces)} if pieces else None)
        assert np.array_equal(again.array[right], (np.arange(1300) % 251)[right])
        again.close()


def test_nobody_overwrites_by_accident(tmp_path: Path) -> None:
    path = tmp_path / "table.npy"
    values = np.arange(10, dtype=np.uint8)
    table = filled(path, values)
    table.save()
    with pytest.raises(StoreError, match="is being worked on by process"):
        create_table(path, (10,), "|u1", "a game")
    table.close()
    with pytest.raises(StoreError, match="begun and not finished; 'grundy resume"):
        create_table(path, (10,), "|u1", "a game")
    resume_table(path).finish()
    with pytest.raises(StoreError, match="there already"):
        create_table(path, (10,), "|u1", "a game")
    table = create_table(path, (10,), "|u1", "a game", overwrite=True)
    assert np.array_equal(open_table(path).whole(), values)  # until the new one is finished
    table.close()
    with pytest.raises(StoreError, match="nothing to resume: no run has begun it"):
        resume_table(tmp_path / "other.npy")


def test_table_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.npy"
    table = filled(path, np.arange(10, dtype=np.uint8), "kayles")
    table.save()
    table.close()
    with pytest.raises(StoreError, match="expected a table of chomp, found one of kayles"):
        resume_table(path, "chomp")
    resume_table(path, "kayles").finish()
    with pytest.raises(StoreError, match="expected a table of chomp, found one of kayles"):
        open_table(path, "chomp")


def test_table_with_holes_is_never_finished(tmp_path: Path) -> None:
    path = tmp_path / "table.npy"
    table = create_table(path, (10,), "|u1", "a game")
    table.note(Chunk(1, 1, "steps", {}, filled=((0, 4), (5, 10))))
    with pytest.raises(StoreError, match="left entries out"):
        table.finish()
    assert not path.exists()


def test_entries_beyond_the_table_are_an_error(tmp_path: Path) -> None:
    table = create_table(tmp_path / "table.npy", (10,), "|u1", "a game")
    with pytest.raises(IndexError):
        table.note(Chunk(1, 1, "steps", {}, filled=((5, 11),)))


def test_foreign_array_is_refused(tmp_path: Path) -> None:
    np.save(tmp_path / "mine.npy", np.arange(10))
    with pytest.raises(StoreError, match=r"mine\.npy\.sha256: expected the digests of a table of grundy's"):
        open_table(tmp_path / "mine.npy")
    Path(tmp_path, "mine.npy.sha256").write_text("0123abcd  mine.npy\n")
    with pytest.raises(StoreError, match="found something else"):
        open_table(tmp_path / "mine.npy")


@pytest.mark.parametrize("damage", [b"run \xa8(", b"\x18un ("])
def test_what_sqlite_quotes_of_a_damaged_store_is_told_printably(tmp_path: Path, damage: bytes) -> None:
    """A quotation that is no UTF-8 ended in a traceback, and control characters were printed."""
    store = tmp_path / "runs.sqlite"
    recorded(store)
    data = store.read_bytes()
    assert b"CREATE TABLE run (" in data
    store.write_bytes(data.replace(b"CREATE TABLE run (", b"CREATE TABLE " + damage))
    with pytest.raises(StoreError, match="not used") as refused:
        list_runs(store)
    assert str(refused.value).isprintable()

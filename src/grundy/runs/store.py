"""The store: what long runs were asked, how far they are and what came out, in one SQLite file.

SQLite notices few flipped bits, so each row ends with the SHA-256 of the rest of it. A connection lives for one
operation: nothing is held open for hours, and any thread may save. Times are the wall clock's, for people;
`seconds` is measured by a clock that does not jump.
"""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import fields, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grundy.errors import StoreError
from grundy.folders import data_folder
from grundy.model.run import Run
from grundy.runs.durable import digest, plain_json
from grundy.runs.lock import Lock, held, take

if TYPE_CHECKING:
    import sqlite3

APPLICATION = 0x6772756E  # "grun": a file of another program is not touched
MIGRATIONS = (  # the n-th script makes version n + 1 of version n; a released script never changes
    """
    CREATE TABLE run (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        record TEXT NOT NULL,   -- JSON: all fields of a Run but its number and state
        state TEXT,             -- JSON: what the engine must be called with to go on
        sha256 TEXT NOT NULL    -- of number, record and state
    );
    """,
    """
    -- the later a run was written, the greater; clocks may jump
    ALTER TABLE run ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
    """,
)
PATIENCE = 10.0  # seconds to wait for another process that writes


RECORDED = tuple(column.name for column in fields(Run) if column.name not in ("number", "former_key", "state"))


def now() -> str:
    """The wall clock's time, for people."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def machine() -> str:
    """This machine, in words."""
    return f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {platform.node()}"


def default_store() -> Path:
    """The store's place: runs.sqlite in grundy's folder of the user's data directory.

    Raises:  StoreError: the user has no home directory.
    """
    try:
        return data_folder() / "runs.sqlite"
    except RuntimeError as problem:
        raise StoreError(f"no folder to keep runs in ({problem}); --store PATH names another place") from problem


def add_run(store: Path, run: Run) -> tuple[Run, Lock]:
    """Record a new run; the run with its number, and the lock on it.

    Raises:  StoreError: the store cannot be written, is damaged or from a newer version.
    """
    lock = None
    try:
        with _connected(store, write=True) as db:
            cursor = db.execute("INSERT INTO run (record, sha256) VALUES ('', '')")
            numbered = replace(run, number=int(cursor.lastrowid or 0))
            _put(db, numbered)
            lock = take(lock_file(store, numbered.number), f"run {numbered.number}")  # before anybody can see the run
    except BaseException:
        if lock is not None:
            lock.release()
        raise
    return numbered, lock


def require_store(store: Path) -> None:
    """Make the store if there is none, and refuse at once one that could not be written later.

    Raises:  StoreError: as for `add_run`.
    """
    with _connected(store, write=True):
        pass


def update_run(store: Path, run: Run) -> None:
    """Put a run in the place of the one with its number; all of it or, after a kill, nothing of it."""
    with _connected(store, write=True) as db:
        _put(db, run)


def forget_runs(store: Path, numbers: Sequence[int]) -> None:
    """Remove runs, all of them or none; a table that one has filled or was filling stays.

    Raises:  StoreError: there is no such run, one is being worked on, or as for `list_runs`.
    """
    require_there(store)
    locks = []
    try:
        with _connected(store, write=True) as db:
            for number in numbers:
                row = db.execute("SELECT 1 FROM run WHERE number = ?", (number,)).fetchone()
                if row is None:
                    raise StoreError(f"{store}: there is no run {number}; 'grundy runs' lists those that there are")
                locks.append(take(lock_file(store, number), f"run {number}"))
                db.execute("DELETE FROM run WHERE number = ?", (number,))
    finally:
        for lock in locks:
            lock.release()


def require_there(store: Path) -> None:
    """Refuse a store that is to be read and is not there.

    Raises:  StoreError: no such file.
    """
    if not store.exists():
        raise StoreError(f"{store}: expected a store of runs, found no such file")


def list_runs(store: Path) -> list[Run]:
    """All runs, oldest first, a damaged one with nothing but its number and the message; none where there is no store.

    Raises:  StoreError: the store is damaged, foreign or from a newer version.
    """
    if not store.exists():
        return []
    with _connected(store) as db:
        rows = db.execute("SELECT number, record, state, sha256 FROM run ORDER BY number").fetchall()
    runs = []
    for row in rows:
        try:
            runs.append(_run(store, row))
        except StoreError as problem:
            runs.append(Run((), "", number=row[0], status="damaged", message=str(problem)))
    return runs


def latest_runs(store: Path) -> list[Run]:
    """All runs, as `list_runs` gives them, but the one that was written last comes first, whatever clocks have said."""
    if not store.exists():
        return []
    with _connected(store) as db:
        order = [number for (number,) in db.execute("SELECT number FROM run ORDER BY turn DESC, number DESC")]
    runs = {run.number: run for run in list_runs(store)}
    return [runs[number] for number in order if number in runs]


def get_run(store: Path, number: int) -> Run:
    """One run.

    Raises:  StoreError: there is no such run, it is damaged, or as for `list_runs`.
    """
    rows = []
    if store.exists():
        with _connected(store) as db:
            query = "SELECT number, record, state, sha256 FROM run WHERE number = ?"
            rows = db.execute(query, (number,)).fetchall() if number < 2**63 else []
    if not rows:
        raise StoreError(f"{store}: there is no run {number}; 'grundy runs' lists those that there are")
    return _run(store, rows[0])


def lock_file(store: Path, number: int) -> Path:
    """The file that the process working on a run holds locked."""
    return store.with_name(f"{store.name}.run-{number}.lock")


def _put(db: sqlite3.Connection, run: Run) -> None:
    record = plain_json({name: getattr(run, name) for name in RECORDED})
    state = None if run.state is None else plain_json(run.state)
    db.execute(
        "UPDATE run SET record = ?, state = ?, sha256 = ?, turn = (SELECT max(turn) FROM run) + 1 WHERE number = ?",
        (record, state, _seal(run.number, record, state), run.number),
    )


def _seal(number: int, record: str, state: str | None) -> str:
    return digest(plain_json([number, record, state]).encode("ascii"))


def _run(store: Path, row: tuple[Any, ...]) -> Run:
    """A run from its row, if the row is what was written."""
    number, record, state, sha256 = row
    try:
        if _seal(number, record, state) != sha256:
            raise ValueError("its SHA-256 is not that of its row")
        values = json.loads(record)
        for name in ("command", "phase"):  # runs of older stores were in one phase
            values[name] = tuple(values.get(name, ()))
        run = Run(number=number, state=None if state is None else json.loads(state), **values)
    except (ValueError, TypeError, KeyError) as problem:
        raise StoreError(f"{store}: run {number} is damaged: {problem}; it is not used") from problem
    if run.status == "running" and not held(lock_file(store, number)):
        return replace(run, status="killed")
    return run


@contextmanager
def _connected(store: Path, write: bool = False) -> Iterator[sqlite3.Connection]:
    """The open store, in one transaction; of this version, after a migration if it must be."""
    import sqlite3  # 10 ms that short work does not pay

    db = None
    try:
        if write:
            store.parent.mkdir(parents=True, exist_ok=True)
            _make(store)
        if store.exists() and not store.stat().st_size:
            raise StoreError(
                f"{store}: expected a store of runs, found a file of 0 bytes: what it held is lost; remove it, and "
                "a new one is begun; --store PATH names another place, --no-store does without"
            )
        db = _open(store, "rw")
        db.text_factory = lambda data: data.decode("utf-8", "replace")  # damage is found by its digest
        if write:
            db.execute("PRAGMA synchronous = FULL")
        _migrate(db, store)
        db.execute("BEGIN IMMEDIATE" if write else "BEGIN")
        yield db
        db.execute("COMMIT")
    except sqlite3.OperationalError as problem:
        raise StoreError(
            f"{store}: {_sqlite_error_text(problem)}; --store PATH names another place, --no-store does without"
        ) from problem
    except sqlite3.DatabaseError as problem:
        raise StoreError(
            f"{store}: {_sqlite_error_text(problem)}; it is not used; move it aside to begin a new one"
        ) from problem
    except UnicodeDecodeError as problem:  # SQLite quotes what it cannot read, and Python cannot read the quotation
        raise StoreError(f"{store}: damaged; it is not used; move it aside to begin a new one") from problem
    except OSError as problem:
        raise StoreError(f"{store}: cannot be written: {problem.strerror}") from problem
    finally:
        if db is not None:
            db.close()


def _open(store: Path, mode: str) -> sqlite3.Connection:
    import sqlite3

    return sqlite3.connect(f"{store.absolute().as_uri()}?mode={mode}", timeout=PATIENCE, uri=True, isolation_level=None)


def _make(store: Path) -> None:
    """Make an empty store if there is none: beside its place, and then it is there as a whole or not at all.

    SQLite would make a file of 0 bytes first, and a kill could leave it so.
    """
    if store.exists():
        return
    aside = store.with_name(f"{store.name}.new-{os.getpid()}")
    try:
        with closing(_open(aside, "rwc")) as db:
            db.execute("PRAGMA synchronous = FULL")
            _migrate(db, aside)
        try:
            os.link(aside, store)  # unlike a renaming it spares one that another process has made meanwhile
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            if not store.exists():
                os.replace(aside, store)
    finally:
        for left in (aside, aside.with_name(f"{aside.name}-journal")):
            left.unlink(missing_ok=True)


def _sqlite_error_text(problem: Exception) -> str:
    """What SQLite says, on one line and printable, whatever it quotes of a damaged store."""
    return "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in str(problem))


def _migrate(db: sqlite3.Connection, store: Path) -> None:
    """Bring a store to this version, or refuse it untouched."""
    here = len(MIGRATIONS)
    version = _version(db, store)
    if version == here:
        return
    db.execute("BEGIN IMMEDIATE")  # one process migrates, the others find it done
    version = _version(db, store)
    for step in range(version, here):
        for statement in MIGRATIONS[step].split(";\n"):
            if statement.strip():
                db.execute(statement)
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {here}")
    db.execute("COMMIT")


def _version(db: sqlite3.Connection, store: Path) -> int:
    """The version of a store, 0 if it is empty."""
    (application,) = db.execute("PRAGMA application_id").fetchone()
    (version,) = db.execute("PRAGMA user_version").fetchone()
    (tables,) = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    ours = application == APPLICATION and version > 0
    if not (ours if tables else application == version == 0):
        raise StoreError(f"{store}: expected a store of grundy's, found something else (or damage); it is not used")
    if version > len(MIGRATIONS):
        raise StoreError(
            f"{store}: has version {version}, and this grundy knows {len(MIGRATIONS)}; a newer grundy reads it, "
            "--store PATH names another place, --no-store does without"
        )
    return int(version)

"""One table of a rule that is code on real schedulers and workers: byte for byte that of one machine."""

from __future__ import annotations

import signal
from pathlib import Path

import distributed  # noqa: F401 (its absence fails this file)
import pytest
from schedulers import PATIENCE, Dask, children, wait

pytestmark = pytest.mark.cluster

RULES = """
from grundy import rule, to

width = 22


@rule
def chess_row(row):
    free = -1
    for j in range(width):
        if not row >> j & 1:
            free = j
        elif free >= 0:
            yield row ^ 1 << j ^ 1 << free


@rule
def halves(n):
    if n:
        yield n // 2
        yield n // 3
    if n >= 9:
        yield to(n // 5, n - n // 4 - 1)


@rule
def knight(a, b):
    if a >= 2 and b >= 1:
        yield a - 2, b - 1
    if a >= 1 and b >= 2:
        yield a - 1, b - 2
    if a >= 2:
        yield a - 2, b + 1 - b % 2 * 2
"""
ROWS = ("table", "rules.py:chess_row", "--states", str(1 << 22))  # 4 pieces


def made(place: Dask, *words: str) -> None:
    (place.folder / "rules.py").write_text(RULES)
    status, _, err = place.said(*words)
    assert (status, err) == (0, "")


def require_same(folder: Path, alone: Path) -> None:
    for end in ("", ".sha256"):
        assert (folder / f"t.npy{end}").read_bytes() == alone.with_name(alone.name + end).read_bytes()
    assert not (folder / "t.npy.blocks").exists()


@pytest.fixture(scope="module")
def alone(dask: Dask) -> Path:
    """The table of rows that one machine makes."""
    made(dask, *ROWS, "--out", "alone.npy", "--no-store")
    return dask.folder / "alone.npy"


@pytest.mark.parametrize(
    "words",
    [
        (*ROWS, "--outcomes"),
        ("table", "rules.py:halves", "--states", str((1 << 22) + 12345)),
        ("table", "rules.py:knight", "--box", "2000x1600"),
    ],
    ids=["outcomes", "sums", "box"],
)
def test_a_table_is_the_same(dask: Dask, words: tuple[str, ...]) -> None:
    made(dask, *words, "--out", "other.npy", "--no-store", "--overwrite")
    made(dask, *words, "--out", "t.npy", "--no-store", "--overwrite", "--cluster", dask.address)
    require_same(dask.folder, dask.folder / "other.npy")


def written(folder: Path) -> int:
    """How many pieces are written."""
    return sum(path.name.removeprefix("block-").isdigit() for path in (folder / "t.npy.blocks").glob("block-*"))


def test_the_pieces_of_a_killed_worker_are_filled_again(place: Dask, alone: Path) -> None:
    place.schedule()
    first, _ = place.work(), place.work()
    place.ready(2)
    (place.folder / "rules.py").write_text(RULES)
    running = place.grundy(*ROWS, "--out", "t.npy", "--no-store", "--cluster", place.address)
    wait(lambda: children(first))
    first.kill()
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, ""), out
    require_same(place.folder, alone)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_stopped_table_is_resumed_with_another_scheduler(place: Dask, alone: Path, how: signal.Signals) -> None:
    """What was written is not filled again where the stop was heard; after a kill as far as it was saved."""
    (place.folder / "rules.py").write_text(RULES)
    place.schedule()
    worker = place.work()
    place.ready(1)
    running = place.grundy(*ROWS, "--out", "t.npy", "--store", "runs.db", "--cluster", place.address)
    wait(lambda: written(place.folder))
    worker.send_signal(signal.SIGSTOP)
    running.send_signal(how)
    running.communicate(timeout=PATIENCE)
    worker.send_signal(signal.SIGCONT)
    assert running.returncode != 0 and not (place.folder / "t.npy").exists()
    place.begin_again()
    status, _, err = place.said("resume", "t.npy", "--store", "runs.db", "--cluster", place.address)
    assert status == 0, err
    require_same(place.folder, alone)

"""One table on real schedulers and workers: byte for byte that of one machine, whoever is killed meanwhile."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import distributed  # noqa: F401 (its absence fails this file)
import pytest
from schedulers import PATIENCE, Dask, children, wait

pytestmark = pytest.mark.cluster

RULE = """
from grundy import masks_rule

rows, columns = 5, 6
down = [(1 | 1 << columns) << r * columns + c for r in range(rows - 1) for c in range(columns)]
across = [3 << r * columns + c for r in range(rows) for c in range(columns - 1)]
cram = masks_rule("cram 5x6", rows * columns, [(mask, 0, mask, 0) for mask in down + across])
"""
STATES = 1 << 27  # 8 blocks of 2 MiB


def words(out: str, *more: str) -> tuple[str, ...]:
    return ("table", "cram.py", "--states", str(STATES), "--outcomes", "--out", out, *more)


@pytest.fixture(scope="module")
def alone(dask: Dask) -> tuple[bytes, bytes]:
    """The table that one machine makes, and its digests."""
    (dask.folder / "cram.py").write_text(RULE)
    status, _, err = dask.said(*words("alone.npy", "--no-store"))
    assert status == 0, err
    return (dask.folder / "alone.npy").read_bytes(), (dask.folder / "alone.npy.sha256").read_bytes()


VALUES = ("table", "cram.py", "--states", str(STATES >> 1), "--no-store", "--out")


def test_nim_values_are_the_same_though_a_worker_is_killed(place: Dask) -> None:
    (place.folder / "cram.py").write_text(RULE)
    status, _, err = place.said(*VALUES, "alone.npy")
    assert status == 0, err
    place.schedule()
    first, _ = place.work(), place.work()
    place.ready(2)
    running = place.grundy(*VALUES, "t.npy", "--cluster", place.address)
    wait(lambda: children(first) and written(place.folder))
    first.kill()
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, ""), out
    require_same(place.folder, tuple((place.folder / f"alone.npy{end}").read_bytes() for end in ("", ".sha256")))


def require_same(folder: Path, alone: tuple[bytes, ...]) -> None:
    assert (folder / "t.npy").read_bytes() == alone[0]
    assert (folder / "t.npy.sha256").read_bytes() == alone[1]
    assert not (folder / "t.npy.blocks").exists()


def written(folder: Path) -> int:
    """How many blocks are written."""
    return sum(path.suffix == "" for path in (folder / "t.npy.blocks").glob("block-*"))


def begun(place: Dask, *more: str) -> subprocess.Popen[str]:
    (place.folder / "cram.py").write_text(RULE)
    return place.grundy(*words("t.npy", "--cluster", place.address, *more))


def test_a_table_is_the_same(dask: Dask, alone: tuple[bytes, bytes]) -> None:
    status, out, err = dask.said(*words("t.npy", "--cluster", dask.address, "--no-store"))
    assert (status, err) == (0, "")
    assert out.startswith(f"{STATES:,} states in normal play; P-positions: ")
    require_same(dask.folder, alone)


def test_the_blocks_of_a_killed_worker_are_filled_again(place: Dask, alone: tuple[bytes, bytes]) -> None:
    place.schedule()
    first, _ = place.work(), place.work()
    place.ready(2)
    running = begun(place, "--no-store")
    wait(lambda: children(first) and written(place.folder))
    first.kill()
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, ""), out
    require_same(place.folder, alone)


def stopped(place: Dask, how: signal.Signals) -> None:
    """A table that is begun with one worker, and stopped when some of its blocks are there, and others wait."""
    place.schedule()
    worker = place.work()
    place.ready(1)
    running = begun(place, "--store", "runs.db")
    wait(lambda: written(place.folder))
    worker.send_signal(signal.SIGSTOP)
    running.send_signal(how)
    running.communicate(timeout=PATIENCE)
    worker.send_signal(signal.SIGCONT)
    assert running.returncode != 0 and not (place.folder / "t.npy").exists()


def test_an_interrupted_table_is_resumed(place: Dask, alone: tuple[bytes, bytes]) -> None:
    stopped(place, signal.SIGINT)
    status, _, err = place.said("resume", "t.npy", "--store", "runs.db")
    assert status == 0, err
    require_same(place.folder, alone)


def test_a_killed_table_is_resumed_with_another_scheduler(place: Dask, alone: tuple[bytes, bytes]) -> None:
    stopped(place, signal.SIGKILL)
    place.begin_again()
    status, _, err = place.said("resume", "t.npy", "--store", "runs.db", "--cluster", place.address)
    assert status == 0, err
    require_same(place.folder, alone)

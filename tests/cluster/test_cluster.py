"""Atlas and lines on real schedulers and workers: the same as without, whoever is killed meanwhile."""

from __future__ import annotations

import json
import random
import shutil
import signal
import socket
import subprocess
import sys
from functools import reduce
from operator import xor
from pathlib import Path
from typing import Any

import distributed  # noqa: F401 (its absence fails this file)
import pytest
from limits import set_limits
from schedulers import Dask, children, copied, wait
from waiting import PATIENCE, is_at_work

from grundy.errors import GrundyError

pytestmark = pytest.mark.cluster

LONG = ("atlas", "--codes", "0.007,0.16,0.77,0.137,0.173,0.45", "--limit", "5e5", "--naive-limit", "2e5", "--json")
# OEIS A002186, OEIS A002187, Czajka's public table of solved octal games: period and pre-period
PUBLISHED = {"0.77": (12, 71), "0.137": (34, 52), "0.16": (149459, 105351), "0.45": (20, 498)}


def rows_of(text: str) -> dict[str, dict[str, Any]]:
    return {row["code"]: row for row in json.loads(text)["rows"]}


def require_published(text: str) -> None:
    rows = rows_of(text)
    periods = {code: (rows[code]["period"], rows[code]["preperiod"]) for code in PUBLISHED}
    assert periods == PUBLISHED


def nims(seed: int, count: int) -> list[list[int]]:
    numbers = random.Random(seed)
    return [[numbers.randrange(200) for _ in range(numbers.randint(1, 5))] for _ in range(count)]


def written(path: Path, lines: list[str]) -> str:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_an_atlas_has_the_same_rows(dask: Dask) -> None:
    words = ("atlas", "--digits", "1", "--limit", "9000", "--json", "--no-store")
    here, there = dask.said(*words, "--cores", "1"), dask.said(*words, "--cluster", dask.address)
    assert there[0] == 0 and there[2] == ""
    assert json.loads(there[1])["rows"] == json.loads(here[1])["rows"]


@pytest.mark.parametrize("form", [[], ["--json"], ["--misere", "--json", "--moves", "1"]])
def test_lines_come_back_in_their_order(dask: Dask, tmp_path: Path, form: list[str]) -> None:
    mixed = ["take-away:1,2,3(3 4 5) + nim(5)", "kayles 20", "cram(../../..)", "  staircase-nim(1 2 3)", ""]
    positions = nims(1, 1500)
    lines = [f"nim({' '.join(map(str, piles))})" for piles in positions] + mixed
    words = ("solve", "--lines", written(tmp_path / "lines.txt", lines), *form, "--no-store")
    here, there = dask.said(*words), dask.said(*words, "--cluster", dask.address)
    assert there == here
    assert there[0] == 0
    if form == ["--json"]:
        told = [json.loads(line)["nim_value"] for line in there[1].splitlines()]
        assert told[: len(positions)] == [reduce(xor, piles) for piles in positions]


def test_the_first_line_that_is_refused_is_told(dask: Dask, tmp_path: Path) -> None:
    """As without a cluster, whichever of the two is met first."""
    lines = ["nim(1)", f"take-away:2,7,100000007({10**12})", f"take-away:2,7,200000033({10**12})"]
    words = ("solve", "--lines", written(tmp_path / "lines.txt", lines), "--no-store")
    here, there = dask.said(*words), dask.said(*words, "--cluster", dask.address)
    assert here[0] == 2 and "100000007" in here[2]
    assert there == here


def test_a_line_that_is_wrong_is_told_before_anything_is_sent(dask: Dask, tmp_path: Path) -> None:
    path = written(tmp_path / "lines.txt", ["nim(1)", "nim(x)", "nimm(1)"])
    status, out, err = dask.said("solve", "--lines", path, "--cluster", dask.address)
    assert (status, out) == (2, "")
    assert [line.removeprefix(path).partition(" ")[0] for line in err.splitlines()] == [":2:5:", ":3:1:"]


def test_ctrl_c_leaves_nothing_at_work(dask: Dask, tmp_path: Path) -> None:
    store = str(tmp_path / "runs.db")
    workers = dask.processes[1:3]
    running = dask.grundy(*LONG, "--cluster", dask.address, "--store", store)
    wait(dask.tasks)  # the processes of the tests before it wait on the workers for some time
    wait(lambda: any(is_at_work(child) for worker in workers for child in children(worker)))
    before = [child for worker in workers for child in children(worker)]
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130 and not out
    assert err.startswith("Interrupted after ")
    assert err.splitlines()[0].endswith(f". Go on with: grundy resume 1 --store {store}")
    assert "distributed" not in err and "Traceback" not in err
    wait(lambda: dask.tasks() == 0)
    wait(lambda: not any(map(is_at_work, before)))


def other_grundy(folder: Path) -> Path:
    """Sources of a grundy that has nothing but another version."""
    (folder / "grundy").mkdir(parents=True)
    (folder / "grundy" / "__init__.py").write_text('__version__ = "0.0.9"\n')
    return folder


def test_the_calls_of_a_killed_worker_are_done_again(place: Dask, tmp_path: Path) -> None:
    """With a scheduler that does not know grundy."""
    place.schedule(other_grundy(tmp_path / "other"))
    first, _ = place.work(), place.work()
    place.ready(2)
    running = place.grundy(*LONG, "--cluster", place.address, "--no-store")
    wait(lambda: any(map(is_at_work, children(first))))
    orphans = children(first)
    first.kill()
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, err) == (0, "")
    require_published(out)
    wait(lambda: not any(Path(f"/proc/{orphan}").exists() for orphan in orphans))


def test_the_openings_of_a_board_are_asked_again_of_another_worker(place: Dask) -> None:
    words = ("solve", "node-kayles", "grid:4x5", "--json", "--no-store")
    alone = place.said(*words)[:2]
    place.schedule()
    first, _ = place.work(), place.work()
    place.ready(2)
    running = place.grundy(*words, "--cluster", place.address)
    wait(lambda: children(first))
    first.kill()
    out, _ = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == alone


def test_a_scheduler_that_goes_away_and_comes_back(place: Dask) -> None:
    scheduler = place.schedule()
    place.work()
    place.ready(1)
    runs = ("runs", "--json", "--store", "runs.db")
    running = place.grundy(*LONG, "--cluster", place.address, "--store", "runs.db")
    wait(lambda: any(json.loads(run)["done"] for run in place.said(*runs)[1].splitlines()))  # some codes are done
    scheduler.kill()
    out, err = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (2, "")
    assert err.splitlines() == [
        f"{place.address}: the scheduler has gone; what was done is kept: start it and its workers again, then "
        "'grundy resume'"
    ]
    (failed_run,) = [json.loads(line) for line in place.said(*runs)[1].splitlines()]
    assert failed_run["status"] == "failed" and failed_run["done"] > 0
    place.schedule()
    place.work()
    status, out, err = place.said("resume", "1", "--store", "runs.db")
    assert status == 0, err
    require_published(out)


def test_workers_of_another_version_are_refused(place: Dask, tmp_path: Path) -> None:
    place.schedule()
    place.work(other_grundy(tmp_path / "other"))
    path = written(tmp_path / "lines.txt", ["nim(1)"])
    status, out, err = place.said("solve", "--lines", path, "--cluster", place.address)
    assert (status, out) == (2, "")
    *_, refusal = err.splitlines()
    wrong, remedy = refusal.rsplit("; ", 1)
    assert "has grundy 0.0.9, and here is" in wrong and wrong.startswith(f"{place.address}: worker tcp://127.0.0.1:")
    assert remedy == "install the same there (or here), and start the workers again"


def test_workers_with_other_files_are_refused(dask: Dask, tmp_path: Path) -> None:
    """The same version, one line of a checkout changed."""
    ours = tmp_path / "src"
    shutil.copytree(dask.source, ours)
    with open(ours / "grundy" / "games" / "heaps.py", "a") as stream:
        stream.write("# changed\n")
    words = ["-m", "grundy", "atlas", "--digits", "1", "--no-store", "--cluster", dask.address]
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, env=copied(ours), timeout=PATIENCE)
    assert (done.returncode, done.stdout) == (2, "")
    assert "as here, with other files in it" in done.stderr


def test_without_a_worker_it_waits_for_a_bounded_time(place: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.runs import cluster

    place.schedule()
    set_limits(monkeypatch, "runs", WAIT=1.0)
    said: list[str] = []
    with (
        pytest.raises(GrundyError, match=r"expected workers, found none in 1 s; 'dask worker tcp"),
        cluster.opened(place.address, "0", said.append),
    ):
        pass
    assert said == [f"{place.address}: the scheduler has no worker; waiting for one, 1 s at most"]


def test_when_all_workers_are_lost_it_waits_for_a_bounded_time(place: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.runs import cluster
    from grundy.runs.workers import answers

    place.schedule()
    worker = place.work()
    set_limits(monkeypatch, "runs", WAIT=20.0, LOOK=0.1)
    monkeypatch.setattr(cluster, "_require_same", lambda *given: None)  # these files may be changed meanwhile
    with cluster.opened(place.address, "0", print) as opened:
        asked = answers("time", "sleep", [[60]], 0, opened)
        assert next(asked) is None
        set_limits(monkeypatch, "runs", WAIT=1.0)
        worker.kill()
        with pytest.raises(GrundyError, match="expected workers, found none in 1 s"):
            list(asked)


def test_without_a_scheduler_it_is_refused_within_seconds(place: Dask) -> None:
    status, out, err = place.said("atlas", "--digits", "1", "--cluster", place.address)
    assert (status, out) == (2, "")
    assert err.startswith(f"{place.address}: expected a Dask scheduler ('dask scheduler' starts one), found none")
    assert len(err.splitlines()) == 1


def test_something_else_at_the_address_is_refused_within_seconds(place: Dask, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that is open, and never says a word."""
    from grundy.runs import cluster

    set_limits(monkeypatch, "runs", CONNECT=1.0)
    with (
        socket.create_server(("127.0.0.1", place.port)),
        pytest.raises(GrundyError, match="expected a Dask scheduler"),
        cluster.opened(place.address, "0", print),
    ):
        pass

"""Calls on several processes: all are answered, in any order; a failure is told, and nobody outlives who asked."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from types import SimpleNamespace
from typing import Any

import pytest
from waiting import PATIENCE, is_running, wait_until

import grundy
from grundy.runs.cluster import Cluster
from grundy.runs.executor import FunctionExecutor
from grundy.runs.workers import WORKER, answers, ask, start, within


@pytest.mark.parametrize("cores", [0, 1, 3])
def test_all_calls_are_answered(cores: int) -> None:
    calls = [[n, 2] for n in range(10)]
    powers = [one for one in answers("operator", "pow", calls, cores) if one is not None]
    assert sorted(powers) == [n * n for n in range(10)]
    assert list(answers("operator", "pow", [], cores)) == []


class Slow:
    """Workers that answer nothing, and take their time to end."""

    def __init__(self) -> None:
        self.at_work, self.may_end, self.has_ended = threading.Event(), threading.Event(), False

    def answers(self, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
        try:
            while True:
                self.at_work.set()
                yield None
        finally:
            self.may_end.wait(PATIENCE)
            self.has_ended = True

    def threads(self) -> int:
        return 1


def test_a_pool_is_waited_for_where_that_is_asked() -> None:
    slow = Slow()
    pool = FunctionExecutor(0, slow)
    pool.submit(pow, 2, 3)
    assert slow.at_work.wait(PATIENCE)
    pool.shutdown(wait=False)
    assert not slow.has_ended
    slow.may_end.set()
    pool.shutdown(wait=True)
    assert slow.has_ended


def test_memory_for_one_process_alone_is_no_error() -> None:
    assert within(WORKER, 2)[0] == 0
    with pytest.raises(grundy.OutOfReach, match="the least that would do is 104 MiB"):
        within(WORKER - 1, 2)


def test_a_scheduler_that_has_gone_is_told() -> None:
    client = SimpleNamespace(status="running", nthreads=lambda: {"one": 2, "another": 3})
    assert Cluster("tcp://host:1", client).threads() == 5
    client.status = "closed"
    with pytest.raises(grundy.GrundyError, match="tcp://host:1: the scheduler has gone"):
        Cluster("tcp://host:1", client).threads()


@pytest.mark.parametrize(("status", "told"), [("closed", "the scheduler has gone"), ("running", "no thread")])
def test_a_scheduler_that_goes_while_it_is_asked_is_told(status: str, told: str) -> None:
    def nthreads() -> dict[str, int]:
        client.status = status
        raise OSError("no thread")

    client = SimpleNamespace(status="running", nthreads=nthreads)
    with pytest.raises((grundy.GrundyError, OSError), match=told):
        Cluster("tcp://host:1", client).threads()


def test_a_failure_is_told() -> None:
    with pytest.raises(grundy.GrundyError, match="a worker process failed: ZeroDivisionError: division by zero"):
        list(answers("operator", "truediv", [[1, 0]], 1))


def test_a_worker_that_gives_no_answer_is_told() -> None:
    with pytest.raises(grundy.GrundyError, match="a worker process failed: exit status 3"):
        list(answers("os", "_exit", [[3]], 1))


@pytest.mark.parametrize(
    ("number", "how"),
    [
        (signal.SIGKILL, r"signal 9 \(Killed\), as the system does when memory runs out; fewer --cores, .* would help"),
        (signal.SIGTERM, r"signal 15 \(Terminated\)$"),
    ],
)
def test_a_killed_worker_is_told_in_a_sentence(number: int, how: str) -> None:
    with pytest.raises(grundy.GrundyError, match=f"^a worker process was ended by {how}"):
        list(answers("signal", "raise_signal", [[number]], 1))


def test_a_call_to_a_worker_that_has_gone_is_no_error_of_its_own() -> None:
    """Its mail says so. The command line took the broken pipe for that of a reader who had gone: exit 0, no answer."""
    mail: SimpleQueue[tuple[int, str]] = SimpleQueue()
    worker = start(mail, 7)
    worker.kill()
    worker.wait()
    ask(worker, "[]")
    assert mail.get(timeout=PATIENCE) == (7, "")


def test_processes_end_when_nobody_listens() -> None:
    """Even asleep, and even if the one that asked was killed."""
    program = (
        "import sys; from grundy.runs.workers import answers\n"
        "for one in answers('signal', 'pause', [[], []], 2): print('asked', flush=True)"
    )
    running = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=_paths())
    assert running.stdout is not None
    running.stdout.readline()
    before = _children(running.pid)
    assert len(before) == 2
    running.send_signal(signal.SIGKILL)
    running.wait()
    wait_until(lambda: not any(map(is_running, before)), "them to end")


def _paths() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


def _children(parent: int) -> list[int]:
    told = subprocess.run(["ps", "-eo", "pid,ppid"], capture_output=True, text=True, check=True).stdout
    pairs = [line.split() for line in told.splitlines()[1:]]
    return [int(pid) for pid, ppid in pairs if int(ppid) == parent]


class SilentFuture:
    """An answer that a worker has, which says no more: it was stopped, or its machine is gone."""

    asked = 0

    def add_done_callback(self, told: Callable[[SilentFuture], None]) -> None:
        told(self)

    def cancelled(self) -> bool:
        return False

    def result(self, timeout: float) -> str:
        self.asked += 1
        assert self.asked < 3, "it is asked again, and nobody can end that"
        raise TimeoutError

    def release(self) -> None:
        self.asked = 0


class SilentClient:
    """What a client of Dask is to the answers of a cluster, with one worker that does not hand its answer over."""

    status = "running"

    def __init__(self) -> None:
        self.future = SilentFuture()

    def nthreads(self) -> dict[str, int]:
        return {"worker": 1}

    def submit(self, *call: object, key: str) -> SilentFuture:
        return self.future


def test_a_worker_that_keeps_its_answer_does_not_keep_us() -> None:
    """Ctrl-C was not heard while a worker that was stopped had an answer."""
    client = SilentClient()
    replies = Cluster("tcp://127.0.0.1:1", client).answers("math", "isqrt", [[9]])
    assert next(replies) is None and client.future.asked == 1
    replies.close()  # type: ignore[attr-defined]
    assert client.future.asked == 0

"""Schedulers and workers as processes of this machine, and a grundy that asks them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from waiting import PATIENCE, wait_until


@dataclass
class Dask:
    """A scheduler and its workers, processes of this machine."""

    source: Path
    folder: Path
    port: int
    processes: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def run(self, *words: str, source: Path | None = None) -> subprocess.Popen[bytes]:
        """A program of Dask's in the background."""
        log = open(self.folder / f"dask-{len(self.processes)}.log", "wb")  # noqa: SIM115 (the process has it)
        environment = copied(source or self.source)
        process = subprocess.Popen(
            [sys.executable, "-m", "dask", *words], stdout=log, stderr=log, cwd=self.folder, env=environment
        )
        log.close()
        self.processes.append(process)
        return process

    def schedule(self, source: Path | None = None) -> subprocess.Popen[bytes]:
        """Start the scheduler, and wait until it listens."""
        words = ("scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard")
        process = self.run(*words, source=source)
        wait(lambda: _listens(self.port))
        return process

    def work(self, source: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a worker of one thread; `ready` waits for it."""
        words = ("--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1")
        return self.run("worker", self.address, *words, source=source)

    def ready(self, count: int) -> None:
        """Wait until so many workers are there."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(count, timeout=PATIENCE)

    def begin_again(self) -> None:
        """Another scheduler, in the place of the first process, with a worker."""
        self.processes[0].kill()
        self.port = free_port()
        self.schedule()
        self.work()
        self.ready(1)

    def grundy(self, *words: str) -> subprocess.Popen[str]:
        """A grundy in the background, of the same files as the workers'."""
        return subprocess.Popen(
            [sys.executable, "-m", "grundy", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=self.folder,
            env=copied(self.source),
        )

    def said(self, *words: str) -> tuple[int, str, str]:
        """Exit status, standard output and standard error of a grundy."""
        running = self.grundy(*words)
        out, err = running.communicate(timeout=PATIENCE)
        return running.returncode, out, err

    def tasks(self) -> int:
        """How many calls the workers have before them."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            return sum(map(len, client.processing().values()))


def wait(happened: Callable[[], object]) -> None:
    """Until something has happened."""
    wait_until(happened, "something to happen")


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The processes that a process has started and that are not yet done."""
    told = subprocess.run(["ps", "-eo", "pid,ppid,stat"], capture_output=True, text=True, check=True).stdout
    rows = [line.split() for line in told.splitlines()[1:]]
    return [int(pid) for pid, parent, state in rows if int(parent) == process.pid and not state.startswith("Z")]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def copied(source: Path) -> dict[str, str]:
    """The environment of what runs a copy of the sources: its kernels go when it goes."""
    return {**os.environ, "PYTHONPATH": str(source), "NUMBA_CACHE_DIR": str(source.parent / "kernels")}


@contextmanager
def daskless(source: Path, folder: Path) -> Iterator[Dask]:
    """A place for a scheduler and workers, none of which are started; at the end all are killed."""
    scheduler_place = Dask(source, folder, free_port())
    try:
        yield scheduler_place
    finally:
        for process in scheduler_place.processes:
            with suppress(ProcessLookupError):
                process.send_signal(signal.SIGKILL)
            process.wait()

"""Whose turn it is: a client with a small question waits for nobody's long ones, however many clients ask those."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from grundy.web.compiling import compiling
from grundy.web.pool import Child, Limits, Pool, Refused
from grundy.web.worker import BEGUN

NOBODY = 2**22 + 1  # larger than any process's number: its time counts as long, and no priority can be set


class Process:
    """One that answers what is small, and computes all else until it is killed."""

    pid = NOBODY

    def __init__(self, link: socket.socket) -> None:
        self.link = link
        threading.Thread(target=self.work, daemon=True).start()

    def work(self) -> None:
        with suppress(OSError), self.link, self.link.makefile("rb") as stream:  # it may be ended before it has begun
            line = stream.readline()
            self.link.sendall(BEGUN)
            if b"small" in line:
                time.sleep(0.03 * (b"in a while" in line))
                self.link.sendall(json.dumps({"answer": "small"}).encode() + b"\n")
            else:
                stream.readline()  # until the other end is closed

    def is_alive(self) -> bool:
        return True

    def kill(self) -> None:
        with suppress(OSError):  # it has ended
            self.link.shutdown(socket.SHUT_RDWR)

    def join(self, seconds: float) -> None: ...

    def close(self) -> None: ...


def spawn(limits: Limits) -> Child:
    ours, theirs = socket.socketpair()
    return Child(Process(theirs), ours)


async def beside(hostile: int) -> tuple[float, list[str]]:
    """How long a small question waits beside clients with long ones, and how those were refused by then."""
    pool = Pool(Limits(workers=2, seconds=600), spawn=spawn)
    long = [asyncio.create_task(pool.ask("solve", {"long": n}, f"hostile {n}")) for n in range(hostile)]
    async with asyncio.timeout(240):
        while pool.queue or len(pool.long) < min(hostile, 6):  # until each has had its turn
            await asyncio.sleep(0.01)
    start = time.monotonic()
    async with asyncio.timeout(60):
        assert await pool.ask("solve", {"small": 1}, "good") == {"answer": "small"}
    waited = time.monotonic() - start
    refused = [str(problem) for task in long if task.done() and isinstance(problem := task.exception(), Refused)]
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    async with asyncio.timeout(60):
        while pool.running or pool.long or pool.queue:  # the processes are ended in threads
            await asyncio.sleep(0.01)
    await pool.close()
    return waited, refused


def run(hostile: int) -> Any:
    with ThreadPoolExecutor(1) as thread:  # in this one the tests in a browser may have left a loop running
        return thread.submit(lambda: asyncio.run(beside(hostile))).result()


@pytest.mark.parametrize("hostile", [2, 4, 5])
def test_long_questions_of_others_are_not_waited_for(hostile: int) -> None:
    """Four clients whose questions took all their time had all processes, and a fifth waited until one was ended."""
    waited, refused = run(hostile)
    assert waited < 30 and not refused, "the others continue"


def test_where_too_many_take_long_one_makes_room() -> None:
    waited, refused = run(12)
    assert waited < 30
    assert 6 <= len(refused) <= 7, "six of twelve stay: three times the workers"
    assert set(refused) == {"others were waiting, and this takes long; try again in a few seconds"}


async def after_a_debt() -> list[str]:
    """Who is answered first once both places are free: one who was computed for before, or one who asks anew."""
    pool = Pool(Limits(workers=2, seconds=600), spawn=spawn)
    indebted = asyncio.create_task(pool.ask("solve", {"long": 0}, "indebted"))
    await asyncio.sleep(0.1)
    indebted.cancel()  # it has had its place for a while
    await asyncio.gather(indebted, return_exceptions=True)
    others = [asyncio.create_task(pool.ask("solve", {"long": n}, f"other {n}")) for n in (1, 2)]
    await asyncio.sleep(0)
    answered: list[str] = []

    async def asks(client: str) -> None:
        await pool.ask("solve", {"small": client}, client)
        answered.append(client)

    waiting = [asyncio.create_task(asks(client)) for client in ("indebted", "new")]
    async with asyncio.timeout(60):
        while [one.client for one in pool.queue] != ["indebted", "new"]:
            await asyncio.sleep(0.01)
    others[0].cancel()  # one place is free, for one after the other
    async with asyncio.timeout(60):
        await asyncio.gather(*waiting)
    others[1].cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await pool.close()
    return answered


def test_who_was_computed_for_already_waits_for_who_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """All had a turn each, so four clients with long questions had twenty times the time of eight with short ones."""
    monkeypatch.setattr("grundy.web.pool.SOON", 600.0)  # nobody gives way
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(after_a_debt())).result() == ["new", "indebted"]


async def turns_after_a_slow_answer() -> list[str]:
    """Who is answered in a dozen turns of one place: one whose first answer took long, beside two with short ones."""
    pool = Pool(Limits(workers=1, seconds=600), spawn=spawn)
    answered: list[str] = []
    slow = asyncio.create_task(pool.ask("solve", {"long": 0}, "slow"))
    await asyncio.sleep(0.6)
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    while pool.running:
        await asyncio.sleep(0.01)

    async def asks(client: str) -> None:
        for turn in range(40):
            await pool.ask("solve", {"small, in a while": [client, turn]}, client)
            answered.append(client)

    async with asyncio.timeout(60):
        await asyncio.gather(*map(asks, ("quick", "other", "slow")))
    await pool.close()
    return answered


def test_one_slow_answer_is_not_paid_for_by_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client waited until each of the others had been computed for half a second: with eight, for seconds."""
    monkeypatch.setattr("grundy.web.pool.SOON", 600.0)  # it does not give way
    with ThreadPoolExecutor(1) as thread:
        answered = thread.submit(lambda: asyncio.run(turns_after_a_slow_answer())).result()
    assert answered.index("slow") <= 2 * 0.2 / 0.03 + 2


def test_where_the_machine_is_busy_a_place_is_free_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only processor time counted, and where there is little of it, a long question kept its place until its end."""
    monkeypatch.setattr("grundy.web.pool._processor_time", lambda process: 0.0)
    waited, refused = run(2)
    assert waited < 30 and not refused


@pytest.mark.parametrize("at_it", [True, False])
def test_who_gets_no_answer_is_told_that_code_is_being_compiled(at_it: bool) -> None:
    """A smaller question would do, it said, where the same one is answered as soon as its code is there."""
    pool = Pool(Limits(seconds=0.2), spawn=spawn, compiling=lambda: at_it)
    with pytest.raises(Refused, match="still being compiled" if at_it else "a smaller one would do"):
        asyncio.run(pool.ask("solve", {"long": 1}, "somebody"))


def test_compiling_ends_with_the_server() -> None:
    with compiling() as at_it:
        assert at_it()
    assert not at_it()


def test_compiling_ends_where_the_server_was_killed() -> None:
    code = (
        "import os, time\nfrom grundy.web import compiling as c\nwith c.compiling() as at_it:\n"
        "    print(at_it.__closure__[0].cell_contents.pid, flush=True)\n    os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=240)
    until = time.monotonic() + 60
    while is_there(int(done.stdout)) and time.monotonic() < until:
        time.sleep(0.1)
    assert not is_there(int(done.stdout))


def is_there(process: int) -> bool:
    """Whether a process runs."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text(encoding="ascii")
    except OSError:
        return False


@pytest.mark.long
def test_what_boards_need_is_compiled(tmp_path: Path) -> None:
    """Searches of boards in one word and in two, and of graphs by their forms."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    code = "from grundy.web.compiling import compile_all; compile_all()"
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
        assert process.wait(600) == 0
    assert len(list(tmp_path.glob("proof_*/kernels.run-*.nbc"))) == 3

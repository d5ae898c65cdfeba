"""Whose turn it is: a client with a small question waits for nobody's long ones, however many clients ask those."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from limits import set_limits
from steps import Steps
from waiting import PATIENCE, awaited, is_running, wait_until

from grundy.compile import native
from grundy.web import pool as pool_module
from grundy.web.pool import Child, Pool, PoolLimits, QuestionRefused
from grundy.web.run import compiling
from grundy.web.worker import BEGUN

NOBODY = 2**22 + 1  # larger than any process's number: its time counts as long, and no priority can be set
clock = Steps()  # a small question takes 0.03 seconds


@pytest.fixture(autouse=True)
def by_the_clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A clock that goes on where a test says so; and whoever takes long gives way at once, not after 0.2 seconds."""
    set_limits(monkeypatch, "web.pool", SOON=0.0, LOOK=0.0)
    with clock:
        yield


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
                clock.tick(0.03)
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


def spawn(limits: PoolLimits) -> Child:
    ours, theirs = socket.socketpair()
    return Child(Process(theirs), ours)


async def beside(hostile: int) -> list[str]:
    """Ask a small question beside clients with ones that have no end; how those were refused by then."""
    pool = Pool(PoolLimits(workers=2, seconds=PATIENCE), spawn=spawn)
    long = [asyncio.create_task(pool.ask("solve", {"long": n}, f"hostile {n}")) for n in range(hostile)]
    await awaited(lambda: not pool.queue and len(pool.long) >= min(hostile, 6))  # each has had its turn
    async with asyncio.timeout(PATIENCE):
        assert await pool.ask("solve", {"small": 1}, "good") == {"answer": "small"}
    refused = [
        str(problem) for task in long if task.done() and isinstance(problem := task.exception(), QuestionRefused)
    ]
    for task in long:
        task.cancel()
    await asyncio.gather(*long, return_exceptions=True)
    await awaited(lambda: not (pool.running or pool.long or pool.queue))  # the processes are ended in threads
    await pool.close()
    return refused


def run(hostile: int) -> Any:
    with ThreadPoolExecutor(1) as thread:  # in this one the tests in a browser may have left a loop running
        return thread.submit(lambda: asyncio.run(beside(hostile))).result()


@pytest.mark.parametrize("hostile", [2, 4, 5])
def test_long_questions_of_others_are_not_waited_for(hostile: int) -> None:
    """Four clients whose questions took all their time had all processes, and a fifth waited until one was ended."""
    assert not run(hostile), "the others continue"


def test_where_too_many_take_long_one_makes_room() -> None:
    refused = run(12)
    assert 6 <= len(refused) <= 7, "six of twelve stay: three times the workers"
    assert set(refused) == {"others were waiting, and this takes long; try again in a few seconds"}


async def after_a_debt(ahead: float) -> list[str]:
    """Who is answered first once both places are free: one who was computed for before, or one who asks anew."""
    pool = Pool(PoolLimits(workers=2, seconds=PATIENCE, ahead=ahead), spawn=spawn)
    indebted = asyncio.create_task(pool.ask("solve", {"long": 0}, "indebted"))
    await awaited(lambda: pool.running)
    clock.tick(0.1)
    indebted.cancel()  # it has had its place for a while
    await asyncio.gather(indebted, return_exceptions=True)
    others = [asyncio.create_task(pool.ask("solve", {"long": n}, f"other {n}")) for n in (1, 2)]
    await awaited(lambda: pool.running.total() == 2)
    answered: list[str] = []

    async def asks(client: str) -> None:
        await pool.ask("solve", {"small": client}, client)
        answered.append(client)

    waiting = [asyncio.create_task(asks(client)) for client in ("indebted", "new")]
    await awaited(lambda: [one.client for one in pool.queue] == ["indebted", "new"])
    others[0].cancel()  # one place is free, for one after the other
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*waiting)
    others[1].cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await pool.close()
    return answered


def test_who_was_computed_for_already_waits_for_who_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """All had a turn each, so four clients with long questions had twenty times the time of eight with short ones."""
    set_limits(monkeypatch, "web", SOON=PATIENCE)  # nobody gives way
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(after_a_debt(PoolLimits().ahead))).result() == ["new", "indebted"]


def test_where_nobody_may_be_ahead_whoever_asks_first_is_answered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pupils of a class have one question each at a time: some waited for three turns of all others."""
    set_limits(monkeypatch, "web", SOON=PATIENCE)
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(lambda: asyncio.run(after_a_debt(0.0))).result() == ["indebted", "new"]


async def turns_after_a_slow_answer() -> list[str]:
    """Who is answered in a dozen turns of one place: one whose first answer took long, beside two with short ones."""
    pool = Pool(PoolLimits(workers=1, seconds=PATIENCE), spawn=spawn)
    answered: list[str] = []
    slow = asyncio.create_task(pool.ask("solve", {"long": 0}, "slow"))
    await awaited(lambda: pool.running)
    clock.tick(0.6)
    slow.cancel()
    await asyncio.gather(slow, return_exceptions=True)
    await awaited(lambda: not pool.running)

    async def asks(client: str) -> None:
        for turn in range(40):
            await pool.ask("solve", {"small": [client, turn]}, client)
            answered.append(client)

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*map(asks, ("quick", "other", "slow")))
    await pool.close()
    return answered


def test_one_slow_answer_is_not_paid_for_by_all_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its client waited until each of the others had been computed for half a second: with eight, for seconds."""
    set_limits(monkeypatch, "web", SOON=PATIENCE)  # it does not give way
    with ThreadPoolExecutor(1) as thread:
        answered = thread.submit(lambda: asyncio.run(turns_after_a_slow_answer())).result()
    assert answered.index("slow") <= 2 * 0.2 / 0.03 + 2


def test_where_the_machine_is_busy_a_place_is_free_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only processor time counted, and where there is little of it, a long question kept its place until its end."""
    set_limits(monkeypatch, "web", SOON=1e-9, LATE=0.0)
    monkeypatch.setattr(pool_module, "_processor_time", lambda process: 0.0)
    assert not run(2)


@pytest.mark.parametrize("at_it", [True, False])
def test_who_gets_no_answer_is_told_that_code_is_being_compiled(at_it: bool) -> None:
    """A smaller question would do, it said, where the same one is answered as soon as its code is there."""
    pool = Pool(PoolLimits(seconds=0.2), spawn=spawn, compiling=lambda: at_it)
    with pytest.raises(QuestionRefused, match="still being compiled" if at_it else "a smaller one would do"):
        asyncio.run(pool.ask("solve", {"long": 1}, "somebody"))


def test_compiling_ends_with_the_server() -> None:
    with compiling() as at_it:
        assert at_it()
    assert not at_it()


def test_compiling_ends_where_the_server_was_killed() -> None:
    code = (
        "import os, time\nfrom grundy.web import run as c\nwith c.compiling() as at_it:\n"
        "    print(at_it.__closure__[0].cell_contents.pid, flush=True)\n    os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, timeout=PATIENCE)
    wait_until(lambda: not is_running(int(done.stdout)), "it to end")


@pytest.mark.long
def test_what_boards_need_is_compiled(tmp_path: Path) -> None:
    """Searches of boards in one word and in two, and of graphs by their forms."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    code = "from grundy.web.run import compile_all; compile_all()"
    command = [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, env=environment) as process:
        assert process.wait(PATIENCE) == 0
    kernel = native.name_of("grundy.engines.search.kernels.proof.run", "").partition("-")[0]
    assert len(list(tmp_path.glob(f"native/*/{kernel}-*"))) == 3

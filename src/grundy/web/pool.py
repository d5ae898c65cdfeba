"""Who is computed for, and when: a few processes, a queue with an end, and nobody in the way of others.

Every question gets a process of its own, forked from one that has grundy loaded, with a spare waiting. It is killed
when its time is over or whoever asked has gone. One client has all places but one at most, and a queue of its own,
long enough for a class behind one address; among those who wait, it is the turn of the client who has the fewest
running and has been computed for least, so that whoever asks what takes long waits for many who do not.
A computation that takes long gives its place to another, and continues at the lowest priority if it was the processor
that it took; where too many have given way and somebody waits, the one of those that has taken longest is ended. Who
asks what the same client is asking already, or what was answered just now, gets that answer.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import socket
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from grundy.runs.clock import CLOCK
from grundy.web.worker import BEGUN

LONGEST_ANSWER = 32 << 20
PRELOADED = ("grundy.cli.main", "grundy.web.worker", "grundy.web.preloaded")
ATTEMPTS = 3  # to find a process that begins
FORKS = 6  # attempts to make one, 1.5 seconds apart in all
SOON = 0.2  # seconds of processor time after which a computation gives way
LATE = 0.5  # seconds after which it gives its place to another in any case, as where the machine is busy
LOOK = 0.1  # seconds between looks at that
GIVEN_WAY = 19  # its priority then, as `nice` has it; at first it is 5
REMEMBERED, LARGEST_REMEMBERED = 16 << 20, 1 << 18  # bytes of answers, of all and of one
CHANCE = ("reply",)  # what is not answered alike twice


class QuestionRefused(Exception):
    """A question that is not answered; `status` is the status of HTTP."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status, self.kind = status, kind


@dataclass(frozen=True, slots=True)
class PoolLimits:
    """What one question may take, and how many may be there at once.

    `workers` compute at once, and twice as many that took long already. `waiting` is the length of the queue,
    `waiting_of_one` that of one client in it. `ahead` are the seconds that a client may have been computed for more
    than those whose turn it is; with 0, and one question of each at a time, whoever asks first is answered first.
    """

    workers: int = max(2, os.cpu_count() or 1)
    seconds: float = 5.0
    memory: int = 1 << 30
    waiting: int = 256
    waiting_of_one: int = 48
    ahead: float = 0.2

    @property
    def workers_of_one(self) -> int:
        return max(1, self.workers - 1)


@dataclass(slots=True)
class _Waiting:
    client: str
    ready: asyncio.Future[None]


@dataclass(slots=True)
class Child:
    """A process and our end of its socket."""

    process: Any
    link: socket.socket
    heavy: bool = False  # the processor has been busy with it for long
    ended: bool = False  # to make room for others


@dataclass(slots=True)
class _Shared:
    """A computation, and how many wait for it."""

    task: asyncio.Task[bytes]
    listeners: int = 0


@dataclass(slots=True)
class Pool:
    """The state of all that is computed; used by one event loop.

    `running` counts the computations of each client, `long` are those that have given way, the oldest first, `asked`
    those that others may share, `recent` the lines of the last answers. `used` are the seconds that the computations
    of a client have run, counted from `clock`, which is what the client had used whose turn it was last: who asks
    now for the first time is that client's equal. `compiling` says whether code for questions is still being made.
    """

    limits: PoolLimits
    running: Counter[str] = field(default_factory=Counter)
    long: list[Child] = field(default_factory=list)
    asked: dict[tuple[str, bytes], _Shared] = field(default_factory=dict)
    recent: OrderedDict[bytes, bytes] = field(default_factory=OrderedDict)
    remembered: int = 0
    queue: list[_Waiting] = field(default_factory=list)
    used: dict[str, float] = field(default_factory=dict)
    clock: float = 0.0
    killed: int = 0
    spares: list[Child] = field(default_factory=list)
    refill: asyncio.Task[None] | None = None
    spawn: Callable[[PoolLimits], Child] | None = None
    compiling: Callable[[], bool] | None = None

    async def ask(self, kind: str, question: Mapping[str, Any], client: str) -> dict[str, Any]:
        """The answer to a question, as its process wrote it: {"answer": …} or {"error": …}.

        Raises: QuestionRefused: too many wait, too long, or the process ended without an answer.
        """
        question_line = json.dumps([kind, dict(question)], sort_keys=True).encode() + b"\n"
        line = self.recent.get(question_line) or await self._share(question_line, client, alone=kind in CHANCE)
        reply: dict[str, Any] = json.loads(line)
        return reply

    async def _share(self, question_line: bytes, client: str, alone: bool) -> bytes:
        """The line of an answer, from a computation that others of the client may wait for as well."""
        if alone:
            return await self._run(question_line, client)
        shared = self.asked.get((client, question_line))
        if shared is None:
            shared = self.asked[client, question_line] = _Shared(asyncio.create_task(self._run(question_line, client)))
        shared.listeners += 1
        try:
            line = await asyncio.shield(shared.task)
        finally:
            shared.listeners -= 1
            if not shared.listeners:
                shared.task.cancel()  # nobody waits for it, or it is done
                self.asked.pop((client, question_line), None)
        self._remember(question_line, line)
        return line

    def _remember(self, question_line: bytes, line: bytes) -> None:
        if question_line in self.recent or len(line) > LARGEST_REMEMBERED:
            return
        self.recent[question_line] = line
        self.remembered += len(question_line) + len(line)
        while self.remembered > REMEMBERED:
            old, answer = self.recent.popitem(last=False)
            self.remembered -= len(old) + len(answer)

    async def _run(self, question_line: bytes, client: str) -> bytes:
        await self._enter(client)
        start = CLOCK.now()
        try:
            return await self._compute(question_line)
        finally:
            took = min(CLOCK.now() - start, LATE)  # its place is free then
            # One slow answer is not paid for by waiting until all others have been computed for as long.
            self.used[client] = min(self.used[client] + took, self.clock + self.limits.ahead)
            self.running[client] -= 1
            if not self.running[client]:
                del self.running[client]
            self._call_next()

    async def _enter(self, client: str) -> None:
        if not self.queue and self._may_run(client):
            self._begin(client)
            return
        of_one = sum(waiting.client == client for waiting in self.queue)
        if of_one >= self.limits.waiting_of_one:
            raise QuestionRefused(
                429, "Busy", f"{of_one} of your questions are waiting already; try again when one is answered"
            )
        if len(self.queue) >= self.limits.waiting:
            raise QuestionRefused(503, "Busy", "too many questions are waiting; try again in a few seconds")
        waiting = _Waiting(client, asyncio.get_running_loop().create_future())
        self.queue.append(waiting)
        self._call_next()
        try:
            await waiting.ready
        except asyncio.CancelledError:
            if waiting in self.queue:
                self.queue.remove(waiting)
            else:  # its turn had come
                self.running[client] -= 1
                self._call_next()
            raise

    def _may_run(self, client: str) -> bool:
        return self.running.total() < 3 * self.limits.workers and self._has_turn(client)

    def _has_turn(self, client: str) -> bool:
        """Whether a question of the client may be computed now, if there is room for it beside what takes long."""
        quick = self.running.total() - len(self.long)
        return quick < self.limits.workers and self.running[client] < self.limits.workers_of_one

    def _call_next(self) -> None:
        while able := [waiting for waiting in self.queue if not waiting.ready.done() and self._may_run(waiting.client)]:
            chosen = min(able, key=lambda waiting: (self.running[waiting.client], self._used_by(waiting.client)))
            self.queue.remove(chosen)
            self._begin(chosen.client)
            chosen.ready.set_result(None)
        if any(self._has_turn(waiting.client) for waiting in self.queue) and not any(
            child.ended for child in self.long
        ):
            oldest = next((child for child in self.long if child.heavy), None)
            if oldest is not None:
                oldest.ended = True  # there is room for all but one that takes long
                oldest.process.kill()

    def _used_by(self, client: str) -> float:
        return max(self.used.get(client, 0.0), self.clock)

    def _begin(self, client: str) -> None:
        """It is the turn of the client."""
        self.clock = self._used_by(client)
        self.used = {name: used for name, used in self.used.items() if used > self.clock or name in self.running}
        self.used[client] = self.clock
        self.running[client] += 1

    async def _compute(self, question_line: bytes) -> bytes:
        for _ in range(ATTEMPTS):
            line = await self._answer(question_line)
            if line:
                break  # else its process was dying when it was asked, for whatever reason, and began nothing
        if not _whole(line):
            raise QuestionRefused(
                422, "OutOfReach", "the computation used more than it may; a smaller problem would do"
            )
        return line

    async def _answer(self, question_line: bytes) -> bytes:
        """The line with which a process answers a question; BEGUN if it ended before, b"" if it did not even begin."""
        child = await self._child()
        line = b""
        watch = asyncio.create_task(self._watch(child))
        try:
            reader, writer = await asyncio.open_connection(sock=child.link, limit=LONGEST_ANSWER)
            try:
                async with asyncio.timeout(self.limits.seconds):
                    writer.write(question_line)
                    line = await reader.readline()
                    if line == BEGUN:
                        line = await reader.readline() or BEGUN
            except ConnectionError:
                pass  # it was killed
            finally:
                writer.close()
            if child.ended and not _whole(line):
                raise QuestionRefused(
                    503, "Busy", "others were waiting, and this takes long; try again in a few seconds"
                )
            return line
        except TimeoutError:
            self.killed += 1
            seconds = f"{self.limits.seconds:g} second{'s' * (self.limits.seconds != 1)}"
            text = f"no answer within {seconds}, and a question gets no more here; a smaller one would do"
            if self.compiling is not None and self.compiling():
                text = (
                    f"no answer within {seconds}; machine code is still being compiled, as once on each new machine: "
                    "try again in a minute or two"
                )
            raise QuestionRefused(422, "OutOfTime", text) from None
        finally:
            watch.cancel()
            child.ended = True  # until its place is free: no other has to end for whoever waits for that
            try:
                await asyncio.to_thread(_end, child)
            finally:
                if child in self.long:
                    self.long.remove(child)

    async def _watch(self, child: Child) -> None:
        """Let others compute, too, once it is late, and first once it has taken long of the processor."""
        end = CLOCK.now() + LATE
        await asyncio.sleep(SOON)
        while (fresh := _processor_time(child.process.pid) < SOON) and CLOCK.now() < end:
            await asyncio.sleep(LOOK)
        self.long.append(child)
        self._call_next()
        while fresh and _processor_time(child.process.pid) < SOON:
            await asyncio.sleep(LOOK)
        child.heavy = True
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, child.process.pid, GIVEN_WAY)
        self._call_next()

    async def _child(self) -> Child:
        """A process that waits for its question: a spare, while another is made."""
        child = None
        while self.spares and child is None:
            child = self.spares.pop()
            if not child.process.is_alive():  # the system took it, as it may when memory is short
                await asyncio.to_thread(_end, child)
                child = None
        if child is None:
            child = await asyncio.to_thread(self._spawned)
        if self.refill is None or self.refill.done():
            self.refill = asyncio.create_task(self._fill())
        return child

    async def _fill(self) -> None:
        while len(self.spares) < min(2, self.limits.workers):
            self.spares.append(await asyncio.to_thread(self._spawned))

    def _spawned(self) -> Child:
        return (self.spawn or spawned)(self.limits)

    async def start(self) -> None:
        """Have the spares ready."""
        await self._fill()

    async def close(self) -> None:
        """End all processes that wait."""
        if self.refill is not None:
            self.refill.cancel()
            await asyncio.gather(self.refill, return_exceptions=True)
        while self.spares:
            await asyncio.to_thread(_end, self.spares.pop())


def spawned(limits: PoolLimits) -> Child:
    """A new process, forked from the one that has all loaded, which is started when it is first needed."""
    from grundy.web.worker import serve_one

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(PRELOADED))
    for attempt in range(FORKS):
        ours, theirs = socket.socketpair()
        with theirs:
            process = context.Process(target=serve_one, args=(theirs, limits.seconds, limits.memory), daemon=True)
            try:
                process.start()
                return Child(process, ours)
            except (OSError, EOFError):  # the one that forks was killed just now; once it is gone it is started anew
                ours.close()
                if attempt == FORKS - 1:
                    raise
                time.sleep(0.05 * 2**attempt)
    raise AssertionError("not reached")


def _whole(line: bytes) -> bool:
    """Whether a process wrote its answer to the end."""
    return line.endswith(b"\n") and line != BEGUN


def _processor_time(process: int | None) -> float:
    """The seconds that a process has computed; where the system does not say, long enough."""
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return SOON
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _end(child: Child) -> None:
    """Kill a process, whatever it does, and forget it."""
    child.link.close()
    child.process.kill()
    child.process.join(5)
    child.process.close()

"""Steps in the place of time: the loop round long work looks when a test says so, and as late as the test says.

    with Steps(each=10.0):  # seconds that a chunk takes
        outcome = run_with_limits(work, time_limit=200.0)
    assert outcome.chunk.done == 20

After each chunk the engine waits until the loop has looked at it and what is being saved is saved. So "the limit is
met at chunk 20" and "Ctrl-C after the third chunk" are exact, on any machine, and take no time. An engine of a test may
make steps inside its chunks, too, by `tick`.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from queue import Empty
from typing import Any, Literal, Self

from waiting import LOOK, PATIENCE

from grundy.runs import clock, loop
from grundy.runs.chunk import Chunk
from grundy.runs.clock import CLOCK, Clock, Letter, Mailbox, Signal

Stop = Callable[[Chunk], Any]


def _engines() -> list[threading.Thread]:
    """The threads of engines that are at work."""
    return [thread for thread in threading.enumerate() if thread.name == loop.ENGINE]


class Steps:
    """A clock that moves by steps, as a context in which it is that of all long work.

    Args:    each: seconds that a chunk takes, by the clock and of the processor.
             stop: with what signal somebody stops the work after a chunk: of the first chunk of which it is true.
             signal: what is asked then; or the number of a signal that this process sends itself.
             reading: seconds that pass whenever an engine reads the clock: for whatever it measures, and chooses the
             size of its chunks by.
             saving: whether the engine waits for what is being saved, too.
    """

    def __init__(
        self,
        each: float = 0.0,
        stop: Stop = lambda chunk: False,
        signal: Signal | int = "interrupted",
        reading: float = 0.0,
        saving: Literal["awaited", "beside"] = "awaited",
    ) -> None:
        self.time = 0.0
        self.chunks = 0  # that were made
        self._each, self._stop, self._signal, self._saving = each, stop, signal, saving
        self._reading = reading
        self._post: Callable[[Signal], None] | None = None
        self._mail: Mailbox | None = None
        self._looks: threading.Thread | None = None  # the loop's thread
        self._engine: threading.Thread | None = None
        self._former: list[threading.Thread] = []  # engines of work before, which were left at work
        self._seen = threading.Event()  # that the engine's thread waits for, until the loop has looked
        self._listens = threading.Event()  # the loop, from its first look on

    def __enter__(self) -> Self:
        self._before = [getattr(CLOCK, field.name) for field in fields(Clock)]
        self._former = _engines()  # before the clock is theirs, too
        CLOCK.now = CLOCK.worked = self._read
        CLOCK.sleep, CLOCK.receive, CLOCK.pause, CLOCK.signals = self.tick, self._receive, self._pause, self._signals
        return self

    def __exit__(self, *problem: object) -> None:
        for field, value in zip(fields(Clock), self._before, strict=True):
            setattr(CLOCK, field.name, value)

    def tick(self, seconds: float = 0.0) -> None:
        """Let so much time pass, and the loop look; in another thread than an engine's, time alone."""
        self.time += seconds
        if self._is_engine() and self._until(self._listens):
            assert self._mail is not None
            seen = threading.Event()
            self._mail.put(("tick", seen))
            self._until(seen)

    def ask(self, signal: Signal | int) -> None:
        """Ask the work to stop, and wait until that is heard."""
        assert self._post is not None, "nobody hears signals now"
        if isinstance(signal, int):
            os.kill(os.getpid(), signal)
            self.tick()  # by then Python has called its handler, in the main thread
        else:
            self._post(signal)
        self.tick()

    def _until(self, event: threading.Event) -> bool:
        """Wait for what the loop's thread does; False: the loop has ended before."""
        while not event.wait(LOOK):
            if self._post is None:
                return False
        return self._post is not None

    def _read(self) -> float:
        if self._reading and self._is_engine():
            self.time += self._reading
        return self.time

    def _is_engine(self) -> bool:
        """Whether this is the thread of the engine that goes by steps: not of one that it asks in its turn."""
        here = threading.current_thread()
        if self._engine is None and here.name == loop.ENGINE and here not in self._former:
            self._engine = here
        return self._engine is here

    def _pause(self, chunk: Chunk) -> None:
        if not self._is_engine():
            return
        self.chunks += 1
        self.tick(self._each)
        if self._stop(chunk):
            self._stop = lambda chunk: False
            self.ask(self._signal)

    def _receive(self, mail: Mailbox, seconds: float) -> Letter | None:
        if threading.current_thread() is not self._looks:
            return clock.receive(mail, seconds)
        if self._saving == "awaited":
            for thread in threading.enumerate():
                if thread.name == loop.SAVER:
                    thread.join()
        self._seen.set()
        self._mail = mail
        self._listens.set()
        try:
            kind, news = mail.get(timeout=PATIENCE)
        except Empty:
            raise AssertionError("neither a step nor the end of the work") from None
        if kind != "tick":
            return kind, news
        self._seen = news
        return None

    @contextmanager
    def _signals(self, post: Callable[[Signal], None]) -> Iterator[None]:
        """As usual, for what a process sends itself; but the loop's thread hears it when it looks."""
        here = threading.current_thread()
        with clock.signals(post):
            if self._post is not None:  # for work that an engine begins in its turn
                self._engine = here
                yield
                return
            self._listens.clear()
            self._post, self._looks, self._engine = post, here, None
            self._former = _engines()
            try:
                yield
            finally:
                self._former, self._engine = _engines(), None
                self._post = None

"""The clock of long work: what time it is, how a thread waits, and how signals arrive.

Whatever stops, shows or saves long work reads its time here, so that a test can put steps in the place of seconds
(tests/steps.py): a limit is then met at a chunk, not when a machine happens to come to it.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import monotonic, process_time, sleep
from types import FrameType
from typing import Any, Literal, TypeAlias

from grundy.errors import Terminated
from grundy.runs.chunk import Chunk

Letter: TypeAlias = tuple[str, Any]
Mailbox: TypeAlias = "SimpleQueue[Letter]"  # a signal's handler may post while its owner is waiting
Signal: TypeAlias = Literal["interrupted", "terminated"]

_SIGNALS: dict[str, Signal] = {"SIGINT": "interrupted", "SIGTERM": "terminated", "SIGHUP": "terminated"}


def receive(mail: Mailbox, seconds: float) -> Letter | None:
    """The next letter in a mailbox; None: there is none for so long."""
    try:
        return mail.get(timeout=seconds)
    except Empty:
        return None


def go_on(chunk: Chunk) -> None:
    """Nothing: an engine makes no pause between two chunks."""


@contextmanager
def signals(post: Callable[[Signal], None]) -> Iterator[None]:
    """Post the signals that ask to stop, instead of what they do otherwise; those that are ignored stay so.

    They are heard in the main thread alone. The third raises KeyboardInterrupt (Terminated) at once.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = 0

    def handle(number: int, frame: FrameType | None) -> None:
        nonlocal heard
        heard += 1
        status = _SIGNALS[signal.Signals(number).name]
        if heard > 2:
            raise Terminated if status == "terminated" else KeyboardInterrupt
        post(status)

    before = {}
    try:
        for name in _SIGNALS:
            number = getattr(signal, name, None)  # SIGHUP is not everywhere
            if number is not None and signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[number] = signal.signal(number, handle)
        yield
    finally:
        for number, handler in reversed(before.items()):  # SIGINT last, from which on Ctrl-C ends this function
            signal.signal(number, handler)


@dataclass(slots=True)
class Clock:
    """Time, waiting and signals, as long work meets them.

    now      seconds, by a clock that never jumps
    worked   seconds of a processor that this process has had
    sleep    let the calling thread wait for some seconds
    receive  the next letter in a mailbox, or None if there is none for some seconds
    pause    what an engine's thread does after each chunk, before it looks whether it shall stop
    signals  within this context, post each signal that asks to stop
    """

    now: Callable[[], float] = monotonic
    worked: Callable[[], float] = process_time
    sleep: Callable[[float], None] = sleep
    receive: Callable[[Mailbox, float], Letter | None] = receive
    pause: Callable[[Chunk], None] = go_on
    signals: Callable[[Callable[[Signal], None]], AbstractContextManager[None]] = signals


CLOCK = Clock()

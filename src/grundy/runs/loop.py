"""The one loop round every long computation: progress, limits, interrupts and the moments to save.

Three threads, none of which waits for another while work goes on: the engine fills its chunks; the loop, in
the thread that called it, hears signals and watches clock and memory ten times a second; a saver writes a
checkpoint now and then while the engine works on.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any, Literal, TypeAlias

from grundy.errors import OutOfReach, Stopped, StoreError, Terminated
from grundy.model.frozen import frozen
from grundy.model.known import Known, facts_of, tell
from grundy.runs.chunk import Chunk, OutOfTime, Work
from grundy.runs.clock import CLOCK, Letter, Mailbox
from grundy.runs.estimate import Estimate, Meter, RunProgress, about_left
from grundy.runs.memory import memory_in_use

Status: TypeAlias = Literal["finished", "interrupted", "terminated", "out of time", "out of memory", "estimated"]

TICK = 0.1  # seconds between two looks at clock and memory
SOON = 1.1  # seconds of this process after which work that was only begun for an estimate ends: with the start two,
SHARED = 4.0  # or times as many seconds by the clock, where others compute, too
LONG = 1.0  # seconds after which work is long: it gets a bar, a record and checkpoints
GRACE = 0.6  # seconds that an engine has to come to the end of its chunk once it shall stop; of its first chunk, so
# much time of the processor, too, for what is known is in it
EVERY = 3.0  # seconds between checkpoints, unless they are dear
SHARE = 0.015  # of the time may go into checkpoints
ENGINE = "grundy engine"  # the name of its thread
SAVER = "grundy saver"
SILENCE: Letter = ("", None)  # of an engine that has written nothing
LONGEST = 300.0  # seconds between checkpoints, however dear they are: the most that a crash may cost
GIB = 2**30

_EXITS: dict[Status, int] = {
    "finished": 0, "interrupted": 130, "terminated": 143, "out of time": 2, "out of memory": 2, "estimated": 0
}  # fmt: skip


@frozen
class Outcome:
    """How work ended.

    status    finished, or why it stopped
    value     what the engine returned; None unless it finished
    chunk     the last chunk that the engine gave, if any
    seconds   that this process worked on it
    saved     the last chunk's state is kept, so that the work can be resumed from there
    running   the engine did not come to the end of its chunk in time; its thread still works, so end the
              process by os._exit (see `at_work`) rather than wait, and do not take its arrays away
    resume    what `grundy resume` must be given to go on: a run's number or a table's file; "" if nothing is kept
    asked     why it was asked to stop, finished or not: work that follows must not begin as if nothing had been said
    estimate  what it would have taken in all, as far as that was known
    facts     what an engine that was stopped said in the end of the positions that it was asked about
    """

    status: Status
    value: Any
    chunk: Chunk | None
    seconds: float
    saved: bool = False
    running: bool = False
    resume: str = ""
    asked: Status | None = None
    estimate: Estimate | None = None
    facts: tuple[Known, ...] = ()

    @property
    def known(self) -> str:
        """What can be said although the work is not finished."""
        return _progress_text(self.chunk, self.estimate)

    @property
    def exit_status(self) -> int:
        """What the process should end with: 0, 2 (a limit), 130 (Ctrl-C) or 143 (asked to terminate)."""
        return _EXITS[self.status]

    def require(self) -> Any:
        """The value of finished work, for callers that have no use for part of it.

        Raises:  KeyboardInterrupt: it was interrupted (Terminated: by SIGTERM). Stopped: a limit was met. All say
                 what is known.
        """
        if self.status == "finished":
            return self.value
        message = f"{self.status}{f'; known so far: {self.known}' if self.known else ''}"
        stop: BaseException = Stopped(self.status, self.known, self.resume)
        if self.status in ("interrupted", "terminated"):
            stop = (Terminated if self.status == "terminated" else KeyboardInterrupt)(message)
        raise self.telling(stop)

    def telling(self, stop: BaseException) -> BaseException:
        """The same exception, which carries what is known of what was asked."""
        tell(stop, self.facts if self.facts else self.chunk.established() if self.chunk else ())
        return stop


def _progress_text(chunk: Chunk | None, estimate: Estimate | None) -> str:
    progress = chunk.describe() if chunk else ""
    rest = about_left(estimate.middle) if estimate and estimate.middle is not None else ""
    return "; ".join(filter(None, (progress, rest)))


class _Engine:
    """The engine's thread, and what it last said."""

    def __init__(
        self,
        work: Work,
        state: Mapping[str, Any] | None,
        begun: Chunk | None,
        note: Callable[[Chunk], None] | None,
    ) -> None:
        self.mail: Mailbox = SimpleQueue()
        self.latest = begun
        self.stop = False
        self.facts: tuple[Known, ...] = ()
        self._work, self._state, self._note = work, state, note
        self.thread = threading.Thread(target=self._run, name=ENGINE, daemon=True)

    def _run(self) -> None:
        try:
            chunks = self._work(self._state)
            try:
                while True:
                    chunk = next(chunks)
                    is_last = chunk.last
                    if self.latest is not None and chunk.falls_behind(self.latest):  # less never takes its place
                        chunk = replace(self.latest, filled=chunk.filled) if chunk.filled else self.latest
                    if self._note is not None:
                        self._note(chunk)
                    self.latest = chunk
                    CLOCK.pause(chunk)
                    if self.stop and not is_last:
                        self.mail.put(("stopped", None))
                        return
            except StopIteration as end:
                self.mail.put(("finished", end.value))
            finally:
                getattr(chunks, "close", lambda: None)()
        except BaseException as problem:
            self.mail.put(("failed", problem))


class _Saver:
    """Checkpoints, written aside from the loop, and as rarely as they are dear."""

    def __init__(
        self,
        save: Callable[[Chunk], None] | None,
        begun: Chunk | None,
        start: float,
        every: float,
        say: Callable[[str], None],
    ) -> None:
        self._save, self._every, self._say = save, every, say
        self._due = start + LONG
        self._thread: threading.Thread | None = None
        self._last_problem = ""
        self.saved = begun

    def look(self, chunk: Chunk | None, now: float) -> None:
        """Start a checkpoint if it is time for one."""
        if self._save is None or chunk is None or chunk is self.saved or now < self._due:
            return
        if self._thread is not None and self._thread.is_alive():
            return
        self._due = now + LONGEST  # until this one is through and has told what it costs
        self._thread = threading.Thread(target=self._write, args=(chunk,), name=SAVER)
        self._thread.start()

    def _write(self, chunk: Chunk) -> None:
        began = CLOCK.now()
        assert self._save is not None
        try:
            self._save(chunk)
            self.saved = chunk
        except (StoreError, OSError, MemoryError) as problem:  # the work is worth more than its record
            if str(problem) != self._last_problem:
                self._last_problem = str(problem)
                self._say(f"not saved: {problem}")
        now = CLOCK.now()
        self._due = now + min(LONGEST, max(self._every, (now - began) / SHARE))

    def wait(self) -> None:
        """Until no checkpoint is being written."""
        if self._thread is not None:
            self._thread.join()

    def last(self, chunk: Chunk | None) -> bool:
        """Save where the work stopped; whether that is kept now."""
        self.wait()
        if self._save is not None and chunk is not None and chunk is not self.saved:
            self._write(chunk)
        return chunk is not None and chunk is self.saved


def run_with_limits(
    work: Work,
    state: Mapping[str, Any] | None = None,
    *,
    begun: Chunk | None = None,
    note: Callable[[Chunk], None] | None = None,
    save: Callable[[Chunk], None] | None = None,
    progress: Callable[[RunProgress], None] | None = None,
    say: Callable[[str], None] | None = None,
    time_limit: float | None = None,
    memory: int | None = None,
    needs: int = 0,
    every: float | None = None,
    asked: Status | None = None,
    estimating: bool = False,
) -> Outcome:
    """Run an engine to its end, or until someone or some limit stops it.

    Args:    work, state: the engine, and the state to begin with (None: from the start).
             begun: the chunk that the state was saved with; until the engine is as far again, this is what is known.
             note: called with each chunk, in the engine's thread, before the engine goes on; must be quick.
             save: called with the newest chunk about every `every` seconds (EVERY; rarer if it is slow), from the
             second second on, and when the work stops before its end; in another thread, while the engine works on.
             What it raises of StoreError and OSError is said and the work goes on.
             progress: called ten times a second, from the second second on, in the caller's thread.
             say: called with a sentence for a person: how long it will take, what is not saved. Why it stops is in the
             outcome, and told once, by whoever made the work.
             time_limit: seconds, by a clock that does not jump. memory: bytes that process and workers may hold;
             needs: bytes that the work is known to need.
             asked: why this work is to stop as soon as it can, asked while that before it came to its end.
             estimating: stop as soon as there is an estimate of what the work takes.
    Returns: the outcome; stopping is no exception. Ctrl-C, SIGTERM and SIGHUP are heard where the caller's thread is
             the main one; the third Ctrl-C raises KeyboardInterrupt whatever happens.
    Raises:  OutOfReach: it needs more than the memory limit. Whatever the engine raised, after a last save; but what
             it refuses once it was asked to stop is no more than a stop.
    Cost:    two threads, 0.1 ms; nothing for each chunk.

    >>> def count(state):
    ...     for n in range(state["n"] if state else 0, 3):
    ...         yield Chunk(n + 1, 3, "numbers", {"n": n + 1}, f"numbers up to {n}")
    ...     return "all counted"
    >>> run_with_limits(count).value
    'all counted'
    """
    if memory is not None and needs > memory:
        raise OutOfReach(
            f"the work needs about {needs / GIB:.2f} GiB of memory, more than the {memory / GIB:.2f} GiB allowed; "
            "a smaller problem or a larger --memory would help"
        )
    announce = say or (lambda sentence: None)
    engine = _Engine(work, state, begun, note)
    start = CLOCK.now()
    saver = _Saver(save, begun, start, EVERY if every is None else every, announce)
    refused: OutOfReach | None = None
    with CLOCK.signals(lambda status: engine.mail.put(("signal", status))):
        if asked is not None:
            engine.mail.put(("signal", asked))
        engine.thread.start()
        try:
            meter = Meter(start)
            status, value, running, asked = _watch(
                engine, saver, meter, start, progress, announce, time_limit, memory, estimating
            )
        except BaseException as problem:  # of the engine, of a callback, or the third Ctrl-C
            engine.stop = True
            saver.last(engine.latest)
            if not isinstance(problem, OutOfReach):
                raise
            refused, status, value, running = problem, "finished", None, False
        if not running:
            engine.thread.join()  # it has said so, and only puts its things away
        saver.wait()
        saved = status != "finished" and saver.last(engine.latest)
        saved |= status != "finished" and engine.latest is None and state is not None  # where it began is still kept
    late = _signal_in(engine.mail)  # that came while the last was saved; whatever follows must know of it
    if refused is not None:
        if late is None:
            raise refused
        status, saved = late, saver.last(engine.latest)
    asked = asked or late
    seconds = CLOCK.now() - start
    return Outcome(
        status, value, engine.latest, seconds, saved, running, asked=asked, estimate=meter.estimate, facts=engine.facts
    )


def _watch(
    engine: _Engine,
    saver: _Saver,
    meter: Meter,
    start: float,
    progress: Callable[[RunProgress], None] | None,
    say: Callable[[str], None],
    time_limit: float | None,
    memory: int | None,
    estimating: bool,
) -> tuple[Status, Any, bool, Status | None]:
    """Why the work ended, its value, whether the engine still runs, and what asked it to stop."""
    stopping: Status | None = None
    cpu = CLOCK.worked()
    until = enough = 0.0
    while True:
        kind, news = CLOCK.receive(engine.mail, TICK) or SILENCE
        now = CLOCK.now()
        worked = max(CLOCK.worked() - cpu, (now - start) / SHARED)
        if kind == "finished":
            return "finished", news, False, stopping
        if kind == "failed":
            if isinstance(news, OutOfTime) and time_limit is not None:
                stopping = stopping or "out of time"
                return stopping, None, False, stopping
            if stopping is not None and isinstance(news, OutOfReach):  # it was asked to stop
                engine.facts = facts_of(news)
                return stopping, None, False, stopping
            raise news
        if kind == "stopped":
            assert stopping is not None
            return stopping, None, False, stopping
        asked = news if kind == "signal" else None
        if stopping is None:
            if asked is None and time_limit is not None and now - start >= time_limit:
                asked = "out of time"
            if asked is None and memory is not None and memory_in_use() > memory:
                asked = "out of memory"
            if asked is None and estimating and (meter.is_sure or worked >= SOON):
                asked = "estimated"
            if asked is not None:
                is_first = engine.latest is None and not estimating
                stopping, until, enough = asked, now + GRACE, worked + GRACE if is_first else 0.0
                engine.stop = True
                continue
        elif asked is not None or (now >= until and worked >= enough):  # a long chunk, or the user in a hurry
            return stopping, None, True, stopping
        chunk = engine.latest
        if stopping is None and chunk is not None:
            saver.look(chunk, now)
            reading = meter.read(chunk, now)
            if progress is not None and now - start >= LONG:
                progress(reading)


def _signal_in(mail: Mailbox) -> Status | None:
    """The first signal that nobody has read, when nobody posts any more."""
    with suppress(Empty):
        while True:
            kind, news = mail.get_nowait()
            if kind == "signal":
                asked: Status = news
                return asked
    return None


def at_work() -> bool:
    """Whether an engine still works in some thread of this process, as where `Outcome.running` says so."""
    return any(thread.name == ENGINE for thread in threading.enumerate())

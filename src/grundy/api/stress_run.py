"""Testing a program of the user's: all smallest inputs, then random ones, and the smallest that it fails on."""

from __future__ import annotations

import re
import signal
import subprocess
import tempfile
import threading
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import IO, Any, TypeAlias

from grundy.errors import BadText, Finding, Stopped, Terminated
from grundy.model.stress import Failure, Kind, Report
from grundy.runs.chunk import Chunk, mapped
from grundy.runs.clock import CLOCK
from grundy.runs.loop import TICK
from grundy.runs.session import Session

Case: TypeAlias = Any
CASES = 1000
SECONDS = 20.0
RUN_SECONDS = 2.0
MOST_OUTPUT = 1 << 20  # bytes that are read of one run
_FIRST = 10  # small cases before any random one
_LARGEST = 40  # the size of the largest random cases
_STRIDE = 13  # from size to size: all of them come, in no order
_SHRINKS = 2000  # runs spent on making a failing input smaller
_KEPT = 10_000  # characters of a wrong output


@dataclass(frozen=True, slots=True)
class Task:
    """What a program is tested on.

    Fields:  name: of the game or the format.
             small: all small cases, the smallest first. random: a case of about a size, 1 or more.
             smaller: the cases to try in place of one, the smallest first; each must be smaller by some measure.
             write: the input for some cases. answer: the right output for them, a line for each.
             line: a regular expression for what a line of output may be at all. words: the same for people.
             most: cases in an input.
             agrees: whether a line is right for a case, where more lines are than that of `answer`.
    """

    name: str
    small: Callable[[], Iterator[Case]]
    random: Callable[[Random, int], Case]
    smaller: Callable[[Case], Iterator[Case]]
    write: Callable[[Sequence[Case]], str]
    answer: Callable[[Sequence[Case]], str]
    line: str
    words: str
    most: int = 1
    agrees: Callable[[Case, str], bool] | None = None


Steps: TypeAlias = Generator[None, None, "Failure | None"]
"""Yields while a program runs, so that the loop for long work may end it; returns how it fails."""


@dataclass(slots=True)
class Tried:
    """What is known by now: how many cases in how many runs, and the smallest failing input."""

    cases: int = 0
    runs: int = 0
    failure: Failure | None = None

    @property
    def known(self) -> str:
        """The same in words."""
        return f"a failure, {self.failure.message}" if self.failure else f"no failure in {self.cases:,} cases"


def run_task(
    task: Task,
    program: Sequence[str],
    seed: int = 1,
    cases: int = CASES,
    seconds: float = SECONDS,
    run_seconds: float = RUN_SECONDS,
    session: Session | None = None,
) -> Report:
    """Run a program on the smallest inputs and on random ones; the first failure, made as small as it gets.

    Args:    program: the command and its arguments; no shell reads them.
             seed: of the random cases, which are the same for a seed whatever the program does.
             cases: half of them the smallest, half random. seconds: no input is begun after that.
             run_seconds: the time limit for one run. session: shows progress, and may have a limit of memory.
    Returns: see Report; Ctrl-C is no exception, but ends the search with what is known.
    Raises:  BadText: a program that cannot be started. Stopped: a limit of the session was met. Terminated: by SIGTERM.
             A failure that is known by then is in what the session has of its answer.
    """
    begun = CLOCK.now()
    tried = Tried()
    batches = _batches(task, Random(seed), cases)

    def work(saved: Mapping[str, Any] | None) -> Iterator[Chunk]:
        def chunk() -> Chunk:
            spent = CLOCK.now() - begun
            sooner = tried.cases and tried.cases * seconds < cases * spent  # the time is over before all are tried
            return Chunk(tried.cases, 0 if sooner or tried.failure else cases, "cases", {}, tried.known)

        for batch in batches:
            if tried.runs and CLOCK.now() - begun > seconds:
                return
            failure = yield from mapped(lambda _: chunk(), _failure(task, program, batch, run_seconds))
            tried.cases, tried.runs, tried.failure = tried.cases + len(batch), tried.runs + 1, failure
            yield chunk()
            if failure:
                for smaller in _smallest(task, program, batch, failure, run_seconds, seconds):
                    tried.failure = smaller or tried.failure
                    yield chunk()
                return

    def report(interrupted: bool) -> Report:
        spent = CLOCK.now() - begun
        return Report(task.name, tuple(program), seed, tried.cases, tried.runs, spent, tried.failure, interrupted)

    session = session or Session()
    try:
        session.work(work)
    except (Stopped, Terminated):
        session.partial = report(interrupted=True) if tried.failure else None
        raise
    except KeyboardInterrupt:
        return report(interrupted=True)
    return report(interrupted=False)


def _batches(task: Task, chances: Random, cases: int) -> Iterator[list[Case]]:
    """Small and random inputs in turn, after a few small ones, so that a slow program meets both."""
    small = _small_batches(task, (cases + 1) // 2)
    random = _random_batches(task, chances, cases // 2)
    yield from islice(small, max(1, _FIRST // task.most))
    while batches := [batch for batch in (next(small, None), next(random, None)) if batch]:
        yield from batches


def _small_batches(task: Task, cases: int) -> Iterator[list[Case]]:
    small = islice(task.small(), cases)
    while batch := list(islice(small, task.most)):
        yield batch


def _random_batches(task: Task, chances: Random, cases: int) -> Iterator[list[Case]]:
    done = 0
    while done < cases:
        count = min(cases - done, chances.randint(1, task.most))
        # large ones from the start, for a slow program meets few: what fails is made small anyway
        yield [task.random(chances, 1 + (done + i) * _STRIDE % _LARGEST) for i in range(count)]
        done += count


def _failure(
    task: Task, program: Sequence[str], batch: Sequence[Case], limit: float, only: Kind | None = None
) -> Steps:
    """How the program fails on these cases; `only`: if it fails in this way."""
    text, expected = task.write(batch), task.answer(batch)
    run = yield from _run(program, text, limit)
    kind, says = _verdict(task, run, batch, expected, limit)
    if kind is None or (only and kind != only):
        return None
    return Failure(kind, says, text, expected, run.output[:_KEPT].decode("utf-8", "backslashreplace"))


def _verdict(
    task: Task, run: ProgramRun, batch: Sequence[Case], expected: str, limit: float
) -> tuple[Kind | None, str]:
    """What is wrong with a run, in a word and in a sentence."""
    if run.flooded:
        return "garbage", f"more than {MOST_OUTPUT >> 20} MiB of output"
    if run.status is None:
        return "time limit", f"no answer within {limit:g} s"
    if run.status:
        return "crash", _how_it_ended(run)
    try:
        output = run.output.decode()
    except UnicodeDecodeError:
        return "garbage", "output that is not UTF-8"
    printed = [line.rstrip() for line in output.rstrip().split("\n")] if output.strip() else []
    right = expected.splitlines()
    if not printed:
        return "garbage", "no output"
    for number, line in enumerate(printed, 1):
        if not re.fullmatch(task.line, line):
            return "garbage", f"line {number} of the output: expected {task.words}, found {line[:60]!r}"
    if len(printed) != len(right):
        return "garbage", f"lines of output: expected {len(right):,}, found {len(printed):,}"
    for number, (line, answer) in enumerate(zip(printed, right, strict=True), 1):
        if line != answer and not (task.agrees and task.agrees(batch[number - 1], line)):
            return "wrong answer", f"line {number}: expected {answer}, found {line}"
    return None, ""


def _how_it_ended(run: ProgramRun) -> str:
    assert run.status
    said = run.errors.decode("utf-8", "backslashreplace").strip().splitlines()
    last = f", saying {said[-1][:200]!r}" if said else ""
    if run.status < 0:
        try:
            return f"killed by {signal.Signals(-run.status).name}{last}"
        except ValueError:
            return f"killed by signal {-run.status}{last}"
    return f"exit status {run.status}{last}"


def _smallest(
    task: Task, program: Sequence[str], batch: list[Case], failure: Failure, limit: float, seconds: float
) -> Iterator[Failure | None]:
    """Ever smaller failing inputs: fewer cases first, then smaller ones; each fails in the same way. None: not yet."""
    end = CLOCK.now() + seconds
    tries = 0

    def fails(cases: list[Case]) -> Steps:
        nonlocal tries
        tries += 1
        if tries > _SHRINKS or CLOCK.now() > end:
            return None
        return (yield from _failure(task, program, cases, limit, failure.kind))

    best = failure
    for cases in _single_out(batch, failure):
        if smaller := (yield from fails(cases)):
            batch, best = cases, smaller
            yield best
            break
    size = len(batch) // 2
    while size:  # leave out ever smaller pieces
        at = 0
        while at < len(batch) and len(batch) > size:
            fewer = batch[:at] + batch[at + size :]
            if smaller := (yield from fails(fewer)):
                batch, best = fewer, smaller
                yield best
            else:
                at += size
        size //= 2
    changed = True
    while changed:
        changed = False
        for at, case in enumerate(batch):
            for one in task.smaller(case):
                cases = [*batch[:at], one, *batch[at + 1 :]]
                if smaller := (yield from fails(cases)):
                    batch, best, changed = cases, smaller, True
                    yield best
                    break
            if changed:
                break
    tries, end = 0, CLOCK.now() + 2 * limit
    again = yield from fails(batch)
    yield again or replace(best, steady=False)


def _single_out(batch: list[Case], failure: Failure) -> Iterator[list[Case]]:
    """The case of the first wrong line alone; then all up to it, if it takes more than one to fail."""
    line = re.match(r"line (\d+): expected", failure.message)
    if line and len(batch) > 1:
        at = int(line[1]) - 1
        yield [batch[at]]
        if at + 1 < len(batch):
            yield batch[: at + 1]


@dataclass(slots=True)
class ProgramRun:
    """What a program did; `status` is None if it was stopped."""

    output: bytes = b""
    errors: bytes = b""
    status: int | None = None
    flooded: bool = False


def _run(program: Sequence[str], text: str, limit: float) -> Generator[None, None, ProgramRun]:
    """Run a program on an input, within a time limit and a limit on its output; closed while it runs, it is ended."""
    run = ProgramRun()
    with tempfile.TemporaryFile() as source:
        source.write(text.encode())
        source.seek(0)
        try:
            process = subprocess.Popen(
                list(program), stdin=source, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
            )
        except (OSError, ValueError) as problem:
            found = getattr(problem, "strerror", None) or str(problem)
            raise BadText([Finding(1, 1, _wanted(program), f"{program[0]!r}: {found}", "<argument>")]) from None
        assert process.stdout and process.stderr
        readers = [
            threading.Thread(target=_read, args=(process, process.stdout, run, "output"), daemon=True),
            threading.Thread(target=_read, args=(process, process.stderr, run, "errors"), daemon=True),
        ]
        for reader in readers:
            reader.start()
        end = CLOCK.now() + limit
        try:
            while run.status is None and (left := end - CLOCK.now()) > 0:
                try:
                    run.status = process.wait(min(TICK, left))
                except subprocess.TimeoutExpired:
                    yield
        finally:
            _stop(process)
            for reader in readers:
                reader.join(1)
    return run


def _wanted(program: Sequence[str]) -> str:
    name = program[0] if program else ""
    if name.endswith(".py"):
        return f"a program that can be started, as in 'python3 {name}'"
    if name and "/" not in name and "\\" not in name:
        return f"a program that can be started, as in './{name}'"
    return "a program that can be started"


def _read(process: subprocess.Popen[bytes], pipe: IO[bytes], run: ProgramRun, name: str) -> None:
    """Read a pipe to its end; too much output ends the program, too many errors are dropped."""
    pieces: list[bytes] = []
    size = 0
    while piece := pipe.read1(1 << 16):  # type: ignore[attr-defined]
        size += len(piece)
        if size <= MOST_OUTPUT:
            pieces.append(piece)
        elif name == "output":
            run.flooded = True
            _stop(process)
            break
    setattr(run, name, b"".join(pieces))
    pipe.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End a program and what it has started."""
    import os

    try:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    except (ProcessLookupError, PermissionError):
        pass
    if process.returncode is None:
        process.wait()

"""Calls on all cores: other processes of this Python, which answer in JSON, and end at once when they are not needed.

A pool of the standard library waits for its processes, or leaves semaphores behind; work that may be stopped between
any two looks must do neither. A process that loses the one that asked ends too, even in the midst of a kernel.
The calls may as well be answered by the workers of a cluster: see runs/cluster.py.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol

from grundy import errors
from grundy.errors import BadText, Finding, GrundyError, OutOfReach
from grundy.runs.memory import count_worker, resident

TICK = 0.2  # seconds between two looks at who is ready
MIB = 2**20
WORKER = 104 * MIB  # that a process of grundy holds once its kernels are loaded, before it works on anything large

PROGRAM = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); "
    "from grundy.runs.workers import serve; serve(float(sys.argv[2]))"
)


class Elsewhere(Protocol):
    """Workers that are no processes of this machine."""

    def answers(self, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
        """As `answers` below."""

    def threads(self) -> int:
        """How many calls they work on at once."""


def answers(
    module: str, name: str, calls: Sequence[Sequence[Any]], cores: int, cluster: Elsewhere | None = None
) -> Iterator[Any]:
    """What a function returns for each of many arguments, in the order in which it is ready; None while nothing is.

    Args:    module, name: where the function is; its arguments and what it returns go through JSON.
             calls: a list may grow while its calls are answered.
             cores: how many processes; 0: none but this one.
             cluster: whose workers answer, in place of processes of this machine.
    Raises:  GrundyError: what a call raised, as the same class; or a process ended without an answer, and how.
    """
    if cluster is not None:
        yield from cluster.answers(module, name, calls)
        return
    if cores < 1:
        function = _function(module, name)
        for call in calls:
            yield function(*call)
        return
    mail: SimpleQueue[tuple[int, str]] = SimpleQueue()
    workers: list[subprocess.Popen[str]] = []
    idle: list[int] = []
    call_count = busy = 0
    try:
        while busy or call_count < len(calls):
            while call_count < len(calls) and (idle or len(workers) < cores):
                call, call_count = calls[call_count], call_count + 1
                if not idle:
                    idle.append(len(workers))
                    workers.append(start(mail, len(workers)))
                ask(workers[idle.pop()], json.dumps([module, name, list(call)]))
                busy += 1
            try:
                number, line = mail.get(timeout=TICK)
            except Empty:
                yield None
                continue
            if not line:
                raise GrundyError(f"a worker process {how_it_ended(workers[number])}")
            busy -= 1
            idle.append(number)
            yield received(line)
            yield None
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
            count_worker(worker.pid, False)


def within(memory: int | None, cores: int) -> tuple[int, str]:
    """How many of some processes fit into memory, beside this one; 0: this one must do all. And what is to be said.

    Raises: OutOfReach: not even one process fits; the message names the least that would do.
    """
    if memory is None or cores < 1:
        room = cores
    else:
        room = min(cores, max(0, memory - resident()) // WORKER)
    if memory is not None and not room and memory < WORKER:
        raise OutOfReach(
            f"--memory: {memory / MIB:,.0f} MiB are less than a process needs at all; the least that would do is "
            f"{WORKER // MIB} MiB"
        )
    if room == cores:
        return cores, ""
    least = -(-(resident() + cores * WORKER) // MIB)
    done_by = f"{room} of {cores} processes" if room else "this process alone"
    return room, f"--memory leaves room for {done_by}; {least} MiB would do for {cores}"


def start(mail: SimpleQueue[tuple[int, str]], number: int, idle: float = 0) -> subprocess.Popen[str]:
    """A process that answers what it is asked by mail, with its number; "" when it has ended.

    Args:    idle: seconds without a question after which it ends by itself; 0: never.
    """
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path), str(idle)]
    # a session of its own: Ctrl-C is for the process that asked, which ends this one
    worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)
    count_worker(worker.pid)

    def listen() -> None:
        assert worker.stdout is not None
        for line in worker.stdout:
            mail.put((number, line))
        mail.put((number, ""))

    threading.Thread(target=listen, daemon=True).start()
    return worker


def ask(worker: subprocess.Popen[str], question: str) -> None:
    """Send a process a call: module, name and arguments in JSON."""
    assert worker.stdin is not None
    try:
        worker.stdin.write(question + "\n")
        worker.stdin.flush()
    except BrokenPipeError:  # it has ended, as its mail says; of our own output this would mean that nobody reads it
        with suppress(BrokenPipeError):
            worker.stdin.close()


def how_it_ended(worker: subprocess.Popen[str]) -> str:
    """How a process ended that gave no answer, and what would help, as the end of a sentence; it is ended by this."""
    with suppress(subprocess.TimeoutExpired):
        worker.wait(1)  # its pipe is closed a moment before it has ended
    status = worker.poll()
    worker.kill()
    assert worker.stderr is not None
    words = worker.stderr.read().strip().splitlines()
    if status is None:
        return "gave no answer and had to be ended"
    if status >= 0:
        return f"failed: {words[-1] if words else f'exit status {status}'}"
    why = ""
    if status == -9:  # SIGKILL, of which Windows has no name
        why = ", as the system does when memory runs out; fewer --cores, or a --memory below what is free, would help"
    return f"was ended by signal {-status} ({signal.strsignal(-status)}){why}"


def received(line: str) -> Any:
    """What a call returned; raises what it raised."""
    answer = json.loads(line)
    if "error" in answer:
        raise problem_of(answer["error"])
    return answer["value"]


def problem_message(problem: GrundyError) -> list[Any]:
    """A problem in JSON's types: the first of its classes that everybody knows, the message, the findings.

    >>> problem_of(problem_message(errors.OutOfReach("10^6 positions at most")))
    OutOfReach('10^6 positions at most')
    """
    class_name = next(kind.__name__ for kind in type(problem).__mro__ if vars(errors).get(kind.__name__) is kind)
    places = problem.findings if isinstance(problem, BadText) else ()
    findings = [
        [finding.line, finding.column, finding.expected, finding.found, finding.source, finding.about]
        for finding in places
    ]
    return [class_name, str(problem), findings]


def problem_of(saved: Sequence[Any]) -> GrundyError:
    """A problem again, from what `problem_message` made of it."""
    class_name, message, findings = saved
    if class_name == BadText.__name__:
        return BadText([Finding(*finding) for finding in findings])
    kind = getattr(errors, class_name, GrundyError)
    problem: GrundyError = kind(message)
    return problem


def _function(module: str, name: str) -> Callable[..., Any]:
    __import__(module)
    function: Callable[..., Any] = getattr(sys.modules[module], name)
    return function


def serve(idle: float) -> None:
    """Answer the calls that come in as lines, until there are no more; then end, whatever is being worked on.

    Args:    idle: as `start` has it.
    """
    calls: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            calls.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        try:
            module, name, call = json.loads(calls.get(timeout=idle or None))
        except Empty:
            os._exit(0)
        try:
            answer = {"value": _function(module, name)(*call)}
        except GrundyError as problem:
            answer = {"error": problem_message(problem)}
        print(json.dumps(answer), flush=True)

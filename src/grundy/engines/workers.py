"""Calls on all cores: other processes of this Python, which answer in JSON, and end at once when they are not needed.

A pool of the standard library waits for its processes, or leaves semaphores behind; work that may be stopped between
any two looks must do neither. A process that loses the one that asked ends too, even in the midst of a kernel.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from grundy.errors import GrundyError

TICK = 0.2  # seconds between two looks at who is ready

PROGRAM = "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from grundy.engines.workers import serve; serve()"


def answers(module: str, name: str, calls: Sequence[Sequence[Any]], cores: int) -> Iterator[Any]:
    """What a function returns for each of many arguments, in the order in which it is ready; None while nothing is.

    Args:    module, name: where the function is; its arguments and what it returns go through JSON.
             cores: how many processes; 0: none but this one.
    Raises:  GrundyError: a process failed; its last words are told.
    """
    if cores < 1:
        function = _function(module, name)
        for call in calls:
            yield function(*call)
        return
    waiting = list(reversed(calls))
    mail: SimpleQueue[tuple[int, str]] = SimpleQueue()
    workers = [_start(mail, number) for number in range(min(cores, len(calls)))]
    try:
        for worker in workers:
            _ask(worker, module, name, waiting.pop())
        left = len(calls)
        while left:
            try:
                number, line = mail.get(timeout=TICK)
            except Empty:
                yield None
                continue
            if not line:
                raise GrundyError(f"{name}: a process ended: {_last_words(workers[number])}")
            left -= 1
            if waiting:
                _ask(workers[number], module, name, waiting.pop())
            yield json.loads(line)
            yield None
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()


def _start(mail: SimpleQueue[tuple[int, str]], number: int) -> subprocess.Popen[str]:
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", PROGRAM, json.dumps(sys.path)]
    # a session of its own: Ctrl-C is for the process that asked, which ends this one
    worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, start_new_session=True)

    def listen() -> None:
        assert worker.stdout is not None
        for line in worker.stdout:
            mail.put((number, line))
        mail.put((number, ""))

    threading.Thread(target=listen, daemon=True).start()
    return worker


def _ask(worker: subprocess.Popen[str], module: str, name: str, call: Sequence[Any]) -> None:
    assert worker.stdin is not None
    worker.stdin.write(json.dumps([module, name, list(call)]) + "\n")
    worker.stdin.flush()


def _last_words(worker: subprocess.Popen[str]) -> str:
    worker.kill()
    assert worker.stderr is not None
    return (worker.stderr.read().strip().splitlines() or ["without a word"])[-1]


def _function(module: str, name: str) -> Callable[..., Any]:
    __import__(module)
    found: Callable[..., Any] = getattr(sys.modules[module], name)
    return found


def serve() -> None:
    """Answer the calls that come in as lines, until there are no more; then end, whatever is being worked on."""
    asked: SimpleQueue[str] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin:
            asked.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        module, name, call = json.loads(asked.get())
        print(json.dumps(_function(module, name)(*call)), flush=True)

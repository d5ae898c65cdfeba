"""Calls to worker processes or to a cluster as an Executor of `concurrent.futures`.

Source: Python's manual of `concurrent.futures`.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from itertools import count
from typing import Any

from grundy.runs.workers import TICK, Elsewhere, answers

Call = tuple[int, str, str, Sequence[Any]]  # its number, module, function, arguments


class FunctionExecutor(Executor):
    """Answers functions of modules, whose arguments and what they return go through JSON.

    Args:    cores, cluster: whose processes answer, as `runs.workers.answers` has it.

    The error of one call is that of all that are not answered by then: work that is spread is one work. At the end of
    a `with` block what is not answered is dropped.
    """

    def __init__(self, cores: int, cluster: Elsewhere | None = None) -> None:
        self._cores, self._cluster = cores, cluster
        self._changed = threading.Condition()
        self._numbers = count()
        self._asked: list[Call] = []  # and not yet given to anybody
        self._futures: dict[int, Future[Any]] = {}  # of what is not answered
        self._thread: threading.Thread | None = None
        self._closed = False

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """As every Executor. Raises: TypeError: arguments by name, which no call has."""
        if named:
            raise TypeError(f"{function.__name__}: calls have no arguments by name, found {', '.join(named)}")
        future: Future[Any] = Future()
        with self._changed:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            number = next(self._numbers)
            self._futures[number] = future
            self._asked.append((number, function.__module__, function.__name__, arguments))
            if self._thread is None:
                self._thread = threading.Thread(target=self._serve, daemon=True)
                self._thread.start()
            self._changed.notify()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """Drop what is not answered, and end who works on it."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if wait and self._thread is not None:
            self._thread.join()

    def _serve(self) -> None:
        """Give what is asked to whoever answers, as long as something may come."""
        try:
            while self._wait():
                calls, self._asked = self._asked, []
                self._answer(calls)
        except BaseException as problem:
            self._fail(problem)

    def _answer(self, calls: list[Call]) -> None:
        replies = answers(__name__, "numbered", calls, self._cores, self._cluster)
        for answer in replies:
            if self._closed:
                replies.close()  # type: ignore[attr-defined]
                return
            if answer is not None:
                number, value = answer
                future = self._futures.pop(number)
                if future.set_running_or_notify_cancel():
                    future.set_result(value)
                if not self._futures:  # what follows from this may come in a moment, and finds them at work
                    self._wait(TICK)
            with self._changed:
                calls += self._asked
                self._asked = []

    def _wait(self, seconds: float | None = None) -> bool:
        """Until something is asked, or for so long; False at the end."""
        with self._changed:
            self._changed.wait_for(lambda: self._asked or self._closed, seconds)
            return not self._closed

    def _fail(self, problem: BaseException) -> None:
        with self._changed:
            self._closed = True
            left, self._futures = self._futures, {}
        for future in left.values():
            if future.set_running_or_notify_cancel():
                future.set_exception(problem)


def numbered(number: int, module: str, name: str, arguments: Sequence[Any]) -> tuple[int, Any]:
    """On a worker: a call, answered with its number."""
    __import__(module)
    return number, getattr(sys.modules[module], name)(*arguments)

"""Calls on a cluster: the workers of a Dask scheduler answer them, each in a process that can be ended at any moment.

What is sent is the name of a function of ours and JSON. Dask sees to it that the calls of a worker that is lost are
done again by another; here is what it leaves open: the same grundy everywhere, a bounded number of calls on their way,
an end for calls that nobody waits for (Dask cannot end a thread, so a worker gives each call to a process of its own),
errors as they are told everywhere else, and silence.

Source: Dask's manual of `distributed` (Client, futures, worker states).
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from pathlib import Path
from platform import python_version
from queue import Empty, SimpleQueue
from subprocess import Popen
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

from grundy.errors import BadText, Finding, GrundyError
from grundy.model.frozen import frozen
from grundy.runs.workers import TICK, ask, how_it_ended, problem_message, received, start

CONNECT = 5.0  # seconds for a scheduler to answer
ANSWER = 15.0  # seconds for scheduler and workers to answer anything else
WAIT = 30.0  # seconds without any worker
LOOK = 2.0  # seconds between two looks at how many workers there are
AHEAD = 2  # calls on their way for each thread of the cluster: one at work, one that waits there
IDLE = 30.0  # seconds for which a process on a worker waits for another call; twice that, and it ends

ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:[^\s/:\[\]@]+|\[[0-9a-fA-F:.%]+\]):([0-9]{1,5})", re.ASCII)
VERSIONS = "[__import__('platform').python_version(), getattr(__import__('grundy'), '__version__', 'without version')]"
# in words, since schedulers, which need no grundy, read what is sent as objects
CALL = "__import__('grundy.runs.cluster', fromlist=['called']).called(digest, question)"

Found = TypeVar("Found")
Child = tuple["Popen[str]", "SimpleQueue[tuple[int, str]]", float]  # a process, its mail, when it was last asked

_idle: list[Child] = []  # of this worker, for the next calls


@frozen
class Cluster:
    """A scheduler that has answered, whose workers have our grundy; `opened` makes one."""

    address: str
    client: Any

    def answers(self, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
        """What a function returns for each of many arguments, as `runs.workers.answers` has it.

        Raises:  GrundyError: what a call raised, as the same class; the scheduler has gone; there is no worker any
                 more.
        Cost:    some milliseconds a call: let each take a tenth of a second or more.
        """
        return _answers(self, module, name, calls)

    def threads(self) -> int:
        """How many calls its workers work on at once."""
        return _now(self, lambda: _threads(self.client, self.address))


@contextmanager
def opened(address: str, version: str, say: Callable[[str], None]) -> Iterator[Cluster]:
    """A connection to a scheduler, checked; at its end nothing of ours is left on the cluster.

    Args:    address: as in tcp://host:8786; tls:// takes its certificates from Dask's own configuration.
             version: of this grundy.
             say: called with a sentence for a person, where there is no worker yet.
    Raises:  BadText: no address. GrundyError: `distributed` is not installed, no scheduler answers within CONNECT
             seconds, no worker has come after WAIT seconds, or one has another grundy or Python than we.
    """
    port = ADDRESS.fullmatch(address)
    if port is None or not 0 < int(port[1]) < 65536:
        expected = "the address of a Dask scheduler, such as tcp://host:8786"
        raise BadText([Finding(1, 1, expected, repr(address), "<--cluster>")])
    connect = _client_class()
    what = f"{address}: expected a Dask scheduler ('dask scheduler' starts one), found none that answers"
    client = _within(CONNECT + 2, what, lambda: _connected(connect, address))
    try:
        _wait_for_workers(client, address, say)
        _require_same(client, address, version)
        yield Cluster(address, client)
    finally:
        with suppress(GrundyError):
            _within(CONNECT, "", lambda: client.close(timeout=CONNECT / 2))


def _client_class() -> Any:
    """Dask's client, told to keep quiet: what goes wrong is said by us, once."""
    try:
        import dask
    except ImportError as problem:
        raise _not_installed() from problem
    if "distributed" not in sys.modules:  # else it belongs to a program whose logs are its own
        names = ("distributed", "distributed.client", "distributed.core", "distributed.comm", "tornado", "asyncio")
        dask.config.set({"logging": dict.fromkeys(names, "critical")})
    try:
        from distributed import Client
    except ImportError as problem:
        raise _not_installed() from problem
    warnings.filterwarnings("ignore", module=r"distributed\b")
    return Client


def _connected(kind: Any, address: str) -> Any:
    """A client; one that cannot be made is marked as closed, else it waits and complains when Python removes it."""
    client = kind.__new__(kind)
    try:
        kind.__init__(client, address, timeout=CONNECT, set_as_default=False, name="grundy")
    except BaseException:
        client.status = "closed"
        raise
    return client


def _not_installed() -> GrundyError:
    return GrundyError("--cluster needs Dask's distributed, which is not installed: pip install distributed")


def _within(seconds: float, what: str, function: Callable[[], Found]) -> Found:
    """What a function returns, if it does so in time; Ctrl-C is heard meanwhile. Raises GrundyError."""
    mail: SimpleQueue[tuple[bool, Any]] = SimpleQueue()

    def work() -> None:
        try:
            mail.put((True, function()))
        except BaseException as problem:
            mail.put((False, problem))

    threading.Thread(target=work, daemon=True).start()
    try:
        done, answer = mail.get(timeout=seconds)
    except Empty:
        raise GrundyError(f"{what} within {seconds:.0f} s") from None
    if done:
        result: Found = answer
        return result
    if not isinstance(answer, Exception):
        raise answer
    raise GrundyError(f"{what}: {_in_a_line(answer)}") from answer


def _in_a_line(problem: BaseException) -> str:
    return (str(problem).strip().splitlines() or [type(problem).__name__])[0]


def _threads(client: Any, address: str) -> int:
    """How many calls the cluster works on at once."""
    threads: dict[str, int] = _within(ANSWER, f"{address}: the scheduler does not answer", client.nthreads)
    return sum(threads.values())


def _wait_for_workers(client: Any, address: str, say: Callable[[str], None]) -> None:
    began, announced = monotonic(), False
    while not _threads(client, address):
        if not announced:
            announced = True
            say(f"{address}: the scheduler has no worker; waiting for one, {WAIT:.0f} s at most")
        if monotonic() - began > WAIT:
            raise _no_worker(address)
        threading.Event().wait(TICK)


def _no_worker(address: str) -> GrundyError:
    return GrundyError(
        f"{address}: expected workers, found none in {WAIT:.0f} s; 'dask worker {address}' starts one, with this grundy"
    )


def _require_same(client: Any, address: str, version: str) -> None:
    """Refuse workers whose grundy or Python is another than ours, each by its name."""
    silent = f"{address}: not all workers answer"
    ours = (python_version(), version)
    complaints = []
    for worker, versions in _within(ANSWER, silent, lambda: client.run(eval, VERSIONS, on_error="return")).items():
        if isinstance(versions, Exception):
            complaints.append(f"worker {worker} has no grundy ({_in_a_line(versions)}), and here is {ours[1]}")
            continue
        if versions[1] != ours[1]:
            complaints.append(f"worker {worker} has grundy {versions[1]}, and here is {ours[1]}")
        if versions[0].split(".")[:2] != ours[0].split(".")[:2]:
            complaints.append(f"worker {worker} has Python {versions[0]}, and here is {ours[0]}")
    if not complaints:
        for worker, digest in _within(ANSWER, silent, lambda: client.run(source_digest, on_error="return")).items():
            if digest != source_digest():
                complaints.append(f"worker {worker} has grundy {version} as here, with other files in it")
    if complaints:
        shown = complaints[:10] + ([f"and {len(complaints) - 10} more"] if len(complaints) > 10 else [])
        remedy = "install the same there (or here), and start the workers again"
        raise GrundyError(f"{address}: {'; '.join([*shown, remedy])}")


@cache
def source_digest() -> str:
    """The SHA-256 of the Python files of this grundy: a checkout between two versions is no version."""
    from grundy import errors

    root = Path(errors.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _answers(cluster: Cluster, module: str, name: str, calls: Sequence[Sequence[Any]]) -> Iterator[Any]:
    client, address = cluster.client, cluster.address
    mail: SimpleQueue[Any] = SimpleQueue()
    flying: dict[Any, int] = {}  # futures, and which call each is
    again: list[int] = []
    run = uuid4().hex
    call_count = threads = sent = 0
    looked = alone = -float("inf")
    try:
        while flying or again or call_count < len(calls):
            now = monotonic()
            if now - looked > LOOK:
                threads, looked = _now(cluster, lambda: _threads(client, address)), now
                alone = now if threads or alone < 0 else alone
                if now - alone > WAIT:
                    raise _no_worker(address)
            while (again or call_count < len(calls)) and len(flying) < AHEAD * threads:
                number = again.pop() if again else call_count
                call_count = max(call_count, number + 1)
                names = {"digest": source_digest(), "question": json.dumps([module, name, list(calls[number])])}
                key, sent = f"grundy-{name}-{run}-{sent}", sent + 1
                future = _now(cluster, partial(client.submit, eval, CALL, names, key=key))
                flying[future] = number
                future.add_done_callback(mail.put)
            try:
                future = mail.get(timeout=TICK)
            except Empty:
                yield None
                continue
            if future not in flying:  # it was asked twice, as below, and has been answered
                continue
            if future.cancelled() or client.status != "running":
                raise _gone(address)
            try:
                answer = future.result(timeout=ANSWER)
            except TimeoutError:  # the worker that kept it is lost, and another does it again
                future.add_done_callback(mail.put)
                yield None  # or nobody could end this while a worker is silent
                continue
            except Exception as problem:
                raise _failed(cluster, problem) from problem
            number = flying.pop(future)
            if not answer:  # its worker ended in good order
                again.append(number)
                continue
            yield received(answer)
            yield None
    finally:
        for future in flying:
            with suppress(Exception):
                future.release()  # which cancels it, for nobody else knows of it


def _now(cluster: Cluster, function: Callable[[], Found]) -> Found:
    """What the client of a cluster says, if its scheduler is still there."""
    if cluster.client.status != "running":
        raise _gone(cluster.address)
    try:
        return function()
    except Exception as problem:
        if cluster.client.status != "running":
            raise _gone(cluster.address) from problem
        raise


def _gone(address: str) -> GrundyError:
    return GrundyError(
        f"{address}: the scheduler has gone; what was done is kept: start it and its workers again, then "
        "'grundy resume'"
    )


def _failed(cluster: Cluster, problem: Exception) -> GrundyError:
    if cluster.client.status != "running" or type(problem).__name__ in ("CancelledError", "FutureCancelledError"):
        return _gone(cluster.address)
    if type(problem).__name__ == "KilledWorker":
        return GrundyError(
            f"{cluster.address}: a call was given up, for every worker that worked on it was lost; their logs say why, "
            "and more memory may help"
        )
    return GrundyError(f"{cluster.address}: a worker failed: {type(problem).__name__}: {_in_a_line(problem)}")


def called(digest: str, question: str) -> str:
    """On a worker: the answer to a call, by a process that is ended as soon as nobody waits for it any more.

    Returns: what `runs.workers.received` reads; "" if the worker ends, so that another must do it.
    """
    from distributed import get_worker

    worker = get_worker()
    key = worker.get_current_task()
    if digest != source_digest():  # one that came after all were asked
        return _refusal(GrundyError(f"worker {worker.address} has another grundy than here; install the same there"))
    process, mail, _ = _child()
    answer = None
    try:
        ask(process, question)
        while answer is None and not _unwanted(worker, key):
            with suppress(Empty):
                _, answer = mail.get(timeout=TICK)
        if answer:
            _idle.append((process, mail, monotonic()))
            return answer
        if answer is None:
            return ""
        return _refusal(GrundyError(f"worker {worker.address}: a process of it {how_it_ended(process)}"))
    finally:
        if not answer:
            process.kill()
            process.wait()


def _refusal(problem: GrundyError) -> str:
    return json.dumps({"error": problem_message(problem)})


def _child() -> Child:
    """A process that waits for a call, or a new one."""
    with suppress(IndexError):
        while True:
            process, mail, since = _idle.pop()
            if monotonic() - since < IDLE and process.poll() is None:
                return process, mail, since
            process.kill()
            process.wait()
    mail = SimpleQueue()
    return start(mail, 0, 2 * IDLE), mail, monotonic()


def _unwanted(worker: Any, key: Any) -> bool:
    """Whether nobody waits for a call any more: it was cancelled, who asked has gone, or the worker is to end."""
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled" or worker.status.name in ("closing", "closed", "failed")

"""Python processes without what they load first: forks of one that has loaded NumPy, Numba and all of grundy.

To load them is most of what a short command takes. A fork has arguments, an environment, a folder, files and signals of
its own, and ends as any process of Python does. What is about the start itself, or changes what is loaded, is no fork.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import pkgutil
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import IO, Any

from waiting import PATIENCE

TESTS = Path(__file__).parent
SOURCES = str(TESTS.parent / "src")
ENVIRONMENT = dict(os.environ)
READ_AT_THE_START = ("PYTHON", "NUMBA", "LC_", "LANG", "LD_", "MALLOC")
NOT_LOADED = ("grundy.__main__", "grundy.contrib", "grundy.notebook", "grundy.web")


def run(
    code: str,
    *words: str,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    stdout: IO[Any] | None = None,
    merged: bool = False,
    timeout: float = PATIENCE,
) -> subprocess.CompletedProcess[bytes]:
    """As `python -c CODE WORDS` by subprocess.run, with grundy from the sources; merged, errors are where output is."""
    whole = dict(os.environ if environment is None else environment) | {"PYTHONPATH": SOURCES}
    changed = {name for name, _ in whole.items() ^ ENVIRONMENT.items()} - {"PYTHONPATH"}
    assert not [name for name in changed if name.startswith(READ_AT_THE_START)], f"{changed}: read at the start"
    request = {"code": code, "words": words, "folder": str(folder or Path.cwd()), "environment": whole}
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(stdin)
        given.seek(0)
        files = [given, stdout or out, out if merged else err]
        status = _status(request, [file.fileno() for file in files], timeout)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess([code, *words], status, out.read(), err.read())


def _status(request: dict[str, Any], files: list[int], timeout: float) -> int:
    """How a fork ended, as Popen.returncode says it."""
    here, answers = _server()
    socket.send_fds(here, [json.dumps(request).encode() + b"\n"], files)
    process = int(answers.readline())
    if not select.select([here], [], [], timeout)[0]:
        with suppress(ProcessLookupError):  # it has ended since
            os.kill(process, signal.SIGKILL)
        answers.readline()
        raise subprocess.TimeoutExpired(request["words"], timeout)
    return os.waitstatus_to_exitcode(int(answers.readline()))


@cache
def _server() -> tuple[socket.socket, IO[bytes]]:
    """The process that forks; it ends when this one does, which has the other end of its socket."""
    here, there = socket.socketpair()
    with there:
        code = f"import sys; sys.path.insert(1, {str(TESTS)!r}); from forking import awaited, leave\n"
        code += f"try:\n    exec(awaited({there.fileno()}))\nexcept SystemExit as end:\n    leave(end.code)\nleave(0)"
        environment = ENVIRONMENT | {"PYTHONPATH": ""}
        subprocess.Popen([sys.executable, "-c", code], pass_fds=[there.fileno()], env=environment)
    return here, here.makefile("rb", buffering=0)  # a line that is read beyond would be awaited in vain


def load_all() -> None:
    """Load all that commands may need, for forks of this process."""
    import grundy

    for module in pkgutil.walk_packages(grundy.__path__, "grundy."):
        if not module.name.startswith(NOT_LOADED):
            importlib.import_module(module.name)
    from numba.core.registry import cpu_target

    cpu_target.typing_context.refresh()  # as the first kernel has it done, which takes longer than most commands
    cpu_target.target_context.refresh()
    gc.freeze()  # a collection would touch, and so copy, all that was loaded
    gc.set_threshold(100_000, 50, 50)  # as in conftest.py


def awaited(number: int) -> str:
    """The code that is wanted, in a fork of this process, which itself never comes back from here."""
    there, standard = socket.socket(fileno=number), sys.path[2:]
    sys.path.insert(1, SOURCES)
    load_all()
    while True:
        text, files, _, _ = socket.recv_fds(there, 1 << 20, 3)
        while text and not text.endswith(b"\n"):
            text += there.recv(1 << 20)
        if not text:
            os._exit(0)
        process = os.fork()
        if process == 0:
            there.close()
            return _begun(json.loads(text), files, standard)
        there.send(b"%d\n" % process)
        for file in files:
            os.close(file)
        there.send(b"%d\n" % os.waitpid(process, 0)[1])


def leave(code: object) -> None:
    """End this fork as Python does, but for the modules: to clear all that were loaded takes most of a short command.

    An exit whose words are still to be printed, and one at which something goes wrong, is left to Python.
    """
    if code is not None and not isinstance(code, int):
        sys.exit(code)  # type: ignore[arg-type]
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        for stream in (sys.stdout, sys.stderr):
            if not stream.closed:
                stream.flush()
    except OSError:
        sys.exit(code)
    os._exit(code or 0)


def _begun(request: dict[str, Any], files: Sequence[int], standard: Sequence[str]) -> str:
    """Make this fork what a new process would be; return its code."""
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(request["folder"])
    os.environ.clear()
    os.environ.update(request["environment"])
    sys.path[:] = ["", *request["environment"]["PYTHONPATH"].split(os.pathsep), *standard]
    sys.argv = ["-c", *request["words"]]
    return str(request["code"])

"""Shell commands in which `grundy` is a fork of this process, which has loaded all of it (tests/forking.py).

A start of Python and Numba takes longer than most commands of the docs. Here `grundy` is a script that hands its words,
folder, environment and files over to this process, and ends as the fork does that runs the command.
"""

from __future__ import annotations

import json
import os
import select
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
import weakref
from pathlib import Path
from typing import IO, NoReturn

from forking import READ_AT_THE_START, leave

CLIENT = """
import json, os, signal, socket, sys
door = socket.socket(socket.AF_UNIX)
door.connect(sys.argv[1])
request = json.dumps([sys.argv[2:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(door, [len(request).to_bytes(4, "big")], [0, 1, 2])
door.sendall(request)
os.close(1)
status = int(door.makefile().read())
if status < 0:
    signal.signal(-status, signal.SIG_DFL)
    os.kill(os.getpid(), -status)
os._exit(status)
"""


def run(command: str, environment: dict[str, str], stdout: IO[bytes] | int, stderr: IO[bytes] | int) -> int:
    """The exit status of a shell command without input; in a process with no other thread, since it forks."""
    with tempfile.TemporaryDirectory(prefix="grundy-shell-") as name, socket.socket(socket.AF_UNIX) as door:
        folder = Path(name)
        door.bind(str(folder / "door"))
        door.listen()
        (folder / "client.py").write_text(CLIENT)
        client = f'{shlex.quote(sys.executable)} -IS {folder}/client.py {folder}/door "$@"'
        (folder / "grundy").write_text(f"#!/bin/sh\nexec {client}\n")
        (folder / "grundy").chmod(0o755)
        whole = environment | {"PATH": f"{folder}{os.pathsep}{environment['PATH']}"}
        running, ends = os.pipe()  # nobody holds its other end once the shell has ended, and what it started
        with subprocess.Popen(
            command, shell=True, env=whole, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, pass_fds=[ends]
        ) as shell:
            os.close(ends)
            forks = []
            while door in select.select([door, running], [], [])[0]:
                caller, _ = door.accept()
                forks.append(os.fork())
                if not forks[-1]:
                    door.close()
                    os.close(running)
                    _answer(caller, whole)
                caller.close()
            os.close(running)
        for fork in forks:
            os.waitpid(fork, 0)
        return shell.returncode


def main() -> None:
    """Run the shell command that is this process's only word."""
    sys.exit(run(sys.argv[1], dict(os.environ), sys.stdout.buffer, sys.stderr.buffer))


def _answer(caller: socket.socket, before: dict[str, str]) -> NoReturn:
    """Run the command of a script in a fork of this one, and tell the script how it ended."""
    size, files, _, _ = socket.recv_fds(caller, 4, 3)
    with caller.makefile("rb") as request:
        words, folder, environment = json.loads(request.read(int.from_bytes(size, "big")))
    changed = {name for name, _ in environment.items() ^ before.items()}
    early = [name for name in changed if name.startswith(READ_AT_THE_START)]
    assert not early, f"{early}: read at the start"
    process = os.fork()
    if process:
        for file in files:
            os.close(file)
        caller.sendall(b"%d" % os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
        os._exit(0)
    caller.close()
    for made in weakref.finalize._registry:  # type: ignore[attr-defined]
        made.atexit = False  # such as a folder, which this fork would remove as it ends
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    for number, name in enumerate(("stdin", "stdout", "stderr")):  # those of before know what their files were
        stream, mode = getattr(sys, name), "w" if number else "r"
        setattr(sys, name, open(number, mode, encoding=stream.encoding, errors=stream.errors, closefd=False))  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)  # as Python has it
    sys.argv = ["grundy", *words]
    from grundy.cli.main import main

    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    try:
        leave(code)
    finally:  # it left the end to Python, which would go on here
        if isinstance(code, str):
            print(code, file=sys.stderr)
        os._exit(code if isinstance(code, int) else 1)
    raise AssertionError

"""One computation in a process of its own, with less memory and time than it could want; nothing it does lasts.

The process is forked from one that has loaded grundy and nothing else. It is given one question over a socket, says
that it has begun, writes one answer and ends; whoever asked may kill it at any moment.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import sys
from typing import Any

from grundy.errors import BadText, GrundyError

LARGEST_FILE = 64 << 20  # of what kernels leave in their cache
BEGUN = b"begun\n"  # said when the question has been read: who ends after it has used more than it may
GRACE = 2.0  # seconds after which the process ends by itself, were nobody there to end it


def serve_one(link: socket.socket, seconds: float, memory: int) -> None:
    """Answer the question that comes over a socket.

    Args:    seconds, memory: what the computation may take, in wall time and in bytes beyond those loaded already.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the server, which then ends this process
    sys.set_int_max_str_digits(0)
    with link, link.makefile("rb") as stream:
        line = stream.readline()
        if not line:
            return  # a spare that was not needed
        _limit(seconds, memory)
        link.sendall(BEGUN)
        link.sendall(json.dumps(_answer_question(line, seconds), default=repr).encode() + b"\n")


def _limit(seconds: float, memory: int) -> None:
    os.nice(5)  # the server itself goes first
    bounds = {
        resource.RLIMIT_AS: _bytes_mapped() + memory,
        resource.RLIMIT_CPU: int(seconds + GRACE) + 1,
        resource.RLIMIT_FSIZE: LARGEST_FILE,
        resource.RLIMIT_CORE: 0,
    }
    for what, bound in bounds.items():
        _, hard = resource.getrlimit(what)
        bound = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(what, (bound, hard))
    signal.setitimer(signal.ITIMER_REAL, seconds + GRACE)  # its signal ends the process


def _bytes_mapped() -> int:
    """The address space that the process has now."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 30  # where the system does not tell


def _answer_question(line: bytes, seconds: float) -> dict[str, Any]:
    from grundy.web.handlers import answer

    try:
        kind, question = json.loads(line)
        return {"answer": answer(kind, question, seconds)}
    except BadText as problem:
        findings = [
            {"line": f.line, "column": f.column, "expected": f.expected, "found": f.found, "source": f.source}
            for f in problem.findings
        ]
        return {"error": {"kind": "BadText", "message": str(problem), "findings": findings}}
    except GrundyError as problem:
        return {"error": {"kind": type(problem).__name__, "message": str(problem)}}
    except (MemoryError, RecursionError):
        return {"error": {"kind": "OutOfReach", "message": "more memory than a question may use; smaller would do"}}

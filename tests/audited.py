"""What a process does that a question must not have done: files opened, programs started, addresses connected to.

It is imported, as the last of what is preloaded, by the process from which the server forks those that answer; each
then inherits the hook. What they do is written to the file that GRUNDY_AUDITED names, a line of JSON each.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

EVENTS = ("open", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "subprocess.Popen", "socket.connect")
_log = os.open(os.environ["GRUNDY_AUDITED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event in EVENTS:
        os.write(_log, json.dumps([event, os.getpid(), arguments[0]], default=os.fsdecode).encode() + b"\n")


sys.addaudithook(_hook)

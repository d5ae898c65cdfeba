"""A server of grundy as a process of its own, and a client that asks it."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlencode

from waiting import PATIENCE

SOURCE = Path(__file__).parents[1] / "src"


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]
    data: bytes

    @property
    def text(self) -> str:
        return self.data.decode()

    def json(self) -> Any:
        return json.loads(self.data)


class Server(NamedTuple):
    """Where a server listens, and its process."""

    port: int
    process: subprocess.Popen[str]
    printed: str = "127.0.0.1"  # the name in the address that it told
    line: str = ""  # in which it told that

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(
        self,
        method: str,
        path: str,
        query: dict[str, str] | None = None,
        body: bytes | None = None,
        headers: dict[str, str] | None = None,
        timeout: float = PATIENCE,
    ) -> Answer:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            link.request(method, path + (f"?{urlencode(query)}" if query else ""), body, headers or {})
            response = link.getresponse()
            named = {name.lower(): value for name, value in response.getheaders()}
            return Answer(response.status, named, response.read())
        finally:
            link.close()

    def get(self, path: str, query: dict[str, str] | None = None, **headers: str) -> Answer:
        return self.ask("GET", path, query, headers={name.replace("_", "-"): text for name, text in headers.items()})

    def post(self, path: str, question: Any, client: str = "", timeout: float = PATIENCE) -> Answer:
        headers = {"Content-Type": "application/json"} | ({"X-Forwarded-For": client} if client else {})
        return self.ask("POST", path, body=json.dumps(question).encode(), headers=headers, timeout=timeout)


@contextmanager
def served(
    *arguments: str,
    start: tuple[str, ...] = ("-m", "grundy"),
    folder: Path | None = None,
    environment: dict[str, str] | None = None,
    verb: str = "serve",
) -> Iterator[Server]:
    """A server on a free port, ended with Ctrl-C; `start` is how Python starts it, in a folder."""
    process = subprocess.Popen(
        [sys.executable, *start, verb, "--port", "0", *arguments],
        env=os.environ | {"PYTHONPATH": str(SOURCE)} | (environment or {}),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        match = re.search(r"at http://([\w.-]+):(\d+)/", line)
        assert match, line + (process.stderr.read() if process.stderr and not line else "")
        yield Server(int(match[2]), process, match[1], line)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def children(process: int) -> list[int]:
    """All processes that descend from one."""
    pairs = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                parent = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            pairs.append((parent, int(folder.name)))
    family = [process]
    for member in family:
        family += [child for parent, child in pairs if parent == member]
    return family[1:]


def cpu(processes: list[int]) -> float:
    """The processor time that processes have taken, in seconds."""
    ticks = 0
    for process in processes:
        try:
            fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")

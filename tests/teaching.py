"""A class as a process of its own: a teacher, and pupils who enter it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, Self

from serving import Answer, Server, served

WORD = "heron"


class Person(NamedTuple):
    """Somebody with a key; without one it is empty."""

    server: Server
    key: str = ""
    address: str = ""

    def asks(self, kind: str, **question: Any) -> Answer:
        headers = {"Content-Type": "application/json"} | ({"X-Grundy-Key": self.key} if self.key else {})
        headers |= {"X-Forwarded-For": self.address} if self.address else {}
        return self.server.ask("POST", f"/class/{kind}", body=json.dumps(question).encode(), headers=headers)

    def told(self, kind: str, **question: Any) -> Any:
        """What comes back, where nothing is refused."""
        reply = self.asks(kind, **question)
        assert reply.status == 200, reply.text
        return reply.json()


class Class(NamedTuple):
    """A server, and the teacher of its class."""

    server: Server
    teacher: Person

    def enters(self, name: str, word: str = WORD, address: str = "") -> Person:
        """A new pupil."""
        return Person(self.server, Person(self.server, "", address).told("enter", word=word, name=name)["key"], address)

    def renewed(self) -> Self:
        """The same class with a new lesson."""
        self.teacher.told("teacher/end")
        self.teacher.told("teacher/pause", paused=False)
        return self

    def seen(self) -> Any:
        """What the teacher sees now."""
        return self.teacher.told("teacher/news", since=0, desk=0)


@contextmanager
def taught(*arguments: str) -> Iterator[Class]:
    """A class on a free port."""
    with served("--word", WORD, *arguments, verb="class") as server:
        assert server.process.stdout is not None
        match = re.search(r"teacher#([\w-]+)$", server.process.stdout.readline().strip())
        assert match
        yield Class(server, Person(server, match[1]))

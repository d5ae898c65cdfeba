"""A run: a question that takes long, its progress and its result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import Any, Literal, TypeAlias

from grundy.model.frozen import frozen
from grundy.model.upward import Printed

RunStatus: TypeAlias = Literal[
    "running", "killed", "finished", "failed", "interrupted", "terminated", "out of time", "out of memory", "damaged"
]


UNIDENTIFIED = "a rule without identity"
"""The key of a run whose rule no other process can identify, so that no process resumes it."""


@frozen
class Run(Printed):
    """One row of the store; `str` is what `grundy runs NUMBER` prints.

    number                       from 1, in the order of recording; 0 if not yet recorded
    command, folder              the words of the command line after `grundy`, and the folder in which it was given
    game, parameters             the game's spec and the other arguments of the question, in JSON's types
    key, version                 the rule's key and grundy's version; a process uses the state only if it has the same
    sources                      the files from which its rules were read, and the SHA-256 of each
    machine                      system, processor and name of the machine
    started, updated, finished   UTC, as 2026-11-21T05:16:00Z; `finished` is "" until then
    seconds                      the time of work, over all resumes
    done, total, unit, known     as in the last chunk; also `phase`, and `kept`, how much of `done` the saved state has
    table                        absolute path of the table file that it fills, or ""
    result, evidence             in JSON's types, once finished
    message                      the message of the error that ended it, or ""
    former_key                   the key that an earlier version of grundy gave this question; not recorded
    state                        the state to resume from; None once finished, or if a table file has it
    """

    command: tuple[str, ...]
    game: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    key: str = ""
    version: str = ""
    sources: Mapping[str, str] = field(default_factory=dict)
    folder: str = ""
    machine: str = ""
    table: str = ""
    started: str = ""
    updated: str = ""
    finished: str = ""
    seconds: float = 0.0
    status: RunStatus = "running"
    done: int = 0
    total: int = 0
    unit: str = ""
    known: str = ""
    phase: tuple[int, ...] = ()
    kept: int | None = None
    result: Any = None
    evidence: Any = None
    message: str = ""
    number: int = 0
    former_key: str = ""
    state: Mapping[str, Any] | None = None

    def __repr__(self) -> str:
        return f"run {self.number}: {self.game}, {self.status}"

    def as_dict(self) -> dict[str, object]:
        """The run for machines, without its state, which only its engine can read."""
        return {
            "run": self.number,
            "status": self.status,
            "command": list(self.command),
            "folder": self.folder,
            "game": self.game,
            "parameters": dict(self.parameters),
            "key": self.key,
            "version": self.version,
            "machine": self.machine,
            "table": self.table,
            "started": self.started,
            "updated": self.updated,
            "finished": self.finished,
            "seconds": self.seconds,
            "done": self.done,
            "total": self.total,
            "unit": self.unit,
            "known": self.known,
            "message": self.message,
            "result": self.result,
            "evidence": self.evidence,
        }

"""Rules made from text, and their tables by the engine that compiles them."""

from __future__ import annotations

import linecache
import math
from collections.abc import Callable
from itertools import count
from typing import Any

from grundy import rule, to
from grundy.answering.tables import fill
from grundy.engines.table.job import job
from grundy.errors import GrundyError
from grundy.model.rule import Rule

NUMBERS = count()


def made(text: str, **outside: Any) -> Rule:
    """A rule from its text."""
    name = f"<rule {next(NUMBERS)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    names: dict[str, Any] = {"to": to, "math": math, **outside}
    exec(compile(text, name, "exec"), names)
    return rule(next(held for held in names.values() if getattr(held, "__module__", None) is None and callable(held)))


def body(text: str, arguments: str = "n", **outside: Any) -> Rule:
    return made(f"def game({arguments}):\n" + "".join(f"    {line}\n" for line in text.splitlines()), **outside)


def table(game: Rule, size: Any, compiled: bool = True, **play: bool) -> Any:
    """The table by the engine, never by the short cut for small ones."""
    import numpy as np

    held: list[Any] = []

    def allocate(dtype: str, entries: int) -> Any:
        held.append(np.zeros(entries, dtype))
        return held[-1]

    task = job(game, size, **play)
    for _ in fill(task, allocate, compiled)(None):
        pass
    if task.outcomes:
        return np.unpackbits(held[-1], bitorder="little", count=task.total).tolist()
    return held[-1].tolist()


def answer(work: Callable[[], Any]) -> Any:
    """What it gives, or what it refuses."""
    try:
        return work()
    except GrundyError as error:
        return str(error)

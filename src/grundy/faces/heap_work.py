"""Long work on sequences, for the command line: the one loop, with its bar, its limits and its record."""

from __future__ import annotations

import hashlib
import inspect
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import grundy
from grundy.errors import BadText, Finding
from grundy.model.rule import Rule
from grundy.runs.chunk import Work
from grundy.runs.perform import Resumable, perform
from grundy.runs.store import Run

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from grundy.engines.cluster import Cluster
    from grundy.faces.tables import Limits


def read_count(text: str, option: str, least: int = 1) -> int:
    """A number of heaps: digits, or as people write large ones.

    >>> read_count("1000000", "--limit"), read_count("1e7", "--limit"), read_count("2.5e12", "--limit")
    (1000000, 10000000, 2500000000000)
    """
    whole, _, power = text.lower().partition("e")
    before, point, after = whole.partition(".")
    digits = before + after
    written = digits.isascii() and digits.isdigit() and bool(before) and (not point or bool(after))
    if "e" in text.lower():
        written &= power.isascii() and power.isdigit() and len(power) < 3 and int(power) >= len(after)
    else:
        written &= not point
    if not written or len(digits) > 30 or int(digits) < least:
        raise BadText([Finding(1, 1, f"a number from {least} on, such as 50000 or 1e7", repr(text), f"<{option}>")])
    return int(digits + "0" * (int(power or 0) - len(after)))


def rule_key(rule: Rule) -> str:
    """What must be equal for work to be of the same rule: its data, or its code and its parameters."""
    meaning = repr(rule.data) if rule.data is not None else inspect.getsource(rule.function)
    return f"{rule.spec} {hashlib.sha256(repr((meaning, rule.parameters)).encode()).hexdigest()}"


@contextmanager
def on_cluster(address: str | None) -> Iterator[Cluster | None]:
    """The cluster at an address, or None without one. Raises GrundyError: it cannot be used; see engines.cluster."""
    if address is None:
        yield None
        return
    from grundy.engines.cluster import opened

    with opened(address, grundy.__version__, lambda sentence: print(sentence, file=sys.stderr)) as cluster:
        yield cluster


def work_through(
    work: Work,
    run: Run,
    limits: Limits,
    resumed: Resumable | None,
    report: Callable[[Any], tuple[Any, Any]],
) -> Any:
    """What the work returns, done under limits and recorded.

    Raises: SystemExit: a person or a limit stopped it; what is known and how to go on was said.
    """
    from grundy.faces.bar import progress_bar
    from grundy.faces.running import leave, stopped_lines

    with progress_bar() as progress:
        outcome = perform(
            work,
            run,
            store=limits.store,
            resumed=resumed,
            report=report,
            progress=progress,
            say=lambda sentence: print(sentence, file=sys.stderr),
            time_limit=limits.time_limit,
            memory=limits.memory,
        )
    if outcome.status != "finished":
        for line in stopped_lines(outcome, limits.store_option):
            print(line, file=sys.stderr)
        raise SystemExit(leave(outcome))
    return outcome.value


def period_run(rule: Rule, limit: int | None, command: tuple[str, ...]) -> Run:
    """The record of a search for a period."""
    return Run(command, rule.spec, {"limit": limit}, rule_key(rule), grundy.__version__)

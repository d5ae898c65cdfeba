"""Long work on sequences, for the command line: what is asked, and what a run of it is called."""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

from grundy.errors import BadText, Finding
from grundy.model.rule import Rule
from grundy.notation.files import sources_of
from grundy.runs.store import Run
from grundy.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from grundy.engines.cluster import Cluster


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
    places = " at 0x[0-9a-f]+"  # of functions in the data, elsewhere in each process
    meaning = re.sub(places, "", repr(rule.data)) if rule.data is not None else inspect.getsource(rule.function)
    return f"{rule.spec} {hashlib.sha256(repr((meaning, rule.parameters)).encode()).hexdigest()}"


@contextmanager
def on_cluster(address: str | None) -> Iterator[Cluster | None]:
    """The cluster at an address, or None without one. Raises GrundyError: it cannot be used; see engines.cluster."""
    if address is None:
        yield None
        return
    from grundy.engines.cluster import opened

    with opened(address, __version__, lambda sentence: print(sentence, file=sys.stderr)) as cluster:
        yield cluster


def period_run(rule: Rule, limit: int | None, command: tuple[str, ...]) -> Run:
    """The record of a search for a period."""
    return Run(command, rule.spec, {"limit": limit}, rule_key(rule), __version__, sources_of([rule]))

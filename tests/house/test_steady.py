"""No test depends on how fast the machine is: none sleeps, reads a clock, or gives up sooner than all others do.

What is to be stopped, limited or shown goes by steps (tests/steps.py); what is about real signals, terminals and
processes waits for an event, or looks for it (tests/waiting.py). What work costs is counted in lines (tests/effort.py).
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLOCKS = re.compile(r"\b(?:sleep|monotonic|perf_counter|process_time|thread_time)(?:_ns)?\(|\btime\.time(?:_ns)?\(")
WATCHDOGS = re.compile(r"(?<![-\w])(?:timeout(?:=|\()|wait\((?:timeout=)?)[0-9]")

# Whose business time is, and why. An entry that is no longer needed fails; a new one needs as good a reason.
CLOCKED: dict[str, str] = {
    "tests/waiting.py": "the one helper that looks again and again, until what a test waits for is there",
    "tests/watched.py": "how tools run for as many minutes as they are given",
    "tests/differential.py": "a tool that runs for as many minutes as it is given",
    "tests/fuzz.py": "a tool that runs for as many minutes as it is given",
    "tests/faults.py": "a tool that kills work at random moments",
    "tests/filling.py": "it kills at random moments: whatever the moment is, nothing may be lost",
    "tests/forging.py": "a tool that says how long forgeries take to refuse",
    "tests/house/test_load.py": "it makes the clocks of grundy leap",
}
IMPATIENT: dict[str, str] = {
    "tests/cli/test_play.py": "a key is pressed again, since one just before a line is read is seen with the next",
    "tests/forging.py": "a tool: a checker that takes so long has not refused",
    "tests/browser/test_stop.py": "milliseconds of a browser, before what is stopped would end by itself",
    "tests/browser/test_visit.py": "milliseconds of a browser, before what is stopped would end by itself",
}


@cache
def places(pattern: re.Pattern[str]) -> dict[str, list[str]]:
    """Where tests match, by file; text in which they give programs counts, comments do not."""
    lines_of: dict[str, list[str]] = {}
    for file in sorted([*(ROOT / "tests").rglob("*.py"), *(ROOT / "proofs").rglob("test_*.py"), ROOT / "conftest.py"]):
        name = file.relative_to(ROOT).as_posix()
        if name == "tests/house/test_steady.py":
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if pattern.search(line.partition("  #")[0]):
                lines_of.setdefault(name, []).append(f"{name}:{number}: {line.strip()}")
    return lines_of


@pytest.mark.parametrize(
    ("pattern", "exceptions", "instead"),
    [
        (CLOCKS, CLOCKED, "go by tests/steps.py, or wait for an event by tests/waiting.py"),
        (WATCHDOGS, IMPATIENT, "give up after PATIENCE, of tests/waiting.py"),
    ],
    ids=["clocks", "watchdogs"],
)
def test_no_test_depends_on_the_speed_of_the_machine(
    pattern: re.Pattern[str], exceptions: dict[str, str], instead: str
) -> None:
    lines_of = places(pattern)
    assert not [line for name in lines_of if name not in exceptions for line in lines_of[name]], instead
    assert sorted(exceptions.keys() - lines_of.keys()) == [], "no exception any more: take it from the list"

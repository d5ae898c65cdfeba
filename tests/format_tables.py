"""What the docs say of judges' formats that no person has written: their table, sections and options; their samples.

tests/generated.py puts it into its pages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import fill

from catalogue_tables import by_hand
from entry_at_fault import Unprintable, of_entries

import grundy
from grundy.judges import JUDGES, Judge

ROOT = Path(__file__).parents[1]


def further_formats() -> str:
    """A row and a section for each format."""
    judges = [judge for judge in JUDGES if judge.name not in _headings()]
    if not judges:
        return ""
    rows = of_entries(judges, _row, "format")
    sections = of_entries(judges, _section, "format")
    return "\n".join(["| format | input and output | options |", "|---|---|---|", *rows, "", *sections])


def _headings() -> list[str]:
    return re.findall(r"^## ([\w-]+)$", by_hand("reference/judges.md"), re.MULTILINE)


def _row(judge: Judge) -> str:
    options = ", ".join(f"`--{option.name}`" for option in judge.options)
    return f"| `{judge.name}` | {judge.summary} | {options} |"


def _section(judge: Judge) -> str:
    printed = grundy.judge(judge, judge.sample_in)
    if printed != judge.sample_out:
        raise Unprintable(f"its sample is answered with {printed!r}, expected {judge.sample_out!r}")
    text = f"{judge.source}. {judge.summary} Judge's limits: {judge.limits}."
    command = f"$ grundy judge {judge.name} < examples/judge/{judge.name}.in"
    return f"## {judge.name}\n\n{fill(text, 120, break_on_hyphens=False)}\n\n```console\n{command}\n{printed}```\n"


def further_options() -> str:
    """The options of formats, beside those that stand in the table of the command."""
    known = set(re.findall(r"--[\w-]+", by_hand("reference/command-line.md")))
    rows = [
        f"| `--{option.name}{' ' * bool(option.metavar)}{option.metavar}` | `{judge.name}`: {option.summary} |"
        for judge in JUDGES
        for option in judge.options
        if f"--{option.name}" not in known
    ]
    return "\n".join(["| option of a format | |", "|---|---|", *rows]) + "\n" if rows else ""


def samples() -> Iterator[tuple[Path, Callable[[str], str]]]:
    """The file of each sample, and what it has to have."""
    for judge in JUDGES:
        yield ROOT / "examples" / "judge" / f"{judge.name}.in", lambda _, judge=judge: judge.sample_in  # type: ignore[misc]


def stale_samples() -> list[Path]:
    """The samples of formats that were removed or have another name now."""
    return sorted({*(ROOT / "examples" / "judge").glob("*.in")} - {file for file, _ in samples()})


FORMATS = {"further-formats": further_formats, "further-options": further_options}

"""Parts of files that are printed from the code, and pictures: `python tests/generated.py` writes what is stale.

Each stands between `<!-- printed: NAME -->` and `<!-- end -->` in the docs, `# printed: NAME` and `# end` in sources.
tests/house/test_generated.py compares them with what would be printed now.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from textwrap import fill
from unittest.mock import patch

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "docs")]

from catalogue_lists import CATALOGUE, LISTS, STUB, stub  # noqa: E402
from catalogue_tables import TABLES  # noqa: E402
from constructs import constructs, instead  # noqa: E402
from conventions import conventions, kinds_of_rules  # noqa: E402
from entry_at_fault import Unprintable, of_entries  # noqa: E402
from first_values import INDEX, index_text  # noqa: E402
from format_tables import FORMATS, samples, stale_samples  # noqa: E402
from pictures import write_pictures  # noqa: E402
from reference_page import reference  # noqa: E402
from systems import SYSTEMS, system  # noqa: E402
from typed_lines import typed_lines  # noqa: E402

from grundy import parse  # noqa: E402
from grundy.answering.dispatch import TABLE, rows_of  # noqa: E402
from grundy.engines.question import Question, Row  # noqa: E402
from grundy.folders import cache_folder, data_folder  # noqa: E402
from grundy.games.catalogue import GAMES  # noqa: E402
from grundy.games.entry import Game  # noqa: E402
from grundy.model.convention import CONVENTIONS  # noqa: E402

SECTIONS = re.compile(r"(<!-- printed: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
LINES = re.compile(r"(# printed: (\S+)\n).*?(# end\n)", re.DOTALL)

# What stands in docs/why/architecture.md: a question in words, and as Python.
QUESTIONS = [
    ("`nim 3 4 5`", 'solve(parse("nim(3 4 5)"))'),
    ("`take-away:1,4,10`, a heap of 10^30", 'solve(parse("take-away:1,4,10(1000000000000000000000000000000)"))'),
    ("`kayles`, a heap of 10^9", 'solve(parse("kayles(1000000000)"))'),
    ("`rectangle`, a full board of 3×4", 'solve(parse("rectangle(1111/1111/1111)"))'),
    ("`cram 4x4`", 'solve(parse("cram(4x4)"))'),
    ("`wythoff 30 50`", 'solve(parse("wythoff(30 50)"))'),
    ("a token on a graph", 'solve(parse(\'graph({"nodes": [0, 1], "edges": [[0, 1]], "tokens": [0]})\'))'),
    ("a rule of yours that reaches few positions", "solve(halves(10**6))"),
    ("`nim 3 4 5`, misère", 'solve(parse("nim(3 4 5)"), misere=True)'),
    ("`kayles(7) + nim(3)`, misère", 'solve(parse("kayles(7) + nim(3)"), misere=True)'),
]

# Imports everything first, so that what is called while a module is imported does not count.
TRACER = """
import importlib, json, os, pkgutil, sys, threading
from pathlib import Path
import grundy, grundy.engines
from grundy import parse, rule, solve
@rule
def halves(n):
    if n:
        yield n // 2
for one in pkgutil.walk_packages(grundy.__path__, "grundy."):
    room = one.name.split(".")[1]
    if room in ("answering", "engines", "games", "notation", "model", "runs", "compile") and "kernels" not in one.name:
        importlib.import_module(one.name)
root, passed = str(Path(grundy.__file__).parent) + "/", {}
def called(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(root):
        passed[frame.f_code.co_filename[len(root):]] = True
for question in json.loads(sys.argv[1]):
    sys.stdout.flush()
    if os.fork():  # each in a process of its own, since what one has loaded the next does not load
        os.wait()
        continue
    threading.setprofile(called)
    sys.setprofile(called)
    exec(question)
    sys.setprofile(None)
    print(json.dumps(list(passed)), flush=True)
    os._exit(0)
"""
ROOMS = ("notation/", "games/", "engines/", "compile/")


def files_passed(questions: Sequence[str]) -> list[list[str]]:
    """For each question the files whose functions are called for its answer, in the order in which they first are."""
    command = [sys.executable, "-c", TRACER, json.dumps(questions)]
    named = os.environ | {"GRUNDY_NATIVE": "off"}  # what plain Python answers depends on which kernels are files
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT / "src", env=named)
    return [[file for file in json.loads(line) if file.startswith(ROOMS)] for line in done.stdout.splitlines()]


def ten_questions() -> str:
    """What ten answers pass."""
    words, questions = zip(*QUESTIONS, strict=True)
    passed = dict(zip(words, files_passed(questions), strict=True))
    every = [file for file in next(iter(passed.values())) if all(file in files for files in passed.values())]
    said = f"Each passes, in this order, {_listed(every)}; and besides:"
    lines = [
        fill(f"- {words}: {_listed(file for file in files if file not in every)}", 120, subsequent_indent="  ")
        for words, files in passed.items()
    ]
    return "\n".join([fill(said, 120), "", *lines]) + "\n"


def _listed(files: Iterator[str] | list[str]) -> str:
    """Files, those of one folder together."""
    groups = groupby(files, lambda file: file.rpartition("/")[0])
    return ", ".join(
        f"`{folder}/`: " + " ".join(f"`{file.rpartition('/')[2]}`" for file in some) for folder, some in groups
    )


KINDS = [
    ("Normal play", "values"),
    ("Normal play, who wins a position alone, besides", "winner"),
    ("Normal play, who wins and nothing else, besides", "who"),
    ("Misère play", "misere"),
    ("Loopy play", "loopy"),
    ("Sequences", "sequence"),
    ("Periods", "period"),
    ("Tables", "table"),
]


def engines() -> str:
    """The tables that say which engine answers, one for each thing that is wanted."""
    lines = []
    for name, wanted in KINDS:
        rows = [row for row in TABLE if row.wanted == wanted]
        lines += [
            f"**{name}**",
            "",
            "| cost | question | engine | how | tries at most | refuses |",
            "|---|---|---|---|---|---|",
        ]
        lines += [*map(_row, rows), ""]
    return "\n".join(lines)


def _row(row: Row) -> str:
    file, _, name = row.file.partition(" ")
    engine = f"`{'../answering/' * row.proves}{file}`" + (f" `{name}`" if name else "")
    return f"| {row.cost} | {row.of} | {engine} | {row.why} | {row.tries} | {row.refuses} |"


def engines_of_games() -> str:
    """For the example of each game, the rows that are asked, and what the last of them refuses."""
    asked: dict[tuple[tuple[Row, ...], ...], list[str]] = {}
    for game, rows in zip(GAMES.values(), of_entries(GAMES.values(), _asked, "game"), strict=True):
        asked.setdefault(rows, []).append(f"`{game.name}`")
    lines = ["| game | normal play | misère play |", "|---|---|---|"]
    lines += [f"| {', '.join(games)} | {' | '.join(map(_reach, rows))} |" for rows, games in asked.items()]
    return "\n".join(lines) + "\n"


def _asked(game: Game) -> tuple[tuple[Row, ...], ...]:
    spec, text = game.example
    (component,) = parse(f"{spec}({text})").components
    normal, misere, *_ = CONVENTIONS
    return tuple(rows_of(Question(((component.rule, component.states),), play)) for play in (normal, misere))


def _reach(rows: tuple[Row, ...]) -> str:
    said = [f"{row.why} (up to {row.tries})" if row.tries else row.why for row in rows]
    return f"{', else '.join(said)}" + (f"; refused: {rows[-1].refuses}" if rows[-1].refuses else "")


HOME = {"HOME": "/~", "LOCALAPPDATA": "/%LOCALAPPDATA%"}


def folders() -> str:
    """What is kept, and where on each system."""
    purposes = {
        "the store of runs, and what was proved of your rules": (data_folder, "`XDG_DATA_HOME`, `--store`"),
        "machine code, that of kernels in `native` and `kernels`": (cache_folder, "`XDG_CACHE_HOME`, `GRUNDY_CACHE`"),
    }
    lines = [f"| | {' | '.join(SYSTEMS)} | named by |", "|---|---|---|---|---|"]
    named = ("XDG_DATA_HOME", "XDG_CACHE_HOME", "GRUNDY_CACHE")
    others = {name: value for name, value in os.environ.items() if name not in named}
    with patch.dict(os.environ, others | HOME, clear=True):
        for words, (folder, names) in purposes.items():
            places = []
            for name in SYSTEMS:
                with system(name):
                    place = str(folder()).lstrip("/")
                    places.append(place.replace("/", "\\") if name == "Windows" else place)
            lines.append(f"| {words} | {' | '.join(f'`{place}`' for place in places)} | {names} |")
    return "\n".join(lines) + "\n"


PRINTED: dict[str, Callable[[], str]] = {
    "constructs": constructs,
    "instead": instead,
    "conventions": conventions,
    "kinds-of-rules": kinds_of_rules,
    "engines": engines,
    "engines-of-games": engines_of_games,
    "folders": folders,
    "ten-questions": ten_questions,
    "reference": reference,
    "typed-lines": typed_lines,
    **TABLES,
    **LISTS,
    **FORMATS,
}


def renewed(text: str) -> str:
    """A page with what is printed now."""
    return SECTIONS.sub(lambda match: f"{match[1]}\n{PRINTED[match[2]]()}\n{match[3]}", text)


def renewed_source(text: str) -> str:
    """A source with what is printed now."""
    return LINES.sub(lambda match: f"{match[1]}{PRINTED[match[2]]()}{match[3]}", text)


SOURCES: dict[Path, Callable[[str], str]] = {
    CATALOGUE: renewed_source,
    STUB: lambda text: renewed_source(stub(text)),
}


def pages() -> dict[Path, Callable[[str], str]]:
    """The files that have something printed, each with what renews it: the sources first, from which the pages are."""
    every = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
    return SOURCES | {page: renewed for page in every if SECTIONS.search(page.read_text(encoding="utf-8"))}


def main() -> None:
    """Write what is stale; where that was a list of games, in a new process, which reads it. And remove samples whose
    format is gone."""
    for sample in stale_samples():
        sample.unlink()
        print(f"{sample.relative_to(ROOT)}: removed", flush=True)
    for page, renew in (dict(samples()) | pages() | {INDEX: lambda text: index_text()}).items():
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        now = renew(text)
        if now != text:
            page.write_text(now, encoding="utf-8")
            print(f"{page.relative_to(ROOT)}: printed anew", flush=True)
            if page == CATALOGUE:
                os.execv(sys.executable, [sys.executable, *sys.argv])
    write_pictures()


if __name__ == "__main__":
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    try:
        main()
    except Unprintable as problem:
        sys.exit(f"{problem}")

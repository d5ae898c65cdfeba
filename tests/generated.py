"""Parts of files that are printed from the code, and pictures: `python tests/generated.py` writes what is stale.

Each stands between `<!-- printed: NAME -->` and `<!-- end -->` in the docs, `# printed: NAME` and `# end` in sources.
tests/house/test_generated.py compares them with what would be printed now.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from pathlib import Path
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

from grundy import parse  # noqa: E402
from grundy.answering.dispatch import TABLE, rows_of  # noqa: E402
from grundy.engines.question import Question, Row  # noqa: E402
from grundy.folders import cache_folder, data_folder  # noqa: E402
from grundy.games.catalogue import GAMES  # noqa: E402
from grundy.games.entry import Game  # noqa: E402
from grundy.model.convention import CONVENTIONS  # noqa: E402

SECTIONS = re.compile(r"(<!-- printed: (\S+) -->\n).*?(<!-- end -->)", re.DOTALL)
LINES = re.compile(r"(# printed: (\S+)\n).*?(# end\n)", re.DOTALL)

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
    return f"| {row.cost} | {row.of} | {_engine(row)} | {row.why} | {row.tries} | {row.refuses} |"


def _engine(row: Row) -> str:
    """The file of an engine, and its function where it has several."""
    file, _, name = row.file.partition(" ")
    return f"`{'../answering/' * row.proves}{file}`" + (f" `{name}`" if name else "")


def engines_of_games() -> str:
    """For the example of each game, the engines that are asked, games with the same ones together."""
    asked: dict[tuple[str, ...], list[str]] = {}
    for game, engines in zip(GAMES.values(), of_entries(GAMES.values(), _asked, "game"), strict=True):
        asked.setdefault(engines, []).append(f"`{game.name}`")
    lines = ["| game | normal play | misère play |", "|---|---|---|"]
    lines += [f"| {', '.join(games)} | {' | '.join(engines)} |" for engines, games in asked.items()]
    return "\n".join(lines) + "\n"


def _asked(game: Game) -> tuple[str, ...]:
    spec, text = game.example
    (component,) = parse(f"{spec}({text})").components
    normal, misere, *_ = CONVENTIONS
    rows = [rows_of(Question(((component.rule, component.states),), play)) for play in (normal, misere)]
    return tuple(", ".join(map(_engine, some)) for some in rows)


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
    "reference": reference,
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

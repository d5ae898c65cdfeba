"""Help, the catalogue and small work never wait for NumPy, Numba, or what only long work needs."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import afresh
from heavy import REPORT, SOURCE, heavy_after, heavy_in, loaded_after
from tables import of_each

COMMANDS = [
    "--help",
    "solve --help",
    "games",
    "games nim",
    "solve nim 3 4 5",
    "solve nim 3 4 5 --json",
    "solve nim 1 1 2 --misere",
    "solve take-away:1,2,3 3 4 5 --explain",
    "solve floor-division:2,3,6 5 7",
    "solve sequential-nim 1 2",
    "solve rectangle 0110/0000/0000/0001",
    "solve bacteria .../..#",
    "solve chess-rows:20 19/18",
    "solve take-away:1,2,3(3)+nim(5)",
]


def command(line: str) -> str:
    """The code of a command line."""
    return f"sys.argv = ['grundy', *{line.split()!r}]\nfrom grundy.cli.main import main\nmain()"


def test_commands_and_importing_the_library_are_light() -> None:
    codes = ["import grundy", *map(command, COMMANDS)]
    heavy = dict(zip(codes, map(heavy_in, loaded_after(*codes)), strict=True))
    assert {code: packages for code, packages in heavy.items() if packages} == {}


def test_a_heavy_import_is_seen() -> None:
    assert heavy_after("import numpy") == "numpy"


def of_grundy(loaded: set[str]) -> set[str]:
    """The modules of grundy, without that name before theirs."""
    return {name.removeprefix("grundy.") for name in loaded if name.partition(".")[0] == "grundy"}


def test_the_library_loads_what_is_asked_for() -> None:
    nothing, little = map(of_grundy, loaded_after("import grundy", "import grundy; grundy.to, grundy.rule"))
    assert nothing == {"grundy", "version"}
    assert "games.catalogue" not in little


SMALL = {
    "solve nim 3 4 5": {"heaps"},
    "solve take-away:1,2,3 3 4 5": {"heaps"},
    "solve kayles 10": {"octal"},
    "solve nim(3)+kayles(5)": {"heaps", "octal"},
    "solve wythoff 3 5": {"pairs"},
    "games nim": {"heaps"},
    "period octal:0.77": {"octal"},
}
"""Small work, each with the families of games that it loads; no other part of the catalogue."""
NEVER = {
    "cli.tables", "cli.play", "cli.prove", "cli.judge", "cli.nimber", "text.graphs", "text.json_reader",
    "text.formulas", "text.poset", "text.edge_lists", "notation.typed", "games.spelling",
    "runs.cluster", "answering.tables", "engines.search.solver", "show.svg",
}  # fmt: skip
"""What no small work loads, and what besides no position of few heaps does."""
FOR_LONG_WORK = {"runs.session", "runs.loop", "runs.store", "model.run", "cli.answering", "runs.workers"}


@cache
def loaded_by_small_work() -> dict[str, set[str]]:
    return dict(zip(SMALL, loaded_after(*map(command, SMALL)), strict=True))


@of_each(SMALL)
def test_small_work_loads_its_game_and_little_else(line: str) -> None:
    loaded = of_grundy(loaded_by_small_work()[line])
    families = {name.removeprefix("games.") for name in loaded if name.startswith("games.")}
    assert families == {"catalogue", "entry"} | SMALL[line]
    assert not loaded & NEVER
    # what takes a second is recorded, as small work does where the machine is busy
    heavy = heavy_in(loaded_by_small_work()[line])
    assert heavy in ("", "grundy.runs.recorder", "grundy.runs.recorder sqlite3")
    if not line.startswith("period"):
        assert not loaded & FOR_LONG_WORK
        assert "model.period" not in loaded or "octal" in families


def test_terms_of_a_rule_that_need_no_machine_code_load_no_compiler() -> None:
    """Whether a rule has turns was asked of a module that imports all of the compiler: a tenth of the time."""
    words = ["grundy", "sequence", "rule:n -> n-k, for k in 1..isqrt(n)", "--to", "12"]
    (loaded,) = loaded_after(f"sys.argv = {words!r}\nfrom grundy.cli.main import main\nmain()")
    assert "grundy.compile.turns" in loaded and "grundy.compile.kernel" not in loaded


def test_help_loads_no_game_and_no_engine() -> None:
    for every in loaded_after(*map(command, ("--help", "solve --help", "--version"))):
        loaded = of_grundy(every) - {"grundy"}
        assert {name.partition(".")[0] for name in loaded} <= {"cli", "errors", "version", "engines"}
        assert {name for name in loaded if "engines" in name} <= {
            "engines", "engines.methods"
        }  # fmt: skip


# What a command that people type first waits for, module by module. Whoever adds one slows all of them down: it may be
# imported where it is needed.
MODULES = {
    "import grundy": "grundy version",
    "--help": "cli cli.main cli.misspelt errors grundy version",
    "solve --help": """
        cli cli.completion cli.input cli.main cli.misspelt cli.options cli.output cli.solve
        engines engines.methods errors grundy version
    """,
    "solve nim 3 4 5": """
        answering answering.ask answering.conditions answering.consistent answering.dispatch answering.far
        answering.solve api api.answers api.constraints api.solve api.work
        cli cli.completion cli.input cli.main cli.misspelt cli.options cli.output cli.solve compile compile.subset
        engines engines.engine engines.formula engines.methods engines.options engines.question engines.rows
        engines.rows.interval_moves engines.rows.lands engines.rows.semigroups engines.rows.series_parallel
        engines.steady engines.sums errors games games.catalogue games.entry games.heaps grundy
        model model.blame model.board model.convention model.curves model.definition model.evidence model.frozen
        model.given model.growth model.known model.leads model.move model.option model.progress model.result model.rule
        model.semigroups model.shapes model.space model.upward notation notation.expression notation.files reading
        reading.remember runs runs.chunk
        show show.text text text.collector text.literals text.notation text.numbers text.reader text.terminal version
    """,
}
OF_PYTHON = {
    "pkgutil": "the engines of one file each",
    "bisect": "the line of a place in a text",
    "gc signal importlib.util locale": "how the process starts, and click's own",
}
"""Modules of Python's own that small work loads beside those that click, dataclasses and typing load, and for what."""
BELOW = "import click, dataclasses, inspect, typing"


@cache
def loaded_at_first() -> dict[str, set[str]]:
    """All modules that are loaded by each of the commands."""
    codes = {line: line if line.startswith("import") else command(line) for line in MODULES}
    return dict(zip(codes, loaded_after(*codes.values()), strict=True))


def started(code: str) -> set[str]:
    """All modules of a process of its own: a fork has what forks it."""
    whole = os.environ | {"PYTHONPATH": afresh.SOURCES}
    done = subprocess.run([sys.executable, "-c", REPORT + code], env=whole, capture_output=True, text=True, check=True)
    return set(done.stderr.splitlines()[-1].split())


@of_each(MODULES)
def test_what_people_type_first_loads_these_modules(line: str) -> None:
    assert of_grundy(loaded_at_first()[line]) == set(MODULES[line].split())


def test_small_work_loads_little_of_python() -> None:
    allowed = set(" ".join(OF_PYTHON).split())
    more = started(command("solve nim 3 4 5")) - started(BELOW)
    assert {name for name in more if not name.startswith("grundy") and not f".{name}".count("._")} <= allowed


def test_no_class_of_small_work_is_made_as_slowly_as_by_dataclasses() -> None:
    """Seventy frozen dataclasses took a fourth of the time of a small command."""
    for name in MODULES["solve nim 3 4 5"].split():
        at = SOURCE.joinpath("grundy", *name.replace("grundy", "__init__").split("."))
        file = at.with_suffix(".py") if at.with_suffix(".py").exists() else at / "__init__.py"
        assert "@dataclass(frozen=True, slots=True)" not in file.read_text(encoding="utf-8"), name


def test_a_rule_is_compiled_though_its_names_are_loaded_late(tmp_path: Path) -> None:
    """Nothing has asked grundy for `to` when the compiler looks what it stands for."""
    file = tmp_path / "mine.py"
    file.write_text(
        "import grundy\n@grundy.rule\ndef mine(n):\n    if n > 1:\n        yield grundy.to(n - 1, n // 2)\n"
    )
    (done,) = afresh.commands(("table", str(file), "--to", "999", "--no-store"))
    assert (done.status, done.err) == (0, "")

"""Help, the catalogue and small work never wait for NumPy, Numba, or what only long work needs."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import afresh
from heavy import heavy_after, heavy_in, loaded_after
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
    assert {code: found for code, found in heavy.items() if found} == {}


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


def test_help_loads_no_game_and_no_engine() -> None:
    for every in loaded_after(*map(command, ("--help", "solve --help", "--version"))):
        loaded = of_grundy(every) - {"grundy"}
        assert {name.partition(".")[0] for name in loaded} <= {"cli", "errors", "version", "engines"}
        assert {name for name in loaded if "engines" in name} <= {
            "engines", "engines.methods"
        }  # fmt: skip


def test_a_rule_is_compiled_though_its_names_are_loaded_late(tmp_path: Path) -> None:
    """Nothing has asked grundy for `to` when the compiler looks what it stands for."""
    file = tmp_path / "mine.py"
    file.write_text(
        "import grundy\n@grundy.rule\ndef mine(n):\n    if n > 1:\n        yield grundy.to(n - 1, n // 2)\n"
    )
    (done,) = afresh.commands(("table", str(file), "--to", "999", "--no-store"))
    assert (done.status, done.err) == (0, "")

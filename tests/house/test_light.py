"""Help, the catalogue and small work never wait for NumPy, Numba, or what only long work needs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from heavy import SOURCE, heavy_after
from waiting import PATIENCE

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


def test_importing_the_library_is_light() -> None:
    assert heavy_after("import grundy") == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_command_is_light(command: str) -> None:
    assert heavy_after(f"sys.argv = ['grundy', *{command!r}.split()]\nfrom grundy.cli.main import main\nmain()") == ""


def test_a_heavy_import_is_seen() -> None:
    assert heavy_after("import numpy") == "numpy"


def modules_after(code: str) -> set[str]:
    """The modules of grundy that `code` leaves imported."""
    report = "print(*(name for name in sys.modules if name.startswith('grundy')), file=sys.stderr)"
    program = f"import atexit, sys\natexit.register(lambda: {report})\nsys.path.insert(0, {str(SOURCE)!r})\n{code}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


def test_the_library_loads_what_is_asked_for() -> None:
    assert modules_after("import grundy") == {"grundy", "grundy.version"}
    assert "grundy.games.catalogue" not in modules_after("import grundy; grundy.to, grundy.rule")


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
    "text.formulas", "text.poset", "text.undirected_graph", "notation.typed", "notation.written", "games.spelling",
    "engines.cluster", "engines.tables", "engines.search.solver", "show.svg",
}  # fmt: skip
"""What no small work loads, and what besides no position of few heaps does."""
FOR_LONG_WORK = {"runs.session", "runs.loop", "runs.store", "model.run", "cli.answering", "engines.workers"}


@pytest.mark.parametrize("command", SMALL)
def test_small_work_loads_its_game_and_little_else(command: str) -> None:
    code = f"sys.argv = ['grundy', *{command!r}.split()]\nfrom grundy.cli.main import main\nmain()"
    loaded = {name.removeprefix("grundy.") for name in modules_after(code)}
    families = {name.removeprefix("games.") for name in loaded if name.startswith("games.")}
    assert families == {"catalogue", "entry"} | SMALL[command]
    assert not loaded & NEVER
    # what takes a second is recorded, as small work does where the machine is busy
    assert heavy_after(code) in ("", "grundy.runs.recorder", "grundy.runs.recorder sqlite3")
    if not command.startswith("period"):
        assert not loaded & FOR_LONG_WORK
        assert "model.period" not in loaded or "octal" in families


@pytest.mark.parametrize("words", [["--help"], ["solve", "--help"], ["--version"]], ids=" ".join)
def test_help_loads_no_game_and_no_engine(words: list[str]) -> None:
    loaded = modules_after(f"sys.argv = ['grundy', *{words!r}]\nfrom grundy.cli.main import main\nmain()")
    rooms = {name.split(".")[1] for name in loaded if "." in name}
    assert rooms <= {"cli", "errors", "version", "engines"}
    assert {name for name in loaded if "engines" in name} <= {
        "grundy.engines", "grundy.engines.search", "grundy.engines.search.methods"
    }  # fmt: skip


def test_a_rule_is_compiled_though_its_names_are_loaded_late(tmp_path: Path) -> None:
    """Nothing has asked grundy for `to` when the compiler looks what it stands for."""
    file = tmp_path / "mine.py"
    file.write_text(
        "import grundy\n@grundy.rule\ndef mine(n):\n    if n > 1:\n        yield grundy.to(n - 1, n // 2)\n"
    )
    words = [sys.executable, "-m", "grundy", "table", str(file), "--to", "999", "--no-store"]
    done = subprocess.run(words, capture_output=True, encoding="utf-8", timeout=PATIENCE, cwd=SOURCE)
    assert (done.returncode, done.stderr) == (0, "")

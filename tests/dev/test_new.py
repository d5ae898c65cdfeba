"""`python -m grundy.dev new` in a copy of the checkout: what it writes runs, and fails until its texts are written."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import PATIENCE

from grundy.dev import __main__ as dev
from grundy.dev.new import KINDS

ROOT = Path(__file__).parents[2]
NAMES = {"game": "tower-of-pins", "coins": "odd-coins", "board": "row-crossing", "format": "tower-cup", "engine": "odd"}
LEFT = {"game": 3, "coins": 3, "board": 3, "format": 4, "engine": 1}  # texts that are to be written
PROGRAM = """
import re, runpy, sys
from pathlib import Path
test = runpy.run_path(sys.argv[1])["test_it_is_answered_as_the_definition_says"]
try:
    test()
except AssertionError as problem:
    print(problem)
"""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("static", "*.so", "*.nbi", "*.nbc"))
    for folder in ("games", "judges", "engines"):
        (root / "tests" / folder).mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "entry_checks.py", root / "tests")
    return root


def written(checkout: Path, kind: str) -> tuple[Path, Path]:
    """The file and the test of a kind, which are written once."""
    one, module = KINDS[kind], NAMES[kind].replace("-", "_")
    file = checkout / "src" / "grundy" / one.folder / f"{module}.py"
    if not file.exists():
        assert dev.main(["new", kind, NAMES[kind]], checkout) == 0
    return file, checkout / "tests" / one.tests / f"test_{module}.py"


def faults(checkout: Path, test: Path) -> str:
    """What a test says is wrong, with the package of the copy."""
    run = [sys.executable, "-c", f"import sys\nsys.path[:0] = {[str(checkout / 'tests')]!r}\n{PROGRAM}", str(test)]
    environment = {"PYTHONPATH": str(checkout / "src"), "HOME": str(checkout), "NUMBA_CACHE_DIR": str(checkout)}
    done = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE, cwd=checkout, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_runs_and_fails_until_its_texts_are_written(kind: str, checkout: Path) -> None:
    file, test = written(checkout, kind)
    told = faults(checkout, test)
    assert [line.endswith(": write it") for line in told.splitlines()] == [True] * LEFT[kind], told
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("(say ", "(by hand: "), encoding="utf-8")
    assert faults(checkout, test) == ""
    file.write_text(text, encoding="utf-8")


WRONG = {  # the text of a template that a slip changes, and a word of what is said then
    "game": ("nim_value=0", "nim_value=2", "by the definition it is 0"),
    "coins": ("nim_value=3", "nim_value=2", "by the definition it is 3"),
    "board": ("else again", "else to", "by the definition it is 0"),
    "format": ('lines_of("Alice", "Bob")', 'lines_of("Bob", "Alice")', "expected 'Alice"),
    "engine": ("return n % 2", "return n % 3", "expected nim-value 0, by the definition; found 2"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_is_seen_by_the_test_that_is_written(kind: str, checkout: Path) -> None:
    file, test = written(checkout, kind)
    right, wrong, said = WRONG[kind]
    text = file.read_text(encoding="utf-8")
    assert text.count(right) == 1
    file.write_text(text.replace(right, wrong), encoding="utf-8")
    told = faults(checkout, test)
    file.write_text(text, encoding="utf-8")
    assert said in told


def test_what_is_written_is_in_the_houses_style(checkout: Path) -> None:
    files = [str(path) for kind in KINDS for path in written(checkout, kind)]
    for words in (["check"], ["format", "--check"]):
        style = ["--config", str(ROOT / "pyproject.toml"), "--no-cache"]
        done = subprocess.run([sys.executable, "-m", "ruff", *words, *style, *files], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout


def test_the_next_steps_are_told(checkout: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["new", "game", "next-steps"], checkout) == 0
    assert capsys.readouterr().out.splitlines() == [
        "src/grundy/games/next_steps.py: written",
        "tests/games/test_next_steps.py: written",
        "Next:",
        "  1. write what the texts '(say ...)' ask for, and the rest, in src/grundy/games/next_steps.py",
        "  2. try it: ./grundyw solve next-steps POSITION",
        "  3. compare it with the definition, which also finds texts that are left: "
        "./grundyw test -n0 tests/games/test_next_steps.py",
        "  4. let lists, pages and samples follow: .venv/bin/ruff format; .venv/bin/python tests/generated.py",
    ]
    for file in ("src/grundy/games/next_steps.py", "tests/games/test_next_steps.py"):
        (checkout / file).unlink()


REFUSED = [
    ("game", "Nim", "at most 40 small letters, digits and single hyphens, as in deleting-divisors, found 'Nim'"),
    ("format", "1537d", "at most 40 small letters, digits and single hyphens"),
    ("format", "own_nim", "at most 40 small letters, digits and single hyphens"),
    ("engine", "../up", "at most 40 small letters, digits and single hyphens"),
    ("engine", "a" * 41, "at most 40 small letters, digits and single hyphens"),
    ("engine", "while", "a name that is no word of Python's"),
    ("game", "dawsons-kayles", "a name that is free, for the game is to be grundy.dawsons_kayles"),
    ("coins", "solve", "a name that is free, for the game is to be grundy.solve"),
    ("gmae", "towers", "one of game, coins, board, format, engine, found 'gmae'"),
    ("format", "piles", "src/grundy/judges/piles.py: expected a name that is free, found a file of that name"),
    ("game", "catalogue", "a name that is free, for the game is to be grundy.catalogue"),
    ("game", "spelling", "src/grundy/games/spelling.py: expected a name that is free, found a file of that name"),
    ("game", "elsewhere", "tests/engines/test_elsewhere.py: expected a name that is free, found a file of that name"),
]


@pytest.mark.parametrize(("kind", "name", "said"), REFUSED)
def test_a_name_that_will_not_do_is_refused_and_nothing_written(
    kind: str, name: str, said: str, checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (checkout / "tests" / "engines" / "test_elsewhere.py").write_text("")
    before = {path: path.stat().st_mtime_ns for path in checkout.rglob("*.py")}
    assert dev.main(["new", kind, name], checkout) == 2
    told = capsys.readouterr()
    assert said in told.err and told.out == ""
    assert {path: path.stat().st_mtime_ns for path in checkout.rglob("*.py")} == before


def test_outside_of_a_checkout_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """As where the package is installed, without its tests."""
    assert dev.main(["new", "game", "towers"], tmp_path) == 2
    assert "expected a folder of a checkout of grundy, found none" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []

"""`python -m grundy.dev new` in a copy of the checkout: what it writes runs, and fails until its texts are written."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from waiting import PATIENCE

from grundy.dev import __main__ as dev
from grundy.dev.new import KINDS

ROOT = Path(__file__).parents[2]
NAMES = {"game": "tower-of-pins", "coins": "odd-coins", "board": "row-crossing", "format": "tower-cup", "engine": "odd"}
LEFT = {"game": 4, "coins": 3, "board": 4, "format": 5, "engine": 2}  # texts that are to be written
PROGRAM = """
import json, runpy, sys
for name in sys.argv[1:]:
    try:
        runpy.run_path(name)["test_it_is_answered_as_the_definition_says"]()
        print(json.dumps(""))
    except AssertionError as problem:
        print(json.dumps(str(problem)))
"""


Written = dict[str, tuple[Path, Path]]
"""The file and the test of each kind."""


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("checkout")
    shutil.copytree(ROOT / "src", root / "src", ignore=shutil.ignore_patterns("static", "*.so", "*.nbi", "*.nbc"))
    for folder in ("games", "judges", "engines"):
        (root / "tests" / folder).mkdir(parents=True)
    shutil.copy(ROOT / "tests" / "entry_checks.py", root / "tests")
    return root


@pytest.fixture(scope="module")
def written(checkout: Path) -> Written:
    files = {}
    for kind, name in NAMES.items():
        assert dev.main(["new", kind, name], checkout) == 0
        module = name.replace("-", "_")
        folders = checkout / "src" / "grundy" / KINDS[kind].folder, checkout / "tests" / KINDS[kind].tests
        files[kind] = folders[0] / f"{module}.py", folders[1] / f"test_{module}.py"
    return files


def faults(checkout: Path, written: Written, change: Callable[[str, str], str]) -> dict[str, str]:
    """What the test of each kind says is wrong, when its file is changed, with the package of the copy."""
    texts = {kind: file.read_text(encoding="utf-8") for kind, (file, _) in written.items()}
    for kind, (file, _) in written.items():
        file.write_text(change(kind, texts[kind]), encoding="utf-8")
    paths = f"import sys\nsys.path[:0] = {[str(checkout / 'tests')]!r}\n"
    run = [sys.executable, "-c", paths + PROGRAM, *(str(test) for _, test in written.values())]
    environment = {"PYTHONPATH": str(checkout / "src"), "HOME": str(checkout), "NUMBA_CACHE_DIR": str(checkout)}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"  # a slip may be as long as what it replaces, and written as soon
    done = subprocess.run(run, capture_output=True, text=True, timeout=PATIENCE, cwd=checkout, env=environment)
    for kind, (file, _) in written.items():
        file.write_text(texts[kind], encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return dict(zip(written, map(json.loads, done.stdout.splitlines()), strict=True))


def test_what_is_written_runs_and_fails_until_its_texts_are_written(checkout: Path, written: Written) -> None:
    told = faults(checkout, written, lambda kind, text: text)
    assert {kind: [line.endswith(": write it") for line in text.splitlines()] for kind, text in told.items()} == {
        kind: [True] * count for kind, count in LEFT.items()
    }
    assert faults(checkout, written, lambda kind, text: text.replace("(say ", "(by hand: ")) == dict.fromkeys(KINDS, "")


ROUNDS = [  # of slips: the text of a template that each changes, into what, and a part of what is said then
    {
        "game": (
            "nim_value=0",
            "nim_value=2",
            "Fact tower-of-pins(3): expected nim-value 0, by the definition; found 2",
        ),
        "coins": (
            "nim_value=3",
            "nim_value=2",
            "Fact odd-coins(TTH): expected nim-value 3, by the definition; found 2",
        ),
        "board": ("else again", "else to", "Fact row-crossing(..): expected nim-value 0, by the definition; found 1"),
        "format": ('lines_of("Alice", "Bob")', 'lines_of("Bob", "Alice")', "expected 'Alice"),
        "engine": ("return n % 2", "return n % 3", "expected nim-value 0, by the definition; found 2"),
    },
    {
        "game": ("nim_value=0", 'winner="frist"', "expected winner='second', by the definition; found 'frist'"),
        "coins": ('"TTHHT"', '"TTTT"', "odd-coins(TTTT): expected an example that the first player wins"),
        "board": ('"1x2"', '"1x"', "'row-crossing 1x': <argument>:1:14: expected the sides of a full board"),
        "format": ('name="tower-cup"', 'name="tower-cap"', "tower-cap: expected the name of its file, one of cf1382b"),
        "engine": (
            "all(amount % 2 for amount in shape.amounts)",
            "True",
            "take-away:1,2,3(3 4 5): found that the second",
        ),
    },
    {
        "game": ('"4 5"', '"4 x"', "'tower-of-pins 4 x': <argument>:1:17: expected a pile size, 0 or more, found 'x'"),
        "format": ("rows.finish()", "pass", "is refused, found an answer; does the reader end by finish()?"),
        "engine": ('("take-away:1,3(5 8)", "take-away:1,5,9(12)")', '"nim(3)"', "expected EXAMPLES to be a tuple of"),
    },
    {"game": ('Rule(\n    "tower-of-pins"', 'Rule(\n    "towers"', "'towers(4 5)': <argument>:1:1: expected the name")},
    {"game": ("n - take, take", "n + take, take", "tower-of-pins(4 5): expected an example whose play ends within")},
]


@pytest.mark.parametrize("slips", ROUNDS)
def test_a_slip_is_seen_by_the_test_that_is_written(
    slips: dict[str, tuple[str, str, str]], checkout: Path, written: Written
) -> None:
    """Of some nothing was said: a row was for too many rules, a reader kept what was wrong to itself, play did not end,
    a name was not the file's, or the second player won the example."""

    def slip(kind: str, text: str) -> str:
        right, wrong, _ = slips[kind]
        assert text.count(right) == 1
        return text.replace(right, wrong)

    told = faults(checkout, {kind: written[kind] for kind in slips}, slip)
    assert {kind: told[kind] for kind, (_, _, said) in slips.items() if said not in told[kind]} == {}


def test_what_is_written_is_in_the_houses_style(written: Written) -> None:
    files = [str(path) for pair in written.values() for path in pair]
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
    (
        "game",
        "Nim",
        "at most 40 small letters, digits and single hyphens, a letter first: deleting-divisors, found 'Nim'",
    ),
    ("game", "sum", "a name that is free, for `grundy solve sum` has a meaning, found 'sum'"),
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

"""./grundyw makes .venv whole or not at all, and then only starts what is in it. No test here needs a network.

Each test runs a copy of the script in a folder of its own. A stand-in for uv makes the environment there: its Python
is the one that runs the tests, its `grundy` a few lines that tell what they were given.
"""

from __future__ import annotations

import ast
import os
import select
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]
PYPROJECT = '[project]\nname = "stand-in"\n'

# What the stand-in for uv does with its two commands: `venv … FOLDER` and `pip install --python PYTHON …`.
UV = """
import os, pathlib, sys
here = pathlib.Path(os.environ["TOOLS"])
with open(here / "log", "a") as log:
    log.write(sys.argv[1] + "\\n")
if sys.argv[1] == "venv":
    (pathlib.Path(sys.argv[-1]) / "bin").mkdir(parents=True)
    (pathlib.Path(sys.argv[-1]) / "bin" / "python").symlink_to(os.path.realpath(sys.executable))
    (pathlib.Path(sys.argv[-1]) / "pyvenv.cfg").touch()
    print("noise on standard output")
    print("noise on standard error", file=sys.stderr)
else:
    with open(here / "extras", "a") as extras:
        extras.write(sys.argv[-1] + "\\n")
    python = pathlib.Path(sys.argv[sys.argv.index("--python") + 1])
    script = python.with_name("grundy")
    script.write_text(f"#!{python}\\n" + (here / "grundy.py").read_text())
    script.chmod(0o755)
    if "UV_WAITS" in os.environ:
        open(os.environ["UV_WAITS"]).close()  # until somebody opens the other end
    sys.exit(int(os.environ.get("UV_STATUS", "0")))
"""
GRUNDY = "import sys\nprint(sys.argv[1:], sys.stdin.buffer.read())\nsys.exit(len(sys.argv) - 1)\n"


class Checkout:
    """A folder with grundyw, and a PATH that holds nothing but the stand-in."""

    def __init__(self, folder: Path, tools: Path, with_uv: bool = True) -> None:
        self.folder, self.tools = folder, tools
        for made in (folder, tools):
            made.mkdir(parents=True)
        (folder / "grundyw").write_bytes((ROOT / "grundyw").read_bytes())
        (folder / "grundyw").chmod(0o755)
        (folder / "pyproject.toml").write_text(PYPROJECT)
        (tools / "python3").symlink_to(sys.executable)
        (tools / "grundy.py").write_text(GRUNDY)
        (tools / "log").write_text("")
        self.environment = {"PATH": str(tools), "TOOLS": str(tools), "HOME": str(tools)}
        if with_uv:
            (tools / "uv.py").write_text(UV)  # -IS: a start without what is installed takes half of the time
            (tools / "uv").write_text('#!/bin/sh\nexec python3 -IS "$TOOLS/uv.py" "$@"\n')
            (tools / "uv").chmod(0o755)

    def start(self, *arguments: str, **environment: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, self.folder / "grundyw", *arguments],
            env=self.environment | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, *arguments: str, text: str = "", **environment: str) -> tuple[int, str, str]:
        process = self.start(*arguments, **environment)
        out, err = process.communicate(text, timeout=PATIENCE)
        return process.returncode, out, err

    def pipe(self) -> str:
        """A pipe with a name, for whoever waits until its other end is opened."""
        os.mkfifo(self.tools / "pipe")
        return str(self.tools / "pipe")

    def open_pipe(self) -> None:
        (self.tools / "pipe").open("w").close()

    def calls(self) -> list[str]:
        """What uv was asked for so far."""
        return (self.tools / "log").read_text().split()

    def extras(self) -> list[str]:
        """What it installed so far."""
        return (self.tools / "extras").read_text().split()

    def hidden(self) -> list[str]:
        return sorted(path.name for path in self.folder.glob(".venv*") if path.is_dir())


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "a folder, with blanks", tmp_path / "tools")


def test_first_run_makes_the_environment_and_later_runs_only_start_it(checkout: Checkout) -> None:
    status, out, err = checkout.run("solve", "nim", "3 4", "", text="a\nb\r\n")
    assert (status, out) == (4, "['solve', 'nim', '3 4', ''] b'a\\nb\\r\\n'\n")
    assert err == "grundyw: making .venv (once; some 300 MB, up to a minute)\n"
    assert checkout.run("x") == (1, "['x'] b''\n", "")
    assert checkout.calls() == ["venv", "pip"]
    assert checkout.extras() == [".[compile,web]"]  # running needs no test tools
    assert checkout.hidden() == [".venv"]


def test_the_installed_command_works_by_itself(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "plain", tmp_path / "tools")
    checkout.run()
    done = subprocess.run([checkout.folder / ".venv/bin/grundy", "x"], input="", capture_output=True, encoding="utf-8")
    assert (done.returncode, done.stdout) == (1, "['x'] b''\n"), done.stderr


def test_works_through_a_link_and_from_elsewhere(checkout: Checkout, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(checkout.folder / "grundyw")
    for _ in range(2):
        done = subprocess.run([tmp_path / "link", "x"], env=checkout.environment, cwd="/", stdin=subprocess.DEVNULL)
        assert done.returncode == 1
    assert checkout.calls() == ["venv", "pip"]


def test_a_changed_project_file_makes_another_environment(checkout: Checkout) -> None:
    checkout.run()
    with open(checkout.folder / "pyproject.toml", "a") as file:
        file.write('version = "2"\n')
    (checkout.folder / ".venv" / "old").touch()
    assert checkout.run("x")[0] == 1
    assert checkout.calls() == ["venv", "pip"] * 2
    assert not (checkout.folder / ".venv" / "old").exists()
    assert checkout.hidden() == [".venv"]


def test_a_moved_checkout_makes_another_environment(checkout: Checkout, tmp_path: Path) -> None:
    checkout.run()
    checkout.folder = checkout.folder.rename(tmp_path / "moved")
    assert checkout.run("x")[0] == 1
    assert checkout.calls() == ["venv", "pip"] * 2


def test_a_python_that_went_away_makes_another_environment(checkout: Checkout) -> None:
    checkout.run()
    python = checkout.folder / ".venv/bin/python"
    python.unlink()
    python.symlink_to("/nowhere/python")
    assert checkout.run("x")[0] == 1


def test_a_killed_set_up_is_never_used(checkout: Checkout) -> None:
    process = checkout.start("x", UV_WAITS=checkout.pipe())
    wait_until(lambda: (checkout.folder / ".venv.building/bin/grundy").exists(), "the installer")
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()
    assert checkout.hidden() == [".venv.building"]
    (checkout.folder / ".venv.building" / "half").touch()
    assert checkout.run("x")[:2] == (1, "['x'] b''\n")
    assert checkout.calls() == ["venv", "pip"] * 2
    assert checkout.hidden() == [".venv"]
    assert not (checkout.folder / ".venv" / "half").exists()


def test_a_set_up_killed_between_its_two_renames_is_made_again(checkout: Checkout) -> None:
    checkout.run()
    (checkout.folder / ".venv").rename(checkout.folder / ".venv.retired")
    assert checkout.run("x")[0] == 1
    assert checkout.hidden() == [".venv"]


def test_an_installer_that_outlives_a_killed_grundyw_is_waited_for(checkout: Checkout) -> None:
    process = checkout.start("x", UV_WAITS=checkout.pipe())
    wait_until(lambda: (checkout.folder / ".venv.building/bin/grundy").exists(), "the installer")
    process.kill()
    process.wait()
    again = checkout.start("x")
    assert again.stderr is not None and "waiting" in again.stderr.readline()
    checkout.open_pipe()
    again.communicate(timeout=PATIENCE)
    process.communicate()
    assert again.returncode == 1


def test_many_at_once_make_one_environment(checkout: Checkout) -> None:
    pipe = checkout.pipe()
    begun = [checkout.start("x", UV_WAITS=pipe) for _ in range(4)]
    waiting: set[Any] = set()
    while len(waiting) < 3:  # for the one that makes it
        others = {process.stderr for process in begun} - waiting
        waiting |= set(select.select(others, [], [], PATIENCE)[0])
    checkout.open_pipe()
    told = [process.communicate(timeout=PATIENCE)[0] for process in begun]
    assert [(process.returncode, out) for process, out in zip(begun, told, strict=True)] == [(1, "['x'] b''\n")] * 4
    assert checkout.calls() == ["venv", "pip"]


def test_a_foreign_environment_is_left_alone(checkout: Checkout) -> None:
    (checkout.folder / ".venv").mkdir()
    status, out, err = checkout.run("x")
    assert (status, out) == (2, "")
    assert "not made by grundyw" in err
    assert checkout.calls() == []


@pytest.mark.long  # venv puts pip into the environment, which takes ten seconds; the next test is the same with less
def test_without_a_package_index_it_says_what_failed(tmp_path: Path) -> None:
    checkout = Checkout(tmp_path / "bare", tmp_path / "tools", with_uv=False)
    (checkout.folder / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["no-such-builder"]\nbuild-backend = "none"\n' + PYPROJECT
    )
    status, out, err = checkout.run("x", PIP_NO_INDEX="1", PIP_FIND_LINKS="", PIP_CONFIG_FILE=os.devnull)
    assert (status, out) == (2, "")
    assert "failed with exit status" in err
    assert "-m pip install" in err or "-m venv" in err  # some systems have venv without pip
    assert "package index" in err
    assert checkout.hidden() == []


def test_where_uv_fails_pip_is_tried(checkout: Checkout) -> None:
    made = "made = Path(sys.argv[-1], 'bin')\nmade.mkdir(parents=True)\n(made / 'python').symlink_to(sys.executable)\n"
    (checkout.folder / "venv.py").write_text(f"import sys\nfrom pathlib import Path\n{made}")
    (checkout.folder / "pip.py").write_text("import sys\nprint('noise on standard output')\nsys.exit(5)\n")
    status, out, err = checkout.run("x", UV_STATUS="1")
    assert (status, out) == (2, "")
    assert "failed with exit status 5" in err and "package index" in err
    assert checkout.hidden() == []
    assert 0 <= err.find("uv pip install") < max(err.find("-m venv"), err.find("-m pip install"))


def test_an_interrupt_ends_it_in_one_line_at_most(checkout: Checkout) -> None:
    process = checkout.start("x", UV_WAITS=checkout.pipe())
    wait_until(lambda: (checkout.folder / ".venv.building/bin/grundy").exists(), "the installer")
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert 'grundyw"' not in err  # no traceback of ours; uv may show its own


def test_old_pythons_are_told_so() -> None:
    source = (ROOT / "grundyw").read_text(encoding="ascii")
    tree = ast.parse(source, feature_version=(3, 7))
    newer = (ast.JoinedStr, ast.AnnAssign, ast.NamedExpr, ast.Match, ast.Nonlocal, ast.Starred, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(tree) if isinstance(node, newer)]
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert not [f.name for f in functions if f.returns or any(a.annotation for a in f.args.args) or f.args.kwonlyargs]
    for version in ((3, 10, 14), (3, 15, 0)):
        code = f"import sys; sys.version_info = {version}; sys.argv = ['grundyw', 'x']; __file__ = '/nowhere/grundyw'\n"
        done = subprocess.run([sys.executable, "-c", code + source], capture_output=True, encoding="utf-8")
        assert (done.returncode, done.stdout) == (2, "")
        assert "needs Python 3.11 to 3.14, and this is 3." in done.stderr


def test_the_versions_it_takes_are_those_of_pyproject() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["requires-python"] == ">=3.11,<3.15"
    assert "(3, 11) <= sys.version_info[:2] <= (3, 14)" in (ROOT / "grundyw").read_text()
    for minor in (11, 12, 13, 14):
        assert f"Programming Language :: Python :: 3.{minor}" in project["classifiers"]


def test_the_word_test_runs_style_types_and_tests(checkout: Checkout) -> None:
    checkout.run()
    for name in ("ruff", "mypy", "pytest"):
        text = f"import os, sys\nprint('{name}')\nsys.exit('{name}' == os.environ['FAILING'])\n"
        (checkout.folder / f"{name}.py").write_text(text)
    for at, failing in enumerate(("", "ruff", "mypy", "pytest")):
        code, out, err = checkout.run("test", PYTHONPATH=str(checkout.folder), FAILING=failing)
        ran = (out.split()[0], sorted(out.split()))
        assert (failing, code, *ran) == (failing, int(bool(failing)), "ruff", ["mypy", "pytest", "ruff"])
        assert (f"failed: {failing}" in err) == bool(failing)
        assert err.startswith("grundyw: adding to .venv what the tests need (once)\n") == (at == 0)
    assert checkout.extras() == [".[compile,web]", ".[test]"]


def test_the_word_test_with_arguments_is_pytest(checkout: Checkout) -> None:
    checkout.run()
    (checkout.folder / "pytest.py").write_text("import os, sys\nprint(sys.argv[1:], os.getcwd())\nsys.exit(3)\n")
    code, out, _ = checkout.run("test", "-k", "a or b", PYTHONPATH=str(checkout.folder))
    assert (code, out) == (3, f"['-k', 'a or b'] {checkout.folder}\n")


def test_what_python_compiles_of_the_tests_is_kept(checkout: Checkout) -> None:
    """Where the environment forbids it, as that of many containers does, each process compiled all that it loads."""
    checkout.run()
    (checkout.folder / "pytest.py").write_text("import sys\nprint(sys.dont_write_bytecode)\n")
    code, out, _ = checkout.run("test", "x", PYTHONPATH=str(checkout.folder), PYTHONDONTWRITEBYTECODE="1")
    assert (code, out) == (0, "False\n")


def test_the_word_test_with_all_adds_once_what_that_needs(checkout: Checkout) -> None:
    checkout.run()
    for name in ("ruff", "mypy", "pytest"):
        (checkout.folder / f"{name}.py").write_text(f"import os\nprint('{name}', os.environ['GRUNDY_TEST_ALL'])\n")
    for _ in range(2):
        code, out, _ = checkout.run("test", "--all", PYTHONPATH=str(checkout.folder))
        assert (code, sorted(out.splitlines())) == (0, ["mypy 1", "pytest 1", "ruff 1"])
    assert checkout.extras() == [".[compile,web]", ".[test-all]"]
    (checkout.folder / "pytest.py").write_text("import sys\nprint(sys.argv[1:])\n")
    code, out, _ = checkout.run("test", "--all", "-k", "pages", PYTHONPATH=str(checkout.folder))
    assert (code, out) == (0, "['-k', 'pages']\n")


def test_without_what_all_needs_no_test_is_run(checkout: Checkout) -> None:
    checkout.run()
    offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}
    code, out, err = checkout.run("test", "--all", UV_STATUS="1", **offline)
    assert (code, out) == (2, "") and "could not install what the tests need" in err

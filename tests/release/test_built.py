"""The wheel and the source archive: what is in them, what the index will show, and that a new environment runs them."""

from __future__ import annotations

import email
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email.message import Message
from pathlib import Path
from typing import Any

import pytest
import yaml
from releasing import FILES, KINDS, ROOT, Built
from waiting import PATIENCE

from grundy.compile.shipped import TARGETS

# the first that asks for a wheel waits for kernels for four kinds of machines
pytestmark = [pytest.mark.release, pytest.mark.timeout(PATIENCE * 5)]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MINORS = (11, 12, 13, 14)
RELATIVE = re.compile(r"\]\((?!https?://|#)")
COMPILED = "table {examples}/take_or_halve.py --states 16777216"  # more than plain Python fills

INSTALL = "pip install 'grundy[compile]'"


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (one for one in archive.namelist() if one.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(name))


def test_a_wheel_has_one_package_and_nothing_that_was_made_here(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"grundy", f"grundy-{PROJECT['version']}.dist-info"}
    assert "grundy/py.typed" in names
    assert not [name for name in names if name.endswith((".pyc", ".nbi", ".nbc")) or "__pycache__" in name]
    here = {str(path.relative_to(ROOT / "src")) for path in (ROOT / "src/grundy").rglob("*.*") if path.is_file()}
    wanted = {name for name in here if "__pycache__" not in name}
    assert {name for name in names if name.startswith("grundy/")} >= wanted


def test_a_wheel_has_machine_code_for_each_kind_of_machine(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        names = {name.rpartition("/")[2] for name in archive.namelist() if "/shipped_libraries/" in name}
    assert built.wheel.name.endswith("-py3-none-any.whl")
    assert names == {of.name + end for of in TARGETS if of.name in KINDS for end in (of.suffix, ".list")}


def test_a_source_archive_has_what_a_stranger_would_need(built: Built) -> None:
    with tarfile.open(built.source) as archive:
        rooms = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert rooms >= {"src", "tests", "docs", "examples", "results", "proofs", "benchmarks", "README.md", "CITATION.cff"}
    assert not rooms & {".git", ".ci", ".venv", "dist", "build"}


def test_the_index_takes_both(built: Built) -> None:
    command = [sys.executable, "-m", "twine", "check", "--strict", str(built.wheel), str(built.source)]
    done = subprocess.run(command, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_index_shows_links_that_lead_somewhere(built: Built) -> None:
    told = metadata(built.wheel)
    text = str(told.get_payload())
    assert not RELATIVE.search(text)
    assert "./grundyw" not in text and "<!--" not in text and "bare checkout" not in text
    targets = set(re.findall(rf"\]\({re.escape(FILES)}/([^)#]+)", text))
    assert len(targets) > 20 and all((ROOT / target).exists() for target in targets)
    assert {line.split(", ")[0] for line in told.get_all("Project-URL", [])} == {
        "Homepage", "Documentation", "Changelog", "Source",
    }  # fmt: skip
    assert all(f", {FILES}" in line for line in told.get_all("Project-URL", []))


def test_without_an_address_links_are_words() -> None:
    page = runpy.run_path(str(ROOT / "release/project_page.py"))["project_page"]
    text = page((ROOT / "README.md").read_text(encoding="utf-8"), "")
    assert not RELATIVE.search(text) and "The page of games has a command" in " ".join(text.split())
    assert "<picture" not in text and "src=" not in text
    there = page((ROOT / "README.md").read_text(encoding="utf-8"), "https://example.org/v1")
    assert set(re.findall(r'(?:src|srcset)="([^"]+)"', there)) == {
        f"https://example.org/v1/docs/pictures/{name}-{shade}.svg"
        for name in ("nim", "rule")
        for shade in ("light", "dark")
    }
    with pytest.raises(ValueError, match="expected one section"):
        page("# another file\n", "")


# ---- in new environments


def environment(folder: Path, python: str, *arguments: str) -> Path:
    """A new environment with what `pip install` of these arguments gives; its folder of programs."""
    subprocess.run([python, "-m", "venv", folder], check=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    if arguments:
        command = [programs / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments]
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stdout + done.stderr
    return programs


def run(programs: Path, command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of grundy's, as a user has it: in an empty folder, with an empty home, nothing of this checkout."""
    alone = {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8"}
    words = command.format(examples=ROOT / "examples", data=ROOT / "tests/data").split()
    return subprocess.run(
        [programs / "grundy", *words], cwd=folder, env=alone, stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.parametrize("minor", MINORS)
def test_a_new_environment_runs_the_wheel(built: Built, minor: int, tmp_path: Path) -> None:
    python = sys.executable if minor == sys.version_info.minor else shutil.which(f"python3.{minor}")
    if python is None or subprocess.run([python, "-c", ""], capture_output=True).returncode:
        pytest.skip(f"there is no Python 3.{minor} here")
    programs = environment(tmp_path / "new", python, str(built.wheel))
    answers = {
        "--version": f"grundy {PROJECT['version']}\n",
        "solve nim 3 4 5": "first player wins",
        "solve cram 4x5": "first player wins",
        "solve cram 5x6 --moves 0": "first player wins",  # in the middle, then what is symmetric about it
        "quotient kayles": "the quotient is complete",
        "period octal:0.16": "period 149459, pre-period 105351",
        "table {examples}/take_or_halve.py --to 5000": "5,001 states; largest nim-value 2",  # in plain Python
        "verify {data}/certificates-0.1/position-nodes.txt": "1 of 1 segments checked: proved",
    }
    for command, part in answers.items():
        done = run(programs, command, tmp_path)
        assert done.returncode == 0 and part in done.stdout, (command, done)
    assert not list((tmp_path / "new").rglob("site-packages/numba")), "nothing of that was compiled there"
    done = run(programs, COMPILED, tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and INSTALL in done.stderr and "Traceback" not in done.stderr
    with_compiler = environment(tmp_path / "compiling", python, f"{built.wheel}[compile]")
    assert "Computed: a table of all states" in run(with_compiler, COMPILED, tmp_path).stdout
    (package,) = (tmp_path / "new").rglob("site-packages/grundy")
    subprocess.run([programs / "python", "-m", "pip", "uninstall", "--quiet", "--yes", "grundy"], check=True)
    assert not package.exists()


def test_click_alone_is_enough_for_what_is_plain_python(built: Built, tmp_path: Path) -> None:
    programs = environment(tmp_path / "new", sys.executable, "click", "platformdirs")
    command = [programs / "python", "-m", "pip", "install", "--quiet", "--no-deps", str(built.wheel)]
    subprocess.run(command, check=True)
    packages = next((tmp_path / "new").rglob("site-packages"))
    own = [path for name in ("grundy", "click") for path in (packages / name).rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in own if path.suffix != ".pyc") < 10_000_000
    assert "first player wins" in run(programs, "solve nim 3 4 5", tmp_path).stdout
    done = run(programs, COMPILED, tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and INSTALL in done.stderr and "Traceback" not in done.stderr


# ---- what else names a version


def data(place: str) -> Any:
    text = (ROOT / place).read_text(encoding="utf-8")
    return yaml.safe_load(text.replace("{{ PYTHON }}", "python"))


def test_every_file_says_the_same_version_and_the_same_needs() -> None:
    assert data("CITATION.cff")["version"] == PROJECT["version"]
    recipe = data("release/conda/meta.yaml")
    assert recipe["package"]["version"] == PROJECT["version"]
    needs = {
        *PROJECT["dependencies"],
        *PROJECT["optional-dependencies"]["compile"],
        f"python{PROJECT['requires-python']}",
    }
    assert {one.replace(" ", "", 1) for one in recipe["requirements"]["run"]} == needs
    (entry,) = recipe["build"]["entry_points"]
    assert entry.split(" = ") == ["grundy", PROJECT["scripts"]["grundy"]]


@pytest.mark.parametrize(("name", "job"), [("test", "every"), ("release", "install")])
def test_workflows_go_over_all_systems_and_pythons(name: str, job: str) -> None:
    matrix = data(f".github/workflows/{name}.yml")["jobs"][job]["strategy"]["matrix"]
    assert matrix["python"] == [f"3.{minor}" for minor in MINORS]
    assert {system.split("-")[0] for system in matrix["os"]} == {"ubuntu", "macos", "windows"}
    assert PROJECT["requires-python"] == f">=3.{MINORS[0]},<3.{MINORS[-1] + 1}"

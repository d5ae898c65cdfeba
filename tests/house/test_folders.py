"""What outlives a process lies in the user's folders, as many of it as are said, and nothing beside the package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from heavy import SOURCE
from limits import set_limits
from systems import system
from waiting import PATIENCE

from grundy import folders
from grundy.compile import machine
from grundy.errors import StoreError
from grundy.runs.store import default_store

SETTINGS = ("GRUNDY_CACHE", "XDG_CACHE_HOME", "XDG_DATA_HOME", "NUMBA_CACHE_DIR", "PYTHONPYCACHEPREFIX")
TWICE = "from grundy.compile.jit import njit\n@njit\ndef twice(n):\n    return 2 * n\n"


@pytest.mark.parametrize(
    ("name", "named", "cache", "data"),
    [
        ("Linux", {}, "/home/you/.cache/grundy", "/home/you/.local/share/grundy"),
        ("Linux", {"XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/grundy", "/d/grundy"),
        (
            "Linux",  # "If an implementation encounters a relative path […] it should […] ignore it."
            {"XDG_CACHE_HOME": "c", "XDG_DATA_HOME": "./d"},
            "/home/you/.cache/grundy",
            "/home/you/.local/share/grundy",
        ),
        ("Linux", {"GRUNDY_CACHE": "own"}, "own", "/home/you/.local/share/grundy"),
        ("macOS", {}, "/home/you/Library/Caches/grundy", "/home/you/Library/Application Support/grundy"),
        ("macOS", {"XDG_CACHE_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/grundy", "/d/grundy"),
        ("Windows", {}, "/local/grundy/Cache", "/local/grundy"),
        ("Windows", {"XDG_DATA_HOME": "/d"}, "/local/grundy/Cache", "/d/grundy"),
        ("Windows", {"GRUNDY_CACHE": "/own"}, "/own", "/local/grundy"),
    ],
)
def test_each_system_has_its_folders(
    monkeypatch: pytest.MonkeyPatch, name: str, named: dict[str, str], cache: str, data: str
) -> None:
    """As the XDG Base Directory Specification, Apple's and Microsoft's guides say."""
    for setting in SETTINGS:
        monkeypatch.delenv(setting, raising=False)
    for setting, value in ({"HOME": "/home/you", "LOCALAPPDATA": "/local"} | named).items():
        monkeypatch.setenv(setting, value)
    with system(name):
        assert (folders.cache_folder(), folders.data_folder()) == (Path(cache), Path(data))
        assert default_store() == Path(data, "runs.sqlite")


def test_an_installation_without_platformdirs_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one made with --no-deps; folders that are named are used all the same."""
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    with system("macOS"):
        with pytest.raises(StoreError, match=r"no folder to keep runs in .*pip install platformdirs.*--store PATH"):
            default_store()
        assert machine.writable_folder() is None and machine.load_code("name") is None
        monkeypatch.setenv("XDG_DATA_HOME", "/d")
        assert default_store() == Path("/d/grundy/runs.sqlite")


def test_on_linux_the_folders_are_named_without_loading_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "/home/you")
    with system("Linux"):
        assert folders.cache_folder() == Path("/home/you/.cache/grundy")
        monkeypatch.setenv("HOME", "you")
        with pytest.raises(RuntimeError, match="platformdirs"):
            folders.cache_folder()


# ---- an installation


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The package as pip puts it into a new environment, with what Python has compiled of it, beside a home and a file
    of kernels of somebody's."""
    shutil.copytree(SOURCE, tmp_path / "packages", ignore=shutil.ignore_patterns("static"))
    (tmp_path / "kernels.py").write_text(TWICE)
    (tmp_path / "home").mkdir()
    return tmp_path


def run(place: Path, *words: str, **named: str) -> str:
    """What Python prints there; it says nothing on standard error. It writes no compiled modules, as others might."""
    environment = {name: value for name, value in os.environ.items() if name not in SETTINGS}
    environment |= {"HOME": str(place / "home"), "PYTHONPATH": str(place / "packages"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, *words], cwd=place, env=environment | named, capture_output=True, encoding="utf-8",
        timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


CALL = "from kernels import twice; print(twice(21), sum(twice.dispatcher.stats.cache_hits.values()))"


def test_answers_leave_nothing_beside_the_package(place: Path) -> None:
    before = files(place / "packages")
    assert "The second player wins" in run(place, "-m", "grundy", "solve", "cram", "4x4")
    assert "The first player wins" in run(place, "-m", "grundy", "solve", "nim", "3", "4", "5")
    assert "0.165" in run(place, "-m", "grundy", "period", "octal:0.165")
    assert files(place / "packages") == before
    (kernels,) = (place / "home/.cache/grundy/native").iterdir()
    assert len(list(kernels.iterdir())) > 2
    assert (place / "home/.cache/grundy").stat().st_mode & 0o77 == 0, "others may write what is run"


@pytest.mark.parametrize(
    ("name", "folder"),
    [("", "home/.cache/grundy/kernels"), ("GRUNDY_CACHE", "named/kernels"), ("NUMBA_CACHE_DIR", "named")],
)
def test_settings_name_where_kernels_lie(place: Path, name: str, folder: str) -> None:
    named = {name: str(place / "named")} if name else {}
    before = files(place)
    assert run(place, "-c", CALL, **named) == "42 0\n"
    made = {one for one in files(place) - before if (place / one).is_file()}
    assert len(made) == 2 and all(one.startswith(folder + "/") for one in made), made
    if not name:  # what lies there is found again, wherever that is
        assert run(place, "-c", CALL) == "42 1\n"


@pytest.mark.parametrize("name", ["HOME", "NUMBA_CACHE_DIR"])
def test_kernels_are_made_in_memory_where_nothing_can_be_kept(place: Path, name: str) -> None:
    """Numba by itself would then keep them beside the package."""
    before = files(place)
    assert run(place, "-c", CALL, **{name: "/proc/none"}) == "42 0\n"
    assert files(place) == before


def test_what_numba_keeps_of_others_stays_where_numba_keeps_it(place: Path) -> None:
    (place / "other.py").write_text("import numba\n@numba.njit(cache=True)\ndef one():\n    return 1\n")
    code = f"{CALL}\nimport numba, other; print(repr(numba.config.CACHE_DIR), other.one(), other.one.stats.cache_path)"
    assert run(place, "-c", code).splitlines()[1] == f"'' 1 {place / '__pycache__'}"


# ---- whose kernels meet, and how many stay


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What names the folder of this installation, anew for each call."""
    import numba

    from grundy.compile import cached

    monkeypatch.setattr(numba.config, "CACHE_DIR", "")
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))
    monkeypatch.setattr(cached, "_own_folder", cached._own_folder.__wrapped__)
    return cached.kernel_folder


@pytest.mark.parametrize(
    ("name", "folder"),
    [("XDG_CACHE_HOME", "grundy/kernels"), ("GRUNDY_CACHE", "kernels"), ("HOME", ".cache/grundy/kernels")],
)
def test_the_folder_lies_where_settings_say_or_there_is_none(
    own_folder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, folder: str
) -> None:
    for setting in SETTINGS:
        monkeypatch.delenv(setting, raising=False)
    monkeypatch.setenv(name, str(tmp_path / "named"))
    with system("Linux"):
        assert own_folder().parent == tmp_path / "named" / folder
        monkeypatch.setenv(name, "/proc/none")
        assert own_folder() is None


def test_no_installation_meets_the_kernels_of_another(own_folder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import numba

    from grundy.compile import cached, sources

    cache_folders = [own_folder(), own_folder()]
    for target, name, value in (
        (cached, "__version__", "0.0.9"),
        (numba, "__version__", "0.0.9"),
        (sys.implementation, "cache_tag", "cpython-399"),
        (cached, "processor", lambda: ("other", "+none")),
        (cached, "__file__", "/other/grundy/compile/cached.py"),
        (sources, "sources", lambda package: "other kernels"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(target, name, value)
            cache_folders.append(own_folder())
    assert len(set(cache_folders)) == len(cache_folders) - 1 and cache_folders[0] == cache_folders[1] == own_folder()


def test_a_kernel_that_is_mended_reaches_all_that_call_it(
    own_folder: Any, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code is in theirs, and Numba looks at their files alone."""
    from grundy.compile import cached, sources

    copy = place / "packages"
    monkeypatch.setattr(cached, "__file__", str(copy / Path(cached.__file__).relative_to(SOURCE)))
    with_kernels = [path for path in (copy / "grundy").rglob("*.py") if "\n@njit\n" in path.read_text()]
    with_kernels += (copy / "grundy").rglob("instructions.py")
    cache_folders = []
    for path in (copy / "grundy" / "version.py", *with_kernels):
        path.write_text(path.read_text() + "# mended\n")
        sources.sources.cache_clear()
        cache_folders.append(own_folder())
    sources.sources.cache_clear()
    assert len(set(cache_folders)) == len(cache_folders) > 20


def test_folders_that_were_used_last_stay(own_folder: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.compile import cached

    set_limits(monkeypatch, "compile", MOST_FOLDERS=3)
    made = []
    for number in range(5):
        monkeypatch.setattr(cached, "__version__", str(number))
        made.append(own_folder())
        (made[-1] / "code").mkdir()
        for age, folder in enumerate(reversed(made)):
            if folder.exists():
                os.utime(folder, (1000 - age, 1000 - age))
        if number == 3:  # the second of these is used again
            monkeypatch.setattr(cached, "__version__", "1")
            assert own_folder() == made[1]
            os.utime(made[1], (1001, 1001))
    assert [folder.exists() for folder in made] == [False, True, False, True, True]


def test_code_of_rules_that_was_used_last_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GRUNDY_CACHE", str(tmp_path))
    set_limits(monkeypatch, "compile", MOST_KERNELS=3)
    names = [f"{number:064x}" for number in range(5)]
    others = [tmp_path / "notes.kernel", tmp_path / "kernels", tmp_path / f"{names[0]}.abc.kernel.part"]
    others[0].write_text("mine")
    others[1].mkdir()
    others[2].write_text("what a kill has left")
    for other in others:
        os.utime(other, (1, 1))
    for age, name in enumerate(names):
        machine.keep(name, b"code")
        os.utime(tmp_path / f"{name}.kernel", (1000 + age, 1000 + age))
        if age == 3:
            assert machine.load_code(names[1]) == b"code"  # it is used now, later than all of these
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"notes.kernel", "kernels", *(f"{names[at]}.kernel" for at in (1, 3, 4))}

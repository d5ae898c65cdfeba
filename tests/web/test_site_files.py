"""`serve --write`: whenever it is stopped, each page that is there is whole, and has all that it needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from itertools import count
from pathlib import Path

import pytest

from grundy import GrundyError
from grundy.games.catalogue import GAMES
from grundy.web import pages, site, start_files
from grundy.web.classroom.pages import ALONE


class Stopped(Exception):
    """The process was killed."""


def pyodide(folder: Path, text: str) -> Path:
    """What stands for Pyodide."""
    folder.mkdir()
    for name in site.NEEDED:
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def packed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The package and its memory in a browser are a few bytes, not made anew for each site."""
    monkeypatch.setattr(site, "_packed", lambda: b"zip")
    monkeypatch.setattr(site, "_memory", lambda pyodide, packed, place: b"memory")


def stopping(monkeypatch: pytest.MonkeyPatch, after: int) -> None:
    """Let writing stop after so many files, in the midst of the next."""
    count = 0

    def replace_file(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count > after:
            path.with_name(f"{path.name}.new").write_bytes(data[: len(data) // 2])
            raise Stopped
        path.write_bytes(data)

    monkeypatch.setattr(site, "replace_file", replace_file)


def whole(folder: Path, texts: set[str]) -> set[str]:
    """The pages that are there; each is whole, and all it needs is of one version."""
    names_of_pages = set()
    for page in folder.glob("*.html"):
        text = page.read_text()
        assert text.rstrip().endswith("</html>")
        (static,) = set(re.findall('(?:href|src)="(static-[0-9a-f]+)/', text))
        names = {path.relative_to(folder / static).as_posix() for path in (folder / static).rglob("*")}
        own = {path.name for path in (Path(pages.__file__).parent / "static").iterdir()} - {*ALONE}
        assert names >= own | {"grundy.zip"} | {f"pyodide/{name}" for name in site.NEEDED}
        (said,) = {(folder / static / "pyodide" / name).read_text() for name in site.NEEDED}
        assert said in texts
        names_of_pages.add(page.name)
    return names_of_pages


PAGES = {"index.html", "games.html", "game.html", "rule.html", "learn.html", "playground.html"}


def test_a_site_is_whole_whenever_its_writing_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: None
) -> None:
    old, new, folder = pyodide(tmp_path / "old", "old"), pyodide(tmp_path / "new", "new"), tmp_path / "site"
    monkeypatch.setattr(start_files, "files", lambda: {"nim": b"{}"})
    for after in count():
        with monkeypatch.context() as patched:
            stopping(patched, after)
            try:
                site.write_site(folder, old)
                break
            except Stopped:
                assert whole(folder, {"old"}) <= PAGES
    assert after > len(site.NEEDED) + len(PAGES)
    assert whole(folder, {"old"}) == PAGES
    (folder / "of-mine.txt").write_text("stays")
    for after in count():
        with monkeypatch.context() as patched:
            stopping(patched, after)
            try:
                site.write_site(folder, new)
                break
            except Stopped:
                assert whole(folder, {"old", "new"}) == PAGES
    assert whole(folder, {"new"}) == PAGES
    assert [path.name for path in folder.glob("static-*")] == [re.findall("static-[0-9a-f]+", index(folder))[0]]
    assert (folder / "of-mine.txt").read_text() == "stays"


def index(folder: Path) -> str:
    return (folder / "index.html").read_text()


def test_nothing_is_written_where_something_is_missing(tmp_path: Path, packed: None) -> None:
    given = pyodide(tmp_path / "given", "it")
    (given / site.NEEDED[-1]).unlink()
    with pytest.raises(GrundyError, match=f"found no {site.NEEDED[-1]}"):
        site.write_site(tmp_path / "site", given)
    assert not (tmp_path / "site").exists()


def test_the_worker_keeps_every_file_that_was_written(tmp_path: Path, packed: None) -> None:
    folder = tmp_path / "site"
    site.write_site(folder, pyodide(tmp_path / "given", "it"))
    listed = json.loads(re.findall("JSON.parse\\(`(.*)`\\)", (folder / site.OFFLINE).read_text())[0])
    written = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert sorted(listed) == sorted(written - {site.OFFLINE})


def test_pages_without_node_are_complete_and_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site, "_packed", lambda: b"zip")
    monkeypatch.setenv("PATH", str(tmp_path))
    notes: list[str] = []
    site.write_site(tmp_path / "site", pyodide(tmp_path / "given", "it"), notes.append)
    assert [note.partition(",")[0] for note in notes] == ["expected Node.js"]
    assert whole(tmp_path / "site", {"it"}) == PAGES


@pytest.mark.parametrize("name", ["index.html", site.OFFLINE])
def test_pages_of_others_are_not_written_over(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / name).write_text("mine\n")
    with pytest.raises(GrundyError, match=f"{name}: is there and was not written by grundy"):
        site.write_site(folder, pyodide(tmp_path / "given", "it"))
    assert [path.name for path in folder.iterdir()] == [name]
    assert (folder / name).read_text() == "mine\n"


def test_every_game_has_a_start_that_its_page_finds() -> None:
    named = re.findall('data-game="([^"]+)"', pages.game())
    assert named and set(named) <= set(start_files.files())
    for name in named:
        file = json.loads(start_files.files()[name])
        assert "\t".join(GAMES[name].example) in file["known"], name
        assert set(file["start"]) >= {"components"}, name


def test_what_is_asked_for_the_memory_is_answered_without_numpy() -> None:
    """The table of two heaps was looked through with NumPy, so that no memory could be made of Python any more."""
    program = """if True:
        import sys
        sys.modules["numpy"] = sys.modules["numba"] = None
        from grundy.web.local import warm_up
        warm_up()
    """
    subprocess.run([sys.executable, "-c", program], check=True)

"""The pages as files that need no server of ours: what is computed, Python in the browser computes (Pyodide).

The part of grundy that is plain Python answers there, in a worker that is ended when it takes too long; what only the
compiled engines reach is answered by the definition as far as that goes.
"""

from __future__ import annotations

import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from importlib.resources import files
from pathlib import Path

from grundy.errors import GrundyError
from grundy.faces.web import pages

PYODIDE = "pyodide@314.0.7"
NEEDED = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
    "package.json",
)
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'self'"
)
LINKS = (
    ('href="/static/', 'href="static/'),
    ('src="/static/', 'src="static/'),
    ('href="/"', 'href="index.html"'),
    ('href="/game?', 'href="game.html?'),
    ('href="/rule"', 'href="rule.html"'),
    ('<html lang="en">', '<html lang="en" data-local>'),
    (
        '<meta charset="utf-8">',
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
    ),
)


def write_site(folder: Path, pyodide: Path | None) -> list[Path]:
    """Write all files into a folder, which is made; the pages' paths.

    Args:    pyodide: a folder with the files of Pyodide's npm package; None: `npm` is asked for it.
    Raises:  GrundyError: there is no npm, it fails, a file is missing, or the folder cannot be written.
    """
    try:
        static = folder / "static"
        static.mkdir(parents=True, exist_ok=True)
        for entry in (files("grundy.faces.web") / "static").iterdir():
            (static / entry.name).write_bytes(entry.read_bytes())
        _pack(static / "grundy.zip")
        with tempfile.TemporaryDirectory() as place:
            _copy(pyodide or fetched(PYODIDE, Path(place)), static / "pyodide")
        written = []
        for name, page in (("index", pages.gallery()), ("game", pages.game()), ("rule", pages.rule())):
            path = folder / f"{name}.html"
            path.write_text(_local(page), encoding="utf-8")
            written.append(path)
    except OSError as problem:
        raise GrundyError(f"{folder}: cannot be written: {problem.strerror or problem}") from problem
    return written


def _local(page: str) -> str:
    """A page whose links lead to files beside it."""
    for served, local in LINKS:
        page = page.replace(served, local)
    start = page.index('<a href="/api"')
    return page[:start] + page[page.index("</a>", start) + len("</a>") :]


def _pack(file: Path) -> None:
    """All of grundy that is Python."""
    root = Path(str(files("grundy")))
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*.py")):
            entry = zipfile.ZipInfo(f"grundy/{path.relative_to(root).as_posix()}")  # without times: always the same
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def fetched(package: str, place: Path) -> Path:
    """The folder of an npm package, "name@version", which npm fetches and which is unpacked in `place`.

    Nothing of it is run, and nothing is installed.

    Raises:  GrundyError: there is no npm, or it fails.
    """
    npm = shutil.which("npm")
    name = package.partition("@")[0]
    if npm is None:
        raise GrundyError(f"expected npm, which fetches {package}, or a folder that has {name}; found neither")
    command = [npm, "pack", package, "--silent", "--ignore-scripts", "--fetch-retries=5"]
    done = subprocess.run(command, cwd=place, capture_output=True, encoding="utf-8", stdin=subprocess.DEVNULL)
    archives = list(place.glob("*.tgz"))
    if done.returncode or not archives:
        raise GrundyError(f"npm pack {package} failed: {(done.stderr or done.stdout).strip()[-300:]}")
    with tarfile.open(archives[0]) as archive:
        archive.extractall(place, filter="data")
    return place / "package"


def _copy(source: Path, target: Path) -> None:
    target.mkdir(exist_ok=True)
    for name in NEEDED:
        if not (source / name).is_file():
            raise GrundyError(f"{source}: expected the files of Pyodide's npm package, found no {name}")
        shutil.copyfile(source / name, target / name)

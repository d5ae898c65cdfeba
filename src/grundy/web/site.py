"""The pages as files that need no server of ours: what is computed, Python in the browser computes (Pyodide).

The part of grundy that is plain Python answers there, in a worker that is ended when it takes too long; what only the
compiled engines reach is answered by the definition as far as that goes.

What the pages need lies in a folder that has the digest of its files for a name, and the pages, which name it, are
replaced one by one once it is whole: at any moment each page that is there is whole, old or new, with all it needs.
"""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from importlib.resources import files
from pathlib import Path

from grundy.errors import GrundyError
from grundy.runs.durable import replace_file
from grundy.web import pages

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
NEEDS = re.compile("static-[0-9a-f]{16}")


def write_site(folder: Path, pyodide: Path | None) -> list[Path]:
    """Write all files into a folder, which is made if it is missing; the pages' paths.

    What else lies in the folder stays, but for what the pages of an earlier version needed.

    Args:    pyodide: a folder with the files of Pyodide's npm package; None: `npm` is asked for it.
    Raises:  GrundyError: there is no npm, it fails, a file is missing, or the folder cannot be written.
    """
    try:
        needed = _needed(pyodide)  # all that may be missing is missed before anything is written
        static = f"static-{_digest(needed)}"
        for name, data in sorted(needed.items()):
            path = folder / static / name
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, data)
        written = []
        for name, page in (("game", pages.game()), ("rule", pages.rule()), ("index", pages.gallery())):
            written.append(folder / f"{name}.html")
            replace_file(written[-1], _local(page, static).encode("utf-8"))
        for path in folder.iterdir():
            if path.name != static and NEEDS.fullmatch(path.name):
                shutil.rmtree(path)
    except OSError as problem:
        raise GrundyError(f"{folder}: cannot be written: {problem.strerror or problem}") from problem
    return written


def _needed(pyodide: Path | None) -> dict[str, bytes]:
    """The files that the pages need, by their names."""
    found = {entry.name: entry.read_bytes() for entry in (files("grundy.web") / "static").iterdir()}
    found["grundy.zip"] = _packed()
    with tempfile.TemporaryDirectory() as place:
        source = pyodide or fetched(PYODIDE, Path(place))
        for name in NEEDED:
            if not (source / name).is_file():
                raise GrundyError(f"{source}: expected the files of Pyodide's npm package, found no {name}")
            found[f"pyodide/{name}"] = (source / name).read_bytes()
    return found


def _digest(needed: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, data in sorted(needed.items()):
        whole.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _local(page: str, static: str) -> str:
    """A page whose links lead to files beside it."""
    for served, local in (
        ('href="/static/', f'href="{static}/'),
        ('src="/static/', f'src="{static}/'),
        ('href="/"', 'href="index.html"'),
        ('href="/game?', 'href="game.html?'),
        ('href="/rule"', 'href="rule.html"'),
        ('<html lang="en">', '<html lang="en" data-local>'),
        (
            '<meta charset="utf-8">',
            f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        ),
    ):
        page = page.replace(served, local)
    start = page.index('<a href="/api"')
    return page[:start] + page[page.index("</a>", start) + len("</a>") :]


def _packed() -> bytes:
    """All of grundy that is Python, as a zip file."""
    root, packed = Path(str(files("grundy"))), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(root.rglob("*.py")):
            entry = zipfile.ZipInfo(f"grundy/{path.relative_to(root).as_posix()}")  # without times: always the same
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)
    return packed.getvalue()


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

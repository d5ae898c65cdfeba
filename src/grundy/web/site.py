"""The pages as files that need no server of ours: what is computed, Python in the browser computes (Pyodide).

Boards of the catalogue are there at once: their starts lie there as data (start_files.py), from which the page plays
and searches by itself while Python is loaded beside it. The part of grundy that is plain Python answers all else, in a
worker that is ended when it takes too long; what only the compiled engines reach is answered by the definition as far
as that goes. That Python is not started there: it goes on
from a copy of its memory, which Node.js makes here (snapshot.mjs), and a service worker keeps all files, so that the
pages are there without a network too.

What the pages need lies in a folder that has the digest of its files for a name, and the pages, which name it, are
replaced one by one once it is whole: at any moment each page that is there is whole, old or new, with all it needs.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Collection
from importlib.resources import files
from pathlib import Path

from grundy.errors import GrundyError
from grundy.runs.durable import replace_file
from grundy.web import pages, start_files
from grundy.web.addresses import with_addresses
from grundy.web.classroom.pages import ALONE

OFFLINE = "offline-worker.js"
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
_PAGES = {
    "game": pages.game,
    "rule": pages.rule,
    "games": pages.games,
    "learn": pages.learn,
    "playground": pages.playground,
    "index": pages.home,
}


def write_site(
    folder: Path, pyodide: Path | None, note: Callable[[str], object] = len, documentation: str = ""
) -> list[Path]:
    """Write all files into a folder, which is made if it is missing; the pages' paths.

    What else lies in the folder stays, but for what the pages of an earlier version needed.

    Args:    pyodide: a folder with the files of Pyodide's npm package; None: `npm` is asked for it.
             note: is called with a sentence where the pages lack something that makes them faster.
             documentation: the address of its folder, as seen from this one, if there is one; links lead there then.
    Raises:  GrundyError: there is no npm, it fails, a file is missing, the folder cannot be written, or has a page of
             one of these names that no earlier version wrote.
    """
    try:
        _require_ours(folder)
        needed = _needed(pyodide, note)  # all that may be missing is missed before anything is written
        static = f"static-{_digest(needed)}"
        for name, data in sorted(needed.items()):
            path = folder / static / name
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, data)
        written = []
        for name, page in _PAGES.items():
            written.append(folder / f"{name}.html")
            local = _local(_with_starts(page(), needed), static, documentation)
            replace_file(written[-1], local.encode("utf-8"))
        offline_names = [path.name for path in written] + [f"{static}/{name}" for name in sorted(needed)]
        replace_file(folder / OFFLINE, _offline(static, offline_names).encode("utf-8"))
        for path in folder.iterdir():
            if path.name != static and NEEDS.fullmatch(path.name):
                shutil.rmtree(path)
    except OSError as problem:
        raise GrundyError(f"{folder}: cannot be written: {problem.strerror or problem}") from problem
    return written


def _require_ours(folder: Path) -> None:
    for name in (*(f"{name}.html" for name in _PAGES), OFFLINE):
        path = folder / name
        if path.exists() and not NEEDS.search(path.read_text(encoding="utf-8", errors="replace")):
            raise GrundyError(f"{path}: is there and was not written by grundy; name a folder that has no such file")


def _offline(static: str, offline_names: list[str]) -> str:
    """The service worker that keeps these files."""
    text = (files("grundy.web") / "templates" / OFFLINE).read_text(encoding="utf-8")
    return text.replace("<!--static-->", static).replace("<!--files-->", json.dumps(offline_names))


def _with_starts(page: str, needed: Collection[str]) -> str:
    """A page whose games name the file that has their starts."""

    def named(game: re.Match[str]) -> str:
        file = f"starts/{game[1]}.json"
        return f'{game[0]} data-starts="{file}"' if file in needed else game[0]

    return re.sub('data-game="([^"]+)"', named, page)


def _needed(pyodide: Path | None, note: Callable[[str], object]) -> dict[str, bytes]:
    """The files that the pages need, by their names."""
    given = (files("grundy.web") / "static").iterdir()
    needed = {entry.name: entry.read_bytes() for entry in given if entry.name not in ALONE}
    needed["grundy.zip"] = _packed()
    needed |= {f"starts/{name}.json": data for name, data in start_files.files().items()}
    with tempfile.TemporaryDirectory() as place:
        source = pyodide or fetched(PYODIDE, Path(place))
        for name in NEEDED:
            if not (source / name).is_file():
                raise GrundyError(f"{source}: expected the files of Pyodide's npm package, found no {name}")
            needed[f"pyodide/{name}"] = (source / name).read_bytes()
        memory = _memory(source, needed["grundy.zip"], Path(place))
    if isinstance(memory, bytes):
        needed["python.memory"] = memory
    else:
        note(f"{memory}; the pages are complete, but Python starts anew in each of them")
    return needed


def _memory(pyodide: Path, packed: bytes, place: Path) -> bytes | str:
    """The memory of Pyodide once it has imported grundy; without Node.js, or where that cannot run it, the reason."""
    node = shutil.which("node")
    if node is None:
        return "expected Node.js, found none"
    try:
        (place / "grundy.zip").write_bytes(packed)
    except OSError as problem:
        return f"{place}: cannot be written: {problem.strerror}"
    script = Path(str(files("grundy.web"))) / "snapshot.mjs"
    command = [node, str(script), str(pyodide), str(place / "grundy.zip")]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode == 0 and done.stdout:
        return done.stdout
    lines = [line.strip() for line in done.stderr.decode("utf-8", "replace").splitlines()]
    errors = [line for line in lines if "Error" in line[:40]]
    return f"Node.js could not run {pyodide}: {(errors or ['no reason given'])[-1][:200]}"


def _digest(needed: dict[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, data in sorted(needed.items()):
        whole.update(f"{name} {hashlib.sha256(data).hexdigest()}\n".encode())
    return whole.hexdigest()[:16]


def _local(page: str, static: str, documentation: str) -> str:
    """A page whose links lead to files beside it."""
    for served, local in (
        ('href="/static/', f'href="{static}/'),
        ('src="/static/', f'src="{static}/'),
        ('href="/"', 'href="index.html"'),
        ('href="/game?', 'href="game.html?'),
        ('href="/rule"', 'href="rule.html"'),
        ('href="/learn"', 'href="learn.html"'),
        ('href="/learn#', 'href="learn.html#'),
        ('<a href="/api">For programs</a>', '<a href="playground.html">Playground</a>'),
        ('data-url="/game?', 'data-url="game.html?'),
        ('href="/games"', 'href="games.html"'),
        ('action="/games"', 'action="games.html"'),
        ('<html lang="en">', '<html lang="en" data-local>'),
        ("</head>", f'<script type="module" src="{static}/offline.js"></script>\n</head>'),
        (
            '<meta charset="utf-8">',
            f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        ),
    ):
        page = page.replace(served, local)
    return with_addresses(page, documentation, source=f"{static}/grundy.zip")


def _packed() -> bytes:
    """All of grundy that is Python, and the texts of known values, as a zip file."""
    root, packed = Path(str(files("grundy"))), io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted([*root.rglob("*.py"), *root.glob("*.pyi"), *root.glob("known/*.txt")]):
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

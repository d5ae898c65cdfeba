"""check.c compiled once for all that run it: every worker and every session, until it changes."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from waiting import PATIENCE

from grundy.proof import check

COMPILER = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
OPTIONS = ("-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic")  # with all that a compiler can complain of
KEPT = Path(__file__).parents[1] / ".pytest_cache" / "grundy-checker"


@cache
def built_checker() -> Path | None:
    """The program; None where there is no compiler.

    It is kept by the digest of all that goes into it. Whoever comes while another compiles it waits, and what was left
    half done by one that was killed has another name.
    """
    if COMPILER is None:
        return None
    source = Path(check.__file__).with_suffix(".c")
    version = subprocess.run([COMPILER, "--version"], capture_output=True, check=True, timeout=PATIENCE).stdout
    whole = hashlib.sha256(b"\0".join([version, " ".join(OPTIONS).encode(), source.read_bytes()]))
    folder = _folder()
    built = folder / f"check-{whole.hexdigest()[:32]}"
    with open(folder / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not built.exists():
            unfinished = folder / "unfinished"
            subprocess.run([COMPILER, *OPTIONS, "-o", str(unfinished), str(source)], check=True, timeout=PATIENCE)
            os.rename(unfinished, built)
    return built


def _folder() -> Path:
    """Where programs are kept: in the checkout, or where that cannot be written, in a folder of this process alone."""
    try:
        KEPT.mkdir(parents=True, exist_ok=True)
        if os.access(KEPT, os.W_OK):
            return KEPT
    except OSError:
        pass
    _KEPT.append(tempfile.TemporaryDirectory(prefix="grundy-checker-"))
    return Path(_KEPT[-1].name)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []  # removed when the process ends

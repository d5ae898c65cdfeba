"""The folders of the user's in which grundy keeps what outlives a process: what can be made again, and what cannot."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Literal

IS_LINUX = sys.platform == "linux"
ON_LINUX = {"cache": ".cache", "data": ".local/share"}  # as the XDG Base Directory Specification has them


def cache_folder() -> Path:
    """The folder for machine code, which can be made again: GRUNDY_CACHE, or grundy's among the user's caches.

    Raises:  RuntimeError: the user has no home directory.
    """
    named = os.environ.get("GRUNDY_CACHE")
    return Path(named) if named else _user_folder("cache")


def data_folder() -> Path:
    """The folder for the store of runs, in the user's folder for data of programs.

    Raises:  RuntimeError: the user has no home directory.
    """
    return _user_folder("data")


def _user_folder(kind: Literal["cache", "data"]) -> Path:
    given = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
    if os.path.isabs(given):  # on every system; the specification has programs ignore a relative one
        return Path(given, "grundy")
    home = os.environ.get("HOME", "")
    if IS_LINUX and "ANDROID_ROOT" not in os.environ and os.path.isabs(home):
        return Path(home, ON_LINUX[kind], "grundy")
    try:
        import platformdirs  # only here, since to load it takes 16 ms, a fourth of what a judge's large file takes
    except ImportError as problem:  # installed with --no-deps
        raise RuntimeError("platformdirs is missing, which names it: pip install platformdirs") from problem
    folders = platformdirs.PlatformDirs("grundy", appauthor=False)
    return folders.user_cache_path if kind == "cache" else folders.user_data_path

"""Other systems' folders, as platformdirs names them there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import platformdirs
import platformdirs.windows
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from grundy import folders

SYSTEMS = {"Linux": Unix, "macOS": MacOS, "Windows": platformdirs.windows.Windows}


@contextmanager
def system(name: str) -> Iterator[None]:
    """Have platformdirs name the folders of a system; those of Windows from its environment variables."""
    by_variables = platformdirs.windows.get_win_folder_from_env_vars
    with (
        patch.object(folders, "IS_LINUX", name == "Linux"),
        patch.object(platformdirs, "PlatformDirs", SYSTEMS[name]),
        patch.object(platformdirs.windows, "get_win_folder", by_variables),
    ):
        yield

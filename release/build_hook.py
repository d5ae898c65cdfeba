"""A wheel carries the libraries that `release/kernels.py` made in the folder GRUNDY_KERNELS, if that is named."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

THERE = "grundy/compile/shipped_libraries"  # as grundy.compile.shipped has it


class Kernels(BuildHookInterface):  # type: ignore[type-arg]
    """Hatchling asks it what else is in a wheel."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folder = os.environ.get("GRUNDY_KERNELS")
        if not folder or version == "editable":
            return
        files = sorted(one for one in Path(folder).iterdir() if one.suffix in (".so", ".dylib", ".dll", ".list"))
        if not files:
            raise ValueError(f"GRUNDY_KERNELS={folder}: expected libraries of kernels, found none")
        build_data["force_include"] |= {str(one): f"{THERE}/{one.name}" for one in files}

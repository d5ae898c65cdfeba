"""Schedulers and workers for the tests in this folder, which `./grundyw test --all` runs: they need Dask's distributed.

Without --all they are not collected; with it they fail where it is not installed, for a test that is skipped tells
nothing. All of them run a copy of the sources, since a worker is refused whose files are not the same.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for schedulers.py

from schedulers import Dask, daskless

collect_ignore = ["conftest.py"]  # a module of doctests of this name is there already
if not os.environ.get("GRUNDY_TEST_ALL"):
    collect_ignore_glob = ["*"]  # helpers too: what they import may be missing

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources that nobody changes meanwhile."""
    copy = tmp_path_factory.mktemp("source") / "src"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    return copy


@pytest.fixture(scope="module")
def dask(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A scheduler with two workers; tests that break something take `place`."""
    with daskless(source, tmp_path_factory.mktemp("dask")) as scheduler_place:
        scheduler_place.schedule()
        scheduler_place.work()
        scheduler_place.work()
        scheduler_place.ready(2)
        yield scheduler_place


@pytest.fixture
def place(source: Path, tmp_path: Path) -> Iterator[Dask]:
    """No scheduler and no worker yet."""
    with daskless(source, tmp_path) as scheduler_place:
        yield scheduler_place

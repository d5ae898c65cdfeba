"""What is built for a release, which `./grundyw test --all` tests: it needs the extra `release` and a package index.

Without --all these are not collected; with it they fail where something is missing, for a test that is skipped tells
nothing.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for releasing.py

from releasing import FILES, KINDS, ROOT, Built

collect_ignore = ["conftest.py"]  # a module of doctests of this name is there already
if not os.environ.get("GRUNDY_TEST_ALL"):
    collect_ignore_glob = ["*"]  # helpers too: what they import may be missing


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder, kernels = tmp_path_factory.mktemp("dist"), tmp_path_factory.mktemp("kernels")
    done = subprocess.run(
        [sys.executable, str(ROOT / "release/kernels.py"), str(kernels), "--only", *KINDS],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    named = {"GRUNDY_FILES": FILES, "GRUNDY_KERNELS": str(kernels)}
    done = subprocess.run(command, env=os.environ | named, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return Built(wheel, source)

"""True certificates of periods, and both checkers, which must say the same of every text."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from built_checker import built_checker
from certificate_texts import Checkers, honest
from waiting import PATIENCE

from grundy.proof import check


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return honest()


@pytest.fixture(scope="session")
def program() -> Path | None:
    """check.c, compiled; None where there is no compiler."""
    return built_checker()


@pytest.fixture
def many_files(tmp_path: Path) -> Iterator[Path]:
    """A folder for thousands of small files: in memory, where the system has files there, since disks are slow."""
    memory = Path("/dev/shm")
    if not os.access(memory, os.W_OK) or shutil.disk_usage(memory).free < 2**28:
        yield tmp_path
        return
    with tempfile.TemporaryDirectory(prefix="grundy-", dir=memory) as folder:
        yield Path(folder)


@pytest.fixture
def verdicts(program: Path | None, many_files: Path) -> Checkers:
    """For each text whether it is accepted, and what is said of it; both checkers must say the same."""

    def judge(forged: list[str], *segments: str) -> list[tuple[bool, str]]:
        names = [f"{number:05}" for number in range(len(forged))]
        for name, one in zip(names, forged, strict=True):
            (many_files / name).write_bytes(one.encode("latin-1"))
        told = io.StringIO()
        before = os.getcwd()
        os.chdir(many_files)
        try:
            with contextlib.redirect_stdout(told):
                check.main([*segments, *names])
        finally:
            os.chdir(before)
        if program:
            said = ""
            for start in range(0, len(names), 1000):
                command = [str(program), *segments, *names[start : start + 1000]]
                done = subprocess.run(command, cwd=many_files, capture_output=True, text=True, timeout=PATIENCE)
                assert done.returncode in (0, 1), done.stderr
                said += done.stdout
            assert said == told.getvalue()
        last = {line[:5]: line[7:] for line in told.getvalue().splitlines()}
        return [(last[name].endswith("proved"), last[name]) for name in names]

    return judge

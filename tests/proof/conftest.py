"""True certificates of periods, and both checkers, which must say the same of every text."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from certificate_texts import Checkers, honest

from grundy.proof import check

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    return honest()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """check.c compiled as its first line says, with all that a compiler can complain of."""
    if COMPILER is None:
        return None
    built = tmp_path_factory.mktemp("checker") / "check"
    source = Path(check.__file__).with_suffix(".c")
    command = [COMPILER, "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-o", str(built), str(source)]
    subprocess.run(command, check=True, timeout=120)
    return built


@pytest.fixture
def verdicts(program: Path | None, tmp_path: Path) -> Checkers:
    """For each text whether it is accepted, and what is said of it; both checkers must say the same."""

    def judge(forged: list[str], *segments: str) -> list[tuple[bool, str]]:
        names = [f"{number:05}" for number in range(len(forged))]
        for name, one in zip(names, forged, strict=True):
            (tmp_path / name).write_bytes(one.encode("latin-1"))
        told = io.StringIO()
        before = os.getcwd()
        os.chdir(tmp_path)
        try:
            with contextlib.redirect_stdout(told):
                check.main([*segments, *names])
        finally:
            os.chdir(before)
        if program:
            said = ""
            for start in range(0, len(names), 1000):
                command = [str(program), *segments, *names[start : start + 1000]]
                done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=300)
                assert done.returncode in (0, 1), done.stderr
                said += done.stdout
            assert said == told.getvalue()
        last = {line[:5]: line[7:] for line in told.getvalue().splitlines()}
        return [(last[name].endswith("proved"), last[name]) for name in names]

    return judge

"""Programs that begin with nothing loaded, or with a prelude alone: forks of one new process of Python for all of them.

Each start of Python takes longer than many a command. (What is loaded already may be so in tests/forking.py.)
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from waiting import PATIENCE

SOURCES = str(Path(__file__).parents[1] / "src")
COMMAND = "from grundy.cli.main import main\nmain()"
PROGRAM = """
import atexit, json, os, sys, traceback
prelude, programs = json.load(sys.stdin)
exec(prelude)
done = []
for code, words, text in programs:
    files = [os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600) for name in sys.argv[1:]]
    os.write(files[0], text.encode())
    os.lseek(files[0], 0, os.SEEK_SET)
    process = os.fork()
    if not process:
        for number, file in enumerate(files):
            os.dup2(file, number)
        for number, name in enumerate(("stdin", "stdout", "stderr")):
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))
        sys.argv = ["grundy", *words]
        status = 1
        try:
            exec(code, {"__name__": "__main__"})
            status = 0
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else int(end.code is not None)
        except BaseException:
            traceback.print_exc()
        finally:
            atexit._run_exitfuncs()
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    texts = []
    for file in files:
        os.lseek(file, 0, os.SEEK_SET)
        with open(file, encoding="utf-8") as opened:
            texts.append(opened.read())
    done.append((status, *texts[1:]))
json.dump(done, sys.stdout)
"""


class Ended(NamedTuple):
    """How a program ended, and what it printed."""

    status: int
    out: str
    err: str


def run(
    programs: Sequence[tuple[str, Sequence[str], str]],
    prelude: str = "",
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
) -> list[Ended]:
    """Run programs, each by its code, its arguments and its input, after a prelude that all of them share."""
    whole = os.environ | {"PYTHONPATH": SOURCES, "COLUMNS": "120"} | dict(environment or {})
    with tempfile.TemporaryDirectory() as here:
        files = [f"{here}/{name}" for name in ("in", "out", "err")]
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, *files],
            input=json.dumps([prelude, programs]),
            env=whole, cwd=folder, capture_output=True, encoding="utf-8", timeout=PATIENCE,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [Ended(*one) for one in json.loads(done.stdout)]


def commands(*lines: Sequence[str], prelude: str = "", folder: Path | None = None, **environment: str) -> list[Ended]:
    """Run command lines of grundy without input."""
    return run([(COMMAND, words, "") for words in lines], prelude, folder, environment)

"""grundy solve as a process: output that is ASCII or cut off, and interrupts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command import grundy_apart, stopping
from waiting import PATIENCE

SRC = str(Path(__file__).parents[2] / "src")


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"PYTHONPATH": SRC}
    return subprocess.run(
        [sys.executable, "-m", "grundy", *arguments], capture_output=True, env=environment, timeout=PATIENCE, **options
    )


def test_bytes_that_are_no_utf8_in_an_argument() -> None:
    done = command("solve", "nim", b"3 \xff".decode("utf-8", "surrogateescape"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"<argument>:1:3: expected a pile size, 0 or more, found invalid UTF-8 byte 0xff\n"


def test_letters_that_the_terminal_lacks() -> None:
    """The name of Stănică, who is the source of an answer, was a UnicodeEncodeError where letters have one byte."""
    environment = os.environ | {"PYTHONPATH": SRC, "PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "grundy", "solve", "comply(nim(3))"],
        capture_output=True,
        env=environment,
        timeout=PATIENCE,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Smith & St\\u0103nic\\u0103 2002" in done.stdout


def test_output_that_is_ascii_or_cut_off() -> None:
    environment = os.environ | {"PYTHONPATH": SRC, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for arguments in (
        ["rectangle", "01/11"],
        ["graph", '{"nodes": ["é"], "edges": [], "tokens": ["é"]}'],
        ["graph", '{"nodes": ["é"], "edges": [["é", "é"]], "tokens": ["é"]}'],
        ["nim", "３"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "grundy", "solve", *arguments],
            capture_output=True,
            env=environment,
            timeout=PATIENCE,
        )
        assert done.returncode in (0, 2)
        assert b"Traceback" not in done.stderr, done.stderr
    reader, writer = os.pipe()
    os.close(reader)  # nobody reads
    with os.fdopen(writer, "wb") as closed:
        arguments = [sys.executable, "-m", "grundy", "solve", "rectangle", "1" * 1000, "--json"]
        quiet = subprocess.run(
            arguments, stdout=closed, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": SRC}, timeout=PATIENCE
        )
    assert quiet.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_with_130_and_no_traceback() -> None:
    words = ("solve", "cram", "9x11", "--no-store")
    done = grundy_apart(*words, prelude=stopping(signal.SIGINT))
    assert (done.status, done.out) == (130, "Who wins is not known yet; the nim-value is at most 178, not yet found.\n")
    assert done.err.startswith("Interrupted after ") and done.err.count("\n") == 1, done.err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_while_modules_are_loaded_ends_with_130(tmp_path: Path) -> None:
    """Where it left code given as text, `python -m` ended by the signal itself, although it was caught."""
    (tmp_path / "loading.py").write_text(
        "from grundy.cli.main import end\n\ndef load():\n    exec('raise KeyboardInterrupt')\n\nend(load)\n"
    )
    paths = f"{tmp_path}{os.pathsep}{SRC}"
    done = subprocess.run(
        [sys.executable, "-m", "loading"], capture_output=True, env=os.environ | {"PYTHONPATH": paths}, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"interrupted\n")

"""The command line, in the test's process or in one of its own: status, standard output and standard error.

What a real limit or signal may stop goes into a process of its own: it may have to end that process.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

import forking
from click.testing import CliRunner

from grundy.cli.main import cli, run

SOURCES = forking.SOURCES
PLACE = re.compile(r"(?:<argument>|<stdin>|[^:]+):[1-9][0-9]*:[1-9][0-9]*: expected .+, found .+")


class Done(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """The one object that was printed."""
        assert self.status == 0, self.err
        assert self.out.count("\n") == 1
        return json.loads(self.out)

    def places(self) -> list[str]:
        """Of a refusal, the places; nothing is on standard output, and every line of the error has the one form."""
        assert self.status == 2, (self.out, self.err)
        assert self.out == ""
        lines = self.err.splitlines()
        assert lines
        for line in lines:
            assert PLACE.fullmatch(line), line
            assert line.isprintable(), line
        return [line.split(": expected")[0] for line in lines]


def grundy(*arguments: str, stdin: bytes = b"") -> Done:
    """Run a command; it must never end in a traceback."""
    digits = sys.get_int_max_str_digits()
    try:
        with CliRunner(env={"COLUMNS": "120"}).isolation(input=stdin) as (out, err, _):
            try:
                status = run(lambda: cli(list(arguments), prog_name="grundy", standalone_mode=False))
            except SystemExit as stopped:  # at a step of the test's (tests/steps.py); no engine goes on
                status = int(stopped.code or 0)
            sys.stdout.flush()
            sys.stderr.flush()
            return Done(status, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.set_int_max_str_digits(digits)


def grundy_apart(
    *arguments: str,
    stdin: bytes = b"",
    prelude: str = "",
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
    stdout: IO[Any] | None = None,
) -> Done:
    """Run a command in a process of its own (a fork), after a prelude in Python; in a folder, with a home there."""
    code = f"{prelude}\nfrom grundy.cli.start import main\nmain()"
    home = {"XDG_DATA_HOME": str(folder / "home")} if folder else {}
    variables = os.environ | {"COLUMNS": "120"} | home | dict(environment or {})
    done = forking.run(code, *arguments, stdin=stdin, environment=variables, folder=folder, stdout=stdout)
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def in_steps(steps: str = "each=1.0") -> str:
    """A prelude: the command's process goes by steps, which are `steps` of its main module."""
    return f"""
import sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from steps import Steps
steps = Steps({steps})
steps.__enter__()
"""


def stopping(number: int, steps: str = "each=1.0", chunks: int = 1) -> str:
    """The same, and it sends itself a signal after so many chunks."""
    return in_steps(f"{steps}, stop=lambda chunk: steps.chunks == {chunks}, signal={int(number)}")

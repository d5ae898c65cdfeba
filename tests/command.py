"""The command line inside the test's process, as `grundy` runs it: status, standard output and standard error."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, NamedTuple

from click.testing import CliRunner

from grundy.faces.cli import cli, run

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
            status = run(lambda: cli(list(arguments), prog_name="grundy", standalone_mode=False))
            return Done(status, out.getvalue().decode(), err.getvalue().decode())
    finally:
        sys.set_int_max_str_digits(digits)

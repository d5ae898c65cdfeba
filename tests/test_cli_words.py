"""One word for one thing: what all commands, or all that may be asked for it, call the same."""

from __future__ import annotations

import pytest
from command import grundy

from grundy.cli.main import cli


@pytest.mark.parametrize("name", cli.commands)
def test_help_has_a_short_name(name: str) -> None:
    short, long = grundy(name, "-h"), grundy(name, "--help")
    assert short == long and short.status == 0
    assert short.out.startswith(f"Usage: grundy {name}")


def test_what_a_program_under_test_is_given_is_no_option_of_ours() -> None:
    done = grundy("stress", "nim", "./there-is-no-such-program", "-h")
    assert done.status == 2 and "expected a program that can be started" in done.err

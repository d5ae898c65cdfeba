"""One word for one thing: what all commands, or all that may be asked for it, call the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import grundy

from grundy.cli.main import MODULES, SUMMARIES


@pytest.mark.parametrize("name", MODULES)
def test_help_has_a_short_name(name: str) -> None:
    short, long = grundy(name, "-h"), grundy(name, "--help")
    assert short == long and short.status == 0
    assert short.out.startswith(f"Usage: grundy {name}")


def test_the_help_says_what_each_command_does_and_loads_none() -> None:
    assert list(SUMMARIES) == list(MODULES)
    listed = "import sys\nfrom grundy.cli.main import cli\ncli(['--help'], 'grundy', standalone_mode=False)\n"
    listed += "print(*(name for name in sys.modules if name.startswith('grundy.')), file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", listed], capture_output=True, text=True, check=True)
    assert all(f"  {name} " in done.stdout for name in MODULES)
    assert not {f"grundy.cli.{module}" for module in MODULES.values()} & set(done.stderr.split())


def test_what_a_program_under_test_is_given_is_no_option_of_ours() -> None:
    done = grundy("stress", "nim", "./there-is-no-such-program", "-h")
    assert done.status == 2 and "expected a program that can be started" in done.err
    again = grundy("stress", "nim", "--", "./there-is-no-such-program", "-h")  # as one who ends the options
    assert again == done


@pytest.mark.parametrize(
    "words",
    [
        ("table", "kayles"),
        ("sequence", "kayles"),
        ("check", "kayles", "n % 4"),
        ("period", "octal:0.77"),
        ("table", "wythoff"),
    ],
    ids=" ".join,
)
def test_how_far_is_one_word(words: tuple[str, ...]) -> None:
    """Up to 9 is the first ten, whatever that is called."""
    if words[-1] == "wythoff":  # its states are pairs, and have no first ten
        up_to, first = grundy(*words, "--to", "9"), grundy(*words, "--box", "10x10")
        assert up_to.out.replace("--to 9", "--box 10x10") == first.out != ""
        return
    up_to = grundy(*words, "--to", "9")
    assert up_to.out and not up_to.err
    for other in ("--states", "--limit"):
        assert grundy(*words, other, "10").out.replace(f"{other} 10", "--to 9") == up_to.out


@pytest.mark.parametrize("name", ["table", "sequence", "check", "period", "atlas"])
def test_how_far_is_said_once(name: str) -> None:
    arguments = {"check": ("kayles", "0"), "atlas": ("--known",)}.get(name, ("kayles",))
    done = grundy(name, *arguments, "--to", "9", "--limit", "10")
    assert done.status == 2 and "expected one of --to, --states and --limit, found --to and --limit" in done.err


def test_ten_states_end_with_nine() -> None:
    """The values of Kayles (OEIS A002186): heap 9 has 4."""
    assert grundy("sequence", "kayles", "--limit", "10", "--csv").out.splitlines()[-1].startswith("9,4,")


def test_how_long_to_try_is_a_time_limit(tmp_path: Path) -> None:
    program = tmp_path / "answer.py"
    program.write_text("print('first' if eval(input().replace(' ', '^') or '0') else 'second')\n")
    words = ("nim", sys.executable, "-I", "-S", str(program))
    for name, time in (("--time-limit", "0s"), ("--seconds", "0")):
        done = grundy("stress", name, time, *words)
        assert done.status == 0 and done.out.startswith("No failure in 1 case in 1 input")
    refused = grundy("stress", "--time-limit", "1s", "--seconds", "1", *words)
    assert refused.status == 2 and "expected --time-limit TIME or --seconds T, found both" in refused.err

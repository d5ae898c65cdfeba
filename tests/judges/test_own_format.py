"""A judge's format with an option of its own is one file: it is answered, listed, and programs are tested with it."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import command
import pytest
from limits import set_limits
from stressed import PATIENT

import grundy
from grundy import judges
from grundy.api.stress import stress
from grundy.errors import BadText, GrundyError

FORMAT = """
from grundy import nim
from grundy.judges import Judge, FormatOption, Reading
from grundy.judges.inputs import Inputs, random_piles, smaller_piles, spaced, sums
from grundy.model.rule import Component
from grundy.text.rows import Rows


def read(text, *, winner="Alice"):
    rows = Rows(text)
    rows.read("the sizes of the piles", between=True)
    rows.check_all(0, "a pile size", 0)
    rows.finish()
    return Reading((Component(nim, tuple(rows.row)),))


def write(reading, answers, *, winner="Alice"):
    return "".join(f"{winner if wins else 'nobody'}\\n" for wins in answers)


OWN = Judge(
    name="own-nim",
    summary="One line of piles.",
    limits="none",
    source="this test",
    sample_in="1 2\\n",
    sample_out="Alice\\n",
    asks="winner",
    read=read,
    write=write,
    options=(FormatOption("winner", "who wins", "Alice", metavar="NAME"),),
    inputs=Inputs(
        sums(0, 9), random_piles(0, 9), smaller_piles(0), lambda cases: spaced(cases[0]) + "\\n", ".+", "a name"
    ),
)
"""


@pytest.fixture
def own(tmp_path: Path) -> Any:
    file = tmp_path / "own_nim.py"
    file.write_text(FORMAT)
    return runpy.run_path(str(file))["OWN"]


def test_it_is_answered(own: Any) -> None:
    assert grundy.judge(own, own.sample_in) == own.sample_out
    assert grundy.judge(own, "1 2 3\n", winner="Bob") == "nobody\n"  # Bouton 1901: 1 xor 2 xor 3 is 0
    assert grundy.judge(own, "1 2 4\n", winner="Bob") == "Bob\n"
    with pytest.raises(BadText, match="--winner with the format own-nim, found --starts"):
        grundy.judge(own, "1 2 4\n", starts=2)


def test_programs_are_tested_with_it(own: Any, tmp_path: Path) -> None:
    program = tmp_path / "solution.py"
    program.write_text("print('Alice' if sum(map(int, input().split())) else 'nobody')\n")  # wrong from 1 1 on
    report = stress(own, [sys.executable, "-I", "-S", str(program)], cases=40, **PATIENT)
    assert report.failure is not None
    assert (report.failure.input, report.failure.expected) == ("1 1\n", "nobody\n")


def test_without_a_generator_programs_are_not(own: Any) -> None:
    from dataclasses import replace

    with pytest.raises(GrundyError, match="own-nim: expected a format that says how inputs are made"):
        stress(replace(own, inputs=None), ["true"])


def test_in_the_list_it_is_a_format_of_the_command(own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "grundy.judges.own_nim", SimpleNamespace(JUDGE=own))
    set_limits(monkeypatch, "api", NAMES=(*judges.NAMES, own.name))
    set_limits(monkeypatch, "judges", JUDGES=(*judges.JUDGES, own))
    assert command.grundy("judge", "own-nim", "--winner", "Bob", stdin=b"7\n").out == "Bob\n"
    assert command.grundy("judge", "own-nim", "--list").out == f"{own}\n"
    assert "--winner NAME" in command.grundy("judge", "--help").out
    assert "own-nim: who wins." in command.grundy("judge", "--help").out


def test_every_file_of_the_room_is_a_format_of_its_name() -> None:
    """But for its parts, which are named; a new one had to be put into a list."""
    folder = Path(judges.__file__).parent
    files = {file.stem for file in folder.glob("*.py")} - {"__init__", *judges.PARTS}
    assert {name.replace("-", "_") for name in judges.NAMES} == files
    for name, judge in judges.BY_NAME.items():
        assert judge.name == name and judge.read.__module__ == f"grundy.judges.{name.replace('-', '_')}"


def test_an_option_of_two_formats_is_one_option(own: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from grundy.cli.judge import judge
    from grundy.cli.main import cli

    set_limits(monkeypatch, "judges", JUDGES=(*judges.JUDGES, own, own))
    group = click.Context(cli, **cli.context_settings)  # which says what else asks for help
    params = judge.get_params(click.Context(judge, parent=group))
    assert [param.name for param in params].count("winner") == 1


def test_a_file_is_a_format_of_the_command_line(tmp_path: Path) -> None:
    """With its option among those of the command, before the file and after it."""
    file = tmp_path / "own_nim.py"
    file.write_text(FORMAT)
    for words, wins in (
        ((str(file),), "Alice"),
        ((str(file), "--winner", "Eve"), "Eve"),
        (("--winner", "Eve", f"{file}:OWN"), "Eve"),
    ):
        assert command.grundy("judge", *words, stdin=b"1 2\n") == (0, f"{wins}\n", "")
    assert grundy.judge(file, "1 1\n", winner="Eve") == "nobody\n"
    assert "--winner NAME" in command.grundy("judge", str(file), "--help").out
    assert "--winner" not in command.grundy("judge", "--help").out


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("own.py:TWO", FORMAT, "one of the file's formats (OWN)"),
        ("own.py", FORMAT + "from dataclasses import replace\nTWO = replace(OWN, name='two')\n", "(OWN, TWO)"),
        ("own.py", "1\n", "a file that makes a Judge"),
        ("none.py", FORMAT, "a Python file that exists"),
    ],
)
def test_a_file_without_that_format_is_refused(name: str, text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(text)
    done = command.grundy("judge", str(tmp_path / name))
    assert (done.status, done.out) == (2, "") and expected in done.err


def test_a_file_of_rules_is_not_run_twice(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(FORMAT + f"open({str(tmp_path / 'runs')!r}, 'a').write('x')\n")
    command.grundy("judge", str(file), stdin=b"1 2\n")
    assert (tmp_path / "runs").read_text() == "x"


def test_what_goes_wrong_in_a_file_is_told_with_its_line(tmp_path: Path) -> None:
    """Not with a traceback; a format of ours would be a fault of ours."""
    file = tmp_path / "own.py"
    file.write_text(FORMAT.replace("    rows = Rows(text)\n", "    return 1 // 0\n"))
    done = command.grundy("judge", str(file), stdin=b"1 2\n")
    assert (done.status, done.out) == (2, "")
    assert f"{file}:10:1: expected a format that answers, found ZeroDivisionError" in done.err
    other = tmp_path / "other.py"
    other.write_text(FORMAT.replace("for wins in answers)", "for wins in answers[1 // 0])"))
    assert f"{other}:18:1: expected a format that answers" in command.grundy("judge", str(other), stdin=b"1 2\n").err


def test_a_format_may_ask_for_results(own: Any) -> None:
    from dataclasses import replace

    def write(reading: Any, answers: Any, **options: str) -> str:
        return "".join(f"{one.nim_value} {[str(move) for move in one.winning_moves]}\n" for one in answers)

    asking = replace(own, asks="results", write=write)
    assert grundy.judge(asking, "3 4 5\n") == "2 ['pile 1, take 2']\n"  # Bouton 1901


def test_programs_are_tested_with_a_file(tmp_path: Path) -> None:
    file, program = tmp_path / "own_nim.py", tmp_path / "solution.py"
    file.write_text(FORMAT + "import grundy\nrule = grundy.nim\n")
    program.write_text("print('Alice' if sum(map(int, input().split())) else 'nobody')\n")
    for name in (str(file), f"{file}:OWN"):
        report = stress(Path(name), [sys.executable, "-I", "-S", str(program)], cases=40, **PATIENT)
        assert report.failure is not None and report.failure.input == "1 1\n"

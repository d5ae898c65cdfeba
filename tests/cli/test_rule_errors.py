"""What goes wrong inside a user's rule is said with the state, the option, the file and the line; no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from grundy.cli.main import cli
from grundy.cli.main import run as status_of

RULES = """
import grundy

def deeper(n):
    return 1 // (n - 20)

{}
@grundy.rule
def wrong(n, *, by=1):
    if n == 20:
        {}
    if n:
        yield n - by
"""

CASES = [
    ("assert n < 20, 'too many'", "state 20: AssertionError: too many (", 11),
    ("raise ValueError('odd')", "state 20: ValueError: odd (", 11),
    ("raise ValueError", "state 20: ValueError (", 11),
    ("raise SystemExit(3)", "state 20: SystemExit: 3 (", 11),  # this ended grundy with status 3, and no word
    ("raise GeneratorExit", "state 20: GeneratorExit (", 11),  # it ended in a traceback
    ("raise StopIteration", "state 20: RuntimeError: generator raised StopIteration", None),
    ("open('/nowhere/at/all')", "state 20: FileNotFoundError: ", 11),
    ("yield {}[n]", "state 20: KeyError: 20 (", 11),
    ("yield deeper(n)", "state 20: ZeroDivisionError: integer division or modulo by zero (", 5),
    ("yield None", "state 20 yields None: expected a number from 0 to 19 (", 11),
    ("yield", "state 20 yields None: expected a number from 0 to 19 (", 11),
    ("yield n / 2", "19, with numbers of type int, not float; int(...) would make one (", 11),
    ("yield 'a'", "state 20 yields 'a': expected a number from 0 to 19 (", 11),
    ("yield n > 3", "19, with numbers of type int, not bool; int(...) would make one (", 11),
    ("yield -1", "state 20 yields -1: expected a number from 0 to 19 (", 11),
    ("yield n", "state 20 yields 20: expected a number from 0 to 19 (", 11),
    ("yield 10 ** 30", "expected a number from 0 to 19 (", 11),
]


@pytest.mark.parametrize("states", ["21", "300"])
def test_a_table_names_the_first_state_that_has_no_nim_value(states: str, tmp_path: Path) -> None:
    file = tmp_path / "loony.py"
    file.write_text(RULES.format("", "yield grundy.again(3)"))  # wins beside all but 1, and 19 there
    done = CliRunner().invoke(cli, ["table", str(file), "--states", states, "--no-store"])
    assert done.stdout == "" and "found state 20, which is loony" in str(done.exception)


@pytest.mark.parametrize(("line", "said", "place"), CASES)
def test_a_table_says_where(line: str, said: str, place: int | None, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(RULES.format("", line))
    for states in ("21", "300"):
        done = CliRunner().invoke(cli, ["table", str(file), "--states", states, "--no-store"])
        problem = done.exception
        assert problem is not None and done.stdout == ""
        assert said in str(problem)
        if place is not None:
            assert str(problem).endswith(f"({file}:{place})")


@pytest.mark.parametrize(("body", "said"), [("pass", "nothing"), ("return n - 1", "a value of type int")])
def test_a_rule_without_a_yield_is_explained(body: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(f"import grundy\n@grundy.rule\ndef wrong(n):\n    {body}\n")
    for words in (["table", str(file), "--states", "9", "--no-store"], ["solve", str(file), "3"]):
        problem = str(CliRunner().invoke(cli, words).exception)
        assert f"a function that returns {said}; write yield for each option" in problem


@pytest.mark.parametrize(("line", "said"), [("yield None", "yields None: expected a hashable state"), CASES[3][:2]])
def test_a_position_says_where(line: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(RULES.format("", line))
    problem = CliRunner().invoke(cli, ["solve", str(file), "30"]).exception
    assert said.partition(": ")[2] in str(problem) and str(problem).endswith(f"({file}:11)")


def test_all_of_them_end_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(RULES.format("", "raise SystemExit(0)"))
    words = ["table", str(file), "--states", "300", "--no-store"]
    assert status_of(lambda: cli.main(words, prog_name="grundy", standalone_mode=False)) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and "Traceback" not in shown.err and "state 20: SystemExit: 0" in shown.err


def test_a_parameter_of_the_wrong_kind_is_named(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(RULES.format("", "yield 0"))
    words = ["table", str(file), "--states", "300", "--no-store", "--set", "by='a'"]
    assert "state 1: TypeError" in str(CliRunner().invoke(cli, words).exception)


def test_a_rule_that_changes_is_found_out(tmp_path: Path) -> None:
    file = tmp_path / "wrong.py"
    file.write_text(
        RULES.format("COUNT = {0: 0}", "yield 0").replace("if n:", "COUNT[0] += 1\n    if n and COUNT[0] % 3:")
    )
    done = CliRunner().invoke(cli, ["table", str(file), "--states", "300", "--no-store"])
    assert "is the rule the same whenever it is called?" in str(done.exception)


def test_a_rule_that_closes_standard_output_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "closing.py"
    file.write_text(
        "import sys\nimport grundy\n\n@grundy.rule\ndef closing(n):\n    sys.stdout.close()\n    yield from range(n)\n"
    )
    done = subprocess.run([sys.executable, "-m", "grundy", "solve", str(file), "3"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "<stdout>: cannot be written: it was closed, perhaps by a rule\n"


MAPPED = "; its states seem to be no numbers: give a map from n to a state, such as --of 'tuple([2] * n)' "


@pytest.mark.parametrize("line", ["a, b = state", "a = state[0]", "a = [one for one in state]", "a = len(state)"])
@pytest.mark.parametrize("words", ["table {} --states 5", "check {} n --to 5", "sequence {} --to 5"])
def test_a_rule_of_tuples_that_is_given_numbers_leads_on(line: str, words: str, tmp_path: Path) -> None:
    """Of `a, b = state` and `len(state)` it said what Python says of an int, and no more."""
    file = tmp_path / "pairs.py"
    file.write_text(f"import grundy\n\n@grundy.rule\ndef pairs(state):\n    {line}\n    yield from ()\n")
    done = CliRunner().invoke(cli, words.format(file).split())
    assert f"({file}:5){MAPPED}" in str(done.exception) and done.stdout == ""


def test_such_a_rule_is_listed_by_a_map(tmp_path: Path) -> None:
    file = tmp_path / "pairs.py"
    text = "import grundy\n\n@grundy.rule\ndef pairs(state):\n    a, b = state\n    if a:\n        yield a - 1, b\n"
    file.write_text(text)
    done = CliRunner().invoke(cli, ["sequence", str(file), "--to", "3", "--of", "(n, n)", "--json"])
    assert done.exception is None and '"values": [0, 1, 0, 1]' in done.stdout


def test_a_neighbour_is_imported_at_the_top(tmp_path: Path) -> None:
    """Inside the function it was `No module named`, and nothing said where it would be found."""
    (tmp_path / "steps_beside.py").write_text("STEP = 2\n")
    file = tmp_path / "inside.py"
    rule = "@grundy.rule\ndef inside(n):\n{}    if n >= STEP:\n        yield n - STEP\n"
    imported = "from steps_beside import STEP\n"
    file.write_text("import grundy\n\n" + rule.format(f"    {imported}"))
    done = CliRunner().invoke(cli, ["solve", str(file), "5"])
    assert "No module named 'steps_beside'" in str(done.exception)
    assert str(done.exception).endswith(
        "; import it at the top of the file, for files beside it are looked for while it is read"
    )
    file.write_text(f"import grundy\n{imported}\n" + rule.format(""))
    done = CliRunner().invoke(cli, ["solve", str(file), "5"])
    assert done.exception is None and "second player wins" in done.stdout  # 5, 3, 1


def test_a_file_whose_rule_is_refused_runs(tmp_path: Path) -> None:
    """It said `expected a file that runs, found BadRule: ...`."""
    file = tmp_path / "several.py"
    file.write_text("import grundy\n\n@grundy.rule\ndef several(*piles):\n    yield from ()\n")
    done = CliRunner().invoke(cli, ["solve", str(file), "5"])
    assert str(done.exception) == (
        f"{file}:3:1: several: expected a fixed number of arguments, found *piles; write one argument that is a tuple: "
        "def several(piles), and positions such as (3,1)"
    )


@pytest.mark.parametrize(
    ("decorator", "advice"),
    [("@grundy.rule", "write 'import grundy' at the top"), ("@rule", "write 'from grundy import rule' at the top")],
)
def test_a_file_without_its_import_is_told_the_line(decorator: str, advice: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"{decorator}\ndef game(n):\n    if n:\n        yield n - 1\n")
    done = CliRunner().invoke(cli, ["solve", str(file), "3", "--no-store"])
    assert f"mine.py:1:1: expected a file that runs, found NameError: name {decorator[1:].split('.')[0]!r}" in str(
        done.exception
    )
    assert advice in str(done.exception)

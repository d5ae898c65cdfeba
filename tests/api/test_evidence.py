"""Whatever prints values for machines says with them how they are known."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from command import grundy, grundy_apart, in_steps
from steps import Steps

from grundy import __version__, parse_rule
from grundy.answering.sequence import how_known

COMMANDS = [
    ("computed", ("table", "wythoff", "--box", "4x4", "--json")),
    ("computed", ("table", "nim", "--states", "9", "--outcomes", "--json")),
    ("computed", ("table", "nim", "--states", "9", "--misere", "--json")),
    ("computed", ("table", "kayles", "--states", "9", "--show", "0:5", "--json")),
    ("computed", ("sequence", "kayles", "--to", "9", "--json")),
    ("computed", ("sequence", "rule:n -> n-1, if n > 3", "--to", "9", "--json")),
    ("proved", ("sequence", "nim", "--to", "9", "--json")),
    ("computed", ("sequence", "take-away:1,3,4", "--to", "9", "--json")),
    ("proved", ("period", "kayles", "--json")),
    ("observed", ("check", "take-away:1,2,3", "n % 4", "--to", "9", "--json")),
    ("proved", ("solve", "nim", "3 5", "--json")),
    ("computed", ("solve", "wythoff", "3 5", "--json")),
    ("proved", ("solve", "nim", "3 5", "--misere", "--json")),
    ("computed", ("solve", "cram", "2x3", "--misere", "--json")),
]


@pytest.mark.parametrize(("status", "command"), COMMANDS, ids=str)
def test_json_says_how_it_is_known_and_what_makes_it_again(status: str, command: tuple[str, ...]) -> None:
    told = grundy(*command).json()
    assert told["evidence"]["status"] == status
    assert told["evidence"]["by"]
    assert told["version"] == __version__
    words = shlex.split(told["command"])
    assert words[0] == "grundy"
    assert grundy(*words[1:]).json() == told


def test_json_of_lines_says_what_makes_each_again() -> None:
    done = grundy("solve", "--lines", "-", "--json", "--moves", "1", stdin=b"nim(3 4)\ncram(2x3) + nim(1)\n")
    for line in done.out.splitlines():
        told = json.loads(line)
        assert grundy(*shlex.split(told["command"])[1:]).json() == told


def test_stress_says_how_it_is_known() -> None:
    done = grundy("stress", "--json", "--seconds", "0.01", "nim", "true")
    told = json.loads(done.out)
    assert told["evidence"] == {"status": "computed", "by": "the right output for that input"}
    assert told["command"] == "grundy stress --seconds 0.01 --json nim true"


def test_a_table_in_a_file_says_how_it_is_known(tmp_path: Path) -> None:
    file = tmp_path / "table.npy"
    assert grundy("table", "nim", "--states", "9", "--no-store", "--out", str(file)).status == 0
    assert grundy("table", str(file), "--show", "3", "--json").json()["evidence"]["status"] == "computed"


def test_no_values_are_known_in_some_way_too() -> None:
    for game in ("nim", "kayles", "wythoff", "take-away:1,2"):
        assert how_known(parse_rule(game), 0).reason


@pytest.mark.parametrize(
    ("said", "command"),
    [
        ("Computed: a table of all states", ("table", "wythoff", "--box", "4x4")),
        ("Computed: a table of all states", ("table", "wythoff", "--box", "4x4", "--show", "1,2")),
        ("Computed: a table of all states", ("table", "nim", "--states", "9", "--misere")),
        ("Proved: Bouton 1901", ("table", "nim", "--states", "9")),
        ("Observed: compared up to 9", ("check", "nim", "n", "--to", "9")),
        ("Computed: the nim-value of the counter-example", ("check", "nim", "2*n", "--to", "9")),
        ("Computed: the right output", ("stress", "--seconds", "0.01", "nim", "true")),
        ("Proved: each period", ("atlas", "--codes", "0.77", "--cores", "1")),
        ("Proved: Bouton 1901", ("sequence", "nim", "--to", "9")),
        ("# nim, grundy 0.1.0. Proved: Bouton 1901", ("sequence", "nim", "--to", "9", "--bfile")),
        ("% nim, grundy 0.1.0. Proved: Bouton 1901", ("sequence", "nim", "--to", "9", "--latex")),
    ],
    ids=str,
)
def test_the_last_line_says_how_it_is_known_and_what_makes_it_again(said: str, command: tuple[str, ...]) -> None:
    last = grundy(*command).out.splitlines()[-1]
    assert last.startswith(said) and last.endswith(f" ({shlex.join(('grundy', *command))}).")


def test_a_list_says_how_each_line_is_known() -> None:
    out = grundy("solve", "--lines", "-", stdin=b"nim(3)\nwythoff(1 2)\n").out
    assert [line.rpartition("  (")[2].partition(":")[0] for line in out.splitlines()] == ["proved", "computed"]


def test_play_says_why_and_by_which_command() -> None:
    out = grundy("play", "kayles", "3", "4", stdin=b"why\nquit\n").out
    assert "\nComputed: the nim-values of heaps 0 to 4" in out
    assert "\nThe same by: grundy solve kayles '3 4'\n" in out


def test_source_texts_say_what_wrote_them() -> None:
    for language, mark in (("cpp", "//"), ("python", "#")):
        out = grundy("table", "kayles", "--states", "4", "--emit", language).out
        said = " ".join(line.removeprefix(mark).strip() for line in out.splitlines() if line.startswith(mark))
        command = f"grundy table kayles --states 4 --emit {language}"
        known = "Nim-values of kayles, n = 0..3: computed. No pattern is written: the table ends at n = 3."
        assert said == f"{known} Written by grundy {__version__}: {command}"


def test_each_line_of_csv_says_how_its_value_is_known() -> None:
    lines = "n,nim_value,status\n0,0,proved\n1,1,proved\n2,2,proved\n"
    assert grundy("sequence", "nim", "--to", "2", "--csv").out == lines
    assert grundy("sequence", "kayles", "--to", "1", "--csv").out.endswith("\n1,1,computed\n")


def test_remarks_of_csv_name_the_command() -> None:
    *lines, last = grundy("sequence", "nim", "--to", "2", "--csv", "--remarks").out.splitlines()
    assert lines == ["n,nim_value,status", "0,0,proved", "1,1,proved", "2,2,proved"]
    assert last.startswith(f"# nim, grundy {__version__}. Proved: Bouton 1901")
    assert last.endswith(" (grundy sequence nim --to 2 --csv --remarks).")
    words = ("atlas", "--codes", "0.77", "--limit", "1e4", "--no-store", "--csv", "--remarks")
    last = grundy(*words).out.splitlines()[-1]
    assert last.startswith(f"# octal codes, grundy {__version__}. Proved: each period")
    assert last.endswith("(grundy atlas --codes 0.77 --limit 1e4 --csv --remarks).")


@pytest.mark.parametrize(
    "words", [("sequence", "nim"), ("sequence", "nim", "--bfile"), ("atlas", "--codes", "0.77", "--json")]
)
def test_remarks_are_of_csv(words: tuple[str, ...]) -> None:
    refused = grundy(*words, "--remarks")
    assert refused.status == 2
    assert "--remarks goes with --csv" in refused.err


@pytest.mark.parametrize(
    ("words", "again"),
    [
        (("nim", "3", "5"), "grundy solve nim 3 5"),
        (("nim(3 5) + kayles(2)", "--explain"), "grundy solve 'nim(3 5) + kayles(2)' --explain"),
        (("nim", "--file", "-"), "grundy solve nim '3 5'"),
        (("cram", "--misere", "--", "..."), "grundy solve cram ... --misere"),
    ],
)
def test_the_text_of_an_answer_names_the_command(words: tuple[str, ...], again: str) -> None:
    last = grundy("solve", *words, stdin=b"3 5").out.splitlines()[-1]
    assert last.startswith(("Proved: ", "Computed: "))
    assert last.endswith(f" ({again}).")


RULE = """
import grundy

@grundy.rule
def few(n, *, most=2):
    yield from range(max(0, n - most), n)
"""


@pytest.mark.parametrize(
    "words",
    [
        ("few.py", "--set", "most=4"),
        ("few.py", "--set", "most=4", "--misere", "--explain", "--moves", "1"),
        ("nim", "--explain", "--moves", "0"),
        ("sum",),
    ],
)
def test_the_command_below_a_position_from_standard_input_answers_the_same(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("few.py").write_text(RULE)
    typed = b"nim(7) + kayles(9)" if words == ("sum",) else b"7 9"
    told = grundy("solve", *words, "--file", "-", stdin=typed).out
    command = shlex.split(told.splitlines()[-1].rpartition(" (grundy ")[2].removesuffix(")."))
    assert grundy(*command).out == told


def test_a_stopped_search_of_a_position_from_standard_input_goes_on_without_it(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "runs.sqlite"))
    words = ("solve", "cram", "--file", "-", "--time-limit", "1s", "--cores", "1", *store)
    stopped = grundy_apart(*words, stdin=b"9x11", prelude=in_steps())
    assert stopped.status == 2 and "Go on with: grundy resume 1" in stopped.err
    assert f"grundy solve cram {'/'.join(['.' * 11] * 9)} --cores 1" in grundy("runs", *store).out


@pytest.mark.parametrize("form", ["--csv", "--bfile", "--latex"])
def test_a_remark_is_one_line_whatever_was_typed(form: str) -> None:
    rule = "rule:n -> n-1,\n if n > 3"
    words = ("sequence", rule, "--to", "2", form, *(["--remarks"] if form == "--csv" else []))
    *_, last = grundy(*words).out.splitlines()
    assert last.startswith(("# rule:n -> n-1,  if n > 3, grundy", "% rule:n -> n-1,  if n > 3, grundy"))
    assert r"$'rule:n -> n-1,\012 if n > 3'" in last


def test_a_command_that_would_fill_screens_is_left_to_json() -> None:
    last = grundy("solve", "nim", *map(str, range(1, 1000))).out.splitlines()[-1]
    assert last == "Proved: Bouton 1901: the nim-value of a heap is its size."


def test_a_table_of_a_run_in_the_store_says_which_version_made_it(tmp_path: Path) -> None:
    file, store = str(tmp_path / "t.npy"), str(tmp_path / "runs.sqlite")
    asked = ("table", "take-away:1,2,3", "--states", "9", "--out", file, "--store", store)
    with Steps(each=10.0):  # so long that the run is recorded
        assert grundy(*asked).status == 0
    read = ("table", file, "--show", "3", "--store", store)
    told = grundy(*read).out.splitlines()[-1]
    assert told.startswith(f"Computed: a table of all states, by grundy {__version__} on 2")
    assert told.endswith(f": run 1 ({shlex.join(('grundy', *asked[:-2]))}).")
    described = grundy(*read, "--json").json()
    assert described["version"] == __version__ and described["command"].startswith("grundy table take-away:1,2,3 ")
    assert grundy(*asked[:2], "--states", "8", *asked[4:6], "--overwrite", "--no-store").status == 0  # another table
    assert grundy(*read).out.splitlines()[-1] == "Computed: a table of all states."

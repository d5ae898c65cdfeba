"""What grundy solve refuses, and how it says so."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from command import grundy, grundy_apart
from limits import set_limits
from steps import Steps

from grundy import Position, Result
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach


@pytest.mark.parametrize(
    ("arguments", "places", "words"),
    [
        (["nim"], ["1:4"], "''"),
        (["nim", "--json"], ["1:4"], "''"),
        (["nimm", "3"], ["1:1"], "did you mean 'nim'"),
        (["nim", "-3"], ["1:1"], "the negative number -3"),
        (["nim", "3", "-4", "--json"], ["1:3"], "the negative number -4"),
        (["nim", "+3"], ["1:1"], "'+3'"),
        (["nim", "1_0"], ["1:1"], "'1_0'"),
        (["nim", "1e3"], ["1:1"], "'1e3'"),
        (["nim", "3\xa04"], ["1:1"], "no-break space"),
        (["nim", "\uff13"], ["1:1"], "full-width digit"),
        (["nim", "3 \0"], ["1:3"], "NUL"),
        (["nim", "3 \udcff"], ["1:3"], "invalid UTF-8 byte 0xff"),
        (["nim:2", "3"], ["1:5"], "nothing after 'nim:'"),
        (["take-away", "3"], ["1:10"], "':'"),
        (["take-away:1,2,", "3"], ["1:15"], "an amount"),
        (["take-away:0,2,-1", "3"], ["1:11", "1:15"], "the negative number -1"),
        (["floor-division:1", "3"], ["1:16"], "2 or more"),
        (["chess-rows:0", ""], ["1:12"], "1 or more"),
        (["chess-rows:1000001", ""], ["1:12"], "1,000,000"),
        (["chess-rows", "0,5,5,21/1"], ["1:1", "1:5", "1:7"], "5 again"),
        (["rectangle", "012/10"], ["1:3", "1:7"], "found 2"),
        (["rectangle", "01//10"], ["1:4"], "2 in each row"),
        (["bacteria", "..#/."], ["1:6"], "3 in each row"),
        (["wythoff", "1 2 3"], ["1:5"], "2 numbers"),
        (["graph", "{}"], ["1:2"], "nodes"),
        (["graph", '{"nodes": [1, "a", true], "edges": [], "tokens": []}'], ["1:15", "1:20"], "true"),
        (["graph", '{"nodes": [1, 1], "edges": [[1, 2, 3], [1, 9]], "tokens": [7]}'], None, "1 again"),
        (["nim(3"], ["1:6"], "')'"),
        (["nim(3) + "], ["1:10"], "a summand"),
        (["nim(x) + nimm(3)"], ["1:5", "1:10"], "did you mean"),
        (["sum", ""], ["1:1"], "a game"),
    ],
    ids=lambda item: " ".join(item).encode("unicode_escape").decode() if isinstance(item, list) else None,
)
def test_what_is_refused(arguments: list[str], places: list[str] | None, words: str) -> None:
    for option in ([], ["--json"], ["--misere"]):
        refused = grundy("solve", *arguments, *option)
        reported = refused.places()
        assert places is None or reported == [f"<argument>:{place}" for place in places]
        assert words in refused.err


def test_at_most_twenty_findings() -> None:
    assert len(grundy("solve", "nim", " ".join("x" * 50)).places()) == 20


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for arguments in (["nim", "--file", "no such file"], ["nim", "--file", str(tmp_path)], ["--lines", "no such file"]):
        refused = grundy("solve", *arguments)
        assert (refused.status, refused.out) == (2, "")
        assert "expected a file that can be read" in refused.err
        assert "Traceback" not in refused.err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nim", "3", "--file", "x"],
        ["nim", "--lines", "x"],
        ["nim", "3", "--moves", "-1"],
        ["nim", "3", "--moves", "x"],
        ["nim", "3", "--set", "a=1"],
    ],
    ids=" ".join,
)
def test_commands_that_make_no_sense(arguments: list[str]) -> None:
    refused = grundy("solve", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert refused.err
    assert "Traceback" not in refused.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rectangle", "/".join(["1" * 100] * 100)], "10,000 cells"),
        (["cram", "/".join(["#" + "." * 79, *["." * 80] * 49])], "4000 places"),
        (["bacteria", "/".join(["." * 1000] * 1000)], "1000x1000"),
        (["take-away:1,4,1000003", "9" * 30], "1000000"),
        (["staircase-nim(" + "9" * 30 + ") + nim(1)", "--misere"], "1,000,000"),
        (["wythoff(3999998 0) + nim(1)"], "10,000"),
        (["nim", "3", "--misere", "--loopy"], "both"),
    ],
    ids=lambda item: item[0] if isinstance(item, list) else None,
)
def test_out_of_reach_is_refused_at_once_with_the_limit(arguments: list[str], words: str) -> None:
    refused = grundy("solve", *arguments)
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
    assert refused.err.count("\n") == 1


TWO = "import grundy\n\n@grundy.rule\ndef two(a, b):\n    if a: yield a - 1, b\n"


@pytest.mark.parametrize("typed", ["3 4 5", "3", "(3,4,5)", "(1,2) 3"])
def test_a_state_of_too_few_or_many_values_is_told(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO)
    refused = grundy("solve", str(file), typed)
    assert refused.status == 2
    assert refused.err.startswith("<argument>:1:1: expected states of 2 values each, as in (1, 2), found ")


def test_the_numbers_of_one_state_need_no_brackets(tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text(TWO)
    answers = [grundy("solve", str(file), *words) for words in (["(3,4)"], ["3", "4"], ["3 4"])]
    assert len({answer.out.partition("(grundy")[0] for answer in answers}) == 1 and answers[0].status == 0


def test_settings_go_with_no_list() -> None:
    refused = grundy("solve", "--lines", "-", "--set", "most=3", stdin=b"nim(3)")
    assert refused.status == 2
    assert "--set goes with a GAME and a POSITION" in refused.err


def test_a_list_keeps_the_time_limit_on_one_process(tmp_path: Path) -> None:
    words = ("--time-limit", "1s", "--store", str(tmp_path / "runs.sqlite"))
    stopped = grundy_apart("solve", "--lines", "-", *words, stdin=b"nim(3)\ncram(9x9)\n")
    assert stopped.status == 2 and "Stopped by the time limit" in stopped.err


def test_a_list_is_searched_by_the_method_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("grundy.answering.solve")  # `grundy.solve` hides it
    asked: list[str] = []
    engines_solve = module.solve

    def noted(position: Position, *, options: SearchOptions, **given: Any) -> Result:
        asked.append(options.method)
        result: Result = engines_solve(position, options=options, **given)
        return result

    monkeypatch.setattr(module, "solve", noted)
    assert grundy("solve", "--lines", "-", "--method", "mex", stdin=b"cram(3x4)\n").status == 0
    assert asked == ["mex"]


def test_a_list_is_not_explained() -> None:
    refused = grundy("solve", "--lines", "-", "--explain", stdin=b"nim(3)")
    assert refused.status == 2
    assert "--explain takes one position" in refused.err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--moves", "-1"),
        ("--moves", "x"),
        ("--moves", "1.5"),
        ("--cores", "0"),
        ("--moves", "٣"),
    ],
)
def test_a_number_that_will_not_do_is_refused_in_the_one_form(option: str, value: str) -> None:
    refused = grundy("solve", "nim", "3", option, value)
    assert refused.places() == [f"<{option}>:1:1"]
    assert "a whole number, " in refused.err and repr(value) in refused.err
    assert grundy("solve", "nim", "3", option, "1").status == 0


def test_a_number_that_is_too_long_is_not_said_to_be_none() -> None:
    for option in ("--moves", "--cores"):
        refused = grundy("solve", "nim", "3", option, "9" * 19)
        assert refused.err == f"<{option}>:1:1: expected a number of at most 18 digits, found {'9' * 19}\n"


@pytest.mark.parametrize(
    ("rule", "state", "remedy"),
    [
        ("n -> n", "the cycle 3 -> 3", "--loopy, or loopy=True in Python"),
        ("n -> n+1", "3 -> 4 -> 5", "a condition that stops it"),
        ("n -> n*2", "3 -> 6 -> 12", "a condition that stops it"),
    ],
)
def test_a_written_rule_without_end_names_state_and_remedy(rule: str, state: str, remedy: str) -> None:
    refused = grundy("solve", f"rule:{rule}", "3")
    assert (refused.status, refused.out) == (2, "")
    assert state in refused.err and "expected " in refused.err and remedy in refused.err


def test_misere_and_loopy_together_are_refused_with_the_remedy() -> None:
    refused = grundy("solve", "nim", "3", "--misere", "--loopy")
    assert (refused.status, refused.out) == (2, "")
    assert "nim" in refused.err and "found both" in refused.err and "leave one of the two" in refused.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("--mizere", "--misere"), ("--expain", "--explain"), ("--jsn", "--json"), ("--move=3", "--moves")],
)
def test_a_misspelt_option_is_no_position(typed: str, meant: str) -> None:
    """It was said to be no pile size."""
    done = grundy("solve", "nim", "3", "4", typed)
    assert (done.status, done.out) == (2, "") and f"No such option '{typed.partition('=')[0]}'" in done.err
    assert f"'{meant}'" in done.err


@pytest.mark.parametrize(
    ("command", "typed", "of"),
    [("play", "--no-store", "solve"), ("solve", "--blunder=0.3", "play"), ("options", "--remoteness", "solve")],
)
def test_an_option_of_another_command_is_no_position(command: str, typed: str, of: str) -> None:
    """`grundy play nim 3 --no-store` expected a pile size there."""
    done = grundy(command, "nim", "3", typed)
    option = typed.partition("=")[0]
    assert (done.status, done.out) == (2, "")
    assert f"Error: No such option '{option}' of 'grundy {command}'; it is one of 'grundy {of}'" in done.err
    assert " and 1 more commands" not in done.err


@pytest.mark.parametrize("words", [["--zzz"], ["--", "--json"], ["-4"], ["--3"]])
def test_what_is_like_no_option_is_read_as_position(words: list[str]) -> None:
    done = grundy("solve", "nim", "3", *words)
    assert done.status == 2 and "expected a pile size, 0 or more, found" in done.err


class Endless:
    """A stream that never ends, as /dev/zero is, and says how much of it was read."""

    def __init__(self) -> None:
        self.given = 0

    def read(self, size: int) -> bytes:
        self.given += size
        assert self.given < 1000, "read on and on"
        return b"1\n" * (size // 2)


@pytest.mark.parametrize("words", [("solve", "nim", "--file", "-"), ("judge", "piles"), ("guess", "-")])
def test_an_input_without_end_is_refused(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """`yes 1 | grundy solve nim --file -` was read until the memory was full."""
    from grundy.cli import input as reading

    set_limits(monkeypatch, "cli", MOST_BYTES=64, PIECE=16)
    with pytest.raises(OutOfReach, match="<stdin>: expected an input of at most 0 MiB, found more"):
        reading._read(Endless(), "<stdin>")  # type: ignore[arg-type]
    done = grundy(*words, stdin=b"1\n" * 33)
    assert (done.status, done.out) == (2, "") and "<stdin>: expected an input of at most" in done.err
    assert grundy(*words, stdin=b"1\n" * 32).status == 0


def test_an_atlas_has_all_codes_of_four_digits_at_most() -> None:
    assert "expected a number in 1..4, found '5'" in grundy("atlas", "--digits", "5").err


def test_an_atlas_refuses_long_codes_at_once() -> None:
    """Of a code of thousands of digits the first heaps take minutes, in which nothing was said."""
    done = grundy("atlas", "--no-store", "--codes", f"0.77,0.{'1' * 101}")
    expected = "codes of at most 100 digits ('grundy period octal:CODE' takes longer ones), found one of 101"
    assert (done.status, done.out, done.err) == (2, "", f"<--codes>:1:6: expected {expected}\n")


def test_what_is_wrong_in_codes_is_named_where_it_stands() -> None:
    """Places were counted from the beginning of each code, and only the first was named."""
    done = grundy("atlas", "--no-store", "--codes", "0.77, hexadecimal:0.x,,0.G")
    assert (done.status, done.out) == (2, "")
    places = [line.partition(": ")[0] for line in done.err.splitlines()]
    assert places == ["<--codes>:1:21", "<--codes>:1:23", "<--codes>:1:26"]


@pytest.mark.parametrize(
    ("game", "at", "told"),
    [
        ("take-away:1,2,3", "", "<--at>:1:1: expected a position, as in 10 or '3 5', found an empty text"),
        ("nim", " ", "<--at>:1:1: expected a position, as in 10 or '3 5', found an empty text"),
        ("wythoff", "3 x", "<--at>:1:3: expected a number, 0 or more, found 'x'"),
        ("take-away:1,2,3", "3 4", "take-away:1,2,3: expected one number from 0 on, found (3, 4)"),
    ],
)
def test_prove_says_what_is_no_position(game: str, at: str, told: str) -> None:
    """It said `expected 1 numbers from 0 on, found ()`."""
    done = grundy("prove", game, "--no-store", "--at", at)
    assert (done.status, done.out, done.err) == (2, "", f"{told}\n")


WYTHOFF_AND_MORE = (
    "rule:(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b; (a,b) -> (a-k,b-k), for k in 1..min(a,b); "
    "(a,b) -> (a-2*k,b-k), for k in 1..b"
)


@pytest.mark.parametrize(
    ("words", "at", "status"),
    [(("take-away:1,2,4", "n % 4 == 0"), "5", 1), ((WYTHOFF_AND_MORE, "--time-limit", "1s"), "3 1", 2)],
    ids=["false", "open"],
)
def test_prove_says_of_which_positions_it_says_nothing(words: tuple[str, ...], at: str, status: int) -> None:
    """They were left out where nothing is proved."""
    with Steps(each=1.0):
        done = grundy("prove", *words, "--no-store", "--at", at)
    assert done.status == status
    told = f"{at}: not answered, as no theorem is proved; 'grundy solve' answers what is within its reach"
    assert done.out.splitlines()[-1] == told


def test_guess_names_a_character_that_passes_for_a_blank() -> None:
    """A no-break space parted two numbers."""
    done = grundy("guess", "-", stdin="0 1\u00a02 0\n".encode())
    message = "expected a whole number from 0 on, found '1\\xa02' (no-break space)"
    assert (done.status, done.out, done.err) == (2, "", f"<stdin>:1:3: {message}\n")

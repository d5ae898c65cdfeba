"""`grundy solve`: what it prints for machines and for people, and how it refuses."""

from __future__ import annotations

import importlib
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from command import grundy, grundy_apart, wait_for_work

from grundy import Position, Result
from grundy.engines.search.options import SearchOptions

KEYS = ["game", "position", "play", "winner", "nim_value", "winning_moves", "winning_move_count", "evidence"]
KEYS += ["command", "version"]
SRC = str(Path(__file__).parents[2] / "src")
GRAPH = '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "b"]}'


def answer(*arguments: str, stdin: bytes = b"") -> Any:
    found = grundy("solve", *arguments, "--json", stdin=stdin).json()
    assert list(found) == KEYS
    assert list(found["evidence"]) == ["status", "by"]
    assert found["evidence"]["status"] in ("proved", "computed", "observed")
    assert found["winner"] == "first" or not found["winning_move_count"]
    return found


@pytest.mark.parametrize(
    ("arguments", "value", "moves"),
    [
        (
            ["rectangle", "0110/0000/0000/0001"],
            3,
            [{"top": 1, "left": c, "bottom": 1, "right": c} for c in (2, 3)],
        ),
        (
            ["bacteria", "#.##/..../#.##"],
            1,
            [{"row": 1, "column": 2, "type": "V"}]
            + [
                {"row": 2, "column": c, "type": kind}
                for c in (1, 2, 3, 4)
                for kind in (("H", "V") if c == 2 else ("H",))
            ]
            + [{"row": 3, "column": 2, "type": "V"}],
        ),
        (["take-away:1,2,3", "3", "4", "5"], 2, [{"pile": p, "take": 2} for p in (1, 2, 3)]),
        (["nim", "3 4 5"], 2, [{"pile": 1, "take": 2}]),
        (["sequential-nim", "1", "1", "2", "1"], 1, [{"pile": 1, "take": 1}]),
        (["floor-division:2,3,6", "1"], 1, [{"index": 1, "divisor": d} for d in (2, 3, 6)]),
        (["chess-rows", "-/19"], 1, [{"row": 2, "from": 19, "to": 20}]),
        (["chess-rows:20", "19/18"], None, None),
        (["wythoff", "1", "1"], 2, [{"pile": "both", "take": 1}]),
        (["euclid", "25", "7"], None, None),
        (["staircase-nim", "2 5 1"], 3, None),
        (["graph", GRAPH], 3, [{"token": 1, "to": "b"}]),
    ],
    ids=lambda item: item[0] if isinstance(item, list) and item and isinstance(item[0], str) else None,
)
def test_every_system_as_json(arguments: list[str], value: int | None, moves: list[dict[str, Any]] | None) -> None:
    found = answer(*arguments)
    assert found["winner"] == "first"
    assert found["play"] == "normal"
    assert value is None or found["nim_value"] == value
    assert moves is None or found["winning_moves"] == moves
    assert found["winning_move_count"] == len(found["winning_moves"])


def test_game_and_position_of_an_answer_can_be_given_back() -> None:
    for arguments in (
        ["take-away:3,2,1,1", "3  4", "05"],
        ["chess-rows", "2,1 / - /20"],
        ["rectangle", "0 1/1 1"],
        ["graph", GRAPH],
        ["nim", ""],
        ["nim(3)+rectangle(01/11) +take-away:2,5()"],
        ["nim()"],
        ["nim()+graph(" + GRAPH + ")"],
    ):
        found = answer(*arguments)
        assert answer(found["game"], found["position"]) == found
        if found["position"]:  # an empty file is no position
            stdin = found["position"].encode()
            assert grundy("solve", found["game"], "--file", "-", "--json", stdin=stdin).json() == found


def test_sums_name_their_component() -> None:
    found = answer("take-away:1,2,3(3 4 5) + nim(5)")
    assert (found["game"], found["position"]) == ("sum", "take-away:1,2,3(3 4 5) + nim(5)")
    assert found["nim_value"] == 2 ^ 5
    assert found["winning_moves"] == [{"component": 2, "pile": 1, "take": 3}]
    assert answer("take-away:1,2,3(3 4 5)", "+", "nim(5)") == found


def test_misere() -> None:
    found = answer("nim", "1", "1", "--misere")
    assert (found["play"], found["nim_value"], found["winner"]) == ("misere", None, "first")
    assert found["winning_moves"] == [{"pile": 1, "take": 1}, {"pile": 2, "take": 1}]
    assert answer("nim", "", "--misere")["winner"] == "first"
    assert answer("rectangle", "11", "--misere")["winning_moves"] == [
        {"top": 1, "left": 1, "bottom": 1, "right": 1},
        {"top": 1, "left": 2, "bottom": 1, "right": 2},
    ]


def test_loopy() -> None:
    ring = '{"nodes": [0, 1, 2, 3], "edges": [[0, 1], [1, 0], [1, 2], [2, 3]], "tokens": [%s]}'
    found = answer("graph", ring % "0", "--loopy")
    assert (found["winner"], found["nim_value"], found["winning_moves"]) == ("draw", {"infinity": []}, [])
    found = answer("graph", ring % "1, 2", "--loopy")
    assert (found["winner"], found["nim_value"]) == ("first", {"infinity": [0]})
    assert found["winning_moves"] == [{"token": 1, "to": 2}]
    refused = grundy("solve", "graph", ring % "0")
    assert len(refused.places()) == 1
    assert "0 → 1 → 0" in refused.err


# Long lists, large numbers.


def test_winning_moves_are_counted_though_not_listed() -> None:
    piles = " ".join(map(str, range(1, 10**5))).encode()
    assert answer("nim", "--file", "-", stdin=piles)["winning_move_count"] == 0  # the XOR of 1 to 4k + 3 is 0
    found = answer("nim", "--file", "-", "--moves", "2", stdin=piles + b" 7")
    assert found["winning_move_count"] == sum(n ^ 7 < n for n in [*range(1, 10**5), 7])
    assert found["winning_moves"] == [{"pile": 4, "take": 1}, {"pile": 5, "take": 3}]
    assert len(answer("nim", "--file", "-", stdin=piles + b" 7")["winning_moves"]) == 10_000


def test_a_set_of_100000_amounts() -> None:
    amounts = ",".join(map(str, range(1, 2 * 10**5, 2)))
    found = answer(f"take-away:{amounts}", "999999999999999999999", "--moves", "0")
    assert (found["nim_value"], found["winning_moves"], found["winning_move_count"]) == (1, [], 10**5)


def test_no_moves_listed_and_many() -> None:
    assert answer("rectangle", "1" * 30, "--moves", "0")["winning_moves"] == []
    text = grundy("solve", "rectangle", "1" * 30, "--moves", "3").out
    assert "Winning moves (15):" in text
    assert "... and 12 more" in text
    assert grundy("solve", "rectangle", "1" * 30).out.count("  clear ") == 10


BIG = "9" * 4300


def test_numbers_of_4300_digits_are_exact() -> None:
    found = grundy("solve", "nim", BIG, "5" + "0" * 4299, "--json")
    assert found.status == 0
    value = (10**4300 - 1) ^ (5 * 10**4299)
    sys.set_int_max_str_digits(0)
    try:
        assert json.loads(found.out)["nim_value"] == value
        assert value >= 10**4300  # a number of 4,301 digits, which no input may have
        assert str(value) in grundy("solve", "nim", BIG, "5" + "0" * 4299, "--explain").out
    finally:
        sys.set_int_max_str_digits(4300)


@pytest.mark.parametrize(
    "game",
    ["nim", "take-away:1,2,3", "take-away:1,4,10", "floor-division:2,3,6", "sequential-nim", "staircase-nim"],
)
@pytest.mark.parametrize("option", ["--json", "--explain"])
def test_4300_digits_are_read_and_4301_refused(game: str, option: str) -> None:
    assert grundy("solve", game, BIG, option).status == 0
    refused = grundy("solve", game, "3", BIG + "9", option)
    assert refused.places() == ["<argument>:1:3"]
    assert "at most 4300 digits, found a number of 4301 digits" in refused.err


def test_numbers_beyond_every_limit_elsewhere() -> None:
    for game, position, place in [
        ("take-away:1," + BIG + "9", "3", 13),
        ("chess-rows:" + BIG, "1", 12),
        ("chess-rows", BIG, 1),
        ("wythoff", f"3 {BIG}9", 3),
        ("graph", '{"nodes": [' + BIG + '9], "edges": [], "tokens": []}', 12),
    ]:
        assert grundy("solve", game, position).places() == [f"<argument>:1:{place}"]
    for game, position in [("wythoff", f"{BIG} 7"), ("euclid", f"{BIG} 7"), (f"take-away:1,{BIG}", BIG)]:
        assert grundy("solve", game, position, "--json").status == 0


# For people.


def test_text_says_who_wins_how_and_why() -> None:
    text = grundy("solve", "take-away:1,2,3(3 4 5) + nim(5)", "--explain").out
    assert "The first player wins: an N-position, nim-value 7." in text
    assert "The winning move:\n  take 3 from pile 1 (component 2, nim)" in text
    assert "XOR" in text
    assert "111" in text
    assert "becomes" in text
    assert "Proved:" in text


@pytest.mark.parametrize(
    ("arguments", "engines"),
    [
        (("take-away:1,2,3(3 4 5) + nim(5)",), ["heap/take_away.py", "formula.py"]),
        (("kayles(7) + nim(3)", "--misere"), ["misere/answer.py"]),
        (("kayles(7) + cram(2x2)",), ["heap/octal/engine.py", "search/solver.py"]),
        (("nim", ""), ["formula.py"]),
        (("graph", '{"nodes": ["a"], "edges": [["a", "a"]], "tokens": ["a"]}', "--loopy"), ["graph/loopy.py"]),
    ],
)  # fmt: skip
def test_an_explanation_names_what_answered(arguments: tuple[str, ...], engines: list[str]) -> None:
    """In words of the table of engines; without --explain it is not said."""
    told = grundy("solve", *arguments, "--explain").out
    assert re.findall(r"^Answered by engines/(.*?): \S.*\.$", told, re.MULTILINE) == engines
    assert "Answered by" not in grundy("solve", *arguments).out


def test_a_board_is_drawn() -> None:
    out = grundy("solve", "rectangle", "0110/0000/0000/0001").out
    assert "1 · ■ ■ ·" in out
    assert "clear row 1, column 2" in out
    assert "nim-value 3" in out
    assert "■" not in grundy("solve", "rectangle", "/".join(["1" + "0" * 99] * 31)).out  # too large to be of use


def test_losing_and_empty_positions_say_so() -> None:
    assert "The second player wins: a P-position, nim-value 0." in grundy("solve", "nim", "3 3").out
    assert "Winning move" not in grundy("solve", "nim", "3 3", "--explain").out
    for game in ("nim", "take-away:1", "rectangle", "bacteria", "chess-rows", "sequential-nim", "staircase-nim"):
        done = grundy("solve", game, "", "--explain")
        assert (done.status, done.err) == (0, "")
        assert "The second player wins" in done.out
        assert "The first player wins" in grundy("solve", game, "", "--misere", "--explain").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nim", "3 4 5"],
        ["bacteria", "../.#"],
        ["wythoff", "30000 50000"],
        ["graph", GRAPH],
        ["rectangle", "11/11", "--misere"],
        ["euclid", "0 0"],
        ["chess-rows:1", "1"],
        ["nim() + nim()"],
        ["graph", '{"nodes": [], "edges": [], "tokens": []}'],
        ["graph", '{"nodes": [1], "edges": [[1, 1]], "tokens": [1]}', "--loopy"],
    ],
    ids=" ".join,
)
def test_explanations_never_fail(arguments: list[str]) -> None:
    for options in ([], ["--explain"], ["--explain", "--moves", "0"], ["--explain", "--moves", "1"]):
        done = grundy("solve", *arguments, *options)
        assert (done.status, done.err) == (0, "")


# Files and lines.


def test_a_position_from_a_file(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_bytes(b"\xef\xbb\xbf0 1 1 0\r\n0000 \r\n0000\r\n0001\r\n\r\n")
    expected = answer("rectangle", "0110/0000/0000/0001")
    assert answer("rectangle", "--file", str(board)) == expected
    assert answer("rectangle", "--file", "-", stdin=board.read_bytes()) == expected
    assert answer("nim", "--file", "-", stdin=b"3\n4\t5\r\n") == answer("nim", "3 4 5")
    assert answer("chess-rows", "--file", "-", stdin=b"-\n19") == answer("chess-rows", "-/19")
    assert answer("graph", "--file", "-", stdin=GRAPH.replace(",", ",\n").encode()) == answer("graph", GRAPH)


@pytest.mark.parametrize("text", [b"", b"\n", b"\xef\xbb\xbf \r\n\t\n"])
@pytest.mark.parametrize("game", ["nim", "rectangle", "chess-rows", "graph", "cram", "kayles"])
def test_a_file_without_text_is_no_position(game: str, text: bytes) -> None:
    assert grundy("solve", game, "--file", "-", stdin=text).places() == ["<stdin>:1:1"]


@pytest.mark.parametrize("game", ["nim", "rectangle", "chess-rows", "cram", "kayles"])
def test_the_empty_position_has_to_be_meant(game: str) -> None:
    assert (answer(game, "")["position"], answer(game, "")["nim_value"]) == ("", 0)


def test_lines_are_answered_one_object_each() -> None:
    stdin = b"nim(3 5)\r\n\n take-away:1,2,3 3 4 5\nnim()\nchess-rows(-/19) + nim(1)"
    done = grundy("solve", "--lines", "-", "--json", stdin=stdin)
    objects = [json.loads(line) for line in done.out.splitlines()]
    assert [found["nim_value"] for found in objects] == [6, 2, 0, 0]
    assert [found["game"] for found in objects] == ["nim", "take-away:1,2,3", "nim", "sum"]
    assert all(list(found) == KEYS for found in objects)
    assert grundy("solve", "--lines", "-", stdin=stdin).out.count("\n") == 4


def test_thousands_of_lines_in_one_process() -> None:
    rng = random.Random(1)
    piles = [[rng.randrange(100) for _ in range(3)] for _ in range(3000)]
    stdin = "".join(f"nim({' '.join(map(str, row))})\n" for row in piles).encode()
    done = grundy("solve", "--lines", "-", "--json", stdin=stdin)
    values = [json.loads(line)["nim_value"] for line in done.out.splitlines()]
    assert values == [a ^ b ^ c for a, b, c in piles]


def test_a_bad_line_answers_nothing(tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("nim(3)\n\nnim(x)\nnimm(3)\nnim(3) +\n")
    assert grundy("solve", "--lines", str(lines), "--json").places() == [f"{lines}:{p}" for p in ("3:5", "4:1", "5:9")]
    assert grundy("solve", "--lines", "-", stdin=b"").places() == ["<stdin>:1:1"]
    assert grundy("solve", "--lines", "-", stdin=b" \r\n\n").places() == ["<stdin>:1:1"]


# Refusals.


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
        found = refused.places()
        assert places is None or found == [f"<argument>:{place}" for place in places]
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
        (["staircase-nim", "9" * 30, "--misere"], "1,000,000"),
        (["wythoff(3999998 0) + nim(1)"], "10,000"),
        (["nim", "3", "--misere", "--loopy"], "both"),
    ],
    ids=lambda item: item[0] if isinstance(item, list) else None,
)
def test_out_of_reach_is_refused_at_once_with_the_limit(arguments: list[str], words: str) -> None:
    start = time.monotonic()
    refused = grundy("solve", *arguments)
    assert time.monotonic() - start < 100
    assert (refused.status, refused.out) == (2, "")
    assert words in refused.err
    assert refused.err.count("\n") == 1


# As a process.


def command(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"PYTHONPATH": SRC}
    return subprocess.run(
        [sys.executable, "-m", "grundy", *arguments], capture_output=True, env=environment, timeout=240, **options
    )


def test_bytes_that_are_no_utf8_in_an_argument() -> None:
    done = command("solve", "nim", b"3 \xff".decode("utf-8", "surrogateescape"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"<argument>:1:3: expected a pile size, 0 or more, found invalid UTF-8 byte 0xff\n"


def test_output_that_is_ascii_or_cut_off() -> None:
    environment = os.environ | {"PYTHONPATH": SRC, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for arguments in (
        ["rectangle", "01/11"],
        ["graph", '{"nodes": ["é"], "edges": [], "tokens": ["é"]}'],
        ["graph", '{"nodes": ["é"], "edges": [["é", "é"]], "tokens": ["é"]}'],
        ["nim", "３"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "grundy", "solve", *arguments], capture_output=True, env=environment, timeout=240
        )
        assert done.returncode in (0, 2)
        assert b"Traceback" not in done.stderr, done.stderr
    reader, writer = os.pipe()
    os.close(reader)  # nobody reads
    with os.fdopen(writer, "wb") as closed:
        arguments = [sys.executable, "-m", "grundy", "solve", "rectangle", "1" * 1000, "--json"]
        quiet = subprocess.run(
            arguments, stdout=closed, stderr=subprocess.PIPE, env=os.environ | {"PYTHONPATH": SRC}, timeout=240
        )
    assert quiet.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_ends_with_130_and_no_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "grundy", "solve", "staircase-nim", "90 90 90", "--misere"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONPATH": SRC},
    )
    wait_for_work(process.pid, 1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=240)
    assert (process.returncode, out) == (130, b"")
    assert b"Traceback" not in err
    assert err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupt_while_modules_are_loaded_ends_with_130(tmp_path: Path) -> None:
    """Where it left code given as text, `python -m` ended by the signal itself, although it was caught."""
    (tmp_path / "loading.py").write_text(
        "from grundy.cli.main import end\n\ndef load():\n    exec('raise KeyboardInterrupt')\n\nend(load)\n"
    )
    paths = f"{tmp_path}{os.pathsep}{SRC}"
    done = subprocess.run(
        [sys.executable, "-m", "loading"], capture_output=True, env=os.environ | {"PYTHONPATH": paths}, timeout=240
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"interrupted\n")


@pytest.mark.parametrize("typed", ["3 4", "(3,4,5)", "(1,2) 3"])
def test_a_state_of_too_few_or_many_values_is_told(typed: str, tmp_path: Path) -> None:
    file = tmp_path / "two.py"
    file.write_text("import grundy\n\n@grundy.rule\ndef two(a, b):\n    if a: yield a - 1, b\n")
    refused = grundy("solve", str(file), typed)
    assert refused.status == 2
    assert refused.err.startswith("<argument>:1:1: expected states of 2 values each, as in (1, 2), found ")


def test_settings_go_with_no_list() -> None:
    refused = grundy("solve", "--lines", "-", "--set", "most=3", stdin=b"nim(3)")
    assert refused.status == 2
    assert "--set goes with a GAME and a POSITION" in refused.err


def test_a_list_keeps_the_time_limit_on_one_process(tmp_path: Path) -> None:
    words = ("--time-limit", "1s", "--store", str(tmp_path / "runs.sqlite"))
    stopped = grundy_apart("solve", "--lines", "-", *words, stdin=b"nim(3)\ncram(9x9)\n")
    assert stopped.status == 2 and "out of time" in stopped.err


def test_a_list_is_searched_by_the_method_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("grundy.engines.solve")  # `grundy.solve` hides it
    asked: list[str] = []
    engines_solve = module.solve

    def noted(position: Position, misere: bool, loopy: bool, way: SearchOptions) -> Result:
        asked.append(way.method)
        result: Result = engines_solve(position, misere, loopy, way)
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
        ("--cores", "9" * 30),
        ("--moves", "٣"),
    ],
)
def test_a_number_that_will_not_do_is_refused_in_the_one_form(option: str, value: str) -> None:
    refused = grundy("solve", "nim", "3", option, value)
    assert refused.places() == [f"<{option}>:1:1"]
    assert "a whole number, " in refused.err and repr(value) in refused.err
    assert grundy("solve", "nim", "3", option, "1").status == 0


@pytest.mark.parametrize("rule", ["n -> n", "n -> n+1", "n -> n*2"])
def test_a_written_rule_without_end_names_state_and_remedy(rule: str) -> None:
    refused = grundy("solve", f"rule:{rule}", "3")
    assert (refused.status, refused.out) == (2, "")
    assert "state " in refused.err and "expected " in refused.err and "would mend it" in refused.err


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


@pytest.mark.parametrize("words", [["--zzz"], ["--", "--json"], ["-4"], ["--3"]])
def test_what_is_like_no_option_is_read_as_position(words: list[str]) -> None:
    done = grundy("solve", "nim", "3", *words)
    assert done.status == 2 and "expected a pile size, 0 or more, found" in done.err

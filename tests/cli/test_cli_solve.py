"""`grundy solve`: what it prints for machines and for people, and how it refuses."""

from __future__ import annotations

import json
import random
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from command import grundy

import grundy as library
from grundy.engines.part_values import PartValues
from grundy.engines.search.part_values import take_over

KEYS = ["game", "position", "play", "winner", "nim_value", "winning_moves", "winning_move_count", "evidence"]
KEYS += ["command", "version"]
GRAPH = '{"nodes": ["a", "b", "c"], "edges": [["a", "b"], ["a", "c"], ["b", "c"]], "tokens": ["a", "b"]}'


def answer(*arguments: str, stdin: bytes = b"") -> Any:
    solution = grundy("solve", *arguments, "--json", stdin=stdin).json()
    assert list(solution) == KEYS
    assert list(solution["evidence"]) == ["status", "by"]
    assert solution["evidence"]["status"] in ("proved", "computed", "observed")
    assert solution["winner"] == "first" or not solution["winning_move_count"]
    return solution


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
    solution = answer(*arguments)
    assert solution["winner"] == "first"
    assert solution["play"] == "normal"
    assert value is None or solution["nim_value"] == value
    assert moves is None or solution["winning_moves"] == moves
    assert solution["winning_move_count"] == len(solution["winning_moves"])


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
        solution = answer(*arguments)
        assert answer(solution["game"], solution["position"]) == solution
        if solution["position"]:  # an empty file is no position
            stdin = solution["position"].encode()
            assert grundy("solve", solution["game"], "--file", "-", "--json", stdin=stdin).json() == solution


def test_sums_name_their_component() -> None:
    solution = answer("take-away:1,2,3(3 4 5) + nim(5)")
    assert (solution["game"], solution["position"]) == ("sum", "take-away:1,2,3(3 4 5) + nim(5)")
    assert solution["nim_value"] == 2 ^ 5
    assert solution["winning_moves"] == [{"component": 2, "pile": 1, "take": 3}]
    assert answer("take-away:1,2,3(3 4 5)", "+", "nim(5)") == solution


def test_misere() -> None:
    solution = answer("nim", "1", "1", "--misere")
    assert (solution["play"], solution["nim_value"], solution["winner"]) == ("misere", None, "first")
    assert solution["winning_moves"] == [{"pile": 1, "take": 1}, {"pile": 2, "take": 1}]
    assert answer("nim", "", "--misere")["winner"] == "first"
    assert answer("rectangle", "11", "--misere")["winning_moves"] == [
        {"top": 1, "left": 1, "bottom": 1, "right": 1},
        {"top": 1, "left": 2, "bottom": 1, "right": 2},
    ]


def test_loopy() -> None:
    ring = '{"nodes": [0, 1, 2, 3], "edges": [[0, 1], [1, 0], [1, 2], [2, 3]], "tokens": [%s]}'
    solution = answer("graph", ring % "0", "--loopy")
    assert (solution["winner"], solution["nim_value"], solution["winning_moves"]) == ("draw", {"infinity": []}, [])
    solution = answer("graph", ring % "1, 2", "--loopy")
    assert (solution["winner"], solution["nim_value"]) == ("first", {"infinity": [0]})
    assert solution["winning_moves"] == [{"token": 1, "to": 2}]
    refused = grundy("solve", "graph", ring % "0")
    assert len(refused.places()) == 1
    assert "0 → 1 → 0" in refused.err


# Long lists, large numbers.


def test_winning_moves_are_counted_though_not_listed() -> None:
    piles = " ".join(map(str, range(1, 10**5))).encode()
    assert answer("nim", "--file", "-", stdin=piles)["winning_move_count"] == 0  # the XOR of 1 to 4k + 3 is 0
    solution = answer("nim", "--file", "-", "--moves", "2", stdin=piles + b" 7")
    assert solution["winning_move_count"] == sum(n ^ 7 < n for n in [*range(1, 10**5), 7])
    assert solution["winning_moves"] == [{"pile": 4, "take": 1}, {"pile": 5, "take": 3}]
    assert len(answer("nim", "--file", "-", stdin=piles + b" 7")["winning_moves"]) == 10_000


def test_a_set_of_100000_amounts() -> None:
    amounts = ",".join(map(str, range(1, 2 * 10**5, 2)))
    solution = answer(f"take-away:{amounts}", "999999999999999999999", "--moves", "0")
    assert (solution["nim_value"], solution["winning_moves"], solution["winning_move_count"]) == (1, [], 10**5)


def test_no_moves_listed_and_many() -> None:
    assert answer("rectangle", "1" * 30, "--moves", "0")["winning_moves"] == []
    text = grundy("solve", "rectangle", "1" * 30, "--moves", "3").out
    assert "Winning moves (15):" in text
    assert "... and 12 more" in text
    assert grundy("solve", "rectangle", "1" * 30).out.count("  clear ") == 10


BIG = "9" * 4300


def test_numbers_of_4300_digits_are_exact() -> None:
    done = grundy("solve", "nim", BIG, "5" + "0" * 4299, "--json")
    assert done.status == 0
    value = (10**4300 - 1) ^ (5 * 10**4299)
    sys.set_int_max_str_digits(0)
    try:
        assert json.loads(done.out)["nim_value"] == value
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
def test_what_answered_is_known_and_no_explanation_names_a_file(arguments: tuple[str, ...], engines: list[str]) -> None:
    """It ended with "Answered by engines/formula.py: the formula."; how an answer is known, its last sentence says."""
    words, options = [word for word in arguments if word[:2] != "--"], [word for word in arguments if word[:2] == "--"]
    result = library.solve(" ".join(words), **{option[2:]: True for option in options})
    assert [engine.removeprefix("engines/").partition(":")[0] for engine in result.engines] == engines
    told = grundy("solve", *arguments, "--explain").out
    assert "engines" not in told and ".py" not in told.replace("grundy solve", "")


def test_a_mirror_is_explained() -> None:
    """It was "a half turn keeps the board and its moves, and no move touches its image, which answers it"."""
    told = grundy("solve", "cram", "10x10", "--explain").out
    assert "mirror symmetry about the centre: answer every move by its mirror image, which no move touches" in told


def test_the_verdict_comes_first() -> None:
    """Below the picture it was off the screen of a large board, and in another line for each position."""
    for words in (
        ("nim", "3", "4", "5"),
        ("cram", "3x3", "--explain"),
        ("nim(1 2) + cram(2x2)",),
        ("nim", "1", "--misere"),
    ):
        first, blank, *rest = grundy("solve", *words).out.splitlines()
        assert re.match("The (first|second) player wins", first) and not blank and rest[0][:2] in ("  ", "co")


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
    assert [solution["nim_value"] for solution in objects] == [6, 2, 0, 0]
    assert [solution["game"] for solution in objects] == ["nim", "take-away:1,2,3", "nim", "sum"]
    assert all(list(solution) == KEYS for solution in objects)
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


def test_a_proof_begins_with_what_its_answer_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command searched the board once more from nothing."""
    begun: list[PartValues] = []
    monkeypatch.setattr(
        "grundy.engines.search.driver.take_over",
        lambda tables, values: (begun.append(values), take_over(tables, values)),
    )
    done = grundy("solve", "cram", "3x9", "--no-store", "--certificate", str(tmp_path / "it.txt"))
    assert done.status == 0 and "checked" in done.out
    *_, last = begun
    assert last.taken and not last.source and "nim-values of parts from" not in done.out

"""What the playground answers, by the functions that its page asks; values from the definition or a source."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import reduce
from operator import xor
from pathlib import Path
from random import Random
from typing import Any

import pytest

from grundy.games.catalogue import GAMES
from grundy.model.definition import value_by_definition
from grundy.notation.expression import parse_position
from grundy.proof import check
from grundy.text.reader import Text
from grundy.web.local import answer_text
from grundy.web.pages import heap_values

KAYLES = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]  # OEIS A002186


def asked(**question: str) -> list[dict[str, Any]]:
    told = json.loads(answer_text(json.dumps(["playground", question])))
    assert "error" not in told, told["error"]
    return list(told["blocks"])


def said(blocks: list[dict[str, Any]]) -> str:
    return "\n".join(str(block.get("text") or block.get("items") or "") for block in blocks)


def test_a_position_is_solved() -> None:
    blocks = asked(view="position", g="nim", p="3 4 5")
    assert blocks[0]["text"] == "The first player wins: nim-value 2"  # 3 xor 4 xor 5
    (moves,) = [block["items"] for block in blocks if block["kind"] == "list"]
    assert len(moves) == 1  # 3 to 1: 1 xor 4 xor 5 is 0


def test_a_sequence_is_that_of_the_encyclopedia() -> None:
    (values,) = [block["values"] for block in asked(view="sequence", g="kayles") if block["kind"] == "values"]
    assert values[: len(KAYLES)] == KAYLES


def test_a_rule_in_one_line_has_its_period() -> None:
    # Winning Ways: from a heap one takes 1, 3 or 4, and the values 0 1 0 1 2 3 2 repeat
    blocks = asked(view="rule", rule="n -> n-k, for k in {1,3,4}")
    assert "Period 7" in blocks[0]["text"]
    assert blocks[1]["values"][:14] == [0, 1, 0, 1, 2, 3, 2] * 2


def test_a_rule_in_python_is_run() -> None:
    code = "def rule(n):\n    for k in (1, 2, 3):\n        if n >= k:\n            yield n - k"
    blocks = asked(view="python", code=code, state="7")
    assert blocks[0]["text"] == "The first player wins: nim-value 3"  # 7 mod 4
    (values,) = [block["values"] for block in blocks if block["kind"] == "values"]
    assert values[:9] == [0, 1, 2, 3, 0, 1, 2, 3, 0]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def rule(n:\n    yield n - 1", "line 1: expected a file that runs, found SyntaxError: '(' was never closed"),
        (
            "\ndef rule(n):\n    yield m",
            "rule: state 3: expected options, found NameError: name 'm' is not defined (line 3)",
        ),
        (
            "import grundy\n@grundy.rule\ndef own(n):\n    yield 1 // 0",
            "own: state 3: expected options, found ZeroDivisionError: integer division or modulo by zero (line 4)",
        ),
        (
            "x = 3",
            "<code>:1:1: expected a function such as def rule(n):, which yields what a move may leave of n, found none",
        ),
    ],
)
def test_what_is_wrong_in_a_rule_in_python_is_told_by_its_own_lines(code: str, message: str) -> None:
    """Line 1 was called line 4: what five lines leave out stood before them. And the file had a name of ours."""
    told = json.loads(answer_text(json.dumps(["playground", {"view": "python", "code": code, "state": "3"}])))
    assert told["error"]["message"] == message


@pytest.mark.parametrize(
    ("code", "state", "message"),
    [
        (
            "def rule(n):\n    yield n - 1",
            "2",
            "rule: state 0 yields -1: expected a state that is a number of 0 or more",
        ),
        (
            "def rule(n):\n    yield n - 1",
            "",
            "rule: state 0 yields -1: expected a state that is a number of 0 or more",
        ),
        ("def rule(a, b):\n    yield to((a - 1, b))", "(1, 1)", "rule: state (0, 1) yields (-1, 1): expected"),
    ],
)
def test_a_rule_in_python_that_falls_below_0_is_stopped_there(code: str, state: str, message: str) -> None:
    """It was played below 0 until a million positions were met."""
    told = json.loads(answer_text(json.dumps(["playground", {"view": "python", "code": code, "state": state}])))
    assert told["error"]["message"].startswith(message) and told["error"]["message"].endswith("(line 2)")


def test_moves_of_a_rule_in_python_are_said() -> None:
    """They were Python's own tuples: "place 1, to (6,)"."""
    code = "def rule(n):\n    if n == 1:\n        yield to()\n    if n > 1:\n        yield to(n // 2, n - n // 2)"
    moves = [block["items"] for block in asked(view="python", code=code, state="1") if block["kind"] == "list"]
    assert moves[0] == ["place 1, to nothing"]
    assert "place 1, to 1 and 2" in said(asked(view="python", code=code, state="3"))


def test_pieces_look_like_those_of_the_game() -> None:
    assert 'class="counter pin"' in asked(view="position", g="kayles", p="4 5")[1]["svg"]


def test_pasted_values_name_their_game() -> None:
    assert "kayles" in said(asked(view="values", values=" ".join(map(str, KAYLES))))


def test_a_theorem_comes_with_a_certificate_that_was_checked() -> None:
    text = said(asked(view="theorem", g="kayles", claim="n % 4"))
    assert "period 12, pre-period 71" in text  # Guy & Smith 1956
    assert "grundy-certificate" in text
    assert "No: for n = 4 it says 0, and the nim-value is 1." in text


def test_a_period_without_a_certificate_is_shown_all_the_same() -> None:
    text = said(asked(view="theorem", g="laskers-nim"))
    assert "period 4, pre-period 1, saltus 4" in text  # Winning Ways, ch. 4
    assert "No certificate says the period of laskers-nim" in text


def test_codes_whose_period_is_far_are_shown_without_numpy() -> None:
    """A browser has no NumPy: what plain Python computes is shown, where kernels would go further."""
    first = {
        "grundys-game": [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3],  # OEIS A002188
        "treblecross": [
            0,
            0,
            0,
            1,
            1,
            1,
            2,
            2,
            0,
            3,
            3,
            1,
            1,
            1,
            0,
            4,
            3,
        ],  # from the definition: take three neighbours
        "hexadecimal:0.F": [0, 1, 0, 1, 0, 1, 0, 1],  # each move takes one counter
    }
    program = """if True:
        import json, sys
        sys.modules["numpy"] = None
        from grundy.web.local import answer_text
        for game in sys.argv[1:]:
            told = json.loads(answer_text(json.dumps(["rule", {"game": game}])))
            period = json.loads(answer_text(json.dumps(["period", {"game": game}])))
            print(json.dumps([told.get("values", told), told.get("computed"), period.get("status", period)]))
    """
    done = subprocess.run([sys.executable, "-c", program, *first], capture_output=True, text=True, check=True)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    for (values, _, _), known in zip(told, first.values(), strict=True):
        assert values[: len(known)] == known
    assert [(count, status) for _, count, status in told] == [(2000, "none"), (2000, "none"), (150, "proved")]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ({"view": "values", "values": "1 two"}, "whole numbers"),
        ({"view": "values", "values": " "}, "found none"),
        ({"view": "position", "g": "nim", "p": "3 x"}, "pile size"),
        ({"view": "theorem", "g": "kayles", "claim": "n %"}, "an expression of Python"),
        ({"view": "python", "code": "def rule(n)\n    yield n - 1"}, "':'"),
        ({"view": "nothing"}, "a view"),
    ],
)
def test_what_is_wrong_is_named(question: dict[str, str], expected: str) -> None:
    told = json.loads(answer_text(json.dumps(["playground", question])))
    assert expected in told["error"]["message"]


def test_values_of_heaps_that_a_page_has_before_python_are_those_of_the_definition() -> None:
    """The page adds those of its heaps by XOR; the definition takes the position as a whole."""
    chance, games = Random(1), 0
    for game in GAMES.values():
        known = heap_values(*game.example)
        if not known:
            continue
        games += 1
        for heaps in [(60,), *((chance.randrange(12), chance.randrange(12)) for _ in range(3))]:
            text = " ".join(map(str, heaps))
            whole = value_by_definition(parse_position(game.example[0], Text(text, "<test>")))
            assert reduce(xor, (known[heap] for heap in heaps)) == whole, (game.name, text)
    assert games >= 15
    assert not heap_values("wythoff", "4 6") and not heap_values("nimble", "0 1 0 2 1 0"), "their numbers are no heaps"


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("n", 2, "'->'"),
        ("n - 1", 3, "'->'"),
        ("(a, b)", 7, "'->'"),
        ("(a,b) => a", 7, "'->'"),
        ("n -> m", 6, "known here (n)"),
    ],
)
def test_a_rule_is_told_from_the_name_of_a_game_in_one_way(text: str, column: int, expected: str) -> None:
    """The page of a rule, the playground and the reader each looked for the arrow in their own way."""
    told = [["rule", {"game": text}], ["playground", {"view": "rule", "rule": text}]]
    for question in told:
        (finding,) = json.loads(answer_text(json.dumps(question)))["error"]["findings"]
        assert finding["column"] == column and expected in finding["expected"], finding


def test_one_word_is_the_name_of_a_game() -> None:
    for question in (["rule", {"game": "kayle"}], ["playground", {"view": "rule", "rule": "kayle"}]):
        assert "did you mean 'kayles'?" in json.loads(answer_text(json.dumps(question)))["error"]["message"]
    assert json.loads(answer_text(json.dumps(["rule", {"game": "octal:0.07"}])))["rule"] == "octal:0.07"


@pytest.mark.parametrize("game", ["kayles", "n -> n-k, for k in {1,3,4}", "rule:n -> n-1; n -> n-2"])
def test_a_certificate_is_checked_by_what_shares_nothing_with_it(game: str, tmp_path: Path) -> None:
    told = json.loads(answer_text(json.dumps(["certificate", {"game": game}])))
    file = tmp_path / "period.txt"
    file.write_text(told["certificate"])
    done = subprocess.run([sys.executable, check.__file__, str(file)], capture_output=True, encoding="utf-8")
    assert done.returncode == 0 and done.stdout.endswith("proved\n"), done


def test_no_certificate_is_told_of_what_is_not_proved() -> None:
    error = json.loads(answer_text(json.dumps(["certificate", {"game": "grundys-game"}])))["error"]
    assert error["kind"] == "OutOfReach" and "expected a proved period" in error["message"]

"""small.js, which answers while Python is being loaded, compared with Python; Node.js, which npm brings, runs it."""

from __future__ import annotations

import json
import random
import subprocess
from importlib.resources import files
from itertools import product

import pytest

from grundy.games.catalogue import GAMES
from grundy.model.definition import value_of
from grundy.notation.expression import parse_position
from grundy.text.reader import Text
from grundy.web.pages import small_data

pytestmark = pytest.mark.browser
RUN = """
const { solveSmall } = await import(process.argv[1]);
let text = "";
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(([rule, position]) => solveSmall(rule, position))));
"""
ODD = ("octal:0.137", "octal:4.7", "hexadecimal:0.F", "all-but:2,5", "take-away:2,5,7")


def positions() -> list[tuple[str, str]]:
    """The examples of the catalogue and random positions beside them, boards of up to 16 cells."""
    chance = random.Random(1)
    games = [game.example for game in GAMES.values() if small_data(*game.example) is not None]
    found = [*games, *((board, f"{r}x{c}") for board in ("cram", "chomp") for r, c in product(range(1, 6), repeat=2))]
    for spec in (*(spec for spec, _ in games if spec not in ("cram", "chomp")), *ODD):
        for _ in range(5):
            found.append((spec, " ".join(str(chance.randrange(24)) for _ in range(2))))
    return [(spec, text) for spec, text in found if spec not in ("cram", "chomp") or eval(text.replace("x", "*")) <= 16]


def solved(questions: list[tuple[dict[str, object] | None, str]]) -> list[dict[str, object] | None]:
    """What small.js answers."""
    script = files("grundy.web") / "static" / "small.js"
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", RUN, str(script)],
        input=json.dumps(questions),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return list(json.loads(done.stdout))


def test_small_positions_have_the_values_that_python_gives() -> None:
    asked = positions()
    assert {spec for spec, _ in asked} >= {"nim", "kayles", "grundys-game", "laskers-nim", "wythoff", "cram", "chomp"}
    questions = [(small_data(spec, text), text) for spec, text in asked]
    told = solved(questions)
    for (spec, text), one in zip(asked, told, strict=True):
        value = value_of(parse_position(spec, Text(text, "<test>")))
        assert one == {"winner": "first" if value else "second", "value": value}, (spec, text)


def test_what_is_large_or_no_position_is_left_to_python() -> None:
    nim: dict[str, object] = {"amounts": None}
    assert solved([(nim, "3 x"), (nim, "1000"), ({"cells": "domino"}, "5x8")]) == [None, None, None]

"""A rule of one's own that has the values of a known game is told so, as observed, and no other is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

import grundy
from grundy.api.known import LEAST, same_as, same_lines, same_values
from grundy.cli.main import cli
from grundy.notation.expression import parse_rule
from grundy.notation.files import FILES

BODIES = {  # published: what each game is called, and of which heap of it n has the value
    "for i in range(1, n): yield grundy.to(i - 1, n - i - 1)": ("Dawson's Kayles", 0),  # 0.07: two neighbours of n
    "for i in range(n): yield grundy.to(max(i - 1, 0), max(n - i - 2, 0))": ("Dawson's Chess", 0),
    "for i in range(n): yield grundy.to(max(i - 2, 0), max(n - i - 3, 0))": ("Treblecross", 2),  # a strip of n squares
    "for i in range(n + 1):\n    a, b = i - 2, n - i - 2\n    if a >= 0 and b >= 0: yield grundy.to(a, b)\n"
    "    elif max(a, b) >= 0: yield max(a, b)\n    else: yield grundy.to()": ("Dawson's Chess", 1),  # n + 1 files
    "for i in range(n): yield grundy.to(i, n - i - 1)\n"
    "for i in range(n - 1): yield grundy.to(i, n - i - 2)": ("Kayles", 0),
    "for a in range(1, (n + 1) // 2): yield grundy.to(a, n - a)": ("Grundy's game", 0),
    "yield from range(n)": ("Nim", 0),
    "yield from range(n)\nfor a in range(1, n // 2 + 1): yield grundy.to(a, n - a)": ("Lasker's Nim", 0),
    "yield from [k for k in range(n - 1)]\nif n: yield n - 1": ("Nim", 0),
}  # fmt: skip


def rule_file(folder: Path, body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    file = folder / f"mine{len(list(folder.iterdir()))}.py"
    file.write_text(f"import grundy\n@grundy.rule\ndef mine(n):\n    yield from ()\n{lines}")
    return f"{file}:mine"


@pytest.mark.parametrize("body", BODIES)
def test_values_of_a_known_game_are_named(body: str, tmp_path: Path) -> None:
    called, shift = BODIES[body]
    same = same_values(parse_rule(rule_file(tmp_path, body), files=FILES), 100)
    assert same is not None
    assert (same.called, same.shift) == (called, shift)
    game = grundy.parse_rule(same.game)
    mine = parse_rule(rule_file(tmp_path, body), files=FILES)
    for n in range(same.first, 16):  # by the definition of either rule
        assert grundy.value_by_definition(mine(n)) == grundy.value_by_definition(game(n + shift))
    assert str(same).startswith(f"heaps {same.first} to 99 have the values of {called}")


def test_nothing_is_named_that_differs_once_or_says_too_little(tmp_path: Path) -> None:
    for body in (
        "if n != 90: yield from range(n)",  # Nim but for one heap
        "if n and n != 61: yield n - 1",  # one counter but from one heap, beyond what the index has
        "yield from range(max(n - 7, 0), n)",  # amounts beyond the index
        "pass",
    ):
        assert same_values(parse_rule(rule_file(tmp_path, body), files=FILES), 100) is None
    spec = rule_file(tmp_path, "yield from range(n)")
    assert same_values(parse_rule(spec, files=FILES), LEAST) is None
    assert same_values(parse_rule(spec, files=FILES), LEAST + 1) is not None
    assert same_values(parse_rule("octal:0.137"), 100) is None  # its name says it


CODES = {  # by the rule: what may be taken
    "if n: yield n - 1": "take-away:1",
    "yield from range(max(n - 3, 0), n)": "take-away:1,2,3",
    "if n > 1: yield n - 2": "take-away:2",
    "for k in (2, 5):\n    if n >= k: yield n - k": "take-away:2,5",
}


@pytest.mark.parametrize("body", CODES)
def test_values_of_a_code_are_named_as_they_are_found_by_values(body: str, tmp_path: Path) -> None:
    """`grundy games --values`, `guess` and a rule of one's own say the same."""
    mine = parse_rule(rule_file(tmp_path, body), files=FILES)
    same = same_values(mine, 100)
    values = [int(value) for value in mine.nim_values(100)]
    assert same is not None and (same.game, same.shift, same.last) == (CODES[body], 0, 99)
    assert grundy.find_games(values=values)[0].spec == same.game
    assert grundy.guess(values).matching_game == same


def test_the_commands_tell_it_as_observed(tmp_path: Path) -> None:
    spec = rule_file(tmp_path, "for i in range(n): yield grundy.to(max(i - 1, 0), max(n - i - 2, 0))")

    assert "Observed: heaps 0 to 174 have the values of Dawson's Chess.\n" in told("period", spec)
    described = json.loads(told("period", spec, "--json"))
    assert described["values_of"] == {"game": "dawsons-chess", "shift": 0, "first": 0, "last": 174}
    assert json.loads(told("period", "kayles", "--json"))["values_of"] is None
    text = told("sequence", spec, "--to", "60").splitlines()[-1]
    assert "observed: heaps 0 to 60 have the values of Dawson's Chess" in text
    assert text.startswith("Computed: ")
    assert "Dawson" not in told("sequence", spec, "--to", "20")
    assert json.loads(told("sequence", spec, "--to", "60", "--json"))["evidence"]["status"] == "computed"
    assert "# mine" not in told("sequence", spec, "--to", "60", "--csv")
    assert "Dawson's Chess" in told("sequence", spec, "--to", "60", "--csv", "--remarks").splitlines()[-1]
    explained = told("solve", spec, "50", "--explain")
    assert "heaps 0 to 50 have the values of Dawson's Chess" in explained
    assert "Dawson" not in told("solve", spec, "50")


def told(*words: str) -> str:
    done = CliRunner().invoke(cli, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


CHESS = "for i in range(n): yield grundy.to(max(i - 1, 0), max(n - i - 2, 0))"
PAIRS = {  # Winning Ways, ch. 3: a queen, and a rook as two piles of Nim; a king's and a knight's P-positions by hand
    "for k in range(1, max(a, b) + 1):\n    if k <= a: yield a - k, b\n    if k <= b: yield a, b - k\n"
    "    if k <= min(a, b): yield a - k, b - k": "the values of Wythoff",
    "yield from ((i, b) for i in range(a))\nyield from ((a, i) for i in range(b))": "the values of corner:rook",
    "if a: yield a - 1, b\nif b: yield a, b - 1": "",  # the parity of a + b
    # from (a, b) with a = b the queen's long moves only: other values, the same P-positions
    "for k in range(1, max(a, b) + 1):\n    if k <= a: yield a - k, b\n    if k <= b: yield a, b - k\n"
    "    if k <= min(a, b) and (a != b or k == a): yield a - k, b - k": "the P-positions of Wythoff",
}
# In misère play the last has those of the rook: its long moves end in (0, 0), where the other wins, and no other
# diagonal move ends in equal numbers.
QUEEN, ROOK, _, LONG = PAIRS
MISERE = {
    QUEEN: ["the P-positions of Wythoff in misère play"],
    ROOK: ["the P-positions of corner:rook in misère play"],
    LONG: ["the P-positions of corner:rook in misère play"],
}


def pair_file(folder: Path, body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    file = folder / f"pair{len(list(folder.iterdir()))}.py"
    file.write_text(f"import grundy\n@grundy.rule\ndef pair(a, b):\n    yield from ()\n{lines}")
    return str(file)


@pytest.mark.parametrize("body", PAIRS)
def test_tables_of_pairs_name_the_game(body: str, tmp_path: Path) -> None:
    spec, said = pair_file(tmp_path, body), PAIRS[body]
    game = said.rpartition(" ")[2].lower()
    seen = json.loads(told("table", spec, "--to", "35", "--json"))["values_of"]
    assert seen == ({"game": game, "says": f"{said}, as far as 30 x 30 pairs"} if said else None)
    assert json.loads(told("table", spec, "--to", "6", "--json"))["values_of"] is None
    text = told("table", spec, "--to", "35", "--outcomes")
    lost = said.replace("values", "P-positions")
    assert (f"Observed: {lost}, as far as 30 x 30 pairs.\n" in text) is bool(said)
    observed = re.findall(r"Observed: (.*)\.\n", told("table", spec, "--to", "35", "--misere"))
    assert observed == [f"{seen}, as far as 30 x 30 pairs" for seen in MISERE.get(body, ())]


def test_a_box_is_compared_as_far_as_it_goes(tmp_path: Path) -> None:
    said = told("table", pair_file(tmp_path, ROOK), "--box", "24x28", "--outcomes")
    assert "Observed: the P-positions of corner:rook, as far as 24 x 28 pairs.\n" in said


def test_tables_of_heaps_name_the_game(tmp_path: Path) -> None:
    spec, file = rule_file(tmp_path, CHESS), str(tmp_path / "kept.npy")
    line = "Observed: heaps 0 to 60 have the values of Dawson's Chess.\n"
    assert line in told("table", spec, "--to", "60", "--out", file) and line in told("table", file)
    seen = {"game": "dawsons-chess", "shift": 0, "first": 0, "last": 60}
    assert json.loads(told("table", spec, "--to", "60", "--json"))["values_of"] == seen
    assert "Observed: " not in told("table", "dawsons-chess", "--to", "60")
    single = rule_file(tmp_path, "yield from range(max(n - 3, 0), n)")
    text = told("table", single, "--to", "99", "--outcomes")
    assert "Observed: the P-positions of take-away:1,2,3 from 0 to 96.\n" in text
    text = told("table", single, "--to", "99", "--misere")
    assert "Observed: the P-positions of take-away:1,2,3 in misère play, as far as 97.\n" in text


def test_theorems_name_the_game_too(tmp_path: Path) -> None:
    spec = rule_file(tmp_path, CHESS)
    proof = grundy.prove(Path(spec))
    assert str(proof.matching_game) == "heaps 0 to 199 have the values of Dawson's Chess"
    assert str(proof).splitlines()[-1] == f"Observed: {proof.matching_game}."
    assert proof.as_dict()["values_of"] == {"game": "dawsons-chess", "shift": 0, "first": 0, "last": 199}
    assert grundy.prove("wythoff").matching_game is None
    single = rule_file(tmp_path, "yield from range(max(n - 3, 0), n)")
    assert grundy.prove(Path(single), "n % 4 == 0").matching_game is None  # what was asked is about the claim
    queen = parse_rule(pair_file(tmp_path, next(iter(PAIRS))), files=FILES)
    assert str(same_as(queen)) == "the values of Wythoff, as far as 30 x 30 pairs"


@pytest.mark.parametrize(
    ("spec", "said"),
    [  # Winning Ways, ch. 4: dominoes on a strip, Dawson's Chess and Treblecross are played on these heaps
        ("placement:oo(1x9)", "n of octal:0.07, which is Dawson's Kayles"),
        ("placement:xox(1x9)", "n + 1 of octal:0.07, which is Dawson's Kayles"),
        ("placement:treblecross(2x4)", "n + 2 of octal:0.007, which is Treblecross"),
        ("placement:o,oo(.#.)", "n of octal:0.77, which is Kayles"),
        ("placement:o,oo,ooo(1x5)", "n of octal:0.777"),
        ("placement:xxoxx(..#...)", ""),  # two free runs so near that a piece takes cells of both
        ("cram(2x3)", ""),
    ],
)
def test_strips_name_the_code_of_their_heaps(spec: str, said: str) -> None:
    line = f"{spec.partition('(')[0]}: n free cells in a row are a heap of {said}."
    assert list(same_lines(grundy.parse(spec)))[:1] == ([line] if said else [])


def test_a_code_without_a_name_is_still_compared() -> None:
    lines = list(same_lines(grundy.parse("placement:o(1x4) + placement:o(1x2)")))
    assert lines == ["placement:o: n free cells in a row are a heap of n of octal:0.7."]

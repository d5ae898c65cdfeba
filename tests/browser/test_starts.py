"""Games that a page of files plays and searches by itself, compared with Python; Node.js, which npm brings, runs them.

What the searches find is compared with the definition on all boards of few cells, and what is drawn and listed with
what Python draws and lists of the same game, to the letter.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from itertools import product
from random import Random
from typing import Any

import pytest

from grundy.games.catalogue import GAMES
from grundy.model.definition import Memo, state_values
from grundy.model.option import State
from grundy.model.rule import Position
from grundy.notation.expression import parse_position, parse_rule
from grundy.text.reader import Text
from grundy.web import handlers, start_files
from grundy.web.starts import start_of

pytestmark = pytest.mark.browser
RUN = """
const [folder] = process.argv.slice(1);
const { judged, looked, replied, searching, tabled } = await import(`${folder}/search.js`);
const { lookedAt, playedOn } = await import(`${folder}/start.js`);
const { fewer } = await import(`${folder}/heaps.js`);
let text = "";
for await (const part of process.stdin) text += part;
const searches = new Map();
const searchOf = ({ moves, table }) => {
  const key = JSON.stringify([moves, table]);
  if (!searches.has(key)) searches.set(key, table ? tabled(table) : searching(moves));
  return searches.get(key);
};
const xor = (values) => values.reduce((sum, one) => sum ^ one, 0);
const answers = {
  values: ({ game, positions }) => positions.map((one) => xor(searchOf(game).values(one))),
  lost: ({ game, positions }) => judged(searchOf(game), positions),
  fewer: ({ start, component }) => fewer(start, component),
  played: ({ start, made, first }) => playedOn(start, made, first)?.told ?? null,
  look: ({ start, made, first }) => {
    const game = playedOn(start, made, first);
    return lookedAt(game, start, looked(searchOf(start), game.positions.at(-1)));
  },
  reply: ({ start, made }) => {
    const game = playedOn(start, made, 1);
    return game.told.moves[replied(searchOf(start), game.positions.at(-1), () => 0.5)].text;
  },
};
console.log(JSON.stringify(JSON.parse(text).map(([kind, question]) => answers[kind](question))));
"""


def answers(questions: list[tuple[str, dict[str, Any]]]) -> list[Any]:
    """What the scripts of the page answer."""
    folder = files("grundy.web") / "static"
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", RUN, str(folder)],
        input=json.dumps(questions),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return list(json.loads(done.stdout))


def position(spec: str, text: str) -> Position:
    return parse_position(spec, Text(text, "<test>"))


def start(spec: str, text: str) -> dict[str, Any] | None:
    """A start as the page gets it."""
    return handlers.game({"components": [[spec, text]], "start": True})["start"]  # type: ignore[no-any-return]


def data(spec: str, text: str) -> dict[str, Any]:
    found = start(spec, text)
    assert found is not None, (spec, text)
    return found


# Values.


def boards(cells: int) -> Iterator[tuple[int, int]]:
    """The sides of all boards of at most so many cells."""
    return ((r, c) for r, c in product(range(1, cells + 1), repeat=2) if r * c <= cells)


def states_of(rows: int, columns: int, marks: str) -> Iterator[tuple[int, State]]:
    """All boards of these sides: the set of their cells that are there, and the board; marks for there and not."""
    for number in range(1 << rows * columns):
        cells = ["".join(marks[~number >> r * columns + c & 1] for c in range(columns)) for r in range(rows)]
        yield number, tuple(cells)


def compare_all(spec: str, cells: int, marks: str = ".#") -> None:
    """Each board of at most so many cells has the value that the definition gives it."""
    rule = parse_rule(spec)
    questions: list[tuple[str, dict[str, Any]]] = []
    expected: list[list[Any]] = []
    memo: Memo = {}
    for rows, columns in boards(cells):
        found = start_of(position(spec, "/".join([marks[0] * columns] * rows)))
        if found is None:  # no piece fits
            continue
        several = list(states_of(rows, columns, marks))[::-1]  # the largest first, of whose parts nothing is known
        if spec == "chomp":  # the poison is always there, and never taken
            several = [(number, state) for number, state in several if number & 1]
        values = state_values(rule, [state for _, state in several], memo)
        questions.append(("values", {"game": found, "positions": [number for number, _ in several]}))
        expected.append([values[state] for _, state in several])
    assert len(questions) > 4
    for (_, question), mine, theirs in zip(questions, answers(questions), expected, strict=True):
        wrong = [pair for pair in zip(question["positions"], mine, theirs, strict=True) if pair[1] != pair[2]]
        assert not wrong, (spec, question["game"]["components"], wrong[:3])


BOARDS = (
    ("cram", ".#"),
    ("placement:oo", ".#"),  # dominoes along rows alone
    ("placement:oo,o.o", ".#"),
    ("placement:xox", ".#"),
    ("placement:oo/ox", ".#"),
    ("chomp", ".#"),
    ("rectangle", "10"),
)


@pytest.mark.parametrize(("spec", "marks"), BOARDS)
def test_boards_have_the_values_of_the_definition(spec: str, marks: str) -> None:
    compare_all(spec, 8, marks)


@pytest.mark.long
@pytest.mark.parametrize(("spec", "marks"), BOARDS)
def test_all_boards_of_12_cells_have_the_values_of_the_definition(spec: str, marks: str) -> None:
    compare_all(spec, 12, marks)


def test_heaps_have_the_values_of_the_definition() -> None:
    questions: list[tuple[str, dict[str, Any]]] = []
    expected: list[list[Any]] = []
    for game in GAMES.values():
        spec, largest = game.example[0], list(range(13))
        found = start(*game.example)
        if found is not None and "table" in found:
            found = data(spec, "12")
            values = state_values(parse_rule(spec), largest, {})
            questions.append(("values", {"game": found, "positions": [[size] for size in largest]}))
            expected.append([values[size] for size in largest])
    assert len(questions) > 15
    for (_, question), mine, theirs in zip(questions, answers(questions), expected, strict=True):
        assert mine == theirs, question["game"]["components"]


def graph_values(moves: list[tuple[int, int]], places: int) -> list[int]:
    """The values of all sets of places by the definition, for moves that need a place and clear some."""
    values: list[int] = []
    for here in range(1 << places):
        left = {values[here & ~clear] for need, clear in moves if not need & ~here}
        values.append(next(value for value in range(len(left) + 1) if value not in left))
    return values


def compare_graphs(places: int, count: int) -> None:
    """Node Kayles and Arc Kayles on random graphs, by their definition on the graphs themselves."""
    chance, questions, expected = Random(places), [], []
    for _ in range(count):
        pairs = [(a, b) for b in range(places) for a in range(b) if chance.random() < 0.3] or [(0, 1)]
        near = [1 << v | sum(1 << b if a == v else 1 << a for a, b in pairs if v in (a, b)) for v in range(places)]
        text = ", ".join([*(f"n{a}-n{b}" for a, b in pairs), *(f"n{v}" for v in range(places))])
        ends = [(1 << a | 1 << b, 1 << a | 1 << b) for a, b in pairs]
        for spec, moves in (("node-kayles", [(1 << v, near[v]) for v in range(places)]), ("arc-kayles", ends)):
            found = data(spec, json.dumps({"nodes": list(range(places)), "edges": pairs}))
            assert text and found["set"] == (1 << places) - 1
            questions.append(("values", {"game": found, "positions": list(range(1 << places))}))
            expected.append(graph_values(moves, places))
    assert answers(questions) == expected


def test_graphs_have_the_values_of_the_definition() -> None:
    compare_graphs(7, 8)


@pytest.mark.long
def test_graphs_of_12_nodes_have_the_values_of_the_definition() -> None:
    compare_graphs(12, 10)


def test_large_boards_are_those_of_published_tables() -> None:
    """Lemoine & Viennot 2012, and OEIS A002187 for a row; sets of more than 25 places are two halves."""
    known = [("4x5", 2), ("5x5", 0), ("4x6", 0), ("1x33", 7), ("1x40", 3)]
    several = [data("cram", text) for text, _ in known]
    found = answers([("values", {"game": start, "positions": [start["set"]]}) for start in several])
    assert found == [[value] for _, value in known]


def test_what_is_too_large_is_left_to_others() -> None:
    start = data("cram", "6x6")
    assert answers([("lost", {"game": start, "positions": [start["set"], 3, 0]})]) == [[None, False, True]]


# Games that are played.


def starts() -> list[tuple[str, str]]:
    """What a site has of each game, but for most sizes, and boards with holes."""
    found = [game.example for game in GAMES.values()]
    more = [
        ("nim", "5"), ("nim", "1 0 4"), ("kayles", "9"), ("kayles", "8 6"), ("grundys-game", "9 2"),
        ("laskers-nim", "6"), ("octal:4.7", "7 3"), ("hexadecimal:0.F", "9"), ("take-away:1,3,4", "12 1 1"),
        ("cram", "2x5"), ("cram", ".#./.../#.."), ("chomp", "3x3"), ("chomp", "1x4"),
        ("rectangle", "3x3"), ("node-kayles", "a-b-c-d-e-a, c-f-g-d"), ("node-kayles", "a-b-c-a"),
        ("arc-kayles", "a-b-c-d-a, d-e"), ("poset", "a<b<d, a<c<d, e"), ("placement:oo/ox", "4x4"),
    ]  # fmt: skip
    return [(spec, text) for spec, text in (*found, *more) if start(spec, text) is not None]


def without_texts(told: dict[str, Any]) -> dict[str, Any]:
    """What the page draws and lists of a game; texts of positions, which it does not need, are Python's."""
    moves = [{key: value for key, value in move.items() if key != "becomes"} for move in told["moves"]]
    return {key: value for key, value in told.items() if key != "position"} | {"moves": moves}


def test_games_are_drawn_as_python_draws_them() -> None:
    chance = Random(4)
    asked, questions = [], []
    for spec, text in starts():
        start = data(spec, text)
        for first in (1, 2):
            made: list[str] = []
            while True:
                question = {"components": start["components"], "moves": list(made), "first": first}
                told = json.loads(json.dumps(handlers.game(question)))
                asked.append((spec, text, list(made), told))
                questions.append(("played", {"start": start, "made": list(made), "first": first}))
                if not told["moves"]:
                    break
                made.append(chance.choice(told["moves"])["text"])
    assert {spec for spec, *_ in asked} >= {"cram", "chomp", "rectangle", "node-kayles", "arc-kayles", "poset"}
    for (spec, text, made, told), mine in zip(asked, answers(questions), strict=True):
        assert without_texts(mine) == without_texts(told), (spec, text, made)


def test_moves_are_judged_as_python_judges_them() -> None:
    asked, questions = [], []
    for spec, text in starts():
        start = data(spec, text)
        made = handlers.game({"components": start["components"]})["moves"][0]["text"]
        for moves in ([], [made]):
            told = handlers.look({"components": start["components"], "moves": moves})
            asked.append((spec, text, moves, told))
            questions.append(("look", {"start": start, "made": moves, "first": 1}))
    for (spec, text, moves, told), mine in zip(asked, answers(questions), strict=True):
        wins = {move["text"]: move["wins"] for move in told["moves"]}
        assert {move["text"]: move["wins"] for move in mine["moves"]} == wins, (spec, text, moves)
        assert mine["result"]["nim_value"] == told["result"]["nim_value"], (spec, text, moves)
        assert mine["result"]["winner"] == told["result"]["winner"], (spec, text, moves)
        assert mine["result"]["winning_move_count"] == sum(wins.values()), (spec, text, moves)
        left = {move["text"]: move["left"] for move in told["moves"] if move["left"] is not None}
        assert {move["text"]: move["left"] for move in mine["moves"] if move["text"] in left} == left, (spec, text)
        assert "searched in this page" in mine["result"]["evidence"]["by"]


def test_the_computer_wins_what_is_won() -> None:
    several = [(spec, text, data(spec, text)) for spec, text in starts()]
    replies = answers([("reply", {"start": start, "made": []}) for *_, start in several])
    for (spec, text, _), move in zip(several, replies, strict=True):
        told = handlers.look({"components": [[spec, text]]})
        good = [move["text"] for move in told["moves"] if move["wins"]]
        assert not good or move in good, (spec, text)


def test_a_move_that_cannot_be_made_is_left_to_python() -> None:
    start = data("cram", "2x2")
    first, other = start["moves"][0]["text"], start["moves"][1]["text"]
    made = [["no move"], [first, first], [first, other]]
    assert answers([("played", {"start": start, "made": one, "first": 1}) for one in made]) == [None, None, None]


@pytest.mark.parametrize(
    ("spec", "text"),
    [("notakto", "3x3"), ("clobber", "1x5"), ("nogo", "2x2"), ("wythoff", "2 3"), ("cram", "8x8"), ("cram", "1x1")],
)
def test_games_whose_moves_are_no_such_masks_are_left_to_python(spec: str, text: str) -> None:
    assert start(spec, text) is None


def test_the_start_of_any_few_heaps_is_made_of_that_of_many() -> None:
    """Heaps that the catalogue has not, as Nim 7 9 2, waited three seconds for Python to draw them."""
    random, questions, expected = Random(1), [], []
    for game in GAMES.values():
        many = json.loads(start_files.files()[game.name]).get("heaps")
        for _ in range(6 if many else 0):
            text = " ".join(str(random.randint(0, 15)) for _ in range(random.randint(1, 6)))
            questions.append(("fewer", {"start": many, "component": [game.example[0], text]}))
            expected.append(start(game.example[0], text))
    nim = json.loads(start_files.files()["nim"])["heaps"]
    for wrong in ("7 9 2 1 1 1 1", "16", "07", "7  9", "", "7 9 x"):
        questions.append(("fewer", {"start": nim, "component": ["nim", wrong]}))
    names = {question["component"][0] for _, question in questions}
    assert {"nim", "kayles", "grundys-game", "take-away:1,2,3"} <= names
    found = answers(questions)
    assert found[: len(expected)] == expected
    assert found[len(expected) :] == [None] * 6

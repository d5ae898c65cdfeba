"""Games that a page of files plays and searches by itself, compared with Python; Node.js, which npm brings, runs them.

What the searches find is compared with the definition on all boards of few cells, and what is drawn and listed with
what Python draws and lists of the same game, to the letter.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import cache
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
from grundy.web.grid_starts import many_cells
from grundy.web.starts import start_of

pytestmark = pytest.mark.browser
RUN = """
const [folder] = process.argv.slice(1);
const { judged, looked, replied, searchOf: made } = await import(`${folder}/search.js`);
const { lookedAt, playedOn } = await import(`${folder}/start.js`);
const { fewer } = await import(`${folder}/heaps.js`);
const { boardOf } = await import(`${folder}/grids.js`);
let text = "";
for await (const part of process.stdin) text += part;
const searches = new Map();
const searchOf = (game) => {
  const key = JSON.stringify(game);
  if (!searches.has(key)) searches.set(key, made(game));
  return searches.get(key);
};
const xor = (values) => values.reduce((sum, one) => sum ^ one, 0);
const answers = {
  values: ({ game, positions }) => positions.map((one) => xor(searchOf(game).values(one))),
  lost: ({ game, positions }) => judged(searchOf(game), positions),
  fewer: ({ start, component }) => fewer(start, component),
  board: ({ all, component }) => boardOf(all, component),
  written: ({ all, component, made }) => playedOn(boardOf(all, component), made, 1).told.position,
  played: ({ start, made, first }) => playedOn(start, made, first)?.told ?? null,
  look: ({ start, made, first, misere }) => {
    const game = playedOn(start, made, first);
    return lookedAt(game, start, looked(searchOf({ ...start, misere }), game.positions.at(-1)));
  },
  reply: ({ start, made, misere }) => {
    const game = playedOn(start, made, 1);
    return game.told.moves[replied(searchOf({ ...start, misere }), game.positions.at(-1), () => 0.5)].text;
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
    drawn = start(spec, text)
    assert drawn is not None, (spec, text)
    return drawn


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
        game = start_of(position(spec, "/".join([marks[0] * columns] * rows)))
        if game is None:  # no piece fits
            continue
        several = list(states_of(rows, columns, marks))[::-1]  # the largest first, of whose parts nothing is known
        if spec == "chomp":  # the poison is always there, and never taken
            several = [(number, state) for number, state in several if number & 1]
        values = state_values(rule, [state for _, state in several], memo)
        questions.append(("values", {"game": game, "positions": [number for number, _ in several]}))
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
        drawn = start(*game.example)
        if drawn is not None and "table" in drawn:
            drawn = data(spec, "12")
            values = state_values(parse_rule(spec), largest, {})
            questions.append(("values", {"game": drawn, "positions": [[size] for size in largest]}))
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
            drawn = data(spec, json.dumps({"nodes": list(range(places)), "edges": pairs}))
            assert text and drawn["set"] == (1 << places) - 1
            questions.append(("values", {"game": drawn, "positions": list(range(1 << places))}))
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
    values = answers([("values", {"game": start, "positions": [start["set"]]}) for start in several])
    assert values == [[value] for _, value in known]


def test_what_is_too_large_is_left_to_others() -> None:
    start = data("cram", "6x6")
    assert answers([("lost", {"game": start, "positions": [start["set"], 3, 0]})]) == [[None, False, True]]


# Games that are played.


def starts() -> list[tuple[str, str]]:
    """What a site has of each game, but for most sizes, and boards with holes."""
    examples = [game.example for game in GAMES.values()]
    more = [
        ("nim", "5"), ("nim", "1 0 4"), ("kayles", "9"), ("kayles", "8 6"), ("grundys-game", "9 2"),
        ("laskers-nim", "6"), ("octal:4.7", "7 3"), ("hexadecimal:0.F", "9"), ("take-away:1,3,4", "12 1 1"),
        ("cram", "2x5"), ("cram", ".#./.../#.."), ("chomp", "3x3"), ("chomp", "1x4"),
        ("rectangle", "3x3"), ("node-kayles", "a-b-c-d-e-a, c-f-g-d"), ("node-kayles", "a-b-c-a"),
        ("arc-kayles", "a-b-c-d-a, d-e"), ("poset", "a<b<d, a<c<d, e"), ("placement:oo/ox", "4x4"),
    ]  # fmt: skip
    return [(spec, text) for spec, text in (*examples, *more) if start(spec, text) is not None]


def without_texts(told: dict[str, Any], position: bool) -> dict[str, Any]:
    """What the page draws and lists of a game; of texts of positions, which it does not need, it has few."""
    moves = [{key: value for key, value in move.items() if key != "becomes"} for move in told["moves"]]
    return {key: value for key, value in told.items() if position or key != "position"} | {"moves": moves}


def random_play(question: dict[str, Any], chance: Random) -> Iterator[dict[str, Any]]:
    """What Python tells of a game at its start and after each move of some play."""
    made: list[str] = []
    while True:
        told = json.loads(json.dumps(handlers.game({**question, "moves": list(made)})))
        yield told
        if not told["moves"]:
            break
        made.append(chance.choice(told["moves"])["text"])


def made_in(told: dict[str, Any]) -> list[str]:
    return [move["text"] for move in told["history"]]


def test_games_are_drawn_as_python_draws_them() -> None:
    chance = Random(4)
    asked, questions = [], []
    for spec, text in starts():
        start = data(spec, text)
        for first in (1, 2):
            for told in random_play({"components": start["components"], "first": first}, chance):
                asked.append((spec, text, told))
                questions.append(("played", {"start": start, "made": made_in(told), "first": first}))
    assert {spec for spec, *_ in asked} >= {"cram", "chomp", "rectangle", "node-kayles", "arc-kayles", "poset"}
    for (spec, text, told), mine in zip(asked, answers(questions), strict=True):
        heaps = mine["position"] is not None
        assert without_texts(mine, heaps) == without_texts(told, heaps), (spec, text, made_in(told))


SUMS = (
    (("kayles", "4 5"), ("rectangle", "110/011"), ("nim", "3")),
    (("cram", "2x3"), ("kayles", "2 1"), ("cram", ".../.#.")),
    (("nim", "3 1"), ("nim", "2")),
    (("chomp", "2x3"), ("node-kayles", "grid:2x3")),
    (("grundys-game", "7"), ("poset", "a<b<c, a<d")),
)


def sum_of(components: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    """A sum as here.js makes it."""
    called = [GAMES[spec].called() for spec, _ in components]
    names = [f"{name} on board {at}" if called.count(name) > 1 else name for at, name in enumerate(called, 1)]
    several = [data(*one) for one in components]
    return {"sum": several, "names": names, "components": [one["components"][0] for one in several]}


def test_sums_are_drawn_and_judged_as_python_does() -> None:
    chance = Random(6)
    asked, questions = [], []
    for components in SUMS:
        start = sum_of(components)
        for first in (1, 2):
            question = {"components": [list(one) for one in components], "first": first}
            for told in random_play(question, chance):
                made = made_in(told)
                asked.append(told)
                questions.append(("played", {"start": start, "made": made, "first": first}))
                if told["moves"]:
                    asked.append(json.loads(json.dumps(handlers.look({**question, "moves": made}))))
                    questions.append(("look", {"start": start, "made": made, "first": first}))
    for (kind, question), told, mine in zip(questions, asked, answers(questions), strict=True):
        if kind == "played":
            assert without_texts(mine, False) == without_texts(told, False), question
            continue
        wins = {move["text"]: (move["wins"], move["left"]) for move in told["moves"]}
        assert {move["text"]: (move["wins"], move["left"]) for move in mine["moves"]} == wins, question
        assert mine["result"]["nim_value"] == told["result"]["nim_value"], question
        names = [(one["value"], one["name"].partition(",")[0]) for one in told["why"]["summands"]]
        boards = {name for _, name in names}
        assert {one["name"].partition(",")[0] for one in mine["why"]["summands"]} >= boards, question


@cache
def cells_of(spec: str) -> dict[str, Any]:
    """The data of all boards of a game as the page gets them."""
    return json.loads(json.dumps(many_cells(parse_rule(spec))))  # type: ignore[no-any-return]


def shapes(all_boards: dict[str, Any], chance: Random) -> Iterator[str]:
    """Texts of whole boards and of such with holes: small ones, and those of most rows and columns."""
    most = all_boards["most"]
    small = [(rows, columns) for rows, wide in enumerate(most, 1) for columns in range(1, min(wide, 16 // rows) + 1)]
    for rows, columns in (*chance.sample(small, 12), (1, most[0]), (len(most), most[-1])):
        yield f"{all_boards['sizes']}{rows}x{columns}"
        here = [[chance.random() < 0.7 for _ in range(columns)] for _ in range(rows)]
        if all_boards["marks"]:
            yield "/".join("".join(all_boards["marks"][not there] for there in row) for row in here)
        else:
            cells = [(r, c) for r, row in enumerate(here, 1) for c, there in enumerate(row, 1) if there]
            pairs = [(a, b) for a in cells for b in ((a[0], a[1] + 1), (a[0] + 1, a[1])) if b in cells]
            alone = [cell for cell in cells if not any(cell in pair for pair in pairs)]
            yield ", ".join(
                "-".join(f"({r},{c})" for r, c in several) for several in (*pairs, *((cell,) for cell in alone))
            )


def ranked(start: dict[str, Any] | None) -> dict[str, Any] | None:
    """A start whose places are numbered without gaps, as engines number them within a frame of their own."""
    if start is None:
        return None
    places = [at for at in range(50) if start["set"] >> at & 1]

    def rank(places_of: int) -> int:
        return sum(1 << number for number, at in enumerate(places) if places_of >> at & 1)

    moves = [move | {"need": rank(move["need"]), "clear": rank(move["clear"])} for move in start["moves"]]
    parts = [[*part[:2], *map(rank, part[2:])] for part in start["picture"]["parts"]]
    return start | {"set": rank(start["set"]), "moves": moves, "picture": start["picture"] | {"parts": parts}}


def test_the_start_of_any_small_board_is_made_of_those_of_the_widest() -> None:
    """Boards that are set up, as Cram with a hole, waited three seconds and more for Python to draw them."""
    chance = Random(3)
    names = ("cram", "chomp", "placement", "rectangle", "node-kayles", "arc-kayles")
    named = {name: cells_of(GAMES[name].example[0]) for name in names}
    questions: list[tuple[str, dict[str, Any]]] = []
    expected: list[Any] = []
    for name, cells in named.items():
        spec = GAMES[name].example[0]
        for text in shapes(cells, chance):
            if text and not (name == "chomp" and text.startswith("#")):
                questions.append(("board", {"all": cells, "component": [spec, text]}))
                expected.append(json.loads(json.dumps(start(spec, text))))
    for (_, question), mine, theirs in zip(questions, answers(questions), expected, strict=True):
        assert ranked(mine) == ranked(theirs), question["component"]
    assert sum(one is not None for one in expected) > 80


def test_the_text_of_a_board_that_was_played_is_that_of_python() -> None:
    chance = Random(5)
    questions, expected = [], []
    for spec, text in (
        ("cram", "3x4"), ("cram", ".#./..."), ("chomp", "3x4"), ("rectangle", "110/011"), ("placement:xox", "2x4"),
        ("node-kayles", "grid:3x4"), ("node-kayles", "(1,1)-(1,2), (1,2)-(2,2), (3,1)"),
    ):  # fmt: skip
        cells = cells_of(spec)
        for told in random_play({"components": [[spec, text]]}, chance):
            if told["history"] and (told["moves"] or not spec.startswith("node")):
                questions.append(("written", {"all": cells, "component": [spec, text], "made": made_in(told)}))
                expected.append(told["position"])
    assert answers(questions) == expected


@pytest.mark.parametrize("text", ["", "13x1", "8x7", ".x", "../.", "#./..", "3x4 ", "0x3"])
def test_boards_beyond_the_data_are_left_to_python(text: str) -> None:
    chomp = cells_of("chomp")
    assert answers([("board", {"all": chomp, "component": ["chomp", text]})]) == [None]


def misere_outcomes(start: dict[str, Any]) -> list[bool]:
    """For each move of a start whether it wins in misère play, by the definition on sets of places."""
    lost: list[bool] = []
    for here in range(start["set"] + 1):  # what a move leaves is a smaller number
        left = [here & ~move["clear"] for move in start["moves"] if not move["need"] & ~here]
        lost.append(bool(left) and not any(lost[one] for one in left))
    return [lost[start["set"] & ~move["clear"]] for move in start["moves"]]


def test_misere_play_is_judged_by_its_definition() -> None:
    kinds = (("cram", "3x4"), ("cram", ".#./.../#.."), ("chomp", "3x4"), ("node-kayles", "grid:3x3"))
    boards = [data(*one) for one in kinds]
    heaps = [("nim", "3 4 5"), ("nim", "1 1 1"), ("kayles", "4 5"), ("grundys-game", "9 2")]
    questions = [("look", {"start": start, "made": [], "first": 1, "misere": True}) for start in boards]
    questions += [("look", {"start": data(*one), "made": [], "first": 1, "misere": True}) for one in heaps]
    expected = [misere_outcomes(start) for start in boards]
    for spec, text in heaps:
        told = handlers.look({"components": [[spec, text]], "play": "misere"})
        wins = {move["text"]: move["wins"] for move in told["moves"]}
        expected.append([wins[move["text"]] for move in handlers.game({"components": [[spec, text]]})["moves"]])
    for (_, question), mine, wins in zip(questions, answers(questions), expected, strict=True):
        assert sorted(move["wins"] for move in mine["moves"]) == sorted(wins), question["start"]["components"]
        assert mine["result"]["winner"] == ("first" if any(wins) else "second")
        assert mine["result"]["nim_value"] is None and mine["why"] is None
        assert mine["result"]["evidence"]["by"] == "searched in this page, by the definition of misère play"


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
    drawn = answers(questions)
    assert drawn[: len(expected)] == expected
    assert drawn[len(expected) :] == [None] * 6

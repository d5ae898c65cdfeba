"""A game that is played is drawn as it was played: what was on the board keeps its place and its name to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from limits import set_limits

from grundy import parse
from grundy.api.play import open_match, play
from grundy.api.scenes import Played, initial_scenes
from grundy.api.touched import board_of, named_nodes
from grundy.api.turns import Turn, choices
from grundy.cli.match import Screen
from grundy.cli.match import play as play_on_screen
from grundy.drawing.draw import drawn
from grundy.games.catalogue import GAMES
from grundy.model.board import Grid, Net, Piles
from grundy.model.curves import Curves
from grundy.model.option import to
from grundy.model.rule import Component, Position, rule
from grundy.model.scene import MOST_COUNTERS, Lot, items_of
from grundy.show.text import Line, scene_lines
from grundy.text.edge_lists import name_text
from grundy.web import handlers


def faults(played: Played) -> list[str]:
    """What of the scenes disagrees with the boards of the position that is played now."""
    complaints: list[str] = []
    covered: set[tuple[int, str]] = set()
    for component, lots in zip(played.position.components, played.lots, strict=True):
        if isinstance(played.scenes[lots[0].scene].board, Curves):
            complaints += faults_of_curves(played, component, lots[0], covered)
            continue
        several = [component.states] if len(lots) == 1 else [(state,) for state in component.states]
        for states, lot in zip(several, lots, strict=True):
            board, scene = board_of(component.rule, states), played.scenes[lot.scene]
            mine = {(lot.scene, item) for item in lot.names.values()}
            if set(lot.names) != set(items_of(board)):
                complaints.append(f"{component}: {set(lot.names) ^ set(items_of(board))} are not where they are")
            if len(mine) < len(lot.names) or mine & covered:
                complaints.append(f"two things lie in one place: {component}")
            covered |= mine
            match board, scene.board:
                case Grid(rows), Grid(frame):
                    for r, row in enumerate(rows, 1):
                        for c, kind in enumerate(row, 1):
                            if kind != "blocked":
                                R, C = map(int, lot.names[f"{r},{c}"].split(","))
                                if frame[R - 1][C - 1] != kind:
                                    complaints.append(f"{component}: {r},{c} is {kind}, drawn {frame[R - 1][C - 1]}")
                case Piles(sizes), Piles():
                    for pile, size in enumerate(sizes, 1):
                        counters = [lot.names.get(f"{pile},{n}") for n in range(1, size + 1)]
                        if size <= MOST_COUNTERS and None in counters:
                            complaints.append(f"{component}: pile {pile} has {size}, drawn {counters}")
                case Net(nodes), Net(names):
                    for number, name in enumerate(nodes, 1):
                        if names[int(lot.names[str(number)]) - 1] != name:
                            complaints.append(f"{component}: {name} is called otherwise")
                    drawn = sorted(names[token] for token in scene.board.tokens)
                    if drawn != sorted(nodes[token] for token in board.tokens):
                        complaints.append(f"{component}: the tokens are on {drawn}")
                case Net(nodes), Grid():  # of a grid few cells are left, which touch no more
                    if [f"({lot.names[str(number)]})" for number in range(1, len(nodes) + 1)] != list(nodes):
                        complaints.append(f"{component}: a cell is called otherwise")
                case None, None:
                    pass
                case _:
                    complaints.append(f"{component}: drawn as {scene.board}")
    for number, scene in enumerate(played.scenes):
        there = {item for at, item in covered if at == number}
        complaints += [f"{item} is gone and there" for item in there & scene.gone if "," not in item]
        complaints += [f"{item} is nowhere" for item in set(scene.items) - there - scene.gone]
    return complaints


def faults_of_curves(played: Played, component: Component, lot: Lot, covered: set[tuple[int, str]]) -> list[str]:
    """A drawing has more than a position of Sprouts: a spot that lives has few lines, and is of one component."""
    board, mine = played.scenes[lot.scene].board, {(lot.scene, item) for item in lot.names.values()}
    assert isinstance(board, Curves)
    lines = [sum(spot in pair for pair in board.joins) for spot in range(len(board.spots))]
    complaints = [f"{component}: spot {name} is dead" for name in lot.names if lines[int(name) - 1] > 2]
    complaints += [f"{component}: spots of two components"] * bool(mine & covered)
    covered |= mine
    return complaints


def frames(played: Played) -> Sequence[object]:
    """What each board keeps from the start to the end: its sides, or the names of its nodes."""
    return [
        [len(row) for row in scene.board.rows]
        if isinstance(scene.board, Grid)
        else scene.board.nodes
        if isinstance(scene.board, Net)
        else None
        for scene in played.scenes
    ]


def test_a_line_of_dots_and_boxes_is_called_by_where_it_lies_and_stays_there() -> None:
    """The rule does not tell the sides of a box to the outside apart; on the board each keeps its place."""
    match = play("nimstring 1x2")
    said = [match.played().words(choice) for choice in match.choices]
    assert said == [
        "draw the line between a1 and b1",
        *(f"draw the line {side} a1" for side in ("above", "below", "to the left of")),
        *(f"draw the line {side} b1" for side in ("above", "below", "to the right of")),
    ]
    left = next(choice for choice in match.choices if match.played().words(choice).endswith("left of a1"))
    match.play(left.move)
    assert list(scene_lines(match.played().scenes, plain=True))[:3] == ["  +   +   +", "  |a1  b1", "  +   +   +"]
    assert [match.played().words(choice) for choice in match.choices] == [*said[:3], *said[4:]]


@pytest.mark.parametrize("spec", ["nimstring 2x2", "nimstring a-b,b-c,c-a,a-b", "nimstring a-b,b-a,c-ground"])
def test_strings_are_cut_where_they_are_pressed(spec: str) -> None:
    start = parse("{}({})".format(*spec.split()))
    for seed in range(5):
        played = played_out(start, Random(seed))
        assert played.scenes[0].gone == set(played.scenes[0].items)


def test_of_parallel_lines_as_many_are_listed_as_are_left() -> None:
    match = play("hackenbush 0-a,0-a,0-a")
    match.play(match.choices[2].move)
    assert list(scene_lines(match.played().scenes, plain=True))[:2] == ["  0 -- a, a", "  a -- 0, 0"]


GROWING = ("sprouts",)  # each move puts a new spot there, and spots that are used up are no part of a position


def played_out(start: Position, random: Random) -> Played:
    """Play at random to the end, and look at the pictures after each move."""
    turn, played = Turn(start), initial_scenes(start)
    first = frames(played)
    assert not faults(played)
    for number in range(60):
        listed = choices(turn)
        if not listed:
            break
        choice = random.choice(listed)
        _, ways = played.ways(choice)
        played, turn = played.after(choice, random.randrange(max(1, len(ways))), 1 + number % 2), choice.after
        assert not faults(played), choice.move
    if start.components[0].rule.spec not in GROWING:
        assert frames(played)[: len(first)] == first, "the board keeps its shape"
    return played


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_of_the_catalogue_is_drawn_as_it_is_played(game: str) -> None:
    random, start = Random(game), parse("{}({})".format(*GAMES[game].example))
    for _ in range(3):
        played = played_out(start, random)
        assert len(played.scenes) == len(initial_scenes(start).scenes), "no board is drawn anew"


@pytest.mark.parametrize(
    "text",
    [
        "node-kayles(grid:4x4)",
        "arc-kayles(grid:3x3)",
        "node-kayles(a-b-c-d-a)",
        "poset(grid:3x3)",
        "bacteria(..../..../....)",
        "notakto(3x3 3x3)",
        "hackenbush(0-a-b, a-b, a-b, b-b, 0-0)",
        "geography(1-2-3-4-2, 4-5 @ 2)",
        "kayles(9 41 3) + cram(2x3) + wythoff(3 50)",
        "clobber(3x4)",
        "cram(1x1) + nim()",
    ],
)
def test_boards_that_shrink_fall_apart_or_grow_keep_their_places(text: str) -> None:
    for seed in range(5):
        played_out(parse(text), Random(seed))


def test_two_dominoes_lie_as_they_were_laid() -> None:
    """Two upright dominoes turned into two flat ones: the picture was made of the cells that were covered."""
    match = play("cram 2x3")
    match.play("cover (1, 1) and (2, 1)")
    match.play("cover (1, 2) and (2, 2)")
    [scene] = match.played().scenes
    assert [(one.items, one.player, one.move) for one in scene.laid] == [(("1,1", "2,1"), 1, 1), (("1,2", "2,2"), 2, 2)]
    match.undo()
    assert len(match.played().scenes[0].laid) == len(match.made)


def test_a_graph_keeps_its_rows_to_the_end() -> None:
    """Node Kayles on 4x4 shrank to 2x4, and its end read "(nothing)"."""
    match = play("node-kayles grid:4x4", two_players=True)
    while not match.is_over:
        match.play(1)
    [scene] = match.played().scenes
    assert isinstance(scene.board, Grid) and [len(row) for row in scene.board.rows] == [4] * 4
    assert scene.gone == set(scene.items) and len(scene.items) == 16


@pytest.mark.parametrize("game", ["node-kayles grid:3x5", "node-kayles a-b-c-d-e-a, c-e"])
def test_a_move_shows_all_that_goes_with_it(game: str) -> None:
    """Of Node Kayles a node and the neighbours that are still there, from the definition."""
    for seed in range(5):
        random, turn = Random(seed), Turn(parse(game))
        played = initial_scenes(turn.position)
        graph = turn.position.components[0].states[0]
        near = {node: {node} for node in graph.nodes}  # type: ignore[attr-defined]
        for a, b in graph.edges:  # type: ignore[attr-defined]
            near[graph.nodes[a]].add(graph.nodes[b])  # type: ignore[attr-defined]
            near[graph.nodes[b]].add(graph.nodes[a])  # type: ignore[attr-defined]
        item = {name: item for item, name in named_nodes(played.scenes[0].board)}
        there = set(graph.nodes)  # type: ignore[attr-defined]
        while listed := choices(turn):
            for choice in listed:
                (node,) = choice.move.as_dict()["nodes"]
                _, [way] = played.ways(choice)
                assert way[0] == item[name_text(node)], "it is taken hold of at the node itself"
                assert set(way) == {item[name_text(other)] for other in near[node] & there}
            choice = random.choice(listed)
            (node,) = choice.move.as_dict()["nodes"]
            there -= near[node]
            played, turn = played.after(choice), choice.after
        assert not there


def test_the_end_of_a_row_that_was_taken_is_kept() -> None:
    """The same move may be made at either end: one takes the first pin, another the last."""
    gone = []
    for way in (0, 1):
        match = play("kayles 5")
        match.play(
            next(move for move in match.legal_moves if move.as_dict() == {"pile": 1, "take": 1, "leave": [4]}), way
        )
        gone += [set(match.played().scenes[0].gone)]
    assert sorted(map(sorted, gone)) == [["1,1"], ["1,5"]]


def test_a_rule_of_which_nothing_is_said_has_counters_and_squares() -> None:
    @rule
    def shrink(word):  # type: ignore[no-untyped-def]
        for at, mark in enumerate(word):
            if mark == ".":
                yield word[:at] + "x" + word[at + 1 :]

    @rule
    def grow(n):  # type: ignore[no-untyped-def]
        if n > 1:
            yield to(n - 1, n - 1)

    assert isinstance(played_out(shrink("..x."), Random(1)).scenes[0].board, Grid)
    assert isinstance(initial_scenes(grow(3, 4)).scenes[0].board, Piles)
    assert all(isinstance(scene.board, Piles) for scene in played_out(grow(3, 4), Random(1)).scenes)


def test_the_terminal_draws_the_game_that_was_played() -> None:
    match = play("cram 2x3")
    match.play("cover (1, 1) and (2, 1)")
    match.play("cover (1, 2) and (2, 2)")
    assert list(scene_lines(match.played().scenes, plain=True)) == ["     1 2 3", "   1 A B .", "   2 A B .", ""]
    match = play("kayles 5")
    match.play(next(move for move in match.legal_moves if move.as_dict() == {"pile": 1, "take": 1, "leave": [1, 3]}))
    assert list(scene_lines(match.played().scenes, plain=True)) == ["  pile 1 2  o.ooo", ""]
    match = play("node-kayles a-b-c")
    match.play(2)
    assert list(scene_lines(match.played().scenes, plain=True)) == ["  a -", "  b -", "  c -", ""]


def test_a_file_keeps_which_end_was_taken(tmp_path: Path) -> None:
    match = play("kayles 5")
    match.play(next(move for move in match.legal_moves if move.as_dict() == {"pile": 1, "take": 1, "leave": [4]}), 1)
    match.save(tmp_path / "game.json")
    again = open_match(tmp_path / "game.json")
    assert again.ways == [1] and again.played().scenes == match.played().scenes


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Leave no squares on which a curve is looked for, from when this is called until the test ends."""

    def leave_none() -> None:
        set_limits(monkeypatch, "drawing", SIDES=())
        drawn.cache_clear()

    yield leave_none
    drawn.cache_clear()


@pytest.mark.parametrize("spots", [1, 2, 3, 5, 8])
def test_a_curve_for_which_there_is_no_room_ends_no_game(spots: int, no_room: Callable[[], None]) -> None:
    """It raised OutOfReach, and the page of the game answered nothing from then on."""
    no_room()
    match = play(f"sprouts {spots}")
    assert isinstance(match.played().scenes[0].board, Curves) and not match.played().note
    match.play(1)
    shown = match.played()
    assert shown.note == "The drawing has no room for this curve, so its regions are shown from here on"
    boards = [board_of(component.rule, component.states) for component in shown.position.components]
    assert [scene.board for scene in shown.scenes] == boards and isinstance(boards[0], Net)
    for seed in range(3):
        played_out(parse(f"sprouts({spots})"), Random(seed))


def test_all_parts_of_a_drawing_without_room_get_pictures_of_their_own(no_room: Callable[[], None]) -> None:
    """Another game beside it keeps its picture."""
    turn = Turn(parse("sprouts(5) + kayles(3) + sprouts(1)"))
    played = initial_scenes(turn.position)
    random = Random(1)
    while sum(several[0].scene == 0 for several in played.lots) < 2:
        choice = random.choice([one for one in choices(turn) if played.ways(one)[0] == 0])
        played, turn = played.after(choice), choice.after
    assert not faults(played) and len(played.scenes) == 3
    no_room()
    choice = next(one for one in choices(turn) if played.ways(one)[0] == 0)
    now = played.after(choice)
    assert now.note and not now.last and not faults(now)
    assert now.scenes[1:3] == played.scenes[1:]
    lying = [several[0].scene for several in now.lots]
    assert sorted(lying) == list(range(len(now.scenes))) and len(lying) >= 4, "a picture each"
    later = choice.after
    choice = next(one for one in choices(later) if isinstance(now.scenes[now.ways(one)[0]].board, Net))
    assert not now.after(choice).note, "it is said once"


def test_the_page_says_that_there_was_no_room_and_goes_on(no_room: Callable[[], None]) -> None:
    """So does the terminal, whose words for moves are others."""
    no_room()
    question = {"components": [["sprouts", "3"]]}
    made: list[str] = []
    told = handlers.game(question)
    assert "curves" in told["boards"][0]["svg"].partition(">")[0]
    while told["moves"]:
        made.append(told["moves"][0]["text"])
        told = handlers.game({**question, "moves": list(made)})
    said = [one["says"] for one in told["history"]]
    assert said[0].endswith(". The drawing has no room for this curve, so its regions are shown from here on")
    assert len(said) == len(made) > 3
    shown: list[Line] = []
    typed = iter(["1", "1", None])
    play_on_screen(play("sprouts 3", two_players=True), Screen(shown.append, lambda _: next(typed), True, 80))
    notes = [line.text for line in shown if "no room" in line.text]
    assert notes == ["The drawing has no room for this curve, so its regions are shown from here on."]


def test_spots_that_are_left_alone_among_regions_are_drawn_anew() -> None:
    """Of 9 spots and more their picture stayed that of the regions before, and none of them could be pointed at."""
    alone = 0
    for seed in range(4):
        turn, random = Turn(parse("sprouts(9)")), Random(seed)
        played = initial_scenes(turn.position)
        while listed := choices(turn):
            choice = random.choice(listed)
            played, turn = played.after(choice), choice.after
            assert not faults(played), (seed, choice.move)
            alone += any(isinstance(scene.board, Curves) for scene in played.scenes)
    assert alone

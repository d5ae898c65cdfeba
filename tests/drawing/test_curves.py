"""Drawings of random plays against what they should be: read back from the points alone, as an eye would."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import networkx
import pytest

from grundy.api.drawn import lands_drawn
from grundy.api.play import Match, play
from grundy.drawing import relax
from grundy.drawing.draw import drawn
from grundy.drawing.strokes import strokes
from grundy.games import sprouts
from grundy.games.sprouts import lands_of, write_lands
from grundy.model.curves import Curves, Point, spread_out
from grundy.show.scene_svg import scene_svg
from grundy.show.svg_curves import smooth

Walk = list[int]
STEPS = 6  # straight pieces for each bend of a curve that is drawn


# What is seen: lines of straight pieces, as the picture bends them.


def bent(path: Sequence[Point]) -> list[Point]:
    """The points of a curve as its SVG draws it, read from that."""
    numbers = [tuple(map(float, pair)) for pair in re.findall(r"(-?[0-9.]+) (-?[0-9.]+)", smooth(path))]
    points = [numbers[0]]
    for turn, end in zip(numbers[1::2], numbers[2::2], strict=True):
        start = points[-1]
        for step in range(1, STEPS + 1):
            t = step / STEPS
            points.append(
                tuple(
                    (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t * t * c for a, b, c in zip(start, turn, end, strict=True)
                )
            )
    return points  # type: ignore[return-value]


def apart(a: Point, b: Point, c: Point, d: Point) -> float:
    """The distance between two straight pieces; 0 where they cross."""

    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    if turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0:
        return 0.0

    def far(p: Point, q: Point, r: Point) -> float:
        long = math.dist(q, r) ** 2 or 1.0
        t = max(0.0, min(1.0, ((p[0] - q[0]) * (r[0] - q[0]) + (p[1] - q[1]) * (r[1] - q[1])) / long))
        return math.dist(p, (q[0] + t * (r[0] - q[0]), q[1] + t * (r[1] - q[1])))

    return min(far(a, c, d), far(b, c, d), far(c, a, b), far(d, a, b))


def touching(board: Curves) -> list[str]:
    """The curves that cross or touch where they should not: elsewhere than near a spot of both."""
    lines = [bent(path) for path in board.paths]
    pieces = [(number, k, a, b) for number, line in enumerate(lines) for k, (a, b) in enumerate(pairwise(line))]
    near: dict[tuple[int, int], list[int]] = {}
    for place, (_, _, a, b) in enumerate(pieces):
        for square in {(int(x // 12), int(y // 12)) for x, y in (a, b)}:
            near.setdefault(square, []).append(place)
    found: list[str] = []
    for place, (number, k, a, b) in enumerate(pieces):
        x, y = int(a[0] // 12), int(a[1] // 12)
        for other in {n for i in (-1, 0, 1) for j in (-1, 0, 1) for n in near.get((x + i, y + j), ()) if n > place}:
            second, m, c, d = pieces[other]
            if number == second and m - k < 2:
                continue
            common = [board.spots[s] for s in set(board.joins[number]) & set(board.joins[second])]
            beside = any(min(math.dist(spot, p) for p in (a, b, c, d)) < 1.0 for spot in common)
            if not beside and apart(a, b, c, d) < 0.05:
                found.append(f"curves {number} and {second} at {a}")
    for spot, at in enumerate(board.spots):
        for number, line in enumerate(lines):
            if spot not in board.joins[number] and min(math.dist(at, point) for point in line) < 2:
                found.append(f"spot {spot} on curve {number}")
    return found


NEAR, GAP, RIM = 16.0, 3.0, 9.6
"""Round a spot of two curves, where these come near each other; else between curves of a width of 2.2; round a spot
that lives, which is drawn with a radius of 8.5, to the middle of another curve."""


def crowded(board: Curves) -> list[str]:
    """The curves that come so near each other, or a spot, that they look joined."""
    lines = [bent(path) for path in board.paths]
    ends = Counter(spot for pair in board.joins for spot in pair)
    found: list[str] = []
    for number, line in enumerate(lines):
        for second in range(number):
            common = [board.spots[spot] for spot in set(board.joins[number]) & set(board.joins[second])]
            for a, b in pairwise(line):
                for c, d in pairwise(lines[second]):
                    if max(abs(a[0] - c[0]), abs(a[1] - c[1])) > 24:  # of which 20 are two pieces
                        continue
                    beside = any(min(math.dist(spot, point) for point in (a, b, c, d)) < NEAR for spot in common)
                    if not beside and apart(a, b, c, d) < GAP:
                        found.append(f"curves {second} and {number} at {a}")
        for spot, at in enumerate(board.spots):
            least = min(apart(at, at, a, b) for a, b in pairwise(line))
            if spot not in board.joins[number] and least < (RIM if ends[spot] < 3 else GAP):
                found.append(f"curve {number} at spot {spot + 1}")
    return found


# Regions, found from the points: walks round faces by the angles at spots, and which walk lies within which.


def darts(board: Curves) -> dict[int, list[Point]]:
    """The points of each curve, there and back."""
    return {
        2 * number + back: list(path[::-1] if back else path)
        for number, path in enumerate(board.paths)
        for back in (0, 1)
    }


def walks(board: Curves) -> Iterator[list[int]]:
    """Round each face, keeping it on one side: at each spot the next dart by its angle."""
    lines = darts(board)
    start = {dart: board.joins[dart >> 1][dart & 1] for dart in lines}
    around: dict[int, list[int]] = {}
    for dart, (a, b, *_) in lines.items():
        around.setdefault(start[dart], []).append(dart)
        assert board.spots[start[dart]] == a
        assert a != b
    for leaving in around.values():
        leaving.sort(key=lambda d: math.atan2(lines[d][1][1] - lines[d][0][1], lines[d][1][0] - lines[d][0][0]))
    left = set(lines)
    while left:
        walk = [min(left)]
        while True:
            back = walk[-1] ^ 1
            leaving = around[start[back]]
            after = leaving[leaving.index(back) - 1]
            if after == walk[0]:
                break
            walk.append(after)
        left -= set(walk)
        yield walk


def size_of(points: Sequence[Point]) -> float:
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, [*points[1:], points[0]], strict=True)) / 2


def turns_round(points: Sequence[Point], at: Point) -> int:
    """How often some points go round another, by the angles at it."""
    total = 0.0
    for p, q in zip(points, [*points[1:], points[0]], strict=True):
        turn = math.atan2(q[1] - at[1], q[0] - at[0]) - math.atan2(p[1] - at[1], p[0] - at[0])
        total += (turn + math.pi) % math.tau - math.pi
    return round(total / math.tau)


def regions_seen(board: Curves) -> Counter[frozenset[tuple[int, ...]]]:
    """The regions of the plane as sets of walks, each as its spots from the least turn on."""
    lines = darts(board)
    inner: list[tuple[float, list[Point], int, set[tuple[int, ...]]]] = []
    whole = components(board)
    others: list[tuple[Point, tuple[int, ...], set[int]]] = []
    for walk in walks(board):
        points = [point for dart in walk for point in lines[dart][:-1]]
        spots = [board.joins[dart >> 1][dart & 1] for dart in walk]
        if size_of(points) > 1e-3:
            inner.append((size_of(points), points, whole[spots[0]], {turned(spots)}))
        else:
            others.append((points[0], turned(spots), set(spots)))
    joined = {spot for pair in board.joins for spot in pair}
    others += [(at, (spot,), {spot}) for spot, at in enumerate(board.spots) if spot not in joined]
    inner.sort(key=lambda one: one[0])
    outside: set[tuple[int, ...]] = set()
    for at, spots, own in others:
        place = outside
        for _, points, rim, region in inner:
            if whole[next(iter(own))] != rim and turns_round(points, at) == 1:
                place = region
                break
        place.add(spots)
    return Counter([*(frozenset(region) for *_, region in inner), frozenset(outside)])


def components(board: Curves) -> dict[int, int]:
    leader = {spot: spot for spot in range(len(board.spots))}
    for _ in leader:
        for a, b in board.joins:
            leader[a] = leader[b] = min(leader[a], leader[b])
    return leader


def turned(spots: Sequence[int]) -> tuple[int, ...]:
    return min(tuple(spots[n:]) + tuple(spots[:n]) for n in range(len(spots)))


def position_seen(board: Curves) -> list[str]:
    """What is left to play on a drawing, in the notation: spots that have three lines are none."""
    lines = Counter(spot for pair in board.joins for spot in pair)
    regions = [
        [tuple(lines[s] if lines[s] < 2 else 3 + s for s in walk if lines[s] < 3) for walk in region]
        for region in regions_seen(board).elements()
    ]
    return [write_lands([land]) for land in lands_of(regions)]


def all_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether the states are the same, each looked for among all orders, names, turns and mirrors that there are."""
    free = list(other)
    for state in one:
        same = next((text for text in free if text == state or is_isomorphic(state, text)), None)
        if same is None:
            return False
        free.remove(same)
    return not free


def is_isomorphic(one: str, other: str) -> bool:
    """By graphs: a spot is a node, a region too, and each boundary a wheel with a rim of its corners.

    A mirror turns all boundaries of a region, so the rim has arrows, of which those of a region may all be turned.
    """
    graphs = [wheels(one, turns) for turns in product((1, -1), repeat=one.count("}"))]
    whole = wheels(other, (1,) * other.count("}"))
    return any(networkx.is_isomorphic(graph, whole, node_match=lambda a, b: a["kind"] == b["kind"]) for graph in graphs)


def wheels(text: str, turns: Sequence[int]) -> networkx.DiGraph:
    graph = networkx.DiGraph()
    regions = [region for region in text.rstrip("!").split("}") if region]
    for number, (region, turn) in enumerate(zip(regions, turns, strict=True)):
        graph.add_node(("region", number), kind="region")
        walks = [
            spots for spots, copies in re.findall(r"([^.*]+)(?:\*(\d+))?\.", region) for _ in range(int(copies or 1))
        ]
        for place, walk in enumerate(walks):
            spots = re.findall(r"[0-2]|[A-Za-z]'*", walk)[::turn]
            for at, spot in enumerate(spots):
                corner = (number, place, at)
                graph.add_node(corner, kind=f"corner {spot if spot.isdigit() else 'named'}")
                graph.add_edge(("region", number), corner)
                graph.add_edge(corner, (number, place, (at + 1) % len(spots)))
                if not spot.isdigit():
                    graph.add_node(spot, kind="spot")
                    graph.add_edge(spot, corner)
    for node in graph:
        graph.nodes[node].setdefault("kind", "")
    return graph


# The plays.


def drawing_of(match: Match) -> Curves:
    board = match.played().scenes[0].board
    assert isinstance(board, Curves)
    return board


def told_regions(board: Curves) -> Counter[frozenset[tuple[int, ...]]]:
    """What the drawing says that its regions are."""
    return Counter(
        frozenset(
            turned([-1 - dart if dart < 0 else board.joins[dart >> 1][dart & 1] for dart in walk]) for walk in region
        )
        for region in board.regions
    )


def play_at_random(spots: int, random: Random) -> Iterator[Match]:
    match = play(f"sprouts {spots}")
    yield match
    while not match.is_over:
        played = match.played()
        choice = random.choice(match.choices)
        match.play(choice.move, random.randrange(len(played.ways(choice)[1])))
        yield match


def check(match: Match) -> None:
    """The drawing of a game: nothing crosses, each spot has its lines, regions are as told, and so is the position."""
    board = drawing_of(match)
    assert touching(board) == []
    assert crowded(board) == []
    moves = len(match.moves_made)
    assert len(board.joins) == 2 * moves
    lines = Counter(spot for pair in board.joins for spot in pair)
    assert max(lines.values(), default=0) <= 3
    assert [lines[spot] for spot in range(len(board.spots))] == [len(ends) for ends in board.ends]
    for spot in range(len(board.spots) - moves, len(board.spots)):
        assert lines[spot] >= 2, "the spot in the middle of a curve"
    assert regions_seen(board) == told_regions(board)
    states = [str(component.states[0]) for component in match.position.components]
    assert all_alike(position_seen(board), [state for state in states if state != "!"])


@pytest.mark.parametrize(
    ("spots", "games"),
    [
        (1, 3),
        (2, 4),
        (3, 2),
        (4, 1),
        (6, 1),
        *(pytest.param(n, 8, marks=pytest.mark.long) for n in range(1, sprouts.MOST_CURVED + 1)),
    ],
)
def test_a_game_at_random_is_drawn_as_it_is_played(spots: int, games: int) -> None:
    for seed in range(games):
        for match in play_at_random(spots, Random(seed)):
            check(match)


def test_every_curve_between_few_spots_leads_to_its_position() -> None:
    """All moves of two spots and all of their answers, each in every way."""
    for first in ways("sprouts 2"):
        for second in ways("sprouts 2", first):
            match = play("sprouts 2")
            for move, way in (first, second):
                match.play(move, way)
            check(match)


def ways(spec: str, *made: tuple[object, int]) -> list[tuple[object, int]]:
    match = play(spec)
    for move, way in made:
        match.play(move, way)  # type: ignore[arg-type]
    played = match.played()
    return [(choice.move, way) for choice in match.choices for way in range(len(played.ways(choice)[1]))]


def test_a_loop_encloses_what_its_words_say() -> None:
    match = play("sprouts 4")
    played = match.played()
    for choice in match.choices:
        for way, says in enumerate(played.words(choice, n) for n in range(len(played.ways(choice)[1]))):
            told = re.fullmatch(r"join (\d) to itself(?:, with ([\d, and]+) inside)?", says)
            if told is None:
                continue
            board = played.after(choice, way).scenes[0].board
            assert isinstance(board, Curves)
            around = [*board.paths[0][:-1], *board.paths[1][:-1]]
            inside = {
                spot + 1 for spot in range(4) if spot + 1 != int(told[1]) and turns_round(around, board.spots[spot])
            }
            assert inside == set(map(int, re.findall(r"\d", told[2] or ""))), says


def test_no_two_curves_are_told_alike() -> None:
    for seed in range(3):
        for match in play_at_random(4, Random(seed)):
            played = match.played()
            says = [[played.words(choice, n) for n in range(len(played.ways(choice)[1]))] for choice in match.choices]
            assert all(says)
            different = {tuple(several) for several in says}  # two moves that look alike may have one form each
            assert len({words for several in different for words in several}) == sum(map(len, different))
            assert all(re.match(r"join \d+ (and \d+|to itself)", words) for several in says for words in several)


def test_a_crossing_and_a_wrong_region_are_seen() -> None:
    """The checks themselves: a curve that is moved onto another, and a spot that is moved out of its region."""
    match = play("sprouts 3")
    match.play(next(choice.move for choice in match.choices if "with 2 inside" in match.played().words(choice)), 0)
    board = drawing_of(match)
    assert touching(board) == [] != touching(replace_path(board, 1, board.paths[0][::-1]))
    assert crowded(board) == [] != crowded(replace_path(board, 1, board.paths[0][::-1]))
    x, y = board.paths[0][len(board.paths[0]) // 2]
    assert crowded(remade(board, spots=(*board.spots[:2], (x + 3, y), *board.spots[3:])))
    moved = remade(board, spots=(board.spots[0], (5.0, 5.0), *board.spots[2:]))
    assert regions_seen(board) == told_regions(board) != regions_seen(moved)


def replace_path(board: Curves, number: int, path: Iterable[Point]) -> Curves:
    return remade(board, paths=(*board.paths[:number], tuple(path), *board.paths[number + 1 :]))


def remade(board: Curves, **changes: object) -> Curves:
    return replace(board, **changes)  # type: ignore[type-var, arg-type]


def test_dead_spots_are_drawn_small_and_cannot_be_pressed() -> None:
    *_, match = play_at_random(3, Random(5))
    scene = match.played().scenes[0]
    assert match.is_over
    picture = scene_svg(scene, "Sprouts")
    assert 'role="button"' not in picture
    assert picture.count("node dead") == sum(len(ends) == 3 for ends in drawing_of(match).ends)
    assert scene.gone == set(scene.items)


def by_strokes(spots: int, seed: int) -> Iterator[Curves]:
    """A game of curves that are drawn at random in a region at random: more of them go round others."""
    random, board = Random(seed), spread_out(spots)
    while lands := lands_drawn(board):
        several = list(strokes(board, random.choice([number for land in lands for number in land.regions])))
        if several:
            board = drawn(board, random.choice(several))
            yield board


@pytest.mark.parametrize(
    ("spots", "seeds"),
    [(4, (1,)), *(pytest.param(n, range(1, 25, 2), marks=pytest.mark.long) for n in range(4, sprouts.MOST_CURVED + 1))],
)
def test_late_curves_do_not_look_joined(spots: int, seeds: Sequence[int]) -> None:
    """A spot came as near as 0.07 to a curve that was not its own: both were driven the same way by all around."""
    for seed in seeds:
        for board in by_strokes(spots, seed):
            assert touching(board) == [] == crowded(board), seed
            assert regions_seen(board) == told_regions(board)


def test_a_browser_draws_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relax, "find_spec", lambda name: None)
    drawn.cache_clear()
    for board in by_strokes(3, 1):
        assert touching(board) == [] == crowded(board)
        assert regions_seen(board) == told_regions(board)
    drawn.cache_clear()


def test_a_link_to_any_way_is_read_back() -> None:
    """With more ways than games that are shown have: numbers of three digits."""
    match = play("sprouts 6")
    played = match.played()
    choice = max(match.choices, key=lambda one: len(played.ways(one)[1]))
    count = len(played.ways(choice)[1])
    assert count > 100
    match.play_all([f"{choice.move} ~{count}"], "a link")
    assert match.ways == [count - 1]


def test_a_position_that_was_typed_has_no_curves() -> None:
    played = play("sprouts 0.2.AB.}AB.}!").played()
    assert not isinstance(played.scenes[0].board, Curves)

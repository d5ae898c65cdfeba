"""Starts of games on heaps as data with which a page plays without Python: what can be left of each heap, as a table.

A row of the table is one move from a heap of that size: the heaps that it leaves, and in each of its ways which of the
heap's counters it touches and which are those of each heap that is left. All of it is read off moves that are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from grundy.api.scenes import Played, initial_scenes
from grundy.api.touched import board_of
from grundy.api.turns import Turn, TurnChoice, choices
from grundy.errors import GrundyError
from grundy.games.pieces import ask_of
from grundy.model.board import Piles
from grundy.model.rule import Component, Position, Rule
from grundy.model.scene import Scene
from grundy.web.boards import scene_json
from grundy.web.starts import drawn, split

MOST_COUNTERS = 25  # of a heap
MOST_ROWS = 2_000  # of the table
MANY_PILES, MANY_COUNTERS = 6, 15  # of which others are made; fewer than ten, whose names are as long
NUMBER = "{number}"  # stands in a text for the number of a pile, or of the counters that are there


def heap_start_of(position: Position, sequence: bool) -> dict[str, Any] | None:
    """What a page needs to play heaps to their end; None where a move is not one in a heap that only gets less.

    Returns
    -------
    dict or None
        As `start_of` (starts.py), but `sizes` in place of `set`, `table` in place of `moves`: for each size the moves
        from it, each with `text`, `says`, `left` and `ways`; and of the picture its head and `piles`.

    Examples
    --------
    >>> from grundy.games.heaps import nim
    >>> found = heap_start_of(nim(2), True)
    >>> [(move["text"], move["left"], move["ways"]) for move in found["table"][2]]
    [('pile {number}, take 1', [1], [{'spots': [2], 'kept': [[1]]}]), ...]
    """
    if len(position.components) != 1:
        return None
    (component,) = position.components
    sizes = [state for state in component.states if type(state) is int]
    if not component.rule.space.part_name or len(sizes) != len(component.states) or not sizes:
        return None
    if max(sizes) > MOST_COUNTERS or not isinstance(board_of(component.rule, component.states), Piles):
        return None
    try:
        table = [_moves(component.rule, size) for size in range(max(sizes) + 1)]
    except GrundyError:
        return None  # such as a size that is no state of the rule
    rows = [row for row in table if row is not None]
    if len(rows) < len(table) or sum(map(len, rows)) > MOST_ROWS:
        return None
    scene = initial_scenes(position).scenes[0]
    board = scene_json(1, scene, (), component)
    del board["svg"]
    return {
        "components": [[component.rule.spec, component.rule.space.write(component.states)]],
        "board": board,
        "ask": ask_of(scene.spec, scene.board),
        "sequence": sequence,
        "each": component.rule.space.part_name,
        "sizes": sizes,
        "table": rows,
        "picture": _picture(scene, sizes),
    }


def many_heaps(rule: Rule, sequence: bool) -> dict[str, Any] | None:
    """The start of many large heaps, of which a page makes that of any fewer and smaller ones; None where it has none.

    Each pile is drawn alike whatever lies beside it, so that of those only the size of the picture is new: `wide` has
    its width for the largest heap, `high` its height for the number of piles, from one on.

    >>> from grundy.games.heaps import nim
    >>> found = many_heaps(nim, True)
    >>> found["wide"][5:7], found["high"][:2]
    (['184.2', '207.2'], ['33', '62'])
    """
    if rule.arity != 1 or not rule.space.part_name or not all(map(rule.fits, range(MANY_COUNTERS + 1))):
        return None
    start = heap_start_of(Position((Component(rule, (MANY_COUNTERS,) * MANY_PILES),)), sequence)
    if start is None or start["components"][0][1] != " ".join([str(MANY_COUNTERS)] * MANY_PILES):
        return None

    def size_of(*sizes: int) -> list[str]:
        head, _ = split(drawn(initial_scenes(Position((Component(rule, sizes),))).scenes[0]))
        return head.partition('viewBox="0 0 ')[2].partition('"')[0].split()

    wide = [size_of(size)[0] for size in range(MANY_COUNTERS + 1)]
    return start | {"wide": wide, "high": [size_of(*[1] * count)[1] for count in range(1, MANY_PILES + 1)]}


def _moves(rule: Rule, size: int) -> list[dict[str, Any]] | None:
    """The moves from a heap of some size; None where one does more than to leave less of it."""
    alone, beside = Position((Component(rule, (size,)),)), Position((Component(rule, (size,) * 3),))
    played, three = initial_scenes(alone), initial_scenes(beside)
    several = choices(Turn(beside))
    by_place = [[choice for choice in several if choice.part.place == place] for place in (1, 2, 3)]
    moves = []
    for number, choice in enumerate(choices(Turn(alone))):
        left = [part for part in choice.left if type(part) is int]
        if len(left) < len(choice.left) or sum(left) > size or choice.next != "opponent":
            return None
        same = [of_place[number] for of_place in by_place]
        text, says = _pattern([str(twin.move) for twin in same]), _pattern([three.words(twin) for twin in same])
        ways = _ways(played, choice, left)
        if text is None or says is None or not ways:
            return None
        moves.append({"text": text, "says": says, "left": left, "ways": ways})
    return moves


def _ways(played: Played, choice: TurnChoice, left: Sequence[int]) -> list[dict[str, Any]]:
    """For each way of a move from one heap the counters that it touches, and those of each heap that it leaves."""
    ways = []
    for number, way in enumerate(played.ways(choice)[1]):
        by_heap: list[list[int]] = [[] for _ in left]
        for lot in played.after(choice, number).lots[0]:
            for local, item in lot.names.items():
                by_heap[int(local.partition(",")[0]) - 1].append(int(item.partition(",")[2]))
        ways.append({"spots": [int(item.partition(",")[2]) for item in way], "kept": by_heap})
    return ways


def _pattern(texts: Sequence[str]) -> str | None:
    """A text of three piles with the number of the pile left open; None where they differ in more.

    >>> _pattern(["take 1 from pile 1", "take 1 from pile 2", "take 1 from pile 3"])
    'take 1 from pile {number}'
    """
    first, second, third = texts
    at = next((at for at, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    if at is None:
        return None
    pattern = first[:at] + NUMBER + first[at + 1 :]
    return pattern if [pattern.replace(NUMBER, str(n)) for n in (1, 2, 3)] == [first, second, third] else None


def _picture(scene: Scene, sizes: Sequence[int]) -> dict[str, Any]:
    """The picture of the start: for each pile what it begins with, its counters, there and gone, and what it ends with.

    A counter says how many are there; `cuts` are the lines between neighbours, drawn where they belong to two heaps.
    """
    head, piles = split(drawn(replace(scene, parts=())))
    empty = split(drawn(replace(scene, gone=frozenset(scene.items), parts=())))[1]
    apart = split(drawn(replace(scene, parts=tuple(frozenset({item}) for item in scene.items))))[1]
    drawn_piles = []
    for size, here, gone, cut in zip(sizes, piles, empty, apart, strict=True):
        (tag, parts), (_, without), (_, lines) = split(here), split(gone), split(cut)
        there = [part.replace(f' of {size}"', f' of {NUMBER}"') for part in parts[1 : size + 1]]
        drawn_piles.append(
            {
                "head": tag + parts[0],
                "counters": [list(pair) for pair in zip(there, without[1 : size + 1], strict=True)],
                "hollow": without[size + 1],
                "cut": parts[-1],
                "cuts": [f"M{line}" for line in lines[-1].partition(' d="')[2].partition('"')[0].split("M")[1:]],
            }
        )
    return {"head": head, "piles": drawn_piles}

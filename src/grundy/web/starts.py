"""Starts of games as data with which a page plays without Python: their moves as masks, and what these change.

A move needs some places and clears some, so that a position is a set of places. What the picture of the start consists
of, and which of it goes with which places, is found by making each first move: a part of the picture is there as long
as all its places are. Nothing here knows a game.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from grundy.api.scenes import Played, initial_scenes
from grundy.api.turns import Turn, TurnChoice, choices
from grundy.engines.search.board import as_sets
from grundy.errors import OutOfReach
from grundy.games.pieces import ask_of
from grundy.model.option import State
from grundy.model.rule import Position
from grundy.model.scene import Scene
from grundy.model.shapes import BitmaskMove
from grundy.show.scene_svg import piece_svg, scene_svg
from grundy.web.boards import scene_json

MOST_PLACES = 50  # a set of them is a number that JavaScript has exactly
MOST_MOVES = 300  # of the start
_TAG = re.compile(r"<(/?)[a-z]+[^>]*?(/?)>")
_LAID = '<g class="laid">'


def start_of(position: Position) -> dict[str, Any] | None:
    """What a page needs to play a position to its end; None where its moves are not such masks.

    Returns
    -------
    dict or None
        `components`, `board` and `ask` as `game` answers them (handlers.py); `set`, the places of the start as a
        number with bit i for place i; `moves`, each with `says`, `text` and `spots`, the set that it needs and the one
        that it clears; and `picture`: what the <svg> begins with, and its parts, each with what is drawn in its place
        once it is gone, and the places that it stands on; `laid` has the pieces that a move lays, of player 1 and 2.

    Examples
    --------
    >>> from grundy.api.work import position_of
    >>> found = start_of(position_of("cram 1x3"))
    >>> found["set"], [(move["text"], move["need"], move["clear"]) for move in found["moves"]]
    (7, [('cells ((1, 1), (1, 2))', 3, 3), ('cells ((1, 2), (1, 3))', 6, 6)])
    """
    start = _start(position)
    if start is None:
        return None
    masks = _masks(start)
    picture = _picture(start, [clear for _, clear in masks]) if masks is not None else None
    if masks is None or picture is None:
        return None
    (component,), scene = position.components, start.played.scenes[0]
    moves = []
    for choice, (need, clear) in zip(start.choices, masks, strict=True):
        _, ways = start.played.ways(choice)
        says = start.played.words(choice)
        moves.append({"says": says, "text": str(choice.move), "spots": ways, "need": need, "clear": clear})
        if scene.pieces == "dominoes":
            laid = start.played.after(choice).scenes[0].laid[-1]
            moves[-1]["laid"] = [piece_svg(replace(laid, player=player)) for player in (1, 2)]
    board = scene_json(1, scene, (), component)
    del board["svg"]
    return {
        "components": [[component.rule.spec, component.rule.space.write(component.states)]],
        "board": board,
        "ask": ask_of(scene.spec, scene.board),
        "set": start.here,
        "moves": moves,
        "picture": picture,
    }


@dataclass(frozen=True, slots=True)
class _Start:
    """A position of one board, its moves, and the places of it and of what each leaves."""

    played: Played
    choices: Sequence[TurnChoice]
    moves: Sequence[BitmaskMove]
    here: int
    left: Sequence[int]


def _start(position: Position) -> _Start | None:
    """The same as sets of places, if there are few and moves only clear some."""
    if len(position.components) != 1 or len(position.components[0].states) != 1:
        return None
    (component,) = position.components
    sets = as_sets(component.rule.shape)
    if sets is None:
        return None
    try:
        field, places = sets.field(component.states[0])
        listed = choices(Turn(position), MOST_MOVES) if field.places <= MOST_PLACES else []
    except OutOfReach:
        return None
    here = places(component.states[0])
    plain = all(not off and not flip for _, off, _, flip in field.moves)
    if not plain or not listed or any(choice.next != "opponent" or len(choice.left) != 1 for choice in listed):
        return None
    return _Start(initial_scenes(position), listed, field.moves, here, [places(_only(choice)) for choice in listed])


def _only(choice: TurnChoice) -> State:
    (state,) = choice.left
    return state


def _masks(start: _Start) -> list[tuple[int, int]] | None:
    """For each choice the places that it needs and clears; None where they are not told by what can be done later.

    Of masks that lead from the start to the same set those are a choice's with which it is there after just those first
    moves after which the rule has it. Masks that agree in this agree in all positions, as what was cleared by several
    moves was cleared by one of them.
    """
    later = [{following.move.labels for following in choices(choice.after)} for choice in start.choices]
    by_choice: list[tuple[int, int]] = []
    for choice, left in zip(start.choices, start.left, strict=True):
        fitting = [
            (need, clear & start.here)
            for need, _, clear, _ in start.moves
            if not need & ~start.here and start.here & ~clear == left
            and all(
                (not need & ~after) == (choice.move.labels in labels)
                for after, labels in zip(start.left, later, strict=True)
            )
        ]  # fmt: skip
        if not fitting:
            return None
        by_choice.append(next((masks for masks in fitting if masks not in by_choice), fitting[0]))
    return by_choice


def _picture(start: _Start, clears: Sequence[int]) -> dict[str, Any] | None:
    """The parts of the picture of the start; None where some look different after different moves."""
    head, parts = split(drawn(start.played.scenes[0]))
    if not parts:
        return None
    gone: list[str | None] = [None] * len(parts)
    stands_on = [start.here] * len(parts)
    for choice, clear in zip(start.choices, clears, strict=True):
        scenes = start.played.after(choice).scenes
        frame, now = split(drawn(scenes[0]))
        if len(scenes) != 1 or frame != head or len(now) != len(parts):
            return None
        for number, (old, new) in enumerate(zip(parts, now, strict=True)):
            if new.startswith(_LAID):
                continue
            if new == old:
                stands_on[number] &= ~clear
            elif gone[number] in (None, new):
                gone[number] = new
            else:
                return None
    rows = []
    for part, other, places in zip(parts, gone, stands_on, strict=True):
        rows.append([part] if other is None else [part, other, places])
    return {"head": head, "parts": rows}


def drawn(scene: Scene) -> str:
    return scene_svg(scene, f"component 1: {scene.spec}")


def split(svg: str) -> tuple[str, list[str]]:
    """The tag with which a picture begins, and the elements in it.

    >>> split('<svg a="b"><g><path/></g><text>1</text></svg>')
    ('<svg a="b">', ['<g><path/></g>', '<text>1</text>'])
    """
    tags = list(_TAG.finditer(svg))
    elements: list[str] = []
    depth, begin = 0, 0
    for tag in tags[1:-1]:
        if depth == 0:
            begin = tag.start()
        depth += (not tag[1] and not tag[2]) - bool(tag[1])
        if depth == 0:
            elements.append(svg[begin : tag.end()])
    return (tags[0][0] if tags else ""), elements

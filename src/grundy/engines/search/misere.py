"""Misère play on sets of places: the whole position is one set, since values of parts do not add."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.engines.engine import Direct, DirectOutcome, Normal, listed
from grundy.engines.options import DEFAULT_OPTIONS, SearchOptions
from grundy.engines.search.asker import Asked, Asker
from grundy.engines.search.shapes import as_sets, side_by_side
from grundy.engines.sums import movable
from grundy.model.move import Move
from grundy.model.result import Evidence, Result, WinningMoves
from grundy.model.rule import Part, Position
from grundy.model.shapes import Moves

BY = "search of whole positions, nothing added or cancelled"


def engine(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for positions all of whose parts in which there is a move are sets of places."""
    return Direct(lambda position: answer(position, options))


def answer(position: Position, search_options: SearchOptions = DEFAULT_OPTIONS) -> Result:
    """Who wins misère play, and by which moves."""
    parts = movable(position) or list(position.parts())
    shapes = [as_sets(part.rule.shape) for part in parts]
    boards = [shape.field(part.state) for shape, part in zip(shapes, parts, strict=True) if shape]
    fields = [field for field, _ in boards]
    whole = fields[0] if len(fields) == 1 else side_by_side(fields)
    ask = Asker(search_options, misere=True).ask
    options = [list(part.rule.options(part.state)) for part in parts]
    places, start = 0, 0
    asked: list[Asked] = []
    for part, (field, read), found in zip(parts, boards, options, strict=True):
        own = read(part.state)
        places |= own << start
        asked += [(whole, (read(option.parts[0]) ^ own) << start, None) for option in found]
        start += field.places
    wins = bool(ask([(whole, places, None)])[0])
    lost = iter([not other for other in ask([(whole, places ^ gone, None) for _, gone, _ in asked])] if wins else [])
    moves = [
        listed([part.rule.labels(option) for option in found if next(lost)] if wins else [])
        for part, found in zip(parts, options, strict=True)
    ]
    return _result(position, parts, moves, wins)


def _result(position: Position, parts: list[Part], moves: list[Moves], wins: bool) -> Result:
    def each() -> Iterator[Move]:
        for part, found in zip(parts, moves, strict=True):
            for labels in found:
                yield position.move(part, labels)

    winning = WinningMoves(sum(found.count for found in moves), each)
    return Result(position, "misere", "first" if wins else "second", None, winning, Evidence("computed", BY))

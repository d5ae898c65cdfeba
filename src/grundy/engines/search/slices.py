"""On a worker: a question about an opening is searched for a slice of time, and what that has settled is brought home.

A process keeps its searches from one call to the next, and so goes on with a question where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from time import process_time
from typing import Any, TypeAlias
from uuid import uuid4

from grundy.engines.options import SearchOptions
from grundy.engines.search import arrays, plain
from grundy.engines.search.asker import Asker
from grundy.engines.search.board import Board, prepare
from grundy.engines.search.driver import Question
from grundy.engines.search.settled import begin_log, logged, take_over
from grundy.model.shapes import SubsetGame

NEVER = 2**62

Opening: TypeAlias = tuple[str, int]
"""The name of a field, and the least set of it that is worth as much by a symmetry."""


def answer_opening(
    places: int,
    moves: Sequence[Sequence[int]],
    squares: Sequence[Sequence[int]],
    images: Sequence[Sequence[int]],
    opening: str,
    value: int,
    method: Any,
    memory: int | None,
    seconds: float,
    after: int,
    upto: int,
    news: str,
) -> tuple[str, int, bool | None, str, int, float, int, int, str]:
    """Search for some seconds of a processor whether a set of a field has a value.

    Args:    places, moves, squares, images: of the field. opening: the set. method, memory: of the search.
             news: what other processes have settled, which came home after answer `after` and up to answer `upto`.
    Returns: the set and the value; whether it has that, or None where it is not known yet; the name of this process;
             positions searched, and seconds of a processor for that; `after` and `upto`; what has been settled.
    Raises:  StoreError: the news are wrong.
    """
    rows = (tuple(map(tuple, one)) for one in (moves, squares, images))
    search = _asker(method, memory).search_of(_field(places, *rows))
    nodes = search.nodes
    if news:
        tables = search.prepare()
        take_over(tables, arrays.from_text(news).reshape(-1, tables.words + 1), "what other workers settled")
    if search.tables:
        begin_log(search.tables)
    began, is_new = process_time(), search.tables is None
    steps = search.answers([Question(int(opening, 16), value)])
    yes = None
    while True:
        try:
            next(steps)
        except StopIteration as done:
            yes = bool(done.value[0])
            break
        begin_log(search.prepare())
        if is_new:  # to make its tables took it seconds
            began, is_new = process_time(), False
        if process_time() - began > seconds:
            steps.close()
            break
    spent = min(seconds, process_time() - began)
    brought = arrays.text_of(logged(search.tables)) if search.tables else ""
    return opening, value, yes, _process(), search.nodes - nodes, spent, after, upto, brought


@cache
def _process() -> str:
    return uuid4().hex


@cache
def _asker(method: Any, memory: int | None) -> Asker:
    return Asker(SearchOptions(method, memory), misere=False, forecast_at=NEVER)


@cache
def _field(places: int, moves: Any, squares: Any, images: Any) -> SubsetGame:
    """One object for one field: searches are kept by it."""
    return SubsetGame(places, moves, squares, images)


@cache
def board(field: SubsetGame) -> tuple[str, Board]:
    """The name of a field, which is the same in every process, and its board."""
    return sha256(repr(sent(field)).encode("ascii")).hexdigest(), prepare(field)


def opening(field: SubsetGame, places: int) -> Opening:
    """What sets that are alike by a symmetry have in common."""
    name, found = board(field)
    return name, plain.key(found, found.inward(places))


def sent(field: SubsetGame) -> tuple[Any, ...]:
    """A field as the first arguments of a call."""
    return field.places, field.moves, field.squares, field.images

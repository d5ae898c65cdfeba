"""What smaller boards took tells how large a search may become.

A smaller board is a part of the position itself: its first columns, or of a graph the nodes around the first one. So
they need no name of a family, and a position with holes has smaller ones with holes. Each is searched from nothing,
with its winning moves, one column more at a time, until that takes too long.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any, Protocol

from grundy.engines.search.board import Board, bits
from grundy.runs.forecast import Forecast, SmallerCase, growing

if TYPE_CHECKING:
    from grundy.engines.search.tables import Tables

MOST_NODES = 400_000  # in all smaller boards together: about a second
MOST_WORK = 48_000_000  # the same, where positions are dear: by `price`, so that a busy machine tells what another does
PIECE = 2_000_000  # of it between two looks at how far a search is
OWN_WORK = 50  # of a position, whatever moves there are
MOST_SECONDS = 4.0  # what no board should come to; kernels are loaded before that counts
STEPS = 16  # parts of a graph
MEMORY = 256 * 2**20
LOADING = 3.0  # seconds for kernels
thread_time = getattr(time, "thread_time", time.process_time)  # Python in a browser has no threads
SHOWN = 4  # smaller boards of which is said what they took
SLOWER = 2.0  # times as slow as a short search, a long one may be: its tables are out of the caches


class ForecastSearch(Protocol):
    """What is needed of a search of a board (driver.BoardSearch)."""

    board: Board
    tables: Tables | None
    cores: int

    @property
    def nodes(self) -> int: ...

    def beside(self, memory: int, piece: int) -> ForecastSearch: ...

    def costs(self, places: int) -> Generator[Any, None, None]: ...


def forecast(search: ForecastSearch, places: int) -> Generator[str, None, Forecast | None]:
    """How many positions the search of a set will look at; None if it is too small. Says what it is at."""
    from grundy.runs.memory import memory_in_use

    smaller_cases = yield from cases(search, places)
    last = max((case for case in smaller_cases if case.seconds), key=lambda case: case.units, default=None)
    if last is None or not last.units or search.tables is None:
        return None
    size = places.bit_count()
    middle, factor = growing(smaller_cases, size)
    rate = last.units / last.seconds
    rates = rate / SLOWER, rate * (search.cores)
    low, high = Forecast(middle, factor, rates, (0, 0), "").total()
    here = memory_in_use()
    memory = here + search.tables.expected_bytes(low)[0], here + search.tables.expected_bytes(high)[1]
    told = [case for case in smaller_cases if case.units][-SHOWN:]
    took = ", ".join(f"{case.size} places{'' if case.ended else ' more than'} {case.units:,}" for case in told)
    return Forecast(middle, factor, rates, memory, f"by smaller boards: {took} positions; this one has {size} places")


def cases(search: ForecastSearch, places: int) -> Generator[str, None, list[SmallerCase]]:
    """What boards smaller than a set took, from the smallest on; the last one may not have come to its end."""
    smaller_cases: list[SmallerCase] = []
    began, nodes, work = thread_time() + LOADING, 0, 0
    for part in smaller(search, places):
        yield f"smaller boards are searched, to tell how long this one takes: {len(smaller_cases)} so far"
        dear = price(search.board, part)
        trial = search.beside(MEMORY, max(1, PIECE // dear))
        started = thread_time()
        steps = trial.costs(part)
        ended = False
        most = min(MOST_NODES - nodes, (MOST_WORK - work) // dear)
        while trial.nodes < most and thread_time() - began < MOST_SECONDS:
            try:
                next(steps)
            except StopIteration:
                ended = True
                break
        if not nodes and trial.nodes:  # the first that was searched
            began = thread_time()
        nodes += trial.nodes
        work += trial.nodes * dear
        if not ended and not trial.nodes:
            break
        smaller_cases.append(SmallerCase(part.bit_count(), trial.nodes, thread_time() - started, ended))
        if not ended:
            break
    return smaller_cases


def price(board: Board, part: int) -> int:
    """What a position of a part takes, about: its moves are gone through, each word by word."""
    return OWN_WORK + board.words * sum(need & part == need for need, *_ in board.moves)


def smaller(search: ForecastSearch, places: int) -> Iterator[int]:
    """Parts of a set, each with the one before in it."""
    board = search.board
    if board.rows:
        column = (1 << board.rows * board.layers) - 1
        ends = [(column << at * board.rows * board.layers) for at in range(board.columns)]
        pieces = [places & end for end in ends if places & end]
    else:
        order = _around(search, places)
        step = max(1, len(order) // STEPS)
        pieces = [sum(1 << place for place in order[at : at + step]) for at in range(0, len(order), step)]
    part = 0
    for piece in pieces[:-1]:
        part |= piece
        yield part


def _around(search: ForecastSearch, places: int) -> list[int]:
    """The places of a set, the first one of each part and then what is joined to those before."""
    near, wide = search.board.links
    order: list[int] = []
    while places:
        queue = [(places & -places).bit_length() - 1]
        places &= places - 1
        for place in queue:
            joined = near[place]
            for link in wide:
                joined |= link if link >> place & 1 else 0
            queue += bits(joined & places)
            places &= ~joined
        order += queue
    return order

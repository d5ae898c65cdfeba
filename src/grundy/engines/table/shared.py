"""A table piece by piece, each given to an executor when those before it are finished: of cores, or of machines.

Nothing is assumed of the rule: the kernel checks for every option that its piece is finished, and stops where one is
not; the piece then waits for that one.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import TYPE_CHECKING, Any, NamedTuple

from grundy.compile.emit import UNREADY
from grundy.runs.workers import TICK

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Ran(NamedTuple):
    """How far a kernel came in a piece, why it stopped, and for which piece."""

    piece: int
    at: int
    code: int
    needs: int


Neighbours = Callable[[int], Iterable[int]]


def fill_pieces(
    submit: Callable[[int, int], Future[Any]],
    ahead: int,
    done: NDArray[Any],
    at: dict[int, int],
    before: Neighbours,
    after: Neighbours,
    taken: Callable[[Any], Ran] = lambda ran: ran,
) -> Generator[tuple[int, int], None, int]:
    """Run all pieces that are not done; yields how many runs have ended, and how many of them before their piece's end.

    Args:    submit: gives an executor work on a piece, from a state on. ahead: how many pieces it is given at once.
             done: 1 for each piece that is finished. at: from where on each of the others is to be worked on; both
             are kept up to date. before, after: the pieces that are waited for before one is begun, and those that
             wait for it. taken: makes of what a future holds how far its piece is; called in this thread.
    Returns: why the work stopped, 0 if it is done or pieces wait for each other.
    """
    missing = {piece: sum(not done[other] for other in before(piece)) for piece in range(len(done)) if not done[piece]}
    # the lowest first: what is right from the first state on, and so what a checkpoint keeps, then follows closely
    ready = [piece for piece, others in missing.items() if not others]
    waiting: dict[int, list[int]] = {}
    running: set[Future[Any]] = set()
    stopped, runs, missed = 0, 0, 0
    while running or (ready and not stopped):
        while ready and len(running) < ahead and not stopped:
            piece = heapq.heappop(ready)
            running.add(submit(piece, at[piece]))
        ended, running = wait(running, TICK, FIRST_COMPLETED)
        for ran in (taken(future.result()) for future in ended):
            at[ran.piece] = ran.at
            runs, missed = runs + 1, missed + (ran.code == UNREADY)
            if ran.code == 0:
                done[ran.piece] = 1
                for other in after(ran.piece):
                    if other not in missing:  # it was finished before, out of its order
                        continue
                    missing[other] -= 1
                    if not missing[other]:
                        heapq.heappush(ready, other)
                for other in waiting.pop(ran.piece, ()):
                    heapq.heappush(ready, other)
            elif ran.code != UNREADY:
                stopped = ran.code
            elif done[ran.needs]:
                heapq.heappush(ready, ran.piece)
            else:
                waiting.setdefault(ran.needs, []).append(ran.piece)
        yield runs, missed
    return stopped

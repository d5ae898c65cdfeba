"""One couple searched by several workers at once, which share nim-values.

The top of the search is a tree of couples in plain Python: proof-number search proper. Its leaves are jobs: a worker
searches one for some hundred thousand positions with proof numbers of its own (proof/kernels.py), and where that does
not settle it, the leaf gets its options as new leaves. While a leaf is worked on, the others are chosen as if it had
ended the way that its numbers make likely. Between two rounds of a twentieth of a second no worker runs: then fresh
nim-values are poured together, and the tree and the tables change.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, TypeAlias

from grundy.engines.search.tables import Desk, Tables
from grundy.runs.chunk import Chunk

ROUND = 0.05  # seconds that workers run between two looks at the tree
MOST_NODES = 100_000  # in a round
JOB_NODES = 300_000
JOB_SHARE = 20  # a job may take this part of all that was searched: few large jobs repeat less
SETTLED = 1 << 40  # work of what the tree has settled: it is not to be pushed out of a table

Key: TypeAlias = tuple[Any, ...]
NONE_FOUND: Mapping[Key, int] = {}


@dataclass(eq=False, slots=True)
class Spot:
    """A couple: a heap beside a part, or beside parts the values of all but one of which are to be found first.

    parts    keys
    phi, delta  proof and disproof number; (0, INFINITE) is won for whoever is to move, (INFINITE, 0) lost
    options  None where there are none yet
    """

    parts: tuple[Key, ...]
    heap: int
    phi: int
    delta: int
    options: list[Spot] | None = None
    before: list[Spot] = field(default_factory=list)


class Team:
    """The tree above one couple."""

    def __init__(self, tables: Tables, key: Key, heap: int) -> None:
        import numpy as np

        from grundy.engines.search.proof import kernels

        key = tuple(map(np.uint64, key))  # kernels take words as such
        self.tables, self.kernels, self.infinite = tables, kernels, kernels.INFINITE
        self.spots: dict[tuple[Key, int], Spot] = {}
        self.jobs: dict[int, Spot] = {}  # by number of the desk
        self.root = self._couple(key, heap, 1, 1)
        self._open(self.root, tables.desks[0])

    def search(self, between: Callable[[], Iterable[Chunk]]) -> Generator[Chunk, None, bool]:
        """Whether the couple is lost for whoever is to move; yields what `between` does, after each round."""
        desks = self.tables.desks
        budgets = [1000] * len(desks)
        with ThreadPoolExecutor(len(desks), thread_name_prefix="search") as threads:
            while not is_settled(self.root):
                for number in range(len(desks)):
                    if number not in self.jobs:
                        self._assign(number)
                rounds = [(number, threads.submit(self._run, number, budgets[number])) for number in self.jobs]
                for number, running in rounds:
                    status, took = running.result()
                    budgets[number] = min(
                        MOST_NODES, max(100, int(budgets[number] * min(4.0, ROUND / max(1e-4, took))))
                    )
                    if status == self.kernels.STACK_FULL:
                        desks[number].grow_stack()
                    elif status == self.kernels.DONE:
                        self._done(desks[number], self.jobs.pop(number))
                self.tables.gather()
                list(threads.map(self.tables.pour_numbers, range(len(desks))))
                self.tables.clear_numbers()
                self.tables.grow_numbers()
                yield from between()
        return self.root.delta == 0

    def refuted(self) -> tuple[int, int]:
        """How many options of the root are won, of how many that were open."""
        options = self.root.options or []
        return sum(below.phi == 0 for below in options), len(options)

    def _run(self, number: int, budget: int) -> tuple[int, float]:
        from grundy.engines.search.spans.kernels import Span, spans

        t, desk = self.tables, self.tables.desks[number]
        began = monotonic()
        tuples = map(spans, (t.moves, t.keys, desk.known, desk.pool, desk.scratch, desk.frames, desk.numbers))
        status = self.kernels.run(*tuples, spans(desk.rated), Span(desk.state), False, budget)
        return int(status), monotonic() - began

    # jobs

    def _assign(self, number: int) -> None:
        """Give a desk the leaf that matters most, if there is one."""
        while not is_settled(self.root):
            found = self._chosen()
            if found is None:
                return
            spot, phi, delta = found
            if self._is_known(spot):
                continue
            desk = self.tables.desks[number]
            kernels, frames = self.kernels, desk.frames
            key = min(spot.parts, key=lambda part: sum(int(word).bit_count() for word in part))
            frames.part[: self.tables.words] = key
            frames.kind[0] = kernels.COUPLE if len(spot.parts) == 1 else kernels.VALUE
            frames.heap[0], frames.phi[0], frames.delta[0] = spot.heap, phi, delta
            desk.state[:2] = 0, kernels.ENTER
            nodes = max(JOB_NODES, self.tables.nodes // JOB_SHARE)
            desk.state[8] = desk.nodes + nodes if len(spot.parts) == 1 else 2**62
            self.jobs[number] = spot
            return

    def _done(self, desk: Desk, spot: Spot) -> None:
        """Take over what a job has found."""
        if is_settled(spot):
            return
        if len(spot.parts) > 1:
            self.tables.gather()
            part = tuple(desk.frames.part[: self.tables.words])
            self._is_known(spot, {part: int(desk.state[3])})  # the table of values may have had no room for it
            return
        phi, delta = int(desk.state[4]), int(desk.state[5])
        if phi == 0 or delta == 0:
            self._settle(spot, phi == 0)
        elif desk.nodes >= desk.state[8]:
            self._open(spot, desk)
        else:  # another leaf matters more now
            spot.phi, spot.delta = phi, delta
            self._update(spot.before)

    def _open(self, spot: Spot, desk: Desk) -> None:
        """Give a couple its options."""
        from grundy.engines.search.spans.kernels import spans

        t, pool, numbers, words = self.tables, desk.pool, desk.numbers, self.tables.words
        tuples = map(spans, (t.moves, t.keys, desk.known, pool, desk.scratch, numbers))
        last, _ = self.kernels.list_open(*tuples, spans(desk.rated), spot.parts[0], spot.heap, 0, 0)
        if last < 0:
            self._settle(spot, True)
            return
        spot.options = []
        for option in range(last):
            first, heap = int(pool.first[option]), int(numbers.heap[option])
            taken = pool.words[first * words : (first + int(pool.count[option])) * words].reshape(-1, words)
            parts = tuple(map(tuple, taken))
            phi, delta = int(numbers.phi[option]), int(numbers.delta[option])
            if len(parts) == 1:
                below = self._couple(parts[0], heap, phi, delta)
            else:
                below = Spot(parts, heap, phi, delta)
            below.before.append(spot)
            spot.options.append(below)
        self._update([spot])

    def _couple(self, key: Key, heap: int, phi: int, delta: int) -> Spot:
        """The spot of a couple, made where there is none yet."""
        return self.spots.setdefault((key, heap), Spot((key,), heap, phi, delta))

    def _is_known(self, spot: Spot, found: Mapping[Key, int] = NONE_FOUND) -> bool:
        """Whether nim-values that have become known, or are given, change a leaf; its spots are then changed."""
        from grundy.engines.search.spans.kernels import spans

        values = [found.get(part, self.tables.value_of(part)) for part in spot.parts]
        if all(value < 0 for value in values):
            return False
        heap, parts = spot.heap, []
        for part, value in zip(spot.parts, values, strict=True):
            if value < 0:
                parts.append(part)
            else:
                heap ^= value
        if not parts:
            self._settle(spot, heap != 0)
            return True
        if len(parts) == 1:
            moves, rated = spans(self.tables.moves), spans(self.tables.desks[0].rated)
            phi, delta = self.kernels.expected(moves, rated, parts[0], heap)
            other = self._couple(parts[0], heap, int(phi), int(delta))
        else:
            other = Spot(tuple(parts), heap, spot.phi, spot.delta)
        for above in spot.before:
            if above.options is not None:  # else it has been settled
                above.options[above.options.index(spot)] = other
                other.before.append(above)
        self._update(spot.before)
        return True

    # numbers

    def _settle(self, spot: Spot, won: bool) -> None:
        spot.phi, spot.delta = (0, self.infinite) if won else (self.infinite, 0)
        self._tell(spot)
        self._update(spot.before)

    def _tell(self, spot: Spot) -> None:
        """Let all workers know of a settled couple."""
        from grundy.engines.search.spans.kernels import spans

        spot.options = None
        if len(spot.parts) == 1:
            if spot.delta == 0:
                self.tables.keep(spot.parts[0], spot.heap)
            rated = spans(self.tables.desks[0].rated)
            numbers = spot.phi, spot.delta
            self.kernels.keep_numbers(rated, self.tables.moves.shift, spot.parts[0], spot.heap, *numbers, SETTLED)

    def _update(self, spots: list[Spot], undo: list[tuple[Spot, int, int]] | None = None) -> None:
        """Work out the numbers of spots from those of their options, and of all above; old ones go into `undo`."""
        waiting = list(spots)
        while waiting:
            spot = waiting.pop()
            if spot.options is None:
                continue
            phi = min((below.delta for below in spot.options), default=self.infinite)
            delta = min(sum(below.phi for below in spot.options), self.infinite - 1)
            if phi == 0:
                delta = self.infinite
            elif all(below.phi == 0 for below in spot.options):
                phi, delta = self.infinite, 0
            if (phi, delta) == (spot.phi, spot.delta):
                continue
            if undo is not None:
                undo.append((spot, spot.phi, spot.delta))
            spot.phi, spot.delta = phi, delta
            waiting += spot.before
            if undo is None and is_settled(spot):
                self._tell(spot)

    def _chosen(self) -> tuple[Spot, int, int] | None:
        """The leaf that matters most, and the proof and disproof number from which on another one does.

        Those that are worked on count as if they turned out harder than they look, or else as if they were settled.
        """
        for harder in (2, 8, 0):
            undo: list[tuple[Spot, int, int]] = []
            for spot in self.jobs.values():
                undo.append((spot, spot.phi, spot.delta))
                if harder:
                    spot.phi, spot.delta = harder * spot.phi, harder * spot.delta
                else:
                    spot.phi, spot.delta = (0, self.infinite) if spot.phi <= spot.delta else (self.infinite, 0)
                self._update(spot.before, undo)
            found = None if is_settled(self.root) else self._best_leaf()
            for spot, phi, delta in reversed(undo):
                spot.phi, spot.delta = phi, delta
            if found is not None and found[0] not in self.jobs.values():
                return found
        return None

    def _best_leaf(self) -> tuple[Spot, int, int]:
        """Down to a leaf by the least disproof numbers, with the same limits as in the kernel."""
        spot, phi, delta = self.root, self.infinite, self.infinite
        while spot.options is not None:
            first, *others = sorted((below for below in spot.options if below.phi), key=lambda below: below.delta)
            second = others[0].delta if others else self.infinite
            phi, delta = delta - spot.delta + first.phi, min(phi, second + (second >> 2) + 1)
            spot = first
        return spot, min(max(phi, spot.phi + 1), self.infinite), min(max(delta, spot.delta + 1), self.infinite)


def is_settled(spot: Spot) -> bool:
    """Whether it is known who wins."""
    return spot.phi == 0 or spot.delta == 0

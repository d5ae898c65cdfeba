"""What was read off a rule's code, compared with what the rule does, at heaps chosen as traps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from grundy.engines.heap.follow import Options, lefts
from grundy.engines.heap.moves import Move
from grundy.model.option import as_option
from grundy.model.rule import Rule

HEAPS = 1_000
MULTIPLES = 300  # of a period, once one is found
LARGEST = 10**6
WORK = 200_000  # turns of loops and options, of all heaps together


@dataclass(frozen=True, slots=True)
class Compared:
    """At how many heaps, up to which, in how many of them all options (elsewhere the first); and where it differs."""

    heaps: int = 0
    largest: int = 0
    whole: int = 0
    differs: int | None = None

    def __add__(self, other: Compared) -> Compared:
        largest = max(self.largest, other.largest)
        differs = self.differs if self.differs is not None else other.differs
        return Compared(self.heaps + other.heaps, largest, self.whole + other.whole, differs)

    def __str__(self) -> str:
        first = "" if self.whole == self.heaps else f", at {self.heaps - self.whole:,} of them the first options alone"
        return f"compared with its options at {self.heaps:,} heaps up to {self.largest:,}{first}"


NOTHING = Compared()


def traps(start: int, period: int | None = None) -> list[int]:
    """Heaps from `start` on: around powers of 2 and 10, and at random; or around multiples of a period."""
    random = Random(start)
    top = max(LARGEST, 4 * start)
    if period is not None:
        turns = top // period + 2
        chosen = {turn * period for turn in (*range(min(turns, 50)), *(random.randrange(turns) for _ in range(50)))}
        near = {middle + step for middle in chosen for step in (-1, 0, 1)}
        return sorted(heap for heap in near if heap >= start)[:MULTIPLES]
    powers = {base**power for base in (2, 10) for power in range(21) if base**power <= top}
    near = {power + step for power in powers for step in (-2, -1, 0, 1, 2)}
    chosen = {*range(start, start + 200), *(heap for heap in near if heap >= start)}
    while len(chosen) < HEAPS:
        chosen.add(random.randint(start, top))
    return sorted(chosen)


def compare(rule: Rule, options: Sequence[Options], moves: Sequence[Iterable[Move]], heaps: Sequence[int]) -> Compared:
    """Ask the rule for its options of these heaps (rising), and what was read, by the residue of the heap, for its own.

    Cost:    at most about WORK options; a heap may take what the smaller ones have left, and its share.
    """
    compared, left, modulus = Compared(), WORK, len(options)
    for place, n in enumerate(heaps):
        t, residue = divmod(n, modulus)
        most = max(left // (len(heaps) - place), 10)
        work, whole, read = 0, True, []
        for each in lefts(options[residue], t):
            work += 1
            if work > most:
                whole = False
                break
            if each is not None:
                read.append(each)
        left = max(left - work, 0)
        if _differs(rule, n, read, whole, moves[residue]):
            return compared + Compared(1, n, whole, n)
        if whole or read:
            compared += Compared(1, n, whole)
    return compared


def _differs(rule: Rule, n: int, read: list[tuple[int, ...]], whole: bool, moves: Iterable[Move]) -> bool:
    found: list[tuple[Any, ...]] = []
    try:
        for yielded in islice(rule.function(n, **dict(rule.parameters)), len(read) + whole):
            option = as_option(yielded)
            if option.next != "opponent":
                return True
            for part in option.parts:
                if type(part) is not int:
                    return True
            found.append(option.parts)
    except (Exception, SystemExit):  # a rule of somebody's: the fault is reported when its value is asked for
        return True
    if not whole:
        return found != read
    expected = {_worth(parts) for parts in found}
    return sorted(found) != sorted(read) or expected != {_worth(parts) for move in moves for parts in move.lefts(n)}


def _worth(parts: tuple[int, ...]) -> tuple[int, ...]:
    """What counts of an option: no heaps of 0, and no two that are equal."""
    heaps = sorted(part for part in parts if part)
    return () if len(heaps) == 2 and heaps[0] == heaps[1] else tuple(heaps)

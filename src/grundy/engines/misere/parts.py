"""Number all parts that play can reach from some states; a part comes after the parts that its options consist of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from grundy.errors import BadRule, OutOfReach
from grundy.model.definition import cycle_text, turn_not_passed
from grundy.model.option import State
from grundy.model.progress import report_counts
from grundy.model.rule import Rule

MOST_PARTS = 100_000
MOST_OPTIONS = 1_000_000  # moves listed for one new part and all parts below it
MOST_WIDE = 50_000  # moves in one part

Sum = tuple[int, ...]
"""A sum: the numbers of its parts in increasing order; () is the empty sum, without a move."""

RuleState = tuple[Rule, State]
ONE = 0


class TooMany(OutOfReach):
    """There are more parts, or moves in them, than the limits above allow."""


class Parts:
    """Parts of any rules, numbered; states whose options are the same sums are one part.

    options   for each part, the distinct sums that its moves leave, at least one: a sum omits parts without a move.
              Part 0 is the heap of 1, whose only move leaves the empty sum. A sum also omits each pair of parts 0;
              this changes the outcome of no sum (Conway 1976, ch. 12: 1 + 1 = 0).
    sizes     for each part, the number of moves of its longest play
    met       for each part, the rule and state that gave it first; part 0 may lack them

    >>> from grundy.games.heaps import nim
    >>> parts = Parts()
    >>> parts.sum([(nim, 2), (nim, 0), (nim, 1), (nim, 1)]), parts.options
    ((1,), [((),), ((), (0,))])
    """

    def __init__(self) -> None:
        self.options: list[tuple[Sum, ...]] = [((),)]
        self.sizes = [1]
        self.met: dict[int, RuleState] = {}
        self._numbers: dict[tuple[Sum, ...], int] = {((),): ONE}
        self._known: dict[RuleState, Sum] = {}
        self._looked = 0

    def sum(self, parts: Iterable[RuleState]) -> Sum:
        """The sum of some parts; new parts, and all parts below them, get numbers. Raises TooMany, BadRule."""
        return joined(self.known(part) for part in parts)

    def all(self) -> Iterable[tuple[RuleState, Sum]]:
        """All states reached so far, each with its sum."""
        return self._known.items()

    def known(self, part: RuleState) -> Sum:
        """A state as a sum: of one part, or the empty sum if it has no move. Raises TooMany, BadRule."""
        if part not in self._known:
            self._add(part)
        return self._known[part]

    def _add(self, root: RuleState) -> None:
        self._looked = 0
        left = {root: self._left(root)}  # for each part on the path; each part there needs the next
        missing = {root: self._missing(root, left[root])}
        path = [root]
        with report_counts(lambda: (len(self._known), len(path))):
            while path:
                part = path[-1]
                below = next(missing[part], None)
                if below is None:
                    path.pop()
                    del missing[part]
                    self._settle(part, left.pop(part))
                elif below in left:
                    raise BadRule(cycle_text([state for _, state in path[path.index(below) :]]))
                else:
                    left[below] = self._left(below)
                    missing[below] = self._missing(below, left[below])
                    path.append(below)

    def _left(self, part: RuleState) -> list[tuple[State, ...]]:
        """The distinct tuples of states that the moves in a part leave. Raises TooMany, BadRule."""
        rule, state = part
        options = list(islice(rule.options(state), MOST_WIDE + 1))
        self._looked += len(options)
        if len(options) > MOST_WIDE or self._looked > MOST_OPTIONS or len(self._known) >= MOST_PARTS:
            raise TooMany(
                f"misère play: more than {MOST_PARTS:,} parts, or {MOST_OPTIONS:,} moves in them, can be reached; "
                "try a smaller position"
            )
        for option in options:
            if option.next != "opponent":
                raise turn_not_passed(rule, f"{option.next!r} at {state!r}")
        return list(dict.fromkeys(option.parts for option in options))

    def _missing(self, part: RuleState, left: list[tuple[State, ...]]) -> Iterator[RuleState]:
        rule = part[0]
        return ((rule, state) for states in left for state in states if (rule, state) not in self._known)

    def _settle(self, part: RuleState, left: list[tuple[State, ...]]) -> None:
        sums, rule = self._known, part[0]
        options = tuple(sorted({joined(sums[rule, state] for state in states) for states in left}))
        if options and options not in self._numbers:
            self._numbers[options] = len(self.options)
            self.options.append(options)
            self.sizes.append(1 + max(sum(self.sizes[part] for part in option) for option in options))
        if options:
            self.met.setdefault(self._numbers[options], part)
        sums[part] = (self._numbers[options],) if options else ()


def joined(sums: Iterable[Sum]) -> Sum:
    """Join sums into one sum.

    >>> joined([(0, 2), (0, 1), (2,)])
    (1, 2, 2)
    """
    parts = sorted(part for summand in sums for part in summand)
    ones = 0
    while ones < len(parts) and parts[ones] == ONE:
        ones += 1
    return tuple(parts[ones - ones % 2 :])


def after(position: Sum, place: int, option: Sum) -> Sum:
    """A sum with the part at a place replaced by one of its options; either sum has at most one heap of 1."""
    rest = position[:place] + position[place + 1 :]
    if not option:
        return rest
    if len(option) == 1 and option[0] != ONE:
        at = bisect_right(rest, option[0])
        return rest[:at] + option + rest[at:]
    whole = sorted(rest + option)
    return tuple(whole[2:] if len(whole) > 1 and whole[1] == ONE else whole)


# ---- Misère outcomes of sums by search, each sum once


@dataclass(slots=True)
class Effort:
    """How many more positions a search may visit."""

    left: int

    def spend(self) -> bool:
        """Count one more position; return whether the search may visit it."""
        self.left -= 1
        return self.left >= 0


def settle(
    root: Sum,
    memo: dict[Sum, bool],
    lookup: Callable[[Sum], bool | None],
    moves: Callable[[Sum], Iterator[Sum]],
    effort: Effort,
    most: int | None = None,
) -> bool:
    """Store in `memo` whether a sum, and each sum that this needs, is a P-position; return whether the effort sufficed.

    A searched sum is a P-position iff no move leads to a P-position. `lookup` returns whether a sum that needs no
    search is a P-position, also for sums in `memo`, else None. `memo` may get at most `most` sums.
    """
    path = [(root, moves(root))]
    settled: bool | None = None  # whether the option last looked up, or last removed from the path, is P
    with report_counts(lambda: (len(memo), len(path))):
        while path:
            position, options = path[-1]
            for option in options if not settled else ():
                if not effort.spend():
                    return False
                settled = lookup(option)
                if settled is None:
                    path.append((option, moves(option)))
                    break
                if settled:
                    break
            else:
                settled = bool(settled)
            if settled is None:
                continue
            if most is not None and len(memo) >= most:
                return False
            settled = memo[position] = not settled
            path.pop()
    return True

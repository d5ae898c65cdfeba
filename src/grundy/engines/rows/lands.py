"""Positions that fall into parts, as those of Sprouts: a search of couples of a part and a heap of Nim.

Lemoine & Viennot 2010: to know who wins, of several parts the values are found of all but the largest, and beside that
one a heap stands for them. So a couple (part, n) is lost if the part is worth n; and if it is lost, that is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from grundy.engines.engine import Answer, Direct, DirectValues, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question, Row
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence
from grundy.model.known import Known, exactly, possible, together
from grundy.model.option import State
from grundy.model.progress import report_counts, report_deduced
from grundy.model.rule import Rule
from grundy.model.shapes import Lands, Moves

BY = Evidence("computed", "a search of couples of a part and a heap (Lemoine & Viennot 2010, Nimbers are inevitable)")
MOST_COUPLES = 1_000_000
FIRST_SHARE, MORE = 400, 4  # of the work for an option, and how it grows

Parts: TypeAlias = tuple[Any, ...]
Couple: TypeAlias = tuple[Any, int]
"""A part, and a heap beside it."""


class LandSearch:
    """What is known of the parts of positions of a shape.

    Options are tried in turn with little work each, then with more, so that one that is hard does not stand in the way
    of one that soon wins. Work is counted in couples whose options are listed.
    """

    def __init__(self, shape: Lands) -> None:
        self.shape = shape
        self.values: dict[Any, int] = {}
        self._memo: dict[Couple, bool] = {}
        self._after: dict[Any, list[Parts]] = {}
        self._work = 0

    def value(self, parts: Parts) -> int:
        """The nim-value of parts side by side."""
        with report_counts(lambda: (len(self.values), len(self._memo))):
            total = self._value(parts, self._work + MOST_COUPLES)
        if total is None:
            raise OutOfReach(f"more than {MOST_COUPLES:,} couples of a part and a heap; try a smaller position")
        return total

    def is_lost(self, parts: Parts, heap: int) -> bool:
        """Whether who moves in parts and a heap side by side loses."""
        with report_counts(lambda: (len(self.values), len(self._memo))):
            lost = self._are_lost(parts, heap, self._work + MOST_COUPLES)
        if lost is None:
            raise OutOfReach(f"more than {MOST_COUPLES:,} couples of a part and a heap; try a smaller position")
        return lost

    def known(self, parts: Parts) -> Known:
        """What is established of parts side by side: values, heaps that are none, and numbers of options as bounds."""
        return together([self._known(part) for part in parts])

    def _known(self, part: Any) -> Known:
        if part in self.values:
            return exactly(self.values[part], (BY,))
        options = self._after.get(part)
        if options is None:
            return Known()
        heaps = [heap for heap in range(len(options)) if self._memo.get((part, heap)) is False]
        return possible(0, len(options), heaps, (BY,))

    # Each of these returns None when the work has come to a number before it is known.

    def _value(self, parts: Parts, until: int) -> int | None:
        total = 0
        for part in parts:
            heap = 0
            while part not in self.values:
                if self._is_lost(part, heap, until) is None:
                    return None
                heap += 1
            total ^= self.values[part]
        return total

    def _are_lost(self, parts: Parts, heap: int, until: int) -> bool | None:
        last, others = self._largest(parts)
        rest = self._value(others, until)
        if rest is None:
            return None
        return not heap ^ rest if last is None else self._is_lost(last, heap ^ rest, until)

    def _is_lost(self, part: Any, heap: int, until: int) -> bool | None:
        if part in self.values:
            return self.values[part] == heap
        if (part, heap) in self._memo:
            return self._memo[part, heap]
        if self._work >= until:
            return None
        self._work += 1
        options = self._options(part)
        lost: bool | None = False if any(self._so_far(left, heap) for left in options) else None
        left: list[Parts | int] = [*options, *range(heap)]
        share = FIRST_SHARE
        while lost is None and self._work < until:
            still: list[Parts | int] = []
            for option in left:
                stop = min(until, self._work + share)
                wins = (
                    self._is_lost(part, option, stop) if isinstance(option, int) else self._are_lost(option, heap, stop)
                )
                if wins:
                    lost = False
                    break
                if wins is None:
                    still.append(option)
            else:
                lost = True if not still else None
            left, share = still, share * MORE
        if lost is None:
            return None
        self._memo[part, heap] = lost
        if lost:
            self.values[part] = heap
            self._after.pop(part, None)
        return lost

    def _so_far(self, parts: Parts, heap: int) -> bool:
        """Whether parts and a heap are known to be lost."""
        unknown: list[Any] = []
        for part in parts:
            if part in self.values:
                heap ^= self.values[part]
            else:
                unknown.append(part)
        if unknown:
            return len(unknown) == 1 and self._memo.get((unknown[0], heap)) is True
        return not heap

    def _largest(self, parts: Parts) -> tuple[Any, Parts]:
        """The largest part whose value is not known (None: there is none), and the others."""
        unknown = [part for part in parts if part not in self.values]
        last = max(unknown, key=self.shape.size, default=None)
        others = list(parts)
        if last is not None:
            others.remove(last)
        return last, tuple(sorted(others, key=self.shape.size))

    def _options(self, part: Any) -> list[Parts]:
        """What moves leave, those in which little is left first; of two equal parts nothing is left."""
        if part not in self._after:
            options: dict[Parts, None] = {}
            for left in self.shape.options(part):
                odd: dict[Any, None] = {}
                for piece in left:
                    if piece in odd:
                        del odd[piece]
                    else:
                        odd[piece] = None
                options[tuple(odd)] = None
            size = self.shape.size
            self._after[part] = sorted(options, key=lambda parts: max(map(size, parts), default=0))
        return self._after[part]


def shape_of(rule: Rule) -> Lands:
    """The shape of a rule whose positions fall into parts."""
    assert isinstance(rule.shape, Lands)
    return rule.shape


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """Nim-values."""
    shape = shape_of(rule)
    search = LandSearch(shape)

    def moves_to(state: State, rest: int) -> Moves:
        if search.value(shape.parts(state)) == rest:
            return listed([])

        def loses(left: Sequence[State]) -> bool:
            return search.is_lost(tuple(part for left_state in left for part in shape.parts(left_state)), rest)

        return listed([rule.labels(option) for option in rule.options(state) if loses(option.parts)])

    def answer(states: Sequence[State]) -> Answer:
        each = [shape.parts(state) for state in states]
        values: list[int] = []
        with report_deduced(lambda facts: [search.known(parts) for parts in each[: len(values) + 1]]):
            for parts in each:
                values.append(search.value(parts))
        return Answer(values, BY, moves_to)

    return Direct(answer)


def fits(question: Question) -> bool:
    """Positions that fall into parts."""
    return isinstance(question.rule.shape, Lands)


ROW = Row(
    "positions that fall into parts, as in Sprouts",
    fits,
    "rows.lands",
    "couples of a part and a heap of Nim",
    refuses="more than 10^6 couples",
    cost="search",
)
EXAMPLES = ("sprouts(2)", "sprouts(3)", "sprouts(0.AB.}2.AB.}!)", "sprouts(0.1a1a.}!) + nim(2)")

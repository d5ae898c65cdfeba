"""What is checked before values are given away: the rule itself, uncompiled, has the last word.

The first thousand states of a table, and of a box those of its corner too, are worked out from the rule alone, all the
way down. After them come the last state and random ones, each from the values that the table has of its options: so a
fault in the beginning, which every later value would follow, is seen as well as one that is somewhere.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import chain, islice, product
from typing import Any

from grundy.engines.recheck import FIRST_STATES, LONG_SECONDS, MOST_BELOW, disagreement
from grundy.engines.table.job import Job
from grundy.engines.table.plain import (
    MOST_OPTIONS,
    Bits,
    loses_at,
    options_at,
    samples,
    state_at,
    value_at,
)
from grundy.errors import OutOfReach
from grundy.model.blame import several
from grundy.model.convention import mex
from grundy.model.definition import Evaluation, Memo, settle
from grundy.model.option import State, as_option


def check_table(task: Job, array: Any, compiled: bool = True) -> None:
    """Compare a table with the rule itself, if it shall be. Raises: BadRule, InternalError: they do not agree."""
    if not task.checked:
        return
    table: Any = Bits(array) if task.outcomes else array
    for index, expected in chain(_all_the_way_down(task), _from_options(task, array)):
        if int(table[index]) != expected:
            raise disagreement(task.rule, state_at(task.shape, index), expected, int(table[index]), compiled)


def _from_options(task: Job, array: Any) -> Iterator[tuple[int, int]]:
    for index in samples(task.total):
        if task.outcomes:
            yield index, int(loses_at(task.rule, task.shape, Bits(array), index, task.misere))
        else:
            yield index, value_at(task.rule, task.shape, array, index)


def _all_the_way_down(task: Job) -> Iterator[tuple[int, int]]:
    known: dict[State, int] = {}  # by states, which is quicker to look up
    memo: Memo = {}  # by places, which says what is wrong with a rule
    begun = time.process_time()
    for index in chain(range(min(task.total, FIRST_STATES)), _corner(task.shape)):
        state = state_at(task.shape, index)
        try:
            memo[index] = known[state] = _soon_worth(task, state, known)
        except Exception:  # an option that is no state of before, or the rule's own error
            try:
                settle([index], lambda index: _worth(task, index, memo), memo, MOST_BELOW)
            except OutOfReach:
                return
        yield index, memo[index]
        if time.process_time() - begun > LONG_SECONDS:
            return


def _soon_worth(task: Job, state: State, known: dict[State, int]) -> int:
    """The value of a state whose options are known, or any exception."""
    arguments: Any = state if len(task.shape) > 1 else (state,)
    seen: set[int] = set()
    function = task.rule.function
    yields = several(function(*arguments, **dict(task.rule.parameters)), function)
    for yielded in islice(yields, MOST_OPTIONS):
        worth = known.get(yielded)
        if worth is None:
            option = as_option(yielded)
            if option.next != "opponent" or (task.outcomes and len(option.parts) != 1):
                raise ValueError
            worth = 0
            for part in option.parts:
                worth ^= known[part]
        if worth and task.outcomes:
            return 0
        seen.add(worth)
    return _folded(task, seen)


def _corner(shape: tuple[int, ...]) -> Iterator[int]:
    """The places of some thousand states of a box whose numbers all are small."""
    if len(shape) == 1:
        return
    side = next(side for side in range(FIRST_STATES, 0, -1) if side ** len(shape) <= FIRST_STATES)
    for state in product(*(range(min(side, extent)) for extent in shape)):
        place = 0
        for number, extent in zip(state, shape, strict=True):
            place = place * extent + number
        yield place


def _worth(task: Job, index: int, memo: Memo) -> Evaluation:
    """The value of a state from those of its options in `memo`; of outcomes, whether whoever is to move loses."""
    seen: set[int] = set()
    for parts in options_at(task.rule, task.shape, index):
        total = 0
        for part in parts:
            if part not in memo:
                yield part
            total ^= memo[part]
        if task.outcomes and (total if parts else not task.misere):
            return 0
        seen.add(total)
        yield None
    return _folded(task, seen)


def _folded(task: Job, seen: set[int]) -> int:
    """The value of a state whose options have these; of outcomes, none of which is a P-position, whether it is lost."""
    return int(bool(seen) or not task.misere) if task.outcomes else mex(seen)

"""A table by the uncompiled rule: the slow twin of the compiled one, its judge, and what explains its errors."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain, islice, product
from math import prod
from typing import Any, Protocol

from grundy.compile.subset import Unfit, fitted
from grundy.engines.recheck import FIRST_STATES, LONG_SECONDS, MOST_BELOW, disagreement
from grundy.engines.steady import is_own
from grundy.engines.table.job import MOST_STATES, Job
from grundy.errors import BadRule, GrundyError, OutOfReach
from grundy.model.blame import FAULTS, blame_rule, is_left, several, yields_at
from grundy.model.convention import mex
from grundy.model.definition import Evaluation, Memo, settle
from grundy.model.evidence import WHOLE_TABLE, Evidence
from grundy.model.option import State, as_option
from grundy.model.rule import Rule
from grundy.model.space import would_do
from grundy.reading.cover import Coverage, seen_in

Shape = tuple[int, ...]
ENOUGH_STATES, LEAST_STATES, ENOUGH_SECONDS = 1000, 20, 0.5
MOST_OPTIONS = 10**7
MANY_STATES = 20_000  # of a table that takes seconds where it runs uncompiled


def state_at(shape: Shape, index: int) -> Any:
    """The state of a table's entry: the number itself, or in a box the numbers of its row-by-row place.

    >>> state_at((3, 4), 6)
    (1, 2)
    """
    if len(shape) == 1:
        return index
    numbers = []
    for extent in reversed(shape):
        index, number = divmod(index, extent)
        numbers.append(number)
    return tuple(reversed(numbers))


def options_at(rule: Rule, shape: Shape, index: int) -> Iterator[tuple[int, ...]]:
    """The options of a state, each as the places of its parts in the table.

    Raises: BadRule: names the state and the option that is no earlier state of the table.
    """
    state = state_at(shape, index)
    arguments = state if len(shape) > 1 else (state,)
    yields: Any = None
    try:
        yields = rule.function(*arguments, **dict(rule.parameters))
        for count, yielded in enumerate(several(yields, rule.function)):
            if count == MOST_OPTIONS:
                raise BadRule(
                    f"{rule.spec}: state {state!r}: expected an end, found more than {count:,} options"
                    f"{yields_at(yields)}"
                )
            if type(yielded) is int and 0 <= yielded < index and len(shape) == 1:  # most often
                yield (yielded,)
                continue
            if type(yielded) is tuple and len(shape) > 1 and 0 <= (place := _place_in(shape, yielded)) < index:
                yield (place,)
                continue
            option = as_option(yielded)
            if option.next != "opponent":
                raise BadRule(
                    f"{rule.spec}: state {state!r} yields {option.next}(...): expected to(...) in a table"
                    f"{yields_at(yields)}"
                )
            yield tuple(_place(rule, shape, index, part, yields) for part in option.parts)
    except (GrundyError, MemoryError):
        raise
    except FAULTS as error:
        if is_left(error, yields):
            raise
        raise blame_rule(f"{rule.spec}: state {state!r}:", error, rule.function) from error


def _place(rule: Rule, shape: Shape, index: int, part: Any, yields: Iterable[object]) -> int:
    if len(shape) == 1:
        if type(part) is int and 0 <= part < index:
            return part
        expected = f"a number from 0 to {index - 1}" if index else "no option"
    else:
        place = _place_in(shape, part)
        if 0 <= place < index:
            return place
        box = " x ".join(map(str, shape))
        expected = f"{len(shape)} numbers in the box {box}, of which the first that differs is smaller"
    raise BadRule(
        f"{rule.spec}: state {state_at(shape, index)!r} yields {part!r}: expected {expected}{would_do(part)}"
        f"{_any_order(shape, index, part)}{yields_at(yields)}"
    )


def _any_order(shape: Shape, index: int, part: Any) -> str:
    """What fills states whose options are later ones, in words that go on; "" where the option is no later state."""
    numbers = part if isinstance(part, tuple) else (part,)
    if len(numbers) != len(shape) or not all(type(n) is int and 0 <= n < MOST_STATES for n in numbers):
        return ""
    state = state_at(shape, index)
    if not part > state:
        return ""
    name = "n" if len(shape) == 1 else "[...]"
    return (
        f"; if play ends all the same, list the states: '--of {name}' (in Python states=[...]) takes any order, or say "
        "what each move lowers: '--measure EXPRESSION' (measure=...)"
    )


def _place_in(shape: Shape, part: Any) -> int:
    """The row-by-row place of a state in a box, -1 if it is none."""
    if not isinstance(part, tuple) or len(part) != len(shape):
        return -1
    place = 0
    for number, extent in zip(part, shape, strict=True):
        if type(number) is not int or not 0 <= number < extent:
            return -1
        place = place * extent + number
    return place


def value_at(rule: Rule, shape: Shape, table: ValueLookup, index: int) -> int:
    """The nim-value of a state, from those of all states before it."""
    seen = set()
    for parts in options_at(rule, shape, index):
        total = 0
        for part in parts:
            total ^= int(table[part])
        seen.add(total)
    return mex(seen)


class Bits:
    """Outcomes that are kept a bit each: state s is bit s & 7 of entry s >> 3."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __getitem__(self, index: int) -> int:
        return int(self.array[index >> 3]) >> (index & 7) & 1


class ValueLookup(Protocol):
    """What the numbers of states are looked up in."""

    def __getitem__(self, index: int, /) -> Any: ...


def loses_at(rule: Rule, shape: Shape, lost: ValueLookup, index: int, misere: bool) -> bool:
    """Whether a state is a P-position, from whether all states before it are."""
    loses = not misere  # by whoever cannot move
    for parts in options_at(rule, shape, index):
        if len(parts) > 1:
            raise BadRule(
                f"{rule.spec}: state {state_at(shape, index)!r} yields a sum: expected single states, as outcomes do"
                f" not add{'' if misere else '; the nim-values, which do, say who wins, too'}"
            )
        if lost[parts[0]] if parts else not misere:
            return False
        loses = True
    return loses


def small_values(rule: Rule, shape: Shape, seconds: float) -> list[int] | None:
    """All nim-values of a small table, in plain Python; none if that takes longer.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n):
    ...     yield from range(max(0, n - 3), n)
    >>> small_values(take, (9,), 1.0)
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """
    total, late = 1, time.process_time() + seconds
    for extent in shape:
        total *= extent
    values: list[int] = []
    for index in range(total):
        values.append(value_at(rule, shape, values, index))
        if index % 16 == 15 and time.process_time() > late:
            return None
    return values


def samples(total: int) -> Iterator[int]:
    """Places at which a table is judged: the last, then random ones (in a small table all) until enough is enough."""
    chosen = random.Random(total)
    begun = time.process_time()
    drawn = [chosen.randrange(total) for _ in range(ENOUGH_STATES)] if total > ENOUGH_STATES else range(total)
    for count, place in enumerate([total - 1, *drawn] if total else []):
        seconds = time.process_time() - begun
        if seconds > LONG_SECONDS or (count > LEAST_STATES and seconds > ENOUGH_SECONDS):
            return
        yield place


# ---- What is checked before values are given away: the rule itself, uncompiled, has the last word
#
# The first thousand states of a table, and of a box those of its corner too, are worked out from the rule alone, all
# the way down. After them come states at which each condition of the rule is true, and others at which it is false, the
# last state and random ones, each from the values that the table has of its options: so a fault in the beginning, which
# every later value would follow, is seen as well as one that is somewhere, or in a branch that few states take.


def check_table(
    task: Job, array: Any, compiled: bool = True, is_checked: Callable[[int], bool] = lambda place: False
) -> None:
    """Compare a table with the rule itself, if it shall be. Raises: BadRule, InternalError: they do not agree.

    Args:    is_checked: whether a place was compared in another way already, as where it has a million options.
    """
    if not task.checked:
        return
    table: Any = Bits(array) if task.outcomes else array
    places = chain(_where_it_turns(task) if compiled else (), samples(task.total))
    unchecked = (place for place in places if not is_checked(place))
    compare = _comparison(task)
    for index, expected in chain(_all_the_way_down(task), _from_options(task, array, unchecked)):
        if int(table[index]) != expected:
            raise disagreement(task.rule, state_at(task.shape, index), expected, int(table[index]), compiled)
        if compare is not None:
            compare(state_at(task.shape, index), expected)


def _comparison(task: Job) -> Callable[[State, int], None] | None:
    """What compares an entry of a table with the formula that the rule carries; None: there is none about this play."""
    if task.rule.claim is None or task.misere:
        return None
    from grundy.engines.carried import check_of

    check = check_of(task.rule)

    def compare(state: State, entry: int) -> None:
        value = entry if not task.outcomes else 0 if entry else None
        check.compare_at(state, value, "by a table of all states")

    return compare


def _from_options(task: Job, array: Any, places: Iterable[int]) -> Iterator[tuple[int, int]]:
    for index in places:
        if task.outcomes:
            yield index, int(loses_at(task.rule, task.shape, Bits(array), index, task.misere))
        else:
            yield index, value_at(task.rule, task.shape, array, index)


def _where_it_turns(task: Job) -> Iterator[int]:
    """Where each condition of a user's rule is true, and where it is false: the least state of each, then others."""
    seen = turns_of(task.rule, task.shape).seen
    least = (min(states) for condition in seen for states in (condition.true, condition.false) if states)
    begun = time.process_time()
    for count, state in enumerate(dict.fromkeys(chain(least, *(condition.states for condition in seen)))):
        yield _place_in(task.shape, state)
        seconds = time.process_time() - begun
        if seconds > LONG_SECONDS or (count > 2 * len(seen) and seconds > ENOUGH_SECONDS):
            return


def turns_of(rule: Rule, shape: Shape) -> Coverage:
    """What was seen of each condition of a user's rule in its table; nothing where all of that is compared anyway."""
    if prod(shape) <= ENOUGH_STATES or not is_own(rule):
        return Coverage((), 0, None)
    return seen_in(rule, shape)


def unseen(rule: Rule, shape: Shape) -> str:
    """The conditions at which a table was not compared both ways, in words that go on; "" if there are none."""
    lacking = turns_of(rule, shape).lacking
    more = f", and of {len(lacking) - 1:,} more" if lacking[1:] else ""
    return f"; of what the rule asks, {lacking[0]}{more}" if lacking else ""


def uncompiled(rule: Rule, states: int) -> str:
    """Why a large table of a user's rule is filled by plain Python, in words that go on; "" if it is compiled."""
    if states <= MANY_STATES or not is_own(rule):
        return ""
    from grundy.compile.kernel import look

    facts = fitted(partial(look, rule))
    return f"; in plain Python: {facts.reason}" if isinstance(facts, Unfit) else ""


def evidence_of(rule: Rule, shape: Shape) -> Evidence:
    """How a table of all states is known."""
    return replace(WHOLE_TABLE, reason=WHOLE_TABLE.reason + unseen(rule, shape) + uncompiled(rule, prod(shape)))


def _all_the_way_down(task: Job) -> Iterator[tuple[int, int]]:
    values: dict[State, int] = {}  # by states, which is quicker to look up
    memo: Memo = {}  # by places, which says what is wrong with a rule
    begun = time.process_time()
    for index in chain(range(min(task.total, FIRST_STATES)), _corner(task.shape)):
        state = state_at(task.shape, index)
        try:
            memo[index] = values[state] = _soon_worth(task, state, values)
        except Exception:  # an option that is no state of before, or the rule's own error
            try:
                settle([index], lambda index: _worth(task, index, memo), memo, MOST_BELOW)
            except OutOfReach:
                return
        yield index, memo[index]
        if time.process_time() - begun > LONG_SECONDS:
            return


def _soon_worth(task: Job, state: State, values: dict[State, int]) -> int:
    """The value of a state whose options are known, or any exception."""
    arguments: Any = state if len(task.shape) > 1 else (state,)
    seen: set[int] = set()
    function = task.rule.function
    yields = several(function(*arguments, **dict(task.rule.parameters)), function)
    for yielded in islice(yields, MOST_OPTIONS):
        value = values.get(yielded)
        if value is None:
            option = as_option(yielded)
            if option.next != "opponent" or (task.outcomes and len(option.parts) != 1):
                raise ValueError
            value = 0
            for part in option.parts:
                value ^= values[part]
        if value and task.outcomes:
            return 0
        seen.add(value)
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

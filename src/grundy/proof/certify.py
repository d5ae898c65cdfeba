"""Write the certificate of a proved period: it lists all values if they are few, else windows at checkpoints."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from grundy.errors import OutOfReach
from grundy.model.period import Checkpoints, PeriodResult, Repetition
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.proof.plain_shape import plain_shape, remark_of
from grundy.proof.write import (
    CertificateMoves,
    Parity,
    Window,
    arithmetic_certificate,
    growth_certificate,
    period_certificate,
    window_certificate,
)

if TYPE_CHECKING:
    from grundy.engines.heap.octal.sparse.stored_values import StoredValues

MOST_LISTED = 2_000_000  # values in a certificate that lists them all
MOST_COMPUTED = 30_000_000  # heaps whose values are computed once more, one by one, and checked
MOST_IN_STATES = 19_000_000  # values in all states together; FORMAT.md allows a little more
MOST_OF_THREE = 10_000  # heaps, if values grow and a move can leave three heaps
STATES = 64  # in a certificate by windows, besides the states that it needs
FIRST = 8_192  # heaps whose values the sparse space starts from
MOST_STORED = 2**22  # heaps whose values are stored before the window starts to move


def certificate(rule: Rule, result: PeriodResult) -> Iterator[str]:
    """The lines of the certificate of a proved period, of the kind that fits it (FORMAT.md).

    Args:    result: a proved period from `answering.sequence.period`. The rule's moves are a finite code, a set of
             amounts or all but some amounts; `plain_shape` reads them from the rule's data or its program code.
    Cost:    seconds if the search left checkpoints; else a second for 1.5 * 10**9 heaps or fewer.
    Raises:  OutOfReach: no kind of certificate covers such moves or so long a period.

    >>> from grundy.answering.sequence import period
    >>> from grundy.games.heaps import take_away
    >>> rule = take_away(1, 2)
    >>> list(certificate(rule, period(rule)))[2:6]
    ['kind period', 'amounts 1 2', 'period 3', 'preperiod 0']
    """
    repetition = result.repetition
    if result.status != "proved" or repetition is None:
        raise period_not_proved(rule)
    if repetition.saltus:
        return _growth(rule, repetition, result)
    match plain_shape(rule):
        case TakeAway(amounts) if amounts:
            return _take_away(rule, amounts, repetition, result.values)
        case Digits() as shape if not shape.repeat and not shape.unequal and max(shape.digits) < 64:
            return _take_and_break(rule, shape, repetition, result)
    what = "the moves are no finite code and no set of amounts"
    raise OutOfReach(f"no certificate says the period of {rule.spec}: {what}; {_instead(rule)}")


def period_not_proved(rule: Rule, more: str = "") -> OutOfReach:
    """The error for a period that is not proved: `more` says what more heaps do; the text offers a table instead."""
    return OutOfReach(f"expected a proved period to certify, found none for {rule.spec}; {more}{_instead(rule)}")


def _instead(rule: Rule) -> str:
    table = f"grundy table {shlex.quote(rule.spec)} --states N --out TABLE.npy --certificate FILE"
    return f"the values of its heaps below N have one: {table}"


def _growth(rule: Rule, repetition: Repetition, result: PeriodResult) -> Iterator[str]:
    """Certify values that grow for ever: of an all-but set, or of a code whose moves leave three heaps."""
    from grundy.answering.sequence import values_found

    match plain_shape(rule):
        case Digits(digits, repeat=(3,)) if digits[0] == 0 and set(digits) <= {0, 3}:
            spared = [take for take, digit in enumerate(digits) if take and not digit]
        case Digits(repeat=(), unequal=False) as shape if shape.parts == 3:
            yield from _arithmetic(rule, shape, repetition, result)
            return
        case _:
            what = "that values grow for ever is only certified of all-but sets and of codes that leave three heaps"
            raise OutOfReach(f"no certificate says the period of {rule.spec}: {what}; {_instead(rule)}")
    needed = max(result.heaps_computed, repetition.preperiod + 3 * repetition.period + 3 * len(digits))
    _bounded(rule, needed, MOST_LISTED)
    if max(spared, default=0) > 1000:
        raise OutOfReach(f"a certificate of {rule.spec}: expected at most 1,000 to be spared")
    yield from growth_certificate(spared, repetition, values_found(rule, result, needed), remark_of(rule))


def _arithmetic(rule: Rule, shape: Digits, repetition: Repetition, result: PeriodResult) -> Iterator[str]:
    """Certify growing values of a code whose moves leave three heaps."""
    from grundy.answering.sequence import values_found
    from grundy.engines.heap.growth import growth

    proof = growth(shape, values_found(rule, result, result.heaps_computed), repetition)
    if proof is None:
        raise OutOfReach(f"no certificate says that the values of {rule.spec} grow: the check fails; {_instead(rule)}")
    _bounded(rule, proof.heaps, MOST_OF_THREE)
    yield from arithmetic_certificate(
        shape.digits, repetition, proof.fold, values_found(rule, result, proof.heaps), remark_of(rule)
    )


def _take_away(rule: Rule, amounts: tuple[int, ...], repetition: Repetition, values: Sequence[int]) -> Iterator[str]:
    from grundy.engines.heap.take_away import TakeAwayValues as Engine

    engine = Engine(amounts)
    moves, longest = CertificateMoves((), amounts), amounts[-1]
    needed = max(repetition.preperiod, 1) + repetition.period + longest
    if needed <= MOST_LISTED or repetition.preperiod < 1:
        _bounded(rule, needed, 10 * MOST_LISTED)
        e, p = repetition.preperiod, repetition.period
        if len(values) >= e + p:  # the search's values, continued by the proved period
            listed = [values[n] if n < e + p else values[e + (n - e) % p] for n in range(needed)]
        else:
            listed = engine.values(range(needed))
        yield from period_certificate(moves, repetition, listed, None, remark_of(rule))
        return
    window = Window(longest + 1)
    _bounded(rule, window.length, MOST_LISTED // 10)
    heaps = _checkpoints(window, repetition, window.length)
    states = ((heap, engine.values(range(heap - window.length, heap))) for heap in heaps)
    yield from window_certificate(
        moves, repetition, window, engine.values(range(window.length)), states, remark_of(rule)
    )


def _take_and_break(rule: Rule, shape: Digits, repetition: Repetition, result: PeriodResult) -> Iterator[str]:
    space, checkpoints = result.space, result.checkpoints
    moves, parts, longest = CertificateMoves(shape.digits), max(shape.parts, 1), len(shape.digits) - 1
    needed = parts * (max(repetition.preperiod, 1) + repetition.period) + longest
    if space is None:
        from grundy.answering.sequence import values_found

        _bounded(rule, needed, MOST_LISTED)
        listed = values_found(rule, result, needed)
        yield from period_certificate(moves, repetition, listed, parity_of(shape, listed), remark_of(rule))
        return
    from grundy.answering.sequence import values_found
    from grundy.engines.heap.octal.sparse.states import stored_by

    # The sparse space computes the repeating heaps, and so shows how near their witnesses are.
    stored = stored_by(shape, *space, values_found(rule, result, min(FIRST, max(repetition.preperiod, longest))))
    parity = Parity(*space)
    if needed <= MOST_LISTED:
        if len(result.values) < needed:
            stored.extend(needed)
            listed = stored.values[:needed].tolist()
        else:
            listed = [int(value) for value in result.values[:needed]]
        yield from period_certificate(moves, repetition, listed, parity, remark_of(rule))
        return
    if checkpoints is None and repetition.preperiod + repetition.period > MOST_COMPUTED:
        from grundy.engines.heap.octal.sparse.states import MOST_STORED as RETRACED
        from grundy.engines.heap.octal.sparse.states import retrace

        rare = max(result.rares, default=0)
        if rare >= RETRACED:
            raise OutOfReach(f"no certificate of {rule.spec}: its windows have over {rare:,} values; {_instead(rule)}")
        retraced = stored_by(shape, *space, values_found(rule, result, FIRST))
        checkpoints = retrace(
            retraced, repetition.preperiod + repetition.period, result.largest[0] if result.largest else 0
        )
    if checkpoints is None:
        yield from _windows(rule, stored, parity, moves, repetition)
    else:
        yield from _far_windows(rule, stored, parity, moves, repetition, checkpoints)


def parity_of(shape: Digits, values: Sequence[int]) -> Parity | None:
    """Find a sparse space, which saves the checker most pairs of heaps; None below 1,000 values or if there is none."""
    from grundy.engines.heap.octal.sparse.space import find

    space = find(shape, values) if len(values) >= 1000 else None
    return Parity(space.mask, space.twist) if space else None


def _windows(
    rule: Rule, stored: StoredValues, parity: Parity, moves: CertificateMoves, repetition: Repetition
) -> Iterator[str]:
    """A certificate by windows of a code with a sparse space. All heaps are computed once more, in a moving window."""
    from grundy.engines.heap.octal.sparse.states import near_witnesses, states
    from grundy.engines.heap.octal.sparse.stored_values import NEAR

    longest = len(moves.digits) - 1
    stored.extend(min(MOST_STORED, repetition.preperiod + repetition.period))
    rare = max([0, *stored.rares.tolist()])
    if rare >= repetition.preperiod:  # a rare heap in the period comes again in every period
        raise OutOfReach(f"no window certifies the period of {rule.spec}: its rare heaps do not end; {_instead(rule)}")
    reach = max(1, stored.reach)  # a window needs a reach, even if rare heaps are enough witnesses
    parity = replace(parity, tries=near_witnesses(stored, reach))
    while True:
        length = longest + max(rare, reach) + 1
        size = max(length, stored.far + 1)
        length = max(length, size - repetition.preperiod + 1)
        window = Window(length, reach, parity)
        heaps = _checkpoints(window, repetition, size)
        try:
            listed = list(states(stored, length, reach, heaps))
            break
        except OutOfReach:  # a heap that is not stored needs a witness beyond `reach`
            if reach >= NEAR:
                raise
            reach = min(2 * reach, NEAR)
    yield from window_certificate(moves, repetition, window, stored.values[:size].tolist(), listed, remark_of(rule))


def _far_windows(
    rule: Rule,
    stored: StoredValues,
    parity: Parity,
    moves: CertificateMoves,
    repetition: Repetition,
    checkpoints: Checkpoints,
) -> Iterator[str]:
    """As `_windows`, for a longer period: a state follows each mark of the search, or some marks of too many."""
    from grundy.engines.heap.octal.sparse.states import far_states, near_witnesses

    stored.extend(checkpoints.stored)
    rare = max([0, *stored.rares.tolist()])
    length = len(moves.digits) + max(rare, checkpoints.reach)
    size = max(length, (checkpoints.far if checkpoints.far > checkpoints.stored else stored.far) + 1)
    length = max(length, size - repetition.preperiod + 1)
    _bounded(rule, size, 10 * MOST_LISTED)
    window = Window(length, checkpoints.reach, replace(parity, tries=near_witnesses(stored, checkpoints.reach)))
    needed = [heap for heap in window.checkpoints(repetition) if heap > size]
    others = [heap + length for heap, _ in checkpoints.marks if size < heap + length < needed[-1]]
    while (len(needed) + len(others)) * length > MOST_IN_STATES and others:
        others = others[1::2]
    states = list(far_states(stored, checkpoints, length, sorted({*needed, *others})))
    by_heap = dict(states)
    first, last = by_heap[needed[-1] - repetition.period], by_heap[needed[-1]]
    if first[0] == last[0] or first[1:] != last[1:]:
        raise OutOfReach(f"a certificate of {rule.spec}: the windows before {needed[-1]} and a period earlier differ")
    stored.extend(size)
    yield from window_certificate(moves, repetition, window, stored.values[:size].tolist(), states, remark_of(rule))


def _checkpoints(window: Window, repetition: Repetition, size: int) -> list[int]:
    """The heaps of the states: the needed ones, and others between them, so that pieces can be checked alone."""
    needed = window.checkpoints(repetition)
    step = max((needed[-1] - size) // STATES, window.length)
    return [heap for heap in sorted({*needed, *range(size + step, needed[-1], step)}) if heap > size]


def _bounded(rule: Rule, heaps: int, most: int) -> None:
    if heaps > most:
        raise OutOfReach(f"a certificate of {rule.spec}: it would need {heaps:,} heaps, more than {most:,}")

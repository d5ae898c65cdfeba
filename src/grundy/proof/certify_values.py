"""The certificate of the nim-values of a range of heaps, where no period is proved: Grundy's game, Officers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from grundy.errors import OutOfReach
from grundy.model.period import PeriodResult
from grundy.model.rule import Rule
from grundy.model.shapes import Digits
from grundy.proof.plain_shape import plain_shape, remark_of
from grundy.proof.write import CertificateMoves, Parity, Window, values_certificate

if TYPE_CHECKING:
    from grundy.engines.heap.octal.sparse.stored_values import StoredValues

MOST_COMPUTED = 2**26  # heaps: their values are computed once more, and held
MOST_LISTED = 2_000_000  # values in the certificate before its states
MOST_STATES = 64
STEP = 2**20  # heaps from one state to the next, or twice as many and so on: always the same, so that more can be added
FIRST = 8_192  # heaps by the naive loop
MORE = f"with --to {FIRST} or more its values have one where they have a sparse space; "


def suits(rule: Rule, result: PeriodResult) -> bool:
    """Whether a search that proved no period had a sparse space by which the values that it computed can be certified.

    >>> from grundy.answering.sequence import period
    >>> from grundy.games.octal import octal
    >>> suits(octal("0.165"), period(octal("0.165"), 20_000)), suits(octal("0.6"), period(octal("0.6"), 10_000))
    (False, True)
    """
    return _splits(rule) and result.status != "proved" and result.space is not None and result.heaps_computed > FIRST


def suits_more(rule: Rule, result: PeriodResult) -> bool:
    """Whether the search might do so with more heaps: it ended before one looks for a sparse space."""
    return _splits(rule) and result.status != "proved" and result.heaps_computed <= FIRST


def _splits(rule: Rule) -> bool:
    shape = plain_shape(rule)
    return isinstance(shape, Digits) and not shape.repeat and 4 <= max(shape.digits) < 8


def certificate(rule: Rule, result: PeriodResult) -> Iterator[str]:
    """The lines of the certificate of the values of heaps 0..result.heaps_computed - 1 (FORMAT.md).

    Args:    result: of `answering.sequence.period`, for which `suits`.
    Cost:    the heaps once more, 3 million a second of Grundy's game, and 2 bytes for each.
    Raises:  OutOfReach: too many heaps, or a rare heap so late that no window reaches back to it.
    """
    from grundy.answering.sequence import values_found
    from grundy.engines.heap.octal.sparse import period
    from grundy.engines.heap.octal.sparse.states import near_witnesses, stored_by

    shape, heaps = plain_shape(rule), result.heaps_computed
    assert isinstance(shape, Digits) and result.space
    if heaps > MOST_COMPUTED:
        raise OutOfReach(
            f"a certificate of the values of {rule.spec}: expected at most {MOST_COMPUTED:,} heaps, found {heaps:,}; "
            f"ask for fewer with --limit {MOST_COMPUTED}"
        )
    stored = stored_by(shape, *result.space, values_found(rule, result, FIRST))
    period.extend(stored, heaps)
    rares = stored.rares[stored.rares < heaps].tolist()
    reach, rare = max(1, stored.reach), max([0, *rares])
    length = len(shape.digits) + max(rare, reach)
    size = max(length + max(rare, reach) * shape.unequal, stored.far + 1)
    if size >= heaps <= MOST_LISTED:
        length, size, reach = 0, heaps, heaps // 2
    elif size > MOST_LISTED:
        last = max(rare, stored.far)
        raise OutOfReach(
            f"a certificate of the values of {rule.spec}: heap {last:,} is rare or has no small witness, and {size:,} "
            f"values would have to be listed, more than {MOST_LISTED:,}; ask for fewer heaps with --limit {last}"
        )
    listed = stored.values[:size].tolist()
    tries = near_witnesses(stored_by(shape, *result.space, listed), reach)  # the same for a longer range
    window = Window(length, reach, Parity(*result.space, tries))
    states = _states(stored, window, size, heaps)
    yield from values_certificate(
        CertificateMoves(shape.digits), shape.unequal, window, listed, states, remark_of(rule)
    )


def _states(stored: StoredValues, window: Window, size: int, heaps: int) -> Iterator[tuple[int, str, list[int]]]:
    """Each state with the digest of the values from the one before; those of a longer range begin with the same."""
    step = STEP
    while heaps > MOST_STATES * step:
        step *= 2
    before = size
    for heap in [*range(step, heaps, step), heaps]:
        if heap > before:
            digest = hashlib.sha256(stored.values[before:heap].astype("<u4").tobytes()).hexdigest()
            yield heap, digest, stored.values[heap - window.length : heap].tolist()
            before = heap

"""The nim-values of the states 0, 1, 2, ... of a rule, by whichever engine knows them fastest."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grundy.answering.ask import ask, work
from grundy.engines.question import Question
from grundy.engines.terms import BY_CODE, Terms
from grundy.errors import BadRule
from grundy.model.result import WHOLE_TABLE, Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Digits
from grundy.runs.chunk import Chunk, Work

if TYPE_CHECKING:
    from numpy.typing import NDArray


def first_values(rule: Rule, count: int) -> Sequence[int]:
    """Nim-values of the states 0..count-1.

    Args:    rule: on whole numbers; a rule of several numbers has a table, not a sequence.
             count: >= 0.
    Returns: ints, or an array of unsigned integers, of length `count`.
    Raises:  BadRule: states are no single numbers, or an option is not smaller. OutOfReach: too many.

    >>> from grundy.games.heaps import take_away
    >>> list(first_values(take_away(1, 2, 3), 9))
    [0, 1, 2, 3, 0, 1, 2, 3, 0]
    """
    require_sequence(rule)
    return ask(rule, range(count)).values  # type: ignore[return-value]


def terms_work(rule: Rule, count: int) -> Work:
    """The same as long work; it returns Terms.

    Where a period or a formula is known, only so much is worked out that all terms follow.

    Raises: BadRule, OutOfReach: as `first_values`, and before the first block is asked for.
    """
    require_sequence(rule)

    def chunks(saved: Mapping[str, Any] | None) -> Generator[Chunk, None, Terms]:
        yield Chunk(0, count, "terms", {}, kept=0)
        if not count:
            return Terms(lambda: iter(()), how_known(rule, 0))
        terms: Terms = yield from work(Question(((rule, range(count)),), wanted="sequence"))(saved)
        return terms

    return chunks


def require_sequence(rule: Rule) -> None:
    """Refuse a rule whose states are no single numbers. Raises BadRule."""
    if rule.arity != 1:
        raise BadRule(
            f"{rule.spec}: expected states 0, 1, 2, ..., found states of {rule.arity} numbers, "
            "which have a table and no sequence"
        )
    require_numbers(rule)


def require_numbers(rule: Rule) -> None:
    """Refuse a rule whose states are neither numbers nor vectors of them. Raises BadRule."""
    if rule.arity == 1 and not rule.space.contains(0):
        raise BadRule(f"{rule.spec}: expected states 0, 1, 2, ..., found {rule.space.name} states")


def how_known(rule: Rule, count: int) -> Evidence:
    """How the values of the states 0..count-1 are known, once they have been asked for.

    >>> from grundy.games.heaps import nim
    >>> how_known(nim, 5).status
    'proved'
    """
    if isinstance(rule.shape, Digits):
        return BY_CODE
    if count and (rule.shape is not None or (rule.theory and rule.theory.value)):
        return ask(rule, (count - 1,)).evidence  # its value is kept from before
    return WHOLE_TABLE


def nim_values(rule: Rule, size: int | tuple[int, ...]) -> NDArray[Any]:
    """Nim-values of the states 0..size-1, or of all vectors of a box, compiled where the rule can be.

    Args:    size: a number of states; for a rule of several numbers the extents of its box.
    Returns: uint8, or uint16 or uint32 where a value needs it, of shape (size,) or `size`.
    Raises:  BadRule: an option is not smaller than its state, or outside the box; both are named.
             OutOfReach: too large for the memory.
    Cost:    a byte a state and some nanoseconds an option; a thousand states are worked out again
             by the uncompiled rule before the table is returned.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def take(n, *, most=3):
    ...     yield from range(max(0, n - most), n)
    >>> nim_values(take, 6)
    array([0, 1, 2, 3, 0, 1], dtype=uint8)
    """
    if isinstance(size, int) and rule.arity == 1 and (rule.shape is not None or rule.theory is not None):
        import numpy as np

        values = np.array(first_values(rule, size), np.uint32)
        return values.astype(np.min_scalar_type(int(values.max(initial=0))))
    from grundy.answering.tables import nim_values as table_of

    return table_of(rule, size)

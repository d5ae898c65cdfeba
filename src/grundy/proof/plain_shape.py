"""The moves of a rule on heaps as data, read off its code where that says the same of every heap."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.engines.heap.recognize import Local, reading, recognize
from grundy.engines.heap.unbounded import EndlessCode
from grundy.model.rule import Rule
from grundy.model.shapes import Digits, Shape, TakeAway
from grundy.theorems.solver import solver

MOST_TAKEN = 1_000  # counters: FORMAT.md allows no more digits
MOST_COMPARED = 4_000  # heaps of a rule without splits; with them as many options
MOST_OF_SPLITS = 200


def plain_shape(rule: Rule) -> Shape | None:
    """The shape of a rule: the one that it carries, or for a rule of code alone the one that it was seen to have.

    The code is run on a heap of unknown size (`heap.recognize`): it must say the same of all large heaps. What it says
    is read off one of them, and compared with what it does with each smaller heap. Nobody needs to believe this: a
    certificate says its moves, and the checker prints them.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def one_or_four(n):
    ...     for take in (1, 4):
    ...         if take <= n:
    ...             yield n - take
    >>> plain_shape(one_or_four)
    TakeAway(amounts=(1, 4))
    """
    if rule.shape is not None:
        return rule.shape
    local = recognize(rule, solver) if rule.arity == 1 else None
    if isinstance(local, EndlessCode):
        return _all_but(rule, local)
    if not isinstance(local, Local) or local.modulus > 1:
        return None
    large = local.start + 2 * local.longest + 3
    if local.longest > MOST_TAKEN or large > (MOST_OF_SPLITS if local.splits else MOST_COMPARED):
        return None
    seen = [left_of(rule, n) for n in range(large + 1)]
    digits = [0] * (local.longest + 1)
    for parts in seen[large] or ():
        take = large - sum(parts)
        if take <= local.longest:
            digits[take] |= 1 << len(parts)
    for take in range(1, len(digits)):
        digits[take] |= () in (seen[take] or ())
    while len(digits) > 1 and not digits[-1]:
        digits.pop()
    if digits[0] & 3 or max(digits) > 7 or any(set(_by(digits, n)) != parts for n, parts in enumerate(seen)):
        return None
    amounts = tuple(take for take, digit in enumerate(digits) if digit)
    return TakeAway(amounts) if amounts and all(digits[take] == 3 for take in amounts) else Digits(tuple(digits))


def remark_of(rule: Rule) -> str:
    """What a certificate by `plain_shape` says to people: the rule, and if its code was read, where it was looked at.

    >>> from grundy.model.rule import rule
    >>> @rule
    ... def one_or_four(n):
    ...     for take in (1, 4):
    ...         if take <= n:
    ...             yield n - take
    >>> remark_of(one_or_four).partition(" at ")[0]
    'one_or_four: the moves were read from its code, and compared with its options'
    """
    if rule.shape is not None or plain_shape(rule) is None:
        return rule.spec
    return f"{rule.spec}: the moves were read from its code, and {reading(rule, solver).compared}"


def _all_but(rule: Rule, code: EndlessCode) -> Shape | None:
    """Any number may be taken but a few: as a code that repeats for ever."""
    large = code.start + 2 * code.amount + 3
    if code.amount > MOST_TAKEN or large > MOST_COMPARED:
        return None
    seen = [left_of(rule, n) for n in range(large + 1)]
    largest = seen[large] or set()
    spared = {take for take in range(1, code.amount) if (large - take,) not in largest}
    for n, parts in enumerate(seen):
        if parts != {(n - take,) if take < n else () for take in range(1, n + 1) if take not in spared}:
            return None
    return Digits((0, *(0 if take in spared else 3 for take in range(1, max(spared, default=0) + 1))), (3,))


def left_of(rule: Rule, heap: int) -> set[tuple[int, ...]] | None:
    """What each move leaves of a heap, without heaps of 0; None where that is not all that a move does."""
    left = set()
    for option in rule.options(heap):
        parts = [part for part in option.parts if isinstance(part, int)]
        if option.next != "opponent" or len(parts) < len(option.parts):
            return None
        left.add(tuple(sorted(part for part in parts if part)))
    return left


def _by(digits: list[int], heap: int) -> Iterator[tuple[int, ...]]:
    for take, digit in enumerate(digits[: heap + 1]):
        left = heap - take
        if digit & 1 and not left:
            yield ()
        if digit & 2 and left:
            yield (left,)
        if digit & 4:
            yield from ((a, left - a) for a in range(1, left // 2 + 1))

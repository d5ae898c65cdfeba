"""How far a state may grow: a bound of positions alone does not bound what they take, if each is twice the last."""

from __future__ import annotations

from typing import Any

from grundy.errors import OutOfReach
from grundy.text.numbers import short_repr

MOST_LENGTH = 1 << 11  # of a state; of larger ones it may be given, the options may be no longer
BITS = 8  # of a large number that count as one: 2^14 bits in all, more than any number that is read has
SMALL_BITS = 64
MOST_TOGETHER = 1 << 27  # of all states that are remembered: 1 GiB of numbers in tuples
MEASURED, MEASURED_LENGTH = 1 << 10, 1 << 20  # one of so many states is measured, and of long ones one of fewer
SHOWN, SHOWN_BITS = 80, 256  # of a state, and of a number, that a message repeats


def length_of(state: Any, most: int = 1 << 62) -> int:
    """How long a state is: the numbers, tuples, sets and other values in it; of texts the letters, too.

    A number of more than 64 bits counts as one for each 8 of them. No more than some `most` are counted, which bounds
    the work for a tuple within a tuple within a tuple.

    >>> length_of(5), length_of((1, 2, 3)), length_of(((1, 2), "abc")), length_of(1 << 800)
    (1, 4, 8, 101)
    """
    if type(state) is int:
        return 1 if state.bit_length() <= SMALL_BITS else state.bit_length() // BITS + 1
    unopened, length = [state], 0
    while unopened and length < most:
        value = unopened.pop()
        length += 1
        kind = type(value)
        if kind is tuple or kind is frozenset:
            if len(value) >= most:
                return length + len(value)
            for each in value:
                if type(each) is int and each.bit_length() <= SMALL_BITS:
                    length += 1
                else:
                    unopened.append(each)
        elif kind is int:
            length += value.bit_length() // BITS
        elif kind is str or kind is bytes:
            length += len(value)
    return length


def limit_of(state: Any) -> int | None:
    """How long the options of a state may be: as long as itself where it is long, else no limit.

    >>> limit_of(5), limit_of((1, (2, "ab"))), limit_of(1 << 8 * MOST_LENGTH), limit_of((1,) * MOST_LENGTH)
    (None, None, 2049, 2049)
    """
    return length_of(state) if length_of(state, MOST_LENGTH) >= MOST_LENGTH else None


class GrowsWithoutEnd(OutOfReach):
    """A long state has an option that is longer yet."""


def require_no_growth(spec: str, state: Any, part: Any, limit: int) -> None:
    """Refuse an option that is longer than its state, of which this is the limit. Raises GrowsWithoutEnd.

    >>> require_no_growth("twice", 1 << 20_000, 1 << 20_008, 2501)
    Traceback (most recent call last):
    grundy.model.growth.GrowsWithoutEnd: twice: state (a number of 20,001 bits) yields (a number of 20,009 bits): ...
    """
    if length_of(part, limit + 1) > limit:
        raise GrowsWithoutEnd(
            f"{spec}: state {_brief(state)} yields {_brief(part)}: expected play that ends before its states have "
            f"{MOST_LENGTH:,} numbers, letters, or bytes of a number; a condition in the rule that ends play sooner, "
            "or a smaller position, would help"
        )


class LengthsHeld:
    """How many positions may be remembered: so many, and fewer of long ones, which are measured now and then."""

    def __init__(self, most: int, held: int = 0) -> None:
        self.most, self._held, self._length = most, held, 0

    def until(self, held: int, state: Any) -> int:
        """Up to how many may be remembered before the next one is measured, as this one is. Raises OutOfReach."""
        if held > self.most:
            raise OutOfReach(f"more than {self.most:,} positions; try a smaller position")
        length = length_of(state)
        self._length += (held - self._held) * length
        self._held = held
        if self._length > MOST_TOGETHER:
            raise OutOfReach(
                f"more than {MOST_TOGETHER:,} numbers, letters, or bytes of numbers in {held:,} positions; a smaller "
                "position would help"
            )
        return min(self.most, held + max(1, MEASURED_LENGTH // (length + MEASURED_LENGTH // MEASURED)))


def _brief(state: Any) -> str:
    """A state in a message: as it is where that is short, or what it is."""
    if type(state) is int and state.bit_length() > SHOWN_BITS:
        return f"(a number of {state.bit_length():,} bits)"
    if length_of(state, SHOWN) < SHOWN:
        return short_repr(state)
    if isinstance(state, str | bytes):
        return f"(a text of {len(state):,} letters)"
    return f"(a {'set' if isinstance(state, frozenset) else 'tuple'} of {len(state):,} values)"

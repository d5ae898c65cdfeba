"""How states are written as keys of 64 bits, and as several words where one has too few bits; in Python and in LLVM.

keys      a whole number itself; of several, none below 0, each less `low`, in some bits of its own side by side
words     the keys of the first numbers, of the next, and so on: as many side by side as 63 bits hold
judge     each other: `unpack` undoes `pack`, in tests/compile/test_compile_kept.py, which lists options by both
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from grundy.compile import emit
from grundy.compile.emit import Emit, LlvmNumber
from grundy.compile.interval import MAX, MIN, Interval
from grundy.compile.subset import BeyondCompiled, NotCompiled
from grundy.model.rule import Rule
from grundy.model.space import HASHABLE, is_size, is_sizes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SPREAD = 0x9E3779B97F4A7C15  # 2**64 over the golden ratio, Knuth vol. 3, section 6.4
ALONE = 63  # bits of the key of several numbers


@dataclass(frozen=True, slots=True)
class Key:
    """How states are written as keys: how many bits each number has, and the least that it can be."""

    bits: tuple[int, ...]
    low: int

    @property
    def span(self) -> list[Interval]:
        """Where the numbers of a state can lie."""
        if len(self.bits) == 1:
            return [Interval(self.low, MAX)]
        return [Interval(self.low, self.low + (1 << bits) - 1) for bits in self.bits]

    def pack(self, numbers: Sequence[int]) -> int | None:
        """The key of a state; None if it has none.

        >>> Key((31, 31), 0).pack((1, 2)), Key((31, 31), 0).unpack(2**31 + 2)
        (2147483650, (1, 2))
        """
        key = 0
        alone = len(self.bits) == 1
        for number, bits in zip(numbers, self.bits, strict=True):
            if not self.low <= number <= (MAX if alone else self.low + (1 << bits) - 1):
                return None
            key = number if alone else key << bits | number - self.low
        return key

    def pack_all(self, numbers: NDArray[np.int64]) -> NDArray[np.int64] | None:
        """The keys of many states, of which each row has the numbers; None if one of them has none.

        >>> import numpy as np
        >>> Key((31, 31), 0).pack_all(np.array([[1, 2], [0, 5]])).tolist()
        [2147483650, 5]
        """
        import numpy as np

        lifted = numbers if len(self.bits) == 1 else numbers - self.low
        room = MAX if len(self.bits) == 1 else (1 << np.array(self.bits)) - 1
        if numbers.min(initial=self.low) < self.low or (lifted > room).any():
            return None
        keys = lifted[:, 0].copy()
        for column, bits in zip(lifted.T[1:], self.bits[1:], strict=True):
            keys = keys << bits | column
        return keys

    def unpack(self, key: int) -> tuple[int, ...]:
        """The numbers of the state with a key."""
        if len(self.bits) == 1:
            return (key,)
        numbers = []
        for bits in reversed(self.bits):
            numbers.append((key & (1 << bits) - 1) + self.low)
            key >>= bits
        return tuple(reversed(numbers))


def slot_of(key: int, mask: int) -> int:
    """Where the search for a key begins."""
    spread = key * SPREAD % 2**64
    return (spread ^ spread >> 32) & mask


def keys_for(states: Sequence[Sequence[int]], low: int | None = None) -> Key | None:
    """Keys for some states and those below, with as many bits for each number as fit; None if they do not fit.

    >>> keys_for([(3, 5)]), keys_for([(10**12, 3)]).bits, keys_for([(2**40, 2**40)])
    (Key(bits=(31, 31), low=0), (50, 12), None)
    """
    arity = len(states[0])
    if arity == 1:
        fits = all(MIN <= state[0] <= MAX for state in states)
        return Key((64,), MIN if low is None else low) if fits else None
    even = ALONE // arity
    if low is not None and low < 0:
        return Key((even,) * arity, -1 << even - 1) if even else None
    need = [max(1, *(state[i].bit_length() for state in states)) for i in range(arity)]
    if min(number for state in states for number in state) < 0 or sum(need) > ALONE:
        return None
    if max(need) <= even:
        return Key((even,) * arity, 0)
    return _spaced(need)


def slots_of(keys: NDArray[np.int64], mask: int) -> NDArray[np.int64]:
    """`slot_of` of many keys."""
    import numpy as np

    spread = keys.astype(np.uint64) * np.uint64(SPREAD)
    return ((spread ^ spread >> np.uint64(32)) & np.uint64(mask)).astype(np.int64)


def numbers_of(rule: Rule, state: Any) -> tuple[int, ...] | None:
    """The numbers of a state as compiled code holds them; None: the state has another shape."""
    numbers = state if isinstance(state, tuple) else (state,)
    sound = len(numbers) == rule.arity and isinstance(state, tuple) == (rule.arity > 1)
    return numbers if sound and all(type(number) is int for number in numbers) else None


@dataclass(frozen=True, slots=True)
class WideKey:
    """How states are written as several words: the keys of their first numbers, of the next, and so on."""

    keys: tuple[Key, ...]

    @property
    def bits(self) -> tuple[tuple[int, ...], ...]:
        """The bits of the numbers of each word."""
        return tuple(key.bits for key in self.keys)

    @property
    def low(self) -> int:
        """The least that a number can be."""
        return 0

    @property
    def span(self) -> list[Interval]:
        """Where the numbers of a state can lie."""
        return [interval for key in self.keys for interval in key.span]

    def pack(self, numbers: Sequence[int]) -> tuple[int, ...] | None:
        """The words of a state; None if it has none.

        >>> words = WideKey((Key((31, 32), 0), Key((64,), 0)))
        >>> words.pack((1, 2, 3)), words.unpack((2**32 + 2, 3))
        ((4294967298, 3), (1, 2, 3))
        """
        rest = iter(numbers)
        words = [key.pack(list(islice(rest, len(key.bits)))) for key in self.keys]
        return None if None in words else tuple(word for word in words if word is not None)

    def unpack(self, words: Sequence[int]) -> tuple[int, ...]:
        """The numbers of the state with some words."""
        return tuple(chain.from_iterable(key.unpack(word) for key, word in zip(self.keys, words, strict=True)))


def wide_key_for(states: Sequence[Sequence[int]]) -> WideKey | None:
    """Words for some states and those below, as few as hold their numbers in turn; None if a number has none.

    >>> wide_key_for([(2**40, 7, 2**40)]).bits, wide_key_for([(3, 2**63)])
    (((50, 12), (64,)), None)
    """
    bits = [max(1, *(state[i].bit_length() for state in states)) for i in range(len(states[0]))]
    if min(number for state in states for number in state) < 0 or max(bits) > ALONE:
        return None
    return WideKey(tuple(_spaced(group) for group in _grouped(bits)))


def _grouped(bits: Sequence[int]) -> Iterator[list[int]]:
    """Numbers in turn, as many together as have bits in one key."""
    group: list[int] = []
    for more in bits:
        if group and sum(group) + more > ALONE:
            yield group
            group = []
        group.append(more)
    yield group


def _spaced(need: Sequence[int]) -> Key:
    """A key for numbers of so many bits; what is left over is for all of them alike."""
    more = (ALONE - sum(need)) // len(need)
    return Key(tuple(bits + more for bits in need), 0) if len(need) > 1 else Key((64,), 0)


def keys_of(rule: Rule, states: Sequence[Any]) -> Key:
    """Keys for some states of a rule and those below. Raises: NotCompiled: they have none."""
    key = keys_for(_numbers(rule, states), 0 if is_natural(rule) else None)
    if key is None or not (rule.space is HASHABLE or is_natural(rule)):
        raise NotCompiled("states of more than 63 bits, or of a kind of their own, are not compiled")
    return key


def key_or_wide_of(rule: Rule, states: Sequence[Any]) -> Key | WideKey:
    """The same, or words where a key has too few bits. Raises: NotCompiled: they have neither."""
    numbers = _numbers(rule, states)
    if not (rule.space is HASHABLE or is_natural(rule)):
        raise NotCompiled("states of a kind of their own are not compiled")
    key = keys_for(numbers, 0 if is_natural(rule) else None)
    found = wide_key_for(numbers) if key is None and rule.arity > 1 else key
    if found is None:
        raise NotCompiled("numbers of more than 63 bits, and negative ones beside large ones, are not compiled")
    return found


def is_natural(rule: Rule) -> bool:
    """Whether the states of a rule are numbers none of which is below 0."""
    return rule.space.contains in (is_size, is_sizes)


def _numbers(rule: Rule, states: Sequence[Any]) -> list[tuple[int, ...]]:
    numbers = []
    for state in states:
        read = numbers_of(rule, state)
        if read is None:
            raise NotCompiled(f"state {state!r} is not compiled")
        numbers.append(read)
    return numbers


def key_of(rule: Rule, key: Key | WideKey, state: Any) -> Any:
    """The key, or the words, of a state; None if it has none."""
    numbers = numbers_of(rule, state)
    return None if numbers is None else key.pack(numbers)


def require_key(rule: Rule, key: Key | WideKey, state: Any) -> Any:
    """The key, or the words, of a state. Raises: BeyondCompiled: it has none."""
    found = key_of(rule, key, state)
    if found is None:
        raise BeyondCompiled(f"state {state!r} has more bits than the keys of its table")
    return found


def state_of(rule: Rule, key: Key | WideKey, packed: Any) -> Any:
    """The state with a key, or with words, as the rule takes it.

    >>> from grundy.model.rule import rule
    >>> state_of(rule(lambda n: ()), Key((64,), 0), 7), state_of(rule(lambda a, b: ()), Key((31, 31), 0), 2**31 + 2)
    (7, (1, 2))
    """
    numbers = key.unpack(packed)
    return numbers if rule.arity > 1 else numbers[0]


def packed(e: Emit, key: Key, state: list[LlvmNumber]) -> Any:
    """The key of an option; one that has none stops the kernel."""
    b = e.b
    if len(key.bits) == 1:
        if state[0].span.lo < key.low:
            e.fail_if(b.icmp_signed("<", state[0].llvm, e.i64(key.low)), emit.OPTION)
        return state[0].llvm
    packed = e.i64(0)
    for number, bits in zip(state, key.bits, strict=True):
        lifted = b.sub(number.llvm, e.i64(key.low)) if key.low else number.llvm
        if key.low and number.span.lo < MIN - key.low:
            e.fail_if(b.icmp_signed("<", number.llvm, e.i64(key.low)), emit.OPTION)
        e.fail_if(b.icmp_unsigned(">=", lifted, e.i64(1 << bits)), emit.OPTION)
        packed = b.or_(b.shl(packed, e.i64(bits)), lifted)
    return packed


def unpacked(e: Emit, key: Key, packed: Any) -> list[Any]:
    b = e.b
    if len(key.bits) == 1:
        return [packed]
    numbers = []
    for bits in reversed(key.bits):
        number = b.and_(packed, e.i64((1 << bits) - 1))
        numbers.append(b.add(number, e.i64(key.low)) if key.low else number)
        packed = b.lshr(packed, e.i64(bits))
    return numbers[::-1]


def words_from(e: Emit, key: Key | WideKey, state: list[LlvmNumber]) -> list[Any]:
    """The words of an option, or its key; one that has none stops the kernel."""
    keys = key.keys if isinstance(key, WideKey) else (key,)
    rest = iter(state)
    return [packed(e, one, list(islice(rest, len(one.bits)))) for one in keys]


def numbers_from(e: Emit, key: Key | WideKey, words: Sequence[Any]) -> list[LlvmNumber]:
    """The numbers of a state from its words, or its key, each with where it can lie."""
    keys = key.keys if isinstance(key, WideKey) else (key,)
    numbers = [number for one, word in zip(keys, words, strict=True) for number in unpacked(e, one, word)]
    return [LlvmNumber(number, span) for number, span in zip(numbers, key.span, strict=True)]

"""Moves given as masks, checked and cut into what the kernels do: one turn and one selection for each entry.

A state is a number; its lowest 6 bits are a place in a word, the next 3 a word of a group of 512 states, the rest
the number of the group. A move (need, off, clear, flip) is allowed in a state that has all bits of `need` and none
of `off`, and leads to (state & ~clear) ^ flip, which must always be a smaller number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from grundy.errors import BadRule, OutOfReach
from grundy.model.masks import require_smaller
from grundy.model.shapes import BitmaskMove

GROUP_BITS = 9
GROUP = 1 << GROUP_BITS
EVERY = (1 << GROUP) - 1  # the set of all states of a group: bit s for state s
HAVING = tuple(EVERY // ((1 << (2 << i)) - 1) * (((1 << (1 << i)) - 1) << (1 << i)) for i in range(GROUP_BITS))
MOST_ENTRIES = 20_000


@dataclass(frozen=True, slots=True)
class Entry:
    """Part of a move, for the states of a group in the set `select`: each leads to a state a fixed way below.

    It is for the groups g with g & care == want, and leads to group (g & keep) ^ flip, there `words` words before
    the place of the state and then `turn` bits down (both may be negative).
    """

    care: int
    want: int
    keep: int
    flip: int
    words: int
    turn: int
    select: int


@dataclass(frozen=True)
class SlicedPlan:
    """Moves made ready.

    crossing  entries that leave the group; one of them may stay where it only clears what is clear already
    layers    the states of a group in an order of play: sets; no entry leads from a state to one of its own or of
              a later layer
    inside    for each layer the entries within the group, for the states of that layer
    """

    bits: int
    moves: tuple[BitmaskMove, ...]
    crossing: tuple[Entry, ...]
    layers: tuple[int, ...]
    inside: tuple[tuple[Entry, ...], ...]

    @property
    def groups(self) -> int:
        return 1 << max(0, self.bits - GROUP_BITS)

    @cached_property
    def pulls(self) -> float:
        """About how many entries are followed in all, each for 512 states at once."""
        crossing = sum(2.0 ** -entry.care.bit_count() for entry in self.crossing)
        inside = sum(2.0 ** -entry.care.bit_count() for entries in self.inside for entry in entries)
        return (crossing + inside) * self.groups


def plan(moves: Sequence[BitmaskMove], bits: int) -> SlicedPlan:
    """Check moves and make them ready.

    Raises:  BadRule: a move does not always lead to a smaller number, or has bits that no state has; it is named.
             OutOfReach: moves that change many bits of which nothing is asked come apart into too many.

    >>> plan([(1, 0, 1, 0), (2, 1, 0, 3)], 2).layers[1] & 15  # after state 0 comes state 1, that is bit 1
    2
    >>> plan([(1, 0, 0, 3)], 2)
    Traceback (most recent call last):
    grundy.errors.BadRule: move 0 (need 1, off 0, clear 0, flip 3): state 1 leads to 2, expected a smaller number
    """
    if bits < 0:
        raise BadRule(f"expected a number of bits of at least 0, found {bits}")
    distinct = tuple(dict.fromkeys((need, off, clear, flip) for need, off, clear, flip in moves))
    for number, move in enumerate(moves):
        require_smaller(number, move, bits)
    crossing: dict[tuple[int, ...], int] = {}
    inside: dict[tuple[int, ...], int] = {}
    for move in distinct:
        if not move[0] & move[1]:  # else it is never allowed
            _cut(move, crossing, inside)
        if len(crossing) + len(inside) > MOST_ENTRIES:
            raise OutOfReach(
                "moves that clear or flip bits of which they neither need nor exclude any come apart into more than "
                f"{MOST_ENTRIES:,} cases; such bits would do better above the lowest {GROUP_BITS}"
            )
    across = tuple(Entry(*key, select) for key, select in crossing.items())  # type: ignore[call-arg]
    within = tuple(Entry(*key, select) for key, select in inside.items())  # type: ignore[call-arg]
    layers, entries = _layers(within)
    return SlicedPlan(bits, distinct, across, layers, entries)


def _cut(move: BitmaskMove, crossing: dict[tuple[int, ...], int], inside: dict[tuple[int, ...], int]) -> None:
    """Add the entries of a move: one for each way in which the bits that it changes in a group may stand before."""
    need, off, clear, flip = (mask >> GROUP_BITS for mask in move)
    care = need | off
    free = (clear | flip) & ~care  # changed, whatever they are
    definite = (need & (clear & ~flip | flip & ~clear)) | (off & flip) | (free & flip & ~clear)
    across = (care, need, ~clear, flip)
    still = (care | free, need | free & flip, -1, 0)  # where the group does not change
    low_need, low_off, low_clear, low_flip = (mask & GROUP - 1 for mask in move)
    unknown = (low_clear | low_flip) & ~(low_need | low_off)
    ones = unknown
    while True:
        before = low_need | ones
        after = (before & ~low_clear) ^ low_flip
        select = EVERY
        for i in range(GROUP_BITS):
            if before >> i & 1:
                select &= HAVING[i]
            elif (low_off | unknown) >> i & 1:
                select &= ~HAVING[i]
        place = ((before >> 6) - (after >> 6), (before & 63) - (after & 63))
        if definite or free:
            key = (*across, *place)
            crossing[key] = crossing.get(key, 0) | select
        if not definite and before != after:
            key = (*still, *place)
            inside[key] = inside.get(key, 0) | select
        if not ones:
            return
        ones = (ones - 1) & unknown


def _layers(entries: Sequence[Entry]) -> tuple[tuple[int, ...], tuple[tuple[Entry, ...], ...]]:
    """The states of a group by the longest play inside it, and the entries for each of these layers."""
    layers, layer_entries = [], []
    reached = EVERY  # the states with a play of at least so many moves
    while reached:
        further = 0
        for entry in entries:
            distance = 64 * entry.words + entry.turn  # positive: every move leads to a smaller number
            further |= reached << distance & entry.select
        layer = reached & ~further
        layers.append(layer)
        layer_entries.append(
            tuple(
                Entry(e.care, e.want, e.keep, e.flip, e.words, e.turn, e.select & layer)
                for e in entries
                if e.select & layer
            )
        )
        reached = further
    return tuple(layers), tuple(layer_entries)


def ranking(plan: SlicedPlan, tile_bits: int) -> tuple[int, ...] | None:
    """A weight for each bit of a tile's number so that every move to another tile leads to a smaller weight in all.

    Tiles are 2**tile_bits groups; those of equal weight can be filled at the same time. None: neither counting the
    bits nor adding up their places does.

    >>> ranking(plan([(1 << i, 0, 1 << i, 0) for i in range(12)], 12), 0)
    (1, 1, 1)
    """
    low = GROUP_BITS + tile_bits
    places = range(max(0, plan.bits - low))
    for weights in (tuple(1 for _ in places), tuple(i + 1 for i in places)):
        if all(_falls(move, low, weights) for move in plan.moves if not move[0] & move[1]):
            return weights
    return None


def _falls(move: BitmaskMove, low: int, weights: Sequence[int]) -> bool:
    """Whether a move that changes the bits from `low` on always makes their weight less."""
    need, off, clear, flip = (mask >> low for mask in move)
    most, sure = 0, False  # how much the weight may grow; whether something certainly changes
    for i, weight in enumerate(weights):
        after = flip >> i & 1
        touched = (clear | flip) >> i & 1
        if not touched:
            continue
        if need >> i & 1:
            becomes = after if clear >> i & 1 else 1 - after
            most -= weight * (1 - becomes)
            sure = sure or not becomes
        elif off >> i & 1:
            most += weight * after
            sure = sure or bool(after)
        elif after:
            most += weight
            sure = True
    return most < 0 if sure else most == 0

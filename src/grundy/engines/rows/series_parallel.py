"""Finite orders that are built from single elements, side by side and one above another, as every forest is.

    decompose    an order as a tree of blocks, or that it is none of these: in linear time
    Blocks       the nim-values of blocks from below, and the moves to a value from above

The theorem (Deuber & Thomassé 1996): let S(A) be the nim-values of the options of A, so that A is worth mex S(A).

    A beside B   is worth A XOR B;                 its options: S(A) XOR B's value, and S(B) XOR A's
    B above A    is worth the B-th number not in S(A), from the 0-th;   its options: S(A), and the b-th such, b in S(B)

for a move in A takes the whole of B, and a move in B to b leaves what is worth the b-th. Where A is one element, S(A)
is {0}, and this is the colon principle: 1 + B.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from grundy.engines.engine import Answer, Direct, DirectValues, Summand, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question, Row
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves, Order, Subsets

EVIDENCE = Evidence(
    "proved",
    "the order is built from single elements side by side and one above another, as every forest is "
    "(Deuber & Thomassé 1996, Grundy sets of partial orders; above one element: the colon principle)",
)


@dataclass(eq=False, slots=True)
class Block:
    """A part of an order: one element; blocks side by side; or blocks one above another, the lowest first."""

    kind: Literal["element", "beside", "above"]
    element: int = -1
    blocks: deque[Block] = field(default_factory=deque)


def decompose(count: int, covers: Sequence[tuple[int, int]]) -> Block | None:
    """An order as a block; None if it is not built so.

    Args:    covers: (lower, upper), of which none follows from others.
    Cost:    O((n + m) log n).
    Source:  Valdes, Tarjan & Lawler 1982: such an order is the line digraph of a network of two ends in which edges one
             after another, or side by side, can be made one until one is left.

    >>> decompose(4, [(0, 2), (1, 2), (1, 3)]) is None          # the letter N
    True
    """
    network = _network(count, covers)
    if network is None:
        return None
    after, before = network
    ready = [node for node in after if node > _TOP]
    while ready:
        node = ready.pop()
        if node in after and len(after[node]) == len(before[node]) == 1:
            (tail,), ((head, upper),) = before.pop(node), after.pop(node).items()
            lower = after[tail].pop(node)
            before[head].remove(node)
            _join(after, before, tail, head, _merged("above", lower, upper))
            ready += [end for end in (tail, head) if end > _TOP]
    if len(after) > 2:
        return None
    return after[_BOTTOM].get(_TOP, Block("beside"))


_BOTTOM, _TOP = 0, 1  # the ends of the network


def _network(
    count: int, covers: Sequence[tuple[int, int]]
) -> tuple[dict[int, dict[int, Block]], dict[int, set[int]]] | None:
    """For each node of the network the blocks to nodes after it, and the nodes before it; None if there is none.

    An edge is an element; those that end in a node are just below all that begin there.
    """
    uppers: list[list[int]] = [[] for _ in range(count)]
    lowers: list[list[int]] = [[] for _ in range(count)]
    for low, up in covers:
        uppers[low].append(up)
        lowers[up].append(low)
    number: dict[tuple[int, ...], int] = {(): _TOP}
    heads = [number.setdefault(tuple(sorted(ups)), len(number) + 1) for ups in uppers]
    after: dict[int, dict[int, Block]] = {node: {} for node in range(len(number) + 1)}
    before: dict[int, set[int]] = {node: set() for node in after}
    for element in range(count):
        tails = {heads[low] for low in lowers[element]} or {_BOTTOM}
        if len(tails) > 1:
            return None
        _join(after, before, tails.pop(), heads[element], Block("element", element))
    return after, before


def _join(after: dict[int, dict[int, Block]], before: dict[int, set[int]], tail: int, head: int, block: Block) -> None:
    """Lay a block between two nodes, beside the one that is there."""
    there = after[tail].get(head)
    after[tail][head] = block if there is None else _merged("beside", there, block)
    before[head].add(tail)


def _merged(kind: Literal["beside", "above"], first: Block, second: Block) -> Block:
    """Two blocks as one; the longer list of blocks of this kind is used again."""
    if first.kind == kind and (second.kind != kind or len(first.blocks) >= len(second.blocks)):
        first.blocks.extend(second.blocks if second.kind == kind else (second,))
        return first
    if second.kind == kind:
        second.blocks.extendleft(reversed(first.blocks) if first.kind == kind else (first,))
        return second
    return Block(kind, blocks=deque((first, second)))


# Sets of numbers, as bits.


def numbers_not_in(taken: int, wanted: int) -> int:
    """The w-th numbers, from the 0-th, that are not in a set, for every w of another.

    >>> bin(numbers_not_in(0b1011, 0b101))          # 2, 4, 5, ... are not in it: the 0-th and 2nd are 2 and 5
    '0b100100'
    """
    first = mex_of(taken)
    wanted <<= first
    rest = taken >> first << first
    while rest:
        least = rest & -rest
        if least > wanted:
            break
        below = wanted & (least - 1)
        wanted = below | (wanted ^ below) << 1
        rest ^= least
    return wanted


def mex_of(taken: int) -> int:
    """The least number that is not in a set.

    >>> mex_of(0b1011)
    2
    """
    return (~taken & (taken + 1)).bit_length() - 1


def xor_each(numbers: int, with_: int) -> int:
    """Each number of a set XOR one number.

    >>> bin(xor_each(0b101, 3))          # 0 and 2
    '0b1010'
    """
    size = max(numbers.bit_length(), with_ + 1).bit_length()
    for bit in range(with_.bit_length()):
        if with_ >> bit & 1:
            low = _without_bit(bit, size)
            numbers = (numbers & low) << (1 << bit) | numbers >> (1 << bit) & low
    return numbers


@lru_cache(maxsize=256)
def _without_bit(bit: int, size: int) -> int:
    """The numbers below 2^size in which a bit is 0."""
    mask, width = (1 << (1 << bit)) - 1, 2 << bit
    while width < 1 << size:
        mask |= mask << width
        width *= 2
    return mask


class BlockValues:
    """The nim-value of each block of an order, and of those that need it the values of the options.

    Cost:    linear where blocks stand above single elements alone; else O(n^2 / 64) and better in practice.
    """

    def __init__(self, root: Block) -> None:
        self.root = root
        self.values: dict[Block, int] = {}
        self.options: dict[Block, int] = {}
        order: list[tuple[Block, bool]] = [(root, False)]
        for block, needs_options in order:  # grows while it is read: each block after the one that it belongs to
            last = len(block.blocks) - 1
            for place, part in enumerate(block.blocks):
                order.append((part, needs_options or (block.kind == "above" and place < last)))
        for block, needs_options in reversed(order):
            if needs_options:
                self.options[block] = self._options(block)
            self.values[block] = self._value(block)

    def _value(self, block: Block) -> int:
        if block.kind == "element":
            return 1
        if block.kind == "beside":
            total = 0
            for part in block.blocks:
                total ^= self.values[part]
            return total
        *lower, top = block.blocks
        value = self.values[top]
        for part in reversed(lower):
            value = (
                value + 1 if part.kind == "element" else numbers_not_in(self.options[part], 1 << value).bit_length() - 1
            )
        return value

    def _options(self, block: Block) -> int:
        if block.kind == "element":
            return 1
        values = 0
        if block.kind == "beside":
            total = self._value(block)
            for part in block.blocks:
                values |= xor_each(self.options[part], total ^ self.values[part])
            return values
        for part in reversed(block.blocks):
            values = self.options[part] | numbers_not_in(self.options[part], values)
        return values

    def moves_to(self, rest: int) -> Iterator[int]:
        """The elements, in no order, with which an option of this value is reached."""
        left = [(self.root, rest)]
        while left:
            block, wanted = left.pop()
            if wanted == self.values[block]:
                continue
            if block.kind == "element":
                if not wanted:
                    yield block.element
            elif block.kind == "beside":
                left += [(part, wanted ^ self.values[block] ^ self.values[part]) for part in block.blocks]
            else:
                *lower, top = block.blocks
                for part in lower:
                    if self.options[part] >> wanted & 1:
                        left.append((part, wanted))
                        break
                    wanted -= (self.options[part] & ((1 << wanted) - 1)).bit_count()
                else:
                    left.append((top, wanted))


def least_element(block: Block) -> int:
    """The element of a block with the least number."""
    least, left = -1, [block]
    while left:
        part = left.pop()
        left += part.blocks
        if part.kind == "element" and not 0 <= least <= part.element:
            least = part.element
    return least


# The engine.


def order_of(rule: Rule) -> Callable[[Any], Order] | None:
    """What gives the order that a state is, if the states of a rule are orders."""
    return rule.shape.order if isinstance(rule.shape, Subsets) else None


@lru_cache(maxsize=64)
def blocks_of(count: int, covers: tuple[tuple[int, int], ...]) -> BlockValues | None:
    """The blocks of an order, if it is built from such."""
    root = decompose(count, covers)
    return None if root is None else BlockValues(root)


def fits(question: Question) -> bool:
    """Orders that are built from single elements, which is seen in linear time."""
    order_in = order_of(question.rule)
    if order_in is None or question.options.method != "auto":
        return False
    return all(blocks_of(order.count, order.covers) is not None for order in map(order_in, question.states))


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The theorem."""

    order_in = order_of(rule)
    assert order_in

    def blocks(state: Any) -> tuple[Order, BlockValues]:
        order = order_in(state)
        block_values = blocks_of(order.count, order.covers)
        assert block_values
        return order, block_values

    def moves_to(state: Any, rest: int) -> Moves:
        order, block_values = blocks(state)
        return listed([order.label(element) for element in block_values.moves_to(rest)])

    def summands(state: Any) -> list[Summand]:
        order, block_values = blocks(state)
        parts = block_values.root.blocks if block_values.root.kind == "beside" else [block_values.root]
        named = sorted((least_element(part), block_values.values[part]) for part in parts)
        return [(f"the part with {order.name(element)}", value) for element, value in named]

    def answer(states: Sequence[Any]) -> Answer:
        solved = [blocks(state)[1] for state in states]
        return Answer([block_values.values[block_values.root] for block_values in solved], EVIDENCE, moves_to, summands)

    return Direct(answer)


ROW = Row(
    "orders built from single elements, side by side and one above another, as forests are",
    fits,
    "rows.series_parallel",
    "block by block, from the values of the options of blocks",
    apart=True,
)
EXAMPLES = (
    "poset(a<b<c, a<d)",
    "poset(c<b<a, d<b, e<a, f)",
    "poset(tree:2,3)",
    "poset(a<c, a<d, b<c, b<d, c<e, f)",
    "poset:tree:2,N(2)",
)

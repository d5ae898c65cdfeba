"""A position of any rule with finite play as nodes, each with what its moves leave, and claims that prove its value.

Heaps of a rule of known shape are their own nodes, so that the certificate need only say the shape.
"""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from time import monotonic

from grundy.errors import BadRule, OutOfReach
from grundy.model.convention import mex
from grundy.model.definition import cycle_text
from grundy.model.option import State
from grundy.model.rule import Position, Rule
from grundy.model.shapes import Digits, TakeAway
from grundy.proof.plain_shape import left_of, plain_shape
from grundy.proof.write import CertificateMoves
from grundy.runs.chunk import Chunk

MOST_NODES = 200_000
MOST_OPTIONS = 2_000_000  # of all nodes together; FORMAT.md allows twice as many
LARGEST = (1_000_000, 10_000, 10_000, 500, 100, 100)  # heap that FORMAT.md allows, by how many a move may leave
MOST_PARTS = 1_000
FEW = 200  # replies: where there are more, who checks is sooner done with the value of the option itself
MOST_DIGITS = 1_001
PAUSE = 0.1  # seconds between chunks

Nodes = tuple[int, ...]
"""Nodes side by side, in increasing order; those without a move are left out."""


@dataclass(frozen=True, slots=True)
class MoveGraph:
    """What may be played from a position.

    after    for each node what each move leaves: smaller nodes
    start    the nodes of the position
    names    what people call the nodes; none where they are heaps
    moves    the moves of the heaps that the nodes are, where the certificate need not list them
    """

    after: list[list[Nodes]]
    start: Nodes
    names: tuple[str, ...] = ()
    moves: CertificateMoves | None = None

    def options(self, state: Nodes) -> list[Nodes]:
        """What the moves from a sum of nodes lead to."""
        options: dict[Nodes, None] = {}
        for place, node in enumerate(state):
            if not place or node != state[place - 1]:
                rest = state[:place] + state[place + 1 :]
                for left in self.after[node]:
                    options[self.alive((*rest, *left))] = None
        return list(options)

    def alive(self, nodes: Iterable[int]) -> Nodes:
        """The nodes in which there is a move, in order."""
        return tuple(sorted(node for node in nodes if self.after[node]))


def net(position: Position) -> Generator[Chunk, None, MoveGraph]:
    """The nodes that can be reached in the parts of a position, as work in chunks.

    Raises:  OutOfReach: too many. BadRule: play may not end, or a move does more than leave parts.

    >>> from grundy.engines.options import run_plainly
    >>> from grundy.notation.expression import parse
    >>> run_plainly(lambda saved: net(parse("take-away:1,2(3)"))).after
    [[], [(0,)], [(1,), (0,)], [(2,), (1,)]]
    """
    parts = [(part.rule, part.state) for part in position.parts()]
    if len(parts) > MOST_PARTS:
        raise OutOfReach(f"a certificate of {len(parts):,} summands, more than {MOST_PARTS:,}")
    yield Chunk(0, 0, "positions", {}, "no position is listed")
    try:
        return _of_heaps(parts) or (yield from _listed(parts))
    except OutOfReach as refused:
        if any(rule.arity > 1 or not isinstance(state, int) for rule, state in parts):
            raise
        game = shlex.quote(parts[0][0].spec)
        raise OutOfReach(
            f"{refused}; where a period is proved, its certificate says the values of all heaps: "
            f"grundy period {game} --certificate FILE"
        ) from None


def _of_heaps(parts: list[tuple[Rule, State]]) -> MoveGraph | None:
    """Heaps of one rule whose moves a line of the certificate says."""
    rules = {rule for rule, _ in parts}
    if len(rules) != 1:
        return None
    heaps = [state for _, state in parts if isinstance(state, int)]
    rule = rules.pop()
    match plain_shape(rule):
        case TakeAway(amounts) if amounts:
            digits: tuple[int, ...] = ()
            moves, most = CertificateMoves((), amounts), LARGEST[0]
        case Digits() as shape if not shape.repeat and not shape.unequal and 0 < max(shape.digits) < 64:
            amounts, digits = (), shape.digits
            moves, most = CertificateMoves(digits), LARGEST[shape.parts] if len(digits) <= MOST_DIGITS else -1
        case _:
            return None
    if len(heaps) < len(parts) or max(heaps, default=0) > most:
        return None
    after: list[list[Nodes]] = []
    count = 0
    for heap in range(max(heaps, default=0) + 1):
        if amounts:
            left: list[Nodes] = [(heap - take,) for take in amounts if take <= heap]
        else:
            left = [option for take, digit in enumerate(digits[: heap + 1]) for option in _piles(heap - take, digit)]
        if rule.shape is None and left_of(rule, heap) != {tuple(part for part in option if part) for option in left}:
            return None  # what was read off the code is not what it does
        count += len(left)
        _require(len(after), count)
        after.append(left)
    return MoveGraph(after, MoveGraph(after, ()).alive(heaps), (), moves)


def _piles(total: int, digit: int) -> Iterator[Nodes]:
    """The ways to lay counters in as many non-empty heaps as the bits of a digit allow."""
    for heaps in range(digit.bit_length()):
        if digit >> heaps & 1:
            begun: list[tuple[Nodes, int]] = [((), total)]
            while begun:
                chosen, left = begun.pop()
                more, least = heaps - len(chosen), chosen[-1] if chosen else 1
                if more == 0 and left == 0:
                    yield chosen
                elif more == 1 and left >= least:
                    yield (*chosen, left)
                elif more > 1:
                    begun += [((*chosen, heap), left - heap) for heap in range(least, left // more + 1)]


def _listed(parts: list[tuple[Rule, State]]) -> Generator[Chunk, None, MoveGraph]:
    """All states that can be reached, each after those that its moves leave."""
    numbers: dict[Rule, dict[State, int]] = {}
    names: list[str] = []
    after: list[list[Nodes]] = []
    count, shown = 0, monotonic()
    for rule, root in parts:
        node_numbers = numbers.setdefault(rule, {})
        path = [root]
        opened: dict[State, list[tuple[State, ...]]] = {}
        while path:
            if monotonic() - shown > PAUSE:
                shown = monotonic()
                yield Chunk(len(after), 0, "positions", {}, f"{len(after):,} positions listed with their moves")
            state = path[-1]
            if state in node_numbers:
                path.pop()
                continue
            if state not in opened:
                opened[state] = _left(rule, state)
                count += len(opened[state])
                _require(len(after) + len(opened), count)
                below = dict.fromkeys(part for left in opened[state] for part in left)
                missing = [part for part in below if part not in node_numbers]
                if cycle := [part for part in missing if part in opened]:
                    states = [ancestor for ancestor in path if ancestor in opened]
                    raise BadRule(cycle_text(states[states.index(cycle[0]) :]))
                path += missing
                if missing:
                    continue
            path.pop()
            node_numbers[state] = len(after)
            names.append(f"{rule.spec}({rule.space.describe(state)})")
            moves = [tuple(sorted([node_numbers[part] for part in left])) for left in opened.pop(state)]
            after.append(list(dict.fromkeys(moves)))
    return MoveGraph(after, MoveGraph(after, ()).alive(numbers[rule][state] for rule, state in parts), tuple(names))


def _left(rule: Rule, state: State) -> list[tuple[State, ...]]:
    left = []
    for option in rule.options(state):
        if option.next != "opponent":
            raise OutOfReach(f"no certificate says the moves of {rule.spec}: after some the same player moves on")
        left.append(option.parts)
        if len(left) > MOST_OPTIONS:
            _require(0, len(left))
    return left


def _require(nodes: int, options: int) -> None:
    if nodes > MOST_NODES or options > MOST_OPTIONS:
        raise OutOfReach(
            f"a certificate of more than {MOST_NODES:,} positions or {MOST_OPTIONS:,} moves: try a smaller position"
        )


def nim_values(net: MoveGraph) -> list[int]:
    """The nim-value of each node, by the definition."""
    values: list[int] = []
    for options in net.after:
        seen = set()
        for left in options:
            total = 0
            for node in left:
                total ^= values[node]
            seen.add(total)
        values.append(mex(seen))
    return values


def claims(net: MoveGraph, values: list[int]) -> list[tuple[int, int]]:
    """Nodes with their values that prove the value of the position, each after those that prove it: few of them."""

    def worth(nodes: Nodes) -> int:
        total = 0
        for node in nodes:
            total ^= values[node]
        return total

    claimed: set[int] = set()
    waiting: list[int] = []

    def plan(nodes: Nodes) -> None:
        for node in nodes:
            if node not in claimed:
                claimed.add(node)
                heappush(waiting, -node)

    def cost(nodes: Nodes) -> int:
        return sum(node + 1 for node in nodes if node not in claimed)

    plan(net.start)
    while waiting:
        node = -heappop(waiting)
        value = values[node]
        options = sorted({net.alive(left) for left in net.after[node]}, key=cost)
        smaller: dict[int, Nodes] = {}
        for option in options:
            if worth(option) < value:
                smaller.setdefault(worth(option), option)
        for option in smaller.values():
            plan(option)
        for option in options:
            if cost(option):
                few = sum(len(net.after[node]) for node in option) <= FEW
                replies = [reply for reply in net.options(option) if worth(reply) == value] if few else []
                plan(min([*replies, option], key=cost))
    return [(node, values[node]) for node in sorted(claimed)]

"""Sets of bits in which no move takes another away: every play from a state has the same length, which says who wins.

The theorem: let each move set one bit that is not set, and need nothing but that and some bits that are set (or the
other way round, each clearing one). Then a move that can be made can be made until its bit is set. So a play ends only
when every bit is set that can ever be: take any other play, and the first of its moves whose bit is missing; all that
it needs is there, and it could be made. Each play sets these bits, one a move; a state is worth 0 if they are an even
number, else 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.errors import BadRule
from grundy.model.evidence import Evidence
from grundy.model.rule import Rule
from grundy.model.shapes import Moves
from grundy.reading.core import And, Body, Cmp, Condition, Core, For, If, Let, Not, Truth, Yield
from grundy.reading.cover import require_covered
from grundy.reading.lower import lower
from grundy.reading.remember import remembered
from grundy.reading.run import number
from grundy.reading.source import NotRead
from grundy.reading.values import COMPARED

MOST_MOVES = 50_000
MOST_BITS = 4_096
RANDOM = 60  # states at which the moves are compared, beside those where the conditions turn


class NotMonotone(Exception):
    """The rule does something else."""


@dataclass(frozen=True, slots=True)
class StateBit:
    """Whether a bit of the state is set, as a number."""

    place: int


@dataclass(frozen=True, slots=True)
class Left:
    """The state with a bit set, cleared or flipped: by | + - ^."""

    operator: str
    place: int


class SymbolicState:
    """The state, as the core form's operators see it: what is done with it besides is refused."""

    def __init__(self, shift: int = 0) -> None:
        self._shift = shift

    def __rshift__(self, places: Any) -> SymbolicState:
        return SymbolicState(self._shift + _whole(places))

    def __and__(self, mask: Any) -> StateBit:
        return StateBit(self._shift + _place(mask))

    __rand__ = __and__

    def __or__(self, mask: Any) -> Left:
        return self._left("|", mask)

    __ror__ = __or__

    def __xor__(self, mask: Any) -> Left:
        return self._left("^", mask)

    __rxor__ = __xor__

    def __add__(self, mask: Any) -> Left:
        return self._left("+", mask)

    __radd__ = __add__

    def __sub__(self, mask: Any) -> Left:
        return self._left("-", mask)

    def _left(self, operator: str, mask: Any) -> Left:
        if self._shift:
            raise NotMonotone
        return Left(operator, _place(mask))


def _whole(value: Any) -> int:
    if type(value) is int and 0 <= value <= MOST_BITS:
        return value
    raise NotMonotone


def _place(mask: Any) -> int:
    """The place of the only bit of a mask."""
    if type(mask) is not int or mask <= 0 or mask & (mask - 1) or mask.bit_length() > MOST_BITS:
        raise NotMonotone
    return mask.bit_length() - 1


@dataclass(frozen=True, slots=True)
class Monotone:
    """Moves that each set one bit, or each clear one: (the bit, those that it needs to be set, or cleared)."""

    sets: bool
    moves: tuple[tuple[int, int], ...]

    def bits(self, state: int) -> int:
        """The bits that moves have changed or may need, as if each move set one."""
        return state if self.sets else ~state

    def length(self, state: int) -> int:
        """How many moves every play from a state has."""
        there, count = self.bits(state), 0
        waiting = list(self.moves)
        while True:
            later = []
            for bit, needs in waiting:
                if there & bit:
                    continue
                if there & needs == needs:
                    there |= bit
                    count += 1
                else:
                    later.append((bit, needs))
            if len(later) == len(waiting) or not later:
                return count
            waiting = later

    def options(self, state: int) -> set[int]:
        """The states that a move leads to."""
        there = self.bits(state)
        return {state ^ bit for bit, needs in self.moves if not there & bit and there & needs == needs}


UNKNOWN = object()  # the value of a variable that bits of the state decide: nothing can be done with it
Needs = frozenset[tuple[int, bool]]


def monotone(core: Core) -> Monotone:
    """The moves of a rule on sets of bits. Raises: NotMonotone: they are no such moves."""
    try:
        moves = _moves(core.body, {core.state[0]: SymbolicState()}, frozenset())  # type: ignore[dict-item]
        distinct = dict.fromkeys(islice(moves, MOST_MOVES + 1))
    except NotMonotone:
        raise
    except Exception as problem:  # Python has no such operator for it, or the rule fails
        raise NotMonotone from problem
    kinds = {sets for sets, _, _ in distinct}
    if len(kinds) != 1 or len(distinct) > MOST_MOVES:
        raise NotMonotone
    return Monotone(kinds.pop(), tuple((bit, needs) for _, bit, needs in distinct))


def _moves(body: Body, variables: dict[str, int], needs: Needs) -> Iterator[tuple[bool, int, int]]:
    """The moves of statements: whether it sets a bit, which, and which others have to be as it leaves them."""
    for statement in body:
        match statement:
            case Let(name, value):
                new_value = number(value, variables)
                if type(new_value) is not int:
                    raise NotMonotone
                variables[name] = new_value
            case For(name, low, high, step, inner):
                for turn in range(number(low, variables), number(high, variables), step):
                    variables[name] = turn
                    yield from _moves(inner, variables, needs)
            case If(test, inner, others):
                literals = _literals(test, variables)
                if isinstance(literals, bool):
                    yield from _moves(inner if literals else others, variables, needs)
                elif others:
                    raise NotMonotone
                elif not any((place, not is_set) in needs | literals for place, is_set in needs | literals):
                    inside = dict(variables)
                    yield from _moves(inner, inside, needs | literals)
                    for name in (name for name in inside if inside[name] != variables.get(name)):
                        variables[name] = UNKNOWN  # type: ignore[assignment]
            case Yield(((part,),), "opponent", _):
                yield _move(number(part, variables), needs)
            case _:
                raise NotMonotone


def _move(left: Any, needs: Needs) -> tuple[bool, int, int]:
    if not isinstance(left, Left):
        raise NotMonotone
    was = dict(needs).get(left.place)
    if was is None or left.operator not in ("^", "-" if was else "+", "^" if was else "|"):
        raise NotMonotone
    others = needs - {(left.place, was)}
    if any(is_set is was for _, is_set in others):
        raise NotMonotone  # it needs what other moves take away
    return not was, 1 << left.place, sum(1 << place for place, _ in others)


def _literals(test: Condition, variables: dict[str, int]) -> Needs | bool:
    """The bits that a condition asks to be set or not, all of them; or whether it holds, where no bit is asked."""
    match test:
        case Truth(holds):
            return holds
        case And(conditions):
            together: set[tuple[int, bool]] = set()
            for condition in conditions:
                literals = _literals(condition, variables)
                if literals is False:
                    return False
                if literals is not True:
                    together |= literals
            return frozenset(together) or True
        case Not(inner):
            literals = _literals(inner, variables)
            if isinstance(literals, bool):
                return not literals
            if len(literals) > 1:
                raise NotMonotone
            return frozenset((place, not is_set) for place, is_set in literals)
        case Cmp(sign, left, right):
            first, second = number(left, variables), number(right, variables)
            if type(first) is int and type(second) is int:
                return COMPARED[sign](first, second)
            return _asked(first, sign, second)
    raise NotMonotone


def _asked(left: Any, sign: str, right: Any) -> Needs:
    """A bit compared with 0."""
    if not isinstance(left, StateBit) or type(right) is not int or right or sign not in ("==", "!=", ">"):
        raise NotMonotone
    return frozenset({(left.place, sign != "==")})


@remembered(most=16)
def read(rule: Rule) -> tuple[Monotone, str] | None:
    """The moves of a rule, if none takes another away, and at how many states that was compared."""
    try:
        core = lower(rule)
        moves = monotone(core)
        covered = require_covered(rule, core)
    except (NotRead, NotMonotone, BadRule):
        return None
    if not all(_agrees(rule, moves, state) for state in _states(moves)):
        return None
    return moves, f"compared with its options at {covered.compared + RANDOM:,} states"


def _states(moves: Monotone) -> Iterator[int]:
    """Random states of the bits that moves name, of few to many bits."""
    random, width = Random(0), max((bit | needs).bit_length() for bit, needs in moves.moves)
    for turn in range(RANDOM):
        first, second = random.getrandbits(width), random.getrandbits(width)
        yield (first, first & second, first | second)[turn % 3]


def _agrees(rule: Rule, moves: Monotone, state: int) -> bool:
    return {option.parts for option in rule.options(state)} == {(left,) for left in moves.options(state)}


def answer_of(rule: Rule, states: Sequence[Any]) -> Answer | None:
    """What the theorem says of some states; None where the rule is no such one."""
    if rule.arity != 1 or not all(type(state) is int and state >= 0 for state in states):
        return None
    reading = read(rule)
    if reading is None:
        return None
    moves, compared = reading
    if any(
        {option.parts for option in rule.options(state)} != {(left,) for left in moves.options(state)}
        for state in states
    ):
        return None
    lengths = [moves.length(state) for state in states]

    def moves_to(state: Any, rest: int) -> Moves:
        if rest != (moves.length(state) + 1) % 2:
            return listed([])
        return listed([rule.labels(option) for option in rule.options(state)])

    change = "sets" if moves.sets else "clears"
    plays = f"every play has {lengths[0]:,} moves" if len(states) == 1 else "every play from a state is as long"
    reason = (
        f"{plays}: each move {change} one bit and takes no other move away, as it needs only bits that "
        f"{'are set' if moves.sets else 'are not set'}; read off its code, {compared}"
    )
    return Answer([length % 2 for length in lengths], Evidence("proved", reason), moves_to)


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """The theorem, where the rule's code shows that it holds."""
    return Direct(lambda states: answer_of(rule, states) or Spent(for_good=False))

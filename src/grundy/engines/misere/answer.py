"""A misère position answered by the kinds of its parts or by their quotient, however many parts there are."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from grundy.engines.engine import Answer, Direct, DirectOutcome, Normal, Spent, listed, or_spent
from grundy.engines.misere import tame
from grundy.engines.misere.heaps import MisereHeaps
from grundy.engines.misere.known import ReachedParts, SumReading, reached_parts, reached_parts_of
from grundy.engines.misere.parts import Effort, Sum, TooMany, joined, settle
from grundy.engines.options import SearchOptions
from grundy.errors import OutOfReach
from grundy.model.evidence import Evidence, WinningMoves, joint
from grundy.model.move import Move
from grundy.model.result import Result
from grundy.model.rule import Part, Position, Rule
from grundy.model.shapes import Digits, Moves
from grundy.reading.remember import remembered

# ---- Misère outcomes by search: sums of parts, each once, cut short where kinds or a quotient tell the outcome


FIRST = 60_000  # moves looked at before a quotient is looked for thoroughly
MOST = 2_000_000  # moves looked at in all: some seconds
MOST_KEPT = 1_000_000  # positions remembered


class SumSearch:
    """Outcomes of sums of the parts of `everything`; what was found is kept.

    Nothing is cancelled but pairs of heaps of 1 (see Parts), so every sum is judged as it stands. It is searched as its
    entries, increasing numbers `part << bits | times`, so that a sum in which parts multiply stays short.

    Args:    root: a sum; only what play from it can reach is searched.
    """

    def __init__(self, everything: ReachedParts, root: Sum) -> None:
        self._options = everything.parts.options
        self._kinds = everything.read_kinds().codes
        self._quotient = everything.quotient
        self._bits = sum(everything.parts.sizes[part] for part in root).bit_length()  # each part has a move
        self._left: dict[int, list[Sum]] = {}
        self._elements: dict[int, int] = {}
        self._memo: dict[Sum, bool] = {(): False}

    def says_p(self, positions: Sequence[Sum], most: int) -> list[bool] | None:
        """Whether sums are P-positions; None where `most` moves do not tell."""
        effort = Effort(most)
        roots = [self._entries(position) for position in positions]
        for root in roots:
            if self._quick(root) is not None:
                continue
            if not settle(root, self._memo, self._quick, self._moves, effort, MOST_KEPT):
                return None
        return [bool(self._quick(root)) for root in roots]

    def _entries(self, position: Sum) -> Sum:
        return tuple((part << self._bits) + times for part, times in Counter(position).items())

    def _quick(self, position: Sum) -> bool | None:
        lost = self._memo.get(position)
        if lost is not None:
            return lost
        bits = self._bits
        if position[-1] >> bits < len(self._quotient.elements):
            x = 0
            for entry in position:
                x = self._quotient.product[x][self._element(entry)]
            return x in self._quotient.p
        value = firm = 0
        for entry in position:
            kind = self._kinds[entry >> bits]
            if kind is None:
                return None
            value ^= (kind >> 1) * (entry & 1)
            firm |= kind & 1
        return tame.says_p(2 * value + firm)

    def _element(self, entry: int) -> int:
        """The element of so many times a part."""
        if entry not in self._elements:
            part, times = entry >> self._bits, entry & (1 << self._bits) - 1
            self._elements[entry] = self._quotient.power(self._quotient.elements[part], times)
        return self._elements[entry]

    def _moves(self, position: Sum) -> Iterator[Sum]:
        bits = self._bits
        for place in range(len(position) - 1, -1, -1):
            part = position[place] >> bits
            if part not in self._left:
                self._left[part] = [self._entries(option) for option in self._options[part]]
            rest = list(position)
            rest[place] -= 1
            if not rest[place] & (1 << bits) - 1:
                del rest[place]
            for option in self._left[part]:
                yield self._beside(rest, option)

    def _beside(self, rest: list[int], option: Sum) -> Sum:
        """A sum and an option of one of its parts, side by side."""
        bits, whole = self._bits, rest.copy()
        at = len(whole)
        for entry in reversed(option):
            first = entry >> bits << bits
            at = bisect_left(whole, first, 0, at)
            if at < len(whole) and whole[at] >> bits == entry >> bits:
                whole[at] += entry - first
            else:
                whole.insert(at, entry)
        if whole and not whole[0] >> bits:  # heaps of 1, pairs of which are left out
            whole[:1] = [1] if whole[0] & 1 else []
        return tuple(whole)


def refused(stopped: str = "") -> OutOfReach:
    """The error for what a search does not reach. `stopped`: what ended the search for a quotient, in words."""
    quotient = stopped or "no finite quotient of them was found"
    return OutOfReach(
        f"misère play: the parts are not tame, {quotient}, and more than {MOST:,} moves would have to be looked at; "
        "smaller or fewer parts would help"
    )


DIRECT = 150  # heaps up to this size are answered without looking for a period first
SHOWN = 30  # parts in an explanation
TAME = "tame parts, which follow misère Nim on their genera (Conway 1976, ch. 12; Winning Ways, ch. 13)"


@dataclass(frozen=True, slots=True)
class Ways:
    """How the states of one rule are read.

    code       the code of a state
    moves      the moves in a state that win with parts of a code beside
    evidence   how that is known
    """

    code: Callable[[Any], int]
    moves: Callable[[Any, int], Moves]
    evidence: Evidence


@dataclass(frozen=True, slots=True)
class PositionReading:
    """How all parts of a position are read."""

    reading: SumReading
    ways: dict[Rule, Ways]
    everything: ReachedParts


def engine(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The engine for positions whose parts are tame or have a quotient, or of which few sums need to be looked at.

    Its budget is spent where more parts can be reached than are kept.
    Raises:  OutOfReach: the parts are neither tame nor have a quotient, and a search is too long.
             BadRule: play does not end, or a move does more than leave parts.
    """
    return Direct(lambda position: answer(position, normal))


def one_state(options: SearchOptions, normal: Normal) -> DirectOutcome:
    """The same for one state of a rule that is code, whose whole states can still be searched."""
    return Direct(or_spent(lambda position: answer(position, normal)))


def answer(position: Position, normal: Normal) -> Result | Spent:
    """The result in misère play. Raises: as the engine.

    Args:    normal: answers for states in normal play, of rules whose misère play follows misère Nim.
    """
    parts = list(position.parts())
    followers = {part.rule for part in parts if part.rule.theory and part.rule.theory.misere_nim}
    others = [part for part in parts if part.rule not in followers]
    everything = reached_parts_of(parts)  # once, since of rules without identity it does not outlive this question
    try:
        position_reading = _repeating(others) or _direct(
            others, reached_parts_of(others) if followers else everything, not followers
        )
        if position_reading and position_reading.reading.way == "kinds":
            for rule in followers:
                states = [part.state for part in parts if part.rule == rule]
                position_reading.ways[rule] = _follower(normal(rule, states), states)
        elif position_reading is None or followers:
            position_reading = _direct(parts, everything)
            if position_reading is None:
                result = _searched(position, everything, FIRST)
                if result:
                    return result
                position_reading = _direct(parts, everything, thorough=True)
    except TooMany:
        reached_parts.forget()  # what was kept of them would count for the next question
        return Spent()
    return (
        (_result(position, position_reading) if position_reading else None)
        or _searched(position, everything, MOST)
        or _refuse(everything.stopped)
    )


def _refuse(stopped: str) -> Result:
    raise refused(stopped)


def _direct(
    parts: Sequence[Part], everything: ReachedParts, alone: bool = True, thorough: bool = False
) -> PositionReading | None:
    """By all parts that can be reached."""
    rules = list(dict.fromkeys(part.rule for part in parts))
    reading = everything.reading([(part.rule, part.state) for part in parts], alone, thorough)
    if reading is None:
        return None
    if reading.quotient is None:
        evidence = Evidence("computed", f"{TAME}, each found from its options")
    else:
        evidence = Evidence("proved", quotient_reason(len(reading.quotient)))
    return PositionReading(reading, {rule: _below(rule, everything, reading, evidence) for rule in rules}, everything)


def _below(rule: Rule, everything: ReachedParts, reading: SumReading, evidence: Evidence) -> Ways:
    def code(state: Any) -> int:
        part_code = reading.code(everything.parts.known((rule, state)))
        assert part_code is not None
        return part_code

    def moves(state: Any, rest: int) -> Moves:
        won = []
        for option in rule.options(state):
            left = reading.code(everything.parts.sum((rule, part) for part in option.parts))
            assert left is not None
            if reading.says_p(reading.joined([left, rest])):
                won.append(rule.labels(option))
        return listed(won)

    return Ways(code, moves, evidence)


def _follower(normal_answer: Answer, states: Sequence[Any]) -> Ways:
    """A rule whose misère play follows misère Nim: its values are kinds."""
    values = dict(zip(states, normal_answer.values, strict=True))

    def code(state: Any) -> int:
        value = values[state]
        assert isinstance(value, int)
        return tame.kind_of_value(value)

    def moves(state: Any, rest: int) -> Moves:
        return normal_answer.moves_to(state, rest >> 1 if rest & 1 else rest >> 1 ^ 1)

    return Ways(code, moves, normal_answer.evidence)


def _repeating(parts: Sequence[Part]) -> PositionReading | None:
    """By codes of heaps that repeat, where there are large heaps of one take-and-break code."""
    rules = {part.rule for part in parts}
    rule = next(iter(rules)) if len(rules) == 1 else None
    if rule is None or not isinstance(rule.shape, Digits) or max(part.state for part in parts) <= DIRECT:  # type: ignore[type-var, operator]
        return None
    shape = rule.shape
    if shape.repeat or shape.unequal or shape.parts > 2:
        return None
    heaps = _heaps(rule)
    reading = heaps.reading
    if not heaps.repeats() or heaps.repetition is None:
        return None
    reading = heaps.reading
    assert reading

    def moves(heap: int, rest: int) -> Moves:
        return heaps.moves(heap, lambda code: reading.says_p(reading.joined([code, rest])))

    by = TAME if reading.quotient is None else quotient_reason(len(reading.quotient))
    p, e = heaps.repetition.period, heaps.repetition.preperiod
    goes_on = f"heaps n and n + {p} are alike in every sum for all n >= {e}, by heaps 0 to {heaps.heaps_computed - 1}"
    return PositionReading(
        reading, {rule: Ways(heaps.code, moves, Evidence("proved", f"{by}; {goes_on}"))}, heaps.known
    )


@remembered(most=8)
def _heaps(rule: Rule) -> MisereHeaps:
    assert isinstance(rule.shape, Digits)
    return MisereHeaps(rule, rule.shape, reached_parts(frozenset([rule])))


def quotient_reason(size: int) -> str:
    """The reason that evidence gives for an answer by a quotient of this size."""
    return f"a misère quotient of {size} elements, checked for all sums of these parts (Plambeck & Siegel 2008)"


def _result(position: Position, position_reading: PositionReading) -> Result:
    reading = position_reading.reading
    parts = list(position.parts())
    codes = [position_reading.ways[part.rule].code(part.state) for part in parts]
    lost = reading.says_p(reading.joined(codes))
    rests = _rests(codes, reading)

    @cache
    def moves_of(rule: Rule, state: Any, rest: int) -> Moves:
        return position_reading.ways[rule].moves(state, rest)

    each_part = [] if lost else list(zip(parts, rests, strict=True))

    def each() -> Iterator[Move]:
        for part, rest in each_part:
            for labels in moves_of(part.rule, part.state, rest):
                yield position.move_of(part, labels)

    moves = WinningMoves(sum(moves_of(part.rule, part.state, rest).count for part, rest in each_part), each)
    theories = [rule.theory.misere_nim for rule in position_reading.ways if rule.theory and rule.theory.misere_nim]
    pieces = [way.evidence for way in position_reading.ways.values()] + [Evidence("proved", by) for by in theories]
    return Result(
        position,
        "misere",
        "second" if lost else "first",
        None,
        moves,
        joint(pieces or [Evidence("proved", "no part can be moved in")]),
        reasons=lambda: _reasons(parts, codes, position_reading),
    )


def _rests(codes: Sequence[int], reading: SumReading) -> list[int]:
    """For each code, that of all others together."""
    before = [0]
    for code in codes:
        before.append(reading.joined([before[-1], code]))
    rests, behind = [], 0
    for code, others in zip(reversed(codes), reversed(before[:-1]), strict=True):
        rests.append(reading.joined([others, behind]))
        behind = reading.joined([behind, code])
    return rests[::-1]


def _searched(position: Position, everything: ReachedParts, most: int) -> Result | None:
    """By search; None where it looks at more moves than that."""
    parts = list(position.parts())
    sums = everything.parts
    whole = [sums.known((part.rule, part.state)) for part in parts]
    root = joined(whole)
    searching = SumSearch(everything, root)
    lost = searching.says_p([root], most)
    if lost is None:
        return None
    winning: dict[tuple[Rule, Any], Moves] = {}
    for place, part in enumerate(parts) if not lost[0] else ():
        if (part.rule, part.state) in winning:
            continue
        rest = joined([*whole[:place], *whole[place + 1 :]])
        options = list(part.rule.options(part.state))
        left = [joined([rest, sums.sum((part.rule, state) for state in option.parts)]) for option in options]
        won = searching.says_p(left, most)
        if won is None:
            return None
        labels = [part.rule.labels(option) for option, wins in zip(options, won, strict=True) if wins]
        winning[part.rule, part.state] = listed(labels)

    def each() -> Iterator[Move]:
        for part in parts:
            for labels in winning.get((part.rule, part.state), ()):
                yield position.move_of(part, labels)

    count = sum(winning[part.rule, part.state].count for part in parts) if winning else 0
    evidence = Evidence("computed", "a search of the sums of parts below")
    return Result(position, "misere", "second" if lost[0] else "first", None, WinningMoves(count, each), evidence)


def _reasons(parts: Sequence[Part], codes: Sequence[int], position_reading: PositionReading) -> list[str]:
    """Why, for people: what each part is like, what all are like together, and who loses that."""
    reading = position_reading.reading
    named = [
        f"{part.rule.space.part_name or part.rule.spec} {part.place}: {part.rule.space.describe(part.state)}"
        for part in parts
    ]
    named = [*named[:SHOWN], *(["..."] if len(named) > SHOWN else []), "together"]
    total = reading.joined(codes)
    shown = [*codes[:SHOWN], *([None] if len(codes) > SHOWN else []), total]
    wide = max(map(len, named))
    if reading.quotient is None:
        lines = ["Every part is like a position of misère Nim: firm with a heap above 1 in it, fickle without."]
        descriptions = [None if code is None else tame.describe_kind(code) for code in shown]
        rule = "Whoever must move loses what is fickle of value 1 or firm of value 0."
    else:
        lines = ["Beside whatever sum of these games, a part may be replaced by what it is like:"]
        words = reading.quotient.words
        descriptions = [
            None if code is None else _describe_word(words[code], position_reading.everything) for code in shown
        ]
        rule = f"Whoever must move {'loses' if reading.says_p(total) else 'wins'} that."
    lines += [
        name if text is None else f"{name:<{wide}}  {text}" for name, text in zip(named, descriptions, strict=True)
    ]
    return [*lines, rule]


def _describe_word(word: Sequence[int], everything: ReachedParts) -> str:
    if not word:
        return "nothing"
    met = [everything.parts.met.get(part) for part in word]
    several = len({part[0] for part in met if part}) > 1
    return " + ".join(
        "*1" if p is None else (f"{p[0].spec} " if several else "") + p[0].space.describe(p[1]) for p in met
    )

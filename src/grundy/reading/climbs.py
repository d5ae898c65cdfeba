"""Whether play may climb without end: from each state of some set an option leads to a larger one, as the code shows.

Such a set is found in one of two ways. Some numbers of a state run through all from their first values on, up or down,
and the others stay: then some option is sure to be in the set again, and further on (`_climbs_within`); where a rule
asks for remainders of the one number that runs, this is said of each class of remainders. Or the states are some few,
each with all that lie from it in one direction, and an option leads from one line of states to the next, and from the
last to the first again, further on (`_climbs_along`). Whatever else stands in a rule is left open, so that nothing is
said where anything is unsure.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from math import lcm
from typing import Any, NamedTuple, TypeAlias

from grundy.reading.along import (
    Polynomial,
    State,
    at_least,
    constant,
    difference,
    options_along,
    places_of,
    ray,
)
from grundy.reading.core import Bin, Const, Core

Numbers: TypeAlias = "tuple[int, ...]"
MOST_CLASSES = 60  # of remainders, each of which is looked at by itself
MOST_LINES = 70  # of states in one direction, which is more than classes of remainders
MOST_NEAR = 12  # options of a state that are followed
MOST_BEGUN = 24  # states from which a climb may begin
STEPS = 3  # of the play that is shown


class Climb(NamedTuple):
    """Which way each number may go for ever, 1, -1 or 0, their names, and the first moves of such play."""

    way: Numbers
    names: tuple[str, ...]
    play: tuple[Numbers, ...]


@dataclass
class LinesLeft:
    """How many lines of states may still be looked at, beside those of one number that grows from the state itself."""

    left: int = 2_500


def climbs(core: Core, numbers: Numbers, lines_left: LinesLeft | None = None) -> Climb | None:
    """Play from a state in which numbers grow or fall for ever. None: no such is known.

    >>> from grundy.reading.core import Bin, Cmp, Const, If, Var, Yield
    >>> up = Core(("n",), (If(Cmp(">=", Var("n"), Const(3)), (Yield(((Bin("+", Var("n"), Const(1)),),)),)),))
    >>> climbs(up, (3,))
    Climb(way=(1,), names=('n',), play=((3,), (4,), (5,), (6,)))
    >>> climbs(up, (2,))
    """
    search = _Search(core, lines_left or LinesLeft())
    found = search.of_one_number(numbers) or search.of_more(numbers)
    return found and Climb(found[0], core.state, tuple(found[1]))


_Found: TypeAlias = "tuple[Numbers, list[Numbers]] | None"  # which way, and the play


class _Search:
    """Looks for a climb; `options` are those of the states met, as far as they are sure."""

    def __init__(self, core: Core, lines_left: LinesLeft) -> None:
        self.core, self.lines_left, self.modulus = core, lines_left, _modulus(core)
        self.options: dict[Numbers, list[Numbers]] = {}

    def of_one_number(self, numbers: Numbers) -> _Found:
        """A climb from a state of one of its numbers, through classes of remainders."""
        for place in range(len(numbers)):
            for sign in (1, -1):
                if self._climbs_by_classes(numbers, place, sign):
                    way = _unit(len(numbers), place, sign)
                    return way, self._play_within([numbers], numbers, way)
        return None

    def of_more(self, numbers: Numbers) -> _Found:
        """A climb of several numbers, or one that begins after some moves."""
        for play in self._nearest(numbers, MOST_BEGUN):
            here = play[-1]
            steps = [_less(near[-1], here) for near in self._nearest(here, MOST_NEAR)][1:]
            for step in dict.fromkeys(map(_signs, steps)):
                way = self._climbs_within(here, step)
                if way:
                    return way, self._play_within(play, here, way)
            for step in dict.fromkeys(steps):
                for times in dict.fromkeys((1, self.modulus)):
                    lines = self._climbs_along(here, tuple(times * number for number in step)) if any(step) else None
                    if lines:
                        return _signs(step), play + lines[1:]
        return None

    def _options(self, state: Numbers) -> list[Numbers]:
        """Some options of a state."""
        if state not in self.options:
            self.options[state] = _of_constants(self._along(tuple(map(constant, state))))
        return self.options[state]

    def _along(self, state: State) -> list[State]:
        self.lines_left.left -= 1
        return options_along(self.core, state) if self.lines_left.left >= 0 else []

    def _nearest(self, numbers: Numbers, most: int) -> Iterator[list[Numbers]]:
        """Play to the states that some can reach, the nearest first."""
        plays, seen = [[numbers]], {numbers}
        for play in plays:
            yield play
            for option in self._options(play[-1])[:MOST_NEAR]:
                if option not in seen and len(plays) < most:
                    seen.add(option)
                    plays.append([*play, option])

    def _climbs_by_classes(self, numbers: Numbers, place: int, sign: int) -> bool:
        """Whether one number may go on for ever: from each class of remainders that it comes through to the next."""
        classes: set[int] = set()
        rest: int | None = numbers[place] % self.modulus
        while rest not in classes:
            if rest is None:
                return False
            classes.add(rest)
            first = numbers[place] + sign * (sign * (rest - numbers[place]) % self.modulus)
            rest = self._next_class(numbers, place, first, sign)
        return True

    def _next_class(self, numbers: Numbers, place: int, first: int, sign: int) -> int | None:
        """The remainder of an option that is further on, for each of a class of numbers from a first one on."""
        modulus = self.modulus
        start = tuple(
            ray(first, sign * modulus, 0) if at == place else constant(number) for at, number in enumerate(numbers)
        )
        for option in options_along(self.core, start):
            number = option[place]
            others = [one == other for at, (one, other) in enumerate(zip(option, start, strict=True)) if at != place]
            is_class = not any(factor % modulus for t, factor in number.items() if t)
            if all(others) and is_class and at_least(1, _turned(difference(number, start[place]), sign)):
                return number.get((), 0) % modulus
        return None

    def _climbs_within(self, first: Numbers, way: Numbers) -> Numbers | None:
        """The way on, if each state from a first one on in some way has an option there in which a number is further.

        That is one number for all of them, or their sum. A number that is the same in all of these options stays.
        """
        start = tuple(ray(number, step, place) for place, (number, step) in enumerate(zip(first, way, strict=True)))
        for option in self._along(start):
            moved = [
                _turned(difference(number, begun), step)
                for number, begun, step in zip(option, start, way, strict=True)
                if step
            ]
            since = [
                _turned(difference(number, constant(at_first)), step) if step else difference(begun, number)
                for number, begun, at_first, step in zip(option, start, first, way, strict=True)
            ]
            total: Polynomial = {}
            for number in moved:
                total = difference(total, difference({}, number))
            is_within = all(
                at_least(0, number) if step else not number for number, step in zip(since, way, strict=True)
            )
            if is_within and any(at_least(1, number) for number in (*moved, total)):
                return tuple(step if any(number) else 0 for number, step in zip(option, way, strict=True))
        return None

    def _climbs_along(self, first: Numbers, step: Numbers) -> list[Numbers] | None:
        """Play from a state to one that lies from it in a direction, as it is possible from all that lie there."""
        length = sum(number * number for number in step)
        before: dict[Numbers, Numbers | None] = {first: None}
        waiting = [((0, 0), first)]
        for _ in range(MOST_LINES):
            if not waiting:
                return None
            _, here = heapq.heappop(waiting)
            line = tuple(ray(number, by, 0) for number, by in zip(here, step, strict=True))
            for option in self._along(line):
                there = tuple(number.get((), 0) for number in option)
                if places_of(option) != places_of(line) or there in before:
                    continue
                before[there] = here
                gone = _less(there, first)
                far = sum(number * by for number, by in zip(gone, step, strict=True))
                aside = sum(abs(length * number - far * by) for number, by in zip(gone, step, strict=True))
                if aside == 0 and far > 0 and far % length == 0:
                    play = [there]
                    while (last := before[play[-1]]) is not None:
                        play.append(last)
                    play.reverse()
                    round_ = len(play) - 1
                    while len(play) <= STEPS:
                        play.append(tuple(number + by for number, by in zip(play[-round_], gone, strict=True)))
                    return play
                heapq.heappush(waiting, ((aside, -far), there))
        return None

    def _play_within(self, play: list[Numbers], first: Numbers, way: Numbers) -> list[Numbers]:
        """Play that goes on from its last state through larger ones."""
        play = list(play)
        for _ in range(STEPS):
            options = _of_constants(options_along(self.core, tuple(map(constant, play[-1]))))
            steps = [(_less(option, play[-1]), _less(option, first), option) for option in options]
            play += [
                min(
                    (_gain(by, way) <= 0, sum(map(bool, by)) - sum(map(bool, way)), _gain(by, way), option)
                    for by, since, option in steps
                    if all(number * step >= 0 for number, step in zip(since, way, strict=True)) and any(by)
                )[-1]
            ]
        return play


def _modulus(core: Core) -> int:
    """A number by whose remainders the core form tells numbers apart, as far as it asks for remainders; else 1."""
    modulus, left = 1, [core.body]
    while left:
        part: Any = left.pop()
        if isinstance(part, tuple):
            left += part
        elif is_dataclass(part):
            if isinstance(part, Bin) and part.operator in ("%", "//") and isinstance(part.right, Const):
                larger = lcm(modulus, max(part.right.value, 1))
                modulus = larger if larger <= MOST_CLASSES else modulus
            left += [getattr(part, field.name) for field in fields(part)]
    return modulus


def _of_constants(states: list[State]) -> list[Numbers]:
    return [tuple(number.get((), 0) for number in state) for state in states]


def _unit(length: int, place: int, sign: int) -> Numbers:
    return (*(0,) * place, sign, *(0,) * (length - place - 1))


def _turned(polynomial: Polynomial, sign: int) -> Polynomial:
    return polynomial if sign > 0 else difference({}, polynomial)


def _less(one: Numbers, other: Numbers) -> Numbers:
    return tuple(number - less for number, less in zip(one, other, strict=True))


def _signs(step: Numbers) -> Numbers:
    return tuple((number > 0) - (number < 0) for number in step)


def _gain(step: Numbers, way: Numbers) -> int:
    """How far a step leads on, in sum."""
    return sum(number * by for number, by in zip(step, way, strict=True))

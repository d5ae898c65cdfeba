"""The stress test of a program for one rule: it reads a position on a line and says who wins, or how, or the value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from random import Random
from typing import Any, Literal, TypeAlias

from grundy.api.answers import values_of, who_win
from grundy.api.stress_run import Task
from grundy.errors import BadRule
from grundy.judges.inputs import smaller_piles
from grundy.model.convention import Winner, nim_sum
from grundy.model.option import State
from grundy.model.rule import Component, Position, Rule

Answers: TypeAlias = Literal["winner", "value", "move"]
LINES: dict[Answers, tuple[str, str]] = {
    "winner": ("first|second", "first or second"),
    "value": (r"\d+", "a nim-value"),
    "move": (r"second|\d+( \d+)*", "second, or a place and the numbers that a move leaves there"),
}
STATES = 100  # of one rule, from the smallest
MOST_PARTS = 4
_SUM = 40  # of the numbers in a tuple that is tried as a state


def rule_task(
    rule: Rule,
    answers: Answers = "winner",
    misere: bool = False,
    states: Sequence[State] | None = None,
    parts: int = MOST_PARTS,
) -> Task:
    """The test of a program that reads a position of a rule, as the game writes it, and answers on one line.

    Args:    answers: "winner": the program says first or second; "value": the nim-value, in normal play alone;
             "move": one that wins, as the place of a state, from 1, and the numbers that the move leaves of it (those
             that allow no move may be left out), or second if there is none.
             states: which parts a position may have, the smallest first; by default 0, 1, 2, ... or tuples of such.
             parts: at most so many side by side (in misère play at most 3).
    Raises:  BadRule: no such number is a state of the rule.

    >>> from grundy.games.heaps import nim
    >>> task = rule_task(nim)
    >>> case = (1, 2)
    >>> task.write([case]), task.answer([case])
    ('1 2\\n', 'first\\n')
    """
    known = list(states) if states is not None else smallest_states(rule)
    if answers == "move" and not all(isinstance(number, int) for state in known for number in _numbers(state)):
        raise BadRule(f"{rule.spec}: expected states that are numbers, which a move can be written with (no --moves)")
    most_parts = min(parts, 3 if misere else MOST_PARTS) if rule.space.part_name else 1

    def winners(positions: Sequence[Position]) -> list[Winner]:
        return who_win(positions, "misere" if misere else "normal")

    def moves(case: tuple[State, ...]) -> list[tuple[int, tuple[State, ...]]]:
        """The moves that win: the place of the state that is played in, from 1, and what is left of it."""
        made = [(at, option.parts) for at, state in enumerate(case) for option in rule.options(state)]
        after = [replace_states(rule, (*case[:at], *parts, *case[at + 1 :])) for at, parts in made]
        return [(at + 1, parts) for (at, parts), wins in zip(made, winners(after), strict=True) if wins == "second"]

    def agrees(case: tuple[State, ...], line: str) -> bool:
        place, *left = [0] if line == "second" else map(int, line.split())
        groups = [tuple(left[at : at + rule.arity]) for at in range(0, len(left), rule.arity)]
        printed = alive(groups if rule.arity > 1 else left)
        return any(place == at and printed == alive(parts) for at, parts in moves(case))

    def alive(parts: Iterable[Any]) -> list[Any]:
        """Those that allow a move, in order: others are worth nothing, and need not be printed."""
        return sorted(part for part in parts if not rule.fits(part) or any(True for _ in rule.options(part)))

    def right(case: tuple[State, ...]) -> str:
        position = replace_states(rule, case)
        if answers == "move":
            found = [(place, *chain.from_iterable(map(_numbers, parts))) for place, parts in moves(case)]
            return " ".join(map(str, found[0])) if found else "second"
        if answers == "winner":
            return winners([position])[0]
        values = values_of(rule, case).values
        if not all(isinstance(value, int) for value in values):
            raise BadRule(f"{rule.spec}: expected nim-values, found {values} in {case}")
        return str(nim_sum(int(str(value)) for value in values))

    def small() -> Iterator[tuple[State, ...]]:
        for size in range(1, len(known) + 1):
            for parts in partitions(size, most_parts):
                yield tuple(known[part - 1] for part in parts)

    def random(chances: Random, size: int) -> tuple[State, ...]:
        reach = min(len(known), (4 + size) if misere else (4 + 3 * size))
        count = min(chances.choice([1, 1, 2, 3, 4]), most_parts)
        return tuple(known[chances.randrange(reach)] for _ in range(count))

    place = {state: at for at, state in enumerate(known)}

    def smaller(case: tuple[State, ...]) -> Iterator[tuple[State, ...]]:
        for parts in smaller_piles(0)(tuple(place[state] for state in case)):
            yield tuple(known[part] for part in parts)

    line, words = LINES[answers]
    return Task(
        rule.spec,
        small,
        random,
        smaller,
        lambda cases: "".join(f"{rule.space.write(case)}\n" for case in cases),
        lambda cases: "".join(f"{right(case)}\n" for case in cases),
        line,
        words,
        agrees=agrees if answers == "move" else None,
    )


def _numbers(state: Any) -> tuple[Any, ...]:
    return state if isinstance(state, tuple) else (state,)


def replace_states(rule: Rule, states: Sequence[State]) -> Position:
    """The position with these states, each a whole one."""
    return Position((Component(rule, tuple(states)),))


def smallest_states(rule: Rule, most: int = STATES) -> list[State]:
    """The first states of a rule among 0, 1, 2, ..., or among tuples of such, those with the smallest sum first."""
    problem: BadRule | None = None
    states: list[State] = []
    for tried, state in enumerate(_candidates(rule), 1):
        try:
            rule(state)
            for _ in rule.options(state):
                pass
        except BadRule as refused:
            problem = problem or refused
        else:
            states.append(state)
        if len(states) == most or (tried > 4 * most and not states):
            break
    if not states:
        raise BadRule(f"{rule.spec}: expected states that are numbers or tuples of them; give the states ({problem})")
    return states


def _candidates(rule: Rule) -> Iterator[State]:
    if rule.arity == 1 and rule.space.contains(0):
        yield from range(4 * STATES)
        return
    lengths = (rule.arity,) if rule.arity > 1 else (1, 2, 3)
    for total in range(_SUM):
        for length in lengths:
            yield from (pair for pair in product(range(total + 1), repeat=length) if sum(pair) == total)


def reachable_states(rule: Rule, starts: Sequence[State], most: int = 4 * STATES) -> list[State]:
    """The states that play comes to from some, those that end it first; for `states` of `rule_task`."""
    seen = dict.fromkeys(starts)
    queue = list(starts)
    for state in queue:
        for option in rule.options(state):
            for part in option.parts:
                if part not in seen and len(seen) < most:
                    seen[part] = None
                    queue.append(part)
    return queue[::-1]


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a number as a sum of at most so many positive numbers, in decreasing order; fewest first.

    >>> list(partitions(4, 3))
    [(4,), (3, 1), (2, 2), (2, 1, 1)]
    """
    for parts in range(1, most + 1):
        stack: list[tuple[int, ...]] = [()]
        while stack:
            head = stack.pop()
            left = total - sum(head)
            if len(head) == parts - 1:
                if left >= 1 and (not head or left <= head[-1]):
                    yield (*head, left)
                continue
            top = min(left, head[-1] if head else left)
            stack.extend((*head, next_) for next_ in range(1, top + 1))

"""Certificates of theorems: true ones, and whether what an accepted one claims is true, by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

from grundy.answering.boxes import table_of
from grundy.model.rule import rule as rule_
from grundy.notation.expression import parse_rule
from grundy.proof.certify_theorem import certificate
from grundy.runs.chunk import run_to_end
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.reading import reading
from grundy.theorems.search import Wish, prove
from grundy.theorems.theorem import Theorem

State = tuple[int, ...]
NIM = "(a,b) -> (a-k,b), for k in 1..a; (a,b) -> (a,b-k), for k in 1..b"


def take_odd(n: int) -> Iterator[int]:
    """Any odd number of counters, written as no twice of another."""
    for k in range(1, n + 1):
        if not any(k == 2 * j for j in range(1, k)):
            yield n - k


def below_one(a: int, b: int) -> Iterator[State]:
    """Both become the same number below the larger."""
    for k in range(max(a, b)):
        if not any(k + 1 == 2 * j for j in range(b)):
            yield k, k


CODES: dict[str, Any] = {"odd": take_odd, "below": below_one}
RULES = (
    ("n -> n-1; n -> n//2, if n >= 1", Wish()),
    ("n -> n-1; n -> n//2 & n//2, if n >= 2 and n % 2 == 0", Wish()),
    ("n -> n-k, for k in {1,3}", Wish(misere=True)),
    ("n -> n-k, for k in 1..n; n -> k & n-k, for k in 1..n//2", Wish()),
    (NIM, Wish()),
    (f"{NIM}; (a,b) -> (a-k,b-k), for k in 1..min(a,b)", Wish("p-positions")),
    ("(a,b) -> (a-k,2*k), for k in 1..min(a,b)", Wish("p-positions")),
    ("n -> n-1", Wish(systems=(NumerationSystem(3, -1),))),
    ("n -> n-k, for k in {1,2}", Wish(systems=(NumerationSystem(2, 2),))),
    ("odd", Wish()),
    ("below", Wish("p-positions")),
)
CONDITIONS = ("at-most", "is-zero", "multiple", "none")
SMALL = {1: 25, 2: 7, 3: 4}
TRIED = (1, 60, 60, 8)  # numbers tried for each bound variable, by how many there are
MOST_STATES = 5_000


@cache
def honest(number: int) -> str:
    """The true certificate of a theorem of one of RULES."""
    return "".join(f"{line}\n" for line in certificate(_theorem(*RULES[number])))


def _theorem(text: str, wish: Wish) -> Theorem:
    rule = rule_(CODES[text]) if text in CODES else parse_rule(f"rule:{text}")
    theorem = run_to_end(prove(reading(rule).relation, table_of(rule, wish.misere), wish))
    assert isinstance(theorem, Theorem), theorem
    return theorem


def _condition(word: str, numbers: list[int], lines: Iterator[list[str]]) -> Any:
    """A condition, with those within it from the lines that follow."""
    if word != "none":
        return word, numbers
    bound, count = numbers
    within = []
    for _ in range(count):
        inner, *words = next(lines)
        within.append(_condition(inner, list(map(int, words)), lines))
    return word, (bound, within)


def _tried(bound: int, state: State) -> Iterator[State]:
    return product(range(min(2 * max(state) + 6, TRIED[min(bound, 3)])), repeat=bound)


def _total(times: list[int], values: State) -> int:
    return sum(t * v for t, v in zip(times, (*values, 1), strict=True))


def _satisfied(condition: Any, values: State) -> bool:
    word, said = condition
    if word == "none":
        bound, within = said
        return not any(
            all(_satisfied(each, (*values, *numbers)) for each in within) for numbers in _tried(bound, values)
        )
    if word == "multiple":
        return _total(said[1:], values) % said[0] == 0
    total = _total(said, values)
    return total <= 0 if word == "at-most" else total == 0


class _Said:
    """What the lines of a certificate say, read anew."""

    def __init__(self, lines: list[list[str]]) -> None:
        said = {line[0]: line[1:] for line in lines}
        self.misere = said["play"] == ["misere"]
        self.numbers = int(said["numbers"][0])
        self.claims = said["claims"][0]
        self.a, self.b = map(int, said["system"])
        states = [line for line in lines if line[0] == "state"]
        self.outputs = [line[2] for line in states]
        self.arrows = [list(map(int, line[3:])) for line in states]
        self.moves: list[tuple[int, list[Any], list[list[int]]]] = []
        left = iter(lines)
        for word, *words in left:
            if word == "move":
                self.moves.append((int(words[0]), [], []))
            elif word in CONDITIONS:
                self.moves[-1][1].append(_condition(word, list(map(int, words)), left))
            elif word == "part":
                self.moves[-1][2].append(list(map(int, words)))

    def options(self, state: State) -> Iterator[tuple[State, ...]]:
        """By trying numbers for the bound variables."""
        for bound, conditions, parts in self.moves:
            for numbers in _tried(bound, state):
                values = (*state, *numbers)
                if all(_satisfied(each, values) for each in conditions):
                    width = len(values) + 1
                    yield tuple(
                        tuple(_total(part[at : at + width], values) for at in range(0, len(part), width))
                        for part in parts
                    )

    def output(self, numbers: State) -> str:
        """What the automaton says."""
        weights = [1, self.a + 1 if self.b > 0 else self.a]
        while weights[-1] <= max(numbers):
            weights.append(self.a * weights[-1] + self.b * weights[-2])
        left, state = list(numbers), 0
        for weight in reversed(weights):
            letter = 0
            for place, number in enumerate(left):
                digit, left[place] = divmod(number, weight)
                letter = letter * (self.a + 1 if self.b > 0 else self.a) + digit
            state = self.arrows[state][letter]
        return self.outputs[state]


def true(lines: list[list[str]]) -> bool:
    """Whether small positions are worth what is claimed, by the definition; the words of the lines are given."""
    said = _Said(lines)
    values: dict[State, int] = {}

    def value(root: State) -> int | None:
        """The nim-value, in misère play 0 for lost and 1; None: play does not end, or leaves the numbers."""
        stack = [root]
        options: dict[State, list[tuple[State, ...]]] = {}
        while stack:
            state = stack[-1]
            if min(state) < 0 or len(options) > MOST_STATES:
                return None
            if state not in options:
                options[state] = list(said.options(state))
                new = {part for option in options[state] for part in option if part not in values}
                if any(part in options for part in new):
                    return None
                stack += new
                continue
            stack.pop()
            if state in values:
                continue
            present = set()
            for option in options[state]:
                worth = int(said.misere and not option)  # whoever must move where nothing is left has won
                for part in option:
                    worth ^= values[part]
                present.add(worth)
            if said.misere:
                values[state] = int(not present or 0 in present)
            else:
                values[state] = next(v for v in range(len(present) + 1) if v not in present)
        return values[root]

    for state in product(range(SMALL.get(said.numbers, 3)), repeat=said.numbers):
        right = value(state)
        if right is None:
            return False
        if said.claims == "graph":
            claimed = [v for v in range(right + 9) if said.output((*state, v)) == "1"] == [right]
        elif said.claims == "values":
            claimed = said.output(state) == str(right)
        else:
            claimed = (said.output(state) == "1") == (right == 0)
        if not claimed:
            return False
    return True

"""What a game is in the catalogue: an entry of data. To add a game is to add one entry to its family's file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeVar

from grundy.errors import BadRule
from grundy.model.convention import Convention, Winner
from grundy.model.frozen import frozen
from grundy.model.given import plain
from grundy.model.leads import Led
from grundy.model.rule import Component, Position, Rule
from grundy.model.space import would_do
from grundy.model.upward import described
from grundy.text.numbers import short_repr
from grundy.text.reader import Text


@frozen
class Fact:
    """A fact about a position from a source outside this project: nim-value, winner or moves that win."""

    game: str
    position: str
    source: str
    nim_value: int | None = None
    winner: Winner | None = None
    winning_moves: int | None = None
    convention: Convention = "normal"


ReadRule = Callable[[Text | None], Rule | None]
ReadPosition = Callable[[Text | None, Text, bool], Position | None]


@described
@frozen
class Game(Led):
    """A named rule, or a family of rules with parameters after a colon.

    `summary` is the rule in one sentence, `notation` how a position is written, `parameters` what
    stands after the colon (empty: nothing may). `title` is what people call the game, where that
    is more than the name without its hyphens. `rule` makes the rule from the parameters' text;
    `read` makes a position from both texts where the position's text says what the rule is;
    `json` says that a position is written as JSON.
    """

    name: str
    summary: str
    notation: str
    rule: ReadRule
    example: tuple[str, str]
    source: str
    known: tuple[Fact, ...]
    parameters: str = ""
    read: ReadPosition | None = None
    json: bool = False
    title: str = ""

    def __call__(self, *states: Any) -> Position:
        """A position of a game that needs no parameters: `catalogue["kayles"](7)`."""
        rule = self.rule(None)
        if rule is None:
            spec, _ = self.example
            raise BadRule(f"{self.name}: expected its parameters, as in grundy.parse_rule({spec!r})")
        return rule(*states)

    def called(self) -> str:
        """The name for people: "Grundy's game", "Staircase Nim"; games that others are named after are names there."""
        name = self.title or " ".join(
            word.capitalize() if word in ("nim", "kayles") else word for word in self.name.split("-")
        )
        return name[:1].upper() + name[1:]

    def __repr__(self) -> str:
        return f"Game({self.name!r}: {self.summary})"

    def as_dict(self) -> dict[str, object]:
        """The entry for programs."""
        return {
            "name": self.name,
            "says": self.summary,
            "parameters": self.parameters,
            "notation": self.notation,
            "source": self.source,
            "example": list(self.example),
            "known": [
                {
                    "game": fact.game,
                    "position": fact.position,
                    "play": fact.convention,
                    "winner": fact.winner,
                    "nim_value": fact.nim_value,
                    "winning_moves": fact.winning_moves,
                    "source": fact.source,
                }
                for fact in self.known
            ],
        }


def read_position(game: Game, parameters: Text | None, position: Text, loopy: bool = False) -> Position | None:
    """The position that the texts say; what is wrong is reported to them, and then None returned."""
    if game.read:
        return game.read(parameters, position, loopy)
    rule = game.rule(parameters)
    if rule is None:
        return None
    states = rule.space.read(position)
    if rule.arity > 1 and len(states) == rule.arity and all(type(state) is int for state in states):
        states = (states,)  # one state, without its brackets
    wrong = [state for state in states if not rule.fits(state)]
    if wrong and not position.findings:
        like = ", ".join(map(str, range(1, rule.arity + 1)))
        expected = f"states of {rule.arity} values each, as in ({like})" if rule.arity > 1 else "states"
        position.report_at(0, f"{expected}{would_do(wrong[0])}", repr(wrong[0]))
    return None if position.findings else Position((Component(rule, states),))


def require_set(name: str, what: str, numbers: tuple[int, ...], least: int) -> tuple[int, ...]:
    """Some numbers, or one list or set of them, as a set in increasing order.

    Raises: BadRule: one is no int of at least `least`.

    >>> require_set("take-away", "amounts", (3, 1, 3), 1), require_set("take-away", "amounts", ({1, 3},), 1)
    ((1, 3), (1, 3))
    """
    numbers = plain(numbers)
    if len(numbers) == 1 and isinstance(numbers[0], list | tuple | set | frozenset | range):
        numbers = plain(tuple(numbers[0]))
    for number in numbers:
        if type(number) is not int or number < least:
            raise BadRule(f"{name}: expected {what} of {least} or more, found {short_repr(number)}")
    return tuple(sorted(set(numbers)))


class Growing(Protocol):
    """What grows with N, such as the grids 3xN."""

    def text(self) -> str: ...

    def __hash__(self) -> int: ...


G = TypeVar("G", bound=Growing)


def or_growing(
    name: str, make: Callable[[str, G | None], Rule], read_growing: Callable[[Text, bool], G | None]
) -> ReadRule:
    """For games of one rule, and after a colon the same on what grows with N."""
    rule = make(name, None)

    @cache
    def growing(grows: G) -> Rule:
        return make(f"{name}:{grows.text()}", grows)

    def read(parameters: Text | None) -> Rule | None:
        if parameters is None:
            return rule
        grows = read_growing(parameters, True)
        return growing(grows) if grows else None

    return read


def no_parameters(rule: Rule) -> ReadRule:
    """For games of one rule: whatever stands after the colon is one thing too many."""

    def read(parameters: Text | None) -> Rule | None:
        if parameters is None:
            return rule
        parameters.report_at(0, f"nothing after '{rule.spec}:'")
        return None

    return read

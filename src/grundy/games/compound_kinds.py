"""The ways to play positions together, or under a condition: what each is called, reads, and rests on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grundy.errors import BadRule
from grundy.model.compound import compound_rule
from grundy.model.frozen import frozen
from grundy.model.option import State
from grundy.model.rule import Component, Position, Rule
from grundy.model.shapes import Compound, Twist
from grundy.model.twists import twist_rule

SMITH = "Smith 1966, Graphs and composite games; Conway, On Numbers and Games, ch. 14"
COLON = "Berlekamp, Conway, Guy, Winning Ways, ch. 7: the colon principle"
STROMQUIST = "Stromquist & Ullman 1993, Sequential compounds of combinatorial games"
PASS = "Morrison, Friedman & Landsberg 2012; Low & Chan 2015, An atlas of N- and P-positions in Nim with a pass"
MULLER = "Smith & Stănică 2002, Comply/constrain games or games with a Muller twist"


@frozen
class Compounding:
    """A way to play several positions together, or one with a number: its rule in one sentence, an example, a source.

    `count` says what the number is; it stands behind the position, and is 1 if it is left out.
    """

    rule: Rule
    summary: str
    example: str
    source: str
    count: str = ""
    least: int = 0

    @property
    def name(self) -> str:
        """What it is called in texts and in Python."""
        return self.rule.spec

    @property
    def notation(self) -> str:
        """How its positions are written."""
        if self.count:
            return f"a position, and if it is not 1 after a comma {self.count}"
        return "positions with commas between them, each GAME POSITION or a sum of GAME(POSITION)"

    def as_dict(self) -> dict[str, str]:
        """The entry for programs."""
        return {
            "name": self.name,
            "says": self.summary,
            "notation": self.notation,
            "source": self.source,
            "example": self.example,
        }

    def compose(self, *parts: Position | Rule | CompoundGame) -> Position | CompoundGame:
        """The compound of some positions, or of some rules.

        Raises:  BadRule: none, both, or something else.
        """
        if not parts:
            raise BadRule(f"{self.name}: expected positions, such as nim(3, 4) and kayles(5), found none")
        positions = [part for part in parts if isinstance(part, Position)]
        rules = [part for part in parts if isinstance(part, Rule | CompoundGame)]
        if len(rules) == len(parts):
            return CompoundGame(self, tuple(rules))
        if len(positions) == len(parts):
            return Position((Component(self.rule, (tuple(positions),)),))
        if positions and len(positions) + len(rules) == len(parts):
            raise BadRule(
                f"{self.name}: expected positions alone or rules alone, found {positions[0]} and {rules[0].spec}"
            )
        wrong = next(part for part in parts if not isinstance(part, Position | Rule | CompoundGame))
        raise BadRule(
            f"{self.name}: expected positions, such as nim(3, 4) and kayles(5), or rules, such as nim, found {wrong!r}"
        )

    def twist(self, position: Position | Rule | CompoundGame, count: int) -> Position | CompoundGame:
        """A position or a rule with a number.

        Raises:  BadRule: something else.
        """
        if not isinstance(position, Position | Rule | CompoundGame):
            raise BadRule(
                f"{self.name}: expected a position, such as nim(3, 4), or a rule, such as nim, found {position!r}"
            )
        if type(count) is not int or count < self.least:
            raise BadRule(f"{self.name}: expected {self.count}, {self.least} or more, found {count!r}")
        if not isinstance(position, Position):
            return CompoundGame(self, (position,), count)
        return Position((Component(self.rule, ((position, count),)),))


@dataclass(frozen=True, repr=False, slots=True)
class CompoundGame:
    """Rules played together, or a rule with a twist. Call it with positions to get a position.

    Attributes
    ----------
    kind : Compounding
        How they are played.
    rules : tuple of Rule or CompoundGame
        What is played in each part.
    count : int
        The number of a twist: passes, or moves that are restricted.

    Examples
    --------
    >>> from grundy import kayles, nim, selective
    >>> game = selective(nim, kayles)
    >>> game(nim(3), kayles(2)).solve().winner
    'first'
    """

    kind: Compounding
    rules: tuple[Rule | CompoundGame, ...]
    count: int = 1

    @property
    def spec(self) -> str:
        """What the game is called."""
        more = f", {self.count}" if self.count != 1 else ""
        return f"{self.kind.name}({', '.join(rule.spec for rule in self.rules)}{more})"

    def __repr__(self) -> str:
        return self.spec

    def __call__(self, *states: State | Position | list[State]) -> Position:
        """The position with these parts, one for each rule; of a twist as the rule itself is called.

        A part is a position of its rule, one state, a text, or several states in a list.

        Raises:  BadRule: another number of parts, or something that is no position of its rule. BadText: a text.
        """
        if self.kind.count:
            (rule,) = self.rules
            lone = states[0] if len(states) == 1 and isinstance(states[0], Position) else list(states)
            position = self.kind.twist(self._part(rule, lone), self.count)
        elif len(states) != len(self.rules):
            raise BadRule(f"{self.spec}: expected {len(self.rules)} parts, one for each rule, found {len(states)}")
        else:
            position = self.kind.compose(*map(self._part, self.rules, states))
        assert isinstance(position, Position)
        return position

    def _part(self, rule: Rule | CompoundGame, given: Any) -> Position:
        if not isinstance(given, Position):
            several = isinstance(given, list) or (isinstance(given, tuple) and isinstance(rule, CompoundGame))
            if not several and isinstance(given, tuple) and isinstance(rule, Rule):
                several = not rule.fits(given)
            return rule(*given) if several else rule(given)
        own = rule if isinstance(rule, Rule) else rule.kind.rule
        other = next((component.rule for component in given.components if component.rule != own), None)
        if other:
            raise BadRule(f"{self.spec}: expected a position of {rule.spec}, found {given}")
        return given


def _kind(
    shape: Compound | Twist, summary: str, example: str = "nim(3 4), kayles(5)", count: str = "", least: int = 0
) -> Compounding:
    rule = compound_rule(shape) if isinstance(shape, Compound) else twist_rule(shape)
    return Compounding(rule, summary, example, shape.source, count, least)


CONJUNCTIVE = _kind(
    Compound("conjunctive", "every", "first", SMITH), "Move in every part; play ends when one part ends."
)
CONTINUED = _kind(
    Compound("continued_conjunctive", "every", "last", SMITH),
    "Move in every part that has not ended; play ends when all have.",
)
SELECTIVE = _kind(Compound("selective", "some", "last", SMITH), "Move in as many parts as you like, at least one.")
SHORTENED = _kind(
    Compound("shortened_selective", "some", "first", SMITH),
    "Move in as many parts as you like, at least one; play ends when one part ends.",
)
DIMINISHED = _kind(Compound("diminished", "one", "first", SMITH), "Move in one part; play ends when one part ends.")
ORDINAL = _kind(
    Compound("ordinal", "one and none behind", "last", COLON), "Move in one part; all parts behind it are gone."
)
SEQUENTIAL = _kind(
    Compound("sequential", "the first", "last", STROMQUIST), "Move in the first part that has not ended."
)
WITH_PASS = _kind(
    Twist("with_pass", "pass", PASS),
    "Move, or use the pass: once in the game, whoever does it, and not where there is no move.",
    "nim(3 4 5)",
    "how many passes are left",
)
CONSTRAIN = _kind(
    Twist("constrain", "forbid", MULLER),
    "Make a move that the opponent has not forbidden, who may forbid one before each.",
    "nim(3 4 5), 2",
    "how many moves may be forbidden",
    1,
)
COMPLY = _kind(
    Twist("comply", "name", MULLER),
    "Make a move that the opponent names, or where several are named, one of them.",
    "nim(3 4 5), 2",
    "how many moves are named",
    1,
)

COMPOUNDS: Mapping[str, Compounding] = {
    compounding.name: compounding
    for compounding in (
        CONJUNCTIVE, CONTINUED, SELECTIVE, SHORTENED, DIMINISHED, ORDINAL, SEQUENTIAL, WITH_PASS, CONSTRAIN, COMPLY
    )
}  # fmt: skip

"""What is proved of a rule already, in the literature: the closed formula of the catalogue, asked as a theorem is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from grundy.errors import OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.rule import Rule
from grundy.theorems.decide import What

MOST_OPTIONS = 100_000  # that are looked through for winning moves
Position = tuple[int, ...]


@dataclass(frozen=True)
class KnownTheorem:
    """The formula of a rule of the catalogue, with its source. `known_theorem` makes one."""

    rule: Rule

    @property
    def source(self) -> str:
        """Who proved what."""
        assert self.rule.theory is not None
        return self.rule.theory.source

    @property
    def what(self) -> What:
        """What is known of each position."""
        assert self.rule.theory is not None
        return "nim-values" if self.rule.theory.value else "p-positions"

    def fits(self, position: Position) -> bool:
        """Whether these numbers are a position."""
        return self.rule.fits(self._state(position))

    def is_p(self, *position: int) -> bool:
        """Whether whoever is to move loses."""
        theory = self.rule.theory
        assert theory is not None
        if theory.value:
            return theory.value(self._state(position)) == 0
        assert theory.is_p is not None
        return theory.is_p(self._state(position))

    def nim_value(self, *position: int) -> int:
        """The nim-value. Raises ValueError where only P-positions are known."""
        assert self.rule.theory is not None
        if self.rule.theory.value is None:
            raise ValueError("the theorem is about P-positions alone")
        return self.rule.theory.value(self._state(position))

    def winning_moves(self, *position: int, value: int = 0) -> Iterator[tuple[Position, ...]]:
        """What each option of a nim-value leaves. Raises OutOfReach: too many options to look through."""
        if value and self.what == "p-positions":
            raise OutOfReach(f"{self.rule.spec}: the theorem is about P-positions, and does not say who wins a sum")
        found = list(islice(self.rule.options(self._state(position)), MOST_OPTIONS + 1))
        if len(found) > MOST_OPTIONS:
            raise OutOfReach(f"{self.rule.spec}: the winning moves of so large a position are not looked for")
        for option in found:
            parts = tuple(_numbers(part) for part in option.parts)
            if self.what == "p-positions":
                wins = all(self.is_p(*part) for part in parts)  # such rules leave one part
            else:
                wins = nim_sum(self.nim_value(*part) for part in parts) == value
            if wins:
                yield tuple(sorted(parts))

    def _state(self, position: Position) -> Any:
        """The state of these numbers: one of them, or all as a tuple."""
        return position[0] if self.rule.arity == 1 and self.rule.space.contains(position[0]) else position


def known_theorem(rule: Rule) -> KnownTheorem | None:
    """The formula that the catalogue has for all positions of a rule in normal play, if there is one.

    >>> from grundy.games.pairs import euclid
    >>> known_theorem(euclid).nim_value(21, 5)
    3
    """
    theory = rule.theory
    known = theory is not None and (theory.value or (theory.is_p and theory.covers is None))
    return KnownTheorem(rule) if known else None


def _numbers(part: Any) -> Position:
    return part if isinstance(part, tuple) else (part,)

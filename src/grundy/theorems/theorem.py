"""A claim that was decided, and what it is good for: values and winning moves of numbers of thousands of digits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Any

from grundy.errors import OutOfReach
from grundy.model.convention import nim_sum
from grundy.model.rule import Rule
from grundy.theorems.automata import Automaton, completions
from grundy.theorems.decide import VALUE, TheoremClaim, What, clauses, graph_parts, on_parts, total
from grundy.theorems.formulas import exists, spread
from grundy.theorems.linear import Compare, Relation, variable
from grundy.theorems.measure import Measure
from grundy.theorems.numeration import NumerationSystem

Option = tuple[tuple[int, ...], ...]  # the parts of it


@dataclass(frozen=True)
class Theorem:
    """What is true of all positions of a rule, and the measure along which it is proved.

    Only grundy.theorems.search makes one, once the claim is decided.
    """

    claim: TheoremClaim
    measure: Measure

    def __repr__(self) -> str:
        return f"Theorem({str(self.relation)!r}: {self.what} by {self.states} states over {self.system.name})"

    @property
    def relation(self) -> Relation:
        """The rule, as it is proved of."""
        return self.claim.relation

    @property
    def misere(self) -> bool:
        """Whether who makes the last move loses."""
        return self.claim.misere

    @property
    def what(self) -> What:
        """What is known of each position."""
        return self.claim.what

    @property
    def system(self) -> NumerationSystem:
        """In which the automaton reads."""
        return self.claim.system

    @property
    def states(self) -> int:
        """Of the automaton; where there are words that begin no number, a state for these is among them."""
        return self.claim.automaton.states

    @cached_property
    def p_positions(self) -> Automaton:
        """The automaton of the P-positions."""
        return self.claim.positions()

    def is_p(self, *position: int) -> bool:
        """Whether whoever is to move loses."""
        return self.p_positions.output(self._words(position)) == 1

    def nim_value(self, *position: int) -> int:
        """The nim-value. Raises ValueError where only P-positions are known."""
        words = self._words(position)
        if self.claim.kind == "set":
            raise ValueError("the theorem is about P-positions alone")
        if self.claim.kind == "values":
            return self.claim.automaton.output(words)
        pad = [0] * self.states
        given = {name: [*pad, *word] for name, word in zip(self.relation.names, words, strict=True)}
        (value,) = next(completions(self.claim.automaton, given))
        return self.system.read(value)

    def winning_moves(self, *position: int, value: int = 0) -> Iterator[tuple[int, Option]]:
        """The options that are P-positions, clause by clause: the clause's line, and the parts. Some may come twice.

        Args:    value: or those of that nim-value, where nim-values are known.
        """
        self._words(position)
        tracks = (*self.relation.names, VALUE)
        words = dict(zip(tracks, self.system.words((*position, value)), strict=True))
        if self.claim.kind != "graph":
            del words[VALUE]
        for line, parts, dfa in self._leaving(value if self.claim.kind == "values" else bool(value)):
            pad = [0] * dfa.states  # no longer are the parts of a position that has finitely many options
            given = {name: [*pad, *word] for name, word in words.items() if name in dfa.names}
            values = dict(zip(self.relation.names, position, strict=True))
            free = [name for name in dfa.names if name not in given]
            for completion in completions(dfa, given):
                values |= {name: self.system.read(word) for name, word in zip(free, completion, strict=True)}
                yield line, tuple(tuple(values[name] for name in part) for part in parts)

    @cache  # noqa: B019 (a theorem is a value, and few are asked)
    def _leaving(self, value: int) -> list[tuple[int, tuple[tuple[str, ...], ...], Automaton]]:
        """For each clause its line, the names of its parts, and the automaton of a state and parts of that value.

        Where values are not bounded, a track of its own has the value, if it is not 0.
        """
        kind, entries = self.claim.kind, []
        if value and kind == "set":
            raise ValueError("the theorem is about P-positions alone")
        for moves in clauses(self.relation):
            if (self.misere or value) and not moves.parts:
                continue  # who makes the last move loses; and nothing is worth 0
            away, guard = list(moves.inner), list(moves.guard)
            tracks = dict.fromkeys((*self.relation.names, *(name for part in moves.parts for name in part)))
            if kind == "set" or (not value and len(moves.parts) < 2):
                automata = on_parts(self.claim, moves, self.p_positions)
            elif kind == "values":
                automata = [total(self.claim, moves).where(value)]
            else:
                names, automata = graph_parts(self.claim, moves, VALUE)
                away += names
                if value:
                    tracks[VALUE] = None
                else:
                    guard.append(Compare(variable(VALUE), "=="))
                    away.append(VALUE)
            dfa = spread(self.system, exists(self.system, away, guard, automata), tuple(tracks))
            entries.append((moves.line, moves.parts, dfa))
        return entries

    def _words(self, position: tuple[int, ...]) -> list[list[int]]:
        if len(position) != len(self.relation.names) or min(position, default=0) < 0:
            raise ValueError(f"expected {len(self.relation.names)} numbers from 0 on, found {position}")
        return self.system.words(position)


# ---- What is proved of a rule already, in the literature: the closed formula of the catalogue, asked as a theorem is


MOST_OPTIONS = 100_000  # that are looked through for winning moves
Position = tuple[int, ...]


@dataclass(frozen=True)
class KnownTheorem:
    """The formula of a rule of the catalogue, with its source. `catalogue_theorem` makes one."""

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
        options = list(islice(self.rule.options(self._state(position)), MOST_OPTIONS + 1))
        if len(options) > MOST_OPTIONS:
            raise OutOfReach(f"{self.rule.spec}: the winning moves of so large a position are not looked for")
        for option in options:
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


def catalogue_theorem(rule: Rule) -> KnownTheorem | None:
    """The catalogue's formula for all positions of a rule in normal play; None: it has none.

    >>> from grundy.games.pairs import euclid
    >>> catalogue_theorem(euclid).nim_value(21, 5)
    3
    """
    theory = rule.theory
    has_formula = theory is not None and (theory.value or (theory.is_p and theory.covers is None))
    return KnownTheorem(rule) if has_formula else None


def _numbers(part: Any) -> Position:
    return part if isinstance(part, tuple) else (part,)

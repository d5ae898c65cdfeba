"""The decision, which alone proves: whether a claim about all positions satisfies the definition at each of them.

Play ends (grundy.theorems.measure). So a set, or a function, that is at every position what the definition makes of it
at the options, is the set of P-positions, or the nim-values: by induction along the measure. Both sides of this
condition are automata, and it is decided whether they are equal. Where a claim comes from does not matter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from grundy.theorems.automata import (
    Automaton,
    conjunction,
    difference,
    distinguished,
    empty,
    minimal,
    product,
    projected,
    shortest,
)
from grundy.theorems.formulas import MoveFormulas, automaton, exists, moves_of, reached, spread, union
from grundy.theorems.inequalities import at_most, both, either, is_zero
from grundy.theorems.linear import Compare, Formula, Linear, Relation, linear, number, variable
from grundy.theorems.measure import Highest
from grundy.theorems.numeration import NumerationSystem, exclusive_or, valid

What: TypeAlias = Literal["p-positions", "nim-values"]
VALUE = "a value"  # the track of the value, where values are unbounded; no variable of a rule has such a name


@dataclass(frozen=True, slots=True)
class TheoremClaim:
    """What is said of all positions of a rule.

    kind       "set": the automaton accepts the P-positions. "values": its outputs are the nim-values. "graph": it
               accepts the pairs of a position and its nim-value, the value on the last track, VALUE
    misere     whether who makes the last move loses; then the kind is "set", and no move makes a sum
    """

    relation: Relation
    system: NumerationSystem
    kind: Literal["set", "values", "graph"]
    automaton: Automaton
    misere: bool = False

    @property
    def what(self) -> What:
        """Whether it is about P-positions or nim-values."""
        return "p-positions" if self.kind == "set" else "nim-values"

    def is_p(self, position: tuple[int, ...]) -> bool:
        """What a claim about P-positions says of one."""
        return self.automaton.output(self.system.words(position)) == 1

    def positions(self) -> Automaton:
        """The P-positions."""
        if self.kind == "set":
            return self.automaton
        if self.kind == "values":
            return self.automaton.where(0)
        zero = automaton(self.system, Compare(variable(VALUE), "=="))
        return projected(conjunction(self.automaton, zero), VALUE)

    def __post_init__(self) -> None:
        tracks = (*self.relation.names, *((VALUE,) if self.kind == "graph" else ()))
        if self.automaton.names != tracks or self.automaton.digits != self.system.digits:
            raise ValueError(f"an automaton over {tracks} in {self.system.name} was expected")
        sums = any(len(clause.parts) > 1 for clause in self.relation.clauses)
        if sums and self.kind == "set":
            raise ValueError("P-positions of sums do not follow from the P-positions of their parts")
        if self.misere and self.kind != "set":
            raise ValueError("misère play has P-positions, and no nim-values")
        if sums and self.kind == "graph" and self.system != NumerationSystem(2):
            raise ValueError("values of sums are added digit by digit in base 2")
        whole = minimal(tracks, self.system.digits, self.automaton.next, self.automaton.outputs)
        if whole.next[0, 0] != 0:
            raise ValueError("zeros in front change what the automaton says")
        faults = product(whole, valid(self.system, tracks), _misread if self.kind == "values" else _false_words)
        if not empty(faults):
            raise ValueError("the automaton says something of words that are no numbers, or nothing of a number")
        object.__setattr__(self, "automaton", whole)


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A position at which a claim is not what the definition makes of it: of the shortest digits, or the smallest."""

    position: tuple[int, ...]
    text: str


def decide(claim: TheoremClaim, order: Sequence[Highest] = ()) -> Counterexample | None:
    """None if the claim is true of all positions, provided that every move leads to a state and play ends.

    Args:    order: of P-positions, what is to be least at the counter-example. If every move lowers it, the claim is
             true of all that the counter-example's moves lead to, so that it is false of itself.
    """
    if claim.kind == "set":
        return _decide_set(claim, order)
    return _decide_values(claim) if claim.kind == "values" else _decide_graph(claim)


def clauses(relation: Relation) -> list[MoveFormulas]:
    """The clauses, ready for automata."""
    return [moves_of(clause, relation.names) for clause in relation.clauses]


def on_part(dfa: Automaton, relation: Relation, tracks: tuple[str, ...], **more: str) -> Automaton:
    """An automaton about positions as one about a part of an option."""
    return dfa.renamed({**dict(zip(relation.names, tracks, strict=True)), **more})


def on_parts(claim: TheoremClaim, moves: MoveFormulas, accepted: Automaton) -> list[Automaton]:
    """What the parts of an option of this clause must be, for it to be in a set."""
    return [on_part(accepted, claim.relation, part) for part in moves.parts]


def _decide_set(claim: TheoremClaim, order: Sequence[Highest]) -> Counterexample | None:
    relation, system, accepted = claim.relation, claim.system, claim.automaton
    every = valid(system, relation.names)
    automata = [
        reached(system, relation, moves, on_parts(claim, moves, accepted))
        for moves in clauses(relation)
        if moves.parts or not claim.misere  # nothing is left: a P-position, in misère play an N-position
    ]
    if claim.misere:  # who cannot move has won
        moving = [reached(system, relation, moves, []) for moves in clauses(relation)]
        automata.append(difference(every, union(system, moving, relation.names)))
    wins = union(system, automata, relation.names)
    false = distinguished(accepted.where(1), difference(every, wins))
    position = smallest(system, false, order) if order else _first(claim, false)
    if position is None:
        return None
    if accepted.output(system.words(position)) == 1:
        text = "is claimed to be a P-position, but there is a move to another one"
        if claim.misere:
            text += ", or none at all"
    else:
        text = "is claimed to be an N-position, but no move leads to a P-position"
    return Counterexample(position, f"{position_text(position)} {text}")


def _misread(output: Any, number: Any) -> Any:
    return (output >= 0) != (number == 1)


def _false_words(output: Any, number: Any) -> Any:
    return (output != 0) & ((output != 1) | (number != 1))


def _xor(left: Any, right: Any) -> Any:
    import numpy as np

    return np.where((left < 0) | (right < 0), -1, left ^ right)


def _decide_values(claim: TheoremClaim) -> Counterexample | None:
    relation, system, whole = claim.relation, claim.system, claim.automaton
    ready = clauses(relation)
    totals = [total(claim, moves) if moves.parts else None for moves in ready]
    high = valid(system, relation.names)  # the positions with an option of each smaller value
    for value in range(int(whole.outputs.max()) + 1):
        automata = [
            reached(system, relation, moves, [] if each is None else [each.where(value)])
            for moves, each in zip(ready, totals, strict=True)
            if each is not None or value == 0
        ]
        having = union(system, automata, relation.names)
        false = distinguished(whole.where(value), difference(high, having))
        position = _first(claim, false)
        if position is not None:
            claimed_value = whole.output(system.words(position))
            if claimed_value == value:
                text = f"is claimed to have nim-value {value}, but that is not the least value that no option has"
            else:
                text = f"is claimed to have nim-value {claimed_value}, but its options say {value}"
            return Counterexample(position, f"{position_text(position)} {text}")
        high = conjunction(high, having)
    position = _first(claim, high)
    if position is None:
        return None
    return Counterexample(position, f"{position_text(position)} has a larger nim-value than any that is claimed")


def total(claim: TheoremClaim, moves: MoveFormulas) -> Automaton:
    """What gives the value of an option of this clause, over the names of its parts, of which there is one at least."""
    dfa = on_part(claim.automaton, claim.relation, moves.parts[0])
    for part in moves.parts[1:]:
        dfa = product(dfa, on_part(claim.automaton, claim.relation, part), _xor)
    return dfa


def graph_parts(claim: TheoremClaim, moves: MoveFormulas, value: str) -> tuple[list[str], list[Automaton]]:
    """Names for the values of the parts of an option, and what they must be for their XOR to be on this track."""
    if not moves.parts:
        return [], [automaton(claim.system, Compare(variable(value), "=="))]
    if len(moves.parts) == 1:
        return [], [on_part(claim.automaton, claim.relation, moves.parts[0], **{VALUE: value})]
    names = [f"{place}:value" for place in range(len(moves.parts))]
    sums = [names[0], *(f"{place}:sum" for place in range(1, len(moves.parts) - 1)), value]
    automata = [
        on_part(claim.automaton, claim.relation, part, **{VALUE: name})
        for part, name in zip(moves.parts, names, strict=True)
    ]
    automata += [exclusive_or((sums[place - 1], names[place], sums[place])) for place in range(1, len(names))]
    return [*names, *sums[1:-1]], automata


def _decide_graph(claim: TheoremClaim) -> Counterexample | None:
    relation, system, graph = claim.relation, claim.system, claim.automaton
    tracks = (*relation.names, VALUE)
    automata = [
        reached(system, relation, moves, graph_parts(claim, moves, VALUE)[1], [VALUE]) for moves in clauses(relation)
    ]
    missing = difference(valid(system, tracks), union(system, automata, tracks))  # values that no option has
    lower = missing.renamed({VALUE: "lower"})
    below = Compare(linear([("lower", 1), (VALUE, -1)], 1), "<=")
    least = difference(missing, spread(system, exists(system, ["lower"], [below], [lower]), tracks))
    position = _first(claim, distinguished(graph, least))
    if position is not None:
        *state, value = position
        text = f"is claimed to have nim-value {value}, but that is not the least value that no option has"
        if graph.output(system.words(position)) != 1:
            text = f"is not claimed to have nim-value {value}, which its options give it"
        return Counterexample(tuple(state), f"{position_text(tuple(state))} {text}")
    position = _first(claim, difference(valid(system, relation.names), projected(graph, VALUE)))
    return None if position is None else Counterexample(position, f"{position_text(position)} has no nim-value")


def _first(claim: TheoremClaim, false: Automaton) -> tuple[int, ...] | None:
    """The numbers of the shortest word that is accepted."""
    if empty(false):
        return None
    words = shortest(false)
    assert words is not None
    return tuple(claim.system.read(word) for word in words)


def smallest(system: NumerationSystem, dfa: Automaton, order: Sequence[Highest] = ()) -> tuple[int, ...] | None:
    """The numbers that are accepted of which the terms of the order are least, then their sum, then each by itself.

    Words of the fewest digits are soon found, but (1, 2) is a smaller pair than (3, 3), and both have two in base 2.
    """
    if empty(dfa):
        return None
    total = sum((variable(name) for name in dfa.names), Linear())
    least = list[int]()
    for term in (*order, (total,), *((variable(name),) for name in dfa.names)):
        least.append(_least(system, dfa, term))
        dfa = conjunction(dfa, automaton(system, _is(term, number(least[-1]))))
    return tuple(least[-len(dfa.names) :])


def _least(system: NumerationSystem, dfa: Automaton, term: Highest) -> int:
    """The least number that a term, which is never below 0, has where something is accepted."""
    words = shortest(exists(system, [name for name in dfa.names if name != VALUE], [_is(term, variable(VALUE))], [dfa]))
    assert words is not None
    return system.read(words[0])


def _is(term: Highest, value: Linear) -> Formula:
    """That the largest of these sums has this value."""
    return both([*(at_most(each, value) for each in term), either(is_zero(each - value) for each in term)])


def position_text(position: tuple[int, ...]) -> str:
    """A position in a sentence."""
    return str(position[0]) if len(position) == 1 else f"({', '.join(map(str, position))})"

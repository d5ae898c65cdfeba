"""Automata that give the values of a table: what is seen, and may be taken for a theorem only once it is decided."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from grundy.theorems.automata import Automaton, empty
from grundy.theorems.learn import learn
from grundy.theorems.limits import AutomatonTooLarge
from grundy.theorems.numeration import NumerationSystem
from grundy.theorems.search import MOST_VALUES, SYSTEMS, of_numbers
from grundy.theorems.statement import about_set, about_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_STATES = 60
CASES = 4  # entries of the table for each arrow of an automaton, else it says no more than the table


@dataclass(frozen=True, slots=True)
class ObservedAutomaton:
    """An automaton that gives all entries of a table.

    system      in which it reads
    automaton   with the values as outputs, or of a set
    text        what it says, in a sentence
    """

    system: NumerationSystem
    automaton: Automaton
    text: str


def seen_in(
    table: NDArray[Any],
    names: tuple[str, ...],
    what: str = "a P-position",
    systems: Sequence[NumerationSystem] = SYSTEMS,
) -> Iterator[ObservedAutomaton | None]:
    """For each numeration system the automaton that gives the table, None where there is none that is small.

    Whoever asks may stop between two systems.

    Args:    table: entries 0 or more. what: what the entries 1 of a table of 0 and 1 are, for the sentence; "" if the
             entries are nim-values.
    """
    for system in systems:
        yield _seen(table, names, what, system)


def _seen(table: NDArray[Any], names: tuple[str, ...], what: str, system: NumerationSystem) -> ObservedAutomaton | None:
    arrows = system.digits**table.ndim
    most = min(MOST_STATES, table.size // (CASES * arrows))
    if most < 2 or int(table.max(initial=0)) >= MOST_VALUES:
        return None
    learnt = learn(system, names, table, most)
    if learnt is None:
        return None
    try:
        dfa = of_numbers(system, learnt, "set" if what else "values")
        if dfa is None or (what and empty(dfa)):
            return None
        text = about_set(system, dfa, what) if what else about_values(system, dfa)
    except AutomatonTooLarge:
        return None
    return ObservedAutomaton(system, dfa, text)

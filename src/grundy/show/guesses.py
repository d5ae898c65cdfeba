"""What is seen in values without a rule, as text."""

from __future__ import annotations

from collections.abc import Iterator

from grundy.model.pattern import Guesses
from grundy.show.patterns import pattern_lines
from grundy.show.text import Line


def guesses_lines(guesses: Guesses) -> Iterator[Line]:
    """The lines that say what is seen, and what would prove it."""
    yield Line("heading", f"Read: {guesses.given}.")
    seen = list(_seen(guesses))
    yield Line("heading", "Observed, not proved:" if seen else "No pattern, no known game and no small automaton seen.")
    yield from (Line("move", f"  {text}") for text in seen)
    yield Line("note", f"What would prove it: {guesses.would_prove}.")
    yield Line("note", guesses.evidence.sentence())


def _seen(guesses: Guesses) -> Iterator[str]:
    if guesses.values_of is not None:
        yield f"{guesses.values_of} ({guesses.values_of.game})"
    for pattern in guesses.patterns:
        yield from pattern_lines(pattern, len(guesses.shape) if guesses.read_as == "table" else 1)
    for one in guesses.automata:
        yield f"an automaton of {one.states} states over {one.system} gives all {one.about}: {one.statement}"

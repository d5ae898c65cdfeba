"""Suspected patterns of the outcomes of 0, 1, 2, ...: letters, P and N, and D where play is drawn."""

from __future__ import annotations

from dataclasses import replace

from grundy.model.pattern import Pattern
from grundy.patterns.sequences import p_patterns, periods

LETTERS = "PND"
MOST_NAMED = 24  # letters of a period that a sentence names


def letter_patterns(letters: str) -> tuple[Pattern, ...]:
    """Patterns of outcomes, the simplest first; none of them proved.

    >>> [pattern.statement for pattern in letter_patterns("NPNN" * 20)]
    ['zero where n % 4 == 1, and only there']
    >>> [pattern.statement for pattern in letter_patterns("PN" + "D" * 40)]
    ['outcome(n) = D']
    >>> [pattern.statement for pattern in letter_patterns("PNDDN" * 10)]
    ['outcome(n) is letter n % 5 of PNDDN, counted from 0']
    """
    codes = [LETTERS.index(letter) for letter in letters]
    if patterns := () if "D" in letters else tuple(p_patterns(codes)):
        return patterns
    return tuple(filter(None, (_of_letters(pattern, letters) for pattern in periods(codes))))


def _of_letters(pattern: Pattern, letters: str) -> Pattern | None:
    """A period of the codes of letters as one of the letters; None where it fails, is long or computes with them."""
    numbers = dict(pattern.numbers)
    period = numbers["period"]
    if pattern.breaks is not None or numbers["saltus"] or period > MOST_NAMED:
        return None
    places = range(pattern.start, pattern.start + period)
    word = "".join(letters[n] for n in sorted(places, key=lambda n: n % period))
    named = f"is letter n % {period} of {word}, counted from 0" if period > 1 else f"= {word}"
    return replace(pattern, kind="P-positions", about="P-positions", statement=f"outcome(n) {named}", formula="")

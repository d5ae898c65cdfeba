"""The misère quotient of the parts of a position, for people who want to see it."""

from __future__ import annotations

from dataclasses import dataclass

from grundy.engines.misere.known import ReachedParts
from grundy.engines.misere.parts import RuleState
from grundy.errors import OutOfReach
from grundy.model.definition import require_position
from grundy.model.rule import Position


@dataclass(frozen=True, slots=True)
class PositionQuotient:
    """All sums of some parts, as far as misère play distinguishes them: a finite commutative monoid.

    Attributes
    ----------
    product : tuple of tuples of int
        ``product[x][y]`` is the element of two sums side by side; element 0 is that of the empty sum.
    p : frozenset of int
        The elements that are P-positions.
    words : tuple of tuples
        For each element a sum that has it, as (rule, state) pairs; None is a heap of 1 that nobody typed.
    elements : dict
        The element of each part that can be reached.

    Examples
    --------
    >>> from grundy import position_quotient, nim
    >>> found = position_quotient(nim(2, 2))
    >>> len(found.product), len(found.p)
    (6, 2)
    """

    product: tuple[tuple[int, ...], ...]
    p: frozenset[int]
    words: tuple[tuple[RuleState | None, ...], ...]
    elements: dict[RuleState, int]

    def __len__(self) -> int:
        return len(self.product)

    def __repr__(self) -> str:
        return f"misère quotient of {len(self):,} elements, {len(self.p):,} of them P-positions"

    def element(self, position: Position) -> int:
        """The element of a sum of parts that can be reached. Raises KeyError for any other part."""
        x = 0
        for part in position.parts():
            x = self.product[x][self.elements[part.rule, part.state]]
        return x


def position_quotient(position: Position) -> PositionQuotient:
    """The misère quotient of all sums of the parts that play can reach from a position.

    Parameters
    ----------
    position : Position

    Returns
    -------
    PositionQuotient

    Raises
    ------
    OutOfReach
        None was found; it may be infinite, or larger than is looked for.

    Notes
    -----
    Tenths of a second where it has some tens of elements, up to half a minute where none is found.

    References
    ----------
    Plambeck & Siegel 2008, Misère quotients for impartial games.

    Examples
    --------
    >>> from grundy.games.octal import octal
    >>> quotient = position_quotient(octal("0.77")(11))  # Kayles to heaps of 11
    >>> len(quotient), len(quotient.p), quotient.element(octal("0.77")(1, 4, 1)) in quotient.p
    (18, 6, True)
    """
    require_position(position)
    everything = ReachedParts()
    parts = [(part.rule, part.state) for part in position.parts()]
    monoid = everything.quotient_of(parts)
    if monoid is None:
        raise OutOfReach(
            f"misère quotient: none was found after {len(everything.quotient):,} elements for the smaller parts; "
            "it may be infinite, and smaller parts have smaller ones"
        )
    met = everything.parts.met
    return PositionQuotient(
        tuple(monoid.product),
        monoid.p,
        tuple(tuple(met.get(part) for part in word) for word in monoid.words),
        {part: monoid.element(sum) for part, sum in everything.parts.all()},
    )

"""The misère quotient of the heaps of one rule, as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any

from grundy.errors import OutOfReach
from grundy.model import monoid, upward
from grundy.model.monoid import Presentation
from grundy.model.period import Repetition
from grundy.model.result import Evidence
from grundy.model.rule import Rule


@dataclass(frozen=True)
class Quotient(upward.Printed):
    """The misère quotient of the heaps 0 to `to` of a rule: their sums, as far as misère play distinguishes them.

    Attributes
    ----------
    rule : Rule
        The rule of the heaps.
    to : int
        The largest heap; less than was asked for where `reason` says why.
    product : tuple of tuples of int
        ``product[x][y]`` is the element of two sums side by side; element 0 is that of nothing.
    p_portion : tuple of int
        The elements of P-positions, which whoever must move loses.
    pretending : tuple of int
        The element of each heap, from heap 0 on: the pretending function.
    orders : tuple of int
        The number of elements of the quotient of heaps 0 to n, for each n.
    repetition : Repetition or None
        How the pretending function repeats for ever: the quotient is then that of heaps of every size.
    evidence : Evidence
        How it is known.
    reason : str
        Why the quotient is not of more heaps; "" where it is of all that were asked for.

    References
    ----------
    Plambeck 2005; Plambeck & Siegel 2008, Misère quotients for impartial games.
    """

    rule: Rule
    to: int
    product: tuple[tuple[int, ...], ...] = field(repr=False)
    p_portion: tuple[int, ...] = field(repr=False)
    pretending: tuple[int, ...] = field(repr=False)
    orders: tuple[int, ...] = field(repr=False)
    repetition: Repetition | None
    evidence: Evidence
    reason: str = ""

    def __repr__(self) -> str:
        return f"<misère quotient of {self.domain}: {self.order} elements, {len(self.p_portion)} in P>"

    @property
    def order(self) -> int:
        """How many elements it has."""
        return len(self.product)

    @property
    def complete(self) -> bool:
        """Whether it is the quotient of heaps of every size."""
        return self.repetition is not None

    @property
    def domain(self) -> str:
        """The heaps that it is about, in words."""
        return f"{self.rule.spec}, {'all heaps' if self.complete else f'heaps 0 to {self.to}'}"

    @cached_property
    def presentation(self) -> Presentation:
        """Generators and relations; the generators are elements of heaps, the smallest possible."""
        return monoid.presentation(self.product, self.pretending)

    @cached_property
    def generators(self) -> tuple[int, ...]:
        """The heaps whose elements generate it: heap a, heap b, ..."""
        return tuple(map(self.pretending.index, self.presentation.generators))

    @cached_property
    def kernel(self) -> tuple[int, ...]:
        """The elements of the least ideal, which is a group; its identity is first."""
        return monoid.kernel(self.product)

    def element(self, *heaps: int) -> int:
        """The element of a sum of heaps, of any size where the quotient is complete. Raises OutOfReach.

        >>> from grundy import quotient
        >>> quotient("kayles", to=12).element(6) == quotient("kayles", to=12).element(1, 2)
        True
        """
        return reduce(lambda x, heap: self.product[x][self._heap(heap)], heaps, 0)

    def is_p(self, *heaps: int) -> bool:
        """Whether whoever must move in a sum of heaps loses, in misère play. Raises OutOfReach: as `element`."""
        return self.element(*heaps) in self.p_portion

    def _heap(self, heap: int) -> int:
        if heap < len(self.pretending):
            return self.pretending[heap]
        if self.repetition is None:
            raise OutOfReach(f"heap {heap}: the quotient is of heaps 0 to {self.to} of {self.rule.spec}")
        first, period = self.repetition.preperiod, self.repetition.period
        return self.pretending[first + (heap - first) % period]

    def as_dict(self) -> dict[str, Any]:
        """For machines; elements are numbers, and `words` has the normal form of each."""
        repetition = self.repetition
        return {
            "game": self.rule.spec,
            "to": self.to,
            "order": self.order,
            "complete": self.complete,
            "period": repetition and repetition.period,
            "preperiod": repetition and repetition.preperiod,
            "presentation": str(self.presentation),
            "generators": list(self.generators),
            "relations": [[list(left), list(right)] for left, right in self.presentation.relations],
            "words": [list(word) for word in self.presentation.words],
            "p_portion": list(self.p_portion),
            "kernel": list(self.kernel),
            "pretending": list(self.pretending),
            "orders": list(self.orders),
            "product": [list(row) for row in self.product],
            "reason": self.reason,
            "evidence": self.evidence.as_dict(),
        }

    def certificate(self) -> Any:
        """What proves this quotient, to be saved. Raises OutOfReach: no certificate says such moves."""
        return upward.quotient_certificate(self)

    def _repr_latex_(self) -> str:
        return upward.quotient_latex(self)

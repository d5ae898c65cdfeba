"""Remember, for some rules in misère play, the kind of each part and, where parts have none, a misère quotient."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from grundy.engines.misere import tame
from grundy.engines.misere.extension import extension
from grundy.engines.misere.learn import extended, trivial
from grundy.engines.misere.parts import Effort, Parts, RuleState, Sum
from grundy.engines.misere.quotient import CheckedMonoid, OutOfEffort, QuotientTooLarge
from grundy.model.rule import Part, Rule
from grundy.reading.identity import rules_in
from grundy.reading.remember import remembered

EXPERIMENTS = 0  # extend the quotient by one part by experiments; any other number: compute at most so many products
SECONDS = 30_000_000  # for the outcome of a position: takes some seconds
MINUTES = 1_000_000_000  # for the quotient itself
QUICK, THOROUGH = 300_000, 3_000_000  # positions that experiments with all parts of a question may look at
PRODUCTS = 4 * SECONDS  # that may be computed for all of them


@dataclass(frozen=True, slots=True)
class SumReading:
    """A code for each part, which gives the outcomes of sums: kinds of parts, or elements of a quotient.

    way       "kinds": a code is a kind (see grundy.engines.misere.tame); "quotient": an element of `quotient`
    codes     the codes of parts 0, 1, ...; None: no code gives the outcomes of sums with this part
    quotient  the quotient; None with kinds
    """

    way: Literal["kinds", "quotient"]
    codes: Sequence[int | None]
    quotient: CheckedMonoid | None = None

    def code(self, position: Iterable[int]) -> int | None:
        """The code of a sum of parts; None if a part has none."""
        codes = [self.codes[part] for part in position]
        return None if None in codes else self.joined(code for code in codes if code is not None)

    def joined(self, codes: Iterable[int]) -> int:
        """The code of a sum from the codes of its summands; the empty sum has code 0."""
        if self.quotient is None:
            return tame.kinds_joined(codes)
        product = self.quotient.product
        return reduce(lambda x, y: product[x][y], codes, 0)

    def lost(self, position: Iterable[int]) -> bool | None:
        """Whether a sum of parts is a P-position; None if a part has no code."""
        code = self.code(position)
        return None if code is None else self.says_p(code)

    def says_p(self, code: int) -> bool:
        """Whether sums of this code are P-positions."""
        return tame.says_p(code) if self.quotient is None else code in self.quotient.p


@dataclass(frozen=True, slots=True)
class Budget:
    """What the quotient of all parts of one question may cost, so that cheaper ways get their turn."""

    positions: Effort
    products: Effort


class ReachedParts:
    """The parts of some rules that play has reached so far, with their kinds and a quotient.

    parts     the parts, numbered
    kinds     the kind of each part; None: it has none
    strict    whether all parts have kinds without help from reversible moves
    quotient  a checked misère quotient of the first len(quotient.elements) parts
    stopped   what ended the last search for a larger one, in words; "" if nothing did
    """

    def __init__(self) -> None:
        self.parts = Parts()
        self.kinds: list[int | None] = []
        self.strict = True
        self.quotient = trivial()
        self.stopped = ""
        self._gave_up: set[int] = set()  # ways that could not extend the quotient by one part
        self._letters: set[int] = set()
        self._beside: list[Sum] = []

    def reading(self, parts: Iterable[RuleState], alone: bool = True, thorough: bool = False) -> SumReading | None:
        """Codes that give the outcomes of a sum and of its options; None if there are none. Raises OutOfReach.

        `alone`: the sum is the whole position. Kinds of its parts then suffice if they say P, when no move wins; in
        all other cases every option needs a kind, too. `thorough`: search for a quotient for seconds, not tenths. All
        parts together have one effort; where it is spent, the next call goes on with the quotient of those before.
        """
        position = self.parts.sum(parts)
        kinds = self.read_kinds()
        total = kinds.code(position)
        if total is not None:
            options = (option for part in position for option in self.parts.options[part])
            if (alone and kinds.says_p(total)) or all(kinds.code(option) is not None for option in options):
                return kinds
        budget = Budget(Effort(THOROUGH if thorough else QUICK), Effort(PRODUCTS))
        if self._learn_quotient(max(position), (EXPERIMENTS, SECONDS)[: 1 + thorough], budget):
            return SumReading("quotient", self.quotient.elements, self.quotient)
        return None

    def quotient_of(self, parts: Iterable[RuleState]) -> CheckedMonoid | None:
        """The quotient of all parts reached so far, including these and all below; None: too large. Raises TooMany."""
        self.parts.sum(parts)
        return self.quotient if self._learn_quotient(len(self.parts.options) - 1, (MINUTES, EXPERIMENTS)) else None

    def state(self) -> dict[str, Any]:
        """The quotient as numbers and lists of numbers, from which `restore` continues."""
        return {
            "product": self.quotient.product,
            "p": sorted(self.quotient.p),
            "words": list(self.quotient.words),
            "elements": list(self.quotient.elements),
            "letters": sorted(self._letters),
            "beside": list(self._beside),
        }

    def restore(self, state: Mapping[str, Any], parts: Iterable[RuleState]) -> bool:
        """Check a saved quotient anew on these parts and all below; if it is correct, use it and return True."""
        self.parts.sum(parts)
        monoid = CheckedMonoid(state["product"], state["p"], [tuple(word) for word in state["words"]])
        options, elements, letters = self.parts.options, state["elements"], state["letters"]
        try:
            if len(elements) != len(options) or not monoid.holds_for(options, elements, letters):
                return False
        except QuotientTooLarge:
            return False
        self.quotient, self._letters, self._beside = monoid, set(letters), [tuple(word) for word in state["beside"]]
        return True

    def read_kinds(self) -> SumReading:
        """The kinds of all parts reached so far; a part may have none."""
        self._learn_kinds()
        return SumReading("kinds", self.kinds)

    def _learn_kinds(self) -> None:
        kinds, options = self.kinds, self.parts.options
        while len(kinds) < len(options):
            part = len(kinds)
            kind = tame.kind_of(options[part], kinds)
            self.strict = self.strict and kind is not None
            kinds.append(kind if kind is not None else tame.kind_with_reversible(options[part], kinds, options))

    def _learn_quotient(self, last: int, ways: Sequence[int], budget: Budget | None = None) -> bool:
        """Extend the quotient to parts 0..last, each by the first of `ways` that succeeds; False: one failed."""
        self.stopped = ""
        while len(self.quotient.elements) <= last:
            for way in ways:
                if way in self._gave_up:
                    continue
                try:
                    self.quotient = self._extended(way, budget) if way else self._learned(budget)
                    self._gave_up.clear()
                    break
                except QuotientTooLarge:
                    self._gave_up.add(way)
                except OutOfEffort:
                    self.stopped = (
                        f"the search for their quotient was stopped at {len(self.quotient.elements):,} of "
                        f"{len(self.parts.options):,} parts"
                    )
                    return False
            else:
                return False
        return True

    def _learned(self, budget: Budget | None) -> CheckedMonoid:
        """Extend the quotient by one part by experiments. Raises QuotientTooLarge, OutOfEffort."""
        positions = budget.positions if budget else None
        return extended(self.parts.options, self.parts.sizes, self.quotient, self._letters, self._beside, positions)

    def _extended(self, products: int, budget: Budget | None) -> CheckedMonoid:
        """Extend the quotient by one part by at most so many products. Raises QuotientTooLarge, OutOfEffort."""
        options, quotient = self.parts.options, self.quotient
        if quotient.fit(options[len(quotient.elements)]) is not None:
            return quotient
        try:
            monoid, letters = extension(options, quotient, products, budget.products if budget else None)
        except ImportError as missing:  # without NumPy only experiments remain: slower, and for smaller quotients
            raise QuotientTooLarge from missing
        self._letters = set(letters)
        return monoid


@remembered(most=8)
def reached_parts(rules: frozenset[Rule]) -> ReachedParts:
    """The parts of these rules; later calls for the same rules return the same object and extend it."""
    return ReachedParts()


def reached_parts_of(parts: Iterable[Part]) -> ReachedParts:
    """`reached_parts` of the rules of these parts and of the rules of positions inside their states."""
    parts = list(parts)
    return reached_parts(frozenset(part.rule for part in parts) | rules_in(part.state for part in parts))

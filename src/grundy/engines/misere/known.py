"""What is known of the parts of some rules in misère play: their kinds, and where some have none, their quotient."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

from grundy.engines.misere import tame
from grundy.engines.misere.extension import extension
from grundy.engines.misere.learn import extended, trivial
from grundy.engines.misere.parts import Parts, RuleState, Sum
from grundy.engines.misere.quotient import CheckedMonoid, QuotientTooLarge
from grundy.model.rule import Part, Rule
from grundy.reading.identity import rules_in
from grundy.reading.remember import remembered

EXPERIMENTS = 0  # one way to find a quotient of one part more; else so many products may be looked at:
SECONDS = 30_000_000  # where a position is to be answered: some seconds
MINUTES = 1_000_000_000  # where the quotient itself is asked for


@dataclass(frozen=True, slots=True)
class SumReading:
    """How outcomes of sums are told: by kinds (which are codes of their own) or by the elements of a quotient.

    codes   of parts 0, 1, ...; None: no code tells the outcomes of sums with this part
    """

    way: Literal["kinds", "quotient"]
    codes: Sequence[int | None]
    quotient: CheckedMonoid | None = None

    def code(self, position: Iterable[int]) -> int | None:
        """The code of a sum of parts."""
        codes = [self.codes[part] for part in position]
        return None if None in codes else self.joined(code for code in codes if code is not None)

    def joined(self, codes: Iterable[int]) -> int:
        """The code of sums side by side, from theirs; 0 is that of nothing."""
        if self.quotient is None:
            return tame.kinds_joined(codes)
        product = self.quotient.product
        return reduce(lambda x, y: product[x][y], codes, 0)

    def lost(self, position: Iterable[int]) -> bool | None:
        """Whether a sum of parts is a P-position; None: no code tells."""
        code = self.code(position)
        return None if code is None else self.says_p(code)

    def says_p(self, code: int) -> bool:
        """Whether sums of this code are P-positions."""
        return tame.says_p(code) if self.quotient is None else code in self.quotient.p


class KnownParts:
    """The parts of some rules, as far as they were met, with what is known of them."""

    def __init__(self) -> None:
        self.parts = Parts()
        self.kinds: list[int | None] = []
        self.strict = True  # every part with a kind has it without help from reversible moves, and all parts have one
        self.quotient = trivial()
        self._gave_up: set[int] = set()  # ways that found no quotient of one part more
        self._letters: set[int] = set()
        self._beside: list[Sum] = []

    def reading(self, parts: Iterable[RuleState], alone: bool = True, thorough: bool = False) -> SumReading | None:
        """How outcomes of a sum and of its options are told; None if nothing here tells them. Raises OutOfReach.

        `alone`: nothing else stands beside. Kinds of the parts tell who wins, but which moves win only where all
        options have kinds, too. `thorough`: take seconds, not tenths of them, to look for a quotient.
        """
        position = self.parts.sum(parts)
        kinds = self.read_kinds()
        total = kinds.code(position)
        if total is not None:
            options = (option for part in position for option in self.parts.options[part])
            if (alone and kinds.says_p(total)) or all(kinds.code(option) is not None for option in options):
                return kinds
        if self._learn_quotient(max(position), (EXPERIMENTS, SECONDS)[: 1 + thorough]):
            return SumReading("quotient", self.quotient.elements, self.quotient)
        return None

    def quotient_of(self, parts: Iterable[RuleState]) -> CheckedMonoid | None:
        """The quotient of all sums of parts met, these and all below among them. Raises TooMany."""
        self.parts.sum(parts)
        return self.quotient if self._learn_quotient(len(self.parts.options) - 1, (MINUTES, EXPERIMENTS)) else None

    def state(self) -> dict[str, Any]:
        """The quotient, for whoever goes on from it: numbers and lists of them."""
        return {
            "product": self.quotient.product,
            "p": sorted(self.quotient.p),
            "words": list(self.quotient.words),
            "elements": list(self.quotient.elements),
            "letters": sorted(self._letters),
            "beside": list(self._beside),
        }

    def restore(self, state: Mapping[str, Any], parts: Iterable[RuleState]) -> bool:
        """Whether what was saved is found right once more, of these parts and all below; then it is taken up."""
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
        """The kinds of all parts met so far, as far as they have any."""
        self._learn_kinds()
        return SumReading("kinds", self.kinds)

    def _learn_kinds(self) -> None:
        kinds, options = self.kinds, self.parts.options
        while len(kinds) < len(options):
            part = len(kinds)
            kind = tame.kind_of(options[part], kinds)
            self.strict = self.strict and kind is not None
            kinds.append(kind if kind is not None else tame.kind_with_reversible(options[part], kinds, options))

    def _learn_quotient(self, last: int, ways: Sequence[int]) -> bool:
        """Whether there is a quotient of the parts up to `last`, as far as it is found in one of some ways."""
        while len(self.quotient.elements) <= last:
            for way in ways:
                if way in self._gave_up:
                    continue
                try:
                    self.quotient = self._extended(way) if way else self._learned()
                    self._gave_up.clear()
                    break
                except QuotientTooLarge:
                    self._gave_up.add(way)
            else:
                return False
        return True

    def _learned(self) -> CheckedMonoid:
        """One part more, by experiments. Raises QuotientTooLarge."""
        return extended(self.parts.options, self.parts.sizes, self.quotient, self._letters, self._beside)

    def _extended(self, products: int) -> CheckedMonoid:
        """One part more, by what is known of the others. Raises QuotientTooLarge."""
        options, quotient = self.parts.options, self.quotient
        if quotient.fit(options[len(quotient.elements)]) is not None:
            return quotient
        try:
            monoid, letters = extension(options, quotient, products)
        except ImportError as missing:  # without NumPy experiments must do: they are slower, and reach less far
            raise QuotientTooLarge from missing
        self._letters = set(letters)
        return monoid


@remembered(most=8)
def known(rules: frozenset[Rule]) -> KnownParts:
    """What was found about the parts of these rules so far; later questions go on from there."""
    return KnownParts()


def known_of(parts: Iterable[Part]) -> KnownParts:
    """The same, of the rules of these parts and of those of positions that are their states."""
    parts = list(parts)
    return known(frozenset(part.rule for part in parts) | rules_in(part.state for part in parts))

"""The misère quotient of the heaps of one rule, as a value, and the monoid that it is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property, reduce
from heapq import heappop, heappush
from typing import Any

from grundy.errors import OutOfReach
from grundy.model import upward
from grundy.model.evidence import Evidence
from grundy.model.frozen import frozen
from grundy.model.period import Repetition
from grundy.model.rule import Rule

# Finite commutative monoids, as tables: presentations, kernels, and the table again from a presentation.
#
# Names: product[x][y] is the product of elements x and y; element 0 is the identity.

Product = Sequence[Sequence[int]]
Word = tuple[int, ...]
"""How often each generator occurs, a first."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@frozen
class Presentation:
    """Generators of a commutative monoid, and relations that say all about it.

    Attributes
    ----------
    generators : tuple of int
        The elements that are called a, b, c, ...
    relations : tuple of pairs of words
        Each says that two words are equal, and the second is the normal form. To replace the first by the second
        wherever it divides a word, again and again, leads from every word to its normal form.
    words : tuple of words
        The normal form of each element: of the words that are equal to it, the first by length, and of those of one
        length the first by letters.
    """

    generators: tuple[int, ...]
    relations: tuple[tuple[Word, Word], ...]
    words: tuple[Word, ...]

    def __str__(self) -> str:
        relations = ", ".join(f"{word_text(left)} = {word_text(right)}" for left, right in self.relations)
        return f"⟨{', '.join(map(letter, range(len(self.generators))))} | {relations}⟩"

    def name(self, element: int) -> str:
        """The normal form of an element, as text."""
        return word_text(self.words[element])


def letter(generator: int) -> str:
    """The name of a generator.

    >>> letter(0), letter(25), letter(26)
    ('a', 'z', 'a1')
    """
    turn, place = divmod(generator, len(LETTERS))
    return f"{LETTERS[place]}{turn or ''}"


def word_text(word: Word) -> str:
    """A word of a misère quotient, written as a product of powers.

    >>> word_text((1, 2, 0, 12)), word_text((0, 0))
    ('ab²d¹²', '1')
    """
    powers = (
        letter(place) + (str(times).translate(SUPERSCRIPTS) if times > 1 else "")
        for place, times in enumerate(word)
        if times
    )
    return "".join(powers) or "1"


def presentation(product: Product, elements: Sequence[int]) -> Presentation:
    """The presentation by those of some elements that are no products of the ones before them.

    Args:    elements: of which all others are products.

    >>> str(presentation([[0, 1, 2], [1, 0, 2], [2, 2, 2]], [0, 1, 2]))
    '⟨a, b | a² = 1, ab = b, b² = b⟩'
    """
    generators = generated(product, elements)[0]
    width = len(generators)
    words: dict[int, Word] = {}
    relations: list[tuple[Word, Word]] = []
    normal: set[Word] = set()
    # Words come by length, then by letters. Only normal words times a letter are looked at, as a word is normal only if
    # all of its divisors are.
    waiting: list[tuple[int, Word, int]] = [(0, (0,) * width, 0)]
    seen: set[Word] = set()
    while waiting:
        _, negative, element = heappop(waiting)
        word = tuple(-power for power in negative)
        if word in seen:
            continue
        seen.add(word)
        divisors = (_times(word, place, -1) for place, power in enumerate(word) if power)
        if not all(divisor in normal for divisor in divisors):
            continue
        if element in words:
            relations.append((word, words[element]))
            continue
        words[element] = word
        normal.add(word)
        for place, generator in enumerate(generators):
            larger = _times(word, place, 1)
            heappush(waiting, (sum(larger), tuple(-power for power in larger), product[element][generator]))
    return Presentation(tuple(generators), tuple(relations), tuple(words[x] for x in range(len(product))))


def generated(product: Product, elements: Sequence[int]) -> tuple[list[int], list[int]]:
    """Those of some elements that are no products of the ones before them; and all products of them.

    >>> generated([[0, 1, 2], [1, 0, 2], [2, 2, 2]], [0, 1, 1])
    ([1], [0, 1])
    """
    generators: list[int] = []
    made = {0: None}
    for element in elements:
        if element in made:
            continue
        generators.append(element)
        waiting = list(made)
        while waiting:
            larger = product[waiting.pop()][element]
            if larger not in made:
                made[larger] = None
                waiting.append(larger)
    return generators, list(made)


def reduced(
    product: Product, p: Collection[int], elements: Sequence[int]
) -> tuple[list[list[int]], list[int], list[int]]:
    """The least monoid that says the same of all products of some elements: its table, its P, and these elements in it.

    Elements are merged that no third tells apart, being in P with one and not with the other.

    >>> reduced([[0, 1, 2], [1, 0, 2], [2, 2, 2]], {1}, [1])
    ([[0, 1], [1, 0]], [1], [1])
    """
    made = generated(product, elements)[1]
    number: dict[tuple[bool, ...], int] = {}
    class_of = {x: number.setdefault(tuple(product[x][z] in p for z in made), len(number)) for x in made}
    first: dict[int, int] = {}
    for x in made:
        first.setdefault(class_of[x], x)
    representatives = list(first.values())
    table = [[class_of[product[x][y]] for y in representatives] for x in representatives]
    return table, [class_of[x] for x in representatives if x in p], [class_of[x] for x in elements]


def kernel(product: Product) -> tuple[int, ...]:
    """The least ideal, a group: all multiples of the product of all elements; the identity of the group is first.

    >>> kernel([[0, 1, 2], [1, 0, 2], [2, 2, 2]])
    (2,)
    """
    least = 0
    for x in range(len(product)):
        least = product[least][x]
    group = sorted(set(product[least]))
    return tuple(sorted(group, key=lambda x: product[x][x] != x))


def _times(word: Word, place: int, by: int) -> Word:
    return (*word[:place], word[place] + by, *word[place + 1 :])


# The misère quotient of the heaps of one rule, as a value.


@dataclass(frozen=True)
class MisereQuotient(upward.Printed):
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
        The elements of P-positions.
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

    Examples
    --------
    >>> from grundy import misere_quotient
    >>> found = misere_quotient("nim", 2)
    >>> len(found.product), len(found.p_portion)
    (6, 2)
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
        return presentation(self.product, self.pretending)

    @cached_property
    def generators(self) -> tuple[int, ...]:
        """The heaps whose elements generate it: heap a, heap b, ..."""
        return tuple(map(self.pretending.index, self.presentation.generators))

    @cached_property
    def kernel(self) -> tuple[int, ...]:
        """The elements of the least ideal, which is a group; its identity is first."""
        return kernel(self.product)

    def element(self, *heaps: int) -> int:
        """The element of a sum of heaps, of any size where the quotient is complete. Raises OutOfReach.

        >>> from grundy import misere_quotient
        >>> misere_quotient("kayles", to=12).element(6) == misere_quotient("kayles", to=12).element(1, 2)
        True
        """
        return reduce(lambda x, heap: self.product[x][self._heap(heap)], heaps, 0)

    def is_p(self, *heaps: int) -> bool:
        """Whether a sum of heaps is a P-position in misère play. Raises OutOfReach: as `element`."""
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
        """Make a certificate of this quotient. Raises OutOfReach if no certificate describes its moves."""
        return upward.quotient_certificate(self)

    def _repr_latex_(self) -> str:
        return upward.quotient_latex(self)

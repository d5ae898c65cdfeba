"""Misère quotients part by part: what is known of the smaller parts, times the powers of what is new, and reduced.

The quotient of parts 0..n-1 is known, and part n does not fit into it. The first guess is that the smaller parts need
no more elements than they have, and that part n is *free*: its powers are new ones. All products of known elements and
powers of part n are few. Their outcomes follow from each other, an element being taken for the first word that has it;
what no third tells apart is merged. If some word's outcome then does not follow from those of its options, a part of
that word was taken for too little. It becomes free too, or gets more powers, and what stands beside is what was found
last. This is how Siegel's MisereSolver goes on (Plambeck & Siegel 2008, on computing quotients). `CheckedMonoid`
checks what is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any

from grundy.engines.misere.parts import ONE, Effort, Sum
from grundy.engines.misere.quotient import CheckedMonoid, OutOfEffort, QuotientTooLarge
from grundy.model.quotient import generated

if TYPE_CHECKING:
    from numpy.typing import NDArray

Options = Sequence[tuple[Sum, ...]]

MOST_PRODUCTS = 1_000_000  # known elements times powers
MOST_CLASSES = 4_000
MOST_LETTERS = 64
FIRST_CAP = 4  # of a part of which nothing is known


@dataclass(frozen=True, slots=True)
class _Guess:
    """A monoid with a set P, for each element its first word, and the element of each part."""

    product: NDArray[Any]
    p: list[int]
    words: Sequence[Sum]
    elements: list[int]
    letters: frozenset[int]

    def element(self, word: Sum) -> int:
        x = 0
        for part in word:
            x = int(self.product[x, self.elements[part]])
        return x

    def cap(self, part: int, times: int) -> int:
        """How often a part must be distinguished: until its powers repeat here, and more often than so many times."""
        if part == ONE:
            return 2
        element = self.elements[part]
        powers = [0, element]
        while len(powers) < 3 or powers[-1] != powers[-3]:
            if len(powers) > len(self.product):
                raise QuotientTooLarge  # they repeat in another way
            powers.append(int(self.product[powers[-1], element]))
        return max(len(powers) - 1, times + 1)


def extension(
    options: Options, base: CheckedMonoid, most: int, products: Effort | None = None
) -> tuple[CheckedMonoid, frozenset[int]]:
    """A checked monoid of one part more than `base`, the next of `options`, and the parts of its words.

    Args:    most: products that may be looked at in all guesses together.
             products: those of all parts together, from which the ones looked at are taken.
    Cost:    about 0.1 microseconds a product.
    Raises:  QuotientTooLarge, OutOfEffort.
    """
    import numpy as np

    last = len(base.elements)
    options = options[: last + 1]
    whole = _Guess(np.array(base.product), sorted(base.p), base.words, [*base.elements, 0], frozenset())
    guess = _guessed(whole, options, {last: 2 if last == ONE else FIRST_CAP}, {})
    while True:
        wrong = _wrong_word(guess, options)
        if wrong is None:
            monoid = CheckedMonoid(guess.product.tolist(), guess.p, guess.words)
            failures = (monoid.add(options[part], x) for part, x in enumerate(guess.elements))
            failure = next((failure for failure in failures if failure), None)
            if failure is None:
                return monoid, guess.letters
            wrong = failure.position
        guess, left = _mended(guess, options, wrong, most)
        if products is not None:
            products.left -= most - left
            if products.left < 0:
                raise OutOfEffort
        most = left


def _mended(guess: _Guess, options: Options, wrong: Sum, most: int) -> tuple[_Guess, int]:
    """A guess in which a word follows from its options, by as few more free parts as will do; and what is left."""
    parts = sorted(set(wrong))
    for count in range(1, len(parts) + 1):
        for chosen in combinations(parts, count):
            free = {part: guess.cap(part, wrong.count(part)) for part in chosen}
            # parts that were taken for the same are so again, if that will do
            leaders = {guess.elements[part]: part for part in chosen}
            same = {
                part: leaders[x] for part, x in enumerate(guess.elements) if x in leaders and part not in free
            }  # fmt: skip
            for twins in (same, {}) if same else (same,):
                try:
                    new_guess = _guessed(guess, options, free, twins)
                except QuotientTooLarge:
                    new_guess = None
                most -= len(new_guess.product) ** 2 if new_guess else MOST_CLASSES**2
                if most < 0:
                    raise QuotientTooLarge
                if new_guess and _follows(new_guess, options, wrong):
                    return new_guess, most
    raise QuotientTooLarge


def _guessed(guess: _Guess, options: Options, free: Mapping[int, int], twins: Mapping[int, int]) -> _Guess:
    """The guess with so many powers of free parts, and of their twins, beside what the other parts make.

    Raises:  QuotientTooLarge.
    """
    import numpy as np

    from grundy.engines.misere import kernels

    made = generated(
        guess.product.tolist(), [x for part, x in enumerate(guess.elements) if part not in free and part not in twins]
    )[1]
    caps = list(free.values())
    width, size = len(made), len(made) * prod(caps)
    if size > MOST_PRODUCTS:
        raise QuotientTooLarge
    number = np.zeros(len(guess.product), np.int32)
    number[made] = np.arange(width)
    # element x of the products is base_products[x % width] and powers[x // width]
    base_products, powers = number[guess.product[np.ix_(made, made)]], _powers(caps)
    power = dict(zip(free, (width * prod(caps[:at]) for at in range(len(caps))), strict=True))
    leads = {part: power[twins.get(part, part)] for part in (*free, *twins)}
    elements = np.array([leads.get(part, number[x]) for part, x in enumerate(guess.elements)], np.int64)

    def product(x: Any, y: Any) -> Any:
        return base_products[x % width, y % width] + width * powers[x // width, y // width]

    firsts, left = [0], []
    for part_options in options:
        sums = set()
        for option in part_options:
            x = 0
            for part in option:
                x = int(product(x, elements[part]))
            sums.add(x)
        left += sorted(sums)
        firsts.append(len(left))
    lost, order = np.zeros(size, np.uint8), np.zeros(size, np.int32)
    letters, before = np.zeros(MOST_LETTERS, np.int64), np.empty((MOST_LETTERS, size), np.int32)
    moves = np.array(firsts, np.int64), np.array(left, np.int64)
    count = kernels.product_outcomes(base_products, powers, elements, *moves, lost, order, letters, before)
    if count < 0:
        raise QuotientTooLarge
    steps = np.array([product(np.arange(size), elements[part]) for part in letters[:count]], np.int32)
    classes = lost.astype(np.int16)
    pairs = np.empty((MOST_CLASSES, MOST_CLASSES), np.int16)
    class_count = kernels.coarsest_congruence(steps, classes, np.empty_like(classes), 2, pairs)
    if class_count < 0:
        raise QuotientTooLarge
    named, first = np.unique(classes[order], return_index=True)
    new = np.empty(class_count, np.int64)
    new[named[np.argsort(first)]] = np.arange(class_count)  # classes in the order of their first words
    least = order[np.sort(first)]
    return _Guess(
        new[classes[product(least[:, None], least[None, :])]],
        [x for x, s in enumerate(least) if lost[s]],
        [_word(int(s), before[:count], letters) for s in least],
        new[classes[elements]].tolist(),
        frozenset(letters[:count].tolist()),
    )


def _powers(caps: Sequence[int]) -> NDArray[Any]:
    """The products of powers of some letters, each taken for two fewer from its cap on."""
    import numpy as np

    size = prod(caps)
    total = np.zeros((size, size), np.int32)
    stride = 1
    for cap in caps:
        times = np.arange(size) // stride % cap
        both = times[:, None] + times[None, :]
        total += (np.where(both < cap, both, cap - 2 + (both - cap) % 2) * stride).astype(np.int32)
        stride *= cap
    return total


def _word(x: int, before: NDArray[Any], letters: NDArray[Any]) -> Sum:
    word = []
    for place in reversed(range(len(before))):
        while before[place, x] >= 0:
            word.append(int(letters[place]))
            x = int(before[place, x])
    return tuple(reversed(word))


def _wrong_word(guess: _Guess, options: Options) -> Sum | None:
    """A word of an element and one part more whose outcome does not follow from those of its options: the first.

    A word is compared by its largest part first, so all before it are right, or have not been looked at.
    """
    import numpy as np

    product, elements = guess.product, np.array(guess.elements)
    size = len(product)
    inside = np.zeros(size, np.bool_)
    inside[guess.p] = True
    before = inside[product]
    wins = np.zeros((len(options), size), np.bool_)  # beside which elements a move in a part leads into P
    for part, part_options in enumerate(options):
        for x in {guess.element(option) for option in part_options}:
            wins[part] |= before[x]
    of_words = np.zeros((size, size), np.bool_)  # the same for the word of an element
    for x, word in enumerate(guess.words):
        if word:
            part, rest = word[-1], guess.element(word[:-1])
            of_words[x] = of_words[rest][product[elements[part]]] | wins[part][product[rest]]
    lost = inside[product[:, elements]]
    bad = np.argwhere(lost == (wins.T | of_words[:, elements])).tolist()
    words = (tuple(sorted((*guess.words[x], part))) for x, part in bad)
    return min(words, key=lambda word: word[::-1], default=None)


def _follows(guess: _Guess, options: Options, word: Sum) -> bool:
    """Whether the outcome of a word follows from those of its options."""
    wins = False
    for part in set(word):
        place = word.index(part)
        rest = guess.element(word[:place] + word[place + 1 :])
        wins = wins or any(int(guess.product[rest, guess.element(left)]) in guess.p for left in options[part])
    return (guess.element(word) in guess.p) != wins

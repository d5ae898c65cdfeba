"""Misère quotients by boxes: all sums of a few letters up to some length, compiled, in place of experiments.

A *letter* is a part, and every other part is taken for a sum of letters, its *word*. Then the letters alone are a game,
whose options are words; its sums in which no letter stands more often than some cap are few, and their outcomes follow
from each other in the order of their numbers. A longer sum is taken for one that has a letter two fewer times: in all
finite quotients that are known, powers repeat so from some length on. The coarsest congruence of the box that tells the
outcomes apart is the guess. `CheckedMonoid` checks it with the options as they are; where that fails, a part becomes a
letter or gets another word, or the box gets larger.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from typing import TYPE_CHECKING, Any

from grundy.engines.misere.parts import ONE, Sum
from grundy.engines.misere.quotient import CheckedMonoid, TooLarge
from grundy.model.monoid import generated

if TYPE_CHECKING:
    from numpy.typing import NDArray

Options = Sequence[tuple[Sum, ...]]

MOST_SUMS = 200_000_000  # in a box: a gigabyte
MOST_CLASSES = 4_000
FIRST_CAP = 4  # of a letter of which nothing is known


def boxed(options: Options, known: CheckedMonoid, most: int) -> tuple[CheckedMonoid, list[int]]:
    """A checked monoid of one part more than `known`, the next of `options`, and the letters of its words.

    Args:    most: sums that may be looked at in all boxes together.
    Cost:    about a microsecond a sum.
    Raises:  TooLarge.
    """
    guess = _Guess(options, known)
    while True:
        most -= guess.size
        if most < 0 or guess.size > MOST_SUMS:
            raise TooLarge
        monoid = guess.monoid()
        if monoid is not None and guess.is_right(monoid):
            return monoid, guess.letters


@dataclass
class _Guess:
    """The letters, their caps, and the words of parts.

    letters   in increasing order, the part that is to be added the last
    caps      how often each letter may stand in a sum, and once more
    words     for each part before the last, a sum of letters that are no larger
    elements  of the letters, in the monoid that was made last
    loose     the last part, until it is seen that its powers repeat in the box
    """

    options: Options
    known: CheckedMonoid
    letters: list[int] = field(init=False)
    caps: dict[int, int] = field(init=False)
    words: list[Sum] = field(init=False)
    elements: dict[int, int] = field(init=False)
    loose: set[int] = field(init=False)

    def __post_init__(self) -> None:
        elements, last = self.known.elements, len(self.known.elements)
        generators = generated(self.known.product, elements)[0]
        self.letters = [*map(elements.index, generators), last]
        self.caps = {part: self._cap(self.known, elements[part]) for part in self.letters[:-1]}
        self.caps |= {last: FIRST_CAP, ONE: 2}
        self.loose = {last} - {ONE}
        self.elements = {part: elements[part] for part in self.letters[:-1]}
        words = [self._words_of(self.known, part) for part in self.letters[:-1]]
        self.words = [words[bisect_right(self.letters, part) - 1][x] for part, x in enumerate(elements)]

    @property
    def size(self) -> int:
        """How many sums are in the box."""
        return prod(self.caps.values())

    def monoid(self) -> CheckedMonoid | None:
        """The monoid of the box; None: a cap was too small, and is larger now. Raises TooLarge."""
        import numpy as np

        from grundy.engines.misere import kernels

        cap = np.array([self.caps[part] for part in self.letters], np.int64)
        stride = np.array([prod(map(int, cap[:place])) for place in range(len(cap))], np.int64)
        classes = np.empty(self.size, np.int16)
        lost = np.empty(self.size, np.uint8)
        kernels.box_outcomes(cap, stride, *self._moves(), np.zeros_like(cap), lost)
        classes[:] = lost
        count = kernels.box_classes(
            cap, stride, classes, np.empty_like(classes), 2, np.empty((MOST_CLASSES, MOST_CLASSES), np.int16)
        )
        if count < 0:
            raise TooLarge
        first = np.unique(classes, return_index=True)[1]
        product = classes[_added(first, cap, stride)]
        order = [int(classes[0]), *(x for x in range(count) if x != classes[0])]
        number = np.empty(count, np.int64)
        number[order] = np.arange(count)
        table = number[product[np.ix_(order, order)]].tolist()
        p = [x for x, s in enumerate(first[order]) if lost[s]]
        words = [self._word(int(s), cap, stride) for s in first[order]]
        monoid = CheckedMonoid(table, p, words)
        self.elements = {part: int(number[classes[s]]) for part, s in zip(self.letters, stride, strict=True)}
        small = [part for part in self.loose if self._cap(monoid, self.elements[part]) >= self.caps[part]]
        self.caps |= {part: self.caps[part] + 1 for part in small}
        return None if small else monoid

    def is_right(self, monoid: CheckedMonoid) -> bool:
        """Check a monoid; if it fails, what it was made of is better now.

        The letters come first: alone they are a game of which the monoid is right, if the box is large enough. Then a
        part that fails is one whose word is wrong.
        """
        last = len(self.known.elements)
        monoid.elements[:] = [self._element(monoid, self._as_word(part)) for part in range(last + 1)]
        for part in [*self.letters, *(part for part in range(last) if part not in self.caps)]:
            found = monoid.admit(self.options[part], part)
            if found == monoid.elements[part]:
                continue
            if part in self.caps:
                self.caps |= {letter: cap + 1 for letter, cap in self.caps.items() if letter != ONE}
                return False
            self.loose.clear()
            self.caps = {letter: self._cap(monoid, monoid.elements[letter]) for letter in self.letters}
            if found is None or found not in (words := self._words_of(monoid, part)):
                self._add_letter(part)
            else:
                self.words[part] = words[found]
            return False
        return True

    def _add_letter(self, part: int) -> None:
        self.letters = sorted({*self.letters, part})
        self.caps[part] = self._cap(self.known, self.known.elements[part])

    def _cap(self, monoid: CheckedMonoid, element: int) -> int:
        """The least n for which the n-th power of an element is the one two before."""
        powers = [0, element]
        while len(powers) < 3 or powers[-1] != powers[-3]:
            if len(powers) > len(monoid):
                raise TooLarge  # they repeat in another way: the box would be none
            powers.append(monoid.product[powers[-1]][element])
        return len(powers) - 1

    def _words_of(self, monoid: CheckedMonoid, most: int) -> dict[int, Sum]:
        """A word for each element that is a product of letters up to a part, a short one of the fewest letters."""
        words: dict[int, Sum] = {0: ()}
        used = [letter for letter in self.letters if letter <= most]
        for count in range(1, len(used) + 1):
            level = sorted(words, key=lambda x: (len(words[x]), words[x]))
            while level:
                new = []
                for x in level:
                    for letter in used[:count]:
                        y = monoid.product[x][self.elements[letter]]
                        if y not in words:
                            words[y] = tuple(sorted((*words[x], letter)))
                            new.append(y)
                level = new
        return words

    def _moves(self) -> tuple[NDArray[Any], ...]:
        """The options of the letters, as the kernel takes them."""
        import numpy as np

        place = {part: at for at, part in enumerate(self.letters)}
        firsts, word_firsts = [0], [0]
        letters: list[int] = []
        times: list[int] = []
        for part in self.letters:
            words = {tuple(sorted(x for one in option for x in self._as_word(one))) for option in self.options[part]}
            for word in sorted(words):
                counts = {place[x]: word.count(x) for x in word}
                letters += counts.keys()
                times += counts.values()
                word_firsts.append(len(letters))
            firsts.append(len(word_firsts) - 1)
        return tuple(np.array(row, np.int64) for row in (firsts, word_firsts, letters, times))

    def _element(self, monoid: CheckedMonoid, word: Sum) -> int:
        x = 0
        for letter in word:
            x = monoid.product[x][self.elements[letter]]
        return x

    def _as_word(self, part: int) -> Sum:
        return (part,) if part in self.letters else self.words[part]

    def _word(self, number: int, cap: NDArray[Any], stride: NDArray[Any]) -> Sum:
        return tuple(
            part
            for part, c, s in zip(self.letters, cap.tolist(), stride.tolist(), strict=True)
            for _ in range(number // s % c)
        )


def _added(numbers: NDArray[Any], cap: NDArray[Any], stride: NDArray[Any]) -> NDArray[Any]:
    """The numbers of all sums of two of these."""
    import numpy as np

    total = np.zeros((len(numbers), len(numbers)), np.int64)
    for c, s in zip(cap.tolist(), stride.tolist(), strict=True):
        times = numbers // s % c
        both = times[:, None] + times[None, :]
        total += np.where(both >= c, both - (both - c + 2) // 2 * 2, both) * s
    return total

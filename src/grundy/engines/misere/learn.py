"""Misère quotients, found by experiments and then checked: a guess may be wrong, what `CheckedMonoid` says is not.

A quotient is learned as an automaton is (Angluin 1987; Rivest & Schapire 1993): `words`, sums that are told apart by
`beside`, sums put beside them. Each word plus one letter must look like some word, and adding letters in another order
must lead to the same word; otherwise a new word or a new sum beside comes in. A failed check gives an outcome that the
monoid says wrongly, and that outcome a new sum beside or a new letter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from grundy.engines.misere.parts import Effort, Sum, after, joined, settle
from grundy.engines.misere.quotient import CheckedMonoid, Mismatch, OutOfEffort, QuotientTooLarge

MOST_ELEMENTS = 200
TRIES = ((60_000, False), (60_000, True))  # positions that may be looked at for one part, and whether hastily
MOST_ROUNDS = 200
MOST_GROWTH = 8  # times as many elements as before that one part more may bring about

Rows = list[tuple[bool, ...]]


def trivial() -> CheckedMonoid:
    """The quotient of no part at all: a position that is over is no P-position."""
    return CheckedMonoid([[0]], [], [()])


class Oracle:
    """Misère outcomes of sums of parts 0..n, told by a quotient where part n is not there, searched where it is.

    A hasty one replaces each option by the word that a guess (at first the quotient, for all but part n) takes for
    equal, unless that word is larger: quick, but only as right as the guess.
    """

    def __init__(
        self,
        options: Sequence[tuple[Sum, ...]],
        sizes: Sequence[int],
        base: CheckedMonoid,
        effort: Effort,
        hasty: bool,
        guess: CheckedMonoid | None = None,
        letter_elements: dict[int, int] | None = None,
    ) -> None:
        self.options, self.sizes, self.known = options, sizes, base
        self.effort, self.hasty = effort, hasty
        self.guess, self.letter_elements = guess, letter_elements or {}
        self.last = len(base.elements)
        self._wins = base.wins(options[self.last])
        self._memo: dict[Sum, bool] = {}
        self._normal: dict[Sum, Sum] = {}

    def says_p(self, position: Sum) -> bool:
        """Whether a sum is a P-position. Raises QuotientTooLarge."""
        if not self.effort.spend():
            raise QuotientTooLarge
        quick = self._quick(position)
        if quick is None:
            if not settle(position, self._memo, self._quick, self._moves, self.effort):
                raise QuotientTooLarge
            quick = self._memo[position]
        return quick

    def size(self, position: Sum) -> int:
        """How many moves the longest play of a sum has."""
        return sum(self.sizes[part] for part in position)

    def _quick(self, position: Sum) -> bool | None:
        if not position or position[-1] < self.last:
            return self.known.says_p(position)
        if position in self._memo:
            return self._memo[position]
        if len(position) == 1 or position[-2] < self.last:
            others = position[:-1]
            if self.known.holds(self._wins, self.known.element(others)):
                return False  # a move in the last part wins
        return None

    def _equal(self, position: Sum) -> Sum:
        """The word that is taken for equal to a sum, unless it is larger."""
        if position in self._normal:
            return self._normal[position]
        word: Sum | None
        if self.guess:
            x = element(self.guess, self.letter_elements, position)
            word = position if x is None else self.guess.words[x]
        else:
            small = position.index(self.last)
            word = self.known.words[self.known.element(position[:small])] + position[small:]
        if self.size(word) > self.size(position):
            word = position
        self._normal[position] = word
        return word

    def _moves(self, position: Sum) -> Iterator[Sum]:
        single = len(position) == 1 or position[-2] < self.last
        for place in range(len(position) - 1, -1, -1):
            part = position[place]
            if place + 1 < len(position) and position[place + 1] == part:
                continue
            if part == self.last and single:
                continue  # told by the quotient already
            for option in self.options[part]:
                left = after(position, place, option)
                yield self._equal(left) if self.hasty and left and left[-1] == self.last else left


def extended(
    options: Sequence[tuple[Sum, ...]],
    sizes: Sequence[int],
    base: CheckedMonoid,
    letters: set[int],
    beside: list[Sum],
    effort: Effort | None = None,
) -> CheckedMonoid:
    """A checked quotient of one part more than `base`, the next of `options`. Raises QuotientTooLarge, OutOfEffort.

    `sizes` has how many moves the longest play of each part has; `letters` (parts of which words are made) and
    `beside` are added to. `effort` is that of all parts together, from which the positions looked at are taken.
    """
    if base.fit(options[len(base.elements)]) is not None:
        return base
    beside[:] = _telling(base, beside)
    for most, hasty in TRIES:
        tried, put = set(letters) | {len(base.elements)}, list(beside)
        may = most if effort is None else min(most, effort.left)
        of_part = Effort(may)
        try:
            monoid = _tried(Oracle(options, sizes, base, of_part, hasty), tried, put)
        except QuotientTooLarge:
            if may < most and of_part.left < 0:
                raise OutOfEffort from None
            continue
        finally:
            if effort is not None:
                effort.left -= may - max(of_part.left, 0)
        letters |= tried
        beside[:] = put
        return monoid
    raise QuotientTooLarge


def _tried(oracle: Oracle, letters: set[int], beside: list[Sum]) -> CheckedMonoid:
    options, base = oracle.options, oracle.known
    for _ in range(MOST_ROUNDS):
        guess, letter_elements = _learned(oracle, sorted(letters), beside)
        old_letters = set(letters)
        failure = _checked(guess, letter_elements, options, letters, oracle.last + 1)
        if failure is None:
            return guess
        before = oracle.guess
        if letters != old_letters and not oracle.hasty:
            continue
        if oracle.hasty and (
            before is None or letters != old_letters or (guess.words, guess.p) != (before.words, before.p)
        ):
            oracle = Oracle(options, oracle.sizes, base, oracle.effort, True, guess, letter_elements)
        else:
            _explain(guess, letter_elements, oracle, letters, beside, failure.position)
    raise QuotientTooLarge


def element(guess: CheckedMonoid, letter_elements: dict[int, int], position: Sum) -> int | None:
    """The element of a sum, where all of its parts have one."""
    x = 0
    for part in position:
        if part in letter_elements:
            x = guess.product[x][letter_elements[part]]
        elif part < len(guess.elements):
            x = guess.product[x][guess.elements[part]]
        else:
            return None
    return x


def _telling(base: CheckedMonoid, beside: list[Sum]) -> list[Sum]:
    """Those sums beside which tell elements apart that those before them do not."""
    telling = []
    classes = [int(x in base.p) for x in range(len(base))]
    for other in beside:
        row = base.product[base.element(other)]
        index: dict[tuple[int, bool], int] = {}
        finer = [index.setdefault((old, row[x] in base.p), len(index)) for x, old in enumerate(classes)]
        if len(set(finer)) > len(set(classes)):
            telling.append(other)
            classes = finer
    return telling


def _learned(oracle: Oracle, letters: list[int], beside: list[Sum]) -> tuple[CheckedMonoid, dict[int, int]]:
    """The least monoid that agrees with the experiments, and the element of each letter; `beside` grows."""
    while True:
        words: list[Sum] = []
        made: list[tuple[int, int]] = []  # for each word, the word and the letter that it was made of
        rows: Rows = []
        index: dict[tuple[bool, ...], int] = {}
        steps: list[dict[int, int]] = []
        waiting: list[tuple[int, Sum, int, int]] = [(0, (), 0, -1)]  # least first: each class gets a least word
        while waiting:
            _, word, parent, letter = heappop(waiting)
            row = _row(oracle, word, beside)
            if row not in index:
                x = index[row] = len(words)
                words.append(word)
                made.append((parent, letter))
                rows.append(row)
                steps.append({})
                if x > min(MOST_ELEMENTS, MOST_GROWTH * len(oracle.known)):
                    raise QuotientTooLarge
                for other in letters:
                    larger = joined([word, (other,)])
                    heappush(waiting, (oracle.size(larger), larger, x, other))
            if letter >= 0:
                steps[parent][letter] = index[row]
        news = _order_matters(oracle, letters, beside, words, rows, steps)
        if news is None:
            break
        beside.append(news)
    product = [[x] for x in range(len(words))]
    for parent, letter in made[1:]:
        for row_of_x in product:
            row_of_x.append(steps[row_of_x[parent]][letter])
    guess = CheckedMonoid(product, [x for x, row in enumerate(rows) if row[0]], words)
    return guess, {letter: steps[0][letter] for letter in letters}


def _row(oracle: Oracle, word: Sum, beside: list[Sum]) -> tuple[bool, ...]:
    return (oracle.says_p(word), *(oracle.says_p(joined([word, other])) for other in beside))


def _order_matters(
    oracle: Oracle, letters: list[int], beside: list[Sum], words: list[Sum], rows: Rows, steps: list[dict[int, int]]
) -> Sum | None:
    """What must stand beside, where two letters lead elsewhere in another order; None if that is nowhere."""
    for x, step in enumerate(steps):
        for place, a in enumerate(letters):
            for b in letters[:place]:
                end, other_end = steps[step[a]][b], steps[step[b]][a]
                if end == other_end:
                    continue
                c = next(
                    c for c, left, right in zip([(), *beside], rows[end], rows[other_end], strict=True) if left != right
                )
                truth = oracle.says_p(joined([words[x], (a, b), c]))
                first = joined([(b,), c])
                if oracle.says_p(joined([words[step[a]], first])) != truth:
                    return first
                return joined([(a,), c])
    return None


def _checked(
    guess: CheckedMonoid,
    letter_elements: dict[int, int],
    options: Sequence[tuple[Sum, ...]],
    letters: set[int],
    stop: int,
) -> Mismatch | None:
    """Check a guess for parts 0..stop - 1; a failure without a position has added a letter."""
    for part in range(stop):
        if part in letters:
            failure = guess.add(options[part], letter_elements[part])
            if failure:
                return failure
        elif guess.fit(options[part]) is None:
            letters.add(part)
            return Mismatch(())
    return None


def _explain(
    guess: CheckedMonoid,
    letter_elements: dict[int, int],
    oracle: Oracle,
    letters: set[int],
    beside: list[Sum],
    position: Sum,
) -> None:
    """Add the letter, or the sum beside, that shows why a guess fails at a position or one of its options."""

    def predicted(word: Sum) -> bool | None:
        x = element(guess, letter_elements, word)
        return None if x is None else x in guess.p

    options = (after(position, place, o) for place, part in enumerate(position) for o in oracle.options[part])
    word = next(w for w in (position, *options) if predicted(w) not in (None, oracle.says_p(w)))
    truth = oracle.says_p(word)
    for part in [part for part in word if part not in letters]:
        place = word.index(part)
        others = word[:place] + word[place + 1 :]
        x = element(guess, letter_elements, (part,))
        assert x is not None
        word = joined([others, guess.words[x]])
        if oracle.says_p(word) != truth:
            letters.add(part)
            beside.append(others)
            return
    for done in range(1, len(word) + 1):
        rest = word[done:]
        x = element(guess, letter_elements, word[:done])
        assert x is not None
        if oracle.says_p(joined([guess.words[x], rest])) != truth:
            beside.append(rest)
            return
    raise AssertionError("a quotient fails where no experiment contradicts it")

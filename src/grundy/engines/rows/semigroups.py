"""Sylver coinage: a move adds to a numerical semigroup a number that is not in it, but never 1.

    Values       nim-values of semigroups from those of all above; the bits of a semigroup are its gaps
    WithThree    the same where 3 is a coin: two numbers give the semigroup, and two sets its value
    Theorems     who wins where a player may name infinitely many numbers, if theorems leave finitely many

Theorems (Berlekamp, Conway & Guy 1982, Winning Ways, ch. 18). The gaps of a semigroup with the largest gap t are a
quiet end if of any two numbers with the sum t one is a gap.

    quiet end    If the gaps are a quiet end, the first player wins, but from {2, 3}: whatever wins after t was named
                 wins at once. If those of S are one, so are those of dS and n, for n in S without a common divisor
                 with d: of a number that is i n + d q, 0 <= i < d, its difference to d t + (d - 1) n is
                 (d - 1 - i) n + d (t - q).
    Hutchings    So two coins without a common divisor are won by the first player, but 2 and 3; a prime from 5 on is
                 lost, and wins where it divides all coins.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator, Sequence
from math import gcd
from typing import Any, TypeAlias

from grundy.engines.engine import Answer, Direct, DirectValues, Spent, listed
from grundy.engines.options import SearchOptions
from grundy.engines.question import Question, Row
from grundy.errors import OutOfReach
from grundy.model.definition import settle
from grundy.model.evidence import Evidence, joint
from grundy.model.rule import Rule
from grundy.model.semigroups import MOST_GAP, gaps_of, is_symmetric, least_coins, members, without
from grundy.model.shapes import NO_MOVES, Coinage, Moves

BY = Evidence("computed", "the numerical semigroups above, as sets of bits, by their options")
SOURCE = "Winning Ways, ch. 18"
QUIET = Evidence("proved", f"a quiet end: whatever wins after the largest number was named wins at once ({SOURCE})")
HUTCHINGS = Evidence(
    "proved",
    "Hutchings: whoever moves after two coins without a common divisor wins, but for 2 and 3, and loses after a prime "
    f"from 5 on ({SOURCE})",
)
REDUCED = Evidence(
    "computed", f"the quiet end theorem ({SOURCE}) for all numbers but finitely many, and a search for these"
)
WITH_THREE_ALONE = Evidence("proved", "by hand: 3 and n above 3 are never worth 1, for one can go to some 3, a, a + 1")
MOST_SEMIGROUPS = 200_000
MOST_WITH_THREE = 6_000  # the lesser of the other two coins
MOST_SEARCHED = 20_000  # semigroups, for one question
MOST_TRIED = 500  # of them, where no theorem says that these are all
FURTHER = 2  # times the largest coin: up to here numbers are tried where no theorem excludes the others
LEAST_GAP = 2  # for 1 is never named
TWO_THREE = 0b10  # the gaps of {2, 3}

Coins: TypeAlias = tuple[int, ...]
Decision: TypeAlias = tuple[bool | None, tuple[int, ...], Evidence]
"""Whether the first player wins (None: nobody knows here), some numbers that win, and how that is known."""
Evaluation = Generator[Hashable, None, Any]


def mex_of(values: int) -> int:
    """The least number that is not in a set."""
    return (~values & (values + 1)).bit_length() - 1


class SemigroupValues:
    """The nim-values of semigroups by their gaps."""

    def __init__(self) -> None:
        self.memo: dict[int, int] = {}

    def learn(self, gaps: Sequence[int]) -> None:
        """Find the values of some. Raises OutOfReach: more than MOST_SEMIGROUPS."""
        settle(gaps, self._value, self.memo, MOST_SEMIGROUPS)

    def after(self, gaps: int, number: int) -> int:
        """The value after a number was named."""
        return self.memo[without(gaps, number)]

    def _value(self, gaps: int) -> Evaluation:
        option_values = 0
        for number in members(gaps >> LEAST_GAP << LEAST_GAP):
            after = without(gaps, number)
            if after not in self.memo:
                yield after
            option_values |= 1 << self.memo[after]
            yield None
        return mex_of(option_values)


class WithThree:
    """The nim-values of 3, a and b, of which a leaves the remainder 1 and b leaves 2, each the least such sum.

    method   a move lowers a to a', and b to 2a' if that is less; or b to b', and a to 2b' if that is less; or names 2,
             which leaves 0. So the values of the options are those before in a row and a column, and of some (a', 2a')
             and (2b', b'). In the order of min(a, b), then max(a, b), all of them are there.
    cost     O(n^2 / 9) sets of up to 2n bits for all with min(a, b) <= n
    """

    def __init__(self) -> None:
        self.values: dict[tuple[int, int], int] = {}
        self._done = 3
        self._of_lower_a: dict[int, int] = {}  # for each b the values of options that lower a
        self._of_lower_b: dict[int, int] = {}
        self._turns_a, self._turns_b = 1, 1  # those of all (a', 2a') and (2b', b') so far, and of {2, 3}

    def learn(self, least: int) -> None:
        """Find the values of all in which a or b is at most so much."""
        for m in range(self._done + 1, least + 1):
            if m % 3 == 1:
                self._line(m, range(m + 1, 2 * m + 1, 3), self._of_lower_b, self._of_lower_a, self._turns_b)
            elif m % 3 == 2:
                self._line(m, range(m + 2, 2 * m + 1, 3), self._of_lower_a, self._of_lower_b, self._turns_a)
            self._done = m

    def _line(self, m: int, others: range, along: dict[int, int], across: dict[int, int], turns: int) -> None:
        """All whose lesser number is m, the other increasing."""
        values, own, last = self.values, along.get(m, turns), 0
        back = self._turns_a if m % 3 == 1 else self._turns_b
        for other in others:
            taken = own | across.get(other, back)
            last = mex_of(taken)
            values[(m, other) if m % 3 == 1 else (other, m)] = last
            own |= 1 << last
            across[other] = across.get(other, back) | 1 << last
        along[m] = own
        if m % 3 == 1:
            self._turns_a |= 1 << last
        else:
            self._turns_b |= 1 << last


def pair_with_three(gaps: int) -> tuple[int, int] | None:
    """The least sums a and b that leave the remainders 1 and 2, where 3 is a coin and 2 is none."""
    if gaps >> 3 & 1 or not gaps >> 2 & 1:
        return None
    sums = ~gaps
    return next(n for n in range(4, 2 + gaps.bit_length() + 3, 3) if sums >> n & 1), next(
        n for n in range(5, 2 + gaps.bit_length() + 3, 3) if sums >> n & 1
    )


class Winners:
    """Who wins after some coins."""

    def __init__(self) -> None:
        self._memo: dict[int, bool] = {}
        self._most = MOST_SEARCHED
        self._known: dict[tuple[Coins, bool], Decision] = {}

    def decide(self, coins: Coins, tries: bool = True) -> Decision:
        """The decision; with `tries` it tries small numbers where no theorem leaves finitely many."""
        if tries:
            self._most = len(self._memo) + MOST_SEARCHED
        if (coins, tries) not in self._known:
            self._known[coins, tries] = self._decide(coins, tries)
        return self._known[coins, tries]

    def _decide(self, coins: Coins, tries: bool) -> Decision:
        if not coins:
            return True, (5,), HUTCHINGS
        if coins in ((2,), (3,)):
            return True, (5 - coins[0],), Evidence("proved", "by hand: after 2 and 3 there is 1 alone")
        divisor = gcd(*coins)
        if divisor == 1:
            return self._by_gaps(coins)
        prime = next((p for p in _primes_of(divisor) if p > 3), None)
        if prime is not None:
            return (False, (), HUTCHINGS) if coins == (prime,) else (True, (prime,), HUTCHINGS)
        return self._reduced(coins, divisor, tries)

    def _by_gaps(self, coins: Coins) -> Decision:
        gaps = gaps_of(coins)
        if gaps is None:
            return (True, (), HUTCHINGS) if len(coins) == 2 else (None, (), BY)
        if gaps not in (0, TWO_THREE) and is_symmetric(gaps):
            return True, (), QUIET
        try:
            settle([gaps], self._wins, self._memo, self._most)
        except OutOfReach:
            return None, (), BY
        return self._memo[gaps], (), BY

    def _wins(self, gaps: int) -> Evaluation:
        if gaps not in (0, TWO_THREE) and is_symmetric(gaps):
            return True
        for number in members(gaps >> LEAST_GAP << LEAST_GAP):
            after = without(gaps, number)
            if after not in self._memo:
                yield after
            if not self._memo[after]:
                return True
            yield None
        return False

    def _reduced(self, coins: Coins, divisor: int, tries: bool) -> Decision:
        """The decision where 2^a 3^b divides all coins, from the numbers that the quiet end theorem leaves."""
        gaps = gaps_of([coin // divisor for coin in coins])
        if gaps is None:
            return None, (), REDUCED
        quiet = is_symmetric(gaps)
        is_all = quiet and divisor in (2, 3)
        numbers = {divisor * number for number in members(gaps)}
        most = gaps.bit_length() if is_all else FURTHER * max(coins) * tries
        for number in range(LEAST_GAP, most):
            if number % divisor and not (quiet and gcd(number, divisor) == 1 and not gaps >> number & 1):
                numbers.add(number)
        if not is_all:
            self._most = min(self._most, len(self._memo) + MOST_TRIED)
        unknown = not is_all
        for number in sorted(numbers):
            won, _, _ = self.decide(least_coins((*coins, number)), tries=False)
            if won is False:
                return True, (number,), REDUCED
            unknown = unknown or won is None
        return None if unknown else False, (), REDUCED


def _primes_of(number: int) -> Iterator[int]:
    """The primes that divide a number."""
    p = 2
    while p * p <= number:
        if number % p == 0:
            yield p
            while number % p == 0:
                number //= p
        p += 1
    if number > 1:
        yield number


# The engine.


def coins_in(rule: Rule) -> Callable[[Any], Coins]:
    """The function from a state to its coins."""
    assert isinstance(rule.shape, Coinage)
    return rule.shape.coins


def engine(rule: Rule, options: SearchOptions) -> DirectValues:
    """Nim-values where a player may name finitely many numbers, or where all others are known to win."""
    coins, values, with_three, winners = coins_in(rule), SemigroupValues(), WithThree(), Winners()

    def value_of(gaps: int) -> int:
        pair = pair_with_three(gaps)
        if pair:
            with_three.learn(min(pair))
            return with_three.values[pair]
        values.learn([gaps])
        return values.memo[gaps]

    def answer(states: Sequence[Any]) -> Answer | Spent:
        nim_values: list[int] = []
        pieces: list[Evidence] = []
        for state in states:
            divisor, gaps = gcd(*coins(state)), gaps_of(coins(state))
            pair = pair_with_three(gaps) if gaps is not None else None
            if pair and min(pair) > MOST_WITH_THREE:
                return _left(f"more than {MOST_WITH_THREE:,} semigroups with 3; smaller coins would help")
            if divisor == 1 and gaps is None:
                return _left(f"{_words(coins(state))}: a number beyond {MOST_GAP:,} is no sum")
            if gaps is not None:
                try:
                    nim_values.append(value_of(gaps))
                    pieces.append(BY)
                except OutOfReach as refused:
                    return Spent(refused, for_good=False)
                continue
            won, _, evidence = winners.decide(coins(state))
            if won is None:
                raise _unknown(coins(state))
            if won and coins(state) != (3,):
                return _left(f"{_words(coins(state)) or 'no coin'}: who wins is known, but no nim-value")
            nim_values.append(int(won))
            pieces.append(WITH_THREE_ALONE if won else evidence)
        return Answer(nim_values, joint(pieces or [BY]), moves_to)

    def moves_to(state: Any, rest: int) -> Moves:
        gaps = gaps_of(coins(state))
        if gaps is None:  # of the value 0, or 3 alone, after which 2 leaves 0
            return listed([(("name", 2),)]) if coins(state) == (3,) and not rest else NO_MOVES
        after = {number: without(gaps, number) for number in members(gaps >> LEAST_GAP << LEAST_GAP)}
        return listed([(("name", number),) for number, left in after.items() if value_of(left) == rest])

    return Direct(answer)


def winner(rule: Rule, options: SearchOptions) -> DirectValues:
    """Who wins where a player may name infinitely many numbers, or more than all semigroups can be searched for."""
    coins, winners = coins_in(rule), Winners()

    def moves_to(state: Any, rest: int) -> Moves:
        won, numbers, _ = winners.decide(coins(state))
        moves = listed([(("name", number),) for number in numbers] if not rest else [])
        return Moves(max(moves.count, 1), moves.each, exact=coins(state) in ((2,), (3,))) if won else moves

    def answer(states: Sequence[Any]) -> Answer:
        (state,) = states
        won, _, evidence = winners.decide(coins(state))
        if won is None:
            raise _unknown(coins(state))
        return Answer([None if won else 0], evidence, moves_to)

    return Direct(answer)


def _left(why: str) -> Spent:
    """A refusal of these states alone, which leaves them to the theorems."""
    return Spent(OutOfReach(why), for_good=False)


def _unknown(coins: Coins) -> OutOfReach:
    """Why nobody knows who wins."""
    return OutOfReach(
        f"{_words(coins)}: expected numbers without a common divisor, found {gcd(*coins)}; infinitely many numbers may "
        "be named, and neither Hutchings' theorems nor the quiet end theorem says who wins"
    )


def _words(coins: Coins) -> str:
    return " ".join(map(str, coins))


def fits(question: Question) -> bool:
    """Whether a state of the rule is a set of coins."""
    return isinstance(question.rule.shape, Coinage)


ROW = Row(
    "coins to which one is added that is no sum of them",
    fits,
    "rows.semigroups",
    "numerical semigroups as sets of bits; with a coin of 3, a table of two numbers",
    tries="200,000 semigroups; coins with a common divisor are lost by a theorem, or left",
    cost="table",
)
EXAMPLES = ("sylver(5 7)", "sylver(4 9 11)", "sylver(3 13)", "sylver:3(11)", "sylver:4(7) + nim(2)")

"""What coins in rows and on grids are worth, and the moves that change that by so much."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from heapq import merge

from grundy.errors import OutOfReach
from grundy.model.coins import Coins, Turning, count_from_one, turned
from grundy.model.convention import nim_sum
from grundy.model.frozen import frozen
from grundy.model.nimbers import inverse, multiply
from grundy.model.option import Option, to

# What a row of coins is worth where moves turn coins over, and the moves that change that by so much.
#
# Which coins a move may turn does not depend on how the others lie. So a row is worth the XOR of its heads, each as if
# it lay there alone, and such a head is worth the least number that is not the XOR of the values at the other coins of
# a set of which it is the last (Lenstra 1975; Winning Ways, ch. 14).

Pairs = Callable[[int, int], Iterable[tuple[int, int]]]
MOST_BITS = 1 << 29  # of memory


@frozen
class CoinFormula:
    """The values of single heads of a family in closed form, where a move turns at most three coins or a run.

    value        of a head at a place
    places       all places of a value, in rising order
    pairs        (below, total) -> the pairs (y, x), x < y < below, whose values have that XOR, in rising order
    pair_count   how many they are
    source       why, for evidence
    """

    source: str
    value: Callable[[int], int]
    places: Callable[[int], tuple[int, ...]]
    pairs: Pairs = lambda below, total: ()
    pair_count: Callable[[int, int], int] = lambda below, total: 0


@frozen
class CoinSets:
    """Sets of one kind, of which a coin is the last and which change the value of a row by a number.

    count    (last, total) -> how many they are
    each     (last, total) -> they, in the order of their coins
    """

    count: Callable[[int, int], int]
    each: Callable[[int, int], Iterable[Coins]]


class Heads:
    """What heads are worth alone, and the sets of coins that change the value of a row by so much."""

    MADE_OF = ("turns", "formula")  # all else follows from these (reading/identity.py)

    def __init__(self, turns: Turning, formula: CoinFormula | None) -> None:
        self.turns, self.formula = turns, formula
        self._sums = _CoinSums(turns)
        self.value = formula.value if formula else self._sums.value
        self._kinds = [self._so_many(count - 1) for count in turns.counts]
        if turns.distances:
            self._kinds.append(CoinSets(lambda last, total: len(self._spread(last, total)), self._spread))
        if turns.runs:
            self._kinds.append(CoinSets(lambda last, total: len(self._starts_of(last, total)), self._runs))
        self._before = [0]  # the XOR of the values before each coin
        self._starts: dict[int, list[int]] = {0: [0]}  # the coins before which it is so much

    def row_value(self, row: str) -> int:
        """The XOR of its heads."""
        return nim_sum(map(self.value, heads_of(row)))

    def total(self, coins: Coins) -> int:
        """What turning these coins changes the value of a row by."""
        return nim_sum(map(self.value, coins))

    def count(self, last: int, total: int) -> int:
        """How many sets with this last coin change the value by `total`."""
        return sum([kind.count(last, total) for kind in self._kinds])

    def each(self, last: int, total: int) -> Iterator[Coins]:
        """Those sets, in the order of their coins."""
        return merge(*[kind.each(last, total) for kind in self._kinds])

    def _so_many(self, others: int) -> CoinSets:
        """The sets of the last coin and so many others."""
        value, formula, sums = self.value, self.formula, self._sums
        if others == 0:
            return CoinSets(
                lambda last, total: int(value(last) == total),
                lambda last, total: ((last,),) if value(last) == total else (),
            )
        if formula and others == 1:
            places = formula.places
            return CoinSets(
                lambda last, total: sum([place < last for place in places(total ^ value(last))]),
                lambda last, total: ((last, place) for place in places(total ^ value(last)) if place < last),
            )
        if formula:
            count, pairs = formula.pair_count, formula.pairs
            return CoinSets(
                lambda last, total: count(last, total ^ value(last)),
                lambda last, total: ((last, *pair) for pair in pairs(last, total ^ value(last))),
            )
        return CoinSets(
            lambda last, total: sums.count(last, total ^ value(last), others),
            lambda last, total: ((last, *rest) for rest in sums.each(last, total ^ value(last), others)),
        )

    def _spread(self, last: int, total: int) -> list[Coins]:
        """The sets at distances."""
        return sorted(coins for coins in self.turns.at_distances(last) if self.total(coins) == total)

    def _runs(self, last: int, total: int) -> Iterator[Coins]:
        """The runs, the shortest first."""
        return (tuple(range(last, first - 1, -1)) for first in reversed(self._starts_of(last, total)))

    def _starts_of(self, last: int, total: int) -> list[int]:
        """The first coins of the runs, in rising order."""
        while len(self._before) < last + 2:
            place = len(self._before)
            self._before.append(self._before[-1] ^ self.value(place - 1))
            self._starts.setdefault(self._before[-1], []).append(place)
        starts = self._starts.get(self._before[last + 1] ^ total, [])
        starts = starts[: bisect_right(starts, last)]
        counts = self.turns.counts
        return [first for first in starts if last + 1 - first not in counts] if counts else starts


class _CoinSums:
    """The values of the first coins, one after the other, and the XORs that so many of them have.

    `_of[n][j]` is the set of the XORs of exactly j of the values of the coins 0..n-1: bit i for the number i.
    """

    def __init__(self, turns: Turning) -> None:
        self.turns = turns
        self._values: list[int] = []
        self._most = max(turns.counts, default=1) - 1
        self._of = [(1, *(0 for _ in range(self._most)))]
        self._before = 0  # the XOR of all values
        self._runs = 1  # the set of the XORs of the values before each coin
        self._bits = 1  # log2 of the bits of a set
        self._memory = 0
        self._remembered = lru_cache(1 << 18)(self.count)

    def value(self, place: int) -> int:
        """The value of a head alone. Raises: OutOfReach."""
        while len(self._values) <= place:
            self._grow(place)
        return self._values[place]

    def _grow(self, wanted: int) -> None:
        here = len(self._values)
        options = 0
        for count in self.turns.counts:
            options |= self._of[-1][count - 1]
        for coins in self.turns.at_distances(here):
            options |= 1 << nim_sum(map(self._values.__getitem__, coins[1:]))
        if self.turns.runs:
            options |= _moved(self._runs, self._before, self._bits)
        value = (~options & options + 1).bit_length() - 1
        self._values.append(value)
        self._bits = max(self._bits, value.bit_length())
        self._memory += (self._most + 1) << self._bits
        if self._memory > MOST_BITS:
            raise OutOfReach(
                f"a head at coin {wanted + 1:,}: values in closed form are not known of this family, and those of its "
                f"first {here:,} coins take the memory that there is for them ({MOST_BITS >> 23} MiB)"
            )
        last = self._of[-1]
        self._of.append((1, *(last[j] | _moved(last[j - 1], value, self._bits) for j in range(1, self._most + 1))))
        self._before ^= value
        self._runs |= 1 << self._before if self.turns.runs else 0

    def _has(self, below: int, total: int, count: int) -> bool:
        return bool(self._of[below][count] >> total & 1)

    def count(self, below: int, total: int, count: int) -> int:
        """How many sets of so many coins below a place have that XOR."""
        if not count:
            return int(not total)
        if not self._has(below, total, count):
            return 0
        return sum(self._remembered(place, total ^ self._values[place], count - 1) for place in range(count - 1, below))

    def each(self, below: int, total: int, count: int) -> Iterator[Coins]:
        """Those sets, in the order of their coins."""
        if not count:
            yield from () if total else ((),)
        elif self._has(below, total, count):
            for place in range(count - 1, below):
                for rest in self.each(place, total ^ self._values[place], count - 1):
                    yield (place, *rest)


def _moved(numbers: int, by: int, bits: int) -> int:
    """A set of numbers below 2**bits, each XOR `by`.

    >>> bin(_moved(0b0011, 2, 2))
    '0b1100'
    """
    for i in range(by.bit_length()):
        if by >> i & 1:
            low = _low_blocks(i, bits)
            numbers = (numbers & low) << (1 << i) | numbers >> (1 << i) & low
    return numbers


@cache
def _low_blocks(i: int, bits: int) -> int:
    """The numbers below 2**bits that have no bit i, as a set."""
    block, width = (1 << (1 << i)) - 1, 2 << i
    while width < 1 << bits:  # many times as fast as to divide
        block |= block << width
        width *= 2
    return block


def heads_of(row: str) -> Iterator[int]:
    """The places of the heads of a row."""
    return (place for place, coin in enumerate(row) if coin == "H")


# Closed forms. An odious number has an odd number of ones in base 2; of 2n and 2n + 1 just one is odious.


def odious(n: int) -> int:
    """The odious number n, from 0: 1, 2, 4, 7, 8, 11, 13, 14, ...

    >>> [odious(n) for n in range(8)]
    [1, 2, 4, 7, 8, 11, 13, 14]
    """
    return 2 * n + 1 - n.bit_count() % 2


def _odious_place(value: int) -> tuple[int, ...]:
    return (value >> 1,) if value.bit_count() % 2 else ()


def _odious_pairs(below: int, total: int) -> Iterator[tuple[int, int]]:
    """Of two odious numbers just one has the highest bit of their XOR, and it is the larger: all those below are one
    of a pair."""
    if total and total.bit_count() % 2 == 0:
        bit = 1 << total.bit_length() - 2
        for start in range(bit, below, 2 * bit):
            for place in range(start, min(start + bit, below)):
                yield place, (odious(place) ^ total) >> 1


def _odious_pair_count(below: int, total: int) -> int:
    if not total or total.bit_count() % 2:
        return 0
    bit = 1 << total.bit_length() - 2
    return below // (2 * bit) * bit + max(0, below % (2 * bit) - bit)


def _triplets_places(value: int) -> tuple[int, ...]:
    return (0, 1) if value == 0 else tuple(place + 2 for place in _odious_place(value))


def _triplets_pairs(below: int, total: int) -> Iterator[tuple[int, int]]:
    if total == 0 and below >= 2:
        yield 1, 0
    for place in _odious_place(total):
        if place + 2 < below:
            yield from ((place + 2, 0), (place + 2, 1))
    for high, low in _odious_pairs(max(0, below - 2), total):
        yield high + 2, low + 2


def _triplets_pair_count(below: int, total: int) -> int:
    if below < 2:
        return 0
    with_zero = sum(2 for place in _odious_place(total) if place + 2 < below)
    return int(total == 0) + with_zero + _odious_pair_count(below - 2, total)


FORMULAS: dict[Turning, CoinFormula] = {
    Turning(counts=(1, 2)): CoinFormula(
        "a head at coin n is a heap of n", lambda n: n + 1, lambda v: (v - 1,) if v else ()
    ),
    Turning(counts=(2,)): CoinFormula("a head at coin n is a heap of n - 1", lambda n: n, lambda v: (v,)),
    Turning(counts=(1, 2, 3)): CoinFormula(
        "a head at coin n is worth the n-th odious number", odious, _odious_place, _odious_pairs, _odious_pair_count
    ),
    Turning(counts=(3,)): CoinFormula(
        "a head at coin n is worth 0 up to coin 2, then the (n - 2)-th odious number",
        lambda n: odious(n - 2) if n > 1 else 0,
        _triplets_places,
        _triplets_pairs,
        _triplets_pair_count,
    ),
    Turning(runs=True): CoinFormula(
        "a head at coin n is worth the largest power of 2 that divides n", lambda n: n + 1 & -(n + 1), lambda v: ()
    ),
}


@lru_cache(maxsize=32)
def heads(turns: Turning) -> Heads:
    """What heads are worth where these sets may be turned."""
    return Heads(turns, FORMULAS.get(turns))


# Tartan games: products of two coin-turning games, on grids of coins.
#
# A move chooses a set of rows that may be turned in the one game and a set of columns that may be turned in the other,
# and turns over the coins where they cross; the last of these, in the last row and column, goes from heads to tails.
#
# By the Tartan theorem (Conway; Winning Ways, ch. 14) a head alone is worth the nim-product of the values that its row
# and its column have in the two games. So a move changes the value of a grid by the nim-product of two numbers, by
# which its rows and its columns change rows of coins: where one is known, the other follows by nim-division.

Grid = tuple[str, ...]
_BINARY = str.maketrans("TH", "01")


def tartan_options(grid: Grid, *, down: Turning, across: Turning) -> Iterator[Option]:
    """Turn the coins where a set of rows and a set of columns cross."""
    for r, row in enumerate(grid):
        for c, coin in enumerate(row):
            if coin == "H":
                for rows in down.sets(r):
                    for columns in across.sets(c):
                        after = [turned(line, columns) if at in rows else line for at, line in enumerate(grid)]
                        yield to(tuple(after), rows=count_from_one(rows), columns=count_from_one(columns))


@frozen
class Crossings:
    """The moves that change the value of a grid by a number, counted and not listed.

    count   how many they are
    by_row  for each last row the numbers by which the sets of rows of such moves change rows of coins
    """

    count: int
    by_row: Mapping[int, Sequence[int]]


class Tartan:
    """What grids are worth, and the moves that change that by so much."""

    MADE_OF = ("down", "across")  # all else follows from these (reading/identity.py)

    def __init__(self, down: Heads, across: Heads) -> None:
        self.down, self.across = down, across

    def value(self, grid: Grid) -> int:
        """The XOR of its heads; what the heads of a row have in common is multiplied once."""
        columns = self._columns_of_bits(len(grid[0]) if grid else 0)
        sums = (
            sum(((heads & column).bit_count() & 1) << bit for bit, column in enumerate(columns))
            for heads in map(_as_bits, grid)
        )
        return nim_sum(multiply(self.down.value(r), total) for r, total in enumerate(sums) if total)

    def head(self, r: int, c: int) -> int:
        """What a head alone is worth."""
        return multiply(self.down.value(r), self.across.value(c))

    def _columns_of_bits(self, width: int) -> list[int]:
        """For each bit the columns that have it in their values, as a set."""
        planes: list[int] = []
        for c in range(width):
            value = self.across.value(c)
            planes += [0] * (value.bit_length() - len(planes))
            for bit in range(value.bit_length()):
                planes[bit] |= (value >> bit & 1) << c
        return planes

    def crossings(self, grid: Grid, change: int) -> Crossings:
        """The moves that change the value by so much. No move leaves it as it is."""
        if not change:
            return Crossings(0, {})
        planes = self._planes(len(grid[0]) if grid else 0)
        quotients: dict[int, int] = {}
        count = 0
        by_row: dict[int, list[int]] = {}
        for r, totals in enumerate(_totals(self.down, len(grid))):
            heads = _as_bits(grid[r])
            for number, times in totals.items() if heads else ():
                if number not in quotients:
                    quotients[number] = multiply(change, inverse(number))
                of_this = planes.get(quotients[number], ())
                turned = sum((heads & plane).bit_count() << k for k, plane in enumerate(of_this))
                if turned:
                    count += times * turned
                    by_row.setdefault(r, []).append(number)
        return Crossings(count, by_row)

    def _planes(self, width: int) -> dict[int, list[int]]:
        """For each number, by how many sets each column, as the last one, changes a row by it.

        That is written in base 2: item k has the columns, as a set, whose count has bit k.
        """
        planes: dict[int, list[int]] = {}
        for c, totals in enumerate(_totals(self.across, width)):
            for number, times in totals.items():
                columns = planes.setdefault(number, [])
                columns += [0] * (times.bit_length() - len(columns))
                for k in range(times.bit_length()):
                    columns[k] |= (times >> k & 1) << c
        return planes

    def each(self, grid: Grid, change: int, by_row: Mapping[int, Sequence[int]]) -> Iterator[tuple[Coins, Coins]]:
        """Those moves, as rows and columns, in their order."""
        for r, numbers in by_row.items():
            heads = [c for c, coin in enumerate(grid[r]) if coin == "H"]
            for rows, number in merge(*(self._rows_of(r, number) for number in numbers)):
                quotient = multiply(change, inverse(number))
                for c in heads:
                    for columns in self.across.each(c, quotient):
                        yield rows, columns

    def _rows_of(self, r: int, number: int) -> Iterable[tuple[Coins, int]]:
        return ((rows, number) for rows in self.down.each(r, number))


def _as_bits(row: str) -> int:
    """The heads of a row, as a set."""
    return int(row[::-1].translate(_BINARY), 2) if row else 0


def _totals(heads: Heads, places: int) -> Iterator[dict[int, int]]:
    """For each coin, by how many sets of which it is the last a row is changed by each number."""
    turns = heads.turns
    sums: list[dict[int, int]] = [{0: 1}, *({} for _ in range(max(turns.counts, default=1) - 1))]
    before = [0]  # the XOR of the values before each coin
    for last in range(places):
        value = heads.value(last)
        totals: dict[int, int] = {}
        for count in turns.counts:
            _add(totals, sums[count - 1], value)
        for coins in turns.at_distances(last):
            _add(totals, {heads.total(coins): 1}, 0)
        before.append(before[-1] ^ value)
        if turns.runs:
            for first in range(last + 1):
                if last + 1 - first not in turns.counts:
                    _add(totals, {before[first]: 1}, before[-1])
        yield totals
        for j in range(len(sums) - 1, 0, -1):
            _add(sums[j], sums[j - 1], value)


def _add(to_these: dict[int, int], those: Mapping[int, int], change: int) -> None:
    """Add the counts of numbers, each changed by XOR."""
    for number, times in those.items():
        to_these[number ^ change] = to_these.get(number ^ change, 0) + times

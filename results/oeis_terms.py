"""Sequences of the OEIS of which few terms are published, longer: each with a program that finds its terms again.

    python results/oeis_terms.py [NAME...]

writes results/oeis/bNNNNNN.txt, and of a sequence without a number results/oeis/NAME.txt; the list is
results/oeis-terms.jsonl. Two witnesses say a term: grundy, and results/oeis/aNNNNNN.py, which is plain Python, shares
nothing with grundy and prints as many terms as it is told. Nothing is written where the two differ. The list says how
many terms are found `twice`.
"""

from __future__ import annotations

import hashlib
import math
import subprocess
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Any

import numpy
from records import HERE, Record, as_line, listed

import grundy
from grundy.engines.table.three_rows import filled
from grundy.runs.chunk import run_to_end

sys.path.insert(0, str(HERE))

from oeis_kernels import WINDOW, compiled, disjoint_sets, primes_taken, sharing, slot_of, tripods
from oeis_rules import heat_toggle, short_global_nim, sylver_3, sym, three_apart

TRIPODS = 10**6  # second legs in which the periods are looked for
PRIMES_TO, MOST_BY_PRIMES = 10**8, 32  # heaps from which a prime is taken, and values for which there is room
MOST_SUM = 50  # of A361457, for a set of numbers below it is a word
LEAST_BITS, MOST_BITS = 16, 28  # of the number of positions that are decided of one k: at most 2 GB
SHARING_TO = 40_000  # n to which Sharing Nim is looked at, in 0.4 GB; 10^5 takes 2.4 GB
THREE_APART = 440  # rows of which the period of A317367 is proved
LIST, FOLDER = HERE / "oeis-terms.jsonl", HERE / "oeis"


@dataclass(frozen=True, slots=True)
class Listed:
    """A sequence.

    name       its number, or what it is called here
    game       the rule, in words
    first      the number of its first term
    published  how many terms were published
    count      how many are wanted; of P-positions up to which heap, this one left out
    terms      finds so many
    twice      how many the program finds again; 0: all
    beyond     looks beyond these terms, and says what it saw
    """

    name: str
    game: str
    first: int
    published: int
    count: int
    terms: Callable[[int], list[int]]
    twice: int = 0
    beyond: Callable[[], str] | None = None

    @property
    def program(self) -> str:
        """The name of the program that finds the terms again."""
        return f"{self.name.lower()}.py"

    @property
    def file(self) -> str:
        """The name of the b-file."""
        return f"b{self.name[1:]}.txt" if self.published else f"{self.name}.txt"


def global_nim(count: int) -> list[int]:
    """The nim-values of piles of 0, 1, 2, ... before the first move."""
    return [int(value) for value in grundy.table(short_global_nim, box=(count, count))[:, 0]]


def sylver(count: int) -> list[int]:
    """The nim-values of {3, n} for n = 4, 5, ...; of n divisible by 3 that of {3}, which is the least of no other n."""
    most = (count + 3) // 3 + 1
    table = grundy.table(sylver_3, box=(2 * most + 2, 2 * most + 1))
    other = [
        int(table[n // 3, 2 * (n // 3)] if n % 3 == 1 else table[2 * (n // 3) + 1, n // 3])
        for n in range(4, count + 4)
        if n % 3
    ]
    three = next(value for value in range(len(other) + 2) if value not in {0, *other})  # 0: who names 2 wins
    values = iter(other)
    return [next(values) if n % 3 else three for n in range(4, count + 4)]


def of_coins(sets: str) -> Callable[[int], list[int]]:
    """The nim-values of rows whose only head is the last coin, for rows of 1, 2, 3, ... coins."""
    return lambda count: list(grundy.sequence(f"turn:{sets}", count - 1))


def petersen(count: int) -> list[int]:
    """The nim-values of Node Kayles on P(n, 2), n = 5, 6, ..."""
    results = (grundy.solve(f"node-kayles petersen:{n},2", cores=1) for n in range(5, count + 5))
    return [int(result.nim_value) for result in results if result.nim_value is not None]


def queens(count: int) -> list[int]:
    """The nim-values of Node Kayles on the queens' graphs of n x n, n = 0, 1, ..."""
    return list(map(int, grundy.sequence("node-kayles:queens:N", count - 1)))


def row_three_apart(count: int) -> list[int]:
    """The nim-values of Node Kayles on rows of 4, 5, ... nodes, each joined to those one and three places on.

    Raises:  SystemExit: they are not proved to repeat.
    """
    table = grundy.table(three_apart, box=(max(count + 4, THREE_APART), 3))
    require_period(table)
    return [int(value) for value in table[4 : count + 4, 0]]


def require_period(table: Any) -> None:
    """Raise SystemExit unless a table of `three_apart` proves that rows repeat with period 62 from 116 nodes on.

    As in the octal periodicity theorem: a move from n leaves i and j of two kinds with i + j >= n - 3, and perhaps
    n - 2 of its own kind. Let values of these kinds repeat from e and f on as far as the table goes, and n be at least
    e + f + 2 * 62 + 3. Then i >= e + 62 or j >= f + 62, so that each option of n has the value of one of n - 62, which
    has 62 less in i or in j; and each of n - 62 has that of one of n, with 62 more. So n repeats, and all beyond it do.
    """
    period, begin = 62, (116, 120, 122)  # of rows that go on at no end, at one and at both
    kinds = ((1, 1), (1, 2), (2, 2))  # what a move leaves of each of them
    reach = max(begin[one] + begin[other] + 2 * period + 3 for one, other in kinds)
    for tails, first in enumerate(begin):
        row = table[:, tails]
        if len(row) < reach or (row[first:-period] != row[first + period :]).any():
            raise SystemExit(f"A317367: with {tails} tails no period of {period} from {first} on in {len(row)} rows")


def misere(game: str) -> Callable[[int], list[int]]:
    """The heaps below a number that the second player wins in misère play."""
    return lambda below: grundy.sequence(game, below - 1, misere=True).p_positions()


def heat(count: int) -> list[int]:
    """The nim-values of Heat Toggle on n x k cells, by antidiagonals, each from its first column up."""
    boards = [(total - k, k) for total in range(2, count + 2) for k in range(1, total)][:count]
    results = (grundy.solve(heat_toggle(n, k)("start"), cores=1) for n, k in boards)
    return [int(result.nim_value) for result in results if result.nim_value is not None]


def tripod_periods(count: int) -> list[int]:
    """The periods of Tripod Nim with 2 in the centre and one leg of 0, 1, 2, ..., by a state that comes again.

    What rows do from a second leg on depends on how far beyond it each is, and on nothing else. So the least periods
    that 10^6 of them show are those of all, if after their least common multiple the state is the same and no
    difference was another than a period before.
    """
    rows, begin = _Rows(count, [TRIPODS] * count), 2 * TRIPODS
    rows.work(0, begin)
    periods = [_least_period(row) for row in rows.last]
    whole, first = math.lcm(*periods), max(1 << 14, *periods)
    rows = _Rows(count, periods)
    rows.work(0, 2 * first)
    before = rows.state(2 * first)
    others = rows.work(2 * first, 2 * first + whole)
    if others or rows.state(2 * first + whole) != before:
        raise SystemExit(f"A006018: {others} differences are others than a period before, or the state is")
    return periods


class _Rows:
    """Rows of Tripod Nim, one for each first leg; what has a period of its own is looked at modulo that."""

    def __init__(self, count: int, periods: list[int]) -> None:
        self.used = numpy.zeros((count, WINDOW), numpy.uint8)
        self.least = numpy.zeros(count, numpy.int64)
        self.taken = numpy.full(WINDOW, -1)
        self.last = [numpy.zeros(period, numpy.int16) for period in periods]
        self.periods = numpy.array(periods)

    def work(self, begin: int, end: int) -> int:
        """Fill second legs, and count the differences that are others than a period before."""
        padded = numpy.zeros((len(self.last), int(self.periods.max())), numpy.int16)
        for row, own in zip(padded, self.last, strict=True):
            row[: len(own)] = own
        others = compiled(tripods)(self.used, self.least, self.taken, begin, end, padded, self.periods)
        self.last = [row[: len(own)] for row, own in zip(padded, self.last, strict=True)]
        if others < 0 or max(abs(int(row.min())) + abs(int(row.max())) for row in self.last) >= WINDOW:
            raise SystemExit("A006018: rows lie too far apart for the window")
        return int(others)

    def state(self, b: int) -> tuple[bytes, bytes]:
        """All that decides what comes from b on, as seen from b."""
        return numpy.roll(self.used, -b, axis=1).tobytes(), (self.least - b).tobytes()


def _least_period(row: Any) -> int:
    """The least number of places after which a row is the same as far as it goes."""
    start = row[:64]
    begins = (numpy.lib.stride_tricks.sliding_window_view(row, len(start))[1:] == start).all(axis=1)
    return next(int(p) for p in numpy.flatnonzero(begins) + 1 if p < len(row) // 2 and (row[p:] == row[:-p]).all())


def sharing_values(count: int) -> list[int]:
    """The nim-values of Sharing Nim with piles of 0, 0 and n."""
    return [int(value) for value in _shared(count)]


def values_by_sharing(upto: int = SHARING_TO) -> str:
    """The values of Sharing Nim with piles of 0, 0 and n beyond the b-file, and where each is first."""
    values = _shared(upto + 1)
    firsts = ", ".join(f"{int(value)} of {int((values == value).argmax())}" for value in numpy.unique(values)[::-1])
    return f"values of n to {upto}, each with its first n: {firsts}"


def _shared(count: int) -> Any:
    values = numpy.zeros(count, numpy.int64)
    begin = numpy.zeros(3 * count, numpy.int64)
    full = numpy.zeros((count // 100 + 8, 3 * count), numpy.int64)
    if compiled(sharing)(full, begin, values) < 0:
        raise SystemExit("A271620: a value needs more words")
    return values


def prime_values(count: int) -> list[int]:
    """The nim-values of heaps of 0, 1, 2, ... from which a move takes a prime."""
    return [int(value) for value in _primes_taken(count)]


def largest_by_primes(upto: int = PRIMES_TO) -> str:
    """The largest value of heaps, and the first and the last heap that have it."""
    values = _primes_taken(upto + 1)
    largest = int(values.max())
    first, last = (int(place) for place in numpy.flatnonzero(values == largest)[[0, -1]])
    return f"largest value of heaps to {upto}: {largest}, first of {first}, last of {last}"


def _primes_taken(count: int) -> Any:
    composite = numpy.zeros(count // 2 + 1, numpy.bool_)
    composite[0] = True  # 1
    for p in range(3, math.isqrt(count) + 1, 2):
        if not composite[p // 2]:
            composite[p * p // 2 :: p] = True
    values = numpy.zeros(count, numpy.uint8)
    last = numpy.full((MOST_BY_PRIMES, 2), -1, numpy.int32)
    if compiled(primes_taken)(composite, values, numpy.zeros(count, numpy.int32), last) < 0:
        raise SystemExit(f"A014589: a value of {MOST_BY_PRIMES} or more")
    return values


def chomp_values(count: int) -> list[int]:
    """The nim-values of Chomp on 3 x n squares, n = 1, 2, ...; of 3,000 in 4 GB, of n in n^3 / 7 bytes."""
    return [int(value) for value in run_to_end(filled(count, numpy.zeros(0, numpy.uint16)))[1:]]


def sums_won(count: int) -> list[int]:
    """The first numbers k for which the first player wins: a move takes two or three of 1, ..., k - 1 with sum k."""
    return list(islice((k for k in range(1, MOST_SUM + 1) if first_wins_sum(k)), count))


def first_wins_sum(k: int, least_bits: int = LEAST_BITS) -> bool:
    """Whether the first player wins for one k, which takes 2.6 times as long for every second k on average.

    Args:    least_bits: of the number of positions that are decided.
    """
    numbers = range(1, k)
    taken = [some for size in (2, 3) for some in combinations(numbers, size) if sum(some) == k]
    if not taken:
        return False
    sets = numpy.array([sum(1 << n for n in some) for some in taken])
    here, options = numpy.zeros(len(sets), numpy.int64), numpy.zeros((k, len(sets)), numpy.int64)
    path, ends = numpy.zeros((2, k), numpy.int64)
    table = numpy.zeros(1 << max(least_bits, min(MOST_BITS, k - 14)), numpy.int64)
    won = compiled(disjoint_sets)(sets, here, path, options, ends, table, compiled(slot_of))
    if won < 0:
        raise SystemExit(f"A361457: of k = {k} more positions are decided than there is room for")
    return bool(won)


SEQUENCES = (
    Listed("A131469", short_global_nim.function.__doc__ or "", 0, 54, 1_001, global_nim),
    Listed("A046671", "Sylver coinage, nim-value of {3, n}.", 4, 13, 1_799, sylver),
    Listed("A006016", sym.function.__doc__ or "", 0, 26, 34, lambda count: list(grundy.sequence(sym, count - 1))),
    Listed("A033623", "Turn at most four coins over.", 1, 43, 100, of_coins("1,2,3,4")),
    Listed("A054016", "Turn at most five coins over.", 1, 48, 81, of_coins("1,2,3,4,5")),
    Listed("A316533", "Node Kayles on the generalized Petersen graph P(n, 2).", 5, 22, 26, petersen, 13),
    Listed("A344227", "Node Kayles on the queens' graph of n x n squares.", 0, 14, 15, queens, 11),
    Listed("A363934", "Heat Toggle on n x k cells, by antidiagonals.", 1, 59, 66, heat, 45),
    Listed("A006018", "Tripod Nim with 2 in the centre and a leg of n, periods.", 1, 20, 40, tripod_periods, 20),
    Listed("A317367", "Node Kayles on n nodes, each joined to those one and three on.", 4, 105, 400, row_three_apart),
    Listed("A271620", "Sharing Nim with piles of 0, 0 and n.", 0, 99, 10_001, sharing_values, 400, values_by_sharing),
    Listed(
        "A361457",
        "Two or three of 1, ..., k - 1 with sum k are taken: k won by the first player.",
        1,
        29,
        30,
        sums_won,
        22,
    ),
    Listed("A014589", "Take a prime from a heap.", 0, 98, 10_001, prime_values, 0, largest_by_primes),
    Listed("A069001", "Chomp on 3 x n squares, nim-values.", 1, 64, 3_000, chomp_values, 60),
    Listed("misere-grundys-game", "Grundy's game in misère play, P-positions.", 1, 0, 29, misere("grundys-game")),
    Listed("misere-dawsons-kayles", "Dawson's Kayles in misère play, P-positions.", 1, 0, 65, misere("dawsons-kayles")),
)


def again(one: Listed, count: int) -> list[int]:
    """The terms by the program that needs nothing."""
    words = [sys.executable, "-I", "-S", FOLDER / one.program, str(count)]
    printed = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    return [int(term) for term in printed.split(",")]


def b_file(one: Listed, terms: list[int]) -> str:
    """The terms as the OEIS writes them."""
    return "".join(f"{n} {term}\n" for n, term in enumerate(terms, one.first))


def record_of(one: Listed) -> tuple[Record, str]:
    """A line of the list, and the b-file. Raises SystemExit: the two witnesses differ."""
    terms = one.terms(one.count)
    found = again(one, one.twice or one.count)
    if found != terms[: one.twice or None]:
        raise SystemExit(f"{one.name}: grundy and {one.program} give different terms")
    text = b_file(one, terms)
    digest = hashlib.sha256(text.encode()).hexdigest()
    numbers = {"published": one.published, "terms": len(terms), "twice": len(found), "largest": max(terms)}
    beyond = {"beyond": one.beyond()} if one.beyond else {}
    return {"name": one.name, "game": one.game, "first": one.first, **numbers, **beyond, "sha256": digest}, text


if __name__ == "__main__":
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    names = [sequence.name for sequence in SEQUENCES]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}; all, if there is none")
    asked = set(parser.parse_args().names)
    if unknown := asked - set(names):
        parser.error(f"expected names of {', '.join(names)}, found {', '.join(sorted(unknown))}")
    kept = {record["name"]: record for record in listed(LIST)}
    for sequence in SEQUENCES:
        if not asked or sequence.name in asked:
            kept[sequence.name], rows = record_of(sequence)
            (FOLDER / sequence.file).write_text(rows, encoding="utf-8")
            print(as_line(kept[sequence.name]), end="", flush=True)
    LIST.write_text("".join(as_line(kept[one.name]) for one in SEQUENCES if one.name in kept), encoding="utf-8")

"""Check certificates of nim-values. Standard library only; works copied alone: python check.py FILE [--segment i/k].

FORMAT.md says what a certificate is, and why what is looked at here proves it. Whatever is not exactly as there is
refused, with the line that fails. Exit status: 0 proved, 1 refused or not all segments asked for, 2 not readable.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import chain, islice, pairwise, product
from math import prod
from operator import itemgetter, xor
from os.path import dirname, isfile, join
from typing import IO, Any, NamedTuple

MOST_VALUES = 20_000_000  # listed, and in all states together
MOST_HEAP = 10**15
MOST_LINE = 100_000  # characters
MOST_TAKEN = 1_000  # counters, by digits
MOST_TRIES = 10_000
VALUES = 2**20  # all nim-values are below
MOST_PLACES = 1024
MOST_MOVES = 20_000
MOST_CLAIMS = 20_000_000
MOST_LOST = 1_000_000  # claims of a strategy
MOST_LOOKED = 200_000  # moves times squares, up to which it is seen whether shapes tell all
MOST_BOX = 16_384  # rows times columns, up to which it is seen
MOST_KEPT = 1_000_000  # parts that are remembered with the claim about them
MOST_SPLIT = 100_000  # sets that are remembered with their parts
MOST_NODES = 1_000_000
MOST_OPTIONS = 4_000_000  # of all nodes together
MOST_PARTS = 1_000  # of a position
LARGEST = (1_000_000, 10_000, 10_000, 500, 100, 100)  # heap of a position, by how many heaps a move may leave
MOST_ENTRIES = 20_000_000  # of a table
MOST_RIDERS = 100
MOST_SHOWN = 20  # moves in the line that says them, and letters of these; of more, their number and a SHA-256
MOST_LETTERS = 2_000
TYPES = {1: ("|u1", "B"), 2: ("<u2", "H"), 4: ("<u4", "I")}  # of entries by their bytes, for NumPy and for array
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
PIECE = re.compile(r"[ox.]+(/[ox.]+)*")
SET = re.compile(r"0|[1-9a-f][0-9a-f]{0,255}")  # 1,024 places
FILE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,199}")  # no folder
DIGEST = re.compile(r"[0-9a-f]{64}")
NAME = re.compile(rb"[A-Za-z0-9@%+=,./_-]+")  # of a certificate, that is printed as it is
MOVES = {"digits", "amounts", "all-but", "riders", "places", "squares", "moves", "move", "nodes", "node",
         "numbers", "at-most", "is-zero", "multiple", "none", "part", "board", "row",
         "piece", "graph", "edges", "edge", "unequal", "sprouts"}  # their lines  # fmt: skip
RELATIONS = {"at-most": "<=", "is-zero": "==", "multiple": "mod"}  # of a sum and 0, in a theorem
INTEGER = re.compile(r"0|-?[1-9][0-9]{0,8}")
MOST_NUMBERS, MOST_STEPS, MOST_BOUND, MOST_CONDITIONS = 6, 1_000, 8, 100  # of a position, and of a move, in a theorem
MOST_DIGITS = 32
MOST_OUTPUT = 1_000
MOST_AUTOMATON = 200_000  # states
MOST_ELEMENTS = 4_000  # of a monoid
MOST_PARTED = 20_000  # heaps of which a monoid is
MOST_SUMS = 100_000_000  # kinds of sums that are looked at
MOST_CELLS = 1_000_000  # of a board on which pieces are put
MOST_PIECES = 100
MOST_SIGNS = 1_000  # of a piece
MOST_EDGES = 4_000_000  # of a graph, whose nodes are fewer than VALUES
MOST_OF_THREE = 10_000  # heaps of values that grow where a move leaves three heaps
VALUES_OF_THREE = 2**14  # their values are below
MOST_FOLD = 64
MOST_WORK = 2 * 10**9  # to see that they grow
LAND = re.compile(r"(?:(?:(?:[0-2]|[A-Za-z]'*)+(?:\*[1-9][0-9]{0,2})?\.)+})*!")  # regions of Sprouts
SPOT = re.compile(r"[0-2]|[A-Za-z]'*")
MOST_LIVES = 150  # of a position of Sprouts: ends of curves that its spots may still get
MOST_CURVES = 1_000_000  # in one region
MOST_ALIKE = 10_000  # ways to number the spots of one land
MOST_LANDS = 20_000  # whose options are remembered
LARGEST_CONSTANT = 300  # of a condition; a larger one is read as a number of its own


class Refused(Exception):
    """The certificate does not prove what it claims; `line` is the one that fails, 0 where no single line does."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line


class HeapState(NamedTuple):
    """The values of the last heaps before `heap`; `line` is where it stands.

    digest    of the values from the state before to this one; none in a certificate of a period
    """

    heap: int
    values: list[int]
    line: int
    digest: str = ""


class ParsedCertificate(NamedTuple):
    """What a certificate says, read and not yet checked. Names as in FORMAT.md.

    digits    what each number of counters taken may leave, bit j: j non-empty heaps; empty if there are amounts
    amounts   the numbers that may be taken, if the moves are so given
    period    0 if values are claimed, and nothing of how they go on
    method    "pairs", "mask" or "window"; length, reach: L, A of a window
    rare      the rare heaps as listed; tries: small heaps to look at first
    values    G(0), G(1), ...; starts: the number of the line in which each stretch of them starts, (first heap, line)
    unequal   whether two heaps that a move leaves must differ in size
    """

    digits: tuple[int, ...]
    amounts: tuple[int, ...]
    period: int
    preperiod: int
    method: str
    length: int
    mask: int
    twist: int
    reach: int
    rare: tuple[int, ...]
    tries: tuple[int, ...]
    values: list[int]
    starts: list[tuple[int, int]]
    states: list[HeapState]
    unequal: bool = False

    @property
    def parts(self) -> int:
        """The most heaps that a move can leave; at least 1."""
        return max(1, max(digit.bit_length() for digit in self.digits) - 1) if self.digits else 1

    @property
    def longest(self) -> int:
        """The most counters that a move can take."""
        return len(self.digits) - 1 if self.digits else self.amounts[-1]

    @property
    def size(self) -> int:
        """How many heaps the segments share."""
        return self.states[-1].heap if self.states else len(self.values)

    def taking(self, heaps: int) -> list[int]:
        """The numbers of counters that may be taken if so many heaps are left."""
        if self.amounts:
            return list(self.amounts) if heaps < 2 else []
        return [take for take, digit in enumerate(self.digits) if digit >> heaps & 1]

    def mixed(self, value: int, total: int) -> int:
        """1 if just one of two heaps of so many counters in all, with that XOR, is rare; else 0."""
        return _mixed(value, total, self.mask, self.twist)

    def line_of(self, heap: int) -> int:
        """The line that holds the value of a heap."""
        return _line_of(self.starts, heap)


class MaskMove(NamedTuple):
    """A move of a set of places: it needs all of `need` and none of `off`, and leads to (set & ~clear) ^ flip."""

    need: int
    off: int
    clear: int
    flip: int


class Claim(NamedTuple):
    """That a position has this nim-value, or, for a strategy, is lost; `line` is where it says so."""

    state: tuple[int, ...]
    value: int
    line: int


class GameCertificate(NamedTuple):
    """What a certificate of a position or a strategy says, read and not yet checked. Names as in FORMAT.md.

    A position is a sum of parts, each a number: a set of places, a node, a heap, a land. `moves` knows what may be
    done in one. `value` is the nim-value; of a strategy and of an outcome 0 where the second player wins, else 1.
    Claims of a strategy are of lost positions.
    """

    moves: MaskMoves | Nodes | Heaps | Sprouts
    strategy: bool
    misere: bool
    state: tuple[int, ...]
    value: int
    claims: tuple[Claim, ...]
    outcome: bool = False

    @property
    def size(self) -> int:
        """How many claims the segments share."""
        return len(self.claims)


class GrowthCertificate(NamedTuple):
    """What a certificate of values that grow says, read and not yet checked. Names as in FORMAT.md."""

    spared: tuple[int, ...]
    period: int
    preperiod: int
    saltus: int
    values: list[int]
    starts: list[tuple[int, int]]

    @property
    def size(self) -> int:
        """How many heaps the segments share."""
        return len(self.values)


class Arithmetic(NamedTuple):
    """What a certificate of values that grow, of a code that leaves three heaps, says. Names as in FORMAT.md."""

    digits: tuple[int, ...]
    period: int
    preperiod: int
    saltus: int
    fold: int
    values: list[int]
    starts: list[tuple[int, int]]

    @property
    def size(self) -> int:
        """How many heaps the segments share."""
        return len(self.values)


class TableCertificate(NamedTuple):
    """What a certificate of a table says, read and not yet checked. Names as in FORMAT.md; `folder` is where it was."""

    moves: Heaps | MaskMoves | Nodes | RiderMoves
    misere: bool
    outcomes: bool
    shape: tuple[int, ...]
    width: int
    mask: tuple[int, int]
    file: str
    digest: str
    folder: str = ""

    @property
    def size(self) -> int:
        """How many entries the segments share."""
        return prod(self.shape)


def _line_of(starts: Sequence[tuple[int, int]], heap: int) -> int:
    low, high = 0, len(starts)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if starts[middle][0] <= heap else (low, middle)
    return starts[low][1]


def _mixed(value: int, total: int, mask: int, twist: int) -> int:
    return ((value & mask).bit_count() + (total & twist)) & 1


# Reading.


def _lines(stream: IO[str], digest: hashlib._Hash) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without remarks; each must be of a bounded length and end with a line feed.

    `digest` has taken in all lines before the one that was given last, remarks too.
    """
    number = 0
    while True:
        line = stream.readline(MOST_LINE + 1)
        number += 1
        if not line:
            return
        if not line.endswith("\n"):
            raise Refused("a line without its end, or too long", number)
        if not (line.isascii() and line[:-1].isprintable()):
            raise Refused("a character that is not printable ASCII", number)
        if not line.startswith("#"):
            yield number, line[:-1]
        digest.update(line.encode("ascii"))


def _numbers(line: int, words: Sequence[str]) -> list[int]:
    for word in words:
        if not NUMBER.fullmatch(word):
            raise Refused(f"expected a number, found '{word[:30]}'", line)
    return [int(word) for word in words]


class _Reader:
    """The lines of a certificate, one to be looked at before it is taken; line 0 stands for the end of the file.

    moves    the SHA-256 of the lines of the moves that were taken; sealed: whether the last line has that of the file
    """

    def __init__(self, stream: IO[str]) -> None:
        self._stream, self._before, self.moves = stream, hashlib.sha256(), hashlib.sha256()
        self._lines = _lines(stream, self._before)
        self.line, self._text, self.words = 0, "", [""]
        self.sealed = False
        self.step()

    def step(self) -> None:
        self.line, self._text = next(self._lines, (0, ""))
        self.words = self._text.split(" ")

    def take(self, keyword: str) -> tuple[int, list[str]]:
        if not self.line:
            raise Refused(f"expected '{keyword}', found the end of the file")
        if self.words[0] != keyword:
            raise Refused(f"expected '{keyword}', found '{self.words[0][:30]}'", self.line)
        taken = self.line, self.words[1:]
        if keyword in MOVES:
            self.moves.update(f"{self._text}\n".encode("ascii"))
        self.step()
        return taken

    def one(self, keyword: str, least: int, most: int) -> tuple[int, int]:
        line, words = self.take(keyword)
        if len(words) != 1:
            raise Refused(f"expected one number after '{keyword}'", line)
        (number,) = _numbers(line, words)
        if not least <= number <= most:
            raise Refused(f"expected a number from {least} to {most} after '{keyword}', found {number}", line)
        return line, number

    def values(self, first: int, stop: int, at: int) -> tuple[list[int], list[tuple[int, int]]]:
        """The values of heaps first..stop - 1, that line `at` announced, and where their lines start."""
        all_values: list[int] = []
        starts: list[tuple[int, int]] = []
        while first + len(all_values) < stop:
            if not self.line:
                raise Refused(f"expected the value of heap {first + len(all_values)}, found the end of the file")
            heap, *values = _numbers(self.line, self.words)
            if heap != first + len(all_values) or not values:
                raise Refused(f"expected the values from heap {first + len(all_values)} on", self.line)
            if max(values) >= VALUES:
                raise Refused(f"expected values below {VALUES}, found {max(values)}", self.line)
            starts.append((heap, self.line))
            all_values += values
            if first + len(all_values) > stop:
                raise Refused(f"expected the values up to heap {stop - 1}, as line {at} says", self.line)
            self.step()
        return all_values, starts

    def word(self, keyword: str, allowed: tuple[str, str]) -> str:
        line, words = self.take(keyword)
        if len(words) != 1 or words[0] not in allowed:
            raise Refused(f"expected '{allowed[0]}' or '{allowed[1]}' after '{keyword}'", line)
        return words[0]

    def end(self) -> None:
        line, words = self.take("end")
        if words:
            raise Refused("expected nothing after 'end'", line)
        if self.words[0] == "sha256":
            self.sealed = True
            if self.words[1:] != [self._before.hexdigest()]:
                raise Refused("not the SHA-256 of the lines before it, so that one of them was changed", self.line)
            if self._stream.read(1):
                raise Refused("expected the end of the file after 'sha256'", self.line + 1)
        elif self.line:
            raise Refused("expected the end of the file after 'end', or 'sha256'", self.line)


def read(stream: IO[str]) -> Claims:
    """Read a certificate; what is not as FORMAT.md says is Refused."""
    return _read(_Reader(stream))


def _read(lines: _Reader) -> Claims:
    line, words = lines.take("grundy-certificate")
    if words != ["1"]:
        raise Refused("expected format 1: another version needs another checker", line)
    line, words = lines.take("kind")
    if words in (["position"], ["strategy"]):
        return _read_game(lines, words[0])
    if words == ["growth"]:
        return _read_growth(lines)
    if words == ["arithmetic"]:
        return _read_arithmetic(lines)
    if words == ["table"]:
        return _read_table(lines)
    if words == ["theorem"]:
        return _read_theorem(lines)
    if words == ["quotient"]:
        return _read_quotient(lines)
    if words == ["symmetry"]:
        return _read_symmetry(lines)
    if words == ["matching"]:
        return _read_matching(lines)
    if words not in (["period"], ["values"]):
        kinds = "'period', 'values', 'growth', 'arithmetic', 'position', 'strategy', 'table', 'theorem', 'quotient'"
        raise Refused(f"expected the kind {kinds}, 'symmetry' or 'matching'", line)
    claims_values = words == ["values"]
    digits, amounts = _moves(lines)
    unequal, period, preperiod = False, 0, 0
    if claims_values:
        unequal = _unequal(lines, digits)
    else:
        _, period = lines.one("period", 1, MOST_HEAP)
        _, preperiod = lines.one("preperiod", 0, MOST_HEAP)
    method, (length, mask, twist, reach) = _method(lines, digits, amounts)
    rare: tuple[int, ...] = ()
    if mask:
        line, words = lines.take("rare")
        rare = tuple(_numbers(line, words))
        if any(a >= b for a, b in pairwise((0, *rare))):
            raise Refused("expected heaps of at least 1 in increasing order", line)
        rare_line = line
    tries: tuple[int, ...] = ()
    if lines.words[0] == "tries":
        line, words = lines.take("tries")
        tries = tuple(_numbers(line, words))
        if not 1 <= len(tries) <= MOST_TRIES or min(tries) < 1 or len(set(tries)) < len(tries):
            raise Refused(f"expected from 1 to {MOST_TRIES} different heaps of at least 1", line)
        if not mask or (method == "window" and max(tries) > reach):
            raise Refused("expected tries with a mask only, and within its reach", line)
    line, size = lines.one("values", 1, MOST_VALUES)
    values, starts = lines.values(0, size, line)
    if mask:
        first = twist & next(take for take, digit in enumerate(digits) if digit > 3)
        _check_rare(rare, [n for n, v in enumerate(values) if n and _mixed(v, n, mask, twist) == first], rare_line)
    states: list[HeapState] = []
    while method == "window" and lines.words[0] == "state":
        line, heap = lines.one("state", 1, MOST_HEAP)
        if heap <= (states[-1].heap if states else size) or heap < length:
            raise Refused("expected states in increasing order, beyond the values", line)
        if (len(states) + 1) * length > MOST_VALUES:
            raise Refused(f"more than {MOST_VALUES} values in states", line)
        digest = _digest(lines) if claims_values else ""
        states.append(HeapState(heap, lines.values(heap - length, heap, line)[0], line, digest))
    lines.end()
    return ParsedCertificate(
        digits, amounts, period, preperiod, method, length, mask, twist, reach, rare, tries, values, starts, states,
        unequal,
    )  # fmt: skip


def _read_growth(lines: _Reader) -> GrowthCertificate:
    line, words = lines.take("all-but")
    spared = tuple(_numbers(line, words))
    if any(a >= b for a, b in pairwise((0, *spared))) or max(spared, default=0) > MOST_TAKEN:
        raise Refused(f"expected numbers from 1 to {MOST_TAKEN} in increasing order", line)
    _, period = lines.one("period", 1, MOST_HEAP)
    _, preperiod = lines.one("preperiod", 0, MOST_HEAP)
    _, saltus = lines.one("saltus", 1, MOST_HEAP)
    line, size = lines.one("values", 1, MOST_VALUES)
    values, starts = lines.values(0, size, line)
    lines.end()
    return GrowthCertificate(spared, period, preperiod, saltus, values, starts)


def _read_arithmetic(lines: _Reader) -> Arithmetic:
    line, words = lines.take("digits")
    digits = tuple(_numbers(line, words))
    if not 1 <= len(digits) <= MOST_TAKEN + 1 or max(digits) > 15 or digits[0] % 4 or not digits[-1]:
        raise Refused("expected digits below 16, the first a multiple of 4, the last not 0", line)
    if max(digits) < 8:
        raise Refused("expected a move that leaves three heaps", line)
    _, period = lines.one("period", 1, MOST_OF_THREE)
    _, preperiod = lines.one("preperiod", 0, MOST_OF_THREE)
    _, saltus = lines.one("saltus", 1, VALUES_OF_THREE)
    line, fold = lines.one("fold", 1, MOST_FOLD)
    if fold & (fold - 1):
        raise Refused("expected a power of 2 after 'fold'", line)
    line, size = lines.one("values", 1, MOST_OF_THREE)
    values, starts = lines.values(0, size, line)
    if max(values) >= VALUES_OF_THREE:
        worst = next(n for n, value in enumerate(values) if value >= VALUES_OF_THREE)
        raise Refused(f"expected values below {VALUES_OF_THREE}, found {values[worst]}", _line_of(starts, worst))
    lines.end()
    return Arithmetic(digits, period, preperiod, saltus, fold, values, starts)


def _read_game(lines: _Reader, kind: str) -> GameCertificate:
    strategy, misere = kind == "strategy", False
    if strategy:
        misere = lines.word("play", ("normal", "misere")) == "misere"
    moves: MaskMoves | Nodes | Heaps | Sprouts
    match lines.words[0]:
        case "places":
            moves = _read_masks(lines)
        case "nodes":
            moves = _read_nodes(lines)
        case "sprouts":
            line, words = lines.take("sprouts")
            if words:
                raise Refused("expected nothing after 'sprouts'", line)
            moves = Sprouts()
        case _:
            moves = Heaps(*_moves(lines))
    line, words = lines.take("position")
    state = moves.state(line, words)
    outcome = not strategy and isinstance(moves, Sprouts) and lines.words[0] == "wins"
    if strategy or outcome:
        value = ("second", "first").index(lines.word("wins", ("first", "second")))
    else:
        _, value = lines.one("value", 0, VALUES - 1)
    _, count = lines.one("lost", 0, MOST_LOST) if strategy else lines.one("claims", 0, MOST_CLAIMS)
    claims: list[Claim] = []
    for _ in range(count):
        line, words = lines.take("set")
        claimed_value = 0
        if not strategy:
            if len(words) != 2:
                raise Refused("expected a set and its value after 'set'", line)
            (claimed_value,) = _numbers(line, words[1:])
            if claimed_value >= VALUES:
                raise Refused(f"expected a value below {VALUES}, found {claimed_value}", line)
            words = words[:1]
        claims.append(Claim(moves.state(line, words), claimed_value, line))
    lines.end()
    return GameCertificate(moves, strategy, misere, state, value, tuple(claims), outcome)


def _read_table(lines: _Reader) -> TableCertificate:
    misere = lines.word("play", ("normal", "misere")) == "misere"
    outcomes = lines.word("holds", ("values", "outcomes")) == "outcomes"
    if misere and not outcomes:
        raise Refused("expected outcomes in misere play", lines.line)
    moves: Heaps | MaskMoves | Nodes | RiderMoves
    match lines.words[0]:
        case "places":
            moves = _read_masks(lines)
        case "nodes":
            moves = _read_nodes(lines)
        case "riders":
            line, words = lines.take("riders")
            numbers = _numbers(line, words)
            vectors = tuple(zip(numbers[::2], numbers[1::2], strict=False))
            if len(numbers) != 2 * len(vectors) or not 1 <= len(vectors) <= MOST_RIDERS or (0, 0) in vectors:
                raise Refused(f"expected from 1 to {MOST_RIDERS} pairs of numbers, none 0 0", line)
            moves = RiderMoves(vectors)
        case _:
            moves = Heaps(*_moves(lines))
    splits = isinstance(moves, Heaps) and max(moves.digits, default=0) > 3
    if outcomes and (splits or (isinstance(moves, Nodes) and moves.most > 1)):
        raise Refused("expected values, for of two parts together the outcomes of each do not say who wins", lines.line)
    mask, twist = 0, 0
    if lines.words[0] == "mask":
        line, words = lines.take("mask")
        if len(words) != 2 or not splits or not isinstance(moves, Heaps):
            raise Refused("expected a mask and a twist, for heaps that are split", line)
        mask, twist = _numbers(line, words)
        _check_mask(moves.digits, mask, twist, line)
    line, words = lines.take("shape")
    shape = tuple(_numbers(line, words))
    sides = 2 if isinstance(moves, RiderMoves) else len(shape) if isinstance(moves, Nodes) else 1
    if not 1 <= len(shape) == sides <= 4 or not 1 <= prod(shape) <= MOST_ENTRIES:
        raise Refused(f"expected the sides of a table of at most {MOST_ENTRIES} entries", line)
    if prod(shape) > (
        1 << moves.places if isinstance(moves, MaskMoves) else moves.size if isinstance(moves, Nodes) else MOST_ENTRIES
    ):
        raise Refused("expected no more entries than there are sets of places, or nodes", line)
    line, width = lines.one("bytes", 1, 4)
    if width not in TYPES or (outcomes and width > 1):
        raise Refused("expected 1, 2 or 4 bytes an entry, 1 for outcomes", line)
    name_and_digest = []
    for word, form in (("file", FILE), ("sha256", DIGEST)):
        line, words = lines.take(word)
        if len(words) != 1 or not form.fullmatch(words[0]):
            raise Refused(f"expected {'a file name' if form is FILE else '64 digits 0-9a-f'} after '{word}'", line)
        name_and_digest.append(words[0])
    lines.end()
    return TableCertificate(moves, misere, outcomes, shape, width, (mask, twist), *name_and_digest)


def _check_mask(digits: Sequence[int], mask: int, twist: int, line: int) -> None:
    splits = [take for take, digit in enumerate(digits) if digit > 3]
    if not 1 <= mask < VALUES or twist > 1 or max(digits) > 7 or (twist and len({take % 2 for take in splits}) > 1):
        raise Refused(f"expected a mask from 1 to below {VALUES} and a twist that fits the digits", line)


def _read_masks(lines: _Reader) -> MaskMoves:
    _, places = lines.one("places", 1, MOST_PLACES)
    squares: tuple[tuple[int, int], ...] = ()
    if lines.words[0] == "squares":
        line, words = lines.take("squares")
        numbers = _numbers(line, words)
        squares = tuple(zip(numbers[::2], numbers[1::2], strict=False))
        if len(numbers) != 2 * places or len(set(squares)) < places or max(numbers) >= MOST_PLACES:
            raise Refused(f"expected {places} different squares, row and column of each below {MOST_PLACES}", line)
    moves: list[MaskMove] = []
    line, count = lines.one("moves", 0, MOST_MOVES)
    for _ in range(count):
        line, words = lines.take("move")
        move = MaskMove(*_sets(line, words, 4, places))
        if move.need & move.off:
            raise Refused("expected a move that is possible: it needs a place that must be off", line)
        # its highest place that changes must go from on to off, whatever the others are: then play ends
        if (move.need & (move.clear ^ move.flip)).bit_length() <= (move.flip & ~move.need).bit_length():
            raise Refused("expected a move that always leads to a smaller number", line)
        moves.append(move)
    if len(set(moves)) < count:
        raise Refused("expected each move once", line)
    return MaskMoves(places, squares, moves)


def _read_nodes(lines: _Reader) -> Nodes:
    """Nodes with what a move leads to: nodes before it, so that play ends."""
    _, count = lines.one("nodes", 0, MOST_NODES)
    alone = [(node,) for node in range(count)]  # options that are one node: kept once
    most = 0
    after: list[list[tuple[int, ...]]] = []
    options = 0
    while lines.words[0] == "node":
        line, words = lines.take("node")
        (node,) = _numbers(line, words[:1]) or (-1,)
        if node not in (len(after), len(after) - 1) or not 0 <= node < count:
            raise Refused(f"expected 'node {len(after)}'", line)
        if node == len(after):
            after.append([])
        options += len(words) - 1
        if options > MOST_OPTIONS:
            raise Refused(f"more than {MOST_OPTIONS} options", line)
        for word in words[1:]:
            parts = _numbers(line, word.split("+")) if word != "-" else []
            if max(parts, default=-1) >= node:
                raise Refused(f"expected options of node {node} among the nodes before it, found '{word[:30]}'", line)
            if any(a > b for a, b in pairwise(parts)) or len(parts) > MOST_PARTS:
                raise Refused(f"expected nodes in increasing order, found '{word[:30]}'", line)
            most = max(most, len(parts))
            after[node].append(alone[parts[0]] if len(parts) == 1 else tuple(parts))
    if len(after) < count:
        raise Refused(f"expected 'node {len(after)}'", lines.line)
    return Nodes([tuple(node_options) for node_options in after], most)


def _sets(line: int, words: Sequence[str], count: int, places: int) -> list[int]:
    """Sets of places as hexadecimal numbers."""
    if len(words) != count:
        raise Refused(f"expected {count} sets, found {len(words)}", line)
    for word in words:
        if not SET.fullmatch(word) or int(word, 16) >> places:
            raise Refused(f"expected a set of the {places} places, found '{word[:30]}'", line)
    return [int(word, 16) for word in words]


def _parts(line: int, words: Sequence[str], most: int) -> tuple[int, ...]:
    """Nodes or heaps side by side."""
    parts = _numbers(line, words)
    if len(parts) > MOST_PARTS or any(a > b for a, b in pairwise(parts)) or max(parts, default=most) > most:
        raise Refused(f"expected at most {MOST_PARTS} numbers up to {most}, none smaller than one before it", line)
    return tuple(parts)


def _check_rare(listed: tuple[int, ...], rare: list[int], line: int) -> None:
    if list(listed) != rare:
        heap = min(set(listed) ^ set(rare))
        told = "is rare by its value, and not listed" if heap in rare else "is listed, and not rare by its value"
        raise Refused(f"heap {heap} {told}", line)


def _moves(lines: _Reader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    if lines.words[0] == "amounts":
        line, words = lines.take("amounts")
        numbers = tuple(_numbers(line, words))
        if not numbers or numbers[0] < 1 or numbers[-1] > MOST_VALUES or any(a >= b for a, b in pairwise(numbers)):
            raise Refused(f"expected amounts from 1 to {MOST_VALUES} in increasing order", line)
        return (), numbers
    line, words = lines.take("digits")
    numbers = tuple(_numbers(line, words))
    if not 1 <= len(numbers) <= MOST_TAKEN + 1:
        raise Refused(f"expected from 1 to {MOST_TAKEN + 1} digits", line)
    if max(numbers) > 63 or numbers[0] % 4 or (len(numbers) > 1 and not numbers[-1]):
        raise Refused("expected digits below 64, the first a multiple of 4, the last not 0", line)
    return numbers, ()


def _unequal(lines: _Reader, digits: tuple[int, ...]) -> bool:
    """Whether two heaps that a move leaves must differ in size."""
    if lines.words[0] != "unequal":
        return False
    line, words = lines.take("unequal")
    if words:
        raise Refused("expected nothing after 'unequal'", line)
    if not 4 <= max(digits, default=0) < 8:
        raise Refused("expected digits below 8, with splits, where heaps are to differ", line)
    return True


def _digest(lines: _Reader) -> str:
    """The SHA-256 of the values from one state to the next."""
    line, words = lines.take("digest")
    if len(words) != 1 or not DIGEST.fullmatch(words[0]):
        raise Refused("expected 64 digits 0-9a-f after 'digest'", line)
    return words[0]


def _method(lines: _Reader, digits: tuple[int, ...], amounts: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """The method and its numbers: L, M, T, A."""
    line, words = lines.take("method")
    given = _numbers(line, words[1:])
    match words[0] if words else "", given:
        case "pairs", []:
            return "pairs", (0, 0, 0, 0)
        case "mask", [mask, twist]:
            length, reach = 0, 0
        case "window", [length, mask, twist, reach]:
            pass
        case _:
            raise Refused("expected 'pairs', 'mask' with two numbers or 'window' with four", line)
    if max(digits, default=3 if words[0] == "window" else 8) > 7:
        raise Refused("expected digits below 8, or amounts with a window", line)
    if mask >= VALUES or twist > 1 or length > MOST_VALUES or reach > MOST_VALUES:
        raise Refused(f"expected a mask below {VALUES}, a twist of 0 or 1, and lengths up to {MOST_VALUES}", line)
    splits = [take for take, digit in enumerate(digits) if digit > 3]
    if (splits or words[0] == "mask") and not (splits and mask and (reach or words[0] == "mask")):
        raise Refused("expected splits, and a mask and a reach of at least 1", line)
    if not splits and (mask or twist or reach):
        raise Refused("expected no mask, twist or reach, for there are no splits", line)
    if twist and len({take % 2 for take in splits}) > 1:
        raise Refused("expected splits that take all even or all odd numbers, for there is a twist", line)
    return words[0], (length, mask, twist, reach)


# What is claimed of the values and states as listed.


def _primes(number: int) -> Iterator[int]:
    """The primes that divide a number; at most sqrt(10^15) steps."""
    q = 2
    while q * q <= number:
        if number % q == 0:
            yield q
            while number % q == 0:
                number //= q
        q += 1 if q == 2 else 2
    if number > 1:
        yield number


def _check_repetition(c: ParsedCertificate) -> None:
    """The octal periodicity theorem: steps 2 to 5 of the methods pairs and mask."""
    g, p, e, size = c.values, c.period, c.preperiod, len(c.values)
    needed = c.parts * max(e, 1) + c.parts * p + c.longest
    if size < needed:
        raise Refused(f"a period of {p} from {e} on needs the values of {needed} heaps, found {size}")
    if g[e : size - p] != g[e + p :]:
        n = next(n for n in range(e, size - p) if g[n] != g[n + p])
        raise Refused(f"the values of heaps {n} and {n + p} differ", c.line_of(n + p))
    if e and g[e - 1] == g[e - 1 + p]:
        raise Refused(f"the pre-period {e} is not the least: heaps {e - 1} and {e - 1 + p} have equal values")
    window = g[e : e + p]
    for q in _primes(p):
        part = p // q
        if window[part:] == window[: p - part]:
            raise Refused(f"the period {p} is not the least: {part} is one")


def _check_length(c: ParsedCertificate) -> None:
    """Step 2 of the method window: a window has all that decides a step, and no step has a pair of equal heaps."""
    length, size, furthest = c.length, len(c.values), max((c.reach, *c.rare[-1:]))
    needed = c.longest + furthest + 1
    if not needed <= length <= size:
        raise Refused(f"a window of {length} heaps, expected from {needed} to {size}, as many as values are listed")
    if c.unequal and size < needed + furthest:
        raise Refused(f"heaps are to differ, so that {needed + furthest} values are to be listed, found {size}")


def _check_return(c: ParsedCertificate) -> None:
    """A window comes again: steps 2, 4 and 5 of the method window."""
    p, e, length, size = c.period, c.preperiod, c.length, len(c.values)
    _check_length(c)
    start = e - 1 + length
    if start < size:  # and so it is where e is 0
        raise Refused(f"a window of {length} heaps from pre-period {e} on must not end before the {size} values do")
    if c.twist and p % 2:
        raise Refused(f"a period of {p} with a twist: expected an even one")
    states = {state.heap: state for state in c.states}
    states.setdefault(size, HeapState(size, c.values[size - length :], 0))
    if start not in states or start + p != c.size:
        raise Refused(f"expected the states {start} and {start + p}, the second as the last")
    once, again = states[start].values, states[start + p].values
    if once[0] == again[0]:
        raise Refused(f"the pre-period {e} is not the least: heaps {e - 1} and {e - 1 + p} have equal values")
    if once[1:] != again[1:]:
        n = next(n for n in range(1, length) if once[n] != again[n]) + e - 1
        raise Refused(f"the values of heaps {n} and {n + p} differ", states[start + p].line)
    for q in _primes(p):
        other = states.get(start + p // q)
        if other is None:
            raise Refused(f"expected the state {start + p // q}, to show that {p // q} is no period")
        if other.values[1:] == once[1:]:
            raise Refused(f"the period {p} is not the least: {p // q} is one", other.line)


# Each value is the mex of the values of the options: all heaps at once, a bit of a large integer for each.


def _wrong_by_bits(c: ParsedCertificate, low: int, high: int) -> int | None:
    """The least heap of low..high - 1 that is not the mex of its options' values, or None; digits below 8 or amounts.

    place[v] has the bits of the heaps >= 1 with value v. Moved by s bits they are the heaps from which taking s leaves
    value v; moved by a + t, and for value v XOR G(a), those from which a split with a part a gives v.
    """
    g = c.values
    unsplit, split = c.taking(1), c.taking(2)
    place = _places(g[:high])
    evens = int(b"01" * (high // 2 + 1), 2)  # bit n for even n
    worst = high
    above = (1 << (high - low)) - 1  # the heaps whose value is v or more
    v = 0
    while above:
        here = place.get(v, 0) >> low | (1 if low == 0 and g[0] == v else 0)
        above &= ~here
        left = 0  # heaps from which a move leaves v; and the totals that rare heaps split into v
        for take in unsplit:
            left |= _moved(place.get(v, 0), take - low)
        if v == 0:
            for take in c.taking(0):
                left |= _moved(1, take - low)
        totals = 0
        for a in c.rare:
            other = place.get(v ^ g[a])  # of the heaps below `high`
            if other:
                totals |= (_others(other, a) if c.unequal else other) << a
        for take in split:
            left |= _moved(totals, take - low)
        own = here & left
        if split:
            hidden = here  # heaps for which this value is not mixed: any pair may give it
            for odd in (0, 1):
                if c.mixed(v, split[0] + odd):
                    hidden &= ~_moved(evens, odd - low)
            for n in _bits(hidden & ~own):
                if low + n >= worst:
                    break
                if any(_splits(g, low + n - take, v, c.unequal) for take in split):
                    own |= 1 << n
        missing = above & ~left
        if missing and split:
            missing = _search(c, place, v, missing, low, worst)
        wrong = own | missing
        if wrong:
            worst = min(worst, low + (wrong & -wrong).bit_length() - 1)
            above &= (1 << (worst - low)) - 1
        v += 1
    return worst if worst < high else None


def _search(c: ParsedCertificate, place: dict[int, int], v: int, missing: int, low: int, worst: int) -> int:
    """Those of the heaps `missing` from which no split gives v; all below `worst`."""
    g, split = c.values, c.taking(2)
    for count, a in enumerate(chain(c.tries, range(1, 2_000))):
        other = place.get(v ^ g[a], 0) if a < len(g) else 0
        if c.unequal:
            other = _others(other, a)
        if other:
            for take in split:
                missing &= ~_moved(other, a + take - low)
            if not missing or (count % 4 == 3 and missing.bit_count() < 200):
                break
    wrong = 0
    for n in _bits(missing):
        if not any(_splits(g, low + n - take, v, c.unequal) for take in split):
            wrong |= 1 << n
            break  # the least is enough
    return wrong


def _places(values: Sequence[int]) -> dict[int, int]:
    """For each value the heaps >= 1 that have it, as bits."""
    heaps: dict[int, list[int]] = {}
    for n, value in enumerate(values):
        heaps.setdefault(value, []).append(n)
    by_value: dict[int, int] = {}
    size = len(values)
    for value, those in heaps.items():
        row = bytearray(b"0") * size
        for n in those:
            row[size - 1 - n] = 49  # "1"
        by_value[value] = int(row, 2) & ~1
    return by_value


def _others(heaps: int, a: int) -> int:
    """Heaps, as bits, without heap a."""
    return heaps & ~(1 << a) if heaps >> a & 1 else heaps


def _moved(bits: int, places: int) -> int:
    return bits << places if places >= 0 else bits >> -places


def _bits(bits: int) -> Iterator[int]:
    """The places of the ones, in increasing order."""
    text = f"{bits:b}"[::-1]
    place = text.find("1")
    while place >= 0:
        yield place
        place = text.find("1", place + 1)


def _splits(g: Sequence[int], total: int, value: int, unequal: bool) -> bool:
    """Whether two heaps of so many counters in all have that XOR; near the ends first."""
    low, half, step = 1, (total - unequal) // 2, 256
    while low <= half:
        high = min(half, low + step - 1)
        if value in map(xor, g[low : high + 1], reversed(g[total - high : total - low + 1])):
            return True
        low, step = high + 1, step * 16
    return False


# The same heap by heap, by all options.


def _by_amounts(g: Sequence[int], amounts: tuple[int, ...]) -> Callable[[int], set[int]]:
    return lambda n: {g[n - s] for s in amounts if s <= n}


def _by_digits(
    g: Sequence[int], digits: tuple[int, ...], parts: int, unequal: bool = False
) -> Callable[[int], set[int]]:
    """The values of the options of a heap; those of several heaps are kept by their counters in all."""
    memo: list[dict[int, set[int]]] = [{} for _ in range(parts + 1)]

    def sums(heaps: int, total: int) -> set[int]:
        """The values of `heaps` non-empty heaps with `total` counters; `heaps` is at most 5."""
        if heaps == 0:
            return {0} if total == 0 else set()
        if heaps == 1:
            return {g[total]} if total else set()
        values = memo[heaps].get(total)
        if values is None:
            if heaps == 2:
                half = (total - unequal) // 2
                values = set(map(xor, g[1 : half + 1], reversed(g[total - half : total])))
            else:
                smaller = ((g[a], sums(heaps - 1, total - a)) for a in range(1, total))
                values = {value ^ other for value, others in smaller for other in others}
            memo[heaps][total] = values
        return values

    def options(n: int) -> set[int]:
        values: set[int] = set()
        for take, digit in enumerate(digits[: n + 1]):
            for heaps in range(digit.bit_length()):
                if digit >> heaps & 1:
                    values |= sums(heaps, n - take)
        if parts == 2:
            memo[2].pop(n - len(digits) + 1, None)
        return values

    return options


def _check_values(c: ParsedCertificate, first: int, stop: int) -> None:
    """Step 1: the values of heaps first..stop - 1."""
    g, parts = c.values, c.parts
    heaps: Iterable[int] = range(first, stop)
    if c.method != "pairs" or parts == 1:
        wrong = _wrong_by_bits(c, first, stop) if first < stop else None
        heaps = () if wrong is None else (wrong,)
    options = _by_amounts(g, c.amounts) if c.amounts else _by_digits(g, c.digits, parts, c.unequal)
    for n in heaps:
        option_values, value = options(n), g[n]
        if value in option_values:
            raise Refused(f"heap {n}: a move leaves its own value {value}", c.line_of(n))
        if len(option_values) < value or not option_values.issuperset(range(value)):
            smaller = next(v for v in range(value) if v not in option_values)
            raise Refused(f"heap {n}: no move leaves the smaller value {smaller}", c.line_of(n))


# From one state to the next.


def _check_stretch(c: ParsedCertificate, before: HeapState, after: HeapState) -> None:
    """Step 3 of the method window: good steps lead from one state to the next."""
    unsplit, split, fixed = c.taking(1), c.taking(2), c.values
    lags = [(take, 0) for take in unsplit] + [(take + r, fixed[r]) for r in c.rare for take in split]
    shown = [(take + a, fixed[a]) for a in chain(c.tries, range(1, c.reach + 1)) for take in split]
    block = 1 << c.mask.bit_length()
    most = min(VALUES, (2 * (len(lags) + 1) // block + 2) * block)  # half of each block of numbers is mixed
    some = split[0] if split else 0
    mixed: list[list[int]] = []  # for even n and for odd n
    unmixed: list[list[int]] = []
    for odd in (0, 1):
        yes = [v for v in range(most) if not split or c.mixed(v, odd + some)]
        mixed.append(yes)
        unmixed.append(sorted(set(range(most)).difference(yes)))
    unmixed_below: dict[tuple[int, int], frozenset[int]] = {}
    g, at = list(before.values), len(before.values)
    digest, taken = hashlib.sha256(), at  # of the values that were found, up to place `taken` of g
    for n in range(before.heap, after.heap):
        option_values = {g[at - lag] ^ value for lag, value in lags}
        odd = n & 1
        value = next((v for v in mixed[odd] if v not in option_values), VALUES)
        if value >= VALUES:
            raise Refused(f"heap {n}: no value below {VALUES} is left for it", after.line)
        below = unmixed_below.get((odd, value))
        if below is None:
            below = unmixed_below[odd, value] = frozenset(v for v in unmixed[odd] if v < value)
        missing = below - option_values
        if missing:
            rest = set(missing)
            for lag, other in shown:
                rest.discard(g[at - lag] ^ other)
                if not rest:
                    break
            else:
                raise Refused(f"heap {n}: no pair within reach shows the smaller value {min(rest)}", after.line)
        g.append(value)
        at += 1
        if at > 2 * c.length + 100_000:
            digest.update(_bytes(g[taken:]))
            del g[: at - c.length]
            at = taken = c.length
    digest.update(_bytes(g[taken:]))
    if g[at - c.length :] != after.values:
        n = next(n for n in range(c.length) if g[at - c.length + n] != after.values[n])
        found_value, listed = g[at - c.length + n], after.values[n]
        n += after.heap - c.length
        raise Refused(f"heap {n}: its value is {found_value}, the state {after.heap} says {listed}", after.line)
    if after.digest and after.digest != digest.hexdigest():
        told = f"the values of heaps {before.heap} to {after.heap - 1} have the SHA-256 {digest.hexdigest()}"
        raise Refused(f"{told}, not the one that is listed", after.line)


def _bytes(values: Sequence[int]) -> bytes:
    """Values as a digest takes them in: four bytes each, the lowest first."""
    return b"".join(value.to_bytes(4, "little") for value in values)


# Values that grow: any number may be taken but a few.


def _check_growth(c: GrowthCertificate, first: int, stop: int) -> None:
    g, p, e, s, size = c.values, c.period, c.preperiod, c.saltus, len(c.values)
    reach = max(c.spared, default=0)
    near_by = [take for take in range(1, reach + 1) if take not in set(c.spared)]
    if size < e + 2 * p or size < p + reach:
        raise Refused(
            f"a period of {p} from {e} on needs the values of {max(e + 2 * p, p + reach)} heaps, found {size}"
        )
    for n in range(e, size - p):
        if g[n + p] != g[n] + s:
            raise Refused(f"the values of heaps {n} and {n + p} do not differ by {s}", _line_of(c.starts, n + p))
    if e and g[e - 1 + p] == g[e - 1] + s:
        raise Refused(f"the pre-period {e} is not the least: heaps {e - 1} and {e - 1 + p} differ by {s}")
    for q in _primes(p):
        if s % q == 0 and all(g[n + p // q] == g[n] + s // q for n in range(e, e + p)):
            raise Refused(f"the period {p} is not the least: {p // q} is one")
    below: set[int] = set()  # the values of the heaps that may be left whatever is spared: up to n - reach - 1
    least = 0  # that is not among them
    states = []
    for n in range(size + 1):
        if n > reach:
            below.add(g[n - reach - 1])
        while least in below:
            least += 1
        if n in (size - p, size):
            states.append((sorted(v - least for v in below if v > least), [v - least for v in g[n - reach : n]], least))
        if first <= n < stop:
            near = {g[n - take] for take in near_by if take <= n}
            if g[n] in below or g[n] in near or not all(v in below or v in near for v in range(least, g[n])):
                raise Refused(f"heap {n}: {g[n]} is not the least number that no option has", _line_of(c.starts, n))
    if states[0][:2] != states[1][:2] or states[1][2] - states[0][2] != s:
        raise Refused(f"what heap {size} depends on is not what heap {size - p} depends on, {s} higher")


# Values that grow where a move leaves three heaps.


def _check_arithmetic(c: Arithmetic, first: int, stop: int) -> None:
    g, p, e, s, size = c.values, c.period, c.preperiod, c.saltus, len(c.values)
    start, least = max(e, 1), max(e, 1) + 2 * p * c.fold
    needed = max(least, 3 * start - 2 + len(c.digits) - 1)
    if size < needed:
        raise Refused(f"a period of {p} from {e} on, {c.fold} times, needs the values of {needed} heaps, found {size}")
    for n in range(e, size - p):
        if g[n + p] != g[n] + s:
            raise Refused(f"the values of heaps {n} and {n + p} do not differ by {s}", _line_of(c.starts, n + p))
    if e and g[e - 1 + p] == g[e - 1] + s:
        raise Refused(f"the pre-period {e} is not the least: heaps {e - 1} and {e - 1 + p} differ by {s}")
    for q in _primes(p):
        if s % q == 0 and all(g[n + p // q] == g[n] + s // q for n in range(e, e + p)):
            raise Refused(f"the period {p} is not the least: {p // q} is one")
    level = _Kinds(c).level()
    n = next((n for n in range(size - p * c.fold, size) if g[n] // _Kinds.unit_of(c) < level), size)
    if n < size:
        raise Refused(f"the values are too few: that of heap {n} is below {level * _Kinds.unit_of(c)}")
    _check_three(c, first, stop)


def _check_three(c: Arithmetic, first: int, stop: int) -> None:
    """Step 1: the values of heaps first..stop - 1. Sets of values are bits."""
    g = c.values
    places = [_without_bit(bit) for bit in range(VALUES_OF_THREE.bit_length() - 1)]
    two: list[int] = []
    three: dict[int, int] = {}

    def seen(heaps: int, total: int) -> int:
        if heaps < 2 or not total:
            return 1 << g[total] if heaps and total else int(heaps == total == 0)
        for m in range(len(two), total + 1):
            two.append(sum(1 << v for v in set(map(xor, g[1 : m // 2 + 1], reversed(g[m - m // 2 : m])))))
        if heaps == 2:
            return two[total]
        if total not in three:
            sums = 0
            for a in range(1, total // 3 + 1):  # the smallest of the three
                bits = two[total - a]
                for bit in _bits(g[a]):
                    bits = (bits & places[bit]) << (1 << bit) | bits >> (1 << bit) & places[bit]
                sums |= bits
            three[total] = sums
        return three[total]

    for n in range(first, stop):
        option_values = 0
        for take, digit in enumerate(c.digits[: n + 1]):
            for heaps in _bits(digit):
                option_values |= seen(heaps, n - take)
        if option_values >> g[n] & 1:
            raise Refused(f"heap {n}: a move leaves its own value {g[n]}", _line_of(c.starts, n))
        missing = ~option_values & ((1 << g[n]) - 1)
        if missing:
            smaller = (missing & -missing).bit_length() - 1
            raise Refused(f"heap {n}: no move leaves the smaller value {smaller}", _line_of(c.starts, n))


def _without_bit(bit: int) -> int:
    """The numbers below VALUES_OF_THREE without this bit, as bits."""
    return ((1 << VALUES_OF_THREE) - 1) // ((1 << (2 << bit)) - 1) * ((1 << (1 << bit)) - 1)


class _Kinds:
    """Step 4: of what kinds heaps are, and what sums of them there are. Names as in FORMAT.md.

    A kind is (n mod P, hi - S (n div P) + base, lo). `sums`: by (n mod P, lo) the second numbers of sums, as bits.
    """

    def __init__(self, c: Arithmetic) -> None:
        self.c, self.p, self.unit = c, c.period * c.fold, self.unit_of(c)
        self.s = c.saltus * c.fold // self.unit
        g, self.start = c.values, max(c.preperiod, 1)
        raw = [g[n] // self.unit - self.s * (n // self.p) for n in range(self.start + self.p)]
        self.base = max(0, -min(raw[1:]))
        self.spread = max(0, *raw[1:]) + self.base
        self.kinds = [(n % self.p, f + self.base, g[n] % self.unit) for n, f in enumerate(raw)]
        self.hi = [value // self.unit for value in g[: self.start + self.p]]
        self.late = range(self.start, self.start + self.p)
        self.h = max([self.hi[n] for n in self.late] + [self.hi[n] + 1 for n in range(1, self.start)])
        length = len(c.digits) - 1
        wide = self.spread + self.s * (2 + length // self.p) + 64
        each = self.p * self.unit * self.s * (self.p + self.start + length)
        if wide * (self.h + self.s + 3) * each > MOST_WORK:
            raise Refused(f"more work than {MOST_WORK} in the measure of FORMAT.md")
        self.takes = [[take for take, digit in enumerate(c.digits) if digit >> heaps & 1] for heaps in range(4)]
        self.zero = self.spread + (self.s * ((length + self.p - 1) // self.p) if length else 0)

    @staticmethod
    def unit_of(c: Arithmetic) -> int:
        """M, the largest power of 2 that divides T."""
        return (c.saltus & -c.saltus) * c.fold

    def level(self) -> int:
        """The level from which on no option has the value of its heap, and each smaller value is that of an option."""
        late, nothing = [self.kinds[n] for n in self.late], {(0, 0): 1}
        single = self.beside(nothing, late)
        self.check_none_equal(single, list({*late, *self.kinds[1 : self.start]}))
        like = [[self.kinds[n] for n in self.late if self.hi[n] % self.s == rest] for rest in range(self.s)]
        alike = [self.beside(self.beside(nothing, some), some) for some in like]
        middle = [self.beside(two, late) for two in alike]
        r = {n: max(0, 2 * self.h - self.largest(n, [self.left(two, 3, n) for two in middle], None)) for n in self.late}
        needed = 0
        for w in range(self.h):
            low = [self.beside(two, self.at(w)) for two in alike]
            for n in self.late:
                some = [self.left(two, 3, n) for two in low]
                if not w:  # two heaps alone; both are counted from the same place
                    up = self.place(3, n) - self.place(2, n)
                    for differences, two in zip(some, alike, strict=True):
                        for lo, bits in enumerate(self.left(two, 2, n)):
                            differences[lo] |= bits << up
                needed = max(needed, 2 * self.h + w - self.largest(n, some, w))
        return max(needed, self.check_top(r, single))

    def check_none_equal(self, single: Sums, every: list[tuple[int, int, int]]) -> None:
        """No option has the value of its heap."""
        two = self.beside(single, every)
        three = self.beside(two, every)
        for n in self.late:
            own = self.kinds[n][2]
            equal = self.left(single, 1, n)[own] >> self.place(1, n) & 1
            for heaps, some in ((2, two), (3, three)):
                bits = self.left(some, heaps, n)[own] >> self.place(heaps, n)
                equal |= bits & ((4 << 2 * bits.bit_length()) - 1) // 3 > 0  # one of the d is even
            if equal:
                raise Refused(f"a heap of the kind of {n} may have an option of its own value")

    def check_top(self, r: dict[int, int], single: Sums) -> int:
        """The level from which on the values q - delta, delta at most r, are reached; delta = 0 stands at `place` + r.

        By 2u - d = delta; or, for the rests modulo S that no power of 2 leaves, by the lowest bit of q - delta.
        """
        reached = {n: [0] * self.unit for n in self.late}
        beside_none = self.beside(single, self.at(0))
        for n in self.late:
            for heaps, sums in ((1, single), (2, beside_none)):
                for lo, bits in enumerate(self.left(sums, heaps, n)):
                    reached[n][lo] |= bits << self.place(3, n) - self.place(heaps, n) + r[n]
        most = 3 * (self.spread + self.s) + self.zero
        for u in range(self.h + self.s):
            same = self.beside(self.beside({(0, 0): 1}, self.at(u)), self.at(u))
            same = self.beside(same, [self.kinds[n] for n in self.late])
            for n in self.late:
                last = (most + r[n]) // 2 if u >= self.h else u  # from h on heaps of level u + s are of the same kinds
                for lo, bits in enumerate(self.left(same, 3, n)):
                    for more in range(u, last + 1, self.s):
                        reached[n][lo] |= bits << r[n] >> 2 * more
        missing: dict[int, list[int]] = {}
        for n in self.late:
            wanted = [((2 << r[n]) - 1 >> (lo >= self.kinds[n][2])) << self.place(3, n) for lo in range(self.unit)]
            lost = [want & ~bits for want, bits in zip(wanted, reached[n], strict=True)]
            if any(lost):
                missing[n] = lost
        powers: list[int] = []  # the levels 1, 2, 4, ...; from h on those of level u + s are of the same kinds
        u = 1
        while missing and u not in powers:
            powers.append(u)
            u = 2 * u if 2 * u < self.h else self.h + (2 * u - self.h) % self.s
        by_power = [self.beside(beside_none, self.at(u)) for u in powers]
        for n, lost in missing.items():
            alike = [any((self.hi[n] - delta - u) % self.s == 0 for u in powers) for delta in range(r[n], -1, -1)]
            no_lowest = sum(1 << i for i, power in enumerate(alike) if power)
            for sums in by_power:
                for lo, bits in enumerate(self.left(sums, 3, n)):
                    if lost[lo] & ~(bits << r[n]) or lost[lo] >> self.place(3, n) & no_lowest:
                        raise Refused(f"a heap of the kind of {n}: not every smaller value near its own is reached")
        return max(r[n] + (2 * self.h + 1 if n in missing else self.h) for n in self.late)

    def at(self, u: int) -> list[tuple[int, int, int]]:
        """The kinds of the heaps of level u."""
        late = [n for n in self.late if self.hi[n] <= u and (u - self.hi[n]) % self.s == 0]
        return list({self.kinds[n] for n in [*late, *(n for n in range(1, self.start) if self.hi[n] == u)]})

    def beside(self, sums: Sums, kinds: Iterable[tuple[int, int, int]]) -> Sums:
        """The sums with one heap more, of one of these kinds."""
        next_sums: Sums = {}
        for rest, f, lo in kinds:
            for (others, lows), bits in sums.items():
                over = others + rest >= self.p
                key = others + rest - self.p * over, lows ^ lo
                next_sums[key] = next_sums.get(key, 0) | bits << (f + self.s) >> self.s * over
        return next_sums

    def place(self, heaps: int, n: int) -> int:
        """Where d = 0 stands in what is left of heap n."""
        return heaps * (self.base + self.s) + self.kinds[n][1] - self.base + self.zero

    def left(self, sums: Sums, heaps: int, n: int) -> list[int]:
        """For each lo of what a move from n may leave, the d that there are, from `place` on."""
        differences = [0] * self.unit
        for take in self.takes[heaps]:
            turns, rest = divmod(self.kinds[n][0] - take, self.p)
            for lo in range(self.unit):
                bits = sums.get((rest, lo))
                if bits:
                    differences[lo] |= bits << self.zero + self.s * turns
        return differences

    def largest(self, n: int, some: list[list[int]], w: int | None) -> int:
        """For each lo and each q - w modulo 2S that there may be the largest d; the least of these.

        some: by the level modulo S of the two heaps that are alike. w None: any.
        """
        zero, step, least = self.place(3, n), 2 * self.s, 0
        first = True
        for lo in range(self.unit):
            for rest in range(step):
                if w is not None and (rest - self.hi[n] + w) % self.s:
                    continue
                best = -1
                for level, differences in enumerate(some):
                    at = (2 * level - rest + zero) % step  # d = 2 level - rest modulo 2S
                    count = max(0, -(-(differences[lo].bit_length() - at) // step))
                    here = differences[lo] & ((1 << count * step) - 1) // ((1 << step) - 1) << at
                    best = max(best, here.bit_length() - 1)
                if best < 0:
                    where = "far from both ends" if w is None else f"of level {w}"
                    raise Refused(f"a heap of the kind of {n}: not every smaller value {where} is reached")
                if first or best - zero < least:
                    first, least = False, best - zero
        return least


# Positions: what may be done in a part of one. `parts` leaves out what has no move; `form` is alike for equal games.


class Heaps:
    """Heaps of counters: a move takes one of `amounts`, or what the digits say."""

    def __init__(self, digits: tuple[int, ...], amounts: tuple[int, ...]) -> None:
        self.digits, self.amounts = digits, amounts
        self._largest = LARGEST[max(map(int.bit_length, digits)) - 1 if any(digits) else 0]
        self._dead: dict[int, bool] = {}

    def state(self, line: int, words: Sequence[str]) -> tuple[int, ...]:
        return _parts(line, words, self._largest)

    def options(self, part: int) -> Iterator[tuple[int, ...]]:
        if self.amounts:
            yield from ((part - take,) for take in self.amounts if take <= part)
            return
        for take, digit in enumerate(self.digits[: part + 1]):
            for heaps in _bits(digit):
                yield from _piles(part - take, heaps)

    def parts(self, state: tuple[int, ...]) -> tuple[int, ...]:
        for heap in state:
            if heap not in self._dead:
                self._dead[heap] = next(self.options(heap), None) is None
        return tuple(heap for heap in state if not self._dead[heap])

    def form(self, part: int) -> Hashable:
        return part

    def told(self, state: tuple[int, ...]) -> str:
        return f"the heaps {' '.join(map(str, state))}" if state else "no heaps"

    def rule(self, digest: str) -> str:
        return _told(self.digits, self.amounts, digest)


class Nodes:
    """Nodes, each with its options: nodes that stand side by side."""

    def __init__(self, after: list[tuple[tuple[int, ...], ...]], most: int) -> None:
        self._after, self.size, self.most = after, len(after), most  # most: that one move leaves

    def state(self, line: int, words: Sequence[str]) -> tuple[int, ...]:
        return _parts(line, words, len(self._after) - 1)

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        return self._after[part]

    def parts(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(node for node in state if self._after[node])

    def form(self, part: int) -> Hashable:
        return part

    def told(self, state: tuple[int, ...]) -> str:
        return f"the nodes {' '.join(map(str, state))}" if state else "no nodes"

    def rule(self, digest: str) -> str:
        each = (
            f"{node} to {'+'.join(map(str, left)) or 'the end'}"
            for node, options in enumerate(self._after)
            for left in options
        )
        count = sum(map(len, self._after))
        return f"{len(self._after)} nodes with {count} moves" + (f": {_shown(each, count, '; ', digest)}" * (count > 0))


class MaskMoves:
    """Sets of places: a move clears some, where others allow it."""

    def __init__(self, places: int, squares: tuple[tuple[int, int], ...], moves: Sequence[MaskMove]) -> None:
        self.places, self.moves = places, moves
        self.splits = not any(move.off or move.flip for move in moves)
        self._box = _Box(squares) if squares and self.splits else None
        self._alike = bool(self._box) and _shapes_tell_all(squares, moves)
        self._parts: dict[int, tuple[int, ...]] = {}  # what sets fall into, as long as it is remembered

    def state(self, line: int, words: Sequence[str]) -> tuple[int, ...]:
        return tuple(_sets(line, words, 1, self.places))

    def options(self, part: int) -> Iterator[tuple[int, ...]]:
        if not self.splits:
            for need, off, clear, flip in self.moves:
                if part & need == need and not part & off:
                    yield ((part & ~clear) ^ flip,)
            return
        possible = [move for move in self.moves if part & move.need == move.need]
        for move in possible:
            option = part & ~move.clear
            if option not in self._parts:  # what is not possible now never will be
                self._remember(option, _split(option, possible))
            yield (option,)

    def parts(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Independent parts of a set, without the places that no move needs any more; all of it if moves set places."""
        (places,) = state
        if not self.splits:
            return state if any(m.need & ~places == 0 and not m.off & places for m in self.moves) else ()
        parts = self._parts.get(places)
        return self._remember(places, _split(places, self.moves)) if parts is None else parts

    def _remember(self, places: int, parts: tuple[int, ...]) -> tuple[int, ...]:
        if len(self._parts) >= MOST_SPLIT:
            self._parts.clear()
        self._parts[places] = parts
        return parts

    def form(self, part: int) -> Hashable:
        """A part as a shape that lies in the corner, the least of its turns; and the moves within it, so turned.

        A shape that is the same in several turns has the least of its moves in these.
        """
        if not self._box:
            return part
        laid = self._box.laid(part)
        within = self._box.around(laid)
        shapes = self._box.turns(laid, within)
        least = min(shapes)
        if self._alike:
            return least
        inner = []
        for need, _, clear, _ in self.moves:
            if need & ~part == 0:
                needed, cleared = (self._box.turns(self._box.laid(places), within) for places in (need, clear & part))
                inner.append(list(zip(needed, cleared, strict=True)))
        turned = (sorted(move[turn] for move in inner) for turn, shape in enumerate(shapes) if shape == least)
        return least, tuple(min(turned))

    def told(self, state: tuple[int, ...]) -> str:
        return f"the set {state[0]:x}"

    def rule(self, digest: str) -> str:
        each, count = (" ".join(f"{part:x}" for part in move) for move in self.moves), len(self.moves)
        return f"{count} moves on sets of {self.places} places" + f": {_shown(each, count, '; ', digest)}" * (count > 0)


class Sprouts:
    """Regions of Sprouts: a curve joins two spots of a region and gets a spot of its own; three ends are the most.

    A part is a land. Here a spot is a sign: `0` and `1` say how many ends of curves it has, `2` that it has two and
    stands once; other signs, from A on, are spots of two ends that stand twice. A boundary is the text of its spots, a
    region a list of boundaries. Where a land is one text, boundaries end with `.` and regions with `/`; the bytes of
    that text, read as one number, are the part.
    """

    def __init__(self) -> None:
        self._after: dict[int, list[tuple[int, ...]]] = {}

    def state(self, line: int, words: Sequence[str]) -> tuple[int, ...]:
        if len(words) != 1 or not LAND.fullmatch(words[0]):
            raise Refused("expected the regions of a position, as in 0*2.AB.}AB.}!", line)
        places: dict[str, list[tuple[int, int]]] = {}  # of each spot with a name: the regions and boundaries
        regions: list[list[str]] = []
        ends = 0
        for written in words[0].split("}")[:-1]:
            region: list[str] = []
            for boundary in written.split(".")[:-1]:
                text, star, copies = boundary.partition("*")
                spots, times = SPOT.findall(text), int(copies) if star else 1
                if star and times < 2:
                    raise Refused("expected at least 2 boundaries after '*'", line)
                ends += times * sum(6 - 2 * int(spot) if spot in "012" else 1 for spot in spots)  # twice the lives
                if ends > 2 * MOST_LIVES:
                    raise Refused(f"expected at most {MOST_LIVES} ends of curves that spots may still get", line)
                if "0" in spots and len(spots) > 1:
                    raise Refused("expected a spot of no curve alone on its boundary", line)
                for place in range(times):
                    for spot in spots:
                        if spot not in "012":
                            places.setdefault(spot, []).append((len(regions), len(region) + place))
                signs = (spot if spot in "012" else chr(65 + list(places).index(spot)) for spot in spots)
                region += ["".join(signs)] * times
            regions.append(region)
        for spot, (first, *others) in places.items():
            if len(others) != 1 or (others[0] != first and others[0][0] == first[0]):
                raise Refused(f"expected {spot[:30]} in two regions, or twice on a boundary", line)
        return _lands(regions)

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        options = self._after.get(part)
        if options is None:
            if len(self._after) >= MOST_LANDS:
                self._after.clear()
            options = self._after[part] = sorted(set(_drawn(_regions(part))), key=sum)
        return options

    def parts(self, state: tuple[int, ...]) -> tuple[int, ...]:
        return state  # which `state` and `options` have taken apart

    def form(self, part: int) -> Hashable:
        return part

    def told(self, state: tuple[int, ...]) -> str:
        return f"the regions {_land_told(state)}"

    def rule(self, digest: str) -> str:
        return "Sprouts: join two spots of a region by a curve with a new spot on it; no spot has more than three ends"


def _regions(part: int) -> list[list[str]]:
    text = part.to_bytes(-(-part.bit_length() // 8), "big").decode("latin-1")
    return [region.split(".")[:-1] for region in text.split("/")[:-1]]


def _lives(spots: str) -> int:
    """How many ends of curves some spots may still get."""
    return 3 * spots.count("0") + 2 * spots.count("1") + spots.count("2") + sum(spot > "2" for spot in set(spots))


def _drawn(land: list[list[str]]) -> Iterator[tuple[int, ...]]:
    """What each curve leaves of a land."""
    last = max(chain("@", *chain(*land)))  # names are A, B, ... without a gap
    new, x_name, y_name = (chr(ord(last) + more) for more in (1, 2, 3))
    for number, region in enumerate(land):
        others = land[:number] + land[number + 1 :]
        copies = {boundary: region.count(boundary) for boundary in region}
        if prod(times + 1 for times in copies.values()) * sum(map(len, region)) ** 2 > MOST_CURVES:
            raise Refused(f"more than {MOST_CURVES} curves in a region of {_land_told(_lands(land))}")
        for boundary in copies:
            sides = list(_cut(boundary, new, x_name, y_name))
            rest = _less(copies, boundary)
            for counts in product(*(range(times + 1) for times in rest.values())):
                here = [one for one, times in zip(rest, counts, strict=True) for _ in range(times)]
                there = [one for one, times in zip(rest, counts, strict=True) for _ in range(rest[one] - times)]
                for left, right, ended in sides:
                    yield _lands([*others, [left, *here], [right, *there]], ended)
            for other in rest:
                alone = [one for one, times in _less(rest, other).items() for _ in range(times)]
                for i, x in enumerate(boundary):
                    for j, y in enumerate(other):
                        walk = _about(boundary, i, x_name) + new + _about(other, j, y_name) + new
                        yield _lands([*others, [walk, *alone]], x + y)


def _less(copies: dict[str, int], boundary: str) -> dict[str, int]:
    return {one: times - (one == boundary) for one, times in copies.items() if times > (one == boundary)}


def _cut(boundary: str, new: str, x_name: str, y_name: str) -> Iterator[tuple[str, str, str]]:
    """Each curve from a boundary to itself: what is on its two sides, and the spots that it ends at."""
    if boundary == "0":
        yield x_name + new, x_name + new, ""
    for i, x in enumerate(boundary):
        after = boundary[i + 1 :] + boundary[:i]
        if x == "1":  # round from the spot to itself: three ends
            yield new, after + new, ""
        for j, y in enumerate(boundary[i + 1 :]):
            if x != y or x < "A":
                x_left, y_left = x_name * (x == "1"), y_name * (y == "1")
                yield x_left + after[:j] + y_left + new, y_left + after[j + 1 :] + x_left + new, x + y


def _about(boundary: str, i: int, name: str) -> str:
    """The way round a boundary from a spot that gets one end more, back to it."""
    after = boundary[i + 1 :] + boundary[:i]
    return {"0": "1", "1": name + after + name}.get(boundary[i], after)


def _lands(regions: Iterable[Sequence[str]], ended: str = "") -> tuple[int, ...]:
    """The lands of some regions, without the names that ended: what can have no part in play is left out."""
    gone = {ord(spot): None for spot in ended if spot >= "A"}
    live = [[one for one in (boundary.translate(gone) for boundary in region) if one] for region in regions]
    live = [region for region in live if _lives("".join(region)) > 1]
    where: dict[str, list[int]] = {}
    for number, region in enumerate(live):
        for spot in "".join(region):
            if spot >= "A":
                where.setdefault(spot, []).append(number)
    once = {ord(spot): "2" for spot, numbers in where.items() if len(numbers) == 1}
    shared = {spot for spot, numbers in where.items() if len(set(numbers)) == 2}
    live = [_plain([boundary.translate(once) for boundary in region], shared) for region in live]
    twins = {text for text in map("".join, live) if len(text) == 2 and text >= "A" and live.count([text]) == 2}
    live = [region for region in live if region[0] not in twins] + [["22"] for _ in twins]  # one move is in both
    where = {spot: [number for number, region in enumerate(live) if spot in "".join(region)] for spot in shared}
    lands: list[set[int]] = []
    for number in range(len(live)):
        near = {number, *chain(*(numbers for numbers in where.values() if number in numbers))}
        lands = [*(land for land in lands if not land & near), near.union(*(land for land in lands if land & near))]
    return tuple(sorted(_form([live[number] for number in sorted(land)]) for land in lands))


def _plain(region: list[str], shared: set[str]) -> list[str]:
    """A region of two or three lives as one boundary, since the places of its spots say nothing; others folded."""
    lives = _lives("".join(region))
    if lives > 3:
        return [_folded(boundary) for boundary in region]
    names = sorted(shared.intersection("".join(region)))
    return ["2" * (lives - len(names)) + "".join(names)]


def _folded(boundary: str) -> str:
    """A boundary with a 2 for each spot that stands twice in a row, round the end too."""
    for spot in {spot for spot in boundary if spot >= "A"}:
        if len(boundary) > 1 and boundary[0] == boundary[-1] == spot:
            boundary = "2" + boundary[1:-1]
        boundary = boundary.replace(spot + spot, "2")
    return boundary


def _form(land: list[list[str]]) -> int:
    """The same number for two lands just if one is the other in other names and order, its regions perhaps mirrored."""
    spots = {spot for region in land for boundary in region for spot in boundary if spot >= "A"}
    tries = [0]
    inside = {spot: sum(spot in "".join(region) for region in land) for spot in spots}
    least = _least_form(land, inside, tries)
    return int.from_bytes(least.encode("latin-1"), "big")


def _least_form(land: list[list[str]], ranks: dict[str, int], tries: list[int]) -> str:
    """The least text of a land, its spots numbered in the order of their ranks; those of a rank in each order."""
    ranks = _ranked(land, ranks)
    order = sorted(ranks.values())
    tied = next((rank for rank, after in pairwise(order) if rank == after), None)
    if tied is None:
        tries[0] += 1
        if tries[0] > MOST_ALIKE:
            raise Refused("a land of spots that are too much alike")
        return _written(land, {ord(spot): chr(65 + rank) for spot, rank in ranks.items()})
    first: list[str] = []
    for spot in sorted(spot for spot, rank in ranks.items() if rank == tied):
        swaps = ({ord(spot): other, ord(other): spot} for other in first)
        if all(_written(land, swap) != _written(land, {}) for swap in swaps):  # else the land is alike in both orders
            first.append(spot)
    return min(
        _least_form(land, {one: 2 * rank + (rank == tied and one != spot) for one, rank in ranks.items()}, tries)
        for spot in first
    )


def _ranked(land: list[list[str]], ranks: dict[str, int]) -> dict[str, int]:
    """Ranks that tell spots apart by what is around them, as far as that goes: 0, 1, ... if it tells all."""
    count = -1
    while len(set(ranks.values())) > count:
        count = len(set(ranks.values()))
        signs = {ord(spot): chr(65 + rank) for spot, rank in ranks.items()}
        around: dict[str, list[tuple[str, str]]] = {spot: [] for spot in ranks}
        for region in land:
            text = _region_written(region, signs)
            for boundary in region:
                for i, spot in enumerate(boundary):
                    if spot >= "A":
                        ahead = (boundary[i + 1 :] + boundary[:i]).translate(signs)
                        around[spot].append((text, min(ahead, ahead[::-1])))
        seen = {spot: (rank, sorted(around[spot])) for spot, rank in ranks.items()}
        all_seen = sorted({(rank, tuple(texts)) for rank, texts in seen.values()})
        ranks = {spot: all_seen.index((rank, tuple(texts))) for spot, (rank, texts) in seen.items()}
    return ranks


def _written(land: list[list[str]], signs: dict[int, str]) -> str:
    """The text of a land, its spots so named: the least of all orders, and of both ways to go round each region."""
    return "".join(sorted(_region_written(region, signs) for region in land))


def _region_written(region: list[str], signs: dict[int, str]) -> str:
    ways = []
    for step in (1, -1):
        named = [boundary.translate(signs)[::step] for boundary in region]
        ways.append(sorted(min(one[i:] + one[:i] for i in range(len(one))) for one in named))
    return ".".join(min(ways)) + "./"


def _land_told(state: tuple[int, ...]) -> str:
    """Lands in the usual notation, with a capital for a spot that stands in two regions."""
    capitals, small = 0, 0
    text = ""
    for part in state:
        land = _regions(part)
        names: dict[int, str] = {}
        for spot in sorted({spot for region in land for spot in "".join(region) if spot >= "A"}):
            shared = sum(spot in "".join(region) for region in land) > 1
            turns, letter = divmod(capitals if shared else small, 26)
            names[ord(spot)] = chr((65 if shared else 97) + letter) + "'" * turns
            capitals, small = capitals + shared, small + (not shared)
        for region in land:
            for boundary in dict.fromkeys(region):
                copies = region.count(boundary)
                text += f"{boundary.translate(names)}{f'*{copies}' if copies > 1 else ''}."
            text += "}"
    return f"{text}!"


class RiderMoves:
    """Two numbers: a move takes a positive multiple of one of these vectors, while both stay 0 or more."""

    def __init__(self, vectors: tuple[tuple[int, int], ...]) -> None:
        self.vectors = vectors

    def rule(self, digest: str) -> str:
        each = (f"({a}, {b})" for a, b in self.vectors)
        return f"from a pair take a multiple of {_shown(each, len(self.vectors), ' or ', digest)}"


def _piles(total: int, heaps: int) -> Iterator[tuple[int, ...]]:
    """All ways to lay so many counters in so many heaps, none empty, in increasing order."""
    if heaps == 0:
        yield from [()] * (total == 0)
        return
    begun: list[tuple[tuple[int, ...], int]] = [((), total)]  # heaps chosen so far, counters left
    while begun:
        chosen, left = begun.pop()
        least, more = chosen[-1] if chosen else 1, heaps - len(chosen)
        if more == 1 and left >= least:
            yield (*chosen, left)
        elif more > 1:
            begun += [((*chosen, heap), left - heap) for heap in range(least, left // more + 1)]


class _Sums:
    """Positions, which are sums of parts, as they are played, and the claims about them."""

    def __init__(self, game: GameCertificate) -> None:
        self._moves, self._claims, self._strategy, self._misere = game.moves, game.claims, game.strategy, game.misere
        self._numbers: dict[Hashable, int] = {}  # of the forms of the parts in claims; their claims' own for values
        self._kept: dict[int, int] = {}
        self._said: dict[tuple[int, ...], int] = {}  # by the numbers of its parts, the claim about a position
        for number, claim in enumerate(game.claims):
            parts = self._moves.parts(claim.state)
            if not self._strategy and (parts != claim.state or len(parts) != 1):
                raise Refused("expected a set that is one part", claim.line)
            key = self._reduced(self._numbers.setdefault(self._moves.form(part), len(self._numbers)) for part in parts)
            other = self._said.setdefault(key, number)
            if other != number and not self._strategy:
                raise Refused(f"line {game.claims[other].line} is about the same set", claim.line)

    def options(self, state: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """What the moves lead to, as parts."""
        for place, part in enumerate(state):
            if not place or part != state[place - 1]:
                rest = (*state[:place], *state[place + 1 :])
                for option in self._moves.options(part):
                    yield tuple(sorted((*rest, *self._moves.parts(option))))

    def _reduced(self, numbers: Iterable[int]) -> tuple[int, ...]:
        """The parts of a position by their numbers; in normal play two of one form are worth 0 together."""
        if self._misere:
            return tuple(sorted(numbers))
        odd: set[int] = set()
        for number in numbers:
            odd ^= {number}
        return tuple(sorted(odd))

    def _alone(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """A position of normal play without its pairs: what play with them could show would be for longer play."""
        if self._misere:
            return state
        odd: dict[Hashable, int] = {}
        for part in state:
            form = self._moves.form(part)
            if odd.pop(form, None) is None:
                odd[form] = part
        return tuple(sorted(odd.values()))

    def _key(self, state: tuple[int, ...]) -> tuple[int, ...] | None:
        """The parts of a position by their numbers; None where there is one that no claim has."""
        numbers: list[int] = []
        unknown: list[int] = []
        for part in state:
            number = self._kept.get(part)
            if number is None:
                if len(self._kept) >= MOST_KEPT:
                    self._kept.clear()
                number = self._kept[part] = self._numbers.get(self._moves.form(part), -1)
            if number >= 0:
                numbers.append(number)
            else:
                unknown.append(part)
        if unknown:
            sizes = sorted(map(int.bit_count, unknown))
            if self._misere or sizes[::2] != sizes[1::2]:
                return None
            odd: set[Hashable] = set()
            for part in unknown:
                odd ^= {self._moves.form(part)}
            if odd:
                return None
        return self._reduced(numbers)

    def value(self, state: tuple[int, ...], before: int) -> int | None:
        """The value of a position by the claims before that one (in a strategy by all); None where they say none."""
        key = self._key(state)
        if key is None:
            return None
        if self._strategy:
            return 0 if key in self._said or not (key or self._misere) else None
        total = 0
        for number in key:
            if number >= before:
                return None
            total ^= self._claims[number].value
        return total

    def check(self, number: int) -> None:
        """Hold that a claim follows from those before it, or from all others where positions are only lost."""
        claim = self._claims[number]
        values = set()
        state = self._alone(self._moves.parts(claim.state))
        for option in self.options(state):
            value = self.value(option, number)
            if value == claim.value:
                same = "which is said to be lost too" if self._strategy else f"of the same value {value}"
                raise Refused(f"a move leads to {self._told(option)}, {same}", claim.line)
            if value is not None:
                values.add(value)
            elif not self._answered(option, number):
                what = "to be won" if self._strategy else "to differ in value"
                raise Refused(f"a move leads to {self._told(option)}, which is not shown {what}", claim.line)
        if self._misere and self.ended(state):
            raise Refused("no move is left, and so whoever is to move wins misere play", claim.line)
        missing = next((v for v in range(claim.value) if v not in values), None)
        if missing is not None:
            raise Refused(f"no move is shown to lead to the smaller value {missing}", claim.line)

    def _answered(self, option: tuple[int, ...], number: int) -> bool:
        """Whether a move leads back to the claimed value; in misere play whoever has no move has won."""
        if self._misere and self.ended(option):
            return True
        return any(self.value(reply, number) == self._claims[number].value for reply in self.options(option))

    def ended(self, state: tuple[int, ...]) -> bool:
        """Whether there is no move."""
        return next(self.options(state), None) is None

    def _told(self, state: tuple[int, ...]) -> str:
        if isinstance(self._moves, Sprouts):
            return _land_told(state)
        return (
            " + ".join(f"{part:x}" if isinstance(self._moves, MaskMoves) else str(part) for part in state) or "the end"
        )


def _split(places: int, moves: Iterable[MaskMove]) -> tuple[int, ...]:
    """What a set falls into, where these moves and no others may be possible, which only clear places."""
    possible = [(need, clear) for need, _, clear, _ in moves if places & need == need]
    live = 0
    for need, _ in possible:
        live |= need
    parts: list[int] = []
    for need, clear in possible:
        joined = need | clear & live
        rest = []
        for part in parts:
            if part & joined:
                joined |= part
            else:
                rest.append(part)
        if joined == live:
            return (live,)
        parts = [*rest, joined]
    return tuple(parts)


class _Box:
    """The rectangle of some squares, on which sets of them are laid row by row and column by column, as 0s and 1s."""

    def __init__(self, squares: tuple[tuple[int, int], ...]) -> None:
        self.high, self.wide = 1 + max(r for r, _ in squares), 1 + max(c for _, c in squares)
        self.places = len(squares)
        by_row = [self.places] * (self.high * self.wide)  # where no square is, the 0 behind those of the places
        by_column = by_row[:]
        for place, (r, c) in enumerate(squares):
            by_row[r * self.wide + c] = by_column[c * self.high + r] = self.places - 1 - place
        self._rows, self._columns = itemgetter(*by_row, self.places), itemgetter(*by_column, self.places)

    def laid(self, places: int) -> tuple[str, str]:
        """A set row by row, and column by column."""
        text = f"{places:0{self.places}b}0"
        return "".join(self._rows(text)), "".join(self._columns(text))

    def around(self, laid: tuple[str, str]) -> tuple[range, range]:
        """The rows and the columns in which a set lies."""
        rows, columns = laid
        return (
            range(rows.find("1") // self.wide, rows.rfind("1") // self.wide + 1),
            range(columns.find("1") // self.high, columns.rfind("1") // self.high + 1),
        )

    def turns(self, laid: tuple[str, str], within: tuple[range, range]) -> list[tuple[int, int]]:
        """What stands in these rows and columns, turned in all ways that leave them no higher than wide.

        Each way as the number of rows, and the rows one behind the other, led by a 1. A part that is higher has more
        rows, and so is a larger number on the grid.
        """
        rows, columns = laid
        high, wide = map(len, within)
        lists = []
        if high <= wide:
            first, last = within[1][0], within[1][-1] + 1
            lists.append([rows[r * self.wide + first : r * self.wide + last] for r in within[0]])
        if wide <= high:
            first, last = within[0][0], within[0][-1] + 1
            lists.append([columns[c * self.high + first : c * self.high + last] for c in within[1]])
        turned = []
        for pieces in lists:
            for text in ("".join(pieces), "".join(reversed(pieces))):
                turned += [(len(pieces), int(f"1{text}", 2)), (len(pieces), int(f"1{text[::-1]}", 2))]
        return turned


def _shapes_tell_all(squares: tuple[tuple[int, int], ...], moves: Sequence[MaskMove]) -> bool:
    """Whether parts of one shape have the same moves.

    So it is if each move, taken in any way to squares that are all there, is a move, the only one with that NEED, that
    clears what is so cleared, as far as there are squares for it: all of it, as the way back is looked at too.

    Sets are bits of a grid of three times as many rows and columns, in the middle the squares, so that what is shifted
    over an edge stays on the grid, where no squares are.
    """
    high, wide = 1 + max(r for r, _ in squares), 1 + max(c for _, c in squares)
    if len(moves) * len(squares) > MOST_LOOKED or high * wide > MOST_BOX:
        return False

    def laid(cells: Iterable[tuple[int, int]]) -> int:
        return sum(1 << (r + high) * 3 * wide + c + wide for r, c in cells)

    here = laid(squares)
    clear_of = {laid(squares[i] for i in _bits(m.need)): laid(squares[i] for i in _bits(m.clear)) for m in moves}
    if len(clear_of) < len(moves):
        return False
    for down, right, swap in product((1, -1), (1, -1), (False, True)):
        turned = [(c * down, r * right) if swap else (r * down, c * right) for r, c in squares]
        for move in moves:
            first = turned[next(_bits(move.need))]
            needed, cleared = (
                [(turned[i][0] - first[0], turned[i][1] - first[1]) for i in _bits(part)]
                for part in (move.need, move.clear)
            )
            if any(abs(r) >= high or abs(c) >= wide for r, c in needed):
                continue  # it is nowhere on the squares
            need, clear = laid(needed), laid((r, c) for r, c in cleared if abs(r) < high and abs(c) < wide)
            for r, c in squares:
                shift = r * 3 * wide + c
                if need << shift & ~here:
                    continue
                other = clear_of.get(need << shift)
                if other is None or clear << shift & here & ~other:
                    return False
    return True


def _check_game(game: GameCertificate, first: int, stop: int) -> None:
    sums = _Sums(game)
    for number in range(first, stop):
        sums.check(number)
    state = game.moves.parts(game.state)
    value = sums.value(state, game.size)
    if (game.strategy or game.outcome) and game.value:  # the first player wins: by a move, or misère for want of one
        if game.misere and sums.ended(state):
            return
        if not any(sums.value(option, game.size) == 0 for option in sums.options(state)):
            raise Refused("no move leads to a position that is said to be lost")
    elif value is None:
        raise Refused("the claims do not say the value of the position")
    elif value != game.value:
        raise Refused(f"the value of the position is {value}, not {game.value}")


# Tables: each entry by the entries that moves lead to.


def _entries(c: TableCertificate) -> Sequence[int]:
    """The entries of the file, which is as the certificate says; of outcomes 1 for lost, 0 for won."""
    size = -(-c.size // 8) if c.outcomes else c.size
    shape = (size,) if c.outcomes else c.shape
    kind, code = TYPES[c.width]
    text = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape!r}, }}"
    head = b"\x93NUMPY\x01\x00\x76\x00" + f"{text:<117}\n".encode("ascii")
    try:
        if not isfile(join(c.folder, c.file)):
            raise Refused(f"{c.file}: cannot be read: no such file")
        with open(join(c.folder, c.file), "rb") as stream:
            data = stream.read(len(head) + size * c.width + 1)
    except OSError as problem:
        raise Refused(f"{c.file}: cannot be read: {problem.strerror}") from problem
    if data[: len(head)] != head or len(data) != len(head) + size * c.width:
        raise Refused(f"{c.file}: expected a table of the shape and type that the certificate says")
    if hashlib.sha256(data).hexdigest() != c.digest:
        raise Refused(f"{c.file}: its SHA-256 is another than the certificate says")
    entries = array(code)
    entries.frombytes(data[len(head) :])
    if sys.byteorder == "big":
        entries.byteswap()
    if not c.outcomes:
        return entries
    bits = b"".join(f"{byte:08b}"[::-1].encode("ascii") for byte in entries).translate(bytes(n & 1 for n in range(256)))
    if any(bits[c.size :]):
        raise Refused(f"{c.file}: bits beyond the last entry are set")
    return bits[: c.size]


def _check_table(c: TableCertificate, first: int, stop: int) -> None:
    entries = _entries(c)
    if isinstance(c.moves, Heaps) and not c.outcomes:
        _check_values(_as_certificate(c, c.moves, entries), first, stop)
        return
    left = _left_of_table(c, entries)
    for n in range(first, stop):
        option_entries, entry = left(n), entries[n]
        if c.outcomes:
            if entry != (1 not in option_entries and (bool(option_entries) or not c.misere)):
                raise Refused(f"entry {n}: {'a move leads to a lost position' if entry else 'no move wins'}")
        elif entry in option_entries or len(option_entries) < entry or not option_entries.issuperset(range(entry)):
            raise Refused(f"entry {n}: {entry} is not the least number that no option has")


def _as_certificate(c: TableCertificate, moves: Heaps, entries: Sequence[int]) -> ParsedCertificate:
    """A table of heaps as the values of a period of which nothing is claimed."""
    values = list(entries)
    if max(values) >= VALUES:
        raise Refused(f"{c.file}: expected values below {VALUES}, found {max(values)}")
    (mask, twist), rare = c.mask, list[int]()
    if mask:
        first = twist & next(take for take, digit in enumerate(moves.digits) if digit > 3)
        rare = [n for n, value in enumerate(values) if n and _mixed(value, n, mask, twist) == first]
    method = "mask" if mask else "pairs"
    return ParsedCertificate(
        moves.digits, moves.amounts, 1, 0, method, 0, mask, twist, 0, tuple(rare), (), values, [(0, 0)], []
    )


def _left_of_table(c: TableCertificate, entries: Sequence[int]) -> Callable[[int], set[int]]:
    """What the entries of the options of a state are."""
    moves = c.moves
    if isinstance(moves, MaskMoves):
        each = moves.moves
        return lambda n: {
            entries[(n & ~clear) ^ flip] for need, off, clear, flip in each if n & need == need and not n & off
        }
    if not isinstance(moves, RiderMoves):
        options, nothing = moves.options, int(c.outcomes and not c.misere)
        return lambda n: {
            entries[left[0]] if len(left) == 1 else reduce(xor, (entries[part] for part in left), nothing)
            for left in options(n)
        }
    wide, vectors = c.shape[1], moves.vectors

    def left(n: int) -> set[int]:
        option_entries: set[int] = set()
        for a, b in vectors:
            most = min(n // wide // a if a else n, n % wide // b if b else n)
            step = a * wide + b
            option_entries.update(entries[n - most * step : n : step])
        return option_entries

    return left


# Theorems: automata that read the digits of all numbers of a position at once, most significant first.

Sum = tuple[str, int, dict[int, int], int]  # '<=', '==' or 'mod', the modulus, coefficients by variable, constant


class Denied(NamedTuple):
    """For no numbers of some further variables all conditions are satisfied. These are numbered -2, -3, ... inwards."""

    bound: tuple[int, ...]
    conditions: tuple[Any, ...]


Condition = Sum | Denied


class System(NamedTuple):
    """U(0) = 1 and U(i+1) = a U(i) + b U(i-1); U(1) is the number of digits."""

    a: int
    b: int

    @property
    def digits(self) -> int:
        return self.a + 1 if self.b > 0 else self.a

    def follow(self, state: int, digit: int) -> int:
        """What may stand behind a digit: 0 any, 1 a bounded run; -1 where the digit may not stand itself."""
        if self.b == 0:
            return 0
        if self.b > 0:
            return int(digit == self.a) if state == 0 else 0 if digit < self.b else -1
        if state == 0:
            return int(digit == self.a - 1)
        return (digit == self.a + self.b - 1) - (digit > self.a + self.b - 1)


class Step(NamedTuple):
    """A way to move: for all numbers of the bound variables that satisfy the conditions, to these parts.

    Variables are numbered: those of a position first, then the bound ones. A part is a sum for each number of its own.
    """

    bound: int
    conditions: tuple[Condition, ...]
    parts: tuple[tuple[tuple[dict[int, int], int], ...], ...]


class TheoremCertificate(NamedTuple):
    """What a certificate of a theorem says, read and not yet checked. Names as in FORMAT.md; -1 is the output '-'."""

    misere: bool
    numbers: int
    moves: tuple[Step, ...]
    measure: tuple[tuple[dict[int, int], ...], ...]
    system: System
    claims: str
    outputs: tuple[int, ...]
    arrows: tuple[tuple[int, ...], ...]
    size: int = 1  # every segment checks it all


class Reads(NamedTuple):
    """An automaton over tracks, each a variable: from state 0, by letters with a digit a track. No letter: no word."""

    tracks: tuple[int, ...]
    rows: list[dict[tuple[int, ...], int]]
    accepts: set[int]


EVERYTHING = Reads((), [{(): 0}], {0})
Rows = Callable[[Hashable], Iterable[tuple[tuple[int, ...], Hashable]]]


def _explored(tracks: tuple[int, ...], start: Hashable, after: Rows, accepts: Callable[[Any], bool]) -> Reads:
    """The least automaton that says the same as states made as they are met; those that accept nothing are left out."""
    number, order = {start: 0}, [start]
    rows: list[dict[tuple[int, ...], int]] = []
    for state in order:  # grows as it is read
        row = {}
        for letter, target in after(state):
            if target not in number:
                number[target] = len(order)
                order.append(target)
            row[letter] = number[target]
        rows.append(row)
        if len(order) > MOST_AUTOMATON:
            raise Refused(f"more than {MOST_AUTOMATON} states, which this checker does not look at")
    return _least(Reads(tracks, rows, {place for place, state in enumerate(order) if accepts(state)}))


def _least(automaton: Reads) -> Reads:
    """The same with as few states as can be."""
    before: list[list[int]] = [[] for _ in automaton.rows]
    for state, row in enumerate(automaton.rows):
        for target in row.values():
            before[target].append(state)
    live, stack = set(automaton.accepts), list(automaton.accepts)
    while stack:
        for state in before[stack.pop()]:
            if state not in live:
                live.add(state)
                stack.append(state)
    if 0 not in live:
        return Reads(automaton.tracks, [{}], set())
    states = sorted(live)
    kind = {state: int(state in automaton.accepts) for state in states}
    count = 0
    while (new_count := len(set(kind.values()))) > count:
        count = new_count
        keys: dict[Hashable, int] = {}
        kind = {
            state: keys.setdefault(
                (
                    kind[state],
                    frozenset((letter, kind[to]) for letter, to in automaton.rows[state].items() if to in live),
                ),
                len(keys),
            )
            for state in states
        }  # state 0 comes first, so its kind is 0
    rows: list[dict[tuple[int, ...], int]] = [{} for _ in range(count)]
    for state in states:
        rows[kind[state]] = {letter: kind[to] for letter, to in automaton.rows[state].items() if to in live}
    return Reads(automaton.tracks, rows, {kind[state] for state in automaton.accepts})


def _both(left: Reads, right: Reads) -> Reads:
    """What both accept, over the tracks of both."""
    shared = [(left.tracks.index(track), place) for place, track in enumerate(right.tracks) if track in left.tracks]
    new = [place for place, track in enumerate(right.tracks) if track not in left.tracks]
    by_shared = []
    for row in right.rows:
        groups: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = {}
        for letter, target in row.items():
            key = tuple(letter[place] for _, place in shared)
            groups.setdefault(key, []).append((tuple(letter[place] for place in new), target))
        by_shared.append(groups)

    def after(state: Any) -> Iterator[tuple[tuple[int, ...], Hashable]]:
        groups = by_shared[state[1]]
        for letter, target in left.rows[state[0]].items():
            for more, other in groups.get(tuple(letter[place] for place, _ in shared), ()):
                yield letter + more, (target, other)

    tracks = left.tracks + tuple(right.tracks[place] for place in new)
    return _explored(tracks, (0, 0), after, lambda state: state[0] in left.accepts and state[1] in right.accepts)


def _without(automaton: Reads, track: int) -> Reads:
    """What is accepted with some number on this track, of however many digits: so zeros come first on the others."""
    place = automaton.tracks.index(track)
    rows = []
    for row in automaton.rows:
        targets: dict[tuple[int, ...], set[int]] = {}
        for letter, target in row.items():
            targets.setdefault(letter[:place] + letter[place + 1 :], set()).add(target)
        rows.append(targets)
    tracks = automaton.tracks[:place] + automaton.tracks[place + 1 :]
    zeros = (0,) * len(tracks)
    start, stack = {0}, [0]
    while stack:
        for target in rows[stack.pop()].get(zeros, ()):
            if target not in start:
                start.add(target)
                stack.append(target)

    def after(states: Any) -> Iterator[tuple[tuple[int, ...], Hashable]]:
        targets: dict[tuple[int, ...], set[int]] = {}
        for state in states:
            for letter, next_states in rows[state].items():
                targets.setdefault(letter, set()).update(next_states)
        return ((letter, frozenset(next_states)) for letter, next_states in targets.items())

    return _explored(
        tracks, frozenset(start), after, lambda states: any(state in automaton.accepts for state in states)
    )


def _letters(system: System, follow: Sequence[int]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The letters that may stand where these states of `follow` are, each with the states behind it."""
    each = [[(d, to) for d in range(system.digits) if (to := system.follow(state, d)) >= 0] for state in follow]
    for letter in product(*each):
        yield tuple(digit for digit, _ in letter), tuple(to for _, to in letter)


def _satisfies(system: System, condition: Condition) -> Reads:
    """The numbers that satisfy a condition: FORMAT.md says what p and q are, and when no digits can change it."""
    if isinstance(condition, Denied):
        automaton = reduce(_both, [_satisfies(system, each) for each in condition.conditions], EVERYTHING)
        for track in condition.bound:
            automaton = _without(automaton, track) if track in automaton.tracks else automaton
        every = _walked(
            system,
            len(automaton.tracks),
            [_on(automaton, range(len(automaton.tracks)))],
            lambda accepted: not accepted[0],
        )
        return _on(every, automaton.tracks)
    relation, modulus, terms, constant = condition
    tracks, times = tuple(sorted(terms)), [terms[track] for track in sorted(terms)]
    a, b, tail, most = system.a, system.b, int(system.b > 0), sum(map(abs, times))
    if terms and not modulus and abs(constant) > LARGEST_CONSTANT:
        moved = (relation, 0, {**terms, -1: 1 if constant > 0 else -1}, 0)
        return _without(_both(_satisfies(system, moved), _only(system, -1, abs(constant))), -1)

    def verdict(p: int, q: int) -> int | None:
        """-1 or 1 if the sum is below or above 0 whatever follows; 0 if it is at most 0, where that is enough."""
        for sign in (1, -1):
            now, then = sign * (p + tail * q) - most, sign * (p * system.digits + b * q) - most * system.digits
            if then >= now >= 0 and now + most + sign * constant > 0:
                return sign
        return None

    def after(state: Any) -> Iterator[tuple[tuple[int, ...], Hashable]]:
        p, q, follow = state
        for letter, behind in _letters(system, follow):
            if p is None:
                yield letter, (None, None, behind)
                continue
            new, old = a * p + b * q + sum(t * d for t, d in zip(times, letter, strict=True)), p if b else 0
            if modulus:
                yield letter, (new % modulus, old % modulus, behind)
                continue
            sign = verdict(new, old)
            if sign is None:
                yield letter, (new, old, behind)
            elif sign < 0 and relation == "<=":
                yield letter, (None, None, behind)

    def accepts(state: Any) -> bool:
        p, q, _ = state
        if p is None:
            return True
        total = p + tail * q + constant
        return bool(total % modulus == 0 if modulus else total <= 0 if relation == "<=" else total == 0)

    return _explored(tracks, (0, 0, (0,) * len(tracks)), after, accepts)


def _only(system: System, track: int, number: int) -> Reads:
    """One number, from 1 on."""
    weights = [1, system.digits]
    while weights[-1] <= number:
        weights.append(system.a * weights[-1] + system.b * weights[-2])
    rows: list[dict[tuple[int, ...], int]] = [{(0,): 0}]
    for weight in reversed(weights):
        digit, number = divmod(number, weight)
        if digit or len(rows) > 1:
            rows[-1][digit,] = len(rows)
            rows.append({})
    return Reads((track,), rows, {len(rows) - 1})


def _claimed(c: TheoremCertificate, outputs: set[int]) -> Reads:
    """The positions of which the automaton says one of these, or of which it accepts the value on the last track."""
    tracks = len(c.arrows[0])
    count = next(k for k in range(1, 20) if c.system.digits**k == tracks)

    def after(state: Any) -> Iterator[tuple[tuple[int, ...], Hashable]]:
        at, follow = state
        for letter, behind in _letters(c.system, follow):
            yield letter, (c.arrows[at][_number_of(c.system, letter)], behind)

    return _explored(tuple(range(count)), (0, (0,) * count), after, lambda state: c.outputs[state[0]] in outputs)


def _number_of(system: System, letter: Iterable[int]) -> int:
    return reduce(lambda number, digit: number * system.digits + digit, letter, 0)


def _on(automaton: Reads, tracks: Sequence[int]) -> Reads:
    """The same about other variables, all different."""
    return automaton._replace(tracks=tuple(tracks))


def _for_some(automata: list[Reads], free_tracks: set[int]) -> Reads:
    """What all accept, for some numbers of the variables that are not free: out with the cheapest first."""
    pool = list(automata)
    while gone := {track for automaton in pool for track in automaton.tracks} - free_tracks:
        track = min(
            gone, key=lambda t: (len({x for automaton in pool if t in automaton.tracks for x in automaton.tracks}), t)
        )
        having = sorted(
            (automaton for automaton in pool if track in automaton.tracks), key=lambda automaton: len(automaton.rows)
        )
        pool = [automaton for automaton in pool if track not in automaton.tracks] + [
            _without(reduce(_both, having), track)
        ]
    return reduce(_both, pool, EVERYTHING)


def _put(condition: Condition, variable: int, given: dict[int, int], constant: int) -> Condition:
    """The condition with a sum in the place of a variable."""
    if isinstance(condition, Denied):
        within = tuple(_put(each, variable, given, constant) for each in condition.conditions)
        return Denied(condition.bound, within)
    relation, modulus, terms, already = condition
    times = terms.get(variable, 0)
    left = {track: t for track, t in terms.items() if track != variable}
    for track, more in given.items():
        left[track] = left.get(track, 0) + times * more
    return relation, modulus, {track: t for track, t in left.items() if t}, already + times * constant


def _ready(c: TheoremCertificate, move: Step) -> tuple[list[Condition], list[list[int]]]:
    """The conditions with a variable for each number of a part, without bound variables that an equation gives."""
    conditions, parts, fresh = list(move.conditions), [], c.numbers + move.bound
    for sums in move.parts:
        tracks: list[int] = []
        for terms, constant in sums:
            (only, times), *more = list(terms.items()) or [(-1, 0)]
            if more or times != 1 or constant or only in tracks:
                only, fresh = fresh, fresh + 1
                conditions.append(("==", 0, {only: 1, **{track: -t for track, t in terms.items()}}, -constant))
            tracks.append(only)
        parts.append(tracks)
    used = {track for tracks in parts for track in tracks}
    free = [track for track in range(c.numbers, c.numbers + move.bound) if track not in used]
    for variable in free:
        for place, condition in enumerate(conditions):
            if isinstance(condition, Denied) or condition[0] != "==":
                continue
            _, _, terms, constant = condition
            if abs(times := terms.get(variable, 0)) == 1:
                given = {track: -t * times for track, t in terms.items() if track != variable}
                rest = conditions[:place] + conditions[place + 1 :]
                conditions = [_put(each, variable, given, -constant * times) for each in rest]
                conditions.append(("<=", 0, {track: -t for track, t in given.items()}, constant * times))
                break
    return conditions, parts


def _possible(conditions: Iterable[Condition]) -> bool:
    """Whether some numbers satisfy all."""
    return bool(reduce(_both, [_satisfies(System(2, 0), condition) for condition in conditions]).accepts)


def _check_moves(c: TheoremCertificate) -> None:
    """Every move leads to positions, and lowers the first line of the measure that it changes."""
    for number, move in enumerate(c.moves, 1):
        for sums in move.parts:
            for terms, constant in sums:
                if _possible([*move.conditions, ("<=", 0, terms, constant + 1)]):
                    raise Refused(f"move {number} can lead to a number below 0")
            same: list[list[Condition]] = [list(move.conditions)]
            for measured in c.measure:
                after = [_carried(total, sums) for total in measured]
                before = [(total, 0) for total in measured]
                higher = [[_above(total, each, 1) for each in before] for total in after]
                if any(_possible([*guard, *case]) for guard in same for case in higher):
                    raise Refused(f"move {number} can raise the measure")
                highest = [[_above(each, total) for total in before] for each in before]
                then = [[_above(each, total) for total in after] for each in after]
                equal = [
                    [*highest[i], *then[j], _equal(before[i], after[j])]
                    for i, j in product(range(len(measured)), repeat=2)
                ]
                same = [[*guard, *case] for guard in same for case in equal]
                same = [case for case in same if len(measured) == 1 or _possible(case)]
            if any(map(_possible, same)):
                raise Refused(f"move {number} need not lower the measure")


Total = tuple[dict[int, int], int]


def _carried(measured: dict[int, int], sums: Iterable[Total]) -> Total:
    """A sum of the numbers of a position, for one that a move leads to."""
    carried, constant = {}, 0  # type: dict[int, int], int
    for place, (terms, added) in enumerate(sums):
        for other, more in terms.items():
            carried[other] = carried.get(other, 0) + measured.get(place, 0) * more
        constant += measured.get(place, 0) * added
    return carried, constant


def _minus(left: Total, right: Total) -> Total:
    terms = {each: left[0].get(each, 0) - right[0].get(each, 0) for each in {**left[0], **right[0]}}
    return {each: times for each, times in terms.items() if times}, left[1] - right[1]


def _above(higher: Total, lower: Total, least: int = 0) -> Condition:
    """That a sum is so much more than another, at least."""
    terms, constant = _minus(lower, higher)
    return "<=", 0, terms, constant + least


def _equal(left: Total, right: Total) -> Condition:
    return ("==", 0, *_minus(left, right))


def _walked(system: System, tracks: int, automata: Sequence[Reads], says: Callable[[list[bool]], bool]) -> Reads:
    """The numbers on tracks 0, 1, ... of which these automata say what `says` is true of."""

    def after(state: Any) -> Iterator[tuple[tuple[int, ...], Hashable]]:
        at, follow = state
        for letter, behind in _letters(system, follow):
            yield (
                letter,
                (
                    tuple(
                        -1
                        if here < 0
                        else automaton.rows[here].get(tuple(letter[track] for track in automaton.tracks), -1)
                        for automaton, here in zip(automata, at, strict=True)
                    ),
                    behind,
                ),
            )

    def accepts(state: Any) -> bool:
        return says([here in automaton.accepts for automaton, here in zip(automata, state[0], strict=True)])

    return _explored(tuple(range(tracks)), ((0,) * len(automata), (0,) * tracks), after, accepts)


def _check_theorem(c: TheoremCertificate) -> None:
    """Play ends, and at every position the claim is what the rule makes of it at the options. Raises Refused."""
    if c.arrows[0][0] != 0:
        raise Refused("zeros in front of a number must lead back to state 0")
    _check_moves(c)
    ready = [_ready(c, move) for move in c.moves]
    guards = [[_satisfies(c.system, condition) for condition in conditions] for conditions, _ in ready]
    state = set(range(c.numbers))
    if c.claims == "graph":
        _check_graph(c, [parts for _, parts in ready], guards)
        return
    values = [1] if c.claims == "p-positions" else list(range(max(c.outputs) + 1))
    claimed = [_claimed(c, {value}) for value in values]
    having: list[Reads] = []
    value_of: list[int] = []
    for (_, parts), guard in zip(ready, guards, strict=True):
        if c.misere and not parts:  # nothing is left, and whoever must move has won
            continue
        for choice in product(range(len(values)), repeat=len(parts)):
            told = [_on(claimed[place], tracks) for place, tracks in zip(choice, parts, strict=True)]
            having.append(_for_some([*guard, *told], state))
            value_of.append(reduce(xor, choice, 0))
    moving = [_for_some(guard, state) for guard in guards] if c.misere else []

    def wrong(accepted: list[bool]) -> bool:
        own, after, moves = (
            accepted[: len(values)],
            accepted[len(values) : len(values) + len(having)],
            accepted[len(values) + len(having) :],
        )
        if c.claims == "p-positions":
            return own[0] == (any(after) or (c.misere and not any(moves)))
        option_values = {value for value, has in zip(value_of, after, strict=True) if has}
        least = next(value for value in range(len(values) + 1) if value not in option_values)
        return least == len(values) or own != [value == least for value in values]

    if _walked(c.system, c.numbers, [*claimed, *having, *moving], wrong).accepts:
        raise Refused("at some position the claim is not what the options make of it")


def _check_graph(c: TheoremCertificate, parts: list[list[list[int]]], guards: list[list[Reads]]) -> None:
    """The same where the value has a track: of each position it is the least that no option has. Raises Refused."""
    graph, value, lower = _claimed(c, {1}), c.numbers, c.numbers + 1  # tracks of the two last, in what follows
    far = 10_000  # above all other variables
    having = []
    for sums, guard in zip(parts, guards, strict=True):
        names = [far + 2 * place for place in range(len(sums))]
        automata = [*guard]  # variables other than the position's make room for the tracks of the value
        automata = [
            _on(automaton, [track if track < value else track + 2 for track in automaton.tracks])
            for automaton in automata
        ]
        for tracks, name in zip(sums, names, strict=True):
            automata.append(_on(graph, [*(track if track < value else track + 2 for track in tracks), name]))
        total = names[0] if names else far
        if not names:
            automata.append(_satisfies(c.system, ("==", 0, {total: 1}, 0)))
        for name in names[1:]:
            even = {letter: 0 for letter in product(range(2), repeat=3) if sum(letter) % 2 == 0}
            automata.append(Reads((total, name, name + 1), [even], {0}))
            total = name + 1
        automata.append(_satisfies(c.system, ("==", 0, {total: 1, value: -1}, 0)))
        having.append(_for_some(automata, set(range(value + 1))))
    missing = _walked(c.system, value + 1, having, lambda accepted: not any(accepted))
    below = _satisfies(c.system, ("<=", 0, {lower: 1, value: -1}, 1))
    smaller = _for_some([_on(missing, [*range(value), lower]), below], set(range(value + 1)))
    least = _walked(
        c.system,
        value + 1,
        [graph, missing, smaller],
        lambda accepted: accepted[0] != (accepted[1] and not accepted[2]),
    )
    if least.accepts:
        raise Refused("at some position the claim is not what the options make of it")
    if _walked(c.system, value, [_for_some([graph], set(range(value)))], lambda accepted: not accepted[0]).accepts:
        raise Refused("some position has no value")


def _read_theorem(lines: _Reader) -> TheoremCertificate:
    misere = lines.word("play", ("normal", "misere")) == "misere"
    _, numbers = lines.one("numbers", 1, MOST_NUMBERS)
    _, count = lines.one("moves", 0, MOST_STEPS)
    moves = tuple(_read_step(lines, numbers) for _ in range(count))
    measure: list[tuple[dict[int, int], ...]] = []
    while lines.words[0] == "measure" or not measure:
        line, words = lines.take("measure")
        sums = min(max(len(words) // numbers, 1), MOST_NUMBERS)
        coefficients = _integers(line, words, sums * numbers)
        if min(coefficients) < 0 or len(measure) >= MOST_NUMBERS:
            raise Refused(f"expected numbers from 0 on, in at most {MOST_NUMBERS} lines", line)
        rows = [coefficients[place : place + numbers] for place in range(0, len(coefficients), numbers)]
        measure.append(tuple({place: times for place, times in enumerate(row) if times} for row in rows))
    line, words = lines.take("system")
    a, b = _integers(line, words, 2)
    system = System(a, b)
    if not ((b == 0 and a >= 2) or a >= b >= 1 or (b <= -1 and a >= 2 - b)) or a > MOST_DIGITS:
        raise Refused("expected a and b of a system with unique digits", line)
    line, words = lines.take("claims")
    if words not in (["p-positions"], ["values"], ["graph"]):
        raise Refused("expected 'p-positions', 'values' or 'graph' after 'claims'", line)
    several = any(len(move.parts) > 1 for move in moves)
    if several if words == ["p-positions"] else misere:
        raise Refused("expected a claim about values for sums, and about P-positions in misere play", line)
    if several and words == ["graph"] and system != (2, 0):
        raise Refused("expected the system 2 0 for values of sums", line)
    letters = system.digits ** (numbers + (words == ["graph"]))
    line, states = lines.one("states", 1, MOST_AUTOMATON)
    if states * letters > MOST_ENTRIES:
        raise Refused(f"more than {MOST_ENTRIES} arrows", line)
    outputs, arrows = [], []
    for state in range(states):
        line, row = lines.take("state")
        output = -1 if row[1:2] == ["-"] else _numbers(line, row[1:2] or [""])[0]
        number, *after = _numbers(line, [*row[:1], *row[2:]])
        if (
            number != state
            or len(after) != letters
            or max(after) >= states
            or output > (MOST_OUTPUT if words == ["values"] else 1)
        ):
            raise Refused(f"expected the number {state}, an output and {letters} states", line)
        outputs.append(output)
        arrows.append(tuple(after))
    lines.end()
    return TheoremCertificate(misere, numbers, moves, tuple(measure), system, words[0], tuple(outputs), tuple(arrows))


def _read_step(lines: _Reader, numbers: int) -> Step:
    line, bound = lines.one("move", 0, MOST_BOUND)
    width = numbers + bound + 1
    left = [MOST_CONDITIONS]
    conditions: list[Condition] = []
    while lines.words[0] in (*RELATIONS, "none"):
        conditions.append(_read_condition(lines, list(range(width - 1)), left))
    parts = []
    while lines.words[0] == "part":
        line, words = lines.take("part")
        coefficients = _integers(line, words, width * numbers)
        rows = [coefficients[place : place + width] for place in range(0, len(coefficients), width)]
        parts.append(tuple(({track: t for track, t in enumerate(row[:-1]) if t}, row[-1]) for row in rows))
    if len(parts) > MOST_BOUND:
        raise Refused(f"more than {MOST_CONDITIONS} conditions or {MOST_BOUND} parts", line)
    return Step(bound, tuple(conditions), tuple(parts))


def _read_condition(lines: _Reader, variables: list[int], left: list[int]) -> Condition:
    """A condition about these variables; `left` counts how many more a move may have."""
    word = lines.words[0]
    line, words = lines.take(word)
    left[0] -= 1
    if left[0] < 0:
        raise Refused(f"more than {MOST_CONDITIONS} conditions or {MOST_BOUND} parts", line)
    if word == "none":
        bound, count = _integers(line, words, 2)
        inner = len([variable for variable in variables if variable < 0])
        if not (bound >= 1 and inner + bound <= MOST_BOUND and 1 <= count <= MOST_CONDITIONS):
            raise Refused(f"expected 1 to {MOST_BOUND} variables, and 1 to {MOST_CONDITIONS} conditions", line)
        fresh = tuple(-2 - inner - place for place in range(bound))
        conditions = []
        for _ in range(count):
            if lines.words[0] not in (*RELATIONS, "none"):
                raise Refused(f"expected {count} conditions after 'none'", line)
            conditions.append(_read_condition(lines, [*variables, *fresh], left))
        return Denied(fresh, tuple(conditions))
    modulus = 0
    if word == "multiple":
        (modulus,), words = _integers(line, words[:1], 1), words[1:]
        if modulus < 1:
            raise Refused("expected a modulus of at least 1", line)
    *times, constant = _integers(line, words, len(variables) + 1)
    return RELATIONS[word], modulus, {variable: t for variable, t in zip(variables, times, strict=True) if t}, constant


def _integers(line: int, words: Sequence[str], count: int) -> list[int]:
    """So many whole numbers, with a sign where they are below 0."""
    if len(words) != count:
        raise Refused(f"expected {count} whole numbers, found {len(words)}", line)
    for word in words:
        if not INTEGER.fullmatch(word):
            raise Refused(f"expected a whole number, found '{word[:30]}'", line)
    return [int(word) for word in words]


def _moves_told(c: TheoremCertificate, digest: str) -> str:
    numbers = [f"x{place + 1}" for place in range(c.numbers)]
    position = _state_told(numbers)

    def one(move: Step) -> str:
        names = dict(enumerate(numbers + [f"k{place + 1}" for place in range(move.bound)]))
        parts = [_state_told([_sum_told(names, *each) for each in sums]) for sums in move.parts]
        told = ", ".join(names[place] for place in range(c.numbers, c.numbers + move.bound))
        bound = f" for all {told} >= 0" if move.bound else ""
        conditions = " and ".join(_condition_told(names, each) for each in move.conditions)
        joined = (" with " if bound else " if ") * bool(conditions)
        return f"{position} -> {' & '.join(parts) or 'nothing'}{bound}{joined}{conditions}"

    return _shown(map(one, c.moves), len(c.moves), "; ", digest) or f"{position}: no moves"


def _state_told(numbers: Sequence[str]) -> str:
    return numbers[0] if len(numbers) == 1 else f"({', '.join(numbers)})"


def _sum_told(names: Mapping[int, str], terms: dict[int, int], constant: int) -> str:
    signed = [
        (times, names[variable] if abs(times) == 1 else f"{abs(times)}*{names[variable]}")
        for variable, times in terms.items()
    ]
    if constant or not signed:
        signed.append((constant, str(abs(constant))))
    (first, text), *others = signed
    return ("-" * (first < 0)) + text + "".join(f" {'-' if times < 0 else '+'} {word}" for times, word in others)


def _condition_told(names: Mapping[int, str], condition: Condition) -> str:
    if isinstance(condition, Denied):
        names = {**names, **{variable: f"j{-1 - variable}" for variable in condition.bound}}
        within = " and ".join(_condition_told(names, each) for each in condition.conditions)
        return f"for no {', '.join(names[variable] for variable in condition.bound)} >= 0 ({within})"
    relation, modulus, terms, constant = condition
    if modulus:
        return f"{_sum_told(names, terms, constant)} is a multiple of {modulus}"
    left = _sum_told(names, {variable: times for variable, times in terms.items() if times > 0}, max(constant, 0))
    right = _sum_told(names, {variable: -times for variable, times in terms.items() if times < 0}, max(-constant, 0))
    return f"{left} {relation} {right}"


def _theorem_claimed(c: TheoremCertificate) -> str:
    play = "misere" if c.misere else "normal"
    what = "which positions are lost for who is to move" if c.claims == "p-positions" else "the nim-values"
    where = f"{len(c.outputs)} states in the system {c.system.a} {c.system.b}"
    return f"an automaton of {where} gives {what}, in {play} play, for all positions"


class QuotientCertificate(NamedTuple):
    """What a certificate of a misère quotient says, read and not yet checked. Names as in FORMAT.md.

    moves: heaps by digits or amounts, or nodes; element: of each heap, or node.
    """

    moves: Heaps | Nodes
    period: int
    preperiod: int
    p: frozenset[int]
    product: list[list[int]]
    element: list[int]
    starts: list[tuple[int, int]]

    @property
    def size(self) -> int:
        """There is one segment."""
        return 1


def _read_quotient(lines: _Reader) -> QuotientCertificate:
    moves = _read_nodes(lines) if lines.words[0] == "nodes" else Heaps(*_moves(lines))
    _, period = lines.one("period", 0, MOST_VALUES)
    _, preperiod = lines.one("preperiod", 0, MOST_VALUES if period else 0)
    _, order = lines.one("elements", 1, MOST_ELEMENTS)
    line, words = lines.take("p")
    p = _numbers(line, words)
    if any(a >= b for a, b in pairwise(p)) or max(p, default=0) >= order:
        raise Refused("expected elements in increasing order", line)
    product = []
    for _ in range(order):
        line, words = lines.take("product")
        row = _numbers(line, words)
        if len(row) != order or max(row) >= order:
            raise Refused(f"expected {order} elements", line)
        product.append(row)
    line, size = lines.one("values", 1, MOST_PARTED)
    element, starts = lines.values(0, size, line)
    if max(element) >= order:
        raise Refused(f"expected elements below {order}", line)
    if isinstance(moves, Nodes) and (period or size != moves.size):
        raise Refused("expected an element for each node, and no period", line)
    lines.end()
    return QuotientCertificate(moves, period, preperiod, frozenset(p), product, element, starts)


def _check_quotient(c: QuotientCertificate) -> None:
    """The steps 1 to 6 of FORMAT.md."""
    product, order = c.product, len(c.product)
    if product[0] != list(range(order)) or any(product[x][y] != product[y][x] for x in range(order) for y in range(x)):
        raise Refused("the product is not commutative, or 0 is not its identity")
    letters = sorted(set(c.element))
    made, waiting = {0}, [0]
    while waiting:
        x = waiting.pop()
        new = {product[x][g] for g in letters} - made
        made |= new
        waiting += new
    if len(made) < order:
        raise Refused("some element is no product of elements of heaps")
    for g in letters:
        by_g = product[g]
        for x in range(order):
            row, moved = product[x], product[by_g[x]]
            if any(moved[y] != row[by_g[y]] for y in range(order)):
                raise Refused(f"the product is not associative with {g}")
    lost = [frozenset(z for z in range(order) if product[x][z] in c.p) for x in range(order)]
    if len(set(lost)) < order:
        raise Refused("two elements are told apart by nothing, so it is not the least")
    if 0 in c.p:
        raise Refused("nothing is lost in misere play, though whoever must move wins")
    wins: dict[tuple[int, frozenset[int]], None] = {}
    for heap, x in enumerate(c.element):
        left = c.moves.options(heap)
        options = {reduce(lambda y, part: product[y][c.element[part]], parts, 0) for parts in left}
        line = _line_of(c.starts, heap)
        if not options:
            if x:
                raise Refused(f"{heap} has no move, and not the element of nothing", line)
            continue
        beside = frozenset().union(*(lost[e] for e in options))
        if beside & lost[x]:
            raise Refused(f"a move in {heap} leads from P to P", line)
        wins[x, beside] = None
    _check_sums(c, list(wins))
    if c.period:
        _check_repetition(_as_period(c))


def _check_sums(c: QuotientCertificate, heaps: list[tuple[int, frozenset[int]]]) -> None:
    """Every sum that is not in P, and is not over, has a move into P. Raises Refused."""

    def moved(beside: frozenset[int], x: int) -> frozenset[int]:
        return frozenset(z for z, y in enumerate(c.product[x]) if y in beside)

    least: dict[int, list[frozenset[int]]] = {}
    waiting = list(heaps)
    for _ in range(MOST_SUMS):
        if not waiting:
            return
        x, beside = waiting.pop()
        minimal = least.setdefault(x, [])
        if any(other <= beside for other in minimal):
            continue
        if x not in c.p and 0 not in beside:
            raise Refused(f"some sum of element {x} is not in P, and has no move into P")
        minimal[:] = [other for other in minimal if not beside <= other] + [beside]
        waiting += [(c.product[x][y], moved(beside, y) | moved(other, x)) for y, other in heaps]
    raise Refused(f"more than {MOST_SUMS} kinds of sums")


def _as_period(c: QuotientCertificate) -> ParsedCertificate:
    """The elements as the values of a period."""
    assert isinstance(c.moves, Heaps)
    digits, amounts = c.moves.digits, c.moves.amounts
    return ParsedCertificate(
        digits, amounts, c.period, c.preperiod, "pairs", 0, 0, 0, 0, (), (), c.element, c.starts, []
    )


Places = tuple[int, ...]  # in increasing order
Change = tuple[Places, Places, Places, Places]  # what a move needs on, needs off, clears and flips


class Pieces:
    """A board whose cells are numbered row by row: a move puts a piece on free cells, and takes some away with it."""

    def __init__(self, columns: int, rows: Sequence[str], written: Sequence[str]) -> None:
        self.columns, self.rows, self.written = columns, rows, written
        self.places = columns * len(rows)
        self.free = frozenset(place for place, cell in enumerate("".join(rows)) if cell == ".")
        self._pieces = [_signs(piece) for piece in written]

    def put(self, piece: int, first: int, free: frozenset[int]) -> Change | None:
        """What a piece does whose first covered cell is `first`; None: it does not fit."""
        covered, along = self._pieces[piece]
        own = self._cells(covered, first)
        if len(own) < len(covered) or not free.issuperset(own):
            return None
        gone = tuple(sorted(free.intersection(self._cells(along, first)).union(own))) if along else own
        return own, (), gone, ()

    def _cells(self, offsets: Sequence[tuple[int, int]], first: int) -> Places:
        """Those within the columns of the board; above and below it there are no free cells."""
        row, column = divmod(first, self.columns)
        columns = self.columns
        return tuple([(row + r) * columns + column + c for r, c in offsets if 0 <= column + c < columns])

    def possible(self, free: frozenset[int]) -> tuple[Iterable[Change], Callable[[Change], bool]]:
        """All moves on these free cells, and whether one is among them: there its first cell is where one begins."""
        every = range(len(self._pieces))
        changes = (self.put(piece, first, free) for first in sorted(free) for piece in every)
        return filter(None, changes), lambda change: any(
            self.put(piece, change[0][0], free) == change for piece in every
        )

    def opened(self, words: Sequence[int], free: frozenset[int]) -> Change | None:
        """The move that a line says by a piece and its first cell; None: it says none."""
        if len(words) != 2 or words[0] >= len(self._pieces):
            return None
        return self.put(words[0], words[1], free)

    def rule(self, digest: str) -> str:
        pieces = _shown(self.written, len(self.written), " or ", digest)
        blocked = any("#" in row for row in self.rows)
        board = _shown(self.rows, len(self.rows), "/", digest) if blocked else "all cells free"
        return f"put {pieces}, o on free cells, x taken away with it, on {len(self.rows)}x{self.columns} cells: {board}"

    def told(self, free: frozenset[int]) -> str:
        return f"the {len(free)} free cells"


def _signs(piece: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """The cells that a piece covers and those that it takes along, as rows and columns from the first covered one."""
    signs = [(sign, r, c) for r, row in enumerate(piece.split("/")) for c, sign in enumerate(row)]
    _, down, right = next(each for each in signs if each[0] == "o")
    covered, along = ([(r - down, c - right) for sign, r, c in signs if sign == wanted] for wanted in "ox")
    return covered, along


class Changes:
    """Sets of places with the moves of Masks."""

    def __init__(self, masks: MaskMoves) -> None:
        self.places, self.rule, self._masks = masks.places, masks.rule, masks

    def possible(self, on: frozenset[int]) -> tuple[Iterable[Change], Callable[[Change], bool]]:
        """All moves that are possible from this set or later, and whether one is among them.

        Where places only go off these are the moves possible now, which clear what is on; elsewhere all.
        """
        changes = dict.fromkeys(_change(move) for move in self._masks.moves)
        if self._masks.splits:
            changes = {
                (need, (), tuple(place for place in clear if place in on), ()): None
                for need, _, clear, _ in changes
                if on.issuperset(need)
            }
        return changes, changes.__contains__

    def opened(self, words: Sequence[int], on: frozenset[int]) -> Change | None:
        """The move that a line says by its number; None: it says none."""
        if len(words) != 1 or words[0] >= len(self._masks.moves):
            return None
        change = _change(self._masks.moves[words[0]])
        return change if on.issuperset(change[0]) and on.isdisjoint(change[1]) else None

    def told(self, on: frozenset[int]) -> str:
        return self._masks.told((sum(1 << place for place in on),))


def _change(move: MaskMove) -> Change:
    need, off, clear, flip = (tuple(_bits(places)) for places in move)
    return need, off, clear, flip


class SymmetryCertificate(NamedTuple):
    """What a certificate of a symmetry says, read and not yet checked. Names as in FORMAT.md.

    opening: the first player's move, and its line; image: of each place.
    """

    moves: Pieces | Changes
    start: frozenset[int]
    opening: tuple[Change, int] | None
    image: list[int]
    starts: list[tuple[int, int]]

    @property
    def size(self) -> int:
        """There is one segment."""
        return 1


def _read_symmetry(lines: _Reader) -> SymmetryCertificate:
    moves: Pieces | Changes
    if lines.words[0] == "places":
        masks = _read_masks(lines)
        (places,) = masks.state(*lines.take("position"))
        moves, start = Changes(masks), frozenset(_bits(places))
    else:
        moves = _read_pieces(lines)
        start = moves.free
    opening = None
    if lines.word("wins", ("first", "second")) == "first":
        line, words = lines.take("opening")
        change = moves.opened(_numbers(line, words), start)
        if change is None:
            raise Refused("expected a move that is possible", line)
        opening = change, line
    line, _ = lines.one("images", moves.places, moves.places)
    image, starts = lines.values(0, moves.places, line)
    lines.end()
    return SymmetryCertificate(moves, start, opening, image, starts)


def _read_pieces(lines: _Reader) -> Pieces:
    line, words = lines.take("board")
    sides = _numbers(line, words)
    if len(sides) != 2 or not 1 <= prod(sides) <= MOST_CELLS:
        raise Refused(f"expected rows and columns of a board of 1 to {MOST_CELLS} cells", line)
    rows = []
    for _ in range(sides[0]):
        line, words = lines.take("row")
        if len(words) != 1 or len(words[0]) != sides[1] or words[0].strip(".#"):
            raise Refused(f"expected {sides[1]} signs . or #", line)
        rows += words
    pieces: list[str] = []
    while lines.words[0] == "piece" or not pieces:
        line, words = lines.take("piece")
        if len(words) != 1 or not PIECE.fullmatch(words[0]) or "o" not in words[0] or len(words[0]) > MOST_SIGNS:
            raise Refused(f"expected at most {MOST_SIGNS} signs o, x, . and /, with an o", line)
        if len(pieces) == MOST_PIECES:
            raise Refused(f"more than {MOST_PIECES} pieces", line)
        pieces += words
    return Pieces(sides[1], rows, pieces)


def _check_symmetry(c: SymmetryCertificate) -> None:
    """The steps 1 to 4 of FORMAT.md."""
    image, on = c.image, c.start
    for place, other in enumerate(image):
        if other >= len(image) or image[other] != place:
            raise Refused(f"the image of the image of place {place} is not that place", _line_of(c.starts, place))

    def turned(places: Places) -> Places:
        return tuple(sorted(image[place] for place in places))

    if c.opening:
        _, _, clear, flip = c.opening[0]
        on = on.difference(clear).symmetric_difference(flip)
    odd = next((place for place in sorted(on) if image[place] not in on), None)
    if odd is not None:
        raise Refused(f"place {odd} is on, and its image {image[odd]} is not", _line_of(c.starts, odd))
    every, has = c.moves.possible(on)
    for need, off, clear, flip in every:
        answer = turned(need), turned(off), turned(clear), turned(flip)
        told = f"the image of a move that needs {' '.join(map(str, need[:MOST_SHOWN]))}"
        if not has(answer):
            raise Refused(f"{told} is no move")
        if not {*clear, *flip}.isdisjoint(answer[0] + answer[1] + answer[3]):
            raise Refused(f"{told} may be no answer to it: they touch")


def _symmetry_claimed(c: SymmetryCertificate) -> str:
    by = "answering each move with its image"
    if c.opening:
        need, *_ = c.opening[0]
        by = f"beginning with the move that needs {' '.join(map(str, need))}, then {by}"
    return f"the {'first' if c.opening else 'second'} player wins normal play from {c.moves.told(c.start)}, {by}"


# A matching that answers every move of a token.


class Matching(NamedTuple):
    """What a certificate of a matching says, read and not yet checked. Names as in FORMAT.md.

    ends: of the edges, the smaller and the larger ones, in order; mate: of each node, itself where it has none.
    """

    ends: tuple[array[int], array[int]]
    token: int
    first: bool
    mate: list[int]
    starts: list[tuple[int, int]]
    barrier: list[int]
    line: int

    @property
    def size(self) -> int:
        """There is one segment."""
        return 1

    @property
    def edges(self) -> int:
        """How many edges the matching has."""
        return sum(node != other for node, other in enumerate(self.mate)) // 2


def _read_matching(lines: _Reader) -> Matching:
    _, nodes = lines.one("graph", 1, VALUES)
    _, count = lines.one("edges", 0, MOST_EDGES)
    ends, before = (array("I"), array("I")), (0, 0)
    for _ in range(count):
        line, words = lines.take("edge")
        if len(words) != 2:
            raise Refused("expected two nodes after 'edge'", line)
        a, b = _numbers(line, words)
        if not (a < b < nodes and before < (a, b)):
            raise Refused(f"expected two nodes below {nodes}, the smaller first, and edges in increasing order", line)
        ends[0].append(a)
        ends[1].append(b)
        before = a, b
    _, token = lines.one("token", 0, nodes - 1)
    first = lines.word("wins", ("first", "second")) == "first"
    line, _ = lines.one("mates", nodes, nodes)
    mate, starts = lines.values(0, nodes, line)
    line, size = lines.one("barrier", 0, nodes)
    barrier, _ = lines.values(0, size, line)
    lines.end()
    return Matching(ends, token, first, mate, starts, barrier, line)


def _check_matching(c: Matching) -> None:
    """The steps 1 to 3 of FORMAT.md."""
    nodes, mate = len(c.mate), c.mate
    for node, other in enumerate(mate):
        if other >= nodes or mate[other] != node:
            raise Refused(f"the mate of the mate of node {node} is not that node", _line_of(c.starts, node))
    joined = bytearray(other == node for node, other in enumerate(mate))
    for a, b in zip(*c.ends, strict=True):
        if mate[a] == b:
            joined[a] = joined[b] = True
    if not all(joined):
        raise Refused(f"no edge joins node {joined.index(0)} and its mate", _line_of(c.starts, joined.index(0)))
    if not c.first and mate[c.token] != c.token:
        raise Refused(f"expected a matching that leaves out node {c.token}", _line_of(c.starts, c.token))
    gone = bytearray(nodes)
    for node in c.barrier:
        if node >= nodes or gone[node] or (c.first and node == c.token):
            raise Refused("expected different nodes, not that of the token where the first player wins", c.line)
        gone[node] = True
    if c.first:
        gone[c.token] = True
    left_out = _odd_parts(nodes, c.ends, gone) - len(c.barrier)
    most, needed = (nodes - 1 - left_out, 2 * c.edges - 2) if c.first else (nodes - left_out, 2 * c.edges)
    if most > needed:
        raise Refused(f"the barrier shows that a matching has at most {most // 2} edges, not {needed // 2}", c.line)


def _odd_parts(nodes: int, ends: tuple[array[int], array[int]], gone: bytearray) -> int:
    """How many parts of a graph without some nodes have an odd number of nodes."""
    above = list(range(nodes))  # of each node one of its part, itself where it stands for the part

    def top(node: int) -> int:
        while above[node] != node:
            above[node] = node = above[above[node]]
        return node

    for a, b in zip(*ends, strict=True):
        if not (gone[a] or gone[b]):
            above[top(a)] = top(b)
    odd = bytearray(nodes)
    for node in range(nodes):
        odd[top(node)] ^= not gone[node]
    return sum(odd)


def _matching_claimed(c: Matching) -> str:
    wins = "first" if c.first else "second"
    none = "there is, and none as large without that node" if c.first else "leaves that node out, and none is larger"
    barrier = f"as the barrier of size {len(c.barrier)} shows"
    return f"the {wins} player wins normal play from node {c.token}: a matching of size {c.edges} {none}, {barrier}"


def _graph_told(c: Matching, digest: str) -> str:
    edges = (f"{a}-{b}" for a, b in zip(*c.ends, strict=True))
    told = _shown(edges, len(c.ends[0]), ", ", digest) or "none"
    return f"move a token along an edge to a node where it has not been; nodes: {len(c.mate)}; edges: {told}"


Sums = dict[tuple[int, int], int]
Claims = (
    ParsedCertificate
    | GrowthCertificate
    | Arithmetic
    | GameCertificate
    | TableCertificate
    | TheoremCertificate
    | QuotientCertificate
    | SymmetryCertificate
    | Matching
)


def check(certificate: Claims, i: int = 1, k: int = 1) -> None:
    """Check the i-th of k segments: all that it takes to prove the claim if the others are accepted too.

    Raises: Refused.
    """
    c = certificate
    first, stop = c.size * (i - 1) // k, c.size * i // k
    if isinstance(c, GameCertificate):
        _check_game(c, first, stop)
        return
    if isinstance(c, TableCertificate):
        _check_table(c, first, stop)
        return
    if isinstance(c, GrowthCertificate):
        _check_growth(c, first, stop)
        return
    if isinstance(c, Arithmetic):
        _check_arithmetic(c, first, stop)
        return
    if isinstance(c, TheoremCertificate):
        _check_theorem(c)
        return
    if isinstance(c, QuotientCertificate):
        _check_quotient(c)
        return
    if isinstance(c, SymmetryCertificate):
        _check_symmetry(c)
        return
    if isinstance(c, Matching):
        _check_matching(c)
        return
    if c.method != "window":
        if c.period:
            _check_repetition(c)
        _check_values(c, first, stop)
        return
    if c.period:
        _check_return(c)
    else:
        _check_length(c)
    size = len(c.values)
    _check_values(c, first, min(stop, size))
    for before, after in pairwise([HeapState(size, c.values[size - c.length :], 0), *c.states]):
        if first <= before.heap < stop:
            _check_stretch(c, before, after)


def rule(certificate: Claims, digest: str = "") -> str:
    """The moves in words, as they were used: all, or the first ones, their number and `digest`, that of their lines."""
    c = certificate
    if isinstance(c, GameCertificate | TableCertificate | QuotientCertificate | SymmetryCertificate):
        return c.moves.rule(digest)
    if isinstance(c, Matching):
        return _graph_told(c, digest)
    if isinstance(c, TheoremCertificate):
        return _moves_told(c, digest)
    if isinstance(c, GrowthCertificate):
        spared = _shown(map(str, c.spared), len(c.spared), " and ", digest)
        return f"take any number{' but ' * bool(spared)}{spared}"
    if isinstance(c, Arithmetic):
        return _told(c.digits, (), digest)
    return _told(c.digits, c.amounts, digest) + ("; two heaps that are left differ in size" if c.unequal else "")


def _told(digits: tuple[int, ...], amounts: tuple[int, ...], digest: str) -> str:
    if amounts:
        return f"take {_shown(map(str, amounts), len(amounts), ' or ', digest)}"
    each = (
        f"take {take} and leave {' or '.join(map(str, _bits(digit)))} heaps"
        for take, digit in enumerate(digits)
        if digit
    )
    return _shown(each, sum(map(bool, digits)), "; ", digest) or "no moves"


def _shown(moves: Iterable[str], count: int, between: str, digest: str) -> str:
    """So many moves: all, or the first ones with their number and the digest that tells them from all others."""
    first = list(islice(moves, MOST_SHOWN))
    while sum(map(len, first)) > MOST_LETTERS:
        first.pop()
    if len(first) == count:
        return between.join(first)
    return f"{between.join([*first, '...'])} ({count} in all; SHA-256 of the moves: {digest})"


def claim(certificate: Claims) -> str:
    """What the certificate claims, in words."""
    c = certificate
    if isinstance(c, GrowthCertificate | Arithmetic):
        return f"least period {c.period}, least pre-period {c.preperiod}, saltus {c.saltus}, in {c.size} heaps"
    if isinstance(c, TheoremCertificate):
        return _theorem_claimed(c)
    if isinstance(c, QuotientCertificate):
        size = f"{len(c.product)} elements, {len(c.p)} in P"
        heaps = f"all heaps: those below {len(c.element)} repeat with period {c.period} from {c.preperiod} on"
        return f"the misere quotient has {size}, for {heaps if c.period else f'{len(c.element)} heaps'}"
    if isinstance(c, SymmetryCertificate):
        return _symmetry_claimed(c)
    if isinstance(c, Matching):
        return _matching_claimed(c)
    if isinstance(c, TableCertificate):
        holds = "who is lost" if c.outcomes else "the nim-values"
        sides = "x".join(map(str, c.shape))
        play = "misere" if c.misere else "normal"
        return f"{c.file}, SHA-256 {c.digest}, holds {holds} in {play} play, for {sides} states"
    if isinstance(c, GameCertificate):
        wins = "first" if c.value else "second"
        told = c.moves.told(c.state)
        if c.strategy:
            play = "misere" if c.misere else "normal"
            return f"the {wins} player wins {play} play from {told}, by {c.size} positions that are lost"
        if c.outcome:
            return f"the {wins} player wins normal play from {told}, by {c.size} smaller claims"
        return f"nim-value {c.value} of {told}, so the {wins} player wins, by {c.size} smaller claims"
    by = {"pairs": "all pairs", "mask": f"mask {c.mask}", "window": f"windows of {c.length} heaps"}[c.method]
    if not c.period:
        listed, rare = len(c.values), f"; {len(c.rare)} rare heaps, the last {max((0, *c.rare))}" if c.mask else ""
        more = f", the others by {len(c.states)} digests" if c.states else ""
        return f"the nim-values of heaps 0 to {c.size - 1}, {listed} listed{more}, by {by}{rare}"
    return f"least period {c.period}, least pre-period {c.preperiod}, by {by} in {c.size} heaps"


def segments(arguments: Sequence[str]) -> list[tuple[int, int]]:
    """The segments (i, k) that arguments i/k name, each once, all of the same k; (1, 1) without any."""
    pairs = set()
    for argument in arguments:
        match = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", argument)
        if not match or int(match[1]) > int(match[2]):
            begins = os.fsdecode(os.fsencode(argument)[:30])
            raise ValueError(f"expected a segment i/k with 1 <= i <= k, found {named(begins)}")
        pairs.add((int(match[1]), int(match[2])))
    if len({k for _, k in pairs}) > 1:
        raise ValueError("expected segments i/k of the same k")
    return sorted(pairs) or [(1, 1)]


def named(path: str) -> str:
    """The name of a file as it is printed: in quotes as a shell takes it, so that it is not taken for other words.

    >>> print(named("it.txt"), named("a b.txt"), named("a\\n1"))
    it.txt 'a b.txt' $'a\\0121'
    """
    name = os.fsencode(path)
    if NAME.fullmatch(name):
        return name.decode("ascii")
    plain = [32 <= byte < 127 and byte not in b"'\\" for byte in name]
    text = "".join(chr(byte) if good else f"\\{byte:03o}" for byte, good in zip(name, plain, strict=True))
    return f"'{text}'" if all(plain) else f"$'{text}'"


def opened(path: str) -> tuple[Claims, list[str]]:
    """The certificate in a file, and the lines that say what it is, before it is checked. Raises Refused, OSError."""
    name = named(path)
    with open(path, encoding="latin-1", newline="\n") as stream:
        lines = _Reader(stream)
        certificate = _read(lines)
    if isinstance(certificate, TableCertificate):  # the table lies beside it
        certificate = certificate._replace(folder=dirname(path))
    told = [
        f"{name}: {rule(certificate, lines.moves.hexdigest())}",
        f"{name}: claims {claim(certificate)}",
    ]
    if not lines.sealed:
        told.append(f"{name}: no digest: whether it is still as it was written cannot be seen")
    return certificate, told


def verdict(path: str, chosen: list[tuple[int, int]]) -> str:
    """The last line on a file of which these segments were checked."""
    proved = ": proved" if whole(chosen) else f", not proved: missing {_missing(chosen)}"
    return f"{named(path)}: {len(chosen)} of {chosen[0][1]} segments checked{proved}"


def verify(path: str, chosen: list[tuple[int, int]]) -> Iterator[str]:
    """Check a file, telling what was done; the last line says whether it is proved. Raises Refused, OSError."""
    certificate, told = opened(path)
    yield from told
    for i, k in chosen:
        check(certificate, i, k)
    yield verdict(path, chosen)


def whole(chosen: list[tuple[int, int]]) -> bool:
    """Whether these are all the segments that there are: some prove nothing."""
    return len(chosen) == chosen[0][1]


def _missing(chosen: list[tuple[int, int]]) -> str:
    """The segments that are not among those chosen."""
    gaps = pairwise([0, *(i for i, _ in chosen), chosen[0][1] + 1])
    return ", ".join(f"{a + 1}-{b - 1}" if b - a > 2 else f"{a + 1}" for a, b in gaps if b - a > 1)


def main(arguments: Sequence[str]) -> int:
    """Check the files that the arguments name."""
    words, files, pieces = list(arguments), [], []
    while words:
        word = words.pop(0)
        if word == "--segment" and words:
            pieces.append(words.pop(0))
        elif word.startswith("-"):
            print(__doc__, file=sys.stderr)
            return 2
        else:
            files.append(word)
    try:
        chosen = segments(pieces)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0 if whole(chosen) else 1
    for path in files:
        try:
            for line in verify(path, chosen):
                print(line)
        except Refused as reason:
            print(f"{named(path)}: refused: {reason}")
            status = max(status, 1)
        except OSError as problem:
            print(f"{named(path)}: cannot be read: {problem.strerror}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

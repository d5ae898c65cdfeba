"""Check certificates of nim-values. Standard library only; works copied alone: python check.py FILE [--segment i/k].

FORMAT.md says what a certificate is. Whatever is not exactly as there is refused, with the line that fails.
Exit status: 0 proved (or the segments asked for hold), 1 refused, 2 not readable.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from operator import xor
from typing import IO, NamedTuple

MOST_VALUES = 20_000_000
MOST_LINE = 100_000
MOST_DIGITS = 1_000_000
NUMBER = re.compile(r"0|[1-9][0-9]{0,17}")
Witness = tuple[int, int]


class Refused(Exception):
    """The certificate does not prove what it claims; `line` is the one that fails, 0 where no single line does."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {reason}" if line else reason)
        self.line = line


class Certificate(NamedTuple):
    """What a certificate says, read and not yet checked.

    digits     what each number of counters taken may leave, bit j: j non-empty heaps
    amounts    the numbers that may be taken, if no move breaks a heap; else empty
    mask       (M, T) of the method mask, or None
    values     G(0), G(1), ...
    starts     the number of the line in which each stretch of values starts: (first heap, line)
    witnesses  for a heap, the (take, part) that show its smaller values
    """

    digits: tuple[int, ...]
    amounts: tuple[int, ...]
    period: int
    preperiod: int
    mask: tuple[int, int] | None
    values: list[int]
    starts: list[tuple[int, int]]
    witnesses: dict[int, list[Witness]]

    @property
    def parts(self) -> int:
        """The most heaps that a move can leave; at least 1."""
        return max(1, max(digit.bit_length() for digit in self.digits) - 1) if self.digits else 1

    @property
    def longest(self) -> int:
        """The most counters that a move can take."""
        return len(self.digits) - 1 if self.digits else self.amounts[-1]

    def line_of(self, heap: int) -> int:
        """The line that holds the value of a heap."""
        low, high = 0, len(self.starts)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.starts[middle][0] <= heap else (low, middle)
        return self.starts[low][1]


def _lines(stream: IO[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers, without remarks; each must be of a bounded length and end with a line feed."""
    number = 0
    while True:
        line = stream.readline(MOST_LINE + 2)
        number += 1
        if not line:
            return
        if not line.endswith("\n"):
            raise Refused("a line without its end, or too long", number)
        if not line.isascii():
            raise Refused("a character that is not ASCII", number)
        if not line.startswith("#"):
            yield number, line[:-1]


def _numbers(line: int, words: Sequence[str]) -> list[int]:
    for word in words:
        if not NUMBER.fullmatch(word):
            raise Refused(f"expected a number, found {word[:30]!r}", line)
    return [int(word) for word in words]


def read(stream: IO[str]) -> Certificate:
    """Read a certificate; what is not as FORMAT.md says is Refused."""
    lines = _lines(stream)

    def after(keyword: str) -> tuple[int, list[str]]:
        number, line = next(lines, (0, ""))
        if not number:
            raise Refused(f"expected {keyword!r}, found the end of the file")
        words = line.split(" ")
        if words[0] != keyword:
            raise Refused(f"expected {keyword!r}, found {words[0][:30]!r}", number)
        return number, words[1:]

    def one(keyword: str) -> int:
        number, words = after(keyword)
        if len(words) != 1:
            raise Refused(f"expected one number after {keyword!r}", number)
        return _numbers(number, words)[0]

    if one("grundy-certificate") != 1:
        raise Refused("expected format 1: another version needs another checker", 1)
    number, words = after("kind")
    if words != ["period"]:
        raise Refused("expected the kind 'period'", number)
    number, line = next(lines, (0, ""))
    moves = line.split(" ")
    digits, amounts = _moves(number, moves)
    period, preperiod = one("period"), one("preperiod")
    number, words = after("method")
    mask: tuple[int, int] | None = None
    if words[:1] == ["mask"] and len(words) == 3:
        m, twist = _numbers(number, words[1:])
        if twist > 1 or max(digits, default=8) > 7:
            raise Refused("a mask goes with digits below 8, and its second number is 0 or 1", number)
        mask = m, twist
    elif words != ["pairs"]:
        raise Refused("expected the method 'pairs', or 'mask' with two numbers", number)
    size = one("values")
    if not 1 <= size <= MOST_VALUES:
        raise Refused(f"expected from 1 to {MOST_VALUES} values")
    if period < 1:
        raise Refused("expected a period of at least 1")
    values: list[int] = []
    starts: list[tuple[int, int]] = []
    witnesses: dict[int, list[Witness]] = {}
    for number, line in lines:
        if line == "end":
            break
        listed, _, shown = line.partition(" ; ")
        first, *found = _numbers(number, listed.split(" "))
        if first != len(values) or not found:
            raise Refused(f"expected the values from heap {len(values)} on", number)
        starts.append((first, number))
        values += found
        if len(values) > size:
            raise Refused(f"more than the {size} values announced", number)
        for word in shown.split(" ") if shown else ():
            heap, take, part = _numbers(number, word.split(":")) if word.count(":") == 2 else (-1, 0, 0)
            if not first <= heap < len(values):
                raise Refused(f"expected a witness heap:take:part of a heap of this line, found {word[:30]!r}", number)
            witnesses.setdefault(heap, []).append((take, part))
    else:
        raise Refused("expected 'end', found the end of the file")
    if len(values) != size:
        raise Refused(f"expected {size} values, found {len(values)}", number)
    for number, _ in lines:
        raise Refused("expected the end of the file after 'end'", number)
    return Certificate(digits, amounts, period, preperiod, mask, values, starts, witnesses)


def _moves(number: int, words: list[str]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    found = tuple(_numbers(number, words[1:]))
    if words[0] == "digits" and found:
        if max(found) > 63 or found[0] % 4 or (len(found) > 1 and not found[-1]):
            raise Refused("expected digits below 64, the first a multiple of 4, the last not 0", number)
        if len(found) <= MOST_DIGITS:
            return found, ()
    elif words[0] == "amounts" and found:
        if found[0] < 1 or any(a >= b for a, b in pairwise(found)):
            raise Refused("expected amounts of at least 1 in increasing order", number)
        return (), found
    raise Refused("expected 'digits' or 'amounts' and numbers", number)


def check(certificate: Certificate, first: int = 0, stop: int | None = None) -> None:
    """Check the values of the heaps first..stop - 1 (all), and all that is claimed of the listed values.

    Raises: Refused.
    """
    _check_claim(certificate)
    stop = len(certificate.values) if stop is None else stop
    for n, wrong in _wrong_values(certificate, first, stop):
        raise Refused(f"heap {n}: {wrong}", certificate.line_of(n))


def _check_claim(c: Certificate) -> None:
    """Steps 2 to 5 of FORMAT.md."""
    g, p, e, size = c.values, c.period, c.preperiod, len(c.values)
    needed = c.parts * max(e, 1) + c.parts * p + c.longest
    if size < needed:
        raise Refused(f"a period of {p} from {e} on needs the values of {needed} heaps, found {size}")
    if g[e : size - p] != g[e + p :]:
        n = next(n for n in range(e, size - p) if g[n] != g[n + p])
        raise Refused(f"the values of heaps {n} and {n + p} differ", c.line_of(n + p))
    if e and g[e - 1] == g[e - 1 + p]:
        raise Refused(f"the pre-period {e} is not the least: heaps {e - 1} and {e - 1 + p} have equal values")
    window, rest, q = g[e : e + p], p, 2
    while rest > 1:
        if q * q > rest:
            q = rest
        if rest % q == 0:
            part = p // q
            if window[part:] + window[:part] == window:
                raise Refused(f"the period {p} is not the least: {part} is one")
            while rest % q == 0:
                rest //= q
        q += 1


def _wrong_values(c: Certificate, first: int, stop: int) -> Iterator[tuple[int, str]]:
    """Every heap of a range whose value is not the mex of its options' values, with what is wrong."""
    g = c.values
    options: Callable[[int], set[int]]
    if c.mask:
        missing = _by_mask(c, *c.mask)
        for n in range(first, stop):
            wrong = missing(n)
            if wrong:
                yield n, wrong
        return
    options = _by_amounts(g, c.amounts) if c.amounts else _by_digits(g, c.digits, c.parts)
    for n in range(first, stop):
        found = options(n)
        value = g[n]
        if value in found:
            yield n, f"a move leaves its own value {value}"
        elif len(found) < value or not found.issuperset(range(value)):
            yield n, f"no move leaves a value below {value}: {next(v for v in range(value) if v not in found)}"


def _by_amounts(g: list[int], amounts: tuple[int, ...]) -> Callable[[int], set[int]]:
    return lambda n: {g[n - s] for s in amounts if s <= n}


def _by_digits(g: list[int], digits: tuple[int, ...], parts: int) -> Callable[[int], set[int]]:
    """The values of the options of a heap; those of several heaps are kept by their counters in all."""
    memo: list[dict[int, set[int]]] = [{} for _ in range(parts + 1)]

    def sums(heaps: int, total: int) -> set[int]:
        """The values of `heaps` non-empty heaps with `total` counters."""
        if heaps == 0:
            return {0} if total == 0 else set()
        if heaps == 1:
            return {g[total]} if total else set()
        known = memo[heaps].get(total)
        if known is None:
            if heaps == 2:
                half = total // 2
                known = set(map(xor, g[1 : half + 1], reversed(g[total - half : total])))
            else:
                smaller = ((g[a], sums(heaps - 1, total - a)) for a in range(1, total))
                known = {value ^ other for value, others in smaller for other in others}
            memo[heaps][total] = known
        return known

    def options(n: int) -> set[int]:
        found: set[int] = set()
        for take, digit in enumerate(digits[: n + 1]):
            for heaps in range(digit.bit_length()):
                if digit >> heaps & 1:
                    found |= sums(heaps, n - take)
        if parts == 2:
            memo[2].pop(n - len(digits) + 1, None)
        return found

    return options


def _by_mask(c: Certificate, mask: int, twist: int) -> Callable[[int], str]:
    """For a heap, what is wrong with its value, or nothing; FORMAT.md says why pairs with rare heaps are enough."""
    g, digits = c.values, c.digits
    classes = [((value & mask).bit_count() + (n & twist)) & 1 for n, value in enumerate(g)]
    rare_class = int(2 * sum(classes) < len(classes))
    rare = [n for n in range(1, len(g)) if classes[n] == rare_class]
    splits = [take for take, digit in enumerate(digits) if digit & 4]

    def pairs(total: int) -> set[int]:
        half = total // 2
        return set(map(xor, g[1 : half + 1], reversed(g[total - half : total])))

    def wrong(n: int) -> str:
        found: set[int] = set()
        for take, digit in enumerate(digits[: n + 1]):
            if digit & 1 and n == take:
                found.add(0)
            if digit & 2 and n > take:
                found.add(g[n - take])
        value = g[n]
        left = [n - take for take in splits if n - take > 1]
        for total in left:
            if ((value & mask).bit_count() + (total & twist)) & 1:
                for a in rare:
                    if a >= total:
                        break
                    found.add(g[a] ^ g[total - a])
            else:
                found |= pairs(total)
        if value in found:
            return f"a move leaves its own value {value}"
        for take, part in c.witnesses.get(n, ()):
            if take < len(digits) and digits[take] & 4 and 0 < part < n - take:
                found.add(g[part] ^ g[n - take - part])
        if len(found) < value or not found.issuperset(range(value)):
            for total in left:
                found |= pairs(total)
        for smaller in range(value):
            if smaller not in found:
                return f"no move leaves the smaller value {smaller}"
        return ""

    return wrong


def rule(certificate: Certificate) -> str:
    """The moves in words, as they were used."""
    if certificate.amounts:
        return f"take {' or '.join(map(str, certificate.amounts[:20]))}{' or ...' * (len(certificate.amounts) > 20)}"
    told: list[str] = []
    for take, digit in enumerate(certificate.digits):
        heaps = [str(j) for j in range(digit.bit_length()) if digit >> j & 1]
        if heaps and len(told) < 20:
            told.append(f"take {take} and leave {' or '.join(heaps)} heaps")
    return "; ".join(told) or "no moves"


def claim(certificate: Certificate) -> str:
    """What the certificate claims, in words."""
    return f"least period {certificate.period}, least pre-period {certificate.preperiod}"


def segments(arguments: Sequence[str]) -> list[tuple[int, int]]:
    """The segments (i, k) that arguments i/k name, each once, all of the same k; (1, 1) without any."""
    found = set()
    for argument in arguments:
        match = re.fullmatch(r"([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", argument)
        if not match or int(match[1]) > int(match[2]):
            raise ValueError(f"expected a segment i/k with 1 <= i <= k, found {argument[:30]!r}")
        found.add((int(match[1]), int(match[2])))
    if len({k for _, k in found}) > 1:
        raise ValueError("expected segments i/k of the same k")
    return sorted(found) or [(1, 1)]


def verify(path: str, chosen: list[tuple[int, int]]) -> Iterator[str]:
    """Check a file, telling what was done; the last line says whether it is proved. Raises Refused, OSError."""
    with open(path, encoding="latin-1", newline="\n") as stream:
        certificate = read(stream)
    yield f"{path}: {rule(certificate)}"
    yield f"{path}: claims {claim(certificate)}, with {len(certificate.values)} values"
    size = len(certificate.values)
    for i, k in chosen:
        check(certificate, size * (i - 1) // k, size * i // k)
    done, k = len(chosen), chosen[0][1]
    yield f"{path}: {done} of {k} segments checked{': proved' if done == k else ', the others are not'}"


def main(arguments: Sequence[str]) -> int:
    """Check the files that the arguments name."""
    words, files, named = list(arguments), [], []
    while words:
        word = words.pop(0)
        if word == "--segment" and words:
            named.append(words.pop(0))
        elif word.startswith("-"):
            print(__doc__, file=sys.stderr)
            return 2
        else:
            files.append(word)
    try:
        chosen = segments(named)
    except ValueError as problem:
        print(problem, file=sys.stderr)
        return 2
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in files:
        try:
            for line in verify(path, chosen):
                print(line)
        except Refused as reason:
            print(f"{path}: refused: {reason}")
            status = max(status, 1)
        except OSError as problem:
            print(f"{path}: cannot be read: {problem.strerror}", file=sys.stderr)
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

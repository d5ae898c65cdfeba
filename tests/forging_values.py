"""Certificates of the values of a range of heaps: true ones, their own forgeries, and whether one is, by definition."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from random import Random

from grundy.proof.write import CertificateMoves, Parity, Window, values_certificate

GAMES = (  # digits, unequal, mask, twist, window, values listed, states
    ((0, 3, 5), True, 7, 0, (30, 24), 52, (60, 90, 200)),
    ((4, 5, 2), True, 6, 0, (40, 30), 70, (100, 230)),
    ((0, 7, 7), False, 15, 0, (103, 100), 103, (110, 200)),
    ((0, 0, 0, 7), False, 1, 1, None, 60, ()),
    ((4,), True, 254, 0, None, 70, ()),
)  # fmt: skip
"""The last is Grundy's game; in the first two the heaps that a move leaves must differ as well."""


@cache
def values(digits: tuple[int, ...], unequal: bool, count: int) -> list[int]:
    """G(0), ..., G(count - 1), by the definition; digits below 8."""
    nim_values: list[int] = []
    for n in range(count):
        left = set()
        for take, digit in enumerate(digits[: n + 1]):
            rest = n - take
            if digit & 1 and rest == 0:
                left.add(0)
            if digit & 2 and rest:
                left.add(nim_values[rest])
            if digit & 4:
                left |= {nim_values[a] ^ nim_values[rest - a] for a in range(1, rest) if not unequal or 2 * a != rest}
        nim_values.append(next(v for v in range(len(left) + 1) if v not in left))
    return nim_values


def digest(some: Sequence[int]) -> str:
    """The SHA-256 of values, four bytes each."""
    return hashlib.sha256(b"".join(value.to_bytes(4, "little") for value in some)).hexdigest()


def certified(
    digits: tuple[int, ...], unequal: bool, parity: Parity, window: tuple[int, int] | None, g: Sequence[int],
    size: int, states: Sequence[int],
) -> str:  # fmt: skip
    """A certificate that says so, whether it is true or not. Args: g: G(0), G(1), ... as it says."""
    length, reach = window or (0, 0)
    stretches = zip((size, *states), states, strict=False)
    listed = [(stop, digest(g[start:stop]), g[stop - length : stop]) for start, stop in stretches]
    lines = values_certificate(CertificateMoves(digits), unequal, Window(length, reach, parity), g[:size], listed)
    return "".join(f"{line}\n" for line in lines)


@cache
def honest() -> list[str]:
    """True certificates."""
    return [
        certified(digits, unequal, Parity(mask, twist, (1, 2)), window, values(digits, unequal, 300), size, states)
        for digits, unequal, mask, twist, window, size, states in GAMES
    ]


def true(lines: list[list[str]]) -> bool:
    """Whether all values, digests and rare heaps are right."""
    said = {line[0]: line[1:] for line in lines}
    at = next(number for number, line in enumerate(lines) if line[0] in ("state", "end"))
    size = int(said["values"][0])
    heaps = [int(line[1]) for line in lines if line[0] == "state"]
    digits = tuple(map(int, said["digits"])) if "digits" in said else ()
    if "amounts" in said:
        digits = tuple(3 * (str(n) in said["amounts"]) for n in range(int(said["amounts"][-1]) + 1))
    g = values(digits, "unequal" in said, max([size, *heaps]))
    listed = [int(word) for line in lines[:at] if line[0].isdigit() for word in line[1:]]
    stretches = [digest(g[start:stop]) for start, stop in zip((size, *heaps), heaps, strict=False)]
    if listed != g[:size] or stretches != [line[1] for line in lines if line[0] == "digest"]:
        return False
    method = said["method"]
    if method[0] == "pairs" or not any(digit & 4 for digit in digits):
        return True
    mask, twist = map(int, method[-3:-1] if method[0] == "window" else method[1:])
    take = next(take for take, digit in enumerate(digits) if digit & 4)
    rare = [n for n in range(1, len(g)) if ((g[n] & mask).bit_count() + twist * (n + take)) % 2 == 0]
    return rare == [int(word) for word in said["rare"]]


def forge(lines: list[str], rng: Random) -> list[str]:
    """Other moves, fewer values, other stretches, or a value that is wrong with a digest that is right for it."""
    match rng.randrange(5):
        case 0:
            return [line for line in lines if line != "unequal"]
        case 1:
            return [more for line in lines for more in ([line, "unequal"] if line.startswith("digits") else [line])]
        case 2:
            gone = rng.randrange(1, 30)
            size = next((int(line.split(" ")[1]) for line in lines if line.startswith("values ")), 0)
            return [_fewer(line, max(size - gone, 1)) for line in lines]
        case 3:
            return [_other_window(line, rng) for line in lines]
    digits, unequal, mask, twist, window, size, states = rng.choice(GAMES)
    g = list(values(digits, unequal, 300))
    g[rng.randrange(300)] ^= rng.choice((1, 2, 3))
    return certified(digits, unequal, Parity(mask, twist), window, g, size, states).splitlines()


def _fewer(line: str, size: int) -> str:
    """The same line, if just so many values were listed."""
    word, *rest = line.split(" ")
    if word == "values":
        return f"values {size}"
    if word == "rare":
        return " ".join([word, *(one for one in rest if one.isdigit() and int(one) < size)])
    return " ".join([word, *rest[: max(size - int(word), 0)]]) if word.isdigit() and int(word) < size else line


def _other_window(line: str, rng: Random) -> str:
    if not line.startswith("method window "):
        return line
    words = line.split(" ")
    at = rng.randrange(2, len(words))
    words[at] = str(max(0, int(words[at]) + rng.choice((-3, -1, 1, 2)))) if words[at].isdigit() else "1"
    return " ".join(words)

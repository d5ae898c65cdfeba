"""Honest certificates of every kind for tests, and the definition to judge by; the checkers share nothing with this."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from grundy.model.period import Repetition
from grundy.proof import check
from grundy.proof.write import CertificateMoves, Parity, Window, period_certificate, window_certificate

HEAD = "grundy-certificate 1\nkind period\n"
Checkers = Callable[[list[str]], list[tuple[bool, str]]]


def options(digit: int, total: int, values: NDArray[np.int64]) -> set[int]:
    """What the bits of a digit leave of so many counters: the values, by the definition, at most three heaps."""
    left_values = {0} if digit & 1 and total == 0 else set()
    if digit & 2 and total > 0:
        left_values.add(int(values[total]))
    if digit & 4 and total > 1:
        left_values.update((values[1:total] ^ values[total - 1 : 0 : -1]).tolist())
    if digit & 8:
        for a in range(1, total):
            left_values |= {int(values[a]) ^ left for left in options(4, total - a, values)}
    return left_values


def defined_values(moves: CertificateMoves, count: int) -> list[int]:
    """G(0), ..., G(count - 1) of a heap game, by the definition."""
    digits = moves.digits or tuple(3 if n in moves.amounts else 0 for n in range(moves.amounts[-1] + 1))
    values = np.zeros(count, np.int64)
    for n in range(count):
        left: set[int] = set()
        for take, digit in enumerate(digits[: n + 1]):
            left |= options(digit, n - take, values)
        values[n] = next(v for v in range(len(left) + 1) if v not in left)
    return [int(value) for value in values]


def parities(moves: CertificateMoves, values: Sequence[int]) -> list[tuple[int, Parity]]:
    """The sparse spaces of a code by trying all masks: (rare heaps, parity), the fewest first."""
    splits = [take for take, digit in enumerate(moves.digits) if digit & 4]
    counted = []
    for twist in (0, 1):
        if twist and len({take % 2 for take in splits}) > 1:
            continue
        for mask in range(1, 1 << max(values).bit_length()):
            classes = [((value & mask).bit_count() + twist * n) % 2 for n, value in enumerate(values)]
            counted.append((classes[1:].count(twist * splits[0] % 2), Parity(mask, twist)))
    return sorted(counted, key=lambda one: (one[0], one[1].twist, one[1].mask))


def text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def sealed(certificate: str) -> str:
    """A certificate with the last line that FORMAT.md tells of."""
    return f"{certificate}sha256 {hashlib.sha256(certificate.encode('latin-1')).hexdigest()}\n"


def unsealed(certificate: str) -> str:
    """A certificate without that line, for those who change it."""
    head, end, _ = certificate.rpartition("end\nsha256 ")
    return f"{head}end\n" if end else certificate


def accepted(certificate: str) -> bool:
    try:
        check.check(check.read(io.StringIO(certificate, newline="\n")))
    except check.Refused:
        return False
    return True


def window_text(
    moves: CertificateMoves, repetition: Repetition, values: Sequence[int], parity: Parity | None, every: int
) -> str | None:
    """A certificate by windows, with the least reach (20, 40, 80, ...) for which the steps are good, if any is."""
    longest = len(moves.digits) - 1 if moves.digits else moves.amounts[-1]
    reach = 20 if parity else 0
    rare = 0
    if parity:
        splits = [take for take, digit in enumerate(moves.digits) if digit & 4]
        for n in range(1, repetition.preperiod + repetition.period):
            if ((values[n] & parity.mask).bit_count() + parity.twist * n) % 2 == parity.twist * splits[0] % 2:
                rare = n
    while True:
        length = longest + max(rare, reach) + 1
        size = max(length, repetition.preperiod)
        window = Window(length, reach, parity)
        needed = window.checkpoints(repetition)
        heaps = sorted({*needed, *range(size + every, needed[-1], every)} - {size})
        if needed[-1] > len(values):
            return None
        states = [(heap, values[heap - length : heap]) for heap in heaps]
        certificate = text(list(window_certificate(moves, repetition, window, values[:size], states)))
        if not parity or accepted(certificate):
            return certificate
        reach *= 2


SOLVED = {  # Guy & Smith 1956; Winning Ways, chapter 4, and tests/known/octal-values.txt: period, pre-period
    "0.77": (CertificateMoves((0, 7, 7)), Repetition(12, 71)),
    "0.137": (CertificateMoves((0, 1, 3, 7)), Repetition(34, 52)),
    "0.15": (CertificateMoves((0, 1, 5)), Repetition(10, 1)),
    "4.3": (CertificateMoves((4, 3)), Repetition(2, 2)),
    "0.34": (CertificateMoves((0, 3, 4)), Repetition(8, 7)),
    "0.316": (CertificateMoves((0, 3, 1, 6)), Repetition(12, 4)),
    "0.156": (CertificateMoves((0, 1, 5, 6)), Repetition(349, 3479)),
    "1,4,10": (CertificateMoves((), (1, 4, 10)), Repetition(11, 16)),
    "2,3": (CertificateMoves((), (2, 3)), Repetition(5, 0)),
}
TWIST_OF_WINDOW = {"0.77": 0, "0.156": 0, "0.34": 1, "0.316": 1, "4.3": 1}


@cache
def honest() -> dict[str, str]:
    """Certificates of every kind, none longer than 20 kB."""
    certificates = {}
    for name, (moves, repeats) in SOLVED.items():
        longest = len(moves.digits) - 1 if moves.digits else moves.amounts[-1]
        heaps = 2 if moves.digits else 1
        needed = heaps * max(repeats.preperiod, 1) + heaps * repeats.period + longest
        values = defined_values(moves, 5000 if name == "0.156" else needed + 1000)
        if name != "0.156":
            certificates[f"{name} pairs"] = text(list(period_certificate(moves, repeats, values[:needed])))
        if not moves.digits:
            if repeats.preperiod:
                window = window_text(moves, repeats, values, None, 10)
                assert window
                certificates[f"{name} window"] = window
            continue
        spaces = parities(moves, values)
        for twist in (0, 1):
            fitting = [parity for _, parity in spaces if parity.twist == twist]
            if name != "0.156":
                for parity in fitting[:1]:
                    with_tries = Parity(parity.mask, twist, (1, 2, 5))
                    lines = period_certificate(moves, repeats, values[:needed], with_tries)
                    certificates[f"{name} mask, twist {twist}"] = text(list(lines))
            if TWIST_OF_WINDOW.get(name) == twist:
                every = 200 if name == "0.156" else 60
                windows = (window_text(moves, repeats, values, parity, every) for parity in fitting)
                certificates[f"{name} window"] = next(window for window in windows if window)
    return certificates


def replaced(text: str, line: str, by: str) -> str:
    """A text with one line replaced, which must be there."""
    assert f"{line}\n" in text
    return text.replace(f"{line}\n", f"{by}\n")


def lines_of(certificate: str) -> dict[str, str]:
    """The lines of the head of a certificate, by their first words."""
    return {line.partition(" ")[0]: line for line in certificate.split("\n")}


def refusal(text: str) -> str:
    """Why check.py refuses a text; "" where it accepts it."""
    try:
        check.check(check.read(io.StringIO(text, newline="\n")))
    except check.Refused as refused:
        return str(refused)
    return ""

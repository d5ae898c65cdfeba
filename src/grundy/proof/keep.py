"""A certificate takes its name only when the checker has read it back, and it says what the answer says."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Generator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grundy.errors import GrundyError
from grundy.model.period import Repetition, Written
from grundy.proof import check
from grundy.proof.write import sealed
from grundy.runs.chunk import Chunk
from grundy.runs.durable import replacing

LEAST = 10.0  # seconds of a processor that the checker has at least, however little work there was
PAUSE = 0.1  # seconds between two looks at it
PATIENCE = 10.0  # seconds that a checker has to end which was killed
STEPS = 1_000_000  # heaps of windows that check.py goes through in a second at most
PIECE = "1/999999"  # of a certificate that takes longer: all of its claim but the values
# the checker: it ends when its processor time is up, and with whoever began it, since the pipe to it ends then
BOUNDED = """import os, runpy, signal, sys, threading
if hasattr(signal, "setitimer"):
    signal.setitimer(signal.ITIMER_PROF, float(sys.argv[1]))
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(2)), daemon=True).start()
del sys.argv[:2]
runpy.run_path(sys.argv[0], run_name="__main__")
"""
OURS = "a fault of grundy: please report it"


class FalseCertificate(GrundyError):
    """What would be written is refused by the checker, or says something else than the answer: a fault of ours."""


def keep(path: Path, lines: Iterable[str], claim: str, seconds: float = 0.0) -> Generator[None, None, bool]:
    """Write a certificate: aside, read back by check.py in a process of its own, and only then under its name.

    Args:    claim: a pattern of what the checker must say that it claims. seconds: that the work took; the checker
             has as many of a processor, and 10 at least.
    Yields:  ten times a second, for whoever watches a clock; closed there, nothing is left.
    Returns: whether all of it was checked; False: the time was not enough for that.
    Raises:  FalseCertificate: nothing is left under the name. StoreError: it cannot be written.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     one = ["grundy-certificate 1", "kind position", "amounts 1", "position 1", "value 1", "claims 1", "set 1 1",
    ...            "end"]
    ...     write(Path(folder, "it.txt"), one, "nim-value 1 of .*")
    True
    """
    data = sealed(lines)
    with replacing(path, data, marker=b"grundy-certificate") as aside:
        told = yield from _read_back(aside.absolute(), data, max(LEAST, seconds))
        for line in told:
            if line.startswith("refused: "):
                raise FalseCertificate(f"{path}: not written, for the checker {line}; {OURS}")
            if line.startswith("claims ") and not re.fullmatch(f"claims {claim}", line):
                raise FalseCertificate(f"{path}: not written, for it {line}, which is not the answer; {OURS}")
    return bool(told) and told[-1].endswith(": proved")


def _read_back(file: Path, data: bytes, seconds: float) -> Generator[None, None, list[str]]:
    """What check.py says of a file in so many seconds of a processor, without the file's name; [] where none starts."""
    states = re.findall(rb"^state ([0-9]+)$", data, re.MULTILINE)
    pieces = ["--segment", PIECE] if states and int(states[-1]) > STEPS * seconds else []
    words = ["-I", "-S", "-u", "-c", BOUNDED, str(seconds), check.__file__, str(file), *pieces]
    pipe = subprocess.PIPE
    try:
        process = subprocess.Popen(
            [sys.executable, *words], stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
        )
    except OSError:
        return []
    assert process.stdin and process.stdout
    with process.stdin, process.stdout:
        try:
            while True:
                try:
                    process.wait(PAUSE)  # what it says is short: no pipe is full
                    lines = process.stdout.read().splitlines()
                    return [line.removeprefix(f"{check.named(str(file))}: ") for line in lines]
                except subprocess.TimeoutExpired:
                    yield
        finally:
            process.kill()
            with suppress(subprocess.TimeoutExpired):  # Ctrl-C within Popen.wait may leave its lock taken for ever
                process.wait(PATIENCE)


def in_chunks(reading: Generator[None, None, bool], chunk: Chunk) -> Generator[Chunk, None, bool]:
    """The same for the loop for long work, which may end it: whether all was checked."""
    try:
        while True:
            next(reading)
            yield chunk
    except StopIteration as end:
        return bool(end.value)
    finally:
        reading.close()


def write(path: Path, lines: Iterable[str], claim: str, seconds: float = 0.0) -> bool:
    """The same, waiting for it."""
    reading = in_chunks(keep(path, lines, claim, seconds), Chunk(0, 0, "", {}))
    try:
        while True:
            next(reading)
    except StopIteration as end:
        return bool(end.value)
    finally:
        reading.close()


# Patterns of what check.py says that a certificate claims.


def period_claim(repetition: Repetition) -> str:
    """Of a period that is proved."""
    by = f"saltus {repetition.saltus}, in" if repetition.saltus else "by"
    return f"least period {repetition.period}, least pre-period {repetition.preperiod}, {by} .*"


def values_claim(heaps: int) -> str:
    """Of the nim-values of so many heaps."""
    return f"the nim-values of heaps 0 to {heaps - 1}, .*"


def value_claim(value: object, winner: str) -> str:
    """Of the nim-value of a position; None: the answer says none."""
    return f"nim-value {'[0-9]+' if value is None else value} of .*, so the {winner} player wins, by .*"


def winner_claim(winner: str, misere: bool) -> str:
    """Of who wins a position."""
    return f"the {winner} player wins {'misere' if misere else 'normal'} play from .*"


def table_claim(file: str, shape: Sequence[int], misere: bool, outcomes: bool) -> str:
    """Of a table."""
    holds, play = "who is lost" if outcomes else "the nim-values", "misere" if misere else "normal"
    sides = "x".join(map(str, shape))
    return f"{re.escape(file)}, SHA-256 [0-9a-f]*, holds {holds} in {play} play, for {sides} states"


def quotient_claim(order: int, p: int, heaps: int, repetition: Repetition | None) -> str:
    """Of a misère quotient."""
    repeat = f"all heaps: those below {heaps} repeat with period {{}} from {{}} on"
    domain = repeat.format(repetition.period, repetition.preperiod) if repetition else f"{heaps} heaps"
    return f"the misere quotient has {order} elements, {p} in P, for {domain}"


# ---- A certificate that is not in a file yet


@dataclass(frozen=True, slots=True)
class Certificate:
    """A proof of an answer, for the checker; `str` is its text, as FORMAT.md describes it.

    Attributes
    ----------
    lines : tuple of str
        The lines of the certificate, but for the digest.
    claim : str
        A pattern of the claim that the checker must print.
    seconds : float
        How long the work took; the checker has as much processor time to read the file back, and 10 s at least.
    """

    lines: tuple[str, ...]
    claim: str
    seconds: float = 0.0

    def __repr__(self) -> str:
        return f"Certificate of {len(self.lines):,} lines: {self.lines[1] if len(self.lines) > 1 else 'nothing'}"

    def __str__(self) -> str:
        return sealed(self.lines).decode()

    def save(self, path: str | Path) -> Written:
        """Write it to a file, as a whole or not at all; the checker reads it back before it takes that name.

        Raises:  FalseCertificate: it would say something else than the answer. StoreError: it cannot be written.
        """
        return Written(Path(path), write(Path(path), self.lines, self.claim, self.seconds))

"""A certificate that is not in a file yet."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from grundy.model.period import Written
from grundy.proof.keep import write
from grundy.proof.lines import sealed


@dataclass(frozen=True, slots=True)
class Certificate:
    """What proves an answer; `str` is its text, as FORMAT.md describes it.

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

"""The theorem atlas: every rule of one heap whose moves are among seven, proved or open.

    python results/theorem_atlas.py

The moves are n-1, n-2, n-3, n//2, the half rounded up, n//3, and both halves at once as two heaps; each is made only
where it lowers n. These are 127 rules. The list is results/theorem-atlas.jsonl, each certificate a file of
results/theorem-atlas, which `grundy verify` accepts. A run that was stopped goes on where it was.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from itertools import combinations
from pathlib import Path

from records import HERE, Record, checked, extend

from grundy.api.prove import prove

LIST, CERTIFICATES = HERE / "theorem-atlas.jsonl", HERE / "theorem-atlas"
MOVES = {  # by what they are called in names
    "-1": "n -> n-1, if n >= 1",
    "-2": "n -> n-2, if n >= 2",
    "-3": "n -> n-3, if n >= 3",
    "floor2": "n -> n//2, if n >= 1",
    "ceil2": "n -> (n+1)//2, if n >= 2",
    "floor3": "n -> n//3, if n >= 1",
    "halves": "n -> n//2 & (n+1)//2, if n >= 2",
}


def names() -> list[str]:
    """The sets of moves, small ones first."""
    return [" ".join(chosen) for count in range(1, len(MOVES) + 1) for chosen in combinations(MOVES, count)]


def rule_of(name: str) -> str:
    """A rule as one types it."""
    return "rule:" + "; ".join(MOVES[move] for move in name.split())


def file_of(name: str, folder: Path = CERTIFICATES) -> Path:
    """Where a certificate lies."""
    return folder / f"{name.replace(' ', '_').replace('-', 'm')}.txt"


def record_of(name: str, folder: Path = CERTIFICATES) -> Record:
    """What is known of a rule; its certificate is written where it is kept, or into another folder."""
    proof = prove(rule_of(name))
    if not proof.proved:
        return {"rule": rule_of(name), "status": "open", "reason": proof.reason}
    certificate = str(proof.certificate())
    folder.mkdir(exist_ok=True)
    file_of(name, folder).write_text(certificate, encoding="utf-8")
    return {
        "rule": rule_of(name),
        "status": "proved",
        "what": proof.what,
        "system": proof.system,
        "states": proof.states,
        "statement": proof.statement,
        "certificate": f"{file_of(name).relative_to(HERE)}",
        "sha256": checked(certificate),
    }


if __name__ == "__main__":
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    extend(LIST, names(), record_of)
    sys.exit(0)
